//! The player of Klin Zha: from the spindles to the end.

use super::setup::{Camp, Judge, best_goal, best_region, propose};
use super::{GAME, KlinZhaEvaluation, searcher_with};
use crate::level::{ChosenMove, LevelParams, PlayerModel, choose};
use crate::search::{SearchRequest, Searcher};
use crate::{Choice, Info, Level, Player, PlayerError, Random, Score, SearchLimit};
use heterodox_rules::klinzha::{Kind, Move, Placement, Position, Region, Side, board};
use heterodox_rules::{Cell, CellSet, Frame, Placed, Refusal, Scene, SearchPosition, Viewer};
use std::sync::atomic::AtomicBool;

/// The size of a player's table.
const TABLE_MIB: usize = 16;
/// What the answer to a draw offer may cost.
const DRAW_NODES: u64 = 20_000;
/// A draw is welcome to a side that stands worse than this.
const WORSE: i32 = -40;
/// And, if nothing is captured for so many plies, to a side that stands no better than this.
const QUIET_FOR_LONG: u32 = 40;
const LEVEL_ENOUGH: i32 = 40;

/// Plays Klin Zha at a level.
pub struct KlinZhaPlayer {
    level: Level,
    seed: u64,
    evaluation: fn() -> KlinZhaEvaluation,
    /// Made when it is first needed: the table is large.
    searcher: Option<Searcher<Position, KlinZhaEvaluation>>,
}

/// What tells the random choices of one step from those of another.
mod step {
    pub(super) const OPTION: u64 = 1;
    pub(super) const TAKE: u64 = 2;
    pub(super) const PLACE: u64 = 3;
    pub(super) const GOAL: u64 = 4;
}

impl KlinZhaPlayer {
    /// A player that varies by `seed`.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self::judging(level, seed, KlinZhaEvaluation::new)
    }

    /// One that judges positions in another way.
    pub(crate) const fn judging(
        level: Level,
        seed: u64,
        evaluation: fn() -> KlinZhaEvaluation,
    ) -> Self {
        Self { level, seed, evaluation, searcher: None }
    }

    fn searcher(&mut self) -> &mut Searcher<Position, KlinZhaEvaluation> {
        let evaluation = self.evaluation;
        self.searcher.get_or_insert_with(|| searcher_with(TABLE_MIB, evaluation()))
    }

    fn random(&self, step: u64) -> Random {
        Random::mixed(self.seed, step)
    }

    fn judge<'a>(&'a mut self, step: u64, budget: &SearchLimit, stop: &'a AtomicBool) -> Judge<'a> {
        let (random, level) = (self.random(step), self.level);
        Judge { searcher: self.searcher(), level, budget: *budget, stop, random }
    }

    /// An honourable Klingon offers the choice, and granted it takes first placement. Now and then
    /// this one takes the slight advantage of placing last.
    fn option(&self, scene: &Scene) -> Option<String> {
        let honourable = self.random(step::OPTION).chance(7, 8);
        let wanted = match (scene.phase, honourable) {
            ("option", true) => "offer",
            ("granted", true) => "first",
            _ => "last",
        };
        scene
            .choices
            .iter()
            .find(|choice| choice.variant.as_deref() == Some(wanted))
            .map(|choice| choice.text.clone())
    }

    /// Any colour; with second placement the region that suits better.
    fn take(&mut self, scene: &Scene, budget: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let texts: Vec<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
        if let Some(enemy) = camp_of_other(scene, None) {
            let regions: Vec<Region> = texts.iter().filter_map(|text| region_in(text)).collect();
            let mut judge = self.judge(step::TAKE, budget, stop);
            if let Some(region) = best_region(&mut judge, &regions, &enemy)
                && let Some(text) = texts.iter().find(|text| region_in(text) == Some(region))
            {
                return Some((*text).to_owned());
            }
        }
        self.random(step::TAKE).pick(&texts).map(|&text| text.to_owned())
    }

    /// Places what is missing in one step, and then is done.
    fn place(&mut self, scene: &Scene, budget: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let offered = |text: &str| scene.choices.iter().any(|choice| choice.text == text);
        if offered("done") {
            return Some("done".to_owned());
        }
        let side = own_side(scene)?;
        let region = placing_region(scene)?;
        let enemy = camp_of_other(scene, Some(side));
        let draft = draft(scene, side, region);
        let mut judge = self.judge(step::PLACE, budget, stop);
        let Some(placement) = propose(&mut judge, side, region, &draft, enemy.as_ref()) else {
            // The draft leaves no sensible way to complete it.
            return offered("clear").then(|| "clear".to_owned());
        };
        let missing = placement
            .warriors()
            .filter(|&(_, cell)| draft.kind(cell).is_none())
            .map(|(kind, cell)| format!(" {} {}", kind.code(), board::name(cell)));
        Some(format!("place{}", missing.collect::<String>()))
    }

    /// Gives the Goal to a carrier.
    fn goal(&mut self, scene: &Scene, budget: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let side = own_side(scene)?;
        let own = camp(scene, side);
        let enemy = camp(scene, !side);
        // The first placement also places the first Goal.
        let first = if enemy.goal.is_some() { enemy.side } else { own.side };
        let cells: Vec<Cell> = scene
            .choices
            .iter()
            .filter_map(|choice| board::by_name(choice.to.as_deref()?))
            .collect();
        let mut judge = self.judge(step::GOAL, budget, stop);
        let best = best_goal(&mut judge, &own, &enemy, first, &cells)?;
        let text = scene.choices.iter().find(|c| c.to.as_deref() == Some(board::name(best)));
        text.map(|choice| choice.text.clone())
    }

    /// A move of the battle.
    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let position = position(scene)?;
        let offered = offered_moves(scene, &position);
        let history = history(scene, frames);
        let task = SearchRequest {
            history: &history,
            search_moves: (!offered.is_empty()).then_some(offered.as_slice()),
            ..SearchRequest::new(&position, *budget)
        };
        let touched = scene.frame.last.last().and_then(|cell| board::by_name(cell));
        let mind = PlayerModel { level: self.level, seed: self.seed, last_target: touched };
        let chosen = choose(self.searcher(), &task, GAME, mind, stop, |_| {});
        Ok(chosen.map(|chosen| choice(&position, &chosen)))
    }
}

