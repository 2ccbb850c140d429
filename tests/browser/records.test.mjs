// Records: the sample game on the front page, import, stepping, downloads, and parse errors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cell, clickMove, openGame, pieces, quietMove, waitMoves, waitSpoken, waitStatus } from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { HOPELESS } from './states.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const DATA = new URL('../../data/', import.meta.url);
const RAW = fileURLToPath(new URL('sample-battle.txt', DATA));
const BATTLE = JSON.parse(readFileSync(new URL('sample-battle.json', DATA), 'utf8'));
const MOVES = BATTLE.plies.map(({ move }) => move);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The number of pieces in a position string, without Goals on warriors. */
const piecesIn = (position) => position.split(' ')[0].replace(/[^a-z]/gi, '').length;

/** The marked ply of the list; 0 if none. @param {Page} page */
const shownPly = async (page) =>
  Number(await page.locator('.move-list [aria-current]').getAttribute('data-ply', { timeout: 1000 }).catch(() => 0));

/** @param {Page} page @param {number} ply */
async function isAt(page, ply) {
  await until(`ply ${ply}`, async () => (ply === 0
    ? await page.locator('.move-list [aria-current]').count() === 0
    : await shownPly(page) === ply));
  const { position } = ply === 0 ? { position: BATTLE.initial } : BATTLE.plies[ply - 1];
  await until(`the pieces of ply ${ply}`, async () => await pieces(page).count() === piecesIn(position));
}

/** The contents of a link's download. @param {Page} page @param {string} name */
async function download(page, name) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** @param {Page} page */
async function downloadsAreWhole(page) {
  const record = await download(page, t('download-record'));
  assert.match(record.name, /^klinzha-[\w-]+\.txt$/);
  const svg = await download(page, t('download-svg'));
  assert.match(svg.content.toString(), /^<svg .*<\/svg>\s*$/s);
  assert.ok(svg.content.length > 5000);
  const png = await download(page, t('download-png'));
  assert.deepEqual(png.content.subarray(0, 4), PNG);
  assert.ok(png.content.length > 5000);
  return record.content.toString();
}

story('the sample battle is on the front page, with its moments', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  await page.getByRole('heading', { name: t('sample-title') }).waitFor();
  assert.equal(await page.locator('.moments a').count(), 14);
  await page.locator('.battle summary').click();
  await page.getByRole('link', { name: t('sample-23-title') }).click();
  await page.waitForURL(/\/r\/sample-battle#ply-23$/);
  await isAt(page, 23);
  await page.locator('#comment').getByText(t('sample-23')).waitFor();
  assert.deepEqual(await waitMoves(page, 47), MOVES);
  assert.deepEqual(await downloadsAreWhole(page).then((text) => MOVES.filter((move) => !text.includes(move))), []);
});

story('stepping through a battle by buttons, keys, slider and list', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/r/sample-battle');
  await isAt(page, 0);
  const step = (key) => page.getByRole('button', { name: t(`step-${key}`), exact: true }).click();
  await step('forward');
  await isAt(page, 1);
  await waitSpoken(page, new RegExp(`${t('side-gold')}.*G14.*D16.*${t('say-takes', { piece: t('piece-klinzha-Fl') })}`));
  await step('last');
  await isAt(page, 47);
  await step('back');
  await isAt(page, 46);
  await step('first');
  await isAt(page, 0);
  await page.locator('.move[data-ply="14"]').click();
  await isAt(page, 14);
  assert.match(page.url(), /#ply-14$/);
  await page.keyboard.press('ArrowRight');
  await isAt(page, 15);
  await page.getByLabel(t('moves-slider')).fill('33');
  await isAt(page, 33);
  await page.getByRole('button', { name: t('step-play'), exact: true }).click();
  await isAt(page, 34);
  await isAt(page, 35);
});

