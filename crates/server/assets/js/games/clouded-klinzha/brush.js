// Painting on a board: strokes of mouse, pen and finger, and the cells that a symmetric brush
// paints besides.

import { Orientation } from '../../board/geometry.js';
/** @import { GameBoard } from '../../board/game-board.js' */
/** @import { BoardCell } from '../../common/types.d.ts' */

/** The distance, in CSS pixels, between the points of a stroke at which the cell is looked up. */
const SAMPLE_PX = 6;

/** The cells that are symmetric to a cell. */
export class BoardSymmetry {
  /**
   * @param {Map<string, BoardCell>} cells
   * @param {number} rotations the order of the board's rotational symmetry
   */
  constructor(cells, rotations) {
    const all = [...cells.values()];
    const nearest = (/** @type {{ x: number, y: number }} */ { x, y }) =>
      all.reduce((best, cell) =>
        Math.hypot(cell.x - x, cell.y - y) < Math.hypot(best.x - x, best.y - y) ? cell : best,
      ).name;
    const steps = Array.from({ length: rotations }, (_, i) => new Orientation(cells, rotations, i));
    /** Each cell with those onto which the board's rotations map it. */
    this.turned = new Map(
      all.map((cell) => [cell.name, steps.map((turn) => nearest(turn.at(cell)))]),
    );
    const centre = steps[0]?.centre ?? { x: 0, y: 0 };
    /** Each cell's mirror image across the vertical axis. */
    this.mirrored = new Map(
      all.map((cell) => [cell.name, nearest({ x: 2 * centre.x - cell.x, y: cell.y })]),
    );
  }

  /**
   * @param {string} cell
   * @param {{ turn: boolean, mirror: boolean }} how
   * @returns {string[]}
   */
  of(cell, { turn, mirror }) {
    const turned = turn ? (this.turned.get(cell) ?? [cell]) : [cell];
    return [
      ...new Set(mirror ? turned.flatMap((one) => [one, this.mirrored.get(one) ?? one]) : turned),
    ];
  }
}

export class BrushStrokes {
  /** @type {{ id: number, x: number, y: number } | null} */
  #last = null;

  /**
   * @param {GameBoard} board
   * @param {{ paint: (cell: string) => void, done: () => void }} brush
   */
  constructor(board, { paint, done }) {
    this.board = board;
    this.paint = paint;
    this.done = done;
    board.addEventListener('pointerdown', (event) => this.#down(event));
    // A finger on a cell paints; beside the board it scrolls the page.
    board.addEventListener('touchmove', (event) => this.#last && event.preventDefault(), {
      passive: false,
    });
    addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, (event) => this.#end(/** @type {PointerEvent} */ (event)));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    if (!cell) return;
    this.#last = { id: event.pointerId, x: event.clientX, y: event.clientY };
    this.paint(cell);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const from = this.#last;
    if (!from || from.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    const steps = Math.ceil(Math.hypot(dx, dy) / SAMPLE_PX);
    for (let i = 1; i <= steps; i += 1) {
      const cell = this.board.cellAtPoint(from.x + (dx * i) / steps, from.y + (dy * i) / steps);
      if (cell) this.paint(cell);
    }
    this.#last = { id: from.id, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  #end(event) {
    if (this.#last?.id !== event.pointerId) return;
    this.#last = null;
    this.done();
  }
}
