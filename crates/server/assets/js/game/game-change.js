// The state of a game after a change. The server sends the state once and then only what has
// changed; see `service/change.rs`.

/** @import { ChangeMessage, Choice, CompactChoice, Frame } from '../common/types.d.ts' */
/** @import { FrameChange, GameState, Scene, SceneChange } from '../common/types.d.ts' */

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
    moves: moves ? [...state.moves.slice(0, moves.keep), ...moves.add] : state.moves,
    scene: {
      ...(scene ? sceneWithChange(state.scene, scene) : state.scene),
      ...(fields.seat !== undefined && { viewer: fields.seat === null ? 'public' : { seat: fields.seat } }),
    },
  };
}

/**
 * @param {Scene} scene
 * @param {SceneChange} change
 * @returns {Scene}
 */
function sceneWithChange(scene, { frame, choices = [], ...fields }) {
  return {
    ...scene,
    ...fields,
    frame: frame ? frameWithChange(scene.frame, frame) : scene.frame,
    choices: choices.flatMap(expanded),
  };
}

/**
 * @param {Frame} frame
 * @param {FrameChange} change
 * @returns {Frame}
 */
function frameWithChange({ path: _, told: __, ...frame }, { gone = [], placed = [], ...fields }) {
  const stay = frame.pieces.filter(({ cell }) => !gone.includes(cell));
  return { ...frame, ...fields, pieces: [...stay, ...placed] };
}

/**
 * The choices of an entry of the compact list: plain moves from one cell, or one other choice.
 * @param {CompactChoice} entry
 * @returns {Choice[]}
 */
function expanded(entry) {
  const none = { piece: null, from: null, to: null, variant: null, captures: false, danger: null };
  if (!Array.isArray(entry)) return [{ ...none, ...entry }];
  const [from, piece, lead, cells] = entry;
  return cells.split(' ').map((cell) => {
    const to = cell.replace(/x$/, '');
    return { ...none, text: lead + to, kind: /** @type {const} */ ('move'), piece, from, to, captures: to !== cell };
  });
}
