// The editor of cloud maps: what is painted is shown at once, and the server says what there is to say against it.

import '../board/game-board.js';
import { ApiError, post } from '../common/api.js';
import { GameBoard } from '../board/game-board.js';
import { Strokes, Symmetry } from './brush.js';
import { forgetMap, keepMap, keptMaps } from './saved-maps.js';
import { areasOf, asFile, COVERS, inline, isSign, MapRows } from './cloud-map.js';
import { bindCopy } from '../common/copy-buttons.js';
import { toast } from '../common/dialogs.js';
import { byId, html } from '../common/dom.js';
import { EMPTY } from '../board/frame-diff.js';
import { localArgs, t } from '../common/i18n.js';
import { showProblem } from '../common/problem-box.js';
import { clouds } from '../board/clouds-layer.js';
import { announce } from '../common/live-region.js';
/** @import { Covers, Sign } from './cloud-map.js' */
/** @import { Notice } from '../common/types.d.ts' */

/** So long after the last stroke the server is asked. */
const PAUSE_MS = 250;

class CloudEditor {
  /** @type {Covers} */
  covers = new Map();
  /** What undoing leads back to, and redoing forward to. */
  #past = /** @type {string[]} */ ([]);
  #future = /** @type {string[]} */ ([]);
  /** The map as it was before the stroke. */
  #before = '';
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.rows = new MapRows(board.cells);
    this.symmetry = new Symmetry(board.cells, board.turns ?? 1);
    this.strokes = new Strokes(board, { paint: (cell) => this.#paint(cell, brush()), done: () => this.#stroke() });
    this.covers = this.rows.read('');
    this.#before = this.#written();
    this.#bindBoard();
    this.#bindTools();
    this.#bindTexts();
    this.#drawBrushes();
    this.#listKept();
    void this.#take(new URLSearchParams(location.search).get('clouds') ?? this.#written(), byId('problem'), false);
  }

  #bindBoard() {
    const { board } = this;
    // Keys and screen readers press cells; a pointer has painted already, and the same again changes nothing.
    board.addEventListener('board-cell', (event) => this.#press(/** @type {CustomEvent} */ (event).detail.cell, brush()));
    board.addEventListener('board-delete', (event) => this.#press(/** @type {CustomEvent} */ (event).detail.cell, '.'));
    board.addEventListener('keydown', (event) => {
      const cell = event.target instanceof SVGElement ? event.target.dataset.cell : null;
      if (!cell || event.ctrlKey || event.metaKey || event.altKey || !isSign(event.key)) return;
      event.preventDefault();
      this.#press(cell, event.key);
    });
  }

  #bindTools() {
    byId('undo').addEventListener('click', () => this.#step(this.#past, this.#future));
    byId('redo').addEventListener('click', () => this.#step(this.#future, this.#past));
    byId('fill').addEventListener('click', () => this.#all(brush()));
    byId('clear').addEventListener('click', () => this.#all('.'));
    byId('turn-board').addEventListener('click', () => this.board.turnTo(this.board.steps + 1));
    byId('another').addEventListener('click', () => void this.#take(null, byId('problem')));
    const seed = /** @type {HTMLInputElement} */ (byId('seed'));
    seed.addEventListener('change', () => seed.value.trim() && void this.#take(`seed:${seed.value.trim()}`, byId('problem')));
    addEventListener('keydown', (event) => {
      const typing = event.target instanceof HTMLTextAreaElement || (event.target instanceof HTMLInputElement && event.target.type === 'text');
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || typing || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) this.#step(this.#future, this.#past);
      else this.#step(this.#past, this.#future);
    });
  }

  #bindTexts() {
    const text = /** @type {HTMLTextAreaElement} */ (byId('rows'));
    text.addEventListener('change', () => void this.#take(inline(text.value), byId('rows-problem')));
    const file = /** @type {HTMLInputElement} */ (byId('file'));
    const read = async (/** @type {File | undefined} */ chosen) => {
      if (!chosen) return;
      const content = await chosen.text();
      if (!await this.#take(inline(content), byId('rows-problem'))) text.value = content;
    };
    file.addEventListener('change', async () => {
      await read(file.files?.[0]);
      // The same file may be chosen again after it was mended.
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
      toast(keepMap(name, this.#written()) ? t('clouds-kept', { name }) : t('clouds-no-room'));
      this.#listKept();
    });
    bindCopy(document);
  }

  /** @param {string} cell @param {Sign} sign */
  #paint(cell, sign) {
    let changed = false;
    for (const one of this.symmetry.of(cell, { turn: on('symmetry'), mirror: on('mirror') })) {
      changed ||= this.covers.get(one) !== sign;
      this.covers.set(one, sign);
    }
    if (changed) this.#draw();
  }

  /** @param {string} cell @param {Sign} sign */
  #press(cell, sign) {
    this.#paint(cell, sign);
    this.#stroke();
    announce(t('clouds-painted', { cell, cover: t(`clouds-${COVERS[sign]}`) }));
  }

  /** @param {Sign} sign */
  #all(sign) {
    for (const cell of this.board.cells.keys()) this.covers.set(cell, sign);
    this.#draw();
    this.#stroke();
  }

  /** A stroke has ended: it can be undone as a whole. */
  #stroke() {
    const now = this.#written();
    if (now === this.#before) return;
    this.#past.push(this.#before);
    this.#future.length = 0;
    this.#changed();
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #step(from, to) {
    const rows = from.pop();
    if (rows === undefined) return;
    to.push(this.#before);
    this.covers = this.rows.read(rows);
    this.#draw();
    this.#changed();
  }

  #written() {
    return this.rows.write(this.covers);
  }

  #draw() {
    this.board.show({ ...EMPTY, areas: areasOf(this.covers) }, [], false);
    this.#count();
  }

  #count() {
    const count = (/** @type {Sign} */ wanted) => [...this.covers.values()].filter((sign) => sign === wanted).length;
    byId('counts').textContent = t('clouds-counts', { under: count('#'), edge: count('-'), clear: count('.') });
  }

  /** The map is another one: its texts, its address, and what the server says of it. */
  #changed() {
    const rows = this.#written();
    this.#before = rows;
    byId('undo').toggleAttribute('disabled', this.#past.length === 0);
    byId('redo').toggleAttribute('disabled', this.#future.length === 0);
    /** @type {HTMLTextAreaElement} */ (byId('rows')).value = asFile(rows).trimEnd();
    byId('copy-rows').dataset.copy = asFile(rows);
    byId('save').setAttribute('href', `data:text/plain;charset=utf-8,${encodeURIComponent(asFile(rows))}`);
    const query = new URLSearchParams({ clouds: rows });
    byId('play').setAttribute('href', `${byId('play').getAttribute('href')?.split('?')[0]}?${query}`);
    history.replaceState(null, '', `${location.pathname}?${query}`);
    byId('copy-address').dataset.copy = location.href;
    showProblem(byId('rows-problem'), null);
    showProblem(byId('problem'), null);
    this.#judgeLater(rows);
  }

  /** @param {string} rows */
  #judgeLater(rows) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#judge(rows), PAUSE_MS);
  }

  /** @param {string} rows */
  async #judge(rows) {
    const mine = ++this.#asked;
    const sheet = await post('/api/clouds', { clouds: rows }).catch(problemOf);
    if (mine !== this.#asked) return;
    if (sheet instanceof ApiError) showProblem(byId('problem'), sheet.problem);
    else this.#warn(sheet.warnings);
  }

  /** @param {Notice[]} warnings */
  #warn(warnings) {
    const box = byId('warnings');
    const texts = warnings.map(({ key, args }) => t(`notice-${key}`, localArgs(Object.fromEntries(args))));
    if (box.textContent !== texts.join('')) box.replaceChildren(...texts.map((text) => html('p', {}, text)));
    box.hidden = warnings.length === 0;
    this.board.hint(warnings.map(({ cells }) => ({ cells, kind: 'crowded' })));
  }

  /**
   * Takes a map in: rows, `seed:N`, or nothing for one by chance.
   * @param {string | null} clouds
   * @param {HTMLElement} box where it is said what is wrong with it
   * @param {boolean} [remember] whether it can be undone
   * @returns {Promise<boolean>} whether it is one
   */
  async #take(clouds, box, remember = true) {
    // A judgment still to be asked for would overtake this: it comes after, if the map stays as it is.
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    const sheet = await post('/api/clouds', clouds === null ? {} : { clouds }).catch(problemOf);
    if (mine !== this.#asked) return false;
    if (sheet instanceof ApiError) {
      showProblem(box, sheet.problem);
      this.#judgeLater(this.#written());
      if (!remember) this.#draw();
      return false;
    }
    /** @type {HTMLInputElement} */ (byId('seed')).value = sheet.seed === null ? '' : String(sheet.seed);
    this.covers = this.rows.read(this.rows.ofAreas(sheet.areas));
    this.#draw();
    if (remember) this.#stroke();
    this.#changed();
    clearTimeout(this.#timer);
    this.#warn(sheet.warnings);
    return true;
  }

  /** What each brush paints, as it looks on the board: one cell, cut out. */
  #drawBrushes() {
    const cell = [...this.board.cells.values()].find(({ group }) => group.classList.contains('up'));
    if (!cell) return;
    const { x, y, width, height } = cell.face.getBBox();
    const [edge, under] = [{ kind: 'cloud-edge', of: '', cells: [cell.name] }, { kind: 'cloud-under', of: '', cells: [cell.name] }];
    for (const picture of document.querySelectorAll('.swatch')) {
      const cover = picture.getAttribute('data-cover');
      picture.setAttribute('viewBox', [x - width * 0.1, y - height * 0.1, width * 1.2, height * 1.2].join(' '));
      picture.replaceChildren(cell.face.cloneNode(false), clouds(cover === 'edge' ? [edge] : cover === 'under' ? [under] : [], this.board.cells));
    }
  }

  #listKept() {
    byId('kept').replaceChildren(...keptMaps().map(({ name, rows }) => html('li', {},
      html('button', { type: 'button', class: 'kept-map', 'aria-label': t('clouds-take', { name }), onclick: () => void this.#take(rows, byId('problem')) }, name),
      html('button', {
        type: 'button', class: 'kept-away', 'aria-label': t('clouds-forget', { name }), title: t('clouds-forget', { name }), onclick: () => {
          forgetMap(name);
          this.#listKept();
        },
      }, '×'))));
  }
}

/** What the server would not do. @param {unknown} error @returns {ApiError} */
function problemOf(error) {
  if (error instanceof ApiError) return error;
  throw error;
}

/** The chosen brush. @returns {Sign} */
function brush() {
  const sign = document.querySelector('input[name=brush]:checked')?.getAttribute('value') ?? '#';
  return isSign(sign) ? sign : '#';
}

/** @param {string} id of a switch */
const on = (id) => /** @type {HTMLInputElement} */ (byId(id)).checked;

const board = document.querySelector('game-board');
if (board instanceof GameBoard) new CloudEditor(board);
