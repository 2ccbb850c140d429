//! A UCI client, which runs other programs as engines of a match.

use super::driver::{Failure, MoveReply, MoveRequest};
use super::spec::{EngineKind, EngineSpec, TimeControl};
use crate::games::entry;
use heterodox_engine::Score;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The time limit for `uciok` and `readyok`.
const START_TIMEOUT: Duration = Duration::from_mins(1);
/// The time after a lost time limit before a program is killed.
const KILL_DELAY: Duration = Duration::from_secs(5);
/// The most lines of output that are buffered.
const MAX_BUFFERED_LINES: usize = 4096;

/// A running program.
pub(super) struct UciClient {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    piece_letters: Vec<(String, char)>,
}

impl UciClient {
    /// Starts a program and sends its options for a game.
    pub(super) fn start(
        spec: &EngineSpec,
        game: &str,
        rules: &[(&str, &str)],
    ) -> Result<Self, String> {
        let EngineKind::Program(path, arguments) = &spec.kind else {
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
        let (sender, lines) = sync_channel(MAX_BUFFERED_LINES);
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
        let mut client = Self { child, input, lines, piece_letters: spec.piece_letters.clone() };
        client.handshake(spec, game, rules)?;
        Ok(client)
    }

    fn handshake(
        &mut self,
        spec: &EngineSpec,
        game: &str,
        rules: &[(&str, &str)],
    ) -> Result<(), String> {
        self.send("uci")?;
        let mut options = Vec::new();
        self.read_until("uciok", START_TIMEOUT, |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.to_owned());
            }
        })?;
        let offers =
            |name: &str| options.iter().any(|option| option.starts_with(&format!("{name} type ")));
        // `VariantPath` must be set before `UCI_Variant`, which may name a variant of that file.
        for (name, value) in spec.options.iter().filter(|(name, _)| name == "VariantPath") {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        let uci = entry(game).uci.as_ref();
        let variant = spec.variant.as_deref().or(uci.map(|uci| uci.variant)).unwrap_or(game);
        self.send(&format!("setoption name UCI_Variant value {variant}"))?;
        if offers("Hash") {
            self.send(&format!("setoption name Hash value {}", spec.hash))?;
        }
        let table_options = uci.map_or(&[][..], |uci| uci.options);
        let ours = rules.iter().filter_map(|(key, value)| {
            let known = table_options.iter().find(|(own, _)| own == key);
            known.map(|(_, name)| (*name, *value))
        });
        for (name, value) in ours.filter(|(name, _)| offers(name)) {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        for (name, value) in spec.options.iter().filter(|(name, _)| name != "VariantPath") {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.ready()
    }

    fn ready(&mut self) -> Result<(), String> {
        self.send("isready")?;
        self.read_until("readyok", START_TIMEOUT, |_| {}).map(|_| ())
    }

    /// Starts a new game.
    pub(super) fn new_game(&mut self) -> Result<(), String> {
        self.send("ucinewgame")?;
        self.ready()
    }

    /// Requests a move.
    pub(super) fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        limit: TimeControl,
    ) -> Result<MoveReply, Failure> {
        let crash = Failure::Crash;
        let mut position = format!("position fen {}", self.fen(request.start));
        if !request.moves.is_empty() {
            position += " moves";
            for text in request.moves {
                position.push(' ');
                position += &self.program_move(text);
            }
        }
        self.send(&position).map_err(crash)?;
        let mut go = match limit {
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
            TimeControl::Time(time) => format!("go movetime {}", time.as_millis()),
            TimeControl::Clock(..) => {
                let [white, black] = request.clocks.map(|(left, _)| left.as_millis());
                let [more_white, more_black] = request.clocks.map(|(_, more)| more.as_millis());
                format!("go wtime {white} btime {black} winc {more_white} binc {more_black}")
            }
            TimeControl::Unlimited => "go depth 1".to_owned(),
        };
        if !request.only.is_empty() {
            go += " searchmoves";
            for text in request.only {
                go.push(' ');
                go += &self.program_move(text);
            }
        }
        let patience = match limit {
            TimeControl::Time(time) => time + request.margin + KILL_DELAY,
            TimeControl::Clock(..) => {
                request.clocks[request.seat.index() & 1].0 + request.margin + KILL_DELAY
            }
            _ => request.patience,
        };
        let begin = Instant::now();
        self.send(&go).map_err(crash)?;
        let mut answer = MoveReply::default();
        let line = self.read_until("bestmove", patience, |line| parse_info(line, &mut answer));
        answer.took = begin.elapsed();
        let line = match line {
            Ok(line) => line,
            Err(_) if limit.is_timed() && begin.elapsed() >= patience => {
                return Err(Failure::Timeout);
            }
            Err(why) => return Err(Failure::Crash(why)),
        };
        let best = line.split_whitespace().nth(1).unwrap_or_default();
        answer.text = self.parse_program_move(best);
        Ok(answer)
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("it does not listen: {error}"))
    }

    /// Reads up to the line that begins with this word and returns it. Calls `each` with every line
    /// before it.
    fn read_until(
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

    /// Converts a position to the program's letters for pieces.
    fn fen(&self, position: &str) -> String {
        self.piece_letters.iter().fold(position.to_owned(), |fen, (code, letter)| {
            fen.replace(&format!("{{{code}}}"), &letter.to_ascii_uppercase().to_string())
                .replace(&format!("{{{}}}", code.to_lowercase()), &letter.to_string())
        })
    }

    /// Converts a move to the notation of the program.
    fn program_move(&self, text: &str) -> String {
        let text = text.replace(' ', "_");
        for (code, letter) in &self.piece_letters {
            if let Some(rest) = text.strip_suffix(&code.to_lowercase())
                && rest.ends_with(|c: char| c.is_ascii_digit())
            {
                return format!("{rest}{letter}");
            }
        }
        text
    }

    /// Converts a move of the program to the notation of the game.
    fn parse_program_move(&self, text: &str) -> String {
        for (code, letter) in &self.piece_letters {
            if let Some(rest) = text.strip_suffix(*letter)
                && rest.ends_with(|c: char| c.is_ascii_digit())
            {
                return format!("{rest}{}", code.to_lowercase());
            }
        }
        text.replace('_', " ")
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        let _ = self.send("quit");
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

/// Reads score, depth and nodes of the first principal variation from an `info` line.
fn parse_info(line: &str, answer: &mut MoveReply) {
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
    // A bound is not a score.
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
    fn info_lines_are_parsed() {
        let mut answer = MoveReply::default();
        parse_info("info depth 5 seldepth 9 multipv 1 score cp -31 nodes 700 pv a b", &mut answer);
        assert_eq!((answer.score, answer.nodes, answer.depth), (Some(Score::Centi(-31)), 700, 5));
        parse_info("info depth 5 multipv 2 score cp -99 nodes 700 pv a b", &mut answer);
        parse_info("info depth 6 score cp 99 lowerbound nodes 800", &mut answer);
        parse_info("info string score cp 7", &mut answer);
        assert_eq!((answer.score, answer.nodes, answer.depth), (Some(Score::Centi(-31)), 800, 5));
        parse_info("info depth 7 score mate -2 nodes 900", &mut answer);
        assert_eq!(answer.score, Some(Score::LossIn(4)));
    }
}
