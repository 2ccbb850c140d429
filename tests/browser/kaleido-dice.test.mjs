// KaleidoChess with dice: throws are shown and announced, passes happen by themselves and are
// announced, and after the end everyone can verify every throw. Throws are random, so no test
// depends on a face.

import assert from 'node:assert/strict';
import { api, button, cell, clickMove, gameId, moves, openGame, spoken, state, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { simpleMove, makeSimpleMove, ONE_RAVEN, openTable, RAVENS_ONLY, sha256, sit, submit, throwFace, waitTurn } from './kaleido.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const side = (/** @type {string} */ key) => t(`side-${key}`);

/** The face that was thrown, according to the server. @param {Page} page */
async function faceNow(page) {
  const { scene } = await state(page);
  const notice = scene.notices.find((/** @type {any} */ one) => one.key === 'thrown');
  return Object.fromEntries(notice?.args ?? []);
}

/** Waits until the die rests with this face. @param {Page} page @param {string} face */
const waitFace = (page, face) => until(`the die shows ${face}`, async () =>
  await page.locator('.die').getAttribute('data-face') === face && await page.locator('.throw-now strong').count() === 1);

story('a throw is shown, named and said; only what it names may move', async ({ visit }) => {
  const me = await visit();
  const page = await openTable(me, { seats: ['you', 'you'], options: { dice: 'on' } });
  const { seat, face } = await faceNow(page);
  assert.equal(seat, '0');
  await waitFace(page, face);
  assert.equal(await page.locator('.die').getAttribute('aria-label'), t('die-shows', { face }));
  await page.locator('.throw-now').getByText(t('throw-now', { side: side('white'), face })).waitFor();
  await waitSpoken(page, new RegExp(t('throw-now', { side: side('white'), face })));
  const { scene } = await state(page);
  const named = scene.frame.pieces.filter((/** @type {any} */ piece) => piece.marks.includes('named'));
  assert.ok(named.length > 0);
  assert.equal(await page.locator('game-board .piece.mark-named').count(), named.length, 'the named pieces are marked');
  assert.match(await cell(page, named[0].cell).getAttribute('aria-label') ?? '', new RegExp(t('mark-named')));
  const others = scene.frame.pieces.find((/** @type {any} */ piece) => piece.side === 'white' && !piece.marks.includes('named'));
  if (others) assert.equal(await cell(page, others.cell).evaluate((one) => one.classList.contains('grab')), false);

  const { from, to, piece } = await makeSimpleMove(page);
  await waitTurn(page, 'black');
  assert.equal((await waitMoves(page, 1))[0], `${face}:${from}-${to}`);
  await waitSpoken(page, new RegExp(t('long-throw', { face, move: t('long-goes', { piece: t(`piece-kaleidochess-${piece}`), from, to }) })));
  const next = await faceNow(page);
  assert.equal(next.seat, '1');
  await waitFace(page, next.face);
  await until('the throws are listed', async () => await page.locator('.throw-log .throw').count() === 2);

  // A past ply shows its throw.
  await button(page, 'step-back').click();
  await until('no die before the first move', async () => !await page.locator('#die').isVisible());
  await button(page, 'step-forward').click();
  await waitFace(page, next.face);
  assert.equal(await button(page, 'takeback-ask').count(), 0, 'nobody takes a throw back');
});

for (const [how, options] of Object.entries({ 'with motion': {}, 'without motion': { reducedMotion: 'reduce' }, 'on a phone': PHONE })) {
  story(`passes happen by themselves, are seen one after the other and stay listed, ${how}`, async ({ visit }) => {
    const me = await visit(options);
    const page = await openTable(me, { seats: ['you', 'you', 'you'], start: { position: ONE_RAVEN }, options: { seats: '3', ...RAVENS_ONLY } });
    // Records the line about each throw.
    await page.evaluate(() => {
      globalThis.lines = [];
      const line = document.querySelector('.throw-now');
      if (line) new MutationObserver(() => globalThis.lines.push(line.className)).observe(line, { childList: true, attributes: true });
    });
    await waitTurn(page, 'white');
    const { scene } = await state(page);
    assert.ok(scene.choices.every((/** @type {any} */ choice) => choice.piece === 'V'));
    const { from, to } = await simpleMove(page);
    await clickMove(page, from, to);
    await waitMoves(page, 3);
    const [, red, black] = await moves(page);
    assert.match(`${red} ${black}`, /^[1-6]:-- [1-6]:--$/);
    const seen = () => page.evaluate(() => globalThis.lines.filter((/** @type {string} */ one) => one.includes('passed')).map((/** @type {string} */ one) => /side-(\w+)/.exec(one)?.[1]));
    await until('both passes were shown', async () => (await seen()).includes('black'));
    assert.equal((await seen())[0], 'red');
    await until('it is White\'s throw again', async () => /side-white/.test(await page.locator('.throw-now').getAttribute('class') ?? ''));
    assert.deepEqual(await page.locator('.throw-log .passed').evaluateAll((all) => all.map((one) => /side-(\w+)/.exec(one.className)?.[1])), ['red', 'black']);
    const said = (await spoken(page)).join(' ');
    for (const key of ['red', 'black']) assert.match(said, new RegExp(`${side(key)}: [1-6]: ${t('long-pass')}`));
    await waitTurn(page, 'white');
  });
}

story('the seed is told when the game is over, and every throw follows from it', async ({ visit }) => {
  const [one, two] = await Promise.all([visit(), visit()]);
  const a = await openTable(one, { seats: ['you', 'open'], options: { dice: 'on' } });
  const { dice: before } = await state(a);
  assert.match(before.commitment, /^[0-9a-f]{64}$/);
  const b = await two.open(new URL(a.url()).pathname);
  await sit(b, 'black');
  for (let i = 0; i < 6; i += 1) {
    const { scene, seat } = await state(a);
    const page = scene.to_act.includes(seat) ? a : b;
    const { text } = await simpleMove(page);
    await submit(page, { act: 'submit', text });
  }
  await a.getByText(t('fair-title'), { exact: true }).click();
  await a.locator('#dice-verify').getByText(before.commitment).waitFor();
  await a.locator('#dice-verify').getByText(t('fair-secret')).waitFor();
  await a.locator('#dice-verify').getByText(t('fair-added')).waitFor();
  const page = await a.content();
  await submit(b, { act: 'resign' });

  await a.locator('#end h2').waitFor();
  const { dice } = await state(a);
  assert.equal(dice.commitment, before.commitment);
  const [drawn, ...parts] = dice.seed.split('.');
  assert.equal(sha256(drawn), before.commitment);
  assert.ok(!page.includes(drawn), 'nobody saw it before');
  assert.deepEqual(parts, dice.parts);
  for (const part of parts) {
    assert.match(part, /^[0-9a-f]{16}$/);
    assert.ok(page.includes(part), 'the parts are shown to everybody');
  }
  const faces = (await moves(a)).map((text) => Number(text.split(':')[0]));
  assert.ok(faces.length >= 6);
  assert.deepEqual(faces, faces.map((_, i) => throwFace(dice.seed, i + 1)));
  for (const each of [a, b]) {
    await each.locator('#dice-verify .dice-verify-verdict.good').getByText(like('fair-agrees')).waitFor();
    assert.match(await each.locator('.dice-verify-shell').first().textContent() ?? '', new RegExp(`'${drawn}' \\| sha256sum`));
    assert.match(await each.locator('.dice-verify-shell').last().textContent() ?? '', new RegExp(`throw 1\\.0 ${dice.seed}.*sha256sum`));
    assert.equal(await each.locator('.dice-verify-shell [data-copy]').count(), 2);
    assert.ok(await each.locator('.dice-verify-shell').evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)), 'whole lines are seen');
  }

  // The record contains the seed, and its page verifies it, too.
  const text = await a.evaluate((id) => fetch(`/api/games/${id}/record`).then((answer) => answer.text()), new URL(a.url()).pathname.split('/').at(-1));
  assert.match(text, new RegExp(`seed: ${dice.seed}`));
  const reader = await two.open('/import');
  await reader.locator('textarea').fill(text);
  await button(reader, 'import-do').click();
  await reader.locator('#dice-verify .dice-verify-verdict.good').getByText(like('fair-follows')).waitFor();
  await button(reader, 'step-forward').click();
  await until('the first throw lies there', async () => await reader.locator('.die').getAttribute('data-face') === String(faces[0]));

  // A wrong part of the seed is detected at the first throw that differs.
  const forged = text.replace(/^(seed: .*)(.)$/m, (_, start, last) => `${start}${last === '0' ? '1' : '0'}`);
  assert.notEqual(forged, text);
  const liar = await two.open('/import');
  await liar.locator('textarea').fill(forged);
  await button(liar, 'import-do').click();
  await liar.locator('#dice-verify .dice-verify-verdict').waitFor({ state: 'attached' });
  await until('the check has ended', async () => await liar.locator('#dice-verify .dice-verify-verdict.wrong, #dice-verify .dice-verify-verdict.good').count() === 1);
  const wrong = faces.some((face, i) => face !== throwFace(forged.match(/seed: (\S+)/)?.[1] ?? '', i + 1));
  assert.equal(await liar.locator('#dice-verify .dice-verify-verdict.wrong').count(), wrong ? 1 : 0);
});

