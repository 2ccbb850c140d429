// The texts of the pages, from the same Fluent files, so that tests survive changes of wording.

import { readFileSync, readdirSync } from 'node:fs';

const LOCALES = new URL('../../crates/server/locales/', import.meta.url);

export const LANGUAGES = ['en', 'de', 'sv', 'it'];

/**
 * The messages of a language by key, as in the files.
 * @param {string} lang
 * @returns {Map<string, string>}
 */
export function messages(lang) {
  const folder = new URL(`${lang}/`, LOCALES);
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.ftl'));
  const lines = files.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'));
  return new Map(lines.flatMap((line) => {
    const found = /^([a-zA-Z][\w-]*) = (.+)$/.exec(line);
    return found ? [[found[1], found[2]]] : [];
  }));
}

const all = new Map(LANGUAGES.map((lang) => [lang, messages(lang)]));

let spoken = 'en';

/**
 * Sets the language in which `t` and `like` return texts.
 * @param {string} lang
 */
export function speak(lang) {
  spoken = lang;
}

/**
 * The text of a message with these values.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 */
export function t(key, args = {}) {
  const text = all.get(spoken)?.get(key);
  if (text === undefined) throw new Error(`no text ${key} in ${spoken}`);
  return text.replace(/\{ \$([\w-]+) \}/g, (whole, name) => String(args[name] ?? whole));
}

/**
 * A pattern for the text of a message with any values.
 * @param {string} key
 */
export function like(key) {
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(t(key).split(/\{ \$[\w-]+ \}/).map(literal).join('.+'));
}
