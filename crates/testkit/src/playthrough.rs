//! Recorded playthroughs: games in text with what each viewer sees, compared byte for byte.

use crate::Rng;
use crate::contract::{Subject, viewers};
use heterodox_rules::{
    Act, Notice, Outcome, Reports, Scene, Seat, Setting, Start, Table, Turn, Viewer,
};
use std::fmt::Write as _;
use std::path::Path;

/// The environment variable that makes [`compare`] write the files anew.
pub const REWRITE: &str = "HETERODOX_REWRITE_PLAYTHROUGHS";

/// A game to record.
pub struct Playthrough {
    /// The name of the file, without its ending.
    pub name: &'static str,
    /// The game.
    pub subject: Subject,
    /// The table.
    pub setting: Setting,
    /// The seed of the random choices.
    pub seed: u64,
    /// Where the recording ends at the latest, in lines.
    pub lines: usize,
}

/// Compares a playthrough with its file in `folder`, or writes the file if [`REWRITE`] is set.
///
/// # Errors
/// If they differ: where, and how to write the file anew.
pub fn compare(folder: &Path, playthrough: &Playthrough) -> Result<(), String> {
    let path = folder.join(playthrough.name).with_extension("txt");
    let text = record(playthrough);
    if std::env::var_os(REWRITE).is_some_and(|value| !value.is_empty()) {
        return std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()));
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if kept == text {
        return Ok(());
    }
    let lines = kept.lines().zip(text.lines()).position(|(kept, new)| kept != new);
    let line = lines.unwrap_or_else(|| kept.lines().count().min(text.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
    Err(format!(
        "{} differs in line {}:\nkept: {}\nnow:  {}\nIf that is right, set {REWRITE}=1 and run the test again.",
        path.display(),
        line + 1,
        at(&kept),
        at(&text)
    ))
}

/// Plays a game at random and writes what each viewer sees after each act.
///
/// # Panics
/// If the table cannot be opened.
pub fn record(playthrough: &Playthrough) -> String {
    let Playthrough { subject, setting, seed, .. } = playthrough;
    let mut table = subject.open(setting).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut rng = Rng::new(*seed);
    let mut text = head(playthrough);
    let mut count = 0;
    show(&mut text, &table, None);
    while !matches!(table.turn(), Turn::Over(_)) && text.lines().count() < playthrough.lines {
        if rng.one_in(6) {
            try_what_is_refused(&mut text, &table, &mut rng);
        }
        let act = next(&table, &mut rng);
        count += 1;
        let _ = writeln!(text, "\n## {count}. {}", written(&act));
        let report = table.apply(&act).unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
        for warning in &report.warnings {
            let _ = writeln!(text, "warning: {warning:?}");
        }
        show(&mut text, &table, Some(&report.reports));
    }
    for viewer in viewers(&table) {
        if differs(&table, viewer) {
            let _ = writeln!(text, "\n## record of {}\n", name(viewer));
            text.push_str(table.observed_record(viewer, &[]).trim_end());
            text.push('\n');
        }
    }
    text
}

fn head(playthrough: &Playthrough) -> String {
    let Playthrough { name, subject, setting, seed, .. } = playthrough;
    let mut text = format!(
        "# {name}: a random game of {} (seed {seed}) with what each viewer sees.\n\
         # Compared byte for byte by `cargo test -p heterodox-rules --test playthroughs`.\n\
         # Written anew by the same command with {REWRITE}=1.\n\n",
        subject.info.name
    );
    for (key, value) in &setting.options.0 {
        let _ = writeln!(text, "option: {key}={value}");
    }
    match &setting.start {
        Start::Setup => text.push_str("start: setup\n"),
        Start::Quick(name) => drop(writeln!(text, "start: quick {name}")),
        Start::Position(position) => drop(writeln!(text, "start: {position}")),
    }
    text
}

/// The next act: mostly a choice, rarely a draw offer or a take-back.
fn next(table: &Table, rng: &mut Rng) -> Act {
    let seats = match table.turn() {
        Turn::Throw(request) => return Act::Throw { faces: rng.faces(request) },
        Turn::Seats(seats) => seats,
        Turn::Over(_) => unreachable!("the game goes on"),
    };
    let seat = *rng.pick(&seats);
    let scene = table.scene(Viewer::Seat(seat));
    if let Some(by) = scene.takeback_asked {
        let others = |seat: &Seat| *seat != by;
        let seat = table.playing().into_iter().find(others).expect("another seat");
        return Act::AnswerTakeback { seat, accept: rng.one_in(2) };
    }
    if !scene.draw_offers.is_empty() && !scene.draw_offers.contains(&seat) {
        return Act::DeclineDraw { seat };
    }
    if table.plies() > 2 && scene.draw_offers.is_empty() {
        match rng.below(40) {
            0 => return Act::OfferDraw { seat },
            1 if scene.takebacks_allowed => {
                let act = Act::AskTakeback { seat };
                if table.clone().apply(&act).is_ok() {
                    return act;
                }
            }
            _ => {}
        }
    }
    let mut choices = scene.choices;
    let captures = choices.iter().any(|choice| choice.captures);
    if captures && rng.chance(60) {
        choices.retain(|choice| choice.captures);
    }
    // A setup that takes back what was placed shows nothing new.
    let forward =
        |text: &str| !["lift", "shift", "clear"].iter().any(|back| text.starts_with(back));
    if choices.iter().any(|choice| forward(&choice.text)) {
        choices.retain(|choice| forward(&choice.text));
    }
    // Nor do games that end by a blunder at once.
    if choices.iter().any(|choice| choice.danger.is_none()) {
        choices.retain(|choice| choice.danger.is_none());
    }
    Act::Submit { seat, text: rng.pick(&choices).text.clone() }
}

fn list(seats: &[Seat]) -> String {
    seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}

fn written(act: &Act) -> String {
    match act {
        Act::Submit { seat, text } => format!("{seat} submits: {text}"),
        Act::Throw { faces } => format!("the umpire throws {faces:?}"),
        Act::Resign { seat } => format!("{seat} resigns"),
        Act::Flag { seats } => format!("{} run out of time", list(seats)),
        Act::Abandon { seats, draw } => {
            format!("{} left, {}", list(seats), if *draw { "a draw" } else { "a win" })
        }
        Act::Cancel => "the game is cancelled".to_owned(),
        Act::OfferDraw { seat } => format!("{seat} offers a draw"),
        Act::DeclineDraw { seat } => format!("{seat} declines the draw"),
        Act::AskTakeback { seat } => format!("{seat} asks to take back"),
        Act::AnswerTakeback { seat, accept: true } => format!("{seat} grants it"),
        Act::AnswerTakeback { seat, accept: false } => format!("{seat} does not grant it"),
    }
}

/// What the seats get who submit something that is no choice, or out of turn. It changes nothing.
fn try_what_is_refused(text: &mut String, table: &Table, rng: &mut Rng) {
    for seat in (0..table.seats()).map(Seat::new) {
        let choices = table.scene(Viewer::Seat(seat)).choices;
        let all: Vec<String> = viewers(table)
            .into_iter()
            .flat_map(|viewer| table.scene(viewer).choices)
            .map(|choice| choice.text)
            .collect();
        let some = if all.is_empty() { "draw".to_owned() } else { rng.pick(&all).clone() };
        let tried = rng.changed(&some, &["1", "x", "-", "@", " ", "G"]);
        if choices.iter().any(|choice| choice.text == tried) || tried.contains('\n') {
            continue;
        }
        let _ = match table.clone().submit(seat, &tried) {
            Ok(report) => writeln!(text, "{seat} tries {tried:?}: accepted, {:?}", report.warnings),
            Err(refusal) => writeln!(text, "{seat} tries {tried:?}: {}: {refusal}", refusal.code),
        };
    }
}

/// Writes what each viewer sees and hears; viewers who see the same stand together.
fn show(text: &mut String, table: &Table, reports: Option<&Reports>) {
    let mut groups: Vec<(String, String)> = Vec::new();
    for viewer in viewers(table) {
        let heard = reports.map(|reports| reports.of(viewer)).unwrap_or_default();
        let seen = seen(&table.scene(viewer), heard);
        match groups.iter_mut().find(|(_, other)| *other == seen) {
            Some((names, _)) => drop(write!(names, ", {}", name(viewer))),
            None => groups.push((name(viewer), seen)),
        }
    }
    for (names, seen) in groups {
        let _ = writeln!(text, "{names}: {seen}");
    }
}

fn name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Public => "public".to_owned(),
    }
}

