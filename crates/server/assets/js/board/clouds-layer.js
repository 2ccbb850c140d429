// The clouds over the board, drawn exactly as heterodox-draw draws them (see its clouds.rs):
// adjacent cells join into one shape whose outer sides are billows. The details on cells, small
// clouds on edge cells and crests on those under clouds, are symbols in the page.

import { svg } from '../common/dom.js';
/** @import { Area, BoardCell } from '../common/types.d.ts' */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, radius: number, corners: Point[], up: boolean }} CloudCell */

/**
 * The lengths of a side's billows as fractions, by the direction of the side. They depend on
 * nothing else, so that a drifting cloud keeps its shape.
 */
const BILLOW_LENGTHS = [
  [0.2, 0.33, 0.21, 0.26],
  [0.32, 0.19, 0.27, 0.22],
  [0.21, 0.26, 0.18, 0.35],
];
const ROUNDNESS = 0.6;
/** The fraction of a side that is cut off at a convex corner. */
const CORNER_CUT = 0.16;
const VARIANTS = 3;

/**
 * All clouds of a board as one group of six paths, whatever the number of cells.
 * @param {Area[]} areas those that are no clouds are ignored
 * @param {Map<string, BoardCell>} cells
 * @param {number} [angle] of the board; clouds stay upright on a rotated board
 * @returns {SVGGElement}
 */
export function drawClouds(areas, cells, angle = 0) {
  const cloudCells = (/** @type {string} */ kind) =>
    areas
      .filter((area) => area.kind === kind)
      .flatMap((area) => area.cells)
      .map((name) => cells.get(name))
      .filter((cell) => cell !== undefined)
      .map(toCloudCell);
  const [edge, under] = [cloudCells('cloud-edge'), cloudCells('cloud-under')];
  const all = [...edge, ...under];
  const group = svg('g', { class: 'clouds' });
  if (all.length === 0) return group;
  const whole = shape(all);
  const shadow = rotated({ x: 3, y: 7 }, -angle);
  group.append(
    svg('path', {
      class: 'cloud-shadow',
      d: whole,
      transform: `translate(${coordinates(shadow)})`,
    }),
    svg('path', { class: 'cloud-mist', d: whole }),
    svg('path', { class: 'cloud-puff', d: details(edge, 'cloud-puff', angle) }),
    svg('path', { class: 'cloud-body', d: shape(under) }),
    svg('path', { class: 'cloud-billow', d: details(under, 'cloud-billow', angle) }),
    svg('path', {
      class: 'cloud-cells',
      d: all.map(({ corners }) => `M${corners.map(coordinates).join('L')}Z`).join(''),
    }),
  );
  return group;
}

/** @param {BoardCell} cell @returns {CloudCell} */
function toCloudCell({ x, y, radius, face }) {
  const numbers = (face.getAttribute('d') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
  const corners = numbers.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? 0 }] : []));
  return { x, y, radius, corners, up: corners.filter((corner) => corner.y > y).length > 1 };
}

/** @param {Point} point */
const coordinates = ({ x, y }) => `${round(x)} ${round(y)}`;
/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
/** @param {Point} a @param {Point} b */
const key = (a, b) => `${Math.round(a.x + b.x)},${Math.round(a.y + b.y)}`;
/** @param {Point} a @param {Point} b @param {number} part */
const between = (a, b, part) => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part });

/**
 * The sides of a cell as pairs of corners.
 * @param {CloudCell} cloudCell
 * @returns {[Point, Point][]}
 */
const sidesOf = ({ corners }) =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length] ?? corner]);

/**
 * The outline of all cells together: sides between two of them are straight.
 * @param {CloudCell[]} cloudCells
 */
function shape(cloudCells) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const [a, b] of cloudCells.flatMap(sidesOf))
    count.set(key(a, b), (count.get(key(a, b)) ?? 0) + 1);
  const pen = new Pen();
  for (const cloudCell of cloudCells)
    drawOutline(pen, sidesOf(cloudCell), (a, b) => count.get(key(a, b)) === 1);
  return pen.d;
}

