//! What the player sees: the board, who plays, what was captured, the last moves.

use super::session::Session;
use crate::board::{BoardView, Canvas, Ink, Look, Paint};
use anyhow::Result;
use heterodox_rules::{Captured, Frame, Notice, Scene, Seat, board};

/// How many of the last moves stand beside the board.
const MOVES_SHOWN: usize = 8;
/// The column before which everything ends.
const RIGHT: usize = 80;
/// Where a board leaves so many columns free, everything else stands to its right.
const ROOM: usize = 24;
/// Columns between such a board and what stands beside it.
const GAP: usize = 3;
/// Longer values of options are not shown.
const LONGEST: usize = 40;
/// More kinds than that are not listed: everything may be promoted to.
const KINDS_SHOWN: usize = 12;

/// Draws everything.
pub(super) fn draw(session: &Session, targets: &[String], unicode: bool) -> Result<Canvas> {
    let scene = session.scene();
    draw_board(session, &scene, targets, &session.frames(), unicode)
}

/// Draws a moment of the game; `frames` are those up to it.
pub(super) fn draw_frame(
    session: &Session,
    frame: &Frame,
    frames: &[Frame],
    look: Look,
) -> Result<Canvas> {
    let scene = Scene { frame: frame.clone(), ..session.scene() };
    draw_board(session, &scene, &[], frames, look.unicode)
}

fn draw_board(
    session: &Session,
    scene: &Scene,
    targets: &[String],
    frames: &[Frame],
    unicode: bool,
) -> Result<Canvas> {
    let view = BoardView {
        geometry: board(session.info.id)?,
        sides: session.info.sides,
        frame: &scene.frame,
        targets,
        unicode,
        end: end(session, scene),
    };
    let mut canvas = view.draw();
    let left = about(session, scene, &view);
    let right = last_moves(frames);
    if canvas.width() + ROOM <= RIGHT {
        let column = canvas.width() + GAP;
        put_at(&mut canvas, column, &[left, vec![(String::new(), Ink::Text)], right].concat());
    } else {
        put_beside(&mut canvas, &left, &right);
    }
    Ok(canvas)
}

/// The number of the side that the one at the prompt plays.
fn end(session: &Session, scene: &Scene) -> usize {
    let own = scene.sides.iter().find(|side| side.seat == Some(session.you));
    let number = own.and_then(|own| session.info.sides.iter().position(|key| *key == own.key));
    number.unwrap_or(0)
}

/// The game, its options, the players and what they lost.
fn about(session: &Session, scene: &Scene, view: &BoardView<'_>) -> Vec<(String, Ink)> {
    let mut lines = vec![(session.info.name.to_owned(), Ink::Text)];
    if scene.sides.iter().any(|side| side.seat.is_some()) {
        let out = |key: &str| {
            let out = |notice: &&Notice| {
                notice.key == "out" && notice.args.contains(&("side", key.to_owned()))
            };
            if scene.notices.iter().any(|notice| out(&notice)) { ", out" } else { "" }
        };
        for side in &scene.sides {
            let who = side.seat.map_or_else(|| "?".to_owned(), |seat| session.who(seat));
            lines.push((format!("{}: {who}{}", side.key, out(side.key)), view.ink(side.key)));
        }
    } else {
        for seat in (0..session.table.seats()).map(Seat::new) {
            lines.push((format!("{seat}: {}", session.who(seat)), Ink::Text));
        }
    }
    for side in &scene.sides {
        let lost = lost(&scene.frame, side.key);
        if !lost.is_empty() {
            lines.push((format!("{} lost {lost}", side.key), Ink::Text));
        }
    }
    if scene.phase == "play" {
        for side in &scene.sides {
            let pool: Vec<&Captured> =
                scene.reserve.iter().filter(|p| p.side == side.key).collect();
            if !pool.is_empty() && pool.len() <= KINDS_SHOWN {
                let pool = counted(pool.into_iter());
                lines.push((format!("{} may promote to {pool}", side.key), Ink::Text));
            }
        }
    }
    for (key, value) in &session.setting.options.0 {
        // A map in rows is on the board, and too long to stand beside it.
        let value = if value.len() > LONGEST { "as drawn" } else { value };
        lines.push((format!("{key} {value}"), Ink::Faint));
    }
    lines
}

fn lost(frame: &Frame, side: &str) -> String {
    counted(frame.captured.iter().filter(|captured| captured.side == side))
}

/// Pieces with their numbers: `B 2Fl S`.
pub(super) fn counted<'a>(pieces: impl Iterator<Item = &'a Captured>) -> String {
    let words: Vec<String> = pieces
        .filter(|pieces| pieces.count > 0)
        .map(|pieces| match pieces.count {
            1 => pieces.kind.clone(),
            count => format!("{count}{}", pieces.kind),
        })
        .collect();
    words.join(" ")
}

fn last_moves(frames: &[Frame]) -> Vec<(String, Ink)> {
    let made: Vec<&Frame> = frames.iter().filter(|frame| frame.text.is_some()).collect();
    made[made.len().saturating_sub(MOVES_SHOWN)..]
        .iter()
        .map(|frame| {
            let text = frame.text.as_deref().unwrap_or_default();
            (format!("{}. {} {text}", frame.ply, frame.side.unwrap_or_default()), Ink::Text)
        })
        .collect()
}

/// Puts lines into the free corners left and right of the board; what has no room there, below.
fn put_beside(canvas: &mut Canvas, left: &[(String, Ink)], right: &[(String, Ink)]) {
    let length = |(text, _): &(String, Ink)| text.chars().count();
    let start = RIGHT.saturating_sub(right.iter().map(length).max().unwrap_or(0));
    put_at(canvas, 0, left);
    put_at(canvas, start, right);
}

fn put_at(canvas: &mut Canvas, column: usize, lines: &[(String, Ink)]) {
    let height = canvas.height();
    let mut line = 0;
    for (text, ink) in lines {
        while line < height && !canvas.is_free(line, column, text.chars().count()) {
            line += 1;
        }
        canvas.put(line, column, text, Paint { ink: *ink, ..Paint::default() });
        line += 1;
    }
}
