// The table in windows of all sizes: the whole board is in the window, no control moves between
// two states of a phase, targets are large enough, and nothing covers a control.

import assert from 'node:assert/strict';
import { api, becomeGuest, button, cell, createGame, gameId, goThroughSetup, goToPlacement, openGame, state } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { PAWNS, simpleMove } from './kaleido.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** Width and height of the windows, in CSS pixels: with a mouse, and under a finger. */
const MOUSE = [
  [950, 700], [1024, 600], [1280, 720], [1366, 625], [1366, 768], [1440, 900], [1920, 1080], [2560, 1440],
];
const FINGER = [
  [320, 568], [360, 740], [390, 844], [412, 915], [768, 1024], [568, 320], [740, 360], [844, 390], [1024, 768],
];

/** How far a control may move, in pixels. */
const SHIFT = 1;
/** The smallest target, and the smallest button under a finger, in pixels. */
const TARGET = 24;
const BUTTON = 44;

/**
 * A control on the page, in CSS pixels.
 * @typedef {object} Control
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isButton
 * @property {boolean} isText whether it is a link in running text
 * @property {string} covered what covers its middle
 */

/**
 * The board's place and the controls of a page. Controls in lists that scroll, in notices, which
 * lie over the list, and in dialogs have no fixed place.
 * @param {Page} page
 */
const measure = (page) => page.evaluate(() => {
  scrollTo(0, 0);
  for (const one of document.querySelectorAll('.side, .setup')) one.scrollTop = 0;
  const free = '.notices, .move-list, .told-list, .toast, dialog, .site-footer, .skip, #chat, #share, .prefs, .dice-verify, #take-home';
  const label = (/** @type {HTMLElement} */ one) =>
    one.id || one.dataset.act || one.dataset.tool || one.dataset.step || one.dataset.pref || one.getAttribute('name')
    || one.getAttribute('aria-label') || one.title || one.textContent?.trim().slice(0, 30) || one.className;
  const board = document.querySelector('game-board > svg')?.getBoundingClientRect();
  /** @type {Map<string, number>} */
  const seen = new Map();
  const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(free) && !one.closest('.sr-only'))
    .map((one) => {
      const target = one instanceof HTMLInputElement ? one.closest('label') ?? one : one;
      const { x, y, width, height } = target.getBoundingClientRect();
      const base = label(/** @type {HTMLElement} */ (one));
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      const [cx, cy] = [x + width / 2, y + height / 2];
      const box = one.closest('.palette-list, .side, .setup')?.getBoundingClientRect();
      const shown = cx > 0 && cy > 0 && cx < innerWidth && cy < innerHeight
        && (!box || (cy > box.top && cy < box.bottom));
      const top = shown ? document.elementFromPoint(cx, cy) : null;
      const covered = top && !target.contains(top) && !top.contains(one) ? `${top.tagName}.${top.getAttribute('class')}` : '';
      return {
        name: count > 1 ? `${base} (${count})` : base,
        x, y, width, height, covered,
        isButton: one.matches('button, .button'),
        // A link in running text is as high as its line.
        isText: getComputedStyle(one).display === 'inline',
      };
    });
  return { board: board && { x: board.x, y: board.y, right: board.right, bottom: board.bottom }, controls };
});

/**
 * A phase of a game on the screen: what is measured, by window, in each of its states.
 */
class Phase {
  /** @type {Map<string, { state: string, controls: Control[] }[]>} */
  #seen = new Map();

  /**
   * @param {string} name
   * @param {string[]} faults gets what is found
   */
  constructor(name, faults) {
    this.name = name;
    this.faults = faults;
  }

  /**
   * Measures a page in all windows.
   * @param {Page} page
   * @param {string} state
   * @param {number[][]} sizes
   * @param {boolean} isTouch
   */
  async look(page, state, sizes, isTouch) {
    for (const [width = 0, height = 0] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const { board, controls } = await measure(page);
      const where = `${this.name}, ${state}, ${width}x${height}`;
      if (!board || board.x < -1 || board.y < -1 || board.right > width + 1 || board.bottom > height + 1)
        this.faults.push(`${where}: the board is at ${JSON.stringify(board)}`);
      for (const one of controls) {
        if (one.covered) this.faults.push(`${where}: '${one.name}' is covered by ${one.covered}`);
        const least = isTouch && one.isButton ? BUTTON : TARGET;
        if (one.height > 0 && !one.isText && (one.height < least - 0.5 || one.width < TARGET - 0.5))
          this.faults.push(`${where}: '${one.name}' is ${Math.round(one.width)}x${Math.round(one.height)}`);
      }
      const key = `${width}x${height}`;
      const before = this.#seen.get(key) ?? [];
      for (const other of before) this.#compare(where, other, controls);
      this.#seen.set(key, [...before, { state, controls }]);
    }
  }

