// Finds the one choice to submit for an origin and a destination: asks which if several fit.

import { has } from '../common/i18n.js';
import { askOnBoard } from './choice-signs.js';
/** @import { GameBoard } from './game-board.js' */
/** @import { Captured, Choice } from '../common/types.d.ts' */

/**
 * @typedef {object} Context
 * @property {GameBoard} board
 * @property {string} game
 * @property {string[]} pieces the game's pieces in the order of its lists
 * @property {Captured[]} pool what pawns may become, where that is limited
 * @property {((kind: string, side: string) => void) | null} showPieceCard opens the guide's card of
 *   a piece
 */

/**
 * @param {string} side
 * @param {Choice[]} choices
 * @param {Context} context
 * @returns {Promise<Choice | null>}
 */
export async function resolveChoice(side, choices, context) {
  return choices.length > 1 ? askVariant(side, choices, context) : (choices[0] ?? null);
}

/** Whether a dialog is open or being loaded. */
let isAsking = false;

/**
 * Asks on the board whether the Goal goes along, or, where the variants have no texts, for the
 * promotion.
 * @param {string} side
 * @param {Choice[]} choices
 * @param {Context} context
 */
async function askVariant(side, choices, { game, board, ...more }) {
  const isGoalChoice = choices.every(({ variant }) => has(`choice-${variant}`));
  if (isGoalChoice) return askOnBoard(board, game, side, choices);
  // The second click of two may come before the dialog.
  if (isAsking) return null;
  isAsking = true;
  try {
    const { askPromotion } = await import('./promotion-dialog.js');
    return await askPromotion({ game, side, choices, ...more });
  } finally {
    isAsking = false;
  }
}
