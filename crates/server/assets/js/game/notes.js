// A player's guesses about unseen cells, by game and seat. They are kept in `localStorage` only:
// what the server does not have it cannot reveal.

/** @import { Frame } from '../common/types.d.ts' */
import { pieceAt } from '../board/frame-diff.js';

/** Notes that are not pieces. */
export const EMPTY_NOTE = 'empty';
export const ZONE_NOTE = 'zone';
export const DOUBT_NOTE = '?';

export class Notes {
  /** @type {Map<string, string>} notes by cell */
  #notes = new Map();

  /** @param {string} key in `localStorage` */
  constructor(key) {
    this.key = key;
    this.#notes = loadNotes(key);
    // The game may be open in another tab.
    addEventListener('storage', (event) => {
      if (event.key === key) this.#notes = loadNotes(key);
    });
  }

  get size() {
    return this.#notes.size;
  }

  entries() {
    return [...this.#notes];
  }

  /** @param {string} cell */
  at(cell) {
    return this.#notes.get(cell);
  }

  /**
   * Writes a note; the same note again removes it.
   * @param {string} cell
   * @param {string | null} note
   */
  put(cell, note) {
    if (note === null || this.#notes.get(cell) === note) this.#notes.delete(cell);
    else this.#notes.set(cell, note);
    this.#save();
  }

  clear() {
    this.#notes.clear();
    this.#save();
  }

  #save() {
    try {
      if (this.#notes.size > 0)
        localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.#notes)));
      else localStorage.removeItem(this.key);
    } catch {
      // Without storage, notes last as long as the page.
    }
  }
}

/**
 * @param {string} key
 * @returns {Map<string, string>}
 */
function loadNotes(key) {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(key) ?? '{}'));
    return new Map(
      found
        .filter(([, note]) => typeof note === 'string')
        .map(([cell, note]) => [cell, String(note)]),
    );
  } catch {
    return new Map();
  }
}

/**
 * Whether a note contradicts the frame. Such a note fades but stays: the clouds and the enemy may
 * come back, and only the player knows whether it is still of use.
 * @param {string} cell
 * @param {string} note
 * @param {Frame} frame
 */
export function contradicted(cell, note, frame) {
  if (note === ZONE_NOTE) return false;
  const piece = pieceAt(frame, cell);
  const isEmptyNote = note === EMPTY_NOTE;
  if (piece)
    return (
      isEmptyNote ||
      (piece.kind !== DOUBT_NOTE && note !== DOUBT_NOTE && !isSameKind(piece, note)) ||
      (note === DOUBT_NOTE && piece.kind !== DOUBT_NOTE)
    );
  const isUnderCloud = frame.areas.some(
    ({ kind, cells }) => kind === 'cloud-under' && cells.includes(cell),
  );
  return !isUnderCloud && !isEmptyNote;
}

/**
 * @param {{ kind: string, marks: string[] }} piece
 * @param {string} note
 */
const isSameKind = ({ kind, marks }, note) =>
  kind === note || (note === 'G' && marks.includes('goal'));
