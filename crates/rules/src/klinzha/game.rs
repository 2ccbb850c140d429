//! Klin Zha as a [`Game`]: truth, views, intents and results.
//!
//! The view of a player or spectator is a copy of the truth without the other seat's placement
//! while that is unfinished: Klin Zha hides nothing else.

use super::arrays::{QUICK_STARTS, quick_start};
use super::board;
use super::moves::{GoalSafety, Move};
use super::piece::Side;
use super::position::Position;
use super::setup::{Placement, Setup, Step};
use crate::error::{bad_position, quote};
use crate::geometry::Geometry;
use crate::open_game::{self, OpenView, perft_divide};
use crate::{
    BySide, Choice, DiagramRequest, Dice, Edit, Edited, EndReason, Frame, Game, GameInfo, Notice,
    OptionSpec, Options, Outcome, PieceDiagram, Record, Refusal, Reports, Scene, SearchPosition,
    Seat, Start, Turn, Viewer, Warning,
};
use std::ops::Range;
use std::sync::Arc;

/// Klin Zha, the open game.
pub struct KlinZha;

/// The number of plies without a capture that makes a draw under the house rules (R-KZ5).
pub const HOUSE_QUIET_PLIES: u32 = 100;

/// The number of occurrences of a position that makes a draw under the house rules (R-KZ5).
const HOUSE_REPETITIONS: usize = 3;

const GOAL_SAFETY: OptionSpec = OptionSpec::new("goal-safety", &["advisory", "enforced"]);
const HOUSE_RULES: OptionSpec = OptionSpec::new("house-rules", &["off", "on"]).with_house("on");

/// The table options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TableRules {
    pub(super) safety: GoalSafety,
    pub(super) house_rules: bool,
}

impl TableRules {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            safety: match options.get(&GOAL_SAFETY) {
                "enforced" => GoalSafety::Enforced,
                _ => GoalSafety::Advisory,
            },
            house_rules: options.get(&HOUSE_RULES) == "on",
        }
    }

    /// The options that differ from their defaults, as `key=value`.
    pub(super) fn option_pairs(self) -> Vec<String> {
        let mut pairs = Vec::new();
        if self.safety == GoalSafety::Enforced {
            pairs.push("goal-safety=enforced".to_owned());
        }
        if self.house_rules {
            pairs.push("house-rules=on".to_owned());
        }
        pairs
    }
}

/// The game after the setup: all positions and moves in strict notation.
pub(super) type GameHistory = open_game::GameHistory<Position>;

impl GameHistory {
    /// The result by the rules: the winner, or `None` for a draw.
    pub(super) fn verdict(&self, rules: TableRules) -> Option<(Option<Side>, EndReason)> {
        let now = self.position();
        if let Some((side, reason)) = now.winner() {
            return Some((Some(side), reason));
        }
        if rules.house_rules && self.is_repeated() {
            return Some((None, EndReason::REPETITION));
        }
        (rules.house_rules && now.plies_since_capture() >= HOUSE_QUIET_PLIES)
            .then_some((None, EndReason::QUIET))
    }

    /// Whether the position has occurred at least three times.
    pub(super) fn is_repeated(&self) -> bool {
        let same = |earlier: &Position, now: &Position| {
            earlier.zobrist() == now.zobrist()
                && earlier.turn() == now.turn()
                && earlier.to_raw().board == now.to_raw().board
        };
        self.occurrences(same) >= HOUSE_REPETITIONS
    }
}

/// The whole state of a game.
#[derive(Clone, Debug)]
pub struct Truth {
    pub(super) rules: TableRules,
    /// The setup; `None` if the game began from a position.
    pub(super) setup: Option<Setup>,
    /// The positions and moves, once the setup is complete. Shared by copies of the truth and by
    /// views.
    pub(super) history: Option<Arc<GameHistory>>,
    /// The seat that plays each side, once the setup has decided it.
    pub(super) seats: BySide<Option<Seat>>,
    pub(super) outcome: Option<Outcome>,
}

/// What a viewer may know: everything but the other seat's unfinished placement.
pub(super) type View = OpenView<Truth>;

/// What a seat submits.
#[derive(Clone, Debug)]
pub enum Intent {
    /// A step of the setup.
    Step(Step),
    /// A move.
    Move(Move),
}

impl Truth {
    fn seat(&self, side: Side) -> Seat {
        self.seats[side].unwrap_or(Seat::new(side as usize))
    }

    /// Stores the result if the rules give one now, and returns its announcement.
    fn conclude(&mut self) -> Vec<Notice> {
        let Some(history) = &self.history else { return Vec::new() };
        if self.outcome.is_none()
            && let Some((winner, reason)) = history.verdict(self.rules)
        {
            self.outcome = Some(match winner {
                Some(side) => Outcome::win(self.seat(side), reason),
                None => Outcome::draw(2, reason),
            });
        }
        self.outcome.as_ref().map(Outcome::announcement).into_iter().collect()
    }

