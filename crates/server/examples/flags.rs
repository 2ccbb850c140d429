//! How fast the server flags many players at once, and how long others wait for their moves
//! meanwhile.
//!
//! ```sh
//! cargo run --release -p heterodox-server --example flags -- [GAMES]
//! ```
//!
//! All games (10 000 by default) have their deadlines in the same second. None is in memory.
//! Eight players at other tables make a move every 20 ms. The program prints when the last game was
//! flagged, counted from the last deadline at which an act still counts and the grace after it, and
//! the 50th and 99th percentile of the moves before and in that time. It checks that every game
//! ended by time.

use futures_util::future::join_all;
use heterodox_host::clock::TimeRules;
use heterodox_host::{Event, LogEntry, Opening, Player, StartWith};
use heterodox_rules::Seat;
use heterodox_server::{Limits, ServeConfig, Server, reindex};
use heterodox_store::{Append, Derived, GameLog, Lists, NewEvent, NewGame, SqliteStore, Store};
use reqwest::Client;
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::time::{MissedTickBehavior, interval, sleep};

#[path = "common/own_process.rs"]
mod own_process;

use own_process::Process;

type Result<T = (), E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

/// The time of each player: its clock starts at once, as in all games by correspondence.
const CONTROL: &str = "4h";
const CONTROL_MS: i64 = 14_400_000;
/// The time after a deadline in which acts on their way are waited for.
const GRACE_MS: i64 = 251;
/// The time between the start of the server and the first deadline.
const AHEAD: Duration = Duration::from_secs(10);
/// The number of players who move meanwhile, and how often each does.
const PLAYERS: usize = 8;
const MOVE_INTERVAL: Duration = Duration::from_millis(20);

#[tokio::main]
async fn main() -> Result {
    let first = std::env::args().nth(1);
    if let (Some("serve"), Some(folder)) = (first.as_deref(), std::env::args().nth(2)) {
        return serve(&folder).await;
    }
    let games: usize = first.map_or(Ok(10_000), |text| text.parse())?;
    let home = tempfile::tempdir()?;
    write_games(home.path(), games).await?;
    let first_ms = now() + AHEAD.as_millis() as i64;
    shift_games(home.path(), first_ms)?;
    let report = reindex(home.path()).await?;
    if report.games != games || !report.faults.is_empty() {
        return Err(format!("{} games, {:?}", report.games, report.faults).into());
    }
    let server = Process::start(home.path().to_str().ok_or("a folder with another name")?)?;
    let store = SqliteStore::open(&home.path().join("heterodox.sqlite")).await?;
    let last_ms = first_ms + 999 + GRACE_MS;
    let players: Vec<_> = join_all((0..PLAYERS).map(|_| Mover::new(&server.base))).await;
    let players = players.into_iter().collect::<Result<Vec<_>>>()?;
    let until = first_ms + 20_000;
    let moving: Vec<_> =
        players.into_iter().map(|player| tokio::spawn(player.move_until(until))).collect();
    while now() < first_ms {
        sleep(Duration::from_millis(5)).await;
    }
    // A game is due until its end is stored.
    while !store.due(last_ms, 1).await?.is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    let done_ms = now();
    println!("{games} games: the last was flagged {} ms after its time", done_ms - last_ms);
    let mut all = Vec::new();
    for player in moving {
        all.extend(player.await??);
    }
    for (name, from, to) in [("before", 0, first_ms), ("meanwhile", first_ms, done_ms)] {
        let within = all.iter().filter(|(at, _)| (from..to).contains(at));
        let mut times: Vec<Duration> = within.map(|(_, took)| *took).collect();
        times.sort_unstable();
        let share = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1));
        println!("{name}: {} moves, 50 %: {:?}, 99 %: {:?}", times.len(), share(50), share(99));
    }
    let mut flagged = 0;
    for number in 0..games {
        let derived = store.derived(&id(number)).await?.ok_or("a game is gone")?;
        flagged += usize::from(derived.summary.reason.as_deref() == Some("time"));
    }
    store.close().await;
    if flagged != games {
        return Err(format!("{flagged} of {games} ended by time").into());
    }
    Ok(())
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}

