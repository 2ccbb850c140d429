//! What has changed for one perspective between two states of a game: the numbered messages of
//! sockets and streams. A change is made from what its viewer knew before and knows now, so it
//! holds no more than the two states.
//!
//! A field that is absent is as it was. Where there is a scene, absent choices are none.

use super::live_game::Snapshot;
use super::view::{DiceView, PlayerView, RematchView, player_views};
use axum::extract::ws::Utf8Bytes;
use heterodox_host::{Game, Perspective};
use heterodox_rules::{
    Area, Captured, Choice, ChoiceKind, Frame, Notice, Outcome, Placed, Seat, SideInfo, Viewer,
};
use serde::{Serialize, Serializer};

/// The message of a change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct ChangeMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The version of the game, as the viewer counts, that this change follows.
    from: u64,
    /// The version after it.
    version: u64,
    /// What the umpire has announced to the viewer.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    heard: Vec<Notice>,
    #[serde(flatten)]
    state: StateChange,
}

/// The changed fields of a state.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
struct StateChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Option<Seat>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<Vec<Seat>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Vec<Option<PlayerView>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<Option<DiceView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<RematchView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<MovesChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<SceneChange>,
}

/// The moves: those before `keep` stay, and `add` follows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct MovesChange {
    keep: usize,
    add: Vec<String>,
}

/// The changed fields of a scene.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
struct SceneChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_act: Option<Vec<Seat>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sides: Option<Vec<SideInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<FrameChange>,
    #[serde(skip_serializing_if = "CompactChoices::is_empty")]
    choices: CompactChoices,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserve: Option<Vec<Captured>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notices: Option<Vec<Notice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    draw_offers: Option<Vec<Seat>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    takeback_asked: Option<Option<Seat>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    takebacks_allowed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Option<Outcome>>,
}

/// A new frame as the difference from the one before it. `path` and `told` belong to the ply:
/// absent, there are none.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct FrameChange {
    ply: usize,
    number: u32,
    side: Option<&'static str>,
    text: Option<String>,
    position: String,
    last: Vec<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    path: Vec<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    told: Vec<Notice>,
    /// The cells of pieces that are not there any more or have changed.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    gone: Vec<String>,
    /// The pieces that were not there before.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    placed: Vec<Placed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<Vec<Area>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<Vec<Captured>>,
}

/// Choices, grouped by the cell where they begin.
///
/// Plain moves are one array a group: `[from, piece, lead, "to to tox"]`. The text of each is the
/// lead and its cell, and an `x` after the cell says that it captures. All other choices follow as
/// objects, without the fields that have their default.
#[derive(Clone, PartialEq, Debug, Default)]
struct CompactChoices(Vec<Choice>);

