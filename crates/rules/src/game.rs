//! The trait that every game implements.

use crate::geometry::Geometry;
use crate::{
    BySeat, Choice, DiagramRequest, Edit, Edited, EndReason, Notice, OptionError, OptionSpec,
    Options, Outcome, PieceDiagram, Record, Refusal, Scene, Seat, Viewer, Warning,
};
use serde::{Serialize, Serializer};
use std::ops::Range;

/// The description of a game as data.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameInfo {
    /// The id in commands, addresses and records, such as `klinzha`.
    pub id: &'static str,
    /// The name, which is not translated.
    pub name: &'static str,
    /// The minimum and the maximum number of seats.
    pub seats: (usize, usize),
    /// Keys of the sides, in the order of play.
    pub sides: &'static [&'static str],
    /// Codes of the pieces, in the order in which lists show them.
    pub pieces: &'static [&'static str],
    /// The table options.
    pub options: &'static [OptionSpec],
    /// The names of the quick starts.
    pub quick_starts: &'static [&'static str],
    /// Whether a view can be less than the whole position.
    pub hidden: bool,
    /// When the umpire throws dice. A table may have none, see [`Game::dice`].
    #[serde(rename = "chance")]
    #[cfg_attr(feature = "schema", schema(value_type = bool))]
    pub dice: Dice,
    /// Whether pieces move from cell to cell, so that a path can be shown for a move.
    #[serde(skip)]
    pub has_paths: bool,
    /// Whether records hold every throw, so that a seed in their headers verifies them.
    #[serde(skip)]
    pub records_throws: bool,
    /// The key of the option whose value is the seed of a random start.
    #[serde(skip)]
    pub seeded_by: Option<&'static str>,
    /// The id of the game whose board, pieces and moves this game shares.
    #[serde(skip)]
    pub kin: Option<&'static str>,
    /// The reasons for the end of a game.
    #[serde(skip)]
    pub end_reasons: &'static [EndReason],
    /// The keys of the header lines with which a record may begin.
    #[serde(skip)]
    pub record_headers: &'static [&'static str],
}

impl GameInfo {
    /// An open game of two seats without options, quick starts and dice: the base for struct update
    /// syntax.
    ///
    /// ```
    /// use heterodox_rules::GameInfo;
    /// const INFO: GameInfo =
    ///     GameInfo { sides: &["left", "right"], ..GameInfo::new("heap", "Heap") };
    /// assert_eq!((INFO.seats, INFO.hidden), ((2, 2), false));
    /// ```
    pub const fn new(id: &'static str, name: &'static str) -> Self {
        Self {
            id,
            name,
            seats: (2, 2),
            sides: &[],
            pieces: &[],
            options: &[],
            quick_starts: &[],
            hidden: false,
            dice: Dice::None,
            has_paths: false,
            records_throws: false,
            seeded_by: None,
            kin: None,
            end_reasons: &EndReason::OF_ALL_GAMES,
            record_headers: &["game"],
        }
    }

    /// The reason for the end of a game with this key; `None` if the game has none such.
    pub fn end_reason(&self, key: &str) -> Option<EndReason> {
        self.end_reasons.iter().copied().find(|reason| reason.key() == key)
    }

    /// The key and value of a header line of a record; `None` for another line, which ends the
    /// headers.
    pub(crate) fn header_line<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let (key, value) = line.split_once(':')?;
        self.record_headers.contains(&key.trim()).then(|| (key.trim(), value.trim()))
    }
}

/// When the umpire throws dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    /// Never.
    None,
    /// During the setup only.
    Setup,
    /// While the game is played: before each turn, or after some.
    EveryTurn,
}

impl Dice {
    /// Whether dice are thrown at any time.
    pub const fn any(self) -> bool {
        !matches!(self, Self::None)
    }
}

impl Serialize for Dice {
    /// Whether dice are thrown at any time.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(self.any())
    }
}

/// Options and start of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// The table options.
    pub options: Options,
    /// How the game begins.
    pub start: Start,
}

impl Setting {
    /// A game from a quick start.
    pub fn quick_start(name: &str) -> Self {
        Self { start: Start::Quick(name.to_owned()), ..Self::default() }
    }

    /// A game from a position string.
    pub fn position(position: &str) -> Self {
        Self { start: Start::Position(position.to_owned()), ..Self::default() }
    }
}

/// How a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Start {
    /// With the setup of the game.
    #[default]
    Setup,
    /// From the quick start with this name.
    Quick(String),
    /// From this position string.
    Position(String),
}

/// Who acts next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One of these seats must act.
    Seats(Vec<Seat>),
    /// The umpire must throw dice before a seat can act.
    Throw(ThrowRequest),
    /// The game is over.
    Over(Outcome),
}

/// Dice that the umpire must throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ThrowRequest {
    /// The number of dice.
    pub dice: usize,
    /// The number of faces of each die. Faces count from 1.
    pub faces: u8,
}

