// Opens the field for typed moves, by its tool or by `/`. It is loaded then.

import { isPageKey } from '../common/dom.js';
/** @import { Page, TypedMove } from './typed-move.js' */

/** @param {Page} page */
export function bindTypedMove(page) {
  /** @type {TypedMove | null} */
  let field = null;
  const load = async () => {
    const { TypedMove } = await import('./typed-move.js');
    field ??= new TypedMove(page);
    return field;
  };
  const tool = document.querySelector('[data-tool=type]');
  tool?.addEventListener('click', async () => (await load()).toggle());
  document.addEventListener('keydown', async (event) => {
    if (event.key !== '/' || !isPageKey(event)) return;
    event.preventDefault();
    (await load()).open();
  });
}
