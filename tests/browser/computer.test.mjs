// Games against the computer: the whole setup, the game, and all kinds of ends.

import assert from 'node:assert/strict';
import {
  button, cell, choose, clickMove, dismissRefusal, drag, gameId, goThroughSetup, hasText, moves, openGame, pieces, quietMove,
  setupStep, SIMPLE, state, targets, waitMoves, waitSpoken, waitStatus,
} from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { HANGING, HOPELESS } from './states.mjs';
import { like, speak, t } from './words.mjs';

useBrowser();

const ANNOUNCEMENT = "Zha riest'n, teskas tal'tai-kleon";

/** A cell of a region, of another region or of none. */
const cellsOf = (page, selector) =>
  page.locator(`game-board .cell${selector}`).evaluateAll((cells) => cells.map((one) => one.dataset.cell));

/** Takes a colour and, on the board, a region. */
async function takeOnBoard(page) {
  if (await page.locator('input[name=take-side]').count() > 0) await choose(page, 'take-side', 'green');
  const region = await page.locator('input[name=take-region]').last().getAttribute('value');
  const [some] = await cellsOf(page, `.region-${region}`);
  await cell(page, some).click();
  await button(page, 'take-do', { region: t(`region-${region}`) }).click();
}

const tray = (page, kind) => page.locator(`.tray-item[data-kind="${kind}"]`);

/** Places pieces in all possible ways, and tries some impossible ones. */
async function placeByHand(page) {
  await tray(page, 'B').click();
  const mine = await targets(page).evaluateAll((cells) => cells.map((one) => one.dataset.cell));
  assert.ok(mine.length >= 20, `the Blockader may stand almost everywhere in a region: ${mine}`);
  const region = /region-(\w+)/.exec(await cell(page, mine[0]).getAttribute('class'))?.[1];
  const [far] = await cellsOf(page, `:not(.region-${region})`);

  await cell(page, far).click();
  await dismissRefusal(page, t('refusal-outside-region', { cell: far, region: t(`region-${region}`) }));
  assert.equal(await pieces(page).count(), 0);

  // The piece is still selected.
  await cell(page, mine[0]).click();
  await until('the Blockader stands', async () => await pieces(page).count() === 1);
  await drag(page, tray(page, 'L'), cell(page, mine[5]));
  await until('the Lancer stands', async () => await pieces(page).count() === 2);
  await drag(page, tray(page, 'V'), cell(page, mine[5]));
  await dismissRefusal(page, t('refusal-cell-taken', { cell: mine[5], piece: t('piece-klinzha-L') }));

  const named = (name, piece) => until(`${piece} on ${name}`, async () =>
    (await cell(page, name).getAttribute('aria-label')).includes(t(`piece-klinzha-${piece}`)));
  await drag(page, cell(page, mine[5]), cell(page, mine[9]));
  await named(mine[9], 'L');
  await page.keyboard.press('Escape');
  await cell(page, mine[9]).click();
  await button(page, 'lift', { cell: mine[9] }).click();
  await until('the Lancer is back', async () => await pieces(page).count() === 1);
  assert.ok(await button(page, 'button-done').isDisabled(), 'one cannot be ready with one warrior');

  await button(page, 'array-talons').click();
  await until('all nine stand', async () => await pieces(page).count() === 9);
  await button(page, 'button-clear').click();
  await until('none stands', async () => await pieces(page).count() === 0);
  await button(page, 'array-bulwark').click();
  await until('all nine stand', async () => await pieces(page).count() === 9);
  await button(page, 'button-done').click();
}

/** Tries to give the Goal to the Blockader first. */
async function giveGoal(page) {
  const { scene } = await state(page);
  const own = scene.sides.find(({ seat }) => seat === (scene.viewer.seat ?? -1)).key;
  const blockader = scene.frame.pieces.find(({ kind, side }) => kind === 'B' && side === own);
  await cell(page, blockader.cell).click();
  await dismissRefusal(page, t('refusal-no-carrier', { cell: blockader.cell, piece: t('piece-klinzha-B') }));
  await SIMPLE.goal(page);
}

/**
 * Plays until the computer captures the Goal: leaves it hanging as soon as possible, and walks
 * towards the enemy until then.
 */
