// The two player cards beside the board: player, side, turn and captured pieces.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, sideName, t } from '../common/i18n.js';
/** @import { Captured, Frame, GameState } from '../common/types.d.ts' */

/**
 * Whether the reader shares the screen with others: has several seats.
 * @param {GameState} state
 */
export const sharesScreen = ({ seats }) => (seats ?? []).length > 1;

/**
 * The name of the player at a seat.
 * @param {GameState} state
 * @param {number} seat
 */
export function seatName(state, seat) {
  const player = state.players[seat];
  if (!player) return t('player-free');
  if (sharesScreen(state) && state.seats?.includes(seat)) return sharedSeatName(state, seat);
  if (seat === state.seat) return t('player-you');
  if (player.computer) return t('player-computer', { level: player.computer });
  if (player.name) return player.name;
  return t('player-guest', { name: player.guest ?? '' });
}

/**
 * The page of the person who holds a seat; `null` for a computer, for a free seat and for the
 * reader.
 * @param {GameState} state
 * @param {number} seat
 */
export function seatPage(state, seat) {
  const user = state.players[seat]?.guest;
  return !user || seat === state.seat || state.seats?.includes(seat) ? null : `/u/${user}`;
}

/**
 * A name, with a link to the person's page if it has one.
 * @param {string} name
 * @param {string | null | undefined} page
 */
export const nameLink = (name, page) =>
  html(
    'strong',
    {},
    page ? html('a', { class: 'profile-link', href: page, 'data-focus': page }, name) : name,
  );

/**
 * Players who share a screen are named by their sides.
 * @param {GameState} state
 * @param {number} seat
 */
function sharedSeatName({ scene }, seat) {
  const side = scene.sides.find((one) => one.seat === seat)?.key;
  return side ? sideName(side) : t('hot-player', { number: seat + 1 });
}

/**
 * Pieces as small pictures with counts.
 * @param {string} game
 * @param {Captured[]} captured of one side
 * @param {string} [name] class of the list
 */
function pieceCounts(game, captured, name = 'trophies') {
  return html('ul', { class: name }, ...captured.map(({ side, kind, count }) =>
    html('li', {},
      pieceIcon(game, kind, side),
      html('span', { class: 'sr-only' }, count > 1 ? `${pieceName(kind)} ` : pieceName(kind)),
      html('span', { class: 'times' }, count > 1 ? `×${count}` : ''))));
}

/**
 * Shows the card of one side.
 * @param {HTMLElement} root
 * @param {{ game: string, side: string | null, name: string, toMove: boolean, winner: boolean,
 *   online: boolean | null, frame: Frame | null, page?: string | null, note?: string,
 *   pool?: Captured[] }} card `page` is the person's page; `pool` is what its pawns may become,
 *   where that is limited
 */
export function showCard(root, card) {
  const { game, side, name, toMove, winner, online, frame, page, note, pool = [] } = card;
  const isFocused = root.querySelector('a') !== null && root.contains(document.activeElement);
  root.className = `card ${root.dataset.place ?? ''} ${side ?? ''}`;
  root.classList.toggle('to-move', toMove);
  root.classList.toggle('winner', winner);
  const lost = side && frame ? frame.captured.filter((lost) => lost.side !== side) : [];
  const own = pool.filter((one) => one.side === side);
  const presence = online === null ? [] : [presenceDot(online)];
  root.replaceChildren(
    html(
      'div',
      { class: 'card-name' },
      html('span', { class: 'chip', 'aria-hidden': 'true' }),
      nameLink(name, page),
    ),
    ...(note || online !== null ? [html('div', { class: 'card-side' }, note, ...presence)] : []),
    ...(toMove ? [html('span', { class: 'sr-only' }, t('player-to-move'))] : []),
    ...(lost.length > 0
      ? [
          html('div', { class: 'sr-only' }, t('captured-by', { side: sideName(side ?? '') })),
          pieceCounts(game, lost),
        ]
      : []),
    ...(own.length > 0
      ? [
          html(
            'div',
            { class: 'pool' },
            html('span', { class: 'pool-label' }, t('pool-label')),
            pieceCounts(game, own, 'pool-list'),
          ),
        ]
      : []),
  );
  if (isFocused) root.querySelector('a')?.focus({ preventScroll: true });
}

/** @param {boolean} online */
export function presenceDot(online) {
  const words = t(online ? 'player-online' : 'player-offline');
  return html(
    'span',
    { class: `presence ${online ? 'on' : 'off'}`, title: words },
    html('span', { class: 'sr-only' }, words),
  );
}
