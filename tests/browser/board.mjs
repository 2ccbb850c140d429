// The page of a game from a player's point of view: cells, pieces, moves, and the steps of the
// setup.

import assert from 'node:assert/strict';
import { until } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { BrowserContext, Locator, Page } from 'playwright-core' */

/** @param {Page} page @param {string} name @returns {Locator} */
export const cell = (page, name) => page.locator(`game-board [data-cell="${name}"]`);

/** The pieces on the board. @param {Page} page */
export const pieces = (page) => page.locator('game-board .layer.pieces .piece:not(.going)');

/** The legal destinations of the selected piece. @param {Page} page */
export const targets = (page) => page.locator('game-board .cell.target');

/** @param {Page} page @param {string} key @param {Record<string, string | number>} [args] */
export const button = (page, key, args) => page.getByRole('button', { name: t(key, args), exact: true });

/** @param {Page} page @param {string} key @param {Record<string, string | number>} [args] */
export const hasText = (page, key, args) => page.getByText(t(key, args), { exact: true }).first().waitFor();

/**
 * The texts that screen readers have read out so far.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export const spoken = (page) => page.evaluate(() => globalThis.spoken);

/** @param {Page} page @param {RegExp} words */
export const waitSpoken = (page, words) =>
  until(`the page says ${words}`, async () => (await spoken(page)).some((text) => words.test(text)));

/** @param {Page} page */
export const status = (page) => page.locator('#status').textContent();

/** @param {Page} page @param {string} key @param {Record<string, string | number>} [args] */
export const waitStatus = (page, key, args) =>
  until(`status '${t(key, args)}'`, async () => await status(page) === t(key, args));

/** The moves in the list. @param {Page} page */
export const moves = (page) => page.locator('.move-list .move').allTextContents();

/** @param {Page} page @param {number} count */
export async function waitMoves(page, count) {
  await until(`${count} moves in the list`, async () => (await moves(page)).length === count);
  return moves(page);
}

/**
 * Waits for a refusal and closes it.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {(close: Locator) => Promise<void>} [press]
 */
export async function dismissRefusal(page, text, press = (close) => close.click()) {
  const toast = page.locator('.toast.refusal', { hasText: text });
  await toast.waitFor();
  await press(toast.getByRole('button'));
}

/** The id of the page's game. @param {Page} page */
export const gameId = (page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/**
 * Calls the JSON API with the browser's cookies.
 * @param {Page} page
 * @param {string} path
 * @param {unknown} [body] sent with POST if given
 */
export async function api(page, path, body) {
  if (body !== undefined) await becomeGuest(page.context(), page.url());
  return page.evaluate(async ([path, body]) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  }, /** @type {const} */ ([path, body]));
}

/** The state of the game as this browser gets it. @param {Page} page */
export const state = (page) => api(page, `/api/games/${gameId(page)}`);

/**
 * Waits until the page has added its part to the dice seed, if the game has one. The part is an
 * event of the game, so an act sent at the same time might expect an outdated version.
 * @param {Page} page
 */
export const waitDicePart = (page) => until('this browser has added to the dice', async () => {
  const { dice, seats } = await state(page);
  return !dice?.awaits.some((/** @type {number} */ one) => seats.includes(one));
});

/**
 * Makes a browser a guest, unless it is one: the answer sets the cookie.
 * @param {BrowserContext} context
 * @param {string} base
 */
export async function becomeGuest(context, base) {
  const cookies = await context.cookies(base);
  if (!cookies.some(({ name }) => name === 'heterodox')) await context.request.post(new URL('/api/guests', base).href);
}

/**
 * Calls the JSON API with the cookies of a visitor who need not have a page open.
 * @param {import('./harness.mjs').Visitor} visitor
 * @param {string} path
 * @param {unknown} [data] sent with POST if given
 */
export async function call({ context, base }, path, data) {
  const to = (/** @type {string} */ path) => new URL(path, base).href;
  await becomeGuest(context, base);
  const answer = await (data === undefined ? context.request.get(to(path)) : context.request.post(to(path), { data }));
  const json = await answer.json();
  assert.ok(answer.ok(), `${path}: ${JSON.stringify(json)}`);
  return json;
}

/**
 * Creates a game and returns its id.
 * @param {import('./harness.mjs').Visitor} visitor
 * @param {object} wanted
 * @returns {Promise<string>}
 */
export async function createGame(visitor, wanted) {
  const { id } = await call(visitor, '/api/games', { game: 'klinzha', ...wanted });
  return id;
}

/**
 * Creates a game and opens its page.
 * @param {import('./harness.mjs').Visitor} visitor
 * @param {object} wanted
 */
export async function openGame(visitor, wanted) {
  const page = await visitor.open(`/g/${await createGame(visitor, wanted)}`);
  await page.locator('#status:not(:empty)').waitFor();
  await waitDicePart(page);
  return page;
}