    /// Ends the setup. The game may be over at once.
    fn begin(&mut self, first: Position) -> Vec<Notice> {
        self.history = Some(Arc::new(GameHistory::new(first)));
        self.conclude()
    }
}

impl Game for KlinZha {
    type Truth = Truth;
    type View = View;
    type Intent = Intent;

    const INFO: GameInfo = GameInfo {
        sides: &["gold", "green"],
        pieces: &["B", "Fl", "S", "V", "L", "Fe", "G"],
        options: &[GOAL_SAFETY, HOUSE_RULES],
        quick_starts: &QUICK_STARTS,
        dice: Dice::Setup,
        end_reasons: &super::end_reasons::ALL,
        record_headers: &super::record::HEADERS,
        ..GameInfo::new("klinzha", "Klin Zha")
    };

    fn geometry() -> &'static Geometry {
        board::geometry()
    }

    fn open(options: &Options, start: &Start) -> Result<Truth, Refusal> {
        let mut truth = Truth {
            rules: TableRules::new(options),
            setup: None,
            history: None,
            seats: BySide([None; 2]),
            outcome: None,
        };
        match first_position(start)? {
            Some(first) => {
                truth.seats = BySide([Some(Seat::new(0)), Some(Seat::new(1))]);
                truth.begin(first);
            }
            None => truth.setup = Some(Setup::new()),
        }
        Ok(truth)
    }

    fn seats(_: &Truth) -> usize {
        2
    }

    fn turn(truth: &Truth) -> Turn {
        if let Some(outcome) = &truth.outcome {
            return Turn::Over(outcome.clone());
        }
        if let Some(history) = &truth.history {
            return Turn::Seats(vec![truth.seat(history.position().turn())]);
        }
        match &truth.setup {
            Some(setup) => setup.stage.turn(),
            None => Turn::Seats(Vec::new()),
        }
    }

    fn view(truth: &Truth, viewer: Viewer) -> View {
        let mut seen = truth.clone();
        if let Some(setup) = &mut seen.setup {
            for seat in [Seat::new(0), Seat::new(1)] {
                if !setup.finished[seat.index()] && viewer != Viewer::Seat(seat) {
                    setup.placements[seat.index()] = Placement::default();
                }
            }
        }
        View { viewer, truth: seen }
    }

    fn parse_intent(view: &View, text: &str) -> Result<(Intent, Vec<Warning>), Refusal> {
        let text = text.trim();
        let Some(history) = &view.truth.history else {
            let (step, warnings) = Step::read(text)?;
            return Ok((Intent::Step(step), Warning::quoting(text, warnings)));
        };
        let position = history.position();
        let read = position.read(text, &position.legal_moves_under(view.truth.rules.safety))?;
        Ok((Intent::Move(read.played), Warning::quoting(text, read.warnings)))
    }

    fn resolve(truth: &mut Truth, _: Seat, intent: Intent) -> Result<Reports, Refusal> {
        match (intent, &mut truth.setup, &mut truth.history) {
            (Intent::Move(m), _, Some(history)) => {
                Arc::make_mut(history).play(m, Position::write);
                Ok(Reports::same(2, &truth.conclude()))
            }
            (Intent::Step(step), Some(setup), None) => {
                let first = setup.step(&step)?;
                for (seat, side) in setup.sides.into_iter().enumerate() {
                    if let Some(side) = side {
                        truth.seats[side] = Some(Seat::new(seat));
                    }
                }
                let notices = first.map(|first| truth.begin(first)).unwrap_or_default();
                Ok(Reports::same(2, &notices))
            }
            _ => Err(Refusal::new("wrong-step", "the game is at another stage")),
        }
    }

    fn throw(truth: &mut Truth, faces: &[u8]) -> Result<Reports, Refusal> {
        let (Some(setup), &[a, b]) = (&mut truth.setup, faces) else {
            return Err(Refusal::new("no-throw", "no dice are to be thrown now"));
        };
        setup.throw([a, b])?;
        let casts: Vec<Notice> = setup.casts.last().copied().map(cast_notice).into_iter().collect();
        Ok(Reports::same(2, &casts))
    }

    fn retire(truth: &mut Truth, seats: &[Seat], reason: EndReason) -> Result<Reports, Refusal> {
        let outcome = Outcome::retired(seats, reason, |seat| Self::can_win(truth, seat));
        Ok(open_game::end(&mut truth.outcome, outcome))
    }

    /// A seat without warriors can capture neither Goal nor warrior.
    fn can_win(truth: &Truth, seat: Seat) -> bool {
        let position = truth.history.as_ref().map(|history| history.position());
        let side = Side::ALL.into_iter().find(|&side| truth.seat(side) == seat);
        position.zip(side).is_none_or(|(position, side)| position.warriors(side).next().is_some())
    }

    fn draw(truth: &mut Truth, reason: EndReason) -> Result<Reports, Refusal> {
        Ok(open_game::end(&mut truth.outcome, Outcome::draw(2, reason)))
    }

    /// The spindles of the cast; a game from a position has none.
    fn dice(truth: &Truth) -> Dice {
        if truth.setup.is_some() { Self::INFO.dice } else { Dice::None }
    }

    fn plies(truth: &Truth) -> usize {
        truth.history.as_ref().map_or(0, |history| history.plies.len())
    }

    fn mover(truth: &Truth, ply: usize) -> Seat {
        let side = truth.history.as_ref().and_then(|history| history.positions.get(ply));
        side.map_or(Seat::new(0), |position| truth.seat(position.turn()))
    }

    fn texts(view: &View) -> Vec<String> {
        view.truth.history.as_ref().map(|history| history.texts()).unwrap_or_default()
    }

    fn outline(view: &View) -> Scene {
        super::scene::outline(view)
    }

    fn choices(view: &View) -> Vec<Choice> {
        super::scene::choices(view)
    }

    fn frame_count(view: &View) -> usize {
        super::scene::frame_count(&view.truth)
    }

    fn frames(view: &View, numbers: Range<usize>) -> Vec<Frame> {
        super::scene::frames(&view.truth, numbers)
    }

    fn write_record(view: &View, headers: &[(String, String)]) -> String {
        super::record::write(&view.truth, headers)
    }

    /// The source of the game prints records without any header, so that every text may be one; a
    /// PGN, which begins with a tag in brackets, is not.
    fn recognises_record(text: &str) -> bool {
        // A text with no cell, no position and no heads of the columns may be anything.
        let is_cell = |window: &[u8]| {
            matches!(window, [row, a, b] if row.is_ascii_alphabetic()
                && (b'a'..=b'i').contains(&row.to_ascii_lowercase())
                && (b'1'..=b'9').contains(a)
                && (b'1'..=b'9').contains(b))
        };
        let is_head = |line: &str| {
            let line = line.trim().to_ascii_lowercase();
            line.starts_with("position:") || line.split_whitespace().eq(["gold", "green"])
        };
        !text.trim_start().starts_with('[')
            && (text.as_bytes().windows(3).any(is_cell) || text.lines().any(is_head))
    }

    fn read_record(text: &str) -> Result<Record, Refusal> {
        super::record::read(text)
    }

    fn edit(_: &Options, position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
        super::edit::edit(position, edits)
    }

    fn piece_diagram(_: &Options, request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
        super::diagram::piece_diagram(request)
    }

    fn perft(options: &Options, start: &Start, depth: u32) -> Result<Vec<(String, u64)>, Refusal> {
        let position = first_position(start)?.ok_or_else(|| {
            Refusal::new(
                "no-first-position",
                "Klin Zha has no first position: give a position or a quick start",
            )
        })?;
        let safety = TableRules::new(options).safety;
        let moves = position.legal_moves_under(safety);
        let count = |next: &Position, depth| perft_under(next, depth, safety);
        perft_divide(&position, moves, depth, Position::write, count)
    }
}

fn perft_under(position: &Position, depth: u32, safety: GoalSafety) -> u64 {
    if safety == GoalSafety::Advisory {
        return position.perft(depth);
    }
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves_under(safety);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|m| perft_under(&position.after_unchecked(m), depth - 1, safety)).sum()
}

/// The position that a start names; `None` for a start with setup.
pub(crate) fn first_position(start: &Start) -> Result<Option<Position>, Refusal> {
    match start {
        Start::Setup => Ok(None),
        Start::Quick(name) => quick_start(name).map(Some).ok_or_else(|| {
            Refusal::new(
                "no-such-quick-start",
                format!("no quick start '{}'; there are: {}", quote(name), QUICK_STARTS.join(", ")),
            )
            .with("text", quote(name))
        }),
        Start::Position(text) => {
            text.parse().map(Some).map_err(|error: super::PositionError| bad_position(text, error))
        }
    }
}

/// The announcement of a cast of the spindles.
pub(crate) fn cast_notice((seat, [a, b]): (Seat, [u8; 2])) -> Notice {
    Notice {
        key: "cast",
        args: vec![("seat", seat.index().to_string()), ("a", a.to_string()), ("b", b.to_string())],
        cells: Vec::new(),
    }
}
