// The page of a game: passes the server's states to the board, the lists and the panels, and the
// player's acts to the server. The state that comes back is authoritative.

import '../board/game-board.js';
import { linkAnalysis } from '../analysis/analysis-link.js';
import { ApiError, get, getFrames, post } from '../common/api.js';
import { bindTools, showActions, showOffers } from './actions.js';
import { GameBoard } from '../board/game-board.js';
import { showCoordinates } from '../board/coordinates.js';
import { bindPieceCards } from '../guide/piece-card.js';
import { resolveChoice } from '../board/choice-dialog.js';
import { ask, clearToasts, toast } from '../common/dialogs.js';
import { ChatPanel } from './chat-panel.js';
import { Clocks } from './clocks.js';
import { ConditionalMoves } from './conditional-moves.js';
import { SeedPart } from '../dice/seed-part.js';
import { byId, html, pageJson } from '../common/dom.js';
import { LEVELS } from '../common/levels.js';
import {
  ifReached, isKept, keepBoard, keptBoard, showAsOf, showPresent,
} from '../common/offline.js';
import { HintPanel } from './hint-panel.js';
import { HotSeat } from './hot-seat.js';
import { linkEditor } from '../editor/editor-link.js';
import { showResult, showDownloads } from './result-panel.js';
import { linkBox, showEmbed } from './share-box.js';
import { DiceVerification, countLeavers } from '../dice/dice-verify.js';
import { capturesAny, newlyCaptured, pieceAt, plyBetween } from '../board/frame-diff.js';
import { problemText, sideName, t } from '../common/i18n.js';
import { showInvite } from './invite.js';
import { MoveConfirmation, needsConfirmation } from './move-confirmation.js';
import { MoveList } from './move-list.js';
import { seatName, seatPage, sharesScreen, showCard } from './player-cards.js';
import {
  eliminationReason,
  eliminatedSeats,
  seatSides,
  seatEntries,
  showSeats,
} from './seat-list.js';
import { isSetupPhase, PICK_PHASE } from '../setup/phases.js';
import { withPerspective } from './perspective.js';
import { PrivateNotes } from './private-notes.js';
import { GameSocket } from './game-socket.js';
import { annotate } from '../board/annotate.js';
import { takesByChoice } from '../board/predicted-frame.js';
import { Pace } from './pace.js';
import { Premove } from './premove.js';
import { SentMove } from './sent-move.js';
import { sendAct } from './stale-act.js';
import { bindTypedMove } from './typed-move-tool.js';
import { play } from '../common/sound.js';
import { stateWords, pieceWords, plyWords } from '../board/descriptions.js';
import { announce, sentences } from '../common/live-region.js';
import {
  contributorName,
  isMyTurn,
  isPaused,
  noticeText,
  reasonText,
  sideOf,
  statusText,
  warnings,
} from './status-line.js';
import { isPass, pendingThrow, throwOfFrame } from '../dice/throw-notation.js';
import { MovePaths } from '../board/move-paths.js';
import { bindTablePrefs } from './table-prefs.js';
import { reportText } from './umpire-log.js';
/** @import { Act, Captured, Choice, Frame } from '../common/types.d.ts' */
/** @import { GameState, Notice, PageData } from '../common/types.d.ts' */

/** How long a board waits for more before it is kept for offline. */
const KEEP_MS = 400;
/** The most states that may wait for plies and throws that are being animated. */
const MAX_QUEUED = 8;
/** The most plies that are shown one by one when they come together. */
const MAX_STEPS = 4;
/** How long after its answer an act is shown without a state that has it. */
const LATE_STATE_MS = 5000;
/** How long after the last ply its result is heard. */
const RESULT_MS = 450;

/**
 * What only some games need.
 * @typedef {object} Parts
 * @property {typeof import('./hidden-game.js').HiddenGame | null} HiddenGame
 * @property {typeof import('../dice/throws-panel.js').ThrowsPanel | null} ThrowsPanel
 */

class GamePage {
  /** @type {GameState | null} */
  state = null;
  /** @type {Frame[]} */
  frames = [];
  /** @type {number | null} the ply on the board; `null` for the newest */
  viewedPly = null;
  #isSubmitting = false;
  #lastAnnouncement = '';
  #leaving = false;
  /** States that wait until the throws before them have been shown. @type {GameState[]} */
  #queuedStates = [];
  /** Whether `frames` are those of a finished game, which hide nothing. */
  #isRevealed = false;
  /** The reader's act that the server has not answered yet, as shown. @type {SentMove | null} */
  #sent = null;
  /** Cells that were tapped in a setup before the server had answered. @type {string[]} */
  #taps = [];
  /** A ply before the newest, while those that came together are shown. @type {Frame | null} */
  #step = null;
  /** Whether a state is being shown. */
  #isShowing = false;
  /** The version of the newest state that has come. */
  #arrived = 0;
  /** The last ply that was heard, and how. */
  #heard = { ply: 0, sound: 'move' };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #paced;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #keeping;

