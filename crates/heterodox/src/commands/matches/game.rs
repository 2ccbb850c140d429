//! Plays one game of a match.

use super::driver::{Driver, Failure, MoveReply, MoveRequest};
use super::opening::{NOW, Opening};
use super::spec::{EngineSpec, TimeControl};
use anyhow::{Context, Result};
use heterodox_engine::Score;
use heterodox_host::{Event, Transaction};
use heterodox_rules::{Act, ChoiceKind, Outcome, Refusal, Scene, Seat, SplitMix64, Turn, Viewer};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A finished game, as the log stores it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    /// The number of the opening, from 0.
    pub(crate) opening: usize,
    /// The round of the opening, from 0. Each round moves all engines by one seat.
    pub(crate) round: usize,
    /// The number of the engine on each seat.
    pub(crate) seats: Vec<usize>,
    /// The points of each seat; their sum is 1.
    pub(crate) points: Vec<f64>,
    /// The reason of the result: of the rules, or `crash`, `illegal-move`, `adjudicated`,
    /// `too-long`.
    pub(crate) reason: String,
    /// The faults of engines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<Fault>,
    /// The nodes searched for each seat.
    pub(crate) nodes: Vec<u64>,
    /// The table options and the first position.
    pub(crate) options: heterodox_rules::Options,
    pub(crate) start: String,
    /// The number of random moves of the opening.
    pub(crate) random: usize,
    /// The moves and their scores from the view of the mover, in hundredths; mates are above 29
    /// 000. Moves of the opening have no score.
    pub(crate) moves: Vec<String>,
    pub(crate) scores: Vec<Option<i32>>,
}

impl Played {
    /// Checks that the fields are consistent for a match of this many engines.
    pub(crate) fn check(&self, engines: usize) -> Result<(), String> {
        let seats = self.seats.len();
        if seats < 2 || self.points.len() != seats || self.nodes.len() != seats {
            return Err("expected as many 'points' and 'nodes' as 'seats', two or more".to_owned());
        }
        if self.round >= engines || self.seats != seating(seats, self.round, engines) {
            return Err(format!("expected 'round' and 'seats' of {engines} engines"));
        }
        let fair = self.points.iter().all(|points| (0.0..=1.0).contains(points));
        if !fair || (self.points.iter().sum::<f64>() - 1.0).abs() > 1e-6 {
            return Err("expected 'points' that make 1 together".to_owned());
        }
        if self.scores.len() != self.moves.len() || self.random > self.moves.len() {
            return Err("expected as many 'scores' as 'moves', and 'random' within them".to_owned());
        }
        if self.faults.iter().any(|fault| fault.engine >= engines) {
            return Err(format!("expected 'faults' of one of {engines} engines"));
        }
        Ok(())
    }
}

/// Returns the engine on each seat in a round.
fn seating(seats: usize, round: usize, engines: usize) -> Vec<usize> {
    (0..seats).map(|seat| (seat + round) % engines).collect()
}

/// A fault of an engine, which loses the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Fault {
    pub(crate) engine: usize,
    pub(crate) kind: FaultKind,
    pub(crate) what: String,
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FaultKind {
    Crash,
    IllegalMove,
    TimeLoss,
}

impl FaultKind {
    /// Returns the fault in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::IllegalMove => "illegal move",
            Self::TimeLoss => "time loss",
        }
    }
}

/// Rules that end a game early: by the engines' scores or by its length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Adjudication {
    /// Resign if the score is at most -N in M moves in a row: (N, M).
    pub(super) resign: Option<(i32, usize)>,
    /// Draw if the scores of both sides are within N in M moves in a row, from ply P on: (N, M, P).
    pub(super) draw: Option<(i32, usize, usize)>,
    /// Draw after this number of plies.
    pub(super) max_plies: Option<usize>,
}

/// The conditions of all games of a match.
pub(super) struct MatchConditions<'a> {
    pub(super) specs: &'a [EngineSpec],
    pub(super) adjudication: Adjudication,
    pub(super) margin: Duration,
    /// The time limit of programs that have only a limit of nodes or depth.
    pub(super) patience: Duration,
    pub(super) seed: u64,
}

/// A running game.
struct GameInProgress<'a> {
    conditions: &'a MatchConditions<'a>,
    opening: Opening,
    seats: Vec<usize>,
    clocks: [(Duration, Duration); 2],
    scores: Vec<Option<i32>>,
    nodes: Vec<u64>,
    faults: Vec<Fault>,
    reason: Option<&'static str>,
}

