//! `heterodox replay`: reads a record of any game and prints it.

use crate::file;
use crate::games;
use crate::output::{self, Output};
use crate::result::{self, ResultData};
use crate::start::seat_among;
use anyhow::{Context, Result};
use clap::Args;
use heterodox_rules::{Frame, Record, RecordPly, ThrowCheck, Viewer, read_record};
use serde::Serialize;
use std::path::PathBuf;

/// Read a record and print its moves, warnings, final position and result
///
/// The header `game:` of a record names its game. A text that begins with a tag in brackets is a
/// PGN of Grand Chess; without either the record is of Klin Zha. The output has one line for each
/// ply (`1. gold  V@G13 G14`; SAN for Grand Chess), then `position:` with the final position and
/// `result:` (`*` without a result). Deviations from the strict notation are warnings. A move that
/// cannot be read or is illegal is an error with line, text and reason; then nothing else is
/// printed.
///
/// If the record has dice and a header `seed:`, the throws are checked against the seed, and a line
/// `dice:` shows the commitment. A warning names the first ply with a different throw. Throws of
/// players who left the game, and a face in the first position, are not checked.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox replay game.txt
  heterodox replay --json - < game.txt
  heterodox replay --strict game.txt > clean.txt")]
pub(crate) struct ReplayArgs {
    /// The file of the record; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// For an umpire's record of a game with hidden pieces: print what this side saw (`gold` or
    /// `green`); with `--strict` the record of that side
    #[arg(long = "as", value_name = "SEAT")]
    as_seat: Option<String>,

    /// Print the position after each ply, separated by a tab
    #[arg(long)]
    positions: bool,

    /// Print the record in strict notation instead; it reads back without warnings
    #[arg(long, conflicts_with = "positions")]
    strict: bool,

    #[arg(
        long, conflicts_with_all = ["strict", "positions"],
        help = "Print one JSON object: game, headers (key, value), initial, plies (n, line, \
                side, raw, move, position), moves, positions, warnings, final, result; with a \
                header `seed:` also dice (commitment, throws, agree, first_other)"
    )]
    json: bool,
}

#[derive(Serialize)]
struct ReplayOutput<'a> {
    game: &'a str,
    headers: Vec<Header<'a>>,
    initial: &'a str,
    plies: Vec<PlyOutput<'a>>,
    moves: Vec<&'a str>,
    positions: Vec<&'a str>,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<DiceOutput>,
    #[serde(rename = "final")]
    last: &'a str,
    result: Option<ResultData>,
}

/// The check of the throws against the seed in the headers.
#[derive(Serialize)]
struct DiceOutput {
    commitment: Option<String>,
    throws: usize,
    agree: bool,
    first_other: Option<usize>,
}

#[derive(Serialize)]
struct Header<'a> {
    key: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct PlyOutput<'a> {
    n: usize,
    line: usize,
    side: &'a str,
    raw: &'a str,
    #[serde(rename = "move")]
    text: &'a str,
    position: &'a str,
}

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> Result<()> {
    let text = file::read_text(&args.file)?;
    let mut record = read_record(&text).with_context(|| file::name(&args.file))?;
    if let Some(seat) = &args.as_seat {
        let seat = seat_among(seat, &record.sides)?;
        if let Some(hidden) = &games::entry(record.game).hidden {
            record = (hidden.own_record)(&text, &record, Viewer::Seat(seat))
                .with_context(|| file::name(&args.file))?;
        }
    }
    for warning in &record.warnings {
        output::warning(&warning.to_string());
    }
    if let Some(warning) = record.throws.as_ref().and_then(dice_warning) {
        output::warning(&warning);
    }
    if args.strict {
        let mut output = Output::default();
        output.line(record.strict.trim_end());
        return output.write();
    }
    let replay = replay(&record);
    if args.json { output::json(&replay) } else { text_output(&replay, args.positions).write() }
}

fn replay(record: &Record) -> ReplayOutput<'_> {
    let plies: Vec<PlyOutput<'_>> = record
        .frames
        .iter()
        .skip(1)
        .zip(&record.plies)
        .map(|(frame, ply)| ply_output(frame, ply))
        .collect();
    ReplayOutput {
        game: record.game,
        headers: record.headers.iter().map(|(key, value)| Header { key, value }).collect(),
        initial: record.frames.first().map_or("", |frame| &frame.position),
        moves: plies.iter().map(|ply| ply.text).collect(),
        positions: plies.iter().map(|ply| ply.position).collect(),
        plies,
        warnings: warnings(record),
        dice: record.throws.as_ref().map(|check| DiceOutput {
            commitment: check.commitment.clone(),
            throws: check.throws,
            agree: check.agrees(),
            first_other: check.first_other,
        }),
        last: record.frames.last().map_or("", |frame| &frame.position),
        result: record.outcome.as_ref().map(|outcome| ResultData::new(outcome, &record.sides)),
    }
}

fn warnings(record: &Record) -> Vec<String> {
    let dice = record.throws.as_ref().and_then(dice_warning);
    record.warnings.iter().map(ToString::to_string).chain(dice).collect()
}

/// Returns the warning about the throws, if there is one.
fn dice_warning(check: &ThrowCheck) -> Option<String> {
    match (&check.commitment, check.first_other) {
        (None, _) => Some(
            "header seed: no seed of dice, expected 1 to 256 visible ASCII characters".to_owned(),
        ),
        (_, Some(ply)) => {
            Some(format!("ply {ply}: the throw is not that of the seed in the header"))
        }
        (_, None) => None,
    }
}

fn ply_output<'a>(frame: &'a Frame, ply: &'a RecordPly) -> PlyOutput<'a> {
    PlyOutput {
        n: frame.ply,
        line: ply.line,
        side: frame.side.unwrap_or_default(),
        raw: &ply.raw,
        text: frame.text.as_deref().unwrap_or_default(),
        position: &frame.position,
    }
}

fn text_output(replay: &ReplayOutput<'_>, positions: bool) -> Output {
    let width = replay.plies.iter().map(|ply| ply.side.len()).max().unwrap_or(0);
    let mut output = Output::default();
    for ply in &replay.plies {
        let mut line = format!("{}. {:width$} {}", ply.n, ply.side, ply.text);
        if positions {
            line = format!("{line}\t{}", ply.position);
        }
        output.line(line);
    }
    if let Some(DiceOutput { commitment: Some(commitment), throws, agree: true, .. }) = &replay.dice
    {
        let are = match throws {
            1 => "the throw is that".to_owned(),
            throws => format!("all {throws} throws are those"),
        };
        output.line(format!("dice: {are} of the seed; its commitment is {commitment}"));
    }
    output.line(format!("position: {}", replay.last));
    output.line(result::line(replay.result.as_ref()));
    output
}
