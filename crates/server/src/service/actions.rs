//! What a guest can do: open a game, join one, act in it, ask for a rematch.

use super::draft::{Draft, new_game};
use super::event::{Event, Opening, Player, StartWith};
use super::game::Game;
use super::look::settle;
use super::{Guest, Service, ServiceError, chance, now_ms};
use heterodox_engine::Level;
use heterodox_rules::{Act, Options, Seat, info};
use heterodox_store::StoreError;
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

/// An act that is durable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    /// The version of the game that it led to.
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
        let seats = settle(&mut opening)?.seats();
        let seat = match wanted.seat {
            SeatWish::Random => chance::below(seats),
            SeatWish::Seat(seat) if seat < seats => seat,
            SeatWish::Seat(seat) => return Err(ServiceError::NoSuchSeat { seat, seats }),
        };
        opening.players = vec![wanted.opponent.player(); seats];
        opening.players[seat] = Some(Player::Guest(guest.name.clone()));
        loop {
            let game = Game::open(&chance::id(), now_ms(), opening.clone())?;
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
            if let Some(seat) = draft.game.seat_of(&guest) {
                return Ok(seat);
            }
            let is_open = draft.game.is_open();
            let seat =
                draft.game.free_seat().filter(|_| is_open).ok_or(ServiceError::NoFreeSeat)?;
            draft.apply(Event::Join { seat, guest: guest.name })?;
            Ok(seat)
        };
        Ok(self.change(&room, join).await?.0)
    }

    /// Acts in a game, on the seat of the guest. With `expect` only if the game is still at that
    /// version.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        action: Action,
        expect: Option<u64>,
    ) -> Result<Done, ServiceError> {
        let room = self.room(id).await?;
        let guest = guest.clone();
        let act = move |draft: &mut Draft| {
            let seat = draft.game.seat_of(&guest).ok_or(ServiceError::NoSeat)?;
            draft.expect(expect)?;
            Ok(draft.apply(Event::Act(action.by(seat)))?)
        };
        let ((), changed) = self.change(&room, act).await?;
        let warnings = changed.warnings.iter().map(ToString::to_string).collect();
        Ok(Done { version: changed.game.version, warnings })
    }

    /// Asks for a rematch; the computer always wants one too.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
    ) -> Result<Rematch, ServiceError> {
        let room = self.room(id).await?;
        loop {
            let (guest, next) = (guest.clone(), chance::id());
            let ask = move |draft: &mut Draft| ask_rematch(draft, &guest, next);
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

impl Opponent {
    fn player(self) -> Option<Player> {
        match self {
            Self::Open => None,
            Self::Computer(level) => Some(Player::Computer(level)),
        }
    }
}

fn ask_rematch(draft: &mut Draft, guest: &Guest, next: String) -> Result<Rematch, ServiceError> {
    let seat = draft.game.seat_of(guest).ok_or(ServiceError::NoSeat)?;
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
    for seat in std::iter::once(seat).chain(computers) {
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
    draft.create(new_game(&Game::open(&next, now_ms(), opening)?)?);
    draft.apply(Event::Rematch { id: next.clone() })?;
    Ok(Rematch::Game(next))
}
