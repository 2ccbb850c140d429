// KaleidoChess with two to four players: in their own browsers, computers, and several at one
// screen; elimination and ranking.

import assert from 'node:assert/strict';
import { api, button, cell, clickMove, gameId, moves, spoken, state, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { PAWNS, RAVEN_EACH, BESIDE_RED, simpleMove, guestOf, lowestCell, makeSimpleMove, openTable, seat, sit, submit, waitTurn } from './kaleido.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const side = (/** @type {string} */ key) => t(`side-${key}`);
const steps = (/** @type {Page} */ page) => page.locator('.board-frame').getAttribute('data-steps');

/** Confirms a danger. @param {Page} page @param {string} key of what the bar says first */
async function confirmDanger(page, key) {
  const bar = page.locator('.confirm-bar');
  await bar.getByText(t(key), { exact: true }).waitFor();
  await bar.getByText(t(`${key}-text`)).waitFor();
  await bar.getByRole('button', { name: t('danger-yes') }).click();
}

/** Resigns and checks the dialog's text. @param {Page} page @param {string} [says] */
async function resign(page, says) {
  await button(page, 'resign').click();
  const dialog = page.getByRole('dialog', { name: t('resign-title') });
  if (says) await dialog.getByText(says).waitFor();
  await dialog.getByRole('button', { name: t('resign-yes') }).click();
}

story('two people in two browsers: each has its castle below, and hears moves in the long form', async ({ visit }) => {
  const [one, two, three] = await Promise.all([visit(), visit(), visit()]);
  const a = await openTable(one, { seats: ['you', 'open'] });
  await a.getByRole('heading', { name: t('invite-opponent-title') }).waitFor();
  const path = new URL(a.url()).pathname;
  const b = await two.open(path);
  await sit(b, 'black');
  const c = await three.open(path);
  await waitTurn(c, 'white');
  assert.deepEqual([await lowestCell(a), await lowestCell(b), await lowestCell(c)], ['1J', '5J', '1J']);
  await waitStatus(a, 'status-your-move');
  await waitStatus(b, 'status-move', { side: side('white') });

  const { from, to, piece } = await makeSimpleMove(a);
  const long = t('long-goes', { piece: t(`piece-kaleidochess-${piece}`), from, to });
  for (const page of [b, c]) {
    assert.equal((await waitMoves(page, 1))[0], `${from}-${to}`);
    await waitSpoken(page, new RegExp(t('long-side', { side: side('white'), move: long })));
  }
  await waitStatus(b, 'status-your-move');
  const back = await makeSimpleMove(b);
  await until('both moves stand in one round', async () => await a.locator('.move-list li').count() === 1 && (await moves(a)).length === 2);
  assert.equal((await moves(a))[1], back.text);

  // The path of the last move is drawn, unless a preference hides it.
  const { scene } = await state(a);
  if (scene.frame.path) await until('the way is drawn', async () => await a.locator('game-board .trail .way').count() === 1);
  await a.getByText(t('prefs-title'), { exact: true }).click();
  await a.locator('[data-pref=coords]').selectOption('inside');
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
  assert.equal(await lowestCell(b), '1J', 'the seats have changed places');
});

story('two people and two computers: seats are taken one by one, and the turn goes round', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  // With the usual armies Red may throw Black out in its second move, and computers alone end the
  // game: then the page shows its result and not that the others play on.
  const a = await openTable(one, { seats: ['you', { computer: 2 }, 'open', 'open'], options: { seats: '4', ...PAWNS } });
  await a.getByRole('heading', { name: t('invite-seats-title') }).waitFor();
  await waitStatus(a, 'status-free-seats', { count: 2 });
  const b = await two.open(new URL(a.url()).pathname);
  await b.getByRole('heading', { name: t('join-seats-title') }).waitFor();
  assert.equal(await b.locator('.seat.free').count(), 2);
  await sit(b, 'black');
  assert.equal(await lowestCell(b), '5J');
  await waitStatus(b, 'status-free-seats', { count: 1 });

  // The computer takes the remaining seat.
  await a.getByRole('button', { name: t('seat-computer-label', { side: side('green') }) }).click();
  await a.getByRole('dialog').getByRole('button', { name: t('level-2') }).click();
  await waitStatus(a, 'status-your-move');
  for (const page of [a, b]) {
    await seat(page, 'green').getByText(t('player-computer', { level: 2 })).waitFor();
    assert.equal(await page.locator('#invite').isVisible(), false);
  }
  await seat(a, 'black').locator('.presence.on').waitFor();

  await makeSimpleMove(a);
  await waitStatus(b, 'status-your-move');
  assert.equal((await moves(b)).length, 2, 'Red, a computer, has moved');
  await makeSimpleMove(b);
  await waitStatus(a, 'status-your-move');
  await waitMoves(a, 4);
  await until('one round, a column each', async () => await a.locator('.move-list li').count() === 1 && await a.locator('.move-head .chip').count() === 4);

  await resign(a, t('resign-others-text'));
  await a.locator('#watching').getByText(t('you-are-out', { reason: t('out-resignation') })).waitFor();
  await seat(b, 'white').locator('xpath=self::*[contains(@class, "out")]').waitFor();
  await waitSpoken(b, new RegExp(t('say-out', { side: side('white'), reason: t('out-resignation') })));
  assert.equal(await a.locator('#actions button:visible').count(), 0, 'who is out only watches');
  await until('the others play on, and one may watch', async () => (await moves(a)).length > 4);
  await waitStatus(b, 'status-your-move');
  const { text } = await makeSimpleMove(b);
  await until('the turn goes round', async () => (await moves(a)).includes(text));
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

  // Leaving the last castle needs confirmation.
  const { scene } = await state(page);
  const leaving = scene.choices.find((/** @type {any} */ choice) => choice.danger === 'leaves-castle' && !choice.captures);
  await clickMove(page, leaving.from, leaving.to);
  await button(page, 'confirm-back').click();
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

  // The record shows the same plies.
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
    await until(`${key} is below`, async () => await lowestCell(page) === castle);
    await makeSimpleMove(page);
    await waitStatus(page, 'status-move', { side: side(next) });
  }
  await until('White is below again', async () => await steps(page) === '0');
  const { scene } = await state(page);
  const own = scene.choices.find((/** @type {any} */ choice) => choice.danger === 'own-capture');
  assert.ok(own, 'an own piece could be taken');
  await cell(page, own.from).click();
  assert.match(await cell(page, own.to).getAttribute('aria-label') ?? '', new RegExp(t('cell-capture-own')));
  await cell(page, own.to).click();
  await page.locator('.confirm-bar').getByText(t('danger-own-capture'), { exact: true }).waitFor();
  await button(page, 'confirm-back').click();
  assert.equal((await moves(page)).length, 3);

  await button(page, 'hot-draw').click();
  await page.getByRole('dialog').getByRole('button', { name: t('hot-draw-yes') }).click();
  await page.locator('#end h2').getByText(t('end-draw')).waitFor();
});

