// The pages without a connection: the service worker keeps them, and a bar says so.

import { byId } from './dom.js';

/** The cache of the reader's pages and boards, which the service worker empties too. */
const READERS = 'heterodox-reader';
/** Where the service worker says in it whose it is. */
const OWNER = '/.reader';
/** How often a board looks whether it can be kept, and how long it waits before the next time. */
const TRIES = 20;
const WAIT_MS = 300;

const root = document.documentElement;

/** Whether this page was kept: nothing can be done on it but reading. */
export const isKept = () => root.dataset.asOf !== undefined;

/** Says that what is shown is as it was at a moment. @param {number} moment */
export function showAsOf(moment) {
  const bar = byId('as-of');
  const when = new Date(moment);
  const isToday = when.toDateString() === new Date().toDateString();
  const time = new Intl.DateTimeFormat(
    root.lang,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(when);
  bar.textContent = (bar.dataset.text ?? '').replace('{time}', time);
  bar.hidden = false;
}

/** The page shows the present again. */
export function showPresent() {
  delete root.dataset.asOf;
  byId('as-of').hidden = true;
}

/** The number of the newest board that was to be kept: an older one that still waits is not. */
let newest = 0;

/** Where the board of this page is kept. */
const boardKey = () => `/.board${location.pathname}`;

/**
 * Keeps what a board shows, to show it offline. A browser without the service worker keeps nothing,
 * as nothing would forget it.
 * @param {unknown} board
 */
export async function keepBoard(board) {
  if (!navigator.serviceWorker?.controller) return;
  const kept = JSON.stringify({ moment: Date.now(), board });
  newest += 1;
  const own = newest;
  for (let tries = 0; tries < TRIES && own === newest; tries += 1) {
    const boards = await caches.open(READERS);
    // A worker that has not met the reader yet forgets what is there before.
    if (await boards.match(OWNER))
      return boards.put(boardKey(), new Response(kept)).catch(() => {});
    await new Promise((resolve) => { setTimeout(resolve, WAIT_MS); });
  }
}

/**
 * The board as it was seen last, and when.
 * @returns {Promise<{ moment: number, board: any } | undefined>}
 */
export async function keptBoard() {
  const kept = await (await caches.open(READERS)).match(boardKey());
  return kept?.json();
}

/** Forgets all that is the reader's, who signs out: pages, boards, and push messages. */
export async function forgetReader() {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  registration?.active?.postMessage({ type: 'forget' });
  await globalThis.caches?.delete(READERS);
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => {});
}

/** Starts the worker. A page that came before it tells it which files it has loaded. */
async function start() {
  const { serviceWorker } = navigator;
  // Only secure pages have it.
  if (!serviceWorker) return;
  const isFirst = !serviceWorker.controller;
  await serviceWorker.register('/sw.js', { scope: '/' });
  const { active } = await serviceWorker.ready;
  if (!isFirst) return;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ type: 'opened', page: location.href, files });
}

if (root.dataset.asOf !== undefined) {
  showAsOf(Number(root.dataset.asOf));
  addEventListener('online', () => location.reload());
} else {
  const begin = () => void start().catch((error) => console.info('no service worker:', error));
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

/**
 * What is not needed to read a page and is loaded by `import()`: `null` where the server is not
 * reached.
 * @template T
 * @param {Promise<T>} module
 * @returns {Promise<T | null>}
 */
export const ifReached = (module) =>
  module.catch((error) => {
    // The browsers' words differ, and a fault of the script itself is no failed import.
    if (error instanceof TypeError && /import/i.test(error.message)) return null;
    throw error;
  });
