// The path of a warrior through unseen cells. For the hovered destination, the path that the umpire
// tries first is drawn; it comes with the choice. A player may name a path instead: with `Choose
// the path` pressed, or with P on a destination, the paths are listed before the move is submitted.

import { get } from '../common/api.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { withPerspective } from './perspective.js';
import { pointsOf, pathLine } from '../board/path-line.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice } from '../common/types.d.ts' */

export class PathChooser {
  /** Whether paths are listed before each move. */
  #isChoosing = false;
  #canMove = false;
  /**
   * @type {{ choice: Choice, paths: string[][], selected: number, done: (text: string) => void }
   *   | null}
   */
  #openChoice = null;
  /** @type {string | null} */
  #hovered = null;

  /**
   * @param {HTMLElement} root the bar below the board
   * @param {GameBoard} board
   * @param {string} id of the game
   */
  constructor(root, board, id) {
    this.root = root;
    this.board = board;
    this.id = id;
    this.layer = board.overlay('ways');
    this.toggle = html(
      'button',
      {
        type: 'button',
        class: 'small',
        'data-act': 'ask-path',
        'aria-pressed': 'false',
        'aria-keyshortcuts': 'P',
        title: t('path-ask-key'),
        onclick: () => this.#setChoosing(!this.#isChoosing),
      },
      t('path-ask'),
    );
    this.hint = html('p', { class: 'path-hint', title: t('path-why') });
    this.form = html('form', {
      class: 'path-form',
      hidden: true,
      onsubmit: (/** @type {Event} */ event) => this.#submit(event),
    });
    root.append(html('div', { class: 'path-line' }, this.toggle, this.hint), this.form);
    board.addEventListener('board-hover', (event) =>
      this.#hover(/** @type {CustomEvent} */ (event).detail.cell),
    );
    board.addEventListener('board-select', () => this.#reset());
    board.addEventListener('board-cancel', () => this.#close(''));
    board.addEventListener('board-rotate', () => this.#draw());
    board.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * @param {boolean} playing whether the viewer plays; the bar stays visible between moves
   * @param {boolean} canMove whether the viewer can move now
   */
  show(playing, canMove) {
    this.root.hidden = !playing;
    this.#canMove = canMove;
    const open = this.#openChoice;
    // The choice may have become illegal.
    if (open && !this.board.choices.some(({ text }) => text === open.choice.text)) this.#close('');
    this.#updateHint();
    this.#draw();
  }

  /**
   * The text to submit for a choice, with a path if the player names one.
   * @param {Choice} choice
   * @returns {Promise<string>} empty if the player has cancelled; the board has then been reset
   */
  async intentText(choice) {
    if (!this.#isChoosing || !choice.path?.length) return choice.text;
    const query = new URLSearchParams({ text: choice.text });
    const { paths } = await get(withPerspective(`/api/games/${this.id}/paths?${query}`)).catch(
      () => ({ paths: [choice.path] }),
    );
    return new Promise((done) => {
      this.#close('');
      this.#openChoice = { choice, paths, selected: 0, done };
      this.#list();
      this.#draw();
    });
  }

  /**
   * Moves on to the next path if the destination is tapped again while its paths are listed.
   * @param {Choice[]} choices
   * @returns {boolean} whether that was the case
   */
  cyclePath(choices) {
    const open = this.#openChoice;
    if (!open || !choices.some(({ text }) => text === open.choice.text)) return false;
    this.#select((open.selected + 1) % (open.paths.length + 1));
    return true;
  }

  /** @param {boolean} isChoosing */
  #setChoosing(isChoosing) {
    this.#isChoosing = isChoosing;
    this.toggle.setAttribute('aria-pressed', String(isChoosing));
    if (!isChoosing && this.#openChoice) this.board.cancel();
    this.#updateHint();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (
      event.key.toLowerCase() !== 'p' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !this.#canMove
    )
      return;
    event.preventDefault();
    this.#setChoosing(true);
    const [choice] = this.board.choicesTo(this.#hovered ?? '');
    if (choice?.to) this.board.activate(choice.to);
  }

  /** @param {string | null} cell */
  #hover(cell) {
    this.#hovered = cell;
    this.#updateHint();
    this.#draw();
  }

  #reset() {
    if (this.#openChoice) this.#close('');
    this.#hover(null);
  }

  /** @param {string} text */
  #close(text) {
    const open = this.#openChoice;
    this.#openChoice = null;
    if (this.form.contains(document.activeElement))
      this.board.keyboard?.focus(open?.choice.to ?? undefined);
    this.form.hidden = true;
    open?.done(text);
    this.#updateHint();
    this.#draw();
  }

  /** The path of the hovered destination. */
  get #hoveredPath() {
    if (this.#openChoice) return null;
    const [choice] = this.#hovered ? this.board.choicesTo(this.#hovered) : [];
    return choice?.path?.length ? { from: choice.from ?? '', cells: choice.path } : null;
  }

  #updateHint() {
    const path = this.#hoveredPath;
    const [from, to] = [path?.from ?? '', path?.cells.at(-1) ?? ''];
    this.hint.hidden = this.#openChoice !== null;
    this.hint.textContent = path
      ? t('path-first', { from, to, path: [from, ...path.cells].join(' – ') })
      : this.#canMove
        ? t(this.#isChoosing ? 'path-asking' : 'path-help')
        : '';
  }

  #list() {
    const open = this.#openChoice;
    if (!open) return;
    const { choice, paths } = open;
    const first = (paths[0] ?? choice.path ?? []).join(' – ');
    const labels = [
      t('path-umpire', { path: first }),
      ...paths.map((path) => t('path-only', { path: path.join(' – ') })),
    ];
    this.form.replaceChildren(
      html(
        'fieldset',
        { class: 'path-choices' },
        html('legend', {}, t('path-title', { from: choice.from ?? '', to: choice.to ?? '' })),
        ...labels.map((label, i) =>
          html(
            'label',
            { class: 'path-choice' },
            html('input', {
              type: 'radio',
              name: 'path',
              value: i,
              checked: i === 0,
              onchange: () => this.#select(i),
            }),
            html('span', {}, label),
          ),
        ),
      ),
      html(
        'div',
        { class: 'row' },
        html('button', { type: 'submit', class: 'main', 'data-act': 'path-go' }, t('path-go')),
        html(
          'button',
          { type: 'button', 'data-act': 'path-cancel', onclick: () => this.board.cancel() },
          t('dialog-cancel'),
        ),
      ),
    );
    this.form.hidden = false;
    this.form.scrollIntoView({ block: 'nearest' });
    this.#updateHint();
    // Keyboard users continue in the list; a pointer leaves the focus alone.
    if (this.board.contains(document.activeElement)) this.form.querySelector('input')?.focus();
  }

  /** @param {number} i 0 for no named path */
  #select(i) {
    if (!this.#openChoice) return;
    this.#openChoice.selected = i;
    const input = this.form.querySelectorAll('input')[i];
    if (input) input.checked = true;
    this.#draw();
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const open = this.#openChoice;
    if (!open) return;
    const path = open.paths[open.selected - 1];
    this.#close(path ? `${open.choice.text} (${path.join(' ')})` : open.choice.text);
  }

  #draw() {
    const open = this.#openChoice;
    const lines = [];
    if (open) {
      const from = open.choice.from ?? '';
      const selected = Math.max(open.selected - 1, 0);
      lines.push(
        ...open.paths
          .map((path, i) => (i === selected ? [] : this.#line([from, ...path], 'way other')))
          .flat(),
      );
      lines.push(
        ...this.#line(
          [from, ...(open.paths[selected] ?? [])],
          open.selected > 0 ? 'way named' : 'way',
        ),
      );
    } else if (this.#hoveredPath) {
      lines.push(...this.#line([this.#hoveredPath.from, ...this.#hoveredPath.cells], 'way'));
    }
    this.layer.replaceChildren(...lines);
  }

  /**
   * @param {string[]} path
   * @param {string} className
   */
  #line(path, className) {
    return pathLine(pointsOf(this.board, path), className);
  }
}
