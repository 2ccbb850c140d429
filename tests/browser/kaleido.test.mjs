// KaleidoChess at tables of two to four: people in browsers of their own, computers between them, people at one screen; who
// goes out and why, who finishes where.

import assert from 'node:assert/strict';
import { api, button, cell, clickMove, gameId, moves, spoken, state, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { BESIDE_RED, calmMove, lowest, moveCalmly, openTable, seat, sit, submit, waitTurn } from './kaleido.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const side = (/** @type {string} */ key) => t(`side-${key}`);
const steps = (/** @type {Page} */ page) => page.locator('.board-frame').getAttribute('data-steps');

/** Answers the question whether really. @param {Page} page @param {string} key of its title */
async function confirmDanger(page, key) {
  const dialog = page.getByRole('dialog', { name: t(key) });
  await dialog.getByText(t(`${key}-text`)).waitFor();
  await dialog.getByRole('button', { name: t('danger-yes') }).click();
}

/** Resigns, with a look at what the page says about it. @param {Page} page @param {string} [says] */
async function resign(page, says) {
  await button(page, 'resign').click();
  const dialog = page.getByRole('dialog', { name: t('resign-title') });
  if (says) await dialog.getByText(says).waitFor();
  await dialog.getByRole('button', { name: t('resign-yes') }).click();
}

story('two people in two browsers: each has its castle below, and hears moves in the long form', async ({ visit }) => {
  const [one, two, three] = await Promise.all([visit(), visit(), visit()]);
  const a = await openTable(one, { seats: ['you', 'open'] });
  await a.getByRole('heading', { name: t('invite-title') }).waitFor();
  const path = new URL(a.url()).pathname;
  const b = await two.open(path);
  await sit(b, 'black');
  const c = await three.open(path);
  await waitTurn(c, 'white');
  assert.deepEqual([await lowest(a), await lowest(b), await lowest(c)], ['1J', '5J', '1J']);
  await waitStatus(a, 'status-your-move');
  await waitStatus(b, 'status-move', { side: side('white') });

  const { from, to, piece } = await moveCalmly(a);
  const long = t('long-goes', { piece: t(`piece-kaleidochess-${piece}`), from, to });
  for (const page of [b, c]) {
    assert.equal((await waitMoves(page, 1))[0], `${from}-${to}`);
    await waitSpoken(page, new RegExp(t('long-side', { side: side('white'), move: long })));
  }
  await waitStatus(b, 'status-your-move');
  const back = await moveCalmly(b);
  await until('both moves stand in one round', async () => await a.locator('.move-list li').count() === 1 && (await moves(a)).length === 2);
  assert.equal((await moves(a))[1], back.text);

  // The way of the last move is drawn; who does not want to see it switches it off.
  const { scene } = await state(a);
  if (scene.frame.path) await until('the way is drawn', async () => await a.locator('game-board .trail .way').count() === 1);
  await a.getByText(t('prefs-title'), { exact: true }).click();
  await a.locator('[data-pref=names]').check();
  assert.equal(await a.locator('game-board .cell-name:visible').count(), 89);
  await a.locator('[data-pref=words]').check();
  assert.deepEqual(await moves(a), [long, t('long-goes', { piece: t(`piece-kaleidochess-${back.piece}`), from: back.from, to: back.to })]);
  await a.locator('[data-pref=words]').uncheck();

  await button(a, 'draw-offer').click();
  await b.getByText(like('draw-offer-from')).waitFor();
  await button(b, 'accept').click();
  for (const page of [a, b, c]) await page.getByText(t('reason-kaleidochess-agreement'), { exact: true }).waitFor();
  await button(a, 'rematch').click();
  await button(b, 'rematch-accept').click();
  await b.waitForURL((url) => url.pathname !== path);
  await waitStatus(b, 'status-your-move');
  assert.equal(await lowest(b), '1J', 'the seats have changed places');
});

story('two people and two computers: seats are taken one by one, and the turn goes round', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  const a = await openTable(one, { seats: ['you', { computer: 'easy' }, 'open', 'open'], options: { seats: '4' } });
  await a.getByRole('heading', { name: t('invite-seats-title') }).waitFor();
  await waitStatus(a, 'status-free-seats', { count: 2 });
  const b = await two.open(new URL(a.url()).pathname);
  await b.getByRole('heading', { name: t('join-seats-title') }).waitFor();
  assert.equal(await b.locator('.seat.free').count(), 2);
  await sit(b, 'black');
  assert.equal(await lowest(b), '5J');
  await waitStatus(b, 'status-free-seats', { count: 1 });

  // Nobody else comes, so the computer does.
  await a.getByRole('button', { name: t('seat-computer-label', { side: side('green') }) }).click();
  await a.getByRole('dialog').getByRole('button', { name: t('player-computer', { level: t('level-easy') }) }).click();
  await waitStatus(a, 'status-your-move');
  for (const page of [a, b]) {
    await seat(page, 'green').getByText(t('player-computer', { level: t('level-easy') })).waitFor();
    assert.equal(await page.locator('#invite').isVisible(), false);
  }
  await seat(a, 'black').locator('.presence.on').waitFor();

  await moveCalmly(a);
  await waitStatus(b, 'status-your-move');
  assert.equal((await moves(b)).length, 2, 'Red, a computer, has moved');
  await moveCalmly(b);
  await waitStatus(a, 'status-your-move');
  await waitMoves(a, 4);
  await until('one round, a column each', async () => await a.locator('.move-list li').count() === 1 && await a.locator('.move-head .chip').count() === 4);

  await resign(a, t('resign-others-text'));
  await a.locator('#watching').getByText(t('you-are-out', { reason: t('out-resignation') })).waitFor();
  await seat(b, 'white').locator('xpath=self::*[contains(@class, "out")]').waitFor();
  await waitSpoken(b, new RegExp(t('say-out', { side: side('white'), reason: t('out-resignation') })));
  assert.equal(await a.locator('#actions button:visible').count(), 0, 'who is out only watches');
  await waitStatus(b, 'status-your-move');
  await moveCalmly(b);
  await until('the others play on, and one may watch', async () => (await moves(a)).length > 4);
});

