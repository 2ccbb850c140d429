//! The chat of games: the permissions to read and write, and the lines that a reader is shown.
//!
//! A game has two rooms. The table's is that of the players: onlookers read it, in a hidden game
//! only after the end. The gallery's is that of the onlookers: players read it after the end. Set
//! phrases are always allowed; free text is where the server takes it, from people with an account
//! who are not silenced. A reader is shown no line of a user whom it has blocked.

use super::{GuestPolicy, Identity, People, PeopleError, user_id};
use crate::games::{LiveGame, SaidLine, ServiceError};
use heterodox_host::{Game, UserId};
use heterodox_rules::info;
use heterodox_store::{ChatLine as StoredLine, Said, Silence, UserKind};
use heterodox_wire::{Chat, ChatLine, ChatPhrase, ChatRoom, NewChatLine, SilenceInfo};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::broadcast;

/// The most lines of a room. Each room counts for itself, so that none tells of the other.
const ROOM_LINES: usize = 250;
/// The most characters of a line.
const TEXT: usize = 300;
/// What a line needs in the store beside its text, in bytes.
const OVERHEAD: usize = 100;

const MINUTE_MS: i64 = 60_000;

/// Returns whether a caller may read a room of a game now.
pub(super) fn may_read(game: &Game, user: Option<UserId>, room: ChatRoom) -> bool {
    let plays = user.is_some_and(|user| !game.seats_of(user).is_empty());
    // What is not known is taken to be hidden.
    let is_hidden = info(&game.opening().game).map_or(true, |info| info.hidden);
    let may = game.outcome().is_some()
        || match room {
            ChatRoom::Table => plays || !is_hidden,
            ChatRoom::Gallery => !plays,
        };
    may && game.is_visible_to(user, None)
}

/// Returns whether a caller may say something in a room of a game now.
fn may_say(game: &Game, user: Option<UserId>, room: ChatRoom) -> bool {
    let plays = user.is_some_and(|user| !game.seats_of(user).is_empty());
    match room {
        ChatRoom::Table => plays,
        ChatRoom::Gallery => !plays || game.outcome().is_some(),
    }
}

