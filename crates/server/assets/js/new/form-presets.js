// What the address of the form asks for: `?start=position&position=…&dice=on` begins with these answers.

/** What belongs to the page, or is read by those who know more of it. */
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
 * Gives one of the form's questions an answer.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether it is asked and may be answered so
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
