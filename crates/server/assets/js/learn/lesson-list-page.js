// The page with all lessons: shows how far the reader has come in each.

import { showProgress } from './progress.js';

for (const card of document.querySelectorAll('.lesson-card')) {
  if (!(card instanceof HTMLElement)) continue;
  const { open, begun } = showProgress(card.querySelector('.lesson-bar'), card.dataset.game ?? '');
  const finished = open.length === 0;
  const link = card.querySelector('a.main');
  if (!(link instanceof HTMLElement)) continue;
  if (finished) link.textContent = link.dataset.finished ?? '';
  else if (begun) link.textContent = link.dataset.begun ?? '';
  link.classList.toggle('main', !finished);
}
