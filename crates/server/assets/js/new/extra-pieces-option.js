// How many pieces come to an array: as many as it has room for, and a word when they are many.

import { t } from '../common/i18n.js';

/** So many unknown pieces can be kept in mind. */
const MANY_PIECES = 3;
/** More than that is a game for those who know them. */
const TOO_MANY_PIECES = 10;

const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById('option-extra'));

/**
 * Keeps the number to what the array has room for.
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
 * The buttons beside a number.
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
