//! Positions and games that a viewer cannot tell apart. What counts as telling apart is said by the
//! slow umpire alone.

use super::games::{random_map, random_position, setting};
use super::slow_umpire::{self, Seen};
use crate::Rng;
use crate::contract::Pair;
use crate::klinzha::positions::slow_copy;
use crate::klinzha::slow::{self, Green, Kind};
use heterodox_rules::clouded::full_information::{FullInformationGame, Ruling};
use heterodox_rules::clouded::{CloudMap, CloudedKlinZha};
use heterodox_rules::klinzha::{Position, Side, board};
use heterodox_rules::{Reports, Seat, Setting, Table, Viewer};

/// All who look at a game.
pub const VIEWERS: [Viewer; 3] =
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];

/// A viewer's view by the slow umpire: cells, clouds, counters.
pub fn slow_view(position: &Position, map: &CloudMap, viewer: Viewer) -> String {
    let copy = slow_copy(position);
    let signs: Vec<char> = board::ALL.into_iter().map(|cell| map.cover(cell).sign()).collect();
    let mut text = format!(
        "{map} {} {} {}",
        position.turn(),
        position.plies_since_capture(),
        position.turn_number()
    );
    let sides = match viewer {
        Viewer::Seat(seat) => vec![if seat.index() == 0 { slow::Gold } else { Green }],
        // Spectators see each side as its enemy does.
        Viewer::Public => vec![slow::Gold, Green],
    };
    for me in sides {
        let view = slow_umpire::board_view(&copy, &signs, me);
        let shown = |side: slow::Side| viewer != Viewer::Public || side != me;
        for (cell, on) in view.on.iter().enumerate() {
            match on {
                Some(Seen::Warrior(side, kind)) if shown(*side) => {
                    text += &format!(" {}{}@{cell}", side.key(), kind.code());
                }
                Some(Seen::Neutral(side)) if shown(*side) => {
                    text += &format!(" {}?@{cell}", side.key());
                }
                _ => {}
            }
        }
        for side in [slow::Gold, Green] {
            if let (true, Some(goal)) = (shown(side), view.goals[usize::from(side == Green)]) {
                text += &format!(" {}G@{goal}", side.key());
            }
        }
    }
    text
}

/// What a viewer learns by a ply: its own report or its loss, the lists, and the new view.
pub fn learns(game: &FullInformationGame, mover: Side, ruling: &Ruling, viewer: Viewer) -> String {
    let view = slow_view(game.position().expect("a battle"), &game.clouds(), viewer);
    let told = match viewer {
        Viewer::Seat(seat) if seat.index() == mover as usize => {
            format!("{:?} {:?} {:?}", ruling.ended, ruling.captured, ruling.halted)
        }
        Viewer::Seat(_) => match ruling.captured {
            Some(taken) => format!("lost {taken} on {:?}", ruling.ended),
            None => String::new(),
        },
        Viewer::Public => format!("{:?}", ruling.captured),
    };
    format!("{view} | {told} | {:?}", ruling.outcome)
}

