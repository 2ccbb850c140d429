//! The state of a game for one viewer.

use super::live_game::{Presence, Snapshot};
use heterodox_host::clock::Calendar;
use heterodox_host::{
    Game, GameTime, Invited, Moment, OfferEnd, OfferOf, Opening, Perspective, Player, StartWith,
    UserId,
};
use heterodox_rules::{OptionSpec, Seat, info};
use heterodox_wire::{
    ClockState, ControlInfo, DiceInfo, GameState, InvitedInfo, OfferDetails, OfferEndInfo,
    OfferInfo, OfferOfInfo, OfferOption, PauseInfo, PlayerInfo, RematchInfo, SeatClock, StartInfo,
    StartKind, TimeInfo,
};
use std::collections::BTreeSet;

/// The state for one caller.
pub(super) fn state(snapshot: &Snapshot, perspective: &Perspective) -> GameState {
    let game = &*snapshot.game;
    let viewer = perspective.viewer;
    GameState {
        id: game.id().to_owned(),
        version: game.version(viewer),
        created_ms: game.created().as_millis(),
        seat: viewer.seat(),
        seats: perspective.seats.clone(),
        start: start(game),
        visibility: game.visibility(),
        open: game.is_open(),
        offer: offer(snapshot, perspective),
        players: players(snapshot),
        dice: dice(game),
        scene: game.table().scene(viewer),
        moves: game.table().texts(viewer),
        thinking: game.computer_is_to_move(),
        hints: game.hints().to_vec(),
        time: game.time().map(|time| time_info(game, time)),
        clock: clock(game),
        spent_ms: spent_ms(game),
        rematch: rematch(game),
    }
}

/// How time is played.
fn time_info(game: &Game, time: &GameTime) -> TimeInfo {
    let rules = time.rules();
    let control = |seat: Seat| {
        let control = rules.control(seat.index());
        ControlInfo {
            text: control.to_string(),
            main_ms: control.main_ms,
            period_ms: control.period_ms,
            delay_ms: control.delay_ms,
        }
    };
    let weekends_off = match &rules.calendar {
        Calendar::EveryDay => None,
        Calendar::NoWeekends(zone) => Some(zone.to_string()),
    };
    TimeInfo {
        controls: game.seats().map(control).collect(),
        daily: rules.is_daily(),
        weekends_off,
        pauses: rules.pauses,
        vacation: rules.vacation,
        claim_after_ms: claim_after_ms(game),
    }
}

/// How long a player must have been away until the others may claim the end of a live game.
pub(super) fn claim_after_ms(game: &Game) -> Option<u64> {
    const MINUTE: u64 = 60_000;
    let rules = game.time()?.rules();
    let longest = game.seats().map(|seat| rules.control(seat.index()).estimated_ms()).max()?;
    let after = match longest {
        0..=299_999 => MINUTE / 2,
        300_000..=1_199_999 => MINUTE,
        _ => 2 * MINUTE,
    };
    (!rules.is_daily()).then_some(after)
}

/// The clocks.
pub(super) fn clock(game: &Game) -> Option<ClockState> {
    let time = game.time()?;
    let seat = |seat: Seat| {
        game.player(seat)?.user()?;
        let left = time.left(seat);
        Some(SeatClock {
            left_ms: left.left_ms,
            setup_ms: left.setup_ms,
            periods: left.periods,
            until_ms: time.deadline(seat).map(Moment::as_millis),
            since_ms: time.runs_since(seat).map(Moment::as_millis),
            stopped_ms: time.stopped_ms(seat),
            cancel_ms: game.cancelled_at(seat).map(Moment::as_millis),
            vacation: time.is_on_vacation(seat),
        })
    };
    let pause = time.pause().map(|pause| PauseInfo {
        since_ms: pause.since.as_millis(),
        until_ms: pause.until.map(Moment::as_millis),
    });
    Some(ClockState {
        started: time.has_started(),
        seats: game.seats().map(seat).collect(),
        pause,
        pause_offers: time.pause_offers().to_vec(),
        pauses: time.pauses(),
        claims: time.claims().to_vec(),
    })
}

/// The time that each ply took, once the game is over: before, it would tell how long a player of a
/// hidden game has thought without making a ply.
pub(super) fn spent_ms(game: &Game) -> Option<Vec<Option<u64>>> {
    game.outcome()?;
    Some(game.time()?.spent_on_plies(game.table().plies()))
}

fn start(game: &Game) -> StartInfo {
    let (kind, name) = match &game.opening().start {
        StartWith::Setup(_) => (StartKind::Setup, None),
        StartWith::Quick(name) => (StartKind::Quick, Some(name.clone())),
        StartWith::Position(_) => (StartKind::Position, None),
    };
    StartInfo { kind, name, by: game.opening().chooser() }
}

