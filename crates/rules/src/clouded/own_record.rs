//! A player's own record: what it saw and was told. A row is a ply: Gold's column, Green's column, and the view after
//! it. The viewer's own plies say what came of them; of the others stands what was seen or told, at least `?`.

use super::battle::Drifted;
use super::drift::{Direction, Sky};
use super::game::{CloudedKlinZha, View};
use super::glimpse::Glimpse;
use super::markers::Markers;
use super::record::{
    Entry, Sheet, claim_holds, in_cell, outcome, warning, without_outcome, write_headers,
    write_result,
};
use super::resolve::Taken;
use super::rules::QUIET_PLIES;
use super::sight::Sight;
use crate::error::quote;
use crate::klinzha::{BySide, Side, at_line, board};
use crate::{EndReason, Frame, Game, Outcome, Record, RecordPly, Refusal, Seat, Warning};
use std::fmt::Write as _;
use std::sync::Arc;

/// Writes what a viewer was shown.
pub(super) fn write(view: &View, seen: &[Arc<Glimpse>], headers: &[(String, String)]) -> String {
    let mut text = String::new();
    write_headers(&mut text, &view.rules, headers);
    let _ = writeln!(text, "as: {}", view.side().map_or("public", Side::key));
    if let Some(first) = seen.first() {
        let _ = writeln!(text, "position: {}", first.sight);
    }
    for (number, glimpse) in seen.iter().enumerate() {
        if number == 1 {
            text.push_str("Gold\tGreen\tView\n");
        }
        if let Some(mover) = glimpse.mover {
            let ply = glimpse.text.as_deref().unwrap_or_default();
            let (gold, green) = if mover == Side::Gold { (ply, "") } else { ("", ply) };
            if let Some(Drifted { steps, direction }) = glimpse.drifted {
                let _ = writeln!(text, "drift: {steps} {}", direction.key());
            }
            let _ = writeln!(text, "{gold}\t{green}\t{}", glimpse.sight);
        }
    }
    write_result(&mut text, view.outcome.as_ref(), view.seats);
    text
}

/// Reads a record of what somebody saw.
pub(super) fn read(text: &str, sheet: &Sheet) -> Result<Record, Refusal> {
    let value = |key: &str| {
        sheet.headers.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
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
            sheet.lines,
            Refusal::new("setup-incomplete", "the record ends before the battle: no position line"),
        )
    })?;
    let first = read_view(first, side).map_err(|refusal| at_line(line_of("position"), refusal))?;
    let mut reader = Reader::new(side, first, sheet);
    let mut claim = None;
    for (line, entry) in &sheet.entries {
        match entry {
            Entry::Row(cells) => {
                reader.read_row(*line, cells).map_err(|refusal| at_line(*line, refusal))?;
            }
            Entry::Throw(_) => {
                let refusal = Refusal::new("no-throw", "a player's record holds no dice");
                return Err(at_line(*line, refusal));
            }
            Entry::Result(winner, reason) => claim = Some((*line, *winner, *reason)),
        }
    }
    Ok(reader.finish(sheet, claim))
}

fn read_view(text: &str, side: Option<Side>) -> Result<Sight, Refusal> {
    Sight::read(text, side).map_err(|error| {
        Refusal::new("bad-view", format!("view '{}': {error}", quote(text)))
            .with("reason", &error)
            .because(error)
    })
}

struct Reader<'a> {
    side: Option<Side>,
    sheet: &'a Sheet,
    seen: Vec<Arc<Glimpse>>,
    sky: Sky,
    /// A drift whose line was read; the next row is the ply after which it came.
    drifted: Option<Drifted>,
    plies: Vec<RecordPly>,
    warnings: Vec<Warning>,
}

