//! The chats of games.

use super::db::{Db, Failure, all, get};
use crate::{ChatLine, NewChatLine, Said, StoreError};
use tokio_postgres::Row;

/// The caller's transaction has the row of the game, so no two lines get one number.
const INSERT_LINE: &str = "insert into chat (game, room, seq, \"user\", at_ms, phrase, body) \
    select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6 from chat \
    where game = $1 and room = $2 returning seq";

/// Takes the row of a game.
///
/// # Errors
///
/// [`StoreError::Missing`] if there is no such game.
pub(super) async fn lock_game(db: Db<'_>, game: &str) -> Result<(), Failure> {
    let query = "select 1 from games where id = $1 for no key update";
    let known = db.one(query, &[&game]).await?.is_some();
    if known { Ok(()) } else { Err(StoreError::Missing(game.to_owned()).into()) }
}

/// The columns `phrase` and `body` of what is said.
pub(super) fn said_columns(said: Option<&Said>) -> (Option<&str>, Option<&str>) {
    match said {
        Some(Said::Phrase(key)) => (Some(key), None),
        Some(Said::Text(text)) => (None, Some(text)),
        None => (None, None),
    }
}

/// What is said, from the columns `phrase` and `body`.
pub(super) fn said_of(phrase: Option<String>, body: Option<String>) -> Option<Said> {
    phrase.map(Said::Phrase).or(body.map(Said::Text))
}

/// Returns the number of the new line.
///
/// # Errors
///
/// [`StoreError::Missing`] if there is no such game.
pub(super) async fn say(db: Db<'_>, line: &NewChatLine) -> Result<u64, Failure> {
    let NewChatLine { game, room, user, at_ms, said } = line;
    lock_game(db, game).await?;
    let (phrase, body) = said_columns(Some(said));
    let row = db.one(INSERT_LINE, &[game, room, user, at_ms, &phrase, &body]).await?;
    let seq: i64 = row.map(|row| get(&row, 0)).transpose()?.unwrap_or_default();
    Ok(seq as u64)
}

pub(super) async fn lines(db: Db<'_>, game: &str, room: &str) -> Result<Vec<ChatLine>, Failure> {
    let query = "select seq, \"user\", at_ms, phrase, body from chat \
        where game = $1 and room = $2 and \"user\" is not null order by seq";
    let line = |row: &Row| {
        let said = said_of(get(row, 3)?, get(row, 4)?);
        Ok(ChatLine {
            seq: get::<i64>(row, 0)? as u64,
            user: get(row, 1)?,
            at_ms: get(row, 2)?,
            said: said.unwrap_or(Said::Text(String::new())),
        })
    };
    Ok(all(&db.query(query, &[&game, &room]).await?, line)?)
}
