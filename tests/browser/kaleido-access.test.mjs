// KaleidoChess without a mouse: by keyboard, by touch, and with a screen reader.

import assert from 'node:assert/strict';
import { button, cell, middle, moves, pieces, state, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { simpleMove, openTable, submit, waitTurn } from './kaleido.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const side = (/** @type {string} */ key) => t(`side-${key}`);
const focused = (/** @type {Page} */ page) => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Moves the focus to the board by Tab. @param {Page} page */
async function tabToBoard(page) {
  for (let i = 0; i < 80; i += 1) {
    if (await focused(page)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab does not lead to the board');
}

/**
 * Moves the focus to a cell by arrow keys: to its ring, then around it. Uses only the positions of
 * cells in the drawing.
 * @param {Page} page
 * @param {string} to
 */
async function moveFocusTo(page, to) {
  const ring = (/** @type {string} */ name) => cell(page, name).evaluate((one) => Number(/ring-(\d)/.exec(one.getAttribute('class') ?? '')?.[1] ?? 0));
  const wanted = await ring(to);
  for (let i = 0; i < 8; i += 1) {
    const now = await ring(await focused(page));
    if (now === wanted) break;
    await page.keyboard.press(now < wanted ? 'ArrowDown' : 'ArrowUp');
  }
  for (let i = 0; i < 24 && await focused(page) !== to; i += 1) await page.keyboard.press('ArrowRight');
  assert.equal(await focused(page), to, `the keys lead to ${to}`);
}

story('the keys go around the ring and in and out, however the board lies, and make moves', async ({ visit }) => {
  const me = await visit();
  const page = await openTable(me, { seats: ['you', 'you', 'you', 'you'], options: { seats: '4' } });
  await page.getByLabel(t('hot-turning')).focus();
  await page.keyboard.press('Space');
  for (const [key, next] of [['white', 'red'], ['red', 'black']]) {
    await waitStatus(page, 'status-move', { side: side(key) });
    const { from, to, piece } = await simpleMove(page);
    await tabToBoard(page);
    await moveFocusTo(page, from);
    await page.keyboard.press('Enter');
    await until('it is picked up', async () => await cell(page, from).getAttribute('aria-pressed') === 'true');
    await moveFocusTo(page, to);
    assert.match(await cell(page, to).getAttribute('aria-label') ?? '', new RegExp(t('cell-target')));
    await until('its way is drawn', async () => await page.locator('game-board .ways .way').count() === 1);
    await page.keyboard.press('Enter');
    await waitStatus(page, 'status-move', { side: side(next) });
    await waitSpoken(page, new RegExp(t('long-goes', { piece: t(`piece-kaleidochess-${piece}`), from, to })));
    assert.ok(await focused(page), 'the focus stays on the board');
  }
  // Around the outer ring in 24 steps, and to the centre in five.
  await moveFocusTo(page, '1J');
  for (let i = 0; i < 24; i += 1) await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(page), '1J');
  const clockwise = await (async () => { await page.keyboard.press('ArrowLeft'); return focused(page); })();
  assert.equal(clockwise, '1K', 'left is clockwise');
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowUp');
  assert.equal(await focused(page), '00');
  assert.equal(KEYS.length, 4);
});

/**
 * Drags with one finger.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function fingerDrag(page, from, to) {
  await cell(page, to).scrollIntoViewIfNeeded();
  const [start, end] = [await middle(cell(page, from)), await middle(cell(page, to))];
  const hand = await page.context().newCDPSession(page);
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {{ x: number, y: number }[]} */ touchPoints) => hand.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (let i = 1; i <= 8; i += 1) {
    await touch('touchMove', [{ x: start.x + ((end.x - start.x) * i) / 8, y: start.y + ((end.y - start.y) * i) / 8 }]);
  }
  await touch('touchEnd', []);
  await hand.detach();
}

story('with a finger on a phone: taps, drags, questions, and four columns of moves', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await openTable(me, { seats: ['you', 'you', 'you', 'you'], options: { seats: '4' } });
  await waitTurn(page, 'white');
  assert.equal(await pieces(page).count(), 48);
  const tapped = await simpleMove(page);
  await cell(page, tapped.from).tap();
  await page.locator(`game-board [data-cell="${tapped.from}"][aria-pressed="true"]`).waitFor();
  await cell(page, tapped.to).tap();
  await waitTurn(page, 'red');
  const dragged = await simpleMove(page);
  await fingerDrag(page, dragged.from, dragged.to);
  await waitTurn(page, 'black');
  assert.deepEqual(await moves(page), [tapped.text, dragged.text]);
  const { scene } = await state(page);
  const own = scene.choices.find((/** @type {any} */ choice) => choice.danger === 'own-capture');
  if (own) {
    await fingerDrag(page, own.from, own.to);
    await page.locator('.confirm-bar').getByText(t('danger-own-capture'), { exact: true }).waitFor();
    await button(page, 'confirm-back').tap();
  }
  for (let i = 0; i < 6; i += 1) await submit(page, { act: 'submit', text: (await simpleMove(page)).text });
  await waitMoves(page, 8);
  assert.equal(await page.locator('.move-list li').count(), 2);
  const { wide, room } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, room: document.documentElement.clientWidth }));
  assert.ok(wide <= room, `${wide} on a screen of ${room}`);
  const cut = await page.locator('.move').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  assert.equal(cut, 0, 'moves are whole');
  await button(page, 'step-first').tap();
  await until('the start is shown', async () => await pieces(page).count() === 48);
});
