//! Records in the two-column form of the source (§1.7, R-KZ7).

use super::game::{GameHistory, KlinZha, TableRules, Truth};
use super::notation;
use super::piece::{Kind, Side};
use super::scene;
use super::setup::{Placement, Step, first_position, read_goal, read_placements};
use super::{board, setup::Setup};
use crate::error::{bad_position, quote, shorten};
use crate::{
    BySide, Cell, EndReason, Game, Options, Outcome, Record, RecordPly, Refusal, Seat, SideInfo,
    Warning,
};
use std::fmt::Write as _;
use std::sync::Arc;

/// The keys of the header lines with which a record may begin (R-KZ7), for the game under clouds
/// too. `as` names the viewer of a hidden game to whom the record belongs.
pub(crate) const HEADERS: [&str; 11] = [
    "game", "gold", "green", "date", "time", "spent", "position", "option", "clouds", "seed", "as",
];

/// Writes the record of a game, with the caller's header lines.
pub(super) fn write(truth: &Truth, headers: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut header = |key: &str, value: &str| {
        // A header is one line.
        let value = value.replace(['\r', '\n'], " ");
        let _ = writeln!(text, "{key}: {value}");
    };
    header("game", KlinZha::INFO.id);
    for (key, value) in headers.iter().filter(|(key, _)| key != "game") {
        header(key, value);
    }
    for option in truth.rules.option_pairs() {
        header("option", &option);
    }
    match (&truth.setup, &truth.history) {
        (None, Some(history)) => header("position", &history.positions[0].to_string()),
        (Some(setup), _) => write_setup(&mut text, setup),
        (None, None) => {}
    }
    if let Some(history) = &truth.history {
        write_moves(&mut text, history);
    }
    if let Some(outcome) = truth.outcome.as_ref().filter(|outcome| outcome.is_result()) {
        let winner = outcome
            .winner
            .and_then(|seat| Side::ALL.into_iter().find(|&side| truth.seats[side] == Some(seat)));
        // A game that ended before the colours were picked has no side to name.
        if outcome.winner.is_none() || winner.is_some() {
            let _ =
                writeln!(text, "result: {} {}", winner.map_or("draw", Side::key), outcome.reason);
        }
    }
    text
}

fn columns(text: &mut String, rows: impl IntoIterator<Item = (String, String)>) {
    text.push_str("Gold\tGreen\n");
    for (gold, green) in rows {
        let _ = writeln!(text, "{gold}\t{green}");
    }
}

fn in_column(side: Side, cell: String) -> (String, String) {
    match side {
        Side::Gold => (cell, String::new()),
        Side::Green => (String::new(), cell),
    }
}

pub(crate) fn write_setup(text: &mut String, setup: &Setup) {
    let Some(first) = setup.first else { return };
    for seat in [first, first.other()] {
        let index = seat.index();
        let (Some(side), true) = (setup.sides[index], setup.finished[index]) else { continue };
        let placed = setup.placements[index].warriors();
        columns(
            text,
            placed.map(|(kind, cell)| {
                in_column(side, format!("{} {}", kind.code(), board::name(cell)))
            }),
        );
    }
    let goals: Vec<(Side, String)> = [first, first.other()]
        .into_iter()
        .filter_map(|seat| {
            let (side, cell) = (setup.sides[seat.index()]?, setup.goals[seat.index()]?);
            let kind = setup.placements[seat.index()].kind(cell)?;
            Some((side, format!("G {}@{}", kind.code(), board::name(cell))))
        })
        .collect();
    match goals.as_slice() {
        [] => {}
        [(Side::Gold, gold), (_, green)] => columns(text, [(gold.clone(), green.clone())]),
        goals => columns(text, goals.iter().map(|(side, goal)| in_column(*side, goal.clone()))),
    }
}

fn write_moves(text: &mut String, history: &GameHistory) {
    if history.plies.is_empty() {
        return;
    }
    let mut rows: Vec<(String, String)> = Vec::new();
    for (position, (_, ply)) in history.positions.iter().zip(&history.plies) {
        match (position.turn(), rows.last_mut()) {
            (Side::Green, Some((_, green))) if green.is_empty() => green.clone_from(ply),
            (side, _) => rows.push(in_column(side, ply.clone())),
        }
    }
    columns(text, rows);
}

