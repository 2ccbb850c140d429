// The limit of rounds: none, that of the house, or another. The house's is on with the computer and off without, until
// somebody says which it is to be.

import { setAnswer } from './form-presets.js';

export class MoveLimitOption {
  #isChosen = false;

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.defaultLimit = /** @type {HTMLInputElement} */ (form.querySelector('[data-when="limit=house"] input')).value;
    // Before the form hears of it.
    for (const radio of form.querySelectorAll('[name=limit]')) radio.addEventListener('input', () => { this.#isChosen = true; });
  }

  /** @param {string} rounds as in the address; none if empty */
  preset(rounds) {
    this.#isChosen = true;
    setAnswer(this.form, 'limit', rounds === '' ? 'none' : rounds === this.defaultLimit ? 'house' : 'own');
    setAnswer(this.form, 'option-max-moves', rounds || '100');
  }

  /** @param {boolean} hasComputer */
  update(hasComputer) {
    if (!this.#isChosen) setAnswer(this.form, 'limit', hasComputer ? 'house' : 'none');
  }
}
