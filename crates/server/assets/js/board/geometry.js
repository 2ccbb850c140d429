// The geometry of the board, read from its drawing: the cells, their centres, the neighbours that
// the arrow keys reach, and the effect of rotating the board.

/** @import { BoardCell } from '../common/types.d.ts' */

/**
 * The cells of a drawing by name, in document order.
 * @param {SVGSVGElement} drawing
 * @returns {Map<string, BoardCell>}
 */
export function readCells(drawing) {
  /** @type {Map<string, BoardCell>} */
  const cells = new Map();
  for (const group of drawing.querySelectorAll('[data-cell]')) {
    if (!(group instanceof SVGGElement)) continue;
    const { cell: name = '', x, y, room: radius, keys = '' } = group.dataset;
    const face = group.querySelector('path, polygon, circle');
    if (!(face instanceof SVGGraphicsElement)) continue;
    cells.set(name, {
      name,
      x: Number(x),
      y: Number(y),
      radius: Number(radius),
      keys: keys.split(',').map((key) => key || null),
      group,
      face,
    });
  }
  return cells;
}

/** A board rotated by one of the rotations that map it onto itself. */
export class Orientation {
  /** @type {Map<string, string>} the cell that is drawn at the place of the key's cell */
  #cellAtPlace = new Map();
  /** @type {Map<string, string>} the place at which a cell is drawn: the inverse */
  #placeOfCell = new Map();

  /**
   * @param {Map<string, BoardCell>} cells
   * @param {number} rotations the order of the board's rotational symmetry
   * @param {number} rotation how many of these rotations, clockwise
   */
  constructor(cells, rotations, rotation) {
    this.cells = cells;
    this.angle = (rotation * 360) / rotations;
    const all = [...cells.values()];
    this.centre = { x: mean(all.map((cell) => cell.x)), y: mean(all.map((cell) => cell.y)) };
    for (const cell of all) {
      const place = nearest(all, this.at(cell));
      this.#cellAtPlace.set(place.name, cell.name);
      this.#placeOfCell.set(cell.name, place.name);
    }
  }

  /**
   * Maps a point of the unrotated board to where it is drawn.
   * @param {{ x: number, y: number }} point
   */
  at({ x, y }) {
    const angle = (this.angle * Math.PI) / 180;
    const [dx, dy] = [x - this.centre.x, y - this.centre.y];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: this.centre.x + dx * cos - dy * sin, y: this.centre.y + dx * sin + dy * cos };
  }

  /**
   * The neighbour of a cell in the direction of an arrow key.
   * @param {string} name of the cell
   * @param {number} key 0 left, 1 right, 2 up, 3 down, on the screen
   * @returns {string | null}
   */
  neighbour(name, key) {
    const place = this.#placeOfCell.get(name) ?? name;
    const target = this.cells.get(place)?.keys[key];
    return target ? (this.#cellAtPlace.get(target) ?? null) : null;
  }
}

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / Math.max(numbers.length, 1);

/**
 * @param {BoardCell[]} cells
 * @param {{ x: number, y: number }} point
 * @returns {BoardCell}
 */
function nearest(cells, point) {
  const distance = (/** @type {BoardCell} */ cell) =>
    (cell.x - point.x) ** 2 + (cell.y - point.y) ** 2;
  return cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
}
