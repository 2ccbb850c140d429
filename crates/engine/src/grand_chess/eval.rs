//! The value of a position of Grand Chess: material, mobility, the kings' safety, pawns on their way, and
//! how to drive a bare king to its end.
//!
//! The weights are data (`weights/grand-chess.txt`, with where they come from); what pieces are worth is derived
//! ([`Values`]).

use super::exchange::{exchange, gain};
use super::values::{KING, PAWN, Values};
use crate::Evaluate;
use crate::weights::weights;
use heterodox_rules::grand_chess::table::Rule;
use heterodox_rules::grand_chess::{Forms, Kind, Move, Position, Side, board};
use heterodox_rules::{Cell, CellSet, SearchPosition};
use std::sync::{Arc, LazyLock};

/// A piece that cannot move because it is frozen: this part of its worth.
const FROZEN_PART: i32 = 5;
/// What attackers near the king add up to is squared and divided by this.
const ATTACK_PART: i32 = 8;
/// A threat against something better counts up to so much more.
const MOST_MORE: i32 = 600;
/// And what is not guarded up to so much.
const MOST_LOOSE: i32 = 900;
/// Only what is worth so much or less is glad of an outpost.
const OUTPOST_WORTH: i32 = 500;
/// The 24 squares of the middle.
const MIDDLE: CellSet = {
    let (mut files, mut file) = (0, 2);
    while file < 8 {
        files |= board::file_set(file).0;
        file += 1;
    }
    CellSet(files & ranks(3, 6).0)
};
/// By side, the ranks on which a piece stands ahead.
const OUTPOSTS: [CellSet; 2] = [ranks(4, 7), ranks(2, 5)];

const fn ranks(first: usize, last: usize) -> CellSet {
    let (mut set, mut rank) = (0, first);
    while rank <= last {
        set |= board::rank_set(rank).0;
        rank += 1;
    }
    CellSet(set)
}

/// A queen's promotion.
const QUEENING: i32 = 850;
/// A side with so little besides its king is hunted.
const NEARLY_BARE: i32 = 150;
/// Less than this cannot mate a king without pawns.
const MATING: i32 = 440;
/// After so many quiet plies an advantage begins to fade: something should happen.
const PATIENCE: u32 = 24;

weights! {
    /// The weights of the evaluation beside the values of the pieces, in hundredths of a pawn.
    GrandChessWeights from "../../weights/grand-chess.txt" {
        /// What a kind is worth in hundredths of what is derived for it, in the order of the table of pieces.
        worth_percent: [i32; Kind::COUNT],
        /// For each square more than usual that a piece may go to, at most.
        mobility: i32,
        /// The same in all: divided by what is usual for the kind.
        mobility_shared: i32,
        /// At most so much.
        attack_most: i32,
        /// For each own pawn before or beside the king, up to three.
        shelter: i32,
        /// For each step that the king is ahead of its home ranks while there is much to fear: taken off.
        walk: i32,
        /// For each step nearer to the middle that the king is when there is little to fear.
        centre: i32,
        /// By a pawn's rank: what it is worth to have come so far.
        advanced: [i32; 10],
        /// The same if no enemy pawn can stop it.
        passed: [i32; 10],
        /// A pawn with another one on its file: taken off.
        doubled: i32,
        /// A pawn without others beside it: taken off.
        isolated: i32,
        /// A pawn guarded by another one.
        guarded: i32,
        /// An enemy piece that a pawn could capture.
        by_pawn: i32,
        /// An enemy piece that could be captured by one that is worth less: this part of what it is worth more, in hundredths.
        by_lesser_percent: i32,
        /// An enemy piece that could be captured and is not guarded: this part of its worth, in hundredths.
        loose_percent: i32,
        /// An enemy pawn that could be captured and is not guarded.
        loose_pawn: i32,
        /// For each square in the middle that a side looks at and no enemy pawn does.
        control: i32,
        /// What a square beside the enemy king that is looked at and that only the king guards adds to the pressure.
        weak: i32,
        /// A lesser piece that stands ahead, guarded by a pawn, where no enemy pawn can drive it away.
        outpost: i32,
        /// Two bishops.
        bishops: i32,
        /// What pawns hope for while there is nothing to become, in 256ths of a queen's promotion.
        hope: i32,
        /// For each step of a nearly bare king towards an edge, to its hunter.
        to_the_edge: i32,
        /// For each step of the kings towards each other, to the hunter.
        together: i32,
        /// The turn itself.
        tempo: i32,
    }
}

