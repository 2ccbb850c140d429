//! What a guest can do: open a game, join one, act in it, ask for a rematch.

use super::draft::{Draft, new_game};
use super::event::{Event, Opening, Player, StartWith};
use super::game::Game;
use super::look::settle;
use super::sight::As;
use super::{Guest, Service, ServiceError};
use heterodox_engine::Level;
use heterodox_rules::{Act, Options, Seat, Viewer, info};
use heterodox_store::{Millis, StoreError};
use std::sync::Arc;

/// The option that a game with the computer has on unless it is asked for otherwise (R-KZ5).
const HOUSE_RULES: &str = "house-rules";

/// A game as a guest wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewGameRequest {
    /// The game's id in the rules.
    pub(crate) game: String,
    /// Table options.
    pub(crate) options: Options,
    /// How it begins.
    pub(crate) start: StartWith,
    /// Against whom.
    pub(crate) opponent: Opponent,
    /// Where the guest sits.
    pub(crate) seat: SeatWish,
}

/// Against whom a guest wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    /// Whoever comes.
    Open,
    /// The computer.
    Computer(Level),
    /// Whoever sits beside the guest at the same screen: the guest holds all seats.
    HotSeat,
}

/// Where a guest wants to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatWish {
    /// On this seat.
    Seat(usize),
    /// Anywhere.
    Random,
}

/// What a seat does. Dice are the umpire's, and time is the clock's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Submits an intent or a setup step.
    Submit(String),
    /// Gives up.
    Resign,
    /// Offers a draw, or accepts the one offered.
    OfferDraw,
    /// Declines the offered draw.
    DeclineDraw,
    /// Asks to take a ply back.
    AskTakeback,
    /// Answers who asked.
    AnswerTakeback {
        /// What.
        accept: bool,
    },
}

impl Action {
    fn by(self, seat: Seat) -> Act {
        match self {
            Self::Submit(text) => Act::Submit { seat, text },
            Self::Resign => Act::Resign { seat },
            Self::OfferDraw => Act::OfferDraw { seat },
            Self::DeclineDraw => Act::DeclineDraw { seat },
            Self::AskTakeback => Act::AskTakeback { seat },
            Self::AnswerTakeback { accept } => Act::AnswerTakeback { seat, accept },
        }
    }
}

/// An act as a guest wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ActRequest {
    /// What.
    pub(crate) action: Action,
    /// On which seat, if the guest says so.
    pub(crate) seat: Option<usize>,
    /// The version that the seat saw: the act is meant for no other.
    pub(crate) expect: Option<u64>,
}

/// An act that is durable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    /// The version of the game that it led to, as the seat that acted knows it.
    pub(crate) version: u64,
    /// What was understood though it was not written as it should be.
    pub(crate) warnings: Vec<String>,
}

/// How it stands with a rematch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Rematch {
    /// Not all have asked.
    Waiting,
    /// The game with this id.
    Game(String),
}

