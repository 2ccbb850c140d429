// The piece guide: search, the board by mouse, keyboard and touch, custom pieces, cards; all of it
// also without scripts.

import assert from 'node:assert/strict';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { openTable } from './kaleido.mjs';
import { LANGUAGES, speak, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const GUIDE = '/guide/grand-chess';

/** The codes of the listed pieces. @param {Page} page */
const listed = (page) => page.locator('.guide-card:visible').evaluateAll((cards) => cards.map((card) => card.id));

/** @param {Page} page @param {string} name */
const square = (page, name) => page.locator(`#stage [data-cell="${name}"]`);

/** The accessible name of a square. @param {Page} page @param {string} name */
const label = (page, name) => square(page, name).getAttribute('aria-label');

/**
 * Waits for the accessible name of a square.
 * @param {Page} page
 * @param {string} name
 * @param {string} what
 */
const waitLabel = (page, name, what) =>
  until(`${name}: ${what}`, async () => (await label(page, name))?.includes(what));

/** @param {Page} page @param {string} name */
const tool = (page, name) => page.locator(`.stage-tools input[value=${name}] + span`);

/** The square of the guide's piece. @param {Page} page */
const from = (page) => page.locator('.stage-view').getAttribute('data-from');

story('a piece is found by its name in every language, by its code and by what it does', async ({ visit }) => {
  for (const lang of LANGUAGES) {
    const me = await visit({ locale: lang });
    const page = await me.open(GUIDE);
    assert.equal((await listed(page)).length, 81, lang);
    const search = page.getByRole('searchbox', { name: t('guide-search') });
    for (const other of LANGUAGES) {
      speak(other);
      await search.fill(t('piece-grand-chess-Gr').toUpperCase());
      assert.ok((await listed(page)).includes('Gr'), `${other} name on a page in ${lang}`);
    }
    speak(lang);
    // Without accents, and with words of the text in any order.
    await search.fill(t('piece-grand-chess-K').normalize('NFD').replace(/\p{Mark}/gu, ''));
    assert.ok((await listed(page)).includes('K'), lang);
    await search.fill(t('guide-Gu-short').split(/\W+/u).reverse().join(' '));
    assert.ok((await listed(page)).includes('Gu'), lang);
    await search.fill('dr');
    assert.ok((await listed(page)).includes('Dr'), lang);
    // An exact match of the code comes first, as without scripts, and returns to its place
    // afterwards.
    await search.fill('nz');
    assert.equal((await listed(page))[0], 'Nz', lang);
    await page.reload();
    assert.equal((await listed(page))[0], 'Nz', lang);
    await search.fill('');
    assert.equal((await listed(page))[0], 'K', lang);
    assert.deepEqual((await listed(page)).slice(-2).includes('Nz'), false, lang);
    await search.fill('xyzzy');
    assert.deepEqual(await listed(page), []);
    assert.ok(await page.getByText(t('guide-none')).isVisible());
    await search.fill('');
    await page.getByText(t('guide-kind-hoppers'), { exact: true }).click();
    assert.deepEqual(await listed(page), ['Gr', 'Sc', 'Ka', 'Cn', 'Va', 'Le']);
    assert.equal(await page.getByText(t('guide-found', { count: 6 })).isVisible(), true);
    // The URL contains the search.
    assert.ok(page.url().endsWith('?kind=hoppers'), page.url());
    await page.reload();
    assert.equal((await listed(page)).length, 6);
  }
});

story('every card of the list opens its text and leads to its page', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(GUIDE);
  const card = page.locator('#Ar');
  await card.locator('summary').click();
  assert.ok(await card.getByText(t('guide-Ar')).isVisible());
  assert.ok(await card.getByText(t('guide-Ar-example')).isVisible());
  await page.locator('#Nr .badge-locked').waitFor();
  await card.getByRole('link', { name: t('guide-open-named', { piece: t('piece-grand-chess-Ar') }) }).click();
  await page.getByRole('heading', { level: 1, name: t('piece-grand-chess-Ar') }).waitFor();
});

