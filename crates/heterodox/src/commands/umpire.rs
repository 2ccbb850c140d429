//! `heterodox umpire`: rules on the intents of Clouded Klin Zha.

use crate::games::Umpire as _;
use crate::games::clouded::{self, CloudedUmpire, GAME};
use crate::help;
use crate::output;
use crate::result::ResultData;
use crate::start::StartArgs;
use anyhow::{Context, Result};
use clap::Args;
use heterodox_rules::clouded::{Capture, HaltCause};
use heterodox_rules::klinzha::{Side, board};
use serde::Serialize;
use std::io::BufRead;

const EXAMPLES: &str = "Examples:
  echo 'V@D17 D16' | heterodox umpire --quick-start north-west --clouds seed:7
  echo 'Fl@G14 D16' | heterodox umpire --position \"$P\" --clouds blind";

/// Umpire a game of Clouded Klin Zha: intents in, rulings out
///
/// Reads the intents of both sides in turn from standard input, one a line, and prints one JSON
/// object for each: the ruling, the position and the views. The output tells everything that the
/// players do not know, so it is for tests, arbiters and bots in training.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help::long_help(include_str!("../help/umpire.txt"), EXAMPLES)
)]
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

    /// Set a table option; may be given several times (`heterodox games --help` explains them)
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,

    /// Print JSON. The command always does; scripts may pass `--json` to every command
    #[arg(long = "json")]
    _json: bool,
}

/// The output for a line of input.
#[derive(Serialize)]
struct RulingOutput {
    accepted: bool,
    refusal: Option<String>,
    mover: Option<ForMover>,
    opponent: Option<ForOpponent>,
    position: String,
    views: Views,
}

/// The announcement to the mover.
#[derive(Serialize)]
struct ForMover {
    ended: &'static str,
    captured: Option<&'static str>,
    halted: Option<&'static str>,
    result: Option<ResultData>,
}

/// The announcement to the opponent.
#[derive(Serialize)]
struct ForOpponent {
    lost: Option<LostPiece>,
    result: Option<ResultData>,
}

#[derive(Serialize)]
struct LostPiece {
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
    let mut umpire = CloudedUmpire::open(&start)?;
    clouded::warn_of_clouds(&start.setting()?);
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

/// Submits an intent and returns the output for it.
fn rule(umpire: &mut CloudedUmpire, number: usize, text: &str) -> RulingOutput {
    let (refusal, mover, opponent) = match umpire.rule(text) {
        Err(refusal) => (Some(refusal.message), None, None),
        Ok(ruling) => {
            for warning in &ruling.warnings {
                output::warning(&format!("line {number}: {warning}"));
            }
            let cell = board::name(ruling.ended);
            let captured = ruling.captured.map(Capture::code);
            let for_mover = ForMover {
                ended: cell,
                captured,
                halted: ruling.halted.map(HaltCause::key),
                result: umpire.result(),
            };
            let for_opponent = ForOpponent {
                lost: captured.map(|piece| LostPiece { piece, cell }),
                result: umpire.result(),
            };
            (None, Some(for_mover), Some(for_opponent))
        }
    };
    let game = umpire.game();
    let view = |side| game.board_view(side).map(ToString::to_string).unwrap_or_default();
    RulingOutput {
        accepted: refusal.is_none(),
        refusal,
        mover,
        opponent,
        position: game.position().map(ToString::to_string).unwrap_or_default(),
        views: Views {
            gold: view(Some(Side::Gold)),
            green: view(Some(Side::Green)),
            public: view(None),
        },
    }
}
