// The board at the top of the front page: a battle that is replayed again and again. It holds still
// for readers who want no motion, in a hidden tab, out of sight, and while its button is pressed.

import { byId, prefersReducedMotion, pageJson, svg } from '../common/dom.js';
import { pairPieces } from '../board/frame-diff.js';
/** @import { Placed } from '../common/types.d.ts' */

/**
 * @typedef {object} HeroData
 * @property {number} first the frame that the server has drawn
 * @property {[Placed[], string[]][]} frames the pieces, and the cells of the ply that led there
 *
 * @typedef {{ side: string, kind: string, cell: string, element: SVGElement }} ShownPiece
 */

const PLY_MS = 1600;
const END_MS = 5000;

const { first, frames } = /** @type {HeroData} */ (pageJson('hero-data'));
const figure = /** @type {HTMLElement} */ (document.querySelector('.hero-board'));
const game = figure.dataset.game ?? '';
const layer = /** @type {SVGGElement} */ (figure.querySelector('.layer.pieces'));
const pause = /** @type {HTMLButtonElement} */ (byId('hero-pause'));

/** @type {Map<string, SVGGElement>} */
const cells = new Map();
for (const cell of /** @type {NodeListOf<SVGGElement>} */ (figure.querySelectorAll('[data-cell]'))) {
  cells.set(cell.dataset.cell ?? '', cell);
}

/** @param {string} cell @param {'x' | 'y' | 'room'} key */
const number = (cell, key) => Number(cells.get(cell)?.dataset[key]);

/** @param {string} a @param {string} b */
const distance = (a, b) => Math.hypot(number(a, 'x') - number(b, 'x'), number(a, 'y') - number(b, 'y'));

/** The code of a piece with its Goal differs, so that such a piece is drawn anew. @param {Placed}
  piece */
const drawn = (piece) => ({ ...piece, kind: piece.kind + (piece.marks.includes('goal') ? 'G' : '') });

/** @param {ShownPiece} piece */
function place({ cell, element }) {
  element.style.transform = `translate(${number(cell, 'x')}px, ${number(cell, 'y')}px)`;
}

/** @param {Placed} piece @returns {ShownPiece} */
function create({ side, kind, cell }) {
  const room = number(cell, 'room');
  const size = { x: -room, y: -room, width: 2 * room, height: 2 * room };
  const element = svg('use', { class: `piece side-${side}`, href: `#${game}-${kind}`, ...size });
  layer.append(element);
  return { side, kind, cell, element };
}

/** @type {ShownPiece[]} */
let shown = [];

/** @param {number} index @param {boolean} animate */
function show(index, animate) {
  const frame = frames[index];
  if (!frame) return;
  const [pieces, last] = frame;
  layer.classList.toggle('moving', animate);
  const { pairs, removed, added } = pairPieces(shown, pieces.map(drawn), distance);
  for (const { element } of removed) element.remove();
  shown = pairs.map(([old, next]) => {
    // What moves lies over what stands.
    if (old.cell !== next.cell) layer.append(old.element);
    return { ...old, cell: next.cell };
  });
  shown.push(...added.map(create));
  // The browser must have seen the old place to move the piece from there.
  if (animate) layer.getBoundingClientRect();
  shown.forEach(place);
  for (const [name, cell] of cells) cell.classList.toggle('last', last.includes(name));
}

let at = first;
let isVisible = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function step() {
  const wraps = at + 1 === frames.length;
  at = wraps ? 0 : at + 1;
  show(at, !wraps);
  plan();
}

/** Plans the next ply, if the battle runs. */
function plan() {
  clearTimeout(timer);
  const runs = isVisible && !document.hidden && pause.getAttribute('aria-pressed') !== 'true';
  if (runs) timer = setTimeout(step, at + 1 === frames.length ? END_MS : PLY_MS);
}

/** Starts the replay, unless the reader wants no motion. */
export function startReplay() {
  if (prefersReducedMotion() || frames.length < 2) return;
  layer.replaceChildren();
  show(first, false);
  pause.hidden = false;
  pause.addEventListener('click', () => {
    pause.setAttribute('aria-pressed', String(pause.getAttribute('aria-pressed') !== 'true'));
    plan();
  });
  document.addEventListener('visibilitychange', plan);
  new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting ?? false;
    plan();
  }).observe(figure);
}
