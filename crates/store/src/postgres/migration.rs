//! Copies the data of a file into a database.
//!
//! The rows of each table are read in the order of their keys and written part by part. With a
//! part, in the same transaction, goes the key of its last row, so a copying that was cut off at
//! any moment goes on behind the last part that is there. When all is copied, the rows of each
//! table are compared with those of the file; only then may a server use the database. Rows that
//! follow from the logs are copied and compared like all others.

use super::connect;
use super::db::{Db, get};
use super::{PgAddress, schema};
use crate::rows::{RowSum, TABLES, Table, Value};
use crate::sqlite::rows::RowSource;
use crate::{StoreError, UnixMillis};
use deadpool_postgres::Object;
use futures_util::TryStreamExt;
use std::collections::HashMap;
use std::iter;
use std::ops::ControlFlow;
use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Row, Statement};

/// The key of the lock that one program holds while it copies: "heteromi" in ASCII.
const LOCK: i64 = 0x6865_7465_726f_6d69;
/// How long to wait for the lock: the database notices a moment late that a program has ended.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The options of the session. What is copied is durable at the latest with the last commit. A
/// statement may read a whole table.
const OPTIONS: &str = "set synchronous_commit = off; set statement_timeout = 0; \
    set lock_timeout = '10s'; set idle_in_transaction_session_timeout = '1min'";

/// Why a file was not copied.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// The file cannot be read.
    #[error("the data cannot be read: {0}")]
    Source(StoreError),
    /// The database cannot be read or written.
    #[error("the database cannot be used: {0}")]
    Target(#[from] StoreError),
    /// The database has rows that are not of a copying.
    #[error("the database is in use: its table '{0}' holds rows. Name an empty database")]
    InUse(String),
    /// All was copied before.
    #[error("the data are there already: a copying into this database is finished")]
    Finished,
    /// What was copied is not from this file as it is now.
    #[error(
        "the file has changed since the copying began, or it began with another file: \
         `--restart` empties the database and begins again"
    )]
    Changed,
    /// Another program copies.
    #[error("another program is copying into this database")]
    Busy,
    /// A text cannot be stored in the database.
    #[error("a row of the table '{0}' has a NUL character, which PostgreSQL cannot store")]
    Nul(&'static str),
    /// The rows of a table are not those of the file.
    #[error(
        "the table '{0}' is not as in the file: `--restart` empties the database and begins again"
    )]
    Differs(&'static str),
    /// The caller has stopped it.
    #[error("the copying was stopped: the same command goes on where it was")]
    Stopped,
}

impl From<tokio_postgres::Error> for MigrationError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Target(error.into())
    }
}

/// How a file is copied into a database.
#[derive(Clone, Copy, Debug)]
pub struct Migration<'a> {
    /// The file. It is only read, and no program may write to it.
    pub file: &'a Path,
    /// The database: an empty one, or one in which this copying has begun.
    pub to: &'a PgAddress,
    /// The most rows in one transaction.
    pub part_rows: usize,
    /// Whether a copying that has begun is begun again.
    pub restart: bool,
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MigrationStage {
    /// A part of a table is written, and not committed yet.
    Writing,
    /// A part of a table is committed.
    Copied,
    /// The rows of both databases are compared.
    Comparing,
}

/// How far the copying is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MigrationStep {
    /// What is being done.
    pub stage: MigrationStage,
    /// The table.
    pub table: &'static str,
    /// The number of rows that are done, of all tables, in this stage.
    pub rows: u64,
    /// The number of all rows.
    pub all: u64,
}

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Migrated {
    /// The number of games.
    pub games: u64,
    /// The number of events.
    pub events: u64,
    /// The number of people with an account.
    pub people: u64,
    /// The number of guests.
    pub guests: u64,
    /// The number of all rows.
    pub rows: u64,
    /// The number of those rows that were there before.
    pub resumed: u64,
}

/// How much of a table is there.
#[derive(Clone, Default)]
struct Progress {
    rows: u64,
    /// The key of the last row.
    last: Option<Vec<Value>>,
    is_complete: bool,
}

