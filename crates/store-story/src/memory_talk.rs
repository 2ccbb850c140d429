//! The chats of games, private notes and conditional moves, in memory.

use heterodox_store::{ChatLine, NewChatLine, Said, TextKind};
use std::collections::BTreeMap;

/// The chats of games, private notes and conditional moves.
#[derive(Clone, Default)]
pub(crate) struct MemoryTalk {
    /// By game and room; `None` is a line of a user who has left.
    rooms: BTreeMap<(String, String), Vec<Option<ChatLine>>>,
    /// The private notes and conditional moves by user and game.
    texts: BTreeMap<(String, String, TextKind), String>,
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

    pub(crate) fn put_text(
        &mut self,
        (kind, user, game): (TextKind, &str, &str),
        body: Option<String>,
    ) {
        let key = (user.to_owned(), game.to_owned(), kind);
        match body {
            Some(body) => drop(self.texts.insert(key, body)),
            None => drop(self.texts.remove(&key)),
        }
    }

    pub(crate) fn text(&self, (kind, user, game): (TextKind, &str, &str)) -> Option<String> {
        self.texts.get(&(user.to_owned(), game.to_owned(), kind)).cloned()
    }

    /// A user's texts, with their games.
    pub(crate) fn texts_of(&self, user: &str) -> impl Iterator<Item = (TextKind, &str, &str)> {
        let own = self.texts.iter().filter(move |((by, ..), _)| by == user);
        own.map(|((_, game, kind), text)| (*kind, game.as_str(), text.as_str()))
    }

    /// Gives what a guest has said and noted, and its conditional moves, to a user.
    pub(crate) fn pass_on(&mut self, guest: &str, user: &str) {
        for line in self.rooms.values_mut().flatten().flatten().filter(|line| line.user == guest) {
            user.clone_into(&mut line.user);
        }
        let of_guest = |(by, ..): &(String, String, TextKind), _: &mut String| by == guest;
        for ((_, game, kind), text) in self.texts.extract_if(.., of_guest).collect::<Vec<_>>() {
            self.texts.entry((user.to_owned(), game, kind)).or_insert(text);
        }
    }

    /// Forgets what a user has said and noted.
    pub(crate) fn forget(&mut self, user: &str) {
        for line in self.rooms.values_mut().flatten() {
            if line.as_ref().is_some_and(|line| line.user == user) {
                *line = None;
            }
        }
        self.texts.retain(|(by, ..), _| by != user);
    }
}
