// The states of the pages about offers and lists of games.

import { call, openGame } from './board.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */
/** @import { State } from './states.mjs' */

const DAILY = { controls: ['7d+1d cap 14d floor 12h'] };
const QUICK = { game: 'klinzha', start: { quick: 'north-west' }, time: DAILY };

/**
 * A guest without a browser.
 * @typedef {{ id: string, post: (path: string, body?: object) => Promise<any> }} Guest
 */

/** @type {WeakMap<Visitor, Promise<Guest>>} */
const opponents = new WeakMap();

/** @param {Visitor} visitor @returns {Promise<Guest>} */
async function newGuest({ base }) {
  const send = async (/** @type {string} */ path, /** @type {object} */ body, /** @type {object} */ headers) => {
    const answer = await fetch(new URL(path, base), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
    return answer.status === 204 ? null : answer.json();
  };
  const { guest, token } = await send('/api/guests', {}, {});
  return { id: guest, post: (path, body = {}) => send(path, body, { authorization: `Bearer ${token}` }) };
}

/** The one opponent of a visitor in all states. @param {Visitor} visitor */
function opponentOf(visitor) {
  const known = opponents.get(visitor) ?? newGuest(visitor);
  opponents.set(visitor, known);
  return known;
}

/** @param {Visitor} visitor */
const idOf = async (visitor) => (await call(visitor, '/api/me')).id;

/**
 * An offer of the visitor to its opponent.
 * @param {Visitor} visitor
 * @param {object} [more]
 * @returns {Promise<string>} its id
 */
async function offerTo(visitor, more = {}) {
  const { id: user } = await opponentOf(visitor);
  return (await call(visitor, '/api/games', { ...QUICK, opponent: { user }, seat: 0, visibility: 'public', ...more })).id;
}

/** An offer of the opponent to the visitor. @param {Visitor} visitor @param {object} [more] */
async function offerFrom(visitor, more = {}) {
  const user = await idOf(visitor);
  return (await (await opponentOf(visitor)).post('/api/games', { ...QUICK, opponent: { user }, visibility: 'public', ...more })).id;
}

/** A game of the two. @param {Visitor} visitor @returns {Promise<string>} its id */
async function gameOf(visitor) {
  const id = await offerTo(visitor);
  await (await opponentOf(visitor)).post(`/api/offers/${id}/accept`);
  return id;
}

/** A game of the two that the visitor has won. @param {Visitor} visitor */
async function wonGame(visitor) {
  const id = await gameOf(visitor);
  await (await opponentOf(visitor)).post(`/api/games/${id}/acts`, { act: 'resign' });
  return id;
}

/**
 * Opens a page after something has been done on the server.
 * @param {(visitor: Visitor) => Promise<string>} act gives the address
 * @returns {State}
 */
const after = (act) => ({ open: async (visitor) => visitor.open(await act(visitor)) });

/** @param {string} path @returns {State} */
const form = (path) => ({
  open: (visitor) => visitor.open(path),
  pose: async (page) => page.locator('#offer').waitFor(),
});

/** @type {Record<string, State>} */
export const OFFER_STATES = {
  /** Offers to the visitor, a table of its own, and public offers. */
  offers: after(async (visitor) => {
    const opponent = await opponentOf(visitor);
    await offerFrom(visitor);
    await call(visitor, '/api/games', { ...QUICK, opponent: 'link' });
    await opponent.post('/api/games', { ...QUICK, opponent: 'open', visibility: 'public' });
    await opponent.post('/api/games', { game: 'kaleidochess', start: { setup: true }, options: { seats: '4' }, seats: ['you', 'open', 'open', { computer: 2 }], time: DAILY, visibility: 'public' });
    return '/offers';
  }),

  'front-offers': after(async (visitor) => {
    await offerFrom(visitor);
    return '/';
  }),

  'offer-own': after(async (visitor) => `/offers/${await offerTo(visitor)}`),

  'offer-foreign': after(async (visitor) => `/offers/${await offerFrom(visitor, {
    game: 'grand-chess', start: { setup: true }, options: { setup: 'classic+random', extra: '3' },
    time: { ...DAILY, weekends_off: 'Europe/Berlin' },
  })}`),

  'offer-table': after(async (visitor) => {
    const { id } = await (await opponentOf(visitor)).post('/api/games', {
      game: 'kaleidochess', start: { setup: true }, options: { seats: '3', dice: 'on' }, seats: ['you', 'open', 'open'], visibility: 'public',
    });
    return `/offers/${id}`;
  }),

  /** What has changed is marked. */
  'offer-counter': after(async (visitor) => {
    const first = await offerTo(visitor);
    const user = await idOf(visitor);
    const offer = { ...QUICK, opponent: { user }, seat: 1, visibility: 'link', time: { controls: ['3d/move'] } };
    const { id } = await (await opponentOf(visitor)).post(`/api/offers/${first}/counter`, { offer });
    return `/offers/${id}`;
  }),

  'offer-ended': after(async (visitor) => {
    const id = await offerTo(visitor);
    await (await opponentOf(visitor)).post(`/api/offers/${id}/decline`, { reason: 'other-time' });
    return `/offers/${id}`;
  }),

  /** The table of an offer that was declined. */
  'offer-table-ended': {
    async open(visitor) {
      const { id: user } = await opponentOf(visitor);
      const page = await openGame(visitor, { ...QUICK, opponent: { user }, seat: 0 });
      await (await opponentOf(visitor)).post(`/api/offers/${new URL(page.url()).pathname.split('/').at(-1)}/decline`, { reason: 'not-now' });
      return page;
    },
    pose: (page) => page.locator('#invite h2').waitFor(),
  },

  archive: after(async (visitor) => {
    await wonGame(visitor);
    return `/archive?game=klinzha&user=${await idOf(visitor)}&min_plies=0`;
  }),

  'archive-empty': after(async () => '/archive?game=clouded-klinzha&min_plies=4000'),

  watch: after(async (visitor) => {
    await gameOf(visitor);
    return '/watch';
  }),

  /** The page of a person against whom the reader has played. */
  profile: after(async (visitor) => {
    await wonGame(visitor);
    return `/u/${(await opponentOf(visitor)).id}`;
  }),

  'new-person': form('/new/klinzha?opponent=person'),
  'new-anybody': form('/new/grand-chess?opponent=anybody'),
  'new-seats': form('/new/kaleidochess?seats=me,open,link,person'),
  'new-templates': {
    open: (visitor) => visitor.open('/new/klinzha?opponent=friend'),
    async pose(page) {
      const templates = page.locator('#templates');
      await templates.evaluate((/** @type {HTMLDetailsElement} */ one) => { one.open = true; });
      if (await templates.locator('li').count() === 0) {
        await page.locator('#template-name').fill('1/7');
        await page.locator('#template-save').click();
      }
      await templates.locator('li').first().waitFor();
    },
  },
};
