//! The result of a match.

use super::elo::{self, EloEstimate, Pentanomial, Sprt, Verdict};
use super::game::{FaultKind, Played};
use super::spec::EngineSpec;
use crate::output::printable;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The result of a match, as `--json` prints it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Summary {
    game: String,
    seed: u64,
    /// The number of games that count.
    games: usize,
    engines: Vec<Engine>,
    /// The number of games by reason of their result.
    reasons: BTreeMap<String, usize>,
    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points for the first engine, if two engines play
    /// on two seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pentanomial: Option<Pentanomial>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<EloEstimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtState>,
}

/// The result of one engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Engine {
    name: String,
    /// The number of seats played; an engine may play several seats in a game.
    seats: usize,
    points: f64,
    /// Points per seat, with half the width of the 95 % interval.
    share: f64,
    error: f64,
    wins: usize,
    draws: usize,
    losses: usize,
    crashes: usize,
    illegal_moves: usize,
    time_losses: usize,
    nodes: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct SprtState {
    #[serde(flatten)]
    sprt: Sprt,
    llr: f64,
    bounds: (f64, f64),
    verdict: Verdict,
}

/// Returns the games that count, and whether the test has decided. Openings count in order, up to
/// the first that lacks a game or the one at which the test decided, so that the result does not
/// depend on the order in which games end.
pub(super) fn counted_games<'a>(
    games: &'a BTreeMap<(usize, usize), Played>,
    openings: usize,
    rounds: usize,
    sprt: Option<&Sprt>,
) -> (Vec<&'a Played>, bool) {
    let mut counted = Vec::new();
    let mut pairs = [0; 5];
    for opening in 0..openings {
        let group: Vec<&Played> =
            games.range((opening, 0)..(opening, rounds)).map(|(_, game)| game).collect();
        if group.len() < rounds {
            break;
        }
        if let Some(class) = pair_class(&group) {
            pairs[class] += 1;
        }
        counted.extend(group);
        if sprt.is_some_and(|sprt| sprt.verdict(&pairs) != Verdict::Open) {
            return (counted, true);
        }
    }
    (counted, false)
}

/// Returns the class of a pair from 0 to 4, or `None` for other groups of games.
fn pair_class(group: &[&Played]) -> Option<usize> {
    let [one, two] = group else { return None };
    let first = |game: &Played| {
        let seat = game.seats.iter().position(|&engine| engine == 0)?;
        (game.seats.len() == 2).then(|| game.points[seat])
    };
    Some((2.0 * (first(one)? + first(two)?)).round() as usize)
}

impl Summary {
    /// Summarises the games that count.
    pub(super) fn new(
        game: &str,
        seed: u64,
        specs: &[EngineSpec],
        games: &[&Played],
        sprt: Option<Sprt>,
    ) -> Self {
        let rounds = specs.len();
        let mut reasons = BTreeMap::new();
        for game in games {
            *reasons.entry(printable(&game.reason)).or_insert(0) += 1;
        }
        let mut pairs = [0; 5];
        let classes = games.chunks(rounds.max(1)).filter_map(pair_class);
        classes.for_each(|class| pairs[class] += 1);
        let paired = rounds == 2 && games.iter().all(|game| game.seats.len() == 2);
        let sprt_state = sprt.map(|sprt| SprtState {
            sprt,
            llr: sprt.ratio(&pairs),
            bounds: sprt.bounds(),
            verdict: sprt.verdict(&pairs),
        });
        let engines = specs.iter().enumerate();
        Self {
            game: game.to_owned(),
            seed,
            games: games.len(),
            engines: engines.map(|(number, spec)| engine(number, spec, games, rounds)).collect(),
            reasons,
            pentanomial: paired.then_some(pairs),
            elo: elo::estimate(&pairs).filter(|_| paired),
            sprt: sprt_state.filter(|_| paired),
        }
    }

    /// Returns one line for the progress bar.
    pub(super) fn line(&self) -> String {
        let mut line = String::new();
        if let Some(first) = self.engines.first().filter(|_| self.pentanomial.is_some()) {
            let _ = write!(line, "+{} ={} -{}", first.wins, first.draws, first.losses);
        }
        if let Some(elo) = &self.elo {
            let _ = write!(line, "  Elo {}", with_error(elo));
        }
        if let Some(sprt_state) = &self.sprt {
            let (low, high) = sprt_state.bounds;
            let _ = write!(line, "  LLR {:.2} ({low:.2}, {high:.2})", sprt_state.llr);
        }
        line
    }

