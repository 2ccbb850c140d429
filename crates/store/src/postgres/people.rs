//! Users, sessions, credentials, codes, blocks and takeovers.

use super::db::{Db, Failure, Values, all, get, is_unique_violation, row_limit};
use super::{reports, ways};
use crate::people::EXPORTED;
use crate::{
    AuditEntry, Credential, Email, NAME_RESERVED_MS, OnceCode, PeopleChange, Profile,
    REPORT_KEPT_MS, Session, Silence, StoreError, Takeover, User, UserKind, UserRow, Vacation,
};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

type Read<T> = Result<T, Failure>;

const USER: &str = "users.id, users.kind, users.name, users.name_key, users.created_ms, \
    users.seen_ms, users.gone_ms, users.about, users.lang, users.tz, users.prefs, users.role, \
    users.on_vacation, users.vacation_ms, users.vacation_at_ms, users.suspended_ms, \
    users.silenced_until_ms, users.silenced_reason";
const SESSION: &str = "sessions.token_hash, sessions.\"user\", sessions.created_ms, \
    sessions.seen_ms, sessions.agent, sessions.household, sessions.until_ms";
const CREDENTIAL: &str = "id, \"user\", passkey, secret, label, created_ms, used_ms";

fn read_user(row: &Row, from: usize) -> Result<User, StoreError> {
    let kind: String = get(row, from + 1)?;
    let until_ms: Option<i64> = get(row, from + 16)?;
    let reason: Option<String> = get(row, from + 17)?;
    Ok(User {
        id: get(row, from)?,
        kind: UserKind::from_key(&kind).unwrap_or_default(),
        name: get(row, from + 2)?,
        name_key: get(row, from + 3)?,
        created_ms: get(row, from + 4)?,
        seen_ms: get(row, from + 5)?,
        gone_ms: get(row, from + 6)?,
        profile: Profile {
            about: get(row, from + 7)?,
            lang: get(row, from + 8)?,
            tz: get(row, from + 9)?,
            prefs: get(row, from + 10)?,
        },
        role: get(row, from + 11)?,
        vacation: Vacation {
            on: get(row, from + 12)?,
            left_ms: get(row, from + 13)?,
            counted_ms: get(row, from + 14)?,
        },
        suspended_ms: get(row, from + 15)?,
        silence: until_ms.map(|until_ms| Silence { until_ms, reason: reason.unwrap_or_default() }),
    })
}

fn read_session(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        token_hash: get(row, 0)?,
        user: get(row, 1)?,
        created_ms: get(row, 2)?,
        seen_ms: get(row, 3)?,
        agent: get(row, 4)?,
        household: get(row, 5)?,
        until_ms: get(row, 6)?,
    })
}

fn read_credential(row: &Row) -> Result<Credential, StoreError> {
    Ok(Credential {
        id: get(row, 0)?,
        user: get(row, 1)?,
        passkey: get(row, 2)?,
        secret: get(row, 3)?,
        label: get(row, 4)?,
        created_ms: get(row, 5)?,
        used_ms: get(row, 6)?,
    })
}

fn read_email(row: &Row) -> Result<Email, StoreError> {
    Ok(Email { user: get(row, 0)?, address: get(row, 1)?, confirmed_ms: get(row, 2)? })
}

/// The only row of a query.
async fn one<T>(
    db: Db<'_>,
    query: &str,
    values: Values<'_>,
    read: fn(&Row) -> Result<T, StoreError>,
) -> Read<Option<T>> {
    Ok(db.one(query, values).await?.map(|row| read(&row)).transpose()?)
}

/// All rows of a query.
async fn many<T>(
    db: Db<'_>,
    query: &str,
    values: Values<'_>,
    read: fn(&Row) -> Result<T, StoreError>,
) -> Read<Vec<T>> {
    Ok(all(&db.query(query, values).await?, read)?)
}

pub(super) async fn session(db: Db<'_>, token_hash: &[u8]) -> Read<Option<(Session, User)>> {
    let query = format!(
        "select {SESSION}, {USER} from sessions join users on users.id = sessions.\"user\" \
         where token_hash = $1"
    );
    one(db, &query, &[&token_hash], |row| Ok((read_session(row)?, read_user(row, 7)?))).await
}

