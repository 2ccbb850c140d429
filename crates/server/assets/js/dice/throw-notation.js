// Throws of the die, parsed from moves and notices.

/** @import { Frame, Scene } from '../common/types.d.ts' */

/** The notation of a pass. */
const PASS = '--';

/**
 * A throw and the ply that it was for.
 * @typedef {object} Throw
 * @property {number} ply that the throw was for
 * @property {string} side
 * @property {number} face
 * @property {string | null} text the move; `null` while it is awaited
 */

/**
 * The throw of a ply, with the move made.
 * @param {Frame} frame
 * @returns {Throw | null}
 */
export function throwOf({ ply, side, text }) {
  const [, face, played] = /^([1-6]):(.+)$/.exec(text ?? '') ?? [];
  return face && played && side ? { ply, side, face: Number(face), text: played } : null;
}

/** Whether no piece could be moved. A ply without a throw is no pass. @param {Throw | null} one */
export const isPass = (one) => one?.text === PASS;

/**
 * The throw whose move is awaited.
 * @param {Scene} scene
 * @returns {Throw | null}
 */
export function pendingThrow({ notices, sides, frame }) {
  const notice = notices.findLast(({ key }) => key === 'thrown');
  if (!notice) return null;
  const { seat, face } = Object.fromEntries(notice.args);
  const side = sides.find((one) => one.seat === Number(seat))?.key;
  return side ? { ply: frame.ply + 1, side, face: Number(face), text: null } : null;
}
