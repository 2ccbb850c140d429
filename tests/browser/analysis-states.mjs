// The analysis board, a game that was evaluated, and a hint, for tests and pictures that look at all.

import { api, button, gameId, openGame } from './board.mjs';
import { openGrandChess } from './grand-chess.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

/** White can give its queen away for nothing. */
export const QUEEN = 'k9/10/10/r9/10/10/10/10/3Q6/9K w - - 0 1';

/** A few moves of Grand Chess with other tries beside them. */
const VARIED = '#moves=e5,(,d5,d6,Nc4,),e6,Nc4,(,f5,f6,(,Nc7,),),Nc7,d5&at=11';

/** What happens in a game of Grand Chess in which something is given away now and then. */
const SLIPS = 'e5 e6 Nc4 Nc7 Qxj8 Rxj8 Nd2 Rxj3 Rxj3 Qxj3 d5 exd5 Bxi8 Axi8'.split(' ');

/** @param {string} address */
const board = (address) => async (/** @type {Visitor} */ visitor) => {
  const page = await visitor.open(address);
  await page.locator('#lines .course-move').first().waitFor();
  return page;
};

/** @type {Record<string, (visitor: Visitor) => Promise<Page>>} */
export const ANALYSIS_STATES = {
  analysis: board('/analysis'),
  'analysis-chess': board(`/analysis?game=grand-chess${VARIED}`),
  'analysis-round': board('/analysis?game=kaleidochess'),
  'analysis-not': (visitor) => visitor.open('/analysis?game=clouded-klinzha'),

  async 'analysis-review'(visitor) {
    const page = await openGrandChess(visitor, { opponent: 'hot-seat' });
    for (const text of SLIPS) await api(page, `/api/games/${gameId(page)}/acts`, { act: 'submit', text });
    await api(page, `/api/games/${gameId(page)}/acts`, { act: 'resign' });
    await button(page, 'review-do').click();
    await page.locator('.graph-dot').first().waitFor({ timeout: 90_000 });
    await page.locator('#review progress').waitFor({ state: 'hidden' });
    await page.locator('.move.judged').first().click();
    return page;
  },

  async 'analysis-hint'(visitor) {
    const page = await openGrandChess(visitor, { start: { position: QUEEN }, opponent: { computer: 1 }, seat: 0 });
    await page.locator('#status.mine').waitFor();
    await button(page, 'hint-do').click();
    await page.locator('.advice-arrow').waitFor();
    return page;
  },
};
