//! Draws what the player sees: the board, the players, captured pieces and the last moves.

use super::session::Session;
use crate::board::{Appearance, Canvas, Foreground, Style, TerminalBoard};
use anyhow::Result;
use heterodox_rules::{Captured, Frame, Notice, Scene, Seat, board};

/// The number of moves that are listed beside the board.
const LAST_MOVES: usize = 8;
/// The width of the screen in columns.
const WIDTH: usize = 80;
/// If a board leaves this many columns free, all texts are put to its right.
const MIN_ROOM: usize = 24;
/// Columns between such a board and the texts.
const GAP: usize = 3;
/// The longest value of an option that is shown.
const MAX_VALUE: usize = 40;
/// The most piece types to promote to that are listed. More means that all types are allowed.
const MAX_PROMOTIONS: usize = 12;

/// Draws the current position.
pub(super) fn draw(session: &Session, targets: &[String], unicode: bool) -> Result<Canvas> {
    let scene = session.scene();
    draw_board(session, &scene, targets, &session.frames(), unicode)
}

/// Draws an earlier position; `frames` are those up to it.
pub(super) fn draw_frame(
    session: &Session,
    frame: &Frame,
    frames: &[Frame],
    look: Appearance,
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
    let view = TerminalBoard {
        geometry: board(session.info.id)?,
        sides: session.info.sides,
        frame: &scene.frame,
        targets,
        unicode,
        seen_from: own_side(session, scene),
    };
    let mut canvas = view.draw();
    let left = about(session, scene, &view);
    let right = last_moves(frames);
    if canvas.width() + MIN_ROOM <= WIDTH {
        let column = canvas.width() + GAP;
        put_at(
            &mut canvas,
            column,
            &[left, vec![(String::new(), Foreground::Text)], right].concat(),
        );
    } else {
        put_beside(&mut canvas, &left, &right);
    }
    Ok(canvas)
}

/// Returns the index of the side that the person at the prompt plays.
fn own_side(session: &Session, scene: &Scene) -> usize {
    let own = scene.sides.iter().find(|side| side.seat == Some(session.own_seat));
    let number = own.and_then(|own| session.info.sides.iter().position(|key| *key == own.key));
    number.unwrap_or(0)
}

/// Returns lines with the game, its options, the players and the pieces that they lost.
fn about(session: &Session, scene: &Scene, view: &TerminalBoard<'_>) -> Vec<(String, Foreground)> {
    let mut lines = vec![(session.info.name.to_owned(), Foreground::Text)];
    if scene.sides.iter().any(|side| side.seat.is_some()) {
        let out = |key: &str| {
            let out = |notice: &&Notice| {
                notice.key == "out" && notice.args.contains(&("side", key.to_owned()))
            };
            if scene.notices.iter().any(|notice| out(&notice)) { ", out" } else { "" }
        };
        for side in &scene.sides {
            let who = side.seat.map_or_else(|| "?".to_owned(), |seat| session.occupant_name(seat));
            lines
                .push((format!("{}: {who}{}", side.key, out(side.key)), view.foreground(side.key)));
        }
    } else {
        for seat in (0..session.table().seats()).map(Seat::new) {
            lines.push((format!("{seat}: {}", session.occupant_name(seat)), Foreground::Text));
        }
    }
    for side in &scene.sides {
        let lost = lost(&scene.frame, side.key);
        if !lost.is_empty() {
            lines.push((format!("{} lost {lost}", side.key), Foreground::Text));
        }
    }
    if scene.phase == "play" {
        for side in &scene.sides {
            let pool: Vec<&Captured> =
                scene.reserve.iter().filter(|p| p.side == side.key).collect();
            if !pool.is_empty() && pool.len() <= MAX_PROMOTIONS {
                let pool = counted(pool.into_iter());
                lines.push((format!("{} may promote to {pool}", side.key), Foreground::Text));
            }
        }
    }
    for (key, value) in &session.game.opening().options.0 {
        // A cloud map in rows is too long, and the board shows it.
        let value = if value.len() > MAX_VALUE { "as drawn" } else { value };
        lines.push((format!("{key} {value}"), Foreground::Faint));
    }
    lines
}

fn lost(frame: &Frame, side: &str) -> String {
    counted(frame.captured.iter().filter(|captured| captured.side == side))
}

/// Formats pieces with their counts, such as `B 2Fl S`.
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

fn last_moves(frames: &[Frame]) -> Vec<(String, Foreground)> {
    let made: Vec<&Frame> = frames.iter().filter(|frame| frame.text.is_some()).collect();
    made[made.len().saturating_sub(LAST_MOVES)..]
        .iter()
        .map(|frame| {
            let text = frame.text.as_deref().unwrap_or_default();
            (format!("{}. {} {text}", frame.ply, frame.side.unwrap_or_default()), Foreground::Text)
        })
        .collect()
}

/// Puts lines into the free corners left and right of the board, and below it if there is no room.
fn put_beside(canvas: &mut Canvas, left: &[(String, Foreground)], right: &[(String, Foreground)]) {
    let length = |(text, _): &(String, Foreground)| text.chars().count();
    let start = WIDTH.saturating_sub(right.iter().map(length).max().unwrap_or(0));
    put_at(canvas, 0, left);
    put_at(canvas, start, right);
}

fn put_at(canvas: &mut Canvas, column: usize, lines: &[(String, Foreground)]) {
    let height = canvas.height();
    let mut line = 0;
    for (text, foreground) in lines {
        while line < height && !canvas.is_free(line, column, text.chars().count()) {
            line += 1;
        }
        canvas.put(line, column, text, Style { foreground: *foreground, ..Style::default() });
        line += 1;
    }
}
