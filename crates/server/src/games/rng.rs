//! Random ids, tokens, seats and dice, all from the operating system.

use heterodox_host::UserId;
use heterodox_rules::ThrowRequest;
use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

/// Letters that are not easily confused.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz";
/// Letters and digits that are not easily confused.
const SIGNS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// An id of a game or record: one of 8·10^17, so that games cannot be found by trying ids.
pub(crate) fn id() -> String {
    pick(SIGNS, 12)
}

/// An id of a person.
pub(crate) fn user() -> UserId {
    let id = pick(LETTERS, UserId::LENGTH).parse();
    id.expect("small letters make an id")
}

/// A secret of 128 bits.
pub(crate) fn token() -> String {
    format!("{:032x}", rng().random::<u128>())
}

/// A seed for a computer player.
pub(crate) fn seed() -> u64 {
    rng().random()
}

/// A seed of an array, short enough to be read out and typed.
pub(crate) fn array_seed() -> u64 {
    rng().random_range(1..1_000_000_000)
}

/// 256 random bits for the seed of a game's dice.
pub(crate) fn dice_seed() -> [u8; 32] {
    rng().random()
}

/// A random number below `count`.
pub(crate) fn below(count: usize) -> usize {
    rng().random_range(0..count)
}

/// Throws dice.
pub(crate) fn throw(request: ThrowRequest) -> Vec<u8> {
    let mut rng = rng();
    (0..request.dice).map(|_| rng.random_range(1..=request.faces)).collect()
}

fn pick(alphabet: &[u8], length: usize) -> String {
    let mut rng = rng();
    (0..length).map(|_| char::from(alphabet[rng.random_range(0..alphabet.len())])).collect()
}

/// Panics without the system's randomness: there would be no secrets and no fair dice.
fn rng() -> UnwrapErr<SysRng> {
    UnwrapErr(SysRng)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_names_and_tokens_have_their_format() {
        let ids: HashSet<_> = (0..1000).map(|_| id()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(
            ids.iter().all(|id| id.len() == 12 && id.bytes().all(|sign| SIGNS.contains(&sign)))
        );
        assert_ne!(user(), user());
        assert_ne!(dice_seed(), dice_seed());
        let token = token();
        assert!(token.len() == 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()));
    }

    #[test]
    fn dice_are_uniform() {
        let mut counts = [0; 6];
        for _ in 0..3000 {
            for face in throw(ThrowRequest { dice: 2, faces: 6 }) {
                counts[usize::from(face) - 1] += 1;
            }
        }
        // 6000 dice: 1000 of each face with a standard deviation of 29. Six of those never happen
        // by chance.
        assert!(counts.iter().all(|count| (830..1170).contains(count)), "{counts:?}");
    }
}
