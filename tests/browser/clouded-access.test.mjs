// Clouded Klin Zha on a phone, by keyboard and with a screen reader; and its setup.

import assert from 'node:assert/strict';
import { api, button, cell, choose, dismissRefusal, gameId, goThroughSetup, middle, moves, openGame, pieces, sitDown, spoken, state, waitMoves } from './board.mjs';
import { log, manyPaths, moveAll, PLIES, table, drawnPath } from './clouded.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Locator, Page } from 'playwright-core' */

useBrowser();

story('on a phone, one finger sees a path, names one, and writes notes', async ({ visit }) => {
  const { a } = await table(visit, { options: PHONE });
  await a.bringToFront();
  const { choice, paths } = await manyPaths(a);

  // Dragging a warrior over a destination shows the path.
  const hand = await a.context().newCDPSession(a);
  const touch = (type, points) => hand.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [from, to] = [await middle(cell(a, 'E37')), await middle(cell(a, choice.to))];
  await touch('touchStart', [from]);
  for (let i = 1; i <= 6; i += 1) await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }]);
  await drawnPath(a).waitFor();
  await touch('touchMove', [from]);
  await touch('touchEnd', []);
  await hand.detach();
  assert.deepEqual(await moves(a), []);

  await a.locator('[data-act=notes-write]').tap();
  await a.locator('[data-note="B"]').tap();
  await cell(a, 'I33').tap();
  await a.locator('[data-note-at="I33"]').waitFor();
  const [board, tools] = [await a.locator('game-board').boundingBox(), await a.locator('#notepad .note-tools').boundingBox()];
  assert.ok(tools.y >= board.y + board.height, 'the slips do not cover the board');
  assert.ok(tools.y + tools.height <= PHONE.viewport.height, 'and are in view with it');
  await a.locator('[data-act=notes-write]').tap();

  await a.locator('[data-act=ask-path]').tap();
  await cell(a, 'E37').tap();
  await cell(a, choice.to).tap();
  await a.locator('.path-choice').nth(paths.length).tap();
  await a.locator('[data-act=path-go]').tap();
  assert.deepEqual(await waitMoves(a, 1), [`${choice.text} (${paths.at(-1).join(' ')})`]);
});

story('keys alone choose a path, write notes and go through the log', async ({ visit }) => {
  const { a, b } = await table(visit);
  await a.bringToFront();
  const press = (...keys) => keys.reduce((done, key) => done.then(() => a.keyboard.press(key)), Promise.resolve());
  const { choice, paths } = await manyPaths(a);

  // The board is one tab stop; this test focuses cells directly.
  await cell(a, 'E37').focus();
  await press('Enter');
  await cell(a, choice.to).focus();
  await drawnPath(a).waitFor();
  await press('p');
  await a.locator('.path-choice input').first().waitFor();
  await until('the list has the focus', () => a.evaluate(() => document.activeElement?.getAttribute('name') === 'path'));
  await press('ArrowDown', 'ArrowDown');
  assert.ok(await a.locator('.path-choice input').nth(2).isChecked());
  await press('Enter');
  assert.deepEqual(await waitMoves(a, 1), [`${choice.text} (${paths[1].join(' ')})`]);
  assert.ok(await a.evaluate(() => document.activeElement?.closest('game-board') !== null), 'the focus is back on the board');
  await moveAll(b, 'I22', 'I12', [a]);
  // What goes as it was meant to is no news.
  assert.deepEqual(await log(a), []);
  await a.locator('[data-act=ask-path]').click();
  await moveAll(a, 'I11', 'I23', []);
  await until('the log is whole', async () => (await log(a)).length >= 1);

  await a.bringToFront();
  await a.locator('[data-act=notes-write]').focus();
  await press('Enter');
  await a.locator('[data-note="V"]').focus();
  await press('Enter');
  await cell(a, 'I22').focus();
  await press('Enter');
  await a.locator('[data-note-at="I22"]').waitFor();
  await press('Delete');
  await a.locator('[data-note-at="I22"]').waitFor({ state: 'detached' });
  await press('Escape');
  await button(a, 'notes-write').waitFor();

  await a.locator('.told-entry').first().focus();
  await press('Enter');
  await a.locator('.told-entry[aria-current]').waitFor();
});

