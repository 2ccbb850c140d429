//! Clouded Klin Zha as a [`Game`]: the truth, and what each viewer may know of it.
//!
//! Three properties keep hidden information from leaking:
//!
//! - The fields of [`Truth`] are private to this module tree, and it has no `Debug`: no other code
//!   can read or print it.
//! - A [`View`] of a running game holds only what is public and the viewer's observations. An
//!   observation is made when it happens; only a drift of the clouds right after a ply updates the
//!   last one. A view is never recomputed from the truth later, with other clouds.
//! - Intents are read and judged against the viewer's board view, so a refusal depends only on what
//!   the viewer sees. There is one exception: when the second placement is finished, the umpire
//!   refuses a Blockader whose zone overlaps the unseen zone of the first (§2.2, Setup).

use super::announce::{end_reports, first_placement_reports};
use super::history::GameHistory;
use super::intent::Intent;
use super::observation::Observation;
use super::rules::{CLOUDS, DRIFT, GOAL_SAFETY, SEED, TableRules};
use super::setup::{SetupView, visible_zone};
use crate::geometry::Geometry;
use crate::klinzha::{
    BySide, HEADERS, Kind, KlinZha, Position, QUICK_STARTS, Setup, Side, Step, area, board,
    cast_notice, first_position,
};
use crate::{
    Choice, DiagramRequest, Dice, Edit, Edited, EndReason, Frame, Game, GameInfo, Options, Outcome,
    PieceDiagram, Record, Refusal, Reports, Scene, Seat, Start, Turn, Viewer, Warning,
};
use std::ops::Range;
use std::sync::Arc;

/// Clouded Klin Zha; with the option `clouds=blind`, Blind Klin Zha.
pub struct CloudedKlinZha;

/// The whole state of a game, which only the umpire knows.
#[derive(Clone)]
pub struct Truth {
    pub(super) rules: TableRules,
    /// The setup; `None` if the game began from a position.
    pub(super) setup: Option<Setup>,
    /// Shared by all copies of the truth.
    pub(super) history: Option<Arc<GameHistory>>,
    /// The seat that plays each side, once the setup has decided it.
    pub(super) seats: BySide<Option<Seat>>,
    pub(super) outcome: Option<Outcome>,
}

/// What one viewer may know (R-CL3): its observations, and what is public.
#[derive(Clone)]
pub struct View {
    pub(super) viewer: Viewer,
    /// The seat that plays each side, once the setup has decided it.
    pub(super) seats: BySide<Option<Seat>>,
    pub(super) rules: TableRules,
    /// The seats that may act.
    pub(super) to_act: Vec<Seat>,
    pub(super) outcome: Option<Outcome>,
    pub(super) content: ViewContent,
}

/// What a view shows.
#[derive(Clone)]
pub(super) enum ViewContent {
    /// The setup, as far as the viewer may know it.
    Setup(Box<SetupView>),
    /// The viewer's observations: one before the first ply and one after each ply.
    Observations(Vec<Arc<Observation>>),
    /// The truth: the game is over.
    FullGame(Box<Truth>),
}

/// What a seat submits.
#[derive(Clone, Debug)]
pub enum Submission {
    /// A step of the setup.
    Step(Step),
    /// An intent.
    Intent(Intent),
}

impl View {
    /// The viewer's side, if it is known.
    pub(super) fn side(&self) -> Option<Side> {
        let seat = self.viewer.seat()?;
        Side::ALL.into_iter().find(|&side| self.seats[side] == Some(seat))
    }

    /// The viewer's seat if it may act now.
    pub(super) fn acting(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) if self.to_act.contains(&seat) => Some(seat),
            _ => None,
        }
    }
}

impl Truth {
    /// A game from a position, or with setup.
    pub(super) fn new(rules: TableRules, first: Option<Position>) -> Self {
        let mut truth =
            Self { rules, setup: None, history: None, seats: BySide([None; 2]), outcome: None };
        match first {
            Some(first) => {
                truth.seats = BySide([Some(Seat::new(0)), Some(Seat::new(1))]);
                truth.begin(first);
            }
            None => truth.setup = Some(Setup::new()),
        }
        truth
    }

    pub(super) fn seat(&self, side: Side) -> Seat {
        self.seats[side].unwrap_or(Seat::new(side as usize))
    }

    /// Ends the setup. The game may be over at once.
    pub(super) fn begin(&mut self, first: Position) {
        let seats = BySide(Side::ALL.map(|side| self.seat(side)));
        self.history = Some(Arc::new(GameHistory::new(first, self.rules, seats)));
        self.conclude();
    }

    /// Stores the result if the rules give one now.
    pub(super) fn conclude(&mut self) {
        let Some(history) = &self.history else { return };
        if self.outcome.is_none()
            && let Some((winner, reason)) = history.verdict()
        {
            self.outcome = Some(match winner {
                Some(side) => Outcome::win(self.seat(side), reason),
                None => Outcome::draw(2, reason),
            });
        }
    }

