// The position editor: by mouse, keyboard and touch; flaws, undo, sharing, and playing from the
// position.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { button, cell, drag, pieces, state, waitSpoken } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

useBrowser();

/** White mates with b9 on the next move, or plays on. */
const STUDY = 'k9/10/2K7/10/10/10/10/10/10/1Q8 w - - 0 1';

/** @param {Page} page */
const position = (page) => page.locator('#position').inputValue();

/** @param {Page} page @param {string} wanted the first field, or the whole string */
const waitPosition = (page, wanted) => until(`position ${wanted}`, async () => {
  const now = await position(page);
  return now === wanted || now.split(' ')[0] === wanted;
});

/** @param {Page} page @param {string} kind */
const item = (page, kind) => page.locator(`.palette-item[data-kind="${kind}"]`);

/** @param {Page} page @param {string} side */
const side = (page, side) => page.locator(`#palette [data-side="${side}"]`);

/** @param {Page} page @param {string} key @param {Record<string, string | number>} [args] */
const flaw = (page, key, args) => page.locator('#flaws').getByText(t(`flaw-${key}`, args), { exact: true });

/** @param {Visitor} me @param {string} [path] */
async function openEditor(me, path = '/editor/grand-chess') {
  const page = await me.open(path);
  await until('a position', async () => (await position(page)) !== '');
  return page;
}

const EMPTY = '10/10/10/10/10/10/10/10/10/10';

story('a position is set up with the mouse, its flaws are told, and it is played', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/new/grand-chess');
  await page.locator('.game-links').getByRole('link', { name: t('home-editor') }).click();
  await page.waitForURL(/\/editor\/grand-chess/);
  await until('the start', async () => await pieces(page).count() === 40);
  await button(page, 'editor-clear').click();
  await waitPosition(page, EMPTY);
  await flaw(page, 'no-king', { side: t('side-white') }).waitFor();
  await flaw(page, 'no-king', { side: t('side-black') }).waitFor();
  assert.ok(!await page.locator('#play').isVisible(), 'what is impossible cannot be played');

  // By click, and by dragging from the palette.
  await item(page, 'K').click();
  await cell(page, 'c8').click();
  await waitPosition(page, '10/10/2K7/10/10/10/10/10/10/10');
  await side(page, 'black').click();
  await drag(page, item(page, 'K'), cell(page, 'a10'));
  await waitPosition(page, 'k9/10/2K7/10/10/10/10/10/10/10');
  await side(page, 'white').click();
  await item(page, 'Q').click();
  await cell(page, 'e5').click();
  await waitPosition(page, 'k9/10/2K7/10/10/4Q5/10/10/10/10');

  // Dragged on the board, off the board, and undone.
  await button(page, 'editor-hand').click();
  await drag(page, cell(page, 'e5'), cell(page, 'b1'));
  await waitPosition(page, STUDY);
  await drag(page, cell(page, 'b1'), page.locator('.site-header .brand'));
  await waitPosition(page, 'k9/10/2K7/10/10/10/10/10/10/10');
  await button(page, 'editor-undo').click();
  await waitPosition(page, STUDY);

  // A pawn on an impossible rank is a flaw; the hand moves it, the eraser removes it.
  await item(page, 'P').click();
  await cell(page, 'j10').click();
  await flaw(page, 'pawn-on-last-rank', { side: t('side-white'), cell: 'j10' }).waitFor();
  await page.locator('.hint-danger').waitFor();
  await button(page, 'editor-hand').click();
  await cell(page, 'j10').click();
  await page.locator('.hint-held').waitFor();
  await cell(page, 'j5').click();
  await waitPosition(page, 'k9/10/2K7/10/10/9P/10/10/10/1Q8');
  await button(page, 'editor-erase').click();
  await cell(page, 'j5').click();
  await waitPosition(page, STUDY);

  await page.locator('#play-seat').selectOption('white');
  await button(page, 'editor-play-friend').click();
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  const { scene, seat } = await state(page);
  assert.deepEqual([scene.frame.position, scene.phase, seat], [STUDY, 'play', 0]);
  // The editor opens with the position of the board, and the game stays.
  const [editor] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: t('editor-edit') }).click()]);
  await editor.waitForURL(/\/editor\//);
  await waitPosition(editor, STUDY);
});

