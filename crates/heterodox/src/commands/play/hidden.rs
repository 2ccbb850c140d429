//! What a game with hidden pieces needs at the prompt: what each seat is told, the curtain between two people, the
//! choice of a path, and sealed files.

use super::game::{Asked, Game, Next, in_columns};
use super::words;
use crate::output::printable;
use crate::result;
use anyhow::Result;
use heterodox_rules::{Notice, Scene, Seat, Viewer};
use std::path::Path;

/// So many paths are listed.
const PATHS_SHOWN: usize = 12;

impl Game {
    /// Takes note of announcements.
    pub(super) fn hear(&mut self, notices: &[Notice]) {
        let sides = self.session.scene().sides;
        for notice in notices {
            let words = words::notice(notice, &sides);
            if !self.news.contains(&words) {
                self.news.push(words);
            }
        }
    }

    /// What there is to say of a map of clouds, once.
    pub(super) fn hear_of_the_map(&mut self) {
        let mut notices = self.session.scene().notices;
        notices.retain(is_of_the_map);
        self.hear(&notices);
    }

    /// Of a game that goes on, only the last ply is news.
    pub(super) fn heard_before(&mut self) {
        for (index, told) in self.told.iter_mut().enumerate() {
            let frames = self.session.frames_seen(Viewer::Seat(Seat::new(index)));
            *told = frames.len().saturating_sub(1);
        }
    }

    /// What the seat at the prompt was shown and told since it looked last.
    pub(super) fn hear_frames(&mut self, scene: &Scene) {
        let you = self.session.you;
        let frames = self.session.frames_seen(Viewer::Seat(you));
        let from = std::mem::replace(&mut self.told[you.index()], frames.len());
        for frame in frames.iter().skip(from) {
            let mover = scene.sides.iter().find(|side| Some(side.key) == frame.side);
            if let Some(seat) = mover.and_then(|side| side.seat).filter(|seat| *seat != you) {
                let who = self.session.name(scene, seat);
                let text = frame.text.as_deref().unwrap_or_default();
                self.news.push(match text.strip_prefix('?') {
                    Some(_) => format!("{who} has moved; you did not see all of it."),
                    None => format!("{who}: {text}"),
                });
            }
            // A halt says where the warrior ended.
            let halted = frame.told.iter().any(|notice| notice.key.starts_with("umpire-halted"));
            let told = frame.told.iter().filter(|notice| !halted || notice.key != "umpire-ended");
            let told: Vec<String> =
                told.map(|notice| words::notice(notice, &scene.sides)).collect();
            self.news.extend(told);
        }
    }

    /// Draws a curtain and lets the other person to the screen; whether the game goes on.
    pub(super) fn hand_over(&mut self, next: Seat) -> Result<bool> {
        let scene = self.session.scene();
        let name = self.session.name(&scene, next);
        // As long as nothing is placed there is nothing to hide.
        let secret = !scene.frame.pieces.is_empty() || !scene.frame.position.is_empty();
        if self.session.info.hidden && secret {
            if !self.wait(&format!("Press Enter to clear the screen for {name}"))? {
                return Ok(false);
            }
            self.console.curtain()?;
            self.console.say(&format!("The screen is clear: hand over to {name}."))?;
            if !self.wait(&format!("{name}: press Enter when nobody else looks"))? {
                return Ok(false);
            }
            self.console.curtain()?;
        }
        self.session.you = next;
        if !self.session.is_hidden_battle() {
            // What was announced while this person did not look.
            let mut notices = self.session.scene().notices;
            notices.retain(|notice| !is_of_the_map(notice));
            self.hear(&notices);
        }
        Ok(true)
    }

    /// Waits for an empty line; false when there are no more or somebody leaves.
    fn wait(&self, what: &str) -> Result<bool> {
        loop {
            match self.console.ask(what)?.as_deref() {
                None | Some("quit" | "q" | "exit") => return Ok(false),
                Some("") => return Ok(true),
                Some(_) => self.console.say("Only Enter, please, or quit.")?,
            }
        }
    }

    /// Asks on which of several paths; whether there is something to ask.
    pub(super) fn ask_for_path(&mut self, text: &str) -> Result<bool> {
        let paths = self.session.paths(text);
        if paths.len() < 2 {
            return Ok(false);
        }
        let listed = paths.iter().take(PATHS_SHOWN).enumerate();
        let lines: Vec<String> =
            listed.map(|(index, path)| format!("{}) {}", index + 1, path.join(" "))).collect();
        self.console.say(&format!("{text}: several paths lead there."))?;
        for line in in_columns(&lines) {
            self.console.say(&line)?;
        }
        if let Some(more) = paths.len().checked_sub(PATHS_SHOWN).filter(|more| *more > 0) {
            self.console.say(&format!("and {more} more: write one in brackets after the move."))?;
        }
        self.console.say(
            "A number takes that path and no other; Enter takes whichever is open, 1 if none is.",
        )?;
        self.asked = Some(Asked::Path { text: text.to_owned(), paths });
        Ok(true)
    }

    /// Takes the path with a number.
    pub(super) fn choose_path(
        &mut self,
        number: &str,
        text: String,
        paths: Vec<Vec<String>>,
    ) -> Result<Next> {
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(path) = index.and_then(|index| paths.get(index)) {
            return self.submit(&format!("{text} ({})", path.join(" ")));
        }
        let line = format!("There is no path {number}; there are {}.", paths.len());
        self.asked = Some(Asked::Path { text, paths });
        self.stay(&line)
    }

    /// Keeps a running game.
    pub(super) fn seal(&self, path: &Path) -> Result<()> {
        match self.session.seal(path) {
            Ok(()) => self.console.say(&format!(
                "Sealed in {}. Everything is in that file: do not look inside.",
                path.display()
            )),
            Err(error) => self.stay(&format!("Not possible: {error:#}")).map(drop),
        }
    }

    /// What is said of a game that was loaded.
    pub(super) fn loaded(&mut self, path: &Path) -> Result<Next> {
        self.told.resize(self.session.table.seats(), 0);
        self.heard_before();
        self.hear_of_the_map();
        if self.session.is_shared() && self.session.info.hidden {
            // Whoever loads the game may not be the one to move.
            let you = self.session.you;
            self.console.say(&format!("Loaded {}.", path.display()))?;
            return Ok(if self.hand_over(you)? { Next::Show } else { Next::Quit });
        }
        let sides = self.session.scene().sides;
        let side = result::side_of(&sides, self.session.you);
        self.news.push(printable(&format!("Loaded {}; you play {side}.", path.display())));
        Ok(Next::Show)
    }
}

fn is_of_the_map(notice: &Notice) -> bool {
    matches!(notice.key, "clouds" | "clouds-crowded")
}
