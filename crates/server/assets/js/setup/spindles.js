// The two spindles: six-sided tops that turn and come to rest on the numbers that the server threw.

import { prefersReducedMotion, html, svg } from '../common/dom.js';

const SPIN_MS = 1400;

/** The corners of a hexagon with a vertex at the top. */
const HEXAGON = [0, 1, 2, 3, 4, 5]
  .map((i) => (i * Math.PI) / 3 - Math.PI / 2)
  .map((angle) => [Math.cos(angle) * 44, Math.sin(angle) * 44]);

/** The positions of a face's pips. @type {[number, number][][]} */
const PIPS = [
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

/**
 * A spindle that shows a face, or none.
 * @param {number | null} face
 */
function spindle(face) {
  const corners = HEXAGON.map((point) => point.join(',')).join(' ');
  const top = svg(
    'g',
    { class: 'spindle-top' },
    svg('polygon', { class: 'spindle-body', points: corners }),
  );
  HEXAGON.forEach(([x = 0, y = 0], i) => {
    top.append(svg('line', { class: 'spindle-edge', x1: x * 0.62, y1: y * 0.62, x2: x, y2: y }));
    const [nextX = 0, nextY = 0] = HEXAGON[(i + 1) % 6] ?? [];
    top.append(
      svg('line', {
        class: 'spindle-edge',
        x1: x * 0.62,
        y1: y * 0.62,
        x2: nextX * 0.62,
        y2: nextY * 0.62,
      }),
    );
  });
  const pips = svg('g', { class: 'spindle-pips' });
  for (const [x, y] of PIPS[(face ?? 0) - 1] ?? []) {
    pips.append(svg('circle', { cx: x * 12, cy: y * 12, r: 4.4 }));
  }
  return svg(
    'svg',
    { class: 'spindle', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    top,
    pips,
  );
}

/**
 * @param {[number, number] | null} faces
 */
export const spindles = (faces) =>
  html('div', { class: 'spindles' }, spindle(faces?.[0] ?? null), spindle(faces?.[1] ?? null));

/**
 * Animates spindles. Resolves when they have come to rest.
 * @param {HTMLElement} pair made by `spindles`
 */
export async function animateSpindles(pair) {
  if (prefersReducedMotion()) return;
  const turning = [...pair.querySelectorAll('.spindle')].map((one, i) => {
    const options = { duration: SPIN_MS + i * 250, easing: 'cubic-bezier(.12,.6,.25,1)' };
    const pips = one.querySelector('.spindle-pips');
    pips?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], options);
    const turn = one.querySelector('.spindle-top')?.animate(
      [{ transform: `rotate(${i ? 1800 : -1620}deg)` }, { transform: 'rotate(0deg)' }], options);
    return turn?.finished;
  });
  // A spindle that is removed from the page rejects its animation, which is no error.
  await Promise.allSettled(turning);
}
