// The page of a lesson: one step after the other, each on a board of its own. The server applies
// the learner's moves with the replies of the lesson (`/api/lesson`) and says whether the task is
// done; this script knows no rules.

import '../board/game-board.js';
import '../home/home-page.js';
import { GameBoard } from '../board/game-board.js';
import { resolveChoice } from '../board/choice-dialog.js';
import { showCoordinates } from '../board/coordinates.js';
import { plyWords } from '../board/descriptions.js';
import { capturesAny, EMPTY_FRAME, plyBetween } from '../board/frame-diff.js';
import { MoveArrows } from '../board/move-arrows.js';
import { ApiError, post } from '../common/api.js';
import { toast } from '../common/dialogs.js';
import { byId, pageJson, prefersReducedMotion, svg } from '../common/dom.js';
import { problemText, t } from '../common/i18n.js';
import { announce, sentences } from '../common/live-region.js';
import { play } from '../common/sound.js';
import { Die } from '../dice/die.js';
import { pendingThrow } from '../dice/throw-notation.js';
import { reportTexts, soundOf } from '../game/umpire-log.js';
import { bindPieceCards } from '../guide/piece-card.js';
import { noteProgress, readProgress, showProgress, solvedText } from './progress.js';
/** @import { Choice, Frame, LessonState, PageData } from '../common/types.d.ts' */

/** The time between the learner's move and the reply. */
const REPLY_MS = 650;
/** A star around (0, 0), ten units high and wide. */
const STAR = 'M0-5.5L1.5-1.9 5.4-1.7 2.4.8 3.4 4.5 0 2.4-3.4 4.5-2.4.8-5.4-1.7-1.5-1.9Z';
/** The step after the last one. */
const END = 'end';

/**
 * @typedef {object} Step
 * @property {string} key
 * @property {'look' | 'play' | 'visit' | 'point'} task
 * @property {string[]} marks
 * @property {string[][]} arrows
 */

class LessonPage {
  /** @type {PageData & { steps: Step[] }} */
  data = pageJson('page-data');
  game = this.data.game ?? '';
  index = 0;
  /** @type {string[]} */
  moves = [];
  /** @type {LessonState | null} */
  state = null;
  /** How much of the hint is shown: nothing, the piece, the move. */
  #hinted = 0;
  #isBusy = false;
  /** Whether the names of the cells can be drawn inside this board. */
  #drawsNames = false;
  /** Where the reader wants the names. @type {string | undefined} */
  #coords;
  /** Incremented when another board comes, so that an answer for the last one is dropped. */
  #generation = 0;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.arrows = new MoveArrows(board);
    this.stars = board.overlay('lesson-stars');
    this.stars.setAttribute('aria-hidden', 'true');
    const die = document.getElementById('die');
    this.die = die ? new Die(die) : null;
    this.#drawsNames = showCoordinates(board);
    this.#coords = document.documentElement.dataset.coords;
    this.showPieceCard = bindPieceCards(board, this.data);
    this.#bind();
    void this.go(this.#named() ?? this.#nextUndone());
  }

