//! The state of a game for one viewer.

use super::live_game::{Presence, Snapshot};
use heterodox_host::clock::Calendar;
use heterodox_host::{Game, GameTime, Moment, Perspective, Player, StartWith};
use heterodox_rules::Seat;
use heterodox_wire::{
    ClockState, ControlInfo, DiceInfo, GameState, PauseInfo, PlayerInfo, RematchInfo, SeatClock,
    StartInfo, StartKind, TimeInfo,
};

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
        open: game.is_open(),
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
    RematchInfo { asked: game.rematch_asked().to_vec(), id: game.rematch().map(str::to_owned) }
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
