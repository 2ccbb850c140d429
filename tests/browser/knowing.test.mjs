// Knowing what is what: the line on the chosen piece, cards, the legend, the choice of the Goal on
// the board, guesses laid on cells, and the umpire's news.

import assert from 'node:assert/strict';
import { api, button, cell, gameId, goToPlacement, middle, moves, openGame, pieces, spoken, state, targets, waitMoves, waitSpoken } from './board.mjs';
import { log, moveAll, PLIES, recordSentData, table } from './clouded.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { LANGUAGES, like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const QUICK = { start: { quick: 'north-west' }, opponent: 'open', seat: 0 };
const AGAINST = { start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 };
const GAMES = /** @type {const} */ (['klinzha', 'clouded-klinzha', 'grand-chess', 'kaleidochess']);

/** The line on the chosen piece. @param {Page} page */
const line = (page) => page.locator('#piece-line').innerText();

/** @param {Page} page @param {string} text */
const waitLine = (page, text) => until(`the line says ${text}`, async () => (await line(page)).includes(text));

/** A cell with a piece whose kind is known. @param {Page} page */
const known = (page) => page.locator('game-board').first().evaluate((board) =>
  /** @type {any} */ (board).frame.pieces.find((/** @type {any} */ piece) => piece.kind !== '?'));

/** The places of the controls beside the board. @param {Page} page */
const places = (page) => page.locator('.desk button, .desk a, #piece-line').evaluateAll((all) =>
  all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)]));

/** Keeps a finger on a cell. @param {Page} page @param {string} name */
async function longPress(page, name) {
  const point = await middle(cell(page, name));
  const hand = await page.context().newCDPSession(page);
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  return async () => {
    await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await hand.detach();
  };
}

story('the line tells of the piece under the pointer, the focus or the finger, and moves nothing', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const page = await openGame(await visit({ locale }), QUICK);
    await waitLine(page, t('chosen-none'));
    const before = await places(page);
    await cell(page, 'I11').hover();
    await waitLine(page, t('piece-with-goal', { piece: t('piece-klinzha-L') }));
    await waitLine(page, t('guide-klinzha-L-short'));
    await cell(page, 'I11').click();
    await page.mouse.move(5, 5);
    await waitLine(page, t('guide-klinzha-L-short'));
    assert.deepEqual(await places(page), before, locale);
    await page.getByRole('button', { name: t('card-open', { piece: t('piece-klinzha-L') }) }).click();
    await page.getByRole('dialog').getByText(t('guide-klinzha-L'), { exact: true }).waitFor();
  }
  const phone = await openGame(await visit(PHONE), QUICK);
  // An enemy: there is nothing to choose, but something to be told.
  const enemy = (await state(phone)).scene.frame.pieces.find((/** @type {any} */ piece) => piece.side === 'green');
  await cell(phone, enemy.cell).tap();
  await waitLine(phone, t(`guide-klinzha-${enemy.kind}-short`));
  const [board, place] = [await phone.locator('game-board').boundingBox(), await phone.locator('#piece-line').boundingBox()];
  assert.ok(board && place && place.y - board.y - board.height < 40, 'it lies below the board');
  assert.ok(place.y + place.height < PHONE.viewport.height, 'without scrolling');
});

story('every game has the line and the cards, on all its boards', async ({ visit }) => {
  const me = await visit();
  for (const game of GAMES) {
    const wanted = game.endsWith('klinzha') ? { game, ...QUICK } : { game, opponent: 'open', seat: 0 };
    const page = await openGame(me, wanted);
    const addresses = [page.url(), `/editor/${game}`, `/analysis?game=${game === 'clouded-klinzha' ? 'klinzha' : game}`];
    for (const address of addresses) {
      await page.goto(new URL(address, page.url()).href);
      await page.locator('#piece-line p').waitFor();
      if (address.startsWith('/editor')) await page.locator('[data-start="0"]').click();
      const piece = await until('a piece', () => known(page));
      await cell(page, piece.cell).hover();
      await until(`${address}: the line`, async () => !(await line(page)).includes(t('chosen-none')));
      await cell(page, piece.cell).focus();
      await page.keyboard.press('i');
      await page.locator('dialog.piece-card .small-diagram').waitFor();
      await page.keyboard.press('Escape');
      await cell(page, piece.cell).click({ button: 'right' });
      await page.locator('dialog.piece-card .small-diagram').waitFor();
      await page.keyboard.press('Escape');
    }
  }
  const page = await me.open('/r/sample-battle');
  await cell(page, (await until('a piece', () => known(page))).cell).hover();
  await until('the line in a record', async () => !(await line(page)).includes(t('chosen-none')));
});

