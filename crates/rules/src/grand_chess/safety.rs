//! Whether a king could be removed by the enemy's very next move (R-GC6).

use super::board;
use super::moves::Move;
use super::piece::{Kind, Side};
use super::piece_type::PieceType;
use super::position::{Effect, Position};
use super::special_captures::{approach, archer, coordinator};
use super::table::{KNIGHT, Rule};
use crate::{Cell, CellSet};

/// Where the knights stand that attack a square.
static KNIGHT_LEAPS: [CellSet; board::CELLS] = board::leaps(KNIGHT);

/// The squares that a knight reaches.
#[inline]
pub(super) fn knight_leaps(cell: Cell) -> CellSet {
    KNIGHT_LEAPS[cell.index()]
}

/// What of the board decides whether a king is attacked: the board as it would be, without copying it.
/// The attackers stand where they stand now; those that were captured or converted are not among
/// `attackers`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The side that attacks.
    pub(super) side: Side,
    pub(super) king: Cell,
    /// The pieces of the attacked side.
    pub(super) defenders: CellSet,
    /// Those among them that cannot be captured.
    pub(super) untouchable: CellSet,
    pub(super) attackers: CellSet,
    /// The attackers that are frozen then.
    pub(super) frozen: CellSet,
    /// Whether the attackers' locked kinds are still locked then.
    pub(super) locked: bool,
    /// What the attackers' Fools copy then.
    pub(super) fools_as: Option<Kind>,
}

impl Threat {
    #[inline]
    pub(super) fn occupied(&self) -> CellSet {
        self.defenders | self.attackers
    }
}

