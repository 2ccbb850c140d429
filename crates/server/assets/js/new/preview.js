// The texts beside the preview of a new game: its array, and the pieces in it.

import { openPieceCard } from '../guide/piece-card.js';
import { byId, html, pieceIcon } from '../common/dom.js';
import { has, localizedArgs, pieceName, t } from '../common/i18n.js';
import { warnings } from '../game/status-line.js';
/** @import { Frame, PageData, Scene } from '../common/types.d.ts' */

/**
 * @param {Scene} scene
 * @param {Record<string, string>} options with defaults filled in
 * @param {PageData} data
 */
export function showPreview(scene, options, data) {
  byId('preview-words').textContent = summary(scene, options);
  showWarnings(scene);
  const { guide } = data;
  // The list is shown only for games with more kinds than a player can know.
  const kinds = guide && (data.pieces?.length ?? 0) > LARGE_PIECE_SET ? listedKinds(scene.frame, data, !(options.setup ?? 'classic').startsWith('classic')) : [];
  byId('preview-pieces').replaceChildren(...kinds.map(([kind, count]) => html('li', {}, pieceLink(kind, count, guide ?? '', data, options.own ?? ''))));
}

/** Shows the warnings about a game that can be played all the same. @param {Scene} scene */
function showWarnings({ notices }) {
  const texts = warnings(notices).map((notice) => t(`notice-${notice.key}`, localizedArgs(Object.fromEntries(notice.args))));
  byId('preview-warnings').replaceChildren(...texts.map((text) => html('p', {}, text)));
  byId('preview-warnings').hidden = texts.length === 0;
}

/**
 * @param {Scene} scene
 * @param {Record<string, string>} options
 */
function summary(scene, options) {
  const drawn = scene.notices.find(({ args }) => args.some(([name]) => name === 'seed'));
  const seed = drawn?.args.find(([name]) => name === 'seed')?.[1];
  const parts = [];
  if (scene.outcome) parts.push(t('preview-over'));
  else if (scene.phase === 'pick') parts.push(`${t('preview-picking', { count: options.extra ?? '3' })}`);
  else if (scene.phase === 'throw') parts.push(t('preview-die'));
  else if (scene.phase !== 'play') parts.push(t('preview-setup'));
  if (seed !== undefined) parts.unshift(`${t(drawn?.key === 'clouds' ? 'preview-clouds' : 'preview-seed', { seed })}.`);
  else if (options.clouds) {
    const named = `preview-clouds-${options.clouds}`;
    parts.unshift(`${t(has(named) ? named : 'preview-drawn')}.`);
  }
  return parts.join(' ');
}

/**
 * The kinds on the board with their numbers for one side, unusual kinds first. The first eight of
 * the game's pieces are classic: every array has them.
 * @param {Frame} frame
 * @param {PageData} data
 * @param {boolean} all whether classic kinds are listed, too
 * @returns {[string, number][]}
 */
function listedKinds(frame, data, all) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { kind, side } of frame.pieces) {
    if (side === data.sides?.[0]) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const order = data.pieces ?? [];
  const place = (/** @type {string} */ kind) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const classic = (/** @type {string} */ kind) => place(kind) < CLASSIC_COUNT;
  const listed = [...counts].filter(([kind]) => !classic(kind) || (all && !['K', 'P'].includes(kind)));
  return listed.sort(([a], [b]) => Number(classic(a)) - Number(classic(b)) || place(a) - place(b));
}

const CLASSIC_COUNT = 8;
/** A game with at most this many kinds needs no list. */
const LARGE_PIECE_SET = 20;

/**
 * @param {string} kind
 * @param {number} count
 * @param {string} guide
 * @param {PageData} data
 * @param {string} own
 */
function pieceLink(kind, count, guide, data, own) {
  const link = html('a', { href: `${guide}#${kind}`, title: t('preview-more', { piece: pieceName(kind) }) },
    pieceIcon(data.game ?? '', kind, data.sides?.[0] ?? ''),
    html('span', {}, pieceName(kind)),
    ...(count > 1 ? [html('span', { class: 'times' }, `×${count}`)] : []));
  link.addEventListener('click', (event) => {
    // With a modifier key, the browser opens the page itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void openPieceCard(guide, kind, { own });
  });
  return link;
}
