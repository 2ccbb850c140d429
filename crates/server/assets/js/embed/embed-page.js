// A game or record in the page of another site: the board and its stepper.

import { showCoordinates } from '../board/coordinates.js';
import { plyWords } from '../board/descriptions.js';
import { GameBoard } from '../board/game-board.js';
import { getFrames } from '../common/api.js';
import { byId, pageJson } from '../common/dom.js';
import { t } from '../common/i18n.js';
/** @import { Frame } from '../common/types.d.ts' */

/** How long a ply is shown when all are played, in milliseconds. */
const PLAY_MS = 1200;

/** @type {{ frames: string, multiplayer: boolean }} */
const data = pageJson('page-data');

class EmbedPage {
  #ply = 0;
  /** @type {number | undefined} */
  #playing = undefined;

  /**
   * @param {Frame[]} frames
   * @param {GameBoard} board
   */
  constructor(frames, board) {
    this.frames = frames;
    this.board = board;
    this.slider = /** @type {HTMLInputElement} */ (byId('slider'));
    this.slider.max = String(this.last);
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.play = document.querySelector('[data-play]');
    this.play?.addEventListener('click', () => (this.#playing === undefined ? this.#start() : this.#stop()));
    for (const button of document.querySelectorAll('[data-step]')) {
      button.addEventListener('click', () => this.#step(button.getAttribute('data-step') ?? ''));
    }
    if (data.multiplayer) showCoordinates(board);
    this.#show(this.last, false);
  }

  get last() {
    return this.frames.length - 1;
  }

  /** Shows a ply, and stops playing. @param {number} ply */
  go(ply) {
    this.#stop();
    this.#show(ply, true);
  }

  /** @param {string} step */
  #step(step) {
    const target = { first: 0, back: this.#ply - 1, forward: this.#ply + 1, last: this.last }[step];
    if (target !== undefined) this.go(target);
  }

  #start() {
    if (this.#ply === this.last) this.#show(0, false);
    this.#playing = setInterval(() => {
      this.#show(this.#ply + 1, true);
      if (this.#ply === this.last) this.#stop();
    }, PLAY_MS);
    this.play?.setAttribute('aria-pressed', 'true');
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = undefined;
    this.play?.setAttribute('aria-pressed', 'false');
  }

  /**
   * @param {number} wanted
   * @param {boolean} animate
   */
  #show(wanted, animate) {
    const ply = Math.min(Math.max(wanted, 0), this.last);
    const [before, frame] = [this.frames[ply - 1], this.frames[ply]];
    if (!frame) return;
    this.#ply = ply;
    this.board.show(frame, [], animate);
    this.slider.value = String(ply);
    byId('status').textContent = ply === 0 ? t('ply-start') : plyWords(before, frame);
  }
}

/** @param {GameBoard} board */
async function start(board) {
  const frames = await getFrames(data.frames);
  if (frames.length > 0) new EmbedPage(frames, board);
}

const board = document.querySelector('game-board');
if (board instanceof GameBoard) void start(board);
