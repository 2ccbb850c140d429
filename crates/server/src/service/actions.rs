//! What a guest can do: open a game, join one, act in it, ask for a rematch.

use super::bounds::{EVENTS, SETUP_STEPS, canonical, check_setting};
use super::event::{Event, Opening};
use super::game::{Game, has_fair_dice};
use super::live_game::LiveGame;
use super::perspective::PerspectiveRequest;
use super::preview::open_with_seed;
use super::seating::{NewGameRequest, first_seat};
use super::transaction::{Transaction, new_game};
use super::{Guest, Service, ServiceError};
use crate::limit::RateClass;
use heterodox_engine::Level;
use heterodox_rules::{Act, DicePart, DiceSeed, Seat, Viewer};
use heterodox_store::{StoreError, UnixMillis};
use std::net::IpAddr;
use std::sync::Arc;

/// The bytes that the store needs for an event or a game beside its text.
const OVERHEAD: usize = 200;

/// An act of a seat, without the seat. Dice are thrown by the umpire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Submits an intent or a setup step.
    Submit(String),
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the one offered.
    OfferDraw,
    /// Declines the offered draw.
    DeclineDraw,
    /// Asks for a takeback.
    AskTakeback,
    /// Answers a request for a takeback.
    AnswerTakeback {
        /// Whether the takeback is granted.
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

/// An act that a guest requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ActRequest {
    /// The act.
    pub(crate) action: Action,
    /// The seat, if the guest names one.
    pub(crate) seat: Option<usize>,
    /// The version that the guest saw. The act is refused at any other version.
    pub(crate) expect: Option<u64>,
}

/// An act that was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    /// The version of the game after the act, as the acting seat knows it.
    pub(crate) version: u64,
    /// Notes on a text that was understood though it is not in the usual notation.
    pub(crate) warnings: Vec<String>,
}

/// The state of a rematch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Rematch {
    /// Not all players have asked for it.
    Waiting,
    /// The game with this id.
    Game(String),
}

