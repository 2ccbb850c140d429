//! What the command line knows of each game. A new game is one row here; it may have a file beside
//! this one.

pub(crate) mod clouded;
mod grand_chess;
mod kaleido;
mod klinzha;
mod notice;

pub(crate) use notice::NoticeWords;

use crate::result::ResultData;
use crate::start::StartArgs;
use anyhow::Result;
use heterodox_engine::engine_game;
use heterodox_rules::{Frame, Record, Refusal, Setting, Viewer, Warning};

/// A game at the command line.
pub(crate) struct GameEntry {
    pub(crate) id: &'static str,
    /// The positions of `heterodox bench`. The head of each file says where its positions come
    /// from.
    pub(crate) bench: Option<&'static str>,
    /// The game in UCI, if the engine has positions of it.
    pub(crate) uci: Option<UciGame>,
    /// What only the umpire of a hidden game knows.
    pub(crate) hidden: Option<HiddenGame>,
    /// A notice as an English sentence; `None` if the game has none for it.
    pub(crate) notice: fn(&NoticeWords<'_>) -> Option<String>,
    /// The warnings before dangerous moves, by [`heterodox_rules::Choice::danger`].
    pub(crate) dangers: &'static [(&'static str, &'static str)],
    /// Why a player is out before the end of the game, by the reason's key.
    pub(crate) eliminations: &'static [(&'static str, &'static str)],
    /// Prints warnings on a setting.
    pub(crate) warn: fn(&Setting),
}

/// A game in UCI.
pub(crate) struct UciGame {
    /// The value of `UCI_Variant`.
    pub(crate) variant: &'static str,
    /// The table options that are UCI options, with their names there.
    pub(crate) options: &'static [(&'static str, &'static str)],
    /// What follows `info string variant NAME` when the variant is chosen.
    pub(crate) info: fn() -> String,
}

impl UciGame {
    /// A variant without options.
    const fn new(variant: &'static str) -> Self {
        Self { variant, options: &[], info: String::new }
    }
}

/// The functions that give out what only the umpire of a hidden game knows.
pub(crate) struct HiddenGame {
    /// Opens a game that has a position. Prints no warnings.
    open: fn(&StartArgs) -> Result<Box<dyn Umpire>>,
    /// A viewer's record of a game, made of the umpire's record.
    pub(crate) own_record: fn(&str, &Record, Viewer) -> Result<Record, Refusal>,
}

/// A game of which the umpire's knowledge is shown. Dice follow from the game's seed.
pub(crate) trait Umpire {
    /// The frame after the last ply, with everything that the umpire knows.
    fn last_frame(&self) -> Frame;
    /// The legal moves, sorted as bytes.
    fn legal_moves(&self) -> Vec<String>;
    /// The frame after the last ply as a viewer saw it.
    fn last_observed_frame(&self, viewer: Viewer) -> Frame;
    /// Submits an intent of the side to move and throws the dice that follow it.
    fn submit(&mut self, text: &str) -> Result<Vec<Warning>, Refusal>;
    /// The result, once there is one.
    fn result(&self) -> Option<ResultData>;
}

const GENERIC: GameEntry = GameEntry {
    id: "",
    bench: None,
    uci: None,
    hidden: None,
    notice: |_| None,
    dangers: &[],
    eliminations: &[],
    warn: |_| {},
};

/// The games in the order in which `heterodox bench` searches them.
static GAMES: [GameEntry; 4] = [klinzha::ENTRY, clouded::ENTRY, grand_chess::ENTRY, kaleido::ENTRY];

/// The row of a game; a row without anything of its own for a game that is not in the table.
pub(crate) fn entry(game: &str) -> &'static GameEntry {
    GAMES.iter().find(|entry| entry.id == game).unwrap_or(&GENERIC)
}

/// The games with positions to search, in the order of the rows.
pub(crate) fn benches() -> impl Iterator<Item = (&'static str, &'static str)> {
    GAMES.iter().filter_map(|entry| Some((entry.id, entry.bench?)))
}

/// The games in UCI with their ids, in the order of the engine.
pub(crate) fn uci_games() -> impl Iterator<Item = (&'static str, &'static UciGame)> {
    engine_game::games().filter_map(|id| Some((id, entry(id).uci.as_ref()?)))
}

/// Opens the game of a command for its umpire; `None` if nothing is hidden in it.
pub(crate) fn umpire(start: &StartArgs) -> Result<Option<Box<dyn Umpire>>> {
    entry(&start.game).hidden.as_ref().map(|hidden| (hidden.open)(start)).transpose()
}
