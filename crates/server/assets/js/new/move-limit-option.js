// The limit of rounds: none, that of the house, or another. The house's is on with the computer and off without, until
// somebody says which it is to be.

import { set } from './form-presets.js';

export class LimitAnswer {
  #said = false;

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.house = /** @type {HTMLInputElement} */ (form.querySelector('[data-when="limit=house"] input')).value;
    // Before the form hears of it.
    for (const radio of form.querySelectorAll('[name=limit]')) radio.addEventListener('input', () => { this.#said = true; });
  }

  /** @param {string} rounds as in the address; none if empty */
  begin(rounds) {
    this.#said = true;
    set(this.form, 'limit', rounds === '' ? 'none' : rounds === this.house ? 'house' : 'own');
    set(this.form, 'option-max-moves', rounds || '100');
  }

  /** @param {boolean} hasComputer */
  tidy(hasComputer) {
    if (!this.#said) set(this.form, 'limit', hasComputer ? 'house' : 'none');
  }
}
