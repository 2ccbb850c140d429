//! What people are to be told of: items for the outbox, which ride in the transaction of
//! the events that they tell of. An item says which game it is about and never what was played;
//! all of it follows from what every viewer may know.

use super::live_game::Snapshot;
use super::view::claim_after_ms;
use heterodox_host::{Done, Event, Game, Invited, Moment, Player, UserId};
use heterodox_rules::{Act, Seat};
use heterodox_store::OutboxItem;
use serde::{Deserialize, Serialize};

/// The kind of an outbox item with news, which goes on to each way of its reader.
pub(crate) const NEWS: &str = "news";

/// What is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum What {
    /// It is the reader's turn.
    Turn,
    /// A seat is offered to the reader.
    Offer,
    /// Half of the time of an offer to the reader is over.
    Waiting,
    /// The reader's offer was accepted.
    Accepted,
    /// The reader's offer was declined.
    Declined,
    /// A player has given up its seat at the reader's table.
    Left,
    /// The reader's offer was not accepted in time.
    Expired,
    /// An opponent asks for something: a draw, a take-back or a pause.
    Asked,
    /// The game is over.
    Over,
    /// The game was cancelled.
    Cancelled,
    /// The reader's time runs out soon.
    Deadline,
}

impl What {
    /// The path of the page about it.
    pub(crate) fn path(self, game: &str) -> String {
        match self {
            Self::Offer | Self::Waiting | Self::Declined | Self::Expired | Self::Cancelled => {
                format!("/offers/{game}")
            }
            _ => format!("/g/{game}"),
        }
    }

    /// Whether it reminds of what was told before.
    pub(crate) fn is_reminder(self) -> bool {
        matches!(self, Self::Deadline | Self::Waiting)
    }

    /// The word for it, as texts and webhooks name it.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Offer => "offer",
            Self::Waiting => "waiting",
            Self::Accepted => "accepted",
            Self::Left => "left",
            Self::Declined => "declined",
            Self::Expired => "expired",
            Self::Asked => "asked",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
            Self::Deadline => "deadline",
        }
    }
}

/// The body of an item with news.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct News {
    /// What is told.
    pub(crate) what: What,
    /// The game.
    pub(crate) game: String,
    /// The game's id in the rules.
    pub(crate) kind: String,
    /// When the turn passed, or the event happened.
    pub(crate) since_ms: i64,
}

impl News {
    /// The item that tells a user.
    fn item(&self, user: UserId, id: String, at: Moment) -> OutboxItem {
        let Self { what, game, since_ms, .. } = self;
        OutboxItem {
            id,
            at_ms: at.as_millis(),
            due_ms: at.as_millis(),
            kind: NEWS.to_owned(),
            user: user.to_string(),
            dedupe_key: format!("{} {user} {game} {since_ms}", what.key()),
            body: serde_json::to_string(self).expect("plain data"),
        }
    }
}

fn news(game: &Game, what: What, since: Moment) -> News {
    News {
        what,
        game: game.id().to_owned(),
        kind: game.opening().game.clone(),
        since_ms: since.as_millis(),
    }
}

/// The persons to whom a new game offers seats.
pub(super) fn of_new(game: &Game, id: impl Fn() -> String) -> Vec<OutboxItem> {
    let at = game.created();
    let invited = game.seats().filter_map(|seat| match game.invited(seat) {
        Some(Invited::User(user)) => Some(*user),
        _ => None,
    });
    invited.map(|user| news(game, What::Offer, at).item(user, id(), at)).collect()
}

