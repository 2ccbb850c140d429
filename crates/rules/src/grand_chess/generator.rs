//! The generator of legal moves.
//!
//! It finds the checks and pins first. A plain move, one that only takes a piece from one square to
//! another, is legal if its target lies in the check mask and in the mover's pin mask. That is
//! exact for enemy sliders on full lines and for leapers. Enemies that attack otherwise are handled
//! by `irregular_pins`: their attacks are recomputed for the moves that can change them. Moves with
//! other effects (special captures, conversion, changes of freezing) are tested one by one with
//! [`AttackContext`]. Without special pieces on the board none of this costs time.

use super::board;
use super::irregular_pins::IrregularAttackers;
use super::moves::Sink;
use super::piece::{Kind, Side};
use super::position::{NO_KING, Position};
use super::safety::{AttackContext, knight_leaps, pawn_sources};
use super::table::Rule;
use crate::{Cell, CellSet};
use arrayvec::ArrayVec;

pub(super) struct Generator<'a, S> {
    pub(super) position: &'a Position,
    pub(super) sink: S,
    pub(super) us: Side,
    pub(super) occupied: CellSet,
    pub(super) king: Cell,
    /// The enemies that are not frozen.
    pub(super) active: CellSet,
    /// The enemies that can be captured.
    pub(super) vulnerable: CellSet,
    /// The targets of plain moves: vulnerable enemies and empty squares, or for captures the former
    /// only.
    pub(super) target_mask: CellSet,
    /// The targets of plain moves that end all checks by sliders and leapers.
    pub(super) check_mask: CellSet,
    /// The pinned pieces with their pin masks.
    pins: ArrayVec<(Cell, CellSet), 8>,
    pub(super) pinned: CellSet,
    /// Enemies that may attack the king other than as sliders on full lines or as leapers.
    pub(super) irregular_attackers: IrregularAttackers,
    /// The squares whose occupation can change whether an irregular attacker attacks the king.
    pub(super) relevant_squares: CellSet,
    /// The enemy Fools, whose attacks depend on the kind that moves.
    pub(super) fools: CellSet,
    /// Whether moves may leave the king in check.
    pseudo_legal_only: bool,
}

impl<'a, S: Sink> Generator<'a, S> {
    /// Generates the legal moves.
    pub(super) fn legal(position: &'a Position, sink: S) -> S {
        let target_mask = position.vulnerable() | !position.all_occupied();
        let mut generator = Self::new(position, sink, target_mask);
        generator.find_checks_and_pins();
        generator.generate();
        generator.sink
    }

    /// Generates the legal moves that capture or convert.
    pub(super) fn captures(position: &'a Position, sink: S) -> S {
        let mut generator = Self::new(position, sink, position.vulnerable());
        generator.find_checks_and_pins();
        generator.generate();
        generator.sink
    }

    /// Generates the pseudo-legal moves; there may be no king.
    pub(super) fn pseudo_legal(position: &'a Position, sink: S) -> S {
        let target_mask = position.vulnerable() | !position.all_occupied();
        let mut generator = Self::new(position, sink, target_mask);
        // The king moves like any other piece.
        generator.king = NO_KING;
        generator.pseudo_legal_only = true;
        generator.generate();
        generator.sink
    }

    #[inline]
    fn new(position: &'a Position, sink: S, target_mask: CellSet) -> Self {
        let (us, them) = (position.turn(), !position.turn());
        let enemies = position.occupied(them);
        let frozen = if position.bitboards.immobilizers.meets(position.occupied(us)) {
            position.frozen(them)
        } else {
            CellSet::EMPTY
        };
        let active = enemies - frozen;
        Self {
            position,
            sink,
            us,
            occupied: position.all_occupied(),
            king: position.king(us),
            active,
            vulnerable: position.vulnerable(),
            target_mask,
            check_mask: board::ALL,
            pins: ArrayVec::new(),
            pinned: CellSet::EMPTY,
            irregular_attackers: IrregularAttackers::new(),
            relevant_squares: CellSet::EMPTY,
            fools: CellSet::EMPTY,
            pseudo_legal_only: false,
        }
    }

