//! Records of games: PGN (§4.6). Writing is strict, reading lenient.

use super::game::{GameHistory, GrandChess, Truth};
use super::options::TableRules;
use super::piece::Side;
use super::position::Position;
use super::raw::CLASSIC_START;
use super::scene;
use super::search::seat;
use super::setup::Setup;
use crate::error::{bad_position, quote, shorten};
use crate::{
    EndReason, Game, Options, Outcome, Record, RecordPly, Refusal, SearchPosition, Seat, SideInfo,
    Warning,
};
use std::fmt::Write as _;
use std::sync::Arc;

/// PGN's first six tags in their order, with the values for "unknown".
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that are written from the game's state, not from the caller's headers.
const OWN_TAGS: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "Termination"];

/// The tag of an option, such as `DiagonalMirror`. `setup` becomes `Array`, since `SetUp` is a tag
/// of PGN.
fn option_tag(key: &str) -> String {
    if key == "setup" {
        return "Array".to_owned();
    }
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    key.split('-').map(capital).collect()
}

/// The option with this tag, or `None`.
fn option_of(tag: &str) -> Option<&'static str> {
    let specs = GrandChess::INFO.options.iter();
    specs.map(|spec| spec.key).find(|key| option_tag(key).eq_ignore_ascii_case(tag))
}

/// Writes a game as PGN, with the caller's tags.
pub(super) fn write(truth: &Truth, headers: &[(String, String)]) -> String {
    let mut text = String::new();
    let given = |tag: &str| {
        headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(tag))
            .map(|(_, value)| value.as_str())
    };
    for (tag, unknown) in ROSTER {
        write_tag(&mut text, tag, given(tag).unwrap_or(unknown));
    }
    write_tag(&mut text, "Result", result(truth.outcome.as_ref()));
    write_tag(&mut text, "Variant", GrandChess::INFO.name);
    for (key, value) in truth.rules.written() {
        write_tag(&mut text, &option_tag(key), &value);
    }
    let first = truth.history.as_ref().map(|history| history.positions[0].to_string());
    if let Some(fen) = first.filter(|fen| fen != CLASSIC_START) {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &fen);
    }
    if let Some(outcome) = truth.outcome.as_ref().filter(|outcome| outcome.is_result()) {
        write_tag(&mut text, "Termination", outcome.reason.key());
    }
    for (key, value) in headers {
        let taken = OWN_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(key))
            || ROSTER.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(key))
            || key.eq_ignore_ascii_case("game")
            || option_of(key).is_some();
        let is_tag = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let tag = match key.as_str() {
            "time" => "TimeControl",
            "spent" => "TimeSpent",
            key => key,
        };
        if !taken && is_tag {
            write_tag(&mut text, tag, value);
        }
    }
    text.push('\n');
    write_moves(&mut text, truth);
    text
}

fn write_tag(text: &mut String, tag: &str, value: &str) {
    let value = value.replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{tag} \"{value}\"]");
}

fn result(outcome: Option<&Outcome>) -> &'static str {
    let outcome = outcome.filter(|outcome| outcome.is_result());
    match outcome.map(|outcome| outcome.winner.map(Seat::index)) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(0)) => "1-0",
        Some(Some(_)) => "0-1",
    }
}

/// Writes the moves in lines of at most 80 characters, and the result.
fn write_moves(text: &mut String, truth: &Truth) {
    let mut words = Vec::new();
    if let Some(history) = &truth.history {
        for (index, (position, (_, san))) in
            history.positions.iter().zip(&history.plies).enumerate()
        {
            match (position.turn(), index) {
                (Side::White, _) => words.push(format!("{}.", position.fullmove_number())),
                (Side::Black, 0) => words.push(format!("{}...", position.fullmove_number())),
                _ => {}
            }
            words.push(san.clone());
        }
    }
    words.push(result(truth.outcome.as_ref()).to_owned());
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
}

/// Reads a PGN of one game.
pub(super) fn read(text: &str) -> Result<Record, Refusal> {
    let mut reader = Reader::default();
    let rest = reader.read_tags(text)?;
    let mut history = reader.begin()?;
    reader.read_moves(rest, &mut history)?;
    Ok(reader.finish(history))
}

/// Adds the line number and the game to a refusal.
fn at_line(line: usize, refusal: Refusal) -> Refusal {
    let message = format!("line {line}: {}", shorten(&refusal.message, 400));
    Refusal { message, ..refusal }.with("line", line).with("game", GrandChess::INFO.id)
}

