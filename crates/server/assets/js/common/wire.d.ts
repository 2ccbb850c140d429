// What goes over the line. Generated from the OpenAPI document by
// HETERODOX_REWRITE_WIRE=1 cargo test -p heterodox-server --lib typescript

/** Acceptance of an offer. */
export interface AcceptOffer {
  /** The secret of the link. */
  key?: string;
  /** The wanted seat; the first one that is offered if missing. */
  seat?: number;
}

/** An act of a seat. */
export interface Act {
  /** Whether the take-back is granted, for `answer-takeback` and no other act. */
  accept?: boolean;
  /** What is done. */
  act: ActKind;
  /** The version that the caller saw. At any other version the act is refused as `stale`. */
  expect?: number;
  /**
   * One of the caller's seats. The default is the seat of the socket's `as`, else the caller's
   * seat to act, else the one that had the turn last.
   */
  seat?: number;
  /**
   * What is submitted, for `submit` and no other act: the `text` of a choice, or the same in
   * another notation of the game.
   */
  text?: string;
  /** The seat that gets more time, for `more-time` and no other act. */
  to?: number;
}

/** An act that was done and is stored. */
export interface ActDone {
  /** The version of the game after the act. */
  version: number;
  /** Remarks on a text that was not in strict notation. */
  warnings: string[];
}

/** What a seat does. */
export type ActKind = 'submit' | 'resign' | 'offer-draw' | 'decline-draw' | 'ask-takeback' | 'answer-takeback' | 'offer-pause' | 'decline-pause' | 'resume' | 'more-time' | 'claim-win' | 'claim-draw';

/** A cell on which a piece captures without moving there. */
export interface AfarTarget {
  /** The cells to which the piece may move to capture there. */
  by: string[];
  /** The name of the cell. */
  cell: string;
  /** Whether an enemy is on the cell now. */
  now: boolean;
}

/** What a client requests. */
export type AnalysisKind = 'look' | 'game' | 'stop';

/** One of the best lines. */
export interface AnalysisLine {
  /** The cells of each move of the line: from and to, none for a pass. */
  cells: string[][];
  /** The principal variation as records write it. */
  pv: string[];
  /** From the side to move. */
  score: Score;
}

/** A message of the server. */
export type AnalysisMessage =
  | { id: number; place: number; type: 'waiting' }
  | SearchUpdate & { id: number } & { type: 'found' }
  | PlyReport & { id: number } & { type: 'ply' }
  | { id: number; reason: EndOfAnalysis; type: 'done' }
  | { id: number; problem: Problem; type: 'refused' }
  | { error: Problem; type: 'error' };

/**
 * A message of the client: it starts a job and ends the one before. The game is an open one of two
 * seats without dice.
 */
export interface AnalysisRequest {
  /** The id of the game. Required but for `stop`. */
  game?: string;
  /** The answers carry this number. Required but for `stop`. */
  id?: number;
  /** The number of lines of a `look` (multi-PV), 1 by default. */
  lines?: number;
  /** The moves from there, in any notation of the game; at most 1000. */
  moves?: string[];
  /** The table options. */
  options?: Options;
  /** The position before the first move; `null` or missing for the game's first position. */
  position?: string | null;
  /**
   * The positions of a `game` whose plies are not moves of the open game, in place of `position`
   * and `moves`: a finished clouded game is judged as `klinzha` by the positions of its frames.
   */
  positions?: string[];
  /** What is requested. */
  type: AnalysisKind;
}

/** A game of the archive with its record. */
export type ArchivedGame = GameLine & { record: string };

/** A marked group of cells. */
export interface Area {
  /** Names of the cells. */
  cells: string[];
  /** What the cells are: `zone`, `region`, `cloud-edge`, `cloud-under`, `threat` … */
  kind: string;
  /** The key of the side or region to which they belong; empty if none. */
  of: string;
}

/** The newest lines of the audit. */
export interface Audit {
  /** The lines, the newest first. */
  lines: AuditLine[];
}

/** A line of the audit. */
export interface AuditLine {
  /** Who did it; `null` for the server's operator. */
  actor: string | null;
  /** When it happened. */
  at_ms: number;
  /** More about it: the reason, or the new role. */
  detail: string | null;
  /** What was done. */
  what: string;
  /** To whom, or to which game. */
  whom: string | null;
}

/** The users whom the caller has blocked. */
export interface Blocks {
  /** Their ids. */
  blocked: UserId[];
}

/**
 * A number of pieces of one kind that a side has off the board: captured, or still to be placed.
 */
export interface Captured {
  /** The number of pieces. */
  count: number;
  /** The piece's code; `VG` for a Vanguard captured with its Goal. */
  kind: string;
  /** The key of the side that owns them. */
  side: string;
}

/**
 * What has changed for the viewer since the version `from`. A field that is absent is as it was.
 * Where there is a scene, absent choices are none. If only the presence of players has changed,
 * `version` is `from`.
 */
export type Change = StateChange & { from: number; heard?: Notice[]; version: number };

/** The chat of a game as the caller may read it. */
export interface Chat {
  /** Whether the caller may write free text. */
  free_text: boolean;
  /** The lines of the gallery; `null` if the caller may not read them now. */
  gallery: ChatLine[] | null;
  /** Where the caller may say something. */
  says_in: ChatRoom[];
  /** Why the caller may write no free text though the server takes it. */
  silence: SilenceInfo | null;
  /** The lines of the table; `null` if the caller may not read them now. */
  table: ChatLine[] | null;
}

/** A line of a chat. It has either `phrase`, or `text`. */
export interface ChatLine {
  /** When, to the minute. */
  at_ms: number;
  /** Its name; `null` for a guest. */
  name: string | null;
  /** The set phrase. */
  phrase: ChatPhrase | null;
  /** The room. */
  room: ChatRoom;
  /** The number of the line in its room, from 1. */
  seq: number;
  /** The free text. */
  text: string | null;
  /** The id of who says it. */
  user: UserId;
}

/** A set phrase, which each reader gets in its language. */
export type ChatPhrase = 'hello' | 'good-luck' | 'have-fun' | 'nice-move' | 'one-moment' | 'back' | 'sorry' | 'thanks' | 'well-played' | 'good-game' | 'must-go' | 'bye';

/** A room of a game's chat. */
export type ChatRoom = 'table' | 'gallery';

/** A setting to check. */
export interface CheckRequest {
  /** The id of the game. */
  game: string;
  /** The table options. */
  options?: Options;
  /** How the game begins. */
  start?: StartWith;
}

/** Something that the viewer may submit now. */
export interface Choice {
  /** Whether it captures, as far as the viewer can know. */
  captures: boolean;
  /** Whether the piece on `to` changes sides instead of being captured. */
  converts?: boolean;
  /** A reason to ask the player for confirmation, such as `goal-hangs`. */
  danger: string | null;
  /** The name of the cell where it starts. */
  from: string | null;
  /** The names of the cells other than `to` on which it captures. */
  hits?: string[];
  /** How a user interface offers it. */
  kind: ChoiceKind;
  /**
   * The cells after `from` up to and including `to` on the path that the umpire of a hidden game
   * tries first. Empty in open games.
   */
  path?: string[];
  /** The piece's code, for moves and placements. */
  piece: string | null;
  /** The text to submit, in strict notation. */
  text: string;
  /** The name of the cell where it ends. */
  to: string | null;
  /**
   * Distinguishes choices with the same cells (`carry`, `abandon`, a promotion), or names a
   * button.
   */
  variant: string | null;
}

/** How a user interface offers a choice. */
export type ChoiceKind = 'move' | 'place' | 'lift' | 'button';

/**
 * What choices have in common. Without `kind` they are moves; other fields that are absent are
 * `false` or `null`.
 */
