// The perspective of the page: `?as=0` in its URL asks for the view of a seat. Without it, the
// server returns the caller's own view.

/** A seat, or `public`; `null` if the URL names none. @type {string | null} */
export const perspective = new URLSearchParams(location.search).get('as');

/**
 * Adds the page's perspective to a URL path of the API.
 * @param {string} path
 */
export const withPerspective = (path) =>
  perspective === null
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}as=${encodeURIComponent(perspective)}`;
