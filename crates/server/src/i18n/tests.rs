//! Every text is there in every language, and somebody says it.

use super::*;
use heterodox_rules::clouded::ANNOUNCEMENTS;
use heterodox_rules::{
    Act, Cell, Edit, Options, Seat, Setting, Start, clouded, edit, grand_chess, klinzha, open,
    read_record,
};
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
            assert_eq!(all.insert(key.to_owned(), values), None, "{} has {key} twice", lang.code());
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
        let json: BTreeMap<String, String> = serde_json::from_str(lang.script_messages()).unwrap();
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
    // Scripts say what the umpire told by the keys that come with it.
    spoken.extend(ANNOUNCEMENTS.iter().map(|row| row.key.to_owned()));
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

/// What the umpire says has a text, which names no more than the umpire does. The end and what is said as a refusal have
/// texts elsewhere.
#[test]
fn every_announcement_is_said() {
    let texts = messages(Lang::En);
    for row in ANNOUNCEMENTS.iter().filter(|row| row.key.starts_with("umpire-")) {
        let values = texts.get(row.key).unwrap_or_else(|| panic!("no text for {}", row.key));
        let known = |value: &String| row.values.contains(&value.as_str());
        assert!(values.iter().all(known), "{}: {values:?}", row.key);
    }
    let others = ANNOUNCEMENTS.iter().map(|row| row.key).filter(|key| !key.starts_with("umpire-"));
    assert_eq!(others.collect::<Vec<_>>(), ["zones-overlap", "victory", "draw"]);
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
    let mut codes_found = codes(&rules, &["Refusal::new(", "Self::new(", "refuse("]);
    assert!(codes_found.len() > 40, "only {} codes found", codes_found.len());
    let statuses = ["NOT_FOUND, ", "FORBIDDEN, ", "CONFLICT, ", "BAD_REQUEST, "];
    let more = ["TOO_MANY_REQUESTS, ", "INTERNAL_SERVER_ERROR, ", "UNAUTHORIZED, "];
    let more = statuses.into_iter().chain(more).collect::<Vec<_>>();
    codes_found.extend(codes(&root().join("src/api"), &more));
    let missing: Vec<_> = codes_found
        .iter()
        .filter(|code| !Lang::En.has(&format!("refusal-{code}")) && !Lang::En.has(code))
        .collect();
    assert!(missing.is_empty(), "no text for the refusals {missing:?}");
}

/// Everything that a refusal says lies behind it, and itself.
fn with_reasons(refusal: &Refusal) -> Vec<&Refusal> {
    let deeper = refusal.reasons.iter().flat_map(with_reasons);
    std::iter::once(refusal).chain(deeper).collect()
}

fn refused(game: &str, options: &[&str], start: Start) -> Refusal {
    let mut setting = Setting { start, ..Setting::default() };
    for option in options {
        if let Err(error) = setting.options.set(option) {
            return error.into();
        }
    }
    match open(game, &setting) {
        Ok(_) => panic!("{game}: {:?} {options:?} is taken", setting.start),
        Err(refusal) => refusal,
    }
}

