// The story of two people who are never online together: a game from the offer to the end, in which
// each of them opens only what a mail has told.

import assert from 'node:assert/strict';
import { acceptOffer, button, choose, clickMove, hasText, quietMove, state, waitMoves, waitStatus } from './board.mjs';
import { DESK, PHONE, mailSink, story, until, useBrowser } from './harness.mjs';
import { inaccessible, tooWide, withoutName } from './page-checks.mjs';
import { like, t } from './words.mjs';
/** @import { Page } from 'playwright-core' */
/** @import { Visitor } from './harness.mjs' */

useBrowser();

const PASSWORD = 'gagh for breakfast';
const DAY = 24;

/** @param {Page} page */
async function check(page) {
  assert.deepEqual([...await inaccessible(page), ...await withoutName(page), ...await tooWide(page)], [], page.url());
}

/** The form with this button. @param {Page} page @param {string} key */
const form = (page, key) => page.locator('form', { has: button(page, key) });

/** Makes a quiet move. @param {Page} page @param {number} count the moves after it */
async function move(page, count) {
  await page.locator('#status.mine').waitFor();
  const { from, to } = await quietMove(page);
  await clickMove(page, from, to);
  await waitMoves(page, count);
}

/**
 * The people of the story. Each has a browser, which is open only while it is there.
 * @param {(options: object) => Promise<Visitor>} visit
 * @param {import('./harness.mjs').TestServer} server
 * @param {Awaited<ReturnType<typeof mailSink>>} sink
 */
function peopleOf(visit, server, sink) {
  const args = sink.args(server);
  let [present, passedMs] = ['', 0];
  /** Lets time pass, in which no user is there. @param {number} hours */
  const later = async (hours) => {
    await server.later(hours, args);
    passedMs += hours * 3_600_000;
  };
  /** @param {string} name @param {object} options */
  const personOf = (name, options) => {
    let storageState;
    const person = {
      name,
      /** The next mail, which has all of these texts. @param {string[]} texts */
      async mail(...texts) {
        await until(`a mail to ${name}`, () => sink.mails.length > 0);
        const mail = sink.mails.shift() ?? '';
        for (const text of [`RCPT TO:<${name.toLowerCase()}@example.org>`, ...texts]) {
          assert.ok(mail.includes(text), `no '${text}' in ${mail}`);
        }
        /** The link to a page of this kind. @param {string} path */
        return (path) => mail.split(/\s+/).find((word) => word.startsWith(server.url + path)) ?? assert.fail(`no link to ${path} in ${mail}`);
      },
      /**
       * Opens a page, alone, and leaves when something is done.
       * @param {string} link
       * @param {(page: Page) => Promise<void>} deed
       */
      async come(link, deed) {
        assert.equal(present, '', 'they are never online together');
        present = name;
        const visitor = await visit({ ...options, storageState });
        await visitor.context.clock.setSystemTime(Date.now() + passedMs);
        await deed(await visitor.open(link));
        storageState = await visitor.context.storageState();
        await visitor.context.close();
        present = '';
      },
    };
    return person;
  };
  return { later, personOf };
}

/** Waits for mails that must not come. @param {string[]} mails @param {string} why */
async function silence(mails, why) {
  await new Promise((resolve) => { setTimeout(resolve, 400); });
  assert.deepEqual(mails, [], why);
}