pub(super) async fn sessions_of(db: Db<'_>, user: &str) -> Read<Vec<Session>> {
    let query = format!(
        "select {SESSION} from sessions where \"user\" = $1 order by seen_ms desc, \
         created_ms desc, token_hash"
    );
    many(db, &query, &[&user], read_session).await
}

pub(super) async fn user(db: Db<'_>, id: &str) -> Read<Option<User>> {
    let query = format!("select {USER} from users where id = $1");
    one(db, &query, &[&id], |row| read_user(row, 0)).await
}

pub(super) async fn user_named(db: Db<'_>, name_key: &str) -> Read<Option<User>> {
    let query = format!("select {USER} from users where name_key = $1 and kind <> 'gone'");
    one(db, &query, &[&name_key], |row| read_user(row, 0)).await
}

pub(super) async fn name_holder(db: Db<'_>, name_key: &str) -> Read<Option<User>> {
    let query = format!("select {USER} from users where name_key = $1");
    one(db, &query, &[&name_key], |row| read_user(row, 0)).await
}

pub(super) async fn users(
    db: Db<'_>,
    kind: UserKind,
    after: Option<&str>,
    limit: usize,
) -> Read<Vec<User>> {
    let query = format!(
        "select {USER} from users where kind = $1 and ($2::text is null or id > $2) \
         order by id limit $3"
    );
    let values: Values<'_> = &[&kind.key(), &after, &row_limit(limit)];
    many(db, &query, values, |row| read_user(row, 0)).await
}

pub(super) async fn on_vacation(db: Db<'_>) -> Read<Vec<User>> {
    let query = format!("select {USER} from users where on_vacation order by id");
    many(db, &query, &[], |row| read_user(row, 0)).await
}

pub(super) async fn credentials_of(db: Db<'_>, user: &str) -> Read<Vec<Credential>> {
    let query =
        format!("select {CREDENTIAL} from credentials where \"user\" = $1 order by created_ms, id");
    many(db, &query, &[&user], read_credential).await
}

pub(super) async fn credential(db: Db<'_>, id: &str) -> Read<Option<Credential>> {
    let query = format!("select {CREDENTIAL} from credentials where id = $1");
    one(db, &query, &[&id], read_credential).await
}

pub(super) async fn email_of(db: Db<'_>, user: &str) -> Read<Option<Email>> {
    let query = "select \"user\", address, confirmed_ms from emails where \"user\" = $1";
    one(db, query, &[&user], read_email).await
}

pub(super) async fn emails_with(db: Db<'_>, address: &str) -> Read<Vec<Email>> {
    let query = "select \"user\", address, confirmed_ms from emails \
        where address = $1 and confirmed_ms is not null order by \"user\"";
    many(db, query, &[&address], read_email).await
}

pub(super) async fn code(db: Db<'_>, hash: &[u8]) -> Read<Option<OnceCode>> {
    let query = "select hash, \"user\", purpose, until_ms from once_codes where hash = $1";
    one(db, query, &[&hash], |row| {
        Ok(OnceCode {
            hash: get(row, 0)?,
            user: get(row, 1)?,
            purpose: get(row, 2)?,
            until_ms: get(row, 3)?,
        })
    })
    .await
}

pub(super) async fn blocks_of(db: Db<'_>, user: &str) -> Read<Vec<String>> {
    let query = "select blocked from blocks where \"user\" = $1 order by blocked";
    many(db, query, &[&user], |row| get(row, 0)).await
}

pub(super) async fn open_takeovers(db: Db<'_>) -> Read<Vec<Takeover>> {
    let query = "select guest, \"user\", at_ms from takeovers where done_ms is null \
        order by at_ms, guest";
    many(db, query, &[], |row| {
        Ok(Takeover { guest: get(row, 0)?, user: get(row, 1)?, at_ms: get(row, 2)? })
    })
    .await
}

pub(super) async fn audit(db: Db<'_>, limit: usize) -> Read<Vec<AuditEntry>> {
    let query = "select at_ms, actor, what, whom, detail from audit order by number desc limit $1";
    many(db, query, &[&row_limit(limit)], |row| {
        Ok(AuditEntry {
            at_ms: get(row, 0)?,
            actor: get(row, 1)?,
            what: get(row, 2)?,
            whom: get(row, 3)?,
            detail: get(row, 4)?,
        })
    })
    .await
}