    /// Returns the head of the Markdown table of several matches.
    pub(super) const fn table_head() -> &'static str {
        "| engine | against | games | won | drawn | lost | points | Elo |\n|---|---|---|---|---|---|---|---|\n"
    }

    /// Returns the row of this match in that table.
    pub(super) fn table_row(&self) -> String {
        let [upper, lower] = self.engines.as_slice() else { return String::new() };
        let elo = self.elo.as_ref().map_or_else(|| "–".to_owned(), with_error);
        format!(
            "| {} | {} | {} | {} | {} | {} | {:.1} ± {:.1} % | {elo} |\n",
            upper.name,
            lower.name,
            self.games,
            upper.wins,
            upper.draws,
            upper.losses,
            100.0 * upper.share,
            100.0 * upper.error
        )
    }

    /// Returns the summary as text.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}: {} games, seed {}\n", self.game, self.games, self.seed);
        for engine in &self.engines {
            let _ = writeln!(
                text,
                "{}: {:.1} of {} points ({:.1} ± {:.1} %), +{} ={} -{}; crashes {}, illegal moves {}, time losses {}",
                engine.name,
                engine.points,
                engine.seats,
                100.0 * engine.share,
                100.0 * engine.error,
                engine.wins,
                engine.draws,
                engine.losses,
                engine.crashes,
                engine.illegal_moves,
                engine.time_losses,
            );
        }
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let _ = writeln!(text, "ends: {}", reasons.join(", "));
        if let (Some(pairs), Some(elo)) = (&self.pentanomial, &self.elo) {
            let _ = writeln!(
                text,
                "pairs (0 to 2 points): {}\nElo of {} over {}: {}, LOS {:.1} %",
                pairs.map(|count| count.to_string()).join(" "),
                self.engines[0].name,
                self.engines[1].name,
                with_error(elo),
                100.0 * elo.los
            );
        }
        if let Some(SprtState { sprt, llr, bounds: (low, high), verdict }) = &self.sprt {
            let verdict = match verdict {
                Verdict::Accepted => "elo1 is accepted",
                Verdict::Rejected => "elo0 is accepted",
                Verdict::Open => "not decided",
            };
            let _ = writeln!(
                text,
                "SPRT elo0={} elo1={} alpha={} beta={}: LLR {llr:.2} ({low:.2}, {high:.2}), {verdict}",
                sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
            );
        }
        text
    }
}

fn engine(number: usize, spec: &EngineSpec, games: &[&Played], rounds: usize) -> Engine {
    let mut engine = Engine {
        name: spec.name.clone(),
        seats: 0,
        points: 0.0,
        share: 0.0,
        error: 0.0,
        wins: 0,
        draws: 0,
        losses: 0,
        crashes: 0,
        illegal_moves: 0,
        time_losses: 0,
        nodes: 0,
    };
    for game in games {
        for (seat, _) in game.seats.iter().enumerate().filter(|(_, engine)| **engine == number) {
            engine.seats += 1;
            engine.points += game.points[seat];
            engine.nodes += game.nodes[seat];
            // 1 is a win, 0 a loss, and a share of the points a draw.
            match game.points[seat] {
                1.0 => engine.wins += 1,
                0.0 => engine.losses += 1,
                _ => engine.draws += 1,
            }
        }
        for fault in game.faults.iter().filter(|fault| fault.engine == number) {
            match fault.kind {
                FaultKind::Crash => engine.crashes += 1,
                FaultKind::IllegalMove => engine.illegal_moves += 1,
                FaultKind::TimeLoss => engine.time_losses += 1,
            }
        }
    }
    engine.share = engine.points / engine.seats.max(1) as f64;
    // The error is computed over openings, because the games of an opening are not independent.
    let groups = games.chunks(rounds.max(1));
    let each: Vec<f64> = groups.map(|group| share(number, group)).collect();
    let count = each.len().max(1) as f64;
    let mean = each.iter().sum::<f64>() / count;
    let spread = each.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
    let [below, above] = elo::errors(mean, spread, count);
    engine.error = below.max(above);
    engine
}

/// Returns the points per seat of an engine in these games.
fn share(number: usize, games: &[&Played]) -> f64 {
    let seats = games.iter().flat_map(|game| game.seats.iter().zip(&game.points));
    let own: Vec<f64> = seats.filter(|(engine, _)| **engine == number).map(|(_, p)| *p).collect();
    own.iter().sum::<f64>() / own.len().max(1) as f64
}

/// Formats an estimate with its interval, such as `+12.3 [+3.1, +21.5]`.
fn with_error(elo: &EloEstimate) -> String {
    let number = |elo: Option<f64>, none: &str| {
        elo.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.1}"))
    };
    let own = number(elo.elo, if elo.score > 0.5 { "+∞" } else { "-∞" });
    let low = number(elo.low, if elo.score < 1.0 { "-∞" } else { "+∞" });
    let high = number(elo.high, if elo.score > 0.0 { "+∞" } else { "-∞" });
    format!("{own} [{low}, {high}]")
}
