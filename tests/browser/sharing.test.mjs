// Passing a game on: the share box with its QR code, the animated picture, and a page of another
// site that shows the game in a frame.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { button, call, createGame, gameId, openGame, pieces } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/**
 * A page of another site with an element in it.
 * @param {string} element
 * @param {(url: string) => Promise<void>} look
 */
async function withOtherSite(element, look) {
  const site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/' ? `<!doctype html><title>Other</title><link rel="icon" href="data:,">${element}` : '');
  });
  await new Promise((resolve) => { site.listen(0, '127.0.0.1', () => resolve(undefined)); });
  try {
    const address = site.address();
    // Another site, not only another port: the browser sends no cookies with the frame.
    await look(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`);
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

/** The number of pieces in a position string. */
const piecesIn = (/** @type {string} */ position) => position.split(' ')[0].replace(/[^a-z]/gi, '').length;

/** Opens the share box. @param {Page} page */
async function openShare(page) {
  await page.locator('#share > summary').click();
  return page.locator('#share-box');
}

story('the share box has the link, a QR code of it and the element for other pages', async ({ visit, server }) => {
  for (const device of [{}, PHONE]) {
    const me = await visit(device);
    await me.context.addInitScript(() => {
      navigator.share = async ({ url } = {}) => { globalThis.sharedLink = url; };
    });
    const page = await me.open('/r/sample-battle');
    const box = await openShare(page);
    const link = `${server.url}/r/sample-battle`;
    assert.equal(await box.getByLabel(t('link-label')).inputValue(), link);
    await button(page, 'link-share').click();
    assert.equal(await page.evaluate(() => globalThis.sharedLink), link);
    await box.getByText(t('qr-title'), { exact: true }).click();
    const code = box.getByAltText(t('qr-alt'));
    await until('the QR code is drawn', () => code.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 20));
    const source = new URL(await code.evaluate((image) => (image instanceof HTMLImageElement ? image.src : '')));
    assert.equal(source.searchParams.get('link'), link, 'what it says is tested where it is made');
    await box.getByText(t('embed-title'), { exact: true }).click();
    const snippet = await box.getByLabel(t('embed-label')).inputValue();
    assert.match(snippet, new RegExp(`^<iframe src="${server.url}/embed/record/sample-battle" width="480" height="580" title="[^"]+"></iframe>$`));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the window');
  }
});

story('an invitation can be scanned by a friend who sits opposite', async ({ visit, server }) => {
  const me = await visit();
  const page = await openGame(me, { start: { quick: 'north-west' }, opponent: 'link', seat: 0 });
  const invite = page.locator('#invite');
  const link = await invite.getByLabel(t('link-label')).inputValue();
  assert.ok(link.startsWith(`${server.url}/offers/${gameId(page)}?key=`), link);
  await invite.getByText(t('qr-title'), { exact: true }).click();
  const code = invite.getByAltText(t('qr-alt'));
  await until('the QR code is drawn', () => code.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 20));
  const source = new URL(await code.evaluate((image) => (image instanceof HTMLImageElement ? image.src : '')));
  assert.equal(source.searchParams.get('link'), link);
});

story('a page of another site shows a record and steps through it', async ({ visit, server }) => {
  const me = await visit();
  const reader = await me.open('/r/sample-battle');
  const box = await openShare(reader);
  await box.getByText(t('embed-title'), { exact: true }).click();
  const snippet = await box.getByLabel(t('embed-label')).inputValue();
  const { frames } = await (await me.context.request.get(`${server.url}/api/records/sample-battle/frames`)).json();
  await withOtherSite(snippet, async (url) => {
    const page = await me.open(url);
    const frame = page.frameLocator('iframe');
    const shows = (/** @type {number} */ ply) => until(`ply ${ply}`, async () =>
      await frame.locator('#slider').inputValue() === String(ply)
      && await frame.locator('.layer.pieces .piece:not(.going)').count() === piecesIn(frames[ply].position));
    const step = (/** @type {string} */ key) => frame.getByRole('button', { name: t(`step-${key}`), exact: true }).click();
    await shows(47);
    await step('first');
    await shows(0);
    assert.equal(await frame.locator('#status').textContent(), t('ply-start'));
    await step('forward');
    await shows(1);
    await step('last');
    await step('back');
    await shows(46);
    const home = frame.locator('.embed-link a');
    assert.deepEqual([await home.getAttribute('href'), await home.getAttribute('target')], ['/r/sample-battle', '_blank']);
    assert.equal(await frame.locator('.site-header, .site-footer').count(), 0);
    const fits = await frame.locator('body').evaluate((body) => body.scrollHeight <= innerHeight && body.scrollWidth <= innerWidth);
    assert.ok(fits, 'the frame needs no scrolling');
  });
});

story('only the public view of a clouded game is framed, and no other page', async ({ visit, server }) => {
  const [me, other] = [await visit(), await visit()];
  me.watch.expect(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
  const id = await createGame(me, { game: 'clouded-klinzha', options: { clouds: 'blind' }, start: { quick: 'north-west' }, opponent: { computer: 2 } });
  const own = await me.open(`/g/${id}`);
  await until('the own pieces', async () => await pieces(own).count() > 0);
  await withOtherSite(`<iframe src="${server.url}/embed/g/${id}" width="480" height="580"></iframe>`, async (url) => {
    const page = await other.open(url);
    const frame = page.frameLocator('iframe');
    await frame.locator('#status').filter({ hasText: /./ }).waitFor();
    assert.equal(await frame.locator('.layer.pieces .piece').count(), 0);
  });
  // On the server's own origin the browser sends the cookie with the frame: it shows no more.
  const embedded = await me.open(`/embed/g/${id}`);
  await embedded.locator('#status').filter({ hasText: /./ }).waitFor();
  assert.equal(await pieces(embedded).count(), 0);
  await withOtherSite(`<iframe src="${server.url}/g/${id}"></iframe>`, async (url) => {
    const page = await me.open(url);
    await until('the frame is refused', async () => !page.frames().some((frame) => frame.url().startsWith(server.url)));
  });
});

story('every finished game can be taken home as an animated picture', async ({ visit }) => {
  const me = await visit();
  for (const [game, names] of /** @type {const} */ ([
    ['klinzha', ['animation']],
    ['clouded-klinzha', ['animation-whole', 'animation-both']],
  ])) {
    const page = await openGame(me, { game, start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 });
    await call(me, `/api/games/${gameId(page)}/acts`, { act: 'resign' });
    await page.locator('#end .animation').waitFor();
    for (const name of names) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('#end .animation').getByRole('link', { name: t(name), exact: true }).click(),
      ]);
      assert.match(file.suggestedFilename(), new RegExp(`^${game}-.*\\.gif$`));
      assert.equal((await readFile(await file.path())).subarray(0, 6).toString(), 'GIF89a');
    }
  }
});
