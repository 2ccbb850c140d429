//! The player of clouded Klin Zha: its belief, and that it plays.
//!
//! The tests hold the true position in the rules' full information; the player gets what its seat's
//! view shows.

use heterodox_engine::clouded::reference::{Greedy, UniformRandom};
use heterodox_engine::clouded::{Belief, History, ParticleLimits, Ply};
use heterodox_engine::{Level, Player, SearchLimit, SplitMix64};
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{BoardView, Intent, resolve};
use heterodox_rules::klinzha::{Position, QUICK_STARTS, Side, board, quick_start};
use heterodox_rules::{Seat, Start, Turn, Viewer};
use heterodox_testkit::engine::arena;
use heterodox_testkit::engine::clouded::{answer, computer, dice, quick, setting, table, viewer};
use std::collections::BTreeMap;

const LIMITS: ParticleLimits = ParticleLimits { complete: 3_000, sample: 200 };

/// A random game from a quick start, or its first plies. `observe` is called before each ply with
/// what the side to move has observed, and with the true position. Some plies name a path.
fn random_game(
    options: &[String],
    seed: u64,
    plies: usize,
    observe: impl FnMut(Side, &History, &Position),
) {
    let mut random = SplitMix64::new(seed);
    let start = quick(random.pick(&QUICK_STARTS).expect("quick starts"));
    random_game_from(start, options, random, plies, observe);
}

/// A random game from any start, or its first plies.
fn random_game_from(
    start: Start,
    options: &[String],
    mut random: SplitMix64,
    plies: usize,
    mut observe: impl FnMut(Side, &History, &Position),
) {
    let setting = setting(options, start);
    let mut game = FullInformationGame::open(&setting).expect("a game");
    for _ in 0..plies {
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Throw(request) => {
                let faces = dice(&mut random, request.dice);
                game.throw(&faces).expect("awaited");
            }
            Turn::Seats(_) => {
                let position = game.position().expect("a battle");
                let side = position.turn();
                let frames = game.observed_frames(viewer(side));
                let history = History::read(side, &frames).expect("views");
                observe(side, &history, position);
                let view = &history.states.last().expect("a state").board_view;
                let mut intent = random.pick(&view.intents()).expect("an intent").clone();
                if random.chance(1, 3) {
                    intent.path = random.pick(&view.paths(&intent)).cloned();
                }
                game.submit(&intent.to_string()).expect("what the view allows");
            }
        }
    }
}

/// Follows a game as both sides and checks that the belief contains the true position. Returns how
/// often the belief was complete and how often not.
fn truth_is_believed(
    options: &[String],
    seed: u64,
    plies: usize,
    limits: ParticleLimits,
) -> (usize, usize) {
    let mut random = SplitMix64::new(seed);
    let start = quick(random.pick(&QUICK_STARTS).expect("quick starts"));
    truth_is_believed_from(start, options, seed, plies, limits)
}

fn truth_is_believed_from(
    start: Start,
    options: &[String],
    seed: u64,
    plies: usize,
    limits: ParticleLimits,
) -> (usize, usize) {
    let mut beliefs: [Option<Belief>; 2] = [None, None];
    let mut counts = (0, 0);
    random_game_from(
        start,
        options,
        SplitMix64::new(seed),
        plies,
        |side, history, true_position| {
            let kept = beliefs[side as usize].take();
            let belief = match kept {
                Some(belief) => belief.follow(history),
                None => Belief::of(history, limits),
            };
            let now = history.states.last().expect("a state");
            assert!(
                !belief.is_empty(),
                "{options:?} seed {seed}: nothing is believed at {}",
                now.board_view
            );
            assert!(belief.len() <= limits.complete.max(limits.sample));
            if belief.is_complete() {
                assert!(
                    belief.contains(true_position),
                    "{options:?} seed {seed}: {true_position} is not believed"
                );
                counts.0 += 1;
            } else {
                counts.1 += 1;
            }
            // Every possible position has the view of the true one.
            for position in belief.positions() {
                let seen = BoardView::of(position, &now.map, Some(side));
                assert_eq!(seen, now.board_view, "{options:?} seed {seed}");
            }
            beliefs[side as usize] = Some(belief);
        },
    );
    counts
}

