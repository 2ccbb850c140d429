//! Translations: every text of the pages, in English, German, Swedish and Italian.
//!
//! The texts are Fluent files in `locales/LANGUAGE/`, the same files with the same keys in each
//! language: in `pages/` those of pages alone, in `scripts/` those of scripts too. What is said of
//! a game stands in `games/GAME.ftl` of either folder. Pages ask for a key with [`Lang::text`]. The
//! texts of the browser's scripts are sent with the page as JSON made from the same files
//! ([`Lang::script_messages`]): plain patterns with `{name}` for each value, so that the scripts
//! need no Fluent. The operator's own texts come before them ([`overlay`]).

mod overlay;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use heterodox_rules::{Refusal, games, info};
use rust_embed::RustEmbed;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use unic_langid::LanguageIdentifier;

pub use overlay::LocalesError;
pub(crate) use overlay::add_locales;

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lang {
    /// English, the fallback.
    En,
    /// German.
    De,
    /// Swedish.
    Sv,
    /// Italian.
    It,
}

/// All files.
#[derive(RustEmbed)]
#[folder = "locales/"]
struct Embedded;

/// How the keys of those texts begin that stand in the files of one game and are used by others
/// too.
const SHARED: [&str; 7] = ["claim-", "flaw-", "mark-", "reason-", "refusal-", "region-", "side-"];

/// Those of them that no other game uses: refusals of its notation.
const OF_ONE_GAME: [&str; 8] = [
    "refusal-betza",
    "refusal-fen-",
    "refusal-map-",
    "refusal-own-",
    "refusal-path-",
    "refusal-rings-",
    "refusal-string-",
    "refusal-view-",
];

/// The texts of a test's game, by language.
static ADDED: OnceLock<[&str; Lang::ALL.len()]> = OnceLock::new();

/// Adds the texts of a test's game, before the first text is used. Returns whether none were added
/// before.
pub(crate) fn add_texts(texts: [&'static str; Lang::ALL.len()]) -> bool {
    ADDED.set(texts).is_ok()
}

/// The Fluent files of a language.
struct Files {
    /// Used by pages only.
    pages: Vec<String>,
    /// Used by scripts too: no message here has variants.
    scripts: Vec<String>,
}

impl Files {
    fn of(lang: Lang) -> Self {
        let added = ADDED.get().map(|texts| texts[lang as usize].to_owned());
        let in_folder = |folder: &str| {
            let prefix = format!("{}/{folder}/", lang.code());
            let names = Embedded::iter().filter(move |name| name.starts_with(&prefix));
            let files = names.filter_map(|name| Embedded::get(&name));
            files.map(|file| String::from_utf8_lossy(&file.data).into_owned())
        };
        Self {
            pages: in_folder("pages").collect(),
            scripts: in_folder("scripts").chain(added).collect(),
        }
    }
}

struct Translation {
    bundle: FluentBundle<FluentResource>,
    script_messages: String,
}

static TRANSLATIONS: LazyLock<[Translation; Lang::ALL.len()]> =
    LazyLock::new(|| Lang::ALL.map(|lang| Translation::new(lang, &Files::of(lang))));

impl Lang {
    /// All languages, the fallback first.
    pub(crate) const ALL: [Self; 4] = [Self::En, Self::De, Self::Sv, Self::It];

    /// The language code, as in `lang` attributes and URLs.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Sv => "sv",
            Self::It => "it",
        }
    }

    /// The language's own name for itself.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::De => "Deutsch",
            Self::Sv => "Svenska",
            Self::It => "Italiano",
        }
    }

    /// The language with this code.
    pub(crate) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.code() == code)
    }

    /// The best language for an `Accept-Language` header.
    pub(crate) fn accepted(header: &str) -> Self {
        let mut best = (0.0, Self::En);
        for choice in header.split(',') {
            let mut parts = choice.split(';').map(str::trim);
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
        // A missing key is shown as it is. The tests make sure that there is none.
        self.translation().format(key, &args).unwrap_or_else(|| key.to_owned())
    }

    /// The text of a refusal, with the refusals behind it. Falls back to the English message where
    /// there is no translation. The scripts do the same (`problemText` in `common/i18n.js`).
    pub(crate) fn refusal(self, game: &str, refusal: &Refusal) -> String {
        let code = refusal.code;
        let keys = [format!("refusal-{game}-{code}"), format!("refusal-{code}"), code.to_owned()];
        let Some(key) = keys.into_iter().find(|key| self.has(key)) else {
            return refusal.message.clone();
        };
        let mut args: BTreeMap<&str, String> = refusal
            .args
            .iter()
            .map(|(name, value)| (*name, self.translate_arg(game, name, value)))
            .collect();
        if !refusal.reasons.is_empty() {
            let reasons: Vec<String> =
                refusal.reasons.iter().map(|reason| self.refusal(game, reason)).collect();
            args.insert("reason", reasons.join(" "));
        }
        let args = args.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.translation().format(&key, &args).unwrap_or_else(|| refusal.message.clone())
    }

    /// A value of a refusal, translated if there is a key for it.
    fn translate_arg(self, game: &str, name: &str, value: &str) -> String {
        let key = match name {
            "piece" => self.piece_key(game, value),
            "side" => format!("side-{value}"),
            "key" => format!("editor-field-{value}"),
            _ => return value.to_owned(),
        };
        if self.has(&key) { self.text(&key) } else { value.to_owned() }
    }

    /// The key of a piece's name. A game has the names of the pieces that it shares with its kin.
    pub(crate) fn piece_key(self, game: &str, code: &str) -> String {
        let own = format!("piece-{game}-{code}");
        let kin = info(game).ok().and_then(|info| info.kin).filter(|_| !self.has(&own));
        kin.map_or(own, |kin| format!("piece-{kin}-{code}"))
    }

    /// Returns whether there is a text with this key.
    pub(crate) fn has(self, key: &str) -> bool {
        self.translation().bundle.has_message(key)
    }

    /// The messages for scripts: a JSON object of patterns by key.
    pub(crate) fn script_messages(self) -> &'static str {
        &self.translation().script_messages
    }

    /// The messages for the scripts of a page: those that the page's kind `takes` of all but the
    /// texts of other games. A game has those of its kin. They are put together once for each kind
    /// of page and game.
    pub(crate) fn script_messages_of(
        self,
        kind: &'static str,
        game: Option<&str>,
        takes: impl Fn(&str) -> bool,
    ) -> Arc<str> {
        type Kept = HashMap<(&'static str, &'static str, Option<String>), Arc<str>>;
        static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let name = (self.code(), kind, game.map(str::to_owned));
        if let Some(found) = kept().get(&name) {
            return Arc::clone(found);
        }
        let others = game.map(keys_of_other_games).unwrap_or_default();
        let mut messages: BTreeMap<String, String> =
            serde_json::from_str(self.script_messages()).unwrap_or_default();
        messages.retain(|key, _| takes(key) && !others.contains(key));
        let messages: Arc<str> = serde_json::to_string(&messages).unwrap_or_default().into();
        kept().insert(name, Arc::clone(&messages));
        messages
    }

    fn translation(self) -> &'static Translation {
        &TRANSLATIONS[self as usize]
    }
}