    /// Announces the result, if there is one, to all viewers.
    pub(super) fn announce_end(&self, reports: &mut Reports) {
        if let Some(outcome) = &self.outcome {
            reports.append(end_reports(outcome));
        }
    }

    /// The view of a viewer without the truth, even when the game is over.
    fn observed_view(&self, viewer: Viewer) -> View {
        let mut view = View {
            viewer,
            seats: self.seats,
            rules: self.rules,
            to_act: match CloudedKlinZha::turn(self) {
                Turn::Seats(seats) => seats,
                Turn::Throw(_) | Turn::Over(_) => Vec::new(),
            },
            outcome: self.outcome.clone(),
            content: ViewContent::Observations(Vec::new()),
        };
        match (&self.history, &self.setup) {
            (Some(history), _) => {
                view.content =
                    ViewContent::Observations(history.observations(view.side()).to_vec());
            }
            (None, Some(setup)) => {
                let setup_view = SetupView::new(setup, self.rules.map, viewer);
                view.content = ViewContent::Setup(Box::new(setup_view));
            }
            (None, None) => {}
        }
        view
    }
}

impl Game for CloudedKlinZha {
    type Truth = Truth;
    type View = View;
    type Intent = Submission;

    const INFO: GameInfo = GameInfo {
        sides: &["gold", "green"],
        pieces: &["B", "Fl", "S", "V", "L", "Fe", "G"],
        options: &[CLOUDS, SEED, DRIFT, GOAL_SAFETY],
        quick_starts: &QUICK_STARTS,
        hidden: true,
        dice: Dice::EveryTurn,
        seeded_by: Some(SEED.key),
        kin: Some(KlinZha::INFO.id),
        end_reasons: &super::record::END_REASONS,
        record_headers: &HEADERS,
        ..GameInfo::new("clouded-klinzha", "Clouded Klin Zha")
    };

