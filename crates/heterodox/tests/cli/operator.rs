//! `heterodox admin`, `user` and `purge`: what an operator does beside a running server and without
//! one, on both databases.

use crate::common::{Ran, heterodox, heterodox_with};
use crate::serve::Running;
use heterodox_server::StoreUrl;
use heterodox_store::{
    Append, Derived, NewEvent, NewGame, PeopleChange, Session, StoredEvent, UnixMillis,
};
#[cfg(feature = "cluster")]
use heterodox_store_story::TestPostgres;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

const PASSWORD: &str = "wuH qengqu' 7";
const QUICK: &str = r#"{"game": "klinzha", "start": {"quick": "north-west"}, "opponent": "open"}"#;

/// Where the data of a test are: the options that say so.
struct Place {
    options: Vec<String>,
    store: StoreUrl,
}

impl Place {
    fn folder(folder: &Path) -> Self {
        let options = vec!["--data".to_owned(), folder.display().to_string()];
        Self { options, store: StoreUrl::from(folder) }
    }

    /// Runs a command on the data.
    fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    fn run_with(&self, args: &[&str], input: &str) -> Ran {
        let options = self.options.iter().map(String::as_str);
        let all: Vec<_> = args.iter().copied().chain(options).collect();
        heterodox_with(&all, input.as_bytes())
    }

    /// A server on the data.
    fn serve(&self, folder: &Path) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.env("HETERODOX_LIMITS", "1000000");
        if let [option, url] = &self.options[..]
            && option == "--database"
        {
            command.env("HETERODOX_DATABASE", url);
        }
        Running::start_by(command, folder)
    }

    /// Changes the data.
    fn change<T>(&self, change: impl AsyncFnOnce(&dyn heterodox_store::Store) -> T) -> T {
        tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
            let store = self.store.open().await.expect("opened");
            let changed = change(&*store).await;
            store.close().await;
            changed
        })
    }
}

/// The place of an empty database.
#[cfg(feature = "cluster")]
fn database(postgres: &TestPostgres) -> Place {
    let url = postgres.database();
    let address = heterodox_server::PgAddress::parse(&url, false).expect("an address");
    let store = StoreUrl::Postgres(Box::new(address));
    Place { options: vec!["--database".to_owned(), url], store }
}

/// The status and the body of a response.
fn answer(text: &str) -> (u16, Value) {
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status.expect("a status"), serde_json::from_str(body).unwrap_or_default())
}

/// A person with an account on a server.
struct Person {
    token: String,
    id: String,
}

impl Person {
    fn new(server: &Running, name: &str) -> Self {
        let wanted = json!({"name": name, "password": PASSWORD}).to_string();
        let (status, body) = answer(&server.ask("POST /api/account", &wanted));
        assert_eq!(status, 201, "{body}");
        let token = body["token"].as_str().expect("a token").to_owned();
        let mut person = Self { token, id: String::new() };
        person.id = person.ask(server, "GET /api/me", "").1["id"].as_str().expect("an id").into();
        person
    }

    fn ask(&self, server: &Running, what: &str, body: &str) -> (u16, Value) {
        answer(&server.ask_as(what, &self.token, body))
    }

    /// Opens a game that another one joins. Returns its id.
    fn play(&self, server: &Running, other: &Self) -> String {
        self.play_with(server, other, QUICK)
    }

    fn play_with(&self, server: &Running, other: &Self, wanted: &str) -> String {
        let (status, game) = self.ask(server, "POST /api/games", wanted);
        assert_eq!(status, 201, "{game}");
        let id = game["id"].as_str().expect("an id").to_owned();
        let (status, joined) = other.ask(server, &format!("POST /api/games/{id}/join"), "{}");
        assert_eq!(status, 200, "{joined}");
        id
    }

    fn outcome(&self, server: &Running, game: &str) -> Value {
        let (status, state) = self.ask(server, &format!("GET /api/games/{game}"), "");
        assert_eq!(status, 200, "{state}");
        state["scene"]["outcome"]["reason"].clone()
    }

