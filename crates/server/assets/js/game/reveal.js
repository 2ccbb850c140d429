// The reveal after the end of a hidden game: the full position in the middle, and beside it what
// each player saw and was told. The move list steps through all three boards.

import { getFrames } from '../common/api.js';
import { GameBoard } from '../board/game-board.js';
import { html } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { plyText } from '../board/descriptions.js';
import { reportTexts } from './umpire-log.js';
/** @import { Frame, GameState } from '../common/types.d.ts' */

const FULL_VIEW = 'truth';

/**
 * @typedef {{ side: string, frames: Frame[], board: GameBoard, reports: HTMLElement,
 *   move: HTMLElement }} SeatView
 */

export class Reveal {
  /** @type {SeatView[]} */
  #seatViews = [];
  #isOpen = false;
  /** @type {Frame | null} the frame of the full view */
  #frame = null;
  /** The move, below the full view. */
  #move = html('p', { class: 'seen-move' });

  /**
   * @param {HTMLElement} area contains the page's board
   * @param {GameBoard} board shows the full view
   */
  constructor(area, board) {
    this.area = area;
    this.board = board;
    board.addEventListener('board-rotate', () => this.#rotate());
  }

  /**
   * Opens the players' views, once. A game that ended in its setup has none.
   * @param {GameState} state
   */
  async open(state) {
    if (this.#isOpen || !state.scene.outcome || state.scene.frame.ply === 0) return;
    this.#isOpen = true;
    const sides = state.scene.sides.flatMap(({ key, seat }) =>
      seat === null ? [] : [{ key, seat }],
    );
    const all = await Promise.all(
      sides.map(({ seat }) =>
        getFrames(`/api/games/${state.id}/frames?as=${seat}&seen=true`).catch(() => null),
      ),
    );
    if (!all.every((frames) => frames !== null)) {
      this.#isOpen = false;
      return;
    }
    this.#seatViews = sides.map(({ key }, i) => this.#build(key, all[i] ?? []));
    const [first, second] = this.#seatViews.map(({ side, board, reports, move }) =>
      html(
        'section',
        {
          class: `seen-view seen-${side}`,
          'data-view': side,
          'aria-label': t('truth-seen', { side: sideName(side) }),
        },
        html(
          'h2',
          { class: `side-${side}` },
          html('span', { class: 'chip', 'aria-hidden': 'true' }),
          t('truth-seen', { side: sideName(side) }),
        ),
        board,
        move,
        reports,
      ),
    );
    this.area.before(this.#tabs(sides.map(({ key }) => key)), ...(first ? [first] : []));
    if (second) this.area.after(second);
    this.area.dataset.view = FULL_VIEW;
    this.area.prepend(html('h2', { class: 'truth-title' }, t('truth-title')));
    document.body.classList.add('opened');
    this.#selectTab(FULL_VIEW);
    this.#rotate();
    this.area.querySelector('.board-frame')?.after(this.#move);
    if (this.#frame) this.show(this.#frame);
  }

  /**
   * Shows the players' views after the same ply.
   * @param {Frame} fullFrame
   */
  show(fullFrame) {
    this.#frame = fullFrame;
    const { ply } = fullFrame;
    this.#move.textContent = ply === 0 ? t('ply-start') : plyText(fullFrame);
    for (const { board, frames, reports, move } of this.#seatViews) {
      const frame = frames[Math.min(ply, frames.length - 1)];
      if (!frame) continue;
      board.show(frame, []);
      move.textContent = ply === 0 ? t('ply-start') : plyText(frame);
      const words = reportTexts(frame);
      reports.replaceChildren(
        ...(words.length > 0 ? words : [t('told-nothing-then')]).map((text) => html('p', {}, text)),
      );
    }
  }

  /**
   * @param {string} side
   * @param {Frame[]} frames
   * @returns {SeatView}
   */
  #build(side, frames) {
    return {
      side,
      frames,
      board: this.board.emptyCopy(),
      reports: html('div', { class: 'seen-told' }),
      move: html('p', { class: 'seen-move' }),
    };
  }

  /**
   * The tabs that select a board on small screens.
   * @param {string[]} sides
   */
  #tabs(sides) {
    const [first = '', second = ''] = sides;
    this.tabs = html(
      'div',
      { class: 'segments truth-tabs', role: 'group', 'aria-label': t('truth-label') },
      ...[first, FULL_VIEW, second].map((view) =>
        html(
          'button',
          { type: 'button', 'data-tab': view, onclick: () => this.#selectTab(view) },
          view === FULL_VIEW ? t('truth-title') : sideName(view),
        ),
      ),
    );
    return this.tabs;
  }

  /** @param {string} view */
  #selectTab(view) {
    document.body.dataset.view = view;
    for (const tab of this.tabs?.children ?? [])
      tab.setAttribute('aria-pressed', String(tab.getAttribute('data-tab') === view));
    for (const part of document.querySelectorAll('[data-view]')) {
      if (part !== document.body)
        part.classList.toggle('chosen', part.getAttribute('data-view') === view);
    }
  }

  #rotate() {
    for (const { board } of this.#seatViews) board.rotateTo(this.board.rotation);
  }
}
