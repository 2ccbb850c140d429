//! `heterodox play`: a game in the terminal, between people and computers.
//!
//! * `repl`: the loop at the prompt; `hidden`, `review`: parts of it;
//! * `session`: the game without input and output; `saved`, `seal`: files of games;
//! * `command`, `lookup`: what a line means; `seating`: `--seat`; `dice`: seeded dice;
//! * `console`, `screen`, `texts`: what is shown.

mod command;
mod console;
mod dice;
mod hidden;
mod lookup;
mod repl;
mod review;
mod saved;
mod screen;
mod seal;
mod seating;
mod session;
mod texts;

use crate::board::{Appearance, ColourChoice};
use crate::help;
use crate::output;
use crate::start::StartArgs;
use anyhow::{Result, bail};
use clap::Args;
use console::Console;
use dice::SeededDice;
use heterodox_engine::Level;
use heterodox_host::clock::{TimeControl, TimeRules};
use heterodox_host::{Game, Opening};
use heterodox_rules::{DiceSeed, has_random_start, info};
use seating::SeatingRequest;
use session::Session;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  heterodox play klinzha
  heterodox play klinzha --quick-start north-west --level 8 --seat 1
  heterodox play klinzha --load game.txt
  heterodox play clouded-klinzha --option clouds=blind
  heterodox play clouded-klinzha --hot-seat
  heterodox play kaleidochess --option seats=4 --seat white=me --seat black=me --seat red=3
  heterodox play kaleidochess --dice qapla
  heterodox play grand-chess --option setup=classic+random --option extra=4
  printf 'hint\\nquit\\n' | heterodox play klinzha --quick-start north-west --seed 7";

/// Play in the terminal, against computers and people
///
/// Without --position or --quick-start the game begins with its setup; the program throws the dice.
/// Type `help` at the prompt. Input may come from a pipe, one command a line: the lines are echoed,
/// and the game ends with the input.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help::long_help(include_str!("../../help/play.txt"), EXAMPLES)
)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Level of computers without a level of their own, from 1 to 8 (strongest)
    #[arg(long, value_name = "1-8", default_value_t = Level::DEFAULT, value_parser = level)]
    level: Level,

    /// Your seat: its number from 0, a side such as `gold` if the start assigns the sides, or
    /// `random` [default: 0, the first side; with --load the seats that the record gives to
    /// people]. Or, several times, the player of each seat: SEAT=me for a person at this terminal,
    /// SEAT=1 to SEAT=8 for a computer of that level. Computers take the other seats; without any
    /// `me` only computers play
    #[arg(long = "seat", value_name = "SEAT[=WHO]")]
    seats: Vec<String>,

    /// People play on all seats at this terminal. In games with hidden pieces the screen is cleared
    /// between two people
    #[arg(long, conflicts_with_all = ["seats", "level"])]
    hot_seat: bool,

    /// Seed for dice and for the choices of computers. The same seed and moves give the same game
    /// if no time limit is reached
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Seed of the dice: 1 to 256 visible characters (see `heterodox dice`). In KaleidoChess it
    /// implies `dice=on`. Without --dice, the dice of KaleidoChess follow --seed, or else a secret
    /// seed, whose SHA-256 is shown at the start and which is shown at the end
    #[arg(long, value_name = "SEED")]
    dice: Option<DiceSeed>,

    /// Time limit of computers for a move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Clock of each person: `10+5` (minutes and seconds a move), `10m 3x30s`, `15m delay 10s` or
    /// another that docs/clocks.md explains. With it nothing can be taken back or set aside
    #[arg(long, value_name = "TIME", conflicts_with = "load")]
    clock: Option<TimeControl>,

    /// Continue the game in this record or sealed file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "quick_start", "options"])]
    load: Option<PathBuf>,

    /// When to use colours; `auto` looks at the terminal and at the variable `NO_COLOR`
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    color: ColourChoice,

    /// Draw the board with ASCII characters only, as in a locale that is not UTF-8
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
    // 32 bits are short enough to be copied by hand.
    let seed = args.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let info = info(&args.start.game)?;
    let mut setting = args.start.setting()?;
    // Random arrays and cloud maps come from the option `seed`, which is shown. In games with
    // hidden pieces it must differ from the seed of the dice and the computer, which would reveal
    // them.
    let is_random = if info.hidden {
        has_random_start(info.id, &setting.options)?
    } else {
        args.start.position.is_none()
    };
    if let Some(key) = info.seeded_by.filter(|_| is_random) {
        let shown = match args.seed {
            None if info.hidden => rand::random::<u32>().into(),
            _ => seed,
        };
        setting.options.0.entry(key.to_owned()).or_insert_with(|| shown.to_string());
    }
    // `--dice` implies dice.
    if args.dice.is_some()
        && args.load.is_none()
        && info.options.iter().any(|option| option.key == "dice")
    {
        setting.options.0.entry("dice".to_owned()).or_insert_with(|| "on".to_owned());
    }
    let level = args.level;
    let request = if args.hot_seat {
        Some(SeatingRequest::People)
    } else {
        SeatingRequest::parse(&args.seats, info)?
    };
    let mut opening = Opening::with_free_seats(info.id, setting)?;
    // In games against an engine the house rules are on by default (R-KZ5).
    let seats = opening.players.len();
    if !request.as_ref().is_some_and(|request| request.is_of_people(seats)) {
        opening.options.apply_house_rules(info.options);
    }
    if let Some(control) = args.clock {
        control.check()?;
        opening.time = Some(TimeRules::new(control));
    }
    let game = Game::open(info.id, session::NOW, opening)?;
    let Some(mut session) = Session::new(info, game, level, args.time, seed) else {
        bail!("the computer does not play {}", info.id);
    };
    if let Some(path) = &args.load {
        session.chance.seeded_dice = args.dice.clone().map(SeededDice::public);
        for warning in session.load(path, request.as_ref())? {
            output::warning(&warning);
        }
    } else {
        session.chance.seeded_dice =
            dice::for_table(session.table(), args.dice.as_ref(), args.seed)?;
        session.assign_seats(request.as_ref())?;
        session.start_clocks()?;
    }
    let console = Console::new(Appearance::detect(args.color, args.ascii));
    repl::Repl::new(session, console).run()
}
