// Throws of the die as moves and notices name them.

/** @import { Frame, Scene } from '../common/types.d.ts' */

/** What a ply without a move is written as. */
const PASS = '--';

/**
 * A throw and what came of it.
 * @typedef {object} Throw
 * @property {number} ply that it was for
 * @property {string} side
 * @property {number} face
 * @property {string | null} text the move; nothing while it is awaited
 */

/**
 * The throw that a ply was made with, and what was made of it.
 * @param {Frame} frame
 * @returns {Throw | null}
 */
export function throwOf({ ply, side, text }) {
  const [, face, played] = /^([1-6]):(.+)$/.exec(text ?? '') ?? [];
  return face && played && side ? { ply, side, face: Number(face), text: played } : null;
}

/** Whether nothing could be moved; a ply without a throw is no pass. @param {Throw | null} one */
export const isPass = (one) => one?.text === PASS;

/**
 * The throw whose move is awaited.
 * @param {Scene} scene
 * @returns {Throw | null}
 */
export function throwNow({ notices, sides, frame }) {
  const notice = notices.findLast(({ key }) => key === 'thrown');
  if (!notice) return null;
  const { seat, face } = Object.fromEntries(notice.args);
  const side = sides.find((one) => one.seat === Number(seat))?.key;
  return side ? { ply: frame.ply + 1, side, face: Number(face), text: null } : null;
}
