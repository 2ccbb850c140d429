// The reader's own arrows and circles, drawn with the right button: from cell to cell an arrow, on
// a cell a circle. Shift, Ctrl and Alt choose other colours; the same again takes it away. A left
// click beside the pieces and the next ply clear the board. A right click on a piece opens its card
// instead, and where guesses are written the palette; with Shift it draws a circle there too.
// `annotate.js` loads this.

import { pieceAt } from './frame-diff.js';
import { loadPrefs } from './board-looks.js';
import { drawnShape } from './move-arrows.js';
/** @import { GameBoard } from './game-board.js' */

/** @typedef {{ from: string, to: string, colour: string }} Shape */

export class Annotations {
  /** @type {Shape[]} */
  #shapes = [];
  /** @type {Shape | null} the one that is being drawn */
  #drawing = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.layer = board.overlay('drawn');
    this.layer.setAttribute('aria-hidden', 'true');
    board.addEventListener('pointerdown', (event) => this.#down(event));
    addEventListener('pointermove', (event) => this.#move(event));
    addEventListener('pointerup', (event) => this.#up(event));
    addEventListener('pointercancel', () => this.#end());
    board.addEventListener('board-rotate', () => this.#draw());
  }

  clear() {
    if (this.#shapes.length === 0) return;
    this.#shapes = [];
    this.#draw();
  }

  /** Takes an event from before this was loaded. @param {PointerEvent} event */
  replay(event) {
    if (event.type === 'pointerdown') this.#down(event);
    else if (event.type === 'pointermove') this.#move(event);
    else this.#up(event);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const cell = this.board.cellAtPoint(event.clientX, event.clientY);
    if (event.button === 0 && (!cell || !pieceAt(this.board.frame, cell))) this.clear();
    if (event.button !== 2 || event.pointerType === 'touch' || !cell) return;
    this.#drawing = { from: cell, to: cell, colour: colourOf(event) };
    if (loadPrefs().drawing) this.#draw();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const shape = this.#drawing;
    if (!shape) return;
    const to = this.board.cellAtPoint(event.clientX, event.clientY) ?? shape.from;
    if (to === shape.to) return;
    this.#drawing = { ...shape, to };
    if (loadPrefs().drawing) this.#draw();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const shape = this.#drawing;
    if (!shape || event.button !== 2) return;
    this.#end();
    if (this.board.cancelPremove()) return;
    const isClick = shape.from === shape.to;
    const asks = isClick && !event.shiftKey && this.board.hasAttribute('guide');
    if (asks && (this.board.requestInfo(shape.from) || this.board.requestNote(shape.from))) return;
    if (loadPrefs().drawing) this.#toggle(shape);
  }

  #end() {
    this.#drawing = null;
    this.#draw();
  }

  /** @param {Shape} shape */
  #toggle(shape) {
    const same = (/** @type {Shape} */ one) => one.from === shape.from && one.to === shape.to;
    const old = this.#shapes.find(same);
    this.#shapes = this.#shapes.filter((one) => !same(one));
    if (old?.colour !== shape.colour) this.#shapes.push(shape);
    this.#draw();
  }

  #draw() {
    const shapes = this.#drawing ? [...this.#shapes, this.#drawing] : this.#shapes;
    this.layer.replaceChildren(...shapes.flatMap((shape) => this.#element(shape) ?? []));
  }

  /** @param {Shape} shape */
  #element({ from, to, colour }) {
    return drawnShape(this.board, from, to, colour);
  }
}

/** The colour by the keys that are held. @param {PointerEvent} event */
function colourOf({ shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey) return shiftKey ? 'yellow' : 'blue';
  return shiftKey || ctrlKey || metaKey ? 'red' : 'green';
}
