// The differences between two frames. Only frames are compared: this module parses no notation and
// knows no rules.

/** @import { Captured, Frame, Placed } from '../common/types.d.ts' */

/** The frame of a board on which nothing is known yet. @type {Frame} */
export const EMPTY_FRAME = {
  ply: 0,
  number: 0,
  side: null,
  text: null,
  position: '',
  pieces: [],
  areas: [],
  captured: [],
  last: [],
};

/**
 * The piece on a cell.
 * @param {Frame} frame
 * @param {string | undefined} cell
 * @returns {Placed | undefined}
 */
export const pieceAt = (frame, cell) => frame.pieces.find((piece) => piece.cell === cell);

/**
 * Whether two pieces have the same side and kind.
 * @param {Placed | undefined} a
 * @param {Placed | undefined} b
 */
const isSamePiece = (a, b) => a?.side === b?.side && a?.kind === b?.kind;

/**
 * Whether a frame has clouds, so that unseen pieces may stand on it.
 * @param {Frame} frame
 */
const hasClouds = (frame) => frame.areas.some(({ kind }) => kind.startsWith('cloud-'));

/**
 * The captures between two frames according to the lists of captured pieces, which are all
 * that is known under clouds.
 * @param {Frame | undefined} before
 * @param {Frame} after
 * @returns {Captured[]}
 */
export function newlyCaptured(before, after) {
  const had = (/** @type {Captured} */ entry) =>
    before?.captured.find(({ side, kind }) => side === entry.side && kind === entry.kind)?.count ??
    0;
  return after.captured.filter((entry) => entry.count > had(entry));
}

/**
 * Whether a ply captured or converted anything.
 * @param {Ply | null} ply
 */
export const capturesAny = (ply) =>
  ply !== null && Boolean(ply.captured ?? ply.converted ?? ply.capturedElsewhere[0]);

/** @param {Pick<Placed, 'marks'> | undefined} piece */
export const hasGoal = (piece) => piece?.marks.includes('goal') ?? false;

/**
 * @typedef {object} Ply
 * @property {string} side the side that moved
 * @property {Placed} mover the piece as it stood before the ply
 * @property {string} from
 * @property {string} to
 * @property {Placed | undefined} captured the piece that was captured on the destination
 * @property {Placed | undefined} converted the piece on the destination that changed sides
 * @property {Placed[]} capturedElsewhere pieces that were captured on other cells
 * @property {string | null} promotion the kind that the piece was promoted to
 * @property {boolean} carriesGoal whether the piece carried its Goal along
 * @property {boolean} leavesGoal whether the piece left its Goal behind
 */

/**
 * The ply that led from one frame to the next; `null` if it cannot be told from the frames.
 * @param {Frame | undefined} before
 * @param {Frame} after
 * @returns {Ply | null}
 */
export function plyBetween(before, after) {
  const [from, to] = after.last;
  if (!before || !from || !to) return null;
  const mover = pieceAt(before, from);
  if (!mover) return null;
  if (hasClouds(before) || hasClouds(after)) return plyUnderClouds(mover, from, to, before, after);
  const there = pieceAt(before, to);
  const carriesGoal = hasGoal(mover) && !pieceAt(after, from);
  const arrived = pieceAt(after, to);
  const converted =
    there && arrived?.side === mover.side && isSamePiece(pieceAt(after, from), mover)
      ? there
      : undefined;
  const enemy = there && there.side !== mover.side ? there : undefined;
  return {
    side: after.side ?? mover.side,
    mover,
    from,
    to,
    captured: converted ? undefined : enemy,
    converted,
    capturedElsewhere: before.pieces.filter(
      (piece) =>
        piece.side !== mover.side &&
        piece.cell !== to &&
        !isSamePiece(pieceAt(after, piece.cell), piece),
    ),
    promotion:
      !converted && arrived?.side === mover.side && arrived.kind !== mover.kind
        ? arrived.kind
        : null,
    carriesGoal,
    leavesGoal: hasGoal(mover) && !carriesGoal,
  };
}

/**
 * `plyBetween` for games under clouds: pieces appear and vanish, so only the lists tell what was
 * captured.
 * @param {Placed} mover
 * @param {string} from
 * @param {string} to
 * @param {Frame} before
 * @param {Frame} after
 * @returns {Ply}
 */
function plyUnderClouds(mover, from, to, before, after) {
  const captured = newlyCaptured(before, after)[0];
  const carriesGoal = hasGoal(mover) && hasGoal(pieceAt(after, to)) && from !== to;
  return {
    side: after.side ?? mover.side,
    // A piece that came out of a cloud is known from the cell where it stands now.
    mover: mover.kind === '?' ? (pieceAt(after, to) ?? mover) : mover,
    from,
    to,
    captured: captured && { cell: to, side: captured.side, kind: captured.kind, marks: [] },
    converted: undefined,
    capturedElsewhere: [],
    promotion: null,
    carriesGoal,
    leavesGoal: hasGoal(mover) && !hasGoal(pieceAt(after, to)) && from !== to,
  };
}

/**
 * Pairs the pieces of two frames, so that they can be animated: pieces that stay, pieces that move
 * (of the same kind and side, nearest first), pieces that are removed and pieces that are added.
 * @template {{ side: string, kind: string, cell: string }} Old
 * @param {Old[]} before
 * @param {Placed[]} after
 * @param {(a: string, b: string) => number} distance between two cells
 * @returns {{ pairs: [Old, Placed][], removed: Old[], added: Placed[] }}
 */
export function pairPieces(before, after, distance) {
  const removed = new Set(before);
  const added = new Set(after);
  /** @type {[Old, Placed][]} */
  const pairs = [];
  const pair = (/** @type {Old} */ old, /** @type {Placed} */ next) => {
    pairs.push([old, next]);
    removed.delete(old);
    added.delete(next);
  };
  const same = (/** @type {Old} */ old, /** @type {Placed} */ next) =>
    old.side === next.side && old.kind === next.kind;
  for (const next of after) {
    const old = [...removed].find((old) => same(old, next) && old.cell === next.cell);
    if (old) pair(old, next);
  }
  for (const next of [...added]) {
    const candidates = [...removed].filter((old) => same(old, next));
    candidates.sort((a, b) => distance(a.cell, next.cell) - distance(b.cell, next.cell));
    if (candidates[0]) pair(candidates[0], next);
  }
  return { pairs, removed: [...removed], added: [...added] };
}
