// The page of a puzzle: the solver's moves go to the server, which judges them and replies. The
// page knows the legal moves of the position on the board and nothing of the solution.

import '../board/game-board.js';
import { ApiError, post } from '../common/api.js';
import { resolveChoice } from '../board/choice-dialog.js';
import { showCoordinates } from '../board/coordinates.js';
import { plyText, plyWords } from '../board/descriptions.js';
import { capturesAny, pieceAt, plyBetween } from '../board/frame-diff.js';
import { GameBoard } from '../board/game-board.js';
import { MovePaths } from '../board/move-paths.js';
import { analysisUrl } from '../analysis/move-tree.js';
import { toast } from '../common/dialogs.js';
import { byId, html, pageJson, prefersReducedMotion } from '../common/dom.js';
import { pieceName, problemText, sideName, t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
import { play } from '../common/sound.js';
import { bindPieceCards } from '../guide/piece-card.js';
/** @import { Choice, Frame, PageData, PuzzleAnswer, Scene } from '../common/types.d.ts' */

/** How long a move is shown before the reply to it. */
const REPLY_MS = 500;
/** How long each ply of the solution is shown. */
const SOLUTION_MS = 900;

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, prefersReducedMotion() ? 0 : ms));

class PuzzlePage {
  /** @type {PageData & { puzzle: { id: string, seat: number, kind: string, moves: number,
   *   tries: number, solved: boolean, shown: boolean, daily: boolean },
   *   themes: Record<string, string>, position: string }} */
  data = pageJson('page-data');
  /** The solver's moves, all of them right. @type {string[]} */
  #own = [];
  /** The frames from the first position on. @type {Frame[]} */
  #frames = [];
  /** The position in which the solver is to move. @type {Scene} */
  #scene;
  /** The frames of the last right position, to which a wrong move returns. @type {Frame[]} */
  #good = [];
  /** @type {'play' | 'wrong' | 'over'} */
  #state = 'play';
  /** The frame on the board, if it is an earlier one. @type {number | null} */
  #viewed = null;
  #busy = false;
  /** Whether the last input came from the keyboard. */
  #byKeys = false;
  /** @type {string | null} */
  #hint = null;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    const { frames, scene } = pageJson('puzzle-data');
    this.#frames = frames;
    this.#good = frames;
    this.#scene = scene;
    this.side = this.#sideOf(this.data.puzzle.seat);
    if (this.data.multiplayer) showCoordinates(board);
    this.showPieceCard = bindPieceCards(board, this.data);
    this.movePaths = this.data.paths ? new MovePaths(board, (text) => this.#pathOf(text)) : null;
    this.#bind();
    this.#orient();
    this.#show();
  }