impl Service {
    /// Opens a game; gives its id and the guest's seat.
    pub(crate) async fn create(
        self: &Arc<Self>,
        guest: &Guest,
        wanted: NewGameRequest,
    ) -> Result<(String, Seat), ServiceError> {
        let mut opening = Opening {
            game: wanted.game,
            options: wanted.options,
            start: wanted.start,
            players: Vec::new(),
        };
        let is_known = info(&opening.game)?.options.iter().any(|spec| spec.key == HOUSE_RULES);
        if is_known && matches!(wanted.opponent, Opponent::Computer(_)) {
            opening.options.0.entry(HOUSE_RULES.to_owned()).or_insert_with(|| "on".to_owned());
        }
        // Only an open table tells how many seats it has, and whether it needs a seed.
        let seats = settle(&mut opening, self.outside.as_ref())?.seats();
        let seat = match wanted.seat {
            // Who holds all of them begins at the first.
            SeatWish::Random if wanted.opponent == Opponent::HotSeat => 0,
            SeatWish::Random => self.outside.below(seats),
            SeatWish::Seat(seat) if seat < seats => seat,
            SeatWish::Seat(seat) => return Err(ServiceError::NoSuchSeat { seat, seats }),
        };
        let caller = Some(Player::Guest(guest.name.clone()));
        opening.players = match wanted.opponent {
            Opponent::Open => vec![None; seats],
            Opponent::Computer(level) => vec![Some(Player::Computer(level)); seats],
            Opponent::HotSeat => vec![caller.clone(); seats],
        };
        opening.players[seat] = caller;
        loop {
            let game = Game::open(&self.outside.id(), self.outside.now_ms(), opening.clone())?;
            match self.store.create_game(new_game(&game)?).await {
                Ok(()) => {
                    // The computer may have to begin.
                    self.room(&game.id).await?;
                    return Ok((game.id, Seat::new(seat)));
                }
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes the free seat of a game. Who holds a seat already gets it again.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
    ) -> Result<Seat, ServiceError> {
        let room = self.room(id).await?;
        let guest = guest.clone();
        let join = move |draft: &mut Draft| {
            if let Some(seat) = draft.game.seats_of(&guest).first() {
                return Ok(*seat);
            }
            let is_open = draft.game.is_open();
            let seat =
                draft.game.free_seat().filter(|_| is_open).ok_or(ServiceError::NoFreeSeat)?;
            draft.apply(Event::Join { seat, guest: guest.name })?;
            Ok(seat)
        };
        Ok(self.change(&room, join).await?.0)
    }

    /// Acts in a game, on a seat of the guest; `sight` is whose sight the guest has.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        wanted: ActRequest,
        sight: Option<As>,
    ) -> Result<Done, ServiceError> {
        let room = self.room(id).await?;
        let guest = guest.clone();
        let act = move |draft: &mut Draft| {
            let ActRequest { action, seat, expect } = wanted;
            let seat = draft.game.acting(&guest, seat, sight)?;
            draft.expect(seat, expect)?;
            draft.apply(Event::Act(action.by(seat)))?;
            Ok(seat)
        };
        let (seat, changed) = self.change(&room, act).await?;
        let warnings = changed.warnings.iter().map(ToString::to_string).collect();
        Ok(Done { version: changed.game.version(Viewer::Seat(seat)), warnings })
    }

    /// Asks for a rematch; the computer always wants one too.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
    ) -> Result<Rematch, ServiceError> {
        let room = self.room(id).await?;
        loop {
            let (guest, next) = (guest.clone(), self.outside.id());
            let now_ms = self.outside.now_ms();
            let ask = move |draft: &mut Draft| ask_rematch(draft, &guest, (next, now_ms));
            match self.change(&room, ask).await {
                Ok((Rematch::Game(id), _)) => {
                    // The computer may have to begin.
                    self.room(&id).await?;
                    return Ok(Rematch::Game(id));
                }
                Ok((Rematch::Waiting, _)) => return Ok(Rematch::Waiting),
                Err(ServiceError::Store(StoreError::Taken(_))) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// `next` is the id of the rematch, and when it is opened if this guest is the last to ask.
fn ask_rematch(
    draft: &mut Draft,
    guest: &Guest,
    (next, now_ms): (String, Millis),
) -> Result<Rematch, ServiceError> {
    let seats = draft.game.seats_of(guest);
    if seats.is_empty() {
        return Err(ServiceError::NoSeat);
    }
    if draft.game.outcome().is_none() {
        return Err(ServiceError::NotOver);
    }
    if let Some(id) = &draft.game.rematch {
        return Ok(Rematch::Game(id.clone()));
    }
    if draft.game.free_seat().is_some() {
        return Err(ServiceError::NoOpponent);
    }
    let computers: Vec<_> = draft.game.computers().map(|(seat, _)| seat).collect();
    for seat in seats.into_iter().chain(computers) {
        if !draft.game.rematch_asked.contains(&seat) {
            draft.apply(Event::AskRematch { seat })?;
        }
    }
    if draft.game.rematch_asked.len() < draft.game.players.len() {
        return Ok(Rematch::Waiting);
    }
    let mut opening = Opening::clone(&draft.game.opening);
    opening.players.clone_from(&draft.game.players);
    // At a table of two they swap; at a larger one everybody moves on.
    opening.players.rotate_left(1);
    draft.create(new_game(&Game::open(&next, now_ms, opening)?)?);
    draft.apply(Event::Rematch { id: next.clone() })?;
    Ok(Rematch::Game(next))
}
