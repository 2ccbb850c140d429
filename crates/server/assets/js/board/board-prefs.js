// The reader's preferences for the board: its size, and what it shows.

import { readPref, writePref } from '../common/prefs.js';

const KEY = 'heterodox-board';

/** The switches with their defaults. */
const SWITCH_DEFAULTS = {
  help: true,
  colours: true,
  zones: true,
  paths: true,
  names: false,
  words: false,
};

/** @typedef {keyof typeof SWITCH_DEFAULTS} Switch */
/** @typedef {{ size: number } & Record<Switch, boolean>} Prefs */

/** @type {Prefs} */
const DEFAULTS = { size: 100, ...SWITCH_DEFAULTS };

/** @returns {Prefs} */
export function loadPrefs() {
  try {
    const found = JSON.parse(readPref(KEY) ?? '{}');
    const size = Number(found.size);
    return { ...DEFAULTS, ...found, size: size >= 50 && size <= 160 ? size : DEFAULTS.size };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {string | undefined} name @returns {name is Switch} */
const isSwitch = (name) => name !== undefined && name in SWITCH_DEFAULTS;

/**
 * Applies the preferences as classes and size of the board's area, and dispatches `prefs-changed`.
 * @param {Prefs} prefs
 */
function apply(prefs) {
  for (const area of document.querySelectorAll('.board-area')) {
    if (!(area instanceof HTMLElement)) continue;
    for (const name of /** @type {Switch[]} */ (Object.keys(SWITCH_DEFAULTS)))
      area.classList.toggle(`no-${name}`, !prefs[name]);
    area.style.setProperty('--board-size', String(prefs.size / 100));
  }
  dispatchEvent(new Event('prefs-changed'));
}

/**
 * Binds the controls `[data-pref]` of the page, if it has any.
 * @param {Document | HTMLElement} root
 */
export function bindPrefs(root) {
  const fields = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('[data-pref]')]);
  if (fields.length === 0) return;
  const prefs = loadPrefs();
  apply(prefs);
  for (const field of fields) {
    const name = field.dataset.pref;
    const show = () => {
      if (isSwitch(name)) field.checked = prefs[name];
      if (name !== 'size') return;
      field.value = String(prefs.size);
      field.setAttribute('aria-valuetext', `${prefs.size} %`);
    };
    show();
    field.addEventListener('input', () => {
      if (name === 'size') prefs.size = Number(field.value);
      else if (isSwitch(name)) prefs[name] = field.checked;
      show();
      writePref(KEY, JSON.stringify(prefs));
      apply(prefs);
    });
  }
}
