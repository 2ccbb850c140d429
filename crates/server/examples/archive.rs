//! How fast lists, archive, profiles and lobby are with 200 000 finished games and 5000 people,
//! while others play.
//!
//! ```sh
//! cargo build --release -p heterodox-server --example archive
//! target/release/examples/archive generate FOLDER
//! target/release/examples/archive bench target/release/heterodox FOLDER
//! ```
//!
//! `generate` writes the folder once (`--games 200000 --people 5000 --seed 1`). `bench` starts the
//! server on it, lets guests make 200 moves a second through sockets (`--moves 200`), and asks each
//! question some hundred times (`--rounds 300`), one after the other from a connection of its own,
//! of many people and places in turn. Each answer is compared with what the rows of the file say.
//! It prints the median, the 99th percentile and the longest time in ms, and the moves a second
//! that were made. The pages of "first names" are asked right after the start of the server, when
//! it knows no person's name. `--json` prints one object. `--only WORD` asks only the questions
//! with that word.

mod common;
#[path = "archive/expected.rs"]
mod expected;
#[path = "archive/generate.rs"]
mod generate;
#[path = "common/play.rs"]
mod play;

use common::{Caller, Process, Result, ms, percentile};
use expected::{Rows, Wanted};
use futures_util::{StreamExt, TryStreamExt, stream};
use generate::{Amount, token};
use heterodox_store::{ArchiveFilter, ResultFilter};
use play::{Counts, set_up};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The games that are played meanwhile.
const TABLES: u32 = 100;
/// The variants of each question.
const VARIANTS: usize = 16;
/// The pause between two questions.
const PAUSE: Duration = Duration::from_millis(2);
/// The addresses of those who ask.
const ASKER: u32 = 1_000_000;
/// The pages that are asked while the server knows no names.
const FIRST_PAGES: usize = 40;

struct Args {
    words: Vec<String>,
    amount: Amount,
    moves: u32,
    rounds: usize,
    only: String,
    json: bool,
}

fn args() -> Result<Args> {
    let amount = Amount { games: 200_000, people: 5000, seed: 1 };
    let words = Vec::new();
    let mut args =
        Args { words, amount, moves: 200, rounds: 300, only: String::new(), json: false };
    let mut given = std::env::args().skip(1);
    while let Some(arg) = given.next() {
        let mut value = || given.next().ok_or(format!("{arg}: expected a value"));
        match arg.as_str() {
            "--games" => args.amount.games = value()?.parse()?,
            "--people" => args.amount.people = value()?.parse()?,
            "--seed" => args.amount.seed = value()?.parse()?,
            "--moves" => args.moves = value()?.parse()?,
            "--rounds" => args.rounds = value()?.parse()?,
            "--only" => args.only = value()?,
            "--json" => args.json = true,
            _ if arg.starts_with('-') => return Err(format!("'{arg}': no such option").into()),
            _ => args.words.push(arg),
        }
    }
    Ok(args)
}

#[tokio::main]
async fn main() -> Result {
    let args = args()?;
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    match words[..] {
        ["generate", folder] => generate::generate(folder.as_ref(), args.amount).await,
        ["bench", program, folder] => bench(program.into(), folder.into(), &args).await,
        _ => Err("expected 'generate FOLDER' or 'bench PROGRAM FOLDER'".into()),
    }
}

/// A question with what its answer must be.
struct Question {
    path: String,
    /// The user who asks.
    user: Option<String>,
    check: Check,
}

