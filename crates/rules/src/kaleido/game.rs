//! `KaleidoChess` as a [`Game`]: the umpire's state, views, intents and results.

use super::board;
use super::dice::DiceTable;
use super::history::{self, GameHistory};
use super::moves::Move;
use super::options::{SPECS, TableRules};
use super::paths::path_of;
use super::piece::{Color, Colors, Kind};
use super::position::Position;
use super::repetition::SeenPositions;
use crate::error::quote;
use crate::geometry::Geometry;
use crate::open_game::{OpenView, check_perft_depth};
use crate::{
    Choice, DiagramRequest, Dice, Edit, Edited, EndReason, Frame, Game, GameInfo, Notice, Options,
    Outcome, PieceDiagram, Record, Refusal, Reports, Scene, SearchPosition, Seat, Start,
    ThrowRequest, Turn, Viewer, Warning,
};
use std::ops::Range;
use std::sync::Arc;

/// `KaleidoChess`, the implementation of [`Game`].
pub struct KaleidoChess;

impl KaleidoChess {
    /// The throw before each move of a game with dice.
    pub(super) const DIE: ThrowRequest = ThrowRequest { dice: 1, faces: DiceTable::FACES };
}

/// The umpire's state of a game.
#[derive(Clone, Debug)]
pub struct Truth {
    pub(super) rules: TableRules,
    /// The position string that the game began with, as given; `None` for an array.
    pub(super) from_position: Option<String>,
    /// Shared with views, so that cloning the state is cheap.
    pub(super) history: Arc<GameHistory>,
    pub(super) outcome: Option<Outcome>,
}

impl Truth {
    pub(super) fn new(rules: TableRules, start: &Start) -> Result<Self, Refusal> {
        let first = first_position(&rules, start)?;
        let history = GameHistory::new(first, &rules);
        let outcome = history.outcome();
        let from_position = match start {
            Start::Position(text) => Some(text.clone()),
            _ => None,
        };
        Ok(Self { rules, from_position, history: Arc::new(history), outcome })
    }

    /// Stores the result if the game is over. Returns notices of the colours that went out since
    /// `before` and of the result.
    pub(super) fn conclude(&mut self, before: &Position) -> Vec<Notice> {
        let now = self.history.position();
        let left = before.playing().iter().filter(|&color| !now.playing().contains(color));
        let mut notices: Vec<Notice> = left.filter_map(|color| out_notice(now, color)).collect();
        self.outcome = self.history.outcome();
        notices.extend(self.outcome.as_ref().map(Outcome::announcement));
        notices
    }

    fn all_hear(&self, notices: &[Notice]) -> Reports {
        Reports::same(self.history.position().seated().len(), notices)
    }
}

/// A viewer's view: the whole state, since nothing is hidden.
pub(super) type View = OpenView<Truth>;

/// The notice that a colour is out, with the reason; `None` if it still plays.
pub(super) fn out_notice(position: &Position, color: Color) -> Option<Notice> {
    let elimination = position.elimination(color)?;
    let args = vec![
        ("seat", position.seat(color).index().to_string()),
        ("side", color.key().to_owned()),
        ("reason", elimination.reason.key().to_owned()),
    ];
    Some(Notice { key: "out", args, cells: Vec::new() })
}

/// The notice of a throw; `passes` if no piece can move with it.
fn throw_notice(seat: Seat, face: u8, passes: bool) -> Notice {
    let args = vec![("seat", seat.index().to_string()), ("face", face.to_string())];
    Notice { key: if passes { "passed" } else { "thrown" }, args, cells: Vec::new() }
}

impl Game for KaleidoChess {
    type Truth = Truth;
    type View = View;
    type Intent = Move;

    const INFO: GameInfo = GameInfo {
        seats: (2, 4),
        sides: &["white", "red", "black", "green"],
        pieces: &Kind::CODES,
        options: &SPECS,
        dice: Dice::EveryTurn,
        has_paths: true,
        records_throws: true,
        end_reasons: &super::end_reasons::ALL,
        record_headers: &super::record::HEADERS,
        ..GameInfo::new("kaleidochess", "KaleidoChess")
    };

