// The list of the piece guide: what is searched for is found while it is typed.

const form = /** @type {HTMLFormElement} */ (document.getElementById('guide-search'));
const field = /** @type {HTMLInputElement} */ (document.getElementById('guide-q'));
const found = /** @type {HTMLElement} */ (document.getElementById('guide-found'));
const none = /** @type {HTMLElement} */ (document.getElementById('guide-none'));
const cards = [...document.querySelectorAll('.guide-card')].map((card) => ({
  card: /** @type {HTMLElement} */ (card),
  words: `${card.getAttribute('data-words')} ${fold(card.textContent ?? '')}`,
  groups: (card.getAttribute('data-groups') ?? '').split(' '),
}));

/**
 * Small letters without accents, as the server folds them.
 * @param {string} text
 */
function fold(text) {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{Mark}/gu, '');
}

function search() {
  const words = fold(field.value).split(/\s+/).filter((word) => word !== '');
  const group = String(new FormData(form).get('kind') ?? 'all');
  let count = 0;
  for (const one of cards) {
    const fits = (group === 'all' || one.groups.includes(group)) && words.every((word) => one.words.includes(word));
    one.card.hidden = !fits;
    count += fits ? 1 : 0;
  }
  found.textContent = (found.dataset.pattern ?? '{}').replace('{}', String(count));
  none.hidden = count > 0;
  const query = new URLSearchParams();
  if (field.value !== '') query.set('q', field.value);
  if (group !== 'all') query.set('kind', group);
  history.replaceState(null, '', query.size > 0 ? `?${query}` : location.pathname);
}

form.addEventListener('input', search);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  search();
});
// On a phone the pieces come first.
if (matchMedia('(max-width: 40rem)').matches) document.querySelector('.guide-signs')?.removeAttribute('open');
// A browser may have kept what was typed when the page was left.
if (field.value !== '') search();

export {};
