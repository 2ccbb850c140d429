//! The table options of Clouded Klin Zha.

use super::drift::DriftRule;
use super::generate::generate;
use super::map::{CloudMap, CrowdedRegion};
use crate::error::quote;
use crate::{Area, Notice, OptionFile, OptionSpec, Options, Refusal};
use serde::Serialize;

/// The number of plies without a capture that makes a draw (R-CL8). Repetition makes no draw.
pub const QUIET_PLIES: u32 = 200;

pub(super) const CLOUDS: OptionSpec = OptionSpec::from_file("clouds", &MAP_FILE);
static MAP_FILE: OptionFile = OptionFile {
    expected: "a map file, blind, seed:N, or nine rows joined by '/'",
    is_value: |text| {
        let inline = text.contains('/') && text.chars().all(|c| ".-#/".contains(c));
        text == "blind" || text.starts_with("seed:") || inline
    },
    read: |text| CloudMap::read(text).map(|map| map.to_string()).map_err(|error| error.to_string()),
};
pub(super) const DRIFT: OptionSpec = OptionSpec::new("drift", &[]);
/// The seed of the map if `clouds` is not set. The dice of the umpire do not depend on it.
pub(super) const SEED: OptionSpec = OptionSpec::new("seed", &[]);
/// R-CL8: `enforced` is refused.
pub(super) const GOAL_SAFETY: OptionSpec = OptionSpec::new("goal-safety", &["advisory"]);

/// The source of the clouds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clouds {
    /// All cells under clouds: Blind Klin Zha.
    Blind,
    /// The map of this seed.
    Seed(u64),
    /// A map that was drawn by hand.
    Drawn(CloudMap),
}

impl Clouds {
    /// Reads a value of the option `clouds`: `blind`, `seed:N` or the nine rows joined by `/`.
    ///
    /// # Errors
    /// `bad-clouds` or `bad-seed`.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        if text == "blind" {
            return Ok(Self::Blind);
        }
        if let Some(number) = text.strip_prefix("seed:") {
            return read_seed(number, "clouds=seed:").map(Self::Seed);
        }
        CloudMap::read_inline(text).map(Self::Drawn).map_err(|error| {
            let message = format!(
                "option clouds: '{}': expected blind, seed:N, or nine rows of '.', '-' and '#' joined by '/': {error}",
                quote(text)
            );
            Refusal::new("bad-clouds", message)
                .with("text", quote(text))
                .with("reason", &error)
                .because(error)
        })
    }

    /// The cloud map.
    pub fn map(&self) -> CloudMap {
        match self {
            Self::Blind => CloudMap::BLIND,
            Self::Seed(seed) => generate(*seed),
            Self::Drawn(map) => *map,
        }
    }

    /// The regions with too many under cells (R-CL9); none for `blind`.
    pub fn crowded(&self) -> Vec<CrowdedRegion> {
        match self {
            Self::Blind => Vec::new(),
            _ => self.map().crowded(),
        }
    }

    /// The warnings for [`Clouds::crowded`] as notices.
    pub fn warnings(&self) -> Vec<Notice> {
        self.crowded().iter().map(CrowdedRegion::notice).collect()
    }

    /// The value in records. A map from a seed is written as rows, so that a record does not depend
    /// on the generator.
    pub fn to_record_value(&self) -> String {
        match self {
            Self::Blind => "blind".to_owned(),
            _ => self.map().to_string(),
        }
    }
}

/// A cloud map as plain data, for a page that shows it before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CloudMapInfo {
    /// The nine rows joined by `/`, or `blind`: a value of the option `clouds`.
    pub clouds: String,
    /// The seed of the map, if it has one.
    pub seed: Option<u64>,
    /// The clouds as areas of a frame.
    pub areas: Vec<Area>,
    /// The warnings (R-CL9).
    pub warnings: Vec<Notice>,
}

/// The cloud map of a value of the option `clouds` (`blind`, `seed:N`, or nine rows joined by `/`)
/// as plain data.
///
/// # Errors
/// `bad-clouds` or `bad-seed`, as for the option.
pub fn cloud_map_info(value: &str) -> Result<CloudMapInfo, Refusal> {
    let clouds = Clouds::read(value)?;
    let seed = match clouds {
        Clouds::Seed(seed) => Some(seed),
        Clouds::Blind | Clouds::Drawn(_) => None,
    };
    Ok(CloudMapInfo {
        clouds: clouds.to_record_value(),
        seed,
        areas: clouds.map().areas(),
        warnings: clouds.warnings(),
    })
}

fn read_seed(text: &str, what: &str) -> Result<u64, Refusal> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| {
        Refusal::new(
            "bad-seed",
            format!("option {what}'{}': expected a number from 0 to {}", quote(text), u64::MAX),
        )
        .with("text", quote(text))
    })
}

/// The table options.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableRules {
    pub(super) clouds: Clouds,
    pub(super) map: CloudMap,
    pub(super) drift: Option<DriftRule>,
}

impl TableRules {
    pub(super) fn new(options: &Options) -> Result<Self, Refusal> {
        let clouds = match options.get(&CLOUDS) {
            "" => Clouds::Seed(match options.get(&SEED) {
                "" => 0,
                seed => read_seed(seed, "seed=")?,
            }),
            text => Clouds::read(text)?,
        };
        if !options.get(&SEED).is_empty() {
            read_seed(options.get(&SEED), "seed=")?;
        }
        let drift = match options.get(&DRIFT) {
            "" | "off" => None,
            text => Some(DriftRule::read(text).ok_or_else(|| {
                Refusal::new(
                    "bad-drift",
                    format!(
                        "option drift: '{}': expected off, dice, or X,Y,Z, each of them dice or a number: turns (1 to 99), steps (1 to 8), direction (1 to 6, clockwise from the east)",
                        quote(text)
                    ),
                )
                .with("text", quote(text))
            })?),
        };
        if drift.is_some() && clouds == Clouds::Blind {
            return Err(Refusal::new(
                "blind-drift",
                "option drift: there is nothing to drift in a blind game",
            ));
        }
        Ok(Self { clouds, map: clouds.map(), drift })
    }

    /// The options that differ from their defaults, without the clouds, as `key=value`.
    pub(super) fn option_pairs(&self) -> Vec<String> {
        self.drift.map(|drift| format!("drift={drift}")).into_iter().collect()
    }
}
