//! The chats of games, private notes and conditional moves, in memory.

use heterodox_store::{ChatLine, NewChatLine, PuzzleDeed, PuzzleResult, Said, TextKind};
use std::collections::BTreeMap;

/// The chats of games, private notes and conditional moves.
#[derive(Clone, Default)]
pub(crate) struct MemoryTalk {
    /// By game and room; `None` is a line of a user who has left.
    rooms: BTreeMap<(String, String), Vec<Option<ChatLine>>>,
    /// The private notes and conditional moves by user and game.
    texts: BTreeMap<(String, String, TextKind), String>,
    /// The results of puzzles by user and puzzle.
    puzzles: BTreeMap<(String, String), PuzzleResult>,
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

    /// The number of lines in both rooms of a game.
    pub(crate) fn line_count(&self, game: &str) -> u64 {
        let rooms = self.rooms.iter().filter(|((of, _), _)| of == game);
        rooms.map(|(_, lines)| lines.len() as u64).sum()
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

    pub(crate) fn note_puzzle(&mut self, user: &str, puzzle: &str, deed: PuzzleDeed, at_ms: i64) {
        let key = (user.to_owned(), puzzle.to_owned());
        let new = PuzzleResult { puzzle: puzzle.to_owned(), ..PuzzleResult::default() };
        let result = self.puzzles.entry(key).or_insert(new);
        if result.solved_ms.is_some() {
            return;
        }
        let counts = deed != PuzzleDeed::GaveUp && result.shown_ms.is_none();
        result.tries += u32::from(counts);
        match deed {
            PuzzleDeed::Missed => {}
            PuzzleDeed::Solved => result.solved_ms = Some(at_ms),
            PuzzleDeed::GaveUp => result.shown_ms = result.shown_ms.or(Some(at_ms)),
        }
    }

    pub(crate) fn puzzles_of(&self, user: &str) -> Vec<PuzzleResult> {
        let own = self.puzzles.iter().filter(|((by, _), _)| by == user);
        own.map(|(_, result)| result.clone()).collect()
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
        let of_guest = |(by, _): &(String, String), _: &mut PuzzleResult| by == guest;
        for ((_, puzzle), result) in self.puzzles.extract_if(.., of_guest).collect::<Vec<_>>() {
            self.puzzles.entry((user.to_owned(), puzzle)).or_insert(result);
        }
    }

    /// The users who keep private notes of a game.
    pub(crate) fn note_takers<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a str> {
        let of_game =
            self.texts.keys().filter(move |(_, of, kind)| of == game && *kind == TextKind::Notes);
        of_game.map(|(user, ..)| user.as_str())
    }

    /// Deletes what was said and noted in a game.
    pub(crate) fn delete_game(&mut self, game: &str) {
        self.rooms.retain(|(of, _), _| of != game);
        self.texts.retain(|(_, of, _), _| of != game);
    }

    /// Forgets what a user has said and noted.
    pub(crate) fn forget(&mut self, user: &str) {
        for line in self.rooms.values_mut().flatten() {
            if line.as_ref().is_some_and(|line| line.user == user) {
                *line = None;
            }
        }
        self.texts.retain(|(by, ..), _| by != user);
        self.puzzles.retain(|(by, _), _| by != user);
    }
}