pub(super) async fn rows_of(db: Db<'_>, user: &str) -> Read<Vec<UserRow>> {
    let mut rows = Vec::new();
    for (table, columns, keys) in EXPORTED {
        let columns: Vec<_> = columns.split(", ").collect();
        let quoted: Vec<_> = columns.iter().map(|column| format!("\"{column}\"")).collect();
        let keys: Vec<_> = keys.iter().map(|key| format!("\"{key}\" = $1")).collect();
        let query =
            format!("select {} from {table} where {}", quoted.join(", "), keys.join(" or "));
        for row in &db.query(&query, &[&user]).await? {
            let mut values = Vec::new();
            for (index, column) in columns.iter().enumerate() {
                if let Some(value) = text_of(row, index)? {
                    values.push(((*column).to_owned(), value));
                }
            }
            rows.push((table.to_owned(), values));
        }
    }
    Ok(rows)
}

/// A value as text, as `SQLite` has it: a truth value is 0 or 1.
fn text_of(row: &Row, column: usize) -> Result<Option<String>, StoreError> {
    Ok(match *row.columns()[column].type_() {
        Type::INT8 => get::<Option<i64>>(row, column)?.map(|number| number.to_string()),
        Type::BOOL => get::<Option<bool>>(row, column)?.map(|value| u8::from(value).to_string()),
        _ => get(row, column)?,
    })
}

/// Makes changes in their order. The caller rolls back if one fails.
pub(super) async fn change(db: Db<'_>, changes: &[PeopleChange]) -> Result<(), Failure> {
    for change in changes {
        change_one(db, change).await?;
    }
    Ok(())
}

async fn run(db: Db<'_>, statement: &str, values: Values<'_>) -> Result<(), Failure> {
    db.execute(statement, values).await?;
    Ok(())
}

/// Executes a statement.
///
/// # Errors
///
/// [`StoreError::Missing`] if it has changed no row.
async fn expect_changed(
    db: Db<'_>,
    statement: &str,
    values: Values<'_>,
    key: &str,
) -> Result<(), Failure> {
    match db.execute(statement, values).await? {
        0 => Err(missing(key)),
        _ => Ok(()),
    }
}

fn missing(key: &str) -> Failure {
    StoreError::Missing(key.to_owned()).into()
}

/// Frees the name of a user who left long ago.
async fn free_name(db: Db<'_>, name_key: &str, at_ms: i64) -> Result<(), Failure> {
    let statement = "update users set name_key = null, name = null \
        where name_key = $1 and kind = 'gone' and gone_ms <= $2";
    run(db, statement, &[&name_key, &(at_ms - NAME_RESERVED_MS)]).await
}

async fn add_session(db: Db<'_>, session: &Session, key: &str) -> Result<(), Failure> {
    let Session { token_hash, user, created_ms, seen_ms, agent, household, until_ms } = session;
    let statement = "insert into sessions \
        (token_hash, \"user\", created_ms, seen_ms, agent, household, until_ms) \
        values ($1, $2, $3, $4, $5, $6, $7)";
    let values: Values<'_> = &[token_hash, user, created_ms, seen_ms, agent, household, until_ms];
    db.insert(statement, values, key).await
}

async fn add_person(db: Db<'_>, user: &User) -> Result<(), Failure> {
    if let Some(key) = &user.name_key {
        free_name(db, key, user.created_ms).await?;
    }
    let statement = "insert into users (id, kind, name, name_key, created_ms, seen_ms, about, \
        lang, tz, prefs, role, on_vacation, vacation_ms, vacation_at_ms) \
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    let Profile { about, lang, tz, prefs } = &user.profile;
    let Vacation { on, left_ms, counted_ms } = &user.vacation;
    let kind = user.kind.key();
    let User { id, name, name_key, created_ms, seen_ms, role, .. } = user;
    let values: Values<'_> = &[
        id, &kind, name, name_key, created_ms, seen_ms, about, lang, tz, prefs, role, on, left_ms,
        counted_ms,
    ];
    db.insert(statement, values, name.as_deref().unwrap_or(id)).await
}

async fn set_name(
    db: Db<'_>,
    (user, kind): (&str, UserKind),
    (name, name_key): (&str, &str),
    at_ms: i64,
) -> Result<(), Failure> {
    free_name(db, name_key, at_ms).await?;
    let statement = "update users set kind = 'person', name = $1, name_key = $2 \
        where id = $3 and kind = $4";
    match db.execute(statement, &[&name, &name_key, &user, &kind.key()]).await {
        Ok(0) => Err(missing(user)),
        Ok(_) => Ok(()),
        Err(error) if is_unique_violation(&error) => Err(StoreError::Taken(name.to_owned()).into()),
        Err(error) => Err(error.into()),
    }
}

