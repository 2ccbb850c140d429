//! Writes the drawings that no command of the program makes, for a look at all of them after a
//! change: `cargo run -p heterodox-draw --example gallery -- [DIRECTORY]` (default: `gallery`).
//!
//! Boards and positions of all games are drawn by `heterodox draw`, cloud maps by
//! `heterodox clouds draw`.

use heterodox_draw::{
    BoardOptions, ColourMode, Diagram, Mark, Names, board_svg, diagram_svg, frame_svg, klinzha,
    piece_defs, piece_defs_with, piece_svg, png, stylesheet,
};
use heterodox_rules::klinzha::Kind;
use heterodox_rules::{Area, Captured, Frame, Placed, Seat, Setting, Viewer};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const KLIN_ZHA_PIECES: [&str; 12] =
    ["B", "Fl", "S", "V", "L", "Fe", "G", "VG", "LG", "FeG", "SG", "?"];
const KALEIDO_PIECES: [&str; 9] = ["W", "D", "R", "E", "V", "L", "T", "H", "P"];
const MARKERS: [&str; 12] = ["B", "Fl", "S", "V", "L", "Fe", "G", "FlG", "SG", "VG", "LG", "FeG"];

fn main() -> Result {
    let directory = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    let gallery = Gallery { directory: PathBuf::from(directory) };
    fs::create_dir_all(&gallery.directory)?;
    for (colour_mode, theme) in [(ColourMode::Light, "light"), (ColourMode::Dark, "dark")] {
        klin_zha(&gallery, colour_mode, theme)?;
        grand_chess(&gallery, colour_mode, theme)?;
        kaleidochess(&gallery, colour_mode, theme)?;
    }
    gallery.save_page("klinzha", &klin_zha_page()?)?;
    gallery.save_page("grand-chess", &grand_chess_page()?)?;
    gallery.save_page("kaleidochess", &kaleidochess_page()?)
}

struct Gallery {
    directory: PathBuf,
}

impl Gallery {
    /// Saves an SVG, and as PNG at a width in pixels.
    fn save(&self, name: &str, svg: &str, width: u32) -> Result {
        fs::write(self.directory.join(format!("{name}.svg")), svg)?;
        fs::write(self.directory.join(format!("{name}.png")), png(svg, width)?)?;
        Ok(())
    }

    /// Saves an HTML page with the style sheet.
    fn save_page(&self, name: &str, body: &str) -> Result {
        let page = format!(
            "<!doctype html><meta charset=utf-8><title>Gallery</title><style>{}\
             body{{background:var(--board-page);margin:8px}}svg{{width:700px}}\
             svg.diagram{{width:400px}}svg.symbols{{width:0}}svg.piece{{width:64px}}\
             </style>{body}",
            stylesheet()
        );
        fs::write(self.directory.join(format!("{name}.html")), page)?;
        Ok(())
    }
}

fn klin_zha(gallery: &Gallery, colour_mode: ColourMode, theme: &str) -> Result {
    let coordinates = klinzha::coordinates_svg(colour_mode);
    gallery.save(&format!("klinzha-coordinates-{theme}"), &coordinates, 1000)?;
    for kind in Kind::ALL {
        let name = format!("klinzha-moves-{}-{theme}", kind.code());
        gallery.save(&name, &klinzha::moves_svg(kind, colour_mode), 330)?;
    }
    let table = piece_table("klinzha", &["gold", "green"], &KLIN_ZHA_PIECES, colour_mode);
    gallery.save(&format!("klinzha-pieces-{theme}"), &table, 1000)?;
    gallery.save(&format!("klinzha-pieces-{theme}-32"), &table, 32 * 12)?;

    let game = "clouded-klinzha";
    let geometry = heterodox_rules::board(game)?;
    let markers = |(cell, of): (usize, &'static str)| Area {
        kind: "marker",
        of,
        cells: vec![geometry.cells[3 * cell].name.clone()],
    };
    let diagram = Diagram {
        areas: MARKERS.into_iter().enumerate().map(markers).collect(),
        ..Diagram::default()
    };
    let options =
        BoardOptions { rotation: 1, names: Names::Plain, ..BoardOptions::new(colour_mode) };
    let svg = diagram_svg(game, geometry, &diagram, &options);
    gallery.save(&format!("klinzha-markers-{theme}"), &svg, 900)
}