/// What is refused, with the game whose rules do it.
type Refused = (&'static str, Refusal);

/// What the rules refuse in positions of Grand Chess: every reason that there is.
fn refused_fens() -> Vec<Refused> {
    const EMPTY: &str = "10/10/10/10/10/10/10/10/10/10 w - - 0 1";
    let with = |from: &str, to: &str| EMPTY.replacen(from, to, 1);
    let extra = |field: &str| format!("{EMPTY} {field}");
    let fens = [
        "x".to_owned(),
        "10/10 w - - 0 1".to_owned(),
        with("10", "9"),
        with("10", "9?"),
        with("10", "9{abc}"),
        with("10", "011"),
        with("w", "x"),
        with(" - -", " KQ -"),
        with(" - -", " - x"),
        with(" 0 1", " x 1"),
        with(" 0 1", " 0 0"),
        extra("pool"),
        extra("pool=/;pool=/"),
        extra("shield=x"),
        extra("pool=Q"),
        extra("init=Q,Q"),
        extra("last=Qq"),
        extra("pool=Qq/"),
        extra("pool=K/"),
        extra(&format!("init={}Q", "Q,".repeat(100))),
        EMPTY.to_owned(),
        "kk8/10/10/10/10/10/10/10/10/KP8 w - - 0 1".to_owned(),
        "k9/10/10/10/10/10/10/10/10/K9 w - e7 4 1 last=Fo;shield=e4;freeze=e4".to_owned(),
        "k8R/10/10/10/10/10/10/10/10/K9 w - - 0 1".to_owned(),
    ];
    let fens = fens.map(|fen| refused("grand-chess", &[], Start::Position(fen)));
    let zero = Refusal::from(&grand_chess::Flaw::MoveNumber);
    fens.into_iter().chain([zero]).map(|refusal| ("grand-chess", refusal)).collect()
}

/// What they refuse in options and pieces of one's own.
fn refused_options() -> Vec<Refused> {
    let mut all = Vec::new();
    let own = [
        "", "Km", "x", "Y", "pgR", "pN", "vF", "W12", "(5,1)", "f[F-R]", "[K-R]", "[F", "[F-N]",
        "[F-R",
    ];
    let own = own.map(|moves| format!("own=Xy:{moves}")).into_iter().chain(
        ["Xy", "x:K", "Gr:K", "Xa:K;Xb:K;Xc:K;Xd:K;Xe:K;Xf:K;Xg:K;Xh:K;Xi:K"]
            .map(|own| format!("own={own}")),
    );
    let long = format!("own=Xy:{}", "K".repeat(300));
    for own in own.chain([long]) {
        all.push(("grand-chess", refused("grand-chess", &[&own], Start::Setup)));
    }
    for options in [
        &["seed=x"][..],
        &["extra=x"],
        &["setup=classic+random", "extra=11"],
        &["colour=red"],
        &["setup=odd"],
        &["seed"],
        &["seed=1", "seed=2"],
    ] {
        all.push(("grand-chess", refused("grand-chess", options, Start::Setup)));
    }

    all
}

/// What the rules of Klin Zha refuse in positions.
fn refused_strings() -> Vec<Refused> {
    const ROWS: &str = "1/3/5/7/9/11/13/15/17 gold 0 1";
    let row = |from: &str, to: &str| ROWS.replacen(from, to, 1);
    let strings = [
        "x".to_owned(),
        "1/3 gold 0 1".to_owned(),
        row("/3", "/2"),
        row("/3", "/2x"),
        row("/3", "/03"),
        row("/3", "/B+2"),
        row("/3", "/GG1"),
        row("gold", "red"),
        row(" 0 1", " x 1"),
        row(" 0 1", " 0 0"),
        ROWS.to_owned(),
        row("/3/5", "/BB1/G4"),
    ];
    let strings = strings.map(|text| ("klinzha", refused("klinzha", &[], Start::Position(text))));
    let mut all = Vec::from(strings);
    let (side, zone, cell) = (klinzha::Side::Gold, klinzha::Side::Green, Cell::new(4));
    for flaw in [
        klinzha::Flaw::TooMany { side, kind: klinzha::Kind::Blockader },
        klinzha::Flaw::WarriorInZone { side, cell },
        klinzha::Flaw::GoalInZone { side, cell, zone },
        klinzha::Flaw::GoalUnderEnemy { side, cell },
        klinzha::Flaw::BlockaderOnGoal { side, cell },
        klinzha::Flaw::ZonesOverlap { cell },
        klinzha::Flaw::NoGoal,
        klinzha::Flaw::TurnZero,
    ] {
        all.push(("klinzha", Refusal::from(&flaw)));
    }
    let position = klinzha::PositionError::Impossible(klinzha::Flaws(Vec::new()));
    all.push(("klinzha", Refusal::from(position).because(&klinzha::Flaw::NoGoal)));
    let field = [Edit::Set { key: "x".to_owned(), value: String::new() }];
    let editing = edit("klinzha", &Options::default(), None, &field);
    all.push(("klinzha", editing.expect_err("no such field")));
    all
}

/// What they refuse of clouds and of records under clouds.
fn refused_clouds() -> Vec<Refused> {
    const GAME: &str = "clouded-klinzha";
    const FIRST: &str = "V+/3/5/7/9/11/13/15/v15l+ gold 0 1";
    let blind = clouded::CloudMap::BLIND.to_string();
    let maps = [
        "x".to_owned(),
        ".".to_owned(),
        blind.replacen("##", "#x", 1),
        blind.replacen("##", "#", 1),
        format!("{blind}/#"),
        "seed:x".to_owned(),
    ];
    let maps = maps.map(|map| vec![format!("clouds={map}")]);
    let others = [
        vec!["drift=x".to_owned()],
        vec!["seed=x".to_owned()],
        vec!["clouds=blind".to_owned(), "drift=dice".to_owned()],
    ];
    let options = maps.into_iter().chain(others).map(|options| {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        refused(GAME, &options, Start::Setup)
    });
    let record = |viewer: &str, first: &str, row: &str| {
        let text = format!("game: {GAME}\nclouds: blind\nas: {viewer}\nposition: {first}\n{row}\n");
        read_record(&text).expect_err(row)
    };
    let green = FIRST.replace("gold", "green");
    let records = [
        record("red", FIRST, ""),
        record("gold", &FIRST.replacen("/3", "/?2", 1), ""),
        record("gold", &FIRST.replacen("/3", "/12", 1), ""),
        record("gold", &FIRST.replacen("/3", "/0!2", 1), ""),
        record("gold", "x", ""),
        record("gold", FIRST, "VG@A19 B19\t\t"),
        record("gold", FIRST, &format!("VG@A19 B19\t\t{FIRST}")),
        record("gold", FIRST, &format!("VG@A19 B19\t\t{green}")),
        record("gold", FIRST, "Gold\tGreen\tView\ndrift: far\nVG@A19 B19"),
        record("gold", FIRST, "VG@A19 B19"),
    ];
    let sight = clouded::Sight::read(FIRST, Some(klinzha::Side::Gold)).expect("a view");
    let intents =
        ["x", "VG@A19 x B19", "VG@A19 B19 ()", "VG@A19 B19 (C18)", "VG@A19 B19 (C18 B19)"]
            .map(|text| sight.read_intent(text).expect_err(text));
    options.chain(records).chain(intents).map(|refusal| (GAME, refusal)).collect()
}

/// A game of two of `KaleidoChess`: Wizards on their castles and a Raven each.
const ROUND: &str = "wV/8/8,bV,7/16/24/1,wW,11,bW,10 w -,- - 1";

/// What `KaleidoChess` refuses in positions, options and records.
fn refused_rings() -> Vec<Refused> {
    const GAME: &str = "kaleidochess";
    let with = |from: &str, to: &str| ROUND.replacen(from, to, 1);
    let strings = [
        "x".to_owned(),
        with("wV/8", "wV"),
        with("/8/", "/7/"),
        with("wV/", "wX/"),
        with("/8/", "/08/"),
        with(" w ", " x "),
        with("-,-", "-"),
        with("-,-", "1B-1B,-"),
        with(" - 1", " 7 1"),
        with(" - 1", " - 0"),
        with(" w ", " r "),
        with(" - 1", " 4 1"),
        "1/8/16/wP,15/24/24 w - - 1".to_owned(),
    ];
    let strings = strings.map(|text| refused(GAME, &[], Start::Position(text)));
    let seats = refused(GAME, &["seats=3"], Start::Position(ROUND.to_owned()));
    let options = [
        "dice-table=VP/EH",
        "max-moves=0",
        "army-green=pawns",
        "army-green=horses",
        "seats=5",
        "seat=2",
    ];
    let options = options.map(|option| refused(GAME, &[option], Start::Setup));
    let records = [
        "",
        "result: nobody",
        "array: five",
        "array: two\narray: two",
        "\n1. 1I-2C\nwhite: Ann",
        "\n1. 3:--",
        "\n1. green-resigns",
        "option: dice=on\n\n1. 1G-2B",
        "option: dice=on\n\n1. 1:1G-2B",
        "result: *\nresult: *",
    ];
    let record = |rows: &str| {
        let text = format!("game: {GAME}\n{rows}");
        read_record(if rows.is_empty() { "" } else { &text }).expect_err(rows)
    };
    let records = records.map(record);
    let fields = [("x", ""), ("undo-red", "1B"), ("die", "7"), ("number", "0"), ("turn", "x")];
    let fields = fields.map(|(key, value)| {
        let set = [Edit::Set { key: key.to_owned(), value: value.to_owned() }];
        edit(GAME, &Options::default(), Some(ROUND), &set).expect_err(key)
    });
    let all = strings.into_iter().chain([seats]).chain(options).chain(records).chain(fields);
    all.map(|refusal| (GAME, refusal)).collect()
}

/// What it refuses of the first of these moves that cannot be made.
fn refused_move(options: &[&str], start: Start, moves: &str) -> Refused {
    const GAME: &str = "kaleidochess";
    let mut setting = Setting { start, ..Setting::default() };
    options.iter().for_each(|option| setting.options.set(option).expect("an option"));
    let mut table = open(GAME, &setting).expect("a table");
    let refusal = moves.split(' ').enumerate().find_map(|(ply, text)| {
        let act = Act::Submit { seat: Seat::new(ply % 2), text: text.to_owned() };
        table.apply(&act).err()
    });
    (GAME, refusal.unwrap_or_else(|| panic!("{moves} can be made")))
}

/// What it refuses of moves: every reason that there is, with its code.
fn refused_round_moves() -> Vec<Refused> {
    let round = || Start::Position(ROUND.to_owned());
    let thrown = |face: &str| Start::Position(ROUND.replacen(" - 1", &format!(" {face} 1"), 1));
    let alone = "1/8/16/16/24/1,wW,11,bW,10 w -,- 1 1".to_owned();
    let cases = [
        ("not-a-move", &[][..], round(), "x"),
        ("cannot-pass", &[], round(), "--"),
        ("nothing-there", &[], round(), "3C-3D"),
        ("not-your-piece", &[], round(), "5J-5G"),
        ("same-cell", &[], round(), "00-00"),
        ("out-of-reach", &[], round(), "00-3K"),
        ("blocked", &[], Start::Setup, "1F+2G"),
        ("no-throw", &[], round(), "4:00-1A"),
        ("no-undo", &[], round(), "00-1A 5B-5C 1A-00"),
        ("repetition", &["no-repetition=on"], round(), "00-1A 5B-5C 1A-2A 5C-5D 2A-00 5D-5B"),
        ("throw-first", &["dice=on"], round(), "00-1A"),
        ("wrong-throw", &["dice=on"], thrown("1"), "2:00-1A"),
        ("not-named", &["dice=on"], thrown("1"), "1J-1G"),
        ("must-pass", &["dice=on"], Start::Position(alone), "1J-1G"),
    ];
    let tried = cases.into_iter().map(|(code, options, start, moves)| {
        let (game, refusal) = refused_move(options, start, moves);
        assert_eq!(refusal.code, code, "{moves}: {refusal:?}");
        (game, refusal)
    });
    tried.collect()
}

#[test]
fn whatever_lies_behind_a_refusal_is_said_in_every_language() {
    let refusals = [
        refused_fens(),
        refused_options(),
        refused_strings(),
        refused_clouds(),
        refused_rings(),
        refused_round_moves(),
    ]
    .concat();
    let mut seen = BTreeSet::new();
    for (game, refusal) in &refusals {
        for reason in with_reasons(refusal) {
            seen.insert(reason.code.to_owned());
            let [english, german, swedish] = Lang::ALL.map(|lang| lang.refusal(game, reason));
            // Without a text, or without a value that it wants, the English words would stand there.
            assert_ne!(english, reason.message, "{reason:?}");
            let differ = english != german && english != swedish && german != swedish;
            assert!(differ, "{reason:?}: {english} / {german} / {swedish}");
            for text in [english, german, swedish] {
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
