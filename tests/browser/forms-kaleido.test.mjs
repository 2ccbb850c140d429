// The form of KaleidoChess: all mixtures of seats, the die and its table, limits, armies,
// positions; and its records.

import assert from 'node:assert/strict';
import { button, choose, moves, pieces, state, waitMoves } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { lowestCell } from './kaleido.mjs';
import { like, t } from './words.mjs';
/** @import { Page, Request } from 'playwright-core' */

useBrowser();

const FORM = '/new/kaleidochess';
/** Three sides. White can leave 1J; Black and Green have only their Wizards. */
const THREE = '1/8/16/16/24/1,wW,wV,10,bW,5,gW,4 w -,-,- - 3';

/** @param {Page} page @param {string} side */
const sits = (page, side) => page.locator(`#sits-${side}`);

/** The visible sides with their players. @param {Page} page */
const table = (page) => page.locator('#who .seat-row:not([hidden])').evaluateAll((rows) =>
  rows.map((row) => `${row.getAttribute('data-side')}: ${row.querySelector('select')?.value}`));

/** @param {Page} page @param {string[]} wanted */
const waitTable = (page, wanted) => until(`the table ${wanted}`, async () => JSON.stringify(await table(page)) === JSON.stringify(wanted));

/** @param {Page} page @param {string} key */
const preset = (page, key) => button(page, `new-preset-${key}`);

/** The pressed presets. @param {Page} page */
const pressed = (page) => page.locator('.presets [aria-pressed=true]').allTextContents();

/**
 * Starts the game. Returns the request of the page and the game that it created.
 * @param {Page} page
 */
async function begin(page) {
  const isNew = (/** @type {Request} */ request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/games';
  // With a seat for others it makes an offer.
  const submit = page.locator('#new-game [type=submit]');
  const [asked] = await Promise.all([page.waitForRequest(isNew), submit.click()]);
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  return { asked: asked.postDataJSON(), game: await state(page) };
}

/** @param {Page} page @param {number} count */
const waitPieces = (page, count) => until(`${count} pieces`, async () => await pieces(page).count() === count);

story('four seats are taken by me, somebody by link, the computer and somebody here', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(FORM);
  await waitPieces(page, 36);
  assert.deepEqual(await table(page), ['white: me', 'black: 4']);
  assert.deepEqual(await pressed(page), [t('new-preset-computer')]);
  await choose(page, 'option-seats', '4');
  await waitTable(page, ['white: me', 'red: 4', 'black: 4', 'green: 4']);
  await waitPieces(page, 48);
  assert.deepEqual(await pressed(page), [t('new-preset-computers')]);
  await sits(page, 'red').selectOption('open');
  await sits(page, 'black').selectOption('5');
  await sits(page, 'green').selectOption('here');
  assert.deepEqual(await pressed(page), []);
  await page.getByText(t('new-seats-open'), { exact: true }).waitFor();
  await page.getByText(t('new-seats-here'), { exact: true }).waitFor();

  const { asked, game } = await begin(page);
  assert.deepEqual(asked.seats, ['you', 'open', { computer: 5 }, 'you']);
  assert.deepEqual([asked.options.seats, asked.shuffle, asked.opponent, asked.seat], ['4', undefined, undefined, undefined]);
  const [white, red, black, green] = game.players;
  assert.deepEqual([red, black.computer, green.guest], [null, 5, white.guest]);
  assert.deepEqual([game.seats, game.open], [[0, 3], true]);
  assert.equal(game.scene.options['max-moves'], '150', 'the house rule of games with the computer');
});

story('tables are set with one click, and I sit at one seat of them', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await me.open(FORM);
  await preset(page, 'computers').tap();
  await waitTable(page, ['white: me', 'red: 4', 'black: 4', 'green: 4']);
  assert.equal(await lowestCell(page), '1J', 'my castle lies below');
  // Choosing another seat swaps the two.
  await sits(page, 'black').selectOption('8');
  await sits(page, 'black').selectOption('me');
  assert.deepEqual(await table(page), ['white: 8', 'red: 4', 'black: me', 'green: 4']);
  await until('my other castle below', async () => await lowestCell(page) === '5J');
  await preset(page, 'here').tap();
  await waitTable(page, ['white: me', 'red: here', 'black: here', 'green: here']);
  await choose(page, 'option-seats', '3');
  await waitTable(page, ['white: me', 'red: here', 'black: here']);
  await page.getByText(t('option-seats-hint'), { exact: true }).waitFor();
  assert.deepEqual(await pressed(page), [t('new-preset-here')]);
  await preset(page, 'friends').tap();
  await waitTable(page, ['white: me', 'red: open', 'black: open']);

  // At least one local player is required.
  await sits(page, 'white').selectOption('open');
  await page.getByText(t('new-seats-nobody'), { exact: true }).waitFor();
  await button(page, 'new-do-offer').tap();
  await until('the seats again', () => page.evaluate(() => document.activeElement?.id === 'sits-white'));
  assert.match(page.url(), /\/new\//, 'no game was opened');
  await sits(page, 'red').selectOption('me');
  await page.getByText(t('new-seats-nobody'), { exact: true }).waitFor({ state: 'hidden' });

  await page.getByText(t('new-shuffle'), { exact: true }).tap();
  const { asked, game } = await begin(page);
  assert.deepEqual([asked.seats, asked.shuffle], [['open', 'you', 'open'], true]);
  assert.deepEqual([game.players.length, game.seats.length, game.open], [3, 1, true]);
});

