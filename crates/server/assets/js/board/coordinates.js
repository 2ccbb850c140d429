// The names of cells inside the board, upright and in each cell, where a piece does not cover it. A
// board of squares has them in its drawing. The reader chooses whether they are seen
// (`data-coords`), or those of the drawing outside.

import { svg } from '../common/dom.js';
/** @import { BoardCell } from '../common/types.d.ts' */
/** @import { GameBoard } from './game-board.js' */

/** The distance between a name and the centre of its cell, in radii of a piece. */
const OFFSET = 0.76;
const TRIANGLE_OFFSET = [1.02, 0.72];
/** The size of names in rings, in units of the drawing. */
const RING_SIZE = 14;

/** @typedef {{ x: number, y: number, text: string, size?: number }} Name */

/**
 * @param {GameBoard} board
 * @returns {boolean} whether there are names to draw
 */
export function showCoordinates(board) {
  const layer = board.underlay('names');
  const draw = () =>
    layer.replaceChildren(...namesOf(board).map(({ x, y, text, size }) =>
      svg(
        'text',
        {
          class: 'cell-name',
          x: x.toFixed(1),
          y: y.toFixed(1),
          'font-size': (size ?? RING_SIZE).toFixed(1),
          'text-anchor': 'middle',
        },
        document.createTextNode(text),
      )));
  board.addEventListener('board-rotate', draw);
  draw();
  return layer.childElementCount > 0;
}

/** @param {GameBoard} board @returns {Name[]} */
function namesOf(board) {
  const { orientation } = board;
  if (!orientation) return [];
  const cells = [...board.cells.values()];
  if (cells.some(({ group }) => group.classList.contains('up')))
    return cells.map((cell) => inTriangle(cell, orientation.at(cell)));
  const isRound = (board.rotations ?? 1) > 2;
  const centre = orientation.at(orientation.centre);
  return isRound ? cells.map((cell) => inRing(cell, orientation.at(cell), centre)) : [];
}

/** @param {BoardCell} cell @param {{ x: number, y: number }} at @returns {Name} */
function inTriangle({ name, radius, group }, { x, y }) {
  const down = group.classList.contains('up') ? 1 : -1;
  const [aside = 0, far = 0] = TRIANGLE_OFFSET;
  return { x: x - aside * radius, y: y + down * far * radius, text: name, size: radius * 0.42 };
}

/**
 * @param {BoardCell} cell
 * @param {{ x: number, y: number }} at
 * @param {{ x: number, y: number }} centre
 * @returns {Name}
 */
function inRing({ name, radius }, { x, y }, centre) {
  const far = Math.hypot(x - centre.x, y - centre.y);
  const part = far < radius ? 0 : (OFFSET * radius) / far;
  return { x: x + (x - centre.x) * part, y: y + (y - centre.y) * part, text: name };
}
