// The panel that verifies fair dice: the server's commitment, the players' parts and, once the game
// is over, the seed. This browser then recomputes every throw.
// `crates/rules/src/dice_commitment.rs` defines how throws follow from a seed.

import { bindCopy } from '../common/copy-buttons.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { throwOfFrame } from './throw-notation.js';
/** @import { SavedPart } from './seed-part.js' */
/** @import { DiceInfo, Frame, Outcome } from '../common/types.d.ts' */

const DICE_FACES = 6;
/** Bytes from here on are rejected, because they would favour low faces. */
const BYTE_LIMIT = 256 - (256 % DICE_FACES);
/** How many throws are recomputed before the event loop gets a turn. */
const CHECKS_PER_SLICE = 64;

/** @param {string} text */
const sha256 = async (text) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** @param {Uint8Array} bytes */
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The faces of a throw.
 * @param {string} seed
 * @param {number} number from 1
 * @param {number} dice
 */
export async function throwFaces(seed, number, dice = 1) {
  /** @type {number[]} */
  const faces = [];
  for (let block = 0; faces.length < dice; block += 1) {
    const bytes = await sha256(`throw ${number}.${block} ${seed}`);
    faces.push(
      ...[...bytes].filter((byte) => byte < BYTE_LIMIT).map((byte) => (byte % DICE_FACES) + 1),
    );
  }
  return faces.slice(0, dice);
}

/**
 * The result of the verification.
 * @typedef {{ isValid: boolean, text: string }} Verdict
 */

/**
 * Compares the faces with those of the seed, in order. A player who leaves the game while a throw
 * awaits its move takes the throw along, so up to `maxSkipped` throws may be missing.
 * @param {string} seed
 * @param {number[]} faces
 * @param {number} maxSkipped
 * @returns {Promise<Verdict | null>} `null` if all agree
 */
async function compareThrows(seed, faces, maxSkipped) {
  let number = 0;
  for (const [i, face] of faces.entries()) {
    if (i % CHECKS_PER_SLICE === CHECKS_PER_SLICE - 1)
      await new Promise((go) => {
        setTimeout(go);
      });
    let expected = 0;
    do {
      number += 1;
      [expected = 0] = await throwFaces(seed, number);
    } while (expected !== face && number - i <= maxSkipped);
    if (expected !== face)
      return { isValid: false, text: t('fair-wrong-throw', { number, due: expected, face }) };
  }
  return null;
}

/**
 * The faces of the throws that the moves name, without one that the first position already had.
 * @param {Frame[]} frames
 */
export function thrownFaces(frames) {
  const faces = frames.flatMap((frame) => throwOfFrame(frame)?.face ?? []);
  const given = /^[1-6]$/.test(frames[0]?.position.split(' ')[3] ?? '');
  return given ? faces.slice(1) : faces;
}

/**
 * The server's part of the seed: all before the first dot.
 * @param {string} seed
 */
const serverPart = (seed) => seed.split('.', 1)[0] ?? '';

/**
 * Checks the seed: it must match the commitment, contain exactly the parts that were given, and
 * that of this browser.
 * @param {string} seed
 * @param {DiceInfo} dice
 * @param {SavedPart | null} own
 * @returns {Promise<string | null>} the key of a message; `null` if the seed is right
 */
async function seedFault(seed, { commitment, parts }, own) {
  if (!commitment) return null;
  if (toHex(await sha256(serverPart(seed))) !== commitment) return 'fair-wrong-print';
  if (own && own.commitment !== commitment) return 'fair-other-print';
  const given = parts.filter((part) => part !== null);
  if (seed !== [serverPart(seed), ...given].join('.')) return 'fair-wrong-parts';
  return own?.given && !given.includes(own.part) ? 'fair-own-part-missing' : null;
}

/**
 * @param {DiceInfo} dice
 * @param {() => Promise<Frame[]>} loadFrames
 * @param {boolean} isSetupCast whether the throws were casts of the setup, with two dice
 * @param {number} leaverCount how many players left while others went on
 * @param {SavedPart | null} own
 * @returns {Promise<Verdict>}
 */
