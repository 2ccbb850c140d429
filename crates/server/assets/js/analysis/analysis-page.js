// The analysis board: plays moves of both sides, keeps them as a tree and in the URL, and shows the
// engine's evaluation. It holds no rules: frames and legal moves come from the server
// (`/api/line`).

import '../board/game-board.js';
import { EnginePanel } from './engine-panel.js';
import { toFragment, MoveNode, parseFragment } from './move-tree.js';
import { MoveTreeList } from './move-tree-list.js';
import { ApiError, post } from '../common/api.js';
import { annotate } from '../board/annotate.js';
import { MoveArrows } from '../board/move-arrows.js';
import { GameBoard } from '../board/game-board.js';
import { bindPieceCards } from '../guide/piece-card.js';
import { showCoordinates } from '../board/coordinates.js';
import { resolveChoice } from '../board/choice-dialog.js';
import { bindCopy } from '../common/copy-buttons.js';
import { toast } from '../common/dialogs.js';
import { byId, pageJson } from '../common/dom.js';
import { linkEditor } from '../editor/editor-link.js';
import { capturesAny, EMPTY_FRAME, plyBetween } from '../board/frame-diff.js';
import { problemText, sideName, t } from '../common/i18n.js';
import { bindWheel, navigationKey } from '../game/move-list.js';
import { play } from '../common/sound.js';
import { plyWords } from '../board/descriptions.js';
import { announce } from '../common/live-region.js';
import { reasonText, warnings } from '../game/status-line.js';
import { MovePaths } from '../board/move-paths.js';
/** @import { Choice, Frame, GameState, PageData, Scene } from '../common/types.d.ts' */

/** The time for which a move must stay selected before the server is asked about it. */
const REST_MS = 120;

class AnalysisPage {
  /** @type {PageData & { position?: string | null }} */
  data = pageJson('page-data');
  root = new MoveNode(null, '');
  here = this.root;
  #isLoading = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #restTimer;

  /** @param {GameBoard} board */
  constructor(board) {
    this.board = board;
    this.sides = this.data.sides ?? [];
    this.list = new MoveTreeList(byId('tree'), this.sides, (node) => this.go(node));
    this.movePaths = this.data.paths ? new MovePaths(board, (text) => this.#pathOf(text)) : null;
    this.arrows = new MoveArrows(board);
    this.panel = new EnginePanel(this.data, {
      play: (moves) => void this.add(moves),
      showArrows: (moves) => this.arrows.show(moves),
      emphasize: (index) => this.arrows.emphasize(index),
    });
    showCoordinates(board);
    this.annotations = annotate(board);
    this.showPieceCard = bindPieceCards(board, this.data);
    this.#bind();
    void this.#load();
  }

  #bind() {
    const { board } = this;
    board.addEventListener(
      'board-choose',
      (event) => void this.#pick(/** @type {CustomEvent} */ (event).detail.choices),
    );
    board.addEventListener('board-illegal', () => toast(t('nothing-possible'), 'refusal'));
    board.addEventListener('board-rotate', () =>
      this.panel.rotate(board.rotation * 2 === (board.rotations ?? 1)),
    );
    document
      .querySelector('[data-tool=turn]')
      ?.addEventListener('click', () => board.rotateTo(board.rotation + 1));
    for (const button of document.querySelectorAll('[data-step]')) {
      button.addEventListener('click', () => this.#step(button.getAttribute('data-step') ?? ''));
    }
    document.addEventListener('keydown', (event) => {
      const direction = navigationKey(event);
      if (direction) this.#step(direction);
    });
    bindWheel((direction) => this.#step(direction));
    byId('promote').addEventListener('click', () => {
      this.here.promote();
      this.#treeChanged();
      announce(t('say-promoted'));
    });
    byId('delete').addEventListener('click', () => this.#delete());
    byId('texts').addEventListener('toggle', () => void this.#texts());
    // The URL's fragment holds the moves, so an edited fragment is another tree.
    addEventListener('hashchange', () => void this.#load());
    bindCopy(document);
  }

  /** Loads the tree that the URL names: each variation down to its end. */
  async #load() {
    const { root, here } = parseFragment(location.hash);
    this.root = root;
    this.here = root;
    for (const end of root.ends) {
      await this.#fetch(end).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        toast(problemText(error.problem), 'refusal');
        for (let node = end; node.parent && !node.frame; node = node.parent) node.remove();
      });
      if (this.root !== root) return;
    }
    if (!root.frame) await this.#fetch(root).catch(showProblem);
    this.here = here.frame ? here : root;
    this.#treeChanged();
  }

  /**
   * Fetches a node, and all of its ancestors that are not loaded yet.
   * @param {MoveNode} node
   */
  async #fetch(node) {
    let since = node;
    while (since.parent && !since.parent.frame) since = since.parent;
    if (node.frame && !node.scene) since = node;
    const { frames, scene } = await this.#line(
      node.moves,
      since.frame || since.parent?.frame ? since.ply : 0,
    );
    node.scene = scene;
    /** @type {MoveNode | null} */
    let current = node;
    for (const frame of frames.reverse()) {
      if (current) current.frame = frame;
      // The server writes a move in the game's strict notation.
      if (current?.parent && frame.text) current.text = frame.text;
      current = current?.parent ?? null;
    }
  }

