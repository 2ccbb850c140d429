// Pointer control of the board: tap a piece and then a destination, or drag the piece there.
// Right-click and long press open the card of a piece.

import { PieceLayer } from './piece-layer.js';
/** @import { GameBoard } from './game-board.js' */

/** The movement, in CSS pixels, that turns a press into a drag. */
const DRAG_THRESHOLD_PX = 7;

/** The duration of a long press. */
const LONG_PRESS_MS = 550;

export class BoardPointer {
  /**
   * @type {{ id: number, cell: string, x: number, y: number, dragging: boolean,
   *   point?: { x: number, y: number } } | null}
   */
  #press = null;
  #ignoreClick = false;
  /** @type {{ timer: ReturnType<typeof setTimeout>, x: number, y: number } | null} */
  #longPress = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener('pointerdown', (event) => this.#down(event));
    board.addEventListener('pointermove', (event) => this.#move(event));
    board.addEventListener('pointerup', (event) => this.#up(event));
    board.addEventListener('pointercancel', () => this.cancel());
    board.addEventListener('contextmenu', (event) => this.#contextMenu(event));
    // A finger on a piece that can move drags it; elsewhere it scrolls the page. `touch-action`
    // would do, but some browsers ignore it inside an SVG.
    board.addEventListener('touchmove', (event) => this.#press && event.preventDefault(), {
      passive: false,
    });
    // The mouse does not move the focus, so that the arrow keys keep stepping through the moves.
    board.addEventListener('mousedown', (event) => event.preventDefault());
    // Screen readers activate cells by clicks, so taps are handled as clicks, too.
    board.addEventListener('click', (event) => this.#click(event));
  }

  /** Ends a press or drag without effect. */
  cancel() {
    this.#cancelLongPress();
    if (this.#press?.dragging) this.#endDrag();
    this.#press = null;
  }

  /** Ends the press before another frame is shown, unless its piece can still be moved. */
  keepDrag() {
    if (this.#press && !this.board.origins().has(this.#press.cell)) this.cancel();
  }

  /** Takes the dragged piece into the hand again after another frame was shown. */
  resumeDrag() {
    const press = this.#press;
    if (!press?.dragging) return;
    this.#lift(press.cell);
    const piece = this.board.pieces?.at(press.cell);
    if (piece && press.point) PieceLayer.moveTo(piece, press.point);
    else if (!piece) this.cancel();
  }

  /** The dragged piece lies on top of all, signs included. @param {string} cell */
  #lift(cell) {
    const piece = this.board.pieces?.at(cell);
    piece?.classList.add('dragged');
    if (piece && piece.parentNode !== this.board.lifted) this.board.lifted?.append(piece);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#ignoreClick = false;
    if (!event.isPrimary || event.button !== 0) return;
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    if (cell && event.pointerType !== 'mouse' && this.board.hasAttribute('guide'))
      this.#startLongPress(cell, event);
    if (!cell || !this.board.origins().has(cell)) return;
    this.#press = {
      id: event.pointerId,
      cell,
      x: event.clientX,
      y: event.clientY,
      dragging: false,
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const longPress = this.#longPress;
    if (
      longPress &&
      Math.hypot(event.clientX - longPress.x, event.clientY - longPress.y) >= DRAG_THRESHOLD_PX
    )
      this.#cancelLongPress();
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_THRESHOLD_PX) return;
      press.dragging = true;
      this.board.pieceToPlace = null;
      if (this.board.selected !== press.cell) this.board.activate(press.cell);
      this.board.setPointerCapture(press.id);
      this.board.classList.add('dragging');
      this.#lift(press.cell);
    }
    const piece = this.board.pieces?.at(press.cell);
    const point = this.#boardPoint(event);
    press.point = point ?? undefined;
    if (piece && point) PieceLayer.moveTo(piece, point);
    // The dragged piece has captured the pointer, so `pointerover` does not report what is under
    // it.
    this.board.hover(this.board.cellAtPoint(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#cancelLongPress();
    const press = this.#press;
    this.#press = null;
    if (!press?.dragging || event.pointerId !== press.id) return;
    this.#ignoreClick = true;
    this.#press = press;
    this.#endDrag();
    this.#press = null;
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    if (cell === press.cell) {
      this.board.snapBack();
    } else if (!cell) {
      this.board.snapBack();
      this.board.emit('board-delete', { cell: press.cell });
    } else if (this.board.isPremoving) {
      this.board.snapBack();
      this.board.premoveTo(cell);
    } else if (this.board.choicesTo(cell).length > 0) {
      // The piece stays where it was dropped until the server has answered.
      this.board.activate(cell);
    } else {
      this.board.snapBack();
      this.board.rejectTarget(cell);
    }
  }

  /**
   * @param {string} cell
   * @param {PointerEvent} event
   */
  #startLongPress(cell, event) {
    this.#cancelLongPress();
    const timer = setTimeout(() => {
      this.#longPress = null;
      if (this.#press?.dragging || !this.#requestWords(cell)) return;
      this.#press = null;
      this.#ignoreClick = true;
    }, LONG_PRESS_MS);
    this.#longPress = { timer, x: event.clientX, y: event.clientY };
  }

  #cancelLongPress() {
    clearTimeout(this.#longPress?.timer);
    this.#longPress = null;
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    const cell = this.board.hasAttribute('guide')
      ? this.board.cellAtPoint(event.clientX, event.clientY)
      : null;
    if (!cell) return;
    event.preventDefault();
    // A long press is detected by its timer.
    if (event instanceof PointerEvent && event.pointerType !== 'mouse' && event.pointerType !== '')
      return;
    this.#requestWords(cell);
  }

  /** Asks for the card of the piece on a cell, else for the notes. @param {string} cell */
  #requestWords(cell) {
    return this.board.requestInfo(cell) || this.board.requestNote(cell);
  }

  #endDrag() {
    const press = this.#press;
    if (!press) return;
    this.board.classList.remove('dragging');
    const piece = this.board.pieces?.at(press.cell);
    piece?.classList.remove('dragged');
    if (piece) this.board.pieces?.layer.append(piece);
    if (this.board.hasPointerCapture(press.id)) this.board.releasePointerCapture(press.id);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#ignoreClick) {
      this.#ignoreClick = false;
      return;
    }
    const group = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const cell = group?.getAttribute('data-cell');
    if (cell) this.board.activate(cell);
  }

  /**
   * Converts client coordinates to the drawing's coordinates.
   * @param {PointerEvent} event
   */
  #boardPoint(event) {
    const matrix = this.board.drawing?.getScreenCTM();
    return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }
}
