//! How the games of a match begin: from the start of the game, some random plies, and about as good for both.
//!
//! An opening is a function of the match's seed and its own number, so that every run of a match, whoever plays the
//! others, begins its games alike.

use anyhow::{Context, Result, anyhow};
use heterodox_engine::engine_game::{self, EnginePosition, SearchJob};
use heterodox_engine::{Random, SearchLimit};
use heterodox_rules::{
    ChoiceKind, Options, Setting, Start, Table, ThrowRequest, Turn, Viewer, info, open,
};
use std::sync::atomic::AtomicBool;

/// So many attempts are made at an opening that is balanced; then the best of them is taken.
const ATTEMPTS: u64 = 60;

/// What all openings of a match have in common.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Openings {
    pub(super) game: String,
    pub(super) options: Options,
    /// The start; without one the game's own, or one of its ready-made starts by lot.
    pub(super) start: Option<Start>,
    pub(super) plies: usize,
    /// How much better one side may stand, in hundredths, and how many nodes the search has that tells.
    pub(super) balance: i32,
    pub(super) balance_nodes: u64,
    pub(super) seed: u64,
}

/// A game that has begun.
pub(super) struct Opening {
    pub(super) setting: Setting,
    pub(super) table: Table,
    /// The first position, before the random plies.
    pub(super) start: String,
    /// The same game to search; nothing where the game has no board.
    pub(super) board: Option<Box<dyn EnginePosition>>,
    pub(super) moves: Vec<String>,
    pub(super) dice: Dice,
}

impl Opening {
    /// The same once more.
    pub(super) fn again(&self) -> Self {
        Self {
            setting: self.setting.clone(),
            table: self.table.clone(),
            start: self.start.clone(),
            board: self.board.as_ref().map(|board| board.boxed_clone()),
            moves: self.moves.clone(),
            dice: self.dice.clone(),
        }
    }
}

/// The throws of a game: the same in every game of an opening.
#[derive(Clone, Debug)]
pub(super) struct Dice(Random);

impl Dice {
    pub(super) fn throw(&mut self, request: ThrowRequest) -> Vec<u8> {
        (0..request.dice).map(|_| 1 + self.0.below(request.faces.into()) as u8).collect()
    }
}

impl Openings {
    /// The opening of this number.
    pub(super) fn opening(&self, number: usize) -> Result<Opening> {
        let seed = Random::mixed(self.seed, number as u64).next_u64();
        let mut best: Option<(i32, Opening)> = None;
        for attempt in 0..ATTEMPTS {
            let mut random = Random::mixed(seed, attempt);
            let Some(opening) = self.attempt(&mut random)? else { continue };
            let unbalance = self.unbalance(&opening);
            if best.as_ref().is_none_or(|(least, _)| unbalance < *least) {
                best = Some((unbalance, opening));
            }
            if unbalance <= self.balance {
                break;
            }
        }
        let best = best.map(|(_, opening)| opening);
        best.ok_or_else(|| anyhow!("no opening of {} plies that does not end the game", self.plies))
    }

    fn setting(&self, random: &mut Random) -> Result<Setting> {
        let info = info(&self.game)?;
        let mut options = self.options.clone();
        let has = |key: &str| info.options.iter().any(|spec| spec.key == key);
        // Where chance makes the start, every opening has another one.
        let drawn = info.hidden && !options.0.contains_key("clouds")
            || options.0.get("setup").is_some_and(|setup| setup.contains("random"));
        if drawn && has("seed") && !options.0.contains_key("seed") {
            options.0.insert("seed".to_owned(), (random.next_u64() >> 40).to_string());
        }
        let start = if let Some(start) = &self.start {
            start.clone()
        } else {
            let setup = Setting { options: options.clone(), start: Start::Setup };
            let table = open(&self.game, &setup)?;
            if table.scene(Viewer::Public).frame.position.is_empty() {
                let name = random.pick(info.quick_starts);
                Start::Quick((*name.context("the game has no start without a setup")?).to_owned())
            } else {
                Start::Setup
            }
        };
        Ok(Setting { options, start })
    }

    /// One attempt; nothing if the random plies end the game.
    fn attempt(&self, random: &mut Random) -> Result<Option<Opening>> {
        let setting = self.setting(random)?;
        let mut table = open(&self.game, &setting)?;
        let mut dice = Dice(Random::new(random.next_u64()));
        let start = table.scene(Viewer::Public).frame.position;
        let mut moves = Vec::new();
        while moves.len() < self.plies {
            match table.turn() {
                Turn::Over(_) => return Ok(None),
                Turn::Throw(request) => {
                    table.throw(&dice.throw(request))?;
                }
                Turn::Seats(seats) => {
                    let seat = *seats.first().context("nobody is to act")?;
                    let scene = table.scene(Viewer::Seat(seat));
                    let is_move =
                        |choice: &&heterodox_rules::Choice| choice.kind == ChoiceKind::Move;
                    let all = scene.choices.iter().filter(is_move);
                    // Who would be asked whether this is meant does something else.
                    let safe: Vec<&str> = all
                        .clone()
                        .filter(|choice| choice.danger.is_none())
                        .map(|choice| choice.text.as_str())
                        .collect();
                    let all: Vec<&str> = all.map(|choice| choice.text.as_str()).collect();
                    let from = if safe.is_empty() { &all } else { &safe };
                    let Some(text) = random.pick(from) else { return Ok(None) };
                    table.submit(seat, text)?;
                    moves.push((*text).to_owned());
                }
            }
        }
        if matches!(table.turn(), Turn::Over(_)) {
            return Ok(None);
        }
        let mut board = engine_game::open(&self.game, &setting.options, Some(&start)).ok();
        if let Some(board) = &mut board {
            moves.iter().try_for_each(|text| board.play(text)).map_err(|why| anyhow!(why))?;
        }
        Ok(Some(Opening { setting, table, start, board, moves, dice }))
    }

    /// How much better one side stands; 0 where that cannot be told.
    fn unbalance(&self, opening: &Opening) -> i32 {
        let Some(board) = opening.board.as_ref().filter(|_| self.balance_nodes > 0) else {
            return 0;
        };
        let job = SearchJob::new(SearchLimit::nodes(self.balance_nodes));
        let found = board.search(&job, &AtomicBool::new(false), &mut |_| {});
        found.map_or(i32::MAX, |report| report.score.rank().abs())
    }
}
