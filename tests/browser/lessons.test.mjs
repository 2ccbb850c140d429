// The lessons: each by keys alone and with every check of accessibility, one by touch, misses and
// hints, what is kept, and the offer on the first game.

import assert from 'node:assert/strict';
import { cell, gameId, openGame } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { LANGUAGES, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const GAMES = ['klinzha', 'clouded-klinzha', 'grand-chess', 'kaleidochess'];
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const MOST_MOVES = 8;
/** Cells of the triangle. */
const CELLS = /\b[A-I]\d\d\b/g;

/** @param {Page} page @param {string} name */
const button = (page, name) => page.locator(`#lesson-${name}`);

/** The key of the step on the page. @param {Page} page */
const step = (page) => page.locator('.lesson-step:visible').getAttribute('data-step');

/** The keys of the steps. @param {Page} page @returns {Promise<{ key: string, task: string }[]>} */
const steps = (page) => page.evaluate(() => JSON.parse(document.getElementById('page-data')?.textContent ?? '').steps);

/** What the browser keeps of a lesson. @param {Page} page @param {string} game */
const kept = (page, game) => page.evaluate((game) => JSON.parse(localStorage.getItem('heterodox-lessons') ?? '{}')[game], game);

/** What is said last to screen readers. @param {Page} page */
const spoken = (page) => page.evaluate(() => globalThis.spoken.at(-1) ?? '');

/**
 * The state of the step: `open`, `done` or `missed`, once the board is at rest.
 * @param {Page} page
 */
const settled = (page) => until('the board is at rest', async () => {
  const state = await page.locator('.lesson-panel').getAttribute('data-state');
  return state === 'busy' ? null : state;
});

/**
 * Waits until there are more moves than before.
 * @param {Page} page
 * @param {string | null} before
 */
const moved = (page, before) => until('the move is made', async () =>
  Number(await page.locator('.lesson-panel').getAttribute('data-moves')) > Number(before));

/** The number of moves of the step. @param {Page} page */
const moves = (page) => page.locator('.lesson-panel').getAttribute('data-moves');

/** Moves the focus from cell to cell by arrow keys. @param {Page} page @param {string} to */
async function focusCell(page, to) {
  const path = await page.evaluate((to) => {
    const next = new Map([...document.querySelectorAll('game-board .cell')].map((one) =>
      [one.getAttribute('data-cell'), (one.getAttribute('data-keys') ?? '').split(',')]));
    const start = document.activeElement?.getAttribute('data-cell') ?? '';
    const from = new Map([[start, { before: '', key: -1 }]]);
    const queue = [start];
    while (queue.length > 0 && !from.has(to)) {
      const here = queue.shift() ?? '';
      next.get(here)?.forEach((there, key) => {
        if (there && !from.has(there)) {
          from.set(there, { before: here, key });
          queue.push(there);
        }
      });
    }
    const keys = [];
    for (let at = to; at !== start; at = from.get(at)?.before ?? start) keys.unshift(from.get(at)?.key ?? -1);
    return keys;
  }, to);
  for (const key of path) await page.keyboard.press(ARROWS[key] ?? '');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), to);
}

/** The hint in words, by two presses of H. @param {Page} page */
async function askHint(page) {
  await page.keyboard.press('h');
  await page.keyboard.press('h');
  return page.evaluate(() => {
    const said = globalThis.spoken.at(-1) ?? '';
    return [...said.matchAll(/\b[A-Ia-k0-8]\d{0,2}[A-K]?\b/g)].map(([name]) => name)
      .filter((name) => document.querySelector(`game-board [data-cell="${name}"]`));
  });
}

/**
 * The answer to a question about the move, on the board or in a dialog; `null` if there is none.
 * @param {Page} page
 * @param {string} wanted the lesson's own move
 * @param {string | null} before the number of moves
 */
