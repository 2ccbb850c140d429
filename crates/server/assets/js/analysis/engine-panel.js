// The engine's evaluation of the position on the board: switch, score, evaluation bar, best lines,
// and now and then an announcement for screen readers.

import { readPref, writePref } from '../common/prefs.js';
import { EngineConnection } from './engine-connection.js';
import { EngineLines } from './engine-lines.js';
import { byId } from '../common/dom.js';
import { problemText, t } from '../common/i18n.js';
import { leadingSeat, winProbability, negated, scoreText, scoreWords, shortScore } from './score.js';
import { announce } from '../common/live-region.js';
/** @import { MoveNode } from './move-tree.js' */
/** @import { AnalysisLine, AnalysisMessage, PageData } from '../common/types.d.ts' */

const KEY = 'heterodox-analysis';
/** The depth from which a result is announced. */
const ANNOUNCE_DEPTH = 8;

/** @returns {{ on: boolean, lines: number }} */
function loadSettings() {
  const defaults = { on: true, lines: 3 };
  try {
    const { on = defaults.on, lines = defaults.lines } = JSON.parse(readPref(KEY) ?? '{}');
    return {
      on: on !== false,
      lines: Math.min(Math.max(Math.round(Number(lines)) || defaults.lines, 1), 5),
    };
  } catch {
    return defaults;
  }
}

export class EnginePanel {
  /** @type {MoveNode | null} */
  #node = null;
  /** The node of the last request: answers belong to it. @type {MoveNode | null} */
  #asked = null;
  /** @type {{ game: string, options: Record<string, string>, position: string | null } | null} */
  #game = null;
  /** The engine's state, in words; empty if the result says all. */
  #state = '';
  /**
   * The best move that was announced last, and its node.
   * @type {{ node: MoveNode, best: string } | null}
   */
  #lastAnnounced = null;

  /**
   * @param {PageData} data
   * @param {{ play: (moves: string[]) => void, showArrows: (moves: string[][]) => void,
   *   emphasize: (index: number | null) => void }} actions
   */
  constructor(data, { play, showArrows, emphasize }) {
    this.data = data;
    this.sides = data.sides ?? [];
    this.showArrows = showArrows;
    this.settings = loadSettings();
    this.lines = new EngineLines(byId('lines'), this.sides, { play, emphasize });
    this.engine = new EngineConnection({
      onMessage: (message) => this.#onMessage(message),
      onConnection: (online) => this.#setState(online ? '' : t('offline')),
    });
    this.numbers = new Intl.NumberFormat(data.lang, {
      notation: 'compact',
      maximumFractionDigits: 1,
    });
    this.switch = byId('engine-switch');
    this.switch.addEventListener('click', () => this.#set({ on: !this.settings.on }));
    const count = /** @type {HTMLSelectElement} */ (byId('line-count'));
    count.value = String(this.settings.lines);
    count.addEventListener('change', () => this.#set({ lines: Number(count.value) }));
    this.#draw();
  }

  /** @param {{ on?: boolean, lines?: number }} change */
  #set(change) {
    this.settings = { ...this.settings, ...change };
    writePref(KEY, JSON.stringify(this.settings));
    this.#asked = null;
    this.#ask();
    this.#draw();
  }

  /**
   * Shows a node with the result that is already known.
   * @param {MoveNode} node
   */
  show(node) {
    if (node !== this.#node) {
      this.engine.stop();
      this.#asked = null;
      this.#state = '';
    }
    this.#node = node;
    this.#draw();
  }

  /**
   * Asks the engine to analyse a node.
   * @param {MoveNode} node
   * @param {{ game: string, options: Record<string, string>, position: string | null }} game
   */
  analyse(node, game) {
    this.#game = game;
    this.#node = node;
    this.#ask();
  }

  #ask() {
    const [node, game] = [this.#node, this.#game];
    if (!node?.scene || !game || this.#asked === node) return;
    const { lines } = this.settings;
    if (!this.settings.on || node.scene.outcome) {
      this.engine.stop();
      this.#setState('');
      return;
    }
    this.#asked = node;
    const { engineResult } = node;
    // A search that was completed before is not repeated.
    if (
      engineResult?.done &&
      engineResult.lines.length >= Math.min(lines, node.scene.choices.length)
    )
      return;
    this.engine.ask({ type: 'look', ...game, moves: node.moves, lines });
  }

  /** @param {AnalysisMessage} message */
  #onMessage(message) {
    const node = this.#asked;
    if (!node) return;
    if (message.type === 'waiting') this.#setState(t('engine-waiting', { place: message.place }));
    else if (message.type === 'refused') this.#setState(problemText(message.problem));
    else if (message.type === 'done') {
      if (node.engineResult) node.engineResult.done = message.reason !== 'stopped';
      this.#announceResult(node, true);
    } else if (message.type === 'found') {
      const { depth, lines, nodes, nps } = message;
      const enough =
        !node.engineResult ||
        depth >= node.engineResult.depth ||
        lines.length > node.engineResult.lines.length;
      if (enough) node.engineResult = { depth, lines, done: false };
      this.#setState(
        t('engine-work', {
          depth,
          speed: this.numbers.format(nps),
          nodes: this.numbers.format(nodes),
        }),
      );
      if (depth >= ANNOUNCE_DEPTH) this.#announceResult(node, false);
    }
  }

