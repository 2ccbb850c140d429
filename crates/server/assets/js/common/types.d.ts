// The types of the server's JSON, as docs/api.md and the documentation of heterodox-rules describe
// it.

export interface Placed {
  cell: string;
  side: string;
  kind: string;
  marks: string[];
}

export interface Area {
  kind: string;
  of: string;
  cells: string[];
}

export interface Captured {
  side: string;
  kind: string;
  count: number;
}

/** The board after a ply. */
export interface Frame {
  ply: number;
  /** The number of the turn that the ply belongs to. */
  number: number;
  side: string | null;
  text: string | null;
  position: string;
  pieces: Placed[];
  areas: Area[];
  captured: Captured[];
  last: string[];
  /** The cells of a path of the move, after the origin. Absent if no path matters. */
  path?: string[];
  /** The umpire's announcements to the viewer after the ply. Absent if there were none. */
  told?: Notice[];
}

export type ChoiceKind = 'move' | 'place' | 'lift' | 'button';

/** An intent that the viewer may submit now. */
export interface Choice {
  text: string;
  kind: ChoiceKind;
  piece: string | null;
  from: string | null;
  to: string | null;
  variant: string | null;
  captures: boolean;
  /** Cells other than the destination on which it captures. Absent if there are none. */
  hits?: string[];
  /**
   * Whether the piece on the destination changes sides instead of being captured. Absent if not.
   */
  converts?: boolean;
  danger: string | null;
  /**
   * The cells of a path, after `from`; in a hidden game, of the path that the umpire tries first.
   * Absent if no path matters.
   */
  path?: string[];
}

export interface Notice {
  key: string;
  args: [string, string][];
  cells: string[];
}

export interface Outcome {
  winner: number | null;
  ranking: number[][];
  reason: string;
}

export interface SideInfo {
  key: string;
  seat: number | null;
}

/** The view of one viewer of a game, with its choices. */
export interface Scene {
  game: string;
  viewer: 'public' | { seat: number };
  /** The table's options as they were given. */
  options: Record<string, string>;
  phase: string;
  to_act: number[];
  sides: SideInfo[];
  frame: Frame;
  choices: Choice[];
  /** The pieces that the viewer still has to place. */
  reserve: Captured[];
  notices: Notice[];
  draw_offers: number[];
  takeback_asked: number | null;
  takebacks_allowed: boolean;
  outcome: Outcome | null;
}

export interface Player {
  guest: string | null;
  computer: number | null;
  online: boolean;
}

/** A game as the caller may know it. */
export interface GameState {
  id: string;
  version: number;
  created_ms: number;
  /** The seat whose perspective this is; `null` for the public's. */
  seat: number | null;
  /** All seats of the caller. */
  seats?: number[];
  /**
   * How the game began, and the seat of the guest who chose the start; `null` if it is no secret.
   */
  start: { kind: 'setup' | 'quick' | 'position'; name: string | null; by: number | null };
  /** Whether a guest may still join. */
  open: boolean;
  players: (Player | null)[];
  scene: Scene;
  moves: string[];
  thinking: boolean;
  /** `null` if the throws cannot be verified. */
  dice?: DiceInfo | null;
  rematch: { asked: number[]; id: string | null };
  /** The number of hints that each seat has taken. */
  hints?: number[];
}

/** The dice commitment: bound before the first throw and revealed after the last. */
export interface DiceInfo {
  /** SHA-256 of the server's part of the seed, in hexadecimal. */
  commitment: string;
  /**
   * The part that each seat has added. A guest with several seats adds one part, on the first seat.
   */
  parts: (string | null)[];
  /** The first seat of each guest whose part is missing. */
  awaits: number[];
  /** The server's part and the players' parts, joined by dots. `null` until the game is over. */
  seed: string | null;
  throws: number;
}

export interface ApiProblem {
  code: string;
  args: Record<string, string>;
  message: string;
  /** The causes of the refusal. */
  reasons?: ApiProblem[];
}

export type Act =
  | { act: 'submit'; text: string; expect?: number; seat?: number }
  | { act: 'resign' | 'offer-draw' | 'decline-draw' | 'ask-takeback'; seat?: number }
  | { act: 'answer-takeback'; accept: boolean; seat?: number };

/** Plain moves from one cell (from, piece, lead of the texts, cells), or another choice. */
export type CompactChoice =
  | [from: string, piece: string, lead: string, cells: string]
  | (Pick<Choice, 'text' | 'kind'> & Partial<Choice>);

export interface FrameChange extends Omit<Frame, 'pieces' | 'areas' | 'captured'> {
  gone?: string[];
  placed?: Placed[];
  areas?: Area[];
  captured?: Captured[];
}

export interface SceneChange extends Partial<Omit<Scene, 'frame' | 'choices'>> {
  frame?: FrameChange;
  choices?: CompactChoice[];
}