  /**
   * @param {PageData} data
   * @param {Parts} parts
   */
  constructor(data, { HiddenGame, ThrowsPanel }) {
    this.data = data;
    this.game = this.data.game ?? '';
    const board = document.querySelector('game-board');
    if (!(board instanceof GameBoard)) throw new Error('the page has no board');
    this.board = board;
    this.moves = new MoveList(byId('moves'), this.data.sides ?? [], (ply) => this.goToPly(ply));
    this.showPieceCard = bindPieceCards(board, this.data);
    /** @type {import('../setup/setup-panel.js').SetupPanel | null} */
    this.setup = null;
    /** @type {import('../setup/pick-phase.js').PickPhase | null} */
    this.pickPhase = null;
    this.hiddenGame = HiddenGame
      ? new HiddenGame(board, {
          id: this.data.id ?? '',
          pieces: this.data.pieces ?? [],
          goToPly: (ply) => this.goToPly(ply),
          onChange: () => this.show(),
        })
      : null;
    this.movePaths = this.data.paths ? new MovePaths(board, (text) => this.#pathOf(text)) : null;
    this.throwsPanel = ThrowsPanel
      ? new ThrowsPanel(this.game, this.data.dice_table ?? '', () => this.#showNextState())
      : null;
    const verification = document.getElementById('dice-verify');
    this.diceVerification = verification ? new DiceVerification(verification) : null;
    this.seedPart = new SeedPart(this.data.id ?? '');
    showCoordinates(board);
    this.annotations = annotate(board);
    this.pace = new Pace();
    this.premove = new Premove(board, this.data, () => this.show());
    bindTypedMove({
      choices: () => this.state?.scene.choices ?? [],
      pick: (choices) => void this.#pick(choices),
      tryText: (text) => this.#try(text),
      whyNot: () => (this.state ? statusText(this.state) : ''),
    });
    this.hintPanel = new HintPanel(byId('hint'), board);
    this.confirmation = new MoveConfirmation(board);
    this.chat = new ChatPanel(this.data.id ?? '');
    this.privateNotes = new PrivateNotes(this.data.id ?? '');
    this.conditionals = this.data.hidden ? null : new ConditionalMoves(this.data);
    /** @type {import('../analysis/game-review.js').GameReview | null} */
    this.review = null;
    this.baseTitle = document.title;
    this.rotationKey = `heterodox-turn-${this.data.id}`;
    this.hotseat = new HotSeat(this.data, (state) => void this.receive(state));
    this.clocks = new Clocks(
      byId('clock-offers'),
      (act) => void this.act(act),
      () => this.show(),
    );
    this.#bind();
    this.socket = new GameSocket(this.data.id ?? '', {
      onState: (state) => this.#onState(state),
      onNotices: (notices) => this.onNotices(notices),
      onConnection: (online) => this.#connected(online),
      onTime: (moment) => this.clocks.setTime(moment),
      onChat: (line) => this.chat.onLine(line),
    });
    if (isKept()) void this.#showKept();
  }

  /** Shows the board as it was seen last, to be read only. */
  async #showKept() {
    const kept = await keptBoard();
    // The server may have been reached meanwhile.
    if (!kept || this.state || !isKept()) return;
    const { state, frames } = kept.board;
    this.frames = frames;
    showAsOf(kept.moment);
    await this.receive({ ...state, scene: { ...state.scene, choices: [] } });
  }

  /** Keeps the board of a player for offline. @param {GameState} state */
  #keep(state) {
    clearTimeout(this.#keeping);
    const isOwn = state.seat !== null || (state.seats ?? []).length > 0;
    if (!isOwn || this.hotseat.mustKeepNothing(state) || isKept()) return;
    this.#keeping = setTimeout(() => void keepBoard({ state, frames: this.frames }), KEEP_MS);
  }

  /** The path on which a move is shown. @param {string} text */
  async #pathOf(text) {
    const query = new URLSearchParams({ text });
    const { paths } = await get(withPerspective(`/api/games/${this.data.id}/paths?${query}`));
    return paths[0] ?? [];
  }