    fn geometry() -> &'static Geometry {
        board::geometry()
    }

    fn open(options: &Options, start: &Start) -> Result<Truth, Refusal> {
        Ok(Truth::new(TableRules::new(options)?, first_position(start)?))
    }

    fn has_random_start(options: &Options) -> bool {
        !options.0.contains_key(CLOUDS.key)
    }

    fn seats(_: &Truth) -> usize {
        2
    }

    fn turn(truth: &Truth) -> Turn {
        if let Some(outcome) = &truth.outcome {
            return Turn::Over(outcome.clone());
        }
        if let Some(history) = &truth.history {
            return match history.throw_request() {
                Some(request) => Turn::Throw(request),
                None => Turn::Seats(vec![truth.seat(history.position().turn())]),
            };
        }
        match &truth.setup {
            Some(setup) => setup.stage.turn(),
            None => Turn::Seats(Vec::new()),
        }
    }

    fn view(truth: &Truth, viewer: Viewer) -> View {
        let mut view = truth.observed_view(viewer);
        if truth.outcome.is_some() {
            view.content = ViewContent::FullGame(Box::new(truth.clone()));
        }
        view
    }

    fn observed_view(truth: &Truth, viewer: Viewer) -> View {
        truth.observed_view(viewer)
    }

    fn looks_same(before: &Truth, after: &Truth, viewer: Viewer) -> bool {
        if let (Some(old), Some(new)) = (&before.history, &after.history) {
            // Every viewer knows of every ply, throw and take-back. No other act changes a history.
            return Arc::ptr_eq(old, new) && before.outcome == after.outcome;
        }
        let scene = |truth| Self::scene(&Self::view(truth, viewer));
        scene(before) == scene(after)
    }

    fn parse_intent(view: &View, text: &str) -> Result<(Submission, Vec<Warning>), Refusal> {
        let text = text.trim();
        match &view.content {
            ViewContent::Setup(setup) => {
                let (step, warnings) = Step::read(text)?;
                setup.check(&step)?;
                Ok((Submission::Step(step), Warning::quoting(text, warnings)))
            }
            ViewContent::Observations(observations) => {
                let Some(latest) = observations.last() else { return Err(wrong_stage()) };
                let (intent, warnings) = latest.board.read_intent(text)?;
                Ok((Submission::Intent(intent), Warning::quoting(text, warnings)))
            }
            ViewContent::FullGame(_) => Err(Refusal::new("game-over", "the game is over")),
        }
    }

    fn resolve(truth: &mut Truth, seat: Seat, submission: Submission) -> Result<Reports, Refusal> {
        match (submission, &mut truth.setup, &mut truth.history) {
            (Submission::Intent(intent), _, Some(history)) => {
                let mut reports = Arc::make_mut(history).play(&intent);
                truth.conclude();
                truth.announce_end(&mut reports);
                Ok(reports)
            }
            (Submission::Step(step), Some(setup), None) => {
                let zone = visible_zone(setup, &truth.rules.map, seat);
                let first = setup.step_with_enemy_zone(&step, zone)?;
                let mut reports = Reports::empty(2);
                for (seat, side) in setup.sides.into_iter().enumerate() {
                    if let Some(side) = side {
                        truth.seats[side] = Some(Seat::new(seat));
                    }
                }
                if let Step::Take(_, region) = step
                    && setup.first == Some(seat)
                    && let Some(side) = setup.sides[seat.index()]
                {
                    reports = first_placement_reports(seat, side, region);
                }
                if let Some(first) = first {
                    truth.begin(first);
                    truth.announce_end(&mut reports);
                }
                Ok(reports)
            }
            _ => Err(wrong_stage()),
        }
    }

    fn throw(truth: &mut Truth, faces: &[u8]) -> Result<Reports, Refusal> {
        if let Some(history) = &mut truth.history {
            return Arc::make_mut(history).throw(faces);
        }
        let (Some(setup), &[a, b]) = (&mut truth.setup, faces) else {
            return Err(Refusal::new("no-throw", "no dice are to be thrown now"));
        };
        setup.throw([a, b])?;
        let casts: Vec<_> = setup.casts.last().copied().map(cast_notice).into_iter().collect();
        Ok(Reports::same(2, &casts))
    }

    fn retire(truth: &mut Truth, seats: &[Seat], reason: EndReason) -> Result<Reports, Refusal> {
        let outcome = Outcome::retired(seats, reason, |seat| Self::can_win(truth, seat));
        truth.outcome = Some(outcome);
        let mut reports = Reports::empty(2);
        truth.announce_end(&mut reports);
        Ok(reports)
    }

    /// As in the game without clouds. The answer is seen in the result alone, when the truth is
    /// open.
    fn can_win(truth: &Truth, seat: Seat) -> bool {
        let position = truth.history.as_ref().map(|history| history.position());
        let side = Side::ALL.into_iter().find(|&side| truth.seat(side) == seat);
        position.zip(side).is_none_or(|(position, side)| position.warriors(side).next().is_some())
    }

    fn draw(truth: &mut Truth, reason: EndReason) -> Result<Reports, Refusal> {
        truth.outcome = Some(Outcome::draw(2, reason));
        let mut reports = Reports::empty(2);
        truth.announce_end(&mut reports);
        Ok(reports)
    }

    fn takebacks_allowed(_: &Truth) -> bool {
        // A take-back cannot take back what was seen.
        false
    }

    fn plies(truth: &Truth) -> usize {
        truth.history.as_ref().map_or(0, |history| history.plies.len())
    }

    fn mover(truth: &Truth, ply: usize) -> Seat {
        let position = truth.history.as_ref().and_then(|history| history.positions.get(ply));
        position.map_or(Seat::new(0), |position| truth.seat(position.turn()))
    }

    fn outline(view: &View) -> Scene {
        super::scene::outline(view)
    }

    fn choices(view: &View) -> Vec<Choice> {
        super::scene::choices(view)
    }

    fn frame_count(view: &View) -> usize {
        super::scene::frame_count(view)
    }

    fn frames(view: &View, numbers: Range<usize>) -> Vec<Frame> {
        super::scene::frames(view, numbers)
    }

    fn texts(view: &View) -> Vec<String> {
        super::scene::texts(view)
    }

    fn paths(view: &View, text: &str) -> Vec<Vec<String>> {
        super::scene::paths(view, text)
    }

    fn write_record(view: &View, headers: &[(String, String)]) -> String {
        match &view.content {
            ViewContent::FullGame(truth) => super::record::write(truth, headers),
            ViewContent::Observations(observations) => {
                super::viewer_record::write(view, observations, headers)
            }
            ViewContent::Setup(_) => super::viewer_record::write(view, &[], headers),
        }
    }

    fn read_record(text: &str) -> Result<Record, Refusal> {
        super::record::read(text)
    }

    fn edit(options: &Options, position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
        let rules = TableRules::new(options)?;
        let mut edited = KlinZha::edit(&Options::default(), position, edits)?;
        // The editor shows the whole position, under clouds too. It shows a map only if an option
        // names it: without one the map is chosen when a game begins.
        let is_named = [&CLOUDS, &SEED].iter().any(|spec| !options.get(spec).is_empty());
        edited.areas = if is_named { rules.map.areas() } else { Vec::new() };
        for piece in edited.pieces.iter().filter(|piece| piece.kind == Kind::Blockader.code()) {
            let zone = board::by_name(&piece.cell).map(board::neighbours);
            edited.areas.extend(zone.map(|cells| area("zone", piece.side, cells)));
        }
        Ok(edited)
    }

    fn piece_diagram(options: &Options, request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
        TableRules::new(options)?;
        KlinZha::piece_diagram(&Options::default(), request)
    }

    fn perft(options: &Options, start: &Start, depth: u32) -> Result<Vec<(String, u64)>, Refusal> {
        TableRules::new(options)?;
        KlinZha::perft(&Options::default(), start, depth)
    }
}

fn wrong_stage() -> Refusal {
    Refusal::new("wrong-step", "the game is at another stage")
}
