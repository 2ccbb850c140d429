//! Names of games and notation of moves in UCI, which has no spaces in moves.

use super::quoted;
use crate::games::uci_games;
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_rules::Options;

/// Returns the values of `UCI_Variant`.
pub(super) fn variants() -> Vec<&'static str> {
    uci_games().map(|(_, uci)| uci.variant).collect()
}

/// Returns the variant with this name, or of the game with this id.
pub(super) fn known(name: &str) -> Result<&'static str, String> {
    let found = uci_games().find(|(game, uci)| uci.variant == name || *game == name);
    found.map(|(_, uci)| uci.variant).ok_or_else(|| {
        format!("unknown variant {}; the variants are: {}", quoted(name), variants().join(", "))
    })
}

/// Returns a position of a variant; the first position without `fen`. The table options that the
/// variant does not have in UCI are left out.
pub(super) fn board(
    variant: &str,
    options: &Options,
    fen: Option<&str>,
) -> Result<Box<dyn EnginePosition>, String> {
    let Some((game, uci)) = uci_games().find(|(_, uci)| uci.variant == variant) else {
        return engine_game::open(variant, &Options::default(), fen);
    };
    let mut options = options.clone();
    options.0.retain(|key, _| uci.options.iter().any(|(own, _)| own == key));
    engine_game::open(game, &options, fen)
}

/// Converts a move to UCI notation.
pub(super) fn without_spaces(text: &str) -> String {
    text.replace(' ', "_")
}

/// Converts a move to the notation of the game.
pub(super) fn with_spaces(text: &str) -> String {
    text.replace('_', " ")
}
