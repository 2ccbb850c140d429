// The pieces on the board, animated from frame to frame.

import { pieceShapes, svg, symbol } from '../common/dom.js';
import { animationMs } from './board-looks.js';
import { pairPieces } from './frame-diff.js';
/** @import { Area, Placed, BoardCell } from '../common/types.d.ts' */
/** @import { Orientation } from './geometry.js' */

/**
 * @typedef {{ side: string, kind: string, cell: string, marks: string, element: SVGGElement }}
 *   ShownPiece
 */

export class PieceLayer {
  /** @type {ShownPiece[]} */
  #shown = [];

  /**
   * @param {string} game
   * @param {SVGGElement} layer
   * @param {Map<string, BoardCell>} cells
   */
  constructor(game, layer, cells) {
    this.game = game;
    this.layer = layer;
    this.cells = cells;
  }

  /**
   * Shows these pieces; pieces that stood elsewhere move.
   * @param {Placed[]} pieces
   * @param {Orientation} orientation
   * @param {boolean} animate
   */
  show(pieces, orientation, animate) {
    const distance = (/** @type {string} */ a, /** @type {string} */ b) => this.#distance(a, b);
    const { pairs, removed, added } = pairPieces(this.#shown, pieces, distance);
    const move = animate && animationMs() > 0;
    this.layer.classList.toggle('moving', move);
    for (const old of removed) this.#remove(old, move);
    this.#shown = pairs.map(([old, next]) => {
      if (old.marks !== next.marks.join(' ')) {
        const created = this.#create(next);
        // The picture shows Goals and frozen pieces, so a changed mark needs a new one.
        created.element.style.transform = old.element.style.transform;
        old.element.replaceWith(created.element);
        if (move) created.element.getBoundingClientRect();
        return created;
      }
      const isHeld = old.element.classList.contains('dragged');
      if (!isHeld && (old.cell !== next.cell || old.element.parentNode !== this.layer))
        this.layer.append(old.element);
      if (move && old.cell !== next.cell) old.element.getBoundingClientRect();
      return { ...old, cell: next.cell };
    });
    for (const next of added) {
      const created = this.#create(next);
      this.layer.append(created.element);
      if (move) animateArrival(created.element);
      this.#shown.push(created);
    }
    for (const piece of this.#shown) this.#place(piece, orientation);
  }

  /** Draws all pieces anew, after the reader has chosen other pictures. */
  redraw() {
    this.#shown = this.#shown.map(({ element, cell, side, kind, marks }) => {
      const created = this.#create({ cell, side, kind, marks: marks.split(' ').filter(Boolean) });
      created.element.style.transform = element.style.transform;
      element.replaceWith(created.element);
      return created;
    });
  }

  /**
   * Sets a class on the pieces on these cells, and removes it from all others.
   * @param {Set<string>} cells
   * @param {string} name
   */
  mark(cells, name) {
    for (const { cell, element } of this.#shown) element.classList.toggle(name, cells.has(cell));
  }

  /**
   * The element of the piece on a cell.
   * @param {string} cell
   */
  at(cell) {
    return this.#shown.find((piece) => piece.cell === cell)?.element;
  }

  /**
   * Moves an element to a point, for dragging.
   * @param {SVGGElement} element
   * @param {{ x: number, y: number }} point
   */
  static moveTo(element, point) {
    element.style.transform = `translate(${point.x}px, ${point.y}px)`;
  }

  /**
   * Puts all pieces back on their cells.
   * @param {Orientation} orientation
   */
  snapBack(orientation) {
    for (const piece of this.#shown) this.#place(piece, orientation);
  }

  /**
   * @param {ShownPiece} piece
   * @param {Orientation} orientation
   */
  #place(piece, orientation) {
    // A dragged piece follows the pointer.
    if (piece.element.classList.contains('dragged')) return;
    const cell = this.cells.get(piece.cell);
    if (cell) PieceLayer.moveTo(piece.element, orientation.at(cell));
  }

  /** @param {Placed} piece */
  #create(piece) {
    const cell = this.cells.get(piece.cell);
    const element = pieceGroup(this.game, piece, cell?.radius ?? 0.3);
    return {
      side: piece.side,
      kind: piece.kind,
      cell: piece.cell,
      marks: piece.marks.join(' '),
      element,
    };
  }

  /**
   * @param {ShownPiece} piece
   * @param {boolean} fade
   */
  #remove({ element }, fade) {
    if (!fade) {
      element.remove();
      return;
    }
    element.classList.add('going');
    this.layer.prepend(element);
    setTimeout(() => element.remove(), animationMs());
  }

  /**
   * @param {string} a
   * @param {string} b
   */
  #distance(a, b) {
    const [p, q] = [this.cells.get(a), this.cells.get(b)];
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : Infinity;
  }
}

/**
 * Animates the arrival of a piece, once: reordering the elements must not repeat it.
 * @param {SVGGElement} element
 */
function animateArrival(element) {
  element.classList.add('coming');
  element.addEventListener('animationend', () => element.classList.remove('coming'), {
    once: true,
  });
}

/**
 * A piece's picture around (0, 0) for a cell with this radius, with the badges of its marks.
 * @param {string} game
 * @param {Placed} piece
 * @param {number} radius
 * @returns {SVGGElement}
 */
function pieceGroup(game, { kind, side, marks }, radius) {
  const signed = marks.filter((mark) => document.getElementById(`badge-${mark}`));
  const group = svg('g', {
    class: ['piece', `side-${side}`, ...signed.map((mark) => `mark-${mark}`)].join(' '),
  });
  group.append(
    ...signed.map((mark) => symbol(`under-${mark}`, radius, { class: 'under' })),
    ...pieceShapes(game, `${kind}${marks.includes('goal') ? 'G' : ''}`, radius),
    ...signed.map((mark) => symbol(`badge-${mark}`, radius, { class: 'badge' })),
  );
  return group;
}

/**
 * Markers where an enemy stood when it captured: a small stone in a corner of the cell, upright.
 * @param {Area[]} areas only those of kind `marker` count
 * @param {Map<string, BoardCell>} cells
 * @param {Orientation} orientation
 */
export function markerSigns(areas, cells, orientation) {
  return areas
    .filter(({ kind }) => kind === 'marker')
    .flatMap(({ of, cells: names }) =>
      names.flatMap((name) => {
        const cell = cells.get(name);
        if (!cell) return [];
        const { x, y } = orientation.at(cell);
        const aside = cell.group.classList.contains('up') ? 0.52 : -0.52;
        const r = 0.56 * cell.radius;
        return [
          symbol(`marker-${of}`, r, {
            class: 'marker',
            'data-marker': name,
            x: x - 0.9 * cell.radius - r,
            y: y + aside * cell.radius - r,
          }),
        ];
      }),
    );
}