story('two at one screen, one elsewhere, one watching: each is told what concerns it', async ({ visit }) => {
  const [one, two, three] = await Promise.all([visit(), visit(), visit()]);
  const a = await openTable(one, { seats: ['you', 'you', 'open'], start: { position: RAVEN_EACH }, options: { seats: '3' } });
  const path = new URL(a.url()).pathname;
  const b = await two.open(path);
  await sit(b, 'black');
  const c = await three.open(path);
  await waitTurn(c, 'white');
  const mark = `● ${t('title-your-turn')}`;
  const titled = async (/** @type {Page} */ page) => (await page.title()).startsWith(mark);
  const here = (/** @type {Page} */ page) => page.getByText(t('seat-here')).count();
  await until('all have been told who sits where', async () => await here(a) === 2);
  assert.deepEqual([await here(b), await here(c)], [0, 0]);
  await seat(b, 'black').getByText(t('player-you'), { exact: true }).waitFor();
  for (const page of [b, c]) await seat(page, 'white').getByText(like('player-guest')).waitFor();
  assert.deepEqual([await a.getByLabel(t('hot-turning')).count(), await b.getByLabel(t('hot-turning')).count(), await c.getByLabel(t('hot-turning')).count()], [1, 0, 0]);

  for (const key of ['white', 'red']) {
    await waitStatus(a, 'status-move', { side: side(key) });
    await until('the title says that it is the turn of somebody here', () => titled(a));
    assert.equal(await titled(b), false);
    await makeSimpleMove(a);
  }
  await waitStatus(b, 'status-your-move');
  assert.equal(await titled(b), true);
  await until('nobody at the other screen is to move', async () => !await titled(a));
  assert.equal(await titled(c), false);
  await waitStatus(c, 'status-move', { side: side('black') });

  await submit(a, { act: 'resign', seat: 1 });
  await seat(b, 'red').getByText(t('seat-out', { reason: t('out-resignation') })).waitFor();
  await submit(a, { act: 'resign', seat: 0 });
  await b.getByRole('heading', { name: t('end-victory') }).waitFor();
  for (const page of [a, c]) await page.getByRole('heading', { name: t('end-wins', { side: side('black') }) }).waitFor();
  const looks = await Promise.all([a, b, c].map((page) => page.locator('#end').getAttribute('class')));
  assert.deepEqual(looks, ['end panel lost', 'end panel won', 'end panel watched']);

  // A player who offers a rematch sees whose consent is missing.
  const missing = await guestOf(c, 'black');
  await button(a, 'rematch').click();
  await a.locator('#invite').getByText(missing).waitFor();
});