story('who is out, why, and who finished where', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  const page = await openTable(one, { opponent: 'hot-seat', start: { position: BESIDE_RED }, options: { seats: '4' } });
  const watcher = await two.open(new URL(page.url()).pathname);
  await waitTurn(watcher, 'white');
  await clickMove(page, '3I', '3J');
  await waitTurn(page, 'black');
  for (const each of [page, watcher]) {
    await each.locator('.seat.out[data-side=red]').getByText(t('seat-out', { reason: t('out-thrown-out') })).waitFor();
    await waitSpoken(each, new RegExp(t('say-out', { side: side('red'), reason: t('out-thrown-out') })));
  }
  assert.match((await spoken(watcher)).join(' '), new RegExp(t('long-takes', {
    piece: t('piece-kaleidochess-V'), from: '3I', to: '3J', victim: t('piece-kaleidochess-P'),
  })));
  assert.match(await cell(page, '3J').getAttribute('aria-label') ?? '', new RegExp(t('cell-held-castle', { side: side('white') })));
  assert.match(await cell(page, '5J').getAttribute('aria-label') ?? '', new RegExp(t('mark-last-castle')));

  // Leaving the last castle is asked about; who thinks better of it stays.
  const { scene } = await state(page);
  const leaving = scene.choices.find((/** @type {any} */ choice) => choice.danger === 'leaves-castle' && !choice.captures);
  await clickMove(page, leaving.from, leaving.to);
  await page.getByRole('dialog').getByRole('button', { name: t('dialog-cancel') }).click();
  assert.equal((await moves(page)).length, 1);
  await clickMove(page, leaving.from, leaving.to);
  await confirmDanger(page, 'danger-leaves-castle');
  await waitTurn(page, 'green');
  await page.locator('.seat.out[data-side=black]').getByText(t('seat-out', { reason: t('out-left-castle') })).waitFor();

  await resign(page, t('hot-resign-text', { name: side('green') }));
  for (const each of [page, watcher]) {
    await each.getByRole('heading', { name: t('end-wins', { side: side('white') }) }).waitFor();
    const places = await each.locator('.ranking li').evaluateAll((all) => all.map((one) => one.className));
    assert.deepEqual(places, ['side-white', 'side-green', 'side-black', 'side-red']);
    assert.deepEqual(await each.locator('.ranking .place').allTextContents(), [1, 2, 3, 4].map((place) => t(`rank-${place}`)));
    assert.deepEqual(await each.locator('.ranking .ranked-reason').allTextContents(), ['resignation', 'left-castle', 'thrown-out'].map((reason) => t(`out-${reason}`)));
  }

  // The record tells the same, step by step.
  const text = await page.evaluate((id) => fetch(`/api/games/${id}/record`).then((answer) => answer.text()), gameId(page));
  const reader = await two.open('/import');
  await reader.locator('textarea').fill(text);
  await button(reader, 'import-do').click();
  await reader.locator('.seats .seat').first().waitFor();
  assert.equal(await reader.locator('.seats .seat').count(), 4);
  await reader.getByText(t('end-wins', { side: side('white') }), { exact: true }).waitFor();
  assert.deepEqual(await moves(reader), await moves(page));
  await button(reader, 'step-last').click();
  await until('the winner is marked', async () => await reader.locator('.seat.winner[data-side=white]').count() === 1);
});

