//! Check: whether the enemy's next move could remove a king (R-GC6).

use super::board;
use super::moves::Move;
use super::piece::{Kind, Side};
use super::piece_type::PieceType;
use super::position::{Effect, Position};
use super::special_captures::{approach, archer, coordinator};
use super::table::{KNIGHT, Rule};
use crate::{Cell, CellSet};

/// The knight's targets, indexed by cell.
static KNIGHT_LEAPS: [CellSet; board::CELLS] = board::leaps(KNIGHT);

/// The attacks of a knight.
#[inline]
pub(super) fn knight_leaps(cell: Cell) -> CellSet {
    KNIGHT_LEAPS[cell.index()]
}

/// The state that decides whether a king is attacked, after a move that is not made on the board.
///
/// The attackers stand on their present squares; `attackers` does not contain captured and
/// converted ones. That makes the test of a move cheaper than a copy of the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackContext {
    /// The attacking side.
    pub(super) side: Side,
    pub(super) king: Cell,
    /// The pieces of the attacked side.
    pub(super) defenders: CellSet,
    /// The defenders that cannot be captured.
    pub(super) invulnerable: CellSet,
    pub(super) attackers: CellSet,
    /// The attackers that are frozen after the move.
    pub(super) frozen: CellSet,
    /// Whether the attackers' locked kinds are locked on their next move.
    pub(super) locked: bool,
    /// The kind that the attackers' Fools copy after the move.
    pub(super) fools_copy: Option<Kind>,
}

impl AttackContext {
    #[inline]
    pub(super) fn occupied(&self) -> CellSet {
        self.defenders | self.attackers
    }
}