export interface ChoiceTemplate {
  /** Whether it captures. */
  captures?: boolean;
  /** Whether the piece on the destination changes sides. */
  converts?: boolean;
  /** A reason to ask the player for confirmation. */
  danger?: string;
  /** How a user interface offers it. */
  kind?: ChoiceKind;
  /**
   * The text to submit: `$p` stands for the piece, `$f` for the origin, `$t` for the destination
   * and `$c` for the text after the colon.
   */
  text: string;
  /** Distinguishes choices with the same cells. */
  variant?: string;
}

/** A reason to delete conditional moves. */
export type ClearReason = 'played' | 'answered' | 'taken-back' | 'refused';

/** A message of the client. */
export interface ClientMessage {
  /** The act. */
  act: Act;
  /** The answer carries this number. */
  id: number;
  /** What the message is. */
  type: ClientMessageKind;
}

/** What a message of the client is. */
export type ClientMessageKind = 'act';

/**
 * The clocks of a game. Moments are milliseconds since 1970-01-01 UTC on the server's clock, whose
 * moment the messages `time` say.
 */
export interface ClockState {
  /** The seats that claim that the player to move has left. */
  claims: Seat[];
  /** The pause that lasts or is about to end. */
  pause: PauseInfo | null;
  /** The seats whose offers of a pause stand. */
  pause_offers: Seat[];
  /** The number of pauses that were taken. */
  pauses: number;
  /** The clock of each seat; `null` for a computer or a free seat. */
  seats: (SeatClock | null)[];
  /** Whether the clocks have started. */
  started: boolean;
}

/** A cloud map as plain data, for a page that shows it before the game. */
export interface CloudMapInfo {
  /** The clouds as areas of a frame. */
  areas: Area[];
  /** The nine rows joined by `/`, or `blind`: a value of the option `clouds`. */
  clouds: string;
  /** The seed of the map, if it has one. */
  seed: number | null;
  /** The warnings (R-CL9). */
  warnings: Notice[];
}

/** A cloud map. */
export interface CloudsRequest {
  /**
   * A value of the option `clouds`: `blind`, `seed:N` or nine rows joined by `/`. A seed is
   * drawn if it is missing.
   */
  clouds?: string;
}

/** What the viewer may submit. Choices with a destination are grouped by origin and template. */
export interface CompactChoices {
  /** Choices without a destination, and special ones, as they are in a scene. */
  others?: Choice[];
  /**
   * The destinations by origin. A key is a cell and the code of the piece, such as `E37 B`; each
   * of both may be missing: ` B`, `E37`.
   *
   * A value has the destinations of each template, in the order of the templates, separated by
   * `|`: `D38 C39|D37:V`. A destination is a cell; or the path to it, as `.D37.D38`; and
   * perhaps, after a colon, the text for `$c`.
   */
  targets?: Record<string, string>;
  /** What choices have in common. */
  templates?: ChoiceTemplate[];
}

/** A computer for a free seat of a game. */
export interface ComputerRequest {
  /** The level. */
  level: Level;
  /** The seat. */
  seat: number;
}

/** The caller's conditional moves in a game. */
export interface Conditionals {
  /** Whether the caller can replace them now: it is the opponent's turn. */
  can_set: boolean;
  /**
   * Why the server has deleted the lines before; `null` if it has not, or the caller has deleted
   * or replaced them since.
   */
  cleared: ConditionalsCleared | null;
  /**
   * The lines, each of them moves in turn: the opponent's next one, the caller's answer, and so
   * on. They begin with the move that the opponent is to make.
   */
  lines: string[][];
}

/** Why the server has deleted conditional moves. */
export interface ConditionalsCleared {
  /** The reason. */
  reason: ClearReason;
  /** The move that led to it; `null` after a take-back. */
  text: string | null;
}

/** A time control. */
export interface ControlInfo {
  /** The first part of each span, which costs nothing. */
  delay_ms: number;
  /** The main time at the beginning. */
  main_ms: number;
  /** The length of a byo-yomi period. */
  period_ms: number;
  /** The time control as text, such as `10m+5s`. */
  text: string;
}

/** Another offer instead of one that was made. */
export interface CounterOffer {
  /** The secret of the link. */
  key?: string;
  /** The other offer. It offers a seat to the person who made the first. */
  offer: NewGame;
}

/** Refusal of an offer. */
export interface DeclineOffer {
  /** The secret of the link. */
  key?: string;
  /** Why. */
  reason?: DeclineReason;
}

/** Why a person declines an offer. */
export type DeclineReason = 'not-now' | 'busy' | 'other-game' | 'other-time' | 'other-options' | 'not-you';

/** A cell that a piece reaches or would reach. */
export interface DiagramTarget {
  /** The name of the cell. */
  cell: string;
  /** Whether an enemy on the cell changes sides instead of being captured. */
  converts: boolean;
  /** What the piece could do there. */
  kind: TargetKind;
  /**
   * Whether this move is possible now. It is not on an empty cell that is a target for captures
   * only.
   */
  now: boolean;
  /** Whether a pawn could promote there. */
  promotes: boolean;
  /** The cells of all enemies that this move captures or converts. */
  victims: string[];
}

/** Dice that can be verified when the game is over. */
export interface DiceInfo {
  /** The first seat of each guest that still owes its part. */
  awaits: Seat[];
  /** The SHA-256 of the server's part of the seed, in hexadecimal. */
  commitment: string;
  /** Each seat's part of the seed. A guest with several seats gives it on its first one. */
  parts: (DicePart | null)[];
  /**
   * The whole seed, once the game is over: the server's part and the players' parts, joined by
   * dots.
   */
  seed: string | null;
  /** The number of throws so far, including those that were taken back. */
  throws: number;
}

/** A player's contribution to a seed: 1 to 32 visible ASCII characters without a dot. */
export type DicePart = string;

/** A guest's part of the seed of the dice. */
export interface DicePartRequest {
  /** The part. */
  part: DicePart;
}

/** A field of a position. */
export interface EditField {
  /** The meaning of an empty value, where it is not obvious. */
  default: string | null;
  /** The key, such as `turn`. */
  key: string;
  /** Its value. */
  value: string;
  /** The possible values; empty if any text is allowed. */
  values: string[];
}

/** The kind of an edit. */
export type EditKind = 'put' | 'move' | 'erase' | 'set';

/** A change of an edited position. Each kind has fields of its own. */
export interface EditRequest {
  /** The name of the cell, for `put` and `erase`. */
  cell?: string;
  /** What is done. */
  edit: EditKind;
  /** The name of the cell from which the piece moves, for `move`. */
  from?: string;
  /** The key of the field, for `set`. */
  key?: string;
  /** The piece's code, for `put`. */
  kind?: string;
  /** The key of the piece's side, for `put`. */
  side?: string;
  /** The name of the cell to which the piece moves, for `move`. */
  to?: string;
  /** The value of the field, for `set`. */
  value?: string;
}

/** A position and edits to apply. */
export interface EditorRequest {
  /** The edits, in order, legal or not. */
  edits?: EditRequest[];
  /** The id of the game. */
  game: string;
  /** The table options. */
  options?: Options;
  /** The position; the empty board if missing. */
  position?: string;
}

/** A code from a mail. */
export interface EmailCode {
  /** The code, which is valid once. */
  code: string;
}

/** The caller's e-mail address. */
export interface EmailInfo {
  /** The address. */
  address: string;
  /** Whether the caller has shown that it gets mail there. */
  confirmed: boolean;
}

/** Why a job has ended. */
export type EndOfAnalysis = 'limit' | 'decided' | 'over' | 'stopped';

/**
 * Why a game ended, as a key. Each game declares its reasons and lists them in
 * `GameInfo::end_reasons`(crate::GameInfo::end_reasons).
 */
export type EndReason = string;

/** The addresses of a person's feeds, which are secret: who knows them can read them. */
export interface Feeds {
  /** The path of the calendar of its deadlines. */
  deadlines: string;
  /** The path of the Atom feed of its turns. */
  turns: string;
}

/** One reason why a position is impossible, as a key for translation and in English. */
export type Flaw = Notice & { message: string };