story('a piece is tried out with the mouse', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(`${GUIDE}/R`);
  assert.match(await label(page, 'e10') ?? '', new RegExp(t('guide-sign-both')));
  await square(page, 'e7').click();
  await waitLabel(page, 'e7', t('guide-sign-take'));
  await waitLabel(page, 'e7', t('piece-grand-chess-N'));
  assert.match(await label(page, 'e8') ?? '', new RegExp(t('guide-sign-blocked').slice(0, 20)));

  await tool(page, 'white').click();
  await page.getByLabel(t('guide-stage-kind')).selectOption('Gr');
  await square(page, 'c5').click();
  await waitLabel(page, 'c5', t('guide-own-side', { piece: t('piece-grand-chess-Gr') }));
  await waitLabel(page, 'a5', t('guide-sign-blocked'));
  // The same piece again removes it.
  await square(page, 'c5').click();
  await waitLabel(page, 'a5', t('guide-sign-both'));

  // A king of the same side is not left in check.
  await page.getByLabel(t('guide-stage-kind')).selectOption('K');
  await square(page, 'b5').click();
  await tool(page, 'black').click();
  await page.getByLabel(t('guide-stage-kind')).selectOption('Q');
  await square(page, 'h5').click();
  await waitLabel(page, 'e6', t('guide-sign-unsafe'));
  assert.ok(await page.locator('.stage-words', { hasText: t('guide-told-king') }).isVisible());

  await tool(page, 'erase').click();
  await square(page, 'h5').click();
  await waitLabel(page, 'e6', t('guide-sign-both'));

  await tool(page, 'move').click();
  await square(page, 'a1').click();
  await until('the piece stands on a1', async () => await from(page) === 'a1');
  await waitLabel(page, 'a10', t('guide-sign-both'));
  // Another piece must be selected first.
  await square(page, 'e7').click();
  await square(page, 'a4').click();
  await waitLabel(page, 'a4', t('guide-sign-take'));

  await drag(page, 'a1', 'j4');
  await until('the piece stands on j4', async () => await from(page) === 'j4');
  await page.getByRole('button', { name: t('guide-stage-empty') }).click();
  await waitLabel(page, 'a4', t('guide-sign-both'));
  await page.getByRole('button', { name: t('guide-stage-reset') }).click();
  await until('all is as at first', async () => await from(page) === 'e5');
});

/** @param {Page} page @param {string} start @param {string} end */
async function drag(page, start, end) {
  const middle = async (/** @type {string} */ name) => {
    const box = await square(page, name).boundingBox();
    assert.ok(box);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [[x1, y1], [x2, y2]] = [await middle(start), await middle(end)];
  await page.mouse.move(x1, y1);
  await page.mouse.down();
  await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 4 });
  await page.mouse.move(x2, y2, { steps: 4 });
  await page.mouse.up();
}

story('a piece is tried out with keys alone', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(`${GUIDE}/Gr`);
  await page.locator('#stage.ready').waitFor();
  await square(page, 'e5').focus();
  assert.equal(await page.locator('#stage [data-cell][tabindex="0"]').count(), 1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await waitLabel(page, 'e6', t('guide-enemy-side', { piece: t('piece-grand-chess-N') }));
  // The focus stays on the square.
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'e6');
  assert.ok((await page.locator('.stage-live').textContent())?.startsWith(t('guide-told-count').split(':')[0] ?? '?'));
  await page.keyboard.press('Delete');
  await until('e6 is empty', async () => !(await label(page, 'e6'))?.includes(t('piece-grand-chess-N')));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await page.locator('.stage-words', { hasText: t('guide-told-keep') }).waitFor();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'a5');
});

story('a piece is tried out with a finger on a phone', async ({ visit }) => {
  const me = await visit(PHONE);
  const page = await me.open(`${GUIDE}/Im`);
  await square(page, 'f6').tap();
  await waitLabel(page, 'f6', t('guide-sign-freeze'));
  await tool(page, 'move').tap();
  await square(page, 'f6').tap();
  await square(page, 'j10').tap();
  await waitLabel(page, 'j10', t('piece-grand-chess-N'));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
});

story('a Fool does what was done last', async ({ visit }) => {
  const me = await visit({ locale: 'de' });
  const page = await me.open(`${GUIDE}/Fo`);
  await waitLabel(page, 'd7', t('guide-sign-both'));
  await page.getByLabel(t('guide-stage-last')).selectOption('R');
  await waitLabel(page, 'e10', t('guide-sign-both'));
  await page.locator('.stage-words', { hasText: t('guide-told-copies', { piece: t('piece-grand-chess-R') }) }).waitFor();
  await page.getByLabel(t('guide-stage-last')).selectOption('-');
  await page.locator('.stage-words', { hasText: t('guide-told-nothing-to-copy') }).waitFor();
});

story('what cannot stand on a board is refused with its reason', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open(`${GUIDE}/N`);
  await page.getByLabel(t('guide-stage-kind')).selectOption('P');
  await square(page, 'e10').click();
  const flaw = { side: t('side-black'), cell: 'e10' };
  await page.locator('.stage-problem', { hasText: t('flaw-pawn-on-last-rank', flaw) }).waitFor();
  await square(page, 'e9').click();
  await waitLabel(page, 'e9', t('piece-grand-chess-P'));
  assert.equal(await page.locator('.stage-problem').count(), 0);
});

