//! Draws `KaleidoChess` once, to be looked at: `cargo run -p heterodox-draw --example kaleido DIR`.

use heterodox_draw::{
    Diagram, Look, Mark, Names, Paint, board_svg, diagram_svg, frame_svg, piece_defs, piece_svg,
    png, stylesheet,
};
use heterodox_rules::{Frame, Options, Placed, Setting, Start, Viewer};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

const GAME: &str = "kaleidochess";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    fs::create_dir_all(&folder)?;
    let geometry = heterodox_rules::board(GAME)?;
    let save = |name: &str, svg: &str, width: u32| -> Result<(), Box<dyn Error>> {
        fs::write(folder.join(format!("{name}.svg")), svg)?;
        fs::write(folder.join(format!("{name}.png")), png(svg, width)?)?;
        Ok(())
    };
    for (paint, theme) in [(Paint::Light, "light"), (Paint::Dark, "dark")] {
        let look = Look::new(paint);
        let names = Look { names: Names::Plain, ..look };
        save(&format!("board-{theme}"), &board_svg(geometry, &names), 900)?;
        for seats in [2, 3, 4] {
            let svg = frame_svg(GAME, geometry, &played(seats)?, &Look { captured: true, ..look });
            save(&format!("frame-{seats}-{theme}"), &svg, 900)?;
            save(&format!("frame-{seats}-{theme}-phone"), &svg, 380)?;
        }
        let turned = Look { turn: 1, ..look };
        save(&format!("turned-{theme}"), &frame_svg(GAME, geometry, &played(4)?, &turned), 900)?;
        save(&format!("diagram-{theme}"), &diagram_svg(GAME, geometry, &wizard(), &look), 700)?;
        save(&format!("pieces-{theme}"), &pieces(paint), 900)?;
        save(&format!("pieces-{theme}-32"), &pieces(paint), 32 * 9)?;
    }
    let look = Look::new(Paint::Page);
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>Gallery</title><style>{}body{{background:var(--board-page)}}\
         svg{{width:700px}}svg.symbols{{width:0}}</style>{}{}",
        stylesheet(),
        piece_defs(GAME)?,
        frame_svg(GAME, geometry, &played(4)?, &look),
    );
    fs::write(folder.join("page.html"), page)?;
    Ok(())
}

/// The board after a few captures.
fn played(seats: usize) -> Result<Frame, Box<dyn Error>> {
    let mut options = Options::default();
    options.set(&format!("seats={seats}"))?;
    let mut table = heterodox_rules::open(GAME, &Setting { options, start: Start::Setup })?;
    for _ in 0..24 {
        let Some(&seat) = table.scene(Viewer::Public).to_act.first() else { break };
        let choices = table.scene(Viewer::Seat(seat)).choices;
        let take = choices.iter().find(|choice| choice.captures && choice.danger.is_none());
        let other = choices.get(7 % choices.len().max(1));
        let text = take.or(other).map(|choice| choice.text.clone()).ok_or("no move")?;
        table.submit(seat, &text)?;
    }
    Ok(table.scene(Viewer::Public).frame)
}

/// Where a Wizard on the middle castle goes.
fn wizard() -> Diagram {
    let placed =
        |cell: &str, side, kind| Placed { cell: cell.to_owned(), side, kind, marks: Vec::new() };
    let mark = |(cell, kind): (&str, &'static str)| Mark { cell: cell.to_owned(), kind };
    Diagram {
        marks: [
            ("1J", "start"),
            ("1G", "both"),
            ("2F", "move"),
            ("8H", "capture"),
            ("1D", "target"),
            ("1E", "path"),
        ]
        .map(mark)
        .to_vec(),
        areas: Vec::new(),
        way: Vec::new(),
        pieces: vec![
            placed("1J", "white", "W"),
            placed("8H", "black", "R"),
            placed("3J", "red", "W"),
            placed("7J", "green", "W"),
        ],
    }
}

/// All pieces of all colours in a table.
fn pieces(paint: Paint) -> String {
    let ground = if paint == Paint::Dark { "#4d4035" } else { "#e6d6b2" };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1008\" height=\"448\">\
         <rect width=\"1008\" height=\"448\" fill=\"{ground}\"/>"
    );
    for (row, side) in ["white", "red", "black", "green"].into_iter().enumerate() {
        for (column, kind) in ["W", "D", "R", "E", "V", "L", "T", "H", "P"].into_iter().enumerate()
        {
            let place = format!("<svg x=\"{}\" y=\"{}\" ", column * 112, row * 112);
            svg += &piece_svg(GAME, side, kind, paint).replacen("<svg ", &place, 1);
        }
    }
    svg + "</svg>"
}
