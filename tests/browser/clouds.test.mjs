// Cloud maps: painting by mouse, touch and keyboard, symmetry, warnings, files, and links between
// map, form and game.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { acceptOffer, api, button, cell, choose, gameId, invitation, middle, pieces, state, waitSpoken } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible } from './page-checks.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const CLEAR = [1, 3, 5, 7, 9, 11, 13, 15, 17].map((cells) => '.'.repeat(cells)).join('/');
/** A cloud with its edge in each region, which no random map has. */
const MAP = ['#', '---', '.....', '.......', '.........', '...........', '.............', '-.............-', '#-.............-#'].join('/');

/** The page's map, rows joined by slashes. @param {Page} page */
const rows = async (page) => (await page.locator('#rows').inputValue()).replaceAll('\n', '/');

/** @param {Page} page @param {string} wanted */
const waitRows = (page, wanted) => until(`the map ${wanted}`, async () => await rows(page) === wanted);

/** The numbers of cells by cover. @param {Page} page */
async function counts(page) {
  const all = await rows(page);
  const of = (/** @type {string} */ sign) => all.split(sign).length - 1;
  const shown = { under: of('#'), edge: of('-'), clear: of('.') };
  await page.getByText(t('clouds-counts', shown), { exact: true }).waitFor();
  return shown;
}

/** @param {Page} page @param {string} map */
async function openEditor(page, map) {
  await page.goto(new URL(`/clouds?${new URLSearchParams({ clouds: map })}`, page.url()).href);
  if (!map.startsWith('seed')) await waitRows(page, map);
}

/** The clouds of a scene. @param {any} scene */
const cloudsOf = (scene) => scene.frame.areas.filter((area) => area.kind.startsWith('cloud-'));

story('a map is painted with the mouse, alike in all regions or not, and every stroke can be undone', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  await openEditor(page, CLEAR);
  assert.deepEqual(await counts(page), { under: 0, edge: 0, clear: 81 });
  assert.ok(await page.locator('#symmetry').isChecked());
  await cell(page, 'A19').click();
  assert.deepEqual(await counts(page), { under: 3, edge: 0, clear: 78 });
  assert.ok((await rows(page)).startsWith('#/') && (await rows(page)).endsWith('#...............#'), 'the other corners too');

  // A stroke over several cells is one step of undo.
  await choose(page, 'brush', '-');
  const [from, to] = [await middle(cell(page, 'F14')), await middle(cell(page, 'F69'))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 2 });
  await page.mouse.up();
  const painted = await counts(page);
  assert.equal((await rows(page)).split('/')[5], '-'.repeat(11), 'no cell of the row is left out, however fast the stroke');
  await button(page, 'editor-undo').click();
  assert.deepEqual(await counts(page), { under: 3, edge: 0, clear: 78 });
  await button(page, 'clouds-redo').click();
  assert.deepEqual(await counts(page), painted);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await waitRows(page, CLEAR);
  assert.ok(await button(page, 'editor-undo').isDisabled());
  await page.keyboard.press('Control+Shift+z');
  assert.equal((await counts(page)).under, 3);
  await page.keyboard.press('Control+z');

  // Without symmetry one cell is painted; mirrored, two.
  await page.locator('#symmetry').uncheck();
  await choose(page, 'brush', '#');
  await cell(page, 'I11').click();
  assert.equal((await rows(page)).split('/').at(-1), '#................');
  await page.locator('#mirror').check();
  await cell(page, 'H12').click();
  assert.equal((await rows(page)).split('/').at(-2), '#.............#');

  // The URL contains the map.
  const before = await rows(page);
  await page.reload();
  await waitRows(page, before);
  assert.deepEqual(await inaccessible(page), []);
});

story('the board says what it shows, and warns where there is too little to see', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  await openEditor(page, CLEAR);
  const warning = page.locator('#warnings');
  await choose(page, 'brush', '#');
  await button(page, 'clouds-fill').click();
  assert.deepEqual(await counts(page), { under: 81, edge: 0, clear: 0 });
  await warning.waitFor();
  assert.equal(await warning.locator('p').count(), 3);
  await page.locator('.hint-crowded').first().waitFor();
  assert.equal(await page.locator('.layer.clouds .clouds path').count() > 0, true, 'clouds are drawn');
  await button(page, 'clouds-empty').click();
  await warning.waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.hint-crowded').count(), 0);
  assert.equal(await page.locator('.layer.clouds .clouds path').count(), 0);

  // Up to eight clouded cells in a region give no warning.
  await page.locator('#symmetry').uncheck();
  const north = ['A19', 'B18', 'B19', 'B29', 'C17', 'C18', 'C28', 'C29'];
  for (const name of north) await cell(page, name).click();
  await until('the server has looked', async () => await warning.isHidden() && (await counts(page)).under === 8);
  await cell(page, 'C39').click();
  await warning.getByText(t('notice-clouds-crowded', { region: t('region-north'), count: 9, most: 8 })).waitFor();
  assert.equal(await warning.locator('p').count(), 1);
});

