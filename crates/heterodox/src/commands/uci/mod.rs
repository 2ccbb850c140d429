//! `heterodox uci`: the engine for chess programs, over the Universal Chess Interface.
//!
//! * `session`: the state, and what each command does to it;
//! * `options`: what can be set;
//! * `search`: a search in a thread of its own; `info`: what it says;
//! * `parse`: what is in a line;
//! * `variant`: the games by their UCI names, moves without spaces;
//! * `clock`: how much time a move may take;
//! * `lines`: lines from standard input, within limits.
//!
//! A thread reads the lines, another searches; the main thread hears of both and carries out the commands.
//! `stop` and `isready` work at once, what a search keeps from being done waits until it is over. A line that
//! cannot be carried out is answered by `info string error: …` and changes nothing.

pub(crate) mod clock;
mod info;
mod lines;
pub(crate) mod options;
mod parse;
mod search;
mod session;
mod variant;

use crate::output::{printable, quote};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use lines::{Line, Lines};
use session::{Next, Session};
use std::io::Write;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};

/// How many lines are read ahead.
const AHEAD: usize = 64;

/// What the main thread hears of.
enum Event {
    /// A line was read.
    Line(std::io::Result<Line>),
    /// A search may be over.
    Over,
}

/// Run as a UCI engine
///
/// Reads commands of the Universal Chess Interface from standard input and answers on standard output.
/// The option `UCI_Variant` is `grand` for Grand Chess, with positions and moves in the form of
/// Fairy-Stockfish, `klinzha` or `kaleidochess`.
#[derive(Args)]
#[command(after_help = "Examples:
  printf 'position startpos\\ngo depth 6\\n' | heterodox uci
  printf 'go perft 3\\n' | heterodox uci")]
pub(crate) struct UciArgs {
    /// Begin with this variant
    #[arg(long, value_name = "VARIANT", default_value = "grand")]
    variant: String,
}

/// Runs the command.
pub(crate) fn run(args: &UciArgs) -> Result<()> {
    let (sender, events) = sync_channel(AHEAD);
    let mut session = Session::new(&args.variant, sender.clone()).map_err(|why| anyhow!(why))?;
    let reader = std::thread::Builder::new().name("input".to_owned());
    reader.spawn(move || read(&sender)).context("cannot start a thread to read the input")?;
    loop {
        let event = match session.time_left() {
            None => events.recv().map_err(RecvTimeoutError::from),
            Some(left) => events.recv_timeout(left),
        };
        let line = match event {
            Ok(Event::Line(line)) => line.context("cannot read standard input")?,
            Ok(Event::Over) => {
                session.go_on();
                continue;
            }
            Err(RecvTimeoutError::Timeout) => {
                session.time_up();
                continue;
            }
            Err(error) => return Err(error).context("cannot read standard input"),
        };
        let answer = match line {
            Line::Text(line) => session.command(&line),
            Line::TooLong => Err(format!("a line is longer than {} bytes", lines::LONGEST)),
            Line::NotText => Err("a line is not text in UTF-8".to_owned()),
            Line::End => {
                session.finish();
                return told();
            }
        };
        match answer {
            Ok(Next::More) => {}
            Ok(Next::Quit) => return told(),
            Err(why) => say(&error(&why))?,
        }
    }
}

/// Reads standard input to its end, or until nobody listens.
fn read(events: &SyncSender<Event>) {
    let mut lines = Lines::new(std::io::stdin().lock());
    loop {
        let line = lines.next();
        let last = matches!(line, Err(_) | Ok(Line::End));
        if events.send(Event::Line(line)).is_err() || last {
            return;
        }
    }
}

/// How a line is answered that cannot be carried out.
fn error(why: &str) -> String {
    format!("info string error: {}", printable(why))
}

/// Writes a line, or several, to standard output at once.
fn say(lines: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = writeln!(stdout, "{lines}").and_then(|()| stdout.flush());
    written.context("cannot write standard output")
}

/// The first error of [`tell`].
static UNTOLD: Mutex<Option<anyhow::Error>> = Mutex::new(None);

/// Says something. Where nobody listens any longer, the end of the input comes next; what went wrong is said then.
fn tell(lines: &str) {
    if let Err(error) = say(lines)
        && let Ok(mut first) = UNTOLD.lock()
    {
        first.get_or_insert(error);
    }
}

/// Whether everything could be told.
fn told() -> Result<()> {
    let first = UNTOLD.lock().ok().and_then(|mut first| first.take());
    first.map_or(Ok(()), Err)
}

/// What was given, as far as an error quotes it.
fn quoted(given: &str) -> String {
    format!("'{}'", quote(given))
}
