//! Lines from a reader, within limits.

use std::io::{BufRead, Read};

/// The longest line that is read: a game of many thousand moves.
pub(super) const LONGEST: u64 = 1 << 20;

/// What comes next.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// A line without its end.
    Text(String),
    /// A line over the limit; all of it is passed over.
    TooLong,
    /// A line that is not UTF-8.
    NotText,
    /// Nothing more.
    End,
}

pub(super) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(reader: R) -> Self {
        Self(reader)
    }

    pub(super) fn next(&mut self) -> std::io::Result<Line> {
        let mut bytes = Vec::new();
        let read = (&mut self.0).take(LONGEST).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(Line::End);
        }
        if bytes.last() != Some(&b'\n') && read as u64 == LONGEST {
            self.0.skip_until(b'\n')?;
            return Ok(Line::TooLong);
        }
        Ok(String::from_utf8(bytes)
            .map_or(Line::NotText, |text| Line::Text(text.trim().to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_do_not_take_the_next_one_with_them() {
        let long = "x".repeat(LONGEST as usize + 5);
        let input = [b"a \r\n\xff\xfe\n", long.as_bytes(), b"\nlast"].concat();
        let mut lines = Lines::new(input.as_slice());
        let mut next = || lines.next().expect("memory can be read");
        assert_eq!(next(), Line::Text("a".to_owned()));
        assert_eq!(next(), Line::NotText);
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("last".to_owned()));
        assert_eq!(next(), Line::End);
    }
}
