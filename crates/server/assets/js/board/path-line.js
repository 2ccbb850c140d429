// A path over the board as a line with an arrowhead.

import { svg } from '../common/dom.js';
/** @import { GameBoard } from './game-board.js' */

/** @typedef {{ x: number, y: number }} Point */

/**
 * The points at which cells are drawn now. Unknown cells are skipped.
 * @param {GameBoard} board
 * @param {string[]} path
 * @returns {Point[]}
 */
export const pointsOf = (board, path) => path.flatMap((name) => {
  const cell = board.cells.get(name);
  return cell && board.orientation ? [board.orientation.at(cell)] : [];
});

/** @param {Point} point */
const coordinates = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * @param {Point[]} points
 * @param {string} className
 * @param {(points: Point[]) => string} [draw] returns the data of the line's path
 * @param {number} [head] scale of the arrowhead
 */
export function pathLine(points, className, draw = straight, head = 1) {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return [];
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const d = draw(points);
  return [
    svg(
      'g',
      { class: className },
      svg('path', { class: 'way-edge', d }),
      svg('path', { class: 'way-line', d }),
      ...points
        .slice(0, -1)
        .map(({ x, y }) =>
          svg('circle', { class: 'way-step', cx: x.toFixed(1), cy: y.toFixed(1), r: 6 }),
        ),
      svg('path', {
        class: 'way-head',
        d: 'M14 0L-10 13L-5 0L-10 -13Z',
        transform: `translate(${coordinates(end)}) rotate(${angle.toFixed(1)}) scale(${head})`,
      }),
    ),
  ];
}

/** @param {Point[]} points */
const straight = (points) => `M${points.map(coordinates).join('L')}`;

/**
 * A smooth curve through all points.
 * @param {Point[]} points
 */
export function curved(points) {
  const at = (/** @type {number} */ i) =>
    points[Math.min(Math.max(i, 0), points.length - 1)] ?? { x: 0, y: 0 };
  const parts = points.slice(1).map((end, i) => {
    const [before, start, after] = [at(i - 1), at(i), at(i + 2)];
    const near = { x: start.x + (end.x - before.x) / 6, y: start.y + (end.y - before.y) / 6 };
    const far = { x: end.x - (after.x - start.x) / 6, y: end.y - (after.y - start.y) / 6 };
    return `C${coordinates(near)} ${coordinates(far)} ${coordinates(end)}`;
  });
  return `M${coordinates(at(0))}${parts.join('')}`;
}

/**
 * Moves the last point back, so that the arrowhead stands beside the piece and not below it.
 * @param {Point[]} points
 * @param {number} radius
 */
export function shortened(points, radius) {
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return points;
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const part = Math.max(length - radius, length / 3) / Math.max(length, 1);
  return [
    ...points.slice(0, -1),
    { x: before.x + (end.x - before.x) * part, y: before.y + (end.y - before.y) * part },
  ];
}