async fn put_credential(db: Db<'_>, credential: &Credential) -> Result<(), Failure> {
    let Credential { id, user, passkey, secret, label, created_ms, used_ms } = credential;
    let statement = "insert into credentials as own \
        (id, \"user\", passkey, secret, label, created_ms, used_ms) \
        values ($1, $2, $3, $4, $5, $6, $7) \
        on conflict (id) do update set secret = excluded.secret, label = excluded.label, \
        created_ms = excluded.created_ms, used_ms = excluded.used_ms \
        where own.\"user\" = excluded.\"user\" and own.passkey = excluded.passkey";
    let values: Values<'_> = &[id, user, passkey, secret, label, created_ms, used_ms];
    match db.execute(statement, values).await? {
        0 => Err(StoreError::Taken(id.clone()).into()),
        _ => Ok(()),
    }
}

/// Of two that use one code at once, the second waits for the first and finds it deleted.
async fn use_code(db: Db<'_>, hash: &[u8], at_ms: i64) -> Result<(), Failure> {
    let statement = "delete from once_codes where hash = $1 and until_ms > $2 \
        returning \"user\", purpose";
    let Some(row) = db.one(statement, &[&hash, &at_ms]).await? else { return Err(missing("code")) };
    let (user, purpose): (Option<String>, String) = (get(&row, 0)?, get(&row, 1)?);
    match user {
        Some(user) => void_codes(db, &user, &purpose).await,
        None => Ok(()),
    }
}

async fn void_codes(db: Db<'_>, user: &str, purpose: &str) -> Result<(), Failure> {
    let statement = "delete from once_codes where \"user\" = $1 and purpose = $2";
    run(db, statement, &[&user, &purpose]).await
}

/// Deletes all that belongs to a user alone. What it has said becomes lines without a user.
pub(super) async fn delete_own(db: Db<'_>, user: &str) -> Result<(), Failure> {
    for statement in [
        "delete from credentials where \"user\" = $1",
        "delete from sessions where \"user\" = $1",
        "delete from emails where \"user\" = $1",
        "delete from once_codes where \"user\" = $1",
        "delete from outbox where \"user\" = $1",
        "delete from private_texts where \"user\" = $1",
        "delete from puzzle_results where \"user\" = $1",
        "update chat set \"user\" = null, phrase = null, body = null where \"user\" = $1",
        "delete from blocks where \"user\" = $1 or blocked = $1",
    ] {
        run(db, statement, &[&user]).await?;
    }
    ways::leave(db, user).await
}

/// Deletes all that belongs to a user alone, and makes it one who has left.
async fn leave(db: Db<'_>, user: &str, at_ms: i64) -> Result<(), Failure> {
    delete_own(db, user).await?;
    let statement = "update users set kind = 'gone', gone_ms = $1, about = '', lang = null, \
        tz = null, prefs = '', role = 'player', on_vacation = false, vacation_ms = 0 \
        where id = $2 and kind <> 'gone'";
    run(db, statement, &[&at_ms, &user]).await
}

/// Deletes what is kept of a user who has left.
async fn forget(db: Db<'_>, user: &str) -> Result<(), Failure> {
    let statement = "update users set name = null, name_key = null, suspended_ms = null, \
        silenced_until_ms = null, silenced_reason = null where id = $1 and kind = 'gone'";
    expect_changed(db, statement, &[&user], user).await?;
    for statement in [
        "delete from takeovers where done_ms is not null and (guest = $1 or \"user\" = $1)",
        "delete from reports where reporter = $1 or about = $1",
        "update audit set detail = null where whom = $1",
    ] {
        run(db, statement, &[&user]).await?;
    }
    Ok(())
}

