//! `heterodox play`: a game in the terminal, between people and computers.

mod command;
mod console;
mod dice;
mod game;
mod hidden;
mod lookup;
mod review;
mod saved;
mod screen;
mod seal;
mod seating;
mod session;
mod words;

use crate::board::{ColourWhen, Look};
use crate::output;
use crate::start::StartArgs;
use anyhow::{Result, bail};
use clap::Args;
use console::Console;
use dice::FairDice;
use heterodox_engine::Level;
use heterodox_rules::{DiceSeed, Setting, info, open};
use seating::{Sitter, Wish};
use session::Session;
use std::path::PathBuf;
use std::time::Duration;

/// Play in the terminal: people and computers, on as many seats as the game has
///
/// Without --position or --quick-start the game begins with its whole setup; the program throws the
/// dice. Type `help` at the prompt. Input may come from a pipe: one command a line, and the game ends
/// with the input.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox play klinzha
  heterodox play klinzha --quick-start north-west --level 8 --seat 1
  heterodox play klinzha --load game.txt
  heterodox play clouded-klinzha --option clouds=blind
  heterodox play clouded-klinzha --hot-seat
  heterodox play kaleidochess --option seats=4 --seat white=me --seat black=me --seat red=3
  heterodox play kaleidochess --dice qapla
  heterodox play grand-chess --option setup=classic+random --option extra=4
  printf 'hint\\nquit\\n' | heterodox play klinzha --quick-start north-west --seed 7")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    start: StartArgs,

    /// How well computers play where nothing else is said: from 1 to 8, which is as well as they can
    #[arg(long, value_name = "1-8", default_value_t = Level::DEFAULT, value_parser = level)]
    level: Level,

    /// Your seat: its number from 0, a side such as `gold` where the start settles the sides, or
    /// `random` [default: 0; with --load those that the record leaves to you]. Or, several times, who sits
    /// where: SEAT=me, or SEAT=1 to 8 for the computer of a level; it takes the seats that are left
    #[arg(long = "seat", value_name = "SEAT[=WHO]")]
    seats: Vec<String>,

    /// People play on all seats at this terminal. Where pieces are hidden, the screen is cleared between them
    #[arg(long, conflicts_with_all = ["seats", "level"])]
    hot_seat: bool,

    /// Seed for dice and for the computer's choices; the same seed and moves give the same game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Seed of the dice: 1 to 256 visible characters. `heterodox dice SEED` shows its throws. Without it, dice that are thrown
    /// all through a game follow a secret seed, whose SHA-256 is shown at the start and which is shown at the end
    #[arg(long, value_name = "SEED")]
    dice: Option<DiceSeed>,

    /// The longest time that the computer may think about a move
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Go on with the game in this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "quick_start", "options"])]
    load: Option<PathBuf>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColourWhen::Auto)]
    color: ColourWhen,

    /// Draw the board with ASCII characters alone
    #[arg(long)]
    ascii: bool,
}

/// Reads a level.
fn level(text: &str) -> Result<Level, String> {
    Level::from_key(text).ok_or_else(|| format!("expected a level from 1 to {}", Level::FULL))
}

/// Reads a time in seconds, such as `0.2`.
fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected seconds, more than 0 and at most 3600".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if seconds > 0.0 && seconds <= 3600.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(wrong())
    }
}

/// Runs the command.
pub(crate) fn run(args: &PlayArgs) -> Result<()> {
    // Short enough to be copied by hand.
    let seed = args.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let info = info(&args.start.game)?;
    let mut setting = args.start.setting()?;
    // Arrays and maps that are drawn come from a seed that is shown. Where something is hidden it must not be the one
    // of the dice and the computer, which would tell.
    let drawn = args.start.position.is_none() || info.hidden;
    let given = setting.options.0.contains_key("clouds");
    if info.options.iter().any(|option| option.key == "seed") && drawn && !given {
        let shown = match args.seed {
            None if info.hidden => rand::random::<u32>().into(),
            _ => seed,
        };
        setting.options.0.entry("seed".to_owned()).or_insert_with(|| shown.to_string());
    }
    // Who names a seed of the dice wants dice.
    if args.dice.is_some()
        && args.load.is_none()
        && info.options.iter().any(|option| option.key == "dice")
    {
        setting.options.0.entry("dice".to_owned()).or_insert_with(|| "on".to_owned());
    }
    let level = args.level;
    let wish = if args.hot_seat { Some(Wish::People) } else { Wish::read(&args.seats, info)? };
    // In games against an engine the house rules are on unless the player says otherwise (R-KZ5).
    if !people_alone(wish.as_ref(), info.id, &setting)? {
        setting.options.apply_house_rules(info.options);
    }
    let Some(mut session) = Session::new(info, setting, level, args.time, seed)? else {
        bail!("the computer does not play {}", info.id);
    };
    if args.load.is_some() {
        session.fair = args.dice.clone().map(FairDice::known);
    } else {
        session.fair = dice::for_table(&session.table, args.dice.as_ref(), args.seed)?;
    }
    if args.hot_seat {
        session.sit(&Wish::People)?;
    }
    if let Some(path) = &args.load {
        for warning in session.load(path)? {
            output::warning(&warning);
        }
    }
    if let Some(wish) = wish {
        session.sit(&wish)?;
    }
    let console = Console::new(Look::find(args.color, args.ascii));
    game::Game::new(session, console).run()
}

/// Whether no computer plays.
fn people_alone(wish: Option<&Wish>, game: &str, setting: &Setting) -> Result<bool> {
    Ok(match wish {
        Some(Wish::People) => true,
        Some(Wish::Each(each)) => {
            let people = each.iter().filter(|(_, _, sitter)| *sitter == Sitter::Person).count();
            people == open(game, setting)?.seats()
        }
        _ => false,
    })
}