/// Reads a record leniently.
pub(super) fn read(text: &str) -> Result<Record, Refusal> {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        reader.line = number + 1;
        reader.read_line(line).map_err(|refusal| at_line(number + 1, refusal))?;
    }
    reader.line = text.lines().count().max(1);
    reader.finish().map_err(|refusal| at_line(text.lines().count().max(1), refusal))
}

/// Adds the line number to a refusal.
pub(crate) fn at_line(line: usize, refusal: Refusal) -> Refusal {
    let message = format!("line {line}: {}", shorten(&refusal.message, 400));
    Refusal { message, ..refusal }.with("line", line).with("game", KlinZha::INFO.id)
}

/// The start of a game, read from the part of a record before the first move.
pub(crate) struct Opening {
    /// The setup, unless the record begins from a position.
    pub(crate) setup: Option<Setup>,
    /// The first position; `None` if the game ended during the setup.
    pub(crate) first: Option<super::Position>,
    /// Remarks on what was not in strict notation.
    pub(crate) warnings: Vec<Warning>,
    /// The result, if the game ended during the setup.
    pub(crate) outcome: Option<Outcome>,
}

/// Reads the setup or the position with which a record begins. The other lines of the record are
/// blank in `text`, so that refusals name the right line.
pub(crate) fn read_opening(text: &str) -> Result<Opening, Refusal> {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        reader.line = number + 1;
        reader.read_line(line).map_err(|refusal| at_line(number + 1, refusal))?;
    }
    let first = reader.history.as_ref().map(|history| history.position().clone());
    let mut outcome = None;
    if first.is_none() {
        match reader.result {
            Some((_, Some(side), reason)) if reason.fits_any_position(true) => {
                outcome = Some(Outcome::win(Seat::new(side as usize), reason));
            }
            Some((_, None, reason)) if reason.fits_any_position(false) => {
                outcome = Some(Outcome::draw(2, reason));
            }
            _ => {
                let refusal = Refusal::new("setup-incomplete", reader.missing_parts());
                return Err(at_line(text.lines().count().max(1), refusal));
            }
        }
    }
    let warnings = std::mem::take(&mut reader.warnings);
    let setup = reader.truth(None, None).setup;
    Ok(Opening { setup, first, warnings, outcome })
}

