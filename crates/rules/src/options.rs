//! Table options: rules that the players agree on before a game.

use crate::error::quote;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A table option as data, from which forms, help texts and checks are made.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionSpec {
    /// The key, such as `goal-safety`.
    pub key: &'static str,
    /// The allowed values, the default first. If empty, the game reads the value itself and the
    /// default is the empty text.
    pub values: &'static [&'static str],
    /// The value as a house rule: the option has it in games against the computer unless it is set.
    /// Absent if the option has its default there too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<&'static str>,
    /// How a value is made of a file, if a command line may name one; the game reads no files.
    #[serde(skip)]
    pub file: Option<&'static OptionFile>,
}

/// An option whose value a command line can take from a file.
#[derive(Debug)]
pub struct OptionFile {
    /// What the option takes, for error messages: `a map file, blind or seed:N`.
    pub expected: &'static str,
    /// Whether a text is meant as a value of the option and not as the name of a file.
    pub is_value: fn(&str) -> bool,
    /// Makes the option's value from the text of a file; the error names line and cause.
    pub read: fn(&str) -> Result<String, String>,
}

impl OptionSpec {
    /// An option without a house rule.
    pub const fn new(key: &'static str, values: &'static [&'static str]) -> Self {
        Self { key, values, house: None, file: None }
    }

    /// An option whose value the game reads itself and a command line may take from a file.
    pub const fn from_file(key: &'static str, file: &'static OptionFile) -> Self {
        Self { file: Some(file), ..Self::new(key, &[]) }
    }

    /// Adds a value as a house rule.
    #[must_use]
    pub const fn with_house(self, value: &'static str) -> Self {
        Self { house: Some(value), ..self }
    }
}

/// Options by key. An option that is not set has its default.
///
/// ```
/// use heterodox_rules::Options;
/// let mut options = Options::default();
/// options.set("goal-safety=enforced")?;
/// let specs = heterodox_rules::info("klinzha").unwrap().options;
/// options.check("klinzha", specs)?;
/// assert_eq!(options.get(&specs[0]), "enforced");
/// assert!(options.set("goal-safety=advisory").is_err(), "set twice");
/// # Ok::<(), heterodox_rules::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, String>);

impl Options {
    /// Sets an option from a text `KEY=VALUE`.
    ///
    /// # Errors
    /// [`OptionError::NoValue`] without `=`; [`OptionError::Twice`] if the key was set before.
    pub fn set(&mut self, pair: &str) -> Result<(), OptionError> {
        let (key, value) = pair.split_once('=').ok_or_else(|| OptionError::NoValue(quote(pair)))?;
        match self.0.insert(key.to_owned(), value.to_owned()) {
            None => Ok(()),
            Some(_) => Err(OptionError::Twice(quote(key))),
        }
    }

    /// Checks the options against the specs of a game.
    ///
    /// # Errors
    /// [`OptionError::Unknown`] or [`OptionError::BadValue`] for the first option that does not
    /// fit.
    pub fn check(&self, game: &str, specs: &[OptionSpec]) -> Result<(), OptionError> {
        for (key, value) in &self.0 {
            let spec =
                specs.iter().find(|spec| spec.key == key).ok_or_else(|| OptionError::Unknown {
                    game: game.to_owned(),
                    key: quote(key),
                    known: specs.iter().map(|spec| spec.key).collect::<Vec<_>>().join(", "),
                })?;
            if !spec.values.is_empty() && !spec.values.contains(&value.as_str()) {
                return Err(OptionError::BadValue {
                    key: key.clone(),
                    value: quote(value),
                    allowed: spec.values.join(", "),
                });
            }
        }
        Ok(())
    }

    /// Sets all options with a house rule that are not set. An option that is set keeps its value,
    /// even if that is its default.
    pub fn apply_house_rules(&mut self, specs: &[OptionSpec]) {
        for (spec, value) in specs.iter().filter_map(|spec| Some((spec, spec.house?))) {
            self.0.entry(spec.key.to_owned()).or_insert_with(|| value.to_owned());
        }
    }

    /// The value of an option, or its default.
    pub fn get<'a>(&'a self, spec: &OptionSpec) -> &'a str {
        self.0
            .get(spec.key)
            .map_or_else(|| spec.values.first().copied().unwrap_or(""), String::as_str)
    }
}

/// What is wrong with an option.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// Not of the form `KEY=VALUE`.
    #[error("option '{0}': expected KEY=VALUE")]
    NoValue(String),
    /// Given more than once.
    #[error("option '{0}' is given twice")]
    Twice(String),
    /// The game has no such option.
    #[error("{game} has no option '{key}'; it has: {known}")]
    Unknown {
        /// The game's id.
        game: String,
        /// The key that was given.
        key: String,
        /// The keys of the game's options.
        known: String,
    },
    /// The option does not allow this value.
    #[error("option {key}: '{value}' is not one of: {allowed}")]
    BadValue {
        /// The option's key.
        key: String,
        /// The value that was given.
        value: String,
        /// The allowed values.
        allowed: String,
    },
}
