// Accessibility of the pages: languages, colours, screen readers, reduced motion. `sweep.mjs`
// checks every state of the pages in each language.

import assert from 'node:assert/strict';
import { button, openGame, clickMove, quietMove, waitMoves } from './board.mjs';
import { story, until, useBrowser } from './harness.mjs';
import { LANGUAGES, speak, t } from './words.mjs';

useBrowser();

story('the language is switched on the page, and stays', async ({ visit }) => {
  const me = await visit({ locale: 'fr-FR' });
  speak('en');
  const page = await me.open('/rules/klinzha');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en', 'English for those whose language is not there');
  for (const [lang, name] of [['de', 'Deutsch'], ['sv', 'Svenska'], ['it', 'Italiano'], ['en', 'English']]) {
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
  // A computer that wins the cast may go on before the result can be read.
  const page = await openGame(me, { opponent: 'hot-seat' });
  // Records every animation, however short.
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