/// One viewer's view, in a line or more.
fn seen(scene: &Scene, heard: &[Notice]) -> String {
    let mut text = scene.phase.to_owned();
    if !scene.to_act.is_empty() {
        let seats: Vec<String> = scene.to_act.iter().map(ToString::to_string).collect();
        let _ = write!(text, ", {} to act", seats.join(" and "));
    }
    if !scene.frame.position.is_empty() {
        let _ = write!(text, "\n    board: {}", scene.frame.position);
    } else if !scene.frame.pieces.is_empty() {
        let pieces = scene.frame.pieces.iter();
        let pieces: Vec<String> = pieces
            .map(|placed| format!("{} {}@{}", placed.side, placed.kind, placed.cell))
            .collect();
        let _ = write!(text, "\n    pieces: {}", pieces.join(", "));
    }
    match scene.choices.as_slice() {
        [] => {}
        few if few.len() <= 6 => {
            let texts: Vec<&str> = few.iter().map(|choice| choice.text.as_str()).collect();
            let _ = write!(text, "\n    choices: {}", texts.join("; "));
        }
        many => {
            let _ = write!(text, "\n    {} choices, the first: {}", many.len(), many[0].text);
        }
    }
    for (what, notices) in [("told", heard), ("notices", &scene.notices)] {
        if !notices.is_empty() {
            let notices: Vec<String> = notices.iter().map(said).collect();
            let _ = write!(text, "\n    {what}: {}", notices.join("; "));
        }
    }
    if !scene.draw_offers.is_empty() {
        let _ = write!(text, "\n    draw offered by {:?}", scene.draw_offers);
    }
    if let Some(outcome) = &scene.outcome {
        let _ = write!(text, "\n    result: {}", result(outcome));
    }
    text
}

fn said(notice: &Notice) -> String {
    let args = notice.args.iter().map(|(key, value)| format!(" {key}={value}"));
    let cells = if notice.cells.is_empty() {
        String::new()
    } else {
        format!(" at {}", notice.cells.join(" "))
    };
    format!("{}{}{cells}", notice.key, args.collect::<String>())
}

fn result(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(winner) => format!("{winner} wins, {}", outcome.reason),
        None => format!("draw, {}", outcome.reason),
    }
}

/// Whether a viewer's record is another than that of the viewers before it.
fn differs(table: &Table, viewer: Viewer) -> bool {
    let own = table.observed_record(viewer, &[]);
    let before = viewers(table).into_iter().take_while(|other| *other != viewer);
    before.into_iter().all(|other| table.observed_record(other, &[]) != own)
}