async function check(dice, loadFrames, isSetupCast, leaverCount, own) {
  const { commitment, seed, throws } = dice;
  if (!seed) return { isValid: true, text: '' };
  if (!globalThis.crypto?.subtle) return { isValid: false, text: t('fair-no-crypto') };
  const fault = await seedFault(seed, dice, own);
  if (fault) return { isValid: false, text: t(fault) };
  if (isSetupCast) {
    const all = await Promise.all(
      Array.from({ length: throws }, (_, i) => throwFaces(seed, i + 1, 2)),
    );
    return {
      isValid: true,
      text: t('fair-only-print', { throws: all.map((faces) => faces.join(' + ')).join(', ') }),
    };
  }
  const faces = thrownFaces(await loadFrames());
  const unused = Math.max(throws - faces.length, 0);
  const wrong = await compareThrows(
    seed,
    faces,
    commitment ? Math.min(unused, leaverCount) : leaverCount,
  );
  const text = t(commitment ? 'fair-agrees' : 'fair-follows', { count: faces.length });
  return (
    wrong ?? {
      isValid: true,
      text: commitment && unused > 0 ? `${text} ${t('fair-unused', { count: unused })}` : text,
    }
  );
}

/** Reasons for which a seat is out without a move. */
const LEAVING = ['resignation', 'time'];

/**
 * How many players left while others went on. The last one to leave ended the game and does not
 * count.
 * @param {string[]} reasons why seats are out
 * @param {Outcome | null} outcome
 */
export const countLeavers = (reasons, outcome) =>
  reasons.filter((reason) => LEAVING.includes(reason)).length -
  (outcome && LEAVING.includes(outcome.reason) ? 1 : 0);

export class DiceVerification {
  #drawnKey = '';

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.box = root.querySelector('div') ?? root;
  }

  /**
   * @param {DiceInfo | null | undefined} dice
   * @param {() => Promise<Frame[]>} loadFrames loads the frames of all plies; frames loaded earlier
   *   may lack the latest throw
   * @param {boolean} isSetupCast
   * @param {number} leaverCount
   * @param {(seat: number) => string} [nameOf] returns who sits on a seat
   * @param {SavedPart | null} [own] the part of this browser
   */
  show(dice, loadFrames, isSetupCast, leaverCount, nameOf = String, own = null) {
    this.root.hidden = !dice;
    const key = JSON.stringify([dice, dice?.parts.map((_, seat) => nameOf(seat))]);
    if (!dice || key === this.#drawnKey) return;
    this.#drawnKey = key;
    const { commitment, seed, throws, parts, awaits } = dice;
    const given = parts.flatMap((part, seat) =>
      part === null ? [] : [{ part, name: nameOf(seat) }],
    );
    const verdict = html(
      'p',
      { class: 'dice-verify-verdict', role: 'status', hidden: !seed },
      t('fair-checking'),
    );
    this.box.replaceChildren(
      html('p', {}, t('fair-text')),
      ...(awaits.length > 0
        ? [
            html(
              'p',
              { class: 'dice-verify-awaits' },
              t('fair-awaits', { names: awaits.map(nameOf).join(', ') }),
            ),
          ]
        : throws > 0 && given.length > 0
          ? [html('p', { class: 'dice-verify-added' }, t('fair-added'))]
          : []),
      html(
        'dl',
        { class: 'dice-verify-list' },
        ...(commitment
          ? [html('dt', {}, t('fair-commitment')), html('dd', {}, ...codeWithCopy(commitment))]
          : []),
        ...(given.length > 0
          ? [
              html('dt', {}, t('fair-parts')),
              ...given.map(({ part, name }) =>
                html('dd', { class: 'dice-verify-part' }, `${name}: `, html('code', {}, part)),
              ),
            ]
          : []),
        html('dt', {}, t('fair-seed')),
        html('dd', {}, ...(seed ? codeWithCopy(seed) : [t('fair-secret')])),
        html('dt', {}, t(seed ? 'fair-throws-all' : 'fair-throws')),
        html('dd', {}, String(throws)),
      ),
      verdict,
      ...(seed
        ? [
            html('p', {}, t('fair-how')),
            ...[serverPart(seed), `throw 1.0 ${seed}`].map(hashCommand),
            ...(isSetupCast ? [] : [html('p', { class: 'hint' }, t('fair-bytes'))]),
          ]
        : []),
    );
    bindCopy(this.box);
    if (!seed) return;
    this.root.setAttribute('open', '');
    void check(dice, loadFrames, isSetupCast, leaverCount, own).then(({ isValid, text }) => {
      verdict.textContent = text;
      verdict.classList.add(isValid ? 'good' : 'wrong');
    });
  }
}

/** @param {string} text */
const codeWithCopy = (text) => [
  html('code', {}, text),
  ' ',
  html('button', { type: 'button', class: 'small', 'data-copy': text }, t('link-copy')),
];

/** A shell command that prints the hash of a text. @param {string} text */
function hashCommand(text) {
  const line = `printf '%s' ${shellQuote(text)} | sha256sum`;
  return html('div', { class: 'dice-verify-shell' }, ...codeWithCopy(line));
}

/** @param {string} text */
const shellQuote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
