//! The pieces of a guide: their names, groups and diagrams, and the search.

use super::{Guide, key};
use crate::i18n::Lang;
use crate::pages::PageCtx;
use heterodox_rules::PieceDiagram;

/// The length in characters from which a name may be hyphenated.
const LONG_NAME: usize = 16;

/// A piece of a guide.
pub(crate) struct Entry {
    /// The game's id.
    pub(crate) game: &'static str,
    /// The piece's code.
    pub(crate) code: &'static str,
    /// The piece's id in the rules.
    pub(crate) id: &'static str,
    /// Whether it cannot move until it is unlocked.
    pub(crate) locked: bool,
    /// The groups to which it belongs.
    pub(crate) groups: Vec<&'static str>,
    /// Its first diagram.
    pub(crate) first: Option<PieceDiagram>,
    /// Its examples.
    pub(crate) figures: Vec<Figure>,
    /// Its mobility on the empty board, by part of the board; empty for games without such numbers.
    pub(crate) reach: Vec<Reach>,
}

/// An example with its diagram.
pub(crate) struct Figure {
    /// The key of its caption.
    pub(crate) key: &'static str,
    pub(crate) shown: PieceDiagram,
}

/// The number of cells that a piece reaches from a part of the board.
pub(crate) struct Reach {
    /// The part, with a text `from-KEY`.
    pub(crate) from: &'static str,
    pub(crate) least: usize,
    pub(crate) most: usize,
}

impl Entry {
    /// The name in the reader's language.
    pub(crate) fn name(&self, ctx: &PageCtx) -> String {
        ctx.t(&self.name_key())
    }

    /// The name with a soft hyphen, if it is long and ends in another piece's name.
    pub(crate) fn breakable_name(&self, ctx: &PageCtx, guide: &Guide) -> String {
        let name = self.name(ctx);
        if name.chars().count() <= LONG_NAME {
            return name;
        }
        let last = guide.pieces.iter().map(|other| other.name(ctx).to_lowercase());
        let head = last.filter_map(|last| name.strip_suffix(&last)).find(|head| !head.is_empty());
        match head {
            Some(head) => format!("{head}\u{ad}{}", &name[head.len()..]),
            None => name,
        }
    }

    /// The names in the other languages.
    pub(crate) fn other_names(&self, ctx: &PageCtx) -> Vec<(Lang, String)> {
        let others = Lang::ALL.into_iter().filter(|lang| *lang != ctx.lang);
        others.map(|lang| (lang, lang.text(&self.name_key()))).collect()
    }

    fn name_key(&self) -> String {
        Lang::En.piece_key(self.game, self.code)
    }

    /// A summary in one line.
    pub(crate) fn short(&self, ctx: &PageCtx) -> String {
        ctx.t(&key(self.game, &format!("{}-short", self.code)))
    }

    /// The description.
    pub(crate) fn text(&self, ctx: &PageCtx) -> String {
        ctx.t(&key(self.game, self.code))
    }

    /// Search words besides the visible text: the names in all languages and the ids.
    pub(crate) fn words(&self) -> String {
        let names: Vec<String> =
            Lang::ALL.into_iter().map(|lang| lang.text(&self.name_key())).collect();
        fold(&format!("{} {} {}", self.code, self.id, names.join(" ")))
    }

    /// Returns whether a search is for the code of this piece.
    pub(crate) fn has_code(&self, search: &str) -> bool {
        self.code.eq_ignore_ascii_case(search.trim())
    }

    /// Returns whether all words of a search are found.
    pub(crate) fn fits(&self, ctx: &PageCtx, search: &str) -> bool {
        let mut words = self.words();
        words += &fold(&self.short(ctx));
        words += &fold(&self.text(ctx));
        fold(search).split_whitespace().all(|word| words.contains(word))
    }
}

/// Lower case without accents, so that a search works on any keyboard.
pub(crate) fn fold(text: &str) -> String {
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
    fn accents_and_capitals_do_not_matter() {
        assert_eq!(fold("GRÄSHOPPA, Kröte, Fuß"), "grashoppa, krote, fuss");
    }
}