impl Migration<'_> {
    /// Copies, compares, and lets servers use the database. `told` is told of each part, and stops
    /// the copying with [`ControlFlow::Break`]. Reading the file blocks.
    ///
    /// # Errors
    ///
    /// Fails if the file or the database cannot be used, or they differ at the end. Nothing needs
    /// to be undone: the next call goes on.
    pub async fn run(
        &self,
        told: &mut dyn FnMut(MigrationStep) -> ControlFlow<()>,
    ) -> Result<Migrated, MigrationError> {
        let source = RowSource::open(self.file).map_err(MigrationError::Source)?;
        let pool = connect::pool(self.to, 1)?;
        let connection = pool.get().await.map_err(connect::pool_error)?;
        connection.batch_execute(OPTIONS).await?;
        let run = Run::new(self, &source, &connection, told)?;
        run.finish().await
    }
}

/// A copying that runs.
struct Run<'a> {
    settings: &'a Migration<'a>,
    source: &'a RowSource,
    connection: &'a Object,
    told: &'a mut dyn FnMut(MigrationStep) -> ControlFlow<()>,
    /// The state of the file.
    stamp: String,
    /// The number of all rows.
    all: u64,
    /// The number of rows that are done in this stage.
    done: u64,
}

impl<'a> Run<'a> {
    fn new(
        settings: &'a Migration<'a>,
        source: &'a RowSource,
        connection: &'a Object,
        told: &'a mut dyn FnMut(MigrationStep) -> ControlFlow<()>,
    ) -> Result<Self, MigrationError> {
        let stamp = source.stamp();
        let count = |table| source.count(table).map_err(MigrationError::Source);
        let all = TABLES.iter().map(count).sum::<Result<_, _>>()?;
        Ok(Self { settings, source, connection, told, stamp, all, done: 0 })
    }