story('a map is painted with the keyboard alone, and everything is said', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  await openEditor(page, CLEAR);
  await page.locator('#symmetry').uncheck();
  await cell(page, 'I11').focus();
  await page.keyboard.press('Enter');
  await waitSpoken(page, new RegExp(t('clouds-painted', { cell: 'I11', cover: t('clouds-under') })));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('#');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('#');
  await page.keyboard.press('Delete');
  await waitRows(page, CLEAR.replace(/\.{17}$/, '#-#..............'));
  for (const [name, key] of [['I11', 'under'], ['I12', 'edge']]) {
    const label = await cell(page, name).getAttribute('aria-label') ?? '';
    assert.ok(label.includes(t(`cell-cloud-${key}`)), `the cell says what lies over it: ${label}`);
  }
  await page.locator('input[name=brush]:checked').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('input[name=brush]:checked').inputValue(), '-');
});

story('on a phone a finger paints on the board and scrolls beside it', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await me.open('/');
  await openEditor(page, CLEAR);
  await page.locator('#symmetry').uncheck();
  await page.evaluate(() => scrollTo(0, 0));
  const [from, to] = [await middle(cell(page, 'E15')), await middle(cell(page, 'H46'))];
  await page.evaluate(() => scrollTo(0, 0));
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {string} */ type, /** @type {{ x: number, y: number }[]} */ touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const scroll = () => page.evaluate(() => scrollY);
  const at = await middle(cell(page, 'E15'));
  await touch('touchStart', [at]);
  for (let i = 1; i <= 5; i += 1) await touch('touchMove', [{ x: at.x + ((to.x - from.x) * i) / 5, y: at.y + ((to.y - from.y) * i) / 5 }]);
  await touch('touchEnd', []);
  assert.ok((await counts(page)).under >= 5, 'every cell below the finger');
  assert.equal(await scroll(), 0, 'the page stays where it is');

  // Beside the triangle, touch scrolls the page.
  const box = await page.locator('game-board').boundingBox();
  assert.ok(box);
  const beside = { x: box.x + 20, y: box.y + box.height / 3 };
  const before = await rows(page);
  await touch('touchStart', [beside]);
  for (let i = 1; i <= 6; i += 1) await touch('touchMove', [{ x: beside.x, y: beside.y - 20 * i }]);
  await touch('touchEnd', []);
  await until('the page has moved', async () => await scroll() > 0);
  assert.equal(await rows(page), before);
  assert.deepEqual(await inaccessible(page), []);
});

story('maps come from files and go into files, whatever ends their lines', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open('/clouds');
  const file = (/** @type {string} */ content) => page.locator('#file').setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
  const lines = MAP.split('/');
  await file(`${lines.join('\r\n')}\r\n`);
  await waitRows(page, MAP);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('clouds-save') }).click()]);
  assert.equal(await readFile(await download.path(), 'utf8'), `${lines.join('\n')}\n`);

  // A wrong sign is reported; the map stays.
  await file(`${lines.join('\n').replace('.....', '..x..')}\n`);
  await page.locator('#rows-problem').waitFor();
  assert.match(await page.locator('#rows-problem').textContent() ?? '', /C/);
  await page.locator('#rows').fill(CLEAR.replaceAll('/', '\n'));
  await page.locator('#rows').blur();
  await page.locator('#rows-problem').waitFor({ state: 'hidden' });
  assert.deepEqual(await counts(page), { under: 0, edge: 0, clear: 81 });
  await button(page, 'editor-undo').click();
  await waitRows(page, MAP);

  // By its seed, right after another change and with a slow server; then by hand.
  const slow = (/** @type {import('playwright-core').Route} */ route) => setTimeout(() => void route.continue(), 1500);
  await page.route((url) => url.pathname === '/api/clouds', (route) => (route.request().postData()?.includes('seed:') ? slow(route) : route.continue()));
  await page.locator('#seed').fill('17');
  await page.locator('#seed').press('Enter');
  const { clouds, seed } = await api(page, '/api/clouds', { clouds: 'seed:17' });
  assert.equal(seed, 17);
  await waitRows(page, clouds);
  await button(page, 'new-map-another').click();
  await until('another map', async () => await rows(page) !== clouds);
  assert.match(await page.locator('#seed').inputValue(), /^\d+$/);
  await button(page, 'editor-undo').click();
  await waitRows(page, clouds);
});

