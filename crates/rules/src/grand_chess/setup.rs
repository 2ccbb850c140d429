//! Initial arrays: random ones from a seed, and the picking of pieces (§4.2, R-GC4, R-GC5).

use super::board;
use super::options::TableRules;
use super::piece::{Kind, KindSet, Side};
use super::position::Position;
use super::raw::RawPosition;
use super::search::seat;
use crate::{BySide, Cell, Refusal, Seat, SplitMix64};

/// The classic pieces on rank 1 and rank 2, from the a-file; `None` for an empty square.
const CLASSIC_RANKS: [[Option<Kind>; 10]; 2] = {
    let (r, n, b) = (Some(Kind::ROOK), Some(Kind::KNIGHT), Some(Kind::BISHOP));
    let (q, k, c, a) =
        (Some(Kind::QUEEN), Some(Kind::KING), Some(Kind::MARSHALL), Some(Kind::CARDINAL));
    [[r, None, None, None, None, None, None, None, None, r], [None, n, b, q, k, c, a, b, n, None]]
};

/// An initial array, complete or while pieces are picked.
#[derive(Clone, Debug)]
pub struct Setup {
    rules: TableRules,
    /// The squares of added pieces, in the order in which they are drawn or picked.
    cells: Vec<Cell>,
    /// The king's square in arrays without the classic pieces.
    king: Option<Cell>,
    /// The kinds drawn or picked so far.
    pub(super) picked: Vec<Kind>,
}

impl Setup {
    /// Begins the setup; random pieces are drawn at once.
    pub fn new(rules: &TableRules) -> Self {
        // A seed's array must never change: neither the generator nor the order of the calls may.
        let mut rng = SplitMix64::new(rules.seed);
        let home = board::rank_set(0) | board::rank_set(1);
        let mut cells: Vec<Cell> = home
            .into_iter()
            .filter(|&cell| !rules.array.is_classic() || classic(cell).is_none())
            .collect();
        rng.shuffle(&mut cells);
        let king = if rules.array.is_classic() { None } else { cells.pop() };
        let mut setup = Self { rules: rules.clone(), cells, king, picked: Vec::new() };
        if !rules.array.is_chosen() {
            while setup.picked.len() < rules.extra {
                let kinds: Vec<Kind> = setup.free().iter().collect();
                setup.picked.push(kinds[rng.below(kinds.len())]);
            }
        }
        setup
    }

    /// The kinds that may be drawn or picked next.
    pub fn free(&self) -> KindSet {
        let extra = |kind: &Kind| kind.index() >= CLASSIC_KINDS;
        let classic =
            |kind: &Kind| !self.rules.array.is_classic() && RawPosition::CLASSIC.contains(kind);
        let taken = |kind: &Kind| !self.rules.duplicates && self.picked.contains(kind);
        // Own pieces can be picked, but are never drawn (R-GC4).
        let own = |kind: &Kind| kind.index() >= Kind::COUNT && !self.rules.array.is_chosen();
        self.rules
            .piece_set
            .kinds()
            .filter(|kind| (extra(kind) || classic(kind)) && !taken(kind) && !own(kind))
            .collect()
    }

    /// The seat that picks next; `None` if the array is complete.
    pub fn turn(&self) -> Option<Seat> {
        let side = if self.picked.len().is_multiple_of(2) { Side::Black } else { Side::White };
        (self.picked.len() < self.rules.extra).then(|| seat(side))
    }

    /// Picks a kind.
    ///
    /// # Errors
    ///
    /// Refuses a pick if the array is complete or the kind is not available.
    pub fn pick(&mut self, kind: Kind) -> Result<(), Refusal> {
        let code = self.rules.piece_set.get(kind).code;
        if self.turn().is_none() {
            return Err(Refusal::new("setup-over", "all pieces are picked"));
        }
        if !self.free().contains(kind) {
            let why =
                if self.picked.contains(&kind) { "is taken already" } else { "cannot be picked" };
            return Err(Refusal::new("cannot-pick", format!("'{code}' {why}")).with("piece", code));
        }
        self.picked.push(kind);
        Ok(())
    }

    /// The array with the pieces picked so far.
    pub fn raw(&self) -> RawPosition {
        let mut raw = RawPosition::empty(&self.rules.piece_set);
        let mut put = |cell: Cell, kind: Kind| {
            raw.board[cell.index()] = Some((Side::White, kind));
            let opposite =
                if self.rules.diagonal { board::turned(cell) } else { board::flipped(cell) };
            raw.board[opposite.index()] = Some((Side::Black, kind));
        };
        for cell in board::rank_set(2) {
            put(cell, Kind::PAWN);
        }
        if self.rules.array.is_classic() {
            for cell in board::rank_set(0) | board::rank_set(1) {
                if let Some(kind) = classic(cell) {
                    put(cell, kind);
                }
            }
        }
        if let Some(king) = self.king {
            put(king, Kind::KING);
        }
        for (&cell, &kind) in self.cells.iter().zip(&self.picked) {
            put(cell, kind);
        }
        let initial: KindSet = raw
            .board
            .iter()
            .flatten()
            .map(|piece| piece.1)
            .filter(|&kind| kind != Kind::KING && kind != Kind::PAWN)
            .collect();
        raw.initial = Some(initial.iter().collect());
        raw.pools = Some(BySide::default());
        raw
    }

    /// The first position of a complete array.
    ///
    /// # Errors
    ///
    /// Refuses an array that cannot be played.
    pub fn position(&self) -> Result<Position, Refusal> {
        let flawed =
            |why: String| Refusal::new("bad-array", format!("this array cannot be played: {why}"));
        let checked = self.raw().check(self.rules.promotion);
        let position = checked.map_err(|flaws| flawed(flaws.to_string()))?;
        // Unreachable with the pieces of the table, whose locks prevent both (R-GC5).
        if position.is_check() || !position.can_move() {
            return Err(flawed("White is in check or cannot move".to_owned()));
        }
        Ok(position)
    }
}

/// The number of classic kinds, the first rows of the table.
const CLASSIC_KINDS: usize = 8;

/// The classic piece on a cell of the two home ranks, or `None`.
fn classic(cell: Cell) -> Option<Kind> {
    CLASSIC_RANKS.get(board::rank(cell)).and_then(|rank| rank[board::file(cell)])
}
