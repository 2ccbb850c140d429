//! For tests of Clouded Klin Zha.

#![allow(clippy::format_push_string, reason = "short texts that are compared")]

pub mod games;
pub mod indistinguishable_pairs;
pub mod input;
pub mod slow_umpire;
