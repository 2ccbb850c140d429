//! The two generators agree: the same legal moves, leading to the same positions.
//!
//! The ordinary run looks at some thousands of positions. `KALEIDO_POSITIONS=100000 cargo test -p
//! heterodox-rules --test kaleido agreement` looks at as many as it says; `KALEIDO_SEED` gives
//! other ones.

use heterodox_rules::kaleido::{DiceTable, Position, board};
use heterodox_rules::{Options, SearchPosition, Setting, Start, Table, Turn, Viewer, open};
use heterodox_testkit::kaleido::slow::{COLORS, Map, Rules, STANDARD_DICE, Slow, Step};
use heterodox_testkit::kaleido::tables::{self, GAME};
use heterodox_testkit::{Rng, size};
use std::collections::BTreeMap;

const TABLES: [(&str, [&str; 6]); 3] = [
    ("", STANDARD_DICE),
    ("W/D/R/E/VP/LTH", ["W", "D", "R", "E", "VP", "LTH"]),
    ("P/P/-/-/P/*", ["P", "P", "", "", "P", "WDREVLTHP"]),
];

/// Rules of a table, with the options that say them.
fn random_rules(rng: &mut Rng) -> (Rules, Options) {
    let mut options = Options::default();
    let mut rules = Rules::default();
    let mut say = |key: &str, value: &str| {
        options.0.insert(key.to_owned(), value.to_owned());
    };
    if rng.one_in(2) {
        let (text, table) = rng.pick(&TABLES);
        say("dice", "on");
        if !text.is_empty() {
            say("dice-table", text);
        }
        rules.dice = Some(*table);
    }
    if rng.one_in(2) {
        say("no-repetition", "on");
        rules.no_repetition = true;
    }
    if rng.one_in(4) {
        let max = 1 + rng.below(40) as u32;
        say("max-moves", &max.to_string());
        rules.max_moves = Some(max);
    }
    (rules, options)
}

fn names(map: &Map) -> Vec<String> {
    map.order.concat()
}

/// Pieces anywhere, few or many, of one to four colours.
fn scattered(rng: &mut Rng, map: &Map, rules: Rules) -> Slow {
    let names = names(map);
    let colors: Vec<char> = COLORS.into_iter().filter(|_| !rng.one_in(3)).collect();
    let colors = if colors.is_empty() { vec!['r'] } else { colors };
    let mut pieces = BTreeMap::new();
    let most = if rng.one_in(3) { 6 } else { 60 };
    // Few kinds: walkers among their own get stuck more often.
    let kinds: Vec<char> =
        if rng.one_in(4) { vec!['L', 'T', 'H'] } else { "WDREVLTHP".chars().collect() };
    for _ in 0..=rng.below(most) {
        let name = rng.pick(&names).clone();
        pieces.insert(name, (*rng.pick(&colors), *rng.pick(&kinds)));
    }
    let castles = ["00", "1J", "3J", "5J", "7J"];
    for _ in 0..=rng.below(5) {
        let castle = (*rng.pick(&castles)).to_owned();
        pieces.insert(castle, (*rng.pick(&colors), *rng.pick(&kinds)));
    }
    let there: Vec<char> =
        COLORS.into_iter().filter(|c| pieces.values().any(|piece| piece.0 == *c)).collect();
    let mut undo = BTreeMap::new();
    for &color in &there {
        if rng.one_in(3) {
            continue;
        }
        // Mostly a cell where one of its pieces stands and one near it.
        let own: Vec<String> =
            pieces.iter().filter(|(_, piece)| piece.0 == color).map(|(n, _)| n.clone()).collect();
        let to = if rng.one_in(4) { rng.pick(&names) } else { rng.pick(&own) }.clone();
        let near = map.sides(&to);
        let from = if rng.one_in(2) { rng.pick(&names) } else { rng.pick(near) }.clone();
        if from != to {
            undo.insert(color, (from, to));
        }
    }
    let turn = *rng.pick(&there);
    let number = 1 + rng.below(30) as u32;
    let die = (rules.dice.is_some() && rng.one_in(2)).then(|| 1 + rng.below(6));
    Slow::new(rules, pieces, turn, undo, die, number)
}

