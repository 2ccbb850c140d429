//! One game of a match.

use super::driver::{Answer, Ask, Driver, Failure};
use super::opening::Opening;
use super::spec::{Limit, Spec};
use anyhow::{Context, Result};
use heterodox_engine::{Random, Score};
use heterodox_rules::{Act, ChoiceKind, Outcome, Scene, Seat, Turn, Viewer};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A game that was played, as the log keeps it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Played {
    /// The number of its opening, from 0.
    pub(crate) opening: usize,
    /// Who sits where: one round for each engine, everybody a seat further.
    pub(crate) round: usize,
    /// By seat: the number of its engine.
    pub(crate) seats: Vec<usize>,
    /// By seat: its points, 1 in all.
    pub(crate) points: Vec<f64>,
    /// Why it ended: a reason of the rules, or `crash`, `illegal-move`, `adjudicated`, `too-long`.
    pub(crate) reason: String,
    /// What went wrong, each with the number of the engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<Fault>,
    /// By seat: nodes searched.
    pub(crate) nodes: Vec<u64>,
    /// The table options, where they differ from the match's, and the first position.
    pub(crate) options: heterodox_rules::Options,
    pub(crate) start: String,
    /// How many of the moves are the opening.
    pub(crate) random: usize,
    /// The moves, and what their movers thought of them from their own sight: hundredths, wins above 29 000; nothing
    /// for moves of the opening.
    pub(crate) moves: Vec<String>,
    pub(crate) scores: Vec<Option<i32>>,
}

impl Played {
    /// Whether this may be a game between so many engines; if not, why.
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

/// By seat, the engine that sits there in a round.
fn seating(seats: usize, round: usize, engines: usize) -> Vec<usize> {
    (0..seats).map(|seat| (seat + round) % engines).collect()
}

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Fault {
    pub(crate) engine: usize,
    pub(crate) kind: FaultKind,
    pub(crate) what: String,
}

/// How an engine failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FaultKind {
    Crash,
    IllegalMove,
    TimeLoss,
}

impl FaultKind {
    /// The failure in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::IllegalMove => "illegal move",
            Self::TimeLoss => "time loss",
        }
    }
}

/// When a game is ended by its scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Adjudication {
    /// A player that thinks itself so far behind, so many moves in a row, gives up.
    pub(super) resign: Option<(i32, usize)>,
    /// A game is drawn in which both think so little of either side, so many moves in a row, from this ply on.
    pub(super) draw: Option<(i32, usize, usize)>,
    /// A game is drawn after so many plies.
    pub(super) max_plies: Option<usize>,
}

/// What all games of a match have in common.
pub(super) struct House<'a> {
    pub(super) specs: &'a [Spec],
    pub(super) adjudication: Adjudication,
    pub(super) margin: Duration,
    /// How long a move is waited for that only nodes or depth limit.
    pub(super) patience: Duration,
    pub(super) seed: u64,
}

/// A game as it goes.
struct Running<'a> {
    house: &'a House<'a>,
    opening: Opening,
    seats: Vec<usize>,
    clocks: [(Duration, Duration); 2],
    scores: Vec<Option<i32>>,
    nodes: Vec<u64>,
    faults: Vec<Fault>,
    reason: Option<&'static str>,
}

