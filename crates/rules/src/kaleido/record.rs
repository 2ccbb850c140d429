//! Records: a header and numbered rounds (§3.6).
//!
//! ```text
//! game: kaleidochess
//! white: Ann
//! black: Bo
//! array: two
//! option: dice=on
//! option: dice-table=VP/EH/WRT/DL/*/*
//! seed: 7
//! result: white thrown-out
//!
//! 1. 1:2H-3F 4:--
//! 2. 6:1J+00 black-resigns
//! ```
//!
//! A player who leaves the game stands in the rounds as `red-resigns` or `red-time`.

use super::game::{KaleidoChess, Truth};
use super::history::{GameHistory, Ply, Retirement};
use super::notation::{is_pass, no_such_face, read_face};
use super::options::TableRules;
use super::piece::{Color, Colors};
use super::scene;
use crate::dice_commitment::{self, RecordedThrow};
use crate::error::{quote, shorten};
use crate::{
    EndReason, Game, Options, Record, RecordPly, Refusal, Retired, Start, ThrowCheck, Warning,
};
use std::fmt::Write as _;
use std::sync::Arc;

/// The keys of the header lines that the program writes. Readers take other keys too.
pub(super) const HEADERS: [&str; 13] = [
    "game", "white", "red", "black", "green", "date", "time", "spent", "array", "position",
    "option", "seed", "result",
];

/// The values of the header `array`, with the number of seats.
const ARRAYS: [(&str, &str); 3] = [("two", "2"), ("three", "3"), ("four", "4")];

/// The headers that are written from the game's state, not from the caller's headers.
const OWN_HEADERS: [&str; 5] = ["game", "array", "position", "option", "result"];

/// The header with the seed of the dice.
const SEED: &str = "seed";

/// Writes a game as a record, with the caller's header lines.
pub(super) fn write(truth: &Truth, headers: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut header = |key: &str, value: &str| {
        // Newlines would end the header.
        let value = value.replace(['\r', '\n'], " ");
        let _ = writeln!(text, "{key}: {}", value.trim());
    };
    header("game", KaleidoChess::INFO.id);
    for (key, value) in headers.iter().filter(|(key, _)| !OWN_HEADERS.contains(&key.as_str())) {
        header(key, value);
    }
    let history = &truth.history;
    if let Some(position) = &truth.from_position {
        header("position", position);
    } else {
        let seats = truth.rules.seats().to_string();
        let name = ARRAYS.iter().find(|(_, number)| **number == seats);
        header("array", name.map_or("two", |(name, _)| name));
    }
    for (key, value) in truth.rules.written(truth.from_position.is_some()) {
        header("option", &format!("{key}={value}"));
    }
    if let Some(outcome) = truth.outcome.as_ref().filter(|outcome| outcome.is_result()) {
        let winner = outcome.winner.and_then(|seat| history.position().color(seat));
        header("result", &format!("{} {}", winner.map_or("draw", Color::key), outcome.reason));
    }
    write_rounds(&mut text, history);
    text
}

/// Writes the plies and retirements, one line for each round.
fn write_rounds(text: &mut String, history: &GameHistory) {
    let mut round = None;
    let mut write_word = |number: u32, word: &str| {
        if round == Some(number) {
            let _ = write!(text, " {word}");
        } else {
            let _ = write!(text, "\n{number}. {word}");
        }
        round = Some(number);
    };
    let mut number = history.first.turn_number();
    for (index, Ply { text, .. }) in history.plies.iter().enumerate() {
        for retirement in retirements(history, index) {
            write_word(number, &word(retirement));
        }
        number = history.positions[index].turn_number();
        write_word(number, text);
    }
    for retirement in retirements(history, history.plies.len()) {
        write_word(number, &word(retirement));
    }
    if !history.plies.is_empty() || !history.retirements.is_empty() {
        text.push('\n');
    }
}

fn retirements(history: &GameHistory, plies: usize) -> impl Iterator<Item = &Retirement> {
    history.retirements.iter().filter(move |retirement| retirement.plies == plies)
}

