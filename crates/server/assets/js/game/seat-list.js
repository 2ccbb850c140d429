// The seats of a game of more than two: players, turn, eliminations, and what can be done with free
// seats.

import { html, pageJson, pieceIcon } from '../common/dom.js';
import { has, sideName, t } from '../common/i18n.js';
import { nameLink, presenceDot, seatName, seatPage, sharesScreen } from './player-cards.js';
/** @import { Frame, GameState, Outcome, Scene, SideInfo } from '../common/types.d.ts' */

/** The piece whose picture stands for an army. */
const ARMY_ICON = 'W';

/**
 * The reasons of elimination, by seat.
 * @param {Scene} scene
 * @returns {Map<number, string>}
 */
export const eliminatedSeats = ({ notices }) =>
  new Map(
    notices
      .filter(({ key }) => key === 'out')
      .map(({ args }) => {
        const { seat, reason = '' } = Object.fromEntries(args);
        return [Number(seat), reason];
      }),
  );

/**
 * The seats that are not eliminated.
 * @param {Scene} scene
 */
export function playingSeats(scene) {
  const out = eliminatedSeats(scene);
  // Before the sides are assigned, all seats play.
  return scene.sides.map(({ seat }, i) => seat ?? i).filter((seat) => !out.has(seat));
}

/**
 * The seats for which the reader acts now; in a hidden game, one at a time.
 * @param {GameState} state
 * @returns {number[]}
 */
export function ownSeats({ seat, seats }) {
  if (seat === null) return [];
  return pageJson('page-data').hidden ? [seat] : (seats ?? [seat]);
}

/** @param {string} reason */
export const eliminationReason = (reason) => (has(`out-${reason}`) ? t(`out-${reason}`) : reason);

/**
 * The place of a seat in the final ranking, from 1.
 * @param {Outcome} outcome
 * @param {number} seat
 */
export function rankOf({ ranking }, seat) {
  const group = ranking.findIndex((seats) => seats.includes(seat));
  return group < 0
    ? null
    : 1 + ranking.slice(0, group).reduce((sum, seats) => sum + seats.length, 0);
}

/**
 * @typedef {object} Seat
 * @property {string} side
 * @property {number | null} seat
 * @property {string} name
 * @property {string | null} [page] the person's page
 * @property {string} note shown after the name
 * @property {boolean} [toMove]
 * @property {boolean} [isFree]
 * @property {boolean} [mine]
 * @property {boolean | null} [online]
 * @property {string | null} [out] the reason of elimination
 * @property {number | null} [place] in the final ranking
 * @property {HTMLElement[]} [buttons]
 */

/**
 * @param {HTMLElement} root
 * @param {string} game
 * @param {Seat[]} seats
 * @param {Frame} frame
 */
