// A field in which a move can be typed in the notation of the game, by hand or with the completions
// that are offered. What is not among the choices is sent as it stands: the umpire
// says what is wrong with it.

import { html } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
import { announce, sentences } from '../common/live-region.js';
/** @import { Choice } from '../common/types.d.ts' */

/** The most completions in the list. */
const MAX_LISTED = 6;

/**
 * A text without what need not be typed: spaces, signs of captures and checks, capitals.
 * @param {string} text
 */
const plain = (text) => text.toLowerCase().replace(/[\s@–×x:+#,]/g, '');

/**
 * The forms in which a choice can be typed: its text, the text without the piece, and its cells.
 * @param {Choice} choice
 */
function formsOf({ text, from, to, piece }) {
  const forms = [text];
  if (piece && text.startsWith(piece)) forms.push(text.slice(piece.length));
  if (to) forms.push(`${from ?? piece ?? ''}${to}`);
  if (from && to) forms.push(`${piece ?? ''}${from}${to}`, `${piece ?? ''}${to}`, `${from}-${to}`);
  return forms.map(plain);
}

/**
 * The choices that a typed text stands for, and those that it may become.
 * @param {string} typed
 * @param {Choice[]} choices
 * @returns {{ exact: Choice[], open: Choice[] }}
 */
export function matches(typed, choices) {
  const strict = choices.filter(({ text }) => text === typed.trim());
  const wanted = plain(typed);
  const open = choices.filter((choice) => formsOf(choice).some((form) => form.startsWith(wanted)));
  const same = open.filter((choice) => formsOf(choice).includes(wanted));
  const cells = new Set(same.map(({ from, to, text }) => (to ? `${from} ${to}` : text)));
  return { exact: strict.length > 0 ? strict : cells.size === 1 ? same : [], open };
}

/** A choice in words. @param {Choice} choice */
function words({ piece, from, to }) {
  if (!piece || !to) return '';
  return from ? t('confirm-move', { piece: pieceName(piece), from, to }) : pieceName(piece);
}

/**
 * `tryText` sends a text and returns why it is refused, `whyNot` says why nothing can be played.
 * @typedef {{ choices: () => Choice[], pick: (choices: Choice[]) => void, whyNot: () => string,
 *   tryText: (text: string) => Promise<string | null> }} Page
 */

export class TypedMove {
  /** @type {Choice[]} */
  #listed = [];
  /** The marked completion; -1 for none. */
  #marked = -1;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.list = html('ul', {
      id: 'typed-list',
      role: 'listbox',
      'aria-label': t('typed-list'),
      hidden: true,
    });
    this.problem = html('p', { class: 'typed-problem', id: 'typed-problem', role: 'alert' });
    this.field = html('input', {
      id: 'typed-move',
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'send',
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      'aria-controls': 'typed-list',
      'aria-describedby': 'typed-hint typed-problem',
      oninput: () => this.#complete(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.hint = html('p', { class: 'hint', id: 'typed-hint' });
    this.bar = html(
      'form',
      {
        class: 'typed-bar',
        hidden: true,
        onsubmit: (/** @type {Event} */ event) => void this.#enter(event),
      },
      html(
        'div',
        { class: 'row' },
        html('label', { for: 'typed-move' }, t('typed-label')),
        this.field,
        html('button', { type: 'submit', class: 'main' }, t('typed-do')),
        html(
          'button',
          { type: 'button', 'data-act': 'typed-close', onclick: () => this.close() },
          t('typed-close'),
        ),
      ),
      this.list,
      this.problem,
      this.hint,
    );
    document.querySelector('.notices > div')?.prepend(this.bar);
    this.tool = document.querySelector('[data-tool=type]');
  }

  toggle() {
    if (this.bar.hidden) this.open();
    else this.close();
  }

  open() {
    this.bar.hidden = false;
    this.tool?.setAttribute('aria-expanded', 'true');
    this.problem.textContent = '';
    this.field.value = '';
    const [first] = this.page.choices().filter(({ kind }) => kind !== 'button');
    this.hint.textContent = first ? t('typed-hint', { example: first.text }) : '';
    this.#complete();
    this.field.focus();
  }

  close() {
    this.bar.hidden = true;
    this.tool?.setAttribute('aria-expanded', 'false');
    if (this.tool instanceof HTMLElement) this.tool.focus();
  }

  #complete() {
    const typed = this.field.value;
    this.#marked = -1;
    this.problem.textContent = '';
    this.#listed =
      typed.trim() === '' ? [] : matches(typed, this.page.choices()).open.slice(0, MAX_LISTED);
    this.list.hidden = this.#listed.length === 0;
    this.hint.hidden = !this.list.hidden;
    this.field.setAttribute('aria-expanded', String(!this.list.hidden));
    this.list.replaceChildren(...this.#listed.map((choice, i) =>
      html(
        'li',
        {
          id: `typed-${i}`,
          role: 'option',
          'aria-selected': 'false',
          // The field keeps the focus.
          onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
          onclick: () => this.#send([choice]),
        },
        html('b', {}, choice.text),
        ` ${words(choice)}`,
      )));
    this.#mark(-1);
  }

  /** @param {number} index */
  #mark(index) {
    this.#marked = index;
    [...this.list.children].forEach((item, i) =>
      item.setAttribute('aria-selected', String(i === index)));
    if (index >= 0) this.field.setAttribute('aria-activedescendant', `typed-${index}`);
    else this.field.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const count = this.#listed.length;
    if (event.key === 'Escape') this.close();
    else if (event.key === 'ArrowDown' && count > 0) this.#mark((this.#marked + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0)
      this.#mark((Math.max(this.#marked, 0) + count - 1) % count);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Event} event */
  async #enter(event) {
    event.preventDefault();
    const typed = this.field.value.trim();
    const marked = this.#listed[this.#marked];
    if (marked) return this.#send([marked]);
    if (typed === '') return undefined;
    const choices = this.page.choices();
    if (choices.length === 0) return this.#refuse(t('wait-status', { status: this.page.whyNot() }));
    const { exact, open } = matches(typed, choices);
    if (exact.length > 0) return this.#send(exact);
    const [only] = open;
    if (only && open.length === 1) return this.#send([only]);
    if (open.length > 1) return this.#refuse(t('typed-several', { count: open.length }));
    const refusal = await this.page.tryText(typed);
    if (refusal === null) return this.#sent(typed);
    const example = choices.find(({ kind }) => kind !== 'button') ?? choices[0];
    const expected = t('typed-expected', { example: example?.text ?? '' });
    return this.#refuse(`${sentences([refusal, expected])}.`);
  }

  /** @param {Choice[]} choices */
  #send(choices) {
    this.page.pick(choices);
    this.#sent(choices[0]?.text ?? '');
  }

  /** The field stays open for the next move. @param {string} text */
  #sent(text) {
    this.field.value = '';
    this.#complete();
    announce(t('typed-sent', { move: text }));
  }

  /** @param {string} why */
  #refuse(why) {
    this.problem.textContent = why;
    this.field.select();
  }
}
