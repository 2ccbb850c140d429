//! A bus within a process, for tests.

use super::{Bus, Word};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// The words that wait for a node at most.
const WAITING: usize = 1000;

/// What all nodes of a bus share.
#[derive(Default)]
struct Shared {
    nodes: Vec<mpsc::Sender<Word>>,
    said: Vec<Word>,
}

/// A node's end of a bus within a process, which remembers all that was said.
pub struct LocalBus {
    shared: Arc<Mutex<Shared>>,
    number: usize,
    words: Mutex<Option<mpsc::Receiver<Word>>>,
}

impl LocalBus {
    /// The ends for a number of nodes.
    pub fn ends(nodes: usize) -> Vec<Arc<Self>> {
        let (senders, words): (Vec<_>, Vec<_>) = (0..nodes).map(|_| mpsc::channel(WAITING)).unzip();
        let shared = Arc::new(Mutex::new(Shared { nodes: senders, said: Vec::new() }));
        let end = |(number, words)| {
            Arc::new(Self { shared: shared.clone(), number, words: Mutex::new(Some(words)) })
        };
        words.into_iter().enumerate().map(end).collect()
    }

    /// All that was said on the bus since it was asked last.
    pub fn take_said(&self) -> Vec<Word> {
        std::mem::take(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner).said)
    }
}

impl Bus for LocalBus {
    fn say(&self, word: Word) {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, node) in shared.nodes.iter().enumerate() {
            if number != self.number {
                // A node that does not listen misses words.
                let _ = node.try_send(word.clone());
            }
        }
        shared.said.push(word);
    }

    fn listen(&self) -> Option<mpsc::Receiver<Word>> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn is_connected(&self) -> bool {
        true
    }
}