/// Plays a game. Returns it with its record.
pub(super) fn play(
    conditions: &MatchConditions<'_>,
    opening: Opening,
    (number, round): (usize, usize),
    drivers: &mut [Driver<'_>],
) -> Result<(Played, String)> {
    let count = opening.game.players().len();
    let seats = seating(count, round, conditions.specs.len());
    let clock = |seat: usize| {
        let spec = seats.get(seat).map(|&engine| conditions.specs[engine].limit);
        match spec {
            Some(TimeControl::Clock(base, more)) => (base, more),
            _ => (Duration::ZERO, Duration::ZERO),
        }
    };
    let random = opening.moves.len();
    let mut game = GameInProgress {
        conditions,
        clocks: [clock(0), clock(1)],
        scores: vec![None; random],
        nodes: vec![0; count],
        faults: Vec::new(),
        reason: None,
        opening,
        seats,
    };
    drivers.iter_mut().for_each(Driver::new_game);
    let outcome = game.play_on(number, drivers)?;
    let headers = game.headers();
    let record = game.opening.game.table().record(Viewer::Public, &headers);
    let first = outcome.ranking.first().cloned().unwrap_or_default();
    let share = |seat: usize| {
        let among = first.contains(&Seat::new(seat));
        if among { 1.0 / first.len() as f64 } else { 0.0 }
    };
    let played = Played {
        opening: number,
        round,
        points: (0..count).map(share).collect(),
        reason: game.reason.unwrap_or(outcome.reason.key()).to_owned(),
        faults: game.faults,
        nodes: game.nodes,
        options: game.opening.game.opening().options.clone(),
        start: game.opening.start,
        random,
        moves: game.opening.moves,
        scores: game.scores,
        seats: game.seats,
    };
    Ok((played, record))
}

impl GameInProgress<'_> {
    fn play_on(&mut self, number: usize, drivers: &mut [Driver<'_>]) -> Result<Outcome> {
        loop {
            match self.opening.game.table().turn() {
                Turn::Over(outcome) => return Ok(outcome),
                Turn::Throw(_) => self.change(|change| change.throw().map(drop))?,
                Turn::Seats(seats) => {
                    let seat = *seats.first().context("nobody is to act")?;
                    self.turn(number, seat, drivers)?;
                    self.adjudicate(seat)?;
                }
            }
        }
    }

    /// Changes the game.
    fn change(
        &mut self,
        make: impl FnOnce(&mut Transaction<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut change = Transaction::new(&self.opening.game, NOW, &self.opening.dice);
        make(&mut change)?;
        self.opening.game = change.finish_as_is().game;
        Ok(())
    }

    fn act(&mut self, act: Act) -> Result<(), Refusal> {
        self.change(|change| change.apply(Event::Act(act)))
    }

    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is of one lifetime, `change` needs it of any"
    )]
    fn agree(&mut self) -> Result<(), Refusal> {
        self.change(|change| change.agree_to_draw())
    }

    /// Plays the turn of a seat.
    fn turn(&mut self, number: usize, seat: Seat, drivers: &mut [Driver<'_>]) -> Result<()> {
        let scene = self.opening.game.table().scene(Viewer::Seat(seat));
        // A draw is claimed as soon as it can be claimed, for every engine.
        if let Some(claim) = scene.choices.iter().find(|choice| choice.text.starts_with("claim ")) {
            return Ok(self.act(Act::Submit { seat, text: claim.text.clone() })?);
        }
        let only = self.allowed(&scene);
        let engine = self.seats[seat.index()];
        let ply = self.opening.moves.len() as u64;
        let seed = SplitMix64::with_stream(self.conditions.seed, number as u64).next_u64();
        let request = MoveRequest {
            table: self.opening.game.table(),
            board: self.opening.board.as_deref(),
            seat,
            start: &self.opening.start,
            moves: &self.opening.moves,
            only: &only,
            clocks: self.clocks,
            margin: self.conditions.margin,
            patience: self.conditions.patience,
            seed: SplitMix64::with_stream(seed, ply).next_u64(),
        };
        let answer = match drivers[engine].choose(&request) {
            Ok(answer) => answer,
            Err(Failure::Crash(why)) => return self.fault(seat, FaultKind::Crash, why),
            Err(Failure::Timeout) => {
                return self.fault(seat, FaultKind::TimeLoss, "no answer".to_owned());
            }
        };
        if let Some(late) = self.late(seat, &answer) {
            return self.fault(seat, FaultKind::TimeLoss, late);
        }
        if let Err(refusal) = self.act(Act::Submit { seat, text: answer.text.clone() }) {
            let what = format!("'{}': {}", answer.text, refusal.message);
            return self.fault(seat, FaultKind::IllegalMove, what);
        }
        if let Some(board) = &mut self.opening.board
            && board.play(&answer.text).is_err()
        {
            // The move is not in strict notation, which only the table reads.
            let texts = self.opening.game.table().texts(Viewer::Public);
            let strict = texts.last().cloned().unwrap_or_default();
            board.play(&strict).map_err(anyhow::Error::msg)?;
            self.opening.moves.push(strict);
        } else {
            self.opening.moves.push(answer.text);
        }
        self.scores.push(answer.score.map(Score::rank));
        self.nodes[seat.index()] += answer.nodes;
        Ok(())
    }

    /// Returns the moves that the table allows if these are not all legal moves, else an empty
    /// vector.
    fn allowed(&self, scene: &Scene) -> Vec<String> {
        let Some(board) = &self.opening.board else { return Vec::new() };
        let moves = scene.choices.iter().filter(|choice| choice.kind == ChoiceKind::Move);
        let mut moves: Vec<String> = moves.map(|choice| choice.text.clone()).collect();
        moves.sort_unstable();
        moves.dedup();
        if moves == board.legal_moves() { Vec::new() } else { moves }
    }

    /// Updates the clock. Returns a description if the reply exceeded the time limit.
    fn late(&mut self, seat: Seat, answer: &MoveReply) -> Option<String> {
        let limit = self.conditions.specs[self.seats[seat.index()]].limit;
        let (most, clock) = match limit {
            TimeControl::Time(time) => (time, None),
            TimeControl::Clock(..) if seat.index() < 2 => {
                let clock = &mut self.clocks[seat.index()];
                (clock.0, Some(clock))
            }
            _ => return None,
        };
        let over = answer.took.saturating_sub(most);
        if let Some(clock) = clock {
            clock.0 = clock.0.saturating_sub(answer.took) + clock.1;
        }
        (over > self.conditions.margin).then(|| format!("{} ms over", over.as_millis()))
    }

    /// Records a fault; the seat loses the game.
    fn fault(&mut self, seat: Seat, kind: FaultKind, what: String) -> Result<()> {
        let engine = self.seats[seat.index()];
        self.faults.push(Fault { engine, kind, what });
        let act = match kind {
            FaultKind::TimeLoss => Act::Flag { seats: vec![seat] },
            FaultKind::Crash | FaultKind::IllegalMove => Act::Resign { seat },
        };
        self.reason = match kind {
            FaultKind::TimeLoss => None,
            FaultKind::Crash => Some("crash"),
            FaultKind::IllegalMove => Some("illegal-move"),
        };
        Ok(self.act(act)?)
    }

    /// Ends the game if the rules of adjudication apply.
    fn adjudicate(&mut self, mover: Seat) -> Result<()> {
        if self.opening.game.outcome().is_some() {
            return Ok(());
        }
        let rules = self.conditions.adjudication;
        let two = self.seats.len() == 2;
        let behind = |most: i32, moves: usize| {
            let own = self.scores.iter().rev().step_by(2).take(moves);
            own.clone().count() == moves
                && own.flatten().filter(|score| **score <= -most).count() == moves
        };
        let level = |most: i32, moves: usize| {
            let last = self.scores.iter().rev().take(2 * moves);
            last.clone().count() == 2 * moves
                && last.flatten().filter(|score| score.abs() <= most).count() == 2 * moves
        };
        let plies = self.opening.moves.len();
        if rules.resign.is_some_and(|(most, moves)| two && behind(most, moves)) {
            self.reason = Some("adjudicated");
            self.act(Act::Resign { seat: mover })?;
        } else if rules
            .draw
            .is_some_and(|(most, moves, from)| two && plies >= from && level(most, moves))
        {
            self.reason = Some("adjudicated");
            self.agree()?;
        } else if rules.max_plies.is_some_and(|most| plies >= most) {
            self.reason = Some("too-long");
            self.agree()?;
        }
        Ok(())
    }

    /// Returns the headers of the record: the engine of each side.
    fn headers(&self) -> Vec<(String, String)> {
        let sides = self.opening.game.table().scene(Viewer::Public).sides;
        let named = sides.iter().filter_map(|side| {
            let engine = self.seats[side.seat?.index()];
            Some((side.key.to_owned(), self.conditions.specs[engine].name.clone()))
        });
        named.collect()
    }
}
