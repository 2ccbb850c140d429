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
use sha2::{Digest, Sha256};
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

    const COMMITMENT: &str = "396f349e1ea0799a4992d01c2b199d618d641b2c60c237b8c393c666009a531b";
    const THROWS: [u8; 12] = [2, 2, 4, 6, 5, 3, 3, 6, 4, 1, 5, 2];
}
