// The stories of offers and of the lists in which they and the games stand.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { acceptOffer, becomeGuest, button, call, choose, gameId, invitation, state, waitStatus } from './board.mjs';
import { DESK, PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { LANGUAGES, speak, t } from './words.mjs';
/** @import { Locator, Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

useBrowser();

const QUICK = { game: 'klinzha', start: { quick: 'north-west' } };
const SIZES = Object.entries({ desk: { viewport: DESK }, phone: PHONE });

/** @param {Page} page */
async function check(page) {
  assert.deepEqual([
    ...await inaccessible(page), ...await withoutName(page), ...await unreadableInTheDark(page), ...await tooWide(page),
  ], [], page.url());
}

/** Checks the page in every language; it ends in English. @param {Page} page */
async function checkAll(page) {
  const url = new URL(page.url());
  for (const lang of [...LANGUAGES.filter((lang) => lang !== 'en'), 'en']) {
    url.searchParams.set('lang', lang);
    await page.goto(url.href);
    assert.equal(await page.locator('html').getAttribute('lang'), lang);
    await check(page);
  }
  speak('en');
}

/** The id of a visitor, who becomes a guest. @param {Visitor} visitor @returns {Promise<string>} */
const idOf = async (visitor) => (await call(visitor, '/api/me')).id;

/** Makes an account. @param {Visitor} visitor @param {string} name */
async function register({ context, base }, name) {
  const answer = await context.request.post(`${base}/api/account`, { data: { name, password: 'gagh for breakfast' } });
  assert.equal(answer.status(), 201);
}

/** The part of a page below a heading. @param {Page} page @param {string} key of the heading */
const section = (page, key) => page.locator('main section', { has: page.getByRole('heading', { name: t(key), exact: true }) });

/** @param {Page} page @param {string} key */
const heading = (page, key) => page.getByRole('heading', { name: t(key), exact: true }).waitFor();

/** Goes from the list of the own games to the offer in it. @param {Page} page */
async function openOfferToMe(page) {
  await page.goto(new URL('/games', page.url()).href);
  await section(page, 'offers-to-me').getByRole('link').first().click();
  await page.waitForURL(/\/offers\/\w+$/);
}

/**
 * Makes an offer to a visitor by the form, and stays at its table.
 * @param {Page} page
 * @param {string} name
 */
async function offerTo(page, name) {
  await page.goto(new URL('/new/klinzha', page.url()).href);
  await choose(page, 'opponent', 'person');
  await page.getByLabel(t('new-person'), { exact: true }).fill(name);
  await choose(page, 'start', 'quick');
  await button(page, 'new-do-offer').click();
  await page.waitForURL(/\/g\/\w+$/);
  await page.getByText(t('invite-waits-for', { names: name }), { exact: true }).waitFor();
}

/**
 * A game of two visitors, as its first player has offered it.
 * @param {Visitor} one
 * @param {Visitor} other
 * @param {object} [more]
 */
async function gameOf(one, other, more = {}) {
  const { id } = await call(one, '/api/games', { ...QUICK, opponent: { user: await idOf(other) }, seat: 0, visibility: 'public', ...more });
  await other.context.request.post(new URL(`/api/offers/${id}/accept`, other.base).href, { data: {} });
  return id;
}

for (const [size, options] of SIZES) {
  story(`an offer to a person is answered with another one, which is played, at ${size} size`, async ({ visit }) => {
    const [anna, ben] = [await visit(options), await visit(options)];
    const [annaName, benName] = [`Anna-${size}`, `Ben-${size}`];
    await register(anna, annaName);
    await register(ben, benName);
    const a = await anna.open('/');
    const b = await ben.open('/');
    await offerTo(a, benName);
    const table = a.url();
    await check(a);

    // The offer stands on the front page as well.
    await b.reload();
    await section(b, 'offers-to-me').getByRole('link').first().waitFor();
    await openOfferToMe(b);
    assert.equal(await b.locator('mark').count(), 0, 'the form begins with the usual terms');
    await checkAll(b);
    await b.getByRole('link', { name: t('offer-counter'), exact: true }).click();
    await b.getByText(t('new-counter'), { exact: true }).waitFor();
    assert.equal(await b.locator('input[name=opponent]').first().isVisible(), false, 'the answer goes to the maker');
    const person = b.getByLabel(t('new-person'), { exact: true });
    await until('the maker is named', async () => await person.inputValue() === annaName);
    await check(b);
    await b.locator('#time').selectOption('3d/move');
    await button(b, 'new-do-offer').click();
    await b.waitForURL(/\/offers\/\w+$/);
    await b.getByText(t('offer-yours'), { exact: true }).waitFor();

    // The maker is told at the table, and sees what has changed.
    await heading(a, 'invite-end-countered');
    assert.equal(await button(a, 'rematch').count(), 0, 'no game has been played');
    await a.getByRole('link', { name: t('invite-counter-read') }).click();
    await a.getByText(t('offer-by-counter')).waitFor();
    const changed = a.locator('dd.changed');
    assert.deepEqual(await changed.allTextContents(), [`${t('time-a-move', { span: t('time-days', { count: 3 }) })} ${t('offer-changed')}`]);
    assert.ok(await changed.locator('mark').isVisible());
    await checkAll(a);
    await acceptOffer(a);
    assert.notEqual(a.url(), table);
    await b.goto(a.url());
    await waitStatus(b, (await state(b)).scene.to_act[0] === (await state(b)).seat ? 'status-your-move' : 'status-move', { side: t('side-gold') });
  });

  story(`an offer is declined with a reason, or withdrawn, at ${size} size`, async ({ visit }) => {
    const [anna, ben] = [await visit(options), await visit(options)];
    const benId = await idOf(ben);
    await becomeGuest(anna.context, anna.base);
    const a = await anna.open('/');
    const b = await ben.open('/');
    await a.goto(`${anna.base}/u/${benId}`);
    await a.getByRole('link', { name: t('people-invite', { game: 'Klin Zha' }), exact: true }).click();
    const person = a.getByLabel(t('new-person'), { exact: true });
    await until('the person is named', async () => await person.inputValue() === benId);
    await button(a, 'new-do-offer').click();
    await a.waitForURL(/\/g\/\w+$/);
    await openOfferToMe(b);
    await b.getByLabel(t('offer-reason'), { exact: true }).selectOption('other-time');
    await button(b, 'offer-decline').click();
    const reason = t('offer-reason-said', { reason: t('offer-reason-other-time') });
    await b.getByText(`${t('offer-declined')} ${reason}`, { exact: true }).waitFor();
    assert.equal(await button(b, 'offer-accept').count(), 0);
    await checkAll(b);
    await heading(a, 'invite-end-declined');
    await a.getByText(reason, { exact: true }).waitFor();
    await check(a);

    await a.goto(`${anna.base}/new/klinzha?opponent=person&person=${benId}`);
    await button(a, 'new-do-offer').click();
    await a.waitForURL(/\/g\/\w+$/);
    await openOfferToMe(b);
    await button(a, 'invite-withdraw').click();
    await heading(a, 'invite-end-withdrawn');
    await b.reload();
    await b.getByText(t('offer-withdrawn'), { exact: true }).waitFor();
    await b.goto(`${ben.base}/games`);
    assert.equal(await section(b, 'offers-to-me').count(), 0);
  });

  story(`a visitor without an account accepts an offer by its link, at ${size} size`, async ({ visit }) => {
    const [host, friend, other] = [await visit(options), await visit(options), await visit(options)];
    const a = await host.open('/new/klinzha?opponent=friend&start=quick');
    await button(a, 'new-do-offer').click();
    await heading(a, 'invite-title');
    const link = new URL(await invitation(a), a.url()).href;
    // The address of the table gives no seat.
    const c = await other.open(new URL(a.url()).pathname);
    await heading(c, 'join-reserved-title');
    assert.equal(await button(c, 'join').count(), 0);

    const b = await friend.open(link);
    assert.equal(await b.locator('.my-games').count(), 0, 'nobody knows this visitor');
    await checkAll(b);
    await acceptOffer(b);
    assert.equal(gameId(b), gameId(a));
    assert.notEqual((await state(b)).seat, null);
    await a.locator('#invite').waitFor({ state: 'hidden' });
    await b.goto(`${friend.base}/games`);
    assert.equal(await b.locator('main .people-list').getByRole('link').count(), 1, 'a guest has games');
    // The link is used up.
    await c.goto(link);
    await c.getByText(t('offer-accepted')).waitFor();
  });

  story(`a standing offer is found from the front page, and opens the next, at ${size} size`, async ({ visit }) => {
    const [host, first, second] = [await visit(options), await visit(options), await visit(options)];
    const a = await host.open('/offers');
    await section(a, 'offers-make').getByRole('link', { name: 'Grand Chess', exact: true }).click();
    await until('anybody may accept', () => a.locator('input[name=opponent][value=anybody]').isChecked());
    await a.getByText(t('new-more-terms'), { exact: true }).click();
    await a.getByLabel(t('new-games'), { exact: true }).fill('2');
    await check(a);
    await button(a, 'new-do-offer').click();
    await a.waitForURL(/\/g\/\w+$/);
    await heading(a, 'invite-opponent-title');

    const b = await first.open('/');
    const newest = b.locator('.home-lobby .people-list li');
    assert.equal(await newest.count(), 1);
    await newest.getByRole('link', { name: 'Grand Chess', exact: true }).click();
    await b.waitForURL(/\/offers\/\w+$/);
    assert.equal(await b.locator('dl').getByText(t('offer-further'), { exact: true }).count(), 1);
    await acceptOffer(b);
    assert.equal(gameId(b), gameId(a));

    const c = await second.open('/');
    await c.locator('.hero').getByRole('link', { name: t('home-lead-offers') }).click();
    await c.waitForURL('**/offers');
    await section(c, 'offers-lobby').getByRole('link', { name: 'Klin Zha', exact: true }).click();
    await c.getByText(t('offers-lobby-none'), { exact: true }).waitFor();
    await section(c, 'offers-lobby').getByRole('link', { name: 'Grand Chess', exact: true }).first().click();
    await c.waitForURL(/game=grand-chess/);
    await checkAll(c);
    await c.locator('main .people-list').getByRole('link', { name: 'Grand Chess', exact: true }).click();
    await acceptOffer(c);
    assert.notEqual(gameId(c), gameId(b));
    await b.goto(`${first.base}/offers`);
    await b.getByText(t('offers-lobby-none'), { exact: true }).waitFor();
    await b.goto(`${first.base}/watch?game=grand-chess`);
    assert.ok(await b.locator('.people-list li').count() >= 2, 'everybody may watch');
    await checkAll(b);
  });

  story(`a private game is for its players only, at ${size} size`, async ({ visit }) => {
    const [anna, ben, carl] = [await visit(options), await visit(options), await visit(options)];
    const id = await gameOf(anna, ben, { visibility: 'private' });
    await waitStatus(await anna.open(`/g/${id}`), 'status-your-move');
    await waitStatus(await ben.open(`/g/${id}`), 'status-move', { side: t('side-gold') });
    carl.watch.expect(/ 404 /);
    for (const path of [`/g/${id}`, `/offers/${id}`]) {
      const page = await carl.open(path);
      await heading(page, 'problem-no-game-title');
      await check(page);
    }
    const page = await carl.open('/watch');
    assert.equal(await page.locator(`a[href="/g/${id}"]`).count(), 0);
  });

  story(`the answers of the form are kept as a template, at ${size} size`, async ({ visit }) => {
    const me = await visit(options);
    const page = await me.open('/new/grand-chess?opponent=anybody');
    await choose(page, 'option-setup', 'classic+random');
    await page.locator('#time').selectOption('3d/move');
    await page.locator('#templates summary').click();
    const name = page.getByLabel(t('templates-name'), { exact: true });
    await name.fill('Long');
    await name.press('Enter');
    const kept = page.locator('#templates li').getByRole('link', { name: 'Long', exact: true });
    await kept.waitFor();
    assert.match(page.url(), /\/new\//, 'no game was made');
    await check(page);

    await page.goto(`${me.base}/new/grand-chess`);
    await page.locator('#templates summary').click();
    await kept.click();
    await page.waitForURL(/\?/);
    await until('the answers are filled in', () => page.locator('input[name=opponent][value=anybody]').isChecked());
    assert.ok(await page.locator('input[name=option-setup][value="classic+random"]').isChecked());
    assert.equal(await page.locator('#time').inputValue(), '3d/move');
    await page.locator('#templates summary').click();
    await button(page, 'template-remove', { name: 'Long' }).click();
    await kept.waitFor({ state: 'detached' });
    await page.reload();
    assert.equal(await page.locator('#templates li').count(), 0);
  });

  story(`another open page says how many games wait, at ${size} size`, async ({ visit }) => {
    const [anna, ben] = [await visit(options), await visit(options)];
    const id = await gameOf(anna, ben);
    const b = await ben.open('/rules/klinzha');
    const title = await b.title();
    const badge = b.locator('.my-games .badge');
    await badge.waitFor({ state: 'hidden' });
    /** @param {Visitor} visitor */
    const move = async (visitor) => {
      const { scene } = await call(visitor, `/api/games/${id}`);
      const { text } = scene.choices.find((/** @type {any} */ one) => one.kind === 'move' && !one.captures && !one.danger);
      await call(visitor, `/api/games/${id}/acts`, { act: 'submit', text });
    };
    await move(anna);
    await badge.waitFor();
    assert.equal(await badge.locator('[data-count]').textContent(), '1');
    assert.equal(await b.title(), `(1) ${title}`);
    await check(b);
    // An offer waits as well.
    const { id: offer } = await call(anna, '/api/games', { ...QUICK, opponent: { user: await idOf(ben) } });
    await until('two wait', async () => await badge.locator('[data-count]').textContent() === '2');
    await ben.context.request.post(`${ben.base}/api/offers/${offer}/decline`, { data: {} });
    await until('one waits', async () => await badge.locator('[data-count]').textContent() === '1');
    await move(ben);
    await badge.waitFor({ state: 'hidden' });
    assert.equal(await b.title(), title);
  });

  story(`a finished game is found in the archive and counts between the two, at ${size} size`, async ({ visit }) => {
    const [anna, ben] = [await visit(options), await visit(options)];
    const [annaId, benId] = [await idOf(anna), await idOf(ben)];
    const id = await gameOf(anna, ben);
    await call(ben, `/api/games/${id}/acts`, { act: 'resign' });

    const page = await anna.open('/archive');
    await page.getByLabel(t('archive-game'), { exact: true }).selectOption('klinzha');
    await page.getByLabel(t('archive-user'), { exact: true }).fill(benId);
    await page.getByLabel(t('archive-with'), { exact: true }).fill(annaId);
    await button(page, 'archive-do').click();
    await page.waitForURL(/user=/);
    const found = page.locator('main .people-list li');
    assert.equal(await found.count(), 1);
    assert.equal(await found.getByRole('link').getAttribute('href'), `/g/${id}`);
    await found.getByText(t('people-won-by', { name: t('player-guest', { name: annaId }) })).waitFor();
    await checkAll(page);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('archive-records'), exact: true }).click()]);
    assert.match(await readFile(await file.path(), 'utf8'), new RegExp(`^green: ${benId}$`, 'm'), 'the record is in the file');
    await page.getByLabel(t('archive-result'), { exact: true }).selectOption('lost');
    await button(page, 'archive-do').click();
    await page.waitForURL(/result=lost/);
    assert.equal(await found.count(), 1);
    await page.getByLabel(t('archive-result'), { exact: true }).selectOption('won');
    await button(page, 'archive-do').click();
    await page.getByText(t('archive-none'), { exact: true }).waitFor();
    // A result is of a user, or of a side where the game gives each seat one.
    await page.goto(`${anna.base}/archive?game=klinzha&result=won`);
    await page.getByText(t('archive-whose'), { exact: true }).waitFor();
    const results = page.getByLabel(t('archive-result'), { exact: true }).locator('option');
    const goldWon = t('people-won-by', { name: t('side-gold') });
    assert.ok(!(await results.allTextContents()).includes(goldWon), 'a setup decides the sides');
    await page.goto(`${anna.base}/archive?game=klinzha&start=north-west`);
    assert.ok((await results.allTextContents()).includes(goldWon));
    await page.goto(`${anna.base}/archive?game=grand-chess`);
    assert.ok((await results.allTextContents()).includes(t('people-won-by', { name: t('side-white') })));
    await page.getByLabel(t('archive-user'), { exact: true }).fill('nobody-at-all');
    await button(page, 'archive-do').click();
    await page.getByText(t('archive-no-user'), { exact: true }).waitFor();
    await check(page);

    await page.goto(`${anna.base}/u/${benId}`);
    await section(page, 'people-scores').getByText(t('people-score', { won: 1, drawn: 0, lost: 0 }), { exact: true }).waitFor();
    await checkAll(page);
    const other = await ben.open(`/u/${annaId}`);
    await section(other, 'people-scores').getByText(t('people-score', { won: 0, drawn: 0, lost: 1 }), { exact: true }).waitFor();
    await other.goto(`${ben.base}/games`);
    await section(other, 'people-over').getByText(t('people-lost'), { exact: true }).waitFor();
  });
}

