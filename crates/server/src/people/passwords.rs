//! Passwords: which are allowed, and how they are kept and checked.
//!
//! Hashing takes memory and time on purpose. It has a pool of its own with few workers and a short
//! queue, so that many logins cannot take the processor from games.

use super::PeopleError;
use crate::pool::{Caller, Pool, PoolConfig};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

/// The fewest characters of a password.
const MIN: usize = 8;
/// The most characters of a password.
const MAX: usize = 256;

/// Words of which common passwords consist. They are compared without digits and signs around them.
const WORDS: &str = include_str!("../../assets/common-passwords.txt");

/// Rows and columns of keys, and the alphabet. Passwords are pieces of them, in both directions.
const ROWS: &[&str] = &[
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "1qaz",
    "2wsx",
    "3edc",
    "4rfv",
    "5tgb",
    "6yhn",
    "7ujm",
];
/// The most characters beside pieces of [`ROWS`].
const BESIDE: usize = 2;

/// The parameters of OWASP's cheat sheet on storing passwords: 19 MiB, two passes, one lane.
fn argon2() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// The hash that is checked for an unknown name, so that its answer takes as long.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash("nobody has this password"));

fn hash(password: &str) -> String {
    let hash = argon2().hash_password(password.as_bytes());
    hash.expect("the parameters are valid, and the system gives a salt").to_string()
}

/// What came of checking a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Checked {
    /// It is another one.
    Wrong,
    /// It is the right one.
    Right,
    /// It is the right one, and was kept with other parameters than today's. Holds the hash with
    /// today's.
    Rehashed(String),
}

fn check(password: &str, secret: Option<&str>) -> Checked {
    let stored = secret.unwrap_or(&NOBODY);
    let Ok(parsed) = PasswordHash::new(stored) else { return Checked::Wrong };
    let is_right = argon2().verify_password(password.as_bytes(), &parsed).is_ok();
    if !is_right || secret.is_none() {
        return Checked::Wrong;
    }
    let current = PasswordHash::new(&NOBODY).map(|current| current.params);
    if current.is_ok_and(|params| params == parsed.params) {
        Checked::Right
    } else {
        Checked::Rehashed(hash(password))
    }
}

/// Refuses passwords that are too short, too long or too common.
///
/// # Errors
///
/// [`PeopleError::BadPassword`] with the reason.
pub(super) fn expect_good(password: &str, name: &str) -> Result<(), PeopleError> {
    let count = password.chars().count();
    let reason = if count < MIN {
        "short"
    } else if count > MAX {
        "long"
    } else if is_common(password, name) {
        "common"
    } else {
        return Ok(());
    };
    Err(PeopleError::BadPassword(reason))
}

/// Whether a password consists of pieces of rows, of at least three keys each.
fn is_rows(password: &str) -> bool {
    let signs: Vec<char> = password.chars().collect();
    let reversed = |row: &str| row.chars().rev().collect::<String>();
    let is_piece = |piece: &[char]| {
        let piece: String = piece.iter().collect();
        ROWS.iter().any(|row| row.contains(&piece) || reversed(row).contains(&piece))
    };
    let (mut at, mut beside) = (0, 0);
    while at < signs.len() {
        let longest = (3..=signs.len() - at).take_while(|size| is_piece(&signs[at..at + size]));
        if let Some(size) = longest.last() {
            at += size;
        } else {
            at += 1;
            beside += 1;
        }
    }
    beside <= BESIDE
}