export function showSeats(root, game, seats, frame) {
  root.dataset.count = String(seats.length);
  const active = document.activeElement;
  const focused = root.contains(active) ? active?.getAttribute('data-focus') : null;
  root.replaceChildren(...seats.map((seat) => seatItem(game, seat, frame)));
  const again = focused ? root.querySelector(`[data-focus="${focused}"]`) : null;
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * @param {string} game
 * @param {Seat} entry
 * @param {Frame} frame
 */
function seatItem(game, entry, frame) {
  const { side, seat, name, page, note, toMove, isFree, mine } = entry;
  const { online = null, out = null, place = null, buttons = [] } = entry;
  const isOut = out !== null && place !== 1;
  const classes = [
    'seat',
    `side-${side}`,
    toMove && 'to-move',
    isFree && 'free',
    mine && 'mine',
    isOut && 'out',
    place === 1 && 'winner',
  ];
  const words = [
    ...(note ? [note] : []),
    ...(isOut ? [t('seat-out', { reason: eliminationReason(out) })] : []),
  ];
  return html(
    'li',
    { class: classes.filter(Boolean).join(' '), 'data-seat': seat, 'data-side': side },
    pieceIcon(game, ARMY_ICON, side),
    html(
      'div',
      { class: 'seat-text' },
      html(
        'div',
        { class: 'seat-name' },
        ...(place === null ? [] : [html('span', { class: 'place' }, t(`rank-${place}`)), ' ']),
        nameLink(name, page),
        ...(online === null ? [] : [presenceDot(online)]),
        ...(toMove ? [html('span', { class: 'sr-only' }, `, ${t('player-to-move')}`)] : []),
      ),
      html('div', { class: 'seat-note' }, words.join(' · ')),
      ...(isOut || isFree ? [] : [strength(side, frame)]),
    ),
    ...(buttons.length > 0 ? [html('div', { class: 'seat-buttons' }, ...buttons)] : []),
  );
}

/**
 * The castles and pieces of a side.
 * @param {string} side
 * @param {Frame} frame
 */
function strength(side, frame) {
  const castles = frame.areas
    .filter(({ kind, of }) => kind === 'held-castle' && of === side)
    .flatMap(({ cells }) => cells).length;
  const pieces = frame.pieces.filter((piece) => piece.side === side).length;
  const count = (/** @type {string} */ name, /** @type {number} */ number) =>
    html(
      'span',
      { class: name, title: t(`seat-${name}`, { count: number }) },
      html('span', { class: 'sr-only' }, `${t(`seat-${name}`, { count: number })}. `),
      html('span', { 'aria-hidden': 'true' }, String(number)),
    );
  return html(
    'div',
    { class: 'seat-strength' },
    count('castles', castles),
    count('pieces', pieces),
  );
}

/**
 * The list's entries for a running game.
 * @param {GameState} state
 * @param {{ sit: (seat: number) => void, computer: (seat: number, side: string) => void }} actions
 * @returns {Seat[]}
 */
export function seatEntries(state, { sit, computer }) {
  const { scene } = state;
  const out = eliminatedSeats(scene);
  const offers = scene.draw_offers;
  return scene.sides.map((one, i) => {
    const seat = one.seat ?? i;
    const player = state.players[seat] ?? null;
    const mine = ownSeats(state).includes(seat);
    const side = sideName(one.key);
    const toMove = !state.open && scene.to_act.includes(seat);
    const named = seatName(state, seat);
    const notes = [
      ...(named === side ? [] : [side]),
      ...(sharesScreen(state) && mine && (state.seats ?? []).length < scene.sides.length
        ? [t('seat-here')]
        : []),
      ...(toMove && player?.computer && state.thinking ? [t('seat-thinking')] : []),
      ...(scene.outcome || offers.length === 0 || out.has(seat)
        ? []
        : [t(offers.includes(seat) ? 'seat-offers' : 'seat-agrees-not')]),
    ];
    return {
      side: one.key,
      seat,
      name: named,
      page: seatPage(state, seat),
      note: notes.join(' · '),
      toMove,
      mine,
      isFree: player === null,
      online: player?.guest && !mine ? player.online : null,
      out: out.get(seat) ?? null,
      place: scene.outcome && scene.outcome.winner !== null ? rankOf(scene.outcome, seat) : null,
      buttons:
        player !== null || scene.outcome
          ? []
          : [
              ...(state.seat === null
                ? [
                    html(
                      'button',
                      {
                        type: 'button',
                        class: 'small main',
                        'data-act': 'join',
                        'data-focus': `sit-${seat}`,
                        'aria-label': t('seat-sit-label', { side }),
                        onclick: () => sit(seat),
                      },
                      t('seat-sit'),
                    ),
                  ]
                : [
                    html(
                      'button',
                      {
                        type: 'button',
                        class: 'small',
                        'data-act': 'seat-computer',
                        'data-focus': `computer-${seat}`,
                        'aria-label': t('seat-computer-label', { side }),
                        onclick: () => computer(seat, one.key),
                      },
                      t('seat-computer'),
                    ),
                  ]),
            ],
    };
  });
}

/**
 * The names of seats, joined by commas.
 * @param {GameState} state
 * @param {number[]} seats
 */
export const seatNames = (state, seats) => seats.map((seat) => {
  const key = state.scene.sides.find((side) => side.seat === seat)?.key ?? '';
  const side = sideName(key);
  const name = seatName(state, seat);
  return name === side ? side : `${side} (${name})`;
}).join(', ');

/**
 * The sides that play, by seat.
 * @param {SideInfo[]} sides
 */
export const seatSides = (sides) =>
  sides
    .filter(({ seat }) => seat !== null)
    .sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0))
    .map(({ key }) => key);
