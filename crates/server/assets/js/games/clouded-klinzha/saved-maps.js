// The cloud maps that are saved in `localStorage`, by name.

const KEY = 'heterodox-clouds';

/** @typedef {{ name: string, rows: string }} SavedMap */

/** @returns {SavedMap[]} */
export function savedMaps() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const whole = (/** @type {any} */ map) =>
      typeof map?.name === 'string' && typeof map?.rows === 'string';
    return Array.isArray(found) ? found.filter(whole) : [];
  } catch {
    return [];
  }
}

/**
 * @param {SavedMap[]} maps
 * @returns {boolean} whether the browser has stored them
 */
function writeMaps(maps) {
  try {
    localStorage.setItem(KEY, JSON.stringify(maps));
    return true;
  } catch {
    return false;
  }
}

/**
 * Saves a map and replaces one of the same name.
 * @param {string} name
 * @param {string} rows
 */
export const saveMap = (name, rows) =>
  writeMaps(
    [...savedMaps().filter((map) => map.name !== name), { name, rows }].toSorted((a, b) =>
      a.name.localeCompare(b.name),
    ),
  );

/** @param {string} name */
export const deleteMap = (name) => writeMaps(savedMaps().filter((map) => map.name !== name));
