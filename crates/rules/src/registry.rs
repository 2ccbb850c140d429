//! The registry of games. A new game is one row here (see `docs/adding-a-game.md`).

use crate::error::quote;
use crate::geometry::Geometry;
use crate::{
    DiagramRequest, Edit, Edited, Game, GameInfo, Options, PieceDiagram, Record, Refusal, Setting,
    Table, clouded, grand_chess, kaleido, klinzha,
};

/// Perft counts by first move.
type PerftDivide = Vec<(String, u64)>;

/// The function [`Game::edit`] of a game.
type EditFn = fn(&Options, Option<&str>, &[Edit]) -> Result<Edited, Refusal>;

struct Entry {
    info: GameInfo,
    geometry: fn() -> &'static Geometry,
    has_random_start: fn(&Options) -> bool,
    open: fn(&Setting) -> Result<Table, Refusal>,
    recognises_record: fn(&str) -> bool,
    read_record: fn(&str) -> Result<Record, Refusal>,
    edit: EditFn,
    piece_diagram: fn(&Options, &DiagramRequest) -> Result<PieceDiagram, Refusal>,
    perft: fn(&Setting, u32) -> Result<PerftDivide, Refusal>,
}

const fn entry<G: Game>() -> Entry {
    Entry {
        info: G::INFO,
        geometry: G::geometry,
        has_random_start: G::has_random_start,
        open: Table::open::<G>,
        recognises_record: G::recognises_record,
        read_record: G::read_record,
        edit: |options, position, edits| {
            options.check(G::INFO.id, G::INFO.options)?;
            G::edit(options, position, edits)
        },
        piece_diagram: |options, request| {
            options.check(G::INFO.id, G::INFO.options)?;
            G::piece_diagram(options, request)
        },
        perft: |setting, depth| {
            setting.options.check(G::INFO.id, G::INFO.options)?;
            G::perft(&setting.options, &setting.start, depth)
        },
    }
}

/// The games in the order in which they are shown.
static GAMES: [Entry; 4] = [
    entry::<klinzha::KlinZha>(),
    entry::<clouded::CloudedKlinZha>(),
    entry::<grand_chess::GrandChess>(),
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

/// A game of a test beside those of the registry.
#[cfg(feature = "testing")]
pub mod testing {
    use super::{Entry, Game, entry};
    use std::sync::OnceLock;

    pub(super) static ADDED: OnceLock<Entry> = OnceLock::new();

    /// Adds the row of a game to the registry of this process.
    ///
    /// # Panics
    /// If a game was added before.
    pub fn add<G: Game>() {
        assert!(ADDED.set(entry::<G>()).is_ok(), "one game can be added");
    }
}

/// All games.
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    rows().map(|entry| &entry.info)
}

fn find(game: &str) -> Result<&'static Entry, Refusal> {
    rows().find(|entry| entry.info.id == game).ok_or_else(|| {
        let known: Vec<_> = games().map(|info| info.id).collect();
        let game = quote(game);
        let message = format!("there is no game '{game}'; the games are: {}", known.join(", "));
        Refusal::new("no-such-game", message).with("game", game)
    })
}

/// The description of the game with this id.
pub fn info(game: &str) -> Result<&'static GameInfo, Refusal> {
    find(game).map(|entry| &entry.info)
}

/// The geometry of the board of the game with this id.
pub fn geometry(game: &str) -> Result<&'static Geometry, Refusal> {
    find(game).map(|entry| (entry.geometry)())
}

/// Whether the start of the game with this id is drawn from a seed: [`Game::has_random_start`].
pub fn has_random_start(game: &str, options: &Options) -> Result<bool, Refusal> {
    find(game).map(|entry| (entry.has_random_start)(options))
}

/// Opens a table of the game with this id.
pub fn open(game: &str, setting: &Setting) -> Result<Table, Refusal> {
    (find(game)?.open)(setting)
}

/// Applies edits to a position string of the game with this id: [`Game::edit`].
pub fn edit(
    game: &str,
    options: &Options,
    position: Option<&str>,
    edits: &[Edit],
) -> Result<Edited, Refusal> {
    (find(game)?.edit)(options, position, edits)
}

/// What one piece of the game with this id could do: [`Game::piece_diagram`].
pub fn piece_diagram(
    game: &str,
    options: &Options,
    request: &DiagramRequest,
) -> Result<PieceDiagram, Refusal> {
    (find(game)?.piece_diagram)(options, request)
}

/// Perft divide: the number of move sequences of exactly `depth` plies, by first move in the game's
/// notation, sorted as bytes. Empty for depth 0.
pub fn perft(game: &str, setting: &Setting, depth: u32) -> Result<PerftDivide, Refusal> {
    (find(game)?.perft)(setting, depth)
}

/// Reads a record. Its header line `game:` names the game; without it, a game recognises its record
/// ([`Game::recognises_record`]).
///
/// # Errors
/// `no-such-game`, and what [`Game::read_record`] of the game refuses.
pub fn read_record(text: &str) -> Result<Record, Refusal> {
    // Files saved on Windows begin with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let any_header = |line| games().find_map(|info| info.header_line(line));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut headers = lines.map_while(|(index, line)| Some((index + 1, any_header(line)?)));
    let named = headers.find(|(_, (key, _))| *key == "game");
    let entry = match named {
        Some((line, (_, game))) => find(game).map_err(|refusal| {
            Refusal { message: format!("line {line}: {}", refusal.message), ..refusal }
                .with("line", line)
        })?,
        None => rows().find(|entry| (entry.recognises_record)(text)).ok_or_else(|| {
            Refusal::new("no-such-game", "the record has no line 'game:' that names its game")
        })?,
    };
    (entry.read_record)(text)
}