    /// Waits until a game has ended for this reason at the server.
    fn wait_for(&self, server: &Running, game: &str, reason: &str) {
        let ended = (0..200).any(|_| {
            let found = self.outcome(server, game) == reason;
            if !found {
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
            found
        });
        assert!(ended, "{}", self.outcome(server, game));
    }
}

/// The lines of the audit, the newest first: what, whom and detail.
fn audit(server: &Running, reader: &Person) -> Vec<[Value; 3]> {
    let lines = reader.ask(server, "GET /api/audit", "").1["lines"].take();
    let lines = lines.as_array().expect("lines").iter();
    let by_operator = lines.filter(|line| line["actor"].is_null());
    by_operator.map(|line| ["what", "whom", "detail"].map(|key| line[key].clone())).collect()
}

fn deeds(place: &Place) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = match place.store.file() {
        Some(file) => file.parent().expect("a folder").to_owned(),
        None => folder.path().join("data"),
    };
    let server = place.serve(&data);
    let [anna, bert, worf] = ["Anna", "Bert", "Worf"].map(|name| Person::new(&server, name));
    let good = |args: &[&str]| assert_eq!(place.run(args).good(), "", "{args:?}");

    // Roles, which hold from the next request on.
    good(&["admin", "role", "Worf", "administrator"]);
    assert_eq!(worf.ask(&server, "GET /api/me", "").1["role"], "administrator");
    assert_eq!(
        audit(&server, &worf)[0],
        ["set-role", &worf.id, "administrator"].map(|text| json!(text))
    );
    place
        .run(&["admin", "role", "Nobody", "player"])
        .fails_with("error: nobody has the name 'Nobody'");
    assert_eq!(place.run(&["admin", "role", "Anna", "king"]).status, Some(2));

    // A game is closed, which the server and its players learn.
    let game = anna.play(&server, &bert);
    place.run(&["admin", "close", "nogame"]).fails_with("error: there is no game 'nogame'");
    good(&["admin", "close", &game, "--reason", "a dispute"]);
    anna.wait_for(&server, &game, "cancelled");
    let line = ["closed-game", &game, "a dispute"].map(|text| json!(text));
    assert_eq!(audit(&server, &worf)[0], line);
    let again = place.run(&["admin", "close", &game]);
    assert_eq!((again.status, again.err.starts_with("error: ")), (Some(2), true), "{again:?}");
    assert_eq!(audit(&server, &worf)[0], line, "nothing was done, so nothing is noted");
    let offer =
        anna.ask(&server, "POST /api/games", QUICK).1["id"].as_str().expect("an id").to_owned();
    good(&["admin", "close", &offer]);
    anna.wait_for(&server, &offer, "cancelled");

    // Silences and suspensions.
    let state = |name: &str| {
        let users = place.run(&["admin", "list", "--json"]).json();
        let users = users.as_array().expect("a list").iter();
        users.into_iter().find(|user| user["name"] == name).expect("the person").clone()
    };
    let days = place.run(&["admin", "silence", "Bert", "366"]);
    days.fails_with("error: a silence has 1 to 365 days");
    good(&["admin", "silence", "bert", "7", "--reason", "insults"]);
    assert!(state("Bert")["silenced_ms"].is_i64());
    assert_eq!(audit(&server, &worf)[0][2], "7 d: insults");
    let listed = place.run(&["admin", "list"]).good();
    let line = listed.lines().find(|line| line.starts_with("Bert ")).expect("a line");
    assert!(line.contains(&bert.id) && line.contains("  silenced until 20"), "{line}");
    good(&["admin", "end-silence", "Bert"]);
    assert!(state("Bert")["silenced_ms"].is_null());
    let offer =
        bert.ask(&server, "POST /api/games", QUICK).1["id"].as_str().expect("an id").to_owned();
    good(&["admin", "suspend", "Bert"]);
    assert_eq!(bert.ask(&server, "GET /api/me", "").0, 401);
    anna.wait_for(&server, &offer, "cancelled");
    let login = json!({"name": "Bert", "password": PASSWORD}).to_string();
    assert_eq!(answer(&server.ask("POST /api/login", &login)).0, 403);
    good(&["admin", "end-suspension", &bert.id]);
    let (status, signed) = answer(&server.ask("POST /api/login", &login));
    assert_eq!(status, 200, "{signed}");
    let bert = Person { token: signed["token"].as_str().expect("a token").to_owned(), ..bert };