/// A board whose pieces are symbols, as the script of a page draws it.
fn klin_zha_page() -> Result<String> {
    let geometry = heterodox_rules::board("klinzha")?;
    let board = board_svg(
        geometry,
        &BoardOptions { names: Names::Plain, ..BoardOptions::new(ColourMode::Page) },
    );
    let mut uses = String::new();
    for (symbol, side, cell) in [
        ("klinzha-FeG", "gold", "I11"),
        ("klinzha-S", "gold", "G36"),
        ("klinzha-B", "green", "F37"),
        ("klinzha-G", "green", "C18"),
        ("klinzha-V", "green", "H56"),
        ("mark-target", "gold", "G35"),
        ("mark-target", "gold", "H35"),
        ("mark-capture", "gold", "H56"),
        ("mark-cursor", "gold", "G36"),
        ("mark-danger", "gold", "D28"),
    ] {
        let index = geometry.cells.iter().position(|other| other.name == cell).ok_or(cell)?;
        let value = |attribute: &str| -> Option<f64> {
            let group = board.split("data-cell=").nth(index + 1)?;
            group.split(&format!("{attribute}=\"")).nth(1)?.split('"').next()?.parse().ok()
        };
        let (Some(x), Some(y), Some(room)) = (value("data-x"), value("data-y"), value("data-room"))
        else {
            return Err(format!("{cell} has no coordinates").into());
        };
        let (x, y, size) = (x - room, y - room, 2.0 * room);
        write!(
            uses,
            "<use class=\"side-{side}\" href=\"#{symbol}\" x=\"{x}\" y=\"{y}\" \
             width=\"{size}\" height=\"{size}\"/>"
        )?;
    }
    let layer = "<g class=\"layer pieces\"";
    Ok(format!(
        "{}{}{}{}",
        piece_defs("klinzha")?,
        board.replacen(layer, &format!("<g>{uses}</g>{layer}"), 1),
        klinzha::moves_svg(Kind::Blockader, ColourMode::Page),
        klinzha::coordinates_svg(ColourMode::Page),
    ))
}

fn grand_chess(gallery: &Gallery, colour_mode: ColourMode, theme: &str) -> Result {
    let game = "grand-chess";
    let geometry = heterodox_rules::board(game)?;
    let options = BoardOptions { captured: true, ..BoardOptions::new(colour_mode) };
    let rotated = BoardOptions { rotation: 1, ..BoardOptions::new(colour_mode) };
    let marked = frame_svg(game, geometry, &marked_pieces()?, &options);
    gallery.save(&format!("grand-chess-marks-{theme}"), &marked, 1000)?;
    let small = frame_svg(game, geometry, &marked_pieces()?, &rotated);
    gallery.save(&format!("grand-chess-rotated-{theme}"), &small, 360)?;
    let signs = diagram_svg(
        game,
        geometry,
        &grand_chess_signs(),
        &BoardOptions { labels: false, ..rotated },
    );
    gallery.save(&format!("grand-chess-signs-{theme}"), &signs, 600)
}

fn grand_chess_page() -> Result<String> {
    let game = "grand-chess";
    let geometry = heterodox_rules::board(game)?;
    let rotated = BoardOptions { rotation: 1, ..BoardOptions::new(ColourMode::Page) };
    Ok(format!(
        "{}{}{}{}",
        piece_defs_with(game, &["Xyz"])?,
        frame_svg(game, geometry, &marked_pieces()?, &rotated),
        diagram_svg(game, geometry, &grand_chess_signs(), &BoardOptions::new(ColourMode::Page)),
        ["Xyz", "any", "Cg"].map(marked_symbol).concat(),
    ))
}

/// The first position after a move, with two more ranks of pieces that have marks.
fn marked_pieces() -> Result<Frame> {
    let mut table = heterodox_rules::open("grand-chess", &Setting::default())?;
    table.submit(Seat::new(0), "d3d5")?;
    let mut frame = table.scene(Viewer::Public).frame;
    let marked: [(&'static str, &[&'static str]); 10] = [
        ("Q", &["frozen"]),
        ("Nr", &["locked"]),
        ("Fo", &["shielded"]),
        ("Im", &["freezing"]),
        ("K", &["check"]),
        ("Gr", &["frozen", "locked"]),
        ("Fo", &["frozen", "shielded", "freezing"]),
        ("K", &["frozen", "check"]),
        ("Xyz", &[]),
        ("?", &[]),
    ];
    for (side, rank, files) in [("white", 7, "abcdefghij"), ("black", 6, "jihgfedcba")] {
        for (file, (kind, marks)) in files.chars().zip(marked) {
            frame.pieces.push(placed(&format!("{file}{rank}"), side, kind, marks));
        }
    }
    frame.captured = vec![
        Captured { side: "white", kind: "P".to_owned(), count: 3 },
        Captured { side: "black", kind: "Cr".to_owned(), count: 1 },
    ];
    Ok(frame)
}

