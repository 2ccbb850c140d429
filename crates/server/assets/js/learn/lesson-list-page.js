// The page with all lessons: shows how far the reader has come in each.

import { readProgress } from './progress.js';

for (const card of document.querySelectorAll('.lesson-card')) {
  if (!(card instanceof HTMLElement)) continue;
  const { game = '', steps = '' } = card.dataset;
  const { done, finished } = readProgress(game);
  const bar = card.querySelector('progress');
  if (bar) bar.value = finished ? Number(steps) : done.length;
  const link = card.querySelector('a.main');
  if (!(link instanceof HTMLElement)) continue;
  if (finished) link.textContent = link.dataset.finished ?? '';
  else if (done.length > 0) link.textContent = link.dataset.begun ?? '';
  link.classList.toggle('main', !finished);
}
