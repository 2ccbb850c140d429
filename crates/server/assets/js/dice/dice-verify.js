// The panel on fair dice: what the server has bound itself to, what the players have added, and
// once the game is over the seed, with a check of every throw that this browser makes itself. How
// throws follow from a seed is written in `crates/rules/src/fair.rs`.

import { bindCopy } from '../common/copy-buttons.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { throwOf } from './throw-notation.js';
/** @import { Kept } from './seed-part.js' */
/** @import { DiceInfo, Frame, Outcome } from '../common/types.d.ts' */

const FACES = 6;
/** Bytes from here on would favour the low faces. */
const LIMIT = 256 - (256 % FACES);
/** How many throws are checked before the page may do something else. */
const AT_ONCE = 64;

/** @param {string} text */
const digest = async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The faces of a throw.
 * @param {string} seed
 * @param {number} number from 1
 * @param {number} dice
 */
export async function thrown(seed, number, dice = 1) {
  /** @type {number[]} */
  const faces = [];
  for (let block = 0; faces.length < dice; block += 1) {
    const bytes = await digest(`throw ${number}.${block} ${seed}`);
    faces.push(...[...bytes].filter((byte) => byte < LIMIT).map((byte) => (byte % FACES) + 1));
  }
  return faces.slice(0, dice);
}

/**
 * What the check says.
 * @typedef {{ good: boolean, text: string }} Verdict
 */

/**
 * Whether the faces that fell are those of the seed, in this order. Somebody who leaves the game while its throw waits takes it
 * along, so `spare` throws may be missing.
 * @param {string} seed
 * @param {number[]} faces
 * @param {number} spare
 * @returns {Promise<Verdict | null>} nothing if all agree
 */
async function compare(seed, faces, spare) {
  let number = 0;
  for (const [i, face] of faces.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await new Promise((go) => { setTimeout(go); });
    let due = 0;
    do {
      number += 1;
      [due = 0] = await thrown(seed, number);
    } while (due !== face && number - i <= spare);
    if (due !== face) return { good: false, text: t('fair-wrong-throw', { number, due, face }) };
  }
  return null;
}

/**
 * The throws of a game as its moves name them. One that stood in the first position was not thrown here.
 * @param {Frame[]} frames
 */
export function facesOf(frames) {
  const faces = frames.flatMap((frame) => throwOf(frame)?.face ?? []);
  const given = /^[1-6]$/.test(frames[0]?.position.split(' ')[3] ?? '');
  return given ? faces.slice(1) : faces;
}

/**
 * What the server drew: the seed up to the first dot, where the parts of the players begin.
 * @param {string} seed
 */
const drawnPart = (seed) => seed.split('.', 1)[0] ?? '';

/**
 * What is wrong with the seed, if anything is: it must be the one that was committed to, with the
 * parts that were given, and with that of this browser.
 * @param {string} seed
 * @param {DiceInfo} dice
 * @param {Kept | null} own
 * @returns {Promise<string | null>} the key of a message
 */
async function faultOf(seed, { commitment, parts }, own) {
  if (!commitment) return null;
  if (hex(await digest(drawnPart(seed))) !== commitment) return 'fair-wrong-print';
  if (own && own.commitment !== commitment) return 'fair-other-print';
  const given = parts.filter((part) => part !== null);
  if (seed !== [drawnPart(seed), ...given].join('.')) return 'fair-wrong-parts';
  return own?.given && !given.includes(own.part) ? 'fair-own-part-missing' : null;
}

/**
 * @param {DiceInfo} dice
 * @param {() => Promise<Frame[]>} plies
 * @param {boolean} cast whether the throws were those of the setup, with two dice
 * @param {number} left how many have left the game while others went on
 * @param {Kept | null} own
 * @returns {Promise<Verdict>}
 */