/// Returns whether a sign is left out of a line: it is not shown, or changes the direction in which
/// what follows is read.
fn is_stripped(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a sign shows anything. The others join signs, or hold a place.
fn is_seen(sign: char) -> bool {
    !matches!(
        sign,
        ' ' | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Reads a free text: one line without control characters.
fn read_text(text: &str) -> Result<String, PeopleError> {
    let plain: String =
        text.chars().map(|sign| if sign.is_whitespace() { ' ' } else { sign }).collect();
    let plain: String = plain.chars().filter(|sign| !is_stripped(*sign)).collect();
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let length = text.chars().count();
    if length <= TEXT && text.chars().any(is_seen) {
        Ok(text)
    } else {
        Err(PeopleError::BadChatText)
    }
}

/// The silence that a user is under at a moment.
pub(super) fn silence_at(silence: Option<Silence>, now_ms: i64) -> Option<Silence> {
    silence.filter(|silence| silence.until_ms > now_ms)
}

impl People {
    /// The silence of a caller now, if it is a person.
    async fn silence_of(&self, caller: &Identity) -> Result<Option<Silence>, PeopleError> {
        let user = self.present(caller.user).await?;
        Ok(silence_at(user.silence, self.now_ms()))
    }

    /// Refuses a caller who may not write free text.
    async fn expect_free_text(&self, caller: &Identity) -> Result<(), PeopleError> {
        if !self.policy.chat {
            return Err(PeopleError::ChatClosed);
        }
        if caller.kind != UserKind::Person {
            return Err(PeopleError::NotAPerson);
        }
        match self.silence_of(caller).await? {
            Some(Silence { until_ms, reason }) => Err(PeopleError::Silenced { until_ms, reason }),
            None => Ok(()),
        }
    }

    /// A line as readers are shown it. Its time is told to the minute.
    async fn line(&self, room: ChatRoom, line: &StoredLine) -> Result<ChatLine, PeopleError> {
        let user = user_id(&line.user)?;
        let (phrase, text) = match &line.said {
            Said::Phrase(key) => (ChatPhrase::from_key(key), None),
            Said::Text(text) => (None, Some(text.clone())),
        };
        Ok(ChatLine {
            room,
            seq: line.seq,
            user,
            name: self.service.name_of(user).await?,
            at_ms: line.at_ms - line.at_ms.rem_euclid(MINUTE_MS),
            phrase,
            text,
        })
    }

    /// The ids of those whom a reader has blocked.
    async fn blocked_by(&self, reader: Option<UserId>) -> Result<Vec<String>, PeopleError> {
        match reader {
            Some(reader) => Ok(self.store.blocks_of(reader.as_str()).await?),
            None => Ok(Vec::new()),
        }
    }

    /// The chat of a game as a caller may read it.
    pub(crate) async fn chat(
        &self,
        caller: Option<&Identity>,
        id: &str,
        address: Option<IpAddr>,
    ) -> Result<Chat, PeopleError> {
        let user = caller.map(|caller| caller.user);
        let game = self.service.snapshot(id, user, address).await?.game.clone();
        let blocked = self.blocked_by(user).await?;
        let mut rooms = [None, None];
        for (room, shown) in ChatRoom::ALL.into_iter().zip(&mut rooms) {
            if !may_read(&game, user, room) {
                continue;
            }
            let mut lines = Vec::new();
            for line in self.store.chat(game.id(), room.key()).await? {
                if !blocked.contains(&line.user) {
                    lines.push(self.line(room, &line).await?);
                }
            }
            *shown = Some(lines);
        }
        let [table, gallery] = rooms;
        let person = caller.filter(|caller| caller.kind == UserKind::Person);
        let silence = match person {
            Some(person) if self.policy.chat => self.silence_of(person).await?,
            _ => None,
        };
        // A stranger becomes a guest when it says something.
        let may = person.is_some() || self.policy.guests == GuestPolicy::Play;
        let says_in = ChatRoom::ALL.into_iter().filter(|room| may && may_say(&game, user, *room));
        Ok(Chat {
            table,
            gallery,
            says_in: says_in.collect(),
            free_text: person.is_some() && self.policy.chat && silence.is_none(),
            silence: silence.map(|Silence { until_ms, reason }| SilenceInfo { until_ms, reason }),
        })
    }

    /// Says something in a room of a game's chat.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NotYourRoom`], [`PeopleError::BadChatText`], [`PeopleError::ChatFull`]; for
    /// free text also [`PeopleError::ChatClosed`], [`PeopleError::NotAPerson`] and
    /// [`PeopleError::Silenced`].
    pub(crate) async fn say(
        self: &Arc<Self>,
        caller: &Identity,
        id: &str,
        NewChatLine { room, phrase, text }: NewChatLine,
        address: Option<IpAddr>,
    ) -> Result<ChatLine, PeopleError> {
        let live = self.service.visible_game(id, Some(caller.user), None, address).await?;
        if !may_say(&live.snapshot().game, Some(caller.user), room) {
            return Err(PeopleError::NotYourRoom);
        }
        let said = match (phrase, text) {
            (Some(phrase), None) => Said::Phrase(phrase.key().to_owned()),
            (None, Some(text)) => {
                self.expect_free_text(caller).await?;
                Said::Text(read_text(&text)?)
            }
            _ => return Err(PeopleError::BadChatText),
        };
        self.service.count_text(address, OVERHEAD + TEXT)?;
        let new = (caller.user.to_string(), self.now_ms(), said);
        let (store, game) = (self.store.clone(), live.snapshot().game.id().to_owned());
        // A task of its own: a caller that disconnects must not keep a line from its listeners.
        let saying = tokio::spawn(async move {
            live.chat().say(store.as_ref(), (&game, room), new, ROOM_LINES).await
        });
        let died = |error| ServiceError::Broken(format!("a line was not said: {error}"));
        let said = saying.await.map_err(died)??.ok_or(PeopleError::ChatFull)?;
        self.line(room, &said.line).await
    }

    /// Listens to the chat of a game.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        id: &str,
        user: Option<UserId>,
        address: Option<IpAddr>,
    ) -> Result<ChatListener, PeopleError> {
        let live = self.service.visible_game(id, user, None, address).await?;
        let said = live.chat().listen();
        let people = self.clone();
        Ok(ChatListener { people, live, user, said, waiting: None, blocked: None })
    }
}

/// Receives the new lines of a game's chat that its reader may read.
pub(crate) struct ChatListener {
    people: Arc<People>,
    live: Arc<LiveGame>,
    user: Option<UserId>,
    said: broadcast::Receiver<Arc<SaidLine>>,
    /// A line that was received and not judged yet.
    waiting: Option<Arc<SaidLine>>,
    /// Those whom the reader has blocked, and the number of changes of blocks when they were read.
    blocked: Option<(u64, Vec<String>)>,
}

impl ChatListener {
    /// The next line. A listener that has lagged behind misses some, which a call of
    /// [`People::chat`] has. Cancel safe.
    pub(crate) async fn next(&mut self) -> ChatLine {
        loop {
            if let Some(line) = self.next_said().await {
                return line;
            }
            match self.said.recv().await {
                Ok(said) => self.waiting = Some(said),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                // Cannot happen: the listener holds the game, and the game holds the sender.
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// The next of the lines that were said already; `None` if there is none. Cancel safe.
    pub(crate) async fn next_said(&mut self) -> Option<ChatLine> {
        loop {
            let said = match self.waiting.clone() {
                Some(said) => said,
                None => match self.said.try_recv() {
                    Ok(said) => self.waiting.insert(said).clone(),
                    Err(broadcast::error::TryRecvError::Lagged(_)) => continue,
                    Err(_) => return None,
                },
            };
            let line = self.judge(&said).await;
            self.waiting = None;
            match line {
                Ok(Some(line)) => return Some(line),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "a line of a chat was not passed on"),
            }
        }
    }

    /// The line, if the reader may read it.
    async fn judge(&mut self, said: &SaidLine) -> Result<Option<ChatLine>, PeopleError> {
        if !may_read(&self.live.snapshot().game, self.user, said.room) {
            return Ok(None);
        }
        let changes = self.people.block_changes.load(Ordering::Relaxed);
        let blocked = match self.blocked.take().filter(|(known, _)| *known == changes) {
            Some((_, blocked)) => blocked,
            None => self.people.blocked_by(self.user).await?,
        };
        let is_blocked = blocked.contains(&said.line.user);
        self.blocked = Some((changes, blocked));
        if is_blocked { Ok(None) } else { self.people.line(said.room, &said.line).await.map(Some) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_text_is_one_plain_line() {
        let read = |text: &str| read_text(text).ok();
        assert_eq!(read(" Qapla'!\n\tnuqneH? ").as_deref(), Some("Qapla'! nuqneH?"));
        assert_eq!(read("a\u{0}b\u{202e}c\u{7}").as_deref(), Some("abc"));
        for empty in ["", " \n ", "\u{0}\u{202e}"] {
            assert_eq!(read(empty), None);
        }
        assert_eq!(read(&"ü".repeat(TEXT)).map(|text| text.chars().count()), Some(TEXT));
        assert_eq!(read(&"ü".repeat(TEXT + 1)), None);
    }
}
