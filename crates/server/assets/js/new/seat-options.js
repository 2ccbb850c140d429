// The seats in the form of games of more than two: a row for each side, and presets.

import { DEFAULT_LEVEL } from '../common/levels.js';
/** @import { Scene } from '../common/types.d.ts' */

/** The reader, and others at the reader's screen. */
const LOCAL_PLAYERS = ['me', 'here'];
/** The answers that are not levels of the computer. */
const HUMANS = [...LOCAL_PLAYERS, 'open', 'link', 'person'];

/**
 * As the server expects it; a person is named by its id.
 * @typedef {'you' | 'open' | 'link' | { computer: number } | { user: string }} RequestedSeat
 */

export class SeatOptions {
  /** @type {string[] | null} the sides of the position in the last preview */
  #sides = null;
  /** @type {Map<HTMLSelectElement, string>} the answers before the last change */
  #previous = new Map();

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('.seat-row')]);
    this.selects = this.rows.flatMap((row) => [...row.querySelectorAll('select')]).filter(({ name }) => name.startsWith('sits-'));
    this.presets = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll('[data-preset]')]);
    this.#savePrevious();
  }

  /** @param {() => void} changed */
  bind(changed) {
    for (const select of this.selects) select.addEventListener('input', () => this.#keepMeUnique(select));
    for (const button of this.presets) {
      button.addEventListener('click', () => {
        this.#applyPreset(button);
        changed();
      });
    }
  }

  /**
   * Fills in the answers from the URL: `me,open,3,person:Anna`, or just a number of seats.
   * @param {string} text
   */
  preset(text) {
    const answers = text.split(',');
    this.#choose('option-seats', /^\d$/.test(text) ? text : String(answers.length));
    this.update();
    this.#visibleSelects().forEach((select, i) => {
      const [who = '', name = ''] = (answers[i] ?? '').split(':');
      this.#setSeat(select, who);
      const field = this.#personField(select);
      if (field) field.value = name;
    });
    this.#savePrevious();
  }

  /** Receives the preview. @param {Scene} scene */
  boardShown({ sides }) {
    if (!this.#startsFromPosition) return;
    this.#sides = sides.filter(({ seat }) => seat !== null).map(({ key }) => key);
    this.update();
  }

  /** Shows the rows of the sides that play, and the hints about these answers. */
  update() {
    const count = this.#answer('option-seats');
    const set = !this.#startsFromPosition;
    if (set) this.#sides = null;
    for (const row of this.rows) {
      const { side = '', counts = '' } = row.dataset;
      row.hidden = !(set ? counts.split(' ').includes(count) : this.#sides?.includes(side));
    }
    for (const select of this.selects) this.#personField(select)?.toggleAttribute('hidden', select.value !== 'person');
    const who = this.#visibleSelects().map(({ value }) => value);
    for (const hint of this.form.querySelectorAll('[data-sits]')) hint.toggleAttribute('hidden', !who.includes(hint.getAttribute('data-sits') ?? ''));
    this.form.querySelector('#no-sides')?.toggleAttribute('hidden', who.length > 0);
    this.form.querySelector('#no-me')?.toggleAttribute('hidden', who.length === 0 || this.#hasLocalPlayer(who));
    for (const button of this.presets) button.setAttribute('aria-pressed', String(this.#matchesPreset(button, who, count)));
  }

  /** To whom seats are offered: `open` to anybody, by a `link`, or to a `person`. */
  get offers() {
    return this.#visibleSelects().map(({ value }) => value).filter((value) => ['open', 'link', 'person'].includes(value));
  }

  /** Whether a computer plays. */
  get hasComputer() {
    return this.#visibleSelects().some(({ value }) => !HUMANS.includes(value));
  }

  /** Whether the reader or others at this screen play. */
  get hasLocalPlayer() {
    return this.#hasLocalPlayer(this.#visibleSelects().map(({ value }) => value));
  }

  /** The reader's side; empty if the sides are drawn by lot or the reader has none. */
  get mySide() {
    const mine = this.#answer('shuffle') ? undefined : this.#visibleSelects().find(({ value }) => value === 'me');
    return mine?.closest('.seat-row')?.getAttribute('data-side') ?? '';
  }

  /**
   * @param {(name: string) => Promise<string>} idOf finds the id of a person
   * @returns {Promise<{ seats: RequestedSeat[], shuffle?: boolean }>}
   */
  async seatRequests(idOf) {
    /** @type {RequestedSeat[]} */
    const seats = [];
    for (const select of this.#visibleSelects()) {
      const { value } = select;
      if (LOCAL_PLAYERS.includes(value)) seats.push('you');
      else if (value === 'open' || value === 'link') seats.push(value);
      else if (value === 'person') seats.push({ user: await idOf(this.#personField(select)?.value ?? '') });
      else seats.push({ computer: Number(value) });
    }
    return this.#answer('shuffle') ? { seats, shuffle: true } : { seats };
  }

  get #startsFromPosition() {
    return this.#answer('start') === 'position';
  }

  /** @param {string[]} who */
  #hasLocalPlayer(who) {
    return who.some((one) => LOCAL_PLAYERS.includes(one));
  }

  /** The field for the name of a person. @param {HTMLSelectElement} select */
  #personField(select) {
    return select.closest('.seat-row')?.querySelector('input') ?? null;
  }

  /** The answers as text, as `preset` reads it. */
  get text() {
    const answers = this.#visibleSelects().map((select) => {
      const name = this.#personField(select)?.value.trim() ?? '';
      return select.value === 'person' && name !== '' ? `person:${name}` : select.value;
    });
    return answers.join(',');
  }

  /** The visible answers, by seat. */
  #visibleSelects() {
    return this.selects.filter((select) => !select.closest('.seat-row')?.hasAttribute('hidden'));
  }

  /** @param {HTMLButtonElement} button */
  #applyPreset({ dataset }) {
    if (dataset.count) this.#choose('option-seats', dataset.count);
    this.update();
    const others = this.#presetOpponent(dataset.preset ?? '');
    this.#visibleSelects().forEach((select, i) => this.#setSeat(select, i === 0 ? 'me' : others));
    this.#savePrevious();
  }

  /**
   * The opponent of a preset; a computer keeps the level that was chosen.
   * @param {string} preset
   */
  #presetOpponent(preset) {
    if (preset !== 'computer') return preset;
    const levels = this.#visibleSelects().map(({ value }) => value).filter((value) => !HUMANS.includes(value));
    return levels[0] ?? DEFAULT_LEVEL;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string[]} who
   * @param {string} count
   */
  #matchesPreset({ dataset }, [first, ...others], count) {
    const fits = (/** @type {string} */ one) => (dataset.preset === 'computer' ? !HUMANS.includes(one) : one === dataset.preset);
    const counted = !dataset.count || (Number(dataset.count) === others.length + 1 && (this.#startsFromPosition || dataset.count === count));
    return counted && first === 'me' && others.length > 0 && others.every(fits);
  }

  /**
   * The reader has one seat: choosing another one swaps the two.
   * @param {HTMLSelectElement} select
   */
  #keepMeUnique(select) {
    if (select.value === 'me') {
      const other = this.#visibleSelects().find((one) => one !== select && one.value === 'me');
      if (other) this.#setSeat(other, this.#previous.get(select) ?? 'here');
    }
    this.#savePrevious();
  }

  #savePrevious() {
    this.#previous = new Map(this.selects.map((select) => [select, select.value]));
  }

  /** @param {HTMLSelectElement} select @param {string} who */
  #setSeat(select, who) {
    if ([...select.options].some(({ value }) => value === who)) select.value = who;
  }

  /** @param {string} name */
  #answer(name) {
    return String(new FormData(this.form).get(name) ?? '');
  }

  /** @param {string} name @param {string} value */
  #choose(name, value) {
    const radio = this.form.querySelector(`input[name="${name}"][value="${value}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }
}
