//! The dice seed of an open game is secret until the end: no answer of any route to any caller, no
//! message and no line of the log holds it.

use super::leaks::{Knowledge, Leak, OF_SEEDS, seed_leak};
use super::surface::{Answer, Moment, RULES, everything};
use super::wire::{Ask, Socket};
use super::world::{Caller, World, json_of};
use heterodox_rules::DiceSeed;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{Debug, Write};
use std::sync::{Arc, Once};
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::span;
use tracing::subscriber::Interest;

/// Whether a text or bytes hold a seed, or more than a quarter of it: as hexadecimal digits in
/// either case, or as raw bytes.
fn holds(bytes: &[u8], seed: &DiceSeed) -> bool {
    const PIECE: usize = 12;
    let digits = seed.reveal();
    let pieces = (0..=digits.len() - PIECE).step_by(PIECE / 2).map(|at| &digits[at..at + PIECE]);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let text = text.to_ascii_lowercase();
        return pieces.into_iter().any(|piece| text.contains(piece));
    }
    // For binary formats, such as PNG, bytes are mapped to Latin-1 characters, the seed's too.
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let lower = text.to_ascii_lowercase();
    let raw = |piece: &str| -> String {
        let byte = |at: usize| u8::from_str_radix(&piece[at..at + 2], 16).expect("digits");
        (0..PIECE).step_by(2).map(|at| char::from(byte(at))).collect()
    };
    pieces.into_iter().any(|piece| lower.contains(piece) || text.contains(&raw(piece)))
}

/// Keeps all log lines of the threads that ask for it, at every level.
struct Log;

thread_local! {
    static LOGGED: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl Log {
    /// Starts to keep the log lines of this thread. There is one subscriber for all threads,
    /// because `tracing` caches by call site whether a line is of interest.
    fn begin() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| tracing::subscriber::set_global_default(Self).expect("the only one"));
        LOGGED.set(Some(String::new()));
    }

    /// Takes the log lines of this thread.
    fn take() -> String {
        LOGGED.take().unwrap_or_default()
    }
}

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        LOGGED.with_borrow_mut(|text| {
            if let Some(text) = text {
                writeln!(text, "{field}={value:?}").expect("a text takes all");
            }
        });
    }
}

impl tracing::Subscriber for Log {
    fn register_callsite(&self, _: &'static tracing::Metadata<'static>) -> Interest {
        Interest::sometimes()
    }
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        LOGGED.with_borrow(Option::is_some)
    }
    fn new_span(&self, span: &span::Attributes<'_>) -> span::Id {
        span.record(&mut Self);
        span::Id::from_u64(1)
    }
    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut Self);
    }
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut Self);
    }
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// The places that were searched, and those in which the seed was found.
#[derive(Default, Debug)]
struct Findings {
    answers: usize,
    bytes: usize,
    told: Vec<String>,
    asked: BTreeSet<String>,
}

/// The parts that the two people add to the dice.
const PARTS: [&str; 2] = ["ann", "bo"];

async fn add_to_dice(world: &World, caller: &Caller, game: &str, part: &str) {
    world.done(caller, &format!("/api/games/{game}/dice"), &json!({"part": part})).await;
}

/// A game with dice, all callers that may watch it, and their sockets.
struct Game {
    world: World,
    id: String,
    people: [Caller; 2],
    all: Vec<Caller>,
    sockets: Vec<Socket>,
    leak: Option<&'static Leak>,
    findings: Findings,
}

impl Game {
    /// Opens a game in which the first of two people has a seat.
    async fn open(wanted: &Value, leak: Option<&'static Leak>) -> Self {
        let knowledge: Arc<Knowledge> = Arc::default();
        let world = World::new(|router| seed_leak(router, leak, knowledge.clone()));
        let people = [world.guest().await, world.guest().await];
        let opened = world.done(&people[0], "/api/games", wanted).await;
        let id = opened["id"].as_str().expect("an id").to_owned();
        add_to_dice(&world, &people[0], &id, PARTS[0]).await;
        knowledge.tell(None, world.script.seeds.lock().expect("whole")[0].reveal().to_owned());
        let all =
            vec![people[0].clone(), people[1].clone(), world.guest().await, Caller::default()];
        let mut sockets = Vec::new();
        for caller in &all {
            sockets.push(world.socket(caller, &format!("/api/games/{id}/socket")).await);
        }
        // A message that is sent right after an act.
        knowledge.tell(None, world.script.seeds.lock().expect("whole")[0].reveal().to_owned());
        Self { world, id, people, all, sockets, leak, findings: Findings::default() }
    }

