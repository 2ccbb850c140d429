//! The chats of games.

use crate::{ChatLine, NewChatLine, Said, StoreError};
use rusqlite::{Connection, params};

const INSERT_LINE: &str = "insert into chat (game, room, seq, user, at_ms, phrase, body) \
    select ?1, ?2, coalesce(max(seq), 0) + 1, ?3, ?4, ?5, ?6 from chat \
    where game = ?1 and room = ?2 returning seq";

pub(super) fn expect_game(db: &Connection, game: &str) -> Result<(), StoreError> {
    let known = db.prepare_cached("select 1 from games where id = ?")?.exists([game])?;
    if known { Ok(()) } else { Err(StoreError::Missing(game.to_owned())) }
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
pub(super) fn say(db: &Connection, line: &NewChatLine) -> Result<u64, StoreError> {
    let NewChatLine { game, room, user, at_ms, said } = line;
    expect_game(db, game)?;
    let (phrase, body) = said_columns(Some(said));
    let values = params![game, room, user, at_ms, phrase, body];
    let seq: i64 = db.prepare_cached(INSERT_LINE)?.query_row(values, |row| row.get(0))?;
    Ok(seq as u64)
}

pub(super) fn lines(db: &Connection, game: &str, room: &str) -> Result<Vec<ChatLine>, StoreError> {
    let query = "select seq, user, at_ms, phrase, body from chat \
        where game = ? and room = ? and user is not null order by seq";
    let mut query = db.prepare_cached(query)?;
    let rows = query.query_map([game, room], |row| {
        let said = said_of(row.get(3)?, row.get(4)?);
        Ok(ChatLine {
            seq: row.get::<_, i64>(0)? as u64,
            user: row.get(1)?,
            at_ms: row.get(2)?,
            said: said.unwrap_or(Said::Text(String::new())),
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
