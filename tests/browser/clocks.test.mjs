// Clocks in two browsers: the form, both clocks, pauses, more time, reconnection, a flag and a
// claim; also on a phone and by keys.

import assert from 'node:assert/strict';
import { acceptOffer, api, button, call, clickMove, createGame, gameId, hasText, invitation, quietMove, sitDown, spoken, state, waitMoves, waitStatus } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide } from './page-checks.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** The clock of a seat as the page shows it. @param {Page} page @param {number} seat */
const clock = (page, seat) => page.locator(`[data-clock="${seat}"]`);
/** @param {Page} page @param {number} seat */
const shown = (page, seat) => clock(page, seat).locator('.clock-time').textContent();

/** The seconds that a clock shows, `m:ss` or `m:ss.t`. @param {Page} page @param {number} seat */
async function seconds(page, seat) {
  const [minutes = '', rest = ''] = (await shown(page, seat) ?? '').split(':');
  return 60 * Number(minutes) + Number(rest);
}

/** A live game of two browsers whose clocks have started. */
async function liveGame(visit, controls, [gold, green] = [{}, {}], more = {}) {
  const [one, two] = [await visit(gold), await visit(green)];
  const id = await createGame(one, { start: { quick: 'north-west' }, opponent: 'open', seat: 0, time: { controls: [controls] }, ...more });
  await call(two, `/api/games/${id}/join`, {});
  const [a, b] = [await one.open(`/g/${id}`), await two.open(`/g/${id}`)];
  await a.locator('.clock.runs').waitFor();
  return { a, b, one, two, id };
}

/** @param {Page} page @param {Page[]} all @param {number} count the moves after it */
async function move(page, all, count) {
  await page.bringToFront();
  await page.locator('#status.mine').waitFor();
  const { from, to } = await quietMove(page);
  await clickMove(page, from, to);
  for (const one of all) await waitMoves(one, count);
}

