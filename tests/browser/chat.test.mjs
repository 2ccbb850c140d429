// The chat at the page of a game: players and onlookers, phrases and free text, unread lines,
// reports and the moderators' page; by keys alone, at desk and phone size. Private notes that are
// kept with the account.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { api, button, call, createGame, gameId } from './board.mjs';
import { DESK, PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { LANGUAGES, speak, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { TestServer, Visitor } from './harness.mjs' */

const PROGRAM = process.env.HETERODOX ?? 'target/debug/heterodox';
const PASSWORD = 'gagh for breakfast';

useBrowser();

/** @param {Page} page */
const panel = (page) => page.locator('#chat');
/** @param {Page} page */
const lines = (page) => panel(page).locator('.chat-words').allTextContents();
/** @param {Page} page @param {string[]} texts */
const waitLines = (page, texts) =>
  until(`the chat says ${texts}`, async () => JSON.stringify(await lines(page)) === JSON.stringify(texts));

/** @param {Page} page */
async function check(page) {
  assert.deepEqual(await inaccessible(page), []);
  assert.deepEqual(await withoutName(page), []);
  assert.deepEqual(await unreadableInTheDark(page), []);
  assert.deepEqual(await tooWide(page), []);
}

/** Makes a visitor a person. @param {Visitor} visitor @param {string} name */
const signUp = (visitor, name) => call(visitor, '/api/account', { name, password: PASSWORD });

/** Opens the panel, if it is folded. @param {Page} page */
async function unfold(page) {
  if (!await panel(page).evaluate((one) => one.open)) await panel(page).locator('summary').click();
}

/** Two players and an onlooker at the page of a game. */
async function table(visit, options = [{}, {}, {}], wanted = {}) {
  const visitors = [];
  for (const one of options) visitors.push(await visit(one));
  const [anna, bert, carl] = visitors;
  const id = await createGame(anna, { start: { quick: 'north-west' }, opponent: 'open', seat: 0, ...wanted });
  await call(bert, `/api/games/${id}/join`, {});
  const pages = [];
  for (const visitor of visitors) {
    const page = await visitor.open(`/g/${id}`);
    await page.locator('#status:not(:empty)').waitFor();
    await panel(page).waitFor();
    pages.push(page);
  }
  return { anna, bert, carl, id, pages };
}

story('players and onlookers talk in a room each, and read all after the end', async ({ visit }) => {
  const { pages: [a, b, c], id, anna } = await table(visit);
  await panel(a).getByText(t('chat-empty-table')).waitFor();
  await check(a);
  // By keys alone.
  await a.getByLabel(t('chat-phrase-label')).focus();
  await a.keyboard.type(t('chat-say-good-luck').slice(0, 6));
  await a.keyboard.press('Tab');
  await a.keyboard.press('Enter');
  for (const page of [a, b]) await waitLines(page, [t('chat-say-good-luck')]);
  assert.equal(await panel(a).locator('li.own').count(), 1);
  assert.equal(await panel(b).locator('.chat-lines').getAttribute('aria-live'), 'polite');
  assert.equal(await panel(a).locator('.chat-text').isVisible(), false, 'this server takes set phrases only');

  // The onlooker is in the gallery, and may read the table of an open game.
  await button(c, 'chat-phrase-do').click();
  await waitLines(c, [t('chat-say-hello')]);
  await button(c, 'chat-room-table').click();
  await waitLines(c, [t('chat-say-good-luck')]);
  assert.equal(await button(c, 'chat-phrase-do').isVisible(), false, 'only players say something at the table');
  await waitLines(a, [t('chat-say-good-luck')]);
  assert.equal(await button(a, 'chat-room-gallery').isVisible(), false);

  // The same line in the reader's language.
  const german = await visit({ locale: 'de' });
  const d = await german.open(`/g/${id}`);
  await button(d, 'chat-room-table').click();
  await waitLines(d, [t('chat-say-good-luck')]);
  speak('en');

  await call(anna, `/api/games/${id}/acts`, { act: 'resign' });
  await button(a, 'chat-room-gallery').click();
  await waitLines(a, [t('chat-say-hello')]);
  await check(a);
  // A reload shows the same.
  await a.reload();
  await waitLines(a, [t('chat-say-good-luck')]);
});

story('on a phone the chat is folded and counts what is unread', async ({ visit }) => {
  const { pages: [a, b] } = await table(visit, [PHONE, {}]);
  assert.equal(await panel(a).evaluate((one) => one.open), false);
  await button(b, 'chat-phrase-do').click();
  const badge = panel(a).locator('.badge');
  await badge.getByText('1').waitFor();
  await button(b, 'chat-phrase-do').click();
  await badge.getByText('2').waitFor();
  await check(a);
  await panel(a).locator('summary').tap();
  await badge.waitFor({ state: 'hidden' });
  await waitLines(a, [t('chat-say-hello'), t('chat-say-hello')]);
  await check(a);
  await a.getByLabel(t('chat-phrase-label')).selectOption({ label: t('chat-say-have-fun') });
  await button(a, 'chat-phrase-do').tap();
  await waitLines(b, [t('chat-say-hello'), t('chat-say-hello'), t('chat-say-have-fun')]);
  // The reader can hide it.
  await a.getByText(t('table-prefs-title'), { exact: true }).tap();
  await a.getByLabel(t('table-pref-chat')).uncheck();
  await panel(a).waitFor({ state: 'hidden' });
  await a.reload();
  await a.locator('#status:not(:empty)').waitFor();
  await until('the preference is kept', async () => !await a.getByLabel(t('table-pref-chat')).isChecked());
  assert.equal(await panel(a).isVisible(), false);
});

story('the table of a clouded game is hidden from onlookers until the end', async ({ visit }) => {
  const { pages: [a, b, c], anna, id } = await table(visit, [{}, {}, {}], { game: 'clouded-klinzha' });
  await button(a, 'chat-phrase-do').click();
  await waitLines(b, [t('chat-say-hello')]);
  assert.equal(await button(c, 'chat-room-table').isVisible(), false);
  await panel(c).getByText(t('chat-empty-gallery')).waitFor();
  const chat = await api(c, `/api/games/${gameId(c)}/chat`);
  assert.equal(chat.table, null);
  await call(anna, `/api/games/${id}/acts`, { act: 'resign' });
  await button(c, 'chat-room-table').click();
  await waitLines(c, [t('chat-say-hello')]);
});

story('nobody to talk with: no chat and no notes', async ({ visit }) => {
  const visitor = await visit();
  for (const opponent of [{ computer: 1 }, 'hot-seat']) {
    const id = await createGame(visitor, { start: { quick: 'north-west' }, opponent });
    const page = await visitor.open(`/g/${id}`);
    await page.locator('#status:not(:empty)').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await panel(page).isVisible(), false);
    assert.equal(await page.locator('#private-notes').isVisible(), false);
  }
});

/**
 * Makes an administrator, and starts the server with free text.
 * @param {TestServer} server
 */
async function withAdministrator(server) {
  let code = '';
  await server.restart({
    args: ['--chat'],
    whileDown: async () => {
      const made = spawnSync(PROGRAM, ['admin', 'create', 'Kahless', '--data', server.data], { encoding: 'utf8' });
      code = /#([0-9a-zA-Z_-]+)/.exec(made.stdout)?.[1] ?? '';
      assert.ok(code, made.stdout + made.stderr);
    },
  });
  return code;
}

for (const [size, options, names] of [['desk', { viewport: DESK }, ['Anna', 'Bert', 'Chief']], ['phone', PHONE, ['Annika', 'Bertil', 'Chefin']]]) {
  story(`a line is reported, and its author silenced, at ${size} size`, async ({ visit, server }) => {
    const [anna, bert, chief] = [await visit(options), await visit(options), await visit(options)];
    for (const { watch } of [anna, bert, chief]) watch.expect(/40[134]|ERR_CONNECTION_REFUSED|WebSocket/);
    if (size === 'desk') {
      const code = await withAdministrator(server);
      await call(chief, '/api/login/reset', { code, password: PASSWORD });
    } else {
      await call(chief, '/api/login', { name: 'Kahless', password: PASSWORD });
    }
    await signUp(anna, names[0]);
    await signUp(bert, names[1]);
    const id = await createGame(anna, { start: { quick: 'north-west' }, opponent: 'open', seat: 0 });
    await call(bert, `/api/games/${id}/join`, {});
    const [a, b] = [await anna.open(`/g/${id}`), await bert.open(`/g/${id}`)];
    for (const page of [a, b]) {
      await panel(page).waitFor();
      await unfold(page);
    }
    const text = 'Your mother has a <b>smooth</b> forehead!';
    await a.getByLabel(t('chat-text-label')).fill(text);
    await a.keyboard.press('Enter');
    await waitLines(b, [text]);
    await check(b);
    await b.getByRole('button', { name: t('chat-report-of', { name: names[0] }) }).click();
    await b.getByRole('button', { name: t('report-for-insult') }).click();
    await b.locator('.toast', { hasText: t('chat-reported') }).waitFor();

    const page = await chief.open('/account');
    await page.getByRole('link', { name: t('moderation-title') }).click();
    await page.getByRole('heading', { name: t('report-for-insult') }).waitFor();
    await page.getByText(text).waitFor();
    await check(page);
    for (const lang of LANGUAGES) {
      await page.goto(`${chief.base}/moderation?lang=${lang}`);
      await check(page);
    }
    await page.goto(`${chief.base}/moderation?lang=en`);
    // By keys alone.
    await page.getByLabel(t('moderation-reason')).focus();
    await page.keyboard.type('Insults have no place here.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(t('moderation-none')).waitFor();

    await a.getByLabel(t('chat-text-label')).fill('But');
    await a.keyboard.press('Enter');
    await panel(a).getByText('Insults have no place here.').waitFor();
    await panel(a).locator('.chat-text').waitFor({ state: 'hidden' });
    await button(a, 'chat-phrase-do').click();
    await waitLines(b, [text, t('chat-say-hello')]);
    await check(a);

    // The person itself is reported from its page.
    await b.goto(`${bert.base}/u/${names[0]}`);
    await b.getByLabel(t('report-reason')).selectOption('name');
    await b.locator('form', { has: b.getByLabel(t('report-reason')) }).getByRole('button').click();
    await b.getByText(t('report-done')).waitFor();
    await check(b);
    await page.reload();
    await page.getByRole('button', { name: t('moderation-dismiss') }).click();
    await page.getByText(t('moderation-none')).waitFor();
  });
}

story('private notes stay in the browser, or go with the account', async ({ visit }) => {
  const { anna, pages: [a], id } = await table(visit, [{}, {}]);
  const notes = (/** @type {Page} */ page) => page.locator('#private-notes textarea');
  await a.locator('#private-notes summary').click();
  await notes(a).fill('hold G13');
  assert.equal(await a.getByLabel(t('private-notes-keep')).count(), 0, 'a guest has no account');
  await until('the browser keeps it', () => a.evaluate((key) => localStorage.getItem(key), `heterodox-text-${id}`));
  await a.reload();
  await until('the text is there', async () => await notes(a).inputValue() === 'hold G13');

  await signUp(anna, 'Noter');
  await a.reload();
  await a.locator('#private-notes summary').click();
  const keep = a.getByLabel(t('private-notes-keep'));
  await keep.check();
  await a.getByText(t('private-notes-kept')).waitFor();
  await check(a);
  const kept = async () => (await call(anna, `/api/games/${id}/notes`)).text;
  await until('the account keeps it', async () => await kept() === 'hold G13');
  await notes(a).fill('hold G13, then E7');
  await until('the account keeps the change', async () => await kept() === 'hold G13, then E7');
  assert.equal(await a.evaluate((key) => localStorage.getItem(key), `heterodox-text-${id}`), null);

  const phone = await visit(PHONE);
  await call(phone, '/api/login', { name: 'Noter', password: PASSWORD });
  const p = await phone.open(`/g/${id}`);
  await p.locator('#private-notes summary').tap();
  await until('the phone has it', async () => await notes(p).inputValue() === 'hold G13, then E7');
  await p.getByLabel(t('private-notes-keep')).uncheck();
  await until('the account has forgotten it', async () => await kept() === null);
  assert.equal(await notes(p).inputValue(), 'hold G13, then E7', 'the text is not lost');
  await check(p);
});