#[derive(Default)]
struct Reader {
    tags: Vec<(String, String)>,
    /// The line number of each tag.
    tag_lines: Vec<usize>,
    rules: Option<TableRules>,
    options: Options,
    setup: Option<Setup>,
    plies: Vec<RecordPly>,
    warnings: Vec<Warning>,
    /// The result as written, with its line number.
    result: Option<(usize, &'static str)>,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl Reader {
    fn warn(&mut self, line: usize, message: String) {
        self.warnings.push(Warning::at_line(line, message));
    }

    fn tag(&self, tag: &str) -> Option<(usize, &str)> {
        let found = self.tags.iter().position(|(key, _)| key.eq_ignore_ascii_case(tag))?;
        Some((self.tag_lines[found], &self.tags[found].1))
    }

    /// Reads the tags. Returns the text of the moves with the number of its first line.
    fn read_tags<'a>(&mut self, text: &'a str) -> Result<(usize, &'a str), Refusal> {
        let mut offset = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let trimmed = line.trim();
            if !trimmed.is_empty() && !trimmed.starts_with('%') {
                let Some(inside) = trimmed.strip_prefix('[') else {
                    return Ok((index + 1, &text[offset..]));
                };
                let (key, value) = split_tag(inside).ok_or_else(|| {
                    let why =
                        format!("'{}': expected a tag such as [White \"name\"]", quote(trimmed));
                    at_line(index + 1, Refusal::new("bad-tag", why).with("text", quote(trimmed)))
                })?;
                if self.tag(key).is_some() {
                    self.warn(index + 1, format!("a second tag {}; passed over", quote(key)));
                } else {
                    self.tags.push((key.to_owned(), value));
                    self.tag_lines.push(index + 1);
                }
            }
            offset += line.len();
        }
        Ok((text.lines().count().max(1), ""))
    }

    /// Reads variant, options and first position from the tags.
    fn begin(&mut self) -> Result<GameHistory, Refusal> {
        if let Some((line, variant)) = self.tag("Variant") {
            let plain: String = variant
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect::<String>()
                .to_lowercase();
            if !["grand", "grandchess"].contains(&plain.as_str()) {
                let why = format!("variant '{}': expected Grand Chess", quote(variant));
                let refusal = Refusal::new("other-game", why).with("text", quote(variant));
                return Err(at_line(line, refusal));
            }
        }
        let mut options = Options::default();
        let mut option_line = 1;
        for ((tag, value), &line) in self.tags.iter().zip(&self.tag_lines) {
            if let Some(key) = option_of(tag) {
                options.set(&format!("{key}={value}")).map_err(|e| at_line(line, e.into()))?;
                options
                    .check(GrandChess::INFO.id, GrandChess::INFO.options)
                    .map_err(|error| at_line(line, error.into()))?;
                option_line = line;
            }
        }
        let rules = TableRules::new(&options).map_err(|refusal| at_line(option_line, refusal))?;
        self.options = options;
        let first = if let Some((line, fen)) = self.tag("FEN") {
            Position::read(fen, rules.promotion, &rules.piece_set).map_err(|error| {
                let message = format!("FEN '{}': {error}", quote(fen));
                at_line(line, Refusal { message, ..bad_position(fen, error) })
            })?
        } else {
            let setup = Setup::new(&rules);
            if setup.turn().is_some() {
                let why = "picked pieces and no FEN: the first position is not known";
                return Err(at_line(option_line, Refusal::new("array-unknown", why)));
            }
            let first = setup.position().map_err(|refusal| at_line(option_line, refusal))?;
            self.setup = Some(setup);
            first
        };
        self.rules = Some(rules);
        Ok(GameHistory::new(first))
    }

    fn read_moves(
        &mut self,
        (first_line, text): (usize, &str),
        history: &mut GameHistory,
    ) -> Result<(), Refusal> {
        let mut words = Words { rest: text, line: first_line };
        while let Some(word) = words.next_word() {
            let (line, word) = word?;
            if self.result.is_some() {
                let why = if word.starts_with('[') {
                    "one game at a time is read"
                } else {
                    "nothing may follow the result"
                };
                return Err(at_line(
                    line,
                    Refusal::new("after-result", format!("'{}': {why}", quote(word)))
                        .with("text", quote(word)),
                ));
            }
            if let Some(result) = RESULTS.into_iter().find(|&result| result == word) {
                self.result = Some((line, result));
                continue;
            }
            self.read_ply(line, word, history)?;
        }
        Ok(())
    }

    fn read_ply(
        &mut self,
        line: usize,
        word: &str,
        history: &mut GameHistory,
    ) -> Result<(), Refusal> {
        // The number may stand directly before its move, as in `12.e5`.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let san = if digits.len() < word.len() && digits.starts_with('.') {
            digits.trim_start_matches('.')
        } else {
            word
        };
        if san.is_empty() || digits.is_empty() {
            return Ok(());
        }
        let position = history.position();
        if let Some(outcome) = position.outcome() {
            let why = format!("'{}': the game was over already ({})", quote(san), outcome.reason);
            let refusal = Refusal::new("over-already", why).with("text", quote(san));
            return Err(at_line(line, refusal));
        }
        let read = position.read_move(san).map_err(|refusal| at_line(line, refusal))?;
        for warning in read.warnings {
            self.warn(line, format!("{}: {warning}", quote(san)));
        }
        history.play(read.played, Position::san);
        self.plies.push(RecordPly { line, raw: san.to_owned() });
        Ok(())
    }

    fn finish(mut self, history: GameHistory) -> Record {
        let outcome = self.outcome(&history);
        let frames = scene::history_frames(&history, 0..history.positions.len());
        let tags: Vec<(String, String)> = self.tags.clone();
        let rules = self.rules.take();
        let strict = rules.map(|rules| {
            let history = Some(Arc::new(history));
            let truth =
                Truth { rules, setup: self.setup.take(), history, outcome: outcome.clone() };
            write(&truth, &tags)
        });
        Record {
            game: GrandChess::INFO.id,
            sides: SideInfo::in_order(GrandChess::INFO.sides),
            headers: self.tags,
            options: self.options,
            frames,
            plies: self.plies,
            warnings: self.warnings,
            outcome,
            retired: Vec::new(),
            throws: None,
            strict: strict.unwrap_or_default(),
        }
    }

    /// The result: by the rules, or otherwise as the record says.
    fn outcome(&mut self, history: &GameHistory) -> Option<Outcome> {
        let tagged = self.tag("Result").map(|(line, result)| (line, result.to_owned()));
        let written = self.result.map(|(line, result)| (line, result.to_owned())).or(tagged);
        let ruled = history.position().outcome();
        let Some((line, written)) = written.filter(|(_, result)| result != "*") else {
            return ruled;
        };
        if let Some(ruled) = ruled {
            if result(Some(&ruled)) != written {
                self.warn(
                    line,
                    format!(
                        "result '{}' contradicts the position ({})",
                        quote(&written),
                        ruled.reason
                    ),
                );
            }
            return Some(ruled);
        }
        let reason = self.tag("Termination").map(|(_, value)| value.to_ascii_lowercase());
        let named = reason.as_deref().and_then(|reason| match reason {
            "time forfeit" => Some(EndReason::TIME),
            reason => GrandChess::INFO.end_reason(reason),
        });
        let winner = match written.as_str() {
            "1-0" => Side::White,
            "0-1" => Side::Black,
            "1/2-1/2" => {
                let claims = history.claims();
                let fits =
                    |reason: &EndReason| claims.contains(reason) || reason.fits_any_position(false);
                return Some(Outcome::draw(2, named.filter(fits).unwrap_or(EndReason::AGREEMENT)));
            }
            _ => {
                self.warn(line, format!("result '{}' is none; passed over", quote(&written)));
                return None;
            }
        };
        let reason = named.filter(|reason| reason.fits_any_position(true));
        Some(Outcome::win(seat(winner), reason.unwrap_or(EndReason::RESIGNATION)))
    }
}