/// Judges positions of Grand Chess.
pub struct GrandChessEvaluation {
    weights: GrandChessWeights,
    values: Arc<Values>,
    /// What all pieces of a classic array are worth: with so much on the board, everything is to fear.
    classic: i32,
}

/// What is counted for one side.
#[derive(Default)]
struct Camp {
    pawns: CellSet,
    /// What its pieces are worth, pawns aside.
    pieces: i32,
    value: i32,
    /// By how much it presses on the enemy king.
    pressure: i32,
    pressing: i32,
    /// What its pieces look at, pawns and king aside.
    looks: CellSet,
    /// What its pawns look at.
    pawn_looks: CellSet,
    /// By how much what it could capture is worth more than what would capture it.
    lesser: i32,
    bishops: i32,
}

impl Camp {
    /// What it guards or attacks with anything but its king.
    fn all_looks(&self) -> CellSet {
        self.looks | self.pawn_looks
    }
}

impl GrandChessEvaluation {
    /// The evaluation for a game with these pieces.
    pub fn new(forms: &Forms) -> Self {
        Self::weighing(forms, GrandChessWeights::default())
    }

    /// The same with other weights.
    pub fn weighing(forms: &Forms, weights: GrandChessWeights) -> Self {
        let values = Values::of(forms).corrected(&weights.worth_percent);
        let pairs = [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP].map(|kind| 2 * values.worth(kind));
        let singles = [Kind::QUEEN, Kind::MARSHALL, Kind::CARDINAL].map(|kind| values.worth(kind));
        let classic = 2 * (pairs.iter().sum::<i32>() + singles.iter().sum::<i32>());
        Self { weights, values, classic }
    }

    /// What the pieces are worth.
    pub fn values(&self) -> &Values {
        &self.values
    }

    fn camp(&self, position: &Position, side: Side) -> Camp {
        let mut camp = Camp::default();
        let occupied = position.all_occupied();
        let own = position.occupied(side);
        let frozen = position.frozen(side);
        let locked = position.locks(side);
        let enemy_king = position.king(!side);
        let ring = board::neighbours(enemy_king) | enemy_king.set();
        let (masks, enemies) = (&Masks::get()[side as usize], position.occupied(!side));
        for cell in own {
            let Some((_, kind)) = position.piece(cell) else { continue };
            if kind == Kind::PAWN {
                camp.pawns.insert(cell);
                camp.pawn_looks |= masks[cell.index()].looks;
                continue;
            }
            if kind == Kind::KING {
                continue;
            }
            let worth = self.values.worth(kind);
            camp.pieces += worth;
            let form = position.forms().get(kind);
            if frozen.contains(cell) {
                camp.value -= worth / FROZEN_PART;
                continue;
            }
            if form.rule == Rule::Fool || locked && form.locked {
                continue;
            }
            let (moves, takes) = form.reach(side, cell, occupied);
            camp.value += self.mobility(kind, (moves | (takes - own)).len() as i32);
            camp.looks |= moves | takes;
            camp.bishops += i32::from(kind == Kind::BISHOP);
            for target in takes & enemies {
                let more =
                    position.piece(target).map_or(0, |(_, kind)| self.values.worth(kind)) - worth;
                if more > 0 {
                    camp.lesser += more.min(MOST_MORE);
                }
            }
            let near = ((moves | takes) & ring).len() as i32;
            if near > 0 && form.rule != Rule::Block {
                camp.pressing += 1;
                camp.pressure += near * (2 + worth.min(1500) / 250);
            }
        }
        camp.value += camp.pieces;
        camp
    }

