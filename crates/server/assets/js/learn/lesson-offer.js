// On the page of a game: offers its lesson at the beginning to a player who has neither gone
// through it nor finished a game of this kind, until the player declines. It does not lie over what
// belongs to a piece that is picked up.

import { noteProgress, readProgress } from './progress.js';

/** The number of plies after which a game is under way. */
const UNDER_WAY = 2;

const offer = document.getElementById('lesson-offer');
const desk = document.querySelector('.desk');
const game = offer?.dataset.game ?? '';

/** Whether the player has picked up a piece. */
let isHolding = false;

/** @param {string} id */
const isShown = (id) => document.getElementById(id)?.hidden === false;

/** Whether the list of moves is there and nearly empty, and the reader plays. */
const isBeginning = () =>
  isShown('moves') &&
  !['setup', 'invite', 'end'].some(isShown) &&
  (document.getElementById('actions')?.childElementCount ?? 0) > 0 &&
  document.querySelectorAll('.move-list [data-ply]').length < UNDER_WAY;

function show() {
  if (!offer) return;
  const progress = readProgress(game);
  // A finished game is on the page: the reader knows the game from now on.
  if (isShown('end') && !progress.known) noteProgress(game, { known: true });
  const hidden =
    isHolding || Boolean(progress.known || progress.finished) || !isBeginning();
  // Setting an attribute wakes the observer even if it stays the same.
  if (offer.hidden !== hidden) offer.hidden = hidden;
}

if (offer && desk) {
  show();
  document.querySelector('game-board')?.addEventListener('board-select', (event) => {
    isHolding = /** @type {CustomEvent} */ (event).detail.cell !== null;
    show();
  });
  new MutationObserver(show).observe(desk, {
    subtree: true,
    childList: true,
    attributeFilter: ['hidden'],
  });
  offer.querySelector('button')?.addEventListener('click', () => {
    noteProgress(game, { known: true });
    show();
  });
}
