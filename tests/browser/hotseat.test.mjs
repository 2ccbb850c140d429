// Two people at one screen: a curtain between turns in hidden games, a board that follows the turn
// in open ones. What the other player sees is not in the page: neither in its elements nor in
// memory, neither in what it received nor in storage.

import assert from 'node:assert/strict';
import { api, button, cell, choose, clickMove, gameId, hasText, openGame, pieces, quietMove, setupStep, SIMPLE, state, status, waitMoves, waitStatus } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible } from './page-checks.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** Gold's warriors see Green's and can capture them; some of each side are under clouds. */
const POSITION = '1/3/vv+v2/e6/f1l6/V4b1s3/3LBS7/2V12/E+3V1F10 gold 5 4';
/** Clouds over both camps, and none between. */
const MAP = ['#', '###', '#####', '-------', '.........', '...........', '.............', '---------------', '#################'].join('/');

/** The request for a game at this screen. */
const CLOUDED = { game: 'clouded-klinzha', opponent: 'hot-seat', start: { position: POSITION }, options: { clouds: MAP } };

/**
 * Records what the WebSockets of a page receive, with the perspective of each.
 * @param {Page} page
 */
function listen(page) {
  /** @type {{ as: string | null, payload: string }[]} */
  const heard = [];
  page.on('websocket', (socket) => {
    const as = new URL(socket.url()).searchParams.get('as');
    socket.on('framereceived', ({ payload }) => heard.push({ as, payload: String(payload) }));
  });
  page.on('response', async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.startsWith('/api/') || response.request().resourceType() === 'websocket') return;
    const payload = await response.text().catch(() => '');
    heard.push({ as: searchParams.get('as'), payload });
  });
  return heard;
}

/**
 * The state of a seat, requested outside of the page, which must not receive it.
 * @param {Page} page
 * @param {string} as
 * @returns {Promise<any>}
 */
async function stateAs(page, as) {
  const answer = await page.request.get(new URL(`/api/games/${gameId(page)}?as=${as}`, page.url()).href);
  assert.ok(answer.ok(), `as=${as}: ${answer.status()}`);
  return answer.json();
}

/**
 * Creates a game at this screen and opens its page: the curtain.
 * @param {import('./harness.mjs').Visitor} visitor
 * @param {object} wanted
 */
async function openCurtained(visitor, wanted) {
  const page = await visitor.open('/');
  const { id } = await api(page, '/api/games', wanted);
  assert.ok(id, 'a game was opened');
  await page.goto(new URL(`/g/${id}`, page.url()).href);
  return page;
}

/** The pieces that a seat sees, as texts. @param {Page} page @param {string} as */
async function seen(page, as) {
  const { scene } = await stateAs(page, as);
  return scene.frame.pieces.map((/** @type {any} */ piece) => `${piece.side} ${piece.kind}@${piece.cell}`);
}

/**
 * The pieces that one seat sees and another does not.
 * @param {Page} page
 * @param {string} seat
 * @param {string} other
 */
async function hiddenPieces(page, seat, other) {
  const known = new Set(await seen(page, other));
  return (await seen(page, seat)).filter((piece) => !known.has(piece) && !piece.includes(' ?@'));
}

/**
 * The seats of all states and requests.
 * @param {{ as: string | null, payload: string }[]} heard
 */
function seatsOf(heard) {
  const seats = heard.flatMap(({ as, payload }) => {
    const message = JSON.parse(payload || '{}');
    const state = message.state ?? message;
    // A change names the seat if it is another one than before.
    if (state.scene && state.seat !== undefined) return [state.seat];
    return as === null ? [] : [Number(as)];
  });
  return [...new Set(seats)];
}

