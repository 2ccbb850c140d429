//! The sources of positions: recorded games, games of the frozen player, random games and studies.

use heterodox_engine::SplitMix64;
use heterodox_engine::reference::material_move;
use heterodox_rules::{SearchPosition, grand_chess, kaleido, klinzha};
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
    /// The most nodes of the prover for a win in five.
    const LIMIT: u64;
    /// The most nodes for a win in seven, which is searched for one position in this many.
    const DEEP: (u64, u64);

    /// The number of lines wanted of each objective.
    fn quotas() -> Vec<(Objective, usize)>;
    /// The first position of a game.
    fn start(random: &mut SplitMix64) -> Self;
    /// The position with fresh counters, far from every limit.
    fn calm(&self) -> Option<Self>;
    /// The themes of a winning or saving move; `end` is the last position of its line.
    fn themes(&self, m: Self::Move, end: Option<&Self>) -> Vec<&'static str>;
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
    const LIMIT: u64 = 300_000;
    const DEEP: (u64, u64) = (3_000_000, 6);

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

    fn calm(&self) -> Option<Self> {
        let mut raw = self.to_raw();
        (raw.plies_since_capture, raw.turn_number) = (0, 1);
        raw.check().ok()
    }

    fn themes(&self, m: Self::Move, end: Option<&Self>) -> Vec<&'static str> {
        use heterodox_rules::EndReason;
        use klinzha::{GoalAction, Kind};
        let (us, them) = (self.turn(), !self.turn());
        let next = self.after_unchecked(m);
        let kind = self.kind(us, m.from());
        let warriors = self.occupied(us).len() + self.occupied(them).len();
        let immobilised =
            end.and_then(Self::winner).is_some_and(|(_, how)| how == EndReason::IMMOBILISED);
        let all = [
            (immobilised, "immobilisation"),
            (m.goal() == GoalAction::Carry, "carries the Goal"),
            (m.goal() == GoalAction::Carry && self.is_capture(m), "captures with the Goal"),
            (m.goal() == GoalAction::Abandon, "abandons the Goal"),
            (kind == Some(Kind::Blockader), "zone"),
            (kind == Some(Kind::Flier), "Flier"),
            (kind == Some(Kind::Swift), "Swift"),
            (self.goal_abandoned(us), "own Goal abandoned"),
            (self.goal_abandoned(them), "enemy Goal abandoned"),
            (!self.goal_abandoned(us) && !self.goal_abandoned(them), "both Goals held"),
            (warriors <= 6, "few warriors"),
            (!self.goal_attackers(us).is_empty(), "own Goal under attack"),
            (!next.goal_attackers(us).is_empty(), "leaves the Goal under attack"),
            (next.targets(them).iter().any(|to| to.2.contains(m.to())), "can be taken"),
            (self.is_capture(m), "capture"),
            (next.goal_attackers(them).is_empty(), "no threat to the Goal"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }

    fn material(&self) -> i32 {
        heterodox_engine::klinzha::reference::material(self)
    }
}

impl Source for grand_chess::Position {
    const AMOUNTS: Amounts = Amounts { frozen: 0, random: 0, studies: 4000 };
    const LIMIT: u64 = 1_000_000;
    const DEEP: (u64, u64) = (4_000_000, 8);

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

    fn calm(&self) -> Option<Self> {
        let mut raw = self.to_raw();
        (raw.halfmove_clock, raw.fullmove_number) = (0, 1);
        raw.check(self.promotion()).ok()
    }

    fn themes(&self, m: Self::Move, _: Option<&Self>) -> Vec<&'static str> {
        let next = self.after_unchecked(m);
        let kinds = self.to_raw().board.iter().flatten().count();
        let all = [
            (next.is_check(), "check"),
            (!next.is_check(), "quiet"),
            (SearchPosition::is_capture(self, m), "capture"),
            (self.is_check(), "out of check"),
            (kinds <= 5, "few pieces"),
            (m.from() == self.king(self.turn()), "king"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }

    fn material(&self) -> i32 {
        heterodox_engine::grand_chess::reference::material(self)
    }
}

impl Source for kaleido::Position {
    const AMOUNTS: Amounts = Amounts { frozen: 24, random: 40, studies: 2000 };
    const LIMIT: u64 = 1_000_000;
    const DEEP: (u64, u64) = (4_000_000, 8);

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

    fn calm(&self) -> Option<Self> {
        let mut raw = self.to_raw();
        raw.turn_number = 1;
        raw.check(None).ok()
    }

    fn themes(&self, m: Self::Move, end: Option<&Self>) -> Vec<&'static str> {
        use heterodox_rules::EndReason;
        use kaleido::board::CASTLES;
        let them = self.playing().after(self.turn());
        let reason = end.and_then(Self::outcome).map(|outcome| outcome.reason);
        let pieces = self.all_occupied().len();
        let all = [
            (reason == Some(EndReason::LOCKED_IN), "locked in"),
            (reason == Some(EndReason::LEFT_CASTLE), "has to leave"),
            (SearchPosition::is_capture(self, m), "capture"),
            (!SearchPosition::is_capture(self, m), "quiet"),
            (CASTLES.contains(m.to()), "castle"),
            (self.castles(them).len() > 1, "several castles"),
            (pieces <= 6, "few pieces"),
            (pieces > 20, "many pieces"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }

    fn material(&self) -> i32 {
        heterodox_engine::kaleido::reference::material(self)
    }
}
