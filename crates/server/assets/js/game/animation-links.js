// The links to the animated picture of a finished game; of a hidden one also what each player saw,
// alone or side by side.

import { html, pageJson } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { withPerspective } from './perspective.js';
/** @import { GameState } from '../common/types.d.ts' */

/**
 * @param {GameState} state
 * @returns {HTMLElement}
 */
export function animationLinks(state) {
  const address = `/api/games/${state.id}/animation.gif`;
  const file = `${state.scene.game}-${state.id}`;
  const link = (/** @type {string} */ href, /** @type {string} */ name, /** @type {string} */ text) =>
    html('a', { href, download: `${name}.gif` }, text);
  if (!pageJson('page-data').hidden) {
    return html('p', { class: 'downloads animation' }, link(withPerspective(address), file, t('animation')));
  }
  const seats = state.scene.sides.filter(({ seat }) => seat !== null);
  const links = [
    link(address, file, t('animation-whole')),
    ...seats.map(({ key, seat }) => link(`${address}?as=${seat}&seen=true`, `${file}-${key}`, t('download-seen-record', { side: sideName(key) }))),
    link(`${address}?both=true`, `${file}-both`, t('animation-both')),
  ];
  return html('p', { class: 'downloads animation' }, t('animation-of'), ' ', ...links.flatMap((each, i) => (i > 0 ? [' · ', each] : [each])));
}
