// A move is confirmed before it is sent: by clicks, by keys alone, on a phone, with a promotion and
// with a named path.

import assert from 'node:assert/strict';
import { button, call, cell, clickMove, createGame, goThroughSetup, moves, openGame, quietMove, sitDown, state, waitMoves, waitSpoken } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide } from './page-checks.mjs';
import { like, t } from './words.mjs';
import { manyPaths, WANTED as CLOUDED } from './clouded.mjs';
import { READY } from './grand-chess.mjs';
import { RAVEN_EACH } from './kaleido.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** @param {Page} page */
const bar = (page) => page.getByRole('group', { name: t('confirm-label') });

/** The texts of the acts that a page sends. @param {Page} page */
function sentBy(page) {
  /** @type {string[]} */
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => {
    const { act } = JSON.parse(String(payload));
    if (act?.act === 'submit') sent.push(act.text);
  }));
  return sent;
}

/** Two people play without clocks; the first one's page, which confirms moves. */
async function friends(visit, options = {}, wanted = {}) {
  const [one, two] = [await visit({ ...options, confirms: true }), await visit()];
  const id = await createGame(one, { start: { quick: 'north-west' }, opponent: 'open', seat: 0, ...wanted });
  await call(two, `/api/games/${id}/join`, {});
  const page = await one.open('/rules/klinzha');
  const sent = sentBy(page);
  await page.goto(`${one.base}/g/${id}`);
  await page.locator('#status.mine').waitFor();
  return { page, sent, one, two, id };
}

/** Where the piece that was on a cell is drawn now. @param {Page} page */
const drawnAt = (page) => page.evaluate(() => [...document.querySelectorAll('game-board .layer.pieces .piece')].map((one) => one.style.transform).sort().join(' '));

for (const [size, options] of [['desk', {}], ['phone', PHONE]]) {
  story(`a move is sent only when it is confirmed, at ${size} size`, async ({ visit }) => {
    const { page, sent } = await friends(visit, options);
    const { text, from, to } = await quietMove(page);
    const before = await drawnAt(page);
    await clickMove(page, from, to);
    await bar(page).waitFor();
    assert.deepEqual(sent, [], 'nothing is sent before');
    assert.notEqual(await drawnAt(page), before, 'the piece stands on its destination');
    assert.deepEqual(await inaccessible(page), []);
    assert.deepEqual(await tooWide(page), []);
    if (size === 'phone') {
      const box = await button(page, 'confirm-send').boundingBox();
      assert.ok(box && box.height >= 48 && box.y + box.height <= 844 && box.y > 600, `a thumb reaches it: ${JSON.stringify(box)}`);
    }
    await button(page, 'confirm-back').click();
    await bar(page).waitFor({ state: 'hidden' });
    await until('the piece is back', async () => await drawnAt(page) === before);

    // Another destination takes the place of the first one; the same one changes nothing.
    const { scene } = await state(page);
    const other = scene.choices.find((choice) => choice.from === from && choice.to !== to && !choice.danger && !choice.captures && !choice.variant);
    await clickMove(page, from, other.to);
    await bar(page).getByText(other.to).waitFor();
    await cell(page, to).click();
    await bar(page).getByText(to).waitFor();
    await cell(page, to).click();
    assert.deepEqual(sent, []);
    await button(page, 'confirm-send').click();
    assert.deepEqual(await waitMoves(page, 1), [text]);
    assert.deepEqual(sent, [text]);
    await bar(page).waitFor({ state: 'hidden' });
  });
}

story('a move is confirmed by keys alone', async ({ visit }) => {
  const { page, sent } = await friends(visit);
  const { text, from, to } = await quietMove(page);
  const go = async () => {
    await cell(page, from).focus();
    await page.keyboard.press('Enter');
    await cell(page, to).focus();
    await page.keyboard.press('Enter');
    await bar(page).waitFor();
  };
  await go();
  await waitSpoken(page, like('confirm-say'));
  await until('the focus is in the bar', () => button(page, 'confirm-send').evaluate((one) => one === document.activeElement));
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'hidden' });
  await until('the focus is back on the board', () => cell(page, from).evaluate((one) => one === document.activeElement));
  assert.deepEqual(sent, []);
  await go();
  await page.keyboard.press('Enter');
  assert.deepEqual(await waitMoves(page, 1), [text]);
  assert.deepEqual(sent, [text]);
});

story('the mouse chooses, and Enter sends', async ({ visit }) => {
  const { page, sent } = await friends(visit);
  const { text, from, to } = await quietMove(page);
  await clickMove(page, from, to);
  await bar(page).waitFor();
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'hidden' });
  await clickMove(page, from, to);
  await bar(page).waitFor();
  await page.keyboard.press('Enter');
  assert.deepEqual(await waitMoves(page, 1), [text]);
  assert.deepEqual(sent, [text]);
});

