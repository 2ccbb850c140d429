// The story of how a person is told that it is its turn: feeds, push messages, a webhook.

import assert from 'node:assert/strict';
import { PHONE, story, until, useBrowser } from './harness.mjs';
import { inaccessible, unreadableInTheDark, withoutName } from './page-checks.mjs';
import { LANGUAGES, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

const PASSWORD = 'gagh for breakfast';

/** @param {Page} page */
async function check(page) {
  assert.deepEqual(await inaccessible(page), []);
  assert.deepEqual(await withoutName(page), []);
  assert.deepEqual(await unreadableInTheDark(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
}

/** @param {Page} page @param {string} key */
const button = (page, key) => page.getByRole('button', { name: t(key), exact: true });

/** A push service, which the test browser does not have. It runs in the page. */
function pushService() {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const bytes = (/** @type {string} */ text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer;
  const made = (/** @type {ArrayBuffer} */ key) => ({
    endpoint: 'https://push.example/of-this-browser',
    options: { applicationServerKey: key },
    getKey: (/** @type {'p256dh' | 'auth'} */ name) => bytes(keys[name]),
    unsubscribe: async () => { sessionStorage.removeItem('subscribed'); return true; },
  });
  const key = () => sessionStorage.getItem('subscribed');
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const text = String.fromCharCode(...new Uint8Array(applicationServerKey));
    sessionStorage.setItem('subscribed', btoa(text));
    return made(applicationServerKey);
  };
  PushManager.prototype.getSubscription = async () => {
    const known = key();
    return known === null ? null : made(bytes(known));
  };
}

story('a person chooses how to be told, on a phone', async ({ visit }) => {
  const me = await visit({ ...PHONE, serviceWorkers: 'allow', permissions: ['notifications'] });
  const { request } = me.context;
  await request.post(`${me.base}/api/account`, { data: { name: 'Martok', password: PASSWORD } });
  await me.context.addInitScript(pushService);
  const page = await me.open('/account');
  await check(page);

  // Push messages.
  await button(page, 'ways-push-add').click();
  await page.getByText(t('people-session-here')).first().waitFor();
  const remove = button(page, 'ways-push-remove');
  await remove.waitFor();
  await until('this browser is known', async () => await page.locator('[data-push-here]:visible').count() === 1);
  assert.equal(await button(page, 'ways-push-add').isVisible(), false, 'it is told already');
  await check(page);
  await remove.click();
  await until('it is gone', async () => await remove.count() === 0);
  assert.deepEqual((await (await request.get(`${me.base}/api/me/ways`)).json()).pushes, []);

  // Feeds.
  await button(page, 'ways-feeds-make').click();
  const address = page.locator('.ways-address code').first();
  await until('the whole address is shown', async () => (await address.textContent())?.startsWith(`${me.base}/feeds/`));
  const first = await address.textContent();
  assert.equal((await request.get(first ?? '')).status(), 200);
  await check(page);
  await button(page, 'ways-feeds-renew').click();
  await until('there is a new address', async () => ![null, first].includes(await address.textContent().catch(() => null)));
  assert.equal((await request.get(first ?? '')).status(), 404);
  await button(page, 'ways-feeds-remove').click();
  await button(page, 'ways-feeds-make').waitFor();

  // A webhook. There is none at the address, so the test fails and says so.
  me.watch.expect(/ (422|409) /);
  const url = page.getByLabel(t('ways-webhook-url'));
  await url.fill('https://127.0.0.1/hook');
  const form = page.locator('form', { has: url });
  await form.getByRole('button').click();
  await form.getByText(t('refusal-bad-webhook')).waitFor();
  await url.fill('https://hook.invalid/a-token');
  await page.getByLabel(t('ways-webhook-format')).selectOption('json');
  await form.getByRole('button').click();
  const test = button(page, 'ways-test');
  await test.waitFor();
  assert.equal(await url.inputValue(), 'https://hook.invalid/a-token');
  assert.equal(await page.getByLabel(t('ways-webhook-format')).inputValue(), 'json');
  await test.click();
  await page.getByText(t('refusal-way-failed')).waitFor();
  for (const lang of LANGUAGES) {
    await page.goto(`${me.base}/account?lang=${lang}`);
    await check(page);
  }
  await page.goto(`${me.base}/account?lang=en`);
  await button(page, 'ways-webhook-remove').click();
  await until('there is no webhook', async () => await url.inputValue() === '');
});

story('a push message is shown, and tells its game', async ({ visit }) => {
  const me = await visit({ serviceWorkers: 'allow', permissions: ['notifications'] });
  const page = await me.open('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The test browser has no place for messages, so what would be shown is kept.
  const [worker] = me.context.serviceWorkers();
  await worker.evaluate(() => {
    Reflect.set(ServiceWorkerRegistration.prototype, 'showNotification', async (...shown) => { globalThis.shown = shown; });
  });
  const protocol = await me.context.newCDPSession(page);
  const registered = new Promise((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${me.base}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await protocol.send('ServiceWorker.enable');
  const data = JSON.stringify({ title: 'Klin Zha', body: 'it is your turn', path: '/g/x', tag: '/g/x' });
  await protocol.send('ServiceWorker.deliverPushMessage', { origin: me.base, registrationId: await registered, data });
  const [title, { body, tag, icon, data: kept }] = await until('the message is shown', () => worker.evaluate(() => globalThis.shown));
  assert.deepEqual([title, body, tag, kept], ['Klin Zha', 'it is your turn', '/g/x', { path: '/g/x' }]);
  assert.equal((await me.context.request.get(new URL(icon, me.base).href)).headers()['content-type'], 'image/png');
});
