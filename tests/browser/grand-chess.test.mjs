// Grand Chess on the page: two players, promotion, draw claims, immobilized pieces, special
// captures.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { button, cell, clickMove, gameId, hasText, moves, state, targets, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import {
  CHECK, friends, HELD, item, MATE, move, myMove, named, openGrandChess, position, promotion, READY, signs, SPECIAL, waitWords,
  words,
} from './grand-chess.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { t } from './words.mjs';

useBrowser();

story('two friends play a classic game to mate', async ({ visit }) => {
  const { white, black } = await friends(visit);
  await myMove(white);
  for (const [i, [from, to, san]] of MATE.entries()) {
    const [page, other] = i % 2 === 0 ? [white, black] : [black, white];
    assert.equal(await move(page, [other], from, to), san);
  }
  await white.getByRole('heading', { name: t('end-victory') }).waitFor();
  await black.getByRole('heading', { name: t('end-defeat') }).waitFor();
  for (const page of [white, black]) {
    await hasText(page, 'reason-checkmate', { loser: t('side-black') });
    assert.equal(await page.locator('game-board .state-check').count(), 1, 'the mated king is marked');
    assert.equal(await page.locator('.announcement').count(), 0, 'these are the words of another game');
  }
  await waitSpoken(black, new RegExp(`${named('A')}.*h9.*g8.*${t('say-takes', { piece: named('P') })}`));
  assert.deepEqual((await white.locator('.card-0 .trophies .sr-only').allTextContents()).map((name) => name.trim()).sort(),
    [named('B'), named('N'), named('P')].sort());
  assert.equal(await white.locator('.card-1 .pool-list li').count(), 2, 'what was taken may come back');

  const [download] = await Promise.all([white.waitForEvent('download'), white.getByRole('link', { name: 'PGN' }).click()]);
  assert.equal(download.suggestedFilename(), `grand-chess-${gameId(white)}.pgn`);
  const pgn = await readFile(await download.path(), 'utf8');
  assert.match(pgn, /\[Variant "Grand Chess"\]/);
  assert.match(pgn, /8\. Axg8# 1-0/);

  await button(white, 'step-first').click();
  await waitWords(white, 'g2', named('A'));
  await white.locator('.move-slider').fill('5');
  await waitWords(white, 'f4', named('A'));
  await button(white, 'past-back').click();
  await waitWords(white, 'g8', named('A'));

  const before = gameId(white);
  await button(white, 'rematch').click();
  await button(black, 'rematch-accept').click();
  await black.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(before));
  await myMove(black);
});

story('Black looks from its own side, and the board turns', async ({ visit }) => {
  const { white, black } = await friends(visit);
  const height = async (page, name) => (await cell(page, name).boundingBox()).y;
  assert.ok(await height(white, 'a1') > await height(white, 'a10'));
  await until('Black sees its side below', async () => await height(black, 'a1') < await height(black, 'a10'));
  const card = async (page, i) => (await page.locator(`#card-${i}`).boundingBox()).y;
  assert.ok(await card(white, 0) > await card(white, 1), 'White sits below');
  assert.ok(await card(black, 0) < await card(black, 1), 'Black sits below');
  await button(black, 'tool-turn').click();
  await until('the board is turned', async () => await height(black, 'a1') > await height(black, 'a10'));
  assert.ok(await card(black, 0) > await card(black, 1));
  await black.reload();
  await waitStatus(black, 'status-move', { side: t('side-white') });
  assert.ok(await height(black, 'a1') > await height(black, 'a10'), 'it lies as it lay');

  const watcher = await (await visit()).open(new URL(white.url()).pathname);
  await waitStatus(watcher, 'status-move', { side: t('side-white') });
  assert.ok(await height(watcher, 'a1') > await height(watcher, 'a10'));
  assert.equal(await watcher.locator('game-board .cell.grab, #actions button, #offers button').count(), 0, 'who looks on only looks');
  await move(white, [black, watcher], 'e3', 'e5');
});