    fn db(&self) -> Db<'a> {
        Db(self.connection)
    }

    async fn finish(mut self) -> Result<Migrated, MigrationError> {
        self.lock().await?;
        self.begin().await?;
        let progress = self.progress().await?;
        self.done = progress.values().map(|progress| progress.rows).sum();
        let resumed = self.done;
        for table in &TABLES {
            let progress = progress.get(table.name).cloned().unwrap_or_default();
            if !progress.is_complete {
                self.copy(table, progress).await?;
            }
        }
        let names: Vec<_> = TABLES.iter().map(|table| table.name).collect();
        self.connection.batch_execute(&format!("analyze {}", names.join(", "))).await?;
        self.done = 0;
        let mut migrated = Migrated { resumed, ..Migrated::default() };
        for table in &TABLES {
            let rows = self.compare(table).await?;
            migrated.rows += rows;
            match table.name {
                "games" => migrated.games = rows,
                "events" => migrated.events = rows,
                _ => {}
            }
        }
        if self.source.stamp() != self.stamp {
            return Err(MigrationError::Changed);
        }
        let query = "select count(*) filter (where kind = 'person'), \
            count(*) filter (where kind = 'guest') from users";
        if let Some(row) = self.db().one(query, &[]).await? {
            let count = |column| get::<i64>(&row, column).map(i64::unsigned_abs);
            (migrated.people, migrated.guests) = (count(0)?, count(1)?);
        }
        // All commits before this one are durable with it.
        self.connection.batch_execute("set synchronous_commit = on").await?;
        let statement = "update migration set finished_ms = $1 where id = 1";
        self.db().execute(statement, &[&crate::system_ms()]).await?;
        Ok(migrated)
    }

    /// Takes the lock of the program that copies, until the end of the connection.
    async fn lock(&self) -> Result<(), MigrationError> {
        let begun = Instant::now();
        loop {
            let row = self.db().one("select pg_try_advisory_lock($1)", &[&LOCK]).await?;
            if row.map(|row| get(&row, 0)).transpose()? == Some(true) {
                return Ok(());
            }
            if begun.elapsed() >= LOCK_TIMEOUT {
                return Err(MigrationError::Busy);
            }
            tokio::time::sleep(LOCK_TIMEOUT / 200).await;
        }
    }

    /// Makes the tables and notes that the copying has begun, or finds that it has.
    async fn begin(&self) -> Result<(), MigrationError> {
        let query = "select relname::text from pg_class where relkind in ('r', 'p') \
            and relnamespace = current_schema()::regnamespace order by relname";
        let rows = self.db().query(query, &[]).await?;
        let tables: Vec<String> = rows.iter().map(|row| get(row, 0)).collect::<Result<_, _>>()?;
        let mut begun: Option<(String, Option<UnixMillis>)> = None;
        if tables.iter().any(|table| table == "migration") {
            let query = "select source, finished_ms from migration";
            let row = self.db().one(query, &[]).await?;
            begun =
                row.map(|row| Ok::<_, StoreError>((get(&row, 0)?, get(&row, 1)?))).transpose()?;
        }
        match begun {
            Some((_, Some(_))) => return Err(MigrationError::Finished),
            Some(_) if self.settings.restart => self.empty().await?,
            Some((source, None)) if source == self.stamp => return Ok(()),
            Some(_) => return Err(MigrationError::Changed),
            None => self.expect_empty(&tables).await?,
        }
        schema::migrate(self.db()).await?;
        let statement = "insert into migration (id, source, begun_ms) values (1, $1, $2)";
        self.db().execute(statement, &[&self.stamp, &crate::system_ms()]).await?;
        Ok(())
    }

    /// Fails if a table has a row.
    async fn expect_empty(&self, tables: &[String]) -> Result<(), MigrationError> {
        for table in tables.iter().filter(|table| *table != "schema_version") {
            let query = format!("select 1 from \"{}\" limit 1", table.replace('"', "\"\""));
            if self.db().one(&query, &[]).await?.is_some() {
                return Err(MigrationError::InUse(table.clone()));
            }
        }
        Ok(())
    }

    /// Deletes what was copied.
    async fn empty(&self) -> Result<(), MigrationError> {
        let names: Vec<_> = TABLES.iter().map(|table| table.name).collect();
        let statement =
            format!("truncate migration, migration_tables, {} restart identity", names.join(", "));
        Ok(self.connection.batch_execute(&statement).await?)
    }

    /// How much of each table is there.
    async fn progress(&self) -> Result<HashMap<String, Progress>, MigrationError> {
        let query = "select name, row_count, last_key from migration_tables";
        let read = |row: &Row| {
            let last: Option<Vec<String>> = get(row, 2)?;
            let is_complete = last.is_none();
            let decode =
                |texts: Vec<String>| texts.iter().map(|text| Value::decode(text)).collect();
            let last: Option<Vec<Value>> = last.and_then(decode);
            if last.is_none() && !is_complete {
                return Err(StoreError::Corrupt("a key cannot be read".to_owned()));
            }
            let rows = get::<i64>(row, 1)?.unsigned_abs();
            Ok((get(row, 0)?, Progress { rows, last, is_complete }))
        };
        let rows = self.db().query(query, &[]).await?;
        Ok(rows.iter().map(read).collect::<Result<_, StoreError>>()?)
    }

    /// Tells the caller how far the copying is.
    fn tell(&mut self, stage: MigrationStage, table: &Table) -> Result<(), MigrationError> {
        let step = MigrationStep { stage, table: table.name, rows: self.done, all: self.all };
        match (self.told)(step) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(MigrationError::Stopped),
        }
    }

    /// Copies the rest of a table.
    async fn copy(
        &mut self,
        table: &'static Table,
        mut progress: Progress,
    ) -> Result<(), MigrationError> {
        const NOTE: &str = "insert into migration_tables (name, row_count, last_key) \
            values ($1, $2, $3) on conflict (name) do update set \
            row_count = excluded.row_count, last_key = excluded.last_key";
        let columns = self.source.columns(table).map_err(MigrationError::Source)?;
        let types = types(&self.select(table, &columns).await?);
        let statement = format!("copy {} ({}) from stdin binary", table.name, quoted(&columns));
        loop {
            let part = self.source.part(
                table,
                &columns,
                progress.last.as_deref(),
                self.settings.part_rows,
            );
            let part = part.map_err(MigrationError::Source)?;
            let is_nul = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
            if part.rows.iter().flatten().any(is_nul) {
                return Err(MigrationError::Nul(table.name));
            }
            self.connection.batch_execute("begin").await?;
            let sink = self.connection.copy_in(&statement).await?;
            let mut rows = pin!(BinaryCopyInWriter::new(sink, &types));
            for row in &part.rows {
                let values: Vec<_> =
                    iter::zip(row, &types).map(|(value, of)| as_sql(value, of)).collect();
                rows.as_mut().write(&values).await?;
            }
            rows.as_mut().finish().await?;
            progress.rows += part.rows.len() as u64;
            self.done += part.rows.len() as u64;
            progress.last = part.next;
            let key = progress.last.as_ref();
            let key: Option<Vec<_>> = key.map(|key| key.iter().map(Value::encode).collect());
            let count = progress.rows as i64;
            self.db().execute(NOTE, &[&table.name, &count, &key]).await?;
            self.tell(MigrationStage::Writing, table)?;
            self.connection.batch_execute("commit").await?;
            self.tell(MigrationStage::Copied, table)?;
            if progress.last.is_none() {
                return Ok(());
            }
        }
    }

    /// The statement that reads these columns of a table.
    async fn select(&self, table: &Table, columns: &[String]) -> Result<Statement, MigrationError> {
        let query = format!("select {} from {}", quoted(columns), table.name);
        Ok(self.connection.prepare(&query).await?)
    }

    /// Compares the rows of a table with those of the file. Returns their number.
    async fn compare(&mut self, table: &'static Table) -> Result<u64, MigrationError> {
        let columns = self.source.columns(table).map_err(MigrationError::Source)?;
        let (mut expected, mut next) = (RowSum::default(), None::<Vec<Value>>);
        loop {
            let part = self.source.part(table, &columns, next.as_deref(), self.settings.part_rows);
            let part = part.map_err(MigrationError::Source)?;
            part.rows.iter().for_each(|row| expected.add(row));
            next = part.next;
            if next.is_none() {
                break;
            }
        }
        let select = self.select(table, &columns).await?;
        let types = types(&select);
        let mut found = RowSum::default();
        let rows = self.connection.query_raw(&select, iter::empty::<&str>()).await?;
        let mut rows = pin!(rows);
        while let Some(row) = rows.try_next().await? {
            let values: Result<Vec<_>, _> =
                types.iter().enumerate().map(|(index, of)| read(&row, index, of)).collect();
            found.add(&values?);
            self.done += 1;
            if found.rows.is_multiple_of(self.settings.part_rows as u64) {
                self.tell(MigrationStage::Comparing, table)?;
            }
        }
        self.tell(MigrationStage::Comparing, table)?;
        if found == expected { Ok(found.rows) } else { Err(MigrationError::Differs(table.name)) }
    }
}

