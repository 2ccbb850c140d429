//! What lists show of a game, made from its log. Every viewer may know all of it.

use heterodox_host::{Game, Moment};
use heterodox_rules::Seat;
use heterodox_store::{Derived, GameState, GameSummary, NewGame, SeatSummary};

/// The moment at which the server must act in a game; `None` if it has nothing to do.
pub(super) fn due(game: &Game) -> Option<Moment> {
    game.duty().map(|_| game.turn_since()).into_iter().chain(game.next_deadline()).min()
}

/// The rows that follow from the log of a game. Its moments are those at which the turn passed:
/// steps of a setup, which in a hidden game are secret, change none of them.
pub(crate) fn derived(game: &Game) -> Derived {
    let outcome = game.outcome();
    let to_act = game.to_act();
    let place = |seat: Seat| {
        let ranking = &outcome.as_ref().filter(|outcome| outcome.is_result())?.ranking;
        let group = ranking.iter().position(|group| group.contains(&seat))?;
        Some(1 + ranking[..group].iter().map(Vec::len).sum::<usize>() as u8)
    };
    let seat = |seat: Seat| {
        let player = game.player(seat);
        SeatSummary {
            user: player.and_then(|player| player.user()).map(|user| user.to_string()),
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
    let summary = GameSummary {
        kind: game.opening().game.clone(),
        state,
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
pub(super) fn new_game(game: &Game) -> NewGame {
    NewGame {
        id: game.id().to_owned(),
        body: game.opening().encode(),
        created_ms: game.created().as_millis(),
        derived: derived(game),
    }
}
