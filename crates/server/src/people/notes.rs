//! Private notes on games that a person keeps with its account.

use super::{Identity, People, PeopleError};
use heterodox_store::TextKind;
use heterodox_wire::Notes;
use std::net::IpAddr;

/// The most bytes of a note.
const BYTES: usize = 4096;

impl People {
    /// The caller's notes on a game.
    pub(crate) async fn notes(
        &self,
        caller: &Identity,
        id: &str,
        address: Option<IpAddr>,
    ) -> Result<Notes, PeopleError> {
        let snapshot = self.service.snapshot(id, Some(caller.user), address).await?;
        let text =
            self.store.text(TextKind::Notes, caller.user.as_str(), snapshot.game.id()).await?;
        Ok(Notes { text })
    }

    /// Keeps the caller's notes on a game that it can see; `None` forgets them.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadNotes`] if the text is too long or has control characters.
    pub(crate) async fn set_notes(
        &self,
        caller: &Identity,
        id: &str,
        text: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<(), PeopleError> {
        let snapshot = self.service.snapshot(id, Some(caller.user), address).await?;
        if let Some(text) = &text {
            let is_plain = |sign: char| !sign.is_control() || matches!(sign, '\n' | '\t');
            if text.len() > BYTES || !text.chars().all(is_plain) {
                return Err(PeopleError::BadNotes);
            }
            self.service.count_text(address, text.len())?;
        }
        let (user, game) = (caller.user.as_str(), snapshot.game.id());
        Ok(self.store.put_text(TextKind::Notes, user, game, text, self.now_ms()).await?)
    }
}