/// Gives what a guest has said, noted and made of puzzles, and its conditional moves, to the user
/// who takes its games over. What the user itself has noted and solved stays.
async fn pass_on(db: Db<'_>, guest: &str) -> Result<(), Failure> {
    let query = "select \"user\" from takeovers where guest = $1";
    let Some(row) = db.one(query, &[&guest]).await? else { return Ok(()) };
    let user: String = get(&row, 0)?;
    for (table, column, is_own) in [
        ("chat", "user", "false"),
        ("private_texts", "user", "own.game = passed.game and own.kind = passed.kind"),
        ("puzzle_results", "user", "own.puzzle = passed.puzzle"),
        ("reports", "reporter", "own.about = passed.about"),
        ("reports", "about", "own.reporter = passed.reporter"),
    ] {
        let both = if table == "reports" {
            "and passed.closed_ms is null and own.closed_ms is null \
             and own.game is not distinct from passed.game \
             and own.room is not distinct from passed.room \
             and own.seq is not distinct from passed.seq"
        } else {
            ""
        };
        let statement = format!(
            "update {table} as passed set \"{column}\" = $2 where \"{column}\" = $1 \
             and not exists (select 1 from {table} as own \
             where own.\"{column}\" = $2 and {is_own} {both})"
        );
        run(db, &statement, &[&guest, &user]).await?;
    }
    Ok(())
}

/// Adds a session, unless its user has left or is suspended. The row of the user is locked, so
/// that the user is not suspended meanwhile on another node.
async fn sign_in(db: Db<'_>, session: &Session) -> Result<(), Failure> {
    let query = "select 1 from users where id = $1 and kind <> 'gone' \
        and suspended_ms is null for share";
    if db.one(query, &[&session.user]).await?.is_none() {
        return Err(missing(&session.user));
    }
    add_session(db, session, &session.user).await
}

