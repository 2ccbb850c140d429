//! The player of Klin Zha, setup included.

use super::setup::{SetupSearch, SideSetup, best_goal, best_region, propose};
use super::{GAME, KlinZhaEvaluation, LEVELS, searcher_with};
use crate::level::{PlayerModel, choose};
use crate::player::{
    DrawPolicy, check_game, draw_value, earlier_hashes, info, last_target, offered_moves,
};
use crate::search::{SearchRequest, Searcher};
use crate::{Choice, Level, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::klinzha::{Kind, Placement, Position, Region, Side, board};
use heterodox_rules::{Cell, CellSet, Frame, Placed, Scene, Seat, Viewer};
use std::sync::atomic::AtomicBool;

/// The transposition table of a player, in MiB.
const TABLE_MIB: usize = 16;
/// The conditions for accepting a draw; set by hand.
const DRAW_POLICY: DrawPolicy = DrawPolicy { losing_below: -40, equal_below: 40, quiet_plies: 40 };

/// Plays Klin Zha at a level.
pub struct KlinZhaPlayer {
    level: Level,
    seed: u64,
    evaluation: fn() -> KlinZhaEvaluation,
    /// Made on first use, because the table is large.
    searcher: Option<Searcher<Position, KlinZhaEvaluation>>,
}

/// The steps of the setup. Each has random choices of its own.
mod step {
    pub(super) const OPTION: u64 = 1;
    pub(super) const TAKE: u64 = 2;
    pub(super) const PLACE: u64 = 3;
    pub(super) const GOAL: u64 = 4;
}

impl KlinZhaPlayer {
    /// A player. `seed` varies its setup and, at lower levels, its moves.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self::with_evaluation(level, seed, KlinZhaEvaluation::new)
    }

    /// A player with another evaluation.
    pub(crate) const fn with_evaluation(
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

    fn random(&self, step: u64) -> SplitMix64 {
        SplitMix64::with_stream(self.seed, step)
    }

    fn setup_search<'a>(
        &'a mut self,
        step: u64,
        limit: &SearchLimit,
        stop: &'a AtomicBool,
    ) -> SetupSearch<'a> {
        let (random, level) = (self.random(step), self.level);
        SetupSearch { searcher: self.searcher(), level, limit: *limit, stop, random }
    }

    /// The step that offers the choice of who places first, or makes it. Placing last is a slight
    /// advantage; in seven cases of eight the player leaves it to the opponent, as honour asks.
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

    /// Any colour; when placing second, the region that suits better.
    fn take(&mut self, scene: &Scene, limit: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let texts: Vec<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
        if let Some(enemy) = enemy_setup(scene, None) {
            let regions: Vec<Region> = texts.iter().filter_map(|text| region_in(text)).collect();
            let mut search = self.setup_search(step::TAKE, limit, stop);
            if let Some(region) = best_region(&mut search, &regions, &enemy)
                && let Some(text) = texts.iter().find(|text| region_in(text) == Some(region))
            {
                return Some((*text).to_owned());
            }
        }
        self.random(step::TAKE).pick(&texts).map(|&text| text.to_owned())
    }

    /// Places all missing warriors in one step; then `done`.
    fn place(&mut self, scene: &Scene, limit: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let offered = |text: &str| scene.choices.iter().any(|choice| choice.text == text);
        if offered("done") {
            return Some("done".to_owned());
        }
        let side = own_side(scene)?;
        let region = placing_region(scene)?;
        let enemy = enemy_setup(scene, Some(side));
        let draft = draft(scene, side, region);
        let mut search = self.setup_search(step::PLACE, limit, stop);
        let Some(placement) = propose(&mut search, side, region, &draft, enemy.as_ref()) else {
            // The draft cannot be completed.
            return offered("clear").then(|| "clear".to_owned());
        };
        let missing = placement
            .warriors()
            .filter(|&(_, cell)| draft.kind(cell).is_none())
            .map(|(kind, cell)| format!(" {} {}", kind.code(), board::name(cell)));
        Some(format!("place{}", missing.collect::<String>()))
    }

    /// Gives the Goal to a carrier.
    fn goal(&mut self, scene: &Scene, limit: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let side = own_side(scene)?;
        let own = side_setup(scene, side);
        let enemy = side_setup(scene, !side);
        // The first placement also places the first Goal.
        let first = if enemy.goal.is_some() { enemy.side } else { own.side };
        let cells: Vec<Cell> = scene
            .choices
            .iter()
            .filter_map(|choice| board::by_name(choice.to.as_deref()?))
            .collect();
        let mut search = self.setup_search(step::GOAL, limit, stop);
        let best = best_goal(&mut search, &own, &enemy, first, &cells)?;
        let text = scene.choices.iter().find(|c| c.to.as_deref() == Some(board::name(best)));
        text.map(|choice| choice.text.clone())
    }

    /// A move of the battle; `None` if there is none.
    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let position = position(scene)?;
        let offered = offered_moves(scene, &position, Position::write);
        let history = history(scene, frames, &position);
        let request = SearchRequest {
            history: &history,
            search_moves: (!offered.is_empty()).then_some(offered.as_slice()),
            ..SearchRequest::new(&position, *limit)
        };
        let model = PlayerModel {
            params: LEVELS.params(self.level),
            seed: self.seed,
            last_target: last_target(scene, board::by_name),
        };
        let chosen = choose(self.searcher(), &request, model, stop, |_| {});
        Ok(chosen.map(|chosen| Choice {
            text: position.write(chosen.m),
            info: Some(info(&position, &chosen, Position::write)),
        }))
    }
}