story('a throw that somebody takes along who leaves is no fault of the dice', async ({ visit }) => {
  const me = await visit();
  const page = await openTable(me, { seats: ['you', 'you', 'you'], options: { seats: '3', dice: 'on' } });
  const move = async () => submit(page, { act: 'submit', text: (await simpleMove(page)).text });
  await move();
  const { scene } = await state(page);
  // The player to move has a throw, which is lost when they leave.
  await submit(page, { act: 'resign', seat: scene.to_act[0] });
  for (let i = 0; i < 4; i += 1) await move();
  const { scene: now } = await state(page);
  await submit(page, { act: 'resign', seat: now.to_act[0] });
  await page.locator('#dice-verify .dice-verify-verdict.good').getByText(like('fair-agrees')).waitFor();
  const { dice } = await state(page);
  const played = (await moves(page)).length;
  assert.equal(dice.throws, played + 2, 'two throws were taken along');
  await page.locator('#dice-verify .dice-verify-verdict').getByText(t('fair-unused', { count: 2 })).waitFor();
  await page.locator('#dice-verify').getByText(t('fair-throws-all'), { exact: true }).waitFor();
  // After the end, the last throw is told in the past tense.
  await page.locator('.throw-now').getByText(like('throw-now-then')).waitFor();
  assert.equal(await page.locator('.throw-now').getByText(like('throw-now')).count(), 0);
  const text = await page.evaluate((id) => fetch(`/api/games/${id}/record`).then((answer) => answer.text()), new URL(page.url()).pathname.split('/').at(-1));
  const reader = await me.open('/import');
  await reader.locator('textarea').fill(text);
  await button(reader, 'import-do').click();
  await reader.locator('#dice-verify .dice-verify-verdict.good').getByText(like('fair-follows')).waitFor();
});

