//! Clocks at a server whose time is the test's.

use super::*;
use heterodox_host::clock::TimeRules;
use heterodox_rules::EndReason;
use heterodox_store::Outages;
use tokio::sync::Notify;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
/// The moment at which the tests begin.
const BEGIN: i64 = 1_000_000_000;

/// A store whose appends can be held up.
struct SlowStore {
    store: SqliteStore,
    is_slow: AtomicBool,
    waiting: AtomicU8,
    go_on: Notify,
}

#[async_trait]
impl Interceptor for SlowStore {
    fn inner(&self) -> &dyn Store {
        &self.store
    }
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        if self.is_slow.load(Ordering::SeqCst) {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.go_on.notified().await;
        }
        self.store.append(append).await
    }
}

struct Club {
    _home: TempDir,
    store: Arc<Intercepted<SlowStore>>,
    service: Arc<Service>,
    now: watch::Sender<Moment>,
    people: [UserId; 2],
}

impl Club {
    async fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&home.path().join("test.sqlite")).await.unwrap();
        let store = Arc::new(Intercepted(SlowStore {
            store,
            is_slow: AtomicBool::new(false),
            waiting: AtomicU8::new(0),
            go_on: Notify::new(),
        }));
        let (now, _) = watch::channel(Moment(BEGIN));
        let service = serve(&store, &now).await;
        let anna = service.environment.user();
        let ben = service.environment.user();
        Self { _home: home, store, service, now, people: [anna, ben] }
    }

    /// Stops the server without a word, and starts it again when its machine's clock says `now`.
    async fn crash_until(&mut self, now: i64) {
        self.service.closing.store(true, Ordering::SeqCst);
        (self.now, _) = watch::channel(Moment(now));
        self.service = serve(&self.store, &self.now).await;
    }

    fn pass(&self, ms: i64) {
        self.now.send_modify(|now| now.0 += ms);
    }

    /// A game of two people.
    async fn game(&self, control: &str) -> String {
        let wanted = NewTable {
            game: "klinzha".to_owned(),
            options: Options::default(),
            start: StartWith::Quick("north-west".to_owned()),
            time: Some(TimeRules::new(control.parse().unwrap())),
            seating: Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) },
            terms: OfferTerms::default(),
        };
        let game = self.service.create(self.people[0], wanted, None).await.unwrap();
        let game = game.id().to_owned();
        self.service.join(&game, self.people[1], None, None, None).await.unwrap();
        game
    }

    async fn watch(&self, game: &str, seat: usize) -> crate::games::Watcher {
        let user = Some(self.people[seat]);
        self.service.watch(game, user, None, None, None).await.unwrap()
    }

    async fn game_now(&self, game: &str) -> Arc<heterodox_host::Game> {
        self.service.own_snapshot(game).await.unwrap().game.clone()
    }

    async fn act_at(&self, game: &str, seat: usize, action: Action, at: i64) -> Result<(), String> {
        let request = ActRequest { action, seat: None, expect: None };
        let received = Received { at: Moment(at), lag_ms: 0 };
        let act = self.service.act(game, self.people[seat], request, None, None, received);
        act.await.map(drop).map_err(|error| error.to_string())
    }

    async fn act(&self, game: &str, seat: usize, action: Action) -> Result<(), String> {
        self.act_at(game, seat, action, self.now.borrow().0).await
    }

    async fn any_move(&self, game: &str, seat: usize) -> Action {
        let scene = self.game_now(game).await.table().scene(Viewer::Seat(Seat::new(seat)));
        Action::Submit(scene.choices[0].text.clone())
    }

    async fn moves(&self, game: &str, seat: usize) {
        let action = self.any_move(game, seat).await;
        self.act(game, seat, action).await.unwrap();
    }

    async fn deadline(&self, game: &str, seat: usize) -> Option<i64> {
        let game = self.game_now(game).await;
        game.time().unwrap().deadline(Seat::new(seat)).map(Moment::as_millis)
    }

    async fn reason(&self, game: &str) -> Option<EndReason> {
        self.game_now(game).await.outcome().map(|outcome| outcome.reason)
    }
}

async fn serve(store: &Arc<Intercepted<SlowStore>>, now: &watch::Sender<Moment>) -> Arc<Service> {
    let environment = TestEnvironment { clock: Some(now.clone()), ..TestEnvironment::default() };
    let service = Service::with(store.clone(), limiter(), Arc::new(environment));
    service.note_outage().await.unwrap();
    let waking = service.clone();
    tokio::spawn(async move { waking.wake_due_games().await });
    service
}

#[tokio::test]
async fn the_clocks_start_when_both_players_are_there() {
    let club = Club::new().await;
    let game = club.game("10+5").await;
    let _anna = club.watch(&game, 0).await;
    rounds().await;
    assert_eq!(club.deadline(&game, 0).await, None);
    let _ben = club.watch(&game, 1).await;
    until(async || club.deadline(&game, 0).await == Some(BEGIN + 10 * MINUTE)).await;
}

