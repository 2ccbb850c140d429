//! Dice that every player can check when the game is over (commit–reveal).
//!
//! The thrower (a server, or the program in local play) draws a seed and publishes its
//! [`commitment`](DiceSeed::commitment) before the first throw. Every throw is a function of the
//! seed and the number of the throw. The seed is revealed when the game is over. Every player can
//! then compute the commitment and the throws without this program:
//!
//! ```text
//! printf '%s' "${SEED%%.*}" | sha256sum         # the commitment
//! printf '%s' "throw 1.0 $SEED" | sha256sum     # the bytes of the first throw
//! ```
//!
//! The bytes become dice in order. A die with `n` faces takes the next byte below the largest
//! multiple of `n` that is at most 256; it shows the remainder of that byte modulo `n`, plus one.
//! Other bytes are skipped. If 32 bytes are not enough, the bytes of `throw 1.1 …` follow.
//!
//! # Parts of the players
//!
//! A commitment alone binds the thrower, but lets the thrower foresee all throws and choose among
//! seeds before it publishes one. So each player adds a [`DicePart`] after the commitment was
//! published, and the throws follow from `S.P0.P1…`: the drawn text `S`, then the parts in the
//! order of the seats ([`DiceSeed::with_parts`]). The commitment binds `S`, the text before the
//! first dot. A seed without a dot, as in local play, has no parts.
//!
//! Guaranteed:
//!
//! - Before the last part is given, no one can foresee a throw, the thrower included, if at least
//!   one part is random and was secret until then.
//! - The thrower cannot choose a throw by its choice of `S`, which it publishes a commitment to
//!   before it learns any part. Players cannot choose one by their parts: they do not know `S`.
//! - After the last part no one can change a throw. Players learn a throw when it is made.
//!
//! Not guaranteed:
//!
//! - The thrower, who has `S` and all parts, can compute later throws and tell them to a player.
//! - Parts are not commitments. A thrower that also gives the last part, as a player or through
//!   one, can try parts until the throws suit.

use crate::ThrowRequest;
use crate::error::quote;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::str::FromStr;

/// Separates `S` and the parts of the players.
const SEPARATOR: char = '.';

/// The seed of all throws of a game. `Debug` prints its commitment, not the seed.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceSeed(String);

impl DiceSeed {
    /// The maximum length in characters: 64 digits and the parts of four players take 196.
    pub const LONGEST: usize = 256;

    /// A seed of 256 secret random bits, as 64 hexadecimal digits.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(hex(&bytes))
    }

    /// The seed with the parts of the players, which are given in the order of their seats. The
    /// commitment stays the same.
    ///
    /// ```
    /// use heterodox_rules::DiceSeed;
    /// let seed: DiceSeed = "qapla".parse()?;
    /// let whole = seed.with_parts(&["ann".parse()?, "bo".parse()?]);
    /// assert_eq!(whole.reveal(), "qapla.ann.bo");
    /// assert_eq!(whole.commitment(), seed.commitment());
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_parts<'a>(&self, parts: impl IntoIterator<Item = &'a DicePart>) -> Self {
        let mut text = self.0.clone();
        for DicePart(part) in parts {
            text.push(SEPARATOR);
            text.push_str(part);
        }
        Self(text)
    }

    /// The seed as text: secret until the game is over.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The commitment, which may be published before the game: the SHA-256 of the seed's text up to
    /// the first dot, in hexadecimal digits.
    pub fn commitment(&self) -> String {
        let bound = self.0.split(SEPARATOR).next().unwrap_or_default();
        hex(&Sha256::digest(bound))
    }

    /// The faces of throw `number`, which counts from 1.
    pub fn throw(&self, number: u64, request: ThrowRequest) -> Vec<u8> {
        let faces = request.faces.max(1);
        let limit = 256 / u16::from(faces) * u16::from(faces);
        (0_u64..)
            .flat_map(|block| Sha256::digest(format!("throw {number}.{block} {}", self.0)))
            .filter(|&byte| u16::from(byte) < limit)
            .map(|byte| byte % faces + 1)
            .take(request.dice)
            .collect()
    }
}

impl FromStr for DiceSeed {
    type Err = String;

    /// Reads 1 to [`DiceSeed::LONGEST`] visible ASCII characters, so that the seed fits into a line
    /// of a record and of a shell. The first is not a dot: the commitment would bind an empty text.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = check_visible_ascii(text, "a seed", Self::LONGEST)?;
        if text.starts_with(SEPARATOR) {
            return Err(format!("'{}': nothing stands before the first dot", quote(text)));
        }
        Ok(Self(text.to_owned()))
    }
}

