//! `heterodox play-moves`: makes moves and prints the position after each.

use crate::games::{self, Umpire};
use crate::output::{self, Output};
use crate::result::{self, ResultData};
use crate::start::{StartArgs, seat_of};
use anyhow::{Result, anyhow};
use clap::Args;
use heterodox_rules::{Choice, Frame, Refusal, Seat, Table, Viewer};
use serde::Serialize;

/// Make moves and print the position after each
///
/// Moves are read leniently, with warnings. Grand Chess reads UCI and SAN (`Arxg6*i7`), and `claim
/// threefold` or `claim fifty-moves` where a draw can be claimed. With dice the throw stands before
/// the move, as in `4:1B-2F`, and `4:--` is a pass. The last line is `result: *`, or `result: WHO
/// REASON` (`gold goal`, `draw repetition`) when the game is over. If a move cannot be made, the
/// positions before it are printed without a result and the exit status is 2.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox play-moves klinzha --quick-start north-west 'V@D17 D16'
  heterodox play-moves klinzha --position \"$P\" 'Fl@G14 x Fl@D16' 'Fe@E16 x Fl@D16' --json
  heterodox play-moves grand-chess e3e5 Nc7
  heterodox play-moves kaleidochess --option dice=on 1:2H-2E 1:6H-6E")]
pub(crate) struct PlayMovesArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Print what this seat sees: a side such as `gold`, or the number of a seat from 0
    #[arg(long = "as", value_name = "SEAT")]
    as_seat: Option<String>,

    /// The moves in the game's notation, one argument each
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,

    /// Print one JSON object: game, initial, moves (in strict notation), positions, warnings,
    /// result, error (null, or number, text, code, args, message)
    #[arg(long)]
    json: bool,
}

/// The output of `--json`, up to the last move or the first error.
#[derive(Serialize)]
struct PlayMovesOutput<'a> {
    game: &'a str,
    initial: String,
    moves: Vec<String>,
    positions: Vec<String>,
    warnings: Vec<String>,
    result: Option<ResultData>,
    error: Option<MoveError<'a>>,
}

/// The error of a move that could not be made.
#[derive(Serialize)]
struct MoveError<'a> {
    /// The number of the move, from 1.
    number: usize,
    text: &'a str,
    #[serde(flatten)]
    refusal: Refusal,
}

impl<'a> PlayMovesOutput<'a> {
    /// The output before the first move.
    fn new(args: &'a PlayMovesArgs, initial: String) -> Self {
        Self {
            game: &args.start.game,
            initial,
            moves: Vec::new(),
            positions: Vec::new(),
            warnings: Vec::new(),
            result: None,
            error: None,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &PlayMovesArgs) -> Result<()> {
    let mut table = args.start.open_position()?;
    let seat = args.as_seat.as_deref().map(|seat| seat_of(seat, &table)).transpose()?;
    let played = match games::umpire(&args.start)? {
        Some(mut umpire) => play_intents(umpire.as_mut(), args, seat),
        None => play(&mut table, args),
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
            // The move is not quoted again if the message already quotes it.
            let quote = heterodox_rules::quote(text);
            let quoted = if refusal.message.contains(&quote) {
                String::new()
            } else {
                format!(" '{quote}'")
            };
            Err(anyhow!("move {number}{quoted}: {refusal}"))
        }
    }
}

/// Makes the moves up to the first error.
fn play<'a>(table: &mut Table, args: &'a PlayMovesArgs) -> PlayMovesOutput<'a> {
    let mut played = PlayMovesOutput::new(args, table.scene(Viewer::Public).frame.position);
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

/// Submits intents to the umpire up to the first error. The positions are those of the umpire, or
/// the views of a seat.
fn play_intents<'a>(
    umpire: &mut dyn Umpire,
    args: &'a PlayMovesArgs,
    seat: Option<Seat>,
) -> PlayMovesOutput<'a> {
    let last = |umpire: &dyn Umpire| {
        let Some(seat) = seat else { return umpire.last_frame() };
        umpire.last_observed_frame(Viewer::Seat(seat))
    };
    let mut played = PlayMovesOutput::new(args, last(umpire).position);
    for (index, text) in args.moves.iter().enumerate() {
        let number = index + 1;
        match umpire.submit(text) {
            Ok(warnings) => {
                let frame = last(umpire);
                played.moves.push(frame.text.unwrap_or_default());
                played.positions.push(frame.position);
                let warnings = warnings.iter();
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

/// Returns the move in strict notation: the choice that leads to the same position.
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

/// Submits a move for the seat to move. Returns the warnings.
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

/// Throws the face that is written before a move.
fn throw(table: &mut Table, text: &str) -> Result<(), Refusal> {
    let face = text.trim().split_once(':').and_then(|(face, _)| face.parse().ok());
    let face = face.ok_or_else(|| {
        Refusal::new("throw-first", "expected the throw before the move, as in 4:1B-2F")
    })?;
    table.throw(&[face]).map(drop)
}

/// Checks that a pass was written, after the table has passed the turn because no piece can move
/// with the throw.
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
