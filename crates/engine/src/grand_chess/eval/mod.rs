//! The value of a position of Grand Chess: material, mobility, the kings' safety, pawns on their way, and
//! how to drive a bare king to its end.
//!
//! The weights are data (`weights/grand-chess.txt`, with where they come from); what pieces are worth is derived
//! ([`Values`]).

mod camp;
mod king;
mod masks;
mod pawns;

use super::see::{gain, see};
use super::values::{KING, Values};
use crate::Evaluate;
use crate::evaluate::CORRECTION_KEYS;
use crate::weights::weights;
use camp::KindFacts;
use heterodox_rules::CellSet;
use heterodox_rules::grand_chess::{Kind, KindSet, Move, PieceSet, Position, Side, board};
use std::sync::Arc;

/// A side with so little besides its king is hunted.
const NEARLY_BARE: i32 = 150;
/// Less than this cannot mate a king without pawns.
const MATING: i32 = 440;
/// After so many quiet plies an advantage begins to fade: something should happen.
const PATIENCE: u32 = 24;

weights! {
    /// The weights of the evaluation beside the values of the pieces, in hundredths of a pawn.
    GrandChessWeights from "../../../weights/grand-chess.txt" {
        /// What a kind is worth in hundredths of what is derived for it, in the order of the table of pieces.
        worth_percent: [i32; Kind::COUNT],
        /// For each square more than usual that a piece may go to, at most.
        mobility: i32,
        /// The same in all: divided by what is usual for the kind.
        mobility_shared: i32,
        /// What a light, heavy or queenlike piece adds to the pressure for each square beside the enemy king that it looks at.
        near: [i32; 3],
        /// What a square adds from which such a piece could give a check safely, up to three.
        check: [i32; 3],
        /// What a square adds from which a check could be given that is guarded, up to four.
        guarded_check: i32,
        /// What an enemy line piece adds that a single piece keeps from the king.
        aimed: i32,
        /// What it takes off that the enemy has no queen or nearly one.
        no_queen: i32,
        /// For each square around the king's home that the enemy looks at, and again if twice; in eighths.
        flank: i32,
        /// For each that the king's own pieces look at: taken off.
        flank_kept: i32,
        /// The pressure as it is, in eighths.
        pressed_king: i32,
        /// What squares to flee to take off, by how many there are, up to three.
        flight: [i32; 4],
        /// The pressure, squared, in hundredths.
        attack_percent: i32,
        /// At most so much.
        attack_most: i32,
        /// For each own pawn before or beside the king, up to three.
        shelter: i32,
        /// By how far before the king the nearest own pawn of a file stands: 1, 2, 3, more, none.
        cover: [i32; 5],
        /// The same for enemy pawns: taken off.
        storm: [i32; 5],
        /// For each step that the king is ahead of its home ranks while there is much to fear: taken off.
        walk: i32,
        /// For each step nearer to the middle that the king is when there is little to fear.
        centre: i32,
        /// By a pawn's rank: what it is worth to have come so far.
        advanced: [i32; 10],
        /// The same if no enemy pawn can stop it.
        passed: [i32; 10],
        /// So much less, in hundredths, if an enemy piece stands before it.
        blocked_percent: i32,
        /// So much more if nobody stands before it or guards the square.
        free_percent: i32,
        /// So much more if the enemy neither stands on its way nor looks at it.
        clear_percent: i32,
        /// So much more if the square before it is guarded.
        supported_percent: i32,
        /// For each step that the enemy king is away from the square before it, by how far it has come, in the end.
        escort: i32,
        /// The same for the own king: taken off.
        escort_own: i32,
        /// A pawn with another one on its file: taken off.
        doubled: i32,
        /// A pawn without others beside it: taken off.
        isolated: i32,
        /// More if no enemy pawn stands before it.
        isolated_open: i32,
        /// A pawn that no other can ever guard and that cannot go on: taken off.
        backward: i32,
        /// By a pawn's rank: another one at its side.
        phalanx: [i32; 10],
        /// A pawn guarded by another one.
        guarded: i32,
        /// An enemy piece that a pawn could capture.
        by_pawn: i32,
        /// An enemy piece that could be captured by one that is worth less: this part of what it is worth more, in hundredths.
        by_lesser_percent: i32,
        /// An enemy piece that could be captured and is not guarded: this part of its worth, in hundredths.
        loose_percent: i32,
        /// For each attack of a light, heavy or queenlike piece on such a one: three rows by the attacker.
        hits: [i32; 9],
        /// An unguarded enemy beside the king.
        by_king: i32,
        /// For each square that both sides look at and that the enemy does not hold firmly.
        restricted: i32,
        /// A piece that may safely go to no square, to one, two or three.
        few: [i32; 4],
        /// An enemy pawn that could be captured and is not guarded.
        loose_pawn: i32,
        /// An enemy piece that is attacked twice and guarded by no pawn.
        pressed: i32,
        /// An enemy piece that a pawn could threaten with its next step.
        push: i32,
        /// For each square in the middle that a side looks at and no enemy pawn does.
        control: i32,
        /// What a square beside the enemy king that is looked at and that only the king guards adds to the pressure.
        weak: i32,
        /// A lesser piece that stands ahead, guarded by a pawn, where no enemy pawn can drive it away.
        outpost: i32,
        /// For each own pawn on the colour of a bishop: taken off.
        bishop_pawns: i32,
        /// A rook or marshall on a file without pawns.
        open_file: i32,
        /// On a file without own pawns.
        half_open_file: i32,
        /// A light piece behind a pawn.
        behind_pawn: i32,
        /// For each step that a light piece is away from its king while there is much to fear: taken off.
        keeper: i32,
        /// By its rank: a piece that is worth about as much as a knight.
        light_rank: [i32; 10],
        /// By how far it is from the edge.
        light_file: [i32; 5],
        /// A piece like a rook.
        heavy_rank: [i32; 10],
        /// By how far it is from the edge.
        heavy_file: [i32; 5],
        /// A piece like a queen.
        queen_rank: [i32; 10],
        /// By how far it is from the edge.
        queen_file: [i32; 5],
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
    /// By kind.
    facts: Vec<KindFacts>,
    /// What all pieces of a classic array are worth: with so much on the board, everything is to fear.
    classic: i32,
    /// By side, class of piece and cell.
    places: [[Vec<i32>; 3]; 2],
    /// For each kind, what it is worth, and the set of all that are worth as much or more; the most valuable first.
    ranked: Vec<(i32, KindSet)>,
}

impl GrandChessEvaluation {
    /// The evaluation for a game with these pieces.
    pub fn new(forms: &PieceSet) -> Self {
        Self::weighing(forms, GrandChessWeights::default())
    }

    /// The same with other weights.
    pub fn weighing(forms: &PieceSet, weights: GrandChessWeights) -> Self {
        let values = Values::of(forms).corrected(&weights.worth_percent);
        let pairs = [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP].map(|kind| 2 * values.worth(kind));
        let singles = [Kind::QUEEN, Kind::MARSHALL, Kind::CARDINAL].map(|kind| values.worth(kind));
        let classic = 2 * (pairs.iter().sum::<i32>() + singles.iter().sum::<i32>());
        let places = camp::places(&weights);
        let facts = forms.kinds().map(|kind| KindFacts::of(&values, &weights, kind)).collect();
        let mut kinds: Vec<_> = forms.kinds().collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(values.worth(kind)));
        let mut set = KindSet::default();
        let with = kinds.into_iter().map(|kind| {
            set.insert(kind);
            (values.worth(kind), set)
        });
        let ranked = with.collect();
        Self { weights, values, facts, classic, places, ranked }
    }

    /// What the pieces are worth.
    pub fn values(&self) -> &Values {
        &self.values
    }
}

