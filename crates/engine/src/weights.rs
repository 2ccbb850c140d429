//! Evaluation weights as data: a text file for each game, with its provenance.
//!
//! ```text
//! # How these numbers were found.
//! mobility = 3
//! goal_escapes = -70 -40 -22 -10 -4 0 3
//! ```
//!
//! Lines that begin with `#` hold the provenance. Every weight of the game stands in the file once,
//! with as many whole numbers as it has.

use std::fmt::Write;

/// The largest absolute value of a weight; sums of weights stay far below forced wins.
pub const MAX_WEIGHT: i32 = 10_000;

/// A set of named weights.
pub trait WeightSet: Clone + PartialEq + Send + Sync + 'static {
    /// The names, each with its count of numbers, in the order of [`WeightSet::numbers`].
    fn names() -> Vec<(&'static str, usize)>;

    /// All numbers in the order of the names.
    fn numbers(&self) -> Vec<i32>;

    /// Builds the weights from the first [`WeightSet::numbers`]`.len()` of these numbers.
    ///
    /// # Panics
    /// If there are fewer.
    fn from_numbers(numbers: &[i32]) -> Self;

    /// The built-in set.
    fn builtin() -> &'static Self;

    /// The name of each number: `mobility`, `goal_escapes.0`, `goal_escapes.1` …
    fn weight_names() -> Vec<String> {
        let names = Self::names().into_iter();
        let each = names.flat_map(|(name, count)| {
            (0..count)
                .map(move |n| if count == 1 { name.to_owned() } else { format!("{name}.{n}") })
        });
        each.collect()
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// A message with the line and the cause.
    fn read(text: &str) -> Result<Self, String> {
        let names = Self::names();
        let mut found: Vec<Option<Vec<i32>>> = vec![None; names.len()];
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |why: String| format!("line {}: {why}", number + 1);
            let (name, numbers) =
                line.split_once('=').ok_or_else(|| wrong("expected NAME = NUMBERS".to_owned()))?;
            let name = name.trim();
            let index = names
                .iter()
                .position(|(known, _)| *known == name)
                .ok_or_else(|| wrong(format!("there is no weight '{name}'")))?;
            let numbers = numbers
                .split_whitespace()
                .map(|text| {
                    let number = text.parse().ok().filter(|n: &i32| n.abs() <= MAX_WEIGHT);
                    let expected = format!("expected whole numbers to ±{MAX_WEIGHT}");
                    number.ok_or_else(|| wrong(format!("{name}: '{text}': {expected}")))
                })
                .collect::<Result<Vec<i32>, String>>()?;
            let count = names[index].1;
            if numbers.len() != count {
                return Err(wrong(format!(
                    "{name}: expected {count} numbers, found {}",
                    numbers.len()
                )));
            }
            if found[index].replace(numbers).is_some() {
                return Err(wrong(format!("{name} stands there twice")));
            }
        }
        let numbers = found.into_iter().zip(&names);
        let numbers = numbers
            .map(|(numbers, (name, _))| {
                numbers.ok_or_else(|| format!("the weight '{name}' is missing"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self::from_numbers(&numbers.concat()))
    }

    /// The text of a file of weights; `provenance` becomes its comment lines.
    fn write(&self, provenance: &[String]) -> String {
        let mut text = String::new();
        for line in provenance {
            // Writing into a String does not fail.
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        let mut numbers = self.numbers().into_iter();
        for (name, count) in Self::names() {
            let these: Vec<String> = numbers.by_ref().take(count).map(|n| n.to_string()).collect();
            let _ = writeln!(text, "{name} = {}", these.join(" "));
        }
        text
    }
}

/// A weight: one number or an array of them.
pub(crate) trait Numbers: Sized {
    const COUNT: usize;
    fn put(&self, out: &mut Vec<i32>);
    fn take(numbers: &mut &[i32]) -> Self;
}

impl Numbers for i32 {
    const COUNT: usize = 1;

    fn put(&self, out: &mut Vec<i32>) {
        out.push(*self);
    }

    fn take(numbers: &mut &[i32]) -> Self {
        let (first, rest) = numbers.split_first().expect("as many numbers as weights");
        *numbers = rest;
        *first
    }
}

impl<const N: usize> Numbers for [i32; N] {
    const COUNT: usize = N;

    fn put(&self, out: &mut Vec<i32>) {
        out.extend_from_slice(self);
    }

    fn take(numbers: &mut &[i32]) -> Self {
        let (first, rest) = numbers.split_first_chunk().expect("as many numbers as weights");
        *numbers = rest;
        *first
    }
}

/// Declares a set of weights: a struct whose fields are numbers or arrays, and its built-in file.
macro_rules! weights {
    ($(#[$doc:meta])* $set:ident from $file:literal { $($(#[$about:meta])* $name:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $set {
            $($(#[$about])* pub $name: $type,)*
        }

        impl Default for $set {
            fn default() -> Self {
                *<Self as $crate::weights::WeightSet>::builtin()
            }
        }

        impl $crate::weights::WeightSet for $set {
            fn names() -> Vec<(&'static str, usize)> {
                vec![$((stringify!($name), <$type as $crate::weights::Numbers>::COUNT),)*]
            }

            fn numbers(&self) -> Vec<i32> {
                let mut out = Vec::new();
                $($crate::weights::Numbers::put(&self.$name, &mut out);)*
                out
            }

            fn from_numbers(mut numbers: &[i32]) -> Self {
                let numbers = &mut numbers;
                Self { $($name: $crate::weights::Numbers::take(numbers),)* }
            }

            fn builtin() -> &'static Self {
                static BUILTIN: std::sync::LazyLock<$set> = std::sync::LazyLock::new(|| {
                    // A test reads every file of this crate.
                    <$set as $crate::weights::WeightSet>::read(include_str!($file))
                        .expect("the weights of this crate can be read")
                });
                &BUILTIN
            }
        }
    };
}
pub(crate) use weights;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::klinzha::KlinZhaWeights;

    #[test]
    fn what_is_written_reads_back() {
        let weights = KlinZhaWeights { low_mobility: -7, ..KlinZhaWeights::default() };
        let text = weights.write(&["one".to_owned(), String::new()]);
        assert!(text.starts_with("# one\n#\n"));
        assert_eq!(KlinZhaWeights::read(&text), Ok(weights));
        assert_eq!(KlinZhaWeights::weight_names().len(), weights.numbers().len());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let text = KlinZhaWeights::default().write(&[]);
        let with = |old: &str, new: &str| {
            let changed = text.replacen(old, new, 1);
            assert_ne!(changed, text);
            KlinZhaWeights::read(&changed).expect_err("a fault")
        };
        let cases = [
            with("low_mobility = ", "mobile = "),
            with("low_mobility = ", "low_mobility = x"),
            with("low_mobility = ", "low_mobility = 1 "),
            with("low_mobility = ", "low_mobility "),
            with("low_mobility = ", "# "),
            KlinZhaWeights::read(&format!("{text}tempo = 1\n")).expect_err("twice"),
        ];
        for (case, part) in cases.iter().zip([
            "there is no weight 'mobile'",
            "expected whole numbers to",
            "low_mobility: expected 1 numbers, found 2",
            "expected NAME = NUMBERS",
            "the weight 'low_mobility' is missing",
            "tempo stands there twice",
        ]) {
            assert!(case.contains(part), "{case}");
        }
    }
}
