//! The settings of a server, from its configuration file, the environment and the command line.
//!
//! A configuration file is TOML with one key for each option of `heterodox serve`, named as the
//! option is. Commands with an option `--config` read the keys that are options of theirs. The
//! command line counts before the environment, and the environment before the file.

use crate::cli::Cli;
use crate::commands::database::folder_or_default;
use crate::commands::serve::check_setting;
use crate::{file, output};
use anyhow::{Context, Result, anyhow, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use toml::{Spanned, Value};

/// The name of the configuration file in a data folder.
pub(crate) const FILE_NAME: &str = "heterodox.toml";
/// The command whose options are the settings.
const SERVE: &str = "serve";
/// Options of `serve` that a configuration file cannot set.
const NO_SETTINGS: [&str; 3] = ["config", "help", "version"];
/// The option that allows connections without TLS: its id, and its name.
const INSECURE_DATABASE: (&str, &str) = ("insecure_database", "insecure-database");

/// Reads the command line, completed by the configuration file. Ends the process if a help text is
/// asked for or the command line is wrong.
///
/// # Errors
///
/// Fails if the configuration file cannot be read, names an unknown setting or has a bad value.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Cli> {
    let mut all = arguments.to_vec();
    if let Some(command) = command_with_file(arguments) {
        let given = Cli::command().ignore_errors(true).try_get_matches_from(arguments);
        if let Ok(matches) = given
            && let Some((_, matches)) = matches.subcommand()
            && let Some(path) = config_file(matches)
        {
            let file = ConfigFile::read(&path, matches)?;
            all.extend(missing_options(&command, matches, &file));
            check_partners(&all, &path, &file)?;
        }
        check_variables(&command, &all)?;
    }
    let matches = Cli::command().get_matches_from(all);
    Cli::from_arg_matches(&matches).map_err(|error| error.exit())
}

/// The command that is called, if it takes settings from a file. `config` tells itself what comes
/// from where.
fn command_with_file(arguments: &[OsString]) -> Option<Command> {
    let name = arguments.get(1).filter(|name| *name != "config")?;
    let command = Cli::command().find_subcommand(name)?.clone();
    let takes_file = command.get_arguments().any(|arg| arg.get_id() == "config");
    takes_file.then_some(command)
}

/// The definition of `serve`.
fn serve_command() -> Command {
    let mut command = Cli::command();
    command.build();
    command.find_subcommand(SERVE).cloned().unwrap_or_else(|| Command::new(SERVE))
}

/// The options of `serve` that are settings.
fn settings(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    command
        .get_arguments()
        .filter_map(|arg| Some((arg.get_long()?, arg)))
        .filter(|(name, _)| !NO_SETTINGS.contains(name))
}

/// The configuration file that a command reads: that of `--config`, or the one in the data folder
/// if it is there.
fn config_file(matches: &ArgMatches) -> Option<PathBuf> {
    let value = |id| matches.try_get_one::<PathBuf>(id).ok().flatten().cloned();
    if let Some(file) = value("config") {
        return Some(file);
    }
    // Of a folder that is given by itself no settings count.
    if value("dir").is_some() {
        return None;
    }
    let file = folder_or_default(value("data").as_deref()).join(FILE_NAME);
    // What is wrong with the folder is said when the folder is used.
    file.exists().then_some(file)
}

/// The arguments for those options of a command that the file sets and neither the command line nor
/// the environment does.
fn missing_options(command: &Command, matches: &ArgMatches, file: &ConfigFile) -> Vec<OsString> {
    let is_given = |arg: &Arg| {
        let source = matches.value_source(arg.get_id().as_str());
        matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
    };
    let missing = settings(command).filter(|(_, arg)| !is_given(arg));
    missing.flat_map(|(name, _)| file.arguments(name)).map(OsString::from).collect()
}

/// Refuses a file with a setting that needs another one, if the completed command line lacks that.
fn check_partners(arguments: &[OsString], path: &Path, file: &ConfigFile) -> Result<()> {
    let missing = missing_partners(Cli::command().try_get_matches_from(arguments).err());
    let serve = without_variables(&serve_command());
    for (key, FileSetting { line, arguments }) in &file.settings {
        let needed = missing_partners(serve.clone().try_get_matches_from(arguments).err());
        if let Some(partner) = needed.iter().find(|name| missing.contains(name)) {
            bail!("{}: line {line}: {key} needs the setting {partner} too", file::name(path));
        }
    }
    Ok(())
}