  /** The number of the step that the URL names; `null` if it names none. */
  #named() {
    const { steps } = this.data;
    if (location.hash === `#${END}`) return steps.length;
    const index = steps.findIndex(({ key }) => `#${key}` === location.hash);
    return index < 0 ? null : index;
  }

  /** The first step that is neither done nor seen, else the first that is not done. */
  #nextUndone() {
    const { done, seen } = readProgress(this.game);
    const keys = this.data.steps.map(({ key }) => key);
    const isOpen = (/** @type {string} */ key) => !done.includes(key);
    const index = keys.findIndex((key) => isOpen(key) && !seen.includes(key));
    return Math.max(index < 0 ? keys.findIndex(isOpen) : index, 0);
  }

  get step() {
    return this.data.steps[this.index];
  }

  #bind() {
    const { board } = this;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on('board-choose', ({ choices }) => void this.#pick(choices));
    on('board-illegal', ({ from, to }) => void this.#refuse(from, to));
    on('board-cell', ({ cell }) => void this.#point(cell));
    const buttons = { back: 'b', again: 'r', hint: 'h', next: 'n' };
    for (const [name, key] of Object.entries(buttons)) {
      const button = /** @type {HTMLButtonElement} */ (byId(`lesson-${name}`));
      button.addEventListener('click', () => this.#press(name));
      document.addEventListener('keydown', (event) => {
        const isTyping = event.target instanceof HTMLInputElement;
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
        if (document.querySelector('dialog[open]') || event.key.toLowerCase() !== key) return;
        if (!button.disabled) this.#press(name);
      });
    }
    addEventListener('hashchange', () => {
      const named = this.#named();
      if (named !== null && named !== this.index) void this.go(named);
    });
  }

  /** @param {string} name */
  #press(name) {
    if (name === 'back') void this.go(this.index - 1);
    else if (name === 'next') this.#goOn();
    else if (name === 'again') void this.restart();
    else this.#hint();
  }

  /** Leaves the step for the next one. A task that is not solved counts as seen only. */
  #goOn() {
    const { done, seen } = readProgress(this.game);
    const key = this.step?.key;
    if (key && ![...done, ...seen].includes(key))
      noteProgress(this.game, { seen: [...seen, key] });
    void this.go(this.index + 1);
  }

  /**
   * Goes to a step.
   * @param {number} index
   */
  async go(index) {
    this.index = Math.max(0, Math.min(index, this.data.steps.length));
    const key = this.step?.key ?? END;
    history.replaceState(null, '', `${location.pathname}${location.search}#${key}`);
    if (!this.step) this.#showEnd();
    this.#shownText = this.#showTexts(key);
    await this.restart(this.#shownText);
  }

  #shownText = '';

  /** The end says whether all tasks are solved, and leads back to the first that is not. */
  #showEnd() {
    noteProgress(this.game, { finished: true });
    const { steps } = this.data;
    const { open } = showProgress(document.querySelector('.lesson-bar'), this.game);
    const state = open.length === 0 ? 'solved' : 'open';
    for (const part of document.querySelectorAll('.lesson-end [data-when]'))
      if (part instanceof HTMLElement) part.hidden = part.dataset.when !== state;
    const first = document.querySelector('.lesson-end [data-play]');
    first?.classList.toggle('main', state === 'solved');
    const all = steps.filter(({ task }) => task !== 'look').length;
    byId('lesson-solved').textContent = solvedText(all - open.length, all);
    const title = document.querySelector(`.lesson-step[data-step="${open[0]}"] h2`);
    const back = byId('lesson-open');
    back.textContent = t('lesson-go-back', { title: title?.textContent ?? '' });
    back.setAttribute('href', `#${open[0] ?? ''}`);
  }

  /**
   * Shows the texts of a step. Returns them in words.
   * @param {string} key
   */
  #showTexts(key) {
    let words = '';
    for (const part of document.querySelectorAll('.lesson-step')) {
      if (!(part instanceof HTMLElement)) continue;
      part.hidden = part.dataset.step !== key;
      if (part.hidden) continue;
      const said = [...part.querySelectorAll(':is(h2, p):not([data-say], [hidden])')];
      words = sentences(said.map((one) => one.textContent?.trim() ?? ''));
    }
    const { steps } = this.data;
    const count = document.querySelector('.lesson-count');
    if (count instanceof HTMLElement) {
      const number = String(Math.min(this.index + 1, steps.length));
      count.textContent = (count.dataset.text ?? '')
        .replace('{number}', number)
        .replace('{count}', String(steps.length));
      count.classList.toggle('over', !this.step);
    }
    this.#showNames();
    document.querySelector('.lesson-body')?.scrollTo(0, 0);
    return words;
  }

  /** Shows the names of the cells inside the board if a text or an answer of the step has one. */
  #showNames() {
    if (!this.#drawsNames) return;
    const texts = document.querySelector('.lesson-step:not([hidden])')?.textContent ?? '';
    const isNamed = (texts.match(/\w+/g) ?? []).some((word) => this.board.cells.has(word));
    const { dataset } = document.documentElement;
    if (isNamed) dataset.coords = 'inside';
    else if (this.#coords === undefined) delete dataset.coords;
    else dataset.coords = this.#coords;
  }

  /**
   * Shows the first board of the step again.
   * @param {string} [words] what screen readers say, by default that the board is as it was
   */
  async restart(words = t('lesson-restarted')) {
    this.#generation += 1;
    this.moves = [];
    this.#hinted = 0;
    this.#isBusy = false;
    this.state = null;
    this.board.cancel();
    this.#say(null);
    this.#showButtons();
    if (!this.step) {
      this.arrows.show([]);
      this.#showMarks();
      announce(words);
      return;
    }
    const before = this.board.frame;
    const state = await this.#ask([]);
    if (!state) return;
    this.state = state;
    const last = state.frames.at(-1) ?? EMPTY_FRAME;
    const isSame = before.position === last.position;
    this.board.show(last, state.scene.choices, isSame);
    this.#showMarks();
    this.#showDie();
    this.#showButtons();
    if (this.step.task === 'look') this.#done(false);
    announce(words);
  }

  /**
   * The step after these moves; `null` if the server refuses, or another board is there meanwhile.
   * @param {string[]} moves
   * @returns {Promise<LessonState | null>}
   */
  async #ask(moves) {
    const generation = this.#generation;
    try {
      const state = await post('/api/lesson', { game: this.game, step: this.step?.key, moves });
      return generation === this.#generation ? state : null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (generation === this.#generation) toast(problemText(error.problem), 'refusal');
      return null;
    }
  }

  /** @param {Choice[]} choices */
  async #pick(choices) {
    const { scene } = this.state ?? {};
    if (!scene || this.#isBusy) return;
    const side = scene.sides.find(({ seat }) => seat === scene.to_act[0])?.key ?? '';
    // A lesson lets its reader make mistakes.
    const choice = await resolveChoice(side, choices, {
      board: this.board,
      game: this.game,
      pieces: this.data.pieces ?? [],
      pool: scene.reserve,
      showPieceCard: this.showPieceCard,
    });
    if (choice) await this.#move(choice.text);
    else this.board.cancel();
  }

  /** Lets the server say why a move is illegal. @param {string} from @param {string} to */
  async #refuse(from, to) {
    const similar = this.board.choices.find((choice) => choice.from === from);
    if (!similar) return;
    const state = await this.#ask([...this.moves, textWithTarget(similar, to)]);
    if (state) toast(t('nothing-possible'), 'refusal');
  }

  /** A cell without a piece to move. @param {string} cell */
  async #point(cell) {
    if (this.state?.verdict === 'missed') await this.restart();
    else if (this.step?.task === 'point' && this.state?.verdict === 'open') await this.#move(cell);
  }

  /** @param {string} text */
  async #move(text) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#showButtons();
    const before = this.state?.frames ?? [];
    const state = await this.#ask([...this.moves, text]);
    if (!state) {
      this.#isBusy = false;
      this.board.snapBack();
      this.#showButtons();
      return;
    }
    this.moves.push(text);
    this.state = state;
    this.#hinted = 0;
    this.arrows.show([]);
    this.#showButtons();
    const generation = this.#generation;
    const fresh = state.frames.slice(before.length);
    /** @type {string[]} */
    const spoken = [];
    let last = before.at(-1);
    for (const [number, frame] of fresh.entries()) {
      if (number > 0) await pause(REPLY_MS);
      if (generation !== this.#generation) return;
      spoken.push(...this.#showFrame(last, frame));
      last = frame;
    }
    this.#isBusy = false;
    if (state.verdict === 'open') this.board.show(state.scene.frame, state.scene.choices, false);
    this.#showMarks(text);
    this.#showDie();
    this.#answer(state, spoken);
  }

  /**
   * Shows a frame. Returns what there is to say of it.
   * @param {Frame | undefined} before
   * @param {Frame} frame
   */
  #showFrame(before, frame) {
    this.board.show(frame, []);
    const told = reportTexts(frame);
    const place = document.querySelector('.lesson-told');
    if (place instanceof HTMLElement && told.length > 0) {
      place.hidden = false;
      place.textContent = `${t('told-title')}: ${told.join(' ')}`;
    }
    play(soundOf(frame) ?? (capturesAny(plyBetween(before, frame)) ? 'capture' : 'move'));
    return [plyWords(before, frame), ...told];
  }

  /** @param {LessonState} state @param {string[]} spoken */
  #answer(state, spoken) {
    if (state.verdict === 'done') this.#done(true, spoken);
    else if (state.verdict === 'missed') {
      const words = this.#say(state.say ? `miss-${state.say}` : 'miss', 'missed');
      announce(sentences([...spoken, words, t('lesson-try-again')]));
    } else announce(sentences(spoken));
    this.#showButtons();
  }

  /**
   * The task is done.
   * @param {boolean} says whether there is an answer
   * @param {string[]} [spoken] what is said before it
   */
  #done(says, spoken = []) {
    const { done } = readProgress(this.game);
    const key = this.step?.key ?? '';
    if (!done.includes(key)) noteProgress(this.game, { done: [...done, key] });
    if (says) announce(sentences([...spoken, this.#say('done', 'done')]));
    this.#showButtons();
  }

  /**
   * Shows an answer of the step; `null` hides it. Returns it in words.
   * @param {string | null} name
   * @param {string} [kind]
   */
  #say(name, kind = '') {
    const place = document.querySelector('.lesson-say');
    if (!(place instanceof HTMLElement)) return '';
    const told = document.querySelector('.lesson-told');
    if (told instanceof HTMLElement && name === null) told.hidden = true;
    const own = document.querySelector(`.lesson-step:not([hidden]) [data-say="${name}"]`);
    const words = own?.textContent?.trim() ?? '';
    place.hidden = name === null;
    place.textContent = words;
    place.className = `lesson-say ${kind}`;
    if (name !== null) place.scrollIntoView({ block: 'nearest' });
    return words;
  }

  #showButtons() {
    const { state } = this;
    const isDone = state !== null && (this.step?.task === 'look' || state.verdict === 'done');
    const now = this.#isBusy || (this.step && !state) ? 'busy' : isDone ? 'done' : state?.verdict;
    const panel = document.querySelector('.lesson-panel');
    panel?.setAttribute('data-state', now ?? 'done');
    panel?.setAttribute('data-moves', String(this.moves.length));
    const set = (/** @type {string} */ name, /** @type {boolean} */ can, main = false) => {
      const button = /** @type {HTMLButtonElement} */ (byId(`lesson-${name}`));
      // A button that has the focus keeps it.
      button.disabled = !can && document.activeElement !== button;
      button.setAttribute('aria-disabled', String(!can));
      button.classList.toggle('main', main);
    };
    // The buttons act at any time; a move that is on its way is dropped then.
    set('back', this.index > 0);
    set('again', this.moves.length > 0, now === 'missed');
    set('hint', Boolean(state?.hint) && now === 'open');
    set('next', this.step !== undefined, isDone && now === 'done');
    const bar = document.querySelector('.lesson-bar');
    showProgress(bar, this.game);
    for (const part of bar?.children ?? [])
      part.classList.toggle('current', part.getAttribute('data-step') === this.step?.key);
  }

  #hint() {
    const hint = this.state?.hint;
    if (!hint || this.#isBusy) return;
    this.#hinted = hint.from === null ? 2 : Math.min(this.#hinted + 1, 2);
    const { from, to } = hint;
    if (this.#hinted === 1) announce(t('lesson-hint-piece', { from: from ?? '' }));
    else if (from) announce(t('lesson-hint-move', { from, to }));
    else announce(t('lesson-hint-cell', { to }));
    this.#showMarks();
  }

  /**
   * Draws the marks, stars and arrows of the step, and the hint.
   * @param {string} [played] the learner's last move or cell
   */
  #showMarks(played) {
    const { board, step, state } = this;
    const isFirst = this.moves.length === 0;
    const hint = this.#hinted > 0 ? state?.hint : null;
    const wrong = step?.task === 'point' && state?.verdict === 'missed' && played ? [played] : [];
    const right = step?.task === 'point' && state?.verdict === 'done' && played ? [played] : [];
    board.highlight([
      { cells: isFirst || step?.task === 'point' ? (step?.marks ?? []) : [], kind: 'lesson' },
      { cells: state?.left ?? [], kind: 'star' },
      { cells: right, kind: 'region' },
      { cells: wrong, kind: 'danger' },
      { cells: hint ? [hint.from ?? hint.to] : [], kind: 'lesson' },
    ]);
    const arrows = isFirst && !hint ? (step?.arrows ?? []) : [];
    this.arrows.show(hint?.from && this.#hinted > 1 ? [[hint.from, hint.to]] : arrows);
    this.#showStars(state?.left ?? []);
  }

  /** @param {string[]} cells */
  #showStars(cells) {
    const { orientation } = this.board;
    this.stars.replaceChildren(...cells.flatMap((name) => {
      const cell = this.board.cells.get(name);
      if (!cell || !orientation) return [];
      const { x, y } = orientation.at(cell);
      const size = (cell.radius / 8).toFixed(2);
      const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})`;
      return [svg('path', { class: 'lesson-star', d: STAR, transform })];
    }));
  }

  #showDie() {
    const { scene } = this.state ?? {};
    const thrown = scene ? pendingThrow(scene) : null;
    if (!this.die) return;
    this.die.place.hidden = thrown === null;
    if (thrown) this.die.rest(thrown.face, thrown.side);
  }
}

/**
 * The text of a move of the same piece to another cell.
 * @param {Choice} choice
 * @param {string} to
 */
function textWithTarget({ text, from, to: legal }, to) {
  if (from && legal && text.startsWith(`${from}${legal}`)) return `${from}${to}`;
  const end = from ? text.indexOf(from) + from.length : text.lastIndexOf(legal ?? '');
  return `${text.slice(0, end).replace(/\S*@$/, '').trimEnd()} ${to}`;
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) =>
  new Promise((wake) => {
    setTimeout(wake, prefersReducedMotion() ? ms / 2 : ms);
  });

const board = document.querySelector('game-board');
if (board instanceof GameBoard) new LessonPage(board);