/// Plays a game to its end; gives it with its record.
pub(super) fn play(
    house: &House<'_>,
    opening: Opening,
    (number, round): (usize, usize),
    drivers: &mut [Driver<'_>],
) -> Result<(Played, String)> {
    let count = opening.table.seats();
    let seats = seating(count, round, house.specs.len());
    let clock = |seat: usize| {
        let spec = seats.get(seat).map(|&engine| house.specs[engine].limit);
        match spec {
            Some(Limit::Clock(base, more)) => (base, more),
            _ => (Duration::ZERO, Duration::ZERO),
        }
    };
    let random = opening.moves.len();
    let mut game = Running {
        house,
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
    let record = game.opening.table.record(Viewer::Public, &headers);
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
        options: game.opening.setting.options,
        start: game.opening.start,
        random,
        moves: game.opening.moves,
        scores: game.scores,
        seats: game.seats,
    };
    Ok((played, record))
}

impl Running<'_> {
    fn play_on(&mut self, number: usize, drivers: &mut [Driver<'_>]) -> Result<Outcome> {
        loop {
            match self.opening.table.turn() {
                Turn::Over(outcome) => return Ok(outcome),
                Turn::Throw(request) => {
                    let faces = self.opening.dice.throw(request);
                    self.opening.table.throw(&faces)?;
                }
                Turn::Seats(seats) => {
                    let seat = *seats.first().context("nobody is to act")?;
                    self.turn(number, seat, drivers)?;
                    self.adjudicate(seat)?;
                }
            }
        }
    }

    /// One turn of a seat.
    fn turn(&mut self, number: usize, seat: Seat, drivers: &mut [Driver<'_>]) -> Result<()> {
        let scene = self.opening.table.scene(Viewer::Seat(seat));
        // A draw that may be claimed is claimed, whoever plays.
        if let Some(claim) = scene.choices.iter().find(|choice| choice.text.starts_with("claim ")) {
            self.opening.table.submit(seat, &claim.text)?;
            return Ok(());
        }
        let only = self.allowed(&scene);
        let engine = self.seats[seat.index()];
        let ply = self.opening.moves.len() as u64;
        let seed = Random::mixed(self.house.seed, number as u64).next_u64();
        let ask = Ask {
            table: &self.opening.table,
            board: self.opening.board.as_deref(),
            seat,
            start: &self.opening.start,
            moves: &self.opening.moves,
            only: &only,
            clocks: self.clocks,
            margin: self.house.margin,
            patience: self.house.patience,
            seed: Random::mixed(seed, ply).next_u64(),
        };
        let answer = match drivers[engine].choose(&ask) {
            Ok(answer) => answer,
            Err(Failure::Crash(why)) => return self.fault(seat, FaultKind::Crash, why),
            Err(Failure::Late) => {
                return self.fault(seat, FaultKind::TimeLoss, "no answer".to_owned());
            }
        };
        if let Some(late) = self.late(seat, &answer) {
            return self.fault(seat, FaultKind::TimeLoss, late);
        }
        if let Err(refusal) = self.opening.table.submit(seat, &answer.text) {
            let what = format!("'{}': {}", answer.text, refusal.message);
            return self.fault(seat, FaultKind::IllegalMove, what);
        }
        if let Some(board) = &mut self.opening.board
            && board.play(&answer.text).is_err()
        {
            // Written in another form than the strict one: the table has understood it, the board has not.
            let texts = self.opening.table.texts(Viewer::Public);
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

    /// The moves that the table allows, where these are not all.
    fn allowed(&self, scene: &Scene) -> Vec<String> {
        let Some(board) = &self.opening.board else { return Vec::new() };
        let moves = scene.choices.iter().filter(|choice| choice.kind == ChoiceKind::Move);
        let mut moves: Vec<String> = moves.map(|choice| choice.text.clone()).collect();
        moves.sort_unstable();
        moves.dedup();
        if moves == board.legal_moves() { Vec::new() } else { moves }
    }

    /// Whether an answer came too late, and how late; takes what it took off the clock.
    fn late(&mut self, seat: Seat, answer: &Answer) -> Option<String> {
        let limit = self.house.specs[self.seats[seat.index()]].limit;
        let (most, clock) = match limit {
            Limit::Time(time) => (time, None),
            Limit::Clock(..) if seat.index() < 2 => {
                let clock = &mut self.clocks[seat.index()];
                (clock.0, Some(clock))
            }
            _ => return None,
        };
        let over = answer.took.saturating_sub(most);
        if let Some(clock) = clock {
            clock.0 = clock.0.saturating_sub(answer.took) + clock.1;
        }
        (over > self.house.margin).then(|| format!("{} ms over", over.as_millis()))
    }

    /// An engine has failed: its seat is lost.
    fn fault(&mut self, seat: Seat, kind: FaultKind, what: String) -> Result<()> {
        let engine = self.seats[seat.index()];
        self.faults.push(Fault { engine, kind, what });
        let act = match kind {
            FaultKind::TimeLoss => Act::Flag { seat },
            FaultKind::Crash | FaultKind::IllegalMove => Act::Resign { seat },
        };
        self.reason = match kind {
            FaultKind::TimeLoss => None,
            FaultKind::Crash => Some("crash"),
            FaultKind::IllegalMove => Some("illegal-move"),
        };
        self.opening.table.apply(&act)?;
        Ok(())
    }

    /// Ends the game if its scores say enough, or if it is too long.
    fn adjudicate(&mut self, mover: Seat) -> Result<()> {
        if matches!(self.opening.table.turn(), Turn::Over(_)) {
            return Ok(());
        }
        let rules = self.house.adjudication;
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
            self.opening.table.apply(&Act::Resign { seat: mover })?;
        } else if rules
            .draw
            .is_some_and(|(most, moves, from)| two && plies >= from && level(most, moves))
        {
            self.reason = Some("adjudicated");
            self.agree();
        } else if rules.max_plies.is_some_and(|most| plies >= most) {
            self.reason = Some("too-long");
            self.agree();
        }
        Ok(())
    }

    /// All agree on a draw.
    fn agree(&mut self) {
        for seat in (0..self.seats.len()).map(Seat::new) {
            if matches!(self.opening.table.turn(), Turn::Over(_)) {
                break;
            }
            // Who is out has no say.
            let _ = self.opening.table.apply(&Act::OfferDraw { seat });
        }
    }

    /// Who played which side.
    fn headers(&self) -> Vec<(String, String)> {
        let sides = self.opening.table.scene(Viewer::Public).sides;
        let named = sides.iter().filter_map(|side| {
            let engine = self.seats[side.seat?.index()];
            Some((side.key.to_owned(), self.house.specs[engine].name.clone()))
        });
        named.collect()
    }
}
