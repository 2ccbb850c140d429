//! The pictures of the rules page. The rules compute what a piece can do in them, or the result of
//! a move.

use crate::pages::guide::drawn;
use heterodox_draw::{Diagram, Mark};
use heterodox_rules::{
    DiagramRequest, Edit, Frame, Options, Placed, Refusal, Setting, Start, Table, Viewer, edit,
    open, piece_diagram,
};

/// A board with the key of its caption.
pub(super) struct Picture {
    /// `krules-picture-KEY`.
    pub(super) key: &'static str,
    /// The board.
    pub(super) diagram: Diagram,
}

/// A piece whose moves are shown.
struct Study {
    key: &'static str,
    /// The pieces, such as `wH@1J bP@1K`.
    pieces: &'static str,
    /// The cell of the piece.
    from: &'static str,
    /// White's own last move.
    last: Option<&'static str>,
}

const fn study(key: &'static str, pieces: &'static str, from: &'static str) -> Study {
    Study { key, pieces, from, last: None }
}

/// Cells that touch by sides and by corners.
const CONTACTS: [Study; 2] = [study("sides", "wP@1D", "1D"), study("corners", "wV@1D", "1D")];

/// Walkers and fliers.
const WALKING: [Study; 3] = [
    study("walk-free", "wH@1J", "1J"),
    study("walk-barred", "wH@1J wP@1I bP@1K", "1J"),
    study("fly", "wE@1J wP@1I bP@1K bP@1G wP@1F bP@1H", "1J"),
];

/// Ring lines.
const LINES: [Study; 2] = [study("line-roc", "wR@1J", "1J"), study("line-wizard", "wW@1J", "1J")];

/// Captures of enemy and of own pieces.
const CAPTURES: [Study; 1] = [study("capture", "wH@1D bE@1H wV@8D bT@2E wP@1J bP@5J", "1D")];

/// A move that would undo the last one.
const UNDOING: [Study; 1] =
    [Study { last: Some("1D-1E"), ..study("undo", "wP@1E wW@1J bP@5J", "1E") }];

/// A player without a legal move.
const LOCKED: [Study; 1] =
    [Study { last: Some("8H-1J"), ..study("locked", "wT@1J bP@1I bP@1K bP@1H bP@5J bP@5E", "1J") }];

/// Three players, one of whom is about to be eliminated.
const OUT: &str = "wR@2J wW@1J wP@1D rW@3J rD@4B rP@3D bW@5J bP@5D";

/// White's move there.
const THROWS_OUT: &str = "2J+3J";

/// The Wizard's example of the source.
const WAY: &str = "wW@1B wP@1J bP@5J";

/// The cells that touch 1D.
pub(super) fn contacts() -> Result<Vec<Picture>, Refusal> {
    studies(&CONTACTS)
}

/// How pieces move: walkers and fliers, along ring lines, and on one path.
pub(super) fn moves() -> Result<[Vec<Picture>; 3], Refusal> {
    Ok([studies(&WALKING)?, studies(&LINES)?, vec![way()?]])
}

/// What may be captured.
pub(super) fn captures() -> Result<Vec<Picture>, Refusal> {
    studies(&CAPTURES)
}

/// What may not be undone.
pub(super) fn undoing() -> Result<Vec<Picture>, Refusal> {
    studies(&UNDOING)
}

/// Eliminated players: before and after a capture, and one who is locked in.
pub(super) fn out() -> Result<Vec<Picture>, Refusal> {
    let mut table = at(OUT, None)?;
    let before = plain(
        "out-before",
        table.scene(Viewer::Public).frame,
        &[("here", "2J"), ("capture", "3J")],
    );
    let seat = table.scene(Viewer::Public).to_act.first().copied();
    if let Some(seat) = seat {
        table.submit(seat, THROWS_OUT)?;
    }
    let last = [("last-from", "2J"), ("last-to", "3J")];
    let mut pictures = vec![before, plain("out-after", table.scene(Viewer::Public).frame, &last)];
    pictures.extend(studies(&LOCKED)?);
    Ok(pictures)
}

/// The start of a game with a number of players.
pub(super) fn start(key: &'static str, seats: &str) -> Result<Picture, Refusal> {
    Ok(plain(key, table_of(seats)?.scene(Viewer::Public).frame, &[]))
}

/// A table with a number of players.
pub(super) fn table_of(seats: &str) -> Result<Table, Refusal> {
    let mut setting = Setting::default();
    setting.options.set(&format!("seats={seats}"))?;
    open(super::GAME, &setting)
}

/// The empty board.
pub(super) fn empty(key: &'static str) -> Picture {
    Picture { key, diagram: Diagram::default() }
}

fn studies(studies: &[Study]) -> Result<Vec<Picture>, Refusal> {
    studies.iter().map(Study::picture).collect()
}

impl Study {
    fn picture(&self) -> Result<Picture, Refusal> {
        let position = position(self.pieces, self.last)?;
        let request = DiagramRequest { position: &position, from: self.from, last: None };
        let shown = piece_diagram(super::GAME, &Options::default(), &request)?;
        Ok(Picture { key: self.key, diagram: drawn(&shown) })
    }
}

/// One path of a move, as the page of a game shows it.
fn way() -> Result<Picture, Refusal> {
    let table = at(WAY, None)?;
    let scene = table.scene(Viewer::Public);
    let paths = table.paths(Viewer::Public, "1B-2F");
    let marks = vec![mark("here", "1B"), mark("target", "2F")];
    let mut cells = vec!["1B".to_owned()];
    cells.extend(paths.into_iter().flatten());
    Ok(Picture { key: "way", diagram: Diagram { marks, route: cells, ..frame(scene.frame) } })
}

