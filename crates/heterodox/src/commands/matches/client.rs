//! A small client for programs that speak UCI.

use super::driver::{Answer, Ask, Failure};
use super::spec::{Limit, Spec, Who};
use heterodox_engine::Score;
use heterodox_engine::grand_chess;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to start, or to say that it is ready.
const START: Duration = Duration::from_mins(1);
/// How long after its time a program is waited for before it is ended.
const GRACE: Duration = Duration::from_secs(5);
/// How many of its lines may wait to be read.
const AHEAD: usize = 4096;

/// A running program.
pub(super) struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    letters: Vec<(String, char)>,
}

impl Client {
    /// Starts a program for a game and tells it the options.
    pub(super) fn start(spec: &Spec, game: &str, rules: &[(&str, &str)]) -> Result<Self, String> {
        let Who::Program(path, arguments) = &spec.who else {
            return Err("no program".to_owned());
        };
        let mut child = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {path}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{path} has no pipes"));
        };
        let (sender, lines) = sync_channel(AHEAD);
        let reader = std::thread::Builder::new().name("program".to_owned());
        let read = move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { return };
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        reader.spawn(read).map_err(|error| format!("cannot start a thread: {error}"))?;
        let mut client = Self { child, input, lines, letters: spec.letters.clone() };
        client.introduce(spec, game, rules)?;
        Ok(client)
    }

    fn introduce(&mut self, spec: &Spec, game: &str, rules: &[(&str, &str)]) -> Result<(), String> {
        self.say("uci")?;
        let mut options = Vec::new();
        self.until("uciok", START, |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.to_owned());
            }
        })?;
        let offers =
            |name: &str| options.iter().any(|option| option.starts_with(&format!("{name} type ")));
        // A file of variants has to be read before one of them is chosen.
        for (name, value) in spec.options.iter().filter(|(name, _)| name == "VariantPath") {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        let variant = spec.variant.clone().unwrap_or_else(|| {
            let grand = game == grand_chess::GAME;
            if grand { "grand".to_owned() } else { game.to_owned() }
        });
        self.say(&format!("setoption name UCI_Variant value {variant}"))?;
        if offers("Hash") {
            self.say(&format!("setoption name Hash value {}", spec.hash))?;
        }
        let ours = rules.iter().filter_map(|(key, value)| match *key {
            "promotion" => Some(("Promotion", *value)),
            "own" => Some(("OwnPieces", *value)),
            _ => None,
        });
        for (name, value) in ours.filter(|(name, _)| offers(name)) {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        for (name, value) in spec.options.iter().filter(|(name, _)| name != "VariantPath") {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        self.ready()
    }

    fn ready(&mut self) -> Result<(), String> {
        self.say("isready")?;
        self.until("readyok", START, |_| {}).map(|_| ())
    }

    /// Begins another game.
    pub(super) fn new_game(&mut self) -> Result<(), String> {
        self.say("ucinewgame")?;
        self.ready()
    }

    /// Asks for a move.
    pub(super) fn choose(&mut self, ask: &Ask<'_>, limit: Limit) -> Result<Answer, Failure> {
        let crash = Failure::Crash;
        let mut position = format!("position fen {}", self.fen(ask.start));
        if !ask.moves.is_empty() {
            position += " moves";
            for text in ask.moves {
                position.push(' ');
                position += &self.their_move(text);
            }
        }
        self.say(&position).map_err(crash)?;
        let mut go = match limit {
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::Time(time) => format!("go movetime {}", time.as_millis()),
            Limit::Clock(..) => {
                let [white, black] = ask.clocks.map(|(left, _)| left.as_millis());
                let [more_white, more_black] = ask.clocks.map(|(_, more)| more.as_millis());
                format!("go wtime {white} btime {black} winc {more_white} binc {more_black}")
            }
            Limit::Own => "go depth 1".to_owned(),
        };
        if !ask.only.is_empty() {
            go += " searchmoves";
            for text in ask.only {
                go.push(' ');
                go += &self.their_move(text);
            }
        }
        let patience = match limit {
            Limit::Time(time) => time + ask.margin + GRACE,
            Limit::Clock(..) => ask.clocks[ask.seat.index() & 1].0 + ask.margin + GRACE,
            _ => ask.patience,
        };
        let begin = Instant::now();
        self.say(&go).map_err(crash)?;
        let mut answer = Answer::default();
        let line = self.until("bestmove", patience, |line| read_info(line, &mut answer));
        answer.took = begin.elapsed();
        let line = match line {
            Ok(line) => line,
            Err(_) if limit.is_timed() && begin.elapsed() >= patience => return Err(Failure::Late),
            Err(why) => return Err(Failure::Crash(why)),
        };
        let best = line.split_whitespace().nth(1).unwrap_or_default();
        answer.text = self.our_move(best);
        Ok(answer)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("it does not listen: {error}"))
    }

    /// Reads until a line begins with this word, and gives it; shows every line before.
    fn until(
        &mut self,
        word: &str,
        patience: Duration,
        mut each: impl FnMut(&str),
    ) -> Result<String, String> {
        let begin = Instant::now();
        loop {
            let left = patience.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(line) => each(&line),
                Err(RecvTimeoutError::Disconnected) => return Err("it has ended".to_owned()),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no '{word}' came in time"));
                }
            }
        }
    }

    /// A position as the program reads it.
    fn fen(&self, position: &str) -> String {
        self.letters.iter().fold(position.to_owned(), |fen, (code, letter)| {
            fen.replace(&format!("{{{code}}}"), &letter.to_ascii_uppercase().to_string())
                .replace(&format!("{{{}}}", code.to_lowercase()), &letter.to_string())
        })
    }

    /// A move as the program reads it.
    fn their_move(&self, text: &str) -> String {
        let text = text.replace(' ', "_");
        for (code, letter) in &self.letters {
            if let Some(rest) = text.strip_suffix(&code.to_lowercase())
                && rest.ends_with(|c: char| c.is_ascii_digit())
            {
                return format!("{rest}{letter}");
            }
        }
        text
    }

    /// A move of the program as the game writes it.
    fn our_move(&self, text: &str) -> String {
        for (code, letter) in &self.letters {
            if let Some(rest) = text.strip_suffix(*letter)
                && rest.ends_with(|c: char| c.is_ascii_digit())
            {
                return format!("{rest}{}", code.to_lowercase());
            }
        }
        text.replace('_', " ")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(1) {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes what an `info` line says of the best line.
fn read_info(line: &str, answer: &mut Answer) {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
        return;
    }
    let after = |key: &str| {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1).copied()
    };
    if after("multipv").is_some_and(|number| number != "1") {
        return;
    }
    if let Some(nodes) = after("nodes").and_then(|nodes| nodes.parse().ok()) {
        answer.nodes = nodes;
    }
    let number = |key| after(key).and_then(|number| number.parse::<i32>().ok());
    // A bound is no score.
    if !words.contains(&"lowerbound") && !words.contains(&"upperbound") {
        let mate = |moves: i32| match moves {
            1.. => Score::WinIn(2 * moves as u32 - 1),
            _ => Score::LossIn(2 * moves.unsigned_abs()),
        };
        answer.score = number("cp").map(Score::Centi).or(number("mate").map(mate)).or(answer.score);
        answer.depth = number("depth").map_or(answer.depth, |depth| depth.max(0) as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let mut answer = Answer::default();
        read_info("info depth 5 seldepth 9 multipv 1 score cp -31 nodes 700 pv a b", &mut answer);
        assert_eq!((answer.score, answer.nodes, answer.depth), (Some(Score::Centi(-31)), 700, 5));
        read_info("info depth 5 multipv 2 score cp -99 nodes 700 pv a b", &mut answer);
        read_info("info depth 6 score cp 99 lowerbound nodes 800", &mut answer);
        read_info("info string score cp 7", &mut answer);
        assert_eq!((answer.score, answer.nodes, answer.depth), (Some(Score::Centi(-31)), 800, 5));
        read_info("info depth 7 score mate -2 nodes 900", &mut answer);
        assert_eq!(answer.score, Some(Score::LossIn(4)));
    }
}