story('a piece of one’s own is drawn, or refused with the place of the mistake', async ({ visit }) => {
  const me = await visit();
  me.watch.expect(/422/);
  const page = await me.open(GUIDE);
  await page.getByLabel(t('guide-own-field')).fill('mWcY');
  await page.getByRole('button', { name: t('guide-own-do') }).click();
  await page.getByText(t('refusal-betza', { at: 4, reason: '' }).trim()).waitFor();
  assert.equal(await page.getByLabel(t('guide-own-field')).inputValue(), 'mWcY');
  await page.getByLabel(t('guide-own-field')).fill('mWcF');
  await page.getByRole('button', { name: t('guide-own-do') }).click();
  await page.getByRole('heading', { level: 1, name: 'mWcF' }).waitFor();
  await waitLabel(page, 'e6', t('guide-sign-move'));
  await waitLabel(page, 'f6', t('guide-sign-capture'));
  await square(page, 'f6').click();
  await waitLabel(page, 'f6', t('guide-sign-take'));
  await page.getByRole('link', { name: '[F?R]' }).click();
  await waitLabel(page, 'f10', t('guide-sign-both'));
  // The board of a hopper has hurdles.
  await page.getByRole('link', { name: 'gQ' }).click();
  await waitLabel(page, 'e8', t('guide-sign-take'));
  await page.getByText(t('guide-scene-hurdles')).waitFor();
});

story('the longest names stay in their cards, and no page is wider than its window', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const me = await visit({ locale, viewport: { width: 320, height: 640 } });
    for (const address of ['', '/Nz', '/Co']) {
      const page = await me.open(`${GUIDE}${address}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${address} in ${locale}: ${wide}`);
    }
    const page = await me.open(GUIDE);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const out = await page.locator('.guide-card').evaluateAll((cards) =>
        cards.filter((card) => (card.querySelector('h2 code')?.getBoundingClientRect().right ?? 0) >
          card.getBoundingClientRect().right - 4).map((card) => card.id));
      assert.deepEqual(out, [], `${locale}, ${width}`);
    }
  }
});

story('an example is set up on the board', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(`${GUIDE}/Ar`);
  await page.getByRole('link', { name: t('guide-example-open') }).first().click();
  await waitLabel(page, 'i7', t('guide-sign-victim'));
  await waitLabel(page, 'g6', t('guide-sign-take'));
});

story('a card is a part of a page', async ({ visit }) => {
  const me = await visit({ locale: 'sv' });
  const page = await me.open(GUIDE);
  const card = await page.evaluate(async () => (await fetch('/guide/grand-chess/Nr/card')).text());
  assert.ok(card.includes(t('guide-Nr')) && card.includes('small-diagram'), card);
  assert.doesNotMatch(card, /<(html|script|link)\b/);
});

story('without scripts the guide is a book', async ({ visit }) => {
  const me = await visit({ javaScriptEnabled: false });
  const page = await me.open(GUIDE);
  await page.getByRole('searchbox').fill('grasshopper');
  await page.getByRole('button', { name: t('guide-search-do') }).click();
  await page.waitForURL(/grasshopper/);
  assert.ok((await listed(page)).includes('Gr') && (await listed(page)).length < 10);
  await page.locator('#Gr h2 a').click();
  await page.getByText(t('guide-Gr')).waitFor();
  assert.equal(await page.locator('.stage-tools').isVisible(), false);
  assert.ok(await page.locator('#stage svg.diagram').isVisible());
  await page.getByRole('link', { name: t('guide-example-open') }).first().click();
  await waitLabel(page, 'e8', t('guide-sign-take'));
});

const KALEIDO = '/guide/kaleidochess';

story('the pieces of KaleidoChess are found, told of and shown from everywhere', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const me = await visit({ locale });
    const page = await me.open(KALEIDO);
    assert.deepEqual(await listed(page), [...'WDREVLTHP'], locale);
    await page.getByText(t('guide-kaleidochess-kind-walkers'), { exact: true }).click();
    assert.deepEqual(await listed(page), [...'LTHP'], locale);
    await page.getByRole('searchbox').fill(t('piece-kaleidochess-T'));
    assert.ok((await listed(page)).includes('T'), locale);
    await page.locator('#T h2 a').click();
    await page.getByRole('heading', { level: 1, name: t('piece-kaleidochess-T') }).waitFor();
    assert.ok(await page.getByText(t('guide-kaleidochess-T'), { exact: true }).isVisible());
    assert.equal(await page.locator('.guide-head .icon').count(), 4, 'one of each colour');
    assert.equal(await page.locator('.guide-examples figure').count(), 4);
    const reach = await page.locator('.guide-reach dd').allInnerTexts();
    assert.deepEqual(reach, ['8', '13', '10', '13', '10–11', '5'], locale);
    // Only Grand Chess has custom pieces.
    assert.equal(await page.locator('#own').count(), 0);
  }
});

