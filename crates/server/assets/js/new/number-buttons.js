// Buttons beside a number that step it.

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