story('a pawn becomes what was taken, stays what it is, or must become something', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: READY } });
  await myMove(white);
  await clickMove(white, 'g8', 'g9');
  const first = promotion(white, 'g9');
  await first.waitFor();
  assert.equal(await item(first, 'Q').count(), 1);
  assert.equal(await item(first, 'Gr').count(), 0, 'no Grasshopper was taken');
  assert.equal(await item(first, 'R').locator('.picker-note').textContent(), '×2');
  await button(white, 'dialog-cancel').click();
  await first.waitFor({ state: 'detached' });
  // A double click on the destination: the second click neither chooses nor closes.
  await cell(white, 'g8').click();
  await cell(white, 'g9').dblclick();
  await first.waitFor();
  await white.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  assert.deepEqual(await moves(white), []);
  await clickMove(white, 'g8', 'g9');
  await first.getByRole('button', { name: t('promotion-stay', { piece: named('P') }) }).click();
  assert.deepEqual(await waitMoves(white, 1), ['g9']);
  const [file] = await Promise.all([white.waitForEvent('download'), white.locator('#take-home').getByRole('link', { name: 'PGN' }).click()]);
  assert.match(await readFile(await file.path(), 'utf8'), /1\. g9 \*/, 'a game that goes on can be taken home');
  await waitWords(black, 'g9', named('P'));

  await move(black, [white], 'e9', 'e8');
  await clickMove(white, 'c9', 'c10');
  const second = promotion(white, 'c10');
  await second.waitFor();
  assert.equal(await second.getByRole('button', { name: t('promotion-stay', { piece: named('P') }) }).count(), 0);
  await item(second, 'C').dblclick();
  assert.equal((await waitMoves(white, 3)).at(-1), 'c10=C');
  assert.equal(await white.locator('.toast.refusal').count(), 0, 'the second click of two is for nothing below');
  await waitWords(black, 'c10', named('C'));
  await waitSpoken(black, new RegExp(t('say-becomes', { piece: named('C') })));
  assert.equal(await white.locator('.card-0 .pool-list').getByText(named('C')).count(), 0, 'it has left the pool');
});

story('a pawn becomes what stood in the first array', async ({ visit }) => {
  const start = { position: READY.replace('w - - 0 1', 'w - - 0 1 init=Gr,Q') };
  const { white, black } = await friends(visit, { start, options: { promotion: 'initial' } });
  await clickMove(white, 'c9', 'c10');
  const dialog = promotion(white, 'c10');
  await dialog.waitFor();
  assert.deepEqual(await dialog.locator('.picker-item').evaluateAll((all) => all.map((one) => one.dataset.kind)), ['Q', 'Gr']);
  await item(dialog, 'Gr').click();
  assert.deepEqual(await waitMoves(white, 1), ['c10=Gr']);
  await waitWords(black, 'c10', named('Gr'));
  assert.equal(await white.locator('.pool').count(), 0, 'there are no pools at this table');
});

story('a pawn becomes any of 79 pieces, found by its name', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: READY }, options: { promotion: 'all' } });
  await clickMove(white, 'c9', 'c10');
  const dialog = promotion(white, 'c10');
  await dialog.waitFor();
  assert.equal(await dialog.locator('.picker-item').count(), 79);
  await dialog.getByRole('searchbox').fill(named('Wm').slice(1, 5));
  await until('few are left', async () => await dialog.locator('.picker-item:visible').count() < 5);
  await item(dialog, 'Wm').click();
  assert.deepEqual(await waitMoves(white, 1), ['c10=Wm']);
  await waitWords(black, 'c10', named('Wm'));
});

story('a draw by repetition can be claimed when the position is there for the third time', async ({ visit }) => {
  const { white, black } = await friends(visit);
  const claim = (page) => page.getByRole('button', { name: t('claim-do'), exact: true });
  for (let round = 0; round < 2; round += 1) {
    await move(white, [black], 'b2', 'c4');
    await move(black, [white], 'b9', 'c7');
    await move(white, [black], 'c4', 'b2');
    assert.equal(await claim(white).count() + await claim(black).count(), 0);
    await move(black, [white], 'c7', 'b9');
  }
  await white.getByText(t('claim-threefold'), { exact: true }).waitFor();
  assert.equal(await claim(black).count(), 0, 'only the side to move may claim');
  await claim(white).click();
  for (const page of [white, black]) {
    await page.getByRole('heading', { name: t('end-draw') }).waitFor();
    await hasText(page, 'reason-threefold');
  }
});