story('of two at one screen one has won', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  const a = await openTable(one, { seats: ['you', 'you', 'open'], start: { position: RAVEN_EACH }, options: { seats: '3' } });
  const b = await two.open(new URL(a.url()).pathname);
  await sit(b, 'black');
  await submit(b, { act: 'resign' });
  await submit(a, { act: 'resign', seat: 0 });
  await a.getByRole('heading', { name: t('end-wins', { side: side('red') }) }).waitFor();
  assert.equal(await a.locator('#end').getAttribute('class'), 'end panel won');
  await b.getByRole('heading', { name: t('end-your-place', { place: t('rank-3') }) }).waitFor();
  assert.equal(await b.locator('#end').getAttribute('class'), 'end panel lost');
});

story('whoever watches a game at one screen sees who plays which side', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  const a = await openTable(one, { game: 'klinzha', start: { quick: 'north-west' }, opponent: 'hot-seat' });
  const c = await two.open(new URL(a.url()).pathname);
  for (const [i, key] of ['gold', 'green'].entries()) {
    await c.locator(`#card-${i} .card-side`).getByText(side(key)).waitFor();
    await a.locator(`#card-${i} strong`).getByText(side(key), { exact: true }).waitFor();
  }
  assert.equal(await c.getByLabel(t('hot-turning')).count(), 0);
});

story('an open table says when the game begins', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  const seats = ['you', 'open', 'open'];
  const thrown = await openTable(one, { seats, options: { seats: '3', dice: 'on' } });
  await waitStatus(thrown, 'status-open-begins', { text: t('status-free-seats', { count: 2 }) });
  await thrown.locator('#invite').getByText(t('open-begins')).waitFor();
  assert.deepEqual([(await state(thrown)).dice.throws, await thrown.locator('#throws').isVisible()], [0, false]);
  const guest = await two.open(new URL(thrown.url()).pathname);
  await guest.locator('#invite').getByText(t('open-begins')).waitFor();

  // Without dice White may move before all seats are taken, and the page says so.
  const plain = await openTable(one, { seats, options: { seats: '3' } });
  await waitStatus(plain, 'status-free-seats', { count: 2 });
  await plain.locator('#invite').getByText(t('open-moves')).waitFor();
  await makeSimpleMove(plain);
  const late = await two.open(new URL(plain.url()).pathname);
  await late.locator('#invite h2').waitFor();
  for (const page of [plain, late]) assert.equal(await page.getByText(t('open-begins')).count(), 0);
  const two_ = await openTable(one, { seats: ['you', 'open'], options: { dice: 'on' } });
  await two_.locator('#invite').getByText(t('open-begins')).waitFor();
});

