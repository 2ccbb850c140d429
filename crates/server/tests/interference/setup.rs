//! The setup: hidden placements stay hidden, and so does the number of hidden steps.

use super::leaks::{IN_SETUP, Leak, NO_LEAK, of_conditionals};
use super::pairs::{Game, Opponent, Pair, submit};
use super::wire::Ask;
use super::world::json_of;
use heterodox_rules::Viewer;
use heterodox_rules::clouded::CloudMap;
use heterodox_rules::klinzha::board;
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::random_map;
use heterodox_testkit::clouded::indistinguishable_pairs::{VIEWERS, place, random_placement};
use heterodox_testkit::klinzha::slow::{self, Kind};
use serde_json::{Value, json};

/// A setup in which seat 0 has taken Gold and the north.
pub(super) async fn begun(clouds: &str, opponent: Opponent, leak: Option<&'static Leak>) -> Game {
    let options = json!({"clouds": clouds});
    let game = Game::open([&options, &json!({"setup": true})], 0, opponent, leak, &[6, 5]).await;
    for step in ["cast", "option first", "take gold north"] {
        game.must(0, &submit(step)).await;
    }
    game
}

/// The same in an open game, whose dice come from parts of the players.
async fn begun_in_the_open(leak: Option<&'static Leak>) -> Game {
    let what = ("klinzha", [&json!({}), &json!({"setup": true})]);
    let game = Game::open_kind(what, None, 0, Opponent::Guest, leak, &[]).await;
    let path = format!("/api/games/{}", game.id);
    for (seat, part) in game.seats.iter().zip(["ann", "bo"]) {
        game.world.done(seat, &format!("{path}/dice"), &json!({ "part": part })).await;
    }
    let ask = async || json_of(&game.world.ask(&game.onlookers[1], Ask::get(&path)).await);
    let mut caster = 0;
    let winner = loop {
        game.must(caster, &submit("cast")).await;
        let scene = ask().await["scene"].take();
        let notices = scene["notices"].as_array().expect("notices");
        let cast = notices.iter().find(|notice| notice["key"] == "cast").expect("a cast");
        let args = cast["args"].as_array().expect("pairs").iter().skip(1);
        let faces = args.map(|pair| pair[1].as_str().expect("a face").parse().expect("a number"));
        let faces: Vec<u8> = faces.collect();
        game.knowledge.load(&faces);
        let next = scene["to_act"][0].as_u64().expect("a seat") as usize;
        if faces[0] + faces[1] != 7 {
            break next;
        }
        caster = next;
    };
    game.must(winner, &submit(["option first", "option last"][winner])).await;
    game.must(0, &submit("take gold north")).await;
    game
}

/// Takes a step in both games; returns whether both accepted it.
async fn both(pair: &Pair, seat: usize, steps: [&str; 2]) -> bool {
    let mut taken = Vec::new();
    for (game, step) in pair.games.iter().zip(steps) {
        game.confess(String::new());
        let answer = game.act(seat, &submit(step)).await;
        taken.push(answer.starts_with(b"HTTP/1.1 200"));
    }
    taken == [true, true]
}

/// Takes additional setup steps in one of the games.
pub(super) async fn fumble(game: &Game, seat: usize, placed: &str) {
    for step in [placed, "clear", placed, "clear"] {
        game.confess(String::new());
        game.must(seat, &submit(step)).await;
    }
}

/// A first placement that looks the same in both games and differs under the clouds.
fn look_alike(
    rng: &mut Rng,
    map: &CloudMap,
    first: &[(Kind, usize)],
) -> Option<Vec<(Kind, usize)>> {
    let cover = |cell: usize| map.cover(board::by_name(slow::name(cell)).expect("a cell")).sign();
    let (open, hidden): (Vec<_>, Vec<_>) =
        first.iter().copied().partition(|(_, cell)| cover(*cell) == '.');
    if hidden.len() < 2 {
        return None;
    }
    let edges: Vec<usize> =
        hidden.iter().map(|(_, cell)| *cell).filter(|&cell| cover(cell) == '-').collect();
    let mut under: Vec<usize> =
        (0..81).filter(|&cell| slow::region(cell) == Some("north") && cover(cell) == '#').collect();
    rng.shuffle(&mut under);
    let mut kinds: Vec<Kind> = hidden.iter().map(|(kind, _)| *kind).collect();
    rng.shuffle(&mut kinds);
    let mut other = open;
    other.extend(kinds.into_iter().zip(edges.into_iter().chain(under)));
    Some(other)
}

