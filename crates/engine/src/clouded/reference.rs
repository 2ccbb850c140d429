//! Players to measure the clouded player against. They know what their scene shows.

use crate::klinzha::own_side;
use crate::{Choice, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::klinzha::{Kind, board};
use heterodox_rules::{Cell, Choice as Offer, Frame, Scene};
use std::sync::atomic::AtomicBool;

/// Announces a random intent among all that its view allows.
#[derive(Clone, Debug)]
pub struct UniformRandom(SplitMix64);

impl UniformRandom {
    /// A player; `seed` varies its choices.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl Player for UniformRandom {
    fn choose(
        &mut self,
        scene: &Scene,
        _: &[Frame],
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let text = if scene.phase == "play" {
            self.0.pick(&scene.choices).map(|choice| choice.text.clone())
        } else {
            setup_text(scene, &mut self.0)
        };
        answer(scene, text)
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// Captures the most valuable enemy that it sees; else it advances towards the enemy Goal if it
/// sees that, else towards the enemies that it sees, else towards the middle of the board. It does
/// not move its own Goal.
#[derive(Clone, Debug)]
pub struct Greedy(SplitMix64);

/// The value of a capture by the piece's code; a neutral comes before a Vanguard.
const CAPTURE_VALUES: [(&str, i32); 7] =
    [("G", 1000), ("Fl", 6), ("S", 5), ("Fe", 4), ("L", 3), ("?", 2), ("V", 1)];

impl Greedy {
    /// A player; `seed` varies its choices.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn move_text(&mut self, scene: &Scene) -> Option<String> {
        let own = own_side(scene)?.key();
        let most = scene.choices.iter().map(|choice| capture_value(scene, own, choice)).max()?;
        let best: Vec<&Offer> = if most > 0 {
            scene
                .choices
                .iter()
                .filter(|choice| capture_value(scene, own, choice) == most)
                .collect()
        } else {
            let gains: Vec<i64> =
                scene.choices.iter().map(|choice| advance(scene, own, choice)).collect();
            let most = gains.iter().copied().max()?;
            scene.choices.iter().zip(&gains).filter(|(_, g)| **g == most).map(|(c, _)| c).collect()
        };
        self.0.pick(&best).map(|choice| choice.text.clone())
    }
}

impl Player for Greedy {
    fn choose(
        &mut self,
        scene: &Scene,
        _: &[Frame],
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let text = if scene.phase == "play" {
            self.move_text(scene)
        } else {
            setup_text(scene, &mut self.0)
        };
        answer(scene, text)
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// The value of what a choice visibly captures; 0 without a capture.
fn capture_value(scene: &Scene, own: &str, choice: &Offer) -> i32 {
    if !choice.captures {
        return 0;
    }
    let pieces = scene.frame.pieces.iter();
    pieces
        .filter(|piece| Some(&piece.cell) == choice.to.as_ref() && piece.side != own)
        .map(|piece| {
            let code = if piece.marks.contains(&"goal") { "G" } else { piece.kind };
            CAPTURE_VALUES.iter().find(|(known, _)| *known == code).map_or(1, |(_, value)| *value)
        })
        .max()
        .unwrap_or(0)
}

/// The distance by which a choice comes nearer to its target, in hundredths of a cell's side.
fn advance(scene: &Scene, own: &str, choice: &Offer) -> i64 {
    let goal_moves = choice.variant.is_some();
    let resolutions = choice.from.as_deref().zip(choice.to.as_deref());
    let cells =
        resolutions.and_then(|(from, to)| Some((board::by_name(from)?, board::by_name(to)?)));
    let Some((from, to)) = cells.filter(|_| !goal_moves) else { return i64::MIN / 2 };
    let theirs = scene.frame.pieces.iter().filter(|piece| piece.side != own);
    let goal = theirs.clone().find(|p| p.kind == "G" || p.marks.contains(&"goal"));
    let targets: Vec<Cell> = match goal {
        Some(goal) => board::by_name(&goal.cell).into_iter().collect(),
        None => theirs
            .filter(|piece| piece.kind != Kind::Blockader.code())
            .filter_map(|piece| board::by_name(&piece.cell))
            .collect(),
    };
    let middle = board::by_name("F37").into_iter().collect();
    let targets = if targets.is_empty() { middle } else { targets };
    let far = |cell: Cell| targets.iter().map(|&target| distance(cell, target)).min().unwrap_or(0);
    far(from) - far(to)
}

fn distance(a: Cell, b: Cell) -> i64 {
    let cells = &board::geometry().cells;
    let (a, b) = (cells[a.index()].centre, cells[b.index()].centre);
    (100.0 * (a.x - b.x).hypot(a.y - b.y)) as i64
}

/// `done` if possible, else a ready-made array, else any choice.
fn setup_text(scene: &Scene, random: &mut SplitMix64) -> Option<String> {
    let texts: Vec<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
    if texts.contains(&"done") {
        return Some("done".to_owned());
    }
    let arrays: Vec<&str> =
        texts.iter().copied().filter(|text| text.starts_with("array ")).collect();
    let from = if arrays.is_empty() { texts } else { arrays };
    random.pick(&from).map(|&text| text.to_owned())
}

fn answer(scene: &Scene, text: Option<String>) -> Result<Choice, PlayerError> {
    text.map(Choice::plain)
        .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
}
