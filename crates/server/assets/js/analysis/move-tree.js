// The moves of an analysis as a tree, and how it stands in an address: the main line with each side line behind the
// move that it is instead of, in brackets: `e5,(,d5,d6,),e6`.

/** @import { AnalysisLine, Frame, Scene } from '../common/types.d.ts' */

export class MoveNode {
  /** The first is the main line. @type {MoveNode[]} */
  children = [];
  /** @type {Frame | null} the board after the move; nothing as long as the server has not told */
  frame = null;
  /** @type {Scene | null} what may be done there */
  scene = null;
  /** The best that the engine has said of it. @type {{ depth: number, lines: AnalysisLine[], done: boolean } | null} */
  found = null;

  /**
   * @param {MoveNode | null} parent
   * @param {string} text the move in strict notation; empty at the root
   */
  constructor(parent, text) {
    this.parent = parent;
    this.text = text;
  }

  /** How many moves lead here. @returns {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The moves that lead here. @returns {string[]} */
  get moves() {
    return this.parent ? [...this.parent.moves, this.text] : [];
  }

  /** Whether every move that leads here is the first of its place. @returns {boolean} */
  get isMain() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** The end of the line that begins here. @returns {MoveNode} */
  get end() {
    return this.children[0]?.end ?? this;
  }

  /**
   * The move with this text, which is added if it is not there.
   * @param {string} text
   */
  child(text) {
    const found = this.children.find((one) => one.text === text);
    if (found) return found;
    const node = new MoveNode(this, text);
    this.children.push(node);
    return node;
  }

  /** Takes the move and all behind it away. */
  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((one) => one !== this);
  }

  /** Makes the line that leads here the first at every place where there is another. */
  promote() {
    if (!this.parent) return;
    this.parent.children = [this, ...this.parent.children.filter((one) => one !== this)];
    this.parent.promote();
  }

  /** All moves behind this, in the order of the address. @returns {MoveNode[]} */
  get all() {
    const [main, ...others] = this.children;
    if (!main) return [];
    return [main, ...others.flatMap((one) => [one, ...one.all]), ...main.all];
  }

  /** The ends of all lines. @returns {MoveNode[]} */
  get ends() {
    return this.children.length === 0 ? [this] : this.children.flatMap((one) => one.ends);
  }
}

/**
 * @param {MoveNode} node
 * @returns {string[]}
 */
function toWords(node) {
  const [main, ...others] = node.children;
  if (!main) return [];
  return [main.text, ...others.flatMap((one) => ['(', one.text, ...toWords(one), ')']), ...toWords(main)];
}

/** @param {string} text as it may stand behind a `#` */
const encodeMoves = (text) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+');

/**
 * The moves as they stand behind the `#` of an address; empty if there are none.
 * @param {MoveNode} root
 * @param {MoveNode} here the one that is shown
 */
export function toFragment(root, here) {
  const moves = toWords(root);
  return moves.length === 0 ? '' : `#moves=${encodeMoves(moves.join(','))}&at=${root.all.indexOf(here) + 1}`;
}

/**
 * Reads what `fragment` wrote; what cannot be read is passed over.
 * @param {string} hash
 * @returns {{ root: MoveNode, here: MoveNode }}
 */
export function parseFragment(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const root = new MoveNode(null, '');
  let node = root;
  /** @type {MoveNode[]} where the lines around this one go on */
  const around = [];
  for (const word of (parts.get('moves') ?? '').split(',').filter((word) => word !== '')) {
    if (word === '(') {
      around.push(node);
      node = node.parent ?? node;
    } else if (word === ')') node = around.pop() ?? node;
    else node = node.child(word);
  }
  const at = Number(parts.get('at') ?? 0);
  return { root, here: root.all[at - 1] ?? root };
}

/**
 * Where the analysis of a game stands: the address with its moves, at the move that is shown.
 * @param {{ game: string, options: Record<string, string> }} place
 * @param {string} position the first
 * @param {string[]} moves
 * @param {number} ply
 */
export function analysisAddress({ game, options }, position, moves, ply) {
  const root = new MoveNode(null, '');
  const nodes = [root];
  for (const text of moves) nodes.push(/** @type {MoveNode} */ (nodes.at(-1)).child(text));
  return `/analysis?${new URLSearchParams({ game, position, ...options })}${toFragment(root, nodes[ply] ?? root)}`;
}
