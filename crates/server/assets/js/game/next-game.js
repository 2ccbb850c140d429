// What follows a finished game: one row of buttons, the likeliest first. Each opens the next game
// with one click.

import { ApiError, get, post } from '../common/api.js';
import { toast } from '../common/dialogs.js';
import { byId, html } from '../common/dom.js';
import { problemText, t } from '../common/i18n.js';
/** @import { GameState, NextChoices, NextGame } from '../common/types.d.ts' */

/** What the server says of the games that are over, by id. @type {Map<string, NextChoices>} */
const known = new Map();
/** The games that were asked for. @type {Set<string>} */
const asked = new Set();

/**
 * The buttons that look back at the game; `analyse` is `null` where the engine cannot judge it.
 * @typedef {{ analyse: HTMLElement | null, replay: HTMLElement }} Looks
 */

/**
 * The buttons in their ranks, with the tally against the computer's level. They have their place at
 * once, and are shown when the server has answered.
 * @param {GameState} state
 * @param {HTMLElement | null} rematch the button for a rematch, if there can be one
 * @param {Looks} looks
 */
export function nextRow(state, rematch, looks) {
  const tally = html('p', { class: 'next-tally' });
  const row = html('div', { class: 'row next-row', role: 'group', 'aria-label': t('next-label') });
  const more = html('div', { class: 'next-more' });
  const root = html('div', { class: 'next' }, tally, row, more);
  // Only games with the computer go on without other people.
  const isAlone = state.players.every(
    (player, seat) => player?.computer || state.seats.includes(seat),
  );
  if (!isAlone || state.seats.length === 0) {
    tally.remove();
    const all = [rematch, looks.analyse, looks.replay, shareButton()].filter((one) => one !== null);
    row.append(...all.slice(0, 2));
    more.append(...all.slice(2));
    return root;
  }
  const choices = known.get(state.id);
  if (choices) fill(root, state, choices, looks);
  else void load(root, state, looks);
  return root;
}

/**
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {Looks} looks
 */
async function load(root, state, looks) {
  if (asked.has(state.id)) return;
  asked.add(state.id);
  const choices = await get(`/api/games/${state.id}/next`).catch(() => null);
  if (choices) known.set(state.id, choices);
  else asked.delete(state.id);
  // The panel may have been drawn again meanwhile.
  const shown = root.isConnected ? root : document.querySelector('#end .next');
  const fallback = { level: null, tally: null, suggested: null, array: false, alone: true };
  if (shown instanceof HTMLElement) fill(shown, state, choices ?? fallback, looks);
}

/**
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {NextChoices} choices
 * @param {Looks} looks
 */
function fill(root, state, { tally, suggested, array }, { analyse, replay }) {
  const [words, row, more] = root.children;
  if (tally && words) {
    const { level, won, games, drawn } = tally;
    const key = drawn > 0 ? 'next-tally-drawn' : 'next-tally';
    words.textContent = t(key, { level, won, games, drawn });
  }
  // Players who share a screen have no seat to change.
  const hasOther = state.seats.length < state.players.length;
  const first = [
    button(state, t('next-again'), {}),
    ...(suggested === null
      ? []
      : [button(state, t('next-level', { level: suggested }), { level: suggested, array })]),
    ...(analyse ? [analyse] : []),
  ];
  const others = [
    ...(hasOther ? [button(state, t('next-swap'), { swap: true })] : []),
    ...(array ? [button(state, t('next-array'), { array: true })] : []),
    button(state, t('next-friend'), { friend: true }),
    shareButton(),
    replay,
  ];
  first[0]?.classList.add('main');
  row?.replaceChildren(...first);
  more?.replaceChildren(...others);
}

/**
 * @param {GameState} state
 * @param {string} label
 * @param {NextGame} wish
 */
function button(state, label, wish) {
  const open = async () => {
    try {
      const { id } = await post(`/api/games/${state.id}/next`, wish);
      location.assign(`/g/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
    }
  };
  const name = Object.keys(wish).at(0) ?? 'again';
  return html('button', { type: 'button', 'data-next': name, onclick: () => void open() }, label);
}

/** The button to the ways of sharing, which are below. */
function shareButton() {
  const share = () => {
    const box = byId('share');
    box.setAttribute('open', '');
    box.scrollIntoView({ block: 'nearest' });
    box.querySelector('summary')?.focus();
  };
  return html('button', { type: 'button', 'data-next': 'share', onclick: share }, t('next-share'));
}
