//! `heterodox umpire`: Clouded Klin Zha with the program as the impartial third.

use crate::clouded::{self, GAME, Umpire};
use crate::output;
use crate::result::ResultData;
use crate::start::StartArgs;
use anyhow::{Context, Result};
use clap::Args;
use heterodox_rules::clouded::{Capture, HaltCause};
use heterodox_rules::klinzha::{Side, board};
use serde::Serialize;
use std::io::BufRead;

/// Umpire a game of Clouded Klin Zha
///
/// Reads intents, one a line, from standard input, those of both sides in turn, and prints one JSON object a line: what
/// each side is told, the true position and the views. This is for whoever may know the truth.
#[derive(Args)]
#[command(after_help = "Examples:
  echo 'V@D17 D16' | heterodox umpire --quick-start north-west --clouds seed:7
  echo 'Fl@G14 D16' | heterodox umpire --position \"$P\" --clouds blind")]
pub(crate) struct UmpireArgs {
    /// The clouds: a map file, `blind` or `seed:N`
    #[arg(long, value_name = "FILE|blind|seed:N")]
    clouds: String,

    /// Start from this position string
    #[arg(long, value_name = "P", conflicts_with = "quick_start")]
    position: Option<String>,

    /// Start from the ready-made setup of this name (`heterodox games` lists them)
    #[arg(long, value_name = "NAME")]
    quick_start: Option<String>,

    /// Set a table option; may be given several times (`heterodox games` lists them)
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,

    /// Print JSON, as it does in any case
    #[arg(long = "json")]
    _json: bool,
}

/// What came of a line.
#[derive(Serialize)]
struct Line {
    accepted: bool,
    refusal: Option<String>,
    mover: Option<Told>,
    opponent: Option<Heard>,
    position: String,
    views: Views,
}

/// What the mover is told.
#[derive(Serialize)]
struct Told {
    ended: &'static str,
    captured: Option<&'static str>,
    halted: Option<&'static str>,
    result: Option<ResultData>,
}

/// What the opponent is told.
#[derive(Serialize)]
struct Heard {
    lost: Option<Lost>,
    result: Option<ResultData>,
}

#[derive(Serialize)]
struct Lost {
    piece: &'static str,
    cell: &'static str,
}

#[derive(Serialize)]
struct Views {
    gold: String,
    green: String,
    public: String,
}

/// Runs the command.
pub(crate) fn run(args: &UmpireArgs) -> Result<()> {
    let mut options = args.options.clone();
    options.push(format!("clouds={}", args.clouds));
    let start = StartArgs {
        game: GAME.to_owned(),
        position: args.position.clone(),
        quick_start: args.quick_start.clone(),
        options,
    };
    let mut umpire = Umpire::open(&start)?;
    clouded::warn_of_clouds(GAME, &start.setting()?);
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    let mut number = 0;
    while input.read_until(b'\n', &mut bytes).context("cannot read standard input")? > 0 {
        number += 1;
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        if !text.is_empty() {
            output::json(&rule(&mut umpire, number, &text))?;
        }
    }
    Ok(())
}

/// Rules on an intent.
fn rule(umpire: &mut Umpire, number: usize, text: &str) -> Line {
    let (refusal, mover, opponent) = match umpire.submit(text) {
        Err(refusal) => (Some(refusal.message), None, None),
        Ok(ruling) => {
            for warning in &ruling.warnings {
                output::warning(&format!("line {number}: {warning}"));
            }
            let cell = board::name(ruling.ended);
            let captured = ruling.captured.map(Capture::code);
            let told = Told {
                ended: cell,
                captured,
                halted: ruling.halted.map(HaltCause::key),
                result: umpire.result(),
            };
            let heard =
                Heard { lost: captured.map(|piece| Lost { piece, cell }), result: umpire.result() };
            (None, Some(told), Some(heard))
        }
    };
    let arbiter = umpire.arbiter();
    let view = |side| arbiter.board_view(side).map(ToString::to_string).unwrap_or_default();
    Line {
        accepted: refusal.is_none(),
        refusal,
        mover,
        opponent,
        position: arbiter.position().map(ToString::to_string).unwrap_or_default(),
        views: Views {
            gold: view(Some(Side::Gold)),
            green: view(Some(Side::Green)),
            public: view(None),
        },
    }
}