/// What an answer must hold.
enum Check {
    /// The games of the list with this name.
    Games(&'static str, Wanted),
    /// Links to games with this prefix.
    Links(&'static str, Wanted),
    /// The reader's own games: those that are over, and the number of the others.
    Mine(Wanted, usize),
    /// These texts.
    Texts(Vec<String>),
}

impl Check {
    fn check(&self, body: &[u8]) -> Result {
        let text = str::from_utf8(body)?;
        match self {
            Self::Games(name, wanted) => {
                let found: Value = serde_json::from_str(text)?;
                wanted.check(&found[name], &found["next"])
            }
            Self::Links(prefix, wanted) => wanted.check_html(text, prefix),
            Self::Mine(wanted, running) => {
                let found: Value = serde_json::from_str(text)?;
                let count = found["running"].as_array().map_or(0, Vec::len);
                if count != *running {
                    return Err(format!("{count} games run, expected {running}").into());
                }
                wanted.check(&found["over"], &found["next"])
            }
            Self::Texts(texts) => match texts.iter().find(|wanted| !text.contains(*wanted)) {
                None => Ok(()),
                Some(missing) => Err(format!("'{missing}' is missing").into()),
            },
        }
    }
}

/// The variants of a question, and the times of the answers.
struct Asked {
    name: String,
    variants: Vec<Question>,
    times: Vec<Duration>,
}

async fn bench(program: PathBuf, folder: PathBuf, args: &Args) -> Result {
    let rows = Rows::read(&folder)?;
    let mut asked = questions(&rows);
    asked.retain(|asked| asked.name.contains(&args.only));
    let first_pages = first_pages(&rows);
    drop(rows);
    let server = Process::start(&program, &folder, &["--limits", "1000"])?;
    let mut first = Vec::new();
    for name in ["archive, first names", "archive, known names"] {
        let mut times = Vec::new();
        for question in &first_pages {
            times
                .push(ask(&server, 0, question).await.map_err(|error| format!("{name}: {error}"))?);
        }
        first.push((name.to_owned(), times));
    }

    let setting_up =
        stream::iter(0..TABLES).map(|number| set_up(&server, "klinzha", number)).buffered(8);
    let games: Vec<_> = setting_up.try_collect().await?;
    let think = Duration::from_secs(1).mul_f64(f64::from(TABLES) / f64::from(args.moves.max(1)));
    let counts = Arc::new(Counts::default());
    let mut playing = JoinSet::new();
    for (number, game) in games.into_iter().enumerate() {
        let first = think.mul_f64(number as f64 / f64::from(TABLES));
        if args.moves > 0 {
            playing.spawn(game.play(first, think, false, counts.clone()));
        }
    }
    sleep(Duration::from_secs(1) + think).await;
    counts.moves.store(0, Ordering::Relaxed);
    counts.counting.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    for round in 0..args.rounds {
        for asked in &mut asked {
            let number = round % asked.variants.len();
            let question = &asked.variants[number];
            let time = ask(&server, round as u32, question).await;
            let said = |error| format!("{}: {}: {error}", asked.name, question.path);
            asked.times.push(time.map_err(said)?);
            sleep(PAUSE).await;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let moves = counts.moves.load(Ordering::Relaxed) as f64 / seconds;
    let memory = server.memory();
    counts.stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    while let Some(played) = playing.join_next().await {
        times.extend(played??);
    }
    server.stop()?;
    first.extend(asked.into_iter().map(|asked| (asked.name, asked.times)));
    first.push(("a move to the opponent".to_owned(), times));
    report(first, moves, memory, args.json);
    Ok(())
}

fn report(all: Vec<(String, Vec<Duration>)>, moves: f64, memory: f64, as_json: bool) {
    let mut lines = Vec::new();
    for (name, mut times) in all {
        let shares = [0.5, 0.99, 1.0].map(|share| percentile(&mut times, share));
        lines.push((name, times.len(), shares));
    }
    if as_json {
        let number = |time: Duration| time.as_secs_f64() * 1000.0;
        let line = |(name, count, [p50, p99, longest]): &(String, usize, [Duration; 3])| {
            json!({"name": name, "count": count, "p50_ms": number(*p50), "p99_ms": number(*p99),
                "max_ms": number(*longest)})
        };
        let lines: Vec<_> = lines.iter().map(line).collect();
        println!("{}", json!({"moves_per_second": moves, "rss_mb": memory, "questions": lines}));
        return;
    }
    println!("{:<36} {:>6} {:>8} {:>8} {:>8}", "ms", "asked", "50 %", "99 %", "longest");
    for (name, count, shares) in &lines {
        let [p50, p99, longest] = shares.map(ms);
        let mark = if shares[1] > Duration::from_millis(20) { " !" } else { "" };
        println!("{name:<36} {count:>6} {p50:>8} {p99:>8} {longest:>8}{mark}");
    }
    println!("{moves:.0} moves a second, memory {memory:.0} MiB");
}

/// Asks a question and checks its answer. Returns the time that it took.
async fn ask(server: &Process, number: u32, question: &Question) -> Result<Duration> {
    let mut caller = Caller::anonymous(server.address, ASKER + number % 1000);
    if let Some(user) = &question.user {
        caller.token = token(user);
    }
    let begun = Instant::now();
    let (status, body) = caller.call("GET", &question.path, &Value::Null).await?;
    let time = begun.elapsed();
    if status != 200 {
        return Err(format!("{status} {}", String::from_utf8_lossy(&body)).into());
    }
    question.check.check(&body)?;
    Ok(time)
}

/// Pages of the archive, one after the other.
fn first_pages(rows: &Rows) -> Vec<Question> {
    let mut before = None;
    let mut all = Vec::new();
    for _ in 0..FIRST_PAGES {
        let wanted = rows.archive(&ArchiveFilter::default(), before.as_ref());
        let path = format!("/api/archive{}", query("", before.as_ref()));
        before = wanted.end().cloned();
        all.push(Question { path, user: None, check: Check::Games("games", wanted) });
    }
    all
}

/// The query of a page.
fn query(conditions: &str, before: Option<&(i64, String)>) -> String {
    match before {
        None if conditions.is_empty() => String::new(),
        None => format!("?{conditions}"),
        Some((at_ms, game)) if conditions.is_empty() => format!("?before={at_ms}-{game}"),
        Some((at_ms, game)) => format!("?{conditions}&before={at_ms}-{game}"),
    }
}

/// All questions.
fn questions(rows: &Rows) -> Vec<Asked> {
    let mut all = Vec::new();
    let mut add = |name: &str, question: &dyn Fn(usize) -> Question| {
        let variants = (0..VARIANTS).map(question).collect();
        all.push(Asked { name: name.to_owned(), variants, times: Vec::new() });
    };
    let heavy = |number: usize| &rows.users[number % 8];
    // Those in the middle have some tens of games.
    let light = |number: usize| &rows.users[rows.users.len() / 2 + 7 * number];
    own_games(rows, &mut add, &[("light", &light), ("heavy", &heavy)]);
    profiles(rows, &mut add, &[("light", &light), ("heavy", &heavy)]);
    archive(rows, &mut add, &light, &heavy);
    lobby(rows, &mut add, &light);
    all
}

type Add<'a> = dyn FnMut(&str, &dyn Fn(usize) -> Question) + 'a;
/// The filter of each variant.
type Filter<'a> = Box<dyn Fn(usize) -> ArchiveFilter + 'a>;
/// An id and a name for each number.
type Users<'a> = dyn Fn(usize) -> &'a (String, String) + 'a;

fn own_games(rows: &Rows, add: &mut Add<'_>, groups: &[(&str, &Users<'_>)]) {
    for (group, users) in groups {
        add(&format!("my games, {group}"), &|number| {
            let (user, _) = users(number);
            let check = Check::Mine(rows.over(user, None), rows.running(user));
            Question { path: "/api/me/games".to_owned(), user: Some(user.clone()), check }
        });
        add(&format!("page of my games, {group}"), &|number| {
            let (user, _) = users(number);
            let check = Check::Links("/g/", rows.over(user, None));
            Question { path: "/games".to_owned(), user: Some(user.clone()), check }
        });
    }
    add("my games, second page", &|number| {
        let (user, _) = groups[1].1(number);
        let before = rows.over(user, None).end().cloned();
        let path = format!("/api/me/games{}", query("", before.as_ref()));
        let check = Check::Mine(rows.over(user, before.as_ref()), 0);
        Question { path, user: Some(user.clone()), check }
    });
}

fn profiles(rows: &Rows, add: &mut Add<'_>, groups: &[(&str, &Users<'_>)]) {
    for (group, users) in groups {
        add(&format!("profile, {group}"), &|number| {
            let (id, name) = users(number);
            let check = Check::Texts(vec![format!("\"id\":\"{id}\""), recent(rows, id)]);
            Question { path: format!("/api/users/{name}"), user: None, check }
        });
        add(&format!("page of a profile, {group}"), &|number| {
            let (id, name) = users(number);
            let check = Check::Links("/g/", rows.over(id, None));
            Question { path: format!("/u/{name}"), user: None, check }
        });
        add(&format!("page of a profile, {group}, for another"), &|number| {
            let (id, name) = users(number);
            let (reader, _) = groups[1].1(number + 1);
            let check = Check::Links("/g/", rows.over(id, None));
            Question { path: format!("/u/{name}"), user: Some(reader.clone()), check }
        });
    }
}