story('the reader chooses when moves are confirmed', async ({ visit }) => {
  const visitor = await visit({ confirms: true });
  // In Klin Zha the computer may attack the Goal, and then no move is quiet.
  const against = { game: 'grand-chess', opponent: { computer: 1 }, seat: 0 };
  const page = await openGame(visitor, against);
  const { from, to } = await quietMove(page);
  await clickMove(page, from, to);
  await waitMoves(page, 2);
  assert.equal(await bar(page).isVisible(), false, 'a move against a computer is sent at once');
  await page.getByText(t('table-prefs-title'), { exact: true }).click();
  await page.getByLabel(t('table-pref-confirm')).selectOption('always');
  await page.locator('#status.mine').waitFor();
  const next = await quietMove(page);
  await clickMove(page, next.from, next.to);
  await bar(page).waitFor();
  await button(page, 'confirm-back').click();
  await page.reload();
  await page.locator('#status.mine').waitFor();
  assert.equal(await page.getByLabel(t('table-pref-confirm')).inputValue(), 'always', 'the choice is remembered');
  await page.getByText(t('table-prefs-title'), { exact: true }).click();
  await page.getByLabel(t('table-pref-confirm')).selectOption('never');
  const last = await quietMove(page);
  await clickMove(page, last.from, last.to);
  await until('the move is sent', async () => (await moves(page)).length >= 3);
  assert.equal(await bar(page).isVisible(), false);
});

story('the steps of a setup need no confirmation', async ({ visit }) => {
  const [one, two] = [await visit({ confirms: true }), await visit({ confirms: true })];
  const a = await openGame(one, { opponent: 'open', seat: 0 });
  const b = await two.open(new URL(a.url()).pathname);
  await sitDown(b);
  for (const page of [a, b]) await page.locator('#setup h2').waitFor();
  await goThroughSetup([{ page: a }, { page: b }]);
  for (const page of [a, b]) assert.equal(await bar(page).isVisible(), false);
});

story('a promotion, a named path and a move of four players are chosen first and then confirmed', async ({ visit }) => {
  const [one, two] = [await visit({ confirms: true }), await visit()];
  /** @param {object} wanted */
  const start = async (wanted) => {
    const id = await createGame(one, { opponent: 'open', seat: 0, ...wanted });
    await call(two, `/api/games/${id}/join`, {});
    const page = await one.open('/rules/klinzha');
    const sent = sentBy(page);
    await page.goto(`${one.base}/g/${id}`);
    await page.locator('#status.mine').waitFor();
    return { page, sent };
  };

  const grand = await start({ game: 'grand-chess', start: { position: READY } });
  await clickMove(grand.page, 'g8', 'g9');
  await grand.page.locator('dialog.promotion').waitFor();
  assert.equal(await bar(grand.page).isVisible(), false);
  await grand.page.locator('dialog.promotion [data-kind="Q"]').click();
  await bar(grand.page).getByText(t('piece-grand-chess-Q')).waitFor();
  assert.deepEqual(grand.sent, []);
  await button(grand.page, 'confirm-send').click();
  assert.deepEqual(await waitMoves(grand.page, 1), ['g9=Q+']);

  const clouded = await start(CLOUDED);
  const { choice, paths } = await manyPaths(clouded.page);
  const chooseSecondPath = async () => {
    await clickMove(clouded.page, choice.from, choice.to);
    // A closed list keeps its checked path, so `check` alone would not wait for the next list.
    await clouded.page.locator('.path-form').waitFor();
    await clouded.page.locator('.path-form input').nth(2).check();
    await clouded.page.locator('[data-act="path-go"]').click();
  };
  await clouded.page.locator('[data-act="ask-path"]').click();
  await chooseSecondPath();
  await bar(clouded.page).getByText(paths[1].join(' – ')).waitFor();
  assert.deepEqual(clouded.sent, []);
  await button(clouded.page, 'confirm-back').click();
  await chooseSecondPath();
  await button(clouded.page, 'confirm-send').click();
  await until('the path is sent', async () => clouded.sent[0] === `${choice.text} (${paths[1].join(' ')})`);

  const kaleido = await start({ game: 'kaleidochess', start: { position: RAVEN_EACH }, seats: ['you', { computer: 1 }, 'open'], opponent: undefined, seat: undefined });
  await kaleido.page.getByLabel(t('table-pref-confirm')).evaluate((select) => {
    select.value = 'always';
    select.dispatchEvent(new Event('change'));
  });
  const move = await quietMove(kaleido.page);
  await clickMove(kaleido.page, move.from, move.to);
  await bar(kaleido.page).waitFor();
  assert.deepEqual(kaleido.sent, []);
  await button(kaleido.page, 'confirm-send').click();
  await until('the move is sent', async () => kaleido.sent[0] === move.text);
});
