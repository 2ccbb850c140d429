// The reader's own templates for new games: addresses of the form with its answers.

import { byId, html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { readPref, writePref } from '../common/prefs.js';

const KEY = 'heterodox-templates';
/** The most templates that an account keeps. */
const MOST = 12;

/** @typedef {{ game: string, name: string, query: string }} Template */

/** @returns {Template[]} */
function templates() {
  try {
    return JSON.parse(readPref(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {Template[]} kept */
const keep = (kept) => writePref(KEY, JSON.stringify(kept.slice(-MOST)));

/**
 * @param {string} game
 * @param {() => string} query the answers of the form
 */
export function bindTemplates(game, query) {
  const list = /** @type {HTMLElement} */ (byId('templates').querySelector('ul'));
  const name = /** @type {HTMLInputElement} */ (byId('template-name'));
  const show = () => list.replaceChildren(...templates().filter((one) => one.game === game).map((one) => html('li', {},
    html('a', { href: `/new/${game}?${one.query}` }, one.name), ' ',
    html('button', { type: 'button', class: 'small', 'aria-label': t('template-remove', { name: one.name }), onclick: () => {
      keep(templates().filter((other) => other.game !== game || other.name !== one.name));
      show();
      name.focus();
    } }, '×'))));
  byId('template-save').addEventListener('click', () => {
    const named = name.value.trim();
    if (named === '') {
      name.focus();
      return;
    }
    keep([...templates().filter((one) => one.game !== game || one.name !== named), { game, name: named, query: query() }]);
    name.value = '';
    show();
  });
  // Enter in this field saves the template and does not open a game.
  name.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    byId('template-save').click();
  });
  show();
}
