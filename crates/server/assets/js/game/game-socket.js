// The WebSocket of a game. The server sends the state first and then each change. The socket
// reconnects by itself and says what it knows already, so nothing is missed.

import { ApiError } from '../common/api.js';
import { withChange } from './game-change.js';
import { withPerspective } from './perspective.js';
/** @import { Act, ChatLine, GameState, Notice, ServerMessage } from '../common/types.d.ts' */

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
/**
 * The server's pings are not visible to a page, so only a missing answer shows that the connection
 * is dead.
 */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * @typedef {object} Listener
 * @property {(state: GameState) => void} onState
 * @property {(notices: Notice[]) => void} onNotices
 * @property {(online: boolean) => void} onConnection
 * @property {(moment: number) => void} onTime the moment on the server's clock
 * @property {(line: ChatLine) => void} onChat a new line of the chat
 */

export class GameSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /**
   * @type {Map<number, { done: (warnings: string[]) => void, failed: (error: ApiError) => void }>}
   */
  #pending = new Map();
  #lastId = 0;
  #retryDelay = FIRST_RETRY_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {GameState | null} */
  #state = null;

  /**
   * @param {string} id of the game
   * @param {Listener} listener
   */
  constructor(id, listener) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.address = `${scheme}://${location.host}${withPerspective(`/api/games/${id}/socket`)}`;
    this.listener = listener;
    this.#connect();
    // A device that wakes up, or a network that is back, reconnects without the delay.
    addEventListener('online', () => this.#reconnectNow());
    addEventListener('pageshow', () => this.#reconnectNow());
    document.addEventListener('visibilitychange', () => document.hidden || this.#reconnectNow());
  }

  /**
   * Submits an act. Resolves with its warnings when it is durable.
   * @param {Act} act
   * @returns {Promise<string[]>}
   */
  act(act) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(offlineError());
    const id = ++this.#lastId;
    socket.send(JSON.stringify({ type: 'act', id, act }));
    return new Promise((done, failed) => {
      this.#pending.set(id, { done, failed });
      setTimeout(() => {
        if (this.#pending.has(id)) socket.close();
      }, ANSWER_TIMEOUT_MS);
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    const address = new URL(this.address);
    if (this.#state) address.searchParams.set('since', String(this.#state.version));
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#retryDelay = FIRST_RETRY_MS;
      this.listener.onConnection(true);
    });
    socket.addEventListener('message', (event) => this.#onMessage(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#onClose();
    });
  }

  #onClose() {
    this.#socket = null;
    for (const { failed } of this.#pending.values()) failed(offlineError());
    this.#pending.clear();
    this.listener.onConnection(false);
    // Randomised, so that the clients of a restarted server do not all reconnect at once.
    this.#timer = setTimeout(() => this.#connect(), this.#retryDelay * (0.75 + Math.random() / 2));
    this.#retryDelay = Math.min(this.#retryDelay * 2, MAX_RETRY_MS);
  }

  /** A change of another state than the known one: a fault, after which the state is sent again. */
  #startAgain() {
    this.#state = null;
    this.#socket?.close();
  }

  #reconnectNow() {
    if (this.#socket) return;
    this.#retryDelay = FIRST_RETRY_MS;
    this.#connect();
  }

  /** @param {ServerMessage} message */
  #onMessage(message) {
    switch (message.type) {
      case 'state':
        this.#state = message.state;
        this.listener.onState(this.#state);
        break;
      case 'change':
        if (message.from !== this.#state?.version) return this.#startAgain();
        this.#state = withChange(this.#state, message);
        this.listener.onState(this.#state);
        if (message.heard) this.listener.onNotices(message.heard);
        break;
      case 'answer': {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        if (message.error) pending?.failed(new ApiError(422, message.error));
        else pending?.done(message.warnings ?? []);
        break;
      }
      case 'chat':
        this.listener.onChat(message.line);
        break;
      case 'time':
        this.listener.onTime(message.now_ms);
        break;
      case 'error':
        console.error(message.error.message);
    }
  }
}

const offlineError = () =>
  new ApiError(0, { code: 'no-connection', args: {}, message: 'The server cannot be reached.' });