async function answer(page, wanted, before) {
  const question = page.locator('.choice-signs, dialog[open]');
  await until('the move or a question', async () =>
    Number(await moves(page)) > Number(before) || await question.count() > 0);
  return await question.count() > 0 ? question.getByRole('button', { name: wanted }).first() : null;
}

/**
 * Answers a question about the move by keys, if there is one.
 * @param {Page} page
 * @param {string} wanted
 * @param {string | null} before
 */
async function answerDialog(page, wanted, before) {
  const option = await answer(page, wanted, before);
  if (!option) return;
  await option.focus();
  await page.keyboard.press('Enter');
}

/** Which answer leads on where a dialog asks. @type {Record<string, string>} */
const ANSWERS = { carry: 'choice-carry', hide: 'choice-carry', leave: 'choice-abandon', promote: 'piece-grand-chess-Q' };

/** Does the task of the step by keys. @param {Page} page */
async function solve(page) {
  const key = await step(page) ?? '';
  for (let count = 0; count < MOST_MOVES; count += 1) {
    const state = await settled(page);
    if (state === 'done') return;
    assert.equal(state, 'open', key);
    const before = await moves(page);
    const cells = await askHint(page);
    assert.ok(cells.length > 0, `${key}: no hint in '${await spoken(page)}'`);
    for (const name of cells) {
      await focusCell(page, name);
      await page.keyboard.press('Enter');
    }
    if (ANSWERS[key]) await answerDialog(page, t(ANSWERS[key]), before);
    await moved(page, before);
  }
  assert.fail(`${key}: not done after ${MOST_MOVES} moves`);
}

for (const game of GAMES) {
  story(`the lesson of ${game} is passed by keys alone, accessible in each state`, async ({ visit }) => {
    const me = await visit({ reducedMotion: 'reduce' });
    const page = await me.open(`/learn/${game}`);
    const all = await steps(page);
    await settled(page);
    // Tab leads to the board.
    await until('the focus is on the board', async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(() => document.activeElement?.closest('game-board') !== null);
    });
    /** @type {string[]} */
    const faults = [];
    const check = async (/** @type {string} */ state) => {
      const found = [...await inaccessible(page), ...await withoutName(page), ...await tooWide(page)];
      faults.push(...found.map((fault) => `${state}: ${fault}`));
    };
    for (const [index, { key, task }] of all.entries()) {
      await until(`step ${key}`, async () => await step(page) === key);
      await settled(page);
      assert.ok((await spoken(page)).includes(t(`lesson-${game}-${key}-title`)), key);
      await check(key);
      const places = await buttonPlaces(page);
      if (task !== 'look') {
        await solve(page);
        assert.ok(await page.locator('.lesson-say.done').isVisible(), key);
        assert.ok((await spoken(page)).length > 0);
        await check(`${key}, done`);
      }
      assert.deepEqual(await buttonPlaces(page), places, `${key}: the buttons have moved`);
      assert.ok((await kept(page, game)).done.includes(key), key);
      if (index === 0) faults.push(...await unreadableInTheDark(page));
      await page.keyboard.press('n');
    }
    await until('the end', async () => await step(page) === 'end');
    await check('end');
    assert.ok((await kept(page, game)).finished);
    await page.getByRole('heading', { name: t('lesson-end-title') }).waitFor();
    assert.equal(await page.locator('#lesson-open').isVisible(), false);
    assert.deepEqual(faults, []);
    await page.getByRole('button', { name: t('lesson-play') }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/g\//);
    assert.ok(gameId(page));
  });
}

/** Where the buttons are. @param {Page} page */
const buttonPlaces = (page) => page.locator('.lesson-buttons button').evaluateAll((all) => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}));

