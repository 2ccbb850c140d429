//! The odd pieces, each with a rule of its own: what the words of the table cannot say.
//!
//! [`duke`], [`edgehog`] and [`windmill`] are paths; the others capture or act otherwise than by going
//! to the square of their victim.

pub(super) mod approach;
pub(super) mod archer;
pub(super) mod chameleon;
pub(super) mod coordinator;
pub(super) mod duke;
pub(super) mod edgehog;
pub(super) mod freeze;
pub(super) mod windmill;
