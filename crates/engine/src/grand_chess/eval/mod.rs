//! The static evaluation of Grand Chess: material, mobility, king safety, pawns, threats, and the
//! mop-up against a bare king.
//!
//! The weights are data (`weights/grand-chess.txt`, with their provenance); piece values are
//! derived ([`Values`]).
//!
//! * `side_features`: pieces of one side, their attacks and threats;
//! * `king`: king safety;
//! * `pawns`: pawn structure and passed pawns;
//! * `masks`: sets of squares.

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

/// A side with no pawns and at most this beside its king counts as nearly bare: the mop-up term
/// applies against it.
const NEARLY_BARE: i32 = 150;
/// A side whose pieces are worth less than this cannot mate without pawns.
const MATING_MATERIAL: i32 = 440;
/// From this halfmove clock on the evaluation shrinks, to about half at clock 100, so that the side
/// ahead makes progress.
const FADE_AFTER: u32 = 24;

weights! {
    /// The weights of the evaluation beside the piece values, in hundredths of a pawn.
    GrandChessWeights from "../../../weights/grand-chess.txt" {
        /// The value of a kind in percent of the derived value, in the order of the table of
        /// pieces.
        piece_value_percent: [i32; Kind::COUNT],
        /// Upper bound of the value of one target square above the kind's mean.
        mobility: i32,
        /// Divided by the kind's mean mobility, it gives the value of one target square.
        mobility_total: i32,
        /// For each square of the enemy king ring that a minor, major or queen-like piece attacks,
        /// added to the king attack.
        king_ring_attack: [i32; 3],
        /// For each safe checking square of such a piece, up to three, added to the king attack.
        safe_check: [i32; 3],
        /// For each checking square that the defender guards, up to four, added to the king attack.
        unsafe_check: i32,
        /// Added to the king attack for each enemy line piece with exactly one piece between it and
        /// the king.
        pinner: i32,
        /// Subtracted from the king attack if the attacker has no queen-like piece.
        no_queen: i32,
        /// Added to the king attack for each attacked square of the king's flank, twice if attacked
        /// twice, in eighths.
        king_flank_attack: i32,
        /// Subtracted from the king attack for each square of the flank that own pieces attack, in
        /// eighths.
        king_flank_defence: i32,
        /// Penalty for the king attack, linear, in eighths.
        king_danger_linear: i32,
        /// Subtracted from the king attack, by the number of flight squares: 0, 1, 2, 3 or more.
        king_flight: [i32; 4],
        /// Penalty for the king attack, in percent: quadratic; linear with a single attacker.
        king_danger_percent: i32,
        /// The largest penalty for the king attack.
        king_danger_max: i32,
        /// Bonus for each own pawn next to the king, up to three.
        king_adjacent_pawn: i32,
        /// Bonus by the distance of the nearest own pawn before the king on a file: 1, 2, 3, more,
        /// none.
        pawn_shelter: [i32; 5],
        /// Penalty by the distance of the nearest enemy pawn before the king: 1, 2, 3, more, none.
        pawn_storm: [i32; 5],
        /// Penalty in the middlegame for each rank that the king stands ahead of its home ranks.
        king_advance: i32,
        /// Bonus in the endgame for each step towards the centre.
        king_centre: i32,
        /// Bonus by the rank of a pawn.
        pawn_rank: [i32; 10],
        /// Added to `pawn_rank` by the rank of a passed pawn.
        passed_pawn: [i32; 10],
        /// Percent subtracted from the passed-pawn bonus if an enemy piece blocks the pawn.
        passed_blocked_percent: i32,
        /// Percent added to the passed-pawn bonus if the next square is free and not attacked.
        passed_free_percent: i32,
        /// Percent added to the passed-pawn bonus if the enemy neither occupies nor attacks its
        /// path.
        passed_clear_path_percent: i32,
        /// Percent added to the passed-pawn bonus if the next square is defended.
        passed_supported_percent: i32,
        /// Bonus for each step of the enemy king to the square before a passed pawn, by rank, in
        /// the endgame.
        passed_enemy_king_distance: i32,
        /// Penalty for each step of the own king to the square before a passed pawn, by rank, in
        /// the endgame.
        passed_own_king_distance: i32,
        /// Penalty for a doubled pawn.
        doubled: i32,
        /// Penalty for an isolated pawn.
        isolated: i32,
        /// Added to `isolated` if no enemy pawn stands before the pawn.
        isolated_open: i32,
        /// Penalty for a backward pawn: no pawn can defend it, and its next square is attacked by a
        /// pawn.
        backward: i32,
        /// Bonus by the rank of a pawn with another one beside it.
        phalanx: [i32; 10],
        /// Bonus for a pawn defended by a pawn.
        supported_pawn: i32,
        /// For each enemy piece that a pawn attacks.
        threat_by_pawn: i32,
        /// For each enemy piece attacked by a less valuable one, in percent of the difference.
        threat_by_lesser_percent: i32,
        /// For each hanging enemy piece, in percent of its value.
        hanging_percent: i32,
        /// For each attack on a piece, by the classes of attacker (rows) and target: minor, major,
        /// queen-like.
        threat_by_class: [i32; 9],
        /// For each undefended enemy piece or pawn next to the own king.
        threat_by_king: i32,
        /// For each square that both sides attack and that the enemy attacks only once and not with
        /// a pawn.
        restricted: i32,
        /// By the number of a piece's safe squares: 0, 1, 2 or 3.
        trapped: [i32; 4],
        /// For each hanging enemy pawn.
        hanging_pawn: i32,
        /// For each enemy piece attacked twice and defended by no pawn.
        double_attack: i32,
        /// For each enemy piece that a safe pawn push would attack.
        threat_by_pawn_push: i32,
        /// For each central square attacked, unless an enemy pawn attacks it.
        centre_control: i32,
        /// For each square of the king ring that is attacked and defended by the king alone, added
        /// to the king attack.
        weak_king_ring: i32,
        /// Bonus for a minor piece on an outpost, defended by a pawn.
        outpost: i32,
        /// Penalty for each own pawn on the colour of a bishop.
        bishop_pawns: i32,
        /// Bonus for a rook or marshall on an open file.
        rook_open_file: i32,
        /// Bonus for a rook or marshall on a half-open file.
        rook_half_open_file: i32,
        /// Bonus for a minor piece behind a pawn.
        minor_behind_pawn: i32,
        /// Penalty for each step of a minor piece from its king, in the middlegame.
        minor_king_distance: i32,
        /// Piece-square table of a minor piece, by rank.
        minor_rank: [i32; 10],
        /// Piece-square table of a minor piece, by the file's distance from the edge.
        minor_file: [i32; 5],
        /// Piece-square table of a major piece, by rank.
        major_rank: [i32; 10],
        /// Piece-square table of a major piece, by the file's distance from the edge.
        major_file: [i32; 5],
        /// Piece-square table of a queen-like piece, by rank.
        queen_rank: [i32; 10],
        /// Piece-square table of a queen-like piece, by the file's distance from the edge.
        queen_file: [i32; 5],
        /// Bonus for two bishops or more.
        bishop_pair: i32,
        /// The least bonus for a possible promotion, in 256ths of a queen's; it applies also with
        /// an empty stock.
        least_promotion: i32,
        /// For each step of a nearly bare king towards the edge.
        mop_up_edge: i32,
        /// For each step of the kings towards each other, with a nearly bare king.
        mop_up_king_distance: i32,
        /// Bonus for the side to move.
        tempo: i32,
    }
}