story('the extra pieces are found by name, and fields are kept in step', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await openEditor(me);
  const name = t('piece-grand-chess-Fo');
  await page.getByPlaceholder(t('editor-search')).fill(name.slice(0, 4).toLowerCase());
  await item(page, 'Gr').waitFor({ state: 'hidden' });
  await item(page, 'Fo').click();
  await cell(page, 'a2').click();
  await until('a Fool', async () => (await position(page)).includes('{Fo}1NBQ') || (await position(page)).includes('{Fo}NBQ'));
  await page.getByLabel(t('editor-field-last')).selectOption('Gr');
  await until('what it copies', async () => (await position(page)).endsWith(' last=Gr'));
  await page.getByPlaceholder(t('editor-search')).fill('zzz');
  await page.getByText(t('editor-none-found')).waitFor();

  const pool = page.getByLabel(t('editor-field-pool'));
  await pool.fill('Q,Gr/R');
  await pool.press('Tab');
  await until('pools', async () => (await position(page)).includes('pool=Gr,Q/R'));
  await pool.fill('Queens');
  await pool.press('Tab');
  await page.locator('.toast.refusal').waitFor();
  await until('the old pools', async () => await page.getByLabel(t('editor-field-pool')).inputValue() === 'Gr,Q/R');
  await page.locator('#option-promotion').selectOption('all');
  await page.getByLabel(t('editor-field-pool')).waitFor({ state: 'hidden' });
  assert.match(page.url(), /promotion=all/);

  // A custom piece.
  const own = page.getByLabel(t('option-own'));
  await own.fill('Gr:K');
  await own.press('Tab');
  await page.locator('#option-problem').getByText('already').waitFor();
  await own.fill('Xy:KAD');
  await own.press('Tab');
  await page.getByPlaceholder(t('editor-search')).fill('');
  await item(page, 'Xy').click();
  await cell(page, 'e5').click();
  await until('the piece', async () => (await position(page)).includes('{Xy}'));

  // The string can be edited, too.
  await page.locator('#position').fill('r8r w - - 0 1');
  await page.locator('#position').press('Enter');
  await page.locator('#position-problem').getByText(like('refusal-fen-rank-count')).first().waitFor();
  await page.locator('#position').fill(STUDY);
  await page.locator('#position').press('Enter');
  await until('three pieces', async () => await pieces(page).count() === 3);
  await page.locator('#position-problem').waitFor({ state: 'hidden' });
});

story('a position is set up with the keyboard alone', async ({ visit }) => {
  const me = await visit();
  const page = await openEditor(me);
  await button(page, 'editor-clear').press('Enter');
  await waitPosition(page, EMPTY);
  await page.getByPlaceholder(t('editor-search')).focus();
  await page.keyboard.type(t('piece-grand-chess-Am').toLowerCase());
  await page.keyboard.press('Enter');
  // The focus is on the board, which is one tab stop.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
  const here = await until('a cell with the focus', focused);
  await page.keyboard.press('Enter');
  await until('an Amazon', async () => (await position(page)).includes('{Am}'));
  await waitSpoken(page, new RegExp(`${t('piece-grand-chess-Am')}.*${here}`));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until('two of them', async () => (await position(page)).includes('{Am}{Am}'));
  await page.keyboard.press('Delete');
  await until('one of them', async () => !(await position(page)).includes('{Am}{Am}'));
  await page.keyboard.press('Control+z');
  await until('two again', async () => (await position(page)).includes('{Am}{Am}'));

  // Escape selects the hand, which moves pieces.
  await page.keyboard.press('Escape');
  await until('the hand', async () => await page.locator('[data-does=hand]').getAttribute('aria-pressed') === 'true');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await until('moved', async () => !(await position(page)).includes('{Am}{Am}'));
  assert.equal(await pieces(page).count(), 2);

  // The arrow keys move through the palette.
  await page.getByPlaceholder(t('editor-search')).fill('');
  await item(page, 'K').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-kind')), 'R');
});

