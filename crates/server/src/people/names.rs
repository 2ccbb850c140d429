//! The names of people: which are allowed, and which are too much alike.

use super::PeopleError;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, skeleton};

/// The fewest characters of a name.
const MIN: usize = 2;
/// The most characters of a name.
const MAX: usize = 20;

/// Names that would pass for the server, for those who run it, or for a word of the pages.
const RESERVED: [&str; 31] = [
    "administrator",
    "admin",
    "moderator",
    "organiser",
    "operator",
    "umpire",
    "referee",
    "computer",
    "engine",
    "server",
    "system",
    "heterodox",
    "guest",
    "anonymous",
    "nobody",
    "you",
    "du",
    "free",
    "true",
    "false",
    "null",
    "undefined",
    "gast",
    "niemand",
    "computergegner",
    "schiedsrichter",
    "gäst",
    "ingen",
    "domare",
    "dator",
    "datorn",
];

/// With these no name may begin.
const STARTS: [&str; 5] = ["administrat", "moderator", "heterodox", "computer", "schiedsrichter"];

/// A name that is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    /// As its owner writes it, in the normal form NFC.
    pub(crate) text: String,
    /// What is unique about it: names that look alike have the same key.
    pub(crate) key: String,
}

impl Name {
    /// Reads a name: 2 to 20 letters and digits of any script, `-`, `_` and `'`, at least one of
    /// them a letter.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadName`].
    pub(crate) fn read(text: &str) -> Result<Self, PeopleError> {
        // A longer text is not looked at.
        if text.len() > 16 * MAX {
            return Err(PeopleError::BadName);
        }
        let text: String = text.nfc().collect();
        let count = text.chars().count();
        // Letters that are in use, and that can be seen.
        let is_allowed = |sign: char| {
            "-_'".contains(sign) || sign.is_alphanumeric() && sign.identifier_allowed()
        };
        let is_name = (MIN..=MAX).contains(&count)
            && text.chars().all(is_allowed)
            && text.chars().any(char::is_alphabetic);
        if !is_name {
            return Err(PeopleError::BadName);
        }
        let key = key(&text);
        // `Admin1` passes for the same as `Admin`, and `Moderatorin` for a moderator.
        let word = self::key(text.trim_matches(|sign: char| !sign.is_alphabetic()));
        let passes_for = |reserved: &str| word == self::key(reserved);
        let begins_with = |start: &str| key.starts_with(&self::key(start));
        if RESERVED.iter().any(|one| passes_for(one)) || STARTS.iter().any(|one| begins_with(one)) {
            return Err(PeopleError::NameTaken);
        }
        Ok(Self { text, key })
    }
}

/// The key of a name: folded before its skeleton, so that capitals count as small letters, and
/// after it, as a skeleton may hold capitals.
pub(crate) fn key(text: &str) -> String {
    let fold = |text: &str| text.nfkc().collect::<String>().to_lowercase();
    let skeleton: String = skeleton(&fold(text)).collect();
    // A capital `I` and `l` look alike, but not the small `i` that folding makes of it.
    let folded = fold(&skeleton).replace(['i', '1'], "l");
    // Signs between letters are easily overlooked.
    folded.replace(['-', '_', '\''], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_are_allowed() {
        for name in ["qeqar", "vaQtar", "veSbe'", "Жук", "李雷", "a-b_c", "Zoë7", "n1"] {
            assert_eq!(Name::read(name).unwrap().text, name);
        }
        // The parts of a letter are put together.
        assert_eq!(Name::read("Zoe\u{308}").unwrap().text, "Zoë");
        for bad in
            ["", "a", "12", "--", "a b", "a\tb", "a@b", "a/b", "a\u{200d}b", "a\u{202e}b", "😀😀"]
        {
            assert_eq!(Name::read(bad), Err(PeopleError::BadName), "{bad:?}");
        }
        let most = "x".repeat(20);
        assert!(Name::read(&most).is_ok());
        assert!(Name::read(&format!("{most}x")).is_err());
        assert!(Name::read(&"x".repeat(100_000)).is_err());
    }

    #[test]
    fn names_cannot_be_invisible_or_pass_for_the_server() {
        for unseen in ["\u{3164}\u{3164}\u{3164}", "a\u{115f}b", "ᴀɴɴᴀ"] {
            assert_eq!(Name::read(unseen), Err(PeopleError::BadName), "{unseen:?}");
        }
        for taken in [
            "Administrator",
            "COMPUTER",
            "Guest",
            "You",
            "сomputer",
            "Gäst",
            "Du",
            "Admin1",
            "Computer-",
            "Moderatorin",
        ] {
            assert_eq!(Name::read(taken), Err(PeopleError::NameTaken), "{taken}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        for (one, other) in [
            ("Anna", "anna"),
            ("ANNA", "anna"),
            ("раураl", "paypal"),
            ("Ａnna", "Anna"),
            ("veSbe'", "vesbe'"),
            ("Kahless", "kahIess"),
            ("anna-", "an_na"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("anna"), key("anno"));
    }
}
