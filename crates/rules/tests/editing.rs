//! Making positions piece by piece, as an editor does.

use heterodox_rules::{Edit, Edited, Options, Setting, Viewer, edit, games, open};

const CHESS: &str = "grand-chess";
const START: &str = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

fn put(side: &str, kind: &str, cell: &str) -> Edit {
    Edit::Put { side: side.into(), kind: kind.into(), cell: cell.into() }
}

fn shift(from: &str, to: &str) -> Edit {
    Edit::Move { from: from.into(), to: to.into() }
}

fn set(key: &str, value: &str) -> Edit {
    Edit::Set { key: key.into(), value: value.into() }
}

fn options(pairs: &[&str]) -> Options {
    let mut options = Options::default();
    for pair in pairs {
        options.set(pair).unwrap();
    }
    options
}

fn make(game: &str, position: Option<&str>, edits: &[Edit]) -> Edited {
    edit(game, &Options::default(), position, edits).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn flaws(edited: &Edited) -> Vec<&'static str> {
    edited.flaws.iter().map(|flaw| flaw.notice.key).collect()
}

fn field<'a>(edited: &'a Edited, key: &str) -> &'a str {
    let found = edited.fields.iter().find(|field| field.key == key);
    &found.unwrap_or_else(|| panic!("no field {key}")).value
}

#[test]
fn the_empty_board_of_every_game_can_be_filled_from_the_palette() {
    for info in games() {
        let empty = make(info.id, None, &[]);
        assert!(empty.pieces.is_empty() && !empty.flaws.is_empty(), "{}", info.id);
        let kinds: Vec<&str> = empty.palette.iter().flat_map(|group| group.kinds.clone()).collect();
        assert_eq!(kinds.len(), info.pieces.len(), "{}", info.id);
        let cells = &heterodox_rules::board(info.id).unwrap().cells;
        for (kind, cell) in kinds.iter().zip(cells.iter().cycle().skip(40)) {
            for side in info.sides {
                let edited = make(info.id, Some(&empty.position), &[put(side, kind, &cell.name)]);
                let placed = &edited.pieces[0];
                assert_eq!((placed.kind, placed.side, &placed.cell), (*kind, *side, &cell.name));
                assert_eq!(make(info.id, Some(&edited.position), &[]), edited, "{kind}");
                let erase = Edit::Erase { cell: cell.name.clone() };
                assert_eq!(make(info.id, Some(&edited.position), &[erase]), empty);
            }
        }
    }
}

#[test]
fn what_is_made_is_what_can_be_played() {
    let mate = [
        put("white", "K", "e1"),
        put("black", "K", "a10"),
        put("white", "Q", "b9"),
        put("white", "Gr", "c8"),
    ];
    let edited = make(CHESS, None, &mate);
    // White to move, and the black king can be taken.
    assert_eq!(flaws(&edited), ["in-check"]);
    let edited = make(CHESS, Some(&edited.position), &[set("turn", "black")]);
    assert_eq!(flaws(&edited), [""; 0]);
    let table = open(CHESS, &Setting::position(&edited.position)).unwrap();
    assert_eq!(table.scene(Viewer::Public).frame.position, edited.position);
}

#[test]
fn all_flaws_are_told_with_their_cells() {
    let edits = [put("white", "P", "d10"), put("black", "P", "d1"), put("black", "K", "a9")];
    let edits = [&edits[..], &[put("black", "K", "j9"), set("number", "7")]].concat();
    let edited = make(CHESS, None, &edits);
    assert_eq!(flaws(&edited), ["no-king", "kings", "pawn-on-last-rank", "pawn-on-last-rank"]);
    assert_eq!(edited.flaws[2].notice.cells, ["d1"]);
    assert_eq!(edited.flaws[1].message, "black has 2 kings, expected one");
    assert_eq!(field(&edited, "number"), "7");
}

#[test]
fn fields_of_grand_chess_follow_the_board() {
    let edited = make(CHESS, Some(START), &[]);
    assert_eq!((field(&edited, "turn"), field(&edited, "en-passant")), ("white", "-"));
    let pool = edited.fields.iter().find(|field| field.key == "pool").unwrap();
    assert_eq!((pool.value.as_str(), pool.default.as_deref()), ("", Some("/")));
    assert!(
        edited
            .fields
            .iter()
            .all(|field| !["last", "shield", "freeze", "init"].contains(&field.key))
    );

    let black =
        make(CHESS, Some(START), &[shift("e3", "e5"), set("quiet", "3"), set("turn", "black")]);
    let passed = black.fields.iter().find(|field| field.key == "en-passant").unwrap();
    assert_eq!(passed.values, ["-", "e4"]);
    let passed = make(CHESS, Some(&black.position), &[set("en-passant", "e4")]);
    assert_eq!((flaws(&passed), field(&passed, "quiet")), (vec![], "0"));
    let back = make(CHESS, Some(&passed.position), &[set("turn", "white")]);
    assert_eq!((flaws(&back), field(&back, "en-passant")), (vec![], "-"));

    let pooled = make(CHESS, Some(START), &[set("pool", "Q,Gr/R")]);
    assert!(pooled.position.ends_with(" pool=Gr,Q/R"), "{}", pooled.position);
    assert_eq!(make(CHESS, Some(&pooled.position), &[set("pool", "")]).position, START);

    let initial =
        edit(CHESS, &options(&["promotion=initial"]), Some(START), &[set("init", "Gr,Q")]);
    let initial = initial.unwrap();
    assert!(initial.position.ends_with(" init=Gr,Q"), "{}", initial.position);

    let fools = [put("white", "Fo", "a2"), put("black", "Fo", "b5"), set("last", "Gr")];
    let fools = make(CHESS, Some(START), &fools);
    assert!(fools.position.ends_with(" last=Gr"), "{}", fools.position);
    let shielded = make(CHESS, Some(START), &[put("black", "Fo", "b5"), set("shield", "b5")]);
    assert!(shielded.position.ends_with(" shield=b5") && shielded.flaws.is_empty());
}

