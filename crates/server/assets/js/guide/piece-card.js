// The card of a piece from the guide, in a dialog over the page.

import { showModal } from '../common/dialogs.js';
import { html } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
import { PieceLine } from '../board/piece-line.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { PageData } from '../common/types.d.ts' */

/**
 * Opens cards for the `board-info` events of a board, if its game has a guide.
 * @param {GameBoard} board
 * @param {PageData} data
 * @returns {((kind: string, side: string) => void) | null} opens the card of a piece; `null`
 *   without a guide
 */
export function bindPieceCards(board, data) {
  const { guide } = data;
  const show = guide
    ? (/** @type {string} */ kind, /** @type {string} */ side) =>
        void openPieceCard(guide, kind, { own: data.own, side })
    : null;
  bindLegend(board, data, show);
  if (!show) return null;
  board.addEventListener('board-info', (event) => {
    const { kind, side } = /** @type {CustomEvent} */ (event).detail.piece;
    show(kind, side);
  });
  bindPieceLine(board, data, show);
  return show;
}

/**
 * Shows the line on the chosen piece, if the page has a place for it.
 * @param {GameBoard} board
 * @param {PageData} data
 * @param {(kind: string, side: string) => void} show
 */
export function bindPieceLine(board, data, show) {
  const place = document.getElementById('piece-line');
  if (place) new PieceLine(place, board, data, show);
}

/**
 * Binds the button that opens the legend, which is loaded when it is first opened.
 * @param {GameBoard} board
 * @param {PageData} data
 * @param {((kind: string, side: string) => void) | null} show
 */
export function bindLegend(board, data, show) {
  const button = document.querySelector('[data-tool=legend]');
  if (!(button instanceof HTMLElement)) return;
  /** @type {Promise<{ toggle: () => void }> | null} */
  let legend = null;
  button.addEventListener('click', () => {
    legend ??= import('../board/legend.js').then(
      ({ Legend }) => new Legend(board, data, button, show),
    );
    void legend.then((open) => open.toggle());
  });
}

/**
 * Opens the card of a piece, unless one is open already.
 * @param {string} guide the guide's address
 * @param {string} kind
 * @param {{ own?: string, side?: string }} [more] the table's own pieces, and the piece's side
 */
export async function openPieceCard(guide, kind, { own = '', side = '' } = {}) {
  if (document.querySelector('dialog.piece-card')) return;
  const asked = Object.entries({ own, side }).filter(([, value]) => value !== '');
  const query = asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`;
  const address = `${guide}/${encodeURIComponent(kind)}`;
  const body = html(
    'div',
    {
      class: 'piece-card-body',
      tabindex: 0,
      role: 'group',
      'aria-label': pieceName(kind),
      'aria-live': 'polite',
    },
    html('p', { class: 'hint' }, t('card-loading')),
  );
  const close = html(
    'button',
    { type: 'button', class: 'main', onclick: () => dialog.close() },
    t('toast-close'),
  );
  const dialog = html(
    'dialog',
    { class: 'dialog piece-card', 'aria-label': pieceName(kind) },
    body,
    html(
      'div',
      { class: 'row' },
      html(
        'a',
        { class: 'button', href: `${address}${query}`, target: '_blank', rel: 'noopener' },
        t('card-guide'),
      ),
      close,
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  // A long press opens the card before the finger is lifted, so only a press that begins outside
  // closes it.
  let startedOutside = false;
  dialog.addEventListener('pointerdown', (event) => { startedOutside = event.target === dialog; });
  dialog.addEventListener(
    'click',
    (event) => event.target === dialog && startedOutside && dialog.close(),
  );
  showModal(dialog);
  close.focus();
  body.replaceChildren(await fetchCard(`${address}/card${query}`, kind));
}

/**
 * The card as the guide renders it; only the name if it cannot be loaded.
 * @param {string} address
 * @param {string} kind
 */
async function fetchCard(address, kind) {
  const response = await fetch(address).catch(() => null);
  const card = html('div');
  if (response?.ok) {
    // Rendered by this server for this page.
    card.innerHTML = await response.text();
  } else {
    card.append(html('h2', {}, pieceName(kind)), html('p', {}, t('card-missing')));
  }
  return card;
}
