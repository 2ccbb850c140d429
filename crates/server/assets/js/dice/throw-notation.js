// Throws of the die, parsed from moves and notices.

/** @import { Frame, Scene } from '../common/types.d.ts' */

/** The notation of a pass. */
const PASS = '--';

/**
 * A throw of the die and the move made with it.
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
export function throwOfFrame({ ply, side, text }) {
  const [, face, played] = /^([1-6]):(.+)$/.exec(text ?? '') ?? [];
  return face && played && side ? { ply, side, face: Number(face), text: played } : null;
}

/**
 * Whether a throw let no piece move. False for a ply without a throw.
 * @param {Throw | null} thrown
 */
export const isPass = (thrown) => thrown?.text === PASS;

/**
 * The throw whose move is awaited.
 * @param {Scene} scene
 * @returns {Throw | null}
 */
export function pendingThrow({ notices, sides, frame }) {
  const notice = notices.findLast(({ key }) => key === 'thrown');
  if (!notice) return null;
  const { seat, face } = Object.fromEntries(notice.args);
  const side = sides.find((candidate) => candidate.seat === Number(seat))?.key;
  return side ? { ply: frame.ply + 1, side, face: Number(face), text: null } : null;
}