/// Lines of conditional moves that would tell two unseen placements in the north apart, if they
/// were tried on them.
fn telling_lines(placements: [&[(Kind, usize)]; 2]) -> Vec<Vec<String>> {
    let cells = placements.map(|placed| placed.iter().map(|(_, cell)| *cell).collect::<Vec<_>>());
    let mut steps = vec!["done".to_owned()];
    for [mine, others] in [[&cells[0], &cells[1]], [&cells[1], &cells[0]]] {
        let only = mine.iter().filter(|cell| !others.contains(cell)).take(2);
        steps.extend(only.map(|cell| format!("lift {}", slow::name(*cell))));
    }
    steps.into_iter().map(|step| vec![step, "take west".to_owned()]).collect()
}

/// The Goals that a seat may place, by cell.
async fn goals(game: &Game, seat: usize) -> Vec<(String, String)> {
    let path = format!("/api/games/{}?as={seat}", game.id);
    let answer = game.world.ask(&game.seats[seat], Ask::get(path)).await;
    let state: Value = json_of(&answer);
    let choices = state["scene"]["choices"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    choices
        .iter()
        .filter_map(|choice| Some((text(&choice["to"])?, text(&choice["text"])?)))
        .collect()
}

/// Plays first placements that look the same; returns the difference, and whether a battle began.
async fn first_placement(
    rng: &mut Rng,
    viewer: Viewer,
    opponent: Opponent,
    leak: Option<&'static Leak>,
) -> Option<Pair> {
    let map = random_map(rng);
    let first = random_placement(rng, "north");
    let other = look_alike(rng, &map, &first)?;
    let clouds = map.to_string();
    let games = [begun(&clouds, opponent, leak).await, begun(&clouds, opponent, leak).await];
    let mut pair = Pair::new(games, viewer).await;
    pair.lines = telling_lines([&first, &other]);
    let [placed, otherwise] = [place(&first), place(&other)];
    fumble(&pair.games[0], 0, &otherwise).await;
    pair.chat().await;
    let mut alike = pair.compare(rng, false).await;
    alike &= both(&pair, 0, [&placed, &otherwise]).await && pair.compare(rng, false).await;
    alike &= both(&pair, 0, ["done", "done"]).await && pair.compare(rng, false).await;
    let region = *rng.pick(&["west", "east"]);
    let second = place(&random_placement(rng, region));
    for step in [format!("take {region}"), second, "done".to_owned()] {
        // A hidden zone is reported for the Blockader's cell: there the two games may differ.
        if !alike || !both(&pair, 1, [&step, &step]).await {
            return Some(pair);
        }
        alike = pair.compare(rng, false).await;
    }
    let in_sight = |cell: &str| map.cover(board::by_name(cell).expect("a cell")).sign() == '.';
    let Some(goal) = goals(&pair.games[0], 0).await.first().cloned() else { return Some(pair) };
    let fits = |cell: &str| if in_sight(&goal.0) { *cell == goal.0 } else { !in_sight(cell) };
    let theirs = goals(&pair.games[1], 0).await.into_iter().find(|(cell, _)| fits(cell));
    if let Some((_, theirs)) = theirs
        && both(&pair, 0, [&goal.1, &theirs]).await
    {
        pair.compare(rng, false).await;
    }
    Some(pair)
}

/// An open game: until it is done the first placement is seen by its player alone. The number of
/// steps is no secret there.
async fn open_placement(rng: &mut Rng, viewer: Viewer, leak: Option<&'static Leak>) -> Pair {
    let games = [begun_in_the_open(leak).await, begun_in_the_open(leak).await];
    let mut pair = Pair::new(games, viewer).await;
    let placements = [random_placement(rng, "north"), random_placement(rng, "north")];
    pair.lines = telling_lines([&placements[0], &placements[1]]);
    let [one, other] = placements.map(|placement| place(&placement));
    fumble(&pair.games[0], 0, &other).await;
    fumble(&pair.games[1], 0, &one).await;
    pair.chat().await;
    if pair.compare(rng, false).await && both(&pair, 0, [&one, &other]).await {
        pair.compare(rng, false).await;
    }
    pair
}

/// Blind: the player who placed first, and spectators, learn nothing of the second placement.
async fn second_placement(
    rng: &mut Rng,
    viewer: Viewer,
    opponent: Opponent,
    leak: Option<&'static Leak>,
) -> Option<Pair> {
    let games = [begun("blind", opponent, leak).await, begun("blind", opponent, leak).await];
    let first = place(&random_placement(rng, "north"));
    let mut pair = Pair::new(games, viewer).await;
    for step in [first.as_str(), "done"] {
        assert!(both(&pair, 0, [step, step]).await);
    }
    let mut alike = pair.compare(rng, false).await;
    let regions = [*rng.pick(&["west", "east"]), *rng.pick(&["west", "east"])];
    let takes = regions.map(|region| format!("take {region}"));
    alike &= both(&pair, 1, [&takes[0], &takes[1]]).await && pair.compare(rng, false).await;
    // Each game tries until no zones overlap; the number of tries is hidden.
    for (game, region) in pair.games.iter().zip(regions) {
        let mut tries = 0;
        while tries < 2
            || !game
                .act(1, &submit(&place(&random_placement(rng, region))))
                .await
                .starts_with(b"HTTP/1.1 200")
        {
            tries += 1;
            game.confess(String::new());
            game.act(1, &submit("clear")).await;
        }
    }
    pair.chat().await;
    alike &= pair.compare(rng, false).await;
    if !alike || !both(&pair, 1, ["done", "done"]).await {
        return Some(pair);
    }
    pair.compare(rng, false).await;
    let Some((_, goal)) = goals(&pair.games[0], 0).await.first().cloned() else {
        return Some(pair);
    };
    if both(&pair, 0, [&goal, &goal]).await {
        pair.compare(rng, false).await;
    }
    Some(pair)
}

async fn setups(rounds: usize, leak: Option<&'static Leak>) -> (usize, Vec<String>) {
    let mut rng = Rng::new(6);
    let (mut moments, mut differences) = (0, Vec::new());
    for round in 0..rounds {
        let opponent = if round % 3 == 2 { Opponent::HotSeat } else { Opponent::Guest };
        let viewer = match (round % 2, opponent) {
            (_, Opponent::HotSeat) => VIEWERS[2],
            (0, _) => VIEWERS[1],
            _ => VIEWERS[2],
        };
        let pair = first_placement(&mut rng, viewer, opponent, leak).await;
        let viewer = if viewer == VIEWERS[1] { VIEWERS[0] } else { viewer };
        let other = second_placement(&mut rng, viewer, opponent, leak).await;
        let open = match opponent {
            Opponent::Guest => Some(open_placement(&mut rng, VIEWERS[1 + round % 2], leak).await),
            _ => None,
        };
        for pair in pair.into_iter().chain(other).chain(open) {
            moments += pair.moments;
            differences.extend(pair.difference.map(|text| format!("{:?}: {text}", pair.viewer)));
        }
        if leak.is_some() && !differences.is_empty() {
            break;
        }
    }
    (moments, differences)
}

#[tokio::test]
async fn what_is_placed_unseen_is_told_to_nobody() {
    let (moments, differences) = setups(6, None).await;
    assert_eq!(differences, Vec::<String>::new());
    assert!(moments > 45, "too little was compared: {moments}");
}

#[tokio::test]
async fn the_code_that_leaks_is_silent_about_no_leak_of_the_setup() {
    let (moments, differences) = setups(6, Some(&NO_LEAK)).await;
    assert_eq!(differences, Vec::<String>::new());
    assert!(moments > 45, "too little was compared: {moments}");
}

#[tokio::test]
async fn every_seeded_leak_of_the_setup_is_caught() {
    let mut missed = Vec::new();
    for leak in IN_SETUP {
        let (moments, differences) = setups(8, Some(leak)).await;
        if differences.is_empty() {
            missed.push((leak.name, moments));
        }
    }
    assert_eq!(missed, Vec::new());
}

#[tokio::test]
async fn conditional_moves_that_are_tried_on_what_is_unseen_are_caught_in_an_open_game() {
    let mut rng = Rng::new(8);
    let pair = open_placement(&mut rng, VIEWERS[1], Some(of_conditionals())).await;
    assert!(pair.difference.is_some(), "nothing differs in {} bytes", pair.bytes);
}

/// After a restart each viewer knows the game at the same version; hidden acts do not count.
#[tokio::test]
async fn a_restart_changes_nothing() {
    let mut rng = Rng::new(7);
    let placed = place(&random_placement(&mut rng, "north"));
    let mut states = Vec::new();
    for fumbled in [false, true] {
        let game = begun("blind", Opponent::Guest, None).await;
        if fumbled {
            fumble(&game, 0, &placed).await;
        }
        game.must(0, &submit(&placed)).await;
        let again = game.world.restarted();
        for caller in [&game.seats[1], &game.onlookers[0], &game.onlookers[1]] {
            let ask = || Ask::get(format!("/api/games/{}", game.id));
            let before = game.world.ask(caller, ask()).await;
            assert_eq!(before, again.ask(caller, ask()).await);
            states.push(before);
        }
        let mut own = Vec::new();
        for world in [&game.world, &again] {
            let ask = Ask::get(format!("/api/games/{}", game.id));
            own.push(world.ask(&game.seats[0], ask).await);
        }
        assert_eq!(own[0], own[1]);
    }
    assert_eq!(states[..3], states[3..]);
}
