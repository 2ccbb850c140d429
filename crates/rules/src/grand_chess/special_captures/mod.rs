//! Pieces with rules that the table cannot express.
//!
//! [`duke`], [`edgehog`] and [`windmill`] are paths. The others capture or act on squares other
//! than their target, or freeze.

pub(super) mod approach;
pub(super) mod archer;
pub(super) mod chameleon;
pub(super) mod coordinator;
pub(super) mod duke;
pub(super) mod edgehog;
pub(super) mod freeze;
pub(super) mod windmill;
