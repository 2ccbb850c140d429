//! What the player types at the prompt.

use std::path::PathBuf;

/// A line at the prompt, understood as far as no game is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Help,
    Board,
    /// List what can be done, all of it or on one cell.
    Moves(Option<String>),
    Hint,
    Undo,
    Save(PathBuf),
    Load(PathBuf),
    /// Write the umpire's state of a hidden game.
    Seal(PathBuf),
    /// Look at a finished game, from this ply on.
    Review(Option<usize>),
    /// The next step of what is looked at.
    Next,
    /// The step before.
    Back,
    /// Through whose eyes it is looked at.
    Sight(String),
    Record,
    Position,
    Draw,
    Resign,
    Quit,
    Yes,
    No,
    Nothing,
    /// A word of ours used in a wrong way.
    Wrong(&'static str),
    /// A move or a step of the setup. `sure` if it ends in `!`: no question is asked.
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
capitals are the first side, small letters the second, G the Goal; `-` half covered and `#` under
a cloud, `?` something of Gold's, `!` of Green's, `xV` what was lost there. Behind a piece of Grand
Chess: + in check, ~ frozen, # locked, ^ cannot be captured, % freezes its neighbours. On the round board
wW1J is White's Wizard on 1J, < > a castle, ( ) the way of the last move.";

impl Command {
    /// Understands a line.
    pub(super) fn read(line: &str) -> Self {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |command: Self| {
            if rest.is_empty() { command } else { Self::Wrong("that command stands alone") }
        };
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "h" | "?" => Self::Help,
            "board" | "b" => alone(Self::Board),
            "moves" | "m" => Self::Moves((!rest.is_empty()).then(|| rest.to_owned())),
            "hint" => alone(Self::Hint),
            "undo" | "u" => alone(Self::Undo),
            "save" if rest.is_empty() => Self::Wrong("expected a file: save FILE"),
            "save" => Self::Save(rest.into()),
            "load" if rest.is_empty() => Self::Wrong("expected a file: load FILE"),
            "load" => Self::Load(rest.into()),
            "seal" if rest.is_empty() => Self::Wrong("expected a file: seal FILE"),
            "seal" => Self::Seal(rest.into()),
            "review" if rest.is_empty() => Self::Review(None),
            "review" => match rest.parse() {
                Ok(ply) => Self::Review(Some(ply)),
                Err(_) => Self::Wrong("expected the number of a ply: review 12"),
            },
            "next" => alone(Self::Next),
            "back" => alone(Self::Back),
            "truth" | "gold" | "green" | "public" => alone(Self::Sight(word.to_ascii_lowercase())),
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
    fn our_words_are_ours_and_everything_else_is_the_games() {
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(Command::read("Help"), Command::Help);
        assert_eq!(Command::read("save my game.txt"), Command::Save("my game.txt".into()));
        assert!(matches!(Command::read("save"), Command::Wrong(_)));
        assert_eq!(Command::read("review 3"), Command::Review(Some(3)));
        assert!(matches!(Command::read("review it"), Command::Wrong(_)));
        assert_eq!(Command::read("Truth"), Command::Sight("truth".to_owned()));
        assert!(matches!(Command::read("undo twice"), Command::Wrong(_)));
        assert_eq!(Command::read("moves G13"), Command::Moves(Some("G13".to_owned())));
        for (line, text, sure) in [
            ("V@G13 G14", "V@G13 G14", false),
            ("V@G13 G14 !", "V@G13 G14", true),
            ("place B G35", "place B G35", false),
            ("3", "3", false),
        ] {
            assert_eq!(Command::read(line), Command::Act { text: text.to_owned(), sure });
        }
    }
}