/** All that the browser stores. @param {Page} page */
const kept = (page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/**
 * The pieces on the page's board, drawn and in the accessible names of cells.
 * @param {Page} page
 */
const drawn = (page) => page.evaluate(() => ({
  pieces: document.querySelectorAll('game-board .layer.pieces .piece').length,
  names: [...document.querySelectorAll('game-board [data-cell]')].map((one) => one.getAttribute('aria-label') ?? ''),
}));

/**
 * Asserts that nothing on the page reveals these pieces.
 * @param {Page} page
 * @param {string[]} hidden as `gold S@G36`
 */
async function assertNotRevealed(page, hidden) {
  assert.ok(hidden.length > 0, 'there is something to be hidden');
  const { names } = await drawn(page);
  for (const piece of hidden) {
    const [, side, kind, where] = /^(\w+) (\S+)@(\w+)$/.exec(piece) ?? [];
    const name = names.find((one) => one.startsWith(`${where},`));
    assert.ok(name && !name.includes(t('cell-piece', { piece: t(`piece-klinzha-${kind}`), side: t(`side-${side}`) })), `${piece}: ${name}`);
  }
}

/** @param {Page} page */
const curtain = (page) => page.locator('#curtain');

/** Waits for the curtain of a seat. @param {Page} page @param {string} name */
async function waitCurtain(page, name) {
  await page.waitForURL((url) => !url.searchParams.has('as'));
  await curtain(page).getByText(t('hot-curtain-title', { name }), { exact: true }).waitFor();
}

/** Opens the curtain of a seat. @param {Page} page @param {string} name @param {number} seat */
async function open(page, name, seat) {
  await button(page, 'hot-curtain-open', { name }).click();
  await page.waitForURL((url) => url.searchParams.get('as') === String(seat));
  await page.locator('#status:not(:empty)').waitFor();
}

/** @param {Page} page */
const close = (page) => button(page, 'hot-done-do').click();

/** A quiet move of the page's seat. @param {Page} page @param {number} seat */
async function quietAs(page, seat) {
  const { scene } = await stateAs(page, String(seat));
  const quiet = scene.choices.find((/** @type {any} */ one) => one.kind === 'move' && !one.captures && !one.variant && one.piece !== 'B');
  assert.ok(quiet, 'there is a quiet move');
  return quiet;
}

story('under clouds a curtain is between the players, and nothing of the other\'s view is in the page', async ({ visit }) => {
  const me = await visit();
  const page = await openCurtained(me, CLOUDED);
  const heard = listen(page);
  const address = page.url();
  await page.reload();
  const [gold, green] = [t('side-gold'), t('side-green')];

  // The page behind the curtain has the public's view, and even that is not shown.
  await waitCurtain(page, gold);
  assert.ok(!await page.locator('#board-area').isVisible() && !await page.locator('.side').isVisible());
  const golden = await hiddenPieces(page, '0', 'public');
  const greens = await hiddenPieces(page, '1', 'public');
  await assertNotRevealed(page, [...golden, ...greens]);
  assert.deepEqual(await inaccessible(page), []);
  const before = await kept(page);
  heard.length = 0;

  // Gold looks and moves. Green's warriors are not in the page.
  await open(page, gold, 0);
  await page.locator('.cell.grab').first().waitFor();
  assert.ok(!await curtain(page).isVisible());
  await assertNotRevealed(page, await hiddenPieces(page, '1', '0'));
  await page.evaluate(() => { globalThis.goldWasHere = document.querySelector('game-board'); });
  const { from, to } = await quietAs(page, 0);
  await clickMove(page, from, to);
  await hasText(page, 'hot-done-title');
  assert.ok(await page.locator('#board-area').isVisible(), 'who has moved may look in peace');
  await page.locator('#handover .handover-told').first().waitFor();
  assert.deepEqual(seatsOf(heard), [0], 'all that comes is Gold\'s');
  assert.deepEqual(await inaccessible(page), []);
  heard.length = 0;

  // The curtain closes: another document, without anything of Gold's.
  await close(page);
  await waitCurtain(page, green);
  assert.equal(page.url(), address);
  assert.equal(await page.evaluate(() => globalThis.goldWasHere), undefined, 'nothing of the page lives on');
  await assertNotRevealed(page, [...await hiddenPieces(page, '0', 'public'), ...await hiddenPieces(page, '1', 'public')]);
  assert.equal(await kept(page), before, 'nothing of what Gold saw is kept');
  assert.deepEqual(seatsOf(heard), [null], 'while the curtain is down only what everybody knows is sent');

  // The back button does not lead behind the curtain.
  await page.goBack();
  assert.ok(!new URL(page.url()).searchParams.has('as'), page.url());
  await page.goto(address);
  await waitCurtain(page, green);

  // Green's page receives Green's view and no other.
  heard.length = 0;
  await open(page, green, 1);
  await page.locator('.cell.grab').first().waitFor();
  assert.deepEqual(seatsOf(heard), [1], 'all that comes is Green\'s');
  await assertNotRevealed(page, await hiddenPieces(page, '0', '1'));
  const first = await quietAs(page, 1);
  await clickMove(page, first.from, first.to);
  await close(page);
  await waitCurtain(page, gold);
});

story('a capture is told to whoever it concerns, each behind the own curtain, to the end of the game', async ({ visit }) => {
  const me = await visit();
  const page = await openCurtained(me, CLOUDED);
  const [gold, green] = [t('side-gold'), t('side-green')];
  await waitCurtain(page, gold);
  await open(page, gold, 0);
  const { scene } = await stateAs(page, '0');
  const capture = scene.choices.find((/** @type {any} */ one) => one.captures && !one.variant);
  assert.ok(capture, 'Gold can capture');
  await clickMove(page, capture.from, capture.to);
  await page.locator('#handover .handover-told').first().waitFor();
  const told = await page.locator('#handover .handover-told').allTextContents();
  assert.ok(told.some((text) => like('umpire-captured').test(text)), `Gold reads what it took: ${told}`);
  await close(page);
  await waitCurtain(page, green);
  assert.ok(!(await page.locator('body').innerText()).includes(told[0] ?? ''), 'behind the curtain nothing is told');
  await open(page, green, 1);
  await page.locator('#told').getByText(like('umpire-lost')).first().waitFor();

  // Draws are offered and answered across the curtain; resigning is up to the player at the page.
  await button(page, 'draw-offer').click();
  await button(page, 'draw-offered').waitFor();
  const move = await quietAs(page, 1);
  await clickMove(page, move.from, move.to);
  await close(page);
  await waitCurtain(page, gold);
  await open(page, gold, 0);
  await button(page, 'resign').click();
  await page.getByRole('dialog').getByText(t('hot-resign-text', { name: gold })).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: t('resign-yes') }).click();
  await page.locator('#end h2').getByText(t('end-wins', { side: green })).waitFor();
  assert.ok(!await curtain(page).isVisible() && await page.locator('#handover').count() === 0, 'it is over, and everything is open');
  await page.goto(new URL(`/g/${gameId(page)}`, page.url()).href);
  await page.locator('#end h2').waitFor();
  assert.ok(await page.locator('#board-area').isVisible());
});

