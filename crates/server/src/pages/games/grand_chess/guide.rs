//! The guide of Grand Chess: its groups, and the examples of `data/grand-guide.json`.

use super::start_positions::start_position;
use super::{GAME, GUIDE_PATH, custom_pieces};
use crate::pages::guide::{Entry, Figure, Guide, StartPosition, ask};
use heterodox_rules::Game;
use heterodox_rules::grand_chess::GrandChess;
use heterodox_rules::grand_chess::table::{Movement, Path, Row, Rule, SpecialPath, TABLE};
use serde::Deserialize;
use std::sync::LazyLock;

/// The guide.
pub(super) static GUIDE: LazyLock<Guide> = LazyLock::new(|| Guide {
    info: &GrandChess::INFO,
    home: GUIDE_PATH,
    groups: &["all", "classic", "leapers", "riders", "hoppers", "bent", "odd", "locked"],
    signs: &["both", "move", "take", "capture", "convert", "victim", "freeze", "blocked", "unsafe"],
    put: "N",
    last_moves: &["en-passant", "shield", "freeze"],
    copies: Some("Fo"),
    custom: Some(custom_pieces::CUSTOM_PIECES),
    start_position: |code, side| start_position(code).of(side),
    pieces: TABLE.iter().enumerate().map(|(i, row)| entry(i, row)).collect(),
});

/// The number of classic pieces, which come first in the table.
const CLASSIC: usize = 8;

/// An example in `data/grand-guide.json`.
#[derive(Deserialize)]
struct Example {
    code: String,
    /// The key of its caption.
    key: String,
    position: String,
    /// The cell of the piece.
    from: String,
    /// The opponent's last move.
    last: Option<String>,
    /// The seventh field of the FEN.
    fields: Option<String>,
}

impl Example {
    fn figure(&'static self) -> Option<Figure> {
        let position = match &self.fields {
            None => self.position.clone(),
            Some(fields) => format!("{} w - - 0 9 {fields}", self.position),
        };
        let shown = ask(GAME, "", &position, &self.from, self.last.as_deref()).ok()?;
        Some(Figure { key: &self.key, shown })
    }
}

#[derive(Deserialize)]
struct Examples {
    examples: Vec<Example>,
}

static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let text = include_str!("../../../../../../data/grand-guide.json");
    // The file is embedded, and a test reads it.
    serde_json::from_str::<Examples>(text).map(|file| file.examples).unwrap_or_default()
});

fn entry(number: usize, row: &'static Row) -> Entry {
    let StartPosition { position, from, last, .. } = start_position(row.code);
    let examples = EXAMPLES.iter().filter(|example| example.code == row.code);
    Entry {
        game: GAME,
        code: row.code,
        id: row.id,
        locked: row.locked,
        groups: groups(number, row),
        first: ask(GAME, "", &position, from, last).ok(),
        figures: examples.filter_map(Example::figure).collect(),
        reach: Vec::new(),
    }
}

fn groups(number: usize, row: &Row) -> Vec<&'static str> {
    let some = |is: fn(&Path) -> bool| row.movements.iter().any(|way| is(&way.path));
    let classic = number < CLASSIC;
    let far = |path: &Path| {
        matches!(path, Path::Slide(_, most) if *most > 1)
            || matches!(path, Path::Bend(_, _, most) if *most > 1)
            || matches!(path, Path::Special(SpecialPath::Edgehog | SpecialPath::Duke))
    };
    let bent = |path: &Path| {
        matches!(
            path,
            Path::Bend(..)
                | Path::Both(..)
                | Path::Special(SpecialPath::Duke | SpecialPath::Windmill)
        )
    };
    let ruled = !matches!(row.rule, Rule::None | Rule::Royal | Rule::Pawn);
    let belongs = [
        ("classic", classic),
        ("leapers", !row.movements.is_empty() && row.movements.iter().all(leaps) && !ruled),
        ("riders", some(far)),
        ("hoppers", some(|path| matches!(path, Path::Hop(..)))),
        ("bent", some(bent)),
        ("odd", ruled || some(|path| matches!(path, Path::Special(_)))),
        ("locked", row.locked),
    ];
    belongs.into_iter().filter(|group| group.1).map(|group| group.0).collect()
}

fn leaps(way: &Movement) -> bool {
    matches!(way.path, Path::Leap(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> &'static [Entry] {
        &GUIDE.pieces
    }

    #[test]
    fn every_piece_has_a_diagram_and_an_example() {
        assert_eq!(all().len(), 81);
        for entry in all() {
            let code = entry.code;
            assert!(entry.first.as_ref().is_some_and(|shown| !shown.targets.is_empty()), "{code}");
            assert!(!entry.figures.is_empty(), "{code} has no example");
        }
        let figures: usize = all().iter().map(|entry| entry.figures.len()).sum();
        assert_eq!(figures, EXAMPLES.len(), "an example could not be drawn");
        assert!(EXAMPLES.len() > 80);
    }

    #[test]
    fn groups_have_the_right_members() {
        let group = |name: &str| -> Vec<&str> {
            let members = all().iter().filter(|entry| entry.groups.contains(&name));
            members.map(|entry| entry.code).collect()
        };
        assert_eq!(group("classic"), ["K", "R", "B", "Q", "N", "A", "C", "P"]);
        assert_eq!(group("hoppers"), ["Gr", "Sc", "Ka", "Cn", "Va", "Le"]);
        assert_eq!(group("bent"), ["Rh", "He", "Sh", "Dn", "Du", "Gy", "Wm", "Ti"]);
        assert_eq!(group("locked").len(), 12);
        for code in ["Ar", "Bl", "Ad", "Wi", "Di", "Co", "Im", "Cm", "Fo", "Wm", "Eh", "Du"] {
            assert!(group("odd").contains(&code), "{code}");
        }
        assert!(group("riders").contains(&"Nr") && !group("riders").contains(&"N"));
        for entry in all() {
            assert!(!entry.groups.is_empty(), "{} is in no group", entry.code);
        }
    }

    #[test]
    fn the_search_finds_a_piece_by_its_name_in_any_language() {
        let grasshopper = GUIDE.by_code("gr").expect("a piece");
        for name in ["grasshopper", "grashupfer", "grashoppa"] {
            assert!(grasshopper.words().contains(name), "{name}");
        }
    }
}
