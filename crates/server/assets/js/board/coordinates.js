// The coordinates: each cell's name near its outer edge, upright, where a piece does not cover it.

import { svg } from '../common/dom.js';
/** @import { GameBoard } from './game-board.js' */

/** The distance between a name and the centre of its cell, in radii of a piece. */
const OFFSET = 0.76;

/** @param {GameBoard} board */
export function showCoordinates(board) {
  // Below the pieces: a name never lies across one.
  const layer = board.underlay('names');
  const draw = () => {
    const { orientation } = board;
    if (!orientation) return;
    const centre = orientation.at(orientation.centre);
    layer.replaceChildren(...[...board.cells.values()].map((cell) => {
      const { x, y } = orientation.at(cell);
      const far = Math.hypot(x - centre.x, y - centre.y);
      const part = far < cell.radius ? 0 : (OFFSET * cell.radius) / far;
      return svg(
        'text',
        {
          class: 'cell-name',
          x: (x + (x - centre.x) * part).toFixed(1),
          y: (y + (y - centre.y) * part).toFixed(1),
        },
        document.createTextNode(cell.name),
      );
    }));
  };
  board.addEventListener('board-rotate', draw);
  draw();
}
