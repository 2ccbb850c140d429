// The reader's preferences for the table: when a move is confirmed, and whether the chat is shown.

import { readPref, writePref } from '../common/prefs.js';

const KEY = 'heterodox-table';

/** When a move is confirmed before it is sent. */
export const CONFIRM = /** @type {const} */ (['daily', 'always', 'never']);

/** @typedef {{ confirm: typeof CONFIRM[number], chat: boolean }} TablePrefs */

/** @returns {TablePrefs} */
export function tablePrefs() {
  try {
    const { confirm, chat } = JSON.parse(readPref(KEY) ?? '{}');
    return { confirm: CONFIRM.includes(confirm) ? confirm : 'daily', chat: chat !== false };
  } catch {
    return { confirm: 'daily', chat: true };
  }
}

/**
 * Binds the controls `[data-table-pref]` of the page. `table-prefs-changed` is dispatched after
 * each change.
 * @param {Document | HTMLElement} root
 */
export function bindTablePrefs(root) {
  for (const field of root.querySelectorAll('[data-table-pref]')) {
    if (field instanceof HTMLSelectElement) field.value = tablePrefs().confirm;
    else if (field instanceof HTMLInputElement) field.checked = tablePrefs().chat;
    field.addEventListener('change', () => {
      const changed =
        field instanceof HTMLSelectElement
          ? { confirm: field.value }
          : { chat: /** @type {HTMLInputElement} */ (field).checked };
      writePref(KEY, JSON.stringify({ ...tablePrefs(), ...changed }));
      dispatchEvent(new Event('table-prefs-changed'));
    });
  }
}