story('a position of Klin Zha is set up on a phone, with its Goal', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await openEditor(me, '/editor/klinzha');
  await until('eighteen warriors', async () => await pieces(page).count() === 18);
  await button(page, 'editor-clear').tap();
  await until('nothing', async () => await pieces(page).count() === 0);
  await flaw(page, 'no-goal').waitFor();
  await item(page, 'V').tap();
  await cell(page, 'G13').tap();
  await until('a Vanguard', async () => await pieces(page).count() === 1);
  await item(page, 'G').tap();
  await cell(page, 'G13').tap();
  // A side without a Goal has lost.
  await page.getByText(t('editor-over'), { exact: true }).waitFor();
  assert.match(await position(page), /V\+/);
  await side(page, 'green').tap();
  await cell(page, 'A19').tap();
  await page.locator('#play').waitFor();
  await side(page, 'gold').tap();
  await item(page, 'S').tap();
  for (const name of ['I11', 'I12']) await cell(page, name).tap();
  await flaw(page, 'too-many', { side: t('side-gold'), most: 1, piece: t('piece-klinzha-S') }).waitFor();
  await cell(page, 'I12').tap();
  await page.locator('#play').waitFor();
  await side(page, 'green').tap();
  await item(page, 'V').tap();
  await cell(page, 'I45').tap();
  await until('four pieces', async () => await pieces(page).count() === 4);
  await page.locator('#fields').getByText(t('side-green')).tap();
  await until('Green to move', async () => (await position(page)).includes(' green '));
  const wanted = await position(page);
  await button(page, 'editor-play-friend').tap();
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  assert.equal((await state(page)).scene.frame.position, wanted);
});

story('a position travels by its address, and can be taken home as a picture', async ({ visit }) => {
  const [me, friend] = [await visit(), await visit()];
  me.watch.expect(/422/);
  const page = await openEditor(me, `/editor/grand-chess?position=${encodeURIComponent(STUDY)}&promotion=initial`);
  await waitPosition(page, STUDY);
  assert.equal(await page.locator('#option-promotion').inputValue(), 'initial');
  await item(page, 'Gr').click();
  await cell(page, 'e5').click();
  await until('a Gryphon in the address', async () => page.url().includes('Gr'));
  const other = await openEditor(friend, page.url());
  await waitPosition(other, await position(page));

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('download-png') }).click()]);
  assert.equal(download.suggestedFilename(), 'grand-chess-position.png');
  const picture = await readFile(await download.path());
  assert.deepEqual([...picture.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);

  // An unreadable string replaces the verdict and offers no play.
  const odd = await openEditor(me, '/editor/grand-chess?position=nonsense');
  await odd.locator('#position-problem').waitFor();
  assert.ok(await odd.locator('#verdict.bad').isVisible());
  assert.equal(await odd.locator('#flaws li').textContent(), await odd.locator('#position-problem strong').textContent());
  assert.ok(!await odd.locator('#play').isVisible());
  assert.equal(await position(odd), 'nonsense', 'to be mended');
  assert.equal(await pieces(odd).count(), 0);
  const height = async () => (await odd.locator('#verdict').boundingBox())?.height;
  const before = await height();
  await button(odd, 'editor-start').click();
  await odd.getByText(t('editor-good'), { exact: true }).waitFor();
  assert.equal(await pieces(odd).count(), 40);
  assert.equal(await height(), before, 'nothing jumps');
});

/** All four sides hold their own castle. */
const FOUR_WIZARDS = '1/8/16/16/24/1,wW,5,rW,5,bW,5,gW,4';

/** @param {Page} page delays the answer to the next edit by half a second */
async function slowAnswer(page) {
  let answered = false;
  await page.route('**/api/editor', async (route) => {
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    await route.continue();
    answered = true;
  }, { times: 1 });
  return (/** @type {string} */ part) => until('the answer', async () => answered && (await position(page)).includes(part));
}

story('what is being typed into a field stays when the answer to an earlier change comes', async ({ visit }) => {
  const page = await openEditor(await visit(), '/editor/kaleidochess');
  await until('the start of two', async () => await pieces(page).count() === 36);
  const number = page.getByLabel(t('editor-field-number'), { exact: true });
  const answer = await slowAnswer(page);
  await page.locator('#fields').getByText(t('side-black'), { exact: true }).click();
  await number.fill('12');
  await answer(' b ');
  assert.equal(await number.inputValue(), '12');
  await number.press('Tab');
  await until('both changes', async () => / b .* 12$/.test(await position(page)));
});

story('a field that somebody has just entered stays selected when the answer to an earlier change comes', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await openEditor(me, '/editor/kaleidochess');
  await until('the start of two', async () => await pieces(page).count() === 36);
  const number = page.getByLabel(t('editor-field-number'), { exact: true });
  const answer = await slowAnswer(page);
  await page.locator('#fields').getByText(t('side-black'), { exact: true }).click();
  await number.selectText();
  await answer(' b ');
  await page.keyboard.insertText('12');
  await page.keyboard.press('Enter');
  await until('both changes', async () => / b .* 12$/.test(await position(page)));

  // A new value is set in an unedited field, also if it is selected; a refused value is reset.
  await slowAnswer(page);
  await button(page, 'editor-undo').click();
  await number.focus();
  await until('the number before', async () => await number.inputValue() === '1');
  await page.keyboard.insertText('7');
  await page.keyboard.press('Enter');
  await until('the new number', async () => / 7$/.test(await position(page)));
  await number.fill('none');
  await number.press('Enter');
  await page.locator('.toast.refusal').waitFor();
  await until('the number as before', async () => await number.inputValue() === '7');
});

