// The position editor. It holds a position string and no rules: every edit goes to the server,
// which returns the new string with the frame, the fields and the flaws.

import '../board/game-board.js';
import { ApiError, post } from '../common/api.js';
import { GameBoard } from '../board/game-board.js';
import { bindPieceLine, openPieceCard } from '../guide/piece-card.js';
import { bindCopy } from '../common/copy-buttons.js';
import { toast } from '../common/dialogs.js';
import { byId, html, pageJson } from '../common/dom.js';
import { PieceDrag } from './piece-drag.js';
import { showPositionFields } from './position-fields.js';
import { PiecePalette } from './piece-palette.js';
import { pieceAt } from '../board/frame-diff.js';
import { has, localizedArgs, pieceName, problemText, sideName, t } from '../common/i18n.js';
import { showProblem } from '../common/problem-box.js';
import { announce } from '../common/live-region.js';
/** @import { ApiProblem, EditFlaw, EditorDraft, PageData, Scene } from '../common/types.d.ts' */

/** @type {PageData} */
const data = pageJson('page-data');
/** @type {{ starts: { name: string, position: string }[] }} */
const { starts } = pageJson('editor-data');

/**
 * An edit as the server's API names it.
 * @typedef {{ edit: 'put', side: string, kind: string, cell: string }
 *   | { edit: 'move', from: string, to: string }
 *   | { edit: 'erase', cell: string }
 *   | { edit: 'set', key: string, value: string }} Edit
 */

/** @typedef {{ position?: string | undefined, edits?: Edit[] }} DraftRequest */

class Editor {
  /** @type {EditorDraft | null} */
  draft = null;
  /** @type {string[]} the positions before the last edits */
  #undoStack = [];
  /** @type {string | null} the cell whose piece is to be moved */
  #selected = null;
  #requests = Promise.resolve();

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.game = data.game ?? '';
    const { guide } = data;
    const showPieceCard = guide
      ? (/** @type {string} */ kind, /** @type {string} */ side) =>
          void openPieceCard(guide, kind, { own: this.options().own, side })
      : null;
    this.drags = new PieceDrag(board, this.game, {
      move: (from, to) => this.#move(from, to),
      erase: (cell) => this.#erase(cell),
    });
    this.palette = new PiecePalette(
      byId('palette'),
      { game: this.game, sides: data.sides ?? [] },
      {
        onSelect: (tool, byKey) => {
          this.#select(null);
          if (byKey) board.keyboard?.focus();
          if (tool.action === 'put') announce(t('editor-chosen', { piece: pieceName(tool.kind) }));
        },
        onDrag: (event, kind, side) =>
          this.drags.begin(event, kind, side, (cell) => cell && this.#put(side, kind, cell)),
        showPieceCard,
      },
    );
    if (showPieceCard) bindPieceLine(board, data, showPieceCard);
    board.addEventListener('board-info', (event) => {
      const { kind, side } = /** @type {CustomEvent} */ (event).detail.piece;
      showPieceCard?.(kind, side);
    });
    this.#bind();
    this.#loadAddress();
  }

