// Games of KaleidoChess from the players' point of view: seats, positions, throws.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { api, cell, clickMove, gameId, openGame, state, waitDicePart } from './board.mjs';
import { until } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

/** White's Raven is next to Red's last castle; Black and Green have only their Wizards. */
export const BESIDE_RED = '1/8/16/16/24/1,wW,4,wV,rP,5,bW,5,gW,4 w -,-,-,- - 1';

/** Only White has a Raven. */
export const ONE_RAVEN = '1/8/16/16/24/1,wW,wV,4,rW,5,bW,10 w -,-,- - 1';

/** Three Wizards, each with a Raven. */
export const RAVEN_EACH = '1/8/16/16/24/1,wW,wV,4,rW,rV,4,bW,bV,9 w -,-,- - 1';

/** All armies are Pawns: they reach no other castle in two moves, whatever the computers play. */
export const PAWNS = Object.fromEntries(
  ['white', 'red', 'black', 'green'].map((side) => [`army-${side}`, 'pawns']));

/** All faces let only Ravens move, so that sides without one pass. */
export const RAVENS_ONLY = { dice: 'on', 'dice-table': 'V/V/V/V/V/V' };

/**
 * Creates a game and opens its page.
 * @param {import('./harness.mjs').Visitor} visitor
 * @param {object} wanted
 */
export const openTable = (visitor, wanted) => openGame(visitor, { game: 'kaleidochess', ...wanted });

/** A seat in the list. @param {Page} page @param {string} side */
export const seat = (page, side) => page.locator(`.seat[data-side="${side}"]`);

/** Waits until it is this side's turn. @param {Page} page @param {string} side */
export const waitTurn = (page, side) => page.locator(`.seat.to-move[data-side="${side}"]`).waitFor();

/** Takes the free seat of a side. @param {Page} page @param {string} side */
export async function sit(page, side) {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: t('seat-sit-label', { side: t(`side-${side}`) }), exact: true }).click()]);
  await page.locator('#status:not(:empty)').waitFor();
  await waitDicePart(page);
}

/** The name of the player of a side, as others see it. @param {Page} page @param {string} side */
export const guestOf = async (page, side) => (await seat(page, side).locator('strong').textContent()) ?? '';

/** The lowest cell on the screen, which is next to the castle at the bottom. @param {Page} page */
export const lowestCell = (page) => page.evaluate(() => {
  const cells = [...document.querySelectorAll('game-board .cell')];
  const bottom = (/** @type {Element} */ one) => one.getBoundingClientRect().bottom;
  return cells.sort((a, b) => bottom(b) - bottom(a))[0]?.getAttribute('data-cell');
});

/**
 * A move that needs no confirmation, without a capture if possible.
 * @param {Page} page
 * @returns {Promise<{ text: string, from: string, to: string, piece: string }>}
 */
export async function simpleMove(page) {
  const { scene } = await state(page);
  const calm = scene.choices.filter((/** @type {any} */ choice) => choice.kind === 'move' && !choice.danger);
  const found = calm.find((/** @type {any} */ choice) => !choice.captures) ?? calm[0];
  assert.ok(found, `there is a move without danger: ${JSON.stringify(scene.to_act)}`);
  return found;
}

/** Makes such a move by two clicks. @param {Page} page */
export async function makeSimpleMove(page) {
  await page.bringToFront();
  const move = await simpleMove(page);
  await until('the board offers it', () => cell(page, move.from).evaluate((one) => one.classList.contains('grab')));
  await clickMove(page, move.from, move.to);
  return move;
}

/**
 * Submits an act outside of the page.
 * @param {Page} page
 * @param {object} act
 */
export async function submit(page, act) {
  const answer = await api(page, `/api/games/${gameId(page)}/acts`, act);
  assert.ok(!answer.error, JSON.stringify(answer.error));
}

/**
 * The throw with this number, as the dice commitment defines it.
 * @param {string} seed
 * @param {number} number
 */
export function throwFace(seed, number) {
  const bytes = createHash('sha256').update(`throw ${number}.0 ${seed}`).digest();
  const byte = [...bytes].find((one) => one < 252) ?? 0;
  return (byte % 6) + 1;
}

/** @param {string} text */
export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
