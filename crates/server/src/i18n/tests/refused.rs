//! Every refusal of the games' rules, caused by real bad input.

use heterodox_rules::{
    Act, Cell, Edit, Options, Refusal, Seat, Setting, Start, clouded, edit, grand_chess, klinzha,
    open, read_record,
};

/// A refusal with its game.
pub(super) type Refused = (&'static str, Refusal);

/// All refusals.
pub(super) fn all() -> Vec<Refused> {
    [
        refused_fens(),
        refused_options(),
        refused_strings(),
        refused_clouds(),
        refused_rings(),
        refused_round_moves(),
    ]
    .concat()
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

/// Every refusal of a position of Grand Chess.
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

/// The refusals of its options and custom pieces.
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

/// The refusals of positions of Klin Zha.
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

/// The refusals of cloud maps and of records of Clouded Klin Zha.
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
    let sight = clouded::BoardView::parse(FIRST, Some(klinzha::Side::Gold)).expect("a view");
    let intents =
        ["x", "VG@A19 x B19", "VG@A19 B19 ()", "VG@A19 B19 (C18)", "VG@A19 B19 (C18 B19)"]
            .map(|text| sight.read_intent(text).expect_err(text));
    options.chain(records).chain(intents).map(|refusal| (GAME, refusal)).collect()
}

/// A two-player game of `KaleidoChess`: Wizards on their castles and a Raven each.
const ROUND: &str = "wV/8/8,bV,7/16/24/1,wW,11,bW,10 w -,- - 1";

/// The refusals of positions, options and records of `KaleidoChess`.
fn refused_rings() -> Vec<Refused> {
    const GAME: &str = "kaleidochess";
    let with = |from: &str, to: &str| ROUND.replacen(from, to, 1);
    let strings = [
        "x".to_owned(),
        with("wV/8", "wV"),
        with("/8/", "/7/"),
        with("wV/", "wX/"),
        with("/8/", "/08/"),
        with("/8/", "/888/"),
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

/// The refusal of the first illegal one of these moves.
fn refused_move(options: &[&str], start: Start, moves: &str) -> Refused {
    const GAME: &str = "kaleidochess";
    let mut setting = Setting { start, ..Setting::default() };
    for option in options {
        setting.options.set(option).expect("an option");
    }
    let mut table = open(GAME, &setting).expect("a table");
    let refusal = moves.split(' ').enumerate().find_map(|(ply, text)| {
        let act = Act::Submit { seat: Seat::new(ply % 2), text: text.to_owned() };
        table.apply(&act).err()
    });
    (GAME, refusal.unwrap_or_else(|| panic!("{moves} can be made")))
}

/// Every refusal of a move, with its code.
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
