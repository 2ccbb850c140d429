//! What users have made of puzzles.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// What a user did with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleDeed {
    /// Tried a wrong move.
    Missed,
    /// Solved it.
    Solved,
    /// Was shown the solution.
    GaveUp,
}

/// What a user has made of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleResult {
    /// The puzzle, a key that only the server reads.
    pub puzzle: String,
    /// The tries so far; the one that solved it counts.
    pub tries: u32,
    /// When the user solved it, be it after its solution was shown.
    pub solved_ms: Option<UnixMillis>,
    /// When the user was shown the solution.
    pub shown_ms: Option<UnixMillis>,
}

/// What users have made of puzzles. It is gone when the user leaves; that of a guest whose games
/// are taken over is the other user's, whose own results stay.
#[async_trait]
pub trait Puzzles: Send + Sync + 'static {
    /// Notes what a user did with a puzzle. Once its solution is shown, no try is counted any more;
    /// once it is solved, nothing changes any more.
    async fn note_puzzle(
        &self,
        user: &str,
        puzzle: &str,
        deed: PuzzleDeed,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError>;

    /// Returns all results of a user, sorted by puzzle.
    async fn puzzles_of(&self, user: &str) -> Result<Vec<PuzzleResult>, StoreError>;
}
