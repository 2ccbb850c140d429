// Two browsers in one game, joined by a link, with a spectator.

import assert from 'node:assert/strict';
import {
  acceptOffer, invitation,
  api, button, cell, choose, clickMove, gameId, goThroughSetup, moves, openGame, pieces, quietMove, sitDown, state,
  waitMoves, waitSpoken, waitStatus,
} from './board.mjs';
import { story, until, useBrowser, NetworkProxy } from './harness.mjs';
import { like, t } from './words.mjs';
import { withChange } from '../../crates/server/assets/js/game/game-change.js';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** The errors of a page that has lost its connection and retries. */
const LOST_CONNECTION = /WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_NETWORK_CHANGED/;

/** Records every state that the server sends to a page. @param {Page} page */
function listen(page) {
  /** @type {any[]} */
  const heard = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    const message = JSON.parse(String(payload));
    if (message.type === 'state') heard.push(message.state);
    if (message.type === 'change') heard.push(withChange(heard.at(-1), message));
  }));
  return heard;
}

/** Two players and a spectator; by default with a quick start. */
async function playersAndSpectator(visit, wanted = {}) {
  const [gold, green, watcher] = await Promise.all([visit(), visit(), visit()]);
  const a = await openGame(gold, { start: { quick: 'north-west' }, opponent: 'open', seat: 0, ...wanted });
  const path = new URL(a.url()).pathname;
  const b = await green.open(path);
  await sitDown(b);
  await waitStatus(b, 'status-move', { side: t('side-gold') });
  await waitStatus(a, 'status-your-move');
  const c = await watcher.open(path);
  await waitStatus(c, 'status-move', { side: t('side-gold') });
  return { gold, green, watcher, a, b, c, path };
}

/** Makes a quiet move for the player to move, and waits until all pages show it. */
async function moveAndWait(page, others) {
  // Background tabs handle clicks late.
  await page.bringToFront();
  const count = (await moves(page)).length + 1;
  await page.locator('#status.mine').waitFor();
  const { text, from, to } = await quietMove(page);
  await clickMove(page, from, to);
  for (const one of [page, ...others]) {
    assert.equal((await waitMoves(one, count)).at(-1), text);
  }
}

story('two friends set up and play by a link, and one looks on', async ({ visit }) => {
  const [host, friend, watcher] = await Promise.all([visit(), visit(), visit()]);
  const [a, b, c] = await Promise.all([host.open('/new/klinzha'), friend.open('/rules/klinzha'), watcher.open('/rules/klinzha')]);
  const [heardByHost, heardByFriend, heardByWatcher] = [listen(a), listen(b), listen(c)];
  await choose(a, 'opponent', 'friend');
  await button(a, 'new-do-offer').click();
  await a.getByRole('heading', { name: t('invite-title') }).waitFor();
  const link = a.url();

  await b.goto(new URL(await invitation(a), link).href);
  await acceptOffer(b);
  await a.locator('#invite').waitFor({ state: 'hidden' });
  for (const page of [a, b]) await page.locator('#setup h2').waitFor();
  await c.goto(link);
  await c.locator('#setup h2').waitFor();
  assert.equal(await button(c, 'join').count(), 0, 'both seats are taken');

  // During the placement, each player's pieces are hidden from the opponent.
  const secretly = (other, heard) => async (page) => {
    const { sides } = (await state(page)).scene;
    const { seat } = await state(page);
    const own = sides.find((side) => side.seat === seat).key;
    const before = await pieces(other).count();
    await button(page, 'array-talons').click();
    await until('all nine stand', async () => await pieces(page).count() === before + 9);
    const drafted = ({ scene }) => scene.frame.pieces.some(({ side }) => side === own);
    assert.equal(drafted(await state(other)), false, 'the draft is secret');
    assert.equal(await pieces(other).count(), before);
    assert.ok(!heard.some(drafted) && !heardByWatcher.some(drafted), 'the draft went over no wire');
    await button(page, 'button-done').click();
    await until('the other sees it', async () => await pieces(other).count() === before + 9);
    await until('the spectator sees it', async () => await pieces(c).count() === before + 9);
    await until('it went over the wires', async () => heard.some(drafted) && heardByWatcher.some(drafted));
  };
  const steps = await goThroughSetup([
    { page: a, plan: { option: (page) => page.getByRole('button', { name: t('button-option-offer') }).click(), place: secretly(b, heardByFriend) } },
    { page: b, plan: { option: (page) => page.getByRole('button', { name: t('button-option-offer') }).click(), place: secretly(a, heardByHost) } },
  ]);
  assert.deepEqual(steps.filter((step) => step !== 'cast'), ['option', 'granted', 'take', 'place', 'take', 'place', 'goal', 'goal']);
  assert.ok(steps.includes('cast'));

  const { seat, scene } = await state(a);
  const [first, second] = scene.to_act[0] === seat ? [a, b] : [b, a];
  await moveAndWait(first, [second, c]);
  await moveAndWait(second, [first, c]);
  await waitSpoken(c, like('say-move'));
});

