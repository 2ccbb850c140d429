// What the server sends, as docs/api.md and the documentation of heterodox-rules describe it.

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

/** The board at one moment. */
export interface Frame {
  ply: number;
  /** The number of the turn to which the ply belongs. */
  number: number;
  side: string | null;
  text: string | null;
  position: string;
  pieces: Placed[];
  areas: Area[];
  captured: Captured[];
  last: string[];
  /** The cells after the first of `last` on one way that the move may have taken; left out where no way matters. */
  path?: string[];
  /** What the umpire told the viewer after that ply; left out if nothing. */
  told?: Notice[];
}

export type ChoiceKind = 'move' | 'place' | 'lift' | 'button';

/** Something that the viewer may submit now. */
export interface Choice {
  text: string;
  kind: ChoiceKind;
  piece: string | null;
  from: string | null;
  to: string | null;
  variant: string | null;
  captures: boolean;
  /** Cells other than the target whose piece it captures; left out where there are none. */
  hits?: string[];
  /** Whether the piece on the target changes sides instead of being taken; left out if not. */
  converts?: boolean;
  danger: string | null;
  /** The cells after `from` on a way that it may take (in a hidden game: on which the umpire tries it first); left out where no way matters. */
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

/** Everything that one viewer may know of a game now, with what it may do. */
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
  /** What the viewer still has to place. */
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
  /** Whose sight this is; nobody's: the public's. */
  seat: number | null;
  /** All seats of the caller. */
  seats?: number[];
  /** How the game began, and the seat of the guest who chose that; null if all players know it. */
  start: { kind: 'setup' | 'quick' | 'position'; name: string | null; by: number | null };
  open: boolean;
  players: (Player | null)[];
  scene: Scene;
  moves: string[];
  thinking: boolean;
  /** What the throws follow from; nothing where they cannot be checked. */
  dice?: DiceInfo | null;
  rematch: { asked: number[]; id: string | null };
  /** How many hints each seat has taken. */
  hints?: number[];
}

/** A secret that was bound to before the first throw and is told after the last. */
export interface DiceInfo {
  /** SHA-256 of the server's part of the seed in hexadecimal digits. */
  commitment: string;
  /** What each seat has added; who holds several seats adds on the first one. */
  parts: (string | null)[];
  /** The first seat of each guest whose part is missing. */
  awaits: number[];
  /** The server's part and those of the players, joined by dots; once the game is over. */
  seed: string | null;
  throws: number;
}

export interface ApiProblem {
  code: string;
  args: Record<string, string>;
  message: string;
  /** What lies behind it. */
  reasons?: ApiProblem[];
}

export type Act =
  | { act: 'submit'; text: string; expect?: number; seat?: number }
  | { act: 'resign' | 'offer-draw' | 'decline-draw' | 'ask-takeback'; seat?: number }
  | { act: 'answer-takeback'; accept: boolean; seat?: number };

export type ServerMessage =
  | { type: 'state'; state: GameState }
  | { type: 'heard'; notices: Notice[] }
  | { type: 'answer'; id: number; version: number; warnings: string[]; error?: undefined }
  | { type: 'answer'; id: number; error: ApiProblem }
  | { type: 'error'; error: ApiProblem };

export interface Warning {
  line: number | null;
  message: string;
}

/** A record that was read. */
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

/** What the page carries for its scripts, in the element `#page-data`. */
export interface PageData {
  lang: string;
  game?: string;
  id?: string;
  /** Codes of the pieces in the order of lists. */
  pieces?: string[];
  sides?: string[];
  /** In a record, by side: who played it, as far as it says. */
  players?: Record<string, string>;
  /** Where the guide to the game's pieces is, if it has one. */
  guide?: string | null;
  /** The table's pieces of its own, in Betza notation: `Xy:KAD;Vw:N`. */
  own?: string;
  /** The table's options, as far as they are known. */
  options?: Record<string, string>;
  /** Whether some of its views are not the whole position: there is an umpire. */
  hidden?: boolean;
  /** Whether more than two can play. */
  several?: boolean;
  /** What the faces of the die let move unless the table says otherwise: `VP/EH/WRT/DL/*\/*`. */
  dice_table?: string | null;
  /** Whether a record holds what one viewer saw, not the whole game. */
  partial?: boolean;
  /** Where the game can be analysed, if it can: the game and the options for the address. */
  analysis?: { game: string; options: Record<string, string> } | null;
}

/** A cell as the drawing names it. */
export interface BoardCell {
  name: string;
  x: number;
  y: number;
  room: number;
  /** Names of the cells that the cursor keys reach: left, right, up, down. */
  keys: (string | null)[];
  group: SVGGElement;
  face: SVGGraphicsElement;
}

/** A field of a position that is being made. */
export interface EditField {
  key: string;
  value: string;
  values: string[];
  /** What an empty value stands for. */
  default: string | null;
}

/** What makes a position impossible. */
export interface EditFlaw extends Notice {
  message: string;
}

/** A position that is being made. */
export interface EditorDraft {
  position: string;
  frame: Frame;
  fields: EditField[];
  palette: { key: string; kinds: string[] }[];
  flaws: EditFlaw[];
  outcome: Outcome | null;
}

/** A score as the engine gives it: hundredths, or the number of the ply that ends the game. */
export interface Score {
  kind: 'centi' | 'win-in' | 'loss-in';
  value: number;
}

/** One of the best courses from a position. */
export interface AnalysisLine {
  /** From the sight of the seat to move. */
  score: Score;
  /** The moves in strict notation. */
  pv: string[];
  /** The cells of each: from and to. */
  cells: string[][];
}

/** A position of a game: its first one and the moves made since. */
interface MoveSequence {
  /** Nothing: the one in which the game usually begins. */
  position: string | null;
  moves: string[];
}

/** What is asked of the engine about a position. */
export interface PositionRequest extends MoveSequence {
  type: 'look';
  id: number;
  game: string;
  options: Record<string, string>;
  lines: number;
}

/** What is asked of the engine about a whole game, told by its moves or by its positions. */
export type ReviewRequest = { type: 'game'; id: number; game: string; options: Record<string, string> } & (MoveSequence | { positions: string[] });

export type Mark = 'inaccuracy' | 'mistake' | 'blunder';

/** What the engine thinks of one position of a game. */
export interface ReviewedPly {
  ply: number;
  /** From the sight of seat 0. */
  score: Score;
  /** The best move there; nothing at the end of the game. */
  best: string | null;
  pv: string[];
  /** How the move that led there is judged. */
  mark: Mark | null;
}

export type AnalysisMessage =
  | { type: 'waiting'; id: number; place: number }
  | { type: 'found'; id: number; turn: number; depth: number; selective_depth: number; nodes: number; nps: number; time_ms: number; lines: AnalysisLine[] }
  | ({ type: 'ply'; id: number } & ReviewedPly)
  | { type: 'done'; id: number; reason: 'limit' | 'decided' | 'over' | 'stopped' }
  | { type: 'refused'; id: number; problem: ApiProblem };

/** What a strong player would submit. */
export interface Hint {
  text: string;
  from: string | null;
  to: string | null;
  pv: string[];
  score: Score | null;
  /** The version of the game, in which the hint is noted. */
  version: number;
}