story('a piece of KaleidoChess is tried out, with whom it could capture and what bars its way', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(`${KALEIDO}/H`);
  const sign = (/** @type {string} */ name) => t(`guide-kaleidochess-sign-${name}`);
  assert.equal(await from(page), '1D');
  await waitLabel(page, '1H', sign('both'));
  // The paths to the outer cells lead over 1F and 1G.
  await square(page, '1H').click();
  await waitLabel(page, '1H', sign('take'));
  await tool(page, 'white').click();
  await square(page, '8D').click();
  await waitLabel(page, '8D', sign('own'));
  await square(page, '8E').click();
  await waitLabel(page, '8D', sign('blocked'));
  const words = page.locator('.stage-words');
  assert.equal((await words.innerText()).trim(), t('guide-kaleidochess-told-count', { moves: 6, captures: 1, own: 0, all: 9 }));
  await tool(page, 'move').click();
  await square(page, '00').click();
  await until('the piece stands in the centre', async () => await from(page) === '00');
  await waitLabel(page, '5A', sign('both'));
  await page.getByRole('button', { name: t('guide-stage-reset') }).click();
  await until('all is as at first', async () => await from(page) === '1D');
});

story('the board of KaleidoChess is used without a pointer', async ({ visit }) => {
  const me = await visit();
  const page = await me.open(`${KALEIDO}/P`);
  await square(page, '1D').focus();
  await page.keyboard.press('ArrowUp');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
  assert.equal(await focused(), '1B');
  await page.keyboard.press('Enter');
  await waitLabel(page, '1B', t('guide-kaleidochess-sign-take'));
  assert.equal(await focused(), '1B');
  await page.keyboard.press('Delete');
  await waitLabel(page, '1B', t('guide-kaleidochess-sign-both'));
});

story('each colour of KaleidoChess stands before its own castle, and its enemy is the one across', async ({ visit }) => {
  const me = await visit();
  for (const [side, cell, enemy] of [['red', '3D', 'green'], ['green', '7D', 'red'], ['black', '5D', 'white']]) {
    const page = await me.open(`${KALEIDO}/W?side=${side}`);
    assert.equal(await from(page), cell);
    await tool(page, enemy ?? '').waitFor();
    await tool(page, side ?? '').waitFor();
  }
});

story('the cards of KaleidoChess are parts of a page', async ({ visit }) => {
  const me = await visit({ locale: 'de' });
  me.watch.expect(/404/);
  const page = await me.open(KALEIDO);
  const card = await page.evaluate(async () => (await fetch('/guide/kaleidochess/R/card?side=green')).text());
  assert.ok(card.includes(t('guide-kaleidochess-R')) && card.includes('small-round') && card.includes('side-green'), card);
  assert.doesNotMatch(card, /<(html|script|link)\b/);
  const status = await page.evaluate(async () => (await fetch('/guide/kaleidochess/X/card')).status);
  assert.equal(status, 404);
});

story('no page of the pieces of KaleidoChess is wider than its window', async ({ visit }) => {
  for (const locale of LANGUAGES) {
    const me = await visit({ locale, viewport: { width: 320, height: 640 } });
    for (const address of ['', '/R', '/L']) {
      const page = await me.open(`${KALEIDO}${address}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${address} in ${locale}: ${wide}`);
    }
  }
});

story('on the page of a game of KaleidoChess a piece tells what it is, in its colour', async ({ visit }) => {
  const me = await visit({ locale: 'sv' });
  const page = await openTable(me, { options: { seats: '4' }, seats: ['you', { computer: 2 }, { computer: 2 }, { computer: 2 }] });
  await page.locator('game-board [data-cell="3J"]').click({ button: 'right' });
  const card = page.getByRole('dialog', { name: t('piece-kaleidochess-W') });
  await card.locator('h2 .icon.side-red').waitFor();
  assert.ok(await card.getByText(t('guide-kaleidochess-W'), { exact: true }).isVisible());
  assert.equal(await card.locator('.small-round .side-red').count(), 1);
  const link = card.getByRole('link', { name: t('card-guide') });
  assert.equal(await link.getAttribute('href'), '/guide/kaleidochess/W?side=red');
});
