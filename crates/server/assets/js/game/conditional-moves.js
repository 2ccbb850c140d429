// Conditional moves: what the player answers if the opponent makes a certain move. A line is built
// move by move from lists of legal moves, which the server makes (`/api/line`).

import { ApiError, get, post, send } from '../common/api.js';
import { toast } from '../common/dialogs.js';
import { byId, html } from '../common/dom.js';
import { problemText, t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
import { isSetupPhase } from '../setup/phases.js';
import { sharesScreen } from './player-cards.js';
/** @import { Conditionals, Frame, GameState, PageData, Scene } from '../common/types.d.ts' */

/** The most pairs of moves in a line. */
const PAIRS = 5;
/** The most lines. */
const LINES = 20;

export class ConditionalMoves {
  /** @type {Conditionals | null} */
  #known = null;
  /** The version for which they were loaded, or are being loaded. */
  #loadedFor = -1;
  /** The moves from which the lines begin. @type {string[]} */
  #moves = [];
  /** The position before the first move. */
  #first = '';
  /** Says where the line that is being built begins. */
  #place = '';
  /** The moves that are chosen. @type {string[]} */
  #line = [];
  /** Raised when lists that are being loaded are not wanted any more. */
  #turn = 0;

  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.path = `/api/games/${data.id}/conditionals`;
    this.root = /** @type {HTMLDetailsElement} */ (byId('conditionals'));
    this.badge = /** @type {HTMLElement} */ (this.root.querySelector('.badge'));
    this.cleared = html('div', { class: 'notice', hidden: true });
    this.lines = html('ol', { class: 'conditional-lines' });
    this.pairs = html('div', { class: 'conditional-pairs' });
    this.further = html(
      'button',
      {
        type: 'button',
        'data-act': 'conditionals-further',
        onclick: () => void this.#addPair(true),
      },
      t('conditionals-further'),
    );
    this.keep = html('button', { type: 'submit', class: 'main' }, t('conditionals-keep'));
    this.form = html('form', { onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      this.pairs, html('div', { class: 'row' }, this.keep, this.further));
    this.wait = html('p', { class: 'hint' }, t('conditionals-wait'));
    this.root.append(
      html('p', { class: 'hint' }, t('conditionals-text')),
      this.cleared,
      this.lines,
      this.form,
      this.wait,
    );
    this.root.addEventListener('toggle', () => this.#build());
  }

  /**
   * Whether two people play an open game without dice that is not over.
   * @param {GameState} state
   */
  #applies(state) {
    const own = state.seats ?? [];
    const against = state.players.every((player, seat) => own.includes(seat) || player?.guest);
    return (
      !this.data.hidden &&
      this.data.analysis !== null &&
      own.length === 1 &&
      !sharesScreen(state) &&
      !state.open &&
      against &&
      state.scene.outcome === null &&
      !isSetupPhase(state.scene.phase)
    );
  }

  /**
   * @param {GameState} state
   * @param {Frame[]} frames
   */
  show(state, frames) {
    const { frame } = state.scene;
    const applies = this.#applies(state) && frames.length === frame.ply + 1;
    this.root.hidden = !applies;
    if (!applies) {
      this.#place = '';
      this.#reset();
      return;
    }
    this.#first = frames[0]?.position ?? '';
    this.#moves = frames.slice(1).map(({ text }) => text ?? '');
    const place = `${frame.ply} ${frame.position}`;
    if (place !== this.#place) {
      this.#place = place;
      this.#reset();
    }
    // Without lines nothing changes but by this panel.
    const mayChange =
      this.#known === null ||
      this.#known.lines.length > 0 ||
      this.#known.cleared !== null ||
      this.root.open;
    const isNew = state.version !== this.#loadedFor;
    if (isNew && mayChange) void this.#load(state.version);
    else if (isNew && this.#known)
      this.#known = {
        ...this.#known,
        can_set: !state.seats.some((seat) => state.scene.to_act.includes(seat)),
      };
    this.#draw();
  }

  /** @param {number} version */
  async #load(version) {
    this.#loadedFor = version;
    const known = await get(this.path).catch(() => null);
    // A newer state loads them again.
    if (!known || version !== this.#loadedFor) return;
    this.#known = known;
    this.#draw();
  }

  #draw() {
    const known = this.#known;
    const lines = known?.lines ?? [];
    this.badge.hidden = lines.length === 0;
    this.badge.textContent = String(lines.length);
    this.#drawCleared();
    this.lines.replaceChildren(...lines.map((line) => {
      const text = inWords(line);
      const remove = html(
        'button',
        {
          type: 'button',
          'aria-label': t('conditionals-remove-of', { line: text }),
          onclick: () =>
            void this.#put(
              lines.filter((one) => one !== line),
              'conditionals-removed',
            ),
        },
        t('conditionals-remove'),
      );
      remove.disabled = !known?.can_set && lines.length > 1;
      return html('li', {}, html('span', {}, text), remove);
    }));
    this.form.hidden = !known?.can_set || lines.length >= LINES;
    this.wait.hidden = known?.can_set ?? true;
    this.#build();
  }

  #drawCleared() {
    const cleared = this.#known?.cleared ?? null;
    const was = this.cleared.hidden;
    this.cleared.hidden = !cleared;
    if (!cleared) return;
    const text = t(`conditionals-cleared-${cleared.reason}`, { move: cleared.text ?? '' });
    const done = html(
      'button',
      { type: 'button', onclick: () => void this.#put([], 'conditionals-removed') },
      t('conditionals-seen'),
    );
    this.cleared.replaceChildren(html('p', {}, text), done);
    if (was) {
      this.root.open = true;
      announce(text);
    }
  }

  #reset() {
    this.#turn += 1;
    this.#line = [];
    this.pairs.replaceChildren();
    this.#showButtons();
  }

  /** Offers the first pair of moves, once the panel is open. */
  #build() {
    const shows = this.root.open && !this.root.hidden && !this.form.hidden;
    if (shows && this.pairs.childElementCount === 0) void this.#addPair(false);
  }

  /** @param {boolean} focuses */
  async #addPair(focuses) {
    const number = this.pairs.childElementCount;
    const [move, answer] = [html('select', { disabled: true }), html('select', { disabled: true })];
    this.pairs.append(
      html(
        'div',
        { class: 'conditional-pair' },
        html(
          'label',
          {},
          html('span', {}, t(number === 0 ? 'conditionals-if' : 'conditionals-and-if')),
          move,
        ),
        html('label', {}, html('span', {}, t('conditionals-answer')), answer),
      ),
    );
    move.addEventListener('change', () => void this.#choose(2 * number, move.value, answer));
    answer.addEventListener('change', () => void this.#choose(2 * number + 1, answer.value, null));
    this.#showButtons();
    await this.#offer(move);
    if (focuses) move.focus();
  }

  /**
   * Takes the move with this number in the line, and forgets those after it.
   * @param {number} number
   * @param {string} text empty if none is chosen
   * @param {HTMLSelectElement | null} next the list of the moves after it
   */
  async #choose(number, text, next) {
    this.#turn += 1;
    this.#line = [...this.#line.slice(0, number), ...(text ? [text] : [])];
    const pair = Math.floor(number / 2);
    [...this.pairs.children].slice(pair + 1).forEach((one) => one.remove());
    next?.replaceChildren();
    if (next) next.disabled = true;
    this.#showButtons();
    if (next && text) await this.#offer(next);
  }

  /** Fills a list with the legal moves after the line so far. @param {HTMLSelectElement} select */
  async #offer(select) {
    const { analysis } = this.data;
    if (!analysis) return;
    const turn = this.#turn;
    const moves = [...this.#moves, ...this.#line];
    const request = {
      game: analysis.game,
      options: analysis.options,
      position: this.#first,
      moves,
      since: moves.length,
    };
    /** @type {{ scene: Scene } | null} */
    const answer = await post('/api/line', request).catch(showProblem);
    if (!answer || turn !== this.#turn) return;
    const texts = [...new Set(answer.scene.choices.map(({ text }) => text))].sort((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    );
    const none = t(texts.length > 0 ? 'conditionals-choose' : 'conditionals-none');
    select.replaceChildren(
      html('option', { value: '' }, none),
      ...texts.map((text) => html('option', { value: text }, text)),
    );
    select.disabled = texts.length === 0;
  }

  #showButtons() {
    const whole = this.#line.length > 0 && this.#line.length === 2 * this.pairs.childElementCount;
    this.keep.disabled = !whole;
    this.further.disabled = !whole || this.pairs.childElementCount >= PAIRS;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (!this.keep.disabled)
      void this.#put([...(this.#known?.lines ?? []), this.#line], 'conditionals-kept');
  }

  /**
   * @param {string[][]} lines
   * @param {string} said the key of what is said when it is done
   */
  async #put(lines, said) {
    try {
      await (lines.length > 0 ? send('PUT', this.path, { lines }) : send('DELETE', this.path, {}));
      announce(t(said));
      this.#reset();
      await this.#load(this.#loadedFor);
    } catch (error) {
      showProblem(error);
    }
  }
}

/** @param {string[]} line */
function inWords(line) {
  const pairs = Array.from({ length: line.length / 2 }, (_, i) => [
    line[2 * i] ?? '',
    line[2 * i + 1] ?? '',
  ]);
  return pairs
    .map(([move = '', answer = ''], i) =>
      t(i === 0 ? 'conditionals-pair' : 'conditionals-then', { move, answer }),
    )
    .join(' ');
}

/** @param {unknown} error */
function showProblem(error) {
  if (!(error instanceof ApiError)) throw error;
  toast(problemText(error.problem), 'refusal');
  return null;
}
