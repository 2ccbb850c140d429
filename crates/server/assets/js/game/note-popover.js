// The palette of guesses beside a cell: opened by a long press, a right click or N on the cell. On
// a phone it lies at the bottom of the window.

import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
import { ERASE_TOOL, noteIcon, noteName } from './notepad.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Notepad } from './notepad.js' */

/** The space between the cell and the palette, in CSS pixels. */
const GAP_PX = 8;

export class NotePopover {
  /** @type {string | null} the cell to which it belongs */
  #cell = null;
  #byKey = false;

  /**
   * @param {GameBoard} board
   * @param {Notepad} notepad
   */
  constructor(board, notepad) {
    this.board = board;
    this.notepad = notepad;
    this.title = html('strong', {});
    this.root = html(
      'div',
      { class: 'note-popover', role: 'dialog', hidden: true },
      html(
        'header',
        {},
        this.title,
        html(
          'button',
          { type: 'button', 'aria-label': t('toast-close'), onclick: () => this.close() },
          '×',
        ),
      ),
      html(
        'div',
        { class: 'note-tools' },
        ...notepad.tools.map((tool) => this.#button(tool)),
      ),
    );
    board.parentElement?.append(this.root);
    board.addEventListener('board-note', (event) =>
      this.open(/** @type {CustomEvent} */ (event).detail.cell),
    );
    board.addEventListener('board-rotate', () => this.close());
    addEventListener('keydown', (event) => this.#key(event), true);
    addEventListener('pointerdown', (event) => {
      if (event.target instanceof Node && !this.root.contains(event.target)) this.close();
    }, true);
    addEventListener('resize', () => this.#place());
  }

  /** @param {string} tool */
  #button(tool) {
    const label = tool === ERASE_TOOL ? t('note-erase') : noteName(tool);
    return html(
      'button',
      {
        type: 'button',
        class: 'note-tool',
        'data-lay': tool,
        'aria-pressed': 'false',
        onclick: () => this.#lay(tool),
      },
      noteIcon(tool),
      html('span', {}, label),
    );
  }

  /** @param {string} cell */
  open(cell) {
    this.#byKey = this.board.contains(document.activeElement);
    this.#cell = cell;
    const title = t('note-on', { cell });
    this.title.textContent = title;
    this.root.setAttribute('aria-label', title);
    const note = this.notepad.at(cell);
    for (const button of this.#buttons) {
      const tool = button.dataset.lay ?? '';
      button.setAttribute('aria-pressed', String(tool === note));
      button.disabled = tool === ERASE_TOOL && note === undefined;
    }
    this.root.hidden = false;
    this.#place();
    (this.#buttons.find((button) => button.dataset.lay === note) ?? this.#buttons[0])?.focus({
      preventScroll: true,
    });
  }

  close() {
    if (this.root.hidden) return;
    const cell = this.#cell;
    this.root.hidden = true;
    this.#cell = null;
    if (this.#byKey) this.board.keyboard?.focus(cell ?? undefined);
  }

  /** Closes it if there is no notepad any more. */
  check() {
    if (!this.notepad.isOffered) this.close();
  }

  get #buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.root.querySelectorAll('[data-lay]')]);
  }

  /** @param {string} tool */
  #lay(tool) {
    const cell = this.#cell;
    if (!cell) return;
    this.notepad.lay(cell, tool);
    this.close();
    announce(
      tool === ERASE_TOOL
        ? t('note-gone', { cell })
        : t('note-laid', { cell, note: noteName(tool) }),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.root.hidden) return;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape') this.close();
    else if (step && this.root.contains(document.activeElement)) {
      const open = this.#buttons.filter((button) => !button.disabled);
      const at = open.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      open[(at + step + open.length) % open.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Beside the cell, inside the window; on a phone the style sheet places it. */
  #place() {
    const cell = this.#cell && this.board.cells.get(this.#cell)?.group.getBoundingClientRect();
    const outer = this.board.parentElement?.getBoundingClientRect();
    if (!cell || !outer || this.root.hidden) return;
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const isRoomRight = cell.right + GAP_PX + width < innerWidth;
    const left = isRoomRight ? cell.right + GAP_PX : cell.left - GAP_PX - width;
    const top = (cell.top + cell.bottom - height) / 2;
    const within = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.max(GAP_PX, Math.min(value, most - GAP_PX));
    this.root.style.left = `${within(left, innerWidth - width) - outer.left}px`;
    this.root.style.top = `${within(top, innerHeight - height) - outer.top}px`;
  }
}
