// The clouds over the board, drawn exactly as heterodox-draw draws them (see its clouds.rs): fog in
// two densities, each a few layers with rims of different widths. The details on cells, drops on
// edge cells and wisps on those under clouds, are symbols in the page.

import { svg } from '../common/dom.js';
/** @import { Area, BoardCell } from '../common/types.d.ts' */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, radius: number, corners: Point[], up: boolean }} CloudCell */

/** The widths of the rims of a shape's layers, from the outside in. */
const RIMS = [12, 8, 4, 0];
const VARIANTS = 3;

/**
 * All clouds of a board as one group of eleven paths, whatever the number of cells.
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
  const layers = (/** @type {string} */ name, /** @type {CloudCell[]} */ shown) =>
    RIMS.map((rim) => svg('path', { class: name, d: shape(shown, rim) }));
  group.append(
    ...layers('cloud-mist', all),
    svg('path', { class: 'cloud-drop', d: details(edge, 'cloud-drop', angle) }),
    ...layers('cloud-body', under),
    svg('path', { class: 'cloud-wisp', d: details(under, 'cloud-wisp', angle) }),
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
/**
 * The sides of a cell as pairs of corners, clockwise.
 * @param {CloudCell} cloudCell
 * @returns {[Point, Point][]}
 */
const sidesOf = ({ corners }) =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length] ?? corner]);

/**
 * All cells with a rim around each of them, which overlap into one shape.
 * @param {CloudCell[]} cloudCells
 * @param {number} rim
 */
function shape(cloudCells, rim) {
  const pen = new Pen();
  for (const cloudCell of cloudCells) {
    const sides = sidesOf(cloudCell).map(([a, b]) => outward(a, b, rim));
    sides.forEach(([a, b], i) => {
      if (i === 0) pen.start(a);
      else if (rim > 0) pen.arc(a, rim);
      pen.line(b);
    });
    if (rim > 0 && sides[0]) pen.arc(sides[0][0], rim);
    pen.d += 'z';
  }
  return pen.d;
}

/**
 * A side of a cell, moved outwards.
 * @param {Point} a
 * @param {Point} b
 * @param {number} distance
 * @returns {[Point, Point]}
 */
function outward(a, b, distance) {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const part = distance / Math.max(Math.hypot(x, y), 1);
  const moved = (/** @type {Point} */ point) => ({ x: point.x + part * y, y: point.y - part * x });
  return [moved(a), moved(b)];
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

  /** A clockwise arc around a corner. @param {Point} to @param {number} radius */
  arc(to, radius) {
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
