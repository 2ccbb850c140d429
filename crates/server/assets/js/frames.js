// What happened between two frames. Frames are all that is compared: no notation is read and no rule
// is known here.

/** @import { Frame, Placed } from './types.d.ts' */

/** A board before anything is known of it. @type {Frame} */
export const EMPTY = {
  ply: 0, side: null, text: null, position: '', pieces: [], areas: [], captured: [], last: [],
};

/**
 * What stands on a cell.
 * @param {Frame} frame
 * @param {string | undefined} cell
 * @returns {Placed | undefined}
 */
export const pieceAt = (frame, cell) => frame.pieces.find((piece) => piece.cell === cell);

/** @param {Placed | undefined} piece */
export const hasGoal = (piece) => piece?.marks.includes('goal') ?? false;

/**
 * @typedef {object} Ply
 * @property {string} side who moved
 * @property {Placed} mover the piece as it stood before
 * @property {string} from
 * @property {string} to
 * @property {Placed | undefined} taken what it captured
 * @property {boolean} carries whether it took its Goal along
 * @property {boolean} abandons whether it left its Goal behind
 */

/**
 * The ply that led from one frame to the next; nothing if it cannot be told from the frames.
 * @param {Frame | undefined} before
 * @param {Frame} after
 * @returns {Ply | null}
 */
export function plyBetween(before, after) {
  const [from, to] = after.last;
  if (!before || !from || !to) return null;
  const mover = pieceAt(before, from);
  if (!mover) return null;
  const there = pieceAt(before, to);
  const carries = hasGoal(mover) && !pieceAt(after, from);
  return {
    side: after.side ?? mover.side,
    mover,
    from,
    to,
    taken: there && there.side !== mover.side ? there : undefined,
    carries,
    abandons: hasGoal(mover) && !carries,
  };
}

/**
 * Pairs what stood with what stands, so that pieces can travel: what stays, what moves (the same
 * kind of the same side, the nearest first), what goes and what comes.
 * @template {{ side: string, kind: string, cell: string }} Old
 * @param {Old[]} before
 * @param {Placed[]} after
 * @param {(a: string, b: string) => number} distance between two cells
 * @returns {{ pairs: [Old, Placed][], gone: Old[], come: Placed[] }}
 */
export function pairPieces(before, after, distance) {
  const gone = new Set(before);
  const come = new Set(after);
  /** @type {[Old, Placed][]} */
  const pairs = [];
  const pair = (/** @type {Old} */ old, /** @type {Placed} */ next) => {
    pairs.push([old, next]);
    gone.delete(old);
    come.delete(next);
  };
  const alike = (/** @type {Old} */ old, /** @type {Placed} */ next) =>
    old.side === next.side && old.kind === next.kind;
  for (const next of after) {
    const old = [...gone].find((old) => alike(old, next) && old.cell === next.cell);
    if (old) pair(old, next);
  }
  for (const next of [...come]) {
    const candidates = [...gone].filter((old) => alike(old, next));
    candidates.sort((a, b) => distance(a.cell, next.cell) - distance(b.cell, next.cell));
    if (candidates[0]) pair(candidates[0], next);
  }
  return { pairs, gone: [...gone], come: [...come] };
}
