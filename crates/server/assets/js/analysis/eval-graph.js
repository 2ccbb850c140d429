// The evaluation graph of a game: the first side's win probability by ply. It can be clicked
// anywhere, is a slider for keyboard and screen readers, and has a table beside it.

import { svg } from '../common/dom.js';
import { winProbability } from './score.js';
/** @import { ReviewedPly } from '../common/types.d.ts' */

const WIDTH = 400;
const HEIGHT = 120;

export class EvalGraph {
  #last = 0;
  #ply = 0;

  /**
   * @param {{ label: string, sides: string[], goTo: (ply: number) => void,
   *   describe: (ply: number) => string }} context
   */
  constructor({ label, sides, goTo, describe }) {
    this.goTo = goTo;
    this.describe = describe;
    this.area = svg('path', { class: `graph-area side-${sides[0]}` });
    this.line = svg('path', { class: 'graph-line' });
    this.times = svg('g', { class: 'graph-times' });
    this.dots = svg('g', {});
    this.cursor = svg('line', { class: 'graph-cursor', y1: 0, y2: HEIGHT });
    this.root = svg(
      'svg',
      {
        class: 'graph',
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: 'slider',
        tabindex: 0,
        'aria-label': label,
        'aria-valuemin': 0,
      },
      svg('rect', { class: `graph-ground side-${sides[1]}`, width: WIDTH, height: HEIGHT }),
      this.area,
      svg('line', { class: 'graph-middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.times,
      this.line,
      this.cursor,
      this.dots,
    );
    this.root.addEventListener('pointerdown', (event) => this.#onPointer(event));
    this.root.addEventListener(
      'pointermove',
      (event) => event.buttons === 1 && this.#onPointer(event),
    );
    this.root.addEventListener('keydown', (event) => this.#key(event));
  }

  /**
   * @param {ReviewedPly[]} plies those reviewed so far, from the first ply on
   * @param {number} last the last ply of the game
   */
  show(plies, last) {
    this.#last = last;
    const points = plies.map(({ ply, score }) => ({
      x: this.#x(ply),
      y: (1 - winProbability(score)) * HEIGHT,
    }));
    const d = points
      .map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('');
    this.line.setAttribute('d', d);
    this.area.setAttribute(
      'd',
      points.length > 0 ? `${d}L${points.at(-1)?.x.toFixed(1)} ${HEIGHT}L0 ${HEIGHT}Z` : '',
    );
    this.dots.replaceChildren(
      ...plies.flatMap(({ mark }, i) => (mark ? [markDot(mark, points[i] ?? { x: 0, y: 0 })] : [])),
    );
    this.root.setAttribute('aria-valuemax', String(last));
    this.mark(this.#ply);
  }

  /**
   * Shows the time that each ply took as bars: their heights grow with the square root, so that one
   * long thought leaves the others visible.
   * @param {(number | null)[]} times
   */
  showTimes(times) {
    const longest = Math.max(...times.map((time) => time ?? 0), 1);
    const width = Math.max(WIDTH / Math.max(times.length, 1) - 1, 1);
    this.times.replaceChildren(...times.flatMap((time, i) => {
      if (time === null) return [];
      const height = Math.sqrt(time / longest) * HEIGHT * 0.4;
      return [
        svg('rect', {
          x: (((i + 0.5) / Math.max(times.length, 1)) * WIDTH - width / 2).toFixed(1),
          y: (HEIGHT - height).toFixed(1),
          width: width.toFixed(1),
          height: height.toFixed(1),
        }),
      ];
    }));
  }

  /**
   * Moves the cursor to a ply.
   * @param {number} ply
   */
  mark(ply) {
    this.#ply = ply;
    this.cursor.setAttribute('x1', this.#x(ply).toFixed(1));
    this.cursor.setAttribute('x2', this.#x(ply).toFixed(1));
    this.root.setAttribute('aria-valuenow', String(ply));
    this.root.setAttribute('aria-valuetext', this.describe(ply));
  }

  /** @param {number} ply */
  #x(ply) {
    return (ply / Math.max(this.#last, 1)) * WIDTH;
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const { left, width } = this.root.getBoundingClientRect();
    this.#goTo(Math.round(((event.clientX - left) / width) * this.#last));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#goTo(this.#ply + target);
  }

  /** @param {number} wanted */
  #goTo(wanted) {
    const ply = Math.min(Math.max(wanted, 0), this.#last);
    if (ply !== this.#ply) this.goTo(ply);
  }
}

/**
 * The dot of a marked move. Worse moves have larger dots, and each mark has a shape of its own.
 * @param {string} mark
 * @param {{ x: number, y: number }} point
 */
function markDot(mark, { x, y }) {
  const at = {
    class: `graph-dot mark-${mark}`,
    transform: `translate(${x.toFixed(1)} ${Math.min(Math.max(y, 7), HEIGHT - 7).toFixed(1)})`,
  };
  if (mark === 'inaccuracy') return svg('circle', { ...at, r: 4 });
  return svg('path', {
    ...at,
    d: mark === 'mistake' ? 'M0 -6L5.5 4.5H-5.5Z' : 'M0 -7L7 0L0 7L-7 0Z',
  });
}
