//! The engine position of any game: its position with the hashes of the earlier ones.

use super::{EngineGame, EnginePosition, Move, SearchJob, SearchReport};
use crate::level::{ChosenMove, MoveGeometry, PlayerModel, choose};
use crate::player::move_texts;
use crate::reference::material_move;
use crate::search::{SearchRequest, SearchResult, Searcher, Settings};
use crate::weights::WeightSet;
use crate::{Evaluate, Level, SplitMix64};
use heterodox_rules::{Cell, Options, Outcome, Refusal, SearchPosition, Seat, quote};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Opens a position string.
pub(crate) fn open<G: EngineGame>(
    options: &Options,
    text: &str,
) -> Result<Box<dyn EnginePosition>, String> {
    let rules = G::rules(options).map_err(|refusal| refusal.to_string())?;
    G::prepare(&rules);
    let position = G::parse_position(&rules, text)
        .map_err(|error| format!("{} '{}': {error}", G::POSITION, quote(text)))?;
    if !G::is_two_player(&position) {
        let name = heterodox_rules::info(G::ID).map_or(G::ID, |info| info.name);
        return Err(format!("this engine plays {name} only with two players and without dice"));
    }
    let weights = G::Weights::builtin().clone();
    let history = Vec::new();
    Ok(Box::new(GamePosition::<G> { rules, position, history, last_target: None, weights }))
}

/// A position with the hashes of the earlier ones.
struct GamePosition<G: EngineGame> {
    rules: G::Rules,
    position: G::Position,
    history: Vec<u64>,
    /// The cell on which the last move ended.
    last_target: Option<Cell>,
    weights: G::Weights,
}

impl<G: EngineGame> GamePosition<G> {
    fn moves(&self) -> Vec<Move<G>> {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves
    }

    /// The error message for a text that is not a legal move in strict notation.
    fn illegal_move(&self, text: &str) -> String {
        match self.parse_move(text) {
            Ok(strict) => format!("move '{}': expected the form {strict}", quote(text)),
            Err(refusal) => format!("move {}", refusal.message),
        }
    }

    fn evaluation(&self) -> G::Evaluation {
        G::evaluation(&self.rules, &self.weights)
    }

    fn line(&self, moves: &[Move<G>]) -> Vec<String> {
        move_texts(&self.position, moves, G::move_text)
    }

    fn searcher(&self, job: &SearchJob<'_>) -> Searcher<G::Position, G::Evaluation> {
        let full = job.level == Level::FULL;
        let usual = G::settings();
        let settings = Settings {
            techniques: usual.techniques.and(job.with).except(job.without),
            table_mib: job.table_mib,
            selective: job.selective && job.mate_limit.is_none(),
            threads: if full { job.threads } else { 1 },
            mate_limit: job.mate_limit,
            ..usual
        };
        // A mate search leaves moves out, so its entries are not valid elsewhere, nor others here.
        match job.memory.filter(|_| full && job.mate_limit.is_none()) {
            Some(memory) => Searcher::with_memory(self.evaluation(), settings, Arc::clone(memory)),
            None => Searcher::new(self.evaluation(), settings),
        }
    }

    fn report(&self, found: &SearchResult<Move<G>>, chosen: Move<G>) -> SearchReport {
        SearchReport {
            score: found.score,
            depth: found.depth,
            seldepth: found.seldepth.max(found.depth),
            nodes: found.nodes,
            hashfull: found.hashfull,
            chosen: G::move_text(&self.position, chosen),
            pv: self.line(&found.pv),
            lines: found.pv_lines.iter().map(|line| (line.score, self.line(&line.pv))).collect(),
        }
    }
}

