//! Which game, from which position, with which options: what most commands are told.

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use heterodox_rules::{Setting, Start, Table, Viewer, games, info, open};

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

    /// Set a table option; may be given several times (`heterodox games` lists them)
    #[arg(long = "option", value_name = "K=V")]
    pub(crate) options: Vec<String>,
}

impl StartArgs {
    /// The setting for the table.
    pub(crate) fn setting(&self) -> Result<Setting> {
        // An unknown game is the first thing to say, before its options are looked at.
        info(&self.game)?;
        let mut setting = Setting::default();
        for pair in &self.options {
            setting.options.set(pair)?;
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
        Ok(open(&self.game, &self.setting()?)?)
    }

    /// Opens a table on which a position stands, so that there are moves to speak of.
    pub(crate) fn open_position(&self) -> Result<Table> {
        let table = self.open()?;
        if table.scene(Viewer::Public).frame.position.is_empty() {
            let names = info(&self.game)?.quick_starts.join(", ");
            if names.is_empty() {
                bail!(
                    "{} has no first position with these options, as its pieces are still to be picked: \
                     give --position P",
                    self.game
                );
            }
            bail!(
                "{} has no first position: give --position P or --quick-start NAME, one of: {names}",
                self.game
            );
        }
        Ok(table)
    }
}

/// Takes any text for a game's id, but knows the games for help and completions: an unknown one is
/// then refused in the words that every door of the program uses.
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
        Some(Box::new(games().map(|info| PossibleValue::new(info.id).help(info.name))))
    }
}
