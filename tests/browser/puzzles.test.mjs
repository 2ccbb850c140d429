// Puzzles: solved on the board, by mouse and by keys; wrong moves, hints, solutions, lists, and the
// puzzle of the day. A mistake of one's own game tried again. What follows a game.

import assert from 'node:assert/strict';
import { button, call, cell, createGame, gameId, openGame, state } from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { make, PUZZLE_GAMES, shortPuzzle, verdict } from './puzzle-moves.mjs';
import { inaccessible } from './page-checks.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** The places of all controls of the panel. @param {Page} page */
const places = (page) => page.locator('.puzzle-buttons > *').evaluateAll((all) =>
  all.map((one) => { const { x, y, width } = one.getBoundingClientRect(); return [x, y, width].map(Math.round); }));

for (const game of PUZZLE_GAMES) {
  story(`a puzzle of ${game} is solved after a wrong move and a hint`, async ({ visit }) => {
    const puzzle = await shortPuzzle(await visit(), game);
    const me = await visit();
    const page = await me.open(`/puzzles/${game}/${puzzle.id}`);
    const held = await places(page);
    const data = await page.locator('#puzzle-data').textContent();
    assert.ok(!/themes|solution|verdict/.test(data ?? ''), 'the page holds no answer');

    await make(page, puzzle.wrong);
    await page.locator('.puzzle-say:is(.wrong, .later)').waitFor();
    assert.equal(await page.locator('#puzzle-tries').textContent(), t('puzzle-tries', { tries: 1 }));
    assert.ok((await page.locator('.puzzle-say p').allTextContents()).length >= 2, 'it says why');
    assert.equal(await page.locator('.puzzle-line button').count(), 3, 'the start, the move and the reply');
    assert.deepEqual(await places(page), held, 'no button has moved');
    assert.deepEqual(await inaccessible(page), []);

    await button(page, 'puzzle-retry').click();
    await page.locator('.puzzle-line button').first().waitFor({ state: 'detached' });
    await button(page, 'puzzle-hint').click();
    await page.locator('.puzzle-say', { hasText: puzzle.own[0].from }).waitFor();
    const lit = page.locator('game-board .layer.marks .hint-region, game-board .layer.marks [class*="region"]');
    assert.ok(await lit.count() > 0, 'the piece is lit');

    await make(page, puzzle.own[0]);
    await verdict(page, 'puzzle-right');
    assert.deepEqual(await places(page), held);
    await make(page, puzzle.own[1]);
    await verdict(page, 'puzzle-solved');
    assert.equal(await page.locator('#puzzle-tries').textContent(), t('puzzle-tries', { tries: 2 }));
    assert.ok(await page.locator('.puzzle-themes li').count() > 0);
    assert.deepEqual(await places(page), held);
    assert.deepEqual(await inaccessible(page), []);

    // The list knows it, and the next one is another.
    const next = await page.locator('#puzzle-next').getAttribute('href');
    assert.ok(next?.startsWith(`/puzzles/${game}/`) && !next.endsWith(puzzle.id), String(next));
    await page.goto(new URL(`/puzzles/${game}?show=solved`, page.url()).href);
    assert.equal(await page.locator('.puzzle-tile.solved').count(), 1);
    await page.goto(new URL(`/puzzles/${game}?show=open`, page.url()).href);
    assert.equal(await page.locator(`.puzzle-tile[href$="${puzzle.id}"]`).count(), 0);
  });
}

