//! Finding the legal moves.
//!
//! Most moves are judged by what checks and pins the king: a move is legal if it goes where the checks
//! allow and stays on its pin's line. That holds for enemy pieces that attack along full lines or by
//! jumping; the others that could attack the king at all are watched (`watch.rs`): they are looked at again
//! where a move can matter to them. Moves that do more than go from one square to another, and those that change what is
//! frozen, are tried out. Where no odd piece stands on the board, nothing of this costs anything.

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
    /// Enemies that are not frozen.
    pub(super) active: CellSet,
    /// Enemies that can be captured.
    pub(super) vulnerable: CellSet,
    /// Where a plain move may go: those enemies and the empty squares, or those enemies alone.
    pub(super) target_mask: CellSet,
    /// Where a plain move must go to end every check by lines and jumps.
    pub(super) check_mask: CellSet,
    /// Pieces pinned to the king, with the squares that they keep to.
    pins: ArrayVec<(Cell, CellSet), 8>,
    pub(super) pinned: CellSet,
    /// Enemies whose attack on the king's square depends on more than lines and jumps.
    pub(super) irregular_attackers: IrregularAttackers,
    /// Squares outside of which no plain move changes what the watched enemies attack.
    pub(super) relevant_squares: CellSet,
    /// Enemy Fools, which wait for what they may copy.
    pub(super) fools: CellSet,
    /// Whether kings may be left to be captured.
    pseudo_legal_only: bool,
}

impl<'a, S: Sink> Generator<'a, S> {
    /// Finds every legal move.
    pub(super) fn legal(position: &'a Position, sink: S) -> S {
        let target_mask = position.vulnerable() | !position.all_occupied();
        let mut generator = Self::new(position, sink, target_mask);
        generator.find_checks_and_pins();
        generator.generate();
        generator.sink
    }

    /// Finds the legal moves that capture or convert.
    pub(super) fn captures(position: &'a Position, sink: S) -> S {
        let mut generator = Self::new(position, sink, position.vulnerable());
        generator.find_checks_and_pins();
        generator.generate();
        generator.sink
    }

    /// Finds every move, whether it leaves the king safe or not; there need be no king.
    pub(super) fn pseudo_legal(position: &'a Position, sink: S) -> S {
        let target_mask = position.vulnerable() | !position.all_occupied();
        let mut generator = Self::new(position, sink, target_mask);
        // A king goes as any piece does.
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

    /// Finds checks, pins and the enemies to watch.
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

    /// Whether an enemy that is looked at, or a Fool, attacks the king after its move.
    fn is_irregular_attack(&self, acting: Kind, from: Cell, to: Cell) -> bool {
        let context = AttackContext { king: to, ..self.context_after_plain_move(acting, from, to) };
        let others = self.position.bitboards.irregular & (self.active - to.set());
        self.position.any_irregular_attacks(others, &context)
            || self.position.fools_attack(&context)
    }

    /// The moves of rooks, bishops, knights and what is made of these alone, if they are not pinned.
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

    /// The moves of a piece that is neither king nor pawn.
    #[inline]
    fn piece_moves(&mut self, from: Cell, kind: Kind, acting: Kind) {
        let piece_type = self.position.piece_set().get(acting);
        match piece_type.rule {
            Rule::None | Rule::Royal => {
                let (moves, takes) = piece_type.reach(self.us, from, self.occupied);
                let targets =
                    self.filter_safe(from, kind, acting, (moves | takes) & self.target_mask);
                self.sink.targets(from, targets);
            }
            Rule::Pawn => self.fool_as_pawn(from),
            Rule::Fool => {}
            _ => self.special_piece_moves(from, kind, acting),
        }
    }

    /// The moves of a piece with a named rule.
    fn special_piece_moves(&mut self, from: Cell, kind: Kind, acting: Kind) {
        let piece_type = self.position.piece_set().get(acting);
        let targets = match piece_type.rule {
            // A Fool does not copy it: it cannot have moved last.
            Rule::Chameleon => self.position.chameleon_targets(from),
            Rule::Diplomat => board::neighbours(from) & (self.vulnerable | !self.occupied),
            _ => {
                let (moves, takes) = piece_type.reach(self.us, from, self.occupied);
                moves | takes
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
        // An Immobilizer that goes away sets free; one that comes may end a check that nothing else ends.
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

    /// Whether a move leaves the king safe; for every kind of move.
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

    /// Whether plain moves may make a difference to watched enemies or Fools.
    #[inline]
    fn irregular_attack_possible(&self, from: Cell, targets: CellSet) -> bool {
        (targets | from.set()).meets(self.relevant_squares) || !self.fools.is_empty()
    }

    /// Of the plain moves of a piece that is not the king, those that leave the king safe.
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

    /// The squares that a piece must keep to because of a pin.
    #[inline]
    pub(super) fn pin_mask(&self, from: Cell) -> CellSet {
        if !self.pinned.contains(from) {
            return board::ALL;
        }
        self.pins.iter().find(|pin| pin.0 == from).map_or(board::ALL, |pin| pin.1)
    }
}
