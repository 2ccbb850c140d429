//! Indistinguishable pairs of Gather games: the hidden stones of other seats differ.

use super::Gather;
use crate::Rng;
use crate::contract::Pair;
use heterodox_rules::{Seat, Setting, Table, Viewer};

/// A pair for the game with this fault; `None` if the same is hidden in both.
pub fn random_pair<const FAULT: u8>(rng: &mut Rng) -> Option<Box<dyn Pair>> {
    let viewer = [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];
    let viewer = *rng.pick(&viewer);
    let table = Table::open::<Gather<true, FAULT>>(&Setting::default()).expect("a table");
    let mut tables = [table.clone(), table];
    let mut heard = [String::new(), String::new()];
    let mut differ = false;
    for seat in [0, 1].map(Seat::new) {
        let own = viewer == Viewer::Seat(seat);
        let one = 1 + rng.below(3);
        let other = if own { one } else { 1 + rng.below(3) };
        differ |= one != other;
        for (n, number) in [one, other].into_iter().enumerate() {
            let report = tables[n].submit(seat, &format!("hide {number}")).expect("offered");
            heard[n] = format!("{:?}", report.reports.of(viewer));
        }
    }
    differ.then(|| Box::new(Heaps { viewer, tables, heard }) as Box<dyn Pair>)
}

struct Heaps {
    viewer: Viewer,
    tables: [Table; 2],
    heard: [String; 2],
}

impl Pair for Heaps {
    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn tables(&self) -> [&Table; 2] {
        self.tables.each_ref()
    }

    fn heard(&self) -> [&str; 2] {
        self.heard.each_ref().map(String::as_str)
    }

    fn step(&mut self, rng: &mut Rng) -> bool {
        let request = self.tables[0].awaits_throw();
        let faces = request.map(|request| rng.faces(request));
        let number = 1 + rng.below(2);
        for (table, heard) in self.tables.iter_mut().zip(&mut self.heard) {
            let report = if let Some(faces) = &faces {
                table.throw(faces)
            } else {
                let seat = table.scene(Viewer::Public).to_act[0];
                table.submit(seat, &format!("take {number}"))
            };
            let Ok(report) = report else { return false };
            *heard = format!("{:?}", report.reports.of(self.viewer));
        }
        // The end shows everything.
        self.tables.iter().all(|table| table.outcome().is_none())
    }

    fn texts(&self, _: &mut Rng) -> Vec<String> {
        ["take 1", "take 2", "take 9", "hide 2", "give"].map(str::to_owned).into()
    }
}
