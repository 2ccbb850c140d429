// How the reader is told that it is its turn: push messages to this browser, and the whole
// addresses of the feeds.

import { ApiError, send } from '../common/api.js';
import { bindCopy } from '../common/copy-buttons.js';
import { showProblem } from '../common/problem-box.js';

/** @param {string} text in base64url */
function bytes(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** @param {ArrayBuffer | null} key */
function base64url(key) {
  const plain = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The id of a subscription, as the server counts it. @param {PushSubscription} subscription */
async function idOf({ endpoint }) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Asks for the permission, subscribes, and tells the server.
 * @param {PushManager} manager
 * @param {string} key of the server
 */
async function subscribe(manager, key) {
  const applicationServerKey = bytes(key);
  const old = await manager.getSubscription();
  // One for another key, such as of a server that was at this address before, cannot be used.
  const same = old && base64url(old.options.applicationServerKey) === key;
  if (old && !same) await old.unsubscribe();
  const subscription = same
    ? old
    : await manager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint } = subscription;
  await send('POST', '/api/me/push', {
    endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
  });
}

/** @param {HTMLFormElement} form */
async function bindPush(form) {
  const none = /** @type {HTMLElement} */ (document.querySelector('[data-no-push]'));
  const supported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  none.hidden = supported;
  if (!supported) return;
  const problem = /** @type {HTMLElement} */ (form.querySelector('.problem-line'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    showProblem(problem, null);
    try {
      const { pushManager } = await navigator.serviceWorker.ready;
      await subscribe(pushManager, form.dataset.pushKey ?? '');
      location.reload();
    } catch (error) {
      // Not allowed, or no push service: an error of the browser.
      if (!(error instanceof ApiError || error instanceof DOMException)) throw error;
      showProblem(
        problem,
        error instanceof ApiError ? error.problem : { code: 'push-denied', args: {}, message: '' },
      );
    }
  });
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription().catch(() => null);
  const here =
    subscription && document.querySelector(`[data-push-here="${await idOf(subscription)}"]`);
  if (here instanceof HTMLElement) here.hidden = false;
  form.hidden = here !== null;
}

const whole = (/** @type {string | undefined} */ path) => new URL(path ?? '', location.href).href;
for (const code of document.querySelectorAll('[data-address-of]')) {
  if (code instanceof HTMLElement) code.textContent = whole(code.dataset.addressOf);
}
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (button instanceof HTMLButtonElement) button.dataset.copy = whole(button.dataset.copy);
}
bindCopy(document);
const push = document.querySelector('form[data-push-key]');
if (push instanceof HTMLFormElement) void bindPush(push);
