//! What has changed between two states of a game: the numbered messages of sockets and streams.

use crate::{DiceInfo, PlayerInfo, RematchInfo};
use heterodox_rules::{
    Area, Captured, Choice, ChoiceKind, Notice, Outcome, Placed, Seat, SideInfo,
};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// What has changed for the viewer since the version `from`. A field that is absent is as it was.
/// Where there is a scene, absent choices are none.
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
    /// The state of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rematch: Option<RematchInfo>,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MovesChange {
    /// The number of moves that stay.
    pub keep: usize,
    /// The moves after them.
    pub add: Vec<String>,
}

/// The changed fields of a scene.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct SceneChange {
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
    /// The position string.
    pub position: String,
    /// The cells from and to of the ply.
    pub last: Vec<String>,
    /// A possible path of the ply.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub path: Vec<String>,
    /// What the umpire told the viewer after the ply.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub told: Vec<Notice>,
    /// The cells of pieces that are not there any more or have changed.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub gone: Vec<String>,
    /// The pieces that were not there before.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub placed: Vec<Placed>,
    /// The marked groups of cells, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub areas: Option<Vec<Area>>,
    /// What was captured so far, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub captured: Option<Vec<Captured>>,
}

/// Choices, grouped by the cell where they begin.
///
/// Plain moves are one array a group: `[from, piece, lead, "to to tox"]`. The text of each is the
/// lead and its cell, and an `x` after the cell says that it captures. All other choices follow as
/// objects, without the fields that have their default.
#[derive(Clone, PartialEq, Debug, Default, ToSchema)]
#[schema(value_type = Vec<CompactChoice<'static>>)]
pub struct CompactChoices(pub Vec<Choice>);

impl CompactChoices {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Plain moves from one cell, or another choice.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum CompactChoice<'a> {
    /// From, piece, lead of the texts, and the cells.
    Group((&'a str, &'a str, &'a str, String)),
    /// A choice that is no plain move.
    Other(OtherChoice<'a>),
}

/// A choice that is no plain move, without the fields that have their default.
#[derive(Serialize, ToSchema)]
pub struct OtherChoice<'a> {
    /// The text to submit.
    pub text: &'a str,
    /// How a user interface offers it.
    pub kind: ChoiceKind,
    /// The piece's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub piece: Option<&'static str>,
    /// The cell where it starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<&'a str>,
    /// The cell where it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub to: Option<&'a str>,
    /// Distinguishes choices with the same cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub variant: Option<&'a str>,
    /// Whether it captures.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub captures: bool,
    /// The cells other than `to` on which it captures.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub hits: &'a [String],
    /// Whether the piece on `to` changes sides.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub converts: bool,
    /// A reason to ask the player for confirmation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub danger: Option<&'static str>,
    /// The cells after `from`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub path: &'a [String],
}

impl<'a> From<&'a Choice> for OtherChoice<'a> {
    fn from(choice: &'a Choice) -> Self {
        Self {
            text: &choice.text,
            kind: choice.kind,
            piece: choice.piece,
            from: choice.from.as_deref(),
            to: choice.to.as_deref(),
            variant: choice.variant.as_deref(),
            captures: choice.captures,
            hits: &choice.hits,
            converts: choice.converts,
            danger: choice.danger,
            path: &choice.path,
        }
    }
}

/// The parts of a plain move: from, piece, lead, to.
fn plain(choice: &Choice) -> Option<(&str, &'static str, &str, &str)> {
    let is_plain = choice.kind == ChoiceKind::Move
        && choice.variant.is_none()
        && choice.hits.is_empty()
        && !choice.converts
        && choice.danger.is_none()
        && choice.path.is_empty();
    let (from, to) = (choice.from.as_deref()?, choice.to.as_deref()?);
    let lead = choice.text.strip_suffix(to)?;
    is_plain.then_some((from, choice.piece?, lead, to))
}

impl Serialize for CompactChoices {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut groups: Vec<(&str, &str, &str, String)> = Vec::new();
        let mut others = Vec::new();
        for choice in &self.0 {
            let Some((from, piece, lead, cell)) = plain(choice) else {
                others.push(OtherChoice::from(choice));
                continue;
            };
            let same = |group: &&mut (&str, &str, &str, String)| {
                (group.0, group.1, group.2) == (from, piece, lead)
            };
            let group = match groups.iter_mut().rfind(same) {
                Some(group) => &mut group.3,
                None => {
                    groups.push((from, piece, lead, String::new()));
                    &mut groups.last_mut().expect("just pushed").3
                }
            };
            if !group.is_empty() {
                group.push(' ');
            }
            group.push_str(cell);
            if choice.captures {
                group.push('x');
            }
        }
        let groups = groups.into_iter().map(CompactChoice::Group);
        to.collect_seq(groups.chain(others.into_iter().map(CompactChoice::Other)))
    }
}
