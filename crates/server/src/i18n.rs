//! Translations: every text of the pages, in English, German and Swedish.
//!
//! The texts are Fluent files in `locales/`, the same files with the same keys in each language.
//! Pages ask for a key with [`Lang::text`]. What the browser's scripts say comes along with the page as
//! JSON made from the same files ([`Lang::script_messages`]): plain patterns with `{name}` for each
//! value, so the scripts need no Fluent.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lang {
    /// English, the fallback.
    En,
    /// German.
    De,
    /// Swedish.
    Sv,
}

macro_rules! files {
    ($lang:literal) => {
        Files {
            pages: &[
                include_str!(concat!("../locales/", $lang, "/site.ftl")),
                include_str!(concat!("../locales/", $lang, "/rules.ftl")),
                include_str!(concat!("../locales/", $lang, "/grandrules.ftl")),
                include_str!(concat!("../locales/", $lang, "/guide.ftl")),
                include_str!(concat!("../locales/", $lang, "/guidepieces.ftl")),
            ],
            scripts: &[
                include_str!(concat!("../locales/", $lang, "/game.ftl")),
                include_str!(concat!("../locales/", $lang, "/klinzha.ftl")),
                include_str!(concat!("../locales/", $lang, "/grandchess.ftl")),
                include_str!(concat!("../locales/", $lang, "/pieces.ftl")),
                include_str!(concat!("../locales/", $lang, "/editor.ftl")),
                include_str!(concat!("../locales/", $lang, "/refusals.ftl")),
            ],
        }
    };
}

/// The Fluent files of a language.
struct Files {
    /// What only pages say.
    pages: &'static [&'static str],
    /// What scripts say too: no message here chooses between variants.
    scripts: &'static [&'static str],
}

static FILES: [Files; 3] = [files!("en"), files!("de"), files!("sv")];

struct Translation {
    bundle: FluentBundle<FluentResource>,
    script_messages: String,
}

static TRANSLATIONS: LazyLock<[Translation; 3]> =
    LazyLock::new(|| Lang::ALL.map(|lang| Translation::new(lang, &FILES[lang as usize])));

impl Lang {
    /// All languages, the fallback first.
    pub(crate) const ALL: [Self; 3] = [Self::En, Self::De, Self::Sv];

    /// The code, as in `lang` attributes and addresses.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Sv => "sv",
        }
    }

    /// What its speakers call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::De => "Deutsch",
            Self::Sv => "Svenska",
        }
    }

    /// The language with this code.
    pub(crate) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The best language for an `Accept-Language` header.
    pub(crate) fn accepted(header: &str) -> Self {
        let mut best = (0.0, Self::En);
        for wish in header.split(',') {
            let mut parts = wish.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
            let weight =
                parts.find_map(|part| part.strip_prefix("q=")?.parse::<f64>().ok()).unwrap_or(1.0);
            if let Some(lang) = Self::from_code(&primary)
                && weight > best.0
            {
                best = (weight, lang);
            }
        }
        best.1
    }

    /// The text with this key.
    pub(crate) fn text(self, key: &str) -> String {
        self.text_with(key, &[])
    }

    /// The text with this key and these values.
    pub(crate) fn text_with(self, key: &str, args: &[(&str, &str)]) -> String {
        let args: FluentArgs = args.iter().map(|&(name, value)| (name, value)).collect();
        // A key without a text shows itself; the tests let none through.
        self.translation().format(key, &args).unwrap_or_else(|| key.to_owned())
    }

    /// Whether there is a text with this key.
    #[cfg(test)]
    fn has(self, key: &str) -> bool {
        self.translation().bundle.has_message(key)
    }

    /// The messages for scripts: a JSON object of patterns by key.
    pub(crate) fn script_messages(self) -> &'static str {
        &self.translation().script_messages
    }

    fn translation(self) -> &'static Translation {
        &TRANSLATIONS[self as usize]
    }
}

