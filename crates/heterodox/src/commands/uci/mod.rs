//! `heterodox uci`: the engine behind the Universal Chess Interface.
//!
//! * `session`: the state of the engine and its commands;
//! * `options`: the options of `setoption`;
//! * `search`: a search in its own thread; `info`: its output;
//! * `parse`: parses commands; `lines`: reads lines of limited length;
//! * `variant`: the names of the games, and moves without spaces;
//! * `clock`: time management.
//!
//! One thread reads lines and another one searches. The main thread receives events of both and
//! runs the commands. `stop` and `isready` take effect at once; commands that need the end of a
//! search are queued. A command that fails is answered by `info string error: …` and changes
//! nothing.

pub(crate) mod clock;
mod info;
mod lines;
pub(crate) mod options;
mod parse;
mod search;
mod session;
mod variant;

use crate::help;
use crate::output::printable;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use heterodox_rules::quote;
use lines::{Line, Lines};
use session::{Next, Session};
use std::io::Write;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};

/// The most lines that are read ahead.
const MAX_BUFFERED_LINES: usize = 64;

/// An event for the main thread.
enum Event {
    /// A line was read.
    Line(std::io::Result<Line>),
    /// A search may be over.
    Over,
}

const EXAMPLES: &str = "Examples:
  printf 'position startpos\\ngo depth 6\\n' | heterodox uci
  printf 'go perft 3\\n' | heterodox uci";

/// Run as a UCI engine for chess programs
///
/// Speaks the Universal Chess Interface on standard input and output. The option `UCI_Variant`
/// selects Grand Chess (`grand`), Klin Zha (`klinzha`), or KaleidoChess for two without dice
/// (`kaleidochess`). Commands and options are listed below.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help::long_help(include_str!("../../help/uci.txt"), EXAMPLES)
)]
pub(crate) struct UciArgs {
    /// The variant at the start
    #[arg(long, value_name = "VARIANT", default_value = "grand")]
    variant: String,
}

/// Runs the command.
pub(crate) fn run(args: &UciArgs) -> Result<()> {
    let (sender, events) = sync_channel(MAX_BUFFERED_LINES);
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
                session.run_queued();
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
            Line::TooLong => Err(format!("a line is longer than {} bytes", lines::MAX_LINE_BYTES)),
            Line::InvalidUtf8 => Err("a line is not text in UTF-8".to_owned()),
            Line::End => {
                session.finish();
                return write_result();
            }
        };
        match answer {
            Ok(Next::More) => {}
            Ok(Next::Quit) => return write_result(),
            Err(why) => write_lines(&error(&why))?,
        }
    }
}

/// Reads standard input to its end, or until the receiver is gone.
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

/// Returns the answer to a command that fails.
fn error(why: &str) -> String {
    format!("info string error: {}", printable(why))
}

/// Writes one or more lines to standard output and flushes it.
fn write_lines(lines: &str) -> Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = writeln!(stdout, "{lines}").and_then(|()| stdout.flush());
    written.context("cannot write standard output")
}

/// The first error of [`send`].
static FIRST_WRITE_ERROR: Mutex<Option<anyhow::Error>> = Mutex::new(None);

/// Writes lines and stores the first error. If standard output is closed, the input will end soon,
/// and [`write_result`] reports the error then.
fn send(lines: &str) {
    if let Err(error) = write_lines(lines)
        && let Ok(mut first) = FIRST_WRITE_ERROR.lock()
    {
        first.get_or_insert(error);
    }
}

/// Returns the first error of [`send`].
fn write_result() -> Result<()> {
    let first = FIRST_WRITE_ERROR.lock().ok().and_then(|mut first| first.take());
    first.map_or(Ok(()), Err)
}

/// Quotes the user's input for an error message.
fn quoted(given: &str) -> String {
    format!("'{}'", quote(given))
}
