//! Reading the words of the games' vocabularies: keys of sides, phases, pieces, areas and notices.
//!
//! The rules have these words as constants. A program that gets a scene from a server, as one whose
//! engine plays for it, reads them back: each word is kept once and for good.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::collections::HashSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A word of a vocabulary.
pub(crate) type Keyword = &'static str;

/// The most words that are kept. The games have some hundreds, and Grand Chess two letters for each
/// piece that players make.
const MAX_WORDS: usize = 4096;
/// The most bytes of a word.
const MAX_BYTES: usize = 64;

/// The words that were read.
static KNOWN: Mutex<Option<HashSet<Keyword>>> = Mutex::new(None);

/// The word with this text; `None` if it is too long or too many words were read.
fn word(text: &str) -> Option<Keyword> {
    // A panic leaves the set as it was.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashSet::new);
    if let Some(word) = known.get(text) {
        return Some(word);
    }
    if text.len() > MAX_BYTES || known.len() >= MAX_WORDS {
        return None;
    }
    let word: Keyword = String::leak(text.to_owned());
    known.insert(word);
    Some(word)
}

/// A word in JSON.
struct Word(Keyword);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct WordVisitor;

        impl Visitor<'_> for WordVisitor {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word of a game")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Word, E> {
                word(text).map(Word).ok_or_else(|| E::custom("too long a word, or too many words"))
            }
        }

        from.deserialize_str(WordVisitor)
    }
}

/// Reads a word.
pub(crate) fn keyword<'de, D: Deserializer<'de>>(from: D) -> Result<Keyword, D::Error> {
    Ok(Word::deserialize(from)?.0)
}

/// Reads a word or `null`.
pub(crate) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Keyword>, D::Error> {
    Ok(Option::<Word>::deserialize(from)?.map(|word| word.0))
}

/// Reads a list of words.
pub(crate) fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Keyword>, D::Error> {
    Ok(Vec::<Word>::deserialize(from)?.into_iter().map(|word| word.0).collect())
}

/// Reads named values.
pub(crate) fn named<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<(Keyword, String)>, D::Error> {
    let pairs = Vec::<(Word, String)>::deserialize(from)?;
    Ok(pairs.into_iter().map(|(word, value)| (word.0, value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_kept_once_and_a_long_one_not_at_all() {
        let (first, second) = (word("gold"), word(&String::from("gold")));
        assert_eq!((first, second), (Some("gold"), Some("gold")));
        let place = |word: Option<Keyword>| word.map(str::as_ptr);
        assert_eq!(place(first), place(second));
        assert_eq!(word(&"x".repeat(MAX_BYTES + 1)), None);
    }
}