impl Position {
    /// Whether the king of the side to move is in check.
    pub fn is_check(&self) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        self.attacks_king(&AttackContext {
            side: them,
            king: self.king(us),
            defenders: self.occupied(us),
            invulnerable: self.bitboards.blocks & self.occupied(us),
            attackers: self.occupied(them),
            frozen: self.frozen(them),
            locked: self.locks(them),
            fools_copy: None,
        })
    }

    /// Whether a legal move gives check. Cheap unless pieces are involved whose attacks or effects
    /// need the position after the move.
    pub fn gives_check(&self, m: Move) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let (from, to, king) = (m.from(), m.to(), self.king(them));
        let kind = self.kind_on(from);
        let sets = &self.bitboards;
        let others = (sets.irregular & self.occupied(us)) - from.set();
        let becomes = self.piece_set().get(m.promotion().unwrap_or(kind));
        let freezers = sets.immobilizers | sets.chameleons;
        let needs_full_test = !(freezers | sets.fools).is_empty()
            || self.freeze().is_some()
            || !matches!(self.piece_set().get(kind).rule, Rule::None | Rule::Pawn | Rule::Royal)
            || !others.is_empty() && kind == Kind::KING
            || self.locks(us) && (becomes.locked || !others.is_empty())
            || others.into_iter().any(|cell| self.could_attack(cell, us, king))
            || kind == Kind::PAWN && self.en_passant() == Some(to);
        if needs_full_test || !matches!(becomes.rule, Rule::None | Rule::Pawn | Rule::Royal) {
            return self.after_unchecked(m).is_check();
        }
        let mut occupied = self.all_occupied() | to.set();
        occupied.remove(from);
        let direct = match becomes.rule {
            Rule::Pawn => pawn_sources(us, king).contains(to),
            Rule::Royal => false,
            _ => becomes.can_capture_on(us, to, king, occupied),
        };
        let lines = board::rook_lines(king) | board::bishop_lines(king);
        direct
            || lines.contains(from)
                && self.line_attackers_to(king, occupied).meets(self.occupied(us))
    }

    /// Whether the side that is not to move is in check, so that the position is impossible.
    pub(super) fn enemy_in_check(&self) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let shield = self.shield().map_or(CellSet::EMPTY, Cell::set);
        self.attacks_king(&AttackContext {
            side: us,
            king: self.king(them),
            defenders: self.occupied(them),
            invulnerable: self.bitboards.blocks & self.occupied(them) | shield,
            attackers: self.occupied(us),
            frozen: self.frozen(us),
            locked: self.locks(us),
            fools_copy: self.last(),
        })
    }

    /// The context after a move of the side to move, in which `kind` moves as `acting`.
    pub(super) fn context_after(
        &self,
        kind: Kind,
        acting: Kind,
        (from, to): (Cell, Cell),
        promotion: Option<Kind>,
        effect: Effect,
    ) -> AttackContext {
        let (us, them) = (self.turn(), !self.turn());
        let becomes = promotion.unwrap_or(kind);
        let mut defenders = self.occupied(us) | to.set();
        let mut attackers = self.occupied(them) - effect.victims;
        let mut invulnerable = self.bitboards.blocks & self.occupied(us);
        let mut immobilizers = self.bitboards.immobilizers & self.occupied(us);
        if effect.converts {
            attackers.remove(to);
            immobilizers |= self.bitboards.immobilizers & to.set();
        } else {
            for set in [&mut defenders, &mut invulnerable, &mut immobilizers] {
                set.remove(from);
            }
            if becomes == Kind::BLOCK || becomes == Kind::FOOL && acting == Kind::BLOCK {
                invulnerable.insert(to);
            }
            // A Fool that moves as an Immobilizer freezes during the enemy's next move (R-GC18).
            if becomes == Kind::IMMOBILIZER || becomes == Kind::FOOL && acting == Kind::IMMOBILIZER
            {
                immobilizers.insert(to);
            }
        }
        AttackContext {
            side: them,
            king: if kind == Kind::KING { to } else { self.king(us) },
            defenders,
            invulnerable,
            attackers,
            frozen: board::around(immobilizers) & attackers,
            locked: self.locks(them),
            fools_copy: (kind != Kind::CHAMELEON).then_some(acting),
        }
    }

    /// Whether the king of the context is attacked.
    pub(super) fn attacks_king(&self, context: &AttackContext) -> bool {
        let active = context.attackers - context.frozen;
        self.sets_attack(context.side, active, context.king, context.occupied())
            || self.any_irregular_attacks(self.bitboards.irregular & active, context)
            || self.fools_attack(context)
    }

    /// Whether one of these pieces attacks the king along full lines, by a knight's leap, as a pawn
    /// or as a king.
    #[inline]
    pub(super) fn sets_attack(
        &self,
        side: Side,
        active: CellSet,
        king: Cell,
        occupied: CellSet,
    ) -> bool {
        let sets = &self.bitboards;
        let rooks = sets.rooks & active & board::rook_lines(king);
        let bishops = sets.bishops & active & board::bishop_lines(king);
        (sets.knights & active).meets(knight_leaps(king))
            || (sets.pawns & active).meets(pawn_sources(side, king))
            || (active & board::neighbours(king)).contains(self.king(side))
            || !rooks.is_empty() && rooks.meets(board::rook_reach(king, occupied))
            || !bishops.is_empty() && bishops.meets(board::bishop_reach(king, occupied))
    }

    /// Whether one of these irregular pieces attacks the king other than by the bitboards of
    /// [`Self::sets_attack`].
    #[inline]
    pub(super) fn any_irregular_attacks(&self, pieces: CellSet, context: &AttackContext) -> bool {
        pieces.into_iter().any(|cell| {
            let kind = self.kind_on(cell);
            let piece_type = self.piece_set().get(kind);
            !(piece_type.locked && context.locked)
                && (piece_type.attacks.leaps[context.side][cell.index()].contains(context.king)
                    || self.path_or_rule_attacks(cell, context))
        })
    }

    /// As [`Self::any_irregular_attacks`] for one piece that is not locked, without its leaps.
    #[inline]
    pub(super) fn path_or_rule_attacks(&self, cell: Cell, context: &AttackContext) -> bool {
        let piece_type = self.piece_set().get(self.kind_on(cell));
        piece_type.path_captures(context.side, cell, context.king, context.occupied())
            || self.rule_attacks(piece_type.rule, cell, context)
    }

    /// Whether a Fool of the attackers attacks the king as the kind that it copies after the move.
    #[inline]
    pub(super) fn fools_attack(&self, context: &AttackContext) -> bool {
        let fools = self.bitboards.fools & (context.attackers - context.frozen);
        let (false, Some(kind)) = (fools.is_empty(), context.fools_copy) else { return false };
        let piece_type = self.piece_set().get(kind);
        fools.into_iter().any(|cell| self.piece_type_attacks(piece_type, cell, context))
    }

    /// Whether a Fool on `cell` could attack the king by copying this kind, for some occupation of
    /// the board.
    pub(super) fn fool_could_attack(&self, cell: Cell, kind: Kind, side: Side, king: Cell) -> bool {
        let piece_type = self.piece_set().get(kind);
        let sets = piece_type.attacks.sets;
        match piece_type.rule {
            Rule::Pawn => pawn_sources(side, king).contains(cell),
            Rule::Diplomat => board::neighbours(cell).contains(king),
            Rule::Block | Rule::Immobilizer | Rule::Chameleon | Rule::Fool => false,
            Rule::Archer | Rule::Advancer | Rule::Withdrawer | Rule::Coordinator => true,
            Rule::None | Rule::Royal => {
                piece_type.capture_leaps[side][cell.index()].contains(king)
                    || piece_type.attacks.paths_on_empty_board[side][cell.index()].contains(king)
                    || sets.rooks && board::rook_lines(cell).contains(king)
                    || sets.bishops && board::bishop_lines(cell).contains(king)
            }
        }
    }

    /// Whether a piece of this type on `cell` attacks the king.
    fn piece_type_attacks(
        &self,
        piece_type: &PieceType,
        cell: Cell,
        context: &AttackContext,
    ) -> bool {
        match piece_type.rule {
            Rule::Pawn => pawn_sources(context.side, context.king).contains(cell),
            Rule::Diplomat => board::neighbours(cell).contains(context.king),
            Rule::Block | Rule::Immobilizer | Rule::Chameleon | Rule::Fool => false,
            _ => {
                piece_type.can_capture_on(context.side, cell, context.king, context.occupied())
                    || self.rule_attacks(piece_type.rule, cell, context)
            }
        }
    }

    /// Whether a piece attacks the king by its named rule, other than by replacement.
    pub(super) fn rule_attacks(&self, rule: Rule, cell: Cell, context: &AttackContext) -> bool {
        let occupied = context.occupied();
        match rule {
            Rule::Archer => {
                archer::shoots_at(cell, context.king, context.attackers | context.invulnerable)
            }
            Rule::Advancer => approach::advances_on(cell, context.king, occupied),
            Rule::Withdrawer => approach::withdraws_from(cell, context.king, occupied),
            Rule::Coordinator => {
                coordinator::reaches(cell, self.king(context.side), context.king, occupied)
            }
            _ => false,
        }
    }

    /// The squares whose occupation decides whether an irregular piece attacks the king, apart from
    /// its leaps.
    pub(super) fn relevant_squares(&self, cell: Cell, side: Side, king: Cell) -> CellSet {
        let piece_type = self.piece_set().get(self.kind_on(cell));
        let by_rule = match piece_type.rule {
            Rule::Archer => knight_leaps(cell),
            Rule::Advancer => board::between(cell, king),
            Rule::Withdrawer => board::neighbours(cell),
            Rule::Coordinator => coordinator::relevant_squares(cell, self.king(side), king),
            _ => CellSet::EMPTY,
        };
        by_rule | piece_type.relevant_squares(side, cell, king)
    }

    /// Whether an irregular piece could attack the king, apart from its leaps, for some occupation
    /// of the board.
    pub(super) fn could_attack(&self, cell: Cell, side: Side, king: Cell) -> bool {
        let piece_type = self.piece_set().get(self.kind_on(cell));
        piece_type.attacks.paths_on_empty_board[side][cell.index()].contains(king)
            || match piece_type.rule {
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

/// The squares from which pawns of a side attack `target`.
#[inline]
pub(super) fn pawn_sources(side: Side, target: Cell) -> CellSet {
    PAWN_SOURCES[side as usize][target.index()]
}

/// The origins of attacking pawns, indexed by side and target.
static PAWN_SOURCES: [[CellSet; board::CELLS]; 2] =
    [board::leaps(&[(1, -1), (-1, -1)]), board::leaps(&[(1, 1), (-1, 1)])];
