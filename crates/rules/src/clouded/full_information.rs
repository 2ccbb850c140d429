//! The game's own umpire, for whoever is entitled to the truth: the command line, tests, bots in training.
//!
//! It is made of the same functions as a [`Table`](crate::Table)'s umpire. Nothing that serves players may use it.

use super::board_view::BoardView;
use super::game::{CloudedKlinZha, Submission, Truth};
use super::history::GameHistory;
use super::map::CloudMap;
use super::resolve::{Cause, Taken};
use super::scene;
use crate::klinzha::{Position, Side};
use crate::{
    Frame, Game, Outcome, Refusal, Reports, Scene, Seat, Setting, ThrowRequest, Turn, Viewer,
    Warning,
};

/// A game whose truth may be looked at.
#[derive(Clone)]
pub struct FullInformationGame {
    truth: Truth,
}

/// What came of an intent, as the umpire sees it.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The cell on which the warrior ended, as the mover is told.
    pub ended: crate::Cell,
    /// What it captured, as the mover is told; the opponent is told of it as its loss on that cell.
    pub captured: Option<Taken>,
    /// What halted it, as the mover is told.
    pub halted: Option<Cause>,
    /// The result, as both are told.
    pub outcome: Option<Outcome>,
    /// The same as announcements.
    pub reports: Reports,
    /// What was understood though it was not written as it should be.
    pub warnings: Vec<Warning>,
}

impl FullInformationGame {
    /// Opens a game from a position or a quick start, or with setup.
    pub fn open(setting: &Setting) -> Result<Self, Refusal> {
        setting.options.check(CloudedKlinZha::INFO.id, CloudedKlinZha::INFO.options)?;
        Ok(Self { truth: CloudedKlinZha::open(&setting.options, &setting.start)? })
    }

    /// The game of an umpire's record, as far as it goes. A player's own record holds no truth and is refused.
    pub fn replay(text: &str) -> Result<Self, Refusal> {
        Ok(Self { truth: super::record::replay(text)? })
    }

    fn history(&self) -> Option<&GameHistory> {
        self.truth.history.as_deref()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        CloudedKlinZha::turn(&self.truth)
    }

    /// The dice that must be thrown next, if any.
    pub fn awaits_throw(&self) -> Option<ThrowRequest> {
        match self.turn() {
            Turn::Throw(request) => Some(request),
            _ => None,
        }
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.truth.outcome.as_ref()
    }

    /// The true position; none during the setup.
    pub fn position(&self) -> Option<&Position> {
        self.history().map(GameHistory::position)
    }

    /// What the clouds cover now.
    pub fn clouds(&self) -> CloudMap {
        self.history().map_or(self.truth.rules.map, |history| *history.map())
    }

    /// What a side sees now; without a side, what spectators see.
    pub fn board_view(&self, side: Option<Side>) -> Option<&BoardView> {
        self.history().map(|history| &history.latest(side).board)
    }

    /// Lets the side to move announce an intent.
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

    /// Takes a step of the setup for a seat.
    pub fn step(&mut self, seat: Seat, text: &str) -> Result<Reports, Refusal> {
        let view = CloudedKlinZha::view(&self.truth, Viewer::Seat(seat));
        let (submission, _) = CloudedKlinZha::parse_intent(&view, text)?;
        CloudedKlinZha::resolve(&mut self.truth, seat, submission)
    }

    /// Throws the dice that are waited for.
    pub fn throw(&mut self, faces: &[u8]) -> Result<Reports, Refusal> {
        CloudedKlinZha::throw(&mut self.truth, faces)
    }

    /// The moves that are truly legal, in strict notation, sorted as bytes; none when the game is over.
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
        let plies = self.history().map(|history| history.plies.as_slice());
        plies.unwrap_or_default().iter().map(|ply| ply.text.clone()).collect()
    }

    /// The true board before the first ply and after each.
    pub fn frames(&self) -> Vec<Frame> {
        scene::full_frames(&self.truth, 0..scene::full_frame_count(&self.truth))
    }

    /// The board before the first ply and after each as a viewer saw it.
    pub fn frames_seen(&self, viewer: Viewer) -> Vec<Frame> {
        let view = CloudedKlinZha::seen(&self.truth, viewer);
        CloudedKlinZha::frames(&view, 0..CloudedKlinZha::frame_count(&view))
    }

    /// The record of what a viewer saw and was told.
    pub fn record_seen(&self, viewer: Viewer, headers: &[(String, String)]) -> String {
        CloudedKlinZha::write_record(&CloudedKlinZha::seen(&self.truth, viewer), headers)
    }

    /// What a viewer sees and may do.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        CloudedKlinZha::scene(&CloudedKlinZha::seen(&self.truth, viewer))
    }

    /// The full record.
    pub fn record(&self, headers: &[(String, String)]) -> String {
        super::record::write(&self.truth, headers)
    }
}
