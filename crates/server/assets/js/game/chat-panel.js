// The chat of a game: the table's room and the gallery's. New lines come over the socket of the
// game; all lines are loaded when it connects, and when other rooms open.

import { ApiError, get, post } from '../common/api.js';
import { ask, toast } from '../common/dialogs.js';
import { byId, html } from '../common/dom.js';
import { problemText, t } from '../common/i18n.js';
import { sharesScreen } from './player-cards.js';
import { tablePrefs } from './table-prefs.js';
/** @import { Chat, ChatLine, ChatRoom, GameState } from '../common/types.d.ts' */

/** @type {ChatRoom[]} */
const ROOMS = ['table', 'gallery'];

/** What a report of a line can be for. */
const REASONS = ['insult', 'spam', 'cheating', 'other'];

/** A part of an element that must be there. @param {HTMLElement} root @param {string} selector */
function part(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {unknown} error */
function showProblem(error) {
  if (!(error instanceof ApiError)) throw error;
  toast(problemText(error.problem), 'refusal');
}

export class ChatPanel {
  /** @type {Chat | null} */
  #chat = null;
  /** @type {ChatRoom} */
  #room = 'table';
  /** Whether the reader has chosen the room. */
  #isChosen = false;
  /** Lines that have come while all were being loaded. @type {ChatLine[]} */
  #early = [];
  #loading = 0;
  /** The unread lines of each room. @type {Record<ChatRoom, number>} */
  #unread = { table: 0, gallery: 0 };
  /** @type {GameState | null} */
  #state = null;
  /** What decides which rooms are open to the reader. */
  #access = '';
  #wasOpened = false;

  /** @param {string} id of the game */
  constructor(id) {
    this.path = `/api/games/${id}/chat`;
    this.root = /** @type {HTMLDetailsElement} */ (byId('chat'));
    this.lines = part(this.root, '.chat-lines');
    this.list = part(this.lines, 'ol');
    this.badge = part(this.root, '.badge');
    this.rooms = part(this.root, '.chat-rooms');
    this.hint = part(this.root, '.chat-hint');
    this.silence = part(this.root, '.chat-silence');
    this.phraseForm = part(this.root, '.chat-phrase');
    this.textForm = part(this.root, '.chat-text');
    for (const button of this.rooms.querySelectorAll('button')) {
      button.addEventListener('click', () =>
        this.#choose(/** @type {ChatRoom} */ (button.dataset.room)),
      );
    }
    this.root.addEventListener('toggle', () => this.#read());
    for (const form of [this.phraseForm, this.textForm]) {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        void this.#say(/** @type {HTMLFormElement} */ (form));
      });
    }
    addEventListener('table-prefs-changed', () => this.#show());
  }

  /** Loads all lines: when the socket connects, and when other rooms open. */
  async load() {
    const number = ++this.#loading;
    try {
      const chat = await get(this.path);
      if (number !== this.#loading) return;
      this.#chat = chat;
    } catch (error) {
      // The next connection loads them.
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    if (!this.#isChosen) this.#room = this.#first();
    this.#drawLines();
    this.#show();
    for (const line of this.#early.splice(0)) this.onLine(line);
  }

  /** @param {GameState} state */
  show(state) {
    this.#state = state;
    const access = JSON.stringify([state.scene.outcome !== null, state.seats]);
    if (this.#access !== '' && access !== this.#access) void this.load();
    this.#access = access;
    this.#show();
  }

  /** A new line. @param {ChatLine} line */
  onLine(line) {
    if (!this.#chat) this.#early.push(line);
    const lines = this.#chat?.[line.room];
    // It may have come with the other lines.
    if (!lines || lines.some(({ seq }) => seq === line.seq)) return;
    lines.push(line);
    if (line.room === this.#room) this.#append(line);
    const isOwn = this.#isOwn(line);
    if (!isOwn && !(this.root.open && line.room === this.#room)) this.#unread[line.room] += 1;
    this.#show();
  }

  /** The room that is shown first: where the reader can say something. @returns {ChatRoom} */
  #first() {
    return this.#chat?.says_in[0] ?? ROOMS.find((room) => this.#chat?.[room]) ?? 'table';
  }

  /** @param {ChatLine} line */
  #isOwn({ user }) {
    const { seats = [], players = [] } = this.#state ?? {};
    return (
      document.documentElement.dataset.account === user ||
      seats.some((seat) => players[seat]?.guest === user)
    );
  }

  /** Whether there is anybody to talk with: another person at the table, or onlookers. */
  get #hasCompany() {
    const state = this.#state;
    if (!state || !this.#chat) return false;
    if (ROOMS.some((room) => (this.#chat?.[room]?.length ?? 0) > 0)) return true;
    const own = state.seats ?? [];
    if (own.length === 0) return true;
    return (
      !sharesScreen(state) &&
      state.players.some((player, seat) => !own.includes(seat) && (player === null || player.guest))
    );
  }

  #show() {
    const chat = this.#chat;
    this.root.hidden = !this.#hasCompany || !tablePrefs().chat;
    if (!chat || this.root.hidden) return;
    if (!this.#wasOpened) {
      // Folded where it would push the moves off the screen.
      this.#wasOpened = true;
      this.root.open = matchMedia('(min-width: 60rem)').matches;
    }
    const open = ROOMS.filter((room) => chat[room]);
    this.rooms.hidden = open.length < 2;
    for (const button of this.rooms.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.room === this.#room));
    }
    const says = chat.says_in.includes(this.#room);
    this.phraseForm.hidden = !says;
    this.textForm.hidden = !says || !chat.free_text;
    this.silence.hidden = !says || !chat.silence;
    if (chat.silence) {
      const until = new Intl.DateTimeFormat(document.documentElement.lang, {
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(chat.silence.until_ms);
      this.silence.textContent = t('chat-silenced', { until, reason: chat.silence.reason });
    }
    const isEmpty = this.list.children.length === 0;
    this.hint.hidden = !isEmpty;
    this.hint.textContent = t(this.#room === 'table' ? 'chat-empty-table' : 'chat-empty-gallery');
    this.lines.hidden = isEmpty;
    const unread = ROOMS.reduce((sum, room) => sum + this.#unread[room], 0);
    this.badge.hidden = unread === 0;
    this.badge.replaceChildren(
      String(unread),
      html('span', { class: 'sr-only' }, ` ${t('chat-unread')}`),
    );
  }

  /** @param {ChatRoom} room */
  #choose(room) {
    this.#room = room;
    this.#isChosen = true;
    this.#drawLines();
    this.#read();
  }

  /** The lines of the room have been read, if the panel is open. */
  #read() {
    if (this.root.open) this.#unread[this.#room] = 0;
    this.lines.scrollTop = this.lines.scrollHeight;
    this.#show();
  }

  #drawLines() {
    // Old lines are not read out again.
    this.lines.setAttribute('aria-live', 'off');
    this.list.replaceChildren(...(this.#chat?.[this.#room] ?? []).map((line) => this.#entry(line)));
    requestAnimationFrame(() => {
      this.lines.setAttribute('aria-live', 'polite');
      this.lines.scrollTop = this.lines.scrollHeight;
    });
  }

  /** @param {ChatLine} line */
  #append(line) {
    const isAtEnd = this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < 40;
    this.lines.hidden = false;
    this.list.append(this.#entry(line));
    if (isAtEnd || this.#isOwn(line)) this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {ChatLine} line */
  #entry(line) {
    const isOwn = this.#isOwn(line);
    const name = isOwn ? t('player-you') : (line.name ?? t('player-guest', { name: line.user }));
    const at = new Date(line.at_ms);
    const time = html(
      'time',
      { datetime: at.toISOString(), title: at.toLocaleString(document.documentElement.lang) },
      new Intl.DateTimeFormat(document.documentElement.lang, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(at),
    );
    const words = html(
      'span',
      { class: 'chat-words', dir: 'auto' },
      line.phrase ? t(`chat-say-${line.phrase}`) : (line.text ?? ''),
    );
    const report = isOwn
      ? []
      : [
          html(
            'button',
            {
              type: 'button',
              class: 'chat-report',
              'aria-label': t('chat-report-of', { name }),
              title: t('chat-report'),
              onclick: () => void this.#report(line),
            },
            '⚑',
          ),
        ];
    return html(
      'li',
      { class: isOwn ? 'own' : '' },
      html('span', { class: 'chat-line' }, html('strong', {}, name), ' ', words),
      time,
      ...report,
    );
  }

  /** @param {HTMLFormElement} form */
  async #say(form) {
    const field = form.elements.namedItem('text') ?? form.elements.namedItem('phrase');
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    const said =
      field instanceof HTMLInputElement ? { text: field.value } : { phrase: field.value };
    try {
      const line = await post(this.path, { room: this.#room, ...said });
      if (field instanceof HTMLInputElement) field.value = '';
      this.onLine(line);
    } catch (error) {
      showProblem(error);
      // The reader may have been silenced meanwhile.
      if (error instanceof ApiError && error.problem.code === 'silenced') await this.load();
    }
  }

  /** @param {ChatLine} line */
  async #report({ room, seq }) {
    const reason = await ask({
      title: t('chat-report-title'),
      text: t('chat-report-text'),
      answers: REASONS.map((value) => ({ value, label: t(`report-for-${value}`) })),
    });
    if (!reason) return;
    await post(`${this.path}/report`, { room, seq, reason }).then(
      () => toast(t('chat-reported')),
      showProblem,
    );
  }
}