/// How a profile says how many games against people it counts.
fn recent(rows: &Rows, user: &str) -> String {
    let games = rows.games_of[user].iter().map(|number| &rows.games[*number]);
    let games = games.filter(|game| game.in_archive && game.users.iter().any(|one| one != user));
    format!("\"recent_games\":{}", games.count().min(200))
}

fn archive<'a>(rows: &'a Rows, add: &mut Add<'_>, light: &Users<'a>, heavy: &Users<'a>) {
    let kinds = ["klinzha", "clouded-klinzha", "grand-chess", "kaleidochess"];
    let over: Vec<_> = rows.games.iter().filter(|game| game.in_archive).collect();
    let moment = |number: usize, of: usize| {
        over[over.len() * (1 + number % of) / (of + 1)].over_ms.unwrap_or_default()
    };
    let some = |text: &str| Some(text.to_owned());
    let plain = ArchiveFilter::default;
    let text = |filter: &ArchiveFilter| {
        let mut pairs = Vec::new();
        let mut pair = |name: &str, value: Option<String>| {
            pairs.extend(value.map(|value| format!("{name}={value}")));
        };
        let name = |id: &String| rows.users.iter().find(|user| user.0 == *id).map(|user| &user.1);
        pair("game", filter.kind.clone());
        pair("start", filter.start.clone());
        pair("user", filter.users.first().and_then(name).cloned());
        pair("with", filter.users.get(1).and_then(name).cloned());
        pair(
            "result",
            filter.result.map(|result| match result {
                ResultFilter::Winner(seat) => seat.to_string(),
                ResultFilter::Shared => "draw".to_owned(),
                ResultFilter::Won => "won".to_owned(),
                ResultFilter::Lost => "lost".to_owned(),
            }),
        );
        pair("reason", filter.reason.clone());
        pair("min_plies", filter.min_plies.map(|plies| plies.to_string()));
        pair("max_plies", filter.max_plies.map(|plies| plies.to_string()));
        pair("since_ms", filter.since_ms.map(|since| since.to_string()));
        pairs.join("&")
    };
    let users = |users: &[&(String, String)]| users.iter().map(|user| user.0.clone()).collect();
    let filters: Vec<(&str, Filter<'_>)> = vec![
        ("all", Box::new(|_| plain())),
        ("game", Box::new(|number| ArchiveFilter { kind: some(kinds[number % 4]), ..plain() })),
        (
            "start",
            Box::new(|number| ArchiveFilter {
                start: some(["setup", "north-west", "talons-north-west", "west-east"][number % 4]),
                ..plain()
            }),
        ),
        (
            "user, light",
            Box::new(|number| ArchiveFilter { users: users(&[light(number)]), ..plain() }),
        ),
        (
            "user, heavy",
            Box::new(|number| ArchiveFilter { users: users(&[heavy(number)]), ..plain() }),
        ),
        (
            "user with user, heavy",
            Box::new(|number| ArchiveFilter {
                users: users(&[heavy(number), heavy(number + 1)]),
                ..plain()
            }),
        ),
        (
            "user with user, heavy and light",
            Box::new(|number| ArchiveFilter {
                users: users(&[heavy(number), light(number)]),
                ..plain()
            }),
        ),
        (
            "result",
            Box::new(|number| ArchiveFilter {
                result: Some(match number % 3 {
                    0 => ResultFilter::Shared,
                    number => ResultFilter::Winner(number as u8 - 1),
                }),
                ..plain()
            }),
        ),
        (
            "reason",
            Box::new(|number| ArchiveFilter {
                reason: some(["time", "resignation", "agreement", "abandoned"][number % 4]),
                ..plain()
            }),
        ),
        (
            "min_plies",
            Box::new(|number| ArchiveFilter { min_plies: Some(20 + 5 * number as u32), ..plain() }),
        ),
        (
            "max_plies",
            Box::new(|number| ArchiveFilter { max_plies: Some(number as u32 % 6), ..plain() }),
        ),
        (
            "since_ms",
            Box::new(|number| ArchiveFilter {
                since_ms: Some(moment(number, VARIANTS)),
                ..plain()
            }),
        ),
        (
            "user and result, heavy",
            Box::new(|number| ArchiveFilter {
                users: users(&[heavy(number)]),
                result: Some([ResultFilter::Won, ResultFilter::Lost][number % 2]),
                ..plain()
            }),
        ),
        ("nothing: start", Box::new(|_| ArchiveFilter { start: some("nowhere"), ..plain() })),
        ("nothing: plies", Box::new(|_| ArchiveFilter { min_plies: Some(99_000), ..plain() })),
        (
            "nothing: game and start",
            Box::new(|number| ArchiveFilter {
                kind: some(kinds[number % 4]),
                start: some("nowhere"),
                ..plain()
            }),
        ),
        (
            "nothing: heavy user and start",
            Box::new(|number| ArchiveFilter {
                users: users(&[heavy(number)]),
                start: some("nowhere"),
                ..plain()
            }),
        ),
        (
            "nothing: two heavy users and start",
            Box::new(|number| ArchiveFilter {
                users: users(&[heavy(number), heavy(number + 1)]),
                start: some("nowhere"),
                ..plain()
            }),
        ),
        (
            "rare: game, reason, result, plies",
            Box::new(|number| ArchiveFilter {
                kind: some("kaleidochess"),
                reason: some("abandoned"),
                result: Some(ResultFilter::Winner(number as u8 % 4)),
                max_plies: Some(3),
                ..plain()
            }),
        ),
    ];
    for (name, filter) in &filters {
        add(&format!("archive, {name}"), &|number| {
            let filter = filter(number);
            let check = Check::Games("games", rows.archive(&filter, None));
            let path = format!("/api/archive{}", query(&text(&filter), None));
            Question { path, user: None, check }
        });
    }
    for (name, filter) in
        filters.iter().filter(|(name, _)| ["all", "game", "user, heavy"].contains(name))
    {
        add(&format!("archive, {name}, second page"), &|number| {
            let filter = filter(number);
            let before = rows.archive(&filter, None).end().cloned();
            let check = Check::Games("games", rows.archive(&filter, before.as_ref()));
            let path = format!("/api/archive{}", query(&text(&filter), before.as_ref()));
            Question { path, user: None, check }
        });
        add(&format!("page of the archive, {name}"), &|number| {
            let filter = filter(number);
            let check = Check::Links("/g/", rows.archive(&filter, None));
            let path = format!("/archive{}", query(&text(&filter), None));
            Question { path, user: None, check }
        });
    }
    add("archive, all, deep page", &|number| {
        let before = (moment(number, VARIANTS), "zzzz".to_owned());
        let check = Check::Games("games", rows.archive(&plain(), Some(&before)));
        let path = format!("/api/archive{}", query("", Some(&before)));
        Question { path, user: None, check }
    });
}

