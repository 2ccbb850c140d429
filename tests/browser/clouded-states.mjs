// The pages of Clouded Klin Zha in the states that somebody may find them in: part of `STATES`.

import assert from 'node:assert/strict';
import { api, button, cell, clickMove, gameId, goThroughSetup, openGame, sitDown, waitMoves } from './board.mjs';
import { manyPaths, WANTED } from './clouded.mjs';
import { visitorOf } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

const GAME = 'clouded-klinzha';

/** The sample battle's beginning. */
const BATTLE = '1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1';

/** Ten plies after which Gold has lost two Vanguards, was halted three times and sees six unknown warriors. */
export const HUNT = {
  wanted: { game: GAME, options: { clouds: 'seed:11' }, start: { position: BATTLE }, opponent: 'open', seat: 0 },
  moves: ['B@G35 F25', 'S@E37 F58', 'V@G13 H13', 'Fl@D16 F15', 'S@G36 E26', 'V-@C18 B18', 'S@G36 F37', 'Fl@E15 G14', 'S@G36 E26', 'Fl@G14 G36'],
};

/**
 * A game against a friend after these moves, as the visitor sees it.
 * @param {Visitor} visitor
 * @param {{ wanted: any, moves: string[] }} game
 * @param {string} [look] whose page comes back: `mine`, or one who only `watches`
 */
export async function played(visitor, { wanted, moves }, look = 'mine') {
  const browser = visitor.context.browser();
  if (!browser) throw new Error('a friend needs the same browser');
  // Whoever presses buttons here must find them by the visitor's words.
  const front = await visitor.open('/');
  const locale = await front.evaluate(() => navigator.language);
  await front.close();
  const friend = await visitorOf(browser, visitor.base, { locale });
  const host = look === 'watches' ? await visitorOf(browser, visitor.base, { locale }) : visitor;
  const mine = await openGame(host, wanted);
  const path = new URL(mine.url()).pathname;
  const theirs = await friend.open(path);
  await sitDown(theirs);
  for (const [i, text] of moves.entries()) {
    const answer = await api(i % 2 === wanted.seat ? mine : theirs, `/api/games/${gameId(mine)}/acts`, { act: 'submit', text });
    assert.equal(answer.error, undefined, text);
  }
  await friend.context.close();
  const page = look === 'watches' ? await visitor.open(path) : mine;
  if (host !== visitor) await host.context.close();
  else await page.reload();
  await waitMoves(page, moves.length);
  return page;
}

/** @param {Visitor} visitor @param {object} wanted */
async function behindCurtain(visitor, wanted) {
  const page = await visitor.open('/');
  const { id } = await api(page, '/api/games', { game: GAME, opponent: 'hot-seat', ...wanted });
  await page.goto(new URL(`/g/${id}`, page.url()).href);
  await page.locator('#curtain button').first().waitFor();
  return page;
}