    // An export is what the person itself would get.
    let own = server.ask_as("GET /api/me/export", &bert.token, "");
    let own = own.split_once("\r\n\r\n").expect("a body").1;
    let file = folder.path().join("bert.jsonl");
    let exported = place.run(&["user", "export", "Bert"]).good();
    assert!(own.contains("\"record\"") && !exported.contains("argon2"), "{exported}");
    assert_eq!(exported, own);
    good(&["user", "export", "Bert", "-o", file.to_str().expect("a path")]);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), own);
    let mode = std::fs::metadata(&file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "it holds what is private");

    // An account is deleted after a question.
    let game = anna.play(&server, &bert);
    for (input, done) in [("", false), ("yes\n", false), ("Bert\n", true)] {
        let ran = place.run_with(&["admin", "delete", "bert"], input);
        assert!(ran.err.starts_with("Deletes the account"), "{ran:?}");
        assert_eq!(ran.status, Some(if done { 0 } else { 2 }), "{ran:?}");
        assert_eq!(bert.ask(&server, "GET /api/me", "").0, if done { 401 } else { 200 });
    }
    anna.wait_for(&server, &game, "resignation");
    assert_eq!(audit(&server, &worf)[0], [json!("deleted"), json!(bert.id), Value::Null]);
    let taken = json!({"name": "Bert", "password": PASSWORD}).to_string();
    assert_eq!(answer(&server.ask("POST /api/account", &taken)).0, 409, "the name is reserved");
    // It is forgotten with all that names it, and the name is free.
    good(&["user", "forget", "Bert", "--yes"]);
    let lines = audit(&server, &worf);
    assert_eq!(lines[0], [json!("forgotten"), json!(bert.id), Value::Null]);
    let of_bert = lines.iter().filter(|[_, whom, _]| *whom == bert.id);
    assert!(of_bert.clone().count() > 5 && of_bert.clone().all(|[.., detail]| detail.is_null()));
    Person::new(&server, "Bert");
    let gone = place.run(&["user", "export", &bert.id]).good();
    assert!(!gone.contains("Bert") && gone.contains("\"gone\""), "{gone}");
    let anna_is_forgotten = place.run_with(&["user", "forget", "Anna"], "Anna\n");
    assert_eq!(anna_is_forgotten.status, Some(0), "{anna_is_forgotten:?}");
    assert_eq!(anna.ask(&server, "GET /api/me", "").0, 401);

    // The logs are whole.
    let checked = place.run(&["check"]).good();
    assert!(checked.ends_with("no faults\n"), "{checked}");
}

#[test]
fn what_the_operator_does_holds_beside_a_running_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let place = Place::folder(&data);
    deeds(&place);
    // Who opens and closes the database last moves all of its log into the file.
    place.run(&["admin", "list"]).good();
    assert!(!data.join("heterodox.sqlite-wal").exists());
    // Nothing of a person who is forgotten is left in the file, in free pages neither.
    let bytes = std::fs::read(data.join("heterodox.sqlite")).expect("the database");
    let holds = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    assert!(holds(b"Worf"));
    assert!(!holds(b"Anna"));
}

#[cfg(feature = "cluster")]
#[test]
fn what_the_operator_does_holds_on_a_shared_database() {
    let Some(postgres) = TestPostgres::shared() else { return };
    deeds(&database(postgres));
}

