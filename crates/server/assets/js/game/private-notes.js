// Private notes on a game against people: a text, kept in `localStorage`, or with the account if
// the player asks for it.

import { ApiError, get, send } from '../common/api.js';
import { toast } from '../common/dialogs.js';
import { byId } from '../common/dom.js';
import { problemText, t } from '../common/i18n.js';
import { sharesScreen } from './player-cards.js';
/** @import { GameState } from '../common/types.d.ts' */

/** How long a change waits for more. */
const WAIT_MS = 600;
/** The most bytes that an account keeps. */
const BYTES = 4096;

export class PrivateNotes {
  /** @type {number | undefined} */
  #waiting;
  #isLoaded = false;

  /** @param {string} id of the game */
  constructor(id) {
    this.path = `/api/games/${id}/notes`;
    this.key = `heterodox-text-${id}`;
    this.root = byId('private-notes');
    this.text = /** @type {HTMLTextAreaElement} */ (this.root.querySelector('textarea'));
    /** Absent for guests. */
    this.keep = /** @type {HTMLInputElement | null} */ (
      this.root.querySelector('input[type=checkbox]')
    );
    this.text.addEventListener('input', () => this.#changed());
    this.keep?.addEventListener('change', () => void this.#keepOrForget());
    addEventListener('pagehide', () => this.#flush());
  }

  /** @param {GameState} state */
  show(state) {
    const own = state.seats ?? [];
    const against = state.players.some((player, seat) => !own.includes(seat) && player?.guest);
    this.root.hidden = own.length === 0 || sharesScreen(state) || !against;
    if (this.root.hidden || this.#isLoaded) return;
    this.#isLoaded = true;
    this.text.value = this.#stored();
    if (this.keep) void this.#load(this.keep);
  }

  #stored() {
    try {
      return localStorage.getItem(this.key) ?? '';
    } catch {
      return '';
    }
  }

  /** @param {string} text */
  #store(text) {
    try {
      if (text) localStorage.setItem(this.key, text);
      else localStorage.removeItem(this.key);
    } catch {
      // Without storage, notes last as long as the page.
    }
  }

  /** @param {HTMLInputElement} keep */
  async #load(keep) {
    const { text } = await get(this.path).catch(() => ({ text: null }));
    if (text === null) return;
    keep.checked = true;
    // What was written while it was loaded is not lost.
    if (this.#waiting === undefined) this.text.value = text;
    this.#showHint();
  }

  #showHint() {
    byId('private-notes-hint').textContent = t(
      this.keep?.checked ? 'private-notes-kept' : 'private-notes-here',
    );
  }

  #changed() {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#flush(), WAIT_MS);
  }

  /** Keeps what has changed. */
  #flush() {
    if (this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (this.keep?.checked) void this.#send('PUT');
    else this.#store(this.text.value);
  }

  async #keepOrForget() {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const keeps = this.keep?.checked ?? false;
    const done = await this.#send(keeps ? 'PUT' : 'DELETE');
    if (!done && this.keep) this.keep.checked = !keeps;
    // What the account keeps is not left in the browser.
    this.#store(this.keep?.checked ? '' : this.text.value);
    this.#showHint();
  }

  /**
   * @param {'PUT' | 'DELETE'} method
   * @returns {Promise<boolean>} whether the server has done it
   */
  async #send(method) {
    try {
      if (new TextEncoder().encode(this.text.value).length > BYTES)
        throw new ApiError(422, { code: 'bad-notes', args: {}, message: '', reasons: [] });
      await send(method, this.path, method === 'PUT' ? { text: this.text.value } : {});
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
      return false;
    }
  }
}