async function check(dice, plies, cast, left, own) {
  const { commitment, seed, throws } = dice;
  if (!seed) return { good: true, text: '' };
  if (!globalThis.crypto?.subtle) return { good: false, text: t('fair-no-crypto') };
  const fault = await faultOf(seed, dice, own);
  if (fault) return { good: false, text: t(fault) };
  if (cast) {
    const all = await Promise.all(Array.from({ length: throws }, (_, i) => thrown(seed, i + 1, 2)));
    return { good: true, text: t('fair-only-print', { throws: all.map((faces) => faces.join(' + ')).join(', ') }) };
  }
  const faces = facesOf(await plies());
  const unused = Math.max(throws - faces.length, 0);
  const wrong = await compare(seed, faces, commitment ? Math.min(unused, left) : left);
  const text = t(commitment ? 'fair-agrees' : 'fair-follows', { count: faces.length });
  return wrong ?? { good: true, text: commitment && unused > 0 ? `${text} ${t('fair-unused', { count: unused })}` : text };
}

/** Reasons to be out that nobody had to move for. */
const LEAVING = ['resignation', 'time'];

/**
 * How many left the game by themselves while others went on: the last one ended it.
 * @param {string[]} reasons why seats are out
 * @param {Outcome | null} outcome
 */
export const leavers = (reasons, outcome) =>
  reasons.filter((reason) => LEAVING.includes(reason)).length - (outcome && LEAVING.includes(outcome.reason) ? 1 : 0);

export class FairDice {
  #drawn = '';

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.box = root.querySelector('div') ?? root;
  }

  /**
   * @param {DiceInfo | null | undefined} dice
   * @param {() => Promise<Frame[]>} plies where the frames of all plies come from, as they are now: one that was kept from an
   *   earlier moment may show a throw that was not made yet
   * @param {boolean} cast
   * @param {number} left
   * @param {(seat: number) => string} [who] sits on a seat
   * @param {Kept | null} [own] part of this browser
   */
  show(dice, plies, cast, left, who = String, own = null) {
    this.root.hidden = !dice;
    const drawn = JSON.stringify([dice, dice?.parts.map((_, seat) => who(seat))]);
    if (!dice || drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { commitment, seed, throws, parts, awaits } = dice;
    const given = parts.flatMap((part, seat) => (part === null ? [] : [{ part, name: who(seat) }]));
    const verdict = html('p', { class: 'fair-verdict', role: 'status', hidden: !seed }, t('fair-checking'));
    this.box.replaceChildren(
      html('p', {}, t('fair-text')),
      ...(awaits.length > 0 ? [html('p', { class: 'fair-awaits' }, t('fair-awaits', { names: awaits.map(who).join(', ') }))]
        : throws > 0 && given.length > 0 ? [html('p', { class: 'fair-added' }, t('fair-added'))] : []),
      html('dl', { class: 'fair-list' },
        ...(commitment ? [html('dt', {}, t('fair-commitment')), html('dd', {}, ...copied(commitment))] : []),
        ...(given.length > 0 ? [html('dt', {}, t('fair-parts')),
          ...given.map(({ part, name }) => html('dd', { class: 'fair-part' }, `${name}: `, html('code', {}, part)))] : []),
        html('dt', {}, t('fair-seed')), html('dd', {}, ...(seed ? copied(seed) : [t('fair-secret')])),
        html('dt', {}, t(seed ? 'fair-throws-all' : 'fair-throws')), html('dd', {}, String(throws))),
      verdict,
      ...(seed ? [
        html('p', {}, t('fair-how')),
        ...[drawnPart(seed), `throw 1.0 ${seed}`].map(shell),
        ...(cast ? [] : [html('p', { class: 'hint' }, t('fair-bytes'))]),
      ] : []));
    bindCopy(this.box);
    if (!seed) return;
    this.root.setAttribute('open', '');
    void check(dice, plies, cast, left, own).then(({ good, text }) => {
      verdict.textContent = text;
      verdict.classList.add(good ? 'good' : 'wrong');
    });
  }
}

/** @param {string} text */
const copied = (text) => [html('code', {}, text), ' ', html('button', { type: 'button', class: 'small', 'data-copy': text }, t('link-copy'))];

/** The line that gives the hash of a text. @param {string} text */
function shell(text) {
  const line = `printf '%s' ${quoted(text)} | sha256sum`;
  return html('div', { class: 'fair-shell' }, ...copied(line));
}

/** A text as a shell reads it. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
