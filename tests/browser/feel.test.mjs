// How the board feels: moves that are shown before the server has answered, the pace of replies,
// moves in advance, the reader's own arrows, sounds, typed moves and preferences.

import assert from 'node:assert/strict';
import { button, cell, clickMove, createGame, drag, gameId, goToPlacement, middle, moves, openGame, pieces, quietMove, state, targets, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { inaccessible } from './page-checks.mjs';
import { like, t } from './words.mjs';
import { friends, myMove, READY } from './grand-chess.mjs';
import { table as cloudedTable } from './clouded.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

useBrowser();

/** The round trip of the delayed sockets, in milliseconds. */
const ROUND_TRIP_MS = 600;
/** A move is shown within this time. The aim is 50 ms; a busy machine gets more. */
const SHOWN_MS = 150;
const REPLY_MS = 400;

/**
 * Delays all messages of the games' sockets of a visitor.
 * @param {Visitor} visitor
 * @param {(act: { text: string, expect: number }) => void | Promise<void>} [change] may change what
 *   is submitted, and holds it until it has ended
 */
const slow = (visitor, change = () => {}) => visitor.context.routeWebSocket(/\/api\/games\/.*\/socket/, (page) => {
  const server = page.connectToServer();
  const later = (/** @type {() => void} */ send) => { setTimeout(send, ROUND_TRIP_MS / 2); };
  page.onMessage(async (text) => {
    const message = JSON.parse(String(text));
    if (message.act?.act === 'submit') await change(message.act);
    later(() => server.send(JSON.stringify(message)));
  });
  server.onMessage((text) => later(() => page.send(text)));
});

/**
 * Notes in the page when the pointer was released, when pieces got another place, and what was
 * heard.
 * @param {Page} page
 */
const observe = (page) => page.evaluate(() => {
  globalThis.seen = [];
  const note = (/** @type {string} */ what, /** @type {string} */ more = '') =>
    globalThis.seen.push({ what, more, at: performance.now() });
  document.querySelector('game-board').addEventListener('pointerup', () => note('tap'), { capture: true });
  addEventListener('sound-played', ({ detail }) => note('sound', detail));
  new MutationObserver((changes) => {
    for (const { target } of changes) note('piece', target.style.transform);
  }).observe(document.querySelector('game-board .layer.pieces'), { attributes: true, subtree: true, attributeFilter: ['style'] });
});

/** @param {Page} page @returns {Promise<{ what: string, more: string, at: number }[]>} */
const seen = (page) => page.evaluate(() => globalThis.seen);

/** What was heard since the last call. @param {Page} page */
const heard = async (page) => (await page.evaluate(() => globalThis.seen.splice(0))).filter(({ what }) => what === 'sound').map(({ more }) => more);

/** Where the piece of a cell is drawn. @param {Page} page @param {string} name */
const placeOf = (page, name) => cell(page, name).evaluate((group) => `translate(${Number(group.dataset.x)}px, ${Number(group.dataset.y)}px)`);

/** The cells with a mark on the board, by their class. @param {Page} page @param {string} mark */
const marked = (page, mark) => page.locator(`game-board .${mark}`).count();

/** @param {Page} page @param {string} name */
const rightClick = (page, name) => cell(page, name).click({ button: 'right' });

/** Draws with the right button. @param {Page} page @param {string} from @param {string} to */
async function draw(page, from, to) {
  const [start, end] = [await middle(cell(page, from)), await middle(cell(page, to))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up({ button: 'right' });
}

const AGAINST_COMPUTER = { game: 'grand-chess', opponent: { computer: 1 }, seat: 0 };

story('a move is shown at once, however far the server is, and the reply comes after it', async ({ visit }) => {
  const visitor = await visit();
  await slow(visitor);
  const page = await openGame(visitor, AGAINST_COMPUTER);
  await observe(page);
  const times = [];
  for (const [from, to] of [['c3', 'c4'], ['d3', 'd4'], ['e3', 'e4']]) {
    await page.locator('#status.mine').waitFor();
    await page.evaluate(() => { globalThis.seen.length = 0; });
    const before = (await moves(page)).length;
    const to_ = await placeOf(page, to);
    await clickMove(page, from, to);
    await waitStatus(page, 'status-sent');
    assert.equal(await targets(page).count(), 0);
    assert.equal((await moves(page)).length, before, 'the server has not answered');
    await page.locator('game-board[waiting]').waitFor();
    await waitMoves(page, before + 2);
    await page.locator('game-board:not([waiting])').waitFor();
    const all = await seen(page);
    const tap = all.filter(({ what }) => what === 'tap').at(-1)?.at ?? 0;
    const own = all.find(({ what, more }) => what === 'piece' && more === to_)?.at ?? Infinity;
    const places = all.filter(({ what, at }) => what === 'piece' && at > own + 1);
    const reply = places[0]?.at ?? 0;
    assert.ok(own - tap < SHOWN_MS, `the move is shown after ${own - tap} ms`);
    assert.ok(reply - own >= REPLY_MS - 5, `the reply comes ${reply - own} ms after the move`);
    assert.ok(!places.some(({ more }) => more === to_), 'the move is not taken back in between');
    times.push([own - tap, reply - own]);
  }
  console.log(`round trip ${ROUND_TRIP_MS} ms: shown after ${times.map(([shown]) => shown.toFixed(1)).join(', ')} ms, reply ${times.map(([, reply]) => reply.toFixed(0)).join(', ')} ms after it`);
  assert.deepEqual([await marked(page, 'last-from'), await marked(page, 'last-to'), await marked(page, 'prior-from'), await marked(page, 'prior-to')], [1, 1, 1, 1], 'own move and reply are marked');
  const dashes = (/** @type {string} */ mark) => page.locator(`game-board .${mark}`).evaluate((one) => getComputedStyle(one).strokeDasharray);
  assert.notEqual(await dashes('prior-to'), await dashes('last-to'), 'told apart without colour');
});

story('a refused move comes back with its reason', async ({ visit }) => {
  const visitor = await visit();
  let spoils = true;
  await slow(visitor, (act) => { if (spoils) act.text = 'c3c9'; });
  const page = await openGame(visitor, AGAINST_COMPUTER);
  await observe(page);
  const [from, to] = [await placeOf(page, 'c3'), await placeOf(page, 'c4')];
  const at = async () => (await pieces(page).evaluateAll((all) => all.map((one) => one.style.transform)));
  await clickMove(page, 'c3', 'c4');
  await until('it is shown', async () => (await at()).includes(to));
  assert.ok(!(await at()).includes(from));
  await page.locator('.toast.refusal').waitFor();
  assert.ok((await at()).includes(from) && !(await at()).includes(to), 'the piece is back');
  assert.match(await page.locator('.toast.refusal').innerText(), /c9/);
  await myMove(page);
  spoils = false;
  await clickMove(page, 'c3', 'c5');
  await page.locator('.toast.refusal').waitFor({ state: 'detached' });
  await waitMoves(page, 2);
});

story('a move is not lost to an event that changes nothing for it', async ({ visit }) => {
  const visitor = await visit();
  /** @type {{ text: string, expect: number }[]} */
  const acts = [];
  await slow(visitor, async (act) => {
    // A hint is an event of the game; it comes to the server before the move.
    if (acts.push({ ...act }) === 1) await page.evaluate(async (id) => { await fetch(`/api/games/${id}/hint`, { method: 'POST' }); }, gameId(page));
  });
  const page = await openGame(visitor, AGAINST_COMPUTER);
  await clickMove(page, 'c3', 'c4');
  assert.equal((await waitMoves(page, 2))[0], 'c4');
  const [first, second, ...more] = acts;
  assert.ok(second && second.expect > (first?.expect ?? 0) && second.text === first?.text, JSON.stringify(acts));
  assert.deepEqual(more, []);
  assert.equal(await page.locator('.toast').count(), 0);
});

story('placements of a setup are shown at once, and taps meanwhile are kept', async ({ visit }) => {
  const visitor = await visit();
  await slow(visitor);
  const page = await openGame(visitor, { opponent: { computer: 1 }, seat: 0 });
  await goToPlacement(page);
  const { scene } = await state(page);
  const cells = [...new Set(scene.choices.filter(({ kind, piece }) => kind === 'place' && piece === 'V').map(({ to }) => to))];
  await page.locator('.tray-item[data-kind="V"]').click();
  const count = async () => await pieces(page).count();
  await cell(page, cells[0]).click();
  assert.equal(await count(), 1, 'the first one is there at once');
  await cell(page, cells[1]).click();
  await cell(page, cells[2]).click();
  await until('all three', async () => (await state(page)).scene.frame.pieces.length === 3);
  await until('and seen', async () => await count() === 3);
  assert.equal(await page.locator('.toast').count(), 0);
});

story('what a choice says is shown', async ({ visit }) => {
  const visitor = await visit();
  const page = await openGame(visitor, { opponent: 'open', seat: 0, start: { quick: 'north-west' } });
  // A quick start has no placement: the board of the API is enough to see the prediction.
  const shown = await page.evaluate(async () => {
    const { predictedFrame } = globalThis.heterodoxModules.get('board/predicted-frame.js');
    const frame = { ply: 0, number: 0, side: null, text: null, position: '', pieces: [{ cell: 'A', side: 'gold', kind: 'L', marks: [] }], areas: [], captured: [], last: [] };
    const how = { side: 'gold', kinds: ['L', 'V', 'G'], isPly: false };
    const choice = { piece: null, from: null, to: null, variant: null, captures: false, danger: null, text: '' };
    const one = (more) => predictedFrame(frame, { ...choice, ...more }, how)?.pieces.map(({ cell, kind, marks }) => [cell, kind, ...marks].join(' ')) ?? null;
    const play = (more) => predictedFrame({ ...frame, pieces: [{ cell: 'A', side: 'gold', kind: 'L', marks: ['goal'] }, { cell: 'B', side: 'green', kind: 'V', marks: [] }] }, { ...choice, kind: 'move', from: 'A', to: 'B', ...more }, { ...how, isPly: true });
    return [
      one({ kind: 'place', piece: 'V', to: 'B' }), one({ kind: 'place', piece: 'G', to: 'A' }),
      one({ kind: 'lift', from: 'A' }), one({ kind: 'button' }),
      play({ variant: 'carry' }).pieces.map(({ cell, marks }) => [cell, ...marks]),
      play({ variant: 'abandon' }).pieces.map(({ cell, kind, marks }) => [cell, kind, ...marks]),
      play({ variant: 'V' }).pieces.map(({ kind }) => kind), play({ converts: true }).pieces.map(({ cell, side }) => [cell, side]),
      play({}).last, play({}).ply,
    ];
  });
  assert.deepEqual(shown, [
    ['A L', 'B V'], ['A L goal'], [], null,
    [['B', 'goal']], [['B', 'L'], ['A', 'G']],
    ['V'], [['A', 'gold'], ['B', 'gold']], ['A', 'B'], 1,
  ]);
});

story('without motion, the order and the wait stay', async ({ visit }) => {
  const page = await openGame(await visit({ reducedMotion: 'reduce' }), AGAINST_COMPUTER);
  await observe(page);
  const there = await placeOf(page, 'c4');
  await clickMove(page, 'c3', 'c4');
  await waitMoves(page, 2);
  const places = await until('both pieces have moved', async () => {
    const moved = (await seen(page)).filter(({ what }) => what === 'piece');
    return moved.length > 1 ? moved : null;
  });
  assert.equal(places[0]?.more, there);
  assert.ok((places[1]?.at ?? 0) - (places[0]?.at ?? 0) >= REPLY_MS - 5);
  assert.equal(await page.locator('game-board .layer.pieces.moving').count(), 0);
});

story('a move in advance is played when the turn comes, or vanishes with a word', async ({ visit }) => {
  const { white, black } = await friends(visit);
  await clickMove(white, 'c3', 'c4');
  await waitMoves(black, 1);
  await waitMoves(white, 1);

  // By clicks, and taken back by a click, by Escape and by a right click.
  const mark = () => marked(white, 'premove-to');
  for (const back of [() => cell(white, 'd5').click(), () => white.keyboard.press('Escape'), () => rightClick(white, 'h6')]) {
    await clickMove(white, 'd3', 'd5');
    assert.equal(await mark(), 1);
    await back();
    await until('it is taken back', async () => await mark() === 0);
  }
  await waitSpoken(white, like('premove-set'));
  await waitSpoken(white, new RegExp(t('premove-cancelled')));
  assert.equal(await white.locator('.drawn-shape').count(), 0, 'the right click has drawn nothing');

  // By dragging.
  await drag(white, cell(white, 'd3'), cell(white, 'd5'));
  assert.equal(await mark(), 1);
  assert.match(await cell(white, 'd5').getAttribute('aria-label') ?? '', new RegExp(t('cell-premove')));
  assert.deepEqual(await inaccessible(white), []);
  await black.bringToFront();
  await clickMove(black, 'd8', 'd7');
  assert.deepEqual(await waitMoves(black, 3), ['c4', 'd7', 'd5']);
  await until('it is played', async () => await mark() === 0);

  // By keys; the pawn that it would take has gone on, so it is not possible any more.
  await white.bringToFront();
  await waitMoves(white, 3);
  for (const name of ['c4', 'd5']) {
    await cell(white, name).focus();
    await white.keyboard.press('Enter');
  }
  assert.equal(await mark(), 0, 'an own piece is picked up instead');
  await cell(white, 'c6').focus();
  await white.keyboard.press('Enter');
  await until('it is planned', async () => await mark() === 1);
  await black.bringToFront();
  await clickMove(black, 'f8', 'f7');
  await white.bringToFront();
  await white.getByText(t('premove-gone', { from: 'd5', to: 'c6' })).waitFor();
  assert.equal(await mark(), 0);
  assert.equal((await moves(white)).length, 4);
  await myMove(white);

  // A preference turns it off, and then a tap is answered with a word.
  await clickMove(white, 'h3', 'h4');
  await waitMoves(white, 5);
  await white.getByText(t('prefs-title'), { exact: true }).click();
  await white.locator('[data-pref=premove]').uncheck();
  await cell(white, 'i3').click();
  await white.locator('.toast', { hasText: t('wait-status', { status: t('status-move', { side: t('side-black') }) }) }).waitFor();
  assert.equal(await white.locator('game-board [aria-pressed="true"]').count(), 0);
});

story('a promotion in advance asks when it is played', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: READY.replace(' w ', ' b ') } });
  await clickMove(white, 'g8', 'g9');
  await clickMove(black, 'e9', 'f10');
  await white.bringToFront();
  await white.locator('dialog.promotion [data-kind="Q"]').click();
  await until('it is played', async () => (await moves(white)).at(-1)?.startsWith('g9=Q'));
});

