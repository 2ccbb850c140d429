//! What the scenes, frames and choices of one state must agree on.

use super::Subject;
use heterodox_rules::{Outcome, Scene, Seat, Table, Turn, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// All viewers of a table: its seats and the public.
pub fn viewers(table: &Table) -> Vec<Viewer> {
    let seats = (0..table.seats()).map(|seat| Viewer::Seat(Seat::new(seat)));
    seats.chain([Viewer::Public]).collect()
}

/// The scenes of all viewers.
pub(super) fn scenes(table: &Table) -> Vec<Scene> {
    viewers(table).into_iter().map(|viewer| table.scene(viewer)).collect()
}

/// The scenes, frames and choices of all viewers of a game.
pub(super) fn whole(table: &Table) -> String {
    let of = |viewer| super::everything(table, viewer, "", &[]);
    let views: Vec<String> = viewers(table).into_iter().map(of).collect();
    format!("{} {:?}", views.join("\n"), table.playing())
}

/// The scenes agree with the table and with each other.
pub(super) fn scenes_agree(subject: &Subject, table: &Table, scenes: &[Scene]) {
    let to_act = match table.turn() {
        Turn::Seats(seats) => {
            assert!(!seats.is_empty(), "a turn without a seat to act");
            seats
        }
        _ => Vec::new(),
    };
    assert!(
        to_act.iter().all(|seat| table.playing().contains(seat)),
        "a seat that is out is to act: {to_act:?}"
    );
    for (viewer, scene) in viewers(table).into_iter().zip(scenes) {
        assert_eq!(scene.viewer, viewer, "a scene names its viewer");
        assert_eq!(scene.game, subject.info.id, "a scene names its game");
        assert_eq!(scene.to_act, to_act, "{viewer:?}'s scene says whose turn it is");
        assert_eq!(scene.outcome, table.outcome(), "{viewer:?}'s scene has the result");
        choices_fit(scene, &to_act);
        for side in &scene.sides {
            assert!(subject.info.sides.contains(&side.key), "an unknown side: {}", side.key);
        }
    }
    if let Some(outcome) = table.outcome() {
        outcome_is_whole(&outcome, table.seats());
    }
}

fn choices_fit(scene: &Scene, to_act: &[Seat]) {
    let acts = matches!(scene.viewer, Viewer::Seat(seat) if to_act.contains(&seat));
    let viewer = scene.viewer;
    assert!(acts || scene.choices.is_empty(), "{viewer:?} has choices and is not to act");
    assert!(!acts || !scene.choices.is_empty(), "{viewer:?} is to act and has no choices");
    let texts: BTreeSet<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
    assert_eq!(texts.len(), scene.choices.len(), "{viewer:?} has a choice twice");
    assert!(!texts.contains(""), "{viewer:?} has a choice without a text");
}

fn outcome_is_whole(outcome: &Outcome, seats: usize) {
    let mut ranked: Vec<Seat> = outcome.ranking.iter().flatten().copied().collect();
    ranked.sort_unstable();
    let all: Vec<Seat> = (0..seats).map(Seat::new).collect();
    assert_eq!(ranked, all, "the ranking names each seat once: {outcome:?}");
    if let Some(winner) = outcome.winner {
        assert_eq!(outcome.ranking[0], [winner], "the winner is first: {outcome:?}");
    }
}

/// What is read back from JSON, as a worker on another machine does, is what was written.
fn json_is_whole<T: Serialize + DeserializeOwned + PartialEq + Debug>(data: &T) {
    let json = serde_json::to_string(data).expect("plain data");
    let read: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(&read, data, "{json}");
}

/// The frames agree with their count, their parts, the texts and the scene.
pub(super) fn frames_agree(table: &Table, viewer: Viewer) {
    for seen in [false, true] {
        let frames = table.frames_between(viewer, seen, 0..usize::MAX);
        assert_eq!(frames.len(), table.frame_count(viewer, seen), "the count of frames");
        let middle = frames.len() / 2;
        let mut parts = table.frames_between(viewer, seen, 0..middle);
        parts.extend(table.frames_between(viewer, seen, middle..frames.len()));
        assert_eq!(parts, frames, "parts of the frames are the frames");
        for (ply, frame) in frames.iter().enumerate() {
            assert_eq!(frame.ply, ply, "frames are numbered by ply");
        }
    }
    let frames = table.frames(viewer);
    let texts: Vec<String> = frames.iter().filter_map(|frame| frame.text.clone()).collect();
    assert_eq!(table.texts(viewer), texts, "the texts are those of the frames");
    let scene = table.scene(viewer);
    json_is_whole(&scene);
    frames.last().into_iter().for_each(json_is_whole);
    if let Some(last) = frames.last().filter(|_| !scene.frame.position.is_empty()) {
        assert_eq!(
            last.position, scene.frame.position,
            "{viewer:?}: the last frame is the scene's"
        );
        assert_eq!(
            frames.len(),
            table.plies() + 1,
            "one frame before the first ply, one after each"
        );
    }
}