/** Presses Tab until an element has the focus. @param {Page} page @param {Locator} to */
async function tabTo(page, to) {
  await to.waitFor();
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await to.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${to}`);
}

story('an offer is made and accepted by keys alone', async ({ visit }) => {
  const [anna, ben] = [await visit(), await visit()];
  const benId = await idOf(ben);
  await becomeGuest(anna.context, anna.base);
  const a = await anna.open(`/u/${benId}`);
  await tabTo(a, a.getByRole('link', { name: t('people-invite', { game: 'Klin Zha' }), exact: true }));
  await a.keyboard.press('Enter');
  await a.waitForURL(/\/new\/klinzha/);
  await until('the person is named', async () => await a.locator('#person').inputValue() === benId);
  await tabTo(a, a.locator('input[name=start]:checked'));
  await a.keyboard.press('ArrowRight');
  assert.ok(await a.locator('input[name=start][value=quick]').isChecked());
  await tabTo(a, button(a, 'new-do-offer'));
  await a.keyboard.press('Enter');
  await a.waitForURL(/\/g\/\w+$/);

  const b = await ben.open('/');
  await tabTo(b, section(b, 'offers-to-me').getByRole('link').first());
  await b.keyboard.press('Enter');
  await b.waitForURL(/\/offers\/\w+$/);
  await tabTo(b, button(b, 'offer-accept'));
  await b.keyboard.press('Enter');
  await b.waitForURL(/\/g\/\w+$/);
  assert.equal(gameId(b), gameId(a));
  await a.locator('#invite').waitFor({ state: 'hidden' });
  const { seat, scene } = await state(b);
  assert.equal(scene.phase, 'play');
  assert.notEqual(seat, null);
});

story('a table of three is answered with other terms, joined and left again', async ({ visit }) => {
  const [anna, ben, carl] = [await visit(), await visit(PHONE), await visit(PHONE)];
  await register(anna, 'Anna-three');
  await register(ben, 'Ben-three');
  const a = await anna.open('/new/kaleidochess?seats=me,person:Ben-three,open');
  await a.getByText(t('new-more-terms'), { exact: true }).click();
  await a.getByLabel(t('new-if-free'), { exact: true }).selectOption('4');
  await a.getByLabel(t('new-reliability'), { exact: true }).selectOption('80');
  await check(a);
  await button(a, 'new-do-offer').click();
  await a.waitForURL(/\/g\/\w+$/);
  const first = gameId(a);

  const b = await ben.open(`/offers/${first}`);
  await b.getByText(t('player-computer', { level: '4' }), { exact: true }).waitFor();
  await b.getByText(t('offer-requires-reliability', { percent: '80' }), { exact: true }).waitFor();
  await checkAll(b);
  await b.getByRole('link', { name: t('offer-counter'), exact: true }).click();
  const maker = b.locator('.seat-row:not([hidden]) input:not([hidden])');
  await until('the maker keeps its seat', async () => await maker.inputValue() === 'Anna-three');
  assert.equal(await b.getByLabel(t('new-if-free'), { exact: true }).inputValue(), '4');
  await b.getByLabel(t('new-if-free'), { exact: true }).selectOption('cancel');
  await button(b, 'new-do-offer').click();
  await b.waitForURL(/\/offers\/\w+$/);
  const second = new URL(b.url()).pathname;

  // What has changed is marked, and nothing else.
  await a.goto(new URL(second, a.url()).href);
  await button(a, 'offer-accept').waitFor();
  const details = await call(anna, `/api${second}`);
  assert.deepEqual(details.changed, ['if_free']);
  await button(a, 'offer-accept').click();
  await a.waitForURL(/\/g\/\w+$/);

  // At a table that is not full another person comes and goes again.
  const table = await carl.open('/new/kaleidochess?seats=me,open,open');
  await button(table, 'new-do-offer').click();
  await table.waitForURL(/\/g\/\w+$/);
  await a.goto(table.url());
  // The page reloads when a seat has been taken.
  await Promise.all([a.waitForEvent('load'), a.locator('[data-act=join]').first().click()]);
  await button(a, 'invite-leave').waitFor();
  await check(a);
  await button(a, 'invite-leave').click();
  await button(a, 'invite-leave').waitFor({ state: 'detached' });
  assert.equal((await state(table)).players[1], null);
});
