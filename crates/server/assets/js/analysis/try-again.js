// A mistake of one's own finished game tried again: the position before it on a board of its own,
// where the reader looks for a better move and the engine judges it.

import { EngineConnection } from './engine-connection.js';
import { scoreWords, winProbability } from './score.js';
import { resolveChoice } from '../board/choice-dialog.js';
import { plyText } from '../board/descriptions.js';
import { plyBetween } from '../board/frame-diff.js';
import { GameBoard } from '../board/game-board.js';
import { drawnShape } from '../board/move-arrows.js';
import { ApiError, post } from '../common/api.js';
import { showModal, toast } from '../common/dialogs.js';
import { html } from '../common/dom.js';
import { problemText, sideName, t } from '../common/i18n.js';
/** @import { AnalysisMessage, Choice, Frame, PageData } from '../common/types.d.ts' */
/** @import { ReviewedPly, Scene } from '../common/types.d.ts' */

/** A move is better than the one in the game if it wins this much more often. */
const BETTER = 0.05;

/**
 * Opens the dialog.
 * @param {{ data: PageData, sides: string[], frames: Frame[], plies: ReviewedPly[],
 *   mistakes: number[], first: number }} review the mistakes by ply, and the one to begin with
 */
export function openTryAgain(review) {
  new TryAgain(review);
}

class TryAgain {
  /** @type {Scene | null} */
  #scene = null;
  /** The judgement of the position before the move and after it. @type {ReviewedPly[]} */
  #judged = [];
  #busy = false;
  /** Whether the board waits for a move. */
  #open = false;

  /** @param {Parameters<typeof openTryAgain>[0]} review */
  constructor(review) {
    this.review = review;
    this.at = Math.max(review.mistakes.indexOf(review.first), 0);
    const page = document.querySelector('game-board');
    this.board = page instanceof GameBoard ? page.emptyCopy() : new GameBoard();
    this.mistake = this.board.overlay('drawn');
    this.rotation = page instanceof GameBoard ? page.rotation : 0;
    this.engine = new EngineConnection({
      onMessage: (message) => this.#onMessage(message),
      onConnection: (online) => online || this.#say('', t('offline')),
    });
    this.say = html('div', { class: 'puzzle-say', role: 'status', tabindex: 0 });
    this.title = html('h2', { id: 'again-title' });
    this.task = html('p', { class: 'puzzle-task' });
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      html('button', { type: 'button', onclick }, label);
    this.reset = button(t('again-other'), () => void this.#begin());
    this.solution = button(t('again-solution'), () => void this.#showBest());
    this.next = button(t('again-next'), () => this.#step());
    this.dialog = html(
      'dialog',
      { class: 'dialog try-again', 'aria-labelledby': 'again-title' },
      html('div', { class: 'try-board', 'data-game': review.data.game }, this.board),
      html(
        'div',
        { class: 'try-side' },
        this.title,
        this.task,
        this.say,
        html('div', { class: 'try-buttons' }, this.reset, this.solution, this.next),
        html(
          'button',
          { type: 'button', class: 'dialog-close', onclick: () => this.dialog.close() },
          t('again-close'),
        ),
      ),
    );
    this.board.addEventListener(
      'board-choose',
      (event) => void this.#pick(/** @type {CustomEvent} */ (event).detail.choices),
    );
    this.board.addEventListener('board-illegal', () => toast(t('nothing-possible'), 'refusal'));
    this.dialog.addEventListener('close', () => {
      this.engine.stop();
      this.dialog.remove();
    });
    showModal(this.dialog);
    this.board.rotateTo(this.rotation);
    void this.#begin();
  }

  get #ply() {
    return this.review.mistakes[this.at] ?? 0;
  }

  /** The frame before the mistake. */
  get #before() {
    return this.review.frames[this.#ply - 1];
  }

  /** Shows the position before the mistake. */
  async #begin() {
    const { review } = this;
    const [before, made] = [this.#before, review.frames[this.#ply]];
    if (!before || !made) return;
    this.engine.stop();
    this.#open = false;
    const count = review.mistakes.length;
    this.title.textContent = t('again-title', { number: this.at + 1, count });
    const mark = t(`mark-word-${review.plies[this.#ply]?.mark}`);
    const side = sideName(made.side ?? '');
    this.task.textContent = t('again-task', { side, move: plyText(made), mark });
    this.#say('', t('again-begin'));
    this.next.disabled = review.mistakes.length < 2;
    this.board.show(before, []);
    this.#showMade(before, made);
    try {
      const { scene } = await this.#line([]);
      if (before !== this.#before) return;
      this.#scene = scene;
      this.#open = true;
      const isMove = (/** @type {Choice} */ { kind }) => kind === 'move';
      this.board.show(before, scene.choices.filter(isMove));
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Draws the move of the game as a red arrow.
   * @param {Frame} before
   * @param {Frame} made
   */
  #showMade(before, made) {
    const ply = plyBetween(before, made);
    const arrow = ply && drawnShape(this.board, ply.from, ply.to, 'red');
    this.mistake.replaceChildren(...(arrow ? [arrow] : []));
  }

  /** @param {string[]} moves */
  #line(moves) {
    const { analysis } = this.review.data;
    const position = this.#before?.position;
    return post('/api/line', {
      game: analysis?.game,
      options: analysis?.options,
      position,
      moves,
      since: 0,
    });
  }

  /** @param {Choice[]} choices */
  async #pick(choices) {
    const choice = await resolveChoice(this.#before?.side ?? '', choices, {
      board: this.board,
      game: this.review.data.game ?? '',
      pieces: this.review.data.pieces ?? [],
      pool: this.#scene?.reserve ?? [],
      showPieceCard: () => {},
    });
    if (choice) await this.#try(choice.text);
    else this.board.cancel();
  }

  /** Shows a move and asks the engine about it. @param {string} text */
  async #try(text) {
    if (this.#busy || !this.#open) return;
    this.#busy = true;
    try {
      const { frames } = await this.#line([text]);
      this.#open = false;
      this.mistake.replaceChildren();
      this.board.show(frames[1], []);
      this.text = frames[1]?.text ?? text;
      this.#say('', t('again-thinking', { move: this.text }));
      this.#judged = [];
      const { analysis } = this.review.data;
      this.engine.ask({
        type: 'game',
        game: analysis?.game ?? '',
        options: analysis?.options ?? {},
        position: this.#before?.position ?? '',
        moves: [text],
      });
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#busy = false;
    }
  }

  /** @param {AnalysisMessage} message */
  #onMessage(message) {
    if (message.type === 'waiting') this.#say('', t('engine-waiting', { place: message.place }));
    else if (message.type === 'refused') this.#say('', problemText(message.problem));
    else if (message.type === 'ply') this.#judged[message.ply] = message;
    else if (message.type === 'done') this.#judge();
  }

