// The board with mouse, pen and finger: tap a piece and then a cell, or drag the piece there. A click
// with the other mouse button, or a finger that stays, asks what the piece is.

import { Pieces } from './piece-layer.js';
/** @import { GameBoard } from './game-board.js' */

/** How far a finger may tremble before a tap becomes a drag, in CSS pixels. */
const SLACK = 7;

/** How long a finger stays that asks. */
const LONG_MS = 550;

export class Pointer {
  /** @type {{ id: number, cell: string, x: number, y: number, dragging: boolean } | null} */
  #held = null;
  #swallowClick = false;
  /** @type {{ timer: ReturnType<typeof setTimeout>, x: number, y: number } | null} */
  #resting = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener('pointerdown', (event) => this.#down(event));
    board.addEventListener('pointermove', (event) => this.#move(event));
    board.addEventListener('pointerup', (event) => this.#up(event));
    board.addEventListener('pointercancel', () => this.cancel());
    board.addEventListener('contextmenu', (event) => this.#ask(event));
    // A finger on a piece that may move drags it; anywhere else it scrolls the page. `touch-action` would
    // say so too, but not every browser heeds it inside an SVG.
    board.addEventListener('touchmove', (event) => this.#held && event.preventDefault(), { passive: false });
    // The mouse does not take the focus along: who plays with the mouse steps with the arrow keys.
    board.addEventListener('mousedown', (event) => event.preventDefault());
    // Screen readers press cells by a click, too, so taps are heard as clicks.
    board.addEventListener('click', (event) => this.#click(event));
  }

  /** Lets go of what is dragged. */
  cancel() {
    this.#stopResting();
    if (this.#held?.dragging) this.#release();
    this.#held = null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#swallowClick = false;
    if (!event.isPrimary || event.button !== 0) return;
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    if (cell && event.pointerType !== 'mouse' && this.board.hasAttribute('guide')) this.#rest(cell, event);
    if (!cell || !this.board.sources().has(cell)) return;
    this.#held = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, dragging: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const rest = this.#resting;
    if (rest && Math.hypot(event.clientX - rest.x, event.clientY - rest.y) >= SLACK) this.#stopResting();
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    if (!held.dragging) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      held.dragging = true;
      this.board.armed = null;
      if (this.board.selected !== held.cell) this.board.activate(held.cell);
      this.board.setPointerCapture(held.id);
      this.board.classList.add('dragging');
      const piece = this.board.pieces?.at(held.cell);
      piece?.classList.add('dragged');
      // What is dragged lies above everything else.
      piece?.parentElement?.append(piece);
    }
    const piece = this.board.pieces?.at(held.cell);
    const point = this.#boardPoint(event);
    if (piece && point) Pieces.drag(piece, point);
    // What is dragged has captured the pointer, so nothing else tells what lies below it.
    this.board.hover(this.board.cellAtPoint(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#stopResting();
    const held = this.#held;
    this.#held = null;
    if (!held?.dragging || event.pointerId !== held.id) return;
    this.#swallowClick = true;
    this.#held = held;
    this.#release();
    this.#held = null;
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    if (cell === held.cell) {
      this.board.settle();
    } else if (!cell) {
      this.board.settle();
      this.board.emit('board-delete', { cell: held.cell });
    } else if (this.board.choicesTo(cell).length > 0) {
      // The piece stays where it was dropped until the server has answered.
      this.board.activate(cell);
    } else {
      this.board.settle();
      this.board.refuse(cell);
    }
  }

  /**
   * @param {string} cell
   * @param {PointerEvent} event
   */
  #rest(cell, event) {
    this.#stopResting();
    const timer = setTimeout(() => {
      this.#resting = null;
      if (this.#held?.dragging || !this.board.ask(cell)) return;
      this.#held = null;
      this.#swallowClick = true;
    }, LONG_MS);
    this.#resting = { timer, x: event.clientX, y: event.clientY };
  }

  #stopResting() {
    clearTimeout(this.#resting?.timer);
    this.#resting = null;
  }

  /** @param {MouseEvent} event */
  #ask(event) {
    const cell = this.board.hasAttribute('guide') ? this.board.cellAtPoint(event.clientX, event.clientY) : null;
    if (!cell) return;
    event.preventDefault();
    // A finger that stays is heard by its timer.
    if (event instanceof PointerEvent && event.pointerType !== 'mouse' && event.pointerType !== '') return;
    this.board.ask(cell);
  }

  #release() {
    const held = this.#held;
    if (!held) return;
    this.board.classList.remove('dragging');
    this.board.pieces?.at(held.cell)?.classList.remove('dragged');
    if (this.board.hasPointerCapture(held.id)) this.board.releasePointerCapture(held.id);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#swallowClick) {
      this.#swallowClick = false;
      return;
    }
    const group = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const cell = group?.getAttribute('data-cell');
    if (cell) this.board.activate(cell);
  }

  /**
   * A point of the window in the drawing's units.
   * @param {PointerEvent} event
   */
  #boardPoint(event) {
    const matrix = this.board.drawing?.getScreenCTM();
    return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }
}
