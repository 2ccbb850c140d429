//! The record of one viewer: what it saw and was told. A row has one ply: Gold's column, Green's
//! column, and the view after the ply. The viewer's own plies are written with their outcome; the
//! others as far as the viewer saw them or was told of them, at least as `?`.

use super::announce::{SpeechAct, announcement, drift_reports, drift_rule_reports, move_reports};
use super::board_view::BoardView;
use super::drift::{Direction, DriftingClouds};
use super::game::{CloudedKlinZha, View};
use super::history::Drifted;
use super::markers::Markers;
use super::observation::Observation;
use super::record::{ParsedRecord, RecordEntry, claim_holds, outcome, write_headers, write_result};
use super::rules::QUIET_PLIES;
use super::scene::observed_frames;
use super::viewer_ply::ViewerPly;
use crate::error::quote;
use crate::klinzha::{BySide, Side, at_line};
use crate::{
    EndReason, Game, Notice, Outcome, Record, RecordPly, Refusal, Reports, Seat, SideInfo, Viewer,
    Warning,
};
use std::fmt::Write as _;
use std::sync::Arc;

/// Writes the record of a viewer.
pub(super) fn write(
    view: &View,
    observations: &[Arc<Observation>],
    headers: &[(String, String)],
) -> String {
    let mut text = String::new();
    write_headers(&mut text, &view.rules, headers);
    let _ = writeln!(text, "as: {}", view.side().map_or("public", Side::key));
    if let Some(first) = observations.first() {
        let _ = writeln!(text, "position: {}", first.board);
        if let Some(turns) = announced_drift_interval(first) {
            let _ = writeln!(text, "drift: every {turns}");
        }
    }
    for (number, observation) in observations.iter().enumerate() {
        if number == 1 {
            text.push_str("Gold\tGreen\tView\n");
        }
        if let Some(mover) = observation.mover {
            let ply = observation.text.as_deref().unwrap_or_default();
            let (gold, green) = if mover == Side::Gold { (ply, "") } else { ("", ply) };
            if let Some(Drifted { steps, direction }) = observation.drifted {
                let _ = writeln!(text, "drift: {steps} {}", direction.key());
            }
            let _ = writeln!(text, "{gold}\t{green}\t{}", observation.board);
        }
    }
    write_result(&mut text, view.outcome.as_ref(), view.seats);
    text
}

/// The number of turns between two drifts, if it was announced before the first ply.
fn announced_drift_interval(first: &Observation) -> Option<&str> {
    let key = announcement(SpeechAct::DriftRule).key;
    let notice = first.announcements.iter().find(|notice| notice.key == key)?;
    notice.args.first().map(|(_, turns)| turns.as_str())
}

/// Reads the record of a viewer.
pub(super) fn read(text: &str, parsed: &ParsedRecord) -> Result<Record, Refusal> {
    let value = |key: &str| {
        parsed.headers.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    };
    let line_of = |key: &str| {
        let starts = |line: &str| line.trim_start().starts_with(key);
        text.lines().position(starts).map_or(1, |index| index + 1)
    };
    let whose = value("as").unwrap_or_default();
    let side = match whose {
        "public" => None,
        key => Some(Side::from_key(key).ok_or_else(|| {
            let key = quote(key);
            at_line(
                line_of("as"),
                Refusal::new("bad-viewer", format!("as '{key}': expected gold, green or public"))
                    .with("text", key),
            )
        })?),
    };
    let first = value("position").ok_or_else(|| {
        at_line(
            parsed.lines,
            Refusal::new("setup-incomplete", "the record ends before the battle: no position line"),
        )
    })?;
    let first = read_view(first, side).map_err(|refusal| at_line(line_of("position"), refusal))?;
    let mut reader = Reader::new(side, first, parsed);
    let mut claim = None;
    for (line, entry) in &parsed.entries {
        match entry {
            RecordEntry::Row(cells) => {
                reader.read_row(*line, cells).map_err(|refusal| at_line(*line, refusal))?;
            }
            RecordEntry::Throw(_) => {
                let refusal = Refusal::new("no-throw", "a player's record holds no dice");
                return Err(at_line(*line, refusal));
            }
            RecordEntry::Drift(announcements) => {
                reader
                    .read_drift(*line, announcements)
                    .map_err(|refusal| at_line(*line, refusal))?;
            }
            RecordEntry::Result(winner, reason) => claim = Some((*line, *winner, *reason)),
        }
    }
    Ok(reader.finish(parsed, claim))
}