    /// The second person joins.
    async fn join(&self) {
        let path = format!("/api/games/{}/join", self.id);
        self.world.done(&self.people[1], &path, &json!({})).await;
        add_to_dice(&self.world, &self.people[1], &self.id, PARTS[1]).await;
    }

    async fn state(&self, caller: &Caller) -> Value {
        let path = format!("/api/games/{}", self.id);
        json_of(&self.world.ask(caller, Ask::get(path)).await)
    }

    /// Searches answers for every seed that was drawn.
    fn search(&mut self, answers: Vec<Answer>) {
        let seeds = self.world.script.seeds.lock().expect("whole").clone();
        for (what, bytes) in answers {
            self.findings.answers += 1;
            self.findings.bytes += bytes.len();
            if seeds.iter().any(|seed| holds(&bytes, seed)) {
                self.findings.told.push(what);
            }
        }
    }

    /// Makes all requests of all callers; `acts`: also acts that are refused, `thorough`: also slow
    /// requests.
    async fn ask_everything(&mut self, acts: bool, thorough: bool) {
        let state = self.state(&self.people[0]).await;
        let texts = state["scene"]["choices"].as_array().into_iter().flatten();
        let texts = texts.filter_map(|choice| choice["text"].as_str());
        let moment = Moment {
            id: self.id.clone(),
            plies: state["moves"].as_array().map_or(0, Vec::len),
            since: 1,
            sights: ["", "as=public", "as=0", "as=1", "as=7"].map(str::to_owned).to_vec(),
            choices: texts.step_by(40).map(str::to_owned).collect(),
            refused: ["nonsense", "7:--", "1J-1J", "1:9Z-1A", "seed"].map(str::to_owned).to_vec(),
            lines: Vec::new(),
            only: self.leak.map(|leak| leak.route.as_slice()),
            acts,
            thorough,
        };
        let mut answers = Vec::new();
        for caller in self.all.clone() {
            let asked = &mut self.findings.asked;
            answers.extend(everything(&self.world, &caller, &moment, asked).await);
        }
        for socket in &mut self.sockets {
            let messages = socket.all().await.join("\n").into_bytes();
            answers.push(("messages of a live socket".to_owned(), messages));
        }
        self.search(answers);
    }

    /// Submits a move for the seat that is to act, or waits for the computer; returns false if the
    /// game is over.
    async fn go_on(&mut self) -> bool {
        loop {
            let state = self.state(&Caller::default()).await;
            let Some(turn) = state["scene"]["to_act"][0].as_u64() else { return false };
            let Some(caller) = self.people.get(turn as usize).cloned() else {
                tokio::time::sleep(Duration::from_millis(1)).await;
                continue;
            };
            let state = self.state(&caller).await;
            let choices = state["scene"]["choices"].as_array().expect("choices");
            let safe = choices.iter().find(|choice| choice["danger"].is_null());
            let act = json!({"act": "submit", "text": safe.unwrap_or(&choices[0])["text"]});
            let path = format!("/api/games/{}/acts", self.id);
            let answer = self.world.ask(&caller, Ask::post(path, act.to_string())).await;
            assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
            self.search(vec![("the answer to an act".to_owned(), answer)]);
            return true;
        }
    }

    /// Plays a number of steps, with all requests after each.
    async fn play(&mut self, steps: usize) {
        for step in 0..steps {
            self.ask_everything(true, step == 0).await;
            if self.leak.is_some() && !self.findings.told.is_empty() || !self.go_on().await {
                return;
            }
        }
    }

    /// After the end every viewer is given the seed, and can verify the throws.
    async fn is_told_after_the_end(&mut self) {
        let seed = self.world.script.seeds.lock().expect("whole")[0].clone();
        for caller in self.all.clone() {
            let state = self.state(&caller).await;
            let whole = format!("{}.{}", seed.reveal(), PARTS.join("."));
            assert_eq!(state["dice"]["seed"], whole);
            assert_eq!(state["dice"]["commitment"], seed.commitment());
        }
        let path = format!("/api/games/{}", self.id);
        let answer = self.world.ask(&Caller::default(), Ask::get(path)).await;
        assert!(holds(&answer, &seed), "what is looked for is found where it is");
    }
}

fn three() -> Value {
    json!({"game": "kaleidochess", "options": {"seats": "3", "dice": "on", "max-moves": "3"},
        "seats": ["you", "open", {"computer": 2}]})
}

