//! Enemies that could attack the king otherwise than along full lines or by jumping, and Fools: what they
//! attack is looked at again where a move can matter to it.

use super::board::{self, CELLS};
use super::generator::Generator;
use super::moves::Sink;
use super::piece::{Kind, KindSet};
use super::safety::Threat;
use super::table::Rule;
use crate::{Cell, CellSet};
use arrayvec::ArrayVec;

/// The enemies to watch.
pub(super) type IrregularAttackers = ArrayVec<IrregularAttacker, CELLS>;

/// An enemy that could attack the king after some plain move of another piece.
pub(super) struct IrregularAttacker {
    cell: Cell,
    /// Squares outside of which no plain move decides whether it does.
    decisive: CellSet,
}

impl<S: Sink> Generator<'_, S> {
    /// Finds the checks by jumps among these enemies, and whom to watch.
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
            if position.could_threaten(cell, them, king) {
                self.irregular_attackers.push(IrregularAttacker {
                    cell,
                    decisive: position.decisive(cell, them, king),
                });
            }
        }
        if self.irregular_attackers.is_empty() {
            return;
        }
        let threat = self.threat_now();
        for watcher in &mut self.irregular_attackers {
            // A check may be ended anywhere: all sorts of things stand in its way.
            if position.walks_or_rule_threatens(watcher.cell, &threat) {
                watcher.decisive = board::ALL;
            }
            self.decisive |= watcher.decisive;
        }
    }

    /// Of the plain moves of a piece, those after which no watched enemy and no Fool attacks the king.
    pub(super) fn safe_from_irregular(
        &self,
        from: Cell,
        kind: Kind,
        acting: Kind,
        targets: CellSet,
    ) -> CellSet {
        let (mut safe, them) = (targets, !self.us);
        let before = self.occupied - from.set();
        for watcher in &self.irregular_attackers {
            let doubtful =
                if watcher.decisive.contains(from) { safe } else { safe & watcher.decisive };
            if doubtful.is_empty() {
                continue;
            }
            let form = self.position.piece_set().get(self.position.kind_on(watcher.cell));
            for to in doubtful - watcher.cell.set() {
                if form.walks_onto(them, watcher.cell, self.king, before | to.set()) {
                    safe.remove(to);
                    continue;
                }
                if form.rule == Rule::None {
                    continue;
                }
                let threat = self.threat_after_plain_move(acting, from, to);
                if self.position.rule_threatens(form.rule, watcher.cell, &threat) {
                    safe.remove(to);
                }
            }
        }
        if kind != Kind::CHAMELEON && self.could_be_copied(acting) {
            for to in safe {
                if self.position.fools_threaten(&self.threat_after_plain_move(acting, from, to)) {
                    safe.remove(to);
                }
            }
        }
        safe
    }

    /// Whether a Fool could attack the king as a piece of this kind.
    pub(super) fn could_be_copied(&self, kind: Kind) -> bool {
        let could = |fool| self.position.fool_could_threaten(fool, kind, !self.us, self.king);
        self.fools.into_iter().any(could)
    }

    fn threat_now(&self) -> Threat {
        let position = self.position;
        let attackers = position.occupied(!self.us);
        Threat {
            side: !self.us,
            king: self.king,
            defenders: position.occupied(self.us),
            untouchable: position.sets.blocks & position.occupied(self.us),
            attackers,
            frozen: attackers - self.active,
            locked: position.locks(!self.us),
            fools_as: None,
        }
    }

    /// What decides after a plain move, one that changes nothing but who stands on its two squares.
    pub(super) fn threat_after_plain_move(&self, acting: Kind, from: Cell, to: Cell) -> Threat {
        let mut threat = self.threat_now();
        threat.defenders = (threat.defenders | to.set()) - from.set();
        threat.untouchable.remove(from);
        if acting == Kind::BLOCK {
            threat.untouchable.insert(to);
        }
        threat.attackers.remove(to);
        threat.frozen.remove(to);
        threat.fools_as = Some(acting);
        threat
    }
}