impl Position {
    /// Whether the king of the side to move is in check.
    pub fn is_check(&self) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        self.threatens(&Threat {
            side: them,
            king: self.king(us),
            defenders: self.occupied(us),
            untouchable: self.sets.blocks & self.occupied(us),
            attackers: self.occupied(them),
            frozen: self.frozen(them),
            locked: self.locks(them),
            fools_as: None,
        })
    }

    /// Whether a legal move gives check. Next to nothing to find out unless odd pieces are about.
    pub fn gives_check(&self, m: Move) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let (from, to, king) = (m.from(), m.to(), self.king(them));
        let kind = self.kind_on(from);
        let sets = &self.sets;
        let others = (sets.irregular & self.occupied(us)) - from.set();
        let becomes = self.piece_set().get(m.promotion().unwrap_or(kind));
        let freezers = sets.immobilizers | sets.chameleons;
        let odd = !(freezers | sets.fools).is_empty()
            || self.freeze().is_some()
            || !matches!(self.piece_set().get(kind).rule, Rule::None | Rule::Pawn | Rule::Royal)
            || !others.is_empty() && kind == Kind::KING
            || self.locks(us) && (becomes.locked || !others.is_empty())
            || others.into_iter().any(|cell| self.could_threaten(cell, us, king))
            || kind == Kind::PAWN && self.en_passant() == Some(to);
        if odd || !matches!(becomes.rule, Rule::None | Rule::Pawn | Rule::Royal) {
            return self.after_unchecked(m).is_check();
        }
        let mut occupied = self.all_occupied() | to.set();
        occupied.remove(from);
        let by_itself = match becomes.rule {
            Rule::Pawn => pawn_sources(us, king).contains(to),
            Rule::Royal => false,
            _ => becomes.takes(us, to, king, occupied),
        };
        let lines = board::rook_lines(king) | board::bishop_lines(king);
        by_itself
            || lines.contains(from)
                && self.line_attackers_to(king, occupied).meets(self.occupied(us))
    }

    /// Whether the side to move could remove the enemy king: no move can have led here.
    pub(super) fn enemy_king_hangs(&self) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let shield = self.shield().map_or(CellSet::EMPTY, Cell::set);
        self.threatens(&Threat {
            side: us,
            king: self.king(them),
            defenders: self.occupied(them),
            untouchable: self.sets.blocks & self.occupied(them) | shield,
            attackers: self.occupied(us),
            frozen: self.frozen(us),
            locked: self.locks(us),
            fools_as: self.last(),
        })
    }

    /// The board as a move of the side to move would leave it. `kind` moves as `acting`.
    pub(super) fn threat_after(
        &self,
        kind: Kind,
        acting: Kind,
        (from, to): (Cell, Cell),
        promotion: Option<Kind>,
        effect: Effect,
    ) -> Threat {
        let (us, them) = (self.turn(), !self.turn());
        let becomes = promotion.unwrap_or(kind);
        let mut defenders = self.occupied(us) | to.set();
        let mut attackers = self.occupied(them) - effect.victims;
        let mut untouchable = self.sets.blocks & self.occupied(us);
        let mut immobilizers = self.sets.immobilizers & self.occupied(us);
        if effect.converts {
            attackers.remove(to);
            immobilizers |= self.sets.immobilizers & to.set();
        } else {
            for set in [&mut defenders, &mut untouchable, &mut immobilizers] {
                set.remove(from);
            }
            if becomes == Kind::BLOCK || becomes == Kind::FOOL && acting == Kind::BLOCK {
                untouchable.insert(to);
            }
            // A Fool that moves as an Immobilizer freezes during the enemy's next move (R-GC18).
            if becomes == Kind::IMMOBILIZER || becomes == Kind::FOOL && acting == Kind::IMMOBILIZER
            {
                immobilizers.insert(to);
            }
        }
        Threat {
            side: them,
            king: if kind == Kind::KING { to } else { self.king(us) },
            defenders,
            untouchable,
            attackers,
            frozen: board::around(immobilizers) & attackers,
            locked: self.locks(them),
            fools_as: (kind != Kind::CHAMELEON).then_some(acting),
        }
    }

    /// Whether the king is attacked.
    pub(super) fn threatens(&self, threat: &Threat) -> bool {
        let active = threat.attackers - threat.frozen;
        self.sets_threaten(threat.side, active, threat.king, threat.occupied())
            || self.one_of_threatens(self.sets.irregular & active, threat)
            || self.fools_threaten(threat)
    }

    /// Whether one of these pieces of a side attacks the king along full lines, by a knight's leap, as a pawn or
    /// as the king.
    #[inline]
    pub(super) fn sets_threaten(
        &self,
        side: Side,
        active: CellSet,
        king: Cell,
        occupied: CellSet,
    ) -> bool {
        let sets = &self.sets;
        let rooks = sets.rooks & active & board::rook_lines(king);
        let bishops = sets.bishops & active & board::bishop_lines(king);
        (sets.knights & active).meets(knight_leaps(king))
            || (sets.pawns & active).meets(pawn_sources(side, king))
            || (active & board::neighbours(king)).contains(self.king(side))
            || !rooks.is_empty() && rooks.meets(board::rook_reach(king, occupied))
            || !bishops.is_empty() && bishops.meets(board::bishop_reach(king, occupied))
    }

    /// Whether one of these pieces attacks the king, rook lines, bishop lines and knight leaps apart.
    #[inline]
    pub(super) fn one_of_threatens(&self, pieces: CellSet, threat: &Threat) -> bool {
        pieces.into_iter().any(|cell| {
            let kind = self.kind_on(cell);
            let form = self.piece_set().get(kind);
            !(form.locked && threat.locked)
                && (form.attacks.leaps[threat.side][cell.index()].contains(threat.king)
                    || self.walks_or_rule_threatens(cell, threat))
        })
    }

    /// As [`Self::one_of_threatens`] for one piece that is not locked, steps and jumps apart.
    #[inline]
    pub(super) fn walks_or_rule_threatens(&self, cell: Cell, threat: &Threat) -> bool {
        let form = self.piece_set().get(self.kind_on(cell));
        form.walks_onto(threat.side, cell, threat.king, threat.occupied())
            || self.rule_threatens(form.rule, cell, threat)
    }

    /// Whether a Fool of the attackers captures the king as what it then copies.
    #[inline]
    pub(super) fn fools_threaten(&self, threat: &Threat) -> bool {
        let fools = self.sets.fools & (threat.attackers - threat.frozen);
        let (false, Some(kind)) = (fools.is_empty(), threat.fools_as) else { return false };
        let form = self.piece_set().get(kind);
        fools.into_iter().any(|cell| self.form_threatens(form, cell, threat))
    }

    /// Whether a Fool on `cell` could attack a king as a piece of this kind, whatever stands around.
    pub(super) fn fool_could_threaten(
        &self,
        cell: Cell,
        kind: Kind,
        side: Side,
        king: Cell,
    ) -> bool {
        let form = self.piece_set().get(kind);
        let sets = form.attacks.sets;
        match form.rule {
            Rule::Pawn => pawn_sources(side, king).contains(cell),
            Rule::Diplomat => board::neighbours(cell).contains(king),
            Rule::Block | Rule::Immobilizer | Rule::Chameleon | Rule::Fool => false,
            Rule::Archer | Rule::Advancer | Rule::Withdrawer | Rule::Coordinator => true,
            Rule::None | Rule::Royal => {
                form.take_leaps[side][cell.index()].contains(king)
                    || form.attacks.walks_on_empty_board[side][cell.index()].contains(king)
                    || sets.rooks && board::rook_lines(cell).contains(king)
                    || sets.bishops && board::bishop_lines(cell).contains(king)
            }
        }
    }

    /// Whether a piece of this form on `cell` would attack the king.
    fn form_threatens(&self, form: &PieceType, cell: Cell, threat: &Threat) -> bool {
        match form.rule {
            Rule::Pawn => pawn_sources(threat.side, threat.king).contains(cell),
            Rule::Diplomat => board::neighbours(cell).contains(threat.king),
            Rule::Block | Rule::Immobilizer | Rule::Chameleon | Rule::Fool => false,
            _ => {
                form.takes(threat.side, cell, threat.king, threat.occupied())
                    || self.rule_threatens(form.rule, cell, threat)
            }
        }
    }

    /// Whether a piece attacks the king by its named rule otherwise than by replacement.
    pub(super) fn rule_threatens(&self, rule: Rule, cell: Cell, threat: &Threat) -> bool {
        let occupied = threat.occupied();
        match rule {
            Rule::Archer => {
                archer::shoots_at(cell, threat.king, threat.attackers | threat.untouchable)
            }
            Rule::Advancer => approach::advances_on(cell, threat.king, occupied),
            Rule::Withdrawer => approach::withdraws_from(cell, threat.king, occupied),
            Rule::Coordinator => {
                coordinator::reaches(cell, self.king(threat.side), threat.king, occupied)
            }
            _ => false,
        }
    }

    /// Squares outside of which nothing decides whether a piece that is looked at attacks the king, steps
    /// and jumps apart.
    pub(super) fn decisive(&self, cell: Cell, side: Side, king: Cell) -> CellSet {
        let form = self.piece_set().get(self.kind_on(cell));
        let by_rule = match form.rule {
            Rule::Archer => knight_leaps(cell),
            Rule::Advancer => board::between(cell, king),
            Rule::Withdrawer => board::neighbours(cell),
            Rule::Coordinator => coordinator::decisive(cell, self.king(side), king),
            _ => CellSet::EMPTY,
        };
        by_rule | form.decisive(side, cell, king)
    }

    /// Whether a piece that is looked at could attack the king after some move that leaves both where
    /// they are, steps and jumps apart.
    pub(super) fn could_threaten(&self, cell: Cell, side: Side, king: Cell) -> bool {
        let form = self.piece_set().get(self.kind_on(cell));
        form.attacks.walks_on_empty_board[side][cell.index()].contains(king)
            || match form.rule {
                Rule::Archer => archer::shoots_at(cell, king, CellSet::EMPTY),
                Rule::Advancer => board::in_line(cell, king),
                Rule::Withdrawer => board::neighbours(cell).contains(king),
                Rule::Coordinator => {
                    let own = self.king(side);
                    board::file(own) == board::file(king) || board::rank(own) == board::rank(king)
                }
                _ => false,
            }
    }
}

/// Where the pawns of a side stand that attack a square.
#[inline]
pub(super) fn pawn_sources(side: Side, target: Cell) -> CellSet {
    PAWN_SOURCES[side as usize][target.index()]
}

static PAWN_SOURCES: [[CellSet; board::CELLS]; 2] =
    [board::leaps(&[(1, -1), (-1, -1)]), board::leaps(&[(1, 1), (-1, 1)])];
