// The reader's preferences for the board: its size, which each game has by itself, and what it
// shows.

import { html } from '../common/dom.js';
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
/**
 * `sizes` has the board's size by game, in percent of the largest that fits.
 * @typedef {{ sizes: Record<string, number> } & Record<Switch, boolean>} Prefs
 */

/** @type {Prefs} */
const DEFAULTS = { sizes: {}, ...SWITCH_DEFAULTS };

const SMALLEST = 50;
const LARGEST = 100;

/** @returns {Prefs} */
export function loadPrefs() {
  try {
    return { ...DEFAULTS, ...JSON.parse(readPref(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The area of the page's board. */
const boardArea = () => document.querySelector('.board-area');
/** The game of the page's board. */
const gameOfPage = () => boardArea()?.getAttribute('data-game') ?? '';

/** @param {number} size */
const limited = (size) =>
  Number.isFinite(size) ? Math.min(LARGEST, Math.max(SMALLEST, Math.round(size))) : LARGEST;

/** The size of the page's board. @param {Prefs} prefs */
const sizeOf = ({ sizes }) => limited(Number(sizes?.[gameOfPage()] ?? LARGEST));

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
    area.style.setProperty('--board-size', String(sizeOf(prefs) / 100));
  }
  dispatchEvent(new Event('prefs-changed'));
}

/**
 * Binds the controls `[data-pref]` of the page, if it has any, and the board's grip.
 * @param {Document | HTMLElement} root
 */
export function bindPrefs(root) {
  const fields = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('[data-pref]')]);
  if (fields.length === 0) return;
  const prefs = loadPrefs();
  const show = () => {
    for (const field of fields) {
      const name = field.dataset.pref;
      if (isSwitch(name)) field.checked = prefs[name];
      if (name !== 'size') continue;
      field.value = String(sizeOf(prefs));
      field.setAttribute('aria-valuetext', `${sizeOf(prefs)} %`);
    }
    apply(prefs);
  };
  const save = () => writePref(KEY, JSON.stringify(prefs));
  const setSize = (/** @type {number} */ size) => {
    prefs.sizes = { ...prefs.sizes, [gameOfPage()]: limited(size) };
  };
  const resize = (/** @type {number} */ size) => {
    setSize(size);
    show();
  };
  show();
  for (const field of fields) {
    const name = field.dataset.pref;
    field.addEventListener('input', () => {
      if (isSwitch(name)) prefs[name] = field.checked;
      else if (name === 'size') setSize(Number(field.value));
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
