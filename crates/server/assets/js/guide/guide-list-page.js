// The list of the piece guide, which is filtered while the reader types.

const form = /** @type {HTMLFormElement} */ (document.getElementById('guide-search'));
const field = /** @type {HTMLInputElement} */ (document.getElementById('guide-q'));
const found = /** @type {HTMLElement} */ (document.getElementById('guide-found'));
const none = /** @type {HTMLElement} */ (document.getElementById('guide-none'));
const list = /** @type {HTMLElement} */ (document.querySelector('.guide-list'));
const cards = [...document.querySelectorAll('.guide-card')].map((card) => ({
  card: /** @type {HTMLElement} */ (card),
  words: `${card.getAttribute('data-words')} ${foldCase(card.textContent ?? '')}`,
  groups: (card.getAttribute('data-groups') ?? '').split(' '),
  place: Number(card.getAttribute('data-place')),
})).sort((one, other) => one.place - other.place);
/** The card that is first because its code is searched for. */
let firstCard = list.firstElementChild?.id ?? '';

/**
 * Lower case without accents, as the server folds texts.
 * @param {string} text
 */
function foldCase(text) {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{Mark}/gu, '');
}

/** Moves the card with exactly this code to the front, and the previous one back. */
function moveExactMatchFirst() {
  const code = foldCase(field.value.trim());
  const wanted = cards.find((one) => foldCase(one.card.id) === code)?.card;
  if ((wanted?.id ?? '') === firstCard) return;
  const back = cards.find((one) => one.card.id === firstCard);
  if (back) list.insertBefore(back.card, cards[back.place + 1]?.card ?? null);
  if (wanted) list.prepend(wanted);
  firstCard = wanted?.id ?? '';
}

function search() {
  const words = foldCase(field.value).split(/\s+/).filter((word) => word !== '');
  const group = String(new FormData(form).get('kind') ?? 'all');
  let count = 0;
  for (const one of cards) {
    const fits =
      (group === 'all' || one.groups.includes(group)) &&
      words.every((word) => one.words.includes(word));
    one.card.hidden = !fits;
    count += fits ? 1 : 0;
  }
  moveExactMatchFirst();
  found.textContent = (found.dataset.pattern ?? '{}').replace('{}', String(count));
  none.hidden = count > 0;
  const query = new URLSearchParams();
  if (field.value !== '') query.set('q', field.value);
  if (group !== 'all') query.set('kind', group);
  history.replaceState(null, '', query.size > 0 ? `?${query}` : location.pathname);
}

// On a phone the signs come before the pieces, which the reader looks for.
if (matchMedia('(max-width: 40rem)').matches) document.querySelector('.guide-signs')?.removeAttribute('open');

form.addEventListener('input', search);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  search();
});
// On a phone the pieces come first.
if (matchMedia('(max-width: 40rem)').matches)
  document.querySelector('.guide-signs')?.removeAttribute('open');
// The browser may have restored the input of an earlier visit.
if (field.value !== '') search();

export {};