fn mark(kind: &'static str, cell: &str) -> Mark {
    Mark { cell: cell.to_owned(), kind }
}

/// The pieces without their marks, which the page has not explained yet.
fn frame(frame: Frame) -> Diagram {
    let unmarked = |piece| Placed { marks: Vec::new(), ..piece };
    Diagram { pieces: frame.pieces.into_iter().map(unmarked).collect(), ..Diagram::default() }
}

fn plain(key: &'static str, shown: Frame, marks: &[(&'static str, &str)]) -> Picture {
    let marks = marks.iter().map(|&(kind, cell)| mark(kind, cell)).collect();
    Picture { key, diagram: Diagram { marks, ..frame(shown) } }
}

/// A table with these pieces.
pub(super) fn at(pieces: &str, options: Option<&str>) -> Result<Table, Refusal> {
    let start = Start::Position(position(pieces, None)?);
    let mut setting = Setting { start, ..Setting::default() };
    if let Some(option) = options {
        setting.options.set(option)?;
    }
    open(super::GAME, &setting)
}

/// A position with these pieces, White to move, made by the position editor.
fn position(pieces: &str, last: Option<&str>) -> Result<String, Refusal> {
    let put = |word: &str| {
        let (piece, cell) = word.split_once('@')?;
        let (side, kind) = piece.split_at_checked(1)?;
        let side = match side {
            "w" => "white",
            "r" => "red",
            "b" => "black",
            _ => "green",
        };
        Some(Edit::Put { side: side.into(), kind: kind.into(), cell: cell.into() })
    };
    let mut edits: Vec<Edit> = pieces.split(' ').filter_map(put).collect();
    let undo = |last: &str| Edit::Set { key: "undo-white".into(), value: last.into() };
    edits.extend(last.map(undo));
    Ok(edit(super::GAME, &Options::default(), None, &edits)?.position)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells with a mark, in the order of their names.
    fn marked(picture: &Picture, kind: &str) -> String {
        let cells = picture.diagram.marks.iter().filter(|mark| mark.kind == kind);
        let mut cells: Vec<&str> = cells.map(|mark| mark.cell.as_str()).collect();
        cells.sort_unstable();
        cells.join(" ")
    }

    fn find<'a>(pictures: &'a [Picture], key: &str) -> &'a Picture {
        pictures.iter().find(|picture| picture.key == key).unwrap_or_else(|| panic!("no {key}"))
    }

    /// The captions agree with the marks.
    #[test]
    fn the_pictures_agree_with_their_captions() {
        let contacts = contacts().expect("pictures");
        assert_eq!(marked(find(&contacts, "sides"), "both"), "1B 1E 1F 1G 8E");
        assert_eq!(marked(find(&contacts, "corners"), "both"), "1B 1C 1E 1F 1G 8C 8E 8H");
        let [walking, lines, way] = moves().expect("pictures");
        assert_eq!(marked(find(&walking, "walk-free"), "both"), "1F 1H 2I 8K");
        let barred = find(&walking, "walk-barred");
        assert_eq!(
            (marked(barred, "both"), marked(barred, "blocked")),
            ("1F 1H".into(), "2I 8K".into())
        );
        let eagle = find(&walking, "fly");
        assert_eq!(marked(eagle, "both"), "2F 2I 8H 8K");
        assert_eq!(marked(eagle, "capture"), "1G 1H");
        assert_eq!(marked(eagle, "own"), "1F");
        let outer = |cells: &str, letters: &str| {
            cells.split(' ').all(|cell| cell.ends_with(|c| letters.contains(c)))
        };
        assert!(outer(&marked(find(&lines, "line-roc"), "both"), "FGHIJK"));
        let wizard = marked(find(&lines, "line-wizard"), "both");
        assert!(wizard.contains("1B") && !wizard.contains('A'), "{wizard}");
        // Three steps, so four cells.
        let path: Vec<&str> = way[0].diagram.route.iter().map(String::as_str).collect();
        assert!(matches!(path[..], ["1B", _, _, "2F"]), "{path:?}");
        let captures = captures().expect("a picture");
        assert_eq!(marked(&captures[0], "capture"), "1H");
        assert_eq!(marked(&captures[0], "own"), "8D");
        let undo = undoing().expect("a picture");
        assert_eq!(marked(&undo[0], "blocked"), "1D");
    }

    #[test]
    fn eliminated_players_are_off_the_board() {
        let pictures = out().expect("pictures");
        let reds = |key: &str| {
            let pieces = &find(&pictures, key).diagram.pieces;
            pieces.iter().filter(|piece| piece.side == "red").count()
        };
        assert_eq!((reds("out-before"), reds("out-after")), (3, 0));
        let locked = find(&pictures, "locked");
        assert!(marked(locked, "both").is_empty() && marked(locked, "capture").is_empty());
        assert!(marked(locked, "blocked").contains("8H"));
        // The rules judge White to be locked in here.
        let last = LOCKED[0].last;
        let setting = Setting {
            start: Start::Position(position(LOCKED[0].pieces, last).expect("a position")),
            ..Setting::default()
        };
        let outcome = open(super::super::GAME, &setting).expect("a table").outcome();
        assert_eq!(outcome.expect("an end").reason.key(), "locked-in");
        let without = Setting {
            start: Start::Position(position(LOCKED[0].pieces, None).expect("a position")),
            ..Setting::default()
        };
        assert!(open(super::super::GAME, &without).expect("a table").outcome().is_none());
    }
}
