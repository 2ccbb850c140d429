// This browser's part of the dice seed (docs/api.md, "Dice"). It is drawn once per game and saved
// with the commitment that the server had shown before. So a server that rejects parts until one
// suits it gets the same part again, and one that shows another commitment afterwards fails the
// verification after the end.

import { post } from '../common/api.js';
/** @import { GameState } from '../common/types.d.ts' */

/** The delay before a part is sent again after an error. */
const RETRY_MS = 5000;
/** The time for which an act waits for the state that follows the part. */
const STATE_TIMEOUT_MS = 2000;

/**
 * The part of this browser, and the commitment that it had been shown.
 * @typedef {{ part: string, commitment: string, given: boolean }} SavedPart
 */

/**
 * Whether the dice wait for a part of the reader.
 * @param {GameState} state
 */
export const owesSeedPart = ({ dice, seats, seat }) =>
  (dice?.awaits ?? []).some((one) => (seats ?? [seat]).includes(one));

export class SeedPart {
  /** @type {GameState | null} */
  #latestState = null;
  #sending = false;
  /** @type {Promise<void>} */
  #ready = Promise.resolve();
  #resolveReady = () => {};
  /** The saved part, for browsers without storage. @type {SavedPart | null} */
  #saved = null;

  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
    this.key = `heterodox-dice-${id}`;
  }

  /** @returns {SavedPart | null} */
  get saved() {
    try {
      const { part, commitment, given } = JSON.parse(localStorage.getItem(this.key) ?? '{}');
      if (typeof part === 'string' && typeof commitment === 'string')
        return { part, commitment, given: given === true };
    } catch {
      // An unreadable entry counts as none.
    }
    return this.#saved;
  }

  /**
   * Resolves when no part is being sent. The part is an event of the game, so an act sent at the
   * same time would expect an outdated version.
   */
  get ready() {
    return this.#ready;
  }

  /**
   * Sends the part if the game waits for it.
   * @param {GameState} state
   */
  onState(state) {
    this.#latestState = state;
    if (!owesSeedPart(state)) this.#resolveReady();
    else if (!this.#sending) void this.#send(state.dice?.commitment ?? '');
  }

  /** @param {string} commitment */
  async #send(commitment) {
    this.#sending = true;
    this.#ready = new Promise((wake) => { this.#resolveReady = () => wake(); });
    const { part, given, ...shown } = this.saved ?? {
      part: randomPart(),
      commitment,
      given: false,
    };
    this.#save({ part, given, ...shown });
    try {
      await post(`/api/games/${this.id}/dice`, { part });
      this.#save({ part, ...shown, given: true });
      setTimeout(() => this.#resolveReady(), STATE_TIMEOUT_MS);
    } catch {
      this.#sending = false;
      this.#resolveReady();
      setTimeout(() => { if (this.#latestState) this.onState(this.#latestState); }, RETRY_MS);
    }
  }

  /** @param {SavedPart} saved */
  #save(saved) {
    this.#saved = saved;
    try {
      localStorage.setItem(this.key, JSON.stringify(saved));
    } catch {
      // Without storage, the part is known as long as the page.
    }
  }
}

/** 64 random bits in hexadecimal. */
const randomPart = () =>
  [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
