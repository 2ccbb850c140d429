// Buttons that copy a text: `<button data-copy="TEXT">`.

import { html } from './dom.js';
import { t } from './i18n.js';

const COPIED_MS = 2000;

/**
 * Copies a text. Returns whether that was possible.
 * @param {string} text
 */
export async function copyText(text) {
  const isWritten = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (isWritten) return true;
  // Without a secure context, as in a home network, only a selection can be copied.
  const active = document.activeElement;
  const field = html('textarea', { class: 'sr-only', readonly: true, 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  return isCopied;
}

/** @param {Document | HTMLElement} root */
export function bindCopy(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const label = [...button.childNodes];
    button.addEventListener('click', async () => {
      if (!(await copyText(button.dataset.copy ?? ''))) return;
      button.textContent = t('link-copied');
      setTimeout(() => button.replaceChildren(...label), COPIED_MS);
    });
  }
}