/// A game with a day for each move is closed ten days after its server has stopped.
#[cfg(feature = "cluster")]
#[test]
fn the_time_without_a_server_costs_no_player_anything() {
    const DAYS: &str = "10 * 86400000";
    let Some(postgres) = TestPostgres::shared() else { return };
    let (place, folder) = (database(postgres), tempfile::tempdir().expect("a folder"));
    let mut server = place.serve(folder.path());
    let [anna, bert] = ["Anna", "Bert"].map(|name| Person::new(&server, name));
    let timed = QUICK.replace("\"open\"", "\"open\", \"time\": {\"controls\": [\"1d\"]}");
    let game = anna.play_with(&server, &bert, &timed);
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    assert_eq!(server.ended(), Some(0));
    for (table, columns) in
        [("games", &["created_ms"][..]), ("events", &["at_ms"]), ("outages", &["from_ms", "to_ms"])]
    {
        for column in columns {
            let earlier = format!("update {table} set {column} = {column} - {DAYS}");
            postgres.execute(&place.options[1], &earlier);
        }
    }
    let beat = "update heartbeat set at_ms = (select max(at_ms) from events)";
    postgres.execute(&place.options[1], beat);
    place.run(&["reindex"]).good();
    assert_eq!(place.run(&["admin", "close", &game]).good(), "");
    assert!(place.run(&["check"]).good().ends_with("no faults\n"));
    let server = place.serve(folder.path());
    assert_eq!(anna.outcome(&server, &game), "cancelled");
}

/// A guest who was seen last at a moment.
fn guest(id: &str, at_ms: UnixMillis) -> PeopleChange {
    PeopleChange::AddGuest(Session {
        token_hash: id.into(),
        user: id.into(),
        created_ms: at_ms,
        seen_ms: at_ms,
        agent: None,
        household: None,
        until_ms: i64::MAX,
    })
}

/// A game of the guest `abcdefgh` against the computer.
fn game(id: &str, events: Vec<StoredEvent>) -> (NewGame, Append) {
    let body = r#"{"v":4,"content":{"game":"klinzha","options":{},"start":{"quick":"north-west"},
        "players":[{"user":"abcdefgh"},{"computer":1}]}}"#;
    let (derived, outbox) = (Derived::default(), Vec::new());
    let body = body.replace(['\n', ' '], "");
    let new = NewGame { id: id.into(), body, created_ms: 1, derived: derived.clone(), outbox };
    let events = events.into_iter().map(|event| NewEvent { at_ms: 2, body: event.body });
    (new, Append::new(id, 0, events.collect(), derived))
}

fn purges(place: &Place) {
    let counts = |guests: u32, cancelled: usize, deleted: usize| {
        format!(
            "guests deleted: {guests}, games cancelled: {cancelled}, games deleted: {deleted}\n"
        )
    };
    let dry = |args: &[&str]| place.run(&[args, &["--dry-run"]].concat()).good();
    let all = ["purge", "--guests", "30", "--games", "30", "--finished"];
    let mut expected = "k3v9qz2m: klinzha, 1970-01-01, to be cancelled\ndry run: ".to_owned();
    expected += &counts(1, 1, 0);
    for _ in 0..2 {
        assert_eq!(dry(&all), expected);
    }
    assert_eq!(dry(&["purge", "--guests", "30"]), format!("dry run: {}", counts(1, 0, 0)));
    // 1970 is less than a hundred years ago.
    assert_eq!(dry(&["purge", "--games", "36500"]), format!("dry run: {}", counts(0, 0, 0)));
    assert_eq!(place.run(&all).good(), counts(1, 1, 0));
    assert_eq!(place.run(&all).good(), counts(0, 0, 0));
    let log = place.change(async |store| {
        let audit = store.audit(2).await.expect("read");
        let detail = |index: usize| audit[index].detail.clone().unwrap_or_default() + "\n";
        assert_eq!((audit[1].what.as_str(), detail(1)), ("purged", counts(1, 1, 0)));
        assert_eq!(store.user("zzzzzzzz").await.expect("read"), None);
        for id in ["abcdefgh", "freshone"] {
            assert!(store.user(id).await.expect("read").is_some(), "{id}");
        }
        store.events("k3v9qz2m").await.expect("read")
    });
    assert_eq!(log.len(), 1, "it was cancelled: {log:?}");
    // The same game, if it had ended then.
    place.change(async |store| {
        let (new, append) = game("k3v9qz2n", log);
        store.create_game(new).await.expect("created");
        store.append(append).await.expect("appended");
    });
    place.run(&["reindex"]).good();
    assert_eq!(place.run(&["purge", "--games", "30"]).good(), counts(0, 0, 0));
    let expected =
        format!("k3v9qz2n: klinzha, 1970-01-01, to be deleted\ndry run: {}", counts(0, 0, 1));
    assert_eq!(dry(&all), expected);
    assert_eq!(place.run(&all).good(), counts(0, 0, 1));
    let checked = place.run(&["check"]).good();
    assert_eq!(checked, "games: 1, events: 1, records: 0: no faults\n");
}

