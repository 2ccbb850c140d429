// Grand Chess with pieces that the players pick: two browsers, a phone, and the keyboard alone.

import assert from 'node:assert/strict';
import { button, cell, clickMove, middle, moves, pieces, setupStep, state, targets, waitMoves, waitSpoken } from './board.mjs';
import { friends, HELD, item, move, myMove, named, openGrandChess, promotion, READY, waitWords } from './grand-chess.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** The kinds of a side's pieces. @param {Page} page @param {string} side */
const kindsOf = async (page, side) => {
  const { scene } = await state(page);
  return scene.frame.pieces.filter((one) => one.side === side && one.kind !== 'P').map((one) => one.kind).sort();
};

/** @param {Page} page @param {string} code */
const pickButton = (page, code) => page.getByRole('button', { name: t('pick-do', { piece: named(code) }), exact: true });

/** @param {Page} page @param {number} count */
const waitPicked = (page, count) => until(`${count} are picked`, async () => await page.locator('.picked li').count() === count);

story('two friends pick the pieces of their array in turns', async ({ visit }) => {
  const options = { setup: 'chosen', extra: '4', seed: '7' };
  const { white, black } = await friends(visit, { options });
  await white.getByRole('heading', { name: like('wait-pick') }).waitFor();
  assert.equal(await white.locator('.picker-item').count(), 0, 'Black picks first');

  assert.equal(await black.locator('.picker-item').count(), 79);
  await black.getByRole('searchbox').fill('gr');
  await item(black, 'Gr').click();
  assert.equal((await state(black)).version, (await state(white)).version, 'choosing alone tells nobody');
  await pickButton(black, 'Gr').click();
  for (const page of [white, black]) {
    await waitPicked(page, 1);
    await until('both sides got it', async () => await pieces(page).count() === 24);
    await waitSpoken(page, new RegExp(t('say-picked', { pieces: named('Gr') })));
  }
  await black.getByRole('heading', { name: like('wait-pick') }).waitFor();

  // White picks by keyboard: down into the list, along the row, and to the button.
  await white.bringToFront();
  assert.equal(await item(white, 'Gr').count(), 0, 'it is gone for both');
  await white.getByRole('searchbox').focus();
  await white.keyboard.press('ArrowDown');
  await white.keyboard.press('ArrowRight');
  await white.keyboard.press('ArrowRight');
  await white.keyboard.press('Enter');
  await until('the button that picks is at hand', () => pickButton(white, 'Q').evaluate((one) => one === document.activeElement).catch(() => false));
  await white.keyboard.press('Enter');
  for (const page of [white, black]) await waitPicked(page, 2);
  assert.ok(await white.evaluate(() => document.activeElement !== document.body), 'the focus is somewhere');

  await black.getByRole('searchbox').fill('');
  await item(black, 'Ar').click();
  await item(black, 'N').click();
  await pickButton(black, 'N').click();
  await waitPicked(white, 3);
  await item(white, 'Am').click();
  await pickButton(white, 'Am').click();
  for (const page of [white, black]) {
    await page.locator('#moves').waitFor();
    assert.equal(await page.locator('#setup').isVisible(), false);
    for (const side of ['white', 'black']) assert.deepEqual(await kindsOf(page, side), ['Am', 'Gr', 'K', 'N', 'Q']);
  }
  assert.equal(await setupStep(white), null);

  await myMove(white);
  const { scene } = await state(white);
  const { from, to } = scene.choices.find((choice) => choice.piece === 'P');
  await move(white, [black], from, to);
  await white.getByText(t('table-title'), { exact: true }).click();
  await white.locator('.table-info').getByText(t('table-setup-chosen'), { exact: true }).waitFor();
});

story('the computer picks in its turn', async ({ visit }) => {
  const me = await visit();
  const options = { setup: 'classic+chosen', extra: '3', seed: '5' };
  const page = await openGrandChess(me, { opponent: { computer: 2 }, seat: 1, options });
  await item(page, 'Fr').click();
  await pickButton(page, 'Fr').click();
  await waitPicked(page, 2);
  // The computer has picked another piece, at random.
  const code = await page.locator('.picker-item').last().getAttribute('data-kind') ?? '';
  await item(page, code).click();
  await pickButton(page, code).click();
  await page.locator('#moves').waitFor();
  await waitMoves(page, 1);
});

