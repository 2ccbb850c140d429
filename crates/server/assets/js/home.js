// The front page: the form that starts a game.

import { ApiError, post } from './api.js';
import { toast } from './dialogs.js';
import { byId } from './dom.js';
import { problemText } from './i18n.js';

const form = /** @type {HTMLFormElement} */ (byId('new-game'));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('[type=submit]');
  button?.setAttribute('disabled', '');
  try {
    const { id } = await post('/api/games', wanted(new FormData(form)));
    location.assign(`/g/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(problemText(error.problem), 'refusal');
  } finally {
    button?.removeAttribute('disabled');
  }
});

/**
 * The body of `POST /api/games` that the form asks for.
 * @param {FormData} data
 */
function wanted(data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  const seat = text('seat');
  const quick = text('start') === 'quick';
  /** @type {Record<string, string>} */
  const options = {};
  for (const [name, value] of data) {
    if (name.startsWith('option-')) options[name.slice('option-'.length)] = String(value);
  }
  return {
    game: text('game'),
    options,
    start: quick ? { quick: text('array') } : { setup: true },
    opponent: text('opponent') === 'computer' ? { computer: text('level') } : 'open',
    seat: quick && seat !== 'random' ? Number(seat) : 'random',
  };
}
