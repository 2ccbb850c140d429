//! Users, sessions, credentials, codes, blocks and takeovers.

use super::derived::row_limit;
use super::inserts::{insert, is_unique_violation};
use super::{reports, ways};
use crate::people::EXPORTED;
use crate::{
    AuditEntry, Credential, Email, NAME_RESERVED_MS, OnceCode, PeopleChange, Profile,
    REPORT_KEPT_MS, Session, Silence, StoreError, Takeover, User, UserKind, UserRow, Vacation,
};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

type Read<T> = Result<T, StoreError>;

const USER: &str = "users.id, users.kind, users.name, users.name_key, users.created_ms, \
    users.seen_ms, users.gone_ms, users.about, users.lang, users.tz, users.prefs, users.role, \
    users.on_vacation, users.vacation_ms, users.vacation_at_ms, users.suspended_ms, \
    users.silenced_until_ms, users.silenced_reason";
const SESSION: &str = "sessions.token_hash, sessions.user, sessions.created_ms, \
    sessions.seen_ms, sessions.agent, sessions.household, sessions.until_ms";
const CREDENTIAL: &str = "id, user, passkey, secret, label, created_ms, used_ms";

fn read_user(row: &Row<'_>, from: usize) -> rusqlite::Result<User> {
    let kind: String = row.get(from + 1)?;
    Ok(User {
        id: row.get(from)?,
        kind: UserKind::from_key(&kind).unwrap_or_default(),
        name: row.get(from + 2)?,
        name_key: row.get(from + 3)?,
        created_ms: row.get(from + 4)?,
        seen_ms: row.get(from + 5)?,
        gone_ms: row.get(from + 6)?,
        profile: Profile {
            about: row.get(from + 7)?,
            lang: row.get(from + 8)?,
            tz: row.get(from + 9)?,
            prefs: row.get(from + 10)?,
        },
        role: row.get(from + 11)?,
        vacation: Vacation {
            on: row.get(from + 12)?,
            left_ms: row.get(from + 13)?,
            counted_ms: row.get(from + 14)?,
        },
        suspended_ms: row.get(from + 15)?,
        silence: silence(row.get(from + 16)?, row.get(from + 17)?),
    })
}

fn silence(until_ms: Option<i64>, reason: Option<String>) -> Option<Silence> {
    Some(Silence { until_ms: until_ms?, reason: reason.unwrap_or_default() })
}

fn read_session(row: &Row<'_>) -> rusqlite::Result<Session> {
    Ok(Session {
        token_hash: row.get(0)?,
        user: row.get(1)?,
        created_ms: row.get(2)?,
        seen_ms: row.get(3)?,
        agent: row.get(4)?,
        household: row.get(5)?,
        until_ms: row.get(6)?,
    })
}

fn read_credential(row: &Row<'_>) -> rusqlite::Result<Credential> {
    Ok(Credential {
        id: row.get(0)?,
        user: row.get(1)?,
        passkey: row.get(2)?,
        secret: row.get(3)?,
        label: row.get(4)?,
        created_ms: row.get(5)?,
        used_ms: row.get(6)?,
    })
}

fn read_email(row: &Row<'_>) -> rusqlite::Result<Email> {
    Ok(Email { user: row.get(0)?, address: row.get(1)?, confirmed_ms: row.get(2)? })
}

