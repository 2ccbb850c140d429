//! Dice that everybody can check when the game is over (commit–reveal).
//!
//! Whoever throws for others keeps a seed to itself and shows its [`commitment`](DiceSeed::commitment) before the first
//! throw. Every throw follows from the seed and from the throw's number alone, so that nobody can change one any more;
//! nobody can foresee one either who does not have the seed. When the game is over the seed is shown, and the same throws
//! come out of it again for everybody. No tool of ours is needed for that:
//!
//! ```text
//! printf '%s' "$SEED" | sha256sum               # the commitment
//! printf '%s' "throw 1.0 $SEED" | sha256sum     # the bytes of the first throw
//! ```
//!
//! Each byte in turn is a die: one of `n` faces takes bytes below the largest multiple of `n` that is at most 256, shows
//! the remainder by `n` plus one, and passes over all other bytes. Where the 32 bytes do not do, those of `throw 1.1 …` follow.

use crate::ThrowRequest;
use crate::error::quote;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::str::FromStr;

/// What throws follow from. Does not show itself: `Debug` prints the commitment.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceSeed(String);

impl DiceSeed {
    /// The most characters that a seed has.
    pub const LONGEST: usize = 128;

    /// A seed from 256 bits that nobody can guess, as 64 hexadecimal digits.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(hex(&bytes))
    }

    /// The seed as text. Tell nobody before the game is over.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What may be shown beforehand: the SHA-256 of the seed's text, in hexadecimal digits.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(&self.0))
    }

    /// The faces of the throw with this number; the first is 1.
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

    /// Any text of 1 to [`DiceSeed::LONGEST`] visible ASCII characters, so that it fits a line of a record and a shell.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(odd) = text.chars().find(|c| !c.is_ascii_graphic()) {
            return Err(format!(
                "'{}': {odd:?} cannot stand in a seed, expected letters, digits and signs without spaces",
                quote(text)
            ));
        }
        match text.len() {
            0 => Err(format!("an empty seed, expected 1 to {} characters", Self::LONGEST)),
            1..=Self::LONGEST => Ok(Self(text.to_owned())),
            length => Err(format!("{length} characters, expected 1 to {}", Self::LONGEST)),
        }
    }
}

impl fmt::Debug for DiceSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DiceSeed").field(&format_args!("sha256 {}", self.commitment())).finish()
    }
}

/// What comes of comparing the throws of a record with the seed that it names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThrowCheck {
    /// The SHA-256 of the seed, which was to be shown before the first throw; nothing if what the record names cannot
    /// be a seed.
    pub commitment: Option<String>,
    /// The throws of the record.
    pub throws: usize,
    /// The first ply, from 1, whose throw is not the one that follows from the seed.
    pub first_other: Option<usize>,
    /// The number that the seed's next throw has, if all throws so far are those of the seed.
    pub next: Option<u64>,
}

impl ThrowCheck {
    /// Whether the throws are those of the seed.
    pub fn agrees(&self) -> bool {
        self.next.is_some()
    }
}

/// A throw as a record tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    /// Which ply it led to, from 1.
    pub(crate) ply: usize,
    pub(crate) face: u8,
    /// How many throws that the record does not tell may have been made just before: whoever leaves the game when its
    /// die has been thrown takes that throw along.
    pub(crate) untold: u64,
}

/// Compares throws of one die with a seed.
pub(crate) fn check(seed: &str, request: ThrowRequest, told: &[Told]) -> ThrowCheck {
    let throws = told.len();
    let Ok(seed) = seed.parse::<DiceSeed>() else {
        return ThrowCheck { commitment: None, throws, first_other: None, next: None };
    };
    // Every number that the last throw can have had.
    let mut made = BTreeSet::from([0_u64]);
    let mut first_other = None;
    for &Told { ply, face, untold } in told {
        let numbers = made.iter().flat_map(|last| (1..=1 + untold).map(move |more| last + more));
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

    /// The expected bytes come from `sha256sum`, as the module says.
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
        assert!("x".repeat(129).parse::<DiceSeed>().unwrap_err().contains("129"));
        let told = format!("{:?}", seed("qapla"));
        assert!(!told.contains("qapla") && told.contains(COMMITMENT), "{told}");
    }

    #[test]
    fn throws_are_compared_with_their_seed() {
        let told = |untold: u64, faces: &[u8]| -> Vec<Told> {
            let told = faces.iter().enumerate();
            told.map(|(index, &face)| Told { ply: index + 1, face, untold }).collect()
        };
        let checked = check("qapla", DIE, &told(0, &THROWS));
        assert_eq!((checked.agrees(), checked.throws, checked.next), (true, 12, Some(13)));
        assert_eq!(checked.commitment.as_deref(), Some(COMMITMENT));
        let other = check("qapla", DIE, &told(0, &[2, 2, 4, 5]));
        assert_eq!((other.agrees(), other.first_other), (false, Some(4)));
        assert!(!check("Qapla", DIE, &told(0, &THROWS)).agrees());
        // The third throw, a 4, went with somebody who left.
        let gap = [2, 2, 6, 5];
        assert_eq!(check("qapla", DIE, &told(0, &gap)).first_other, Some(3));
        let mut left = told(0, &gap);
        left[2].untold = 1;
        assert_eq!(check("qapla", DIE, &left).next, Some(6));
        let none = check("no seed", DIE, &told(0, &THROWS));
        assert_eq!((none.commitment.as_ref(), none.agrees()), (None, false));
    }

    const COMMITMENT: &str = "396f349e1ea0799a4992d01c2b199d618d641b2c60c237b8c393c666009a531b";
    const THROWS: [u8; 12] = [2, 2, 4, 6, 5, 3, 3, 6, 4, 1, 5, 2];
}
