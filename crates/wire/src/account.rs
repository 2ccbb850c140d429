//! Accounts: signing up and in, what a person says about itself, its sessions and games.

use heterodox_host::UserId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A request for an account.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The name: 2 to 20 letters and digits of any script, `-`, `_` and `'`.
    pub name: String,
    /// The password: 8 to 256 characters.
    pub password: String,
    /// The code that a closed server needs.
    #[schema(nullable = false)]
    pub code: Option<String>,
}

/// A request to sign in.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginRequest {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// Whether the games of the guest who calls become the person's.
    #[schema(nullable = false)]
    pub take_over: Option<bool>,
}

/// A request for a new password with a code from a mail or of the server's operator.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetRequest {
    /// The code, which is valid once.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// A request for another password.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The present password.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// A request for another e-mail address.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEmail {
    /// The address.
    pub address: String,
    /// The present password, if the caller has one.
    #[schema(nullable = false)]
    pub password: Option<String>,
}

/// A code from a mail.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailCode {
    /// The code, which is valid once.
    pub code: String,
}

/// A request for a mail with a link to choose a new password.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    /// The name or the confirmed e-mail address.
    pub account: String,
}

/// A person goes on vacation or comes back.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VacationRequest {
    /// Whether it is on vacation.
    pub on: bool,
}

/// The caller's e-mail address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EmailInfo {
    /// The address.
    pub address: String,
    /// Whether the caller has shown that it gets mail there.
    pub confirmed: bool,
}

/// The caller's vacation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct VacationInfo {
    /// Whether the caller is on vacation.
    pub on: bool,
    /// What is left, in milliseconds.
    pub left_ms: i64,
    /// When it ends by itself; `null` for who is not on vacation.
    pub until_ms: Option<i64>,
}

/// A new session.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SignedIn {
    /// The secret token, for the header `Authorization: Bearer TOKEN`. It is set as a cookie too.
    pub token: String,
    /// The person's id.
    pub id: UserId,
}

/// What the caller may know of itself.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Me {
    /// The id, which never changes.
    pub id: UserId,
    /// `guest` or `person`.
    pub kind: &'static str,
    /// The name; `null` for a guest.
    pub name: Option<String>,
    /// `player`, `organiser`, `moderator` or `administrator`.
    pub role: &'static str,
    /// When the caller came first.
    pub created_ms: i64,
    /// What the person says about itself.
    pub about: String,
    /// The language: `en`, `de`, `sv` or `it`.
    pub lang: Option<String>,
    /// The time zone, such as `Europe/Berlin`.
    pub tz: Option<String>,
    /// The preferences.
    #[schema(value_type = Object)]
    pub prefs: Map<String, Value>,
    /// Whether the person can sign in with a password.
    pub has_password: bool,
    /// The e-mail address; `null` if there is none.
    pub email: Option<EmailInfo>,
    /// The vacation; `null` for a guest.
    pub vacation: Option<VacationInfo>,
}

/// What the caller changes about itself. What is missing stays.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MeChange {
    /// Another name.
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// A text for others, at most 1000 characters.
    #[schema(nullable = false)]
    pub about: Option<String>,
    /// The language; an empty text for that of the browser.
    #[schema(nullable = false)]
    pub lang: Option<String>,
    /// The time zone; an empty text for that of the browser.
    #[schema(nullable = false)]
    pub tz: Option<String>,
    /// The preferences that change; `null` removes one.
    #[schema(value_type = Object, nullable = false, required = false)]
    pub prefs: Option<Map<String, Value>>,
}

/// A session of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SessionInfo {
    /// Its id.
    pub id: String,
    /// Whether this call came through it.
    pub here: bool,
    /// When it began.
    pub created_ms: i64,
    /// When it was used last, to the hour.
    pub seen_ms: i64,
    /// The program, as it named itself.
    pub agent: Option<String>,
    /// The network from which it began; forgotten after 30 days.
    pub network: Option<String>,
}

/// The sessions of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Sessions {
    /// The sessions, the one that was used last first.
    pub sessions: Vec<SessionInfo>,
}

/// A request to take over the games of a guest.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeoverRequest {
    /// The guest's token.
    pub token: String,
}

/// Games were taken over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TakenOver {
    /// The number of games.
    pub games: u32,
}

/// What everybody may know of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct UserInfo {
    /// The id.
    pub id: UserId,
    /// `guest` or `person`.
    pub kind: &'static str,
    /// The name; `null` for a guest.
    pub name: Option<String>,
    /// What the person says about itself.
    pub about: String,
    /// When the user came first.
    pub created_ms: i64,
    /// Whether the user is on vacation.
    pub on_vacation: bool,
    /// How many of its last games against people, at most 200, are counted for `timed_out`.
    pub recent_games: u32,
    /// How many of those it has lost on time, or by leaving.
    pub timed_out: u32,
    /// How the caller has played against the user, by game.
    pub scores: Vec<ScoreLine>,
}

/// The users whom the caller has blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Blocks {
    /// Their ids.
    pub blocked: Vec<UserId>,
}

