// Conditional moves at the page of a game: a line is built from lists, kept, played by the server
// and cleared visibly; by keys alone, at desk and phone size.

import assert from 'node:assert/strict';
import { api, button, call, createGame } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** @param {Page} page */
const panel = (page) => page.locator('#conditionals');
/** @param {Page} page */
const lines = (page) => panel(page).locator('.conditional-lines li span').allTextContents();

/** @param {Page} page */
async function check(page) {
  assert.deepEqual(await inaccessible(page), []);
  assert.deepEqual(await withoutName(page), []);
  assert.deepEqual(await unreadableInTheDark(page), []);
  assert.deepEqual(await tooWide(page), []);
}

/**
 * The moves that a list offers, once it is filled.
 * @param {Page} page
 * @param {number} number of the list
 */
async function offered(page, number) {
  const list = panel(page).locator('select').nth(number);
  await until(`list ${number} is filled`, async () => await list.isEnabled());
  return (await list.locator('option').allTextContents()).slice(1);
}

for (const [size, options] of /** @type {const} */ ([['desk', {}], ['phone', PHONE]])) {
  story(`a line is kept, played, and cleared visibly: ${size}`, async ({ visit }) => {
    const [anna, bert] = [await visit(options), await visit()];
    const id = await createGame(anna, { start: { quick: 'north-west' }, opponent: 'open', seat: 0 });
    await call(bert, `/api/games/${id}/join`, {});
    const submit = async (/** @type {typeof anna} */ who, /** @type {string} */ text) =>
      call(who, `/api/games/${id}/acts`, { act: 'submit', text });
    const a = await anna.open(`/g/${id}`);
    await panel(a).locator('summary').click();
    await a.getByText(t('conditionals-wait')).waitFor();
    await check(a);
    const first = (await call(anna, `/api/games/${id}`)).scene.choices[3].text;
    await submit(anna, first);

    // By keys alone.
    const [x] = await offered(a, 0);
    await panel(a).locator('select').nth(0).focus();
    await a.keyboard.press('ArrowDown');
    const [y] = await offered(a, 1);
    await a.keyboard.press('Tab');
    await a.keyboard.press('ArrowDown');
    await button(a, 'conditionals-further').focus();
    await a.keyboard.press('Enter');
    const z = (await offered(a, 2))[4];
    await panel(a).locator('select').nth(2).selectOption(z);
    const w = (await offered(a, 3))[2];
    await panel(a).locator('select').nth(3).selectOption(w);
    await check(a);
    await button(a, 'conditionals-keep').focus();
    await a.keyboard.press('Enter');
    const whole = `${t('conditionals-pair', { move: x, answer: y })} ${t('conditionals-then', { move: z, answer: w })}`;
    await until('the line is shown', async () => JSON.stringify(await lines(a)) === JSON.stringify([whole]));
    assert.equal(await panel(a).locator('.badge').textContent(), '1');
    await check(a);
    // A reload shows it, the opponent sees none.
    await a.reload();
    await until('the line is shown', async () => (await lines(a)).length === 1);
    const b = await bert.open(`/g/${id}`);
    await b.locator('#status:not(:empty)').waitFor();
    assert.deepEqual(await lines(b), []);

    await submit(bert, x);
    await until('the rest is shown', async () => (await lines(a))[0] === t('conditionals-pair', { move: z, answer: w }));
    assert.equal((await call(bert, `/api/games/${id}`)).scene.frame.text, y);

    // Another move clears it.
    const other = (await call(bert, `/api/games/${id}`)).scene.choices.find(({ text }) => text !== z).text;
    await submit(bert, other);
    await a.getByText(t('conditionals-cleared-played', { move: other }), { exact: true }).first().waitFor();
    assert.deepEqual(await lines(a), []);
    await check(a);
    await a.reload();
    await button(a, 'conditionals-seen').click();
    await button(a, 'conditionals-seen').waitFor({ state: 'hidden' });
    assert.equal((await api(a, `/api/games/${id}/conditionals`)).cleared, null);
  });
}

story('no panel against the computer, and in hidden games', async ({ visit }) => {
  const anna = await visit();
  for (const wanted of [{ opponent: { computer: 1 } }, { opponent: 'hot-seat' }]) {
    const id = await createGame(anna, { start: { quick: 'north-west' }, seat: 0, ...wanted });
    const page = await anna.open(`/g/${id}`);
    await page.locator('#status:not(:empty)').waitFor();
    assert.equal(await panel(page).isVisible(), false);
  }
});
