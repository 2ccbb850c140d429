//! Openings of a match: random plies from the start of the game, which leave both sides about
//! equal.
//!
//! An opening depends only on the seed of the match and its number, so that games can be played in
//! any order and by any thread.

use anyhow::{Context, Result, anyhow};
use heterodox_engine::SearchLimit;
use heterodox_engine::engine_game::{self, EnginePosition, SearchJob};
use heterodox_host::{Event, Game, Moment, Randomness, SeededRandomness};
use heterodox_rules::{
    Act, ChoiceKind, Options, Setting, SplitMix64, Start, Turn, Viewer, has_random_start, info,
    open,
};
use std::sync::atomic::AtomicBool;

/// The moment of all events: the clocks of a match are those of its engines.
pub(super) const NOW: Moment = Moment(0);

/// The most attempts to find a balanced opening; then the best attempt is used.
const ATTEMPTS: u64 = 60;

/// The conditions of all openings of a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Openings {
    pub(super) game: String,
    pub(super) options: Options,
    /// The start; `None` for the first position of the game, or a random ready-made setup if it has
    /// none.
    pub(super) start: Option<Start>,
    pub(super) plies: usize,
    /// The largest advantage of a side in hundredths, and the nodes of the search that measures it.
    pub(super) balance: i32,
    pub(super) balance_nodes: u64,
    pub(super) seed: u64,
}

/// A game after its opening.
pub(super) struct Opening {
    pub(super) game: Game,
    /// The first position, before the random plies.
    pub(super) start: String,
    /// The position for the search, or `None` if the engine does not search the game.
    pub(super) board: Option<Box<dyn EnginePosition>>,
    pub(super) moves: Vec<String>,
    /// The dice, with the same throws in every game of the opening.
    pub(super) dice: SeededRandomness,
}

impl Opening {
    /// Returns a copy.
    pub(super) fn duplicate(&self) -> Self {
        Self {
            game: self.game.clone(),
            start: self.start.clone(),
            board: self.board.as_ref().map(|board| board.boxed_clone()),
            moves: self.moves.clone(),
            dice: self.dice.clone(),
        }
    }
}

impl Openings {
    /// Returns the opening of this number.
    pub(super) fn opening(&self, number: usize) -> Result<Opening> {
        let seed = SplitMix64::with_stream(self.seed, number as u64).next_u64();
        let mut best: Option<(i32, Opening)> = None;
        for attempt in 0..ATTEMPTS {
            let mut random = SplitMix64::with_stream(seed, attempt);
            let Some(opening) = self.attempt(&mut random)? else { continue };
            let imbalance = self.imbalance(&opening);
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, opening));
            }
            if imbalance <= self.balance {
                break;
            }
        }
        let best = best.map(|(_, opening)| opening);
        best.ok_or_else(|| anyhow!("no opening of {} plies that does not end the game", self.plies))
    }

    fn setting(&self, random: &mut SplitMix64) -> Result<Setting> {
        let info = info(&self.game)?;
        let mut options = self.options.clone();
        // A random array or cloud map differs in every opening.
        if let Some(key) = info.seeded_by
            && has_random_start(info.id, &options)?
            && !options.0.contains_key(key)
        {
            options.0.insert(key.to_owned(), (random.next_u64() >> 40).to_string());
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

    /// Makes one attempt. Returns `None` if the random plies end the game.
    fn attempt(&self, random: &mut SplitMix64) -> Result<Option<Opening>> {
        let setting = self.setting(random)?;
        let opening = heterodox_host::Opening::with_free_seats(&self.game, setting)?;
        let mut game = Game::open(&self.game, NOW, opening)?;
        let dice = SeededRandomness::new(random.next_u64());
        let start = game.table().scene(Viewer::Public).frame.position;
        let mut moves = Vec::new();
        while moves.len() < self.plies {
            let act = match game.table().turn() {
                Turn::Over(_) => return Ok(None),
                Turn::Throw(request) => Act::Throw { faces: dice.throw(request) },
                Turn::Seats(seats) => {
                    let seat = *seats.first().context("nobody is to act")?;
                    let scene = game.table().scene(Viewer::Seat(seat));
                    let is_move =
                        |choice: &&heterodox_rules::Choice| choice.kind == ChoiceKind::Move;
                    let all = scene.choices.iter().filter(is_move);
                    // Moves that `play` would warn of are avoided.
                    let safe: Vec<&str> = all
                        .clone()
                        .filter(|choice| choice.danger.is_none())
                        .map(|choice| choice.text.as_str())
                        .collect();
                    let all: Vec<&str> = all.map(|choice| choice.text.as_str()).collect();
                    let from = if safe.is_empty() { &all } else { &safe };
                    let Some(text) = random.pick(from) else { return Ok(None) };
                    moves.push((*text).to_owned());
                    Act::Submit { seat, text: (*text).to_owned() }
                }
            };
            game.apply(NOW, &Event::Act(act))?;
        }
        if game.outcome().is_some() {
            return Ok(None);
        }
        let mut board = engine_game::open(&self.game, &game.opening().options, Some(&start)).ok();
        if let Some(board) = &mut board {
            moves.iter().try_for_each(|text| board.play(text)).map_err(|why| anyhow!(why))?;
        }
        Ok(Some(Opening { game, start, board, moves, dice }))
    }

    /// Returns the advantage of a side in hundredths, 0 if there is no search.
    fn imbalance(&self, opening: &Opening) -> i32 {
        let Some(board) = opening.board.as_ref().filter(|_| self.balance_nodes > 0) else {
            return 0;
        };
        let job = SearchJob::new(SearchLimit::nodes(self.balance_nodes));
        let found = board.search(&job, &AtomicBool::new(false), &mut |_| {});
        found.map_or(i32::MAX, |report| report.score.rank().abs())
    }
}
