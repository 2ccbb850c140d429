//! What a person can do over the API: open a game, join one, act in it, ask for a rematch.

use super::bounds::check_setting;
use super::derived::new_game;
use super::live_game::{LiveGame, Received};
use super::news;
use super::{Service, ServiceError};
use crate::limit::RateClass;
use heterodox_engine::Level;
use heterodox_host::{
    ActRequest, Action, DeclineReason, Event, Game, HostError, NewTable, NextWish, OfferEnd,
    OfferError, OfferOf, PerspectiveRequest, Transaction, UserId, canonical,
};
use heterodox_rules::{Act, DicePart, Seat, Viewer};
use heterodox_store::StoreError;
use heterodox_wire::ActDone;
use std::net::IpAddr;
use std::sync::Arc;

/// The bytes that the store needs for an event or a game beside its text.
const OVERHEAD: usize = 200;

impl Service {
    /// Opens a game, which becomes the returned one when it is loaded.
    pub(crate) async fn create(
        self: &Arc<Self>,
        user: UserId,
        wanted: NewTable,
        address: Option<IpAddr>,
    ) -> Result<Game, ServiceError> {
        let mut game = self.open(user, wanted, address)?;
        loop {
            let news = news::of_new(&game, || self.environment.id());
            match self.store.create_game(new_game(&game, news)).await {
                Ok(()) => {
                    // The computer may have the first move.
                    self.live_game(game.id(), None).await?.note_address(address);
                    self.touched(&game);
                    self.news.notify_one();
                    return Ok(game);
                }
                Err(StoreError::Taken(_)) => game = game.with_id(&self.environment.id()),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The table that a person wants, which is not stored yet.
    fn open(
        &self,
        user: UserId,
        wanted: NewTable,
        address: Option<IpAddr>,
    ) -> Result<Game, ServiceError> {
        check_setting(&wanted.options, &wanted.start)?;
        self.limiter.count_bytes(address, 4 * OVERHEAD)?;
        let environment = self.environment.as_ref();
        Ok(wanted.open(&environment.id(), user, environment.now(), environment)?)
    }

    /// Takes a free seat of a game: see [`Transaction::join`].
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        wanted: Option<usize>,
        key: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<Seat, ServiceError> {
        let live = self.enter_with(id, user, key.as_deref(), 4 * OVERHEAD, address).await?;
        loop {
            let (next, key) = (self.environment.id(), key.clone());
            let join = move |transaction: &mut Transaction<'_>| {
                Ok(transaction.join(user, wanted, key.as_deref(), &next)?)
            };
            match self.change(&live, join).await {
                Err(ServiceError::Store(StoreError::Taken(_))) => {}
                done => return Ok(done?.0),
            }
        }
    }

    /// Declines a seat that is offered: see [`Transaction::decline`].
    pub(crate) async fn decline(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        key: Option<String>,
        reason: Option<DeclineReason>,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        let live = self.enter_with(id, user, key.as_deref(), OVERHEAD, address).await?;
        let decline = move |transaction: &mut Transaction<'_>| {
            Ok(transaction.decline(user, key.as_deref(), reason)?)
        };
        self.change(&live, decline).await.map(drop)
    }

    /// Takes an offer back: see [`Transaction::withdraw`].
    pub(crate) async fn withdraw(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        let live = self.enter(id, user, OVERHEAD, address).await?;
        let withdraw = move |transaction: &mut Transaction<'_>| Ok(transaction.withdraw(user)?);
        self.change(&live, withdraw).await.map(drop)
    }

    /// Gives up a seat before the game begins: see [`Transaction::leave`].
    pub(crate) async fn leave(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        address: Option<IpAddr>,
    ) -> Result<(), ServiceError> {
        let live = self.enter(id, user, OVERHEAD, address).await?;
        let leave = move |transaction: &mut Transaction<'_>| Ok(transaction.leave(user)?);
        self.change(&live, leave).await.map(drop)
    }

    /// Answers an offer with another one. An offer to anybody stands beside it: see
    /// [`Transaction::counter`].
    pub(crate) async fn counter(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        key: Option<String>,
        mut wanted: NewTable,
        address: Option<IpAddr>,
    ) -> Result<Game, ServiceError> {
        let live = self.enter_with(id, user, key.as_deref(), OVERHEAD, address).await?;
        wanted.terms.of = Some(OfferOf::Counter(id.to_owned()));
        let first = live.snapshot().game.clone();
        let counter = self.open(user, wanted.clone(), address)?;
        let opener = first.opener();
        if !counter.seats().any(|seat| counter.is_invited(seat, opener, None)) {
            return Err(HostError::from(OfferError::Counter).into());
        }
        let is_own = first.seats().any(|seat| first.is_invited(seat, Some(user), key.as_deref()));
        if first.is_open_to_all() && !is_own {
            return self.create(user, wanted, address).await;
        }
        let mut counter = counter;
        loop {
            let (key, planned) = (key.clone(), counter.clone());
            let answer = move |transaction: &mut Transaction<'_>| {
                Ok(transaction.counter(user, key.as_deref(), planned.clone())?)
            };
            match self.change(&live, answer).await {
                Err(ServiceError::Store(StoreError::Taken(_))) => {
                    counter = counter.with_id(&self.environment.id());
                }
                Err(error) => return Err(error),
                Ok(_) => {
                    self.live_game(counter.id(), None).await?.note_address(address);
                    return Ok(counter);
                }
            }
        }
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

    /// Offers a rematch, or accepts the one that is offered. Returns its id. One that was declined,
    /// withdrawn or not accepted in time can be offered again.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        address: Option<IpAddr>,
    ) -> Result<String, ServiceError> {
        let live = self.enter(id, user, 4 * OVERHEAD, address).await?;
        loop {
            let over = live.snapshot().game.clone();
            if over.seats_of(user).is_empty() {
                return Err(HostError::NoSeat.into());
            }
            let offered = over.rematch().map(|offered| offered.id.clone());
            if let Some(offered) = &offered {
                let game = self.live_game(offered, None).await?.snapshot().game.clone();
                // Who was declined asks once.
                let is_declined = matches!(game.offer_end(), Some(OfferEnd::Declined { .. }));
                if is_declined && game.opener() == Some(user) {
                    return Err(HostError::OfferOver.into());
                }
                if game.offer_end().is_none() && !game.seats_of(user).is_empty() {
                    return Ok(offered.clone());
                }
                if game.offer_end().is_none() {
                    self.join(offered, user, None, None, address).await?;
                    return Ok(offered.clone());
                }
            }
            let planned = self.environment.id();
            let new = planned.clone();
            let offer = move |transaction: &mut Transaction<'_>| {
                // Another player may have offered one meanwhile: that is accepted.
                let now = transaction.game().rematch().map(|offered| &offered.id);
                if now != offered.as_ref() {
                    return Ok(false);
                }
                transaction.offer_rematch(user, &new)?;
                Ok(true)
            };
            match self.change(&live, offer).await {
                Ok((true, _)) => {
                    // The computer may have the first move.
                    self.live_game(&planned, None).await?.note_address(address);
                    return Ok(planned);
                }
                Ok((false, _)) | Err(ServiceError::Store(StoreError::Taken(_))) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Opens the game after a finished one: see [`Game::next_table`].
    pub(crate) async fn next_game(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        wish: NextWish,
        address: Option<IpAddr>,
    ) -> Result<Game, ServiceError> {
        let table = self.snapshot(id, Some(user), address).await?.game.next_table(user, wish)?;
        self.create(user, table, address).await
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
        self.enter_with(id, user, None, bytes, address).await
    }

    /// The same for a person who may have the secret of a seat.
    async fn enter_with(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        key: Option<&str>,
        bytes: usize,
        address: Option<IpAddr>,
    ) -> Result<Arc<LiveGame>, ServiceError> {
        self.limiter.count(RateClass::Act, address, Some(user))?;
        self.limiter.count_bytes(address, bytes)?;
        let live = self.visible_game(id, Some(user), key, address).await?;
        // Only the addresses of players pay for the computer's time, not those of refused callers.
        if !live.snapshot().game.seats_of(user).is_empty() {
            live.note_address(address);
        }
        Ok(live)
    }
}