story('both set up at one screen: the casts are for all, placing is behind the curtain', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await me.open('/new/clouded-klinzha');
  await choose(page, 'opponent', 'hot-seat');
  await page.getByText(t('new-hot-seat-curtain')).waitFor();
  assert.ok(!await page.locator('#seats').isVisible(), 'nobody sits elsewhere');
  await button(page, 'new-do').click();
  await page.waitForURL(/\/g\/\w+$/);
  const step = () => setupStep(page);
  const due = async () => {
    const { scene } = await state(page);
    return await shows(page, scene) ? scene.phase : null;
  };
  const asked = new Set();
  while (!await curtain(page).isVisible()) {
    const now = await until('a step of the casts', async () => await curtain(page).isVisible() ? 'curtain' : due());
    if (now === 'curtain') break;
    asked.add(now);
    assert.ok(['cast', 'option', 'granted'].includes(now), `${now} is behind the curtain`);
    assert.match(await page.locator('.card-name').first().textContent() ?? '', like('hot-player'));
    const { version } = await state(page);
    await SIMPLE[/** @type {'cast'} */ (now)](page);
    await until(`an answer to ${now}`, async () => (await state(page)).version > version);
    await page.waitForFunction(() => !document.querySelector('.spindles.turning'));
  }
  assert.ok(asked.has('cast'));

  let turns = 0;
  while ((await state(page)).scene.phase !== 'play') {
    const { scene } = await state(page);
    const [seat] = scene.to_act;
    const other = String(1 - seat);
    await page.getByRole('button', { name: like('hot-curtain-open') }).click();
    await page.waitForURL((url) => url.searchParams.get('as') === String(seat));
    turns += 1;
    for (let mine = true; mine;) {
      const now = await until('a step, or the end of the turn', async () => await page.locator('#handover').isVisible() ? 'done' : await step());
      if (now === 'done') break;
      const before = (await stateAs(page, String(seat))).version;
      await SIMPLE[/** @type {'take'} */ (now)](page);
      await until(`an answer to ${now}`, async () => (await stateAs(page, String(seat))).version > before);
      await until('the next step', async () => await page.locator('#handover').isVisible() || await step() !== now);
      mine = !await page.locator('#handover').isVisible();
    }
    assert.equal(await pieces(page).count() >= (scene.phase === 'take' ? 0 : 9), true, 'the own array is seen');
    const hidden = await hiddenPieces(page, String(seat), other);
    await close(page);
    await page.waitForURL((url) => !url.searchParams.has('as'));
    await curtain(page).waitFor();
    if (hidden.length > 0) await assertNotRevealed(page, hidden);
  }
  assert.ok(turns >= 3, `both placed, and their Goals: ${turns}`);
});

