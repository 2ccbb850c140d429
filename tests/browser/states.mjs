// The states in which visitors may find the pages, for the page sweeps and the screenshots.

import { api, becomeGuest, button, cell, clickMove, gameId, goToPlacement, openGame, quietMove, waitMoves } from './board.mjs';
import { CHECK, HELD, item, openGrandChess, promotion, READY, SPECIAL } from './grand-chess.mjs';
import { ANALYSIS_STATES } from './analysis-states.mjs';
import { CLOUDED_STATES } from './clouded-states.mjs';
import { KALEIDO_STATES } from './kaleido-states.mjs';
import { OFFER_STATES } from './offer-states.mjs';
import { PUZZLE_STATES } from './puzzle-states.mjs';
import { until } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

/** The sample battle's end: wherever the green Goal is carried, it is captured. */
export const HOPELESS = '1/3/2B2/2v2v+1/1E+1b5/4F6/13/2V12/4V12 gold 19 25';
/** After Gold's move 21 in the sample battle: the Flier on E16 looks at the Goal on B19. */
export const HANGING = '1/1v+1/v1v2/7/BF7/f4b5/5e7/2V12/2E+1V12 green 1 11';
/** The sample battle after Gold's fourth move. */
export const MIDDLE = '1/3/vv+v2/e6/f1l6/V4b1s3/3LBS7/2V12/E+3V1F10 green 5 4';

/**
 * A state of a page.
 * @typedef {object} State
 * @property {(visitor: Visitor) => Promise<Page>} open opens the page and does what the server
 *   stores
 * @property {(page: Page) => Promise<void>} [pose] does what a reload undoes, such as picking up a
 *   piece or opening a dialog, and waits for it
 * @property {boolean} [opensOnce] if a reloaded page cannot be posed, so that each language needs
 *   `open`
 */

/** Opens the page of a state. @param {State} state @param {Visitor} visitor */
export async function openState({ open, pose }, visitor) {
  const page = await open(visitor);
  await pose?.(page);
  return page;
}

/**
 * Opens the page of a state that another visitor, whose cookies this one has, has opened before.
 * @param {State} state
 * @param {Visitor} visitor
 * @param {string} url
 */
export async function reopenState({ open, pose, opensOnce }, visitor, url) {
  const page = await (opensOnce ? open(visitor) : visitor.open(url));
  await pose?.(page);
  return page;
}

/** @param {string} path @returns {State} */
const at = (path) => ({ open: (visitor) => visitor.open(path) });

/** @param {Page} page */
const atRest = (page) => page.locator('.lesson-panel:is([data-state=open], [data-state=done])').waitFor();

/** @param {string} path @returns {State} */
const lesson = (path) => ({ ...at(path), pose: atRest });

/** @param {string} path @returns {State} */
const editor = (path) => ({
  ...at(path),
  pose: (page) => page.locator('.palette-item').first().waitFor({ state: 'attached' }),
});

/** Opens a game of Klin Zha. @param {object} wanted */
const klinZha = (wanted) => (/** @type {Visitor} */ visitor) => openGame(visitor, { opponent: { computer: 2 }, ...wanted });

/** Opens a game of Grand Chess with White. @param {object} wanted */
const grandChess = (wanted) => (/** @type {Visitor} */ visitor) =>
  openGrandChess(visitor, { opponent: { computer: 2 }, seat: 0, ...wanted });

/** @param {Page} page */
const myTurn = (page) => page.locator('#status.mine').waitFor();

/** @param {Page} page */
const hasDialog = (page) => page.getByRole('dialog').waitFor();

/** @param {Page} page */
const hasEnd = (page) => page.locator('#end h2').waitFor();

/** @param {string} name of a cell */
const pickUp = (name) => async (/** @type {Page} */ page) => {
  await myTurn(page);
  await cell(page, name).click();
  await page.locator('.cell.target').first().waitFor();
};

