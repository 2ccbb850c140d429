//! What one viewer sees, as plain data.
//!
//! A [`Scene`] is made from a view and from nothing else, so whatever a page, a bot, an engine or a
//! renderer can know of a running game is in here. It serialises to the JSON that the server sends.

use crate::{EndReason, Options, Outcome, Seat, ThrowCheck, Viewer, Warning};
use serde::Serialize;

/// Everything that one viewer may know of a game now, with what it may do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// Id of the game, such as `klinzha`.
    pub game: &'static str,
    /// Whose sight this is.
    pub viewer: Viewer,
    /// The table's options as they were given; what is not here has its default.
    pub options: Options,
    /// The stage of the game, a key such as `cast`, `place`, `play`, `over`.
    pub phase: &'static str,
    /// Whose action is awaited: empty when the umpire must throw first or the game is over.
    pub to_act: Vec<Seat>,
    /// The sides of the game and who plays them.
    pub sides: Vec<SideInfo>,
    /// The board now.
    pub frame: Frame,
    /// What the viewer may submit now. Empty for the public and when it is not its turn.
    pub choices: Vec<Choice>,
    /// What the viewer may still put on the board: warriors to place, later pools.
    pub reserve: Vec<Captured>,
    /// What the viewer should be told now, such as a hanging Goal or a thrown die.
    pub notices: Vec<Notice>,
    /// Who has offered a draw that still stands.
    pub draw_offers: Vec<Seat>,
    /// Who has asked for a take-back that still stands, if anybody.
    pub takeback_asked: Option<Seat>,
    /// Whether the rules allow to take plies back in this game.
    pub takebacks_allowed: bool,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// A side (colour) of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideInfo {
    /// Key of the side, such as `gold`.
    pub key: &'static str,
    /// Who plays it; nobody as long as the setup has not settled it.
    pub seat: Option<Seat>,
}

impl SideInfo {
    /// The sides of a game in which the seats follow the order of the sides.
    pub(crate) fn in_order(keys: &[&'static str]) -> Vec<Self> {
        let sides = keys.iter().enumerate();
        sides.map(|(seat, key)| Self { key, seat: Some(Seat::new(seat)) }).collect()
    }
}

/// The board at one moment, as one viewer sees it: the unit of stepping through a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Frame {
    /// Plies made so far; 0 before the first move.
    pub ply: usize,
    /// The number that the notation gives the turn to which that ply belongs; of the first board, the one to move.
    pub number: u32,
    /// The side that made the ply which led here.
    pub side: Option<&'static str>,
    /// That ply in the game's strict notation, as far as the viewer may know it.
    pub text: Option<String>,
    /// Position string (or view string of a hidden game); empty during the setup.
    pub position: String,
    /// What stands on the board.
    pub pieces: Vec<Placed>,
    /// Marked groups of cells: zones, regions, clouds.
    pub areas: Vec<Area>,
    /// What was captured so far, in the order of the game's pieces.
    pub captured: Vec<Captured>,
    /// The cells of the last ply, from and to, as far as the viewer may know them.
    pub last: Vec<String>,
    /// The cells after the first one that the last ply led over, the last one included, on one possible way; only in
    /// games where a piece goes from cell to cell and the move names no way, else empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// What the umpire told the viewer after that ply; only in games with an umpire's announcements (hidden games).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Notice>,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Placed {
    /// Name of the cell.
    pub cell: String,
    /// Key of the side.
    pub side: &'static str,
    /// The piece's code in the notation, such as `Fl`; `?` for one that cannot be told.
    pub kind: &'static str,
    /// What else is with it: `goal` for a warrior that shares its cell with its own Goal.
    pub marks: Vec<&'static str>,
}

/// A marked group of cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Area {
    /// What it is: `zone`, `region`, `cloud-edge`, `cloud-under`, `threat` …
    pub kind: &'static str,
    /// Whose it is, or which one: key of a side, or of a region.
    pub of: &'static str,
    /// Names of the cells.
    pub cells: Vec<String>,
}

/// How many pieces of a kind a side has off the board: captured, or still to be placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Captured {
    /// Key of the side that they belong to.
    pub side: &'static str,
    /// The piece's code; `VG` for one taken with its Goal.
    pub kind: String,
    /// How many.
    pub count: usize,
}

/// How a choice is put to a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// What to submit, exactly: strict notation.
    pub text: String,
    /// How it is put to a person.
    pub kind: ChoiceKind,
    /// The piece's code, for moves and placements.
    pub piece: Option<&'static str>,
    /// Name of the cell where it starts.
    pub from: Option<String>,
    /// Name of the cell where it goes.
    pub to: Option<String>,
    /// What tells this choice from others with the same cells (`carry`, `abandon`, a promotion), or the
    /// name of a button.
    pub variant: Option<String>,
    /// Whether it captures, as far as the viewer can know.
    pub captures: bool,
    /// Names of the cells other than `to` whose piece it captures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<String>,
    /// Whether the piece on `to` changes sides instead of being taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub converts: bool,
    /// A reason to ask before it is submitted, such as `goal-hangs`.
    pub danger: Option<&'static str>,
    /// The cells after `from` up to and including `to`: where a path matters (a hidden game) those on which it is tried
    /// first, in other games where pieces go from cell to cell one possible way, to be shown; else empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
}

impl Choice {
    /// A choice without piece, cells and variant, which captures nothing: the base for struct
    /// update syntax.
    ///
    /// ```
    /// use heterodox_rules::{Choice, ChoiceKind};
    /// let cast = Choice { variant: Some("cast".into()), ..Choice::new("cast", ChoiceKind::Button) };
    /// assert_eq!((cast.text.as_str(), cast.captures), ("cast", false));
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

/// Something a viewer should be told, as a key for translation with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Notice {
    /// Key, such as `goal-hangs`.
    pub key: &'static str,
    /// Named values.
    pub args: Vec<(&'static str, String)>,
    /// Cells to point at.
    pub cells: Vec<String>,
}

/// A record that was read: a finished or unfinished game, every ply understood and legal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    /// Id of the game.
    pub game: &'static str,
    /// The sides and the seats that they have in this game.
    pub sides: Vec<SideInfo>,
    /// Header lines as given, in order.
    pub headers: Vec<(String, String)>,
    /// The table options that the headers name.
    pub options: Options,
    /// The board before the first ply and after each. Left out of JSON where it is empty: a server sends the
    /// frames of a record in parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Where each ply stood and how it was written there.
    pub plies: Vec<RecordPly>,
    /// What was understood though it was not written as it should be.
    pub warnings: Vec<Warning>,
    /// Who left the game among its plies, in order; only in games of more than two seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub retired: Vec<Retired>,
    /// The result by the rules or by the record's last line; nothing if unfinished.
    pub outcome: Option<Outcome>,
    /// Whether the throws are those of the seed that the header names, where there are dice and a seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throws: Option<ThrowCheck>,
    /// The same game in strict notation, as the program writes it.
    pub strict: String,
}

/// Somebody who left a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Retired {
    /// How many plies had been made.
    pub plies: usize,
    /// Who.
    pub seat: Seat,
    /// By resignation or by the clock.
    pub reason: EndReason,
}

/// A ply of a record as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RecordPly {
    /// Line in the record, from 1.
    pub line: usize,
    /// As written there.
    pub raw: String,
}
