// On the page of a game: offers its lesson to a reader who has neither gone through it nor finished
// a game of this kind, until the reader declines.

import { noteProgress, readProgress } from './progress.js';

const offer = document.getElementById('lesson-offer');
const end = document.getElementById('end');
const game = offer?.dataset.game ?? '';

function show() {
  // A finished game is on the page: the reader knows the game, from now on.
  if (end && !end.hidden && !readProgress(game).known) noteProgress(game, { known: true });
  const { known, finished } = readProgress(game);
  if (offer) offer.hidden = Boolean(known || finished);
}

if (offer) {
  show();
  if (end) new MutationObserver(show).observe(end, { attributeFilter: ['hidden'] });
  offer.querySelector('button')?.addEventListener('click', () => {
    noteProgress(game, { known: true });
    show();
  });
}
