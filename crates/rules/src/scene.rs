//! What one viewer may know, as plain data.
//!
//! A [`Scene`] is made from a view alone, so it holds everything that a page, a bot, an engine or a
//! renderer can know of a running game. It serialises to the JSON that the server sends.

use crate::keyword::{self, Keyword};
use crate::{EndReason, Options, Outcome, Seat, ThrowCheck, Viewer, Warning};
use serde::{Deserialize, Serialize};

/// Everything that one viewer may know of a game now, and may do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// Id of the game, such as `klinzha`.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub game: Keyword,
    /// The viewer.
    pub viewer: Viewer,
    /// The table's options as they were set. An option that is not here has its default.
    pub options: Options,
    /// The phase of the game: a key such as `cast`, `place`, `play`, `over`.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub phase: Keyword,
    /// The seats that may act; empty when the umpire must throw first or the game is over.
    pub to_act: Vec<Seat>,
    /// The sides of the game and the seats that play them.
    pub sides: Vec<SideInfo>,
    /// The board now.
    pub frame: Frame,
    /// What the viewer may submit now; empty for the public and when it is not the viewer's turn.
    pub choices: Vec<Choice>,
    /// The pieces that the viewer may still put on the board.
    pub reserve: Vec<Captured>,
    /// What the viewer should be told now, such as a hanging Goal or a thrown die.
    pub notices: Vec<Notice>,
    /// The seats whose draw offers stand.
    pub draw_offers: Vec<Seat>,
    /// The seat whose request for a take-back stands.
    pub takeback_asked: Option<Seat>,
    /// Whether the game allows take-backs.
    pub takebacks_allowed: bool,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// A side (colour) of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideInfo {
    /// Key of the side, such as `gold`.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub key: Keyword,
    /// The seat that plays it; `None` until the setup has decided it.
    pub seat: Option<Seat>,
}

impl SideInfo {
    /// The sides of a game in which seat `n` plays side `n`.
    pub(crate) fn in_order(keys: &[&'static str]) -> Vec<Self> {
        let sides = keys.iter().enumerate();
        sides.map(|(seat, key)| Self { key, seat: Some(Seat::new(seat)) }).collect()
    }
}

/// The board at one moment as one viewer sees it: the unit of stepping through a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Frame {
    /// Plies made so far; 0 before the first move.
    pub ply: usize,
    /// The turn number, as the notation counts, of the ply that led here; before the first ply,
    /// that of the side to move.
    pub number: u32,
    /// The side that made the ply which led here.
    #[serde(deserialize_with = "keyword::optional")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub side: Option<Keyword>,
    /// That ply in strict notation, as far as the viewer may know it.
    pub text: Option<String>,
    /// The position string, or the view string in a hidden game; empty during the setup.
    pub position: String,
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
    /// Marked groups of cells: zones, regions, clouds.
    pub areas: Vec<Area>,
    /// What was captured so far, in the order of the game's pieces.
    pub captured: Vec<Captured>,
    /// The cells from and to of the last ply, as far as the viewer may know them.
    pub last: Vec<String>,
    /// A possible path of the last ply: its cells without the first. Only in games in which a piece
    /// moves from cell to cell and the notation names no path; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// What the umpire told the viewer after that ply; only in hidden games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Notice>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Placed {
    /// Name of the cell.
    pub cell: String,
    /// Key of the side.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub side: Keyword,
    /// The piece's code in the notation, such as `Fl`; `?` if the viewer cannot identify it.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub kind: Keyword,
    /// Marks, such as `goal` for a warrior that shares its cell with its own Goal.
    #[serde(deserialize_with = "keyword::list")]
    pub marks: Vec<&'static str>,
}

/// A marked group of cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Area {
    /// What the cells are: `zone`, `region`, `cloud-edge`, `cloud-under`, `threat` …
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub kind: Keyword,
    /// The key of the side or region to which they belong; empty if none.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub of: Keyword,
    /// Names of the cells.
    pub cells: Vec<String>,
}

/// A number of pieces of one kind that a side has off the board: captured, or still to be placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Captured {
    /// The key of the side that owns them.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub side: Keyword,
    /// The piece's code; `VG` for a Vanguard captured with its Goal.
    pub kind: String,
    /// The number of pieces.
    pub count: usize,
}