story('a map is kept in the browser, chosen in the form, and played on; the friend sees it before joining', async ({ visit }) => {
  const me = await visit();
  const friend = await visit();
  const page = await me.open('/');
  await openEditor(page, MAP);
  await page.locator('#name').fill('Three corners');
  await button(page, 'clouds-keep').click();
  await page.getByRole('button', { name: t('clouds-take', { name: 'Three corners' }) }).waitFor();
  await page.goto(new URL('/new/clouded-klinzha', page.url()).href);
  await choose(page, 'clouds-from', 'drawn');
  await page.getByLabel(t('new-map-own')).selectOption('Three corners');
  await page.getByText(`${t('preview-drawn')}.`).first().waitFor();
  await page.locator('.preview:not(.stale) .layer.clouds .clouds path').first().waitFor();

  // From the form to the editor and back, with the same map.
  await page.getByRole('link', { name: t('new-map-editor') }).click();
  await waitRows(page, MAP);
  await page.getByRole('link', { name: t('clouds-play') }).click();
  await page.waitForURL(/\/new\/clouded-klinzha\?clouds=/);
  assert.equal((await page.locator('#map-rows').inputValue()).replaceAll('\n', '/'), MAP);
  await choose(page, 'drift-how', 'agreed');
  await page.getByLabel(t('drift-every')).selectOption('3');
  await page.getByLabel(t('drift-steps')).selectOption('1');
  await page.getByLabel(t('drift-direction')).selectOption('2');
  await choose(page, 'opponent', 'friend');
  await choose(page, 'start', 'quick');
  await page.locator('#seats').waitFor();
  await choose(page, 'seat', '0');
  await button(page, 'new-do-offer').click();
  await page.waitForURL(/\/g\/\w+$/);
  const { scene } = await state(page);
  assert.deepEqual(scene.options, { clouds: MAP, drift: '3,1,2' });
  assert.deepEqual(cloudsOf(scene), (await api(page, '/api/clouds', { clouds: MAP })).areas);

  const theirs = await friend.open(await invitation(page));
  await theirs.locator('.offer-board .clouds path').first().waitFor();
  await theirs.locator('.offer-terms').getByText(t('table-clouds-drawn')).waitFor();
  await theirs.locator('.offer-terms').getByText(t('clouds-way-south-east')).waitFor();
  assert.deepEqual(await inaccessible(theirs), []);
  await acceptOffer(theirs);
  assert.equal((await state(theirs)).seat, 1);
});

story('the form asks what one sees, on a phone too', async ({ visit }) => {
  const me = await visit({ ...PHONE, locale: 'de' });
  me.watch.expect(/422/);
  const page = await me.open('/');
  await page.locator('.game-card[data-game="clouded-klinzha"]').getByRole('link', { name: t('home-new') }).click();
  await page.waitForURL(/\/new\/clouded-klinzha$/);
  const number = page.locator('#option-seed');
  await until('a map by chance', async () => await number.inputValue() !== '');
  const first = await number.inputValue();
  await page.getByText(like('preview-clouds')).waitFor();
  await button(page, 'new-map-another').click();
  await until('another number', async () => !['', first].includes(await number.inputValue()));
  await number.fill(first);
  await until('its link follows', async () => (await page.getByRole('link', { name: t('new-map-change') }).getAttribute('href')) === `/clouds?clouds=seed%3A${first}`);

  await choose(page, 'clouds-from', 'drawn');
  await page.locator('#map-rows').fill('...');
  await page.locator('#problem').waitFor();
  await page.locator('#map-rows').fill(`  ${MAP.split('/').join('\r\n  ')}`);
  await page.locator('#problem').waitFor({ state: 'hidden' });
  await page.getByText(`${t('preview-drawn')}.`).first().waitFor();
  await page.locator('#map-rows').fill('#'.repeat(81).replace(/^(.)(...)(.{5})(.{7})(.{9})(.{11})(.{13})(.{15})/, '$1\n$2\n$3\n$4\n$5\n$6\n$7\n$8\n'));
  await page.locator('#preview-warnings p').nth(2).waitFor();

  await choose(page, 'sight', 'blind');
  await page.getByText(like('preview-clouds-blind')).first().waitFor();
  assert.ok(await page.locator('#preview-warnings').isHidden(), 'the game without sight has nothing to be warned of');
  assert.ok(!await page.locator('input[name=drift-how]').first().isVisible(), 'nor anything that drifts');
  assert.deepEqual(await inaccessible(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the phone');
  await choose(page, 'start', 'quick');
  await page.locator('#seats').waitFor();
  await choose(page, 'seat', '1');
  await button(page, 'new-do').click();
  await page.waitForURL(/\/g\/\w+$/);
  await until('the own warriors', async () => await pieces(page).count() === 9);
  const { scene, seat } = await state(page);
  assert.deepEqual([scene.options.clouds, seat, gameId(page).length > 0], ['blind', 1, true]);
});

story('both ways of playing under clouds are one click away', async ({ visit }) => {
  const me = await visit();
  for (const [key, clouds] of [['home-play-clouded', undefined], ['home-play-blind', 'blind']]) {
    const page = await me.open('/');
    const card = page.locator('.game-card[data-game="clouded-klinzha"]');
    await card.getByRole('button', { name: t(key) }).click();
    await page.waitForURL(/\/g\/\w+$/);
    await page.locator('#status:not(:empty)').waitFor();
    const { scene, players } = await state(page);
    assert.deepEqual([scene.game, scene.phase, scene.options.clouds, players[1].computer], ['clouded-klinzha', 'play', clouds, 2]);
    await page.close();
  }
});
