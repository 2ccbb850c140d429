//! Pieces of one's own.

use super::form::Forms;
use crate::Refusal;

/// The pieces of a game with this option `own`.
pub(super) fn forms(own: &str) -> Result<&'static Forms, Refusal> {
    if own.is_empty() {
        return Ok(Forms::standard());
    }
    Err(Refusal::new("bad-option", format!("option own: '{own}' cannot be read")))
}
