//! Clouded Klin Zha at the command line: cloud maps in files, and the umpire, who knows the
//! position. Commands without `--as SEAT` show what the umpire knows.

use super::{GENERIC, GameEntry, HiddenGame, NoticeWords, Umpire, klinzha};
use crate::output;
use crate::result::ResultData;
use crate::start::{StartArgs, option_value};
use anyhow::Result;
use heterodox_rules::clouded::Clouds;
use heterodox_rules::clouded::full_information::{FullInformationGame, Ruling};
use heterodox_rules::klinzha::{Kind, Side};
use heterodox_rules::{
    Frame, Record, Refusal, Seat, Setting, SideInfo, Viewer, Warning, info, read_record,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The id of the game.
pub(crate) const GAME: &str = "clouded-klinzha";

/// The option with the cloud map.
const CLOUDS: &str = "clouds";

pub(super) const ENTRY: GameEntry = GameEntry {
    id: GAME,
    hidden: Some(HiddenGame {
        open: |start| Ok(Box::new(CloudedUmpire::open(start)?)),
        own_record,
    }),
    notice,
    warn: warn_of_clouds,
    dangers: klinzha::ENTRY.dangers,
    ..GENERIC
};

/// Reads clouds from the command line: a file, `blind`, `seed:N`, or rows joined by `/`.
pub(crate) fn clouds(value: &str) -> Result<Clouds> {
    let spec = info(GAME)?.options.iter().find(|spec| spec.key == CLOUDS);
    let value = spec.map_or_else(|| Ok(value.to_owned()), |spec| option_value(spec, value))?;
    Ok(Clouds::read(&value)?)
}

/// Prints the warnings on the cloud map of a setting.
pub(crate) fn warn_of_clouds(setting: &Setting) {
    let clouds = setting.options.0.get(CLOUDS);
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

/// Returns a viewer's record of a game, made from the umpire's record. The umpire's spelling of
/// moves and the comments on them are dropped, because they may tell what the viewer did not see.
fn own_record(text: &str, full: &Record, viewer: Viewer) -> Result<Record, Refusal> {
    let shared = |key: &str| ["game", "gold", "green", "date"].contains(&key);
    let headers: Vec<_> = full.headers.iter().filter(|(key, _)| shared(key)).cloned().collect();
    read_record(&FullInformationGame::replay(text)?.observed_record(viewer, &headers))
}

/// The umpire of a game of Clouded Klin Zha. Dice of drifting clouds are thrown from the game's
/// seed.
pub(crate) struct CloudedUmpire {
    game: FullInformationGame,
    dice: ChaCha8Rng,
}

impl CloudedUmpire {
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

    /// Submits an intent of the side to move and throws the dice that follow it.
    pub(crate) fn rule(&mut self, text: &str) -> Result<Ruling, Refusal> {
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
}

impl Umpire for CloudedUmpire {
    fn last_frame(&self) -> Frame {
        self.game.frames().pop().unwrap_or_default()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves()
    }

    fn last_observed_frame(&self, viewer: Viewer) -> Frame {
        self.game.observed_frames(viewer).pop().unwrap_or_default()
    }

    fn submit(&mut self, text: &str) -> Result<Vec<Warning>, Refusal> {
        self.rule(text).map(|ruling| ruling.warnings)
    }

    fn result(&self) -> Option<ResultData> {
        let sides = Side::ALL
            .map(|side| SideInfo { key: side.key(), seat: Some(Seat::new(side as usize)) });
        self.game.outcome().map(|outcome| ResultData::new(outcome, &sides))
    }
}

fn notice(words: &NoticeWords<'_>) -> Option<String> {
    let arg = |name| words.arg(name);
    Some(match words.notice.key {
        "clouds" => format!("The clouds have the seed {}.", arg("seed")),
        "clouds-crowded" => format!(
            "Region {}: {} cells lie under clouds; more than {} leave too little to see.",
            arg("region"),
            arg("count"),
            arg("most")
        ),
        "umpire-ended" => format!("Umpire: your warrior stands on {}.", arg("cell")),
        "umpire-captured" => {
            format!("Umpire: you captured {} on {}.", captured_piece(arg("piece")), arg("cell"))
        }
        "umpire-halted-field" => {
            format!("Umpire: a field halted your warrior on {}.", arg("cell"))
        }
        "umpire-halted-piece" => {
            format!("Umpire: a piece in the way halted your warrior on {}.", arg("cell"))
        }
        "umpire-lost" => {
            format!("Umpire: you lost {} on {}.", captured_piece(arg("piece")), arg("cell"))
        }
        "umpire-drift-rule" => match arg("turns") {
            "1" => "Umpire: the clouds will drift after every turn.".to_owned(),
            turns => format!("Umpire: the clouds will drift every {turns} turns."),
        },
        "umpire-drift" => {
            let steps = if arg("steps") == "1" { "step" } else { "steps" };
            format!("Umpire: the clouds drift {} {steps} {}.", arg("steps"), arg("direction"))
        }
        "umpire-first-placement" => {
            format!("Umpire: first placement is {} in the {}.", arg("side"), arg("region"))
        }
        _ => return klinzha::notice(words),
    })
}

/// Returns a captured piece in words, from its code: `V`, `VG`, `G`.
fn captured_piece(code: &str) -> String {
    let (warrior, goal) = match code.strip_suffix('G') {
        Some(warrior) => (warrior, true),
        None => (code, false),
    };
    match (Kind::from_code(warrior), goal) {
        (Some(kind), false) => format!("a {kind}"),
        (Some(kind), true) => format!("a {kind} with the Goal"),
        (None, true) => "the Goal".to_owned(),
        (None, false) => code.to_owned(),
    }
}