story('a phone: taps, a finger that stays, and room for every finger', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: READY } }, PHONE);
  await myMove(white);
  const { width } = await cell(white, 'e5').boundingBox();
  assert.ok(width >= 32, `a square is ${width} wide`);
  const across = await white.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(across, 0, 'nothing sticks out');

  await cell(white, 'c9').tap();
  await targets(white).first().waitFor();
  await cell(white, 'c10').tap();
  await item(promotion(white, 'c10'), 'Q').tap();
  assert.equal((await waitMoves(white, 1))[0], 'c10=Q');

  const hand = await white.context().newCDPSession(white);
  const { x, y } = await middle(cell(white, 'c10'));
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  const card = white.getByRole('dialog', { name: named('Q') });
  await card.waitFor();
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await card.getByRole('link', { name: t('card-guide') }).waitFor();
  await card.getByRole('button', { name: t('toast-close') }).tap();
  await card.waitFor({ state: 'detached' });
  assert.deepEqual(await moves(white), ['c10=Q'], 'a finger that stays moves nothing');
  await move(black, [white], 'e9', 'f8');
});

story('a game without a pointer: moves, a promotion, and what a piece is', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: READY }, options: { promotion: 'all' } });
  await white.bringToFront();
  await myMove(white);
  await cell(white, 'c9').focus();
  await white.keyboard.press('i');
  const card = white.getByRole('dialog', { name: named('P') });
  await card.waitFor();
  await white.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  assert.equal(await white.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'c9');
  await white.keyboard.press('Enter');
  await targets(white).first().waitFor();
  await white.keyboard.press('ArrowUp');
  await white.keyboard.down('Enter');
  const dialog = promotion(white, 'c10');
  await dialog.waitFor();
  await white.keyboard.down('Enter');
  await white.keyboard.up('Enter');
  assert.ok(await dialog.isVisible(), 'a key that is held down answers nothing');
  await white.keyboard.press('ArrowRight');
  await white.keyboard.press('ArrowDown');
  await white.keyboard.press('End');
  await white.keyboard.press('Home');
  await white.keyboard.press('ArrowRight');
  await white.keyboard.press('Enter');
  assert.equal((await waitMoves(white, 1))[0], 'c10=B');
  await waitWords(black, 'c10', named('B'));
});

story('the other mouse button asks what a piece is', async ({ visit }) => {
  const { white } = await friends(visit, { start: { position: HELD } });
  await cell(white, 'f6').click({ button: 'right' });
  const card = white.getByRole('dialog', { name: named('Im') });
  const link = card.getByRole('link', { name: t('card-guide') });
  assert.equal(await link.getAttribute('href'), '/guide/grand-chess/Im?side=black');
  await card.locator('.piece-card-body svg').first().waitFor();
  assert.ok(await card.getByText(t('guide-Im')).count() > 0, 'the card says what it does');
  await button(white, 'toast-close').click();
  await card.waitFor({ state: 'detached' });
  await cell(white, 'a10').click({ button: 'right' });
  assert.equal(await white.locator('dialog').count(), 0, 'nobody stands there');
  assert.equal(await cell(white, 'f6').locator('title').textContent(), t('cell-piece', { side: t('side-black'), piece: named('Im') }));
  await clickMove(white, 'c2', 'c3');
  await waitMoves(white, 1);
  assert.equal(await white.locator('.move-list .number').textContent(), '2', 'it goes on with the second move');
});

story('the card of a black piece shows what it does, forward being down', async ({ visit }) => {
  const { white } = await friends(visit, { start: { position: READY } });
  await cell(white, 'b2').click({ button: 'right' });
  const card = white.getByRole('dialog', { name: named('P') });
  await card.locator('h2 .icon.side-black').waitFor();
  assert.equal(await card.locator('.small-diagram .side-black').count(), 1);
  assert.match(await card.locator('.guide-legend').textContent() ?? '', /e7/);
});