    /// What a side threatens, and what it holds.
    fn threats(&self, position: &Position, side: Side, own: &Camp, enemy: &Camp) -> i32 {
        let weights = &self.weights;
        let worth = |cell| position.piece(cell).map_or(0, |(_, kind)| self.values.worth(kind));
        let targets = position.occupied(!side) - enemy.pawns - position.king(!side).set();
        let guarded = enemy.all_looks() | board::neighbours(position.king(!side));
        let mut value = weights.by_pawn * (targets & own.pawn_looks).len() as i32;
        value += own.lesser * weights.by_lesser_percent / 100;
        let loose = (own.all_looks() - guarded) & position.occupied(!side);
        value += weights.loose_pawn * (loose & enemy.pawns).len() as i32;
        for cell in loose & targets {
            value += worth(cell).min(MOST_LOOSE) * weights.loose_percent / 100;
        }
        let held = (own.all_looks() & MIDDLE) - enemy.pawn_looks;
        value += weights.control * held.len() as i32;
        if own.bishops > 1 {
            value += weights.bishops;
        }
        let masks = &Masks::get()[side as usize];
        let posts = position.occupied(side) & own.pawn_looks & OUTPOSTS[side as usize];
        for cell in posts - own.pawns {
            let mask = &masks[cell.index()];
            let driven = enemy.pawns.meets(mask.ahead_around - mask.ahead);
            if !driven && (1..=OUTPOST_WORTH).contains(&worth(cell)) {
                value += weights.outpost;
            }
        }
        value
    }

    fn mobility(&self, kind: Kind, squares: i32) -> i32 {
        let usual = self.values.usual_mobility(kind).max(1);
        let each = (self.weights.mobility_shared / usual).clamp(1, self.weights.mobility.max(1));
        (10 * squares - usual) * each / 10
    }

    /// What the pawns of a side are worth.
    fn pawns(&self, position: &Position, side: Side, own: CellSet, enemy: CellSet) -> i32 {
        let best = position.stock(side).iter().map(|kind| self.values.worth(kind)).max();
        let least = self.weights.hope.min(400);
        let hope = best.map_or(least, |best| (256 * (best - PAWN) / QUEENING).clamp(least, 400));
        let masks = &Masks::get()[side as usize];
        let mut value = PAWN * own.len() as i32;
        for cell in own {
            let mask = &masks[cell.index()];
            let rank = side.rank(board::rank(cell));
            let mut way = self.weights.advanced[rank];
            if !enemy.meets(mask.ahead_around) && !own.meets(mask.ahead) {
                way += self.weights.passed[rank];
            }
            value += way * hope / 256;
            if (own & mask.file).len() > 1 {
                value -= self.weights.doubled;
            }
            if !own.meets(mask.beside) {
                value -= self.weights.isolated;
            }
            if own.meets(mask.guards) {
                value += self.weights.guarded;
            }
        }
        value
    }

    /// How the king of a side stands: the more there is to fear, in 256ths, the more it should hide.
    fn king(&self, position: &Position, side: Side, own: &Camp, enemy: &Camp, fear: i32) -> i32 {
        let king = position.king(side);
        let shelter = (own.pawns & board::neighbours(king)).len().min(3) as i32;
        let walked = (side.rank(board::rank(king)) as i32 - 1).max(0);
        let ring = board::neighbours(king);
        let weak = (ring & (enemy.all_looks() - own.all_looks())).len() as i32;
        let pressure = enemy.pressure + self.weights.weak * weak;
        let pressure =
            if enemy.pressing > 1 { pressure * pressure / ATTACK_PART } else { pressure };
        let hidden = self.weights.shelter * shelter
            - self.weights.walk * walked
            - pressure.min(self.weights.attack_most);
        let central = -self.weights.centre * from_centre(king);
        (hidden * fear + central * (256 - fear)) / 256
    }