story('on a phone the seats of four are read without squeezing', async ({ visit }) => {
  const me = await visit({ ...PHONE, locale: 'de' });
  const easy = { computer: 2 };
  const page = await openTable(me, { seats: ['you', 'you', easy, { computer: 8 }], options: { seats: '4' } });
  await waitTurn(page, 'white');
  const cut = await page.locator('.seat-name, .seat-note').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  assert.deepEqual(cut, [], 'nothing is cut off');
  const lines = await page.locator('.seat-note').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight))));
  assert.ok(Math.max(...lines) <= 2, `notes take ${lines} lines`);
  await page.getByText(t('keys-title'), { exact: true }).click();
  assert.ok(await page.getByText(t('guide-help-touch')).isVisible());
  assert.equal(await page.getByText(t('guide-help'), { exact: true }).isVisible(), false);
  const heads = await page.locator('.move-head > span:has(.chip)').evaluateAll((all) => all.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  }));
  heads.slice(1).forEach(({ left }, i) => assert.ok(left > (heads[i]?.right ?? 0) + 2, `${JSON.stringify(heads)}`));
});

story('the sign of the last castle is drawn where a move may cost it', async ({ visit }) => {
  const me = await visit();
  const page = await openTable(me, { seats: ['you', 'you'] });
  await waitTurn(page, 'white');
  const signs = () => page.locator('game-board .piece.mark-last-castle > .badge:visible').count();
  await until('White\'s alone', async () => await signs() === 1);
  for (const name of ['1J', '5J']) assert.match(await cell(page, name).getAttribute('aria-label') ?? '', new RegExp(t('mark-last-castle')));
  const taken = await openTable(me, { start: { position: BESIDE_RED }, seats: ['you', 'you', 'you', 'you'], options: { seats: '4' } });
  await waitTurn(taken, 'white');
  await until('White\'s, and Red\'s, which can be taken', async () => await taken.locator('game-board .piece.mark-last-castle > .badge:visible').count() === 2);
});

story('the page of a record speaks the reader\'s language', async ({ visit }) => {
  const me = await visit({ locale: 'de' });
  const page = await openTable(me, { seats: ['you', { computer: 2 }, 'you'], options: { seats: '3', dice: 'on', 'no-repetition': 'on' } });
  await submit(page, { act: 'resign', seat: 0 });
  await submit(page, { act: 'resign', seat: 2 });
  await page.locator('#end h2').waitFor();
  const text = await page.evaluate((id) => fetch(`/api/games/${id}/record`).then((answer) => answer.text()), gameId(page));
  assert.match(text, /^array: three$/m);
  const reader = await me.open('/import');
  await reader.locator('textarea').fill(text);
  await button(reader, 'import-do').click();
  await reader.locator('.headers').waitFor();
  const keys = await reader.locator('.headers dt').allTextContents();
  assert.deepEqual(keys.slice(0, 2), [t('record-date'), t('fair-seed')]);
  assert.deepEqual(keys.slice(2).sort(), ['dice', 'dice-table', 'max-moves', 'no-repetition'].map((key) => t(`option-${key}`)).sort());
  await reader.locator('.headers dd').getByText(t('option-dice-on'), { exact: true }).waitFor();
  await seat(reader, 'red').getByText(t('player-computer', { level: 2 })).waitFor();
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
  one.watch.expect(/409/);
  const resigned = await api(a, `/api/games/${gameId(a)}/acts`, { act: 'resign' });
  assert.equal(resigned.error.code, 'not-begun');
});
