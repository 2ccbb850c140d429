// Starting games: the form with preview and warnings, and the import of a PGN.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { api, button, choose, pieces, state, waitMoves } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** All pieces on the board. @param {Page} page */
const shown = (page) => page.locator('game-board .layer.pieces .piece:not(.going) use').evaluateAll((all) =>
  all.map((use) => `${use.closest('.piece')?.getAttribute('class')?.replace(' coming', '')} ${use.getAttribute('href')}`).sort());

/** The array's number in the form. @param {Page} page */
const seed = (page) => page.locator('#option-seed').inputValue();

/** @param {Page} page @param {string} text */
const waitWords = (page, text) => until(`the preview says '${text}'`, async () => (await page.locator('#preview-words').textContent())?.includes(text));

/** @param {Page} page @param {string | number} count */
async function setExtra(page, count) {
  await page.locator('#option-extra').fill(String(count));
}

story('the preview shows the array that the game begins with', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  await page.locator('.game-card[data-game="grand-chess"]').getByRole('link', { name: t('home-new') }).click();
  await page.waitForURL(/\/new\/grand-chess$/);
  await until('the classic array', async () => await pieces(page).count() === 40);
  assert.equal(await page.locator('#preview-pieces li').count(), 0);
  assert.ok(!await page.locator('#option-seed').isVisible(), 'the classic array needs no number');

  await choose(page, 'option-setup', 'classic+random');
  await until('three more pieces a side', async () => await pieces(page).count() === 46);
  const first = await seed(page);
  await waitWords(page, t('preview-seed', { seed: first }));
  assert.equal(await page.locator('#preview-pieces li').count(), 3);
  assert.match(await page.locator('#preview-pieces a').first().getAttribute('href') ?? '', /^\/guide\/grand-chess#[A-Z][a-z]?$/);
  const before = await shown(page);

  await button(page, 'new-seed-another').click();
  await until('another number', async () => { const now = await seed(page); return now !== '' && now !== first; });
  await until('another array', async () => JSON.stringify(await shown(page)) !== JSON.stringify(before));
  await page.locator('#option-seed').fill(first);
  await until('the first array again', async () => JSON.stringify(await shown(page)) === JSON.stringify(before));

  await choose(page, 'opponent', 'friend');
  await choose(page, 'seat', '0');
  await button(page, 'new-do-offer').click();
  await page.waitForURL(/\/g\/\w+$/);
  await until('the array on the board', async () => await pieces(page).count() === 46);
  assert.deepEqual(await shown(page), before);
  assert.equal((await state(page)).seat, 0);
});

story('many unknown pieces are warned of, and none more than there is room for', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/new/grand-chess');
  const warning = page.locator('#extra-warning');
  await choose(page, 'option-setup', 'random');
  assert.ok(!await warning.isVisible());
  await setExtra(page, 4);
  await page.getByText(t('warn-some'), { exact: true }).waitFor();
  await setExtra(page, 19);
  await page.getByText(t('warn-many'), { exact: true }).waitFor();
  await until('forty pieces and twenty pawns', async () => await pieces(page).count() === 60);
  await choose(page, 'option-setup', 'classic+random');
  assert.equal(await page.locator('#option-extra').inputValue(), '10', 'the two ranks have ten empty squares');
  await page.getByRole('button', { name: t('number-less') }).click();
  await until('nine more pieces a side', async () => await pieces(page).count() === 40 + 18);
  await setExtra(page, 3);
  await warning.waitFor({ state: 'hidden' });
});

story('in chosen arrays both pick, and a piece of one\'s own is among them', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open('/new/grand-chess');
  await choose(page, 'option-setup', 'chosen');
  await waitWords(page, t('preview-picking', { count: 3 }));
  await page.locator('#own-pieces summary').click();
  await button(page, 'own-add').click();
  await page.getByLabel(t('own-code')).fill('Gr');
  await page.getByLabel(t('own-moves')).fill('KAD');
  const problem = page.locator('.own-row .problem-line');
  await problem.getByText(t('refusal-own-taken', { code: 'Gr' })).waitFor();
  await page.getByLabel(t('own-code')).fill('Xy');
  await problem.waitFor({ state: 'hidden' });
  await page.getByLabel(t('own-moves')).fill('KAD[');
  await problem.getByText(t('refusal-betza', { at: 5, reason: '' }).trim()).waitFor();
  await page.getByLabel(t('own-moves')).fill('KAD');
  await problem.waitFor({ state: 'hidden' });
  await choose(page, 'opponent', 'friend');
  await choose(page, 'seat', '1');
  await button(page, 'new-do-offer').click();
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  const { scene } = await state(page);
  assert.deepEqual([scene.phase, scene.to_act], ['pick', [1]]);
  assert.ok(scene.choices.some(({ text }) => text === 'pick Xy'));
});

