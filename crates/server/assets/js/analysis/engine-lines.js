// The engine's best lines. They change many times a second, so the elements stay in place and only
// their texts change: a button does not move away while the reader is about to press it.

import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { leadingSeat, scoreText, scoreWords } from './score.js';
/** @import { AnalysisLine, Score } from '../common/types.d.ts' */

/** The number of moves shown of a line. */
const MAX_MOVES = 14;

/**
 * @typedef {object} EngineLine
 * @property {AnalysisLine} line
 * @property {Score} score from the point of view of seat 0
 * @property {string[]} numbers the move number before each move; empty for none
 */

export class EngineLines {
  /** @type {Row[]} */
  #rows = [];

  /**
   * @param {HTMLElement} root
   * @param {string[]} sides by seat
   * @param {{ play: (moves: string[]) => void, emphasize: (index: number | null) => void }} actions
   */
  constructor(root, sides, actions) {
    this.root = root;
    this.sides = sides;
    this.actions = actions;
    root.addEventListener('pointerleave', () => actions.emphasize(null));
    root.addEventListener('focusout', () => actions.emphasize(null));
    root.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * @param {EngineLine[]} lines
   * @param {number} count how many lines there will be, so that the panel keeps its height
   */
  show(lines, count) {
    this.root.style.setProperty('--places', String(count));
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

  /**
   * The arrow keys move between the buttons of a line; Tab moves to the next line.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const row = this.#rows.find(({ item }) => item.contains(document.activeElement));
    if (!step || !row) return;
    event.preventDefault();
    event.stopPropagation();
    row.step(step);
  }
}

/** One line. */
class Row {
  /** @type {HTMLButtonElement[]} */
  #moves = [];
  /** @type {string[]} */
  #pv = [];
  /** The index of the button that Tab reaches. */
  #tabStop = 0;

  /**
   * @param {number} index
   * @param {string[]} sides
   * @param {{ play: (moves: string[]) => void, emphasize: (index: number | null) => void }} actions
   */
  constructor(index, sides, { play, emphasize }) {
    this.sides = sides;
    this.play = play;
    this.chip = html('span', { class: 'chip', 'aria-hidden': 'true' });
    this.number = html('span', {});
    this.words = html('span', { class: 'sr-only' });
    this.score = html('span', { class: 'line-score' }, this.chip, this.number, this.words);
    this.moveList = html('span', { class: 'course' });
    const enter = () => emphasize(index);
    this.item = html(
      'li',
      { class: 'engine-line', 'data-line': index + 1, onpointerenter: enter, onfocusin: enter },
      html('span', { class: 'line-rank', 'aria-hidden': 'true' }, String(index + 1)),
      this.score,
      this.moveList,
    );
  }

  /** @param {EngineLine} shown */
  show({ line, score, numbers }) {
    this.#pv = line.pv;
    const seat = leadingSeat(score);
    this.score.className = `line-score ${seat === null ? '' : `side-${this.sides[seat]}`}`;
    this.number.textContent = scoreText(score);
    this.number.setAttribute('aria-hidden', 'true');
    this.words.textContent = scoreWords(score, this.sides);
    const count = Math.min(line.pv.length, MAX_MOVES);
    while (this.#moves.length < count) this.#add();
    if (this.#tabStop >= count) this.#moveTabStop(0);
    this.#moves.forEach((button, i) => {
      button.hidden = i >= count;
      const text = `${numbers[i] ? `${numbers[i]} ` : ''}${line.pv[i] ?? ''}`;
      if (!button.hidden && button.textContent !== text) button.textContent = text;
    });
  }

  #add() {
    const at = this.#moves.length;
    const button = html('button', {
      type: 'button',
      class: 'course-move',
      tabindex: at === this.#tabStop ? 0 : -1,
      title: t('line-play'),
      onclick: () => this.play(this.#pv.slice(0, at + 1)),
    });
    this.#moves.push(button);
    this.moveList.append(button);
  }

  /** @param {number} by */
  step(by) {
    const shown = this.#moves.filter(({ hidden }) => !hidden);
    const at = shown.findIndex((button) => button === document.activeElement);
    this.#moveTabStop(Math.min(Math.max(at + by, 0), shown.length - 1));
    shown[this.#tabStop]?.focus();
  }

  /** @param {number} at */
  #moveTabStop(at) {
    this.#tabStop = at;
    this.#moves.forEach((button, i) => button.setAttribute('tabindex', i === at ? '0' : '-1'));
  }
}
