//! Training positions: positions of finished games with results and scores.

use crate::checksum::Checksum;
use crate::commands::matches::log::{Header, read_game};
use crate::file::read_text;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_rules::{Options, read_record};
use std::path::{Path, PathBuf};

/// Positions with a score from here on are decided and not used.
const DECIDED: i32 = 20_000;

/// One opening in this many is held out, to measure the loss on games that are not trained on.
const HELD_OUT: u64 = 10;
/// Games with the same first plies, up to this number, have the same opening.
const OPENING_PLIES: usize = 6;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Game {
    /// The file, and the line if the file has several games.
    pub(super) source: String,
    options: Options,
    start: String,
    moves: Vec<String>,
    /// The score of the mover at each ply; empty for records, which have no scores.
    scores: Vec<Option<i32>>,
    /// The number of random moves at the start.
    random: usize,
    /// The points of each seat.
    points: Vec<f64>,
}

/// A training position.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// The points of the seat to move.
    pub(super) result: f32,
    /// The score of the search from the view of the seat to move, in hundredths.
    pub(super) score: Option<f32>,
    /// The static evaluation with the current weights.
    pub(super) value: f32,
    /// The gradient of the static evaluation: index of the weight and derivative, without zeros.
    pub(super) gradient: Vec<(u16, f32)>,
}

/// The games, with one line of description for each file.
pub(super) struct TrainingData {
    pub(super) games: Vec<Game>,
    pub(super) sources: Vec<String>,
}

/// Reads games from logs of matches, records and folders of records.
pub(super) fn read(game: &str, paths: &[PathBuf]) -> Result<TrainingData> {
    let mut read = TrainingData { games: Vec::new(), sources: Vec::new() };
    for path in paths {
        let before = read.games.len();
        let mut about = String::new();
        if path.is_dir() {
            let entries = std::fs::read_dir(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let mut files: Vec<PathBuf> =
                entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
            files.sort();
            for file in files.iter().filter(|file| file.is_file()) {
                read.games.extend(record(game, file, &read_text(file)?)?);
            }
        } else {
            let text = read_text(path)?;
            if text.trim().is_empty() {
                bail!("{}: expected a log or a record, but it is empty", path.display());
            }
            if text.trim_start().starts_with('{') {
                about = log(game, path, &text, &mut read.games)?;
            } else {
                read.games.extend(record(game, path, &text)?);
            }
        }
        let name = path
            .file_name()
            .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        read.sources.push(format!("{name}: {} games{about}", read.games.len() - before));
    }
    // Sorted, so that the result does not depend on the order of files and games.
    read.games.sort_by(|a, b| (&a.start, &a.moves).cmp(&(&b.start, &b.moves)));
    Ok(read)
}

/// Reads the log of a match. Returns a description of its engines and conditions.
fn log(game: &str, path: &Path, text: &str, games: &mut Vec<Game>) -> Result<String> {
    let name = path.display();
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().unwrap_or_default();
    let header: Header = serde_json::from_str(first)
        .with_context(|| format!("{name}: line 1: expected the head of a match"))?;
    if header.game != game {
        bail!("{name} is of {}, not of {game}", header.game);
    }
    for (index, line) in lines {
        // The log of a match that runs or was interrupted may end with an incomplete line.
        if index + 1 == text.lines().count() && !text.ends_with('\n') {
            break;
        }
        let played = read_game(line, header.engines.len())
            .with_context(|| format!("{name}: line {}: expected a game", index + 1))?;
        // A game that was lost by a fault says nothing about its positions.
        if played.faults.is_empty() {
            games.push(Game {
                source: format!("{name}: line {}", index + 1),
                options: played.options,
                start: played.start,
                moves: played.moves,
                scores: played.scores,
                random: played.random,
                points: played.points,
            });
        }
    }
    Ok(format!(", {} ({})", header.engines.join(" against "), header.conditions))
}

/// Reads a record. Returns `None` if the game has no result.
fn record(game: &str, path: &Path, text: &str) -> Result<Option<Game>> {
    let name = path.display();
    let record = read_record(text).map_err(|refusal| anyhow!("{name}: {}", refusal.message))?;
    if record.game != game {
        bail!("{name} is of {}, not of {game}", record.game);
    }
    let (Some(outcome), Some(first)) = (record.outcome, record.frames.first()) else {
        return Ok(None);
    };
    let seats = record.sides.iter().filter(|side| side.seat.is_some()).count();
    let best = outcome.ranking.first().map_or(&[][..], Vec::as_slice);
    let share = |seat: usize| {
        let among = best.iter().any(|other| other.index() == seat);
        if among { 1.0 / best.len() as f64 } else { 0.0 }
    };
    Ok(Some(Game {
        source: name.to_string(),
        options: record.options,
        start: first.position.clone(),
        moves: record.frames.iter().filter_map(|frame| frame.text.clone()).collect(),
        scores: Vec::new(),
        random: 0,
        points: (0..seats).map(share).collect(),
    }))
}

impl Game {
    /// Returns whether the game is held out. All games of an opening are held out together.
    pub(super) fn is_held_out(&self) -> bool {
        let mut sum = Checksum::of(&self.start);
        for text in self.moves.iter().take(OPENING_PLIES) {
            sum.add(text.as_bytes());
        }
        sum.number().is_multiple_of(HELD_OUT)
    }

    /// Returns the quiet positions after the opening, evaluated with these weights.
    pub(super) fn samples(
        &self,
        game: &str,
        skip: usize,
        weights: &[i32],
        fixed: &[bool],
    ) -> Result<Vec<Sample>> {
        let mut board = engine_game::open(game, &self.options, Some(&self.start))
            .map_err(|why| anyhow!(why))?;
        board.set_weights(weights);
        let mut samples = Vec::new();
        for (ply, text) in self.moves.iter().enumerate() {
            if ply >= self.random + skip {
                samples.extend(self.sample(&*board, ply, fixed));
            }
            // Logs are in strict notation; records may be in another notation of the game.
            let played = board.play(text).or_else(|_| {
                let strict = board.parse_move(text).map_err(|refusal| refusal.message)?;
                board.play(&strict)
            });
            played.map_err(|why| anyhow!("{why} (ply {})", ply + 1))?;
        }
        Ok(samples)
    }

    fn sample(&self, board: &dyn EnginePosition, ply: usize, fixed: &[bool]) -> Option<Sample> {
        let score = self.scores.get(ply).copied().flatten();
        if score.is_some_and(|score| score.abs() >= DECIDED) || board.is_tactical() {
            return None;
        }
        let result = *self.points.get(board.turn().index())? as f32;
        let (value, gradient) = board.gradient(fixed);
        let gradient = gradient.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0);
        Some(Sample {
            result,
            score: score.map(|score| score as f32),
            value: value as f32,
            gradient: gradient.map(|(index, slope)| (index as u16, slope)).collect(),
        })
    }
}
