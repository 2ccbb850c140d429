// Calls of the JSON API (docs/api.md).

/** @import { ApiProblem, Frame } from './types.d.ts' */

/** A refusal by the server. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {ApiProblem} problem
   */
  constructor(status, problem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** @param {Response} response */
async function answer(response) {
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  const problem = body?.error ?? { code: 'no-answer', args: {}, message: response.statusText };
  throw new ApiError(response.status, problem);
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function request(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, {
      code: 'no-connection',
      args: {},
      message: 'The server cannot be reached.',
    });
  }
  return answer(response);
}

/** @type {Promise<void> | null} */
let becomingGuest = null;

/** Makes this browser a guest: the answer sets the cookie. Once for all calls that wait for it. */
function becomeGuest() {
  becomingGuest ??= request('/api/guests', { method: 'POST' }).finally(() => {
    becomingGuest = null;
  });
  return becomingGuest;
}

/**
 * Makes a call. A visitor becomes a guest by the first call that needs one.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function call(path, init) {
  try {
    return await request(path, init);
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'no-guest') throw error;
  }
  await becomeGuest();
  return request(path, init);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = (path) => call(path);

/**
 * Loads all frames of a game or record, page by page.
 * @param {string} path
 * @returns {Promise<Frame[]>}
 */
export async function getFrames(path) {
  /** @type {Frame[]} */
  const all = [];
  for (;;) {
    const { frames, total } = await get(
      `${path}${path.includes('?') ? '&' : '?'}from=${all.length}`,
    );
    all.push(...frames);
    if (frames.length === 0 || all.length >= total) return all;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const post = (path, body = {}) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/**
 * @param {string} path
 * @param {string} body
 * @returns {Promise<any>}
 */
export const postText = (path, body) =>
  call(path, { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' }, body });

/**
 * Makes a call of an account. It makes no guest: who signs in need not be one before.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export const send = (method, path, body) =>
  request(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
