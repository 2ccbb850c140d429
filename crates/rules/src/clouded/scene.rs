//! Scenes and frames of Clouded Klin Zha, made from a view.

use super::announce::{end_reports, first_placement_reports};
use super::board_view::BoardView;
use super::game::{CloudedKlinZha, Truth, View, ViewContent};
use super::intent::Intent;
use super::map::CloudMap;
use super::markers::Markers;
use super::observation::Observation;
use super::rules::Clouds;
use super::setup::SetupView;
use super::walk_paths::WalkPath;
use crate::klinzha::{Setup, Side, cast_notice, name, reserve, setup_choices};
use crate::{Choice, ChoiceKind, Frame, Game, Notice, Options, Outcome, Scene, SideInfo, Viewer};
use std::ops::Range;
use std::sync::Arc;

pub(super) fn outline(view: &View) -> Scene {
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
    match &view.content {
        ViewContent::Observations(observations) => {
            let Some(latest) = observations.last() else { return scene };
            scene.frame = latest.frame(observations.len() - 1);
            add_end_announcement(&mut scene.frame, view.outcome.as_ref());
            scene.notices.extend(notices(latest));
            if view.outcome.is_none() {
                scene.phase = "play";
            }
        }
        ViewContent::Setup(setup) => fill_setup(view, setup, &mut scene),
        ViewContent::FullGame(truth) => {
            let count = full_frame_count(truth);
            let last = count.saturating_sub(1)..count;
            scene.frame = full_frames(truth, last).pop().unwrap_or_default();
        }
    }
    scene
}

pub(super) fn choices(view: &View) -> Vec<Choice> {
    let Some(seat) = view.acting().filter(|_| view.outcome.is_none()) else { return Vec::new() };
    match &view.content {
        ViewContent::Observations(observations) => {
            observations.last().map_or_else(Vec::new, |latest| intents(&latest.board))
        }
        ViewContent::Setup(setup) => setup_choices(&setup.setup, seat),
        ViewContent::FullGame(_) => Vec::new(),
    }
}

fn fill_setup(view: &View, content: &SetupView, scene: &mut Scene) {
    let setup = &content.setup;
    scene.frame = content.frame();
    if view.outcome.is_some() {
        return;
    }
    scene.phase = setup.stage.key();
    scene.notices.extend(setup.casts.iter().copied().map(cast_notice));
    scene.notices.extend(first_placement(view, setup));
    if let Some(seat) = view.acting() {
        scene.reserve = reserve(setup, seat);
    }
}

/// Colour and region of the first placement, for all but the seat that picked them.
fn first_placement(view: &View, setup: &Setup) -> Vec<Notice> {
    let first = setup.first.filter(|first| view.viewer != Viewer::Seat(*first));
    let picked = first.and_then(|first| {
        Some((first, setup.sides[first.index()]?, setup.regions[first.index()]?))
    });
    let Some((first, side, region)) = picked else { return Vec::new() };
    first_placement_reports(first, side, region).public
}

/// Notices about the map, for every viewer: its seed, and until the first ply its warnings (R-CL9).
fn map_notices(view: &View) -> Vec<Notice> {
    let mut notices = Vec::new();
    if let Clouds::Seed(seed) = view.rules.clouds {
        let args = vec![("seed", seed.to_string())];
        notices.push(Notice { key: "clouds", args, cells: Vec::new() });
    }
    let begun = match &view.content {
        ViewContent::Setup(_) => false,
        ViewContent::Observations(observations) => observations.len() > 1,
        ViewContent::FullGame(_) => true,
    };
    if !begun && view.outcome.is_none() {
        notices.extend(view.rules.clouds.warnings());
    }
    notices
}

/// The last report to the viewer, and later announcements.
fn notices(latest: &Observation) -> Vec<Notice> {
    let news = latest.announcements.iter().filter(|notice| !latest.last_report.contains(notice));
    latest.last_report.iter().chain(news).cloned().collect()
}

pub(super) fn frame_count(view: &View) -> usize {
    match &view.content {
        ViewContent::Observations(observations) => observations.len(),
        ViewContent::Setup(_) => 1,
        ViewContent::FullGame(truth) => full_frame_count(truth),
    }
}

pub(super) fn frames(view: &View, numbers: Range<usize>) -> Vec<Frame> {
    match &view.content {
        ViewContent::Observations(observations) => {
            observed_frames(observations, view.outcome.as_ref(), numbers)
        }
        ViewContent::Setup(setup) => numbers.map(|_| setup.frame()).collect(),
        ViewContent::FullGame(truth) => full_frames(truth, numbers),
    }
}

