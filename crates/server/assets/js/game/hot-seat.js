// Several people at one screen. In an open game, the board turns to the next player. In a hidden
// one, a curtain covers the board between turns: the page without a seat in its address has the
// public's view and shows the curtain; the next player opens the page of their seat. Each is a
// document of its own, so that nothing that one player has seen is left in the page for the next.

import { get } from '../common/api.js';
import { confirm } from '../common/dialogs.js';
import { byId, html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { seatName, sharesScreen } from './player-cards.js';
import { playingSeats } from './seat-list.js';
import { isSetupStep, PUBLIC_PHASES } from '../setup/phases.js';
import { perspective } from './perspective.js';
import { announce } from '../common/live-region.js';
import { readPref, writePref } from '../common/prefs.js';
import { reportTexts } from './umpire-log.js';
/** @import { Act, GameState, PageData } from '../common/types.d.ts' */

/** Whether the board turns to the player to move. */
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
   * @param {(state: GameState) => void} receive shows a state in the page
   */
  constructor(data, receive) {
    this.id = data.id ?? '';
    this.hidden = data.hidden ?? false;
    this.receive = receive;
  }

  /**
   * Whether nothing of this view may be saved, not even the board's rotation.
   * @param {GameState | null} state
   */
  mustKeepNothing(state) {
    return this.hidden && state !== null && sharesScreen(state);
  }

  /** Whether all active players use this screen. @param {GameState} state */
  allHere(state) {
    return (
      sharesScreen(state) && playingSeats(state.scene).every((seat) => state.seats?.includes(seat))
    );
  }

  /**
   * Whether all active players have the same view at this screen, so that they can agree on a draw.
   * @param {GameState} state
   */
  canAgreeHere(state) {
    return !this.hidden && this.allHere(state);
  }

  /**
   * Receives a state.
   * @param {GameState} state
   */
  async onState(state) {
    const request = ++this.#lastRequest;
    const [seat] = state.scene.to_act;
    const isHidden =
      sharesScreen(state) && this.hidden && perspective === null && !state.scene.outcome;
    if (isHidden && seat !== undefined && PUBLIC_PHASES.includes(state.scene.phase)) {
      // In the public phases nothing is hidden: all players look on, and each acts in turn.
      const theirs = await get(`/api/games/${this.id}?as=${seat}`).catch(() => state);
      if (request === this.#lastRequest) this.receive(theirs);
      return;
    }
    this.receive(state);
  }

  /**
   * The acts to send for an act: players at one screen answer each other's offers at once.
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
      // Players at other screens have to be asked.
      if (act.act === 'decline-draw' || !this.canAgreeHere(state))
        return seats.map((one) => ({ act: act.act, seat: one }));
      const sure = await confirm({
        title: t('hot-draw-title'),
        text: t('hot-draw-text'),
        yes: t('hot-draw-yes'),
      });
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
   * Shows the curtain, or what to do at this screen.
   * @param {GameState} state
   * @returns {boolean} whether the board is to be rotated to the player to move
   */
  show(state) {
    const { scene } = state;
    const isShared = sharesScreen(state) && !scene.outcome;
    this.#showAutoRotate(isShared && !this.hidden);
    this.#showCurtain(isShared && this.hidden && state.seat === null ? state : null);
    const isHandover =
      isShared &&
      this.hidden &&
      perspective !== null &&
      state.seat !== null &&
      !scene.to_act.includes(state.seat);
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
    this.#curtain ??= html('section', {
      id: 'curtain',
      class: 'curtain',
      tabindex: '-1',
      'aria-labelledby': 'curtain-title',
    });
    const name = seat === undefined ? '' : seatName(state, seat);
    this.#curtain.replaceChildren(
      html(
        'div',
        { class: 'curtain-panel' },
        ...(seat === undefined
          ? [html('h2', { id: 'curtain-title' }, t('setup-turning'))]
          : [
              html('h2', { id: 'curtain-title' }, t('hot-curtain-title', { name })),
              html('p', {}, t('hot-curtain-text', { name })),
              html(
                'button',
                {
                  type: 'button',
                  class: 'main big',
                  'data-act': 'open-curtain',
                  onclick: () => replacePage(`?as=${seat}`),
                },
                t('hot-curtain-open', { name }),
              ),
            ]),
      ),
    );
    if (!this.#curtain.isConnected) {
      byId('main').prepend(this.#curtain);
      // Not its button: a key that is still held down would open the curtain at once.
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
    const told = isSetupStep(state.scene.phase) ? [] : reportTexts(state.scene.frame);
    this.#handover = html(
      'section',
      { id: 'handover', class: 'panel handover', 'aria-labelledby': 'handover-title' },
      html('h2', { id: 'handover-title' }, t('hot-done-title')),
      ...told.map((text) => html('p', { class: 'handover-told' }, text)),
      html('p', {}, t('hot-done-text', { name })),
      html(
        'button',
        {
          type: 'button',
          class: 'main big',
          'data-act': 'hand-over',
          onclick: () => replacePage(''),
        },
        t('hot-done-do'),
      ),
    );
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
    const box = /** @type {HTMLInputElement} */ (
      html('input', { type: 'checkbox', id: 'hot-turning' })
    );
    box.checked = readPref(AUTO_ROTATE_KEY) === 'on';
    box.addEventListener('change', () => {
      writePref(AUTO_ROTATE_KEY, box.checked ? 'on' : 'off');
      dispatchEvent(new Event('auto-rotate-changed'));
    });
    this.#autoRotate = box;
    document
      .querySelector('.desk')
      ?.after(html('label', { class: 'switch' }, box, html('span', {}, t('hot-turning'))));
  }
}

/**
 * Replaces this page by another one of the game, so that the back button does not lead to it.
 * @param {string} query
 */
const replacePage = (query) => location.replace(`${location.pathname}${query}`);
