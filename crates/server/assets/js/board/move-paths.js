// Paths of moves in an open game: of the last move, and of the hovered destination. The server
// names the cells; where a piece has several paths, which one it takes does not matter to the game.

import { curved, pointsOf, shortened, pathLine } from './path-line.js';
/** @import { GameBoard } from './game-board.js' */

const HEAD_SCALE = 1.5;

export class MovePaths {
  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.last = board.underlay('trail');
    this.next = board.overlay('ways');
    /** @type {string | null} */
    this.hovered = null;
    board.addEventListener('board-hover', (event) => {
      this.hovered = /** @type {CustomEvent} */ (event).detail.cell;
      this.#drawNext();
    });
    for (const name of ['board-select', 'board-cancel', 'board-choose']) board.addEventListener(name, () => this.#drawNext());
    board.addEventListener('board-rotate', () => this.show());
  }

  /** Draws the path of the last move. */
  show() {
    const { last, path } = this.board.frame;
    const [from] = last;
    const points = from && path?.length ? pointsOf(this.board, [from, ...path]) : [];
    const radius = this.board.cells.get(path?.at(-1) ?? '')?.radius ?? 0;
    this.last.replaceChildren(...pathLine(shortened(points, radius * 1.2), 'way last', curved, HEAD_SCALE));
    this.#drawNext();
  }

  #drawNext() {
    const [choice] = this.hovered ? this.board.choicesTo(this.hovered) : [];
    const points = choice?.path?.length && choice.from ? pointsOf(this.board, [choice.from, ...choice.path]) : [];
    this.next.replaceChildren(...pathLine(points, 'way', curved, HEAD_SCALE));
  }
}
