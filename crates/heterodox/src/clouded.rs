//! Clouded Klin Zha at the command line: cloud maps in files, and the umpire, who knows the
//! position. Commands without `--as SEAT` show what the umpire knows.

use crate::file;
use crate::output;
use crate::result::ResultData;
use crate::start::StartArgs;
use anyhow::{Context, Result, bail};
use heterodox_rules::clouded::full_information::{FullInformationGame, Ruling};
use heterodox_rules::clouded::{CloudMap, Clouds};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{
    Frame, Record, Refusal, Seat, Setting, SideInfo, Viewer, quote, read_record,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// The id of the game.
pub(crate) const GAME: &str = "clouded-klinzha";

/// Returns the value of the option `clouds` in the form of the rules: the name of a file is
/// replaced by the map in the file.
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

/// Reads clouds from the command line: a file, `blind`, `seed:N`, or rows joined by `/`.
pub(crate) fn clouds(value: &str) -> Result<Clouds> {
    Ok(Clouds::read(&clouds_value(value)?)?)
}

/// Prints the warnings on the cloud map of a setting.
pub(crate) fn warn_of_clouds(game: &str, setting: &Setting) {
    let clouds = setting.options.0.get("clouds").filter(|_| game == GAME);
    if let Some(Ok(clouds)) = clouds.map(|clouds| Clouds::read(clouds)) {
        warn(&clouds);
    }
}

/// Prints the warnings on clouds.
pub(crate) fn warn(clouds: &Clouds) {
    for crowded in clouds.crowded() {
        output::warning(&crowded.to_string());
    }
}

/// Returns a seat's record of a game, made from the umpire's record. The umpire's spelling of moves
/// and the comments on them are dropped, because they may tell what the seat did not see.
pub(crate) fn own_record(text: &str, full: &Record, seat: Seat) -> Result<Record, Refusal> {
    let shared = |key: &str| ["game", "gold", "green", "date"].contains(&key);
    let headers: Vec<_> = full.headers.iter().filter(|(key, _)| shared(key)).cloned().collect();
    read_record(&FullInformationGame::replay(text)?.record_seen(Viewer::Seat(seat), &headers))
}

/// The umpire of a game of Clouded Klin Zha. Dice of drifting clouds are thrown from the game's
/// seed.
pub(crate) struct Umpire {
    game: FullInformationGame,
    dice: ChaCha8Rng,
}

impl Umpire {
    /// Opens the game of a command if it is Clouded Klin Zha; returns `None` for other games.
    pub(crate) fn of_command(start: &StartArgs) -> Result<Option<Self>> {
        if start.game == GAME { Self::open(start).map(Some) } else { Ok(None) }
    }

    /// Opens a game of Clouded Klin Zha that has a position. Prints no warnings on its map.
    pub(crate) fn open(start: &StartArgs) -> Result<Self> {
        let setting = start.setting()?;
        let seed = setting.options.0.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let game = FullInformationGame::open(&setting)?;
        if game.position().is_none() {
            return Err(start.no_first_position()?);
        }
        let mut umpire = Self { game, dice: ChaCha8Rng::seed_from_u64(seed) };
        umpire.throw()?;
        Ok(umpire)
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &FullInformationGame {
        &self.game
    }

    /// Returns the frame after the last ply, with everything that the umpire knows.
    pub(crate) fn last_frame(&self) -> Frame {
        self.game.frames().pop().unwrap_or_default()
    }

    /// Submits an intent of the side to move and throws the dice that follow it.
    pub(crate) fn submit(&mut self, text: &str) -> Result<Ruling, Refusal> {
        let ruling = self.game.submit(text)?;
        self.throw()?;
        Ok(ruling)
    }

    fn throw(&mut self) -> Result<(), Refusal> {
        while let Some(request) = self.game.awaits_throw() {
            let faces: Vec<u8> =
                (0..request.dice).map(|_| self.dice.random_range(1..=request.faces)).collect();
            self.game.throw(&faces)?;
        }
        Ok(())
    }

    /// The result, once there is one.
    pub(crate) fn result(&self) -> Option<ResultData> {
        let sides = Side::ALL
            .map(|side| SideInfo { key: side.key(), seat: Some(Seat::new(side as usize)) });
        self.game.outcome().map(|outcome| ResultData::new(outcome, &sides))
    }
}