impl Evaluate<Position> for GrandChessEvaluation {
    fn evaluate(&self, position: &Position) -> i32 {
        let (us, them) = (position.turn(), !position.turn());
        let (own, enemy) = (self.side_features(position, us), self.side_features(position, them));
        let pieces = own.pieces + enemy.pieces;
        let fear = (256 * pieces / self.classic).min(256);
        let pawns = self.pawns(position, us, &own, &enemy, fear)
            - self.pawns(position, them, &enemy, &own, fear);
        let kings = self.king(position, us, &own, &enemy, fear)
            - self.king(position, them, &enemy, &own, fear);
        let threats =
            self.threats(position, us, &own, &enemy) - self.threats(position, them, &enemy, &own);
        let early = (own.early - enemy.early) * fear / 256;
        let mut value = own.value - enemy.value + early + pawns + kings + threats;
        let (stronger, ahead, behind) =
            if value >= 0 { (us, &own, &enemy) } else { (them, &enemy, &own) };
        let sign = if value >= 0 { 1 } else { -1 };
        if behind.pieces <= NEARLY_BARE && behind.pawns.is_empty() && ahead.pieces >= MATING {
            value += sign * self.mop_up(position, stronger);
        }
        if ahead.pawns.is_empty() && ahead.pieces - behind.pieces < MATING {
            value /= 8;
        }
        let quiet = position.halfmove_clock().min(100);
        if quiet > PATIENCE {
            value = value * (150 - quiet as i32 + PATIENCE as i32) / 150;
        }
        value + self.weights.tempo
    }

