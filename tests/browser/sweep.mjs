// Page sweeps: every state of the pages is checked for accessibility, width and translation.
//
// Each state is opened once, in English, and gets all checks there. The other languages show the
// same page, at the same moment of the same game, and are checked for their texts and for width.
// `./test.sh --thorough` also opens each state in each language on desktop and phone, for all
// checks.

import assert from 'node:assert/strict';
import { becomeGuest } from './board.mjs';
import { DESK, PHONE, story } from './harness.mjs';
import { inaccessible, rawKeys, textsOf, tooWide, unreadableInTheDark, untranslated, withoutName } from './page-checks.mjs';
import { openState, reopenState } from './states.mjs';
import { LANGUAGES, speak } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */
/** @import { State } from './states.mjs' */

const THOROUGH = process.env.HETERODOX_THOROUGH === '1';

/** The states without a page answer with 404, which the browser reports. */
const MISSING = /404.*\/(nowhere|g\/zzzzzzzz)$/;
const SMALL_PHONE = { width: 360, height: 740 };
const SWEEP_MS = 900_000;

/** The browsers of the other languages: German and Italian texts are the longest and have
 * to fit a phone. */
const OTHERS = { de: PHONE, sv: { viewport: DESK }, it: PHONE };

/**
 * Defines the sweep of some states.
 * @param {string} title of the states
 * @param {Record<string, State>} states
 */
export function sweep(title, states) {
  story(`${title} are accessible, fit the screen and are translated`, async ({ visit }) => {
    const english = await visit({ locale: 'en', viewport: DESK, reducedMotion: 'reduce' });
    // The others get a copy of the cookie.
    await becomeGuest(english.context, english.base);
    const storageState = await english.context.storageState();
    /** @type {[string, Visitor][]} */
    const others = [];
    for (const [lang, device] of Object.entries(OTHERS)) {
      others.push([lang, await visit({ ...device, locale: lang, reducedMotion: 'reduce', storageState })]);
    }
    for (const visitor of [english, ...others.map(([, visitor]) => visitor)]) visitor.watch.expect(MISSING);
    /** @type {string[]} */
    const faults = [];
    for (const [name, state] of Object.entries(states)) {
      try {
        speak('en');
        const page = await openState(state, english);
        const url = page.url();
        const texts = await showAll(page, 'en');
        faults.push(...marked(name, [...rawKeys(texts), ...await allChecks(page), ...reported(english)]));
        await page.close();
        for (const [lang, visitor] of others) {
          speak(lang);
          const page = await reopenState(state, visitor, url);
          faults.push(...marked(`${name} (${lang})`, [...await checkLanguage(page, lang, texts), ...reported(visitor)]));
          await page.close();
        }
      } catch (error) {
        // The page stays open for a screenshot.
        faults.push(`${name}: ${error.message}`);
      }
    }
    none(faults);
  }, SWEEP_MS);
  if (THOROUGH) sweepEachLanguage(title, states);
}

/** @param {string} title @param {Record<string, State>} states */
function sweepEachLanguage(title, states) {
  for (const lang of LANGUAGES) {
    for (const [device, options] of Object.entries({ desktop: { viewport: DESK }, phone: PHONE })) {
      story(`${title} in ${lang} on a ${device} are accessible and fit the screen`, async ({ visit }) => {
        const visitor = await visit({ ...options, locale: lang, reducedMotion: 'reduce' });
        visitor.watch.expect(MISSING);
        /** @type {string[]} */
        const faults = [];
        for (const [name, state] of Object.entries(states)) {
          const page = await openState(state, visitor);
          const texts = await showAll(page, lang);
          faults.push(...marked(name, [...rawKeys(texts), ...await allChecks(page), ...reported(visitor)]));
          await page.close();
        }
        none(faults);
      }, SWEEP_MS);
    }
  }
}

/** Fails with all faults, which `assert.deepEqual` would cut. @param {string[]} faults */
const none = (faults) => assert.ok(faults.length === 0, `\n  ${faults.join('\n  ')}`);

/** Removes and returns the errors that the pages have reported. @param {Visitor} visitor */
const reported = ({ watch }) => watch.faults.splice(0);

/** @param {string} name @param {string[]} faults */
const marked = (name, faults) => faults.map((fault) => `${name}: ${fault}`);

/** Opens all details and returns the texts. @param {Page} page @param {string} lang */
async function showAll(page, lang) {
  await page.evaluate(() => document.querySelectorAll('main details').forEach((one) => { one.open = true; }));
  assert.equal(await page.locator('html').getAttribute('lang'), lang, 'the language of the page');
  return textsOf(page);
}

/** All checks of a page that need no other language. The page stays small. @param {Page} page */
async function allChecks(page) {
  const faults = [
    ...await inaccessible(page), ...await withoutName(page), ...await unreadableInTheDark(page), ...await tooWide(page),
  ];
  await page.setViewportSize(SMALL_PHONE);
  faults.push(...(await inaccessible(page)).map((fault) => `on a phone, ${fault}`), ...await tooWide(page));
  return faults;
}

/**
 * @param {Page} page
 * @param {string} lang
 * @param {Awaited<ReturnType<typeof textsOf>>} english texts of the English page
 */
async function checkLanguage(page, lang, english) {
  const texts = await showAll(page, lang);
  const faults = [...rawKeys(texts), ...untranslated(texts.words, lang, english.words), ...await tooWide(page)];
  // A page that is not in the same state would hide faults.
  if (Math.abs(texts.all.size / english.all.size - 1) > 0.1) faults.push(`${texts.all.size} texts, in English ${english.all.size}`);
  await page.setViewportSize(SMALL_PHONE);
  faults.push(...await tooWide(page));
  return faults;
}