impl Player for KlinZhaPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        check_game(scene, GAME)?;
        let text = match scene.phase {
            "option" | "granted" => self.option(scene),
            "take" => self.take(scene, limit, stop),
            "place" => self.place(scene, limit, stop),
            "goal" => self.goal(scene, limit, stop),
            "play" => {
                if let Some(choice) = self.play(scene, frames, limit, stop)? {
                    return Ok(choice);
                }
                None
            }
            _ => None,
        };
        // Steps without a choice, such as casting the spindles, and steps that found no answer.
        text.or_else(|| scene.choices.first().map(|choice| choice.text.clone()))
            .map(Choice::plain)
            .ok_or_else(|| PlayerError::nothing_to_submit(scene))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let (Some(side), Ok(position)) = (own_side(scene), position(scene)) else { return false };
        // A position numbers its seats by side; at the table either seat may have taken Gold.
        let seat = Seat::new(side as usize);
        let history = history(scene, frames, &position);
        let limit = LEVELS.search_limit(self.level);
        draw_value(self.searcher(), &position, &history, limit, seat)
            .is_some_and(|value| DRAW_POLICY.accepts(value, position.plies_since_capture()))
    }
}

fn position(scene: &Scene) -> Result<Position, PlayerError> {
    scene.frame.position.parse().map_err(PlayerError::bad_position)
}

fn history(scene: &Scene, frames: &[Frame], position: &Position) -> Vec<u64> {
    earlier_hashes(scene, frames, position, |text| text.parse().ok())
}

/// The side of the viewer; `None` before the setup has settled it.
pub(crate) fn own_side(scene: &Scene) -> Option<Side> {
    let Viewer::Seat(seat) = scene.viewer else { return None };
    let info = scene.sides.iter().find(|info| info.seat == Some(seat))?;
    Side::from_key(info.key)
}

/// The region in which the viewer places its warriors.
pub(crate) fn placing_region(scene: &Scene) -> Option<Region> {
    let mut placing = scene.choices.iter().filter(|choice| choice.piece.is_some());
    placing.find_map(|choice| board::region(board::by_name(choice.to.as_deref()?)?))
}

fn side_setup(scene: &Scene, side: Side) -> SideSetup {
    let own = scene.frame.pieces.iter().filter(|piece| piece.side == side.key());
    let has_goal = |piece: &&Placed| piece.kind == "G" || piece.marks.contains(&"goal");
    SideSetup {
        side,
        warriors: own.clone().filter_map(warrior).collect(),
        goal: own.clone().find(has_goal).and_then(|piece| board::by_name(&piece.cell)),
    }
}

fn warrior(piece: &Placed) -> Option<(Kind, Cell)> {
    Some((Kind::from_code(piece.kind)?, board::by_name(&piece.cell)?))
}

/// The opponent's setup, if it has placed anything. `own` is `None` while the seat has no side.
fn enemy_setup(scene: &Scene, own: Option<Side>) -> Option<SideSetup> {
    Side::ALL
        .into_iter()
        .filter(|&side| Some(side) != own)
        .map(|side| side_setup(scene, side))
        .find(|setup| !setup.warriors.is_empty())
}

/// The warriors that the viewer has placed so far.
fn draft(scene: &Scene, side: Side, region: Region) -> Placement {
    let mut draft = Placement::default();
    for (kind, cell) in side_setup(scene, side).warriors {
        // The umpire has accepted these placements.
        let _ = draft.place(kind, cell, region, CellSet::EMPTY);
    }
    draft
}

fn region_in(text: &str) -> Option<Region> {
    text.split(' ').find_map(Region::from_key)
}
