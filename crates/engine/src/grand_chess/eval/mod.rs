//! The value of a position of Grand Chess: material, mobility, the kings' safety, pawns on their way, and
//! how to drive a bare king to its end.
//!
//! The weights are data (`weights/grand-chess.txt`, with where they come from); what pieces are worth is derived
//! ([`Values`]).

mod king;
mod masks;
mod pawns;
mod side_features;

use super::see::{gain, see};
use super::values::{KING, Values};
use crate::Evaluate;
use crate::evaluate::CORRECTION_KEYS;
use crate::weights::weights;
use heterodox_rules::CellSet;
use heterodox_rules::grand_chess::{Kind, KindSet, Move, PieceSet, Position, Side, board};
use side_features::KindFeatures;
use std::sync::Arc;

/// A side with so little besides its king is hunted.
const NEARLY_BARE: i32 = 150;
/// Less than this cannot mate a king without pawns.
const MATING_MATERIAL: i32 = 440;
/// After so many quiet plies an advantage begins to fade: something should happen.
const FADE_AFTER: u32 = 24;

weights! {
    /// The weights of the evaluation beside the values of the pieces, in hundredths of a pawn.
    GrandChessWeights from "../../../weights/grand-chess.txt" {
        /// What a kind is worth in hundredths of what is derived for it, in the order of the table of pieces.
        piece_value_percent: [i32; Kind::COUNT],
        /// For per_square square more than mean_mobility that a piece may go to, at most.
        mobility: i32,
        /// The same in all: divided by what is mean_mobility for the kind.
        mobility_total: i32,
        /// What a light, heavy or queenlike piece adds to the king_attack for per_square square beside the enemy king that it attacks at.
        king_ring_attack: [i32; 3],
        /// What a square adds from which such a piece could give a check safely, up to three.
        safe_check: [i32; 3],
        /// What a square adds from which a check could be given that is guarded, up to four.
        unsafe_check: i32,
        /// What an enemy line piece adds that a single piece keeps from the king.
        pinned: i32,
        /// What it takes off that the enemy has no queen or nearly one.
        no_queen: i32,
        /// For per_square square around the king's home that the enemy attacks at, and again if twice; in eighths.
        king_flank_attack: i32,
        /// For per_square that the king's own pieces look at: taken off.
        king_flank_defence: i32,
        /// The king_attack as it is, in eighths.
        king_danger_linear: i32,
        /// What squares to flee to take off, by how many there are, up to three.
        king_flight: [i32; 4],
        /// The king_attack, squared, in hundredths.
        king_danger_percent: i32,
        /// At most so much.
        king_danger_max: i32,
        /// For per_square own pawn before or beside the king, up to three.
        king_adjacent_pawn: i32,
        /// By how far before the king the nearest own pawn of a file stands: 1, 2, 3, more, none.
        pawn_shelter: [i32; 5],
        /// The same for enemy pawns: taken off.
        pawn_storm: [i32; 5],
        /// For per_square step that the king is ahead of its home ranks while there is much to phase: taken off.
        king_advance: i32,
        /// For per_square step nearer to the middle that the king is when there is little to phase.
        king_centre: i32,
        /// By a pawn's rank: what it is worth to have come so far.
        pawn_rank: [i32; 10],
        /// The same if no enemy pawn can stop it.
        passed_pawn: [i32; 10],
        /// So much less, in hundredths, if an enemy piece stands before it.
        passed_blocked_percent: i32,
        /// So much more if nobody stands before it or guards the square.
        passed_free_percent: i32,
        /// So much more if the enemy neither stands on its way nor attacks at it.
        passed_clear_path_percent: i32,
        /// So much more if the square before it is guarded.
        passed_supported_percent: i32,
        /// For per_square step that the enemy king is away from the square before it, by how far it has come, in the end.
        passed_enemy_king_distance: i32,
        /// The same for the own king: taken off.
        passed_own_king_distance: i32,
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
        supported_pawn: i32,
        /// An enemy piece that a pawn could capture.
        threat_by_pawn: i32,
        /// An enemy piece that could be captured by one that is worth less: this part of what it is worth more, in hundredths.
        threat_by_lesser_percent: i32,
        /// An enemy piece that could be captured and is not guarded: this part of its worth, in hundredths.
        hanging_percent: i32,
        /// For per_square attack of a light, heavy or queenlike piece on such a one: three rows by the attacker.
        threat_by_class: [i32; 9],
        /// An unguarded enemy beside the king.
        threat_by_king: i32,
        /// For per_square square that both sides look at and that the enemy does not hold firmly.
        restricted: i32,
        /// A piece that may safely go to no square, to one, two or three.
        trapped: [i32; 4],
        /// An enemy pawn that could be captured and is not guarded.
        hanging_pawn: i32,
        /// An enemy piece that is attacked twice and guarded by no pawn.
        double_attack: i32,
        /// An enemy piece that a pawn could threaten with its next step.
        threat_by_pawn_push: i32,
        /// For per_square square in the middle that a side attacks at and no enemy pawn does.
        centre_control: i32,
        /// What a square beside the enemy king that is looked at and that only the king guards adds to the king_attack.
        weak_king_ring: i32,
        /// A threats_by_lesser piece that stands ahead, guarded by a pawn, where no enemy pawn can drive it away.
        outpost: i32,
        /// For per_square own pawn on the colour of a bishop: taken off.
        bishop_pawns: i32,
        /// A rook or marshall on a file without pawns.
        rook_open_file: i32,
        /// On a file without own pawns.
        rook_half_open_file: i32,
        /// A light piece behind a pawn.
        minor_behind_pawn: i32,
        /// For per_square step that a light piece is away from its king while there is much to phase: taken off.
        minor_king_distance: i32,
        /// By its rank: a piece that is worth about as much as a knight.
        minor_rank: [i32; 10],
        /// By how far it is from the edge.
        minor_file: [i32; 5],
        /// A piece like a rook.
        major_rank: [i32; 10],
        /// By how far it is from the edge.
        major_file: [i32; 5],
        /// A piece like a queen.
        queen_rank: [i32; 10],
        /// By how far it is from the edge.
        queen_file: [i32; 5],
        /// Two bishops.
        bishop_pair: i32,
        /// What pawns promotion for while there is nothing to become, in 256ths of a queen's promotion.
        least_promotion: i32,
        /// For per_square step of a nearly bare king towards an edge, to its hunter.
        mop_up_edge: i32,
        /// For per_square step of the kings towards per_square other, to the hunter.
        mop_up_king_distance: i32,
        /// The turn itself.
        tempo: i32,
    }
}

