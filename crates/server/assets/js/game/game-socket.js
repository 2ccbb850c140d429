// The live connection of a game. It comes back by itself; whatever it missed is in the state that the
// server sends first.

import { ApiError } from '../common/api.js';
import { withSight } from './perspective.js';
/** @import { Act, GameState, Notice, ServerMessage } from '../common/types.d.ts' */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The server pings every 20 s below what a page can see, so silence says nothing; an answer must come. */
const ANSWER_MS = 10_000;

/**
 * @typedef {object} Listener
 * @property {(state: GameState) => void} state
 * @property {(notices: Notice[]) => void} heard
 * @property {(online: boolean) => void} connection
 */

export class GameSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, { done: (warnings: string[]) => void, failed: (error: ApiError) => void }>} */
  #waiting = new Map();
  #lastId = 0;
  #wait = FIRST_WAIT_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} id of the game
   * @param {Listener} listener
   */
  constructor(id, listener) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.address = `${scheme}://${location.host}${withSight(`/api/games/${id}/socket`)}`;
    this.listener = listener;
    this.#connect();
    // A phone that wakes up, or a network that is back, should not sit out the wait.
    addEventListener('online', () => this.#hurry());
    addEventListener('pageshow', () => this.#hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.#hurry());
  }

  /**
   * Submits an act; resolves with the warnings when it is durable.
   * @param {Act} act
   * @returns {Promise<string[]>}
   */
  act(act) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(offline());
    const id = ++this.#lastId;
    socket.send(JSON.stringify({ type: 'act', id, act }));
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      setTimeout(() => {
        if (this.#waiting.has(id)) socket.close();
      }, ANSWER_MS);
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS;
      this.listener.connection(true);
    });
    socket.addEventListener('message', (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  #lost() {
    this.#socket = null;
    for (const { failed } of this.#waiting.values()) failed(offline());
    this.#waiting.clear();
    this.listener.connection(false);
    // Spread out, so that a restarted server is not stormed.
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #hurry() {
    if (this.#socket) return;
    this.#wait = FIRST_WAIT_MS;
    this.#connect();
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    switch (message.type) {
      case 'state':
        this.listener.state(message.state);
        break;
      case 'heard':
        this.listener.heard(message.notices);
        break;
      case 'answer': {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (message.error) waiting?.failed(new ApiError(422, message.error));
        else waiting?.done(message.warnings);
        break;
      }
      case 'error':
        console.error(message.error.message);
    }
  }
}

const offline = () =>
  new ApiError(0, { code: 'no-connection', args: {}, message: 'The server cannot be reached.' });
