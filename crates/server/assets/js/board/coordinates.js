// The names of the cells, for those who want to see them: near the outer edge of each, upright, so that a disc leaves them
// to be read.

import { svg } from '../common/dom.js';
/** @import { GameBoard } from './game-board.js' */

/** How far from the middle of its cell a name stands, in parts of the room of a piece. */
const ASIDE = 0.76;

/** @param {GameBoard} board */
export function nameCells(board) {
  const layer = board.overlay('names');
  const draw = () => {
    const { turn } = board;
    if (!turn) return;
    const hub = turn.at(turn.hub);
    layer.replaceChildren(...[...board.cells.values()].map((cell) => {
      const { x, y } = turn.at(cell);
      const far = Math.hypot(x - hub.x, y - hub.y);
      const part = far < cell.room ? 0 : (ASIDE * cell.room) / far;
      return svg('text', { class: 'cell-name', x: (x + (x - hub.x) * part).toFixed(1), y: (y + (y - hub.y) * part).toFixed(1) },
        document.createTextNode(cell.name));
    }));
  };
  board.addEventListener('board-turned', draw);
  draw();
}