#[test]
fn a_complete_belief_holds_the_truth() {
    let (mut complete, mut drawn) = (0, 0);
    for seed in 0..12 {
        let counts = truth_is_believed(&[format!("seed={seed}")], seed, 60, LIMITS);
        complete += counts.0;
        drawn += counts.1;
    }
    assert!(complete > 50, "{complete} complete, {drawn} drawn");
}

#[test]
fn a_large_belief_holds_the_truth() {
    let limits = ParticleLimits { complete: 30_000, sample: 200 };
    for seed in 100..103 {
        truth_is_believed(&[format!("seed={seed}")], seed, 24, limits);
    }
}

/// Clouds over a few cells, so that every belief is complete.
const SMALL: [&str; 3] = [
    "clouds=./.../...../......./....#..../....###..../....#####..../.............../.................",
    "clouds=./.../...../......./........./...-###-.../...-#####-.../....-###-....../.................",
    "clouds=#/-#-/-###-/...#.../....-..../.........../............./.............../.................",
];

/// Every halt of the umpire is among the outcomes.
#[test]
fn under_a_small_cloud_the_truth_is_always_among_what_is_believed() {
    let limits = ParticleLimits { complete: 200_000, sample: 100 };
    for (number, map) in SMALL.iter().enumerate() {
        for seed in 0..25 {
            let counts =
                truth_is_believed(&[(*map).to_owned()], 10 * seed + number as u64, 50, limits);
            assert_eq!(counts.1, 0, "{map} seed {seed}");
        }
    }
}

/// A ply of a belief by definition.
fn slow_ply(
    before: &BTreeMap<u64, Position>,
    side: Side,
    [then, now]: [&heterodox_engine::clouded::ObservedState; 2],
) -> BTreeMap<u64, Position> {
    let mut after = BTreeMap::new();
    for position in before.values() {
        let theirs = BoardView::of(position, &then.map, Some(!side));
        let tried: Vec<Intent> = match now.ply.as_ref().expect("a ply") {
            Ply::Own { intent, .. } => vec![intent.clone()],
            Ply::Enemy(_) => theirs
                .intents()
                .into_iter()
                .flat_map(|intent| {
                    let named = theirs.paths(&intent).into_iter().map({
                        let intent = intent.clone();
                        move |path| Intent { path: Some(path), ..intent.clone() }
                    });
                    named.chain([intent]).collect::<Vec<_>>()
                })
                .collect(),
        };
        for intent in tried {
            let found = resolve(position, &then.map, &intent);
            let end = found.played.to();
            let told = match now.ply.as_ref().expect("a ply") {
                Ply::Own { ended, captured, halted, .. } => {
                    (end, found.captured, found.halted) == (*ended, *captured, *halted)
                }
                Ply::Enemy(lost) => found.captured.map(|taken| (taken, end)) == *lost,
            };
            let next = found.apply(position);
            if told
                && BoardView::of(&next, &now.map, Some(side)) == now.board_view
                && next.goal_captor().is_none()
            {
                after.insert(next.zobrist(), next);
            }
        }
    }
    after
}

/// A complete belief is exactly what follows from the history.
#[test]
fn a_complete_belief_is_exactly_what_follows() {
    let limits = ParticleLimits { complete: 2_000, sample: 100 };
    let (mut several, mut plies) = (0, 0);
    for (number, map) in SMALL.iter().enumerate() {
        for seed in 0..30 {
            let mut slow: [Option<(usize, BTreeMap<u64, Position>)>; 2] = [None, None];
            let mut lost = [false; 2];
            random_game(
                &[(*map).to_owned()],
                50 + 10 * seed + number as u64,
                30,
                |side, history, _| {
                    let belief = Belief::of(history, limits);
                    // After a sample a complete belief may hold more than the history allows.
                    lost[side as usize] |= !belief.is_complete();
                    if lost[side as usize] {
                        return;
                    }
                    let (done, mut known) = slow[side as usize].take().unwrap_or_else(|| {
                        let mut first = history.clone();
                        first.states.truncate(1);
                        let all = Belief::of(&first, limits);
                        (1, all.positions().map(|p| (p.zobrist(), p.clone())).collect())
                    });
                    for pair in history.states[done - 1..].windows(2) {
                        known = slow_ply(&known, side, [&pair[0], &pair[1]]);
                    }
                    let quick: std::collections::BTreeSet<u64> =
                        belief.positions().map(Position::zobrist).collect();
                    assert_eq!(quick, known.keys().copied().collect(), "{map} seed {seed}");
                    several += usize::from(known.len() > 1);
                    plies += 1;
                    slow[side as usize] = Some((history.states.len(), known));
                },
            );
        }
    }
    assert!(several > plies / 10, "{several} of {plies}");
}