    /// What speaks for the stronger side when the other one has next to nothing.
    fn hunt(&self, position: &Position, hunter: Side) -> i32 {
        let (king, prey) = (position.king(hunter), position.king(!hunter));
        self.weights.to_the_edge * from_centre(prey)
            + self.weights.together * (14 - distance(king, prey))
    }
}

impl Evaluate<Position> for GrandChessEvaluation {
    fn evaluate(&self, position: &Position) -> i32 {
        let (us, them) = (position.turn(), !position.turn());
        let (own, enemy) = (self.camp(position, us), self.camp(position, them));
        let pieces = own.pieces + enemy.pieces;
        let fear = (256 * pieces / self.classic).min(256);
        let pawns = self.pawns(position, us, own.pawns, enemy.pawns)
            - self.pawns(position, them, enemy.pawns, own.pawns);
        let kings = self.king(position, us, &own, &enemy, fear)
            - self.king(position, them, &enemy, &own, fear);
        let threats =
            self.threats(position, us, &own, &enemy) - self.threats(position, them, &enemy, &own);
        let mut value = own.value - enemy.value + pawns + kings + threats;
        let (stronger, ahead, behind) =
            if value >= 0 { (us, &own, &enemy) } else { (them, &enemy, &own) };
        let sign = if value >= 0 { 1 } else { -1 };
        if behind.pieces <= NEARLY_BARE && behind.pawns.is_empty() && ahead.pieces >= MATING {
            value += sign * self.hunt(position, stronger);
        }
        if ahead.pawns.is_empty() && ahead.pieces - behind.pieces < MATING {
            value /= 8;
        }
        let quiet = position.quiet().min(100);
        if quiet > PATIENCE {
            value = value * (150 - quiet as i32 + PATIENCE as i32) / 150;
        }
        value + self.weights.tempo
    }

    fn order_hint(&self, position: &Position, m: Move) -> i32 {
        if m.promotion().is_none() && !position.is_capture(m) {
            return 0;
        }
        let mover = position.piece(m.from()).map_or(0, |(_, kind)| self.values.worth(kind));
        let gain = gain(&self.values, position, m);
        // The most valuable victim first, of equal ones the least valuable attacker. A promotion goes
        // before all other quiet moves.
        let quiet = if position.is_capture(m) { 0 } else { PROMOTION_FIRST };
        quiet + 10 * gain - mover.min(KING)
    }

    fn class(&self, position: &Position, m: Move) -> u32 {
        let kind = position.piece(m.from()).map_or(0, |(_, kind)| kind.index());
        (board::CELLS * kind + m.to().index()) as u32
    }

    fn may_pass(&self, position: &Position) -> bool {
        // With pawns alone every move may be bad.
        let own = position.occupied(position.turn()).into_iter();
        let kinds = own.filter_map(|cell| position.piece(cell)).map(|(_, kind)| kind);
        kinds.filter(|&kind| kind != Kind::PAWN && kind != Kind::KING).count() > 0
    }

    fn gain(&self, position: &Position, m: Move) -> Option<i32> {
        Some(gain(&self.values, position, m))
    }

    fn exchange(&self, position: &Position, m: Move) -> Option<i32> {
        Some(exchange(&self.values, position, m))
    }

    fn in_danger(&self, position: &Position) -> bool {
        position.is_check()
    }

    fn must_answer(&self, position: &Position) -> bool {
        position.is_check()
    }
}

/// Above what history and killers give.
const PROMOTION_FIRST: i32 = 1 << 21;

/// The cells that matter to a pawn.
struct Masks {
    file: CellSet,
    /// The files beside its own.
    beside: CellSet,
    /// Before it on its file.
    ahead: CellSet,
    /// The same on the files beside too.
    ahead_around: CellSet,
    /// Where pawns guard it.
    guards: CellSet,
    /// What it looks at.
    looks: CellSet,
}