  /**
   * @param {string[]} moves
   * @param {number} since
   * @param {boolean} [record]
   * @returns {Promise<{ frames: Frame[], scene: Scene, record?: string }>}
   */
  #line(moves, since, record = false) {
    const { game, options, position } = this.data;
    return post('/api/line', {
      game,
      options,
      ...(position ? { position } : {}),
      moves,
      since,
      record,
    });
  }

  /** The path on which a move is shown. @param {string} text */
  async #pathOf(text) {
    const moves = [...this.here.moves, text];
    const { frames: [frame] } = await this.#line(moves, moves.length);
    return frame?.path ?? [];
  }

  /** @param {MoveNode} node */
  go(node) {
    if (node !== this.here) this.annotations.clear();
    const forward = node.parent === this.here;
    this.here = node;
    this.#show();
    const { frame } = node;
    if (!frame) return;
    announce(node.parent ? plyWords(node.parent.frame ?? undefined, frame) : t('ply-start'));
    if (forward)
      play(capturesAny(plyBetween(node.parent?.frame ?? undefined, frame)) ? 'capture' : 'move');
  }

  /** @param {string} direction */
  #step(direction) {
    const { here, root } = this;
    const target = {
      first: root,
      back: here.parent,
      forward: here.children[0],
      last: here.lastOfLine,
    }[direction];
    if (target && target !== here) this.go(target);
  }

  /** @param {Choice[]} choices */
  async #pick(choices) {
    const { scene, frame } = this.here;
    const side =
      scene?.sides.find(({ seat }) => seat === scene.to_act[0])?.key ?? frame?.side ?? '';
    // In an analysis, moves are made without asking for confirmation.
    const choice = await resolveChoice(side, choices, {
      board: this.board,
      game: this.data.game ?? '',
      pieces: this.data.pieces ?? [],
      pool: scene?.reserve ?? [],
      showPieceCard: this.showPieceCard,
    });
    if (choice) await this.add([choice.text]);
    else this.board.cancel();
  }

  /**
   * Plays moves from the current node on. Moves that are already in the tree are only walked
   * through.
   * @param {string[]} moves
   */
  async add(moves) {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const from = this.here;
    try {
      const { frames, scene } = await this.#line([...from.moves, ...moves], from.ply + 1);
      let node = from;
      for (const frame of frames) {
        node = node.childOrNew(frame.text ?? '');
        node.frame ??= frame;
      }
      node.scene = scene;
      if (this.here !== from) return;
      this.#treeChanged(false);
      this.go(node);
    } catch (error) {
      showProblem(error);
      this.board.snapBack();
    } finally {
      this.#isLoading = false;
    }
  }

  #delete() {
    const { here } = this;
    if (!here.parent) return;
    this.here = here.parent;
    here.remove();
    this.#treeChanged();
    announce(t('say-deleted'));
  }

  /**
   * Redraws the list after the tree has changed.
   * @param {boolean} [show]
   */
  #treeChanged(show = true) {
    this.list.build(this.root);
    byId('tree-empty').hidden = this.root.children.length > 0;
    byId('tree').hidden = this.root.children.length === 0;
    if (show) this.#show();
  }

  #show() {
    const { here, board } = this;
    const frame = here.frame ?? EMPTY_FRAME;
    board.show(frame, here.scene?.choices.filter(({ kind }) => kind === 'move') ?? [], true, {
      earlier: here.parent?.frame?.last,
    });
    board.highlight(
      warnings(here.scene?.notices ?? []).map(({ cells }) => ({ cells, kind: 'danger' })),
    );
    this.movePaths?.show();
    this.list.mark(here);
    byId('status').textContent = this.#status();
    byId('variation').hidden = here.parent === null;
    /** @type {HTMLButtonElement} */ (byId('promote')).disabled = here.isMain;
    linkEditor(frame, this.data);
    this.#updateAddress();
    this.panel.show(here);
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => void this.#onRest(), here.scene ? 0 : REST_MS);
  }

  /** Runs when the reader stays on a node: fetches its legal moves and starts the engine. */
  async #onRest() {
    const { here } = this;
    if (!here.frame) return;
    if (!here.scene) {
      await this.#fetch(here).catch(showProblem);
      if (this.here !== here || !here.scene) return;
      this.#show();
      return;
    }
    const { game = '', options = {}, position = null } = this.data;
    this.panel.analyse(here, { game, options, position });
    void this.#texts();
  }

  #status() {
    const { frame, scene } = this.here;
    if (!frame) return '';
    if (!scene) return this.here.parent ? plyWords(this.here.parent.frame ?? undefined, frame) : '';
    const { outcome, sides, to_act } = scene;
    const nameOf = (/** @type {number | null | undefined} */ seat) =>
      sideName(sides.find((one) => one.seat === seat)?.key ?? '');
    if (!outcome) return t('status-move', { side: nameOf(to_act[0]) });
    const title =
      outcome.winner === null ? t('end-draw') : t('end-wins', { side: nameOf(outcome.winner) });
    return `${title}. ${reasonText(/** @type {GameState} */ ({ scene }), outcome)}`;
  }

  /** Writes the moves into the URL, so that it restores this board. */
  #updateAddress() {
    const { pathname, search } = location;
    const address = `${pathname}${search}${toFragment(this.root, this.here)}`;
    // Browsers limit how often a page may do this; the next call writes the URL again.
    try {
      history.replaceState(null, '', address);
    } catch { /* the address stays as it was */ }
    byId('copy-link').dataset.copy = new URL(address, location.href).href;
  }

  /** Fills the position and the record into their fields while that panel is open. */
  async #texts() {
    const { here } = this;
    if (!(/** @type {HTMLDetailsElement} */ (byId('texts')).open) || !here.frame) return;
    fillText('position', here.frame.position);
    const { record = '' } = await this.#line(
      here.lastOfLine.moves,
      Number.MAX_SAFE_INTEGER,
      true,
    ).catch(() => ({ record: '' }));
    if (this.here === here) fillText('record', record);
  }
}

/**
 * @param {string} id
 * @param {string} text
 */
function fillText(id, text) {
  /** @type {HTMLTextAreaElement} */ (byId(id)).value = text;
  byId(`copy-${id}`).dataset.copy = text;
}

/** @param {unknown} error */
function showProblem(error) {
  if (error instanceof ApiError) toast(problemText(error.problem), 'refusal');
  else throw error;
}

const board = document.querySelector('game-board');
if (board instanceof GameBoard) new AnalysisPage(board);
