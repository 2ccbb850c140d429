// The two cards beside the board's point: who plays which side, whose turn it is, what was taken.

import { html, pieceIcon } from './dom.js';
import { pieceName, sideName, t } from './i18n.js';
/** @import { Captured, Frame, GameState } from './types.d.ts' */

/**
 * Who sits at a seat, in words.
 * @param {GameState} state
 * @param {number} seat
 */
export function seatName(state, seat) {
  const player = state.players[seat];
  if (!player) return t('player-free');
  if (seat === state.seat) return t('player-you');
  if (player.computer) return t('player-computer', { level: t(`level-${player.computer}`) });
  return t('player-guest', { name: player.guest ?? '' });
}

/**
 * What a side has captured, as small pictures with a count.
 * @param {string} game
 * @param {Captured[]} captured of one losing side
 */
function trophies(game, captured) {
  return html('ul', { class: 'trophies' }, ...captured.map(({ side, kind, count }) =>
    html('li', {},
      pieceIcon(game, kind, side),
      html('span', { class: 'sr-only' }, pieceName(kind)),
      html('span', { class: 'times' }, count > 1 ? `×${count}` : ''))));
}

/**
 * The card of one side.
 * @param {HTMLElement} root
 * @param {{ game: string, side: string | null, name: string, toMove: boolean, winner: boolean,
 *           online: boolean | null, frame: Frame | null, note?: string }} card
 */
export function showCard(root, { game, side, name, toMove, winner, online, frame, note }) {
  root.className = `card ${root.dataset.place ?? ''} ${side ?? ''}`;
  root.classList.toggle('to-move', toMove);
  root.classList.toggle('winner', winner);
  const lost = side && frame ? frame.captured.filter((lost) => lost.side !== side) : [];
  const presence = online === null ? [] : [presenceDot(online)];
  root.replaceChildren(
    html('div', { class: 'card-name' }, html('span', { class: 'chip', 'aria-hidden': 'true' }), html('strong', {}, name)),
    ...(note || online !== null ? [html('div', { class: 'card-side' }, note, ...presence)] : []),
    ...(toMove ? [html('span', { class: 'sr-only' }, t('player-to-move'))] : []),
    ...(lost.length > 0 ? [html('div', { class: 'sr-only' }, t('captured-by', { side: sideName(side ?? '') })), trophies(game, lost)] : []),
  );
}

/** @param {boolean} online */
function presenceDot(online) {
  const words = t(online ? 'player-online' : 'player-offline');
  return html('span', { class: `presence ${online ? 'on' : 'off'}`, title: words }, html('span', { class: 'sr-only' }, words));
}
