//! Opening, joining and reading games, acts and hints.

use crate::{ClockState, LevelTally, NewTime, OfferInfo, SeatLink, TimeInfo};
use heterodox_engine::{Level, Score};
use heterodox_host::clock::TimeRules;
use heterodox_host::{
    ActRequest, Action, IfFree, Moment, NewTable, NextWish, OfferTerms, Opponent, Requirements,
    SeatChoice, SeatOccupant, Seating, StartWith, UserId, Visibility,
};
use heterodox_rules::{DicePart, GameInfo, Options, Scene, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, OneOf, Schema, Type};

/// What the server offers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Info {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The levels of the computer, the weakest first.
    pub levels: Vec<Level>,
}

/// A new guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct NewGuest {
    /// The secret token, for the header `Authorization: Bearer TOKEN`.
    pub token: String,
    /// The public name.
    pub guest: UserId,
}

/// A request for a new game. The players are given by `opponent` (and `seat`), or by `seats` (and
/// `shuffle`).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"game": "klinzha", "start": {"quick": "north-west"},
    "opponent": {"computer": 1}, "seat": 0}))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The id of the game, such as `klinzha`.
    game: String,
    /// The table options; those that are missing have their defaults.
    #[serde(default)]
    options: Options,
    /// How the game begins; with the game's setup if missing.
    #[serde(default)]
    start: StartWith,
    /// The opponent on all other seats.
    #[schema(nullable = false)]
    opponent: Option<Opponent>,
    /// See [`seat_or_random`].
    #[schema(schema_with = seat_or_random, required = false)]
    seat: Option<SeatChoice>,
    /// The occupant of each seat; `you` at least once.
    #[schema(nullable = false)]
    seats: Option<Vec<SeatOccupant>>,
    /// Whether the occupants in `seats` are shuffled.
    #[schema(nullable = false)]
    shuffle: Option<bool>,
    /// How time is played; without clocks if missing.
    #[schema(nullable = false)]
    time: Option<NewTime>,
    /// The visibility of the game; `link` if missing.
    #[serde(default)]
    #[schema(required = false)]
    visibility: Visibility,
    /// The last moment at which a free seat can be taken, within the next 90 days. If missing, it
    /// is a day for a live game and 14 days for another.
    #[schema(nullable = false)]
    until_ms: Option<i64>,
    /// How many more games like this one are offered, one after the other is accepted: at most 19.
    #[serde(default)]
    #[schema(required = false)]
    further: u8,
    /// What becomes of a seat that stays free; if missing, the game is cancelled.
    #[serde(default)]
    #[schema(required = false)]
    if_free: IfFree,
    /// What a person must fulfil who takes a seat that is for anybody.
    #[serde(default)]
    #[schema(required = false)]
    requires: Requirements,
    /// Whether the seed in the options was drawn by chance, such as for a preview: a rematch draws
    /// another one.
    #[serde(default)]
    #[schema(required = false)]
    drawn: bool,
}

fn seat_or_random() -> Schema {
    let seat = Object::builder().schema_type(Type::Integer).minimum(Some(0)).build();
    let random = Object::builder().schema_type(Type::String).enum_values(Some(["random"])).build();
    let description = "The caller's seat beside `opponent`: a random one if missing, and 0 if the \
        caller holds all seats.";
    OneOf::builder().item(seat).item(random).description(Some(description)).build().into()
}

/// A [`NewGame`] whose fields agree.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "NewGame")]
pub struct NewGameBody(pub NewTable);

impl TryFrom<NewGame> for NewGameBody {
    type Error = String;

    fn try_from(request: NewGame) -> Result<Self, String> {
        let NewGame { visibility, until_ms, further, if_free, requires, drawn, .. } = request;
        let NewGame { game, options, start, opponent, seat, seats, shuffle, time, .. } = request;
        let time = time.map(TimeRules::try_from).transpose().map_err(|error| error.to_string())?;
        Ok(Self(NewTable {
            game,
            options,
            start,
            time,
            seating: seating(opponent, seat, seats, shuffle)?,
            terms: OfferTerms {
                visibility,
                until: until_ms.map(Moment),
                further,
                if_free,
                requires,
                drawn,
                of: None,
            },
        }))
    }
}

/// The players that a request names in one of two ways.
fn seating(
    opponent: Option<Opponent>,
    seat: Option<SeatChoice>,
    seats: Option<Vec<SeatOccupant>>,
    shuffle: Option<bool>,
) -> Result<Seating, &'static str> {
    Ok(match (opponent, seats) {
        (Some(_), Some(_)) => {
            return Err("the key `seats` stands beside `opponent`, expected one of the two");
        }
        (None, None) => return Err("missing field `opponent`, expected it or `seats`"),
        (Some(_), None) if shuffle.is_some() => {
            return Err(
                "the key `shuffle` stands beside `opponent`, expected it beside `seats` alone",
            );
        }
        (None, Some(_)) if seat.is_some() => {
            return Err(
                "the key `seat` stands beside `seats`, expected it beside `opponent` alone",
            );
        }
        // Only the table knows the right number of seats.
        (None, Some(seats)) if !seats.is_empty() && !seats.contains(&SeatOccupant::You) => {
            return Err("the key `seats` has no \"you\", expected it on at least one seat");
        }
        (Some(opponent), None) => {
            Seating::Against { opponent, seat: seat.unwrap_or(SeatChoice::Random) }
        }
        (None, Some(seats)) => Seating::Each { seats, shuffle: shuffle.unwrap_or_default() },
    })
}