/** A request for a mail with a link to choose a new password. */
export interface ForgottenPassword {
  /** The name or the confirmed e-mail address. */
  account: string;
}

/** The board at one moment as one viewer sees it: the unit of stepping through a game. */
export interface Frame {
  /** Marked groups of cells: zones, regions, clouds. */
  areas: Area[];
  /** What was captured so far, in the order of the game's pieces. */
  captured: Captured[];
  /** The cells from and to of the last ply, as far as the viewer may know them. */
  last: string[];
  /**
   * The turn number, as the notation counts, of the ply that led here; before the first ply,
   * that of the side to move.
   */
  number: number;
  /**
   * A possible path of the last ply: its cells without the first. Only in games in which a piece
   * moves from cell to cell and the notation names no path; else empty.
   */
  path?: string[];
  /** The pieces on the board. */
  pieces: Placed[];
  /** Plies made so far; 0 before the first move. */
  ply: number;
  /** The position string, or the view string in a hidden game; empty during the setup. */
  position: string;
  /** The side that made the ply which led here. */
  side: string | null;
  /** That ply in strict notation, as far as the viewer may know it. */
  text: string | null;
  /** What the umpire told the viewer after that ply; only in hidden games. */
  told?: Notice[];
}

/**
 * A new frame as the difference from the one before it. `path` and `told` belong to the ply:
 * absent, there are none.
 */
export interface FrameChange {
  /** The marked groups of cells, if they have changed. */
  areas?: Area[];
  /** What was captured so far, if it has changed. */
  captured?: Captured[];
  /** The cells that are empty now. */
  gone?: string[];
  /** The cells from and to of the ply. */
  last: string[];
  /** The turn number. */
  number: number;
  /** A possible path of the ply. */
  path?: string[];
  /**
   * The pieces that have come or changed: cell, side, kind and marks, separated by spaces. They
   * replace those on their cells.
   */
  placed?: string[];
  /** Plies made so far. */
  ply: number;
  /** The position string, as edits of the one before it. */
  position: TextEdit[];
  /** The side that made the ply. */
  side: string | null;
  /** The ply in strict notation. */
  text: string | null;
  /** What the umpire told the viewer after the ply. */
  told?: Notice[];
}

/** A part of the frames of a game or record: the board before the first ply and after each ply. */
export interface FramesPart {
  /** The requested frames. */
  frames: Frame[];
  /** The number of all frames. */
  total: number;
}

/** The description of a game as data. */
export interface GameInfo {
  /** When the umpire throws dice. A table may have none, see `Game::dice`. */
  chance: boolean;
  /** Whether a view can be less than the whole position. */
  hidden: boolean;
  /** The id in commands, addresses and records, such as `klinzha`. */
  id: string;
  /** The name, which is not translated. */
  name: string;
  /** The table options. */
  options: OptionSpec[];
  /** Codes of the pieces, in the order in which lists show them. */
  pieces: string[];
  /** The names of the quick starts. */
  quick_starts: string[];
  /** The minimum and the maximum number of seats. */
  seats: [number, number];
  /** Keys of the sides, in the order of play. */
  sides: string[];
}

/** A game in a list. */
export interface GameLine {
  /** When the game was opened. */
  created_ms: number;
  /** The game's id in the rules, such as `klinzha`. */
  game: string;
  /** The id. */
  id: string;
  /** Whether the user is to act. */
  my_turn: boolean;
  /** The last moment at which a free seat can be taken. */
  offered_until_ms: number | null;
  /** When it ended. */
  over_ms: number | null;
  /** The number of plies. */
  plies: number;
  /** Why it ended. */
  reason: string | null;
  /** The seats. */
  seats: ListedSeat[];
  /** How it begins: `setup`, `position`, or the name of a quick start. */
  start: string;
  /** `open`, `running` or `over`. */
  state: string;
  /** How time is played, as a request for a new game names it; `null` without clocks. */
  time: string | null;
  /** The last moment at which an act of the player to act counts; `null` if no time runs. */
  until_ms: number | null;
  /** Its visibility: `public`, `link` or `private`. */
  visibility: string;
}

/** Games in a list that everybody may see. */
export interface GameList {
  /** The games. */
  games: GameLine[];
  /**
   * The `before` of the next page; `null` on the last one. A page of a search may be short, or
   * empty, though others follow.
   */
  next: string | null;
}

/** A record that was read: a finished or unfinished game in which every ply is legal. */
export interface GameRecord {
  /**
   * The board before the first ply and after each ply. JSON leaves it out where it is empty: a
   * server sends the frames of a record in parts.
   */
  frames?: Frame[];
  /** Id of the game. */
  game: string;
  /** The header lines, in order. */
  headers: [string, string][];
  /** The table options that the headers name. */
  options: Options;
  /** The result by the rules or by the record's last line; `null` if unfinished. */
  outcome: Outcome | null;
  /** The plies as they were written. */
  plies: RecordPly[];
  /**
   * The players who left the game between its plies, in order; only in games of more than two
   * seats.
   */
  retired?: Retired[];
  /** The sides and the seats that play them in this game. */
  sides: SideInfo[];
  /** The game in strict notation, as the program writes it. */
  strict: string;
  /** Whether the throws follow from the seed in the headers. Absent without dice or seed. */
  throws?: ThrowCheck;
  /** Remarks on what was not in strict notation. */
  warnings: Warning[];
}

/**
 * The state of a game as one viewer may know it. Its view of the table comes from the `Scene`
 * and frames of that viewer, so it holds no hidden information.
 */
export interface GameState {
  /** The clocks; `null` in a game without clocks. */
  clock: ClockState | null;
  /** When the game was opened: milliseconds since 1970-01-01 UTC. */
  created_ms: number;
  /**
   * The seed of the dice in an open game; `null` in a game without dice or with hidden
   * information.
   */
  dice: DiceInfo | null;
  /** The number of hints that each seat has taken. */
  hints: number[];
  /** The game's id. */
  id: string;
  /** The plies so far, as texts. */
  moves: string[];
  /** The offer of the free seats; `null` if all are taken. */
  offer: OfferInfo | null;
  /** Whether a seat is free. */
  open: boolean;
  /** The player of each seat; `null` for a free seat. */
  players: (PlayerInfo | null)[];
  /** The state of the rematch. */
  rematch: RematchInfo;
  /** The scene of the table. */
  scene: Scene;
  /** The seat whose view this is; `null` for the public view. */
  seat: Seat | null;
  /** The seats that the caller holds. */
  seats: Seat[];
  /**
   * The time that each ply took, in milliseconds, once the game is over; `null` in it for
   * computers.
   */
  spent_ms: (number | null)[] | null;
  /** How the game began. */
  start: StartInfo;
  /** Whether a computer is to move, and no seat is free. */
  thinking: boolean;
  /** How time is played; `null` in a game without clocks. */
  time: TimeInfo | null;
  /**
   * How often what the viewer may know has changed: joining and draw offers count too. In an
   * open game it is the length of the log. In a hidden game each viewer has its own, on which
   * unseen acts have no effect.
   */
  version: number;
  /** The visibility of the game. */
  visibility: Visibility;
}

/** What has happened to the caller's games and offers. */
export interface Happened {
  /** The newest first, at most ten, of the last 30 days. */
  news: HappenedLine[];
}

/** Something that has happened to a game or an offer. */
export interface HappenedLine {
  /** When it happened: milliseconds since 1970-01-01 UTC. */
  at_ms: number;
  /** `accepted`, `declined`, `left`, `expired`, `over` or `cancelled`. */
  event: string;
  /** The id of the game. */
  game: string;
  /** Which game it is, such as `klinzha`. */
  kind: string;
  /** The path of the page about it. */
  path: string;
}

/** A suggested act: what a strong player with the view of the seat would submit. */
export interface Hint {
  /** The cell where it begins; `null` if the act does not lead from cell to cell. */
  from: string | null;
  /** The principal variation, as far as the engine has searched. */
  pv: string[];
  /** The score from the seat's side; `null` if the engine did not search. */
  score: Score | null;
  /** The text to submit. */
  text: string;
  /** The cell where it ends; `null` if there is not exactly one. */
  to: string | null;
  /** The version of the game after the hint, which is an event too, as the seat knows it. */
  version: number;
}

