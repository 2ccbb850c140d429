//! Win probabilities of scores, and the marks of moves that lower them.

use heterodox_engine::{Score, engine_game};
use heterodox_wire::Mark;

/// The mark of a move that lowers the win probability by `lost`.
pub(super) fn mark(lost: f64) -> Option<Mark> {
    match lost {
        lost if lost >= 0.3 => Some(Mark::Blunder),
        lost if lost >= 0.2 => Some(Mark::Mistake),
        lost if lost >= 0.1 => Some(Mark::Inaccuracy),
        _ => None,
    }
}

/// The win probability of the side that the score is for, from 0 to 1.
pub(super) fn of(game: &str, score: Score) -> f64 {
    engine_game::win_probability(game, score).unwrap_or(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_probabilities_are_monotonic_and_symmetric() {
        for game in engine_game::games() {
            let even = of(game, Score::Centi(0));
            assert!((even - 0.5).abs() < 1e-9);
            let mut before = of(game, Score::LossIn(3));
            for value in [-900, -100, 0, 50, 100, 900] {
                let (chance, other) =
                    (of(game, Score::Centi(value)), of(game, Score::Centi(-value)));
                assert!(chance > before && (chance + other - 1.0).abs() < 1e-9, "{game} {value}");
                before = chance;
            }
            assert!(before < of(game, Score::WinIn(9)));
        }
    }

    #[test]
    fn marks_follow_the_lost_win_probability() {
        let marks = [-0.5, 0.0, 0.09, 0.11, 0.21, 0.31, 1.0].map(mark);
        let [inaccuracy, mistake, blunder] =
            [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(Some);
        assert_eq!(marks, [None, None, None, inaccuracy, mistake, blunder, blunder]);
    }
}
