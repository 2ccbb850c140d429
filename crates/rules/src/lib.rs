//! The rules of unorthodox chess games, and the umpire that applies them.
//!
//! A [`Game`] has a truth (the whole state), two to four [`Seat`]s and a view for each viewer. A
//! seat submits an *intent*. The umpire checks it against the seat's view, applies it to the truth
//! and reports to each seat and to the public. Programs do not handle the truth of a running game:
//! they hold a [`Table`], which hands out [`Scene`]s (plain data made from one viewer's view) and
//! takes intents as text. A search works on a [`SearchPosition`].
//!
//! Nothing in this crate does I/O, reads a clock, starts a thread or draws a random number: dice
//! and seeds are arguments.
//!
//! ```
//! use heterodox_rules::{open, Seat, Setting, Viewer};
//!
//! // A game of Klin Zha from a quick start; seat 0 plays Gold.
//! let mut table = open("klinzha", &Setting::quick_start("north-west")).unwrap();
//! let scene = table.scene(Viewer::Public);
//! assert_eq!(scene.to_act, [Seat::new(0)]);
//! let refusal = table.submit(Seat::new(1), "V@A19 B19").unwrap_err();
//! assert_eq!(refusal.code, "not-your-turn");
//! ```

mod by_side;
mod cell;
pub mod clouded;
mod diagram;
mod dice_commitment;
mod edit;
mod error;
mod game;
pub mod geometry;
pub mod grand_chess;
pub mod kaleido;
mod keyword;
pub mod klinzha;
mod open_game;
mod options;
mod outcome;
mod registry;
mod scene;
mod search;
mod seat;
mod shared_list;
mod splitmix64;
mod table;

pub use by_side::BySide;
pub use cell::{Cell, CellSet, CellSetIter};
pub use clouded::{CloudMapInfo, cloud_map_info};
pub use diagram::{AfarTarget, DiagramRequest, DiagramTarget, PieceDiagram, TargetKind};
pub use dice_commitment::{DicePart, DiceSeed, ThrowCheck};
pub use edit::{Edit, EditField, Edited, Flaw, PaletteGroup};
pub use error::{Origin, Refusal, Warning, quote};
pub use game::{
    Dice, Game, GameInfo, MAX_PERFT_DEPTH, Reports, Setting, Start, ThrowRequest, Turn,
};
pub use options::{OptionError, OptionFile, OptionSpec, Options};
pub use outcome::{EndReason, Outcome};
#[cfg(feature = "testing")]
pub use registry::testing;
pub use registry::{
    edit, games, geometry as board, has_random_start, info, open, perft, piece_diagram, read_record,
};
pub use scene::{
    Area, Captured, Choice, ChoiceKind, Frame, Notice, Placed, Record, RecordPly, Retired, Scene,
    SideInfo,
};
pub use search::{ChancePosition, IllegalMove, SearchMove, SearchPosition};
pub use seat::{BySeat, Seat, Viewer};
pub use splitmix64::SplitMix64;
pub use table::{Act, Report, Table};
