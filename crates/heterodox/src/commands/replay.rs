//! `heterodox replay`: reads a record of any game and prints it as understood.

use crate::clouded;
use crate::file;
use crate::output::{self, Output};
use crate::result::{self, ResultData};
use crate::start::seat_among;
use anyhow::{Context, Result};
use clap::Args;
use heterodox_rules::{Frame, Record, RecordPly, ThrowCheck, info, read_record};
use serde::Serialize;
use std::path::PathBuf;

/// Read a record and print it as understood
///
/// One ply a line (`1. gold  V@G13 G14`), then `position:` with the last position and `result:` with
/// the result (`*` while there is none). What was not written as it should be is a warning; what
/// cannot be understood or is illegal is an error with its line.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox replay game.txt
  heterodox replay --json - < game.txt
  heterodox replay --strict game.txt > clean.txt")]
pub(crate) struct ReplayArgs {
    /// The record; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print what this side saw, from the umpire's record of a game with hidden pieces: `gold` or `green`; with
    /// `--strict` its own record
    #[arg(long = "as", value_name = "SEAT")]
    as_seat: Option<String>,

    /// Print the position after each ply, too, after a tab
    #[arg(long)]
    positions: bool,

    /// Print the same record in strict notation instead
    #[arg(long, conflicts_with = "positions")]
    strict: bool,

    /// Print one JSON object: game, headers, initial, plies, moves, positions, warnings, final,
    /// result; with a seed of dice whether the throws are those
    #[arg(long, conflicts_with_all = ["strict", "positions"])]
    json: bool,
}

#[derive(Serialize)]
struct Replay<'a> {
    game: &'a str,
    headers: Vec<Header<'a>>,
    initial: &'a str,
    plies: Vec<Ply<'a>>,
    moves: Vec<&'a str>,
    positions: Vec<&'a str>,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<Dice>,
    #[serde(rename = "final")]
    last: &'a str,
    result: Option<ResultData>,
}

/// Whether the throws are those of the seed that the record names.
#[derive(Serialize)]
struct Dice {
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
struct Ply<'a> {
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
        if info(record.game)?.hidden {
            record = clouded::own_record(&text, &record, seat)
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
    if args.json { output::json(&replay) } else { as_lines(&replay, args.positions).write() }
}

fn replay(record: &Record) -> Replay<'_> {
    let plies: Vec<Ply<'_>> = record
        .frames
        .iter()
        .skip(1)
        .zip(&record.plies)
        .map(|(frame, ply)| as_data(frame, ply))
        .collect();
    Replay {
        game: record.game,
        headers: record.headers.iter().map(|(key, value)| Header { key, value }).collect(),
        initial: record.frames.first().map_or("", |frame| &frame.position),
        moves: plies.iter().map(|ply| ply.text).collect(),
        positions: plies.iter().map(|ply| ply.position).collect(),
        plies,
        warnings: warnings(record),
        dice: record.throws.as_ref().map(|check| Dice {
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
    let of_dice = record.throws.as_ref().and_then(dice_warning);
    record.warnings.iter().map(ToString::to_string).chain(of_dice).collect()
}

/// What is wrong with the throws, if anything is.
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

fn as_data<'a>(frame: &'a Frame, ply: &'a RecordPly) -> Ply<'a> {
    Ply {
        n: frame.ply,
        line: ply.line,
        side: frame.side.unwrap_or_default(),
        raw: &ply.raw,
        text: frame.text.as_deref().unwrap_or_default(),
        position: &frame.position,
    }
}

fn as_lines(replay: &Replay<'_>, positions: bool) -> Output {
    let width = replay.plies.iter().map(|ply| ply.side.len()).max().unwrap_or(0);
    let mut output = Output::default();
    for ply in &replay.plies {
        let mut line = format!("{}. {:width$} {}", ply.n, ply.side, ply.text);
        if positions {
            line = format!("{line}\t{}", ply.position);
        }
        output.line(line);
    }
    if let Some(Dice { commitment: Some(commitment), throws, agree: true, .. }) = &replay.dice {
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
