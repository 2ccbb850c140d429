//! Gather: a toy game that is in no table, with a setup, dice and something to hide, and with
//! faults that can be put in.
//!
//! Each seat hides a number from 1 to 3. Then each turn begins with a die of three faces, and the
//! seat takes up to as many stones. The seat that takes the last one wins; if both hid the same
//! number it is a draw. In the hidden form no seat sees the other's number before the end.

mod pairs;

pub use pairs::random_pair;

use heterodox_rules::geometry::{CellShape, Geometry, Outline, Point};
use heterodox_rules::{
    Choice, ChoiceKind, Dice, EndReason, Frame, Game, GameInfo, Notice, OptionSpec, Options,
    Outcome, Placed, Record, RecordPly, Refusal, Reports, Scene, Seat, SideInfo, Start,
    ThrowRequest, Turn, Viewer, Warning,
};
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The game, hidden or open, with the fault of this number (see the test of the contract), 0 for
/// none.
pub struct Gather<const HIDDEN: bool, const FAULT: u8>;

/// The hidden game without faults.
pub type Toy = Gather<true, 0>;

/// The Fluent files of the game: in English, German, Swedish and Italian.
pub const TEXTS: [&str; 4] = [
    include_str!("en.ftl"),
    include_str!("de.ftl"),
    include_str!("sv.ftl"),
    include_str!("it.ftl"),
];

const STONES: OptionSpec = OptionSpec::new("stones", &["12", "20"]);

/// The number of takes in all games with the fault [`DEPENDS_ON_OTHER_GAMES`]: a global state, on
/// which no game may depend. Other games do not change it, so that parallel tests do not change the
/// clause that finds the fault.
static TAKEN: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Copy)]
struct Ply {
    seat: usize,
    die: u8,
    taken: u32,
}

/// The whole state.
#[derive(Clone)]
pub struct Heap {
    stones: u32,
    turn: usize,
    die: Option<u8>,
    /// What each seat hides; in a view `None` also for what the viewer does not see.
    secrets: [Option<u8>; 2],
    hiding: bool,
    first: (u32, usize),
    plies: Vec<Ply>,
    refusals: u32,
    outcome: Option<Outcome>,
}

/// A heap as a viewer knows it. It does not name the viewer.
#[derive(Clone)]
pub struct View {
    heap: Heap,
    viewer: Viewer,
    /// The hidden information that a fault adds to the view.
    leak: Option<String>,
}

/// What a seat submits.
pub enum Intent {
    /// Hides a number.
    Hide(u8),
    /// Takes as many stones.
    Take(u32),
}

impl Heap {
    fn position(&self, stones: u32, turn: usize) -> String {
        let secret = |secret: Option<u8>| secret.map_or_else(|| "?".to_owned(), |n| n.to_string());
        format!("{stones} {turn} {},{}", secret(self.secrets[0]), secret(self.secrets[1]))
    }

    /// The boards before the first ply and after each.
    fn boards(&self, fault: u8) -> Vec<Frame> {
        let (mut stones, mut turn) = self.first;
        let mut frames = vec![Frame {
            position: self.position(stones, turn),
            pieces: pile(stones),
            ..Frame::default()
        }];
        for (index, ply) in self.plies.iter().enumerate() {
            stones -= ply.taken;
            turn = 1 - ply.seat;
            frames.push(Frame {
                ply: index + 1,
                number: index as u32,
                side: Some(SIDES[ply.seat]),
                text: Some(format!("{}:take {}", ply.die, ply.taken)),
                position: self.position(stones, turn),
                pieces: pile(stones),
                ..Frame::default()
            });
        }
        if fault == PAST_CHANGES && self.plies.len() > 1 {
            frames[0].number = self.plies.len() as u32;
        }
        frames
    }

    fn end(&mut self, winner: Option<usize>, reason: EndReason) {
        self.die = None;
        self.outcome = Some(match winner {
            Some(seat) => Outcome::win(Seat::new(seat), reason),
            None => Outcome::draw(2, reason),
        });
    }
}

const SIDES: [&str; 2] = ["first", "second"];

