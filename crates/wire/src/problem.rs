//! Errors, and the list of their codes.

use heterodox_rules::Refusal;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The body of every error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The error.
    pub error: Problem,
}

/// Why something was refused or failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The key of the error, such as `not-your-turn`.
    pub code: &'static str,
    /// Named values of the message.
    pub args: BTreeMap<&'static str, String>,
    /// The message in English. It quotes at most 80 characters of input.
    pub message: String,
    /// The causes of a refusal. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub reasons: Vec<Problem>,
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Self {
        Self {
            code: refusal.code,
            args: refusal.args.iter().cloned().collect(),
            message: refusal.message.clone(),
            reasons: refusal.reasons.iter().map(Self::from).collect(),
        }
    }
}
