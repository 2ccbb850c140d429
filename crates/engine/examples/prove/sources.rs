//! The sources of positions: recorded games, games of the frozen player, random games and studies.

use heterodox_engine::SplitMix64;
use heterodox_engine::reference::material_move;
use heterodox_rules::{grand_chess, kaleido, klinzha};
use heterodox_testkit::engine::tactics::{Objective, Studied};
use heterodox_testkit::proof::moves;
use serde_json::Value;
use std::error::Error;

/// The number of games and studies examined.
pub(crate) struct Amounts {
    /// Games of the frozen player, against itself or against random plies.
    pub(crate) frozen: u64,
    /// Games of random moves.
    pub(crate) random: u64,
    /// Random studies.
    pub(crate) studies: u64,
}

/// A game whose positions are examined.
pub(crate) trait Source: Studied {
    /// How many games and studies are examined.
    const AMOUNTS: Amounts;
    /// A win in seven is searched for one position in this many.
    const DEEP_EVERY: u64;

    /// The number of lines wanted of each objective.
    fn quotas() -> Vec<(Objective, usize)>;
    /// The first position of a game.
    fn start(random: &mut SplitMix64) -> Self;
    /// The material that the frozen player counts.
    fn material(&self) -> i32;
}

/// The positions of a game and their source.
pub(crate) struct GamePositions<P> {
    pub(crate) source: String,
    pub(crate) positions: Vec<P>,
}

/// The prefix of the sources of recorded games.
pub(crate) const RECORDED: &str = "engine game";

/// The decided games of a file of `heterodox match`.
pub(crate) fn recorded<P: Source>(file: &str) -> Result<Vec<GamePositions<P>>, Box<dyn Error>> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut games = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let game: Value = serde_json::from_str(line)
            .map_err(|error| format!("{file}:{}: {error}", number + 1))?;
        let drawn = game["points"][0] == 0.5;
        let (Some(start), Some(moves), false) =
            (game["start"].as_str(), game["moves"].as_array(), drawn)
        else {
            continue;
        };
        let Some(mut board) = P::read(start) else { continue };
        let mut positions = vec![board.clone()];
        for text in moves.iter().filter_map(Value::as_str) {
            let Some(m) = board.find(text) else { break };
            board = board.then(m);
            positions.push(board.clone());
        }
        let source = format!("{RECORDED} {}.{}", game["opening"], game["round"]);
        games.push(GamePositions { source, positions });
    }
    Ok(games)
}

/// The most plies of a game played here.
const MOST_PLIES: usize = 240;

/// A game of the frozen player against itself or, as often, a random player.
pub(crate) fn frozen<P: Source>(seed: u64) -> GamePositions<P> {
    let mut random = SplitMix64::with_stream(17, seed);
    let board = P::start(&mut random);
    let choose = |board: &P, ply: usize, random: &mut SplitMix64| {
        let random_game = ply < 6 || ply % 2 == seed as usize % 2 && random.chance(1, 2);
        if random_game {
            random.pick(&moves(board)).copied()
        } else {
            material_move(board, &P::material, random)
        }
    };
    GamePositions {
        source: format!("frozen player {seed}"),
        positions: play(board, &mut random, choose),
    }
}

/// A random game.
pub(crate) fn random_game<P: Source>(seed: u64) -> GamePositions<P> {
    let mut random = SplitMix64::with_stream(29, seed);
    let board = P::start(&mut random);
    let choose = |board: &P, _: usize, random: &mut SplitMix64| random.pick(&moves(board)).copied();
    GamePositions {
        source: format!("random game {seed}"),
        positions: play(board, &mut random, choose),
    }
}

fn play<P: Source>(
    mut board: P,
    random: &mut SplitMix64,
    mut choose: impl FnMut(&P, usize, &mut SplitMix64) -> Option<P::Move>,
) -> Vec<P> {
    let mut positions = vec![board.clone()];
    for ply in 0..MOST_PLIES {
        let Some(m) = choose(&board, ply, random) else { break };
        board = board.then(m);
        if board.outcome().is_some() {
            break;
        }
        positions.push(board.clone());
    }
    positions
}

/// A random study.
pub(crate) fn studies<P: Source>(seed: u64) -> GamePositions<P> {
    let mut random = SplitMix64::with_stream(43, seed);
    let position = std::iter::repeat_with(|| P::study(&mut random)).flatten().next();
    GamePositions { source: format!("study {seed}"), positions: position.into_iter().collect() }
}

impl Source for klinzha::Position {
    const AMOUNTS: Amounts = Amounts { frozen: 60, random: 150, studies: 3000 };
    const DEEP_EVERY: u64 = 6;

    fn quotas() -> Vec<(Objective, usize)> {
        vec![
            (Objective::Win(3), 50),
            (Objective::Win(5), 60),
            (Objective::Win(7), 30),
            (Objective::Hold(4), 30),
        ]
    }

    fn start(random: &mut SplitMix64) -> Self {
        let name = random.pick(&klinzha::QUICK_STARTS).expect("there are quick starts");
        klinzha::quick_start(name).expect("quick starts have positions")
    }

    fn material(&self) -> i32 {
        heterodox_engine::klinzha::reference::material(self)
    }
}

impl Source for grand_chess::Position {
    const AMOUNTS: Amounts = Amounts { frozen: 0, random: 0, studies: 4000 };
    const DEEP_EVERY: u64 = 8;

    fn quotas() -> Vec<(Objective, usize)> {
        vec![
            (Objective::Win(3), 12),
            (Objective::Win(5), 10),
            (Objective::Win(7), 4),
            (Objective::Hold(4), 4),
        ]
    }

    fn start(_: &mut SplitMix64) -> Self {
        grand_chess::CLASSIC_START.parse().expect("the classic start is a position")
    }

    fn material(&self) -> i32 {
        heterodox_engine::grand_chess::reference::material(self)
    }
}

impl Source for kaleido::Position {
    const AMOUNTS: Amounts = Amounts { frozen: 24, random: 40, studies: 2000 };
    const DEEP_EVERY: u64 = 8;

    fn quotas() -> Vec<(Objective, usize)> {
        vec![
            (Objective::Win(2), 3),
            (Objective::Win(3), 9),
            (Objective::Win(4), 4),
            (Objective::Win(5), 8),
            (Objective::Win(7), 4),
            (Objective::Hold(4), 4),
        ]
    }

    fn start(_: &mut SplitMix64) -> Self {
        use kaleido::{Army, Color, array};
        let raw = array(&[Color::White, Color::Black], [Army::default(); 4]);
        raw.check(None).expect("the start is a position")
    }

    fn material(&self) -> i32 {
        heterodox_engine::kaleido::reference::material(self)
    }
}
