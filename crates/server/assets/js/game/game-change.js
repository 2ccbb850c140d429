// The state of a game after a change. The server sends the state once and then only what has
// changed; see `games/change.rs`.

/** @import { ChangeMessage, Choice, ChoiceTemplate, CompactChoices } from '../common/types.d.ts' */
/** @import { Frame, FrameChange, GameState, Scene } from '../common/types.d.ts' */
/** @import { SceneChange, TextEdit } from '../common/types.d.ts' */

/**
 * The state after a change. The state before it stays as it was.
 * @param {GameState} state
 * @param {ChangeMessage} change
 * @returns {GameState}
 */
export function withChange(state, { type, from, heard, moves, scene, ...fields }) {
  return {
    ...state,
    ...fields,
    moves: moves
      ? [...state.moves.slice(0, moves.keep), ...(moves.add ?? [scene?.frame?.text ?? ''])]
      : state.moves,
    scene: scene ? sceneWithChange(state.scene, scene) : state.scene,
  };
}

/**
 * @param {Scene} scene
 * @param {SceneChange} change
 * @returns {Scene}
 */
function sceneWithChange(scene, { frame, choices = {}, ...fields }) {
  return {
    ...scene,
    ...fields,
    frame: frame ? frameWithChange(scene.frame, frame) : scene.frame,
    choices: expanded(choices),
  };
}

/**
 * @param {Frame} frame
 * @param {FrameChange} change
 * @returns {Frame}
 */
function frameWithChange(
  { path: _, told: __, ...frame },
  { gone = [], placed = [], position, ...fields },
) {
  const come = placed.map((text) => {
    const [cell = '', side = '', kind = '', ...marks] = text.split(' ');
    return { cell, side, kind, marks };
  });
  const left = new Set([...gone, ...come.map(({ cell }) => cell)]);
  const stay = frame.pieces.filter(({ cell }) => !left.has(cell));
  return {
    ...frame,
    ...fields,
    position: edited(frame.position, position),
    pieces: [...stay, ...come],
  };
}

/**
 * A text after edits, each the number of characters that stay, the number that go, and the text
 * that comes.
 * @param {string} text
 * @param {TextEdit[]} edits
 */
function edited(text, edits) {
  let [at, after] = [0, ''];
  for (const [keep, drop, insert] of edits) {
    after += text.slice(at, at + keep) + insert;
    at += keep + drop;
  }
  return after + text.slice(at);
}

/**
 * The choices of a scene, from their compact form.
 * @param {CompactChoices} compact
 * @returns {Choice[]}
 */
function expanded({ templates = [], targets = {}, others = [] }) {
  const grouped = Object.entries(targets).flatMap(([origin, lists]) => {
    const [from = '', piece = null] = origin.split(' ');
    const all = lists.split('|');
    return templates.flatMap((template, index) => (all[index] ?? '').split(' ').filter(Boolean)
      .map((target) => choiceOf(template, from || null, piece, target)));
  });
  return [...grouped, ...others];
}

/**
 * @param {ChoiceTemplate} template
 * @param {string | null} from
 * @param {string | null} piece
 * @param {string} target
 * @returns {Choice}
 */
function choiceOf(template, from, piece, target) {
  const [cells = '', code = ''] = target.split(':');
  const path = cells.startsWith('.') ? cells.slice(1).split('.') : [];
  const to = path.at(-1) ?? cells;
  /** @type {Record<string, string | null>} */
  const parts = { $p: piece, $f: from, $t: to, $c: code };
  const text = template.text.replace(/\$./g, (mark) => parts[mark] ?? '');
  return {
    kind: 'move', piece, from, to, variant: null, captures: false, danger: null,
    ...(path.length ? { path } : {}), ...template, text,
  };
}
