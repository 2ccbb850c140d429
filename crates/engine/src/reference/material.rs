//! A frozen player to measure all others against: alpha-beta to a fixed depth that counts material.
//!
//! It is never improved, tuned or sped up at the price of another move, because its figures would
//! lose their meaning. So it has a search and piece values of its own, and a test holds its moves.
//! It knows no repetition, no limit on quiet plies and no quiescence search.

use super::GreedyRandom;
use crate::{Choice, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::grand_chess::{self, PieceSet};
use heterodox_rules::{Frame, Scene, SearchPosition, kaleido, klinzha};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// The depth of its search in plies.
pub const DEPTH: u32 = 3;

const INFINITE: i32 = 1_000_000_000;
const WIN: i32 = 100_000_000;

/// The values of Grand Chess pieces by code.
const GRAND_CHESS: [(&str, i32); 81] = [
    ("Am", 1542),
    ("Ma", 1221),
    ("Dn", 1197),
    ("Q", 1013),
    ("Nz", 975),
    ("C", 916),
    ("He", 885),
    ("Cr", 858),
    ("Zr", 813),
    ("Gy", 807),
    ("A", 769),
    ("Ce", 752),
    ("Im", 749),
    ("Du", 738),
    ("Dk", 719),
    ("Cg", 698),
    ("Co", 678),
    ("Ad", 676),
    ("Zb", 672),
    ("Sq", 671),
    ("Sh", 658),
    ("Zg", 656),
    ("Gn", 628),
    ("Le", 617),
    ("Dh", 599),
    ("Sc", 581),
    ("Di", 555),
    ("Li", 549),
    ("Nr", 543),
    ("Cz", 537),
    ("Ba", 530),
    ("Cm", 526),
    ("Mm", 521),
    ("Nw", 518),
    ("Ch", 509),
    ("Nf", 504),
    ("Nd", 492),
    ("R", 489),
    ("Ti", 480),
    ("Pe", 474),
    ("Cw", 470),
    ("Wi", 463),
    ("Ar", 442),
    ("Zw", 433),
    ("Cf", 423),
    ("Zf", 418),
    ("Te", 413),
    ("Rh", 406),
    ("Wm", 384),
    ("Eh", 362),
    ("Gu", 356),
    ("Dw", 345),
    ("B", 343),
    ("Ox", 343),
    ("Cn", 327),
    ("Vm", 324),
    ("Sm", 316),
    ("Ph", 314),
    ("Fo", 309),
    ("Ki", 309),
    ("Fr", 308),
    ("N", 298),
    ("Bu", 295),
    ("Me", 280),
    ("Al", 251),
    ("Dr", 248),
    ("Ca", 239),
    ("Ze", 224),
    ("Gi", 210),
    ("Va", 203),
    ("Gr", 171),
    ("Wa", 169),
    ("St", 163),
    ("Fe", 147),
    ("Cb", 138),
    ("Da", 130),
    ("Bl", 128),
    ("P", 100),
    ("El", 99),
    ("Ka", 62),
    ("K", 0),
];
/// The value of a custom piece.
const CUSTOM_PIECE: i32 = 400;

/// The material of Klin Zha for the side to move.
pub fn klinzha(position: &klinzha::Position) -> i32 {
    let value = |kind| match kind {
        klinzha::Kind::Blockader => 0,
        klinzha::Kind::Vanguard => 100,
        klinzha::Kind::Lancer => 230,
        klinzha::Kind::Fencer => 360,
        klinzha::Kind::Swift => 370,
        klinzha::Kind::Flier => 380,
    };
    let of = |side| position.warriors(side).map(|(kind, _)| value(kind)).sum::<i32>();
    of(position.turn()) - of(!position.turn())
}

/// The material of Grand Chess for the side to move.
pub fn grand_chess(position: &grand_chess::Position) -> i32 {
    static VALUES: LazyLock<Vec<i32>> = LazyLock::new(|| {
        let pieces = PieceSet::standard();
        let mut values = vec![CUSTOM_PIECE; grand_chess::Kind::MOST];
        for (code, value) in GRAND_CHESS {
            if let Some(kind) = pieces.by_code(code) {
                values[kind.index()] = value;
            }
        }
        values
    });
    let of = |side| {
        let pieces = position.occupied(side).into_iter().filter_map(|cell| position.piece(cell));
        pieces.map(|(_, kind)| VALUES[kind.index()]).sum::<i32>()
    };
    of(position.turn()) - of(!position.turn())
}

/// The material of `KaleidoChess` for the colour to move: its own less that of all others.
pub fn kaleido(position: &kaleido::Position) -> i32 {
    let value = |kind| match kind {
        kaleido::Kind::Wizard => 750,
        kaleido::Kind::Dragon => 400,
        kaleido::Kind::Roc => 320,
        kaleido::Kind::Elephant => 260,
        kaleido::Kind::Eagle => 240,
        kaleido::Kind::Tiger => 215,
        kaleido::Kind::Raven | kaleido::Kind::Horse => 160,
        kaleido::Kind::Pawn => 100,
    };
    let of = |color| {
        let pieces = position.occupied(color).into_iter().filter_map(|cell| position.piece(cell));
        pieces.map(|(_, kind)| value(kind)).sum::<i32>()
    };
    let own = position.turn();
    let others = position.playing().iter().filter(|&color| color != own);
    of(own) - others.map(of).sum::<i32>()
}

/// The best move [`DEPTH`] plies deep by `material`, which counts for the seat to move. Equal moves
/// are decided by a random order. `None` if there is no legal move. For two seats.
pub fn material_move<P: SearchPosition>(
    position: &P,
    material: &impl Fn(&P) -> i32,
    random: &mut SplitMix64,
) -> Option<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    random.shuffle(&mut moves);
    let mut best = (-INFINITE, None);
    for m in moves {
        let next = position.after_unchecked(m);
        let value = -alpha_beta(&next, DEPTH - 1, 1, -INFINITE, -best.0, material);
        if value > best.0 {
            best = (value, Some(m));
        }
    }
    best.1
}

