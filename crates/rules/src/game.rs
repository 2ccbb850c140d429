//! The trait that every game implements.

use crate::geometry::Geometry;
use crate::{
    BySeat, DiagramRequest, Edit, Edited, Notice, OptionError, OptionSpec, Options, Outcome,
    PieceDiagram, Record, Refusal, Scene, Seat, Viewer, Warning,
};
use serde::Serialize;
use std::ops::Range;

/// A game, described as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The id in commands, addresses and records, such as `klinzha`.
    pub id: &'static str,
    /// The name, which is not translated.
    pub name: &'static str,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// Keys of the sides, in the order of play.
    pub sides: &'static [&'static str],
    /// Codes of the pieces, in the order in which lists show them.
    pub pieces: &'static [&'static str],
    /// The table options.
    pub options: &'static [OptionSpec],
    /// Names of ready-made starts.
    pub quick_starts: &'static [&'static str],
    /// Whether some view is not the whole position.
    pub hidden: bool,
    /// Whether the umpire throws dice during the game.
    pub chance: bool,
}

/// How a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// Table options.
    pub options: Options,
    /// How the game begins.
    pub start: Start,
}

impl Setting {
    /// A game from a ready-made start.
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
    /// With the game's own setup.
    #[default]
    Setup,
    /// From the ready-made start of this name.
    Quick(String),
    /// From this position string.
    Position(String),
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One of these seats must act.
    Seats(Vec<Seat>),
    /// The umpire must throw dice before anybody can act.
    Throw(ThrowRequest),
    /// The game is over.
    Over(Outcome),
}

/// Dice that the umpire must throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ThrowRequest {
    /// How many dice.
    pub dice: usize,
    /// How many faces each has, numbered from 1.
    pub faces: u8,
}

/// What the umpire announces after a ruling: to each seat, and to everybody else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reports {
    /// To each seat.
    pub seats: BySeat<Vec<Notice>>,
    /// To the public.
    pub public: Vec<Notice>,
}

impl Reports {
    /// The same for everybody.
    pub fn same(seats: usize, notices: &[Notice]) -> Self {
        Self { seats: BySeat(vec![notices.to_vec(); seats]), public: notices.to_vec() }
    }

    /// No announcement to any of `seats` seats or to the public.
    pub fn empty(seats: usize) -> Self {
        Self::same(seats, &[])
    }

    /// Appends later announcements, for each viewer.
    pub(crate) fn append(&mut self, more: Self) {
        self.seats.0.resize_with(self.seats.0.len().max(more.seats.0.len()), Vec::new);
        for (heard, new) in self.seats.0.iter_mut().zip(more.seats.0) {
            heard.extend(new);
        }
        self.public.extend(more.public);
    }

    /// What one viewer hears. A ruling that says nothing need not name the seats.
    pub fn of(&self, viewer: Viewer) -> &[Notice] {
        match viewer {
            Viewer::Seat(seat) => self.seats.0.get(seat.index()).map_or(&[], Vec::as_slice),
            Viewer::Public => &self.public,
        }
    }
}

/// The greatest depth of [`Game::perft`], in plies: the counts overflow 64 bits long before.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// Refuses a perft deeper than [`MAX_PERFT_DEPTH`] with `too-deep`.
pub(crate) fn check_perft_depth(depth: u32) -> Result<(), Refusal> {
    if depth <= MAX_PERFT_DEPTH {
        return Ok(());
    }
    let message = format!("depth {depth}: expected at most {MAX_PERFT_DEPTH}");
    Err(Refusal::new("too-deep", message))
}