story('a lesson is played by touch on a phone, and the whole of it is in the window', async ({ visit }) => {
  const me = await visit({ ...PHONE, locale: 'de' });
  const page = await me.open('/learn/klinzha');
  const all = await steps(page);
  for (const { key, task } of all) {
    await until(`step ${key}`, async () => await step(page) === key);
    await settled(page);
    const { board, buttons, height } = await page.evaluate(() => ({
      board: document.querySelector('game-board > svg')?.getBoundingClientRect().toJSON(),
      buttons: document.querySelector('.lesson-buttons')?.getBoundingClientRect().toJSON(),
      height: innerHeight,
    }));
    assert.ok(board.top >= 0 && board.bottom <= buttons.top && buttons.bottom <= height, `${key}: ${JSON.stringify({ board, buttons })}`);
    for (let count = 0; task !== 'look' && count < MOST_MOVES; count += 1) {
      if (await settled(page) === 'done') break;
      const before = await moves(page);
      await button(page, 'hint').tap();
      if ((await spoken(page)).match(CELLS)?.length === 1) await button(page, 'hint').tap();
      for (const name of (await spoken(page)).match(CELLS) ?? []) await cell(page, name).tap();
      if (ANSWERS[key]) await (await answer(page, t(ANSWERS[key]), before))?.tap();
      await moved(page, before);
    }
    assert.equal(await settled(page), 'done', key);
    await button(page, 'next').tap();
  }
  await until('the end', async () => await step(page) === 'end');
  assert.ok(await page.getByRole('button', { name: t('lesson-play') }).isVisible());
});

story('a wrong move shows what it costs, and the board is set up again', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/learn/klinzha#shield');
  await settled(page);
  await cell(page, 'G13').click();
  await cell(page, 'G14').click();
  await page.locator('.lesson-say.missed').waitFor();
  assert.equal(await page.locator('.lesson-say').textContent(), t('lesson-klinzha-shield-miss'));
  // The Lancer has captured the Goal.
  await until('the Lancer stands on the Goal', async () => (await cell(page, 'I22').getAttribute('aria-label'))?.includes(t('piece-klinzha-L')));
  assert.equal(await settled(page), 'missed');
  assert.equal(await button(page, 'hint').getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('r');
  await until('the Goal is back', async () => (await cell(page, 'I22').getAttribute('aria-label'))?.includes(t('piece-klinzha-G')));
  assert.equal(await page.locator('.lesson-say').isVisible(), false);
  // A move that has an explanation of its own.
  await page.goto(new URL('/learn/klinzha#hunt', me.base).href);
  await page.reload();
  await settled(page);
  await cell(page, 'F14').click();
  await cell(page, 'D17').click();
  await page.locator('.lesson-say.missed').waitFor();
  assert.equal(await page.locator('.lesson-say').textContent(), t('lesson-klinzha-hunt-miss-fencer'));
});

story('the umpire of a lesson says what the umpire of a game would', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/learn/clouded-klinzha#field');
  await settled(page);
  // The Blockader is not seen: neither on the board nor in what the server sends.
  const sent = page.waitForResponse('**/api/lesson');
  await cell(page, 'G35').click();
  await cell(page, 'F37').click();
  const text = await (await sent).text();
  assert.ok(!text.includes('"kind":"B"'), text);
  await page.locator('.lesson-told').waitFor();
  assert.ok((await page.locator('.lesson-told').textContent())?.includes(t('umpire-halted-field')));
  await page.keyboard.press('n');
  await until('the next step', async () => await step(page) === 'where');
  await settled(page);
  await cell(page, 'E26').click();
  await page.locator('.lesson-say.missed').waitFor();
  // A click on the board sets it up again.
  await cell(page, 'E26').click();
  assert.equal(await settled(page), 'open');
  await cell(page, 'E37').click();
  await page.locator('.lesson-say.done').waitFor();
});

story('progress is kept, shown in the list, and leads on', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/learn');
  assert.equal(await page.locator('.lesson-card').count(), GAMES.length);
  const card = page.locator('.lesson-card[data-game=klinzha]');
  assert.equal(await card.getByRole('link', { name: t('lesson-begin') }).count(), 1);
  await card.getByRole('link', { name: t('lesson-begin') }).click();
  await settled(page);
  await cell(page, 'F37').click();
  await cell(page, 'E37').click();
  await page.locator('.lesson-say.done').waitFor();
  await page.goto(new URL('/learn', me.base).href);
  assert.equal(await card.locator('.lesson-bar .solved').count(), 1);
  await card.getByRole('link', { name: t('lesson-continue') }).click();
  await until('the second step', async () => await step(page) === 'step');
  assert.deepEqual([...await inaccessible(page)], []);
});