/** What becomes of a seat that stays free. */
export type IfFree =
  | 'cancel'
  | 'open'
  | { computer: Level };

/** A record that was imported. */
export interface ImportedRecord {
  /** The id of the record. */
  id: string;
  /** Remarks on what was not in strict notation. */
  warnings: string[];
}

/** What the server offers. */
export interface Info {
  /** The games. */
  games: GameInfo[];
  /** The levels of the computer, the weakest first. */
  levels: Level[];
}

/** The only one who may take a seat. */
export interface InvitedInfo {
  /**
   * The secret of the link, for the person who made the offer alone:
   * `/offers/ID?key=KEY` is the link.
   */
  key?: string;
  /** The person's name; `null` for a guest and for a link. */
  name: string | null;
  /** The person; `null` if the seat is offered by a link. */
  user: UserId | null;
}

/** A move, or a cell, that leads on. */
export interface LessonHint {
  /** The cell where it starts; `null` if the step asks for a cell. */
  from: string | null;
  /** The move as it would be submitted. */
  text: string;
  /** The cell where it ends. */
  to: string;
}

/** A step of a lesson with the learner's moves. */
export interface LessonRequest {
  /** The id of the game. */
  game: string;
  /**
   * The learner's moves as they would be submitted, or the name of a cell where the step asks
   * for one; at most 100.
   */
  moves?: string[];
  /** The key of the step. */
  step: string;
}

/** A step of a lesson after the learner's moves. */
export interface LessonState {
  /** The board before the first move and after each move, as the learner saw it. */
  frames: Frame[];
  /** A move that leads on. Absent if the learner is not to move. */
  hint?: LessonHint;
  /** The cells that are still to be reached. */
  left?: string[];
  /** The key of the explanation of a miss, if this move has its own. */
  say?: string;
  /** What the learner may know now, and may do. */
  scene: Scene;
  /** How far the learner has come. */
  verdict: LessonVerdict;
}

/** How far a learner has come in a step. */
export type LessonVerdict = 'open' | 'done' | 'missed';

/** A level of play from 1 (the weakest) to 8 (full strength). */
export type Level = number;

/** How the caller has played against a level of the computer. */
export interface LevelTally {
  /** How often neither did. */
  drawn: number;
  /** The id of the game. */
  game: string;
  /** The number of games. */
  games: number;
  /** The level. */
  level: number;
  /** How often the computer came out before the caller. */
  lost: number;
  /** How often the caller came out before the computer. */
  won: number;
}

/** A report of a line to the moderators. */
export interface LineReport {
  /** What it is reported for. */
  reason: ReportReason;
  /** The room. */
  room: ChatRoom;
  /** The number of the line. */
  seq: number;
}

/** A line of moves in an open game of two seats without dice. */
export interface LineRequest {
  /** The id of the game. */
  game: string;
  /** The moves as they would be submitted; at most 1000. */
  moves?: string[];
  /** The table options. */
  options?: Options;
  /** The position before the first move; `null` or missing for the game's first position. */
  position?: string | null;
  /** Whether the record is requested. */
  record?: boolean;
  /** The first ply whose frame is requested. */
  since?: number;
}

/** A seat of a game in a list. */
export interface ListedSeat {
  /** The computer's level. */
  computer: number | null;
  /** The user to whom the free seat is offered. */
  invited?: UserId;
  /** The user's name; `null` for a guest. */
  name: string | null;
  /** The place in the result, from 1. */
  place: number | null;
  /** The user; `null` for a computer and for a free seat. */
  user: UserId | null;
}

/** A request to sign in. */
export interface LoginRequest {
  /** The name. */
  name: string;
  /** The password. */
  password: string;
  /** Whether the games of the guest who calls become the person's. */
  take_over?: boolean;
}

/** A choice of mail with news. */
export interface MailChoice {
  /** Whether it is to be sent. */
  on: boolean;
}

/** What the caller has chosen of mail with news. */
export interface MailInfo {
  /** When the last one failed; `null` if the last one did not. */
  failed_ms: number | null;
  /** Why: `later`, `refused`, `unsure` or `forbidden`. */
  failure: string | null;
  /** Whether it is sent. */
  on: boolean;
}

/**
 * The mark of a bad move, by the probability to win that it cost: `1 / (1 + exp(-c · score))`, *c*
 * being 0.0019 in Klin Zha, 0.0035 in Grand Chess and 0.0047 in `KaleidoChess`. The best move and
 * an only move have none.
 */
export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** What the caller may know of itself. */
export interface Me {
  /** What the person says about itself. */
  about: string;
  /** When the caller came first. */
  created_ms: number;
  /** The e-mail address; `null` if there is none. */
  email: EmailInfo | null;
  /** Whether the person can sign in with a password. */
  has_password: boolean;
  /** The id, which never changes. */
  id: UserId;
  /** `guest` or `person`. */
  kind: string;
  /** The language: `en`, `de`, `sv` or `it`. */
  lang: string | null;
  /** The name; `null` for a guest. */
  name: string | null;
  /** The preferences. */
  prefs: object;
  /** `player`, `organiser`, `moderator` or `administrator`. */
  role: string;
  /** The time zone, such as `Europe/Berlin`. */
  tz: string | null;
  /** The vacation; `null` for a guest. */
  vacation: VacationInfo | null;
}

/** What the caller changes about itself. What is missing stays. */
export interface MeChange {
  /** A text for others, at most 1000 characters. */
  about?: string;
  /** The language; an empty text for that of the browser. */
  lang?: string;
  /** Another name. */
  name?: string;
  /** The preferences that change; `null` removes one. */
  prefs?: object;
  /** The time zone; an empty text for that of the browser. */
  tz?: string;
}

/** The moves: those before `keep` stay, and `add` follows them. */
export interface MovesChange {
  /** The moves after them: the text of the changed frame if absent. */
  add?: string[];
  /** The number of moves that stay: all of them if absent. */
  keep?: number;
}

/** The games of a user. */
export interface MyGames {
  /** The `before` of the next page; `null` on the last one. */
  next: string | null;
  /** A page of those that are over, the newest first. */
  over: GameLine[];
  /**
   * Those that are not over, on the first page: first those in which the user is to act, with
   * the least time left first, then by the moment at which the turn passed last.
   */
  running: GameLine[];
}

/** A request for an account. */
export interface NewAccount {
  /** The code that a closed server needs. */
  code?: string;
  /** The name: 2 to 20 letters and digits of any script, `-`, `_` and `'`. */
  name: string;
  /** The password: 8 to 256 characters. */
  password: string;
}

/** Something to say: either a phrase, or a text. */
export interface NewChatLine {
  /** A set phrase. */
  phrase?: ChatPhrase;
  /** The room. */
  room: ChatRoom;
  /** Free text: 1 to 300 characters. Control characters are left out. */
  text?: string;
}

/** Conditional moves that replace those before. */
export interface NewConditionals {
  /**
   * At most 20 lines of 2, 4, 6, 8 or 10 moves, as they would be submitted. Each move of the
   * opponent has one answer.
   */
  lines: string[][];
}

/** A request for another e-mail address. */
export interface NewEmail {
  /** The address. */
  address: string;
  /** The present password, if the caller has one. */
  password?: string;
}

/**
 * A request for a new game. The players are given by `opponent` (and `seat`), or by `seats` (and
 * `shuffle`).
 */