    fn geometry() -> &'static Geometry {
        board::geometry()
    }

    fn open(options: &Options, start: &Start) -> Result<Truth, Refusal> {
        Truth::new(TableRules::new(options)?, start)
    }

    fn seats(truth: &Truth) -> usize {
        truth.history.position().seated().len()
    }

    fn turn(truth: &Truth) -> Turn {
        let position = truth.history.position();
        match &truth.outcome {
            Some(outcome) => Turn::Over(outcome.clone()),
            None if truth.history.awaits_throw() => Turn::Throw(Self::DIE),
            None => Turn::Seats(vec![position.seat(position.turn())]),
        }
    }

    fn view(truth: &Truth, viewer: Viewer) -> View {
        View { viewer, truth: truth.clone() }
    }

    fn paths(view: &View, text: &str) -> Vec<Vec<String>> {
        let history = &view.truth.history;
        let position = history.position();
        let read = position.read_among(text, &history.legal_moves());
        let path = read.map(|read| path_of(position, read.played)).unwrap_or_default();
        if path.is_empty() { Vec::new() } else { vec![path] }
    }

    fn parse_intent(view: &View, text: &str) -> Result<(Move, Vec<Warning>), Refusal> {
        let history = &view.truth.history;
        let read = history.position().read_among(text, &history.legal_moves())?;
        Ok((read.played, Warning::quoting(text.trim(), read.warnings)))
    }

    fn resolve(truth: &mut Truth, _: Seat, played: Move) -> Result<Reports, Refusal> {
        let before = truth.history.position().clone();
        Arc::make_mut(&mut truth.history).play(played);
        let notices = truth.conclude(&before);
        Ok(truth.all_hear(&notices))
    }

    fn throw(truth: &mut Truth, faces: &[u8]) -> Result<Reports, Refusal> {
        let &[face @ 1..=DiceTable::FACES] = faces else {
            return Err(Refusal::new("bad-throw", "expected one die with faces 1 to 6"));
        };
        let before = truth.history.position().clone();
        let passes = Arc::make_mut(&mut truth.history).throw(face);
        let mut notices = vec![throw_notice(before.seat(before.turn()), face, passes)];
        notices.extend(truth.conclude(&before));
        Ok(truth.all_hear(&notices))
    }

    fn retire(truth: &mut Truth, seats: &[Seat], reason: EndReason) -> Result<Reports, Refusal> {
        let before = truth.history.position().clone();
        let plays = |color: &Color| before.playing().contains(*color);
        let color = |&seat: &Seat| before.color(seat).filter(plays);
        let Some(colors) = seats.iter().map(color).collect::<Option<Colors>>() else {
            return Err(Refusal::new("not-playing", "this seat does not play any more"));
        };
        Arc::make_mut(&mut truth.history).retire(colors, reason);
        let notices = truth.conclude(&before);
        Ok(truth.all_hear(&notices))
    }

    fn draw(truth: &mut Truth, reason: EndReason) -> Result<Reports, Refusal> {
        Arc::make_mut(&mut truth.history).clear_throw();
        let outcome = truth.history.position().draw(reason);
        let notices = [outcome.announcement()];
        truth.outcome = Some(outcome);
        Ok(truth.all_hear(&notices))
    }

    /// Not with dice: a player who takes a move back has seen the next throw.
    fn takebacks_allowed(truth: &Truth) -> bool {
        truth.rules.dice.is_none()
    }

    fn playing(truth: &Truth) -> Vec<Seat> {
        let position = truth.history.position();
        position.playing().iter().map(|color| position.seat(color)).collect()
    }

    fn dice(truth: &Truth) -> Dice {
        if truth.rules.dice.is_some() { Self::INFO.dice } else { Dice::None }
    }

    fn plies(truth: &Truth) -> usize {
        truth.history.plies.len()
    }

    fn mover(truth: &Truth, ply: usize) -> Seat {
        let color = truth.history.plies.get(ply).map_or(Color::White, |ply| ply.color);
        truth.history.position().seat(color)
    }

    fn outline(view: &View) -> Scene {
        super::scene::outline(view)
    }

    fn choices(view: &View) -> Vec<Choice> {
        super::scene::choices(view)
    }

    fn frame_count(view: &View) -> usize {
        view.truth.history.positions.len()
    }

    fn frames(view: &View, numbers: Range<usize>) -> Vec<Frame> {
        super::scene::frames(&view.truth.history, numbers)
    }

    fn texts(view: &View) -> Vec<String> {
        view.truth.history.plies.iter().map(|ply| ply.text.clone()).collect()
    }

    fn write_record(view: &View, headers: &[(String, String)]) -> String {
        super::record::write(&view.truth, headers)
    }

    fn read_record(text: &str) -> Result<Record, Refusal> {
        super::record::read(text)
    }

    fn edit(options: &Options, position: Option<&str>, edits: &[Edit]) -> Result<Edited, Refusal> {
        super::edit::edit(&TableRules::new(options)?, position, edits)
    }

    fn piece_diagram(options: &Options, request: &DiagramRequest) -> Result<PieceDiagram, Refusal> {
        super::diagram::piece_diagram(options, request)
    }

    fn perft(options: &Options, start: &Start, depth: u32) -> Result<Vec<(String, u64)>, Refusal> {
        let rules = TableRules::new(options)?;
        let first = first_position(&rules, start)?;
        check_perft_depth(depth)?;
        if depth == 0 || history::outcome_with_limit(&first, rules.max_moves).is_some() {
            return Ok(Vec::new());
        }
        let plain = rules.max_moves.is_none() && !rules.no_repetition;
        let mut seen = SeenPositions::new(&first, rules.no_repetition);
        let mut counts = Vec::new();
        for thrown in history::with_each_face(&first) {
            for m in seen.legal_moves(&thrown) {
                let len_before = seen.len();
                let next = seen.play(&thrown, m);
                let count = if plain {
                    next.perft(depth - 1)
                } else {
                    history::perft(&mut seen, &next, rules.max_moves, depth - 1)
                };
                seen.truncate(len_before);
                // A face that is part of the given position is not written with the move.
                let text =
                    if first.die().is_some() { thrown.write(m) } else { thrown.write_ply(m) };
                counts.push((text, count));
            }
        }
        counts.sort_unstable();
        Ok(counts)
    }
}

/// The first position of a game that begins with `start`.
fn first_position(rules: &TableRules, start: &Start) -> Result<Position, Refusal> {
    match start {
        Start::Setup => rules.array()?.check(rules.dice).map_err(|flaws| {
            // Unreachable: every array is a possible position.
            Refusal::new("bad-position", flaws.to_string())
        }),
        Start::Quick(name) => Err(Refusal::new(
            "no-such-quick-start",
            format!(
                "no quick start '{}': this game has none; the option seats names the array",
                quote(name)
            ),
        )
        .with("text", quote(name))),
        Start::Position(text) => {
            let position = Position::read(text, rules.dice)
                .map_err(|error| crate::error::bad_position(text, error))?;
            rules.check_position(position.seated())?;
            Ok(position)
        }
    }
}
