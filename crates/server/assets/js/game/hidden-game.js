// What the page of a game has besides where an umpire knows more than the viewer: the log of what it said, paths, the
// notepad, drifting clouds, and all three boards after the end.

import { byId } from '../common/dom.js';
import { driftOf, driftText, showDrift } from '../clouds/cloud-drift.js';
import { Notepad } from './notepad.js';
import { sharesScreen } from './player-cards.js';
import { play } from '../common/sound.js';
import { Truth } from './reveal.js';
import { haltCells, soundOf, toldTexts, UmpireLog } from './umpire-log.js';
import { Ways } from './path-chooser.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, Frame, GameState } from '../common/types.d.ts' */

export class Umpired {
  /** @type {{ steps: number, direction: string } | null} what the clouds did before the frame that is shown */
  #drift = null;

  /**
   * @param {GameBoard} board
   * @param {{ id: string, pieces: string[], view: (ply: number) => void, changed: () => void }} page
   */
  constructor(board, { id, pieces, view, changed }) {
    this.board = board;
    this.log = new UmpireLog(byId('told'), view);
    this.ways = new Ways(byId('ways'), board, id);
    this.notepad = new Notepad(byId('notepad'), board, { pieces, changed });
    this.truth = new Truth(byId('board-area'), board);
    this.id = id;
    board.addEventListener('board-turned', () => this.#sayDrift());
  }

  /** Whether taps on the board are not for moves now. */
  get writing() {
    return this.notepad.writing;
  }

  /**
   * @param {GameState} state
   * @param {Frame[]} frames
   * @param {Frame} frame the one that is looked at
   */
  show(state, frames, frame) {
    const { outcome, phase } = state.scene;
    const begun = phase === 'play' || phase === 'over';
    const past = frame.ply !== state.scene.frame.ply;
    // Once everything is open nothing is left that was only told: the boards beside the truth have it.
    // Who only looks on is told so little that an empty log would promise too much.
    const told = state.seat !== null || frames.some((one) => toldTexts(one).length > 0);
    this.log.show(begun && !outcome && told ? frames : [], frame.ply);
    this.ways.show(phase === 'play' && state.seat !== null && !this.writing, !past && this.board.choices.length > 0);
    byId('onlooker').hidden = state.seat !== null || outcome !== null || state.open || sharesScreen(state);
    if (phase === 'play' || (phase === 'over' && frames.length > 1)) this.notepad.show(`heterodox-notes-${this.id}-${state.seat ?? 'public'}`, frame);
    else this.notepad.hide();
    this.#drift = begun ? driftOf(frame) : null;
    this.#sayDrift();
    if (outcome) void this.truth.open(state);
    this.truth.show(frame);
  }

  #sayDrift() {
    byId('drift').hidden = this.#drift === null;
    byId('drift').textContent = this.#drift ? driftText(this.board, this.#drift) : '';
  }

  /**
   * What is to be said of a new ply; the clouds go, if they do.
   * @param {Frame} frame
   * @param {Frame | undefined} before
   * @returns {string[]}
   */
  hear(frame, before) {
    const drift = driftOf(frame);
    if (drift) showDrift(this.board, drift, before?.areas ?? []);
    return toldTexts(frame);
  }

  /**
   * The cells that announcements point at.
   * @param {Frame} frame
   */
  hints(frame) {
    return [{ cells: haltCells(frame), kind: 'halt' }];
  }

  /**
   * What was told after a ply.
   * @param {Frame} frame
   */
  told(frame) {
    return toldTexts(frame);
  }

  /**
   * Lets the sound of what was told be heard.
   * @param {Frame} frame
   * @returns {boolean} whether there was one
   */
  sounds(frame) {
    const sound = soundOf(frame);
    if (sound) play(sound);
    return sound !== null;
  }

  /**
   * Whether a tap on a target goes on to the next of its paths.
   * @param {Choice[]} choices
   */
  again(choices) {
    return this.ways.again(choices);
  }

  /**
   * The text to submit for a choice, perhaps with a path; nothing if there is nothing to submit.
   * @param {Choice} choice
   */
  name(choice) {
    return this.ways.name(choice);
  }
}
