//! What is said beside the moves: the chat of a game, reports of it, and private notes.

use heterodox_host::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A room of a game's chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatRoom {
    /// That of the players. Onlookers read it too, in a hidden game after the end.
    Table,
    /// That of the onlookers. Players read it after the end.
    Gallery,
}

impl ChatRoom {
    /// Both rooms.
    pub const ALL: [Self; 2] = [Self::Table, Self::Gallery];

    /// The word for it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Gallery => "gallery",
        }
    }

    /// The room with this word.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|room| room.key() == key)
    }
}

/// A set phrase, which each reader gets in its language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChatPhrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Have fun!
    HaveFun,
    /// Nice move!
    NiceMove,
    /// One moment, please.
    OneMoment,
    /// I am back.
    Back,
    /// Sorry!
    Sorry,
    /// Thank you!
    Thanks,
    /// Well played!
    WellPlayed,
    /// That was a good game.
    GoodGame,
    /// I have to go.
    MustGo,
    /// Goodbye!
    Bye,
}

impl ChatPhrase {
    /// All phrases.
    pub const ALL: [Self; 12] = [
        Self::Hello,
        Self::GoodLuck,
        Self::HaveFun,
        Self::NiceMove,
        Self::OneMoment,
        Self::Back,
        Self::Sorry,
        Self::Thanks,
        Self::WellPlayed,
        Self::GoodGame,
        Self::MustGo,
        Self::Bye,
    ];

    /// The key of the phrase.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::GoodLuck => "good-luck",
            Self::HaveFun => "have-fun",
            Self::NiceMove => "nice-move",
            Self::OneMoment => "one-moment",
            Self::Back => "back",
            Self::Sorry => "sorry",
            Self::Thanks => "thanks",
            Self::WellPlayed => "well-played",
            Self::GoodGame => "good-game",
            Self::MustGo => "must-go",
            Self::Bye => "bye",
        }
    }

    /// The phrase with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phrase| phrase.key() == key)
    }
}

/// A line of a chat. It has either `phrase`, or `text`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ChatLine {
    /// The room.
    pub room: ChatRoom,
    /// The number of the line in its room, from 1.
    pub seq: u64,
    /// The id of who says it.
    pub user: UserId,
    /// Its name; `null` for a guest.
    pub name: Option<String>,
    /// When, to the minute.
    pub at_ms: i64,
    /// The set phrase.
    pub phrase: Option<ChatPhrase>,
    /// The free text.
    pub text: Option<String>,
}

/// The chat of a game as the caller may read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Chat {
    /// The lines of the table; `null` if the caller may not read them now.
    pub table: Option<Vec<ChatLine>>,
    /// The lines of the gallery; `null` if the caller may not read them now.
    pub gallery: Option<Vec<ChatLine>>,
    /// Where the caller may say something.
    pub says_in: Vec<ChatRoom>,
    /// Whether the caller may write free text.
    pub free_text: bool,
    /// Why the caller may write no free text though the server takes it.
    pub silence: Option<SilenceInfo>,
}

/// A time in which somebody may write no free text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SilenceInfo {
    /// When it ends.
    pub until_ms: i64,
    /// The moderator's reason.
    pub reason: String,
}

/// Something to say: either a phrase, or a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChatLine {
    /// The room.
    pub room: ChatRoom,
    /// A set phrase.
    #[schema(nullable = false)]
    pub phrase: Option<ChatPhrase>,
    /// Free text: 1 to 300 characters. Control characters are left out.
    #[schema(nullable = false)]
    pub text: Option<String>,
}

/// What a report is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// Insults or threats.
    Insult,
    /// Advertising, or the same again and again.
    Spam,
    /// Help from programs or other people, or several accounts.
    Cheating,
    /// An offensive name or profile.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    /// All reasons.
    pub const ALL: [Self; 5] = [Self::Insult, Self::Spam, Self::Cheating, Self::Name, Self::Other];

    /// The word for it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Insult => "insult",
            Self::Spam => "spam",
            Self::Cheating => "cheating",
            Self::Name => "name",
            Self::Other => "other",
        }
    }

    /// The reason with this word.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

/// A report of a line to the moderators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineReport {
    /// The room.
    pub room: ChatRoom,
    /// The number of the line.
    pub seq: u64,
    /// What it is reported for.
    pub reason: ReportReason,
}

/// A report of a user to the moderators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UserReport {
    /// What it is reported for.
    pub reason: ReportReason,
}

/// The caller's private notes on a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Notes {
    /// The text; `null` if none is kept with the account.
    pub text: Option<String>,
}

/// Private notes that are to be kept with the account.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNotes {
    /// The text: at most 4096 bytes.
    pub text: String,
}
