// The page of a record: its moves with comments and the parser's warnings.

import { linkAnalysis } from '../analysis/analysis-link.js';
import { get, getFrames } from '../common/api.js';
import { bindTools } from '../game/actions.js';
import { annotate } from '../board/annotate.js';
import { GameBoard } from '../board/game-board.js';
import { bindPieceCards } from '../guide/piece-card.js';
import { showCoordinates } from '../board/coordinates.js';
import { byId, html, pageJson } from '../common/dom.js';
import { linkEditor } from '../editor/editor-link.js';
import { DiceVerification, thrownFaces, countLeavers } from '../dice/dice-verify.js';
import { sideName, t } from '../common/i18n.js';
import { embedBox, linkBox } from '../game/share-box.js';
import { MoveList } from '../game/move-list.js';
import { showCard } from '../game/player-cards.js';
import { rankOf, seatSides, showSeats } from '../game/seat-list.js';
import { GameReview } from '../analysis/game-review.js';
import { play } from '../common/sound.js';
import { capturesAny, plyBetween } from '../board/frame-diff.js';
import { plyWords } from '../board/descriptions.js';
import { announce, sentences } from '../common/live-region.js';
import { isPass, throwOfFrame } from '../dice/throw-notation.js';
import { ThrowsPanel } from '../dice/throws-panel.js';
import { MovePaths } from '../board/move-paths.js';
import { soundOf, reportTexts } from '../game/umpire-log.js';
/** @import { Frame, PageData, ShownRecord } from '../common/types.d.ts' */

/** @type {PageData} */
const data = pageJson('page-data');
/** @type {Record<string, string>} comments by ply */
const notes = pageJson('notes');

/** The fragment that starts the computer analysis at once. */
const ANALYSE = '#analyse';

class RecordPage {
  #ply = 0;

  /**
   * @param {ShownRecord} record
   * @param {GameBoard} board
   */
  constructor(record, board) {
    this.record = record;
    this.board = board;
    this.moves = new MoveList(byId('moves'), data.sides ?? [], (ply) => this.go(ply));
    this.movePaths = data.paths ? new MovePaths(board) : null;
    showCoordinates(board);
    this.annotations = annotate(board);
    if (data.multiplayer) {
      this.moves.setSides(record.sides.map(({ key }) => key));
    }
    const dice =
      document.getElementById('die') !== null &&
      record.frames.some((frame) => throwOfFrame(frame) !== null);
    this.throws = dice
      ? new ThrowsPanel(record.game, data.options?.['dice-table'] || (data.dice_table ?? ''))
      : null;
    this.moves.commented = new Set(Object.keys(notes).map(Number));
    record.plies.forEach((_, i) => {
      if (this.#warningsAt(i + 1).length > 0) this.moves.commented.add(i + 1);
    });
    this.review = data.analysis && !data.partial ? new GameReview(byId('review'), {
      data, sides: seatSides(record.sides), moves: this.moves, go: (ply) => this.go(ply),
    }) : null;
    bindPieceCards(board, data);
    bindTools(document, { turn: () => board.rotateTo(board.rotation + 1) });
    byId('share-box').append(linkBox(), embedBox(`/embed/record/${data.id}`));
    addEventListener('hashchange', () => this.#show(plyFromHash(location.hash), true));
    this.#result();
    this.#verifyDice();
    this.#show(plyFromHash(location.hash), false);
    if (location.hash === ANALYSE && !this.review?.isBegun) this.review?.start();
  }

  /**
   * Shows a ply and puts it into the URL, without an entry in the browser's history.
   * @param {number} ply
   */
  go(ply) {
    history.replaceState(null, '', ply === 0 ? location.pathname : `#ply-${ply}`);
    this.#show(ply, true);
  }

  /**
   * @param {number} wanted
   * @param {boolean} isAnnounced
   */
  #show(wanted, isAnnounced) {
    const { frames } = this.record;
    const ply = Math.min(Math.max(wanted, 0), frames.length - 1);
    const [before, frame] = [frames[ply - 1], frames[ply]];
    if (!frame) return;
    const isForward = ply === this.#ply + 1;
    this.#ply = ply;
    this.annotations.clear();
    this.board.show(frame, [], true, { earlier: before?.last });
    this.movePaths?.show();
    this.throws?.showRecord(frames, frame);
    linkEditor(frame, data, !data.partial);
    linkAnalysis(frames, ply, data, !data.partial);
    this.moves.show(frames, ply);
    this.review?.show(frames, ply, []);
    if (data.multiplayer) this.#seats(frame, ply);
    else (data.sides ?? []).forEach((side, i) => {
      showCard(byId(`card-${i}`), {
        game: data.game ?? '',
        side,
        name: this.#player(side),
        toMove: frames[ply + 1]?.side === side,
        winner: false,
        online: null,
        frame,
      });
    });
    const words = ply === 0 ? t('ply-start') : plyWords(before, frame);
    byId('status').textContent = words;
    this.#comment(ply);
    const told = reportTexts(frame);
    if (isAnnounced) announce(sentences([words, ...told, notes[ply] ?? '']));
    const usual = isPass(throwOfFrame(frame))
      ? 'pass'
      : capturesAny(plyBetween(before, frame))
        ? 'capture'
        : 'move';
    if (isForward && isAnnounced) play(soundOf(frame) ?? usual);
  }

  /**
   * Shows the players as far as the record names them, and at its end the ranking.
   * @param {Frame} frame
   * @param {number} ply
   */
  #seats(frame, ply) {
    const { frames, sides, outcome } = this.record;
    const over = ply === frames.length - 1 && outcome !== null && outcome.winner !== null;
    showSeats(byId('seats'), this.record.game, sides.map(({ key, seat }) => {
      const name = this.#player(key);
      const stands = frame.pieces.some((piece) => piece.side === key);
      return {
        side: key,
        seat,
        name,
        note: [
          ...(name === sideName(key) ? [] : [sideName(key)]),
          ...(stands ? [] : [t('seat-gone')]),
        ].join(' · '),
        toMove: frames[ply + 1]?.side === key,
        place: over && seat !== null ? rankOf(outcome, seat) : null,
      };
    }), frame);
  }