fn read_view(text: &str, side: Option<Side>) -> Result<BoardView, Refusal> {
    BoardView::parse(text, side).map_err(|error| {
        Refusal::new("bad-view", format!("view '{}': {error}", quote(text)))
            .with("reason", &error)
            .because(error)
    })
}

struct Reader<'a> {
    side: Option<Side>,
    parsed: &'a ParsedRecord,
    observations: Vec<Arc<Observation>>,
    sky: DriftingClouds,
    /// A drift that was read and its line. The next row is the ply after which it happened.
    drifted: Option<(usize, Drifted)>,
    plies: Vec<RecordPly>,
    warnings: Vec<Warning>,
}

impl<'a> Reader<'a> {
    fn new(side: Option<Side>, first: BoardView, parsed: &'a ParsedRecord) -> Self {
        let map = parsed.rules.map;
        let first = Observation {
            mover: None,
            text: None,
            last: Vec::new(),
            board: first,
            map,
            markers: Markers::default(),
            captures: Vec::new(),
            announcements: Vec::new(),
            last_report: Vec::new(),
            drifted: None,
        };
        Self {
            side,
            parsed,
            observations: vec![Arc::new(first)],
            sky: DriftingClouds::new(map),
            drifted: None,
            plies: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn read_row(&mut self, line: usize, cells: &[String]) -> Result<(), Refusal> {
        let filled: Vec<&str> =
            cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        if filled == ["Gold", "Green", "View"] {
            return Ok(());
        }
        let [gold, green, view] = cells else {
            return Err(Refusal::new(
                "not-a-row",
                format!(
                    "'{}': expected three columns: Gold, Green and the view",
                    quote(&cells.join(" "))
                ),
            ));
        };
        let (mover, ply) = match (gold.as_str(), green.as_str()) {
            (ply, "") if !ply.is_empty() => (Side::Gold, ply),
            ("", ply) if !ply.is_empty() => (Side::Green, ply),
            _ => {
                return Err(Refusal::new(
                    "not-a-row",
                    "expected one ply in a row, in its side's column",
                ));
            }
        };
        self.read_ply(line, mover, ply, view)
    }

    /// Reads an announcement of drifting clouds: `every 3` before the first ply, or steps and
    /// direction.
    fn read_drift(&mut self, line: usize, text: &str) -> Result<(), Refusal> {
        let refused = || {
            let text = quote(text);
            let message = format!(
                "drift '{text}': expected steps and a direction such as 2 south-east, or before the first ply 'every' and a number of turns"
            );
            Refusal::new("bad-drift-line", message).with("text", text)
        };
        let (word, number) = text.split_once(' ').ok_or_else(refused)?;
        if word == "every" {
            let turns = number.parse().ok().filter(|turns| (1..=6).contains(turns));
            let announcements =
                self.notices_for_viewer(drift_rule_reports(turns.ok_or_else(refused)?));
            let [first] = self.observations.as_mut_slice() else { return Err(refused()) };
            Arc::make_mut(first).announcements = announcements;
            return Ok(());
        }
        let steps = word.parse().ok().filter(|steps| (1..=8).contains(steps));
        let direction = Direction::ALL.into_iter().find(|way| way.key() == number.trim());
        let (steps, direction) = steps.zip(direction).ok_or_else(refused)?;
        if let Some((before, _)) = self.drifted.replace((line, Drifted { steps, direction })) {
            self.warn_unused_drift(before);
        }
        Ok(())
    }

    /// Warns of a drift line without a row after it.
    fn warn_unused_drift(&mut self, line: usize) {
        let message = "a drift that no ply follows; passed over".to_owned();
        self.warnings.push(Warning::at_line(line, message));
    }

    /// The notices of some reports for the viewer.
    fn notices_for_viewer(&self, reports: Reports) -> Vec<Notice> {
        match self.side {
            Some(side) => reports.seats[seat_of(side)].clone(),
            None => reports.public,
        }
    }

    fn read_ply(&mut self, line: usize, mover: Side, ply: &str, view: &str) -> Result<(), Refusal> {
        let Some(before) = self.observations.last().cloned() else { return Ok(()) };
        if before.board.turn() != mover {
            return Err(Refusal::new(
                "not-your-turn",
                format!("'{}': it is {}'s turn, not {mover}'s", quote(ply), before.board.turn()),
            ));
        }
        let board_view = read_view(view, self.side)?;
        if board_view.turn() == mover {
            let turn =
                Refusal::new("view-turn", format!("after {mover}'s ply it is {}'s turn", !mover))
                    .with("side", (!mover).key());
            let message = format!("view '{}': {turn}", quote(view));
            return Err(Refusal::new("bad-view", message).because(turn));
        }
        let own = self.side == Some(mover);
        let ViewerPly { text, last, ended, halted, captured: lost } = if own {
            ViewerPly::read_of_viewer(&before.board, &board_view, mover, ply)?
        } else {
            ViewerPly::read_of_other(ply)?
        };
        if text != ply {
            let message = format!("{}: understood as {text}", quote(ply));
            self.warnings.push(Warning::at_line(line, message));
        }
        let mut announcements = match ended {
            Some(ended) => {
                self.notices_for_viewer(move_reports(seat_of(mover), ended, halted, lost))
            }
            None => Vec::new(),
        };
        let drifted = self.drifted.take().map(|(_, drifted)| drifted);
        if let Some(Drifted { steps, direction }) = drifted {
            self.sky.drift(steps, direction);
            announcements.extend(self.notices_for_viewer(drift_reports(steps, direction)));
        }
        let map = self.sky.map();
        let mut captures = before.captures.clone();
        captures.extend(lost.map(|lost| (!mover, lost)));
        let mut markers = before.markers.clone();
        if let (Some(lost), Some(cell), true) = (lost, ended, self.side == Some(!mover)) {
            markers.note(cell, lost);
        }
        markers.update(&board_view, &map);
        let observation = Observation {
            mover: Some(mover),
            text: Some(text),
            last,
            board: board_view,
            map,
            markers,
            captures,
            announcements,
            last_report: Vec::new(),
            drifted,
        };
        self.observations.push(Arc::new(observation));
        self.plies.push(RecordPly { line, raw: ply.to_owned() });
        Ok(())
    }

    fn finish(
        mut self,
        parsed: &ParsedRecord,
        claim: Option<(usize, Option<Side>, EndReason)>,
    ) -> Record {
        let ending = self.judge(claim);
        if let Some((line, _)) = self.drifted {
            self.warn_unused_drift(line);
        }
        let frames =
            observed_frames(&self.observations, ending.as_ref(), 0..self.observations.len());
        let view = View {
            viewer: self.side.map_or(Viewer::Public, |side| Viewer::Seat(seat_of(side))),
            seats: BySide([Some(Seat::new(0)), Some(Seat::new(1))]),
            rules: parsed.rules,
            to_act: Vec::new(),
            outcome: ending.clone(),
            content: super::game::ViewContent::Observations(Vec::new()),
        };
        Record {
            game: CloudedKlinZha::INFO.id,
            sides: SideInfo::in_order(CloudedKlinZha::INFO.sides),
            retired: Vec::new(),
            throws: None,
            strict: write(&view, &self.observations, &parsed.kept_headers()),
            headers: self.parsed.headers.clone(),
            options: self.parsed.options.clone(),
            frames,
            plies: self.plies,
            warnings: self.warnings,
            outcome: ending,
        }
    }

    /// The result. The views alone decide only the capture of a Goal and the draw by quiet plies;
    /// another claimed result is accepted unless it contradicts those.
    fn judge(&mut self, claim: Option<(usize, Option<Side>, EndReason)>) -> Option<Outcome> {
        let last = self.observations.last()?;
        let captor = last.captures.iter().find(|(_, what)| what.goal).map(|(side, _)| !*side);
        let quiet = last.board.plies_since_capture() >= QUIET_PLIES;
        let verdict = match captor {
            Some(side) => Some((Some(side), EndReason::GOAL)),
            None => quiet.then_some((None, EndReason::QUIET)),
        };
        let Some((line, winner, reason)) = claim else { return verdict.map(outcome) };
        let believed = match reason {
            EndReason::IMMOBILISED => captor.is_none() && winner == Some(!last.board.turn()),
            _ => claim_holds(verdict, winner, reason),
        };
        if believed {
            return Some(outcome((winner, reason)));
        }
        let who = winner.map_or("draw", Side::key);
        let message = format!("result '{who} {reason}' contradicts what was seen");
        self.warnings.push(Warning::at_line(line, message));
        verdict.map(outcome)
    }
}

/// The seat of a side in a record: Gold is seat 0.
fn seat_of(side: Side) -> Seat {
    Seat::new(side as usize)
}