/// Refuses a bad value of a variable that is an option of the command, and one that needs another
/// setting, if the completed command line lacks that.
fn check_variables(command: &Command, arguments: &[OsString]) -> Result<()> {
    let missing = missing_partners(Cli::command().try_get_matches_from(arguments).err());
    let alone = without_variables(command);
    let given = Cli::command().ignore_errors(true).try_get_matches_from(arguments);
    let given = given.as_ref().ok().and_then(ArgMatches::subcommand);
    let is_insecure = given.is_some_and(|(_, matches)| allows_insecure(matches));
    for (name, arg) in settings(command) {
        let Some(variable) = arg.get_env() else { continue };
        let Ok(value) = std::env::var(variable) else { continue };
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            continue;
        }
        let argument = format!("--{name}={value}");
        let of = |error: anyhow::Error| anyhow!("{}: {error}", variable.display());
        check_value(command, name, &argument).map_err(of)?;
        check_setting(name, &value, is_insecure).map_err(of)?;
        let needed = missing_partners(alone.clone().try_get_matches_from([argument]).err());
        if let Some(partner) = needed.iter().find(|name| missing.contains(name)) {
            bail!("{} needs the setting {partner} too", variable.display());
        }
    }
    Ok(())
}

/// A command whose options do not come from the environment, and whose arguments begin at once.
fn without_variables(command: &Command) -> Command {
    command.clone().no_binary_name(true).mut_args(|arg| arg.env(None::<&str>))
}

/// Whether the options allow connections without TLS.
fn allows_insecure(matches: &ArgMatches) -> bool {
    matches.try_get_one::<bool>(INSECURE_DATABASE.0).ok().flatten() == Some(&true)
}

/// The names of the options that an error of the command line says are missing.
fn missing_partners(error: Option<clap::Error>) -> Vec<String> {
    let missing = error.filter(|error| error.kind() == ErrorKind::MissingRequiredArgument);
    let Some(ContextValue::Strings(shown)) =
        missing.as_ref().and_then(|error| error.get(ContextKind::InvalidArg))
    else {
        return Vec::new();
    };
    // Each is shown as `--name <VALUE>`.
    let name = |shown: &String| shown.trim_start_matches("--").split(' ').next().map(str::to_owned);
    shown.iter().filter_map(name).collect()
}

/// A configuration file whose keys are settings and whose values fit them.
struct ConfigFile {
    settings: BTreeMap<String, FileSetting>,
}

/// A setting in a configuration file.
struct FileSetting {
    /// The line of its key, from 1.
    line: usize,
    /// The arguments that set it.
    arguments: Vec<String>,
}

impl ConfigFile {
    /// Reads the file of a command with these options.
    fn read(path: &Path, matches: &ArgMatches) -> Result<Self> {
        let name = file::name(path);
        let text = file::read_text(path)?;
        Self::from_text(&text, allows_insecure(matches)).map_err(|(line, error)| match line {
            Some(line) => anyhow!("{name}: line {line}: {error}"),
            None => anyhow!("{name}: {error}"),
        })
    }

    /// Reads the text of a file; connections without TLS may be allowed elsewhere. An error has the
    /// line, from 1, if it is known.
    fn from_text(text: &str, is_insecure: bool) -> Result<Self, (Option<usize>, anyhow::Error)> {
        let line_of = |offset: usize| 1 + text[..offset.min(text.len())].matches('\n').count();
        let table: BTreeMap<Spanned<String>, Spanned<Value>> =
            toml::from_str(text).map_err(|error| {
                let line = error.span().map(|span| line_of(span.start));
                let key = || error.span().and_then(|span| text.get(span)).unwrap_or_default();
                let error = match error.message() {
                    "duplicate key" => anyhow!("{} is set twice", key().trim()),
                    message => anyhow!("{message}"),
                };
                (line, error)
            })?;
        let command = serve_command();
        let is_insecure = is_insecure
            || table
                .get(INSECURE_DATABASE.1)
                .is_some_and(|value| value.get_ref().as_bool() == Some(true));
        let mut settings = BTreeMap::new();
        for (key, value) in table {
            let (line, key) = (line_of(key.span().start), key.into_inner());
            let arguments = arguments_for(&command, &key, value.get_ref())
                .and_then(|arguments| {
                    check_later(&key, &arguments, is_insecure)?;
                    Ok(arguments)
                })
                .map_err(|error| (Some(line), error))?;
            settings.insert(key, FileSetting { line, arguments });
        }
        Ok(Self { settings })
    }