story('where nothing can be planned, a tap says whose turn it is', async ({ visit }) => {
  const { a, b } = await cloudedTable(visit, { options: {} });
  await b.bringToFront();
  const mine = await b.evaluate(() => document.querySelector('game-board').frame.pieces.find(({ side }) => side === 'green').cell);
  await cell(b, mine).click();
  await b.locator('.toast', { hasText: like('wait-status') }).waitFor();
  assert.equal(await b.locator('game-board .premove-from, game-board [aria-pressed="true"]').count(), 0);
  await a.close();
});

story('own arrows and circles', async ({ visit }) => {
  const page = await openGame(await visit(), AGAINST_COMPUTER);
  const shapes = () => page.locator('game-board .drawn-shape').evaluateAll((all) => all.map((one) => [one.getAttribute('class')?.split('drawn-').at(-1), one.firstElementChild?.tagName].join(' ')).sort());
  await draw(page, 'a5', 'f7');
  await rightClick(page, 'd6');
  await page.keyboard.down('Alt');
  await draw(page, 'b2', 'c5');
  await page.keyboard.up('Alt');
  await page.keyboard.down('Shift');
  await rightClick(page, 'e3');
  await page.keyboard.up('Shift');
  assert.deepEqual(await shapes(), ['blue path', 'green circle', 'green path', 'red circle']);
  // The same again takes it away, another colour replaces it.
  await draw(page, 'a5', 'f7');
  await page.keyboard.down('Control');
  await rightClick(page, 'd6');
  await page.keyboard.up('Control');
  assert.deepEqual(await shapes(), ['blue path', 'red circle', 'red circle']);
  // A right click on a piece opens its card.
  await rightClick(page, 'd2');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await shapes()).length, 3);
  await cell(page, 'e6').click();
  assert.deepEqual(await shapes(), []);
  await draw(page, 'a5', 'f7');
  await clickMove(page, 'c3', 'c4');
  await until('a ply clears them', async () => (await shapes()).length === 0);
  await page.getByText(t('prefs-title'), { exact: true }).click();
  await page.locator('[data-pref=drawing]').uncheck();
  await draw(page, 'a5', 'f7');
  assert.deepEqual(await shapes(), []);

  const analysis = await (await visit()).open('/analysis?game=grand-chess');
  await analysis.locator('#lines .engine-line').first().waitFor();
  await draw(analysis, 'a5', 'f7');
  assert.equal(await analysis.locator('.drawn-shape').count(), 1);
});

