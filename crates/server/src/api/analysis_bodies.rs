//! The frames of an analysis client, as JSON.

use super::bodies::OptionsBody;
use super::json::{keyword, non_null, number, object};
use crate::analysis::{LiveSearchRequest, MAX_LINES, Plies, ReportRequest};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use std::fmt;

/// A frame of a client.
pub(super) enum AnalysisFrame {
    /// Analyse a position.
    Search(u64, LiveSearchRequest),
    /// Make a report of a game.
    Report(u64, ReportRequest),
    /// Stop the analysis.
    Stop,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Search,
    Report,
    Stop,
}

const KINDS: [(&str, Kind); 3] =
    [("look", Kind::Search), ("game", Kind::Report), ("stop", Kind::Stop)];

fn kind<'de, D: Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
    let keys = KINDS.map(|(key, _)| format!("\"{key}\"")).join(", ");
    keyword(from, &format!("one of {keys}"), |text| {
        KINDS.into_iter().find(|(key, _)| *key == text).map(|(_, kind)| kind)
    })
}

/// The fields of all frames. Which of them a frame may have is checked after all are read.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[serde(rename = "type", deserialize_with = "kind")]
    kind: Kind,
    #[serde(default, deserialize_with = "non_null")]
    id: Option<Number>,
    #[serde(default, deserialize_with = "non_null")]
    game: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    options: Option<OptionsBody>,
    /// `null` and a missing field are the game's first position.
    #[serde(default)]
    position: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    moves: Option<Vec<String>>,
    #[serde(default, deserialize_with = "non_null")]
    positions: Option<Vec<String>>,
    #[serde(default, deserialize_with = "non_null")]
    lines: Option<Lines>,
}

#[derive(serde::Deserialize)]
struct Number(#[serde(deserialize_with = "number")] u64);

/// The number of lines (multi-PV).
struct Lines(usize);

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct LinesVisitor;
        impl Visitor<'_> for LinesVisitor {
            type Value = Lines;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 1 to {MAX_LINES}")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Lines, E> {
                if (1..=MAX_LINES).contains(&number) {
                    return Ok(Lines(number as usize));
                }
                Err(E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }
        from.deserialize_any(LinesVisitor)
    }
}

impl Fields {
    fn frame(self) -> Result<AnalysisFrame, String> {
        let Self { kind, id, game, options, position, moves, positions, lines } = self;
        let refused = |name: &str| {
            Err(format!("unknown field `{name}` for this frame, expected no such field"))
        };
        if kind == Kind::Stop {
            let not_allowed = [
                ("game", game.is_some()),
                ("options", options.is_some()),
                ("position", position.is_some()),
                ("moves", moves.is_some()),
                ("positions", positions.is_some()),
                ("lines", lines.is_some()),
            ];
            return match not_allowed.into_iter().find(|(_, is_given)| *is_given) {
                Some((name, _)) => refused(name),
                None => Ok(AnalysisFrame::Stop),
            };
        }
        let Number(id) = id.ok_or("missing field `id`, expected a whole number")?;
        let game = game.ok_or("missing field `game`, expected the id of a game")?;
        let options = options.unwrap_or_default().0;
        if kind == Kind::Search {
            if positions.is_some() {
                return refused("positions");
            }
            let moves = moves.unwrap_or_default();
            let lines = lines.map_or(1, |lines| lines.0);
            return Ok(AnalysisFrame::Search(
                id,
                LiveSearchRequest { game, options, position, moves, lines },
            ));
        }
        if lines.is_some() {
            return refused("lines");
        }
        let plies = match (positions, moves) {
            (None, moves) => Plies::Moves(position, moves.unwrap_or_default()),
            (Some(positions), None) if position.is_none() => Plies::Positions(positions),
            (Some(_), _) => {
                return Err(
                    "the key `positions` stands beside `position` or `moves`, expected it \
                    alone"
                        .to_owned(),
                );
            }
        };
        Ok(AnalysisFrame::Report(id, ReportRequest { game, options, plies }))
    }
}

impl<'de> Deserialize<'de> for AnalysisFrame {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        object(from, "an object with `type`", |fields: Fields| fields.frame())
    }
}
