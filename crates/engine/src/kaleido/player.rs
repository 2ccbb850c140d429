//! The player of `KaleidoChess`.

use super::multiplayer::{Cuts, Found, Method, SeveralTask, search};
use super::request::Sight;
use super::{GAME, KaleidoEvaluation, Weights, searcher};
use crate::level::{Mind, Style, choose, pick};
use crate::search::{Searcher, Task};
use crate::{Budget, Choice, Info, Level, Player, PlayerError};
use heterodox_rules::kaleido::{Color, Move, PASS, Position};
use heterodox_rules::{Frame, Scene, Viewer};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The size of a player's table.
const TABLE_MIB: usize = 16;
/// A draw is welcome to a colour that stands worse than this.
const WORSE: i32 = -150;
/// And, if nothing has been taken for so many plies, to one that stands no better than this.
const QUIET_FOR_LONG: u32 = 60;
const LEVEL_ENOUGH: i32 = 40;
/// What the answer to a draw offer may cost.
const DRAW_NODES: u64 = 20_000;

/// Plays `KaleidoChess` at a level, on any of two to four seats, with and without dice.
pub struct KaleidoPlayer {
    level: Level,
    seed: u64,
    /// How opponents are thought to play where there are several.
    method: Method,
    /// How chance nodes are cut.
    cuts: Cuts,
    evaluation: KaleidoEvaluation,
    /// For two without dice; made when it is first needed.
    searcher: Option<Searcher<Position, KaleidoEvaluation>>,
}

impl KaleidoPlayer {
    /// A player that varies by `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            seed,
            method: Method::BestReply,
            cuts: Cuts::Star2,
            evaluation: KaleidoEvaluation::default(),
            searcher: None,
        }
    }

    /// The same player with other ideas of its opponents and of the dice, to compare.
    #[must_use]
    pub fn with(self, method: Method, cuts: Cuts) -> Self {
        Self { method, cuts, ..self }
    }

    /// The same player with other weights, to compare.
    #[must_use]
    pub fn weighing(self, weights: Weights) -> Self {
        Self { evaluation: KaleidoEvaluation::new(weights), ..self }
    }

    /// The search of two without dice.
    fn duel(&mut self, sight: &Sight, budget: Budget, stop: &AtomicBool) -> Option<Choice> {
        let task = Task {
            history: &sight.history,
            only: Some(&sight.offered),
            ..Task::new(&sight.position, budget)
        };
        let mind = self.mind(sight);
        let searcher = self.searcher.get_or_insert_with(|| searcher(TABLE_MIB, self.evaluation));
        let chosen = choose(searcher, &task, GAME, mind, stop, |_| {})?;
        let info = Info {
            score: chosen.score,
            depth: chosen.found.depth,
            nodes: chosen.found.nodes,
            pv: written(&sight.position, chosen.pv()),
        };
        Some(Choice { text: sight.position.write(chosen.m), info: Some(info) })
    }

    /// The search of several, or with dice.
    fn melee(&self, sight: &Sight, budget: Budget, stop: &AtomicBool) -> Option<Choice> {
        let found: Found = search(&self.task(sight, budget), stop)?;
        let (m, score) = pick(&sight.position, &found.candidates, self.mind(sight))
            .unwrap_or((found.best, found.score));
        let text = sight.position.write(m);
        let info = Info { score, depth: found.depth, nodes: found.nodes, pv: vec![text.clone()] };
        Some(Choice { text, info: Some(info) })
    }

    const fn mind(&self, sight: &Sight) -> Mind {
        Mind { level: self.level, seed: self.seed, touched: sight.touched }
    }

    fn task<'a>(&self, sight: &'a Sight, budget: Budget) -> SeveralTask<'a> {
        // Two are enemies, whatever is thought of several.
        let two = sight.position.playing().len() == 2;
        let style = Style::of(GAME, self.level);
        SeveralTask {
            position: &sight.position,
            history: &sight.history,
            only: &sight.offered,
            budget: budget.within(Style::limits(GAME, self.level)),
            margin: style.map_or(0, |style| style.margin),
            width: style.map_or(usize::MAX, |style| style.width),
            misjudges: style.map_or(0, |style| style.misjudges),
            seed: self.seed,
            method: if two { Method::Paranoid } else { self.method },
            cuts: self.cuts,
            evaluation: self.evaluation,
        }
    }
}

impl Player for KaleidoPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let begin = Instant::now();
        let nothing = || PlayerError::NothingToSubmit { phase: scene.phase.to_owned() };
        let sight = Sight::new(scene, frames)?;
        if sight.offered == [Move::PASS] {
            return Ok(Choice::plain(PASS));
        }
        if sight.offered.is_empty() {
            return Err(nothing());
        }
        // What was read so far took its time too.
        let time = budget.time.map(|time| time.saturating_sub(begin.elapsed()));
        let budget = Budget { time, ..*budget };
        let duel = sight.position.playing().len() == 2 && sight.position.dice().is_none();
        let choice =
            if duel { self.duel(&sight, budget, stop) } else { self.melee(&sight, budget, stop) };
        choice.ok_or_else(nothing)
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        let Ok(sight) = Sight::new(scene, frames) else { return false };
        let Some(own) = own_color(scene) else { return false };
        if scene.outcome.is_some() || !sight.position.playing().contains(own) {
            return false;
        }
        let value = self.standing(&sight, own);
        let quiet = sight.position.plies_since_capture() >= QUIET_FOR_LONG;
        value < WORSE || (value < LEVEL_ENOUGH && quiet)
    }
}

impl KaleidoPlayer {
    /// How a colour stands: by a short search where there are two, else at sight.
    fn standing(&mut self, sight: &Sight, own: Color) -> i32 {
        let position = &sight.position;
        if position.playing().len() == 2 && position.dice().is_none() {
            let budget = Budget::nodes(DRAW_NODES).within(Style::limits(GAME, self.level));
            let task = Task { history: &sight.history, ..Task::new(position, budget) };
            let searcher =
                self.searcher.get_or_insert_with(|| searcher(TABLE_MIB, self.evaluation));
            if let Some(found) = searcher.run(&task, &AtomicBool::new(false), |_| {}) {
                let rank = found.score.rank();
                return if position.turn() == own { rank } else { -rank };
            }
        }
        let scores = self.evaluation.scores(position);
        let others = position.playing().iter().filter(|&color| color != own);
        let best = others.map(|color| scores[color as usize]).max().unwrap_or(0);
        scores[own as usize] - best
    }
}

/// The colour of the viewer.
fn own_color(scene: &Scene) -> Option<Color> {
    let Viewer::Seat(seat) = scene.viewer else { return None };
    let info = scene.sides.iter().find(|info| info.seat == Some(seat))?;
    Color::from_key(info.key)
}

/// A line of moves in notation.
fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut board = position.clone();
    moves
        .iter()
        .map(|&m| {
            let text = board.write(m);
            board.play_unchecked(m);
            text
        })
        .collect()
}
