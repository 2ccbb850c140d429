// What a player's clock shows. The server says absolute moments; the browser only counts.

import { t } from '../common/i18n.js';
/** @import { ControlInfo, SeatClock } from '../common/types.d.ts' */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this time, tenths of a second are shown. */
const TENTHS_BELOW = 20 * SECOND;

/**
 * @typedef {object} Reading
 * @property {number} ms the time that is shown
 * @property {number} periods the byo-yomi periods that are left
 * @property {boolean} inPeriod whether a period runs
 * @property {boolean} inSetup whether it is the time for the setup
 * @property {boolean} runs
 */

/**
 * @param {SeatClock} clock
 * @param {ControlInfo} control
 * @param {number} now the moment on the server's clock
 * @returns {Reading}
 */
export function clockReading(clock, control, now) {
  const { setup_ms: setup, left_ms: left, periods, until_ms: until, stopped_ms: stopped } = clock;
  const runs = until !== null;
  const total = runs
    ? Math.max(until - now, 0)
    : (stopped ?? setup + left + periods * control.period_ms);
  // The delay comes first and costs nothing.
  const own = Math.min(setup + left, total - periods * control.period_ms);
  if (own > left) return { ms: own - left, periods, inPeriod: false, inSetup: true, runs };
  if (own > 0 || periods === 0)
    return { ms: Math.max(own, 0), periods, inPeriod: false, inSetup: false, runs };
  const remaining = Math.max(
    Math.ceil(total / control.period_ms),
    runs || stopped !== null ? 1 : periods,
  );
  return {
    ms: total - (remaining - 1) * control.period_ms,
    periods: remaining,
    inPeriod: true,
    inSetup: false,
    runs,
  };
}

const two = (/** @type {number} */ number) => String(number).padStart(2, '0');

/**
 * The length of a byo-yomi period: `0:30`.
 * @param {number} ms
 */
export const lengthText = (ms) => clockText(ms, false);

/**
 * A time as a clock shows it: `6 d 23 h`, `1:05:09`, `4:05`, `0:09.4`.
 * @param {number} ms
 * @param {boolean} [exact] whether tenths are shown of a short time
 */
export function clockText(ms, exact = true) {
  if (ms >= DAY)
    return t('clock-days', { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  const tenths = exact && ms < TENTHS_BELOW;
  // A second is shown until it is over, so that 0:00 means the end.
  const shown = tenths ? Math.ceil(ms / 100) * 100 : Math.ceil(ms / SECOND) * SECOND;
  const [hours, minutes, seconds] = [
    Math.floor(shown / HOUR),
    Math.floor((shown % HOUR) / MINUTE),
    Math.floor((shown % MINUTE) / SECOND),
  ];
  const head = hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`;
  return `${head}:${two(seconds)}${tenths ? `.${Math.floor((shown % SECOND) / 100)}` : ''}`;
}

/**
 * The time that a ply took: `0.6 s`, `8 s`, `3:20`, `2 d 4 h`.
 * @param {number} ms
 */
export function spentText(ms) {
  if (ms >= MINUTE) return clockText(Math.floor(ms / SECOND) * SECOND);
  return t('clock-seconds', {
    seconds: ms < 10 * SECOND ? (ms / SECOND).toFixed(1) : Math.round(ms / SECOND),
  });
}
