// Dialogs and toasts.

import { byId, html } from './dom.js';
import { t } from './i18n.js';

/**
 * @template T
 * @typedef {object} Answer
 * @property {T} value
 * @property {string} label
 * @property {string} [hint] a line of explanation
 * @property {Element} [picture]
 * @property {string} [style] `main` or `danger`
 */

/**
 * Asks a question in a dialog. Resolves to `null` if the dialog was closed without an answer.
 * @template T
 * @param {{ title: string, text?: string, answers: Answer<T>[] }} question
 * @returns {Promise<T | null>}
 */
export function ask({ title, text, answers }) {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let chosen = null;
    const dialog = html('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' });
    const buttons = answers.map((answer) => {
      const button = html('button', {
        type: 'button',
        class: `answer ${answer.style ?? ''}${answer.picture ? ' pictured' : ''}`,
        onclick: () => {
          chosen = answer.value;
          dialog.close();
        },
      });
      if (answer.picture) button.append(answer.picture);
      button.append(html('span', { class: 'answer-label' }, answer.label));
      if (answer.hint) button.append(html('span', { class: 'answer-hint' }, answer.hint));
      return button;
    });
    const cancel = html(
      'button',
      { type: 'button', class: 'dialog-close', onclick: () => dialog.close() },
      t('dialog-cancel'),
    );
    dialog.append(
      html('h2', { id: 'dialog-title' }, title),
      ...(text ? [html('p', {}, text)] : []),
      html('div', { class: 'answers' }, ...buttons),
      cancel,
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    showModal(dialog);
    // Pressing Enter without reading must do no harm.
    if (answers.some((answer) => answer.style === 'danger')) cancel.focus();
  });
}

/** The time and the distance within which the second click of a double click is expected. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_PX = 24;

/** @type {MouseEvent | null} */
let lastClick = null;
addEventListener(
  'click',
  (event) => {
    if (event.detail > 0) lastClick = event;
  },
  { capture: true },
);

/**
 * Opens a dialog whose listeners are in place. The second click of a double click is suppressed: it
 * must hit neither the dialog that the first click opened nor what lies below an answer. A key that
 * is held down answers nothing.
 * @param {HTMLDialogElement} dialog
 */
export function showModal(dialog) {
  // Not on `close`, which is dispatched later than a second click may come.
  dialog.addEventListener('click', (event) => {
    if (!dialog.open && event.detail > 0) suppressClicksNear(event);
  });
  dialog.addEventListener('keydown', (event) => {
    if (!event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  suppressSecondClick();
  document.body.append(dialog);
  dialog.showModal();
}

/** Suppresses the second click of a double click whose first one has opened something. */
export function suppressSecondClick() {
  if (lastClick && performance.now() - lastClick.timeStamp < DOUBLE_CLICK_MS)
    suppressClicksNear(lastClick);
}

/**
 * Suppresses clicks near a click, for a moment or until the pointer is pressed elsewhere.
 * @param {MouseEvent} first
 */
function suppressClicksNear({ clientX, clientY }) {
  const near = (/** @type {MouseEvent} */ event) =>
    Math.hypot(event.clientX - clientX, event.clientY - clientY) <= DOUBLE_CLICK_PX;
  const suppress = (/** @type {MouseEvent} */ event) => {
    // Buttons pressed by a key get clicks without a position.
    if (event.detail === 0 || !near(event)) return;
    event.stopPropagation();
    event.preventDefault();
  };
  const end = () => {
    removeEventListener('click', suppress, { capture: true });
    removeEventListener('pointerdown', endIfElsewhere, { capture: true });
  };
  const endIfElsewhere = (/** @type {PointerEvent} */ event) => { if (!near(event)) end(); };
  addEventListener('click', suppress, { capture: true });
  addEventListener('pointerdown', endIfElsewhere, { capture: true });
  setTimeout(end, DOUBLE_CLICK_MS);
}

/**
 * Asks for confirmation.
 * @param {{ title: string, text?: string, yes: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export async function confirm({ title, text, yes, danger }) {
  const answers = [{ value: true, label: yes, style: danger ? 'danger' : 'main' }];
  return (await ask({ title, text, answers })) === true;
}

const TOAST_MS = 7000;

/**
 * Removes toasts that do not hold any more.
 * @param {...('info' | 'refusal' | 'warning')} kinds
 */
export function clearToasts(...kinds) {
  for (const kind of kinds)
    for (const box of document.querySelectorAll(`#toasts .toast.${kind}`)) box.remove();
}

/**
 * Shows a toast, which screen readers read out.
 * @param {string} text
 * @param {'info' | 'refusal' | 'warning'} [kind]
 */
export function toast(text, kind = 'info') {
  const toasts = byId('toasts');
  const box = html(
    'div',
    { class: `toast ${kind}` },
    html('span', {}, text),
    html(
      'button',
      {
        type: 'button',
        class: 'toast-close',
        'aria-label': t('toast-close'),
        onclick: () => box.remove(),
      },
      '×',
    ),
  );
  toasts.append(box);
  while (toasts.children.length > 3) toasts.firstElementChild?.remove();
  setTimeout(() => box.remove(), TOAST_MS);
}