  #bind() {
    this.board.addEventListener('board-choose', (event) =>
      this.#pick(/** @type {CustomEvent} */ (event).detail.choices),
    );
    this.board.addEventListener('board-illegal', (event) =>
      this.#submitIllegal(/** @type {CustomEvent} */ (event).detail),
    );
    this.board.addEventListener('board-cell', (event) => {
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      if (!this.#keepTap(cell)) this.#explainPiece(cell);
    });
    addEventListener('prefs-changed', () => this.show());
    addEventListener('auto-rotate-changed', () => this.show());
    addEventListener('hint-changed', () => this.show());
    bindTools(document, { turn: () => this.#rotate(this.board.rotation + 1) });
    bindTablePrefs(document);
    byId('to-game').addEventListener('click', () => this.goToPly(null));
    byId('share-box').append(linkBox());
  }

  /** @param {boolean} online */
  #connected(online) {
    byId('offline').hidden = online;
    if (online) showPresent();
    // Frames may have been missed while offline, so all are loaded again.
    if (online) this.frames = [];
    if (online) void this.chat.load();
  }

  /**
   * Receives a state. A move is not shown before its throw has come to rest.
   * @param {GameState} state
   */
  #onState(state) {
    this.#queuedStates.push(state);
    this.#arrived = Math.max(this.#arrived, state.version);
    this.seedPart.onState(state);
    // A hidden page, or one with too many waiting states, skips the animations.
    if (document.hidden || this.#queuedStates.length > MAX_QUEUED) this.throwsPanel?.skip();
    if (!this.throwsPanel?.rolling) this.#showNextState();
  }

  #showNextState() {
    if (this.#isShowing || this.#paced !== undefined) return;
    const [next] = this.#queuedStates;
    const wait = next && this.#isNewPly(next) ? this.pace.wait : 0;
    if (wait > 0) {
      this.#paced = setTimeout(() => {
        this.#paced = undefined;
        if (!this.throwsPanel?.rolling) this.#showNextState();
      }, wait);
      return;
    }
    const far = this.#queuedStates.length > MAX_QUEUED;
    const state = far ? this.#queuedStates.splice(0).at(-1) : this.#queuedStates.shift();
    if (state) void this.hotseat.onState(state);
  }

  /** The last ply that the reader has been shown. */
  get #shownPly() {
    return this.#sent?.frame.ply ?? this.state?.scene.frame.ply ?? 0;
  }

  /** Whether a state has a ply that was not shown yet. @param {GameState} state */
  #isNewPly(state) {
    return this.state !== null && state.scene.frame.ply > this.#shownPly;
  }

  /** @param {GameState} state */
  async receive(state) {
    const before = this.state;
    // Versions are counted for each viewer.
    const isOld = before && state.seat === before.seat && state.version < before.version;
    if (!isOld) {
      this.#isShowing = true;
      try {
        await this.#showState(before, state);
      } finally {
        this.#isShowing = false;
      }
    }
    if (!this.throwsPanel?.rolling) this.#showNextState();
  }

  /**
   * @param {GameState | null} before
   * @param {GameState} state
   */
  async #showState(before, state) {
    const shownPly = before ? this.#shownPly : state.scene.frame.ply;
    if (this.#sent?.isSettledBy(state)) this.#endSent();
    this.state = state;
    this.#isSubmitting = false;
    if (!before) this.#orient(state);
    await this.#updateFrames(state);
    if (this.state !== state) return;
    if (before && state.scene.frame.ply !== before.scene.frame.ply) this.viewedPly = null;
    if (before) await this.#showSteps(shownPly, state);
    if (this.state !== state) return;
    if (state.scene.frame.ply > shownPly) this.#showingPly();
    const premoved = this.premove.take(state);
    this.show();
    this.#announceChanges(before, state);
    this.#keep(state);
    if (premoved.length > 0) void this.#pick(premoved, true);
    if (before?.scene.phase !== state.scene.phase) this.#taps = [];
    const tapped = this.#sent ? undefined : this.#taps.shift();
    if (tapped) this.board.activate(tapped);
  }

  /**
   * Keeps a tap in a setup until the step before it is answered, so that it is not lost.
   * @param {string} cell
   * @returns {boolean} whether it is kept
   */
  #keepTap(cell) {
    const keeps = this.#sent !== null && !this.#sent.isPly;
    if (keeps) this.#taps.push(cell);
    return keeps;
  }

  /**
   * Shows plies that came together one by one, but the newest.
   * @param {number} shownPly
   * @param {GameState} state
   */
  async #showSteps(shownPly, state) {
    const { ply } = state.scene.frame;
    const steps = this.frames.slice(shownPly + 1, ply);
    const skips = document.hidden || this.throwsPanel !== null || this.viewedPly !== null;
    if (skips || steps.length > MAX_STEPS || isSetupPhase(state.scene.phase)) return;
    for (const step of steps) {
      await this.pace.rest();
      if (this.state !== state) break;
      this.#step = step;
      this.#showingPly();
      this.show();
      this.#hear(step);
    }
    if (steps.length > 0) await this.pace.rest();
    this.#step = null;
  }

  /** Notes that a new ply is on the board. */
  #showingPly() {
    this.pace.shown();
    this.annotations.clear();
    clearToasts('refusal', 'info');
  }

  #endSent() {
    this.#sent?.end();
    this.#sent = null;
  }

  /** Shows the board without an act that was not taken. @param {SentMove} sent */
  #takeBack(sent) {
    if (this.#sent !== sent) return;
    this.#taps = [];
    this.#endSent();
    this.show();
  }

  /**
   * Restores the board's rotation. On the first visit, the board is rotated so that the player's
   * side is below.
   * @param {GameState} state
   */
  #orient(state) {
    const saved = this.hotseat.mustKeepNothing(state)
      ? null
      : sessionStorage.getItem(this.rotationKey);
    const steps = saved === null ? this.#ownRotation(state) : Number(saved);
    // A visitor may still take a seat, so the rotation is not saved.
    if (state.seat === null) this.board.rotateTo(steps);
    else this.#rotate(steps);
  }

  /** @param {number} steps */
  #rotate(steps) {
    this.board.rotateTo(steps);
    if (!this.hotseat.mustKeepNothing(this.state))
      sessionStorage.setItem(this.rotationKey, String(this.board.rotation));
  }

  /** @param {GameState} state */
  #ownRotation(state) {
    const side = sideOf(state, state.seat);
    const own = state.scene.frame.pieces.filter((piece) => piece.side === side);
    if (!side) return 0;
    // On a board with a place for each side, the side's place counts, not its pieces.
    const { rotations = 1 } = this.board;
    const places = this.data.sides ?? [];
    if (rotations === places.length) return (rotations - places.indexOf(side)) % rotations;
    if (isSetupPhase(state.scene.phase) || own.length === 0) return 0;
    const middle = (/** @type {{ y: number }[]} */ points) =>
      points.reduce((sum, p) => sum + p.y, 0) / Math.max(points.length, 1);
    const cells = own
      .map((piece) => this.board.cells.get(piece.cell))
      .filter((cell) => cell !== undefined);
    return middle(cells) < middle([...this.board.cells.values()]) ? 2 : 0;
  }

  /** Updates the frames of all plies; usually only the newest is missing. */
  async #updateFrames(/** @type {GameState} */ state) {
    const frame = state.scene.frame;
    // The frames of a finished hidden game replace those that the player saw.
    if (this.hiddenGame && state.scene.outcome && !this.#isRevealed) this.frames = [];
    this.#isRevealed = state.scene.outcome !== null;
    if (isSetupPhase(state.scene.phase)) this.frames = [];
    else if (frame.ply === 0) this.frames = [frame];
    else if (this.frames.length >= frame.ply)
      this.frames = [...this.frames.slice(0, frame.ply), frame];
    else {
      const frames = await getFrames(withPerspective(`/api/games/${state.id}/frames`)).catch(
        () => null,
      );
      if (frames) this.frames = frames;
    }
  }

  show() {
    const { state } = this;
    if (!state) return;
    const { scene } = state;
    const past =
      this.viewedPly !== null && this.viewedPly < this.frames.length - 1
        ? this.frames[this.viewedPly]
        : undefined;
    const isInactive =
      past || this.#step || this.#sent || this.#isSubmitting || this.hiddenGame?.isWriting ||
      isPaused(state);
    const shown = past ?? this.#step ?? this.#sent?.frame ?? scene.frame;
    this.board.show(shown, isInactive ? [] : scene.choices, true, {
      earlier: isSetupPhase(scene.phase) ? [] : (this.frames[shown.ply - 1]?.last ?? []),
      waitingSide: past ? null : this.premove.side(state, this.#sent?.isPly ?? false),
      premove: past ? null : this.premove.planned,
    });
    this.confirmation.show();
    this.movePaths?.show();
    this.throwsPanel?.show(state, this.frames, past);
    this.diceVerification?.show(
      state.dice,
      () => getFrames(withPerspective(`/api/games/${state.id}/frames`)),
      this.throwsPanel === null,
      countLeavers([...eliminatedSeats(scene).values()], scene.outcome),
      (seat) => contributorName(state, seat),
      this.seedPart.saved,
    );
    this.hiddenGame?.show(state, this.frames, past ?? scene.frame);
    linkEditor(past ?? scene.frame, this.data, !this.data.hidden || scene.outcome !== null);
    // The board keeps its orientation when the next player uses another screen.
    const here = state.seats.some((seat) => seat === scene.to_act[0]);
    if (this.hotseat.show(state) && !past && here) this.board.rotateTo(this.#ownRotation(state));
    this.#showSetup(state);
    this.#cards(state, past ?? scene.frame, past ? [] : scene.reserve);
    this.clocks.show(state, (seat) => this.#clockPlace(state, seat));
    byId('moves').hidden = this.frames.length === 0 || state.open;
    if (this.data.multiplayer) this.moves.setSides(scene.sides.map(({ key }) => key));
    this.moves.setTimes(state.spent_ms ?? []);
    if (this.frames.length > 0)
      this.moves.show(this.frames, past ? past.ply : this.frames.length - 1);
    byId('past').hidden = !past;
    this.#showReview(state, past ?? scene.frame);
    this.hintPanel.show(state, past !== undefined);
    this.chat.show(state);
    this.privateNotes.show(state);
    this.conditionals?.show(state, this.frames);
    const act = (/** @type {Act} */ act) => void this.act(act);
    showActions(byId('actions'), state, act, {
      agreesHere: this.hotseat.canAgreeHere(state),
      more: this.clocks.buttons(state),
    });
    showOffers(byId('offers'), state, act, (text) => void this.submit(text));
    showInvite(byId('invite'), state, () => void this.#join());
    showResult(byId('end'), state, {
      rematch: () => void this.#rematch(),
      replay: () => this.goToPly(0),
      analyse:
        this.data.analysis && this.frames.length > 1 ? () => void this.#analyse(state) : null,
    });
    byId('share').hidden = state.open;
    showEmbed(byId('share-box'), state);
    showDownloads(byId('take-home'), state);
    byId('take-home').hidden ||= byId('moves').hidden;
    const isSent = this.#sent?.isPly ?? false;
    byId('status').textContent = past
      ? t('status-past') : isSent ? t('status-sent')
      : scene.outcome && !state.offer?.end ? reasonText(state, scene.outcome) : statusText(state);
    byId('status').classList.toggle('mine', isMyTurn(state) && !past && !isSent);
    const isNow = !past && !isSent && !this.#step;
    this.#warn(isNow ? warnings(scene.notices) : [], past ?? this.#step ?? scene.frame);
    if (this.hintPanel.cells.length > 0 && !past)
      this.board.highlight([{ cells: this.hintPanel.cells, kind: 'region' }]);
    this.#showEliminated(state);
    // If all players share this screen, every turn is theirs, so the title does not announce it.
    const prefix =
      isMyTurn(state) && !this.hotseat.allHere(state) ? `● ${t('title-your-turn')} – ` : '';
    document.title = prefix + this.baseTitle;
  }

  /**
   * Offers the analysis of a finished game.
   * @param {GameState} state
   * @param {Frame} frame
   */
  #showReview(state, frame) {
    const { scene } = state;
    const over = scene.outcome !== null && this.frames.length > 0;
    linkAnalysis(this.frames, frame.ply, this.data, over);
    if (!over || !this.data.analysis) return;
    if (this.review) this.review.show(this.frames, frame.ply, state.spent_ms ?? []);
    else void this.#loadReview(state);
  }

  /** @param {GameState} state */
  async #loadReview(state) {
    const loaded = await ifReached(import('../analysis/game-review.js'));
    if (!loaded) return;
    this.review ??= new loaded.GameReview(byId('review'), {
      data: this.data,
      sides: seatSides(state.scene.sides),
      moves: this.moves,
      go: (ply) => this.goToPly(ply),
      own: state.seats.map((seat) => sideOf(state, seat) ?? ''),
    });
    this.show();
  }

  /** Leads to the analysis of the finished game, and begins it. @param {GameState} state */
  async #analyse(state) {
    if (!this.review) await this.#loadReview(state);
    this.review?.open();
  }

  /**
   * Shows the panel of the setup or of the picking, if the game is there, or hides it.
   * @param {GameState} state
   */
  #showSetup(state) {
    this.setup?.show(state);
    this.pickPhase?.show(state);
    const { phase } = state.scene;
    if (!isSetupPhase(phase)) byId('setup').hidden = true;
    if (phase === PICK_PHASE && !this.pickPhase) void this.#loadPicking();
    else if (phase !== PICK_PHASE && isSetupPhase(phase) && !this.setup) void this.#loadSetup();
  }

  async #loadSetup() {
    const { SetupPanel } = await import('../setup/setup-panel.js');
    this.setup ??= new SetupPanel(byId('setup'), this.board, {
      game: this.game,
      pieces: this.data.pieces ?? [],
      submit: (text) => this.submit(text),
      isHiddenGame: this.data.hidden,
    });
    this.show();
  }

  async #loadPicking() {
    const { PickPhase } = await import('../setup/pick-phase.js');
    this.pickPhase ??= new PickPhase(byId('setup'), this.board, this.data, {
      submit: (text) => this.submit(text),
      showPieceCard: this.showPieceCard,
    });
    this.show();
  }

  /**
   * @param {Notice[]} notices
   * @param {Frame} frame
   */
  #warn(notices, frame) {
    byId('warning').hidden = notices.length === 0;
    byId('warning').replaceChildren(...notices.map((notice) => html('p', {}, noticeText(notice))));
    if (!isSetupPhase(this.state?.scene.phase ?? '')) {
      this.board.highlight([
        ...notices.map((notice) => ({ cells: notice.cells, kind: 'danger' })),
        ...(this.hiddenGame?.highlights(frame) ?? []),
      ]);
    }
  }

  /** Tells an eliminated player that the game goes on. @param {GameState} state */
  #showEliminated({ scene, seat, seats }) {
    const out = eliminatedSeats(scene);
    const mine = seats ?? (seat === null ? [] : [seat]);
    const gone = !scene.outcome && mine.length > 0 && mine.every((one) => out.has(one));
    byId('watching').hidden = !gone;
    byId('watching').textContent = gone
      ? t('you-are-out', { reason: eliminationReason(out.get(mine[0] ?? 0) ?? '') })
      : '';
  }

  /**
   * @param {GameState} state
   * @param {Frame} frame
   * @param {Captured[]} pool
   */
  #cards(state, frame, pool) {
    if (this.data.multiplayer) {
      const seats = seatEntries(state, {
        sit: (seat) => void this.#join(seat),
        computer: (seat, side) => void this.#seatComputer(seat, side),
      });
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
        page: seatPage(state, seat),
        note: !settled ? t('side-open') : sharesScreen(state) ? '' : sideName(side.key),
        toMove: !state.open && state.scene.to_act.includes(seat),
        winner: state.scene.outcome?.winner === seat,
        online: player?.guest && seat !== state.seat && !sharesScreen(state) ? player.online : null,
        frame: isSetupPhase(state.scene.phase) ? null : frame,
        pool: isSetupPhase(state.scene.phase) ? [] : pool,
      });
    });
  }

  /**
   * The element in which a seat's clock is shown.
   * @param {GameState} state
   * @param {number} seat
   * @returns {HTMLElement | null}
   */
  #clockPlace({ scene }, seat) {
    if (this.data.multiplayer) return byId('seats').querySelector(`[data-seat="${seat}"]`);
    const side = scene.sides.findIndex((one, i) => (one.seat ?? i) === seat);
    return document.getElementById(`card-${side}`);
  }

  /**
   * Announces what has changed: plies, warnings, and the next action.
   * @param {GameState | null} before
   * @param {GameState} state
   */
  #announceChanges(before, state) {
    const parts = [];
    const frame = state.scene.frame;
    if (before && frame.ply > before.scene.frame.ply) {
      const last = this.frames[frame.ply - 1];
      const told = this.hiddenGame?.onNewPly(frame, last) ?? [];
      parts.push(...this.#describePlies(before.scene.frame.ply + 1, frame), ...told);
      this.#hear(frame);
    } else if (before && frame.ply < before.scene.frame.ply) {
      this.#heard.ply = frame.ply;
      parts.push(t('say-taken-back'));
    } else if (before && isSetupPhase(before.scene.phase)) {
      parts.push(...(this.hiddenGame?.reports(frame) ?? []));
    }
    if (before) this.#hearTurn(before, state);
    if (before) parts.push(...this.#announceEliminations(before, state));
    const thrown = this.throwsPanel && pendingThrow(state.scene);
    if (thrown && this.throwsPanel) parts.push(this.throwsPanel.words(thrown));
    if (state.scene.phase === PICK_PHASE) parts.push(this.pickPhase?.announcement ?? '');
    parts.push(...warnings(state.scene.notices).map(noticeText), statusText(state));
    const text = sentences(parts);
    if (text !== this.#lastAnnouncement) announce(text);
    this.#lastAnnouncement = text;
  }

  /**
   * Plays the sound of a ply, unless it was heard when the reader made it.
   * @param {Frame} frame
   */
  #hear(frame) {
    const before = this.frames[frame.ply - 1];
    const { ply, sound: heard } = this.#heard;
    if (this.hiddenGame?.playSound(frame) || isPass(throwOfFrame(frame))) return;
    const takes =
      capturesAny(plyBetween(before, frame)) || newlyCaptured(before, frame).length > 0;
    const isCheck = frame.pieces.some(({ marks }) => marks.includes('check'));
    const sound = isCheck ? 'check' : takes ? 'capture' : 'move';
    // A capture that the choice does not tell is heard when it is known.
    const isHeard = ply === frame.ply && (sound === heard || sound === 'move');
    this.#heard = { ply: frame.ply, sound };
    if (!isHeard) play(sound);
  }

  /**
   * Plays the sounds of the end, and of the reader's turn in a page that is not seen.
   * @param {GameState} before
   * @param {GameState} state
   */
  #hearTurn(before, state) {
    const { outcome } = state.scene;
    if (outcome && !before.scene.outcome && outcome.reason !== 'cancelled') {
      const mine = state.seat !== null && !sharesScreen(state);
      const sound =
        outcome.winner === null
          ? 'draw'
          : mine && outcome.winner !== state.seat
            ? 'defeat'
            : this.data.victory_sound ? /** @type {const} */ (`victory-${this.game}`) : 'victory';
      setTimeout(() => play(sound), RESULT_MS);
    } else if (document.hidden && isMyTurn(state) && !isMyTurn(before)) {
      play('your-turn');
    }
  }

  /**
   * The plies since the last announcement, in words: passes need no act, so there may be several.
   * @param {number} first
   * @param {Frame} frame the newest
   */
  #describePlies(first, frame) {
    const since = this.throwsPanel
      ? this.frames.slice(Math.max(first, frame.ply - MAX_QUEUED))
      : [frame];
    return since.map((one) => plyWords(this.frames[one.ply - 1], one));
  }

  /**
   * Shows which players have been eliminated, and returns that in words.
   * @param {GameState} before
   * @param {GameState} state
   */
  #announceEliminations(before, state) {
    const had = eliminatedSeats(before.scene);
    const now = [...eliminatedSeats(state.scene)].filter(([seat]) => !had.has(seat));
    return now.map(([seat, reason]) => {
      const text = t('say-out', {
        side: sideName(sideOf(state, seat) ?? ''),
        reason: eliminationReason(reason),
      });
      if (!state.scene.outcome) toast(text, 'warning');
      return text;
    });
  }

  /** @param {Notice[]} notices */
  onNotices(notices) {
    for (const notice of notices) {
      if (notice.key === 'umpire-first-placement') toast(reportText(notice));
    }
  }

  /**
   * Shows a past ply, or the newest for `null`.
   * @param {number | null} ply
   */
  goToPly(ply) {
    this.viewedPly = ply !== null && ply >= this.frames.length - 1 ? null : ply;
    this.show();
    const frame = this.frames[ply ?? this.frames.length - 1];
    if (!frame) return;
    const told = this.hiddenGame?.reports(frame) ?? [];
    announce(
      sentences([
        frame.ply === 0 ? t('ply-start') : plyWords(this.frames[frame.ply - 1], frame),
        ...told,
      ]),
    );
  }

  /**
   * @param {Choice[]} choices
   * @param {boolean} [isPremove] whether they were picked in advance
   */
  async #pick(choices, isPremove = false) {
    if (this.#isSubmitting || this.#sent || !this.state) return;
    if (this.hiddenGame?.cyclePath(choices)) return;
    const side = sideOf(this.state, this.state.seat) ?? '';
    const choice = await resolveChoice(side, choices, {
      board: this.board,
      game: this.game,
      pieces: this.data.pieces ?? [],
      pool: this.state.scene.reserve,
      showPieceCard: this.showPieceCard,
    });
    if (!choice) {
      this.board.cancel();
      return;
    }
    const text = this.hiddenGame ? await this.hiddenGame.intentText(choice) : choice.text;
    this.throwsPanel?.skip();
    if (!text) return;
    const answer = needsConfirmation(this.state, choice)
      ? await this.confirmation.ask(choice, text)
      : 'send';
    if (answer === 'send') await this.submit(text, { choice, isPremove });
    else if (answer === 'back') this.board.cancel();
  }

  /**
   * Explains why a piece of the player cannot move, if its state is the reason.
   * @param {string} cell
   */
  #explainPiece(cell) {
    const piece = pieceAt(this.board.frame, cell);
    const { state } = this;
    if (!piece || !state || piece.side !== sideOf(state, state.seat)) return;
    if (state.scene.outcome || this.hiddenGame?.isWriting) return;
    if (this.viewedPly !== null) {
      toast(t('wait-past'));
      return;
    }
    if (!isMyTurn(state) || this.#sent) {
      // A tap while another is to move is not lost without a word.
      clearToasts('info');
      toast(t('wait-status', { status: this.#sent ? t('status-sent') : statusText(state) }));
      return;
    }
    if (stateWords(piece).length > 0 && this.board.choices.length > 0) toast(pieceWords(piece));
  }

  /** Submits an intent that is not among the choices: the umpire's refusal explains why. */
  #submitIllegal(
    /** @type {{ from: string | null, to: string, piece: string | null }} */ { from, to, piece },
  ) {
    if (this.#keepTap(to)) return;
    const similar = this.board.choices.find((c) =>
      piece ? c.piece === piece && c.kind === 'place' : c.from === from && c.kind === 'move',
    );
    const text = similar && textWithTarget(similar, to);
    if (text) void this.submit(text, { isTried: true });
    else this.#refuse(t('nothing-possible'));
  }

  /** @param {string} text */
  #refuse(text) {
    play('refusal');
    clearToasts('refusal');
    toast(text, 'refusal');
  }

  /**
   * Submits what was typed and is not among the choices.
   * @param {string} text
   * @returns {Promise<string | null>} why it is refused, or `null`
   */
  async #try(text) {
    if (!this.state || this.#sent || this.#isSubmitting) return t('status-sent');
    try {
      const act = /** @type {Act} */ ({ act: 'submit', text, expect: this.state.version });
      await this.#send(act);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      play('refusal');
      return problemText(error.problem);
    }
  }

  /**
   * @param {string} text
   * @param {{ isTried?: boolean, isPremove?: boolean, choice?: Choice }} [how] whether a refusal is
   *   expected, so that the choices stay available; whether it was picked in advance; and the
   *   choice that it is
   */
  async submit(text, { isTried = false, isPremove = false, choice } = {}) {
    const { state } = this;
    if (this.#isSubmitting || this.#sent || !state) return;
    this.#isSubmitting = !isTried;
    if (!isTried) {
      clearToasts('refusal', 'info');
      const sent = choice ?? state.scene.choices.find((one) => one.text === text);
      // The ply that a premove answers is seen first.
      if (isPremove)
        void this.pace.rest().then(() => {
          if (this.#isSubmitting && this.state === state) this.#showSent(state, sent);
        });
      else this.#showSent(state, sent);
    }
    await this.seedPart.ready;
    const isTaken = await this.act({ act: 'submit', text, expect: state.version });
    this.#isSubmitting = false;
    const sent = /** @type {SentMove | null} */ (this.#sent);
    if (sent?.state !== state || isTried) return;
    if (isTaken) {
      // The state may come after the answer, or wait for its turn to be shown.
      sent.answeredBy = Math.max(this.#arrived, state.version + 1);
      setTimeout(() => this.#takeBack(sent), LATE_STATE_MS);
    } else this.#takeBack(sent);
  }

  /**
   * Shows a choice as if it were made.
   * @param {GameState} state
   * @param {Choice | undefined} choice
   */
  #showSent(state, choice) {
    this.#endSent();
    this.#sent = SentMove.of(state, choice, { board: this.board, kinds: this.data.pieces ?? [] });
    if (!this.#sent || !choice) return;
    this.viewedPly = null;
    if (this.#sent.isPly) this.#showingPly();
    this.show();
    const sound = takesByChoice(choice) ? 'capture' : 'move';
    if (this.#sent.isPly) this.#heard = { ply: this.#sent.frame.ply, sound };
    play(sound);
  }

  /** @param {Act} act */
  async #send(act) {
    const { state } = this;
    const newest = () => this.#queuedStates.at(-1) ?? this.state;
    for (const one of await this.hotseat.acts(act, state))
      await sendAct(this.socket, one, state, newest);
  }

  /**
   * @param {Act} act
   * @returns {Promise<boolean>} whether the server has taken it
   */
  async act(act) {
    try {
      await this.#send(act);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.board.snapBack();
      this.#refuse(problemText(error.problem));
      return false;
    }
  }

  /** @param {number} [seat] by default the first free one */
  async #join(seat) {
    const query = seat === undefined ? '' : `?seat=${seat}`;
    await post(`/api/games/${this.data.id}/join${query}`).then(
      () => location.reload(),
      showProblem,
    );
  }

  /**
   * Lets a computer take a free seat.
   * @param {number} seat
   * @param {string} side
   */
  async #seatComputer(seat, side) {
    const level = await ask({
      title: t('seat-computer-title', { side: sideName(side) }),
      answers: LEVELS.map((value) => ({
        value,
        label: t('level-what', { level: value, what: t(`level-${value}`) }),
      })),
    });
    if (level)
      await post(`/api/games/${this.data.id}/computer`, { seat, level: Number(level) }).catch(
        showProblem,
      );
  }

  async #rematch() {
    const answer = await post(`/api/games/${this.data.id}/rematch`).catch(showProblem);
    this.#openGame(answer?.id ?? null);
  }

  #openGame(/** @type {string | null} */ id) {
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
 * Replaces the destination in the text of a choice. The rest of the text (`G V@F59`) belongs to the
 * old destination and is dropped.
 * @param {Choice} choice
 * @param {string} to
 */
function textWithTarget({ text, from, to: legal }, to) {
  if (from && legal && text.startsWith(`${from}${legal}`)) return `${from}${to}`;
  const end = from ? text.indexOf(from) + from.length : text.lastIndexOf(legal ?? '');
  return `${text.slice(0, end).replace(/\S*@$/, '').trimEnd()} ${to}`;
}

/** Loads what only some games need, and starts the page. */
async function start() {
  /** @type {PageData} */
  const data = pageJson('page-data');
  const hasDie = document.getElementById('die') !== null;
  const [hidden, dice] = await Promise.all([
    data.hidden ? import('./hidden-game.js') : null,
    hasDie ? import('../dice/throws-panel.js') : null,
  ]);
  new GamePage(data, {
    HiddenGame: hidden?.HiddenGame ?? null,
    ThrowsPanel: dice?.ThrowsPanel ?? null,
  });
}

void start();
