// An act for a version of the game that is not the newest any more. What has changed meanwhile may
// be nothing that the player decides by, such as a part of a dice seed or a message of the clock.

import { ApiError } from '../common/api.js';
/** @import { GameSocket } from './game-socket.js' */
/** @import { Act, GameState } from '../common/types.d.ts' */

/** What a player decides by. @param {GameState} state */
function decisive({ scene, offer }) {
  // Choices that came by a change have another order.
  const texts = scene.choices.map(({ text }) => text).sort();
  return JSON.stringify([scene.phase, scene.to_act, scene.frame, scene.outcome, texts, offer]);
}

/**
 * Sends an act. If the server refuses it as stale and the newest state asks the player for the same
 * decision, it is sent once more, for that state.
 * @param {GameSocket} socket
 * @param {Act} act
 * @param {GameState | null} seen the state that the player saw
 * @param {() => GameState | null} newest the newest state that has come
 */
export async function sendAct(socket, act, seen, newest) {
  try {
    await socket.act(act);
  } catch (error) {
    const now = newest();
    const isStale = error instanceof ApiError && error.problem.code === 'stale';
    if (!isStale || !seen || !now || now.version === seen.version) throw error;
    if (act.act !== 'submit' || decisive(now) !== decisive(seen)) throw error;
    await socket.act({ ...act, expect: now.version });
  }
}
