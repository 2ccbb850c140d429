// Dragging pieces in the editor: on the board, off the board, and from the palette.

import { html, pieceIcon } from '../common/dom.js';
import { pieceAt } from '../board/frame-diff.js';
/** @import { GameBoard } from '../board/game-board.js' */

/** The movement, in CSS pixels, that turns a press into a drag. */
const DRAG_THRESHOLD_PX = 7;

/**
 * @typedef {object} Drag
 * @property {number} id of the pointer
 * @property {number} x where the press began
 * @property {number} y
 * @property {string} kind
 * @property {string} side
 * @property {HTMLElement | null} ghost
 * @property {(cell: string | null) => void} drop
 */

export class PieceDrag {
  /** @type {Drag | null} */
  #drag = null;
  #ignoreClick = false;

  /**
   * @param {GameBoard} board
   * @param {string} game
   * @param {{ move: (from: string, to: string) => void, erase: (cell: string) => void }} actions
   */
  constructor(board, game, actions) {
    this.board = board;
    this.game = game;
    board.addEventListener('pointerdown', (event) => {
      this.#ignoreClick = false;
      const from = board.cellAtPoint(event.clientX, event.clientY);
      const piece = from ? pieceAt(board.frame, from) : undefined;
      if (!from || !piece) return;
      this.begin(event, piece.kind, piece.side, (to) => {
        if (to === null) actions.erase(from);
        else if (to !== from) actions.move(from, to);
      });
    });
    // A finger on a piece drags it; elsewhere it scrolls the page.
    board.addEventListener('touchmove', (event) => this.#drag && event.preventDefault(), {
      passive: false,
    });
    // Suppresses the click that follows a drag.
    board.addEventListener('click', (event) => {
      if (this.#ignoreClick) event.stopPropagation();
      this.#ignoreClick = false;
    }, true);
    addEventListener('pointermove', (event) => this.#move(event));
    addEventListener('pointerup', (event) => this.#end(event, true));
    addEventListener('pointercancel', (event) => this.#end(event, false));
  }

  /**
   * Starts a press on a piece, which becomes a drag when the pointer moves.
   * @param {PointerEvent} event
   * @param {string} kind
   * @param {string} side
   * @param {(cell: string | null) => void} drop
   */
  begin(event, kind, side, drop) {
    if (!event.isPrimary || event.button !== 0) return;
    this.#drag = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      kind,
      side,
      ghost: null,
      drop,
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_THRESHOLD_PX) return;
      drag.ghost = html('div', { class: 'ghost' }, pieceIcon(this.game, drag.kind, drag.side));
      document.body.append(drag.ghost);
      document.body.classList.add('dragging');
    }
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isDropped `false` if the browser has cancelled the drag
   */
  #end(event, isDropped) {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    this.#drag = null;
    if (!drag.ghost) return;
    drag.ghost.remove();
    document.body.classList.remove('dragging');
    this.#ignoreClick = true;
    if (isDropped) drag.drop(this.board.cellAtPoint(event.clientX, event.clientY));
  }
}
