//! The umpire's record: the form of the open game's record, with intents, halts and the dice of
//! drifting clouds. Every viewer may have it when the game is over.

use super::game::{CloudedKlinZha, Truth};
use super::history::{GameHistory, write_ply};
use super::intent::Intent;
use super::resolve::resolve;
use super::rules::{CLOUDS, SEED, TableRules};
use super::scene;
use super::viewer_record;
use crate::error::quote;
use crate::klinzha::{
    BySide, Opening, ParsedMove, Side, at_line, is_move, read_opening, write_setup,
};
use crate::{
    EndReason, Game, Options, Outcome, Record, RecordPly, Refusal, Seat, SideInfo, Warning,
};
use std::fmt::Write as _;
use std::sync::Arc;

/// The reasons for the end of a clouded game.
pub(super) const END_REASONS: [EndReason; 8] = [
    EndReason::GOAL,
    EndReason::IMMOBILISED,
    EndReason::RESIGNATION,
    EndReason::TIME,
    EndReason::AGREEMENT,
    EndReason::ABANDONED,
    EndReason::CANCELLED,
    EndReason::QUIET,
];

/// Writes the header lines with which all records of the game begin.
pub(super) fn write_headers(text: &mut String, rules: &TableRules, headers: &[(String, String)]) {
    let mut header = |key: &str, value: &str| {
        // A header is one line.
        let value = value.replace(['\r', '\n'], " ");
        let _ = writeln!(text, "{key}: {value}");
    };
    header("game", CloudedKlinZha::INFO.id);
    let own = ["game", "clouds", "as", "option", "position"];
    for (key, value) in headers.iter().filter(|(key, _)| !own.contains(&key.as_str())) {
        header(key, value);
    }
    header("clouds", &rules.clouds.to_record_value());
    for option in rules.option_pairs() {
        header("option", &option);
    }
}

/// Writes the line with the result.
pub(super) fn write_result(
    text: &mut String,
    outcome: Option<&Outcome>,
    seats: BySide<Option<Seat>>,
) {
    let Some(outcome) = outcome.filter(|outcome| outcome.is_result()) else { return };
    let side_of = |seat| Side::ALL.into_iter().find(|&side| seats[side] == Some(seat));
    let winner = outcome.winner.and_then(side_of);
    // A game that ended before the colours were picked has no side to name.
    if outcome.winner.is_none() || winner.is_some() {
        let _ = writeln!(text, "result: {} {}", winner.map_or("draw", Side::key), outcome.reason);
    }
}

/// Writes the umpire's record.
pub(super) fn write(truth: &Truth, headers: &[(String, String)]) -> String {
    let mut text = String::new();
    write_headers(&mut text, &truth.rules, headers);
    match (&truth.setup, &truth.history) {
        (None, Some(history)) => {
            let _ = writeln!(text, "position: {}", history.positions[0]);
        }
        (Some(setup), _) => write_setup(&mut text, setup),
        (None, None) => {}
    }
    if let Some(history) = &truth.history {
        write_moves(&mut text, history);
    }
    write_result(&mut text, truth.outcome.as_ref(), truth.seats);
    text
}

fn write_throw(text: &mut String, faces: &[u8]) {
    if !faces.is_empty() {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "throw: {}", faces.join(" "));
    }
}

fn write_moves(text: &mut String, history: &GameHistory) {
    write_throw(text, &history.interval_throw);
    if history.plies.is_empty() {
        return;
    }
    text.push_str("Gold\tGreen\n");
    let mut row_open = false;
    for (position, ply) in history.positions.iter().zip(&history.plies) {
        match (position.turn(), row_open) {
            (Side::Gold, open) => {
                if open {
                    text.push('\n');
                }
                let _ = write!(text, "{}\t", ply.text);
                row_open = true;
            }
            (Side::Green, open) => {
                let _ = writeln!(text, "{}{}", if open { "" } else { "\t" }, ply.text);
                row_open = false;
            }
        }
        if !ply.thrown.is_empty() {
            if row_open {
                text.push('\n');
                row_open = false;
            }
            write_throw(text, &ply.thrown);
        }
    }
    if row_open {
        text.push('\n');
    }
}

/// Reads a record leniently: the umpire's or a viewer's.
pub(super) fn read(text: &str) -> Result<Record, Refusal> {
    let parsed = ParsedRecord::read(text)?;
    if parsed.is_viewer_record() {
        return viewer_record::read(text, &parsed);
    }
    Reader::new(&parsed)?.read(parsed)
}

/// Replays the umpire's record.
pub(super) fn replay(text: &str) -> Result<Truth, Refusal> {
    let parsed = ParsedRecord::read(text)?;
    if parsed.is_viewer_record() {
        return Err(Refusal::new(
            "one-viewers-record",
            "this is what one viewer saw, not the umpire's record",
        ));
    }
    let mut reader = Reader::new(&parsed)?;
    reader.replay(&parsed)?;
    Ok(reader.truth)
}

