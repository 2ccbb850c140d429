//! Draws everything once, to be looked at: `cargo run -p heterodox-draw --example gallery DIR`.

use heterodox_draw::{
    Diagram, Look, Mark, Names, Paint, board_svg, diagram_svg, frame_svg, klinzha, piece_defs,
    piece_defs_with, piece_svg, png, stylesheet,
};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::klinzha::Kind;
use heterodox_rules::{Captured, Placed, Seat, Setting, Viewer};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const POSITION: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";
const MOVES: &[&str] = &["Fl@G14 x Fl@D16", "Fe@E16 x Fl@D16", "L@H24 H34", "L@E26 F26"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    fs::create_dir_all(&folder)?;
    let geometry = heterodox_rules::board("klinzha")?;
    let mut table = heterodox_rules::open("klinzha", &Setting::position(POSITION))?;
    for (ply, text) in MOVES.iter().enumerate() {
        table.submit(Seat::new(ply % 2), text)?;
    }
    let frame = table.scene(Viewer::Public).frame;
    let save = |name: &str, svg: &str, width: u32| -> Result<(), Box<dyn Error>> {
        fs::write(folder.join(format!("{name}.svg")), svg)?;
        fs::write(folder.join(format!("{name}.png")), png(svg, width)?)?;
        Ok(())
    };
    for (paint, theme) in [(Paint::Light, "light"), (Paint::Dark, "dark")] {
        let look = Look::new(paint);
        save(&format!("board-{theme}"), &board_svg(geometry, &look), 900)?;
        let names = Look { names: Names::Plain, turn: 1, captured: true, ..look };
        let svg = frame_svg("klinzha", geometry, &frame, &Look { captured: true, ..look });
        save(&format!("frame-{theme}"), &svg, 1000)?;
        save(&format!("frame-{theme}-phone"), &svg, 380)?;
        save(&format!("turned-{theme}"), &frame_svg("klinzha", geometry, &frame, &names), 900)?;
        save(&format!("coordinates-{theme}"), &klinzha::coordinates_svg(paint), 1000)?;
        for kind in Kind::ALL {
            save(&format!("moves-{}-{theme}", kind.code()), &klinzha::moves_svg(kind, paint), 330)?;
        }
        save(&format!("pieces-{theme}"), &pieces(paint, 112), 1000)?;
        save(&format!("pieces-{theme}-32"), &pieces(paint, 112), 32 * 12)?;
    }
    fs::write(folder.join("page.html"), page(geometry)?)?;
    fs::write(folder.join("grand-page.html"), grand_chess(save)?)?;
    Ok(())
}

