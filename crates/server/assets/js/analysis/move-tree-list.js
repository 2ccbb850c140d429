// The moves of an analysis as a list: the main line in rows, each variation below the move that it
// replaces.

import { html } from '../common/dom.js';
import { scrollIntoList } from '../game/move-list.js';
import { plyText, plyWords } from '../board/descriptions.js';
/** @import { MoveNode } from './move-tree.js' */

/** Shown before the second side's move where a row or variation begins with that move. */
const SECOND_SIDE_SIGN = '…';

export class MoveTreeList {
  /** @type {Map<MoveNode, HTMLButtonElement>} */
  #buttons = new Map();

  /**
   * @param {HTMLElement} list
   * @param {string[]} sides in the order of play
   * @param {(node: MoveNode) => void} onSelect
   */
  constructor(list, sides, onSelect) {
    this.list = list;
    this.sides = sides;
    this.onSelect = onSelect;
  }

  /**
   * @param {MoveNode} tree its root
   */
  build(tree) {
    this.#buttons.clear();
    /** @type {HTMLElement[]} */
    const items = [];
    /** @type {HTMLElement | null} the row that has no move of the second side yet */
    let row = null;
    for (let node = tree.children[0]; node; node = node.children[0]) {
      const second = this.#isSecond(node);
      if (!second || !row) {
        row = html(
          'li',
          { class: 'tree-row' },
          html('span', { class: 'number' }, this.#number(node)),
        );
        if (second)
          row.append(html('span', { class: 'no-move', 'aria-hidden': 'true' }, SECOND_SIDE_SIGN));
        items.push(row);
      }
      row.append(this.#button(node));
      if (second) row = null;
      const others = node.parent?.children.slice(1) ?? [];
      if (others.length > 0) {
        if (row)
          row.append(html('span', { class: 'no-move', 'aria-hidden': 'true' }, SECOND_SIDE_SIGN));
        items.push(
          html(
            'li',
            { class: 'branch' },
            ...others.map((other) =>
              html('div', { class: 'side-line' }, ...this.#inline(other, true)),
            ),
          ),
        );
        row = null;
      }
    }
    this.list.replaceChildren(...items);
  }

  /**
   * Marks the move whose position is on the board.
   * @param {MoveNode} here
   */
  mark(here) {
    for (const [node, button] of this.#buttons) {
      if (node === here) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const button = this.#buttons.get(here);
    if (button) scrollIntoList(this.list, button);
    else this.list.scrollTop = 0;
  }

  /** @param {MoveNode} node */
  #isSecond(node) {
    return node.frame?.side === this.sides[1];
  }

  /** @param {MoveNode} node */
  #number(node) {
    return String(node.frame?.number ?? '');
  }

  /** @param {MoveNode} node */
  #button(node) {
    const { frame } = node;
    const button = html(
      'button',
      {
        type: 'button',
        class: `move ${frame?.side ?? ''}`,
        'data-ply': node.ply,
        'data-main': node.isMain,
        title: frame ? plyWords(node.parent?.frame ?? undefined, frame) : null,
        onclick: () => this.onSelect(node),
      },
      frame ? plyText(frame) : node.text,
    );
    this.#buttons.set(node, button);
    return button;
  }

  /**
   * A variation as running text, with nested variations in brackets.
   * @param {MoveNode} node
   * @param {boolean} numbered whether the first move has a move number in any case
   * @returns {(Node | string)[]}
   */
  #inline(node, numbered) {
    const second = this.#isSecond(node);
    const number = `${this.#number(node)}${second ? SECOND_SIDE_SIGN : '.'}`;
    const others = numbered ? [] : (node.parent?.children.slice(1) ?? []);
    const [next] = node.children;
    return [
      ...(numbered || !second ? [html('span', { class: 'number' }, number)] : []),
      this.#button(node),
      ...others.flatMap((other) => ['(', ...this.#inline(other, true), ')']),
      ...(next ? this.#inline(next, others.length > 0) : []),
    ];
  }
}
