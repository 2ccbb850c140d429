//! The dice table: which kinds each face of the die lets move (§3.5, R-KC6).

use super::piece::{Kind, KindSet};
use crate::error::quote;
use std::fmt;
use std::str::FromStr;

/// Which kinds each face of the die names.
///
/// In text form: six groups from face 1 to face 6, separated by `/`. A group consists of letters of
/// kinds, or is `*` for every kind or `-` for none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DiceTable([KindSet; Self::FACES as usize]);

impl DiceTable {
    /// The number of faces of the die.
    pub const FACES: u8 = 6;

    /// The table of R-KC6: faces 1 to 4 name the kinds with that number of steps, except that the
    /// Wizard belongs to 3; faces 5 and 6 name every kind.
    pub const STANDARD: Self = Self([
        KindSet::of(&[Kind::Raven, Kind::Pawn]),
        KindSet::of(&[Kind::Eagle, Kind::Horse]),
        KindSet::of(&[Kind::Wizard, Kind::Roc, Kind::Tiger]),
        KindSet::of(&[Kind::Dragon, Kind::Elephant]),
        KindSet::ALL,
        KindSet::ALL,
    ]);

    /// The kinds that a face names; the empty set if `face` is not 1 to 6.
    #[inline]
    pub fn named(&self, face: u8) -> KindSet {
        match face {
            1..=Self::FACES => self.0[usize::from(face) - 1],
            _ => KindSet::NONE,
        }
    }

    /// The kinds that at least one face names.
    pub fn named_by_any(&self) -> KindSet {
        self.0.into_iter().fold(KindSet::NONE, KindSet::or)
    }
}

impl Default for DiceTable {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for DiceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &kinds) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            match kinds {
                KindSet::ALL => f.write_str("*")?,
                KindSet::NONE => f.write_str("-")?,
                _ => kinds.iter().try_for_each(|kind| f.write_str(kind.code()))?,
            }
        }
        Ok(())
    }
}

impl FromStr for DiceTable {
    type Err = String;

    /// Reads a table.
    ///
    /// # Errors
    ///
    /// Returns a message with what was found and what was expected.
    fn from_str(text: &str) -> Result<Self, String> {
        let groups: Vec<&str> = text.split('/').collect();
        let mut table = [KindSet::NONE; Self::FACES as usize];
        if groups.len() != table.len() {
            return Err(format!(
                "expected six groups with '/' between, such as {}, found {}",
                Self::STANDARD,
                groups.len()
            ));
        }
        for ((kinds, group), face) in table.iter_mut().zip(groups).zip(1..) {
            *kinds = read_group(group).map_err(|why| format!("face {face}: {why}"))?;
        }
        Ok(Self(table))
    }
}

fn read_group(group: &str) -> Result<KindSet, String> {
    match group {
        "*" => return Ok(KindSet::ALL),
        "-" => return Ok(KindSet::NONE),
        "" => return Err("nothing: expected letters of pieces, '*' for any or '-' for none".into()),
        _ => {}
    }
    let mut kinds = KindSet::NONE;
    for letter in group.chars() {
        let kind = Kind::from_letter(letter).ok_or_else(|| {
            format!("'{letter}' in '{}' is no piece: expected W D R E V L T H P", quote(group))
        })?;
        if kinds.contains(kind) {
            return Err(format!("'{letter}' stands twice in '{}'", quote(group)));
        }
        kinds.insert(kind);
    }
    Ok(kinds)
}
