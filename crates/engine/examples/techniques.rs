//! Nodes and time to a depth with each technique alone, or with all techniques but that one.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example techniques -- GAME DEPTH [all]
//! ```

use heterodox_engine::SearchLimit;
use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::search::{Technique, Techniques};
use heterodox_rules::Options;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().ok_or("GAME")?;
    let depth: u32 = arguments.next().ok_or("DEPTH")?.parse()?;
    let all = arguments.next().is_some();
    let mut positions = Vec::new();
    let mut random = heterodox_engine::SplitMix64::new(5);
    while positions.len() < 12 {
        let mut position = engine_game::open(&game, &Options::default(), None)?;
        for _ in 0..6 + 3 * positions.len() {
            let job = SearchJob {
                level: heterodox_engine::Level::new(3).ok_or("level")?,
                seed: random.next_u64(),
                ..SearchJob::new(SearchLimit::nodes(3000))
            };
            let Some(report) = position.search(&job, &AtomicBool::new(false), &mut |_| {}) else {
                break;
            };
            position.play(&report.chosen)?;
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    let mut first = 0.0;
    let choices = std::iter::once(("base", Techniques::NONE))
        .chain(Technique::ALL.iter().map(|&(t, name)| (name, Techniques::NONE.with(t))));
    for (name, some) in choices {
        let begin = Instant::now();
        let mut nodes = 0;
        for position in &positions {
            let job = SearchJob::new(SearchLimit::depth(depth));
            let job = if all {
                SearchJob { with: Techniques::ALL, without: some, ..job }
            } else {
                SearchJob { with: some, ..job }
            };
            nodes +=
                position.search(&job, &AtomicBool::new(false), &mut |_| {}).map_or(0, |r| r.nodes);
        }
        let took = begin.elapsed().as_secs_f64();
        if first == 0.0 {
            first = took;
        }
        println!(
            "{name:20} {nodes:>10} nodes {took:>7.3} s  {:>5.2}  {:>6.0} k/s",
            took / first,
            nodes as f64 / took / 1000.0
        );
    }
    Ok(())
}
