//! The computer players and engine positions of all games. A new game is one row here.

use crate::engine_game::{self, EngineGame, EnginePosition};
use crate::player::SearchPlayer;
use crate::{Level, Player, clouded, grand_chess, kaleido, klinzha};
use heterodox_rules::Options;

/// Opens a position string: see [`engine_game::open`].
pub(crate) type OpenFn = fn(&Options, &str) -> Result<Box<dyn EnginePosition>, String>;

/// What the engine offers for a game.
struct Entry {
    id: &'static str,
    player: fn(Level, u64) -> Box<dyn Player>,
    /// The value of a captured piece for the greedy reference player, by the piece's code.
    capture_value: fn(&str) -> u32,
    search: Option<SearchEntry>,
}

/// What the engine offers for an open game of two seats without dice.
struct SearchEntry {
    open: OpenFn,
    win_slope: f64,
}

const fn entry<G: EngineGame>() -> Entry {
    Entry {
        id: G::ID,
        player: |level, seed| Box::new(SearchPlayer::<G>::new(level, seed)),
        capture_value: G::capture_value,
        search: Some(SearchEntry {
            open: engine_game::open_position::<G>,
            win_slope: G::WIN_SLOPE,
        }),
    }
}

/// The games, in the order in which error messages list them.
static GAMES: [Entry; 4] = [
    entry::<grand_chess::GrandChess>(),
    entry::<klinzha::KlinZha>(),
    Entry {
        id: clouded::GAME,
        player: |level, seed| Box::new(clouded::CloudedPlayer::new(level, seed)),
        capture_value: klinzha::reference::capture_value,
        search: None,
    },
    entry::<kaleido::KaleidoChess>(),
];

/// The rows, with that of a test's game.
fn rows() -> impl Iterator<Item = &'static Entry> {
    #[cfg(feature = "testing")]
    let more = testing::ADDED.get();
    #[cfg(not(feature = "testing"))]
    let more = None;
    GAMES.iter().chain(more)
}

/// The computer player of a test's game.
#[cfg(feature = "testing")]
pub mod testing {
    use super::Entry;
    use crate::reference::GreedyRandom;
    use std::sync::OnceLock;

    pub(super) static ADDED: OnceLock<Entry> = OnceLock::new();

    /// Adds a row without a search for a game: its player chooses at random, at every level.
    ///
    /// # Panics
    /// If a game was added before.
    pub fn add(id: &'static str) {
        let row = Entry {
            id,
            player: |_, seed| Box::new(GreedyRandom::new(seed)),
            capture_value: |_| 1,
            search: None,
        };
        assert!(ADDED.set(row).is_ok(), "one game can be added");
    }
}

fn find(game: &str) -> Option<&'static Entry> {
    rows().find(|entry| entry.id == game)
}

/// A player of a game at a level; `None` if the game has no computer player.
///
/// The same seed, scene, frames and limit (without a time limit) give the same choice. Different
/// seeds vary the setup and, below [`Level::FULL`], the moves.
pub fn player(game: &str, level: Level, seed: u64) -> Option<Box<dyn Player>> {
    find(game).map(|entry| (entry.player)(level, seed))
}

/// The ids of the games with engine positions.
pub(crate) fn engine_games() -> impl Iterator<Item = &'static str> {
    rows().filter(|entry| entry.search.is_some()).map(|entry| entry.id)
}

/// The function that opens the engine positions of a game.
pub(crate) fn opener(game: &str) -> Option<OpenFn> {
    Some(find(game)?.search.as_ref()?.open)
}

/// The slope of a game's win probability: [`EngineGame::WIN_SLOPE`].
pub(crate) fn win_slope(game: &str) -> Option<f64> {
    Some(find(game)?.search.as_ref()?.win_slope)
}

/// The value of a captured piece: [`EngineGame::capture_value`].
pub(crate) fn capture_value(game: &str, code: &str) -> u32 {
    find(game).map_or(1, |entry| (entry.capture_value)(code))
}
