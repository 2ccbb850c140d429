//! `heterodox play-moves`: makes moves and prints the position after each.

use crate::clouded::{self, Umpire};
use crate::output::{self, Output};
use crate::result::{self, ResultData};
use crate::start::{StartArgs, seat_of};
use anyhow::{Result, anyhow};
use clap::Args;
use heterodox_rules::{Choice, Frame, Refusal, Seat, Table, Viewer};
use serde::Serialize;

/// Make moves and print the position after each
///
/// Moves are read leniently; what was not written as it should be is a warning. With dice the throw stands
/// before the move, as in `4:1B-2F` and `4:--`. The last line is
/// `result: *`, or `result: WHO REASON` when the game is over. At a move that cannot be made the
/// positions before it are printed and the status is 2.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox play-moves klinzha --quick-start north-west 'V@D17 D16'
  heterodox play-moves klinzha --position \"$P\" 'Fl@G14 x Fl@D16' 'Fe@E16 x Fl@D16' --json
  heterodox play-moves grand-chess e3e5 Nc7
  heterodox play-moves kaleidochess --option dice=on 1:2H-2E 1:6H-6E")]
pub(crate) struct PlayMovesArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Print what this seat sees: a side such as `gold`, or a seat's number from 0
    #[arg(long = "as", value_name = "SEAT")]
    as_seat: Option<String>,

    /// The moves in the game's notation, one argument each
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,

    /// Print one JSON object: game, initial, moves, positions, warnings, result, error
    #[arg(long)]
    json: bool,
}

/// What came of the moves up to the end or the first error.
#[derive(Serialize)]
struct Played<'a> {
    game: &'a str,
    initial: String,
    moves: Vec<String>,
    positions: Vec<String>,
    warnings: Vec<String>,
    result: Option<ResultData>,
    error: Option<MoveError<'a>>,
}

/// The move that could not be made.
#[derive(Serialize)]
struct MoveError<'a> {
    /// Which one, from 1.
    number: usize,
    text: &'a str,
    #[serde(flatten)]
    refusal: Refusal,
}

/// Runs the command.
pub(crate) fn run(args: &PlayMovesArgs) -> Result<()> {
    let mut table = args.start.open_position()?;
    let seat = args.as_seat.as_deref().map(|seat| seat_of(seat, &table)).transpose()?;
    let played = if clouded::is_hidden(&args.start) {
        announce(&mut Umpire::open(&args.start)?, args, seat)
    } else {
        play(&mut table, args)
    };
    for warning in &played.warnings {
        output::warning(warning);
    }
    if args.json {
        output::json(&played)?;
    } else {
        let mut output = Output::default();
        for position in &played.positions {
            output.line(position);
        }
        if played.error.is_none() {
            output.line(result::line(played.result.as_ref()));
        }
        output.write()?;
    }
    match played.error {
        None => Ok(()),
        Some(MoveError { number, text, refusal }) => {
            // Some refusals quote the move themselves.
            let quote = output::quote(text);
            let quoted = if refusal.message.contains(&quote) {
                String::new()
            } else {
                format!(" '{quote}'")
            };
            Err(anyhow!("move {number}{quoted}: {refusal}"))
        }
    }
}

/// Makes the moves, as far as they can be made.
fn play<'a>(table: &mut Table, args: &'a PlayMovesArgs) -> Played<'a> {
    let mut played = Played {
        game: &args.start.game,
        initial: table.scene(Viewer::Public).frame.position,
        moves: Vec::new(),
        positions: Vec::new(),
        warnings: Vec::new(),
        result: None,
        error: None,
    };
    for (index, text) in args.moves.iter().enumerate() {
        let number = index + 1;
        let before = table.clone();
        match submit(table, text) {
            Ok(warnings) => {
                let frame = table.scene(Viewer::Public).frame;
                played.moves.push(strict(&before, &frame, text));
                played.positions.push(frame.position);
                played.warnings.extend(
                    warnings.into_iter().map(|warning| format!("move {number}: {warning}")),
                );
            }
            Err(refusal) => {
                played.error = Some(MoveError { number, text, refusal });
                return played;
            }
        }
    }
    let scene = table.scene(Viewer::Public);
    played.result = scene.outcome.as_ref().map(|outcome| ResultData::new(outcome, &scene.sides));
    played
}

