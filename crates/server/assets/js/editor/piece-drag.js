// Dragging pieces in the editor: on the board, off the board, and from the palette.

import { html, pieceIcon } from '../common/dom.js';
import { pieceAt } from '../board/frame-diff.js';
/** @import { GameBoard } from '../board/game-board.js' */

/** How far a finger may tremble before a tap becomes a drag, in CSS pixels. */
const SLACK = 7;

/**
 * @typedef {object} Drag
 * @property {number} id of the pointer
 * @property {number} x where it began
 * @property {number} y
 * @property {string} kind
 * @property {string} side
 * @property {HTMLElement | null} ghost
 * @property {(cell: string | null) => void} drop
 */

export class Drags {
  /** @type {Drag | null} */
  #held = null;
  #swallowClick = false;

  /**
   * @param {GameBoard} board
   * @param {string} game
   * @param {{ moved: (from: string, to: string) => void, erased: (cell: string) => void }} done
   */
  constructor(board, game, done) {
    this.board = board;
    this.game = game;
    board.addEventListener('pointerdown', (event) => {
      this.#swallowClick = false;
      const from = board.cellAtPoint(event.clientX, event.clientY);
      const piece = from ? pieceAt(board.frame, from) : undefined;
      if (!from || !piece) return;
      this.begin(event, piece.kind, piece.side, (to) => {
        if (to === null) done.erased(from);
        else if (to !== from) done.moved(from, to);
      });
    });
    // A finger on a piece drags it; anywhere else it scrolls the page.
    board.addEventListener('touchmove', (event) => this.#held && event.preventDefault(), { passive: false });
    // The click that ends a drag is none.
    board.addEventListener('click', (event) => {
      if (this.#swallowClick) event.stopPropagation();
      this.#swallowClick = false;
    }, true);
    addEventListener('pointermove', (event) => this.#move(event));
    addEventListener('pointerup', (event) => this.#end(event, true));
    addEventListener('pointercancel', (event) => this.#end(event, false));
  }

  /**
   * Holds a piece, which becomes a drag once the pointer moves.
   * @param {PointerEvent} event
   * @param {string} kind
   * @param {string} side
   * @param {(cell: string | null) => void} drop
   */
  begin(event, kind, side, drop) {
    if (!event.isPrimary || event.button !== 0) return;
    this.#held = { id: event.pointerId, x: event.clientX, y: event.clientY, kind, side, ghost: null, drop };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      held.ghost = html('div', { class: 'ghost' }, pieceIcon(this.game, held.kind, held.side));
      document.body.append(held.ghost);
      document.body.classList.add('dragging');
    }
    held.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} done whether it was let go, and not taken away
   */
  #end(event, done) {
    const held = this.#held;
    if (!held || held.id !== event.pointerId) return;
    this.#held = null;
    if (!held.ghost) return;
    held.ghost.remove();
    document.body.classList.remove('dragging');
    this.#swallowClick = true;
    if (done) held.drop(this.board.cellAtPoint(event.clientX, event.clientY));
  }
}
