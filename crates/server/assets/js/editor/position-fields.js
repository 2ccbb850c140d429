// The fields of a position besides its pieces, as the server names them.

import { html } from '../common/dom.js';
import { pieceName, sideName, t } from '../common/i18n.js';
/** @import { EditField } from '../common/types.d.ts' */

/**
 * Shows the fields. A focused text field stays with its input and selection: the answer to an
 * earlier edit may arrive while the reader is typing.
 * @param {HTMLElement} root
 * @param {EditField[]} fields
 * @param {(key: string, value: string) => void} set
 */
export function showPositionFields(root, fields, set) {
  const focused = document.activeElement;
  const created = fields.map((field) =>
    field.key === 'turn' ? sideField(field, set) : valueField(field, set),
  );
  const place = fields.findIndex(({ key }) => focused?.id === `field-${key}`);
  const focusedField = [...root.children].find((child) => child.contains(focused));
  const now = fields[place]?.value;
  if (now !== undefined && focusedField && focused instanceof HTMLInputElement) {
    if (focused.value === focused.defaultValue && focused.value !== now) {
      focused.defaultValue = now;
      focused.value = now;
      focused.select();
    }
    for (const child of [...root.children]) if (child !== focusedField) child.remove();
    focusedField.before(...created.slice(0, place));
    focusedField.after(...created.slice(place + 1));
    return;
  }
  root.replaceChildren(...created);
  if (focused?.id && root.querySelector(`#${CSS.escape(focused.id)}`))
    document.getElementById(focused.id)?.focus();
}

/**
 * @param {EditField} field
 * @param {(key: string, value: string) => void} set
 */
function sideField({ key, value, values }, set) {
  return html(
    'fieldset',
    { class: 'choices' },
    html('legend', {}, t(`editor-field-${key}`)),
    ...values.map((side) =>
      html(
        'label',
        { class: `choice side-${side}` },
        html('input', {
          type: 'radio',
          id: `field-${key}-${side}`,
          name: `field-${key}`,
          value: side,
          checked: side === value,
          onchange: () => set(key, side),
        }),
        html('span', {}, html('span', { class: 'chip' }), sideName(side)),
      ),
    ),
  );
}

/**
 * @param {EditField} field
 * @param {(key: string, value: string) => void} set
 */
function valueField({ key, value, values, default: defaultValue }, set) {
  const id = `field-${key}`;
  const label = html('label', { for: id }, t(`editor-field-${key}`));
  if (values.length > 0) {
    const select = html(
      'select',
      { id, onchange: () => set(key, select.value) },
      ...values.map((one) =>
        html('option', { value: one, selected: one === value }, valueName(key, one)),
      ),
    );
    return html('div', { class: 'field' }, label, select);
  }
  const input = html('input', {
    id,
    value,
    placeholder: defaultValue,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  input.addEventListener('change', () => {
    // Marks the input as submitted.
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
