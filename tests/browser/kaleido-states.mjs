// The states of the pages of KaleidoChess: part of `STATES`.

import assert from 'node:assert/strict';
import { api, call, cell, clickMove, createGame, gameId, waitMoves } from './board.mjs';
import { BESIDE_RED, openTable, RAVENS_ONLY, submit } from './kaleido.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */
/** @import { State } from './states.mjs' */

/** The first player against easy computers, or all at one screen. */
const against = (/** @type {number} */ count) => ['you', ...Array(count - 1).fill({ computer: 2 })];
const here = (/** @type {number} */ count) => Array(count).fill('you');

/** Four players who know the game, up to where it is White's turn again. */
export const FOUR = '2I+2K 2H+2K 5I+4F 7I+6F 1K-2G 4I+4F 6I+6F 8I+8H';
/** Two of them. */
export const TWO = '8I-7K 6K-7I 8K-8I 4I-3K 2H-3F 3K-3J 3F-3I 3J-3G 2G-2E 4F-3H 7K-7J 7I+7J 8I+7J 6I-6K 1G-8K 5G-6I 7J+6K 5K+6K 1F-2D 6K-7G';
/** How a game of two begins. */
const START = '1/8/16/16/wL,wD,wL,wT,wH,wP,3,bP,bH,bT,bL,bD,bL,bT,bH,bP,3,wP,wH,wT/wR,wW,wR,wE,wV,wP,3,bP,bV,bE,bR,bW,bR,bE,bV,bP,3,wP,wV,wE';

/** White holds two castles and takes Black's last one with this move. */
const NEARLY = 'wD/8/16/10,bP,5/8,bL,8,wE,6/1,wW,10,wV,bW,10 w -,- - 31';
const WINS = '5I+5J';
/** White's Wizard is its last piece in a castle, and a Raven stands about. */
const LAST = '1/8/7,wV,8/16/24/1,wW,wP,10,bW,10 w -,- - 12';

/**
 * Opens a hot-seat game after some moves.
 * @param {Visitor} visitor
 * @param {number} players
 * @param {string} moves
 */
async function played(visitor, players, moves) {
  const wanted = { game: 'kaleidochess', options: { seats: String(players) }, seats: here(players) };
  const id = await createGame(visitor, wanted);
  for (const [i, text] of moves.split(' ').entries()) {
    await call(visitor, `/api/games/${id}/acts`, { act: 'submit', seat: i % players, text });
  }
  return visitor.open(`/g/${id}`);
}

/** @param {Page} page */
const myTurn = (page) => page.locator('#status.mine').waitFor();

/** @param {Page} page */
const hasEnd = (page) => page.locator('#end h2').waitFor();

/**
 * A game in which the visitor is to move.
 * @param {object} wanted
 * @returns {State}
 */
const mine = (wanted) => ({ open: (visitor) => openTable(visitor, wanted), pose: myTurn });

/** @param {string} path @returns {State} */
const at = (path) => ({ open: (visitor) => visitor.open(path) });

