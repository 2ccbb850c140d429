// The line on the chosen piece below or beside the board: the piece under the pointer or the focus,
// else the selected one, in one line, with a button for its card. Its place never changes.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t, UNKNOWN_PIECE } from '../common/i18n.js';
import { placedName } from './descriptions.js';
import { pieceAt } from './frame-diff.js';
/** @import { GameBoard } from './game-board.js' */
/** @import { PageData, Placed } from '../common/types.d.ts' */

/** Whether the reader taps rather than points. */
const isTouch = () => matchMedia('(pointer: coarse)').matches;

export class PieceLine {
  /** @type {string | null} the cell under the pointer or the focus */
  #hovered = null;
  /** @type {string | null} the cell that was tapped last and has no choice */
  #tapped = null;
  #shownKey = '';
  /** @type {{ kind: string, side: string } | null} */
  #shown = null;

  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   * @param {PageData} data
   * @param {(kind: string, side: string) => void} showPieceCard
   */
  constructor(root, board, data, showPieceCard) {
    this.root = root;
    this.board = board;
    this.lines = data.lines ?? {};
    this.game = data.game ?? '';
    this.icon = html('span', { class: 'piece-line-icon', 'aria-hidden': 'true' });
    this.name = html('strong', {});
    this.line = html('span', {});
    this.card = html(
      'button',
      {
        type: 'button',
        class: 'piece-line-card',
        onclick: () => this.#shown && showPieceCard(this.#shown.kind, this.#shown.side),
      },
      '?',
    );
    root.append(
      this.icon,
      html('p', { class: 'piece-line-text' }, this.name, ' ', this.line),
      this.card,
    );
    board.addEventListener('board-hover', (event) => {
      this.#hovered = /** @type {CustomEvent} */ (event).detail.cell;
      this.update();
    });
    board.addEventListener('board-select', () => {
      this.#tapped = null;
      this.update();
    });
    board.addEventListener('board-cell', (event) => {
      this.#tapped = /** @type {CustomEvent} */ (event).detail.cell;
      this.update();
    });
    board.addEventListener('board-shown', () => this.update());
    this.update();
  }

  /** The piece that is told about. @returns {Pick<Placed, 'kind' | 'side' | 'marks'> | null} */
  get #piece() {
    const { frame, selected, pieceToPlace } = this.board;
    for (const cell of [this.#hovered, selected, this.#tapped]) {
      const piece = cell && pieceAt(frame, cell);
      if (piece) return piece;
    }
    const side = this.board.getAttribute('placing') ?? '';
    return pieceToPlace ? { kind: pieceToPlace, side, marks: [] } : null;
  }

  update() {
    const piece = this.#piece;
    const key = JSON.stringify(piece && [piece.kind, piece.side, piece.marks]);
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    this.root.classList.toggle('empty', piece === null);
    const isKnown = piece !== null && piece.kind !== UNKNOWN_PIECE;
    this.#shown = isKnown && piece ? { kind: piece.kind, side: piece.side } : null;
    this.card.hidden = !isKnown;
    if (!piece) {
      this.icon.replaceChildren();
      this.name.textContent = '';
      this.line.textContent = t(isTouch() ? 'chosen-none-touch' : 'chosen-none');
      return;
    }
    const withGoal = piece.marks.includes('goal') ? 'G' : '';
    this.icon.replaceChildren(pieceIcon(this.game, `${piece.kind}${withGoal}`, piece.side));
    this.name.textContent = placedName(piece);
    this.line.textContent = isKnown ? (this.lines[piece.kind] ?? '') : t('chosen-unknown');
    const label = t('card-open', { piece: pieceName(piece.kind) });
    this.card.setAttribute('aria-label', label);
    this.card.title = label;
  }
}
