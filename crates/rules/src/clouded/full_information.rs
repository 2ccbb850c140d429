//! The umpire's own interface to the game, with full information, for callers who may know the
//! truth: the command line's `umpire`, tests, and bots in training.
//!
//! It is made of the same functions as the umpire of a [`Table`](crate::Table). Programs that serve
//! players must not use it.

use super::board_view::BoardView;
use super::game::{CloudedKlinZha, Submission, Truth};
use super::history::GameHistory;
use super::map::CloudMap;
use super::resolve::{Capture, HaltCause};
use super::scene;
use crate::klinzha::{Position, Side};
use crate::{
    Frame, Game, Outcome, Refusal, Reports, Scene, Seat, Setting, ThrowRequest, Turn, Viewer,
    Warning,
};

/// A game whose truth can be read.
///
/// ```
/// use heterodox_rules::Setting;
/// use heterodox_rules::clouded::full_information::FullInformationGame;
/// let mut setting = Setting::quick_start("north-west");
/// setting.options.set("clouds=blind").unwrap();
/// let mut game = FullInformationGame::open(&setting).unwrap();
/// assert!(game.position().is_some(), "the true position");
/// let intent = game.legal_moves()[0].clone();
/// let ruling = game.submit(&intent).unwrap();
/// assert_eq!((ruling.captured, ruling.halted), (None, None));
/// ```
#[derive(Clone)]
pub struct FullInformationGame {
    truth: Truth,
}

/// The result of an intent, as the umpire knows it.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The cell where the warrior ended; told to the mover.
    pub ended: crate::Cell,
    /// What it captured; told to the mover, and to the opponent as its loss on that cell.
    pub captured: Option<Capture>,
    /// What halted it; told to the mover.
    pub halted: Option<HaltCause>,
    /// The result of the game; told to both.
    pub outcome: Option<Outcome>,
    /// The same as announcements to each viewer.
    pub reports: Reports,
    /// Remarks on what was not in strict notation.
    pub warnings: Vec<Warning>,
}

impl FullInformationGame {
    /// Opens a game.
    ///
    /// # Errors
    /// If an option does not fit the game, or the start cannot be read or is impossible.
    pub fn open(setting: &Setting) -> Result<Self, Refusal> {
        setting.options.check(CloudedKlinZha::INFO.id, CloudedKlinZha::INFO.options)?;
        Ok(Self { truth: CloudedKlinZha::open(&setting.options, &setting.start)? })
    }

    /// Replays the umpire's record of a game.
    ///
    /// # Errors
    /// If the record cannot be read, or is the record of one viewer, which does not hold the truth.
    pub fn replay(text: &str) -> Result<Self, Refusal> {
        Ok(Self { truth: super::record::replay(text)? })
    }

    fn history(&self) -> Option<&GameHistory> {
        self.truth.history.as_deref()
    }

    /// Who acts next.
    pub fn turn(&self) -> Turn {
        CloudedKlinZha::turn(&self.truth)
    }

    /// The dice that must be thrown next; `None` if a seat must act or the game is over.
    pub fn awaits_throw(&self) -> Option<ThrowRequest> {
        match self.turn() {
            Turn::Throw(request) => Some(request),
            _ => None,
        }
    }

    /// The result; `None` while the game runs.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.truth.outcome.as_ref()
    }

    /// The true position; `None` during the setup.
    pub fn position(&self) -> Option<&Position> {
        self.history().map(GameHistory::position)
    }

    /// The clouds over the board now.
    pub fn clouds(&self) -> CloudMap {
        self.history().map_or(self.truth.rules.map, |history| *history.map())
    }

    /// What a side sees now; for `None`, what spectators see. `None` during the setup.
    pub fn board_view(&self, side: Option<Side>) -> Option<&BoardView> {
        self.history().map(|history| &history.latest(side).board)
    }

    /// Submits an intent of the side to move.
    ///
    /// # Errors
    /// If the side's view does not allow the intent, dice must be thrown first, or the game is over
    /// or still in the setup.
    pub fn submit(&mut self, text: &str) -> Result<Ruling, Refusal> {
        let seat = match self.turn() {
            Turn::Over(_) => return Err(Refusal::new("game-over", "the game is over")),
            Turn::Throw(_) => {
                return Err(Refusal::new("throw-first", "the umpire must throw the dice first"));
            }
            Turn::Seats(seats) => seats.first().copied().unwrap_or(Seat::new(0)),
        };
        let view = CloudedKlinZha::view(&self.truth, Viewer::Seat(seat));
        let (submission, warnings) = CloudedKlinZha::parse_intent(&view, text)?;
        if matches!(submission, Submission::Step(_)) {
            return Err(Refusal::new("no-first-position", "the battle has not begun"));
        }
        let reports = CloudedKlinZha::resolve(&mut self.truth, seat, submission)?;
        let ply = self.history().and_then(|history| history.plies.last());
        let resolution = ply
            .map(|ply| ply.resolution)
            .ok_or_else(|| Refusal::new("no-first-position", "the battle has not begun"))?;
        Ok(Ruling {
            ended: resolution.played.to(),
            captured: resolution.captured,
            halted: resolution.halted,
            outcome: self.truth.outcome.clone(),
            reports,
            warnings,
        })
    }

    /// Applies a step of the setup of a seat.
    ///
    /// # Errors
    /// If the seat's view or the rules do not allow the step.
    pub fn step(&mut self, seat: Seat, text: &str) -> Result<Reports, Refusal> {
        let view = CloudedKlinZha::view(&self.truth, Viewer::Seat(seat));
        let (submission, _) = CloudedKlinZha::parse_intent(&view, text)?;
        CloudedKlinZha::resolve(&mut self.truth, seat, submission)
    }

    /// Throws the dice that the game waits for.
    ///
    /// # Errors
    /// If the game waits for no dice.
    pub fn throw(&mut self, faces: &[u8]) -> Result<Reports, Refusal> {
        CloudedKlinZha::throw(&mut self.truth, faces)
    }

    /// The legal moves on the true position, in strict notation, sorted as bytes; none when the
    /// game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        let position = self.position().filter(|_| self.outcome().is_none());
        let mut moves = position.map_or_else(Vec::new, |position| {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            legal.into_iter().map(|m| position.write(m)).collect()
        });
        moves.sort_unstable();
        moves
    }

    /// The plies so far in the umpire's notation.
    pub fn texts(&self) -> Vec<String> {
        let plies = self.history().into_iter().flat_map(|history| &history.plies);
        plies.map(|ply| ply.text.clone()).collect()
    }

    /// The true board before the first ply and after each ply.
    pub fn frames(&self) -> Vec<Frame> {
        scene::full_frames(&self.truth, 0..scene::full_frame_count(&self.truth))
    }

    /// The board before the first ply and after each ply as a viewer saw it.
    pub fn observed_frames(&self, viewer: Viewer) -> Vec<Frame> {
        let view = CloudedKlinZha::observed_view(&self.truth, viewer);
        CloudedKlinZha::frames(&view, 0..CloudedKlinZha::frame_count(&view))
    }

    /// The record of what a viewer saw and was told.
    pub fn observed_record(&self, viewer: Viewer, headers: &[(String, String)]) -> String {
        CloudedKlinZha::write_record(&CloudedKlinZha::observed_view(&self.truth, viewer), headers)
    }

    /// What a viewer may know now, and may do; never the truth, even when the game is over.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        CloudedKlinZha::scene(&CloudedKlinZha::observed_view(&self.truth, viewer))
    }

    /// The umpire's record.
    pub fn record(&self, headers: &[(String, String)]) -> String {
        super::record::write(&self.truth, headers)
    }
}
