//! Freezing by the Immobilizer, by the Chameleon (Immobilizers only), and by a Fool that moved as
//! an Immobilizer (R-GC14, R-GC17, R-GC18).

use super::super::board;
use super::super::piece::Side;
use super::super::position::Position;
use crate::CellSet;

impl Position {
    /// The pieces of a side that are frozen: they cannot move and give no check. A Fool that moved
    /// as an Immobilizer freezes during the opponent's next move only.
    #[inline]
    pub fn frozen(&self, side: Side) -> CellSet {
        let (ours, theirs) = (self.occupied(side), self.occupied(!side));
        let sets = &self.bitboards;
        if sets.immobilizers.is_empty() && self.freeze().is_none() {
            return CellSet::EMPTY;
        }
        let mut frozen = board::around(sets.immobilizers & theirs)
            | board::around(sets.chameleons & theirs) & sets.immobilizers;
        if side == self.turn()
            && let Some(fool) = self.freeze()
        {
            frozen |= board::neighbours(fool);
        }
        frozen & ours
    }
}