/// Offers a choice that is refused.
pub const OFFERS_TOO_MUCH: u8 = 1;
/// Accepts what is not offered.
pub const TAKES_TOO_MUCH: u8 = 2;
/// A refusal changes the heap.
pub const REFUSES_AND_TAKES: u8 = 3;
/// A refusal changes later moves.
pub const REFUSALS_COUNT: u8 = 4;
/// A scene tells the sum of the numbers.
pub const SCENE_LEAKS: u8 = 5;
/// A refusal tells the numbers.
pub const REFUSAL_LEAKS: u8 = 6;
/// A record tells the sum of the numbers.
pub const RECORD_LEAKS: u8 = 7;
/// A report tells a number.
pub const REPORT_LEAKS: u8 = 8;
/// The order of the choices tells the sum.
pub const ORDER_LEAKS: u8 = 9;
/// A record lacks its last ply.
pub const RECORD_LOSES_A_PLY: u8 = 10;
/// A record lacks its result.
pub const RECORD_LOSES_THE_RESULT: u8 = 11;
/// A position is read with the first seat to move.
pub const POSITION_LOSES_THE_TURN: u8 = 12;
/// What a move does depends on other games.
pub const DEPENDS_ON_OTHER_GAMES: u8 = 13;
/// The public is offered choices.
pub const PUBLIC_HAS_CHOICES: u8 = 14;
/// A frame of the past changes.
pub const PAST_CHANGES: u8 = 15;
/// A ranking lacks a seat.
pub const RANKING_LOSES_A_SEAT: u8 = 16;
/// A choice is offered twice.
pub const CHOICE_TWICE: u8 = 17;
/// The texts are not those of the frames.
pub const TEXTS_DIFFER: u8 = 18;
/// A seat that is to act has no choices.
pub const NO_CHOICES: u8 = 19;
/// A throw that was asked for is refused.
pub const REFUSES_THROWS: u8 = 20;

impl<const HIDDEN: bool, const FAULT: u8> Gather<HIDDEN, FAULT> {
    fn look(heap: &Heap, viewer: Viewer, over: bool) -> View {
        let mut seen = heap.clone();
        if HIDDEN && !over {
            for (seat, secret) in seen.secrets.iter_mut().enumerate() {
                if viewer != Viewer::Seat(Seat::new(seat)) {
                    *secret = None;
                }
            }
        }
        let sum = || heap.secrets.iter().flatten().map(|n| u32::from(*n)).sum::<u32>();
        let leak = matches!(FAULT, SCENE_LEAKS | RECORD_LEAKS | ORDER_LEAKS);
        let leak = (leak && !heap.hiding).then(|| sum().to_string());
        View { heap: seen, viewer, leak }
    }

    fn texts_to_submit(view: &View) -> Vec<String> {
        let heap = &view.heap;
        let to_act = view.viewer == Viewer::Seat(Seat::new(heap.turn))
            || FAULT == PUBLIC_HAS_CHOICES && view.viewer == Viewer::Public;
        if heap.outcome.is_some() || !to_act || FAULT == NO_CHOICES && heap.stones < 5 {
            return Vec::new();
        }
        if heap.hiding {
            return (1..=3).map(|n| format!("hide {n}")).collect();
        }
        let Some(die) = heap.die else { return Vec::new() };
        let most = u32::from(die) + u32::from(FAULT == OFFERS_TOO_MUCH);
        let mut texts: Vec<_> = (1..=most.min(heap.stones)).map(|n| format!("take {n}")).collect();
        if FAULT == ORDER_LEAKS && view.leak.as_deref().is_some_and(|sum| sum > "3") {
            texts.reverse();
        }
        if FAULT == CHOICE_TWICE {
            texts.extend(texts.first().cloned());
        }
        texts
    }
}

impl<const HIDDEN: bool, const FAULT: u8> Game for Gather<HIDDEN, FAULT> {
    type Truth = Heap;
    type View = View;
    type Intent = Intent;

    const INFO: GameInfo = GameInfo {
        sides: &SIDES,
        pieces: &["S"],
        options: &[STONES],
        quick_starts: &["few"],
        end_reasons: &[
            EndReason::QUIET,
            EndReason::RESIGNATION,
            EndReason::TIME,
            EndReason::AGREEMENT,
            EndReason::ABANDONED,
            EndReason::CANCELLED,
        ],
        hidden: HIDDEN,
        dice: Dice::EveryTurn,
        record_headers: &["game", "first", "second", "date", "start"],
        ..GameInfo::new("gather", "Gather")
    };

