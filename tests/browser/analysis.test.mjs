// The analysis board with the engine's lines, and the review of a finished game.

import assert from 'node:assert/strict';
import { QUEEN } from './analysis-states.mjs';
import { api, button, cell, clickMove, gameId, openGame, spoken, waitMoves, waitSpoken } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { HANGING, HOPELESS } from './states.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const lines = (page) => page.locator('#lines .engine-line:visible');
const arrows = (page) => page.locator('game-board .advice-arrow');

/** The moves of the main line, and of the variations. @param {Page} page */
const mainLine = (page) => page.locator('#tree .tree-row .move').allTextContents();
const sideLine = (page) => page.locator('#tree .side-line .move').allTextContents();

/** The text of the current move; empty at the root. @param {Page} page */
const here = async (page) => (await page.locator('#tree [aria-current]').allTextContents()).join();

/** @param {Page} page @param {string[]} wanted */
const waitMain = (page, wanted) => until(`the main line ${wanted}`, async () => String(await mainLine(page)) === String(wanted));

/** @param {Page} page @param {number} count */
async function waitLines(page, count) {
  await until(`${count} lines`, async () => await lines(page).count() === count);
  await until(`${count} arrows`, async () => await arrows(page).count() === count);
}

/**
 * Hides the page or shows it again, as switching tabs would.
 * @param {Page} page
 * @param {boolean} hidden
 */
const hide = (page, hidden) => page.evaluate((hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}, hidden);

story('lines, arrows and variations on the analysis board, kept in its address', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/new/grand-chess');
  await page.locator('.game-links').getByRole('link', { name: t('nav-analysis') }).click();
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await waitLines(page, 3);
  assert.equal(await page.locator('.advice-arrow.best').count(), 1);
  assert.deepEqual(await page.locator('.advice-number').allTextContents().then((all) => all.sort()), ['1', '2', '3']);
  await until('a depth', async () => /\d/.test(await page.locator('#engine-work').textContent()));
  assert.match(await page.locator('#score').textContent(), /\d|#/);

  // By mouse, then by keyboard.
  await clickMove(page, 'e3', 'e5');
  await waitMain(page, ['e5']);
  await cell(page, 'e8').focus();
  await page.keyboard.press('Enter');
  await cell(page, 'e6').focus();
  await page.keyboard.press('Enter');
  await waitMain(page, ['e5', 'e6']);
  await waitSpoken(page, new RegExp(`${t('side-black')}.*e8.*e6`));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Home');
  await until('the beginning', async () => await here(page) === '');
  await clickMove(page, 'd3', 'd5');
  await until('a side line', async () => String(await sideLine(page)) === 'd5');
  assert.deepEqual(await mainLine(page), ['e5', 'e6']);

  // A click on a move of a line plays the line.
  await waitLines(page, 3);
  await lines(page).nth(1).locator('.course-move').first().click();
  await until('a reply', async () => (await sideLine(page)).length === 2);
  const reply = (await sideLine(page))[1];
  await page.keyboard.press('ArrowLeft');
  await until('one back', async () => await here(page) === 'd5');

  // The URL restores the analysis, also in another browser.
  const address = page.url();
  const other = await visit();
  const copy = await other.open(address);
  await waitMain(copy, ['e5', 'e6']);
  assert.deepEqual(await sideLine(copy), ['d5', reply]);
  assert.equal(await here(copy), 'd5');

  await button(page, 'variation-promote').click();
  await waitMain(page, ['d5', reply]);
  assert.deepEqual(await sideLine(page), ['e5', 'e6']);
  await button(page, 'variation-delete').click();
  await waitMain(page, ['e5', 'e6']);
  assert.deepEqual(await sideLine(page), []);

  // The number of lines and the switch are remembered.
  await page.getByRole('combobox', { name: t('engine-lines') }).selectOption('5');
  await waitLines(page, 5);
  await page.getByRole('combobox', { name: t('engine-lines') }).selectOption('1');
  await waitLines(page, 1);
  await page.getByRole('switch', { name: t('engine-switch') }).click();
  await waitLines(page, 0);
  await page.getByText(t('engine-off')).waitFor();
  await page.reload();
  await page.getByText(t('engine-off')).waitFor();

  await page.getByText(t('analysis-texts'), { exact: true }).click();
  await until('the record', async () => /1\. e5 e6/.test(await page.getByLabel(t('analysis-record')).inputValue()));
  assert.match(await page.getByLabel(t('analysis-position'), { exact: true }).inputValue(), / w /);
});

