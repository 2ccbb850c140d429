// The link from a game or record to the analysis board, at the ply that is shown.

import { analysisUrl } from './move-tree.js';
/** @import { Frame, PageData } from '../common/types.d.ts' */

/**
 * @param {Frame[]} frames
 * @param {number} ply
 * @param {PageData} data
 * @param {boolean} open whether the game may be analysed: it is over, and nothing of it is hidden
 */
export function linkAnalysis(frames, ply, { analysis, hidden }, open) {
  const link = document.querySelector('[data-tool=analyse]');
  const [first, frame] = [frames[0], frames[ply]];
  if (!(link instanceof HTMLAnchorElement)) return;
  link.hidden = !open || !analysis || !first?.position || !frame;
  if (link.hidden || !analysis || !first || !frame) return;
  // Moves made under clouds are not moves of the open game, so only the position is passed on.
  link.href = hidden ? analysisUrl(analysis, frame.position, [], 0)
    : analysisUrl(analysis, first.position, frames.slice(1).map(({ text }) => text ?? ''), ply);
}