story('who only presses Next has seen the lesson, not solved it, and is led back', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/learn/klinzha');
  const all = await steps(page);
  const tasks = all.filter(({ task }) => task !== 'look');
  for (const [index, { key }] of all.entries()) {
    await until(`step ${key}`, async () => await step(page) === key);
    await settled(page);
    if (index === 1) {
      await page.locator('game-board [data-cell][tabindex="0"]').focus();
      await solve(page);
    }
    await button(page, 'next').click();
  }
  await page.getByRole('heading', { name: t('lesson-end-open') }).waitFor();
  assert.equal(await page.getByRole('heading', { name: t('lesson-end-title') }).count(), 0);
  const solved = t('lesson-solved', { solved: 1, all: tasks.length });
  assert.equal(await page.locator('#lesson-solved').textContent(), solved);
  assert.equal(await page.locator('.lesson-bar').getAttribute('aria-label'), solved);
  assert.equal(await page.locator('.lesson-bar .seen').count(), tasks.length - 1);
  assert.deepEqual([...await inaccessible(page), ...await tooWide(page)], []);
  await page.getByRole('link', { name: t('lesson-go-back', { title: t('lesson-klinzha-goal-title') }) }).click();
  await until('the first task', async () => await step(page) === 'goal');
  // The list does not say either that the game is known.
  await page.goto(new URL('/learn', me.base).href);
  const card = page.locator('.lesson-card[data-game=klinzha]');
  await card.getByRole('link', { name: t('lesson-continue') }).waitFor();
  assert.equal(await card.locator('.lesson-bar .seen').count(), tasks.length - 1);
});

story('the lesson is offered on the first game, until it is declined or a game is finished', async ({ visit }) => {
  const me = await visit();
  const wanted = { game: 'klinzha', start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 };
  const page = await openGame(me, wanted);
  const offer = page.locator('#lesson-offer');
  await offer.waitFor();
  assert.equal(await offer.getByRole('link').getAttribute('href'), '/learn/klinzha');
  assert.deepEqual([...await inaccessible(page), ...await tooWide(page)], []);
  await offer.getByRole('button', { name: t('lesson-offer-no') }).click();
  assert.equal(await offer.isVisible(), false);
  await page.reload();
  await page.locator('#status.mine').waitFor();
  assert.equal(await offer.isVisible(), false);
  // Another game is another matter, until one of its kind is over.
  const grand = await openGame(me, { game: 'grand-chess', start: { setup: true }, opponent: { computer: 1 }, seat: 0 });
  await grand.locator('#lesson-offer').waitFor();
  await grand.locator('[data-act=resign]').click();
  await grand.getByRole('dialog').getByRole('button', { name: t('resign-yes') }).click();
  await grand.locator('#end h2').waitFor();
  assert.equal(await grand.locator('#lesson-offer').isVisible(), false);
  const again = await openGame(me, { game: 'grand-chess', start: { setup: true }, opponent: { computer: 1 }, seat: 0 });
  await again.locator('#status.mine').waitFor();
  assert.equal(await again.locator('#lesson-offer').isVisible(), false);
});

story('the ways to the lessons are on the front page, the form and the rules, in each language', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const me = await visit({ locale });
    for (const path of ['/', '/new/klinzha', '/rules/klinzha']) {
      const page = await me.open(path);
      const link = page.locator('a[href="/learn/klinzha"]').first();
      assert.equal((await link.textContent())?.trim(), t('lesson-link'), `${locale} ${path}`);
      await page.close();
    }
  }
});