story('under clouds a card says what they change, and what is not known has no card', async ({ visit }) => {
  const { a } = await table(visit);
  await cell(a, 'E37').focus();
  await a.keyboard.press('i');
  await a.getByRole('dialog').getByText(t('guide-clouded-klinzha-walks')).waitFor();
  await a.keyboard.press('Escape');
  await cell(a, 'H46').focus();
  await waitLine(a, t('chosen-unknown'));
  await a.keyboard.press('i');
  assert.equal(await a.locator('dialog').count(), 0);
  // Nothing of what the page shows names the Swift on H46 or the warriors under the clouds.
  assert.ok(!(await line(a)).includes(t('piece-klinzha-S')));
});

story('the legend is loaded when it is opened, tells what can occur, and moves nothing', async ({ visit }) => {
  for (const game of GAMES) {
    const me = await visit();
    const wanted = game.endsWith('klinzha') ? { game, ...QUICK } : { game, opponent: 'open', seat: 0 };
    const page = await openGame(me, game === 'clouded-klinzha' ? { ...wanted, options: { clouds: 'blind' } } : wanted);
    const sent = recordSentData(page);
    const before = await places(page);
    await page.locator('[data-tool=legend]').click();
    await page.locator('.legend-marks').waitFor();
    assert.ok(sent.some((one) => one.includes('/legend.js')), 'the script comes now');
    assert.deepEqual(await places(page), before, game);
    const legend = page.getByRole('dialog', { name: t('tool-legend') });
    const says = (/** @type {string} */ key) => legend.getByText(t(key), { exact: true }).isVisible();
    assert.ok(await says('legend-target'));
    assert.equal(await says('legend-zone'), game.endsWith('klinzha'));
    assert.equal(await says('legend-castle'), game === 'kaleidochess');
    assert.equal(await says('legend-under'), game === 'clouded-klinzha');
    assert.equal(await says('legend-edge'), false, 'one cloud over the whole board has no edge');
    assert.equal(await says('legend-frozen'), false, 'nothing freezes here');
    const first = legend.locator('[data-piece]').first();
    await first.click();
    await page.locator('dialog.piece-card .small-diagram').waitFor();
    await page.keyboard.press('Escape');
    await first.focus();
    await page.keyboard.press('Escape');
    assert.equal(await legend.isVisible(), false);
    assert.ok(await page.locator('[data-tool=legend]').evaluate((tool) => tool === document.activeElement), 'the focus is back');
    assert.deepEqual(await places(page), before, game);
  }
});

/** A move of the Goal's carrier. @param {Page} page */
const carrying = async (page) =>
  (await state(page)).scene.choices.find((/** @type {any} */ choice) => choice.variant === 'carry' && !choice.danger);

