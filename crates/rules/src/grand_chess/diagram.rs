//! Diagrams of one piece's moves, made with the move generator (see [`PieceDiagram`]).
//!
//! No rule of a piece is repeated here; the generator answers all questions. Could the piece
//! capture on an empty square? An enemy is put there. Is it blocked? All other pieces are removed.
//! Is a move illegal only because of the king? The pseudo-legal moves have it.

use super::board;
use super::fen::FenError;
use super::generator::Generator;
use super::moves::Move;
use super::options::{Promotion, TableRules};
use super::piece::{Kind, Side};
use super::position::{Effect, LOCKED_MOVES, NO_KING, Position};
use super::raw::{Flaw, RawPosition};
use super::safety::AttackContext;
use crate::diagram::{AfarTarget, DiagramRequest, DiagramTarget, PieceDiagram, TargetKind};
use crate::error::{bad_position, quote};
use crate::{BySide, Cell, CellSet, Options, Placed, Refusal};
use std::collections::BTreeMap;

/// The maximal length of a position in bytes.
const LONGEST: usize = 2000;

pub(super) fn piece_diagram(
    options: &Options,
    request: &DiagramRequest,
) -> Result<PieceDiagram, Refusal> {
    let rules = TableRules::new(options)?;
    let from = read_cell(request.from)?;
    let mut raw = read_position(request.position, &rules)?;
    let Some((side, kind)) = raw.piece(from) else {
        let message = format!("no piece stands on {}", board::name(from));
        return Err(Refusal::new("no-piece-there", message).with("cell", board::name(from)));
    };
    turn_to(&mut raw, side);
    if let Some(last) = request.last {
        set_last(&mut raw, last)?;
    }
    check(&raw, rules.promotion)?;
    Ok(DiagramBuilder { raw, promotion: rules.promotion, from, side, kind }.diagram())
}

fn read_cell(name: &str) -> Result<Cell, Refusal> {
    board::by_name(name).ok_or_else(|| {
        let name = quote(name);
        let message = format!("'{name}' is no square: expected one such as e5, from a1 to j10");
        Refusal::new("no-such-cell", message).with("text", name)
    })
}

/// Reads a FEN, or its first field; in the latter case locks are over.
fn read_position(text: &str, rules: &TableRules) -> Result<RawPosition, Refusal> {
    if text.len() > LONGEST {
        let why = format!("it is longer than {LONGEST} bytes");
        return Err(bad_position(text, Refusal::new("too-large", why).with("limit", LONGEST)));
    }
    let whole = if text.contains(' ') {
        text.to_owned()
    } else {
        format!("{text} w - - 0 {}", LOCKED_MOVES + 1)
    };
    RawPosition::read(&whole, &rules.piece_set).map_err(|error| bad_position(text, error))
}

/// Makes the piece's side the side to move. If it was not, the fields that describe the last move
/// are cleared.
fn turn_to(raw: &mut RawPosition, side: Side) {
    if raw.turn == side {
        return;
    }
    raw.fullmove_number = raw.fullmove_number.saturating_add(u32::from(side == Side::White));
    raw.turn = side;
    (raw.en_passant, raw.last, raw.shield, raw.freeze) = (None, None, None, None);
}

/// Sets the opponent's last move: the code of a piece, or a move such as `d8d6` to the square where
/// the piece stands now.
fn set_last(raw: &mut RawPosition, last: &str) -> Result<(), Refusal> {
    let bad = || {
        let last = quote(last);
        let expected = "the code of a piece, or a move such as d8d6 to a square with an enemy";
        Refusal::new("bad-last-move", format!("last move '{last}': expected {expected}"))
            .with("text", last)
    };
    if let Some(kind) = raw.piece_set.by_code(last).filter(|&kind| kind != Kind::FOOL) {
        raw.last = Some(kind);
        return Ok(());
    }
    let (from, to) = read_squares(last).ok_or_else(bad)?;
    let moved = raw.piece(to).filter(|&(side, kind)| side != raw.turn && kind != Kind::FOOL);
    let (_, kind) = moved.ok_or_else(bad)?;
    raw.last = Some(kind);
    let double = from.index().abs_diff(to.index()) == 2 * board::SIZE;
    if kind == Kind::PAWN && double {
        raw.en_passant = Some(Cell::new(usize::midpoint(from.index(), to.index())));
        raw.halfmove_clock = 0;
    }
    Ok(())
}

