//! The limits of a game and of the texts in it. `docs/security.md` lists them.

use crate::HostError;

/// The bytes of the text of an act. The longest legal one, a setup in one line, has about 120.
pub const ACT_BYTES: usize = 200;
/// The setup steps of one seat. After them only a step that ends the seat's setup is accepted.
pub const SETUP_STEPS: u32 = 500;
/// The plies of a game. After the last one the umpire ends the game as a draw.
pub const PLIES: usize = 3000;
/// The events of a game, as the acting seat counts them. After them only moves and resignations are
/// accepted, of which there are at most [`PLIES`] and one per seat.
pub const EVENTS: u64 = 5000;

/// The text of an act as it is stored: trimmed, with one blank for each run of blanks. No game
/// gives a meaning to their number.
///
/// # Errors
///
/// [`HostError::TooLong`] above [`ACT_BYTES`].
pub fn canonical(text: &str) -> Result<String, HostError> {
    if text.len() > ACT_BYTES {
        let name = "text".to_owned();
        return Err(HostError::TooLong { name, found: text.len(), limit: ACT_BYTES });
    }
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
