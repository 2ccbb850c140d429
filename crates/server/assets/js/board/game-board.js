// <game-board>: the board. It shows a frame, offers choices and reports which were chosen. It holds
// no rules: the choices name all legal destinations.
//
//   <game-board game="ID" turns="3">
//     <svg>                          drawn by the server: one group per cell, [data-cell]
//       <g class="turning">          all that rotates with the board: cells, clouds, areas, marks
//       <g class="layer pieces">     the pieces, which stay upright
//       <g class="layer notes">      markers on cells where an enemy captured
//       <g class="layer arrows">     signs on legal destinations
//       <g class="layer lifted">     the piece that is dragged
//
// Events:
//   `board-choose` {choices}             choices with the same origin and destination
//   `board-illegal` {from, to, piece}    a destination that is not among the choices
//   `board-cell` {cell}                  an activated cell that is neither origin nor destination
//   `board-select` {cell}                the selected cell, or `null`
//   `board-delete` {cell}                Delete, or a piece dragged off the board
//   `board-info` {cell, piece}           a request for the card of a piece
//   `board-note` {cell}                  a request to note a guess about a cell
//   `board-shown`                        another frame or other choices are shown
//   `board-hover` {cell}                 the hovered or focused cell has changed
//   `board-cancel`                       Escape
//   `board-rotate`                       the orientation has changed
//   `board-premove` {from, to}           a move for the next turn; `null` for both takes it back