#[tokio::test]
async fn nobody_is_told_the_seed_before_the_end() {
    Log::begin();
    let mut game = Game::open(&three(), None).await;
    game.ask_everything(false, false).await;
    game.join().await;
    game.play(6).await;
    assert_eq!(game.findings.told, Vec::<String>::new());
    let logged = Log::take();
    assert!(logged.lines().count() > 20, "{logged}");
    let seeds = game.world.script.seeds.lock().expect("whole").clone();
    assert!(!seeds.iter().any(|seed| holds(logged.as_bytes(), seed)), "{logged}");
    while game.go_on().await {}
    game.is_told_after_the_end().await;
    let Findings { answers, bytes, asked, .. } = &game.findings;
    assert!(*answers > 1000 && *bytes > 5_000_000, "{answers} answers, {bytes} bytes");
    assert_eq!(asked.len(), RULES.len(), "every route was asked: {asked:?}");

    // A request for a rematch reveals nothing of the rematch's dice.
    let path = format!("/api/games/{}/rematch", game.id);
    let waiting = game.world.done(&game.people[0], &path, &json!({})).await;
    let next = game.world.done(&game.people[1], &path, &json!({})).await;
    game.id = next["id"].as_str().expect("an id").to_owned();
    let state = game.state(&game.people[0]).await;
    let first = game.world.script.seeds.lock().expect("whole").remove(0);
    assert_ne!(state["dice"]["commitment"], first.commitment());
    game.search(vec![("rematch".to_owned(), format!("{waiting} {next} {state}").into_bytes())]);
    assert_eq!(game.findings.told, Vec::<String>::new());
}

#[tokio::test]
async fn nobody_is_told_the_seed_of_a_cast() {
    let wanted = json!({"game": "klinzha", "seats": ["you", "open"]});
    let mut game = Game::open(&wanted, None).await;
    game.join().await;
    game.play(4).await;
    assert_eq!(game.findings.told, Vec::<String>::new());
    let resign = json!({"act": "resign"});
    game.world.done(&game.people[0], &format!("/api/games/{}/acts", game.id), &resign).await;
    game.is_told_after_the_end().await;
}

/// The faces of a game whose two players, at one screen, add this part to the server's seed.
async fn faces(part: &str) -> Vec<u8> {
    let world = World::new(|router| router);
    let anna = world.guest().await;
    let wanted = json!({"game": "kaleidochess", "options": {"dice": "on", "max-moves": "12"},
        "seats": ["you", "you"]});
    let opened = world.done(&anna, "/api/games", &wanted).await;
    let id = opened["id"].as_str().expect("an id").to_owned();
    add_to_dice(&world, &anna, &id, part).await;
    let path = format!("/api/games/{id}");
    let state = loop {
        let state = json_of(&world.ask(&anna, Ask::get(&path)).await);
        if state["scene"]["phase"] == "over" {
            break state;
        }
        let choices = state["scene"]["choices"].as_array().expect("choices");
        let safe = choices.iter().find(|choice| choice["danger"].is_null());
        let act = json!({"act": "submit", "text": safe.unwrap_or(&choices[0])["text"]});
        world.done(&anna, &format!("{path}/acts"), &act).await;
    };
    let seed = format!("{}.{part}", world.script.seeds.lock().expect("whole")[0].reveal());
    assert_eq!(state["dice"]["seed"], seed);
    let moves = state["moves"].as_array().expect("moves").iter().filter_map(Value::as_str);
    let faces: Vec<u8> = moves.map(|text| text.as_bytes()[0] - b'0').collect();
    for (index, face) in faces.iter().enumerate() {
        let bytes = Sha256::digest(format!("throw {}.0 {seed}", index + 1));
        let byte = bytes.iter().find(|byte| **byte < 252).expect("one of 32 bytes");
        assert_eq!(byte % 6 + 1, *face, "throw {}", index + 1);
    }
    assert!(faces.len() >= 12, "{faces:?}");
    faces
}

/// The server's seed is the same in both games.
#[tokio::test]
async fn another_part_of_a_player_gives_other_throws() {
    let first = faces("ann").await;
    assert_eq!(faces("ann").await, first);
    assert_ne!(faces("bo").await, first);
}

#[tokio::test]
async fn every_seeded_leak_of_the_seed_is_found() {
    let mut missed = Vec::new();
    for leak in OF_SEEDS {
        let mut game = Game::open(&three(), Some(leak)).await;
        game.join().await;
        game.play(2).await;
        if game.findings.told.is_empty() {
            missed.push(leak.name);
        }
    }
    assert_eq!(missed, Vec::<&str>::new());
}
