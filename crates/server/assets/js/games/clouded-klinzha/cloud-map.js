// Cloud maps as text and as areas of a board. A map has one row of signs for each row of the board,
// from the top. A file has a line for each row; an option joins the rows by slashes.

/** @import { Area, BoardCell } from '../../common/types.d.ts' */

/** The cover of a cell by its sign in a map. */
export const COVERS = /** @type {const} */ ({ '.': 'clear', '-': 'edge', '#': 'under' });

/** @typedef {keyof typeof COVERS} Sign */
/** @typedef {Map<string, Sign>} CloudMap */

/** @param {string} sign @returns {sign is Sign} */
export const isSign = (sign) => sign in COVERS;

/**
 * Converts a text with a row in each line to an option, whatever its line endings and indentation.
 * @param {string} text
 */
export const toOption = (text) =>
  text.replace(/^\uFEFF/, '').trim().split(/\r\n|\r|\n/).map((line) => line.trim()).join('/');

/**
 * Converts an option to the contents of a file.
 * @param {string} rows joined by slashes
 */
export const toFile = (rows) => `${rows.replaceAll('/', '\n')}\n`;

/** Parses and writes maps with the rows of a board. */
export class CloudMapRows {
  /** @param {Map<string, BoardCell>} cells */
  constructor(cells) {
    /** @type {Map<string, BoardCell[]>} */
    const rows = new Map();
    for (const cell of cells.values()) {
      const row = cell.name[0] ?? '';
      rows.set(row, [...(rows.get(row) ?? []), cell]);
    }
    /** The names of the cells by row. */
    this.rows = [...rows.keys()]
      .toSorted()
      .map((row) => (rows.get(row) ?? []).toSorted((a, b) => a.x - b.x).map(({ name }) => name));
  }

  /**
   * @param {string} rows joined by slashes; valid, because the server has accepted them
   * @returns {CloudMap}
   */
  read(rows) {
    const lines = rows.split('/');
    /** @type {CloudMap} */
    const covers = new Map();
    this.rows.forEach((row, i) => row.forEach((cell, j) => {
      const sign = lines[i]?.[j] ?? '.';
      covers.set(cell, isSign(sign) ? sign : '.');
    }));
    return covers;
  }

  /** @param {CloudMap} covers */
  write(covers) {
    return this.rows.map((row) => row.map((cell) => covers.get(cell) ?? '.').join('')).join('/');
  }

  /** @param {Area[]} areas of a frame */
  fromAreas(areas) {
    const of = (/** @type {string} */ kind) =>
      areas.filter((area) => area.kind === kind).flatMap(({ cells }) => cells);
    /** @type {CloudMap} */
    const covers = new Map();
    for (const cell of of('cloud-edge')) covers.set(cell, '-');
    for (const cell of of('cloud-under')) covers.set(cell, '#');
    return this.write(covers);
  }
}

/**
 * The areas of a frame with these clouds.
 * @param {CloudMap} covers
 * @returns {Area[]}
 */
export function toAreas(covers) {
  const cells = (/** @type {Sign} */ wanted) =>
    [...covers].filter(([, sign]) => sign === wanted).map(([cell]) => cell);
  return [
    { kind: 'cloud-edge', of: '', cells: cells('-') },
    { kind: 'cloud-under', of: '', cells: cells('#') },
  ].filter((area) => area.cells.length > 0);
}
