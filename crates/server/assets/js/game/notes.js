// What a player guesses of the cells that it does not see. Kept in this browser, for each game and seat, and nowhere
// else: what the server does not have it cannot tell.

/** @import { Frame } from '../common/types.d.ts' */
import { pieceAt } from '../board/frame-diff.js';

/** Guesses that are no pieces. */
export const EMPTY_NOTE = 'empty';
export const ZONE_NOTE = 'zone';
export const DOUBT_NOTE = '?';

export class Notes {
  /** @type {Map<string, string>} guesses by cell */
  #notes = new Map();

  /** @param {string} key where they are kept */
  constructor(key) {
    this.key = key;
    this.#notes = loadNotes(key);
    // The same game may be open in another tab.
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
   * Writes a guess; the same once more takes it away.
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
      if (this.#notes.size > 0) localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.#notes)));
      else localStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing: the notes last as long as the page.
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
    return new Map(found.filter(([, note]) => typeof note === 'string').map(([cell, note]) => [cell, String(note)]));
  } catch {
    return new Map();
  }
}

/**
 * Whether a guess is contradicted by what is seen. It fades then and is not taken away: the clouds may come back over the
 * cell and the enemy with them, and what is worth keeping only its writer knows.
 * @param {string} cell
 * @param {string} note
 * @param {Frame} frame
 */
export function contradicted(cell, note, frame) {
  if (note === ZONE_NOTE) return false;
  const piece = pieceAt(frame, cell);
  const isEmptyNote = note === EMPTY_NOTE;
  if (piece) return isEmptyNote || (piece.kind !== DOUBT_NOTE && note !== DOUBT_NOTE && !isSameKind(piece, note)) || (note === DOUBT_NOTE && piece.kind !== DOUBT_NOTE);
  const isClouded = frame.areas.some(({ kind, cells }) => kind === 'cloud-under' && cells.includes(cell));
  return !isClouded && !isEmptyNote;
}

/**
 * @param {{ kind: string, marks: string[] }} piece
 * @param {string} note
 */
const isSameKind = ({ kind, marks }, note) => kind === note || (note === 'G' && marks.includes('goal'));
