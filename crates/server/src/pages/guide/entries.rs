//! The pieces of the guide: their names, kinds and where they are shown, and finding one.

use super::scenes::scene;
use super::shown::ask;
use crate::i18n::Lang;
use crate::pages::PageCtx;
use heterodox_rules::PieceDiagram;
use heterodox_rules::grand_chess::table::{Odd, Path, Row, Rule, TABLE, Way};
use serde::Deserialize;
use std::sync::LazyLock;

/// Groups that a reader may want to see alone; each has a text `guide-kind-KEY`.
pub(super) const GROUPS: [&str; 8] =
    ["all", "classic", "leapers", "riders", "hoppers", "bent", "odd", "locked"];

/// How many rows of the table are classic pieces.
const CLASSIC: usize = 8;

/// The most letters of a name that fits into every place.
const LONG_NAME: usize = 16;

/// A piece of the guide.
pub(super) struct Entry {
    /// Its row in the table of the rules.
    pub(super) row: &'static Row,
    /// The groups to which it belongs.
    pub(super) groups: Vec<&'static str>,
    /// Its first diagram.
    pub(super) first: Option<PieceDiagram>,
    /// Its examples in the order of the file.
    pub(super) figures: Vec<Figure>,
}

/// An example with its diagram.
pub(super) struct Figure {
    /// The key of its caption.
    pub(super) key: &'static str,
    pub(super) shown: PieceDiagram,
}

/// An example of the guide, as `data/grand-guide.json` has it.
#[derive(Deserialize)]
struct Example {
    code: String,
    /// The key of its caption.
    key: String,
    position: String,
    /// The cell of the piece.
    from: String,
    /// What the opponent moved last.
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
        let shown = ask("", &position, &self.from, self.last.as_deref()).ok()?;
        Some(Figure { key: &self.key, shown })
    }
}

#[derive(Deserialize)]
struct Examples {
    examples: Vec<Example>,
}

static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| {
    let text = include_str!("../../../../../data/grand-guide.json");
    // The file is part of the program; a test reads it.
    serde_json::from_str::<Examples>(text).map(|file| file.examples).unwrap_or_default()
});

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    TABLE
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let scene = scene(row.code);
            let examples = EXAMPLES.iter().filter(|example| example.code == row.code);
            Entry {
                row,
                groups: groups(i, row),
                first: ask("", &scene.position, scene.from, scene.last).ok(),
                figures: examples.filter_map(Example::figure).collect(),
            }
        })
        .collect()
});

/// All pieces in the order of the table.
pub(super) fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The piece with this code, however it is spelled.
pub(super) fn by_code(code: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| entry.row.code.eq_ignore_ascii_case(code))
}

fn groups(number: usize, row: &Row) -> Vec<&'static str> {
    let some = |is: fn(&Path) -> bool| row.ways.iter().any(|way| is(&way.path));
    let classic = number < CLASSIC;
    let far = |path: &Path| {
        matches!(path, Path::Slide(_, most) if *most > 1)
            || matches!(path, Path::Bend(_, _, most) if *most > 1)
            || matches!(path, Path::Odd(Odd::Edgehog | Odd::Duke))
    };
    let bent = |path: &Path| {
        matches!(path, Path::Bend(..) | Path::Both(..) | Path::Odd(Odd::Duke | Odd::Windmill))
    };
    let ruled = !matches!(row.rule, Rule::None | Rule::Royal | Rule::Pawn);
    let belongs = [
        ("classic", classic),
        ("leapers", !row.ways.is_empty() && row.ways.iter().all(leaps) && !ruled),
        ("riders", some(far)),
        ("hoppers", some(|path| matches!(path, Path::Hop(..)))),
        ("bent", some(bent)),
        ("odd", ruled || some(|path| matches!(path, Path::Odd(_)))),
        ("locked", row.locked),
    ];
    belongs.into_iter().filter(|group| group.1).map(|group| group.0).collect()
}

fn leaps(way: &Way) -> bool {
    matches!(way.path, Path::Leap(_))
}

