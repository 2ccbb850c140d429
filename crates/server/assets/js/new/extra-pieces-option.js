// The number of extra pieces in an array: limited by its room, with a warning if there are many.

import { t } from '../common/i18n.js';

/** From here on, a hint says that these are many unknown pieces. */
const MANY_PIECES = 3;
/** From here on, a warning says that this is for experts. */
const TOO_MANY_PIECES = 10;

const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById('option-extra'));

/**
 * Limits the number to the room of the array.
 * @param {string} setup
 */
export function limitExtra(setup) {
  const extra = field();
  if (!extra) return;
  const most = (extra.dataset.most ?? '').split(' ').find((pair) => pair.startsWith(`${setup}=`))?.split('=')[1];
  if (most) {
    extra.max = most;
    if (Number(extra.value) > Number(most)) extra.value = most;
  }
  const warning = document.getElementById('extra-warning');
  if (!warning) return;
  const count = Number(extra.value);
  const text = count > TOO_MANY_PIECES ? t('warn-many') : count > MANY_PIECES ? t('warn-some') : '';
  if (warning.textContent !== text) warning.textContent = text;
  warning.classList.toggle('warning', count > TOO_MANY_PIECES);
  warning.hidden = text === '';
}

/**
 * Binds the buttons that step a number.
 * @param {HTMLElement} form
 * @param {() => void} changed
 */
export function bindNumbers(form, changed) {
  for (const button of form.querySelectorAll('[data-step-number]')) {
    button.addEventListener('click', () => {
      const number = button.parentElement?.querySelector('input');
      if (!number) return;
      const next = Number(number.value) + Number(button.getAttribute('data-step-number'));
      number.value = String(Math.min(Math.max(next, Number(number.min)), Number(number.max)));
      changed();
    });
  }
}