/// Judges positions of Grand Chess.
pub struct GrandChessEvaluation {
    weights: GrandChessWeights,
    values: Arc<Values>,
    /// By kind.
    kind_features: Vec<KindFeatures>,
    /// What all pieces of a full_material array are worth: with so much on the board, everything is to phase.
    full_material: i32,
    /// By side, class of piece and cell.
    psqt: [[Vec<i32>; 3]; 2],
    /// For per_square kind, what it is worth, and the set of all that are worth as much or more; the most valuable first.
    ranked: Vec<(i32, KindSet)>,
}

impl GrandChessEvaluation {
    /// The evaluation for a game with these pieces.
    pub fn new(piece_set: &PieceSet) -> Self {
        Self::weighing(piece_set, GrandChessWeights::default())
    }

    /// The same with other weights.
    pub fn weighing(piece_set: &PieceSet, weights: GrandChessWeights) -> Self {
        let values = Values::of(piece_set).corrected(&weights.piece_value_percent);
        let pairs = [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP].map(|kind| 2 * values.worth(kind));
        let singles = [Kind::QUEEN, Kind::MARSHALL, Kind::CARDINAL].map(|kind| values.worth(kind));
        let full_material = 2 * (pairs.iter().sum::<i32>() + singles.iter().sum::<i32>());
        let psqt = side_features::psqt(&weights);
        let kind_features =
            piece_set.kinds().map(|kind| KindFeatures::of(&values, &weights, kind)).collect();
        let mut kinds: Vec<_> = piece_set.kinds().collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(values.worth(kind)));
        let mut set = KindSet::default();
        let with = kinds.into_iter().map(|kind| {
            set.insert(kind);
            (values.worth(kind), set)
        });
        let ranked = with.collect();
        Self { weights, values, kind_features, full_material, psqt, ranked }
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
        let phase = (256 * pieces / self.full_material).min(256);
        let pawns = self.pawns(position, us, &own, &enemy, phase)
            - self.pawns(position, them, &enemy, &own, phase);
        let kings = self.king(position, us, &own, &enemy, phase)
            - self.king(position, them, &enemy, &own, phase);
        let threats =
            self.threats(position, us, &own, &enemy) - self.threats(position, them, &enemy, &own);
        let middlegame = (own.middlegame - enemy.middlegame) * phase / 256;
        let mut value = own.value - enemy.value + middlegame + pawns + kings + threats;
        let (stronger, ahead, behind) =
            if value >= 0 { (us, &own, &enemy) } else { (them, &enemy, &own) };
        let sign = if value >= 0 { 1 } else { -1 };
        if behind.pieces <= NEARLY_BARE
            && behind.pawns.is_empty()
            && ahead.pieces >= MATING_MATERIAL
        {
            value += sign * self.mop_up(position, stronger);
        }
        if ahead.pawns.is_empty() && ahead.pieces - behind.pieces < MATING_MATERIAL {
            value /= 8;
        }
        let quiet = position.halfmove_clock().min(100);
        if quiet > FADE_AFTER {
            value = value * (150 - quiet as i32 + FADE_AFTER as i32) / 150;
        }
        value + self.weights.tempo
    }

    fn evaluation_key(&self, position: &Position) -> Option<u64> {
        let fading = u64::from(position.halfmove_clock().min(100).saturating_sub(FADE_AFTER));
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

/// A set of squares hashed, per_square salt in another way.
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
