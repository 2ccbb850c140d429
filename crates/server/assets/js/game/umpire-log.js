// The umpire's announcements to the viewer: reports as sentences, their sounds, and the log beside
// the board. All of it comes from the frames, so a reload shows the same.

import { html } from '../common/dom.js';
import { has, localizedArgs, sideName, t } from '../common/i18n.js';
import { scrollIntoList } from './move-list.js';
/** @import { Frame, Notice } from '../common/types.d.ts' */
/** @import { Sound } from '../common/sound.js' */

/** Reports with a sound, by decreasing priority. @type {[string, Sound][]} */
const SOUNDS = [
  ['umpire-lost', 'loss'],
  ['umpire-captured', 'capture'],
  ['umpire-halted-field', 'halt'],
  ['umpire-halted-piece', 'halt'],
  ['umpire-drift', 'drift'],
];

/** @param {Notice} notice */
export const reportText = (notice) => t(notice.key, localizedArgs(Object.fromEntries(notice.args)));

/**
 * The reports of a ply as sentences. The end of the game has a panel of its own.
 * @param {Frame | undefined} frame
 */
export const reportTexts = (frame) =>
  (frame?.told ?? []).filter(({ key }) => has(key) && !OUTCOME_KEYS.includes(key)).map(reportText);

const OUTCOME_KEYS = ['victory', 'draw'];

/**
 * The sound of a ply's reports; `null` if they have none.
 * @param {Frame} frame
 * @returns {Sound | null}
 */
export const soundOf = (frame) =>
  SOUNDS.find(([key]) => frame.told?.some((notice) => notice.key === key))?.[1] ?? null;

/**
 * The cells on which the viewer's warrior was halted in a ply.
 * @param {Frame} frame
 */
export const haltCells = (frame) =>
  (frame.told ?? [])
    .filter(({ key }) => key.startsWith('umpire-halted'))
    .flatMap(({ cells }) => cells);

export class UmpireLog {
  #shown = '';

  /**
   * @param {HTMLElement} root the panel, which contains a list
   * @param {(ply: number) => void} step called when the reader goes to the ply of a report
   */
  constructor(root, step) {
    this.root = root;
    this.step = step;
    const list = root.querySelector('ol');
    if (!list) throw new Error('the log has no list');
    this.list = list;
  }

  /**
   * @param {Frame[]} frames
   * @param {number} ply the one on the board
   */
  show(frames, ply) {
    const entries = frames.flatMap((frame) => {
      const words = reportTexts(frame);
      return words.length > 0 ? [{ frame, words }] : [];
    });
    this.root.hidden = frames.length === 0;
    const shown = JSON.stringify(entries.map(({ frame, words }) => [frame.ply, words]));
    if (shown !== this.#shown) {
      const empty = html('li', { class: 'told-nothing' }, t('told-nothing'));
      this.list.replaceChildren(
        ...(entries.length > 0
          ? entries.map(({ frame, words }) => this.#entry(frame, words))
          : [empty]),
      );
      this.#shown = shown;
    }
    this.#mark(ply);
  }

  /**
   * @param {Frame} frame
   * @param {string[]} words
   */
  #entry(frame, words) {
    const side = frame.side
      ? [
          html('span', { class: 'chip', 'aria-hidden': 'true' }),
          html('span', { class: 'sr-only' }, `, ${sideName(frame.side)}: `),
        ]
      : [];
    return html(
      'li',
      {},
      html(
        'button',
        {
          type: 'button',
          class: `told-entry side-${frame.side ?? 'none'} ${soundOf(frame) ?? ''}`,
          'data-ply': frame.ply,
          onclick: () => this.step(frame.ply),
        },
        html(
          'span',
          { class: 'told-number' },
          ...(frame.ply > 0
            ? [
                html('span', { class: 'sr-only' }, t('told-when', { number: frame.number })),
                html('span', { 'aria-hidden': 'true' }, `${frame.number}`),
              ]
            : []),
          ...side,
        ),
        html('span', { class: 'told-text' }, words.join(' ')),
      ),
    );
  }

  /** Marks the entry of the ply on the board and scrolls to it, or to the last one before it. */
  #mark(/** @type {number} */ ply) {
    const entries = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('.told-entry')]);
    for (const entry of entries) {
      if (entry.dataset.ply === String(ply)) entry.setAttribute('aria-current', 'true');
      else entry.removeAttribute('aria-current');
    }
    const nearest = entries.findLast((entry) => Number(entry.dataset.ply) <= ply) ?? entries[0];
    if (nearest) scrollIntoList(this.list, nearest);
  }
}
