// People at one screen. In an open game the page follows the turn. Where the players see different things a curtain
// hides the board between turns: the page without a seat in its address knows what everybody knows and is the curtain;
// whoever takes over opens the page of its own seat, and hands it back. Each is a document of its own, so nothing of what
// one has seen is left in the page when the other sits down.

import { get } from '../common/api.js';
import { confirm } from '../common/dialogs.js';
import { byId, html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { seatName, sharesScreen } from './player-cards.js';
import { playingSeats } from './seat-list.js';
import { isPlacementPhase, PUBLIC_PHASES } from '../setup/setup-panel.js';
import { perspective } from './perspective.js';
import { announce } from '../common/live-region.js';
import { reportTexts } from './umpire-log.js';
/** @import { Act, GameState, PageData } from '../common/types.d.ts' */

/** Whether the board turns with the turn, kept in this browser. */
const AUTO_ROTATE_KEY = 'heterodox-hot-turning';

export class HotSeat {
  /** @type {HTMLElement | null} */
  #curtain = null;
  /** @type {HTMLElement | null} */
  #handover = null;
  /** @type {HTMLInputElement | null} */
  #autoRotate = null;
  #lastRequest = 0;
  #drawnKey = '';

  /**
   * @param {PageData} data
   * @param {(state: GameState) => void} receive what the page is to show
   */
  constructor(data, receive) {
    this.id = data.id ?? '';
    this.hidden = data.hidden ?? false;
    this.receive = receive;
  }

  /** Whether nothing of this page's view may be kept, not even how the board lay. @param {GameState | null} state */
  keepsNothing(state) {
    return this.hidden && state !== null && sharesScreen(state);
  }

  /** Whether all who still play sit at this screen. @param {GameState} state */
  allHere(state) {
    return sharesScreen(state) && playingSeats(state.scene).every((seat) => state.seats?.includes(seat));
  }

  /** Whether all who still play see the same at this screen, and agree on draws by themselves. @param {GameState} state */
  canAgreeHere(state) {
    return !this.hidden && this.allHere(state);
  }

  /**
   * The live connection has brought a state.
   * @param {GameState} state
   */
  async onState(state) {
    const request = ++this.#lastRequest;
    const [seat] = state.scene.to_act;
    const isHidden = sharesScreen(state) && this.hidden && perspective === null && !state.scene.outcome;
    if (isHidden && seat !== undefined && PUBLIC_PHASES.includes(state.scene.phase)) {
      // Casts and who places first hide nothing: both look on, and each acts in its turn.
      const theirs = await get(`/api/games/${this.id}?as=${seat}`).catch(() => state);
      if (request === this.#lastRequest) this.receive(theirs);
      return;
    }
    this.receive(state);
  }

  /**
   * What is to be sent for an act: people at one screen agree without asking each other through it.
   * @param {Act} act
   * @param {GameState | null} state
   * @returns {Promise<Act[]>}
   */
  async acts(act, state) {
    if (!state || !sharesScreen(state) || state.scene.outcome) return [act];
    const { scene, seat } = state;
    if (this.hidden) return [seat === null ? act : { ...act, seat }];
    const playing = playingSeats(scene);
    const seats = (state.seats ?? []).filter((one) => playing.includes(one));
    if (act.act === 'offer-draw' || act.act === 'decline-draw') {
      // Whoever sits elsewhere has to be asked.
      if (act.act === 'decline-draw' || !this.canAgreeHere(state)) return seats.map((one) => ({ act: act.act, seat: one }));
      const sure = await confirm({ title: t('hot-draw-title'), text: t('hot-draw-text'), yes: t('hot-draw-yes') });
      return sure ? seats.map((one) => ({ act: 'offer-draw', seat: one })) : [];
    }
    if (act.act === 'answer-takeback') return seats.map((one) => ({ ...act, seat: one }));
    if (act.act === 'ask-takeback') {
      const mover = scene.sides.find(({ key }) => key === scene.frame.side)?.seat ?? seat ?? 0;
      const last = seats.includes(mover) ? mover : (seat ?? seats[0] ?? 0);
      return [{ act: 'ask-takeback', seat: last }, ...seats.filter((one) => one !== last)
        .map((one) => /** @type {Act} */ ({ act: 'answer-takeback', accept: true, seat: one }))];
    }
    return [act];
  }

  /**
   * Draws the curtain, or what is to be done at this screen.
   * @param {GameState} state
   * @returns {boolean} whether the board is to be turned to who has the turn
   */
  show(state) {
    const { scene } = state;
    const isShared = sharesScreen(state) && !scene.outcome;
    this.#showAutoRotate(isShared && !this.hidden);
    this.#showCurtain(isShared && this.hidden && state.seat === null ? state : null);
    const isHandover = isShared && this.hidden && perspective !== null && state.seat !== null && !scene.to_act.includes(state.seat);
    this.#showHandover(isHandover ? state : null);
    return isShared && !this.hidden && (this.#autoRotate?.checked ?? false);
  }

  /** @param {GameState | null} state */
  #showCurtain(state) {
    document.body.classList.toggle('curtained', state !== null);
    if (!state) {
      this.#curtain?.remove();
      this.#curtain = null;
      return;
    }
    const [seat] = state.scene.to_act;
    const key = JSON.stringify([seat, state.scene.phase]);
    if (this.#curtain && key === this.#drawnKey) return;
    this.#drawnKey = key;
    this.#curtain ??= html('section', { id: 'curtain', class: 'curtain', tabindex: '-1', 'aria-labelledby': 'curtain-title' });
    const name = seat === undefined ? '' : seatName(state, seat);
    this.#curtain.replaceChildren(html('div', { class: 'curtain-panel' },
      ...(seat === undefined ? [html('h2', { id: 'curtain-title' }, t('setup-turning'))] : [
        html('h2', { id: 'curtain-title' }, t('hot-curtain-title', { name })),
        html('p', {}, t('hot-curtain-text', { name })),
        html('button', { type: 'button', class: 'main big', 'data-act': 'open-curtain', onclick: () => replacePage(`?as=${seat}`) }, t('hot-curtain-open', { name })),
      ])));
    if (!this.#curtain.isConnected) {
      byId('main').prepend(this.#curtain);
      // Not on its button: a key that is still held down would draw the curtain at once.
      this.#curtain.focus({ preventScroll: true });
    }
  }

  /** @param {GameState | null} state */
  #showHandover(state) {
    this.#handover?.remove();
    this.#handover = null;
    if (!state) return;
    const [seat] = state.scene.to_act;
    const name = seat === undefined ? '' : seatName(state, seat);
    const told = isPlacementPhase(state.scene.phase) ? [] : reportTexts(state.scene.frame);
    this.#handover = html('section', { id: 'handover', class: 'panel handover', 'aria-labelledby': 'handover-title' },
      html('h2', { id: 'handover-title' }, t('hot-done-title')),
      ...told.map((text) => html('p', { class: 'handover-told' }, text)),
      html('p', {}, t('hot-done-text', { name })),
      html('button', { type: 'button', class: 'main big', 'data-act': 'hand-over', onclick: () => replacePage('') }, t('hot-done-do')));
    document.querySelector('.side')?.prepend(this.#handover);
    announce([...told, t('hot-done-text', { name })].join(' '));
  }

  /** @param {boolean} wanted */
  #showAutoRotate(wanted) {
    if (wanted === (this.#autoRotate !== null)) return;
    if (!wanted) {
      this.#autoRotate?.closest('label')?.remove();
      this.#autoRotate = null;
      return;
    }
    const box = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: 'hot-turning' }));
    box.checked = localStorage.getItem(AUTO_ROTATE_KEY) === 'on';
    box.addEventListener('change', () => {
      localStorage.setItem(AUTO_ROTATE_KEY, box.checked ? 'on' : 'off');
      dispatchEvent(new Event('auto-rotate-changed'));
    });
    this.#autoRotate = box;
    document.querySelector('.tools')?.append(html('label', { class: 'switch' }, box, html('span', {}, t('hot-turning'))));
  }
}

/**
 * Goes to a page of this game that takes the place of this one, so that no way leads back to it.
 * @param {string} query
 */
const replacePage = (query) => location.replace(`${location.pathname}${query}`);
