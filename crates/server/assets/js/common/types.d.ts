// The types that scripts share. Those of what goes over the line are generated (wire.d.ts).

export * from './wire';
export type {
  Flaw as EditFlaw, PlayerInfo as Player, PlyReport as ReviewedPly, Problem as ApiProblem, SetupDraft as EditorDraft,
} from './wire';
import type { Frame, GameRecord, ServerMessage } from './wire';

/** The message of a change. */
export type ChangeMessage = Extract<ServerMessage, { type: 'change' }>;

/** A record with its frames, which come in parts. */
export type ShownRecord = GameRecord & { frames: Frame[] };

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
  /** A line on each piece of the guide, by code. */
  lines?: Record<string, string>;
  /** The table's own pieces in Betza notation: `Xy:KAD;Vw:N`. */
  own?: string;
  /** The table's options, as far as they are known. */
  options?: Record<string, string>;
  /** Whether the reader has a session. */
  known?: boolean;
  /** Whether the game has hidden information, so that an umpire decides. */
  hidden?: boolean;
  /** Whether a path can be shown for a move. */
  paths?: boolean;
  /** Whether more than two can play. */
  multiplayer?: boolean;
  /**
   * The pieces that each face of the die lets move, unless an option says otherwise:
   * `VP/EH/WRT/DL/*\/*`.
   */
  dice_table?: string | null;
  /** Whether the winner has an announcement to make. */
  victory_announcement?: boolean;
  /** Whether a victory in the game has its own sound. */
  victory_sound?: boolean;
  /** The file extension of records. */
  record_extension?: string;
  /** Whether a record holds the view of one viewer instead of the whole game. */
  partial?: boolean;
  /** The result of a record that does not hold it. */
  result?: string;
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
