// What a position holds besides its pieces, as the server names it.

import { html } from '../common/dom.js';
import { pieceName, sideName, t } from '../common/i18n.js';
/** @import { EditField } from '../common/types.d.ts' */

/**
 * The text field that somebody is in stays, with what is typed and selected there: the answer to an
 * earlier change may come in the middle of it.
 * @param {HTMLElement} root
 * @param {EditField[]} fields
 * @param {(key: string, value: string) => void} set
 */
export function showFields(root, fields, set) {
  const focused = document.activeElement;
  const fresh = fields.map((field) => (field.key === 'turn' ? sides(field, set) : line(field, set)));
  const place = fields.findIndex(({ key }) => focused?.id === `field-${key}`);
  const kept = [...root.children].find((child) => child.contains(focused));
  const now = fields[place]?.value;
  if (now !== undefined && kept && focused instanceof HTMLInputElement) {
    if (focused.value === focused.defaultValue && focused.value !== now) {
      focused.defaultValue = now;
      focused.value = now;
      focused.select();
    }
    for (const child of [...root.children]) if (child !== kept) child.remove();
    kept.before(...fresh.slice(0, place));
    kept.after(...fresh.slice(place + 1));
    return;
  }
  root.replaceChildren(...fresh);
  if (focused?.id && root.querySelector(`#${CSS.escape(focused.id)}`)) document.getElementById(focused.id)?.focus();
}

/**
 * @param {EditField} field
 * @param {(key: string, value: string) => void} set
 */
function sides({ key, value, values }, set) {
  return html('fieldset', { class: 'choices' },
    html('legend', {}, t(`editor-field-${key}`)),
    ...values.map((side) => html('label', { class: `choice side-${side}` },
      html('input', { type: 'radio', id: `field-${key}-${side}`, name: `field-${key}`, value: side, checked: side === value, onchange: () => set(key, side) }),
      html('span', {}, html('span', { class: 'chip' }), sideName(side)))));
}

/**
 * @param {EditField} field
 * @param {(key: string, value: string) => void} set
 */
function line({ key, value, values, default: usual }, set) {
  const id = `field-${key}`;
  const label = html('label', { for: id }, t(`editor-field-${key}`));
  if (values.length > 0) {
    const select = html('select', { id, onchange: () => set(key, select.value) },
      ...values.map((one) => html('option', { value: one, selected: one === value }, valueName(key, one))));
    return html('div', { class: 'field' }, label, select);
  }
  const input = html('input', { id, value, placeholder: usual, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  input.addEventListener('change', () => {
    // What is sent is no longer being typed.
    input.defaultValue = input.value;
    set(key, input.value.trim());
  });
  return html('div', { class: 'field' }, label, input);
}

/** @param {string} key @param {string} value */
function valueName(key, value) {
  if (key === 'last') return pieceName(value);
  return key === 'die' && value === '-' ? t('editor-die-not-thrown') : value;
}
