//! Every route of the server, and the requests to it. A route without an entry in [`RULES`] fails
//! the tests: the entry says whether the route depends on games, and which requests try it.

use super::wire::{Ask, Socket};
use super::world::{Caller, OWN_FEED, World};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a route may depend on, and requests that try it.
pub(crate) enum Rule {
    /// On the request alone, not on any game. These requests are made once a game.
    Request(fn() -> Vec<Ask>),
    /// On what the caller may know of a game. These requests are made at every moment.
    View(fn(&Moment) -> Vec<Ask>),
    /// Like [`Rule::View`], for a socket.
    Live(fn(&Moment) -> Vec<Ask>),
}

/// A moment of a game at which all requests are made.
pub(crate) struct Moment {
    pub(crate) id: String,
    /// Plies made so far.
    pub(crate) plies: usize,
    /// The version that the caller knew at the moment before.
    pub(crate) since: u64,
    /// The query parameters that ask for a perspective.
    pub(crate) sights: Vec<String>,
    /// The texts that the viewer could submit.
    pub(crate) choices: Vec<String>,
    /// The texts that the viewer's own view refuses; empty if the caller is not to act.
    pub(crate) refused: Vec<String>,
    /// Lines of conditional moves, all of which are refused.
    pub(crate) lines: Vec<Vec<String>>,
    /// The routes to which requests are made; `None` for all.
    pub(crate) only: Option<&'static [&'static str]>,
    /// Whether the caller may try acts that are refused.
    pub(crate) acts: bool,
    /// Whether slow requests are made too: PNG, and requests that do not depend on games.
    pub(crate) thorough: bool,
}

type Entry = (&'static str, &'static str, Rule);

