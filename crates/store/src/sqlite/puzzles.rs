//! What users have made of puzzles.

use crate::{PuzzleDeed, PuzzleResult, StoreError};
use rusqlite::{Connection, params};

pub(super) fn note(
    db: &Connection,
    (user, puzzle): (&str, &str),
    deed: PuzzleDeed,
    at_ms: i64,
) -> Result<(), StoreError> {
    let statement = "insert into puzzle_results (user, puzzle, tries, solved_ms, shown_ms) \
        values (?, ?, ?, ?, ?) on conflict (user, puzzle) do update set \
        tries = tries + iif(shown_ms is null, excluded.tries, 0), \
        solved_ms = excluded.solved_ms, shown_ms = coalesce(shown_ms, excluded.shown_ms) \
        where solved_ms is null";
    let tries = u32::from(deed != PuzzleDeed::GaveUp);
    let solved_ms = (deed == PuzzleDeed::Solved).then_some(at_ms);
    let shown_ms = (deed == PuzzleDeed::GaveUp).then_some(at_ms);
    db.prepare_cached(statement)?.execute(params![user, puzzle, tries, solved_ms, shown_ms])?;
    Ok(())
}

pub(super) fn of_user(db: &Connection, user: &str) -> Result<Vec<PuzzleResult>, StoreError> {
    let query = "select puzzle, tries, solved_ms, shown_ms from puzzle_results where user = ? \
        order by puzzle";
    let mut select = db.prepare_cached(query)?;
    let rows = select.query_map([user], |row| {
        Ok(PuzzleResult {
            puzzle: row.get(0)?,
            tries: row.get(1)?,
            solved_ms: row.get(2)?,
            shown_ms: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