story('a position is pasted into the form, and a bad one is refused with its reason', async ({ visit }) => {
  const me = await visit(PHONE);
  me.watch.expect(/422/);
  const page = await me.open('/new/klinzha');
  await choose(page, 'start', 'quick');
  await until('eighteen warriors', async () => await pieces(page).count() === 18);
  assert.ok(await page.locator('#seats').isVisible(), 'who plays what is open');
  await choose(page, 'start', 'position');
  const text = page.getByLabel(t('new-position'));
  await text.fill('nine rows');
  await page.locator('#position-problem').getByText(like('refusal-bad-position')).first().waitFor();
  assert.equal(await text.getAttribute('aria-invalid'), 'true');
  assert.ok(!await page.locator('#problem').isVisible(), 'it is said once');
  assert.equal(await page.locator('.preview.stale').count(), 1, 'what was seen before is not this');
  await text.fill('1/3/2B2/2v2v+1/1E+1b5/4F6/13/2V12/4V12 gold 19 25');
  await page.locator('#position-problem').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.preview.stale').count(), 0);
  await until('the pieces of the position', async () => await pieces(page).count() === 8);
  await choose(page, 'start', 'setup');
  await waitWords(page, t('preview-setup'));
  assert.ok(!await page.locator('#seats').isVisible(), 'the setup settles who plays what');
});

const PGN = `[Event "Club"]
[White "Anna"]
[Black "Bert"]
[Variant "Grand Chess"]
[Result "1/2-1/2"]

1. e5 e6 2. Nxc4 {a slip of the pen} Nc7 1/2-1/2
`;

story('a PGN of Grand Chess is imported, stepped through and taken home', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open('/import');
  const text = page.getByLabel(t('import-record'));
  await text.fill(PGN.replace('2. Nxc4', '2. Nd9'));
  await button(page, 'import-do').click();
  await page.locator('#problem').getByText('Nd9').first().waitFor();
  await page.locator('#problem').getByText(like('problem-line')).first().waitFor();
  assert.equal(await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), PGN.replace('2. Nxc4', '2. Nd9').split('\n')[6]);

  await page.locator('#file').setInputFiles({ name: 'club.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(PGN) });
  await until('the file in the field', async () => await text.inputValue() === PGN);
  await button(page, 'import-do').click();
  await page.waitForURL(/\/r\/\w+$/);
  await page.getByRole('heading', { name: 'Anna – Bert' }).waitFor();
  assert.deepEqual(await waitMoves(page, 4), ['e5', 'e6', 'Nc4', 'Nc7']);
  await page.getByText(like('record-warnings')).waitFor();
  await page.getByText(t('end-draw'), { exact: true }).waitFor();
  await page.getByRole('button', { name: t('step-last'), exact: true }).click();
  await page.locator('.move-list [aria-current][data-ply="4"]').waitFor();

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('download-record') }).click()]);
  assert.match(download.suggestedFilename(), /^grand-chess-\w+\.pgn$/);
  const strict = await readFile(await download.path(), 'utf8');
  assert.match(strict, /2\. Nc4 Nc7 1\/2-1\/2/);
  const { warnings } = await page.evaluate(async (body) => (await fetch('/api/records', { method: 'POST', headers: { 'content-type': 'text/plain' }, body })).json(), strict);
  assert.deepEqual(warnings, []);

  // The shown position opens in the editor.
  const [editor] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: t('editor-edit') }).click()]);
  await editor.waitForURL(/\/editor\/grand-chess\?position=/);
  const record = await api(page, '/api/editor', { game: 'grand-chess', position: new URL(editor.url()).searchParams.get('position') });
  await until('the position', async () => await editor.getByLabel(t('editor-string'), { exact: true }).last().inputValue() === record.position);
});