/// The rule of every route.
pub(crate) static RULES: &[Entry] = &[
    ("GET", "/api", Rule::Request(|| pages(&["/api"]))),
    ("GET", "/api/openapi.json", Rule::Request(|| plain(&["/api/openapi.json"]))),
    ("*", "/api/", Rule::Request(|| plain(&["/api/"]))),
    ("GET", "/healthz", Rule::Request(|| plain(&["/healthz"]))),
    ("GET", "/readyz", Rule::Request(|| plain(&["/readyz"]))),
    ("GET", "/api/info", Rule::Request(|| plain(&["/api/info"]))),
    ("POST", "/api/guests", Rule::Request(|| vec![Ask::post("/api/guests", "")])),
    ("POST", "/api/games", Rule::Request(new_games)),
    ("POST", "/api/records", Rule::Request(records)),
    ("POST", "/api/check", Rule::Request(|| settings("/api/check"))),
    ("POST", "/api/line", Rule::Request(|| settings("/api/line"))),
    ("POST", "/api/lesson", Rule::Request(lessons)),
    ("POST", "/api/clouds", Rule::Request(cloud_maps)),
    ("POST", "/api/editor", Rule::Request(|| settings("/api/editor"))),
    ("GET", "/api/positions/{game}/picture.svg", Rule::Request(|| plain(&[EMPTY_BOARD]))),
    ("GET", "/api/positions/{game}/picture.png", Rule::Request(|| plain(&[EMPTY_BOARD_PNG]))),
    (
        "GET",
        "/api/guide/{game}/diagram",
        Rule::Request(|| plain(&["/api/guide/clouded-klinzha/diagram"])),
    ),
    ("GET", "/api/puzzles", Rule::Request(|| plain(&["/api/puzzles"]))),
    ("GET", "/api/puzzles/{id}", Rule::Request(|| plain(&["/api/puzzles/none"]))),
    ("POST", "/api/puzzles/{id}/try", Rule::Request(|| puzzle_tries("try"))),
    ("POST", "/api/puzzles/{id}/hint", Rule::Request(|| puzzle_tries("hint"))),
    ("POST", "/api/puzzles/{id}/solution", Rule::Request(|| puzzle_tries("solution"))),
    ("GET", "/api/analysis", Rule::Request(|| plain(&["/api/analysis"]))),
    // What a worker with the token gets is compared in `worker`.
    ("POST", "/api/worker/take", Rule::Request(|| vec![Ask::post("/api/worker/take", "{}")])),
    (
        "POST",
        "/api/worker/jobs/{id}",
        Rule::Request(|| vec![Ask::post("/api/worker/jobs/x", "{}")]),
    ),
    ("GET", "/api/games/{id}", Rule::View(states)),
    ("POST", "/api/games/{id}/join", Rule::View(joins)),
    ("POST", "/api/games/{id}/computer", Rule::View(computers)),
    ("POST", "/api/games/{id}/dice", Rule::View(dice_parts)),
    ("POST", "/api/games/{id}/acts", Rule::View(acts)),
    ("POST", "/api/games/{id}/hint", Rule::View(hints)),
    ("POST", "/api/games/{id}/rematch", Rule::View(rematches)),
    ("GET", "/api/games/{id}/next", Rule::View(|moment| plain(&[&of_game(moment, "/next")]))),
    ("POST", "/api/games/{id}/next", Rule::View(next_games)),
    ("GET", "/api/games/{id}/chat", Rule::View(chats)),
    ("POST", "/api/games/{id}/chat", Rule::View(sayings)),
    ("POST", "/api/games/{id}/chat/report", Rule::View(line_reports)),
    ("GET", "/api/games/{id}/notes", Rule::View(|moment| plain(&[&of_game(moment, "/notes")]))),
    ("PUT", "/api/games/{id}/notes", Rule::View(notes)),
    (
        "DELETE",
        "/api/games/{id}/notes",
        Rule::View(|moment| foreign("DELETE", &of_game(moment, "/notes"))),
    ),
    (
        "GET",
        "/api/games/{id}/conditionals",
        Rule::View(|moment| plain(&[&of_game(moment, "/conditionals")])),
    ),
    ("PUT", "/api/games/{id}/conditionals", Rule::View(conditionals)),
    (
        "DELETE",
        "/api/games/{id}/conditionals",
        Rule::View(|moment| foreign("DELETE", &of_game(moment, "/conditionals"))),
    ),
    ("GET", "/api/games/{id}/frames", Rule::View(frames)),
    ("GET", "/api/games/{id}/paths", Rule::View(paths)),
    ("GET", "/api/games/{id}/record", Rule::View(|moment| seen(moment, "record"))),
    ("GET", "/api/games/{id}/picture.svg", Rule::View(|moment| pictures(moment, "svg"))),
    ("GET", "/api/games/{id}/picture.png", Rule::View(|moment| pictures(moment, "png"))),
    ("GET", "/api/games/{id}/animation.gif", Rule::View(animations)),
    ("GET", "/api/games/{id}/socket", Rule::Live(sockets)),
    ("GET", "/api/games/{id}/stream", Rule::View(streams)),
    ("GET", "/api/records/{id}", Rule::Request(|| plain(&["/api/records/sample-battle"]))),
    (
        "GET",
        "/api/records/{id}/frames",
        Rule::Request(|| plain(&["/api/records/sample-battle/frames?from=3&count=2"])),
    ),
    (
        "GET",
        "/api/records/{id}/text",
        Rule::Request(|| plain(&["/api/records/sample-battle/text"])),
    ),
    (
        "GET",
        "/api/records/{id}/picture.svg",
        Rule::Request(|| plain(&["/api/records/sample-battle/picture.svg"])),
    ),
    (
        "GET",
        "/api/records/{id}/picture.png",
        Rule::Request(|| plain(&["/api/records/none/picture.png"])),
    ),
    (
        "GET",
        "/api/records/{id}/animation.gif",
        Rule::Request(|| plain(&["/api/records/none/animation.gif"])),
    ),
    ("GET", "/api/qr.svg", Rule::Request(|| plain(&["/api/qr.svg?link=http://other.example/"]))),
    ("POST", "/api/account", Rule::Request(|| vec![Ask::post("/api/account", "{}")])),
    ("POST", "/api/login", Rule::Request(|| vec![Ask::post("/api/login", "{}")])),
    ("POST", "/api/login/reset", Rule::Request(|| vec![Ask::post("/api/login/reset", "{}")])),
    (
        "POST",
        "/api/login/forgotten",
        Rule::Request(|| vec![Ask::post("/api/login/forgotten", r#"{"account": "Anna"}"#)]),
    ),
    (
        "POST",
        "/api/email/confirm",
        Rule::Request(|| vec![Ask::post("/api/email/confirm", r#"{"code": "x"}"#)]),
    ),
    ("PUT", "/api/me/email", Rule::View(|_| foreign("PUT", "/api/me/email"))),
    ("DELETE", "/api/me/email", Rule::View(|_| foreign("DELETE", "/api/me/email"))),
    ("PUT", "/api/me/vacation", Rule::View(|_| foreign("PUT", "/api/me/vacation"))),
    ("POST", "/api/logout", Rule::Request(|| foreign("POST", "/api/logout"))),
    ("DELETE", "/api/account", Rule::Request(|| foreign("DELETE", "/api/account"))),
    ("POST", "/api/me/password", Rule::Request(|| vec![Ask::post("/api/me/password", "{}")])),
    ("POST", "/api/me/takeover", Rule::Request(|| vec![Ask::post("/api/me/takeover", "{}")])),
    ("POST", "/api/login/passkey", Rule::Request(|| vec![Ask::post("/api/login/passkey", "{}")])),
    (
        "POST",
        "/api/login/passkey/options",
        Rule::Request(|| foreign("POST", "/api/login/passkey/options")),
    ),
    ("GET", "/api/me/passkeys", Rule::View(|_| plain(&["/api/me/passkeys"]))),
    ("POST", "/api/me/passkeys", Rule::Request(|| vec![Ask::post("/api/me/passkeys", "{}")])),
    (
        "POST",
        "/api/me/passkeys/options",
        Rule::Request(|| vec![Ask::post("/api/me/passkeys/options", "")]),
    ),
    ("DELETE", "/api/me/passkeys/{id}", Rule::View(|_| foreign("DELETE", "/api/me/passkeys/x"))),
    ("GET", "/api/me", Rule::View(|_| plain(&["/api/me"]))),
    ("PATCH", "/api/me", Rule::View(|_| foreign("PATCH", "/api/me"))),
    ("GET", "/api/me/tally", Rule::View(|_| plain(&["/api/me/tally"]))),
    ("GET", "/api/me/news", Rule::View(|_| plain(&["/api/me/news"]))),
    ("GET", "/api/me/games", Rule::View(|_| plain(&["/api/me/games", "/api/me/games?before=x"]))),
    ("GET", "/api/me/ways", Rule::View(|_| plain(&["/api/me/ways"]))),
    ("PUT", "/api/me/feeds", Rule::View(|_| foreign("PUT", "/api/me/feeds"))),
    ("DELETE", "/api/me/feeds", Rule::View(|_| foreign("DELETE", "/api/me/feeds"))),
    ("POST", "/api/me/push", Rule::View(|_| vec![Ask::post("/api/me/push", "{}")])),
    ("POST", "/api/me/push/test", Rule::View(|_| vec![Ask::post("/api/me/push/test", "")])),
    ("DELETE", "/api/me/push/{id}", Rule::View(|_| foreign("DELETE", "/api/me/push/x"))),
    ("PUT", "/api/me/mail", Rule::View(|_| foreign("PUT", "/api/me/mail"))),
    ("GET", "/api/me/socket", Rule::Live(|_| plain(&["/api/me/socket"]))),
    ("GET", "/unsubscribe/{key}", Rule::Request(|| pages(&["/unsubscribe/x"]))),
    (
        "POST",
        "/unsubscribe/{key}",
        Rule::Request(|| vec![Ask::post("/unsubscribe/x", "").with("accept", "text/html")]),
    ),
    ("PUT", "/api/me/webhook", Rule::View(|_| foreign("PUT", "/api/me/webhook"))),
    ("DELETE", "/api/me/webhook", Rule::View(|_| foreign("DELETE", "/api/me/webhook"))),
    ("POST", "/api/me/webhook/test", Rule::View(|_| vec![Ask::post("/api/me/webhook/test", "")])),
    ("GET", "/feeds/{secret}/turns.atom", Rule::View(|_| feeds("turns.atom"))),
    ("GET", "/feeds/{secret}/deadlines.ics", Rule::View(|_| feeds("deadlines.ics"))),
    ("GET", "/manifest.webmanifest", Rule::Request(|| plain(&["/manifest.webmanifest"]))),
    ("GET", "/favicon.ico", Rule::Request(|| plain(&["/favicon.ico"]))),
    ("GET", "/sw.js", Rule::Request(|| plain(&["/sw.js"]))),
    ("GET", "/offline", Rule::Request(|| pages(&["/offline"]))),
    ("GET", "/api/me/sessions", Rule::View(|_| plain(&["/api/me/sessions"]))),
    ("DELETE", "/api/me/sessions/{id}", Rule::View(|_| foreign("DELETE", "/api/me/sessions/x"))),
    ("GET", "/api/me/blocks", Rule::View(|_| plain(&["/api/me/blocks"]))),
    ("GET", "/api/me/export", Rule::View(|_| plain(&["/api/me/export"]))),
    ("GET", "/api/offers", Rule::View(|_| plain(&["/api/offers", "/api/offers?game=x"]))),
    ("POST", "/api/offers", Rule::Request(|| vec![Ask::post("/api/offers", "{}")])),
    ("GET", "/api/offers/{id}", Rule::View(|moment| plain(&[&offer(moment, "")]))),
    ("POST", "/api/offers/{id}/accept", Rule::View(|moment| offers(moment, "/accept"))),
    ("POST", "/api/offers/{id}/decline", Rule::View(|moment| offers(moment, "/decline"))),
    ("POST", "/api/offers/{id}/withdraw", Rule::View(|moment| offers(moment, "/withdraw"))),
    ("POST", "/api/offers/{id}/leave", Rule::View(|moment| offers(moment, "/leave"))),
    ("POST", "/api/offers/{id}/counter", Rule::View(|moment| offers(moment, "/counter"))),
    ("GET", "/api/running", Rule::View(|_| plain(&["/api/running"]))),
    (
        "GET",
        "/api/archive",
        Rule::View(|_| plain(&["/api/archive", "/api/archive?min_plies=1&result=0"])),
    ),
    (
        "GET",
        "/api/archive/export",
        Rule::View(|_| plain(&["/api/archive/export?format=jsonl", "/api/archive/export"])),
    ),
    ("GET", "/offers", Rule::View(|_| pages(&["/offers"]))),
    ("GET", "/offers/{id}", Rule::View(|moment| pages(&[&format!("/offers/{}", moment.id)]))),
    ("GET", "/watch", Rule::View(|_| pages(&["/watch"]))),
    ("GET", "/archive", Rule::View(|_| pages(&["/archive", "/archive?result=0"]))),
    ("GET", "/api/users/{id}", Rule::View(|_| plain(&["/api/users/nameaaaa", "/api/users/Anna"]))),
    ("POST", "/api/users/{id}/block", Rule::View(|_| foreign("POST", "/api/users/Anna/block"))),
    ("DELETE", "/api/users/{id}/block", Rule::View(|_| foreign("DELETE", "/api/users/Anna/block"))),
    ("POST", "/api/users/{id}/report", Rule::View(|_| foreign("POST", "/api/users/Anna/report"))),
    ("GET", "/api/audit", Rule::View(|_| plain(&["/api/audit"]))),
    ("GET", "/api/moderation/reports", Rule::View(|_| plain(&["/api/moderation/reports"]))),
    (
        "POST",
        "/api/moderation/reports/{id}",
        Rule::View(|_| vec![Ask::post("/api/moderation/reports/x", r#"{"action": "dismiss"}"#)]),
    ),
    (
        "POST",
        "/api/users/{id}/silence",
        Rule::View(|_| vec![Ask::post("/api/users/Anna/silence", r#"{"days": 1, "reason": "x"}"#)]),
    ),
    (
        "DELETE",
        "/api/users/{id}/silence",
        Rule::View(|_| foreign("DELETE", "/api/users/Anna/silence")),
    ),
    ("GET", "/moderation", Rule::View(|_| pages(&["/moderation"]))),
    ("POST", "/api/games/{id}/close", Rule::View(closings)),
    (
        "POST",
        "/api/users/{id}/suspend",
        Rule::View(|_| vec![Ask::post("/api/users/Anna/suspend", "{\"reason\": \"x\"}")]),
    ),
    (
        "DELETE",
        "/api/users/{id}/suspend",
        Rule::View(|_| foreign("DELETE", "/api/users/Anna/suspend")),
    ),
    ("PATCH", "/api/users/{id}/role", Rule::View(|_| foreign("PATCH", "/api/users/Anna/role"))),
    ("GET", "/sign-in", Rule::Request(|| pages(&["/sign-in"]))),
    ("GET", "/reset", Rule::Request(|| pages(&["/reset"]))),
    ("GET", "/forgotten", Rule::Request(|| pages(&["/forgotten"]))),
    ("GET", "/confirm", Rule::Request(|| pages(&["/confirm"]))),
    ("GET", "/account", Rule::View(|_| pages(&["/account"]))),
    ("GET", "/games", Rule::View(|_| pages(&["/games"]))),
    ("GET", "/u/{name}", Rule::View(|_| pages(&["/u/nameaaaa", "/u/nameaaab"]))),
    ("GET", "/", Rule::View(|_| pages(&["/"]))),
    ("GET", "/g/{id}", Rule::View(game_pages)),
    ("GET", "/g/{id}/preview.png", Rule::View(previews)),
    ("GET", "/embed/g/{id}", Rule::View(|moment| pages(&[&format!("/embed/g/{}", moment.id)]))),
    ("GET", "/r/{id}", Rule::Request(|| pages(&["/r/sample-battle"]))),
    ("GET", "/r/{id}/preview.png", Rule::Request(|| plain(&["/r/none/preview.png"]))),
    ("GET", "/embed/record/{id}", Rule::Request(|| pages(&["/embed/record/sample-battle"]))),
    ("GET", "/rules/{game}/preview.png", Rule::Request(|| plain(&["/rules/none/preview.png"]))),
    ("GET", "/new/{game}", Rule::Request(|| pages(&["/new/clouded-klinzha"]))),
    ("GET", "/editor/{game}", Rule::Request(|| pages(&["/editor/clouded-klinzha"]))),
    ("GET", "/fair-play", Rule::Request(|| pages(&["/fair-play"]))),
    ("GET", "/clouds", Rule::Request(|| pages(&["/clouds"]))),
    ("GET", "/analysis", Rule::Request(|| pages(&["/analysis?game=clouded-klinzha"]))),
    ("GET", "/import", Rule::Request(|| pages(&["/import"]))),
    ("GET", "/licences", Rule::Request(|| pages(&["/licences"]))),
    ("GET", "/puzzles", Rule::Request(|| pages(&["/puzzles"]))),
    ("GET", "/puzzles/daily", Rule::Request(|| pages(&["/puzzles/daily"]))),
    ("GET", "/puzzles/{game}", Rule::Request(|| pages(&["/puzzles/klinzha"]))),
    ("GET", "/puzzles/{game}/{id}", Rule::Request(|| pages(&["/puzzles/klinzha/none"]))),
    ("GET", "/rules/{game}", Rule::Request(|| pages(&["/rules/clouded-klinzha"]))),
    ("GET", "/legend/{game}", Rule::Request(|| pages(&["/legend/clouded-klinzha"]))),
    ("GET", "/learn", Rule::Request(|| pages(&["/learn"]))),
    ("GET", "/learn/{game}", Rule::Request(|| pages(&["/learn/clouded-klinzha", "/learn/x"]))),
    ("GET", "/guide/{game}", Rule::Request(|| pages(&["/guide/grand-chess?q=queen"]))),
    ("GET", "/guide/{game}/{code}", Rule::Request(|| pages(&["/guide/grand-chess/Gr"]))),
    (
        "GET",
        "/guide/{game}/{code}/board",
        Rule::Request(|| pages(&["/guide/grand-chess/Gr/board"])),
    ),
    ("GET", "/guide/{game}/{code}/card", Rule::Request(|| pages(&["/guide/grand-chess/Gr/card"]))),
    ("GET", "/assets/{hash}/{*path}", Rule::Request(|| plain(&["/assets/x/icon.svg"]))),
];

const EMPTY_BOARD: &str = "/api/positions/clouded-klinzha/picture.svg?clouds=seed:3";
const EMPTY_BOARD_PNG: &str = "/api/positions/clouded-klinzha/picture.png?clouds=fog";

pub(crate) fn rule(method: &str, path: &str) -> Option<&'static Rule> {
    RULES.iter().find(|entry| (entry.0, entry.1) == (method, path)).map(|entry| &entry.2)
}

fn plain(paths: &[&str]) -> Vec<Ask> {
    paths.iter().map(|path| Ask::get(*path)).collect()
}

fn pages(paths: &[&str]) -> Vec<Ask> {
    let page = |path: &&str| Ask::get(*path).with("accept", "text/html");
    paths.iter().map(page).collect()
}

/// The caller's own feed, and one that there is not.
fn feeds(name: &str) -> Vec<Ask> {
    vec![Ask::get(format!("/feeds/{OWN_FEED}/{name}")), Ask::get(format!("/feeds/x/{name}"))]
}

/// A call that is refused, as it comes from a page of another site: the callers stay who they are.
fn foreign(method: &'static str, path: &str) -> Vec<Ask> {
    let ask = Ask { method, ..Ask::post(path, "{}") };
    vec![ask.with("origin", "http://other.example")]
}

const CLOUDED: &str = "\"game\": \"clouded-klinzha\", \"options\": {\"clouds\": \"seed:5\"}";

fn settings(path: &str) -> Vec<Ask> {
    vec![Ask::post(path, format!("{{{CLOUDED}}}")), Ask::post(path, "{}")]
}

fn lessons() -> Vec<Ask> {
    let step = |step: &str, moves: &str| {
        let of = "\"game\": \"clouded-klinzha\"";
        Ask::post("/api/lesson", format!("{{{of}, \"step\": \"{step}\", \"moves\": [{moves}]}}"))
    };
    vec![step("see", ""), step("edge", "\"V@I11 I12\""), step("none", "")]
}

fn puzzle_tries(what: &str) -> Vec<Ask> {
    vec![Ask::post(format!("/api/puzzles/none/{what}"), r#"{"moves": []}"#)]
}

fn new_games() -> Vec<Ask> {
    let game = |more: &str| Ask::post("/api/games", format!("{{{CLOUDED}, {more}}}"));
    vec![
        game("\"opponent\": \"hot-seat\""),
        game("\"opponent\": \"nobody\""),
        game("\"seats\": [\"you\", \"open\"]"),
        game("\"seats\": [\"you\"]"),
    ]
}

fn records() -> Vec<Ask> {
    vec![Ask::post("/api/records", "result: gold").with("content-type", "text/plain")]
}

fn cloud_maps() -> Vec<Ask> {
    ["{}", "{\"clouds\": \"blind\"}", "{\"clouds\": \"seed:1\"}"]
        .map(|body| Ask::post("/api/clouds", body))
        .to_vec()
}

fn of_game(moment: &Moment, tail: &str) -> String {
    format!("/api/games/{}{tail}", moment.id)
}

/// Requests for a path with each perspective and an additional parameter.
fn with_sights(moment: &Moment, path: &str, more: &str) -> Vec<Ask> {
    let ask = |sight: &String| {
        let both: Vec<&str> =
            [sight.as_str(), more].into_iter().filter(|part| !part.is_empty()).collect();
        let tail = if both.is_empty() { String::new() } else { format!("?{}", both.join("&")) };
        Ask::get(format!("{path}{tail}"))
    };
    moment.sights.iter().map(ask).collect()
}

fn states(moment: &Moment) -> Vec<Ask> {
    let path = of_game(moment, "");
    let mut asks = with_sights(moment, &path, "");
    asks.push(Ask::get(&path).with("accept-encoding", "gzip"));
    asks.push(Ask { method: "HEAD", ..Ask::get(&path) });
    asks.push(Ask { method: "DELETE", ..Ask::get(&path) });
    asks.push(Ask::get(format!("{path}/moves")));
    asks
}

fn seen(moment: &Moment, tail: &str) -> Vec<Ask> {
    let path = of_game(moment, &format!("/{tail}"));
    let mut asks = with_sights(moment, &path, "");
    asks.push(Ask::get(format!("{path}?seen=true")));
    asks.push(Ask::get(format!("{path}?seen=perhaps")));
    asks
}

fn frames(moment: &Moment) -> Vec<Ask> {
    let mut asks = seen(moment, "frames");
    let path = of_game(moment, "/frames");
    let last = moment.plies;
    for part in [format!("from={last}"), "from=1&count=1".to_owned(), "count=0".to_owned()] {
        asks.push(Ask::get(format!("{path}?{part}")));
    }
    asks
}

fn pictures(moment: &Moment, form: &str) -> Vec<Ask> {
    let path = of_game(moment, &format!("/picture.{form}"));
    // PNG takes longer than all other requests together.
    if form == "png" {
        return if moment.thorough { plain(&[&path]) } else { Vec::new() };
    }
    if moment.thorough {
        return with_sights(moment, &path, "");
    }
    let (last, after) = (moment.plies, moment.plies + 1);
    ["", "?as=public", &format!("?ply={last}&seen=true"), &format!("?ply={after}")]
        .map(|query| Ask::get(format!("{path}{query}")))
        .to_vec()
}

/// Animated pictures take as long as PNG; the refusals of their parameters do not.
fn animations(moment: &Moment) -> Vec<Ask> {
    let path = of_game(moment, "/animation.gif");
    let after = moment.plies + 1;
    let mut asks = vec![Ask::get(format!("{path}?to={after}")), Ask::get(format!("{path}?from=x"))];
    if moment.thorough {
        let last = moment.plies;
        asks.push(Ask::get(format!("{path}?both=true")));
        asks.push(Ask::get(format!("{path}?to={last}&from={}", last.saturating_sub(1))));
        asks.push(Ask::get(format!("{path}?as=public&to={last}&from={last}")));
    }
    asks
}

/// The pictures beside links to a game, which take as long as PNG.
fn previews(moment: &Moment) -> Vec<Ask> {
    let path = format!("/g/{}/preview.png", moment.id);
    if moment.thorough { plain(&[&path]) } else { Vec::new() }
}

fn paths(moment: &Moment) -> Vec<Ask> {
    let path = of_game(moment, "/paths");
    let texts = moment.choices.iter().step_by(9).chain(moment.refused.iter().take(6));
    let mut asks: Vec<Ask> =
        texts.map(|text| Ask::get(format!("{path}?text={}", text.replace(' ', "%20")))).collect();
    asks.push(Ask::get(&path));
    asks.push(Ask::get(format!("{path}?text=x&as=public")));
    asks
}

fn joins(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    ["/join", "/join?seat=1", "/join?seat=7", "/join?seat=x"]
        .map(|tail| Ask::post(of_game(moment, tail), ""))
        .to_vec()
}

fn offer(moment: &Moment, tail: &str) -> String {
    format!("/api/offers/{}{tail}", moment.id)
}

/// What is done with an offer, which the games of the tests are no more: it is refused.
fn offers(moment: &Moment, tail: &str) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    vec![Ask::post(offer(moment, tail), "{}"), Ask::post(offer(moment, tail), "{\"x\": 1}")]
}

fn computers(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    ["{\"seat\": 1, \"level\": 2}", "{\"seat\": 7, \"level\": 2}", "{\"seat\": 0}"]
        .map(|body| Ask::post(of_game(moment, "/computer"), body))
        .to_vec()
}

/// Parts of the dice that are refused, because the players of the tests have given theirs before.
fn dice_parts(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    ["{\"part\": \"other\"}", "{\"part\": \"a.b\"}", "{\"part\": \"\"}", "{}"]
        .map(|body| Ask::post(of_game(moment, "/dice"), body))
        .to_vec()
}

fn hints(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    let path = of_game(moment, "/hint");
    let asks = with_sights(moment, &path, "").into_iter();
    asks.map(|ask| Ask::post(ask.path, "")).collect()
}

/// The players of the tests are no moderators: they are refused.
fn closings(moment: &Moment) -> Vec<Ask> {
    let path = of_game(moment, "/close");
    vec![Ask::post(&path, "{\"reason\": \"x\"}"), Ask::post(path, "{}")]
}

fn chats(moment: &Moment) -> Vec<Ask> {
    let path = of_game(moment, "/chat");
    vec![Ask::get(&path), Ask { method: "HEAD", ..Ask::get(path) }]
}

/// One of these is said: the callers sit at the table, or in the gallery.
fn sayings(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    [
        r#"{"room": "table", "phrase": "hello"}"#,
        r#"{"room": "gallery", "phrase": "nice-move"}"#,
        r#"{"room": "table", "text": "hm"}"#,
        r#"{"room": "attic", "phrase": "hello"}"#,
    ]
    .map(|body| Ask::post(of_game(moment, "/chat"), body))
    .to_vec()
}

fn line_reports(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    [
        r#"{"room": "table", "seq": 2, "reason": "spam"}"#,
        r#"{"room": "gallery", "seq": 2, "reason": "spam"}"#,
        r#"{"room": "table", "seq": 9999, "reason": "other"}"#,
    ]
    .map(|body| Ask::post(of_game(moment, "/chat/report"), body))
    .to_vec()
}

/// Guests are refused, people keep the text.
fn notes(moment: &Moment) -> Vec<Ask> {
    let text = format!("{{\"text\": \"a plan, {}\"}}", moment.plies);
    vec![Ask { method: "PUT", ..Ask::post(of_game(moment, "/notes"), text) }]
}

/// Hidden games refuse them, whatever the lines, and others while they are set up.
fn conditionals(moment: &Moment) -> Vec<Ask> {
    let set = |lines: Value| {
        let body = json!({ "lines": lines }).to_string();
        Ask { method: "PUT", ..Ask::post(of_game(moment, "/conditionals"), body) }
    };
    let lines = moment.lines.iter().map(|line| set(json!([line])));
    lines.chain([set(json!([["V@G13 G14", "V@E7 E8"]])), set(json!([]))]).collect()
}

fn rematches(moment: &Moment) -> Vec<Ask> {
    if moment.acts { vec![Ask::post(of_game(moment, "/rematch"), "")] } else { Vec::new() }
}

fn next_games(moment: &Moment) -> Vec<Ask> {
    if moment.acts { vec![Ask::post(of_game(moment, "/next"), "{}")] } else { Vec::new() }
}

/// Acts that are refused, one for every reason.
pub(crate) fn refused_acts(moment: &Moment) -> Vec<String> {
    let mut acts: Vec<String> = moment
        .refused
        .iter()
        .map(|text| serde_json::json!({"act": "submit", "text": text}).to_string())
        .collect();
    let rest = [
        r#"{"act": "resign", "expect": 9999}"#,
        r#"{"act": "resign", "expect": 0}"#,
        r#"{"act": "resign", "seat": 7}"#,
        r#"{"act": "decline-draw"}"#,
        r#"{"act": "ask-takeback"}"#,
        r#"{"act": "answer-takeback", "accept": true}"#,
        r#"{"act": "throw", "faces": [1]}"#,
        r#"{"act": "submit"}"#,
        "nonsense",
    ];
    acts.extend(rest.map(str::to_owned));
    acts
}

fn acts(moment: &Moment) -> Vec<Ask> {
    if !moment.acts {
        return Vec::new();
    }
    let path = of_game(moment, "/acts");
    refused_acts(moment).into_iter().map(|act| Ask::post(&path, act)).collect()
}

fn sockets(moment: &Moment) -> Vec<Ask> {
    from_versions(moment, &of_game(moment, "/socket"))
}

/// Requests for all messages, and for those since some versions. Each request leaves and so begins
/// to keep what the next one may have missed.
fn from_versions(moment: &Moment, path: &str) -> Vec<Ask> {
    let mut asks = with_sights(moment, path, "");
    asks.extend(with_sights(moment, path, "since=0"));
    asks.extend(with_sights(moment, path, &format!("since={}", moment.since)));
    asks
}

fn streams(moment: &Moment) -> Vec<Ask> {
    from_versions(moment, &of_game(moment, "/stream"))
}

fn game_pages(moment: &Moment) -> Vec<Ask> {
    let path = format!("/g/{}", moment.id);
    let mut asks = vec![Ask::get(&path)];
    if moment.thorough {
        asks.extend(with_sights(moment, &path, ""));
        asks.extend(["en", "de", "sv", "it"].map(|lang| Ask::get(format!("{path}?lang={lang}"))));
    }
    asks.into_iter().map(|ask| ask.with("accept", "text/html")).collect()
}

/// A request, and the bytes of its answer.
pub(crate) type Answer = (String, Vec<u8>);

/// Masks when games were opened, and until when they are offered. The caller knows it of the games
/// that it has opened itself, and the test's clock, which counts its readings, differs between the
/// two worlds then.
fn mask_creations(answer: &mut [u8]) {
    for field in ["\"created_ms\":", "\"offered_until_ms\":"] {
        let places: Vec<usize> = answer
            .windows(field.len())
            .enumerate()
            .filter(|(_, part)| *part == field.as_bytes())
            .map(|(at, _)| at)
            .collect();
        for at in places {
            let digits = answer[at + field.len()..].iter_mut();
            digits.take_while(|digit| digit.is_ascii_digit()).for_each(|digit| *digit = b'0');
        }
    }
}

/// Masks the moments at which turns passed in a feed, and its tag, for the same reason. Where the
/// test sets the time they must be the same.
fn mask_turns(answer: &mut [u8]) {
    for (begin, end) in
        [("<updated>", b'<'), ("<id>tag:heterodox,2026:", b'<'), ("etag: W/\"", b'"')]
    {
        let places: Vec<usize> = answer
            .windows(begin.len())
            .enumerate()
            .filter(|(_, part)| *part == begin.as_bytes())
            .map(|(at, _)| at + begin.len())
            .collect();
        for at in places {
            let masked = answer[at..].iter_mut().take_while(|byte| **byte != end);
            masked.filter(|byte| byte.is_ascii_hexdigit()).for_each(|byte| *byte = b'0');
        }
    }
}

/// Makes all requests at a moment; records which routes were used.
pub(crate) async fn everything(
    world: &World,
    caller: &Caller,
    moment: &Moment,
    asked: &mut BTreeSet<String>,
) -> Vec<Answer> {
    let mut answers = Vec::new();
    for route in world.routes() {
        let name = format!("{} {}", route.method, route.path);
        let rule = rule(route.method, &route.path).unwrap_or_else(|| panic!("no rule for {name}"));
        if moment.only.is_some_and(|only| !only.contains(&route.path.as_str())) {
            continue;
        }
        let asks = match rule {
            Rule::Request(asks) if moment.thorough => asks(),
            Rule::Request(_) => continue,
            Rule::View(asks) => asks(moment),
            Rule::Live(asks) => {
                for ask in asks(moment) {
                    answers.extend(live(world, &caller.sign(ask)).await);
                }
                asked.insert(name);
                continue;
            }
        };
        for ask in asks {
            let label = format!("{} {} {}", ask.method, ask.path, ask.body);
            let mut answer = world.ask(caller, ask).await;
            if ["/api/me/games", "/api/offers"].contains(&route.path.as_str()) {
                mask_creations(&mut answer);
            }
            if route.path.starts_with("/feeds/") && !world.script.is_timed() {
                mask_turns(&mut answer);
            }
            answers.push((label, answer));
            asked.insert(name.clone());
        }
    }
    answers
}

/// The first messages of a socket.
async fn live(world: &World, ask: &Ask) -> Vec<Answer> {
    world.settle().await;
    let (handshake, socket) = Socket::open(world.in_memory.connect(ask), ask).await;
    let mut answers = vec![(format!("handshake of {}", ask.path), handshake)];
    if let Some(mut socket) = socket {
        let messages = socket.all().await.join("\n");
        answers.push((format!("messages of {}", ask.path), messages.into_bytes()));
    }
    answers
}

#[tokio::test]
async fn every_route_has_a_rule_and_every_rule_a_route() {
    let world = World::new(|router| router);
    assert!(world.routes().len() > 35, "{:?}", world.routes());
    for route in world.routes() {
        let known = rule(route.method, &route.path).is_some();
        assert!(
            known,
            "{} {} has no rule: say in RULES what it may tell",
            route.method, route.path
        );
    }
    for (method, path, _) in RULES {
        let found = world
            .routes()
            .iter()
            .any(|route| (route.method, route.path.as_str()) == (*method, *path));
        assert!(found, "there is no route {method} {path}");
    }
}
