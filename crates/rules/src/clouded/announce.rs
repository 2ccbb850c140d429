//! The umpire's announcements as a table, one row for each speech act: who is told what, and when
//! (R-CL7, R-CL8, R-CL10, and Setup under §2.2). Every announcement goes through [`announce`], so
//! that none can be made that is not in the table.

use super::drift::Direction;
use super::resolve::{Capture, HaltCause};
use crate::klinzha::{Region, Side, board};
use crate::{Cell, Notice, Outcome, Reports, Seat};

/// An announcement of the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpeechAct {
    /// The cell where the warrior ended.
    Ended,
    /// What was captured.
    Captured,
    /// A move was halted by a Blockader, its zone, or zones that would overlap.
    HaltedByField,
    /// A move was halted by anything else.
    HaltedByPiece,
    /// What was lost, and where; not by which enemy.
    Lost,
    /// The number of turns between two drifts of the clouds, if it was thrown.
    DriftRule,
    /// A drift of the clouds.
    Drift,
    /// Colour and region of the first placement.
    FirstPlacement,
    /// A Blockader cannot be placed on a cell because its zone would overlap an unseen zone. This
    /// is announced as a refusal.
    Overlap,
    /// The winner.
    Victory,
    /// A draw.
    Draw,
}

/// When an announcement is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// As soon as the move was made.
    AfterTheMove,
    /// Before the first move.
    BeforeTheFirstMove,
    /// Before the next move; views change at once.
    BeforeTheNextMove,
    /// During the setup.
    InTheSetup,
    /// When the game ends.
    AtTheEnd,
}

/// A row of the table. "The mover" is the seat that moved or took the step of the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The speech act.
    pub act: SpeechAct,
    /// The key of its text.
    pub key: &'static str,
    /// Whether the mover is told.
    pub mover: bool,
    /// Whether the opponent is told.
    pub opponent: bool,
    /// Whether spectators are told.
    pub public: bool,
    /// When it is made.
    pub when: When,
    /// The names of the placeholders in the announcement's text.
    pub values: &'static [&'static str],
}

const fn row(
    act: SpeechAct,
    key: &'static str,
    [mover, opponent, public]: [bool; 3],
    when: When,
    values: &'static [&'static str],
) -> Announcement {
    Announcement { act, key, mover, opponent, public, when, values }
}

const MOVER: [bool; 3] = [true, false, false];
const OPPONENT: [bool; 3] = [false, true, false];
const OTHERS: [bool; 3] = [false, true, true];
const ALL: [bool; 3] = [true, true, true];

/// All announcements.
pub static ANNOUNCEMENTS: [Announcement; 11] = [
    row(SpeechAct::Ended, "umpire-ended", MOVER, When::AfterTheMove, &["cell"]),
    row(SpeechAct::Captured, "umpire-captured", MOVER, When::AfterTheMove, &["piece", "cell"]),
    row(SpeechAct::HaltedByField, "umpire-halted-field", MOVER, When::AfterTheMove, &["cell"]),
    row(SpeechAct::HaltedByPiece, "umpire-halted-piece", MOVER, When::AfterTheMove, &["cell"]),
    row(SpeechAct::Lost, "umpire-lost", OPPONENT, When::AfterTheMove, &["piece", "cell"]),
    row(SpeechAct::DriftRule, "umpire-drift-rule", ALL, When::BeforeTheFirstMove, &["turns"]),
    row(SpeechAct::Drift, "umpire-drift", ALL, When::BeforeTheNextMove, &["steps", "direction"]),
    row(
        SpeechAct::FirstPlacement,
        "umpire-first-placement",
        OTHERS,
        When::InTheSetup,
        &["side", "region"],
    ),
    row(SpeechAct::Overlap, "zones-overlap", MOVER, When::InTheSetup, &["to"]),
    row(SpeechAct::Victory, "victory", ALL, When::AtTheEnd, &["reason", "seat"]),
    row(SpeechAct::Draw, "draw", ALL, When::AtTheEnd, &["reason"]),
];

/// The table's row of a speech act.
pub fn announcement(act: SpeechAct) -> &'static Announcement {
    ANNOUNCEMENTS.iter().find(|row| row.act == act).expect("the table has every act")
}

/// Adds an announcement to the reports of those whom the table names.
fn announce(
    reports: &mut Reports,
    mover: Seat,
    act: SpeechAct,
    values: &[String],
    cells: &[&'static str],
) {
    let row = announcement(act);
    debug_assert!(row.values.len() >= values.len());
    let notice = Notice {
        key: row.key,
        args: row.values.iter().copied().zip(values.iter().cloned()).collect(),
        cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
    };
    for (hears, who) in [(row.mover, mover), (row.opponent, mover.other())] {
        if hears {
            reports.seats[who].push(notice.clone());
        }
    }
    if row.public {
        reports.public.push(notice);
    }
}

/// R-CL7: what the mover and the opponent are told about a move.
pub(super) fn move_reports(
    mover: Seat,
    ended: Cell,
    halted: Option<HaltCause>,
    captured: Option<Capture>,
) -> Reports {
    let mut reports = Reports::empty(2);
    let cell = board::name(ended);
    let mut tell = |act, values: &[&str]| {
        let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        announce(&mut reports, mover, act, &values, &[cell]);
    };
    tell(SpeechAct::Ended, &[cell]);
    match halted {
        Some(HaltCause::Field) => tell(SpeechAct::HaltedByField, &[cell]),
        Some(HaltCause::Piece) => tell(SpeechAct::HaltedByPiece, &[cell]),
        None => {}
    }
    if let Some(taken) = captured {
        tell(SpeechAct::Captured, &[taken.code(), cell]);
        tell(SpeechAct::Lost, &[taken.code(), cell]);
    }
    reports
}

/// Colour and region of the first placement, for all but the seat that picked them.
pub(super) fn first_placement_reports(first: Seat, side: Side, region: Region) -> Reports {
    let mut reports = Reports::empty(2);
    let values = [side.key().to_owned(), region.key().to_owned()];
    announce(&mut reports, first, SpeechAct::FirstPlacement, &values, &[]);
    reports
}

/// R-CL10: the number of turns between two drifts, for all viewers.
pub(super) fn drift_rule_reports(every: u8) -> Reports {
    let mut reports = Reports::empty(2);
    announce(&mut reports, Seat::new(0), SpeechAct::DriftRule, &[every.to_string()], &[]);
    reports
}

/// R-CL10: a drift of the clouds, for all viewers.
pub(super) fn drift_reports(steps: u8, direction: Direction) -> Reports {
    let mut reports = Reports::empty(2);
    let values = [steps.to_string(), direction.key().to_owned()];
    announce(&mut reports, Seat::new(0), SpeechAct::Drift, &values, &[]);
    reports
}

/// R-CL7: the end of the game, for all viewers at once.
pub(super) fn end_reports(outcome: &Outcome) -> Reports {
    let mut reports = Reports::empty(2);
    let reason = outcome.reason.key().to_owned();
    match outcome.winner {
        Some(seat) => {
            let values = [reason, seat.index().to_string()];
            announce(&mut reports, seat, SpeechAct::Victory, &values, &[]);
        }
        None => announce(&mut reports, Seat::new(0), SpeechAct::Draw, &[reason], &[]),
    }
    reports
}
