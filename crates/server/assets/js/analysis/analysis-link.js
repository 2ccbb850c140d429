// The link that takes a game to the analysis board, at the ply that is shown.

import { analysisAddress } from './move-tree.js';
/** @import { Frame, PageData } from '../common/types.d.ts' */

/**
 * @param {Frame[]} frames
 * @param {number} ply
 * @param {PageData} data
 * @param {boolean} open whether everybody may know the game, and nobody plays it any more
 */
export function linkAnalysis(frames, ply, { analysis, hidden }, open) {
  const link = document.querySelector('[data-tool=analyse]');
  const [first, frame] = [frames[0], frames[ply]];
  if (!(link instanceof HTMLAnchorElement)) return;
  link.hidden = !open || !analysis || !first?.position || !frame;
  if (link.hidden || !analysis || !first || !frame) return;
  // What was done under clouds is no move of the open game: only where it led to can be looked at.
  link.href = hidden ? analysisAddress(analysis, frame.position, [], 0)
    : analysisAddress(analysis, first.position, frames.slice(1).map(({ text }) => text ?? ''), ply);
}