/// Splits a move into its two squares.
fn read_squares(text: &str) -> Option<(Cell, Cell)> {
    let second = 1 + text.get(1..)?.find(|c: char| c.is_ascii_alphabetic())?;
    let (from, to) = text.split_at_checked(second)?;
    board::by_name(from).zip(board::by_name(to))
}

/// Refuses positions that are impossible even in a diagram. Kings may be missing or in check.
fn check(raw: &RawPosition, promotion: Promotion) -> Result<(), Refusal> {
    let Err(mut flaws) = raw.check(promotion) else { return Ok(()) };
    flaws.0.retain(|flaw| !matches!(flaw, Flaw::Kings { .. } | Flaw::InCheck { .. }));
    if flaws.0.is_empty() {
        return Ok(());
    }
    let why = flaws.to_string();
    let message = format!("impossible position: {why}");
    let refusal = Refusal::new("bad-position", message).with("reason", why);
    Err(refusal.because(FenError::Impossible(flaws)))
}

/// The squares of the kings; [`NO_KING`] for a side without exactly one.
fn kings(raw: &RawPosition) -> BySide<Cell> {
    BySide(Side::ALL.map(|side| {
        let mut stand =
            board::ALL.into_iter().filter(|&c| raw.piece(c) == Some((side, Kind::KING)));
        match (stand.next(), stand.next()) {
            (Some(only), None) => only,
            _ => NO_KING,
        }
    }))
}

/// Whether moves must leave the own king safe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Legality {
    Legal,
    PseudoLegal,
}

/// The findings about a square.
#[derive(Clone, Default)]
struct SquareFindings {
    /// Whether the piece can move there now.
    moves: bool,
    /// The effect on an enemy there, or on one that would stand there.
    capture: Option<CaptureKind>,
    promotes: bool,
    victims: CellSet,
    /// Targets of moves that capture an enemy on this square without moving to it.
    captured_from: CellSet,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CaptureKind {
    Captured,
    Converted,
}

impl CaptureKind {
    fn of(effect: Effect) -> Self {
        if effect.converts { Self::Converted } else { Self::Captured }
    }
}

/// The findings by square.
type FindingsByCell = BTreeMap<Cell, SquareFindings>;

/// A piece on a board, and the questions about it.
struct DiagramBuilder {
    raw: RawPosition,
    promotion: Promotion,
    from: Cell,
    side: Side,
    kind: Kind,
}

impl DiagramBuilder {
    fn diagram(&self) -> PieceDiagram {
        let position = self.position(&self.raw);
        let heeds_king = position.king(self.side) != NO_KING;
        let pseudo_legal = self.find_targets(&self.raw, Legality::PseudoLegal);
        let legal = if heeds_king {
            self.find_targets(&self.raw, Legality::Legal)
        } else {
            pseudo_legal.clone()
        };
        let alone = self.find_targets(&self.lone_piece(), Legality::PseudoLegal);
        let piece_set = &self.raw.piece_set;
        let acting = position.acting(self.kind);
        PieceDiagram {
            from: name(self.from),
            side: self.side.key(),
            kind: piece_set.get(self.kind).code,
            moves_as: acting.filter(|&k| k != self.kind).map(|kind| piece_set.get(kind).code),
            stuck: self.immobile_reason(&position),
            heeds_king,
            depends_on_victim: self.depends_on_victim(),
            targets: self.targets(&legal, &pseudo_legal, &alone),
            afar: self.afar(&legal),
            freezes: board::geometry().names(self.freezes()),
            guards: Vec::new(),
            checks: self.checks(&position).map(name),
            position: self.raw.to_string(),
            pieces: placed(&position),
        }
    }

    fn position(&self, raw: &RawPosition) -> Position {
        Position::from_raw(raw, self.promotion, kings(raw))
    }

