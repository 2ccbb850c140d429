//! Positions to learn from: those of finished games, with their results and what the players thought of them.

use crate::checksum::Checksum;
use crate::commands::matches::log::{Header, read_game};
use crate::file::read_text;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_rules::{Options, read_record};
use std::path::{Path, PathBuf};

/// From here on a score says that the game is decided.
const DECIDED: i32 = 20_000;

/// Of so many openings one is held out, to see whether what was learned holds for others.
const HELD_OUT: u64 = 10;
/// Games that begin with the same so many plies have the same opening.
const OPENING: usize = 6;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Game {
    /// The file, and the line if it holds several games.
    pub(super) source: String,
    options: Options,
    start: String,
    moves: Vec<String>,
    /// By ply: what its mover thought; empty if nobody said.
    scores: Vec<Option<i32>>,
    /// How many of the moves nobody chose.
    random: usize,
    /// By seat.
    points: Vec<f64>,
}

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// The points of the seat to move.
    pub(super) result: f32,
    /// What the seat to move thought of it, in hundredths.
    pub(super) score: Option<f32>,
    /// Its value at sight by the weights at the time.
    pub(super) value: f32,
    /// By how much that changes with each weight; those by which it does not are left out.
    pub(super) slopes: Vec<(u16, f32)>,
}

/// What was read, and what there is to say of it.
pub(super) struct Read {
    pub(super) games: Vec<Game>,
    pub(super) sources: Vec<String>,
}

/// Reads logs of matches, records and folders of records.
pub(super) fn read(game: &str, paths: &[PathBuf]) -> Result<Read> {
    let mut read = Read { games: Vec::new(), sources: Vec::new() };
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
    // What is learned depends neither on the order of the files nor on which game of a match ended first.
    read.games.sort_by(|a, b| (&a.start, &a.moves).cmp(&(&b.start, &b.moves)));
    Ok(read)
}

/// Reads the log of a match; says how its games were played.
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
        // A match that still runs, or was ended in the middle, may end within a line.
        if index + 1 == text.lines().count() && !text.ends_with('\n') {
            break;
        }
        let played = read_game(line, header.engines.len())
            .with_context(|| format!("{name}: line {}: expected a game", index + 1))?;
        // Who lost by a fault did not lose by its position.
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

/// Reads a record; nothing of a game without a result.
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
    /// Whether it is held out: one opening in ten is, so that no game is learned from that begins like one held out.
    pub(super) fn is_held_out(&self) -> bool {
        let mut sum = Checksum::of(&self.start);
        for text in self.moves.iter().take(OPENING) {
            sum.add(text.as_bytes());
        }
        sum.number().is_multiple_of(HELD_OUT)
    }

    /// The quiet positions of the game from its own moves on, as these weights see them.
    pub(super) fn samples(
        &self,
        game: &str,
        skip: usize,
        numbers: &[i32],
        fixed: &[bool],
    ) -> Result<Vec<Sample>> {
        let mut board = engine_game::open(game, &self.options, Some(&self.start))
            .map_err(|why| anyhow!(why))?;
        board.set_weights(numbers);
        let mut samples = Vec::new();
        for (ply, text) in self.moves.iter().enumerate() {
            if ply >= self.random + skip {
                samples.extend(self.sample(&*board, ply, fixed));
            }
            // Logs have strict notation, records that of their game.
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
        let (value, slopes) = board.gradient(fixed);
        let slopes = slopes.into_iter().enumerate().filter(|(_, slope)| *slope != 0.0);
        Some(Sample {
            result,
            score: score.map(|score| score as f32),
            value: value as f32,
            slopes: slopes.map(|(index, slope)| (index as u16, slope)).collect(),
        })
    }
}
