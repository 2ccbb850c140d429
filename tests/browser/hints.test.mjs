// Hints in games against the computer: on the board and in words, counted, in all phases of a game,
// and under clouds.

import assert from 'node:assert/strict';
import { QUEEN } from './analysis-states.mjs';
import { button, cell, goThroughSetup, openGame, SIMPLE, sitDown, state, waitMoves, waitSpoken } from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** Takes a hint and returns its text. @param {Page} page */
async function hint(page) {
  await button(page, 'hint-do').click();
  return until('a hint', async () => {
    const words = await page.locator('.hint-words:visible').textContent({ timeout: 500 }).catch(() => '');
    return words && words !== t('hint-thinking') ? words : '';
  });
}

story('a hint is an arrow and words, is counted, and goes with the move', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { game: 'grand-chess', start: { position: QUEEN }, opponent: { computer: 1 }, seat: 0 });
  await page.locator('#status.mine').waitFor();
  const words = await hint(page);
  assert.match(words, like('hint-move'));
  await waitSpoken(page, like('hint-move'));
  assert.equal(await page.locator('.advice-arrow').count(), 1);
  await page.getByText(t('hint-taken', { count: 1 })).waitFor();
  assert.deepEqual((await state(page)).hints, [1, 0]);
  // The piece moves as the hint says.
  const [from, to] = words.match(/[a-j]\d+/g) ?? [];
  await cell(page, from).click();
  await cell(page, to).click();
  await waitMoves(page, 2);
  await page.locator('#status.mine').waitFor();
  await page.locator('.advice-arrow').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.hint-words').isVisible(), false);
  await page.getByText(t('hint-taken', { count: 1 })).waitFor();
  assert.ok(await button(page, 'hint-do').isEnabled(), 'another may be taken');

  // Games against people have no hints.
  const friends = await openGame(me, { game: 'grand-chess', opponent: 'open', seat: 0 });
  assert.equal(await friends.locator('#hint').isVisible(), false);
  const friend = await visit();
  const other = await friend.open(new URL(friends.url()).pathname);
  await sitDown(other);
  await friends.locator('#status.mine').waitFor();
  assert.equal(await friends.locator('#hint').isVisible(), false);
  assert.equal(await other.locator('#hint').isVisible(), false);
});

story('there are hints in every step of the setup, and under clouds', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { game: 'clouded-klinzha', options: { clouds: 'seed:5' }, opponent: { computer: 1 }, seat: 0 });
  /** @type {string[]} */
  const told = [];
  const asked = (/** @type {keyof typeof SIMPLE} */ step) => async (/** @type {Page} */ page) => {
    told.push(await hint(page));
    await SIMPLE[step](page);
  };
  const steps = /** @type {(keyof typeof SIMPLE)[]} */ (Object.keys(SIMPLE));
  await goThroughSetup([{ page, plan: Object.fromEntries(steps.map((step) => [step, asked(step)])) }]);
  assert.ok(told.length >= 3, `a hint for each step: ${told}`);
  await until('the own turn, or the end', async () => await page.locator('#status.mine').isVisible());
  assert.match(await hint(page), /[A-I]\d\d?/);
  const { hints, scene } = await state(page);
  assert.equal(hints[0], told.length + 1);
  // The hint is one of the choices of the seat's own view.
  const named = (await page.locator('.hint-words').textContent())?.match(/[A-I]\d\d?/g) ?? [];
  assert.ok(scene.choices.some(({ from, to }) => from === named[0] && to === named[1]), `${named}`);
});
