// The reserve: pieces that are still to be placed. A piece is tapped and then placed on a cell,
// dragged, or chosen by keyboard, which moves the focus to the board.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
/** @import { GameBoard } from '../board/game-board.js' */

const DRAG_THRESHOLD_PX = 7;

/**
 * @typedef {object} Reserve
 * @property {string} kind
 * @property {number} left
 */

export class ReserveTray {
  /**
   * @param {GameBoard} board
   * @param {string} game
   */
  constructor(board, game) {
    this.board = board;
    this.game = game;
    this.root = html('div', { class: 'tray', role: 'group', 'aria-label': t('tray-label') });
  }

  /**
   * @param {string} side
   * @param {Reserve[]} reserve
   */
  show(side, reserve) {
    this.board.setAttribute('placing', side);
    this.root.replaceChildren(...reserve.map(({ kind, left }) => this.#item(side, kind, left)));
  }

  /**
   * @param {string} side
   * @param {string} kind
   * @param {number} left
   */
  #item(side, kind, left) {
    const item = html('button', {
      type: 'button',
      class: 'tray-item',
      'data-kind': kind,
      'data-focus': `tray-${kind}`,
      disabled: left === 0,
      'aria-pressed': String(this.board.pieceToPlace === kind),
      'aria-label': t('tray-item', { piece: pieceName(kind), left }),
      title: pieceName(kind),
    });
    item.append(
      pieceIcon(this.game, kind, side),
      html('span', { class: 'tray-name' }, pieceName(kind)),
      html('span', { class: 'times' }, left > 1 ? `×${left}` : ''),
    );
    let dragged = false;
    item.addEventListener('pointerdown', (event) => {
      dragged = false;
      if (left > 0 && event.button === 0 && event.isPrimary)
        this.#drag(item, event, side, () => {
          dragged = true;
        });
    });
    item.addEventListener('click', (event) => {
      if (dragged) return;
      // A chosen piece stays chosen: it may have been chosen for the player.
      this.board.pieceToPlace = kind;
      this.mark();
      // After the keyboard, the focus moves to a cell where the piece may be placed.
      if (event.detail === 0) this.#focusTarget(kind);
    });
    return item;
  }

  /** Marks the chosen piece. */
  mark() {
    for (const item of this.root.querySelectorAll('.tray-item')) {
      item.setAttribute(
        'aria-pressed',
        String(item.getAttribute('data-kind') === this.board.pieceToPlace),
      );
    }
  }

  /** @param {string} kind */
  #focusTarget(kind) {
    const choice = this.board.choices.find(
      (choice) => choice.kind === 'place' && choice.piece === kind,
    );
    this.board.keyboard?.focus(choice?.to ?? undefined);
  }

  /**
   * @param {HTMLElement} item
   * @param {PointerEvent} start
   * @param {string} side
   * @param {() => void} onStart
   */
  #drag(item, start, side, onStart) {
    const kind = item.dataset.kind ?? '';
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (
        !ghost &&
        Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_THRESHOLD_PX
      )
        return;
      if (!ghost) {
        onStart();
        ghost = html('div', { class: 'ghost' }, pieceIcon(this.game, kind, side));
        document.body.append(ghost);
        this.board.pieceToPlace = kind;
        this.mark();
      }
      ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    };
    const end = (/** @type {PointerEvent} */ event) => {
      item.removeEventListener('pointermove', move);
      item.removeEventListener('pointerup', end);
      item.removeEventListener('pointercancel', end);
      if (!ghost) return;
      ghost.remove();
      const cell =
        event.type === 'pointerup' ? this.board.cellAtPoint(event.clientX, event.clientY) : null;
      if (!cell) this.board.pieceToPlace = null;
      else if (this.board.choicesTo(cell).length > 0) this.board.activate(cell);
      else this.board.rejectTarget(cell);
      this.mark();
    };
    item.setPointerCapture(start.pointerId);
    item.addEventListener('pointermove', move);
    item.addEventListener('pointerup', end);
    item.addEventListener('pointercancel', end);
  }
}
