// The basis of the browser tests: a server as a child process, Chromium, and a watch on each page.
// A test fails if a page logs an error, violates the content security policy or requests a missing
// file, unless the test expects it.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { speak } from './words.mjs';

const PROGRAM = process.env.HETERODOX ?? 'target/debug/heterodox';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Lets time pass for a server that does not run (`crates/store/examples`). */
const PASS_TIME = join(dirname(PROGRAM), 'examples/pass_time');
/**
 * The folder for screenshots of the pages that are open when a test fails. None are taken if it is
 * not set.
 */
const FAILURES = process.env.BROWSER_FAILURES;

/** How long to wait for one condition. Only a failing test waits that long. */
const TIMEOUT_MS = 20_000;
const TEST_MS = 300_000;

/** No GPU, no sandbox (tests run as root in containers) and no calls to the browser's vendor. */
const CHROMIUM_ARGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const DESK = { width: 1280, height: 860 };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A running server with its own data folder. */
export class TestServer {
  #child = null;
  #gone = Promise.resolve();
  #said = '';

  static async start() {
    const server = new TestServer();
    server.data = await mkdtemp(join(tmpdir(), 'heterodox-browser-'));
    await server.#spawn('127.0.0.1:0', []);
    return server;
  }

  /** @param {string} listen @param {string[]} more */
  async #spawn(listen, more) {
    const child = spawn(PROGRAM, ['serve', '--data', this.data, '--listen', listen, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#said = '';
    child.stderr.on('data', (text) => { this.#said += text; });
    this.#gone = new Promise((resolve) => { child.once('close', resolve); });
    this.url = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${this.#said}`)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = /https?:\/\/[^/\s]+/.exec(line);
        if (url) resolve(url[0]);
      });
    });
  }

  /** Its output on standard error. */
  get said() {
    return this.#said;
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = 'SIGTERM') {
    this.#child?.kill(signal);
    await this.#gone;
    this.#child = null;
  }

  /**
   * Restarts it on the same address with the same data, and with other arguments.
   * @param {{ signal?: NodeJS.Signals, whileDown?: () => Promise<void>, args?: string[] }} [how]
   */
  async restart({ signal = 'SIGTERM', whileDown, args = [] } = {}) {
    await this.stop(signal);
    await whileDown?.();
    await this.#spawn(new URL(this.url).host, args);
  }

  /**
   * Restarts it when time has passed, in which no user came. For its games it was there meanwhile.
   * @param {number} hours
   * @param {string[]} args
   */
  async later(hours, args) {
    const whileDown = async () => { await promisify(execFile)(PASS_TIME, [this.data, String(hours)]); };
    await this.restart({ args, whileDown });
  }

  /** Stops the server and removes its data. */
  async close() {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
  }

  /** For a process that exits without calling `close`. */
  kill() {
    this.#child?.kill('SIGKILL');
  }
}