  /** @param {string} text */
  #setState(text) {
    this.#state = text;
    this.#draw();
  }

  /**
   * Scores come from the point of view of the side to move; the page shows them for seat 0.
   * @param {MoveNode} node
   * @param {AnalysisLine} line
   */
  #scoreForFirst(node, line) {
    return this.#mover(node) === 1 ? negated(line.score) : line.score;
  }

  /** The seat to move, also where only the frame is known. @param {MoveNode} node */
  #mover({ scene, frame }) {
    if (scene) return scene.to_act[0] ?? null;
    return frame?.side ? 1 - this.sides.indexOf(frame.side) : null;
  }

  #draw() {
    const { on, lines: count } = this.settings;
    const node = this.#node;
    this.switch.setAttribute('aria-checked', String(on));
    byId('engine').classList.toggle('off', !on);
    const outcome = node?.scene?.outcome;
    const found = on && !outcome ? (node?.engineResult?.lines.slice(0, count) ?? []) : [];
    const shown = node
      ? found.map((line) => ({
          line,
          score: this.#scoreForFirst(node, line),
          numbers: numbersOf(node, line.pv, this.sides),
        }))
      : [];
    this.lines.show(shown, on ? count : 0);
    this.showArrows(found.map(({ cells }) => cells[0] ?? []));
    const score = shown[0]?.score ?? null;
    byId('score').textContent = score ? scoreText(score) : '';
    byId('score').title = score ? scoreWords(score, this.sides) : '';
    const seat = score && leadingSeat(score);
    byId('score').className = `score ${seat === null ? '' : `side-${this.sides[seat]}`}`;
    byId('engine-work').textContent = !on
      ? t('engine-off')
      : outcome
        ? t('engine-over')
        : this.#state ||
          (found.length > 0
            ? t('engine-depth', { depth: node?.engineResult?.depth ?? 0 })
            : t('engine-thinks'));
    const winner = outcome ? (outcome.winner === null ? 0.5 : outcome.winner === 0 ? 1 : 0) : null;
    this.#bar(winner ?? (score ? winProbability(score) : null), score ? shortScore(score) : '');
  }

  /**
   * @param {number | null} chance of seat 0 to win, from 0 to 1; `null` leaves the bar as it is
   * @param {string} text the score
   */
  #bar(chance, text) {
    const bar = byId('bar');
    bar.classList.toggle('off', !this.settings.on);
    if (chance !== null) bar.style.setProperty('--share', chance.toFixed(3));
    const label = /** @type {HTMLElement} */ (bar.querySelector('.bar-score'));
    // The end of the bar at which the score stands tells whose advantage it is.
    label.textContent = text;
    label.classList.toggle('second', chance !== null && chance < 0.5);
  }

  /** Turns the evaluation bar with the board. @param {boolean} isUpsideDown */
  rotate(isUpsideDown) {
    byId('bar').classList.toggle('around', isUpsideDown);
  }

  /**
   * Announces the result once it is deep enough, and at the end again if the best move has changed.
   * @param {MoveNode} node
   * @param {boolean} last
   */
  #announceResult(node, last) {
    const [line] = node.engineResult?.lines ?? [];
    const best = line?.pv[0];
    if (!line || !best || document.hidden) return;
    if (this.#lastAnnounced?.node === node && (!last || this.#lastAnnounced.best === best)) return;
    this.#lastAnnounced = { node, best };
    announce(
      t('say-engine', {
        score: scoreWords(this.#scoreForFirst(node, line), this.sides),
        best,
        depth: node.engineResult?.depth ?? 0,
      }),
    );
  }
}

/**
 * The move numbers of a line, as they stand before each of its moves.
 * @param {MoveNode} node
 * @param {string[]} pv
 * @param {string[]} sides
 */
function numbersOf({ frame, scene }, pv, sides) {
  const mover = scene?.sides.find(({ seat }) => seat === scene.to_act[0])?.key;
  let second = mover ? mover === sides[1] : frame?.side === sides[0];
  // The second side's move ends a turn; the first frame has the number of the turn to come.
  let number = (frame?.number ?? 1) + (frame?.side === sides[1] ? 1 : 0);
  return pv.map((_, i) => {
    const text = second ? (i === 0 ? `${number}…` : '') : `${number}.`;
    if (second) number += 1;
    second = !second;
    return text;
  });
}