fn word(retirement: &Retirement) -> String {
    let how = match retirement.reason {
        EndReason::TIME => "time",
        EndReason::ABANDONED => "left",
        _ => "resigns",
    };
    let colors: Vec<_> = retirement.colors.iter().map(Color::key).collect();
    format!("{}-{how}", colors.join("+"))
}

/// Reads a retirement such as `red-resigns`, or `red+black-time` of colours together.
fn read_retirement(word: &str) -> Option<(Colors, EndReason)> {
    let (colors, how) = word.split_once('-')?;
    let reason = match how {
        "resigns" => EndReason::RESIGNATION,
        "time" => EndReason::TIME,
        "left" => EndReason::ABANDONED,
        _ => return None,
    };
    Some((colors.split('+').map(Color::from_key).collect::<Option<_>>()?, reason))
}

/// Reads a record.
pub(super) fn read(text: &str) -> Result<Record, Refusal> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line = index + 1;
        reader.read_line(line.trim()).map_err(|refusal| at_line(reader.line, refusal))?;
    }
    let lines = text.lines().count().max(1);
    reader.begin().map_err(|refusal| at_line(lines, refusal))?;
    reader.finish().map_err(|refusal| at_line(lines, refusal))
}

/// Adds the line number to a refusal, unless it has one.
fn at_line(line: usize, refusal: Refusal) -> Refusal {
    if refusal.args.iter().any(|(name, _)| *name == "line") {
        return refusal;
    }
    let message = format!("line {line}: {}", shorten(&refusal.message, 400));
    Refusal { message, ..refusal }.with("line", line)
}

/// Splits a header line, a key in lower case and a value; `None` for other lines.
fn header_line(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let first = key.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    let word = key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    (first && word).then(|| (key, value.trim()))
}

/// The content of a result line.
#[derive(Clone, Copy)]
struct ResultLine {
    line: usize,
    /// The winner; `None` for a draw.
    winner: Option<Color>,
    reason: EndReason,
}

#[derive(Default)]
struct Reader {
    line: usize,
    headers: Vec<(String, String)>,
    /// The header lines with players' names: line number and colour.
    players: Vec<(usize, Color)>,
    options: Options,
    position: Option<(usize, String)>,
    array: Option<(usize, &'static str)>,
    result_line: Option<ResultLine>,
    /// Whether a result line was read, `*` included.
    has_result: bool,
    /// Whether the result line stood after the rounds; nothing may follow it.
    ended: bool,
    /// The game, once the header is complete.
    truth: Option<Truth>,
    plies: Vec<RecordPly>,
    warnings: Vec<Warning>,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), Refusal> {
        if line.is_empty() {
            return Ok(());
        }
        if self.ended {
            return Err(Refusal::new(
                "after-result",
                format!("'{}': nothing may follow the result", quote(line)),
            ));
        }
        if let Some((key, value)) = header_line(line) {
            if self.truth.is_none() {
                return self.read_header(key, value);
            }
            if key == "result" {
                self.ended = true;
                return self.read_result(value);
            }
            return Err(Refusal::new(
                "late-header",
                format!("'{}': header lines stand before the rounds", quote(line)),
            ));
        }
        self.begin()?;
        line.split_whitespace().try_for_each(|word| self.read_word(word))
    }

