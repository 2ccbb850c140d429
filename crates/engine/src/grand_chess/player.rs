//! The player of Grand Chess: picks pieces, moves, claims draws.

use super::{GAME, GrandChessEvaluation, Values, searcher};
use crate::level::{ChosenMove, LevelParams, PlayerModel, choose};
use crate::search::{SearchRequest, Searcher};
use crate::{Choice, Info, Level, Player, PlayerError, Random, Score, SearchLimit};
use heterodox_rules::grand_chess::{Move, PieceSet, Position, TableRules, board};
use heterodox_rules::{Choice as Offer, Frame, Refusal, Scene, SearchPosition, Viewer};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The size of a player's table.
const TABLE_MIB: usize = 16;
/// What the answer to a draw offer may cost.
const DRAW_NODES: u64 = 20_000;
/// A draw is welcome to a side that stands worse than this.
const WORSE: i32 = -50;
/// And, if nothing has happened for so many plies, to a side that stands no better than this.
const QUIET_FOR_LONG: u32 = 40;
const LEVEL_ENOUGH: i32 = 40;
/// A claim is better than playing on to a side that stands no better than this.
const CLAIM_BELOW: i32 = 5;

/// Plays Grand Chess at a level.
pub struct GrandChessPlayer {
    level: Level,
    seed: u64,
    /// Made when it is first needed, for the pieces of the game at hand.
    searcher: Option<(PieceSet, Searcher<Position, GrandChessEvaluation>)>,
}

impl GrandChessPlayer {
    /// A player that varies by `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        // They are derived once, and a first move should not wait for that.
        Values::of(&PieceSet::standard());
        Self { level, seed, searcher: None }
    }

    fn searcher(&mut self, forms: &PieceSet) -> &mut Searcher<Position, GrandChessEvaluation> {
        self.searcher.take_if(|(known, _)| !known.is_same_as(forms));
        &mut self.searcher.get_or_insert_with(|| (forms.clone(), searcher(TABLE_MIB, forms))).1
    }

    /// Picks a piece for both sides: strong ones rather than weak ones, and others than stand already.
    fn pick(&self, scene: &Scene) -> Option<String> {
        let forms = rules(scene).ok()?.piece_set;
        let values = Values::of(&forms);
        let worth = |code: &str| forms.by_code(code).map_or(0, |kind| values.worth(kind));
        let there: HashSet<&str> = scene.frame.pieces.iter().map(|piece| piece.kind).collect();
        let alike = |offer: &Offer| {
            let code = offer.piece.unwrap_or("");
            let similar = |&&other: &&&str| (worth(other) - worth(code)).abs() * 20 < worth(code);
            let again = if there.contains(code) { 3 } else { 0 };
            again + there.iter().filter(similar).count()
        };
        let chances: Vec<(usize, &Offer)> = scene
            .choices
            .iter()
            .map(|offer| {
                (20 + worth(offer.piece.unwrap_or("")) as usize / (1 + alike(offer)), offer)
            })
            .collect();
        let all: usize = chances.iter().map(|(chance, _)| chance).sum();
        let mut left = Random::mixed(self.seed, there.len() as u64 + 1).below(all);
        let picked = chances.iter().find(|&&(chance, _)| {
            let found = left < chance;
            left = left.saturating_sub(chance);
            found
        });
        picked.map(|(_, offer)| offer.text.clone())
    }

    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let position = position(scene)?;
        let offered = offered_moves(scene, &position);
        let history = history(scene, frames, &position)?;
        let touched = scene.frame.last.last().and_then(|square| board::by_name(square));
        let mind = PlayerModel { level: self.level, seed: self.seed, last_target: touched };
        let searcher = self.searcher(position.piece_set());
        // What was read so far took its time too.
        let time = budget.time.map(|time| time.saturating_sub(begin.elapsed()));
        let task = SearchRequest {
            history: &history,
            search_moves: (!offered.is_empty()).then_some(offered.as_slice()),
            ..SearchRequest::new(&position, SearchLimit { time, ..*budget })
        };
        let Some(chosen) = choose(searcher, &task, GAME, mind, stop, |_| {}) else {
            return Ok(None);
        };
        let claim = claim(scene).filter(|_| chosen.found.score.rank() < CLAIM_BELOW);
        let text = claim.unwrap_or_else(|| position.uci(chosen.m));
        Ok(Some(Choice { text, info: Some(info(&position, &chosen)) }))
    }
}