/// A game under its umpire.
///
/// [`Game::Truth`] is what the umpire alone knows. It leaves the umpire only as a [`Game::View`];
/// everything that reads or shows (`read`, `scene`) is given a view and can not reach the truth.
/// A program does not use this trait but a [`Table`](crate::Table), which hides the truth for good.
pub trait Game: Send + Sync + Sized + 'static {
    /// The whole state: setup, position, history, options.
    type Truth: Clone + Send + Sync;
    /// What one viewer may know of it.
    type View: Clone + Send + Sync;
    /// What a seat submits, read and well-formed, not yet judged.
    type Intent: Send;

    /// The game as data.
    const INFO: GameInfo;

    /// The board as it is drawn.
    fn geometry() -> &'static Geometry;

    /// Opens a game. Options are checked against the specs before.
    fn open(options: &Options, start: &Start) -> Result<Self::Truth, Refusal>;

    /// How many seats this game has.
    fn seats(truth: &Self::Truth) -> usize;

    /// Whose turn it is.
    fn turn(truth: &Self::Truth) -> Turn;

    /// What a viewer sees.
    fn view(truth: &Self::Truth, viewer: Viewer) -> Self::View;

    /// What a viewer saw and was told, also after the end, when [`Game::view`] may show more. Everybody may be
    /// given it then.
    fn seen(truth: &Self::Truth, viewer: Viewer) -> Self::View {
        Self::view(truth, viewer)
    }

    /// The paths on which what `text` says could be done, as far as the view knows: lists of cell names, the
    /// preferred one first. Only in games where the path matters.
    fn paths(_: &Self::View, _text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Reads what a seat submits, against its view alone.
    fn parse_intent(view: &Self::View, text: &str)
    -> Result<(Self::Intent, Vec<Warning>), Refusal>;

    /// Judges an intent and carries it out. On a refusal the truth is unchanged.
    fn resolve(
        truth: &mut Self::Truth,
        seat: Seat,
        intent: Self::Intent,
    ) -> Result<Reports, Refusal>;

    /// Carries out a throw of the dice that [`Turn::Throw`] asked for.
    fn throw(truth: &mut Self::Truth, faces: &[u8]) -> Result<Reports, Refusal>;

    /// A seat gives up or has run out of time.
    fn retire(
        truth: &mut Self::Truth,
        seat: Seat,
        reason: crate::EndReason,
    ) -> Result<Reports, Refusal>;

    /// All who still play agreed on a draw.
    fn agree_draw(truth: &mut Self::Truth) -> Result<Reports, Refusal>;

    /// Whether plies may be taken back by agreement.
    fn takebacks_allowed(truth: &Self::Truth) -> bool;

    /// Who still plays: whose consent an agreement needs. Those who are out have no say any more.
    fn playing(truth: &Self::Truth) -> Vec<Seat> {
        (0..Self::seats(truth)).map(Seat::new).collect()
    }

    /// Whether dice are thrown in this game, be it now, later or at its beginning. A table may be opened without any.
    fn has_dice(truth: &Self::Truth) -> bool {
        let _ = truth;
        Self::INFO.chance
    }

    /// How many plies of the game proper (not setup steps) have been made. A pass that the umpire makes for a
    /// seat is a ply too.
    fn plies(truth: &Self::Truth) -> usize;

    /// Whose ply that was, from 0. `ply` is less than [`Game::plies`].
    fn mover(truth: &Self::Truth, ply: usize) -> Seat;

    /// The view as plain data, with everything that the viewer may submit.
    fn scene(view: &Self::View) -> Scene;

    /// How many frames there are: one before the first ply and one after each, as the view allows.
    fn frame_count(view: &Self::View) -> usize;

    /// The frames with these numbers, from 0. `numbers` ends at [`Game::frame_count`] at the latest.
    fn frames(view: &Self::View, numbers: Range<usize>) -> Vec<crate::Frame>;

    /// The plies made so far in the game's notation, as far as the view allows: the texts of
    /// [`Game::frames`] without the boards.
    fn texts(view: &Self::View) -> Vec<String>;

    /// The record of the game as the view allows.
    fn write_record(view: &Self::View, headers: &[(String, String)]) -> String;

    /// Reads a record of this game.
    fn read_record(text: &str) -> Result<Record, Refusal>;

    /// Makes a position piece by piece, for an editor: carries edits out on a position string, possible or not
    /// (without one on the empty board), and tells what came of it, with everything that makes the
    /// position impossible. Nothing is judged but whether a string, a piece, a cell or a field can be read.
    fn edit(options: &Options, position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
        let _ = (options, position, edits);
        let message = format!("there is no position editor for {}", Self::INFO.name);
        Err(Refusal::new("no-editor", message))
    }

    /// What one piece could do, for guides: see [`PieceDiagram`]. Refused with `no-diagram` by a game without
    /// a guide, else for a position, cell or last move that cannot be read, and if no piece stands there.
    fn piece_diagram(options: &Options, request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
        let _ = (options, request);
        let message = format!("there are no diagrams of pieces for {}", Self::INFO.name);
        Err(Refusal::new("no-diagram", message))
    }

    /// Counts the paths of exactly `depth` moves from a position, by first move. Without a position
    /// or ready-made start a game that has no first position refuses.
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
