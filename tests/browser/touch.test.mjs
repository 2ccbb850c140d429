// A phone: touch, and a small screen.

import assert from 'node:assert/strict';
import {
  button, cell, dismissRefusal, goThroughSetup, middle, openGame, pieces, quietMove, state, targets, waitMoves,
  waitStatus,
} from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Locator, Page } from 'playwright-core' */

useBrowser();

/**
 * Drags with one finger.
 * @param {Page} page
 * @param {Locator} from
 * @param {Locator} to
 */
async function fingerDrag(page, from, to) {
  await to.scrollIntoViewIfNeeded();
  const start = await middle(from);
  const box = await to.boundingBox();
  const end = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const hand = await page.context().newCDPSession(page);
  const touch = (type, points) => hand.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  const steps = 8;
  for (let i = 1; i <= steps; i += 1) {
    const at = (a, b) => a + ((b - a) * i) / steps;
    await touch('touchMove', [{ x: at(start.x, end.x), y: at(start.y, end.y) }]);
  }
  await touch('touchEnd', []);
  await hand.detach();
}

const tray = (page, kind) => page.locator(`.tray-item[data-kind="${kind}"]`);
const stand = (page, count) => until(`${count} stand`, async () => await pieces(page).count() === count);

/** The reserve and the board must be visible together, or pieces could not be dragged. */
async function place(page) {
  const before = await pieces(page).count();
  await tray(page, 'S').tap();
  await targets(page).first().waitFor();
  const mine = await targets(page).evaluateAll((cells) => cells.map((one) => one.dataset.cell));
  await cell(page, mine[0]).tap();
  await stand(page, before + 1);
  await tray(page, 'B').tap();
  await cell(page, mine[0]).tap();
  await page.locator(`game-board [data-cell="${mine[0]}"][aria-pressed="true"]`).waitFor();
  await button(page, 'lift', { cell: mine[0] }).tap();
  await stand(page, before);
  const at = mine.at(-1);
  await fingerDrag(page, tray(page, 'L'), cell(page, at));
  await until('the Lancer stands', async () => (await cell(page, at).getAttribute('aria-label')).includes(t('piece-klinzha-L')));
  await fingerDrag(page, cell(page, at), cell(page, mine[3]));
  await until('the Lancer stands elsewhere', async () => (await cell(page, mine[3]).getAttribute('aria-label')).includes(t('piece-klinzha-L')));
  const [far] = await page.locator('game-board .cell.no-mans-land').evaluateAll((cells) => cells.map((one) => one.dataset.cell));
  await fingerDrag(page, cell(page, mine[3]), cell(page, far));
  await dismissRefusal(page, like('refusal-outside-region'), (close) => close.tap());
  await button(page, 'array-bulwark').tap();
  await stand(page, before + 9);
  await button(page, 'button-done').tap();
}

/** @type {import('./board.mjs').Plan} */
const BY_FINGER = {
  cast: (page) => button(page, 'button-cast').tap(),
  option: (page) => page.getByRole('button', { name: t('button-option-last') }).tap(),
  granted: (page) => page.getByRole('button', { name: t('button-option-last') }).tap(),
  async take(page) {
    await page.locator('label:has(input[name=take-region])').first().tap();
    await page.getByRole('button', { name: like('take-do') }).tap();
  },
  place,
  goal: (page) => targets(page).first().tap(),
};

story('setting up by finger on a phone', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await me.open('/new/klinzha');
  await page.getByRole('button', { name: t('new-do') }).tap();
  await page.waitForURL(/\/g\/\w+$/);
  await goThroughSetup([{ page, plan: BY_FINGER }]);
});

story('moving by finger on a phone, by two taps and by dragging', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await openGame(me, { start: { quick: 'north-east' }, opponent: { computer: 2 }, seat: 0 });
  await waitStatus(page, 'status-your-move');
  const tapped = await quietMove(page);
  await cell(page, tapped.from).tap();
  await cell(page, tapped.to).tap();
  assert.equal((await waitMoves(page, 2))[0], tapped.text);

  await button(page, 'takeback-ask').tap();
  await waitMoves(page, 0);
  // Downwards, where a finger would scroll the page if it did not hold a warrior.
  const { scene } = await state(page);
  const simple = scene.choices.filter(({ kind, danger, variant }) => kind === 'move' && !danger && !variant);
  const height = await heights(page);
  const drop = ({ from, to }) => height[to] - height[from];
  const lowestMove = simple.reduce((low, one) => (drop(one) > drop(low) ? one : low));
  assert.ok(drop(lowestMove) > 50, `${lowestMove.text} goes down the page`);
  await fingerDrag(page, cell(page, lowestMove.from), cell(page, lowestMove.to));
  assert.equal((await waitMoves(page, 2))[0], lowestMove.text);
});

/**
 * The vertical position of each cell on the page.
 * @param {Page} page
 * @returns {Promise<Record<string, number>>}
 */
const heights = (page) => page.locator('game-board .cell').evaluateAll((cells) =>
  Object.fromEntries(cells.map((one) => [one.dataset.cell, one.getBoundingClientRect().top])));

story('a drag that ends beside its target moves nothing', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await openGame(me, { start: { quick: 'north-east' }, opponent: { computer: 2 }, seat: 0 });
  await waitStatus(page, 'status-your-move');
  const { from } = await quietMove(page);
  await fingerDrag(page, cell(page, from), page.locator('#status'));
  await fingerDrag(page, cell(page, from), cell(page, from));
  assert.equal((await state(page)).version, 0);
  await waitMoves(page, 0);
  assert.equal(await page.locator('.dragged, .ghost').count(), 0);
});