impl Player for KlinZhaPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        if scene.game != GAME {
            return Err(PlayerError::OtherGame { expected: GAME, found: scene.game.to_owned() });
        }
        let text = match scene.phase {
            "option" | "granted" => self.option(scene),
            "take" => self.take(scene, budget, stop),
            "place" => self.place(scene, budget, stop),
            "goal" => self.goal(scene, budget, stop),
            "play" => {
                if let Some(choice) = self.play(scene, frames, budget, stop)? {
                    return Ok(choice);
                }
                None
            }
            _ => None,
        };
        // A step that leaves no choice, such as casting, or one that defeated all thinking.
        text.or_else(|| scene.choices.first().map(|choice| choice.text.clone()))
            .map(Choice::plain)
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let (Some(side), Ok(position)) = (own_side(scene), position(scene)) else { return false };
        let history = history(scene, frames);
        let budget =
            SearchLimit::nodes(DRAW_NODES).tighter(LevelParams::search_limit(GAME, self.level));
        let task = SearchRequest { history: &history, ..SearchRequest::new(&position, budget) };
        let Some(found) = self.searcher().run(&task, &AtomicBool::new(false), |_| {}) else {
            return false;
        };
        let score = if position.turn() == side { found.score } else { found.score.reversed() };
        match score {
            Score::WinIn(_) => false,
            Score::LossIn(_) => true,
            Score::Centi(value) => {
                value < WORSE
                    || (value < LEVEL_ENOUGH && position.plies_since_capture() >= QUIET_FOR_LONG)
            }
        }
    }
}

/// The answer from what was chosen.
fn choice(position: &Position, chosen: &ChosenMove<Move>) -> Choice {
    let info = Info {
        score: chosen.score,
        depth: chosen.found.depth,
        nodes: chosen.found.nodes,
        pv: written(position, chosen.pv()),
    };
    Choice { text: position.write(chosen.m), info: Some(info) }
}

/// A line of moves in notation.
fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut board = position.clone();
    moves
        .iter()
        .map(|&m| {
            let text = board.write(m);
            board.play_unchecked(m);
            text
        })
        .collect()
}

fn position(scene: &Scene) -> Result<Position, PlayerError> {
    scene
        .frame
        .position
        .parse()
        .map_err(|error| PlayerError::BadPosition(Refusal::new("bad-position", format!("{error}"))))
}

/// The legal moves that the scene offers; under some table options not all are.
fn offered_moves(scene: &Scene, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.retain(|&m| {
        let text = position.write(m);
        scene.choices.iter().any(|choice| choice.text == text)
    });
    moves
}

/// The keys of the game's earlier positions.
fn history(scene: &Scene, frames: &[Frame]) -> Vec<u64> {
    frames
        .iter()
        .filter(|frame| frame.ply < scene.frame.ply)
        .filter_map(|frame| frame.position.parse::<Position>().ok())
        .map(|position| position.zobrist())
        .collect()
}

/// The side that the viewer plays, once the setup has settled it.
pub(crate) fn own_side(scene: &Scene) -> Option<Side> {
    let Viewer::Seat(seat) = scene.viewer else { return None };
    let info = scene.sides.iter().find(|info| info.seat == Some(seat))?;
    Side::from_key(info.key)
}

/// The region in which the viewer places its warriors now.
pub(crate) fn placing_region(scene: &Scene) -> Option<Region> {
    let mut placing = scene.choices.iter().filter(|choice| choice.piece.is_some());
    placing.find_map(|choice| board::region(board::by_name(choice.to.as_deref()?)?))
}

fn camp(scene: &Scene, side: Side) -> Camp {
    let own = scene.frame.pieces.iter().filter(|piece| piece.side == side.key());
    let has_goal = |piece: &&Placed| piece.kind == "G" || piece.marks.contains(&"goal");
    Camp {
        side,
        warriors: own.clone().filter_map(warrior).collect(),
        goal: own.clone().find(has_goal).and_then(|piece| board::by_name(&piece.cell)),
    }
}

fn warrior(piece: &Placed) -> Option<(Kind, Cell)> {
    Some((Kind::from_code(piece.kind)?, board::by_name(&piece.cell)?))
}

/// What the opponent has on the board, if anything; `own` is nothing as long as this seat has no
/// side yet.
fn camp_of_other(scene: &Scene, own: Option<Side>) -> Option<Camp> {
    Side::ALL
        .into_iter()
        .filter(|&side| Some(side) != own)
        .map(|side| camp(scene, side))
        .find(|camp| !camp.warriors.is_empty())
}

/// What the viewer has placed so far.
fn draft(scene: &Scene, side: Side, region: Region) -> Placement {
    let mut draft = Placement::default();
    for (kind, cell) in camp(scene, side).warriors {
        // What stands was accepted by the umpire; nothing can be refused here.
        let _ = draft.place(kind, cell, region, CellSet::EMPTY);
    }
    draft
}

fn region_in(text: &str) -> Option<Region> {
    text.split(' ').find_map(Region::from_key)
}
