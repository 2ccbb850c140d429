// The move tree of an analysis, and its text in the URL: the main line, with each variation in
// brackets after the move that it replaces: `e5,(,d5,d6,),e6`.

/** @import { AnalysisLine, Frame, Scene } from '../common/types.d.ts' */

export class MoveNode {
  /** The first child is the main line. @type {MoveNode[]} */
  children = [];
  /** @type {Frame | null} the position after the move; `null` until it is loaded */
  frame = null;
  /** @type {Scene | null} its legal moves; `null` until they are loaded */
  scene = null;
  /**
   * The engine's deepest result for this position.
   * @type {{ depth: number, lines: AnalysisLine[], done: boolean } | null}
   */
  engineResult = null;

  /**
   * @param {MoveNode | null} parent
   * @param {string} text the move in strict notation; empty at the root
   */
  constructor(parent, text) {
    this.parent = parent;
    this.text = text;
  }

  /** The number of moves that lead here. @returns {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The moves that lead here, from the root on. @returns {string[]} */
  get moves() {
    return this.parent ? [...this.parent.moves, this.text] : [];
  }

  /** Whether this node belongs to the main line. @returns {boolean} */
  get isMain() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** The last node of the main line from here on. @returns {MoveNode} */
  get lastOfLine() {
    return this.children[0]?.lastOfLine ?? this;
  }

  /**
   * Returns the child with this move, and adds it if there is none.
   * @param {string} text
   */
  childOrNew(text) {
    const known = this.children.find((child) => child.text === text);
    if (known) return known;
    const node = new MoveNode(this, text);
    this.children.push(node);
    return node;
  }

  /** Removes the move with all of its descendants. */
  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
  }

  /** Makes the line that leads here the main line. */
  promote() {
    if (!this.parent) return;
    this.parent.children = [this, ...this.parent.children.filter((child) => child !== this)];
    this.parent.promote();
  }

  /** All descendants, in the order of `toFragment`. @returns {MoveNode[]} */
  get all() {
    const [main, ...others] = this.children;
    if (!main) return [];
    return [main, ...others.flatMap((child) => [child, ...child.all]), ...main.all];
  }

  /** The last nodes of all lines. @returns {MoveNode[]} */
  get ends() {
    return this.children.length === 0 ? [this] : this.children.flatMap((child) => child.ends);
  }
}

/**
 * @param {MoveNode} node
 * @returns {string[]}
 */
function toTokens(node) {
  const [main, ...others] = node.children;
  if (!main) return [];
  return [
    main.text,
    ...others.flatMap((child) => ['(', child.text, ...toTokens(child), ')']),
    ...toTokens(main),
  ];
}

/** @param {string} text to be put after a `#` */
const encodeMoves = (text) =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+');

/**
 * The tree as the fragment of a URL; empty if the tree has no moves.
 * @param {MoveNode} root
 * @param {MoveNode} here the node on the board
 */
export function toFragment(root, here) {
  const moves = toTokens(root);
  return moves.length === 0
    ? ''
    : `#moves=${encodeMoves(moves.join(','))}&at=${root.all.indexOf(here) + 1}`;
}

/**
 * Parses the output of `toFragment`. Malformed parts are skipped.
 * @param {string} hash
 * @returns {{ root: MoveNode, here: MoveNode }}
 */
export function parseFragment(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const root = new MoveNode(null, '');
  let node = root;
  /** @type {MoveNode[]} the nodes at which the enclosing lines continue */
  const branchPoints = [];
  for (const token of (parts.get('moves') ?? '').split(',').filter((token) => token !== '')) {
    if (token === '(') {
      branchPoints.push(node);
      node = node.parent ?? node;
    } else if (token === ')') node = branchPoints.pop() ?? node;
    else node = node.childOrNew(token);
  }
  const at = Number(parts.get('at') ?? 0);
  return { root, here: root.all[at - 1] ?? root };
}

/**
 * The URL of the analysis board with these moves, at this ply.
 * @param {{ game: string, options: Record<string, string> }} table
 * @param {string} position before the first move
 * @param {string[]} moves
 * @param {number} ply
 */
export function analysisUrl({ game, options }, position, moves, ply) {
  const root = new MoveNode(null, '');
  const nodes = [root];
  for (const text of moves) nodes.push(/** @type {MoveNode} */ (nodes.at(-1)).childOrNew(text));
  const query = new URLSearchParams({ game, position, ...options });
  return `/analysis?${query}${toFragment(root, nodes[ply] ?? root)}`;
}