impl Entry {
    /// Its name in the reader's language.
    pub(super) fn name(&self, ctx: &PageCtx) -> String {
        ctx.t(&self.name_key())
    }

    /// Its name for a narrow place: a long one that ends in another piece's name may be broken before that.
    pub(super) fn breakable_name(&self, ctx: &PageCtx) -> String {
        let name = self.name(ctx);
        if name.chars().count() <= LONG_NAME {
            return name;
        }
        let last = all().iter().map(|other| other.name(ctx).to_lowercase());
        let head = last.filter_map(|last| name.strip_suffix(&last)).find(|head| !head.is_empty());
        match head {
            Some(head) => format!("{head}\u{ad}{}", &name[head.len()..]),
            None => name,
        }
    }

    /// Its names in the other languages, with their codes.
    pub(super) fn other_names(&self, ctx: &PageCtx) -> Vec<(Lang, String)> {
        let others = Lang::ALL.into_iter().filter(|lang| *lang != ctx.lang);
        others.map(|lang| (lang, lang.text(&self.name_key()))).collect()
    }

    fn name_key(&self) -> String {
        format!("piece-grand-chess-{}", self.row.code)
    }

    /// What it does, in a line.
    pub(super) fn short(&self, ctx: &PageCtx) -> String {
        ctx.t(&format!("guide-{}-short", self.row.code))
    }

    /// What it does.
    pub(super) fn text(&self, ctx: &PageCtx) -> String {
        ctx.t(&format!("guide-{}", self.row.code))
    }

    /// What is searched besides what the list shows: names in all languages and ids.
    pub(super) fn words(&self) -> String {
        let names: Vec<String> =
            Lang::ALL.into_iter().map(|lang| lang.text(&self.name_key())).collect();
        fold(&format!("{} {} {}", self.row.code, self.row.id, names.join(" ")))
    }

    /// Whether a search is for the code of this piece.
    pub(super) fn has_code(&self, search: &str) -> bool {
        self.row.code.eq_ignore_ascii_case(search.trim())
    }

    /// Whether all words of a search are found.
    pub(super) fn fits(&self, ctx: &PageCtx, search: &str) -> bool {
        let mut words = self.words();
        words += &fold(&self.short(ctx));
        words += &fold(&self.text(ctx));
        fold(search).split_whitespace().all(|word| words.contains(word))
    }
}

/// Small letters without accents, so that a search finds what it is after on any keyboard.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' | 'å' | 'á' | 'à' | 'â' => folded.push('a'),
            'ö' | 'ó' | 'ò' | 'ô' => folded.push('o'),
            'ü' | 'ú' | 'ù' | 'û' => folded.push('u'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'í' | 'ì' | 'î' | 'ï' => folded.push('i'),
            'č' | 'ç' => folded.push('c'),
            'ß' => folded.push_str("ss"),
            c => folded.push(c),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_diagram_and_an_example() {
        assert_eq!(all().len(), 81);
        for entry in all() {
            let code = entry.row.code;
            assert!(entry.first.as_ref().is_some_and(|shown| !shown.targets.is_empty()), "{code}");
            assert!(!entry.figures.is_empty(), "{code} has no example");
        }
        let figures: usize = all().iter().map(|entry| entry.figures.len()).sum();
        assert_eq!(figures, EXAMPLES.len(), "an example could not be drawn");
        assert!(EXAMPLES.len() > 80);
    }

    #[test]
    fn groups_hold_what_they_say() {
        let group = |name: &str| -> Vec<&str> {
            let members = all().iter().filter(|entry| entry.groups.contains(&name));
            members.map(|entry| entry.row.code).collect()
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
            assert!(!entry.groups.is_empty(), "{} is in no group", entry.row.code);
        }
    }

    #[test]
    fn accents_and_capitals_do_not_matter() {
        assert_eq!(fold("GRÄSHOPPA, Kröte, Fuß"), "grashoppa, krote, fuss");
        let grasshopper = by_code("gr").expect("a piece");
        for name in ["grasshopper", "grashupfer", "grashoppa"] {
            assert!(grasshopper.words().contains(name), "{name}");
        }
    }
}
