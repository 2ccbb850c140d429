// A choice that was sent and is shown as if it were made, until the server has answered.

import { predictedFrame } from '../board/predicted-frame.js';
import { isSetupPhase } from '../setup/phases.js';
import { sideOf } from './status-line.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, Frame, GameState } from '../common/types.d.ts' */

/** How long an answer may take before the board says that it waits. */
const WAITS_MS = 300;

export class SentMove {
  /** The version of the server's answer, once it has come. @type {number | null} */
  answeredBy = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {GameState} state before the choice
   * @param {Choice} choice
   * @param {Frame} frame after it
   * @param {GameBoard} board
   */
  constructor(state, choice, frame, board) {
    this.state = state;
    this.choice = choice;
    this.frame = frame;
    this.board = board;
    this.#timer = setTimeout(() => board.toggleAttribute('waiting', true), WAITS_MS);
  }

  /**
   * Returns the choice as a sent one; `null` if nothing of it can be shown.
   * @param {GameState} state
   * @param {Choice | undefined} choice
   * @param {{ board: GameBoard, kinds: string[] }} page
   */
  static of(state, choice, { board, kinds }) {
    const side = sideOf(state, state.seat);
    if (!choice || !side) return null;
    const isPly = !isSetupPhase(state.scene.phase);
    const frame = predictedFrame(state.scene.frame, choice, { side, kinds, isPly });
    return frame && new SentMove(state, choice, frame, board);
  }

  /** Whether it is a ply, and no step of a setup. */
  get isPly() {
    return this.frame.ply > this.state.scene.frame.ply;
  }

  /**
   * Whether a state knows what became of the choice.
   * @param {GameState} state
   */
  isSettledBy({ scene, version }) {
    const { scene: before } = this.state;
    return (
      scene.frame.ply !== before.frame.ply ||
      scene.phase !== before.phase ||
      !scene.choices.some(({ text }) => text === this.choice.text) ||
      (this.answeredBy !== null && version >= this.answeredBy)
    );
  }

  end() {
    clearTimeout(this.#timer);
    this.board.toggleAttribute('waiting', false);
  }
}