/** @type {Record<string, (visitor: Visitor) => Promise<Page>>} */
export const CLOUDED_STATES = {
  'clouded-rules': (visitor) => visitor.open('/rules/clouded-klinzha'),
  'new-clouded': (visitor) => visitor.open('/new/clouded-klinzha'),
  'editor-clouded': (visitor) => visitor.open('/editor/clouded-klinzha'),

  /** The editor of maps, with a map that is warned of. */
  async clouds(visitor) {
    const map = ['#', '###', '#####', '-------', '.........', '...-###-...', '.....-##-....', '.......---.....', '.........-##-....'].join('/');
    const page = await visitor.open(`/clouds?${new URLSearchParams({ clouds: map })}`);
    await page.locator('game-board .layer.clouds path').first().waitFor({ state: 'attached' });
    return page;
  },

  /** In the midst of placing, half of it under clouds. */
  async 'clouded-setup'(visitor) {
    const page = await openGame(visitor, { game: GAME, options: { clouds: 'seed:7' }, opponent: { computer: 2 }, seat: 0 });
    const stop = new Error('far enough');
    const place = async () => {
      await button(page, 'array-spearhead').click();
      await page.locator('.layer.pieces .piece').nth(8).waitFor();
      await page.locator('.cell.grab').first().click();
      await page.locator('.cell.target').first().waitFor();
      throw stop;
    };
    await goThroughSetup([{ page, plan: { place } }]).catch((error) => {
      if (error !== stop) throw error;
    });
    return page;
  },

  /** A running game, its own warrior taken up. */
  async clouded(visitor) {
    const page = await played(visitor, HUNT);
    await page.locator('#status.mine').waitFor();
    await cell(page, 'H24').click();
    await page.locator('.cell.target').first().waitFor();
    return page;
  },

  /** What it was told last: that it was halted. */
  async 'clouded-halt'(visitor) {
    const page = await played(visitor, { ...HUNT, moves: HUNT.moves.slice(0, 8) });
    await page.locator('#status.mine').waitFor();
    await clickMove(page, 'G36', 'E26');
    await waitMoves(page, 9);
    return page;
  },

  async 'clouded-path'(visitor) {
    const page = await played(visitor, { wanted: WANTED, moves: [] });
    const { choice } = await manyPaths(page);
    await page.locator('[data-act=ask-path]').click();
    await cell(page, 'E37').click();
    await cell(page, choice.to).click();
    await page.locator('.path-choice').first().waitFor();
    return page;
  },

  /** Guesses on the board. */
  async 'clouded-notes'(visitor) {
    const page = await played(visitor, HUNT);
    await button(page, 'notes-write').click();
    for (const [note, name] of [['B', 'F37'], ['Fl', 'C17'], ['zone', 'F36'], ['G', 'A19'], ['empty', 'D27']]) {
      await page.locator(`[data-note="${note}"]`).click();
      await cell(page, name ?? '').click();
      await page.locator(`[data-note-at="${name}"]`).waitFor();
    }
    return page;
  },

  'clouded-watch': (visitor) => played(visitor, HUNT, 'watches'),

  async 'clouded-blind'(visitor) {
    const page = await played(visitor, { wanted: { ...HUNT.wanted, options: { clouds: 'blind' } }, moves: ['Fl@G14 D16', 'S@E37 D28'] });
    await page.locator('#status.mine').waitFor();
    return page;
  },

  /** The clouds have moved after Green's second ply. */
  async 'clouded-drift'(visitor) {
    const options = { clouds: 'seed:11', drift: '2,1,1' };
    const page = await played(visitor, { wanted: { ...HUNT.wanted, options }, moves: HUNT.moves.slice(0, 4) });
    await page.locator('#status.mine').waitFor();
    return page;
  },

  /** Two at one screen: nobody looks. */
  'clouded-curtain': (visitor) => behindCurtain(visitor, { options: { clouds: 'seed:11' }, start: { position: BATTLE } }),

  /** Two at one screen: Gold has moved. */
  async 'clouded-handover'(visitor) {
    const page = await behindCurtain(visitor, { options: { clouds: 'seed:11' }, start: { position: BATTLE } });
    await button(page, 'hot-curtain-open', { name: t('side-gold') }).click();
    await page.waitForURL(/as=0/);
    await page.locator('.cell.grab').first().waitFor();
    await clickMove(page, 'G14', 'D16');
    await page.locator('#handover .handover-told').first().waitFor();
    return page;
  },

  /** After the end: what both saw beside what was so. */
  async 'clouded-end'(visitor) {
    const page = await played(visitor, HUNT);
    await button(page, 'resign').click();
    await page.getByRole('dialog').getByRole('button', { name: t('resign-yes'), exact: true }).click();
    await page.locator('#end h2').waitFor();
    await page.locator('.seen-view game-board').nth(1).waitFor({ state: 'attached' });
    return page;
  },
};
