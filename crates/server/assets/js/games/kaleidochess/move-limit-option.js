// The limit of rounds: none, the default or another. The default applies with computer players
// only, until the reader chooses.

import { setAnswer } from '../../new/form-presets.js';

export class MoveLimitOption {
  #isChosen = false;

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.defaultLimit = /** @type {HTMLInputElement} */ (
      form.querySelector('[data-when="limit=house"] input')
    ).value;
    // Registered before the form's own listener.
    for (const radio of form.querySelectorAll('[name=limit]'))
      radio.addEventListener('input', () => {
        this.#isChosen = true;
      });
  }

  /** @param {URLSearchParams} params with `max-moves`, empty for none */
  preset(params) {
    const rounds = params.get('max-moves');
    if (rounds === null) return;
    this.#isChosen = true;
    setAnswer(
      this.form,
      'limit',
      rounds === '' ? 'none' : rounds === this.defaultLimit ? 'house' : 'own',
    );
    setAnswer(this.form, 'option-max-moves', rounds || '100');
  }

  /** @param {boolean} hasComputer */
  update(hasComputer) {
    if (!this.#isChosen) setAnswer(this.form, 'limit', hasComputer ? 'house' : 'none');
  }
}
