// A chooser for one of many pieces: pictures with names in groups, with a search field if there are
// many. It is one tab stop; the arrow keys move from piece to piece.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';

/** The number of pieces from which the search field is shown. */
const SEARCH_THRESHOLD = 13;

/**
 * @typedef {object} Item
 * @property {string} kind
 * @property {string} group key of the group's title
 * @property {string} [note] a short text below the name
 */

export class PieceChooser {
  #search = '';
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {string | null} */
  #chosen = null;

  /**
   * @param {{ game: string, side: string, choose: (kind: string) => void,
   *   showPieceCard: ((kind: string, side: string) => void) | null }}
   *   context `showPieceCard` opens the guide's card of a piece
   */
  constructor({ game, side, choose, showPieceCard }) {
    this.game = game;
    this.side = side;
    this.choose = choose;
    this.showPieceCard = showPieceCard;
    this.field = html('input', {
      type: 'search',
      class: 'picker-search',
      placeholder: t('picker-search'),
      'aria-label': t('picker-search'),
      autocomplete: 'off',
      'data-focus': 'picker-search',
      oninput: () => this.#filter(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#searchKey(event),
    });
    this.count = html('p', { class: 'picker-count hint', role: 'status' });
    this.list = html('div', {
      class: 'picker-list',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.root = html('div', { class: 'picker' }, this.field, this.count, this.list);
  }

  /**
   * @param {Item[]} items
   * @param {string | null} chosen the kind that is marked
   */
  show(items, chosen = null) {
    this.#chosen = chosen;
    const groups = groupBy(items);
    const several = groups.size > 1;
    this.#buttons = [];
    this.list.replaceChildren(...[...groups].map(([group, members]) => {
      const title = html('h3', { class: 'picker-group' }, t(`picker-${group}`));
      const buttons = members.map((item) => this.#button(item));
      this.#buttons.push(...buttons);
      return html('div', { role: 'group', 'aria-label': t(`picker-${group}`) },
        ...(several ? [title] : []), html('div', { class: 'picker-grid' }, ...buttons));
    }));
    this.field.hidden = items.length < SEARCH_THRESHOLD;
    this.count.hidden = items.length < SEARCH_THRESHOLD;
    this.#filter();
  }

  /** Focuses the marked piece, or the first. */
  focus() {
    (this.#shown().find((button) => button.tabIndex === 0) ?? this.#shown()[0])?.focus({
      preventScroll: true,
    });
  }

  /**
   * Marks a piece as chosen.
   * @param {string | null} kind
   */
  mark(kind) {
    this.#chosen = kind;
    for (const button of this.#buttons)
      button.setAttribute('aria-pressed', String(button.dataset.kind === kind));
  }

  /** @param {Item} item */
  #button({ kind, note }) {
    const name = pieceName(kind);
    const button = html(
      'button',
      {
        type: 'button',
        class: 'picker-item',
        'data-kind': kind,
        'data-focus': `pick-${kind}`,
        tabindex: -1,
        'aria-pressed': String(kind === this.#chosen),
        title: name,
        onclick: () => this.choose(kind),
        onfocus: () => this.#moveTabStop(button),
      },
      pieceIcon(this.game, kind, this.side),
      html('span', { class: 'picker-name' }, name),
      html('span', { class: 'picker-note' }, note ?? kind),
    );
    if (this.showPieceCard) this.#bindContextMenu(button, kind);
    return button;
  }

  /**
   * Right-click opens the card of a piece; on touch screens, some browsers report a long press as a
   * right-click.
   * @param {HTMLButtonElement} button
   * @param {string} kind
   */
  #bindContextMenu(button, kind) {
    button.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.showPieceCard?.(kind, this.side);
    });
  }

