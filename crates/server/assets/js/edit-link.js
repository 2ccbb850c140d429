// The link that takes what the board shows into the position editor.

/** @import { Frame, PageData } from './types.d.ts' */

/**
 * @param {Frame} frame
 * @param {PageData} data
 */
export function linkEditor(frame, { game = '', options = {} }) {
  const link = document.querySelector('[data-tool=edit]');
  if (!(link instanceof HTMLAnchorElement)) return;
  // There is no position as long as the game is set up.
  link.hidden = frame.position === '';
  link.href = `/editor/${game}?${new URLSearchParams({ position: frame.position, ...options })}`;
}
