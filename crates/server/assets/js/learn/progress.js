// How far the reader has come in the lessons, and whether a lesson is still worth an offer. It is
// kept with the preferences, so it follows an account.

import { t } from '../common/i18n.js';
import { readPref, writePref } from '../common/prefs.js';

const KEY = 'heterodox-lessons';

/**
 * @typedef {object} Progress
 * @property {string[]} done the keys of the steps that are done: the task is solved, or the step
 *   has none and was shown
 * @property {string[]} seen the keys of the steps that the reader left without solving the task
 * @property {boolean} [finished] whether the reader was at the end of the lesson
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
  const keys = (/** @type {unknown} */ read) => (Array.isArray(read) ? read : []);
  return { ...found, done: keys(found?.done), seen: keys(found?.seen) };
}

/**
 * @param {string} game
 * @param {Partial<Progress>} change
 */
export function noteProgress(game, change) {
  writePref(KEY, JSON.stringify({ ...readAll(), [game]: { ...readProgress(game), ...change } }));
}

/**
 * Shows in a bar which steps are done (filled) and which were only seen (hollow).
 * @param {Element | null} bar
 * @param {string} game
 * @returns {{ open: string[], begun: boolean }} the keys of the tasks that are not solved, and
 *   whether the reader has begun
 */
export function showProgress(bar, game) {
  const { done, seen } = readProgress(game);
  const steps = [...(bar?.querySelectorAll('[data-step]') ?? [])].filter(
    (step) => step instanceof HTMLElement,
  );
  const keyOf = (/** @type {HTMLElement} */ step) => step.dataset.step ?? '';
  for (const step of steps) {
    const isDone = done.includes(keyOf(step));
    step.classList.toggle('solved', isDone);
    step.classList.toggle('seen', !isDone && seen.includes(keyOf(step)));
  }
  const tasks = steps.filter((step) => step.dataset.task !== 'look').map(keyOf);
  const open = tasks.filter((key) => !done.includes(key));
  bar?.setAttribute('aria-label', solvedText(tasks.length - open.length, tasks.length));
  return { open, begun: done.length + seen.length > 0 };
}

/** @param {number} solved @param {number} all */
export const solvedText = (solved, all) => t('lesson-solved', { solved, all });
