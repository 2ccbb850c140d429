// The setup panel beside the board, step by step. The choices come from the server; here they
// become buttons, regions to tap and a reserve to place from. Spindles are two dice; a cast is
// one roll of them; to lift is to take a placed piece back.

import { html, prefersReducedMotion } from '../common/dom.js';
import { has, pieceName, t } from '../common/i18n.js';
import { toast } from '../common/dialogs.js';
import { STEPS, PICK_PHASE, isSetupStep, isSetupPhase } from './phases.js';
import { seatName, sharesScreen } from '../game/player-cards.js';
import { spindles, animateSpindles } from './spindles.js';
import { TakeStep } from './take-step.js';
import { ReserveTray } from './reserve-tray.js';
import { reportText } from '../game/umpire-log.js';
/** @import { GameBoard } from '../board/game-board.js' */
/** @import { Choice, GameState, Notice } from '../common/types.d.ts' */

/** How long a cast is told before the next one turns. */
const TOLD_MS = 1200;

/** @param {number} ms */
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @typedef {{ seat: number, faces: [number, number] }} Cast */

/**
 * Parses the notice of a cast.
 * @param {Notice} notice
 * @returns {Cast}
 */
function readCast(notice) {
  const args = Object.fromEntries(notice.args);
  return { seat: Number(args.seat), faces: [Number(args.a), Number(args.b)] };
}

/**
 * The umpire's announcements of the first placement, for the player who did not choose it.
 * @param {GameState} state
 */
const announcements = ({ scene }) =>
  scene.notices
    .filter(({ key }) => key === 'umpire-first-placement')
    .map((notice) => html('p', { class: 'hint announced' }, reportText(notice)));

