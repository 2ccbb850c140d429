//! Shortens input that an error message quotes.

/// The most characters of the input that an error quotes.
const LONGEST: usize = 80;

/// The beginning of the input: an error must not be as long as the request.
pub(crate) fn quote(given: &str) -> String {
    match given.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &given[..end]),
        None => given.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn what_is_long_is_cut_between_two_signs() {
        assert_eq!(quote("short"), "short");
        assert_eq!(quote(&"ß".repeat(80)), "ß".repeat(80));
        assert_eq!(quote(&"ß".repeat(81)), format!("{}…", "ß".repeat(80)));
    }
}
