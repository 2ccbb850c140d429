// The forms of accounts: each is sent as JSON to the call that it names.

import './ways.js';
import { ApiError, post, send } from '../common/api.js';
import { forgetReader } from '../common/offline.js';
import { showProblem } from '../common/problem-box.js';

/**
 * The fields of a form, and what stands behind `#` in the address if the form wants it.
 * @param {HTMLFormElement} form
 */
function bodyOf(form) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const field of form.elements) {
    if (
      !(
        field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement
      ) ||
      !field.name
    )
      continue;
    if ('optional' in field.dataset && field.value === '') continue;
    if ('text' in field.dataset) body[field.name] = field.value;
    else if ('number' in field.dataset) body[field.name] = Number(field.value);
    else if (field.type === 'checkbox')
      body[field.name] = /** @type {HTMLInputElement} */ (field).checked;
    else if (field.type === 'number') body[field.name] = Number(field.value);
    else body[field.name] = field.type === 'hidden' ? field.value === 'true' : field.value;
  }
  if (form.dataset.hash) body[form.dataset.hash] = location.hash.slice(1);
  return body;
}

/**
 * What the browser's passkey answers to the options of the server.
 * @param {string} kind `create` or `get`
 */
async function passkey(kind) {
  const path = kind === 'create' ? '/api/me/passkeys/options' : '/api/login/passkey/options';
  const options = await send('POST', path, {});
  const publicKey = options.publicKey ?? options;
  const made =
    kind === 'create'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
        });
  return /** @type {PublicKeyCredential} */ (made).toJSON();
}

/**
 * What is said in the place of a form that was sent. It gets the focus, so that it is read out.
 * @param {string} text
 */
function said(text) {
  const line = document.createElement('p');
  line.textContent = text;
  line.tabIndex = -1;
  line.setAttribute('role', 'status');
  queueMicrotask(() => line.focus());
  return line;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter the button that was pressed
 */
async function submit(form, submitter) {
  const problem = /** @type {HTMLElement} */ (form.querySelector('.problem-line'));
  const buttons = form.querySelectorAll('button');
  const [method = 'POST', path = ''] = (form.dataset.call ?? '').split(' ');
  for (const other of document.querySelectorAll('.problem-line'))
    showProblem(/** @type {HTMLElement} */ (other), null);
  for (const button of buttons) button.disabled = true;
  try {
    const body = bodyOf(form);
    if (submitter instanceof HTMLButtonElement && submitter.name)
      body[submitter.name] = submitter.value;
    if (form.dataset.passkey) body.credential = await passkey(form.dataset.passkey);
    // The question stands in the form with the password.
    const taken = document.querySelector('input[name=take_over]');
    if (form.dataset.passkey === 'get' && taken instanceof HTMLInputElement)
      body.take_over = taken.checked;
    await ('guest' in form.dataset ? post(path, body) : send(method, path, body));
    // Nothing stays for the next person at this browser.
    if (/^(POST \/api\/logout|DELETE \/api\/account)$/.test(`${method} ${path}`))
      await forgetReader();
    if (form.dataset.done) form.replaceWith(said(form.dataset.done));
    else if (form.dataset.then) location.assign(form.dataset.then);
    else location.reload();
  } catch (error) {
    // A passkey that is not chosen, or is not there, is an error of the browser.
    if (!(error instanceof ApiError || error instanceof DOMException)) throw error;
    const code = error.name === 'InvalidStateError' ? 'passkey-there' : 'bad-passkey';
    showProblem(
      problem,
      error instanceof ApiError ? error.problem : { code, args: {}, message: '' },
    );
    for (const button of buttons) button.disabled = false;
    buttons[buttons.length - 1]?.focus();
  }
}

// Passkeys belong to a host with a name, and need a new browser and a secure page.
const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);
const hasPasskeys = isNamed && 'PublicKeyCredential' in globalThis
  && Boolean(PublicKeyCredential.parseCreationOptionsFromJSON);
document.querySelector('[data-no-passkeys]')?.toggleAttribute('hidden', hasPasskeys);

for (const form of document.querySelectorAll('form')) {
  if (!form.dataset.call) continue;
  if (form.dataset.passkey) form.hidden = !hasPasskeys;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form, event.submitter);
  });
}
