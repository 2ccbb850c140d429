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

/** Games that are played with the pieces of another. */
const PIECE_NAMES_OF = /** @type {Record<string, string>} */ ({ 'clouded-klinzha': 'klinzha' });

/** What stands for a piece that cannot be told. */
export const UNKNOWN_PIECE = '?';

/**
 * The name of a piece; with its Goal when the code ends so (`VG`).
 * @param {string} kind
 * @param {string} [game] that of the page if left out
 * @returns {string}
 */
export function pieceName(kind, game = pageGame) {
  const key = `piece-${game}-${kind}`;
  if (has(key)) return t(key);
  if (kind === UNKNOWN_PIECE) return t('piece-unknown');
  const relative = PIECE_NAMES_OF[game];
  if (relative) return pieceName(kind, relative);
  if (game === 'klinzha' && kind.endsWith('G')) return t('piece-with-goal', { piece: pieceName(kind.slice(0, -1), game) });
  return kind;
}

/** Values of refusals that are keys of their own, by the name of the argument. */
const TRANSLATED_ARGS = /** @type {const} */ ({ piece: 'piece', kind: 'piece', side: 'side', by: 'side', region: 'region', key: 'editor-field', direction: 'direction' });

/**
 * The named values of a refusal or notice with what can be translated translated.
 * @param {Record<string, string>} args
 * @param {string} [game] whose pieces they name; that of the page if left out
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
 * What the server would not do, in the reader's language; its English words where nobody has
 * translated the reason yet.
 * @param {ApiProblem} problem
 * @param {string} [game] whose words to use, where the refusal does not say it
 * @returns {string}
 */
export function problemText({ code, args, message, reasons }, game = pageGame) {
  const gameOfWords = args.game || game;
  const key = [`refusal-${gameOfWords}-${code}`, `refusal-${code}`, code.startsWith('flaw-') ? code : ''].find(has);
  if (!key) return message;
  const localized = localizedArgs(args, gameOfWords);
  if (reasons?.length) localized.reason = reasons.map((reason) => problemText(reason, gameOfWords)).join(' ');
  // A reason that came without the values which its text wants is better said as the server put it.
  const wanted = [...(messages[key] ?? '').matchAll(/\{([a-z_-]+)\}/g)];
  return wanted.every(([, name]) => name && name in localized) ? t(key, localized) : message;
}
