// How the reader likes the board: its size, and what it shows. Kept in this browser.

const KEY = 'heterodox-board';

/** @typedef {{ size: number, help: boolean, colours: boolean, zones: boolean }} Prefs */

/** @type {Prefs} */
const USUAL = { size: 100, help: true, colours: true, zones: true };

/** @returns {Prefs} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const size = Number(found.size);
    return { ...USUAL, ...found, size: size >= 50 && size <= 160 ? size : USUAL.size };
  } catch {
    return { ...USUAL };
  }
}

/**
 * Shows the board as it is liked: classes of its area, and a size.
 * @param {Prefs} prefs
 */
function apply(prefs) {
  for (const area of document.querySelectorAll('.board-area')) {
    if (!(area instanceof HTMLElement)) continue;
    area.classList.toggle('no-help', !prefs.help);
    area.classList.toggle('no-colours', !prefs.colours);
    area.classList.toggle('no-zones', !prefs.zones);
    area.style.setProperty('--board-size', String(prefs.size / 100));
  }
}

/**
 * Binds the page's settings of the board, if it has them.
 * @param {Document | HTMLElement} root
 */
export function bindPrefs(root) {
  const fields = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll('[data-pref]')]);
  if (fields.length === 0) return;
  const prefs = kept();
  apply(prefs);
  for (const field of fields) {
    const name = field.dataset.pref;
    const show = () => {
      if (name === 'help' || name === 'colours' || name === 'zones') field.checked = prefs[name];
      if (name !== 'size') return;
      field.value = String(prefs.size);
      field.setAttribute('aria-valuetext', `${prefs.size} %`);
    };
    show();
    field.addEventListener('input', () => {
      if (name === 'size') prefs.size = Number(field.value);
      else if (name === 'help' || name === 'colours' || name === 'zones') prefs[name] = field.checked;
      show();
      apply(prefs);
      localStorage.setItem(KEY, JSON.stringify(prefs));
    });
  }
}
