// The form of a new game, with a preview of the board as the server would set it up. A game adds
// the parts of the form that are its own.

import '../board/game-board.js';
import { ApiError, get, post } from '../common/api.js';
import { GameBoard } from '../board/game-board.js';
import { toast } from '../common/dialogs.js';
import { byId, pageJson } from '../common/dom.js';
import { problemText } from '../common/i18n.js';
import { presetForm, setAnswer } from './form-presets.js';
import { bindNumbers } from './number-buttons.js';
import { showPreview } from './preview.js';
import { SeatOptions } from './seat-options.js';
import { bindTemplates } from './templates.js';
import { showProblem } from '../common/problem-box.js';
/** @import { ApiProblem, Area, PageData, Scene } from '../common/types.d.ts' */

/**
 * A part of the form. It writes its answers into fields named `option-KEY`, or gives them as
 * `options`.
 * @typedef {object} FormPart
 * @property {(changed: () => void) => void} [bind]
 * @property {(params: URLSearchParams) => void} [preset] fills in the answers from the URL
 * @property {(hasComputer: boolean) => void} [update] after every change
 * @property {(areas: Area[]) => void} [boardShown]
 * @property {() => Record<string, string>} [options]
 * @property {boolean} [isMissing] whether an answer has not been entered yet
 * @property {(problem: ApiProblem | null) => boolean} [markProblem] whether the problem is shown
 * @property {(field: Node) => boolean} [isTyped] whether incomplete input must not be sent
 */

/** The delay between the last change and the request for a preview. */
const PREVIEW_DELAY_MS = 180;
/**
 * The delay for pieces in Betza notation: incomplete input should not reach the server, which keeps
 * all pieces it has seen.
 */
const TYPING_DELAY_MS = 900;

/** @type {PageData} */
const data = pageJson('page-data');
const form = /** @type {HTMLFormElement} */ (byId('new-game'));
const board = document.querySelector('game-board');
const seed = /** @type {HTMLInputElement | null} */ (document.getElementById('option-seed'));
const seatOptions = document.getElementById('who') ? new SeatOptions(form) : null;
/** @type {FormPart[]} */
let parts = [];
/** The choice of a seat against one opponent. */
const seatField = document.getElementById('seats');

/** @param {string} name */
const answer = (name) => String(new FormData(form).get(name) ?? '');

/**
 * Whether an element is relevant for the current answers: `start=setup option-setup=random|chosen`.
 * @param {string} conditions
 */
const isApplicable = (conditions) => conditions.split(' ').every((condition) => {
  const [name = '', values = ''] = condition.split('=');
  return values.split('|').includes(answer(name));
});

/** Hides the elements that are not relevant for the current answers. */
function updateForm() {
  seatOptions?.update();
  for (const part of parts) part.update?.(seatOptions?.hasComputer ?? false);
  updateTime();
  updateOffer();
  for (const element of form.querySelectorAll('[data-when]')) {
    if (element instanceof HTMLElement) element.hidden = !isApplicable(element.dataset.when ?? '');
  }
  if (seatField) seatField.hidden = !isSeatAsked();
  rotateBoard();
}

/** Rotates the board as in the game, with the reader's side below. */
function rotateBoard() {
  if (!seatOptions || !(board instanceof GameBoard) || board.rotations !== data.sides?.length) return;
  board.rotateTo(-Math.max(data.sides?.indexOf(seatOptions.mySide) ?? 0, 0));
}

/** The options of the visible fields. */
function options() {
  /** @type {Record<string, string>} */
  const wanted = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (!field.name.startsWith('option-') || field.closest('[hidden]')) continue;
    if (field.value === '' && !('said' in field.dataset)) continue;
    if (field instanceof HTMLInputElement && field.type === 'radio' && !field.checked) continue;
    wanted[field.name.slice('option-'.length)] = field.value;
  }
  return Object.assign(wanted, ...parts.map((part) => part.options?.() ?? {}));
}

function start() {
  const kind = answer('start');
  return kind === 'quick' ? { quick: answer('array') } : kind === 'position' ? { position: answer('position').trim() } : { setup: true };
}

/** The id of a person with this name. @param {string} name */
async function idOf(name) {
  if (name.trim() === '') throw new ApiError(404, { code: 'no-such-user', args: {}, message: '' });
  const user = await get(`/api/users/${encodeURIComponent(name.trim())}`);
  return String(user.id);
}

