// Every page and state in one language: read by axe-core, translated, and no wider than a small phone.

import axe from 'axe-core';
import assert from 'node:assert/strict';
import { story, until } from './harness.mjs';
import { STATES } from './states.mjs';
import { messages, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

/** What does not exist answers 404, and the browser reports that. */
const MISSING = /404/;
const SMALL_PHONE = { width: 360, height: 740 };

const isClouded = (/** @type {string} */ name) => /cloud/.test(name);
const isRound = (/** @type {string} */ name) => /kaleido/.test(name);
const isAnalysis = (/** @type {string} */ name) => name.startsWith('analysis');
const isAbout = (/** @type {string} */ name) => /home|rules|guide|editor|new/.test(name);
/** In parts that a slow machine gets through in time. */
const PARTS = Object.entries({
  'of the first games': (/** @type {string} */ name) => !isClouded(name) && !isRound(name) && !isAnalysis(name), 'under clouds': isClouded,
  'of analysis': isAnalysis,
  'about KaleidoChess': (/** @type {string} */ name) => isRound(name) && isAbout(name),
  'at tables of KaleidoChess': (/** @type {string} */ name) => isRound(name) && !isAbout(name),
});

/**
 * What axe-core is asked. What it finds does not depend on the words, so that not every language asks everything.
 * @typedef {'all' | 'light' | 'nothing'} Asked
 */

/**
 * The stories of one language, on one device.
 * @param {string} lang
 * @param {object} device what Playwright calls the options of a context
 * @param {Asked} asked
 */
export function sweep(lang, device, asked) {
  for (const [part, isIn] of PARTS) sweepPart(lang, device, asked, part, isIn);
}

/**
 * @param {string} lang @param {object} device @param {Asked} asked
 * @param {string} part @param {(name: string) => boolean} isIn
 */
function sweepPart(lang, device, asked, part, isIn) {
  story(`every page and state ${part} in ${lang} can be read by everybody, whole and translated`, async ({ visit }) => {
    const me = await visit({ ...device, locale: lang, reducedMotion: 'reduce' });
    me.watch.expect(MISSING);
    /** @type {string[]} */
    const faults = [];
    for (const [name, open] of Object.entries(STATES).filter(([name]) => isIn(name))) {
      const page = await open(me).catch((error) => assert.fail(`${name}: ${error.message}`));
      const note = (/** @type {string[]} */ found) => faults.push(...found.map((fault) => `${name}: ${fault}`));
      await page.evaluate(() => document.querySelectorAll('main details').forEach((one) => { one.open = true; }));
      if (await page.locator('html').getAttribute('lang') !== lang) note(['another language']);
      note(await untranslated(page, lang));
      if (asked !== 'nothing') note(await inaccessible(page));
      if (asked === 'all') {
        await page.emulateMedia({ colorScheme: 'dark' });
        await atRest(page);
        note((await inaccessible(page, ['color-contrast', 'link-in-text-block'])).map((fault) => `in the dark, ${fault}`));
      }
      await page.setViewportSize(SMALL_PHONE);
      note(await tooWide(page));
      await page.close();
    }
    assert.deepEqual(faults, []);
  });
}

/**
 * What axe-core finds that would keep somebody from using the page.
 * @param {Page} page
 * @param {string[]} [rules] all of them if left out
 */
async function inaccessible(page, rules) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((rules) => globalThis.axe.run(document, {
    resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }),
  }), rules);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 4).map(({ target }) => target.join(' ')).join(' | ')}`);
}

/** Colours that were changed a moment ago may still be fading. @param {Page} page */
const atRest = (page) => until('nothing fades or moves', () =>
  page.evaluate(() => document.getAnimations().every(({ playState }) => playState !== 'running')));

const KEYS = new Set(messages('en').keys());
/** English texts that are too long to mean the same elsewhere. */
const ENGLISH = [...messages('en')].filter(([, text]) => text.split(' ').length > 3 && !text.includes('{'));

/** @param {Page} page @param {string} lang */
async function untranslated(page, lang) {
  // The rules say how a black grasshopper is written in a position: {gr}.
  const texts = new Set((await textsOf(page)).map((text) => text.replaceAll('{gr}', 'gr')));
  // Positions have braces of their own: {gr} is a black Grasshopper.
  const placeable = (/** @type {string} */ text) => /\{ ?\$?[a-z_-]+ ?\}/.test(text.replace(/\S+\/\S+|\{gr\}/g, ''));
  const raw = [...texts].filter((text) => placeable(text) || (KEYS.has(text) && text.includes('-')));
  const english = lang === 'en' ? [] : ENGLISH.filter(([key, text]) => texts.has(text) && t(key) !== text);
  return [...raw.map((text) => `key or value left: ${text}`), ...english.map(([key]) => `English: ${key}`)];
}

/** All that can be seen or heard on a page: texts, names, titles, placeholders. @param {Page} page */
const textsOf = (page) => page.evaluate(() => {
  const named = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-roledescription'];
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) texts.push(...named.map((name) => node.getAttribute(name) ?? ''));
    else if (!node.parentElement?.closest('script')) texts.push(node.textContent?.trim() ?? '');
  }
  return texts.filter((text) => text !== '');
});

/** What sticks out of a small phone's screen. @param {Page} page */
async function tooWide(page) {
  const { wide, room, culprits } = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const culprits = [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.table-box, .sr-only, svg') && element.getBoundingClientRect().right > room + 1)
      .map((element) => `${element.tagName}#${element.id}.${element.className}`);
    return { wide: document.documentElement.scrollWidth, room, culprits };
  });
  return wide > room ? [`${wide} wide on a screen of ${room}: ${culprits.slice(0, 5).join(' ')}`] : [];
}