/// A game that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpenedGame {
    /// The id of the game.
    pub id: String,
    /// The caller's first seat.
    pub seat: Seat,
    /// The secrets of the seats that are offered by links.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub links: Vec<SeatLink>,
}

/// A seat that was taken or given to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Seated {
    /// The seat.
    pub seat: Seat,
}

/// A computer for a free seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComputerRequest {
    /// The seat.
    pub seat: usize,
    /// The level.
    pub level: Level,
}

/// A guest's part of the seed of the dice.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DicePartRequest {
    /// The part.
    pub part: DicePart,
}

/// An act of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"act": "submit", "text": "V@G13 G14"}))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// What is done.
    #[serde(rename = "act")]
    kind: ActKind,
    /// What is submitted, for `submit` and no other act: the `text` of a choice, or the same in
    /// another notation of the game.
    #[schema(nullable = false)]
    text: Option<String>,
    /// Whether the take-back is granted, for `answer-takeback` and no other act.
    #[schema(nullable = false)]
    accept: Option<bool>,
    /// The seat that gets more time, for `more-time` and no other act.
    #[schema(nullable = false)]
    to: Option<usize>,
    /// One of the caller's seats. The default is the seat of the socket's `as`, else the caller's
    /// seat to act, else the one that had the turn last.
    #[schema(nullable = false)]
    seat: Option<usize>,
    /// The version that the caller saw. At any other version the act is refused as `stale`.
    #[schema(nullable = false)]
    expect: Option<u64>,
}

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ActKind {
    /// Submits a move or a setup step.
    Submit,
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the one that is offered.
    OfferDraw,
    /// Declines the offered draw.
    DeclineDraw,
    /// Asks for a take-back.
    AskTakeback,
    /// Answers a request for a take-back.
    AnswerTakeback,
    /// Offers a pause, or agrees to the one that is offered.
    OfferPause,
    /// Declines the pause that is offered.
    DeclinePause,
    /// Wants to go on after a pause.
    Resume,
    /// Gives another seat more time.
    MoreTime,
    /// Claims a win, because the player to move has left.
    ClaimWin,
    /// Claims a draw, because the player to move has left.
    ClaimDraw,
}

/// An [`Act`] whose fields agree.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Act")]
pub struct ActBody(pub ActRequest);

impl TryFrom<Act> for ActBody {
    type Error = &'static str;

    fn try_from(request: Act) -> Result<Self, &'static str> {
        let Act { kind, text, accept, to, seat, expect } = request;
        if text.is_some() && kind != ActKind::Submit {
            return Err("unknown field `text` for this act, expected it for `submit` alone");
        }
        if accept.is_some() && kind != ActKind::AnswerTakeback {
            return Err(
                "unknown field `accept` for this act, expected it for `answer-takeback` alone",
            );
        }
        if to.is_some() && kind != ActKind::MoreTime {
            return Err("unknown field `to` for this act, expected it for `more-time` alone");
        }
        let action = match kind {
            ActKind::Submit => Action::Submit(
                text.ok_or("missing field `text`, expected what is submitted as a string")?,
            ),
            ActKind::Resign => Action::Resign,
            ActKind::OfferDraw => Action::OfferDraw,
            ActKind::DeclineDraw => Action::DeclineDraw,
            ActKind::AskTakeback => Action::AskTakeback,
            ActKind::AnswerTakeback => Action::AnswerTakeback {
                accept: accept.ok_or("missing field `accept`, expected true or false")?,
            },
            ActKind::OfferPause => Action::OfferPause,
            ActKind::DeclinePause => Action::DeclinePause,
            ActKind::Resume => Action::Resume,
            ActKind::MoreTime => Action::MoreTime {
                to: to.ok_or("missing field `to`, expected the seat that gets the time")?,
            },
            ActKind::ClaimWin => Action::Claim { draw: false },
            ActKind::ClaimDraw => Action::Claim { draw: true },
        };
        Ok(Self(ActRequest { action, seat, expect }))
    }
}

/// An act that was done and is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ActDone {
    /// The version of the game after the act.
    pub version: u64,
    /// Remarks on a text that was not in strict notation.
    pub warnings: Vec<String>,
}

/// A suggested act: what a strong player with the view of the seat would submit.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Hint {
    /// The text to submit.
    pub text: String,
    /// The cell where it begins; `null` if the act does not lead from cell to cell.
    pub from: Option<String>,
    /// The cell where it ends; `null` if there is not exactly one.
    pub to: Option<String>,
    /// The principal variation, as far as the engine has searched.
    pub pv: Vec<String>,
    /// The score from the seat's side; `null` if the engine did not search.
    pub score: Option<Score>,
    /// The version of the game after the hint, which is an event too, as the seat knows it.
    pub version: u64,
}