  /** Compares the move with the best one and with that of the game. */
  #judge() {
    const [before, after] = this.#judged;
    const made = this.review.plies[this.#ply];
    if (!before || !after || !made) return;
    const isFirst = this.#scene?.to_act[0] === 0;
    const chance = (/** @type {ReviewedPly} */ { score }) =>
      isFirst ? winProbability(score) : 1 - winProbability(score);
    const words = scoreWords(after.score, this.review.sides);
    const verdict =
      before.best === this.text
        ? 'best'
        : !after.mark
          ? 'good'
          : chance(after) > chance(made) + BETTER
            ? 'better'
            : 'same';
    const isRight = verdict === 'best' || verdict === 'good';
    const more = isRight ? words : `${words}. ${t('again-more')}`;
    this.#say(isRight ? 'solved' : 'wrong', t(`again-${verdict}`, { move: this.text ?? '' }), more);
    this.next.classList.toggle('main', isRight && !this.next.disabled);
    this.reset.classList.toggle('main', !isRight);
  }

  /** Shows the best move, as the review found it. */
  async #showBest() {
    const best = this.review.plies[this.#ply - 1];
    if (!best?.best || this.#busy) return;
    this.engine.stop();
    this.#open = false;
    try {
      const { frames } = await this.#line([best.best]);
      this.mistake.replaceChildren();
      this.board.show(frames[1], []);
      const line = (best.pv ?? []).slice(1).join(' ');
      const more = line ? t('again-goes-on', { line }) : '';
      this.#say('right', t('again-best-is', { move: best.best }), more);
    } catch (error) {
      this.#failed(error);
    }
  }

  #step() {
    this.at = (this.at + 1) % this.review.mistakes.length;
    this.next.classList.remove('main');
    this.reset.classList.remove('main');
    void this.#begin();
  }

  /**
   * @param {string} kind
   * @param {string} title
   * @param {string} [more]
   */
  #say(kind, title, more) {
    this.say.className = `puzzle-say ${kind}`;
    this.say.replaceChildren(
      html('p', { class: kind ? 'puzzle-verdict' : null }, title),
      ...(more ? [html('p', {}, more)] : []),
    );
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof ApiError)) throw error;
    toast(problemText(error.problem), 'refusal');
  }
}