story('sounds are on by default, come after the first gesture, and can be turned off', async ({ visit }) => {
  const visitor = await visit();
  const id = await createGame(visitor, AGAINST_COMPUTER);
  /** @type {string[]} */
  const loaded = [];
  visitor.context.on('request', (request) => { if (request.url().includes('/sounds/')) loaded.push(request.url().split('/').at(-1) ?? ''); });
  const page = await visitor.open(`/g/${id}`);
  await page.locator('#status.mine').waitFor();
  assert.equal(await page.locator('[data-tool=sound]').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(loaded, [], 'nothing is loaded before');
  await observe(page);
  await clickMove(page, 'c3', 'c4');
  await until('both sounds', async () => (await seen(page)).filter(({ what }) => what === 'sound').length === 2);
  assert.deepEqual(await heard(page), ['move', 'move'], 'each ply is heard once');
  assert.deepEqual([...loaded].sort(), ['capture.wav', 'move.wav']);
  await page.locator('[data-tool=sound]').click();
  await myMove(page);
  await clickMove(page, 'd3', 'd4');
  await waitMoves(page, 4);
  assert.deepEqual(await heard(page), []);
  await page.reload();
  assert.equal(await page.locator('[data-tool=sound]').getAttribute('aria-pressed'), 'false', 'it is remembered');

  // Each file can be decoded, is small, and is no silence.
  const files = await page.evaluate(async () => {
    const source = document.querySelector('script[type=module][src*="game-page"]')?.getAttribute('src') ?? '';
    const base = new URL(source.replace(/(\/assets\/[^/]+\/).*/, '$1'), location.href);
    const script = await (await fetch(new URL('js/common/sound.js', base))).text();
    const games = ['klinzha', 'clouded-klinzha', 'grand-chess', 'kaleidochess'];
    const names = [...new Set(script.match(/[\w-]+\.(?:wav|mp3)/g)), ...games.map((game) => `victory-${game}.mp3`)];
    const context = new OfflineAudioContext(1, 22_050, 22_050);
    return Promise.all(names.map(async (name) => {
      const bytes = await (await fetch(new URL(`sounds/${name}`, base))).arrayBuffer();
      const size = bytes.byteLength;
      const buffer = await context.decodeAudioData(bytes);
      const peak = buffer.getChannelData(0).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      return { name, size, seconds: buffer.duration, peak };
    }));
  });
  assert.ok(files.length >= 18, `${files.length} files`);
  for (const { name, size, seconds, peak } of files)
    assert.ok(size <= 8192 && seconds > 0.1 && seconds < 2 && peak > 0.5 && peak <= 1, `${name}: ${size} bytes, ${seconds} s, ${peak}`);
});

story('a move can be typed', async ({ visit }) => {
  const page = await openGame(await visit(), AGAINST_COMPUTER);
  const field = page.getByRole('combobox', { name: t('typed-label') });
  await page.keyboard.press('/');
  await until('the field has the focus', () => field.evaluate((one) => one === document.activeElement));
  await page.keyboard.type('c');
  await page.getByRole('option').first().waitFor();
  assert.deepEqual(await inaccessible(page), []);
  await field.fill('c9');
  await page.keyboard.press('Enter');
  await page.locator('.typed-problem', { hasText: like('typed-expected') }).waitFor();
  assert.equal((await moves(page)).length, 0);
  await field.fill('c4');
  await page.keyboard.press('Enter');
  assert.equal((await waitMoves(page, 2))[0], 'c4');
  await waitSpoken(page, like('typed-sent'));
  await myMove(page);
  // The arrow keys choose a completion.
  await field.fill('d');
  await page.keyboard.press('ArrowDown');
  const chosen = await page.locator('[role=option][aria-selected=true] b').textContent();
  await page.keyboard.press('Enter');
  await waitMoves(page, 4);
  assert.ok((await state(page)).moves[2], chosen ?? '');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  assert.ok(await page.locator('[data-tool=type]').evaluate((one) => one === document.activeElement));

  const klinzha = await openGame(await visit(), { start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 });
  const { from, to } = await quietMove(klinzha);
  await klinzha.locator('[data-tool=type]').click();
  await klinzha.getByRole('combobox').fill(`${from.toLowerCase()} ${to.toLowerCase()}`);
  await klinzha.locator('.typed-bar button[type=submit]').click();
  await waitMoves(klinzha, 2);
});

story('how the board looks is chosen and remembered, for each game by itself', async ({ visit }) => {
  const visitor = await visit();
  const page = await openGame(visitor, AGAINST_COMPUTER);
  await page.getByText(t('prefs-title'), { exact: true }).click();
  const face = () => cell(page, 'a1').locator('path, polygon').first().evaluate((one) => getComputedStyle(one).fill);
  const [before, figures] = [await face(), await page.locator('game-board .piece text').count()];
  assert.equal(figures, 0);
  await page.locator('label:has([data-pref=board][value=slate])').click();
  assert.notEqual(await face(), before);
  await page.locator('label:has([data-pref=pieces][value=letters])').click();
  await until('letters', async () => await page.locator('game-board .piece text').count() === 40);
  await page.locator('[data-pref=coords]').selectOption('inside');
  assert.ok(await page.locator('game-board .label-on-light:visible').count() > 0);
  await page.locator('[data-pref=anim]').selectOption('off');
  await page.locator('[data-pref=large]').check();
  assert.deepEqual(await inaccessible(page), []);
  await page.reload();
  await until('letters again', async () => await page.locator('game-board .piece text').count() === 40);
  assert.equal(await page.locator('[data-pref=anim]').inputValue(), 'off');
  assert.equal(await page.locator('html').getAttribute('data-board'), 'slate');
  await clickMove(page, 'c3', 'c4');
  assert.equal(await page.locator('game-board .layer.pieces.moving').count(), 0);
  const other = await openGame(visitor, { start: { quick: 'north-west' }, opponent: { computer: 1 }, seat: 0 });
  assert.equal(await other.locator('html').getAttribute('data-board'), 'classic');
  assert.equal(await other.locator('[data-pref=anim]').inputValue(), 'off');
});

story('keys of the page, and the wheel over the board', async ({ visit }) => {
  const page = await openGame(await visit(), AGAINST_COMPUTER);
  await clickMove(page, 'c3', 'c4');
  await waitMoves(page, 2);
  await myMove(page);
  const turned = () => page.evaluate(() => document.querySelector('game-board').rotation);
  await page.keyboard.press('f');
  assert.equal(await turned(), 1);
  const help = page.locator('details.keys-help');
  await page.keyboard.press('?');
  await until('the help is open', () => help.evaluate((one) => one.open));
  await page.keyboard.press('?');
  assert.equal(await help.evaluate((one) => one.open), false);
  // Where text is written, they are letters.
  await page.keyboard.press('/');
  await page.getByRole('combobox').pressSequentially('f?');
  assert.equal(await page.getByRole('combobox').inputValue(), 'f?');
  assert.equal(await turned(), 1);
  await page.keyboard.press('Escape');

  const at = await middle(cell(page, 'e5'));
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -100);
  await waitStatus(page, 'status-past');
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  await page.mouse.wheel(0, 100);
  await waitStatus(page, 'status-your-move');
});