story('draws and take-backs are offered, declined and accepted', async ({ visit }) => {
  const { a, b, c } = await playersAndSpectator(visit);
  await moveAndWait(a, [b, c]);

  await button(a, 'takeback-ask').click();
  await b.getByText(like('takeback-from')).waitFor();
  await button(b, 'decline').click();
  await b.getByText(like('takeback-from')).waitFor({ state: 'detached' });
  await until('it can be asked again', () => button(a, 'takeback-ask').isEnabled());
  assert.equal((await moves(a)).length, 1);

  await button(a, 'takeback-ask').click();
  await button(a, 'takeback-asked').waitFor();
  await button(b, 'accept').click();
  for (const page of [a, b, c]) {
    await waitMoves(page, 0);
    await waitSpoken(page, new RegExp(t('say-taken-back')));
  }
  await moveAndWait(a, [b, c]);

  await button(b, 'draw-offer').click();
  await a.getByText(like('draw-offer-from')).waitFor();
  assert.equal(await c.locator('#offers button').count(), 0);
  await button(a, 'decline').click();
  await until('it can be offered again', () => button(b, 'draw-offer').isEnabled());

  await button(a, 'draw-offer').click();
  await button(b, 'accept').click();
  for (const page of [a, b, c]) {
    await page.getByRole('heading', { name: t('end-draw') }).waitFor();
    await page.getByText(t('reason-agreement'), { exact: true }).waitFor();
  }
  assert.equal(await a.locator('.announcement').count(), 0, 'nobody has won');
});

story('a rematch is offered and accepted, and seats change places', async ({ visit }) => {
  const { a, b, c, path } = await playersAndSpectator(visit);
  await button(b, 'resign').click();
  await b.getByRole('dialog').getByRole('button', { name: t('resign-yes') }).click();
  await a.getByRole('heading', { name: t('end-victory') }).waitFor();
  await b.getByRole('heading', { name: t('end-defeat') }).waitFor();
  await c.getByRole('heading', { name: t('end-wins', { side: t('side-gold') }) }).waitFor();
  assert.equal(await button(c, 'rematch').count(), 0, 'a spectator asks for no rematch');

  await button(a, 'rematch').click();
  await a.getByText(like('invite-waits-for')).waitFor();
  await b.getByRole('link', { name: t('invite-read') }).waitFor();
  await button(b, 'rematch-accept').click();
  for (const page of [a, b]) await page.waitForURL((url) => url.pathname.startsWith('/g/') && url.pathname !== path);
  assert.equal(gameId(a), gameId(b));
  await waitStatus(b, 'status-your-move');
  assert.deepEqual([(await state(a)).seat, (await state(b)).seat], [1, 0]);
  await c.getByRole('link', { name: t('rematch-go') }).click();
  await waitStatus(c, 'status-move', { side: t('side-gold') });
});

story('a game goes on after the network was gone', async ({ visit, server }) => {
  const wire = await NetworkProxy.to(server);
  const [gold, green] = await Promise.all([visit(), visit()]);
  green.watch.expect(LOST_CONNECTION);
  const a = await openGame(gold, { start: { quick: 'west-east' }, opponent: 'open', seat: 0 });
  const b = await green.open(new URL(new URL(a.url()).pathname, wire.url).href);
  await sitDown(b);
  await waitStatus(b, 'status-move', { side: t('side-gold') });

  await wire.cut();
  await b.locator('#offline').waitFor();
  await moveAndWait(a, []);
  await wire.restore();
  await b.locator('#offline').waitFor({ state: 'hidden' });
  await waitMoves(b, 1);
  await moveAndWait(b, [a]);
  await wire.cut();
});

story('a game goes on after the server was killed and started again', async ({ visit, server }) => {
  const { gold, green, watcher, a, b, c } = await playersAndSpectator(visit);
  for (const { watch } of [gold, green, watcher]) watch.expect(LOST_CONNECTION);
  await moveAndWait(a, [b, c]);
  await server.restart({
    signal: 'SIGKILL',
    whileDown: async () => {
      for (const page of [a, b, c]) await page.locator('#offline').waitFor();
    },
  });
  for (const page of [a, b, c]) {
    await page.locator('#offline').waitFor({ state: 'hidden' });
    assert.equal((await moves(page)).length, 1, 'what was answered is there');
  }
  await moveAndWait(b, [a, c]);
  await c.reload();
  await waitMoves(c, 2);
});

story('two tabs of one player go together', async ({ visit }) => {
  const { gold, a, b, path } = await playersAndSpectator(visit);
  const second = await gold.open(path);
  await waitStatus(second, 'status-your-move');
  await moveAndWait(second, [a, b]);
  await moveAndWait(b, [a, second]);
  await moveAndWait(a, [second, b]);
});

story('who looks on can do nothing but look', async ({ visit }) => {
  const { a, b, c } = await playersAndSpectator(visit);
  await moveAndWait(a, [b, c]);
  for (const part of ['#actions', '#offers', '#invite', '#setup']) assert.equal(await c.locator(`${part} button`).count(), 0, part);
  assert.equal(await c.locator('game-board .cell.grab').count(), 0);
  const { from, to } = await quietMove(b);
  await cell(c, from).click();
  await cell(c, to).click();
  assert.equal(await c.locator('game-board .cell.target').count(), 0);
  const refused = await api(c, `/api/games/${gameId(c)}`);
  assert.deepEqual([refused.seat, refused.scene.choices], [null, []]);
  await button(c, 'tool-turn').click();
  await moveAndWait(b, [a, c]);
});