/// The frames of a viewer's observations. The last frame has the announcement of the end, if the
/// game is over.
pub(super) fn observed_frames(
    observations: &[Arc<Observation>],
    outcome: Option<&Outcome>,
    plies: Range<usize>,
) -> Vec<Frame> {
    let mut frames: Vec<Frame> = plies.map(|ply| observations[ply].frame(ply)).collect();
    if let Some(last) = frames.last_mut().filter(|frame| frame.ply + 1 == observations.len()) {
        add_end_announcement(last, outcome);
    }
    frames
}

/// Adds the announcement of the end, which every viewer gets at once.
fn add_end_announcement(frame: &mut Frame, outcome: Option<&Outcome>) {
    frame.told.extend(
        outcome.filter(|outcome| outcome.is_result()).map(end_reports).unwrap_or_default().public,
    );
}

pub(super) fn texts(view: &View) -> Vec<String> {
    match &view.content {
        ViewContent::Observations(observations) => observations
            .iter()
            .skip(1)
            .map(|observation| observation.text.clone().unwrap_or_default())
            .collect(),
        ViewContent::Setup(_) => Vec::new(),
        ViewContent::FullGame(truth) => {
            let plies = truth.history.as_ref().into_iter().flat_map(|history| &history.plies);
            plies.map(|ply| ply.text.clone()).collect()
        }
    }
}

/// The paths that the view allows for an intent, in the umpire's order of preference.
pub(super) fn paths(view: &View, text: &str) -> Vec<Vec<String>> {
    let ViewContent::Observations(observations) = &view.content else { return Vec::new() };
    let Some(latest) = observations.last().filter(|_| view.acting().is_some()) else {
        return Vec::new();
    };
    match latest.board.read_intent(text) {
        Ok((intent, _)) => latest.board.paths(&intent).iter().map(names).collect(),
        Err(_) => Vec::new(),
    }
}

fn names(path: &WalkPath) -> Vec<String> {
    path.iter().copied().map(name).collect()
}

/// The legal intents on a board view, each with the path that the umpire follows if none is truly
/// open.
fn intents(board_view: &BoardView) -> Vec<Choice> {
    board_view
        .intents()
        .into_iter()
        .map(|intent: Intent| {
            let to = intent.played.to();
            Choice {
                piece: Some(intent.kind.code()),
                from: Some(name(intent.played.from())),
                to: Some(name(to)),
                variant: intent.played.goal().variant().map(str::to_owned),
                captures: board_view.may_capture_on(to),
                path: board_view.paths(&intent).first().map(names).unwrap_or_default(),
                ..Choice::new(intent.to_string(), ChoiceKind::Move)
            }
        })
        .collect()
}

/// The number of frames of the true game.
pub(super) fn full_frame_count(truth: &Truth) -> usize {
    match &truth.history {
        Some(history) => history.positions.len(),
        None => usize::from(truth.setup.is_some()),
    }
}

/// Frames of the true game, for all viewers when the game is over.
pub(super) fn full_frames(truth: &Truth, numbers: Range<usize>) -> Vec<Frame> {
    let Some(history) = &truth.history else {
        let setup = truth.setup.iter().filter(|_| !numbers.is_empty());
        return setup.map(|setup| SetupView::revealed(setup, truth.rules.map).frame()).collect();
    };
    let mut captures = Vec::new();
    let mut frames = Vec::with_capacity(numbers.len());
    let positions = history.positions.iter().zip(&history.maps).enumerate();
    for (number, (position, map)) in positions.take(numbers.end) {
        let ply = number.checked_sub(1).map(|before| &history.plies[before]);
        let mover = ply.map(|_| history.positions[number - 1].turn());
        if let (Some(ply), Some(mover)) = (ply, mover) {
            captures.extend(ply.resolution.captured.map(|what| (!mover, what)));
        }
        if number < numbers.start {
            continue;
        }
        let observation = Observation {
            mover,
            text: ply.map(|ply| ply.text.clone()),
            last: ply.map_or_else(Vec::new, |ply| {
                vec![ply.resolution.played.from(), ply.resolution.played.to()]
            }),
            board: BoardView::of(position, &CloudMap::CLEAR, None),
            map: *map,
            markers: Markers::default(),
            captures: captures.clone(),
            announcements: Vec::new(),
            last_report: Vec::new(),
            drifted: None,
        };
        frames.push(observation.frame(number));
    }
    frames
}
