// The way that a warrior takes through what is not seen. While a target is pointed at, the path on which the umpire tries
// first is drawn; it came with the choice. Whoever wants to can name one: with `Choose the path` pressed, or with P on
// a target, the paths are listed before the move is made. Two plain clicks name none.

import { get } from '../common/api.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { withSight } from './perspective.js';
import { pointsOf, wayLine } from '../board/path-line.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice } from '../common/types.d.ts' */

export class Ways {
  /** Whether the player wants to be asked for the path. */
  #asking = false;
  #mayMove = false;
  /** @type {{ choice: Choice, paths: string[][], picked: number, done: (text: string) => void } | null} */
  #question = null;
  /** @type {string | null} */
  #pointed = null;

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
    this.toggle = html('button', { type: 'button', class: 'small', 'data-act': 'ask-path', 'aria-pressed': 'false', 'aria-keyshortcuts': 'P', title: t('path-ask-key'), onclick: () => this.#ask(!this.#asking) }, t('path-ask'));
    this.hint = html('p', { class: 'path-hint' });
    this.form = html('form', { class: 'path-form', hidden: true, onsubmit: (/** @type {Event} */ event) => this.#submit(event) });
    root.append(html('div', { class: 'path-line' }, this.toggle, this.hint), this.form);
    board.addEventListener('board-hover', (event) => this.#point(/** @type {CustomEvent} */ (event).detail.cell));
    board.addEventListener('board-select', () => this.#reset());
    board.addEventListener('board-cancel', () => this.#answer(''));
    board.addEventListener('board-turned', () => this.#draw());
    board.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * @param {boolean} playing whether the reader plays: the bar keeps its place between the moves
   * @param {boolean} mayMove whether the reader could move now
   */
  show(playing, mayMove) {
    this.root.hidden = !playing;
    this.#mayMove = mayMove;
    const open = this.#question;
    // What was asked about may have become impossible meanwhile.
    if (open && !this.board.choices.some(({ text }) => text === open.choice.text)) this.#answer('');
    this.#tell();
    this.#draw();
  }

  /**
   * The text to submit for a choice: as it is, or with a path if the player names one.
   * @param {Choice} choice
   * @returns {Promise<string>} nothing if the player thought better of it; the board knows already
   */
  async name(choice) {
    if (!this.#asking || !choice.path?.length) return choice.text;
    const query = new URLSearchParams({ text: choice.text });
    const { paths } = await get(withSight(`/api/games/${this.id}/paths?${query}`)).catch(() => ({ paths: [choice.path] }));
    return new Promise((done) => {
      this.#answer('');
      this.#question = { choice, paths, picked: 0, done };
      this.#list();
      this.#draw();
    });
  }

  /**
   * A tap on the target again while its paths are listed goes on to the next one.
   * @param {Choice[]} choices
   * @returns {boolean} whether that is what it was
   */
  again(choices) {
    const open = this.#question;
    if (!open || !choices.some(({ text }) => text === open.choice.text)) return false;
    this.#pick((open.picked + 1) % (open.paths.length + 1));
    return true;
  }

  /** @param {boolean} asking */
  #ask(asking) {
    this.#asking = asking;
    this.toggle.setAttribute('aria-pressed', String(asking));
    if (!asking && this.#question) this.board.cancel();
    this.#tell();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || event.altKey || !this.#mayMove) return;
    event.preventDefault();
    this.#ask(true);
    const [choice] = this.board.choicesTo(this.#pointed ?? '');
    if (choice?.to) this.board.activate(choice.to);
  }

  /** @param {string | null} cell */
  #point(cell) {
    this.#pointed = cell;
    this.#tell();
    this.#draw();
  }

  #reset() {
    if (this.#question) this.#answer('');
    this.#point(null);
  }

  /** @param {string} text */
  #answer(text) {
    const open = this.#question;
    this.#question = null;
    if (this.form.contains(document.activeElement)) this.board.keyboard?.focus(open?.choice.to ?? undefined);
    this.form.hidden = true;
    open?.done(text);
    this.#tell();
    this.#draw();
  }

  /** The path that is to be seen now, if one is. */
  get #path() {
    if (this.#question) return null;
    const [choice] = this.#pointed ? this.board.choicesTo(this.#pointed) : [];
    return choice?.path?.length ? { from: choice.from ?? '', cells: choice.path } : null;
  }

  #tell() {
    const path = this.#path;
    const [from, to] = [path?.from ?? '', path?.cells.at(-1) ?? ''];
    this.hint.hidden = this.#question !== null;
    this.hint.textContent = path ? t('path-first', { from, to, path: [from, ...path.cells].join(' – ') })
      : this.#mayMove ? t(this.#asking ? 'path-asking' : 'path-help') : '';
  }

  #list() {
    const open = this.#question;
    if (!open) return;
    const { choice, paths } = open;
    const first = (paths[0] ?? choice.path ?? []).join(' – ');
    const labels = [t('path-umpire', { path: first }), ...paths.map((path) => t('path-only', { path: path.join(' – ') }))];
    this.form.replaceChildren(
      html('fieldset', { class: 'path-choices' }, html('legend', {}, t('path-title', { from: choice.from ?? '', to: choice.to ?? '' })),
        ...labels.map((label, i) => html('label', { class: 'path-choice' },
          html('input', { type: 'radio', name: 'path', value: i, checked: i === 0, onchange: () => this.#pick(i) }), html('span', {}, label)))),
      html('div', { class: 'row' },
        html('button', { type: 'submit', class: 'main', 'data-act': 'path-go' }, t('path-go')),
        html('button', { type: 'button', 'data-act': 'path-cancel', onclick: () => this.board.cancel() }, t('dialog-cancel'))));
    this.form.hidden = false;
    this.form.scrollIntoView({ block: 'nearest' });
    this.#tell();
    // Who plays by keys goes on in the list; a finger stays where it is.
    if (this.board.contains(document.activeElement)) this.form.querySelector('input')?.focus();
  }

  /** @param {number} i 0: none is named */
  #pick(i) {
    if (!this.#question) return;
    this.#question.picked = i;
    const input = this.form.querySelectorAll('input')[i];
    if (input) input.checked = true;
    this.#draw();
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const open = this.#question;
    if (!open) return;
    const path = open.paths[open.picked - 1];
    this.#answer(path ? `${open.choice.text} (${path.join(' ')})` : open.choice.text);
  }

  #draw() {
    const open = this.#question;
    const lines = [];
    if (open) {
      const from = open.choice.from ?? '';
      const picked = Math.max(open.picked - 1, 0);
      lines.push(...open.paths.map((path, i) => (i === picked ? [] : this.#line([from, ...path], 'way other'))).flat());
      lines.push(...this.#line([from, ...(open.paths[picked] ?? [])], open.picked > 0 ? 'way named' : 'way'));
    } else if (this.#path) {
      lines.push(...this.#line([this.#path.from, ...this.#path.cells], 'way'));
    }
    this.layer.replaceChildren(...lines);
  }

  /**
   * @param {string[]} path
   * @param {string} className
   */
  #line(path, className) {
    return wayLine(pointsOf(this.board, path), className);
  }
}
