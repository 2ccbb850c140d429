// The throws of the die: the die itself, a line that says whose throw it is and which pieces it
// lets move, and the latest throws with their moves. Throws are shown one after the other, so that
// a pass, which needs no act, can be seen.

import { Die, dieFace } from './die.js';
import { isPass, pendingThrow, throwOfFrame } from './throw-notation.js';
import { byId, html, pieceIcon } from '../common/dom.js';
import { pieceName, sideName, t } from '../common/i18n.js';
import { sharesScreen } from '../game/player-cards.js';
import { play } from '../common/sound.js';
/** @import { Frame, GameState } from '../common/types.d.ts' */
/** @import { Throw } from './throw-notation.js' */

/** The time for which a pass is shown, in milliseconds. */
const PASS_MS = 1700;
/** The time for which any other missed throw is shown, in milliseconds. */
const MISSED_MS = 350;
/** The most throws in the list. */
const MAX_LISTED = 8;
/** The most missed throws that are animated. */
const MAX_ANIMATED = 6;

export class ThrowsPanel {
  /** @type {Throw[]} */
  #throws = [];
  /** The number of throws shown so far; `null` before the first state. @type {number | null} */
  #shown = null;
  #rolling = false;
  /** Incremented to abandon a running animation. */
  #generation = 0;
  #resolveWait = () => {};
  /** @type {string | null} */
  #ownSide = null;

  /**
   * @param {string} game
   * @param {string} diceTable the pieces that each face lets move: six groups, as
   *   `VP/EH/WRT/DL/*\/*`
   * @param {() => void} [onShown] called when all throws have been shown
   */
  constructor(game, diceTable, onShown = () => {}) {
    this.game = game;
    this.diceTable = diceTable;
    this.onShown = onShown;
    this.root = byId('throws');
    this.die = new Die(byId('die'));
  }

  /** Whether throws are still being animated. */
  get rolling() {
    return this.#rolling;
  }

