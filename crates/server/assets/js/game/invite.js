// An open game: the link for invited players, or the free seat for a visitor.

import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { canMoveNow, isMultiplayer } from './status-line.js';
/** @import { GameState } from '../common/types.d.ts' */

/**
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {() => void} join
 */
export function showInvite(root, state, join) {
  const role = !state.open ? '' : state.seat === null ? 'join' : 'invite';
  const free = state.players.filter((player) => player === null).length;
  const begun = canMoveNow(state);
  const kind = role && `${role}${isMultiplayer(state) ? `-seats-${free}` : ''}${begun ? '-begun' : ''}`;
  root.hidden = kind === '';
  if (root.dataset.kind === kind) return;
  root.dataset.kind = kind;
  if (!role) {
    root.replaceChildren();
    return;
  }
  const isTwoPlayer = !isMultiplayer(state);
  const [title, text] = role === 'invite' ? [isTwoPlayer ? 'invite-title' : 'invite-seats-title', isTwoPlayer ? 'invite-text' : 'invite-seats-text']
    : [isTwoPlayer ? 'join-title' : 'join-seats-title', isTwoPlayer ? 'join-text' : 'join-seats-text'];
  const when = begun ? (role === 'invite' ? [' ', t('open-moves')] : []) : [' ', t('open-begins')];
  root.replaceChildren(html('h2', {}, t(title)), html('p', {}, t(text, { count: free }), ...when),
    ...(role === 'invite' ? [linkBox()] : agreedOptions()),
    // In games of more than two, each free seat in the list has its own button.
    ...(role === 'join' && isTwoPlayer ? [html('button', { type: 'button', class: 'main', 'data-act': 'join', onclick: join }, t('join'))] : []));
}

/** The options of the game, for visitors who are about to take a seat. */
const agreedOptions = () => [...document.querySelectorAll('.table-info dl')].map((list) => list.cloneNode(true));

/** The URL of the page with buttons to copy and to share it. */
export function linkBox() {
  const address = `${location.origin}${location.pathname}`;
  const field = html('input', { class: 'link', readonly: true, 'aria-label': t('link-label'), value: address });
  field.addEventListener('focus', () => field.select());
  const copied = html('span', { class: 'copied', role: 'status' });
  const copy = async () => {
    field.select();
    // Without a secure context there is no clipboard; the selected text can be copied by hand.
    await navigator.clipboard?.writeText(address).then(() => { copied.textContent = t('link-copied'); }, () => {});
  };
  const share = () => navigator.share({ url: address, title: document.title }).catch(() => {});
  return html('div', { class: 'link-box' }, field,
    html('div', { class: 'row' },
      html('button', { type: 'button', class: 'main', onclick: copy }, t('link-copy')),
      ...(typeof navigator.share === 'function' ? [html('button', { type: 'button', onclick: share }, t('link-share'))] : []),
      copied));
}
