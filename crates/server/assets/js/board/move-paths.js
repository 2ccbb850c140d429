// Paths of moves in an open game: of the last move, and of the hovered destination. The server
// names the cells, for the hovered destination when it is asked; where a piece has several paths,
// which one it takes does not matter to the game.

import { curved, pointsOf, shortened, pathLine } from './path-line.js';
/** @import { GameBoard } from './game-board.js' */

const HEAD_SCALE = 1.5;

export class MovePaths {
  /**
   * The paths that were asked for in this position, by the texts of the moves.
   * @type {Map<string, string[]>}
   */
  #known = new Map();

  /**
   * @param {GameBoard} board
   * @param {(text: string) => Promise<string[]>} [pathOf] asks the server for the path of a move
   */
  constructor(board, pathOf) {
    this.board = board;
    this.pathOf = pathOf;
    this.last = board.underlay('trail');
    this.next = board.overlay('ways');
    /** @type {string | null} */
    this.hovered = null;
    board.addEventListener('board-hover', (event) => {
      this.hovered = /** @type {CustomEvent} */ (event).detail.cell;
      void this.#showNext();
    });
    for (const name of ['board-select', 'board-cancel', 'board-choose'])
      board.addEventListener(name, () => void this.#showNext());
    board.addEventListener('board-rotate', () => this.show());
  }

  /** Draws the path of the last move. */
  show() {
    const { last, path } = this.board.frame;
    const [from] = last;
    const points = from && path?.length ? pointsOf(this.board, [from, ...path]) : [];
    const radius = this.board.cells.get(path?.at(-1) ?? '')?.radius ?? 0;
    this.last.replaceChildren(
      ...pathLine(shortened(points, radius * 1.2), 'way last', curved, HEAD_SCALE),
    );
    this.#known = new Map();
    void this.#showNext();
  }

  /** Draws the path to the hovered destination, once the server has named it. */
  async #showNext() {
    this.#drawNext();
    const text = this.#next?.text;
    const known = this.#known;
    if (!text || !this.pathOf || known.has(text)) return;
    known.set(text, []);
    const path = await this.pathOf(text).catch(() => null);
    if (path) known.set(text, path);
    else known.delete(text);
    if (known === this.#known) this.#drawNext();
  }

  get #next() {
    return this.hovered ? this.board.choicesTo(this.hovered)[0] : undefined;
  }

  #drawNext() {
    const next = this.#next;
    const path = this.#known.get(next?.text ?? '') ?? [];
    const points = next?.from && path.length ? pointsOf(this.board, [next.from, ...path]) : [];
    this.next.replaceChildren(...pathLine(points, 'way', curved, HEAD_SCALE));
  }
}
