//! Offers: the free seats of a game, the people who may take them, and how offers end.

use crate::{NewGame, NewGameBody, TimeInfo};
use heterodox_host::{DeclineReason, IfFree, Requirements, UserId, Visibility};
use heterodox_rules::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a game offers, while a seat is free or if the offer ended without a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferInfo {
    /// The person who made it; `null` if that one holds no seat any more.
    pub by: Option<UserId>,
    /// The last moment at which a free seat can be taken.
    pub until_ms: Option<i64>,
    /// For each seat the only one who may take it; `null` for anybody who may see the game, and
    /// for a taken seat.
    pub invited: Vec<Option<InvitedInfo>>,
    /// How many more games like this one are offered, one after the other is accepted.
    pub further: u8,
    /// What becomes of a seat that stays free.
    pub if_free: IfFree,
    /// What a person must fulfil who takes a seat that is for anybody.
    pub requires: Requirements,
    /// The game to which the offer belongs.
    pub of: Option<OfferOfInfo>,
    /// How it ended without a game.
    pub end: Option<OfferEndInfo>,
}

/// The only one who may take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct InvitedInfo {
    /// The person; `null` if the seat is offered by a link.
    pub user: Option<UserId>,
    /// The person's name; `null` for a guest and for a link.
    pub name: Option<String>,
    /// The secret of the link, for the person who made the offer alone:
    /// `/offers/ID?key=KEY` is the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub key: Option<String>,
}

/// The game to which an offer belongs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferOfInfo {
    /// `rematch`: the game that is played again. `counter`: the offer that is answered.
    /// `standing`: the first game of the standing offer.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
}

/// How an offer ended without a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferEndInfo {
    /// `declined`, `countered`, `withdrawn` or `expired`.
    pub kind: &'static str,
    /// The seat that was declined.
    pub seat: Option<Seat>,
    /// Why it was declined.
    pub reason: Option<DeclineReason>,
    /// The id of the counter-offer, for the person who made the first offer alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
}

/// The secret of a seat that is offered by a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatLink {
    /// The seat.
    pub seat: Seat,
    /// The secret: `/offers/ID?key=KEY` is the link.
    pub key: String,
}

/// An offer in full.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OfferDetails {
    /// The id of the game that it becomes.
    pub id: String,
    /// The game, such as `klinzha`.
    pub game: String,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// Whether a seat is free.
    pub open: bool,
    /// The seats that the caller may take.
    pub seats: Vec<Seat>,
    /// All options with their values, the drawn array included.
    pub options: Vec<OfferOption>,
    /// How the game begins: `setup`, `position`, or the name of a quick start.
    pub start: String,
    /// The position from which it begins, if it is not the game's own. `null` in a hidden game.
    pub position: Option<String>,
    /// How time is played; `null` without clocks.
    pub time: Option<TimeInfo>,
    /// What else is offered.
    pub offer: OfferInfo,
    /// What differs from the offer that this one answers: `game`, `start`, `time`,
    /// `visibility` and the keys of options.
    pub changed: Vec<String>,
}

/// An option of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OfferOption {
    /// The option.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Whether the form for a new game begins with it: the default, or the house rule.
    pub usual: bool,
}

/// Acceptance of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AcceptOffer {
    /// The wanted seat; the first one that is offered if missing.
    #[schema(nullable = false)]
    pub seat: Option<usize>,
    /// The secret of the link.
    #[schema(nullable = false)]
    pub key: Option<String>,
}

/// Refusal of an offer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DeclineOffer {
    /// Why.
    #[schema(nullable = false)]
    pub reason: Option<DeclineReason>,
    /// The secret of the link.
    #[schema(nullable = false)]
    pub key: Option<String>,
}

/// Another offer instead of one that was made.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterOffer {
    /// The secret of the link.
    #[serde(default)]
    #[schema(nullable = false)]
    pub key: Option<String>,
    /// The other offer. It offers a seat to the person who made the first.
    #[schema(value_type = NewGame)]
    pub offer: NewGameBody,
}
