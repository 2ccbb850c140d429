//! Seeded leaks: faults placed on purpose between the server and its callers. Each reveals a fact
//! that only the umpire knows. The tests must catch every one of them.

use super::wire::{Ask, InMemoryServer, Socket, connect};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use futures_util::TryStreamExt;
use heterodox_draw::{BoardOptions, ColourMode, frame_svg};
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::{Frame, Refusal, Seat, Table, Turn, board};
use heterodox_wire::TextEdit;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast;

/// The umpire's knowledge, from which leaks take their facts.
pub(crate) struct Knowledge {
    known: Mutex<ServerHistory>,
    news: broadcast::Sender<String>,
    recorder: tokio::sync::Mutex<Option<Recorder>>,
}

/// All changes that seat 1 gets.
struct Recorder {
    socket: Socket,
    changes: Vec<Value>,
}

/// The umpire's knowledge at one moment.
#[derive(Clone)]
pub(crate) struct ServerHistory {
    truth: Option<FullInformationGame>,
    /// The number of accepted acts of all callers.
    acts: u64,
    /// The report that the seat that acted last heard.
    heard: String,
    /// A number that differs between any two games.
    seed: u64,
    /// The lines of the table's chat.
    table: Vec<Value>,
    /// A game that began with its setup, as its umpire knows it, and its throws to come.
    setup: Option<(Table, VecDeque<u8>)>,
}

impl Default for Knowledge {
    fn default() -> Self {
        static SEEDS: AtomicU64 = AtomicU64::new(1);
        let seed = SEEDS.fetch_add(1, Ordering::SeqCst);
        let known = ServerHistory {
            truth: None,
            acts: 0,
            heard: String::new(),
            seed,
            table: Vec::new(),
            setup: None,
        };
        Self {
            known: Mutex::new(known),
            news: broadcast::channel(64).0,
            recorder: tokio::sync::Mutex::default(),
        }
    }
}

impl Knowledge {
    /// Sets the true position, and the report that the seat that acted last heard.
    pub(crate) fn tell(&self, truth: Option<FullInformationGame>, heard: String) {
        let mut known = self.known.lock().expect("whole");
        (known.truth, known.heard) = (truth, heard);
        // There may be no receiver.
        let _ = self.news.send(known.heard.clone());
    }

    /// Sets the game that begins with its setup, and its throws.
    pub(crate) fn begin(&self, table: Table, faces: &[u8]) {
        let faces = faces.iter().copied().collect();
        self.known.lock().expect("whole").setup = Some((table, faces));
    }

    /// Adds throws to the game that began with its setup.
    pub(crate) fn load(&self, faces: &[u8]) {
        if let Some((_, loaded)) = &mut self.known.lock().expect("whole").setup {
            loaded.extend(faces);
        }
    }

    /// Follows a text that the server has accepted in a game that began with its setup.
    pub(crate) fn follow(&self, seat: Seat, text: &str) {
        let mut known = self.known.lock().expect("whole");
        let Some((table, faces)) = &mut known.setup else { return };
        while let Some(request) = table.awaits_throw() {
            let thrown: Vec<u8> = faces.drain(..request.dice).collect();
            table.throw(&thrown).expect("awaited");
        }
        table.submit(seat, text).expect("accepted");
    }

    /// Sets the socket of seat 1.
    pub(crate) async fn record(&self, socket: Socket) {
        *self.recorder.lock().await = Some(Recorder { socket, changes: Vec::new() });
    }

    /// The changes that seat 1 has got since a version.
    async fn changes_since(&self, since: u64) -> Vec<String> {
        let mut recorder = self.recorder.lock().await;
        let Some(Recorder { socket, changes }) = recorder.as_mut() else { return Vec::new() };
        let messages = socket.all().await;
        let messages = messages.iter().filter_map(|text| serde_json::from_str(text).ok());
        changes.extend(messages.filter(|message: &Value| message["type"] == "change"));
        let is_missed = |change: &&Value| change["from"].as_u64().is_some_and(|from| from >= since);
        changes.iter().filter(is_missed).map(Value::to_string).collect()
    }

    fn now(&self) -> ServerHistory {
        self.known.lock().expect("whole").clone()
    }
}

