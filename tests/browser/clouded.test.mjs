// Clouded Klin Zha with two players and a spectator: each sees only what it may, and gets its own
// reports from the umpire.

import assert from 'node:assert/strict';
import { api, button, cell, gameId, moves, openGame, pieces, spoken, state, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { CLOUDS, log, manyPaths, markers, moveAll, PLIES, table, waitLog, WANTED, drawnPath, recordSentData } from './clouded.mjs';
import { DESK, story, until, useBrowser } from './harness.mjs';
import { t } from './words.mjs';

useBrowser();

const ended = (cell) => t('umpire-ended', { cell });
const lancer = () => t('piece-klinzha-L');

story('halts and an unseen capture are told to whom they concern, and to nobody else', async ({ visit }) => {
  const { a, b, c } = await table(visit);
  const all = [a, b, c];
  // All see the clouds; only the owner sees a piece under them.
  for (const page of all) assert.ok(await page.locator('.layer.clouds path').count() > 0, 'clouds are drawn');
  assert.deepEqual([await pieces(a).count(), await pieces(b).count(), await pieces(c).count()], [6, 7, 4]);
  assert.match(await cell(a, 'H46').getAttribute('aria-label'), new RegExp(t('piece-unknown')));
  assert.match(await cell(b, 'I11').getAttribute('aria-label'), new RegExp(t('cell-cloud-under')));
  await c.getByText(t('onlooker-text')).waitFor();
  for (const page of [a, b]) assert.ok(!await page.getByText(t('onlooker-text')).isVisible());

  // Halted by a piece.
  await moveAll(a, ...PLIES[0], all);
  const first = `${ended('I12')} ${t('umpire-halted-piece')}`;
  await waitLog(a, [first]);
  await waitSpoken(a, new RegExp(t('umpire-halted-piece')));
  assert.equal(await a.locator('.hint-halt').count(), 1);
  assert.deepEqual([await log(b), await log(c)], [[], []]);
  assert.deepEqual(await moves(b), [t('ply-unseen')]);
  assert.deepEqual(await moves(c), [t('ply-unseen')]);
  await waitSpoken(b, new RegExp(t('say-unseen', { side: t('side-gold') })));

  // Captured by an unseen piece: the capturer learns the type, the owner does not learn by what,
  // spectators see only the lists.
  await moveAll(b, ...PLIES[1], all);
  await waitLog(b, [t('umpire-captured', { cell: 'I12', piece: lancer() })]);
  const lost = t('umpire-lost', { cell: 'I12', piece: lancer() });
  await waitLog(a, [first, lost]);
  await waitSpoken(a, new RegExp(lost.replace(/[.()]/g, '\\$&')));
  assert.deepEqual(await log(c), []);
  assert.deepEqual([await markers(a), await markers(b), await markers(c)], [['I12'], [], []]);
  assert.match(await cell(a, 'I12').getAttribute('aria-label'), new RegExp(t('cell-marker', { piece: lancer() })));
  assert.equal(await pieces(a).count(), 5, 'the killer is not seen');
  assert.equal((await moves(a)).at(-1), `${t('ply-unseen')} x L@I12`);
  assert.equal((await moves(c)).at(-1), `${t('ply-unseen')} x L`);
  for (const page of all) assert.equal(await page.locator('.card-1 .trophies li').count(), 1, 'the list of captures');
  const known = (text) => /I22|\bV@|Vanguard/.test(text);
  assert.ok(!(await spoken(a)).slice(-1).some(known), 'by whom is not said');

  // Halted by the zone before the Blockader.
  await moveAll(a, ...PLIES[2], all);
  await waitLog(a, [first, lost, `${ended('I44')} ${t('umpire-halted-field')}`]);
  assert.equal((await log(b)).length, 1);

  // A click on a report goes to its ply, and a reload shows the same.
  await a.locator('.told-entry').last().click();
  await a.getByText(t('past-text')).waitFor();
  assert.equal(await a.locator('.told-entry[aria-current]').textContent().then((text) => text.includes(first)), true);
  await a.reload();
  await waitLog(a, [first, lost, `${ended('I44')} ${t('umpire-halted-field')}`]);
  assert.deepEqual(await markers(a), ['I12']);
});

story('nothing of the other side comes over the wire', async ({ visit }) => {
  const { gold, watcher, a, b, c } = await table(visit);
  for (const one of [gold, watcher]) one.watch.expect(/403/);
  for (const [i, [from, to]] of PLIES.entries()) await moveAll(i % 2 === 0 ? a : b, from, to, [a, b, c]);
  // The Blockader on I33 and the Lancer on I99 are under clouds all the time.
  for (const page of [a, c]) {
    const all = JSON.stringify([await state(page), await api(page, `/api/games/${gameId(page)}/frames`)]);
    assert.ok(!all.includes('"cell":"I33"') && !all.includes('"cell":"I99"'), 'hidden cells');
    for (const what of ['seen=true', 'as=1', 'as=1&seen=true']) {
      const answer = await page.evaluate(async (path) => (await fetch(path)).text(), `/api/games/${gameId(page)}/record?${what}`);
      assert.ok(!answer.includes('I33') && !answer.includes('I99'), what);
    }
  }
  assert.ok(JSON.stringify(await state(b)).includes('"cell":"I33"'), 'its owner sees it');
});

story('a path is shown before a move, and may be named', async ({ visit }) => {
  const { a, b } = await table(visit);
  const { choice, paths } = await manyPaths(a);
  // Hovering over a destination draws the path of the choice.
  await cell(a, 'E37').click();
  await cell(a, choice.to).hover();
  await drawnPath(a).waitFor();
  assert.match(await a.locator('.path-hint').textContent(), new RegExp(choice.path.join(' – ')));
  await a.mouse.move(5, 5);
  await drawnPath(a).waitFor({ state: 'detached' });

  await a.locator('[data-act=ask-path]').click();
  await cell(a, choice.to).click();
  const options = a.locator('.path-choice');
  await options.nth(paths.length).waitFor();
  assert.equal(await options.count(), paths.length + 1);
  assert.equal(await a.locator('.way.other').count(), paths.length - 1);
  assert.deepEqual(await moves(a), [], 'nothing has been submitted yet');
  const last = paths.at(-1);
  await a.getByLabel(t('path-only', { path: last.join(' – ') }), { exact: true }).check();
  await a.locator('.way.named').waitFor();
  await a.locator('[data-act=path-go]').click();
  assert.equal((await waitMoves(a, 1))[0], `${choice.text} (${last.join(' ')})`);
  assert.equal(await options.first().isVisible(), false);
  await waitMoves(b, 1);
});

story('a path can be given up, and plain clicks name none', async ({ visit }) => {
  const { a } = await table(visit);
  const { choice } = await manyPaths(a);
  await a.locator('[data-act=ask-path]').click();
  await cell(a, 'E37').click();
  await cell(a, choice.to).click();
  await a.locator('.path-choice').first().waitFor();
  // Another tap on the destination selects the next path.
  await cell(a, choice.to).click();
  assert.ok(await a.locator('.path-choice input').nth(1).isChecked());
  await a.keyboard.press('Escape');
  await until('the question is gone', async () => !await a.locator('.path-form').isVisible());
  assert.equal(await cell(a, 'E37').getAttribute('aria-pressed'), 'false');
  await a.locator('[data-act=ask-path]').click();
  await cell(a, 'E37').click();
  await cell(a, choice.to).click();
  assert.deepEqual(await waitMoves(a, 1), [choice.text]);
});

story('notes stay in the browser, through a reload, and go nowhere', async ({ visit }) => {
  const { a } = await table(visit);
  const sent = recordSentData(a);
  await button(a, 'notes-write').click();
  const lay = async (note, name) => {
    await a.locator(`[data-note="${note}"]`).click();
    await cell(a, name).click();
    await a.locator(`[data-note-at="${name}"]`).waitFor();
  };
  await lay('B', 'I33');
  await lay('zone', 'I34');
  await lay('empty', 'H46');
  await lay('?', 'I99');
  await lay('V', 'E26');
  assert.deepEqual(sent, [], 'nothing was sent');
  // Contradicted notes fade: there is a piece on H46 and none on E26.
  for (const name of ['H46', 'E26']) assert.match(await a.locator(`[data-note-at="${name}"]`).getAttribute('class'), /faded/);
  assert.doesNotMatch(await a.locator('[data-note-at="I33"]').getAttribute('class'), /faded/);
  assert.match(await cell(a, 'I33').getAttribute('aria-label'), new RegExp(t('cell-note', { note: t('piece-klinzha-B') })));
  assert.equal(await a.locator('.cell.grab').count(), 0, 'while writing, nothing moves');
  await button(a, 'notes-done').click();
  assert.ok(await a.locator('.cell.grab').count() > 0);

  await a.reload();
  await a.locator('[data-note-at="I33"]').waitFor();
  assert.equal(await a.locator('[data-note-at]').count(), 5);
  await a.locator('[data-act=notes-show]').click();
  assert.equal(await a.locator('[data-note-at]').count(), 0, 'put aside');
  await a.locator('[data-act=notes-show]').click();
  // Moving with notes on the board: nothing that is sent contains them.
  await cell(a, 'A19').click();
  const { from, to } = (await state(a)).scene.choices.find((choice) => choice.from === 'E37');
  await cell(a, from).click();
  await cell(a, to).click();
  await waitMoves(a, 1);
  const talk = sent.filter((one) => !one.includes('/assets/')).join('\n');
  assert.ok(talk.includes('"text"'), 'the move did');
  assert.ok(!/notes|zone|"I33"/.test(talk), 'no note went over a wire');
  assert.equal(await a.evaluate(() => document.cookie.includes('note')), false);

  await button(a, 'notes-clear').click();
  await a.getByRole('dialog').getByRole('button', { name: t('notes-clear'), exact: true }).click();
  await until('no notes', async () => await a.locator('[data-note-at]').count() === 0);
  assert.equal(await a.evaluate(() => Object.keys(localStorage).some((key) => key.includes('notes'))), false);
});

story('after the end the truth stands between both views, and one control steps through all three', async ({ visit }) => {
  const { a, b, c } = await table(visit);
  const all = [a, b, c];
  for (const [i, [from, to]] of PLIES.entries()) await moveAll(i % 2 === 0 ? a : b, from, to, all);
  const own = a.getByRole('link', { name: t('download-own-record') });
  assert.match(await own.getAttribute('href'), /\/record$/);
  await b.bringToFront();
  await button(b, 'resign').click();
  await b.getByRole('dialog').getByRole('button', { name: t('resign-yes'), exact: true }).click();
  for (const page of all) {
    await page.locator('#end h2').waitFor();
    await page.locator('.seen-view game-board').nth(1).waitFor({ state: 'attached' });
    assert.equal(await page.locator('game-board').count(), 3);
    const [gold, green] = [page.locator('.seen-gold'), page.locator('.seen-green')];
    // One board at a time, as large as it was in play, with the result beside it.
    assert.ok(await page.locator('#board-area game-board').isVisible() && !await gold.isVisible());
    await page.locator('[data-tab=gold]').click();
    assert.ok(await gold.locator('game-board').isVisible() && !await page.locator('#board-area game-board').isVisible());
    await page.locator('[data-tab=truth]').click();
    const [box, end] = [await page.locator('#board-area game-board').boundingBox(), await page.locator('#end').boundingBox()];
    assert.ok(box && box.height > 0.7 * DESK.height, `the board stays large: ${box?.height}`);
    assert.ok(end && end.y < DESK.height / 3, `the result is above the fold: ${end?.y}`);
    const truth = page.locator('#board-area');
    const count = (where) => where.locator('.layer.pieces .piece:not(.going)').count();
    await page.locator('[data-step=first]').click();
    await until('the first boards', async () => JSON.stringify([await count(gold), await count(truth), await count(green)]) === '[6,9,7]');
    await page.locator('[data-step=forward]').click();
    assert.match(await gold.locator('.seen-told').textContent(), new RegExp(t('umpire-halted-piece')));
    assert.equal(await green.locator('.seen-told').textContent(), t('told-nothing-then'));
    await page.locator('[data-step=forward]').click();
    assert.match(await gold.locator('.seen-told').textContent(), new RegExp(t('umpire-lost', { cell: 'I12', piece: lancer() })));
    assert.match(await green.locator('.seen-told').textContent(), new RegExp(t('umpire-captured', { cell: 'I12', piece: lancer() })));
    assert.deepEqual(await moves(page), ['L@I11 I23 > I12 piece', 'V@I22 x L@I12', 'Fe@I45 I34 > I44 field']);
    assert.equal(await page.locator('#onlooker').isVisible(), false);
    const links = page.locator('#end .downloads:not(.animation) a');
    assert.equal(await links.count(), 5);
    const records = await page.evaluate(async (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).text())),
      await links.evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('href'))));
    assert.ok(records[0].includes('> I12 piece') && !records[0].includes('as: '));
    assert.ok(records[1].includes('as: gold') && records[2].includes('as: green'));
  }
});

