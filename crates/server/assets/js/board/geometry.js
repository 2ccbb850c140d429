// The board's geometry, read from the drawing: which cells there are, where their middles lie, where
// the cursor keys lead, and how all that turns when the board is turned.

/** @import { BoardCell } from '../common/types.d.ts' */

/**
 * The cells of a drawing by name, in the drawing's order.
 * @param {SVGSVGElement} drawing
 * @returns {Map<string, BoardCell>}
 */
export function readCells(drawing) {
  /** @type {Map<string, BoardCell>} */
  const cells = new Map();
  for (const group of drawing.querySelectorAll('[data-cell]')) {
    if (!(group instanceof SVGGElement)) continue;
    const { cell: name = '', x, y, room, keys = '' } = group.dataset;
    const face = group.querySelector('path, polygon, circle');
    if (!(face instanceof SVGGraphicsElement)) continue;
    cells.set(name, {
      name,
      x: Number(x),
      y: Number(y),
      room: Number(room),
      keys: keys.split(',').map((key) => key || null),
      group,
      face,
    });
  }
  return cells;
}

/** A board turned by some of the turns that map it onto itself. */
export class Orientation {
  /** @type {Map<string, string>} the cell that is drawn where the key's cell is unturned */
  #cellAtPlace = new Map();
  /** @type {Map<string, string>} where a cell is drawn: the inverse */
  #placeOfCell = new Map();

  /**
   * @param {Map<string, BoardCell>} cells
   * @param {number} rotations how many equal turns map the board onto itself
   * @param {number} rotation how many of them, clockwise
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
   * Where a point of the unturned board is drawn.
   * @param {{ x: number, y: number }} point
   */
  at({ x, y }) {
    const angle = (this.angle * Math.PI) / 180;
    const [dx, dy] = [x - this.centre.x, y - this.centre.y];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: this.centre.x + dx * cos - dy * sin, y: this.centre.y + dx * sin + dy * cos };
  }

  /**
   * The cell that a cursor key reaches.
   * @param {string} name of the cell
   * @param {number} key 0 left, 1 right, 2 up, 3 down, as they look on the screen
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
  const distance = (/** @type {BoardCell} */ cell) => (cell.x - point.x) ** 2 + (cell.y - point.y) ** 2;
  return cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
}
