//! Which positions qualify, and which of them are selected.

use crate::sources::{self, GamePositions, Source};
use heterodox_engine::puzzle::Finder;
use heterodox_testkit::engine::tactics::{Objective, Puzzle};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// The plies before the end of a decided game that are examined.
const LAST: usize = 16;
/// The plies before the end of a recorded game at which a win in seven is searched.
const DEEP_BEFORE_END: [usize; 2] = [7, 9];
/// One position in this many of a game played here is examined.
const EVERY: usize = 5;

/// The header of a file, which explains its lines.
pub(crate) fn header<P: Source>(files: &[&str]) -> String {
    let amounts = P::AMOUNTS;
    format!(
        "\
# Positions with proven best moves.
# objective | position | moves | themes | source
# win N: the side to move forces its win with ply N at the latest; the moves named are all that
# do so, and none forces it sooner.
# hold N: every move but the one named loses with ply N at the latest; that one does not, and not
# all others lose sooner.
# A position is judged by itself: repetition and limits for quiet plies do not count.
# Proved by heterodox_engine::puzzle, which tries every move and every reply, with a table and without
# an evaluation. Made by: cargo run --release -p heterodox-engine --example prove -- make {} {}
# (recorded games: {}; games of the frozen player: {}; random games: {}; studies: {}).
# Proved again by: cargo run --release -p heterodox-engine --example prove -- check {}
",
        P::ID,
        files.iter().map(|_| "MATCH.jsonl").collect::<Vec<_>>().join(" "),
        if files.is_empty() { "none" } else { "see docs/testing.md" },
        amounts.frozen,
        amounts.random,
        amounts.studies,
        P::ID
    )
}

/// All positions of all sources that qualify.
pub(crate) fn candidates<P: Source>(files: &[&str]) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let mut finder = CandidateFinder::<P>::new();
    for file in files {
        for game in sources::recorded(file)? {
            let end = game.positions.len();
            finder.examine(&game, end.saturating_sub(LAST)..end, 1);
        }
        finder.report(file);
    }
    for (count, name, make) in [
        (P::AMOUNTS.frozen, "frozen player", sources::frozen as fn(u64) -> GamePositions<P>),
        (P::AMOUNTS.random, "random games", sources::random_game),
        (P::AMOUNTS.studies, "studies", sources::studies),
    ] {
        for seed in 0..count {
            let game = make(seed);
            let last = game.positions.len();
            if name == "frozen player" {
                finder.examine(&game, last.saturating_sub(LAST)..last, 1);
            }
            finder.examine(&game, 0..last, EVERY);
        }
        finder.report(name);
    }
    Ok(finder.found)
}

/// Examines positions, and collects those that are puzzles.
struct CandidateFinder<P: Source> {
    finder: Finder<P>,
    seen: BTreeSet<u64>,
    found: Vec<Puzzle>,
    /// The number of positions examined.
    examined: u64,
}

impl<P: Source> CandidateFinder<P> {
    fn new() -> Self {
        Self { finder: Finder::new(), seen: BTreeSet::new(), found: Vec::new(), examined: 0 }
    }

    /// Prints the number of puzzles of each objective to standard error.
    fn report(&self, name: &str) {
        let mut counts = BTreeMap::<Objective, usize>::new();
        for puzzle in &self.found {
            *counts.entry(puzzle.objective).or_default() += 1;
        }
        let counts: Vec<String> =
            counts.iter().map(|(objective, count)| format!("{objective}: {count}")).collect();
        eprintln!("after {name}: {} positions, {}", self.examined, counts.join(", "));
    }

    /// Examines one position in `every` of these plies of a game.
    fn examine(&mut self, game: &GamePositions<P>, plies: std::ops::Range<usize>, every: usize) {
        for ply in plies.step_by(every) {
            let Some(position) = game.positions[ply].calm() else { continue };
            if position.outcome().is_some() || !self.seen.insert(position.zobrist()) {
                continue;
            }
            self.examined += 1;
            let left = game.positions.len() - 1 - ply;
            let recorded = game.source.starts_with(sources::RECORDED);
            let is_deep = self.examined.is_multiple_of(P::DEEP_EVERY)
                || recorded && DEEP_BEFORE_END.contains(&left);
            let source = format!("{} ply {ply}", game.source);
            if let Ok(Some(puzzle)) = self.finder.examine(&position, source, is_deep) {
                self.found.push(puzzle);
            }
        }
    }
}

/// A selection by quotas for each objective, with rare themes and all sources.
pub(crate) fn varied(mut found: Vec<Puzzle>, quotas: &[(Objective, usize)]) -> Vec<Puzzle> {
    let mut chosen = Vec::new();
    let mut games = BTreeSet::new();
    for &(objective, count) in quotas {
        let mut used = BTreeMap::<String, usize>::new();
        for _ in 0..count {
            let weight = |puzzle: &Puzzle| {
                let themes = puzzle.themes.iter().map(|theme| used.get(theme).copied());
                let counts: Vec<usize> = themes.map(Option::unwrap_or_default).collect();
                let least = counts.iter().min().copied().unwrap_or(0);
                let most = counts.iter().max().copied().unwrap_or(0);
                let kind = used.get(kind_of_source(puzzle)).copied().unwrap_or(0);
                2 * least + most + kind
            };
            let fits = |puzzle: &Puzzle| {
                puzzle.objective == objective
                    && !games.contains(&(objective, game_of(puzzle).to_owned()))
            };
            let best =
                (0..found.len()).filter(|&i| fits(&found[i])).min_by_key(|&i| weight(&found[i]));
            let Some(best) = best else { break };
            let puzzle = found.swap_remove(best);
            for theme in &puzzle.themes {
                *used.entry(theme.clone()).or_default() += 1;
            }
            *used.entry(kind_of_source(&puzzle).to_owned()).or_default() += 1;
            games.insert((objective, game_of(&puzzle).to_owned()));
            chosen.push(puzzle);
        }
        eprintln!("{objective}: {used:?}");
    }
    chosen.sort_by(|a, b| (a.objective, &a.position).cmp(&(b.objective, &b.position)));
    chosen
}

fn game_of(puzzle: &Puzzle) -> &str {
    puzzle.source.rsplit_once(" ply ").map_or(&*puzzle.source, |(game, _)| game)
}

fn kind_of_source(puzzle: &Puzzle) -> &str {
    puzzle.source.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default()
}
