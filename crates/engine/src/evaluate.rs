//! What a game must tell the search besides its rules.

use heterodox_rules::SearchPosition;

/// So many structures of a position are told apart.
pub(crate) const CORRECTION_KEYS: usize = 3;

/// Judgement of positions and moves of one game.
///
/// Only [`Evaluate::evaluate`] is needed; the hints make a search faster or see further, never wrong:
/// leaving them at their defaults gives the same values at the same depth of a plain search.
pub trait Evaluate<P: SearchPosition>: Send + Sync {
    /// The value of a position from the sight of the seat to move, in hundredths of about the least
    /// warrior or pawn. Called for positions that are not over.
    fn evaluate(&self, position: &P) -> i32;

    /// A hash of everything that [`Evaluate::evaluate`] goes by, if the value is worth remembering: finding it takes longer
    /// than looking it up.
    fn evaluation_key(&self, position: &P) -> Option<u64> {
        let _ = position;
        None
    }

    /// How promising a move looks before it is searched: captures by what they take and with what,
    /// other moves around 0. Higher is searched earlier. Whether it is a capture is known where this is asked.
    fn order_hint(&self, position: &P, m: P::Move, capture: bool) -> i32 {
        let _ = (position, m, capture);
        0
    }

    /// What is the same of two moves of equal pieces to the same cell: what is learned of one counts for the other.
    fn history_key(&self, position: &P, m: P::Move) -> u32 {
        let _ = position;
        heterodox_rules::SearchMove::pack(m)
    }

    /// What a position has in common with others that are likely to be judged wrong in the same way, such as how its pawns
    /// stand, hashed; 0 for nothing.
    fn correction_keys(&self, position: &P) -> [u64; CORRECTION_KEYS] {
        let _ = position;
        [0; CORRECTION_KEYS]
    }

    /// Whether passing, if it were allowed, would be no better than the best move, so that a position that is good even
    /// after a pass is good: not so where every move is bad.
    fn null_move_allowed(&self, position: &P) -> bool {
        let _ = position;
        true
    }

    /// What a capture takes, on the scale of [`Evaluate::evaluate`], if the search may pass over
    /// captures that take too little to matter.
    fn capture_gain(&self, position: &P, m: P::Move) -> Option<i32> {
        let _ = (position, m);
        None
    }

    /// What a move wins, or loses, if both sides go on capturing on its square as long as it pays; on
    /// the scale of [`Evaluate::evaluate`]. Captures that lose are tried last, and not at all where only
    /// captures are looked at. Nothing if the game cannot tell.
    fn see(&self, position: &P, m: P::Move) -> Option<i32> {
        let _ = (position, m);
        None
    }

    /// Whether the seat to move must not be judged as if it could pass, since only some of its moves are
    /// legal: it is in check. Then every move is looked at, even where only captures are.
    fn must_evade(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether no legal move can win at once, so that none has to be asked whether it [wins](Evaluate::wins).
    fn has_no_winning_move(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// Whether a legal move wins at once, as far as that is cheap to tell before making it.
    fn wins_at_once(&self, position: &P, m: P::Move) -> bool {
        let _ = (position, m);
        false
    }

    /// Whether a legal move puts the other seat in danger, if that is cheaper to tell than by making it and asking
    /// [`Evaluate::in_danger`].
    fn gives_check(&self, position: &P, m: P::Move) -> Option<bool> {
        let _ = (position, m);
        None
    }

    /// Whether the seat to move would lose at once if the turn were the other seat's: a position that
    /// must not be judged before the answer is seen.
    fn in_check(&self, position: &P) -> bool {
        let _ = position;
        false
    }
}