story('a puzzle is solved by keys alone', async ({ visit }) => {
  const puzzle = await shortPuzzle(await visit(), 'grand-chess');
  const me = await visit();
  const page = await me.open(`/puzzles/grand-chess/${puzzle.id}`);
  const press = async (/** @type {string} */ name) => {
    await cell(page, name).focus();
    await page.keyboard.press('Enter');
  };
  await press(puzzle.own[0].from);
  await press(puzzle.own[0].to);
  await verdict(page, 'puzzle-right');
  await press(puzzle.own[1].from);
  await press(puzzle.own[1].to);
  await verdict(page, 'puzzle-solved-first');
  await until('the next one has the focus', () => page.evaluate(() => document.activeElement?.id === 'puzzle-next'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith(puzzle.id));
  await page.locator('#puzzle-title').waitFor();
});

story('a solution is shown, and the puzzle counts as seen', async ({ visit }) => {
  const puzzle = await shortPuzzle(await visit(), 'klinzha');
  const me = await visit();
  const page = await me.open(`/puzzles/klinzha/${puzzle.id}`);
  await button(page, 'puzzle-solution').click();
  await verdict(page, 'puzzle-shown');
  assert.equal(await page.locator('.puzzle-line button').count(), puzzle.moves.length + 1);
  await page.locator('.puzzle-line button').nth(1).click();
  assert.equal(await page.locator('.puzzle-line button[aria-current]').textContent(), puzzle.moves[0]);
  await page.goto(new URL('/puzzles/klinzha', page.url()).href);
  assert.equal(await page.locator(`.puzzle-tile.shown[href$="${puzzle.id}"]`).count(), 1);
  // Solved after that, it says so everywhere.
  await page.goto(new URL(`/puzzles/klinzha/${puzzle.id}`, page.url()).href);
  await page.getByText(t('puzzle-again-shown')).waitFor();
  await make(page, puzzle.own[0]);
  await verdict(page, 'puzzle-right');
  await make(page, puzzle.own[1]);
  await verdict(page, 'puzzle-solved-shown');
  await page.goto(new URL('/puzzles/klinzha?show=solved', page.url()).href);
  const tile = page.locator(`.puzzle-tile.solved[href$="${puzzle.id}"]`);
  assert.equal(await tile.locator('.puzzle-state').textContent(), t('puzzle-is-solved-shown'));
  await page.goto(new URL('/puzzles', page.url()).href);
  assert.equal(await page.locator('[aria-labelledby="puzzles-klinzha"] progress').getAttribute('value'), '1');
});

story('the puzzle of the day is on the front page, the same for all', async ({ visit }) => {
  const [me, other] = [await visit(), await visit()];
  const { daily, puzzles } = await call(other, '/api/puzzles');
  const { game } = puzzles.find((/** @type {{ id: string }} */ { id }) => id === daily);
  const { moves } = await call(other, `/api/puzzles/${daily}/solution`, {});
  const page = await me.open('/');
  await page.locator('.puzzle-strip').getByRole('link', { name: t('puzzle-solve') }).click();
  await page.getByRole('heading', { level: 1, name: t('puzzle-daily') }).waitFor();
  const first = puzzles.find((/** @type {any} */ one) => one.game === game && one.id !== daily);
  assert.equal(await page.locator('#puzzle-next').getAttribute('href'), `/puzzles/${game}/${first.id}`);
  const own = moves.filter((/** @type {string} */ _, /** @type {number} */ index) => index % 2 === 0);
  const solved = await call(me, `/api/puzzles/${daily}/try`, { moves: own });
  assert.equal(solved.verdict, 'solved');
  await page.goto(new URL('/puzzles', page.url()).href);
  await page.locator('.puzzle-strip').getByRole('link', { name: t('puzzle-daily-done') }).waitFor();
  const card = page.locator(`[aria-labelledby="puzzles-${game}"] progress`);
  assert.equal(await card.getAttribute('value'), '1');
  assert.deepEqual(await inaccessible(page), []);
});

/** Ends a game of the page by resigning. @param {Page} page */
async function resign(page) {
  await page.evaluate((id) => fetch(`/api/games/${id}/acts`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ act: 'resign' }),
  }), gameId(page));
  await page.locator('.next-row button').first().waitFor();
}