story('the engine works only while somebody looks, and says where one stands in the queue', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  /** @type {{ sent: string[], closed: boolean }[]} */
  const sockets = [];
  page.on('websocket', (socket) => {
    const seen = { sent: [], closed: false };
    sockets.push(seen);
    socket.on('framesent', ({ payload }) => seen.sent.push(JSON.parse(String(payload)).type));
    socket.on('close', () => { seen.closed = true; });
  });
  await page.goto(new URL('/analysis', page.url()).href);
  await waitLines(page, 3);
  assert.equal(sockets.length, 1);
  await hide(page, true);
  await until('the end of the connection', async () => sockets[0]?.closed);
  await hide(page, false);
  await until('another look', async () => sockets[1]?.sent.includes('look'));
  await page.getByRole('switch').click();
  await until('the end of the look', async () => sockets[1]?.sent.at(-1) === 'stop');

  // A proven win ends the search and is announced.
  await page.getByRole('switch').click();
  await page.goto(new URL(`/analysis?game=klinzha&position=${encodeURIComponent(HOPELESS)}`, page.url()).href);
  await waitSpoken(page, new RegExp(t('score-wins-now', { side: t('side-gold') })));
  await page.locator('#score').getByText('#1', { exact: true }).waitFor();
  const told = (await spoken(page)).filter((text) => like('say-engine').test(text));
  assert.equal(told.length, 1, `it is told once: ${told}`);
  // After it the game is over, so there is no search.
  await page.locator('#lines .course-move').first().click();
  await page.getByText(t('engine-over')).waitFor();
  assert.match(await page.locator('#status').textContent(), new RegExp(t('end-wins', { side: t('side-gold') })));

  const waiting = await me.open('/');
  await waiting.routeWebSocket(/\/api\/analysis$/, (socket) => {
    socket.onMessage((text) => socket.send(JSON.stringify({ type: 'waiting', id: JSON.parse(String(text)).id, place: 2 })));
  });
  await waiting.goto(new URL('/analysis?game=kaleidochess', waiting.url()).href);
  await waiting.getByText(t('engine-waiting', { place: 2 })).waitFor();

  // For games without analysis there is an explanation and a link.
  await waiting.goto(new URL('/analysis?game=clouded-klinzha', waiting.url()).href);
  await waiting.getByText(t('analysis-not-hidden')).waitFor();
  await waiting.goto(new URL('/analysis?game=kaleidochess&seats=4', waiting.url()).href);
  await waiting.getByText(t('analysis-not-several')).waitFor();
  await waiting.goto(new URL('/analysis?game=grand-chess&position=nonsense', waiting.url()).href);
  await waiting.getByText(t('analysis-bad-position')).waitFor();
  await waiting.getByRole('link', { name: t('analysis-from-start') }).click();
  await waiting.locator('game-board .piece').first().waitFor();
});

story('records, positions and games lead to the analysis board; on a phone, too', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await me.open('/r/sample-battle#ply-23');
  await page.locator('.move[data-ply="23"][aria-current]').waitFor();
  await page.getByRole('link', { name: t('analysis-open'), exact: true }).click();
  await page.locator('#tree .move[data-ply="23"][aria-current]').waitFor();
  assert.equal((await mainLine(page)).length, 47);
  await waitLines(page, 3);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width, 'nothing stands out');
  await button(page, 'step-last').tap();
  await page.locator('#tree .move[data-ply="47"][aria-current]').waitFor();

  await page.goto(new URL(`/editor/klinzha?position=${encodeURIComponent(HANGING)}`, page.url()).href);
  await page.getByRole('link', { name: t('analysis-open'), exact: true }).click();
  await until('the position', async () => new URL(page.url()).searchParams.get('position') === HANGING);
  await cell(page, 'C17').tap();
  await cell(page, 'C18').tap();
  await until('the move', async () => (await mainLine(page)).length === 1);
});

