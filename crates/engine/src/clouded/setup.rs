//! The setup under clouds: the search of the open game against possible enemy placements.

use super::enumerator::InfoSetEnumerator;
use super::observed::clouds;
use crate::klinzha::{
    self, KlinZha, KlinZhaEvaluation, SetupSearch, SideSetup, own_side, place_missing,
    placing_region, possible_enemy_setups, propose_against,
};
use crate::player::SearchPlayer;
use crate::{Choice, Level, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::clouded::CloudMap;
use heterodox_rules::klinzha::{Kind, Placement, Region, Side, board};
use heterodox_rules::{Cell, CellSet, Frame, Placed, Scene};
use std::sync::atomic::AtomicBool;

/// The number of enemy placements that an own one is judged against.
const ENEMY_SAMPLES: usize = 4;
/// The transposition table of the search, in MiB.
const TABLE_MIB: usize = 4;

/// The random streams of a setup's seed, one for each use.
mod stream {
    pub(super) const PLACEMENT: u64 = 5;
    pub(super) const ENEMY_SETUP: u64 = 6;
    pub(super) const GOAL: u64 = 7;
}

/// Chooses the steps of the setup.
pub(super) struct SetupPlayer {
    level: Level,
    seed: u64,
}

impl SetupPlayer {
    pub(super) const fn new(level: Level, seed: u64) -> Self {
        Self { level, seed }
    }

    /// The step to take now.
    pub(super) fn choose(
        &self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        if scene.phase == "place"
            && let Some(text) = self.place(scene, limit, stop)
        {
            return Ok(Choice::plain(text));
        }
        // The player of the open game sees a board with a possible enemy setup.
        let mut with_enemy = self.with_enemy(scene);
        if scene.phase == "goal" {
            self.retain_unseen_goal_cells(&mut with_enemy);
        }
        let mut player = SearchPlayer::<KlinZha>::with_evaluation(self.level, self.seed, |()| {
            KlinZhaEvaluation::clouded()
        });
        let chosen = player.choose(&with_enemy, frames, limit, stop)?;
        let offered = scene.choices.iter().any(|choice| choice.text == chosen.text);
        if offered || scene.phase == "place" {
            return Ok(chosen);
        }
        let first = scene.choices.first();
        first
            .map(|choice| Choice::plain(choice.text.clone()))
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    /// Offers the player only Goal cells that the enemy does not see, if there are any. Sometimes
    /// all are kept, sometimes one at random, so that the opponent cannot rely on either.
    fn retain_unseen_goal_cells(&self, scene: &mut Scene) {
        let map = clouds(&scene.frame);
        let hidden = |choice: &heterodox_rules::Choice| {
            let cell = choice.to.as_deref().and_then(board::by_name);
            cell.is_some_and(|cell| !map.clear().contains(cell))
        };
        let mut random = SplitMix64::with_stream(self.seed, stream::GOAL);
        if random.chance(1, 10) || !scene.choices.iter().any(hidden) {
            return;
        }
        scene.choices.retain(hidden);
        let setup = own_side(scene).map(|side| own_warriors(scene, side)).unwrap_or_default();
        if setup.iter().all(|(_, cell)| map.under().contains(*cell)) && random.chance(1, 4) {
            let any = random.below(scene.choices.len());
            scene.choices = vec![scene.choices.swap_remove(any)];
        }
    }

    fn place(&self, scene: &Scene, limit: &SearchLimit, stop: &AtomicBool) -> Option<String> {
        let offered = |text: &str| scene.choices.iter().any(|choice| choice.text == text);
        if offered("done") {
            return Some("done".to_owned());
        }
        let side = own_side(scene)?;
        let region = placing_region(scene)?;
        let map = clouds(&scene.frame);
        let mut random = SplitMix64::with_stream(self.seed, stream::PLACEMENT);
        let seen = EnemyObservation::of(scene, side, &map);
        let zone = seen.possible_zone(region, &map);
        let (enemies, first_to_move) = if seen.is_empty() {
            (possible_enemy_setups(side, region), side)
        } else {
            (seen.possible_setups(!side, &map, &mut random), !side)
        };
        let mut draft = Placement::default();
        for (kind, cell) in own_warriors(scene, side) {
            // The umpire has accepted these placements.
            let _ = draft.place(kind, cell, region, CellSet::EMPTY);
        }
        let mut searcher = klinzha::searcher_with(TABLE_MIB, KlinZhaEvaluation::clouded());
        let mut search =
            SetupSearch { searcher: &mut searcher, level: self.level, limit: *limit, stop, random };
        let placement =
            propose_against(&mut search, (side, region), &draft, &enemies, first_to_move, zone);
        let Some(placement) = placement else {
            return offered("clear").then(|| "clear".to_owned());
        };
        Some(place_missing(&placement, &draft))
    }

    /// The scene as the open game would show it, with a possible enemy setup.
    fn with_enemy(&self, scene: &Scene) -> Scene {
        let mut with_enemy = Scene { game: klinzha::GAME, ..scene.clone() };
        let map = clouds(&scene.frame);
        let mut random = SplitMix64::with_stream(self.seed, stream::ENEMY_SETUP);
        let own = own_side(scene);
        // While this seat has no side, everything seen is the enemy's.
        let them = own.map_or_else(
            || scene.frame.pieces.first().and_then(|piece| Side::from_key(piece.side)),
            |side| Some(!side),
        );
        let Some(them) = them else { return with_enemy };
        let seen = EnemyObservation::of(scene, !them, &map);
        let setup = if !seen.is_empty() {
            seen.possible_setups(them, &map, &mut random).into_iter().next()
        } else if scene.phase == "goal" {
            let region =
                own_warriors(scene, !them).first().and_then(|(_, cell)| board::region(*cell));
            region.and_then(|region| random.pick(&possible_enemy_setups(!them, region)).cloned())
        } else {
            None
        };
        let Some(setup) = setup else { return with_enemy };
        let goal = scene
            .frame
            .pieces
            .iter()
            .find(|piece| piece.side == them.key() && piece.marks.contains(&"goal"))
            .map(|piece| piece.cell.clone());
        with_enemy.frame.pieces.retain(|piece| piece.side != them.key());
        with_enemy.frame.pieces.extend(setup.warriors.iter().map(|&(kind, cell)| {
            let cell = board::name(cell).to_owned();
            let marks = if goal.as_ref() == Some(&cell) { vec!["goal"] } else { Vec::new() };
            Placed { cell, side: them.key(), kind: kind.code(), marks }
        }));
        with_enemy
    }
}

fn own_warriors(scene: &Scene, side: Side) -> Vec<(Kind, Cell)> {
    scene.frame.pieces.iter().filter(|piece| piece.side == side.key()).filter_map(warrior).collect()
}

fn warrior(piece: &Placed) -> Option<(Kind, Cell)> {
    Some((Kind::from_code(piece.kind)?, board::by_name(&piece.cell)?))
}

/// The part of the enemy's placement that is seen.
struct EnemyObservation {
    recognised: Vec<(Kind, Cell)>,
    neutrals: CellSet,
}

impl EnemyObservation {
    fn of(scene: &Scene, side: Side, map: &CloudMap) -> Self {
        let theirs = scene.frame.pieces.iter().filter(|piece| piece.side != side.key());
        let recognised: Vec<_> = theirs.clone().filter_map(warrior).collect();
        let neutrals = theirs
            .filter(|piece| piece.kind == "?")
            .filter_map(|piece| board::by_name(&piece.cell))
            .filter(|cell| !map.under().contains(*cell))
            .collect();
        Self { recognised, neutrals }
    }

    fn is_empty(&self) -> bool {
        self.recognised.is_empty() && self.neutrals.is_empty()
    }

    /// Random complete placements that are consistent with this observation.
    fn possible_setups(
        &self,
        them: Side,
        map: &CloudMap,
        random: &mut SplitMix64,
    ) -> Vec<SideSetup> {
        let seen = self.recognised.iter().map(|(_, cell)| *cell).chain(self.neutrals);
        let Some(region) = seen.into_iter().find_map(board::region) else { return Vec::new() };
        let enumerator =
            InfoSetEnumerator::of_setup(them, region, &self.recognised, self.neutrals, map.under());
        (0..ENEMY_SAMPLES)
            .filter_map(|_| {
                let warriors = enumerator.placement(random)?;
                Some(SideSetup { side: them, warriors, goal: None })
            })
            .collect()
    }

    /// The cells that the enemy Blockader's zone may cover. The umpire refuses a Blockader whose
    /// zone overlaps it without giving the reason, so the own Blockader is placed where that cannot
    /// happen.
    fn possible_zone(&self, region: Region, map: &CloudMap) -> CellSet {
        let blockader = self.recognised.iter().find(|(kind, _)| *kind == Kind::Blockader);
        if let Some((_, cell)) = blockader {
            return board::neighbours(*cell);
        }
        let elsewhere = |cell: &Cell| board::region(*cell).is_some_and(|other| other != region);
        (board::ALL - map.clear())
            .into_iter()
            .filter(elsewhere)
            .fold(CellSet::EMPTY, |zone, cell| zone | board::neighbours(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_sight_the_blockader_keeps_away_from_the_border() {
        let nothing = EnemyObservation { recognised: Vec::new(), neutrals: CellSet::EMPTY };
        for region in Region::ALL {
            let zone = nothing.possible_zone(region, &CloudMap::BLIND);
            for cell in board::region_cells(region) {
                let barred = board::neighbours(cell).meets(zone);
                let overlaps = |other: &Cell| {
                    board::region(*other).is_some_and(|other| other != region)
                        && board::neighbours(*other).meets(board::neighbours(cell))
                };
                assert_eq!(
                    barred,
                    board::ALL.into_iter().any(|other| overlaps(&other)),
                    "{region}"
                );
            }
        }
    }
}