story('friends choose a time, play with clocks, pause, and lose nothing by a reload', async ({ visit }) => {
  const [host, friend] = [await visit(), await visit(PHONE)];
  host.watch.expect(/400/);
  const a = await host.open('/new/klinzha');
  const time = a.getByRole('combobox', { name: t('time-title') });
  assert.equal(await time.inputValue(), 'none', 'no clock against the computer');
  await a.getByText(t('new-opponent-friend'), { exact: true }).click();
  assert.equal(await time.inputValue(), '7d+1d cap 14d floor 12h');
  await a.getByText(t('time-weekends')).click();
  await time.selectOption('custom');
  await a.getByLabel(t('time-custom-label')).fill('soon');
  await a.getByText(t('new-start-quick-klinzha'), { exact: true }).click();
  await button(a, 'new-do-offer').click();
  await a.locator('#time-problem', { hasText: t('refusal-bad-time') }).waitFor();
  assert.equal(await a.locator('.toast.refusal').count(), 0, 'it is said once');
  await time.selectOption('10m+5s');
  await button(a, 'new-do-offer').click();
  await a.waitForURL(/\/g\//);
  const b = await friend.open(await invitation(a));
  // The invited player sees how time is played before taking the seat.
  const spans = { main: t('time-minutes', { count: 10 }), more: t('time-seconds', { count: 5 }) };
  await b.locator('.offer-list').getByText(t('time-increment', spans)).waitFor();
  await acceptOffer(b);
  await a.locator('.clock.runs').waitFor();
  const me = (await state(a)).seat;
  const [first, other] = me === (await state(a)).scene.to_act[0] ? [a, b] : [b, a];
  const seat = first === a ? me : 1 - me;
  await until('the clock counts', async () => (await seconds(other, seat)) < 599);
  assert.equal(await seconds(other, 1 - seat), 600);
  await move(first, [a, b], 1);
  await until('the other clock runs', async () => (await seconds(first, 1 - seat)) < 600);
  assert.ok(await seconds(first, seat) > 595, 'five seconds were added');
  assert.deepEqual(await inaccessible(b), []);
  assert.deepEqual(await tooWide(b), []);

  // A pause, by keys.
  await a.bringToFront();
  await button(a, 'pause-offer').focus();
  await a.keyboard.press('Enter');
  await b.bringToFront();
  const running = await seconds(b, 1 - seat);
  await button(b, 'accept').click();
  await hasText(a, 'pause-lasts');
  for (const one of [a, b]) await waitStatus(one, 'status-paused');
  const stopped = await seconds(b, 1 - seat);
  assert.ok(stopped <= running && stopped > running - 5, `the clock stops where it is: ${running}, ${stopped}`);
  const [before, left] = [await shown(a, 1 - seat), await seconds(b, 1 - seat)];
  await a.reload();
  await hasText(a, 'pause-lasts');
  assert.equal(await shown(a, 1 - seat), before);
  await button(b, 'more-time').click();
  await until('a gift', async () => [0, 1].some(async (one) => await seconds(a, one) > 605));
  await button(a, 'pause-end').click();
  await until('the pause ends', async () => (await state(a)).clock.pause.until_ms !== null);
  assert.ok(await seconds(b, 1 - seat) >= left - 1);
  // The end is counted down, and then the game is as before.
  await b.locator('[data-pause]').waitFor();
  await b.locator('[data-pause]').waitFor({ state: 'detached' });
  await button(b, 'pause-offer').waitFor();
}, 90_000);

story('the server flags a player: it is warned, and the list shows what each move has cost', async ({ visit }) => {
  const { a, b } = await liveGame(visit, '11s');
  await a.evaluate(() => localStorage.setItem('heterodox-sound', 'on'));
  await move(a, [a, b], 1);
  await move(b, [a, b], 2);
  await a.bringToFront();
  await until('a warning', async () => (await spoken(a)).some((text) => text === t('clock-warning', { seconds: 10 })));
  await until('tenths', async () => /^0:0\d\.\d$/.test(await shown(a, 0) ?? ''));
  assert.match(await clock(a, 0).getAttribute('class') ?? '', /low/);
  await hasText(a, 'reason-time', { loser: t('side-gold') });
  await b.getByRole('heading', { name: t('end-victory') }).waitFor();
  await until('the times of both moves', async () => await b.locator('.move-list .spent').count() === 2);
  const record = await (await b.request.get(new URL(`/api/games/${gameId(b)}/record`, b.url()).href)).text();
  assert.match(record, /^time: 11s setup 5m$/m);
  assert.match(record, /^spent: \d+\.\d \d+\.\d$/m);
});

story('a player who leaves can be claimed, after a countdown', async ({ visit }) => {
  const { a, b, two } = await liveGame(visit, '2m+1s');
  await move(a, [a, b], 1);
  await move(b, [a, b], 2);
  await move(a, [a, b], 3);
  await two.context.close();
  await a.bringToFront();
  await a.locator('[data-countdown]').waitFor();
  await button(a, 'claim-win').waitFor({ timeout: 45_000 });
  await button(a, 'claim-draw').waitFor();
  await button(a, 'claim-win').click();
  await hasText(a, 'reason-abandoned', { loser: t('side-green') });
  await a.getByRole('heading', { name: t('end-victory') }).waitFor();
}, 90_000);

for (const locale of ['de', 'sv', 'it']) {
  story(`clocks by correspondence, with days and hours (${locale})`, async ({ visit }) => {
    const phone = { ...PHONE, locale };
    const { a, b } = await liveGame(visit, '7d+1d', [phone, phone]);
    await until('days', async () => await shown(b, 0) === t('clock-days', { days: 6, hours: 23 }));
    await button(a, 'pause-offer').waitFor();
    await button(b, 'more-time-day').click();
    await until('another day', async () => await shown(a, 0) === t('clock-days', { days: 7, hours: 23 }));
    assert.deepEqual([...await inaccessible(a), ...await tooWide(a)], []);
    assert.equal((await api(a, `/api/games/${gameId(a)}`)).time.daily, true);
  });
}