#[derive(Default)]
struct Reader {
    line: usize,
    /// Whether something other than a header line was read.
    in_body: bool,
    headers: Vec<(String, String)>,
    options: Options,
    rules: TableRules,
    /// The side of the first placement.
    first: Option<Side>,
    placements: BySide<Placement>,
    goals: BySide<Option<Cell>>,
    history: Option<GameHistory>,
    from_position: bool,
    plies: Vec<RecordPly>,
    warnings: Vec<Warning>,
    result: Option<(usize, Option<Side>, EndReason)>,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), Refusal> {
        if line.trim().is_empty() {
            return Ok(());
        }
        if self.result.is_some() {
            return Err(Refusal::new(
                "after-result",
                format!("'{}': nothing may follow the result", line.trim()),
            ));
        }
        if let Some(value) = line.trim_start().strip_prefix("result:") {
            return self.read_result(value.trim());
        }
        if !self.in_body
            && let Some((key, value)) = KlinZha::INFO.header_line(line)
        {
            return self.read_header(key, value);
        }
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        self.in_body = true;
        if cells.iter().filter(|cell| !cell.is_empty()).eq(["Gold", "Green"].iter()) {
            return Ok(());
        }
        if cells.iter().skip(2).any(|cell| !cell.is_empty()) {
            return Err(Refusal::new(
                "too-many-columns",
                format!("'{}': expected two columns, Gold and Green", line.trim()),
            ));
        }
        for (side, cell) in Side::ALL.into_iter().zip(cells) {
            if !cell.is_empty() {
                self.read_cell(side, cell)?;
            }
        }
        Ok(())
    }

    fn read_header(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        match key {
            "game" if value != KlinZha::INFO.id => {
                return Err(Refusal::new(
                    "other-game",
                    format!("game '{value}': expected {}", KlinZha::INFO.id),
                ));
            }
            "option" => {
                self.options.set(value)?;
                self.options.check(KlinZha::INFO.id, KlinZha::INFO.options)?;
                self.rules = TableRules::new(&self.options);
            }
            "position" => {
                let position: super::Position = value
                    .parse()
                    .map_err(|error: super::PositionError| bad_position(value, error))?;
                if self.from_position {
                    return Err(Refusal::new("second-position", "a second position line"));
                }
                self.from_position = true;
                self.history = Some(GameHistory::new(position));
            }
            _ => {}
        }
        self.headers.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    fn read_cell(&mut self, side: Side, cell: &str) -> Result<(), Refusal> {
        match Entry::of(cell) {
            Entry::Move => self.read_move(side, cell),
            Entry::Goal(target) => self.read_goal(side, cell, target),
            Entry::Placements => self.read_placements(side, cell),
            Entry::Comment => {
                self.warn(format!("'{}' is not a move; passed over", quote(cell)));
                Ok(())
            }
        }
    }

    fn warn(&mut self, message: String) {
        self.warnings.push(Warning::at_line(self.line, message));
    }

    fn warn_all(&mut self, cell: &str, messages: Vec<String>) {
        for message in messages {
            self.warn(format!("{}: {message}", quote(cell)));
        }
    }

    fn refuse_setup_now(&self, cell: &str) -> Result<(), Refusal> {
        if self.history.is_none() {
            return Ok(());
        }
        let why = if self.from_position {
            "a record with a position has no setup"
        } else {
            "the setup is complete"
        };
        Err(Refusal::new("setup-over", format!("'{cell}': {why}")))
    }

    fn read_placements(&mut self, side: Side, cell: &str) -> Result<(), Refusal> {
        self.refuse_setup_now(cell)?;
        // The source ends a list with dots.
        let words: Vec<&str> = cell.split_whitespace().filter(|word| *word != "...").collect();
        let mut messages = Vec::new();
        let warriors = read_placements(&words, &mut messages)?;
        self.warn_all(cell, messages);
        self.first.get_or_insert(side);
        for (kind, at) in warriors {
            let region = self
                .region(side)
                .or_else(|| board::region(at))
                .ok_or_else(|| outside_region(cell, at))?;
            if self.region(!side) == Some(region) {
                return Err(Refusal::new(
                    "region-taken",
                    format!(
                        "'{cell}': {} lies in the region {region}, where {} stands",
                        board::name(at),
                        !side
                    ),
                ));
            }
            let enemy = self.placements[!side].blockader();
            let zone = enemy.map_or(crate::CellSet::EMPTY, board::neighbours);
            self.placements[side]
                .place(kind, at, region, zone)
                .map_err(|refusal| with_cell(cell, refusal))?;
        }
        Ok(())
    }

    /// The region in which a side has placed its first warrior.
    fn region(&self, side: Side) -> Option<super::Region> {
        self.placements[side].warriors().next().and_then(|(_, cell)| board::region(cell))
    }

    fn read_goal(&mut self, side: Side, cell: &str, target: &str) -> Result<(), Refusal> {
        self.refuse_setup_now(cell)?;
        let mut messages = Vec::new();
        let Step::Goal(named, at) = read_goal(target, &mut messages)? else {
            return Err(Refusal::new("not-a-step", format!("'{cell}' is no Goal placement")));
        };
        self.warn_all(cell, messages);
        if !self.placements[side].is_complete() {
            return Err(Refusal::new(
                "not-all-placed",
                format!("'{cell}': {side} has not placed all nine warriors yet"),
            ));
        }
        if self.goals[side].is_some() {
            return Err(Refusal::new(
                "second-goal",
                format!("'{cell}': {side} has placed its Goal already"),
            ));
        }
        self.placements[side].check_goal(named, at).map_err(|refusal| with_cell(cell, refusal))?;
        self.goals[side] = Some(at);
        let first = self.first.unwrap_or(side);
        if let (Some(gold), Some(green)) = (self.goals[Side::Gold], self.goals[Side::Green]) {
            let position = first_position(
                first,
                [
                    (Side::Gold, &self.placements[Side::Gold], gold),
                    (Side::Green, &self.placements[Side::Green], green),
                ],
            )?;
            self.history = Some(GameHistory::new(position));
        }
        Ok(())
    }

    fn read_move(&mut self, side: Side, cell: &str) -> Result<(), Refusal> {
        let Some(history) = &self.history else {
            return Err(Refusal::new(
                "setup-incomplete",
                format!(
                    "'{cell}': a move before both sides have placed all warriors and their Goal"
                ),
            ));
        };
        if let Some((_, reason)) = history.verdict(self.rules) {
            return Err(Refusal::new(
                "game-over",
                format!("'{cell}': the game was over already ({reason})"),
            ));
        }
        let position = history.position();
        if position.turn() != side {
            return Err(Refusal::new(
                "not-your-turn",
                format!("'{cell}': it is {}'s turn, not {side}'s", position.turn()),
            ));
        }
        let read = position
            .read(cell, &position.legal_moves_under(self.rules.safety))
            .map_err(|refusal| with_cell(cell, refusal))?;
        self.warn_all(cell, read.warnings);
        if let Some(history) = &mut self.history {
            history.play(read.played, super::Position::write);
        }
        self.plies.push(RecordPly { line: self.line, raw: cell.to_owned() });
        Ok(())
    }

    fn read_result(&mut self, value: &str) -> Result<(), Refusal> {
        let malformed = || {
            Refusal::new(
                "bad-result",
                format!(
                    "result '{value}': expected gold, green or draw and one of goal, immobilised, resignation, time, agreement, abandoned, repetition, quiet"
                ),
            )
        };
        let (who, reason) = value.split_once(' ').ok_or_else(malformed)?;
        let winner = match who {
            "draw" => None,
            side => Some(Side::from_key(side).ok_or_else(malformed)?),
        };
        let reason = KlinZha::INFO.end_reason(reason.trim()).ok_or_else(malformed)?;
        self.result = Some((self.line, winner, reason));
        Ok(())
    }

    fn finish(mut self) -> Result<Record, Refusal> {
        let Some(history) = self.history.take() else {
            return self.finish_in_setup();
        };
        let verdict = history.verdict(self.rules);
        let claimed = self.result;
        // R-KZ5: a win goes before a draw.
        let won = verdict.is_some_and(|(winner, _)| winner.is_some());
        let claim_holds = |winner: Option<Side>, reason: EndReason| match reason {
            EndReason::GOAL | EndReason::IMMOBILISED => verdict == Some((winner, reason)),
            reason if reason.fits_any_position(winner.is_some()) => verdict.is_none(),
            EndReason::REPETITION => winner.is_none() && !won && history.is_repeated(),
            EndReason::QUIET => {
                winner.is_none()
                    && !won
                    && history.position().plies_since_capture() >= super::HOUSE_QUIET_PLIES
            }
            _ => false,
        };
        let mut ending = verdict;
        if let Some((line, winner, reason)) = claimed {
            if claim_holds(winner, reason) {
                ending = Some((winner, reason));
            } else {
                self.line = line;
                let found = match verdict {
                    Some((winner, reason)) => {
                        format!("{} {reason}", winner.map_or("draw", Side::key))
                    }
                    None => "unfinished".to_owned(),
                };
                let who = winner.map_or("draw", Side::key);
                self.warn(format!("result '{who} {reason}' contradicts the position ({found})"));
            }
        }
        Ok(self.record(Some(history), ending))
    }

    /// A game may end during the setup: by resignation, time or agreement.
    fn finish_in_setup(self) -> Result<Record, Refusal> {
        let ending = self.result.map(|(_, winner, reason)| (winner, reason));
        match ending {
            Some((winner, reason)) if reason.fits_any_position(winner.is_some()) => {
                Ok(self.record(None, ending))
            }
            _ => Err(Refusal::new("setup-incomplete", self.missing_parts())),
        }
    }

    fn record(
        self,
        history: Option<GameHistory>,
        ending: Option<(Option<Side>, EndReason)>,
    ) -> Record {
        let outcome = ending.map(|(winner, reason)| match winner {
            Some(side) => Outcome::win(Seat::new(side as usize), reason),
            None => Outcome::draw(2, reason),
        });
        let truth = self.truth(history, outcome.clone());
        let frames = scene::frames(&truth, 0..scene::frame_count(&truth));
        let kept = |key: &str| !["game", "option", "position"].contains(&key);
        let kept: Vec<_> = self.headers.iter().filter(|(key, _)| kept(key)).cloned().collect();
        Record {
            game: KlinZha::INFO.id,
            sides: SideInfo::in_order(KlinZha::INFO.sides),
            retired: Vec::new(),
            throws: None,
            strict: write(&truth, &kept),
            headers: self.headers,
            options: self.options,
            frames,
            plies: self.plies,
            warnings: self.warnings,
            outcome,
        }
    }

    fn missing_parts(&self) -> String {
        let missing: Vec<String> = Side::ALL
            .into_iter()
            .filter_map(|side| {
                let placement = &self.placements[side];
                let left: usize = Kind::ALL.into_iter().map(|kind| placement.left(kind)).sum();
                match (left, self.goals[side]) {
                    (0, Some(_)) => None,
                    (0, None) => Some(format!("{side}'s Goal")),
                    (left, _) => Some(format!("{left} of {side}'s warriors and its Goal")),
                }
            })
            .collect();
        format!("the record ends before the setup is complete: missing {}", missing.join(", "))
    }

    /// The truth of the game, with Gold on seat 0.
    fn truth(&self, history: Option<GameHistory>, outcome: Option<Outcome>) -> Truth {
        let (gold, green) = (Seat::new(0), Seat::new(1));
        let setup = (!self.from_position).then(|| {
            let mut setup = Setup::new();
            setup.first = self.first.map(|side| Seat::new(side as usize));
            setup.sides = Side::ALL.map(Some);
            setup.regions = Side::ALL.map(|side| self.region(side));
            setup.placements = self.placements.0;
            setup.finished =
                self.placements.0.map(|placement| placement.warriors().next().is_some());
            setup.goals = self.goals.0;
            setup
        });
        Truth {
            rules: self.rules,
            setup,
            history: history.map(Arc::new),
            seats: BySide([Some(gold), Some(green)]),
            outcome,
        }
    }
}