impl<G: EngineGame> EnginePosition for GamePosition<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn turn(&self) -> Seat {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let m = find::<G>(&self.position, text).ok_or_else(|| self.illegal_move(text))?;
        self.history.push(self.position.zobrist());
        self.last_target = G::Position::ends(m).map(|(_, to)| to);
        self.position.play_unchecked(m);
        Ok(())
    }

    fn parse_move(&self, text: &str) -> Result<String, Refusal> {
        G::parse_move(&self.position, text).map(|m| G::move_text(&self.position, m))
    }

    fn record_notation(&self, moves: &[String]) -> Vec<String> {
        let mut board = self.position.clone();
        let record = |text: &String| {
            let m = find::<G>(&board, text)?;
            let text = G::move_record(&board, m);
            board.play_unchecked(m);
            Some(text)
        };
        moves.iter().map_while(record).collect()
    }

    fn cells(&self, moves: &[String]) -> Vec<Vec<&'static str>> {
        let mut board = self.position.clone();
        let cells = |text: &String| {
            let m = find::<G>(&board, text)?;
            board.play_unchecked(m);
            let cells = &G::Position::geometry().cells;
            let ends = G::Position::ends(m).map(|(from, to)| [from, to]);
            let names = ends.into_iter().flatten().map(|cell| cells[cell.index()].name.as_str());
            Some(names.collect())
        };
        moves.iter().map_while(cells).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.moves().into_iter();
        let mut texts: Vec<String> = moves.map(|m| G::move_text(&self.position, m)).collect();
        texts.sort_unstable();
        texts
    }

    fn is_repetition(&self) -> bool {
        let reach = self.position.reversible_plies().min(self.history.len());
        self.history[self.history.len() - reach..].contains(&self.position.zobrist())
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let mut counts = Vec::new();
        for m in self.moves() {
            let mut board = self.position.clone();
            board.play_unchecked(m);
            let text = G::move_text(&self.position, m);
            counts.push((text, count_leaves(&board, depth.saturating_sub(1), stop)?));
        }
        counts.sort_unstable();
        Some(counts)
    }

    fn static_eval(&self) -> i32 {
        self.evaluation().evaluate(&self.position)
    }

    fn is_tactical(&self) -> bool {
        let evaluation = self.evaluation();
        let gains = |&m: &Move<G>| {
            let exchange = evaluation.see(&self.position, m);
            exchange
                .or_else(|| evaluation.capture_gain(&self.position, m))
                .is_none_or(|won| won > 0)
        };
        let mut captures = Vec::new();
        self.position.captures(&mut captures);
        evaluation.in_check(&self.position)
            || evaluation.must_evade(&self.position)
            || captures.iter().any(gains)
    }

    fn weight_names(&self) -> Vec<String> {
        G::Weights::weight_names()
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.numbers()
    }

    fn set_weights(&mut self, numbers: &[i32]) {
        self.weights = G::Weights::from_numbers(numbers);
    }

    fn weights_text(&self, provenance: &[String]) -> String {
        self.weights.write(provenance)
    }

    fn gradient(&self, fixed: &[bool]) -> (i32, Vec<f32>) {
        let mut numbers = self.weights.numbers();
        let value = |numbers: &[i32]| {
            let weights = G::Weights::from_numbers(numbers);
            G::evaluation(&self.rules, &weights).evaluate(&self.position)
        };
        let here = value(&numbers);
        let gradient = (0..numbers.len()).map(|index| {
            if fixed.get(index) == Some(&true) {
                return 0.0;
            }
            let number = numbers[index];
            numbers[index] = number + STEP;
            let above = value(&numbers);
            numbers[index] = number - STEP;
            let below = value(&numbers);
            numbers[index] = number;
            (above - below) as f32 / (2 * STEP) as f32
        });
        (here, gradient.collect())
    }

    fn load_weights(&mut self, weights: &str) -> Result<(), String> {
        self.weights = G::Weights::read(weights)?;
        Ok(())
    }

    fn search(
        &self,
        job: &SearchJob<'_>,
        stop: &AtomicBool,
        on_iteration: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let search_moves: Vec<_> = if job.search_moves.is_empty() {
            Vec::new()
        } else {
            let moves = self.moves().into_iter();
            moves.filter(|&m| job.search_moves.contains(&G::move_text(&self.position, m))).collect()
        };
        let mut searcher = self.searcher(job);
        let request = SearchRequest {
            history: &self.history,
            search_moves: (!search_moves.is_empty()).then_some(search_moves.as_slice()),
            multi_pv: job.multi_pv,
            ..SearchRequest::new(&self.position, job.limit)
        };
        let model = PlayerModel {
            params: G::levels().params(job.level),
            seed: job.seed,
            last_target: self.last_target,
        };
        let report = |found: &_| on_iteration(&self.report(found, found.best));
        let ChosenMove { m, result, .. } = choose(&mut searcher, &request, model, stop, report)?;
        Some(self.report(&result, m))
    }

    fn material_move(&self, seed: u64) -> Option<String> {
        let mut random = SplitMix64::with_stream(seed, self.position.zobrist());
        let m = material_move(&self.position, &G::material, &mut random)?;
        Some(G::move_text(&self.position, m))
    }

    fn boxed_clone(&self) -> Box<dyn EnginePosition> {
        Box::new(Self {
            rules: self.rules.clone(),
            position: self.position.clone(),
            history: self.history.clone(),
            last_target: self.last_target,
            weights: self.weights.clone(),
        })
    }
}

/// The legal move with this strict notation.
fn find<G: EngineGame>(position: &G::Position, text: &str) -> Option<Move<G>> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().find(|&m| G::move_text(position, m) == text)
}

/// The change of a weight for the numeric gradient: enough to survive integer divisions.
const STEP: i32 = 16;

/// Perft below this depth is not interrupted; it takes a moment only.
const UNINTERRUPTED_DEPTH: u32 = 2;

/// Counts leaves and checks the stop flag now and then.
fn count_leaves<P: SearchPosition>(position: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(position.perft(depth));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut sum = 0_u64;
    for m in moves {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut board = position.clone();
        board.play_unchecked(m);
        sum = sum.saturating_add(count_leaves(&board, depth - 1, stop)?);
    }
    Some(sum)
}
