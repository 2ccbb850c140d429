// The board of the piece guide, on which pieces can be placed, moved and removed. The server
// answers what the piece could do then; this script knows no rules.

/** The movement, in CSS pixels, that turns a press into a drag. */
const DRAG_THRESHOLD_PX = 6;
const ARROW_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

class PieceBoard {
  /** @type {string | null} the cell whose piece the next click moves */
  #selected = null;
  #tabStop = '';
  /** Requests are sent in order. */
  #queue = Promise.resolve();
  /**
   * @type {{ cell: string, x: number, y: number, piece: SVGGElement | null, dragging: boolean } |
   *   null}
   */
  #drag = null;
  #ignoreClick = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.first = this.#view.outerHTML;
    this.tools = /** @type {HTMLElement} */ (root.querySelector('.stage-tools'));
    this.tools.hidden = false;
    root.classList.add('ready');
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('pointerdown', (event) => this.#down(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerup', (event) => this.#up(event));
    root.addEventListener('pointercancel', () => this.#endDrag());
    this.tools.addEventListener('change', (event) => this.#changed(event));
    this.#updateTabStops();
  }

  get #view() {
    return /** @type {HTMLElement} */ (this.root.querySelector('.stage-view'));
  }

  /** @returns {SVGGElement[]} */
  get #cells() {
    return [...this.root.querySelectorAll('[data-cell]')].map(
      (cell) => /** @type {SVGGElement} */ (cell),
    );
  }

