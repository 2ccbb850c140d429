//! What a person or a guest has made of puzzles, and of the levels of the computer.

use super::{People, PeopleError};
use crate::games::ServiceError;
use crate::study::{DAY_MS, OfferedPuzzle, PuzzleBook};
use heterodox_engine::Level;
use heterodox_host::UserId;
use heterodox_host::{Game, HostError};
use heterodox_store::{Derived, GameState, PuzzleDeed, PuzzleResult};
use heterodox_wire::{LevelTally, NextChoices, PuzzleLine, Tally};
use std::collections::{BTreeSet, HashMap};

/// The losses in a row after which a lower level is suggested.
const LOSSES: usize = 2;
/// The number of games among which they are looked for.
const RECENT: usize = 20;

fn failed(error: HostError) -> PeopleError {
    ServiceError::from(error).into()
}

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

    /// Whether the user has solved the puzzle, be it after its solution was shown.
    pub(crate) fn is_solved(&self, id: &str) -> bool {
        self.0.get(id).is_some_and(|result| result.solved_ms.is_some())
    }

    /// Whether the user has solved the puzzle of a day on that day.
    pub(crate) fn is_day_solved(&self, day: i64) -> bool {
        self.is_solved(&day_key(day))
    }

    /// Whether the user has solved the puzzle of a day on that day before its solution was shown.
    fn counts_for_streak(&self, day: i64) -> bool {
        let result = self.of(&day_key(day));
        result.solved_ms.is_some() && result.shown_ms.is_none()
    }

    /// On how many days in a row the puzzle of the day was solved: up to `today`, or up to the day
    /// before, as today is not over.
    pub(crate) fn streak(&self, today: i64) -> u32 {
        let last = if self.counts_for_streak(today) { today } else { today - 1 };
        (0..=last).take_while(|back| self.counts_for_streak(last - back)).count() as u32
    }

    /// The first puzzle of a game after `number` that is not solved; from the first again behind
    /// the last.
    pub(crate) fn next<'a>(
        &'a self,
        book: &'a PuzzleBook,
        game: &'a str,
        number: usize,
    ) -> Option<&'a OfferedPuzzle> {
        let mut open = self.open(book, game).filter(|one| one.number != number);
        let first = open.next()?;
        if first.number > number {
            return Some(first);
        }
        open.find(|one| one.number > number).or(Some(first))
    }

    /// The first puzzle of a game, except this one, that is not solved.
    pub(crate) fn first_open<'a>(
        &'a self,
        book: &'a PuzzleBook,
        except: &'a OfferedPuzzle,
    ) -> Option<&'a OfferedPuzzle> {
        self.open(book, except.game).find(|one| one.id != except.id)
    }

    /// The puzzles of a game that are not solved, in their order.
    fn open<'a>(
        &'a self,
        book: &'a PuzzleBook,
        game: &'a str,
    ) -> impl Iterator<Item = &'a OfferedPuzzle> {
        book.all().iter().filter(move |one| one.game == game && !self.is_solved(&one.id))
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

    /// What can follow a finished game of a user.
    ///
    /// # Errors
    ///
    /// If the user has no seat in it, or it is not over.
    pub(crate) async fn next_choices(
        &self,
        user: UserId,
        game: &Game,
    ) -> Result<NextChoices, PeopleError> {
        let own = game.seats_of(user);
        if own.is_empty() {
            return Err(failed(HostError::NoSeat));
        }
        let Some(outcome) = game.outcome() else { return Err(failed(HostError::NotOver)) };
        let others = || game.players().iter().flatten().filter(|player| !player.is(user));
        let alone = others().all(|player| player.level().is_some());
        let levels: BTreeSet<u8> =
            others().filter_map(|player| Some(player.level()?.number())).collect();
        let level = match levels.iter().collect::<Vec<_>>().as_slice() {
            [level] if alone => Level::new(**level),
            _ => None,
        };
        let (mut tally, mut suggested) = (None, None);
        if let Some(level) = level {
            let kind = &game.opening().game;
            let known = self.tally(Some(user)).await?.levels.into_iter();
            tally = known.into_iter().find(|one| one.game == *kind && one.level == level.number());
            suggested = match outcome.winner {
                Some(winner) if own.contains(&winner) => Level::new(level.number() + 1),
                Some(_) if self.lost_in_a_row(user, kind, level).await? >= LOSSES => {
                    Level::new(level.number() - 1)
                }
                _ => None,
            };
        }
        let array = game.has_other_array();
        Ok(NextChoices { level, tally, suggested, array, alone })
    }

    /// How many of its last games against a level a user has lost, without another result between.
    async fn lost_in_a_row(
        &self,
        user: UserId,
        kind: &str,
        level: Level,
    ) -> Result<usize, PeopleError> {
        let over = Some(GameState::Over);
        let page = self.store.games_of(user.as_str(), over, None, None, RECENT).await?;
        let same = page.games.iter().map(|listed| &listed.derived).filter(|derived| {
            derived.summary.kind == kind
                && derived.seats.iter().any(|seat| seat.computer == Some(level.number()))
        });
        let lost = |derived: &&Derived| {
            let own =
                derived.seats.iter().filter(|seat| seat.user.as_deref() == Some(user.as_str()));
            own.filter_map(|seat| seat.place).min().is_some_and(|place| place > 1)
        };
        Ok(same.take_while(lost).count())
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
                (
                    key.clone(),
                    PuzzleResult { puzzle: key, solved_ms: Some(1), ..Default::default() },
                )
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
