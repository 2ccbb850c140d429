//! The arguments that say which game a command is about and how the game starts.

use crate::{file, games};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use heterodox_rules::{
    OptionSpec, Seat, Setting, SideInfo, Start, Table, Viewer, info, open, quote,
};
use std::path::Path;

/// A game and how it starts.
#[derive(Args)]
pub(crate) struct StartArgs {
    /// The game, by its id
    #[arg(value_name = "GAME", value_parser = GameId)]
    pub(crate) game: String,

    /// Start from this position string
    #[arg(long, value_name = "P", conflicts_with = "quick_start")]
    pub(crate) position: Option<String>,

    /// Start from the ready-made setup of this name (`heterodox games` lists them)
    #[arg(long, value_name = "NAME")]
    pub(crate) quick_start: Option<String>,

    /// Set a table option; may be given several times (`heterodox games --help` explains them)
    #[arg(long = "option", value_name = "K=V")]
    pub(crate) options: Vec<String>,
}

impl StartArgs {
    /// Returns the setting for the table.
    pub(crate) fn setting(&self) -> Result<Setting> {
        // An unknown game is reported before its options are read.
        let info = info(&self.game)?;
        let mut setting = Setting::default();
        for pair in &self.options {
            setting.options.set(pair)?;
        }
        for spec in info.options {
            if let Some(value) = setting.options.0.get_mut(spec.key) {
                *value = option_value(spec, value)?;
            }
        }
        setting.start = match (&self.position, &self.quick_start) {
            (Some(position), _) => Start::Position(position.clone()),
            (None, Some(name)) => Start::Quick(name.clone()),
            (None, None) => Start::Setup,
        };
        Ok(setting)
    }

    /// Opens a table.
    pub(crate) fn open(&self) -> Result<Table> {
        let setting = self.setting()?;
        let table = open(&self.game, &setting)?;
        (games::entry(&self.game).warn)(&setting);
        Ok(table)
    }

    /// Opens a table. Returns an error if the game begins with a setup and has no position yet.
    pub(crate) fn open_position(&self) -> Result<Table> {
        let table = self.open()?;
        if table.scene(Viewer::Public).frame.position.is_empty() {
            return Err(self.no_first_position()?);
        }
        Ok(table)
    }

    /// Returns the error for a game that needs a position to start from.
    pub(crate) fn no_first_position(&self) -> Result<anyhow::Error> {
        let names = info(&self.game)?.quick_starts.join(", ");
        if names.is_empty() {
            return Ok(anyhow!(
                "{} has no first position with these options, as its pieces are still to be picked: \
                     give --position P",
                self.game
            ));
        }
        Ok(anyhow!(
            "{} has no first position: give --position P or --quick-start NAME, one of: {names}",
            self.game
        ))
    }
}

/// Returns the value of an option in the form of the rules: the name of a file is replaced by the
/// value in the file.
pub(crate) fn option_value(spec: &OptionSpec, value: &str) -> Result<String> {
    let Some(file) = spec.file.filter(|file| !(file.is_value)(value)) else {
        return Ok(value.to_owned());
    };
    if value.is_empty() {
        bail!("option {}: expected {}", spec.key, file.expected);
    }
    let path = Path::new(value);
    let text = file::read_text(path).with_context(|| format!("option {}", spec.key))?;
    (file.read)(&text).map_err(|why| anyhow!(why)).with_context(|| quote(&file::name(path)))
}

/// Accepts any text as id of a game and lists the known ids in help and completions. Unknown ids
/// are reported later by the rules, with the same message as everywhere else in the program.
#[derive(Clone)]
struct GameId;

impl TypedValueParser for GameId {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            heterodox_rules::games().map(|info| PossibleValue::new(info.id).help(info.name)),
        ))
    }
}

/// Returns the seat with this number or the seat of the side with this key.
pub(crate) fn seat_of(text: &str, table: &Table) -> Result<Seat> {
    seat_among(text, &table.scene(Viewer::Public).sides)
}

/// Like [`seat_of`], for the sides of a game without a table.
pub(crate) fn seat_among(text: &str, sides: &[SideInfo]) -> Result<Seat> {
    let by_side = sides.iter().find(|side| side.key == text).and_then(|side| side.seat);
    let by_number = || {
        let number = text.parse().ok().filter(|number| *number < sides.len());
        number.map(Seat::new)
    };
    by_side.or_else(by_number).ok_or_else(|| {
        let keys: Vec<&str> = sides.iter().map(|side| side.key).collect();
        let (text, keys) = (quote(text), keys.join(", "));
        anyhow!("--as '{text}': expected {keys} or 0 to {}", sides.len() - 1)
    })
}