story('whether the Goal goes along is chosen beside the destination', async ({ visit }) => {
  const page = await openGame(await visit(), AGAINST);
  const { from, to } = await carrying(page);
  const signs = page.locator('.choice-signs');
  await cell(page, from).click();
  await cell(page, to).click();
  await signs.waitFor();
  assert.equal(await page.locator('dialog').count(), 0);
  const [near, box] = [await cell(page, to).boundingBox(), await signs.boundingBox()];
  assert.ok(near && box && Math.abs(near.y - box.y) < 150 && Math.abs(near.x - box.x) < 250, 'beside the cell');
  await page.keyboard.press('Escape');
  await signs.waitFor({ state: 'detached' });
  assert.deepEqual(await moves(page), []);
  // A tap elsewhere cancels, too.
  await cell(page, from).click();
  await cell(page, to).click();
  await signs.waitFor();
  await page.locator('#status').click();
  await signs.waitFor({ state: 'detached' });
  assert.equal(await cell(page, from).getAttribute('aria-pressed'), 'false');
  // With keys, and announced.
  await cell(page, from).focus();
  await page.keyboard.press('Enter');
  await cell(page, to).focus();
  await page.keyboard.press('Enter');
  await signs.waitFor();
  await waitSpoken(page, new RegExp(t('choose-title', { from, to })));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const [made] = await until('a move', async () => (await moves(page)).length > 0 && moves(page));
  assert.match(made ?? '', /-/, 'the Goal stays behind');
  assert.ok(await page.evaluate(() => document.activeElement?.closest('game-board') !== null), 'the focus is back on the board');
});

story('a finger chooses what happens to the Goal', async ({ visit }) => {
  const page = await openGame(await visit(PHONE), QUICK);
  const { from, to } = await carrying(page);
  await cell(page, from).tap();
  await cell(page, to).tap();
  for (const sign of await page.locator('.choice-sign').all()) {
    const box = await sign.boundingBox();
    assert.ok(box && box.height >= 44 && box.width >= 44 && box.x >= 0 && box.x + box.width <= PHONE.viewport.width);
  }
  await page.locator('[data-variant=carry]').tap();
  await until('the move is made', async () => (await state(page)).scene.frame.ply > 0);
});

story('a guess is laid on its cell by a right click, a key and a long press', async ({ visit }) => {
  const { a } = await table(visit);
  const sent = recordSentData(a);
  const before = await places(a);
  const popover = a.locator('.note-popover');
  await cell(a, 'I33').click({ button: 'right' });
  await popover.waitFor();
  assert.deepEqual(await places(a), before);
  const box = await popover.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 860, 'the palette is in the window, with the board');
  await a.locator('[data-lay="B"]').click();
  await a.locator('[data-note-at="I33"]').waitFor();
  assert.ok(!await popover.isVisible());
  await waitSpoken(a, new RegExp(t('note-laid', { note: t('piece-klinzha-B'), cell: 'I33' })));
  await cell(a, 'H46').focus();
  await a.keyboard.press('n');
  await popover.waitFor();
  await a.keyboard.press('ArrowRight');
  await a.keyboard.press('Enter');
  await a.locator('[data-note-at="H46"].note-Fl, [data-note-at="H46"]').first().waitFor();
  assert.equal(await a.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'H46', 'the focus is back');
  await a.keyboard.press('n');
  await a.locator('[data-lay="erase"]').click();
  await a.locator('[data-note-at="H46"]').waitFor({ state: 'detached' });
  await cell(a, 'H46').focus();
  await a.keyboard.press('n');
  await a.keyboard.press('Escape');
  assert.ok(!await popover.isVisible());
  assert.deepEqual(sent.filter((one) => !one.includes('/assets/')), [], 'nothing was sent');
  assert.deepEqual(await moves(a), []);

  const { a: phone } = await table(visit, { options: PHONE });
  await phone.bringToFront();
  const lift = await longPress(phone, 'I33');
  await phone.locator('.note-popover').waitFor();
  await lift();
  assert.ok(await phone.locator('.note-popover').isVisible(), 'lifting the finger does not close it');
  const [board, sheet] = [await phone.locator('game-board').boundingBox(), await phone.locator('.note-popover').boundingBox()];
  assert.ok(board && sheet && sheet.y >= board.y + board.height, 'it covers nothing of the board');
  await phone.locator('[data-lay="S"]').tap();
  await phone.locator('[data-note-at="I33"]').waitFor();
});

