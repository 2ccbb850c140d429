//! What lists say of a game, without its table: it follows from the log, and every viewer may know
//! it.

use crate::{Game, Moment, Player};

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameState {
    /// A seat is free.
    Open,
    /// It is being played.
    Running,
    /// It has a result.
    Over,
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The game's id in the rules, such as `klinzha`.
    pub kind: String,
    /// Where it is in its life.
    pub state: GameState,
    /// The plies so far. Every viewer hears of every ply.
    pub plies: usize,
    /// When it was opened.
    pub created: Moment,
    /// When the turn passed last. Steps of a setup, which in a hidden game are secret, do not count.
    pub last: Moment,
    /// When it ended.
    pub over: Option<Moment>,
    /// The key of the reason of the result.
    pub reason: Option<&'static str>,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// When the host must act without a request; `None` if it need not.
    pub due: Option<Moment>,
}

/// A seat as lists show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSummary {
    /// The player; `None` if the seat is free.
    pub player: Option<Player>,
    /// The place in the result, from 1; seats that share a place have the same number.
    pub place: Option<usize>,
    /// Whether the seat is to act.
    pub to_act: bool,
}

impl Game {
    /// What lists say of the game.
    pub fn summary(&self) -> Summary {
        let outcome = self.outcome();
        let to_act = self.to_act();
        let place = |seat| {
            let mut better = 0;
            for group in &outcome.as_ref()?.ranking {
                if group.contains(&seat) {
                    return Some(better + 1);
                }
                better += group.len();
            }
            None
        };
        let seats = self.seats().map(|seat| SeatSummary {
            player: self.player(seat),
            place: place(seat),
            to_act: to_act.contains(&seat),
        });
        Summary {
            kind: self.opening().game.clone(),
            state: match &outcome {
                Some(_) => GameState::Over,
                None if self.is_open() => GameState::Open,
                None => GameState::Running,
            },
            plies: self.table().plies(),
            created: self.created(),
            last: self.turn_since(),
            over: outcome.as_ref().map(|_| self.turn_since()),
            reason: outcome.as_ref().map(|outcome| outcome.reason.key()),
            seats: seats.collect(),
            due: self.duty().map(|_| self.turn_since()),
        }
    }
}