/// The only row of a query.
fn one<T>(
    db: &Connection,
    query: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Read<Option<T>> {
    Ok(db.prepare_cached(query)?.query_row(values, read).optional()?)
}

/// All rows of a query.
fn all<T>(
    db: &Connection,
    query: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Read<Vec<T>> {
    let mut query = db.prepare_cached(query)?;
    let rows = query.query_map(values, read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn session(db: &Connection, token_hash: &[u8]) -> Read<Option<(Session, User)>> {
    let query = format!(
        "select {SESSION}, {USER} from sessions join users on users.id = sessions.user \
         where token_hash = ?"
    );
    one(db, &query, [token_hash], |row| Ok((read_session(row)?, read_user(row, 7)?)))
}

pub(super) fn sessions_of(db: &Connection, user: &str) -> Read<Vec<Session>> {
    let query = format!(
        "select {SESSION} from sessions where user = ? order by seen_ms desc, created_ms desc, \
         token_hash"
    );
    all(db, &query, [user], read_session)
}

pub(super) fn user(db: &Connection, id: &str) -> Read<Option<User>> {
    let query = format!("select {USER} from users where id = ?");
    one(db, &query, [id], |row| read_user(row, 0))
}

pub(super) fn user_named(db: &Connection, name_key: &str) -> Read<Option<User>> {
    let query = format!("select {USER} from users where name_key = ? and kind <> 'gone'");
    one(db, &query, [name_key], |row| read_user(row, 0))
}

pub(super) fn name_holder(db: &Connection, name_key: &str) -> Read<Option<User>> {
    let query = format!("select {USER} from users where name_key = ?");
    one(db, &query, [name_key], |row| read_user(row, 0))
}

pub(super) fn users(
    db: &Connection,
    kind: UserKind,
    after: Option<&str>,
    limit: usize,
) -> Read<Vec<User>> {
    let query = format!(
        "select {USER} from users where kind = ?1 and (?2 is null or id > ?2) order by id limit ?3"
    );
    all(db, &query, params![kind.key(), after, row_limit(limit)], |row| read_user(row, 0))
}

pub(super) fn on_vacation(db: &Connection) -> Read<Vec<User>> {
    let query = format!("select {USER} from users where on_vacation order by id");
    all(db, &query, [], |row| read_user(row, 0))
}

pub(super) fn credentials_of(db: &Connection, user: &str) -> Read<Vec<Credential>> {
    let query =
        format!("select {CREDENTIAL} from credentials where user = ? order by created_ms, id");
    all(db, &query, [user], read_credential)
}

pub(super) fn credential(db: &Connection, id: &str) -> Read<Option<Credential>> {
    let query = format!("select {CREDENTIAL} from credentials where id = ?");
    one(db, &query, [id], read_credential)
}

pub(super) fn email_of(db: &Connection, user: &str) -> Read<Option<Email>> {
    one(db, "select user, address, confirmed_ms from emails where user = ?", [user], read_email)
}

pub(super) fn emails_with(db: &Connection, address: &str) -> Read<Vec<Email>> {
    let query = "select user, address, confirmed_ms from emails \
        where address = ? and confirmed_ms is not null order by user";
    all(db, query, [address], read_email)
}

pub(super) fn code(db: &Connection, hash: &[u8]) -> Read<Option<OnceCode>> {
    let query = "select hash, user, purpose, until_ms from once_codes where hash = ?";
    one(db, query, [hash], |row| {
        Ok(OnceCode {
            hash: row.get(0)?,
            user: row.get(1)?,
            purpose: row.get(2)?,
            until_ms: row.get(3)?,
        })
    })
}

pub(super) fn blocks_of(db: &Connection, user: &str) -> Read<Vec<String>> {
    all(db, "select blocked from blocks where user = ? order by blocked", [user], |row| row.get(0))
}

pub(super) fn open_takeovers(db: &Connection) -> Read<Vec<Takeover>> {
    let query = "select guest, user, at_ms from takeovers where done_ms is null \
        order by at_ms, guest";
    all(db, query, (), |row| {
        Ok(Takeover { guest: row.get(0)?, user: row.get(1)?, at_ms: row.get(2)? })
    })
}

pub(super) fn audit(db: &Connection, limit: usize) -> Read<Vec<AuditEntry>> {
    let query = "select at_ms, actor, what, whom, detail from audit order by rowid desc limit ?";
    all(db, query, [i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
        Ok(AuditEntry {
            at_ms: row.get(0)?,
            actor: row.get(1)?,
            what: row.get(2)?,
            whom: row.get(3)?,
            detail: row.get(4)?,
        })
    })
}

pub(super) fn rows_of(db: &Connection, user: &str) -> Read<Vec<UserRow>> {
    let mut rows = Vec::new();
    for (table, columns, keys) in EXPORTED {
        let names: Vec<_> = keys.iter().map(|key| format!("{key} = ?1")).collect();
        let query = format!("select {columns} from {table} where {}", names.join(" or "));
        let columns: Vec<_> = columns.split(", ").collect();
        let read = |row: &Row<'_>| {
            let mut values = Vec::new();
            for (index, column) in columns.iter().enumerate() {
                let value = match row.get_ref(index)? {
                    ValueRef::Integer(number) => number.to_string(),
                    ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => continue,
                };
                values.push(((*column).to_owned(), value));
            }
            Ok((table.to_owned(), values))
        };
        rows.extend(all(db, &query, [user], read)?);
    }
    Ok(rows)
}

/// Makes changes in their order. The caller rolls back if one fails.
pub(super) fn change(db: &Connection, changes: &[PeopleChange]) -> Result<(), StoreError> {
    changes.iter().try_for_each(|change| change_one(db, change))
}

fn run(db: &Connection, statement: &str, values: impl Params) -> Result<usize, StoreError> {
    Ok(db.prepare_cached(statement)?.execute(values)?)
}

/// Fails with [`StoreError::Missing`] if a statement has changed no row.
fn expect_changed(changed: usize, key: &str) -> Result<(), StoreError> {
    if changed == 0 { Err(StoreError::Missing(key.to_owned())) } else { Ok(()) }
}

/// Frees the name of a user who left long ago.
fn free_name(db: &Connection, name_key: &str, at_ms: i64) -> Result<(), StoreError> {
    let statement = "update users set name_key = null, name = null \
        where name_key = ? and kind = 'gone' and gone_ms <= ?";
    run(db, statement, params![name_key, at_ms - NAME_RESERVED_MS]).map(drop)
}

fn add_session(db: &Connection, session: &Session, key: &str) -> Result<(), StoreError> {
    let Session { token_hash, user, created_ms, seen_ms, agent, household, until_ms } = session;
    let statement = "insert into sessions \
        (token_hash, user, created_ms, seen_ms, agent, household, until_ms) \
        values (?, ?, ?, ?, ?, ?, ?)";
    let values = params![token_hash, user, created_ms, seen_ms, agent, household, until_ms];
    insert(db, statement, values, key)
}

fn add_person(db: &Connection, user: &User) -> Result<(), StoreError> {
    if let Some(key) = &user.name_key {
        free_name(db, key, user.created_ms)?;
    }
    let statement = "insert into users (id, kind, name, name_key, created_ms, seen_ms, about, \
        lang, tz, prefs, role, on_vacation, vacation_ms, vacation_at_ms) \
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let Profile { about, lang, tz, prefs } = &user.profile;
    let Vacation { on, left_ms, counted_ms } = user.vacation;
    let kind = user.kind.key();
    let User { id, name, name_key, created_ms, seen_ms, role, .. } = user;
    let values = params![
        id, kind, name, name_key, created_ms, seen_ms, about, lang, tz, prefs, role, on, left_ms,
        counted_ms
    ];
    insert(db, statement, values, name.as_deref().unwrap_or(id))
}

fn set_name(
    db: &Connection,
    (user, kind): (&str, UserKind),
    (name, name_key): (&str, &str),
    at_ms: i64,
) -> Result<(), StoreError> {
    free_name(db, name_key, at_ms)?;
    let statement = "update users set kind = 'person', name = ?, name_key = ? \
        where id = ? and kind = ?";
    match db.prepare_cached(statement)?.execute([name, name_key, user, kind.key()]) {
        Ok(changed) => expect_changed(changed, user),
        Err(error) if is_unique_violation(&error) => Err(StoreError::Taken(name.to_owned())),
        Err(error) => Err(error.into()),
    }
}

fn put_credential(db: &Connection, credential: &Credential) -> Result<(), StoreError> {
    let Credential { id, user, passkey, secret, label, created_ms, used_ms } = credential;
    let statement = "insert into credentials \
        (id, user, passkey, secret, label, created_ms, used_ms) values (?, ?, ?, ?, ?, ?, ?) \
        on conflict (id) do update set secret = excluded.secret, label = excluded.label, \
        created_ms = excluded.created_ms, used_ms = excluded.used_ms \
        where user = excluded.user and passkey = excluded.passkey";
    let values = params![id, user, passkey, secret, label, created_ms, used_ms];
    match run(db, statement, values)? {
        0 => Err(StoreError::Taken(id.clone())),
        _ => Ok(()),
    }
}

fn use_code(db: &Connection, hash: &[u8], at_ms: i64) -> Result<(), StoreError> {
    let missing = || StoreError::Missing("code".to_owned());
    let code = code(db, hash)?.filter(|code| code.until_ms > at_ms).ok_or_else(missing)?;
    match &code.user {
        Some(user) => void_codes(db, user, &code.purpose),
        None => run(db, "delete from once_codes where hash = ?", [hash]).map(drop),
    }
}

fn void_codes(db: &Connection, user: &str, purpose: &str) -> Result<(), StoreError> {
    let statement = "delete from once_codes where user = ? and purpose = ?";
    run(db, statement, [user, purpose]).map(drop)
}

/// Deletes all that belongs to a user alone. What it has said becomes lines without a user.
pub(super) fn delete_own(db: &Connection, user: &str) -> Result<(), StoreError> {
    for statement in [
        "delete from credentials where user = ?",
        "delete from sessions where user = ?",
        "delete from emails where user = ?",
        "delete from once_codes where user = ?",
        "delete from outbox where user = ?",
        "delete from private_texts where user = ?",
        "delete from puzzle_results where user = ?",
        "update chat set user = null, phrase = null, body = null where user = ?",
        "delete from blocks where user = ?1 or blocked = ?1",
    ] {
        run(db, statement, [user])?;
    }
    Ok(ways::leave(db, user)?)
}

/// Deletes all that belongs to a user alone, and makes it one who has left.
fn leave(db: &Connection, user: &str, at_ms: i64) -> Result<(), StoreError> {
    delete_own(db, user)?;
    let statement = "update users set kind = 'gone', gone_ms = ?, about = '', lang = null, \
        tz = null, prefs = '', role = 'player', on_vacation = 0, vacation_ms = 0 \
        where id = ? and kind <> 'gone'";
    run(db, statement, params![at_ms, user]).map(drop)
}

/// Deletes what is kept of a user who has left.
fn forget(db: &Connection, user: &str) -> Result<(), StoreError> {
    let statement = "update users set name = null, name_key = null, suspended_ms = null, \
        silenced_until_ms = null, silenced_reason = null where id = ? and kind = 'gone'";
    expect_changed(run(db, statement, [user])?, user)?;
    for statement in [
        "delete from takeovers where done_ms is not null and (guest = ?1 or user = ?1)",
        "delete from reports where reporter = ?1 or about = ?1",
        "update audit set detail = null where whom = ?1",
    ] {
        run(db, statement, [user])?;
    }
    Ok(())
}

/// Gives what a guest has said, noted and made of puzzles, and its conditional moves, to the user
/// who takes its games over. What the user itself has noted and solved stays.
fn pass_on(db: &Connection, guest: &str) -> Result<(), StoreError> {
    const USER: &str = "(select user from takeovers where guest = ?1)";
    for (table, column) in [
        ("chat", "user"),
        ("private_texts", "user"),
        ("puzzle_results", "user"),
        ("reports", "reporter"),
        ("reports", "about"),
    ] {
        let statement =
            format!("update or ignore {table} set {column} = {USER} where {column} = ?1");
        run(db, &statement, [guest])?;
    }
    Ok(())
}

fn change_one(db: &Connection, change: &PeopleChange) -> Result<(), StoreError> {
    match change {
        PeopleChange::AddGuest(session) => {
            let statement = "insert into users (id, kind, created_ms, seen_ms, vacation_at_ms) \
                values (?1, 'guest', ?2, ?3, ?2)";
            let Session { user, created_ms, seen_ms, .. } = session;
            insert(db, statement, params![user, created_ms, seen_ms], user)?;
            add_session(db, session, user)
        }
        PeopleChange::AddPerson(user) => add_person(db, user),
        PeopleChange::SetName { user, kind, name, name_key, at_ms } => {
            set_name(db, (user, *kind), (name, name_key), *at_ms)
        }
        PeopleChange::SetProfile { user, profile } => {
            let Profile { about, lang, tz, prefs } = profile;
            let statement = "update users set about = ?, lang = ?, tz = ?, prefs = ? \
                where id = ? and kind <> 'gone'";
            expect_changed(run(db, statement, params![about, lang, tz, prefs, user])?, user)
        }
        PeopleChange::SetRole { user, role } => {
            let statement = "update users set role = ? where id = ? and kind <> 'gone'";
            expect_changed(run(db, statement, [role, user])?, user)
        }
        PeopleChange::SetVacation { user, vacation } => {
            let Vacation { on, left_ms, counted_ms } = vacation;
            let statement = "update users set on_vacation = ?, vacation_ms = ?, \
                vacation_at_ms = ? where id = ? and kind <> 'gone'";
            expect_changed(run(db, statement, params![on, left_ms, counted_ms, user])?, user)
        }
        PeopleChange::SetSuspended { user, since_ms } => {
            let statement = "update users set suspended_ms = ? where id = ? and kind <> 'gone'";
            expect_changed(run(db, statement, params![since_ms, user])?, user)
        }
        PeopleChange::SetSilence { user, silence } => {
            let statement = "update users set silenced_until_ms = ?, silenced_reason = ? \
                where id = ? and kind <> 'gone'";
            let (until_ms, reason) =
                silence.as_ref().map(|silence| (silence.until_ms, &silence.reason)).unzip();
            expect_changed(run(db, statement, params![until_ms, reason, user])?, user)
        }
        PeopleChange::AddReport(report) => reports::add(db, report),
        PeopleChange::CloseReport { id, outcome, at_ms } => reports::close(db, id, outcome, *at_ms),
        PeopleChange::AddSession(session) => {
            let known = user(db, &session.user)?
                .filter(|user| user.kind != UserKind::Gone && user.suspended_ms.is_none());
            known.ok_or_else(|| StoreError::Missing(session.user.clone()))?;
            add_session(db, session, &session.user)
        }
        PeopleChange::ExpectSession(hash) => {
            let known = session(db, hash)?;
            known.map(drop).ok_or_else(|| StoreError::Missing("session".to_owned()))
        }
        PeopleChange::Seen { token_hash, at_ms } => {
            run(
                db,
                "update users set seen_ms = max(seen_ms, ?) \
                 where id = (select user from sessions where token_hash = ?)",
                params![at_ms, token_hash],
            )?;
            let statement = "update sessions set seen_ms = max(seen_ms, ?) where token_hash = ?";
            run(db, statement, params![at_ms, token_hash]).map(drop)
        }
        PeopleChange::EndSession(hash) => {
            run(db, "delete from sessions where token_hash = ?", [hash]).map(drop)
        }
        PeopleChange::EndSessions { user, but } => {
            let statement = "delete from sessions where user = ? and token_hash is not ?";
            run(db, statement, params![user, but]).map(drop)
        }
        PeopleChange::PutCredential(credential) => put_credential(db, credential),
        PeopleChange::UseCredential { credential, before } => {
            let Credential { id, user, secret, used_ms, .. } = credential;
            let statement = "update credentials set secret = ?, used_ms = ? \
                where id = ? and user = ? and secret = ?";
            let changed = run(db, statement, params![secret, used_ms, id, user, before])?;
            expect_changed(changed, id)
        }
        PeopleChange::RemoveCredential { user, id } => {
            run(db, "delete from credentials where user = ? and id = ?", [user, id]).map(drop)
        }
        PeopleChange::PutEmail(Email { user, address, confirmed_ms }) => {
            let statement = "insert or replace into emails (user, address, confirmed_ms) \
                values (?, ?, ?)";
            run(db, statement, params![user, address, confirmed_ms]).map(drop)
        }
        PeopleChange::RemoveEmail(user) => {
            run(db, "delete from emails where user = ?", [user]).map(drop)
        }
        PeopleChange::AddCode(OnceCode { hash, user, purpose, until_ms }) => {
            let statement =
                "insert into once_codes (hash, user, purpose, until_ms) values (?, ?, ?, ?)";
            insert(db, statement, params![hash, user, purpose, until_ms], purpose)
        }
        PeopleChange::UseCode { hash, at_ms } => use_code(db, hash, *at_ms),
        PeopleChange::VoidCodes { user, purpose } => void_codes(db, user, purpose),
        PeopleChange::Block { user, blocked, at_ms } => {
            let statement = "insert or ignore into blocks (user, blocked, at_ms) values (?, ?, ?)";
            run(db, statement, params![user, blocked, at_ms]).map(drop)
        }
        PeopleChange::Unblock { user, blocked } => {
            run(db, "delete from blocks where user = ? and blocked = ?", [user, blocked]).map(drop)
        }
        PeopleChange::BeginTakeover(Takeover { guest, user, at_ms }) => {
            let statement = "insert into takeovers (guest, user, at_ms) values (?, ?, ?)";
            insert(db, statement, params![guest, user, at_ms], guest)
        }
        PeopleChange::EndTakeover { guest, at_ms } => {
            let statement = "update takeovers set done_ms = ? where guest = ?";
            run(db, statement, params![at_ms, guest])?;
            pass_on(db, guest)?;
            leave(db, guest, *at_ms)
        }
        PeopleChange::Leave { user, at_ms } => leave(db, user, *at_ms),
        PeopleChange::Forget(user) => forget(db, user),
        PeopleChange::Expire { household_before_ms, now_ms } => {
            let statement = "update sessions set household = null \
                where household is not null and created_ms < ?";
            run(db, statement, [household_before_ms])?;
            run(db, "delete from sessions where until_ms <= ?", [now_ms])?;
            let statement = "update users set name = null, name_key = null \
                where kind = 'gone' and name is not null and gone_ms <= ?";
            run(db, statement, [now_ms - NAME_RESERVED_MS])?;
            run(db, "delete from reports where closed_ms <= ?", [now_ms - REPORT_KEPT_MS])?;
            run(db, "delete from once_codes where until_ms <= ?", [now_ms]).map(drop)
        }
        PeopleChange::Audit(AuditEntry { at_ms, actor, what, whom, detail }) => {
            let statement =
                "insert into audit (at_ms, actor, what, whom, detail) values (?, ?, ?, ?, ?)";
            run(db, statement, params![at_ms, actor, what, whom, detail]).map(drop)
        }
        PeopleChange::Way(change) => ways::change(db, change),
    }
}
