//! Names of games and notation of moves in UCI, which has no spaces in moves.

use super::quoted;
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_engine::{grand_chess, kaleido, klinzha};
use heterodox_rules::Options;

/// The values of `UCI_Variant` with the ids of their games.
pub(super) const VARIANTS: [(&str, &str); 3] =
    [("grand", grand_chess::GAME), ("klinzha", klinzha::GAME), ("kaleidochess", kaleido::GAME)];

/// The options that change the rules of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules {
    /// The option `promotion`; empty for the default.
    pub(super) promotion: String,
    /// The option `own` (custom pieces); empty for none.
    pub(super) own: String,
}

/// Returns the variant with this name, or of the game with this id.
pub(super) fn known(name: &str) -> Result<&'static str, String> {
    let found = VARIANTS.into_iter().find(|&(variant, game)| variant == name || game == name);
    found.map(|(variant, _)| variant).ok_or_else(|| {
        let names: Vec<&str> = VARIANTS.iter().map(|(variant, _)| *variant).collect();
        format!("unknown variant {}; the variants are: {}", quoted(name), names.join(", "))
    })
}

/// Returns a position of a variant; the first position without `fen`.
pub(super) fn board(
    variant: &str,
    rules: &Rules,
    fen: Option<&str>,
) -> Result<Box<dyn EnginePosition>, String> {
    let game = VARIANTS.into_iter().find(|&(known, _)| known == variant);
    let game = game.map_or(variant, |(_, game)| game);
    let mut options = Options::default();
    if game == grand_chess::GAME {
        for (key, value) in [("promotion", &rules.promotion), ("own", &rules.own)] {
            if !value.is_empty() {
                options.0.insert(key.to_owned(), value.clone());
            }
        }
    }
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
