// How boards look and move, by the reader's preferences: attributes of the document for the style
// sheets (`data-board`, `data-pieces`), and the duration of animations.

import { prefersReducedMotion } from '../common/dom.js';
import { readPref } from '../common/prefs.js';

export const KEY = 'heterodox-board';

/** The durations of animations, in milliseconds. */
const ANIMATIONS = { off: 0, fast: 140, normal: 300, slow: 550 };
/** Where the names of cells are written. */
const COORDINATES = /** @type {const} */ (['outside', 'inside', 'off']);
/** The colours of boards, and the pictures of pieces. */
const BOARDS = /** @type {const} */ (['classic', 'wood', 'slate', 'meadow']);
const PIECES = /** @type {const} */ (['classic', 'bold', 'letters']);

/** What has one of several values, for all games alike. */
export const CHOICES = { anim: Object.keys(ANIMATIONS) };
/** What has one of several values for each game by itself. */
export const CHOICES_BY_GAME = { coords: COORDINATES, board: BOARDS, pieces: PIECES };

/** The switches with their defaults. */
export const SWITCH_DEFAULTS = {
  help: true,
  colours: true,
  zones: true,
  paths: true,
  words: false,
  large: false,
  premove: true,
  drawing: true,
};

/** @typedef {keyof typeof SWITCH_DEFAULTS} Switch */
/** @typedef {keyof typeof CHOICES_BY_GAME} GameChoice */
/**
 * `sizes` has the board's size by game, in percent of the largest that fits, `games` what else each
 * game has by itself.
 * @typedef {{ sizes: Record<string, number>, anim: keyof typeof ANIMATIONS,
 *   games: Record<string, Partial<Record<GameChoice, string>>> } & Record<Switch, boolean>} Prefs
 */

/** @type {Prefs} */
const DEFAULTS = { sizes: {}, anim: 'normal', games: {}, ...SWITCH_DEFAULTS };

/** @returns {Prefs} */
export function loadPrefs() {
  try {
    return { ...DEFAULTS, ...JSON.parse(readPref(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The game of the page's board. */
export const gameOfPage = () =>
  document.querySelector('.board-area, game-board[game]')?.getAttribute('data-game') ??
  document.querySelector('game-board')?.getAttribute('game') ?? '';

/**
 * A choice that each game has by itself. What is kept and unknown counts as the default.
 * @param {Prefs} prefs
 * @param {GameChoice} name
 * @param {string} [game]
 */
export function choiceOfGame(prefs, name, game = gameOfPage()) {
  const values = /** @type {readonly string[]} */ (CHOICES_BY_GAME[name]);
  const kept = prefs.games?.[game]?.[name];
  return kept !== undefined && values.includes(kept) ? kept : (values[0] ?? '');
}

/** How long a piece moves, in milliseconds; 0 for none. */
export function animationMs() {
  return prefersReducedMotion() ? 0 : (ANIMATIONS[loadPrefs().anim] ?? ANIMATIONS.normal);
}

const YEAR_S = 31_536_000;

/** Tells the server how boards look, so that a page has the right colours from the start. */
export function tellServer() {
  const prefs = loadPrefs();
  const looks = Object.keys(prefs.games).map((game) => {
    const [board, pieces, coords] = /** @type {GameChoice[]} */ (['board', 'pieces', 'coords'])
      .map((name) => choiceOfGame(prefs, name, game));
    return `${game}:${board}.${pieces}.${coords}`;
  });
  document.cookie = `looks=${looks.join('+')}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** @param {Prefs} prefs */
export function applyLooks(prefs) {
  const { documentElement: root } = document;
  root.dataset.board = choiceOfGame(prefs, 'board');
  const pieces = choiceOfGame(prefs, 'pieces');
  const isChanged = root.dataset.pieces !== undefined && root.dataset.pieces !== pieces;
  root.dataset.pieces = pieces;
  root.dataset.coords = choiceOfGame(prefs, 'coords');
  root.classList.toggle('large-pieces', prefs.large);
  root.style.setProperty('--move-ms', `${ANIMATIONS[prefs.anim] ?? ANIMATIONS.normal}ms`);
  if (isChanged) dispatchEvent(new Event('looks-changed'));
}

applyLooks(loadPrefs());
