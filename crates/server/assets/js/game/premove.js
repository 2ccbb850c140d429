// A move that the player has chosen while the opponent is to move. The page knows no rules, so any
// cell may be its destination: when the turn comes, it is played if it is among the choices.

import { toast } from '../common/dialogs.js';
import { t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
import { loadPrefs } from '../board/board-looks.js';
import { isMyTurn, isPaused, sideOf } from './status-line.js';
import { sharesScreen } from './player-cards.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, GameState, PageData } from '../common/types.d.ts' */

export class Premove {
  /** @type {{ from: string, to: string } | null} */
  planned = null;

  /**
   * @param {GameBoard} board
   * @param {PageData} data
   * @param {() => void} onChange
   */
  constructor(board, data, onChange) {
    this.data = data;
    board.addEventListener('board-premove', (event) => {
      const { from, to } = /** @type {CustomEvent} */ (event).detail;
      this.planned = from ? { from, to } : null;
      announce(from ? t('premove-set', { from, to }) : t('premove-cancelled'));
      onChange();
    });
    board.addEventListener('board-cancel', () => board.cancelPremove());
    board.addEventListener('board-select', (event) => {
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      if (cell && board.isPremoving) announce(t('premove-picked', { cell }));
    });
  }

  /**
   * The side that may move in advance: in open games of two without dice, while the opponent is to
   * move.
   * @param {GameState} state
   * @param {boolean} hasMoved whether the reader's own move has just been sent
   * @returns {string | null}
   */
  side(state, hasMoved) {
    const { scene, seat } = state;
    const isGame = !this.data.hidden && state.players.length === 2 && scene.options.dice !== 'on';
    const isWaiting =
      scene.phase === 'play' && !scene.outcome && !state.open && !isPaused(state) &&
      !sharesScreen(state) && (hasMoved || !isMyTurn(state));
    return seat !== null && isGame && isWaiting && loadPrefs().premove ? sideOf(state, seat) : null;
  }

  /**
   * The choices that the planned move stands for, when the turn has come. A move that is not
   * possible any more vanishes with a word.
   * @param {GameState} state
   * @returns {Choice[]} none if there is nothing to play
   */
  take(state) {
    const { planned } = this;
    if (!planned) return [];
    if (state.scene.outcome) this.planned = null;
    if (!isMyTurn(state) || state.scene.choices.length === 0) return [];
    this.planned = null;
    const choices = state.scene.choices.filter(({ kind, from, to }) =>
      kind === 'move' && from === planned.from && to === planned.to);
    if (choices.length === 0) toast(t('premove-gone', planned), 'warning');
    return choices;
  }
}