  /** @param {number | null | undefined} seat */
  #sideOf(seat) {
    return this.#scene.sides.find((one) => one.seat === seat)?.key ?? '';
  }

  #bind() {
    this.board.addEventListener(
      'board-choose',
      (event) => void this.#pick(/** @type {CustomEvent} */ (event).detail.choices),
    );
    this.board.addEventListener('board-illegal', () => toast(t('nothing-possible'), 'refusal'));
    document
      .querySelector('[data-tool=turn]')
      ?.addEventListener('click', () => this.board.rotateTo(this.board.rotation + 1));
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, () => (this.#byKeys = type === 'keydown'), { capture: true });
    byId('puzzle-hint').addEventListener('click', () => void this.#askHint());
    byId('puzzle-solution').addEventListener('click', () => void this.#showSolution());
    byId('puzzle-retry').addEventListener('click', () => this.#retry());
  }

  /** Turns the board so that the solver's side is below. */
  #orient() {
    const place = (this.data.sides ?? []).indexOf(this.side);
    const { rotations = 1 } = this.board;
    if (rotations === (this.data.sides ?? []).length)
      this.board.rotateTo((rotations - place) % rotations);
    else if (rotations % 2 === 0 && place === 1) this.board.rotateTo(rotations / 2);
  }

  /** The path on which a move is shown. @param {string} text */
  async #pathOf(text) {
    const moves = [...this.#frames.slice(1).map((frame) => frame.text ?? ''), text];
    const { game, options, position } = this.data;
    const since = moves.length;
    const { frames } = await post('/api/line', { game, options, position, moves, since });
    return frames[0]?.path ?? [];
  }

  #show() {
    const last = this.#frames.length - 1;
    const at = this.#viewed ?? last;
    const frame = this.#frames[at];
    if (!frame) return;
    const canMove = this.#state === 'play' && !this.#busy && at === last;
    const choices = canMove ? this.#scene.choices.filter(({ kind }) => kind === 'move') : [];
    this.board.show(frame, choices);
    this.board.highlight(this.#hint && canMove ? [{ cells: [this.#hint], kind: 'region' }] : []);
    this.movePaths?.show();
    this.#showLine(at);
    const enable = (/** @type {string} */ id, /** @type {boolean} */ on) =>
      byId(id).setAttribute('aria-disabled', String(!on));
    enable('puzzle-hint', this.#state === 'play' && this.#hint === null);
    enable('puzzle-solution', this.#state !== 'over');
    enable('puzzle-retry', this.#state !== 'play' || this.#own.length > 0);
    byId('puzzle-retry').classList.toggle('main', this.#state === 'wrong');
    byId('puzzle-next').classList.toggle('main', this.#state === 'over');
    byId('puzzle-analyse').classList.toggle('unseen', this.#state !== 'over');
  }

  /** The moves so far, each of which shows its position. @param {number} at */
  #showLine(at) {
    const moves = this.#frames.map((frame, ply) =>
      html(
        'li',
        {},
        html(
          'button',
          {
            type: 'button',
            'aria-current': ply === at ? 'true' : null,
            onclick: () => this.#goTo(ply),
          },
          ply === 0 ? t('review-start') : plyText(frame),
        ),
      ),
    );
    byId('puzzle-line').replaceChildren(...(moves.length > 1 ? moves : []));
    byId('puzzle-line').lastElementChild?.scrollIntoView({ block: 'nearest', inline: 'end' });
  }

  /** @param {number} ply */
  #goTo(ply) {
    if (this.#busy) return;
    this.#viewed = ply === this.#frames.length - 1 ? null : ply;
    this.#show();
    const frame = this.#frames[ply];
    if (frame && ply > 0) announce(plyWords(this.#frames[ply - 1], frame));
  }

  /** @param {Choice[]} choices */
  async #pick(choices) {
    const choice = await resolveChoice(this.side, choices, {
      board: this.board,
      game: this.data.game ?? '',
      pieces: this.data.pieces ?? [],
      pool: this.#scene.reserve ?? [],
      showPieceCard: this.showPieceCard,
    });
    if (choice) await this.#try(choice);
    else this.board.cancel();
  }

  /** @param {Choice} choice */
  async #try(choice) {
    if (this.#busy) return;
    this.#busy = true;
    this.#hint = null;
    // The move is shown at once; the answer confirms it.
    if (choice.from && choice.to) this.board.stage(choice.from, choice.to);
    const moves = [...this.#own, choice.text];
    try {
      /** @type {PuzzleAnswer} */
      const answer = await this.#call('try', { moves });
      await this.#onAnswer(answer, moves);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
      this.#busy = false;
      this.board.snapBack();
      this.#show();
    } finally {
      this.#busy = false;
    }
  }

  /**
   * Calls the server. A visitor becomes a guest, so that the tries are kept.
   * @param {string} what
   * @param {object} [body]
   */
  async #call(what, body = {}) {
    if (!this.#isKnown) await post('/api/guests').catch(() => undefined);
    this.#isKnown = true;
    return post(`/api/puzzles/${this.data.puzzle.id}/${what}`, body);
  }

  #isKnown = this.data.known ?? false;

  /**
   * @param {PuzzleAnswer} answer
   * @param {string[]} moves the solver's moves
   */
  async #onAnswer(answer, moves) {
    const { verdict, frames } = answer;
    const own = frames[2 * moves.length - 1];
    const reply = frames[2 * moves.length];
    this.#tries(answer.tries);
    this.#frames = frames.slice(0, 2 * moves.length);
    this.#viewed = null;
    this.#show();
    this.#sound();
    if (reply) {
      await pause(REPLY_MS);
      this.#frames = frames;
      this.#sound();
    }
    this.#scene = answer.scene;
    this.#busy = false;
    const words = { reply: reply ? plyWords(own, reply) : '' };
    if (verdict === 'right') {
      this.#own = moves;
      this.#good = frames;
      this.#say('right', t('puzzle-right'), t('puzzle-right-reply', words));
    } else if (verdict === 'solved') {
      this.#own = moves;
      this.#end(answer, this.#solvedText(answer.tries));
      this.data.puzzle.solved = true;
    } else {
      this.#state = 'wrong';
      this.#say(verdict, t(`puzzle-${verdict}`), ...this.#why(answer, words));
    }
    this.#show();
    // Who plays by keys goes on by keys; a pointer needs no focus.
    if (this.#byKeys && this.#state !== 'play')
      byId(this.#state === 'wrong' ? 'puzzle-retry' : 'puzzle-next').focus({ preventScroll: true });
  }

  /** How the puzzle was solved. @param {number} tries */
  #solvedText(tries) {
    const { shown, solved } = this.data.puzzle;
    if (shown) return t('puzzle-solved-shown');
    return t(tries === 1 && !solved ? 'puzzle-solved-first' : 'puzzle-solved');
  }

  /**
   * Why a move is not right.
   * @param {PuzzleAnswer} answer
   * @param {Record<string, string>} words
   */
  #why({ verdict, score, pv, scene }, words) {
    const opponent = scene.sides.find(({ key, seat }) => seat !== null && key !== this.side);
    const other = sideName(opponent?.key ?? '');
    const more = pv.length > 0 ? [t('again-goes-on', { line: pv.join(' ') })] : [];
    if (!words.reply) return [t('puzzle-why-over', words)];
    if (verdict === 'later') {
      const moves = this.data.puzzle.moves;
      const key = moves === 1 ? 'puzzle-why-later-one' : 'puzzle-why-later';
      return [t(key, { ...words, moves }), ...more];
    }
    const loses = score?.kind === 'loss-in';
    return [t(loses ? 'puzzle-why-lost' : 'puzzle-why-open', { ...words, side: other }), ...more];
  }

  /**
   * Shows that the puzzle is over: solved, or its solution shown.
   * @param {PuzzleAnswer} answer
   * @param {string} title
   */
  #end({ end, moves }, title) {
    this.#state = 'over';
    const themes = html(
      'ul',
      { class: 'puzzle-themes', 'aria-label': t('puzzle-themes') },
      ...(end?.themes ?? []).map((theme) => html('li', {}, this.data.themes[theme] ?? theme)),
    );
    const streak = end?.streak ?? 0;
    const days = streak > 1 ? [t('puzzle-streak', { days: streak })] : [];
    this.#say('solved', title, themes, ...days);
    const game = this.data.game ?? '';
    const link = byId('puzzle-next');
    // The puzzle of the day leads to the first open one, as the page says.
    if (end?.next && !this.data.puzzle.daily && link instanceof HTMLAnchorElement)
      link.href = `/puzzles/${game}/${end.next}`;
    const analyse = byId('puzzle-analyse');
    if (analyse instanceof HTMLAnchorElement)
      analyse.href = analysisUrl({ game, options: {} }, this.data.position, moves, moves.length);
  }

  /** Puts the board back before the wrong move, or to the first position. */
  #retry() {
    if (byId('puzzle-retry').getAttribute('aria-disabled') === 'true' || this.#busy) return;
    if (this.#state === 'wrong') this.#frames = this.#good;
    else {
      this.#own = [];
      this.#frames = this.#frames.slice(0, 1);
      this.#good = this.#frames;
    }
    this.#state = 'play';
    this.#viewed = null;
    this.#hint = null;
    this.#say('', '', t('puzzle-begin'));
    void this.#reload();
  }

  /** Asks for the choices of the position on the board. */
  async #reload() {
    const { game, options, position } = this.data;
    const moves = this.#frames.slice(1).map((frame) => frame.text ?? '');
    const since = moves.length + 1;
    const { scene } = await post('/api/line', { game, options, position, moves, since });
    this.#scene = scene;
    this.#show();
    const cell = this.board.querySelector('[data-cell][tabindex="0"]');
    if (this.#byKeys && cell instanceof SVGElement) cell.focus({ preventScroll: true });
  }

  async #askHint() {
    if (this.#state !== 'play' || this.#busy) return;
    const { from } = await this.#call('hint', { moves: this.#own });
    if (!from || this.#state !== 'play') return;
    this.#viewed = null;
    this.#hint = from;
    this.#show();
    const frame = this.#frames.at(-1);
    const piece = frame && pieceAt(frame, from);
    this.#say('', '', t('puzzle-look', { piece: piece ? pieceName(piece.kind) : '', cell: from }));
  }

  async #showSolution() {
    if (this.#state === 'over' || this.#busy) return;
    this.#busy = true;
    this.#hint = null;
    /** @type {PuzzleAnswer} */
    const answer = await this.#call('solution').catch((error) => {
      this.#busy = false;
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
    });
    if (!answer) return;
    this.#tries(answer.tries);
    // The solution of a solved puzzle changes nothing.
    this.data.puzzle.shown ||= !this.data.puzzle.solved;
    this.#scene = answer.scene;
    this.#viewed = null;
    this.#say('', '');
    for (let ply = 0; ply < answer.frames.length; ply += 1) {
      this.#frames = answer.frames.slice(0, ply + 1);
      this.#show();
      if (ply > 0) this.#sound();
      if (ply + 1 < answer.frames.length) await pause(SOLUTION_MS);
    }
    this.#busy = false;
    this.#end(answer, t('puzzle-shown'));
    this.#show();
  }

  #sound() {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    play(capturesAny(plyBetween(this.#frames.at(-2), frame)) ? 'capture' : 'move');
  }

  /** @param {number} tries */
  #tries(tries) {
    byId('puzzle-tries').textContent = t('puzzle-tries', { tries });
  }

  /**
   * @param {string} kind
   * @param {string} title
   * @param {...(string | Node)} lines
   */
  #say(kind, title, ...lines) {
    const box = byId('puzzle-say');
    box.className = `puzzle-say ${kind}`;
    box.replaceChildren(
      ...(title ? [html('p', { class: 'puzzle-verdict' }, title)] : []),
      ...lines.map((line) => (typeof line === 'string' ? html('p', {}, line) : line)),
    );
    box.scrollTop = 0;
  }
}

const board = document.querySelector('game-board');
if (board instanceof GameBoard) new PuzzlePage(board);
