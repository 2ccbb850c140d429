//! Grand Chess as a [`Game`]: the umpire's state, views, intents and results.

use super::board;
use super::diagram;
use super::moves::Move;
use super::options::{SPECS, TableRules};
use super::piece::{Kind, Side};
use super::position::Position;
use super::search::seat;
use super::setup::Setup;
use super::table::TABLE;
use crate::error::{bad_position, quote};
use crate::geometry::Geometry;
use crate::open_game::{self, OpenView, end, perft_divide};
use crate::{
    Choice, DiagramRequest, Edit, Edited, EndReason, Frame, Game, GameInfo, Options, Outcome,
    PieceDiagram, Record, Refusal, Reports, Scene, SearchPosition, Seat, Start, Turn, Viewer,
    Warning,
};
use std::ops::Range;
use std::sync::Arc;

/// Grand Chess, the implementation of [`Game`].
pub struct GrandChess;

/// The number of occurrences of a position that allows a claim of a draw.
pub const REPETITIONS: usize = 3;

/// The halfmove clock at which a draw may be claimed: 50 moves by each side.
pub const FIFTY_MOVE_PLIES: u32 = 100;

/// The history of a game, with the SAN of its plies.
pub(super) type GameHistory = open_game::GameHistory<Position>;

impl GameHistory {
    /// Whether the position has occurred [`REPETITIONS`] times (§4.1).
    pub(super) fn is_repeated(&self) -> bool {
        // Positions with different hashes may count as the same: the hash does not test whether an
        // en passant capture is legal. Only a position right after a double step is affected.
        let same = |earlier: &Position, now: &Position| {
            (earlier.zobrist() == now.zobrist()
                || earlier.en_passant().is_some()
                || now.en_passant().is_some())
                && earlier.is_repetition_of(now)
        };
        self.occurrences(same) >= REPETITIONS
    }

    /// The draws that the side to move may claim.
    pub(super) fn claims(&self) -> Vec<EndReason> {
        let fifty = self.position().halfmove_clock() >= FIFTY_MOVE_PLIES;
        let claims = [(self.is_repeated(), EndReason::THREEFOLD), (fifty, EndReason::FIFTY_MOVES)];
        claims.into_iter().filter(|claim| claim.0).map(|claim| claim.1).collect()
    }
}

/// The umpire's state of a game.
#[derive(Clone, Debug)]
pub struct Truth {
    pub(super) rules: TableRules,
    /// The setup; `None` for a game from a position.
    pub(super) setup: Option<Setup>,
    /// The history; `None` while pieces are picked. Shared with views, so that cloning the state is
    /// cheap.
    pub(super) history: Option<Arc<GameHistory>>,
    pub(super) outcome: Option<Outcome>,
}

impl Truth {
    fn begin(&mut self, first: Position) {
        self.outcome = first.outcome();
        self.history = Some(Arc::new(GameHistory::new(first)));
    }
}

/// A viewer's view: the whole state, since nothing is hidden.
pub(super) type View = OpenView<Truth>;

/// An intent of a seat.
#[derive(Clone, Copy, Debug)]
pub enum Intent {
    /// Picks a piece for the array.
    Pick(Kind),
    /// Makes a move.
    Move(Move),
    /// Claims a draw for this reason.
    Claim(EndReason),
}

const CODES: [&str; TABLE.len()] = {
    let mut codes = [""; TABLE.len()];
    let mut i = 0;
    while i < TABLE.len() {
        codes[i] = TABLE[i].code;
        i += 1;
    }
    codes
};

impl Game for GrandChess {
    type Truth = Truth;
    type View = View;
    type Intent = Intent;

    const INFO: GameInfo = GameInfo {
        sides: &["white", "black"],
        pieces: &CODES,
        options: &SPECS,
        seeded_by: Some(super::options::SEED.key),
        end_reasons: &super::end_reasons::ALL,
        ..GameInfo::new("grand-chess", "Grand Chess")
    };