async function opponent() {
  const kind = answer('opponent');
  if (kind === 'computer') return { computer: Number(answer('level')) };
  if (kind === 'person') return { user: await idOf(answer('person')) };
  return { friend: 'link', anybody: 'open' }[kind] ?? kind;
}

/** The players, as the server expects them. */
async function players() {
  if (seatOptions) return seatOptions.seatRequests(idOf);
  const seat = seatField?.hidden ? 'random' : answer('seat');
  return { opponent: await opponent(), seat: seat === 'random' ? 'random' : Number(seat) };
}

/** To whom seats are offered: `open`, `link` or `person`, of which there may be several. */
function offers() {
  if (seatOptions) return seatOptions.offers;
  return { friend: ['link'], anybody: ['open'], person: ['person'] }[answer('opponent')] ?? [];
}

const visibilityField = /** @type {HTMLSelectElement} */ (byId('visibility'));
const ifFreeField = /** @type {HTMLSelectElement} */ (byId('if-free'));
let isVisibilityChosen = false;
visibilityField.addEventListener('input', () => (isVisibilityChosen = true));

/** Shows what an offer says beside its seats. */
function updateOffer() {
  const kinds = offers();
  byId('offer').hidden = kinds.length === 0;
  const applies = {
    anybody: kinds.length > 0 && kinds.every((kind) => kind === 'open'),
    open: kinds.includes('open'),
    person: kinds.includes('person'),
  };
  for (const element of form.querySelectorAll('[data-offer]')) {
    const isHidden = !applies[/** @type {keyof typeof applies} */ (element.getAttribute('data-offer'))];
    element.toggleAttribute('hidden', isHidden);
    if (element instanceof HTMLOptionElement) {
      element.disabled = isHidden;
      if (isHidden && element.selected) ifFreeField.value = 'cancel';
    }
  }
  const button = /** @type {HTMLElement} */ (form.querySelector('[type=submit]'));
  button.textContent = (kinds.length > 0 ? button.dataset.offerText : button.dataset.start) ?? '';
  // What anybody may accept must be seen by anybody.
  for (const option of visibilityField.options) if (option.value === 'private') option.disabled = kinds.includes('open');
  const isLobby = !seatOptions && kinds.includes('open');
  if (!isVisibilityChosen || visibilityField.selectedOptions[0]?.disabled) visibilityField.value = isLobby || kinds.every((kind) => kind === 'person') ? 'public' : 'link';
}

/** The terms of an offer, as the server expects them. */
function terms() {
  const kinds = offers();
  if (kinds.length === 0) return {};
  const until = Date.now() + Number(answer('stands')) * 3_600_000;
  const further = kinds.every((kind) => kind === 'open') ? Math.max(Number(answer('games')) - 1, 0) : 0;
  const ifFree = answer('if-free');
  const level = Number(ifFree);
  const account = answer('account') !== '';
  const reliability = Number(answer('reliability'));
  const asksMuch = kinds.includes('open') && (account || reliability > 0);
  return {
    visibility: answer('visibility'),
    until_ms: until,
    ...(ifFree === 'cancel' ? {} : { if_free: level > 0 ? { computer: level } : ifFree }),
    ...(asksMuch ? { requires: { account, reliability } } : {}),
    ...(further ? { further } : {}),
  };
}

/** The time control against people who join. */
const DAILY = '7d+1d cap 14d floor 12h';
const timeField = /** @type {HTMLSelectElement} */ (byId('time'));
/** How many hours offers stand: of games by correspondence, and of live ones. */
const [DAILY_STANDS, LIVE_STANDS] = ['336', '1'];
const standsField = /** @type {HTMLSelectElement} */ (byId('stands'));
let areHoursChosen = false;
standsField.addEventListener('input', () => (areHoursChosen = true));
let isTimeChosen = false;
timeField.addEventListener('input', () => (isTimeChosen = true));