story('the die moves what its table names, and the table can be one\'s own', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(FORM);
  assert.ok(!await page.locator('.dice').isVisible());
  await choose(page, 'option-dice', 'on');
  const usual = page.locator('.dice-usual li');
  assert.equal(await usual.count(), 6);
  assert.match(await usual.nth(2).textContent() ?? '', new RegExp(`${t('piece-kaleidochess-W')}.*${t('piece-kaleidochess-T')}`));
  await page.getByText(t('preview-die'), { exact: true }).waitFor();

  await choose(page, 'dice-kind', 'own');
  const face = (/** @type {number} */ number) => page.getByRole('group', { name: t('new-dice-face', { face: number }), exact: true });
  const tick = (/** @type {number} */ number, /** @type {string} */ kind) => face(number).getByRole('checkbox', { name: t(`piece-kaleidochess-${kind}`), exact: true });
  assert.ok(await tick(1, 'P').isChecked() && !await tick(1, 'W').isChecked(), 'it begins with the usual one');
  await tick(1, 'W').check({ force: true });
  await tick(2, 'E').uncheck({ force: true });
  await tick(2, 'H').uncheck({ force: true });
  await page.getByText(t('new-dice-pass', { face: 2 })).waitFor();
  await face(3).getByRole('button', { name: t('new-dice-all'), exact: true }).click();
  for (const number of [5, 6]) await face(number).getByRole('button', { name: t('new-dice-all'), exact: true }).click();
  await face(3).getByRole('button', { name: t('new-dice-all'), exact: true }).click();
  await page.getByText(t('new-dice-never', { pieces: ['R', 'E', 'T', 'H'].map((kind) => t(`piece-kaleidochess-${kind}`)).join(', ') })).waitFor();
  await tick(4, 'T').check({ force: true });

  const { asked, game } = await begin(page);
  assert.deepEqual([asked.options.dice, asked.options['dice-table']], ['on', 'WVP/-/-/DLT/-/-']);
  assert.match(game.dice.commitment, /^[0-9a-f]{64}$/);
});

story('the limit of rounds is the house\'s with the computer, and none or another if somebody says so', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open(FORM);
  const limit = () => page.locator('[name=limit]:checked').inputValue();
  await page.getByText(t('new-options'), { exact: true }).click();
  assert.equal(await limit(), 'house');
  await preset(page, 'friends').click();
  assert.equal(await limit(), 'none', 'people need none');
  await preset(page, 'computer').click();
  assert.equal(await limit(), 'house');
  await choose(page, 'limit', 'own');
  const number = page.getByLabel(t('option-max-moves'), { exact: true }).last();
  await number.fill('0');
  await page.locator('[data-problem=max-moves]').getByText(like('refusal-bad-option')).first().waitFor();
  assert.ok(!await page.locator('#problem').isVisible(), 'it is said once, where it belongs');
  await number.fill('90');
  await page.locator('[data-problem=max-moves]').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t('new-limit-more'), exact: true }).click();
  assert.equal(await number.inputValue(), '100');
  await choose(page, 'limit', 'none');
  await choose(page, 'option-no-repetition', 'on');
  await page.getByLabel(t('option-army-black'), { exact: true }).selectOption('ravens');
  await until('eighteen Ravens', async () => await page.locator('game-board .side-black use[href="#kaleidochess-V"]').count() === 18);
  const { asked, game } = await begin(page);
  assert.deepEqual(asked.options, { 'army-black': 'ravens', 'army-white': 'standard', dice: 'off', 'max-moves': '', 'no-repetition': 'on', seats: '2' });
  assert.equal(game.scene.options['max-moves'], '', 'though the computer plays');
});