    fn geometry() -> &'static Geometry {
        board::geometry()
    }

    fn open(options: &Options, start: &Start) -> Result<Truth, Refusal> {
        let rules = TableRules::new(options)?;
        let mut truth = Truth { rules, setup: None, history: None, outcome: None };
        match start {
            Start::Setup => {
                let setup = Setup::new(&truth.rules);
                if setup.turn().is_none() {
                    truth.begin(setup.position()?);
                }
                truth.setup = Some(setup);
            }
            _ => truth.begin(first_position(&truth.rules, start)?),
        }
        Ok(truth)
    }

    fn has_random_start(options: &Options) -> bool {
        options.get(&super::options::SETUP).contains("random")
    }

    fn seats(_: &Truth) -> usize {
        2
    }

    fn turn(truth: &Truth) -> Turn {
        match (&truth.outcome, &truth.history, &truth.setup) {
            (Some(outcome), ..) => Turn::Over(outcome.clone()),
            (None, Some(history), _) => Turn::Seats(vec![seat(history.position().turn())]),
            (None, None, Some(setup)) => Turn::Seats(setup.turn().into_iter().collect()),
            (None, None, None) => Turn::Seats(Vec::new()),
        }
    }

    fn view(truth: &Truth, viewer: Viewer) -> View {
        View { viewer, truth: truth.clone() }
    }

    fn parse_intent(view: &View, text: &str) -> Result<(Intent, Vec<Warning>), Refusal> {
        let truth = &view.truth;
        let Some(history) = &truth.history else {
            return Ok((Intent::Pick(read_pick(&truth.rules, text)?), Vec::new()));
        };
        if let Some(claim) = text.trim().strip_prefix("claim") {
            return Ok((Intent::Claim(read_claim(history, claim.trim())?), Vec::new()));
        }
        let read = history.position().read_move(text)?;
        Ok((Intent::Move(read.played), Warning::quoting(text, read.warnings)))
    }

    fn resolve(truth: &mut Truth, _: Seat, intent: Intent) -> Result<Reports, Refusal> {
        match (intent, &mut truth.setup, &mut truth.history) {
            (Intent::Pick(kind), Some(setup), None) => {
                let mut next = setup.clone();
                next.pick(kind)?;
                let first = if next.turn().is_none() { Some(next.position()?) } else { None };
                *setup = next;
                if let Some(first) = first {
                    truth.begin(first);
                }
                Ok(Reports::same(2, &[]))
            }
            (Intent::Move(m), _, Some(history)) => {
                let history = Arc::make_mut(history);
                history.play(m, Position::san);
                match history.position().outcome() {
                    Some(outcome) => Ok(end(&mut truth.outcome, outcome)),
                    None => Ok(Reports::same(2, &[])),
                }
            }
            (Intent::Claim(reason), _, Some(_)) => {
                Ok(end(&mut truth.outcome, Outcome::draw(2, reason)))
            }
            _ => Err(Refusal::new("wrong-step", "the game is at another stage")),
        }
    }

    fn retire(truth: &mut Truth, seats: &[Seat], reason: EndReason) -> Result<Reports, Refusal> {
        let outcome = Outcome::retired(seats, reason, |seat| Self::can_win(truth, seat));
        Ok(end(&mut truth.outcome, outcome))
    }

    /// A bare king cannot give mate.
    fn can_win(truth: &Truth, seat: Seat) -> bool {
        let position = truth.history.as_ref().map(|history| history.position());
        position.is_none_or(|position| position.occupied(Side::ALL[seat.index()]).len() > 1)
    }

    fn draw(truth: &mut Truth, reason: EndReason) -> Result<Reports, Refusal> {
        Ok(end(&mut truth.outcome, Outcome::draw(2, reason)))
    }

    fn plies(truth: &Truth) -> usize {
        truth.history.as_ref().map_or(0, |history| history.plies.len())
    }

    fn mover(truth: &Truth, ply: usize) -> Seat {
        let position = truth.history.as_ref().and_then(|history| history.positions.get(ply));
        position.map_or(Seat::new(0), |position| seat(position.turn()))
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

    fn texts(view: &View) -> Vec<String> {
        view.truth.history.as_ref().map(|history| history.texts()).unwrap_or_default()
    }

    fn write_record(view: &View, headers: &[(String, String)]) -> String {
        super::record::write(&view.truth, headers)
    }

    /// A PGN begins with a tag in brackets.
    fn recognises_record(text: &str) -> bool {
        text.trim_start().starts_with('[')
    }

    fn read_record(text: &str) -> Result<Record, Refusal> {
        super::record::read(text)
    }

    fn edit(options: &Options, position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
        super::edit::edit(options, position, edits)
    }

    fn piece_diagram(options: &Options, request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
        diagram::piece_diagram(options, request)
    }

    fn perft(options: &Options, start: &Start, depth: u32) -> Result<Vec<(String, u64)>, Refusal> {
        let position = first_position(&TableRules::new(options)?, start)?;
        let moves = position.legal_moves();
        perft_divide(&position, moves, depth, Position::uci, SearchPosition::perft)
    }
}

/// The first position of a game that begins with `start`.
fn first_position(rules: &TableRules, start: &Start) -> Result<Position, Refusal> {
    match start {
        Start::Setup => {
            let setup = Setup::new(rules);
            if setup.turn().is_some() {
                return Err(Refusal::new(
                    "no-first-position",
                    "the pieces are not picked yet: give a position, or a setup without picking",
                ));
            }
            setup.position()
        }
        Start::Quick(name) => Err(Refusal::new(
            "no-such-quick-start",
            format!(
                "no quick start '{}': this game has none; its options name the array",
                quote(name)
            ),
        )
        .with("text", quote(name))),
        Start::Position(text) => Position::read(text, rules.promotion, &rules.piece_set)
            .map_err(|error| bad_position(text, error)),
    }
}

/// Reads `pick CODE`.
fn read_pick(rules: &TableRules, text: &str) -> Result<Kind, Refusal> {
    let malformed = || {
        Refusal::new(
            "not-a-step",
            format!(
                "'{}' is not a step of the setup: expected 'pick' and a piece, such as 'pick Gr'",
                quote(text)
            ),
        )
        .with("text", quote(text))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let &["pick", code] = words.as_slice() else { return Err(malformed()) };
    rules.piece_set.by_code(code).ok_or_else(|| {
        Refusal::new("no-such-piece", format!("'{}' is no piece of this game", quote(code)))
            .with("text", quote(code))
    })
}

fn read_claim(history: &GameHistory, what: &str) -> Result<EndReason, Refusal> {
    let reason = [EndReason::THREEFOLD, EndReason::FIFTY_MOVES]
        .into_iter()
        .find(|reason| reason.key() == what)
        .ok_or_else(|| {
            Refusal::new(
                "not-a-claim",
                format!("'claim {what}': expected 'claim threefold' or 'claim fifty-moves'"),
            )
        })?;
    if history.claims().contains(&reason) {
        return Ok(reason);
    }
    let why = match reason {
        EndReason::THREEFOLD => "this position has not occurred three times".to_owned(),
        _ => format!(
            "only {} of {FIFTY_MOVE_PLIES} plies have passed without pawn move, capture, conversion or promotion",
            history.position().halfmove_clock()
        ),
    };
    Err(Refusal::new("no-claim", why))
}
