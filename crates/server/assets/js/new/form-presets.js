// Fills in the form from the URL: `?start=position&position=…&dice=on`.

/** Parameters of the page, or of modules that parse them themselves. */
const HANDLED_ELSEWHERE = ['lang', 'clouds', 'seats', 'dice-table', 'max-moves'];

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} params
 */
export function presetForm(form, params) {
  for (const [name, value] of params) {
    if (HANDLED_ELSEWHERE.includes(name)) continue;
    if (!setAnswer(form, name, value)) setAnswer(form, `option-${name}`, value);
  }
  if (params.has('position')) setAnswer(form, 'start', 'position');
}

/**
 * Sets the answer to a question of the form.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether the question exists and accepts the value
 */
export function setAnswer(form, name, value) {
  const fields = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
  for (const field of fields) {
    if (field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type)) {
      if (field.value === value) field.checked = true;
      else continue;
    } else if (field instanceof HTMLInputElement && field.type !== 'hidden') field.value = value;
    else if (field instanceof HTMLSelectElement && [...field.options].some((one) => one.value === value)) field.value = value;
    else continue;
    return true;
  }
  return false;
}
