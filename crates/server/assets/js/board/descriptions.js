// Cells, pieces and plies in words, for screen readers and titles.

import { pageJson } from '../common/dom.js';
import { hasGoal, newlyCaptured, pieceAt, plyBetween } from './frame-diff.js';
import { has, pieceName, sideName, t, UNKNOWN_PIECE } from '../common/i18n.js';
import { isPass, throwOfFrame } from '../dice/throw-notation.js';
/** @import { Frame, Placed } from '../common/types.d.ts' */

/** The name of a piece, with its Goal. @param {Pick<Placed, 'kind' | 'marks'>} piece */
export const placedName = (piece) =>
  hasGoal(piece) ? t('piece-with-goal', { piece: pieceName(piece.kind) }) : pieceName(piece.kind);

/**
 * The state of a piece in words: frozen, locked …
 * @param {Placed | undefined} piece
 * @returns {string[]}
 */
export const stateWords = (piece) =>
  (piece?.marks ?? []).filter((mark) => has(`mark-${mark}`)).map((mark) => t(`mark-${mark}`));

/**
 * A piece in words, with its state; empty for no piece.
 * @param {Placed | undefined} piece
 */
export const pieceWords = (piece) =>
  piece
    ? [
        t('cell-piece', { piece: placedName(piece), side: sideName(piece.side) }),
        ...stateWords(piece),
      ].join(', ')
    : '';

/** Whether moves are told in the long form, as the source of the game does. */
export const hasLongForm =
  document.getElementById('page-data') !== null && pageJson('page-data').multiplayer === true;

/**
 * A ply in the long form, after its throw if it has one: `Wizard from 1B takes Raven on 2F`.
 * @param {Frame | undefined} before
 * @param {Frame} after
 */
export function longWords(before, after) {
  const thrown = throwOfFrame(after);
  const move = longMove(before, after, isPass(thrown));
  return thrown ? t('long-throw', { face: thrown.face, move }) : move;
}

/**
 * @param {Frame | undefined} before
 * @param {Frame} after
 * @param {boolean} passes
 */
function longMove(before, after, passes) {
  const ply = passes ? null : plyBetween(before, after);
  if (!ply) return passes ? t('long-pass') : (after.text ?? '');
  const { from, to, mover } = ply;
  const piece = pieceName(mover.kind);
  const victim = before && pieceAt(before, to);
  if (!victim) return t('long-goes', { piece, from, to });
  const words = { piece, from, to, victim: pieceName(victim.kind) };
  return victim.side === mover.side ? t('long-takes-own', words) : t('long-takes', words);
}

/**
 * A ply in words: `Gold: Flier from G14 to D16, takes Flier`.
 * @param {Frame | undefined} before
 * @param {Frame} after
 */
export function plyWords(before, after) {
  const side = after.side ? sideName(after.side) : '';
  if (hasLongForm) return t('long-side', { side, move: longWords(before, after) });
  const ply = plyBetween(before, after);
  if (!ply) return unseenWords(before, after, side);
  const piece = pieceName(ply.mover.kind);
  const stays = ply.from === ply.to;
  const parts = [
    stays
      ? t('say-stays', { side, piece, cell: ply.to })
      : t('say-move', { side, piece, from: ply.from, to: ply.to }),
  ];
  if (ply.carriesGoal) parts.push(t('say-carries'));
  if (ply.leavesGoal) parts.push(t('say-abandons'));
  if (ply.captured) parts.push(t('say-takes', { piece: placedName(ply.captured) }));
  if (ply.converted) parts.push(t('say-converts', { piece: placedName(ply.converted) }));
  for (const captured of ply.capturedElsewhere)
    parts.push(t('say-hits', { piece: placedName(captured), cell: captured.cell }));
  if (ply.promotion) parts.push(t('say-becomes', { piece: pieceName(ply.promotion) }));
  return parts.join(', ');
}

/**
 * A ply that cannot be told from the frames: its notation, or, for an unseen ply, what it captured.
 * @param {Frame | undefined} before
 * @param {Frame} after
 * @param {string} side
 */
function unseenWords(before, after, side) {
  const text = after.text ?? '';
  if (!text.startsWith(UNKNOWN_PIECE)) return t('say-text', { side, text });
  const taken = newlyCaptured(before, after).map(({ kind }) =>
    t('say-takes', { piece: pieceName(kind) }),
  );
  return [t('say-unseen', { side }), ...taken].join(', ');
}

/**
 * A ply as lists write it: an unseen ply says so.
 * @param {Frame} frame
 */
export const plyText = ({ text }) =>
  text?.startsWith(UNKNOWN_PIECE)
    ? t('ply-unseen') + text.slice(UNKNOWN_PIECE.length)
    : (text ?? '');

/**
 * Whether an unseen piece may stand on a cell.
 * @param {string} cell
 * @param {Frame} frame
 */
const mayHidePiece = (cell, frame) =>
  frame.areas.some(({ kind, cells }) => kind === 'cloud-under' && cells.includes(cell));

/**
 * Areas and markers on a cell, in words.
 * @param {string} cell
 * @param {Frame} frame
 */
function areaWords(cell, frame) {
  return frame.areas.filter((area) => area.cells.includes(cell)).flatMap(({ kind, of }) => {
    switch (kind) {
      case 'zone': return [t('cell-zone', { side: sideName(of) })];
      case 'region': return [t(`region-${of}`)];
      case 'held-castle': return [t('cell-held-castle', { side: sideName(of) })];
      case 'marker': return [t('cell-marker', { piece: pieceName(of) })];
      default: return has(`cell-${kind}`) ? [t(`cell-${kind}`)] : [];
    }
  });
}

/**
 * The accessible name of a cell: what is on it and what can be done there.
 * @param {string} cell
 * @param {Frame} frame
 * @param {{ target?: boolean, capture?: boolean, own?: boolean, convert?: boolean, hits?: string[],
 *   movable?: boolean, note?: string, path?: string[], premove?: boolean }} actions `note` is the
 *   reader's own note, `path` the path that the umpire tries first
 */
export function cellWords(cell, frame, actions) {
  const piece = pieceAt(frame, cell);
  const parts = [cell];
  parts.push(
    piece
      ? t('cell-piece', { piece: placedName(piece), side: sideName(piece.side) })
      : t(mayHidePiece(cell, frame) ? 'cell-unseen' : 'cell-empty'),
  );
  parts.push(...stateWords(piece), ...areaWords(cell, frame));
  if (actions.note) parts.push(t('cell-note', { note: actions.note }));
  if (frame.last.includes(cell)) parts.push(t('cell-last'));
  if (actions.premove) parts.push(t('cell-premove'));
  if (actions.convert) parts.push(t('cell-convert'));
  else if (actions.hits && actions.hits.length > 0)
    parts.push(t('cell-hits', { cells: actions.hits.join(', ') }));
  else if (actions.own) parts.push(t('cell-capture-own'));
  else if (actions.capture) parts.push(t('cell-capture'));
  else if (actions.target) parts.push(t('cell-target'));
  else if (actions.movable) parts.push(t('cell-movable'));
  if (actions.path && actions.path.length > 1)
    parts.push(t('cell-path', { path: actions.path.slice(0, -1).join(', ') }));
  return parts.join(', ');
}