fn lobby(rows: &Rows, add: &mut Add<'_>, light: &Users<'_>) {
    let kinds = ["klinzha", "clouded-klinzha", "grand-chess", "kaleidochess"];
    let offers = |kind: Option<&str>, user: &str| {
        rows.page(
            |game| {
                let own = game.users.iter().any(|one| one == user);
                game.in_lobby && !own && kind.is_none_or(|kind| game.kind == kind)
            },
            |game| game.created_ms,
            None,
        )
    };
    add("offers", &|_| {
        let check = Check::Games("lobby", offers(None, ""));
        Question { path: "/api/offers".to_owned(), user: None, check }
    });
    add("offers of a game", &|number| {
        let kind = kinds[number % 4];
        let check = Check::Games("lobby", offers(Some(kind), ""));
        Question { path: format!("/api/offers?game={kind}"), user: None, check }
    });
    add("offers, for a person", &|number| {
        let (user, _) = light(number);
        // Own offers make the page shorter: only the first game is compared.
        let wanted = offers(None, user).first();
        let check = Check::Texts(wanted.into_iter().collect());
        Question { path: "/api/offers".to_owned(), user: Some(user.clone()), check }
    });
    add("page of offers, for a person", &|number| {
        let (user, _) = light(number);
        let check = Check::Texts(offers(None, user).first().into_iter().collect());
        Question { path: "/offers".to_owned(), user: Some(user.clone()), check }
    });
    add("page of offers", &|_| {
        let check = Check::Links("/offers/", offers(None, ""));
        Question { path: "/offers".to_owned(), user: None, check }
    });
    let running = |kind: Option<&str>| {
        rows.page(
            |game| {
                let is_wanted = kind.is_none_or(|kind| game.kind == kind);
                game.state == "running" && game.is_public && is_wanted
            },
            |game| game.last_ms,
            None,
        )
    };
    add("running games", &|_| {
        let check = Check::Games("games", running(None));
        Question { path: "/api/running".to_owned(), user: None, check }
    });
    add("running games of a game", &|number| {
        let kind = kinds[number % 4];
        let check = Check::Games("games", running(Some(kind)));
        Question { path: format!("/api/running?game={kind}"), user: None, check }
    });
    add("page of running games", &|_| {
        let check = Check::Links("/g/", running(None));
        Question { path: "/watch".to_owned(), user: None, check }
    });
    add("front page, heavy", &|number| {
        let (user, _) = &rows.users[number % 8];
        let check = Check::Texts(vec!["</html>".to_owned()]);
        Question { path: "/".to_owned(), user: Some(user.clone()), check }
    });
}
