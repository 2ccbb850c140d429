//! The history of a game after the setup, as the umpire keeps it: the true positions, the intents
//! with their results, and the observations of each viewer.

use super::announce::{drift_reports, drift_rule_reports, move_reports};
use super::board_view::BoardView;
use super::drift::{Direction, DriftingClouds, FixedOrDie};
use super::intent::Intent;
use super::map::CloudMap;
use super::markers::Markers;
use super::observation::Observation;
use super::resolve::{Capture, Resolution, resolve};
use super::rules::{QUIET_PLIES, TableRules};
use crate::klinzha::{BySide, Move, Position, Side, board};
use crate::shared_list::SharedList;
use crate::{EndReason, Notice, Refusal, Reports, Seat, ThrowRequest};
use std::sync::Arc;

/// A drift of the clouds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drifted {
    pub(super) steps: u8,
    pub(super) direction: Direction,
}

/// A ply as it was made.
#[derive(Clone)]
pub(super) struct Ply {
    pub(super) resolution: Resolution,
    /// The ply in the umpire's notation.
    pub(super) text: String,
    /// The faces thrown after the ply for drifting clouds.
    pub(super) thrown: Vec<u8>,
}

/// The dice that the umpire must throw next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AwaitedThrow {
    /// X: the number of turns between two drifts.
    Every,
    /// Y, Z, or both, for the drift that is due.
    Drift,
}

/// The viewers, in the order of [`GameHistory::observations`].
pub(super) const VIEWERS: [Option<Side>; 3] = [Some(Side::Gold), Some(Side::Green), None];

/// The history of a game after the setup.
#[derive(Clone)]
pub(super) struct GameHistory {
    rules: TableRules,
    /// The seat that plays each side.
    seats: BySide<Seat>,
    /// The first position, and the position after each ply.
    pub(super) positions: SharedList<Position>,
    /// The clouds over each of the positions.
    pub(super) maps: Vec<CloudMap>,
    pub(super) plies: SharedList<Ply>,
    sky: DriftingClouds,
    /// X, once it is known.
    pub(super) drift_interval: Option<u8>,
    /// The faces thrown for X.
    pub(super) interval_throw: Vec<u8>,
    awaited_throw: Option<AwaitedThrow>,
    /// The observations of Gold, Green and spectators: one before the first ply and one after each
    /// ply.
    observations: [Vec<Arc<Observation>>; 3],
}

impl GameHistory {
    pub(super) fn new(first: Position, rules: TableRules, seats: BySide<Seat>) -> Self {
        let observations = VIEWERS.map(|side| {
            vec![Arc::new(Observation {
                mover: None,
                text: None,
                last: Vec::new(),
                board: BoardView::of(&first, &rules.map, side),
                map: rules.map,
                markers: Markers::default(),
                captures: Vec::new(),
                announcements: Vec::new(),
                last_report: Vec::new(),
                drifted: None,
            })]
        });
        let (drift_interval, awaited_throw) = match rules.drift.map(|drift| drift.every) {
            None => (None, None),
            Some(FixedOrDie::Fixed(drift_interval)) => (Some(drift_interval), None),
            Some(FixedOrDie::Dice) => (None, Some(AwaitedThrow::Every)),
        };
        Self {
            rules,
            seats,
            positions: [first].into_iter().collect(),
            maps: vec![rules.map],
            plies: SharedList::default(),
            sky: DriftingClouds::new(rules.map),
            drift_interval,
            interval_throw: Vec::new(),
            awaited_throw,
            observations,
        }
    }

    /// The current true position.
    pub(super) fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The current clouds.
    pub(super) fn map(&self) -> &CloudMap {
        &self.maps[self.maps.len() - 1]
    }

    /// The observations of a side; for `None`, those of spectators.
    pub(super) fn observations(&self, side: Option<Side>) -> &[Arc<Observation>] {
        &self.observations[viewer_index(side)]
    }

