// The editor of cloud maps. Strokes are drawn at once; the server validates the map.

import '../../board/game-board.js';
import { ApiError, post } from '../../common/api.js';
import { GameBoard } from '../../board/game-board.js';
import { BrushStrokes, BoardSymmetry } from './brush.js';
import { deleteMap, saveMap, savedMaps } from './saved-maps.js';
import { toAreas, toFile, COVERS, toOption, isSign, CloudMapRows } from './cloud-map.js';
import { bindCopy } from '../../common/copy-buttons.js';
import { toast } from '../../common/dialogs.js';
import { byId, html } from '../../common/dom.js';
import { EMPTY_FRAME } from '../../board/frame-diff.js';
import { localizedArgs, t } from '../../common/i18n.js';
import { showProblem } from '../../common/problem-box.js';
import { drawClouds } from '../../board/clouds-layer.js';
import { announce } from '../../common/live-region.js';
/** @import { CloudMap, Sign } from './cloud-map.js' */
/** @import { Notice } from '../../common/types.d.ts' */

/** The delay between the last stroke and the validation. */
const PAUSE_MS = 250;

class CloudEditor {
  /** @type {CloudMap} */
  covers = new Map();
  /** Undo and redo stacks of maps. */
  #undoStack = /** @type {string[]} */ ([]);
  #redoStack = /** @type {string[]} */ ([]);
  /** The map before the current stroke. */
  #current = '';
  #lastRequest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.rows = new CloudMapRows(board.cells);
    this.symmetry = new BoardSymmetry(board.cells, board.rotations ?? 1);
    this.strokes = new BrushStrokes(board, {
      paint: (cell) => this.#paint(cell, selectedBrush()),
      done: () => this.#commitStroke(),
    });
    this.covers = this.rows.read('');
    this.#current = this.#currentRows();
    this.#bindBoard();
    this.#bindTools();
    this.#bindTexts();
    this.#drawBrushes();
    this.#listSaved();
    void this.#load(
      new URLSearchParams(location.search).get('clouds') ?? this.#currentRows(),
      byId('problem'),
      false,
    );
  }

  #bindBoard() {
    const { board } = this;
    // For keyboard and screen readers; a pointer has already painted the cell, and painting it
    // again has no effect.
    board.addEventListener('board-cell', (event) =>
      this.#press(/** @type {CustomEvent} */ (event).detail.cell, selectedBrush()),
    );
    board.addEventListener('board-delete', (event) =>
      this.#press(/** @type {CustomEvent} */ (event).detail.cell, '.'),
    );
    board.addEventListener('keydown', (event) => {
      const cell = event.target instanceof SVGElement ? event.target.dataset.cell : null;
      if (!cell || event.ctrlKey || event.metaKey || event.altKey || !isSign(event.key)) return;
      event.preventDefault();
      this.#press(cell, event.key);
    });
  }

  #bindTools() {
    byId('undo').addEventListener('click', () => this.#undoRedo(this.#undoStack, this.#redoStack));
    byId('redo').addEventListener('click', () => this.#undoRedo(this.#redoStack, this.#undoStack));
    byId('fill').addEventListener('click', () => this.#all(selectedBrush()));
    byId('clear').addEventListener('click', () => this.#all('.'));
    byId('turn-board').addEventListener('click', () =>
      this.board.rotateTo(this.board.rotation + 1),
    );
    byId('another').addEventListener('click', () => void this.#load(null, byId('problem')));
    const seed = /** @type {HTMLInputElement} */ (byId('seed'));
    seed.addEventListener(
      'change',
      () => seed.value.trim() && void this.#load(`seed:${seed.value.trim()}`, byId('problem')),
    );
    addEventListener('keydown', (event) => {
      const typing =
        event.target instanceof HTMLTextAreaElement ||
        (event.target instanceof HTMLInputElement && event.target.type === 'text');
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || typing || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) this.#undoRedo(this.#redoStack, this.#undoStack);
      else this.#undoRedo(this.#undoStack, this.#redoStack);
    });
  }

  #bindTexts() {
    const text = /** @type {HTMLTextAreaElement} */ (byId('rows'));
    text.addEventListener(
      'change',
      () => void this.#load(toOption(text.value), byId('rows-problem')),
    );
    const file = /** @type {HTMLInputElement} */ (byId('file'));
    const read = async (/** @type {File | undefined} */ chosen) => {
      if (!chosen) return;
      const content = await chosen.text();
      if (!await this.#load(toOption(content), byId('rows-problem'))) text.value = content;
    };
    file.addEventListener('change', async () => {
      await read(file.files?.[0]);
      // Allows the same file to be chosen again after it was corrected.
      file.value = '';
    });
    const panel = byId('file').closest('section');
    panel?.addEventListener('dragover', (event) => event.preventDefault());
    panel?.addEventListener('drop', (event) => {
      event.preventDefault();
      void read(event.dataTransfer?.files[0]);
    });
    byId('keep').addEventListener('submit', (event) => {
      event.preventDefault();
      const name = /** @type {HTMLInputElement} */ (byId('name')).value.trim();
      if (!name) return;
      toast(saveMap(name, this.#currentRows()) ? t('clouds-kept', { name }) : t('clouds-no-room'));
      this.#listSaved();
    });
    bindCopy(document);
  }

  /** @param {string} cell @param {Sign} sign */
  #paint(cell, sign) {
    let changed = false;
    for (const one of this.symmetry.of(cell, {
      turn: isChecked('symmetry'),
      mirror: isChecked('mirror'),
    })) {
      changed ||= this.covers.get(one) !== sign;
      this.covers.set(one, sign);
    }
    if (changed) this.#draw();
  }

  /** @param {string} cell @param {Sign} sign */
  #press(cell, sign) {
    this.#paint(cell, sign);
    this.#commitStroke();
    announce(t('clouds-painted', { cell, cover: t(`clouds-${COVERS[sign]}`) }));
  }

  /** @param {Sign} sign */
  #all(sign) {
    for (const cell of this.board.cells.keys()) this.covers.set(cell, sign);
    this.#draw();
    this.#commitStroke();
  }

  /** Ends a stroke, which can be undone as a whole. */
  #commitStroke() {
    const now = this.#currentRows();
    if (now === this.#current) return;
    this.#undoStack.push(this.#current);
    this.#redoStack.length = 0;
    this.#changed();
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #undoRedo(from, to) {
    const rows = from.pop();
    if (rows === undefined) return;
    to.push(this.#current);
    this.covers = this.rows.read(rows);
    this.#draw();
    this.#changed();
  }

  #currentRows() {
    return this.rows.write(this.covers);
  }

  #draw() {
    this.board.show({ ...EMPTY_FRAME, areas: toAreas(this.covers) }, [], false);
    this.#count();
  }

  #count() {
    const count = (/** @type {Sign} */ wanted) =>
      [...this.covers.values()].filter((sign) => sign === wanted).length;
    byId('counts').textContent = t('clouds-counts', {
      under: count('#'),
      edge: count('-'),
      clear: count('.'),
    });
  }

  /** Updates texts and URL after a change of the map, and validates it. */
  #changed() {
    const rows = this.#currentRows();
    this.#current = rows;
    byId('undo').toggleAttribute('disabled', this.#undoStack.length === 0);
    byId('redo').toggleAttribute('disabled', this.#redoStack.length === 0);
    /** @type {HTMLTextAreaElement} */ (byId('rows')).value = toFile(rows).trimEnd();
    byId('copy-rows').dataset.copy = toFile(rows);
    byId('save').setAttribute(
      'href',
      `data:text/plain;charset=utf-8,${encodeURIComponent(toFile(rows))}`,
    );
    const query = new URLSearchParams({ clouds: rows });
    byId('play').setAttribute(
      'href',
      `${byId('play').getAttribute('href')?.split('?')[0]}?${query}`,
    );
    history.replaceState(null, '', `${location.pathname}?${query}`);
    byId('copy-address').dataset.copy = location.href;
    showProblem(byId('rows-problem'), null);
    showProblem(byId('problem'), null);
    this.#checkLater(rows);
  }

  /** @param {string} rows */
  #checkLater(rows) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(rows), PAUSE_MS);
  }

  /** @param {string} rows */
  async #check(rows) {
    const request = ++this.#lastRequest;
    const answer = await post('/api/clouds', { clouds: rows }).catch(toApiError);
    if (request !== this.#lastRequest) return;
    if (answer instanceof ApiError) showProblem(byId('problem'), answer.problem);
    else this.#warn(answer.warnings);
  }

  /** @param {Notice[]} warnings */
  #warn(warnings) {
    const box = byId('warnings');
    const texts = warnings.map(({ key, args }) =>
      t(`notice-${key}`, localizedArgs(Object.fromEntries(args))),
    );
    if (box.textContent !== texts.join(''))
      box.replaceChildren(...texts.map((text) => html('p', {}, text)));
    box.hidden = warnings.length === 0;
    this.board.highlight(warnings.map(({ cells }) => ({ cells, kind: 'crowded' })));
  }

  /**
   * Loads a map: rows, `seed:N`, or `null` for a random one.
   * @param {string | null} clouds
   * @param {HTMLElement} box receives the refusal
   * @param {boolean} [undoable] whether loading can be undone
   * @returns {Promise<boolean>} whether the map was accepted
   */
  async #load(clouds, box, undoable = true) {
    // A pending validation would invalidate this request; it is repeated if the map stays as it is.
    clearTimeout(this.#timer);
    const request = ++this.#lastRequest;
    const answer = await post('/api/clouds', clouds === null ? {} : { clouds }).catch(toApiError);
    if (request !== this.#lastRequest) return false;
    if (answer instanceof ApiError) {
      showProblem(box, answer.problem);
      this.#checkLater(this.#currentRows());
      if (!undoable) this.#draw();
      return false;
    }
    const seed = /** @type {HTMLInputElement} */ (byId('seed'));
    seed.value = answer.seed === null ? '' : String(answer.seed);
    this.covers = this.rows.read(this.rows.fromAreas(answer.areas));
    this.#draw();
    if (undoable) this.#commitStroke();
    this.#changed();
    clearTimeout(this.#timer);
    this.#warn(answer.warnings);
    return true;
  }

  /** Draws what each brush paints on a cut-out cell. */
  #drawBrushes() {
    const cell = [...this.board.cells.values()].find(({ group }) => group.classList.contains('up'));
    if (!cell) return;
    const { x, y, width, height } = cell.face.getBBox();
    const [edge, under] = [
      { kind: 'cloud-edge', of: '', cells: [cell.name] },
      { kind: 'cloud-under', of: '', cells: [cell.name] },
    ];
    for (const picture of document.querySelectorAll('.swatch')) {
      const cover = picture.getAttribute('data-cover');
      picture.setAttribute(
        'viewBox',
        [x - width * 0.1, y - height * 0.1, width * 1.2, height * 1.2].join(' '),
      );
      picture.replaceChildren(
        cell.face.cloneNode(false),
        drawClouds(cover === 'edge' ? [edge] : cover === 'under' ? [under] : [], this.board.cells),
      );
    }
  }

  #listSaved() {
    byId('kept').replaceChildren(
      ...savedMaps().map(({ name, rows }) =>
        html(
          'li',
          {},
          html(
            'button',
            {
              type: 'button',
              class: 'kept-map',
              'aria-label': t('clouds-take', { name }),
              onclick: () => void this.#load(rows, byId('problem')),
            },
            name,
          ),
          html(
            'button',
            {
              type: 'button',
              class: 'kept-away',
              'aria-label': t('clouds-forget', { name }),
              title: t('clouds-forget', { name }),
              onclick: () => {
                deleteMap(name);
                this.#listSaved();
              },
            },
            '×',
          ),
        ),
      ),
    );
  }
}

/** Returns an API error; rethrows all others. @param {unknown} error @returns {ApiError} */
function toApiError(error) {
  if (error instanceof ApiError) return error;
  throw error;
}

/** @returns {Sign} */
function selectedBrush() {
  const sign = document.querySelector('input[name=brush]:checked')?.getAttribute('value') ?? '#';
  return isSign(sign) ? sign : '#';
}

/** @param {string} id of a checkbox */
const isChecked = (id) => /** @type {HTMLInputElement} */ (byId(id)).checked;

const board = document.querySelector('game-board');
if (board instanceof GameBoard) new CloudEditor(board);
