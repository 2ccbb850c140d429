//! What a computer player asks of the clouded game for each sampled position: what a side would
//! see, what it may announce, and what would come of it.
//!
//! `cargo bench -p heterodox-rules --bench clouded`

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use heterodox_rules::clouded::{BoardView, CloudMap, Intent, generate, resolve};
use heterodox_rules::klinzha::{Position, Side};
use std::hint::black_box;

const START: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

fn sampled(c: &mut Criterion) {
    let position: Position = START.parse().expect("a position");
    let maps = [("seed 7", generate(7)), ("blind", CloudMap::BLIND)];
    for (name, map) in maps {
        let view = BoardView::of(&position, &map, Some(Side::Gold));
        let intents = view.intents();
        let halted = |intent: &&Intent| resolve(&position, &map, intent).halted.is_some();
        let halts: Vec<Intent> = intents.iter().filter(halted).cloned().collect();
        let mut group = c.benchmark_group(name);
        group.bench_function("view", |b| {
            b.iter(|| BoardView::of(black_box(&position), &map, Some(Side::Gold)));
        });
        group.bench_function("intents", |b| b.iter(|| black_box(&view).intents()));
        group.bench_function("resolve all intents", |b| {
            b.iter(|| intents.iter().filter(halted).count());
        });
        if !halts.is_empty() {
            group.bench_function("resolve a halt", |b| {
                let mut next = halts.iter().cycle();
                b.iter_batched(
                    || next.next(),
                    |intent| intent.map(|intent| resolve(&position, &map, intent)),
                    BatchSize::SmallInput,
                );
            });
        }
        println!("{name}: {} intents, {} of them halt", intents.len(), halts.len());
    }
}

criterion_group!(benches, sampled);
criterion_main!(benches);