story('the evaluation of a game: a graph, marks, and the better move', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { game: 'grand-chess', start: { position: QUEEN }, opponent: 'hot-seat' });
  const act = (act) => api(page, `/api/games/${gameId(page)}/acts`, act);
  await act({ act: 'submit', text: 'd2a5' });
  await waitMoves(page, 1);
  assert.equal(await page.locator('#review').isVisible(), false, 'nothing is told of a game that goes on');
  assert.equal(await page.locator('[data-tool=analyse]').isVisible(), false);
  await act({ act: 'submit', text: 'a7a5' });
  await act({ act: 'resign' });
  await page.locator('#end h2').waitFor();

  // The button of the result leads to the review.
  await page.locator('#end').getByRole('button', { name: t('review-do'), exact: true }).click();
  assert.equal(await page.locator('#review').evaluate((panel) => panel.contains(document.activeElement)), true);
  await page.locator('.graph-dot.mark-blunder').waitFor({ timeout: 90_000 });
  await until('the list and the graph beside the board', async () => {
    const tops = await Promise.all(['.list-box', '.graph'].map((name) => page.locator(name).first().boundingBox()));
    return tops.every((box) => box && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0));
  });
  await until('three positions', async () => await page.locator('#review > button').isHidden());
  await page.locator('.move[data-ply="1"] .mark-blunder').waitFor();
  await waitSpoken(page, new RegExp(`${t('side-white')}.*1 ${t('mark-word-blunder')}`));

  // The graph navigates the game, by keyboard and by mouse.
  const graph = page.getByRole('slider', { name: t('review-graph', { side: t('side-white') }) });
  await graph.focus();
  await page.keyboard.press('Home');
  await until('the beginning', async () => await graph.getAttribute('aria-valuenow') === '0');
  await page.keyboard.press('ArrowRight');
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  const better = (await page.locator('.review-note').textContent()) ?? '';
  assert.match(better, like('review-better'));
  // The better move is told in words, and drawn from before the mistake and from after it.
  assert.match(better, new RegExp(`${t('piece-grand-chess-Q')}|${t('piece-grand-chess-K')}`));
  assert.equal(await arrows(page).count(), 1);
  const counted = page.locator('.review-side.side-white .mark-blunder');
  assert.equal(await counted.locator('span').last().textContent(), `1 ${t('mark-word-blunder')}`);
  assert.match(await graph.getAttribute('aria-valuetext') ?? '', new RegExp(t('mark-word-blunder')));
  const box = await graph.boundingBox();
  await page.mouse.click(box.x + 2, box.y + 10);
  await until('the beginning again', async () => await graph.getAttribute('aria-valuenow') === '0');
  assert.match(await page.locator('.review-note').textContent() ?? '', like('review-best-here'));
  assert.equal(await arrows(page).count(), 1);

  await page.getByText(t('review-table'), { exact: true }).click();
  const rows = page.locator('.review-table tbody tr');
  await until('the table', async () => await rows.count() === 3);
  assert.match(await rows.nth(1).textContent(), new RegExp(t('mark-word-blunder')));
  await rows.nth(2).getByRole('button').click();
  await until('the end', async () => await graph.getAttribute('aria-valuenow') === '2');
  assert.equal(await arrows(page).count(), 0, 'no arrow where no mistake is near');

  // The report is there again at once after a reload, without the engine.
  let asked = 0;
  page.on('websocket', (socket) => { asked += Number(socket.url().endsWith('/api/analysis')); });
  await page.reload();
  await page.locator('.move[data-ply="1"] .mark-blunder').waitFor();
  assert.equal(await counted.locator('span').last().textContent(), `1 ${t('mark-word-blunder')}`);
  assert.equal(await page.locator('#review > button').isHidden(), true);
  assert.equal(asked, 0);

  // The analysis board opens at the shown ply.
  await page.locator('.move[data-ply="1"]').click();
  await page.getByRole('link', { name: t('analysis-open'), exact: true }).click();
  await page.locator('#tree .move[data-ply="1"][aria-current]').waitFor();
  await waitMain(page, ['Qa5', 'Rxa5']);
});
