//! Strict JSON: one value, objects where objects are expected, no duplicate keys, and errors that
//! say where they are and what was expected.

use super::error::{ApiError, Input};
use heterodox_rules::quote;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor,
};
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

/// Reads JSON. Syntax errors and duplicate keys are reported before errors of the shape, wherever
/// they are.
pub(super) fn read_json<T: DeserializeOwned>(input: Input, text: &[u8]) -> Result<T, ApiError> {
    // Syntax errors and duplicate keys are reported first, wherever they are.
    read::<DuplicateKeys>(input, text)?;
    read(input, text)
}

fn read<T: DeserializeOwned>(input: Input, text: &[u8]) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        to_api_error(input, error.inner(), field)
    })?;
    reader.end().map_err(|error| to_api_error(input, &error, ".".to_owned()))?;
    Ok(value)
}

fn to_api_error(input: Input, error: &serde_json::Error, field: String) -> ApiError {
    let (line, column) = (error.line(), error.column());
    // Line and column have fields of their own.
    let full = error.to_string();
    let position = format!(" at line {line} column {column}");
    let reason = full.strip_suffix(&position).unwrap_or(&full);
    if error.is_data() {
        let field = quote(&key_path(field, reason));
        ApiError::BadBody { input, field, line, column, reason: shorten_found(reason) }
    } else {
        ApiError::BadJson { input, line, column, reason: reason.to_owned() }
    }
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

/// Shortens the value that was found, which may be as long as the input, and keeps what was
/// expected.
fn shorten_found(reason: &str) -> String {
    match reason.rsplit_once(", expected ") {
        Some((found, expected)) => format!("{}, expected {expected}", quote(found)),
        None => quote(reason),
    }
}

/// Any JSON value in which no object has a key twice, as it would be ambiguous which one counts.
struct DuplicateKeys;

impl<'de> Deserialize<'de> for DuplicateKeys {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for DuplicateKeys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self, A::Error> {
        while values.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Self, A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = pairs.next_key::<String>()? {
            if let Some(duplicate) = keys.replace(key.clone()) {
                return Err(A::Error::custom(format!(
                    "the key `{}` stands twice, expected each key once",
                    quote(&duplicate)
                )));
            }
            pairs.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// Reads an object with the fields of `T` and converts it. An array of the same values, which
/// derived code accepts too, is refused.
pub(super) fn object<'de, D, T, R>(
    from: D,
    expected: &'static str,
    convert: impl FnOnce(T) -> Result<R, String>,
) -> Result<R, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct ObjectVisitor<T, F> {
        expected: &'static str,
        convert: F,
        fields: PhantomData<T>,
    }

    impl<'de, T, R, F> Visitor<'de> for ObjectVisitor<T, F>
    where
        T: Deserialize<'de>,
        F: FnOnce(T) -> Result<R, String>,
    {
        type Value = R;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }

        fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<R, A::Error> {
            let fields = T::deserialize(MapAccessDeserializer::new(pairs))?;
            (self.convert)(fields).map_err(A::Error::custom)
        }
    }

    from.deserialize_any(ObjectVisitor { expected, convert, fields: PhantomData })
}

/// Reads a keyword: a string for which `meaning` returns a value.
pub(super) fn keyword<'de, D: Deserializer<'de>, T>(
    from: D,
    expected: &str,
    meaning: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct KeywordVisitor<'a, F> {
        expected: &'a str,
        meaning: F,
    }

    impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for KeywordVisitor<'_, F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            let Self { expected, meaning } = self;
            meaning(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &expected))
        }
    }

    from.deserialize_any(KeywordVisitor { expected, meaning })
}

/// Reads a whole number.
pub(super) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    struct NumberVisitor;

    impl Visitor<'_> for NumberVisitor {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 0")
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }
    }

    from.deserialize_any(NumberVisitor)
}

/// Reads `true` and no other value.
pub(super) fn only_true<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    struct TrueVisitor;

    impl Visitor<'_> for TrueVisitor {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("`true`")
        }

        fn visit_bool<E: Error>(self, value: bool) -> Result<bool, E> {
            if value { Ok(true) } else { Err(E::invalid_value(Unexpected::Bool(value), &self)) }
        }
    }

    from.deserialize_any(TrueVisitor)
}

/// Reads an optional field: it may be missing, but `null` is refused unless `T` accepts it.
pub(super) fn non_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[serde(rename = "n", deserialize_with = "number")]
        _n: u64,
    }

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        #[serde(rename = "inner")]
        _inner: Inner,
    }

    fn error_of(text: &str) -> (Value, String) {
        let read = read_json::<Body>(Input::Body, text.as_bytes());
        let error = read.map(|_| ()).expect_err(text).json();
        (error["code"].clone(), error["message"].as_str().unwrap_or_default().to_owned())
    }

    #[test]
    fn errors_name_line_column_and_field() {
        let (code, message) = error_of("{\n \"inner\": {\"n\": 1}");
        assert_eq!(code, "bad-json");
        assert!(message.contains("line 2") && message.contains("EOF"), "{message}");

        let (code, message) = error_of("{\"inner\": {\"n\":\n \"one\"}}");
        assert_eq!(code, "bad-body");
        for part in ["line 2", "'inner.n'", "string \"one\"", "expected a whole number from 0"] {
            assert!(message.contains(part), "{message} lacks {part}");
        }
        let (_, message) = error_of("{\"inner\": {\"m\": 1}}");
        assert!(message.contains("'inner.m': unknown field `m`, expected `n`"), "{message}");
        let (_, message) = error_of("{\"inner\": {}}");
        assert!(message.contains("'inner.n': missing field `n`"), "{message}");
        assert_eq!(error_of("{\"inner\": {\"n\": 1}} x").0, "bad-json");
    }

    #[test]
    fn duplicate_keys_are_refused() {
        for (text, field) in [
            ("{\"inner\": {\"n\": 1},\n \"inner\": {\"n\": 1}}", "'inner'"),
            ("{\"inner\":\n {\"n\": 1, \"n\": 1}}", "'inner.n'"),
        ] {
            let (code, message) = error_of(text);
            assert_eq!(code, "bad-body", "{message}");
            for part in ["line 2", field, "stands twice"] {
                assert!(message.contains(part), "{message} lacks {part}");
            }
        }
    }

    #[test]
    fn quoted_input_is_shortened() {
        let long = "x".repeat(5000);
        for text in [
            format!("{{\"inner\": {{\"n\": \"{long}\"}}}}"),
            format!("{{\"inner\": {{\"{long}\": 1}}}}"),
            format!("{{\"inner\": {{\"n\": 1, \"{long}\": 1, \"{long}\": 1}}}}"),
        ] {
            let (code, message) = error_of(&text);
            assert_eq!(code, "bad-body");
            assert!(message.len() < 400 && message.contains("expected"), "{message}");
        }
    }

    #[test]
    fn quoted_input_cannot_fake_a_position() {
        let (_, message) = error_of("{\"inner\": {\"n\": \" at line 7 column 7, expected x\"}}");
        assert!(message.contains("expected a whole number from 0"), "{message}");
        assert!(message.contains(" at line 7 column 7"), "{message}");
    }
}
