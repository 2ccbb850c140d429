// The form that starts a game, with a look at the board as the server would set it up.

import '../board/game-board.js';
import { ApiError, post } from '../common/api.js';
import { GameBoard } from '../board/game-board.js';
import { toast } from '../common/dialogs.js';
import { byId, pageJson } from '../common/dom.js';
import { problemText } from '../common/i18n.js';
import { presetForm } from './form-presets.js';
import { CloudAnswers } from './cloud-options.js';
import { DiceAnswers } from './dice-table-option.js';
import { bindNumbers, limitExtra } from './extra-pieces-option.js';
import { LimitAnswer } from './move-limit-option.js';
import { OwnPieces } from './custom-pieces.js';
import { showPreview } from './preview.js';
import { SeatAnswers } from './seat-options.js';
import { showProblem } from '../common/problem-box.js';
/** @import { ApiProblem, PageData, Scene } from '../common/types.d.ts' */

/** So long after the last change the server is asked. */
const PAUSE_MS = 180;
/** A piece of one's own is typed letter by letter, and half of it is none: the server keeps all it has seen. */
const TYPING_MS = 900;

/** @type {PageData} */
const data = pageJson('page-data');
const form = /** @type {HTMLFormElement} */ (byId('new-game'));
const board = document.querySelector('game-board');
const seed = /** @type {HTMLInputElement | null} */ (document.getElementById('option-seed'));
const own = document.getElementById('own-rows') ? new OwnPieces(byId('own-rows'), byId('own-add')) : null;

const clouds = document.querySelector('[name=sight]') && board instanceof GameBoard ? new CloudAnswers(form, board) : null;
const who = document.getElementById('who') ? new SeatAnswers(form) : null;
const dice = document.querySelector('[data-face]') ? new DiceAnswers(form) : null;
const limit = document.querySelector('[name=limit]') ? new LimitAnswer(form) : null;
/** Where one sits if there is one opponent. */
const seats = document.getElementById('seats');

/** @param {string} name */
const answer = (name) => String(new FormData(form).get(name) ?? '');

/**
 * Whether what an element asks has a meaning now: `start=setup option-setup=random|chosen`.
 * @param {string} conditions
 */
const holds = (conditions) => conditions.split(' ').every((condition) => {
  const [name = '', values = ''] = condition.split('=');
  return values.split('|').includes(answer(name));
});

/** Hides what has no meaning with these answers. */
function tidy() {
  who?.tidy();
  dice?.tidy();
  limit?.tidy(who?.hasComputer ?? false);
  for (const element of form.querySelectorAll('[data-when]')) {
    if (element instanceof HTMLElement) element.hidden = !holds(element.dataset.when ?? '');
  }
  limitExtra(answer('option-setup'));
  clouds?.join();
  if (seats) seats.hidden = !seatsOpen();
  turnBoard();
}

/** The board lies as in the game where each side has its place at it: with one's own side below. */
function turnBoard() {
  if (!who || !(board instanceof GameBoard) || board.turns !== data.sides?.length) return;
  board.turnTo(-Math.max(data.sides?.indexOf(who.mySide) ?? 0, 0));
}

/** The options that the form asks for and that have a meaning. */
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
  const pieces = own?.text() ?? '';
  if (pieces) wanted.own = pieces;
  return wanted;
}

function start() {
  const kind = answer('start');
  return kind === 'quick' ? { quick: answer('array') } : kind === 'position' ? { position: answer('position').trim() } : { setup: true };
}

function opponent() {
  const kind = answer('opponent');
  return kind === 'computer' ? { computer: Number(answer('level')) } : kind === 'friend' ? 'open' : kind;
}

/** Who plays, as the server wants to be told. */
function players() {
  if (who) return who.wanted();
  const seat = seats?.hidden ? 'random' : answer('seat');
  return { opponent: opponent(), seat: seat === 'random' ? 'random' : Number(seat) };
}

let asked = 0;
/** A look that is still to come. */
let timer = 0;
/** The last one, until it is done. */
let looking = Promise.resolve();
/** Whether the last look left it open who plays what. */
let isOpen = false;

/** Whether it is asked who plays what: not where the setup settles it, nor where nobody sits elsewhere. */
const seatsOpen = () => isOpen && answer('opponent') !== 'hot-seat';