/// The rematch: an offer to the other players, or the game once all have accepted it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RematchGame {
    /// The id of the game.
    pub id: String,
}

/// The game after a finished one: what differs from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[schema(example = json!({"level": 3, "swap": true}))]
#[serde(deny_unknown_fields, default)]
pub struct NextGame {
    /// The level of all computers; if missing, as it was.
    #[schema(nullable = false, required = false)]
    pub level: Option<Level>,
    /// Whether each player moves on by one seat.
    #[schema(required = false)]
    pub swap: bool,
    /// Whether the array is another one: the next quick start, or one drawn anew.
    #[schema(required = false)]
    pub array: bool,
    /// Whether the other seats are offered by links.
    #[schema(required = false)]
    pub friend: bool,
}

impl From<NextGame> for NextWish {
    fn from(next: NextGame) -> Self {
        let NextGame { level, swap, array, friend } = next;
        Self { level, swap, array, friend }
    }
}

/// What can follow a finished game of the caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct NextChoices {
    /// The level of the computers, if all other players are computers of one level.
    pub level: Option<Level>,
    /// How the caller has played against this level; `null` without one.
    pub tally: Option<LevelTally>,
    /// The level that comes next: a higher one after a win, a lower one after two losses in a row.
    pub suggested: Option<Level>,
    /// Whether there can be another array.
    pub array: bool,
    /// Whether no other people play in the game.
    pub alone: bool,
}

/// The paths of an intent that the view allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Paths {
    /// The cells of each path without the first, the preferred path first. Empty in games in which
    /// the path of a move does not matter.
    pub paths: Vec<Vec<String>>,
}

/// The state of a game as one viewer may know it. Its view of the table comes from the [`Scene`]
/// and frames of that viewer, so it holds no hidden information.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameState {
    /// The game's id.
    pub id: String,
    /// How often what the viewer may know has changed: joining and draw offers count too. In an
    /// open game it is the length of the log. In a hidden game each viewer has its own, on which
    /// unseen acts have no effect.
    pub version: u64,
    /// When the game was opened: milliseconds since 1970-01-01 UTC.
    pub created_ms: i64,
    /// The seat whose view this is; `null` for the public view.
    pub seat: Option<Seat>,
    /// The seats that the caller holds.
    pub seats: Vec<Seat>,
    /// How the game began.
    pub start: StartInfo,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// Whether a seat is free.
    pub open: bool,
    /// The offer of the free seats; `null` if all are taken.
    pub offer: Option<OfferInfo>,
    /// The player of each seat; `null` for a free seat.
    pub players: Vec<Option<PlayerInfo>>,
    /// The seed of the dice in an open game; `null` in a game without dice or with hidden
    /// information.
    pub dice: Option<DiceInfo>,
    /// The scene of the table.
    pub scene: Scene,
    /// The plies so far, as texts.
    pub moves: Vec<String>,
    /// Whether a computer is to move, and no seat is free.
    pub thinking: bool,
    /// The number of hints that each seat has taken.
    pub hints: Vec<u32>,
    /// How time is played; `null` in a game without clocks.
    pub time: Option<TimeInfo>,
    /// The clocks; `null` in a game without clocks.
    pub clock: Option<ClockState>,
    /// The time that each ply took, in milliseconds, once the game is over; `null` in it for
    /// computers.
    pub spent_ms: Option<Vec<Option<u64>>>,
    /// The state of the rematch.
    pub rematch: RematchInfo,
}

/// How a game began. All viewers learn that it began from a position and who chose it, because in a
/// hidden game that player knows more than its view holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StartInfo {
    /// In which way.
    pub kind: StartKind,
    /// The name of the quick start.
    pub name: Option<String>,
    /// The seat of the guest who chose the start; `null` for a rematch, whose players all know it.
    pub by: Option<Seat>,
}

/// In which way a game began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StartKind {
    /// With the game's setup.
    Setup,
    /// From a quick start.
    Quick,
    /// From a position.
    Position,
}

/// Dice that can be verified when the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DiceInfo {
    /// The SHA-256 of the server's part of the seed, in hexadecimal.
    pub commitment: String,
    /// Each seat's part of the seed. A guest with several seats gives it on its first one.
    pub parts: Vec<Option<DicePart>>,
    /// The first seat of each guest that still owes its part.
    pub awaits: Vec<Seat>,
    /// The whole seed, once the game is over: the server's part and the players' parts, joined by
    /// dots.
    pub seed: Option<String>,
    /// The number of throws so far, including those that were taken back.
    pub throws: u64,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// The person; `null` for the computer.
    pub guest: Option<UserId>,
    /// The person's name; `null` for a guest and for the computer.
    pub name: Option<String>,
    /// The computer's level; `null` for a guest.
    pub computer: Option<Level>,
    /// Whether the guest has a socket or stream of the game open. The computer is always online.
    pub online: bool,
    /// In a live game with clocks, since when the guest has had none open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub away_since_ms: Option<i64>,
}

/// The state of a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RematchInfo {
    /// The seat that offered it last.
    pub by: Option<Seat>,
    /// The id of the game that was offered.
    pub id: Option<String>,
}
