// The server behind nginx and Caddy, as packaging/ configures them, with TLS, and with TLS of its
// own: pages and sockets pass, cookies are for TLS only, and each visitor is counted by its own
// address.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clickMove, waitMoves } from './board.mjs';
import { launch, story, until, useBrowser, visitorOf } from './harness.mjs';

useBrowser();

const NAME = 'play.example.org';
/** Debian's folder of proxies is not in every user's path. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** @param {string} file in `packaging` */
const packaged = (file) => readFile(new URL(`../../packaging/${file}`, import.meta.url), 'utf8');

/** A port that is free now. @returns {Promise<number>} */
const freePort = () => new Promise((resolve) => {
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    server.close(() => resolve(port));
  });
});

/** A certificate for the name, made on the spot. @param {string} folder */
async function certificate(folder) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2',
    '-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-keyout', key, '-out', cert]);
  return { cert, key };
}

/**
 * @typedef {{ folder: string, port: number, server: string, cert: string, key: string }} Place
 * @typedef {{ program: string, needs: string, args: (place: Place) => Promise<string[]> }} Proxy
 */

/** @type {Record<string, Proxy>} */
const PROXIES = {
  nginx: {
    program: 'nginx',
    needs: 'apt-get install nginx-light',
    async args({ folder, port, server, cert, key }) {
      const site = (await packaged('nginx.conf'))
        .replace('listen 80;', `listen 127.0.0.1:${port} ssl;\n    ssl_certificate ${cert};\n    ssl_certificate_key ${key};`)
        .replace(/\n *listen \[::\]:80;/, '')
        .replace('http://127.0.0.1:8080', server)
        .replace('/var/log/nginx/heterodox.log', join(folder, 'access.log'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
      const file = join(folder, 'nginx.conf');
      await writeFile(file, `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`);
      return ['-c', file, '-p', folder];
    },
  },
  Caddy: {
    program: 'caddy',
    needs: 'apt-get install caddy',
    async args({ folder, port, server, cert, key }) {
      const site = (await packaged('Caddyfile'))
        .replace(`${NAME} {`, `https://${NAME}:${port} {\n\ttls ${cert} ${key}\n\tbind 127.0.0.1`)
        .replace('127.0.0.1:8080', new URL(server).host);
      const file = join(folder, 'Caddyfile');
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
};

/**
 * Starts a proxy and waits until it listens.
 * @param {Proxy} proxy
 * @param {Place} place
 */
async function start({ program, needs, args }, place) {
  const environment = { ...process.env, PATH, HOME: place.folder, XDG_DATA_HOME: place.folder };
  const child = spawn(program, await args(place), { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  /** @type {Error | null} */
  let failure = null;
  child.stderr.on('data', (text) => { said += text; });
  child.once('error', (error) => { failure = new Error(`${program} is missing: ${needs} (${error.message})`); });
  child.once('exit', (code) => { failure ??= new Error(`${program} ended with ${code}: ${said}`); });
  process.once('exit', () => child.kill('SIGKILL'));
  await until(`${program} listens`, async () => {
    if (failure) throw failure;
    return new Promise((resolve) => {
      const socket = connect(place.port, '127.0.0.1', () => { socket.destroy(); resolve(true); });
      socket.once('error', () => resolve(false));
    });
  });
  return () => new Promise((resolve) => { child.once('exit', resolve); child.kill(); });
}

/**
 * Asks from an address of this machine, which claims to be another one.
 * @param {number} port
 * @param {string} question method and path
 * @param {{ from?: string, agent?: Agent, claimed?: string }} [as]
 * @returns {Promise<number>} the status
 */
const ask = (port, question, { from, agent, claimed = '198.51.100.1' } = {}) => new Promise((resolve, reject) => {
  const [method, path] = question.split(' ');
  const call = request({
    host: '127.0.0.1', port, localAddress: from, agent, method, path, rejectUnauthorized: false,
    servername: NAME, headers: { host: `${NAME}:${port}`, 'content-type': 'application/json', 'x-forwarded-for': claimed },
  }, (answer) => { answer.resume().once('end', () => resolve(answer.statusCode ?? 0)); });
  call.once('error', reject);
  call.end(method === 'POST' ? '{}' : undefined);
});

/**
 * Plays a move over TLS under the name, and looks at the cookie.
 * @param {string} origin
 */
async function playOverTls(origin) {
  const browser = await launch([`--host-resolver-rules=MAP ${NAME} 127.0.0.1`]);
  try {
    const visitor = await visitorOf(browser, origin, { ignoreHTTPSErrors: true });
    const page = await visitor.open('/');
    // In the page, which alone knows the name.
    const id = await page.evaluate(async () => {
      const post = async (/** @type {string} */ path, /** @type {object} */ body) =>
        (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
      await post('/api/guests', {});
      return (await post('/api/games', { game: 'grand-chess', opponent: { computer: 1 }, seat: 0 })).id;
    });
    await page.goto(`${origin}/g/${id}`);
    await page.locator('#status.mine').waitFor();
    await clickMove(page, 'c3', 'c4');
    await waitMoves(page, 2);
    const cookie = (await visitor.context.cookies()).find((one) => one.httpOnly);
    assert.deepEqual([cookie?.name, cookie?.secure, cookie?.sameSite], ['__Host-heterodox', true, 'Lax']);
    assert.deepEqual(visitor.watch.faults, []);
  } finally {
    await browser.close();
  }
}

/**
 * One visitor is refused in the end, whatever it claims; the next one is not.
 * @param {number} port
 */
async function countAddresses(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const other = new Agent({ keepAlive: true });
  const claims = Array.from({ length: 800 }, (_, i) => `198.51.${i >> 8}.${i & 255}`);
  const guest = 'POST /api/guests';
  const statuses = await Promise.all(claims.map((claimed) => ask(port, guest, { from: '127.0.0.2', agent, claimed })));
  assert.deepEqual([...new Set(statuses)].sort(), [201, 429]);
  assert.equal(await ask(port, guest, { from: '127.0.0.3', agent: other }), 201);
  agent.destroy();
  other.destroy();
}

/** @param {(folder: string) => Promise<void>} tell */
async function withFolder(tell) {
  const folder = await mkdtemp(join(tmpdir(), 'heterodox-proxy-'));
  try {
    await tell(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const proxies = process.env.HETERODOX_WITHOUT_PROXIES === '1' ? [] : Object.entries(PROXIES);
for (const [name, proxy] of proxies) {
  story(`behind ${name}, as it is packaged`, ({ server }) => withFolder(async (folder) => {
    const port = await freePort();
    const origin = `https://${NAME}:${port}`;
    await server.restart({ args: ['--public-origin', origin, '--trusted-proxy', '127.0.0.1'] });
    const stop = await start(proxy, { folder, port, server: server.url, ...await certificate(folder) });
    try {
      await playOverTls(origin);
      await countAddresses(port);
      await ask(port, 'GET /offers/none?key=secret');
      await ask(port, 'GET /feeds/secret/turns.atom');
      const log = await readFile(join(folder, 'access.log'), 'utf8').catch(() => '');
      assert.ok(name !== 'nginx' || log.includes('"GET /offers/none"'), log);
      assert.ok(!log.includes('secret'), log);
    } finally {
      await stop();
    }
  }));
}

if (proxies.length > 0) story('with a certificate of its own', ({ server }) => withFolder(async (folder) => {
  const { port } = new URL(server.url);
  const origin = `https://${NAME}:${port}`;
  const { cert, key } = await certificate(folder);
  await server.restart({ args: ['--public-origin', origin, '--tls-cert', cert, '--tls-key', key] });
  await playOverTls(origin);
  await countAddresses(Number(port));
}));
