// The reader's preferences. They are kept in `localStorage`, and follow the account of a person:
// the page brings what the account has, and a change is sent to it.

/** The preferences that follow the account. */
const KEYS = ['heterodox-board', 'heterodox-sound', 'heterodox-hot-turning', 'heterodox-analysis', 'heterodox-theme'];
/** How long a change waits for more. */
const WAIT_MS = 400;

/** The preferences of the account as JSON, empty at first; `undefined` for a guest. */
const own = document.documentElement.dataset.prefs;
/** @type {number | undefined} */
let waiting;

for (const [key, value] of Object.entries(parsed(own))) {
  if (KEYS.includes(key) && typeof value === 'string') localStorage.setItem(key, value);
}

/** @param {string | undefined} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

/** @param {string} key */
export const readPref = (key) => localStorage.getItem(key);

/** @param {string} key @param {string} value */
export function writePref(key, value) {
  localStorage.setItem(key, value);
  if (own === undefined || !KEYS.includes(key)) return;
  clearTimeout(waiting);
  waiting = setTimeout(save, WAIT_MS);
}

/** Sends the preferences to the account. If that fails, this browser has them all the same. */
function save() {
  waiting = undefined;
  const prefs = Object.fromEntries(KEYS.flatMap((key) => {
    const value = localStorage.getItem(key);
    return value === null ? [] : [[key, value]];
  }));
  const headers = { 'content-type': 'application/json' };
  fetch('/api/me', { method: 'PATCH', headers, body: JSON.stringify({ prefs }), keepalive: true }).catch(() => {});
}

addEventListener('pagehide', () => {
  if (waiting === undefined) return;
  clearTimeout(waiting);
  save();
});