/// Announces intents to the umpire; the positions are the true ones, or what a seat sees.
fn announce<'a>(umpire: &mut Umpire, args: &'a PlayMovesArgs, seat: Option<Seat>) -> Played<'a> {
    let last = |umpire: &Umpire| {
        let arbiter = umpire.arbiter();
        let frames = match seat {
            Some(seat) => arbiter.frames_seen(Viewer::Seat(seat)),
            None => arbiter.frames(),
        };
        frames.into_iter().last().unwrap_or_default()
    };
    let mut played = Played {
        game: &args.start.game,
        initial: last(umpire).position,
        moves: Vec::new(),
        positions: Vec::new(),
        warnings: Vec::new(),
        result: None,
        error: None,
    };
    for (index, text) in args.moves.iter().enumerate() {
        let number = index + 1;
        match umpire.submit(text) {
            Ok(ruling) => {
                let frame = last(umpire);
                played.moves.push(frame.text.unwrap_or_default());
                played.positions.push(frame.position);
                let warnings = ruling.warnings.iter();
                played.warnings.extend(warnings.map(|warning| format!("move {number}: {warning}")));
            }
            Err(refusal) => {
                played.error = Some(MoveError { number, text, refusal });
                return played;
            }
        }
    }
    played.result = umpire.result();
    played
}

/// What was submitted as the list of choices has it: the one that leads to the same board.
fn strict(before: &Table, after: &Frame, text: &str) -> String {
    if let (Some(_), Some(text)) = (before.awaits_throw(), &after.text) {
        return text.clone();
    }
    let to_act = before.scene(Viewer::Public).to_act;
    let choices = to_act.first().map(|seat| before.scene(Viewer::Seat(*seat)).choices);
    let leads_there = |choice: &&Choice| {
        let cells = [choice.from.as_ref(), choice.to.as_ref()];
        if !cells.into_iter().flatten().eq(&after.last) {
            return false;
        }
        let mut trial = before.clone();
        submit(&mut trial, &choice.text).is_ok()
            && trial.scene(Viewer::Public).frame.position == after.position
    };
    let exact = choices.iter().flatten().find(|choice| choice.text == text);
    let found = exact.or_else(|| choices.iter().flatten().find(leads_there));
    found.map_or_else(|| text.trim().to_owned(), |choice| choice.text.clone())
}

/// Submits a move for the seat whose turn it is.
fn submit(table: &mut Table, text: &str) -> Result<Vec<String>, Refusal> {
    if table.awaits_throw().is_some() {
        let plies = table.plies();
        throw(table, text)?;
        if table.plies() > plies {
            return passed(text);
        }
    }
    let to_act = table.scene(Viewer::Public).to_act;
    let seat = *to_act.first().ok_or_else(|| Refusal::new("game-over", "the game is over"))?;
    let report = table.submit(seat, text)?;
    Ok(report.warnings.iter().map(ToString::to_string).collect())
}

/// Throws the face that stands before a move.
fn throw(table: &mut Table, text: &str) -> Result<(), Refusal> {
    let face = text.trim().split_once(':').and_then(|(face, _)| face.parse().ok());
    let face = face.ok_or_else(|| {
        Refusal::new("throw-first", "expected the throw before the move, as in 4:1B-2F")
    })?;
    table.throw(&[face]).map(drop)
}

/// The umpire has passed the turn, as nothing can move with the throw: nothing else may have been written.
fn passed(text: &str) -> Result<Vec<String>, Refusal> {
    let (face, body) = text.trim().split_once(':').unwrap_or_default();
    match body {
        "--" => Ok(Vec::new()),
        "–" | "—" => Ok(vec![format!("{text}: a dash of another kind, read as {face}:--")]),
        _ => Err(Refusal::new(
            "must-pass",
            format!("no piece can move with a {face}: expected {face}:--"),
        )),
    }
}
