//! What lists show of a game, made from its log. Every viewer may know all of it.

use super::view::start_word;
use heterodox_host::{Game, Invited, Moment, Visibility};
use heterodox_rules::Seat;
use heterodox_store::{
    Derived, GameState, GameSummary, NewGame, OutboxItem, SeatSummary, Visibility as Listing,
};

/// The moment at which the server must act in a game; `None` if it has nothing to do.
pub(super) fn due(game: &Game) -> Option<Moment> {
    game.duty().map(|_| game.turn_since()).into_iter().chain(game.next_deadline()).min()
}

/// The rows that follow from the log of a game. Its moments are those at which the turn passed:
/// steps of a setup, which in a hidden game are secret, change none of them. An offer that ended
/// without a game has no players: it is in no person's list.
pub(crate) fn derived(game: &Game) -> Derived {
    let outcome = game.outcome();
    let to_act = game.to_act();
    let place = |seat: Seat| {
        let ranking = &outcome.as_ref().filter(|outcome| outcome.is_result())?.ranking;
        let group = ranking.iter().position(|group| group.contains(&seat))?;
        Some(1 + ranking[..group].iter().map(Vec::len).sum::<usize>() as u8)
    };
    let is_game = game.offer_end().is_none();
    let seat = |seat: Seat| {
        let player = game.player(seat);
        let invited = match game.invited(seat) {
            Some(Invited::User(user)) if is_game => Some(user.to_string()),
            _ => None,
        };
        SeatSummary {
            user: player
                .filter(|_| is_game)
                .and_then(|player| player.user())
                .map(|user| user.to_string()),
            invited,
            computer: player.and_then(|player| player.level()).map(heterodox_engine::Level::number),
            place: place(seat),
            to_act: to_act.contains(&seat),
        }
    };
    let state = match &outcome {
        Some(_) => GameState::Over,
        None if game.is_open() => GameState::Open,
        None => GameState::Running,
    };
    let last_ms = game.turn_since().as_millis();
    let deadline =
        game.time().and_then(|time| to_act.iter().filter_map(|seat| time.deadline(*seat)).min());
    let visibility = match game.visibility() {
        Visibility::Public => Listing::Public,
        Visibility::Link => Listing::Link,
        Visibility::Private => Listing::Private,
    };
    let is_public = visibility == Listing::Public;
    let result = outcome.as_ref().filter(|outcome| outcome.is_result());
    let winner = result.and_then(|outcome| match outcome.ranking.first().map(Vec::as_slice) {
        Some([winner]) => Some(winner.index() as u8),
        _ => None,
    });
    let summary = GameSummary {
        kind: game.opening().game.clone(),
        state,
        visibility,
        start: start_word(&game.opening().start),
        time: game.time().map(|time| time.rules().control(0).to_string()),
        in_lobby: is_public && game.is_open_to_all(),
        until_ms: game.offered_until().map(Moment::as_millis),
        in_archive: is_public && result.is_some() && game.players().iter().all(Option::is_some),
        winner,
        plies: game.table().plies() as u32,
        created_ms: game.created().as_millis(),
        last_ms,
        deadline_ms: deadline.map(Moment::as_millis),
        excused_ms: game.excused().as_millis(),
        over_ms: outcome.as_ref().map(|_| last_ms),
        reason: outcome.as_ref().map(|outcome| outcome.reason.key().to_owned()),
    };
    Derived {
        due_ms: due(game).map(Moment::as_millis),
        summary,
        seats: game.seats().map(seat).collect(),
    }
}

/// A game to be stored.
pub(super) fn new_game(game: &Game, outbox: Vec<OutboxItem>) -> NewGame {
    NewGame {
        id: game.id().to_owned(),
        body: game.opening().encode(),
        created_ms: game.created().as_millis(),
        derived: derived(game),
        outbox,
    }
}
