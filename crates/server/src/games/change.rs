//! What has changed for one perspective between two states of a game: the numbered messages of
//! sockets and streams. A change is made from what its viewer knew before and knows now, so it
//! holds no more than the two states.

use super::live_game::Snapshot;
use super::view::{clock, dice, offer, players, rematch, spent_ms};
use heterodox_host::{Game, Perspective};
use heterodox_rules::{Frame, Notice, Placed, Scene, Viewer};
use heterodox_wire::{
    Change, CompactChoices, FrameChange, MovesChange, SceneChange, ServerMessage, StateChange,
    TextEdit,
};
use std::collections::HashMap;

/// A value if it has changed.
fn changed<T: PartialEq>(before: &T, after: T) -> Option<T> {
    (*before != after).then_some(after)
}

/// The change from one state to a later one, each as its perspective saw it. `heard` is what the
/// umpire announced between them.
pub(crate) fn change(
    (before, old): (&Snapshot, &Perspective),
    (after, new): (&Snapshot, &Perspective),
    heard: &[Notice],
) -> ServerMessage {
    ServerMessage::Change(Box::new(Change {
        from: before.game.version(old.viewer),
        version: after.game.version(new.viewer),
        heard: heard.to_vec(),
        state: state_change((before, old), (after, new)),
    }))
}

/// The message that says who is present, for a watcher that knows the rest.
pub(crate) fn presence(snapshot: &Snapshot, perspective: &Perspective) -> ServerMessage {
    let version = snapshot.game.version(perspective.viewer);
    let players = Some(players(snapshot));
    let state = StateChange { players, ..StateChange::default() };
    ServerMessage::Change(Box::new(Change { from: version, version, heard: Vec::new(), state }))
}

fn state_change(
    (before, old): (&Snapshot, &Perspective),
    (after, new): (&Snapshot, &Perspective),
) -> StateChange {
    let (was, is) = (&*before.game, &*after.game);
    let mut change = StateChange {
        seat: changed(&old.viewer.seat(), new.viewer.seat()),
        seats: changed(&old.seats, new.seats.clone()),
        open: changed(&was.is_open(), is.is_open()),
        players: changed(&players(before), players(after)),
        dice: changed(&dice(was), dice(is)),
        thinking: changed(&was.computer_is_to_move(), is.computer_is_to_move()),
        hints: changed(&was.hints(), is.hints()).map(<[u32]>::to_vec),
        clock: changed(&clock(was), clock(is)).flatten(),
        spent_ms: changed(&spent_ms(was), spent_ms(is)).flatten(),
        rematch: changed(&rematch(was), rematch(is)),
        offer: changed(&offer(before, old), offer(after, new)),
        ..StateChange::default()
    };
    // Otherwise only the presence of players has changed.
    if was.length() != is.length() {
        let scene = is.table().scene(new.viewer);
        change.moves = moves((was, old.viewer), (is, new.viewer), &scene.frame);
        change.scene = Some(scene_change(&was.table().outline(old.viewer), scene));
    }
    change
}

/// The change of the moves. `frame` is the newest one.
fn moves(
    (was, old): (&Game, Viewer),
    (is, new): (&Game, Viewer),
    frame: &Frame,
) -> Option<MovesChange> {
    let plies = was.table().plies();
    let stays = !is.table().info().hidden || (old == new && is.outcome().is_none());
    // The usual case, without the texts of all plies. A ply with throws is at most three events; a
    // take-back and two plies, which another program may have added, are at least four.
    if stays && is.table().plies() == plies + 1 && is.length() <= was.length() + 3 {
        let add = frame.text.is_none().then(Vec::new);
        return Some(MovesChange { keep: None, add });
    }
    let (before, after) = (was.table().texts(old), is.table().texts(new));
    let keep = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let unchanged = keep == before.len() && keep == after.len();
    (!unchanged).then(|| MovesChange { keep: Some(keep), add: Some(after[keep..].to_vec()) })
}

/// The change of the scene, from the outline before it.
fn scene_change(before: &Scene, after: Scene) -> SceneChange {
    let choices = CompactChoices::new(after.choices, &after.frame);
    SceneChange {
        viewer: changed(&before.viewer, after.viewer),
        phase: changed(&before.phase, after.phase),
        to_act: changed(&before.to_act, after.to_act),
        sides: changed(&before.sides, after.sides),
        frame: frame(&before.frame, after.frame),
        choices,
        reserve: changed(&before.reserve, after.reserve),
        notices: changed(&before.notices, after.notices),
        draw_offers: changed(&before.draw_offers, after.draw_offers),
        takeback_asked: changed(&before.takeback_asked, after.takeback_asked),
        takebacks_allowed: changed(&before.takebacks_allowed, after.takebacks_allowed),
        outcome: changed(&before.outcome, after.outcome),
    }
}

fn frame(before: &Frame, after: Frame) -> Option<FrameChange> {
    if *before == after {
        return None;
    }
    let (gone, placed) = pieces(&before.pieces, &after.pieces);
    Some(FrameChange {
        gone,
        placed,
        ply: after.ply,
        number: after.number,
        side: after.side,
        text: after.text,
        position: TextEdit::between(&before.position, &after.position),
        last: after.last,
        path: after.path,
        told: after.told,
        areas: changed(&before.areas, after.areas),
        captured: changed(&before.captured, after.captured),
    })
}

/// The cells that are empty now, and the pieces that have come or changed.
fn pieces(before: &[Placed], after: &[Placed]) -> (Vec<String>, Vec<String>) {
    let mut old: HashMap<&str, &Placed> =
        before.iter().map(|piece| (piece.cell.as_str(), piece)).collect();
    let mut placed = Vec::new();
    for piece in after {
        if old.remove(piece.cell.as_str()) != Some(piece) {
            let marks = piece.marks.iter().flat_map(|mark| [" ", mark]).collect::<String>();
            placed.push(format!("{} {} {}{marks}", piece.cell, piece.side, piece.kind));
        }
    }
    let gone = before.iter().filter(|piece| old.contains_key(piece.cell.as_str()));
    (gone.map(|piece| piece.cell.clone()).collect(), placed)
}
