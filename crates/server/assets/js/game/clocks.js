// The players' clocks, and what can be done about time: pauses, more time, claims that a player has
// left.

import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { announce } from '../common/live-region.js';
import { play } from '../common/sound.js';
import { offerBox } from './actions.js';
import { clockReading, clockText, lengthText } from './clock-reading.js';
import { seatName, sharesScreen } from './player-cards.js';
import { ownSeats, playingSeats } from './seat-list.js';
/** @import { Act, ClockState, ControlInfo, GameState } from '../common/types.d.ts' */
/** @import { SeatClock, TimeInfo } from '../common/types.d.ts' */

/** The times at which a player is warned, if its clock showed more when its turn began. */
const WARNINGS = [30_000, 10_000];
const TICK_MS = 100;

export class Clocks {
  /** @type {GameState | null} */
  #state = null;
  /** The difference of the server's clock to the machine's. */
  #offset = 0;
  /** @type {Map<number, HTMLElement>} the elements that show the clocks, by seat */
  #shown = new Map();
  /** The warning that comes next for the reader's running clock. */
  #nextWarning = 0;
  /** The running span for which warnings are given. */
  #span = '';
  /** What the offers depend on beside the state: whether an absent player can be claimed. */
  #claimable = false;
  /** The same: whether a pause lasts. */
  #paused = false;