#[test]
fn drifting_clouds_keep_the_truth() {
    let mut complete = 0;
    for (seed, drift) in (0..6).zip(["dice", "2,1,3", "1,2,dice", "dice", "3,1,1", "1,1,5"]) {
        let options = [format!("seed={seed}"), format!("drift={drift}")];
        complete += truth_is_believed(&options, seed, 50, LIMITS).0;
    }
    assert!(complete > 20, "{complete}");
}

/// Small drifting clouds: every belief is complete.
#[test]
fn under_a_small_drifting_cloud_the_truth_is_always_believed() {
    let limits = ParticleLimits { complete: 200_000, sample: 100 };
    for (number, map) in SMALL.iter().enumerate() {
        for (seed, drift) in (0..6).zip(["1,1,1", "1,1,dice", "2,2,4", "dice", "1,3,5", "3,1,2"]) {
            let options = [(*map).to_owned(), format!("drift={drift}")];
            let counts = truth_is_believed(&options, 20 * seed + number as u64, 40, limits);
            assert_eq!(counts.1, 0, "{map} {drift}");
        }
    }
}

/// A position with part of the sets: a quick start after some random moves and without some
/// warriors.
fn some_position(random: &mut SplitMix64) -> String {
    let mut position =
        quick_start(random.pick(&QUICK_STARTS).expect("quick starts")).expect("a position");
    for _ in 0..random.below(30) {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(&m) = random.pick(&moves) else { break };
        let after = position.after_unchecked(m);
        if after.winner().is_none() {
            position = after;
        }
    }
    loop {
        let mut raw = position.to_raw();
        for cell in board::ALL {
            if random.chance(1, 3) {
                raw.board[cell.index()] = None;
            }
        }
        if let Ok(found) = raw.check()
            && found.winner().is_none()
        {
            return found.to_string();
        }
    }
}

/// A game from a position tells nothing about the number of enemy warriors, and no assumption is
/// made.
#[test]
fn the_truth_is_believed_in_games_from_positions() {
    let limits = ParticleLimits { complete: 60_000, sample: 100 };
    let (mut complete, mut drawn) = (0, 0);
    for seed in 0..36 {
        let mut random = SplitMix64::new(500 + seed);
        let start = Start::Position(some_position(&mut random));
        let map = SMALL[seed as usize % 3].to_owned();
        let options = match seed % 4 {
            0 => vec![map, "drift=2,1,dice".to_owned()],
            1 => vec![format!("seed={seed}")],
            _ => vec![map],
        };
        let counts = truth_is_believed_from(start, &options, seed, 24, limits);
        complete += counts.0;
        drawn += counts.1;
    }
    assert!(complete > 100, "{complete} complete, {drawn} drawn");
}

/// Without any view some setups are likelier than others: ready-made arrays, and the Goal far back.
#[test]
fn at_the_beginning_a_sensible_placement_is_believed() {
    for name in QUICK_STARTS {
        let true_position = quick_start(name).expect("a position");
        let setting = setting(&["clouds=blind".to_owned()], quick(name));
        let game = FullInformationGame::open(&setting).expect("a game");
        for side in Side::ALL {
            let history = History::read(side, &game.observed_frames(viewer(side))).expect("views");
            let limits = ParticleLimits::of(Level::FULL);
            let belief = Belief::of(&history, limits);
            let share = |right: &dyn Fn(&Position) -> bool| -> f64 {
                belief.weighted().filter(|(p, _)| right(p)).map(|(_, weight)| weight).sum()
            };
            // One of two regions and of three arrays; by chance each share would be far smaller.
            let goal = share(&|position| position.goal(!side) == true_position.goal(!side));
            assert!(goal > 0.08, "{name}, {side}: the Goal's cell has {goal}");
            let camp = share(&|position| position.occupied(!side) == true_position.occupied(!side));
            assert!(camp > 0.04, "{name}, {side}: the placement has {camp}");
        }
    }
}

