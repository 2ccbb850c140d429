// The legend: the pieces and the marks of the board on this page, over the panel beside the board.
// The server renders the marks; those that cannot occur here are left out.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
/** @import { GameBoard } from './game-board.js' */
/** @import { PageData } from '../common/types.d.ts' */

/** Up to this number, all pieces of a game are told, also those that are not on the board. */
const FEW_PIECES = 12;

export class Legend {
  /**
   * @param {GameBoard} board
   * @param {PageData} data
   * @param {HTMLElement} button opens and closes it
   * @param {((kind: string, side: string) => void) | null} showPieceCard
   */
  constructor(board, data, button, showPieceCard) {
    this.board = board;
    this.data = data;
    this.button = button;
    this.showPieceCard = showPieceCard;
    this.pieces = html('ul', { class: 'legend-pieces' });
    this.marks = html('div', {}, html('p', { class: 'hint' }, t('card-loading')));
    this.close = html(
      'button',
      { type: 'button', class: 'legend-close', onclick: () => this.toggle(false) },
      t('toast-close'),
    );
    this.root = html(
      'section',
      { class: 'legend', id: 'legend', role: 'dialog', 'aria-labelledby': 'legend-title' },
      html(
        'header',
        {},
        html('h2', { id: 'legend-title' }, this.button.getAttribute('title') ?? ''),
        this.close,
      ),
      html(
        'div',
        { class: 'legend-body', tabindex: 0, role: 'group', 'aria-labelledby': 'legend-title' },
        this.pieces,
        this.marks,
      ),
    );
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.toggle(false);
    });
    board.closest('main')?.append(this.root);
    this.root.hidden = true;
    void this.#load();
  }

  /** Opens or closes it. @param {boolean} [isOpen] */
  toggle(isOpen = this.root.hidden !== false) {
    this.root.hidden = !isOpen;
    this.button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) {
      this.#showPieces();
      this.#hideImpossible();
      this.close.focus({ preventScroll: true });
    } else {
      this.button.focus({ preventScroll: true });
    }
  }

  #showPieces() {
    const { game = '', pieces = [], sides = [], lines = {} } = this.data;
    const onBoard = this.board.frame.pieces;
    const shown =
      pieces.length <= FEW_PIECES
        ? pieces
        : pieces.filter((kind) => onBoard.some((piece) => piece.kind === kind));
    this.pieces.replaceChildren(...shown.map((kind) => {
      const side = onBoard.find((piece) => piece.kind === kind)?.side ?? sides[0] ?? '';
      return html(
        'li',
        {},
        html(
          'button',
          {
            type: 'button',
            'data-piece': kind,
            title: t('card-open', { piece: pieceName(kind) }),
            onclick: () => this.showPieceCard?.(kind, side),
          },
          pieceIcon(game, kind, side),
          html(
            'span',
            {},
            html('strong', {}, pieceName(kind)),
            ' ',
            html('span', {}, lines[kind] ?? ''),
          ),
        ),
      );
    }));
  }

  async #load() {
    const response = await fetch(`/legend/${this.data.game}`).catch(() => null);
    if (!response?.ok) {
      this.marks.replaceChildren(html('p', { class: 'hint' }, t('legend-missing')));
      return;
    }
    // Rendered by this server for this page.
    this.marks.innerHTML = await response.text();
    this.#hideImpossible();
  }

  /** Hides the marks that cannot occur on the board. */
  #hideImpossible() {
    for (const mark of this.marks.querySelectorAll('[data-when]')) {
      const found = this.board.querySelector(mark.getAttribute('data-when') ?? '*');
      if (mark instanceof HTMLElement) mark.hidden = found === null;
    }
  }
}
