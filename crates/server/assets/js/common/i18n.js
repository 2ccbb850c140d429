// The texts of the page's language: patterns with {name} placeables, which the server makes from
// its Fluent files.

import { pageJson } from './dom.js';
/** @import { ApiProblem } from './types.d.ts' */

/** @type {Record<string, string>} */
const messages = pageJson('messages');

/** The page's game, for names that differ between games; empty if the page has none. */
const pageGame = document.getElementById('page-data')
  ? String(pageJson('page-data').game ?? '')
  : '';

/**
 * @param {string} key
 */
export const has = (key) => key in messages;

/**
 * The text of a message. A missing message shows its key; a test finds those.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const pattern = messages[key] ?? key;
  return pattern.replace(/\{([a-z_-]+)\}/g, (whole, name) => String(args[name] ?? whole));
}

/** @param {string} key */
export const sideName = (key) => t(`side-${key}`);

/** The code of a piece whose kind is not known. */
export const UNKNOWN_PIECE = '?';

/**
 * The name of a piece. In a game with a Goal `G`, a code that ends with `G` includes it (`VG`).
 * @param {string} kind
 * @param {string} [game] by default that of the page
 * @returns {string}
 */
export function pieceName(kind, game = pageGame) {
  const key = `piece-${game}-${kind}`;
  if (has(key)) return t(key);
  if (kind === UNKNOWN_PIECE) return t('piece-unknown');
  if (has(`piece-${game}-G`) && kind.endsWith('G'))
    return t('piece-with-goal', { piece: pieceName(kind.slice(0, -1), game) });
  return kind;
}

/** Arguments whose values have texts of their own, with the prefix of their keys. */
const TRANSLATED_ARGS = /** @type {const} */ ({
  piece: 'piece',
  kind: 'piece',
  side: 'side',
  by: 'side',
  region: 'region',
  key: 'editor-field',
  direction: 'direction',
});

/**
 * Translates the arguments of a refusal or notice where they have texts.
 * @param {Record<string, string>} args
 * @param {string} [game] whose pieces the arguments name; by default that of the page
 */
export function localizedArgs(args, game = pageGame) {
  /** @type {Record<string, string>} */
  const localized = {};
  for (const [name, value] of Object.entries(args)) {
    const prefix = TRANSLATED_ARGS[/** @type {keyof typeof TRANSLATED_ARGS} */ (name)];
    const key = `${prefix}-${value}`;
    if (prefix === 'piece') localized[name] = pieceName(value, game);
    else localized[name] = prefix && has(key) ? t(key) : value;
  }
  return localized;
}

/**
 * A refusal in the reader's language; the server's English text if there is no translation.
 * @param {ApiProblem} problem
 * @param {string} [game] whose texts to use unless the refusal names one
 * @returns {string}
 */
export function problemText({ code, args, message, reasons }, game = pageGame) {
  const gameOfWords = args.game || game;
  const key = [
    `refusal-${gameOfWords}-${code}`,
    `refusal-${code}`,
    code.startsWith('flaw-') ? code : '',
  ].find(has);
  if (!key) return message;
  const localized = localizedArgs(args, gameOfWords);
  if (reasons?.length)
    localized.reason = reasons.map((reason) => problemText(reason, gameOfWords)).join(' ');
  // The server's text is used if an argument of the pattern is missing in the refusal.
  const wanted = [...(messages[key] ?? '').matchAll(/\{([a-z_-]+)\}/g)];
  return wanted.every(([, name]) => name && name in localized) ? t(key, localized) : message;
}
