//! Draws clouds, neutrals and notes of losses, to be looked at:
//! `cargo run -p heterodox-draw --example clouds DIR`.

use heterodox_draw::{Look, Names, Paint, frame_svg, png};
use heterodox_rules::clouded::{CloudMap, generate};
use heterodox_rules::{Area, Frame, Seat, Setting, Viewer};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

const GAME: &str = "clouded-klinzha";
const POSITION: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    fs::create_dir_all(&folder)?;
    let geometry = heterodox_rules::board(GAME)?;
    for (paint, theme) in [(Paint::Light, "light"), (Paint::Dark, "dark")] {
        let look = Look { captured: true, ..Look::new(paint) };
        for (name, map) in
            [("seed7", generate(7)), ("seed2", generate(2)), ("blind", CloudMap::BLIND)]
        {
            let empty = Frame { areas: map.areas(), ..Frame::default() };
            let mut svgs =
                vec![(format!("map-{name}-{theme}"), frame_svg(GAME, geometry, &empty, &look))];
            for (viewer, who) in [
                (Viewer::Seat(Seat::new(0)), "gold"),
                (Viewer::Seat(Seat::new(1)), "green"),
                (Viewer::Public, "public"),
            ] {
                let frame = battle(&map, viewer)?;
                let svg = frame_svg(GAME, geometry, &frame, &look);
                svgs.push((format!("{name}-{who}-{theme}"), svg));
            }
            let names = Look { names: Names::Coded, turn: 1, ..look };
            let frame = battle(&map, Viewer::Public)?;
            svgs.push((format!("{name}-names-{theme}"), frame_svg(GAME, geometry, &frame, &names)));
            for (file, svg) in svgs {
                println!("{file}: {} bytes", svg.len());
                fs::write(folder.join(format!("{file}.svg")), &svg)?;
                fs::write(folder.join(format!("{file}.png")), png(&svg, 900)?)?;
                fs::write(folder.join(format!("{file}-32.png")), png(&svg, 340)?)?;
            }
        }
    }
    Ok(())
}

/// A battle as one viewer sees it, with a note of each kind.
fn battle(map: &CloudMap, viewer: Viewer) -> Result<Frame, Box<dyn Error>> {
    let rows = map.to_file().trim().replace('\n', "/");
    let mut setting = Setting::position(POSITION);
    let _ = setting.options.0.insert("clouds".to_owned(), rows);
    let mut table = heterodox_rules::open(GAME, &setting)?;
    table.submit(Seat::new(0), "Fl@G14 D16")?;
    let mut frame = table.scene(viewer).frame;
    let codes = ["B", "Fl", "S", "V", "L", "Fe", "G", "VG", "LG"];
    let empty = map.under().into_iter().filter_map(|cell| {
        let name = geometry_name(cell.index());
        (!frame.pieces.iter().any(|piece| piece.cell == name)).then_some(name)
    });
    let notes: Vec<Area> = empty
        .step_by(2)
        .zip(codes)
        .map(|(cell, of)| Area { kind: "marker", of, cells: vec![cell] })
        .collect();
    frame.areas.extend(notes);
    Ok(frame)
}

fn geometry_name(index: usize) -> String {
    heterodox_rules::board(GAME).map(|board| board.cells[index].name.clone()).unwrap_or_default()
}