export interface NewGame {
  /**
   * Whether the seed in the options was drawn by chance, such as for a preview: a rematch draws
   * another one.
   */
  drawn?: boolean;
  /** How many more games like this one are offered, one after the other is accepted: at most 19. */
  further?: number;
  /** The id of the game, such as `klinzha`. */
  game: string;
  /** What becomes of a seat that stays free; if missing, the game is cancelled. */
  if_free?: IfFree;
  /** The opponent on all other seats. */
  opponent?: Opponent;
  /** The table options; those that are missing have their defaults. */
  options?: Options;
  /** What a person must fulfil who takes a seat that is for anybody. */
  requires?: Requirements;
  /**
   * The caller's seat beside `opponent`: a random one if missing, and 0 if the caller holds all seats.
   */
  seat?: number | 'random';
  /** The occupant of each seat; `you` at least once. */
  seats?: SeatOccupant[];
  /** Whether the occupants in `seats` are shuffled. */
  shuffle?: boolean;
  /** How the game begins; with the game's setup if missing. */
  start?: StartWith;
  /** How time is played; without clocks if missing. */
  time?: NewTime;
  /**
   * The last moment at which a free seat can be taken, within the next 90 days. If missing, it
   * is a day for a live game and 14 days for another.
   */
  until_ms?: number;
  /** The visibility of the game; `link` if missing. */
  visibility?: Visibility;
}

/** A new guest. */
export interface NewGuest {
  /** The public name. */
  guest: UserId;
  /** The secret token, for the header `Authorization: Bearer TOKEN`. */
  token: string;
}

/** Private notes that are to be kept with the account. */
export interface NewNotes {
  /** The text: at most 4096 bytes. */
  text: string;
}

/** A passkey that the browser has made. */
export interface NewPasskey {
  /** The browser's `RegistrationResponseJSON`. */
  credential: object;
  /** The caller's word for it. */
  label: string;
}

/** What a browser says of its subscription to push messages (`PushSubscription`). */
export interface NewPush {
  /** The secret `auth`, in base64url. */
  auth: string;
  /** The address at its push service. */
  endpoint: string;
  /** The public key `p256dh`, in base64url. */
  p256dh: string;
}

/** How time is to be played. */
export interface NewTime {
  /**
   * The time control of each seat, or one for all: `10+5` (minutes and seconds a move),
   * `15m delay 10s`, `10m 3x30s` (byo-yomi), `3d/move`, `7d+1d cap 14d floor 12h`, each also
   * with `setup 5m` and `bonus 12h within 6h`.
   */
  controls: string[];
  /** How many pauses the players may agree on; 3 if missing. */
  pauses?: number;
  /**
   * Whether a player on vacation has no running time in a game by correspondence; true if
   * missing.
   */
  vacation?: boolean;
  /** The time zone in which time does not run at weekends, such as `Europe/Berlin`. */
  weekends_off?: string;
}

/** A request for a webhook. */
export interface NewWebhook {
  /** What is sent there. */
  format: WebhookFormat;
  /** The address, which begins with `https://`. */
  url: string;
}

/** What can follow a finished game of the caller. */
export interface NextChoices {
  /** Whether no other people play in the game. */
  alone: boolean;
  /** Whether there can be another array. */
  array: boolean;
  /** The level of the computers, if all other players are computers of one level. */
  level: Level | null;
  /** The level that comes next: a higher one after a win, a lower one after two losses in a row. */
  suggested: Level | null;
  /** How the caller has played against this level; `null` without one. */
  tally: LevelTally | null;
}

/** The game after a finished one: what differs from it. */
export interface NextGame {
  /** Whether the array is another one: the next quick start, or one drawn anew. */
  array?: boolean;
  /** Whether the other seats are offered by links. */
  friend?: boolean;
  /** The level of all computers; if missing, as it was. */
  level?: Level;
  /** Whether each player moves on by one seat. */
  swap?: boolean;
}

/** The caller's private notes on a game. */
export interface Notes {
  /** The text; `null` if none is kept with the account. */
  text: string | null;
}

/** A message for a viewer, as a key for translation with its values. */
export interface Notice {
  /** Named values. */
  args: [string, string][];
  /** The cells to point at. */
  cells: string[];
  /** Key, such as `goal-hangs`. */
  key: string;
}

/** An offer in full. */
export interface OfferDetails {
  /**
   * What differs from the offer that this one answers: `game`, `start`, `time`,
   * `visibility` and the keys of options.
   */
  changed: string[];
  /** The game, such as `klinzha`. */
  game: string;
  /** The id of the game that it becomes. */
  id: string;
  /** What else is offered. */
  offer: OfferInfo;
  /** Whether a seat is free. */
  open: boolean;
  /** All options with their values, the drawn array included. */
  options: OfferOption[];
  /** The position from which it begins, if it is not the game's own. `null` in a hidden game. */
  position: string | null;
  /** The seats that the caller may take. */
  seats: Seat[];
  /** How the game begins: `setup`, `position`, or the name of a quick start. */
  start: string;
  /** How time is played; `null` without clocks. */
  time: TimeInfo | null;
  /** The visibility of the game. */
  visibility: Visibility;
}

/** How an offer ended without a game. */
export interface OfferEndInfo {
  /** The id of the counter-offer, for the person who made the first offer alone. */
  id?: string;
  /** `declined`, `countered`, `withdrawn` or `expired`. */
  kind: string;
  /** Why it was declined. */
  reason: DeclineReason | null;
  /** The seat that was declined. */
  seat: Seat | null;
}

/** What a game offers, while a seat is free or if the offer ended without a game. */
export interface OfferInfo {
  /** The person who made it; `null` if that one holds no seat any more. */
  by: UserId | null;
  /** How it ended without a game. */
  end: OfferEndInfo | null;
  /** How many more games like this one are offered, one after the other is accepted. */
  further: number;
  /** What becomes of a seat that stays free. */
  if_free: IfFree;
  /**
   * For each seat the only one who may take it; `null` for anybody who may see the game, and
   * for a taken seat.
   */
  invited: (InvitedInfo | null)[];
  /** The game to which the offer belongs. */
  of: OfferOfInfo | null;
  /** What a person must fulfil who takes a seat that is for anybody. */
  requires: Requirements;
  /** The last moment at which a free seat can be taken. */
  until_ms: number | null;
}

/** The game to which an offer belongs. */
export interface OfferOfInfo {
  /** Its id. */
  id: string;
  /**
   * `rematch`: the game that is played again. `counter`: the offer that is answered.
   * `standing`: the first game of the standing offer.
   */
  kind: string;
}

/** An option of an offer. */
export interface OfferOption {
  /** The option. */
  key: string;
  /** Whether the form for a new game begins with it: the default, or the house rule. */
  usual: boolean;
  /** Its value. */
  value: string;
}

/** The offers that a caller may accept, and its own. */
export interface Offers {
  /** A page of the lobby: those with a seat for anybody, the newest first. */
  lobby: GameLine[];
  /** Those with a seat that the caller has made or joined, and that wait for other players. */
  mine: GameLine[];
  /** The `before` of the next page of the lobby. */
  next: string | null;
  /** Those with a seat for the caller alone. */
  to_me: GameLine[];
}

/** A game that was opened. */
export interface OpenedGame {
  /** The id of the game. */
  id: string;
  /** The secrets of the seats that are offered by links. */
  links?: SeatLink[];
  /** The caller's first seat. */
  seat: Seat;
}

/** The opponent that a person asks for. */
export type Opponent =
  | 'open'
  | { computer: Level }
  | 'hot-seat'
  | { user: UserId }
  | 'link';

/** A table option as data, from which forms, help texts and checks are made. */
export interface OptionSpec {
  /**
   * The value as a house rule: the option has it in games against the computer unless it is set.
   * Absent if the option has its default there too.
   */
  house?: string;
  /** The key, such as `goal-safety`. */
  key: string;
  /**
   * The allowed values, the default first. If empty, the game reads the value itself and the
   * default is the empty text.
   */
  values: string[];
}

/** Options by key. An option that is not set has its default. */
export type Options = Record<string, string>;

/** The place in an input to which a warning refers. */
export interface Origin {
  /** The line of the input, from 1; `null` for an input of one line. */
  line: number | null;
}