story('the raw battle is imported by paste, and its slips are pointed out', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/import');
  await page.getByLabel(t('import-record')).fill(await readFile(RAW, 'utf8'));
  await page.getByRole('button', { name: t('import-do') }).click();
  await page.waitForURL(/\/r\/\w+/);
  assert.deepEqual(await waitMoves(page, 47), MOVES);
  await page.locator('.record-warnings summary').click();
  const notes = await page.locator('.record-warnings li').allTextContents();
  assert.deepEqual(notes, BATTLE.warnings);
  const slip = BATTLE.plies.find(({ warnings }) => warnings.length > 0);
  await page.locator('.record-warnings a', { hasText: slip.raw }).first().click();
  await isAt(page, slip.n);
  await page.locator('#comment').getByText(t('as-written', { line: slip.line, text: slip.raw })).waitFor();
  const strict = await downloadsAreWhole(page);
  assert.deepEqual(MOVES.filter((move) => !strict.includes(move)), []);
});

story('the raw battle is imported as a file', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/import');
  await page.locator('#file').setInputFiles(RAW);
  await until('the file is in the text', async () => (await page.getByLabel(t('import-record')).inputValue()).includes('Fl@ED17'));
  await page.getByRole('button', { name: t('import-do') }).click();
  await page.waitForURL(/\/r\/\w+/);
  assert.deepEqual(await waitMoves(page, 47), MOVES);
});

story('a record that cannot be read is answered with line and reason', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open('/import');
  const field = page.getByLabel(t('import-record'));
  const broken = (await readFile(RAW, 'utf8')).replace('V@G13 G14', 'V@G13 G47');
  await field.fill(broken);
  await page.getByRole('button', { name: t('import-do') }).click();
  const problem = page.getByRole('alert');
  await problem.getByText(like('problem-line')).waitFor();
  const line = broken.split('\n').findIndex((text) => text.includes('V@G13 G47')) + 1;
  assert.ok((await problem.textContent()).includes(t('problem-line', { line, reason: '' }).trim()), await problem.textContent());
  assert.match(await problem.textContent(), /G47/);
  const selected = await field.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert.match(selected, /^V@G13 G47/);

  await field.fill('Dear sir, this is no record.');
  await page.getByRole('button', { name: t('import-do') }).click();
  await until('another reason', async () => !(await problem.textContent()).includes('G47'));
  assert.equal(new URL(page.url()).pathname, '/import');
});

story('a finished game stays at its address, to be stepped through and taken home', async ({ visit }) => {
  const [me, other] = await Promise.all([visit(), visit()]);
  const page = await openGame(me, { start: { position: HOPELESS }, opponent: { computer: 2 }, seat: 0 });
  await waitStatus(page, 'status-your-move');
  const { from, to } = await quietMove(page);
  await clickMove(page, from, to);
  await waitMoves(page, 2);
  await page.getByRole('button', { name: t('resign') }).click();
  await page.getByRole('dialog').getByRole('button', { name: t('resign-yes') }).click();
  await page.locator('#end').waitFor();

  const guest = await other.open(new URL(page.url()).pathname);
  const [first] = await waitMoves(guest, 2);
  await guest.getByRole('button', { name: t('end-replay') }).click();
  await guest.locator('#past').waitFor();
  assert.match(await cell(guest, from).getAttribute('aria-label'), new RegExp(t('side-gold')));
  await guest.keyboard.press('ArrowRight');
  await until('the first move is shown', async () => await shownPly(guest) === 1);
  assert.match(await cell(guest, to).getAttribute('aria-label'), new RegExp(t('side-gold')));
  const record = await downloadsAreWhole(guest);
  assert.ok(record.includes(first), record);
  assert.match(record, /^result: green resignation$/m);

  // Downloaded records can be imported.
  await guest.goto(new URL('/import', guest.url()).href);
  await guest.getByLabel(t('import-record')).fill(record);
  await guest.getByRole('button', { name: t('import-do') }).click();
  await guest.waitForURL(/\/r\/\w+/);
  await waitMoves(guest, 2);
  await guest.getByText(t('end-wins', { side: t('side-green') })).waitFor();
});
