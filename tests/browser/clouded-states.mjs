// The states of the pages of Clouded Klin Zha: part of `STATES`.

import { button, call, cell, clickMove, createGame, goToPlacement, openGame, waitMoves } from './board.mjs';
import { manyPaths, WANTED } from './clouded.mjs';
import { visitorOf } from './harness.mjs';
import { t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */
/** @import { State } from './states.mjs' */

const GAME = 'clouded-klinzha';

/** The sample battle's beginning. */
const BATTLE = '1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1';

/**
 * Ten plies after which Gold has lost two Vanguards, was halted three times and sees six unknown
 * pieces.
 */
export const HUNT = {
  wanted: { game: GAME, options: { clouds: 'seed:11' }, start: { position: BATTLE }, opponent: 'open', seat: 0 },
  moves: ['B@G35 F25', 'S@E37 F58', 'V@G13 H13', 'Fl@D16 F15', 'S@G36 E26', 'V-@C18 B18', 'S@G36 F37', 'Fl@E15 G14', 'S@G36 E26', 'Fl@G14 G36'],
};

/**
 * A game against a friend after these moves, as the visitor sees it.
 * @param {Visitor} visitor
 * @param {{ wanted: any, moves: string[] }} game
 * @param {string} [look] whose page is returned: the player's (`mine`) or a spectator's (`watches`)
 */
export async function played(visitor, { wanted, moves }, look = 'mine') {
  const browser = visitor.context.browser();
  if (!browser) throw new Error('a friend needs the same browser');
  const friend = await visitorOf(browser, visitor.base, {});
  const host = look === 'watches' ? await visitorOf(browser, visitor.base, {}) : visitor;
  const id = await createGame(host, wanted);
  await call(friend, `/api/games/${id}/join`, {});
  for (const [i, text] of moves.entries()) {
    await call(i % 2 === wanted.seat ? host : friend, `/api/games/${id}/acts`, { act: 'submit', text });
  }
  await friend.context.close();
  if (host !== visitor) await host.context.close();
  const page = await visitor.open(`/g/${id}`);
  await waitMoves(page, moves.length);
  return page;
}

/** A hot-seat game whose curtain is closed. @param {Visitor} visitor */
async function openCurtained(visitor) {
  const wanted = { game: GAME, opponent: 'hot-seat', options: { clouds: 'seed:11' }, start: { position: BATTLE } };
  const page = await visitor.open(`/g/${await createGame(visitor, wanted)}`);
  await page.locator('#curtain button').first().waitFor();
  return page;
}

/** @param {Page} page */
const myTurn = (page) => page.locator('#status.mine').waitFor();

/** @type {Record<string, State>} */
export const CLOUDED_STATES = {
  'clouded-rules': { open: (visitor) => visitor.open('/rules/clouded-klinzha') },
  'new-clouded': { open: (visitor) => visitor.open('/new/clouded-klinzha') },
  'editor-clouded': {
    open: (visitor) => visitor.open('/editor/clouded-klinzha'),
    pose: (page) => page.locator('.palette-item').first().waitFor({ state: 'attached' }),
  },

  /** The editor of maps, with a map that causes a warning. */
  clouds: {
    open(visitor) {
      const map = ['#', '###', '#####', '-------', '.........', '...-###-...', '.....-##-....', '.......---.....', '.........-##-....'].join('/');
      return visitor.open(`/clouds?${new URLSearchParams({ clouds: map })}`);
    },
    pose: (page) => page.locator('game-board .layer.clouds path').first().waitFor({ state: 'attached' }),
  },

  /** During placement, half of the board under clouds. */
  'clouded-setup': {
    async open(visitor) {
      const page = await openGame(visitor, { game: GAME, options: { clouds: 'seed:7' }, opponent: { computer: 2 }, seat: 0 });
      await goToPlacement(page);
      return page;
    },
    async pose(page) {
      await button(page, 'array-spearhead').click();
      await page.locator('.layer.pieces .piece').nth(8).waitFor();
      await page.locator('.cell.grab').first().click();
      await page.locator('.cell.target').first().waitFor();
    },
  },

  /** A running game, one of the visitor's pieces selected. */
  clouded: {
    open: (visitor) => played(visitor, HUNT),
    async pose(page) {
      await myTurn(page);
      await cell(page, 'H24').click();
      await page.locator('.cell.target').first().waitFor();
    },
  },

  /** The umpire has just told the visitor that a move was halted. */
  'clouded-halt': {
    async open(visitor) {
      const page = await played(visitor, { ...HUNT, moves: HUNT.moves.slice(0, 8) });
      await myTurn(page);
      await clickMove(page, 'G36', 'E26');
      return page;
    },
    async pose(page) {
      await waitMoves(page, 9);
    },
  },

  'clouded-path': {
    open: (visitor) => played(visitor, { wanted: WANTED, moves: [] }),
    async pose(page) {
      await myTurn(page);
      const { choice } = await manyPaths(page);
      await page.locator('[data-act=ask-path]').click();
      await cell(page, 'E37').click();
      await cell(page, choice.to).click();
      await page.locator('.path-choice').first().waitFor();
    },
  },

  /** Notes on the board. */
  'clouded-notes': {
    open: (visitor) => played(visitor, HUNT),
    async pose(page) {
      await button(page, 'notes-write').click();
      for (const [note, name] of [['B', 'F37'], ['Fl', 'C17'], ['zone', 'F36'], ['G', 'A19'], ['empty', 'D27']]) {
        await page.locator(`[data-note="${note}"]`).click();
        await cell(page, name ?? '').click();
        await page.locator(`[data-note-at="${name}"]`).waitFor();
      }
    },
  },

  /** The legend over the desk. */
  'clouded-legend': {
    open: (visitor) => played(visitor, HUNT),
    async pose(page) {
      await page.locator('[data-tool=legend]').click();
      await page.locator('.legend-marks').waitFor();
    },
  },

  /** The palette of guesses beside a cell. */
  'clouded-guess': {
    open: (visitor) => played(visitor, HUNT),
    async pose(page) {
      await waitMoves(page, HUNT.moves.length);
      await cell(page, 'F37').focus();
      await page.keyboard.press('n');
      await page.locator('.note-popover').waitFor();
    },
  },

  'clouded-guide': { open: (visitor) => visitor.open('/guide/clouded-klinzha/Fl') },

  'clouded-watch': {
    open: (visitor) => played(visitor, HUNT, 'watches'),
    async pose(page) {
      await waitMoves(page, HUNT.moves.length);
    },
  },

  'clouded-blind': {
    open: (visitor) => played(visitor, { wanted: { ...HUNT.wanted, options: { clouds: 'blind' } }, moves: ['Fl@G14 D16', 'S@E37 D28'] }),
    pose: myTurn,
  },

  /** The clouds have moved after Green's second ply. */
  'clouded-drift': {
    open(visitor) {
      const options = { clouds: 'seed:11', drift: '2,1,1' };
      return played(visitor, { wanted: { ...HUNT.wanted, options }, moves: HUNT.moves.slice(0, 4) });
    },
    pose: myTurn,
  },

  /** A hot-seat game before the first player looks at the board. */
  'clouded-curtain': {
    open: openCurtained,
    pose: (page) => page.locator('#curtain button').first().waitFor(),
  },

  /** A hot-seat game after Gold's move. A reload would show the curtain instead. */
  'clouded-handover': {
    open: openCurtained,
    async pose(page) {
      await button(page, 'hot-curtain-open', { name: t('side-gold') }).click();
      await page.waitForURL(/as=0/);
      await page.locator('.cell.grab').first().waitFor();
      await clickMove(page, 'G14', 'D16');
      await page.locator('#handover .handover-told').first().waitFor();
    },
    opensOnce: true,
  },

  /** After the end: what both players saw next to the whole position. */
  'clouded-end': {
    async open(visitor) {
      const page = await played(visitor, HUNT);
      await button(page, 'resign').click();
      await page.getByRole('dialog').getByRole('button', { name: t('resign-yes'), exact: true }).click();
      return page;
    },
    async pose(page) {
      await page.locator('#end h2').waitFor();
      await page.locator('.seen-view game-board').nth(1).waitFor({ state: 'attached' });
    },
  },
};
