//! Imported records, and frames in parts.

use heterodox_rules::{Frame, Record};
use serde::Serialize;
use utoipa::ToSchema;

/// A record that was imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportedRecord {
    /// The id of the record.
    pub id: String,
    /// Remarks on what was not in strict notation.
    pub warnings: Vec<String>,
}

/// An imported record, without its frames, which come in parts.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RecordBody {
    /// The record.
    pub record: Record,
}

/// A part of the frames of a game or record: the board before the first ply and after each ply.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FramesPart {
    /// The number of all frames.
    pub total: usize,
    /// The requested frames.
    pub frames: Vec<Frame>,
}
