// The status line: whose turn it is, who is thinking, how the game ended.

import { owesSeedPart } from '../dice/seed-part.js';
import { has, localizedArgs, sideName, t } from '../common/i18n.js';
import { seatName, sharesScreen } from './player-cards.js';
import { eliminatedSeats, rankOf } from './seat-list.js';
import { isSetupPhase } from '../setup/phases.js';
/** @import { GameState, Notice, Outcome } from '../common/types.d.ts' */

/**
 * @param {GameState} state
 * @param {number | null} seat
 */
export const sideOf = (state, seat) =>
  (seat === null ? null : state.scene.sides.find((side) => side.seat === seat)?.key) ?? null;

/**
 * Whether the reader is to act.
 * @param {GameState} state
 */
export const isMyTurn = (state) =>
  state.seat !== null && state.scene.to_act.includes(state.seat) && !state.open;

/**
 * Whether the game is paused for all seats.
 * @param {GameState} state
 */
export const isPaused = ({ clock, scene }) =>
  Boolean(clock?.pause && clock.pause.until_ms === null && !scene.outcome);

/** @param {GameState} state */
export function statusText(state) {
  const { scene } = state;
  if (scene.outcome) return outcomeTitle(state, scene.outcome);
  if (state.open) return openText(state);
  if (scene.to_act.length === 0 && state.dice && state.dice.awaits.length > 0)
    return diceText(state, state.dice.awaits);
  if (isSetupPhase(scene.phase))
    return isMyTurn(state) ? t(`setup-${scene.phase}-title`) : waitText(state);
  if (state.thinking && !isMultiplayer(state)) return t('status-thinking');
  if (isPaused(state)) return t('status-paused');
  if (isMyTurn(state) && !sharesScreen(state))
    return t(inCheck(state) ? 'status-your-move-check' : 'status-your-move');
  const side = sideOf(state, scene.to_act[0] ?? null);
  if (side && state.thinking) return t('status-thinking-side', { side: sideName(side) });
  if (side && isMultiplayer(state) && state.seat !== null && eliminatedSeats(scene).has(state.seat))
    return t('status-out', { side: sideName(side) });
  return side
    ? t(inCheck(state) ? 'status-move-check' : 'status-move', { side: sideName(side) })
    : '';
}

/**
 * @param {GameState} state
 */
export const isMultiplayer = (state) => state.players.length > 2;

/** @param {GameState} state */
function openText(state) {
  const text = isMultiplayer(state)
    ? t('status-free-seats', { count: state.players.filter((player) => player === null).length })
    : t('status-open');
  return canMoveNow(state) || !isMultiplayer(state) ? text : t('status-open-begins', { text });
}

/**
 * Whether moves can be made before all seats are taken. The setup and the first throw wait for all
 * players.
 * @param {GameState} state
 */
export const canMoveNow = ({ scene }) => scene.to_act.length > 0 && !isSetupPhase(scene.phase);

/**
 * Names the players whose parts of the dice seed are missing.
 * @param {GameState} state
 * @param {number[]} awaits
 */
const diceText = (state, awaits) =>
  owesSeedPart(state)
    ? t('status-dice-own')
    : t('status-dice-awaits', {
        names: awaits.map((seat) => contributorName(state, seat)).join(', '),
      });

/**
 * The contributor of a seat's part of the dice seed. Players who share a screen contribute one
 * part.
 * @param {GameState} state
 * @param {number} seat
 */
export const contributorName = (state, seat) =>
  (sharesScreen(state) && state.seats?.includes(seat) ? t('seat-here') : seatName(state, seat));

/** @param {GameState} state */
const inCheck = ({ scene }) => scene.notices.some(({ key }) => key === 'check');

/** @param {GameState} state */
function waitText(state) {
  const seat = state.scene.to_act[0];
  return seat === undefined
    ? t('setup-turning')
    : t(`wait-${state.scene.phase}`, { name: seatName(state, seat) });
}

/**
 * @param {GameState} state
 * @param {Outcome} outcome
 */
export function outcomeTitle(state, outcome) {
  if (outcome.reason === 'cancelled') return t('end-cancelled');
  if (outcome.winner === null) return t('end-draw');
  const side = sideOf(state, outcome.winner);
  if (sharesScreen(state)) return side ? t('end-wins', { side: sideName(side) }) : t('end-over');
  if (outcome.winner === state.seat) return t('end-victory');
  if (state.seat !== null) {
    const place = isMultiplayer(state) ? rankOf(outcome, state.seat) : null;
    return place === null ? t('end-defeat') : t('end-your-place', { place: t(`rank-${place}`) });
  }
  return side ? t('end-wins', { side: sideName(side) }) : t('end-over');
}

/**
 * The reason for the end of the game, with the names of the sides.
 * @param {GameState} state
 * @param {Outcome} outcome
 */
export function reasonText(state, outcome) {
  // The player who was eliminated last is second in the ranking.
  const loser = outcome.winner === null ? null : sideOf(state, outcome.ranking[1]?.[0] ?? null);
  const winner = sideOf(state, outcome.winner);
  // If the game ends before sides are assigned, no side can be named.
  const early = has(`reason-${outcome.reason}-early`) && !winner;
  const own = `reason-${state.scene.game}-${outcome.reason}`;
  const drawn = `reason-${outcome.reason}-draw`;
  const key =
    outcome.winner === null && has(drawn)
      ? drawn
      : has(own)
        ? own
        : `reason-${outcome.reason}${early ? '-early' : ''}`;
  return t(key, {
    winner: winner ? sideName(winner) : '',
    loser: loser ? sideName(loser) : '',
  });
}

/**
 * The notices that warn the viewer, without those that record the setup.
 * @param {Notice[]} notices
 */
export const warnings = (notices) => notices.filter((notice) => has(`notice-${notice.key}`));

/** @param {Notice} notice */
export const noticeText = (notice) =>
  t(`notice-${notice.key}`, {
    ...localizedArgs(Object.fromEntries(notice.args)),
    cells: notice.cells.join(', '),
  });
