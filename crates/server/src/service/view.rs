//! The state of a game for one viewer, as plain data.

use heterodox_engine::Level;
use heterodox_host::{Game, Perspective, Player, StartWith, UserId};
use heterodox_rules::{DicePart, Scene, Seat, Viewer};
use heterodox_store::UnixMillis;
use serde::Serialize;

/// The state of a game as one viewer may know it. Its view of the table comes from [`Scene`]s and
/// frames of that viewer, so it holds no hidden information.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct GameView {
    /// The game's id.
    pub(crate) id: String,
    /// How often what the viewer may know has changed.
    pub(crate) version: u64,
    /// When the game was opened.
    pub(crate) created_ms: UnixMillis,
    /// The seat whose view this is; `None` for the public view.
    pub(crate) seat: Option<Seat>,
    /// The seats that the caller holds.
    pub(crate) seats: Vec<Seat>,
    /// How the game began.
    pub(crate) start: StartView,
    /// Whether a guest may still join.
    pub(crate) open: bool,
    /// The player of each seat; `None` for a free seat.
    pub(crate) players: Vec<Option<PlayerView>>,
    /// The seed of the dice in an open game; `None` in a game without dice or with hidden
    /// information.
    pub(crate) dice: Option<DiceView>,
    /// The scene of the table.
    pub(crate) scene: Scene,
    /// The plies so far, as texts.
    pub(crate) moves: Vec<String>,
    /// Whether a computer is to move, and no seat is free.
    pub(crate) thinking: bool,
    /// The number of hints that each seat has taken.
    pub(crate) hints: Vec<u32>,
    /// The state of the rematch.
    pub(crate) rematch: RematchView,
}

/// How a game began. All viewers learn that it began from a position and who chose it, because in a
/// hidden game that player knows more than its view holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct StartView {
    /// `setup`, `quick` or `position`.
    kind: &'static str,
    /// The name of the quick start.
    name: Option<String>,
    /// The seat of the guest who chose the start; `None` for a rematch, whose players all know it.
    by: Option<Seat>,
}

impl StartView {
    fn new(game: &Game) -> Self {
        let (kind, name) = match &game.opening().start {
            StartWith::Setup(_) => ("setup", None),
            StartWith::Quick(name) => ("quick", Some(name.clone())),
            StartWith::Position(_) => ("position", None),
        };
        Self { kind, name, by: game.opening().chooser() }
    }
}

/// Dice that can be verified when the game is over (`heterodox_rules::DiceSeed`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct DiceView {
    /// The SHA-256 of the server's part of the seed.
    pub(crate) commitment: String,
    /// Each seat's part of the seed. A guest with several seats gives it on its first one.
    pub(crate) parts: Vec<Option<DicePart>>,
    /// The first seat of each guest that still owes its part.
    pub(crate) awaits: Vec<Seat>,
    /// The whole seed, once the game is over.
    pub(crate) seed: Option<String>,
    /// The number of throws so far, including those that were taken back.
    pub(crate) throws: u64,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct PlayerView {
    /// The person; `None` for the computer.
    pub(crate) guest: Option<UserId>,
    /// The computer's level; `None` for a guest.
    pub(crate) computer: Option<Level>,
    /// Whether the guest has a socket of the game open. The computer is always online.
    pub(crate) online: bool,
}

/// The state of a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct RematchView {
    /// The seats that have asked for it.
    pub(crate) asked: Vec<Seat>,
    /// The id of the rematch, once all seats have asked.
    pub(crate) id: Option<String>,
}

impl GameView {
    /// The state for one caller. `online` says for each seat whether its guest watches.
    pub(super) fn new(game: &Game, online: &[bool], perspective: &Perspective) -> Self {
        let viewer = perspective.viewer;
        Self {
            id: game.id().to_owned(),
            version: game.version(viewer),
            created_ms: game.created().as_millis(),
            seat: match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public => None,
            },
            seats: perspective.seats.clone(),
            start: StartView::new(game),
            open: game.is_open(),
            players: player_views(game, online),
            dice: DiceView::new(game),
            scene: game.table().scene(viewer),
            moves: game.table().texts(viewer),
            thinking: game.computer_is_to_move(),
            hints: game.hints().to_vec(),
            rematch: RematchView::new(game),
        }
    }
}

impl RematchView {
    pub(super) fn new(game: &Game) -> Self {
        Self { asked: game.rematch_asked().to_vec(), id: game.rematch().map(str::to_owned) }
    }
}

/// The players. `online` says for each seat whether its person watches.
pub(super) fn player_views(game: &Game, online: &[bool]) -> Vec<Option<PlayerView>> {
    let players = game.players().iter().zip(online);
    players.map(|(player, online)| Some(PlayerView::new(player.as_ref()?, *online))).collect()
}

impl DiceView {
    pub(super) fn new(game: &Game) -> Option<Self> {
        let seed = game.opening().dice.as_ref()?;
        Some(Self {
            commitment: seed.commitment(),
            parts: game.dice_parts().to_vec(),
            awaits: game.owed_dice_parts(),
            seed: game.revealed_seed(),
            throws: game.throws(),
        })
    }
}

impl PlayerView {
    fn new(player: &Player, online: bool) -> Self {
        match player {
            Player::User(user) => Self { guest: Some(*user), computer: None, online },
            Player::Computer(level) => Self { guest: None, computer: Some(*level), online: true },
        }
    }
}
