// The story of a player without a connection: the own game, the rules and nothing else are shown as
// they were seen last, and nothing stays for the next person at the browser.

import assert from 'node:assert/strict';
import { clickMove, gameId, openGame, pieces, quietMove, waitMoves } from './board.mjs';
import { DESK, NetworkProxy, PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

useBrowser();

const PASSWORD = 'gagh for breakfast';
/** What the browser reports of requests without a connection. */
const DISCONNECTED = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_FAILED|WebSocket connection/;

/** @param {Visitor} visitor @param {string} name */
async function signUp(visitor, name) {
  const { request } = visitor.context;
  const answer = await request.post(`${visitor.base}/api/account`, { data: { name, password: PASSWORD } });
  assert.equal(answer.status(), 201);
}

/**
 * Cuts the connection. The browser knows it, and a worker that is started anew feels it too.
 * @param {Visitor} visitor @param {NetworkProxy} network
 */
async function disconnect(visitor, network) {
  await visitor.context.setOffline(true);
  await network.cut();
}

/** @param {Visitor} visitor @param {NetworkProxy} network */
async function reconnect(visitor, network) {
  await network.restore();
  await visitor.context.setOffline(false);
}

/** Waits until the service worker acts for a page. @param {Page} page */
const hasWorker = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The paths of what the worker keeps of the reader. @param {Page} page @returns {Promise<string[]>} */
const kept = (page) => page.evaluate(async () => {
  if (!await caches.has('heterodox-reader')) return [];
  const cache = await caches.open('heterodox-reader');
  return (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
});

/** The sides of the pieces on the board, and where they are. @param {Page} page */
const placed = (page) => pieces(page).evaluateAll((all) =>
  all.map((one) => `${/side-\w+/.exec(one.getAttribute('class') ?? '')} ${/** @type {SVGElement} */ (one).style.transform}`).sort());

/** @param {Page} page */
async function check(page) {
  assert.deepEqual(await inaccessible(page), []);
  assert.deepEqual(await withoutName(page), []);
  assert.deepEqual(await unreadableInTheDark(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
}

for (const [size, options, name] of [['desk', { viewport: DESK }, 'Torg'], ['phone', PHONE, 'Grilka']]) {
  story(`a player reads on without a connection, at ${size} size`, async ({ visit, server }) => {
    const me = await visit({ ...options, serviceWorkers: 'allow' });
    const network = await NetworkProxy.to(server);
    me.base = network.url;
    me.watch.expect(DISCONNECTED);
    await signUp(me, name);
    const page = await openGame(me, { start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 });
    const path = `/g/${gameId(page)}`;
    await hasWorker(page);
    await page.locator('#status.mine').waitFor();
    const { from, to } = await quietMove(page);
    await clickMove(page, from, to);
    await waitMoves(page, 2);
    await page.locator('#status.mine').waitFor();
    const seen = await placed(page);
    assert.ok(seen.length > 10);
    await until('the game is kept', async () => {
      const paths = await kept(page);
      return paths.includes(path) && paths.includes(`/.board${path}`);
    });
    const other = await me.open('/rules/klinzha');
    await until('the rules are kept', async () => (await kept(other)).includes('/rules/klinzha'));
    const heading = await other.locator('h1').innerText();

    await disconnect(me, network);
    // The last move may have been kept a moment ago.
    await page.reload();
    const bar = page.locator('#as-of');
    await bar.waitFor();
    assert.match(await bar.innerText(), /\d:\d\d/);
    await until('the board is as it was', async () => JSON.stringify(await placed(page)) === JSON.stringify(seen));
    await waitMoves(page, 2);
    await check(page);
    // It can be read, and nothing else.
    assert.equal(await page.locator('.cell.grab').count(), 0);
    assert.equal(await page.locator('#actions button:visible').count(), 0);
    await page.locator('[data-step="first"]').click();
    await until('the start is on the board', async () => JSON.stringify(await placed(page)) !== JSON.stringify(seen));
    await page.locator('[data-step="last"]').click();
    await other.reload();
    await other.locator('#as-of').waitFor();
    assert.equal(await other.locator('h1').innerText(), heading);
    await other.goto(`${me.base}/analysis`);
    await other.getByRole('heading', { name: t('offline-title') }).waitFor();
    assert.ok(!(await other.content()).includes(name), 'the page for nothing has no name');
    await check(other);

    await reconnect(me, network);
    // Whether the browser tells that it is connected or the socket comes first: it goes on.
    await page.locator('#status.mine').waitFor();
    await until('the bar is gone', async () => !await bar.isVisible());
    await page.locator('.cell.grab').first().waitFor();
    const next = await quietMove(page);
    await clickMove(page, next.from, next.to);
    await waitMoves(page, 4);
    await other.reload();
    await other.locator('h1', { hasNotText: t('offline-title') }).waitFor();

    // Who signs out leaves nothing.
    await other.goto(`${me.base}/account`);
    await other.getByRole('button', { name: t('people-sign-out'), exact: true }).click();
    await other.waitForURL(({ pathname }) => pathname === '/');
    await page.close();
    await until('nothing is kept', async () => (await kept(other)).every((one) => one === '/.reader'));
    await disconnect(me, network);
    await other.goto(`${me.base}${path}`);
    await other.getByRole('heading', { name: t('offline-title') }).waitFor();
  });
}

story('what was kept for one person is gone when another one reads', async ({ visit }) => {
  const me = await visit({ serviceWorkers: 'allow' });
  await signUp(me, 'Mara');
  const page = await me.open('/rules/klinzha');
  await hasWorker(page);
  await until('the rules are kept', async () => (await kept(page)).includes('/rules/klinzha'));
  // Another session without a word to the worker, such as one that was ended from afar.
  await me.context.clearCookies();
  await me.context.request.post(`${me.base}/api/guests`);
  await page.goto(`${me.base}/guide/grand-chess`);
  await until('only the new page is kept', async () => {
    const paths = await kept(page);
    return paths.includes('/guide/grand-chess') && !paths.includes('/rules/klinzha');
  });
});

story('a sign-out empties what is kept, before another page is seen', async ({ visit }) => {
  const me = await visit({ serviceWorkers: 'allow' });
  await signUp(me, 'Azetbur');
  const page = await me.open('/rules/klinzha');
  await hasWorker(page);
  await until('the rules are kept', async () => (await kept(page)).includes('/rules/klinzha'));
  await page.evaluate(() => fetch('/api/logout', { method: 'POST' }));
  assert.deepEqual(await kept(page), ['/.reader']);
});

story('a browser without a worker plays as before', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 });
  await page.locator('#status.mine').waitFor();
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
  assert.deepEqual(await kept(page), []);
});