impl Player for GrandChessPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        if scene.game != GAME {
            return Err(PlayerError::OtherGame { expected: GAME, found: scene.game.to_owned() });
        }
        let text = match scene.phase {
            "pick" => self.pick(scene),
            "play" if !scene.choices.is_empty() => {
                if let Some(choice) = self.play(scene, frames, budget, stop)? {
                    return Ok(choice);
                }
                None
            }
            _ => None,
        };
        text.or_else(|| scene.choices.first().map(|choice| choice.text.clone()))
            .map(Choice::plain)
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let (Viewer::Seat(seat), Ok(position)) = (scene.viewer, position(scene)) else {
            return false;
        };
        let Ok(history) = history(scene, frames, &position) else { return false };
        let budget =
            SearchLimit::nodes(DRAW_NODES).tighter(LevelParams::search_limit(GAME, self.level));
        let task = SearchRequest { history: &history, ..SearchRequest::new(&position, budget) };
        let searcher = self.searcher(position.piece_set());
        let Some(found) = searcher.run(&task, &AtomicBool::new(false), |_| {}) else {
            return false;
        };
        let score = if SearchPosition::turn(&position) == seat {
            found.score
        } else {
            found.score.reversed()
        };
        match score {
            Score::WinIn(_) => false,
            Score::LossIn(_) => true,
            Score::Centi(value) => {
                value < WORSE
                    || (value < LEVEL_ENOUGH && position.halfmove_clock() >= QUIET_FOR_LONG)
            }
        }
    }
}

fn info(position: &Position, chosen: &ChosenMove<Move>) -> Info {
    Info {
        score: chosen.score,
        depth: chosen.found.depth,
        nodes: chosen.found.nodes,
        pv: written(position, chosen.pv()),
    }
}

/// A line of moves in notation.
fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut board = position.clone();
    let mut write = |&m: &Move| {
        let text = board.uci(m);
        board.play_unchecked(m);
        text
    };
    moves.iter().map(&mut write).collect()
}

/// A draw that may be claimed.
fn claim(scene: &Scene) -> Option<String> {
    let claims = scene.choices.iter().find(|choice| choice.text.starts_with("claim "));
    claims.map(|choice| choice.text.clone())
}

fn rules(scene: &Scene) -> Result<TableRules, PlayerError> {
    Ok(TableRules::new(&scene.options)?)
}

fn position(scene: &Scene) -> Result<Position, PlayerError> {
    let rules = rules(scene)?;
    read(&scene.frame.position, &rules)
}

fn read(text: &str, rules: &TableRules) -> Result<Position, PlayerError> {
    Position::read(text, rules.promotion, &rules.piece_set)
        .map_err(|error| PlayerError::BadPosition(Refusal::new("bad-position", format!("{error}"))))
}

/// The legal moves that the scene offers.
fn offered_moves(scene: &Scene, position: &Position) -> Vec<Move> {
    let texts: HashSet<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
    let mut moves = position.legal_moves();
    moves.retain(|&m| texts.contains(position.uci(m).as_str()));
    moves
}

/// The keys of the game's earlier positions, as far back as one of them could come again.
fn history(scene: &Scene, frames: &[Frame], position: &Position) -> Result<Vec<u64>, PlayerError> {
    let rules = rules(scene)?;
    let now = scene.frame.ply;
    let reach = now.saturating_sub(position.reversible_plies());
    Ok(frames
        .iter()
        .filter(|frame| (reach..now).contains(&frame.ply))
        .filter_map(|frame| read(&frame.position, &rules).ok())
        .map(|position| position.zobrist())
        .collect())
}
