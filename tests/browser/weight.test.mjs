// What the page of a game weighs on the line, with its typeface and without its sounds.

import assert from 'node:assert/strict';
import { createGame } from './board.mjs';
import { story, useBrowser } from './harness.mjs';

useBrowser();

/** The most that a first visit may load, in bytes as they are sent. */
const LIMIT = 150 * 1024;

/** @type {Record<string, object>} */
const GAMES = {
  'Klin Zha': { game: 'klinzha', opponent: { computer: 1 }, seat: 0 },
  'Clouded Klin Zha': { game: 'clouded-klinzha', opponent: { computer: 1 }, seat: 0 },
  'Grand Chess': { game: 'grand-chess', opponent: { computer: 1 }, seat: 0, options: { setup: 'random' } },
  'KaleidoChess': { game: 'kaleidochess', options: { seats: '4', dice: 'on' }, seats: ['you', { computer: 1 }, { computer: 1 }, { computer: 1 }] },
};

for (const [name, wanted] of Object.entries(GAMES)) {
  story(`the page of ${name} is light`, async ({ visit }) => {
    const visitor = await visit({ locale: 'en' });
    const id = await createGame(visitor, wanted);
    const page = await visitor.context.newPage();
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    /** @type {Map<string, string>} */
    const addresses = new Map();
    /** @type {[number, string][]} */
    const loads = [];
    line.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      loads.push([encodedDataLength, addresses.get(requestId) ?? '']);
    });
    await page.goto(new URL(`/g/${id}`, visitor.base).href, { waitUntil: 'networkidle' });
    await page.locator('#status:not(:empty)').waitFor();
    const counted = loads.filter(([, address]) => !/\/sounds\//.test(address));
    const sum = counted.reduce((all, [size]) => all + size, 0);
    const heaviest = counted.sort(([a], [b]) => b - a).slice(0, 12)
      .map(([size, address]) => `${size} ${new URL(address).pathname}`);
    assert.ok(counted.some(([, address]) => address.endsWith('game-page.js')), 'the page loads its scripts');
    assert.ok(sum <= LIMIT, `${sum} bytes, expected at most ${LIMIT}:\n  ${heaviest.join('\n  ')}`);
    console.log(`${name}: ${sum} bytes in ${counted.length} files`);
  });
}
