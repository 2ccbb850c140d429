//! Parses the arguments of UCI commands.

use super::quoted;
use heterodox_rules::MAX_PERFT_DEPTH;
use std::time::Duration;

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<Duration>,
    /// The remaining time of the first and the second side.
    pub(super) time: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_control: Option<u32>,
    pub(super) infinite: bool,
    /// Whether to ponder: time limits count from `ponderhit`.
    pub(super) ponder: bool,
    pub(super) perft: Option<u32>,
    /// The moves to choose from; empty for all.
    pub(super) search_moves: Vec<String>,
}

const WORDS: &str = "depth, nodes, mate, movetime, wtime, btime, winc, binc, movestogo, infinite, \
                     ponder, searchmoves, perft";

/// Parses the words after `go`.
pub(super) fn go(words: &[&str]) -> Result<Go, String> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("go: a value is missing after {word}"));
        match word {
            "depth" => go.depth = Some(number(word, value()?, 1)?),
            "nodes" => go.nodes = Some(number(word, value()?, 1)?),
            "mate" => go.mate = Some(number(word, value()?, 1)?),
            "movetime" => go.move_time = Some(millis(word, value()?)?),
            "wtime" => go.time[0] = Some(millis(word, value()?)?),
            "btime" => go.time[1] = Some(millis(word, value()?)?),
            "winc" => go.increment[0] = millis(word, value()?)?,
            "binc" => go.increment[1] = millis(word, value()?)?,
            "movestogo" => go.moves_to_control = Some(number(word, value()?, 0)?),
            "infinite" => go.infinite = true,
            "perft" => {
                let depth = number(word, value()?, 0)?;
                if depth > MAX_PERFT_DEPTH {
                    return Err(format!("go: perft {depth}: expected at most {MAX_PERFT_DEPTH}"));
                }
                go.perft = Some(depth);
            }
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !is_word(word)) {
                    go.search_moves.push(text.to_owned());
                }
                if go.search_moves.is_empty() {
                    return Err("go: moves are missing after searchmoves".to_owned());
                }
            }
            "ponder" => go.ponder = true,
            _ => return Err(format!("go: unknown word {}; expected {WORDS}", quoted(word))),
        }
    }
    Ok(go)
}

fn is_word(word: &str) -> bool {
    WORDS.split(", ").any(|known| known == word)
}

fn number<T: std::str::FromStr + PartialOrd + From<u8> + std::fmt::Display>(
    word: &str,
    text: &str,
    least: u8,
) -> Result<T, String> {
    let found: Option<T> = text.parse().ok();
    found
        .filter(|number| *number >= T::from(least))
        .ok_or_else(|| format!("go: {word} {}: expected a whole number from {least}", quoted(text)))
}

/// Parses a time. GUIs send a negative time when a clock has run out; it counts as 0.
fn millis(word: &str, text: &str) -> Result<Duration, String> {
    let millis: i64 = text.parse().map_err(|_| {
        format!("go: {word} {}: expected a time in whole milliseconds", quoted(text))
    })?;
    Ok(Duration::from_millis(millis.max(0) as u64))
}

/// The arguments of `position`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PositionCommand {
    /// The position; `None` for `startpos`.
    pub(super) fen: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Parses the words after `position`.
pub(super) fn position(words: &[&str]) -> Result<PositionCommand, String> {
    let expected = "expected 'startpos' or 'fen FEN', then perhaps 'moves' and moves";
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let fen = match &words[..end] {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        ["fen"] => return Err("position: the FEN is missing".to_owned()),
        [] => return Err(format!("position: {expected}")),
        ["startpos", other, ..] | [other, ..] => {
            return Err(format!("position: {}: {expected}", quoted(other)));
        }
    };
    let moves = words.iter().skip(end + 1).map(|&word| word.to_owned()).collect();
    Ok(PositionCommand { fen, moves })
}

/// Parses `name NAME [value VALUE]` after `setoption`.
pub(super) fn option(words: &[&str]) -> Result<(String, Option<String>), String> {
    let ["name", rest @ ..] = words else {
        return Err("setoption: expected 'name NAME value VALUE'".to_owned());
    };
    let end = rest.iter().position(|&word| word == "value");
    let name = rest[..end.unwrap_or(rest.len())].join(" ");
    if name.is_empty() {
        return Err("setoption: the name is missing".to_owned());
    }
    Ok((name, end.map(|end| rest[end + 1..].join(" "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let read = go(&words(
            "ponder movestogo 3 wtime 1000 btime -5 winc 10 searchmoves a3a4 b3b5 depth 7",
        ));
        let read = read.expect("limits");
        assert_eq!(read.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!((read.depth, read.moves_to_control), (Some(7), Some(3)));
        assert_eq!(read.search_moves, ["a3a4", "b3b5"]);
        assert!(read.ponder && !read.infinite);
    }

    #[test]
    fn errors_name_the_word_and_the_value() {
        let cases = [
            ("depth", "go: a value is missing after depth"),
            ("depth 0", "go: depth '0': expected a whole number from 1"),
            ("nodes x", "go: nodes 'x': expected a whole number from 1"),
            ("wtime 1.5", "go: wtime '1.5': expected a time in whole milliseconds"),
            ("perft 65", "go: perft 65: expected at most 64"),
            ("searchmoves", "go: moves are missing after searchmoves"),
        ];
        for (line, message) in cases {
            assert_eq!(go(&words(line)).unwrap_err(), message);
        }
        assert!(
            go(&words("fast")).unwrap_err().starts_with("go: unknown word 'fast'; expected depth")
        );
    }

    #[test]
    fn positions_and_options_are_split() {
        let command = position(&words("fen a b - - 0 1 moves x y")).expect("a position");
        assert_eq!((command.fen.as_deref(), command.moves.len()), (Some("a b - - 0 1"), 2));
        for bad in ["", "fen", "fen moves a", "start", "startpos a3a4", "moves a3a4"] {
            assert!(position(&words(bad)).is_err(), "{bad}");
        }
        let read = option(&words("name Move Overhead value 5")).expect("an option");
        assert_eq!(read, ("Move Overhead".to_owned(), Some("5".to_owned())));
        assert!(option(&words("Move Overhead")).is_err());
        assert!(option(&words("name")).is_err());
    }
}
