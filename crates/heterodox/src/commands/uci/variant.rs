//! The games as UCI names them, and moves as UCI writes them: without spaces.

use super::quoted;
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_engine::{grand_chess, kaleido, klinzha};
use heterodox_rules::Options;

/// The variants of this program, with the ids of their games.
pub(super) const VARIANTS: [(&str, &str); 3] =
    [("grand", grand_chess::GAME), ("klinzha", klinzha::GAME), ("kaleidochess", kaleido::GAME)];

/// What the options say about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules {
    /// What pawns may become; nothing for the default.
    pub(super) promotion: String,
    /// Pieces of one's own; empty for none.
    pub(super) own: String,
}

/// The variant of this name, or of the game with this id.
pub(super) fn known(name: &str) -> Result<&'static str, String> {
    let found = VARIANTS.into_iter().find(|&(variant, game)| variant == name || game == name);
    found.map(|(variant, _)| variant).ok_or_else(|| {
        let names: Vec<&str> = VARIANTS.iter().map(|(variant, _)| *variant).collect();
        format!("unknown variant {}; the variants are: {}", quoted(name), names.join(", "))
    })
}

/// The first position of a variant, or another one.
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

/// A move as UCI writes it.
pub(super) fn without_spaces(text: &str) -> String {
    text.replace(' ', "_")
}

/// A move as the game writes it.
pub(super) fn with_spaces(text: &str) -> String {
    text.replace('_', " ")
}
