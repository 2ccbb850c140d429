// The front page: four games side by side, each started with one click.

import assert from 'node:assert/strict';
import { state } from './board.mjs';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { LANGUAGES, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const GAMES = ['klinzha', 'clouded-klinzha', 'grand-chess', 'kaleidochess'];

/** @param {Page} page @param {string} game */
const card = (page, game) => page.locator(`.game-card[data-game="${game}"]`);

/**
 * The number of columns, and whether the cards of a row are aligned.
 * @param {Page} page
 */
const layout = (page) => page.evaluate(() => {
  const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.game-card')];
  const rows = Map.groupBy(cards, (card) => Math.round(box(card).top));
  const level = (/** @type {string} */ what) => [...rows.values()].every((row) => new Set(row.map((card) => Math.round(box(card.querySelector(what) ?? card).top))).size === 1);
  return {
    rows: [...rows.values()].map((row) => row.length),
    level: ['.game-picture', 'h3', '.game-ways', '.game-links'].every(level),
    wide: document.documentElement.scrollWidth > innerWidth,
  };
});

story('the front page offers four games side by side, each with a picture and its rules', async ({ visit }) => {
  const me = await visit();
  const page = await me.open('/');
  assert.deepEqual(await page.locator('.game-card').evaluateAll((cards) => cards.map((one) => one.getAttribute('data-game'))), GAMES);
  for (const game of GAMES) {
    const picture = card(page, game).locator('.game-picture svg:not(.symbols)');
    await picture.waitFor();
    assert.ok(((await picture.boundingBox())?.width ?? 0) > 150, `${game} has a picture`);
    for (const [name, path] of [['home-rules', 'rules'], ['home-new', 'new']]) {
      const link = card(page, game).getByRole('link', { name: t(name), exact: true });
      assert.equal(await link.getAttribute('href'), `/${path}/${game}`);
      assert.equal((await me.context.request.get(`${me.base}/${path}/${game}`)).status(), 200, `/${path}/${game}`);
    }
  }
  // The picture shows a game in progress with four sides, not an initial array.
  const sides = await card(page, 'kaleidochess').locator('.game-picture svg').last().innerHTML();
  for (const side of ['white', 'red', 'black', 'green']) assert.match(sides, new RegExp(`side-${side}`));
});

story('the cards stand two by two, or below each other', async ({ visit }) => {
  const me = await visit({ viewport: { width: 1280, height: 800 } });
  const page = await me.open('/');
  assert.deepEqual(await layout(page), { rows: [2, 2], level: true, wide: false });
  await page.setViewportSize({ width: 1600, height: 1000 });
  assert.deepEqual(await layout(page), { rows: [2, 2], level: true, wide: false });
  await page.setViewportSize({ width: 800, height: 1000 });
  assert.deepEqual(await layout(page), { rows: [2, 2], level: true, wide: false });
  const thumb = await visit({ ...PHONE, locale: 'de' });
  assert.deepEqual(await layout(await thumb.open('/')), { rows: [1, 1, 1, 1], level: true, wide: false });
});

story('the first screen says what to do, on a laptop and on a phone', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    for (const viewport of [{ width: 1366, height: 625 }, { width: 390, height: 664 }]) {
      const me = await visit({ viewport, locale });
      const page = await me.open('/');
      for (const way of ['.hero .main', '.hero .button']) {
        const box = await page.locator(way).boundingBox();
        assert.ok(box && box.y + box.height < viewport.height, `${locale} ${viewport.width}: ${way} ends at ${box && box.y + box.height}`);
      }
    }
  }
});

story('the board at the top replays a battle, until it is held', async ({ visit }) => {
  const me = await visit({ reducedMotion: 'no-preference' });
  const page = await me.open('/');
  const position = () => page.locator('.hero-board .pieces').evaluate((layer) =>
    [...layer.children].map((piece) => /** @type {SVGElement} */ (piece).style.transform || piece.getAttribute('transform')).sort().join());
  const first = await position();
  await until('a move', async () => await position() !== first);
  const pause = page.getByRole('button', { name: t('home-hero-pause') });
  await pause.click();
  assert.equal(await pause.getAttribute('aria-pressed'), 'true');
  // Who wants no motion sees one moment, with all pieces.
  const calm = await visit({ reducedMotion: 'reduce' });
  const still = await calm.open('/');
  assert.ok(await still.locator('.hero-board .pieces use').count() > 12);
  assert.ok(!await still.locator('#hero-pause').isVisible());
});

story('every game is one click away', async ({ visit }) => {
  const me = await visit();
  /** @type {[string, string, Record<string, string>][]} */
  const ways = [
    ['klinzha', 'home-play', { 'house-rules': 'on' }],
    ['clouded-klinzha', 'home-play-clouded', {}],
    ['clouded-klinzha', 'home-play-blind', { clouds: 'blind' }],
    ['grand-chess', 'home-play', {}],
    ['kaleidochess', 'home-play', { 'max-moves': '150' }],
  ];
  for (const [game, key, options] of ways) {
    const page = await me.open('/');
    await card(page, game).getByRole('button', { name: t(key), exact: true }).click();
    await page.waitForURL(/\/g\/\w+$/);
    await page.locator('#status:not(:empty)').waitFor();
    const { scene, players, seat } = await state(page);
    assert.deepEqual([scene.game, scene.phase, seat, players.length, players[1].computer], [game, 'play', 0, 2, 2]);
    for (const [option, value] of Object.entries(options)) assert.equal(scene.options[option], value, `${game}: ${option}`);
    await page.close();
  }
});

story('the header fits every width, with a long name and games that wait', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const me = await visit({ locale });
    const { request } = me.context;
    const page = await me.open('/');
    const fits = async (/** @type {string} */ who) => {
      for (const width of [320, 360, 390, 480, 481, 608, 609, 760, 800, 833, 1000, 1056, 1057, 1280]) {
        await page.setViewportSize({ width, height: 600 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `${who}, ${locale}`);
      }
    };
    await fits('a stranger');
    const data = { name: `Wwwwwwwwwwwwwwwwww${locale}`, password: 'gagh for breakfast' };
    assert.equal((await request.post(`${me.base}/api/account`, { data })).status(), 201);
    const game = { game: 'klinzha', start: { quick: 'north-west' }, opponent: 'hot-seat' };
    assert.equal((await request.post(`${me.base}/api/games`, { data: game })).status(), 201);
    await page.reload();
    await page.locator('.badge').waitFor();
    await fits('a person');
  }
});
