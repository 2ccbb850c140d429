//! Tests that every text exists in every language, and that each is used.

use super::*;
use heterodox_rules::clouded::ANNOUNCEMENTS;
use heterodox_wire::CODES;
use std::fs;
use std::path::{Path, PathBuf};

mod refused;

fn sources(lang: Lang) -> impl Iterator<Item = String> {
    let files = Files::of(lang);
    files.pages.into_iter().chain(files.scripts)
}

/// The variables of each message of a language.
fn messages(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for source in sources(lang) {
        let resource = FluentResource::try_new(source.clone());
        assert!(resource.is_ok(), "{}: {:?}", lang.code(), resource.err().map(|(_, e)| e));
        for line in source.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (key, text) = line.split_once(" = ").unwrap_or_else(|| panic!("{line}"));
            let values = variables(text).into_iter().map(str::to_owned).collect();
            assert_eq!(all.insert(key.to_owned(), values), None, "{} has {key} twice", lang.code());
        }
    }
    all
}

#[test]
fn all_languages_have_the_same_keys_and_variables() {
    let english = messages(Lang::En);
    for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::En) {
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
fn the_victory_announcement_is_not_translated() {
    for lang in Lang::ALL {
        assert_eq!(lang.text("announcement"), "Zha riest'n, teskas tal'tai-kleon");
    }
}

#[test]
fn scripts_get_plain_patterns() {
    for lang in Lang::ALL {
        let json: BTreeMap<String, String> = serde_json::from_str(lang.script_messages()).unwrap();
        assert!(json["say-move"].contains("{from}"), "{}", json["say-move"]);
        for (key, pattern) in json {
            assert!(!pattern.contains('$') && !pattern.contains("{ "), "{key}: {pattern}");
        }
    }
}

#[test]
fn accept_language_chooses_the_language() {
    for (header, lang) in [
        ("", Lang::En),
        ("de", Lang::De),
        ("fr, sv;q=0.4, en;q=0.3", Lang::Sv),
        ("en;q=0.1, de-AT;q=0.9", Lang::De),
        ("it-CH, de;q=0.5", Lang::It),
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

/// The string literals with one of these quotes, in all files of a kind in a folder. A string with
/// placeholders is cut before the first one and ends with `*`.
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
    // Mails.
    spoken.extend(quoted(&root().join("src/people"), "rs", &['"']));
    // Push messages and webhooks.
    spoken.extend(quoted(&root().join("src/ways"), "rs", &['"']));
    spoken.extend(quoted(&root().join("assets/js"), "js", &['\'', '`']));
    // Scripts show the umpire's notices by the keys in them.
    spoken.extend(ANNOUNCEMENTS.iter().map(|row| row.key.to_owned()));
    spoken
}

/// The literal keys in scripts, pages and mails: the first argument of `t(…)` and similar
/// functions.
fn asked_for() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut collect = |folder: &str, extension: &str, calls: &[&str]| {
        for path in files(&root().join(folder), extension) {
            let source = fs::read_to_string(&path).unwrap();
            for call in calls {
                let (before, quote) = call.split_at(call.len() - 1);
                let uses = source.match_indices(call).filter(|(at, _)| {
                    // In scripts `map.has('x')` is not about texts.
                    let other = if extension == "js" { "_." } else { "_" };
                    !source[..*at].ends_with(|c: char| c.is_alphanumeric() || other.contains(c))
                });
                for (at, _) in uses {
                    let rest = &source[at + before.len() + 1..];
                    keys.insert(rest.split(quote).next().unwrap_or_default().to_owned());
                }
            }
        }
    };
    collect("src/pages", "rs", &["t(\"", "t_with(\""]);
    collect("src/people", "rs", &["text(\"", "text_with(\""]);
    collect("src/ways", "rs", &["text(\"", "text_with(\""]);
    collect("src/pages/feeds", "rs", &["text(\"", "text_with(\""]);
    collect("assets/js", "js", &["t('", "has('"]);
    keys
}

#[test]
fn every_used_key_exists() {
    let keys = asked_for();
    assert!(keys.len() > 100, "only {} keys found", keys.len());
    for key in keys {
        assert!(Lang::En.has(&key), "no text for {key}");
    }
}

#[test]
fn every_text_is_used() {
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

/// Each notice of the umpire has a text, whose variables are all in the notice. Results and
/// refusals have texts elsewhere.
#[test]
fn every_announcement_has_a_text() {
    let texts = messages(Lang::En);
    for row in ANNOUNCEMENTS.iter().filter(|row| row.key.starts_with("umpire-")) {
        let values = texts.get(row.key).unwrap_or_else(|| panic!("no text for {}", row.key));
        let known = |value: &String| row.values.contains(&value.as_str());
        assert!(values.iter().all(known), "{}: {values:?}", row.key);
    }
    let others = ANNOUNCEMENTS.iter().map(|row| row.key).filter(|key| !key.starts_with("umpire-"));
    assert_eq!(others.collect::<Vec<_>>(), ["zones-overlap", "victory", "draw"]);
}

/// The codes of refusals in the sources: the string literals where one is made.
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
    let mut codes_found = codes(&rules, &["Refusal::new(", "Self::new(", "refuse("]);
    assert!(codes_found.len() > 40, "only {} codes found", codes_found.len());
    // Errors that a page of this server cannot cause are not translated.
    let not_of_pages = [400, 405, 408, 413, 415, 503];
    let more = CODES.iter().filter(|known| !not_of_pages.contains(&known.status));
    codes_found.extend(more.map(|known| known.code.to_owned()));
    let missing: Vec<_> = codes_found
        .iter()
        .filter(|code| !Lang::En.has(&format!("refusal-{code}")) && !Lang::En.has(code))
        .collect();
    assert!(missing.is_empty(), "no text for the refusals {missing:?}");
}

/// A refusal with all its reasons.
fn with_reasons(refusal: &Refusal) -> Vec<&Refusal> {
    let deeper = refusal.reasons.iter().flat_map(with_reasons);
    std::iter::once(refusal).chain(deeper).collect()
}

#[test]
fn every_reason_of_a_refusal_has_a_text() {
    let refusals = refused::all();
    let mut seen = BTreeSet::new();
    for (game, refusal) in &refusals {
        for reason in with_reasons(refusal) {
            seen.insert(reason.code.to_owned());
            let texts = Lang::ALL.map(|lang| lang.refusal(game, reason));
            // The English message means that a text or one of its variables is missing.
            assert_ne!(texts[0], reason.message, "{reason:?}");
            let different: BTreeSet<_> = texts.iter().collect();
            assert_eq!(different.len(), texts.len(), "{reason:?}: {texts:?}");
            for text in texts {
                assert!(!text.contains('$'), "{text}");
            }
        }
    }
    let begins = [
        "fen-",
        "flaw-",
        "betza",
        "own-",
        "option-",
        "string-",
        "rings-",
        "no-such-field",
        "map-",
        "view-",
        "bad-view",
        "bad-drift",
        "bad-seed",
        "bad-clouds",
        "blind-",
    ];
    let there = codes(&root().join("../rules/src"), &["Self::new(", "Refusal::new(", "new("]);
    let there: BTreeSet<_> = there
        .into_iter()
        .filter(|code| begins.iter().any(|begin| code.starts_with(begin)))
        .collect();
    assert!(there.len() > 80, "only {} codes found", there.len());
    let unseen: Vec<_> = there
        .iter()
        .filter(|code| *code != "own-piece" && *code != "own-warrior" && !seen.contains(*code))
        .collect();
    assert!(unseen.is_empty(), "no refusal tried for {unseen:?}");
}
