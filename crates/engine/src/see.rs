//! Captures on one cell, one after the other.

/// What the first of them comes to if either side stops when going on does not pay. `gains[n]` is what the capture of
/// number `n` takes, less what the one before took in the same way.
pub(crate) fn fold_gains(gains: &mut [i32]) -> i32 {
    for last in (1..gains.len()).rev() {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
    }
    gains[0]
}