    /// The latest observation of a side; for `None`, that of spectators.
    pub(super) fn latest(&self, side: Option<Side>) -> &Observation {
        let observations = self.observations(side);
        &observations[observations.len() - 1]
    }

    /// The dice that must be thrown before a seat may move.
    pub(super) fn throw_request(&self) -> Option<ThrowRequest> {
        let dice = match self.awaited_throw? {
            AwaitedThrow::Every => 1,
            AwaitedThrow::Drift => self.rules.drift?.dice(),
        };
        Some(ThrowRequest { dice, faces: 6 })
    }

    /// The result by the rules: the winner, or `None` for a draw. A win takes precedence over a
    /// draw.
    pub(super) fn verdict(&self) -> Option<(Option<Side>, EndReason)> {
        let position = self.position();
        if let Some((side, reason)) = position.winner() {
            return Some((Some(side), reason));
        }
        (position.plies_since_capture() >= QUIET_PLIES).then_some((None, EndReason::QUIET))
    }

    /// Makes the move of an intent, which the mover's view must allow, and returns the
    /// announcements.
    pub(super) fn play(&mut self, intent: &Intent) -> Reports {
        let before = self.position().clone();
        let mover = before.turn();
        let resolution = resolve(&before, self.map(), intent);
        let after = resolution.apply(&before);
        let text = write_ply(&before, intent, resolution);
        let ended = resolution.played.to();
        let reports =
            move_reports(self.seats[mover], ended, resolution.halted, resolution.captured);
        let lost = resolution.captured;
        let turned = after.turn_number() > before.turn_number();
        self.positions.push(after);
        self.plies.push(Ply { resolution, text: text.clone(), thrown: Vec::new() });
        self.maps.push(*self.map());
        let drifted = if turned && self.verdict().is_none() { self.drift_if_due() } else { None };
        for side in VIEWERS {
            self.add_observation(side, mover, &text, lost, drifted, &reports);
        }
        let mut reports = reports;
        if let Some(drifted) = drifted {
            self.announce_drift(drifted, &mut reports);
        }
        reports
    }

    /// Lets the clouds drift if a drift is due and needs no dice. If it needs dice, they are
    /// awaited.
    fn drift_if_due(&mut self) -> Option<Drifted> {
        let (rule, drift_interval) = (self.rules.drift?, self.drift_interval?);
        if !(self.position().turn_number() - 1).is_multiple_of(u32::from(drift_interval)) {
            return None;
        }
        if rule.dice() > 0 {
            self.awaited_throw = Some(AwaitedThrow::Drift);
            return None;
        }
        self.drift(&[])
    }

    /// Moves the clouds over the last position.
    fn drift(&mut self, faces: &[u8]) -> Option<Drifted> {
        let rule = self.rules.drift?;
        let mut faces = faces.iter().copied();
        let steps = rule.steps.value(&mut faces)?;
        let direction = Direction::numbered(rule.direction.value(&mut faces)?)?;
        self.sky.drift(steps, direction);
        if let Some(map) = self.maps.last_mut() {
            *map = self.sky.map();
        }
        Some(Drifted { steps, direction })
    }

    /// Applies the throw that is awaited.
    pub(super) fn throw(&mut self, faces: &[u8]) -> Result<Reports, Refusal> {
        let no_throw = || Refusal::new("no-throw", "no dice are to be thrown now");
        let mut reports = Reports::empty(2);
        match self.awaited_throw.take().ok_or_else(no_throw)? {
            AwaitedThrow::Every => {
                let drift_interval = *faces.first().ok_or_else(no_throw)?;
                self.drift_interval = Some(drift_interval);
                self.interval_throw = faces.to_vec();
                reports = drift_rule_reports(drift_interval);
                self.add_announcements(&reports);
            }
            AwaitedThrow::Drift => {
                if let Some(ply) = self.plies.last_mut() {
                    ply.thrown = faces.to_vec();
                }
                let drifted = self.drift(faces).ok_or_else(no_throw)?;
                let (position, map) = (self.position().clone(), *self.map());
                for side in VIEWERS {
                    if let Some(observation) = self.last_observation(side) {
                        observation.board = BoardView::of(&position, &map, side);
                        observation.map = map;
                        observation.drifted = Some(drifted);
                        observation.markers.update(&observation.board, &map);
                    }
                }
                self.announce_drift(drifted, &mut reports);
            }
        }
        Ok(reports)
    }