story('imported records: the umpire\'s whole, and what one player saw', async ({ visit }) => {
  const { a, b } = await table(visit);
  for (const [i, [from, to]] of PLIES.entries()) await moveAll(i % 2 === 0 ? a : b, from, to, [a, b]);
  const id = gameId(a);
  const own = await a.evaluate(async (path) => (await fetch(path)).text(), `/api/games/${id}/record`);
  await b.bringToFront();
  await button(b, 'resign').click();
  await b.getByRole('dialog').getByRole('button', { name: t('resign-yes'), exact: true }).click();
  await a.locator('#end h2').waitFor();
  const full = await a.evaluate(async (path) => (await fetch(path)).text(), `/api/games/${id}/record`);
  for (const [text, shown, note] of [[own, 6, 'record-as-gold'], [full, 9, null]]) {
    const imported = await a.evaluate(async (text) => (await fetch('/api/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })).json(), text);
    assert.ok(imported.id, JSON.stringify(imported));
    await a.goto(new URL(`/r/${imported.id}`, a.url()).href);
    await waitMoves(a, 3);
    assert.equal(await pieces(a).count(), shown);
    assert.ok(await a.locator('.layer.clouds path').count() > 0);
    if (note) await a.getByText(t('record-as', { side: t('side-gold') })).waitFor();
    assert.equal(await a.locator('[data-tool=edit]').isVisible(), note === null, 'a view is no position');
  }
});

story('clouds drift before the next move, with an arrow, and it is said where to', async ({ visit }) => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const visitor = await visit({ reducedMotion });
    const other = await visit({ reducedMotion });
    const a = await openGame(visitor, { ...WANTED, options: { clouds: CLOUDS, drift: '1,2,6' } });
    const b = await other.open(new URL(a.url()).pathname);
    await b.locator('[data-act=join]').click();
    await waitStatus(a, 'status-your-move');
    await b.locator('#status:not(:empty)').waitFor();
    await moveAll(a, ...PLIES[0], [a, b]);
    await moveAll(b, ...PLIES[1], [a, b]);
    const text = t('umpire-drift', { steps: 2, direction: t('direction-north-east') });
    for (const page of [a, b]) {
      await page.locator('#drift', { hasText: text }).waitFor();
      await waitSpoken(page, new RegExp(text.replace('.', '\\.')));
      assert.match((await log(page)).at(-1), new RegExp(text.replace('.', '\\.')));
      assert.equal(await page.locator('.drift-arrow').count(), 1);
    }
    assert.doesNotMatch(await cell(a, 'H12').getAttribute('aria-label'), new RegExp(t('cell-cloud-edge')), 'the clouds have gone');
    await moveAll(a, 'E37', (await state(a)).scene.choices.find(({ from }) => from === 'E37').to, [a, b]);
    await until('the notice is gone', async () => !await a.locator('#drift').isVisible());
  }
});
