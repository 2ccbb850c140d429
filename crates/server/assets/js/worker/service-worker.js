// The service worker. It keeps the files of the pages, and pages that the server marks: the rules,
// the guide, and the reader's own games. Without a connection it shows them as they were seen last.
// It also shows push messages.
//
// All pages belong to their reader, as their header has its name. They are forgotten when the
// reader signs out, and when a page comes that is another reader's. The server puts `RELEASE`
// before this script.

/** @type {{ assets: string, icon: string, shell: string[] }} */
// @ts-ignore: the line before this script
const release = RELEASE;
/** @type {any} */
const worker = self;

/** The files of this release, which never change. */
const FILES = `heterodox-files-${release.assets}`;
/** The reader's pages, and boards (`common/offline.js`). */
const READERS = 'heterodox-reader';
/** Where the id of the reader is kept among its pages. */
const OWNER = '/.reader';
/** The page for all that is not kept. */
const OFFLINE = '/offline';
/** The most pages that are kept; the oldest are forgotten first. */
const MAX_PAGES = 80;
/** Calls after which the reader may be another one. */
const SIGNS = [
  '/api/logout',
  '/api/account',
  '/api/login',
  '/api/login/passkey',
  '/api/login/reset',
];

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (/** @type {any} */ event) => onFetch(event));
worker.addEventListener('message', (/** @type {any} */ event) =>
  event.waitUntil(onMessage(event.data)),
);
worker.addEventListener('push', (/** @type {any} */ event) =>
  event.waitUntil(onPush(event.data?.json() ?? {})),
);
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) =>
  event.waitUntil(renew(event)),
);
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(release.shell);
  await worker.skipWaiting();
}

/** Forgets other releases. Kept pages need the files of theirs, which the server has no more. */
async function activate() {
  const others = (await caches.keys()).filter((name) => name !== FILES);
  if (others.some((name) => name !== READERS))
    await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {any} event */
function onFetch(event) {
  /** @type {Request} */
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method !== 'GET') {
    if (SIGNS.includes(url.pathname)) event.respondWith(sign(request));
    return;
  }
  if (url.pathname.startsWith(release.assets)) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(event));
}

/** A call that may change the reader. @param {Request} request */
async function sign(request) {
  const response = await fetch(request);
  if (response.ok) await forget();
  return response;
}

/** Forgets the reader's pages, but not whose they were. */
async function forget() {
  const owner = await (await caches.open(READERS)).match(OWNER);
  await caches.delete(READERS);
  if (owner) await (await caches.open(READERS)).put(OWNER, owner);
}

/** @param {Request} request */
async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await files.put(request, response.clone());
  return response;
}

/** A page from the server, or else as it is kept. @param {any} event */
async function page(event) {
  const { request } = event;
  let response;
  try {
    response = await fetch(request);
  } catch {
    return keptPage(request.url);
  }
  // The page need not wait until it is kept.
  event.waitUntil(keep(request.url, response.clone()));
  return response;
}

/** What is being kept. @type {Promise<void>} */
let keeping = Promise.resolve();

/**
 * Keeps a page that the server marks. One after the other: two that both find that the reader is
 * new would each forget what the other has kept.
 * @param {string} address
 * @param {Response} response
 */
function keep(address, response) {
  keeping = keeping.then(() => keepNow(address, response)).catch(() => {});
  return keeping;
}

/** @param {string} address @param {Response} response */
async function keepNow(address, response) {
  const reader = response.headers.get('x-heterodox-reader');
  if (reader === null) return;
  await setReader(reader);
  if (!response.ok || !response.headers.has('x-heterodox-kept')) return;
  const headers = new Headers({ 'x-kept-ms': String(Date.now()) });
  for (const name of [
    'content-type',
    'content-security-policy',
    'referrer-policy',
    'x-content-type-options',
  ]) {
    headers.set(name, response.headers.get(name) ?? '');
  }
  const pages = await caches.open(READERS);
  const key = pageKey(address);
  await pages.delete(key);
  await pages.put(key, new Response(await response.blob(), { headers }));
  const keys = await pages.keys();
  for (const old of keys.slice(0, Math.max(keys.length - MAX_PAGES, 0))) {
    if (new URL(old.url).pathname !== OWNER) await pages.delete(old);
  }
}

/** A page is kept once, whatever its language. @param {string} address */
function pageKey(address) {
  const url = new URL(address);
  url.hash = '';
  url.searchParams.delete('lang');
  return url.href;
}

/**
 * Forgets the pages of another reader, and ends its push messages: the next person at this browser
 * gets none of them.
 * @param {string} reader empty for a stranger
 */
async function setReader(reader) {
  const pages = await caches.open(READERS);
  const owner = await pages.match(OWNER).then((kept) => kept?.text());
  if (owner === reader) return;
  await caches.delete(READERS);
  await (await caches.open(READERS)).put(OWNER, new Response(reader));
  if (!owner || !reader) return;
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * A kept page, which says when it was seen; else the page that says that there is none.
 * @param {string} address
 */
async function keptPage(address) {
  const pages = await caches.open(READERS);
  const kept = await pages.match(pageKey(address));
  if (kept) {
    const text = await kept.text();
    const seen = Number(kept.headers.get('x-kept-ms'));
    return new Response(text.replace('<html ', `<html data-as-of="${seen}" `), {
      headers: kept.headers,
    });
  }
  const offline = await (await caches.open(FILES)).match(OFFLINE);
  return offline ?? Response.error();
}

/**
 * Messages of the pages: `forget` when the reader signs out, `opened` from a page that came before
 * the worker, with its files.
 * @param {any} message
 */
async function onMessage(message) {
  if (message?.type === 'forget') await forget();
  if (message?.type !== 'opened') return;
  const files = await caches.open(FILES);
  for (const address of message.files) {
    const isFile = new URL(address).pathname.startsWith(release.assets);
    if (isFile && !(await files.match(address))) await files.add(address).catch(() => {});
  }
  const response = await fetch(message.page, { headers: { accept: 'text/html' } }).catch(
    () => null,
  );
  if (response) await keep(message.page, response);
}

/**
 * Tells the server the new address of this browser, if its push service has changed it.
 * @param {any} event
 */
async function renew({ oldSubscription, newSubscription }) {
  const { pushManager } = worker.registration;
  const subscription =
    newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const { endpoint, keys: { p256dh, auth } } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, p256dh, auth });
  await fetch('/api/me/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

/** @param {any} message */
async function onPush({ title = '', body = '', path = '/games', tag = path }) {
  const tabs = await worker.clients.matchAll({ type: 'window' });
  const isShown = (/** @type {any} */ tab) => tab.focused && new URL(tab.url).pathname === path;
  if (tabs.some(isShown)) return;
  await worker.registration.showNotification(title, {
    body,
    tag,
    icon: release.icon,
    data: { path },
  });
}

/**
 * Opens a page of this server, in the tab that has it already if there is one.
 * @param {string} path
 */
async function openPage(path) {
  const url = new URL(path, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const tabs = await worker.clients.matchAll({ type: 'window' });
  const there = tabs.find((/** @type {any} */ tab) => new URL(tab.url).pathname === url.pathname);
  await (there ? there.focus() : worker.clients.openWindow(url.href));
}