/// Under a cloud over the camp, sensible placements get most of the belief also if all consistent
/// placements are enumerated.
#[test]
fn under_a_cloud_over_the_camp_a_sensible_placement_is_believed() {
    let mut tried = 0;
    for seed in 0..200 {
        let setting = setting(&[format!("seed={seed}")], quick("north-east"));
        let game = FullInformationGame::open(&setting).expect("a game");
        let history = History::read(Side::Gold, &game.observed_frames(viewer(Side::Gold)));
        let belief = Belief::of(&history.expect("views"), LIMITS);
        if !belief.is_complete() || belief.len() < 50 {
            continue;
        }
        tried += 1;
        let true_position = game.position().expect("a battle");
        let of = |wanted: &Position| -> f64 {
            let same = |p: &&Position| p.zobrist() == wanted.zobrist();
            let found = belief.weighted().find(|(position, _)| same(position));
            found.map_or(0.0, |(_, weight)| weight)
        };
        assert!(
            of(true_position) > 0.1,
            "seed {seed}: {} of {} positions",
            of(true_position),
            belief.len()
        );
    }
    assert!(tried >= 5, "{tried} maps hide a part of the camp");
}

#[test]
fn blind_everything_believed_looks_right_and_is_bounded() {
    for seed in 0..3 {
        truth_is_believed(&["clouds=blind".to_owned()], seed, 40, LIMITS);
    }
}

#[test]
fn without_clouds_nothing_but_the_truth_is_believed() {
    let clear = "clouds=./.../...../......./........./.........../............./.............../.................";
    random_game(&[clear.to_owned()], 5, 40, |_, history, true_position| {
        let belief = Belief::of(history, LIMITS);
        assert!(belief.is_complete());
        assert_eq!(belief.len(), 1);
        assert!(belief.contains(true_position));
    });
}

#[test]
fn a_belief_made_anew_is_the_same() {
    let mut kept: [Option<Belief>; 2] = [None, None];
    random_game(&["seed=3".to_owned()], 8, 30, |side, history, _| {
        let belief = match kept[side as usize].take() {
            Some(belief) => belief.follow(history),
            None => Belief::of(history, LIMITS),
        };
        let anew = Belief::of(history, LIMITS);
        assert_eq!(belief.is_complete(), anew.is_complete());
        let keys = |belief: &Belief| belief.positions().map(Position::zobrist).collect::<Vec<_>>();
        assert_eq!(keys(&belief), keys(&anew));
        kept[side as usize] = Some(belief);
    });
}

#[test]
fn a_belief_does_not_follow_another_game() {
    let mut histories = Vec::new();
    for seed in [1, 2] {
        let mut last = None;
        random_game(&["seed=3".to_owned()], seed, 9, |side, history, _| {
            if side == Side::Gold {
                last = Some(history.clone());
            }
        });
        histories.extend(last);
    }
    let belief = Belief::of(&histories[0], LIMITS).follow(&histories[1]);
    let anew = Belief::of(&histories[1], LIMITS);
    let keys = |belief: &Belief| belief.positions().map(Position::zobrist).collect::<Vec<_>>();
    assert_eq!(keys(&belief), keys(&anew));
}

#[test]
fn own_plies_are_read_from_the_frames() {
    let (mut halted, mut plies) = (0, 0);
    for seed in 0..4 {
        random_game(&["clouds=blind".to_owned()], seed, 60, |_, history, _| {
            for state in history.states.iter().skip(1) {
                assert!(state.ply.is_some());
            }
            plies += 1;
            halted += usize::from(matches!(
                history.states.iter().rev().nth(1).and_then(|m| m.ply.as_ref()),
                Some(Ply::Own { halted: Some(_), .. })
            ));
        });
    }
    assert!(halted > plies / 50, "{halted} of {plies}");
}

/// Games with their setup: every text is accepted, and the history can be read ply by ply.
#[test]
fn every_level_plays_whole_games_again_ply_by_ply() {
    let kinds = [vec!["seed=4".to_owned()], vec!["clouds=blind".to_owned()]];
    for (level, options) in Level::ALL.into_iter().zip(kinds.iter().cycle()) {
        let game = |seed| {
            let mut players: Vec<Box<dyn Player>> =
                vec![computer(level, 1), Box::new(Greedy::new(seed))];
            let mut game = arena::open("clouded-klinzha", options, Start::Setup);
            let limit = SearchLimit::nodes(1_500);
            arena::play(&mut game, &mut players, &[limit; 2], seed).expect("an end");
            game.table().record(Viewer::Public, &[])
        };
        assert_eq!(game(2), game(2), "{}", level.key());
    }
}