story('a position of KaleidoChess is set up with four colours, its turn, last moves and die', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await openEditor(me, '/editor/kaleidochess');
  await until('the start of two', async () => await pieces(page).count() === 36);
  await button(page, 'editor-start-4').click();
  await until('the start of four', async () => await pieces(page).count() === 48);
  await button(page, 'editor-clear').click();
  await flaw(page, 'no-castle').waitFor();
  await flaw(page, 'no-pieces', { side: t('side-white') }).waitFor();
  await until('the five castles', async () => await page.locator('.hint-danger').count() === 5);
  assert.ok(!await page.locator('#play').isVisible());
  await item(page, 'W').click();
  for (const [colour, castle] of [['white', '1J'], ['red', '3J'], ['black', '5J'], ['green', '7J']]) {
    await side(page, colour).click();
    await cell(page, castle).click();
  }
  await waitPosition(page, `${FOUR_WIZARDS} w -,-,-,- - 1`);
  await page.getByText(t('editor-good'), { exact: true }).waitFor();

  await page.locator('#fields').getByText(t('side-black'), { exact: true }).click();
  const undo = page.getByLabel(t('editor-field-undo-red'), { exact: true });
  await undo.fill('3K-3J');
  await undo.press('Tab');
  const number = page.getByLabel(t('editor-field-number'), { exact: true });
  await number.fill('12');
  await number.press('Tab');
  await waitPosition(page, `${FOUR_WIZARDS} b -,3K-3J,-,- - 12`);
  await undo.fill('nowhere');
  await undo.press('Tab');
  await page.locator('.toast.refusal').waitFor();
  await until('the last move as before', async () => await undo.inputValue() === '3K-3J');

  // A throw requires dice.
  await page.locator('#option-dice').selectOption('on');
  await page.getByLabel(t('editor-field-die'), { exact: true }).selectOption('4');
  await waitPosition(page, `${FOUR_WIZARDS} b -,3K-3J,-,- 4 12`);
  await page.locator('#option-dice').selectOption('off');
  await flaw(page, 'die-without-dice', { face: 4 }).waitFor();
  await page.getByLabel(t('editor-field-die'), { exact: true }).selectOption(t('editor-die-not-thrown'));
  await page.getByText(t('editor-good'), { exact: true }).waitFor();

  await page.locator('#play-seat').selectOption('black');
  await button(page, 'editor-play-computers').click();
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  const { scene, seat, players } = await state(page);
  assert.deepEqual([scene.frame.position, seat], [`${FOUR_WIZARDS} b -,3K-3J,-,- - 12`, 2]);
  assert.deepEqual(players.map((/** @type {any} */ player) => player.computer), [4, 4, null, 4]);
});

story('who plays a position of KaleidoChess is asked of those who stand in it', async ({ visit }) => {
  const me = await visit(PHONE);
  const two = '1/8/16/16/24/7,rW,rP,10,gW,4 g -,- - 1';
  const page = await openEditor(me, `/editor/kaleidochess?${new URLSearchParams({ position: two, 'no-repetition': 'on' })}`);
  await page.getByText(t('editor-good'), { exact: true }).waitFor();
  const offered = await page.locator('#play-seat option:not([hidden])').allTextContents();
  assert.deepEqual(offered, [t('editor-play-any'), t('side-red'), t('side-green')]);
  await page.getByRole('link', { name: t('editor-play-table') }).tap();
  await page.waitForURL(/\/new\/kaleidochess/);
  await page.locator('#sits-green').selectOption('me');
  await until('Red and Green', async () => JSON.stringify(await page.locator('#who .seat-row:visible label').allTextContents()) === JSON.stringify([t('side-red'), t('side-green')]));
  await button(page, 'new-do').tap();
  await page.waitForURL(/\/g\/\w+$/);
  await page.locator('#status:not(:empty)').waitFor();
  const { scene, seats, players } = await state(page);
  assert.deepEqual([scene.frame.position.split(' ')[0], scene.options['no-repetition'], seats], [two.split(' ')[0], 'on', [1]]);
  assert.equal(players[0].computer, 4);
});
