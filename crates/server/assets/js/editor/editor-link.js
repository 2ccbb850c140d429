// The link that takes what the board shows into the position editor.

/** @import { Frame, PageData } from '../common/types.d.ts' */

/**
 * @param {Frame} frame
 * @param {PageData} data
 * @param {boolean} [whole] whether the frame is all that there is: a view is no position
 */
export function linkEditor(frame, { game = '', options = {} }, whole = true) {
  const link = document.querySelector('[data-tool=edit]');
  if (!(link instanceof HTMLAnchorElement)) return;
  // There is no position as long as the game is set up.
  link.hidden = frame.position === '' || !whole;
  link.href = `/editor/${game}?${new URLSearchParams({ position: frame.position, ...options })}`;
}