impl Masks {
    /// By side and cell.
    fn get() -> &'static [Vec<Self>; 2] {
        static MASKS: LazyLock<[Vec<Masks>; 2]> = LazyLock::new(|| {
            Side::ALL.map(|side| board::ALL.into_iter().map(|cell| Masks::of(side, cell)).collect())
        });
        &MASKS
    }

    fn of(side: Side, cell: Cell) -> Self {
        let file = board::file_set(board::file(cell));
        let beside = files_beside(board::file(cell));
        let before = ahead(side, cell);
        let diagonal = |up| {
            let cells = [-1, 1].into_iter().filter_map(|right| board::step(cell, (right, up)));
            cells.fold(CellSet::EMPTY, |set, cell| set | cell.set())
        };
        Self {
            file,
            beside,
            ahead: before & file,
            ahead_around: before & (file | beside),
            guards: diagonal(-side.forward()),
            looks: diagonal(side.forward()),
        }
    }
}

/// The files beside a file.
fn files_beside(file: usize) -> CellSet {
    let left = file.checked_sub(1).map_or(CellSet::EMPTY, board::file_set);
    let right = if file + 1 < board::SIZE { board::file_set(file + 1) } else { CellSet::EMPTY };
    left | right
}

/// The ranks before a pawn of this side.
fn ahead(side: Side, cell: Cell) -> CellSet {
    let rank = board::rank(cell);
    let below = (1_u128 << (board::SIZE * (rank + usize::from(side == Side::White)))) - 1;
    match side {
        Side::White => CellSet(board::ALL.0 & !below),
        Side::Black => CellSet(board::ALL.0 & below),
    }
}

/// Steps from the middle of the board to a square: 0 to 8.
fn from_centre(cell: Cell) -> i32 {
    let off = |at: usize| if at < 5 { 4 - at as i32 } else { at as i32 - 5 };
    off(board::file(cell)) + off(board::rank(cell))
}

/// Steps of a king between two squares, those to the side counted too.
fn distance(a: Cell, b: Cell) -> i32 {
    let files = board::file(a).abs_diff(board::file(b)) as i32;
    let ranks = board::rank(a).abs_diff(board::rank(b)) as i32;
    files.max(ranks) + (files + ranks) / 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::WeightSet;

    fn value(text: &str) -> i32 {
        let position: Position = text.parse().expect("a position");
        GrandChessEvaluation::new(position.forms()).evaluate(&position)
    }

    #[test]
    fn the_sides_are_judged_alike() {
        let start = "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R";
        let (white, black) =
            (value(&format!("{start} w - - 0 3")), value(&format!("{start} b - - 0 3")));
        let tempo = GrandChessWeights::builtin().tempo;
        assert_eq!(white - tempo, -(black - tempo));
        assert_eq!(value(heterodox_rules::grand_chess::CLASSIC_START), tempo);
    }

    #[test]
    fn the_ranks_before_a_pawn_are_those_it_has_to_pass() {
        let cell = board::by_name("e4").expect("a cell");
        assert_eq!(ahead(Side::White, cell).len(), 60);
        assert_eq!(ahead(Side::Black, cell).len(), 30);
    }

    #[test]
    fn more_is_better_and_a_passed_pawn_grows() {
        let bare = |rank: usize| {
            let rows = (1..=10).rev().map(|row| match row {
                10 => "r8k".to_owned(),
                1 => "R8K".to_owned(),
                row if row == rank => "4P5".to_owned(),
                _ => "10".to_owned(),
            });
            let rows: Vec<String> = rows.collect();
            value(&format!("{} w - - 0 60", rows.join("/")))
        };
        let values: Vec<i32> = (3..=8).map(bare).collect();
        assert!(values.is_sorted() && values[5] > values[0] + 150, "{values:?}");
        assert!(value("9k/10/10/10/10/10/10/10/10/R8K w - - 0 60") > 500);
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let corner = value("k9/2K7/10/10/10/10/5Q4/10/10/10 w - - 0 60");
        let middle = value("10/10/10/4k5/10/10/2K3Q3/10/10/10 w - - 0 60");
        assert!(corner > middle + 50, "{corner} {middle}");
    }

    #[test]
    fn a_knight_alone_wins_nothing() {
        assert!(value("9k/10/10/10/10/10/4N5/10/10/K9 w - - 0 60") < 100);
    }
}