story('where both see the same the page follows the turn, and one agrees by oneself', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/new/klinzha');
  await choose(page, 'start', 'quick');
  await choose(page, 'opponent', 'hot-seat');
  await page.getByText(t('new-hot-seat-hint')).waitFor();
  await button(page, 'new-do').click();
  await page.waitForURL(/\/g\/\w+$/);
  await waitStatus(page, 'status-move', { side: t('side-gold') });
  assert.equal(await curtain(page).count(), 0);
  for (const [i, side] of ['green', 'gold', 'green'].entries()) {
    const { from, to } = await quietMove(page);
    await clickMove(page, from, to);
    await waitMoves(page, i + 1);
    await waitStatus(page, 'status-move', { side: t(`side-${side}`) });
  }
  await button(page, 'takeback-ask').click();
  await waitMoves(page, 2);
  await waitStatus(page, 'status-move', { side: t('side-gold') });
  assert.equal(await page.locator('#offers').isVisible(), false, 'nobody is asked');

  await button(page, 'hot-draw').click();
  await page.getByRole('dialog').getByRole('button', { name: t('hot-draw-yes') }).click();
  await page.locator('#end h2').getByText(t('end-draw')).waitFor();
  assert.deepEqual(await inaccessible(page), []);
  const game = page.url();
  await button(page, 'next-again').click();
  await page.waitForURL((url) => url.href !== game);
  await page.locator('#status:not(:empty)').waitFor();
  assert.deepEqual((await state(page)).seats, [0, 1], 'the next game is at the same screen');
});

story('Grand Chess at one screen turns the board round if one likes', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { game: 'grand-chess', opponent: 'hot-seat' });
  await waitStatus(page, 'status-move', { side: t('side-white') });
  const frame = page.locator('.board-frame');
  const move = async (/** @type {string} */ from, /** @type {string} */ to, /** @type {string} */ next) => {
    await clickMove(page, from, to);
    await waitStatus(page, 'status-move', { side: t(`side-${next}`) });
  };
  await move('e3', 'e5', 'black');
  assert.notEqual(await frame.getAttribute('data-steps'), '1', 'the board stays as it lies');
  await page.getByLabel(t('hot-turning')).check();
  await until('Black is below', async () => await frame.getAttribute('data-steps') === '1');
  await move('e8', 'e6', 'white');
  await until('White is below', async () => await frame.getAttribute('data-steps') === '0');
  await page.reload();
  await until('the browser remembers', async () => await page.getByLabel(t('hot-turning')).isChecked());
  assert.ok(!/^●/.test(await page.title()), 'it is always somebody\'s turn here');
  assert.equal(await status(page), t('status-move', { side: t('side-white') }));
});

/** The name of the player to act. @param {any} scene */
function actor({ to_act: [seat], sides }) {
  const side = sides.find((/** @type {any} */ one) => one.seat === seat);
  return side ? t(`side-${side.key}`) : t('hot-player', { number: seat + 1 });
}

/**
 * Whether a page shows this step. Both players have steps of the same name, and the page shows the
 * own one first.
 * @param {Page} page
 * @param {any} scene
 */
const shows = async (page, scene) => await setupStep(page) === scene.phase
  && (await page.locator('.card.to-move strong').allTextContents()).join() === actor(scene);

story('Klin Zha is set up at one screen from the cast to the Goals', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { game: 'klinzha', opponent: 'hot-seat' });
  /** @type {string[]} */
  const steps = [];
  // An act may still be on its way, so the state is requested again and again.
  const next = () => until('the page shows what is to be done', async () => {
    const now = await state(page);
    return now.scene.phase === 'play' || await shows(page, now.scene) ? now : null;
  });
  const step = (/** @type {any} */ scene) => `${scene.phase} ${scene.to_act}`;
  for (let { scene } = await next(); scene.phase !== 'play'; { scene } = await next()) {
    steps.push(scene.phase);
    await SIMPLE[/** @type {'cast'} */ (scene.phase)](page);
    // Placing takes two acts.
    await until(`an answer to ${scene.phase}`, async () => step((await state(page)).scene) !== step(scene));
    await page.waitForFunction(() => !document.querySelector('.spindles.turning'));
  }
  await waitStatus(page, 'status-move', { side: t('side-gold') }).catch(async () => waitStatus(page, 'status-move', { side: t('side-green') }));
  assert.equal(await pieces(page).count(), 18);
  assert.ok(await cell(page, 'A19').isVisible());
});