/// A player's contribution to a seed: 1 to 32 visible ASCII characters without a dot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = String, min_length = 1, max_length = 32))]
#[serde(try_from = "String", into = "String")]
pub struct DicePart(String);

impl DicePart {
    /// The maximum length in characters.
    pub const LONGEST: usize = 32;

    /// The part as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for DicePart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = check_visible_ascii(text, "a part of a seed", Self::LONGEST)?;
        if text.contains(SEPARATOR) {
            let what = "'.' cannot stand in a part of a seed";
            return Err(format!("'{}': {what}, where it separates the parts", quote(text)));
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for DicePart {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<DicePart> for String {
    fn from(DicePart(text): DicePart) -> Self {
        text
    }
}

/// Checks that a text has 1 to `longest` characters, all of them visible ASCII.
fn check_visible_ascii<'a>(text: &'a str, what: &str, longest: usize) -> Result<&'a str, String> {
    if let Some(invalid) = text.chars().find(|c| !c.is_ascii_graphic()) {
        return Err(format!(
            "'{}': {invalid:?} cannot stand in {what}, expected letters, digits and signs without \
             spaces",
            quote(text)
        ));
    }
    match text.len() {
        0 => Err(format!("{what} is empty, expected 1 to {longest} characters")),
        length if length > longest => Err(format!("{length} characters, expected 1 to {longest}")),
        _ => Ok(text),
    }
}

impl fmt::Debug for DiceSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DiceSeed").field(&format_args!("sha256 {}", self.commitment())).finish()
    }
}

/// The result of comparing the throws of a record with the seed that it names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThrowCheck {
    /// The commitment to the seed, which was to be published before the first throw; `None` if the
    /// record names no valid seed.
    pub commitment: Option<String>,
    /// The number of throws in the record.
    pub throws: usize,
    /// The first ply, from 1, whose throw does not follow from the seed.
    pub first_other: Option<usize>,
    /// The number of the seed's next throw; `None` if a throw does not follow from the seed.
    pub next: Option<u64>,
}

impl ThrowCheck {
    /// Whether all throws follow from the seed.
    pub fn agrees(&self) -> bool {
        self.next.is_some()
    }
}

/// A throw in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RecordedThrow {
    /// The ply that it led to, from 1.
    pub(crate) ply: usize,
    pub(crate) face: u8,
    /// The maximum number of throws just before this one that the record lacks: when a player
    /// leaves the game after its die was thrown, that throw is not recorded.
    pub(crate) unrecorded: u64,
}