    fn read_header(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        let twice = |what: &str| Refusal::new("header-twice", format!("a second line '{what}:'"));
        match key {
            "game" if value != KaleidoChess::INFO.id => {
                let message =
                    format!("game '{}': expected {}", quote(value), KaleidoChess::INFO.id);
                return Err(Refusal::new("other-game", message));
            }
            "option" => {
                self.options.set(value)?;
                self.options.check(KaleidoChess::INFO.id, KaleidoChess::INFO.options)?;
                TableRules::new(&self.options)?;
            }
            "position" if self.position.is_some() => return Err(twice(key)),
            "position" => self.position = Some((self.line, value.to_owned())),
            "array" if self.array.is_some() => return Err(twice(key)),
            "array" => {
                let known = ARRAYS.iter().find(|(name, _)| *name == value);
                let (_, seats) = known.ok_or_else(|| {
                    let message = format!("array '{}': expected two, three or four", quote(value));
                    Refusal::new("bad-array", message)
                })?;
                self.array = Some((self.line, seats));
            }
            "result" => self.read_result(value)?,
            _ => self.players.extend(Color::from_key(key).map(|color| (self.line, color))),
        }
        self.headers.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    fn read_result(&mut self, value: &str) -> Result<(), Refusal> {
        if self.has_result {
            return Err(Refusal::new("header-twice", "a second line 'result:'"));
        }
        self.has_result = true;
        if value == "*" {
            return Ok(());
        }
        let malformed = || {
            let reasons = super::end_reasons::ALL.map(EndReason::key).join(", ");
            Refusal::new(
                "bad-result",
                format!(
                    "result '{}': expected '*', or a colour or draw and one of {reasons}",
                    quote(value)
                ),
            )
        };
        let (who, reason) = value.split_once(' ').ok_or_else(malformed)?;
        let winner = match who {
            "draw" => None,
            key => Some(Color::from_key(key).ok_or_else(malformed)?),
        };
        let reason = KaleidoChess::INFO.end_reason(reason.trim()).ok_or_else(malformed)?;
        self.result_line = Some(ResultLine { line: self.line, winner, reason });
        Ok(())
    }

    /// Opens the game at the end of the header.
    fn begin(&mut self) -> Result<(), Refusal> {
        if self.truth.is_some() {
            return Ok(());
        }
        let mut options = self.options.clone();
        if let Some((line, seats)) = self.array {
            let given = options.0.insert("seats".to_owned(), seats.to_owned());
            let why = match given {
                Some(given) if given != seats => format!("array and option seats={given} disagree"),
                _ if self.position.is_some() => "array and position exclude each other".to_owned(),
                _ => String::new(),
            };
            if !why.is_empty() {
                return Err(at_line(line, Refusal::new("bad-array", why)));
            }
        }
        let (line, start) = match &self.position {
            Some((line, position)) => (*line, Start::Position(position.clone())),
            None => (self.line.max(1), Start::Setup),
        };
        let rules = TableRules::new(&options)?;
        self.options = options;
        let truth = Truth::new(rules, &start).map_err(|refusal| at_line(line, refusal))?;
        self.drop_absent_players(truth.history.position().seated());
        self.truth = Some(truth);
        Ok(())
    }

    /// Drops the names of players whose colours have no seat, with a warning.
    fn drop_absent_players(&mut self, seated: Colors) {
        for (line, color) in std::mem::take(&mut self.players) {
            if !seated.contains(color) {
                self.headers.retain(|(key, _)| key != color.key());
                self.warn(line, format!("{}: {color} does not play; passed over", color.key()));
            }
        }
    }

    fn warn(&mut self, line: usize, message: String) {
        self.warnings.push(Warning::at_line(line, message));
    }

    fn read_word(&mut self, word: &str) -> Result<(), Refusal> {
        let Some(truth) = &mut self.truth else { return Ok(()) };
        let history = Arc::make_mut(&mut truth.history);
        if let Some(round) = word.strip_suffix('.')
            && !round.is_empty()
            && round.bytes().all(|byte| byte.is_ascii_digit())
        {
            let number = history.position().turn_number();
            if round.parse() != Ok(number) {
                let line = self.line;
                self.warn(line, format!("round {} read as {number}", quote(round)));
            }
            return Ok(());
        }
        if let Some(outcome) = history.outcome() {
            return Err(Refusal::new(
                "game-over",
                format!("'{}': the game was over already ({})", quote(word), outcome.reason),
            ));
        }
        if let Some((colors, reason)) = read_retirement(word) {
            let playing = history.position().playing();
            if let Some(color) = colors.iter().find(|&color| !playing.contains(color)) {
                let why = format!("'{}': {color} does not play", quote(word));
                return Err(Refusal::new("not-playing", why));
            }
            history.retire(colors, reason);
            return Ok(());
        }
        let warnings = read_ply(history, word)?;
        self.plies.push(RecordPly { line: self.line, raw: word.to_owned() });
        for message in warnings {
            let line = self.line;
            self.warn(line, format!("{}: {message}", quote(word)));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Record, Refusal> {
        let Some(mut truth) = self.truth.take() else {
            return Err(Refusal::new("empty-record", "the record is empty"));
        };
        if let Some(result_line) = self.result_line {
            self.apply_result(&mut truth, result_line);
        }
        truth.outcome = truth.history.outcome().or(truth.outcome);
        let strict = write(&truth, &self.headers);
        let seed = self.headers.iter().find(|(key, _)| key == SEED).map(|(_, seed)| seed);
        let position = truth.history.position();
        let retired = truth.history.retirements.iter().map(|left| Retired {
            plies: left.plies,
            seats: left.colors.iter().map(|color| position.seat(color)).collect(),
            reason: left.reason,
        });
        let retired = retired.collect();
        let throws = seed.and_then(|seed| check_throws(&truth, seed));
        Ok(Record {
            game: KaleidoChess::INFO.id,
            sides: scene::sides(truth.history.position()),
            headers: self.headers,
            options: self.options,
            frames: scene::frames(&truth.history, 0..truth.history.positions.len()),
            plies: self.plies,
            warnings: self.warnings,
            outcome: truth.outcome,
            retired,
            throws,
            strict,
        })
    }

    /// Compares the result line with the game. A result that the moves do not show (resignation,
    /// time, agreement) is taken from the line.
    fn apply_result(&mut self, truth: &mut Truth, result_line: ResultLine) {
        let history = Arc::make_mut(&mut truth.history);
        let written =
            format!("{} {}", result_line.winner.map_or("draw", Color::key), result_line.reason);
        if let Some(outcome) = history.outcome() {
            let winner = outcome.winner.and_then(|seat| history.position().color(seat));
            if (winner, outcome.reason) != (result_line.winner, result_line.reason) {
                let ruled = format!("{} {}", winner.map_or("draw", Color::key), outcome.reason);
                self.warn(
                    result_line.line,
                    format!("result '{written}' contradicts the game ({ruled})"),
                );
            }
            return;
        }
        let playing = history.position().playing();
        match (result_line.reason, result_line.winner) {
            (reason, None) if reason.fits_any_position(false) => {
                truth.outcome = Some(history.position().draw(reason));
            }
            (reason, Some(winner))
                if reason.fits_any_position(true)
                    && playing.len() == 2
                    && playing.contains(winner) =>
            {
                let loser = playing.after(winner);
                history.retire([loser].into_iter().collect(), reason);
            }
            _ => {
                let message =
                    format!("result '{written}' does not follow from the game; passed over");
                self.warn(result_line.line, message);
            }
        }
    }
}

/// Compares the throws with the seed of the dice; `None` without dice.
fn check_throws(truth: &Truth, seed: &str) -> Option<ThrowCheck> {
    truth.rules.dice?;
    let history = &truth.history;
    let mut told = Vec::new();
    for (index, Ply { text, .. }) in history.plies.iter().enumerate() {
        // A face in the first position was not thrown in this game.
        let given = index == 0 && history.first.die().is_some() && history.retirements.is_empty();
        let face = text.split_once(':').and_then(|(face, _)| read_face(face));
        if let Some(face) = face.filter(|_| !given) {
            let unrecorded = retirements(history, index).count() as u64;
            told.push(RecordedThrow { ply: index + 1, face, unrecorded });
        }
    }
    Some(dice_commitment::check(seed, KaleidoChess::DIE, &told))
}

/// Reads a ply with its throw, and makes it. Returns the warnings.
fn read_ply(history: &mut GameHistory, word: &str) -> Result<Vec<String>, Refusal> {
    if history.awaits_throw() {
        let face = word.split_once(':').and_then(|(face, _)| read_face(face));
        let face = face.ok_or_else(|| {
            let why = "expected the throw before the move, as in 4:1B-2F";
            let missing = || Refusal::new("throw-first", format!("'{}': {why}", quote(word)));
            no_such_face(word).unwrap_or_else(missing)
        })?;
        if history.throw(face) {
            if is_pass(word) {
                return Ok(Vec::new());
            }
            return Err(Refusal::new(
                "must-pass",
                format!("'{}': no piece can move with a {face}: expected {face}:--", quote(word)),
            ));
        }
    }
    let read = history.position().read_among(word, &history.legal_moves())?;
    history.play(read.played);
    Ok(read.warnings)
}
