//! Rows of all tables as plain values, to copy them from one database to another and to compare
//! them there.

use sha2::{Digest, Sha256};

/// A table whose rows are copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// Its name.
    pub(crate) name: &'static str,
    /// The columns whose values give its rows an order in a file, and are unique together.
    pub(crate) key: &'static [&'static str],
}

/// The order of the rows of a table whose own columns give them none: that of their insertion.
const INSERTION: &[&str] = &["rowid"];

/// All tables of a file. Each comes after those that it refers to.
pub(crate) const TABLES: [Table; 25] = [
    Table { name: "users", key: &["id"] },
    Table { name: "games", key: &["id"] },
    Table { name: "events", key: &["game_id", "seq"] },
    Table { name: "game_index", key: &["game"] },
    Table { name: "seats", key: &["game", "seat"] },
    Table { name: "credentials", key: &["id"] },
    Table { name: "sessions", key: &["token_hash"] },
    Table { name: "emails", key: &["user"] },
    Table { name: "once_codes", key: &["hash"] },
    Table { name: "blocks", key: &["user", "blocked"] },
    Table { name: "takeovers", key: &["guest"] },
    Table { name: "chat", key: &["game", "room", "seq"] },
    Table { name: "private_texts", key: &["user", "game", "kind"] },
    Table { name: "puzzle_results", key: &["user", "puzzle"] },
    Table { name: "reports", key: &["id"] },
    Table { name: "audit", key: INSERTION },
    Table { name: "records", key: &["id"] },
    Table { name: "outbox", key: &["id"] },
    Table { name: "feeds", key: &["user"] },
    Table { name: "pushes", key: &["endpoint"] },
    Table { name: "webhooks", key: &["user"] },
    Table { name: "mail_news", key: &["user"] },
    Table { name: "server_keys", key: &["name"] },
    Table { name: "heartbeat", key: &["id"] },
    Table { name: "outages", key: INSERTION },
];

/// A value of a column. Truth values are 0 and 1, as `SQLite` has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Blob(Vec<u8>),
}

impl Value {
    /// The number of bytes of a text or blob.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Null | Self::Integer(_) => 0,
            Self::Text(text) => text.len(),
            Self::Blob(bytes) => bytes.len(),
        }
    }

    /// The value as a text from which [`Value::decode`] reads it.
    pub(crate) fn encode(&self) -> String {
        match self {
            Self::Null => "n".to_owned(),
            Self::Integer(number) => format!("i{number}"),
            Self::Text(text) => format!("t{text}"),
            Self::Blob(bytes) => bytes.iter().fold("b".to_owned(), |mut text, byte| {
                text.extend(
                    [byte >> 4, byte & 15]
                        .map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])),
                );
                text
            }),
        }
    }

    /// The value of a text by [`Value::encode`]; `None` of another text.
    pub(crate) fn decode(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_at_checked(1)?;
        Some(match kind {
            "n" if rest.is_empty() => Self::Null,
            "i" => Self::Integer(rest.parse().ok()?),
            "t" => Self::Text(rest.to_owned()),
            "b" => {
                let digits: Option<Vec<u8>> =
                    rest.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
                let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
                Self::Blob(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
            }
            _ => return None,
        })
    }
}

/// What rows are compared by: their number, and a sum over the hashes of the rows, which does not
/// depend on their order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct RowSum {
    /// The number of rows.
    pub(crate) rows: u64,
    sum: u128,
}

impl RowSum {
    /// Adds a row, the values of all its columns in the same order for all rows.
    pub(crate) fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        for value in row {
            // The kind and the length come first, so that no two rows are written alike.
            match value {
                Value::Null => hash.update([0]),
                Value::Integer(number) => {
                    hash.update([1]);
                    hash.update(number.to_be_bytes());
                }
                Value::Text(text) => {
                    hash.update([2]);
                    hash.update((text.len() as u64).to_be_bytes());
                    hash.update(text);
                }
                Value::Blob(bytes) => {
                    hash.update([3]);
                    hash.update((bytes.len() as u64).to_be_bytes());
                    hash.update(bytes);
                }
            }
        }
        let hash = hash.finalize();
        let first = hash.iter().take(16).fold(0, |sum: u128, byte| sum << 8 | u128::from(*byte));
        self.sum = self.sum.wrapping_add(first);
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written() {
        for value in [
            Value::Null,
            Value::Integer(i64::MIN),
            Value::Integer(0),
            Value::Text(String::new()),
            Value::Text("ibß'\"{},\\".to_owned()),
            Value::Blob(Vec::new()),
            Value::Blob(vec![0, 9, 10, 255]),
        ] {
            assert_eq!(Value::decode(&value.encode()), Some(value));
        }
        for text in ["", "x", "i", "i1.5", "b0", "bxx", "n1", "ä"] {
            assert_eq!(Value::decode(text), None, "{text}");
        }
    }

    #[test]
    fn the_sum_is_that_of_the_rows_in_any_order() {
        let sum = |rows: &[&[Value]]| {
            let mut sum = RowSum::default();
            for row in rows {
                sum.add(row);
            }
            sum
        };
        let text = |text: &str| Value::Text(text.to_owned());
        let (one, other) = ([text("a"), text("bc")], [text("ab"), text("c")]);
        assert_eq!(sum(&[&one, &other]), sum(&[&other, &one]));
        assert_ne!(sum(&[&one]), sum(&[&other]));
        assert_ne!(sum(&[&one, &one]), sum(&[&other, &other]));
        assert_ne!(sum(&[&[Value::Null]]), sum(&[&[text("")]]));
        assert_ne!(sum(&[&[Value::Integer(0)]]), sum(&[&[Value::Null]]));
        assert_ne!(sum(&[&[text("")]]), sum(&[&[Value::Blob(Vec::new())]]));
    }
}