fn table_of(text: &str, options: &Options) -> Table {
    let setting = Setting { options: options.clone(), start: Start::Position(text.to_owned()) };
    open(GAME, &setting).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn compare_results(slow: &Slow, table: &Table, text: &str) {
    let scene = table.scene(Viewer::Public);
    let key = |c: char| match c {
        'w' => "white",
        'r' => "red",
        'b' => "black",
        _ => "green",
    };
    let sides: Vec<&str> = scene.sides.iter().map(|side| side.key).collect();
    assert_eq!(sides, slow.seated.iter().map(|&c| key(c)).collect::<Vec<_>>(), "{text}");
    let ours = scene
        .outcome
        .as_ref()
        .map(|outcome| (outcome.winner.map(|seat| sides[seat.index()]), outcome.reason.key()));
    assert_eq!(ours, slow.result().map(|(winner, why)| (winner.map(key), why)), "{text}");
    if let Some(outcome) = &scene.outcome {
        let mut theirs = vec![slow.playing()];
        theirs.extend(slow.out.iter().rev().map(|out| out.0.clone()));
        let theirs: Vec<Vec<&str>> =
            theirs.into_iter().map(|place| place.into_iter().map(key).collect()).collect();
        let ours: Vec<Vec<&str>> = outcome
            .ranking
            .iter()
            .map(|place| place.iter().map(|seat| sides[seat.index()]).collect())
            .collect();
        assert_eq!(ours, theirs, "{text}");
    }
}

/// Compares the moves here.
fn compare(slow: &Slow, map: &Map, table: &Table, plain: Option<&Position>) -> Vec<Step> {
    let text = slow.string(map);
    let scene = table.scene(Viewer::Public);
    assert_eq!(scene.frame.position, text);
    compare_results(slow, table, &text);
    let moves = slow.moves(map);
    if matches!(table.turn(), Turn::Throw(_)) {
        return moves;
    }
    let mut theirs: Vec<String> = moves.iter().map(|step| slow.text(step)).collect();
    theirs.sort_unstable();
    assert_eq!(tables::choices(table), theirs, "{text}");
    if let Some(position) = plain {
        compare_plain(slow, position, &moves, &text);
    }
    moves
}

/// The way that each move is shown on is one that the piece can take.
fn compare_ways(slow: &Slow, map: &Map, table: &Table) {
    let text = slow.string(map);
    for seat in table.scene(Viewer::Public).to_act {
        for choice in table.scene(Viewer::Seat(seat)).choices {
            let paths = table.paths(Viewer::Seat(seat), &choice.text);
            let Some(from) = &choice.from else {
                assert_eq!(paths, [[""; 0]; 0]);
                continue;
            };
            let [path] = &paths[..] else { panic!("{text}: {}: {paths:?}", choice.text) };
            assert_eq!(
                slow.way_fault(map, from, path),
                None,
                "{text}: {} by {path:?}",
                choice.text
            );
            assert_eq!(path.last(), choice.to.as_ref(), "{text}: {}", choice.text);
        }
    }
}

/// The way of the ply that was just made, as the frame tells it.
fn compare_way_made(before: &Slow, map: &Map, table: &Table, step: &Step) {
    let frames = table.frames(Viewer::Public);
    let path = &frames[frames.len() - 1].path;
    let Some((from, to)) = step else { return assert_eq!(path, &[""; 0]) };
    assert_eq!(before.way_fault(map, from, path), None, "{from} to {to} by {path:?}");
    assert_eq!(path.last(), Some(to));
}

/// The bare position, without the house rules, counts and captures the same.
fn compare_plain(slow: &Slow, position: &Position, moves: &[Step], text: &str) {
    assert_eq!(position.to_string(), text);
    assert_eq!(position.count_moves(), moves.len() as u64, "{text}");
    assert_eq!(position.perft(1), moves.len() as u64, "{text}");
    let real = moves.iter().filter(|step| step.is_some()).count();
    assert_eq!(position.can_move(), real > 0, "{text}");
    let mut captures = Vec::new();
    position.captures(&mut captures);
    let mut ours: Vec<String> = captures.into_iter().map(|m| position.write(m)).collect();
    // To a search, taking an own piece is no capture.
    let takes_other = |text: &String| {
        let to = text.split_once('+').and_then(|(_, to)| board::by_name(to));
        let victim = to.and_then(|to| position.piece(to));
        victim.is_some_and(|(color, _)| color != position.turn())
    };
    let mut theirs: Vec<String> =
        moves.iter().map(|step| slow.text(step)).filter(takes_other).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{text}");
    let read = Position::read(text, position.dice()).expect("our own string");
    assert_eq!(read.zobrist(), position.zobrist(), "{text}");
}

fn is_plain(slow: &Slow) -> bool {
    !slow.rules.no_repetition && slow.rules.max_moves.is_none()
}

/// Plays a game of random moves and compares at each step. Gives how many positions were compared.
fn game(rng: &mut Rng, map: &Map, slow: Slow, options: &Options, plies: usize) -> usize {
    let table = slow.string(map);
    let mut slow = slow.load(map);
    let dice: Option<DiceTable> = slow.rules.dice.map(|_| {
        options.0.get("dice-table").map_or(DiceTable::STANDARD, |text| text.parse().expect("one"))
    });
    let mut position = is_plain(&slow).then(|| Position::read(&table, dice).expect("a position"));
    let mut table = table_of(&table, options);
    for ply in 0..plies {
        if slow.rules.dice.is_some() && slow.die.is_none() && !slow.is_over() {
            let face = 1 + rng.below(6);
            slow.die = Some(face);
            position = position.map(|position| position.with_die(Some(face as u8)));
            table.throw(&[face as u8]).expect("a throw is due");
            if slow.moves(map) == [None] {
                // The umpire passes by itself.
                slow = slow.play(map, &None);
                if let Some(position) = &mut position {
                    position.play_unchecked(position.legal_moves()[0]);
                }
                continue;
            }
        }
        let moves = compare(&slow, map, &table, position.as_ref());
        if moves.is_empty() {
            return ply + 1;
        }
        let taking: Vec<&Step> =
            moves.iter().filter(|step| slow.text(step).contains('+')).collect();
        // Going back and forth brings repetitions about.
        let quiet: Vec<&Step> = moves
            .iter()
            .filter(|step| step.as_ref().is_some_and(|(_, to)| to.ends_with('A')))
            .collect();
        let step = if !taking.is_empty() && rng.one_in(5) {
            (*rng.pick(&taking)).clone()
        } else if !quiet.is_empty() && rng.one_in(2) {
            (*rng.pick(&quiet)).clone()
        } else {
            rng.pick(&moves).clone()
        };
        let text = slow.text(&step);
        if let Some(position) = &mut position {
            let m = position.read_move(&text).expect("the generators agree").played;
            position.play_unchecked(m);
        }
        // Only some plies: a scene and all frames are slow in a debug build.
        if ply % 6 == 0 {
            compare_ways(&slow, map, &table);
        }
        tables::play(&mut table, &text);
        if ply % 6 == 0 {
            compare_way_made(&slow, map, &table, &step);
        }
        slow = slow.play(map, &step);
    }
    plies
}

/// The initial position for this number of seats.
fn array(seats: usize, rules: Rules) -> Slow {
    let mut setting = Setting::default();
    setting.options.0.insert("seats".to_owned(), seats.to_string());
    let table = open(GAME, &setting).expect("a table");
    let scene = table.scene(Viewer::Public);
    let pieces = scene.frame.pieces.iter().map(|placed| {
        let letter = |text: &str| text.chars().next().expect("a letter");
        (placed.cell.clone(), (letter(placed.side), letter(placed.kind)))
    });
    Slow::new(rules, pieces.collect(), 'w', BTreeMap::new(), None, 1)
}

fn number(key: &str, default: usize) -> usize {
    std::env::var(key).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn on_scattered_pieces() {
    let (map, wanted) = (Map::new(), number("KALEIDO_POSITIONS", size(5_000, 20_000)));
    let mut rng = Rng::new(number("KALEIDO_SEED", 1) as u64);
    let mut compared = 0;
    while compared < wanted * 2 / 3 {
        let (rules, options) = random_rules(&mut rng);
        let slow = scattered(&mut rng, &map, rules);
        compared += game(&mut rng, &map, slow, &options, 12);
    }
}

#[test]
fn in_games_from_the_arrays() {
    let (map, wanted) = (Map::new(), number("KALEIDO_POSITIONS", size(5_000, 20_000)));
    let mut rng = Rng::new(number("KALEIDO_SEED", 2) as u64);
    let mut compared = 0;
    while compared < wanted / 3 {
        let (rules, options) = random_rules(&mut rng);
        let slow = array(2 + rng.below(3), rules);
        compared += game(&mut rng, &map, slow, &options, 150);
    }
}

#[test]
fn the_two_boards_agree() {
    let map = Map::new();
    for cell in board::ALL {
        let sorted = |cells: heterodox_rules::CellSet| {
            let mut names: Vec<&str> = cells.into_iter().map(board::name).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(board::sides(cell)), map.sides(board::name(cell)));
        assert_eq!(sorted(board::corners(cell)), map.corners(board::name(cell)));
    }
}
