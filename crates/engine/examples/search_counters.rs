//! What searches of some positions do: where the nodes go, and what pruning costs.
//!
//! ```text
//! cargo run --release -p heterodox-engine --features counters --example search_counters -- \\
//!     GAME NODES [TECHNIQUES-OFF]
//! ```
//!
//! Beside the nodes of the limit a sample of pruned moves is searched in full, to count those that
//! were better than the window.

use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::search::Techniques;
use heterodox_engine::search::counters::{Counter, Counter as C, cutoffs, get};
use heterodox_engine::{Level, SearchLimit, SplitMix64};
use heterodox_rules::Options;
use std::error::Error;
use std::sync::atomic::AtomicBool;

/// The number of positions that are searched.
const POSITIONS: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().ok_or("GAME")?;
    let nodes: u64 = arguments.next().ok_or("NODES")?.parse()?;
    let without = arguments.next().map(|text| Techniques::parse(&text)).transpose()?;
    let never = AtomicBool::new(false);
    let mut random = SplitMix64::new(5);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = engine_game::open(&game, &Options::default(), None)?;
        for _ in 0..6 + 3 * positions.len() {
            let job = SearchJob {
                level: Level::new(3).ok_or("level")?,
                seed: random.next_u64(),
                ..SearchJob::new(SearchLimit::nodes(3000))
            };
            let Some(report) = position.search(&job, &never, &mut |_| {}) else { break };
            position.play(&report.chosen)?;
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    let names = Counter::ALL;
    let before = names.map(get);
    let cut_before = cutoffs();
    let (mut depths, mut growth) = (0.0, Vec::new());
    for position in &positions {
        let job = SearchJob {
            without: without.unwrap_or(Techniques::NONE),
            ..SearchJob::new(SearchLimit::nodes(nodes))
        };
        let mut at = Vec::new();
        let report =
            position.search(&job, &never, &mut |report| at.push(report.nodes)).ok_or("no move")?;
        depths += f64::from(report.depth);
        // Early iterations are too small to say anything.
        let spent: Vec<_> = at.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
        let large = spent.windows(2).filter(|pair| pair[0] > nodes as f64 / 200.0);
        growth.extend(large.map(|pair| (pair[1] / pair[0]).ln()));
    }
    println!("{game}, {POSITIONS} positions, {nodes} nodes each");
    println!("depth {:.2}", depths / POSITIONS as f64);
    let mean = growth.iter().sum::<f64>() / growth.len().max(1) as f64;
    println!("nodes of an iteration over those of the one before {:.2}", mean.exp());
    let of = |counter: Counter| {
        let place = names.iter().position(|known| *known == counter).unwrap_or(0);
        (get(counter) - before[place]) as f64
    };
    let share = |what: &str, part: Counter, whole: &[Counter]| {
        let whole: f64 = whole.iter().map(|counter| of(*counter)).sum();
        println!("{what:52} {:6.2} %", 100.0 * of(part) / whole.max(1.0));
    };
    share("nodes in quiescence", C::QuietNode, &[C::Node, C::QuietNode]);
    share("nodes that the table knows", C::Hit, &[C::Node]);
    share("nodes that the table ends", C::TableCut, &[C::Node]);
    share("stores over a deeper result of the position", C::LostDepth, &[C::Store]);
    share("stores over another position of this search", C::LostPosition, &[C::Store]);
    share("nodes cut off by their static evaluation", C::ReverseFutilityCut, &[C::Node]);
    share("nodes with a null move", C::NullMove, &[C::Node]);
    share("null moves that cut off", C::NullMoveCut, &[C::NullMove]);
    share("nodes reduced for want of a hash move", C::InternalReduction, &[C::Node]);
    share("scouts searched again at full depth", C::DeeperAgain, &[C::Scout]);
    share("scouts searched again with the full window", C::WiderAgain, &[C::Scout]);
    println!("iterations searched again {}", of(C::AspirationAgain));
    println!("nodes in the sample {}", of(C::SampledNode));
    share("of these, a pruned move was better", C::WrongNode, &[C::SampledNode]);
    for (name, pruned, wrong) in [
        ("captures", C::PrunedCapture, C::WrongCapture),
        ("late moves", C::PrunedLate, C::WrongLate),
        ("futile moves", C::PrunedFutility, C::WrongFutility),
        ("moves with bad histories", C::PrunedHistory, C::WrongHistory),
        ("quiet moves that lose the exchange", C::PrunedExchange, C::WrongExchange),
    ] {
        share(&format!("of {} pruned {name}, wrongly", of(pruned)), wrong, &[pruned]);
    }
    println!("cutoffs by the first move, by depth:");
    for (depth, (now, then)) in cutoffs().iter().zip(cut_before).enumerate() {
        let (all, first) = (now.all - then.all, now.first - then.first);
        if all > 20 {
            println!("  {depth:2} {:5.1} % of {all}", 100.0 * first as f64 / all as f64);
        }
    }
    Ok(())
}
