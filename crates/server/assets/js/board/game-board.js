// <game-board>: the board. It shows a frame, offers the choices that it is given and says which were
// picked. It holds no rules: where a piece may go is in the choices.
//
//   <game-board game="klinzha" turns="3">
//     <svg>                          drawn by the server: one group per cell, [data-cell]
//       <g class="turning">          everything that turns with the board: cells, clouds, areas, marks
//       <g class="layer pieces">     the pieces, which stay upright
//       <g class="layer notes">      what is noted on cells: where somebody was killed
//       <g class="layer arrows">     signs on legal targets
//
// Events: `board-pick` {choices}, `board-refused` {from, to, piece}, `board-cell` {cell},
// `board-select` {cell}, `board-delete` {cell}, `board-info` {cell, piece}: somebody asks what the piece is,
// `board-hover` {cell}: another cell is pointed at or has the focus, `board-turned`.

import { svg, symbol } from '../common/dom.js';
import { EMPTY, pieceAt } from './frame-diff.js';
import { readCells, Turn } from './geometry.js';
import { t } from '../common/i18n.js';
import { Keyboard } from './keyboard.js';
import { Pointer } from './pointer.js';
import { markers, Pieces } from './piece-layer.js';
import { clouds } from './clouds-layer.js';
import { cellWords, pieceWords } from './descriptions.js';
/** @import { Area, BoardCell, Choice, Frame } from '../common/types.d.ts' */

export class GameBoard extends HTMLElement {
  /** @type {Map<string, BoardCell>} */
  cells = new Map();
  /** @type {Frame} */
  #frame = EMPTY;
  /** @type {Choice[]} */
  #choices = [];
  /** @type {string | null} */
  #selected = null;
  /** @type {string | null} */
  #armed = null;
  /** @type {{ cells: string[], kind: string }[]} */
  #hints = [];
  /** @type {string | null} the cell below the pointer */
  #hovered = null;
  /** @type {Node | null} the drawing as it came */
  #unused = null;
  /** @type {string | null} the cell that has been told of as pointed at */
  #pointed = null;
  /** The clouds that are drawn. */
  #sky = '';
  #steps = 0;
  /** @type {Map<string, string>} what the reader has written on cells, in words */
  #notes = new Map();

  connectedCallback() {
    const drawing = this.querySelector('svg');
    if (!drawing || this.cells.size > 0) return;
    this.#unused = drawing.cloneNode(true);
    this.drawing = drawing;
    this.cells = readCells(drawing);
    this.turns = Number(this.getAttribute('turns') ?? 1);
    this.turn = new Turn(this.cells, this.turns, 0);
    this.#layers(drawing);
    this.keyboard = new Keyboard(this);
    this.pointer = new Pointer(this);
    // Who goes on with the keys no longer means what the mouse rests on.
    this.addEventListener('focusin', () => {
      this.#hovered = null;
      this.#mark();
    });
    this.addEventListener('focusout', () => this.#mark());
    this.addEventListener('pointerover', (event) => this.hover(cellOf(event.target)));
    this.addEventListener('pointerleave', () => this.hover(null));
    this.#update();
  }

  /** @param {SVGSVGElement} drawing */
  #layers(drawing) {
    const layer = (/** @type {string} */ name) => {
      const found = drawing.querySelector(`.layer.${name}`);
      return found instanceof SVGGElement ? found : svg('g', { class: `layer ${name}`, 'pointer-events': 'none' });
    };
    this.areas = layer('areas');
    this.clouds = layer('clouds');
    this.marks = layer('marks');
    const pieces = layer('pieces');
    this.noted = layer('notes');
    this.signs = layer('arrows');
    this.turning = svg('g', { class: 'turning' });
    this.turning.append(...drawing.children);
    // A region is ground: the clouds over it are what counts when warriors are placed.
    this.regions = svg('g', { class: 'layer regions', 'pointer-events': 'none' });
    this.areas.before(this.regions, this.clouds);
    drawing.append(this.turning, pieces, this.noted, this.signs);
    this.pieces = new Pieces(this.getAttribute('game') ?? '', pieces, this.cells);
    drawing.setAttribute('role', 'application');
    drawing.setAttribute('aria-label', t('board-label'));
    drawing.setAttribute('aria-roledescription', t('board-role'));
  }

