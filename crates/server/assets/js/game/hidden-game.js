// What the page of a game has besides where an umpire knows more than the viewer: the log of what it said, paths, the
// notepad, drifting clouds, and all three boards after the end.

import { byId } from '../common/dom.js';
import { driftOf, driftText, showDrift } from '../clouds/cloud-drift.js';
import { Notepad } from './notepad.js';
import { sharesScreen } from './player-cards.js';
import { play } from '../common/sound.js';
import { Reveal } from './reveal.js';
import { haltCells, soundOf, reportTexts, UmpireLog } from './umpire-log.js';
import { PathChooser } from './path-chooser.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, Frame, GameState } from '../common/types.d.ts' */

export class HiddenGame {
  /** @type {{ steps: number, direction: string } | null} what the clouds did before the frame that is shown */
  #drift = null;

  /**
   * @param {GameBoard} board
   * @param {{ id: string, pieces: string[], goToPly: (ply: number) => void, onChange: () => void }} page
   */
  constructor(board, { id, pieces, goToPly, onChange }) {
    this.board = board;
    this.log = new UmpireLog(byId('told'), goToPly);
    this.pathChooser = new PathChooser(byId('ways'), board, id);
    this.notepad = new Notepad(byId('notepad'), board, { pieces, onChange });
    this.reveal = new Reveal(byId('board-area'), board);
    this.id = id;
    board.addEventListener('board-rotate', () => this.#showDriftText());
  }

  /** Whether taps on the board are not for moves now. */
  get isWriting() {
    return this.notepad.isWriting;
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
    const hasReports = state.seat !== null || frames.some((one) => reportTexts(one).length > 0);
    this.log.show(begun && !outcome && hasReports ? frames : [], frame.ply);
    this.pathChooser.show(phase === 'play' && state.seat !== null && !this.isWriting, !past && this.board.choices.length > 0);
    byId('onlooker').hidden = state.seat !== null || outcome !== null || state.open || sharesScreen(state);
    if (phase === 'play' || (phase === 'over' && frames.length > 1)) this.notepad.show(`heterodox-notes-${this.id}-${state.seat ?? 'public'}`, frame);
    else this.notepad.hide();
    this.#drift = begun ? driftOf(frame) : null;
    this.#showDriftText();
    if (outcome) void this.reveal.open(state);
    this.reveal.show(frame);
  }

  #showDriftText() {
    byId('drift').hidden = this.#drift === null;
    byId('drift').textContent = this.#drift ? driftText(this.board, this.#drift) : '';
  }

  /**
   * What is to be said of a new ply; the clouds go, if they do.
   * @param {Frame} frame
   * @param {Frame | undefined} before
   * @returns {string[]}
   */
  onNewPly(frame, before) {
    const drift = driftOf(frame);
    if (drift) showDrift(this.board, drift, before?.areas ?? []);
    return reportTexts(frame);
  }

  /**
   * The cells that announcements point at.
   * @param {Frame} frame
   */
  highlights(frame) {
    return [{ cells: haltCells(frame), kind: 'halt' }];
  }

  /**
   * What was told after a ply.
   * @param {Frame} frame
   */
  reports(frame) {
    return reportTexts(frame);
  }

  /**
   * Lets the sound of what was told be heard.
   * @param {Frame} frame
   * @returns {boolean} whether there was one
   */
  playSound(frame) {
    const sound = soundOf(frame);
    if (sound) play(sound);
    return sound !== null;
  }

  /**
   * Whether a tap on a target goes on to the next of its paths.
   * @param {Choice[]} choices
   */
  cyclePath(choices) {
    return this.pathChooser.cyclePath(choices);
  }

  /**
   * The text to submit for a choice, perhaps with a path; nothing if there is nothing to submit.
   * @param {Choice} choice
   */
  intentText(choice) {
    return this.pathChooser.intentText(choice);
  }
}
