// Buttons that copy a text: `<button data-copy="TEXT">`.

import { t } from './i18n.js';

const COPIED_MS = 2000;

/** @param {Document | HTMLElement} root */
export function bindCopy(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const label = [...button.childNodes];
    button.addEventListener('click', async () => {
      // Without a secure context there is no clipboard; the text stands beside the button.
      const copied = await navigator.clipboard?.writeText(button.dataset.copy ?? '').then(
        () => true,
        () => false,
      );
      if (!copied) return;
      button.textContent = t('link-copied');
      setTimeout(() => { button.replaceChildren(...label); }, COPIED_MS);
    });
  }
}
