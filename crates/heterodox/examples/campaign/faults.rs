//! The faults.

use crate::links::{Link, State};
use crate::nodes::{Club, Node};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Brings faults about.
pub(crate) struct Faults {
    club: Arc<Club>,
    every_ms: u64,
    longest_stop: f64,
    random: ChaCha8Rng,
    counts: BTreeMap<&'static str, usize>,
    /// Held by a fault of a process: one at a time for each node, and for all the services.
    busy: Vec<Arc<tokio::sync::Mutex<()>>>,
    running: JoinSet<()>,
}

impl Faults {
    pub(crate) fn new(club: Arc<Club>, every_ms: u64, longest_stop: f64, seed: u64) -> Self {
        let busy = (0..=club.nodes.len()).map(|_| Arc::default()).collect();
        let random = ChaCha8Rng::seed_from_u64(seed);
        let (counts, running) = (BTreeMap::new(), JoinSet::new());
        Self { club, every_ms, longest_stop, random, counts, busy, running }
    }

    pub(crate) fn total(&self) -> usize {
        self.counts.values().sum()
    }

    pub(crate) fn counts(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.counts.iter().map(|(name, count)| (*name, *count))
    }

    pub(crate) async fn go_on_until(&mut self, end: Instant) {
        let (mut reported, begun) = (Instant::now(), Instant::now());
        while Instant::now() < end {
            if self.every_ms == 0 {
                sleep(Duration::from_millis(200)).await;
                continue;
            }
            let pause = self.random.random_range(self.every_ms / 2..=self.every_ms * 3 / 2);
            sleep(Duration::from_millis(pause)).await;
            self.one();
            while self.running.try_join_next().is_some() {}
            if reported.elapsed() > Duration::from_mins(1) {
                reported = Instant::now();
                eprintln!("{:.0} s: {} faults", begun.elapsed().as_secs_f64(), self.total());
            }
        }
    }

    /// Waits for the end of all faults, and opens everything.
    pub(crate) async fn mend_all(&mut self) {
        while self.running.join_next().await.is_some() {}
        for node in &self.club.nodes {
            node.open_links();
            let _ = node.set_clock(0);
        }
    }

    fn one(&mut self) {
        let number = self.random.random_range(0..self.club.nodes.len());
        let seconds = self.random.random_range(0.3..4.0_f64);
        let long = self.random.random_range(1.0..self.longest_stop.max(1.1));
        let delay = Duration::from_millis(self.random.random_range(20..400));
        let skew = [-3600, 3600, -30, 30, 0][self.random.random_range(0..5)];
        let crash = self.random.random_bool(0.5);
        let time = Duration::from_secs_f64(seconds);
        let kind = self.random.random_range(0..100);
        let club = self.club.clone();
        let link = |pick: fn(&Node) -> &Link, state: State| {
            let club = club.clone();
            async move {
                pick(&club.nodes[number]).set(state);
                sleep(time).await;
                pick(&club.nodes[number]).set(State::Open);
            }
        };
        let name = match kind {
            0..12 => {
                let Some(guard) = self.take(number) else { return };
                let club = club.clone();
                self.running.spawn(async move {
                    let _guard = guard;
                    club.nodes[number].kill().await;
                    sleep(time).await;
                    let _ = club.nodes[number].start().await;
                });
                "server killed"
            }
            12..20 => {
                let Some(guard) = self.take(number) else { return };
                let club = club.clone();
                self.running.spawn(async move {
                    let _guard = guard;
                    club.nodes[number].signal("STOP").await;
                    sleep(Duration::from_secs_f64(long)).await;
                    club.nodes[number].signal("CONT").await;
                });
                "server stopped"
            }
            20..32 => {
                self.running.spawn(link(|node| &node.to_database, State::Cut));
                "link to the database cut"
            }
            32..40 => {
                self.running.spawn(link(|node| &node.to_database, State::Stalled));
                "link to the database stalled"
            }
            40..50 => {
                self.running.spawn(link(|node| &node.to_database, State::Slow(delay)));
                "link to the database slow"
            }
            50..58 => {
                self.running.spawn(link(|node| &node.to_bus, State::Cut));
                "link to the bus cut"
            }
            58..64 => {
                self.running.spawn(link(|node| &node.to_bus, State::Stalled));
                "link to the bus stalled"
            }
            64..74 => {
                self.running.spawn(link(|node| &node.front, State::Cut));
                "link of the clients cut"
            }
            74..84 => {
                self.running.spawn(link(|node| &node.front, State::Slow(delay)));
                "link of the clients slow"
            }
            84..92 => {
                if !club.nodes[number].can_set_clock() {
                    return;
                }
                let _ = club.nodes[number].set_clock(skew);
                "clock set"
            }
            92..96 => {
                let Some(guard) = self.take(club.nodes.len()) else { return };
                self.running.spawn(async move {
                    let _guard = guard;
                    let restart = tokio::task::spawn_blocking(move || {
                        let mut postgres = club.postgres.lock().expect("no panic");
                        postgres.stop(if crash { "KILL" } else { "INT" });
                        std::thread::sleep(time);
                        postgres.restart();
                    });
                    restart.await.expect("PostgreSQL starts again");
                });
                "database restarted"
            }
            _ => {
                let Some(guard) = self.take(club.nodes.len()) else { return };
                self.running.spawn(async move {
                    let _guard = guard;
                    let restart = tokio::task::spawn_blocking(move || {
                        let mut nats = club.nats.lock().expect("no panic");
                        nats.stop();
                        std::thread::sleep(time);
                        nats.restart();
                    });
                    restart.await.expect("NATS starts again");
                });
                "bus restarted"
            }
        };
        *self.counts.entry(name).or_default() += 1;
    }

    fn take(&self, number: usize) -> Option<tokio::sync::OwnedMutexGuard<()>> {
        self.busy[number].clone().try_lock_owned().ok()
    }
}
