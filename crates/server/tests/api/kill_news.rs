//! A server that is killed while it tells people something, and whose mail server and webhooks
//! fail in every way, tells no user anything twice, and loses nothing without saying so.
//!
//! The mail server and the webhooks are in the test, and outlive the server.

use crate::harness::{Caller, TIMEOUT, guest, quick};
use crate::kill::{Process, ask, database, kills, moment, pass_time};
use crate::mail::Sink;
use crate::news::{person, plain};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use heterodox_server::check;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

/// What the mail server does, mail by mail. A mail that hangs holds up the others until the kill.
const MAILS: [&str; 11] = [
    "250 ok",
    "451 later",
    "250 ok",
    "drop",
    "twice",
    "250 ok",
    "data",
    "250 ok",
    "hang",
    "250 ok",
    "silence",
];
/// What the webhooks answer, call by call; 0 is no answer.
const CALLS: [u16; 7] = [200, 503, 200, 0, 204, 500, 200];
/// The number of games, whose players are told of their turns.
const GAMES: usize = 2;
/// How many offers each reader of offers gets at a time.
const OFFERS: [usize; 3] = [1, 1, 2];
/// How long news wait until they are mailed.
const NEWS_AFTER_MS: u64 = 40;
/// What passes between two servers: more than an item is taken for.
const BETWEEN: Duration = Duration::from_mins(10);

/// The webhooks: by its path and the game, how often each was called and did not refuse.
#[derive(Clone, Default)]
struct Hooks {
    calls: Arc<Mutex<HashMap<(String, String), usize>>>,
    answers: Arc<Mutex<Vec<u16>>>,
    /// How often they were called.
    asked: Arc<AtomicUsize>,
}

