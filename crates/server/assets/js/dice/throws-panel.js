// Throws of the die, one after the other: the die, a line that says whose it is and what it moves, and the latest throws with
// what came of them, so that a pass which happened by itself is seen for long enough.

import { Die, dieFace } from './die.js';
import { isPass, throwNow, throwOf } from './throw-notation.js';
import { byId, html, pieceIcon } from '../common/dom.js';
import { pieceName, sideName, t } from '../common/i18n.js';
import { sharesScreen } from '../game/player-cards.js';
import { play } from '../common/sound.js';
/** @import { Frame, GameState } from '../common/types.d.ts' */
/** @import { Throw } from './throw-notation.js' */

/** How long a pass stands there before the next throw. */
const PASS_MS = 1700;
/** How long other throws that were not seen when they fell stand there. */
const GONE_MS = 350;
/** How many throws are listed, and how many are thrown one after the other at most. */
const LISTED = 8;
const CAUGHT_UP = 6;

export class Throws {
  /** @type {Throw[]} */
  #all = [];
  /** How many of them have been shown; nothing before the first look. @type {number | null} */
  #shown = null;
  #rolling = false;
  /** Raised when nobody waits any longer for what is being thrown. */
  #round = 0;
  #wake = () => {};
  /** @type {string | null} */
  #own = null;

  /**
   * @param {string} game
   * @param {string} table what the faces let move: six groups, as `VP/EH/WRT/DL/*\/*`
   * @param {() => void} [done] called when the throws that came have been shown
   */
  constructor(game, table, done = () => {}) {
    this.game = game;
    this.table = table;
    this.done = done;
    this.root = byId('throws');
    this.die = new Die(byId('die'));
  }

  /** Whether throws are still being shown. */
  get rolling() {
    return this.#rolling;
  }

