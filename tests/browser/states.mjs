// The pages in the states that somebody may find them in, for tests and pictures that look at all.

import { api, button, cell, gameId, goThroughSetup, openGame, quietMove, clickMove, waitMoves } from './board.mjs';
import { CHECK, HELD, item, openGrandChess, promotion, READY, SPECIAL } from './grand-chess.mjs';
import { ANALYSIS_STATES } from './analysis-states.mjs';
import { CLOUDED_STATES } from './clouded-states.mjs';
import { KALEIDO_STATES } from './kaleido-states.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

/** The sample battle's end: wherever the green Goal is carried, it is captured. */
export const HOPELESS = '1/3/2B2/2v2v+1/1E+1b5/4F6/13/2V12/4V12 gold 19 25';
/** After Gold's move 21 in the sample battle: the Flier on E16 looks at the Goal on B19. */
export const HANGING = '1/1v+1/v1v2/7/BF7/f4b5/5e7/2V12/2E+1V12 green 1 11';
/** The sample battle after Gold's fourth move. */
export const MIDDLE = '1/3/vv+v2/e6/f1l6/V4b1s3/3LBS7/2V12/E+3V1F10 green 5 4';

/** @param {string} path */
const at = (path) => (/** @type {Visitor} */ visitor) => visitor.open(path);

/**
 * How to come to each state.
 * @type {Record<string, (visitor: Visitor) => Promise<Page>>}
 */
