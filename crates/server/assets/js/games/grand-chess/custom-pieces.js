// The table's own pieces in the form of a new game: a row for each with its code and its moves in
// Betza notation. The server validates them.

import { html } from '../../common/dom.js';
import { problemText } from '../../common/i18n.js';
/** @import { ApiProblem } from '../../common/types.d.ts' */

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

  /**
   * The option's value: `Xy:KAD;Zw:NN`. Empty rows are left out.
   * @returns {Record<string, string>}
   */
  options() {
    const own = this.#pieces().map(({ text }) => text).filter((text) => text !== ':').join(';');
    return own ? { own } : {};
  }

  /** @param {Node} field */
  isTyped(field) {
    return this.rows.contains(field);
  }

  #pieces() {
    return [...this.rows.children].map((row) => {
      const [code, moves] = [...row.querySelectorAll('input')].map(({ value }) => value.trim());
      return { row, text: `${code}:${moves}` };
    });
  }

  /**
   * Shows a refusal at the piece that it is about.
   * @param {ApiProblem | null} problem
   * @returns {boolean} whether it is about a piece
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
      box.textContent = wrong
        ? (piece?.reasons ?? []).map((reason) => problemText(reason)).join(' ')
        : '';
      for (const input of row.querySelectorAll('input'))
        input.setAttribute('aria-invalid', String(wrong));
    }
    return found;
  }

  #createRow() {
    const { code = '', moves = '', remove = '' } = this.rows.dataset;
    const field = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {Record<string, unknown>} */ more,
    ) =>
      html(
        'label',
        { class: `own-${name}` },
        html('span', {}, label),
        html('input', { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', ...more }),
      );
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