impl ServerHistory {
    fn truth(&self) -> Option<&FullInformationGame> {
        self.truth.as_ref().filter(|truth| truth.outcome().is_none())
    }

    /// The first refusal of a line of texts on the true game, which began with its setup.
    fn refusal_of(&self, line: &Value) -> Option<Refusal> {
        let mut table = self.setup.as_ref()?.0.clone();
        let texts = line.as_array().into_iter().flatten().filter_map(Value::as_str);
        for text in texts {
            let Turn::Seats(seats) = table.turn() else { return None };
            if let Err(refusal) = table.submit(seats[0], text) {
                return Some(refusal);
            }
        }
        None
    }
}

/// An answer on its way to the caller.
pub(crate) struct Told {
    path: String,
    query: String,
    /// The body of the request.
    asked: Vec<u8>,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Told {
    /// Whether the answer is of the route `/api/games/{id}` with this tail.
    fn is(&self, tail: &str) -> bool {
        let rest = self.path.strip_prefix("/api/games/").and_then(|rest| rest.split_once('/'));
        match rest {
            Some((_, rest)) => rest == tail,
            None => tail.is_empty() && self.path.starts_with("/api/games/"),
        }
    }

    /// Changes the answer if it is JSON and of this route.
    fn change(&mut self, tail: &str, change: impl FnOnce(&mut Value)) {
        if self.is(tail)
            && let Ok(mut json) = serde_json::from_slice::<Value>(&self.body)
        {
            change(&mut json);
            self.body = json.to_string().into_bytes();
        }
    }

    /// Changes the answer if it is JSON and of this path.
    fn change_at(&mut self, path: &str, change: impl FnOnce(&mut Value)) {
        if self.path == path
            && let Ok(mut json) = serde_json::from_slice::<Value>(&self.body)
        {
            change(&mut json);
            self.body = json.to_string().into_bytes();
        }
    }

    /// Replaces a text in an answer below a path.
    fn change_text(&mut self, path: &str, from: &str, to: &str) {
        if self.path.starts_with(path) {
            self.body = String::from_utf8_lossy(&self.body).replace(from, to).into_bytes();
        }
    }

    /// Adds a field to the state of the game.
    fn add(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        self.change("", |json| json[key] = value);
    }
}

/// A seeded leak.
pub(crate) struct Leak {
    pub(crate) name: &'static str,
    /// The route that leaks; the other routes need no request.
    pub(crate) route: [&'static str; 1],
    how: How,
}

enum How {
    /// Changes an answer.
    Answer(fn(&ServerHistory, &mut Told)),
    /// Sends a message to every socket after an act, from the report and the socket's version.
    Message(fn(&str, u64) -> Option<Value>),
    /// Changes the messages of sockets and streams.
    Change(fn(&ServerHistory, &mut Value)),
    /// Sends the changes of seat 1 to every socket that resumes.
    Resume,
}

impl Leak {
    /// Whether the leak needs [`Knowledge::record`].
    pub(crate) fn needs_recorder(&self) -> bool {
        matches!(self.how, How::Resume)
    }
}

/// No leak: the messages pass through the code that changes them, as they are. The tests must stay
/// silent.
pub(crate) static NO_LEAK: Leak =
    Leak { name: "nothing", route: [SOCKET], how: How::Change(|_, _| {}) };

/// Leaks that the battle tests must catch.
pub(crate) static IN_BATTLE: &[Leak] = &[
    answer("a list of the truly legal moves", STATE, |known, told| {
        if let Some(truth) = known.truth() {
            told.add("legal", truth.legal_moves());
        }
    }),
    answer("the true position in an error", ACTS, |known, told| {
        if let Some(position) = known.truth().and_then(FullInformationGame::position) {
            let position = position.to_string();
            told.change("acts", |json| json["error"]["args"]["position"] = position.into());
        }
    }),
    answer("a hash of the true position as ETag", STATE, |known, told| {
        if let Some(position) = known.truth().and_then(FullInformationGame::position)
            && told.is("")
        {
            let tag =
                HeaderValue::from_str(&format!("\"{:x}\"", position.zobrist())).expect("a tag");
            told.headers.insert(header::ETAG, tag);
        }
    }),
    answer("who has captured", STATE, |known, told| {
        if let Some(truth) = known.truth() {
            let texts = truth.texts().into_iter().filter(|text| text.contains(" x "));
            told.add("killers", texts.collect::<Vec<_>>());
        }
    }),
    answer("how often the true position has occurred", STATE, |known, told| {
        if let Some(truth) = known.truth() {
            let places = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
            let frames = truth.frames();
            let now = frames.last().map(|frame| places(&frame.position)).unwrap_or_default();
            let same = frames.iter().filter(|frame| places(&frame.position) == now);
            told.add("occurred", same.count());
        }
    }),
    answer("which choices would truly go through", STATE, |known, told| {
        let legal = known.truth().map(FullInformationGame::legal_moves).unwrap_or_default();
        told.change("", |json| {
            for choice in json["scene"]["choices"].as_array_mut().into_iter().flatten() {
                let text = choice["text"].as_str().unwrap_or_default().to_owned();
                choice["sure"] = legal.contains(&text).into();
            }
        });
    }),
    answer("which ways are truly open", "/api/games/{id}/paths", |known, told| {
        let Some(truth) = known.truth() else { return };
        let text = told.query.trim_start_matches("text=").replace("%20", " ");
        told.change("paths", |json| {
            let open = |way: &Value| {
                let cells: Vec<_> =
                    way.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let named = format!("{text} ({})", cells.join(" "));
                truth.clone().submit(&named).is_ok_and(|ruling| ruling.halted.is_none())
            };
            if let Some(ways) = json["paths"].as_array_mut() {
                ways.retain(open);
            }
        });
    }),
    answer("how long the umpire has thought", STATE, |known, told| {
        let Some(truth) = known.truth() else { return };
        let took = format!("umpire;dur={}.25", truth.legal_moves().len());
        told.headers.insert("server-timing", HeaderValue::from_str(&took).expect("a header"));
    }),
    answer("what the dice come from", STATE, |known, told| told.add("dice_seed", known.seed)),
    answer("the full record before the end", "/api/games/{id}/record", |known, told| {
        if let (true, Some(truth)) = (told.is("record"), known.truth()) {
            told.body = truth.record(&[]).into_bytes();
        }
    }),
    answer("the replay before the end", FRAMES, |known, told| {
        if let (true, Some(truth)) = (told.query.contains("seen=true"), known.truth()) {
            told.change("frames", |json| json["frames"] = json!(truth.frames()));
        }
    }),
    answer("everything to spectators", FRAMES, |known, told| {
        if let (true, Some(truth)) = (told.query.contains("as=public"), known.truth()) {
            told.change("frames", |json| json["frames"] = json!(truth.frames()));
        }
    }),
    answer("a picture with what is not seen", "/api/games/{id}/picture.svg", |known, told| {
        if let (true, Some(truth)) = (told.is("picture.svg"), known.truth())
            && let (Some(frame), Ok(board)) = (truth.frames().last(), board("clouded-klinzha"))
        {
            let options = BoardOptions::new(ColourMode::Light);
            told.body = frame_svg("clouded-klinzha", board, frame, &options).into_bytes();
        }
    }),
    answer("whether the last move was halted", STATE, |known, told| {
        if let Some(truth) = known.truth() {
            told.add("halted", truth.texts().last().is_some_and(|text| text.contains('>')));
        }
    }),
    answer("a page as long as things lie hidden", "/g/{id}", |known, told| {
        if let Some(position) = known.truth().and_then(FullInformationGame::position)
            && told.path.starts_with("/g/")
        {
            told.body.extend(vec![b' '; (position.zobrist() % 97) as usize]);
        }
    }),
    Leak {
        name: "what another seat was told",
        route: [SOCKET],
        how: How::Message(|heard, _| {
            (!heard.is_empty()).then(|| json!({"type": "heard", "notices": heard}))
        }),
    },
    change("choices that are truly legal, in a change", |known, change| {
        let legal = known.truth().map(FullInformationGame::legal_moves);
        if let (Some(legal), Some(choices)) = (legal, change.pointer_mut("/scene/choices")) {
            *choices = json!({"others": legal});
        }
    }),
    change("the cells that are truly empty now", |known, change| {
        let Some([before, after]) = known.truth().and_then(last_frames) else { return };
        if let Some(frame) = change.pointer_mut("/scene/frame") {
            let stays = |cell: &str| after.pieces.iter().any(|piece| piece.cell == cell);
            let gone = before.pieces.iter().filter(|piece| !stays(&piece.cell));
            frame["gone"] = gone.map(|piece| piece.cell.clone()).collect();
        }
    }),
    change("where the true position has changed", |known, change| {
        let Some([before, after]) = known.truth().and_then(last_frames) else { return };
        if let Some(frame) = change.pointer_mut("/scene/frame") {
            let edits = TextEdit::between(&before.position, &after.position);
            frame["position"] =
                edits.iter().map(|TextEdit((keep, drop, _))| json!([keep, drop, ""])).collect();
        }
    }),
    answer("the table's chat to the gallery", CHAT, |known, told| {
        told.change("chat", |json| {
            if json.get("table").is_some_and(Value::is_null) {
                json["table"] = json!(known.table);
            }
        });
    }),
    change("a line of the table beside one of the gallery", |known, message| {
        if message["type"] == "chat" {
            message["also"] = json!(known.table.last());
        }
    }),
    change("a line that says what was captured", |known, message| {
        let texts = known.truth().map(FullInformationGame::texts).unwrap_or_default();
        if message["type"] == "chat" {
            message["line"]["captured"] =
                texts.into_iter().filter(|text| text.contains(" x ")).collect();
        }
    }),
    Leak { name: "the changes of another seat, to who resumes", route: [SOCKET], how: How::Resume },
];

/// The last two frames of the true game.
fn last_frames(truth: &FullInformationGame) -> Option<[Frame; 2]> {
    let mut frames = truth.frames();
    let (after, before) = (frames.pop()?, frames.pop()?);
    Some([before, after])
}

/// Leaks that the hint tests must catch.
pub(crate) static IN_HINTS: &[Leak] = &[
    answer("a hint that is truly legal", HINT, |known, told| {
        let legal = known.truth().map(FullInformationGame::legal_moves).unwrap_or_default();
        told.change("hint", |json| json["text"] = json!(legal.first()));
    }),
    answer("how good the hint truly is", HINT, |known, told| {
        if let Some(position) = known.truth().and_then(FullInformationGame::position) {
            let score = (position.zobrist() % 400) as i64 - 200;
            told.change("hint", |json| json["score"] = json!({"kind": "centi", "value": score}));
        }
    }),
    answer("a hint that takes as long as the truth is wide", HINT, |known, told| {
        if let (true, Some(truth)) = (told.is("hint"), known.truth()) {
            let took = format!("hint;dur={}", truth.legal_moves().len());
            told.headers.insert("server-timing", HeaderValue::from_str(&took).expect("a header"));
        }
    }),
];

/// Leaks that the tests of workers must catch.
pub(crate) static IN_JOBS: &[Leak] = &[
    answer("the true position in a job", JOBS, |known, told| {
        if let Some(position) = known.truth().and_then(FullInformationGame::position) {
            told.change_at(JOBS, |json| {
                json["task"]["choose"]["scene"]["frame"]["position"] = json!(position.to_string());
            });
        }
    }),
    answer("a limit by the number of truly legal moves", JOBS, |known, told| {
        if let Some(truth) = known.truth() {
            let moves = truth.legal_moves().len();
            told.change_at(JOBS, |json| json["task"]["choose"]["limit"]["nodes"] = json!(moves));
        }
    }),
    answer("the report of another seat in a job", JOBS, |known, told| {
        told.change_at(JOBS, |json| json["task"]["choose"]["heard"] = json!(known.heard));
    }),
];

/// Leaks that the setup tests must catch.
pub(crate) static IN_SETUP: &[Leak] = &[
    answer("a version that counts what is done unseen", STATE, |known, told| {
        told.add("version", known.acts);
    }),
    answer("a list of games by the last event", "/api/me/games", |known, told| {
        told.change_at("/api/me/games", |json| {
            for game in json["running"].as_array_mut().into_iter().flatten() {
                game["turn_ms"] = (1_700_000_000_000 + known.acts).into();
            }
        });
    }),
    answer("a feed with the number of what is done unseen", TURNS, |known, told| {
        told.change_text("/feeds/", "</title>", &format!(" ({} moves)</title>", known.acts));
    }),
    answer("when a person was seen last", "/api/users/{id}", |known, told| {
        told.change_at("/api/users/nameaaaa", |json| json["seen_ms"] = known.acts.into());
    }),
    answer("how much a person has done", "/u/{name}", |known, told| {
        if told.path.starts_with("/u/") {
            told.body.extend(known.acts.to_string().into_bytes());
        }
    }),
    answer("when something was done unseen", STATE, |known, told| {
        told.add("updated_ms", 1_700_000_000_000 + known.acts);
    }),
    answer("a stale version in an error", ACTS, |known, told| {
        told.change("acts", |json| json["error"]["args"]["version"] = known.acts.into());
    }),
    Leak {
        name: "a message for what is done unseen",
        route: [SOCKET],
        how: How::Message(|_, _| Some(json!({"type": "state"}))),
    },
    Leak {
        name: "an empty change for what is done unseen",
        route: [SOCKET],
        how: How::Message(|_, version| {
            Some(json!({"type": "change", "from": version, "version": version}))
        }),
    },
    change("changes numbered by what is done unseen", count_acts),
    answer("lines numbered by what is done unseen", CHAT, |known, told| {
        told.change("chat", |json| {
            for room in ["table", "gallery"] {
                for line in json[room].as_array_mut().into_iter().flatten() {
                    line["seq"] = known.acts.into();
                }
            }
        });
    }),
    change("a line with a version that counts what is done unseen", |known, message| {
        if message["type"] == "chat" {
            message["version"] = known.acts.into();
        }
    }),
    Leak {
        name: "changes of a stream, numbered by what is done unseen",
        route: [STREAM],
        how: How::Change(count_acts),
    },
    answer("conditional moves that are tried on what is placed unseen", LINES, |known, told| {
        let asked: Value = serde_json::from_slice(&told.asked).unwrap_or_default();
        let lines = asked["lines"].as_array().into_iter().flatten();
        let codes: Vec<_> =
            lines.map(|line| known.refusal_of(line).map(|refusal| refusal.code)).collect();
        told.change("conditionals", |json| json["error"]["args"]["refused"] = json!(codes));
    }),
];

/// The leak of conditional moves, which open games with a setup would have too.
pub(crate) fn of_conditionals() -> &'static Leak {
    IN_SETUP.iter().find(|leak| leak.route == [LINES]).expect("a leak of conditional moves")
}

/// Leaks of clocks that the clock tests must catch.
pub(crate) static IN_CLOCKS: &[Leak] = &[
    answer("a feed that is as new as the last event", TURNS, |known, told| {
        let at = format!("<updated>{}", 2000 + known.acts % 30);
        told.change_text("/feeds/", "<updated>2023", &at);
    }),
    answer("a turn whose id is that of the last event", TURNS, |known, told| {
        told.change_text("/feeds/", "</id>", &format!(".{}</id>", known.acts));
    }),
    answer("a deadline from a step that is done unseen", STATE, |known, told| {
        clock_field(told, "until_ms", |ms| ms + known.acts);
    }),
    answer("time that is spent step by step", STATE, |known, told| {
        clock_field(told, "left_ms", |ms| ms - known.acts);
    }),
    answer("a budget for the setup that is spent step by step", STATE, |known, told| {
        clock_field(told, "setup_ms", |ms| ms.saturating_sub(1000 * known.acts));
    }),
    answer("the time that each step took", STATE, |known, told| {
        told.change("", |json| json["spent_ms"] = json!(vec![1; known.acts as usize]));
    }),
    answer("when a player did something last", STATE, |known, told| {
        told.change("", |json| {
            for player in json["players"].as_array_mut().into_iter().flatten() {
                player["away_since_ms"] = (1_700_000_000_000 + known.acts).into();
            }
        });
    }),
    answer("a pause that may be counted by what is done unseen", STATE, |known, told| {
        told.change("", |json| json["clock"]["pauses"] = known.acts.into());
    }),
    answer("how long the server took to judge", STATE, |known, told| {
        told.change("", |json| json["clock"]["judged_ms"] = (known.seed % 1000).into());
    }),
    change("a deadline from a step that is done unseen, in a change", |known, change| {
        let seats = change.pointer_mut("/clock/seats").and_then(Value::as_array_mut);
        for seat in seats.into_iter().flatten() {
            if let Some(until) = seat["until_ms"].as_u64() {
                seat["until_ms"] = (until + known.acts).into();
            }
        }
    }),
];

/// Changes a number of all clocks of a state.
fn clock_field(told: &mut Told, name: &str, to: impl Fn(u64) -> u64) {
    told.change("", |json| {
        let seats = json.pointer_mut("/clock/seats").and_then(Value::as_array_mut);
        for seat in seats.into_iter().flatten() {
            if let Some(ms) = seat[name].as_u64() {
                seat[name] = to(ms).into();
            }
        }
    });
}

/// Numbers a change by the accepted acts of all callers.
fn count_acts(known: &ServerHistory, message: &mut Value) {
    if message["type"] == "change" {
        message["version"] = known.acts.into();
    }
}

/// Leaks that the tests of chats and notes must catch.
pub(crate) static IN_TALK: &[Leak] = &[
    answer("a line as late as things are done unseen", CHAT, |known, told| {
        told.change("chat", |json| {
            for room in ["table", "gallery"] {
                for line in json[room].as_array_mut().into_iter().flatten() {
                    line["at_ms"] = (1_700_000_000_000 + known.acts).into();
                }
            }
        });
    }),
    answer("the number of lines at the table, to the gallery", CHAT, |known, told| {
        told.change("chat", |json| json["said"] = known.table.len().into());
    }),
    answer("notes with what is done unseen", "/api/games/{id}/notes", |known, told| {
        told.change("notes", |json| json["text"] = known.acts.to_string().into());
    }),
    answer("an export with what is done unseen", "/api/me/export", |known, told| {
        if told.path == "/api/me/export" {
            told.body.extend(known.acts.to_string().into_bytes());
        }
    }),
    change("a line for what is said elsewhere", |known, message| {
        if message["type"] == "chat" {
            message["line"]["seq"] = known.table.len().into();
        }
    }),
];

/// Leaks of the dice seed of an open game; the seed takes the place of the report.
pub(crate) static OF_SEEDS: &[Leak] = &[
    answer("the seed in the state", STATE, |known, told| {
        told.change("", |json| json["dice"]["seed"] = known.heard.clone().into());
    }),
    answer("a part of the seed as ETag", FRAMES, |known, told| {
        if let (true, Some(part)) = (told.is("frames"), known.heard.get(17..41)) {
            let tag = HeaderValue::from_str(&part.to_uppercase()).expect("a tag");
            told.headers.insert(header::ETAG, tag);
        }
    }),
    answer("the seed in an error", ACTS, |known, told| {
        let seed = known.heard.clone();
        told.change("acts", |json| json["error"]["args"]["seed"] = seed.into());
    }),
    answer("the seed in the answer to a part", "/api/games/{id}/dice", |known, told| {
        let seed = known.heard.clone();
        told.change("dice", |json| json["error"]["args"]["seed"] = seed.into());
    }),
    answer("the seed in a record before the end", "/api/games/{id}/record", |known, told| {
        if told.is("record") {
            told.body.extend(format!("seed: {}\n", known.heard).bytes());
        }
    }),
    answer("the seed in a picture", "/api/games/{id}/picture.svg", |known, told| {
        if told.is("picture.svg") {
            told.body.extend(format!("<!-- {} -->", known.heard).bytes());
        }
    }),
    answer("the seed as bytes in a picture", "/api/games/{id}/picture.png", |known, told| {
        if told.is("picture.png") {
            let digits = known.heard.as_bytes().chunks(2).map(|pair| {
                let pair = std::str::from_utf8(pair).expect("digits");
                u8::from_str_radix(pair, 16).expect("digits")
            });
            told.body.extend(digits);
        }
    }),
    answer("the seed in a page", "/g/{id}", |known, told| {
        if told.path.starts_with("/g/") {
            told.body.extend(format!("<!-- {} -->", known.heard).bytes());
        }
    }),
    Leak {
        name: "the seed in a message",
        route: [SOCKET],
        how: How::Message(|heard, _| Some(json!({"type": "state", "seed": heard}))),
    },
];

const fn answer(
    name: &'static str,
    route: &'static str,
    change: fn(&ServerHistory, &mut Told),
) -> Leak {
    Leak { name, route: [route], how: How::Answer(change) }
}

/// A leak in the changes that sockets get.
const fn change(name: &'static str, change: fn(&ServerHistory, &mut Value)) -> Leak {
    Leak { name, route: [SOCKET], how: How::Change(change) }
}

const TURNS: &str = "/feeds/{secret}/turns.atom";
const STATE: &str = "/api/games/{id}";
const CHAT: &str = "/api/games/{id}/chat";
const FRAMES: &str = "/api/games/{id}/frames";
const HINT: &str = "/api/games/{id}/hint";
const JOBS: &str = "/api/worker/take";
const ACTS: &str = "/api/games/{id}/acts";
const LINES: &str = "/api/games/{id}/conditionals";
const SOCKET: &str = "/api/games/{id}/socket";
const STREAM: &str = "/api/games/{id}/stream";

/// Faults that remove facts that the viewer must see.
pub(crate) static HIDDEN: &[Leak] = &[
    answer("the last piece on the board", STATE, |_, told| {
        told.change("", |json| {
            json["scene"]["frame"]["pieces"].as_array_mut().and_then(Vec::pop);
        });
    }),
    answer("neutrals", STATE, |_, told| {
        told.change("", |json| {
            if let Some(pieces) = json["scene"]["frame"]["pieces"].as_array_mut() {
                pieces.retain(|piece| piece["kind"] != "?");
            }
        });
    }),
    answer("the last report", STATE, |_, told| {
        told.change("", |json| json["scene"]["notices"] = json!([]));
    }),
    answer("the lists of what was captured", STATE, |_, told| {
        told.change("", |json| json["scene"]["frame"]["captured"] = json!([]));
    }),
    answer("the clouds", STATE, |_, told| {
        told.change("", |json| json["scene"]["frame"]["areas"] = json!([]));
    }),
    answer("a choice", STATE, |_, told| {
        told.change("", |json| {
            json["scene"]["choices"].as_array_mut().and_then(Vec::pop);
        });
    }),
];

#[derive(Clone)]
struct Seeded {
    leak: &'static Leak,
    knowledge: Arc<Knowledge>,
    /// The server without the leak, for sockets.
    plain: Arc<InMemoryServer>,
}

/// Puts a leak between a server and its callers.
pub(crate) fn seed_leak(
    router: Router,
    leak: Option<&'static Leak>,
    knowledge: Arc<Knowledge>,
) -> Router {
    let Some(leak) = leak else { return router };
    let plain = Arc::new(InMemoryServer::start(vec![router.clone()]));
    router.layer(from_fn_with_state(Seeded { leak, knowledge, plain }, layer))
}

async fn layer(State(seeded): State<Seeded>, request: Request, next: Next) -> Response {
    let (path, query) =
        (request.uri().path().to_owned(), request.uri().query().unwrap_or_default());
    let query = query.to_owned();
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    if is_upgrade && !matches!(seeded.leak.how, How::Answer(_)) && seeded.leak.route == [SOCKET] {
        return listen_in(seeded, request, &query).await;
    }
    // Counted before the act, whose messages may be sent before its response.
    let is_act = path.ends_with("/acts");
    seeded.knowledge.known.lock().expect("whole").acts += u64::from(is_act);
    let (parts, body) = request.into_parts();
    let asked = to_bytes(body, usize::MAX).await.expect("the whole request");
    let request = Request::from_parts(parts, Body::from(asked.clone()));
    let response = next.run(request).await;
    if is_act && !response.status().is_success() {
        seeded.knowledge.known.lock().expect("whole").acts -= 1;
    }
    let response = if path.ends_with("/chat") && response.status() == 201 {
        overhear(response, &seeded.knowledge).await
    } else {
        response
    };
    let change = match seeded.leak.how {
        How::Answer(change) if response.status() != 101 => change,
        How::Change(change) if path.ends_with("/stream") && seeded.leak.route == [STREAM] => {
            return change_lines(response, seeded.knowledge, change);
        }
        _ => return response,
    };
    let (mut parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("the whole answer").to_vec();
    let headers = std::mem::take(&mut parts.headers);
    let mut told = Told { path, query, asked: asked.to_vec(), headers, body };
    let length = told.body.len();
    change(&seeded.knowledge.now(), &mut told);
    parts.headers = told.headers;
    if told.body.len() != length && parts.headers.contains_key(header::CONTENT_LENGTH) {
        parts.headers.insert(header::CONTENT_LENGTH, told.body.len().into());
    }
    Response::from_parts(parts, Body::from(told.body))
}

/// Remembers a line that was said at the table.
async fn overhear(response: Response, knowledge: &Knowledge) -> Response {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("the whole answer");
    let line: Value = serde_json::from_slice(&body).expect("a line");
    if line["room"] == "table" {
        knowledge.known.lock().expect("whole").table.push(line);
    }
    Response::from_parts(parts, Body::from(body))
}

/// A stream with a leak.
fn change_lines(
    response: Response,
    knowledge: Arc<Knowledge>,
    change: fn(&ServerHistory, &mut Value),
) -> Response {
    let (parts, body) = response.into_parts();
    let lines = body.into_data_stream().map_ok(move |line| {
        let Ok(mut message) = serde_json::from_slice::<Value>(&line) else { return line };
        change(&knowledge.now(), &mut message);
        format!("{message}\n").into()
    });
    Response::from_parts(parts, Body::from_stream(lines))
}

/// A socket with a leak: the server's messages, and the leak's.
async fn listen_in(seeded: Seeded, request: Request, query: &str) -> Response {
    let (mut parts, _) = request.into_parts();
    let mut ask = Ask::get(parts.uri.path_and_query().expect("an address").as_str());
    if let Some(token) = parts.headers.get(header::AUTHORIZATION) {
        ask = ask.with("authorization", token.to_str().expect("text"));
    }
    let (answer, socket) = Socket::open(connect(&seeded.plain.connections()), &ask).await;
    let Some(socket) = socket else {
        return Response::new(Body::from(answer));
    };
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await.expect("a handshake");
    let since = query.split('&').find_map(|part| part.strip_prefix("since=")?.parse().ok());
    let replayed = match (&seeded.leak.how, since) {
        (How::Resume, Some(since)) => seeded.knowledge.changes_since(since).await,
        _ => Vec::new(),
    };
    let news = seeded.knowledge.news.subscribe();
    upgrade.on_upgrade(async move |mut client| {
        for change in replayed {
            let _ = client.send(Message::Text(change.into())).await;
        }
        pump(client, socket, news, &seeded).await;
    })
}

async fn pump(
    mut client: WebSocket,
    mut server: Socket,
    mut news: broadcast::Receiver<String>,
    seeded: &Seeded,
) {
    let mut version = 0;
    loop {
        let sent = tokio::select! {
            biased;
            Ok(heard) = news.recv() => match seeded.leak.how {
                How::Message(leak) => match leak(&heard, version) {
                    Some(message) => client.send(Message::Text(message.to_string().into())).await,
                    None => Ok(()),
                },
                _ => Ok(()),
            },
            message = server.next_or_end() => {
                let Some(message) = message else { return };
                let mut message: Value = serde_json::from_str(&message).expect("JSON");
                let known = message["state"]["version"].as_u64().or(message["version"].as_u64());
                version = known.unwrap_or(version);
                if let How::Change(change) = seeded.leak.how {
                    change(&seeded.knowledge.now(), &mut message);
                }
                client.send(Message::Text(message.to_string().into())).await
            }
            frame = client.recv() => match frame {
                Some(Ok(Message::Text(text))) => {
                    server.send(text.to_string()).await;
                    Ok(())
                }
                Some(Ok(_)) => Ok(()),
                Some(Err(_)) | None => return,
            },
        };
        if sent.is_err() {
            return;
        }
    }
}