/// The lines of a record.
pub(super) struct ParsedRecord {
    pub(super) headers: Vec<(String, String)>,
    pub(super) options: Options,
    pub(super) rules: TableRules,
    /// The lines of the setup. The other lines are blank, so that line numbers stay the same.
    opening: String,
    /// The entries after the headers, with their line numbers.
    pub(super) entries: Vec<(usize, RecordEntry)>,
    pub(super) lines: usize,
}

/// An entry in the body of a record.
pub(super) enum RecordEntry {
    /// The cells of a row of the table.
    Row(Vec<String>),
    /// Thrown dice.
    Throw(Vec<u8>),
    /// A drift of the clouds as a player was told it; only in a viewer's record.
    Drift(String),
    /// The result that the record claims.
    Result(Option<Side>, EndReason),
}

impl ParsedRecord {
    fn read(text: &str) -> Result<Self, Refusal> {
        let mut parsed = Self {
            headers: Vec::new(),
            options: Options::default(),
            rules: TableRules::new(&Options::default())?,
            opening: String::new(),
            entries: Vec::new(),
            lines: text.lines().count().max(1),
        };
        let (mut in_body, mut moves, mut over) = (false, false, false);
        for (number, line) in text.lines().enumerate() {
            let number = number + 1;
            let mut opens = false;
            if line.trim().is_empty() {
            } else if over {
                return Err(at_line(
                    number,
                    Refusal::new(
                        "after-result",
                        format!("'{}': nothing may follow the result", quote(line.trim())),
                    ),
                ));
            } else if let Some(value) = line.trim_start().strip_prefix("result:") {
                over = true;
                opens = !moves;
                let (side, reason) =
                    read_result(value.trim()).map_err(|refusal| at_line(number, refusal))?;
                parsed.entries.push((number, RecordEntry::Result(side, reason)));
            } else if let Some((key, value)) =
                CloudedKlinZha::INFO.header_line(line).filter(|_| !in_body)
            {
                opens = key == "position";
                read_option(&mut parsed.options, key, value)
                    .map_err(|refusal| at_line(number, refusal))?;
                parsed.headers.push((key.to_owned(), value.to_owned()));
            } else if let Some(faces) = line.trim_start().strip_prefix("throw:") {
                in_body = true;
                let faces = read_faces(faces).map_err(|refusal| at_line(number, refusal))?;
                parsed.entries.push((number, RecordEntry::Throw(faces)));
            } else if let Some(drift) =
                line.trim_start().strip_prefix("drift:").filter(|_| parsed.is_viewer_record())
            {
                in_body = true;
                parsed.entries.push((number, RecordEntry::Drift(drift.trim().to_owned())));
            } else {
                in_body = true;
                let cells: Vec<String> =
                    line.split('\t').map(|cell| cell.trim().to_owned()).collect();
                moves |= cells.iter().any(|cell| is_move(cell) || cell.starts_with('?'));
                opens = !moves;
                parsed.entries.push((number, RecordEntry::Row(cells)));
            }
            if opens {
                parsed.opening.push_str(line);
            }
            parsed.opening.push('\n');
        }
        parsed.rules = TableRules::new(&parsed.options).map_err(|refusal| at_line(1, refusal))?;
        if !moves {
            // `read_opening` judges the result of a game that ended in the setup; `judge` that of
            // another.
            parsed.entries.retain(|(_, entry)| !matches!(entry, RecordEntry::Row(_)));
        }
        Ok(parsed)
    }

    /// Whether this is a viewer's record, and not the umpire's.
    fn is_viewer_record(&self) -> bool {
        self.headers.iter().any(|(key, _)| key == "as")
    }

    /// The headers to keep when the record is written again.
    pub(super) fn kept_headers(&self) -> Vec<(String, String)> {
        let own = ["game", "clouds", "as", "option", "position"];
        let kept = |(key, _): &&(String, String)| !own.contains(&key.as_str());
        self.headers.iter().filter(kept).cloned().collect()
    }
}

fn read_option(options: &mut Options, key: &str, value: &str) -> Result<(), Refusal> {
    let id = CloudedKlinZha::INFO.id;
    match key {
        "game" if value != id => {
            let value = quote(value);
            return Err(Refusal::new("other-game", format!("game '{value}': expected {id}")));
        }
        "option" => options.set(value)?,
        "clouds" => options.set(&format!("{}={value}", CLOUDS.key))?,
        "seed" => options.set(&format!("{}={value}", SEED.key))?,
        _ => return Ok(()),
    }
    options.check(id, CloudedKlinZha::INFO.options)?;
    TableRules::new(options).map(|_| ()).or_else(|refusal| match refusal.code {
        // The two lines may come in either order; both options are checked together at the end.
        "blind-drift" => Ok(()),
        _ => Err(refusal),
    })
}

