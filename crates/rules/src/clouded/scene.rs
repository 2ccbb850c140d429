//! A view of the clouded game as plain data.

use super::announce::{of_the_end, of_the_first_placement};
use super::board_view::BoardView;
use super::game::{CloudedKlinZha, Shown, Truth, View};
use super::intent::Intent;
use super::map::CloudMap;
use super::markers::Markers;
use super::observation::{Observation, cell_name};
use super::rules::Clouds;
use super::setup::SetupView;
use super::walk_paths::WalkPath;
use crate::klinzha::{Setup, Side, cast_notice, name, reserve, setup_choices};
use crate::{Choice, ChoiceKind, Frame, Game, Notice, Options, Outcome, Scene, SideInfo, Viewer};
use std::ops::Range;
use std::sync::Arc;

pub(super) fn scene(view: &View) -> Scene {
    let mut scene = Scene {
        game: CloudedKlinZha::INFO.id,
        options: Options::default(),
        viewer: view.viewer,
        phase: "over",
        to_act: view.to_act.clone(),
        sides: Side::ALL
            .into_iter()
            .map(|side| SideInfo { key: side.key(), seat: view.seats[side] })
            .collect(),
        frame: Frame::default(),
        choices: Vec::new(),
        reserve: Vec::new(),
        notices: map_notices(view),
        draw_offers: Vec::new(),
        takeback_asked: None,
        takebacks_allowed: false,
        outcome: view.outcome.clone(),
    };
    match &view.shown {
        Shown::Battle(seen) => {
            let Some(now) = seen.last() else { return scene };
            scene.frame = now.frame(seen.len() - 1);
            tell_end(&mut scene.frame, view.outcome.as_ref());
            scene.notices.extend(notices(now));
            if view.outcome.is_none() {
                scene.phase = "play";
                if view.acting().is_some() {
                    scene.choices = choices(&now.board);
                }
            }
        }
        Shown::Setup(setup) => show_setup(view, setup, &mut scene),
        Shown::Opened(truth) => {
            let count = opened_count(truth);
            let last = count.saturating_sub(1)..count;
            scene.frame = opened_frames(truth, last).pop().unwrap_or_default();
        }
    }
    scene
}

fn show_setup(view: &View, shown: &SetupView, scene: &mut Scene) {
    let setup = &shown.setup;
    scene.frame = shown.frame();
    if view.outcome.is_some() {
        return;
    }
    scene.phase = setup.stage.key();
    scene.notices.extend(setup.casts.last().copied().map(cast_notice));
    scene.notices.extend(first_placement(view, setup));
    if let Some(seat) = view.acting() {
        scene.choices = setup_choices(setup, seat);
        scene.reserve = reserve(setup, seat);
    }
}

/// Colour and region of the first placement, which are announced to whoever did not pick them.
fn first_placement(view: &View, setup: &Setup) -> Vec<Notice> {
    let first = setup.first.filter(|first| view.viewer != Viewer::Seat(*first));
    let picked = first.and_then(|first| {
        Some((first, setup.sides[first.index()]?, setup.regions[first.index()]?))
    });
    let Some((first, side, region)) = picked else { return Vec::new() };
    of_the_first_placement(first, side, region).public
}

/// What there is to say of the map, which everybody sees: the seed that it was made from, and until the first ply what
/// is to be said against it (R-CL9).
fn map_notices(view: &View) -> Vec<Notice> {
    let mut notices = Vec::new();
    if let Clouds::Seed(seed) = view.rules.clouds {
        let args = vec![("seed", seed.to_string())];
        notices.push(Notice { key: "clouds", args, cells: Vec::new() });
    }
    let begun = match &view.shown {
        Shown::Setup(_) => false,
        Shown::Battle(seen) => seen.len() > 1,
        Shown::Opened(_) => true,
    };
    if !begun && view.outcome.is_none() {
        notices.extend(view.rules.clouds.warnings());
    }
    notices
}

/// The last report to the viewer, and what everybody was told since.
fn notices(now: &Observation) -> Vec<Notice> {
    let news = now.told.iter().filter(|notice| !now.report.contains(notice));
    now.report.iter().chain(news).cloned().collect()
}

pub(super) fn frame_count(view: &View) -> usize {
    match &view.shown {
        Shown::Battle(seen) => seen.len(),
        Shown::Setup(_) => 1,
        Shown::Opened(truth) => opened_count(truth),
    }
}