impl Hooks {
    async fn start() -> (Self, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let hooks = Self::default();
        hooks.answers(&[200]);
        let router = Router::new().fallback(take).with_state(hooks.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (hooks, url)
    }

    fn answers(&self, answers: &[u16]) {
        *self.answers.lock().expect("no panic") = answers.to_vec();
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    fn count(&self, name: &str, game: &str) -> usize {
        let calls = self.calls.lock().expect("no panic");
        calls.get(&(format!("/{name}"), game.to_owned())).copied().unwrap_or_default()
    }
}

async fn take(State(hooks): State<Hooks>, request: Request) -> StatusCode {
    let path = request.uri().path().to_owned();
    let Ok(body) = axum::body::to_bytes(request.into_body(), 65536).await else {
        return StatusCode::BAD_REQUEST;
    };
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(body["event"], "offer");
    let answer = {
        let mut answers = hooks.answers.lock().expect("no panic");
        answers.rotate_left(1);
        *answers.last().expect("an answer")
    };
    hooks.asked.fetch_add(1, Ordering::Relaxed);
    // If the caller is gone meanwhile, this ends here, and it was not called.
    tokio::time::sleep(Duration::from_millis(15)).await;
    if answer != 503 {
        let game = body["game"].as_str().expect("a game").to_owned();
        *hooks.calls.lock().expect("no panic").entry((path, game)).or_default() += 1;
    }
    if answer == 0 {
        tokio::time::sleep(TIMEOUT).await;
    }
    StatusCode::from_u16(answer).unwrap_or(StatusCode::OK)
}

/// An item of the outbox.
struct Item {
    id: String,
    kind: String,
    news: Value,
    failures: u32,
    is_done: bool,
}

/// The outbox by the keys of its items, as a dead server has left it.
struct Outbox(HashMap<String, Item>);

impl Outbox {
    fn of(data: &Path) -> Self {
        let database = database(data);
        let query = "select dedupe_key, id, kind, body, failures, done_ms is not null from outbox";
        let mut select = database.prepare(query).expect("an outbox");
        let rows = select.query_map([], |row| {
            let body: String = row.get(3)?;
            // Before the news of a way stands its target.
            let news = &body[body.find('{').unwrap_or(body.len())..];
            let news = serde_json::from_str(news).unwrap_or(Value::Null);
            let (id, kind) = (row.get(1)?, row.get(2)?);
            let (failures, is_done) = (row.get(4)?, row.get(5)?);
            Ok((row.get(0)?, Item { id, kind, news, failures, is_done }))
        });
        Self(rows.expect("items").collect::<Result<_, _>>().expect("items"))
    }

    /// The keys of the news of one kind about a game, the latest last.
    fn news(&self, what: &str, game: &str) -> Vec<&str> {
        let is_of = |item: &Item| {
            item.kind == "news" && item.news["what"] == what && item.news["game"] == game
        };
        let mut found: Vec<_> = self.0.iter().filter(|(_, item)| is_of(item)).collect();
        found.sort_by_key(|(_, item)| item.news["since_ms"].as_i64());
        found.into_iter().map(|(key, _)| key.as_str()).collect()
    }

    /// The item of a way for some news, once it is done; `None` while it waits.
    fn done(&self, way: &str, key: &str) -> Option<&Item> {
        if !self.0[key].is_done {
            return None;
        }
        let item = self.0.get(&format!("{way}  {key}"));
        let item = item.unwrap_or_else(|| panic!("no {way} was made of {key}"));
        Some(item).filter(|item| item.is_done)
    }
}

/// What the readers have got.
#[derive(Default)]
struct Mails {
    /// By their ids.
    by_id: HashMap<String, String>,
}

impl Mails {
    /// Takes what has come. No mail comes twice.
    fn take(&mut self, sink: &mut Sink) {
        for mail in sink.come() {
            let mail = plain(&mail);
            let id = mail.split_once("Message-ID: <").expect("an id").1;
            let id = id.split('@').next().expect("an id").to_owned();
            if let Some(first) = self.by_id.insert(id, mail.clone()) {
                panic!("it came twice: {first}\n{mail}");
            }
        }
    }

    /// The number of mails to one person about an offer.
    fn about(&self, name: &str, offer: &str) -> usize {
        let to = format!("RCPT TO:<{}@example.org>", name.to_lowercase());
        let link = format!("/offers/{offer}\n");
        self.by_id.values().filter(|mail| mail.contains(&to) && mail.contains(&link)).count()
    }
}

/// A game of two, in which each is told of its turns.
struct Pair {
    players: [Caller; 2],
    game: String,
    /// The news of turns before the first ply.
    base: usize,
    /// The key of the latest news of which is known whether they came.
    known: String,
    /// Whether the player to move knows of it, and the game goes on.
    goes_on: bool,
}

/// A user who is offered games by mail and by a webhook, and never looks.
struct Reader {
    name: String,
    caller: Caller,
    /// How many at a time.
    most: usize,
    /// The offers that wait, until what has become of all their items is known.
    offers: Vec<String>,
    told: Vec<String>,
}

/// What a person is warned of. Once it is read, it is forgotten.
fn warning(data: &Path, user: &str) -> Option<String> {
    let query = "select failure from mail_news where user = ?";
    database(data).query_row(query, [user], |row| row.get(0)).expect("settings of mail")
}

fn hook_failures(data: &Path, user: &str) -> u32 {
    let query = "select failures from webhooks where user = ? and off is null";
    database(data).query_row(query, [user], |row| row.get(0)).expect("a webhook that is on")
}

fn read_warnings(data: &Path, user: &str) {
    let database = database(data);
    for read in [
        "update mail_news set failure = null, failed_ms = null where user = ?",
        "update webhooks set failures = 0, failed_ms = null where user = ?",
    ] {
        database.execute(read, [user]).expect("a change");
    }
}

/// Checks that a mail came, or its reader is warned of it.
fn expect_told(mail: &Item, has_come: bool, warning: Option<&str>) {
    // The eighth failure was the last.
    let is_warned = matches!(warning, Some("unsure")) || warning.is_some() && mail.failures >= 7;
    assert!(has_come || is_warned, "lost: {} {} {warning:?}", mail.id, mail.news);
}

impl Pair {
    /// Makes the next move, if the player knows that it is its turn.
    async fn play(&self) -> Option<()> {
        if !self.goes_on {
            return Some(());
        }
        let path = format!("/api/games/{}", self.game);
        let (_, state) = ask(self.players[0].request(Method::GET, &path)).await?;
        // The other's look is none of the player to move.
        let seat = state["scene"]["to_act"][0].as_u64()? as usize;
        let player = &self.players[seat];
        let (_, state) = ask(player.request(Method::GET, &path)).await?;
        let choices = state["scene"]["choices"].as_array()?.iter();
        let quiet = choices.filter(|one| one["captures"] == false && one["danger"].is_null());
        let texts: Vec<_> = quiet.map(|one| &one["text"]).collect();
        let text = texts[state["version"].as_u64()? as usize * 7919 % texts.len()];
        let act = json!({"act": "submit", "text": text});
        let act = player.request(Method::POST, &format!("{path}/acts")).json(&act);
        let (status, answer) = ask(act).await?;
        assert_eq!(status, 200, "{answer}");
        Some(())
    }

    /// Looks at what the dead server has left: each ply has told its next player once.
    fn look(&mut self, data: &Path, outbox: &Outbox, mails: &Mails) {
        let query = "select plies, state from game_index where game = ?";
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, u32>(0)?, row.get::<_, String>(1)?));
        let (plies, state) = database(data).query_row(query, [&self.game], read).expect("a game");
        let keys = outbox.news("turn", &self.game);
        if state != "running" {
            self.goes_on = false;
            return;
        }
        assert_eq!(keys.len(), self.base + plies as usize, "one for each ply of {}", self.game);
        let key = *keys.last().expect("news");
        if key != self.known
            && let Some(mail) = outbox.done("mail", key)
        {
            let user = key.split(' ').nth(1).expect("a reader");
            let has_come = mails.by_id.contains_key(&mail.id);
            expect_told(mail, has_come, warning(data, user).as_deref());
            read_warnings(data, user);
            key.clone_into(&mut self.known);
        }
        self.goes_on = key == self.known;
    }
}

