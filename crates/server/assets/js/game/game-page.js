// The page of a game: what the server sends goes to the board, the lists and the panels; what the
// player does goes to the server. The state that comes back is the truth.

import '../board/game-board.js';
import { linkAnalysis } from '../analysis/analysis-link.js';
import { ApiError, getFrames, post } from '../common/api.js';
import { bindTools, showActions, showOffers } from './actions.js';
import { GameBoard } from '../board/game-board.js';
import { nameCells } from '../board/coordinates.js';
import { cardsFor } from '../guide/piece-card.js';
import { settle } from '../board/choice-dialog.js';
import { ask, toast } from '../common/dialogs.js';
import { DicePart } from '../dice/seed-part.js';
import { byId, html, pageJson } from '../common/dom.js';
import { LEVELS } from '../common/levels.js';
import { HintPanel } from './hint-panel.js';
import { HotSeat } from './hot-seat.js';
import { linkEditor } from '../editor/editor-link.js';
import { showEnd, showFiles } from './result-panel.js';
import { FairDice, leavers } from '../dice/dice-verify.js';
import { capturesAny, newlyCaptured, pieceAt, plyBetween } from '../board/frame-diff.js';
import { problemText, sideName, t } from '../common/i18n.js';
import { linkBox, showInvite } from './invite.js';
import { MoveList } from './move-list.js';
import { PICK, PickPanel } from '../setup/pick-phase.js';
import { seatName, sharesScreen, showCard } from './player-cards.js';
import { outReason, outSeats, seatSides, seatsOf, showSeats } from './seat-list.js';
import { Review } from '../analysis/game-review.js';
import { inSetup, SetupPanel } from '../setup/setup-panel.js';
import { withSight } from './perspective.js';
import { GameSocket } from './game-socket.js';
import { play } from '../common/sound.js';
import { markWords, pieceWords, plyWords } from '../board/descriptions.js';
import { announce, sentences } from '../common/live-region.js';
import { giverName, myTurn, noticeText, sideOf, statusText, warnings } from './status-line.js';
import { isPass, throwNow, throwOf } from '../dice/throw-notation.js';
import { Throws } from '../dice/throws-panel.js';
import { Trail } from '../board/move-paths.js';
import { toldText } from './umpire-log.js';
import { Umpired } from './hidden-game.js';
/** @import { Act, Captured, Choice, Frame, GameState, Notice, PageData } from '../common/types.d.ts' */

/** How many states may wait for throws that are being shown. */
const PATIENCE = 8;

class GamePage {
  /** @type {GameState | null} */
  state = null;
  /** @type {Frame[]} */
  frames = [];
  /** @type {number | null} the ply that is looked at; nothing while following the game */
  viewed = null;
  #busy = false;
  #spoken = '';
  #wantsRematch = false;
  #leaving = false;
  /** States that wait until the throws before them have been seen. @type {GameState[]} */
  #waiting = [];
  /** Whether the frames are those of a game that is over. */
  #open = false;