/// Everything that is particular to Grand Chess: all marks, the signs of diagrams, and a page.
fn grand_chess(
    save: impl Fn(&str, &str, u32) -> Result<(), Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    const GAME: &str = "grand-chess";
    let geometry = heterodox_rules::board(GAME)?;
    let mut table = heterodox_rules::open(GAME, &Setting::default())?;
    table.submit(Seat::new(0), "d3d5")?;
    let mut frame = table.scene(Viewer::Public).frame;
    let placed = |cell: &str, side, kind, marks: &[&'static str]| Placed {
        cell: cell.to_owned(),
        side,
        kind,
        marks: marks.to_vec(),
    };
    frame.pieces.retain(|piece| !["e2", "e9"].contains(&piece.cell.as_str()));
    for (i, side) in ["white", "black"].into_iter().enumerate() {
        let files = ["abcdefghij", "jihgfedcba"][i];
        let rank = [7, 6][i];
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
        for (file, (kind, marks)) in files.chars().zip(marked) {
            frame.pieces.push(placed(&format!("{file}{rank}"), side, kind, marks));
        }
    }
    frame.captured = vec![
        Captured { side: "white", kind: "P".to_owned(), count: 3 },
        Captured { side: "black", kind: "Cr".to_owned(), count: 1 },
    ];
    let mark = |(cell, kind): (&str, &'static str)| Mark { cell: cell.to_owned(), kind };
    let diagram = Diagram {
        marks: [
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
        ]
        .map(mark)
        .to_vec(),
        areas: Vec::new(),
        way: Vec::new(),
        pieces: vec![
            placed("e5", "white", "Dk", &[]),
            placed("d4", "black", "P", &[]),
            placed("c3", "black", "Nz", &[]),
            placed("b2", "black", "Li", &[]),
            placed("g7", "white", "Ca", &[]),
        ],
    };
    for (paint, theme) in [(Paint::Light, "light"), (Paint::Dark, "dark")] {
        let look = Look { captured: true, ..Look::new(paint) };
        let turned = Look { turn: 1, captured: false, ..look };
        save(&format!("grand-{theme}"), &frame_svg(GAME, geometry, &frame, &look), 1000)?;
        save(&format!("grand-turned-{theme}"), &frame_svg(GAME, geometry, &frame, &turned), 360)?;
        let svg = diagram_svg(GAME, geometry, &diagram, &Look { labels: false, ..turned });
        save(&format!("grand-diagram-{theme}"), &svg, 600)?;
    }
    Ok(format!(
        "<!doctype html><meta charset=utf-8><title>Gallery</title>\
         <style>{}body{{background:var(--board-page);margin:8px}}svg{{width:700px}}\
         svg.symbols{{width:0}}svg.own{{width:64px}}</style>{}{}{}{}",
        stylesheet(),
        piece_defs_with(GAME, &["Xyz"]).map_err(|refusal| refusal.message)?,
        frame_svg(GAME, geometry, &frame, &Look { turn: 1, ..Look::new(Paint::Page) }),
        diagram_svg(GAME, geometry, &diagram, &Look::new(Paint::Page)),
        ["Xyz", "any", "Cg"].map(used).concat(),
    ))
}

/// A piece used from the sheet of symbols, with marks.
fn used(kind: &str) -> String {
    let marks = ["under-frozen", &format!("grand-chess-{kind}"), "badge-frozen", "badge-locked"]
        .map(|id| format!("<use href=\"#{id}\" width=\"64\" height=\"64\"/>"));
    format!("<svg class=\"own side-black\" viewBox=\"0 0 64 64\">{}</svg>", marks.concat())
}

/// A page as a browser shows it: pieces used from the sheet of symbols, marks, a diagram.
fn page(geometry: &Geometry) -> Result<String, Box<dyn Error>> {
    let at = |name: &str| geometry.cells.iter().position(|cell| cell.name == name);
    let board = board_svg(geometry, &Look { names: Names::Plain, ..Look::new(Paint::Page) });
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
        let index = at(cell).ok_or(cell)?;
        let value = |key: &str| -> Option<f64> {
            let cell = board.split("data-cell=").nth(index + 1)?;
            cell.split(&format!("{key}=\"")).nth(1)?.split('"').next()?.parse().ok()
        };
        let (Some(x), Some(y), Some(room)) = (value("data-x"), value("data-y"), value("data-room"))
        else {
            return Err(format!("{cell} has no place").into());
        };
        write!(
            uses,
            "<use class=\"side-{side}\" href=\"#{symbol}\" x=\"{}\" y=\"{}\" \
             width=\"{room2}\" height=\"{room2}\"/>",
            x - room,
            y - room,
            room2 = 2.0 * room
        )?;
    }
    let (before, after) = board.split_once("<g class=\"layer pieces\"").ok_or("no layer")?;
    let board = format!("{before}<g>{uses}</g><g class=\"layer pieces\"{after}");
    Ok(format!(
        "<!doctype html><meta charset=utf-8><title>Gallery</title>\
         <style>{}body{{background:var(--board-page);margin:8px}}svg.board{{width:700px}}\
         svg.diagram{{width:400px}}</style>{}{board}{}{}",
        stylesheet(),
        piece_defs("klinzha").map_err(|refusal| refusal.message)?,
        klinzha::moves_svg(Kind::Blockader, Paint::Page),
        klinzha::coordinates_svg(Paint::Page),
    ))
}

/// All pieces of both sides in a table, four rows of twelve.
fn pieces(paint: Paint, size: u32) -> String {
    let kinds = ["B", "Fl", "S", "V", "L", "Fe", "G", "VG", "LG", "FeG", "SG", "?"];
    let ground = if paint == Paint::Dark { "#4d4035" } else { "#e6d6b2" };
    let (width, height) = (size * 12, size * 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"
    );
    for (row, side) in ["gold", "green"].into_iter().enumerate() {
        for (column, kind) in kinds.into_iter().enumerate() {
            let (x, y) = (column as u32 * size, row as u32 * size);
            let piece = piece_svg("klinzha", side, kind, paint);
            let place = format!("<svg x=\"{x}\" y=\"{y}\" ");
            svg += &piece.replacen("<svg ", &place, 1);
        }
    }
    svg + "</svg>"
}