fn outside_region(cell: &str, at: Cell) -> Refusal {
    let at = board::name(at);
    Refusal::new("outside-region", format!("'{cell}': {at} lies in no region")).with("cell", at)
}

fn with_cell(cell: &str, refusal: Refusal) -> Refusal {
    if refusal.message.starts_with(&format!("'{cell}'")) {
        return refusal;
    }
    Refusal { message: format!("'{cell}': {}", refusal.message), ..refusal }
}

/// Whether a cell of a record's table is a move, well-formed or not.
pub(crate) fn is_move(cell: &str) -> bool {
    matches!(Entry::of(cell), Entry::Move)
}

/// The content of a table cell.
enum Entry<'a> {
    Move,
    Goal(&'a str),
    Placements,
    Comment,
}

impl<'a> Entry<'a> {
    fn of(cell: &'a str) -> Self {
        let first = cell.split_whitespace().next().unwrap_or_default();
        // `G@…` counts as a move, so that it is refused: the Goal does not move alone.
        if let Some((piece, _)) = first.split_once('@')
            && (piece == "G" || is_piece(piece.trim_end_matches(['G', '-'])))
        {
            return Self::Move;
        }
        if let Some(target) = cell.strip_prefix("G ") {
            return Self::Goal(target.trim());
        }
        let looks_like_cell = |word: &str| {
            word.len() >= 2
                && word.starts_with(|c: char| c.is_ascii_alphabetic())
                && word.ends_with(|c: char| c.is_ascii_digit())
        };
        let second = cell.split_whitespace().nth(1).unwrap_or_default();
        if is_piece(first) && looks_like_cell(second) { Self::Placements } else { Self::Comment }
    }
}

/// Whether this is a warrior's code in upper or lower case: a move in lower case is refused, and
/// not skipped as a comment.
fn is_piece(code: &str) -> bool {
    Kind::ALL.into_iter().any(|kind| kind.code().eq_ignore_ascii_case(code))
        || notation::read_kind(code, &mut Vec::new()).is_ok()
}
