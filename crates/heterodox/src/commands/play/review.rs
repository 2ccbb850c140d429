//! Reviews a game ply by ply. After the end of a game with hidden pieces the review shows the
//! position and what each side saw and was told.

use super::repl::Repl;
use super::{screen, texts};
use crate::output::printable;
use anyhow::Result;
use heterodox_rules::{Frame, Viewer, quote};

/// The state of a review.
#[derive(Default)]
pub(super) struct Review {
    ply: usize,
    /// The side whose view is shown; `None` shows the position as the umpire knows it.
    whose: Option<String>,
}

impl Repl {
    /// Starts or continues a review, from a ply if one is given.
    pub(super) fn start_review(&mut self, ply: Option<usize>) -> Result<()> {
        if let Some(ply) = ply {
            self.review.ply = ply;
        }
        self.show_review()
    }

    /// Moves forward or back by a number of plies.
    pub(super) fn step_review(&mut self, step: isize) -> Result<()> {
        self.review.ply = self.review.ply.saturating_add_signed(step);
        self.show_review()
    }

    /// Selects whose view is shown: `truth`, `public` or a side.
    pub(super) fn review_as(&mut self, whose: &str) -> Result<()> {
        let known = whose == "truth" || whose == "public" || self.viewer(whose).is_some();
        if !known {
            let line = format!("Nobody plays '{}' here.", quote(whose));
            return self.print_and_prompt(&line).map(drop);
        }
        self.review.whose = (whose != "truth").then(|| whose.to_owned());
        self.show_review()
    }

    fn viewer(&self, side: &str) -> Option<Viewer> {
        let sides = self.session.scene().sides;
        let seat = sides.iter().find(|info| info.key == side).and_then(|info| info.seat);
        seat.map(Viewer::Seat)
    }

    fn show_review(&mut self) -> Result<()> {
        let hidden = self.session.info.hidden;
        if hidden && self.session.outcome().is_none() {
            return self
                .console
                .print_line("Not while the game runs: it opens to everybody at its end.");
        }
        let frames = match self.review.whose.as_deref() {
            None => self.session.frames(),
            Some(whose) => {
                self.session.observed_frames(self.viewer(whose).unwrap_or(Viewer::Public))
            }
        };
        let last = frames.len().saturating_sub(1);
        self.review.ply = self.review.ply.min(last);
        let ply = self.review.ply;
        let Some(frame) = frames.get(ply) else { return Ok(()) };
        let look = self.console.look();
        self.console.print_canvas(&screen::draw_frame(
            &self.session,
            frame,
            &frames[..=ply],
            look,
        )?)?;
        let whose = self.review.whose.as_deref().unwrap_or("truth");
        self.console.print_line(&format!("Ply {ply} of {last}, {whose}{}", move_suffix(frame)))?;
        if hidden {
            self.print_views(ply)?;
        }
        self.console
            .print_line("next, back, review PLY; truth, gold, green, public; board ends the review")
    }

    /// Prints what each side saw of a ply and was told after it.
    fn print_views(&self, ply: usize) -> Result<()> {
        let sides = self.session.scene().sides;
        for side in &sides {
            let Some(seat) = side.seat else { continue };
            let frames = self.session.observed_frames(Viewer::Seat(seat));
            let Some(frame) = frames.get(ply) else { continue };
            let told: Vec<String> = frame
                .told
                .iter()
                .map(|notice| texts::notice(self.session.info.id, notice, &sides))
                .collect();
            let told = if told.is_empty() { "nothing".to_owned() } else { told.join(" ") };
            let saw = frame.text.as_deref().unwrap_or("the board");
            let line = format!("{} saw {saw}; was told: {told}", side.key);
            self.console.print_line(&printable(&line))?;
        }
        Ok(())
    }
}

/// Returns the move of a frame as a suffix of its line; empty if the frame has none.
fn move_suffix(frame: &Frame) -> String {
    match (frame.side, &frame.text) {
        (Some(side), Some(text)) => format!(": {side} {text}"),
        _ => String::new(),
    }
}
