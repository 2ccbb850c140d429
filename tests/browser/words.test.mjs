// The texts of the other languages are translated. No page is opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, messages } from './words.mjs';

/** Words that are the same in English and in another language. */
const SAME = {
  de: 'Auto Blind Chat Computer Discord Engine Gold Link Live Moderation Name Notation Passkeys Region Ring Wind',
  sv: 'Auto Discord Notation Region',
  it: 'Chat Computer Discord E-mail Link Password Volume',
};

/** Names of pieces and of the site, a Klingon formula, and examples of notation. */
const NAMES = /^(piece-.*|site-name|announcement|.*-placeholder.*|editor-field-en-passant)$/;

/** English words that no other language has. */
const ENGLISH = /(?<![\p{L}-])(the|your|this|which|with|and|could|would|from)(?![\p{L}-])/iu;

test('no text of another language is left in English', () => {
  const english = messages('en');
  /** @type {string[]} */
  const faults = [];
  for (const lang of LANGUAGES.filter((lang) => lang !== 'en')) {
    const same = new Set(SAME[lang].split(' '));
    for (const [key, text] of messages(lang)) {
      const words = text.replace(/\{[^}]*\}/g, '');
      const isSame = text === english.get(key) && /\p{L}{4}/u.test(words) && !same.has(text.replace(/ \d+$/, '')) && !NAMES.test(key);
      if (isSame || ENGLISH.test(words)) faults.push(`${lang}: ${key} = ${text}`);
    }
  }
  assert.deepEqual(faults, []);
});