/// Whether a password is one of those that are tried first: a word with digits, rows of keys, few
/// different signs, or the person's own name.
fn is_common(password: &str, name: &str) -> bool {
    let lower = password.to_lowercase();
    let core = lower.trim_matches(|sign: char| !sign.is_alphabetic());
    let plain: String = core
        .chars()
        .map(|sign| match sign {
            '0' => 'o',
            '1' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            other => other,
        })
        .collect();
    let mut signs: Vec<char> = lower.chars().collect();
    let steps = signs.windows(2).map(|pair| u32::from(pair[1]).wrapping_sub(u32::from(pair[0])));
    let is_row = steps.clone().all(|step| step == 1) || steps.clone().all(|step| step == u32::MAX);
    signs.sort_unstable();
    signs.dedup();
    let repeats =
        (1..=4).any(|size| lower.chars().zip(lower.chars().skip(size)).all(|(a, b)| a == b));
    let has_letters = lower.chars().any(char::is_alphabetic);
    let count = lower.chars().count();
    signs.len() < 4
        || is_row
        || is_rows(&lower)
        || repeats
        || !has_letters && count < 16
        || core == name.to_lowercase()
        || WORDS
            .lines()
            .filter(|line| !line.starts_with('#'))
            .any(|word| word == lower || word == core || word == plain)
}

/// The workers that hash passwords.
pub(super) struct Passwords(Pool);

impl Passwords {
    pub(super) fn new() -> Self {
        Self(Pool::new(PoolConfig {
            name: "passwords",
            workers: const { NonZeroUsize::new(2).unwrap() },
            max_queued: 32,
            max_per_caller: 8,
            niceness: 5,
        }))
    }

    async fn run<T: Send + 'static>(
        &self,
        address: Option<IpAddr>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PeopleError> {
        let done = self.0.run(address.map(Caller::Address), move |_| work()).await;
        done.ok().flatten().ok_or(PeopleError::LoginsBusy)
    }

    /// The text to keep of a password.
    pub(super) async fn hash(
        &self,
        password: String,
        address: Option<IpAddr>,
    ) -> Result<String, PeopleError> {
        self.run(address, move || hash(&password)).await
    }

    /// Checks a password against the text that was kept; without one it takes as long.
    pub(super) async fn check(
        &self,
        password: String,
        secret: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<Checked, PeopleError> {
        // A password that could not have been set is not hashed at full length.
        let password: Arc<str> = password.chars().take(MAX + 1).collect::<String>().into();
        self.run(address, move || check(&password, secret.as_deref())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_passwords_are_refused() {
        for common in [
            "password",
            "Password1",
            "p4ssw0rd!",
            "12345678",
            "123456789012",
            "qwertyuiop",
            "aaaaaaaaaa",
            "abcdefgh",
            "87654321",
            "abcabcabc",
            "letmein123",
            "iloveyou2",
            "Kahless99",
            "1q2w3e4r",
            "20241225",
            "qwer1234",
            "a123456789",
            "123qweasd",
            "1qazXSW2",
            "zaq12wsx",
            "Alexander7",
            "september24",
        ] {
            let refused = expect_good(common, "kahless");
            assert_eq!(refused, Err(PeopleError::BadPassword("common")), "{common}");
        }
        for good in [
            "correct horse battery",
            "gagh for breakfast",
            "x9!kTz-pLm2",
            "日本語の合言葉です",
            "defhijack 123 poi",
            "asdf and 4 more",
        ] {
            assert_eq!(expect_good(good, "kahless"), Ok(()), "{good}");
        }
        assert_eq!(expect_good("x9!kTz", "a"), Err(PeopleError::BadPassword("short")));
        let long = "ab c9".repeat(60);
        assert_eq!(expect_good(&long, "a"), Err(PeopleError::BadPassword("long")));
    }

    #[test]
    fn a_password_is_checked_and_hashed_again_if_parameters_changed() {
        let kept = hash("gagh for breakfast");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_eq!(check("gagh for breakfast", Some(&kept)), Checked::Right);
        assert_eq!(check("gagh for dinner", Some(&kept)), Checked::Wrong);
        assert_eq!(check("nobody has this password", None), Checked::Wrong);
        let params = Params::new(8 * 1024, 1, 1, None).unwrap();
        let weak = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let weak = weak.hash_password(b"gagh for breakfast").unwrap().to_string();
        let Checked::Rehashed(strong) = check("gagh for breakfast", Some(&weak)) else {
            panic!("other parameters are replaced")
        };
        assert_eq!(check("gagh for breakfast", Some(&strong)), Checked::Right);
    }
}
