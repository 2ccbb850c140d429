// The move list and its navigation: a column for each side, or the moves in words.

import { html } from '../common/dom.js';
import { sideName, t, UNKNOWN_PIECE } from '../common/i18n.js';
import { loadPrefs } from '../board/board-looks.js';
import { hasLongForm, longWords, plyText, plyWords } from '../board/descriptions.js';
import { isPass, throwOfFrame } from '../dice/throw-notation.js';
import { spentText } from './clock-reading.js';
/** @import { Frame } from '../common/types.d.ts' */

/** How far the wheel turns for one ply, and the height of a line of it, in CSS pixels. */
const WHEEL_PX = 50;
const LINE_PX = 40;

const AUTOPLAY_MS = 1600;

/**
 * The plies in rows. A row begins with the first side's ply, or with that of the side that begins.
 * @param {Frame[]} frames
 * @param {string[]} sides
 * @returns {(Frame | null)[][]}
 */
function toRows(frames, sides) {
  /** @type {(Frame | null)[][]} */
  const rows = [];
  for (const frame of frames.slice(1)) {
    const column = Math.max(sides.indexOf(frame.side ?? ''), 0);
    const row = rows.at(-1);
    // The column of an eliminated side is empty.
    if (row && row.length <= column) row.push(...Array(column - row.length).fill(null), frame);
    else rows.push([...Array(column).fill(null), frame]);
  }
  return rows;
}

export class MoveList {
  /** @type {Frame[]} */
  frames = [];
  /** The ply on the board. */
  ply = 0;
  /** @type {Set<number>} the plies with a comment */
  commented = new Set();
  /**
   * @type {Map<number, { mark: string, sign: string, words: string }>} the marks of the game
   *   review, by ply
   */
  #marks = new Map();
  /** @type {(number | null)[]} the time that each ply took, once the game is over */
  #times = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #autoplayTimer;

