//! What a viewer gets depends on nothing but what it may know.

use super::Subject;
use super::state::viewers;
use crate::Rng;
use heterodox_rules::{Act, Scene, Seat, Table, Turn, Viewer};
use serde::Serialize;

/// Two games of which a viewer may know the same though the truth differs.
pub trait Pair {
    /// The viewer for whom the games are indistinguishable.
    fn viewer(&self) -> Viewer;
    /// The games.
    fn tables(&self) -> [&Table; 2];
    /// The report that the viewer heard with the last act, in each game.
    fn heard(&self) -> [&str; 2];
    /// Goes on in both games so that the viewer may still know the same; false if that is not
    /// possible.
    fn step(&mut self, rng: &mut Rng) -> bool;
    /// Texts to submit: legal ones, illegal ones, nonsense.
    fn texts(&self, rng: &mut Rng) -> Vec<String>;
}

/// Makes random pairs of a hidden game; `None` if an attempt failed. The source must not ask the
/// game what a viewer may know.
pub type PairSource = fn(&mut Rng) -> Option<Box<dyn Pair>>;

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// Everything that a table gives a viewer, with the answers to what it may submit.
pub fn everything(table: &Table, viewer: Viewer, heard: &str, texts: &[String]) -> String {
    let scene = table.scene(viewer);
    let header = (table.info().sides[0].to_owned(), "A".to_owned());
    let mut all = vec![
        json(&scene),
        json(&table.frames(viewer)),
        json(&table.observed_frames(viewer)),
        format!("{} {}", table.frame_count(viewer, false), table.frame_count(viewer, true)),
        table.texts(viewer).join("\n"),
        table.record(viewer, &[header]),
        table.observed_record(viewer, &[]),
        format!("{:?} {:?} {:?}", table, table.turn(), table.plies()),
        format!("{:?} {:?} {:?}", table.outcome(), table.awaits_throw(), table.playing()),
        heard.to_owned(),
    ];
    for choice in scene.choices {
        all.push(format!("{:?}", table.paths(viewer, &choice.text)));
    }
    if let Viewer::Seat(seat) = viewer {
        for text in texts {
            // What comes of an accepted act is the umpire's to rule on; whether it is accepted is
            // the view's.
            let answer = match table.clone().submit(seat, text) {
                Ok(report) => format!("accepted {:?}", report.warnings),
                Err(refusal) => format!("{refusal:?}"),
            };
            all.push(answer);
        }
    }
    all.join("\n\n")
}

/// Checks that the viewer of a pair cannot tell its two games apart.
///
/// # Panics
/// If the viewer gets different texts of the two games.
pub fn no_difference(pair: &dyn Pair, texts: &[String]) {
    let [a, b] = pair.tables();
    let [heard_a, heard_b] = pair.heard();
    let viewer = pair.viewer();
    let (one, other) =
        (everything(a, viewer, heard_a, texts), everything(b, viewer, heard_b, texts));
    assert!(one == other, "{viewer:?} can tell apart what it may not know: {}", part(&one, &other));
}

/// Where two texts differ, with a little before it.
fn part(one: &str, other: &str) -> String {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let cut = |text: &str| {
        let from = same.saturating_sub(60);
        String::from_utf8_lossy(&text.as_bytes()[from..text.len().min(same + 120)]).into_owned()
    };
    format!("\n{}\n{}", cut(one), cut(other))
}

/// Holds a hidden game to this part of the contract.
pub(super) fn check(subject: &Subject, rng: &mut Rng, games: usize) {
    let source = subject.pairs.unwrap_or_else(|| {
        panic!("{} is hidden and has no source of indistinguishable pairs", subject.info.id)
    });
    let (mut pairs, mut tries) = (0, 0);
    while pairs < games {
        tries += 1;
        assert!(tries < 1000 * games, "the source gives no pairs");
        let Some(mut pair) = source(rng) else { continue };
        pairs += 1;
        for _ in 0..30 {
            no_difference(&*pair, &pair.texts(rng));
            if !pair.step(rng) {
                break;
            }
        }
    }
    let mut differing = 0;
    for _ in 0..games {
        differing += side_by_side(subject, rng);
    }
    assert!(differing > 0, "no game went on differently without one viewer's noticing");
}

/// Plays two games from one setting side by side. The acts of others differ where the viewer's
/// scene and what it hears stay the same; then everything else must stay the same too. Gives how
/// many acts differed.
fn side_by_side(subject: &Subject, rng: &mut Rng) -> usize {
    let (_, table) = super::random_setting(subject, rng);
    let viewer = *rng.pick(&viewers(&table));
    let (mut a, mut b) = (table.clone(), table);
    let mut differing = 0;
    for _ in 0..60 {
        let act = match a.turn() {
            Turn::Over(_) => break,
            Turn::Throw(request) => Act::Throw { faces: rng.faces(request) },
            Turn::Seats(seats) => {
                let seat = *rng.pick(&seats);
                let choices = a.scene(Viewer::Seat(seat)).choices;
                Act::Submit { seat, text: rng.pick(&choices).text.clone() }
            }
        };
        let own = act.seat().is_none_or(|seat| viewer == Viewer::Seat(seat));
        let Some(after_a) = after(&a, &act, viewer) else { break };
        let mut acts = vec![act.clone()];
        if let (false, Act::Submit { seat, .. }) = (own, &act) {
            acts.splice(0..0, others(rng, &b, *seat));
        }
        let found = acts.into_iter().find_map(|other| {
            let after_b = after(&b, &other, viewer)?;
            let same = after_b.scene == after_a.scene && after_b.heard == after_a.heard;
            same.then_some((other, after_b))
        });
        let Some((other, after_b)) = found else {
            // An own act may teach the viewer something, as everything may at the end.
            break;
        };
        differing += usize::from(other != act);
        if after_a.table.outcome().is_some() {
            break;
        }
        let texts: Vec<String> =
            after_a.scene.choices.iter().take(3).map(|choice| choice.text.clone()).collect();
        let (one, two) = (
            everything(&after_a.table, viewer, &after_a.heard, &texts),
            everything(&after_b.table, viewer, &after_b.heard, &texts),
        );
        let hint = part(&one, &two);
        assert!(
            one == two || unseen(subject, &hint),
            "{viewer:?} can tell apart {act:?} and {other:?}: {hint}"
        );
        (a, b) = (after_a.table, after_b.table);
    }
    differing
}

/// Whether texts part at a refusal that may come from what is not seen.
fn unseen(subject: &Subject, hint: &str) -> bool {
    subject.unseen.iter().any(|code| hint.contains(code))
}

struct After {
    table: Table,
    scene: Scene,
    heard: String,
}

fn after(table: &Table, act: &Act, viewer: Viewer) -> Option<After> {
    let mut table = table.clone();
    let report = table.apply(act).ok()?;
    let heard = format!("{:?}", report.reports.of(viewer));
    let scene = table.scene(viewer);
    Some(After { table, scene, heard })
}

/// Some of what a seat may do.
fn others(rng: &mut Rng, table: &Table, seat: Seat) -> Vec<Act> {
    let mut choices = table.scene(Viewer::Seat(seat)).choices;
    rng.shuffle(&mut choices);
    choices.truncate(8);
    choices.into_iter().map(|choice| Act::Submit { seat, text: choice.text }).collect()
}
