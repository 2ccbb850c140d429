// The reports of the games that were analysed last, kept in this browser: a report of a finished
// game does not change, and takes the engine a while.

import { readPref } from '../common/prefs.js';
/** @import { Frame, ReviewedPly } from '../common/types.d.ts' */

const KEY = 'heterodox-reviews';
const MAX_REVIEWS = 5;

/** @typedef {{ game: string, plies: ReviewedPly[] }} SavedReview */

/**
 * What a report is of: its moves and its last position, which tell it from that of another game
 * and from that of the same game without its last moves.
 * @param {Frame[]} frames
 */
const gameKey = (frames) =>
  [location.pathname, ...frames.map(({ text }) => text ?? ''), frames.at(-1)?.position].join(' ');

/** @returns {SavedReview[]} the newest first */
function savedReviews() {
  try {
    return JSON.parse(readPref(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/**
 * The report of a game, one entry for each frame; `null` if none is kept.
 * @param {Frame[]} frames
 */
export function savedReview(frames) {
  const game = gameKey(frames);
  const plies = savedReviews().find((saved) => saved.game === game)?.plies;
  return plies?.length === frames.length ? plies : null;
}

/**
 * @param {Frame[]} frames
 * @param {ReviewedPly[]} plies
 */
export function saveReview(frames, plies) {
  const game = gameKey(frames);
  const others = savedReviews().filter((saved) => saved.game !== game);
  try {
    const all = [{ game, plies }, ...others].slice(0, MAX_REVIEWS);
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that stores nothing, or has no room, analyses the game again.
  }
}
