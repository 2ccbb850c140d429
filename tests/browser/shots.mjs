// Takes screenshots of the pages, for review and for the README. Not a test.
//
//   node tests/browser/shots.mjs FOLDER           all states, desktop and phone, light and dark
//   node tests/browser/shots.mjs FOLDER WORD      the states whose name contains the word
//   node tests/browser/shots.mjs --readme [WORD]  the pictures of the README, in docs/images

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api, gameId, openGame, sitDown, waitMoves } from './board.mjs';
import { HUNT } from './clouded-states.mjs';
import { DESK, launch, PHONE, TestServer, visitorOf } from './harness.mjs';
import { FOUR } from './kaleido-states.mjs';
import { openState, STATES } from './states.mjs';
import { speak } from './words.mjs';
/** @import { Browser, Page } from 'playwright-core' */

const BATTLE = new URL('../../data/sample-battle.json', import.meta.url);
const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const LOOKS = {
  desk: { viewport: DESK, colorScheme: 'light' },
  dark: { viewport: DESK, colorScheme: 'dark' },
  phone: { ...PHONE, colorScheme: 'light' },
  'phone-dark-de': { ...PHONE, colorScheme: 'dark', locale: 'de' },
};

/** Waits until all animations have ended. @param {Page} page */
const atRest = (page) => page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/**
 * @param {Browser} browser
 * @param {TestServer} server
 * @param {string} folder
 * @param {string} word
 */
async function allStates(browser, server, folder, word) {
  for (const [look, options] of Object.entries(LOOKS)) {
    speak(options.locale ?? 'en');
    const visitor = await visitorOf(browser, server.url, { reducedMotion: 'reduce', ...options });
    for (const [name, state] of Object.entries(STATES).filter(([name]) => name.includes(word))) {
      const page = await openState(state, visitor);
      await atRest(page);
      const isDialog = await page.locator('dialog').count() > 0;
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: !isDialog });
      await page.close();
    }
    await visitor.context.close();
  }
}

const { initial, plies } = JSON.parse(readFileSync(BATTLE, 'utf8'));
const MOVES = plies.map((/** @type {{ move: string }} */ { move }) => move);
const BATTLE_GAME = { start: { position: initial }, opponent: 'open' };

/** Grand Chess with a badger, an elephant, an archer, a tiger and a camel-zebra. */
const GRAND_GAME = {
  game: 'grand-chess', options: { setup: 'classic+random', extra: '5', seed: '149' }, opponent: 'open',
};
const GRAND_MOVES = 'i1j4 h8h7 d3d4 i10g7 f3f5 d8d7 c3c5 g9j6 e1f3 f8f6 g1j5 b8b7 j5g7 f9g7'.split(' ');

/** KaleidoChess with four players at one screen. */
const ROUND_GAME = { game: 'kaleidochess', options: { seats: '4' }, seats: Array(4).fill('you') };

/**
 * Games after the last of their moves. The piece on `pick` is selected, and the pointer is on
 * `over`.
 */
const SHOWN = {
  game: {
    look: { viewport: { width: 1200, height: 790 }, colorScheme: 'light' },
    game: BATTLE_GAME, moves: MOVES.slice(0, 12), seat: 0, pick: 'G25',
  },
  'grand-chess': {
    look: { viewport: { width: 1200, height: 790 }, colorScheme: 'light' },
    game: GRAND_GAME, moves: GRAND_MOVES, seat: 0, pick: 'f3',
  },
  'clouded-klinzha': {
    look: { viewport: { width: 1200, height: 790 }, colorScheme: 'light' },
    game: HUNT.wanted, moves: HUNT.moves, seat: 0, pick: 'H24',
  },
  kaleidochess: {
    look: { viewport: { width: 1200, height: 790 }, colorScheme: 'light' },
    game: ROUND_GAME, moves: FOUR.split(' '), pick: '2G', over: '3J',
  },
};

/**
 * Takes the pictures of the README.
 * @param {Browser} browser
 * @param {TestServer} server
 * @param {string} word
 */
async function readme(browser, server, word) {
  speak('en');
  for (const [name, { look, game, moves, seat, pick, over }] of Object.entries(SHOWN).filter(([name]) => name.includes(word))) {
    const me = await visitorOf(browser, server.url, { reducedMotion: 'reduce', ...look });
    const friend = await visitorOf(browser, server.url, {});
    const page = await openGame(me, seat === undefined ? game : { ...game, seat });
    const other = seat === undefined ? page : await friend.open(new URL(page.url()).pathname);
    if (other !== page) await sitDown(other);
    for (const [i, text] of moves.entries()) {
      await api(i % 2 === seat ? page : other, `/api/games/${gameId(page)}/acts`, { act: 'submit', text });
    }
    await waitMoves(page, moves.length);
    await page.reload();
    await page.locator(`.cell.grab[data-cell="${pick}"]`).click();
    await page.evaluate(() => scrollTo(0, 0));
    if (over) await page.locator(`.cell.target[data-cell="${over}"]`).hover();
    await atRest(page);
    const path = join(IMAGES, `${name}.png`);
    await page.screenshot({ path });
    squeeze(path);
    await me.context.close();
    await friend.context.close();
  }
}

/**
 * Reduces the picture to 256 colours, a third of its size, if pngquant is installed.
 * @param {string} path
 */
function squeeze(path) {
  spawnSync('pngquant', ['--quality=80-100', '--speed=1', '--strip', '--force', '--output', path, path]);
}

const [folder, word = ''] = process.argv.slice(2);
if (!folder) throw new Error('say in which folder the pictures shall lie, or --readme');
const server = await TestServer.start();
const browser = await launch();
try {
  if (folder === '--readme') {
    await mkdir(IMAGES, { recursive: true });
    await readme(browser, server, word);
  } else {
    await mkdir(folder, { recursive: true });
    await allStates(browser, server, folder, word);
  }
} finally {
  await browser.close();
  await server.close();
}
