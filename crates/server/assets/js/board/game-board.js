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
import { EMPTY_FRAME, pieceAt } from './frame-diff.js';
import { readCells, Orientation } from './geometry.js';
import { t } from '../common/i18n.js';
import { BoardKeyboard } from './keyboard.js';
import { BoardPointer } from './pointer.js';
import { markerSigns, PieceLayer } from './piece-layer.js';
import { drawClouds } from './clouds-layer.js';
import { cellWords, pieceWords } from './descriptions.js';
/** @import { Area, BoardCell, Choice, Frame } from '../common/types.d.ts' */

export class GameBoard extends HTMLElement {
  /** @type {Map<string, BoardCell>} */
  cells = new Map();
  /** @type {Frame} */
  #frame = EMPTY_FRAME;
  /** @type {Choice[]} */
  #choices = [];
  /** @type {string | null} */
  #selected = null;
  /** @type {string | null} */
  #pieceToPlace = null;
  /** @type {{ cells: string[], kind: string }[]} */
  #highlights = [];
  /** @type {string | null} the cell below the pointer */
  #hovered = null;
  /** @type {Node | null} the drawing as it came */
  #emptyDrawing = null;
  /** @type {string | null} the cell that has been told of as pointed at */
  #announcedHover = null;
  /** The clouds that are drawn. */
  #drawnClouds = '';
  #rotation = 0;
  /** @type {Map<string, string>} what the reader has written on cells, in words */
  #notes = new Map();