    /// Computes the check mask, the pins and the irregular attackers.
    #[inline]
    fn find_checks_and_pins(&mut self) {
        let (king, active, position) = (self.king, self.active, self.position);
        let them = !self.us;
        let sets = &position.bitboards;
        let near = sets.knights & knight_leaps(king) | sets.pawns & pawn_sources(them, king);
        for checker in near & active {
            self.check_mask &= checker.set();
        }
        let enemy_king = position.king(them);
        if active.contains(enemy_king) && board::neighbours(king).contains(enemy_king) {
            self.check_mask = CellSet::EMPTY;
        }
        let lines = board::rook_lines(king) & sets.rooks | board::bishop_lines(king) & sets.bishops;
        for sniper in lines & active {
            let ray = board::between(king, sniper);
            let blockers = ray & self.occupied;
            match blockers.first() {
                None => self.check_mask &= ray | sniper.set(),
                Some(only) if blockers.len() == 1 && position.occupied(self.us).contains(only) => {
                    self.pins.push((only, ray | sniper.set()));
                    self.pinned.insert(only);
                }
                Some(_) => {}
            }
        }
        let irregular = sets.irregular & active;
        if !irregular.is_empty() {
            self.find_irregular_attackers(irregular);
        }
        self.fools = sets.fools & active;
    }

    fn generate(&mut self) {
        let position = self.position;
        let mut movers = position.occupied(self.us);
        let sets = &position.bitboards;
        if (sets.immobilizers | sets.chameleons).meets(position.occupied(!self.us))
            || position.freeze().is_some()
        {
            movers = movers - position.frozen(self.us);
        }
        if position.locks(self.us) && sets.irregular.meets(movers) {
            movers = movers - position.locked(self.us);
        }
        if movers.contains(self.king) {
            self.king_moves();
            movers.remove(self.king);
        }
        self.pawn_moves(movers & sets.pawns);
        let classic = movers & (sets.classic - self.pinned);
        self.classic_moves(classic);
        movers = movers - classic;
        for from in movers - sets.pawns {
            if self.sink.is_satisfied() {
                break;
            }
            let kind = position.kind_on(from);
            if let Some(acting) = position.acting(kind) {
                self.piece_moves(from, kind, acting);
            }
        }
    }

    fn king_moves(&mut self) {
        let (position, them) = (self.position, !self.us);
        let irregular =
            (position.bitboards.irregular | position.bitboards.fools).meets(self.active);
        let mut safe = CellSet::EMPTY;
        for to in board::neighbours(self.king) & self.target_mask {
            let mut occupied = self.occupied | to.set();
            occupied.remove(self.king);
            let active = self.active - to.set();
            let attacked = position.sets_attack(them, active, to, occupied)
                || irregular && self.is_irregular_attack(Kind::KING, self.king, to);
            if !attacked {
                safe.insert(to);
            }
        }
        self.sink.targets(self.king, safe);
    }

    /// Whether an irregular attacker or a Fool attacks the king after its move from `from` to `to`.
    fn is_irregular_attack(&self, acting: Kind, from: Cell, to: Cell) -> bool {
        let context = AttackContext { king: to, ..self.context_after_plain_move(acting, from, to) };
        let others = self.position.bitboards.irregular & (self.active - to.set());
        self.position.any_irregular_attacks(others, &context)
            || self.position.fools_attack(&context)
    }

    /// Generates the moves of classic pieces (rook, bishop, knight and their combinations) that are
    /// not pinned.
    fn classic_moves(&mut self, movers: CellSet) {
        let sets = &self.position.bitboards;
        let target_mask = self.target_mask & self.check_mask;
        if target_mask.is_empty() {
            return;
        }
        for from in movers & sets.rooks {
            self.classic_piece(from, board::rook_reach(from, self.occupied) & target_mask);
        }
        for from in movers & sets.bishops {
            self.classic_piece(from, board::bishop_reach(from, self.occupied) & target_mask);
        }
        for from in movers & sets.knights {
            self.classic_piece(from, knight_leaps(from) & target_mask);
        }
    }

    #[inline]
    fn classic_piece(&mut self, from: Cell, mut targets: CellSet) {
        if self.irregular_attack_possible(from, targets) {
            let kind = self.position.kind_on(from);
            targets = self.safe_from_irregular(from, kind, kind, targets);
        }
        self.sink.targets(from, targets);
    }

