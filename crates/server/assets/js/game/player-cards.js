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
 *   online: boolean | null, frame: Frame | null, note?: string, pool?: Captured[] }} card
 *   `pool` is what its pawns may become, where that is limited
 */
export function showCard(root, { game, side, name, toMove, winner, online, frame, note, pool = [] }) {
  root.className = `card ${root.dataset.place ?? ''} ${side ?? ''}`;
  root.classList.toggle('to-move', toMove);
  root.classList.toggle('winner', winner);
  const lost = side && frame ? frame.captured.filter((lost) => lost.side !== side) : [];
  const own = pool.filter((one) => one.side === side);
  const presence = online === null ? [] : [presenceDot(online)];
  root.replaceChildren(
    html('div', { class: 'card-name' }, html('span', { class: 'chip', 'aria-hidden': 'true' }), html('strong', {}, name)),
    ...(note || online !== null ? [html('div', { class: 'card-side' }, note, ...presence)] : []),
    ...(toMove ? [html('span', { class: 'sr-only' }, t('player-to-move'))] : []),
    ...(lost.length > 0 ? [html('div', { class: 'sr-only' }, t('captured-by', { side: sideName(side ?? '') })), pieceCounts(game, lost)] : []),
    ...(own.length > 0 ? [html('div', { class: 'pool' }, html('span', { class: 'pool-label' }, t('pool-label')), pieceCounts(game, own, 'pool-list'))] : []),
  );
}

/** @param {boolean} online */
export function presenceDot(online) {
  const words = t(online ? 'player-online' : 'player-offline');
  return html('span', { class: `presence ${online ? 'on' : 'off'}`, title: words }, html('span', { class: 'sr-only' }, words));
}
