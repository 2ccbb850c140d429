//! What must hold for any input whatever, well-formed or not. Used by the tests with random changes
//! (`garbage.rs`) and by the fuzz targets, so it knows nothing of the other test modules.

use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{BoardView, CloudMap, Cover, cloud_map_info};
use heterodox_rules::klinzha::{Position, QUICK_STARTS, Side, board};
use heterodox_rules::{
    Act, Frame, Record, Refusal, Scene, Seat, Setting, Table, Turn, Viewer, open, read_record,
};

const VIEWERS: [Viewer; 3] =
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];

/// A map file is refused with a message, or comes back as it was understood.
pub(crate) fn map(text: &str) {
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

/// A record, the umpire's or what one viewer saw, is refused with the line and a message, or its strict form says the
/// same without warnings. Only the umpire's gives a game.
pub(crate) fn record(text: &str) {
    let record = match read_record(text) {
        Ok(record) => record,
        Err(refusal) => return refused_with_line(text, &refusal),
    };
    strict_form_says_the_same(&record);
    if record.game != "clouded-klinzha" {
        return;
    }
    let own = record.headers.iter().any(|(key, _)| key == "as");
    match FullInformationGame::replay(text) {
        Ok(arbiter) => {
            assert!(!own, "what one viewer saw holds no truth");
            assert_eq!(arbiter.frames(), record.frames);
            for viewer in VIEWERS {
                assert_eq!(arbiter.frames_seen(viewer).len(), record.frames.len().max(1));
            }
        }
        Err(refusal) => assert!(own, "{refusal}"),
    }
}

fn refused_with_line(text: &str, refusal: &Refusal) {
    assert!(!refusal.message.is_empty());
    if refusal.code != "no-such-game" {
        let line = refusal.args.iter().find(|(name, _)| *name == "line");
        let line: usize = line.and_then(|(_, line)| line.parse().ok()).expect("a line");
        assert!((1..=text.lines().count().max(1)).contains(&line), "{refusal}");
    }
}

fn strict_form_says_the_same(record: &Record) {
    let again = read_record(&record.strict)
        .unwrap_or_else(|refusal| panic!("{refusal} in our own\n{}", record.strict));
    assert_eq!(again.frames, record.frames, "{}", record.strict);
    assert_eq!(again.outcome, record.outcome);
    assert_eq!(again.warnings, [], "in our own\n{}", record.strict);
    assert_eq!(again.strict, record.strict);
    assert_eq!(record.plies.len() + 1, record.frames.len());
}

/// Whatever is announced is refused with a message, or is one of the intents that the sight accepts; without a remark it was
/// written strictly.
pub(crate) fn intent(view: &str, text: &str) {
    for side in [Some(Side::Gold), Some(Side::Green), None] {
        let sight = match BoardView::parse(view, side) {
            Ok(sight) => sight,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        assert_eq!(sight.to_string(), view, "one canonical form");
        let all = sight.intents();
        match sight.read_intent(text) {
            Ok((intent, remarks)) => {
                assert_eq!(remarks.is_empty(), intent.to_string() == text.trim(), "{remarks:?}");
                let plain = heterodox_rules::clouded::Intent { path: None, ..intent.clone() };
                assert!(all.contains(&plain) || side != Some(sight.turn()), "{intent}");
                let paths = sight.paths(&intent);
                assert!(intent.path.is_none_or(|path| paths.contains(&path)));
            }
            Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
        }
    }
}

/// Reads bytes as acts at a table of the clouded game, and at the arbiter beside it: whatever comes, a refusal
/// changes nothing, every choice is accepted, both say the same, views are what the clouds leave of the truth and what was
/// seen does not change afterwards.
pub(crate) fn acts(data: &[u8]) {
    let Some((setting, data)) = setting(data) else { return };
    let mut both = Both::open(&setting);
    let mut log = Vec::new();
    for pair in data.chunks_exact(2).take(300) {
        let act = act(&both.table, pair[0], pair[1]);
        if both.apply(&act) {
            log.push(act);
        }
        both.check();
    }
    let mut again = open("clouded-klinzha", &setting).expect("a table");
    for act in &log {
        again.apply(act).expect("accepted before");
    }
    assert_eq!(scenes(&again), scenes(&both.table), "the same acts give the same game");
    both.check_records();
}

/// A table and the arbiter of the same game.
struct Both {
    table: Table,
    arbiter: FullInformationGame,
    /// What each viewer had seen of the plies before the last.
    kept: [Vec<Frame>; 3],
}

impl Both {
    fn open(setting: &Setting) -> Self {
        let table = open("clouded-klinzha", setting).expect("a table");
        let arbiter = FullInformationGame::open(setting).expect("a game");
        Self { table, arbiter, kept: Default::default() }
    }

    /// Applies an act at both; whether it was accepted.
    fn apply(&mut self, act: &Act) -> bool {
        let before = self.table.clone();
        let ours = match self.table.apply(act) {
            Ok(report) => report,
            Err(refusal) => {
                assert!(!refusal.message.is_empty());
                let before = scenes(&before);
                assert_eq!(
                    scenes(&self.table),
                    before,
                    "{act:?} was refused and changed something"
                );
                // The one refusal that a choice may meet comes from what is not seen: a Blockader's cell in the setup.
                let chosen =
                    matches!(act, Act::Submit { seat, text } if is_choice(&before, *seat, text));
                assert!(!chosen || refusal.code == "zones-overlap", "{act:?}: {refusal}");
                return false;
            }
        };
        match act {
            Act::Submit { seat, text } if self.arbiter.position().is_none() => {
                let theirs = self.arbiter.step(*seat, text).expect("accepted by the table");
                assert_eq!(ours.reports, theirs, "{act:?}");
            }
            Act::Submit { text, .. } => {
                let theirs = self.arbiter.submit(text).expect("accepted by the table");
                assert_eq!((ours.reports, ours.warnings), (theirs.reports, theirs.warnings));
                assert_eq!(theirs.outcome, self.table.outcome());
                assert!(theirs.captured.is_none() || theirs.halted.is_none());
            }
            Act::Throw { faces } => {
                let theirs = self.arbiter.throw(faces).expect("accepted by the table");
                assert_eq!(ours.reports, theirs);
            }
            _ => {}
        }
        true
    }

    /// What holds after every act.
    fn check(&mut self) {
        let scenes = scenes(&self.table);
        let others = scenes.iter().filter(|scene| scene.viewer == Viewer::Public);
        assert!(others.into_iter().all(|scene| scene.choices.is_empty()));
        // Now and then, as whole games are compared.
        let now = self.table.plies().is_multiple_of(8);
        for (viewer, kept) in VIEWERS.into_iter().zip(&mut self.kept).filter(|_| now) {
            let frames = self.table.observed_frames(viewer);
            // What the umpire said after the last ply may grow, by a drift or the end; all before it stands.
            assert_eq!(&frames[..kept.len()], kept.as_slice(), "the past has changed");
            *kept = frames[..frames.len() - 1].to_vec();
        }
        let Some(truth) = self.arbiter.position() else { return };
        if truth.goal_captor().is_none() {
            let read: Result<Position, _> = truth.to_string().parse();
            assert_eq!(read.as_ref(), Ok(truth), "an impossible position");
        }
        if self.table.outcome().is_some() {
            return;
        }
        if self.table.awaits_throw().is_some() {
            // Clouds that are about to drift show nothing yet.
            return;
        }
        let clouds = self.arbiter.clouds();
        for scene in &scenes {
            let side = scene.sides.iter().find(|side| match (scene.viewer, side.seat) {
                (Viewer::Seat(viewer), Some(seat)) => viewer == seat,
                _ => false,
            });
            let side = side.and_then(|side| Side::from_key(side.key));
            let seen = BoardView::of(truth, &clouds, side);
            assert_eq!(scene.frame.position, seen.to_string(), "{:?}", scene.viewer);
            if side == Some(truth.turn()) {
                let mut texts: Vec<_> = seen.intents().iter().map(ToString::to_string).collect();
                let mut choices: Vec<_> =
                    scene.choices.iter().map(|choice| choice.text.clone()).collect();
                texts.sort_unstable();
                choices.sort_unstable();
                assert_eq!(choices, texts);
            } else {
                assert!(scene.choices.is_empty());
            }
        }
    }

    /// Records can be read back.
    fn check_records(&self) {
        // Whoever runs a table throws with the ply that calls for it: nothing is given out between the two, when the clouds
        // are about to drift. (The arbiter hears of no resignation, so it still waits then.)
        if self.arbiter.position().is_none() || self.arbiter.awaits_throw().is_some() {
            return;
        }
        for viewer in VIEWERS {
            let sides = &self.table.scene(viewer).sides;
            let crossed = sides[0].seat == Some(Seat::new(1));
            for (text, frames) in [
                (self.table.record(viewer, &[]), self.table.frames(viewer)),
                (self.table.observed_record(viewer, &[]), self.table.observed_frames(viewer)),
            ] {
                let record =
                    read_record(&text).unwrap_or_else(|refusal| panic!("{refusal} in\n{text}"));
                assert!(record.warnings.is_empty(), "{:?} in\n{text}", record.warnings);
                strict_form_says_the_same(&record);
                // In a record Gold sits before Green; the end names a seat.
                if !crossed {
                    assert_eq!(record.frames, frames, "{text}");
                    assert_eq!(record.outcome, self.table.outcome(), "{text}");
                }
            }
        }
    }
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

/// An act out of two bytes: mostly one of the choices, sometimes anything else.
fn act(table: &Table, what: u8, which: u8) -> Act {
    let seat = Seat::new(usize::from(which & 1));
    let moving = match table.turn() {
        Turn::Seats(seats) => seats.first().copied().unwrap_or(seat),
        _ => seat,
    };
    match what {
        0..=209 if let Some(request) = table.awaits_throw() => {
            let faces = [what % 6 + 1, which % 6 + 1];
            Act::Throw { faces: faces[..request.dice.min(2)].to_vec() }
        }
        0..=209 if matches!(table.turn(), Turn::Seats(_)) => {
            let viewer = Viewer::Seat(moving);
            let choices = table.scene(viewer).choices;
            let number = (usize::from(what) * 256 + usize::from(which)) % choices.len();
            let mut text = choices[number].text.clone();
            // Some name the path.
            let paths = table.paths(viewer, &text);
            if what.is_multiple_of(5) && !paths.is_empty() {
                let path = &paths[usize::from(which) % paths.len()];
                text = format!("{text} ({})", path.join(" "));
            }
            Act::Submit { seat: moving, text }
        }
        0..=215 => Act::Submit { seat, text: String::from_utf8_lossy(&[which, what]).into() },
        216..=222 => Act::Throw { faces: vec![which; usize::from(what % 4)] },
        223..=229 => Act::OfferDraw { seat },
        230..=235 => Act::DeclineDraw { seat },
        236..=240 => Act::AskTakeback { seat },
        241..=245 => Act::AnswerTakeback { seat, accept: which & 2 == 2 },
        246 => Act::Resign { seat },
        247 => Act::Flag { seat },
        248 => Act::Resign { seat: Seat::new(2) },
        249..=252 => Act::Submit { seat: moving, text: "Fl@C17 x V@F14 (C17)".to_owned() },
        253.. => Act::Submit { seat: moving, text: "place B G35 S G36".to_owned() },
    }
}

fn is_choice(scenes: &[Scene], seat: Seat, text: &str) -> bool {
    let scene = &scenes[seat.index()];
    scene.outcome.is_none() && scene.choices.iter().any(|choice| choice.text == text)
}

fn scenes(table: &Table) -> Vec<Scene> {
    VIEWERS.map(|viewer| table.scene(viewer)).into()
}