/// A seat of a game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ListedSeat {
    /// The user; `null` for a computer and for a free seat.
    pub user: Option<UserId>,
    /// The user to whom the free seat is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invited: Option<UserId>,
    /// The user's name; `null` for a guest.
    pub name: Option<String>,
    /// The computer's level.
    pub computer: Option<u8>,
    /// The place in the result, from 1.
    pub place: Option<u8>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameLine {
    /// The id.
    pub id: String,
    /// The game's id in the rules, such as `klinzha`.
    pub game: String,
    /// `open`, `running` or `over`.
    pub state: &'static str,
    /// Whether the user is to act.
    pub my_turn: bool,
    /// The last moment at which an act of the player to act counts; `null` if no time runs.
    pub until_ms: Option<i64>,
    /// How it begins: `setup`, `position`, or the name of a quick start.
    pub start: String,
    /// How time is played, as a request for a new game names it; `null` without clocks.
    pub time: Option<String>,
    /// Its visibility: `public`, `link` or `private`.
    pub visibility: &'static str,
    /// The last moment at which a free seat can be taken.
    pub offered_until_ms: Option<i64>,
    /// The seats.
    pub seats: Vec<ListedSeat>,
    /// The number of plies.
    pub plies: u32,
    /// When the game was opened.
    pub created_ms: i64,
    /// When the turn passed last: it orders the list and is not sent.
    #[serde(skip)]
    pub turn_ms: i64,
    /// When it ended.
    pub over_ms: Option<i64>,
    /// Why it ended.
    pub reason: Option<String>,
}

/// Games in a list that everybody may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameLine>,
    /// The `before` of the next page; `null` on the last one. A page of a search may be short, or
    /// empty, though others follow.
    pub next: Option<String>,
}

/// A game of the archive with its record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ArchivedGame {
    /// The game.
    #[serde(flatten)]
    pub game: GameLine,
    /// Its record, in strict notation.
    pub record: String,
}

/// How much waits for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Waiting {
    /// The number of running games in which it is to act.
    pub games: u32,
    /// The number of offers with a seat for it alone.
    pub offers: u32,
}

/// The offers that a caller may accept, and its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Offers {
    /// Those with a seat for the caller alone.
    pub to_me: Vec<GameLine>,
    /// Those with a seat that the caller has made or joined, and that wait for other players.
    pub mine: Vec<GameLine>,
    /// A page of the lobby: those with a seat for anybody, the newest first.
    pub lobby: Vec<GameLine>,
    /// The `before` of the next page of the lobby.
    pub next: Option<String>,
}

/// How two users have played against each other in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ScoreLine {
    /// The game's id in the rules.
    pub game: String,
    /// The number of games.
    pub games: u32,
    /// How often the first user came out before the second.
    pub won: u32,
    /// How often the second came out before the first.
    pub lost: u32,
}

/// The games of a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MyGames {
    /// Those that are not over, on the first page: first those in which the user is to act, with
    /// the least time left first, then by the moment at which the turn passed last.
    pub running: Vec<GameLine>,
    /// A page of those that are over, the newest first.
    pub over: Vec<GameLine>,
    /// The `before` of the next page; `null` on the last one.
    pub next: Option<String>,
}

/// What has happened to the caller's games and offers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Happened {
    /// The newest first, at most ten, of the last 30 days.
    pub news: Vec<HappenedLine>,
}

/// Something that has happened to a game or an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HappenedLine {
    /// `accepted`, `declined`, `left`, `expired`, `over` or `cancelled`.
    pub event: &'static str,
    /// The id of the game.
    pub game: String,
    /// Which game it is, such as `klinzha`.
    pub kind: String,
    /// When it happened: milliseconds since 1970-01-01 UTC.
    pub at_ms: i64,
    /// The path of the page about it.
    pub path: String,
}

/// A line of the audit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct AuditLine {
    /// When it happened.
    pub at_ms: i64,
    /// Who did it; `null` for the server's operator.
    pub actor: Option<String>,
    /// What was done.
    pub what: String,
    /// To whom, or to which game.
    pub whom: Option<String>,
    /// More about it: the reason, or the new role.
    pub detail: Option<String>,
}

/// The newest lines of the audit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Audit {
    /// The lines, the newest first.
    pub lines: Vec<AuditLine>,
}

/// A passkey of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PasskeyInfo {
    /// Its id.
    pub id: String,
    /// The caller's word for it.
    pub label: String,
    /// When it was added.
    pub created_ms: i64,
    /// When it was used last.
    pub used_ms: Option<i64>,
}

/// The passkeys of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Passkeys {
    /// The passkeys, the oldest first.
    pub passkeys: Vec<PasskeyInfo>,
}

/// A passkey that the browser has made.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    /// The caller's word for it.
    pub label: String,
    /// The browser's `RegistrationResponseJSON`.
    #[schema(value_type = Object)]
    pub credential: Map<String, Value>,
}

/// A signature by a passkey.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyLogin {
    /// The browser's `AuthenticationResponseJSON`.
    #[schema(value_type = Object)]
    pub credential: Map<String, Value>,
    /// Whether the games of the guest who calls become the person's.
    #[schema(nullable = false)]
    pub take_over: Option<bool>,
}