/// Another true position that looks the same to the viewer; hidden things change places.
pub fn alternative(
    rng: &mut Rng,
    position: &slow::Position,
    map: &CloudMap,
    viewer: Viewer,
) -> Option<slow::Position> {
    let covers: Vec<char> = board::ALL.into_iter().map(|cell| map.cover(cell).sign()).collect();
    let hidden_sides = match viewer {
        Viewer::Seat(seat) if seat.index() == 0 => vec![Green],
        Viewer::Seat(_) => vec![slow::Gold],
        Viewer::Public => vec![slow::Gold, Green],
    };
    for _ in 0..60 {
        let mut other = position.clone();
        for &side in &hidden_sides {
            // What is hidden: a warrior with or without its Goal, or an abandoned Goal.
            let mut things: Vec<(Option<Kind>, bool)> = Vec::new();
            let mut edges = Vec::new();
            for (cell, &cover) in covers.iter().enumerate() {
                let warrior = other.warriors[cell].filter(|(of, _)| *of == side);
                let goal = other.goal(side) == Some(cell);
                if cover == '.' || (warrior.is_none() && !goal) {
                    continue;
                }
                things.push((warrior.map(|(_, kind)| kind), goal));
                if cover == '-' {
                    edges.push(cell);
                }
                if warrior.is_some() {
                    other.warriors[cell] = None;
                }
                if goal {
                    other.set_goal(side, None);
                }
            }
            rng.shuffle(&mut things);
            let mut under: Vec<usize> = (0..81)
                .filter(|&cell| covers[cell] == '#' && other.warriors[cell].is_none())
                .filter(|cell| !other.goals.contains(&Some(*cell)))
                .collect();
            rng.shuffle(&mut under);
            for ((kind, goal), cell) in things.into_iter().zip(edges.into_iter().chain(under)) {
                other.warriors[cell] = kind.map(|kind| (side, kind));
                if goal {
                    other.set_goal(side, Some(cell));
                }
            }
        }
        let count = |position: &slow::Position| position.warriors.iter().flatten().count();
        if other != *position
            && count(&other) == count(position)
            && !other.goals.contains(&None)
            && other.is_possible()
            && !other.moves().is_empty()
        {
            let seen = |position: &slow::Position| {
                slow_view(&position.to_string().parse().expect("possible"), map, viewer)
            };
            assert_eq!(seen(position), seen(&other));
            return Some(other);
        }
    }
    None
}

/// A game twice: at a table, and with full information.
#[derive(Clone)]
pub struct Game {
    /// The game as its viewers get it.
    pub table: Table,
    /// The same game as the umpire knows it.
    pub truth: FullInformationGame,
    /// The report that each of [`VIEWERS`] heard with the last act.
    heard: [String; 3],
}

impl Game {
    /// Opens a game.
    pub fn open(setting: &Setting) -> Self {
        Self {
            table: Table::open::<CloudedKlinZha>(setting).expect("a table"),
            truth: FullInformationGame::open(setting).expect("a game"),
            heard: Default::default(),
        }
    }

    /// Opens a game at a position under clouds that drift.
    pub fn at(position: &str, clouds: &CloudMap, drift: &str) -> Self {
        let mut setting = setting(position, &clouds.to_string());
        setting.options.set(&format!("drift={drift}")).expect("an option");
        Self::open(&setting)
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.truth.position().expect("a battle").turn()
    }

    /// The report that a viewer heard with the last act.
    pub fn heard(&self, viewer: Viewer) -> &str {
        &self.heard[VIEWERS.iter().position(|other| *other == viewer).expect("a viewer")]
    }

    /// Records the reports that the viewers hear with an act.
    pub fn hears(&mut self, reports: &Reports) {
        self.heard = VIEWERS.map(|viewer| format!("{:?}", reports.of(viewer)));
    }

    fn play(&mut self, text: &str) -> Ruling {
        let seat = Seat::new(self.turn() as usize);
        let report = self.table.submit(seat, text).expect("accepted");
        let ruling = self.truth.submit(text).expect("accepted");
        assert_eq!(report.reports, ruling.reports);
        self.hears(&report.reports);
        ruling
    }

    fn throw(&mut self, faces: &[u8]) {
        let report = self.table.throw(faces).expect("awaited");
        self.truth.throw(faces).expect("awaited");
        for (heard, viewer) in self.heard.iter_mut().zip(VIEWERS) {
            *heard += &format!("{:?}", report.reports.of(viewer));
        }
    }

    fn intents(&self, side: Side) -> Vec<String> {
        let view = self.truth.board_view(Some(side)).expect("a battle");
        view.intents().iter().map(ToString::to_string).collect()
    }

    fn slow_view(&self, viewer: Viewer) -> String {
        slow_view(self.truth.position().expect("a battle"), &self.truth.clouds(), viewer)
    }
}

/// Two games that a viewer cannot tell apart.
pub struct GamePair {
    /// The viewer for whom they are indistinguishable.
    pub viewer: Viewer,
    /// The games.
    pub games: [Game; 2],
}

