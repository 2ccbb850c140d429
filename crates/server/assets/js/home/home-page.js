// The front page: buttons that start a game with one click.

import { ApiError, post } from '../common/api.js';
import { toast } from '../common/dialogs.js';
import { problemText } from '../common/i18n.js';
import { ifReached } from '../common/offline.js';

for (const button of document.querySelectorAll('[data-play]')) {
  button.addEventListener('click', async () => {
    button.setAttribute('disabled', '');
    try {
      const { id } = await post('/api/games', JSON.parse(button.getAttribute('data-play') ?? ''));
      location.assign(`/g/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(problemText(error.problem), 'refusal');
    } finally {
      button.removeAttribute('disabled');
    }
  });
}

// The replay is the least important: it begins when everything else is there.
addEventListener('load', async () => {
  // A page that is being left has no board.
  if (!document.getElementById('hero-data')) return;
  const replay = await ifReached(import('./hero-board.js'));
  replay?.startReplay();
});
