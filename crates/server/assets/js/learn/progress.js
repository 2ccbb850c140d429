// How far the reader has come in the lessons, and whether a lesson is still worth an offer. It is
// kept with the preferences, so it follows an account.

import { readPref, writePref } from '../common/prefs.js';

const KEY = 'heterodox-lessons';

/**
 * @typedef {object} Progress
 * @property {string[]} done the keys of the steps that are done
 * @property {boolean} [finished] whether the lesson was gone through to its end
 * @property {boolean} [known] whether the reader needs no offer: it has declined one, or has
 *   finished a game
 */

/** @returns {Record<string, Progress>} */
function readAll() {
  try {
    const read = JSON.parse(readPref(KEY) ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @returns {Progress}
 */
export function readProgress(game) {
  const found = readAll()[game];
  return { ...found, done: Array.isArray(found?.done) ? found.done : [] };
}

/**
 * @param {string} game
 * @param {Partial<Progress>} change
 */
export function noteProgress(game, change) {
  writePref(KEY, JSON.stringify({ ...readAll(), [game]: { ...readProgress(game), ...change } }));
}