impl CompactChoices {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A choice that is no plain move.
#[derive(Serialize)]
struct OtherChoice<'a> {
    text: &'a str,
    kind: ChoiceKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    captures: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    hits: &'a [String],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    converts: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    danger: Option<&'static str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    path: &'a [String],
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
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Entry<'a> {
            Group((&'a str, &'a str, &'a str, String)),
            Other(OtherChoice<'a>),
        }
        let groups = groups.into_iter().map(Entry::Group);
        to.collect_seq(groups.chain(others.into_iter().map(Entry::Other)))
    }
}

/// A value if it has changed.
fn changed<T: PartialEq>(before: &T, after: T) -> Option<T> {
    (*before != after).then_some(after)
}

impl ChangeMessage {
    /// The change from one state to a later one, each as its perspective saw it. `heard` is what
    /// the umpire announced between them.
    pub(crate) fn new(
        (before, old): (&Snapshot, &Perspective),
        (after, new): (&Snapshot, &Perspective),
        heard: &[Notice],
    ) -> Self {
        Self {
            kind: "change",
            from: before.game.version(old.viewer),
            version: after.game.version(new.viewer),
            heard: heard.to_vec(),
            state: StateChange::new((before, old), (after, new)),
        }
    }
}

impl ChangeMessage {
    /// The message that says who is present, for a watcher that knows the rest.
    pub(crate) fn presence(snapshot: &Snapshot, perspective: &Perspective) -> Utf8Bytes {
        let version = snapshot.game.version(perspective.viewer);
        let players = Some(player_views(&snapshot.game, snapshot.online()));
        let state = StateChange { players, ..StateChange::default() };
        let message = Self { kind: "change", from: version, version, heard: Vec::new(), state };
        serde_json::to_string(&message).expect("views are plain data").into()
    }
}

impl StateChange {
    fn new(
        (before, old): (&Snapshot, &Perspective),
        (after, new): (&Snapshot, &Perspective),
    ) -> Self {
        let (was, is) = (&*before.game, &*after.game);
        let seat = |perspective: &Perspective| match perspective.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        Self {
            seat: changed(&seat(old), seat(new)),
            seats: changed(&old.seats, new.seats.clone()),
            open: changed(&was.is_open(), is.is_open()),
            players: changed(&player_views(was, before.online()), player_views(is, after.online())),
            dice: changed(&DiceView::new(was), DiceView::new(is)),
            thinking: changed(&was.computer_is_to_move(), is.computer_is_to_move()),
            hints: changed(&was.hints(), is.hints()).map(<[u32]>::to_vec),
            rematch: changed(&RematchView::new(was), RematchView::new(is)),
            moves: moves(was, is, old.viewer, new.viewer),
            scene: scene(was, is, old.viewer, new.viewer),
        }
    }
}

/// Whether only the presence of players has changed.
fn is_presence(was: &Game, is: &Game) -> bool {
    was.length() == is.length()
}

/// The change of the moves.
fn moves(was: &Game, is: &Game, old: Viewer, new: Viewer) -> Option<MovesChange> {
    if is_presence(was, is) {
        return None;
    }
    let (table, hidden) = (is.table(), is.table().info().hidden);
    let plies = was.table().plies();
    let stays = !hidden || (old == new && is.outcome().is_none());
    if stays && table.plies() == plies + 1 {
        // The usual case, without the texts of all plies.
        let add = table.frames_between(new, false, plies + 1..plies + 2);
        return Some(MovesChange {
            keep: plies,
            add: add.into_iter().filter_map(|frame| frame.text).collect(),
        });
    }
    let (before, after) = (was.table().texts(old), is.table().texts(new));
    let keep = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let unchanged = keep == before.len() && keep == after.len();
    (!unchanged).then(|| MovesChange { keep, add: after[keep..].to_vec() })
}

/// The change of the scene.
fn scene(was: &Game, is: &Game, old: Viewer, new: Viewer) -> Option<SceneChange> {
    if is_presence(was, is) {
        return None;
    }
    let before = was.table().outline(old);
    let after = is.table().scene(new);
    Some(SceneChange {
        phase: changed(&before.phase, after.phase),
        to_act: changed(&before.to_act, after.to_act),
        sides: changed(&before.sides, after.sides),
        frame: frame(before.frame, after.frame),
        choices: CompactChoices(after.choices),
        reserve: changed(&before.reserve, after.reserve),
        notices: changed(&before.notices, after.notices),
        draw_offers: changed(&before.draw_offers, after.draw_offers),
        takeback_asked: changed(&before.takeback_asked, after.takeback_asked),
        takebacks_allowed: changed(&before.takebacks_allowed, after.takebacks_allowed),
        outcome: changed(&before.outcome, after.outcome),
    })
}

fn frame(before: Frame, after: Frame) -> Option<FrameChange> {
    if before == after {
        return None;
    }
    let gone = before.pieces.iter().filter(|piece| !after.pieces.contains(piece));
    let gone = gone.map(|piece| piece.cell.clone()).collect();
    let placed = after.pieces.into_iter().filter(|piece| !before.pieces.contains(piece));
    Some(FrameChange {
        gone,
        placed: placed.collect(),
        ply: after.ply,
        number: after.number,
        side: after.side,
        text: after.text,
        position: after.position,
        last: after.last,
        path: after.path,
        told: after.told,
        areas: changed(&before.areas, after.areas),
        captured: changed(&before.captured, after.captured),
    })
}
