// The engine's scores: as numbers, in words, and as win probabilities.

import { sideName, t } from '../common/i18n.js';
/** @import { Score } from '../common/types.d.ts' */

/**
 * Slope of the logistic curve from centipawns to win probability. The server marks moves by the
 * same curve.
 */
const WIN_PROBABILITY_SLOPE = 0.004;
/** Scores below this, in centipawns, are called even. */
const EVEN_CENTI = 25;

/**
 * Returns the score from the other seat's point of view.
 * @param {Score} score
 * @returns {Score}
 */
export function negated({ kind, value }) {
  if (kind === 'centi') return { kind, value: value === 0 ? 0 : -value };
  return { kind: kind === 'win-in' ? 'loss-in' : 'win-in', value };
}

/**
 * The seat with the advantage, 0 or 1; `null` if the score is 0.
 * @param {Score} score from the point of view of seat 0
 */
export function leadingSeat({ kind, value }) {
  if (kind === 'centi' && value === 0) return null;
  return kind === 'win-in' || (kind === 'centi' && value > 0) ? 0 : 1;
}

/** Moves until the end; the engine counts plies. @param {number} plies */
const turns = (plies) => Math.ceil(plies / 2);

/**
 * A score in the usual notation of chess programs: `+0.31`, `−1.20`, `#4`.
 * @param {Score} score from the point of view of seat 0
 */
export function scoreText({ kind, value }) {
  if (kind === 'centi')
    return `${value > 0 ? '+' : value < 0 ? '−' : ''}${(Math.abs(value) / 100).toFixed(2)}`;
  // The game is over.
  if (value === 0) return '#';
  return `${kind === 'loss-in' ? '−' : ''}#${turns(value)}`;
}

/**
 * The score without its sign, rounded to tenths, for narrow places.
 * @param {Score} score from the point of view of seat 0
 */
export function shortScore({ kind, value }) {
  if (kind === 'centi') return (Math.round(Math.abs(value) / 10) / 10).toFixed(1);
  return scoreText({ kind: 'win-in', value });
}

/**
 * @param {Score} score from the point of view of seat 0
 * @param {string[]} sides by seat
 */
export function scoreWords(score, sides) {
  const { kind, value } = score;
  const side = sideName(sides[leadingSeat(score) ?? 0] ?? '');
  if (kind === 'centi')
    return Math.abs(value) < EVEN_CENTI
      ? t('score-even')
      : t('score-better', {
          side,
          by: (Math.abs(value) / 100).toFixed(2),
          chance: Math.round(100 * winProbability({ kind, value: Math.abs(value) })),
        });
  if (value === 0) return t('score-won', { side });
  return turns(value) === 1
    ? t('score-wins-now', { side })
    : t('score-wins', { side, moves: turns(value) });
}

/**
 * The win probability of seat 0, between 0 and 1.
 * @param {Score} score from the point of view of seat 0
 */
export function winProbability({ kind, value }) {
  if (kind !== 'centi') return kind === 'win-in' ? 1 : 0;
  return 1 / (1 + Math.exp(-WIN_PROBABILITY_SLOPE * value));
}