    fn arguments(&self, name: &str) -> &[String] {
        self.settings.get(name).map_or(&[], |setting| &setting.arguments)
    }
}

/// The arguments that set an option of `serve` to a value of a file.
fn arguments_for(command: &Command, key: &str, value: &Value) -> Result<Vec<String>> {
    let Some((_, arg)) = settings(command).find(|(name, _)| *name == key) else {
        return Err(unknown_setting(command, key));
    };
    let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let arguments = match value {
        Value::Boolean(on) if is_flag => on.then(|| format!("--{key}")).into_iter().collect(),
        _ if is_flag => bail!("{key} = {value}: expected true or false"),
        Value::Array(values) if is_list => {
            values.iter().map(|value| argument(key, value)).collect::<Result<_>>()?
        }
        Value::Array(_) => bail!("{key}: expected one value, not a list"),
        value => vec![argument(key, value)?],
    };
    for argument in &arguments {
        check_value(command, key, argument)?;
    }
    Ok(arguments)
}

fn argument(key: &str, value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(format!("--{key}={text}")),
        Value::Integer(number) => Ok(format!("--{key}={number}")),
        _ => bail!("{key} = {value}: expected a text in quotation marks, or a number"),
    }
}

/// Checks the values that the parser of arguments takes as they are.
fn check_later(key: &str, arguments: &[String], is_insecure: bool) -> Result<()> {
    for argument in arguments {
        let (_, value) = argument.split_once('=').unwrap_or_default();
        check_setting(key, value, is_insecure).map_err(|error| anyhow!("{key}: {error}"))?;
    }
    Ok(())
}

/// Checks one value as the command line checks it.
fn check_value(command: &Command, key: &str, argument: &str) -> Result<()> {
    // The environment may have other values, which are not those of the file.
    let command = without_variables(command);
    let Err(error) = command.try_get_matches_from([argument]) else { return Ok(()) };
    let value = argument.split_once('=').map_or("", |(_, value)| value);
    let shown = if is_secret(key) { "…" } else { value };
    match error.kind() {
        ErrorKind::ValueValidation => {
            let reason = error.source().map_or_else(String::new, ToString::to_string);
            bail!("{key} = '{shown}': {reason}")
        }
        ErrorKind::InvalidValue => {
            let known = error
                .get(ContextKind::ValidValue)
                .map_or_else(String::new, |values| format!("one of {values}"));
            bail!("{key} = '{shown}': expected {known}")
        }
        // What else is wrong is another setting that this one needs; it is found when all are read.
        _ => Ok(()),
    }
}

fn unknown_setting(command: &Command, key: &str) -> anyhow::Error {
    /// How alike a name must be to be suggested, from 0 to 1.
    const ALIKE: f64 = 0.7;
    let likeness = |name: &str| strsim::jaro(name, &key.replace('_', "-").to_lowercase());
    let nearest = settings(command)
        .map(|(name, _)| (likeness(name), name))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    match nearest {
        Some((_, name)) => anyhow!("there is no setting '{key}': is '{name}' meant?"),
        None => {
            anyhow!("there is no setting '{key}': `heterodox config --example` lists all settings")
        }
    }
}

/// Warns of variables of the environment that are nearly those of a setting and set none.
pub(crate) fn warn_of_misspelt_variables() {
    /// The most letters that are wrong, missing, too many or exchanged with the next.
    const SLIPS: usize = 2;
    let commands = Cli::command();
    let commands = std::iter::once(&commands).chain(commands.get_subcommands());
    let known: Vec<String> = commands
        .flat_map(Command::get_arguments)
        .filter_map(|arg| Some(arg.get_env()?.to_string_lossy().into_owned()))
        .collect();
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if !name.starts_with("HETERODOX_") || known.iter().any(|known| *known == name) {
            continue;
        }
        let slips = |known: &&String| strsim::damerau_levenshtein(known, &name);
        if let Some(nearest) = known.iter().min_by_key(slips).filter(|one| slips(one) <= SLIPS) {
            output::warning(&format!("the variable {name} sets nothing: is {nearest} meant?"));
        }
    }
}

/// Whether the value of a setting is not shown: it may hold a password.
fn is_secret(name: &str) -> bool {
    let command = serve_command();
    settings(&command).any(|(known, arg)| known == name && arg.is_hide_env_values_set())
}

