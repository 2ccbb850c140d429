//! What a person can do over the API: open a game, join one, act in it, ask for a rematch.

use super::bounds::check_setting;
use super::derived::new_game;
use super::live_game::{LiveGame, Received};
use super::{Service, ServiceError};
use crate::limit::RateClass;
use heterodox_engine::Level;
use heterodox_host::{
    ActRequest, Action, Event, NewTable, PerspectiveRequest, PlannedRematch, Rematch, Transaction,
    UserId, canonical,
};
use heterodox_rules::{Act, DicePart, Seat, Viewer};
use heterodox_store::StoreError;
use heterodox_wire::ActDone;
use std::net::IpAddr;
use std::sync::Arc;

/// The bytes that the store needs for an event or a game beside its text.
const OVERHEAD: usize = 200;

impl Service {
    /// Opens a game. Returns its id and the person's first seat.
    pub(crate) async fn create(
        self: &Arc<Self>,
        user: UserId,
        wanted: NewTable,
        address: Option<IpAddr>,
    ) -> Result<(String, Seat), ServiceError> {
        check_setting(&wanted.options, &wanted.start)?;
        self.limiter.count_bytes(address, 4 * OVERHEAD)?;
        let environment = self.environment.as_ref();
        let mut game = wanted.open(&environment.id(), user, environment.now(), environment)?;
        loop {
            match self.store.create_game(new_game(&game)).await {
                Ok(()) => {
                    // The computer may have the first move.
                    self.live_game(game.id(), None).await?.note_address(address);
                    let seat = game.seats_of(user).first().copied();
                    return Ok((game.id().to_owned(), seat.unwrap_or(Seat::new(0))));
                }
                Err(StoreError::Taken(_)) => game = game.with_id(&self.environment.id()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes a free seat of a game: see [`Transaction::join`].
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        wanted: Option<usize>,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter(id, user, OVERHEAD, address).await?;
        let join = move |transaction: &mut Transaction<'_>| Ok(transaction.join(user, wanted)?);
        Ok(self.change(&live, join).await?.0)
    }

    /// Gives the seats of a guest to a person: see [`Transaction::take_over`].
    pub(crate) async fn take_over(
        self: &Arc<Self>,
        id: &str,
        guest: UserId,
        user: UserId,
    ) -> Result<bool, ServiceError> {
        let live = self.live_game(id, None).await?;
        let take_over =
            move |transaction: &mut Transaction<'_>| Ok(transaction.take_over(guest, user)?);
        Ok(self.change(&live, take_over).await?.0)
    }

    /// Stops a person's time, or lets it run: see [`Transaction::set_vacation`].
    pub(crate) async fn set_vacation(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        on: bool,
    ) -> Result<(), ServiceError> {
        let live = self.live_game(id, None).await?;
        let set = move |transaction: &mut Transaction<'_>| Ok(transaction.set_vacation(user, on)?);
        self.change(&live, set).await?;
        Ok(())
    }

    /// Puts the computer on a free seat: see [`Transaction::seat_computer`].
    pub(crate) async fn seat_computer(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        seat: usize,
        level: Level,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter(id, user, OVERHEAD, address).await?;
        let take_seat = move |transaction: &mut Transaction<'_>| {
            Ok(transaction.seat_computer(user, seat, level)?)
        };
        Ok(self.change(&live, take_seat).await?.0)
    }

    /// Ends a game without a result.
    pub(crate) async fn cancel(
        self: &Arc<Self>,
        id: &str,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        let live = self.live_game(id, address).await?;
        let cancel =
            |transaction: &mut Transaction<'_>| Ok(transaction.apply(Event::Act(Act::Cancel))?);
        self.change(&live, cancel).await.map(drop)
    }

    /// Adds a person's part to the seed of the dice: see [`Transaction::add_dice_part`].
    pub(crate) async fn add_dice_part(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        part: DicePart,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter(id, user, OVERHEAD, address).await?;
        let add = move |transaction: &mut Transaction<'_>| {
            Ok(transaction.add_dice_part(user, part.clone())?)
        };
        Ok(self.change(&live, add).await?.0)
    }

    /// Acts in a game, on a seat of the person. `perspective` is the view that it asked for.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        request: ActRequest,
        perspective: Option<PerspectiveRequest>,
        address: Option<IpAddr>,
        received: Received,
    ) -> Result<ActDone, ServiceError> {
        let bytes = match &request.action {
            Action::Submit(text) => canonical(text)?.len(),
            _ => 0,
        };
        let live = self.enter(id, user, OVERHEAD + bytes, address).await?;
        let is_move = matches!(request.action, Action::Submit(_));
        let lag_ms = if is_move { live.lag_credit_ms(user, received.lag_ms) } else { 0 };
        let act = move |transaction: &mut Transaction<'_>| {
            Ok(transaction.act(user, &request, perspective)?)
        };
        let received = Received { lag_ms, ..received };
        let (seat, changed) = self.change_with(&live, received, act).await?;
        if is_move {
            live.note_lag(user, lag_ms);
        }
        let warnings = changed.warnings.iter().map(ToString::to_string).collect();
        Ok(ActDone { version: changed.game.version(Viewer::Seat(seat)), warnings })
    }

    /// Asks for a rematch: see [`Transaction::ask_rematch`].
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        address: Option<IpAddr>,
    ) -> Result<Rematch, ServiceError> {
        let live = self.enter(id, user, 4 * OVERHEAD, address).await?;
        loop {
            let planned =
                PlannedRematch { id: self.environment.id(), dice: self.environment.dice_seed() };
            let ask = move |transaction: &mut Transaction<'_>| {
                Ok(transaction.ask_rematch(user, &planned)?)
            };
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

    /// The live game in which a person is about to act. Counts the call and the bytes that may be
    /// stored.
    async fn enter(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        bytes: usize,
        address: Option<IpAddr>,
    ) -> Result<Arc<LiveGame>, ServiceError> {
        self.limiter.count(RateClass::Act, address, Some(user))?;
        self.limiter.count_bytes(address, bytes)?;
        let live = self.live_game(id, address).await?;
        // Only the addresses of players pay for the computer's time, not those of refused callers.
        if !live.snapshot().game.seats_of(user).is_empty() {
            live.note_address(address);
        }
        Ok(live)
    }
}
