// Whether everybody can read and use the pages: axe-core on every page and state, languages, speech,
// motion.

import axe from 'axe-core';
import assert from 'node:assert/strict';
import { button, openGame, clickMove, quietMove, waitMoves } from './board.mjs';
import { DESK, PHONE, story, until, useBrowser } from './harness.mjs';
import { STATES } from './states.mjs';
import { LANGUAGES, messages, speak, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */

useBrowser();

/** What does not exist answers 404, and the browser reports that. */
const MISSING = /404/;
const SMALL_PHONE = { width: 360, height: 740 };

const DEVICES = { en: { viewport: DESK }, de: PHONE, sv: { viewport: DESK } };

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

for (const [lang, [part, isIn]] of LANGUAGES.flatMap((lang) => PARTS.map((part) => /** @type {const} */ ([lang, part])))) {
  story(`every page and state ${part} in ${lang} can be read by everybody, whole and translated`, async ({ visit }) => {
    const me = await visit({ ...DEVICES[lang], locale: lang, reducedMotion: 'reduce' });
    me.watch.expect(MISSING);
    /** @type {string[]} */
    const faults = [];
    for (const [name, open] of Object.entries(STATES).filter(([name]) => isIn(name))) {
      const page = await open(me).catch((error) => assert.fail(`${name}: ${error.message}`));
      const note = (/** @type {string[]} */ found) => faults.push(...found.map((fault) => `${name}: ${fault}`));
      await page.evaluate(() => document.querySelectorAll('main details').forEach((one) => { one.open = true; }));
      if (await page.locator('html').getAttribute('lang') !== lang) note(['another language']);
      note(await untranslated(page, lang));
      note(await inaccessible(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      await atRest(page);
      note((await inaccessible(page, ['color-contrast', 'link-in-text-block'])).map((fault) => `in the dark, ${fault}`));
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

story('the language is switched on the page, and stays', async ({ visit }) => {
  const me = await visit({ locale: 'fr-FR' });
  speak('en');
  const page = await me.open('/rules/klinzha');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en', 'English for those whose language is not there');
  for (const [lang, name] of [['de', 'Deutsch'], ['sv', 'Svenska'], ['en', 'English']]) {
    speak(lang);
    await page.locator('.settings summary').click();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('rules-title') }).waitFor();
    await page.goto(new URL('/import', page.url()).href);
    await page.getByRole('heading', { level: 1, name: t('import-title') }).waitFor();
    await page.goto(new URL('/rules/klinzha', page.url()).href);
  }
});

story('the colours are switched on the page, and stay', async ({ visit }) => {
  const me = await visit({ colorScheme: 'light' });
  const page = await me.open('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.locator('.settings summary').click();
  await page.getByRole('button', { name: t('theme-dark') }).click();
  await until('a dark page', async () => await ground() !== light);
  const dark = await ground();
  await page.reload();
  assert.equal(await ground(), dark);
  await page.locator('.settings summary').click();
  await page.getByRole('button', { name: t('theme-auto') }).click();
  await until('a light page', async () => await ground() === light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until('a dark page', async () => await ground() === dark);
});

story('a move is read out in the reader\'s language', async ({ visit }) => {
  for (const lang of LANGUAGES) {
    const me = await visit({ locale: lang });
    const page = await openGame(me, { start: { quick: 'north-west' }, opponent: { computer: 2 }, seat: 0 });
    assert.equal(await page.locator('#live').getAttribute('aria-live'), 'polite');
    await page.locator('#status.mine').waitFor();
    const { from, to, piece } = await quietMove(page);
    await clickMove(page, from, to);
    await waitMoves(page, 2);
    const words = t('say-move', { side: t('side-gold'), piece: t(`piece-klinzha-${piece}`), from, to });
    await until(`'${words}' is said`, () => page.evaluate((words) => globalThis.spoken.some((text) => text.includes(words)), words));
    const answer = t('say-move', { side: t('side-green') }).split('{')[0];
    await until('the answer is said', () => page.evaluate((words) => globalThis.spoken.some((text) => text.includes(words)), answer));
  }
});

story('whoever wants less motion gets none', async ({ visit }) => {
  const me = await visit({ reducedMotion: 'reduce' });
  // Nobody is quicker than the eye here: a computer that wins the cast may go on before it is read.
  const page = await openGame(me, { opponent: 'hot-seat' });
  // Everything that begins to move is noted, however short.
  await page.evaluate(() => {
    globalThis.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function noted(...args) {
      globalThis.moved.push(`${this.tagName}.${this.getAttribute('class')}`);
      return animate.apply(this, args);
    };
    for (const kind of ['transitionrun', 'animationstart']) {
      addEventListener(kind, (event) => {
        const [one] = event.target.getAnimations().map((animation) => animation.effect?.getComputedTiming().duration);
        if (Number(one) > 20) globalThis.moved.push(`${kind} ${event.target.getAttribute('class')} ${one} ms`);
      });
    }
  });
  await button(page, 'button-cast').click();
  await page.locator('.cast-result').waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
  const play = await openGame(me, { start: { quick: 'north-west' }, opponent: { computer: 2 }, seat: 0 });
  const { from, to } = await quietMove(play);
  await clickMove(play, from, to);
  await waitMoves(play, 2);
  assert.equal(await play.evaluate(() => document.getAnimations().length), 0);
});