    fn geometry() -> &'static Geometry {
        static ROW: LazyLock<Geometry> = LazyLock::new(|| Geometry {
            width: f64::from(PLACES),
            height: 1.0,
            cells: (0..PLACES).map(place).collect(),
            labels: Vec::new(),
            keys: (0..PLACES.into()).map(neighbours).collect(),
            turns: 1,
        });
        &ROW
    }

    fn open(options: &Options, start: &Start) -> Result<Heap, Refusal> {
        let mut heap = Heap {
            stones: options.get(&STONES).parse().expect("a number"),
            turn: 0,
            die: None,
            secrets: [None, None],
            hiding: true,
            first: (0, 0),
            plies: Vec::new(),
            refusals: 0,
            outcome: None,
        };
        match start {
            Start::Setup => {}
            Start::Quick(_) => heap.stones = 6,
            Start::Position(text) => {
                let bad = || Refusal::new("bad-position", "expected STONES TURN SECRET,SECRET");
                let words: Vec<&str> = text.split([' ', ',']).collect();
                let &[stones, turn, one, other] = words.as_slice() else { return Err(bad()) };
                heap.stones = stones.parse().map_err(|_| bad())?;
                heap.turn = turn.parse().map_err(|_| bad())?;
                heap.secrets = [one, other].map(|secret| secret.parse().ok());
                heap.hiding = false;
                if FAULT == POSITION_LOSES_THE_TURN {
                    heap.turn = 0;
                }
            }
        }
        heap.first = (heap.stones, heap.turn);
        Ok(heap)
    }

    fn seats(_: &Heap) -> usize {
        2
    }

    fn turn(heap: &Heap) -> Turn {
        match &heap.outcome {
            Some(outcome) => Turn::Over(outcome.clone()),
            None if heap.hiding || heap.die.is_some() => Turn::Seats(vec![Seat::new(heap.turn)]),
            None => Turn::Throw(ThrowRequest { dice: 1, faces: 3 }),
        }
    }

    fn view(heap: &Heap, viewer: Viewer) -> View {
        Self::look(heap, viewer, heap.outcome.is_some())
    }

    fn observed_view(heap: &Heap, viewer: Viewer) -> View {
        Self::look(heap, viewer, false)
    }

    fn parse_intent(_: &View, text: &str) -> Result<(Intent, Vec<Warning>), Refusal> {
        let bad = || Refusal::new("no-step", "hide NUMBER or take NUMBER");
        let (verb, number) = text.split_once(' ').ok_or_else(bad)?;
        let number = number.parse().map_err(|_| bad())?;
        match (verb, u8::try_from(number)) {
            ("hide", Ok(number @ 1..=3)) => Ok((Intent::Hide(number), Vec::new())),
            ("take", _) => Ok((Intent::Take(number), Vec::new())),
            _ => Err(bad()),
        }
    }

    fn resolve(heap: &mut Heap, seat: Seat, intent: Intent) -> Result<Reports, Refusal> {
        match (intent, heap.die) {
            (Intent::Hide(secret), _) if heap.hiding => {
                heap.secrets[heap.turn] = Some(secret);
                heap.turn = 1 - heap.turn;
                heap.hiding = heap.secrets.contains(&None);
                let key = if FAULT == REPORT_LEAKS && secret == 3 { "three" } else { "hidden" };
                return Ok(said(key));
            }
            (Intent::Take(taken), Some(die)) => {
                let most = if FAULT == TAKES_TOO_MUCH { 9 } else { u32::from(die) };
                if (1..=most.min(heap.stones)).contains(&taken) {
                    let taken = match FAULT {
                        DEPENDS_ON_OTHER_GAMES => 1 + TAKEN.fetch_add(1, Ordering::Relaxed) % taken,
                        REFUSALS_COUNT if heap.refusals > 0 => 1,
                        _ => taken,
                    };
                    heap.stones -= taken;
                    heap.plies.push(Ply { seat: seat.index(), die, taken });
                    heap.die = None;
                    heap.turn = 1 - heap.turn;
                    if heap.stones == 0 {
                        let equal = heap.secrets[0] == heap.secrets[1];
                        heap.end((!equal).then_some(seat.index()), EndReason::QUIET);
                    }
                    return Ok(said("taken"));
                }
            }
            _ => {}
        }
        heap.refusals += 1;
        if FAULT == REFUSES_AND_TAKES {
            heap.stones -= u32::from(heap.stones > 1);
        }
        let message = match FAULT {
            REFUSAL_LEAKS => format!("{:?} is hidden", heap.secrets),
            _ => "that many cannot be taken".to_owned(),
        };
        Err(Refusal::new("cannot-take", message))
    }

    fn throw(heap: &mut Heap, faces: &[u8]) -> Result<Reports, Refusal> {
        if FAULT == REFUSES_THROWS && faces == [3] {
            return Err(Refusal::new("too-high", "no threes here"));
        }
        heap.die = faces.first().copied();
        Ok(said("thrown"))
    }

    fn retire(heap: &mut Heap, seats: &[Seat], reason: EndReason) -> Result<Reports, Refusal> {
        let winner = if let [seat] = seats { Some(1 - seat.index()) } else { None };
        heap.end(winner, reason);
        if let (RANKING_LOSES_A_SEAT, Some(outcome)) = (FAULT, &mut heap.outcome) {
            outcome.ranking.pop();
        }
        Ok(said("over"))
    }

    fn draw(heap: &mut Heap, reason: EndReason) -> Result<Reports, Refusal> {
        heap.end(None, reason);
        Ok(said("over"))
    }

    fn takebacks_allowed(heap: &Heap) -> bool {
        !heap.hiding
    }

    fn plies(heap: &Heap) -> usize {
        heap.plies.len()
    }

    fn mover(heap: &Heap, ply: usize) -> Seat {
        Seat::new(heap.plies[ply].seat)
    }

    fn outline(view: &View) -> Scene {
        let heap = &view.heap;
        let position =
            if heap.hiding { String::new() } else { heap.position(heap.stones, heap.turn) };
        let acts = heap.outcome.is_none() && (heap.hiding || heap.die.is_some());
        let mut notices: Vec<Notice> =
            heap.die.map(|die| notice("die", &die.to_string())).into_iter().collect();
        if let (SCENE_LEAKS, Some(sum)) = (FAULT, &view.leak) {
            notices.push(notice("sum", sum));
        }
        Scene {
            game: "gather",
            viewer: view.viewer,
            options: Options::default(),
            phase: if heap.hiding { "hide" } else { "play" },
            to_act: if acts { vec![Seat::new(heap.turn)] } else { Vec::new() },
            sides: SIDES.map(side).into(),
            frame: Frame {
                ply: heap.plies.len(),
                position,
                pieces: pile(heap.stones),
                ..Frame::default()
            },
            choices: Vec::new(),
            reserve: Vec::new(),
            notices,
            draw_offers: Vec::new(),
            takeback_asked: None,
            takebacks_allowed: false,
            outcome: heap.outcome.clone(),
        }
    }

    fn choices(view: &View) -> Vec<Choice> {
        let texts = Self::texts_to_submit(view).into_iter();
        texts.map(|text| Choice::new(text, ChoiceKind::Button)).collect()
    }

    fn frame_count(view: &View) -> usize {
        if view.heap.hiding { 0 } else { view.heap.plies.len() + 1 }
    }

    fn frames(view: &View, numbers: Range<usize>) -> Vec<Frame> {
        if view.heap.hiding { Vec::new() } else { view.heap.boards(FAULT)[numbers].to_vec() }
    }

    fn texts(view: &View) -> Vec<String> {
        let texts = view.heap.boards(FAULT).into_iter().filter_map(|frame| frame.text);
        texts.skip(usize::from(FAULT == TEXTS_DIFFER)).collect()
    }

    fn write_record(view: &View, headers: &[(String, String)]) -> String {
        let heap = &view.heap;
        let mut lines: Vec<_> =
            headers.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        lines.push(format!("start: {}", heap.position(heap.first.0, heap.first.1)));
        if let (RECORD_LEAKS, Some(sum)) = (FAULT, &view.leak) {
            lines.push(format!("sum: {sum}"));
        }
        let lost = usize::from(FAULT == RECORD_LOSES_A_PLY);
        let plies = heap.boards(FAULT).into_iter().filter_map(|frame| frame.text);
        lines.extend(plies.take(heap.plies.len().saturating_sub(lost)));
        let outcome = heap.outcome.as_ref().filter(|outcome| outcome.is_result());
        if let (Some(outcome), true) = (outcome, FAULT != RECORD_LOSES_THE_RESULT) {
            let winner = outcome.winner.map_or("-".to_owned(), |seat| seat.index().to_string());
            lines.push(format!("result: {winner} {}", outcome.reason.key()));
        }
        lines.join("\n")
    }

    fn read_record(text: &str) -> Result<Record, Refusal> {
        let bad = || Refusal::new("bad-record", "this cannot be read");
        let mut heap = None;
        let mut headers = Vec::new();
        for line in text.lines() {
            let (key, value) = line.split_once(':').ok_or_else(bad)?;
            let value = value.trim();
            match (key, &mut heap) {
                ("start", None) => {
                    let start = Start::Position(value.to_owned());
                    heap = Some(Self::open(&Options::default(), &start)?);
                }
                ("result", Some(heap)) => {
                    let (winner, reason) = value.split_once(' ').ok_or_else(bad)?;
                    let reason = Self::INFO.end_reason(reason).ok_or_else(bad)?;
                    heap.end(winner.parse().ok(), reason);
                }
                (die, Some(heap)) if die.parse::<u8>().is_ok() => {
                    let taken = value.strip_prefix("take ").and_then(|n| n.parse().ok());
                    let taken: u32 = taken.ok_or_else(bad)?;
                    let die = die.parse().map_err(|_| bad())?;
                    heap.plies.push(Ply { seat: heap.turn, die, taken });
                    heap.stones = heap.stones.checked_sub(taken).ok_or_else(bad)?;
                    heap.turn = 1 - heap.turn;
                }
                _ => headers.push((key.to_owned(), value.to_owned())),
            }
        }
        let heap = heap.ok_or_else(bad)?;
        let view = View { heap, viewer: Viewer::Public, leak: None };
        let ply = |(line, text)| RecordPly { line, raw: text };
        Ok(Record {
            game: "gather",
            sides: SIDES.map(side).into(),
            headers,
            options: Options::default(),
            frames: view.heap.boards(0),
            plies: Self::texts(&view).into_iter().enumerate().map(ply).collect(),
            warnings: Vec::new(),
            retired: Vec::new(),
            outcome: view.heap.outcome.clone(),
            throws: None,
            strict: Self::write_record(&view, &[]),
        })
    }

    fn perft(_: &Options, _: &Start, _: u32) -> Result<Vec<(String, u64)>, Refusal> {
        Ok(Vec::new())
    }
}

