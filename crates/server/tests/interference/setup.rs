//! The setup: what is placed unseen is not told.
