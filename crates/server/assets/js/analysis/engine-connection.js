// The WebSocket to the engine (`GET /api/analysis`). It is open only while the page is visible: a
// hidden page closes it and repeats its request when it becomes visible again. One request runs at
// a time; answers to earlier requests are ignored.

/** @import { AnalysisMessage, AnalysisRequest } from '../common/types.d.ts' */

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/**
 * A request without its id.
 * @template T
 * @typedef {T extends unknown ? Omit<T, 'id'> : never} WithoutId
 */
/** @typedef {WithoutId<AnalysisRequest>} Request */

export class EngineConnection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Request | null} the request that is to be answered */
  #request = null;
  #id = 0;
  #retryDelay = FIRST_RETRY_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {{ onMessage: (message: AnalysisMessage) => void,
   *   onConnection: (online: boolean) => void }} listener
   */
  constructor(listener) {
    this.listener = listener;
    document.addEventListener('visibilitychange', () =>
      document.hidden ? this.#close() : this.#ask(),
    );
    addEventListener('pagehide', () => this.#close());
    addEventListener('pageshow', () => this.#ask());
    addEventListener('online', () => this.#ask());
  }

  /** @param {Request} request */
  ask(request) {
    this.#request = request;
    this.#ask();
  }

  /** Cancels the current request. */
  stop() {
    this.#request = null;
    this.#id += 1;
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ type: 'stop' }));
  }

  #ask() {
    if (!this.#request || document.hidden) return;
    if (!this.#socket) this.#connect();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#send();
  }

  #send() {
    if (!this.#request) return;
    this.#id += 1;
    this.#socket?.send(JSON.stringify({ ...this.#request, id: this.#id }));
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/analysis`);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#retryDelay = FIRST_RETRY_MS;
      this.listener.onConnection(true);
      this.#send();
    });
    socket.addEventListener('message', (event) => this.#onMessage(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#onClose();
    });
  }

  #close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #onClose() {
    this.#socket = null;
    if (!this.#request) return;
    this.listener.onConnection(false);
    // Randomised, so that the clients of a restarted server do not all reconnect at once.
    this.#timer = setTimeout(() => this.#ask(), this.#retryDelay * (0.75 + Math.random() / 2));
    this.#retryDelay = Math.min(this.#retryDelay * 2, MAX_RETRY_MS);
  }

  /** @param {AnalysisMessage} message */
  #onMessage(message) {
    if (message.type === 'error' || message.id !== this.#id) return;
    // A finished request is not repeated when the page becomes visible again.
    if (message.type === 'done' || message.type === 'refused') this.#request = null;
    this.listener.onMessage(message);
  }
}
