//! Read-only access to a database, to search it for damage.

use super::connect;
use super::db::{Db, all, get};
use super::{PgAddress, derived, event_log, outages, record, schema};
use crate::{Contents, Derived, Inspect, StoreError, StoredEvent, StoredGame, UnixMillis};
use async_trait::async_trait;
use deadpool_postgres::Object;
use tokio_postgres::error::SqlState;

/// Reads a database to search it for damage, also while servers use it.
///
/// What `PostgreSQL` itself checks are the checksums of the pages that are read, if it was created
/// with them; its tool `pg_amcheck` checks the indexes.
#[derive(Debug)]
pub struct PgReader {
    connection: Object,
}

const SELECT_ORPHANS: &str = "\
    select game_id from events where not exists (select 1 from games where id = game_id) \
    union select game from game_index where not exists (select 1 from games where id = game) \
    union select game from seats where not exists (select 1 from games where id = game)";

/// Indexes that were not built to their end, and foreign keys that are not enforced.
const SELECT_FAULTS: &str = "\
    select 'the index ' || relname || ' is not valid' from pg_index \
    join pg_class on pg_class.oid = indexrelid \
    where not indisvalid and relnamespace = current_schema()::regnamespace \
    union all select 'the constraint ' || conname || ' is not enforced' from pg_constraint \
    where not convalidated and connamespace = current_schema()::regnamespace limit 100";

impl PgReader {
    /// Connects to the database for reading.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Corrupt`] if it has no tables.
    /// - [`StoreError::TooNew`] if a newer version of this program has migrated it.
    /// - [`StoreError::Unfinished`] while data are being copied into it.
    /// - [`StoreError::Database`] if it cannot be reached.
    pub async fn open(address: &PgAddress) -> Result<Self, StoreError> {
        let pool = connect::pool(address, 1)?;
        let connection = pool.get().await.map_err(connect::pool_error)?;
        let options = "set default_transaction_read_only = on; set statement_timeout = 0";
        connection.batch_execute(options).await?;
        let query = "select 1 from schema_version";
        let no_tables = || StoreError::Corrupt("there are no tables in it".to_owned());
        match Db(&connection).one(query, &[]).await {
            Ok(Some(_)) => {}
            Ok(None) => return Err(no_tables()),
            Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => {
                return Err(no_tables());
            }
            Err(error) => return Err(error.into()),
        }
        schema::version(Db(&connection)).await?;
        schema::expect_finished(Db(&connection)).await?;
        Ok(Self { connection })
    }

    fn db(&self) -> Db<'_> {
        Db(&self.connection)
    }

    async fn texts(&self, query: &str) -> Result<Vec<String>, StoreError> {
        all(&self.db().query(query, &[]).await?, |row| get(row, 0))
    }
}

#[async_trait(?Send)]
impl Inspect for PgReader {
    async fn faults(&self) -> Result<Vec<String>, StoreError> {
        self.texts(SELECT_FAULTS).await
    }

    async fn contents(&self) -> Result<Contents, StoreError> {
        Ok(Contents {
            games: self.texts("select id from games order by id").await?,
            records: self.texts("select id from records order by id").await?,
            orphans: self.texts(SELECT_ORPHANS).await?,
        })
    }

    async fn game(&self, id: &str) -> Result<Option<(StoredGame, Vec<StoredEvent>)>, StoreError> {
        let Some(game) = event_log::game(self.db(), id).await? else { return Ok(None) };
        Ok(Some((game, event_log::read(self.db(), id, 0).await?)))
    }

    async fn derived(&self, id: &str) -> Result<Option<Derived>, StoreError> {
        Ok(derived::read(self.db(), id).await?)
    }

    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError> {
        Ok(outages::read(self.db()).await?)
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        Ok(record(self.db(), id).await?)
    }

    fn is_outdated(&self) -> bool {
        // Each read sees one state, and the caller reads again what has changed.
        false
    }
}
