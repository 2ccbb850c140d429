// Whose sight the page asks for: `?as=0` in its address. Without it the server shows what is the caller's.

/** The seat, or `public`; nothing if the address does not say. @type {string | null} */
export const perspective = new URLSearchParams(location.search).get('as');

/**
 * An address of the interface, asking for the same sight as the page.
 * @param {string} path
 */
export const withPerspective = (path) =>
  (perspective === null ? path : `${path}${path.includes('?') ? '&' : '?'}as=${encodeURIComponent(perspective)}`);
