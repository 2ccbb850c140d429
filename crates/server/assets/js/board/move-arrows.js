// Arrows over the board for suggested moves: the best one broad, the others narrow and fainter,
// numbered if there are several.

import { svg } from '../common/dom.js';
/** @import { GameBoard } from './game-board.js' */

/** Half the width of an arrow's shaft, in radii of a piece: of the best move, and of the others. */
const BEST_HALF_WIDTH = 0.2;
const OTHER_HALF_WIDTH = 0.12;
/** The same of an arrow of {@link drawnShape}. */
const DRAWN_HALF_WIDTH = 0.17;

export class MoveArrows {
  /** @type {(string[])[]} */
  #moves = [];
  /** @type {number | null} */
  #emphasized = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.layer = board.overlay('advice');
    this.layer.setAttribute('aria-hidden', 'true');
    board.addEventListener('board-rotate', () => this.#draw());
  }

  /**
   * @param {string[][]} moves the cells of each move, best first: origin and destination, or a
   *   single cell
   */
  show(moves) {
    if (JSON.stringify(moves) === JSON.stringify(this.#moves)) return;
    this.#moves = moves;
    this.#draw();
  }

  /**
   * Emphasizes one arrow.
   * @param {number | null} index
   */
  emphasize(index) {
    if (this.#emphasized === index) return;
    this.#emphasized = index;
    this.#draw();
  }

  #draw() {
    const numbered = this.#moves.length > 1;
    const drawn = this.#moves.map((cells, i) => this.#arrow(cells, i, numbered));
    // The emphasized arrow, or else the best, is drawn last and so on top.
    const top = this.#emphasized ?? 0;
    const order = drawn.map((_, i) => i).filter((i) => i !== top).reverse();
    this.layer.replaceChildren(...[...order, top].flatMap((i) => drawn[i] ?? []));
  }

  /**
   * @param {string[]} cells
   * @param {number} index
   * @param {boolean} numbered
   */
  #arrow(cells, index, numbered) {
    const span = spanOf(this.board, cells[0] ?? '', cells.at(-1) ?? '');
    if (!span) return null;
    const { radius, length, angle, transform } = span;
    const halfWidth = radius * (index === 0 ? BEST_HALF_WIDTH : OTHER_HALF_WIDTH);
    // A move that stays on its cell is a ring.
    const shape =
      length < 1
        ? svg('circle', { class: 'advice-ring', r: radius * 0.95 })
        : svg('path', {
            d: arrowPath(length, halfWidth, radius),
            transform: `rotate(${angle.toFixed(1)})`,
          });
    const classes = [
      'advice-arrow',
      index === 0 ? 'best' : 'other',
      this.#emphasized === index && 'pointed',
    ];
    const group = svg(
      'g',
      {
        class: classes.filter(Boolean).join(' '),
        'data-line': index + 1,
        transform,
      },
      shape,
    );
    if (numbered) group.append(label(index + 1, radius, length, angle));
    return group;
  }
}

/**
 * The way from one cell to another on the board as it is turned: its length, its angle in degrees,
 * the radius of the pieces, and the transformation to its beginning.
 * @param {GameBoard} board
 * @param {string} from
 * @param {string} to
 */
function spanOf({ orientation, cells }, from, to) {
  const [first, last] = [cells.get(from), cells.get(to)];
  if (!first || !last || !orientation) return null;
  const [start, end] = [orientation.at(first), orientation.at(last)];
  return {
    radius: Math.min(first.radius, last.radius),
    length: Math.hypot(end.x - start.x, end.y - start.y),
    angle: (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI,
    transform: `translate(${start.x.toFixed(1)} ${start.y.toFixed(1)})`,
  };
}

/**
 * An arrow from cell to cell, or a circle on one cell, in a colour of its own.
 * @param {GameBoard} board
 * @param {string} from
 * @param {string} to
 * @param {string} colour `green`, `red`, `blue` or `yellow`
 */
export function drawnShape(board, from, to, colour) {
  const span = spanOf(board, from, to);
  if (!span) return null;
  const { radius, length, angle, transform } = span;
  return svg(
    'g',
    { class: `drawn-shape drawn-${colour}`, transform },
    from === to
      ? svg('circle', { r: (radius * 1.02).toFixed(1), 'stroke-width': (radius * 0.16).toFixed(1) })
      : svg('path', {
          d: arrowPath(length, radius * DRAWN_HALF_WIDTH, radius),
          transform: `rotate(${angle.toFixed(1)})`,
        }),
  );
}

/**
 * An arrow along the x axis, from the edge of the moving piece to the centre of the destination.
 * @param {number} length
 * @param {number} halfWidth of the shaft
 * @param {number} radius
 */
function arrowPath(length, halfWidth, radius) {
  const head = Math.min(halfWidth * 4.2, length * 0.6);
  const start = Math.min(radius * 0.45, length / 4);
  const neck = length - head;
  const points = [
    [start, -halfWidth * 0.7],
    [neck, -halfWidth],
    [neck - halfWidth * 0.4, -halfWidth * 2.4],
    [length, 0],
    [neck - halfWidth * 0.4, halfWidth * 2.4],
    [neck, halfWidth],
    [start, halfWidth * 0.7],
  ];
  return `M${points.map(([x = 0, y = 0]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

/**
 * The number of an arrow, upright beside its start.
 * @param {number} number
 * @param {number} radius
 * @param {number} length
 * @param {number} angle
 */
function label(number, radius, length, angle) {
  const at = Math.min(radius * 0.95, length * 0.45);
  const [x, y] = [at * Math.cos((angle * Math.PI) / 180), at * Math.sin((angle * Math.PI) / 180)];
  return svg(
    'g',
    { class: 'advice-number', transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    svg('circle', { r: radius * 0.3 }),
    svg(
      'text',
      { 'font-size': (radius * 0.42).toFixed(1), y: (radius * 0.15).toFixed(1) },
      document.createTextNode(String(number)),
    ),
  );
}
