//! What users have made of puzzles.

use super::db::{Db, Failure, all, get, number};
use crate::{PuzzleDeed, PuzzleResult};
use tokio_postgres::Row;

pub(super) async fn note(
    db: Db<'_>,
    (user, puzzle): (&str, &str),
    deed: PuzzleDeed,
    at_ms: i64,
) -> Result<(), Failure> {
    let statement = "insert into puzzle_results as own (\"user\", puzzle, tries, solved_ms, \
        shown_ms) values ($1, $2, $3, $4, $5) on conflict (\"user\", puzzle) do update set \
        tries = own.tries + case when own.shown_ms is null then excluded.tries else 0 end, \
        solved_ms = excluded.solved_ms, shown_ms = coalesce(own.shown_ms, excluded.shown_ms) \
        where own.solved_ms is null";
    let tries = i64::from(deed != PuzzleDeed::GaveUp);
    let solved_ms = (deed == PuzzleDeed::Solved).then_some(at_ms);
    let shown_ms = (deed == PuzzleDeed::GaveUp).then_some(at_ms);
    db.execute(statement, &[&user, &puzzle, &tries, &solved_ms, &shown_ms]).await?;
    Ok(())
}

pub(super) async fn of_user(db: Db<'_>, user: &str) -> Result<Vec<PuzzleResult>, Failure> {
    let query = "select puzzle, tries, solved_ms, shown_ms from puzzle_results \
        where \"user\" = $1 order by puzzle";
    let read = |row: &Row| {
        Ok(PuzzleResult {
            puzzle: get(row, 0)?,
            tries: number(row, 1)?,
            solved_ms: get(row, 2)?,
            shown_ms: get(row, 3)?,
        })
    };
    Ok(all(&db.query(query, &[&user]).await?, read)?)
}
