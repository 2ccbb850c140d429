//! Who hears what, and when: the umpire's announcements as a table, one row a speech act (R-CL7, R-CL8, R-CL10, and
//! Setup under 2.2). All that is ever said goes through [`say`], so nothing can be said that is not in the table.

use crate::klinzha::Side;
use crate::{BySeat, Notice, Reports, Seat};

/// Something that the umpire says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpeechAct {
    /// Where the warrior ended.
    Ended,
    /// What was captured.
    Captured,
    /// A move was halted by a Blockader, its zone, or zones that would overlap.
    HaltedByField,
    /// A move was halted by anything else.
    HaltedByPiece,
    /// What was lost, and where; not by whom.
    Lost,
    /// Every how many turns the clouds will drift, where that was thrown.
    DriftRule,
    /// The clouds have drifted.
    Drift,
    /// Colour and region of the first placement.
    FirstPlacement,
    /// A Blockader cannot be placed on a cell, as its zone would overlap one that is not seen. Said as a refusal.
    Overlap,
    /// Somebody has won.
    Victory,
    /// Nobody has.
    Draw,
}

/// When something is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// As soon as the move was carried out.
    AfterTheMove,
    /// Before the first move.
    BeforeTheFirstMove,
    /// Before the next move; views follow at once.
    BeforeTheNextMove,
    /// During the setup.
    InTheSetup,
    /// When the game ends.
    AtTheEnd,
}

/// A row of the table. "The mover" is who moved or took the step of the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// What is said.
    pub act: SpeechAct,
    /// The key of its text.
    pub key: &'static str,
    /// Whether the mover hears it.
    pub mover: bool,
    /// Whether the opponent does.
    pub opponent: bool,
    /// Whether spectators do.
    pub public: bool,
    /// When.
    pub when: When,
    /// The values that its text may name.
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

/// Every announcement that there is.
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

/// The row of a speech act.
pub fn announcement(act: SpeechAct) -> &'static Announcement {
    ANNOUNCEMENTS.iter().find(|row| row.act == act).expect("the table has every act")
}

/// Says something to whoever hears it, by the table.
pub(super) fn say(
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
    for (heard, who) in [(row.mover, mover), (row.opponent, mover.other())] {
        if heard {
            reports.seats[who].push(notice.clone());
        }
    }
    if row.public {
        reports.public.push(notice);
    }
}

/// Nothing said to anybody yet, at a table of two.
pub(super) fn silence() -> Reports {
    Reports { seats: BySeat(vec![Vec::new(); Side::ALL.len()]), public: Vec::new() }
}