  /** @param {string} name */
  #cell(name) {
    return this.#cells.find((cell) => cell.dataset.cell === name);
  }

  /** The piece on a cell, found by its position in the drawing. @param {string} name */
  #piece(name) {
    const cell = this.#cell(name);
    if (!cell) return null;
    const at = `translate(${cell.dataset.x} ${cell.dataset.y})`;
    const pieces = [...this.root.querySelectorAll('.stage-board .piece')];
    return /** @type {SVGGElement | null} */ (
      pieces.find((piece) => piece.getAttribute('transform')?.startsWith(at)) ?? null
    );
  }

  /** Makes one cell the tab stop. */
  #updateTabStops() {
    if (!this.#cell(this.#tabStop)) this.#tabStop = this.#view.dataset.from ?? '';
    for (const cell of this.#cells)
      cell.setAttribute('tabindex', cell.dataset.cell === this.#tabStop ? '0' : '-1');
  }

  /** @param {string} name */
  #focus(name) {
    this.#tabStop = name;
    this.#updateTabStops();
    this.#cell(name)?.focus();
  }

  /** @param {string | null} cell */
  #select(cell) {
    this.#selected = cell;
    for (const one of this.#cells) one.classList.toggle('picked', one.dataset.cell === cell);
  }

  get #tool() {
    const chosen = this.tools.querySelector('input[name=tool]:checked');
    return chosen instanceof HTMLInputElement ? chosen.value : 'move';
  }

  get #kind() {
    return /** @type {HTMLSelectElement} */ (this.tools.querySelector('#stage-kind')).value;
  }

  /** @param {Event} event */
  #click(event) {
    if (this.#ignoreClick) {
      this.#ignoreClick = false;
      return;
    }
    const target = event.target instanceof Element ? event.target : null;
    const action = target?.closest('[data-do]')?.getAttribute('data-do');
    if (action === 'reset') this.#show(this.first);
    else if (action) this.#edit(action);
    const cell = target?.closest('[data-cell]')?.getAttribute('data-cell');
    if (cell) this.#press(cell);
  }

  /** Applies the selected tool to a cell. @param {string} cell */
  #press(cell) {
    this.#tabStop = cell;
    const tool = this.#tool;
    if (tool === 'erase') this.#edit(`erase.${cell}`);
    else if (tool !== 'move') this.#edit(`put.${tool}.${this.#kind}.${cell}`);
    else if (this.#selected === cell) this.#select(null);
    else if (this.#selected) this.#edit(`move.${this.#selected}.${cell}`);
    else if (this.#piece(cell)) this.#select(cell);
    else this.#edit(`move.${this.#view.dataset.from}.${cell}`);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = event.target instanceof SVGElement ? event.target.dataset.cell : undefined;
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROW_KEYS.indexOf(event.key);
    if (arrow >= 0) {
      const next = this.#cell(cell)?.dataset.keys?.split(',')[arrow];
      if (next) this.#focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') this.#press(cell);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#edit(`erase.${cell}`);
    else if (event.key === 'Escape') this.#select(null);
    else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#ignoreClick = false;
    const cell = cellAt(event.clientX, event.clientY);
    // A finger scrolls; it moves pieces by two taps.
    if (!cell || event.pointerType === 'touch' || event.button !== 0) return;
    const piece = this.#piece(cell);
    if (piece) this.#drag = { cell, x: event.clientX, y: event.clientY, piece, dragging: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.dragging && Math.hypot(x, y) < DRAG_THRESHOLD_PX) return;
    if (!drag.dragging) {
      drag.dragging = true;
      this.root.setPointerCapture(event.pointerId);
      this.root.classList.add('dragging');
      drag.piece?.parentElement?.append(drag.piece);
    }
    const scale = drag.piece?.ownerSVGElement?.getScreenCTM()?.a ?? 1;
    if (drag.piece) drag.piece.style.translate = `${x / scale}px ${y / scale}px`;
    const over = cellAt(event.clientX, event.clientY);
    for (const one of this.#cells) one.classList.toggle('over', one.dataset.cell === over);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (!drag?.dragging) {
      this.#drag = null;
      return;
    }
    const cell = cellAt(event.clientX, event.clientY);
    this.#endDrag();
    this.#ignoreClick = true;
    setTimeout(() => { this.#ignoreClick = false; });
    if (cell !== drag.cell) this.#edit(cell ? `move.${drag.cell}.${cell}` : `erase.${drag.cell}`);
  }

  #endDrag() {
    if (this.#drag?.piece) this.#drag.piece.style.translate = '';
    this.#drag = null;
    this.root.classList.remove('dragging');
    for (const one of this.#cells) one.classList.remove('over');
  }

  /** @param {Event} event */
  #changed(event) {
    if (event.target instanceof HTMLSelectElement && event.target.id === 'stage-last')
      this.#edit(`last.${event.target.value}`);
    this.#select(null);
  }

  /** Requests the board after an edit. @param {string} action */
  #edit(action) {
    this.#queue = this.#queue.then(() => this.#fetch(action));
  }

  /** @param {string} action */
  async #fetch(action) {
    const address = new URL(this.root.dataset.board ?? '', location.href);
    const { position = '', from = '' } = this.#view.dataset;
    for (const [name, value] of [['position', position], ['from', from], ['do', action]]) {
      address.searchParams.set(name ?? '', value ?? '');
    }
    const response = await fetch(address).catch(() => null);
    const body = await response?.text() ?? '';
    if (response?.ok) this.#show(body);
    else this.#showProblem(body);
  }

  /** @param {string} markup made by the server for this page */
  #show(markup) {
    const focused =
      document.activeElement instanceof SVGElement && this.root.contains(document.activeElement);
    this.root.querySelector('.stage-problem')?.remove();
    this.#view.outerHTML = markup;
    this.#selected = null;
    if (focused) this.#focus(this.#tabStop);
    else this.#updateTabStops();
    const live = this.root.querySelector('.stage-live');
    if (live)
      live.textContent = this.#view.querySelector('.stage-words')?.textContent?.trim() ?? '';
  }

  /** Shows the server's refusal. @param {string} markup */
  #showProblem(markup) {
    this.root.querySelector('.stage-problem')?.remove();
    const problem = document.createElement('div');
    problem.className = 'stage-problem';
    problem.innerHTML = markup;
    this.#view.querySelector('.stage-told')?.prepend(problem);
    this.#select(null);
  }
}

/**
 * The cell at a point in client coordinates.
 * @param {number} x
 * @param {number} y
 */
function cellAt(x, y) {
  return document.elementFromPoint(x, y)?.closest('[data-cell]')?.getAttribute('data-cell') ?? null;
}

const root = document.getElementById('stage');
if (root) new PieceBoard(root);
