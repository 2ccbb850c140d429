//! The state of a game for one viewer.

use heterodox_host::{Game, Perspective, Player, StartWith};
use heterodox_wire::{DiceInfo, GameState, PlayerInfo, RematchInfo, StartInfo, StartKind};

/// The state for one caller. `online` says for each seat whether its guest watches.
pub(super) fn state(game: &Game, online: &[bool], perspective: &Perspective) -> GameState {
    let viewer = perspective.viewer;
    GameState {
        id: game.id().to_owned(),
        version: game.version(viewer),
        created_ms: game.created().as_millis(),
        seat: viewer.seat(),
        seats: perspective.seats.clone(),
        start: start(game),
        open: game.is_open(),
        players: players(game, online),
        dice: dice(game),
        scene: game.table().scene(viewer),
        moves: game.table().texts(viewer),
        thinking: game.computer_is_to_move(),
        hints: game.hints().to_vec(),
        rematch: rematch(game),
    }
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

/// The players. `online` says for each seat whether its person watches.
pub(super) fn players(game: &Game, online: &[bool]) -> Vec<Option<PlayerInfo>> {
    let players = game.players().iter().zip(online);
    players.map(|(player, online)| Some(player_info(player.as_ref()?, *online))).collect()
}

fn player_info(player: &Player, online: bool) -> PlayerInfo {
    match player {
        Player::User(user) => PlayerInfo { guest: Some(*user), computer: None, online },
        Player::Computer(level) => PlayerInfo { guest: None, computer: Some(*level), online: true },
    }
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