fn read_faces(text: &str) -> Result<Vec<u8>, Refusal> {
    text.split_whitespace()
        .map(|word| {
            word.parse().ok().filter(|face| (1..=6).contains(face)).ok_or_else(|| {
                let word = quote(word);
                Refusal::new("bad-throw", format!("throw '{word}': expected faces 1 to 6"))
                    .with("text", word)
            })
        })
        .collect()
}

fn read_result(value: &str) -> Result<(Option<Side>, EndReason), Refusal> {
    let malformed = || {
        Refusal::new(
            "bad-result",
            format!(
                "result '{}': expected gold, green or draw and one of goal, immobilised, resignation, time, agreement, abandoned, quiet",
                quote(value)
            ),
        )
    };
    let (who, reason) = value.split_once(' ').ok_or_else(malformed)?;
    let winner = match who {
        "draw" => None,
        side => Some(Side::from_key(side).ok_or_else(malformed)?),
    };
    let reason = CloudedKlinZha::INFO.end_reason(reason.trim()).ok_or_else(malformed)?;
    Ok((winner, reason))
}

/// Whether a claimed result agrees with the result by the rules for the last position.
pub(super) fn claim_holds(
    verdict: Option<(Option<Side>, EndReason)>,
    winner: Option<Side>,
    reason: EndReason,
) -> bool {
    match reason {
        reason if reason.fits_any_position(winner.is_some()) => verdict.is_none(),
        _ => verdict == Some((winner, reason)),
    }
}

pub(super) fn outcome((winner, reason): (Option<Side>, EndReason)) -> Outcome {
    match winner {
        Some(side) => Outcome::win(Seat::new(side as usize), reason),
        None => Outcome::draw(2, reason),
    }
}

/// Reads the umpire's record.
struct Reader {
    truth: Truth,
    plies: Vec<RecordPly>,
    warnings: Vec<Warning>,
}

impl Reader {
    fn new(parsed: &ParsedRecord) -> Result<Self, Refusal> {
        let Opening { setup, first, warnings, outcome } = read_opening(&parsed.opening)?;
        let mut truth = Truth::new(parsed.rules, first);
        truth.seats = BySide([Some(Seat::new(0)), Some(Seat::new(1))]);
        truth.setup = setup;
        truth.outcome = truth.outcome.or(outcome);
        Ok(Self { truth, plies: Vec::new(), warnings })
    }

    fn read(mut self, parsed: ParsedRecord) -> Result<Record, Refusal> {
        self.replay(&parsed)?;
        let Self { truth, plies, warnings } = self;
        Ok(Record {
            game: CloudedKlinZha::INFO.id,
            sides: SideInfo::in_order(CloudedKlinZha::INFO.sides),
            retired: Vec::new(),
            throws: None,
            strict: write(&truth, &parsed.kept_headers()),
            frames: scene::full_frames(&truth, 0..scene::full_frame_count(&truth)),
            headers: parsed.headers,
            options: parsed.options,
            plies,
            warnings,
            outcome: truth.outcome,
        })
    }

    /// Replays the record.
    fn replay(&mut self, parsed: &ParsedRecord) -> Result<(), Refusal> {
        let mut claim = None;
        for (line, entry) in &parsed.entries {
            match entry {
                RecordEntry::Row(cells) => {
                    self.read_row(*line, cells).map_err(|refusal| at_line(*line, refusal))?;
                }
                RecordEntry::Throw(faces) => {
                    self.read_throw(faces).map_err(|refusal| at_line(*line, refusal))?;
                }
                // Only a viewer's record has these lines; the umpire's record has dice.
                RecordEntry::Drift(_) => {}
                RecordEntry::Result(winner, reason) => claim = Some((*line, *winner, *reason)),
            }
        }
        if self.truth.history.is_some() {
            self.judge(claim);
        }
        Ok(())
    }

    /// Sets the result: by the rules, or as claimed if the rules allow the claim.
    fn judge(&mut self, claim: Option<(usize, Option<Side>, EndReason)>) {
        let verdict = self.truth.history.as_deref().and_then(GameHistory::verdict);
        let mut ending = verdict;
        if let Some((line, winner, reason)) = claim {
            if claim_holds(verdict, winner, reason) {
                ending = Some((winner, reason));
            } else {
                let found = verdict.map_or_else(
                    || "unfinished".to_owned(),
                    |(winner, reason)| format!("{} {reason}", winner.map_or("draw", Side::key)),
                );
                let who = winner.map_or("draw", Side::key);
                let message = format!("result '{who} {reason}' contradicts the position ({found})");
                self.warnings.push(Warning::at_line(line, message));
            }
        }
        self.truth.outcome = ending.map(outcome);
    }