impl Translation {
    fn new(lang: Lang, files: &Files) -> Self {
        let id: LanguageIdentifier = lang.code().parse().expect("language codes are valid");
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolation marks would end up in titles and attributes, and all three languages run the same way.
        bundle.set_use_isolating(false);
        for source in files.pages.iter().chain(files.scripts) {
            let resource = FluentResource::try_new((*source).to_owned());
            let resource = resource.unwrap_or_else(|(partial, _)| partial);
            // A doubled key keeps its first text; the tests let none through.
            let _ = bundle.add_resource(resource);
        }
        let mut translation = Self { bundle, script_messages: String::new() };
        translation.script_messages = translation.patterns(files.scripts);
        translation
    }

    fn format(&self, key: &str, args: &FluentArgs) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned())
    }

    /// The messages of some files as JSON, each value as `{name}`.
    fn patterns(&self, sources: &[&str]) -> String {
        let messages: BTreeMap<&str, String> = sources
            .iter()
            .flat_map(|source| {
                let names = variables(source);
                let places = names.iter().map(|name| (*name, format!("{{{name}}}")));
                let args: FluentArgs = places.collect();
                let text = |key| Some((key, self.format(key, &args)?));
                keys(source).into_iter().filter_map(text).collect::<Vec<_>>()
            })
            .collect();
        serde_json::to_string(&messages).unwrap_or_default()
    }
}

/// The keys of the messages of a file.
fn keys(source: &str) -> Vec<&str> {
    source
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter_map(|line| line.split_once('=').map(|(key, _)| key.trim()))
        .collect()
}