#[tokio::test]
async fn a_seat_is_flagged_at_its_deadline_though_its_game_is_not_in_memory() {
    let club = Club::new().await;
    let game = club.game("3d/move").await;
    club.moves(&game, 0).await;
    let deadline = BEGIN + 3 * 24 * HOUR;
    assert_eq!(club.deadline(&game, 1).await, Some(deadline));
    for now in [deadline, deadline + 250] {
        club.service.live_games.evict(Duration::ZERO);
        club.now.send_replace(Moment(now));
        rounds().await;
        assert_eq!(club.reason(&game).await, None, "at {now}");
    }
    club.service.live_games.evict(Duration::ZERO);
    club.pass(1);
    until(async || club.reason(&game).await == Some(EndReason::TIME)).await;
}

/// The disk is slow: what was received in time waits behind another act, until long after the
/// deadline.
#[tokio::test]
async fn an_act_that_arrived_in_time_counts_though_it_is_judged_later() {
    let club = Arc::new(Club::new().await);
    let game = club.game("4h").await;
    club.moves(&game, 0).await;
    club.moves(&game, 1).await;
    let deadline = club.deadline(&game, 0).await.unwrap();
    let store = &club.store.0;
    store.is_slow.store(true, Ordering::SeqCst);
    let spawn = |seat: usize, action: Action, at: i64| {
        let (club, game) = (club.clone(), game.clone());
        tokio::spawn(async move { club.act_at(&game, seat, action, at).await })
    };
    let offer = spawn(1, Action::OfferDraw, deadline - 5);
    until(async || store.waiting.load(Ordering::SeqCst) == 1).await;
    let in_time = spawn(0, club.any_move(&game, 0).await, deadline);
    rounds().await;
    club.pass(deadline + HOUR - BEGIN);
    rounds().await;
    store.is_slow.store(false, Ordering::SeqCst);
    store.go_on.notify_waiters();
    offer.await.unwrap().unwrap();
    in_time.await.unwrap().unwrap();
    rounds().await;
    assert_eq!(club.reason(&game).await, None);
    assert_eq!(club.game_now(&game).await.table().plies(), 3);
    let left = club.game_now(&game).await.time().unwrap().left(Seat::new(0)).left_ms;
    assert_eq!(left, 0, "it used all of its time");
    let shown = club.deadline(&game, 1).await.unwrap();
    assert_eq!(shown, deadline + 5 * HOUR, "the disk is nobody's time");
}

#[tokio::test]
async fn a_player_who_stays_away_can_be_claimed_after_two_minutes() {
    let club = Club::new().await;
    let game = club.game("30+0").await;
    let anna = club.watch(&game, 0).await;
    let ben = club.watch(&game, 1).await;
    until(async || club.deadline(&game, 0).await.is_some()).await;
    club.moves(&game, 0).await;
    club.moves(&game, 1).await;
    drop(anna);
    let claim = || Action::Claim { draw: false };
    club.pass(2 * MINUTE - 1);
    assert!(club.act(&game, 1, claim()).await.is_err(), "too early");
    let back = club.watch(&game, 0).await;
    club.pass(1);
    assert!(club.act(&game, 1, claim()).await.is_err(), "the player is back");
    drop(back);
    club.pass(2 * MINUTE);
    club.act(&game, 1, claim()).await.unwrap();
    let outcome = club.game_now(&game).await.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Seat::new(1)), EndReason::ABANDONED));
    drop(ben);
}

/// The machine's clock is an hour behind, or an hour ahead, after a crash.
#[tokio::test]
async fn a_crash_and_a_clock_that_jumps_cost_nobody_time() {
    for jump in [-HOUR, 20 * SECOND, HOUR, 48 * HOUR] {
        let mut club = Club::new().await;
        let game = club.game("4h").await;
        club.moves(&game, 0).await;
        club.pass(10 * SECOND);
        club.moves(&game, 1).await;
        club.pass(20 * SECOND);
        let before = club.now.borrow().0;
        let remaining = club.deadline(&game, 0).await.unwrap() - before;
        club.store.beat(before).await.unwrap();
        club.crash_until(before + jump).await;
        let now = club.now.borrow().0;
        assert!(now >= before, "time never goes back");
        assert_eq!(club.deadline(&game, 0).await, Some(now + remaining + 15 * SECOND));
        rounds().await;
        assert_eq!(club.reason(&game).await, None);
        // The moment of its row is over, as the outage was not known then.
        club.service.live_games.evict(Duration::ZERO);
        club.pass(remaining + 15 * SECOND);
        rounds().await;
        assert_eq!(club.reason(&game).await, None, "exactly at the deadline");
        club.pass(251);
        until(async || club.reason(&game).await == Some(EndReason::TIME)).await;
    }
}