  #shown() {
    return this.#buttons.filter((button) => !button.hidden);
  }

  /** @param {HTMLButtonElement} wanted the one that Tab reaches */
  #moveTabStop(wanted) {
    for (const button of this.#buttons) button.tabIndex = button === wanted ? 0 : -1;
  }

  #filter() {
    this.#search = foldCase(this.field.value.trim());
    for (const button of this.#buttons) {
      const { kind = '' } = button.dataset;
      button.hidden =
        !foldCase(pieceName(kind)).includes(this.#search) &&
        !foldCase(kind).startsWith(this.#search);
    }
    for (const group of this.list.children) {
      if (group instanceof HTMLElement)
        group.hidden = group.querySelector('.picker-item:not([hidden])') === null;
    }
    const shown = this.#shown();
    const stop = shown.find((button) => button.dataset.kind === this.#chosen) ?? shown[0];
    if (stop) this.#moveTabStop(stop);
    this.count.textContent = t(shown.length === 0 ? 'picker-none' : 'picker-count', {
      count: shown.length,
    });
  }

  /** @param {KeyboardEvent} event */
  #searchKey(event) {
    const [only, more] = this.#shown();
    if (event.key === 'Enter') {
      event.preventDefault();
      if (only && !more) this.choose(only.dataset.kind ?? '');
      else this.focus();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = event.target instanceof HTMLButtonElement ? event.target : null;
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === 'i' || event.key === 'I') && this.showPieceCard)
      this.showPieceCard(here.dataset.kind ?? '', this.side);
    else {
      const next = this.#next(here, event.key);
      if (!next) return;
      next.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The piece that a key moves to.
   * @param {HTMLButtonElement} here
   * @param {string} key
   */
  #next(here, key) {
    const shown = this.#shown();
    const at = shown.indexOf(here);
    switch (key) {
      case 'ArrowLeft': return shown[at - 1];
      case 'ArrowRight': return shown[at + 1];
      case 'Home': return shown[0];
      case 'End': return shown.at(-1);
      case 'ArrowUp': return nearestInNextRow(here, shown.slice(0, at).reverse(), -1);
      case 'ArrowDown': return nearestInNextRow(here, shown.slice(at + 1), 1);
      default: return undefined;
    }
  }
}

/**
 * The horizontally nearest button of the next row.
 * @param {HTMLElement} here
 * @param {HTMLButtonElement[]} candidates nearest first
 * @param {number} direction up (-1) or down (1)
 */
function nearestInNextRow(here, candidates, direction) {
  const from = here.getBoundingClientRect();
  const boxes = candidates.map((button) => ({ button, box: button.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) => direction * (box.top - from.top) > 1);
  const row = beyond.filter(({ box }) => Math.abs(box.top - (beyond[0]?.box.top ?? 0)) < 1);
  row.sort((a, b) => Math.abs(a.box.left - from.left) - Math.abs(b.box.left - from.left));
  return row[0]?.button;
}

/** Lower case without accents, for searching. */
const foldCase = (/** @type {string} */ text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * @param {Item[]} items
 */
function groupBy(items) {
  /** @type {Map<string, Item[]>} */
  const groups = new Map();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return groups;
}

/**
 * Sorts pieces into groups: the eight classic pieces in their order, then the others by name, then
 * the table's own.
 * @param {string[]} kinds
 * @param {string[]} known the game's pieces in the order of its lists
 * @returns {Item[]}
 */
export function groupPieces(kinds, known) {
  const rank = (/** @type {string} */ kind) => known.indexOf(kind);
  const groupOf = (/** @type {string} */ kind) =>
    rank(kind) < 0 ? 'own' : kind.length === 1 ? 'classic' : 'extra';
  const order = ['classic', 'extra', 'own'];
  const items = kinds.map((kind) => ({ kind, group: groupOf(kind) }));
  return items.sort(
    (a, b) =>
      order.indexOf(a.group) - order.indexOf(b.group) ||
      (a.group === 'classic'
        ? rank(a.kind) - rank(b.kind)
        : pieceName(a.kind).localeCompare(pieceName(b.kind))),
  );
}
