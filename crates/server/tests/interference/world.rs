//! A server whose clock, randomness, computers and store are the test's.

use super::news::{NewsLeak, PayloadLeak};
use super::receivers::Receivers;
use super::wire::{Ask, InMemoryServer, Socket};
use async_trait::async_trait;
use axum::Router;
use heterodox_engine::{Choice, Level, Player, PlayerError, SearchLimit};
use heterodox_host::{Moment, Randomness, UserId};
use heterodox_rules::{DiceSeed, Frame, Scene, ThrowRequest};
use heterodox_server::testing::{Environment, LocalBus, RouteEntry, Telling, TestServer};
use heterodox_server::{PeoplePolicy, WorkerToken};
use heterodox_store::{
    Append, Email, Feed, GameLog, Outbox, OutboxItem, People, PeopleChange, Store, StoreError,
    TakenItem, UnixMillis, User, UserKind, Vacation, WayChange, Ways, Webhook,
};
use heterodox_store_story::{Intercepted, Interceptor, MemoryStore};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

/// A server of the test, with a game.
pub(crate) struct World {
    pub(crate) in_memory: InMemoryServer,
    pub(crate) script: Arc<Script>,
    store: Arc<Intercepted<TestStore>>,
    /// Usually one.
    servers: Vec<TestServer>,
    /// What the servers tell each other.
    bus: Arc<LocalBus>,
}

thread_local! {
    /// The number of servers of each new world.
    static SERVERS: Cell<usize> = const { Cell::new(1) };
}

/// Sets the number of servers of the worlds that a test makes from now on. Requests go to them in
/// turn.
pub(crate) fn set_servers(count: usize) {
    SERVERS.set(count);
}

/// The environment, the same in every world: ids, names, tokens and dice come from counters. The
/// clock advances with every reading, so that a time in an answer would reveal the number of
/// readings by all callers.
#[derive(Default)]
pub(crate) struct Script {
    counts: [AtomicU64; 5],
    /// The moment after the first one, if the test sets it: then readings do not advance it.
    time: watch::Sender<Option<i64>>,
    dice: Mutex<VecDeque<u8>>,
    /// Every dice seed that was drawn.
    pub(crate) seeds: Mutex<Vec<DiceSeed>>,
    /// The input of each computer when it had to move, and its choice.
    pub(crate) thought: Mutex<Vec<(String, String)>>,
}

impl Script {
    fn count(&self, what: usize) -> u64 {
        self.counts[what].fetch_add(1, Ordering::SeqCst)
    }

    /// Sets the moment, in milliseconds after the first one.
    pub(crate) fn set_time(&self, ms: i64) {
        self.time.send_replace(Some(ms));
    }

    /// Whether the test sets the moment.
    pub(crate) fn is_timed(&self) -> bool {
        self.time.borrow().is_some()
    }

    /// The dice of the next throws.
    pub(crate) fn load(&self, faces: &[u8]) {
        self.dice.lock().expect("whole").extend(faces);
    }
}

/// Eight characters that encode a counter.
fn eight(prefix: &str, count: u64) -> String {
    let letters: String = (0..4)
        .rev()
        .map(|place| char::from(b'a' + (count / 20_u64.pow(place) % 20) as u8))
        .collect();
    format!("{prefix}{letters}")
}

/// The token of the workers of all servers.
pub(crate) const WORKER_TOKEN: &str = "the-token-of-the-workers";

/// The first moment.
const BEGIN: i64 = 1_700_000_000_000;

struct Outer(Arc<Script>);

impl Environment for Outer {
    fn now(&self) -> Moment {
        let set = *self.0.time.borrow();
        Moment(BEGIN + set.unwrap_or_else(|| self.0.count(0) as i64))
    }

    fn sleep_until(&self, moment: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let mut time = self.0.time.subscribe();
            let is_over = |set: &Option<i64>| set.is_some_and(|ms| BEGIN + ms >= moment.0);
            time.wait_for(is_over).await.expect("the time runs");
        })
    }

    fn id(&self) -> String {
        eight("game", self.0.count(1))
    }

    fn user(&self) -> UserId {
        eight("name", self.0.count(2)).parse().expect("eight letters")
    }

    fn token(&self) -> String {
        format!("{:032x}", self.0.count(3))
    }

    fn player(&self, _: &str, _: Level) -> Option<Box<dyn Player>> {
        Some(Box::new(Spy(self.0.clone())))
    }
}

impl Randomness for Outer {
    fn array_seed(&self) -> u64 {
        1 + self.0.count(4)
    }

    fn below(&self, _: usize) -> usize {
        0
    }