/** The result of a finished game. */
export interface Outcome {
  /** All seats from first to last; seats that share a place are in one group. */
  ranking: Seat[][];
  /** Why the game ended. */
  reason: EndReason;
  /** The winner; `null` for a draw. */
  winner: Seat | null;
}

/** A group of pieces in a list. */
export interface PaletteGroup {
  /** The group: `all`, or a key such as `classic`. */
  key: string;
  /** The codes of its pieces. */
  kinds: string[];
}

/** A passkey of the caller. */
export interface PasskeyInfo {
  /** When it was added. */
  created_ms: number;
  /** Its id. */
  id: string;
  /** The caller's word for it. */
  label: string;
  /** When it was used last. */
  used_ms: number | null;
}

/** A signature by a passkey. */
export interface PasskeyLogin {
  /** The browser's `AuthenticationResponseJSON`. */
  credential: object;
  /** Whether the games of the guest who calls become the person's. */
  take_over?: boolean;
}

/** The passkeys of the caller. */
export interface Passkeys {
  /** The passkeys, the oldest first. */
  passkeys: PasskeyInfo[];
}

/** A request for another password. */
export interface PasswordChange {
  /** The new one. */
  new: string;
  /** The present password. */
  old: string;
}

/** The paths of an intent that the view allows. */
export interface Paths {
  /**
   * The cells of each path without the first, the preferred path first. Empty in games in which
   * the path of a move does not matter.
   */
  paths: string[][];
}

/** A pause. */
export interface PauseInfo {
  /** When it began. */
  since_ms: number;
  /** When time runs again; `null` if no player wants to go on yet. */
  until_ms: number | null;
}

/** Everything that a piece could do on its cell. */
export interface PieceDiagram {
  /** The cells on which it captures, or would capture an enemy, by moving to another cell. */
  afar: AfarTarget[];
  /** The cell of the enemy king, if the piece attacks it. */
  checks: string | null;
  /**
   * Whether its captures depend on the type of the victim. If so, the diagram has captures only
   * of enemies that are on the board, and none on empty cells.
   */
  depends_on_victim: boolean;
  /** The cells on which it freezes enemies or would freeze them. */
  freezes: string[];
  /** The name of the piece's cell. */
  from: string;
  /** The cells that no enemy may enter because of the piece. */
  guards: string[];
  /** Whether its own king is on the board. Only then a target can be `unsafe`. */
  heeds_king: boolean;
  /** Its code. */
  kind: string;
  /** The code of the type as which it moves, if it is another one. */
  moves_as: string | null;
  /** The pieces on the board. */
  pieces: Placed[];
  /** The position as it was read, with the piece's side to move. */
  position: string;
  /** The key of its side. */
  side: string;
  /**
   * Why the piece cannot move at all: `frozen`, `locked`, `nothing-to-copy` or `carried` (it has
   * no move of its own).
   */
  stuck: string | null;
  /** The cells to which it moves or could move, or on which it could act. */
  targets: DiagramTarget[];
}

/** A piece on the board. */
export interface Placed {
  /** Name of the cell. */
  cell: string;
  /** The piece's code in the notation, such as `Fl`; `?` if the viewer cannot identify it. */
  kind: string;
  /** Marks, such as `goal` for a warrior that shares its cell with its own Goal. */
  marks: string[];
  /** Key of the side. */
  side: string;
}

/** The player of a seat. */
export interface PlayerInfo {
  /** In a live game with clocks, since when the guest has had none open. */
  away_since_ms?: number;
  /** The computer's level; `null` for a guest. */
  computer: Level | null;
  /** The person; `null` for the computer. */
  guest: UserId | null;
  /** The person's name; `null` for a guest and for the computer. */
  name: string | null;
  /** Whether the guest has a socket or stream of the game open. The computer is always online. */
  online: boolean;
}

/** The engine's evaluation of a position of a game. Each position gets 60 000 nodes. */
export interface PlyReport {
  /** The best move as records write it; `null` if the game is over. */
  best: string | null;
  /** The cells of the best move: from and to; empty for a pass. */
  best_cells: string[];
  /** The mark of the move that led to this position. */
  mark: Mark | null;
  /** The number of plies before the position. */
  ply: number;
  /** The principal variation, the best move first. */
  pv: string[];
  /** From seat 0's side. A game that is over is won or lost in 0. */
  score: Score;
}

/** How a setting would begin. */
export interface Preview {
  /**
   * The table options, with the seed that was drawn if none was given. A game that is opened
   * with them begins exactly so.
   */
  options: Options;
  /** The public scene. */
  scene: Scene;
}

/** A line of moves, for a board on which one person plays both sides. */
export interface PreviewLine {
  /** The frames from the requested ply. */
  frames: Frame[];
  /** The record of the line, if it was requested. */
  record?: string;
  /** The last position as the seat to move sees it, with its choices. */
  scene: Scene;
}

/** Why something was refused or failed. */
export interface Problem {
  /** Named values of the message. */
  args: Record<string, string>;
  /** The key of the error, such as `not-your-turn`. */
  code: string;
  /** The message in English. It quotes at most 80 characters of input. */
  message: string;
  /** The causes of a refusal. Absent if there are none. */
  reasons?: Problem[];
}

/** The body of every error. */
export interface ProblemBody {
  /** The error. */
  error: Problem;
}

/** A browser that wants push messages. */
export interface PushInfo {
  /** The program that subscribed, as it names itself; `null` if it does not. */
  agent: string | null;
  /** When it subscribed. */
  created_ms: number;
  /** How many messages were not delivered since the last one that was. */
  failures: number;
  /** The id: the first 16 hexadecimal digits of the SHA-256 hash of its endpoint. */
  id: string;
}

/** The answer to a try, and the solution. */
export type PuzzleAnswer = PreviewLine & { end: PuzzleEnd | null; moves: string[]; pv: string[]; score: Score | null; tries: number; verdict: TryVerdict };

/** What is told of a puzzle that is solved or whose solution was shown. */
export interface PuzzleEnd {
  /** The next puzzle of the game that the caller has not solved; `null` if there is none. */
  next: string | null;
  /**
   * On how many days in a row, up to today, the caller has solved the puzzle of the day, if it
   * is this one; `null` for another.
   */
  streak: number | null;
  /** Its themes, as keys such as `own-goal-abandoned`. */
  themes: string[];
}

/** A hint. */
export interface PuzzleHint {
  /** The cell of the piece that makes a right move; `null` if the puzzle is solved. */
  from: string | null;
}

/** A puzzle, without its solution. */
export type PuzzleInfo = PuzzleLine & PreviewLine & { seat: Seat };

/** A puzzle in a list, with what the caller has made of it. */
export interface PuzzleLine {
  /** From 1 to 5, by the depth of the proof and the number of legal moves. */
  difficulty: number;
  /** The id of the game. */
  game: string;
  /** The id of the puzzle, which never changes. */
  id: string;
  /** Its number among those of the game, from 1: the usual pieces first, then by difficulty. */
  number: number;
  /** What is asked for. */
  objective: PuzzleObjective;
  /** When the caller was shown the solution. */
  shown_ms: number | null;
  /** When the caller solved it, in milliseconds since 1970-01-01 UTC. */
  solved_ms: number | null;
  /** The caller's tries so far. */
  tries: number;
}

/** All puzzles. */
export interface PuzzleList {
  /** The id of the puzzle of the day, which changes at midnight UTC and is the same for all. */
  daily: string;
  /** The puzzles by game, by number. */
  puzzles: PuzzleLine[];
  /** On how many days in a row, up to today, the caller has solved the puzzle of the day. */
  streak: number;
}

/** What is asked for in a puzzle. */
export type PuzzleObjective =
  | { kind: 'win'; plies: number }
  | { kind: 'hold'; plies: number };

/** A try, or a request for help. */
export interface PuzzleTry {
  /** The solver's moves from the first on, without the opponent's replies; at most 50. */
  moves: string[];
}

/** Why a moderator does something. It is kept in the audit. */
export interface Reason {
  /** The reason: 1 to 500 characters. */
  reason: string;
}