  /**
   * @param {GameState} state
   * @param {Frame[]} frames of all plies
   * @param {Frame | undefined} past the frame on the board instead of the newest
   */
  show(state, frames, past) {
    const { scene, seat } = state;
    if (scene.options.dice !== 'on') return;
    this.root.hidden = state.open;
    this.diceTable = scene.options['dice-table'] || this.diceTable;
    this.#ownSide = sharesScreen(state)
      ? null
      : (scene.sides.find((side) => side.seat === seat && seat !== null)?.key ?? null);
    const now = scene.outcome ? null : pendingThrow(scene);
    this.#throws = [...frames.flatMap((frame) => throwOfFrame(frame) ?? []), ...(now ? [now] : [])];
    const first = this.#shown === null || this.#shown > this.#throws.length;
    if (first || document.hidden) this.#shown = this.#throws.length;
    if (past) this.showPast(past);
    else if (!this.#rolling && this.#shown !== this.#throws.length) void this.#animate();
    else if (!this.#rolling) this.#showAtRest(this.#throws, this.#throws.at(-1) ?? null);
  }

  /**
   * Shows the throw of a past ply without an animation.
   * @param {Frame} frame
   */
  showPast(frame) {
    this.#generation += 1;
    this.#resolveWait();
    const one = throwOfFrame(frame);
    const before = this.#throws.filter(({ ply, text }) => ply <= frame.ply && text !== null);
    this.#showAtRest(before, one ?? null);
  }

  /**
   * Shows the throw of a ply of a record.
   * @param {Frame[]} frames
   * @param {Frame} frame
   */
  showRecord(frames, frame) {
    this.#throws = frames.flatMap((past) => throwOfFrame(past) ?? []);
    this.root.hidden = this.#throws.length === 0;
    this.showPast(frame);
  }

  /** Ends the running animation. */
  skip() {
    this.#shown = this.#throws.length;
    this.#resolveWait();
  }

  async #animate() {
    this.#rolling = true;
    const mine = ++this.#generation;
    while ((this.#shown ?? 0) < this.#throws.length && mine === this.#generation) {
      const next = Math.max(this.#shown ?? 0, this.#throws.length - MAX_ANIMATED);
      const one = this.#throws[next];
      if (!one) break;
      this.#shown = next + 1;
      // The move may already be known, but is not shown while its throw rolls.
      const before = this.#throws.slice(0, next);
      this.#list(before);
      this.#showLine(null);
      play('throw');
      await Promise.race([this.die.roll(one.face, one.side), this.#wait(null)]);
      if (mine !== this.#generation) break;
      this.#list([...before, one]);
      this.#showLine(one);
      if (isPass(one)) play('pass');
      const more = (this.#shown ?? 0) < this.#throws.length;
      if (isPass(one)) await this.#wait(PASS_MS);
      else if (more) await this.#wait(MISSED_MS);
    }
    if (mine === this.#generation) this.#showAtRest(this.#throws, this.#throws.at(-1) ?? null);
    this.#rolling = false;
    this.onShown();
  }

  /**
   * Waits for a time, or until `skip`.
   * @param {number | null} ms
   * @returns {Promise<void>}
   */
  #wait(ms) {
    return new Promise((wake) => {
      this.#resolveWait = wake;
      if (ms !== null) setTimeout(wake, ms);
    });
  }

  /**
   * @param {Throw[]} all
   * @param {Throw | null} last
   */
  #showAtRest(all, last) {
    this.#list(all);
    this.die.place.hidden = last === null;
    if (last) this.die.rest(last.face, last.side);
    this.#showLine(last, last !== null && last.text !== null);
  }

  /**
   * Shows the line about a throw; an empty line keeps the height during the animation.
   * @param {Throw | null} one
   * @param {boolean} [isPast] whether the move has been made
   */
  #showLine(one, isPast = false) {
    const line = this.root.querySelector('.throw-now');
    if (!line) return;
    line.className = `throw-now${one ? ` side-${one.side}${isPass(one) ? ' passed' : ''}` : ''}`;
    // If all pieces may move, none is emphasized.
    this.root.classList.toggle('any', one !== null && this.kinds(one.face) === null);
    if (!one) {
      line.replaceChildren('\u00a0');
      return;
    }
    const kinds = this.kinds(one.face);
    line.replaceChildren(
      html('span', { class: 'chip', 'aria-hidden': 'true' }),
      html('strong', {}, this.throwWords(one, isPast)),
      ' ',
      ...(kinds === null || kinds.length === 0
        ? [html('span', {}, whatMoves(kinds, isPast))]
        : [
            html('span', { class: 'sr-only' }, whatMoves(kinds, isPast)),
            html(
              'span',
              { class: 'throw-kinds', 'aria-hidden': 'true' },
              ...kinds.map((kind) =>
                html(
                  'span',
                  { class: 'throw-kind' },
                  pieceIcon(this.game, kind, one.side),
                  html('span', {}, pieceName(kind)),
                ),
              ),
            ),
          ]),
      ...(isPass(one) ? [html('span', { class: 'throw-pass' }, t('throw-pass-short'))] : []),
    );
  }

  /**
   * Lists the latest throws with their moves.
   * @param {Throw[]} all
   */
  #list(all) {
    const items = all.slice(-MAX_LISTED).map((one) => {
      const passed = isPass(one);
      const classes = ['throw', `side-${one.side}`, passed && 'passed', one.text === null && 'now'];
      const name = classes.filter(Boolean).join(' ');
      const said = t('throw-is', { side: sideName(one.side), face: one.face });
      return html(
        'li',
        { class: name, 'data-ply': one.ply, 'data-face': one.face, title: this.words(one) },
        dieFace(one.face, one.side),
        html('span', { class: 'sr-only' }, said, ' '),
        html('span', { class: 'throw-text' }, passed ? t('throw-pass-short') : (one.text ?? '…')),
      );
    });
    this.root.querySelector('.throw-log')?.replaceChildren(...items);
  }

  /**
   * @param {Throw} one
   * @param {boolean} isPast
   */
  throwWords({ side, face }, isPast) {
    const when = isPast ? '-then' : '';
    return side === this.#ownSide
      ? t(`throw-you${when}`, { face })
      : t(`throw-now${when}`, { side: sideName(side), face });
  }

  /**
   * A throw in words, with the pieces that it lets move and whether the turn passes.
   * @param {Throw} one
   */
  words(one) {
    const isPast = one.text !== null;
    return [
      this.throwWords(one, isPast),
      whatMoves(this.kinds(one.face), isPast),
      ...(isPass(one) ? [t('throw-passes')] : []),
    ].join(', ');
  }

  /**
   * The kinds that a face lets move; `null` for all.
   * @param {number} face
   * @returns {string[] | null}
   */
  kinds(face) {
    const group = this.diceTable.split('/')[face - 1] ?? '*';
    return group === '*' ? null : [...group.replace('-', '')];
  }
}

/**
 * The pieces that a throw lets move, in words.
 * @param {string[] | null} kinds `null` for all
 * @param {boolean} isPast
 */
function whatMoves(kinds, isPast) {
  const when = isPast ? '-then' : '';
  if (kinds === null) return t(`throw-any${when}`);
  if (kinds.length === 0) return t(`throw-none${when}`);
  return t(`throw-moves${when}`, { pieces: kinds.map((kind) => pieceName(kind)).join(', ') });
}