    fn evaluation_key(&self, position: &Position) -> Option<u64> {
        let fading = u64::from(position.halfmove_clock().min(100).saturating_sub(PATIENCE));
        Some(position.zobrist() ^ fading.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    fn order_hint(&self, position: &Position, m: Move, capture: bool) -> i32 {
        if m.promotion().is_none() && !capture {
            return 0;
        }
        let mover = position.piece(m.from()).map_or(0, |(_, kind)| self.values.worth(kind));
        let gain = gain(&self.values, position, m);
        // The most valuable victim first, of equal ones the least valuable attacker. A promotion goes
        // before all other quiet moves.
        let quiet = if capture { 0 } else { PROMOTION_FIRST };
        quiet + 10 * gain - mover.min(KING)
    }

    fn history_key(&self, position: &Position, m: Move) -> u32 {
        let kind = position.piece(m.from()).map_or(0, |(_, kind)| kind.index());
        (board::CELLS * kind + m.to().index()) as u32
    }

    /// The pawns, White's pieces, Black's pieces.
    fn correction_keys(&self, position: &Position) -> [u64; CORRECTION_KEYS] {
        let pawns = position.pawns();
        let [white, black] = Side::ALL.map(|side| position.occupied(side));
        let both = mixed(pawns & white, 1) ^ mixed(pawns & black, 2).rotate_left(17);
        [both, mixed(white - pawns, 3), mixed(black - pawns, 4)]
    }

    fn null_move_allowed(&self, position: &Position) -> bool {
        // With pawns alone every move may be bad.
        let own = position.occupied(position.turn()).into_iter();
        let kinds = own.filter_map(|cell| position.piece(cell)).map(|(_, kind)| kind);
        kinds.filter(|&kind| kind != Kind::PAWN && kind != Kind::KING).count() > 0
    }

    fn capture_gain(&self, position: &Position, m: Move) -> Option<i32> {
        Some(gain(&self.values, position, m))
    }

    fn see(&self, position: &Position, m: Move) -> Option<i32> {
        Some(see(&self.values, position, m))
    }

    fn has_no_winning_move(&self, _: &Position) -> bool {
        true
    }

    fn in_check(&self, position: &Position) -> bool {
        position.is_check()
    }

    fn gives_check(&self, position: &Position, m: Move) -> Option<bool> {
        Some(position.gives_check(m))
    }

    fn must_evade(&self, position: &Position) -> bool {
        position.is_check()
    }
}

/// A set of squares hashed, each salt in another way.
const fn mixed(set: CellSet, salt: u64) -> u64 {
    let (low, high) = (set.0 as u64, (set.0 >> 64) as u64);
    let low = (low ^ salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    low ^ high.wrapping_add(salt).wrapping_mul(0xA5A3_5640_5E6C_9B1D).rotate_left(31)
}

/// Above what history and killers give.
const PROMOTION_FIRST: i32 = 1 << 21;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::WeightSet;
    use heterodox_rules::SearchPosition;

    fn value(text: &str) -> i32 {
        let position: Position = text.parse().expect("a position");
        GrandChessEvaluation::new(position.piece_set()).evaluate(&position)
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

    /// The position of a FEN with the colours changed, seen from the other side.
    fn turned(fen: &str) -> String {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        let rows: Vec<&str> = fields[0].split('/').rev().collect();
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        fields[0] = rows.join("/").chars().map(swap).collect();
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
        if let Some(cell) = board::by_name(&fields[3]) {
            fields[3] = board::name(board::flipped(cell)).to_owned();
        }
        fields.join(" ")
    }

    /// The same with left and right changed.
    fn mirrored(fen: &str) -> String {
        let (rows, rest) = fen.split_once(' ').expect("fields");
        let mirror = |row: &str| {
            // The only number of two digits is a row by itself.
            if row == "10" { row.to_owned() } else { row.chars().rev().collect() }
        };
        let rows: Vec<String> = rows.split('/').map(mirror).collect();
        format!("{} {rest}", rows.join("/"))
    }

    #[test]
    fn neither_colours_nor_left_and_right_matter() {
        let mut random = crate::Random::new(6);
        let mut judged = 0;
        for _ in 0..30 {
            let start = heterodox_rules::grand_chess::CLASSIC_START;
            let mut position: Position = start.parse().expect("a position");
            for ply in 0..90 {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let Some(&m) = random.pick(&moves) else { break };
                position.play_unchecked(m);
                // Which pieces are locked or can be captured in passing is not turned with the rest.
                if ply % 6 != 5 || position.en_passant().is_some() || position.only_kings() {
                    continue;
                }
                let fen = position.to_string();
                let here = value(&fen);
                assert_eq!(value(&turned(&fen)), here, "turned {fen}");
                assert_eq!(value(&mirrored(&fen)), here, "mirrored {fen}");
                judged += 1;
            }
        }
        assert!(judged > 200, "{judged}");
    }

    #[test]
    fn what_helps_pieces_and_pawns_counts() {
        let better = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|rows| value(&format!("{rows} w - - 0 60")));
            assert!(one > other, "{one} {other}");
        };
        let rows = |first: &str| format!("4k5/pppp6/10/10/10/10/10/PPP7/10/{first}");
        // A rook on an open file, two bishops, a pawn with its way free.
        better(&rows("4KR4"), &rows("RK8"));
        better(&rows("4KBB3"), &rows("4KBN3"));
        let way = |before: &str| format!("2k7/10/10/{before}/7P2/10/10/10/10/2K7");
        better(&way("9n"), &way("7n2"));
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
        // From the eighth rank on it may promote, which is another matter.
        let values: Vec<i32> = (3..=7).map(bare).collect();
        assert!(values.is_sorted() && values[4] > values[0] + 150, "{values:?}");
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