/// The names of the values in a file.
fn variables(source: &str) -> BTreeSet<&str> {
    let end = |text: &str| {
        text.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c)).unwrap_or(text.len())
    };
    source.split('$').skip(1).map(|rest| &rest[..end(rest)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn sources(lang: Lang) -> impl Iterator<Item = &'static str> {
        let files = &FILES[lang as usize];
        files.pages.iter().chain(files.scripts).copied()
    }

    /// The values that each message of a language takes.
    fn messages(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
        let mut all = BTreeMap::new();
        for source in sources(lang) {
            let resource = FluentResource::try_new(source.to_owned());
            assert!(resource.is_ok(), "{}: {:?}", lang.code(), resource.err().map(|(_, e)| e));
            for line in source.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
                let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{line}"));
                let values = variables(text).into_iter().map(str::to_owned).collect();
                assert_eq!(
                    all.insert(key.to_owned(), values),
                    None,
                    "{} has {key} twice",
                    lang.code()
                );
            }
        }
        all
    }

    #[test]
    fn all_languages_say_the_same_things_with_the_same_values() {
        let english = messages(Lang::En);
        for lang in [Lang::De, Lang::Sv] {
            let other = messages(lang);
            for (key, values) in &english {
                assert_eq!(other.get(key), Some(values), "{}: {key}", lang.code());
            }
            for key in other.keys() {
                assert!(english.contains_key(key), "{}: {key} is not in English", lang.code());
            }
        }
    }

    #[test]
    fn the_victor_says_the_same_in_every_language() {
        for lang in Lang::ALL {
            assert_eq!(lang.text("announcement"), "Zha riest'n, teskas tal'tai-kleon");
        }
    }

    #[test]
    fn scripts_are_given_plain_patterns() {
        for lang in Lang::ALL {
            let json: BTreeMap<String, String> =
                serde_json::from_str(lang.script_messages()).unwrap();
            assert!(json["say-move"].contains("{from}"), "{}", json["say-move"]);
            for (key, pattern) in json {
                assert!(!pattern.contains('$') && !pattern.contains("{ "), "{key}: {pattern}");
            }
        }
    }

    #[test]
    fn the_browser_says_which_language_is_best() {
        for (header, lang) in [
            ("", Lang::En),
            ("de", Lang::De),
            ("fr, sv;q=0.4, en;q=0.3", Lang::Sv),
            ("en;q=0.1, de-AT;q=0.9", Lang::De),
            ("*;q=0.5", Lang::En),
            (";;q=,=", Lang::En),
        ] {
            assert_eq!(Lang::accepted(header), lang, "{header}");
        }
    }

    fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        let paths = entries.map(|entry| entry.unwrap().path());
        let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
        let wanted = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
        let deeper = folders.iter().flat_map(|folder| self::files(folder, extension));
        files.iter().filter(|path| wanted(path)).cloned().chain(deeper).collect()
    }

    /// What stands in quotes of one of these kinds, in all files of a kind in a folder. What comes
    /// before the first value in a text that has some ends with `*`.
    fn quoted(folder: &Path, extension: &str, quotes: &[char]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for path in files(folder, extension) {
            let source = fs::read_to_string(&path).unwrap();
            for quote in quotes {
                for text in source.lines().flat_map(|line| line.split(*quote).skip(1).step_by(2)) {
                    match text.find(['{', '$']) {
                        Some(at) => found.insert(format!("{}*", &text[..at])),
                        None => found.insert(text.to_owned()),
                    };
                }
            }
        }
        found
    }

    fn root() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
    }

    fn spoken() -> BTreeSet<String> {
        let mut spoken = quoted(&root().join("src/pages"), "rs", &['"']);
        spoken.extend(quoted(&root().join("assets/js"), "js", &['\'', '`']));
        spoken
    }

    /// Keys that are used whole in the scripts and pages: the first word in `t(…)` and its like.
    fn asked_for() -> BTreeSet<String> {
        let mut keys = BTreeSet::new();
        let mut collect = |folder: &str, extension: &str, calls: &[&str]| {
            for path in files(&root().join(folder), extension) {
                let source = fs::read_to_string(&path).unwrap();
                for call in calls {
                    let (before, quote) = call.split_at(call.len() - 1);
                    let uses = source.match_indices(call).filter(|(at, _)| {
                        !source[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                    });
                    for (at, _) in uses {
                        let rest = &source[at + before.len() + 1..];
                        keys.insert(rest.split(quote).next().unwrap_or_default().to_owned());
                    }
                }
            }
        };
        collect("src/pages", "rs", &["t(\"", "t_with(\""]);
        collect("assets/js", "js", &["t('", "has('"]);
        keys
    }

    #[test]
    fn every_key_that_is_asked_for_is_there() {
        let keys = asked_for();
        assert!(keys.len() > 100, "only {} keys found", keys.len());
        for key in keys {
            assert!(Lang::En.has(&key), "no text for {key}");
        }
    }

    #[test]
    fn every_text_is_said_somewhere() {
        let spoken = spoken();
        let starts: Vec<&str> = spoken
            .iter()
            .filter_map(|text| text.strip_suffix('*'))
            .filter(|start| start.contains('-') && !start.contains([' ', '/', '<']))
            .collect();
        for key in messages(Lang::En).keys() {
            let said = spoken.contains(key) || starts.iter().any(|start| key.starts_with(start));
            assert!(said, "nobody says {key}");
        }
    }

    /// Codes of refusals in the sources: what is quoted where one is made.
    fn codes(folder: &Path, makers: &[&str]) -> BTreeSet<String> {
        let mut codes = BTreeSet::new();
        for path in files(folder, "rs") {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            for maker in makers {
                for rest in source.split(maker).skip(1) {
                    let Some(text) = rest.trim_start().strip_prefix('"') else { continue };
                    codes.insert(text.split('"').next().unwrap_or_default().to_owned());
                }
            }
        }
        codes
    }

    #[test]
    fn every_refusal_is_translated() {
        let rules = root().join("../rules/src");
        let mut codes_found = codes(&rules, &["Refusal::new(", "refuse("]);
        assert!(codes_found.len() > 40, "only {} codes found", codes_found.len());
        let statuses = ["NOT_FOUND, ", "FORBIDDEN, ", "CONFLICT, ", "BAD_REQUEST, "];
        let more = ["TOO_MANY_REQUESTS, ", "INTERNAL_SERVER_ERROR, ", "UNAUTHORIZED, "];
        let more = statuses.into_iter().chain(more).collect::<Vec<_>>();
        codes_found.extend(codes(&root().join("src/api"), &more));
        let missing: Vec<_> =
            codes_found.iter().filter(|code| !Lang::En.has(&format!("refusal-{code}"))).collect();
        assert!(missing.is_empty(), "no text for the refusals {missing:?}");
    }
}