/// Makes the data that [`purges`] expects.
fn fill(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder");
    Place::folder(folder).change(async |store| {
        let now = store.now_ms().await.expect("a moment");
        let guests = vec![guest("abcdefgh", 1), guest("zzzzzzzz", 1), guest("freshone", now)];
        store.change_people(guests).await.expect("stored");
        store.create_game(game("k3v9qz2m", Vec::new()).0).await.expect("created");
    });
    heterodox(&["reindex", folder.to_str().expect("a path")]).good();
}

#[test]
fn guests_and_games_go_by_their_age() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path());
    purges(&Place::folder(folder.path()));
    let place = Place::folder(&folder.path().join("nowhere"));
    let refused = place.run(&["purge", "--guests", "30"]);
    assert!(refused.err.contains("holds no data of a server"), "{refused:?}");
    for args in
        [&["purge"][..], &["purge", "--guests", "30", "--finished"], &["purge", "--games", "0"]]
    {
        assert_eq!(heterodox(args).status, Some(2), "{args:?}");
    }
}

#[cfg(feature = "cluster")]
#[test]
fn guests_and_games_go_by_their_age_from_a_shared_database() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path());
    let place = database(postgres);
    let data = folder.path().to_str().expect("a path");
    heterodox(&["migrate", "--to", &place.options[1], "--data", data]).good();
    purges(&place);
}

#[test]
fn the_operators_commands_read_the_settings_of_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    fill(&data);
    let file = folder.path().join("club.toml");
    let text = format!(
        "data = '{}'\npublic-origin = \"https://play.example.org\"\nlimits = 5\n",
        data.display()
    );
    std::fs::write(&file, text).expect("written");
    let config = file.to_str().expect("a path");
    let run = |args: &[&str]| heterodox(&[args, &["--config", config]].concat()).good();
    let link = run(&["admin", "create", "Kahless"]);
    assert!(link.starts_with("https://play.example.org/reset#"), "{link}");
    let with_origin = ["admin", "reset-link", "Kahless", "--origin", "https://other.example.org"];
    assert!(run(&with_origin).starts_with("https://other.example.org/reset#"));
    assert!(run(&["admin", "list"]).starts_with("Kahless  "));
    let with_guests = run(&["admin", "list", "--guests"]);
    assert!(with_guests.lines().count() == 4 && with_guests.contains("(guest)  zzzzzzzz"));
    assert_eq!(run(&["check"]), "games: 1, events: 0, records: 0: no faults\n");
    assert_eq!(run(&["reindex"]), "games: 1, events: 0: no faults\n");
    assert!(run(&["user", "export", "Kahless"]).contains("\"Kahless\""));
    assert!(run(&["purge", "--guests", "30", "--dry-run"]).contains("guests deleted: 1"));
    // A folder that is given by itself is another one, whatever the settings say.
    let other = folder.path().join("other");
    let ran = heterodox(&["check", other.to_str().expect("a path"), "--config", config]);
    assert!(ran.err.contains("other/heterodox.sqlite"), "{ran:?}");
    std::fs::write(&file, "dta = 1").expect("written");
    for command in [&["admin", "list"][..], &["check"], &["reindex"], &["purge", "--guests", "3"]] {
        let ran = heterodox(&[command, &["--config", config]].concat());
        assert!(ran.err.contains("is 'data' meant?"), "{command:?}: {ran:?}");
    }
}