#[test]
fn pieces_of_ones_own_are_on_the_palette() {
    let own = options(&["own=Xy:KAD"]);
    let edited = edit(CHESS, &own, Some(START), &[put("black", "Xy", "e5")]).unwrap();
    assert!(edited.position.contains("{xy}") && edited.flaws.is_empty());
    let group = edited.palette.iter().find(|group| group.key == "own").unwrap();
    assert_eq!(group.kinds, ["Xy"]);
    assert_eq!(edit(CHESS, &options(&["own=Xy"]), None, &[]).unwrap_err().code, "bad-option");
}

#[test]
fn goals_go_with_their_carriers() {
    let game = "klinzha";
    let carried = make(game, None, &[put("gold", "V", "G13"), put("gold", "G", "G13")]);
    assert_eq!(carried.pieces.len(), 1);
    assert_eq!(carried.pieces[0].marks, ["goal"]);
    assert_eq!(flaws(&carried), [""; 0]);
    let moved = make(game, Some(&carried.position), &[shift("G13", "G14")]);
    assert_eq!((moved.pieces[0].cell.as_str(), &moved.pieces[0].marks[..]), ("G14", &["goal"][..]));
    // A side has one Goal: putting it elsewhere takes it away here.
    let apart = make(game, Some(&moved.position), &[put("gold", "G", "I11")]);
    assert_eq!((apart.pieces.len(), apart.pieces[0].marks.len()), (2, 0));
    let together = make(game, Some(&apart.position), &[shift("G14", "I11")]);
    assert_eq!(together.pieces[0].marks, ["goal"]);
    // A Blockader does not stand on a Goal, and an enemy takes its place.
    for (side, kind) in [("gold", "B"), ("green", "V")] {
        let over = make(game, Some(&apart.position), &[put(side, kind, "I11")]);
        assert_eq!(flaws(&over), ["no-goal"]);
    }
}

#[test]
fn more_warriors_than_a_side_owns_are_a_flaw_and_no_refusal() {
    let edits = [put("gold", "S", "A19"), put("gold", "S", "I11"), put("green", "G", "E15")];
    let edited = make("klinzha", None, &edits);
    assert_eq!(flaws(&edited), ["too-many"]);
    assert_eq!(edited.pieces.len(), 3);
    assert_eq!(make("klinzha", Some(&edited.position), &[]), edited);
    assert!(open("klinzha", &Setting::position(&edited.position)).is_err());
}

#[test]
fn what_cannot_be_read_is_refused() {
    let code = |game: &str, position: Option<&str>, edits: &[Edit]| {
        edit(game, &Options::default(), position, edits).unwrap_err().code
    };
    assert_eq!(code("chess", None, &[]), "no-such-game");
    assert_eq!(code(CHESS, Some("r8r"), &[]), "bad-position");
    assert_eq!(code(CHESS, None, &[put("white", "Zz", "e4")]), "no-such-piece");
    assert_eq!(code(CHESS, None, &[put("white", "Q", "k4")]), "no-such-cell");
    assert_eq!(code(CHESS, None, &[put("gold", "Q", "e4")]), "no-such-colour");
    assert_eq!(code(CHESS, None, &[shift("e4", "e5")]), "nothing-there");
    for (key, value) in [
        ("number", "0"),
        ("number", "x"),
        ("quiet", "-1"),
        ("pool", "Q"),
        ("pool", "K/"),
        ("pool", "Q/;last=Q"),
        ("castling", "-"),
    ] {
        assert_eq!(code(CHESS, None, &[set(key, value)]), "bad-field", "{key}={value}");
    }
    assert_eq!(code("klinzha", None, &[put("gold", "Q", "A19")]), "no-such-piece");
    assert_eq!(code("klinzha", None, &[set("turn", "white")]), "no-such-colour");
    let refused = edit("klinzha", &options(&["promotion=all"]), None, &[]).unwrap_err();
    assert_eq!(refused.code, "bad-option");
}
