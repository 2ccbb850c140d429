//! Reads lines of limited length.

use std::io::{BufRead, Read};

/// The most bytes of a line, enough for a game of many thousand moves.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;

/// The next line of the input.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// A line without its line break.
    Text(String),
    /// A line beyond the limit, which was skipped.
    TooLong,
    /// A line that is not UTF-8.
    InvalidUtf8,
    /// The end of the input.
    End,
}

pub(super) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(reader: R) -> Self {
        Self(reader)
    }

    pub(super) fn next(&mut self) -> std::io::Result<Line> {
        let mut bytes = Vec::new();
        let read = (&mut self.0).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(Line::End);
        }
        if bytes.last() != Some(&b'\n') && read as u64 == MAX_LINE_BYTES {
            self.0.skip_until(b'\n')?;
            return Ok(Line::TooLong);
        }
        Ok(String::from_utf8(bytes)
            .map_or(Line::InvalidUtf8, |text| Line::Text(text.trim().to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_do_not_affect_the_next_line() {
        let long = "x".repeat(MAX_LINE_BYTES as usize + 5);
        let input = [b"a \r\n\xff\xfe\n", long.as_bytes(), b"\nlast"].concat();
        let mut lines = Lines::new(input.as_slice());
        let mut next = || lines.next().expect("memory can be read");
        assert_eq!(next(), Line::Text("a".to_owned()));
        assert_eq!(next(), Line::InvalidUtf8);
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("last".to_owned()));
        assert_eq!(next(), Line::End);
    }
}
