// The reader's preferences. They are kept in `localStorage`, and follow the account of a person:
// the page brings what the account has, and a change is sent to it. A person who signs out leaves
// none.

/** The preferences that follow the account. */
const KEYS = [
  'heterodox-board',
  'heterodox-sound',
  'heterodox-volume',
  'heterodox-hot-turning',
  'heterodox-analysis',
  'heterodox-table',
  'heterodox-theme',
  'heterodox-templates',
  'heterodox-lessons',
];
/** What a person leaves in the browser besides, which goes with them. */
const OTHER_KEYS = ['heterodox-reviews'];
/** The key of the account whose preferences are kept here; absent if a guest has chosen them. */
const OWNER = 'heterodox-account';
/** How long a change waits for more. */
const WAIT_MS = 400;

const { account, prefs: own } = document.documentElement.dataset;
/** What has changed and was not sent yet. @type {Record<string, string>} */
let changed = {};
/** @type {number | undefined} */
let waiting;

/** @param {string} key */
export function readPref(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser that stores nothing has the defaults.
    return null;
  }
}

/** @param {string} key @param {string | null} value `null` removes it */
function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It holds for this page.
  }
}

/** @param {string} key @param {string} value */
export function writePref(key, value) {
  keep(key, value);
  if (own === undefined || !KEYS.includes(key)) return;
  changed[key] = value;
  clearTimeout(waiting);
  waiting = setTimeout(send, WAIT_MS);
}

/** Sends what has changed to the account. If that fails, this browser has it all the same. */
function send() {
  waiting = undefined;
  const body = JSON.stringify({ prefs: changed });
  changed = {};
  fetch('/api/me', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => {});
}

function bringAccount() {
  const owner = readPref(OWNER);
  if (owner !== null && owner !== account)
    for (const key of [...KEYS, ...OTHER_KEYS, OWNER]) keep(key, null);
  if (account === undefined) return;
  keep(OWNER, account);
  for (const [key, value] of Object.entries(JSON.parse(own || '{}'))) {
    if (KEYS.includes(key) && typeof value === 'string') keep(key, value);
  }
}

bringAccount();

addEventListener('pagehide', () => {
  if (waiting === undefined) return;
  clearTimeout(waiting);
  send();
});
