// The pace at which plies are shown: each is seen before the next comes, however fast a computer
// answers.

import { animationMs } from '../board/board-looks.js';

/** The shortest time between two plies, in milliseconds. */
export const REPLY_MS = 400;
/** How much longer than its animation a ply is seen by itself. */
const REST_MS = 100;

export class Pace {
  /** When the last ply was shown; `null` before the first. @type {number | null} */
  #shownAt = null;

  /** Notes that a ply has just been shown. */
  shown() {
    this.#shownAt = performance.now();
  }

  /** How long the next ply waits, in milliseconds. A hidden page does not wait. */
  get wait() {
    if (this.#shownAt === null || document.hidden) return 0;
    const least = Math.max(REPLY_MS, animationMs() + REST_MS);
    return Math.max(0, this.#shownAt + least - performance.now());
  }

  /** Waits until the next ply may be shown. @returns {Promise<void>} */
  async rest() {
    const { wait } = this;
    if (wait > 0) await new Promise((done) => { setTimeout(done, wait); });
  }
}