/// What the umpire announces after an act: to each seat, and to the public.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reports {
    /// To each seat.
    pub seats: BySeat<Vec<Notice>>,
    /// To the public.
    pub public: Vec<Notice>,
}

impl Reports {
    /// The same announcements for all seats and the public.
    pub fn same(seats: usize, notices: &[Notice]) -> Self {
        Self { seats: BySeat(vec![notices.to_vec(); seats]), public: notices.to_vec() }
    }

    /// No announcement to any of `seats` seats or to the public.
    pub fn empty(seats: usize) -> Self {
        Self::same(seats, &[])
    }

    /// Appends later announcements, for each viewer.
    pub fn append(&mut self, more: Self) {
        self.seats.0.resize_with(self.seats.0.len().max(more.seats.0.len()), Vec::new);
        for (heard, new) in self.seats.0.iter_mut().zip(more.seats.0) {
            heard.extend(new);
        }
        self.public.extend(more.public);
    }

    /// The announcements for one viewer; empty for a seat that is not listed.
    pub fn of(&self, viewer: Viewer) -> &[Notice] {
        match viewer {
            Viewer::Seat(seat) => self.seats.0.get(seat.index()).map_or(&[], Vec::as_slice),
            Viewer::Public => &self.public,
        }
    }
}

/// The maximum depth of [`Game::perft`], in plies: the counts overflow 64 bits long before.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// A game under its umpire.
///
/// Only the umpire has the [`Game::Truth`]. It leaves the umpire only as a [`Game::View`]. Every
/// function that reads an intent or shows the game (`parse_intent`, `scene`, `frames`, …) takes a
/// view and so cannot reach the truth. Programs do not use this trait but a
/// [`Table`](crate::Table), which keeps the truth private.
pub trait Game: Send + Sync + Sized + 'static {
    /// The whole state: setup, position, history, options.
    type Truth: Clone + Send + Sync;
    /// What one viewer may know of the truth.
    type View: Clone + Send + Sync;
    /// What a seat submits: well-formed, not yet judged.
    type Intent: Send;

    /// The description of the game.
    const INFO: GameInfo;

    /// The geometry of the board.
    fn geometry() -> &'static Geometry;

    /// Opens a game. The options were checked against the specs of [`Game::INFO`] before.
    ///
    /// # Errors
    /// If an option's value or the start cannot be read, or the start is impossible.
    fn open(options: &Options, start: &Start) -> Result<Self::Truth, Refusal>;

    /// Whether the start with these options is drawn from the seed that
    /// [`GameInfo::seeded_by`] names.
    fn has_random_start(_: &Options) -> bool {
        false
    }

    /// The number of seats of this game.
    fn seats(truth: &Self::Truth) -> usize;

    /// Who acts next.
    fn turn(truth: &Self::Truth) -> Turn;

    /// What a viewer may know now: everything when the game is over.
    fn view(truth: &Self::Truth, viewer: Viewer) -> Self::View;

    /// What a viewer has seen and was told so far. Unlike [`Game::view`] this does not reveal the
    /// truth when the game is over; every viewer may get the observations of another then.
    fn observed_view(truth: &Self::Truth, viewer: Viewer) -> Self::View {
        Self::view(truth, viewer)
    }

    /// The paths that the view allows for the intent `text`, as lists of cell names, the umpire's
    /// preferred one first. In an open game whose pieces move from cell to cell, one path to show:
    /// it does not matter there. Empty in other games.
    fn paths(_: &Self::View, _text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Reads what a seat submits, against its view alone.
    ///
    /// # Errors
    /// If the text cannot be read, or if the view shows that the intent is not legal.
    fn parse_intent(view: &Self::View, text: &str)
    -> Result<(Self::Intent, Vec<Warning>), Refusal>;

    /// Applies an intent to the truth.
    ///
    /// # Errors
    /// If the rules do not allow it. The truth is unchanged then.
    fn resolve(
        truth: &mut Self::Truth,
        seat: Seat,
        intent: Self::Intent,
    ) -> Result<Reports, Refusal>;

    /// Applies a throw of the dice that [`Turn::Throw`] asks for.
    ///
    /// # Errors
    /// `no-throw` in a game without dice.
    fn throw(truth: &mut Self::Truth, faces: &[u8]) -> Result<Reports, Refusal> {
        let _ = (truth, faces);
        Err(Refusal::new("no-throw", "no dice are thrown in this game"))
    }

    /// Takes seats that resign, have run out of time or have left out of the game. They share a
    /// place. The game ends if at most one seat is left: see [`Outcome::retired`].
    fn retire(
        truth: &mut Self::Truth,
        seats: &[Seat],
        reason: EndReason,
    ) -> Result<Reports, Refusal>;

    /// Whether a seat could win by any play of all others. If it cannot, it draws when the time of
    /// its opponent runs out.
    fn can_win(_: &Self::Truth, _: Seat) -> bool {
        true
    }

    /// Ends the game as a draw of all seats that still play, or without a result
    /// ([`EndReason::CANCELLED`]).
    fn draw(truth: &mut Self::Truth, reason: EndReason) -> Result<Reports, Refusal>;

    /// Whether plies may be taken back by agreement.
    fn takebacks_allowed(_: &Self::Truth) -> bool {
        true
    }

    /// The seats that still play. An agreement needs their consent.
    fn playing(truth: &Self::Truth) -> Vec<Seat> {
        (0..Self::seats(truth)).map(Seat::new).collect()
    }

    /// When dice are thrown in this game. Its options or its start may exclude them.
    fn dice(_: &Self::Truth) -> Dice {
        Self::INFO.dice
    }

    /// The number of plies so far, without setup steps. A pass that the umpire makes for a seat is
    /// a ply.
    fn plies(truth: &Self::Truth) -> usize;

    /// The seat that made ply `ply`, which counts from 0 and is less than [`Game::plies`].
    fn mover(truth: &Self::Truth, ply: usize) -> Seat;

    /// The view as plain data, with everything that the viewer may submit.
    fn scene(view: &Self::View) -> Scene {
        Scene { choices: Self::choices(view), ..Self::outline(view) }
    }

    /// The scene without its choices, which cost the most to make.
    fn outline(view: &Self::View) -> Scene;

    /// What the viewer may submit now; empty if it may not act.
    fn choices(view: &Self::View) -> Vec<Choice>;

    /// Whether a viewer's scene is the same before and after one act. Games with hidden information
    /// answer it for every viewer and act, so they should not build both scenes.
    fn looks_same(before: &Self::Truth, after: &Self::Truth, viewer: Viewer) -> bool {
        let outline = |truth| Self::outline(&Self::view(truth, viewer));
        let choices = |truth| Self::choices(&Self::view(truth, viewer));
        outline(before) == outline(after) && choices(before) == choices(after)
    }

    /// The number of frames: one before the first ply and one after each ply that the view has.
    fn frame_count(view: &Self::View) -> usize;

    /// The frames with these numbers, from 0. `numbers` ends at [`Game::frame_count`] at the
    /// latest.
    fn frames(view: &Self::View, numbers: Range<usize>) -> Vec<crate::Frame>;

    /// The plies so far in the game's notation, as far as the view knows them: the texts of
    /// [`Game::frames`] without the boards.
    fn texts(view: &Self::View) -> Vec<String>;

    /// The record of the game, as far as the view knows it.
    fn write_record(view: &Self::View, headers: &[(String, String)]) -> String;

    /// Whether a record without a header `game:` is one of this game.
    fn recognises_record(_text: &str) -> bool {
        false
    }

    /// Reads a record of this game.
    fn read_record(text: &str) -> Result<Record, Refusal>;

    /// Applies edits to a position string, for a position editor. `None` is the empty board. The
    /// result lists everything that makes the position impossible.
    ///
    /// # Errors
    /// If the string, a piece, a cell or a field cannot be read; `no-editor` if the game has none.
    fn edit(options: &Options, position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
        let _ = (options, position, edits);
        let message = format!("there is no position editor for {}", Self::INFO.name);
        Err(Refusal::new("no-editor", message))
    }

    /// What one piece could do, for guides: see [`PieceDiagram`].
    ///
    /// # Errors
    /// `no-diagram` if the game has no diagrams; else if the position, the cell or the last move
    /// cannot be read, or the cell is empty.
    fn piece_diagram(options: &Options, request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
        let _ = (options, request);
        let message = format!("there are no diagrams of pieces for {}", Self::INFO.name);
        Err(Refusal::new("no-diagram", message))
    }

    /// Perft divide: the number of move sequences of exactly `depth` plies, by first move. `depth`
    /// is at most [`MAX_PERFT_DEPTH`].
    ///
    /// # Errors
    /// `no-first-position` if the game begins with a setup and `start` names no position;
    /// `too-deep`; else as [`Game::open`].
    fn perft(options: &Options, start: &Start, depth: u32) -> Result<Vec<(String, u64)>, Refusal>;
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        let message = error.to_string();
        let reason = match &error {
            OptionError::NoValue(pair) => {
                Self::new("option-without-value", &message).with("text", pair)
            }
            OptionError::Twice(key) => Self::new("option-twice", &message).with("key", key),
            OptionError::Unknown { key, known, .. } => {
                Self::new("no-such-option", &message).with("key", key).with("known", known)
            }
            OptionError::BadValue { key, value, allowed } => Self::new("no-such-value", &message)
                .with("key", key)
                .with("text", value)
                .with("known", allowed),
        };
        Self::new("bad-option", message).because(reason)
    }
}
