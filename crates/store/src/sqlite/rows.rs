//! The rows of a database file, to copy them to another database.

use super::{connect, reader, schema};
use crate::StoreError;
use crate::rows::{Table, Value};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The most bytes of texts in one part of a table. A record may have many thousands.
const MAX_BYTES: usize = 4 << 20;

/// Reads the rows of a file in one transaction. Never writes to it.
#[derive(Debug)]
pub(crate) struct RowSource {
    connection: Connection,
    file: PathBuf,
}

/// Rows of a table, in the order of their keys.
pub(crate) struct RowPart {
    /// The rows, each with the values of the columns that were asked for.
    pub(crate) rows: Vec<Vec<Value>>,
    /// The key of the last row if others may follow.
    pub(crate) next: Option<Vec<Value>>,
}

impl RowSource {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], and [`StoreError::Database`] also for a
    /// file of an older version of this program.
    pub(crate) fn open(file: &Path) -> Result<Self, StoreError> {
        let connection = if reader::wal_path(file).exists() {
            connect::open_reader(file)?
        } else {
            connect::open_immutable(file)?
        };
        match schema::version(&connection)? {
            0 => return Err(StoreError::Corrupt("there are no tables in it".to_owned())),
            found if found < schema::newest() => {
                let reason =
                    "its tables are those of an older version: start a server with it once";
                return Err(StoreError::Database(reason.to_owned()));
            }
            _ => {}
        }
        connection.execute_batch("begin")?;
        Ok(Self { connection, file: file.to_owned() })
    }

    /// The sizes and times of the files with the data, by which a change of them is noticed.
    pub(crate) fn stamp(&self) -> String {
        let mut stamp = String::new();
        for path in [self.file.clone(), reader::wal_path(&self.file)] {
            let Ok(metadata) = std::fs::metadata(path) else { continue };
            let modified =
                metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            // An empty log of writes, which a reader leaves, is as none.
            if metadata.len() > 0 {
                let at = modified.unwrap_or_default().as_nanos();
                write!(stamp, "{} bytes of {at};", metadata.len()).expect("a string takes all");
            }
        }
        stamp
    }

    /// The names of all tables, and of the columns of one.
    #[cfg(test)]
    pub(crate) fn tables(&self) -> Result<Vec<String>, StoreError> {
        self.texts(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'",
            "",
        )
    }

    /// The names of the columns of a table, in their order.
    pub(crate) fn columns(&self, table: &Table) -> Result<Vec<String>, StoreError> {
        self.texts("select name from pragma_table_info(?1) order by cid", table.name)
    }

    fn texts(&self, query: &str, value: &str) -> Result<Vec<String>, StoreError> {
        let mut select = self.connection.prepare(query)?;
        let values = params_from_iter((select.parameter_count() > 0).then_some(value));
        let texts = select.query_map(values, |row| row.get(0))?;
        Ok(texts.collect::<rusqlite::Result<_>>()?)
    }

    /// The number of rows of a table.
    pub(crate) fn count(&self, table: &Table) -> Result<u64, StoreError> {
        let query = format!("select count(*) from {}", table.name);
        let count: i64 = self.connection.query_row(&query, (), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// The rows of a table behind the key `after`, or from the first: at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] or [`StoreError::Database`] if they cannot be read.
    pub(crate) fn part(
        &self,
        table: &Table,
        columns: &[String],
        after: Option<&[Value]>,
        limit: usize,
    ) -> Result<RowPart, StoreError> {
        let quoted = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
        };
        let key = quoted(&mut table.key.iter().copied());
        let all = quoted(&mut columns.iter().map(String::as_str).chain(table.key.iter().copied()));
        let is_behind = match after {
            Some(after) => format!("({key}) > ({})", vec!["?"; after.len()].join(", ")),
            None => "true".to_owned(),
        };
        let name = table.name;
        let query =
            format!("select {all} from {name} where {is_behind} order by {key} limit {limit}");
        let mut select = self.connection.prepare_cached(&query)?;
        let values = after.unwrap_or_default().iter().map(|value| match value {
            Value::Null => rusqlite::types::Value::Null,
            Value::Integer(number) => (*number).into(),
            Value::Text(text) => text.clone().into(),
            Value::Blob(bytes) => bytes.clone().into(),
        });
        let mut found = select.query(params_from_iter(values))?;
        let (mut rows, mut bytes, mut last) = (Vec::new(), 0, None);
        while let Some(row) = found.next()? {
            let read = |indexes: std::ops::Range<usize>| {
                indexes.map(|index| value(row, index)).collect::<Result<Vec<_>, _>>()
            };
            let values = read(0..columns.len())?;
            bytes += values.iter().map(Value::len).sum::<usize>();
            rows.push(values);
            if rows.len() == limit || bytes >= MAX_BYTES {
                last = Some(read(columns.len()..columns.len() + table.key.len())?);
                break;
            }
        }
        Ok(RowPart { rows, next: last })
    }
}

fn value(row: &Row<'_>, index: usize) -> Result<Value, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("{what} was found"));
    Ok(match row.get_ref(index)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(_) => return Err(corrupt("a fraction")),
        ValueRef::Text(bytes) => match str::from_utf8(bytes) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => return Err(corrupt("a text that is not UTF-8")),
        },
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::TABLES;
    use crate::{SqliteStore, Store};
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn all_tables_are_read_each_after_those_that_it_refers_to() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sqlite");
        SqliteStore::open(&file).await.unwrap().close().await;
        let source = RowSource::open(&file).unwrap();
        let known: BTreeSet<_> = TABLES.iter().map(|table| table.name.to_owned()).collect();
        assert_eq!(source.tables().unwrap().into_iter().collect::<BTreeSet<_>>(), known);
        let mut before: Vec<String> = Vec::new();
        for table in TABLES {
            let parents = source
                .texts("select \"table\" from pragma_foreign_key_list(?1)", table.name)
                .unwrap();
            assert!(parents.iter().all(|parent| before.contains(parent)), "{}", table.name);
            before.push(table.name.to_owned());
            let columns = source.columns(&table).unwrap();
            assert!(!columns.is_empty(), "{}", table.name);
            let part = source.part(&table, &columns, None, 10).unwrap();
            assert!(part.rows.is_empty() && part.next.is_none(), "{}", table.name);
        }
    }
}
