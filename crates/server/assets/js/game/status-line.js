// What goes on, in one line: whose turn it is, who is thinking, how the game ended.

import { owesSeedPart } from '../dice/seed-part.js';
import { has, localizedArgs, sideName, t } from '../common/i18n.js';
import { seatName, sharesScreen } from './player-cards.js';
import { eliminatedSeats, placeOf } from './seat-list.js';
import { isSetupPhase } from '../setup/setup-panel.js';
/** @import { GameState, Notice, Outcome } from '../common/types.d.ts' */

/**
 * The side that a seat plays.
 * @param {GameState} state
 * @param {number | null} seat
 */
export const sideOf = (state, seat) =>
  (seat === null ? null : state.scene.sides.find((side) => side.seat === seat)?.key) ?? null;

/**
 * Whether the reader must act.
 * @param {GameState} state
 */
export const isMyTurn = (state) => state.seat !== null && state.scene.to_act.includes(state.seat) && !state.open;

/** @param {GameState} state */
export function statusText(state) {
  const { scene } = state;
  if (scene.outcome) return outcomeTitle(state, scene.outcome);
  if (state.open) return openText(state);
  if (scene.to_act.length === 0 && state.dice && state.dice.awaits.length > 0) return diceText(state, state.dice.awaits);
  if (isSetupPhase(scene.phase)) return isMyTurn(state) ? t(`setup-${scene.phase}-title`) : waitText(state);
  if (state.thinking && !isMultiplayer(state)) return t('status-thinking');
  if (isMyTurn(state) && !sharesScreen(state)) return t(inCheck(state) ? 'status-your-move-check' : 'status-your-move');
  const side = sideOf(state, scene.to_act[0] ?? null);
  if (side && state.thinking) return t('status-thinking-side', { side: sideName(side) });
  if (side && isMultiplayer(state) && state.seat !== null && eliminatedSeats(scene).has(state.seat)) return t('status-out', { side: sideName(side) });
  return side ? t(inCheck(state) ? 'status-move-check' : 'status-move', { side: sideName(side) }) : '';
}

/**
 * Whether more than two play.
 * @param {GameState} state
 */
export const isMultiplayer = (state) => state.players.length > 2;

/** @param {GameState} state */
function openText(state) {
  const text = isMultiplayer(state) ? t('status-free-seats', { count: state.players.filter((player) => player === null).length }) : t('status-open');
  return canMoveNow(state) || !isMultiplayer(state) ? text : t('status-open-begins', { text });
}

/**
 * Whether moves can be made before everybody has come. The setup waits for all, and so does the first throw.
 * @param {GameState} state
 */
export const canMoveNow = ({ scene }) => scene.to_act.length > 0 && !isSetupPhase(scene.phase);

/**
 * For whose parts the dice wait.
 * @param {GameState} state
 * @param {number[]} awaits
 */
const diceText = (state, awaits) => (owesSeedPart(state) ? t('status-dice-own')
  : t('status-dice-awaits', { names: awaits.map((seat) => contributorName(state, seat)).join(', ') }));

/**
 * Who has added to the dice on a seat, in words: people at one screen add once for all of them.
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
  return seat === undefined ? t('setup-turning') : t(`wait-${state.scene.phase}`, { name: seatName(state, seat) });
}

/**
 * @param {GameState} state
 * @param {Outcome} outcome
 */
export function outcomeTitle(state, outcome) {
  if (outcome.winner === null) return t('end-draw');
  const side = sideOf(state, outcome.winner);
  if (sharesScreen(state)) return side ? t('end-wins', { side: sideName(side) }) : t('end-over');
  if (outcome.winner === state.seat) return t('end-victory');
  if (state.seat !== null) {
    const place = isMultiplayer(state) ? placeOf(outcome, state.seat) : null;
    return place === null ? t('end-defeat') : t('end-your-place', { place: t(`rank-${place}`) });
  }
  return side ? t('end-wins', { side: sideName(side) }) : t('end-over');
}

/**
 * Why the game ended, told of the side that it happened to.
 * @param {GameState} state
 * @param {Outcome} outcome
 */
export function reasonText(state, outcome) {
  // Whoever went out last ended the game, and finished right behind the winner.
  const loser = outcome.winner === null ? null : sideOf(state, outcome.ranking[1]?.[0] ?? null);
  const winner = sideOf(state, outcome.winner);
  // A game that ends before the colours are settled has no side to name.
  const early = has(`reason-${outcome.reason}-early`) && !winner;
  const own = `reason-${state.scene.game}-${outcome.reason}`;
  return t(has(own) ? own : `reason-${outcome.reason}${early ? '-early' : ''}`, {
    winner: winner ? sideName(winner) : '',
    loser: loser ? sideName(loser) : '',
  });
}

/**
 * What the viewer is told now and should see: warnings, not the record of the setup.
 * @param {Notice[]} notices
 */
export const warnings = (notices) => notices.filter((notice) => has(`notice-${notice.key}`));

/** @param {Notice} notice */
export const noticeText = (notice) =>
  t(`notice-${notice.key}`, { ...localizedArgs(Object.fromEntries(notice.args)), cells: notice.cells.join(', ') });
