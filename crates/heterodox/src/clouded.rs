//! Clouded Klin Zha at the command line: maps in files, and the game's own umpire. Whoever sits at a shell and names no
//! seat is entitled to the truth.

use crate::file;
use crate::output::{self, quote};
use crate::result::ResultData;
use crate::start::StartArgs;
use anyhow::{Context, Result, bail};
use heterodox_rules::clouded::full_information::{FullInformationGame, Ruling};
use heterodox_rules::clouded::{CloudMap, Clouds};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Record, Refusal, Seat, Setting, SideInfo, Viewer, info, read_record};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// The game's id.
pub(crate) const GAME: &str = "clouded-klinzha";

/// Whether the game of a command hides something from its players.
pub(crate) fn is_hidden(start: &StartArgs) -> bool {
    info(&start.game).is_ok_and(|info| info.hidden)
}

/// The value of the option `clouds` as the rules read it: what names a file becomes the map in it.
pub(crate) fn clouds_value(value: &str) -> Result<String> {
    let inline = value.contains('/') && value.chars().all(|c| ".-#/".contains(c));
    if value == "blind" || value.starts_with("seed:") || inline {
        return Ok(value.to_owned());
    }
    if value.is_empty() {
        bail!("option clouds: expected a map file, blind, seed:N, or nine rows joined by '/'");
    }
    let path = Path::new(value);
    let text = file::read_text(path).with_context(|| "option clouds".to_owned())?;
    let map = CloudMap::read(&text).with_context(|| quote(&file::name(path)))?;
    Ok(map.to_string())
}

/// The clouds that a command names: a file, `blind`, `seed:N`, or rows joined by `/`.
pub(crate) fn clouds(value: &str) -> Result<Clouds> {
    Ok(Clouds::read(&clouds_value(value)?)?)
}

/// Says what is to be said against a cloud map.
pub(crate) fn warn_of_clouds(game: &str, setting: &Setting) {
    let clouds = setting.options.0.get("clouds").filter(|_| game == GAME);
    if let Some(Ok(clouds)) = clouds.map(|clouds| Clouds::read(clouds)) {
        warn(&clouds);
    }
}

/// The same of clouds that were read.
pub(crate) fn warn(clouds: &Clouds) {
    for crowded in clouds.crowded() {
        output::warning(&crowded.to_string());
    }
}

/// The record that a seat has of a game, from the umpire's. Nothing of the umpire's own words gets into it: not how a
/// move was written, nor a remark on that.
pub(crate) fn own_record(text: &str, full: &Record, seat: Seat) -> Result<Record, Refusal> {
    let shared = |key: &str| ["game", "gold", "green", "date"].contains(&key);
    let headers: Vec<_> = full.headers.iter().filter(|(key, _)| shared(key)).cloned().collect();
    read_record(&FullInformationGame::replay(text)?.record_seen(Viewer::Seat(seat), &headers))
}

/// The umpire of a game, who throws dice from the game's seed.
pub(crate) struct Umpire {
    arbiter: FullInformationGame,
    dice: ChaCha8Rng,
}

impl Umpire {
    /// Opens a game on which a position stands. Warnings on its map are the table's to give.
    pub(crate) fn open(start: &StartArgs) -> Result<Self> {
        let setting = start.setting()?;
        let seed = setting.options.0.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let arbiter = FullInformationGame::open(&setting)?;
        if arbiter.position().is_none() {
            return Err(start.no_first_position()?);
        }
        let mut umpire = Self { arbiter, dice: ChaCha8Rng::seed_from_u64(seed) };
        umpire.throw()?;
        Ok(umpire)
    }

    /// The game with its truth.
    pub(crate) fn arbiter(&self) -> &FullInformationGame {
        &self.arbiter
    }

    /// Lets the side to move announce an intent, and throws the dice that it calls for.
    pub(crate) fn submit(&mut self, text: &str) -> Result<Ruling, Refusal> {
        let ruling = self.arbiter.submit(text)?;
        self.throw()?;
        Ok(ruling)
    }

    fn throw(&mut self) -> Result<(), Refusal> {
        while let Some(request) = self.arbiter.awaits_throw() {
            let faces: Vec<u8> =
                (0..request.dice).map(|_| self.dice.random_range(1..=request.faces)).collect();
            self.arbiter.throw(&faces)?;
        }
        Ok(())
    }

    /// The result, once there is one.
    pub(crate) fn result(&self) -> Option<ResultData> {
        let sides = Side::ALL
            .map(|side| SideInfo { key: side.key(), seat: Some(Seat::new(side as usize)) });
        self.arbiter.outcome().map(|outcome| ResultData::new(outcome, &sides))
    }
}