async function loseInPlay(page) {
  for (let round = 0; round < 40; round += 1) {
    await until('the own turn, or the end', async () =>
      await page.locator('#end').isVisible() || await page.locator('#status.mine').isVisible());
    if (await page.locator('#end').isVisible()) return;
    const { scene } = await state(page);
    const choice = scene.choices.find(({ danger, variant }) => danger && variant !== 'abandon')
      ?? scene.choices.findLast(({ captures, variant }) => captures && !variant)
      ?? scene.choices[(round * 31) % scene.choices.length];
    const count = (await moves(page)).length;
    await clickMove(page, choice.from, choice.to);
    if (choice.variant) {
      await page.locator('.choice-signs').getByRole('button', { name: t(`choice-${choice.variant}`) }).click();
    }
    if (choice.danger) await button(page, 'danger-yes').click();
    await until('the move is in the list', async () => (await moves(page)).length > count);
    assert.equal((await moves(page))[count], choice.text);
  }
  assert.fail('forty rounds, and the computer never took what was offered');
}

story('a game against the computer, through the whole setup to the captured Goal', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/new/klinzha');
  await page.getByRole('button', { name: t('new-do') }).click();
  await page.waitForURL(/\/g\/\w+$/);
  /** Every cast has been told before the sides are chosen, one's own too. @param {Page} page */
  const take = async (page) => {
    const { scene, seat } = await state(page);
    const casts = scene.notices.filter(({ key }) => key === 'cast').map(({ args }) => Object.fromEntries(args));
    const told = await page.locator('#setup .told-cast').allTextContents();
    assert.equal(told.length, casts.length, 'as many lines as casts');
    assert.ok(casts.length > 0);
    for (const [i, { seat: caster, a, b }] of casts.entries()) {
      assert.match(told[i], new RegExp(`${a}.*${b}`));
      const own = ['wins', 'loses', 'tie'].some((result) => like(`cast-${result}-you`).test(told[i]));
      assert.equal(own, Number(caster) === seat, told[i]);
    }
    await takeOnBoard(page);
  };
  const steps = await goThroughSetup([{ page, plan: { take, place: placeByHand, goal: giveGoal } }]);
  assert.deepEqual(steps.filter((step) => ['take', 'place', 'goal'].includes(step)), ['take', 'place', 'goal']);
  const { scene } = await state(page);
  assert.equal(scene.phase, 'play');
  const casts = scene.notices.filter(({ key }) => key === 'cast');
  assert.ok(casts.every(({ args }) => args.filter(([key]) => key !== 'seat').every(([, face]) => face >= 1 && face <= 6)));

  await loseInPlay(page);
  await page.getByRole('heading', { name: t('end-defeat') }).waitFor();
  await page.getByText(ANNOUNCEMENT, { exact: true }).waitFor();
  assert.equal((await state(page)).scene.outcome.reason, 'goal');
  assert.match((await moves(page)).at(-1), / x \w*G@/);
  assert.equal(await page.locator('game-board .cell.grab').count(), 0, 'nothing can be moved any more');

  const before = gameId(page);
  await button(page, 'next-again').click();
  await page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(before));
  await page.locator('#setup h2').waitFor();
});

story('capturing the Goal wins, and the words of the victor are said', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { start: { position: HOPELESS }, opponent: { computer: 2 }, seat: 0 });
  await waitStatus(page, 'status-your-move');
  await drag(page, cell(page, 'F36'), cell(page, 'D39'));
  await page.getByRole('heading', { name: t('end-victory') }).waitFor();
  await page.getByText(ANNOUNCEMENT, { exact: true }).waitFor();
  await hasText(page, 'reason-goal', { winner: t('side-gold') });
  assert.deepEqual(await moves(page), ['Fl@F36 x VG@D39']);
  await waitSpoken(page, /F36.*D39.*/);
  await waitSpoken(page, new RegExp(t('end-victory')));

  for (const lang of ['de', 'sv', 'it']) {
    speak(lang);
    await page.goto(`${page.url().split('?')[0]}?lang=${lang}`);
    await page.getByRole('heading', { name: t('end-victory') }).waitFor();
    await page.getByText(ANNOUNCEMENT, { exact: true }).waitFor();
  }
});

