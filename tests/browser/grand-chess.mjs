// Shared by the tests of Grand Chess: games of two players, and positions.

import { cell, clickMove, moves, openGame, sitDown, state, waitMoves, waitStatus } from './board.mjs';
import { until } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Locator, Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

/**
 * White's knight and queen are next to an Immobilizer; a Grasshopper and a Nightrider are locked.
 */
export const HELD = '4k5/10/10/3q6/5{im}4/1R2N1Q3/5B4/{Gr}2{Nr}6/P1P3P3/4K5 w - - 0 2';
/**
 * The Archer can capture the knight on f7 together with the rook on h8, the Withdrawer c6 by moving
 * to a6, the Diplomat h3.
 */
export const SPECIAL = '4k5/10/7r2/5n4/1{Wi}p{Ar}6/10/10/6{Di}n2/2P3P3/4K5 w - - 0 20';
/**
 * White's pawns can promote to captured pieces: one is about to reach rank 9, the other rank 10.
 */
export const READY = '10/2P1k5/6P3/10/10/10/10/10/1p2K5/10 w - - 0 1';
/** The rook checks White's king. */
export const CHECK = '4k5/10/10/10/4r5/10/10/10/2P3P3/1R2K5 w - - 0 20';

/** A classic game of 15 plies that ends with Black mated. */
export const MATE = [
  ['c3', 'c4', 'c4'], ['j10', 'e10', 'Rj10e10'], ['d3', 'd5', 'd5'], ['c9', 'd10', 'Bd10'], ['g2', 'f4', 'Af4'],
  ['d8', 'd6', 'd6'], ['f4', 'j8', 'Axj8'], ['b9', 'c7', 'Nc7'], ['j8', 'i9', 'Axi9'], ['f9', 'd8', 'Cd8'],
  ['i9', 'j8', 'Aj8'], ['i8', 'i7', 'i7'], ['j8', 'h9', 'Axh9'], ['e10', 'h10', 'Rh10'], ['h9', 'g8', 'Axg8#'],
];

/** @param {Visitor} visitor @param {object} [wanted] */
export const openGrandChess = (visitor, wanted = {}) => openGame(visitor, { game: 'grand-chess', ...wanted });

/**
 * Two players; the first has White.
 * @param {(options?: object) => Promise<Visitor>} visit
 * @param {object} [wanted]
 * @param {object} [look] options of the first player's browser
 */
export async function friends(visit, wanted = {}, look = {}) {
  const [host, guest] = [await visit(look), await visit()];
  const white = await openGrandChess(host, { opponent: 'open', seat: 0, ...wanted });
  const black = await guest.open(new URL(white.url()).pathname);
  await sitDown(black);
  await white.locator('#invite').waitFor({ state: 'hidden' });
  return { host, guest, white, black };
}

/**
 * Makes a move by clicks, and waits until all pages show it.
 * @param {Page} page of the player to move
 * @param {Page[]} others
 * @param {string} from
 * @param {string} to
 */
export async function move(page, others, from, to) {
  await page.bringToFront();
  const count = (await moves(page)).length + 1;
  await page.locator('#status.mine').waitFor();
  await clickMove(page, from, to);
  for (const one of [page, ...others]) await waitMoves(one, count);
  return (await moves(page)).at(-1);
}

/** The accessible name of a cell. @param {Page} page @param {string} name */
export const words = async (page, name) => await cell(page, name).getAttribute('aria-label') ?? '';

/** @param {Page} page @param {string} name @param {string} said */
export const waitWords = (page, name, said) =>
  until(`${name} says '${said}'`, async () => (await words(page, name)).includes(said));

/** The name of a piece. @param {string} code */
export const named = (code) => t(`piece-grand-chess-${code}`);

/** The promotion dialog. @param {Page} page @param {string} to */
export const promotion = (page, to) => page.getByRole('dialog', { name: t('promotion-title', { cell: to }) });

/** A piece in a piece chooser. @param {Page | Locator} where @param {string} code */
export const item = (where, code) => where.locator(`.picker-item[data-kind="${code}"]`);

/** The signs on destinations. @param {Page} page @param {string} kind */
export const signs = (page, kind) => page.locator(`game-board .sign.${kind}`);

/** @param {Page} page */
export const myMove = (page) => waitStatus(page, 'status-your-move');

/** The current position. @param {Page} page @returns {Promise<string>} */
export const position = async (page) => (await state(page)).scene.frame.position;