/// A random pair for the contract.
pub fn random_pair(rng: &mut Rng) -> Option<Box<dyn Pair>> {
    Some(Box::new(GamePair::random(rng)?))
}

impl GamePair {
    /// A random pair; `None` if an attempt failed.
    pub fn random(rng: &mut Rng) -> Option<Self> {
        let viewer = *rng.pick(&VIEWERS);
        let map = random_map(rng);
        let position = random_position(rng);
        let other = alternative(rng, &position, &map, viewer)?;
        let drift = *rng.pick(&["off", "off", "1,1,3", "2,dice,dice"]);
        let games = [position, other].map(|position| Game::at(&position.to_string(), &map, drift));
        let goes_on = games.iter().all(|game| game.table.outcome().is_none());
        goes_on.then_some(Self { viewer, games })
    }

    /// Throws the dice that are awaited; false if the viewer can tell the games apart after it.
    fn throws(&mut self, rng: &mut Rng) -> bool {
        while let Some(request) = self.games[0].table.awaits_throw() {
            let faces = rng.faces(request);
            for game in &mut self.games {
                game.throw(&faces);
            }
            let [a, b] = &self.games;
            if a.slow_view(self.viewer) != b.slow_view(self.viewer) {
                return false;
            }
        }
        true
    }
}

impl Pair for GamePair {
    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn tables(&self) -> [&Table; 2] {
        self.games.each_ref().map(|game| &game.table)
    }

    fn heard(&self) -> [&str; 2] {
        self.games.each_ref().map(|game| game.heard(self.viewer))
    }

    fn texts(&self, rng: &mut Rng) -> Vec<String> {
        battery(rng)
    }

    /// Plays a ply in both games that teaches the viewer the same; false if there is none, or the
    /// game ends.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let viewer = self.viewer;
        let [a, b] = &mut self.games;
        let mover = a.turn();
        let text = rng.pick(&a.intents(mover)).clone();
        let ruling = a.play(&text);
        let learnt = learns(&a.truth, mover, &ruling, viewer);
        let own = matches!(viewer, Viewer::Seat(seat) if seat.index() == mover as usize);
        let mut tries = if own { vec![text] } else { b.intents(mover) };
        rng.shuffle(&mut tries);
        let next = tries.into_iter().find_map(|text| {
            let mut next = b.clone();
            let ruling = next.play(&text);
            (learns(&next.truth, mover, &ruling, viewer) == learnt).then_some(next)
        });
        let Some(next) = next else { return false };
        *b = next;
        a.table.outcome().is_none() && self.throws(rng)
    }
}

/// Texts to submit: legal ones, illegal ones, rubbish.
pub fn battery(rng: &mut Rng) -> Vec<String> {
    (0..25)
        .map(|_| {
            let code = *rng.pick(&["B", "Fl", "S", "V", "L", "Fe", "VG", "V-", "LG", "X"]);
            let [a, b, c] = [0; 3].map(|_| slow::name(rng.below(81)));
            match rng.below(4) {
                0 => format!("{code}@{a} {b}"),
                1 => format!("{code}@{a} {b} ({c} {b})"),
                2 => format!("{code}@{a} x V@{b}"),
                _ => format!("{code} {a}"),
            }
        })
        .collect()
}

/// Warriors on cells of a region, in any order.
pub fn random_placement(rng: &mut Rng, region: &str) -> Vec<(Kind, usize)> {
    let mut cells: Vec<usize> =
        (0..81).filter(|&cell| slow::region(cell) == Some(region)).collect();
    rng.shuffle(&mut cells);
    let mut placed: Vec<_> = slow::CAST.into_iter().zip(cells).collect();
    rng.shuffle(&mut placed);
    placed
}

/// The step of the setup that places these warriors.
pub fn place(placed: &[(Kind, usize)]) -> String {
    placed.iter().fold("place".to_owned(), |text, (kind, cell)| {
        format!("{text} {} {}", kind.code(), slow::name(*cell))
    })
}
