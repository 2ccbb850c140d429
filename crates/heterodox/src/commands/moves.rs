//! `heterodox moves`: lists the legal moves of a position.

use crate::games;
use crate::output::{self, Output};
use crate::start::{StartArgs, seat_of};
use anyhow::Result;
use clap::Args;
use heterodox_rules::{Choice, ChoiceKind, Seat, Table, ThrowRequest, Viewer};
use serde::Serialize;

/// Print every legal move of a position
///
/// One move a line in the game's strict notation, sorted as bytes; Grand Chess uses UCI, with two
/// letters for piece types that have two (`a9a10gr`). A finished position has no moves, and claims
/// of a draw are not listed. With dice the list has the moves that the face in the position string
/// allows, without the throw (`--` if it forces a pass); if the position string has no face, the
/// moves that any face allows.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox moves klinzha --quick-start north-west
  heterodox moves klinzha --position '1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1'
  heterodox moves klinzha --quick-start north-west --option goal-safety=enforced --json
  heterodox moves clouded-klinzha --quick-start north-west --option clouds=blind --as gold
  heterodox moves grand-chess --option setup=random --option extra=12 --option seed=7
  heterodox moves kaleidochess --option seats=3")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Print the moves that this seat's view allows: a side such as `gold`, or the number of a seat
    /// from 0
    #[arg(long = "as", value_name = "SEAT")]
    as_seat: Option<String>,

    /// Print one JSON object: game, position, moves
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MovesOutput<'a> {
    game: &'a str,
    position: String,
    moves: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &MovesArgs) -> Result<()> {
    let table = args.start.open_position()?;
    let seat = args.as_seat.as_deref().map(|seat| seat_of(seat, &table)).transpose()?;
    let umpire = if seat.is_none() { games::umpire(&args.start)? } else { None };
    let (position, moves) = if let Some(umpire) = umpire {
        (umpire.last_frame().position, umpire.legal_moves())
    } else {
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        (table.scene(viewer).frame.position, legal_moves(&table, seat))
    };
    if args.json {
        return output::json(&MovesOutput { game: &args.start.game, position, moves });
    }
    let mut output = Output::default();
    for text in moves {
        output.line(text);
    }
    output.write()
}

/// Returns the moves of the seats to act, or of the seat `only`, sorted as bytes.
fn legal_moves(table: &Table, only: Option<Seat>) -> Vec<String> {
    let choices = |table: &Table| -> Vec<Choice> {
        let to_act = table.scene(Viewer::Public).to_act.into_iter();
        to_act
            .filter(|seat| only.is_none_or(|only| only == *seat))
            .flat_map(|seat| table.scene(Viewer::Seat(seat)).choices)
            .collect()
    };
    let mut moves: Vec<String> = with_every_throw(table)
        .iter()
        .flat_map(choices)
        // Claims of a draw are not moves; a pass that the die forces is.
        .filter(|choice| {
            choice.kind == ChoiceKind::Move || choice.variant.as_deref() == Some("pass")
        })
        .map(|choice| choice.text)
        .collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Returns a copy of the table for each face of the die, or only the table if no throw is due.
fn with_every_throw(table: &Table) -> Vec<Table> {
    let Some(ThrowRequest { dice: 1, faces }) = table.awaits_throw() else {
        return vec![table.clone()];
    };
    let throw = |face| {
        let mut table = table.clone();
        table.throw(&[face]).ok().map(|_| table)
    };
    (1..=faces).filter_map(throw).collect()
}
