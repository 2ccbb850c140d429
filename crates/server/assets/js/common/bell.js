// How many games and offers wait for the reader: in the header and in the title of every page, as
// the server tells it, also while another tab is seen.

const HIGHEST_PAUSE_MS = 60_000;

let pause = 1000;
/** @type {WebSocket | null} */
let socket = null;
/** @type {number | undefined} */
let timer;

/** @param {number} count */
function show(count) {
  const link = document.querySelector('.my-games');
  if (!link) return;
  const badge = link.querySelector('.badge');
  const number = badge?.querySelector('[data-count]');
  if (badge && number) {
    number.textContent = String(count);
    badge.toggleAttribute('hidden', count === 0);
  }
  // The page of a game says in its title whose turn it is there.
  if (document.body.classList.contains('game-page')) return;
  const title = document.title.replace(/^\(\d+\) /, '');
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

function open() {
  clearTimeout(timer);
  if (socket || !document.querySelector('.my-games')) return;
  const address = new URL('/api/me/socket', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  socket = new WebSocket(address);
  socket.addEventListener('message', ({ data }) => {
    pause = 1000;
    const { games, offers } = JSON.parse(data);
    show(games + offers);
  });
  socket.addEventListener('close', ({ code }) => {
    socket = null;
    // A session that has ended is not begun again by this page.
    if (code === 1008) return;
    timer = setTimeout(open, pause);
    pause = Math.min(2 * pause, HIGHEST_PAUSE_MS);
  });
}

addEventListener('pageshow', open);
open();

export {};
