// Checks of a page in any state: accessibility, width, and texts of another language. Each returns
// a list of faults.

import axe from 'axe-core';
import { until } from './harness.mjs';
import { messages } from './words.mjs';
/** @import { Page } from 'playwright-core' */

/** The rules of axe-core whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Serious and critical violations that axe-core finds.
 * @param {Page} page
 * @param {string[]} [rules] all of them by default
 */
export async function inaccessible(page, rules) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((rules) => globalThis.axe.run(document, {
    resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }),
  }), rules);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 4).map(({ target }) => target.join(' ')).join(' | ')}`);
}

/**
 * References to elements that do not exist, and sections without a name or heading, which screen
 * readers do not offer as landmarks. axe-core reports neither.
 * @param {Page} page
 */
export async function withoutName(page) {
  return page.evaluate(() => {
    const references = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'for'];
    const named = (/** @type {Element} */ element) => element.getAttribute('aria-label') || element.getAttribute('aria-labelledby');
    const broken = references.flatMap((name) => [...document.querySelectorAll(`[${name}]`)]
      .filter((element) => (element.getAttribute(name) ?? '').split(/\s+/).some((id) => id && !document.getElementById(id)))
      .map((element) => `${name}="${element.getAttribute(name)}" refers to no element: ${element.outerHTML.slice(0, 80)}`));
    const nameless = [...document.querySelectorAll('section.panel')]
      .filter((element) => element.checkVisibility() && !named(element) && !element.querySelector('h1, h2, h3'))
      .map((element) => `section without a name: ${element.outerHTML.slice(0, 80)}`);
    return [...broken, ...nameless];
  });
}

/** @param {Page} page @param {'light' | 'dark'} colorScheme */
async function setColours(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await until('no colour is in transition', () =>
    page.evaluate(() => document.getAnimations().every(({ playState }) => playState !== 'running')));
}

/** Contrast in dark mode. The page returns to light mode. @param {Page} page */
export async function unreadableInTheDark(page) {
  await setColours(page, 'dark');
  const faults = await inaccessible(page, COLOUR_RULES);
  await setColours(page, 'light');
  return faults.map((fault) => `in dark mode, ${fault}`);
}

/** What is wider than the viewport. @param {Page} page */
export async function tooWide(page) {
  const { wide, room, culprits } = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const culprits = [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.table-box, .sr-only, svg') && element.getBoundingClientRect().right > room + 1)
      .map((element) => `${element.tagName}#${element.id}.${element.className}`);
    return { wide: document.documentElement.scrollWidth, room, culprits };
  });
  return wide > room ? [`${wide} wide in a viewport of ${room}: ${culprits.slice(0, 5).join(' ')}`] : [];
}

/**
 * What is the same in every language: records, codes, and what declares a language of its own.
 */
const FIXED = 'code, pre, kbd, samp, textarea, [lang]:not(html)';

/**
 * All texts of a page that can be seen or heard (text nodes, names, titles, placeholders): `all`,
 * and those that each language has to translate: `words`.
 * @param {Page} page
 * @returns {Promise<{ all: Set<string>, words: Set<string> }>}
 */
export async function textsOf(page) {
  const found = await page.evaluate((fixed) => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription'];
    /** @type {[string, boolean][]} */
    const texts = [[document.title, false]];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      const own = node instanceof Element
        ? attributes.map((name) => element?.getAttribute(name) ?? '')
        : [element?.closest('script') ? '' : node.textContent?.trim() ?? ''];
      for (const text of own.filter(Boolean)) texts.push([text, element?.closest(fixed) !== null]);
    }
    return texts;
  }, FIXED);
  const of = (/** @type {typeof found} */ some) => new Set(some.map(([text]) => text));
  return { all: of(found), words: of(found.filter(([, isFixed]) => !isFixed)) };
}

const KEYS = new Set(messages('en').keys());

/** The first parts of the keys: a text `side-purple` is a key without a message. */
const PREFIXES = new Set([...KEYS].filter((key) => key.includes('-')).map((key) => key.split('-')[0]));

/** @param {string} text */
const hasKey = (text) => text.split(/[^\w-]+/).some((word) => word.includes('-') && KEYS.has(word));

/** @param {string} text */
const isKey = (text) => /^[a-z]+(-[A-Za-z\d]+)+$/.test(text) && PREFIXES.has(text.split('-')[0]);

/**
 * Keys and placeables that were not replaced.
 * @param {{ all: Set<string>, words: Set<string> }} texts
 */
export function rawKeys({ all, words }) {
  // Positions have braces of their own: {gr} is a black Grasshopper.
  const placeable = (/** @type {string} */ text) => /\{ ?\$?[a-z_-]+ ?\}/.test(text.replace(/\S+\/\S+|\{gr\}/g, ''));
  return [...all].filter((text) => placeable(text) || hasKey(text) || (words.has(text) && isKey(text)))
    .map((text) => `key or value left: ${text}`);
}

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\\/]/g, '\\$&');

/** @param {string} text without punctuation at its ends */
const bare = (text) => text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');

/**
 * Returns a function that finds the key of a text in a language.
 * @param {string} lang
 * @param {number} letters how many a message with values must have besides them
 */
function lookup(lang, letters) {
  const whole = new Map();
  const patterns = [];
  for (const [key, text] of messages(lang)) {
    const literals = text.split(/\{ \$[\w-]+ \}/).map((part) => part.replace(/\{ ?"([^"]*)" ?\}/g, '$1'));
    if (literals.length === 1) whole.set(bare(literals[0] ?? ''), key);
    else if (literals.join('').replace(/[^\p{L}]/gu, '').length >= letters) {
      patterns.push({ key, pattern: new RegExp(`^${literals.map(escaped).join('.+')}$`, 'u') });
    }
  }
  return (/** @type {string} */ text) => whole.get(bare(text)) ?? patterns.find(({ pattern }) => pattern.test(text))?.key;
}

/** A pattern with fewer letters would match texts that only look like it. */
const englishKey = lookup('en', 10);
const OWN_KEY = new Map(['de', 'sv', 'it'].map((lang) => [lang, lookup(lang, 3)]));

/** Names that no language translates: of the site, of games, and of browsers. */
const NAMES = /Heterodox|(Clouded )?Klin Zha|Grand Chess|KaleidoChess|Chrome, Linux/g;

/** A word of at least four letters; cells, moves and codes of pieces have none. */
const WORD = /(?<![\p{L}\d])\p{L}\p{Ll}{3,}(?![\p{L}\d])/u;

/** The intent of a clouded game: `S@G36 E26 > G36 field`. */
const INTENT = /^\S+@[A-I]\d+ /;

/**
 * English texts in the page of another language.
 * @param {Set<string>} words of the page
 * @param {string} lang
 * @param {Set<string>} english the words of the English page in the same state
 */
export function untranslated(words, lang, english) {
  return [...words].map((text) => text.replace(/ · Heterodox$/, '')).flatMap((text) => {
    if (bare(text).length < 3 || INTENT.test(text) || OWN_KEY.get(lang)?.(text)) return [];
    const key = englishKey(text);
    if (key) return [`English (${key}): ${text}`];
    return (english.has(text) || english.has(`${text} · Heterodox`)) && WORD.test(text.replace(NAMES, '')) ? [`the same as in English: ${text}`] : [];
  });
}