story('in a position those play who stand there, and a bad one is refused beside it', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open(FORM);
  await choose(page, 'start', 'position');
  await page.getByText(t('new-seats-position'), { exact: true }).waitFor();
  assert.deepEqual(await table(page), []);
  const text = page.getByLabel(t('new-position'), { exact: true });
  await text.fill('1/8/16');
  await page.locator('#position-problem').getByText(like('refusal-bad-position')).first().waitFor();
  await text.fill(THREE);
  await waitTable(page, ['white: me', 'black: 4', 'green: 4']);
  await page.locator('#position-problem').waitFor({ state: 'hidden' });
  await sits(page, 'green').selectOption('me');
  assert.deepEqual(await table(page), ['white: 4', 'black: 4', 'green: me']);
  // Submitting before the preview of a new position has arrived uses that position's seats.
  let answer = () => {};
  const clicked = new Promise((resolve) => { answer = () => resolve(undefined); });
  await page.route('**/api/check', async (route) => {
    await clicked;
    await route.continue();
  });
  await text.fill(THREE.replace('wV,10', 'wV,4,rW,5').replace(' w -,-,-', ' w -,-,-,-'));
  const begun = begin(page);
  await page.locator('[type=submit][disabled]').waitFor();
  answer();
  const { asked, game } = await begun;
  assert.deepEqual([asked.seats.length, asked.options.seats], [4, undefined]);
  assert.deepEqual([game.seats, game.players.map((/** @type {any} */ player) => player?.computer)], [[3], [4, 4, 4, null]]);
});

story('an address presets the form', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(`${FORM}?seats=open,me,8&dice=on&dice-table=V/V/V/V/*/-&max-moves=40&army-red=pawns`);
  await waitTable(page, ['white: open', 'red: me', 'black: 8']);
  const { asked } = await begin(page);
  assert.deepEqual(asked.seats, ['open', 'you', { computer: 8 }]);
  assert.deepEqual(asked.options, {
    'army-black': 'standard', 'army-red': 'pawns', 'army-white': 'standard', dice: 'on', 'dice-table': 'V/V/V/V/*/-', 'max-moves': '40', 'no-repetition': 'off', seats: '3',
  });
  const position = await me.open(`${FORM}?${new URLSearchParams({ position: THREE })}`);
  await waitTable(position, ['white: me', 'black: 4', 'green: 4']);
  const other = await me.open('/new/klinzha?opponent=friend&start=quick&goal-safety=enforced');
  assert.deepEqual(await Promise.all(['opponent', 'start', 'option-goal-safety'].map((name) => other.locator(`[name="${name}"]:checked`).inputValue())), ['friend', 'quick', 'enforced']);
});

story('the form is filled in with the keyboard alone', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(FORM);
  const at = (/** @type {string} */ what) => until(`the focus on ${what}`, () => page.evaluate((what) => document.activeElement?.matches(what) ?? false, what));
  await preset(page, 'computers').focus();
  await page.keyboard.press('Enter');
  await waitTable(page, ['white: me', 'red: 4', 'black: 4', 'green: 4']);
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab');
  await at('[name="option-seats"][value="4"]');
  await page.keyboard.press('ArrowLeft');
  await waitTable(page, ['white: me', 'red: 4', 'black: 4']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await at('#sits-red');
  await page.keyboard.type(t('new-sits-here'));
  assert.deepEqual(await table(page), ['white: me', 'red: here', 'black: 4']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await at('[name=shuffle]');
  await page.keyboard.press('Tab');
  await at('[name="option-dice"][value=off]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await at('[data-face="1"] [data-kind=W]');
  await page.keyboard.press('Space');
  await page.locator('[type=submit]').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  const { scene, seats } = await state(page);
  assert.deepEqual([scene.options['dice-table'], seats], ['WVP/EH/WRT/DL/*/*', [0, 1]]);
});

const RECORD = `game: kaleidochess
white: Anna
red: Bert
black: Cleo
array: three
option: seats=3
option: dice=on
option: dice-table=VP/EH/WRT/DL/*/*

1. 1:1D-1B 4:3G-2D 5:5d-5B
`;

story('a record of KaleidoChess is imported, and a slip is pointed at', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open('/import');
  await page.getByText(t('import-form-kaleidochess'), { exact: true }).waitFor();
  const text = page.getByLabel(t('import-record'));
  const wrong = RECORD.replace('4:3G-2D', '4:3G-9Z');
  await text.fill(wrong);
  await button(page, 'import-do').click();
  await page.locator('#problem').getByText(like('problem-line')).first().waitFor();
  assert.equal(await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), wrong.split('\n')[9]);
  await text.fill(RECORD);
  await button(page, 'import-do').click();
  await page.waitForURL(/\/r\/\w+$/);
  await waitMoves(page, 3);
  assert.match((await moves(page)).join(' '), /1D-1B.*3G-2D.*5D-5B/);
  await page.getByText(like('record-warnings')).waitFor();
  for (const name of ['Anna', 'Bert', 'Cleo']) await page.getByText(name).first().waitFor();
});