/// The places on the board, as many as there can be stones.
const PLACES: u8 = 20;

fn place(number: u8) -> CellShape {
    let left = f64::from(number);
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let corner = |(x, y)| Point { x: left + x, y };
    CellShape {
        name: format!("p{}", number + 1),
        centre: Point { x: left + 0.5, y: 0.5 },
        outline: Outline::Polygon { corners: corners.map(corner).into() },
        room: 0.5,
        classes: Vec::new(),
    }
}

/// The places to the left, right, above and below.
fn neighbours(place: usize) -> [Option<usize>; 4] {
    let right = Some(place + 1).filter(|&right| right < PLACES.into());
    [place.checked_sub(1), right, None, None]
}

/// The stones that are left, in a row.
fn pile(count: u32) -> Vec<Placed> {
    let stone = |n| Placed { cell: format!("p{n}"), side: SIDES[0], kind: "S", marks: Vec::new() };
    (1..=count.min(PLACES.into())).map(stone).collect()
}

fn side(key: &'static str) -> SideInfo {
    let seat = SIDES.iter().position(|side| *side == key).map(Seat::new);
    SideInfo { key, seat }
}

fn notice(key: &'static str, value: &str) -> Notice {
    Notice { key, args: vec![("n", value.to_owned())], cells: Vec::new() }
}

fn said(key: &'static str) -> Reports {
    Reports::same(2, &[Notice { key, args: Vec::new(), cells: Vec::new() }])
}