import { svg, symbol } from '../common/dom.js';
import { EMPTY_FRAME, pieceAt } from './frame-diff.js';
import { readCells, Orientation } from './geometry.js';
import { t, UNKNOWN_PIECE } from '../common/i18n.js';
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
  /** @type {string | null} the cell under the pointer */
  #hovered = null;
  /** @type {Node | null} the drawing as it came from the server */
  #emptyDrawing = null;
  /** @type {string | null} the cell of the last `board-hover` */
  #announcedHover = null;
  /** The clouds that are drawn, as a key for comparison. */
  #drawnClouds = '';
  #rotation = 0;
  /** @type {Map<string, string>} the reader's notes by cell, in words */
  #notes = new Map();
  /** @type {string[]} the cells from and to of the ply before the last */
  #earlier = [];
  /** @type {string | null} the side that may premove now */
  #waitingSide = null;
  /** @type {{ from: string, to: string } | null} */
  #premove = null;

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
    // With the focus on a cell, the keyboard takes over from the pointer.
    this.addEventListener('focusin', () => {
      this.#hovered = null;
      this.#drawMarks();
    });
    this.addEventListener('focusout', () => this.#drawMarks());
    this.addEventListener('pointerover', (event) => this.hover(cellOf(event.target)));
    this.addEventListener('pointerleave', () => this.hover(null));
    addEventListener('looks-changed', () => this.pieces?.redraw());
    this.#update();
  }

  /** @param {SVGSVGElement} drawing */
  #layers(drawing) {
    const layer = (/** @type {string} */ name) => {
      const found = drawing.querySelector(`.layer.${name}`);
      return found instanceof SVGGElement
        ? found
        : svg('g', { class: `layer ${name}`, 'pointer-events': 'none' });
    };
    this.areas = layer('areas');
    this.clouds = layer('clouds');
    this.marks = layer('marks');
    const pieces = layer('pieces');
    this.markerLayer = layer('notes');
    this.targetSigns = layer('arrows');
    this.turning = svg('g', { class: 'turning' });
    this.turning.append(...drawing.children);
    // A region is ground, so it lies below the clouds, which matter when warriors are placed.
    this.regions = svg('g', { class: 'layer regions', 'pointer-events': 'none' });
    this.areas.before(this.regions, this.clouds);
    this.lifted = svg('g', { class: 'layer lifted', 'pointer-events': 'none' });
    drawing.append(this.turning, pieces, this.markerLayer, this.targetSigns, this.lifted);
    this.pieces = new PieceLayer(this.getAttribute('game') ?? '', pieces, this.cells);
    drawing.setAttribute('role', 'application');
    drawing.setAttribute('aria-label', t('board-label'));
    drawing.setAttribute('aria-roledescription', t('board-role'));
  }

  /**
   * Returns an upright layer over the board for drawings of a page. Creates it on first use.
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
   * Returns a layer like that of `overlay`, but below the pieces.
   * @param {string} name
   */
  underlay(name) {
    const layer = this.overlay(name);
    this.turning?.after(layer);
    return layer;
  }

  /** Returns another board of this kind, without pieces. */
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

  /** The reader's notes by cell, in words. */
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

  /** Whether the reader moves in advance: the pieces of the waiting side can be picked up. */
  get isPremoving() {
    return this.#waitingSide !== null && this.#choices.length === 0;
  }

  get premove() {
    return this.#premove;
  }

  /** The kind of piece, from the reserve, that the next activated cell receives. */
  get pieceToPlace() {
    return this.#pieceToPlace;
  }

  set pieceToPlace(piece) {
    this.#pieceToPlace = piece;
    if (piece) this.#selected = null;
    this.#update();
    this.emit('board-shown', {});
  }

  /**
   * Shows a frame with the choices that it offers.
   * @param {Frame} frame
   * @param {Choice[]} choices
   * @param {boolean} [animate]
   * @param {{ earlier?: string[], waitingSide?: string | null,
   *   premove?: { from: string, to: string } | null }} [more] the cells of the ply before the last,
   *   the side that may premove, and its premove
   */
  show(frame, choices, animate = true, { earlier = [], waitingSide = null, premove = null } = {}) {
    this.#frame = frame;
    this.#choices = choices;
    this.#earlier = earlier;
    this.#waitingSide = waitingSide;
    this.#premove = premove;
    // A piece in the hand stays there while the opponent moves.
    this.pointer?.keepDrag();
    if (!this.#selected || !this.origins().has(this.#selected)) this.#select(null);
    if (this.orientation) this.pieces?.show(frame.pieces, this.orientation, animate);
    this.pointer?.resumeDrag();
    this.#update();
    this.emit('board-shown', {});
  }

  /**
   * Highlights cells.
   * @param {{ cells: string[], kind: string }[]} highlights
   */
  highlight(highlights) {
    this.#highlights = highlights;
    this.#drawMarks();
  }

  /**
   * Rotates the board clockwise.
   * @param {number} rotation in steps of the board's symmetry
   */
  rotateTo(rotation) {
    this.#rotation =
      ((rotation % (this.rotations ?? 1)) + (this.rotations ?? 1)) % (this.rotations ?? 1);
    this.orientation = new Orientation(this.cells, this.rotations ?? 1, this.#rotation);
    const { centre, angle } = this.orientation;
    this.turning?.setAttribute('transform', `rotate(${angle} ${centre.x} ${centre.y})`);
    this.style.setProperty('--unturn', `${-angle}deg`);
    // Elements around the board follow its rotation by this attribute.
    this.parentElement?.setAttribute('data-steps', String(this.#rotation));
    this.pieces?.snapBack(this.orientation);
    this.#update();
    this.emit('board-rotate', {});
  }

  get rotation() {
    return this.#rotation;
  }

  /** The cells whose piece can be moved, or moved in advance. */
  origins() {
    if (this.isPremoving) {
      const own = this.#frame.pieces.filter(({ side }) => side === this.#waitingSide);
      return new Set(own.map(({ cell }) => cell));
    }
    return new Set(this.#choices.map((choice) => choice.from).filter((from) => from !== null));
  }

  /**
   * The choices with this destination for the selected piece or the piece to place.
   * @param {string} cell
   */
  choicesTo(cell) {
    return this.#activeChoices().filter((choice) => choice.to === cell);
  }

  /** The choices of the selected piece or the piece to place. */
  #activeChoices() {
    if (this.#pieceToPlace)
      return this.#choices.filter((c) => c.kind === 'place' && c.piece === this.#pieceToPlace);
    if (this.#selected)
      return this.#choices.filter((c) => c.kind === 'move' && c.from === this.#selected);
    return [];
  }

  /**
   * Handles a tap, a click or Enter on a cell.
   * @param {string} cell
   */
  activate(cell) {
    if (this.isPremoving) {
      this.#activateInAdvance(cell);
      return;
    }
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
   * Handles a tap while the opponent is to move.
   * @param {string} cell
   */
  #activateInAdvance(cell) {
    const { from, to } = this.#premove ?? {};
    if (cell === this.#selected) this.#select(null);
    else if (!this.#selected && (cell === from || cell === to)) this.cancelPremove();
    else if (this.origins().has(cell)) this.#select(cell);
    else if (this.#selected) this.premoveTo(cell);
    else this.emit('board-cell', { cell });
  }

  /**
   * Reports a move of the selected piece in advance.
   * @param {string} to
   */
  premoveTo(to) {
    const from = this.#selected;
    this.#select(null);
    if (from) this.emit('board-premove', { from, to });
  }

  /** @returns {boolean} whether there was a premove */
  cancelPremove() {
    if (!this.#premove) return false;
    this.emit('board-premove', { from: null, to: null });
    return true;
  }

  /** Shows for a moment which cell was refused. @param {string} name */
  #showRefused(name) {
    const group = this.cells.get(name)?.group;
    group?.classList.add('refused');
    setTimeout(() => group?.classList.remove('refused'), REFUSED_MS);
  }

  /**
   * Reports a destination that is not among the choices.
   * @param {string} cell
   */
  rejectTarget(cell) {
    const [from, piece] = [this.#selected, this.#pieceToPlace];
    this.#select(null);
    this.#showRefused(cell);
    this.emit('board-illegal', { from, to: cell, piece });
  }

  /**
   * Asks for the card of the piece on a cell.
   * @param {string} cell
   * @returns {boolean} whether there is a piece of a known kind
   */
  requestInfo(cell) {
    const piece = pieceAt(this.#frame, cell);
    if (!piece || piece.kind === UNKNOWN_PIECE) return false;
    this.emit('board-info', { cell, piece });
    return true;
  }

  /**
   * Asks for the notes on a cell, on a board where guesses can be noted.
   * @param {string} cell
   * @returns {boolean} whether they can be
   */
  requestNote(cell) {
    if (this.hasAttribute('notes')) this.emit('board-note', { cell });
    return this.hasAttribute('notes');
  }

  cancel() {
    this.#pieceToPlace = null;
    this.#select(null);
    this.snapBack();
  }

  /**
   * Shows a piece on another cell, on top of all others, until the board is drawn or the piece is
   * put back.
   * @param {string} from
   * @param {string} to
   */
  stage(from, to) {
    const [piece, cell] = [this.pieces?.at(from), this.cells.get(to)];
    if (!piece || !cell || !this.orientation) return;
    piece.parentElement?.append(piece);
    PieceLayer.moveTo(piece, this.orientation.at(cell));
  }

  /** Puts a dragged piece back on its cell. */
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
   * The cell at a point in client coordinates.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  cellAtPoint(x, y) {
    const group = document.elementFromPoint(x, y)?.closest('[data-cell]');
    return group && this.contains(group) ? group.getAttribute('data-cell') : null;
  }

  /**
   * Sets the cell under the pointer or under the dragged piece.
   * @param {string | null} cell
   */
  hover(cell) {
    if (cell === this.#hovered) return;
    this.#hovered = cell;
    if (this.#selected) this.#drawMarks();
    else this.#emitHover(null);
  }

  /**
   * Emits `board-hover` if the hovered cell, or else the focused cell, has changed.
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
    const drawn = (/** @type {boolean} */ regions) =>
      this.#frame.areas.filter(({ kind }) => !isOverlay(kind) && (kind === 'region') === regions);
    this.regions?.replaceChildren(...this.#outlines(drawn(true)));
    this.areas.replaceChildren(
      ...this.#outlines(drawn(false)),
      ...this.#frame.pieces.flatMap(({ cell, marks }) =>
        marks.map((mark) => this.#outline(cell, `state-${mark}`)),
      ),
    );
    this.#drawMarks();
    this.pieces?.mark(this.#endangeredLastCastles(), 'at-stake');
    const origins = this.origins();
    const named = this.hasAttribute('guide');
    for (const [name, { group }] of this.cells) {
      const to = this.choicesTo(name);
      const movable = origins.has(name);
      group.classList.toggle('grab', movable);
      group.classList.toggle('target', to.length > 0);
      group.setAttribute(
        'aria-label',
        cellWords(name, this.#frame, {
          target: to.length > 0,
          capture: to.some((choice) => choice.captures),
          own: to.some((choice) => this.#capturesOwn(choice)),
          movable,
          convert: to.some((choice) => choice.converts),
          hits: to[0]?.hits ?? [],
          note: this.#notes.get(name),
          path: to[0]?.path,
          premove: [this.#premove?.from, this.#premove?.to].includes(name),
        }),
      );
      if (named) title(group, pieceWords(pieceAt(this.#frame, name)));
      if (movable) group.setAttribute('aria-pressed', String(name === this.#selected));
      else group.removeAttribute('aria-pressed');
    }
    this.keyboard?.ensureTabStop();
  }

  /**
   * The cells of pieces whose departure or capture would cost the mover's or the owner's last
   * castle.
   */
  #endangeredLastCastles() {
    const left = this.#choices.flatMap(({ danger, from }) =>
      danger === LEAVES_LAST_CASTLE && from ? [from] : [],
    );
    const taken = this.#choices.flatMap(({ captures, to }) =>
      captures && to && pieceAt(this.#frame, to)?.marks.includes('last-castle') ? [to] : [],
    );
    return new Set([...left, ...taken]);
  }

  /** @param {Area[]} areas */
  #outlines(areas) {
    return areas.flatMap((area) => area.cells.map((cell) => {
      const outline = this.#outline(cell, `${area.kind}-cell of-${area.of} side-${area.of}`);
      // A style sheet cannot refer to a pattern inside the page.
      if (area.kind === 'zone') outline.setAttribute('fill', `url(#hatch-${area.of})`);
      return outline;
    }));
  }

  /** Draws the markers, and the clouds if they have changed, which most plies do not do. */
  #drawClouds() {
    const overlays = this.#frame.areas.filter(({ kind }) => isOverlay(kind));
    const angle = this.orientation?.angle ?? 0;
    const drawn = JSON.stringify([angle, overlays.filter(({ kind }) => kind !== 'marker')]);
    if (drawn !== this.#drawnClouds)
      this.clouds?.replaceChildren(drawClouds(overlays, this.cells, angle));
    this.#drawnClouds = drawn;
    if (this.orientation)
      this.markerLayer?.replaceChildren(...markerSigns(overlays, this.cells, this.orientation));
  }

  /** Draws last move, selection, destinations, highlights and focus. */
  #drawMarks() {
    if (!this.marks || !this.targetSigns) return;
    const last = this.#frame.last;
    const marks = [
      ...this.#earlier.map((cell, i) =>
        this.#outline(cell, i + 1 === this.#earlier.length ? 'prior-to' : 'prior-from'),
      ),
      ...last.map((cell, i) =>
        this.#outline(cell, i + 1 === last.length ? 'last-to' : 'last-from'),
      ),
    ];
    if (this.#premove) {
      marks.push(
        this.#outline(this.#premove.from, 'premove-from'),
        this.#outline(this.#premove.to, 'premove-to'),
      );
    }
    for (const highlight of this.#highlights) {
      marks.push(...highlight.cells.map((cell) => this.#outline(cell, `hint-${highlight.kind}`)));
    }
    const focused = document.activeElement;
    const focus =
      focused instanceof SVGElement && this.contains(focused) && focused.matches(':focus-visible')
        ? (focused.dataset.cell ?? null)
        : null;
    if (this.#selected) marks.push(this.#outline(this.#selected, 'cell-selected'));
    const open = new Map(this.#activeChoices().map((choice) => [choice.to ?? '', choice]));
    marks.push(
      ...[...open].map(([cell, choice]) =>
        this.#outline(cell, `can-${effectOf(choice, this.#capturesOwn(choice))}`),
      ),
    );
    marks.push(
      ...this.#distantCaptures(
        [...open.values()],
        open.get(this.#hovered ?? '') ?? open.get(focus ?? ''),
      ),
    );
    const dots = [...open].map(([cell, choice]) => this.#targetSign(cell, choice));
    this.targetSigns.replaceChildren(...dots.filter((dot) => dot !== null));
    if (focus) marks.push(this.#outline(focus, 'cell-focus'));
    this.marks.replaceChildren(...marks);
    this.#emitHover(focus);
  }

  /**
   * Outlines pieces that would be captured away from the destination: by the hovered choice, or
   * else by any.
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
   * Whether a choice captures a piece of its own side.
   * @param {Choice} choice
   */
  #capturesOwn({ captures, converts, from, to }) {
    if (!captures || converts || !from || !to) return false;
    return pieceAt(this.#frame, from)?.side === pieceAt(this.#frame, to)?.side;
  }

  /**
   * The sign on a legal destination.
   * @param {string} name
   * @param {Choice} choice
   */
  #targetSign(name, choice) {
    const cell = this.cells.get(name);
    if (!cell || !this.orientation) return null;
    const { x, y } = this.orientation.at(cell);
    const occupied = this.#frame.pieces.some((piece) => piece.cell === name);
    const effect = effectOf(choice, this.#capturesOwn(choice));
    const kind =
      choice.danger === LEAVES_LAST_CASTLE && !occupied
        ? 'danger'
        : effect === 'hit' && !occupied
          ? 'target'
          : effect !== 'move'
            ? 'capture'
            : occupied
              ? 'cursor'
              : 'target';
    const r = kind === 'danger' ? 0.6 * cell.radius : cell.radius;
    return symbol(`mark-${kind}`, r, { class: `sign ${kind} ${effect}`, x: x - r, y: y - r });
  }
}

/** How long a refused cell is marked. */
const REFUSED_MS = 1500;

/** The danger of a move that puts its own player out of the game. */
const LEAVES_LAST_CASTLE = 'leaves-castle';

/**
 * The effect of a choice, as the marks on cells show it: it moves, captures, captures elsewhere,
 * captures a piece of its own side, or converts.
 * @param {Choice} choice
 * @param {boolean} [own] whether the piece on the destination is of the same side
 */
function effectOf({ captures, converts, hits }, own = false) {
  if (own) return 'own';
  if (converts) return 'convert';
  if (hits && hits.length > 0) return 'hit';
  return captures ? 'capture' : 'move';
}

/** Whether an area has a layer of its own instead of coloured cells. */
const isOverlay = (/** @type {string} */ kind) => kind.startsWith('cloud-') || kind === 'marker';

/** @param {EventTarget | null} target */
const cellOf = (target) =>
  (target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null) ??
  null;

/**
 * Sets the tooltip of a cell.
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
