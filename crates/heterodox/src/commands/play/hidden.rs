//! Parts of the loop that games with hidden pieces need: messages for each seat, clearing the
//! screen between two people, the choice of a path, and sealed files.

use super::repl::{LoopAction, Question, Repl, in_columns};
use super::texts;
use crate::output::printable;
use crate::result;
use anyhow::Result;
use heterodox_rules::{Notice, Scene, Seat, Viewer};
use std::path::Path;

/// The most paths that are listed.
const MAX_PATHS: usize = 12;

impl Repl {
    /// Adds notices to the messages, each text once.
    pub(super) fn push_notices(&mut self, notices: &[Notice]) {
        let sides = self.session.scene().sides;
        for notice in notices {
            let words = texts::notice(self.session.info.id, notice, &sides);
            if !self.messages.contains(&words) {
                self.messages.push(words);
            }
        }
    }

    /// Adds the notices about the cloud map.
    pub(super) fn push_map_notices(&mut self) {
        let mut notices = self.session.scene().notices;
        notices.retain(is_of_the_map);
        self.push_notices(&notices);
    }

    /// Marks all frames but the last as shown, for a game that was loaded.
    pub(super) fn skip_known_frames(&mut self) {
        for (index, told) in self.frames_told.iter_mut().enumerate() {
            let frames = self.session.observed_frames(Viewer::Seat(Seat::new(index)));
            *told = frames.len().saturating_sub(1);
        }
    }

    /// Adds messages for the frames that the seat at the prompt has not been shown yet.
    pub(super) fn push_frame_messages(&mut self, scene: &Scene) {
        let own_seat = self.session.own_seat;
        let frames = self.session.observed_frames(Viewer::Seat(own_seat));
        let from = std::mem::replace(&mut self.frames_told[own_seat.index()], frames.len());
        for frame in frames.iter().skip(from) {
            let mover = scene.sides.iter().find(|side| Some(side.key) == frame.side);
            if let Some(seat) = mover.and_then(|side| side.seat).filter(|seat| *seat != own_seat) {
                let who = self.session.name(scene, seat);
                let text = frame.text.as_deref().unwrap_or_default();
                self.messages.push(match text.strip_prefix('?') {
                    Some(_) => format!("{who} has moved; you did not see all of it."),
                    None => format!("{who}: {text}"),
                });
            }
            // The notice of a halt also says where the warrior ended.
            let halted = frame.told.iter().any(|notice| notice.key.starts_with("umpire-halted"));
            let told = frame.told.iter().filter(|notice| !halted || notice.key != "umpire-ended");
            let told: Vec<String> =
                told.map(|notice| texts::notice(scene.game, notice, &scene.sides)).collect();
            self.messages.extend(told);
        }
    }

    /// Hands the terminal over to the next person, in games with hidden pieces with a cleared
    /// screen. Returns false if the player quits.
    pub(super) fn hand_over(&mut self, next: Seat) -> Result<bool> {
        let scene = self.session.scene();
        let name = self.session.name(&scene, next);
        // Before the first placement nothing is hidden.
        let secret = !scene.frame.pieces.is_empty() || !scene.frame.position.is_empty();
        if self.session.info.hidden && secret {
            if !self.wait_for_enter(&format!("Press Enter to clear the screen for {name}"))? {
                return Ok(false);
            }
            self.console.clear_screen()?;
            self.console.print_line(&format!("The screen is clear: hand over to {name}."))?;
            if !self.wait_for_enter(&format!("{name}: press Enter when nobody else looks"))? {
                return Ok(false);
            }
            self.console.clear_screen()?;
        }
        self.session.own_seat = next;
        if !self.session.in_hidden_play() {
            // Notices that were announced while the other person was at the prompt.
            let mut notices = self.session.scene().notices;
            notices.retain(|notice| !is_of_the_map(notice));
            self.push_notices(&notices);
        }
        Ok(true)
    }

    /// Waits for an empty line. Returns false at the end of the input or if the player quits.
    fn wait_for_enter(&self, what: &str) -> Result<bool> {
        loop {
            match self.console.read_line(what)?.as_deref() {
                None | Some("quit" | "q" | "exit") => return Ok(false),
                Some("") => return Ok(true),
                Some(_) => self.console.print_line("Only Enter, please, or quit.")?,
            }
        }
    }

    /// Asks for the path of a move. Returns false if there is at most one path.
    pub(super) fn ask_for_path(&mut self, text: &str) -> Result<bool> {
        let paths = self.session.paths(text);
        if paths.len() < 2 {
            return Ok(false);
        }
        let listed = paths.iter().take(MAX_PATHS).enumerate();
        let lines: Vec<String> =
            listed.map(|(index, path)| format!("{}) {}", index + 1, path.join(" "))).collect();
        self.console.print_line(&format!("{text}: several paths lead there."))?;
        for line in in_columns(&lines) {
            self.console.print_line(&line)?;
        }
        if let Some(more) = paths.len().checked_sub(MAX_PATHS).filter(|more| *more > 0) {
            self.console
                .print_line(&format!("and {more} more: write one in brackets after the move."))?;
        }
        self.console.print_line(
            "A number takes that path and no other; Enter takes whichever is open, 1 if none is.",
        )?;
        self.question = Some(Question::Path { text: text.to_owned(), paths });
        Ok(true)
    }

    /// Submits the move with the path of this number.
    pub(super) fn choose_path(
        &mut self,
        number: &str,
        text: String,
        paths: Vec<Vec<String>>,
    ) -> Result<LoopAction> {
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(path) = index.and_then(|index| paths.get(index)) {
            return self.submit(&format!("{text} ({})", path.join(" ")));
        }
        let line = format!("There is no path {number}; there are {}.", paths.len());
        self.question = Some(Question::Path { text, paths });
        self.print_and_prompt(&line)
    }

    /// Writes a running game into a sealed file.
    pub(super) fn seal(&self, path: &Path) -> Result<()> {
        match self.session.seal(path) {
            Ok(()) => self.console.print_line(&format!(
                "Sealed in {}. Everything is in that file: do not look inside.",
                path.display()
            )),
            Err(error) => self.print_and_prompt(&format!("Not possible: {error:#}")).map(drop),
        }
    }

    /// Adds the messages about a loaded game.
    pub(super) fn loaded(&mut self, path: &Path) -> Result<LoopAction> {
        self.frames_told.resize(self.session.table().seats(), 0);
        self.skip_known_frames();
        self.push_map_notices();
        if self.session.is_shared() && self.session.info.hidden {
            // The person who loads the game may not be the one to move.
            let own_seat = self.session.own_seat;
            self.console.print_line(&format!("Loaded {}.", path.display()))?;
            return Ok(if self.hand_over(own_seat)? {
                LoopAction::Redraw
            } else {
                LoopAction::Quit
            });
        }
        let sides = self.session.scene().sides;
        let side = result::side_of(&sides, self.session.own_seat);
        self.messages.push(printable(&format!("Loaded {}; you play {side}.", path.display())));
        Ok(LoopAction::Redraw)
    }
}

fn is_of_the_map(notice: &Notice) -> bool {
    matches!(notice.key, "clouds" | "clouds-crowded")
}
