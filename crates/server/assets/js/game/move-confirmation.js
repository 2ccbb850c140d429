// The confirmation of a move before it is sent: the piece stands on its destination, and a bar asks
// whether to send the move or to take it back. Where the server sees a danger, the bar says which.

import { suppressSecondClick } from '../common/dialogs.js';
import { html } from '../common/dom.js';
import { has, pieceName, t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
import { NO_PROMOTION } from '../board/promotion-dialog.js';
import { pathLine, pointsOf, shortened } from '../board/path-line.js';
import { isSetupPhase } from '../setup/phases.js';
import { sharesScreen } from './player-cards.js';
import { tablePrefs } from './table-prefs.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, GameState } from '../common/types.d.ts' */

/**
 * What became of a question: the move is sent or taken back, or another one stands in its place.
 * @typedef {'send' | 'back' | 'replaced'} Answer
 */

/**
 * The danger of a move that the reader is asked about.
 * @param {Choice} choice
 */
const dangerOf = ({ danger }) => (danger && has(`danger-${danger}`) ? danger : null);

/**
 * Whether a move needs a confirmation. The steps of a setup need none, a dangerous move does.
 * @param {GameState} state
 * @param {Choice} choice
 */
export function needsConfirmation(state, choice) {
  const { confirm } = tablePrefs();
  if (dangerOf(choice)) return true;
  if (isSetupPhase(state.scene.phase) || confirm === 'never') return false;
  if (confirm === 'always') return true;
  if (state.time) return state.time.daily;
  return !sharesScreen(state) && state.players.every((player) => player?.guest);
}

/**
 * A move in words: `Flier from G14 to F13, carry the Goal`.
 * @param {Choice} choice
 * @param {string} text what is sent
 */
function moveWords({ piece, from, to, variant, text: plain }, text) {
  if (!piece || !from || !to) return text;
  const parts = [t('confirm-move', { piece: pieceName(piece), from, to })];
  if (variant && has(`choice-${variant}`)) parts.push(t(`choice-${variant}`));
  else if (variant && variant !== NO_PROMOTION)
    parts.push(t('say-becomes', { piece: pieceName(variant) }));
  // A path that the player has named.
  if (text !== plain && text.startsWith(plain))
    parts.push(text.slice(plain.length).replace(/[()]/g, '').trim().replaceAll(' ', ' – '));
  return parts.join(', ');
}

export class MoveConfirmation {
  /** @type {{ choice: Choice, text: string, done: (answer: Answer) => void } | null} */
  #open = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.layer = board.underlay('confirm-way');
    this.words = html('p', {});
    this.danger = html('p', { class: 'confirm-danger' });
    this.sendButton = html(
      'button',
      {
        type: 'button',
        class: 'main',
        'data-act': 'confirm-send',
        'aria-keyshortcuts': 'Enter',
        onclick: () => this.#end('send'),
      },
      t('confirm-send'),
    );
    this.backButton = html(
      'button',
      {
        type: 'button',
        'data-act': 'confirm-back',
        'aria-keyshortcuts': 'Escape',
        onclick: () => this.#end('back'),
      },
      t('confirm-back'),
    );
    this.bar = html(
      'div',
      { class: 'confirm-bar', role: 'group', 'aria-label': t('confirm-label'), hidden: true },
      this.words,
      this.danger,
      html('div', { class: 'row' }, this.sendButton, this.backButton),
    );
    // Where there is room beside the board it lies over the list of moves.
    document.querySelector('.notices > div')?.prepend(this.bar);
    // A key that is held down answers nothing.
    this.bar.addEventListener('keydown', (event) => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    });
    board.addEventListener('board-cancel', () => this.#end('back'));
    board.addEventListener('board-select', () => this.#end('replaced'));
    board.addEventListener('board-rotate', () => this.#draw());
    // With the mouse in use, the focus is neither on the board nor on the bar.
    document.addEventListener('keydown', (event) => {
      const isFree =
        event.target instanceof Element &&
        !event.target.closest('a, button, input, select, textarea, summary, [tabindex="0"]');
      if (
        event.key !== 'Enter' ||
        event.repeat ||
        !this.#open ||
        dangerOf(this.#open.choice) ||
        !isFree ||
        document.querySelector('dialog[open]')
      )
        return;
      event.preventDefault();
      this.#end('send');
    });
  }

  /**
   * Shows a move as if it were made, and asks whether to send it.
   * @param {Choice} choice
   * @param {string} text what is sent
   * @returns {Promise<Answer>}
   */
  ask(choice, text) {
    if (this.#open?.text === text) return Promise.resolve('replaced');
    this.#end('replaced');
    return new Promise((done) => {
      this.#open = { choice, text, done };
      const danger = dangerOf(choice);
      const words = danger ? t(`danger-${danger}`) : moveWords(choice, text);
      const reason = danger ? t(`danger-${danger}-text`) : '';
      this.words.textContent = words;
      this.danger.textContent = reason;
      this.sendButton.textContent = t(danger ? 'danger-yes' : 'confirm-send');
      this.sendButton.className = danger ? 'danger' : 'main';
      this.bar.hidden = false;
      document.body.classList.add('confirming');
      this.#draw();
      suppressSecondClick();
      announce(danger ? `${words}. ${reason}` : t('confirm-say', { move: words }));
      // Keyboard users continue in the bar; a pointer leaves the focus alone.
      const first = danger ? this.backButton : this.sendButton;
      if (this.board.contains(document.activeElement)) first.focus();
    });
  }

  /**
   * Shows the open question again after the board was drawn. A move that is not possible any more
   * is taken back.
   */
  show() {
    const open = this.#open;
    if (!open) return;
    if (this.board.choices.some(({ text }) => text === open.choice.text)) this.#draw();
    else this.#end('replaced');
  }

  /** @param {Answer} answer */
  #end(answer) {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    const { from, to } = open.choice;
    if (this.bar.contains(document.activeElement))
      this.board.keyboard?.focus((answer === 'send' ? to : from) ?? undefined);
    this.bar.hidden = true;
    document.body.classList.remove('confirming');
    this.layer.replaceChildren();
    if (answer !== 'send') this.board.snapBack();
    open.done(answer);
  }

  #draw() {
    if (!this.#open) return;
    const { from, to, path } = this.#open.choice;
    const way = pointsOf(this.board, [from ?? '', ...(path?.length ? path : [to ?? ''])]);
    const radius = this.board.cells.get(to ?? '')?.radius ?? 0;
    this.layer.replaceChildren(...pathLine(shortened(way, radius), 'way confirm'));
    if (from && to) this.board.stage(from, to);
  }
}