fn alpha_beta<P: SearchPosition>(
    board: &P,
    depth: u32,
    ply: i32,
    mut alpha: i32,
    beta: i32,
    material: &impl Fn(&P) -> i32,
) -> i32 {
    if let Some(outcome) = board.outcome() {
        return match outcome.winner {
            Some(winner) if winner == board.turn() => WIN - ply,
            Some(_) => ply - WIN,
            None => 0,
        };
    }
    if depth == 0 {
        return material(board);
    }
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves.sort_by_key(|&m| !board.is_capture(m));
    for m in moves {
        let next = board.after_unchecked(m);
        let value = -alpha_beta(&next, depth - 1, ply + 1, -beta, -alpha, material);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The frozen player at a table: its moves by [`material_move`], its setup by [`GreedyRandom`].
#[derive(Clone, Debug)]
pub struct MaterialPlayer {
    seed: u64,
    setup: GreedyRandom,
}

impl MaterialPlayer {
    /// A player; `seed` varies its choice among equal moves.
    pub const fn new(seed: u64) -> Self {
        Self { seed, setup: GreedyRandom::new(seed) }
    }
}

impl Player for MaterialPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let text = move_text(scene, self.seed);
        match text.filter(|text| scene.choices.iter().any(|choice| choice.text == *text)) {
            Some(text) => Ok(Choice::plain(text)),
            None => self.setup.choose(scene, frames, limit, stop),
        }
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// The move of [`material_move`] in strict notation; `None` during the setup, and in games that
/// are not open games of two seats without dice.
fn move_text(scene: &Scene, seed: u64) -> Option<String> {
    let text = &scene.frame.position;
    match scene.game {
        "klinzha" => {
            let position: klinzha::Position = text.parse().ok()?;
            best_text(&position, &klinzha, klinzha::Position::write, seed)
        }
        "grand-chess" => {
            let rules = grand_chess::TableRules::new(&scene.options).ok()?;
            let position =
                grand_chess::Position::read(text, rules.promotion, &rules.piece_set).ok()?;
            best_text(&position, &grand_chess, grand_chess::Position::uci, seed)
        }
        "kaleidochess" => {
            let rules = kaleido::TableRules::new(&scene.options).ok()?;
            let position = kaleido::Position::read(text, rules.dice).ok()?;
            let open = position.dice().is_none() && position.playing().len() <= 2;
            open.then(|| best_text(&position, &kaleido, kaleido::Position::write, seed))?
        }
        _ => None,
    }
}

fn best_text<P: SearchPosition>(
    position: &P,
    material: &impl Fn(&P) -> i32,
    write: impl Fn(&P, P::Move) -> String,
    seed: u64,
) -> Option<String> {
    let mut random = SplitMix64::with_stream(seed, position.zobrist());
    material_move(position, material, &mut random).map(|m| write(position, m))
}
