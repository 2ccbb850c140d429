// The additions to the page of a game with hidden information: umpire log, paths, notepad, drifting
// clouds, and the three boards after the end.

import { byId } from '../common/dom.js';
import { driftOf, driftText, showDrift } from '../board/cloud-drift.js';
import { NotePopover } from './note-popover.js';
import { Notepad } from './notepad.js';
import { sharesScreen } from './player-cards.js';
import { play } from '../common/sound.js';
import { Reveal } from './reveal.js';
import { haltCells, losses, newsTexts, soundOf, reportTexts, UmpireLog } from './umpire-log.js';
import { PathChooser } from './path-chooser.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, Frame, GameState } from '../common/types.d.ts' */

export class HiddenGame {
  /** @type {{ steps: number, direction: string } | null} the drift after the ply on the board */
  #drift = null;

  /**
   * @param {GameBoard} board
   * @param {{ id: string, pieces: string[], goToPly: (ply: number) => void, onChange: () => void
   *   }} page
   */
  constructor(board, { id, pieces, goToPly, onChange }) {
    this.board = board;
    this.log = new UmpireLog(byId('told'), goToPly);
    this.pathChooser = new PathChooser(byId('ways'), board, id);
    this.notepad = new Notepad(byId('notepad'), board, { pieces, onChange });
    this.notePopover = new NotePopover(board, this.notepad);
    this.reveal = new Reveal(byId('board-area'), board);
    this.id = id;
    board.addEventListener('board-rotate', () => this.#showDriftText());
  }

  /** Whether taps on the board write notes instead of moving. */
  get isWriting() {
    return this.notepad.isWriting;
  }

  /**
   * @param {GameState} state
   * @param {Frame[]} frames
   * @param {Frame} frame the one on the board
   */
  show(state, frames, frame) {
    const { outcome, phase } = state.scene;
    const begun = phase === 'play' || phase === 'over';
    const past = frame.ply !== state.scene.frame.ply;
    // After the end, the boards beside the full view show the reports. Spectators are told so
    // little that an empty log would raise false hopes.
    const hasReports = state.seat !== null || frames.some((one) => newsTexts(one).length > 0);
    this.log.show(begun && !outcome && hasReports ? frames : [], frame.ply);
    this.pathChooser.show(
      phase === 'play' && state.seat !== null && !this.isWriting,
      !past && this.board.choices.length > 0,
    );
    byId('onlooker').hidden =
      state.seat !== null || outcome !== null || state.open || sharesScreen(state);
    if (phase === 'play' || (phase === 'over' && frames.length > 1))
      this.notepad.show(`heterodox-notes-${this.id}-${state.seat ?? 'public'}`, frame);
    else this.notepad.hide();
    this.board.toggleAttribute('notes', this.notepad.isOffered);
    this.notePopover.check();
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
   * Returns the reports of a new ply, and animates the drift if there was one.
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
   * The cells that reports point at.
   * @param {Frame} frame
   */
  highlights(frame) {
    return [
      { cells: haltCells(frame), kind: 'halt' },
      { cells: losses(frame).flatMap(({ cells }) => cells), kind: 'loss' },
    ];
  }

  /**
   * @param {Frame} frame
   */
  reports(frame) {
    return reportTexts(frame);
  }

  /**
   * Plays the sound of a ply's reports.
   * @param {Frame} frame
   * @returns {boolean} whether they have one
   */
  playSound(frame) {
    const sound = soundOf(frame);
    if (sound) play(sound);
    return sound !== null;
  }

  /**
   * Moves on to the next path if the destination of an open path question is tapped again.
   * @param {Choice[]} choices
   */
  cyclePath(choices) {
    return this.pathChooser.cyclePath(choices);
  }

  /**
   * The text to submit for a choice, perhaps with a path; empty if the player has cancelled.
   * @param {Choice} choice
   */
  intentText(choice) {
    return this.pathChooser.intentText(choice);
  }
}