pub(super) fn frames(view: &View, numbers: Range<usize>) -> Vec<Frame> {
    match &view.shown {
        Shown::Battle(seen) => seen_frames(seen, view.outcome.as_ref(), numbers),
        Shown::Setup(setup) => numbers.map(|_| setup.frame()).collect(),
        Shown::Opened(truth) => opened_frames(truth, numbers),
    }
}

/// What a viewer was shown and told; with the last of it the end, if it has come.
pub(super) fn seen_frames(
    seen: &[Arc<Observation>],
    outcome: Option<&Outcome>,
    plies: Range<usize>,
) -> Vec<Frame> {
    let mut frames: Vec<Frame> = plies.map(|ply| seen[ply].frame(ply)).collect();
    if let Some(last) = frames.last_mut().filter(|frame| frame.ply + 1 == seen.len()) {
        tell_end(last, outcome);
    }
    frames
}

/// The end is told to everybody at once.
fn tell_end(frame: &mut Frame, outcome: Option<&Outcome>) {
    frame.told.extend(outcome.map(of_the_end).unwrap_or_default().public);
}

pub(super) fn texts(view: &View) -> Vec<String> {
    match &view.shown {
        Shown::Battle(seen) => {
            seen.iter().skip(1).map(|glimpse| glimpse.text.clone().unwrap_or_default()).collect()
        }
        Shown::Setup(_) => Vec::new(),
        Shown::Opened(truth) => {
            let plies = truth.history.as_ref().map(|battle| battle.plies.as_slice());
            plies.unwrap_or_default().iter().map(|ply| ply.text.clone()).collect()
        }
    }
}

/// The paths that the view allows an intent, in the order in which the umpire prefers them.
pub(super) fn paths(view: &View, text: &str) -> Vec<Vec<String>> {
    let Shown::Battle(seen) = &view.shown else { return Vec::new() };
    let Some(now) = seen.last().filter(|_| view.acting().is_some()) else { return Vec::new() };
    match now.board.read_intent(text) {
        Ok((intent, _)) => now.board.paths(&intent).iter().map(names).collect(),
        Err(_) => Vec::new(),
    }
}

fn names(way: &WalkPath) -> Vec<String> {
    way.iter().copied().map(name).collect()
}

/// The intents that a sight accepts, one for each warrior, cell and way with the Goal, each with the path that the umpire
/// would follow if none led through.
fn choices(sight: &BoardView) -> Vec<Choice> {
    sight
        .intents()
        .into_iter()
        .map(|intent: Intent| {
            let to = intent.played.to();
            Choice {
                piece: Some(intent.kind.code()),
                from: Some(cell_name(intent.played.from()).to_owned()),
                to: Some(cell_name(to).to_owned()),
                variant: intent.played.goal().variant().map(str::to_owned),
                captures: sight.may_capture_on(to),
                path: sight.paths(&intent).first().map(names).unwrap_or_default(),
                ..Choice::new(intent.to_string(), ChoiceKind::Move)
            }
        })
        .collect()
}

/// The whole truth, for everybody, once the game is over.
pub(super) fn opened_count(truth: &Truth) -> usize {
    match &truth.history {
        Some(battle) => battle.positions.len(),
        None => usize::from(truth.setup.is_some()),
    }
}

/// Frames of the true game.
pub(super) fn opened_frames(truth: &Truth, numbers: Range<usize>) -> Vec<Frame> {
    let Some(battle) = &truth.history else {
        let setup = truth.setup.iter().filter(|_| !numbers.is_empty());
        return setup.map(|setup| SetupView::open(setup, truth.rules.map).frame()).collect();
    };
    let mut taken = Vec::new();
    let mut frames = Vec::with_capacity(numbers.len());
    let positions = battle.positions.iter().zip(&battle.maps).enumerate();
    for (number, (position, map)) in positions.take(numbers.end) {
        let ply = number.checked_sub(1).map(|before| &battle.plies[before]);
        let mover = ply.map(|_| battle.positions[number - 1].turn());
        if let (Some(ply), Some(mover)) = (ply, mover) {
            taken.extend(ply.resolution.captured.map(|what| (!mover, what)));
        }
        if number < numbers.start {
            continue;
        }
        let glimpse = Observation {
            mover,
            text: ply.map(|ply| ply.text.clone()),
            last: ply.map_or_else(Vec::new, |ply| {
                vec![ply.resolution.played.from(), ply.resolution.played.to()]
            }),
            board: BoardView::of(position, &CloudMap::CLEAR, None),
            map: *map,
            markers: Markers::default(),
            taken: taken.clone(),
            told: Vec::new(),
            report: Vec::new(),
            drifted: None,
        };
        frames.push(glimpse.frame(number));
    }
    frames
}