    fn seat_key(&self) -> heterodox_host::SeatKey {
        heterodox_host::SeatKey::new(self.token())
    }

    fn dice_seed(&self) -> DiceSeed {
        let mut seeds = self.0.seeds.lock().expect("whole");
        let seed = DiceSeed::from_bytes(Sha256::digest(format!("seed {}", seeds.len())).into());
        seeds.push(seed.clone());
        seed
    }

    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        let mut dice = self.0.dice.lock().expect("whole");
        (0..request.dice).map(|_| dice.pop_front().expect("the test has loaded the dice")).collect()
    }
}

/// A computer that records its input; its choice depends on that input alone.
struct Spy(Arc<Script>);

impl Player for Spy {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let given = serde_json::to_string(&(scene, frames)).expect("plain data");
        let place = given.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31) + byte as usize);
        let text = scene.choices[place % scene.choices.len()].text.clone();
        self.0.thought.lock().expect("whole").push((given, text.clone()));
        Ok(Choice { text, info: None })
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

impl World {
    /// A server; `around` may add a layer between it and its callers.
    pub(crate) fn new(around: impl Fn(Router) -> Router) -> Self {
        let is_shared = SERVERS.get() > 1;
        let memory = if is_shared { MemoryStore::shared() } else { MemoryStore::default() };
        let store = TestStore { memory, ..TestStore::default() };
        Self::with(Arc::new(Intercepted(store)), Arc::default(), None, around)
    }

    /// A server that tells people who are away through these receivers.
    pub(crate) fn telling(receivers: &Receivers) -> Self {
        let store = Arc::new(Intercepted(TestStore::default()));
        Self::with(store, Arc::default(), Some(&receivers.telling()), |router| router)
    }

    /// Another server with the same store and environment, as after a restart.
    pub(crate) fn restarted(&self) -> Self {
        Self::with(self.store.clone(), self.script.clone(), None, |router| router)
    }

    fn with(
        store: Arc<Intercepted<TestStore>>,
        script: Arc<Script>,
        telling: Option<&Telling>,
        around: impl Fn(Router) -> Router,
    ) -> Self {
        let outer = Arc::new(Outer(script.clone()));
        let workers = WorkerToken::new(WORKER_TOKEN).expect("long enough");
        let policy = PeoplePolicy { chat: true, ..PeoplePolicy::default() };
        let buses = LocalBus::ends(SERVERS.get());
        let server = |bus: &Arc<LocalBus>| {
            let (outer, bus) = (outer.clone(), bus.clone());
            let (store, telling, workers) = (store.clone(), telling.cloned(), Some(workers));
            TestServer::with_bus(store, outer, policy, telling, workers, Some(bus))
        };
        let servers: Vec<_> = buses.iter().map(server).collect();
        let routers = servers.iter().map(|server| around(server.router.clone())).collect();
        let in_memory = InMemoryServer::start(routers);
        Self { in_memory, script, store, servers, bus: buses[0].clone() }
    }

    /// Lets each of several servers learn what the others have done.
    pub(crate) async fn settle(&self) {
        if self.servers.len() == 1 {
            return;
        }
        // The servers notice that a socket was closed.
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        for server in &self.servers {
            server.note_presences().await;
        }
        for server in &self.servers {
            server.look_at_others().await;
        }
    }

    /// What the servers have told each other since this was asked last.
    pub(crate) fn told(&self) -> Vec<String> {
        self.bus.take_said().iter().map(ToString::to_string).collect()
    }

    /// The number of workers that wait for a job.
    pub(crate) fn waiting_workers(&self) -> usize {
        self.servers[0].waiting_workers()
    }

    /// Does what is due, whenever the test has set the time.
    pub(crate) fn wake(&self) {
        self.servers[0].wake();
    }

    pub(crate) fn routes(&self) -> &[RouteEntry] {
        &self.servers[0].routes
    }

    pub(crate) async fn guest(&self) -> Caller {
        let answer = json_of(&self.in_memory.ask(&Ask::post("/api/guests", "")).await);
        let user = answer["guest"].as_str().expect("an id");
        let secret = format!("the-secret-of-{user}");
        let feed = WayChange::PutFeed(Feed {
            user: user.to_owned(),
            secret_hash: Sha256::digest(&secret).to_vec(),
            secret: secret.clone(),
            created_ms: BEGIN,
        });
        let made = self.store.change_people(vec![PeopleChange::Way(feed)]).await;
        made.expect("a guest");
        Caller { token: answer["token"].as_str().map(str::to_owned), feed: Some(secret) }
    }