/// The state of the rematch.
pub(super) fn rematch(game: &Game) -> RematchInfo {
    let offered = game.rematch();
    RematchInfo {
        by: offered.map(|offered| offered.by),
        id: offered.map(|offered| offered.id.clone()),
    }
}

/// The offer of the free seats; `None` if all are taken.
pub(super) fn offer(snapshot: &Snapshot, perspective: &Perspective) -> Option<OfferInfo> {
    let game = &*snapshot.game;
    let is_offer = game.is_open() || game.offer_end().is_some();
    is_offer.then(|| offer_info(snapshot, &perspective.seats, false))
}

/// The offer in full for a caller who comes with this secret. `answered` is the offer that it
/// answers, if the caller may see that.
pub(super) fn offer_details(
    snapshot: &Snapshot,
    user: Option<UserId>,
    key: Option<&str>,
    answered: Option<&Game>,
) -> OfferDetails {
    let game = &*snapshot.game;
    let opening = game.opening();
    let seats = user.map(|user| game.seats_of(user)).unwrap_or_default();
    let may_take = |seat: &Seat| {
        let is_free = game.is_open() && game.player(*seat).is_none();
        is_free && (game.invited(*seat).is_none() || game.is_invited(*seat, user, key))
    };
    let is_party = !seats.is_empty() || game.seats().any(|seat| game.is_invited(seat, user, key));
    let takes = if seats.is_empty() { game.seats().filter(may_take).collect() } else { Vec::new() };
    let option = |spec: &OptionSpec| {
        let default = spec.values.first().copied().unwrap_or_default();
        let value = opening.options.0.get(spec.key).map_or(default, String::as_str);
        let is_shown = !value.is_empty() || !spec.values.is_empty();
        // The form for a new game begins with the house rules.
        let usual = value == spec.house.unwrap_or(default);
        let key = spec.key.to_owned();
        is_shown.then(|| OfferOption { key, value: value.to_owned(), usual })
    };
    // In a hidden game it is known to the person who chose it alone.
    let position = match &opening.start {
        StartWith::Position(position) if !game.table().info().hidden => Some(position.clone()),
        _ => None,
    };
    OfferDetails {
        id: game.id().to_owned(),
        game: opening.game.clone(),
        visibility: game.visibility(),
        open: game.is_open(),
        seats: takes,
        options: game.table().info().options.iter().filter_map(option).collect(),
        start: start_word(&opening.start),
        position,
        time: game.time().map(|time| time_info(game, time)),
        offer: offer_info(snapshot, &seats, is_party),
        changed: answered
            .filter(|_| is_party)
            .map(|answered| changes(answered.opening(), opening))
            .unwrap_or_default(),
    }
}

/// What differs between two openings, as keys.
fn changes(before: &Opening, after: &Opening) -> Vec<String> {
    // An option that is not named has its default.
    let option = |opening: &Opening, key: &str| {
        let specs = info(&opening.game).map(|info| info.options).unwrap_or_default();
        let usual = specs.iter().find(|spec| spec.key == key);
        let usual = usual.and_then(|spec| spec.values.first().copied()).unwrap_or_default();
        opening.options.0.get(key).map_or(usual, String::as_str).to_owned()
    };
    let keys: BTreeSet<_> = before.options.0.keys().chain(after.options.0.keys()).collect();
    // Of two arrays that were drawn, each is as random as the other.
    let is_drawn = |key: &str| {
        let seeded_by = info(&after.game).ok().and_then(|info| info.seeded_by);
        before.drawn && after.drawn && seeded_by == Some(key)
    };
    let differs = |key: &&&String| option(before, key) != option(after, key) && !is_drawn(key);
    let mut changed: Vec<String> = keys.iter().filter(differs).map(|key| (*key).clone()).collect();
    let control = |opening: &Opening| opening.time.clone();
    let is_hidden = info(&after.game).is_ok_and(|info| info.hidden);
    let start = |opening: &Opening| match &opening.start {
        StartWith::Position(_) if is_hidden => StartWith::Position(String::new()),
        start => start.clone(),
    };
    for (key, is_changed) in [
        ("game", before.game != after.game),
        ("start", start(before) != start(after)),
        ("time", control(before) != control(after)),
        ("visibility", before.offer.visibility != after.offer.visibility),
        ("if_free", before.offer.if_free != after.offer.if_free),
        ("requires", before.offer.requires != after.offer.requires),
        ("seats", are_seats_changed(before, after)),
    ] {
        if is_changed {
            changed.push(key.to_owned());
        }
    }
    changed
}