/**
 * @param {Pen} pen
 * @param {[Point, Point][]} sides
 * @param {(a: Point, b: Point) => boolean} isOuter whether a side belongs to the outline of the
 *   shape
 */
function drawOutline(pen, sides, isOuter) {
  const outer = sides.map(([a, b]) => isOuter(a, b));
  const n = sides.length;
  sides.forEach(([a, b], i) => {
    const cut = (/** @type {number} */ other) => (outer[i] && outer[other] ? CORNER_CUT : 0);
    const [before, after] = [cut((i + n - 1) % n), cut((i + 1) % n)];
    const [start, end] = [between(a, b, before), between(a, b, 1 - after)];
    if (i === 0) pen.start(start);
    if (outer[i]) billowSide(pen, start, end);
    else pen.line(b);
    const [next, far] = sides[(i + 1) % n] ?? [b, b];
    if (after > 0) pen.arc(between(next, far, CORNER_CUT));
  });
  pen.d += 'z';
}

/** Draws a side as a row of billows. @param {Pen} pen @param {Point} a @param {Point} b */
function billowSide(pen, a, b) {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const direction = Math.abs(y) < 1 ? 0 : x * y > 0 ? 2 : 1;
  let done = 0;
  for (const part of BILLOW_LENGTHS[direction] ?? []) {
    done += part;
    pen.arc(between(a, b, done));
  }
}

/** Writes the data of a path in relative steps, rounded to tenths of a pixel. */
class Pen {
  d = '';
  #position = { x: 0, y: 0 };

  /** @param {Point} to */
  start(to) {
    this.#position = { x: tenths(to.x), y: tenths(to.y) };
    this.d += `M${this.#position.x} ${this.#position.y}`;
  }

  /** @param {Point} to */
  line(to) {
    this.d += 'l';
    this.#step(to);
  }

  /** One billow, to the left of the direction of travel. @param {Point} to */
  arc(to) {
    const radius = tenths(ROUNDNESS * Math.hypot(to.x - this.#position.x, to.y - this.#position.y));
    this.d += `a${radius} ${radius} 0 0 1 `;
    this.#step(to);
  }

  /** @param {Point} to */
  #step(to) {
    const [x, y] = [tenths(to.x - this.#position.x), tenths(to.y - this.#position.y)];
    this.d += `${x} ${y}`;
    this.#position = { x: tenths(this.#position.x + x), y: tenths(this.#position.y + y) };
  }
}

/** @param {number} value */
const tenths = (value) => Math.round(value * 10) / 10;

/**
 * One detail on each of these cells; adjacent cells get different ones.
 * @param {CloudCell[]} cloudCells
 * @param {string} name
 * @param {number} angle
 */
function details(cloudCells, name, angle) {
  return cloudCells.map(({ x, y, radius, up }) => {
    const variant =
      (Math.round(x / (1.732 * radius)) + 2 * Math.floor(y / (3 * radius))) % VARIANTS;
    const drawn =
      document.getElementById(`${name}-${up ? 'up' : 'down'}-${variant}`)?.getAttribute('d') ?? '';
    return `M${coordinates({ x, y })}${upright(drawn, angle)}`;
  }).join('');
}

/**
 * Turns a detail back around the centre of its cell. Details consist of relative lines and arcs, so
 * only the last two numbers of each step, its end point, need to be rotated.
 * @param {string} d
 * @param {number} angle
 */
function upright(d, angle) {
  if (angle === 0) return d;
  return d.replace(/([ma])([^maz]*)/g, (_, step, text) => {
    const numbers = [...text.matchAll(/-?[\d.]+/g)].map(Number);
    const [y = 0, x = 0] = [numbers.pop(), numbers.pop()];
    return step + [...numbers, coordinates(rotated({ x, y }, -angle))].join(' ');
  });
}

/** @param {Point} direction @param {number} degrees clockwise */
function rotated({ x, y }, degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}