/** @type {Record<string, State>} */
export const KALEIDO_STATES = {
  'kaleido-rules': at('/rules/kaleidochess'),
  'kaleido-guide': at('/guide/kaleidochess'),
  'kaleido-guide-wizard': at('/guide/kaleidochess/W'),
  'kaleido-guide-tiger': at('/guide/kaleidochess/T'),
  'kaleido-editor': {
    ...at(`/editor/kaleidochess?${new URLSearchParams({ position: `${START} w -,- - 1` })}`),
    pose: (page) => page.locator('.palette-item').first().waitFor({ state: 'attached' }),
  },
  'kaleido-new': at('/new/kaleidochess'),
  'kaleido-new-four': {
    ...at('/new/kaleidochess?dice=on'),
    async pose(page) {
      await page.locator('[data-preset=computer][data-count="4"]').click();
      await page.getByText(t('new-dice-own'), { exact: true }).click();
    },
  },

  'kaleido-two': mine({ seats: against(2) }),
  'kaleido-three': mine({ options: { seats: '3' }, seats: against(3) }),
  'kaleido-four': mine({ options: { seats: '4' }, seats: against(4) }),

  /** The middle of a hot-seat game of four, a piece selected and a path shown. */
  'kaleido-middle': {
    open: (visitor) => played(visitor, 4, FOUR),
    async pose(page) {
      await waitMoves(page, FOUR.split(' ').length);
      const { scene } = await api(page, `/api/games/${gameId(page)}`);
      const moves = scene.choices.filter((/** @type {any} */ one) => one.kind === 'move');
      const pathOf = async (/** @type {any} */ { text }) => (await api(page, `/api/games/${gameId(page)}/paths?${new URLSearchParams({ text })}`)).paths[0] ?? [];
      const lengths = await Promise.all(moves.map(async (/** @type {any} */ one) => ({ ...one, length: (await pathOf(one)).length })));
      const longest = lengths.sort((a, b) => b.length - a.length)[0];
      await cell(page, longest.from).click();
      await page.locator('.cell.target').first().waitFor();
      await cell(page, longest.to).hover();
      await page.locator('game-board .ways .way').first().waitFor();
    },
  },

  /** A die that has been thrown: only some pieces may move. */
  'kaleido-die': mine({ options: { dice: 'on' }, start: { position: `${START} w -,- 4 1` }, seats: against(2) }),

  /** A hot-seat game of four with a die that lets White move, so that no passes follow. */
  'kaleido-die-four': mine({
    options: { seats: '4', dice: 'on' }, start: { position: BESIDE_RED.replace('- 1', '6 1') }, seats: here(4),
  }),

  /** Passes that the server makes. */
  'kaleido-pass': {
    async open(visitor) {
      const position = '1/8/16/16/24/1,wW,wV,4,rW,5,bW,5,gW,4 w -,-,-,- - 1';
      const page = await openTable(visitor, { options: RAVENS_ONLY, start: { position }, seats: here(4) });
      const { scene } = await api(page, `/api/games/${gameId(page)}`);
      const choice = scene.choices.find((/** @type {any} */ one) => !one.danger);
      assert.ok(choice, 'the Raven may move');
      await submit(page, { act: 'submit', seat: 0, text: choice.text });
      await page.reload();
      return page;
    },
    async pose(page) {
      await waitMoves(page, 4);
    },
  },

  /** Red is out, the others play on. */
  'kaleido-out': {
    async open(visitor) {
      const page = await openTable(visitor, { start: { position: BESIDE_RED }, seats: here(4) });
      await submit(page, { act: 'submit', seat: 0, text: '3I+3J' });
      await page.reload();
      return page;
    },
    async pose(page) {
      await waitMoves(page, 1);
    },
  },

  'kaleido-danger': {
    open: (visitor) => openTable(visitor, { start: { position: LAST }, seats: here(2) }),
    async pose(page) {
      const { scene } = await api(page, `/api/games/${gameId(page)}`);
      const choice = scene.choices.find((/** @type {any} */ one) => one.danger === 'leaves-castle');
      await clickMove(page, choice.from, choice.to);
      await page.locator('.confirm-danger').waitFor();
    },
  },

  /** A table with dice and free seats, as its host sees it. */
  'kaleido-open': {
    open: (visitor) => openTable(visitor, { options: { seats: '4', dice: 'on' }, seats: ['you', 'open', { computer: 5 }, 'open'] }),
    pose: (page) => page.locator('#invite h2').waitFor(),
  },

  /** The end of a game of two. */
  'kaleido-end': {
    async open(visitor) {
      const page = await openTable(visitor, { start: { position: NEARLY }, seats: against(2) });
      await myTurn(page);
      await submit(page, { act: 'submit', text: WINS });
      return page;
    },
    pose: hasEnd,
  },

  /** The ranking of a game of four in which Red lost its castles and two players resigned. */
  'kaleido-ranking': {
    async open(visitor) {
      const page = await openTable(visitor, { options: { seats: '4' }, start: { position: BESIDE_RED }, seats: here(4) });
      await submit(page, { act: 'submit', text: '3I+3J' });
      for (const seat of [2, 3]) await submit(page, { act: 'resign', seat });
      return page;
    },
    pose: (page) => page.locator('.ranking').waitFor(),
  },

  /** The end of a game of four with dice: places, reasons, the seed. */
  'kaleido-end-four': {
    async open(visitor) {
      const page = await openTable(visitor, { options: { seats: '4', dice: 'on' }, seats: here(4) });
      for (let ply = 0; ply < 5; ply += 1) {
        const { scene } = await api(page, `/api/games/${gameId(page)}`);
        // The die decides which pieces may move; nearly always one of them may without danger.
        const choice = scene.choices.find((/** @type {any} */ one) => !one.danger) ?? scene.choices[0];
        await submit(page, { act: 'submit', seat: scene.to_act[0], text: choice.text });
      }
      for (const seat of [2, 0, 3]) await submit(page, { act: 'resign', seat });
      await page.reload();
      return page;
    },
    pose: hasEnd,
  },

  /**
   * A hot-seat game of two with the moves told in words. The browser keeps that setting, so this
   * state is the last one.
   */
  'kaleido-words': {
    open: (visitor) => played(visitor, 2, TWO),
    async pose(page) {
      await waitMoves(page, TWO.split(' ').length);
      await page.getByText(t('prefs-title'), { exact: true }).click();
      await page.locator('[data-pref=words]').check();
      await page.locator('[data-pref=coords]').selectOption('inside');
    },
  },
};
