// The players pick the pieces of the array, in turns: the panel beside the board. What may be picked comes
// from the server as choices.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
import { seatName } from '../game/player-cards.js';
import { grouped, PiecePicker } from '../board/piece-chooser.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { GameState, PageData } from '../common/types.d.ts' */

export const PICK = 'pick';

export class PickPanel {
  /** @type {GameState | null} */
  #state = null;
  /** @type {string | null} */
  #chosen = null;
  /** What was picked so far, the first first. @type {string[]} */
  #picked = [];
  #drawn = '';
  /** Where pieces stood before the last pick; nothing before the first look. @type {Set<string> | null} */
  #stood = null;
  /** What was picked last, in words, for those who listen. */
  news = '';

  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   * @param {PageData} data
   * @param {{ submit: (text: string) => void, ask: ((kind: string, side: string) => void) | null }} actions
   */
  constructor(root, board, data, { submit, ask }) {
    this.root = root;
    this.board = board;
    this.data = data;
    this.submit = submit;
    this.ask = ask;
    const { game = '' } = data;
    this.picker = new PiecePicker({ game, side: 'white', ask, choose: (kind) => this.#choose(kind) });
    this.bar = html('div', { class: 'pick-bar' });
  }

  /** @param {GameState} state */
  show(state) {
    if (state.scene.phase !== PICK) return;
    this.#state = state;
    this.root.hidden = state.open;
    this.#follow(state);
    const { choices, to_act } = state.scene;
    const drawn = JSON.stringify([this.root.hidden, to_act, choices, this.#picked]);
    if (drawn !== this.#drawn && !this.root.hidden) this.#draw(state);
    this.#drawn = drawn;
  }

  /**
   * Keeps what was picked in the order in which it came.
   * @param {GameState} state
   */
  #follow({ scene }) {
    const added = this.#added(scene.options.setup ?? '', scene.frame.pieces.filter(({ side }) => side === 'white').map(({ kind }) => kind));
    const known = [...this.#picked];
    this.#picked = known.filter((kind) => takeFrom(added, kind));
    this.#picked.push(...added);
    this.#point(scene.frame.pieces.map(({ cell }) => cell), added);
  }

  /**
   * Points at what has just come to the board.
   * @param {string[]} cells
   * @param {string[]} added
   */
  #point(cells, added) {
    const before = this.#stood;
    this.#stood = new Set(cells);
    this.news = before && added.length > 0 ? t('say-picked', { pieces: added.map((kind) => pieceName(kind)).join(', ') }) : '';
    const fresh = before ? cells.filter((cell) => !before.has(cell)) : [];
    if (fresh.length > 0) this.board.hint([{ cells: fresh, kind: 'region' }]);
  }

  /**
   * What stands besides the pieces with which every game with this array begins.
   * @param {string} setup
   * @param {string[]} kinds
   */
  #added(setup, kinds) {
    const own = setup.startsWith('classic')
      ? (/** @type {string} */ kind) => kind.length === 1
      : (/** @type {string} */ kind) => kind === 'K' || kind === 'P';
    return kinds.filter((kind) => !own(kind));
  }

  get #choices() {
    return this.#state?.scene.choices.filter((choice) => choice.kind === 'button' && choice.piece !== null) ?? [];
  }

  /** @param {GameState} state */
  #draw(state) {
    const { game = '', pieces = [] } = this.data;
    const choices = this.#choices;
    const mine = choices.length > 0;
    const active = document.activeElement;
    const focused = this.root.contains(active) ? active?.getAttribute('data-focus') : null;
    if (!choices.some((choice) => choice.piece === this.#chosen)) this.#chosen = null;
    const side = state.scene.sides.find((one) => one.seat === state.seat && state.seat !== null)?.key ?? 'white';
    this.picker.side = side;
    this.picker.show(grouped(choices.map((choice) => choice.piece ?? ''), pieces), this.#chosen);
    this.#bar();
    const { extra } = state.scene.options;
    const count = this.#picked.length;
    const [waiting] = state.scene.to_act;
    this.root.replaceChildren(
      mine ? html('h2', {}, t('setup-pick-title'))
        : html('h2', { class: 'waiting' }, waiting === undefined ? '' : t('wait-pick', { name: seatName(state, waiting) })),
      ...(mine ? [html('p', {}, t('setup-pick-text'))] : []),
      html('p', { class: 'picked-count' }, extra ? t('pick-progress', { count, total: extra }) : t('pick-count', { count })),
      html('ul', { class: 'picked' }, ...this.#picked.map((kind) => html('li', {}, this.#pickedItem(game, kind)))),
      ...(mine ? [this.picker.root, this.bar] : []));
    if (focused === null) return;
    const again = this.root.querySelector(`[data-focus="${focused}"]:not(:disabled)`);
    // Who pressed a button that is gone goes on from the top of the panel, not of the page.
    const target = again ?? this.root;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /**
   * @param {string} game
   * @param {string} kind
   */
  #pickedItem(game, kind) {
    const icon = pieceIcon(game, kind, 'white');
    const name = html('span', { class: 'picked-name' }, pieceName(kind));
    if (!this.ask) return html('span', {}, icon, name);
    return html('button', { type: 'button', 'data-focus': `picked-${kind}`, title: t('card-open', { piece: pieceName(kind) }), onclick: () => this.ask?.(kind, 'white') }, icon, name);
  }

  /** @param {string} kind */
  #choose(kind) {
    this.#chosen = kind;
    this.picker.mark(kind);
    this.#bar();
    this.bar.querySelector('button')?.focus({ preventScroll: true });
  }

  /** What is chosen but not picked yet, with the button that does. */
  #bar() {
    const kind = this.#chosen;
    const choice = this.#choices.find((one) => one.piece === kind);
    this.bar.hidden = !choice;
    if (!kind || !choice) {
      this.bar.replaceChildren();
      return;
    }
    this.bar.replaceChildren(
      html('button', { type: 'button', class: 'main', 'data-focus': 'pick-do', onclick: () => this.submit(choice.text) }, t('pick-do', { piece: pieceName(kind) })),
      ...(this.ask ? [html('button', { type: 'button', onclick: () => this.ask?.(kind, 'white') }, t('card-what'))] : []));
  }
}

/**
 * Takes one of a kind out of a list.
 * @param {string[]} list
 * @param {string} kind
 * @returns {boolean} whether there was one
 */
function takeFrom(list, kind) {
  const at = list.indexOf(kind);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
