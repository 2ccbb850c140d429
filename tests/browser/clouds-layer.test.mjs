// The clouds on the browser's board and those of the server's pictures come from two programs:
// their paths must be equal.

import assert from 'node:assert/strict';
import { gameId, openGame } from './board.mjs';
import { POSITION } from './clouded.mjs';
import { story, useBrowser } from './harness.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** @param {string} d */
const numbers = (d) => (d.match(/-?[\d.]+/g) ?? []).map(Number);

/** The paths of the page's clouds. @param {Page} page */
const pagePaths = (page) => page.locator('game-board .clouds path')
  .evaluateAll((all) => all.map((path) => [path.getAttribute('class') ?? '', path.getAttribute('d') ?? '']));

/** The paths of the picture's clouds, in the same order. @param {Page} page */
const picturePaths = (page) => page.evaluate(async (id) => {
  const text = await (await fetch(`/api/games/${id}/picture.svg`)).text();
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
  return [...picture.querySelectorAll('.clouds path')].map((path) => path.getAttribute('d') ?? '');
}, gameId(page));

/** @param {Page} page @param {number} rotation */
const rotateTo = (page, rotation) => page.locator('game-board').evaluate((board, rotation) => {
  /** @type {any} */ (board).rotateTo(rotation);
}, rotation);

const BY_HAND = ['#', '...', '.....', '---.#.-', '.........', '...........', '.............', '......###......', '#...............#'].join('/');

for (const clouds of ['seed:7', 'blind', BY_HAND]) {
  story(`clouds ${clouds}`, async ({ visit }) => {
    const page = await openGame(await visit(), {
      game: 'clouded-klinzha', options: { clouds }, start: { position: POSITION }, opponent: 'open', seat: 0,
    });
    await page.locator('game-board .clouds path').first().waitFor({ state: 'attached' });
    await rotateTo(page, 0);
    const [shown, drawn] = [await pagePaths(page), await picturePaths(page)];
    assert.equal(shown.length, 11);
    assert.equal(drawn.length, 11);
    for (const [i, [role, d]] of shown.entries()) {
      const [a, b] = [numbers(d), numbers(drawn[i] ?? '')];
      assert.equal(a.length, b.length, role);
      // The programs round halves differently.
      assert.ok(a.every((value, k) => Math.abs(value - (b[k] ?? NaN)) < 0.25), role);
      assert.equal(d.replace(/[-\d. ]+/g, ''), (drawn[i] ?? '').replace(/[-\d. ]+/g, ''), `${role}: the same steps`);
    }
  });
}

story('a board that is turned keeps its clouds upright', async ({ visit }) => {
  const page = await openGame(await visit(), {
    game: 'clouded-klinzha', options: { clouds: 'blind' }, start: { position: POSITION }, opponent: 'open', seat: 0,
  });
  await page.locator('game-board .clouds path').first().waitFor({ state: 'attached' });
  await rotateTo(page, 0);
  const before = await pagePaths(page);
  await rotateTo(page, 1);
  const after = await pagePaths(page);
  assert.deepEqual(after[5], before[5], 'the body is the same: it turns with the board');
  /** The end point of each step of a detail. @param {string | undefined} d */
  const ways = (d) => [...(d ?? '').matchAll(/[ma][^Mmaz]*/g)].map(([step]) => numbers(step).slice(-2));
  const [old, now] = [ways(before[9]?.[1]), ways(after[9]?.[1])];
  assert.equal(old.length, now.length);
  const [cos, sin] = [Math.cos((2 * Math.PI) / 3), Math.sin((2 * Math.PI) / 3)];
  for (const [i, [x = 0, y = 0]] of now.entries()) {
    const seen = [x * cos - y * sin, x * sin + y * cos];
    assert.ok(seen.every((value, k) => Math.abs(value - (old[i]?.[k] ?? NaN)) < 0.05), `step ${i} as it is seen: ${seen}, ${old[i]}`);
  }
});