impl Service {
    /// Opens a game. Returns its id and the guest's seat.
    pub(crate) async fn create(
        self: &Arc<Self>,
        guest: &Guest,
        wanted: NewGameRequest,
        address: Option<IpAddr>,
    ) -> Result<(String, Seat), ServiceError> {
        check_setting(&wanted.options, &wanted.start)?;
        self.limiter.count_bytes(address, 4 * OVERHEAD)?;
        let mut opening = wanted.opening()?;
        // Only an open table knows how many seats it has, and whether it needs seeds.
        let table = open_with_seed(&mut opening, self.environment.as_ref())?;
        opening.players =
            wanted.seating.players(guest, table.seats(), self.environment.as_ref())?;
        let seat = first_seat(&opening.players, guest).ok_or(ServiceError::NoSeat)?;
        if has_fair_dice(&table) {
            opening.dice = Some(self.environment.dice_seed());
        }
        loop {
            let game =
                Game::open(&self.environment.id(), self.environment.now_ms(), opening.clone())?;
            match self.store.create_game(new_game(&game)?).await {
                Ok(()) => {
                    // The computer may have the first move.
                    self.live_game(&game.id, None).await?.note_address(address);
                    return Ok((game.id, seat));
                }
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes a free seat of a game: `seat`, or else the first free one. A guest that holds a seat
    /// already gets that one.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        wanted: Option<usize>,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter(id, guest, OVERHEAD, address).await?;
        let guest = guest.clone();
        let join = move |transaction: &mut Transaction| {
            let wanted = wanted.map(|index| transaction.game.seat_at(index)).transpose()?;
            let seats = transaction.game.seats_of(&guest);
            if let Some(first) = seats.first() {
                return Ok(wanted.filter(|seat| seats.contains(seat)).unwrap_or(*first));
            }
            let seat = transaction.game.available_seat(wanted)?;
            transaction.apply(Event::Join { seat, guest: guest.name.clone() })?;
            Ok(seat)
        };
        Ok(self.change(&live, join).await?.0)
    }

    /// Puts the computer on a free seat. Any guest with a seat may do this, so that a table to
    /// which no other guest comes can begin.
    pub(crate) async fn seat_computer(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        seat: usize,
        level: Level,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter(id, guest, OVERHEAD, address).await?;
        let guest = guest.clone();
        let take_seat = move |transaction: &mut Transaction| {
            if transaction.game.seats_of(&guest).is_empty() {
                return Err(ServiceError::NoSeat);
            }
            let wanted = transaction.game.seat_at(seat)?;
            let seat = transaction.game.available_seat(Some(wanted))?;
            transaction.apply(Event::Computer { seat, level })?;
            Ok(seat)
        };
        Ok(self.change(&live, take_seat).await?.0)
    }

    /// Adds a guest's part to the seed of the dice. Returns the seat for which it counts. The same
    /// part a second time changes nothing, so that a client that missed the response can retry.
    pub(crate) async fn add_dice_part(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        part: DicePart,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter(id, guest, OVERHEAD, address).await?;
        let guest = guest.clone();
        let add = move |transaction: &mut Transaction| {
            let game = &transaction.game;
            let seat = *game.seats_of(&guest).first().ok_or(ServiceError::NoSeat)?;
            if game.opening.dice.is_none() {
                return Err(ServiceError::NoDiceParts);
            }
            match &game.dice_parts[seat.index()] {
                Some(given) if *given == part => return Ok(seat),
                Some(_) => return Err(ServiceError::DicePartGiven),
                None if !game.owed_dice_parts().contains(&seat) => {
                    return Err(ServiceError::DicePartLate);
                }
                None => transaction.apply(Event::DicePart { seat, part: part.clone() })?,
            }
            Ok(seat)
        };
        Ok(self.change(&live, add).await?.0)
    }

    /// Acts in a game, on a seat of the guest. `perspective` is the view that the guest asked for.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        mut wanted: ActRequest,
        perspective: Option<PerspectiveRequest>,
        address: Option<IpAddr>,
    ) -> Result<Done, ServiceError> {
        let mut bytes = OVERHEAD;
        if let Action::Submit(text) = &mut wanted.action {
            *text = canonical(text)?;
            bytes += text.len();
        }
        let live = self.enter(id, guest, bytes, address).await?;
        let guest = guest.clone();
        let act = move |transaction: &mut Transaction| {
            let ActRequest { action, seat: named, expect } = wanted.clone();
            let seat = transaction.game.acting_seat(&guest, named, perspective)?;
            transaction.expect(seat, expect)?;
            let seats = match (named, perspective) {
                (None, None) => transaction.game.seats_for(&guest, &action, seat),
                _ => vec![seat],
            };
            let is_essential = matches!(action, Action::Submit(_) | Action::Resign);
            if !is_essential && transaction.game.version(Viewer::Seat(seat)) >= EVENTS {
                return Err(ServiceError::GameTooLong { limit: EVENTS });
            }
            for &seat in &seats {
                transaction.apply(Event::Act(action.clone().by(seat)))?;
                if transaction.game.is_settled(&action) {
                    break;
                }
            }
            if transaction.game.setup_steps(seat) > SETUP_STEPS
                && transaction.game.is_in_setup(seat)
            {
                return Err(ServiceError::TooManySteps { limit: SETUP_STEPS });
            }
            Ok(seat)
        };
        let (seat, changed) = self.change(&live, act).await?;
        let warnings = changed.warnings.iter().map(ToString::to_string).collect();
        Ok(Done { version: changed.game.version(Viewer::Seat(seat)), warnings })
    }

    /// Asks for a rematch. Computers always agree to one.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        address: Option<IpAddr>,
    ) -> Result<Rematch, ServiceError> {
        let live = self.enter(id, guest, 4 * OVERHEAD, address).await?;
        loop {
            let planned = PlannedRematch {
                id: self.environment.id(),
                now_ms: self.environment.now_ms(),
                dice: self.environment.dice_seed(),
            };
            let guest = guest.clone();
            let ask =
                move |transaction: &mut Transaction| ask_rematch(transaction, &guest, &planned);
            match self.change(&live, ask).await {
                Ok((Rematch::Game(id), _)) => {
                    // The computer may have the first move.
                    self.live_game(&id, None).await?.note_address(address);
                    return Ok(Rematch::Game(id));
                }
                Ok((Rematch::Waiting, _)) => return Ok(Rematch::Waiting),
                Err(ServiceError::Store(StoreError::Taken(_))) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Service {
    /// The live game in which a guest is about to act. Counts the call and the bytes that may be
    /// stored.
    async fn enter(
        self: &Arc<Self>,
        id: &str,
        guest: &Guest,
        bytes: usize,
        address: Option<IpAddr>,
    ) -> Result<Arc<LiveGame>, ServiceError> {
        self.limiter.count(RateClass::Act, address, Some(guest))?;
        self.limiter.count_bytes(address, bytes)?;
        let live = self.live_game(id, address).await?;
        // Only the addresses of players pay for the computer's time, not those of refused callers.
        if !live.snapshot().game.seats_of(guest).is_empty() {
            live.note_address(address);
        }
        Ok(live)
    }
}

/// The rematch that is opened if all have asked for it.
struct PlannedRematch {
    id: String,
    now_ms: UnixMillis,
    dice: DiceSeed,
}

/// Asks for a rematch for all seats of the guest. `next` is opened if no other player is missing.
fn ask_rematch(
    transaction: &mut Transaction,
    guest: &Guest,
    planned: &PlannedRematch,
) -> Result<Rematch, ServiceError> {
    let seats = transaction.game.seats_of(guest);
    if seats.is_empty() {
        return Err(ServiceError::NoSeat);
    }
    if transaction.game.outcome().is_none() {
        return Err(ServiceError::NotOver);
    }
    if let Some(id) = &transaction.game.rematch {
        return Ok(Rematch::Game(id.clone()));
    }
    if transaction.game.players.iter().any(Option::is_none) {
        return Err(ServiceError::NoOpponent);
    }
    let computers: Vec<_> = transaction.game.computers().map(|(seat, _)| seat).collect();
    for seat in seats.into_iter().chain(computers) {
        if !transaction.game.rematch_asked.contains(&seat) {
            transaction.apply(Event::AskRematch { seat })?;
        }
    }
    if transaction.game.rematch_asked.len() < transaction.game.players.len() {
        return Ok(Rematch::Waiting);
    }
    let mut opening = Opening::clone(&transaction.game.opening);
    opening.players.clone_from(&transaction.game.players);
    // Two players swap seats; at a larger table each player moves on by one seat.
    opening.players.rotate_left(1);
    // The seed of the finished game is public.
    opening.dice = transaction.game.has_fair_dice().then(|| planned.dice.clone());
    transaction.create(new_game(&Game::open(&planned.id, planned.now_ms, opening)?)?);
    transaction.apply(Event::Rematch { id: planned.id.clone() })?;
    Ok(Rematch::Game(planned.id.clone()))
}
