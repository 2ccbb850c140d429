//! Reference players to measure others against: a greedy one, and one that counts material.

pub mod material;

pub use material::{MaterialPlayer, material_move};

use crate::{Choice, Player, PlayerError, SearchLimit, SplitMix64, registry};
use heterodox_rules::{Choice as Offer, Frame, Scene, Viewer};
use std::sync::atomic::AtomicBool;

/// Captures the most valuable piece that it can, else moves at random. It knows a game only by what
/// the scene shows.
#[derive(Clone, Debug)]
pub struct GreedyRandom(SplitMix64);

impl GreedyRandom {
    /// A player; `seed` varies its choices.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn move_text(&mut self, scene: &Scene) -> Option<String> {
        let value = |choice: &&Offer| capture_value(scene, choice);
        let most = scene.choices.iter().map(|choice| value(&choice)).max()?;
        let best: Vec<&Offer> = scene.choices.iter().filter(|c| value(c) == most).collect();
        self.0.pick(&best).map(|choice| choice.text.clone())
    }

    /// `done` if possible, else a ready-made array, else any choice.
    fn setup_text(&mut self, scene: &Scene) -> Option<String> {
        let texts: Vec<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
        if texts.contains(&"done") {
            return Some("done".to_owned());
        }
        let arrays: Vec<&str> =
            texts.iter().copied().filter(|text| text.starts_with("array ")).collect();
        let from = if arrays.is_empty() { texts } else { arrays };
        self.0.pick(&from).map(|&text| text.to_owned())
    }
}

impl Player for GreedyRandom {
    fn choose(
        &mut self,
        scene: &Scene,
        _: &[Frame],
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let text =
            if scene.phase == "play" { self.move_text(scene) } else { self.setup_text(scene) };
        text.map(Choice::plain)
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// The value of what a choice captures; 0 without a capture.
fn capture_value(scene: &Scene, choice: &Offer) -> u32 {
    if !choice.captures {
        return 0;
    }
    let Viewer::Seat(seat) = scene.viewer else { return 0 };
    let own = scene.sides.iter().find(|info| info.seat == Some(seat)).map(|info| info.key);
    scene
        .frame
        .pieces
        .iter()
        .filter(|piece| Some(&piece.cell) == choice.to.as_ref() && Some(piece.side) != own)
        .map(|piece| {
            let code = if piece.marks.contains(&"goal") { "G" } else { piece.kind };
            registry::capture_value(scene.game, code)
        })
        .max()
        .unwrap_or(0)
}
