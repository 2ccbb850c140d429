//! What has changed between two states of a game: the numbered messages of sockets and streams.

use crate::{ClockState, CompactChoices, DiceInfo, OfferInfo, PlayerInfo, RematchInfo};
use heterodox_rules::{Area, Captured, Notice, Outcome, Seat, SideInfo, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

/// What has changed for the viewer since the version `from`. A field that is absent is as it was.
/// Where there is a scene, absent choices are none. If only the presence of players has changed,
/// `version` is `from`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Change {
    /// The version of the game, as the viewer counts, that this change follows.
    pub from: u64,
    /// The version after it.
    pub version: u64,
    /// What the umpire has announced to the viewer.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub heard: Vec<Notice>,
    /// The changed fields of the state.
    #[serde(flatten)]
    pub state: StateChange,
}

/// The changed fields of a state.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct StateChange {
    /// The seat whose view this is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Option<Seat>>,
    /// The seats that the caller holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seats: Option<Vec<Seat>>,
    /// Whether a guest may still join.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub open: Option<bool>,
    /// The player of each seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub players: Option<Vec<Option<PlayerInfo>>>,
    /// The seed of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Option<DiceInfo>>,
    /// Whether a computer is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub thinking: Option<bool>,
    /// The number of hints that each seat has taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hints: Option<Vec<u32>>,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock: Option<ClockState>,
    /// The time that each ply took, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub spent_ms: Option<Vec<Option<u64>>>,
    /// The state of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rematch: Option<RematchInfo>,
    /// The offer of the free seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Option<OfferInfo>>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub moves: Option<MovesChange>,
    /// The scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scene: Option<SceneChange>,
}

/// The moves: those before `keep` stay, and `add` follows them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct MovesChange {
    /// The number of moves that stay: all of them if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub keep: Option<usize>,
    /// The moves after them: the text of the changed frame if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub add: Option<Vec<String>>,
}

/// The changed fields of a scene.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct SceneChange {
    /// The viewer, if a caller with several seats sees another one's view now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub viewer: Option<Viewer>,
    /// The phase of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phase: Option<&'static str>,
    /// The seats that may act.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to_act: Option<Vec<Seat>>,
    /// The sides and their seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sides: Option<Vec<SideInfo>>,
    /// The board, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub frame: Option<FrameChange>,
    /// What the viewer may submit now.
    #[serde(skip_serializing_if = "CompactChoices::is_empty")]
    pub choices: CompactChoices,
    /// The pieces that the viewer may still put on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reserve: Option<Vec<Captured>>,
    /// What the viewer should be told now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notices: Option<Vec<Notice>>,
    /// The seats whose draw offers stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub draw_offers: Option<Vec<Seat>>,
    /// The seat whose request for a take-back stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback_asked: Option<Option<Seat>>,
    /// Whether the game allows take-backs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub takebacks_allowed: Option<bool>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Option<Outcome>>,
}

/// A new frame as the difference from the one before it. `path` and `told` belong to the ply:
/// absent, there are none.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FrameChange {
    /// Plies made so far.
    pub ply: usize,
    /// The turn number.
    pub number: u32,
    /// The side that made the ply.
    pub side: Option<&'static str>,
    /// The ply in strict notation.
    pub text: Option<String>,
    /// The position string, as edits of the one before it.
    pub position: Vec<TextEdit>,
    /// The cells from and to of the ply.
    pub last: Vec<String>,
    /// A possible path of the ply.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub path: Vec<String>,
    /// What the umpire told the viewer after the ply.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub told: Vec<Notice>,
    /// The cells that are empty now.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub gone: Vec<String>,
    /// The pieces that have come or changed: cell, side, kind and marks, separated by spaces. They
    /// replace those on their cells.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub placed: Vec<String>,
    /// The marked groups of cells, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub areas: Option<Vec<Area>>,
    /// What was captured so far, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub captured: Option<Vec<Captured>>,
}

/// An edit of a text: the number of characters that stay, the number of those that go, and the
/// text that comes. The next edit follows; what is after the last one stays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TextEdit(pub (usize, usize, String));

impl TextEdit {
    /// The edits that make one position string of another. If both have the same number of fields
    /// and rows, those that are equal stay.
    ///
    /// ```
    /// use heterodox_wire::TextEdit;
    /// let edits = TextEdit::between("4/1r2/4 w 7", "4/2r1/4 b 8");
    /// let edit = |keep, drop, text: &str| TextEdit((keep, drop, text.to_owned()));
    /// assert_eq!(edits, [edit(2, 3, "2r1"), edit(3, 1, "b"), edit(1, 1, "8")]);
    /// ```
    #[must_use]
    pub fn between(before: &str, after: &str) -> Vec<Self> {
        let parts = |text| str::split_inclusive(text, [' ', '/']);
        let is_ascii = before.is_ascii() && after.is_ascii();
        if !is_ascii || parts(before).count() != parts(after).count() {
            return vec![Self((0, before.chars().count(), after.to_owned()))];
        }
        let mut edits = Vec::new();
        let mut keep = 0;
        for (old, new) in parts(before).zip(parts(after)) {
            if old == new {
                keep += old.len();
                continue;
            }
            let same = |(a, b): &(u8, u8)| a == b;
            let start = old.bytes().zip(new.bytes()).take_while(same).count();
            let (old, new) = (&old[start..], &new[start..]);
            let end = old.bytes().rev().zip(new.bytes().rev()).take_while(same).count();
            let text = new[..new.len() - end].to_owned();
            edits.push(Self((keep + start, old.len() - end, text)));
            keep = end;
        }
        edits
    }
}