    /// Whether the captures depend on the victim's kind, as a Chameleon's do.
    fn depends_on_victim(&self) -> bool {
        self.kind == Kind::CHAMELEON
    }

    fn immobile_reason(&self, position: &Position) -> Option<&'static str> {
        if position.frozen(self.side).contains(self.from) {
            Some("frozen")
        } else if position.locked(self.side).contains(self.from) {
            Some("locked")
        } else {
            position.acting(self.kind).is_none().then_some("nothing-to-copy")
        }
    }

    /// The board with this piece alone, after the locks.
    fn lone_piece(&self) -> RawPosition {
        let mut raw = RawPosition::empty(&self.raw.piece_set);
        raw.board[self.from.index()] = Some((self.side, self.kind));
        (raw.turn, raw.fullmove_number) =
            (self.side, self.raw.fullmove_number.max(LOCKED_MOVES + 1));
        raw.last = self.raw.last_kind();
        (raw.pools, raw.initial) = (self.raw.pools.clone(), self.raw.initial.clone());
        raw
    }

    fn moves(&self, position: &Position, legality: Legality) -> Vec<Move> {
        let mut moves = Vec::new();
        match legality {
            Legality::Legal => Generator::legal(position, &mut moves),
            Legality::PseudoLegal => Generator::pseudo_legal(position, &mut moves),
        };
        moves.retain(|m: &Move| m.from() == self.from);
        moves
    }

    /// The moves on a board, and those with one enemy more on each square in turn.
    fn find_targets(&self, raw: &RawPosition, legality: Legality) -> FindingsByCell {
        let mut findings = FindingsByCell::new();
        let position = self.position(raw);
        let enemies = position.occupied(!self.side);
        for m in self.moves(&position, legality) {
            let effect = position.effect_of(m);
            let acts_on =
                effect.victims | if effect.converts { m.to().set() } else { CellSet::EMPTY };
            let found = findings.entry(m.to()).or_default();
            if enemies.contains(m.to()) {
                found.capture = Some(CaptureKind::of(effect));
            } else {
                found.moves = true;
            }
            found.promotes |= m.promotion().is_some();
            found.victims |= acts_on;
            for victim in acts_on - m.to().set() {
                findings.entry(victim).or_default().captured_from.insert(m.to());
            }
        }
        if !self.depends_on_victim() {
            // Legal moves: own pieces block. Pseudo-legal moves: they may be replaced by an enemy.
            let own = match legality {
                Legality::Legal => position.occupied(self.side),
                Legality::PseudoLegal => self.from.set(),
            };
            for cell in board::ALL - enemies - own {
                self.try_enemy_on(cell, raw, legality, &mut findings);
            }
        }
        findings
    }

    /// Adds the findings for an enemy on `cell`.
    fn try_enemy_on(
        &self,
        cell: Cell,
        raw: &RawPosition,
        legality: Legality,
        findings: &mut FindingsByCell,
    ) {
        let mut trial = raw.clone();
        // Any kind serves: a captured piece attacks nothing.
        trial.board[cell.index()] = Some((!self.side, Kind::KNIGHT));
        if trial.en_passant == Some(cell) {
            trial.en_passant = None;
        }
        let position = self.position(&trial);
        for m in self.moves(&position, legality) {
            let effect = position.effect_of(m);
            if m.to() == cell {
                let found = findings.entry(cell).or_default();
                found.capture = Some(CaptureKind::of(effect));
                found.promotes |= m.promotion().is_some();
            } else if effect.victims.contains(cell) {
                findings.entry(cell).or_default().captured_from.insert(m.to());
            }
        }
    }

    fn targets(
        &self,
        legal: &FindingsByCell,
        pseudo_legal: &FindingsByCell,
        alone: &FindingsByCell,
    ) -> Vec<DiagramTarget> {
        board::ALL
            .into_iter()
            .filter_map(|cell| self.target(cell, [legal, pseudo_legal, alone]))
            .collect()
    }

