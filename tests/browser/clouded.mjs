// A short clouded game for two: what is hidden where, and the moves that reveal it.

import { api, clickMove, gameId, moves, openGame, sitDown, waitMoves, waitStatus } from './board.mjs';
import { until } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Locator, Page } from 'playwright-core' */

/** Row I is under clouds, row H is their edge, all other cells are clear. */
export const CLOUDS = './.../...../......./........./.........../............./---------------/#################';

/**
 * Gold: Goal and Vanguard on A19, Swift on E37, Lancer on I11, Fencer on I45. Green: Flier on F69,
 * Swift on H46, and in row I a Vanguard on I22, the Blockader on I33, Goal and Lancer on I99.
 */
export const POSITION = 'V+/3/5/7/4S4/10f/13/7s7/L1v1b2E8l+ gold 0 1';

export const WANTED = { game: 'clouded-klinzha', options: { clouds: CLOUDS }, start: { position: POSITION }, opponent: 'open', seat: 0 };

/**
 * Halted by the Vanguard on I22; captured by an unseen piece; halted before the Blockader's zone.
 */
export const PLIES = [['I11', 'I23'], ['I22', 'I12'], ['I45', 'I34']];

/** Two players and a spectator. */
export async function table(visit, { options = {}, wanted = WANTED } = {}) {
  const [gold, green, watcher] = [await visit(options), await visit(options), await visit(options)];
  const a = await openGame(gold, wanted);
  const path = new URL(a.url()).pathname;
  const b = await green.open(path);
  await sitDown(b);
  await waitStatus(a, 'status-your-move');
  const c = await watcher.open(path);
  await waitStatus(c, 'status-move', { side: t('side-gold') });
  return { gold, green, watcher, a, b, c, path };
}

/**
 * Moves by two clicks and waits until all move lists show it.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 * @param {Page[]} everybody
 */
export async function moveAll(page, from, to, everybody) {
  await page.bringToFront();
  const count = (await moves(page)).length + 1;
  await page.locator('#status.mine').waitFor();
  await clickMove(page, from, to);
  for (const one of everybody) await waitMoves(one, count);
}

/** The entries of the umpire log, the oldest first; the page shows the newest at the top. @param
  {Page} page */
export const log = async (page) => (await page.locator('.told-list .told-text').allTextContents()).reverse();

/** @param {Page} page @param {string[]} texts */
export const waitLog = (page, texts) =>
  until(`the log says ${JSON.stringify(texts)}`, async () => JSON.stringify(await log(page)) === JSON.stringify(texts));

/** The cells with a marker. @param {Page} page */
export const markers = (page) => page.locator('game-board').first().locator('[data-marker]').evaluateAll((all) => all.map((one) => one.getAttribute('data-marker')));

/** The path on the board. @param {Page} page @returns {Locator} */
export const drawnPath = (page) => page.locator('.overlay.ways .way:not(.other)');

/** A choice of the player with several paths. @param {Page} page */
export async function manyPaths(page) {
  const id = gameId(page);
  const { scene } = await api(page, `/api/games/${id}`);
  for (const choice of scene.choices.filter(({ from, captures }) => from === 'E37' && !captures)) {
    const { paths } = await api(page, `/api/games/${id}/paths?${new URLSearchParams({ text: choice.text })}`);
    if (paths.length > 1) return { choice, paths };
  }
  throw new Error('no choice has several paths');
}

/**
 * Records all that a page sends: addresses, bodies and WebSocket frames. Two files of sounds are
 * the same for all readers, and come after the first gesture, whatever it is.
 * @param {Page} page
 */
export function recordSentData(page) {
  /** @type {string[]} */
  const sent = [];
  page.on('request', (request) => /\/sounds\/(move|capture)\.wav$/.test(request.url()) || sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  return sent;
}

