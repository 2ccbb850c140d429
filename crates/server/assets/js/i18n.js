// The page's language: patterns that the server made from its Fluent files, with {name} placeables.

import { pageJson } from './dom.js';
/** @import { ApiProblem } from './types.d.ts' */

/** @type {Record<string, string>} */
const messages = pageJson('messages');

/** The game of the page, for names that differ between games; nothing where the page has none. */
const pageGame = document.getElementById('page-data') ? String(pageJson('page-data').game ?? '') : '';

/**
 * Whether there is a message with this key.
 * @param {string} key
 */
export const has = (key) => key in messages;

/**
 * The message with this key. A key without a message shows itself, which no test lets pass.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const pattern = messages[key] ?? key;
  return pattern.replace(/\{([a-z_-]+)\}/g, (whole, name) => String(args[name] ?? whole));
}

/** @param {string} key */
export const sideName = (key) => t(`side-${key}`);

/**
 * The name of a piece; with its Goal when the code ends so (`VG`).
 * @param {string} kind
 * @param {string} [game] that of the page if left out
 * @returns {string}
 */
export function pieceName(kind, game = pageGame) {
  const key = `piece-${game}-${kind}`;
  if (has(key)) return t(key);
  if (game === 'klinzha' && kind.endsWith('G')) return t('piece-with-goal', { piece: pieceName(kind.slice(0, -1), game) });
  return kind;
}

/** Values of refusals that are keys of their own, by the name of the argument. */
const NAMED = /** @type {const} */ ({ piece: 'piece', kind: 'piece', side: 'side', by: 'side', region: 'region' });

/**
 * The named values of a refusal or notice with what can be translated translated.
 * @param {Record<string, string>} args
 */
export function localArgs(args) {
  /** @type {Record<string, string>} */
  const local = {};
  for (const [name, value] of Object.entries(args)) {
    const prefix = NAMED[/** @type {keyof typeof NAMED} */ (name)];
    const key = `${prefix}-${value}`;
    if (prefix === 'piece') local[name] = pieceName(value);
    else local[name] = prefix && has(key) ? t(key) : value;
  }
  return local;
}

/**
 * What the server would not do, in the reader's language; its English words where nobody has
 * translated the reason yet.
 * @param {ApiProblem} problem
 */
export function problemText(problem) {
  const own = `refusal-${pageGame}-${problem.code}`;
  const key = has(own) ? own : `refusal-${problem.code}`;
  const text = has(key) ? t(key, localArgs(problem.args)) : problem.message;
  // A reason that came without the values which its text wants is better said as the server put it.
  return /\{[a-z_-]+\}/.test(text) ? problem.message : text;
}