/** What has changed since the version `from`. */
export interface Change extends Partial<Omit<GameState, 'moves' | 'scene'>> {
  type: 'change';
  from: number;
  version: number;
  heard?: Notice[];
  moves?: { keep: number; add: string[] };
  scene?: SceneChange;
}

export type ServerMessage =
  | { type: 'state'; state: GameState }
  | Change
  | { type: 'answer'; id: number; version: number; warnings: string[]; error?: undefined }
  | { type: 'answer'; id: number; error: ApiProblem }
  | { type: 'error'; error: ApiProblem };

export interface Warning {
  line: number | null;
  message: string;
}

/** A parsed record. */
export interface GameRecord {
  game: string;
  sides: SideInfo[];
  headers: [string, string][];
  frames: Frame[];
  plies: { line: number; raw: string }[];
  warnings: Warning[];
  outcome: Outcome | null;
  strict: string;
}

/** The data of a page for its scripts, in the element `#page-data`. */
export interface PageData {
  lang: string;
  game?: string;
  id?: string;
  /** Codes of the pieces in the order of the game's lists. */
  pieces?: string[];
  sides?: string[];
  /** In a record: the players' names by side, as far as it names them. */
  players?: Record<string, string>;
  /** The address of the game's piece guide. */
  guide?: string | null;
  /** The table's own pieces in Betza notation: `Xy:KAD;Vw:N`. */
  own?: string;
  /** The table's options, as far as they are known. */
  options?: Record<string, string>;
  /** Whether the game has hidden information, so that an umpire decides. */
  hidden?: boolean;
  /** Whether more than two can play. */
  multiplayer?: boolean;
  /**
   * The pieces that each face of the die lets move, unless an option says otherwise:
   * `VP/EH/WRT/DL/*\/*`.
   */
  dice_table?: string | null;
  /** Whether a record holds the view of one viewer instead of the whole game. */
  partial?: boolean;
  /** The game and the options for the analysis board; absent or `null` if it cannot be analysed. */
  analysis?: { game: string; options: Record<string, string> } | null;
}

/** A cell as the drawing describes it. */
export interface BoardCell {
  name: string;
  x: number;
  y: number;
  /** Half the width of a piece on the cell, in units of the drawing. */
  radius: number;
  /** The cells that the arrow keys reach: left, right, up, down. */
  keys: (string | null)[];
  group: SVGGElement;
  face: SVGGraphicsElement;
}

/** A field of an edited position. */
export interface EditField {
  key: string;
  value: string;
  values: string[];
  /** The meaning of an empty value. */
  default: string | null;
}

/** A reason why a position is not legal. */
export interface EditFlaw extends Notice {
  message: string;
}

/** An edited position. */
export interface EditorDraft {
  position: string;
  frame: Frame;
  fields: EditField[];
  palette: { key: string; kinds: string[] }[];
  flaws: EditFlaw[];
  outcome: Outcome | null;
}

/** The engine's score: centipawns, or the number of plies until the end of the game. */
export interface Score {
  kind: 'centi' | 'win-in' | 'loss-in';
  value: number;
}

/** A principal variation. */
export interface AnalysisLine {
  /** From the point of view of the seat to move. */
  score: Score;
  /** The moves in strict notation. */
  pv: string[];
  /** The cells of each move: origin and destination. */
  cells: string[][];
}

/** A position, given as a first position and the moves made since. */
interface MoveSequence {
  /** `null` for the game's initial position. */
  position: string | null;
  moves: string[];
}

/** A request to analyse a position. */
export interface PositionRequest extends MoveSequence {
  type: 'look';
  id: number;
  game: string;
  options: Record<string, string>;
  lines: number;
}

/** A request to review a whole game, given by its moves or by its positions. */
export type ReviewRequest = { type: 'game'; id: number; game: string; options: Record<string, string> } & (MoveSequence | { positions: string[] });

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** The review of one position of a game. */
export interface ReviewedPly {
  ply: number;
  /** From the point of view of seat 0. */
  score: Score;
  /** The best move there; `null` at the end of the game. */
  best: string | null;
  pv: string[];
  /** The mark of the move that led there. */
  mark: Mark | null;
}

export type AnalysisMessage =
  | { type: 'waiting'; id: number; place: number }
  | { type: 'found'; id: number; turn: number; depth: number; selective_depth: number; nodes: number; nps: number; time_ms: number; lines: AnalysisLine[] }
  | ({ type: 'ply'; id: number } & ReviewedPly)
  | { type: 'done'; id: number; reason: 'limit' | 'decided' | 'over' | 'stopped' }
  | { type: 'refused'; id: number; problem: ApiProblem };

/** A hint: what a strong player would submit. */
export interface Hint {
  text: string;
  from: string | null;
  to: string | null;
  pv: string[];
  score: Score | null;
  /** The version of the game that counts the hint. */
  version: number;
}
