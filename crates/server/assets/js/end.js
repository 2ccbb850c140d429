// The end of a game: the result, the words of the victor, and what can be done then.

import { html } from './dom.js';
import { sideName, t } from './i18n.js';
import { outcomeTitle, reasonText, sideOf } from './status.js';

/** The game whose victor has words of its own to say, as its source has it. */
const ANNOUNCES = 'klinzha';
/** How files with records end, where they are not plain text. */
const RECORD = /** @type {Record<string, string>} */ ({ 'grand-chess': 'pgn' });
/** @import { GameState } from './types.d.ts' */

/**
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {{ rematch: () => void, replay: () => void }} actions
 */
export function showEnd(root, state, { rematch, replay }) {
  const outcome = state.scene.outcome;
  root.hidden = outcome === null;
  if (!outcome) return;
  const victor = sideOf(state, outcome.winner);
  const won = outcome.winner !== null && outcome.winner === state.seat;
  root.className = `end panel ${outcome.winner === null ? 'draw' : won ? 'won' : state.seat === null ? 'watched' : 'lost'}`;
  root.replaceChildren(
    html('h2', {}, outcomeTitle(state, outcome)),
    html('p', { class: 'reason' }, reasonText(state, outcome)),
    ...(outcome.winner === null || state.scene.game !== ANNOUNCES ? [] : [html('figure', { class: 'announcement' },
      html('blockquote', { lang: 'tlh' }, t('announcement')),
      html('figcaption', {}, victor ? sideName(victor) : '', ' — ', t('announcement-meaning')))]),
    html('div', { class: 'row' },
      ...(state.seat === null && !state.rematch.id ? [] : [rematchButton(state, rematch)]),
      html('button', { type: 'button', onclick: replay }, t('end-replay'))),
    html('p', { class: 'downloads' }, ...files(state)),
  );
}

/**
 * What can be taken home while the game goes on: the server gives each viewer what it may know.
 * @param {HTMLElement} root
 * @param {GameState} state
 */
export function showFiles(root, state) {
  root.hidden = state.scene.outcome !== null;
  if (!root.hidden) root.replaceChildren(...files(state));
}

/** @param {GameState} state */
function files(state) {
  const file = `${state.scene.game}-${state.id}`;
  const extension = RECORD[state.scene.game] ?? 'txt';
  return [
    t('end-download'), ' ',
    download(`/api/games/${state.id}/record`, `${file}.${extension}`, extension === 'txt' ? t('download-record') : extension.toUpperCase()), ' · ',
    download(`/api/games/${state.id}/picture.svg`, `${file}.svg`, t('download-svg')), ' · ',
    download(`/api/games/${state.id}/picture.png`, `${file}.png`, t('download-png')),
  ];
}

/**
 * @param {GameState} state
 * @param {() => void} rematch
 */
function rematchButton(state, rematch) {
  const { asked, id } = state.rematch;
  if (id) return html('a', { class: 'button main', href: `/g/${id}` }, t('rematch-go'));
  const mine = state.seat !== null && asked.includes(state.seat);
  const label = mine ? t('rematch-waiting') : asked.length > 0 ? t('rematch-accept') : t('rematch');
  return html('button', { type: 'button', class: 'main', 'data-act': 'rematch', disabled: mine, onclick: rematch }, label);
}

/**
 * @param {string} href
 * @param {string} name of the file
 * @param {string} label
 */
export const download = (href, name, label) => html('a', { href, download: name }, label);
