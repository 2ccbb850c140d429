//! What the search needs of a game beside its rules.

use heterodox_rules::SearchPosition;

/// The number of correction keys of a position.
pub(crate) const CORRECTION_KEYS: usize = 3;

/// The evaluation of one game: positions, and hints about moves.
///
/// Only [`Evaluate::evaluate`] is required. The hints make a search faster or deeper; with their
/// defaults a plain search to the same depth gives the same values.
pub trait Evaluate<P: SearchPosition>: Send + Sync {
    /// The static evaluation for the seat to move, in hundredths of about the least warrior or
    /// pawn. Called for positions that are not over.
    fn evaluate(&self, position: &P) -> i32;

    /// A hash of everything that [`Evaluate::evaluate`] depends on; `None` if computing the value
    /// is faster than looking it up.
    fn evaluation_key(&self, position: &P) -> Option<u64> {
        let _ = position;
        None
    }

    /// The move ordering score: captures by victim and attacker, other moves around 0. Higher is
    /// searched earlier. `capture` says whether the move is a capture.
    fn order_hint(&self, position: &P, m: P::Move, capture: bool) -> i32 {
        let _ = (position, m, capture);
        0
    }

    /// The key of a move in the history tables, the same for moves of equal pieces to the same
    /// cell.
    fn history_key(&self, position: &P, m: P::Move) -> u32 {
        let _ = position;
        heterodox_rules::SearchMove::pack(m)
    }

    /// The keys of the correction history: hashes of features, such as the pawn structure, whose
    /// positions are evaluated wrongly in the same way; 0 for none.
    fn correction_keys(&self, position: &P) -> [u64; CORRECTION_KEYS] {
        let _ = position;
        [0; CORRECTION_KEYS]
    }

    /// Whether zugzwang is unlikely, so that null move pruning is sound.
    fn null_move_allowed(&self, position: &P) -> bool {
        let _ = position;
        true
    }

    /// The material gain of a move on the scale of [`Evaluate::evaluate`]; `None` forbids delta
    /// pruning of the capture.
    fn capture_gain(&self, position: &P, m: P::Move) -> Option<i32> {
        let _ = (position, m);
        None
    }

    /// The static exchange evaluation of a move on the scale of [`Evaluate::evaluate`]; `None` if
    /// the game has none. Losing captures are searched last, and not at all in quiescence search.
    fn see(&self, position: &P, m: P::Move) -> Option<i32> {
        let _ = (position, m);
        None
    }

    /// Whether the seat to move is in check and must evade, so that stand pat is not allowed:
    /// quiescence search then searches all moves.
    fn must_evade(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether no legal move [wins at once](Evaluate::wins_at_once), so that none is tested.
    fn has_no_winning_move(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether a legal move wins at once, as far as that is cheap to tell before making it.
    fn wins_at_once(&self, position: &P, m: P::Move) -> bool {
        let _ = (position, m);
        false
    }

    /// Whether a legal move leaves the opponent [in check](Evaluate::in_check); `None` if making
    /// the move is the way to tell.
    fn gives_check(&self, position: &P, m: P::Move) -> Option<bool> {
        let _ = (position, m);
        None
    }

    /// Whether the seat to move would lose at once if its opponent were to move: a position whose
    /// static evaluation means little.
    fn in_check(&self, position: &P) -> bool {
        let _ = position;
        false
    }
}