story('people at one screen: the turn is said, the board turns if one likes, own pieces are not taken by mistake', async ({ visit }) => {
  const me = await visit();
  const page = await openTable(me, { seats: ['you', 'you', 'you'], options: { seats: '3' } });
  await waitStatus(page, 'status-move', { side: side('white') });
  assert.equal(await page.locator('.seat').count(), 3);
  await page.getByLabel(t('hot-turning')).check();
  for (const [key, castle, next] of [['white', '1J', 'red'], ['red', '3J', 'black'], ['black', '5J', 'white']]) {
    await until(`${key} is below`, async () => await lowest(page) === castle);
    await moveCalmly(page);
    await waitStatus(page, 'status-move', { side: side(next) });
  }
  await until('White is below again', async () => await steps(page) === '0');
  const { scene } = await state(page);
  const own = scene.choices.find((/** @type {any} */ choice) => choice.danger === 'own-capture');
  assert.ok(own, 'an own piece could be taken');
  await cell(page, own.from).click();
  assert.match(await cell(page, own.to).getAttribute('aria-label') ?? '', new RegExp(t('cell-capture-own')));
  await cell(page, own.to).click();
  await page.getByRole('dialog', { name: t('danger-own-capture') }).getByRole('button', { name: t('dialog-cancel') }).click();
  assert.equal((await moves(page)).length, 3);

  await button(page, 'hot-draw').click();
  await page.getByRole('dialog').getByRole('button', { name: t('hot-draw-yes') }).click();
  await page.locator('#end h2').getByText(t('end-draw')).waitFor();
});

story('a draw needs the word of everybody who still plays', async ({ visit }) => {
  const people = await Promise.all([visit(), visit(), visit()]);
  const [one, two, three] = people;
  const a = await openTable(one, { seats: ['you', 'open', 'open'], options: { seats: '3' } });
  const path = new URL(a.url()).pathname;
  const b = await two.open(path);
  await sit(b, 'red');
  const c = await three.open(path);
  await sit(c, 'black');
  await waitStatus(a, 'status-your-move');
  await button(a, 'draw-offer').click();
  for (const page of [b, c]) await page.getByText(like('draw-offer-from')).first().waitFor();
  await seat(b, 'white').getByText(t('seat-offers')).waitFor();
  await seat(a, 'black').getByText(t('seat-agrees-not')).waitFor();
  await button(b, 'accept').click();
  await seat(c, 'red').getByText(t('seat-offers')).waitFor();
  assert.equal((await state(a)).scene.outcome, null, 'one has not agreed yet');
  await button(c, 'decline').click();
  await until('it can be offered again', () => button(a, 'draw-offer').isEnabled());

  await button(a, 'draw-offer').click();
  await button(b, 'accept').click();
  await button(c, 'accept').click();
  for (const page of [a, b, c]) await page.getByRole('heading', { name: t('end-draw') }).waitFor();
  await button(a, 'rematch').click();
  await b.getByRole('button', { name: like('rematch-asked-by') }).click();
  await c.getByRole('button', { name: like('rematch-asked-by') }).click();
  await c.waitForURL((url) => url.pathname !== path);
  await c.locator('#status:not(:empty)').waitFor();
  assert.equal(await c.locator('.seat').count(), 3);
});

story('a taken seat is refused, and its reason said', async ({ visit }) => {
  const [one, two, three] = await Promise.all([visit(), visit(), visit()]);
  const a = await openTable(one, { seats: ['you', 'open', 'open'], options: { seats: '3' } });
  const path = new URL(a.url()).pathname;
  const [b, c] = [await two.open(path), await three.open(path)];
  await sit(b, 'red');
  three.watch.expect(/409/);
  const answer = await api(c, `/api/games/${gameId(c)}/join?seat=1`, {});
  assert.equal(answer.error.code, 'seat-taken');
  await until('the seat is no longer free', async () => await c.locator('.seat.free').count() === 1);
  await submit(a, { act: 'resign' }).catch(() => {});
  assert.ok(await calmMove(a).then(() => false, () => true), 'nobody moves before all sit');
});
