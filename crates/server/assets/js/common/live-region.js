// The live region of a page: texts that screen readers read out.

import { byId } from './dom.js';

/**
 * Reads a text out to those who listen instead of looking.
 * @param {string} text
 */
export function announce(text) {
  const live = byId('live');
  // The same words twice are two events; a changed node is read again.
  live.replaceChildren(document.createTextNode(text));
}

/**
 * Parts as sentences one after the other, whether they end with a full stop or not.
 * @param {string[]} parts
 */
export const sentences = (parts) => parts.filter((part) => part !== '').map((part) => part.replace(/\.$/, '')).join('. ');