fn grand_chess_signs() -> Diagram {
    let marks = [
        ("e5", "start"),
        ("e6", "both"),
        ("e7", "move"),
        ("f6", "capture"),
        ("g7", "blocked"),
        ("h8", "victim"),
        ("d4", "both"),
        ("c3", "capture"),
        ("b2", "victim"),
        ("d6", "target"),
        ("c7", "path"),
        ("c5", "own"),
        ("e4", "convert"),
        ("f4", "unsafe"),
        ("h5", "freeze"),
    ];
    Diagram {
        marks: marks.map(mark).to_vec(),
        pieces: vec![
            placed("e5", "white", "Dk", &[]),
            placed("d4", "black", "P", &[]),
            placed("c3", "black", "Nz", &[]),
            placed("b2", "black", "Li", &[]),
            placed("g7", "white", "Ca", &[]),
        ],
        ..Diagram::default()
    }
}

/// The symbol of a piece, with the symbols of marks.
fn marked_symbol(kind: &str) -> String {
    let uses = ["under-frozen", &format!("grand-chess-{kind}"), "badge-frozen", "badge-locked"]
        .map(|id| format!("<use href=\"#{id}\" width=\"64\" height=\"64\"/>"));
    format!("<svg class=\"piece side-black\" viewBox=\"0 0 64 64\">{}</svg>", uses.concat())
}

fn kaleidochess(gallery: &Gallery, colour_mode: ColourMode, theme: &str) -> Result {
    let game = "kaleidochess";
    let table =
        piece_table(game, &["white", "red", "black", "green"], &KALEIDO_PIECES, colour_mode);
    gallery.save(&format!("kaleidochess-pieces-{theme}"), &table, 900)?;
    gallery.save(&format!("kaleidochess-pieces-{theme}-32"), &table, 32 * 9)?;
    let options = BoardOptions { rotation: 1, ..BoardOptions::new(colour_mode) };
    let svg = diagram_svg(game, heterodox_rules::board(game)?, &kaleidochess_diagram(), &options);
    gallery.save(&format!("kaleidochess-diagram-{theme}"), &svg, 700)
}

fn kaleidochess_page() -> Result<String> {
    let game = "kaleidochess";
    let geometry = heterodox_rules::board(game)?;
    let options = BoardOptions::new(ColourMode::Page);
    let diagram = diagram_svg(game, geometry, &kaleidochess_diagram(), &options);
    Ok(piece_defs(game)? + &diagram)
}

fn kaleidochess_diagram() -> Diagram {
    let marks = [
        ("1J", "start"),
        ("1G", "both"),
        ("2F", "move"),
        ("8H", "capture"),
        ("1D", "target"),
        ("1E", "path"),
    ];
    Diagram {
        marks: marks.map(mark).to_vec(),
        route: ["1J", "1H", "1G", "2F"].map(str::to_owned).to_vec(),
        pieces: vec![
            placed("1J", "white", "W", &[]),
            placed("8H", "black", "R", &[]),
            placed("3J", "red", "W", &["last-castle"]),
            placed("7J", "green", "W", &["no-undo"]),
        ],
        ..Diagram::default()
    }
}

/// All pieces of all sides: a row for each side, a column for each kind.
fn piece_table(game: &str, sides: &[&str], kinds: &[&str], colour_mode: ColourMode) -> String {
    const SIZE: usize = 112;
    let background = if colour_mode == ColourMode::Dark { "#4d4035" } else { "#e6d6b2" };
    let (width, height) = (kinds.len() * SIZE, sides.len() * SIZE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
    );
    for (row, side) in sides.iter().enumerate() {
        for (column, kind) in kinds.iter().enumerate() {
            let at = format!("<svg x=\"{}\" y=\"{}\" ", column * SIZE, row * SIZE);
            svg += &piece_svg(game, side, kind, colour_mode).replacen("<svg ", &at, 1);
        }
    }
    svg + "</svg>"
}

fn mark((cell, kind): (&str, &'static str)) -> Mark {
    Mark { cell: cell.to_owned(), kind }
}

fn placed(cell: &str, side: &'static str, kind: &'static str, marks: &[&'static str]) -> Placed {
    Placed { cell: cell.to_owned(), side, kind, marks: marks.to_vec() }
}
