// This browser's part of the seed of the dice (docs/api.md, "Dice"). It is drawn once for each game
// and kept together with the commitment that the server had shown before: a server that refuses
// parts until one suits it is given the same part again, and one that shows another commitment
// afterwards is found out by the check after the end.

import { post } from '../common/api.js';
/** @import { GameState } from '../common/types.d.ts' */

/** How long to wait before a part that could not be given is sent again. */
const RETRY_MS = 5000;
/** How long an act waits for the state that follows the part. */
const PATIENCE_MS = 2000;

/**
 * What this browser gave, and what it had been shown.
 * @typedef {{ part: string, commitment: string, given: boolean }} Kept
 */

/**
 * Whether the dice wait for a part of the reader.
 * @param {GameState} state
 */
export const owesPart = ({ dice, seats, seat }) =>
  (dice?.awaits ?? []).some((one) => (seats ?? [seat]).includes(one));

export class DicePart {
  /** @type {GameState | null} */
  #latest = null;
  #sending = false;
  /** @type {Promise<void>} */
  #ready = Promise.resolve();
  #wake = () => {};
  /** What is kept, for browsers that keep nothing. @type {Kept | null} */
  #kept = null;

  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
    this.key = `heterodox-dice-${id}`;
  }

  /** What this browser gave. @returns {Kept | null} */
  get kept() {
    try {
      const { part, commitment, given } = JSON.parse(localStorage.getItem(this.key) ?? '{}');
      if (typeof part === 'string' && typeof commitment === 'string') return { part, commitment, given: given === true };
    } catch {
      // What cannot be read was not kept.
    }
    return this.#kept;
  }

  /**
   * Resolves when no part is on its way. The part is an event of the game, so an act that was sent
   * at the same time would be meant for a version that is gone.
   */
  get ready() {
    return this.#ready;
  }

  /**
   * Gives the part if the game waits for it.
   * @param {GameState} state
   */
  see(state) {
    this.#latest = state;
    if (!owesPart(state)) this.#wake();
    else if (!this.#sending) void this.#give(state.dice?.commitment ?? '');
  }

  /** @param {string} commitment */
  async #give(commitment) {
    this.#sending = true;
    this.#ready = new Promise((wake) => { this.#wake = () => wake(); });
    const { part, given, ...shown } = this.kept ?? { part: draw(), commitment, given: false };
    this.#keep({ part, given, ...shown });
    try {
      await post(`/api/games/${this.id}/dice`, { part });
      this.#keep({ part, ...shown, given: true });
      setTimeout(() => this.#wake(), PATIENCE_MS);
    } catch {
      this.#sending = false;
      this.#wake();
      setTimeout(() => { if (this.#latest) this.see(this.#latest); }, RETRY_MS);
    }
  }

  /** @param {Kept} kept */
  #keep(kept) {
    this.#kept = kept;
    try {
      localStorage.setItem(this.key, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing: the part is known as long as the page.
    }
  }
}

/** 64 bits that nobody can guess. */
const draw = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