impl Reader {
    /// Offers it as many games as it has read of, and takes back the earlier ones.
    async fn offer(&mut self, maker: &Caller) -> Option<()> {
        while let Some(told) = self.told.last() {
            let path = format!("/api/offers/{told}/withdraw");
            maker.request(Method::POST, &path).send().await.ok()?;
            self.told.pop();
        }
        if !self.offers.is_empty() {
            return Some(());
        }
        for _ in 0..self.most {
            let wanted = quick(&json!({"user": self.caller.name}));
            let offer = maker.request(Method::POST, "/api/offers").json(&wanted);
            let (status, answer) = ask(offer).await?;
            assert_eq!(status, 201, "{answer}");
            self.offers.push(answer["id"].as_str().expect("an id").to_owned());
        }
        Some(())
    }

    /// Looks at what the dead server has left.
    fn look(&mut self, data: &Path, outbox: &Outbox, mails: &Mails, hooks: &Hooks) {
        // Offers that were made, and not answered.
        let database = database(data);
        let query = "select seats.game from seats join game_index using (game) \
            where seats.invited = ? and game_index.state = 'open'";
        let mut select = database.prepare(query).expect("offers");
        let made =
            select.query_map([&self.caller.name], |row| row.get::<_, String>(0)).expect("offers");
        for id in made.map(|id| id.expect("an id")) {
            if !self.offers.contains(&id) && !self.told.contains(&id) {
                self.offers.push(id);
            }
        }
        let items: Vec<_> = self
            .offers
            .iter()
            .map(|id| {
                assert!(mails.about(&self.name, id) <= 1, "{id} came twice by mail");
                assert!(hooks.count(&self.name, id) <= 1, "{id} came twice by the webhook");
                let news = outbox.news("offer", id);
                assert_eq!(news.len(), 1, "{id}");
                Some((id, outbox.done("mail", news[0])?, outbox.done("hook", news[0])?))
            })
            .collect::<Option<_>>()
            .unwrap_or_default();
        if items.is_empty() {
            return;
        }
        // Of several the last may have come, which is the end of the warning.
        if let [(id, mail, hook)] = items[..] {
            let has_come = mails.about(&self.name, id) == 1;
            expect_told(mail, has_come, warning(data, &self.caller.name).as_deref());
            let failures = hook_failures(data, &self.caller.name);
            let was_called = hooks.count(&self.name, id) == 1;
            assert!(was_called || failures > hook.failures, "lost: {id} {failures}");
        }
        read_warnings(data, &self.caller.name);
        self.told.append(&mut self.offers);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_tells_nothing_twice_and_loses_nothing_in_silence() {
    let mut sink = Sink::start().await;
    let (hooks, url) = Hooks::start().await;
    let home = tempfile::tempdir().expect("a temporary folder");
    let data = home.path();
    let mut server = Process::start_mailing(data, &sink.url, NEWS_AFTER_MS);
    let mut maker = guest(&server.base).await;
    let (mut pairs, mut readers) = (Vec::new(), Vec::new());
    let mut people = Vec::new();
    for number in 0..2 * GAMES {
        people.push(person(&server.base, &mut sink, &format!("Player-{number}")).await);
    }
    for (number, most) in OFFERS.into_iter().enumerate() {
        let name = format!("Reader-{number}");
        let caller = person(&server.base, &mut sink, &name).await;
        let hook = json!({"url": format!("{url}/{name}"), "format": "json"});
        let set = caller.send(Method::PUT, "/api/me/webhook", &hook).await;
        assert_eq!(set.status, 204, "{set:?}");
        let (offers, told) = (Vec::new(), Vec::new());
        readers.push(Reader { name, caller, most, offers, told });
    }
    while let (Some(gold), Some(green)) = (people.pop(), people.pop()) {
        let game = gold.open(&quick(&json!("open"))).await;
        green.join(&game).await;
        let (players, known) = ([gold, green], String::new());
        pairs.push(Pair { players, game, base: 0, known, goes_on: true });
    }
    // The news of the beginnings of the games.
    delivered(data).await;
    sink.come();
    drop(server);
    let outbox = Outbox::of(data);
    for pair in &mut pairs {
        let keys = outbox.news("turn", &pair.game);
        (pair.base, pair.known) = (keys.len(), keys.last().copied().unwrap_or_default().to_owned());
    }
    let mut mails = Mails::default();
    sink.answers_in_turn(&MAILS);
    hooks.answers(&CALLS);
    let kills = kills(40);
    for kill in 0..kills {
        server = Process::start_mailing(data, &sink.url, NEWS_AFTER_MS);
        let mut callers: Vec<_> = pairs.iter_mut().flat_map(|pair| &mut pair.players).collect();
        callers.push(&mut maker);
        for caller in callers {
            caller.base.clone_from(&server.base);
        }
        let play = async {
            // Whether a server that is gone has done it is looked up.
            for pair in &pairs {
                let _ = pair.play().await;
            }
        };
        let offer = async {
            for reader in &mut readers {
                let _ = reader.offer(&maker).await;
            }
        };
        let mails_asked = sink.asked.clone();
        let kill = async {
            moment(kill, || mails_asked.load(Ordering::Relaxed) + hooks.asked()).await;
            drop(server);
        };
        tokio::join!(play, offer, kill);
        // What was sent just before is still on its way.
        tokio::time::sleep(Duration::from_millis(5)).await;
        mails.take(&mut sink);
        look(&mut pairs, &mut readers, data, &mails, &hooks);
        pass_time(data, BETWEEN);
    }
    // When all works again, the rest is told.
    sink.answers("250 ok");
    hooks.answers(&[200]);
    pass_time(data, Duration::from_hours(5));
    server = Process::start_mailing(data, &sink.url, NEWS_AFTER_MS);
    delivered(data).await;
    drop(server);
    mails.take(&mut sink);
    look(&mut pairs, &mut readers, data, &mails, &hooks);
    assert!(pairs.iter().all(|pair| pair.goes_on), "all turns are told, or warned of");
    assert!(readers.iter().all(|reader| reader.offers.is_empty()), "and all offers");
    let calls = hooks.calls.lock().expect("no panic").clone();
    for ((path, offer), count) in &calls {
        assert_eq!(*count, 1, "{offer} came twice by {path}");
        assert!(mails.about(&path[1..], offer) <= 1, "{offer} came twice by mail");
    }
    what_was_cut_off_is_not_sent_again(data, &mut sink, &maker, &mut readers[0].caller).await;
    assert_eq!(check(data).await.expect("the folder is read").faults, Vec::<String>::new());

    // All of this has happened.
    let outbox = Outbox::of(data);
    let is_mail = |item: &&Item| item.kind == "mail";
    let sent: HashSet<_> = mails.by_id.keys().collect();
    let all: Vec<_> = outbox.0.values().filter(is_mail).collect();
    let again = all.iter().filter(|item| item.failures > 0 && sent.contains(&item.id)).count();
    let unsure = all.iter().filter(|item| !sent.contains(&item.id)).count();
    let happened = [sent.len(), again, unsure, calls.len()];
    let is_enough = happened.iter().zip([10, 1, 1, 5]).all(|(count, least)| *count >= least);
    assert!(kills < 40 || is_enough, "mails, after failures, not at all, and calls: {happened:?}");
}

/// Looks at what the dead server has left to all.
fn look(pairs: &mut [Pair], readers: &mut [Reader], data: &Path, mails: &Mails, hooks: &Hooks) {
    let outbox = Outbox::of(data);
    for pair in pairs {
        pair.look(data, &outbox, mails);
    }
    for reader in readers {
        reader.look(data, &outbox, mails, hooks);
    }
}

/// The server is killed when the mail server has taken a mail and not answered.
async fn what_was_cut_off_is_not_sent_again(
    data: &Path,
    sink: &mut Sink,
    maker: &Caller,
    reader: &mut Caller,
) {
    sink.answers("hang");
    let server = Process::start_mailing(data, &sink.url, NEWS_AFTER_MS);
    let maker = Caller { base: server.base.clone(), ..maker.clone() };
    let offered = maker.post("/api/offers", &quick(&json!({"user": reader.name}))).await;
    assert_eq!(offered.status, 201, "{offered:?}");
    sink.next().await;
    drop(server);
    pass_time(data, BETWEEN);
    sink.answers("250 ok");
    let server = Process::start_mailing(data, &sink.url, NEWS_AFTER_MS);
    delivered(data).await;
    assert_eq!(sink.come(), Vec::<String>::new());
    reader.base.clone_from(&server.base);
    let ways = reader.get("/api/me/ways").await.body;
    assert_eq!(ways["mail"]["failure"], "unsure", "{ways}");
}

/// Waits until nothing is to be delivered.
async fn delivered(data: &Path) {
    let begun = Instant::now();
    // The reminders of offers wait for days.
    let query = "select count(*) from outbox where done_ms is null \
        and body not like '%\"waiting\"%'";
    let database = database(data);
    while database.query_row(query, [], |row| row.get::<_, i64>(0)).expect("a count") > 0 {
        assert!(begun.elapsed() < TIMEOUT, "something is not delivered");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
