//! Pins, checks and discovered checks of irregular pieces.
//!
//! An irregular piece attacks other than as a slider on full lines or as a leaper: bent riders,
//! hoppers, limited riders, pieces with special captures. Masks cannot express its pins: a hopper's
//! check begins when a piece arrives, not only when one leaves. For each such enemy the relevant
//! squares are computed once; a move is tested against it only if its origin or target is among
//! them. Enemy Fools attack as the kind that moves, so they are tested for every kind that they
//! could capture the king with.

use super::board::{self, CELLS};
use super::generator::Generator;
use super::moves::Sink;
use super::piece::{Kind, KindSet};
use super::safety::AttackContext;
use super::table::Rule;
use crate::{Cell, CellSet};
use arrayvec::ArrayVec;

/// The irregular attackers of a position.
pub(super) type IrregularAttackers = ArrayVec<IrregularAttacker, CELLS>;

/// An enemy that could attack the king after a plain move.
pub(super) struct IrregularAttacker {
    cell: Cell,
    /// The squares whose occupation decides whether it attacks the king.
    relevant_squares: CellSet,
}

impl<S: Sink> Generator<'_, S> {
    /// Adds the checks by leaps of these irregular enemies to the check mask, and collects those
    /// that could attack the king along blockable paths or by their rules.
    pub(super) fn find_irregular_attackers(&mut self, others: CellSet) {
        let (position, king, them) = (self.position, self.king, !self.us);
        let locked =
            if position.locks(them) { position.piece_set().locked() } else { KindSet::default() };
        for cell in others {
            let kind = position.kind_on(cell);
            if locked.contains(kind) {
                continue;
            }
            let attacks = &position.piece_set().get(kind).attacks;
            if attacks.leaps[them][cell.index()].contains(king) {
                self.check_mask &= cell.set();
            }
            if position.could_attack(cell, them, king) {
                self.irregular_attackers.push(IrregularAttacker {
                    cell,
                    relevant_squares: position.relevant_squares(cell, them, king),
                });
            }
        }
        if self.irregular_attackers.is_empty() {
            return;
        }
        let context = self.current_context();
        for attacker in &mut self.irregular_attackers {
            // A check by an irregular piece can end in many ways, so every square is relevant.
            if position.path_or_rule_attacks(attacker.cell, &context) {
                attacker.relevant_squares = board::ALL;
            }
            self.relevant_squares |= attacker.relevant_squares;
        }
    }

    /// The targets of plain moves after which no irregular attacker and no Fool attacks the king.
    pub(super) fn safe_from_irregular(
        &self,
        from: Cell,
        kind: Kind,
        acting: Kind,
        targets: CellSet,
    ) -> CellSet {
        let (mut safe, them) = (targets, !self.us);
        let before = self.occupied - from.set();
        for attacker in &self.irregular_attackers {
            let uncertain = if attacker.relevant_squares.contains(from) {
                safe
            } else {
                safe & attacker.relevant_squares
            };
            if uncertain.is_empty() {
                continue;
            }
            let piece_type = self.position.piece_set().get(self.position.kind_on(attacker.cell));
            for to in uncertain - attacker.cell.set() {
                if piece_type.path_captures(them, attacker.cell, self.king, before | to.set()) {
                    safe.remove(to);
                    continue;
                }
                if piece_type.rule == Rule::None {
                    continue;
                }
                let context = self.context_after_plain_move(acting, from, to);
                if self.position.rule_attacks(piece_type.rule, attacker.cell, &context) {
                    safe.remove(to);
                }
            }
        }
        if kind != Kind::CHAMELEON && self.could_be_copied(acting) {
            for to in safe {
                if self.position.fools_attack(&self.context_after_plain_move(acting, from, to)) {
                    safe.remove(to);
                }
            }
        }
        safe
    }

    /// Whether an enemy Fool could attack the king by copying this kind.
    pub(super) fn could_be_copied(&self, kind: Kind) -> bool {
        let could = |fool| self.position.fool_could_attack(fool, kind, !self.us, self.king);
        self.fools.into_iter().any(could)
    }

    fn current_context(&self) -> AttackContext {
        let position = self.position;
        let attackers = position.occupied(!self.us);
        AttackContext {
            side: !self.us,
            king: self.king,
            defenders: position.occupied(self.us),
            invulnerable: position.bitboards.blocks & position.occupied(self.us),
            attackers,
            frozen: attackers - self.active,
            locked: position.locks(!self.us),
            fools_copy: None,
        }
    }

    /// The context after a plain move, one that changes its two squares only.
    pub(super) fn context_after_plain_move(
        &self,
        acting: Kind,
        from: Cell,
        to: Cell,
    ) -> AttackContext {
        let mut context = self.current_context();
        context.defenders = (context.defenders | to.set()) - from.set();
        context.invulnerable.remove(from);
        if acting == Kind::BLOCK {
            context.invulnerable.insert(to);
        }
        context.attackers.remove(to);
        context.frozen.remove(to);
        context.fools_copy = Some(acting);
        context
    }
}
