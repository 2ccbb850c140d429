//! Random UCI sessions: `stop`, `ponderhit`, `quit` and other commands at random times. No session
//! may hang, crash or leave a `go` without `bestmove`. The tests do not depend on the speed of the
//! machine; a watchdog ends a session that hangs.

use heterodox_testkit::Rng;
use std::io::{Read, Write};
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The number of sessions in the normal test; the ignored test runs the rest of a thousand.
const ALWAYS: usize = 150;
/// The time after which the watchdog ends a session, enough for slow machines.
const TIMEOUT: Duration = Duration::from_mins(2);

const BATTLE: &str = "position fen 1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

const LINES: [&str; 32] = [
    "uci",
    "isready",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "ponderhit",
    "d",
    "position startpos",
    "position startpos moves c3c5 d8d6",
    "position fen 9k/R9/10/10/10/10/10/10/1R8/K9 w - - 0 60",
    "position fen 1R7k/R9/10/10/10/10/10/10/10/K9 b - - 0 60",
    "setoption name UCI_Variant value grand",
    "setoption name UCI_Variant value klinzha",
    "setoption name UCI_Variant value kaleidochess",
    BATTLE,
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Hash value 1",
    "setoption name Threads value 1",
    "setoption name Threads value 3",
    "setoption name Clear Hash",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_Elo value 1400",
    "setoption name Move Overhead value 0",
    "setoption name Skill Level value 1",
    "setoption name Skill Level value 9",
    "setoption name OwnPieces value Xy:KAD",
    "debug on",
    "",
    "\u{1f}nonsense ÿ",
];

const GOES: [&str; 20] = [
    "go infinite",
    "go",
    "go ponder wtime 40 btime 40 winc 1 binc 1",
    "go ponder depth 2",
    "go ponder",
    "go depth 2",
    "go nodes 300",
    "go movetime 3",
    "go wtime 30 btime 30",
    "go mate 1",
    "go mate 9 movetime 5",
    "go ponder mate 2",
    "go infinite searchmoves c3c5 c3c4",
    "go mate 3 infinite",
    "go perft 0",
    "go perft 3",
    "go depth 1 searchmoves c3c5",
    "go ponder infinite",
    "go depth x",
    "go wtime -20 btime -20",
];

/// Returns the lines of a session, and whether it ends with `quit` instead of the end of the input.
fn conversation(number: usize) -> (String, bool) {
    let mut rng = Rng::new(number as u64);
    let mut text = String::new();
    for _ in 0..3 + rng.next_u64() % 22 {
        let line =
            if rng.next_u64().is_multiple_of(3) { rng.pick(&GOES) } else { rng.pick(&LINES) };
        text += line;
        text.push('\n');
    }
    let quits = rng.next_u64().is_multiple_of(2);
    if quits {
        text += "quit\n";
    }
    (text, quits)
}

/// Waits for the end of the program, up to the limit of the watchdog.
fn ended(child: &mut Child, text: &str) -> std::process::ExitStatus {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            return status;
        }
        if begin.elapsed() > TIMEOUT {
            let _ = child.kill();
            panic!("no end of this conversation:\n{text}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn converse(number: usize) {
    let (text, quits) = conversation(number);
    let mut child = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut rng = Rng::new(!(number as u64));
    // Some is said at once, some a line at a time, so that searches begin in between.
    let slowly = rng.next_u64().is_multiple_of(4);
    let said = text.clone();
    let speaker = std::thread::spawn(move || {
        for line in said.split_inclusive('\n') {
            // The program reads no lines after `quit`.
            let _ = stdin.write_all(line.as_bytes());
            if slowly {
                std::thread::sleep(Duration::from_millis(rng.next_u64() % 4));
            }
        }
    });
    let mut stdout = child.stdout.take().expect("a pipe");
    let listener = std::thread::spawn(move || {
        let mut out = String::new();
        stdout.read_to_string(&mut out).expect("text");
        out
    });
    let status = ended(&mut child, &text);
    speaker.join().expect("everything is said");
    let out = listener.join().expect("everything is heard");
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    assert!(status.success() && err.is_empty(), "{status}: {err}\n{text}\n--\n{out}");
    let count = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("readyok"), text.lines().filter(|line| *line == "isready").count(), "{text}");
    let goes = text.lines().filter(|line| line.starts_with("go")).count();
    let answers = count("bestmove ")
        + count("Nodes searched: ")
        + count("info string perft was stopped")
        + count("info string error: go: ");
    if quits {
        // `quit` drops queued commands.
        assert!(answers <= goes, "{text}\n--\n{out}");
    } else {
        assert_eq!(answers, goes, "{text}\n--\n{out}");
    }
    assert!(!out.contains("the search failed"), "{text}\n--\n{out}");
}

/// Runs these sessions, several at a time.
fn hold(numbers: Range<usize>) {
    let next = Arc::new(AtomicUsize::new(numbers.start));
    let talkers = std::thread::available_parallelism().map_or(2, usize::from).min(4);
    let threads: Vec<_> = (0..talkers)
        .map(|_| {
            let next = Arc::clone(&next);
            std::thread::spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        return;
                    }
                    converse(number);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("a conversation that ends well");
    }
}

#[test]
fn random_conversations_end_well() {
    hold(0..ALWAYS);
}

#[test]
#[ignore = "a minute: all of a thousand conversations"]
fn a_thousand_random_conversations_end_well() {
    hold(0..1000);
}
