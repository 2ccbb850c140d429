// Puzzles as tests play them: their solutions, from another visitor, as moves from cell to cell.

import { call, cell } from './board.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

/** The games with puzzles. */
export const PUZZLE_GAMES = ['klinzha', 'grand-chess', 'kaleidochess'];

/** @typedef {{ text: string, from: string, to: string }} Move */

/**
 * A puzzle of a game that is won in two moves, each of which two clicks make, with its solution
 * and a wrong first move.
 * @param {Visitor} other a visitor whose results do not matter
 * @param {string} game
 */
export async function shortPuzzle(other, game) {
  const { puzzles } = await call(other, '/api/puzzles');
  const short = puzzles.filter((one) => one.game === game && one.objective.kind === 'win' && one.objective.plies === 3);
  for (const { id } of short) {
    const { frames: [first], scene } = await call(other, `/api/puzzles/${id}`);
    const { moves } = await call(other, `/api/puzzles/${id}/solution`, {});
    const before = async (/** @type {string[]} */ moves) =>
      (await call(other, '/api/line', { game, position: first.position, moves })).scene.choices;
    const own = [single(scene.choices, moves[0]), single(await before(moves.slice(0, 2)), moves[2])];
    const wrong = scene.choices.find(({ text }) => text !== moves[0] && single(scene.choices, text));
    if (own.every(Boolean) && wrong) return { id, moves, own: /** @type {Move[]} */ (own), wrong: /** @type {Move} */ (wrong) };
  }
  throw new Error(`no puzzle of ${game} is made of plain moves`);
}

/** The choice with this text, if no other has the same cells. */
function single(choices, text) {
  const { from, to } = choices.find((one) => one.text === text) ?? {};
  const same = choices.filter((one) => one.from === from && one.to === to);
  return from && to && same.length === 1 ? { text, from, to } : null;
}

/** Makes a move by two clicks. @param {Page} page @param {Move} move */
export async function make(page, { from, to }) {
  await cell(page, from).click();
  await page.locator(`game-board [data-cell="${from}"][aria-pressed="true"]`).waitFor();
  await cell(page, to).click();
}

/** What the page says of the last move. @param {Page} page @param {string} key */
export const verdict = (page, key) => page.locator('.puzzle-verdict', { hasText: t(key) }).waitFor();
