// The panel of the phase `pick`, in which the players pick the extra pieces of the array in turn.
// The choices come from the server.

import { html, pieceIcon } from '../common/dom.js';
import { pieceName, t } from '../common/i18n.js';
import { seatName } from '../game/player-cards.js';
import { groupPieces, PieceChooser } from '../board/piece-chooser.js';
import { PICK_PHASE } from './phases.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { GameState, PageData } from '../common/types.d.ts' */

export class PickPhase {
  /** @type {GameState | null} */
  #state = null;
  /** @type {string | null} */
  #chosen = null;
  /** The picked pieces in order. @type {string[]} */
  #picked = [];
  #drawnKey = '';
  /**
   * The occupied cells before the last pick; `null` before the first state.
   * @type {Set<string> | null}
   */
  #occupied = null;
  /** The last pick in words, for screen readers. */
  announcement = '';

  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   * @param {PageData} data
   * @param {{ submit: (text: string) => void,
   *   showPieceCard: ((kind: string, side: string) => void) | null }} actions
   */
  constructor(root, board, data, { submit, showPieceCard }) {
    this.root = root;
    this.board = board;
    this.data = data;
    this.submit = submit;
    this.showPieceCard = showPieceCard;
    const { game = '' } = data;
    this.chooser = new PieceChooser({
      game,
      side: 'white',
      showPieceCard,
      choose: (kind) => this.#choose(kind),
    });
    this.bar = html('div', { class: 'pick-bar' });
  }

  /** @param {GameState} state */
  show(state) {
    if (state.scene.phase !== PICK_PHASE) return;
    this.#state = state;
    this.root.hidden = state.open;
    this.#updatePicked(state);
    const { choices, to_act } = state.scene;
    const drawn = JSON.stringify([this.root.hidden, to_act, choices, this.#picked]);
    if (drawn !== this.#drawnKey && !this.root.hidden) this.#draw(state);
    this.#drawnKey = drawn;
  }

  /**
   * Updates the picked pieces, in the order in which they were picked.
   * @param {GameState} state
   */
  #updatePicked({ scene }) {
    const added = this.#extraPieces(
      scene.options.setup ?? '',
      scene.frame.pieces.filter(({ side }) => side === 'white').map(({ kind }) => kind),
    );
    const known = [...this.#picked];
    this.#picked = known.filter((kind) => removeOne(added, kind));
    this.#picked.push(...added);
    this.#highlightNew(scene.frame.pieces.map(({ cell }) => cell), added);
  }

  /**
   * Highlights the pieces that have just been picked.
   * @param {string[]} cells
   * @param {string[]} added
   */
  #highlightNew(cells, added) {
    const before = this.#occupied;
    this.#occupied = new Set(cells);
    this.announcement =
      before && added.length > 0
        ? t('say-picked', { pieces: added.map((kind) => pieceName(kind)).join(', ') })
        : '';
    const fresh = before ? cells.filter((cell) => !before.has(cell)) : [];
    if (fresh.length > 0) this.board.highlight([{ cells: fresh, kind: 'region' }]);
  }

  /**
   * The pieces that do not belong to every game with this array.
   * @param {string} setup
   * @param {string[]} kinds
   */
  #extraPieces(setup, kinds) {
    const own = setup.startsWith('classic')
      ? (/** @type {string} */ kind) => kind.length === 1
      : (/** @type {string} */ kind) => kind === 'K' || kind === 'P';
    return kinds.filter((kind) => !own(kind));
  }

  get #choices() {
    return (
      this.#state?.scene.choices.filter(
        (choice) => choice.kind === 'button' && choice.piece !== null,
      ) ?? []
    );
  }

  /** @param {GameState} state */
  #draw(state) {
    const { game = '', pieces = [] } = this.data;
    const choices = this.#choices;
    const mine = choices.length > 0;
    const active = document.activeElement;
    const focused = this.root.contains(active) ? active?.getAttribute('data-focus') : null;
    if (!choices.some((choice) => choice.piece === this.#chosen)) this.#chosen = null;
    const side =
      state.scene.sides.find((one) => one.seat === state.seat && state.seat !== null)?.key ??
      'white';
    this.chooser.side = side;
    this.chooser.show(
      groupPieces(
        choices.map((choice) => choice.piece ?? ''),
        pieces,
      ),
      this.#chosen,
    );
    this.#drawBar();
    const { extra } = state.scene.options;
    const count = this.#picked.length;
    const [waiting] = state.scene.to_act;
    this.root.replaceChildren(
      mine
        ? html('h2', {}, t('setup-pick-title'))
        : html(
            'h2',
            { class: 'waiting' },
            waiting === undefined ? '' : t('wait-pick', { name: seatName(state, waiting) }),
          ),
      ...(mine ? [html('p', {}, t('setup-pick-text'))] : []),
      html(
        'p',
        { class: 'picked-count' },
        extra ? t('pick-progress', { count, total: extra }) : t('pick-count', { count }),
      ),
      html(
        'ul',
        { class: 'picked' },
        ...this.#picked.map((kind) => html('li', {}, this.#pickedItem(game, kind))),
      ),
      ...(mine ? [this.chooser.root, this.bar] : []),
    );
    if (focused === null) return;
    const again = this.root.querySelector(`[data-focus="${focused}"]:not(:disabled)`);
    // If the pressed button is gone, the focus moves to the panel, not to the top of the page.
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
    if (!this.showPieceCard) return html('span', {}, icon, name);
    return html(
      'button',
      {
        type: 'button',
        'data-focus': `picked-${kind}`,
        title: t('card-open', { piece: pieceName(kind) }),
        onclick: () => this.showPieceCard?.(kind, 'white'),
      },
      icon,
      name,
    );
  }

  /** @param {string} kind */
  #choose(kind) {
    this.#chosen = kind;
    this.chooser.mark(kind);
    this.#drawBar();
    this.bar.querySelector('button')?.focus({ preventScroll: true });
  }

  /** Shows the chosen piece with the button that picks it. */
  #drawBar() {
    const kind = this.#chosen;
    const choice = this.#choices.find((one) => one.piece === kind);
    this.bar.hidden = !choice;
    if (!kind || !choice) {
      this.bar.replaceChildren();
      return;
    }
    this.bar.replaceChildren(
      html(
        'button',
        {
          type: 'button',
          class: 'main',
          'data-focus': 'pick-do',
          onclick: () => this.submit(choice.text),
        },
        t('pick-do', { piece: pieceName(kind) }),
      ),
      ...(this.showPieceCard
        ? [
            html(
              'button',
              { type: 'button', onclick: () => this.showPieceCard?.(kind, 'white') },
              t('card-what'),
            ),
          ]
        : []),
    );
  }
}

/**
 * Removes one element from a list.
 * @param {string[]} list
 * @param {string} kind
 * @returns {boolean} whether there was one
 */
function removeOne(list, kind) {
  const at = list.indexOf(kind);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}