impl Translation {
    fn new(lang: Lang, files: &Files) -> Self {
        let id: LanguageIdentifier = lang.code().parse().expect("language codes are valid");
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolation marks would end up in titles and attributes, and all languages are left to
        // right.
        bundle.set_use_isolating(false);
        for source in files.pages.iter().chain(&files.scripts) {
            let resource = FluentResource::try_new(source.clone());
            let resource = resource.unwrap_or_else(|(partial, _)| partial);
            // The first text of a duplicate key stays. The tests make sure that there is none.
            let _ = bundle.add_resource(resource);
        }
        for source in overlay::overlays(lang) {
            // What is wrong with them was said when they were read.
            let resource = FluentResource::try_new(source.clone());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(partial, _)| partial));
        }
        let mut translation = Self { bundle, script_messages: String::new() };
        translation.script_messages = translation.patterns(&files.scripts);
        translation
    }

    fn format(&self, key: &str, args: &FluentArgs) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        // Fluent would print the name of a missing value.
        errors.is_empty().then_some(text)
    }

    /// The messages of some files as JSON, each value as `{name}`.
    fn patterns(&self, sources: &[String]) -> String {
        let mut messages: BTreeMap<String, String> = sources
            .iter()
            .flat_map(|source| {
                let names = variables(source);
                let placeholders = names.iter().map(|name| (*name, format!("{{{name}}}")));
                let args: FluentArgs = placeholders.collect();
                let text = |key: &str| Some((key.to_owned(), self.format(key, &args)?));
                keys(source).into_iter().filter_map(text).collect::<Vec<_>>()
            })
            .collect();
        // A game has the names of the pieces that it shares with its kin.
        for (game, kin) in games().filter_map(|info| Some((info.id, info.kin?))) {
            let prefix = format!("piece-{kin}-");
            let shared = messages.iter().filter_map(|(key, name)| {
                Some((format!("piece-{game}-{}", key.strip_prefix(&prefix)?), name.clone()))
            });
            let shared: Vec<_> = shared.collect();
            for (key, name) in shared {
                messages.entry(key).or_insert(name);
            }
        }
        serde_json::to_string(&messages).unwrap_or_default()
    }
}

/// The keys of the texts that only games other than this one and its kin need.
fn keys_of_other_games(game: &str) -> BTreeSet<String> {
    let kin = info(game).ok().and_then(|info| info.kin);
    let begins = |key: &str, starts: &[&str]| starts.iter().any(|start| key.starts_with(start));
    games()
        .filter(|info| info.id != game && Some(info.id) != kin)
        .filter_map(|info| Embedded::get(&format!("en/scripts/games/{}.ftl", info.id)))
        .flat_map(|file| {
            let source = String::from_utf8_lossy(&file.data).into_owned();
            keys(&source).into_iter().map(str::to_owned).collect::<Vec<_>>()
        })
        .filter(|key| !begins(key, &SHARED) || begins(key, &OF_ONE_GAME))
        .collect()
}

/// The keys of the messages of a file.
fn keys(source: &str) -> Vec<&str> {
    source
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()))
        .filter_map(|line| line.split_once('=').map(|(key, _)| key.trim()))
        .collect()
}

/// The names of the variables in a file.
fn variables(source: &str) -> BTreeSet<&str> {
    let end = |text: &str| {
        text.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c)).unwrap_or(text.len())
    };
    source.split('$').skip(1).map(|rest| &rest[..end(rest)]).collect()
}

#[cfg(test)]
mod tests;