  /**
   * @param {string} where
   * @param {{ state: string, controls: Control[] }} other
   * @param {Control[]} controls
   */
  #compare(where, other, controls) {
    for (const one of controls) {
      const was = other.controls.find(({ name }) => name === one.name);
      if (was && Math.max(Math.abs(was.x - one.x), Math.abs(was.y - one.y)) > SHIFT)
        this.faults.push(
          `${where}: '${one.name}' is at ${Math.round(one.x)},${Math.round(one.y)}, ` +
          `in '${other.state}' at ${Math.round(was.x)},${Math.round(was.y)}`,
        );
    }
  }
}

/** No Goal can be captured within a few moves. */
const FAR_APART = { start: { position: '1/3/vv+v2/7/9/11/13/3VLV9/E+3V1F10 gold 5 4' }, opponent: { computer: 1 }, seat: 0 };
/** @type {Record<string, object>} */
const GAMES = {
  'Klin Zha': { game: 'klinzha', ...FAR_APART },
  'Clouded Klin Zha': { game: 'clouded-klinzha', ...FAR_APART },
  'Grand Chess': { game: 'grand-chess', opponent: { computer: 1 }, seat: 0 },
  'KaleidoChess': { game: 'kaleidochess', options: { seats: '2' }, seats: ['you', { computer: 1 }] },
  'KaleidoChess with dice and four seats': {
    game: 'kaleidochess',
    options: { seats: '4', dice: 'on', ...PAWNS },
    seats: ['you', { computer: 1 }, { computer: 1 }, { computer: 1 }],
  },
};
/** The moves that are made before one steps back. */
const MOVES = 2;

for (const [name, wanted] of Object.entries(GAMES)) {
  story(`the table of ${name} has its places in every window`, async ({ visit }) => {
    const { mouse, finger, both, faults } = await twoWindows(visit);
    const id = await createGame(mouse.visitor, wanted);
    await both.open(`/g/${id}`);
    const { page } = mouse;

    const play = new Phase('play', faults);
    await waitForTurn(page);
    await both.look(play, 'to move');
    const move = await simpleMove(page);
    await both.each(async (page) => {
      // The page shows throws one after the other, and so may come later than the API.
      const from = cell(page, move.from);
      await until('the board offers it', () => from.evaluate((one) => one.classList.contains('grab')));
      await from.click();
      await page.locator('game-board .cell.target').first().waitFor();
    });
    await both.look(play, 'a piece is chosen');
    await both.each((page) => page.keyboard.press('Escape'));
    for (let made = 0; made < MOVES; made += 1) await makeMove(page);
    await both.each((page) => until('the moves are shown', async () => (await page.locator('.move-list .move').count()) > 1));
    await waitForTurn(page);
    await both.look(play, 'after moves');

    const past = new Phase('earlier position', faults);
    for (const steps of ['one step back', 'two steps back']) {
      await both.each((page) => page.locator('[data-step=back]').click());
      await both.look(past, steps);
    }
    await both.look(play, 'an earlier position is shown');
    await both.each((page) => page.locator('[data-step=last]').click());

    await api(page, `/api/games/${id}/acts`, { act: 'resign' });
    const end = new Phase('end', faults);
    await both.each(async (page) => {
      await page.locator('#end h2').waitFor();
      // The review is loaded with the end, where a game has one.
      const { analysis } = JSON.parse(await page.locator('#page-data').textContent() ?? '{}');
      if (analysis) await page.locator('#review > button').first().waitFor({ state: 'attached' });
      if (wanted === GAMES['Clouded Klin Zha']) await page.locator('.truth-tabs').waitFor();
    });
    await both.look(end, 'the end');
    await both.each((page) => page.locator('[data-step=back]').click());
    await both.look(end, 'a step back');
    none(faults);
  });
}

story('the setup of Klin Zha has its places in every window', async ({ visit }) => {
  const { mouse, both, faults } = await twoWindows(visit);
  const id = await createGame(mouse.visitor, { game: 'klinzha', opponent: { computer: 1 }, seat: 0 });
  await both.open(`/g/${id}`);
  const { page } = mouse;
  await goToPlacement(page);
  await both.each((page) => page.locator('.tray-item').first().waitFor());
  const placing = new Phase('placing', faults);
  await both.look(placing, 'an empty board');
  await button(page, 'array-spearhead').click();
  await until('the array stands', async () => (await state(page)).scene.frame.pieces.length > 0);
  await both.each((page) => page.locator('game-board .piece').first().waitFor());
  await both.look(placing, 'an array stands');
  none(faults);
});

