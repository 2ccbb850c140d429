//! What a person or a guest has made of puzzles, and of the levels of the computer.

use super::{People, PeopleError};
use crate::study::{DAY_MS, OfferedPuzzle, PuzzleBook};
use heterodox_host::UserId;
use heterodox_store::{PuzzleDeed, PuzzleResult};
use heterodox_wire::{LevelTally, PuzzleLine, Tally};
use std::collections::HashMap;

/// The results of a user by puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PuzzleResults(HashMap<String, PuzzleResult>);

/// The key of the puzzle of a day beside the keys of puzzles: it can be solved on its day although
/// the puzzle was solved before.
fn day_key(day: i64) -> String {
    format!("day-{day}")
}

impl PuzzleResults {
    /// The result of a puzzle.
    pub(crate) fn of(&self, id: &str) -> PuzzleResult {
        self.0.get(id).cloned().unwrap_or_default()
    }

    /// Whether the user has solved the puzzle.
    pub(crate) fn is_solved(&self, id: &str) -> bool {
        self.0.get(id).is_some_and(|result| result.solved_ms.is_some())
    }

    /// Whether the user has solved the puzzle of a day on that day.
    pub(crate) fn is_day_solved(&self, day: i64) -> bool {
        self.is_solved(&day_key(day))
    }

    /// On how many days in a row the puzzle of the day was solved: up to `today`, or up to the day
    /// before, as today is not over.
    pub(crate) fn streak(&self, today: i64) -> u32 {
        let last = if self.is_day_solved(today) { today } else { today - 1 };
        (0..).take_while(|back| self.is_day_solved(last - i64::from(*back))).count() as u32
    }

    /// The first puzzle of a game after `number` that is not solved; from the first again behind
    /// the last.
    pub(crate) fn next<'a>(
        &self,
        book: &'a PuzzleBook,
        game: &str,
        number: usize,
    ) -> Option<&'a OfferedPuzzle> {
        let open = |one: &&OfferedPuzzle| {
            one.game == game && one.number != number && !self.is_solved(&one.id)
        };
        let all = || book.all().iter().filter(open);
        all().find(|one| one.number > number).or_else(|| all().next())
    }

    /// A puzzle in a list.
    pub(crate) fn line(&self, offered: &OfferedPuzzle) -> PuzzleLine {
        let PuzzleResult { tries, solved_ms, shown_ms, .. } = self.of(&offered.id);
        PuzzleLine {
            id: offered.id.clone(),
            game: offered.game,
            number: offered.number,
            objective: offered.puzzle.objective.into(),
            difficulty: offered.difficulty,
            tries,
            solved_ms,
            shown_ms,
        }
    }
}

impl People {
    /// The day, counted from 1970-01-01 UTC.
    pub(crate) fn today(&self) -> i64 {
        self.now_ms().div_euclid(DAY_MS)
    }

    /// The results of a user; none of a stranger.
    pub(crate) async fn puzzle_results(
        &self,
        user: Option<UserId>,
    ) -> Result<PuzzleResults, PeopleError> {
        let Some(user) = user else { return Ok(PuzzleResults::default()) };
        let results = self.store.puzzles_of(user.as_str()).await?;
        Ok(PuzzleResults(results.into_iter().map(|one| (one.puzzle.clone(), one)).collect()))
    }

    /// Notes what a user did with a puzzle, and with that of the day if it is the same.
    pub(crate) async fn note_puzzle(
        &self,
        book: &PuzzleBook,
        user: UserId,
        id: &str,
        deed: PuzzleDeed,
    ) -> Result<(), PeopleError> {
        let (today, now_ms) = (self.today(), self.now_ms());
        self.store.note_puzzle(user.as_str(), id, deed, now_ms).await?;
        if book.daily(today).id == id {
            self.store.note_puzzle(user.as_str(), &day_key(today), deed, now_ms).await?;
        }
        Ok(())
    }

    /// How a user has played against the levels of the computer; empty for a stranger.
    pub(crate) async fn tally(&self, user: Option<UserId>) -> Result<Tally, PeopleError> {
        let Some(user) = user else { return Ok(Tally { levels: Vec::new() }) };
        let scores = self.store.level_scores(user.as_str()).await?;
        let levels = scores.into_iter().map(|score| LevelTally {
            drawn: score.games - score.won - score.lost,
            game: score.kind,
            level: score.level,
            games: score.games,
            won: score.won,
            lost: score.lost,
        });
        Ok(Tally { levels: levels.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_goes_up_to_today_or_yesterday() {
        let solved = |days: &[i64]| {
            let result = |day: &i64| {
                let key = day_key(*day);
                (key.clone(), PuzzleResult { puzzle: key, solved_ms: Some(1), ..Default::default() })
            };
            PuzzleResults(days.iter().map(result).collect())
        };
        for (days, streak) in
            [(&[][..], 0), (&[100], 1), (&[99], 1), (&[98], 0), (&[97, 98, 99, 100], 4)]
        {
            assert_eq!(solved(days).streak(100), streak, "{days:?}");
        }
    }
}
