// The editor's palette: side, piece, hand and eraser. A piece is tapped and then placed on cells,
// dragged, or chosen by keyboard, which moves the focus to the board.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, sideName, t } from '../common/i18n.js';

/** More kinds than this get a search field. */
const SEARCH_THRESHOLD = 20;

/** @typedef {{ key: string, kinds: string[] }} Group */
/** @typedef {{ action: 'hand' | 'erase' } | { action: 'put', kind: string, side: string }} Tool */

/**
 * @typedef {object} PaletteActions
 * @property {(tool: Tool, byKey: boolean) => void} onSelect
 * @property {(event: PointerEvent, kind: string, side: string) => void} onDrag
 * @property {((kind: string, side: string) => void) | null} showPieceCard opens the guide's card of
 *   a piece, if there is a guide
 */

export class PiecePalette {
  /** @type {Tool} */
  tool = { action: 'hand' };
  #shownKey = '';

  /**
   * @param {HTMLElement} root
   * @param {{ game: string, sides: string[] }} data
   * @param {PaletteActions} actions
   */
  constructor(root, { game, sides }, actions) {
    this.game = game;
    this.side = sides[0] ?? '';
    this.actions = actions;
    this.words = html('p', { class: 'palette-words', role: 'status' });
    this.search = html('input', {
      type: 'search',
      class: 'palette-search',
      placeholder: t('editor-search'),
      'aria-label': t('editor-search'),
      autocomplete: 'off',
      spellcheck: 'false',
    });
    this.list = html('div', { class: 'palette-list' });
    this.sides = html(
      'div',
      { class: 'segments', role: 'group', 'aria-label': t('editor-side') },
      ...sides.map((side) =>
        html(
          'button',
          {
            type: 'button',
            class: `side-${side}`,
            'data-side': side,
            onclick: () => this.#selectSide(side),
          },
          html('span', { class: 'chip' }),
          sideName(side),
        ),
      ),
    );
    this.tools = html(
      'div',
      { class: 'segments' },
      this.#toolButton('hand'),
      this.#toolButton('erase'),
    );
    root.replaceChildren(this.sides, this.tools, this.search, this.words, this.list);
    this.search.addEventListener('input', () => this.#filter());
    this.search.addEventListener('keydown', (event) => {
      const first = this.#items()[0];
      if (event.key !== 'Enter' || !first) return;
      event.preventDefault();
      this.#selectTool({ action: 'put', kind: first.dataset.kind ?? '', side: this.side }, true);
    });
    this.list.addEventListener('keydown', (event) => this.#onKey(event));
    this.mark();
  }

  /**
   * @param {Group[]} groups
   */
  show(groups) {
    const wanted = JSON.stringify([groups, this.side]);
    if (wanted === this.#shownKey) return;
    this.#shownKey = wanted;
    this.list.replaceChildren(...groups.map(({ key, kinds }) => html('section', {},
      groups.length > 1 ? html('h3', {}, t(`editor-group-${key}`)) : null,
      html('div', { class: 'palette-grid' }, ...kinds.map((kind) => this.#item(kind))))));
    this.search.hidden =
      groups.reduce((sum, { kinds }) => sum + kinds.length, 0) <= SEARCH_THRESHOLD;
    this.groups = groups;
    this.#filter();
    this.mark();
  }

  /** Selects the hand. */
  selectHand() {
    this.#selectTool({ action: 'hand' }, false);
  }

  /** Marks the selected tool. */
  mark() {
    const { tool } = this;
    for (const button of this.tools.children)
      button.setAttribute('aria-pressed', String(button.getAttribute('data-does') === tool.action));
    for (const button of this.sides.children)
      button.setAttribute('aria-pressed', String(button.getAttribute('data-side') === this.side));
    for (const item of this.list.querySelectorAll('[data-kind]')) {
      item.setAttribute(
        'aria-pressed',
        String(tool.action === 'put' && item.getAttribute('data-kind') === tool.kind),
      );
    }
    const words =
      tool.action === 'put'
        ? t('editor-chosen', {
            piece: `${sideName(tool.side)}, ${pieceName(tool.kind, this.game)}`,
          })
        : t(`editor-tool-${tool.action}`);
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** @param {string} side */
  #selectSide(side) {
    this.side = side;
    this.show(this.groups ?? []);
    if (this.tool.action === 'put') this.#selectTool({ ...this.tool, side }, false);
    this.mark();
  }

  /** @param {'hand' | 'erase'} action */
  #toolButton(action) {
    return html(
      'button',
      {
        type: 'button',
        'data-does': action,
        title: t(`editor-tool-${action}`),
        onclick: () => this.#selectTool({ action }, false),
      },
      t(`editor-${action}`),
    );
  }

  /** @param {string} kind */
  #item(kind) {
    const name = pieceName(kind, this.game);
    const item = html(
      'button',
      {
        type: 'button',
        class: 'palette-item',
        'data-kind': kind,
        tabindex: -1,
        title: name,
        'aria-label': name,
      },
      pieceIcon(this.game, kind, this.side),
      html('span', { class: 'tray-name' }, name),
    );
    item.addEventListener('click', (event) =>
      this.#selectTool({ action: 'put', kind, side: this.side }, event.detail === 0),
    );
    item.addEventListener('pointerdown', (event) => {
      // A finger scrolls the list.
      if (event.pointerType !== 'touch') this.actions.onDrag(event, kind, this.side);
    });
    if (this.actions.showPieceCard) {
      item.addEventListener('contextmenu', (event) => {
        event.preventDefault();
        this.actions.showPieceCard?.(kind, this.side);
      });
    }
    return item;
  }

  /**
   * @param {Tool} tool
   * @param {boolean} byKey
   */
  #selectTool(tool, byKey) {
    this.tool = tool;
    this.mark();
    this.actions.onSelect(tool, byKey);
  }

  /** The items that the search has not hidden. */
  #items() {
    return /** @type {HTMLElement[]} */ ([
      ...this.list.querySelectorAll('.palette-item:not([hidden])'),
    ]);
  }

  /** Hides the items that do not match the search. */
  #filter() {
    const wanted = this.search.value.trim().toLocaleLowerCase();
    for (const item of this.list.querySelectorAll('.palette-item')) {
      const { kind = '' } = /** @type {HTMLElement} */ (item).dataset;
      const name = pieceName(kind, this.game).toLocaleLowerCase();
      item.toggleAttribute('hidden', !name.includes(wanted) && kind.toLocaleLowerCase() !== wanted);
    }
    for (const section of this.list.children) {
      section.toggleAttribute('hidden', !section.querySelector('.palette-item:not([hidden])'));
    }
    const items = this.#items();
    this.list.querySelector('.none-found')?.remove();
    if (items.length === 0 && wanted)
      this.list.append(html('p', { class: 'hint none-found' }, t('editor-none-found')));
    this.#moveTabStop(items[0]);
  }

  /**
   * Makes one item the tab stop; the arrow keys reach the others.
   * @param {HTMLElement | undefined} item
   */
  #moveTabStop(item) {
    for (const other of this.list.querySelectorAll('.palette-item'))
      other.setAttribute('tabindex', other === item ? '0' : '-1');
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const items = this.#items();
    const at = items.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    const here = items[at]?.getBoundingClientRect();
    const columns = items.filter(
      (item) =>
        item.parentElement === items[at]?.parentElement &&
        item.getBoundingClientRect().top === here?.top,
    ).length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = items[Math.min(Math.max(at + step, 0), items.length - 1)];
    this.#moveTabStop(next);
    next?.focus();
  }
}
