// The computer analysis of a whole game: on request the engine evaluates every position. A graph,
// counts, a table and marks in the move list show the result, which this browser keeps.

import { EngineConnection } from './engine-connection.js';
import { html } from '../common/dom.js';
import { EvalGraph } from './eval-graph.js';
import { pieceName, problemText, sideName, t, UNKNOWN_PIECE } from '../common/i18n.js';
import { savedReview, saveReview } from './saved-reviews.js';
import { scoreText, scoreWords } from './score.js';
import { plyText, plyWords } from '../board/descriptions.js';
import { pieceAt } from '../board/frame-diff.js';
import { GameBoard } from '../board/game-board.js';
import { MoveArrows } from '../board/move-arrows.js';
import { announce } from '../common/live-region.js';
/** @import { MoveList } from '../game/move-list.js' */
/** @import { AnalysisMessage, Frame, Mark, PageData, ReviewedPly } from '../common/types.d.ts' */

/** The annotation glyph of each mark. @type {Record<Mark, string>} */
const MARK_SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };
const MARKS = /** @type {Mark[]} */ (Object.keys(MARK_SIGNS));

export class GameReview {
  /** @type {ReviewedPly[]} */
  #plies = [];
  /** @type {Frame[]} */
  #frames = [];
  #ply = 0;
  #running = false;