/** Asks the server at once how a game with these answers would begin. */
function look() {
  clearTimeout(timer);
  timer = 0;
  looking = ask();
  return looking;
}

async function ask() {
  const mine = ++asked;
  try {
    const { scene, options: used } = await post('/api/check', { game: data.game, options: options(), start: start() });
    if (mine !== asked) return;
    refuse(null);
    if (seed && used.seed) seed.value = used.seed;
    show(scene, used);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine === asked) refuse(error);
  }
}

/**
 * @param {Scene} scene
 * @param {Record<string, string>} used
 */
function show(scene, used) {
  if (board instanceof GameBoard) board.show(scene.frame, [], false);
  showPreview(scene, used, data);
  clouds?.seen(scene.frame.areas);
  if (who) {
    who.seen(scene);
    // The computer may have come or gone with a side.
    limit?.tidy(who.hasComputer);
    turnBoard();
  }
  isOpen = scene.sides.every(({ seat }) => seat !== null);
  if (seats) seats.hidden = !seatsOpen();
}

/**
 * Says what is wrong, beside what it is about.
 * @param {ApiError | null} error
 */
function refuse(error) {
  const atPiece = own?.mark(error?.problem ?? null) ?? false;
  // A position that is still to be given is not wrong yet.
  const missing = (answer('start') === 'position' && answer('position').trim() === '') || (clouds?.missing ?? false);
  const problem = atPiece || missing ? null : (error?.problem ?? null);
  const place = problem && placeOf(problem);
  for (const line of form.querySelectorAll('[data-problem]')) {
    if (line instanceof HTMLElement) showProblem(line, line === place ? problem : null);
  }
  showProblem(byId('problem'), place ? null : problem);
  byPosition()?.setAttribute('aria-invalid', String(place?.dataset.problem === 'position'));
  // What was seen last belongs to other answers.
  document.querySelector('.preview')?.classList.toggle('stale', error !== null);
  if (!error) return;
  byId('preview-words').replaceChildren();
  byId('preview-pieces').replaceChildren();
  byId('preview-warnings').hidden = true;
}

const byPosition = () => document.getElementById('position');

/**
 * The line beside what a refusal is about, if there is one in sight.
 * @param {ApiProblem} problem
 */
function placeOf({ code, args, reasons }) {
  const key = code === 'bad-option' ? (reasons?.[0]?.args.key ?? args.key) : code === 'seats-count' ? 'seats' : code === 'bad-position' ? 'position' : '';
  const line = key ? form.querySelector(`[data-problem="${CSS.escape(key)}"]`) : null;
  return line instanceof HTMLElement && !line.parentElement?.closest('[hidden]') ? line : null;
}

/** @param {number} [pause] */
function changed(pause = PAUSE_MS) {
  tidy();
  clearTimeout(timer);
  timer = setTimeout(() => void look(), pause);
}

form.addEventListener('input', ({ target }) => changed(own?.rows.contains(/** @type {Node} */ (target)) ? TYPING_MS : PAUSE_MS));
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (who && !who.hasMe) {
    byId('who').scrollIntoView({ block: 'nearest' });
    who.selects[0]?.focus();
    return;
  }
  const button = form.querySelector('[type=submit]');
  button?.setAttribute('disabled', '');
  try {
    // Who plays from a position is known only when the server has looked at it.
    await (timer ? look() : looking);
    const { id } = await post('/api/games', { game: data.game, options: options(), start: start(), ...players() });
    location.assign(`/g/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(problemText(error.problem), 'refusal');
    refuse(error);
  } finally {
    button?.removeAttribute('disabled');
  }
});

document.getElementById('another-seed')?.addEventListener('click', () => {
  if (seed) seed.value = '';
  void look();
});
bindNumbers(form, changed);
own?.bind(changed);
clouds?.bind(changed);
who?.bind(changed);
dice?.bind(changed);
const wished = new URLSearchParams(location.search);
presetForm(form, wished);
who?.begin(wished.get('seats') ?? '');
if (wished.has('dice-table')) dice?.begin(wished.get('dice-table') ?? '');
if (wished.has('max-moves')) limit?.begin(wished.get('max-moves') ?? '');
tidy();
void look();