/** An imported record, without its frames, which come in parts. */
export interface RecordBody {
  /** The record. */
  record: GameRecord;
}

/** A ply as it was written in a record. */
export interface RecordPly {
  /** The line in the record, from 1. */
  line: number;
  /** The text in the record. */
  raw: string;
}

/** The rematch: an offer to the other players, or the game once all have accepted it. */
export interface RematchGame {
  /** The id of the game. */
  id: string;
}

/** The state of a rematch. */
export interface RematchInfo {
  /** The seat that offered it last. */
  by: Seat | null;
  /** The id of the game that was offered. */
  id: string | null;
}

/** What a moderator does about a report. */
export type ReportAction = 'dismiss' | 'silence' | 'suspend';

/** The decision about a report, which closes it. */
export interface ReportDecision {
  /** What is done. */
  action: ReportAction;
  /** The days of a silence: 1 to 365. */
  days?: number;
  /** The reason: 1 to 500 characters. A dismissal needs none. */
  reason?: string;
}

/** An open report. */
export interface ReportInfo {
  /** The id of the user who is reported. */
  about: UserId;
  /** Its name; `null` for a guest. */
  about_name: string | null;
  /** When it was made. */
  at_ms: number;
  /** The game in whose chat something was said; `null` if the user is reported. */
  game: string | null;
  /** The id. */
  id: string;
  /** A copy of the set phrase that was said. */
  phrase: ChatPhrase | null;
  /** What the report is for. */
  reason: ReportReason;
  /** The id of the user who reports. */
  reporter: UserId;
  /** Its name; `null` for a guest. */
  reporter_name: string | null;
  /** The room. */
  room: ChatRoom | null;
  /** A copy of the text that was said. */
  text: string | null;
}

/** What a report is for. */
export type ReportReason = 'insult' | 'spam' | 'cheating' | 'name' | 'other';

/** The open reports, the oldest first. */
export interface Reports {
  /** The reports, at most 200. */
  reports: ReportInfo[];
}

/** What a person must fulfil who takes a seat that is for anybody. */
export interface Requirements {
  /** Whether the person needs an account. */
  account?: boolean;
  /** The least share of games in percent that the person must have played to their end. */
  reliability?: number;
}

/** A request for a new password with a code from a mail or of the server's operator. */
export interface ResetRequest {
  /** The code, which is valid once. */
  code: string;
  /** The new password. */
  password: string;
}

/** Players' leaving of a game. */
export interface Retired {
  /** The number of plies made before. */
  plies: number;
  /** Resignation, time, or that others claimed that they had left. */
  reason: EndReason;
  /** The players' seats, which share a place. */
  seats: Seat[];
}

/** Another role for a person. */
export interface RoleChange {
  /** The role. */
  role: RoleName;
}

/** What a person may do beside playing. A later one may do what those before it may. */
export type RoleName = 'player' | 'organiser' | 'moderator' | 'administrator';

/** Everything that one viewer may know of a game now, and may do. */
export interface Scene {
  /** What the viewer may submit now; empty for the public and when it is not the viewer's turn. */
  choices: Choice[];
  /** The seats whose draw offers stand. */
  draw_offers: Seat[];
  /** The board now. */
  frame: Frame;
  /** Id of the game, such as `klinzha`. */
  game: string;
  /** What the viewer should be told now, such as a hanging Goal or a thrown die. */
  notices: Notice[];
  /** The table's options as they were set. An option that is not here has its default. */
  options: Options;
  /** The result, once there is one. */
  outcome: Outcome | null;
  /** The phase of the game: a key such as `cast`, `place`, `play`, `over`. */
  phase: string;
  /** The pieces that the viewer may still put on the board. */
  reserve: Captured[];
  /** The sides of the game and the seats that play them. */
  sides: SideInfo[];
  /** The seat whose request for a take-back stands. */
  takeback_asked: Seat | null;
  /** Whether the game allows take-backs. */
  takebacks_allowed: boolean;
  /** The seats that may act; empty when the umpire must throw first or the game is over. */
  to_act: Seat[];
  /** The viewer. */
  viewer: Viewer;
}

/** The changed fields of a scene. */
export interface SceneChange {
  /** What the viewer may submit now. */
  choices?: CompactChoices;
  /** The seats whose draw offers stand. */
  draw_offers?: Seat[];
  /** The board, if it has changed. */
  frame?: FrameChange;
  /** What the viewer should be told now. */
  notices?: Notice[];
  /** The result. */
  outcome?: Outcome | null;
  /** The phase of the game. */
  phase?: string;
  /** The pieces that the viewer may still put on the board. */
  reserve?: Captured[];
  /** The sides and their seats. */
  sides?: SideInfo[];
  /** The seat whose request for a take-back stands. */
  takeback_asked?: Seat | null;
  /** Whether the game allows take-backs. */
  takebacks_allowed?: boolean;
  /** The seats that may act. */
  to_act?: Seat[];
  /** The viewer, if a caller with several seats sees another one's view now. */
  viewer?: Viewer;
}

/** A score for the seat to move. */
export type Score =
  | { kind: 'centi'; value: number }
  | { kind: 'win-in'; value: number }
  | { kind: 'loss-in'; value: number };

/** How two users have played against each other in one game. */
export interface ScoreLine {
  /** The game's id in the rules. */
  game: string;
  /** The number of games. */
  games: number;
  /** How often the second came out before the first. */
  lost: number;
  /** How often the first user came out before the second. */
  won: number;
}

/** The result of a completed iteration. */
export interface SearchUpdate {
  /** The depth in plies. */
  depth: number;
  /** The lines, the best first. */
  lines: AnalysisLine[];
  /** The nodes searched. */
  nodes: number;
  /** The nodes per second. */
  nps: number;
  /** The greatest depth of a line that was searched. */
  selective_depth: number;
  /** The time in milliseconds. */
  time_ms: number;
  /** The seat to move. */
  turn: Seat;
}

/**
 * A seat at the table: 0 to 3. The game decides which side (colour) a seat plays; in Klin Zha that
 * happens during the setup.
 */
export type Seat = number;

/** The clock of a seat. */
export interface SeatClock {
  /** When the game is cancelled unless the player makes its first move; `null` if it is not. */
  cancel_ms: number | null;
  /** What was left of the main time when the running span began. */
  left_ms: number;
  /** The byo-yomi periods that are left. */
  periods: number;
  /** What was left of the time for the setup, which is used first. */
  setup_ms: number;
  /**
   * Since when the seat's time runs: it got the turn, or a pause ended; `null` if it is not to
   * act.
   */
  since_ms: number | null;
  /** All that is left while a pause or a vacation stops the running span; else `null`. */
  stopped_ms: number | null;
  /** The moment at which all of the seat's time is over; `null` if it does not run. */
  until_ms: number | null;
  /** Whether the player is on vacation. */
  vacation: boolean;
}

/** The secret of a seat that is offered by a link. */
export interface SeatLink {
  /** The secret: `/offers/ID?key=KEY` is the link. */
  key: string;
  /** The seat. */
  seat: Seat;
}

/** The occupant of a seat. */
export type SeatOccupant =
  | 'you'
  | 'open'
  | { computer: Level }
  | { user: UserId }
  | 'link';

/** A seat that was taken or given to. */
export interface Seated {
  /** The seat. */
  seat: Seat;
}

/** A message of the server. */
export type ServerMessage =
  | { state: GameState; type: 'state' }
  | Change & { type: 'change' }
  | { line: ChatLine; type: 'chat' }
  | { now_ms: number; type: 'time' }
  | { error?: Problem; id: number; type: 'answer'; version?: number; warnings?: string[] }
  | { error: Problem; type: 'error' };

/** A session of the caller. */
export interface SessionInfo {
  /** The program, as it named itself. */
  agent: string | null;
  /** When it began. */
  created_ms: number;
  /** Whether this call came through it. */
  here: boolean;
  /** Its id. */
  id: string;
  /** The network from which it began; forgotten after 30 days. */
  network: string | null;
  /** When it was used last, to the hour. */
  seen_ms: number;
}