  /**
   * @param {HTMLElement} root the page's panel
   * @param {{ data: PageData, sides: string[], moves: MoveList, go: (ply: number) => void,
   *   own?: string[] }} context `own` are the sides whose mistakes the reader can try again
   */
  constructor(root, { data, sides, moves, go, own = [] }) {
    this.root = root;
    this.data = data;
    this.sides = sides;
    this.moves = moves;
    this.own = own;
    const board = document.querySelector('game-board');
    this.arrows = board instanceof GameBoard ? new MoveArrows(board) : null;
    this.engine = new EngineConnection({
      onMessage: (message) => this.#onMessage(message),
      onConnection: (online) => this.#setState(online ? '' : t('offline')),
    });
    this.button = html(
      'button',
      {
        type: 'button',
        class: 'main',
        onclick: () => (this.#running ? this.#stop() : this.start()),
      },
      t('review-do'),
    );
    this.intro = html('p', { class: 'hint' }, t('review-text'));
    this.state = html('p', { class: 'review-state', role: 'status' });
    this.progress = html('progress', { max: 1, value: 0, 'aria-label': t('review-title') });
    this.graph = new EvalGraph({
      label: t('review-graph', { side: sideName(sides[0] ?? '') }),
      sides,
      goTo: go,
      describe: (ply) => this.#describe(ply),
    });
    this.note = html('p', { class: 'review-note' });
    this.counts = html('div', { class: 'review-counts' });
    this.table = html(
      'details',
      { class: 'review-table', ontoggle: () => this.#fillTable() },
      html('summary', {}, t('review-table')),
    );
    this.mistakes = html('div', { class: 'review-mistakes', hidden: true });
    this.shown = html(
      'div',
      { class: 'review-shown', hidden: true },
      this.graph.root,
      this.note,
      this.counts,
      this.mistakes,
      this.table,
    );
    root.append(this.intro, this.button, this.progress, this.state, this.shown);
    this.#show();
  }

  /**
   * Shows the review at a ply of the game.
   * @param {Frame[]} frames
   * @param {number} ply
   * @param {(number | null)[]} times the time that each ply took; empty in a game without clocks
   */
  show(frames, ply, times) {
    this.graph.showTimes(times);
    this.root.hidden = frames.length < 2;
    // A different number of frames means another game, or one with a move taken back.
    if (frames.length !== this.#frames.length && this.#plies.length > 0) this.#clear();
    const isNew = frames.length !== this.#frames.length;
    this.#frames = frames;
    this.#ply = ply;
    if (isNew && !this.#running) this.#restore();
    if (this.#plies.length > 0) this.#showCurrentPly();
  }

  /** Shows the report that this browser has kept of the game. */
  #restore() {
    const plies = this.#frames.length > 1 ? savedReview(this.#frames) : null;
    if (!plies) return;
    this.#plies = plies;
    this.moves.setMarks(this.#marks());
    this.#show();
  }

  /** Whether there is a report of the game, or one is being made. */
  get isBegun() {
    return this.#running || this.#plies.length > 0;
  }

  /** Leads the reader to the review, and begins it unless there is one. */
  open() {
    if (!this.isBegun) this.start();
    // Beside the board, the graph and the list of moves are seen together; below it, the board
    // and the graph.
    const isBeside = matchMedia('(min-aspect-ratio: 5/4)').matches;
    const top = document.querySelector(isBeside ? '.desk .list-box' : 'main');
    (top ?? this.root).scrollIntoView({ block: 'start' });
    const target = this.button.hidden ? this.graph.root : this.button;
    target.focus({ preventScroll: true });
  }

  start() {
    const { analysis, hidden } = this.data;
    const [first, ...others] = this.#frames;
    if (!analysis || !first || others.length === 0) return;
    this.#clear();
    this.#running = true;
    // Moves made under clouds are not moves of the open game, so only the positions are sent.
    const request = hidden ? { positions: this.#frames.map(({ position }) => position) }
      : { position: first.position, moves: others.map(({ text }) => text ?? '') };
    this.engine.ask({ type: 'game', game: analysis.game, options: analysis.options, ...request });
    this.#show();
  }

  #stop() {
    this.engine.stop();
    this.#running = false;
    this.#show();
  }

  #clear() {
    this.#plies = [];
    this.moves.setMarks(new Map());
    this.arrows?.show([]);
    this.#setState('');
  }

  /** @param {AnalysisMessage} message */
  #onMessage(message) {
    if (message.type === 'waiting') this.#setState(t('engine-waiting', { place: message.place }));
    else if (message.type === 'ply') this.#add(message);
    else if (message.type === 'refused' || message.type === 'done') {
      this.#running = false;
      this.#setState(message.type === 'refused' ? problemText(message.problem) : '');
      this.#show();
      if (message.type === 'done') {
        if (this.#isWhole) saveReview(this.#frames, this.#plies);
        announce(this.#summary());
      }
    }
  }

  /** @param {ReviewedPly} reviewed */
  #add(reviewed) {
    this.#plies[reviewed.ply] = reviewed;
    this.#setState('');
    if (reviewed.mark) this.moves.setMarks(this.#marks());
    this.#show();
  }

  /** The marks for the move list, by ply. */
  #marks() {
    return new Map(
      this.#plies.flatMap(({ ply, mark }) =>
        mark
          ? [
              /** @type {const} */ ([
                ply,
                { mark, sign: MARK_SIGNS[mark], words: this.#verdict(ply) },
              ]),
            ]
          : [],
      ),
    );
  }

  /**
   * A mark in words, with the better move if it is known; empty for unmarked moves.
   * @param {number} ply
   */
  #verdict(ply) {
    const { mark } = this.#plies[ply] ?? {};
    if (!mark) return '';
    const best = this.#bestWords(ply - 1);
    return best
      ? t('review-better', { mark: t(`mark-word-${mark}`), best })
      : t(`mark-word-${mark}`);
  }

  /**
   * The best move of a position: its piece and cells in words, and its notation.
   * @param {number} ply
   */
  #bestWords(ply) {
    const { best: text, best_cells: cells } = this.#plies[ply] ?? {};
    const frame = this.#frames[ply];
    const [from, to] = [cells?.[0], cells?.at(-1)];
    const piece = frame && from ? pieceAt(frame, from) : undefined;
    if (!frame || !text || !from || !to || from === to || !piece) return text ?? '';
    if (piece.kind === UNKNOWN_PIECE) return text;
    const victim = pieceAt(frame, to);
    const words = { piece: pieceName(piece.kind), from, to, text };
    return victim
      ? t('review-takes', { ...words, victim: pieceName(victim.kind) })
      : t('review-move', words);
  }

  /**
   * The position whose best move is told at a ply: the one before a marked move, seen from before
   * the move and from after it; `null` elsewhere.
   */
  get #advised() {
    if (this.#plies[this.#ply]?.mark) return this.#ply - 1;
    return this.#plies[this.#ply + 1]?.mark ? this.#ply : null;
  }

  /** @param {number} ply */
  #describe(ply) {
    const frame = this.#frames[ply];
    const reviewed = this.#plies[ply];
    const move = !frame || ply === 0 ? t('ply-start') : plyWords(this.#frames[ply - 1], frame);
    return [move, reviewed && scoreWords(reviewed.score, this.sides), this.#verdict(ply)]
      .filter(Boolean)
      .join('. ');
  }

  /** @param {string} text */
  #setState(text) {
    this.state.textContent = text;
    this.state.hidden = text === '';
  }

  /** Whether every position has been evaluated. */
  get #isWhole() {
    return this.#plies.length > 0 && this.#plies.length === this.#frames.length;
  }

  #show() {
    const total = this.#frames.length;
    const done = this.#plies.length;
    const whole = this.#isWhole;
    this.intro.hidden = done > 0 || this.#running;
    this.button.textContent = t(this.#running ? 'review-stop' : 'review-do');
    this.button.classList.toggle('main', !this.#running);
    this.button.hidden = whole && !this.#running;
    this.progress.hidden = !this.#running;
    this.progress.max = Math.max(total, 1);
    this.progress.value = done;
    this.progress.setAttribute('aria-valuetext', t('review-progress', { done, total }));
    this.shown.hidden = done === 0;
    if (done === 0) return;
    this.graph.show(this.#plies, total - 1);
    this.counts.replaceChildren(...this.#counts());
    this.#showMistakes(whole);
    this.#fillTable();
    this.#showCurrentPly();
  }

  /** Shows the evaluation of the ply on the board. */
  #showCurrentPly() {
    this.graph.mark(this.#ply);
    const reviewed = this.#plies[this.#ply];
    const advised = this.#advised;
    const cells = advised === null ? [] : (this.#plies[advised]?.best_cells ?? []);
    this.arrows?.show(cells.length > 0 ? [cells] : []);
    const best = advised === this.#ply ? this.#bestWords(advised) : '';
    const verdict = this.#verdict(this.#ply) || (best && t('review-best-here', { best }));
    this.note.replaceChildren(
      ...(reviewed
        ? [
            html('strong', {}, scoreText(reviewed.score)),
            ' ',
            scoreWords(reviewed.score, this.sides),
            ...(verdict ? ['. ', verdict] : []),
          ]
        : []),
    );
  }

  /** Offers the reader's own mistakes to be tried again. @param {boolean} whole */
  #showMistakes(whole) {
    const { data } = this;
    const isOwn = (/** @type {ReviewedPly} */ { ply, mark }) =>
      (mark === 'mistake' || mark === 'blunder') &&
      this.own.includes(this.#frames[ply]?.side ?? '');
    // Under clouds the position of a moment is not all that counted.
    const own = whole && !data.hidden && data.analysis ? this.#plies.filter(isOwn) : [];
    this.mistakes.hidden = own.length === 0;
    const mistakes = own.map(({ ply }) => ply);
    if (this.mistakes.dataset.plies === String(mistakes)) return;
    this.mistakes.dataset.plies = String(mistakes);
    const open = async (/** @type {number} */ first) => {
      const { openTryAgain } = await import('./try-again.js');
      const { sides } = this;
      openTryAgain({ data, sides, frames: this.#frames, plies: this.#plies, mistakes, first });
    };
    this.mistakes.replaceChildren(
      html('h3', {}, t('again-heading')),
      html(
        'ul',
        {},
        ...own.map(({ ply, mark }) => {
          const frame = this.#frames[ply];
          const move = frame ? plyText(frame) : '';
          const name = t('again-of', { move });
          const sign = mark ? MARK_SIGNS[mark] : '';
          return html(
            'li',
            {},
            html('span', { class: `mark-${mark}` }, `${frame?.number ?? ''}. ${move}${sign}`),
            html(
              'button',
              {
                type: 'button',
                class: 'small',
                'aria-label': name,
                onclick: () => void open(ply),
              },
              t('again-do'),
            ),
          );
        }),
      ),
    );
  }

  /** The number of each mark by side. */
  #counts() {
    return this.sides.map((side) =>
      html(
        'div',
        { class: `review-side side-${side}` },
        html('span', { class: 'chip', 'aria-hidden': 'true' }),
        html('strong', {}, sideName(side)),
        html(
          'ul',
          {},
          ...MARKS.map((mark) =>
            html(
              'li',
              { class: `mark-${mark}` },
              html('span', { class: 'mark-sign', 'aria-hidden': 'true' }, MARK_SIGNS[mark]),
              html('span', {}, this.#countWords(side, mark)),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {string} side
   * @param {Mark} mark
   */
  #count(side, mark) {
    return this.#plies.filter((one) => one.mark === mark && this.#frames[one.ply]?.side === side)
      .length;
  }

  /**
   * The number of a mark of a side, in words.
   * @param {string} side
   * @param {Mark} mark
   */
  #countWords(side, mark) {
    const count = this.#count(side, mark);
    const name = count === 1 ? t(`mark-word-${mark}`) : t(`marks-${mark}`);
    return `${count} ${name}`;
  }

  #summary() {
    const marked = this.#plies.filter(({ mark }) => mark).length;
    if (marked === 0) return t('review-none');
    const counts = (/** @type {string} */ side) =>
      MARKS.map((mark) => this.#countWords(side, mark)).join(', ');
    return this.sides.map((side) => `${sideName(side)}: ${counts(side)}`).join('. ');
  }

  #fillTable() {
    if (!this.table.open) return;
    const head = ['move', 'score', 'mark', 'better'].map((key) =>
      html('th', { scope: 'col' }, t(`review-column-${key}`)),
    );
    const rows = this.#plies.map(({ ply, score, mark }) => {
      const frame = this.#frames[ply];
      const move =
        frame && ply > 0
          ? `${frame.number}${frame.side === this.sides[1] ? '…' : '.'} ${plyText(frame)}`
          : t('review-start');
      return html(
        'tr',
        {},
        html(
          'td',
          {},
          html(
            'button',
            { type: 'button', class: 'small', onclick: () => this.graph.goTo(ply) },
            move,
          ),
        ),
        html('td', {}, scoreText(score)),
        html('td', {}, mark ? t(`mark-word-${mark}`) : ''),
        html('td', {}, mark ? (this.#plies[ply - 1]?.best ?? '') : ''),
      );
    });
    this.table.querySelector('div')?.remove();
    this.table.append(
      html(
        'div',
        { class: 'review-rows', tabindex: 0, role: 'group', 'aria-label': t('review-table') },
        html('table', {}, html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...rows)),
      ),
    );
  }
}
