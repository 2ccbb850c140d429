//! Texts of the operator, which take the place of those of the program: `DATA/locales/LANGUAGE/`
//! with files of any name ending in `.ftl`.

use super::{Files, Lang, keys, variables};
use fluent_bundle::FluentResource;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The files by language.
static OVERLAYS: OnceLock<[Vec<String>; Lang::ALL.len()]> = OnceLock::new();

/// Why texts cannot be used: the file, the line if it is known, and what is wrong there.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {what}", path.display(), at(*.line))]
pub struct LocalesError {
    path: PathBuf,
    line: Option<usize>,
    what: String,
}

fn at(line: Option<usize>) -> String {
    line.map(|line| format!(": line {line}")).unwrap_or_default()
}

/// Reads the operator's texts, before the first text is used. They count for all servers of the
/// process. A folder that is not there has none.
///
/// # Errors
///
/// Fails if a file cannot be read or is no Fluent, or if a text has an unknown key, unknown values,
/// or variants where a script uses it.
pub(crate) fn add_locales(folder: &Path) -> Result<(), LocalesError> {
    let mut found = Lang::ALL.map(|_| Vec::new());
    for entry in entries(folder)? {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(lang) = Lang::from_code(name) else {
            let known = Lang::ALL.map(Lang::code).join(", ");
            let what = format!("there is no language '{name}', expected one of {known}");
            return Err(LocalesError { path: entry, line: None, what });
        };
        let known = KnownTexts::of(lang);
        for path in entries(&entry)? {
            if path.extension().is_some_and(|kind| kind == "ftl") {
                let read = std::fs::read_to_string(&path);
                let fault = |line, what| LocalesError { path: path.clone(), line, what };
                let text = read.map_err(|error| fault(None, error.to_string()))?;
                known.check(&text).map_err(|(line, what)| fault(Some(line), what))?;
                found[lang as usize].push(text);
            }
        }
    }
    // Those of the first server stay.
    let _ = OVERLAYS.set(found);
    Ok(())
}

/// The operator's files in a language.
pub(super) fn overlays(lang: Lang) -> &'static [String] {
    OVERLAYS.get().map_or(&[], |all| &all[lang as usize])
}

/// What is in a folder, sorted; nothing if it is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, LocalesError> {
    let fault = |error: std::io::Error| LocalesError {
        path: folder.to_owned(),
        line: None,
        what: error.to_string(),
    };
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(fault)?,
    };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()
        .map_err(fault)?;
    paths.sort();
    Ok(paths)
}

/// The texts of the program: the values of each, and which are used by scripts.
struct KnownTexts {
    values: BTreeMap<String, BTreeSet<String>>,
    of_scripts: BTreeSet<String>,
}

impl KnownTexts {
    fn of(lang: Lang) -> Self {
        let files = Files::of(lang);
        let mut values = BTreeMap::new();
        for (_, key, text) in files.pages.iter().chain(&files.scripts).flat_map(|text| texts(text))
        {
            let names = variables(text).into_iter().map(str::to_owned).collect();
            values.insert(key.to_owned(), names);
        }
        let scripts = files.scripts.iter().flat_map(|source| keys(source));
        Self { values, of_scripts: scripts.map(str::to_owned).collect() }
    }

    /// Checks a file. The error has the line, from 1.
    fn check(&self, source: &str) -> Result<(), (usize, String)> {
        if let Err((_, errors)) = FluentResource::try_new(source.to_owned()) {
            let offset = errors.first().map_or(0, |error| error.pos.start).min(source.len());
            let what = errors.first().map_or_else(String::new, ToString::to_string);
            return Err((1 + source[..offset].matches('\n').count(), what));
        }
        for (line, key, text) in texts(source) {
            let Some(values) = self.values.get(key) else {
                return Err((line, self.unknown(key)));
            };
            if let Some(other) = variables(text).into_iter().find(|name| !values.contains(*name)) {
                let known: Vec<String> = values.iter().map(|name| format!("${name}")).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err((line, format!("'{key}' has no value ${other}, but {known}")));
            }
            if text.contains("->") && self.of_scripts.contains(key) {
                return Err((line, format!("'{key}' is used by scripts, which know no variants")));
            }
        }
        Ok(())
    }

    fn unknown(&self, key: &str) -> String {
        let nearest = self
            .values
            .keys()
            .map(|known| (strsim::jaro_winkler(known, key), known))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        match nearest {
            Some((_, known)) => format!("there is no text '{key}': is '{known}' meant?"),
            None => format!("there is no text '{key}'"),
        }
    }
}

/// The texts of a file: line from 1, key, and everything up to the next one.
fn texts(source: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let begins = |line: &str| line.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut starts = Vec::new();
    let mut offset = 0;
    for (index, line) in source.split_inclusive('\n').enumerate() {
        if begins(line) {
            starts.push((index + 1, offset));
        }
        offset += line.len();
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|(_, at)| *at).chain([source.len()]).collect();
    starts.into_iter().zip(ends).filter_map(move |((line, at), end)| {
        let text = &source[at..end];
        text.split_once('=').map(|(key, value)| (line, key.trim(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_do_not_fit_are_refused_with_their_line() {
        let known = KnownTexts::of(Lang::De);
        let refused = |text: &str| known.check(text).expect_err(text);
        assert_eq!(known.check("# Ours.\nconfirm-send = Ab damit\n"), Ok(()));
        let moved = "confirm-move = { $piece }: { $from } – { $to }\n";
        assert_eq!(known.check(moved), Ok(()));
        let (line, what) = refused("confirm-send = Ab\nconfirm-sent = Weg\n");
        assert_eq!((line, what.contains("'confirm-send' meant?")), (2, true), "{what}");
        let (line, what) = refused("\nconfirm-move = { $pieces }\n");
        assert_eq!((line, what.contains("$pieces, but $from, $piece, $to")), (2, true), "{what}");
        assert_eq!(refused("confirm-send = { $x ->\n [one] a\n *[other] b\n }\n").0, 1);
        assert_eq!(refused("confirm-send = Ab\nwrong { line\n").0, 2);
    }
}