/// In a blind game a player that always puts the Goal on the best cell is found there.
#[test]
fn nobody_can_count_on_where_the_goal_is() {
    let mut table = table(&["clouds=blind".to_owned()], Start::Setup);
    let mut random = SplitMix64::new(1);
    let viewer = loop {
        match table.turn() {
            Turn::Over(outcome) => panic!("over in the setup: {outcome:?}"),
            Turn::Throw(request) => {
                table.throw(&dice(&mut random, request.dice)).expect("awaited");
            }
            Turn::Seats(seats) => {
                let viewer = Viewer::Seat(seats[0]);
                if table.scene(viewer).phase == "goal" {
                    break viewer;
                }
                let mut player = computer(Level::FULL, 1);
                let choice = answer(player.as_mut(), &table, viewer, SearchLimit::nodes(100));
                table.submit(seats[0], &choice.text).expect("an offered step");
            }
        }
    };
    let mut cells: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..40 {
        let mut player = computer(Level::FULL, seed);
        let choice = answer(player.as_mut(), &table, viewer, SearchLimit::nodes(100_000));
        *cells.entry(choice.text).or_default() += 1;
    }
    let most = cells.values().max().copied().unwrap_or_default();
    assert!((12..=32).contains(&most), "the best most often, others often enough: {cells:?}");
}

#[test]
fn drifting_and_blind_games_are_played_without_a_refusal() {
    let kinds = [
        vec!["seed=9".to_owned(), "drift=dice".to_owned()],
        vec!["clouds=blind".to_owned()],
        vec!["seed=10".to_owned()],
    ];
    for (seed, options) in kinds.iter().enumerate() {
        let mut players = vec![computer(Level::DEFAULT, 1), computer(Level::WEAKEST, 2)];
        let mut game = arena::open("clouded-klinzha", options, Start::Setup);
        let limit = SearchLimit::nodes(1_000);
        arena::play(&mut game, &mut players, &[limit; 2], seed as u64).expect("an end");
    }
}

#[test]
fn the_player_beats_a_uniform_random_player() {
    for number in 0..4_usize {
        let seat = number % 2;
        let mut players: Vec<Box<dyn Player>> =
            vec![computer(Level::FULL, 7), Box::new(UniformRandom::new(number as u64))];
        if seat == 1 {
            players.reverse();
        }
        let options = [format!("seed={number}")];
        let mut game = arena::open("clouded-klinzha", &options, Start::Setup);
        let limit = SearchLimit::nodes(20_000);
        let outcome = arena::play(&mut game, &mut players, &[limit; 2], number as u64);
        assert_eq!(outcome.expect("an end").winner, Some(Seat::new(seat)), "{number}");
    }
}

#[test]
fn a_draw_is_accepted_by_the_side_that_stands_worse() {
    let offered = |position: &str| {
        let options = ["clouds=./.../...../......./........./.........../............./.............../................."
            .to_owned()];
        let table = table(&options, Start::Position(position.to_owned()));
        let gold = viewer(Side::Gold);
        computer(Level::DEFAULT, 1).accepts_draw(&table.scene(gold), &table.frames(gold))
    };
    assert!(offered("1/1v+1/2f2/2s4/9/11/13/8V+6/17 gold 0 1"));
    assert!(!offered("1/1v+1/5/7/9/11/13/8V+6/3FL1S10 gold 0 1"));
}

/// Different seeds do not always answer alike.
#[test]
fn play_is_mixed() {
    let table = table(&["seed=4".to_owned()], quick(QUICK_STARTS[0]));
    let viewer = viewer(Side::Gold);
    let answers: std::collections::BTreeSet<String> = (0..8)
        .map(|seed| {
            answer(&mut *computer(Level::DEFAULT, seed), &table, viewer, SearchLimit::nodes(3_000))
                .text
        })
        .collect();
    assert!(answers.len() > 1);
}

#[test]
fn memory_is_bounded() {
    let limits = ParticleLimits::of(Level::FULL);
    assert!(limits.complete <= 100_000);
    let mut most = 0;
    for (seed, option) in (0..2).zip(["clouds=blind", "seed=1"]) {
        random_game(&[option.to_owned()], seed, 16, |_, history, _| {
            most = most.max(Belief::of(history, limits).bytes());
        });
    }
    assert!(most < 64 << 20, "{most}");
}
