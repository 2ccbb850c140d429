//! Move generation speed: perft of Klin Zha beside shakmaty's perft of chess, both with the last
//! ply counted and not made, in the same run. Each measurement checks its answer first.
//!
//! `cargo bench -p heterodox-rules --bench perft`

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use heterodox_rules::{SearchPosition, klinzha::Position};
use shakmaty::Chess;
use std::hint::black_box;
use std::time::{Duration, Instant};

const START: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

fn chess(depth: u32) -> u64 {
    shakmaty::perft(&Chess::default(), depth)
}

fn klinzha(depth: u32) -> u64 {
    START.parse::<Position>().expect("a position").perft(depth)
}

/// What a depth is expected to count, and how.
type Case = (&'static str, fn(u32) -> u64, u32, u64);

const CASES: [Case; 4] = [
    ("shakmaty", chess, 5, 4_865_609),
    ("shakmaty", chess, 6, 119_060_324),
    ("klinzha", klinzha, 3, 195_138),
    ("klinzha", klinzha, 4, 10_891_409),
];

/// Leaves per second of the two in turn, best of several rounds, and their ratio.
fn compare() {
    let best = |count: fn(u32) -> u64, depth: u32, leaves: u64| {
        let started = Instant::now();
        assert_eq!(count(black_box(depth)), leaves);
        leaves as f64 / started.elapsed().as_secs_f64() / 1e6
    };
    let mut rates = CASES.map(|_| 0.0_f64);
    for _ in 0..7 {
        for (rate, (_, count, depth, leaves)) in rates.iter_mut().zip(CASES) {
            *rate = rate.max(best(count, depth, leaves));
        }
    }
    println!("million leaves per second, best of 7 rounds in turn:");
    for (rate, (name, _, depth, _)) in rates.iter().zip(CASES) {
        println!("  {name:9} depth {depth}: {rate:8.1}");
    }
    let yardstick = rates[0].max(rates[1]);
    println!("  klinzha depth 4 / shakmaty's better depth: {:.2}", rates[3] / yardstick);
}

fn main() {
    compare();
    let mut criterion = Criterion::default()
        .configure_from_args()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    let mut group = criterion.benchmark_group("perft");
    group.sampling_mode(SamplingMode::Flat);
    for (name, count, depth, leaves) in CASES {
        group.throughput(Throughput::Elements(leaves));
        group.bench_with_input(BenchmarkId::new(name, depth), &depth, |bencher, &depth| {
            bencher.iter(|| count(black_box(depth)));
        });
    }
    group.finish();
    criterion.final_summary();
}
