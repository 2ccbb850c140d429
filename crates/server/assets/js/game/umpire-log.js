// The umpire's announcements to the viewer: reports as sentences, their sounds, and the log of news
// beside the board. All of it comes from the frames, so a reload shows the same.

import { html, svg, symbol } from '../common/dom.js';
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

/** The report that a move ended where it was meant to. With a halt it says where that was. */
const PLAIN_REPORT = 'umpire-ended';
const LOSS_REPORT = 'umpire-lost';

/**
 * The warriors that the viewer lost in a ply, with their cells.
 * @param {Frame} frame
 * @returns {{ kind: string, cells: string[] }[]}
 */
export const losses = (frame) =>
  (frame.told ?? [])
    .filter(({ key }) => key === LOSS_REPORT)
    .map(({ args, cells }) => {
      const { piece = '', cell = '' } = Object.fromEntries(args);
      return { kind: piece, cells: cells.length > 0 ? cells : [cell] };
    });

/**
 * What is news in the reports of a ply, losses first: a move that ended as it was meant
 * to is none.
 * @param {Frame} frame
 * @returns {string[]}
 */
export function newsTexts(frame) {
  const told = (frame.told ?? []).filter(({ key }) => has(key) && !OUTCOME_KEYS.includes(key));
  const isHalted = told.some(({ key }) => key.startsWith('umpire-halted'));
  const isLoss = (/** @type {Notice} */ { key }) => Number(key === LOSS_REPORT);
  return told
    .filter(({ key }) => isHalted || key !== PLAIN_REPORT)
    .sort((a, b) => isLoss(b) - isLoss(a))
    .map(reportText);
}

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
    // The newest is at the top, where it is seen without scrolling.
    const entries = frames
      .flatMap((frame) => {
        const words = newsTexts(frame);
        return words.length > 0 ? [{ frame, words }] : [];
      })
      .reverse();
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
          title: t('told-go'),
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
        ...losses(frame).map(({ kind }) => lossIcon(kind)),
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
    const nearest = entries.find((entry) => Number(entry.dataset.ply) <= ply) ?? entries.at(-1);
    if (nearest) scrollIntoList(this.list, nearest);
  }
}

/** The gravestone of a lost warrior. @param {string} kind */
function lossIcon(kind) {
  const viewBox = '-56 -56 112 112';
  const icon = svg('svg', { class: 'told-loss', viewBox, 'aria-hidden': 'true' });
  icon.append(symbol(`marker-${kind}`, 50));
  return icon;
}
