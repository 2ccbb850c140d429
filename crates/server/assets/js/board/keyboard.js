// Keyboard control of the board: one tab stop, arrow keys from cell to cell, Enter or Space to
// activate, Escape to cancel, Delete to take a placed piece back, I for the card of a piece, N for
// the notes on a cell. On the whole page F turns the board and ? opens the help for the keys.

import { isPageKey } from '../common/dom.js';
/** @import { GameBoard } from './game-board.js' */

const ARROW_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

export class BoardKeyboard {
  /** @type {string | null} the cell that is the tab stop */
  #tabStop = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener('keydown', (event) => this.#key(event));
    // On the document: with the mouse in use, the focus is not on the board.
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) this.#cancel();
      else pageKey(event);
    });
    board.addEventListener('focusin', (event) => {
      const cell = cellOf(event.target);
      if (cell) this.#moveTabStop(cell);
    });
  }

  /**
   * Ensures that exactly one cell can be reached with Tab: where pieces can be moved, one of them,
   * unless the reader has left the board there or is on it.
   */
  ensureTabStop() {
    if (this.#tabStop !== null && this.board.contains(document.activeElement)) return;
    const origins = this.board.origins();
    if (this.#tabStop !== null && (origins.size === 0 || origins.has(this.#tabStop))) return;
    const names = origins.size > 0 ? [...origins] : [...this.board.cells.keys()];
    if (this.#tabStop === null || origins.size > 0)
      this.#moveTabStop(names[Math.floor(names.length / 2)] ?? '');
  }

  /**
   * Focuses a cell.
   * @param {string} [cell] by default the one that had the focus last
   */
  focus(cell = this.#tabStop ?? '') {
    this.board.cells.get(cell)?.group.focus();
  }

  /** @param {string} cell */
  #moveTabStop(cell) {
    this.#tabStop = cell;
    for (const [name, { group }] of this.board.cells) {
      group.setAttribute('tabindex', name === cell ? '0' : '-1');
    }
  }

  #cancel() {
    this.board.cancel();
    this.board.emit('board-cancel', {});
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROW_KEYS.indexOf(event.key);
    if (direction >= 0) {
      const next = this.board.orientation?.neighbour(cell, direction);
      if (next) this.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.board.activate(cell);
    } else if (event.key === 'Escape') {
      this.#cancel();
    } else if (event.key === 'i' || event.key === 'I') {
      this.board.requestInfo(cell);
    } else if (event.key === 'n' || event.key === 'N') {
      if (!this.board.requestNote(cell)) return;
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.board.emit('board-delete', { cell });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  return target instanceof SVGElement ? (target.dataset.cell ?? null) : null;
}

/** The keys that the page knows wherever the focus is. @param {KeyboardEvent} event */
function pageKey(event) {
  if (!isPageKey(event)) return;
  if (event.key === 'f' || event.key === 'F') {
    const turn = document.querySelector('[data-tool=turn]');
    if (turn instanceof HTMLElement) turn.click();
  } else if (event.key === '?') {
    const help = document.querySelector('.keys-help');
    if (!(help instanceof HTMLDetailsElement)) return;
    help.open = !help.open;
    if (help.open) help.querySelector('summary')?.focus();
  } else return;
  event.preventDefault();
}
