//! Table options: what the players may agree on before a game.

use crate::error::quote;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One option of a game, as data: forms, help texts and checks are made from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OptionSpec {
    /// The key, such as `goal-safety`.
    pub key: &'static str,
    /// The values it may take; the first is the default. Empty: any text that the game can read.
    pub values: &'static [&'static str],
    /// The value that it has in games against the computer unless somebody says otherwise: a house rule, to be named as
    /// one; nothing if it keeps its default there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<&'static str>,
}

impl OptionSpec {
    /// An option that has its default in every game.
    pub const fn new(key: &'static str, values: &'static [&'static str]) -> Self {
        Self { key, values, house: None }
    }

    /// The same with another value against the computer.
    #[must_use]
    pub const fn with_house(self, value: &'static str) -> Self {
        Self { house: Some(value), ..self }
    }
}

/// Options as given, by key. What is not given has its default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub BTreeMap<String, String>);

impl Options {
    /// Reads one `KEY=VALUE` into the options.
    pub fn set(&mut self, pair: &str) -> Result<(), OptionError> {
        let (key, value) = pair.split_once('=').ok_or_else(|| OptionError::NoValue(quote(pair)))?;
        match self.0.insert(key.to_owned(), value.to_owned()) {
            None => Ok(()),
            Some(_) => Err(OptionError::Twice(quote(key))),
        }
    }

    /// Checks the options against the specs of a game.
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

    /// Adds the house rules of games against the computer, for whatever nobody has said anything of. An option that is
    /// given keeps its value, even if that is its default.
    pub fn take_house_rules(&mut self, specs: &[OptionSpec]) {
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
        /// The keys that there are.
        known: String,
    },
    /// The option has no such value.
    #[error("option {key}: '{value}' is not one of: {allowed}")]
    BadValue {
        /// The option's key.
        key: String,
        /// The value that was given.
        value: String,
        /// The values that there are.
        allowed: String,
    },
}
