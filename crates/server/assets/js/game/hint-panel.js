// Hints in a game against the computer: what a strong player would do with this seat's view, as an
// arrow or as cells on the board, and in words. The server decides which games have hints, and
// counts them.

import { ApiError, post } from '../common/api.js';
import { MoveArrows } from '../board/move-arrows.js';
import { toast } from '../common/dialogs.js';
import { html } from '../common/dom.js';
import { has, pieceName, problemText, t } from '../common/i18n.js';
import { NO_PROMOTION } from '../board/promotion-dialog.js';
import { withPerspective } from './perspective.js';
import { announce } from '../common/live-region.js';
import { isMyTurn } from './status-line.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, GameState, Hint } from '../common/types.d.ts' */

/**
 * Whether all other seats belong to computers or to the reader.
 * @param {GameState} state
 */
const isCasual = ({ seat, seats, open, players, scene }) =>
  seat !== null &&
  !open &&
  scene.outcome === null &&
  players.every((player, i) => player?.computer || (seats ?? [seat]).includes(i));

export class HintPanel {
  /** @type {GameState | null} */
  #state = null;
  /** @type {{ version: number, words: string, cells: string[], moves: string[][] } | null} */
  #hint = null;
  #busy = false;

  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    this.arrows = new MoveArrows(board);
    this.button = html(
      'button',
      { type: 'button', 'data-act': 'hint', onclick: () => void this.#requestHint() },
      t('hint-do'),
    );
    this.words = html('p', { class: 'hint-words' });
    this.count = html('span', { class: 'hint-count' });
    root.append(html('div', { class: 'row' }, this.button, this.count), this.words);
  }

  /** The cells of a hint that has no arrow. */
  get cells() {
    return this.#hint?.cells ?? [];
  }

  /**
   * @param {GameState} state
   * @param {boolean} past whether the board shows a past ply
   */
  show(state, past) {
    this.#state = state;
    if (this.#hint && this.#hint.version < state.version) this.#hint = null;
    this.root.hidden = !isCasual(state);
    this.arrows.show(past ? [] : (this.#hint?.moves ?? []));
    this.words.hidden = !this.#hint && !this.#busy;
    this.words.textContent = this.#busy ? t('hint-thinking') : (this.#hint?.words ?? '');
    this.button.disabled = this.#busy || past || !isMyTurn(state) || this.#hint !== null;
    const count = state.hints?.[state.seat ?? 0] ?? 0;
    this.count.textContent = count > 0 ? t('hint-taken', { count }) : '';
  }

  async #requestHint() {
    const state = this.#state;
    if (!state || this.#busy) return;
    this.#busy = true;
    this.show(state, false);
    try {
      /** @type {Hint} */
      const hint = await post(withPerspective(`/api/games/${state.id}/hint`));
      const choice = state.scene.choices.find(({ text }) => text === hint.text);
      const words = hintText(hint, choice);
      const named = hint.text.split(/[\s@()]+/).filter((word) => this.board.cells.has(word));
      const moves = hint.from && hint.to ? [[hint.from, hint.to]] : [];
      // Taking a hint is an event of the game; any later event makes the hint stale.
      this.#hint = { version: hint.version, words, cells: moves.length > 0 ? [] : named, moves };
      announce(words);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
    } finally {
      this.#busy = false;
      dispatchEvent(new Event('hint-changed'));
    }
  }
}

/**
 * @param {Hint} hint
 * @param {Choice | undefined} choice the choice with the hint's text, if there is one
 */
function hintText({ text, from, to }, choice) {
  if (choice?.kind === 'button') {
    if (choice.piece)
      return t('hint-button', { button: t('pick-do', { piece: pieceName(choice.piece) }) });
    const key = [`button-${choice.variant}`, `claim-${choice.variant}`].find(has);
    if (key) return t('hint-button', { button: t(key) });
  }
  if (choice?.kind === 'place' && choice.piece && choice.to)
    return t('hint-place', { piece: pieceName(choice.piece), cell: choice.to });
  if (from && to && choice?.piece) {
    const { piece, variant } = choice;
    const more =
      !variant || variant === NO_PROMOTION
        ? ''
        : has(`choice-${variant}`)
          ? t(`choice-${variant}`)
          : t('say-becomes', { piece: pieceName(variant) });
    return [t('hint-move', { piece: pieceName(piece), from, to }), more].filter(Boolean).join(' ');
  }
  return t('hint-step', { text });
}