  /**
   * @param {GameState} state
   * @param {Frame[]} frames of all plies
   * @param {Frame | undefined} past the one that is looked at instead of the newest
   */
  show(state, frames, past) {
    const { scene, seat } = state;
    if (scene.options.dice !== 'on') return;
    this.table = scene.options['dice-table'] || this.table;
    this.#own = sharesScreen(state) ? null : (scene.sides.find((side) => side.seat === seat && seat !== null)?.key ?? null);
    const now = scene.outcome ? null : throwNow(scene);
    this.#all = [...frames.flatMap((frame) => throwOf(frame) ?? []), ...(now ? [now] : [])];
    const first = this.#shown === null || this.#shown > this.#all.length;
    if (first || document.hidden) this.#shown = this.#all.length;
    if (past) this.still(past);
    else if (!this.#rolling && this.#shown !== this.#all.length) void this.#run();
    else if (!this.#rolling) this.#rest(this.#all, this.#all.at(-1) ?? null);
  }

  /**
   * A throw of the past, without a throw.
   * @param {Frame} frame
   */
  still(frame) {
    this.#round += 1;
    this.#wake();
    const one = throwOf(frame);
    const before = this.#all.filter(({ ply, text }) => ply <= frame.ply && text !== null);
    this.#rest(before, one ?? null);
  }

  /**
   * A throw of a record.
   * @param {Frame[]} frames
   * @param {Frame} frame
   */
  look(frames, frame) {
    this.#all = frames.flatMap((one) => throwOf(one) ?? []);
    this.still(frame);
  }

  /** Whoever moves has seen enough. */
  hurry() {
    this.#shown = this.#all.length;
    this.#wake();
  }

  async #run() {
    this.#rolling = true;
    const mine = ++this.#round;
    while ((this.#shown ?? 0) < this.#all.length && mine === this.#round) {
      const next = Math.max(this.#shown ?? 0, this.#all.length - CAUGHT_UP);
      const one = this.#all[next];
      if (!one) break;
      this.#shown = next + 1;
      // Its move may have come meanwhile; while it rolls nothing tells what came of it.
      const before = this.#all.slice(0, next);
      this.#list(before);
      this.#say(null);
      play('throw');
      await Promise.race([this.die.roll(one.face, one.side), this.#until(null)]);
      if (mine !== this.#round) break;
      this.#list([...before, one]);
      this.#say(one);
      if (isPass(one)) play('pass');
      const more = (this.#shown ?? 0) < this.#all.length;
      if (isPass(one)) await this.#until(PASS_MS);
      else if (more) await this.#until(GONE_MS);
    }
    if (mine === this.#round) this.#rest(this.#all, this.#all.at(-1) ?? null);
    this.#rolling = false;
    this.done();
  }

  /**
   * Waits, unless somebody is in a hurry.
   * @param {number | null} ms
   * @returns {Promise<void>}
   */
  #until(ms) {
    return new Promise((wake) => {
      this.#wake = wake;
      if (ms !== null) setTimeout(wake, ms);
    });
  }

  /**
   * @param {Throw[]} all
   * @param {Throw | null} last
   */
  #rest(all, last) {
    this.#list(all);
    this.die.place.hidden = last === null;
    if (last) this.die.rest(last.face, last.side);
    this.#say(last, last !== null && last.text !== null);
  }

  /**
   * The line about a throw; while it rolls it keeps its height.
   * @param {Throw | null} one
   * @param {boolean} [then] whether its move is long made
   */
  #say(one, then = false) {
    const line = this.root.querySelector('.throw-now');
    this.root.hidden = this.#all.length === 0;
    if (!line) return;
    line.className = `throw-now${one ? ` side-${one.side}${isPass(one) ? ' passed' : ''}` : ''}`;
    // Where everything may move no piece stands out.
    this.root.classList.toggle('any', one !== null && this.kinds(one.face) === null);
    if (!one) {
      line.replaceChildren('\u00a0');
      return;
    }
    const kinds = this.kinds(one.face);
    line.replaceChildren(
      html('span', { class: 'chip', 'aria-hidden': 'true' }),
      html('strong', {}, this.who(one, then)), ' ',
      ...(kinds === null || kinds.length === 0 ? [html('span', {}, whatMoves(kinds, then))] : [
        html('span', { class: 'sr-only' }, whatMoves(kinds, then)),
        html('span', { class: 'throw-kinds', 'aria-hidden': 'true' }, ...kinds.map((kind) =>
          html('span', { class: 'throw-kind' }, pieceIcon(this.game, kind, one.side), html('span', {}, pieceName(kind)))))]),
      ...(isPass(one) ? [html('span', { class: 'throw-pass' }, t('throw-pass-short'))] : []));
  }

  /**
   * The latest throws with what came of them.
   * @param {Throw[]} all
   */
  #list(all) {
    this.root.querySelector('.throw-log')?.replaceChildren(...all.slice(-LISTED).map((one) => html('li', {
      class: `throw side-${one.side}${isPass(one) ? ' passed' : ''}${one.text === null ? ' now' : ''}`, 'data-ply': one.ply, 'data-face': one.face,
      title: this.words(one),
    },
    dieFace(one.face, one.side),
    html('span', { class: 'sr-only' }, t('throw-is', { side: sideName(one.side), face: one.face }), ' '),
    html('span', { class: 'throw-text' }, isPass(one) ? t('throw-pass-short') : (one.text ?? '…')))));
  }

  /**
   * @param {Throw} one
   * @param {boolean} then
   */
  who({ side, face }, then) {
    const when = then ? '-then' : '';
    return side === this.#own ? t(`throw-you${when}`, { face }) : t(`throw-now${when}`, { side: sideName(side), face });
  }

  /**
   * A throw in words, with what it moves and whether the turn passes.
   * @param {Throw} one
   */
  words(one) {
    const then = one.text !== null;
    return [this.who(one, then), whatMoves(this.kinds(one.face), then), ...(isPass(one) ? [t('throw-passes')] : [])].join(', ');
  }

  /**
   * The kinds that a face names; nothing if it names any.
   * @param {number} face
   * @returns {string[] | null}
   */
  kinds(face) {
    const group = this.table.split('/')[face - 1] ?? '*';
    return group === '*' ? null : [...group.replace('-', '')];
  }
}

/**
 * What a throw lets move, or did.
 * @param {string[] | null} kinds all if nothing
 * @param {boolean} then
 */
function whatMoves(kinds, then) {
  const when = then ? '-then' : '';
  if (kinds === null) return t(`throw-any${when}`);
  if (kinds.length === 0) return t(`throw-none${when}`);
  return t(`throw-moves${when}`, { pieces: kinds.map((kind) => pieceName(kind)).join(', ') });
}