/// Returns whether others play which sides in an offer that answers another one. The one who makes
/// it takes any seat that it is offered, or that is free.
fn are_seats_changed(before: &Opening, after: &Opening) -> bool {
    let who = |opening: &Opening, seat: usize| match (
        opening.players.get(seat).copied().flatten(),
        opening.offer.invited.get(seat).cloned().flatten(),
    ) {
        (None, Some(Invited::User(user))) => Some(Player::User(user)),
        (player, _) => player,
    };
    let own = after.opener().map(Seat::index);
    let is_taken = |seat: usize| {
        let before = before.players.get(seat).copied().flatten();
        Some(seat) == own && before.is_some()
    };
    let seats = before.players.len().max(after.players.len());
    let differs = |seat: usize| Some(seat) != own && who(before, seat) != who(after, seat);
    (0..seats).any(|seat| differs(seat) || is_taken(seat))
}

/// The word for the beginning of a game.
pub(super) fn start_word(start: &StartWith) -> String {
    match start {
        StartWith::Setup(_) => "setup".to_owned(),
        StartWith::Quick(name) => name.clone(),
        StartWith::Position(_) => "position".to_owned(),
    }
}

/// The offer of the free seats. Secrets are for the person who made it, whose seat is one of
/// `seats` then. The offer that it answers is known to those who sit there or are invited.
fn offer_info(snapshot: &Snapshot, seats: &[Seat], is_invited: bool) -> OfferInfo {
    let game = &*snapshot.game;
    let end = game.offer_end();
    let offer = &game.opening().offer;
    let is_own = game.opening().opener().is_some_and(|seat| seats.contains(&seat));
    let invited = |seat: Seat| {
        let name = snapshot.names()[seat.index()].clone();
        Some(match game.invited(seat)? {
            Invited::User(user) if is_invited || !seats.is_empty() => {
                InvitedInfo { user: Some(*user), name, key: None }
            }
            Invited::User(_) => InvitedInfo { user: None, name: None, key: None },
            Invited::Key(key) => {
                let key = is_own.then(|| key.reveal().to_owned());
                InvitedInfo { user: None, name: None, key }
            }
        })
    };
    let knows =
        |of: &OfferOf| !matches!(of, OfferOf::Counter(_)) || is_invited || !seats.is_empty();
    let of = |of: &OfferOf| {
        let kind = match of {
            OfferOf::Rematch(_) => "rematch",
            OfferOf::Counter(_) => "counter",
            OfferOf::Standing(_) => "standing",
        };
        OfferOfInfo { kind, id: of.id().to_owned() }
    };
    OfferInfo {
        by: game.opener(),
        until_ms: offer.until.map(Moment::as_millis),
        invited: game.seats().map(invited).collect(),
        further: offer.further,
        if_free: offer.if_free,
        requires: offer.requires,
        of: offer.of.as_ref().filter(|of| knows(of)).map(of),
        end: end.map(|end| offer_end(end, is_own)),
    }
}

fn offer_end(end: &OfferEnd, is_own: bool) -> OfferEndInfo {
    let none = OfferEndInfo { kind: "withdrawn", seat: None, reason: None, id: None };
    match end {
        OfferEnd::Declined { seat, reason } => {
            OfferEndInfo { kind: "declined", seat: Some(*seat), reason: *reason, ..none }
        }
        OfferEnd::Countered { seat, id } => {
            let id = is_own.then(|| id.clone());
            OfferEndInfo { kind: "countered", seat: Some(*seat), id, ..none }
        }
        OfferEnd::Withdrawn => none,
        OfferEnd::Expired => OfferEndInfo { kind: "expired", ..none },
    }
}

/// The players.
pub(super) fn players(snapshot: &Snapshot) -> Vec<Option<PlayerInfo>> {
    let game = &*snapshot.game;
    let is_live = claim_after_ms(game).is_some();
    let seats = game.players().iter().zip(snapshot.presence()).zip(snapshot.names());
    let player = |((player, presence), name): ((&Option<Player>, _), &Option<String>)| {
        let presence: &Presence = presence;
        Some(match player.as_ref()? {
            Player::User(user) => PlayerInfo {
                guest: Some(*user),
                name: name.clone(),
                computer: None,
                online: presence.is_here(),
                away_since_ms: presence.away_since(game).filter(|_| is_live).map(Moment::as_millis),
            },
            Player::Computer(level) => PlayerInfo {
                guest: None,
                name: None,
                computer: Some(*level),
                online: true,
                away_since_ms: None,
            },
        })
    };
    seats.map(player).collect()
}

/// The seed of the dice in an open game.
pub(super) fn dice(game: &Game) -> Option<DiceInfo> {
    let seed = game.opening().dice.as_ref()?;
    Some(DiceInfo {
        commitment: seed.commitment(),
        parts: game.dice_parts().to_vec(),
        awaits: game.owed_dice_parts(),
        seed: game.revealed_seed(),
        throws: game.throws(),
    })
}