/// What a change of a game is to people who may not see it. In a live game with clocks, and where
/// no other person plays, it is nothing.
pub(super) fn of_change(
    before: &Snapshot,
    done: &Done,
    at: Moment,
    id: impl Fn() -> String,
) -> Vec<OutboxItem> {
    let (was, is) = (&*before.game, &done.game);
    let mut told: Vec<(UserId, News)> = Vec::new();
    let tell = |told: &mut Vec<(UserId, News)>, user: UserId, what: What, since: Moment| {
        if !told.iter().any(|(known, news)| *known == user && news.what == what) {
            told.push((user, news(is, what, since)));
        }
    };
    // Who has just acted needs no news of it.
    let acted = |user: UserId| {
        done.events.iter().any(|entry| match &entry.event {
            Event::Act(act) => act.seat().is_some_and(|seat| is.seats_of(user).contains(&seat)),
            Event::Join { user: joined, .. } => *joined == user,
            _ => false,
        })
    };
    let is_here =
        |seat: Seat| before.presence().get(seat.index()).is_some_and(|presence| presence.is_here());
    // A person who has the page open may leave it without a look: its ways are asked when they are
    // to tell it. A guest without a page open may have a browser that is told.
    let is_told = |seat: &Seat| before.names()[seat.index()].is_some() || !is_here(*seat);
    let reader =
        |seat: &Seat| is.player(*seat)?.user().filter(|user| is_told(seat) && !acted(*user));
    let events = || done.events.iter().map(|entry| &entry.event);
    let opener = was.opener();
    for event in events() {
        let what = match event {
            Event::Join { .. } => What::Accepted,
            Event::Decline { .. } => What::Declined,
            Event::Leave { .. } => What::Left,
            Event::Expire => What::Expired,
            _ => continue,
        };
        let seat = was.opening().opener().filter(is_told);
        if let Some(opener) = seat.and(opener).filter(|opener| !acted(*opener)) {
            tell(&mut told, opener, what, at);
        }
    }
    // The others at a table that was cancelled.
    let is_cancelled =
        was.outcome().is_none() && is.outcome().is_some_and(|outcome| !outcome.is_result());
    if is_cancelled {
        let by_opener = events().any(|event| matches!(event, Event::Withdraw));
        // The other offer is told to its reader.
        if events().any(|event| matches!(event, Event::Counter { .. })) {
            return items(told, at, id);
        }
        for user in is.seats().collect::<Vec<_>>().iter().filter_map(reader) {
            let knows = told.iter().any(|(known, _)| *known == user);
            if !(knows || by_opener && opener == Some(user)) {
                tell(&mut told, user, What::Cancelled, at);
            }
        }
        return items(told, at, id);
    }
    let mut people: Vec<_> = is.players().iter().flatten().filter_map(Player::user).collect();
    people.sort_unstable();
    people.dedup();
    if people.len() < 2 || claim_after_ms(is).is_some() || is.is_open() {
        return items(told, at, id);
    }
    match is.outcome() {
        Some(outcome) if was.outcome().is_none() && outcome.is_result() => {
            for user in is.seats().collect::<Vec<_>>().iter().filter_map(reader) {
                tell(&mut told, user, What::Over, at);
            }
        }
        Some(_) => {}
        None => {
            let had_turn = |seat: &Seat| !was.is_open() && was.to_act().contains(seat);
            for seat in is.to_act().iter().filter(|seat| !had_turn(seat)) {
                if let Some(user) = reader(seat) {
                    tell(&mut told, user, What::Turn, is.turn_since());
                }
            }
            // Only what still waits for an answer: the last player to offer a draw or a pause
            // has accepted it.
            let asks = |event: &Event| match event {
                Event::Act(Act::OfferDraw { seat }) => {
                    Some(*seat).filter(|seat| is.table().draw_offers().contains(seat))
                }
                Event::Act(Act::AskTakeback { seat }) => {
                    Some(*seat).filter(|seat| is.table().takeback_asked() == Some(*seat))
                }
                Event::OfferPause { seat } => {
                    let offers = is.time()?.pause_offers();
                    Some(*seat).filter(|seat| offers.contains(seat))
                }
                _ => None,
            };
            for by in events().filter_map(asks) {
                let others =
                    is.seats().filter(|seat| *seat != by && is.player(*seat) != is.player(by));
                for user in others.collect::<Vec<_>>().iter().filter_map(reader) {
                    tell(&mut told, user, What::Asked, at);
                }
            }
        }
    }
    items(told, at, id)
}

fn items(told: Vec<(UserId, News)>, at: Moment, id: impl Fn() -> String) -> Vec<OutboxItem> {
    told.into_iter().map(|(user, news)| news.item(user, id(), at)).collect()
}
