//! Commands at the prompt.

use std::path::PathBuf;

/// A line at the prompt, parsed without knowledge of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Board,
    /// List the choices, all of them or those of one cell.
    Moves(Option<String>),
    Hint,
    Undo,
    Save(PathBuf),
    Load(PathBuf),
    /// Write a running game into a file, with everything that is hidden.
    Seal(PathBuf),
    /// Review the game from this ply on.
    Review(Option<usize>),
    /// Go to the next ply of the review.
    Next,
    /// Go to the previous ply of the review.
    Back,
    /// Select whose view the review shows.
    ReviewAs(String),
    Record,
    Position,
    Draw,
    Resign,
    Quit,
    Yes,
    No,
    Empty,
    /// A command with wrong arguments; contains the error message.
    Invalid(&'static str),
    /// A move or a step of the setup. If the input ends in `!`, `sure` is set and no question is
    /// asked.
    Act {
        text: String,
        sure: bool,
    },
}

/// The help at the prompt.
pub(super) const HELP: &str = "\
A move in notation, its cells, or a number from the list:
  V@G13 G14      make a move; `!` at the end asks no question
  e5g6, Nf6      the same in Grand Chess; a9a10gr promotes
  G13 G14        the same, if only one move goes from here to there
  G13            show where the piece on this cell can go
  moves [CELL]   list everything that you can do
  hint           ask for advice
  undo           take your last move back (u)
  draw, resign   offer a draw, give up
  board          show the board again (b)
  position       print the position string
  record         print the record of the game
  save FILE      write the record into a file
  load FILE      go on with the game in a record
  help, quit     this help (?), leave (q)
  1B-2F, 1B 2F   the same in KaleidoChess; 1B+2F takes, also a piece of your own
In Clouded Klin Zha a move is announced without what it captures. Where several paths lead there
you are asked for one, unless you name it, S@F47 F36 (F37 F36), or end with `!`.
  seal FILE      keep a running game; the file holds everything, so do not look inside
  review [PLY]   after the end: what was true and what each side saw; next, back, and
                 truth, gold, green or public for whose eyes
On the board `[ ]` is the last move, `: :` a zone of control, `* *` where a piece can go;
capitals are the first side, small letters the second, G the Goal; `-` is a cell at the edge of a
cloud and `#` under one, `?` an unknown piece of Gold, `!` of Green, `xV` what was lost there.
Behind a piece of Grand Chess: + in check, ~ frozen, # locked, ^ cannot be captured, % freezes its
neighbours. On the round board wW1J is White's Wizard on 1J, < > a castle, ( ) the path of the last
move.";

impl Command {
    /// Parses a line.
    pub(super) fn parse(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |command: Self| {
            if rest.is_empty() { command } else { Self::Invalid("that command stands alone") }
        };
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Empty,
            "help" | "h" | "?" => Self::Help,
            "board" | "b" => alone(Self::Board),
            "moves" | "m" => Self::Moves((!rest.is_empty()).then(|| rest.to_owned())),
            "hint" => alone(Self::Hint),
            "undo" | "u" => alone(Self::Undo),
            "save" if rest.is_empty() => Self::Invalid("expected a file: save FILE"),
            "save" => Self::Save(rest.into()),
            "load" if rest.is_empty() => Self::Invalid("expected a file: load FILE"),
            "load" => Self::Load(rest.into()),
            "seal" if rest.is_empty() => Self::Invalid("expected a file: seal FILE"),
            "seal" => Self::Seal(rest.into()),
            "review" if rest.is_empty() => Self::Review(None),
            "review" => match rest.parse() {
                Ok(ply) => Self::Review(Some(ply)),
                Err(_) => Self::Invalid("expected the number of a ply: review 12"),
            },
            "next" => alone(Self::Next),
            "back" => alone(Self::Back),
            "truth" | "gold" | "green" | "public" => {
                alone(Self::ReviewAs(word.to_ascii_lowercase()))
            }
            "record" => alone(Self::Record),
            "position" => alone(Self::Position),
            "draw" => alone(Self::Draw),
            "resign" => alone(Self::Resign),
            "quit" | "q" | "exit" => alone(Self::Quit),
            "yes" | "y" => alone(Self::Yes),
            "no" | "n" => alone(Self::No),
            _ => {
                let text = line.trim_end_matches('!').trim_end();
                Self::Act { text: text.to_owned(), sure: text.len() < line.len() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_parsed_and_other_lines_are_acts() {
        assert_eq!(Command::parse(""), Command::Empty);
        assert_eq!(Command::parse("Help"), Command::Help);
        assert_eq!(Command::parse("save my game.txt"), Command::Save("my game.txt".into()));
        assert!(matches!(Command::parse("save"), Command::Invalid(_)));
        assert_eq!(Command::parse("review 3"), Command::Review(Some(3)));
        assert!(matches!(Command::parse("review it"), Command::Invalid(_)));
        assert_eq!(Command::parse("Truth"), Command::ReviewAs("truth".to_owned()));
        assert!(matches!(Command::parse("undo twice"), Command::Invalid(_)));
        assert_eq!(Command::parse("moves G13"), Command::Moves(Some("G13".to_owned())));
        for (line, text, sure) in [
            ("V@G13 G14", "V@G13 G14", false),
            ("V@G13 G14 !", "V@G13 G14", true),
            ("place B G35", "place B G35", false),
            ("3", "3", false),
        ] {
            assert_eq!(Command::parse(line), Command::Act { text: text.to_owned(), sure });
        }
    }
}
