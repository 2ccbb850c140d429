//! The speed of the searches of `KaleidoChess`, and what the cuts at chance nodes save.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example kaleido_search -- [MILLISECONDS] [DEPTH]
//! ```
//!
//! First depth and nodes per second from the start positions within the time; then the nodes of
//! `DEPTH` (2) plies in twenty random positions of two and of four seats with dice, and whether the
//! values agree.

use heterodox_engine::kaleido::{
    Cuts, KaleidoEvaluation, Method, MultiplayerRequest, search, searcher,
};
use heterodox_engine::search::SearchRequest;
use heterodox_engine::{SearchLimit, SplitMix64};
use heterodox_rules::kaleido::{DiceTable, Position, array, arrays};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let millis: u64 = arguments.next().as_deref().unwrap_or("1000").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("2").parse()?;
    let time = Duration::from_millis(millis);
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let start = start(2, None)?;
    let found = searcher(16, KaleidoEvaluation::default())
        .run(&SearchRequest::new(&start, SearchLimit::time(time)), &stop, |_| {})
        .ok_or("no move")?;
    report("two", found.depth, found.nodes, begin);
    for (seats, dice) in [(2, true), (3, false), (3, true), (4, false), (4, true)] {
        for method in [Method::BestReply, Method::Paranoid, Method::MaxN] {
            let position = crate::start(seats, dice.then_some(DiceTable::STANDARD))?;
            let position = position.with_die(dice.then_some(5));
            let begin = Instant::now();
            let found =
                search(&request(&position, SearchLimit::time(time), method, Cuts::Star2), &stop)
                    .ok_or("no move")?;
            let what = format!("{seats}, dice {dice}, {method:?}");
            report(&what, found.depth, found.nodes, begin);
        }
    }
    for seats in [2, 4] {
        let positions = thrown(seats)?;
        let mut values = Vec::new();
        for cuts in [Cuts::None, Cuts::Star1, Cuts::Star2] {
            let begin = Instant::now();
            let method = if seats == 2 { Method::Paranoid } else { Method::BestReply };
            let found: Vec<_> = positions
                .iter()
                .filter_map(|p| search(&request(p, SearchLimit::depth(depth), method, cuts), &stop))
                .collect();
            let nodes: u64 = found.iter().map(|found| found.nodes).sum();
            let seconds = begin.elapsed().as_secs_f64();
            println!("{seats} with dice, depth {depth}, {cuts:?}: {nodes} nodes, {seconds:.2} s");
            values.push(found.into_iter().map(|found| found.score).collect::<Vec<_>>());
        }
        println!("the same values: {}", values.windows(2).all(|pair| pair[0] == pair[1]));
    }
    Ok(())
}

fn report(what: &str, depth: u32, nodes: u64, begin: Instant) {
    let speed = nodes as f64 / begin.elapsed().as_secs_f64();
    println!("{what}: depth {depth}, {nodes} nodes, {:.0} thousand a second", speed / 1000.0);
}

fn request(
    position: &Position,
    limit: SearchLimit,
    method: Method,
    cuts: Cuts,
) -> MultiplayerRequest<'_> {
    MultiplayerRequest {
        position,
        history: &[],
        search_moves: &[],
        limit,
        margin: 0,
        width: usize::MAX,
        eval_noise: 0,
        seed: 0,
        method,
        cuts,
        evaluation: KaleidoEvaluation::default(),
    }
}

fn start(seats: usize, dice: Option<DiceTable>) -> Result<Position, Box<dyn Error>> {
    let colors = arrays::colors(seats).ok_or("two to four seats")?;
    Ok(array(colors, Default::default()).check(dice)?)
}

/// Positions from random play, after the throw.
fn thrown(seats: usize) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut random = SplitMix64::new(4);
    let mut positions = Vec::new();
    while positions.len() < 20 {
        let mut position = start(seats, Some(DiceTable::STANDARD))?;
        for _ in 0..random.below(60) {
            position = position.with_die(Some(1 + random.below(6) as u8));
            let moves = position.legal_moves();
            let Some(&m) = random.pick(&moves) else { break };
            position.play_unchecked(m);
        }
        let position = position.with_die(Some(1 + random.below(6) as u8));
        if position.playing().len() == seats && position.outcome().is_none() && position.can_move()
        {
            positions.push(position);
        }
    }
    Ok(positions)
}
