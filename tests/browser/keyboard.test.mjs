// A whole game by keyboard alone.

import assert from 'node:assert/strict';
import {
  button, cell, dismissRefusal, goThroughSetup, moves, pieces, setupStep, state, targets, waitMoves, waitSpoken,
} from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Locator, Page } from 'playwright-core' */

useBrowser();

const MOST_TABS = 80;

/** @param {Locator} locator */
const isFocused = (locator) => locator.evaluate((element) => element === document.activeElement).catch(() => false);

/** @param {Page} page */
const focusedCell = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));

/**
 * Presses Tab until an element has the focus.
 * @param {Page} page
 * @param {Locator} locator
 */
async function tabTo(page, locator) {
  await locator.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${MOST_TABS} times Tab did not lead to ${locator}`);
}

/** @param {Page} page @param {Locator} locator */
async function press(page, locator, key = 'Enter') {
  await tabTo(page, locator);
  await page.keyboard.press(key);
}

/** Asserts that the focus has not been lost. @param {Page} page @param {string} when */
const keepsFocus = (page, when) => until(`the focus is somewhere ${when}`, () =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body));

/** Moves the focus to the board. @param {Page} page */
async function tabToBoard(page) {
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await focusedCell(page)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab does not lead to the board');
}

/**
 * Moves the focus from cell to cell by arrow keys, along the neighbours in the drawing.
 * @param {Page} page
 * @param {string} to
 */
async function moveFocusTo(page, to) {
  const keys = await page.locator('game-board .cell').evaluateAll((cells) =>
    cells.map((one) => /** @type {const} */ ([one.dataset.cell, one.dataset.keys.split(',')])));
  const next = new Map(keys);
  const start = await focusedCell(page);
  /** @type {Map<string, [string, number]>} */
  const cameFrom = new Map();
  const queue = [start];
  while (queue.length > 0 && !cameFrom.has(to)) {
    const here = queue.shift();
    next.get(here)?.forEach((there, key) => {
      if (!there || there === start || cameFrom.has(there)) return;
      cameFrom.set(there, [here, key]);
      queue.push(there);
    });
  }
  const path = [];
  for (let at = to; at !== start; at = cameFrom.get(at)[0]) {
    assert.ok(cameFrom.has(at), `the cursor keys lead from ${start} to ${to}`);
    path.unshift(cameFrom.get(at)[1]);
  }
  for (const key of path) await page.keyboard.press(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'][key]);
  assert.equal(await focusedCell(page), to);
}

const names = (locator) => locator.evaluateAll((cells) => cells.map((one) => one.dataset.cell));

/**
 * Places all nine warriors, one of them first on an illegal cell, and takes one back.
 * @param {Page} page
 */
async function place(page) {
  await press(page, page.locator('.tray-item[data-kind="B"]'));
  await until('the focus is where the Blockader may stand', () => page.locator('game-board .cell.target:focus').count());
  const [far] = await names(page.locator('game-board .cell:not(.target)'));
  await moveFocusTo(page, far);
  await page.keyboard.press('Enter');
  await dismissRefusal(page, like('refusal-outside-region'), (locator) => press(page, locator));

  await press(page, page.locator('.tray-item[data-kind="B"]'));
  if (await targets(page).count() === 0) await page.keyboard.press('Enter');
  for (let count = 1; count <= 9; count += 1) {
    await tabToBoard(page);
    const free = await names(targets(page));
    // Spread out, so that the Goal's carrier can move.
    await moveFocusTo(page, free[(count * 5) % free.length]);
    await page.keyboard.press('Enter');
    await until(`${count} stand`, async () => await own(page) === count);
  }
  await page.keyboard.press('Delete');
  await until('eight stand', async () => await own(page) === 8);
  await press(page, page.locator('.tray-item:enabled'));
  await page.keyboard.press('Enter');
  await until('nine stand', async () => await own(page) === 9);
  await press(page, button(page, 'button-done'));
}

/** The number of the player's warriors on the board. @param {Page} page */
async function own(page) {
  const { scene, seat } = await state(page);
  const side = scene.sides.find((one) => one.seat === seat).key;
  return pieces(page).and(page.locator(`.side-${side}`)).count();
}

/** @type {Required<import('./board.mjs').Plan>} */
const BY_KEYBOARD = {
  cast: (page) => press(page, button(page, 'button-cast')),
  option: (page) => press(page, page.getByRole('button', { name: t('button-option-first') })),
  granted: (page) => press(page, page.getByRole('button', { name: t('button-option-first') })),
  async take(page) {
    await press(page, page.locator('input[name=take-region]').first(), 'Space');
    await until('a region is chosen', () => page.locator('input[name=take-region]:checked').count());
    await press(page, page.getByRole('button', { name: like('take-do') }));
  },
  place,
  async goal(page) {
    await tabToBoard(page);
    await moveFocusTo(page, (await names(targets(page)))[0]);
    await page.keyboard.press('Enter');
  },
};

/** The plan, where each step must begin at the focus of the step before. */
function planKeepingFocus() {
  let begun = false;
  const watched = Object.entries(BY_KEYBOARD).map(([step, act]) => [step, async (/** @type {Page} */ page) => {
    if (begun) await keepsFocus(page, `before the step ${step}`);
    begun = true;
    await act(page);
  }]);
  return Object.fromEntries(watched);
}

story('a whole game by keyboard alone', async ({ visit }) => {
  const me = await visit({ reducedMotion: 'reduce' });
  const page = await me.open('/new/klinzha');
  await page.keyboard.press('Tab');
  assert.ok(await isFocused(page.getByRole('link', { name: t('skip-to-content') })), 'the first stop leads to the content');
  await page.keyboard.press('Enter');
  await press(page, page.locator('input[name=level]:checked'), 'ArrowRight');
  assert.ok(await page.locator('input[name=level][value="3"]').isChecked());
  await page.keyboard.press('ArrowLeft');
  await press(page, button(page, 'new-do'));
  await page.waitForURL(/\/g\/\w+$/);
  await goThroughSetup([{ page, plan: planKeepingFocus() }]);
  assert.equal(await setupStep(page), null);

  // The carrier of the Goal moves, and the page asks whether the Goal goes along.
  await page.locator('#status.mine').waitFor();
  const before = (await moves(page)).length;
  const carries = (await state(page)).scene.choices.filter(({ variant }) => variant === 'carry');
  const carry = carries.find(({ danger }) => !danger) ?? carries[0];
  assert.ok(carry, 'the Goal can be carried somewhere');
  await tabToBoard(page);
  await moveFocusTo(page, carry.from);
  await page.keyboard.press('Enter');
  assert.equal(await cell(page, carry.from).getAttribute('aria-pressed'), 'true');
  await moveFocusTo(page, carry.to);
  assert.match(await cell(page, carry.to).getAttribute('aria-label'), new RegExp(t('cell-target')));
  await page.keyboard.press('Enter');
  await press(page, page.locator('.choice-signs').getByRole('button', { name: t('choice-carry') }));
  if (carry.danger) await press(page, button(page, 'danger-yes'));
  await until('the move is in the list', async () => (await moves(page))[before] === carry.text);
  await keepsFocus(page, 'after the choice');
  await waitSpoken(page, new RegExp(`${carry.from}.*${carry.to}.*${t('say-carries')}`));
  await page.locator('#status.mine').waitFor();

  // Stepping through the game.
  const count = (await moves(page)).length;
  await tabTo(page, page.locator('.move-list'));
  await page.keyboard.press('ArrowLeft');
  await page.locator('#past').waitFor();
  assert.equal(await page.locator('.move-list [aria-current]').getAttribute('data-ply'), String(count - 1));
  await page.keyboard.press('Home');
  assert.equal(await page.locator('.move-list [aria-current]').count(), 0);
  await waitSpoken(page, new RegExp(t('ply-start')));
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.move-list [aria-current]').getAttribute('data-ply'), '1');
  await page.keyboard.press('End');
  await page.locator('#past').waitFor({ state: 'hidden' });
  await waitMoves(page, count);

  await press(page, button(page, 'resign'));
  await press(page, page.getByRole('dialog').getByRole('button', { name: t('resign-yes') }));
  await page.getByRole('heading', { name: t('end-defeat') }).waitFor();
  await press(page, button(page, 'next-again'));
  await page.locator('#setup h2').waitFor();
});