    /// The id of a caller.
    pub(crate) async fn user_of(&self, caller: &Caller) -> String {
        let me = json_of(&self.ask(caller, Ask::get("/api/me")).await);
        me["id"].as_str().expect("an id").to_owned()
    }

    /// Changes what the store knows of people.
    pub(crate) async fn change_people(&self, changes: Vec<PeopleChange>) {
        self.store.change_people(changes).await.expect("the changes fit");
    }

    /// Makes a guest a person who has earned a week of vacation.
    pub(crate) async fn make_person(&self, caller: &Caller, name: &str) {
        let user = self.user_of(caller).await;
        let at_ms = BEGIN + self.script.time.borrow().unwrap_or_default();
        let day_ms = 24 * 60 * 60 * 1000;
        let changes = vec![
            PeopleChange::SetName {
                user: user.clone(),
                kind: UserKind::Guest,
                name: name.to_owned(),
                name_key: name.to_lowercase(),
                at_ms,
            },
            PeopleChange::SetVacation {
                user,
                vacation: Vacation { on: false, left_ms: 7 * day_ms, counted_ms: at_ms - day_ms },
            },
        ];
        self.change_people(changes).await;
    }

    /// Seeds a fault into what follows from the logs.
    pub(crate) fn leak_news(&self, leak: NewsLeak) {
        *self.store.0.leak.lock().expect("whole") = Some(leak);
    }

    /// Seeds a fault into what the server reads while it sends something.
    pub(crate) fn leak_payload(&self, leak: PayloadLeak) {
        *self.store.0.sent_leak.lock().expect("whole") = Some(leak);
    }

    /// What was put into the outbox for a user since this was asked last.
    pub(crate) fn outbox_of(&self, user: &str) -> Vec<OutboxItem> {
        let mut outbox = self.store.0.outbox.lock().expect("whole");
        outbox.extract_if(.., |item| item.user == user).collect()
    }

    /// Sends the mail, push messages and calls of webhooks that are due.
    pub(crate) async fn deliver(&self) {
        self.store.0.delivering.store(true, Ordering::SeqCst);
        self.servers[0].deliver().await;
        self.store.0.delivering.store(false, Ordering::SeqCst);
    }

    /// Makes appends to the store slow.
    pub(crate) fn slow_down(&self, append: Duration) {
        *self.store.0.append.lock().expect("whole") = append;
    }

    /// Whether an append is in progress.
    pub(crate) fn is_appending(&self) -> bool {
        self.store.0.appending.load(Ordering::SeqCst)
    }

    /// Makes the store's writes fail, or succeed again.
    pub(crate) fn fill_up(&self, full: bool) {
        self.store.0.full.store(full, Ordering::SeqCst);
    }

    pub(crate) async fn ask(&self, caller: &Caller, ask: Ask) -> Vec<u8> {
        self.settle().await;
        self.in_memory.ask(&caller.sign(ask)).await
    }

    /// Makes a request that must succeed.
    pub(crate) async fn done(&self, caller: &Caller, path: &str, body: &Value) -> Value {
        let answer = self.ask(caller, Ask::post(path, body.to_string())).await;
        let text = String::from_utf8_lossy(&answer);
        assert!(text.starts_with("HTTP/1.1 20"), "{path} {body}: {text}");
        json_of(&answer)
    }

    /// Opens a socket that must be accepted.
    pub(crate) async fn socket(&self, caller: &Caller, path: &str) -> Socket {
        self.settle().await;
        let ask = caller.sign(Ask::get(path));
        let (answer, socket) = Socket::open(self.in_memory.connect(&ask), &ask).await;
        socket.unwrap_or_else(|| panic!("{path}: {}", String::from_utf8_lossy(&answer)))
    }
}

pub(crate) fn json_of(answer: &[u8]) -> Value {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    serde_json::from_slice(&answer[end + 4..]).expect("JSON")
}

/// A caller of the server.
#[derive(Clone, Default, Debug)]
pub(crate) struct Caller {
    token: Option<String>,
    /// The secret of its feeds.
    feed: Option<String>,
}

/// Stands in the paths of requests for the secret of the caller's feeds.
pub(crate) const OWN_FEED: &str = "{own}";

impl Caller {
    /// Pages identify a caller by the cookie, programs by a header.
    pub(crate) fn sign(&self, mut ask: Ask) -> Ask {
        if let Some(feed) = &self.feed {
            ask.path = ask.path.replace(OWN_FEED, feed);
        }
        match &self.token {
            // A feed needs no other sign.
            Some(_) if ask.path.starts_with("/feeds/") => ask,
            Some(token) if ask.path.starts_with("/api") => {
                ask.with("authorization", format!("Bearer {token}"))
            }
            Some(token) => ask.with("cookie", format!("heterodox={token}")),
            None => ask,
        }
    }
}

