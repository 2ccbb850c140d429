//! `heterodox moves`: every legal move of a position.

use crate::output::{self, Output};
use crate::start::StartArgs;
use anyhow::Result;
use clap::Args;
use heterodox_rules::{ChoiceKind, Table, Viewer};
use serde::Serialize;

/// Print every legal move of a position
///
/// One move a line in the game's strict notation, sorted as bytes. A finished position has none.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox moves klinzha --quick-start north-west
  heterodox moves klinzha --position '1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1'
  heterodox moves klinzha --quick-start north-west --option goal-safety=enforced --json
  heterodox moves grand-chess --option setup=random --option extra=12 --option seed=7")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Print one JSON object: game, position, moves
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Legal<'a> {
    game: &'a str,
    position: String,
    moves: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &MovesArgs) -> Result<()> {
    let table = args.start.open_position()?;
    let moves = legal_moves(&table);
    if args.json {
        let position = table.scene(Viewer::Public).frame.position;
        return output::json(&Legal { game: &args.start.game, position, moves });
    }
    let mut output = Output::default();
    for text in moves {
        output.line(text);
    }
    output.write()
}

/// What the seats to act may submit, sorted as bytes.
fn legal_moves(table: &Table) -> Vec<String> {
    let mut moves: Vec<String> = table
        .scene(Viewer::Public)
        .to_act
        .into_iter()
        .flat_map(|seat| table.scene(Viewer::Seat(seat)).choices)
        // Claims of a draw are no moves.
        .filter(|choice| choice.kind == ChoiceKind::Move)
        .map(|choice| choice.text)
        .collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}
