// The live region of a page, which screen readers read out.

import { byId } from './dom.js';

/**
 * Lets screen readers read a text out.
 * @param {string} text
 */
export function announce(text) {
  const live = byId('live');
  // A new node is read even if its text is the same as before.
  live.replaceChildren(document.createTextNode(text));
}

/**
 * Joins texts to sentences, whether they end with a full stop or not.
 * @param {string[]} parts
 */
export const sentences = (parts) =>
  parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/\.$/, ''))
    .join('. ');
