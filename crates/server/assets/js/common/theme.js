// The colour scheme: light, dark or that of the system. It is kept in a cookie, so that the server
// renders the page in the right colours.

import { writePref } from './prefs.js';

const YEAR_S = 31_536_000;

for (const button of document.querySelectorAll('[data-theme-choice]')) {
  button.addEventListener('click', () =>
    choose(button.getAttribute('data-theme-choice') ?? 'auto'),
  );
}

// The settings panel closes like a menu.
const settings = document.querySelector('details.settings');
const close = () => settings?.removeAttribute('open');
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !settings?.contains(event.target)) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !settings?.hasAttribute('open')) return;
  close();
  settings.querySelector('summary')?.focus();
});

/** @param {string} theme */
function choose(theme) {
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  writePref('heterodox-theme', theme);
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll('[data-theme-choice]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-theme-choice') === theme));
  }
}