export class SetupPanel {
  /** @type {GameState | null} */
  #state = null;
  #drawnKey = '';
  /** The casts so far, the newest last; one that is still animated is the last. @type {Cast[]} */
  #casts = [];
  /** The number of casts that the panel has received; `null` before it is shown. */
  #knownCasts = /** @type {number | null} */ (null);
  /** The number of casts that are still being animated. */
  #castsTurning = 0;
  /** Whether the spindles turn, so that their last cast is not told yet. */
  #isTurning = false;
  #castQueue = Promise.resolve();

  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   * @param {{
   *   game: string, pieces: string[], submit: (text: string) => void, isHiddenGame?: boolean,
   * }} context
   */
  constructor(root, board, { game, pieces, submit, isHiddenGame = false }) {
    this.isHiddenGame = isHiddenGame;
    this.root = root;
    this.board = board;
    this.pieces = pieces;
    this.submit = submit;
    this.tray = new ReserveTray(board, game);
    this.take = new TakeStep(board, submit, () => this.#draw());
    board.addEventListener('board-cell', (event) => {
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      if (this.#state?.scene.phase === 'take') this.take.pick(cell, this.#choices);
      else this.#explainTap();
    });
    board.addEventListener('board-cancel', () => this.tray.mark());
    board.addEventListener('board-select', () => this.#showLiftButton());
    board.addEventListener('board-delete', (event) =>
      this.#lift(/** @type {CustomEvent} */ (event).detail.cell),
    );
  }

  /**
   * Animates the casts that the panel has not shown, one after the other; it waits for them. Those
   * of before the page was opened are only told.
   * @param {Cast[]} casts all casts of the game
   */
  #receive(casts) {
    const known = this.#knownCasts;
    this.#knownCasts = casts.length;
    if (known === null || casts.length < known) {
      this.#casts = casts;
      return;
    }
    for (const cast of casts.slice(known)) {
      this.#castsTurning += 1;
      this.#castQueue = this.#castQueue.then(() => this.#animateCast(cast));
    }
  }

  /** @param {Cast} cast */
  async #animateCast(cast) {
    this.#casts.push(cast);
    this.#isTurning = true;
    this.#draw();
    const pair = this.root.querySelector('.spindles');
    if (pair instanceof HTMLElement) await animateSpindles(pair);
    // A cast is told before the next one begins.
    this.#isTurning = false;
    this.#draw();
    if (this.#castsTurning > 1 && !prefersReducedMotion()) await delay(TOLD_MS);
    this.#castsTurning -= 1;
    if (this.#state && this.#castsTurning === 0) this.show(this.#state);
  }

  /** @param {GameState} state */
  show(state) {
    this.#state = state;
    if (state.scene.phase === PICK_PHASE) return;
    this.root.hidden = !isSetupStep(state.scene.phase) || state.open;
    const casts = state.scene.notices.filter((notice) => notice.key === 'cast');
    this.#receive(casts.map(readCast));
    if (this.#castsTurning > 0) return;
    this.#drawIfNew();
    this.#selectNextPiece();
  }

  get #choices() {
    return this.#state?.scene.choices ?? [];
  }

  get #side() {
    const { scene, seat } = this.#state ?? {};
    return scene?.sides.find((side) => side.seat === seat && seat !== null)?.key ?? 'neutral';
  }

  #drawIfNew() {
    // A hidden panel is not drawn, so its visibility is part of the key.
    const { scene } = this.#state ?? {};
    const drawn = JSON.stringify([
      this.root.hidden,
      scene?.phase,
      scene?.to_act,
      scene?.choices,
      scene?.frame.pieces,
      this.#casts,
    ]);
    if (drawn !== this.#drawnKey) this.#draw();
    this.#drawnKey = drawn;
  }

  #draw() {
    const state = this.#state;
    if (!state || this.root.hidden) return;
    const active = document.activeElement;
    const focused = this.root.contains(active) ? active?.getAttribute('data-focus') : null;
    this.root.replaceChildren(this.#stepList(state.scene.phase), ...this.#step(state));
    // If the pressed button is gone, the focus moves to the panel, not to the top of the page.
    if (focused)
      focusOn(this.root.querySelector(`[data-focus="${focused}"]:not(:disabled)`) ?? this.root);
  }

  /** @param {string} phase */
  #stepList(phase) {
    const now = STEPS.findIndex((step) => step.phases.includes(phase));
    return html(
      'ol',
      { class: 'steps', 'aria-label': t('setup-steps') },
      ...STEPS.map((step, i) =>
        html(
          'li',
          { class: i < now ? 'past' : '', 'aria-current': i === now && 'step' },
          t(`setup-step-${step.key}`),
        ),
      ),
    );
  }

  /**
   * @param {GameState} state
   * @returns {(Node | string)[]}
   */
  #step(state) {
    const phase = state.scene.phase;
    const mine = this.#choices.length > 0;
    const isCasting = STEPS[0]?.phases.includes(phase) || this.#castsTurning > 0;
    const told = this.#castTexts(state);
    const cast = isCasting ? [this.#spindles(told)]
      : phase === 'take' || !mine
        ? told.map((text) => html('p', { class: 'hint told-cast' }, text))
        : [];
    if (this.#castsTurning)
      return [this.#isTurning ? html('h2', {}, t('setup-turning')) : '', ...cast];
    if (!mine)
      return [
        html('h2', { class: 'waiting' }, this.#waiting(state)),
        ...cast,
        ...announcements(state),
      ];
    const textKey =
      this.isHiddenGame && has(`setup-${phase}-text-hidden`)
        ? `setup-${phase}-text-hidden`
        : `setup-${phase}-text`;
    const head = [
      html('h2', {}, t(`setup-${phase}-title`)),
      html('p', {}, t(textKey)),
      ...announcements(state),
    ];
    switch (phase) {
      case 'take':
        return [...cast, ...head, this.take.build(this.#choices)];
      case 'place':
        return [...head, ...this.#place(state)];
      case 'goal':
        this.tray.show(this.#side, [{ kind: 'G', left: 1 }]);
        return [...head, this.tray.root];
      default:
        return [...head, ...cast, this.#buttons(this.#choices)];
    }
  }

  /** @param {GameState} state */
  #waiting(state) {
    const seat = state.scene.to_act[0];
    return seat === undefined
      ? t('setup-turning')
      : t(`wait-${state.scene.phase}`, { name: seatName(state, seat) });
  }

  /** @param {string[]} told the casts in words */
  #spindles(told) {
    const last = told.length - (this.#isTurning ? 0 : 1);
    const texts = told.map((text, i) =>
      html('p', { class: i === last ? 'cast-result' : 'hint earlier-cast' }, text),
    );
    return html('div', { class: 'cast' }, spindles(this.#casts.at(-1)?.faces ?? null), ...texts);
  }

  /**
   * The results of the casts that have come to rest, in words.
   * @param {GameState} state
   */
  #castTexts(state) {
    const casts = this.#isTurning ? this.#casts.slice(0, -1) : this.#casts;
    return casts.map(({ seat, faces: [a, b] }) => {
      const sum = a + b;
      const result = sum < 7 ? 'loses' : sum > 7 ? 'wins' : 'tie';
      const whose = seat === state.seat && !sharesScreen(state) ? '-you' : '';
      return t(`cast-${result}${whose}`, { name: seatName(state, seat), a, b, sum });
    });
  }

  /**
   * Choices as buttons, with a line of explanation where there is one.
   * @param {Choice[]} choices
   */
  #buttons(choices) {
    return html('div', { class: 'answers' }, ...choices.map((choice) => {
      const key = `button-${choice.text.replaceAll(' ', '-')}`;
      const button = html(
        'button',
        {
          type: 'button',
          class: 'answer',
          'data-focus': choice.text,
          onclick: () => this.submit(choice.text),
        },
        html('span', { class: 'answer-label' }, t(key)),
      );
      if (has(`${key}-hint`))
        button.append(html('span', { class: 'answer-hint' }, t(`${key}-hint`)));
      return button;
    }));
  }

  /** @param {GameState} state */
  #place(state) {
    this.tray.show(this.#side, this.#reserve());
    const button = (/** @type {string} */ text) =>
      this.#choices.find((choice) => choice.text === text);
    const arrays = this.#choices.filter((choice) => choice.text.startsWith('array '));
    const [clear, done] = [button('clear'), button('done')];
    return [
      this.tray.root,
      html('div', { class: 'lift-row' }),
      ...(arrays.length > 0
        ? [
            html('h3', {}, t('arrays-title')),
            html(
              'div',
              { class: 'arrays' },
              ...arrays.map((choice) =>
                html(
                  'button',
                  {
                    type: 'button',
                    'data-focus': choice.text,
                    onclick: () => this.submit(choice.text),
                  },
                  t(`array-${choice.text.slice(6)}`),
                ),
              ),
            ),
          ]
        : []),
      html(
        'div',
        { class: 'row' },
        html(
          'button',
          {
            type: 'button',
            'data-focus': 'clear',
            disabled: !clear || state.scene.frame.pieces.length === 0,
            onclick: () => this.submit('clear'),
          },
          t('button-clear'),
        ),
        html(
          'button',
          {
            type: 'button',
            class: 'main',
            'data-focus': 'done',
            disabled: !done,
            onclick: () => this.submit('done'),
          },
          t('button-done'),
        ),
      ),
    ];
  }

  /** The kinds of which there are more to place. */
  get #inReserve() {
    return this.#reserve().filter(({ left }) => left > 0).map(({ kind }) => kind);
  }

  /** Says what to do where a tap on the board did nothing, and chooses the next piece again. */
  #explainTap() {
    if (!this.#choices.some(({ kind }) => kind === 'place' || kind === 'lift')) return;
    this.#selectNextPiece();
    toast(t(this.board.pieceToPlace ? 'setup-tap-chosen' : 'setup-tap-full', {
      piece: pieceName(this.board.pieceToPlace ?? ''),
    }));
  }

  #reserve() {
    const left = new Map(this.#state?.scene.reserve.map(({ kind, count }) => [kind, count]));
    return this.pieces
      .filter((kind) => kind !== 'G')
      .map((kind) => ({ kind, left: left.get(kind) ?? 0 }));
  }

  /**
   * Chooses the next piece of the reserve, so that nine taps place nine pieces. A piece that the
   * player has selected on the board comes before it.
   */
  #selectNextPiece() {
    const phase = this.#state?.scene.phase;
    const mine = this.#choices.some((choice) => choice.kind === 'place');
    if (!mine) {
      if (isSetupPhase(phase ?? '') || this.board.pieceToPlace) this.board.pieceToPlace = null;
    } else if (phase === 'goal') {
      this.board.pieceToPlace = 'G';
    } else if (!this.board.selected) {
      const reserve = this.#inReserve;
      if (!reserve.includes(this.board.pieceToPlace ?? ''))
        this.board.pieceToPlace = reserve[0] ?? null;
    }
    this.tray.mark();
    this.#showLiftButton();
    if (phase !== 'take') this.board.highlight([]);
  }

  /**
   * Shows a button that takes the selected piece back, as an alternative to dragging and Delete.
   */
  #showLiftButton() {
    const row = this.root.querySelector('.lift-row');
    const cell = this.board.selected;
    const lift = this.#choices.find((choice) => choice.kind === 'lift' && choice.from === cell);
    row?.replaceChildren(
      ...(lift && cell
        ? [
            html(
              'button',
              { type: 'button', onclick: () => this.submit(lift.text) },
              t('lift', { cell }),
            ),
          ]
        : []),
    );
    this.tray.mark();
  }

  /** @param {string} cell */
  #lift(cell) {
    const lift = this.#choices.find((choice) => choice.kind === 'lift' && choice.from === cell);
    if (lift) this.submit(lift.text);
  }
}

/** @param {Element | null} element */
const focusOn = (element) =>
  element instanceof HTMLElement && element.focus({ preventScroll: true });