/** The sessions of the caller. */
export interface Sessions {
  /** The sessions, the one that was used last first. */
  sessions: SessionInfo[];
}

/** A position in the editor. */
export interface SetupDraft {
  /** The fields of the position besides its pieces. */
  fields: EditField[];
  /** The reasons why the position is not legal; empty if it can be played. */
  flaws: Flaw[];
  /**
   * The board, with the markers of a game if the position can be played. A hidden game is shown
   * in full, with its clouds.
   */
  frame: Frame;
  /** The result, if a game from it would be over at once. */
  outcome: Outcome | null;
  /** The pieces that can be placed. */
  palette: PaletteGroup[];
  /** The position string. */
  position: string;
}

/** A side (colour) of a game. */
export interface SideInfo {
  /** Key of the side, such as `gold`. */
  key: string;
  /** The seat that plays it; `null` until the setup has decided it. */
  seat: Seat | null;
}

/** A new session. */
export interface SignedIn {
  /** The person's id. */
  id: UserId;
  /** The secret token, for the header `Authorization: Bearer TOKEN`. It is set as a cookie too. */
  token: string;
}

/** A time in which somebody may write no free text. */
export interface SilenceInfo {
  /** The moderator's reason. */
  reason: string;
  /** When it ends. */
  until_ms: number;
}

/** A silence: a time in which a user may write no free text. */
export interface SilenceRequest {
  /** Its days: 1 to 365. */
  days: number;
  /** The reason, which the user is told: 1 to 500 characters. */
  reason: string;
}

/**
 * How a game began. All viewers learn that it began from a position and who chose it, because in a
 * hidden game that player knows more than its view holds.
 */
export interface StartInfo {
  /** The seat of the guest who chose the start; `null` for a rematch, whose players all know it. */
  by: Seat | null;
  /** In which way. */
  kind: StartKind;
  /** The name of the quick start. */
  name: string | null;
}

/** In which way a game began. */
export type StartKind = 'setup' | 'quick' | 'position';

/** How a game begins, as the API and the log write it. */
export type StartWith =
  | { setup: TrueLiteral }
  | { quick: string }
  | { position: string };

/** The changed fields of a state. */
export interface StateChange {
  /** The clocks. */
  clock?: ClockState;
  /** The seed of the dice. */
  dice?: DiceInfo | null;
  /** The number of hints that each seat has taken. */
  hints?: number[];
  /** The moves. */
  moves?: MovesChange;
  /** The offer of the free seats. */
  offer?: OfferInfo | null;
  /** Whether a guest may still join. */
  open?: boolean;
  /** The player of each seat. */
  players?: (PlayerInfo | null)[];
  /** The state of the rematch. */
  rematch?: RematchInfo;
  /** The scene. */
  scene?: SceneChange;
  /** The seat whose view this is. */
  seat?: Seat | null;
  /** The seats that the caller holds. */
  seats?: Seat[];
  /** The time that each ply took, once the game is over. */
  spent_ms?: (number | null)[];
  /** Whether a computer is to move. */
  thinking?: boolean;
}

/** Games were taken over. */
export interface TakenOver {
  /** The number of games. */
  games: number;
}

/** A request to take over the games of a guest. */
export interface TakeoverRequest {
  /** The guest's token. */
  token: string;
}

/** How the caller has played against the levels of the computer. */
export interface Tally {
  /**
   * A row for each game and level that was played, sorted, of the last 1000 games with a result.
   */
  levels: LevelTally[];
}

/** What a piece could do on a cell. */
export type TargetKind = 'move' | 'capture' | 'both' | 'blocked' | 'unsafe';

/**
 * An edit of a text: the number of characters that stay, the number of those that go, and the
 * text that comes. The next edit follows; what is after the last one stays.
 */
export type TextEdit = [number, number, string];

/** The result of comparing the throws of a record with the seed that it names. */
export interface ThrowCheck {
  /**
   * The commitment to the seed, which was to be published before the first throw; `null` if the
   * record names no valid seed.
   */
  commitment: string | null;
  /** The first ply, from 1, whose throw does not follow from the seed. */
  first_other: number | null;
  /** The number of the seed's next throw; `null` if a throw does not follow from the seed. */
  next: number | null;
  /** The number of throws in the record. */
  throws: number;
}

/** How time is played in a game. */
export interface TimeInfo {
  /**
   * How long a player must have been away until the others may claim the end, in milliseconds;
   * `null` in a game by correspondence.
   */
  claim_after_ms: number | null;
  /** The time control of each seat. */
  controls: ControlInfo[];
  /** Whether the game is one by correspondence. */
  daily: boolean;
  /** How many pauses the players may agree on. */
  pauses: number;
  /** Whether a player on vacation has no running time. */
  vacation: boolean;
  /** The time zone in which time does not run at weekends. */
  weekends_off: string | null;
}

export type TrueLiteral = true;

/** What the last move of a try is. */
export type TryVerdict = 'solved' | 'right' | 'later' | 'wrong';

/**
 * The id of a person: eight small letters. It never changes and is never given to another person.
 * Names are looked up by it and are in no log.
 */
export type UserId = string;

/** What everybody may know of a user. */
export interface UserInfo {
  /** What the person says about itself. */
  about: string;
  /** When the user came first. */
  created_ms: number;
  /** The id. */
  id: UserId;
  /** `guest` or `person`. */
  kind: string;
  /** The name; `null` for a guest. */
  name: string | null;
  /** Whether the user is on vacation. */
  on_vacation: boolean;
  /** How many of its last games against people, at most 200, are counted for `timed_out`. */
  recent_games: number;
  /** How the caller has played against the user, by game. */
  scores: ScoreLine[];
  /** How many of those it has lost on time, or by leaving. */
  timed_out: number;
}

/** A report of a user to the moderators. */
export interface UserReport {
  /** What it is reported for. */
  reason: ReportReason;
}

/** The caller's vacation. */
export interface VacationInfo {
  /** What is left, in milliseconds. */
  left_ms: number;
  /** Whether the caller is on vacation. */
  on: boolean;
  /** When it ends by itself; `null` for who is not on vacation. */
  until_ms: number | null;
}

/** A person goes on vacation or comes back. */
export interface VacationRequest {
  /** Whether it is on vacation. */
  on: boolean;
}

/** A viewer of a table: a seat, or the public. */
export type Viewer =
  | { seat: Seat }
  | 'public';

/** The visibility of a game. */
export type Visibility = 'public' | 'link' | 'private';

/** How much waits for a person. */
export interface Waiting {
  /** The number of running games in which it is to act. */
  games: number;
  /** The number of offers with a seat for it alone. */
  offers: number;
}

/** A remark on an input that was understood although it was not in strict notation. */
export type Warning = Origin & { message: string };

/** The ways by which the caller is told that it is to act. */
export interface Ways {
  /** The addresses of its feeds; `null` if it has none. */
  feeds: Feeds | null;
  /** Mail with news; `null` if the server sends none, or the caller has no confirmed address. */
  mail: MailInfo | null;
  /** The public key of the server for push messages: `applicationServerKey`, in base64url. */
  push_key: string;
  /** The browsers that want push messages, the oldest first. */
  pushes: PushInfo[];
  /** Its webhook; `null` if it has none. */
  webhook: WebhookInfo | null;
}

/** What is sent to a webhook. */
export type WebhookFormat = 'json' | 'discord' | 'slack';

/** The caller's webhook. */
export interface WebhookInfo {
  /** When it was set. */
  created_ms: number;
  /** How many calls have failed since the last one that did not. */
  failures: number;
  /** What is sent there. */
  format: WebhookFormat;
  /**
   * Why it was switched off: `later`, `gone`, `refused`, `unsure` or `forbidden`; `null` if it
   * is on.
   */
  off: string | null;
  /** The address. */
  url: string;
}
