// Light, dark, or as the system has it. The choice is kept in a cookie, so that the server sends the
// page in the right colours at once.

const YEAR_S = 31_536_000;

for (const button of document.querySelectorAll('[data-theme-choice]')) {
  button.addEventListener('click', () => choose(button.getAttribute('data-theme-choice') ?? 'auto'));
}

/** @param {string} theme */
function choose(theme) {
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll('[data-theme-choice]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-theme-choice') === theme));
  }
}