/** @param {Page} page */
async function promote(page) {
  await myTurn(page);
  await clickMove(page, 'g8', 'g9');
  await promotion(page, 'g9').waitFor();
}

/** Opens the game that is lost with the next move, and makes it. @param {Visitor} visitor */
async function lose(visitor) {
  const page = await klinZha({ start: { position: HOPELESS }, seat: 0 })(visitor);
  await myTurn(page);
  await clickMove(page, 'F36', 'D39');
  await hasEnd(page);
  return page;
}

/**
 * Opens a game with clocks against a guest without a browser.
 * @param {Visitor} visitor
 * @param {string} control
 */
async function openClocked(visitor, control) {
  const page = await klinZha({ start: { quick: 'north-west' }, opponent: 'open', seat: 0, time: { controls: [control] } })(visitor);
  const post = async (/** @type {string} */ path, /** @type {object} */ headers) =>
    (await fetch(new URL(path, visitor.base), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })).json();
  const { token } = await post('/api/guests', {});
  await post(`/api/games/${gameId(page)}/join`, { authorization: `Bearer ${token}` });
  await page.locator('.clock.runs').waitFor();
  return page;
}

/**
 * The states of Klin Zha, Grand Chess and the pages about no game.
 * @type {Record<string, State>}
 */
export const FIRST_STATES = {
  front: at('/'),
  rules: at('/rules/klinzha'),
  'grand-rules': at('/rules/grand-chess'),
  'klinzha-guide': at('/guide/klinzha'),
  'klinzha-guide-blockader': at('/guide/klinzha/B'),
  lessons: at('/learn'),
  lesson: lesson('/learn/clouded-klinzha#piece'),
  'lesson-end': { ...lesson('/learn/kaleidochess#end'), pose: (page) => page.locator('.lesson-end').waitFor() },
  guide: at('/guide/grand-chess'),
  'guide-piece': at('/guide/grand-chess/Im'),
  'guide-fool': at('/guide/grand-chess/Fo'),
  'guide-own': at('/guide/grand-chess/Ow?own=Ow:[F%3FR]'),
  import: at('/import'),
  licences: at('/licences'),
  record: { ...at('/r/sample-battle#ply-10'), pose: (page) => page.locator('.move-list .move').nth(10).waitFor() },
  share: {
    ...at('/r/sample-battle'),
    async pose(page) {
      await page.locator('#share > summary').click();
      await page.locator('#share-box .qr > summary').click();
      await page.locator('#share-box .embed > summary').click();
      await page.locator('#share-box .qr img').waitFor();
    },
  },
  embed: { ...at('/embed/record/sample-battle'), pose: (page) => page.locator('#status').filter({ hasText: /./ }).waitFor() },
  'new-klinzha': at('/new/klinzha'),
  'new-chess': {
    ...at('/new/grand-chess'),
    async pose(page) {
      await page.locator('label:has(input[value="classic+random"])').click();
      await page.locator('#option-extra').fill('5');
      await page.locator('#preview-pieces li').nth(4).waitFor();
    },
  },
  'new-clocked': {
    ...at('/new/klinzha'),
    async pose(page) {
      await page.locator('label:has(input[value="friend"])').click();
      await page.locator('#time').selectOption('custom');
    },
  },
  'sign-in': at('/sign-in'),
  account: at('/account'),
  /** A guest with feeds, and a browser that gets push messages. */
  ways: {
    async open(visitor) {
      const { request } = visitor.context;
      await becomeGuest(visitor.context, visitor.base);
      const data = {
        endpoint: 'https://push.example/1', auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      };
      await request.put(new URL('/api/me/feeds', visitor.base).href);
      await request.post(new URL('/api/me/push', visitor.base).href, { data });
      return visitor.open('/account');
    },
  },
  offline: at('/offline'),
  games: at('/games'),
  'fair-play': at('/fair-play'),
  editor: editor('/editor/klinzha'),
  'editor-chess': {
    ...at('/editor/grand-chess?position=k9/3{Gr}6/2P5P1/10/4{ca}5/10/3K1K4/10/10/P9 b - - 0 1'),
    pose: (page) => page.locator('#flaws li').first().waitFor(),
  },
  nowhere: at('/nowhere'),
  'no-game': at('/g/zzzzzzzz'),

  invitation: {
    open: klinZha({ opponent: 'open' }),
    pose: (page) => page.locator('#invite h2').waitFor(),
  },

  /** A move that waits for its confirmation. */
  confirmation: {
    open: klinZha({ start: { position: MIDDLE }, seat: 1 }),
    async pose(page) {
      await myTurn(page);
      const confirm = (/** @type {string} */ value) => page.locator('#confirm-pref').evaluate((one, value) => {
        /** @type {HTMLSelectElement} */ (one).value = value;
        one.dispatchEvent(new Event('change'));
      }, value);
      await confirm('always');
      const { from, to } = await quietMove(page);
      await clickMove(page, from, to);
      await button(page, 'confirm-send').waitFor();
      // The other states send their moves at once.
      await confirm('never');
    },
  },

  /** Both rooms of a chat after the end, with a line of the opponent and one of an onlooker. */
  chat: {
    async open(visitor) {
      const page = await klinZha({ start: { quick: 'north-west' }, opponent: 'open', seat: 0 })(visitor);
      const as = (/** @type {string} */ token) => async (/** @type {string} */ path, /** @type {object} */ body) =>
        (await fetch(new URL(path, visitor.base), { method: 'POST', headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) })).json();
      const game = `/api/games/${gameId(page)}`;
      const [player, onlooker] = [as((await as('')('/api/guests', {})).token), as((await as('')('/api/guests', {})).token)];
      await player(`${game}/join`, {});
      await player(`${game}/chat`, { room: 'table', phrase: 'well-played' });
      await onlooker(`${game}/chat`, { room: 'gallery', phrase: 'nice-move' });
      await player(`${game}/acts`, { act: 'resign' });
      await hasEnd(page);
      return page;
    },
    async pose(page) {
      // It is folded on a phone as soon as it is shown.
      await page.locator('#chat').waitFor();
      await page.locator('#chat').evaluate((/** @type {HTMLDetailsElement} */ one) => { one.open = true; });
      await page.locator('.chat-words').waitFor();
    },
  },

  cast: {
    open: klinZha({ seat: 0 }),
    pose: (page) => button(page, 'button-cast').waitFor(),
  },

  /** During placement: an arrangement with three pieces taken back, one of them selected. */
  setup: {
    async open(visitor) {
      const page = await klinZha({ seat: 0 })(visitor);
      await goToPlacement(page);
      return page;
    },
    async pose(page) {
      await button(page, 'array-spearhead').click();
      await page.locator('.layer.pieces .piece').nth(8).waitFor();
      const cells = await page.locator('.cell.grab').evaluateAll((all) => all.map((one) => one.getAttribute('data-cell') ?? ''));
      for (const name of cells.slice(0, 3)) {
        // A piece that is shown before the server has answered cannot be taken back yet.
        await until(`${name} is taken back`, async () => {
          if (await page.locator(`.cell.grab[data-cell="${name}"]`).count() === 0) return true;
          await cell(page, name).focus();
          await page.keyboard.press('Delete');
          return false;
        });
      }
      await page.locator('.tray-item:enabled').first().click();
      await page.locator('.cell.target').first().waitFor();
    },
  },

  /** The middle of a game after a move and its answer, a piece selected. */
  game: {
    async open(visitor) {
      const page = await klinZha({ start: { position: MIDDLE }, seat: 1 })(visitor);
      await myTurn(page);
      const { from, to } = await quietMove(page);
      await clickMove(page, from, to);
      await waitMoves(page, 2);
      return page;
    },
    async pose(page) {
      await myTurn(page);
      await page.locator('.cell.grab').last().click();
      await page.locator('.cell.target').first().waitFor();
    },
  },

  clocked: { open: (visitor) => openClocked(visitor, '7d+1d cap 14d floor 12h'), pose: myTurn },

  'clocked-end': {
    async open(visitor) {
      const page = await openClocked(visitor, '3d/move');
      await myTurn(page);
      const { from, to } = await quietMove(page);
      await clickMove(page, from, to);
      await waitMoves(page, 1);
      await api(page, `/api/games/${gameId(page)}/acts`, { act: 'resign' });
      return page;
    },
    pose: hasEnd,
  },

  /** A warning, and the question that follows a move which ignores it. */
  danger: {
    open: klinZha({ start: { position: HANGING }, seat: 1 }),
    async pose(page) {
      await page.locator('#warning p').waitFor();
      await clickMove(page, 'C17', 'C18');
      await page.locator('.confirm-danger').waitFor();
    },
  },

  carry: {
    open: klinZha({ start: { position: MIDDLE.replace('green 5 4', 'gold 5 4') }, seat: 0 }),
    async pose(page) {
      await myTurn(page);
      await clickMove(page, 'I11', 'I22');
      await page.locator('.choice-sign').first().waitFor();
    },
  },

  end: { open: lose, pose: hasEnd },

  past: {
    open: lose,
    async pose(page) {
      await page.locator('#end button').last().click();
      await page.locator('#past').waitFor();
    },
  },

  /** Nineteen extra pieces a side, some of them locked. */
  'grand-chess': {
    open: grandChess({ options: { setup: 'random', extra: '19', seed: '11' } }),
    async pose(page) {
      await myTurn(page);
      await page.getByText(t('table-title'), { exact: true }).click();
    },
  },

  'grand-chess-held': { open: grandChess({ start: { position: HELD } }), pose: pickUp('b5') },

  'grand-chess-special': { open: grandChess({ start: { position: SPECIAL } }), pose: pickUp('d6') },

  'grand-chess-check': {
    open: grandChess({ start: { position: CHECK } }),
    async pose(page) {
      await myTurn(page);
      await page.getByText(t('prefs-title'), { exact: true }).click();
    },
  },

  'grand-chess-picking': {
    async open(visitor) {
      const page = await grandChess({ seat: 1, options: { setup: 'chosen', extra: '7', seed: '11' } })(visitor);
      await item(page, 'Gr').click();
      await button(page, 'pick-do', { piece: t('piece-grand-chess-Gr') }).click();
      return page;
    },
    async pose(page) {
      await page.locator('.picked li').nth(1).waitFor();
      // The computer may have picked one of the two.
      await item(page, 'Wm').or(item(page, 'Cm')).first().click();
    },
  },

  'grand-chess-promotion': { open: grandChess({ start: { position: READY } }), pose: promote },

  'grand-chess-promotion-all': {
    open: grandChess({ start: { position: READY }, options: { promotion: 'all' } }),
    pose: promote,
  },

  'grand-chess-claim': {
    open: grandChess({ start: { position: READY.replace('0 1', '100 60') } }),
    pose: (page) => page.getByText(t('claim-fifty-moves'), { exact: true }).waitFor(),
  },

  'grand-chess-card': {
    open: grandChess({ start: { position: SPECIAL } }),
    async pose(page) {
      await myTurn(page);
      await cell(page, 'd6').click({ button: 'right' });
      await page.locator('dialog.piece-card .piece-card-body :is(svg, p:not(.hint))').first().waitFor();
    },
  },

  'grand-chess-end': {
    async open(visitor) {
      const page = await grandChess({ start: { position: READY } })(visitor);
      await api(page, `/api/games/${gameId(page)}/acts`, { act: 'resign' });
      return page;
    },
    pose: hasEnd,
  },
};

/** The states of all pages. */
export const STATES = { ...FIRST_STATES, ...ANALYSIS_STATES, ...CLOUDED_STATES, ...KALEIDO_STATES, ...OFFER_STATES, ...PUZZLE_STATES };