async fn change_one(db: Db<'_>, change: &PeopleChange) -> Result<(), Failure> {
    match change {
        PeopleChange::AddGuest(session) => {
            let statement = "insert into users (id, kind, created_ms, seen_ms, vacation_at_ms) \
                values ($1, 'guest', $2, $3, $2)";
            let Session { user, created_ms, seen_ms, .. } = session;
            db.insert(statement, &[user, created_ms, seen_ms], user).await?;
            add_session(db, session, user).await
        }
        PeopleChange::AddPerson(user) => add_person(db, user).await,
        PeopleChange::SetName { user, kind, name, name_key, at_ms } => {
            set_name(db, (user, *kind), (name, name_key), *at_ms).await
        }
        PeopleChange::SetProfile { user, profile } => {
            let Profile { about, lang, tz, prefs } = profile;
            let statement = "update users set about = $1, lang = $2, tz = $3, prefs = $4 \
                where id = $5 and kind <> 'gone'";
            expect_changed(db, statement, &[about, lang, tz, prefs, user], user).await
        }
        PeopleChange::SetRole { user, role } => {
            let statement = "update users set role = $1 where id = $2 and kind <> 'gone'";
            expect_changed(db, statement, &[role, user], user).await
        }
        PeopleChange::SetVacation { user, vacation } => {
            let Vacation { on, left_ms, counted_ms } = vacation;
            let statement = "update users set on_vacation = $1, vacation_ms = $2, \
                vacation_at_ms = $3 where id = $4 and kind <> 'gone'";
            expect_changed(db, statement, &[on, left_ms, counted_ms, user], user).await
        }
        PeopleChange::SetSuspended { user, since_ms } => {
            let statement = "update users set suspended_ms = $1 where id = $2 and kind <> 'gone'";
            expect_changed(db, statement, &[since_ms, user], user).await
        }
        PeopleChange::SetSilence { user, silence } => {
            let statement = "update users set silenced_until_ms = $1, silenced_reason = $2 \
                where id = $3 and kind <> 'gone'";
            let (until_ms, reason) =
                silence.as_ref().map(|silence| (silence.until_ms, &silence.reason)).unzip();
            expect_changed(db, statement, &[&until_ms, &reason, user], user).await
        }
        PeopleChange::AddReport(report) => reports::add(db, report).await,
        PeopleChange::CloseReport { id, outcome, at_ms } => {
            reports::close(db, id, outcome, *at_ms).await
        }
        PeopleChange::AddSession(session) => sign_in(db, session).await,
        PeopleChange::ExpectSession(hash) => {
            // Held until the end of the transaction, so that the session does not end before it.
            let query = "select 1 from sessions where token_hash = $1 for key share";
            match db.one(query, &[hash]).await? {
                Some(_) => Ok(()),
                None => Err(missing("session")),
            }
        }
        PeopleChange::Seen { token_hash, at_ms } => {
            let statement = "update users set seen_ms = greatest(seen_ms, $1) \
                where id = (select \"user\" from sessions where token_hash = $2)";
            run(db, statement, &[at_ms, token_hash]).await?;
            let statement =
                "update sessions set seen_ms = greatest(seen_ms, $1) where token_hash = $2";
            run(db, statement, &[at_ms, token_hash]).await
        }
        PeopleChange::EndSession(hash) => {
            run(db, "delete from sessions where token_hash = $1", &[hash]).await
        }
        PeopleChange::EndSessions { user, but } => {
            let statement = "delete from sessions where \"user\" = $1 \
                and token_hash is distinct from $2";
            run(db, statement, &[user, but]).await
        }
        PeopleChange::PutCredential(credential) => put_credential(db, credential).await,
        PeopleChange::UseCredential { credential, before } => {
            let Credential { id, user, secret, used_ms, .. } = credential;
            let statement = "update credentials set secret = $1, used_ms = $2 \
                where id = $3 and \"user\" = $4 and secret = $5";
            expect_changed(db, statement, &[secret, used_ms, id, user, before], id).await
        }
        PeopleChange::RemoveCredential { user, id } => {
            run(db, "delete from credentials where \"user\" = $1 and id = $2", &[user, id]).await
        }
        PeopleChange::PutEmail(Email { user, address, confirmed_ms }) => {
            let statement = "insert into emails (\"user\", address, confirmed_ms) \
                values ($1, $2, $3) on conflict (\"user\") do update set \
                address = excluded.address, confirmed_ms = excluded.confirmed_ms";
            run(db, statement, &[user, address, confirmed_ms]).await
        }
        PeopleChange::RemoveEmail(user) => {
            run(db, "delete from emails where \"user\" = $1", &[user]).await
        }
        PeopleChange::AddCode(OnceCode { hash, user, purpose, until_ms }) => {
            let statement = "insert into once_codes (hash, \"user\", purpose, until_ms) \
                values ($1, $2, $3, $4)";
            db.insert(statement, &[hash, user, purpose, until_ms], purpose).await
        }
        PeopleChange::UseCode { hash, at_ms } => use_code(db, hash, *at_ms).await,
        PeopleChange::VoidCodes { user, purpose } => void_codes(db, user, purpose).await,
        PeopleChange::Block { user, blocked, at_ms } => {
            let statement = "insert into blocks (\"user\", blocked, at_ms) values ($1, $2, $3) \
                on conflict do nothing";
            run(db, statement, &[user, blocked, at_ms]).await
        }
        PeopleChange::Unblock { user, blocked } => {
            let statement = "delete from blocks where \"user\" = $1 and blocked = $2";
            run(db, statement, &[user, blocked]).await
        }
        PeopleChange::BeginTakeover(Takeover { guest, user, at_ms }) => {
            let statement = "insert into takeovers (guest, \"user\", at_ms) values ($1, $2, $3)";
            db.insert(statement, &[guest, user, at_ms], guest).await
        }
        PeopleChange::EndTakeover { guest, at_ms } => {
            let statement = "update takeovers set done_ms = $1 where guest = $2";
            run(db, statement, &[at_ms, guest]).await?;
            pass_on(db, guest).await?;
            leave(db, guest, *at_ms).await
        }
        PeopleChange::Leave { user, at_ms } => leave(db, user, *at_ms).await,
        PeopleChange::Forget(user) => forget(db, user).await,
        PeopleChange::Expire { household_before_ms, now_ms } => {
            let statement = "update sessions set household = null \
                where household is not null and created_ms < $1";
            run(db, statement, &[household_before_ms]).await?;
            run(db, "delete from sessions where until_ms <= $1", &[now_ms]).await?;
            let statement = "update users set name = null, name_key = null \
                where kind = 'gone' and name is not null and gone_ms <= $1";
            run(db, statement, &[&(now_ms - NAME_RESERVED_MS)]).await?;
            let statement = "delete from reports where closed_ms <= $1";
            run(db, statement, &[&(now_ms - REPORT_KEPT_MS)]).await?;
            run(db, "delete from once_codes where until_ms <= $1", &[now_ms]).await
        }
        PeopleChange::Audit(AuditEntry { at_ms, actor, what, whom, detail }) => {
            let statement = "insert into audit (at_ms, actor, what, whom, detail) \
                values ($1, $2, $3, $4, $5)";
            run(db, statement, &[at_ms, actor, what, whom, detail]).await
        }
        PeopleChange::Way(change) => ways::change(db, change).await,
    }
}