/** An SMTP server that keeps what it gets. */
export async function mailSink() {
  /** @type {string[]} */
  const mails = [];
  const sink = createServer((socket) => {
    /** @type {string[] | null} */
    let text = null;
    let to = '';
    socket.write('220 sink\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      if (text && line !== '.') {
        text.push(line);
      } else if (text) {
        // Long lines are folded in quoted-printable.
        mails.push(text.join('\n').replaceAll('=\n', ''));
        text = null;
        socket.write('250 ok\r\n');
      } else if (/^data/i.test(line)) {
        text = [to];
        socket.write('354 go on\r\n');
      } else {
        if (/^rcpt/i.test(line)) to = line;
        socket.write(/^quit/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
    // A server that is stopped may leave in the middle.
    socket.on('error', () => {});
  });
  await new Promise((resolve) => { sink.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const { port } = /** @type {import('node:net').AddressInfo} */ (sink.address());
  /** The arguments of a server that sends its mail here. @param {TestServer} server */
  const args = ({ url }) => ['--smtp', `smtp://127.0.0.1:${port}`, '--mail-from', 'play@example.org', '--public-origin', url];
  return { args, mails, close: () => sink.close() };
}

/** A proxy to the server that can be cut, to simulate network failures. */
export class NetworkProxy {
  #ends = new Set();
  #listener = null;

  /** @param {TestServer} server */
  static async to(server) {
    const wire = new NetworkProxy();
    wire.server = server;
    wire.url = `http://127.0.0.1:${await wire.#listen(0)}`;
    return wire;
  }

  #listen(port) {
    const { hostname, port: serverPort } = new URL(this.server.url);
    this.#listener = createServer((near) => {
      const far = connect(Number(serverPort), hostname);
      for (const [one, other] of [[near, far], [far, near]]) {
        this.#ends.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => this.#ends.delete(one) && other.destroy());
        one.pipe(other);
      }
    });
    // A test that fails does not wait for it.
    this.#listener.unref();
    return new Promise((resolve) => {
      this.#listener.listen(port, '127.0.0.1', () => resolve(this.#listener.address().port));
    });
  }

  /** Cuts all connections. */
  async cut() {
    const closed = new Promise((resolve) => { this.#listener.close(resolve); });
    for (const end of this.#ends) end.destroy();
    await closed;
  }

  /** Accepts connections again. */
  async restore() {
    await this.#listen(Number(new URL(this.url).port));
  }
}

/** The errors on the pages of one visitor. */
class ErrorWatch {
  faults = [];
  #expected = [];
  /** A visitor's first deed is answered 401, after which the page makes the visitor a guest. */
  #isGuest = false;

  /**
   * Registers errors that the test expects.
   * @param {RegExp} pattern
   */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  #note(page, fault) {
    if (!this.#isGuest && / 401 /.test(fault)) return;
    if (fault.includes('Service Worker registration blocked by Playwright')) return;
    if (!this.#expected.some((pattern) => pattern.test(fault))) this.faults.push(`${new URL(page.url()).pathname}: ${fault}`);
  }

  async over(page) {
    page.on('console', (message) => {
      const where = message.location().url;
      if (['error', 'warning'].includes(message.type())) this.#note(page, `console: ${message.text()} ${where}`);
    });
    page.on('pageerror', (error) => this.#note(page, `uncaught: ${error.stack ?? error.message}`));
    page.on('crash', () => this.#note(page, 'the page crashed'));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // Requests that are aborted by leaving the page, or that become downloads, are no errors.
      if (why !== 'net::ERR_ABORTED') this.#note(page, `request: ${why} ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.url().endsWith('/api/guests')) this.#isGuest = true;
      if (response.status() >= 400) this.#note(page, `response: ${response.status()} ${response.url()}`);
    });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) =>
        console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
      // Records the texts of the live region, one by one, since an answer may follow a move at
      // once; and how often the setup panel was drawn.
      globalThis.spoken = [];
      globalThis.drawn = 0;
      const watch = (id, seen) => {
        const element = document.getElementById(id);
        if (element) new MutationObserver(() => seen(element)).observe(element, { childList: true, characterData: true, attributeFilter: ['hidden'] });
      };
      addEventListener('DOMContentLoaded', () => {
        watch('live', ({ textContent }) => globalThis.spoken.push(textContent));
        watch('setup', () => { globalThis.drawn += 1; });
      });
    });
  }
}

/** A browser context with its own cookies and any number of tabs. */
export class Visitor {
  watch = new ErrorWatch();

  constructor(context, base) {
    this.context = context;
    this.base = base;
  }

  /**
   * Opens a page in a new tab.
   * @param {string} [path] or a whole URL
   */
  async open(path = '/') {
    const page = await this.context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await this.watch.over(page);
    await page.goto(new URL(path, this.base).href);
    return page;
  }
}

const running = { server: null, browser: null };

/** Starts a server and a browser for the tests of this file. */
export function useBrowser() {
  before(async () => {
    running.server = await TestServer.start();
    process.once('exit', () => running.server?.kill());
    running.browser = await launch();
  });
  after(async () => {
    await running.browser?.close();
    await running.server?.close();
  });
}

/**
 * Starts a browser, again if it breaks off at its start, which Chromium sometimes does.
 * @param {string[]} [more] arguments of Chromium
 */
export async function launch(more = [], attempts = 3) {
  try {
    return await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGS, ...more] });
  } catch (error) {
    if (attempts <= 1) throw error;
    console.error(`the browser did not start, once more: ${error.message.split('\n')[0]}`);
    return launch(more, attempts - 1);
  }
}

/**
 * A test with visitors. `visit(options)` creates one with the options of a browser context; the
 * test expects texts in the language of the last visitor.
 * @param {string} name
 * @param {(stage: { visit: (options?: object) => Promise<Visitor>, server: TestServer })
 *   => Promise<void>} tell
 * @param {number} [timeout] in milliseconds
 */
export function story(name, tell, timeout = TEST_MS) {
  test(name, { timeout }, async () => {
    const { server, browser } = running;
    const visitors = [];
    const visit = async (options = {}) => {
      speak(options.locale ?? 'en');
      const visitor = await visitorOf(browser, server.url, options);
      visitors.push(visitor);
      return visitor;
    };
    try {
      await tell({ visit, server });
      assert.deepEqual(visitors.flatMap(({ watch }) => watch.faults), [], 'the pages reported faults');
      assert.equal(server.said, '', 'the server reported something');
    } catch (error) {
      await saveScreenshots(name, visitors);
      const faults = visitors.flatMap(({ watch }) => watch.faults);
      // The reporter prints the stack, which contains the message as it was at first.
      if (faults.length > 0) error.stack += `\nfaults of the pages:\n  ${faults.join('\n  ')}`;
      throw error;
    } finally {
      for (const { context } of visitors) await context.close();
    }
  });
}

/**
 * Creates a visitor, by default English-speaking, at a desktop and with light colours.
 * @param {import('playwright-core').Browser} browser
 * @param {string} base
 * @param {{ confirms?: boolean, [option: string]: unknown }} options of the browser context;
 *   `confirms` says whether moves are confirmed as for a new visitor
 */
export async function visitorOf(browser, base, options) {
  // A service worker answers for the server, so it is there only where a story is about it.
  const usual = { locale: 'en-GB', viewport: DESK, colorScheme: 'light', reducedMotion: 'no-preference', serviceWorkers: 'block' };
  const { confirms, ...more } = options;
  const context = await browser.newContext({ ...usual, ...more });
  // Moves are sent at once, unless the test is about their confirmation.
  if (!confirms) {
    await context.addInitScript(() => {
      const key = 'heterodox-table';
      if (location.protocol === 'http:' && !localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ confirm: 'never' }));
    });
  }
  return new Visitor(context, base);
}

async function saveScreenshots(name, visitors) {
  if (!FAILURES) return;
  await mkdir(FAILURES, { recursive: true });
  const pages = visitors.flatMap(({ context }) => context.pages());
  for (const [i, page] of pages.entries()) {
    const path = join(FAILURES, `${name.replace(/\W+/g, '-')}-${i}.png`);
    await page.screenshot({ path, fullPage: true }).catch(() => {});
  }
}

/**
 * Waits until a condition holds. Throws with its name if it never does.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} look
 * @returns {Promise<T>}
 */
export async function until(what, look) {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) assert.fail(`never came: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}