story('a loss comes first, in the log and on the board, and only to whom it concerns', async ({ visit }) => {
  const { a, b, c } = await table(visit);
  for (const [i, [from = '', to = '']] of PLIES.slice(0, 2).entries()) await moveAll(i % 2 === 0 ? a : b, from, to, [a, b, c]);
  const lost = t('umpire-lost', { cell: 'I12', piece: t('piece-klinzha-L') });
  const newest = a.locator('.told-list li').first();
  await newest.getByText(lost).waitFor();
  assert.match(await newest.locator('button').getAttribute('class') ?? '', /\bloss\b/);
  assert.ok(await newest.locator('.told-loss').isVisible());
  assert.equal(await a.locator('.hint-loss').count(), 1);
  for (const page of [b, c]) assert.equal(await page.locator('.hint-loss, .told-loss').count(), 0);
  // A move that went as it was meant to is no news.
  assert.ok((await log(b)).every((text) => !text.includes(t('umpire-ended', { cell: 'I12' }))));
  assert.ok((await api(a, `/api/games/${gameId(a)}/frames`)).frames.length === 3);
});

story('the setup swallows no tap', async ({ visit }) => {
  const page = await openGame(await visit(), { start: { setup: true }, opponent: { computer: 1 }, seat: 0 });
  await goToPlacement(page);
  const chosen = (/** @type {string} */ kind) => page.locator(`.tray-item[data-kind="${kind}"][aria-pressed="true"]`);
  // The first warrior is chosen already; a tap on it does not take it out of the hand.
  await chosen('B').waitFor();
  await waitLine(page, t('guide-klinzha-B-short'));
  await page.locator('.tray-item[data-kind="B"]').click();
  assert.equal(await chosen('B').count(), 1);
  await targets(page).first().click();
  await until('it stands', async () => await pieces(page).count() === 1);
  await chosen('Fl').waitFor();
  await page.locator('.tray-item[data-kind="Fl"]').click();
  await targets(page).first().click();
  await until('two stand', async () => await pieces(page).count() === 2);
  // With nothing in the hand, a tap says what to do and takes the next warrior.
  await page.keyboard.press('Escape');
  await page.locator('game-board .cell.no-mans-land').first().click();
  await page.locator('.toast', { hasText: t('setup-tap-chosen', { piece: t('piece-klinzha-B') }).slice(0, 20) }).first().waitFor();
  await chosen('Fl').waitFor();
  await button(page, 'array-spearhead').click();
  await until('all stand', async () => await pieces(page).count() === 9);
  await page.locator('game-board .cell.no-mans-land').first().click();
  await page.locator('.toast', { hasText: t('setup-tap-full') }).waitFor();
});

story('the guide of Klin Zha: found in every language, tried out, and the same under clouds', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const page = await (await visit({ locale, viewport: { width: 320, height: 640 } })).open('/guide/klinzha');
    const listed = () => page.locator('.guide-card:visible').evaluateAll((cards) => cards.map((card) => card.id));
    assert.deepEqual(await listed(), ['B', 'Fl', 'S', 'V', 'L', 'Fe', 'G']);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 320, locale);
    await page.getByRole('searchbox').fill(t('piece-klinzha-Fe'));
    assert.ok((await listed()).includes('Fe'), locale);
  }
  const me = await visit();
  const page = await me.open('/guide/klinzha/Fe');
  const label = (/** @type {string} */ name) => page.locator(`#stage [data-cell="${name}"]`).getAttribute('aria-label');
  assert.match(await label('F47') ?? '', new RegExp(t('guide-sign-both')));
  // An enemy is put beside it: it can be captured, and bars the way.
  await page.locator('#stage [data-cell="F47"]').click();
  await until('an enemy', async () => (await label('F47') ?? '').includes(t('guide-sign-take')));
  assert.match(await label('F48') ?? '', new RegExp(t('guide-sign-blocked').slice(0, 12)));
  const zone = await me.open('/guide/klinzha/B');
  assert.match(await zone.locator('#stage [data-cell="F36"]').getAttribute('aria-label') ?? '', new RegExp(t('guide-sign-guard')));
  const clouded = await me.open('/guide/clouded-klinzha/Fl');
  await clouded.getByText(t('guide-clouded-klinzha-flies')).waitFor();
  assert.match(await clouded.locator('h1').innerText(), like('piece-klinzha-Fl'));
  assert.deepEqual(await spoken(clouded), []);
});