story('announcements are spoken once, when they come', async ({ visit }) => {
  const { a, b, c } = await table(visit);
  for (const [i, [from, to]] of PLIES.entries()) await moveAll(i % 2 === 0 ? a : b, from, to, [a, b, c]);
  const said = (await spoken(a)).join('\n');
  const times = (text) => said.split(text).length - 1;
  for (const key of ['umpire-halted-piece', 'umpire-halted-field']) assert.equal(times(t(key).replace(/\.$/, '')), 1, key);
  const lost = t('umpire-lost', { cell: 'I12', piece: t('piece-klinzha-L') }).replace(/\.$/, '');
  assert.equal(times(lost), 1);
  for (const page of [b, c]) assert.ok(!(await spoken(page)).some((text) => like('umpire-lost').test(text) || text.includes(t('umpire-halted-piece'))));
  await a.reload();
  await a.locator('.told-entry').nth(2).waitFor();
  assert.ok(!(await spoken(a)).some((text) => text.includes(lost)), 'old news is not read again');
});

story('sounds tell no more than the announcements', async ({ visit }) => {
  const { a, b, c } = await table(visit, { options: {} });
  for (const page of [a, b, c]) {
    await page.evaluate(() => {
      globalThis.heard = [];
      addEventListener('sound-played', ({ detail }) => globalThis.heard.push(detail));
    });
    // Sounds come after a gesture.
    await page.bringToFront();
    await page.keyboard.press('Escape');
  }
  const hears = async (/** @type {string[][]} */ expected, /** @type {string} */ what) => {
    for (const [i, page] of [a, b, c].entries()) {
      const wanted = expected[i]?.join();
      await until(`${what}: ${wanted}`, () => page.evaluate((wanted) => globalThis.heard.join() === wanted, wanted));
      await page.evaluate(() => { globalThis.heard.length = 0; });
    }
  };
  await moveAll(a, ...PLIES[0], [a, b, c]);
  await hears([['move', 'halt'], ['move'], ['move']], 'a halt is heard by the mover alone');
  await moveAll(b, ...PLIES[1], [a, b, c]);
  await hears([['loss'], ['move', 'capture'], ['capture']], 'a loss by the loser, a capture by who captured');
  await moveAll(a, ...PLIES[2], [a, b, c]);
  await hears([['move', 'halt'], ['move'], ['move']], 'the same again');
});

story('setting up blind: nothing of the other is seen, and a zone that is not seen is refused in words', async ({ visit }) => {
  const [host, friend] = [await visit(), await visit()];
  const a = await openGame(host, { game: 'clouded-klinzha', options: { clouds: 'blind' }, opponent: 'open', seat: 0 });
  const b = await friend.open(new URL(a.url()).pathname);
  await sitDown(b);
  let placed = 0;
  const takeWith = (name) => async (page) => {
    const { scene } = await state(page);
    const area = scene.frame.areas.find((one) => one.kind === 'region' && one.cells.includes(name));
    await choose(page, 'take-region', area.of);
    await page.getByRole('button', { name: like('take-do') }).click();
  };
  /**
   * Places nine warriors, the Blockader first on one cell and, if that is refused at the end, on
   * the next.
   */
  const place = ([first, next]) => async (page) => {
    const put = async (text) => api(page, `/api/games/${gameId(page)}/acts`, { act: 'submit', text });
    await page.locator('.tray-item[data-kind="B"]').click();
    await cell(page, first).click();
    await until('the Blockader stands', async () => await pieces(page).count() === 1);
    for (const kind of ['Fl', 'Fl', 'S', 'V', 'V', 'V', 'L', 'Fe']) {
      const { scene } = await state(page);
      const free = scene.choices.find((choice) => choice.kind === 'place' && choice.piece === kind);
      assert.equal((await put(free.text)).error, undefined);
    }
    placed += 1;
    await button(page, 'button-done').click();
    if (next === undefined) return;
    // The umpire says so and changes nothing: only the Blockader is moved.
    await dismissRefusal(page, t('refusal-clouded-klinzha-zones-overlap', { to: first }));
    assert.equal(await pieces(page).count(), 9);
    assert.equal((await put(`shift ${first} ${next}`)).error, undefined);
    await button(page, 'button-done').click();
  };
  const first = { take: takeWith('F37'), place: place(['F37']) };
  const second = { take: takeWith('G36'), place: async (page) => {
    assert.equal(await pieces(page).count(), 0, 'nothing of the first placement is seen');
    const { scene } = await state(page);
    const own = scene.frame.areas.find(({ kind }) => kind === 'region').cells;
    await place(['G36', own.find((name) => /^I/.test(name))])(page);
  } };
  // The first player is thrown, so both know both steps.
  const plan = {
    take: (page) => (placed === 0 ? first : second).take(page),
    place: (page) => (placed === 0 ? first : second).place(page),
  };
  await goThroughSetup([{ page: a, plan }, { page: b, plan }]);
  for (const page of [a, b]) {
    assert.equal(await pieces(page).count(), 9, 'only the own warriors are seen');
    await page.locator('#told').waitFor();
  }
});