story('what ends a step of the setup is in sight beside the board', async ({ visit }) => {
  const visitor = await visit();
  const time = { controls: ['3m+2s'] };
  /** @type {string[]} */
  const faults = [];
  const seen = new Set();
  const check = async (/** @type {Page} */ page, /** @type {string} */ step, /** @type {string} */ buttons) => {
    seen.add(step);
    for (const [width = 0, height = 0] of [...MOUSE, ...FINGER].filter(([w = 0, h = 0]) => w / h >= 5 / 4)) {
      await page.setViewportSize({ width, height });
      const hidden = await page.locator(buttons).evaluateAll((all) => all.filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const found = document.elementFromPoint(x + width / 2, y + height - 3);
        return !found || !one.contains(found);
      }).map((one) => one.textContent));
      if (hidden.length > 0) faults.push(`${step}, ${width}x${height}: ${hidden}`);
    }
  };
  const answer = (/** @type {string} */ step) => async (/** @type {Page} */ page) => {
    await check(page, step, '.answers button');
    await page.locator('.answers button').first().click();
  };
  const placement = new Error('placement begins');
  const plan = {
    option: answer('option'),
    granted: answer('granted'),
    take: async (/** @type {Page} */ page) => {
      await page.locator('input[name=take-region]').first().check({ force: true });
      await check(page, 'take', '.take .main');
      await page.locator('.take .main').click();
    },
    place: async (/** @type {Page} */ page) => {
      await check(page, 'place', '.setup > .row button');
      throw placement;
    },
  };
  // The cast decides who has the option, so a game is begun until this player had it.
  for (let games = 0; games < 20 && !seen.has('option'); games += 1) {
    const page = await openGame(visitor, { opponent: { computer: 1 }, seat: 0, time });
    await goThroughSetup([{ page, plan }]).catch((error) => {
      if (error !== placement) throw error;
    });
    await page.close();
  }
  assert.ok(seen.has('option'), 'this player had the option');
  none(faults);
});

/** Pages with a board and without a game. */
const BOARDS = [
  '/analysis?game=klinzha', '/analysis?game=grand-chess', '/analysis?game=kaleidochess',
  '/editor/klinzha', '/editor/clouded-klinzha', '/editor/grand-chess', '/editor/kaleidochess', '/clouds',
];

story('the boards of analysis and editors fit every window', async ({ visit }) => {
  const { both, faults } = await twoWindows(visit);
  for (const path of BOARDS) {
    await both.open(path, 'game-board [data-cell]');
    await both.look(new Phase(path, faults), 'opened');
    await both.each((page) => page.close());
  }
  none(faults);
});

/** Waits until this player can move. @param {Page} page */
const waitForTurn = (page) => until('the turn', async () => {
  const { scene } = await state(page);
  return scene.to_act.includes(0) && scene.choices.some((/** @type {any} */ { kind }) => kind === 'move');
});

/** Makes a move by the API. @param {Page} page */
async function makeMove(page) {
  await waitForTurn(page);
  const { text } = await simpleMove(page);
  await api(page, `/api/games/${gameId(page)}/acts`, { act: 'submit', text });
}

/**
 * One guest in two browsers: with a mouse and under a finger.
 * @param {import('./harness.mjs').Visit} visit
 */
async function twoWindows(visit) {
  const first = await visit({ locale: 'en', reducedMotion: 'reduce' });
  await becomeGuest(first.context, first.base);
  const storageState = await first.context.storageState();
  const second = await visit({ ...PHONE, locale: 'en', reducedMotion: 'reduce', storageState });
  const mouse = { visitor: first, page: /** @type {Page} */ (/** @type {unknown} */ (null)), sizes: MOUSE, isTouch: false };
  const finger = { ...mouse, visitor: second, sizes: FINGER, isTouch: true };
  /** @type {string[]} */
  const faults = [];
  const both = {
    open: async (/** @type {string} */ path, ready = '#status:not(:empty)') => {
      for (const one of [mouse, finger]) {
        one.page = await one.visitor.open(path);
        await one.page.locator(ready).first().waitFor();
      }
    },
    each: async (/** @type {(page: Page) => Promise<unknown>} */ act) => {
      for (const { page, sizes } of [mouse, finger]) {
        await page.bringToFront();
        const [width = 0, height = 0] = sizes[2] ?? [];
        await page.setViewportSize({ width, height });
        await act(page);
      }
    },
    look: async (/** @type {Phase} */ phase, /** @type {string} */ state) => {
      for (const { page, sizes, isTouch } of [mouse, finger]) await phase.look(page, state, sizes, isTouch);
    },
  };
  return { mouse, finger, both, faults };
}

/** @param {string[]} faults */
const none = (faults) => assert.ok(faults.length === 0, `\n  ${faults.join('\n  ')}`);
