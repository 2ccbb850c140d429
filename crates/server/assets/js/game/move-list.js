// The move list and stepping through it: a column for each side, as the sources write battles, or the moves in words.

import { html } from '../common/dom.js';
import { sideName, t, UNKNOWN } from '../common/i18n.js';
import { kept } from '../board/board-prefs.js';
import { hasLongForm, longWords, plyText, plyWords } from '../board/descriptions.js';
import { isPass, throwOf } from '../dice/throw-notation.js';
/** @import { Frame } from '../common/types.d.ts' */

const PLAY_MS = 1600;

/**
 * The plies in rounds: a row begins with the first side's ply, or with that of whoever begins.
 * @param {Frame[]} frames
 * @param {string[]} sides
 * @returns {(Frame | null)[][]}
 */
function rowsOf(frames, sides) {
  /** @type {(Frame | null)[][]} */
  const rows = [];
  for (const frame of frames.slice(1)) {
    const column = Math.max(sides.indexOf(frame.side ?? ''), 0);
    const row = rows.at(-1);
    // Who is out of the game leaves its column empty.
    if (row && row.length <= column) row.push(...Array(column - row.length).fill(null), frame);
    else rows.push([...Array(column).fill(null), frame]);
  }
  return rows;
}

export class MoveList {
  /** @type {Frame[]} */
  frames = [];
  /** The ply that is shown. */
  ply = 0;
  /** @type {Set<number>} plies that have a comment */
  noted = new Set();
  /** @type {Map<number, { mark: string, sign: string, words: string }>} plies that somebody has judged */
  #judged = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #playing;

  /**
   * @param {HTMLElement} root the element `.moves` of the page
   * @param {string[]} sides
   * @param {(ply: number) => void} step called when the reader goes to a ply
   */
  constructor(root, sides, step) {
    this.root = root;
    this.sides = sides;
    this.step = step;
    this.list = part(root, '.move-list');
    addEventListener('prefs-changed', () => this.#build());
    this.slider = /** @type {HTMLInputElement} */ (part(root, '.move-slider'));
    this.slider.addEventListener('input', () => step(Number(this.slider.value)));
    for (const button of root.querySelectorAll('[data-step]')) {
      button.addEventListener('click', () => {
        this.pause();
        this.go(button.getAttribute('data-step') ?? '');
      });
    }
    this.player = root.querySelector('[data-play]');
    this.player?.addEventListener('click', () => (this.#playing ? this.pause() : this.#play()));
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * Marks plies as inaccurate or worse.
   * @param {Map<number, { mark: string, sign: string, words: string }>} judged
   */
  judge(judged) {
    this.#judged = judged;
    this.#build();
  }

  get last() {
    return this.frames.length - 1;
  }

  /**
   * The sides that play, where the game leaves that open.
   * @param {string[]} sides
   */
  columns(sides) {
    if (sides.join() === this.sides.join() && this.root.style.getPropertyValue('--columns')) return;
    this.sides = sides;
    this.root.style.setProperty('--columns', String(sides.length));
    part(this.root, '.move-head').replaceChildren(html('span', {}), ...sides.map((side) =>
      html('span', { class: `side-${side}` }, html('span', { class: 'chip' }), sideName(side))));
    this.#build();
  }

  /**
   * @param {Frame[]} frames
   * @param {number} ply
   */
  show(frames, ply) {
    // Not only the end changes: what was not seen is known when the game is over.
    const grown = frames.length !== this.frames.length || frames.some(({ text }, i) => text !== this.frames[i]?.text);
    this.frames = frames;
    this.ply = ply;
    if (grown || this.list.childElementCount === 0) this.#build();
    else this.#mark();
  }

  #build() {
    this.root.classList.toggle('in-words', kept().words && hasLongForm);
    const rows = rowsOf(this.frames, this.sides).map((row) =>
      html('li', {}, html('span', { class: 'number' }, `${row.find((frame) => frame)?.number ?? ''}`), ...this.sides.map((_, column) => this.#cell(row[column]))));
    this.list.replaceChildren(...rows);
    this.#mark();
  }

  /** @param {Frame | null | undefined} frame */
  #cell(frame) {
    if (!frame) return html('span', { class: 'no-move' });
    const before = this.frames[frame.ply - 1];
    const words = plyWords(before, frame);
    const inWords = this.root.classList.contains('in-words');
    const judged = this.#judged.get(frame.ply);
    return html('button', {
      type: 'button',
      class: ['move', frame.side, frame.text === UNKNOWN && 'unseen', isPass(throwOf(frame)) && 'pass', inWords && `side-${frame.side}`, this.noted.has(frame.ply) && 'noted', judged && 'judged'].filter(Boolean).join(' '),
      'data-ply': frame.ply,
      title: judged ? `${words}. ${judged.words}` : words,
      onclick: () => {
        this.pause();
        this.step(frame.ply);
      },
    }, ...(inWords ? [html('span', { class: 'chip', 'aria-hidden': 'true' }), html('span', {}, longWords(before, frame))] : [plyText(frame)]),
    ...(judged ? [html('span', { class: `mark-sign mark-${judged.mark}`, 'aria-hidden': 'true' }, judged.sign), html('span', { class: 'sr-only' }, judged.words)] : []));
  }

  #mark() {
    this.slider.max = String(Math.max(this.last, 0));
    this.slider.value = String(this.ply);
    this.slider.disabled = this.last < 1;
    const frame = this.frames[this.ply];
    const words = frame && this.ply > 0 ? plyWords(this.frames[this.ply - 1], frame) : t('ply-start');
    this.slider.setAttribute('aria-valuetext', words);
    for (const button of this.list.querySelectorAll('.move')) {
      const here = button.getAttribute('data-ply') === String(this.ply);
      if (here) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      if (here) scrollInto(this.list, button);
    }
    if (this.ply === 0) this.list.scrollTop = 0;
  }

  /** @param {string} where `first`, `back`, `forward` or `last` */
  go(where) {
    const target = { first: 0, back: this.ply - 1, forward: this.ply + 1, last: this.last }[where] ?? this.ply;
    const ply = Math.min(Math.max(target, 0), Math.max(this.last, 0));
    if (ply !== this.ply) this.step(ply);
  }

  #play() {
    if (this.ply >= this.last) this.step(0);
    else this.go('forward');
    this.#playing = setInterval(() => {
      if (this.ply >= this.last) this.pause();
      else this.go('forward');
    }, PLAY_MS);
    this.player?.setAttribute('aria-pressed', 'true');
  }

  pause() {
    clearInterval(this.#playing);
    this.#playing = undefined;
    this.player?.setAttribute('aria-pressed', 'false');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const where = this.last < 1 ? null : stepOf(event);
    if (!where) return;
    this.pause();
    this.go(where);
  }
}

/**
 * Where a key leads that steps through moves: `first`, `back`, `forward` or `last`; nothing if it means something else
 * where it was pressed. The browser then does nothing of its own with it.
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function stepOf(event) {
  const where = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' }[event.key];
  const target = event.target instanceof Element ? event.target : null;
  const busy = target?.closest('input, textarea, select, dialog, svg, [role=radiogroup], [role=slider]');
  if (!where || busy || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return where;
}

/**
 * Scrolls the list, and the list alone, until the element can be seen.
 * @param {HTMLElement} list
 * @param {Element} element
 */
export function scrollInto(list, element) {
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + inner.height;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + inner.height;
}

/**
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
function part(root, selector) {
  const element = root.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the move list has no ${selector}`);
  return element;
}
