// Scores of the engine: as numbers, in words, and as a chance to win.

import { sideName, t } from '../common/i18n.js';
/** @import { Score } from '../common/types.d.ts' */

/** How much a hundredth counts for the chance to win, on the logistic curve that the server judges moves by. */
const WIN_PROBABILITY_SLOPE = 0.004;
/** Below this, in hundredths, neither side is said to be better. */
const EVEN_CENTI = 25;

/**
 * The same from the other seat's sight.
 * @param {Score} score
 * @returns {Score}
 */
export function negated({ kind, value }) {
  if (kind === 'centi') return { kind, value: value === 0 ? 0 : -value };
  return { kind: kind === 'win-in' ? 'loss-in' : 'win-in', value };
}

/**
 * The seat that it speaks for, 0 or 1; nobody if neither is better at all.
 * @param {Score} score from the sight of seat 0
 */
export function leadingSeat({ kind, value }) {
  if (kind === 'centi' && value === 0) return null;
  return kind === 'win-in' || (kind === 'centi' && value > 0) ? 0 : 1;
}

/** Turns until the end; the engine counts plies. @param {number} plies */
const turns = (plies) => Math.ceil(plies / 2);

/**
 * A score as players of chess write it: `+0.31`, `−1.20`, `#4`.
 * @param {Score} score from the sight of seat 0
 */
export function scoreText({ kind, value }) {
  if (kind === 'centi') return `${value > 0 ? '+' : value < 0 ? '−' : ''}${(Math.abs(value) / 100).toFixed(2)}`;
  return `${kind === 'loss-in' ? '−' : ''}#${turns(value)}`;
}

/**
 * A score in words.
 * @param {Score} score from the sight of seat 0
 * @param {string[]} sides of the seats
 */
export function scoreWords(score, sides) {
  const { kind, value } = score;
  const side = sideName(sides[leadingSeat(score) ?? 0] ?? '');
  if (kind === 'centi') return Math.abs(value) < EVEN_CENTI ? t('score-even') : t('score-better', { side, by: (Math.abs(value) / 100).toFixed(2) });
  if (value === 0) return t('score-won', { side });
  return turns(value) === 1 ? t('score-wins-now', { side }) : t('score-wins', { side, moves: turns(value) });
}

/**
 * The chance of seat 0 to win, between 0 and 1.
 * @param {Score} score from the sight of seat 0
 */
export function winProbability({ kind, value }) {
  if (kind !== 'centi') return kind === 'win-in' ? 1 : 0;
  return 1 / (1 + Math.exp(-WIN_PROBABILITY_SLOPE * value));
}