    /// Generates the moves of a piece that is neither king nor pawn and moves as `acting`.
    #[inline]
    fn piece_moves(&mut self, from: Cell, kind: Kind, acting: Kind) {
        let piece_type = self.position.piece_set().get(acting);
        match piece_type.rule {
            Rule::None | Rule::Royal => {
                let (moves, captures) = piece_type.reach(self.us, from, self.occupied);
                let targets =
                    self.filter_safe(from, kind, acting, (moves | captures) & self.target_mask);
                self.sink.targets(from, targets);
            }
            Rule::Pawn => self.fool_as_pawn(from),
            Rule::Fool => {}
            _ => self.special_piece_moves(from, kind, acting),
        }
    }

    /// Generates the moves of a piece with a named rule.
    fn special_piece_moves(&mut self, from: Cell, kind: Kind, acting: Kind) {
        let piece_type = self.position.piece_set().get(acting);
        let targets = match piece_type.rule {
            // Only a Chameleon itself: a Fool cannot copy one (R-GC18).
            Rule::Chameleon => self.position.chameleon_targets(from),
            Rule::Diplomat => board::neighbours(from) & (self.vulnerable | !self.occupied),
            _ => {
                let (moves, captures) = piece_type.reach(self.us, from, self.occupied);
                moves | captures
            }
        };
        let targets = targets & (self.vulnerable | !self.occupied);
        let mut special = CellSet::EMPTY;
        if !matches!(piece_type.rule, Rule::Immobilizer | Rule::Block) {
            for to in targets {
                let effect = self.position.effect(acting, from, to);
                if effect.converts || !(effect.victims - to.set()).is_empty() {
                    special.insert(to);
                }
            }
        }
        let plain = (targets - special) & self.target_mask;
        // An Immobilizer that leaves may unfreeze an attacker. One that arrives, or a Fool that
        // moves as one, may freeze a checking piece.
        let is_freezer = acting == Kind::IMMOBILIZER;
        let frees = kind == Kind::IMMOBILIZER
            && board::neighbours(from).meets(self.position.occupied(!self.us));
        let mut safe =
            if frees { CellSet::EMPTY } else { self.filter_safe(from, kind, acting, plain) };
        let uncertain = if is_freezer { plain - safe } else { special };
        for to in uncertain {
            if self.is_legal(kind, acting, from, to, None) {
                safe.insert(to);
            }
        }
        self.sink.targets(from, safe);
    }

    /// Whether a pseudo-legal move of any kind leaves the king safe.
    pub(super) fn is_legal(
        &self,
        kind: Kind,
        acting: Kind,
        from: Cell,
        to: Cell,
        promotion: Option<Kind>,
    ) -> bool {
        if self.pseudo_legal_only {
            return true;
        }
        let effect = self.position.effect(acting, from, to);
        !self.position.attacks_king(&self.position.context_after(
            kind,
            acting,
            (from, to),
            promotion,
            effect,
        ))
    }

    /// Whether plain moves to these targets can change the attacks of irregular attackers or Fools.
    #[inline]
    fn irregular_attack_possible(&self, from: Cell, targets: CellSet) -> bool {
        (targets | from.set()).meets(self.relevant_squares) || !self.fools.is_empty()
    }

    /// The targets of plain moves that leave the king safe, for a piece other than the king.
    #[inline]
    pub(super) fn filter_safe(
        &self,
        from: Cell,
        kind: Kind,
        acting: Kind,
        targets: CellSet,
    ) -> CellSet {
        let safe = targets & self.check_mask & self.pin_mask(from);
        if self.irregular_attack_possible(from, safe) {
            self.safe_from_irregular(from, kind, acting, safe)
        } else {
            safe
        }
    }

    /// The pin mask of a piece; all squares if it is not pinned.
    #[inline]
    pub(super) fn pin_mask(&self, from: Cell) -> CellSet {
        if !self.pinned.contains(from) {
            return board::ALL;
        }
        self.pins.iter().find(|pin| pin.0 == from).map_or(board::ALL, |pin| pin.1)
    }
}