/// A configuration file with every setting and its default, as comments.
pub(crate) fn example() -> String {
    let command = serve_command();
    let mut text =
        "# The settings of `heterodox serve`. A line without `#` at its beginning sets one.\n\
         # The file is read from the data folder, or from where `--config` says. An option of the\n\
         # command line counts before a variable of the environment, and that before this file.\n"
            .to_owned();
    // Writing to a string does not fail.
    for (name, arg) in settings(&command) {
        text.push('\n');
        let help = arg.get_long_help().or_else(|| arg.get_help());
        for line in wrapped(&help.map(ToString::to_string).unwrap_or_default()) {
            let _ = writeln!(text, "# {line}");
        }
        if let Some(variable) = arg.get_env() {
            let _ = writeln!(text, "# Variable: {}", variable.display());
        }
        let choices = arg.get_possible_values();
        let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
        if !is_flag && !choices.is_empty() {
            let names: Vec<&str> =
                choices.iter().map(clap::builder::PossibleValue::get_name).collect();
            let _ = writeln!(text, "# One of: {}", names.join(", "));
        }
        let _ = writeln!(text, "#{name} = {}", example_value(arg));
    }
    text
}

/// The default of a setting, or what is to be written there, as TOML.
fn example_value(arg: &Arg) -> String {
    let default = arg.get_default_values().first().map(|value| value.to_string_lossy());
    let placeholder = || arg.get_value_names().and_then(|names| names.first()).map_or("", |n| n);
    match (arg.get_action(), default) {
        (ArgAction::SetTrue, _) => "false".to_owned(),
        (ArgAction::Append, _) => format!("[\"{}\"]", placeholder()),
        (_, Some(number)) if number.parse::<u64>().is_ok() => number.into_owned(),
        (_, Some(text)) => format!("\"{text}\""),
        (_, None) => format!("\"{}\"", placeholder()),
    }
}

/// The lines of a text for a comment.
fn wrapped(text: &str) -> Vec<String> {
    /// With `# ` before it, a line has 100 columns.
    const WIDTH: usize = 98;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A setting in force.
pub(crate) struct Effective {
    /// Its name.
    pub(crate) name: String,
    /// Its value as it is written; `None` if nothing is set.
    pub(crate) value: Option<String>,
    /// Where the value comes from.
    pub(crate) source: String,
}

/// All settings that `serve` would use with these arguments, which are those of `config`.
///
/// # Errors
///
/// As [`parse`].
pub(crate) fn effective(config: Option<&Path>, data: Option<&Path>) -> Result<Vec<Effective>> {
    let mut arguments: Vec<OsString> = vec!["heterodox".into(), SERVE.into()];
    for (name, value) in [("--config", config), ("--data", data)] {
        if let Some(value) = value {
            arguments.extend([name.into(), value.into()]);
        }
    }
    let given = Cli::command().ignore_errors(true).try_get_matches_from(&arguments)?;
    let matches = given.subcommand_matches(SERVE).context("no settings")?;
    let file = config_file(matches);
    let read = file.as_deref().map(|file| ConfigFile::read(file, matches)).transpose()?;
    warn_of_misspelt_variables();
    let command = serve_command();
    if let (Some(path), Some(file)) = (&file, &read) {
        arguments.extend(missing_options(&command, matches, file));
        check_partners(&arguments, path, file)?;
    }
    check_variables(&command, &arguments)?;
    let mut all = Vec::new();
    for (name, arg) in settings(&command) {
        let variable = arg.get_env().map(|name| name.display().to_string());
        let raw = |source| {
            let values = matches.get_raw(arg.get_id().as_str())?;
            let texts: Vec<_> = values.map(|value| value.to_string_lossy().into_owned()).collect();
            Some((texts.join(", "), source))
        };
        let from_file = || {
            let arguments = read.as_ref()?.arguments(name);
            let values: Vec<&str> = arguments
                .iter()
                .map(|argument| argument.split_once('=').map_or("true", |(_, value)| value))
                .collect();
            let source = file.as_deref().map(file::name).unwrap_or_default();
            (!values.is_empty()).then(|| (values.join(", "), source))
        };
        let found = match matches.value_source(arg.get_id().as_str()) {
            Some(ValueSource::CommandLine) => raw("command line".to_owned()),
            Some(ValueSource::EnvVariable) => raw(variable.unwrap_or_default()),
            _ => from_file().or_else(|| raw("default".to_owned())),
        };
        let (value, source) = found.map_or((None, "default".to_owned()), |(value, source)| {
            (Some(if arg.is_hide_env_values_set() { "…".to_owned() } else { value }), source)
        });
        all.push(Effective { name: name.to_owned(), value, source });
    }
    Ok(all)
}
