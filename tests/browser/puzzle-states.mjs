// The states of the pages about puzzles, and of what follows a finished game.

import { button, call, createGame } from './board.mjs';
import { make, PUZZLE_GAMES, shortPuzzle, verdict } from './puzzle-moves.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { State } from './states.mjs' */
/** @import { Visitor } from './harness.mjs' */

/** @type {Map<string, Awaited<ReturnType<typeof shortPuzzle>>>} */
const found = new Map();

/** @param {string} game @param {(page: Page) => Promise<void>} pose @returns {State} */
const puzzle = (game, pose) => ({
  open: async (visitor) => {
    if (!found.has(game)) found.set(game, await shortPuzzle(visitor, game));
    return visitor.open(`/puzzles/${game}/${found.get(game)?.id}`);
  },
  pose,
});

/** @param {string} game */
const known = (game) => {
  const puzzle = found.get(game);
  if (!puzzle) throw new Error(`no puzzle of ${game} was opened`);
  return puzzle;
};

/** @type {Record<string, State>} */
export const PUZZLE_STATES = {
  puzzles: { open: (visitor) => visitor.open('/puzzles') },
  'puzzles-daily': { open: (visitor) => visitor.open('/puzzles/daily') },
  ...Object.fromEntries(PUZZLE_GAMES.flatMap((game) => [
    [`puzzles-${game}`, { open: (/** @type {Visitor} */ visitor) => visitor.open(`/puzzles/${game}`) }],
    [`puzzle-${game}`, puzzle(game, async () => {})],
    [`puzzle-wrong-${game}`, puzzle(game, async (page) => {
      await make(page, known(game).wrong);
      await page.locator('.puzzle-verdict').waitFor();
    })],
    [`puzzle-solution-${game}`, puzzle(game, async (page) => {
      await button(page, 'puzzle-solution').click();
      await verdict(page, 'puzzle-shown');
    })],
  ])),
  /** A lost game with the computer: what follows, and the tally. */
  'next-lost': {
    open: async (visitor) => {
      const wanted = { start: { quick: 'north-west' }, opponent: { computer: 4 }, seat: 0 };
      const id = await createGame(visitor, wanted);
      await call(visitor, `/api/games/${id}/acts`, { act: 'resign' });
      return visitor.open(`/g/${id}`);
    },
    pose: (page) => page.locator('.next-row button').first().waitFor(),
  },
  'new-tally': { open: (visitor) => visitor.open('/new/klinzha') },
};