    fn target(
        &self,
        cell: Cell,
        [legal, pseudo_legal, alone]: [&FindingsByCell; 3],
    ) -> Option<DiagramTarget> {
        let here = self.raw.piece(cell);
        let own = here.is_some_and(|(side, _)| side == self.side);
        let reached = |findings: &FindingsByCell| {
            findings.get(&cell).is_some_and(|found| found.moves || found.capture.is_some())
        };
        let found = legal.get(&cell).cloned().unwrap_or_default();
        let kind = match (found.moves, found.capture.is_some()) {
            // An own piece stands where an enemy could be captured.
            _ if own => (reached(pseudo_legal) || reached(alone)).then_some(TargetKind::Blocked)?,
            (true, true) => TargetKind::Both,
            (true, false) => TargetKind::Move,
            (false, true) => TargetKind::Capture,
            (false, false) if reached(pseudo_legal) => TargetKind::Unsafe,
            (false, false) if reached(alone) => TargetKind::Blocked,
            (false, false) => return None,
        };
        let possible = !matches!(kind, TargetKind::Blocked | TargetKind::Unsafe);
        let now = possible && (found.moves || here.is_some());
        Some(DiagramTarget {
            cell: name(cell),
            kind,
            now,
            converts: possible && found.capture == Some(CaptureKind::Converted),
            promotes: possible && found.promotes,
            victims: if now { board::geometry().names(found.victims) } else { Vec::new() },
        })
    }

    fn afar(&self, legal: &FindingsByCell) -> Vec<AfarTarget> {
        let is_enemy = |cell: Cell| self.raw.piece(cell).is_some_and(|(side, _)| side != self.side);
        let shown = legal.iter().filter(|(cell, found)| {
            !found.captured_from.is_empty()
                && (is_enemy(**cell) || self.raw.piece(**cell).is_none())
        });
        shown
            .map(|(&cell, found)| AfarTarget {
                cell: name(cell),
                by: board::geometry().names(found.captured_from),
                now: is_enemy(cell),
            })
            .collect()
    }

    /// The squares on which the piece freezes an enemy, or would freeze one.
    fn freezes(&self) -> CellSet {
        let freezes = |cell: &Cell| {
            let mut raw = self.raw.clone();
            let here = &mut raw.board[cell.index()];
            match *here {
                Some((side, _)) if side == self.side => return false,
                None if self.depends_on_victim() => return false,
                Some(_) => {}
                None => *here = Some((!self.side, Kind::KNIGHT)),
            }
            let frozen = |raw: &RawPosition| self.position(raw).frozen(!self.side).contains(*cell);
            let with = frozen(&raw);
            raw.board[self.from.index()] = None;
            with && !frozen(&raw)
        };
        board::ALL.into_iter().filter(freezes).collect()
    }

    /// The enemy king's square if this piece gives check.
    fn checks(&self, position: &Position) -> Option<Cell> {
        let (us, them) = (self.side, !self.side);
        let king = position.king(them);
        if king == NO_KING {
            return None;
        }
        let ours = position.occupied(us);
        let context = AttackContext {
            side: us,
            king,
            defenders: position.occupied(them),
            invulnerable: position.bitboards.blocks & position.occupied(them),
            attackers: ours,
            // The other pieces are treated as frozen, so that only this one attacks.
            frozen: (ours - self.from.set()) | position.frozen(us),
            locked: position.locks(us),
            fools_copy: position.last(),
        };
        position.attacks_king(&context).then_some(king)
    }
}

fn name(cell: Cell) -> String {
    board::name(cell).to_owned()
}

/// The pieces on the board with their marks.
fn placed(position: &Position) -> Vec<Placed> {
    let mut placed = Vec::new();
    for side in Side::ALL {
        let (frozen, locked) = (position.frozen(side), position.locked(side));
        for cell in position.occupied(side) {
            let marks = [
                (frozen.contains(cell), "frozen"),
                (locked.contains(cell), "locked"),
                (position.shield() == Some(cell), "shielded"),
                (position.freeze() == Some(cell), "freezing"),
            ];
            placed.push(Placed {
                cell: name(cell),
                side: side.key(),
                kind: position.piece_set().get(position.kind_on(cell)).code,
                marks: marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect(),
            });
        }
    }
    placed
}