  /** Verifies the throws, if the record contains the seed. */
  #verifyDice() {
    const root = document.getElementById('dice-verify');
    const seed = this.record.headers.find(([key]) => key.toLowerCase() === 'seed')?.[1];
    if (!root || !seed || !this.throws) return;
    const { frames, strict, outcome } = this.record;
    const gone = [...strict.matchAll(/-(resigns|time)\b/g)].map(([, how]) =>
      how === 'time' ? 'time' : 'resignation',
    );
    const left = countLeavers(gone, outcome);
    const count = thrownFaces(frames).length;
    new DiceVerification(root).show(
      { commitment: '', parts: [], awaits: [], seed, throws: count },
      async () => frames,
      false,
      left,
    );
  }

  /** @param {number} ply */
  #comment(ply) {
    const written = this.record.plies[ply - 1];
    const warnings = this.#warningsAt(ply);
    const box = byId('comment');
    box.replaceChildren(
      ...reportTexts(this.record.frames[ply]).map((text) => html('p', {}, text)),
      ...(notes[ply] ? [html('p', {}, notes[ply])] : []),
      ...(written && warnings.length > 0
        ? [
            html(
              'p',
              { class: 'as-written' },
              t('as-written', { line: written.line, text: written.raw }),
            ),
            ...warnings.map((text) => html('p', { class: 'warning-line', lang: 'en' }, text)),
          ]
        : []),
    );
    box.hidden = box.childElementCount === 0;
  }

  /**
   * The warnings about a ply: those of its line that name it.
   * @param {number} ply
   */
  #warningsAt(ply) {
    const written = this.record.plies[ply - 1];
    if (!written) return [];
    const about = `${written.raw}: `;
    const mine = this.record.warnings.filter(
      ({ line, message }) => line === written.line && message.startsWith(about),
    );
    return mine.map(({ message }) => message.slice(about.length));
  }

  /** @param {string} side */
  #player(side) {
    return data.players?.[side] ?? sideName(side);
  }

  #result() {
    const { outcome } = this.record;
    const winner =
      outcome && outcome.winner !== null
        ? this.record.sides.find(({ seat }) => seat === outcome.winner)?.key
        : null;
    byId('result').textContent = !outcome ? (data.result ?? t('record-unfinished'))
      : winner ? t('end-wins', { side: sideName(winner) }) : t('end-draw');
  }
}

/** @param {string} hash */
const plyFromHash = (hash) => Number(/^#ply-(\d+)$/.exec(hash)?.[1] ?? 0);

/** @param {GameBoard} board */
async function start(board) {
  const [{ record }, frames] = await Promise.all([
    get(`/api/records/${data.id}`),
    getFrames(`/api/records/${data.id}/frames`),
  ]);
  new RecordPage({ ...record, frames }, board);
}

const board = document.querySelector('game-board');
if (board instanceof GameBoard) void start(board);