  /**
   * @param {HTMLElement} root the element `.moves` of the page
   * @param {string[]} sides
   * @param {(ply: number) => void} step called when the reader goes to a ply
   */
  constructor(root, sides, step) {
    this.root = root;
    this.sides = sides;
    this.step = step;
    this.list = requirePart(root, '.move-list');
    addEventListener('prefs-changed', () => this.#build());
    this.slider = /** @type {HTMLInputElement} */ (requirePart(root, '.move-slider'));
    this.slider.addEventListener('input', () => step(Number(this.slider.value)));
    for (const button of root.querySelectorAll('[data-step]')) {
      button.addEventListener('click', () => {
        this.pause();
        this.go(button.getAttribute('data-step') ?? '');
      });
    }
    this.player = root.querySelector('[data-play]');
    this.player?.addEventListener('click', () =>
      this.#autoplayTimer ? this.pause() : this.#startAutoplay(),
    );
    document.addEventListener('keydown', (event) => this.#key(event));
    // What comes later into the page may take room from the list.
    new ResizeObserver(() => this.#scrollToPly()).observe(this.list);
    bindWheel((direction) => {
      if (this.last < 1) return;
      this.pause();
      this.go(direction);
    });
  }

  /**
   * Sets the marks of the game review.
   * @param {Map<number, { mark: string, sign: string, words: string }>} mark
   */
  setMarks(mark) {
    this.#marks = mark;
    this.#build();
  }

  /**
   * Sets the time that each ply took.
   * @param {(number | null)[]} times
   */
  setTimes(times) {
    if (times.length === this.#times.length) return;
    this.#times = times;
    this.#build();
  }

  get last() {
    return this.frames.length - 1;
  }

  /**
   * Sets the sides that play, in games that leave this open.
   * @param {string[]} sides
   */
  setSides(sides) {
    if (sides.join() === this.sides.join() && this.root.style.getPropertyValue('--columns')) return;
    this.sides = sides;
    this.root.style.setProperty('--columns', String(sides.length));
    requirePart(this.root, '.move-head').replaceChildren(html('span', {}), ...sides.map((side) =>
      html('span', { class: `side-${side}` }, html('span', { class: 'chip' }), sideName(side))));
    this.#build();
  }

  /**
   * @param {Frame[]} frames
   * @param {number} ply
   */
  show(frames, ply) {
    // Earlier plies may change, too: unseen moves are known when the game is over.
    const isChanged =
      frames.length !== this.frames.length ||
      frames.some(({ text }, i) => text !== this.frames[i]?.text);
    this.frames = frames;
    this.ply = ply;
    if (isChanged || this.list.childElementCount === 0) this.#build();
    else this.#mark();
  }

  #build() {
    this.root.classList.toggle('in-words', loadPrefs().words && hasLongForm);
    const rows = toRows(this.frames, this.sides).map((row) =>
      html(
        'li',
        {},
        html('span', { class: 'number' }, `${row.find((frame) => frame)?.number ?? ''}`),
        ...this.sides.map((_, column) => this.#cell(row[column])),
      ),
    );
    this.list.replaceChildren(...rows);
    this.#mark();
  }

  /** @param {Frame | null | undefined} frame */
  #cell(frame) {
    if (!frame) return html('span', { class: 'no-move' });
    const before = this.frames[frame.ply - 1];
    const words = plyWords(before, frame);
    const inWords = this.root.classList.contains('in-words');
    const mark = this.#marks.get(frame.ply);
    const spent = this.#times[frame.ply - 1] ?? null;
    return html(
      'button',
      {
        type: 'button',
        class: [
          'move',
          frame.side,
          frame.text === UNKNOWN_PIECE && 'unseen',
          isPass(throwOfFrame(frame)) && 'pass',
          inWords && `side-${frame.side}`,
          this.commented.has(frame.ply) && 'noted',
          mark && 'judged',
        ]
          .filter(Boolean)
          .join(' '),
        'data-ply': frame.ply,
        title: mark ? `${words}. ${mark.words}` : words,
        onclick: () => {
          this.pause();
          this.step(frame.ply);
        },
      },
      ...(inWords
        ? [
            html('span', { class: 'chip', 'aria-hidden': 'true' }),
            html('span', {}, longWords(before, frame)),
          ]
        : [plyText(frame)]),
      ...(spent === null
        ? []
        : [
            html('span', { class: 'sr-only' }, t('move-time', { time: spentText(spent) })),
            html('small', { class: 'spent', 'aria-hidden': 'true' }, spentText(spent)),
          ]),
      ...(mark
        ? [
            html(
              'span',
              { class: `mark-sign mark-${mark.mark}`, 'aria-hidden': 'true' },
              mark.sign,
            ),
            html('span', { class: 'sr-only' }, mark.words),
          ]
        : []),
    );
  }

  #mark() {
    this.slider.max = String(Math.max(this.last, 0));
    this.slider.value = String(this.ply);
    this.slider.disabled = this.last < 1;
    const frame = this.frames[this.ply];
    const words =
      frame && this.ply > 0 ? plyWords(this.frames[this.ply - 1], frame) : t('ply-start');
    this.slider.setAttribute('aria-valuetext', words);
    for (const button of this.list.querySelectorAll('.move')) {
      const here = button.getAttribute('data-ply') === String(this.ply);
      if (here) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    this.#scrollToPly();
  }

  /** Scrolls the list to the ply that is shown. */
  #scrollToPly() {
    const button = this.list.querySelector('[aria-current]');
    if (button) scrollIntoList(this.list, button);
    if (this.ply === 0) this.list.scrollTop = 0;
  }

  /** @param {string} direction `first`, `back`, `forward` or `last` */
  go(direction) {
    const target =
      { first: 0, back: this.ply - 1, forward: this.ply + 1, last: this.last }[direction] ??
      this.ply;
    const ply = Math.min(Math.max(target, 0), Math.max(this.last, 0));
    if (ply !== this.ply) this.step(ply);
  }

  #startAutoplay() {
    if (this.ply >= this.last) this.step(0);
    else this.go('forward');
    this.#autoplayTimer = setInterval(() => {
      if (this.ply >= this.last) this.pause();
      else this.go('forward');
    }, AUTOPLAY_MS);
    this.player?.setAttribute('aria-pressed', 'true');
  }

  pause() {
    clearInterval(this.#autoplayTimer);
    this.#autoplayTimer = undefined;
    this.player?.setAttribute('aria-pressed', 'false');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const direction = this.last < 1 ? null : navigationKey(event);
    if (!direction) return;
    this.pause();
    this.go(direction);
  }
}

/**
 * The direction of a navigation key: `first`, `back`, `forward` or `last`; `null` if the key has
 * another meaning at its target. Prevents the browser's default action.
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function navigationKey(event) {
  const direction = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' }[
    event.key
  ];
  const target = event.target instanceof Element ? event.target : null;
  const busy = target?.closest(
    'input, textarea, select, dialog, svg, [role=radiogroup], [role=slider]',
  );
  if (!direction || busy || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return direction;
}

/**
 * Steps through the game by the wheel over the board, where the wheel does not scroll the page.
 * @param {(direction: string) => void} go
 */
export function bindWheel(go) {
  let turned = 0;
  const onWheel = (/** @type {WheelEvent} */ event) => {
    const page = document.documentElement;
    if (event.ctrlKey || event.shiftKey || page.scrollHeight > page.clientHeight + 1) return;
    event.preventDefault();
    // A change of direction begins anew; small turns of a touchpad add up.
    if (turned * event.deltaY < 0) turned = 0;
    turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
    if (Math.abs(turned) < WHEEL_PX) return;
    go(turned > 0 ? 'forward' : 'back');
    turned = 0;
  };
  document.querySelector('game-board')?.addEventListener(
    'wheel', /** @type {EventListener} */ (onWheel), { passive: false });
}

/**
 * Scrolls the list, and nothing else, until the element is visible.
 * @param {HTMLElement} list
 * @param {Element} element
 */
export function scrollIntoList(list, element) {
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + inner.height;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + inner.height;
}

/**
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
function requirePart(root, selector) {
  const element = root.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the move list has no ${selector}`);
  return element;
}
