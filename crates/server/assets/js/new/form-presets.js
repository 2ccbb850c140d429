// Fills in the form from the URL: `?start=position&position=…&dice=on`.

/** Parameters that other modules parse. Parts of a game overwrite what is filled in here. */
const HANDLED_ELSEWHERE = ['lang', 'seats'];

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