    fn last_observation(&mut self, side: Option<Side>) -> Option<&mut Observation> {
        self.observations[viewer_index(side)].last_mut().map(Arc::make_mut)
    }

    /// Announces a drift to all viewers and adds it to their latest observations.
    fn announce_drift(&mut self, drifted: Drifted, reports: &mut Reports) {
        let drift = drift_reports(drifted.steps, drifted.direction);
        self.add_announcements(&drift);
        reports.append(drift);
    }

    /// Adds announcements to the latest observation of each viewer.
    fn add_announcements(&mut self, reports: &Reports) {
        for side in VIEWERS {
            let announcements = self.notices_for(side, reports).to_vec();
            if let Some(observation) = self.last_observation(side) {
                observation.announcements.extend(announcements);
            }
        }
    }

    /// The notices of some reports for a viewer.
    fn notices_for<'a>(&self, side: Option<Side>, reports: &'a Reports) -> &'a [Notice] {
        match side {
            Some(side) => &reports.seats[self.seats[side]],
            None => &reports.public,
        }
    }

    /// Adds the observation of a viewer after a ply.
    fn add_observation(
        &mut self,
        side: Option<Side>,
        mover: Side,
        text: &str,
        lost: Option<Capture>,
        drifted: Option<Drifted>,
        reports: &Reports,
    ) {
        let before = self.latest(side);
        let map = *self.map();
        let board_view = BoardView::of(self.position(), &map, side);
        let played = self.plies.last().map(|ply| ply.resolution.played);
        let (text, last) = if side == Some(mover) {
            (text.to_owned(), played.map(|m| vec![m.from(), m.to()]))
        } else {
            // Players are told where they lost a piece; spectators see only the list of captures.
            let cell = played.map(Move::to).filter(|_| side.is_some());
            let lost = lost.map(|capture| (capture, cell));
            // If a drift is due, the clouds change before the viewers can see the board after the
            // ply.
            let same_clouds = before.map == map && self.awaited_throw.is_none();
            let description = before.board.describe_ply(&board_view, same_clouds, mover, lost);
            (description.text, Some(description.last))
        };
        let mut captures = before.captures.clone();
        captures.extend(lost.map(|lost| (!mover, lost)));
        let mut markers = before.markers.clone();
        if let (Some(lost), Some(played)) = (lost, played)
            && side == Some(!mover)
        {
            markers.note(played.to(), lost);
        }
        if self.awaited_throw.is_none() {
            markers.update(&board_view, &map);
        }
        let announcements = self.notices_for(side, reports).to_vec();
        let last_report = if announcements.is_empty() {
            before.last_report.clone()
        } else {
            announcements.clone()
        };
        let observation = Observation {
            mover: Some(mover),
            text: Some(text),
            last: last.unwrap_or_default(),
            board: board_view,
            map,
            markers,
            captures,
            announcements,
            last_report,
            drifted,
        };
        self.observations[viewer_index(side)].push(Arc::new(observation));
    }
}

fn viewer_index(side: Option<Side>) -> usize {
    side.map_or(2, |side| side as usize)
}

/// Writes a ply in the umpire's notation: as in the open game, with the named path. A halt is
/// written as the intent, `>`, the last cell and the cause.
pub(super) fn write_ply(before: &Position, intent: &Intent, resolution: Resolution) -> String {
    match resolution.halted {
        Some(cause) => {
            let end = board::name(resolution.played.to());
            format!("{intent} > {end} {}", cause.key())
        }
        None => before.write(resolution.played) + &intent.path_suffix(),
    }
}
