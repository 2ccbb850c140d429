// The connection to the engine (docs/api.md, Analysis). It is there only while somebody looks: a hidden page closes it,
// and asks again when it is seen again. One thing is asked for at a time; answers to what was asked before are passed over.

/** @import { AnalysisMessage, LookRequest, ReviewRequest } from '../common/types.d.ts' */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/**
 * A request without its number.
 * @template T
 * @typedef {T extends unknown ? Omit<T, 'id'> : never} Unnumbered
 */
/** @typedef {Unnumbered<LookRequest | ReviewRequest>} Request */

export class Engine {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Request | null} what is wanted now */
  #wanted = null;
  #id = 0;
  #wait = FIRST_WAIT_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {{ heard: (message: AnalysisMessage) => void, connection: (online: boolean) => void }} listener
   */
  constructor(listener) {
    this.listener = listener;
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#close() : this.#ask()));
    addEventListener('pagehide', () => this.#close());
    addEventListener('pageshow', () => this.#ask());
    addEventListener('online', () => this.#ask());
  }

  /** @param {Request} request */
  ask(request) {
    this.#wanted = request;
    this.#ask();
  }

  /** Wants nothing any more. */
  stop() {
    this.#wanted = null;
    this.#id += 1;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'stop' }));
  }

  #ask() {
    if (!this.#wanted || document.hidden) return;
    if (!this.#socket) this.#connect();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#send();
  }

  #send() {
    if (!this.#wanted) return;
    this.#id += 1;
    this.#socket?.send(JSON.stringify({ ...this.#wanted, id: this.#id }));
  }

  #connect() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/analysis`);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS;
      this.listener.connection(true);
      this.#send();
    });
    socket.addEventListener('message', (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  #close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost() {
    this.#socket = null;
    if (!this.#wanted) return;
    this.listener.connection(false);
    // Spread out, so that a restarted server is not stormed.
    this.#timer = setTimeout(() => this.#ask(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  /** @param {AnalysisMessage} message */
  #hear(message) {
    if (message.id !== this.#id) return;
    // What is finished need not be asked for again when the page is seen again.
    if (message.type === 'done' || message.type === 'refused') this.#wanted = null;
    this.listener.heard(message);
  }
}