/// Compares recorded throws of one die with a seed.
pub(crate) fn check(seed: &str, request: ThrowRequest, recorded: &[RecordedThrow]) -> ThrowCheck {
    let throws = recorded.len();
    let Ok(seed) = seed.parse::<DiceSeed>() else {
        return ThrowCheck { commitment: None, throws, first_other: None, next: None };
    };
    // All numbers that the last throw can have, as unrecorded throws may lie between.
    let mut made = BTreeSet::from([0_u64]);
    let mut first_other = None;
    for &RecordedThrow { ply, face, unrecorded } in recorded {
        let numbers =
            made.iter().flat_map(|last| (1..=1 + unrecorded).map(move |more| last + more));
        made = numbers.filter(|&number| seed.throw(number, request) == [face]).collect();
        if made.is_empty() {
            first_other = Some(ply);
            break;
        }
    }
    let next = made.first().map(|last| last + 1);
    ThrowCheck { commitment: Some(seed.commitment()), throws, first_other, next }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: ThrowRequest = ThrowRequest { dice: 1, faces: 6 };

    fn seed(text: &str) -> DiceSeed {
        text.parse().unwrap()
    }

    /// The expected bytes come from `sha256sum`, as in the module's documentation.
    #[test]
    fn anybody_can_check_a_throw() {
        assert_eq!(seed("qapla").commitment(), COMMITMENT);
        let throws: Vec<u8> =
            (1..=THROWS.len() as u64).flat_map(|n| seed("qapla").throw(n, DIE)).collect();
        assert_eq!(throws, THROWS);
    }

    #[test]
    fn a_throw_of_many_dice_goes_on_where_the_bytes_end() {
        let faces = seed("qapla").throw(1, ThrowRequest { dice: 100, faces: 6 });
        assert_eq!(faces.len(), 100);
        assert_eq!(faces[0], THROWS[0]);
        assert!((1..=6).all(|face| faces.contains(&face)));
        assert_ne!(faces[..32], faces[32..64]);
    }

    #[test]
    fn a_seed_is_one_word_and_keeps_to_itself() {
        assert_eq!(DiceSeed::from_bytes([0xab; 32]).reveal(), "ab".repeat(32));
        assert!("".parse::<DiceSeed>().unwrap_err().contains("empty"));
        assert!("a b".parse::<DiceSeed>().unwrap_err().contains("' '"));
        assert!("ü".parse::<DiceSeed>().is_err());
        assert!("x".repeat(257).parse::<DiceSeed>().unwrap_err().contains("257"));
        assert!(".a".parse::<DiceSeed>().unwrap_err().contains("before the first dot"));
        let debug = format!("{:?}", seed("qapla"));
        assert!(!debug.contains("qapla") && debug.contains(COMMITMENT), "{debug}");
    }

    /// The expected bytes come from `printf '%s' "throw 1.0 qapla.ann.bo" | sha256sum` and so on.
    #[test]
    fn parts_change_the_throws_and_not_the_commitment() {
        let with = |parts: &[&str]| {
            let parts: Vec<DicePart> = parts.iter().map(|part| part.parse().unwrap()).collect();
            seed("qapla").with_parts(&parts)
        };
        let throws = |seed: &DiceSeed| -> Vec<u8> {
            (1..=8).flat_map(|number| seed.throw(number, DIE)).collect()
        };
        let whole = with(&["ann", "bo"]);
        assert_eq!((whole.reveal(), whole.commitment().as_str()), ("qapla.ann.bo", COMMITMENT));
        assert_eq!(throws(&whole), WITH_PARTS);
        assert_eq!(whole, seed("qapla.ann.bo"), "text and parts are the same seed");
        for other in [&["bo", "ann"][..], &["ann"], &["an", "bo"], &[]] {
            assert_ne!(throws(&with(other)), WITH_PARTS, "{other:?}");
        }
        let checked = check(
            "qapla.ann.bo",
            DIE,
            &[RecordedThrow { ply: 1, face: WITH_PARTS[0], unrecorded: 0 }],
        );
        assert_eq!((checked.commitment.as_deref(), checked.agrees()), (Some(COMMITMENT), true));
    }

    #[test]
    fn a_part_is_one_word_without_a_dot() {
        assert_eq!("0123456789abcdef".parse::<DicePart>().unwrap().as_str(), "0123456789abcdef");
        for (text, why) in [("", "empty"), ("a.b", "'.'"), ("a b", "' '"), ("ü", "'ü'")] {
            assert!(text.parse::<DicePart>().unwrap_err().contains(why), "{text}");
        }
        let longest = "x".repeat(DicePart::LONGEST);
        assert!(format!("{longest}x").parse::<DicePart>().unwrap_err().contains("33"));
        let part: DicePart = longest.parse().unwrap();
        let whole = DiceSeed::from_bytes([0xab; 32]).with_parts(vec![&part; 4]);
        assert_eq!(whole.reveal().parse::<DiceSeed>(), Ok(whole.clone()), "four parts fit");
    }

    #[test]
    fn throws_are_compared_with_their_seed() {
        let recorded = |unrecorded: u64, faces: &[u8]| -> Vec<RecordedThrow> {
            let faces = faces.iter().enumerate();
            faces.map(|(index, &face)| RecordedThrow { ply: index + 1, face, unrecorded }).collect()
        };
        let checked = check("qapla", DIE, &recorded(0, &THROWS));
        assert_eq!((checked.agrees(), checked.throws, checked.next), (true, 12, Some(13)));
        assert_eq!(checked.commitment.as_deref(), Some(COMMITMENT));
        let other = check("qapla", DIE, &recorded(0, &[2, 2, 4, 5]));
        assert_eq!((other.agrees(), other.first_other), (false, Some(4)));
        assert!(!check("Qapla", DIE, &recorded(0, &THROWS)).agrees());
        // The third throw, a 4, is missing because its player left.
        let gap = [2, 2, 6, 5];
        assert_eq!(check("qapla", DIE, &recorded(0, &gap)).first_other, Some(3));
        let mut left = recorded(0, &gap);
        left[2].unrecorded = 1;
        assert_eq!(check("qapla", DIE, &left).next, Some(6));
        let none = check("no seed", DIE, &recorded(0, &THROWS));
        assert_eq!((none.commitment.as_ref(), none.agrees()), (None, false));
    }

    const COMMITMENT: &str = "396f349e1ea0799a4992d01c2b199d618d641b2c60c237b8c393c666009a531b";
    const WITH_PARTS: [u8; 8] = [4, 5, 1, 4, 4, 2, 3, 4];
    const THROWS: [u8; 12] = [2, 2, 4, 6, 5, 3, 3, 6, 4, 1, 5, 2];
}
