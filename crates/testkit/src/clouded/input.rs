//! What must hold for any input of Clouded Klin Zha, well-formed or not. The tests with random
//! changes (`garbage.rs`) and the fuzz targets use it.

use crate::contract::{self, Observer, Subject, viewers};

use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{BoardView, CloudMap, Cover, cloud_map_info};
use heterodox_rules::klinzha::{Position, QUICK_STARTS, Side, board};
use heterodox_rules::{Act, Report, Scene, Seat, Setting, Table, Viewer};

/// A map file is refused with a message, or comes back as it was understood.
pub fn map(text: &str) {
    match CloudMap::read(text) {
        Ok(map) => {
            assert_eq!(CloudMap::read(&map.to_file()), Ok(map));
            let sheet = cloud_map_info(&map.to_string()).expect("a map is a value of the option");
            assert_eq!(CloudMap::read_inline(&sheet.clouds), Ok(map));
            assert_eq!(sheet.warnings.len(), map.crowded().len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match cloud_map_info(text) {
        Ok(sheet) => assert!(cloud_map_info(&sheet.clouds).is_ok(), "{}", sheet.clouds),
        Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
    }
}

/// A record, the umpire's or what one viewer saw, is refused with the line and a message, or its
/// strict form says the same without warnings. Only the umpire's gives a game.
pub fn record(text: &str) {
    let Some(record) = contract::record_is_read_or_refused(text) else { return };
    if record.game != "clouded-klinzha" {
        return;
    }
    let own = record.headers.iter().any(|(key, _)| key == "as");
    match FullInformationGame::replay(text) {
        Ok(game) => {
            assert!(!own, "what one viewer saw holds no truth");
            assert_eq!(game.frames(), record.frames);
            let seats = [0, 1].map(|seat| Viewer::Seat(Seat::new(seat)));
            for viewer in seats.into_iter().chain([Viewer::Public]) {
                assert_eq!(game.observed_frames(viewer).len(), record.frames.len().max(1));
            }
        }
        Err(refusal) => assert!(own, "{refusal}"),
    }
}

/// Whatever is announced is refused with a message, or is one of the intents that the view
/// accepts; without a remark it was written strictly.
pub fn intent(view: &str, text: &str) {
    for side in [Some(Side::Gold), Some(Side::Green), None] {
        let board_view = match BoardView::parse(view, side) {
            Ok(board_view) => board_view,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        assert_eq!(board_view.to_string(), view, "one canonical form");
        let all = board_view.intents();
        match board_view.read_intent(text) {
            Ok((intent, remarks)) => {
                assert_eq!(remarks.is_empty(), intent.to_string() == text.trim(), "{remarks:?}");
                let plain = heterodox_rules::clouded::Intent { path: None, ..intent.clone() };
                assert!(all.contains(&plain) || side != Some(board_view.turn()), "{intent}");
                let paths = board_view.paths(&intent);
                assert!(intent.path.is_none_or(|path| paths.contains(&path)));
            }
            Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
        }
    }
}

/// Reads bytes as acts at a table, and at a game with full information beside it, and holds the
/// game to the contract: both say the same, and views are what the clouds leave of the truth.
pub fn acts(data: &[u8]) {
    let Some((setting, data)) = setting(data) else { return };
    let subject = Subject::registered(heterodox_rules::info("clouded-klinzha").expect("the game"));
    let game = FullInformationGame::open(&setting).expect("a game");
    contract::play_bytes(&subject, &setting, data, 300, &mut FullInformation(game));
}

/// The same game with full information.
struct FullInformation(FullInformationGame);

impl Observer for FullInformation {
    fn texts(&self) -> &'static [&'static str] {
        &["Fl@C17 x V@F14 (C17)", "place B G35 S G36"]
    }

    fn accepted(&mut self, _: &Table, act: &Act, report: &Report, table: &Table) {
        let game = &mut self.0;
        match act {
            Act::Submit { seat, text } if game.position().is_none() => {
                let reports = game.step(*seat, text).expect("accepted by the table");
                assert_eq!(report.reports, reports, "{act:?}");
            }
            Act::Submit { text, .. } => {
                let ruling = game.submit(text).expect("accepted by the table");
                assert_eq!(report.reports, ruling.reports);
                assert_eq!(report.warnings, ruling.warnings);
                assert_eq!(ruling.outcome, table.outcome());
                assert!(ruling.captured.is_none() || ruling.halted.is_none());
            }
            Act::Throw { faces } => {
                let reports = game.throw(faces).expect("accepted by the table");
                assert_eq!(report.reports, reports);
            }
            _ => {}
        }
        self.views_are_what_the_clouds_leave(table);
    }
}

impl FullInformation {
    fn views_are_what_the_clouds_leave(&self, table: &Table) {
        let Some(truth) = self.0.position() else { return };
        if truth.goal_captor().is_none() {
            let read: Result<Position, _> = truth.to_string().parse();
            assert_eq!(read.as_ref(), Ok(truth), "an impossible position");
        }
        // Clouds that are about to drift show nothing yet.
        if table.outcome().is_some() || table.awaits_throw().is_some() {
            return;
        }
        let clouds = self.0.clouds();
        for viewer in viewers(table) {
            let scene = table.scene(viewer);
            let side = side_of(&scene);
            let view = BoardView::of(truth, &clouds, side);
            assert_eq!(scene.frame.position, view.to_string(), "{viewer:?}");
            if side == Some(truth.turn()) {
                let mut texts: Vec<_> = view.intents().iter().map(ToString::to_string).collect();
                let mut choices: Vec<_> =
                    scene.choices.into_iter().map(|choice| choice.text).collect();
                texts.sort_unstable();
                choices.sort_unstable();
                assert_eq!(choices, texts);
            }
        }
    }
}

/// The side that the viewer of a scene plays.
fn side_of(scene: &Scene) -> Option<Side> {
    let side = scene.sides.iter().find(|side| match (scene.viewer, side.seat) {
        (Viewer::Seat(viewer), Some(seat)) => viewer == seat,
        _ => false,
    });
    side.and_then(|side| Side::from_key(side.key))
}

/// How a game begins, out of the first bytes: clouds, drift, start.
fn setting(data: &[u8]) -> Option<(Setting, &[u8])> {
    let (&[clouds, drift, start], data) = data.split_first_chunk()?;
    let mut setting = match start {
        0..100 => Setting::default(),
        n => Setting::quick_start(QUICK_STARTS[usize::from(n) % QUICK_STARTS.len()]),
    };
    let (value, data) = match clouds {
        0..60 => ("blind".to_owned(), data),
        60..180 => (format!("seed:{clouds}"), data),
        _ => {
            // Two bits a cell.
            let (signs, data) = data.split_first_chunk::<21>()?;
            let mut map = CloudMap::CLEAR;
            for cell in board::ALL {
                let bits = signs[cell.index() / 4] >> (2 * (cell.index() % 4)) & 3;
                map.set(cell, Cover::ALL[usize::from(bits).min(2)]);
            }
            (map.to_string(), data)
        }
    };
    setting.options.set(&format!("clouds={value}")).ok()?;
    let drift = match drift {
        0..40 => "dice".to_owned(),
        40..80 => "1,dice,dice".to_owned(),
        80..140 => format!("{},{},{}", drift % 3 + 1, drift % 8 + 1, drift % 6 + 1),
        _ => "off".to_owned(),
    };
    if value != "blind" {
        setting.options.set(&format!("drift={drift}")).ok()?;
    }
    Some((setting, data))
}
