//! The messages of a game's socket.

use crate::{Act, ActBody, Change, ChatLine, GameState, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A message of the client.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientMessage {
    /// What the message is.
    #[serde(rename = "type")]
    pub kind: ClientMessageKind,
    /// The answer carries this number.
    pub id: u64,
    /// The act.
    #[schema(value_type = Act)]
    pub act: ActBody,
}

/// What a message of the client is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClientMessageKind {
    /// An act.
    Act,
}

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The state: at once, or when the changes since the caller's version are not kept.
    State {
        /// The state.
        state: Box<GameState>,
    },
    /// A change of the state.
    Change(Box<Change>),
    /// A new line of the game's chat that the caller may read. It has no version.
    Chat {
        /// The line.
        line: ChatLine,
    },
    /// In a live game with clocks: the moment on the server's clock, after the state and every few
    /// seconds.
    Time {
        /// Milliseconds since 1970-01-01 UTC.
        now_ms: i64,
    },
    /// The answer to a message. It has either `version`, or `error`.
    Answer {
        /// The number of the message.
        id: u64,
        /// The version of the game after the act.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        version: Option<u64>,
        /// Remarks on a text that was not in strict notation, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        warnings: Option<Vec<String>>,
        /// Why the act was refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        error: Option<Problem>,
    },
    /// The answer to a message whose number cannot be read.
    Error {
        /// The error.
        error: Problem,
    },
}