story('small things: the dragged piece lies on top, Tab enters on an own piece, an old position says so', async ({ visit }) => {
  const page = await openGame(await visit(), AGAINST_COMPUTER);
  const [start, end] = [await middle(cell(page, 'c3')), await middle(cell(page, 'c4'))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  assert.equal(await page.locator('game-board .layer.lifted .piece.dragged').count(), 1);
  assert.ok(await page.locator('game-board > svg').evaluate((drawing) => drawing.querySelector('.layer.lifted').compareDocumentPosition(drawing.querySelector('.layer.arrows')) & Node.DOCUMENT_POSITION_PRECEDING));
  await page.mouse.up();
  await waitMoves(page, 2);
  assert.equal(await page.locator('game-board .layer.lifted .piece').count(), 0);
  assert.equal(await pieces(page).count(), 40);
  await myMove(page);
  const stop = await page.locator('game-board .cell[tabindex="0"]').getAttribute('aria-label');
  assert.match(stop ?? '', new RegExp(t('cell-movable')));
  await page.locator('[data-step=back]').click();
  await waitStatus(page, 'status-past');
  await cell(page, 'd3').click();
  await page.locator('.toast', { hasText: t('wait-past') }).waitFor();
  await button(page, 'past-back').click();
  await myMove(page);
});