fn id(number: usize) -> String {
    format!("flag{number:08}")
}

/// Writes the games, with clocks that start at the moments 0 to 999.
async fn write_games(folder: &Path, games: usize) -> Result {
    let store = SqliteStore::open(&folder.join("heterodox.sqlite")).await?;
    let opening = Opening {
        game: "klinzha".to_owned(),
        start: StartWith::Quick("north-west".to_owned()),
        players: vec![Some(Player::User("annaanna".parse()?)), None],
        time: Some(TimeRules::new(CONTROL.parse()?)),
        ..Opening::default()
    };
    let body = opening.encode();
    let join = Event::Join { seat: Seat::new(1), user: "benbenbe".parse()? };
    let join = LogEntry::from(join).encode();
    let start = LogEntry::from(Event::StartClocks).encode();
    let write = async |number: usize| -> Result {
        let (id, at_ms) = (id(number), (number % 1000) as i64);
        let new = NewGame {
            id: id.clone(),
            body: body.clone(),
            created_ms: at_ms,
            derived: Derived::default(),
        };
        store.create_game(new).await?;
        let events = [&join, &start].map(|body| NewEvent { at_ms, body: body.clone() });
        store.append(Append::new(&id, 0, events.to_vec(), Derived::default())).await?;
        Ok(())
    };
    for chunk in (0..games).collect::<Vec<_>>().chunks(200) {
        join_all(chunk.iter().map(|&number| write(number)))
            .await
            .into_iter()
            .collect::<Result>()?;
    }
    store.close().await;
    Ok(())
}

/// Moves all moments, so that the first deadline is at `first_ms`.
fn shift_games(folder: &Path, first_ms: i64) -> Result {
    let db = rusqlite::Connection::open(folder.join("heterodox.sqlite"))?;
    let begun = first_ms - CONTROL_MS;
    db.execute("update games set created_ms = created_ms + ?", [begun])?;
    db.execute("update events set at_ms = at_ms + ?", [begun])?;
    Ok(())
}

/// The other process: a server without rate limits.
async fn serve(folder: &str) -> Result {
    let mut config = ServeConfig::new(([127, 0, 0, 1], 0).into(), folder);
    config.limits = Limits::unlimited();
    let server = Server::bind(config).await?;
    println!("http://{}", server.address());
    server.run_until(std::future::pending()).await;
    Ok(())
}

/// A guest who plays both sides of a game.
struct Mover {
    client: Client,
    base: String,
    token: String,
    game: String,
}

impl Mover {
    async fn new(base: &str) -> Result<Self> {
        let (client, base) = (Client::new(), base.to_owned());
        let mut mover = Self { client, base, token: String::new(), game: String::new() };
        let guest = mover.post("/api/guests", &json!({})).await?;
        guest["token"].as_str().ok_or("no token")?.clone_into(&mut mover.token);
        let wanted = json!({"game": "klinzha", "start": {"quick": "north-west"},
            "opponent": "hot-seat"});
        let game = mover.post("/api/games", &wanted).await?;
        game["id"].as_str().ok_or("no game")?.clone_into(&mut mover.game);
        Ok(mover)
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let mut request = self.client.post(format!("{}{path}", self.base)).json(body);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        Ok(request.send().await?.error_for_status()?.json().await?)
    }

    /// Moves until a moment. Returns when each move was made, and how long its answer took.
    async fn move_until(self, until: i64) -> Result<Vec<(i64, Duration)>> {
        let mut ticks = interval(MOVE_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut times = Vec::new();
        // A Blockader's two steps forth and back, on both sides.
        let steps = ["B@E37 D27", "B@G35 F25", "B@D27 E37", "B@F25 G35"];
        for text in steps.iter().cycle() {
            ticks.tick().await;
            if now() >= until {
                break;
            }
            let begun = (now(), Instant::now());
            let act = json!({"act": "submit", "text": text});
            self.post(&format!("/api/games/{}/acts", self.game), &act).await?;
            times.push((begun.0, begun.1.elapsed()));
        }
        Ok(times)
    }
}