story('frozen and locked pieces are shown whatever is switched off, and say why they stay', async ({ visit }) => {
  const { white } = await friends(visit, { start: { position: HELD } });
  await myMove(white);
  for (const [name, kind, mark] of [['e5', 'N', 'frozen'], ['g5', 'Q', 'frozen'], ['a3', 'Gr', 'locked'], ['d3', 'Nr', 'locked']]) {
    const said = await words(white, name);
    for (const part of [t('side-white'), named(kind), t(`mark-${mark}`)]) assert.ok(said.includes(part), `${said}: ${part}`);
  }
  await white.getByText(t('prefs-title'), { exact: true }).click();
  for (const pref of ['help', 'colours', 'zones']) await white.locator(`[data-pref=${pref}]`).uncheck();
  await cell(white, 'c2').click();
  await targets(white).first().waitFor();
  assert.equal(await white.locator('game-board .sign:visible').count(), 0, 'the signs are off');
  assert.equal(await white.locator('game-board .can-move:visible').count(), 0, 'the colours are off');
  assert.equal(await white.locator('game-board .plate:visible').count(), 0, 'the zones are off');
  assert.equal(await white.locator('game-board .state-frozen:visible').count(), 2);
  assert.equal(await white.locator('game-board .state-locked:visible').count(), 2);
  assert.equal(await white.locator('game-board .piece.mark-frozen .badge:visible').count(), 2);
  await cell(white, 'c2').click();
  await cell(white, 'g5').click();
  await white.locator('.toast', { hasText: t('mark-frozen') }).waitFor();
  await cell(white, 'a3').click();
  await white.locator('.toast', { hasText: t('mark-locked') }).waitFor();

  await white.reload();
  await myMove(white);
  await white.locator('.board-area.no-help.no-colours.no-zones').waitFor();
  await white.getByText(t('prefs-title'), { exact: true }).click();
  const width = async () => (await white.locator('game-board').boundingBox()).width;
  const before = await width();
  await white.locator('[data-pref=size]').fill('60');
  await until('the board is smaller', async () => await width() < before * 0.75);
});

story('special captures are told apart before and after the move', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: SPECIAL } });
  await cell(white, 'd6').click();
  await signs(white, 'hit').waitFor();
  assert.ok((await words(white, 'f7')).includes(t('cell-hits', { cells: 'h8' })), await words(white, 'f7'));
  assert.equal(await white.locator('game-board .cell-victim').count(), 1);
  await cell(white, 'f7').hover();
  await white.locator('game-board .cell-victim.sure').waitFor();
  await cell(white, 'd6').click();

  await cell(white, 'g3').click();
  await signs(white, 'convert').waitFor();
  assert.ok((await words(white, 'h3')).includes(t('cell-convert')));
  await cell(white, 'h3').click();
  assert.deepEqual(await waitMoves(white, 1), ['Di~h3']);
  await waitWords(black, 'h3', t('cell-piece', { side: t('side-white'), piece: named('N') }));
  await waitSpoken(black, new RegExp(t('say-converts', { piece: named('N') })));

  await move(black, [white], 'e10', 'e9');
  assert.equal(await move(white, [black], 'd6', 'f7'), 'Arxf7*h8+');
  await waitSpoken(black, new RegExp(t('say-hits', { piece: named('R'), cell: 'h8' })));
  await move(black, [white], 'e9', 'e10');
  assert.equal(await move(white, [black], 'b6', 'a6'), 'Wia6*c6');
});

story('check is said and marked, and a move that does not end it is refused in words', async ({ visit }) => {
  const { white, black } = await friends(visit, { start: { position: CHECK } });
  await waitStatus(white, 'status-your-move-check');
  await waitStatus(black, 'status-move-check', { side: t('side-white') });
  assert.equal(await white.locator('game-board .state-check').count(), 1);
  assert.ok((await words(white, 'e1')).includes(t('mark-check')));
  await cell(white, 'e1').click();
  await cell(white, 'e2').click();
  await white.locator('.toast.refusal', { hasText: t('refusal-illegal-check', { from: 'e1', to: 'e2' }) }).waitFor();
  assert.deepEqual(await moves(white), []);
});

story('a game against the computer, and the table says how it began', async ({ visit }) => {
  const me = await visit();
  const options = { setup: 'random', extra: '7', seed: '42', promotion: 'all' };
  const page = await openGrandChess(me, { opponent: { computer: 2 }, seat: 0, options });
  await myMove(page);
  await page.getByText(t('table-title'), { exact: true }).click();
  const table = page.locator('.table-info');
  for (const said of [t('table-setup-random'), t('table-promotion-all'), '42']) await table.getByText(said, { exact: true }).waitFor();
  assert.equal(await table.locator('[data-copy]').getAttribute('data-copy'), '42');
  const { scene } = await state(page);
  const [first] = scene.choices;
  await clickMove(page, first.from, first.to);
  await waitMoves(page, 2);
  await button(page, 'takeback-ask').click();
  await waitMoves(page, 0);
  assert.match(await position(page), / w - - 0 1/);
});