/// The names of columns for a statement.
fn quoted(columns: &[String]) -> String {
    let quoted: Vec<_> = columns.iter().map(|name| format!("\"{name}\"")).collect();
    quoted.join(", ")
}

/// The types of the columns that a statement reads.
fn types(select: &Statement) -> Vec<Type> {
    select.columns().iter().map(|column| column.type_().clone()).collect()
}

/// A value as one of a column of this type.
fn as_sql<'a>(value: &'a Value, of: &Type) -> &'a (dyn ToSql + Sync) {
    static NO_TEXT: Option<&str> = None;
    static NO_NUMBER: Option<i64> = None;
    static NO_TRUTH: Option<bool> = None;
    static NO_BYTES: Option<&[u8]> = None;
    match value {
        Value::Null => match *of {
            Type::INT8 => &NO_NUMBER,
            Type::BOOL => &NO_TRUTH,
            Type::BYTEA => &NO_BYTES,
            _ => &NO_TEXT,
        },
        Value::Integer(0) if *of == Type::BOOL => &false,
        Value::Integer(_) if *of == Type::BOOL => &true,
        Value::Integer(number) => number,
        Value::Text(text) => text,
        Value::Blob(bytes) => bytes,
    }
}

/// A value of a row.
fn read(row: &Row, index: usize, of: &Type) -> Result<Value, StoreError> {
    Ok(match *of {
        Type::INT8 => get::<Option<i64>>(row, index)?.map(Value::Integer),
        Type::BOOL => get::<Option<bool>>(row, index)?.map(|truth| Value::Integer(truth.into())),
        Type::BYTEA => get::<Option<Vec<u8>>>(row, index)?.map(Value::Blob),
        _ => get::<Option<String>>(row, index)?.map(Value::Text),
    }
    .unwrap_or(Value::Null))
}
