//! Move generation speed of Grand Chess: perft with the last ply counted and not made, of the
//! classic game and of arrays with many other pieces. Each measurement checks its answer first.
//!
//! `cargo bench -p heterodox-rules --bench grand_perft`

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use heterodox_rules::SearchPosition;
use heterodox_rules::grand_chess::{CLASSIC_START, Position};
use std::hint::black_box;
use std::time::{Duration, Instant};

const EN_PASSANT: &str =
    "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3";

// The counts of these two are this program's own; its moves agree with the tests' second generator.

/// Nineteen other pieces each, past the locks: the arrays of the seeds 9 and 4.
const NINETEEN: [&str; 2] = [
    "{gu}{te}{ph}{bl}{zw}{gr}{du}{im}{dn}a/{sh}{cg}rk{gy}{cr}{ki}{nr}{nw}{va}/pppppppppp/10/10/10/10/PPPPPPPPPP/{Sh}{Cg}RK{Gy}{Cr}{Ki}{Nr}{Nw}{Va}/{Gu}{Te}{Ph}{Bl}{Zw}{Gr}{Du}{Im}{Dn}A w - - 0 9 pool=/",
    "r{ki}{di}{sm}{pe}a{wm}{rh}k{va}/{zr}{gr}{dr}{bl}{ar}{nz}{fo}{te}{nf}{ch}/pppppppppp/10/10/10/10/PPPPPPPPPP/{Zr}{Gr}{Dr}{Bl}{Ar}{Nz}{Fo}{Te}{Nf}{Ch}/R{Ki}{Di}{Sm}{Pe}A{Wm}{Rh}K{Va} w - - 0 9 pool=/",
];

/// Name, position, depth and the number of paths.
type Case = (&'static str, &'static str, u32, u64);

const CASES: [Case; 5] = [
    ("start", CLASSIC_START, 3, 259_514),
    ("start", CLASSIC_START, 4, 15_921_643),
    ("en-passant", EN_PASSANT, 4, 28_936_961),
    ("immobile", NINETEEN[0], 4, 2_631_442),
    ("foolish", NINETEEN[1], 4, 6_002_258),
];

fn count(fen: &str, depth: u32) -> u64 {
    fen.parse::<Position>().expect("a position").perft(depth)
}

/// Leaves per second, best of several rounds in turn.
fn rates() {
    let mut rates = CASES.map(|_| 0.0_f64);
    for _ in 0..5 {
        for (rate, (_, fen, depth, leaves)) in rates.iter_mut().zip(CASES) {
            let started = Instant::now();
            assert_eq!(count(black_box(fen), depth), leaves);
            *rate = rate.max(leaves as f64 / started.elapsed().as_secs_f64() / 1e6);
        }
    }
    println!("million leaves per second, best of 5 rounds in turn:");
    for (rate, (name, _, depth, _)) in rates.iter().zip(CASES) {
        println!("  {name:10} depth {depth}: {rate:8.1}");
    }
}

fn main() {
    rates();
    let mut criterion = Criterion::default()
        .configure_from_args()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    let mut group = criterion.benchmark_group("grand perft");
    group.sampling_mode(SamplingMode::Flat);
    for (name, fen, depth, leaves) in CASES {
        group.throughput(Throughput::Elements(leaves));
        group.bench_with_input(BenchmarkId::new(name, depth), &depth, |bencher, &depth| {
            bencher.iter(|| count(black_box(fen), depth));
        });
    }
    group.finish();
    criterion.final_summary();
}