/// The static evaluation of Grand Chess, for the pieces of one game.
pub struct GrandChessEvaluation {
    weights: GrandChessWeights,
    values: Arc<Values>,
    /// The features of each kind, indexed by kind.
    kind_features: Vec<KindFeatures>,
    /// The value of all pieces of a classic array: the full game phase.
    full_material: i32,
    /// Piece-square tables by side, class and cell.
    psqt: [[Vec<i32>; 3]; 2],
    /// By falling value: the value of a kind and the set of all kinds of at least that value.
    ranked: Vec<(i32, KindSet)>,
}

impl GrandChessEvaluation {
    /// The evaluation for a game with these pieces and the built-in weights.
    pub fn new(piece_set: &PieceSet) -> Self {
        Self::with_weights(piece_set, GrandChessWeights::default())
    }

    /// The evaluation with other weights.
    pub fn with_weights(piece_set: &PieceSet, weights: GrandChessWeights) -> Self {
        let values = Values::of(piece_set).scaled(&weights.piece_value_percent);
        let pairs =
            [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP].map(|kind| 2 * values.piece_value(kind));
        let singles =
            [Kind::QUEEN, Kind::MARSHALL, Kind::CARDINAL].map(|kind| values.piece_value(kind));
        let full_material = 2 * (pairs.iter().sum::<i32>() + singles.iter().sum::<i32>());
        let psqt = side_features::psqt(&weights);
        let kind_features =
            piece_set.kinds().map(|kind| KindFeatures::of(&values, &weights, kind)).collect();
        let mut kinds: Vec<_> = piece_set.kinds().collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(values.piece_value(kind)));
        let mut set = KindSet::default();
        let with = kinds.into_iter().map(|kind| {
            set.insert(kind);
            (values.piece_value(kind), set)
        });
        let ranked = with.collect();
        Self { weights, values, kind_features, full_material, psqt, ranked }
    }

    /// The piece values.
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
        let mover = position.piece(m.from()).map_or(0, |(_, kind)| self.values.piece_value(kind));
        let gain = gain(&self.values, position, m);
        // MVV-LVA; a promotion goes before all other quiet moves.
        let quiet = if capture { 0 } else { PROMOTION_FIRST };
        quiet + 10 * gain - mover.min(KING)
    }

    fn history_key(&self, position: &Position, m: Move) -> u32 {
        let kind = position.piece(m.from()).map_or(0, |(_, kind)| kind.index());
        (board::CELLS * kind + m.to().index()) as u32
    }

    /// Hashes of the pawns, White's pieces and Black's pieces.
    fn correction_keys(&self, position: &Position) -> [u64; CORRECTION_KEYS] {
        let pawns = position.pawns();
        let [white, black] = Side::ALL.map(|side| position.occupied(side));
        let both = hash_set(pawns & white, 1) ^ hash_set(pawns & black, 2).rotate_left(17);
        [both, hash_set(white - pawns, 3), hash_set(black - pawns, 4)]
    }

    fn null_move_allowed(&self, position: &Position) -> bool {
        // With pawns alone zugzwang is likely.
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

/// The hash of a set of squares.
const fn hash_set(set: CellSet, salt: u64) -> u64 {
    let (low, high) = (set.0 as u64, (set.0 >> 64) as u64);
    let low = (low ^ salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    low ^ high.wrapping_add(salt).wrapping_mul(0xA5A3_5640_5E6C_9B1D).rotate_left(31)
}

/// Above every history and killer score.
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

    /// The position of a FEN with the colours exchanged.
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

    /// The position of a FEN with the files reversed.
    fn mirrored(fen: &str) -> String {
        let (rows, rest) = fen.split_once(' ').expect("fields");
        let mirror = |row: &str| {
            // The only number of two digits is a whole row.
            if row == "10" { row.to_owned() } else { row.chars().rev().collect() }
        };
        let rows: Vec<String> = rows.split('/').map(mirror).collect();
        format!("{} {rest}", rows.join("/"))
    }

    #[test]
    fn neither_colours_nor_left_and_right_matter() {
        let mut random = heterodox_rules::SplitMix64::new(6);
        let mut judged = 0;
        for _ in 0..30 {
            let start = heterodox_rules::grand_chess::CLASSIC_START;
            let mut position: Position = start.parse().expect("a position");
            for ply in 0..90 {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let Some(&m) = random.pick(&moves) else { break };
                position.play_unchecked(m);
                // Locked pieces and en passant captures are not exchanged.
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
        // A rook on an open file, the bishop pair, a passed pawn with a free path.
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
        // From the eighth rank on it may promote.
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
