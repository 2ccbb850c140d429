//! What several servers on one store in memory know of each other.

use heterodox_store::{NODE_LIFE, SeatPresence, UnixMillis, Work};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The nodes, the presence at them, and their work.
#[derive(Default)]
pub(crate) struct MemoryShared {
    /// When each node was there last, by this process and by the store.
    nodes: BTreeMap<String, (Instant, UnixMillis)>,
    /// By game, seat and node; the node '' stands for "not seen since".
    presence: BTreeMap<(String, usize, String), SeatPresence>,
    /// The step, the node and the end of each work.
    work: BTreeMap<String, (u64, String, Instant)>,
}

impl MemoryShared {
    pub(crate) fn note_node(&mut self, node: &str, now_ms: UnixMillis) -> usize {
        self.nodes.insert(node.to_owned(), (Instant::now(), now_ms));
        self.nodes.keys().filter(|other| *other != node && self.runs(other)).count()
    }

    fn runs(&self, node: &str) -> bool {
        self.nodes.get(node).is_some_and(|(seen, _)| seen.elapsed() < NODE_LIFE)
    }

    pub(crate) fn forget_node(&mut self, node: &str, now_ms: UnixMillis) {
        self.nodes.remove(node);
        for ((.., by), one) in &mut self.presence {
            if by == node && one.here {
                (one.here, one.at_ms) = (false, now_ms);
            }
        }
        self.work.retain(|_, (_, by, _)| by != node);
    }

    pub(crate) fn set_presence(&mut self, node: &str, presence: Vec<(String, SeatPresence)>) {
        let rows = presence.into_iter().map(|(game, one)| ((game, one.seat, node.to_owned()), one));
        self.presence.extend(rows);
    }

    pub(crate) fn begin_presence(&mut self, game: &str, seats: usize, at_ms: UnixMillis) {
        for seat in 0..seats {
            if !self.presence.keys().any(|(of, other, _)| of == game && *other == seat) {
                let one = SeatPresence { seat, here: false, at_ms };
                self.presence.insert((game.to_owned(), seat, String::new()), one);
            }
        }
    }

    /// The presence at other nodes than this one, and what has left this one.
    pub(crate) fn presence(&self, node: &str, game: &str) -> Vec<SeatPresence> {
        let mut seats: BTreeMap<usize, SeatPresence> = BTreeMap::new();
        for ((of, seat, by), one) in &self.presence {
            if of != game || (by == node && one.here) {
                continue;
            }
            let here = one.here && self.runs(by);
            let seen_ms = self.nodes.get(by).map_or(one.at_ms, |(_, seen_ms)| *seen_ms);
            let at_ms = if one.here { seen_ms } else { one.at_ms };
            let known =
                seats.entry(*seat).or_insert(SeatPresence { seat: *seat, here: false, at_ms });
            known.here |= here;
            known.at_ms = known.at_ms.max(at_ms);
        }
        seats.into_values().collect()
    }

    pub(crate) fn lease(&mut self, node: &str, work: &[Work], time: Duration) -> Vec<bool> {
        let now = Instant::now();
        let mut lease = |Work { key, step }: &Work| {
            let is_free = self.work.get(key).is_none_or(|(known, by, until)| {
                known < step || (known == step && (by == node || *until <= now))
            });
            if is_free {
                self.work.insert(key.clone(), (*step, node.to_owned(), now + time));
            }
            is_free
        };
        work.iter().map(&mut lease).collect()
    }

    pub(crate) fn give_up(&mut self, node: &str, key: &str) {
        if let Some((_, by, until)) = self.work.get_mut(key)
            && by == node
        {
            *until = Instant::now();
        }
    }
}