story('one click leads from a finished game to the next', async ({ visit }) => {
  const me = await visit();
  const wanted = { start: { quick: 'north-west' }, opponent: { computer: 4 }, seat: 0 };
  const first = await createGame(me, wanted);
  await call(me, `/api/games/${first}/acts`, { act: 'resign' });
  const page = await openGame(me, wanted);
  const over = page.url();
  await resign(page);
  assert.equal(await page.locator('.next-tally').textContent(), t('next-tally', { level: 4, won: 0, games: 2 }));
  const shown = page.locator('.next-row button');
  assert.deepEqual(await shown.allTextContents(), [t('next-again'), t('next-level', { level: 3 })], 'after two losses');
  assert.equal(await page.locator('.next-row .main').textContent(), t('next-again'));
  // The card says who won, and the status line why.
  assert.equal(await page.locator('#end h2').textContent(), t('end-defeat'));
  assert.equal(await page.locator('#status').textContent(), t('reason-resignation', { loser: t('side-gold') }));
  assert.deepEqual(await inaccessible(page), []);

  const follow = async (/** @type {string} */ key, /** @type {Record<string, number>} */ args = {}) => {
    await page.goto(over);
    await button(page, key, args).click();
    await page.waitForURL((url) => url.href !== over);
    await page.locator('#status:not(:empty)').waitFor();
    return state(page);
  };
  const easier = await follow('next-level', { level: 3 });
  assert.deepEqual([easier.players[1].computer, easier.seats], [3, [0]]);
  const again = await follow('next-again');
  assert.deepEqual([again.players[1].computer, again.start.name, again.seats], [4, 'north-west', [0]]);
  const swapped = await follow('next-swap');
  assert.deepEqual([swapped.players[0].computer, swapped.seats], [4, [1]]);
  const other = await follow('next-array');
  assert.notEqual(other.start.name, 'north-west');
  const friend = await follow('next-friend');
  assert.equal(friend.open, true);
  await page.locator('#invite input.link').first().waitFor();
});

story('the tally stands at the levels of the form and on the list of games', async ({ visit }) => {
  const me = await visit();
  const id = await createGame(me, { start: { quick: 'north-west' }, opponent: { computer: 4 }, seat: 0 });
  await call(me, `/api/games/${id}/acts`, { act: 'resign' });
  const page = await me.open('/new/klinzha');
  await page.locator('[name=level][value="4"]').check({ force: true });
  await page.getByText(t('tally-at-level', { level: 4, won: 0, games: 1 })).waitFor();
  await page.goto(new URL('/games', page.url()).href);
  const row = page.locator('.tally tbody tr');
  assert.deepEqual(await row.locator('td').allTextContents(), ['Klin Zha', '4', '0', '0', '1']);
});

story('a mistake of one\'s own game is tried again', async ({ visit }) => {
  const me = await visit();
  // The side to move lets its win go and loses by force, at one screen.
  const puzzle = await shortPuzzle(await visit(), 'klinzha');
  const { frames: [first], seat } = await call(me, `/api/puzzles/${puzzle.id}`);
  const id = await createGame(me, { start: { position: first.position }, opponent: 'hot-seat' });
  await call(me, `/api/games/${id}/acts`, { act: 'submit', text: puzzle.wrong.text, seat });
  await call(me, `/api/games/${id}/acts`, { act: 'resign', seat });
  const page = await me.open(`/g/${id}`);
  await page.locator('#review > button').click();
  await page.locator('.review-mistakes button').first().waitFor();
  await page.locator('.review-mistakes button').first().click();
  const dialog = page.locator('dialog.try-again');
  await dialog.getByText(t('again-begin')).waitFor();
  assert.deepEqual(await inaccessible(page), []);
  const to = (/** @type {string} */ name) => dialog.locator(`game-board [data-cell="${name}"]`);
  await to(puzzle.own[0].from).click();
  await to(puzzle.own[0].to).click();
  await dialog.locator('.puzzle-say.solved').waitFor();
  await button(page, 'again-other').click();
  await dialog.getByText(t('again-begin')).waitFor();
  await button(page, 'again-solution').click();
  await dialog.locator('.puzzle-say.right').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
