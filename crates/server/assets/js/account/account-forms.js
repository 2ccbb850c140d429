// The forms of accounts: each is sent as JSON to the call that it names.

import { ApiError, send } from '../common/api.js';
import { showProblem } from '../common/problem-box.js';

/**
 * The fields of a form, and what stands behind `#` in the address if the form wants it.
 * @param {HTMLFormElement} form
 */
function bodyOf(form) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const [name, value] of new FormData(form)) body[name] = value === 'true' ? true : value;
  if (form.dataset.hash) body[form.dataset.hash] = location.hash.slice(1);
  return body;
}

/** @param {HTMLFormElement} form */
async function submit(form) {
  const problem = /** @type {HTMLElement} */ (form.querySelector('.problem-line'));
  const buttons = form.querySelectorAll('button');
  const [method = 'POST', path = ''] = (form.dataset.call ?? '').split(' ');
  showProblem(problem, null);
  for (const button of buttons) button.disabled = true;
  try {
    await send(method, path, bodyOf(form));
    if (form.dataset.then) location.assign(form.dataset.then);
    else location.reload();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showProblem(problem, error.problem);
    for (const button of buttons) button.disabled = false;
    buttons[buttons.length - 1]?.focus();
  }
}

for (const form of document.querySelectorAll('form')) {
  if (!form.dataset.call) continue;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
}
