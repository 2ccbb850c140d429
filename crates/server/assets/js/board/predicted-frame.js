// The board after a choice, as far as the choice says it, until the server has answered. It knows
// no rules: what it shows is in the frame and in the choice, which the viewer has both.

import { hasGoal, pieceAt } from './frame-diff.js';
/** @import { Choice, Frame, Placed } from '../common/types.d.ts' */

/** The code of the Goal where it lies by itself. */
const GOAL = 'G';

/**
 * Returns the frame after a choice, or `null` if the choice names no cells.
 * @param {Frame} frame
 * @param {Choice} choice
 * @param {{ side: string, kinds: string[], isPly: boolean }} how the side that acts, the codes of
 *   the game's pieces, and whether the choice is a ply and no step of a setup
 * @returns {Frame | null}
 */
export function predictedFrame(frame, choice, { side, kinds, isPly }) {
  const pieces = piecesAfter(frame, choice, side, kinds);
  if (!pieces) return null;
  const { from, to } = choice;
  return {
    ...frame,
    pieces,
    ...(isPly ? { ply: frame.ply + 1, side, text: choice.text, path: [], told: [] } : {}),
    last: isPly ? [from, to].filter((cell) => cell !== null) : [],
  };
}

/**
 * @param {Frame} frame
 * @param {Choice} choice
 * @param {string} side
 * @param {string[]} kinds
 * @returns {Placed[] | null}
 */
function piecesAfter(frame, choice, side, kinds) {
  const { kind, from, to } = choice;
  if (kind === 'place' && to && choice.piece) return placed(frame, choice.piece, to, side);
  if (kind === 'lift' && from) return frame.pieces.filter(({ cell }) => cell !== from);
  if (kind !== 'move' || !from || !to || from === to) return null;
  const mover = pieceAt(frame, from);
  if (!mover) return null;
  if (choice.converts) {
    return frame.pieces.map((piece) =>
      piece.cell === to ? { ...piece, side: mover.side, marks: [] } : piece);
  }
  const gone = new Set([from, to, ...(choice.hits ?? [])]);
  const leaves = hasGoal(mover) && choice.variant === 'abandon';
  const promoted = choice.variant && kinds.includes(choice.variant) ? choice.variant : mover.kind;
  return [
    ...frame.pieces.filter(({ cell }) => !gone.has(cell)),
    {
      ...mover,
      cell: to,
      kind: promoted,
      marks: leaves ? mover.marks.filter((mark) => mark !== 'goal') : mover.marks,
    },
    ...(leaves ? [{ cell: from, side: mover.side, kind: GOAL, marks: [] }] : []),
  ];
}

/**
 * @param {Frame} frame
 * @param {string} kind
 * @param {string} to
 * @param {string} side
 * @returns {Placed[]}
 */
function placed(frame, kind, to, side) {
  const there = pieceAt(frame, to);
  // The Goal is given to a warrior.
  if (there && kind === GOAL)
    return frame.pieces.map((piece) =>
      piece === there ? { ...piece, marks: [...piece.marks, 'goal'] } : piece);
  const others = frame.pieces.filter((piece) => piece !== there);
  return [...others, { cell: to, side, kind, marks: [] }];
}

/**
 * Whether a choice captures, by what it says.
 * @param {Choice} choice
 */
export const takesByChoice = ({ captures, converts, hits }) =>
  captures || Boolean(converts) || (hits?.length ?? 0) > 0;
