//! The chats of games, private notes and conditional moves, in memory.

use heterodox_store::{ChatLine, NewChatLine, Said};
use std::collections::BTreeMap;

/// The chats of games, private notes and conditional moves.
#[derive(Clone, Default)]
pub(crate) struct MemoryTalk {
    /// By game and room; `None` is a line of a user who has left.
    rooms: BTreeMap<(String, String), Vec<Option<ChatLine>>>,
    /// By user and game.
    notes: BTreeMap<(String, String), String>,
    /// By user and game.
    conditionals: BTreeMap<(String, String), String>,
}

impl MemoryTalk {
    pub(crate) fn say(&mut self, line: NewChatLine) -> u64 {
        let NewChatLine { game, room, user, at_ms, said } = line;
        let lines = self.rooms.entry((game, room)).or_default();
        let seq = lines.len() as u64 + 1;
        lines.push(Some(ChatLine { seq, user, at_ms, said }));
        seq
    }

    pub(crate) fn lines(&self, game: &str, room: &str) -> Vec<ChatLine> {
        let lines = self.rooms.get(&(game.to_owned(), room.to_owned()));
        lines.into_iter().flatten().flatten().cloned().collect()
    }

    /// The games and texts of what a user has said.
    pub(crate) fn lines_of(&self, user: &str) -> impl Iterator<Item = (&str, &str)> {
        let all = self.rooms.iter().flat_map(|((game, _), lines)| {
            lines.iter().flatten().map(move |line| (game.as_str(), line))
        });
        all.filter(move |(_, line)| line.user == user).map(|(game, line)| match &line.said {
            Said::Phrase(text) | Said::Text(text) => (game, text.as_str()),
        })
    }

    pub(crate) fn put_note(&mut self, user: &str, game: &str, note: Option<String>) {
        let key = (user.to_owned(), game.to_owned());
        match note {
            Some(note) => drop(self.notes.insert(key, note)),
            None => drop(self.notes.remove(&key)),
        }
    }

    pub(crate) fn note(&self, user: &str, game: &str) -> Option<String> {
        self.notes.get(&(user.to_owned(), game.to_owned())).cloned()
    }

    /// The games and texts of a user's notes.
    pub(crate) fn notes_of(&self, user: &str) -> impl Iterator<Item = (&str, &str)> {
        let own = self.notes.iter().filter(move |((by, _), _)| by == user);
        own.map(|((_, game), text)| (game.as_str(), text.as_str()))
    }

    pub(crate) fn put_conditionals(&mut self, user: &str, game: &str, body: Option<String>) {
        let key = (user.to_owned(), game.to_owned());
        match body {
            Some(body) => drop(self.conditionals.insert(key, body)),
            None => drop(self.conditionals.remove(&key)),
        }
    }

    pub(crate) fn conditionals(&self, user: &str, game: &str) -> Option<String> {
        self.conditionals.get(&(user.to_owned(), game.to_owned())).cloned()
    }

    /// The games and texts of a user's conditional moves.
    pub(crate) fn conditionals_of(&self, user: &str) -> impl Iterator<Item = (&str, &str)> {
        let own = self.conditionals.iter().filter(move |((by, _), _)| by == user);
        own.map(|((_, game), text)| (game.as_str(), text.as_str()))
    }

    /// Gives what a guest has said and noted, and its conditional moves, to a user.
    pub(crate) fn pass_on(&mut self, guest: &str, user: &str) {
        for line in self.rooms.values_mut().flatten().flatten().filter(|line| line.user == guest) {
            user.clone_into(&mut line.user);
        }
        let notes: Vec<_> = self.notes_of(guest).map(|(game, _)| game.to_owned()).collect();
        for game in notes {
            if let Some(note) = self.notes.remove(&(guest.to_owned(), game.clone())) {
                self.notes.entry((user.to_owned(), game)).or_insert(note);
            }
        }
        let own: Vec<_> = self.conditionals_of(guest).map(|(game, _)| game.to_owned()).collect();
        for game in own {
            if let Some(body) = self.conditionals.remove(&(guest.to_owned(), game.clone())) {
                self.conditionals.entry((user.to_owned(), game)).or_insert(body);
            }
        }
    }

    /// Forgets what a user has said and noted.
    pub(crate) fn forget(&mut self, user: &str) {
        for line in self.rooms.values_mut().flatten() {
            if line.as_ref().is_some_and(|line| line.user == user) {
                *line = None;
            }
        }
        self.notes.retain(|(by, _), _| by != user);
        self.conditionals.retain(|(by, _), _| by != user);
    }
}
