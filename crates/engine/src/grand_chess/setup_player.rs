//! The setup of Grand Chess: the pieces that the player picks.

use super::Values;
use crate::SplitMix64;
use heterodox_rules::grand_chess::TableRules;
use heterodox_rules::{Choice as Offer, Scene};
use std::collections::HashSet;

/// Picks a piece for both sides: strong pieces rather than weak ones, new ones rather than
/// those on the board.
pub(super) fn pick(seed: u64, scene: &Scene) -> Option<String> {
    let piece_set = TableRules::new(&scene.options).ok()?.piece_set;
    let values = Values::of(&piece_set);
    let piece_value =
        |code: &str| piece_set.by_code(code).map_or(0, |kind| values.piece_value(kind));
    let there: HashSet<&str> = scene.frame.pieces.iter().map(|piece| piece.kind).collect();
    let alike = |offer: &Offer| {
        let code = offer.piece.unwrap_or("");
        let similar = |&&other: &&&str| {
            (piece_value(other) - piece_value(code)).abs() * 20 < piece_value(code)
        };
        let again = if there.contains(code) { 3 } else { 0 };
        again + there.iter().filter(similar).count()
    };
    let chances: Vec<(usize, &Offer)> = scene
        .choices
        .iter()
        .map(|offer| {
            (20 + piece_value(offer.piece.unwrap_or("")) as usize / (1 + alike(offer)), offer)
        })
        .collect();
    let all: usize = chances.iter().map(|(chance, _)| chance).sum();
    let mut left = SplitMix64::with_stream(seed, there.len() as u64 + 1).below(all);
    let picked = chances.iter().find(|&&(chance, _)| {
        let found = left < chance;
        left = left.saturating_sub(chance);
        found
    });
    picked.map(|(_, offer)| offer.text.clone())
}