/**
 * Moves by two clicks.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
export async function clickMove(page, from, to) {
  await cell(page, from).click();
  await page.locator(`game-board [data-cell="${from}"][aria-pressed="true"]`).waitFor();
  await cell(page, to).click();
}

/** The centre of an element. @param {Locator} locator */
export async function middle(locator) {
  // A panel may be drawn again meanwhile.
  await until(`${locator} is in view`, () => locator.scrollIntoViewIfNeeded().then(() => true, () => false));
  const box = await locator.boundingBox();
  assert.ok(box, `${locator} is drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Drags with the mouse.
 * @param {Page} page
 * @param {Locator} from
 * @param {Locator} to
 */
export async function drag(page, from, to) {
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
}

/**
 * A move without capture, danger or question.
 * @param {Page} page
 * @returns {Promise<{ text: string, from: string, to: string }>}
 */
export async function quietMove(page) {
  const { scene } = await state(page);
  const quiet = scene.choices.find((choice) =>
    choice.kind === 'move' && !choice.captures && !choice.danger && !choice.variant);
  assert.ok(quiet, `there is a quiet move at ply ${scene.frame.ply}, seat ${scene.to_act} of ${JSON.stringify(scene.choices.slice(0, 9))}`);
  return quiet;
}

/**
 * Checks a radio button by clicking its label.
 * @param {Page} page
 * @param {string} name
 * @param {string} value
 */
export async function choose(page, name, value) {
  await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
  assert.ok(await page.locator(`input[name="${name}"][value="${value}"]`).isChecked(), `${name} ${value} is chosen`);
}

/** Takes the free seat of a game. @param {Page} page */
export async function sitDown(page) {
  // The page reloads when a seat has been taken.
  await Promise.all([page.waitForEvent('load'), button(page, 'join').click()]);
  await page.locator('#status:not(:empty)').waitFor();
  await waitDicePart(page);
}

/** The path of the link that the maker of an offer is to send. @param {Page} page */
export async function invitation(page) {
  const link = await page.locator('#invite').getByLabel(t('link-label')).first().inputValue();
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Accepts the offer on the page, which leads to the game. @param {Page} page */
export async function acceptOffer(page) {
  await button(page, 'offer-accept').click();
  await page.waitForURL(/\/g\//);
  await page.locator('#status:not(:empty)').waitFor();
  await waitDicePart(page);
}

/** The current step of the setup; `null` while the page waits. @param {Page} page */
export async function setupStep(page) {
  const heading = await page.locator('#setup:visible h2').textContent({ timeout: 500 }).catch(() => null);
  return ['cast', 'option', 'granted', 'take', 'place', 'goal'].find((step) => heading === t(`setup-${step}-title`)) ?? null;
}

/**
 * How a player goes through the setup; missing steps are done in the simplest way.
 * @typedef {'cast' | 'option' | 'granted' | 'take' | 'place' | 'goal'} Step
 * @typedef {Partial<Record<Step, (page: Page) => Promise<void>>>} Plan
 */

/** @type {Required<Plan>} */
export const SIMPLE = {
  cast: (page) => button(page, 'button-cast').click(),
  option: (page) => page.getByRole('button', { name: t('button-option-first') }).click(),
  granted: (page) => page.getByRole('button', { name: t('button-option-first') }).click(),
  async take(page) {
    const region = await page.locator('input[name=take-region]').first().getAttribute('value');
    await choose(page, 'take-region', region ?? '');
    await page.getByRole('button', { name: like('take-do') }).click();
  },
  async place(page) {
    await button(page, 'array-spearhead').click();
    await button(page, 'button-done').click();
  },
  goal: (page) => targets(page).first().click(),
};

/**
 * Goes through the whole setup with one player, against a computer, or with two.
 * @param {{ page: Page, plan?: Plan }[]} players
 * @returns {Promise<string[]>} the steps that the players were asked for
 */
export async function goThroughSetup(players) {
  /** @type {string[]} */
  const steps = [];
  const isOver = async () => await players[0]?.page.locator('#moves').isVisible();
  while (!await isOver()) {
    const { page, plan, step } = await until('somebody\'s step, or the end of the setup', async () => {
      if (await isOver()) return {};
      for (const player of players) {
        const step = await setupStep(player.page);
        if (step) return { ...player, step };
      }
      return null;
    });
    if (!page) break;
    steps.push(step);
    const { version } = await state(page);
    const before = await drawn(page);
    await (plan?.[step] ?? SIMPLE[step])(page);
    let asked = Date.now();
    await until(`an answer to ${step}`, async () => {
      if ((await state(page)).version > version) return true;
      // Over a slow line the page may have shown the cast before when it was clicked.
      if (step === 'cast' && Date.now() - asked > 3000 && await setupStep(page) === step) {
        asked = Date.now();
        await SIMPLE.cast(page);
      }
      return false;
    });
    // Another cast with the same texts may follow.
    await until(`a panel after ${step}`, async () =>
      (step === 'cast' ? await drawn(page) > before : await setupStep(page) !== step));
  }
  return steps;
}

/** Goes through the setup until this player is to place pieces. @param {Page} page */
export async function goToPlacement(page) {
  const placement = new Error('placement begins');
  const place = () => Promise.reject(placement);
  await goThroughSetup([{ page, plan: { place } }]).catch((error) => {
    if (error !== placement) throw error;
  });
}

/** How often the setup panel was drawn or hidden. @param {Page} page @returns {Promise<number>} */
const drawn = (page) => page.evaluate(() => globalThis.drawn);
