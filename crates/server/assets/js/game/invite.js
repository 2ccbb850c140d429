// An open game: links and names of those who are invited, or the free seat for a visitor; and what
// has become of an offer that no one accepted.

import { post } from '../common/api.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { linkBox } from './share-box.js';
import { canMoveNow, isMultiplayer } from './status-line.js';
/** @import { GameState } from '../common/types.d.ts' */

/**
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {() => void} join
 */
export function showInvite(root, state, join) {
  const { offer } = state;
  const role = offer?.end ? 'ended' : !state.open ? '' : state.seat === null ? 'join' : 'invite';
  const begun = canMoveNow(state);
  const kind =
    role &&
    JSON.stringify([
      role,
      begun,
      state.players.map((player) => player === null),
      offer?.invited,
      offer?.end,
    ]);
  root.hidden = kind === '';
  if (root.dataset.kind === kind) return;
  root.dataset.kind = kind;
  const content =
    role === 'ended'
      ? ended(state)
      : role === 'join'
        ? joining(state, begun, join)
        : role === 'invite'
          ? inviting(state, begun)
          : [];
  root.replaceChildren(...content);
}

/** What is said of an offer that ended. @param {GameState} state */
function ended({ id, offer }) {
  const end = offer?.end;
  return [
    html('h2', {}, t(`invite-end-${end?.kind}`)),
    ...(end?.reason
      ? [html('p', {}, t('offer-reason-said', { reason: t(`offer-reason-${end.reason}`) }))]
      : []),
    html(
      'p',
      {},
      html(
        'a',
        { href: `/offers/${end?.id ?? id}` },
        t(end?.id ? 'invite-counter-read' : 'invite-read'),
      ),
    ),
  ];
}

/**
 * The free seat, for a visitor.
 * @param {GameState} state
 * @param {boolean} begun
 * @param {() => void} join
 */
function joining(state, begun, join) {
  const { id, players, offer } = state;
  const free = players.filter((player, seat) => player === null && !offer?.invited[seat]).length;
  const isTwoPlayer = !isMultiplayer(state);
  const read = html('a', { href: `/offers/${id}` }, t('invite-read'));
  if (free === 0)
    return [
      html('h2', {}, t('join-reserved-title')),
      html('p', {}, t('join-reserved-text')),
      html('p', {}, read),
    ];
  return [
    html('h2', {}, t(isTwoPlayer ? 'join-title' : 'join-seats-title')),
    html(
      'p',
      {},
      t(isTwoPlayer ? 'join-text' : 'join-seats-text', { count: free }),
      ...(begun ? [] : [' ', t('open-begins')]),
    ),
    ...agreedOptions(),
    // In games of more than two, each free seat in the list has its own button.
    ...(isTwoPlayer
      ? [
          html(
            'button',
            { type: 'button', class: 'main', 'data-act': 'join', onclick: join },
            t('join'),
          ),
        ]
      : []),
    html('p', {}, read),
  ];
}

/**
 * Those who are invited, for those who sit at the table.
 * @param {GameState} state
 * @param {boolean} begun
 */
function inviting(state, begun) {
  const { id, players, offer, seats, visibility } = state;
  const isTwoPlayer = !isMultiplayer(state);
  const free = players.flatMap((player, seat) => (player === null ? [seat] : []));
  const invited = free.flatMap((seat) => offer?.invited[seat] ?? []);
  const isOpen = free.length > invited.length;
  const links = invited.flatMap(({ key }) =>
    key ? [linkBox(`${location.origin}/offers/${id}?key=${key}`)] : [],
  );
  const names = invited.flatMap(({ user, name }) =>
    user ? [name ?? t('player-guest', { name: user })] : [],
  );
  const when = begun ? t('open-moves') : t('open-begins');
  const isOwn = seats.some((seat) => players[seat]?.guest === offer?.by);
  const text = [
    ...(links.length > 0
      ? [
          t(
            links.length > 1
              ? 'invite-links-text'
              : visibility === 'private'
                ? 'invite-private-text'
                : 'invite-text',
          ),
        ]
      : []),
    ...(isOpen ? [t(visibility === 'public' ? 'invite-lobby-text' : 'invite-seats-text')] : []),
    when,
  ];
  return [
    html(
      'h2',
      {},
      t(
        isTwoPlayer
          ? links.length > 0
            ? 'invite-title'
            : 'invite-opponent-title'
          : 'invite-seats-title',
      ),
    ),
    ...(names.length > 0
      ? [html('p', {}, t('invite-waits-for', { names: names.join(', ') }))]
      : []),
    html('p', {}, text.join(' ')),
    ...links,
    ...(isOpen ? [linkBox()] : []),
    ...(isLocal && (isOpen || links.length > 0)
      ? [html('p', { class: 'hint' }, t('invite-local'))]
      : []),
    ...(isOwn || seats.length === 0
      ? []
      : [html('p', { class: 'row' }, endButton(id, 'leave'))]),
    ...(isOwn
      ? [
          html(
            'p',
            { class: 'row' },
            endButton(id, 'withdraw'),
            html('a', { class: 'button', href: `/offers/${id}` }, t('invite-read')),
          ),
        ]
      : []),
  ];
}

/** Whether the address of the page leads here on this computer only. */
const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/**
 * The button by which the person who made the offer withdraws it, and another player leaves.
 * @param {string} id
 * @param {'withdraw' | 'leave'} deed
 */
function endButton(id, deed) {
  const onclick = () => void post(`/api/offers/${id}/${deed}`).catch(() => {});
  return html('button', { type: 'button', 'data-act': deed, onclick }, t(`invite-${deed}`));
}

/** The options of the game, for visitors who are about to take a seat. */
const agreedOptions = () =>
  [...document.querySelectorAll('.table-info dl')].map((list) => list.cloneNode(true));
