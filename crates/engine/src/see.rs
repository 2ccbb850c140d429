//! Static exchange evaluation: the part that all games share.

/// The value of a series of captures on one cell if each side stops when going on does not pay.
/// `gains[n]` is the value captured by capture `n`, less `gains[n - 1]`.
pub(crate) fn fold_gains(gains: &mut [i32]) -> i32 {
    for last in (1..gains.len()).rev() {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
    }
    gains[0]
}