story('a hanging Goal is shown, and leaving it hanging is asked about', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { start: { position: HANGING }, opponent: { computer: 2 }, seat: 1 });
  await waitStatus(page, 'status-your-move');
  await page.locator('#warning').getByText(t('notice-goal-hangs', { cells: 'E16' })).waitFor();
  await waitSpoken(page, like('notice-goal-hangs'));
  assert.equal(await page.locator('game-board .hint-danger').count(), 1);

  await clickMove(page, 'C17', 'C18');
  const bar = page.locator('.confirm-bar');
  await bar.getByText(t('danger-goal-hangs'), { exact: true }).waitFor();
  // Enter alone sends no move that is dangerous.
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: t('confirm-back') }).click();
  await bar.waitFor({ state: 'hidden' });
  assert.deepEqual(await moves(page), []);
  assert.equal((await state(page)).version, 0, 'nothing was sent');

  await clickMove(page, 'C17', 'C18');
  await bar.getByRole('button', { name: t('danger-yes') }).click();
  await page.getByRole('heading', { name: t('end-defeat') }).waitFor();
  await hasText(page, 'reason-goal', { winner: t('side-gold') });
});

story('where the Goal must be saved, other moves are refused in words', async ({ visit }) => {
  const me = await visit();
  const options = { 'goal-safety': 'enforced' };
  const page = await openGame(me, { start: { position: HANGING }, options, opponent: { computer: 2 }, seat: 1 });
  await waitStatus(page, 'status-your-move');
  await cell(page, 'B19').click();
  await cell(page, 'E37').click();
  await page.locator('.toast.refusal').waitFor();
  await dismissRefusal(page, /\w{3,}.*\w{3,}/);
  assert.deepEqual(await moves(page), []);
});

story('the Goal is carried or left behind by a clear choice', async ({ visit }) => {
  const me = await visit();
  const position = '1/2v+/v1v2/7/BF7/f4b5/5e7/2V12/2E+1V12 gold 2 12';
  const page = await openGame(me, { start: { position }, opponent: { computer: 2 }, seat: 0 });
  await waitStatus(page, 'status-your-move');
  await clickMove(page, 'I22', 'H12');
  const signs = page.getByRole('group', { name: t('choose-title', { from: 'I22', to: 'H12' }) });
  await signs.getByTitle(t('choice-carry-hint', { to: 'H12' })).waitFor();
  await signs.getByTitle(t('choice-abandon-hint', { from: 'I22' })).waitFor();
  await page.keyboard.press('Escape');
  await signs.waitFor({ state: 'detached' });
  assert.deepEqual(await moves(page), []);

  await clickMove(page, 'I22', 'H12');
  await signs.getByRole('button', { name: t('choice-abandon') }).click();
  await waitSpoken(page, new RegExp(t('say-abandons')));
  assert.equal((await moves(page))[0], 'Fe-@I22 H12');
  await until('the Goal lies alone', async () => (await cell(page, 'I22').getAttribute('aria-label')).includes(t('piece-klinzha-G')));
});

story('resigning is asked about first', async ({ visit }) => {
  const me = await visit();
  const page = await openGame(me, { start: { quick: 'north-west' }, opponent: { computer: 2 }, seat: 0 });
  await waitStatus(page, 'status-your-move');
  const { text, from, to } = await quietMove(page);
  await clickMove(page, from, to);
  assert.equal((await waitMoves(page, 2))[0], text);

  await button(page, 'takeback-ask').click();
  await waitMoves(page, 0);
  await waitSpoken(page, new RegExp(t('say-taken-back')));
  await clickMove(page, from, to);
  await waitMoves(page, 2);

  await button(page, 'resign').click();
  const dialog = page.getByRole('dialog', { name: t('resign-title') });
  await dialog.getByRole('button', { name: t('dialog-cancel') }).click();
  await waitStatus(page, 'status-your-move');
  await button(page, 'resign').click();
  await dialog.getByRole('button', { name: t('resign-yes') }).click();
  await page.getByRole('heading', { name: t('end-defeat') }).waitFor();
  await hasText(page, 'reason-resignation', { loser: t('side-gold') });
  assert.equal(await setupStep(page), null);
});