  /**
   * A layer over the board for what a page draws itself, upright; made when it is first asked for.
   * @param {string} name
   * @returns {SVGElement}
   */
  overlay(name) {
    const found = this.drawing?.querySelector(`:scope > .${name}`);
    if (found instanceof SVGElement) return found;
    const layer = svg('g', { class: `overlay ${name}`, 'pointer-events': 'none' });
    this.drawing?.append(layer);
    return layer;
  }

  /**
   * As `overlay`, below the pieces.
   * @param {string} name
   */
  underlay(name) {
    const layer = this.overlay(name);
    this.turning?.after(layer);
    return layer;
  }

  /** Another board of this kind with nothing on it. */
  blank() {
    const board = new GameBoard();
    for (const name of ['game', 'turns', 'guide']) {
      if (this.hasAttribute(name)) board.setAttribute(name, this.getAttribute(name) ?? '');
    }
    if (this.#unused) board.append(this.#unused.cloneNode(true));
    return board;
  }

  get frame() {
    return this.#frame;
  }

  /** What the reader has written on cells, in words. */
  set notes(/** @type {Map<string, string>} */ notes) {
    this.#notes = notes;
    this.#update();
  }

  get choices() {
    return this.#choices;
  }

  get selected() {
    return this.#selected;
  }

  /** The piece of the reserve that the next cell is for. */
  get armed() {
    return this.#armed;
  }

  set armed(piece) {
    this.#armed = piece;
    if (piece) this.#selected = null;
    this.#update();
  }

  /**
   * Shows a frame and what may be done in it.
   * @param {Frame} frame
   * @param {Choice[]} choices
   * @param {boolean} [animate]
   */
  show(frame, choices, animate = true) {
    this.pointer?.cancel();
    this.#frame = frame;
    this.#choices = choices;
    if (!this.#selected || !this.sources().has(this.#selected)) this.#select(null);
    if (this.turn) this.pieces?.show(frame.pieces, this.turn, animate);
    this.#update();
  }

  /**
   * Points at cells.
   * @param {{ cells: string[], kind: string }[]} hints
   */
  hint(hints) {
    this.#hints = hints;
    this.#mark();
  }

  /**
   * Turns the board so that it shows `steps` of its turns, clockwise.
   * @param {number} steps
   */
  turnTo(steps) {
    this.#steps = ((steps % (this.turns ?? 1)) + (this.turns ?? 1)) % (this.turns ?? 1);
    this.turn = new Turn(this.cells, this.turns ?? 1, this.#steps);
    const { hub, angle } = this.turn;
    this.turning?.setAttribute('transform', `rotate(${angle} ${hub.x} ${hub.y})`);
    this.style.setProperty('--unturn', `${-angle}deg`);
    // What stands around the board changes places with it.
    this.parentElement?.setAttribute('data-steps', String(this.#steps));
    this.pieces?.settle(this.turn);
    this.#update();
    this.emit('board-turned', {});
  }

  get steps() {
    return this.#steps;
  }

  /** The cells whose piece may be picked up. */
  sources() {
    return new Set(this.#choices.map((choice) => choice.from).filter((from) => from !== null));
  }

  /**
   * What may be done by going to a cell from what is selected or armed.
   * @param {string} cell
   */
  choicesTo(cell) {
    return this.#open().filter((choice) => choice.to === cell);
  }

  /** The choices that the selection or the armed piece opens. */
  #open() {
    if (this.#armed) return this.#choices.filter((c) => c.kind === 'place' && c.piece === this.#armed);
    if (this.#selected) return this.#choices.filter((c) => c.kind === 'move' && c.from === this.#selected);
    return [];
  }

  /**
   * A cell was tapped, clicked, or chosen with a key.
   * @param {string} cell
   */
  activate(cell) {
    const choices = this.choicesTo(cell);
    if (choices.length > 0) {
      this.emit('board-pick', { choices });
    } else if (cell === this.#selected) {
      this.#select(null);
    } else if (this.sources().has(cell)) {
      this.#armed = null;
      this.#select(cell);
    } else if (this.#armed || this.#selected) {
      this.refuse(cell);
    } else {
      this.emit('board-cell', { cell });
    }
  }

  /**
   * Something was tried that is not among the choices.
   * @param {string} cell
   */
  refuse(cell) {
    const [from, piece] = [this.#selected, this.#armed];
    this.#select(null);
    this.emit('board-refused', { from, to: cell, piece });
  }

  /**
   * Somebody asks what stands on a cell.
   * @param {string} cell
   * @returns {boolean} whether something does
   */
  ask(cell) {
    const piece = pieceAt(this.#frame, cell);
    if (piece) this.emit('board-info', { cell, piece });
    return piece !== undefined;
  }

  cancel() {
    this.#armed = null;
    this.#select(null);
    this.settle();
  }

  /** Puts a dragged piece back. */
  settle() {
    if (this.turn) this.pieces?.settle(this.turn);
  }

  /** @param {string | null} cell */
  #select(cell) {
    const changed = this.#selected !== cell;
    this.#selected = cell;
    this.#update();
    if (changed) this.emit('board-select', { cell });
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /**
   * The cell drawn at a point of the window.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  cellAtPoint(x, y) {
    const group = document.elementFromPoint(x, y)?.closest('[data-cell]');
    return group && this.contains(group) ? group.getAttribute('data-cell') : null;
  }

  /**
   * Another cell is below the pointer, or below what is dragged.
   * @param {string | null} cell
   */
  hover(cell) {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    if (this.#selected) this.#mark();
    else this.#point(null);
  }

  /**
   * Tells once which cell is pointed at: by the pointer, else by the keys.
   * @param {string | null} focus
   */
  #point(focus) {
    const cell = this.#hovered ?? focus;
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    this.emit('board-hover', { cell });
  }

  #update() {
    if (!this.areas) return;
    this.#drawClouds();
    const drawn = (/** @type {boolean} */ regions) => this.#frame.areas.filter(({ kind }) => !isCover(kind) && (kind === 'region') === regions);
    this.regions?.replaceChildren(...this.#outlines(drawn(true)));
    this.areas.replaceChildren(...this.#outlines(drawn(false)), ...this.#frame.pieces.flatMap(({ cell, marks }) => marks.map((mark) => this.#outline(cell, `state-${mark}`))));
    this.#mark();
    this.pieces?.mark(this.#atStake(), 'at-stake');
    const sources = this.sources();
    const named = this.hasAttribute('guide');
    for (const [name, { group }] of this.cells) {
      const to = this.choicesTo(name);
      const movable = sources.has(name);
      group.classList.toggle('grab', movable);
      group.classList.toggle('target', to.length > 0);
      group.setAttribute('aria-label', cellWords(name, this.#frame, {
        target: to.length > 0, capture: to.some((choice) => choice.captures), own: to.some((choice) => this.#takesOwn(choice)), movable,
        convert: to.some((choice) => choice.converts), hits: to[0]?.hits ?? [], note: this.#notes.get(name), path: to[0]?.path,
      }));
      if (named) title(group, pieceWords(pieceAt(this.#frame, name)));
      if (movable) group.setAttribute('aria-pressed', String(name === this.#selected));
      else group.removeAttribute('aria-pressed');
    }
    this.keyboard?.keepOneStop();
  }

  /** Where a piece stands whose last castle a move now would leave, or take. */
  #atStake() {
    const left = this.#choices.flatMap(({ danger, from }) => (danger === FATAL && from ? [from] : []));
    const taken = this.#choices.flatMap(({ captures, to }) => (captures && to && pieceAt(this.#frame, to)?.marks.includes('last-castle') ? [to] : []));
    return new Set([...left, ...taken]);
  }

  /** @param {Area[]} areas */
  #outlines(areas) {
    return areas.flatMap((area) => area.cells.map((cell) => {
      const outline = this.#outline(cell, `${area.kind}-cell of-${area.of} side-${area.of}`);
      // A style sheet could not name a pattern that stands in the page.
      if (area.kind === 'zone') outline.setAttribute('fill', `url(#hatch-${area.of})`);
      return outline;
    }));
  }

  /** Draws the clouds, which most plies leave where they are, and the markers. */
  #drawClouds() {
    const covers = this.#frame.areas.filter(({ kind }) => isCover(kind));
    const angle = this.turn?.angle ?? 0;
    const sky = JSON.stringify([angle, covers.filter(({ kind }) => kind !== 'marker')]);
    if (sky !== this.#sky) this.clouds?.replaceChildren(clouds(covers, this.cells, angle));
    this.#sky = sky;
    if (this.turn) this.noted?.replaceChildren(...markers(covers, this.cells, this.turn));
  }

  /** Draws last move, selection, targets, hints and focus. */
  #mark() {
    if (!this.marks || !this.signs) return;
    const last = this.#frame.last;
    const marks = last.map((cell, i) => this.#outline(cell, i + 1 === last.length ? 'last-to' : 'last-from'));
    for (const hint of this.#hints) {
      marks.push(...hint.cells.map((cell) => this.#outline(cell, `hint-${hint.kind}`)));
    }
    const focused = document.activeElement;
    const focus = focused instanceof SVGElement && this.contains(focused) && focused.matches(':focus-visible')
      ? (focused.dataset.cell ?? null) : null;
    if (this.#selected) marks.push(this.#outline(this.#selected, 'cell-selected'));
    const open = new Map(this.#open().map((choice) => [choice.to ?? '', choice]));
    marks.push(...[...open].map(([cell, choice]) => this.#outline(cell, `can-${effectOf(choice, this.#takesOwn(choice))}`)));
    marks.push(...this.#victims([...open.values()], open.get(this.#hovered ?? '') ?? open.get(focus ?? '')));
    const dots = [...open].map(([cell, choice]) => this.#sign(cell, choice));
    this.signs.replaceChildren(...dots.filter((dot) => dot !== null));
    if (focus) marks.push(this.#outline(focus, 'cell-focus'));
    this.marks.replaceChildren(...marks);
    this.#point(focus);
  }

  /**
   * What would be captured away from the target: of the move that is pointed at, else of any.
   * @param {Choice[]} open
   * @param {Choice | undefined} pointed
   */
  #victims(open, pointed) {
    const cells = new Set((pointed ? [pointed] : open).flatMap((choice) => choice.hits ?? []));
    return [...cells].map((cell) => this.#outline(cell, `cell-victim${pointed ? ' sure' : ''}`));
  }

  /**
   * @param {string} cell
   * @param {string} className
   */
  #outline(cell, className) {
    const outline = this.cells.get(cell)?.face.cloneNode(false);
    if (!(outline instanceof SVGElement)) return svg('g');
    outline.setAttribute('class', className);
    outline.removeAttribute('id');
    return outline;
  }

  /**
   * Whether a choice takes a piece of its own side.
   * @param {Choice} choice
   */
  #takesOwn({ captures, converts, from, to }) {
    if (!captures || converts || !from || !to) return false;
    return pieceAt(this.#frame, from)?.side === pieceAt(this.#frame, to)?.side;
  }

  /**
   * The sign on a legal target.
   * @param {string} name
   * @param {Choice} choice
   */
  #sign(name, choice) {
    const cell = this.cells.get(name);
    if (!cell || !this.turn) return null;
    const { x, y } = this.turn.at(cell);
    const occupied = this.#frame.pieces.some((piece) => piece.cell === name);
    const effect = effectOf(choice, this.#takesOwn(choice));
    const kind = choice.danger === FATAL && !occupied ? 'danger' : effect === 'hit' && !occupied ? 'target' : effect !== 'move' ? 'capture' : occupied ? 'cursor' : 'target';
    const r = kind === 'danger' ? 0.6 * cell.room : cell.room;
    return symbol(`mark-${kind}`, r, { class: `sign ${kind} ${effect}`, x: x - r, y: y - r });
  }
}

/** What puts its own player out of the game is marked as such. */
const FATAL = 'leaves-castle';

/**
 * What a choice does, as marks tell it: it moves, captures, captures elsewhere (too), takes a piece of one's own, or converts.
 * @param {Choice} choice
 * @param {boolean} [own] whether the piece on the target is of the same side
 */
function effectOf({ captures, converts, hits }, own = false) {
  if (own) return 'own';
  if (converts) return 'convert';
  if (hits && hits.length > 0) return 'hit';
  return captures ? 'capture' : 'move';
}

/** Whether an area is drawn elsewhere than as a coloured cell. */
const isCover = (/** @type {string} */ kind) => kind.startsWith('cloud-') || kind === 'marker';

/** @param {EventTarget | null} target */
const cellOf = (target) =>
  (target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null) ?? null;

/**
 * Names what the pointer rests on.
 * @param {SVGGElement} group
 * @param {string} words
 */
function title(group, words) {
  const old = group.querySelector('title');
  if (old && words) old.textContent = words;
  else if (old) old.remove();
  else if (words) group.prepend(svg('title', {}, document.createTextNode(words)));
}

customElements.define('game-board', GameBoard);