story('a game is played from the offer to a flag by mail alone, at a desk and on a phone', async ({ visit, server }) => {
  const sink = await mailSink();
  try {
    await server.restart({ args: sink.args(server) });
    const { later, personOf } = peopleOf(visit, server, sink);
    const [anna, ben] = [personOf('Anna', { viewport: DESK }), personOf('Ben', PHONE)];
    for (const { name, come, mail } of [anna, ben]) {
      await come('/sign-in', async (page) => {
        const signUp = form(page, 'people-sign-up');
        await signUp.getByLabel(t('people-name')).fill(name);
        await signUp.getByLabel(t('people-password')).fill(PASSWORD);
        await button(page, 'people-sign-up').click();
        await page.waitForURL('**/account');
        const email = form(page, 'people-email-do');
        await email.getByLabel(t('people-email')).fill(`${name}@example.org`);
        await email.getByLabel(t('people-old-password')).fill(PASSWORD);
        await button(page, 'people-email-do').click();
        await page.getByText(t('people-email-waits')).waitFor();
      });
      const link = await mail();
      await come(link('/confirm'), async (page) => {
        await button(page, 'people-confirm-do').click();
        await page.getByText(t('people-confirm-done')).waitFor();
      });
    }
    // They earn some days of vacation.
    await later(60 * DAY);

    // An offer, and another one instead.
    await anna.come('/new/klinzha', async (page) => {
      await choose(page, 'opponent', 'person');
      await page.getByLabel(t('new-person'), { exact: true }).fill('Ben');
      await choose(page, 'start', 'quick');
      await choose(page, 'seat', '0');
      await button(page, 'new-do-offer').click();
      await page.waitForURL(/\/g\/\w+$/);
      await page.getByText(t('invite-waits-for', { names: 'Ben' }), { exact: true }).waitFor();
    });
    await later(1);
    let link = await ben.mail(t('mail-news-offer'));
    await ben.come(link('/offers/'), async (page) => {
      await page.getByRole('link', { name: t('offer-counter'), exact: true }).click();
      await page.getByText(t('new-counter'), { exact: true }).waitFor();
      await page.locator('#time').selectOption('3d/move');
      await choose(page, 'seat', '0');
      await button(page, 'new-do-offer').click();
      await page.waitForURL(/\/offers\/\w+$/);
      await page.getByText(t('offer-yours'), { exact: true }).waitFor();
    });
    await later(1);
    link = await anna.mail(t('mail-news-offer'));
    await anna.come(link('/offers/'), async (page) => {
      await page.getByText(t('offer-by-counter')).waitFor();
      const changed = page.locator('dd.changed');
      assert.ok((await changed.allTextContents()).includes(`${t('time-a-move', { span: t('time-days', { count: 3 }) })} ${t('offer-changed')}`));
      assert.ok(await changed.locator('mark').first().isVisible());
      await acceptOffer(page);
      await waitStatus(page, 'status-move', { side: t('side-gold') });
    });

    // Moves; Ben refuses a take-back, and offers a pause.
    await later(1);
    link = await ben.mail(t('mail-news-accepted'), t('mail-news-turns-one'));
    await ben.come(link('/g/'), (page) => move(page, 1));
    await later(1);
    link = await anna.mail(t('mail-news-turns-one'));
    await anna.come(link('/g/'), async (page) => {
      await move(page, 2);
      await button(page, 'takeback-ask').click();
      await button(page, 'takeback-asked').waitFor();
    });
    await later(1);
    link = await ben.mail(t('mail-news-asked'), t('mail-news-turns-one'));
    await ben.come(link('/g/'), async (page) => {
      await page.getByText(like('takeback-from')).waitFor();
      await check(page);
      await button(page, 'decline').click();
      await page.getByText(like('takeback-from')).waitFor({ state: 'detached' });
      assert.equal((await state(page)).moves.length, 2, 'nothing was taken back');
      await move(page, 3);
      await button(page, 'pause-offer').click();
      await button(page, 'pause-offered').waitFor();
    });
    await later(1);
    link = await anna.mail(t('mail-news-asked'), t('mail-news-turns-one'));
    await anna.come(link('/g/'), async (page) => {
      await page.getByText(like('pause-offer-from')).waitFor();
      await button(page, 'accept').click();
      await hasText(page, 'pause-lasts');
      await waitStatus(page, 'status-paused');
      await check(page);
      await button(page, 'pause-end').click();
      await page.locator('[data-pause]').waitFor();
    });

    // The pause is over; Anna forgets her turn, and is reminded.
    await later(12);
    await silence(sink.mails, 'the turn was told');
    await later(2 * DAY);
    link = await anna.mail(t('mail-news-turns-one'));
    await anna.come(link('/g/'), (page) => move(page, 4));

    // Ben's vacation keeps him from a flag, as long as he is away.
    await later(1);
    link = await ben.mail(t('mail-news-turns-one'));
    const [account, game] = [link('/account'), link('/g/')];
    await ben.come(account, async (page) => {
      await page.getByText(t('people-vacation-left', { days: '5' })).waitFor();
      await button(page, 'people-vacation-begin').click();
      await button(page, 'people-vacation-end').waitFor();
    });
    await later(4 * DAY);
    await silence(sink.mails, 'no time runs, and none is over');
    await ben.come(account, async (page) => {
      await button(page, 'people-vacation-end').click();
      await button(page, 'people-vacation-begin').waitFor();
      await page.goto(game);
      await waitStatus(page, 'status-your-move');
    });
    await later(2 * DAY);
    await ben.mail(t('mail-news-turns-one'));
    await later(DAY);
    await until('the flag', async () => (await (await fetch(game.replace('/g/', '/api/games/'))).json()).scene.outcome);
    await later(1);
    await until('a mail to both', () => sink.mails.length === 2);
    sink.mails.sort();
    link = await anna.mail(t('mail-news-over'));
    await anna.come(link('/g/'), async (page) => {
      await page.getByRole('heading', { name: t('end-victory') }).waitFor();
      await hasText(page, 'reason-time', { loser: t('side-gold') });
    });
    link = await ben.mail(t('mail-news-over'));
    await ben.come(link('/g/'), async (page) => {
      await hasText(page, 'reason-time', { loser: t('side-gold') });
      await check(page);
    });
    await later(2 * DAY);
    await silence(sink.mails, 'nothing is told twice');
  } finally {
    sink.close();
  }
});