  connectedCallback() {
    const drawing = this.querySelector('svg');
    if (!drawing || this.cells.size > 0) return;
    this.#emptyDrawing = drawing.cloneNode(true);
    this.drawing = drawing;
    this.cells = readCells(drawing);
    this.rotations = Number(this.getAttribute('turns') ?? 1);
    this.orientation = new Orientation(this.cells, this.rotations, 0);
    this.#layers(drawing);
    this.keyboard = new BoardKeyboard(this);
    this.pointer = new BoardPointer(this);
    // Who goes on with the keys no longer means what the mouse rests on.
    this.addEventListener('focusin', () => {
      this.#hovered = null;
      this.#drawMarks();
    });
    this.addEventListener('focusout', () => this.#drawMarks());
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
    this.markerLayer = layer('notes');
    this.targetSigns = layer('arrows');
    this.turning = svg('g', { class: 'turning' });
    this.turning.append(...drawing.children);
    // A region is ground: the clouds over it are what counts when warriors are placed.
    this.regions = svg('g', { class: 'layer regions', 'pointer-events': 'none' });
    this.areas.before(this.regions, this.clouds);
    drawing.append(this.turning, pieces, this.markerLayer, this.targetSigns);
    this.pieces = new PieceLayer(this.getAttribute('game') ?? '', pieces, this.cells);
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
  emptyCopy() {
    const board = new GameBoard();
    for (const name of ['game', 'turns', 'guide']) {
      if (this.hasAttribute(name)) board.setAttribute(name, this.getAttribute(name) ?? '');
    }
    if (this.#emptyDrawing) board.append(this.#emptyDrawing.cloneNode(true));
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
  get pieceToPlace() {
    return this.#pieceToPlace;
  }

  set pieceToPlace(piece) {
    this.#pieceToPlace = piece;
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
    if (!this.#selected || !this.origins().has(this.#selected)) this.#select(null);
    if (this.orientation) this.pieces?.show(frame.pieces, this.orientation, animate);
    this.#update();
  }

  /**
   * Points at cells.
   * @param {{ cells: string[], kind: string }[]} highlights
   */
  highlight(highlights) {
    this.#highlights = highlights;
    this.#drawMarks();
  }

  /**
   * Turns the board so that it shows `steps` of its turns, clockwise.
   * @param {number} rotation
   */
  rotateTo(rotation) {
    this.#rotation = ((rotation % (this.rotations ?? 1)) + (this.rotations ?? 1)) % (this.rotations ?? 1);
    this.orientation = new Orientation(this.cells, this.rotations ?? 1, this.#rotation);
    const { centre, angle } = this.orientation;
    this.turning?.setAttribute('transform', `rotate(${angle} ${centre.x} ${centre.y})`);
    this.style.setProperty('--unturn', `${-angle}deg`);
    // What stands around the board changes places with it.
    this.parentElement?.setAttribute('data-steps', String(this.#rotation));
    this.pieces?.snapBack(this.orientation);
    this.#update();
    this.emit('board-rotate', {});
  }

  get rotation() {
    return this.#rotation;
  }

  /** The cells whose piece may be picked up. */
  origins() {
    return new Set(this.#choices.map((choice) => choice.from).filter((from) => from !== null));
  }

  /**
   * What may be done by going to a cell from what is selected or armed.
   * @param {string} cell
   */
  choicesTo(cell) {
    return this.#activeChoices().filter((choice) => choice.to === cell);
  }

  /** The choices that the selection or the armed piece opens. */
  #activeChoices() {
    if (this.#pieceToPlace) return this.#choices.filter((c) => c.kind === 'place' && c.piece === this.#pieceToPlace);
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
      this.emit('board-choose', { choices });
    } else if (cell === this.#selected) {
      this.#select(null);
    } else if (this.origins().has(cell)) {
      this.#pieceToPlace = null;
      this.#select(cell);
    } else if (this.#pieceToPlace || this.#selected) {
      this.rejectTarget(cell);
    } else {
      this.emit('board-cell', { cell });
    }
  }

  /**
   * Something was tried that is not among the choices.
   * @param {string} cell
   */
  rejectTarget(cell) {
    const [from, piece] = [this.#selected, this.#pieceToPlace];
    this.#select(null);
    this.emit('board-illegal', { from, to: cell, piece });
  }

  /**
   * Somebody asks what stands on a cell.
   * @param {string} cell
   * @returns {boolean} whether something does
   */
  requestInfo(cell) {
    const piece = pieceAt(this.#frame, cell);
    if (piece) this.emit('board-info', { cell, piece });
    return piece !== undefined;
  }

  cancel() {
    this.#pieceToPlace = null;
    this.#select(null);
    this.snapBack();
  }

  /** Puts a dragged piece back. */
  snapBack() {
    if (this.orientation) this.pieces?.snapBack(this.orientation);
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
    if (this.#selected) this.#drawMarks();
    else this.#emitHover(null);
  }

  /**
   * Tells once which cell is pointed at: by the pointer, else by the keys.
   * @param {string | null} focus
   */
  #emitHover(focus) {
    const cell = this.#hovered ?? focus;
    if (cell === this.#announcedHover) return;
    this.#announcedHover = cell;
    this.emit('board-hover', { cell });
  }

  #update() {
    if (!this.areas) return;
    this.#drawClouds();
    const drawn = (/** @type {boolean} */ regions) => this.#frame.areas.filter(({ kind }) => !isOverlay(kind) && (kind === 'region') === regions);
    this.regions?.replaceChildren(...this.#outlines(drawn(true)));
    this.areas.replaceChildren(...this.#outlines(drawn(false)), ...this.#frame.pieces.flatMap(({ cell, marks }) => marks.map((mark) => this.#outline(cell, `state-${mark}`))));
    this.#drawMarks();
    this.pieces?.mark(this.#endangeredLastCastles(), 'at-stake');
    const origins = this.origins();
    const named = this.hasAttribute('guide');
    for (const [name, { group }] of this.cells) {
      const to = this.choicesTo(name);
      const movable = origins.has(name);
      group.classList.toggle('grab', movable);
      group.classList.toggle('target', to.length > 0);
      group.setAttribute('aria-label', cellWords(name, this.#frame, {
        target: to.length > 0, capture: to.some((choice) => choice.captures), own: to.some((choice) => this.#capturesOwn(choice)), movable,
        convert: to.some((choice) => choice.converts), hits: to[0]?.hits ?? [], note: this.#notes.get(name), path: to[0]?.path,
      }));
      if (named) title(group, pieceWords(pieceAt(this.#frame, name)));
      if (movable) group.setAttribute('aria-pressed', String(name === this.#selected));
      else group.removeAttribute('aria-pressed');
    }
    this.keyboard?.ensureTabStop();
  }

  /** Where a piece stands whose last castle a move now would leave, or take. */
  #endangeredLastCastles() {
    const left = this.#choices.flatMap(({ danger, from }) => (danger === LEAVES_LAST_CASTLE && from ? [from] : []));
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
    const overlays = this.#frame.areas.filter(({ kind }) => isOverlay(kind));
    const angle = this.orientation?.angle ?? 0;
    const drawn = JSON.stringify([angle, overlays.filter(({ kind }) => kind !== 'marker')]);
    if (drawn !== this.#drawnClouds) this.clouds?.replaceChildren(drawClouds(overlays, this.cells, angle));
    this.#drawnClouds = drawn;
    if (this.orientation) this.markerLayer?.replaceChildren(...markerSigns(overlays, this.cells, this.orientation));
  }

  /** Draws last move, selection, targets, hints and focus. */
  #drawMarks() {
    if (!this.marks || !this.targetSigns) return;
    const last = this.#frame.last;
    const marks = last.map((cell, i) => this.#outline(cell, i + 1 === last.length ? 'last-to' : 'last-from'));
    for (const highlight of this.#highlights) {
      marks.push(...highlight.cells.map((cell) => this.#outline(cell, `hint-${highlight.kind}`)));
    }
    const focused = document.activeElement;
    const focus = focused instanceof SVGElement && this.contains(focused) && focused.matches(':focus-visible')
      ? (focused.dataset.cell ?? null) : null;
    if (this.#selected) marks.push(this.#outline(this.#selected, 'cell-selected'));
    const open = new Map(this.#activeChoices().map((choice) => [choice.to ?? '', choice]));
    marks.push(...[...open].map(([cell, choice]) => this.#outline(cell, `can-${effectOf(choice, this.#capturesOwn(choice))}`)));
    marks.push(...this.#distantCaptures([...open.values()], open.get(this.#hovered ?? '') ?? open.get(focus ?? '')));
    const dots = [...open].map(([cell, choice]) => this.#targetSign(cell, choice));
    this.targetSigns.replaceChildren(...dots.filter((dot) => dot !== null));
    if (focus) marks.push(this.#outline(focus, 'cell-focus'));
    this.marks.replaceChildren(...marks);
    this.#emitHover(focus);
  }

  /**
   * What would be captured away from the target: of the move that is pointed at, else of any.
   * @param {Choice[]} open
   * @param {Choice | undefined} hovered
   */
  #distantCaptures(open, hovered) {
    const cells = new Set((hovered ? [hovered] : open).flatMap((choice) => choice.hits ?? []));
    return [...cells].map((cell) => this.#outline(cell, `cell-victim${hovered ? ' sure' : ''}`));
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
  #capturesOwn({ captures, converts, from, to }) {
    if (!captures || converts || !from || !to) return false;
    return pieceAt(this.#frame, from)?.side === pieceAt(this.#frame, to)?.side;
  }

  /**
   * The sign on a legal target.
   * @param {string} name
   * @param {Choice} choice
   */
  #targetSign(name, choice) {
    const cell = this.cells.get(name);
    if (!cell || !this.orientation) return null;
    const { x, y } = this.orientation.at(cell);
    const occupied = this.#frame.pieces.some((piece) => piece.cell === name);
    const effect = effectOf(choice, this.#capturesOwn(choice));
    const kind = choice.danger === LEAVES_LAST_CASTLE && !occupied ? 'danger' : effect === 'hit' && !occupied ? 'target' : effect !== 'move' ? 'capture' : occupied ? 'cursor' : 'target';
    const r = kind === 'danger' ? 0.6 * cell.room : cell.room;
    return symbol(`mark-${kind}`, r, { class: `sign ${kind} ${effect}`, x: x - r, y: y - r });
  }
}

/** What puts its own player out of the game is marked as such. */
const LEAVES_LAST_CASTLE = 'leaves-castle';

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
const isOverlay = (/** @type {string} */ kind) => kind.startsWith('cloud-') || kind === 'marker';

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
