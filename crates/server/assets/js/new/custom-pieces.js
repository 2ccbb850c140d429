// Pieces of one's own in the form: a row for each with its code and its moves in Betza's notation. The
// server says whether they can be read.

import { html } from '../common/dom.js';
import { problemText } from '../common/i18n.js';
/** @import { ApiProblem } from '../common/types.d.ts' */

export class CustomPieces {
  #changed = () => {};

  /**
   * @param {HTMLElement} rows
   * @param {HTMLElement} add
   */
  constructor(rows, add) {
    this.rows = rows;
    add.addEventListener('click', () => {
      const row = this.#createRow();
      this.rows.append(row);
      row.querySelector('input')?.focus();
      this.#changed();
    });
  }

  /** @param {() => void} changed */
  bind(changed) {
    this.#changed = changed;
  }

  /** As the option wants them: `Xy:KAD;Zw:NN`. Rows that are still empty are left out. */
  text() {
    return this.#pieces().map(({ text }) => text).filter((text) => text !== ':').join(';');
  }

  #pieces() {
    return [...this.rows.children].map((row) => {
      const [code, moves] = [...row.querySelectorAll('input')].map(({ value }) => value.trim());
      return { row, text: `${code}:${moves}` };
    });
  }

  /**
   * Points at the piece that a refusal is about.
   * @param {ApiProblem | null} problem
   * @returns {boolean} whether it is about one
   */
  markProblem(problem) {
    let found = false;
    const piece = problem?.reasons?.find(({ code }) => code === 'own');
    for (const { row, text } of this.#pieces()) {
      /** @type {boolean} */
      const wrong = !found && piece?.args.text === text;
      found ||= wrong;
      const box = row.querySelector('.problem-line');
      if (!(box instanceof HTMLElement)) continue;
      box.hidden = !wrong;
      box.textContent = wrong ? (piece?.reasons ?? []).map((reason) => problemText(reason)).join(' ') : '';
      for (const input of row.querySelectorAll('input')) input.setAttribute('aria-invalid', String(wrong));
    }
    return found;
  }

  #createRow() {
    const { code = '', moves = '', remove = '' } = this.rows.dataset;
    const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Record<string, unknown>} */ more) =>
      html('label', { class: `own-${name}` }, html('span', {}, label),
        html('input', { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', ...more }));
    const row = html('div', { class: 'own-row' },
      field('code', code, { maxlength: 2, placeholder: 'Xy' }),
      field('moves', moves, { placeholder: 'KAD' }),
      html('button', {
        type: 'button', 'aria-label': remove, title: remove, onclick: () => {
          row.remove();
          this.#changed();
        },
      }, '×'),
      html('p', { class: 'problem-line', role: 'alert', lang: 'en', hidden: true }));
    return row;
  }
}
