// The animation of drifting clouds: the old pattern moves to the place of the new one, with an
// arrow over the board. With reduced motion, only the arrow is shown.

import { prefersReducedMotion, svg } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { drawClouds } from './clouds-layer.js';
/** @import { GameBoard } from './game-board.js' */
/** @import { Area, Frame } from '../common/types.d.ts' */

const DRIFT_MS = 1800;
const ARROW_MS = 4000;

/** Directions clockwise from east, 60 degrees each. */
const DIRECTIONS = ['east', 'south-east', 'south-west', 'west', 'north-west', 'north-east'];

/**
 * The drift of the clouds after the ply that led to a frame.
 * @param {Frame} frame
 * @returns {{ steps: number, direction: string } | null}
 */
export function driftOf(frame) {
  const notice = frame.told?.find(({ key }) => key === 'umpire-drift');
  if (!notice) return null;
  const args = Object.fromEntries(notice.args);
  return { steps: Number(args.steps), direction: args.direction ?? '' };
}

/**
 * A drift in words. On a rotated board, the direction as it looks there is added.
 * @param {GameBoard} board
 * @param {{ steps: number, direction: string }} drift
 */
export function driftText(board, { steps, direction }) {
  const text = t('umpire-drift', { steps, direction: t(`direction-${direction}`) });
  const directionIndex = DIRECTIONS.indexOf(direction);
  const seen = DIRECTIONS[(directionIndex + (board.orientation?.angle ?? 0) / 60) % 6];
  return directionIndex < 0 || seen === direction
    ? text
    : `${text} ${t('drift-turned', { direction: t(`direction-${seen}`) })}`;
}

/**
 * Shows a drift on a board that already has the clouds at their new place.
 * @param {GameBoard} board
 * @param {{ steps: number, direction: string }} drift
 * @param {Area[]} before the clouds before the drift
 */
export function showDrift(board, { steps, direction }, before) {
  const directionIndex = DIRECTIONS.indexOf(direction);
  const cell = [...board.cells.values()][0];
  if (directionIndex < 0 || !cell) return;
  // A step is two cells along a strip, which is the side of a triangle with the cell's incircle.
  const distance = steps * 2 * Math.sqrt(3) * cell.radius;
  const angle = directionIndex * 60;
  if (!prefersReducedMotion())
    animateDrift(
      board,
      Math.cos((angle * Math.PI) / 180) * distance,
      Math.sin((angle * Math.PI) / 180) * distance,
      before,
    );
  showArrow(board, angle, distance);
}

/**
 * Moves both patterns together: the old one away and the new one into place. Where both have a
 * cloud it looks like one; the rest leaves the board or comes from outside.
 * @param {GameBoard} board
 * @param {number} dx
 * @param {number} dy
 * @param {Area[]} before
 */
function animateDrift(board, dx, dy, before) {
  const layer = board.clouds;
  const ground = board.drawing?.querySelector('.ground');
  if (!layer || !ground) return;
  const old = drawClouds(before, board.cells, board.orientation?.angle);
  const edge = svg('clipPath', { id: 'drift-edge' }, ground.cloneNode(false));
  const now = [...layer.children];
  layer.append(edge, old);
  layer.setAttribute('clip-path', 'url(#drift-edge)');
  const animate = (
    /** @type {Element} */ one,
    /** @type {number} */ from,
    /** @type {number} */ to,
  ) =>
    one.animate(
      [from, to].map((part) => ({ transform: `translate(${part * dx}px, ${part * dy}px)` })),
      { duration: DRIFT_MS, easing: 'ease-in-out' },
    );
  for (const one of now) animate(one, -1, 0);
  void animate(old, 0, 1).finished.catch(() => {}).then(() => {
    old.remove();
    edge.remove();
    layer.removeAttribute('clip-path');
  });
}

/**
 * Shows an arrow over the centre of the board for a while.
 * @param {GameBoard} board
 * @param {number} angle on the unrotated board
 * @param {number} distance that the clouds drifted
 */
function showArrow(board, angle, distance) {
  const layer = board.overlay('drift');
  const orientation = board.orientation;
  if (!orientation) return;
  const half = Math.max(distance, 120) / 2;
  const { x, y } = orientation.at(orientation.centre);
  const shape = svg('path', {
    class: 'drift-arrow',
    d: `M${-half} -14H${half - 34}V-38L${half + 8} 0L${half - 34} 38V14H${-half}Z`,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle + orientation.angle})`,
  });
  layer.replaceChildren(shape);
  setTimeout(() => shape.remove(), ARROW_MS);
}