    fn read_row(&mut self, line: usize, cells: &[String]) -> Result<(), Refusal> {
        if cells.iter().filter(|cell| !cell.is_empty()).eq(["Gold", "Green"].iter()) {
            return Ok(());
        }
        if self.plies.is_empty() && !cells.iter().any(|cell| is_move(cell)) {
            // A line of the setup, which `read_opening` has read.
            return Ok(());
        }
        if cells.iter().skip(2).any(|cell| !cell.is_empty()) {
            return Err(Refusal::new(
                "too-many-columns",
                format!("'{}': expected two columns, Gold and Green", quote(&cells.join(" "))),
            ));
        }
        for (side, cell) in Side::ALL.into_iter().zip(cells) {
            if cell.is_empty() {
            } else if is_move(cell) {
                self.read_move(line, side, cell)?;
            } else {
                let message = format!("'{}' is not a move; passed over", quote(cell));
                self.warnings.push(Warning::at_line(line, message));
            }
        }
        Ok(())
    }

    fn read_throw(&mut self, faces: &[u8]) -> Result<(), Refusal> {
        let Some(history) = &mut self.truth.history else {
            return Err(Refusal::new("no-throw", "no dice are to be thrown in the setup"));
        };
        match history.throw_request() {
            Some(request) if request.dice == faces.len() => {
                Arc::make_mut(history).throw(faces).map(|_| ())
            }
            Some(request) => {
                Err(Refusal::new("bad-throw", format!("expected {} dice", request.dice)))
            }
            None => Err(Refusal::new("no-throw", "no dice are to be thrown now")),
        }
    }

    fn read_move(&mut self, line: usize, side: Side, cell: &str) -> Result<(), Refusal> {
        let Some(history) = &mut self.truth.history else {
            return Err(Refusal::new(
                "setup-incomplete",
                format!("'{}': a move before the setup is complete", quote(cell)),
            ));
        };
        if let Some((_, reason)) = history.verdict() {
            return Err(Refusal::new(
                "game-over",
                format!("'{}': the game was over already ({reason})", quote(cell)),
            ));
        }
        if history.throw_request().is_some() {
            return Err(Refusal::new(
                "throw-first",
                format!("'{}': expected a line 'throw:' before this move", quote(cell)),
            ));
        }
        let turn = history.position().turn();
        if turn != side {
            return Err(Refusal::new(
                "not-your-turn",
                format!("'{}': it is {turn}'s turn, not {side}'s", quote(cell)),
            ));
        }
        let (intent, remarks) =
            read_ply(history, cell).map_err(|refusal| in_cell(cell, refusal))?;
        let strict = write_ply(
            history.position(),
            &intent,
            resolve(history.position(), history.map(), &intent),
        );
        let quoted = quote(cell);
        for remark in remarks {
            self.warnings.push(Warning::at_line(line, format!("{quoted}: {remark}")));
        }
        if cell != strict {
            self.warnings.push(Warning::at_line(line, format!("{quoted}: understood as {strict}")));
        }
        Arc::make_mut(history).play(&intent);
        self.plies.push(RecordPly { line, raw: cell.to_owned() });
        Ok(())
    }
}

/// Reads a ply of the umpire's record: only the intent, from which the outcome follows.
fn read_ply(history: &GameHistory, cell: &str) -> Result<(Intent, Vec<String>), Refusal> {
    let board_view = &history.latest(Some(history.position().turn())).board;
    let (intent, mut remarks) = board_view.read_intent(&without_outcome(cell)?)?;
    // The caller compares the ply with its strict form.
    remarks.retain(|remark| !remark.starts_with("understood as"));
    Ok((intent, remarks))
}

/// The intent in a ply that is written with its outcome.
pub(super) fn without_outcome(cell: &str) -> Result<String, Refusal> {
    let announced = cell.split_once('>').map_or(cell, |(announced, _)| announced).trim();
    let (head, path) = announced.split_once('(').unwrap_or((announced, ""));
    let parsed_move = ParsedMove::parse(head.trim())?;
    let intent = Intent {
        kind: parsed_move.kind,
        played: crate::klinzha::Move::new(
            parsed_move.from,
            parsed_move.to,
            parsed_move.goal_action,
        ),
        path: None,
    };
    let path = if path.is_empty() { String::new() } else { format!(" ({path}") };
    Ok(format!("{intent}{path}"))
}

pub(super) fn in_cell(cell: &str, refusal: Refusal) -> Refusal {
    let cell = quote(cell);
    if refusal.message.starts_with(&format!("'{cell}'")) {
        return refusal;
    }
    Refusal { message: format!("'{cell}': {}", refusal.message), ..refusal }
}