/// Reads a tag after its `[`.
fn split_tag(inside: &str) -> Option<(&str, String)> {
    let (key, value) = inside.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_suffix(']')?.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_tag = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(c) = letters.next() {
        match c {
            '\\' => plain.push(letters.next()?),
            c => plain.push(c),
        }
    }
    is_tag.then_some((key, plain))
}

/// The words of the move text, without comments, variations and annotation glyphs.
struct Words<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Words<'a> {
    fn next_word(&mut self) -> Option<Result<(usize, &'a str), Refusal>> {
        loop {
            self.skip(self.rest.len() - self.rest.trim_start().len());
            let line = self.line;
            match self.rest.chars().next()? {
                '{' => match self.rest.find('}') {
                    Some(end) => self.skip(end + 1),
                    None => return Some(Err(unclosed(line, "a comment"))),
                },
                ';' => self.skip(self.rest.find('\n').unwrap_or(self.rest.len())),
                '(' => {
                    if let Err(refusal) = self.skip_variation() {
                        return Some(Err(refusal));
                    }
                }
                ')' | '}' => {
                    let why = "a bracket closes that was not opened";
                    return Some(Err(at_line(line, Refusal::new("bad-bracket", why))));
                }
                _ => {
                    let stop = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ';' | ')');
                    let end = self.rest.find(stop).unwrap_or(self.rest.len()).max(1);
                    let word = &self.rest[..end];
                    self.skip(end);
                    if !word.starts_with('$') {
                        return Some(Ok((line, word)));
                    }
                }
            }
        }
    }

    /// Skips a variation with everything in it.
    fn skip_variation(&mut self) -> Result<(), Refusal> {
        let start = self.line;
        let mut depth = 0_usize;
        let mut comment = false;
        for (index, c) in self.rest.char_indices() {
            match c {
                '{' => comment = true,
                '}' => comment = false,
                '(' if !comment => depth += 1,
                ')' if !comment => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.skip(index + 1);
                return Ok(());
            }
        }
        Err(unclosed(start, "a variation"))
    }

    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }
}

fn unclosed(line: usize, what: &str) -> Refusal {
    at_line(line, Refusal::new("bad-bracket", format!("{what} begins here and does not end")))
}