/// How a user interface offers a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// A move from `from` to `to`.
    Move,
    /// Placing `piece` from the reserve on `to`.
    Place,
    /// Taking the piece on `from` back into the reserve.
    Lift,
    /// A button named by `variant`.
    Button,
}

/// Something that the viewer may submit now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// The text to submit, in strict notation.
    pub text: String,
    /// How a user interface offers it.
    pub kind: ChoiceKind,
    /// The piece's code, for moves and placements.
    #[serde(deserialize_with = "keyword::optional")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub piece: Option<Keyword>,
    /// The name of the cell where it starts.
    pub from: Option<String>,
    /// The name of the cell where it ends.
    pub to: Option<String>,
    /// Distinguishes choices with the same cells (`carry`, `abandon`, a promotion), or names a
    /// button.
    pub variant: Option<String>,
    /// Whether it captures, as far as the viewer can know.
    pub captures: bool,
    /// The names of the cells other than `to` on which it captures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<String>,
    /// Whether the piece on `to` changes sides instead of being captured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub converts: bool,
    /// A reason to ask the player for confirmation, such as `goal-hangs`.
    #[serde(deserialize_with = "keyword::optional")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub danger: Option<Keyword>,
    /// The cells after `from` up to and including `to` on the path that the umpire of a hidden game
    /// tries first. Empty in open games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
}

impl Choice {
    /// A choice without piece, cells and variant, which captures nothing: the base for struct
    /// update syntax.
    ///
    /// ```
    /// use heterodox_rules::{Choice, ChoiceKind};
    /// let place = Choice { piece: Some("V"), ..Choice::new("place V G13", ChoiceKind::Place) };
    /// assert_eq!((place.piece, place.captures), (Some("V"), false));
    /// ```
    pub fn new(text: impl Into<String>, kind: ChoiceKind) -> Self {
        Self {
            text: text.into(),
            kind,
            piece: None,
            from: None,
            to: None,
            variant: None,
            captures: false,
            hits: Vec::new(),
            converts: false,
            danger: None,
            path: Vec::new(),
        }
    }

    /// A button with this variant.
    pub fn button(text: impl Into<String>, variant: impl Into<String>) -> Self {
        Self { variant: Some(variant.into()), ..Self::new(text, ChoiceKind::Button) }
    }
}

/// A message for a viewer, as a key for translation with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Notice {
    /// Key, such as `goal-hangs`.
    #[serde(deserialize_with = "keyword::keyword")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub key: Keyword,
    /// Named values.
    #[serde(deserialize_with = "keyword::named")]
    pub args: Vec<(&'static str, String)>,
    /// The cells to point at.
    pub cells: Vec<String>,
}

/// A record that was read: a finished or unfinished game in which every ply is legal.
///
/// ```
/// let text = "position: 1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1\n";
/// let record = heterodox_rules::read_record(text).unwrap();
/// assert_eq!((record.game, record.frames.len(), record.outcome), ("klinzha", 1, None));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = GameRecord))]
pub struct Record {
    /// Id of the game.
    pub game: &'static str,
    /// The sides and the seats that play them in this game.
    pub sides: Vec<SideInfo>,
    /// The header lines, in order.
    pub headers: Vec<(String, String)>,
    /// The table options that the headers name.
    pub options: Options,
    /// The board before the first ply and after each ply. JSON leaves it out where it is empty: a
    /// server sends the frames of a record in parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// The plies as they were written.
    pub plies: Vec<RecordPly>,
    /// Remarks on what was not in strict notation.
    pub warnings: Vec<Warning>,
    /// The players who left the game between its plies, in order; only in games of more than two
    /// seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retired: Vec<Retired>,
    /// The result by the rules or by the record's last line; `None` if unfinished.
    pub outcome: Option<Outcome>,
    /// Whether the throws follow from the seed in the headers. Absent without dice or seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub throws: Option<ThrowCheck>,
    /// The game in strict notation, as the program writes it.
    pub strict: String,
}

/// Players' leaving of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Retired {
    /// The number of plies made before.
    pub plies: usize,
    /// The players' seats, which share a place.
    pub seats: Vec<Seat>,
    /// Resignation, time, or that others claimed that they had left.
    pub reason: EndReason,
}

/// A ply as it was written in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordPly {
    /// The line in the record, from 1.
    pub line: usize,
    /// The text in the record.
    pub raw: String,
}
