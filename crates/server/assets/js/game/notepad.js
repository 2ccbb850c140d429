// The notepad over the board: a palette of guesses, and slips of paper on the cells. While it is in
// use, activating a cell puts the selected slip there instead of moving.

import { confirm } from '../common/dialogs.js';
import { html, svg } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
import { contradicted, DOUBT_NOTE, EMPTY_NOTE, Notes, ZONE_NOTE } from './notes.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Frame } from '../common/types.d.ts' */

/** The signs on slips that name no piece. */
const NOTE_SIGNS = /** @type {Record<string, string>} */ ({ [EMPTY_NOTE]: '∅', [ZONE_NOTE]: '⬡' });
/** The tool that removes a slip. */
export const ERASE_TOOL = 'erase';

/** What a note says, in words. @param {string} note */
export const noteName = (note) =>
  note === EMPTY_NOTE
    ? t('note-empty')
    : note === ZONE_NOTE
      ? t('note-zone')
      : note === DOUBT_NOTE
        ? t('note-doubt')
        : pieceName(note);

export class Notepad {
  /** @type {Notes | null} */
  #notes = null;
  #isWriting = false;
  #isShown = true;
  #tool = DOUBT_NOTE;
  /** @type {Frame | null} */
  #frame = null;

  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   * @param {{ pieces: string[], onChange: () => void }} context `onChange` redraws the board
   */
  constructor(root, board, { pieces, onChange }) {
    this.root = root;
    this.board = board;
    this.tools = [...pieces, EMPTY_NOTE, ZONE_NOTE, DOUBT_NOTE, ERASE_TOOL];
    this.onChange = onChange;
    this.layer = board.overlay('slips');
    this.#build();
    board.addEventListener('board-cell', (event) =>
      this.#useTool(/** @type {CustomEvent} */ (event).detail.cell),
    );
    board.addEventListener('board-delete', (event) => {
      if (this.#isWriting) this.#put(/** @type {CustomEvent} */ (event).detail.cell, null);
    });
    board.addEventListener('board-cancel', () => this.setWriting(false));
    board.addEventListener('board-rotate', () => this.#drawSlips());
  }

  /** Whether the viewer has a notepad now. */
  get isOffered() {
    return this.#notes !== null;
  }

  /** The note on a cell. @param {string} cell */
  at(cell) {
    return this.#notes?.at(cell);
  }

  /**
   * Lays a note on a cell, whether or not the notepad is in use.
   * @param {string} cell
   * @param {string} tool a note, or the tool that removes one
   */
  lay(cell, tool) {
    if (!this.#isShown) this.#setShown(true);
    if (tool === ERASE_TOOL) this.#put(cell, null);
    else if (this.at(cell) !== tool) this.#put(cell, tool);
  }

  /** Whether activating a cell writes a note. */
  get isWriting() {
    return this.#isWriting;
  }

  #build() {
    const button = (
      /** @type {string} */ act,
      /** @type {string} */ label,
      /** @type {() => void} */ onclick,
    ) => html('button', { type: 'button', 'data-act': act, onclick }, label);
    this.writeButton = button('notes-write', t('notes-write'), () =>
      this.setWriting(!this.#isWriting),
    );
    this.showButton = button('notes-show', t('notes-show'), () => this.#setShown(!this.#isShown));
    this.clearButton = button('notes-clear', t('notes-clear'), () => void this.#clear());
    this.palette = html(
      'div',
      { class: 'note-tools', role: 'group', 'aria-label': t('notes-tools'), hidden: true },
      ...this.tools.map((tool) => this.#toolButton(tool)),
    );
    this.root.append(
      html('h2', {}, t('notes-title')),
      html('div', { class: 'row' }, this.writeButton, this.showButton, this.clearButton),
      this.palette,
      (this.help = html('p', { class: 'hint', 'aria-live': 'polite' })));
  }

  /** @param {string} tool */
  #toolButton(tool) {
    const label = tool === ERASE_TOOL ? t('note-erase') : noteName(tool);
    return html(
      'button',
      {
        type: 'button',
        class: 'note-tool',
        'data-note': tool,
        'aria-pressed': String(tool === this.#tool),
        onclick: () => {
          this.#tool = tool;
          this.#updateControls();
        },
      },
      noteIcon(tool),
      html('span', {}, label),
    );
  }

  /**
   * @param {string} key of this game and seat in `localStorage`
   * @param {Frame} frame
   */
  show(key, frame) {
    if (this.#notes?.key !== key) this.#notes = new Notes(key);
    this.#frame = frame;
    this.#updateControls();
    this.#drawSlips();
  }

  /** Hides the notepad from viewers who have none. */
  hide() {
    this.root.hidden = true;
    this.#notes = null;
    if (this.#isWriting) this.setWriting(false);
    this.#drawSlips();
  }

  /** @param {boolean} isWriting */
  setWriting(isWriting) {
    if (isWriting === this.#isWriting) return;
    this.#isWriting = isWriting;
    if (isWriting) this.#isShown = true;
    this.board.toggleAttribute('writing', isWriting);
    this.#updateControls();
    this.onChange();
  }

  /** @param {boolean} isShown */
  #setShown(isShown) {
    this.#isShown = isShown;
    if (!isShown) this.setWriting(false);
    this.#updateControls();
    this.#drawSlips();
  }

  async #clear() {
    if (!(await confirm({ title: t('notes-clear-title'), yes: t('notes-clear'), danger: true })))
      return;
    this.#notes?.clear();
    this.#updateControls();
    this.#drawSlips();
  }

  /** @param {string} cell */
  #useTool(cell) {
    if (this.#isWriting) this.#put(cell, this.#tool === ERASE_TOOL ? null : this.#tool);
  }

  /**
   * @param {string} cell
   * @param {string | null} note
   */
  #put(cell, note) {
    this.#notes?.put(cell, note);
    this.#updateControls();
    this.#drawSlips();
  }

  #updateControls() {
    this.root.hidden = this.#notes === null;
    this.root.classList.toggle('writing', this.#isWriting);
    if (this.palette) this.palette.hidden = !this.#isWriting;
    if (this.writeButton)
      this.writeButton.textContent = t(this.#isWriting ? 'notes-done' : 'notes-write');
    this.writeButton?.classList.toggle('main', this.#isWriting);
    this.showButton?.setAttribute('aria-pressed', String(this.#isShown));
    const tool = this.#tool === ERASE_TOOL ? t('note-erase') : noteName(this.#tool);
    if (this.help)
      this.help.textContent = this.#isWriting
        ? t('notes-writing', { note: tool })
        : t('notes-hint');
    this.clearButton?.toggleAttribute('disabled', (this.#notes?.size ?? 0) === 0);
    for (const tool of this.palette?.children ?? []) {
      tool.setAttribute('aria-pressed', String(tool.getAttribute('data-note') === this.#tool));
    }
  }

  #drawSlips() {
    const notes = this.#notes && this.#isShown ? this.#notes.entries() : [];
    const frame = this.#frame;
    this.board.notes = new Map(notes.map(([cell, note]) => {
      const faded = frame !== null && contradicted(cell, note, frame);
      return [cell, faded ? t('note-faded', { note: noteName(note) }) : noteName(note)];
    }));
    this.layer.replaceChildren(...notes.flatMap(([cell, note]) => this.#slipAt(cell, note)));
  }

  /**
   * @param {string} name of the cell
   * @param {string} note
   */
  #slipAt(name, note) {
    const cell = this.board.cells.get(name);
    const frame = this.#frame;
    if (!cell || !this.board.orientation || !frame) return [];
    const { x, y } = this.board.orientation.at(cell);
    const taken = frame.pieces.some((piece) => piece.cell === name);
    // A piece that is seen is more important than a guess, so the slip lies beside it.
    const [dx, dy, r] = taken
      ? [cell.radius * 0.75, -cell.radius * 0.5, cell.radius * 0.55]
      : [0, 0, cell.radius * 0.82];
    const picture = drawSlip(note, r);
    picture.setAttribute('transform', `translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)})`);
    picture.setAttribute('data-note-at', name);
    if (contradicted(name, note, frame)) picture.classList.add('faded');
    return [picture];
  }
}

/** The picture of a tool of the notepad. @param {string} tool */
export function noteIcon(tool) {
  const picture = svg('svg', {
    class: 'note-icon',
    viewBox: '-30 -30 60 60',
    'aria-hidden': 'true',
  });
  picture.append(
    tool === ERASE_TOOL
      ? svg('path', { class: 'note-erase', d: 'M-14 -14L14 14M-14 14L14 -14' })
      : drawSlip(tool, 26),
  );
  return picture;
}

/**
 * A slip of paper centred at (0, 0) with the note on it; it cannot be mistaken for a piece.
 * @param {string} note
 * @param {number} r half the width
 */
function drawSlip(note, r) {
  const fold = r * 0.45;
  return svg(
    'g',
    { class: `slip note-${note === DOUBT_NOTE ? 'doubt' : note}` },
    svg('path', {
      class: 'slip-paper',
      d: `M${-r} ${-r}H${r - fold}L${r} ${-r + fold}V${r}H${-r}Z`,
    }),
    svg('path', { class: 'slip-fold', d: `M${r - fold} ${-r}V${-r + fold}H${r}Z` }),
    svg(
      'text',
      { class: 'slip-text', 'font-size': (r * 1.15).toFixed(1), y: (r * 0.42).toFixed(1) },
      document.createTextNode(NOTE_SIGNS[note] ?? note),
    ),
  );
}