/** A game of two players, of whom the other has no page that could add to the dice seed. */
async function waitingTable({ visit }) {
  const [one, two] = await Promise.all([visit(), visit()]);
  const page = await openTable(one, { seats: ['you', 'open'], options: { dice: 'on' } });
  const other = await two.open('/');
  await api(other, `/api/games/${gameId(page)}/join`, {});
  return { page, other, two };
}

story('the page says for whose part the dice wait', async (stage) => {
  const { page, other, two } = await waitingTable(stage);
  const { players, dice } = await state(page);
  const name = t('player-guest', { name: players[1].guest });
  await waitStatus(page, 'status-dice-awaits', { names: name });
  await page.getByText(t('fair-title'), { exact: true }).click();
  await page.locator('#dice-verify').getByText(t('fair-awaits', { names: name })).waitFor();
  assert.deepEqual([dice.awaits, dice.throws], [[1], 0]);
  assert.equal(await page.locator('#throws .throw').count(), 0, 'nothing is thrown');
  await page.reload();
  await waitStatus(page, 'status-dice-awaits', { names: name });
  assert.deepEqual((await state(page)).dice.parts, dice.parts, 'a part is given once');
  await other.close();
  await two.open(new URL(page.url()).pathname);
  await until('the first throw', async () => (await state(page)).dice.throws === 1);
  await waitFace(page, (await faceNow(page)).face);
});

story('a part that could not be given is given again, and it is the same', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/503/);
  /** @type {string[]} */
  const sent = [];
  await me.context.route('**/api/games/*/dice', (route) => {
    sent.push(route.request().postDataJSON().part);
    return sent.length > 2 ? route.continue() : route.fulfill({ status: 503, json: { error: { code: 'store-failed', args: {}, message: '' } } });
  });
  const page = await me.open('/');
  const { id } = await api(page, '/api/games', { game: 'kaleidochess', seats: ['you', 'you'], options: { dice: 'on' } });
  await page.goto(new URL(`/g/${id}`, page.url()).href);
  await waitStatus(page, 'status-dice-own');
  // Also if the page is reloaded meanwhile.
  await page.reload();
  await until('the first throw', async () => (await state(page)).dice.throws === 1);
  assert.ok(sent.length > 2 && new Set(sent).size === 1, String(sent));
  assert.deepEqual((await state(page)).dice.parts, [sent[0], null]);
});

for (const [what, key] of Object.entries({ part: 'fair-own-part-missing', parts: 'fair-wrong-parts', commitment: 'fair-other-print' })) {
  story(`a server that tells of another ${what} than before is found out`, async ({ visit }) => {
    const me = await visit();
    const page = await openTable(me, { seats: ['you', 'you'], options: { dice: 'on' } });
    await page.routeWebSocket(/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(String(text));
        const { dice } = message.state ?? message;
        if (dice?.seed) {
          const [drawn, part] = dice.seed.split('.');
          if (what === 'commitment') Object.assign(dice, { commitment: sha256('other'), seed: `other.${part}` });
          if (what === 'part') Object.assign(dice, { parts: ['other', null], seed: `${drawn}.other` });
          if (what === 'parts') dice.seed = `${drawn}.other`;
        }
        socket.send(JSON.stringify(message));
      });
    });
    await page.reload();
    await waitTurn(page, 'white');
    await submit(page, { act: 'resign' });
    await page.locator('#dice-verify .dice-verify-verdict.wrong').getByText(t(key)).waitFor();
    assert.equal(await page.locator('#dice-verify .dice-verify-verdict.good').count(), 0);
  });
}

story('the cast of Klin Zha takes a part of each player, too', async ({ visit }) => {
  const page = await openGame(await visit(), { opponent: 'hot-seat' });
  await button(page, 'button-cast').click();
  await until('a cast', async () => (await state(page)).dice.throws > 0);
  const { dice: { parts } } = await state(page);
  assert.match(String(parts[0]), /^[0-9a-f]{16}$/);
  await submit(page, { act: 'resign' });
  await page.locator('#dice-verify .dice-verify-verdict.good').getByText(like('fair-only-print')).waitFor();
  const { dice } = await state(page);
  assert.deepEqual(dice.seed.split('.').slice(1), [parts[0]]);
});
