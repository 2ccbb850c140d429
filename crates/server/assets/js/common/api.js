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
 */
async function call(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError(0, { code: 'no-connection', args: {}, message: 'The server cannot be reached.' });
  }
  return answer(response);
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
    const { frames, total } = await get(`${path}${path.includes('?') ? '&' : '?'}from=${all.length}`);
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
