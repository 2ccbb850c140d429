// The best courses as the engine sees them. What is shown changes many times a second, so elements stay where they are
// and only their texts change: whoever is about to press one finds it there.

import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { ahead, scoreText, scoreWords } from './score.js';
/** @import { AnalysisLine, Score } from '../common/types.d.ts' */

/** How many moves of a course are shown. */
const SHOWN = 14;

/**
 * @typedef {object} Shown
 * @property {AnalysisLine} line
 * @property {Score} score from the sight of seat 0
 * @property {string[]} numbers what stands before each move; empty for none
 */

export class Lines {
  /** @type {Row[]} */
  #rows = [];

  /**
   * @param {HTMLElement} root
   * @param {string[]} sides of the seats
   * @param {{ play: (moves: string[]) => void, point: (index: number | null) => void }} actions
   */
  constructor(root, sides, actions) {
    this.root = root;
    this.sides = sides;
    this.actions = actions;
    root.addEventListener('pointerleave', () => actions.point(null));
    root.addEventListener('focusout', () => actions.point(null));
    root.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * @param {Shown[]} lines
   * @param {number} places how many there will be: the panel keeps its height
   */
  show(lines, places) {
    this.root.style.setProperty('--places', String(places));
    while (this.#rows.length < lines.length) {
      const row = new Row(this.#rows.length, this.sides, this.actions);
      this.#rows.push(row);
      this.root.append(row.item);
    }
    for (const [i, row] of this.#rows.entries()) {
      const shown = lines[i];
      row.item.hidden = !shown;
      if (shown) row.show(shown);
    }
  }

  /** Within the list the cursor keys go from button to button; Tab leaves a course for the next. @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const row = this.#rows.find(({ item }) => item.contains(document.activeElement));
    if (!step || !row) return;
    event.preventDefault();
    event.stopPropagation();
    row.step(step);
  }
}

/** One course. */
class Row {
  /** @type {HTMLButtonElement[]} */
  #moves = [];
  /** @type {string[]} */
  #pv = [];
  /** Which of the buttons Tab reaches. */
  #stop = 0;

  /**
   * @param {number} index
   * @param {string[]} sides
   * @param {{ play: (moves: string[]) => void, point: (index: number | null) => void }} actions
   */
  constructor(index, sides, { play, point }) {
    this.sides = sides;
    this.play = play;
    this.chip = html('span', { class: 'chip', 'aria-hidden': 'true' });
    this.number = html('span', {});
    this.words = html('span', { class: 'sr-only' });
    this.score = html('span', { class: 'line-score' }, this.chip, this.number, this.words);
    this.course = html('span', { class: 'course' });
    const enter = () => point(index);
    this.item = html('li', { class: 'engine-line', 'data-line': index + 1, onpointerenter: enter, onfocusin: enter },
      html('span', { class: 'line-rank', 'aria-hidden': 'true' }, String(index + 1)), this.score, this.course);
  }

  /** @param {Shown} shown */
  show({ line, score, numbers }) {
    this.#pv = line.pv;
    const leader = ahead(score);
    this.score.className = `line-score ${leader === null ? '' : `side-${this.sides[leader]}`}`;
    this.number.textContent = scoreText(score);
    this.number.setAttribute('aria-hidden', 'true');
    this.words.textContent = scoreWords(score, this.sides);
    const count = Math.min(line.pv.length, SHOWN);
    while (this.#moves.length < count) this.#add();
    if (this.#stop >= count) this.#moveStop(0);
    this.#moves.forEach((button, i) => {
      button.hidden = i >= count;
      const text = `${numbers[i] ? `${numbers[i]} ` : ''}${line.pv[i] ?? ''}`;
      if (!button.hidden && button.textContent !== text) button.textContent = text;
    });
  }

  #add() {
    const at = this.#moves.length;
    const button = html('button', {
      type: 'button', class: 'course-move', tabindex: at === this.#stop ? 0 : -1, title: t('line-play'),
      onclick: () => this.play(this.#pv.slice(0, at + 1)),
    });
    this.#moves.push(button);
    this.course.append(button);
  }

  /** @param {number} by */
  step(by) {
    const shown = this.#moves.filter(({ hidden }) => !hidden);
    const at = shown.findIndex((button) => button === document.activeElement);
    this.#moveStop(Math.min(Math.max(at + by, 0), shown.length - 1));
    shown[this.#stop]?.focus();
  }

  /** @param {number} at */
  #moveStop(at) {
    this.#stop = at;
    this.#moves.forEach((button, i) => button.setAttribute('tabindex', i === at ? '0' : '-1'));
  }
}