  constructor() {
    /** @type {PageData} */
    this.data = pageJson('page-data');
    this.game = this.data.game ?? '';
    const board = document.querySelector('game-board');
    if (!(board instanceof GameBoard)) throw new Error('the page has no board');
    this.board = board;
    this.moves = new MoveList(byId('moves'), this.data.sides ?? [], (ply) => this.view(ply));
    this.setup = new SetupPanel(byId('setup'), board, {
      game: this.game, pieces: this.data.pieces ?? [], submit: (text) => this.submit(text), hidden: this.data.hidden,
    });
    this.ask = cardsFor(board, this.data);
    this.picks = new PickPanel(byId('setup'), board, this.data, { submit: (text) => this.submit(text), ask: this.ask });
    this.umpired = this.data.hidden ? new Umpired(board, {
      id: this.data.id ?? '', pieces: this.data.pieces ?? [], view: (ply) => this.view(ply), changed: () => this.show(),
    }) : null;
    this.trail = this.data.hidden ? null : new Trail(board);
    const die = document.getElementById('die');
    this.throws = die ? new Throws(this.game, this.data.dice_table ?? '', () => this.#next()) : null;
    const fair = document.getElementById('fair');
    this.fair = fair ? new FairDice(fair) : null;
    this.dicePart = new DicePart(this.data.id ?? '');
    if (this.data.several) nameCells(board);
    this.hint = new HintPanel(byId('hint'), board);
    /** @type {Review | null} */
    this.review = null;
    this.baseTitle = document.title;
    this.turnKey = `heterodox-turn-${this.data.id}`;
    this.hotseat = new HotSeat(this.data, (state) => void this.receive(state));
    this.#bind();
    this.socket = new GameSocket(this.data.id ?? '', {
      state: (state) => this.#arrive(state),
      heard: (notices) => this.hear(notices),
      connection: (online) => this.#connected(online),
    });
  }

  #bind() {
    this.board.addEventListener('board-pick', (event) => this.#pick(/** @type {CustomEvent} */ (event).detail.choices));
    this.board.addEventListener('board-refused', (event) => this.#refused(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener('board-cell', (event) => this.#explain(/** @type {CustomEvent} */ (event).detail.cell));
    addEventListener('hot-turning', () => this.show());
    addEventListener('hint-changed', () => this.show());
    bindTools(document, { turn: () => this.#turn(this.board.steps + 1) });
    byId('to-game').addEventListener('click', () => this.view(null));
    byId('share-box').append(linkBox());
  }

  /** @param {boolean} online */
  #connected(online) {
    byId('offline').hidden = online;
    // What happened meanwhile is not known, so nothing that was kept is trusted.
    if (online) this.frames = [];
  }

  /**
   * The live connection has brought a state. A move is not shown before the throw that allowed it has come to rest.
   * @param {GameState} state
   */
  #arrive(state) {
    this.#waiting.push(state);
    this.dicePart.see(state);
    // Who was away, or whom the others have left far behind, sees the game as it stands.
    if (document.hidden || this.#waiting.length > PATIENCE) this.throws?.hurry();
    if (!this.throws?.rolling) this.#next();
  }

  #next() {
    const far = this.#waiting.length > PATIENCE;
    const state = far ? this.#waiting.splice(0).at(-1) : this.#waiting.shift();
    if (state) void this.hotseat.see(state);
  }

  /** @param {GameState} state */
  async receive(state) {
    const before = this.state;
    // Each viewer has a count of its own.
    if (before && state.seat === before.seat && state.version < before.version) {
      if (!this.throws?.rolling) this.#next();
      return;
    }
    this.state = state;
    this.#busy = false;
    if (!before) this.#orient(state);
    await this.#follow(state);
    if (this.state !== state) return;
    if (before && state.scene.frame.ply !== before.scene.frame.ply) this.viewed = null;
    this.show();
    this.#tell(before, state);
    if (this.#wantsRematch) this.#goTo(state.rematch.id);
    if (!this.throws?.rolling) this.#next();
  }

  /**
   * Lays the board as it lay before. Whoever comes to a game that is being played and has its side in
   * the far corner gets the board turned, so that the own side is below.
   * @param {GameState} state
   */
  #orient(state) {
    const kept = this.hotseat.keepsNothing(state) ? null : sessionStorage.getItem(this.turnKey);
    const steps = kept === null ? this.#ownTurn(state) : Number(kept);
    // Who only looks on may be about to sit down.
    if (state.seat === null) this.board.turnTo(steps);
    else this.#turn(steps);
  }

  /** @param {number} steps */
  #turn(steps) {
    this.board.turnTo(steps);
    if (!this.hotseat.keepsNothing(this.state)) sessionStorage.setItem(this.turnKey, String(this.board.steps));
  }

  /** @param {GameState} state */
  #ownTurn(state) {
    const side = sideOf(state, state.seat);
    const own = state.scene.frame.pieces.filter((piece) => piece.side === side);
    if (!side) return 0;
    // On a board with a place for each side, its place is below, wherever its pieces are by now.
    const { turns = 1 } = this.board;
    const places = this.data.sides ?? [];
    if (turns === places.length) return (turns - places.indexOf(side)) % turns;
    if (inSetup(state.scene.phase) || own.length === 0) return 0;
    const middle = (/** @type {{ y: number }[]} */ points) => points.reduce((sum, p) => sum + p.y, 0) / Math.max(points.length, 1);
    const cells = own.map((piece) => this.board.cells.get(piece.cell)).filter((cell) => cell !== undefined);
    return middle(cells) < middle([...this.board.cells.values()]) ? 2 : 0;
  }