/// A store in memory that the test makes slow or full.
#[derive(Default)]
struct TestStore {
    memory: MemoryStore,
    /// How long an append takes.
    append: Mutex<Duration>,
    appending: AtomicBool,
    /// Whether writing fails.
    full: AtomicBool,
    /// A fault in what follows from a log.
    leak: Mutex<Option<NewsLeak>>,
    /// What was put into the outbox.
    outbox: Mutex<Vec<OutboxItem>>,
    /// The facts that a fault reveals in what is sent.
    facts: Mutex<Facts>,
    /// A fault in what is sent.
    sent_leak: Mutex<Option<PayloadLeak>>,
    /// Whether the outbox is being delivered.
    delivering: AtomicBool,
}

/// What only the umpire knows of the last append to a log.
#[derive(Clone, Default)]
pub(crate) struct Facts {
    /// The number of events.
    pub(crate) length: u64,
    /// The text of the event before it.
    pub(crate) before: String,
}

impl TestStore {
    /// The fault that is seeded into what is sent, while something is sent.
    fn sent_leak(&self) -> Option<(PayloadLeak, Facts)> {
        let leak = *self.sent_leak.lock().expect("whole");
        let leak = leak.filter(|_| self.delivering.load(Ordering::SeqCst))?;
        Some((leak, self.facts.lock().expect("whole").clone()))
    }

    fn room(&self) -> Result<(), StoreError> {
        if self.full.load(Ordering::SeqCst) {
            return Err(StoreError::Database("the disk is full".to_owned()));
        }
        Ok(())
    }
}

#[async_trait]
impl Interceptor for TestStore {
    fn inner(&self) -> &dyn Store {
        &self.memory
    }
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.room()?;
        let delay = *self.append.lock().expect("whole");
        if !delay.is_zero() {
            self.appending.store(true, Ordering::SeqCst);
            tokio::time::sleep(delay).await;
            self.appending.store(false, Ordering::SeqCst);
        }
        let mut append = append;
        let leak = *self.leak.lock().expect("whole");
        let sent_leak = *self.sent_leak.lock().expect("whole");
        if leak.is_some() || sent_leak.is_some() {
            let before = self.memory.events(&append.game).await?.pop();
            let before = before.map(|event| event.body).unwrap_or_default();
            if let Some(leak) = leak {
                leak.add(&mut append, &before);
            }
            let length = append.after + append.events.len() as u64;
            *self.facts.lock().expect("whole") = Facts { length, before };
        }
        let items = append.outbox.clone();
        self.memory.append(append).await?;
        self.outbox.lock().expect("whole").extend(items);
        Ok(())
    }
    async fn put_outbox(&self, item: OutboxItem) -> Result<(), StoreError> {
        self.memory.put_outbox(item.clone()).await?;
        self.outbox.lock().expect("whole").push(item);
        Ok(())
    }
    async fn take_outbox(
        &self,
        kinds: &[&str],
        now_ms: UnixMillis,
        again_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<TakenItem>, StoreError> {
        let mut taken = self.memory.take_outbox(kinds, now_ms, again_ms, limit).await?;
        if let Some((leak, facts)) = self.sent_leak() {
            for taken in &mut taken {
                leak.change_item(&mut taken.item, &facts);
            }
        }
        Ok(taken)
    }
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        let mut user = self.memory.user(id).await?;
        if let (Some(user), Some((leak, facts))) = (&mut user, self.sent_leak()) {
            leak.change_user(user, &facts);
        }
        Ok(user)
    }
    async fn email_of(&self, user: &str) -> Result<Option<Email>, StoreError> {
        let mut email = self.memory.email_of(user).await?;
        if let (Some(email), Some((leak, facts))) = (&mut email, self.sent_leak()) {
            leak.change_email(email, &facts);
        }
        Ok(email)
    }
    async fn webhook_of(&self, user: &str) -> Result<Option<Webhook>, StoreError> {
        let mut webhook = self.memory.webhook_of(user).await?;
        if let (Some(webhook), Some((leak, facts))) = (&mut webhook, self.sent_leak()) {
            leak.change_webhook(webhook, &facts);
        }
        Ok(webhook)
    }
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        self.room()?;
        self.memory.change_people(changes).await
    }
    async fn ready(&self) -> Result<(), StoreError> {
        self.room()
    }
}
