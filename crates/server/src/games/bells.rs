//! Who waits for a word that its games and offers may have changed.

use heterodox_host::UserId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;

/// The users who listen. A change wakes those whom it concerns and no others.
#[derive(Default)]
pub(crate) struct Bells(Mutex<HashMap<UserId, watch::Sender<()>>>);

impl Bells {
    /// Listens to the changes that concern a user. Several of them may arrive as one.
    pub(crate) fn listen(&self, user: UserId) -> watch::Receiver<()> {
        let mut bells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Now and then those are forgotten whose pages are closed.
        if bells.len().is_power_of_two() {
            bells.retain(|_, bell| bell.receiver_count() > 0);
        }
        bells.entry(user).or_insert_with(|| watch::channel(()).0).subscribe()
    }

    /// Wakes the pages of a user.
    pub(super) fn ring(&self, user: UserId) {
        let mut bells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // An error means that the listener is gone.
        if bells.get(&user).is_some_and(|bell| bell.send(()).is_err()) {
            bells.remove(&user);
        }
    }

    /// Wakes all pages.
    pub(super) fn ring_all(&self) {
        let mut bells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bells.retain(|_, bell| bell.send(()).is_ok());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bell_rings_for_its_user_alone_and_is_forgotten_with_its_last_page() {
        let [anna, ben] = ["annaanna", "benbenbe"].map(|id| id.parse::<UserId>().unwrap());
        let bells = Bells::default();
        let (mut first, mut second) = (bells.listen(anna), bells.listen(anna));
        let mut other = bells.listen(ben);
        bells.ring(anna);
        bells.ring(anna);
        first.changed().await.unwrap();
        second.changed().await.unwrap();
        assert!(!first.has_changed().unwrap() && !other.has_changed().unwrap());
        drop((first, second));
        bells.ring(anna);
        bells.ring(ben);
        other.changed().await.unwrap();
        assert_eq!(bells.0.lock().unwrap().keys().collect::<Vec<_>>(), [&ben]);
    }
}