  /** Keeps the frames of all plies; most often the new one is the one that is missing. */
  async #follow(/** @type {GameState} */ state) {
    const frame = state.scene.frame;
    // What was seen of a hidden game gives way to what was true, once it is over.
    if (this.umpired && state.scene.outcome && !this.#open) this.frames = [];
    this.#open = state.scene.outcome !== null;
    if (inSetup(state.scene.phase)) this.frames = [];
    else if (frame.ply === 0) this.frames = [frame];
    else if (this.frames.length >= frame.ply) this.frames = [...this.frames.slice(0, frame.ply), frame];
    else {
      const frames = await getFrames(withSight(`/api/games/${state.id}/frames`)).catch(() => null);
      if (frames) this.frames = frames;
    }
  }

  show() {
    const { state } = this;
    if (!state) return;
    const { scene } = state;
    const past = this.viewed !== null && this.viewed < this.frames.length - 1 ? this.frames[this.viewed] : undefined;
    const still = past || this.#busy || this.umpired?.writing;
    this.board.show(past ?? scene.frame, still ? [] : scene.choices);
    this.trail?.show();
    this.throws?.show(state, this.frames, past);
    this.fair?.show(state.dice, () => getFrames(withSight(`/api/games/${state.id}/frames`)), this.throws === null,
      leavers([...outSeats(scene).values()], scene.outcome), (seat) => giverName(state, seat), this.dicePart.kept);
    this.umpired?.show(state, this.frames, past ?? scene.frame);
    linkEditor(past ?? scene.frame, this.data, !this.data.hidden || scene.outcome !== null);
    // Who is next may sit elsewhere; then the board stays as it is.
    const here = (state.seats ?? [state.seat]).includes(scene.to_act[0] ?? null);
    if (this.hotseat.show(state) && !past && here) this.board.turnTo(this.#ownTurn(state));
    this.setup.show(state);
    this.picks.show(state);
    this.#cards(state, past ?? scene.frame, past ? [] : scene.reserve);
    byId('moves').hidden = this.frames.length === 0 || state.open;
    if (this.data.several) this.moves.columns(scene.sides.map(({ key }) => key));
    if (this.frames.length > 0) this.moves.show(this.frames, past ? past.ply : this.frames.length - 1);
    byId('past').hidden = !past;
    this.#study(state, past ?? scene.frame);
    this.hint.show(state, past !== undefined);
    const act = (/** @type {Act} */ act) => void this.act(act);
    showActions(byId('actions'), state, act, this.hotseat.agrees(state));
    showOffers(byId('offers'), state, act, (text) => void this.submit(text));
    showInvite(byId('invite'), state, () => void this.#join());
    showEnd(byId('end'), state, { rematch: () => void this.#rematch(), replay: () => this.view(0) });
    byId('share').hidden = state.open;
    showFiles(byId('take-home'), state);
    byId('take-home').hidden ||= byId('moves').hidden;
    byId('status').textContent = statusText(state);
    byId('status').classList.toggle('mine', myTurn(state));
    this.#warn(past ? [] : warnings(scene.notices), past ?? scene.frame);
    if (this.hint.cells.length > 0 && !past) this.board.hint([{ cells: this.hint.cells, kind: 'region' }]);
    this.#watching(state);
    // Where all sit at this screen it is always somebody's turn here.
    const prefix = myTurn(state) && !this.hotseat.alone(state) ? `● ${t('title-your-turn')} – ` : '';
    document.title = prefix + this.baseTitle;
  }

  /**
   * What can be learned from a game that is over.
   * @param {GameState} state
   * @param {Frame} frame
   */
  #study({ scene }, frame) {
    const over = scene.outcome !== null && this.frames.length > 0;
    linkAnalysis(this.frames, frame.ply, this.data, over);
    if (!over || !this.data.analysis) return;
    this.review ??= new Review(byId('review'), { data: this.data, sides: seatSides(scene.sides), moves: this.moves, go: (ply) => this.view(ply) });
    this.review.show(this.frames, frame.ply);
  }

  /**
   * @param {Notice[]} notices
   * @param {Frame} frame
   */
  #warn(notices, frame) {
    byId('warning').hidden = notices.length === 0;
    byId('warning').replaceChildren(...notices.map((notice) => html('p', {}, noticeText(notice))));
    if (!inSetup(this.state?.scene.phase ?? '')) {
      this.board.hint([...notices.map((notice) => ({ cells: notice.cells, kind: 'danger' })), ...(this.umpired?.hints(frame) ?? [])]);
    }
  }

  /** Says to whoever is out that the others play on. @param {GameState} state */
  #watching({ scene, seat, seats }) {
    const out = outSeats(scene);
    const mine = seats ?? (seat === null ? [] : [seat]);
    const gone = !scene.outcome && mine.length > 0 && mine.every((one) => out.has(one));
    byId('watching').hidden = !gone;
    byId('watching').textContent = gone ? t('you-are-out', { reason: outReason(out.get(mine[0] ?? 0) ?? '') }) : '';
  }

  /**
   * @param {GameState} state
   * @param {Frame} frame
   * @param {Captured[]} pool
   */
  #cards(state, frame, pool) {
    if (this.data.several) {
      const seats = seatsOf(state, { sit: (seat) => void this.#join(seat), computer: (seat, side) => void this.#seatComputer(seat, side) });
      showSeats(byId('seats'), this.game, seats, frame);
      return;
    }
    state.scene.sides.forEach((side, i) => {
      const settled = side.seat !== null;
      const seat = side.seat ?? i;
      const player = state.players[seat];
      showCard(byId(`card-${i}`), {
        game: this.game,
        side: settled ? side.key : null,
        name: seatName(state, seat),
        note: !settled ? t('side-open') : sharesScreen(state) ? '' : sideName(side.key),
        toMove: !state.open && state.scene.to_act.includes(seat),
        winner: state.scene.outcome?.winner === seat,
        online: player?.guest && seat !== state.seat && !sharesScreen(state) ? player.online : null,
        frame: inSetup(state.scene.phase) ? null : frame,
        pool: inSetup(state.scene.phase) ? [] : pool,
      });
    });
  }

  /**
   * Says what has changed: the ply, warnings, and what is to be done.
   * @param {GameState | null} before
   * @param {GameState} state
   */
  #tell(before, state) {
    const parts = [];
    const frame = state.scene.frame;
    if (before && frame.ply > before.scene.frame.ply) {
      const last = this.frames[frame.ply - 1];
      const told = this.umpired?.hear(frame, last) ?? [];
      parts.push(...this.#plies(before.scene.frame.ply + 1, frame), ...told);
      const takes = capturesAny(plyBetween(last, frame)) || newlyCaptured(last, frame).length > 0;
      if (!this.umpired?.sounds(frame) && !isPass(throwOf(frame))) play(takes ? 'capture' : 'move');
    } else if (before && frame.ply < before.scene.frame.ply) {
      parts.push(t('say-taken-back'));
    } else if (before && inSetup(before.scene.phase)) {
      parts.push(...(this.umpired?.told(frame) ?? []));
    }
    if (before) parts.push(...this.#gone(before, state));
    const thrown = this.throws && throwNow(state.scene);
    if (thrown && this.throws) parts.push(this.throws.words(thrown));
    if (state.scene.phase === PICK) parts.push(this.picks.news);
    parts.push(...warnings(state.scene.notices).map(noticeText), statusText(state));
    const text = sentences(parts);
    if (text !== this.#spoken) announce(text);
    this.#spoken = text;
  }

  /**
   * The plies since the reader was told last, in words: passes happen by themselves, so there may be several.
   * @param {number} first
   * @param {Frame} frame the newest
   */
  #plies(first, frame) {
    const since = this.throws ? this.frames.slice(Math.max(first, frame.ply - PATIENCE)) : [frame];
    return since.map((one) => plyWords(this.frames[one.ply - 1], one));
  }

  /**
   * Who has gone out of the game, in words, which are shown besides.
   * @param {GameState} before
   * @param {GameState} state
   */
  #gone(before, state) {
    const had = outSeats(before.scene);
    const now = [...outSeats(state.scene)].filter(([seat]) => !had.has(seat));
    return now.map(([seat, reason]) => {
      const text = t('say-out', { side: sideName(sideOf(state, seat) ?? ''), reason: outReason(reason) });
      if (!state.scene.outcome) toast(text, 'warning');
      return text;
    });
  }

  /** @param {Notice[]} notices */
  hear(notices) {
    for (const notice of notices) {
      if (notice.key === 'cast') this.setup.cast(notice);
      if (notice.key === 'umpire-first-placement') toast(toldText(notice));
    }
  }

  /**
   * Shows a ply of the past, or the game as it stands.
   * @param {number | null} ply
   */
  view(ply) {
    this.viewed = ply !== null && ply >= this.frames.length - 1 ? null : ply;
    this.show();
    const frame = this.frames[ply ?? this.frames.length - 1];
    if (!frame) return;
    const told = this.umpired?.told(frame) ?? [];
    announce(sentences([frame.ply === 0 ? t('ply-start') : plyWords(this.frames[frame.ply - 1], frame), ...told]));
  }

  /** @param {Choice[]} choices */
  async #pick(choices) {
    if (this.#busy || !this.state || this.umpired?.again(choices)) return;
    const side = sideOf(this.state, this.state.seat) ?? '';
    const choice = await settle(side, choices, {
      game: this.game, pieces: this.data.pieces ?? [], pool: this.state.scene.reserve, ask: this.ask,
    });
    if (!choice) {
      this.board.cancel();
      return;
    }
    const text = this.umpired ? await this.umpired.name(choice) : choice.text;
    this.throws?.hurry();
    if (text) await this.submit(text);
  }

  /**
   * Says why a piece of one's own does not move, if something holds it.
   * @param {string} cell
   */
  #explain(cell) {
    const piece = pieceAt(this.board.frame, cell);
    if (!piece || !this.state || !myTurn(this.state) || piece.side !== sideOf(this.state, this.state.seat)) return;
    if (markWords(piece).length > 0 && this.board.choices.length > 0) toast(pieceWords(piece));
  }

  /** What the choices do not hold is sent all the same: the umpire knows why not. */
  #refused(/** @type {{ from: string | null, to: string, piece: string | null }} */ { from, to, piece }) {
    const like = this.board.choices.find((c) => (piece ? c.piece === piece && c.kind === 'place' : c.from === from && c.kind === 'move'));
    const text = like && otherTarget(like, to);
    if (text) void this.submit(text, true);
    else toast(t('nothing-possible'), 'refusal');
  }