  #bind() {
    const { board } = this;
    board.addEventListener('board-cell', (event) =>
      this.#activate(/** @type {CustomEvent} */ (event).detail.cell),
    );
    board.addEventListener('board-delete', (event) =>
      this.#erase(/** @type {CustomEvent} */ (event).detail.cell),
    );
    board.addEventListener('board-cancel', () =>
      this.#selected ? this.#select(null) : this.palette.selectHand(),
    );
    byId('turn-board').addEventListener('click', () => board.rotateTo(board.rotation + 1));
    byId('undo').addEventListener('click', () => this.#undo());
    byId('clear').addEventListener('click', () => this.#load(null));
    for (const button of document.querySelectorAll('[data-start]')) {
      button.addEventListener('click', () =>
        this.#load(starts[Number(button.getAttribute('data-start'))]?.position ?? null),
      );
    }
    addEventListener('keydown', (event) => {
      const typing =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || typing) return;
      event.preventDefault();
      this.#undo();
    });
    const text = /** @type {HTMLTextAreaElement} */ (byId('position'));
    text.addEventListener('change', () =>
      this.#load(text.value.trim().replace(/\s+/g, ' '), 'position'),
    );
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      text.blur();
    });
    for (const field of optionFields()) {
      field.addEventListener('change', () => this.#edit([], 'option'));
    }
    for (const button of document.querySelectorAll('[data-opponent]')) {
      button.addEventListener(
        'click',
        () => void this.#play(button.getAttribute('data-opponent') ?? ''),
      );
    }
    bindCopy(document);
  }

  /** Loads the position of the URL, or the game's initial position. */
  #loadAddress() {
    const asked = new URLSearchParams(location.search);
    for (const field of optionFields()) {
      const value = asked.get(field.dataset.option ?? '');
      if (value !== null) field.value = value;
    }
    this.#load(asked.get('position') ?? starts[0]?.position ?? null, 'position');
  }

  /** The table options that differ from their defaults. */
  options() {
    /** @type {Record<string, string>} */
    const options = {};
    for (const field of optionFields())
      if (field.value !== defaultValue(field)) options[field.dataset.option ?? ''] = field.value;
    return options;
  }

  /** @param {string} cell */
  #activate(cell) {
    const { tool } = this.palette;
    const piece = pieceAt(this.board.frame, cell);
    if (tool.action === 'erase') this.#erase(cell);
    else if (tool.action === 'put') {
      // Placing the same piece again removes it.
      if (piece?.kind === tool.kind && piece.side === tool.side) this.#erase(cell);
      else this.#put(tool.side, tool.kind, cell);
    } else if (this.#selected === cell) this.#select(null);
    else if (this.#selected) this.#move(this.#selected, cell);
    else if (piece) {
      this.#select(cell);
      announce(t('editor-held', { piece: pieceName(piece.kind), cell }));
    }
  }

  /**
   * @param {string} side
   * @param {string} kind
   * @param {string} cell
   */
  #put(side, kind, cell) {
    this.#edit([{ edit: 'put', side, kind, cell }]);
    announce(t('editor-placed', { side: sideName(side), piece: pieceName(kind), cell }));
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #move(from, to) {
    const piece = pieceAt(this.board.frame, from);
    this.#select(null);
    this.#edit([{ edit: 'move', from, to }]);
    if (piece)
      announce(
        t('editor-placed', { side: sideName(piece.side), piece: pieceName(piece.kind), cell: to }),
      );
  }

  /** @param {string} cell */
  #erase(cell) {
    if (!pieceAt(this.board.frame, cell)) return;
    this.#select(null);
    this.#edit([{ edit: 'erase', cell }]);
    announce(t('editor-emptied', { cell }));
  }

  /** @param {string | null} cell */
  #select(cell) {
    this.#selected = cell;
    this.#highlight();
  }

  #undo() {
    const before = this.#undoStack.pop();
    if (before !== undefined) this.#request({ position: before }, { undoable: false });
  }

  /**
   * @param {Edit[]} edits
   * @param {'position' | 'option'} [source]
   */
  #edit(edits, source) {
    this.#request(() => ({ position: this.draft?.position, edits }), { source });
  }

  /**
   * @param {string | null} position `null` for the empty board
   * @param {'position' | 'option'} [source]
   */
  #load(position, source) {
    this.#select(null);
    this.#request(position === null ? {} : { position }, { source });
  }

  /**
   * Sends a request after all earlier ones are answered.
   * @param {DraftRequest | (() => DraftRequest)} what a function is called when the request is sent
   * @param {{ source?: 'position' | 'option', undoable?: boolean }} [how]
   */
  #request(what, { source, undoable = true } = {}) {
    this.#requests = this.#requests.then(async () => {
      const wanted = typeof what === 'function' ? what() : what;
      try {
        const draft = await post('/api/editor', {
          game: this.game,
          options: this.options(),
          ...wanted,
        });
        const before = this.draft?.position;
        if (undoable && before !== undefined && before !== draft.position)
          this.#undoStack.push(before);
        this.draft = draft;
        this.#show(draft);
        this.#refuse(null, source);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!this.draft && wanted.position !== undefined) await this.#startEmpty(wanted.position);
        this.#refuse(error.problem, source);
      }
    });
  }

  /**
   * @param {ApiProblem | null} problem
   * @param {'position' | 'option'} [source]
   */
  #refuse(problem, source) {
    const isOptionProblem = source === 'option' || problem?.code === 'bad-option';
    showProblem(byId('option-problem'), isOptionProblem ? problem : null);
    showProblem(
      byId('position-problem'),
      source === 'position' && !isOptionProblem ? problem : null,
    );
    if (problem && !source && !isOptionProblem) toast(problemText(problem), 'refusal');
    // Restores what the refused edit had changed in the page.
    if (problem && !source && this.draft) this.#show(this.draft);
    if (problem && source === 'position') this.#showUnreadable(problem);
  }

  /**
   * Replaces the verdict, which is about the last valid position, by the reason why the string
   * cannot be parsed.
   * @param {ApiProblem} problem
   */
  #showUnreadable(problem) {
    byId('verdict').classList.add('bad');
    byId('verdict-words').textContent = t('editor-bad');
    byId('flaws').replaceChildren(html('li', {}, problemText(problem)));
    byId('play').hidden = true;
  }

  /**
   * Shows an empty board if the URL's position cannot be parsed. The string stays in its field.
   * @param {string} position
   */
  async #startEmpty(position) {
    const draft = await post('/api/editor', { game: this.game });
    this.draft = draft;
    this.#showBoard(draft);
    /** @type {HTMLTextAreaElement} */ (byId('position')).value = position;
  }

  /** @param {EditorDraft} draft */
  #show(draft) {
    this.#showBoard(draft);
    const text = /** @type {HTMLTextAreaElement} */ (byId('position'));
    text.value = draft.position;
    this.#verdict(draft);
    this.#address(draft.position);
  }

  /** @param {EditorDraft} draft */
  #showBoard(draft) {
    this.board.show(draft.frame, []);
    this.palette.show(draft.palette);
    showPositionFields(byId('fields'), draft.fields, (key, value) =>
      this.#edit([{ edit: 'set', key, value }]),
    );
    byId('undo').toggleAttribute('disabled', this.#undoStack.length === 0);
    this.#highlight();
  }

  /** @param {EditorDraft} draft */
  #verdict({ flaws, outcome, frame }) {
    const good = flaws.length === 0;
    byId('verdict').classList.toggle('bad', !good);
    byId('verdict-words').textContent = t(
      !good ? 'editor-bad' : outcome ? 'editor-over' : 'editor-good',
    );
    byId('flaws').replaceChildren(...flaws.map((flaw) => html('li', {}, flawText(flaw))));
    byId('play').hidden = !good || outcome !== null;
    this.#seats(frame.pieces.map(({ side }) => side));
  }

  /**
   * In games of more than two, only sides on the board can play.
   * @param {string[]} there
   */
  #seats(there) {
    if ((data.sides?.length ?? 0) <= 2) return;
    const select = /** @type {HTMLSelectElement} */ (byId('play-seat'));
    for (const option of select.options)
      option.hidden = data.sides?.includes(option.value) === true && !there.includes(option.value);
    if (select.selectedOptions[0]?.hidden) select.selectedIndex = 0;
  }

  #highlight() {
    const wrong = this.draft?.flaws.flatMap(({ cells }) => cells) ?? [];
    this.board.highlight([
      { cells: wrong, kind: 'danger' },
      ...(this.#selected ? [{ cells: [this.#selected], kind: 'held' }] : []),
    ]);
  }

  /**
   * Updates the URL, and those of links and pictures.
   * @param {string} position
   */
  #address(position) {
    const query = new URLSearchParams({ position, ...this.options() });
    history.replaceState(null, '', `${location.pathname}?${query}`);
    byId('copy-position').dataset.copy = position;
    byId('copy-address').dataset.copy = location.href;
    document.getElementById('play-table')?.setAttribute('href', `/new/${this.game}?${query}`);
    document
      .getElementById('analyse')
      ?.setAttribute('href', `/analysis?game=${this.game}&${query}`);
    for (const link of document.querySelectorAll('[data-picture]'))
      link.setAttribute('href', `${link.getAttribute('data-picture')}?${query}`);
  }

  /** @param {string} opponent */
  async #play(opponent) {
    const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id)).value;
    const side = value('play-seat');
    const wanted = {
      game: this.game,
      options: this.options(),
      start: { position: this.draft?.position ?? '' },
    };
    try {
      const { id } = await post('/api/games', {
        ...wanted,
        opponent:
          opponent === 'computer'
            ? { computer: Number(value('play-level')) }
            : opponent === 'friend'
              ? 'open'
              : opponent,
        seat: side === 'random' ? side : await seatOf(side, wanted),
      });
      location.assign(`/g/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
    }
  }
}

/**
 * The seat of a side in a game with this start.
 * @param {string} side
 * @param {object} wanted
 * @returns {Promise<number | 'random'>}
 */
async function seatOf(side, wanted) {
  /** @type {{ scene: Scene }} */
  const { scene } = await post('/api/check', wanted);
  return scene.sides.find(({ key }) => key === side)?.seat ?? 'random';
}

/** The fields of the table's options. */
const optionFields = () =>
  /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([
    ...document.querySelectorAll('[data-option]'),
  ]);

/**
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
const defaultValue = (field) =>
  field instanceof HTMLSelectElement ? (field.options[0]?.value ?? '') : '';

/** @param {EditFlaw} flaw */
function flawText({ key, args, message }) {
  return has(`flaw-${key}`) ? t(`flaw-${key}`, localizedArgs(Object.fromEntries(args))) : message;
}

const board = document.querySelector('game-board');
if (board instanceof GameBoard) new Editor(board);
