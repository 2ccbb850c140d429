// The rules pages: complete in every language, all diagrams with text alternatives, all chapters
// linked; and the links from the rules of KaleidoChess to its pieces and to a game.

import assert from 'node:assert/strict';
import { PHONE, story, useBrowser } from './harness.mjs';
import { LANGUAGES, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const GAMES = ['klinzha', 'clouded-klinzha', 'grand-chess', 'kaleidochess'];
const KALEIDO = '/rules/kaleidochess';

/** The text alternative of every diagram; empty where it is missing. @param {Page} page */
const pictures = (page) => page.locator('main figure svg').evaluateAll((drawings) =>
  drawings.map((drawing) => drawing.getAttribute('role') === 'img' ? drawing.getAttribute('aria-label') ?? '' : ''));

for (const lang of LANGUAGES) {
  story(`the rules of all games lead to their chapters and show what they tell, in ${lang}`, async ({ visit }) => {
    const me = await visit({ locale: lang });
    for (const game of GAMES) {
      const page = await me.open(`/rules/${game}`);
      const chapters = await page.locator('.contents a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      assert.ok(chapters.length > 5, game);
      for (const chapter of chapters) assert.equal(await page.locator(chapter).count(), 1, `${game} ${chapter}`);
      const words = await pictures(page);
      assert.ok(words.length > 1 && words.every((text) => text.length > 5), `${game}: ${words.join(' | ')}`);
      // The rules of each game link to its lesson and to the rules of the others.
      const others = await page.locator('main .trail a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      assert.deepEqual(others, [`/learn/${game}`, ...GAMES.filter((other) => other !== game).map((other) => `/rules/${other}`)]);
      await page.close();
    }
  });
}

story('the pictures of KaleidoChess have boards, pieces and signs', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(KALEIDO);
  const figure = (/** @type {string} */ key) => page.getByRole('figure').filter({ hasText: t(`krules-picture-${key}`) });
  assert.equal(await figure('setup-2').locator('.piece').count(), 36);
  assert.equal(await figure('setup-3').locator('.piece').count(), 36);
  assert.equal(await figure('setup-4').locator('.piece').count(), 48);
  assert.equal(await figure('walk-free').locator('.sign-both').count(), 4);
  assert.equal(await figure('capture').locator('.sign-capture').count(), 1);
  assert.equal(await figure('capture').locator('.sign-own').count(), 1);
  assert.equal(await figure('way').locator('.route-step').count(), 2);
  assert.equal(await figure('way').locator('.route-head').count(), 1);
  // All diagrams use the same board, which the page contains once.
  const drawn = await figure('walk-free').locator('use[href="#kaleido-ground"]').boundingBox();
  assert.ok(drawn && drawn.width > 200 && drawn.height > 200, JSON.stringify(drawn));
  assert.equal(await page.locator('#kaleido-ground').count(), 1);
});

story('from the rules of KaleidoChess to a piece and to a game', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(KALEIDO);
  await page.locator('.piece-rows').getByRole('link', { name: t('piece-kaleidochess-D') }).click();
  await page.getByRole('heading', { level: 1, name: t('piece-kaleidochess-D') }).waitFor();
  await page.getByRole('link', { name: t('nav-rules') }).last().waitFor();
  await page.locator('.trail').getByRole('link', { name: t('nav-rules') }).click();
  await page.getByRole('heading', { level: 1, name: t('krules-title') }).waitFor();
  await page.locator('main').getByRole('link', { name: t('rules-play') }).click();
  await page.waitForURL('**/new/kaleidochess');
});

story('the throws are told from the table that is played by', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(KALEIDO);
  const rows = page.locator('.throws-table tbody tr');
  assert.equal(await rows.count(), 6);
  const named = (/** @type {number} */ face) => rows.nth(face - 1).locator('td').innerText();
  for (const code of ['W', 'R', 'T']) assert.ok((await named(3)).includes(t(`piece-kaleidochess-${code}`)), code);
  assert.equal(await named(6), t('krules-dice-any'));
});

story('on a small phone the page is as wide as the screen, and the names of the cells can be read', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const me = await visit({ ...PHONE, viewport: { width: 320, height: 640 }, locale });
    const page = await me.open(KALEIDO);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${locale}: ${wide}`);
    const board = await page.locator('.wide-drawing svg').boundingBox();
    assert.ok(board && board.width > 500, `${locale}: ${JSON.stringify(board)}`);
  }
});