/** Games against people who join have clocks, unless the reader chooses otherwise. */
function updateTime() {
  if (!isTimeChosen) timeField.value = offers().length > 0 ? DAILY : 'none';
  const control = timeField.value === 'custom' ? answer('time-custom') : timeField.value;
  const isDaily = /\dd/.test(control);
  const weekends = form.querySelector('[data-daily]');
  if (weekends instanceof HTMLElement) weekends.hidden = !isDaily;
  // Live games are offered by people who wait.
  const isLive = !isDaily && control !== 'none';
  if (!areHoursChosen) standsField.value = isLive ? LIVE_STANDS : DAILY_STANDS;
}

/** How time is played, as the server expects it. */
function time() {
  const control = answer('time') === 'custom' ? answer('time-custom') : answer('time');
  if (control === 'none') return {};
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const weekends = answer('weekends') && /\dd/.test(control) ? { weekends_off: zone } : {};
  return { time: { controls: [control], ...weekends } };
}

let lastRequest = 0;
/** Whether the reader has named the seed; else it was drawn for the preview. */
let isSeedChosen = false;
/** The offer that is answered, and the secret of its link. */
let counter = '';
let counterKey = '';

/** The answers as the query of the form's address. */
function query() {
  const asked = new URLSearchParams(options());
  if (!isSeedChosen) asked.delete('seed');
  const names = ['start', 'array', 'position', 'opponent', 'level', 'seat', 'person', 'visibility', 'stands', 'if-free', 'reliability', 'account', 'games', 'time', 'time-custom', 'weekends'];
  for (const name of names) if (answer(name) !== '') asked.set(name, answer(name));
  if (answer('start') !== 'position') asked.delete('position');
  if (seatOptions) asked.set('seats', seatOptions.text);
  return String(asked);
}

/** The timer of a pending preview. */
let timer = 0;
/** Resolves when the last preview is loaded. */
let refreshing = Promise.resolve();
/** Whether the last preview has assigned all sides to seats. */
let areSidesAssigned = false;

/**
 * Whether the reader is asked for a seat: neither if the setup decides it, nor if all players share
 * the screen.
 */
const isSeatAsked = () => areSidesAssigned && answer('opponent') !== 'hot-seat';

/** Requests a preview at once. */
function refreshPreview() {
  clearTimeout(timer);
  timer = 0;
  refreshing = fetchPreview();
  return refreshing;
}

async function fetchPreview() {
  const request = ++lastRequest;
  try {
    const { scene, options: usedOptions } = await post('/api/check', { game: data.game, options: options(), start: start() });
    if (request !== lastRequest) return;
    showRefusal(null);
    if (seed && usedOptions.seed) seed.value = usedOptions.seed;
    show(scene, usedOptions);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (request === lastRequest) showRefusal(error);
  }
}

/**
 * @param {Scene} scene
 * @param {Record<string, string>} usedOptions
 */
function show(scene, usedOptions) {
  if (board instanceof GameBoard) board.show(scene.frame, [], false);
  showPreview(scene, usedOptions, data);
  for (const part of parts) part.boardShown?.(scene.frame.areas);
  if (seatOptions) {
    seatOptions.boardShown(scene);
    // The computer may have come or gone with a side.
    for (const part of parts) part.update?.(seatOptions.hasComputer);
    rotateBoard();
  }
  areSidesAssigned = scene.sides.every(({ seat }) => seat !== null);
  if (seatField) seatField.hidden = !isSeatAsked();
}

/**
 * Shows a refusal beside the field that it is about.
 * @param {ApiError | null} error
 */
function showRefusal(error) {
  const isMarked = parts.map((part) => part.markProblem?.(error?.problem ?? null)).includes(true);
  // A position that has not been entered yet is no error.
  const missing = (answer('start') === 'position' && answer('position').trim() === '') || parts.some((part) => part.isMissing);
  const problem = isMarked || missing ? null : (error?.problem ?? null);
  const place = problem && problemLine(problem);
  for (const line of form.querySelectorAll('[data-problem]')) {
    if (line instanceof HTMLElement) showProblem(line, line === place ? problem : null);
  }
  showProblem(byId('problem'), place ? null : problem);
  positionField()?.setAttribute('aria-invalid', String(place?.dataset.problem === 'position'));
  // The last preview belongs to other answers.
  document.querySelector('.preview')?.classList.toggle('stale', error !== null);
  if (!error) return;
  byId('preview-words').replaceChildren();
  byId('preview-pieces').replaceChildren();
  byId('preview-warnings').hidden = true;
}

