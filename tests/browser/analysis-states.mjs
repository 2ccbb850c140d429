// The states of the analysis board, a game with a review, and a hint: part of `STATES`.

import { button, call, createGame } from './board.mjs';
import { openGrandChess } from './grand-chess.mjs';
/** @import { State } from './states.mjs' */

/** White can give its queen away for nothing. */
export const QUEEN = 'k9/10/10/r9/10/10/10/10/3Q6/9K w - - 0 1';

/** A few moves of Grand Chess with other tries beside them. */
const VARIED = '#moves=e5,(,d5,d6,Nc4,),e6,Nc4,(,f5,f6,(,Nc7,),),Nc7,d5&at=11';

/** The beginning of a game of Grand Chess in which White gives its queen away. */
const SLIPS = 'e5 e6 Nc4 Nc7 Qxj8 Rxj8'.split(' ');

/** @param {string} address @returns {State} */
const board = (address) => ({
  open: (visitor) => visitor.open(address),
  pose: (page) => page.locator('#lines .course-move').first().waitFor(),
});

/** @type {Record<string, State>} */
export const ANALYSIS_STATES = {
  analysis: board('/analysis'),
  'analysis-chess': board(`/analysis?game=grand-chess${VARIED}`),
  'analysis-round': board('/analysis?game=kaleidochess'),
  'analysis-not': { open: (visitor) => visitor.open('/analysis?game=clouded-klinzha') },

  'analysis-review': {
    async open(visitor) {
      const id = await createGame(visitor, { game: 'grand-chess', opponent: 'hot-seat' });
      for (const text of SLIPS) await call(visitor, `/api/games/${id}/acts`, { act: 'submit', text });
      await call(visitor, `/api/games/${id}/acts`, { act: 'resign' });
      return visitor.open(`/g/${id}`);
    },
    async pose(page) {
      await page.locator('#review > button').click();
      await page.locator('.graph-dot').first().waitFor({ timeout: 90_000 });
      await page.locator('#review progress').waitFor({ state: 'hidden' });
      await page.locator('.move.judged').first().click();
    },
  },

  'analysis-hint': {
    open: (visitor) => openGrandChess(visitor, { start: { position: QUEEN }, opponent: { computer: 1 }, seat: 0 }),
    async pose(page) {
      await page.locator('#status.mine').waitFor();
      await button(page, 'hint-do').click();
      await page.locator('.advice-arrow').waitFor();
    },
  },
};
