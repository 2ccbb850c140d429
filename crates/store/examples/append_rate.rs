//! Measures durable appends a second with 1, 16 and 256 callers, and reads everything back.
//!
//! ```sh
//! cargo run --release -p heterodox-store --features cluster --example append_rate -- \
//!     [SECONDS [DIRECTORY]]
//! ```
//!
//! Each caller plays a game of its own and waits for one append before it begins the next, as the
//! server does. SECONDS (default 5) is the time for each number of callers. The directory (default:
//! the system's temporary one) decides which disk is measured. With the feature `cluster` the same
//! is measured on `PostgreSQL`, if it is installed: a server is started in the directory, and one
//! to three stores, each as of one node, share its database.

use heterodox_store::{
    Append, Derived, GameState, GameSummary, NewEvent, NewGame, SeatSummary, Store, StoreUrl,
};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const CALLERS: [usize; 3] = [1, 16, 256];
/// The length of a game, after which its caller begins another one.
const GAME_LENGTH: u64 = 100;

#[tokio::main]
async fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().map_or(5.0, |text| text.parse().expect("SECONDS is a number"));
    let time = Duration::from_secs_f64(seconds);
    let parent = args.next().map_or_else(std::env::temp_dir, Into::into);
    let directory = tempfile::tempdir_in(&parent).expect("a temporary directory");
    for callers in CALLERS {
        let folder = directory.path().join(callers.to_string());
        std::fs::create_dir(&folder).expect("a folder");
        measure("SQLite", &[StoreUrl::from(&folder)], callers, time).await;
    }
    measure_postgres(&parent, time).await;
}

#[cfg(feature = "cluster")]
async fn measure_postgres(parent: &Path, time: Duration) {
    use heterodox_store::PgAddress;
    use heterodox_store_story::TestPostgres;
    let Some(postgres) = TestPostgres::start_in(parent, &[]) else { return };
    for nodes in 1..=3 {
        for callers in CALLERS {
            let address = PgAddress::parse(&postgres.database(), false).expect("an address");
            let url = StoreUrl::Postgres(Box::new(address));
            let name = format!("PostgreSQL, nodes: {nodes}");
            measure(&name, &vec![url; nodes], callers, time).await;
        }
    }
}

#[cfg(not(feature = "cluster"))]
async fn measure_postgres(_: &Path, _: Duration) {}

/// Measures with some callers, which use these stores in turn.
async fn measure(name: &str, urls: &[StoreUrl], callers: usize, time: Duration) {
    let mut stores = Vec::new();
    for url in urls {
        stores.push(url.open().await.expect("the store opens"));
    }
    let begun = Instant::now();
    let mut playing = tokio::task::JoinSet::new();
    for caller in 0..callers {
        playing.spawn(play(stores[caller % stores.len()].clone(), caller, begun + time));
    }
    let mut counts = playing.join_all().await;
    let elapsed = begun.elapsed().as_secs_f64();
    for store in &stores {
        store.close().await;
    }
    drop(stores);

    counts.sort_unstable();
    let appends: u64 = counts.iter().map(|(_, count)| count).sum();
    let store = urls[0].open().await.expect("the store opens again");
    for (caller, count) in counts {
        check(&*store, caller, count).await;
    }
    store.close().await;
    println!(
        "{name}, {callers:>3} callers: {:>6.0} appends a second, {:>7.3} ms each, \
         {appends} read back",
        appends as f64 / elapsed,
        elapsed * 1000.0 * callers as f64 / appends as f64,
    );
}

/// Appends one event at a time until the deadline. Returns the caller and its number of appends.
async fn play(store: Arc<dyn Store>, caller: usize, deadline: Instant) -> (usize, u64) {
    let mut count = 0;
    while Instant::now() < deadline {
        let (game, after) = (game_id(caller, count), count % GAME_LENGTH);
        if after == 0 {
            store.create_game(new_game(game.clone())).await.expect("a game is created");
        }
        let event = NewEvent { at_ms: count as i64, body: body(caller, count) };
        let append = Append::new(&game, after, vec![event], derived(&game, after + 1));
        store.append(append).await.expect("an event is appended");
        count += 1;
    }
    (caller, count)
}

fn new_game(id: String) -> NewGame {
    let derived = derived(&id, 0);
    NewGame { id, body: "{}".to_owned(), created_ms: 1, derived, outbox: Vec::new() }
}

/// What follows from a game between two users after this number of plies.
fn derived(game: &str, plies: u64) -> Derived {
    let seat = |number: u64| SeatSummary {
        user: Some(format!("{}{number}", &game[..4])),
        to_act: plies % 2 == number,
        ..SeatSummary::default()
    };
    let summary = GameSummary {
        kind: "klinzha".to_owned(),
        state: GameState::Running,
        plies: plies as u32,
        created_ms: 1,
        last_ms: plies as i64,
        ..GameSummary::default()
    };
    Derived { due_ms: None, summary, seats: vec![seat(0), seat(1)] }
}

/// Asserts that the store holds exactly the acknowledged events of a caller.
async fn check(store: &dyn Store, caller: usize, count: u64) {
    for begin in (0..count).step_by(GAME_LENGTH as usize) {
        let events = store.events(&game_id(caller, begin)).await.expect("events are read");
        let end = count.min(begin + GAME_LENGTH);
        assert_eq!(events.len() as u64, end - begin, "of caller {caller}");
        for (event, number) in events.iter().zip(begin..) {
            assert_eq!(event.body, body(caller, number));
        }
        let game = game_id(caller, begin);
        let found = store.derived(&game).await.expect("derived rows are read");
        assert_eq!(found, Some(derived(&game, end - begin)));
    }
}

fn game_id(caller: usize, count: u64) -> String {
    format!("{caller:04}g{:07}", count / GAME_LENGTH)
}

fn body(caller: usize, count: u64) -> String {
    let seat = count % 2;
    format!(r#"{{"event":"act","act":"submit","seat":{seat},"text":"V@G13 G14 {caller} {count}"}}"#)
}