impl<'a> Reader<'a> {
    fn new(side: Option<Side>, first: Sight, sheet: &'a Sheet) -> Self {
        let map = sheet.rules.map;
        let first = Glimpse {
            mover: None,
            text: None,
            last: Vec::new(),
            sight: first,
            map,
            markers: Markers::default(),
            taken: Vec::new(),
            told: Vec::new(),
            report: Vec::new(),
            drifted: None,
        };
        Self {
            side,
            sheet,
            seen: vec![Arc::new(first)],
            sky: Sky::new(map),
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
        if let [only] = filled.as_slice()
            && let Some(drift) = only.strip_prefix("drift:")
        {
            return self.read_drift(drift);
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

    fn read_drift(&mut self, text: &str) -> Result<(), Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = match words.as_slice() {
            [steps, direction] => {
                let steps = steps.parse().ok().filter(|steps| *steps <= 8);
                let known = |way: &Direction| way.key() == *direction;
                steps.zip(Direction::ALL.into_iter().find(known))
            }
            _ => None,
        };
        let (steps, direction) = read.ok_or_else(|| {
            Refusal::new(
                "bad-drift-line",
                format!(
                    "drift '{}': expected steps and a direction such as 2 south-east",
                    quote(text.trim())
                ),
            )
            .with("text", quote(text.trim()))
        })?;
        self.drifted = Some(Drifted { steps, direction });
        Ok(())
    }

    fn read_ply(&mut self, line: usize, mover: Side, ply: &str, view: &str) -> Result<(), Refusal> {
        let Some(before) = self.seen.last().cloned() else { return Ok(()) };
        if before.sight.turn() != mover {
            return Err(Refusal::new(
                "not-your-turn",
                format!("'{}': it is {}'s turn, not {mover}'s", quote(ply), before.sight.turn()),
            ));
        }
        let sight = read_view(view, self.side)?;
        if sight.turn() == mover {
            let turn =
                Refusal::new("view-turn", format!("after {mover}'s ply it is {}'s turn", !mover))
                    .with("side", (!mover).key());
            let message = format!("view '{}': {turn}", quote(view));
            return Err(Refusal::new("bad-view", message).because(turn));
        }
        if self.side == Some(mover) {
            Self::check_own(&before, &sight, mover, ply)?;
        }
        let drifted = self.drifted.take();
        if let Some(Drifted { steps, direction }) = drifted {
            self.sky.drift(steps, direction);
        }
        let map = self.sky.map();
        let lost = read_lost(ply);
        let mut taken = before.taken.clone();
        taken.extend(lost.map(|(what, _)| (!mover, what)));
        let mut markers = before.markers.clone();
        if let (Some((what, Some(cell))), true) = (lost, self.side == Some(!mover)) {
            markers.note(cell, what);
        }
        markers.update(&sight, &map);
        let glimpse = Glimpse {
            mover: Some(mover),
            text: Some(ply.to_owned()),
            last: cells_of(ply),
            sight,
            map,
            markers,
            taken,
            told: Vec::new(),
            report: Vec::new(),
            drifted,
        };
        self.seen.push(Arc::new(glimpse));
        self.plies.push(RecordPly { line, raw: ply.to_owned() });
        Ok(())
    }

    /// An own ply must be an intent that the view before allowed, and the view after must show where it ended.
    fn check_own(before: &Glimpse, after: &Sight, mover: Side, ply: &str) -> Result<(), Refusal> {
        let announced = without_outcome(ply).map_err(|refusal| in_cell(ply, refusal))?;
        let (intent, _) =
            before.sight.read_intent(&announced).map_err(|refusal| in_cell(ply, refusal))?;
        let end = match ply.split_once('>') {
            None => Some(intent.played.to()),
            Some((_, outcome)) => outcome.split_whitespace().next().and_then(board::by_name),
        };
        if end.and_then(|cell| after.kind(mover, cell)) != Some(intent.kind) {
            let absent = format!("the view after it does not show the {} there", intent.kind);
            let message = format!("'{}': {absent}", quote(ply));
            let absent = Refusal::new("view-not-there", absent)
                .with("text", quote(ply))
                .with("piece", intent.kind.code());
            return Err(Refusal::new("bad-view", message).because(absent));
        }
        Ok(())
    }

    fn finish(mut self, sheet: &Sheet, claim: Option<(usize, Option<Side>, EndReason)>) -> Record {
        let ending = self.judge(claim);
        let frames: Vec<Frame> =
            self.seen.iter().enumerate().map(|(ply, glimpse)| glimpse.frame(ply)).collect();
        let view = View {
            viewer: self.side.map_or(crate::Viewer::Public, |side| {
                crate::Viewer::Seat(Seat::new(side as usize))
            }),
            seats: BySide([Some(Seat::new(0)), Some(Seat::new(1))]),
            rules: sheet.rules,
            to_act: Vec::new(),
            outcome: ending.clone(),
            shown: super::game::Shown::Battle(Vec::new()),
        };
        Record {
            game: CloudedKlinZha::INFO.id,
            strict: write(&view, &self.seen, &sheet.kept_headers()),
            headers: self.sheet.headers.clone(),
            options: self.sheet.options.clone(),
            frames,
            plies: self.plies,
            warnings: self.warnings,
            outcome: ending,
        }
    }

    /// A view alone decides nothing but a captured own Goal and the quiet counter; what the record claims is
    /// believed unless it contradicts those.
    fn judge(&mut self, claim: Option<(usize, Option<Side>, EndReason)>) -> Option<Outcome> {
        let last = self.seen.last()?;
        let captor = last.taken.iter().find(|(_, what)| what.goal).map(|(side, _)| !*side);
        let quiet = last.sight.quiet() >= QUIET_PLIES;
        let verdict = match captor {
            Some(side) => Some((Some(side), EndReason::Goal)),
            None => quiet.then_some((None, EndReason::Quiet)),
        };
        let Some((line, winner, reason)) = claim else { return verdict.map(outcome) };
        let believed = match reason {
            EndReason::Immobilised => captor.is_none() && winner == Some(!last.sight.turn()),
            _ => claim_holds(verdict, winner, reason),
        };
        if believed {
            return Some(outcome((winner, reason)));
        }
        let who = winner.map_or("draw", Side::key);
        let message = format!("result '{who} {reason}' contradicts what was seen");
        self.warnings.push(warning(line, message));
        verdict.map(outcome)
    }
}

/// What was captured in a ply, and where if that is known.
fn read_lost(ply: &str) -> Option<(Taken, Option<crate::Cell>)> {
    let (_, victim) = ply.split_once(" x ")?;
    let victim = victim.split_whitespace().next()?;
    match victim.split_once('@') {
        Some((code, cell)) => Some((Taken::from_code(code)?, Some(board::by_name(cell)?))),
        None => Some((Taken::from_code(victim)?, None)),
    }
}

/// The cells of a ply: from and to of what was seen whole, the cell of a loss.
fn cells_of(ply: &str) -> Vec<crate::Cell> {
    let plain = ply.split_once('(').map_or(ply.to_owned(), |(head, rest)| {
        format!("{head}{}", rest.split_once(')').map_or("", |(_, tail)| tail))
    });
    let mut cells: Vec<crate::Cell> = plain
        .split_whitespace()
        .filter_map(|word| board::by_name(word.rsplit('@').next().unwrap_or(word)))
        .collect();
    if plain.contains('>') && cells.len() == 3 {
        cells.remove(1);
    }
    cells
}
