// The story of an account: a guest with games becomes a person, comes in from a second browser by
// password and by passkey, ends a session, takes over another guest's games, exports and leaves.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DESK, PHONE, mailSink, story, until, useBrowser } from './harness.mjs';
import { inaccessible, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { LANGUAGES, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

useBrowser();

const PASSWORD = 'gagh for breakfast';
const WANTED = { game: 'klinzha', start: { quick: 'north-west' }, opponent: 'open', seat: 0 };

/** @param {Visitor} visitor @param {number} count */
async function openGames(visitor, count) {
  const { request } = visitor.context;
  await request.post(`${visitor.base}/api/guests`);
  for (let number = 0; number < count; number += 1) {
    const opened = await request.post(`${visitor.base}/api/games`, { data: WANTED });
    assert.equal(opened.status(), 201);
  }
}

/** @param {Visitor} visitor */
const gamesOf = async (visitor) => {
  const answer = await visitor.context.request.get(`${visitor.base}/api/me/games`);
  return (await answer.json()).running.length;
};

/** @param {Page} page */
async function check(page) {
  assert.deepEqual(await inaccessible(page), []);
  assert.deepEqual(await withoutName(page), []);
  assert.deepEqual(await unreadableInTheDark(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
}

/** The form with this button. @param {Page} page @param {string} key */
const form = (page, key) => page.locator('form', { has: page.getByRole('button', { name: t(key), exact: true }) });

/** @param {Page} page @param {string} key */
const press = (page, key) => page.getByRole('button', { name: t(key), exact: true }).click();

/** @param {Page} page @param {string} name */
async function signIn(page, name) {
  const login = form(page, 'people-sign-in');
  await login.getByLabel(t('people-name')).fill(name);
  await login.getByLabel(t('people-password')).fill(PASSWORD);
  await press(page, 'people-sign-in');
  await page.waitForURL('**/account');
}

for (const [size, options, name] of [['desk', { viewport: DESK }, 'Kahless'], ['phone', PHONE, 'Lukara']]) {
  story(`a guest becomes a person and keeps all, at ${size} size`, async ({ visit }) => {
    const first = await visit(options);
    await openGames(first, 3);
    const page = await first.open('/');
    await page.getByRole('link', { name: t('games-mine') }).click();
    await page.waitForURL('**/games');
    await check(page);
    await page.getByRole('link', { name: t('games-guest-data') }).click();
    await page.waitForURL('**/account');
    await check(page);
    // A guest who signed out could not come back.
    assert.equal(await page.getByRole('button', { name: t('people-sign-out'), exact: true }).count(), 0);
    await page.goBack();
    await page.getByRole('link', { name: t('people-sign-in-title') }).click();
    await page.waitForURL('**/sign-in');
    await check(page);
    const signUp = form(page, 'people-sign-up');
    await signUp.getByLabel(t('people-name')).fill(name);
    await signUp.getByLabel(t('people-password')).fill('password1');
    first.watch.expect(/ 422 /);
    await press(page, 'people-sign-up');
    await signUp.getByText(t('refusal-bad-password')).waitFor();
    await signUp.getByLabel(t('people-password')).fill(PASSWORD);
    // By keys alone.
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    assert.equal(await gamesOf(first), 3);
    await check(page);

    // A passkey in a virtual authenticator. Passkeys work at `localhost` without a public origin.
    const local = first.base.replace('127.0.0.1', 'localhost');
    const keyed = await visit(options);
    keyed.base = local;
    const keyPage = await keyed.open('/sign-in');
    const protocol = await keyed.context.newCDPSession(keyPage);
    await protocol.send('WebAuthn.enable');
    await protocol.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true,
        isUserVerified: true, automaticPresenceSimulation: true,
      },
    });
    await signIn(keyPage, name);
    // Preferences follow the account, the theme too.
    await keyPage.locator('details.settings > summary').click();
    await keyPage.locator('[data-theme-choice="dark"]').click();
    await keyPage.evaluate(() => localStorage.setItem('unrelated', 'stays here'));
    await until('the account has the theme', async () => {
      const { prefs } = await (await keyed.context.request.get(`${local}/api/me`)).json();
      return prefs['heterodox-theme'] === 'dark' && Object.keys(prefs).length === 1;
    });
    await page.goto(`${first.base}/account`);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.equal(await page.evaluate(() => localStorage.getItem('heterodox-theme')), 'dark');
    const add = form(keyPage, 'people-passkey-add');
    await add.getByLabel(t('people-passkey-label')).fill('virtual');
    await press(keyPage, 'people-passkey-add');
    await keyPage.getByText('virtual', { exact: true }).waitFor();
    await add.getByLabel(t('people-passkey-label')).fill('again');
    await press(keyPage, 'people-passkey-add');
    await add.getByText(t('refusal-passkey-there')).waitFor();
    await press(keyPage, 'people-sign-out');
    await keyPage.waitForURL(({ pathname }) => pathname === '/');
    // The browser has a guest with a game by now, whose game the passkey takes along.
    await openGames(keyed, 1);
    await keyPage.goto(`${local}/sign-in`);
    await press(keyPage, 'people-passkey-sign-in');
    await keyPage.waitForURL('**/account');
    await keyPage.getByRole('heading', { name, level: 1 }).waitFor();
    assert.equal(await gamesOf(keyed), 4);

    // It ends the session of the first browser.
    const end = keyPage.getByRole('button', { name: t('people-session-end'), exact: true });
    assert.equal(await end.count(), 1);
    await end.click();
    await until('the session has ended', async () => await end.count() === 0);
    await page.goto(`${first.base}/account`);
    await page.waitForURL('**/sign-in');

    // A third browser has played as a guest, and takes the games along.
    const third = await visit(options);
    await openGames(third, 2);
    const thirdPage = await third.open('/sign-in');
    await signIn(thirdPage, name);
    assert.equal(await gamesOf(third), 6);

    // The profile, in every language.
    for (const lang of LANGUAGES) {
      for (const path of ['/account', `/u/${name}`, '/reset']) {
        await thirdPage.goto(`${third.base}${path}?lang=${lang}`);
        await check(thirdPage);
      }
    }
    await thirdPage.goto(`${third.base}/account?lang=en`);
    const [file] = await Promise.all([
      thirdPage.waitForEvent('download'),
      thirdPage.getByRole('link', { name: t('people-export-do') }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
    assert.equal(lines.filter(({ table }) => table === 'games').length, 6);
    assert.ok(lines.some(({ table, name: found }) => table === 'users' && found === name));

    await thirdPage.getByLabel(t('people-leave-sure')).check();
    await press(thirdPage, 'people-leave-do');
    await thirdPage.waitForURL(({ pathname }) => pathname === '/');
    third.watch.expect(/ 404 /);
    await thirdPage.goto(`${third.base}/u/${name}`);
    await thirdPage.getByText('404').waitFor();
  });
}

for (const [size, options, name] of [['desk', { viewport: DESK }, 'Azetbur'], ['phone', PHONE, 'Grilka']]) {
  story(`a lost password is replaced by mail, at ${size} size`, async ({ visit, server }) => {
    const sink = await mailSink();
    const link = async () => {
      await until('a mail', () => sink.mails.length > 0);
      const found = /https?:\S+#\S+/.exec(sink.mails.shift() ?? '');
      return found?.[0] ?? assert.fail('a mail without a link');
    };
    try {
      await server.restart({ args: sink.args(server) });
      const me = await visit(options);
      const page = await me.open('/sign-in');
      const signUp = form(page, 'people-sign-up');
      await signUp.getByLabel(t('people-name')).fill(name);
      await signUp.getByLabel(t('people-password')).fill(PASSWORD);
      await press(page, 'people-sign-up');
      await page.waitForURL('**/account');
      const email = form(page, 'people-email-do');
      await email.getByLabel(t('people-email')).fill(`${name}@example.org`);
      await email.getByLabel(t('people-old-password')).fill(PASSWORD);
      await press(page, 'people-email-do');
      await page.getByText(t('people-email-waits')).waitFor();
      for (const lang of LANGUAGES) {
        for (const path of ['/account', '/confirm', '/forgotten', '/sign-in']) {
          await page.goto(`${me.base}${path}?lang=${lang}`);
          await check(page);
        }
      }

      // The mail is read on another device, where no user is signed in.
      const other = await visit(options);
      const reader = await other.open(await link());
      await press(reader, 'people-confirm-do');
      await reader.getByText(t('people-confirm-done')).waitFor();
      assert.ok(await reader.evaluate(() => document.activeElement?.getAttribute('role') === 'status'));
      await page.goto(`${me.base}/account?lang=en`);
      await page.getByText(t('people-email-confirmed'), { exact: false }).first().waitFor();
      // A person with an address gets mail about games, unless it is switched off.
      await page.getByText(t('ways-mail-on'), { exact: true }).waitFor();
      for (const lang of LANGUAGES) {
        await page.goto(`${me.base}/account?lang=${lang}`);
        await check(page);
      }
      await page.goto(`${me.base}/account?lang=en`);
      await press(page, 'ways-mail-stop');
      await page.getByText(t('ways-mail-off'), { exact: true }).waitFor();
      await press(page, 'ways-mail-start');
      await page.getByText(t('ways-mail-on'), { exact: true }).waitFor();

      await reader.goto(`${other.base}/sign-in`);
      await reader.getByRole('link', { name: t('people-forgotten') }).click();
      await reader.getByLabel(t('people-name-or-email')).fill(name);
      // By keys alone.
      await reader.keyboard.press('Enter');
      await reader.getByText(t('people-forgotten-done')).waitFor();
      await reader.goto(await link());
      await reader.getByLabel(t('people-new-password')).fill('racht for dinner');
      await press(reader, 'people-reset-do');
      await reader.waitForURL('**/account');
      await reader.getByRole('heading', { name, level: 1 }).waitFor();
      await page.goto(`${me.base}/account`);
      await page.waitForURL('**/sign-in');

      // A new account has earned no vacation yet.
      assert.ok(await reader.getByRole('button', { name: t('people-vacation-begin') }).isDisabled());
      await reader.getByText(t('people-vacation-left', { days: '0' })).waitFor();
    } finally {
      sink.close();
    }
  });
}
