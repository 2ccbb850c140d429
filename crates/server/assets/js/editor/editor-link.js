// The link that opens the shown position in the position editor.

/** @import { Frame, PageData } from '../common/types.d.ts' */

/**
 * @param {Frame} frame
 * @param {PageData} data
 * @param {boolean} [whole] whether the frame is the whole position, not a view
 */
export function linkEditor(frame, { game = '', options = {} }, whole = true) {
  const link = document.querySelector('[data-tool=edit]');
  if (!(link instanceof HTMLAnchorElement)) return;
  // During the setup there is no position.
  link.hidden = frame.position === '' || !whole;
  link.href = `/editor/${game}?${new URLSearchParams({ position: frame.position, ...options })}`;
}
