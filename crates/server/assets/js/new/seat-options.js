// Who sits where, in games of more than two: a row for each side that plays, tables that are set with one click.

import { DEFAULT_LEVEL } from '../common/levels.js';
/** @import { Scene } from '../common/types.d.ts' */

/** Who the caller of the server is: at one seat in person, at others with somebody beside. */
const MINE = ['me', 'here'];
/** Who is at none of the levels of the computer. */
const PEOPLE = [...MINE, 'open'];

/** @typedef {'you' | 'open' | { computer: number }} Sits as the server wants it */

export class SeatAnswers {
  /** @type {string[] | null} the sides of the position that was looked at last */
  #sides = null;
  /** @type {Map<HTMLSelectElement, string>} who sat there before the last change */
  #before = new Map();

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('.seat-row')]);
    this.selects = this.rows.flatMap((row) => [...row.querySelectorAll('select')]).filter(({ name }) => name.startsWith('sits-'));
    this.presets = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll('[data-preset]')]);
    this.#remember();
  }

  /** @param {() => void} changed */
  bind(changed) {
    for (const select of this.selects) select.addEventListener('input', () => this.#keepOneOfMe(select));
    for (const button of this.presets) {
      button.addEventListener('click', () => {
        this.#set(button);
        changed();
      });
    }
  }

  /**
   * Begins with what the address asks for: `me,open,3`, or just how many.
   * @param {string} text
   */
  begin(text) {
    const wanted = text.split(',');
    this.#choose('option-seats', /^\d$/.test(text) ? text : String(wanted.length));
    this.tidy();
    this.#shown().forEach((select, i) => this.#sit(select, wanted[i] ?? ''));
    this.#remember();
  }

  /** The board shows how the game would begin. @param {Scene} scene */
  seen({ sides }) {
    if (!this.#fromPosition) return;
    this.#sides = sides.filter(({ seat }) => seat !== null).map(({ key }) => key);
    this.tidy();
  }

  /** Shows the rows of those who play, and what is to be said of this table. */
  tidy() {
    const count = this.#answer('option-seats');
    const set = !this.#fromPosition;
    if (set) this.#sides = null;
    for (const row of this.rows) {
      const { side = '', counts = '' } = row.dataset;
      row.hidden = !(set ? counts.split(' ').includes(count) : this.#sides?.includes(side));
    }
    const who = this.#shown().map(({ value }) => value);
    for (const hint of this.form.querySelectorAll('[data-sits]')) hint.toggleAttribute('hidden', !who.includes(hint.getAttribute('data-sits') ?? ''));
    this.form.querySelector('#no-sides')?.toggleAttribute('hidden', who.length > 0);
    this.form.querySelector('#no-me')?.toggleAttribute('hidden', who.length === 0 || this.#mine(who));
    for (const button of this.presets) button.setAttribute('aria-pressed', String(this.#isSet(button, who, count)));
  }

  /** Whether a computer plays. */
  get hasComputer() {
    return this.#shown().some(({ value }) => !PEOPLE.includes(value));
  }

  /** Whether somebody at this screen plays. */
  get hasMe() {
    return this.#mine(this.#shown().map(({ value }) => value));
  }

  /** The side that I play, unless lots are drawn; empty if that is nobody's. */
  get mySide() {
    const mine = this.#answer('shuffle') ? undefined : this.#shown().find(({ value }) => value === 'me');
    return mine?.closest('.seat-row')?.getAttribute('data-side') ?? '';
  }

  /** @returns {{ seats: Sits[], shuffle?: boolean }} */
  wanted() {
    const seats = this.#shown().map(({ value }) => (MINE.includes(value) ? 'you' : value === 'open' ? 'open' : { computer: Number(value) }));
    return this.#answer('shuffle') ? { seats, shuffle: true } : { seats };
  }

  get #fromPosition() {
    return this.#answer('start') === 'position';
  }

  /** @param {string[]} who */
  #mine(who) {
    return who.some((one) => MINE.includes(one));
  }

  /** The answers of those who play, in the order of the seats. */
  #shown() {
    return this.selects.filter((select) => !select.closest('.seat-row')?.hasAttribute('hidden'));
  }

  /** @param {HTMLButtonElement} button */
  #set({ dataset }) {
    if (dataset.count) this.#choose('option-seats', dataset.count);
    this.tidy();
    const others = this.#others(dataset.preset ?? '');
    this.#shown().forEach((select, i) => this.#sit(select, i === 0 ? 'me' : others));
    this.#remember();
  }

  /** The computer plays as well as it was asked to last. @param {string} preset */
  #others(preset) {
    if (preset !== 'computer') return preset;
    const levels = this.#shown().map(({ value }) => value).filter((value) => !PEOPLE.includes(value));
    return levels[0] ?? DEFAULT_LEVEL;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string[]} who
   * @param {string} count
   */
  #isSet({ dataset }, [first, ...others], count) {
    const fits = (/** @type {string} */ one) => (dataset.preset === 'computer' ? !PEOPLE.includes(one) : one === dataset.preset);
    const counted = !dataset.count || (Number(dataset.count) === others.length + 1 && (this.#fromPosition || dataset.count === count));
    return counted && first === 'me' && others.length > 0 && others.every(fits);
  }

  /**
   * Whoever sits down leaves another seat: it goes to who was here.
   * @param {HTMLSelectElement} select
   */
  #keepOneOfMe(select) {
    if (select.value === 'me') {
      const other = this.#shown().find((one) => one !== select && one.value === 'me');
      if (other) this.#sit(other, this.#before.get(select) ?? 'here');
    }
    this.#remember();
  }

  #remember() {
    this.#before = new Map(this.selects.map((select) => [select, select.value]));
  }

  /** @param {HTMLSelectElement} select @param {string} who */
  #sit(select, who) {
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
