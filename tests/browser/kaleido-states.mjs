// The pages of KaleidoChess in the states that somebody may find them in: part of `STATES`.

import assert from 'node:assert/strict';
import { api, cell, clickMove, gameId, waitMoves } from './board.mjs';
import { BESIDE_RED, openTable, RAVENS_ONLY, submit } from './kaleido.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

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
 * A table at which these moves have been made, all by those at this screen.
 * @param {Visitor} visitor
 * @param {object} wanted
 * @param {string} moves
 */
async function played(visitor, wanted, moves) {
  const page = await openTable(visitor, wanted);
  const { scene } = await api(page, `/api/games/${gameId(page)}`);
  const texts = moves.split(' ').filter(Boolean);
  for (const [i, text] of texts.entries()) await submit(page, { act: 'submit', seat: i % scene.sides.length, text });
  await page.reload();
  await waitMoves(page, texts.length);
  return page;
}

/**
 * A table whose first player is the visitor, who is to move.
 * @param {Visitor} visitor
 * @param {object} wanted
 */
async function mine(visitor, wanted) {
  const page = await openTable(visitor, wanted);
  await page.locator('#status.mine').waitFor();
  return page;
}

/** Takes a piece up. @param {Page} page @param {string} name */
async function pickUp(page, name) {
  await cell(page, name).click();
  await page.locator('.cell.target').first().waitFor();
}

/** @type {Record<string, (visitor: Visitor) => Promise<Page>>} */
export const KALEIDO_STATES = {
  'kaleido-home': (visitor) => visitor.open('/'),
  'kaleido-rules': (visitor) => visitor.open('/rules/kaleidochess'),
  'kaleido-guide': (visitor) => visitor.open('/guide/kaleidochess'),
  'kaleido-guide-wizard': (visitor) => visitor.open('/guide/kaleidochess/W'),
  'kaleido-guide-tiger': (visitor) => visitor.open('/guide/kaleidochess/T'),
  'kaleido-editor': (visitor) => visitor.open(`/editor/kaleidochess?${new URLSearchParams({ position: `${START} w -,- - 1` })}`),
  'kaleido-new': (visitor) => visitor.open('/new/kaleidochess'),
  async 'kaleido-new-four'(visitor) {
    const page = await visitor.open('/new/kaleidochess?dice=on');
    await page.locator('[data-preset=computer][data-count="4"]').click();
    await page.getByText(t('new-dice-own'), { exact: true }).click();
    return page;
  },

  'kaleido-two': (visitor) => mine(visitor, { seats: against(2) }),
  'kaleido-three': (visitor) => mine(visitor, { options: { seats: '3' }, seats: against(3) }),
  'kaleido-four': (visitor) => mine(visitor, { options: { seats: '4' }, seats: against(4) }),

  /** In the midst of it, all four at one screen, a piece taken up and a way shown. */
  async 'kaleido-middle'(visitor) {
    const page = await played(visitor, { options: { seats: '4' }, seats: here(4) }, FOUR);
    const { scene } = await api(page, `/api/games/${gameId(page)}`);
    const longest = scene.choices.filter((/** @type {any} */ one) => one.kind === 'move')
      .sort((/** @type {any} */ a, /** @type {any} */ b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0];
    await pickUp(page, longest.from);
    await cell(page, longest.to).hover();
    return page;
  },

  /** A die that has been thrown: some pieces may move, others not. */
  async 'kaleido-die'(visitor) {
    const position = `${START} w -,- 4 1`;
    return mine(visitor, { options: { dice: 'on' }, start: { position }, seats: against(2) });
  },

  /** Passes that happen by themselves. */
  async 'kaleido-pass'(visitor) {
    const position = '1/8/16/16/24/1,wW,wV,4,rW,5,bW,5,gW,4 w -,-,-,- - 1';
    const page = await openTable(visitor, { options: RAVENS_ONLY, start: { position }, seats: here(4) });
    const { scene } = await api(page, `/api/games/${gameId(page)}`);
    const choice = scene.choices.find((/** @type {any} */ one) => !one.danger);
    assert.ok(choice, 'the Raven may move');
    await submit(page, { act: 'submit', seat: 0, text: choice.text });
    await page.reload();
    await waitMoves(page, 4);
    return page;
  },

  /** Red is out, the others play on. */
  async 'kaleido-out'(visitor) {
    const page = await openTable(visitor, { start: { position: BESIDE_RED }, seats: here(4) });
    await submit(page, { act: 'submit', seat: 0, text: '3I+3J' });
    await page.reload();
    await waitMoves(page, 1);
    return page;
  },

  async 'kaleido-danger'(visitor) {
    const page = await openTable(visitor, { start: { position: LAST }, seats: here(2) });
    const { scene } = await api(page, `/api/games/${gameId(page)}`);
    const choice = scene.choices.find((/** @type {any} */ one) => one.danger === 'leaves-castle');
    await clickMove(page, choice.from, choice.to);
    await page.getByRole('dialog').waitFor();
    return page;
  },

  /** Seats that nobody has taken yet, as whoever opened the table sees them, and as one who comes. */
  async 'kaleido-open'(visitor) {
    const page = await openTable(visitor, { options: { seats: '4' }, seats: ['you', 'open', { computer: 5 }, 'open'] });
    await page.locator('#invite h2').waitFor();
    return page;
  },

  /** The end of a game of two. */
  async 'kaleido-end'(visitor) {
    const page = await mine(visitor, { start: { position: NEARLY }, seats: against(2) });
    await submit(page, { act: 'submit', text: WINS });
    await page.locator('#end h2').waitFor();
    return page;
  },

  /** The end of a game of four with dice: places, reasons, the seed. */
  async 'kaleido-end-four'(visitor) {
    const page = await openTable(visitor, { options: { seats: '4', dice: 'on' }, seats: here(4) });
    for (let ply = 0; ply < 5; ply += 1) {
      const { scene } = await api(page, `/api/games/${gameId(page)}`);
      // The die says which; there is nearly always one that costs nothing.
      const choice = scene.choices.find((/** @type {any} */ one) => !one.danger) ?? scene.choices[0];
      await submit(page, { act: 'submit', seat: scene.to_act[0], text: choice.text });
    }
    for (const seat of [2, 0, 3]) await submit(page, { act: 'resign', seat });
    await page.reload();
    await page.locator('#end h2').waitFor();
    return page;
  },

  /** Two at one screen, the moves told in words. The browser keeps that, so it stands last. */
  async 'kaleido-words'(visitor) {
    const page = await played(visitor, { seats: here(2) }, TWO);
    await page.getByText(t('prefs-title'), { exact: true }).click();
    await page.locator('[data-pref=words]').check();
    await page.locator('[data-pref=names]').check();
    return page;
  },
};
