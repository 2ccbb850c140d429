//! The setup of Klin Zha: what the player submits before the first move.

use super::KlinZha;
use super::setup::{SetupSearch, SideSetup, best_goal, best_region, place_missing, propose};
use crate::player::SearchPlayer;
use crate::{SearchLimit, SplitMix64};
use heterodox_rules::klinzha::{Kind, Placement, Region, Side, board};
use heterodox_rules::{Cell, CellSet, Placed, Scene};
use std::sync::atomic::AtomicBool;

/// The steps of the setup. Each has random choices of its own.
mod step {
    pub(super) const OPTION: u64 = 1;
    pub(super) const TAKE: u64 = 2;
    pub(super) const PLACE: u64 = 3;
    pub(super) const GOAL: u64 = 4;
}

impl SearchPlayer<KlinZha> {
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
        SetupSearch { searcher: self.searcher(&()), level, limit: *limit, stop, random }
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
        Some(place_missing(&placement, &draft))
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

    /// The text to submit in a phase of the setup.
    pub(super) fn setup(
        &mut self,
        scene: &Scene,
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Option<String> {
        match scene.phase {
            "option" | "granted" => self.option(scene),
            "take" => self.take(scene, limit, stop),
            "place" => self.place(scene, limit, stop),
            "goal" => self.goal(scene, limit, stop),
            _ => None,
        }
    }
}

/// The side of the viewer; `None` before the setup has settled it.
pub(crate) fn own_side(scene: &Scene) -> Option<Side> {
    let seat = scene.viewer.seat()?;
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