  /**
   * @param {HTMLElement} offers
   * @param {(act: Act) => void} act
   * @param {() => void} paused called when a pause is over, without a new state
   */
  constructor(offers, act, paused) {
    this.offers = offers;
    this.act = act;
    this.paused = paused;
    setInterval(() => this.#tick(), TICK_MS);
    document.addEventListener('visibilitychange', () => this.#tick());
  }

  /** @param {number} moment on the server's clock */
  setTime(moment) {
    this.#offset = moment - Date.now();
    this.#tick();
  }

  get #now() {
    return Date.now() + this.#offset;
  }

  /**
   * @param {GameState} state
   * @param {(seat: number) => HTMLElement | null} place where a seat's clock is shown
   */
  show(state, place) {
    this.#state = state;
    this.#shown.clear();
    const { clock, time } = state;
    if (!clock || !time) return;
    clock.seats.forEach((one, seat) => {
      const root = one && place(seat);
      if (!root) return;
      const shown = html('div', { class: 'clock', role: 'timer', 'data-clock': seat });
      root.append(shown);
      this.#shown.set(seat, shown);
    });
    this.#begin(state, clock);
    this.#showOffers();
    this.#tick();
  }

  /**
   * Notes which warnings are due in the span that runs for the reader.
   * @param {GameState} state
   * @param {ClockState} clock
   */
  #begin(state, clock) {
    const seat = sharesScreen(state) ? -1 : (state.seat ?? -1);
    const own = clock.seats[seat];
    const control = state.time?.controls[seat];
    if (!own || !control || own.until_ms === null) {
      this.#span = '';
      return;
    }
    const span = `${seat} ${own.until_ms}`;
    if (span === this.#span) return;
    this.#span = span;
    const { ms } = this.#reading(own, control);
    this.#nextWarning = WARNINGS.findIndex((limit) => ms > limit);
    if (this.#nextWarning < 0) this.#nextWarning = WARNINGS.length;
  }

  #tick() {
    const state = this.#state;
    if (!state?.clock || !state.time || document.hidden) return;
    for (const [seat, shown] of this.#shown) this.#showClock(state.time, state.clock, seat, shown);
    this.#warn(state);
    if (this.#isPaused() !== this.#paused) {
      this.paused();
      return;
    }
    if (this.#isClaimable() !== this.#claimable) this.#showOffers();
    const countdown = this.offers.querySelector('[data-countdown]');
    if (countdown) countdown.textContent = this.#awayText() ?? '';
    const first = this.offers.querySelector('[data-first]');
    if (first) first.textContent = this.#firstText() ?? '';
    const pause = this.offers.querySelector('[data-pause]');
    if (pause) pause.textContent = this.#pauseText();
  }

  /**
   * @param {TimeInfo} time
   * @param {ClockState} clock
   * @param {number} seat
   * @param {HTMLElement} shown
   */
  #showClock(time, clock, seat, shown) {
    const [one, control] = [clock.seats[seat], time.controls[seat]];
    if (!one || !control) return;
    const reading = this.#reading(one, control);
    const text = clockText(reading.ms);
    const note = [
      reading.inSetup ? t('clock-setup') : '',
      // A time for each move is one period without a time before it.
      reading.periods > 1 || (reading.periods === 1 && control.main_ms > 0)
        ? t(reading.inPeriod ? 'clock-in-periods' : 'clock-periods', {
            periods: reading.periods,
            length: lengthText(control.period_ms),
          })
        : '',
      one.vacation ? t('clock-vacation') : '',
    ]
      .filter(Boolean)
      .join(' · ');
    const isLow =
      reading.runs && !time.daily && reading.ms < (WARNINGS[0] ?? 0) && reading.periods <= 1;
    shown.className = ['clock', reading.runs && 'runs', isLow && 'low'].filter(Boolean).join(' ');
    const content = `${text}|${note}`;
    if (shown.dataset.content === content) return;
    shown.dataset.content = content;
    shown.replaceChildren(
      html('span', { class: 'sr-only' }, t('clock-label')),
      html('span', { class: 'clock-time' }, text),
      ...(note ? [' ', html('small', {}, note)] : []),
    );
  }

  /** @param {GameState} state */
  #warn(state) {
    const limit = WARNINGS[this.#nextWarning];
    const own = state.clock?.seats[state.seat ?? -1];
    const control = state.time?.controls[state.seat ?? -1];
    if (!this.#span || limit === undefined || !own || !control || state.time?.daily) return;
    if (this.#reading(own, control).ms > limit) return;
    this.#nextWarning++;
    announce(t('clock-warning', { seconds: limit / 1000 }));
    play('low-time');
  }

  /**
   * What a clock shows. At the end of a pause it stands until the time runs.
   * @param {SeatClock} one
   * @param {ControlInfo} control
   */
  #reading(one, control) {
    const until = this.#state?.clock?.pause?.until_ms ?? 0;
    const reading = clockReading(one, control, Math.max(this.#now, until));
    return { ...reading, runs: reading.runs && this.#now >= until };
  }

  /** The opponent to act who is away, in a live game. */
  #absent() {
    const state = this.#state;
    const after = state?.time?.claim_after_ms;
    if (
      !state ||
      !after ||
      state.scene.outcome ||
      state.open ||
      !state.clock?.started ||
      this.#isPaused()
    )
      return null;
    const mine = ownSeats(state);
    const seat = state.scene.to_act.find(
      (one) => !mine.includes(one) && state.players[one]?.away_since_ms,
    );
    const since = seat === undefined ? undefined : state.players[seat]?.away_since_ms;
    if (seat === undefined || !since || mine.length === 0) return null;
    // A player who comes for its moves only has time to come.
    return { seat, at: Math.max(since, state.clock.seats[seat]?.since_ms ?? 0) + after };
  }

  /** What is said of the first move, without which a live game is cancelled. */
  #firstText() {
    const state = this.#state;
    const clocks = state?.clock?.seats ?? [];
    const seat = clocks.findIndex((one) => one?.cancel_ms);
    const at = clocks[seat]?.cancel_ms;
    if (!state || !at) return null;
    const mine = ownSeats(state).includes(seat) && !sharesScreen(state);
    return t(mine ? 'clock-first' : 'clock-first-other', {
      name: seatName(state, seat),
      time: clockText(Math.max(at - this.#now, 0), false),
    });
  }

  #isClaimable() {
    const absent = this.#absent();
    return absent !== null && this.#now >= absent.at;
  }

  #awayText() {
    const absent = this.#absent();
    if (!absent || !this.#state) return null;
    return t('clock-away', {
      name: seatName(this.#state, absent.seat),
      time: clockText(Math.max(absent.at - this.#now, 0) + 999),
    });
  }

  /** Whether a pause lasts, or is about to end. */
  #isPaused() {
    const pause = this.#state?.clock?.pause;
    return Boolean(pause && (pause.until_ms === null || pause.until_ms > this.#now));
  }

  #pauseText() {
    const until = this.#state?.clock?.pause?.until_ms ?? null;
    return until === null
      ? t('pause-lasts')
      : t('pause-ends', { time: clockText(Math.max(until - this.#now, 0)) });
  }

  #showOffers() {
    const state = this.#state;
    this.#paused = this.#isPaused();
    this.#claimable = this.#isClaimable();
    const boxes =
      state?.clock && state.time && !state.scene.outcome ? this.#boxes(state, state.clock) : [];
    this.offers.replaceChildren(...boxes);
    this.offers.hidden = boxes.length === 0;
  }

  /**
   * @param {GameState} state
   * @param {ClockState} clock
   */
  #boxes(state, clock) {
    const playing = playingSeats(state.scene);
    const mine = ownSeats(state).filter((seat) => playing.includes(seat));
    const boxes = [];
    if (!clock.started && !state.open) boxes.push(html('p', { class: 'notice' }, t('clock-waits')));
    const first = this.#paused ? null : this.#firstText();
    if (first) boxes.push(html('p', { class: 'notice', 'data-first': '' }, first));
    if (this.#paused) {
      const box = offerBox(
        this.#pauseText(),
        ...(mine.length > 0 && clock.pause?.until_ms === null
          ? [this.#button('pause-end', { act: 'resume' }, 'main')]
          : []),
      );
      box.querySelector('p')?.setAttribute('data-pause', '');
      boxes.push(box);
    }
    const others = clock.pause_offers.filter((seat) => !mine.includes(seat));
    if (others.length > 0 && mine.some((seat) => !clock.pause_offers.includes(seat))) {
      boxes.push(
        offerBox(
          t('pause-offer-from', { name: others.map((seat) => seatName(state, seat)).join(', ') }),
          this.#button('accept', { act: 'offer-pause' }, 'main'),
          this.#button('decline', { act: 'decline-pause' }),
        ),
      );
    }
    const absent = this.#absent();
    if (absent && this.#claimable) {
      const two = state.players.length === 2;
      const claimed = mine.some((seat) => clock.claims.includes(seat));
      boxes.push(
        offerBox(
          t(claimed ? 'claim-waits' : 'claim-left', { name: seatName(state, absent.seat) }),
          ...(claimed
            ? []
            : [this.#button(two ? 'claim-win' : 'claim-out', { act: 'claim-win' }, 'main')]),
          ...(two ? [this.#button('claim-draw', { act: 'claim-draw' })] : []),
        ),
      );
    } else if (absent) {
      boxes.push(html('p', { class: 'notice', 'data-countdown': '' }, this.#awayText() ?? ''));
    }
    return boxes;
  }

  /**
   * The buttons for the row of actions: a pause, and more time for the opponent.
   * @param {GameState} state
   */
  buttons(state) {
    const { clock, time, scene } = state;
    const playing = playingSeats(scene);
    const mine = ownSeats(state).filter((seat) => playing.includes(seat));
    if (!clock?.started || !time || scene.outcome || mine.length === 0) return [];
    const opponents = playing.filter((seat) => !mine.includes(seat) && clock.seats[seat]);
    const to =
      opponents.find((seat) => scene.to_act.includes(seat)) ??
      (opponents.length === 1 ? opponents[0] : undefined);
    const asked = mine.every((seat) => clock.pause_offers.includes(seat));
    return [
      ...(to === undefined
        ? []
        : [this.#moreTime(state, time.daily ? 'more-time-day' : 'more-time', to)]),
      ...(this.#isPaused() || clock.pauses >= time.pauses
        ? []
        : [
            this.#button(
              asked ? 'pause-offered' : 'pause-offer',
              { act: 'offer-pause' },
              '',
              asked,
            ),
          ]),
    ];
  }

  /** @param {GameState} state @param {'more-time' | 'more-time-day'} key @param {number} to */
  #moreTime(state, key, to) {
    const toOne = key === 'more-time' ? 'more-time-to' : 'more-time-day-to';
    const text = state.players.length === 2 ? t(key) : t(toOne, { name: seatName(state, to) });
    return html(
      'button',
      {
        type: 'button',
        'data-act': 'more-time',
        onclick: () => this.act({ act: 'more-time', to }),
      },
      text,
    );
  }

  /**
   * @param {string} key
   * @param {Act} act
   * @param {string} [name] class of the button
   * @param {boolean} [disabled]
   */
  #button(key, act, name = '', disabled = false) {
    return html(
      'button',
      { type: 'button', class: name, disabled, 'data-act': act.act, onclick: () => this.act(act) },
      t(key),
    );
  }
}