  /**
   * @param {string} text
   * @param {boolean} [hopeless] whether a refusal is what is expected
   */
  async submit(text, hopeless = false) {
    if (this.#busy || !this.state) return;
    this.#busy = !hopeless;
    await this.dicePart.ready;
    await this.act({ act: 'submit', text, expect: this.state.version });
    this.#busy = false;
  }

  /** @param {Act} act */
  async act(act) {
    try {
      for (const one of await this.hotseat.acts(act, this.state)) await this.socket.act(one);
    } catch (error) {
      this.board.settle();
      if (error instanceof ApiError) toast(problemText(error.problem), 'refusal');
      else throw error;
    }
  }

  /** @param {number} [seat] the first that is free if left out */
  async #join(seat) {
    const wish = seat === undefined ? '' : `?seat=${seat}`;
    await post(`/api/games/${this.data.id}/join${wish}`).then(() => location.reload(), showProblem);
  }

  /**
   * Lets the computer take a free seat.
   * @param {number} seat
   * @param {string} side
   */
  async #seatComputer(seat, side) {
    const level = await ask({
      title: t('seat-computer-title', { side: sideName(side) }),
      answers: LEVELS.map((value) => ({ value, label: t('level-what', { level: value, what: t(`level-${value}`) }) })),
    });
    if (level) await post(`/api/games/${this.data.id}/computer`, { seat, level: Number(level) }).catch(showProblem);
  }

  async #rematch() {
    this.#wantsRematch = true;
    const answer = await post(`/api/games/${this.data.id}/rematch`).catch(showProblem);
    this.#goTo(answer?.id ?? null);
  }

  /** Both the answer and the live connection tell of the rematch; whichever comes first is followed. */
  #goTo(/** @type {string | null} */ id) {
    if (!id || this.#leaving) return;
    this.#leaving = true;
    location.assign(`/g/${id}`);
  }
}

/** @param {unknown} error */
function showProblem(error) {
  if (error instanceof ApiError) toast(problemText(error.problem), 'refusal');
}

/**
 * The text of a choice with another target: what stands before the target, and the target. What stands
 * on the legal target (`G V@F59`) says nothing about another one.
 * @param {Choice} choice
 * @param {string} to
 */
function otherTarget({ text, from, to: legal }, to) {
  if (from && legal && text.startsWith(`${from}${legal}`)) return `${from}${to}`;
  const end = from ? text.indexOf(from) + from.length : text.lastIndexOf(legal ?? '');
  return `${text.slice(0, end).replace(/\S*@$/, '').trimEnd()} ${to}`;
}

new GamePage();
