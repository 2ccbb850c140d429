// The controls of the reader's preferences for the board: its size, how it looks and moves, and
// what it shows.

import { html } from '../common/dom.js';
import { writePref } from '../common/prefs.js';
import { setVolume, volume } from '../common/sound.js';
import {
  applyLooks,
  choiceOfGame,
  CHOICES_BY_GAME,
  gameOfPage,
  KEY,
  loadPrefs,
  SWITCH_DEFAULTS,
  tellServer,
} from './board-looks.js';
/** @import { GameChoice, Prefs, Switch } from './board-looks.js' */

const SMALLEST = 50;
const LARGEST = 100;

/** @param {number} size */
const limited = (size) =>
  Number.isFinite(size) ? Math.min(LARGEST, Math.max(SMALLEST, Math.round(size))) : LARGEST;

/** The size of the page's board. @param {Prefs} prefs */
const sizeOf = ({ sizes }) => limited(Number(sizes?.[gameOfPage()] ?? LARGEST));

/** @param {string | undefined} name @returns {name is Switch} */
const isSwitch = (name) => name !== undefined && name in SWITCH_DEFAULTS;

/** @param {string | undefined} name @returns {name is GameChoice} */
const isGameChoice = (name) => name !== undefined && name in CHOICES_BY_GAME;

/**
 * Applies the preferences as classes and size of the board's area, and dispatches `prefs-changed`.
 * @param {Prefs} prefs
 */
function apply(prefs) {
  applyLooks(prefs);
  for (const area of document.querySelectorAll('.board-area')) {
    if (!(area instanceof HTMLElement)) continue;
    for (const name of /** @type {Switch[]} */ (Object.keys(SWITCH_DEFAULTS)))
      area.classList.toggle(`no-${name}`, !prefs[name]);
    area.style.setProperty('--board-size', String(sizeOf(prefs) / 100));
  }
  dispatchEvent(new Event('prefs-changed'));
}

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * Shows a preference in its control.
 * @param {Field} field
 * @param {Prefs} prefs
 */
function fill(field, prefs) {
  const name = field.dataset.pref;
  if (isSwitch(name)) /** @type {HTMLInputElement} */ (field).checked = prefs[name];
  else if (isGameChoice(name) && field.type === 'radio')
    /** @type {HTMLInputElement} */ (field).checked = field.value === choiceOfGame(prefs, name);
  else if (isGameChoice(name)) field.value = choiceOfGame(prefs, name);
  else if (name === 'anim') field.value = prefs.anim;
  else if (name === 'volume') {
    field.value = String(volume());
    field.setAttribute('aria-valuetext', `${volume()} %`);
  } else if (name === 'size') {
    field.value = String(sizeOf(prefs));
    field.setAttribute('aria-valuetext', `${sizeOf(prefs)} %`);
  }
}

/**
 * Takes a preference from its control.
 * @param {Field} field
 * @param {Prefs} prefs
 */
function take(field, prefs) {
  const name = field.dataset.pref;
  const game = gameOfPage();
  if (isSwitch(name)) prefs[name] = /** @type {HTMLInputElement} */ (field).checked;
  else if (isGameChoice(name))
    prefs.games = { ...prefs.games, [game]: { ...prefs.games[game], [name]: field.value } };
  else if (name === 'anim') prefs.anim = /** @type {Prefs['anim']} */ (field.value);
  else if (name === 'volume') setVolume(Number(field.value));
  else if (name === 'size')
    prefs.sizes = { ...prefs.sizes, [game]: limited(Number(field.value)) };
}

/**
 * Binds the controls `[data-pref]` of the page, if it has any, and the board's grip.
 * @param {Document | HTMLElement} root
 */
export function bindPrefs(root) {
  const fields = /** @type {Field[]} */ ([...root.querySelectorAll('[data-pref]')]);
  if (fields.length === 0) return;
  const prefs = loadPrefs();
  const show = () => {
    for (const field of fields) fill(field, prefs);
    apply(prefs);
  };
  const save = () => {
    writePref(KEY, JSON.stringify(prefs));
    tellServer();
  };
  const resize = (/** @type {number} */ size) => {
    prefs.sizes = { ...prefs.sizes, [gameOfPage()]: limited(size) };
    show();
  };
  show();
  for (const field of fields) {
    field.addEventListener('input', () => {
      take(field, prefs);
      // What the event tells of is read from there.
      save();
      show();
    });
  }
  if (fields.some((field) => field.dataset.pref === 'size')) addGrip(resize, save);
}

/**
 * Adds the grip by which a mouse changes the board's size. Keys have the slider for it.
 * @param {(size: number) => void} resize
 * @param {() => void} save
 */
function addGrip(resize, save) {
  const frame = document.querySelector('.board-box > .board-frame');
  if (!(frame instanceof HTMLElement)) return;
  const grip = html('div', { class: 'board-grip', 'aria-hidden': 'true' });
  frame.append(grip);
  grip.addEventListener('pointerdown', (event) => {
    grip.setPointerCapture(event.pointerId);
    const { left, width } = frame.getBoundingClientRect();
    const centre = left + width / 2;
    // The board is centred: its edge follows the pointer.
    const largest = (100 * width) / sizeOf(loadPrefs());
    const move = (/** @type {PointerEvent} */ { clientX }) =>
      resize((200 * Math.abs(clientX - centre)) / largest);
    grip.addEventListener('pointermove', move);
    grip.addEventListener(
      'lostpointercapture',
      () => {
        grip.removeEventListener('pointermove', move);
        save();
      },
      { once: true },
    );
  });
  grip.addEventListener('dblclick', () => {
    resize(LARGEST);
    save();
  });
}