const positionField = () => document.getElementById('position');

/**
 * The line for a refusal beside the field that it is about, if that field is visible.
 * @param {ApiProblem} problem
 */
function problemLine({ code, args, reasons }) {
  const key = code === 'bad-option' ? (reasons?.[0]?.args.key ?? args.key) : code === 'seats-count' ? 'seats' : code === 'bad-position' ? 'position' : code === 'bad-time' ? 'time' : code === 'no-such-user' || code === 'blocked-by-player' ? 'person' : '';
  const line = key ? form.querySelector(`[data-problem="${CSS.escape(key)}"]`) : null;
  return line instanceof HTMLElement && !line.parentElement?.closest('[hidden]') ? line : null;
}

/** @param {number} [pause] */
function changed(pause = PREVIEW_DELAY_MS) {
  updateForm();
  clearTimeout(timer);
  timer = setTimeout(() => void refreshPreview(), pause);
}

form.addEventListener('input', ({ target }) => changed(parts.some((part) => part.isTyped?.(/** @type {Node} */ (target))) ? TYPING_DELAY_MS : PREVIEW_DELAY_MS));
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (seatOptions && !seatOptions.hasLocalPlayer) {
    byId('who').scrollIntoView({ block: 'nearest' });
    seatOptions.selects[0]?.focus();
    return;
  }
  const button = form.querySelector('[type=submit]');
  button?.setAttribute('disabled', '');
  try {
    // The seats of a position are known only after its preview.
    await (timer ? refreshPreview() : refreshing);
    const drawn = seed && seed.value !== '' && !isSeedChosen ? { drawn: true } : {};
    const request = { game: data.game, options: options(), start: start(), ...await players(), ...time(), ...terms(), ...drawn };
    const { id } = await (counter ? post(`/api/offers/${counter}/counter`, { ...(counterKey ? { key: counterKey } : {}), offer: request }) : post('/api/games', request));
    location.assign(counter ? `/offers/${id}` : `/g/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, args } = error.problem;
    // A text that is no time control.
    if (code === 'bad-body' && /time/.test(String(args.reason))) error.problem = { ...error.problem, code: 'bad-time', args: {} };
    const place = problemLine(error.problem);
    if (place) place.scrollIntoView({ block: 'nearest' });
    else toast(problemText(error.problem), 'refusal');
    showRefusal(error);
  } finally {
    button?.removeAttribute('disabled');
  }
});

seed?.addEventListener('input', () => (isSeedChosen = seed.value !== ''));
document.getElementById('another-seed')?.addEventListener('click', () => {
  if (seed) seed.value = '';
  isSeedChosen = false;
  void refreshPreview();
});
/** Lets the form make a counter-offer, which goes to the person who made the offer. */
function answerOffer() {
  byId('counter').hidden = false;
  form.querySelector('fieldset:has([name=opponent])')?.setAttribute('hidden', '');
  form.querySelector('#person')?.setAttribute('readonly', '');
}

/**
 * Starts the form.
 * @param {(form: HTMLFormElement, board: GameBoard) => FormPart[]} [gameParts] makes the game's
 *   parts
 */
export function startForm(gameParts) {
  if (gameParts && board instanceof GameBoard) parts = gameParts(form, board);
  bindNumbers(form, changed);
  for (const part of parts) part.bind?.(changed);
  seatOptions?.bind(changed);
  const params = new URLSearchParams(location.search);
  presetForm(form, params);
  isTimeChosen = params.has('time') || params.has('time-control');
  const control = params.get('time-control');
  if (control !== null && !setAnswer(form, 'time', control)) {
    setAnswer(form, 'time', 'custom');
    setAnswer(form, 'time-custom', control);
  }
  isVisibilityChosen = params.has('visibility');
  areHoursChosen = params.has('stands');
  const more = ['if-free', 'account', 'reliability', 'games'];
  byId('more-terms').toggleAttribute('open', more.some((name) => params.has(name)));
  isSeedChosen = params.has('seed');
  counter = params.get('counter') ?? '';
  counterKey = params.get('key') ?? '';
  if (counter !== '') answerOffer();
  seatOptions?.preset(params.get('seats') ?? '');
  for (const part of parts) part.preset?.(params);
  bindTemplates(String(data.game), query);
  updateForm();
  void refreshPreview();
}