export const STATES = {
  front: at('/'),
  rules: at('/rules/klinzha'),
  'grand-rules': at('/rules/grand-chess'),
  guide: at('/guide/grand-chess'),
  'guide-piece': at('/guide/grand-chess/Im'),
  'guide-fool': at('/guide/grand-chess/Fo'),
  'guide-own': at('/guide/grand-chess/Ow?own=Ow:[F%3FR]'),
  import: at('/import'),
  licences: at('/licences'),
  record: at('/r/sample-battle#ply-10'),
  'new-klinzha': at('/new/klinzha'),
  async 'new-chess'(visitor) {
    const page = await visitor.open('/new/grand-chess');
    await page.locator('label:has(input[value="classic+random"])').click();
    await page.locator('#option-extra').fill('5');
    await page.locator('#preview-pieces li').nth(4).waitFor();
    return page;
  },
  editor: at('/editor/klinzha'),
  async 'editor-chess'(visitor) {
    const page = await visitor.open('/editor/grand-chess?position=k9/3{Gr}6/2P5P1/10/4{ca}5/10/3K1K4/10/10/P9 b - - 0 1');
    await page.locator('#flaws li').first().waitFor();
    return page;
  },
  nowhere: at('/nowhere'),
  'no-game': at('/g/zzzzzzzz'),

  async invitation(visitor) {
    const page = await openGame(visitor, { opponent: 'open' });
    await page.locator('#invite h2').waitFor();
    return page;
  },

  async cast(visitor) {
    const page = await openGame(visitor, { opponent: { computer: 2 }, seat: 0 });
    await button(page, 'button-cast').waitFor();
    return page;
  },

  /** Somewhere in the midst of placing, a warrior at hand. */
  async setup(visitor) {
    const page = await openGame(visitor, { opponent: { computer: 2 }, seat: 0 });
    const stop = new Error('far enough');
    const place = async () => {
      await button(page, 'array-spearhead').click();
      await page.locator('.layer.pieces .piece').nth(8).waitFor();
      const cells = await page.locator('.cell.grab').evaluateAll((all) => all.map((one) => one.getAttribute('data-cell') ?? ''));
      for (const name of cells.slice(0, 3)) {
        await cell(page, name).focus();
        await page.keyboard.press('Delete');
        await page.locator(`.cell.grab[data-cell="${name}"]`).waitFor({ state: 'detached' });
      }
      await page.locator('.tray-item:enabled').first().click();
      await page.locator('.cell.target').first().waitFor();
      throw stop;
    };
    await goThroughSetup([{ page, plan: { place } }]).catch((error) => {
      if (error !== stop) throw error;
    });
    return page;
  },

  /** The middle of a game, with a move made, and a piece picked up. */
  async game(visitor) {
    const page = await openGame(visitor, { start: { position: MIDDLE }, opponent: { computer: 2 }, seat: 1 });
    await page.locator('#status.mine').waitFor();
    const { from, to } = await quietMove(page);
    await clickMove(page, from, to);
    await waitMoves(page, 2);
    await page.locator('#status.mine').waitFor();
    await page.locator('.cell.grab').last().click();
    await page.locator('.cell.target').first().waitFor();
    return page;
  },

  /** A warning, and the question that follows from not heeding it. */
  async danger(visitor) {
    const page = await openGame(visitor, { start: { position: HANGING }, opponent: { computer: 2 }, seat: 1 });
    await page.locator('#warning p').waitFor();
    await clickMove(page, 'C17', 'C18');
    await page.getByRole('dialog').waitFor();
    return page;
  },

  async carry(visitor) {
    const page = await openGame(visitor, { start: { position: MIDDLE.replace('green 5 4', 'gold 5 4') }, opponent: { computer: 2 }, seat: 0 });
    await page.locator('#status.mine').waitFor();
    await clickMove(page, 'I11', 'I22');
    await page.getByRole('dialog').waitFor();
    return page;
  },

  async end(visitor) {
    const page = await openGame(visitor, { start: { position: HOPELESS }, opponent: { computer: 2 }, seat: 0 });
    await page.locator('#status.mine').waitFor();
    await clickMove(page, 'F36', 'D39');
    await page.locator('#end h2').waitFor();
    return page;
  },

  async past(visitor) {
    const page = await STATES.end(visitor);
    await page.locator('#end button').last().click();
    await page.locator('#past').waitFor();
    return page;
  },

  /** Nineteen strange pieces a side, some of them locked. */
  async 'grand-chess'(visitor) {
    const options = { setup: 'random', extra: '19', seed: '11' };
    const page = await againstComputer(visitor, { options });
    await page.getByText(t('table-title'), { exact: true }).click();
    return page;
  },

  async 'grand-chess-held'(visitor) {
    const page = await againstComputer(visitor, { start: { position: HELD } });
    await pickUp(page, 'b5');
    return page;
  },

  async 'grand-chess-special'(visitor) {
    const page = await againstComputer(visitor, { start: { position: SPECIAL } });
    await pickUp(page, 'd6');
    return page;
  },

  async 'grand-chess-check'(visitor) {
    const page = await againstComputer(visitor, { start: { position: CHECK } });
    await page.getByText(t('prefs-title'), { exact: true }).click();
    return page;
  },

  async 'grand-chess-picking'(visitor) {
    const options = { setup: 'chosen', extra: '7', seed: '11' };
    const page = await openGrandChess(visitor, { opponent: { computer: 2 }, seat: 1, options });
    await item(page, 'Gr').click();
    await button(page, 'pick-do', { piece: t('piece-grand-chess-Gr') }).click();
    await page.locator('.picked li').nth(1).waitFor();
    // The computer may have picked either, but not both.
    await item(page, 'Wm').or(item(page, 'Cm')).first().click();
    return page;
  },

  async 'grand-chess-promotion'(visitor) {
    const page = await againstComputer(visitor, { start: { position: READY } });
    await clickMove(page, 'g8', 'g9');
    await promotion(page, 'g9').waitFor();
    return page;
  },

  async 'grand-chess-promotion-all'(visitor) {
    const page = await againstComputer(visitor, { start: { position: READY }, options: { promotion: 'all' } });
    await clickMove(page, 'g8', 'g9');
    await promotion(page, 'g9').waitFor();
    return page;
  },

  async 'grand-chess-claim'(visitor) {
    const page = await openGrandChess(visitor, { start: { position: READY.replace('0 1', '100 60') }, opponent: { computer: 2 }, seat: 0 });
    await page.getByText(t('claim-fifty-moves'), { exact: true }).waitFor();
    return page;
  },

  async 'grand-chess-card'(visitor) {
    const page = await againstComputer(visitor, { start: { position: SPECIAL } });
    await cell(page, 'd6').click({ button: 'right' });
    await page.locator('dialog.piece-card .piece-card-body :is(svg, p:not(.hint))').first().waitFor();
    return page;
  },

  async 'grand-chess-end'(visitor) {
    const page = await againstComputer(visitor, { start: { position: READY } });
    await api(page, `/api/games/${gameId(page)}/acts`, { act: 'resign' });
    await page.locator('#end h2').waitFor();
    return page;
  },

  ...ANALYSIS_STATES,
  ...CLOUDED_STATES,
  ...KALEIDO_STATES,
};

/**
 * Grand Chess with White against the computer.
 * @param {Visitor} visitor
 * @param {object} wanted
 */
async function againstComputer(visitor, wanted) {
  const page = await openGrandChess(visitor, { opponent: { computer: 2 }, seat: 0, ...wanted });
  await page.locator('#status.mine').waitFor();
  return page;
}

/** @param {Page} page @param {string} name */
async function pickUp(page, name) {
  await cell(page, name).click();
  await page.locator('.cell.target').first().waitFor();
}
