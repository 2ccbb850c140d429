//! Tables and positions written in short.

use heterodox_rules::kaleido::Position;
use heterodox_rules::{Options, Refusal, Scene, Seat, Setting, Start, Table, Viewer, open};

/// The id of the game.
pub const GAME: &str = "kaleidochess";

/// A position string from pieces on cells, such as `wW@1J bP@5J`.
pub fn string(pieces: &str, rest: &str) -> String {
    let mut raw = heterodox_rules::kaleido::RawPosition::empty();
    for word in pieces.split_whitespace() {
        let (piece, cell) = word.split_once('@').expect("a piece on a cell");
        let cell = heterodox_rules::kaleido::board::by_name(cell).expect("a cell");
        let mut letters = piece.chars();
        let color = letters.next().and_then(heterodox_rules::kaleido::Color::from_letter);
        let kind = letters.next().and_then(heterodox_rules::kaleido::Kind::from_letter);
        raw.board[cell.index()] = color.zip(kind);
    }
    let text = raw.to_string();
    let rings = text.split(' ').next().expect("the rings");
    format!("{rings} {rest}")
}

/// A position from pieces on cells and the other fields; no side has moved yet if only the turn is
/// given.
pub fn position(pieces: &str, rest: &str) -> Position {
    string(pieces, &whole(pieces, rest)).parse().expect("a position")
}

/// The other fields when only the turn is given.
fn whole(pieces: &str, rest: &str) -> String {
    if rest.contains(' ') {
        return rest.to_owned();
    }
    let colors: std::collections::BTreeSet<_> =
        pieces.split_whitespace().filter_map(|word| word.chars().next()).collect();
    format!("{rest} {} - 1", vec!["-"; colors.len()].join(","))
}

/// A setting with these options.
pub fn setting(options: &[&str]) -> Setting {
    let mut setting = Setting { options: Options::default(), start: Start::Setup };
    for option in options {
        setting.options.set(option).expect("an option");
    }
    setting
}

/// A table at its first position with these options.
pub fn start(options: &[&str]) -> Table {
    open(GAME, &setting(options)).expect("a table")
}

/// A table at a position from pieces on cells.
pub fn at(pieces: &str, rest: &str, options: &[&str]) -> Table {
    let position = string(pieces, &whole(pieces, rest));
    let setting = Setting { start: Start::Position(position), ..setting(options) };
    open(GAME, &setting).expect("a table")
}

/// Submits a move for the seat to act.
pub fn submit(table: &mut Table, text: &str) -> Result<(), Refusal> {
    let seat = *public(table).to_act.first().expect("a seat is to act");
    table.submit(seat, text).map(|_| ())
}

/// Plays moves that must be accepted.
pub fn play(table: &mut Table, moves: &str) {
    for text in moves.split_whitespace() {
        submit(table, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

/// The scene of the public.
pub fn public(table: &Table) -> Scene {
    table.scene(Viewer::Public)
}

/// The key of the side to act.
pub fn turn(table: &Table) -> &'static str {
    let scene = public(table);
    let seat = scene.to_act.first().copied();
    scene.sides.iter().find(|side| side.seat == seat).map_or("", |side| side.key)
}

/// The choices of the seats to act, sorted.
pub fn choices(table: &Table) -> Vec<String> {
    let seats = public(table).to_act;
    let of = |seat: &Seat| table.scene(Viewer::Seat(*seat)).choices;
    let mut texts: Vec<String> = seats.iter().flat_map(of).map(|choice| choice.text).collect();
    texts.sort_unstable();
    texts
}

/// Where the piece on a cell may go, sorted.
pub fn targets(position: &Position, from: &str) -> Vec<&'static str> {
    use heterodox_rules::kaleido::board;
    let from = board::by_name(from).expect("a cell");
    let mut names: Vec<_> = position.targets(from).into_iter().map(board::name).collect();
    names.sort_unstable();
    names
}

/// Why a side is out of the game; `None` if it still plays.
pub fn is_out(table: &Table, side: &str) -> Option<String> {
    let notices = public(table).notices;
    let out = notices
        .into_iter()
        .find(|notice| notice.key == "out" && notice.args.contains(&("side", side.to_owned())))?;
    out.args.into_iter().find(|arg| arg.0 == "reason").map(|arg| arg.1)
}
