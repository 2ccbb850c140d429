//! Reading JSON: one value, with errors that say where they are and what was expected.

use crate::strict::Strict;
use heterodox_rules::quote;
use serde::de::{DeserializeOwned, Deserializer, Error, Visitor};
use std::fmt;

/// Why a text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; 0 before the first character.
    pub column: usize,
    /// What was found and what was expected.
    pub reason: String,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadErrorKind {
    /// It is not JSON.
    Syntax,
    /// The JSON has another shape than expected.
    Shape {
        /// The path of the field, such as `start.quick`; `.` is the whole text.
        field: String,
    },
}

/// Reads JSON. No object may have a key twice, and only fields that accept `null` may have it.
///
/// # Errors
///
/// If the text is not JSON, or not of the expected shape.
///
/// ```
/// use heterodox_wire::{ComputerRequest, read};
/// let error = read::<ComputerRequest>(b"{\"seat\": -1}").unwrap_err();
/// assert_eq!(error.reason, "invalid value: integer `-1`, expected a whole number from 0");
/// ```
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, ReadError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(Strict(&mut json))
        .map_err(|error| read_error(text, error.inner(), error.path().to_string()))?;
    json.end().map_err(|error| read_error(text, &error, ".".to_owned()))?;
    Ok(value)
}

fn read_error(text: &[u8], error: &serde_json::Error, field: String) -> ReadError {
    let (line, column) = match error.line() {
        // The whole value was read, and then refused.
        0 => end_of(text),
        line => (line, error.column()),
    };
    let full = error.to_string();
    // Line and column have fields of their own.
    let position = format!(" at line {line} column {column}");
    let reason = full.strip_suffix(&position).unwrap_or(&full);
    if !error.is_data() {
        let reason = reason.to_owned();
        return ReadError { kind: ReadErrorKind::Syntax, line, column, reason };
    }
    let field = quote(&key_path(field, reason));
    let reason = plain_words(reason);
    ReadError { kind: ReadErrorKind::Shape { field }, line, column, reason }
}

/// The line and column of the last character that is not white space.
fn end_of(text: &[u8]) -> (usize, usize) {
    let text = text.trim_ascii_end();
    let start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    (1 + text.iter().filter(|byte| **byte == b'\n').count(), text.len() - start)
}

/// The path of a missing, unknown or duplicate key, where the error's path leads only to the object
/// around it.
fn key_path(field: String, reason: &str) -> String {
    let key = ["missing field `", "unknown field `", "the key `"]
        .iter()
        .find_map(|start| reason.strip_prefix(start))
        .and_then(|rest| rest.split('`').next());
    match key {
        None => field,
        Some(key) if field == "." => key.to_owned(),
        Some(key) if field == key || field.ends_with(&format!(".{key}")) => field,
        Some(key) => format!("{field}.{key}"),
    }
}

/// Shortens the value that was found, which may be as long as the input, keeps what was expected,
/// and names no type of the program.
fn plain_words(reason: &str) -> String {
    match reason.rsplit_once(", expected ") {
        Some((found, "u8" | "u32" | "u64" | "usize")) => {
            format!("{}, expected a whole number from 0", quote(found))
        }
        Some((found, expected)) => format!("{}, expected {expected}", quote(found)),
        None => quote(reason),
    }
}

/// Reads a text for which `null` is the same as a missing field.
pub(crate) fn nullable<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    struct NullableVisitor;

    impl Visitor<'_> for NullableVisitor {
        type Value = Option<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string or null")
        }

        fn visit_unit<E: Error>(self) -> Result<Option<String>, E> {
            Ok(None)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Option<String>, E> {
            Ok(Some(text.to_owned()))
        }
    }

    from.deserialize_any(NullableVisitor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[serde(rename = "n")]
        _n: u64,
    }

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[serde(rename = "inner")]
        _inner: Inner,
        #[serde(rename = "more", default)]
        _more: Option<String>,
    }

    fn error_of(text: &str) -> ReadError {
        read::<Body>(text.as_bytes()).expect_err(text)
    }

    fn shape(field: &str) -> ReadErrorKind {
        ReadErrorKind::Shape { field: field.to_owned() }
    }

    #[test]
    fn errors_name_line_column_and_field() {
        let error = error_of("{\n \"inner\": {\"n\": 1}");
        assert_eq!((error.kind, error.line), (ReadErrorKind::Syntax, 2));
        assert!(error.reason.contains("EOF"), "{}", error.reason);

        let error = error_of("{\"inner\": {\"n\":\n \"one\"}}");
        assert_eq!((error.kind, error.line), (shape("inner.n"), 2));
        assert!(error.reason.contains("string \"one\", expected a whole number from 0"));
        let error = error_of("{\"inner\": {\"m\": 1}}");
        assert_eq!(error.kind, shape("inner.m"));
        assert!(error.reason.contains("unknown field `m`, expected `n`"), "{}", error.reason);
        let error = error_of("{\"inner\": {}}");
        assert_eq!((error.kind, error.reason.as_str()), (shape("inner.n"), "missing field `n`"));
        assert_eq!(error_of("{\"inner\": {\"n\": 1}} x").kind, ReadErrorKind::Syntax);
    }

    #[test]
    fn arrays_and_null_are_refused() {
        let error = error_of("[{\"n\": 1}]");
        assert!(error.reason.ends_with("expected an object with `inner`, `more`"));
        assert_eq!(error_of("{\"inner\": [1]}").kind, shape("inner"));
        let error = error_of("{\"inner\": {\"n\": 1}, \"more\": null}");
        assert_eq!(error.kind, shape("more"));
        assert!(error.reason.contains("null, expected a string"), "{}", error.reason);
    }

    #[test]
    fn duplicate_keys_are_refused() {
        for (text, field) in [
            ("{\"inner\": {\"n\": 1},\n \"inner\": {\"n\": 1}}", "inner"),
            ("{\"inner\":\n {\"n\": 1, \"n\": 1}}", "inner.n"),
        ] {
            let error = error_of(text);
            assert_eq!((error.kind, error.line), (shape(field), 2));
            assert!(error.reason.contains("stands twice"), "{}", error.reason);
        }
    }

    #[test]
    fn quoted_input_is_shortened() {
        let long = "x".repeat(5000);
        for text in [
            format!("{{\"inner\": {{\"n\": \"{long}\"}}}}"),
            format!("{{\"inner\": {{\"{long}\": 1}}}}"),
        ] {
            let error = error_of(&text);
            assert!(error.reason.len() < 300 && error.reason.contains("expected"), "{error:?}");
        }
    }

    #[test]
    fn quoted_input_cannot_fake_a_position() {
        let error = error_of("{\"inner\": {\"n\": \" at line 7 column 7, expected x\"}}");
        assert!(error.reason.contains(" at line 7 column 7"), "{}", error.reason);
        assert!(error.reason.ends_with("expected a whole number from 0"), "{}", error.reason);
    }
}
