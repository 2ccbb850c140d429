//! Servers, callers and sockets for the tests.

use futures_util::{SinkExt, StreamExt};
use heterodox_server::testing::{change, openapi};
use heterodox_server::{Limits, ServeConfig, Server};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The timeout of every wait; reached only when a test fails.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// A server for one test, on a port that the system chose.
pub(crate) struct TestServer {
    pub(crate) home: TempDir,
    pub(crate) base: String,
    /// The address of its monitoring, if it has one.
    pub(crate) monitoring: Option<String>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_in(tempfile::tempdir().expect("a temporary folder")).await
    }

    pub(crate) async fn start_in(home: TempDir) -> Self {
        let config = config(&home.path().join("data"));
        Self::start_with(home, config).await
    }

    pub(crate) async fn start_with(home: TempDir, config: ServeConfig) -> Self {
        let server = Server::bind(config).await.expect("the server starts");
        let base = format!("http://{}", server.address());
        let address = server.metrics_address();
        let monitoring = address.map(|address| format!("http://{address}/metrics"));
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async { stopped.await.expect("the test stops the server") };
            server.run_until(stopped).await;
        });
        Self { home, base, monitoring, stop, task }
    }

    /// Shuts the server down; its data stay.
    pub(crate) async fn stop(self) -> TempDir {
        self.stop.send(()).expect("the server runs");
        self.task.await.expect("the server does not panic");
        self.home
    }

    pub(crate) async fn restart(self) -> Self {
        Self::start_in(self.stop().await).await
    }

    /// A caller without a token.
    pub(crate) fn nobody(&self) -> Caller {
        Caller { base: self.base.clone(), token: None, name: String::new() }
    }

    pub(crate) async fn guest(&self) -> Caller {
        guest(&self.base).await
    }
}

pub(crate) fn config(data: &Path) -> ServeConfig {
    let mut config = ServeConfig::new(([127, 0, 0, 1], 0).into(), data);
    config.limits = Limits::unlimited();
    config
}

/// A new guest of the server at this address.
pub(crate) async fn guest(base: &str) -> Caller {
    let mut caller = Caller { base: base.to_owned(), token: None, name: String::new() };
    let answer = caller.post("/api/guests", &json!({})).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    caller.token = answer.body["token"].as_str().map(str::to_owned);
    answer.body["guest"].as_str().expect("a name").clone_into(&mut caller.name);
    caller
}

/// A client of the server.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) base: String,
    pub(crate) token: Option<String>,
    pub(crate) name: String,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

impl Answer {
    /// The error code.
    #[track_caller]
    pub(crate) fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_else(|| panic!("no error: {self:?}"))
    }

    /// Asserts the status and code of an error, and that its message contains every part.
    #[track_caller]
    pub(crate) fn assert_error(&self, status: u16, code: &str, parts: &[&str]) {
        assert_eq!((self.status.as_u16(), self.code()), (status, code), "{}", self.body);
        let message = self.body["error"]["message"].as_str().expect("a message");
        for part in parts {
            assert!(message.contains(part), "'{message}' lacks '{part}'");
        }
    }
}

impl Caller {
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = reqwest::Client::new().request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        answer(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn post_text(
        &self,
        path: &str,
        kind: &str,
        body: impl Into<Vec<u8>>,
    ) -> Answer {
        let request = self.request(Method::POST, path).header("content-type", kind);
        answer(request.body(body.into())).await
    }

    /// Opens a game and gives the caller's part of its dice; returns the game's id.
    pub(crate) async fn open(&self, body: &Value) -> String {
        let game = self.open_only(body).await;
        self.add_to_dice(&game).await;
        game
    }

    /// Opens a game without giving a part of the dice; returns the game's id.
    pub(crate) async fn open_only(&self, body: &Value) -> String {
        let answer = self.post("/api/games", body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.body["id"].as_str().expect("an id").to_owned()
    }

    /// Gives the caller's part of the dice, if the game waits for it. The part is the guest's name,
    /// so that the throws of the tests do not all follow from one text.
    pub(crate) async fn add_to_dice(&self, game: &str) {
        let state = self.state(game).await;
        let awaits = state["dice"]["awaits"].as_array().cloned().unwrap_or_default();
        let seats = state["seats"].as_array().expect("seats");
        if awaits.iter().any(|seat| seats.contains(seat)) {
            let answer = self.try_part(game, &self.name).await;
            assert_eq!(answer.status, 200, "{}", answer.body);
        }
    }

    pub(crate) async fn try_part(&self, game: &str, part: &str) -> Answer {
        self.post(&format!("/api/games/{game}/dice"), &json!({"part": part})).await
    }

    /// Joins a game that has a free seat, and gives the caller's part of its dice; returns the
    /// seat.
    pub(crate) async fn join(&self, game: &str) -> u64 {
        let seat = self.join_only(game).await;
        self.add_to_dice(game).await;
        seat
    }

    /// Joins a game without giving a part of the dice; returns the seat.
    pub(crate) async fn join_only(&self, game: &str) -> u64 {
        let answer = self.post(&format!("/api/games/{game}/join"), &json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["seat"].as_u64().expect("a seat")
    }

    pub(crate) async fn state(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    pub(crate) async fn try_act(&self, game: &str, act: &Value) -> Answer {
        self.post(&format!("/api/games/{game}/acts"), act).await
    }

    /// Acts; returns the version after the act.
    pub(crate) async fn act(&self, game: &str, act: &Value) -> u64 {
        let answer = self.try_act(game, act).await;
        assert_eq!(answer.status, 200, "{act}: {}", answer.body);
        answer.body["version"].as_u64().expect("a version")
    }

    /// Takes the offer of a game back.
    pub(crate) async fn withdraw(&self, game: &str) {
        let path = format!("/api/offers/{game}/withdraw");
        assert_eq!(self.post(&path, &json!({})).await.status, 204);
    }

    pub(crate) async fn submit(&self, game: &str, text: &str) -> u64 {
        self.act(game, &json!({"act": "submit", "text": text})).await
    }

    /// Waits for a state that satisfies `wished`.
    pub(crate) async fn wait(&self, game: &str, wished: impl Fn(&Value) -> bool) -> Value {
        tokio::time::timeout(TIMEOUT, async {
            loop {
                let state = self.state(game).await;
                if wished(&state) {
                    return state;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await
        .expect("the state comes to be as wished")
    }

    pub(crate) async fn socket(&self, game: &str) -> Socket {
        self.socket_at(&format!("/api/games/{game}/socket")).await
    }

    /// A socket with the perspective of a seat or of the public.
    pub(crate) async fn socket_as(&self, game: &str, sight: &str) -> Socket {
        self.socket_at(&format!("/api/games/{game}/socket?as={sight}")).await
    }

    /// A socket of a client that knows a version already.
    pub(crate) async fn socket_since(&self, game: &str, since: &Value) -> Socket {
        self.socket_at(&format!("/api/games/{game}/socket?since={since}")).await
    }

    pub(crate) async fn analysis(&self) -> Socket {
        self.socket_at("/api/analysis").await
    }

    pub(crate) async fn socket_at(&self, path: &str) -> Socket {
        let mut request = format!("{}{path}", self.base.replace("http", "ws"))
            .into_client_request()
            .expect("an address");
        if let Some(token) = &self.token {
            let bearer = format!("Bearer {token}").parse().expect("a header");
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = connect_async(request).await.expect("the socket opens").0;
        Socket { stream, state: Value::Null, waiting: VecDeque::new() }
    }
}

pub(crate) async fn answer(request: RequestBuilder) -> Answer {
    let (client, request) = request.build_split();
    let request = request.expect("a request");
    let (method, path) =
        (request.method().as_str().to_lowercase(), request.url().path().to_owned());
    let response = client.execute(request).await.expect("the server answers");
    let status = response.status();
    let text = response.text().await.expect("a body");
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    assert_documented(&method, &path, status, &body);
    Answer { status, body }
}

/// Every answer of the API is in its document, with the code of its error.
fn assert_documented(method: &str, path: &str, status: StatusCode, body: &Value) {
    let paths = openapi()["paths"].as_object().expect("paths");
    let is_of = |template: &str| {
        let (mut parts, mut found) = (template.split('/'), path.split('/'));
        parts
            .by_ref()
            .zip(found.by_ref())
            .all(|(part, found)| part.starts_with('{') || part == found)
            && template.split('/').count() == path.split('/').count()
    };
    let Some((_, methods)) = paths.iter().find(|(template, _)| is_of(template)) else { return };
    let Some(operation) = methods.get(method) else { return };
    let response = &operation["responses"][status.as_str()];
    assert!(response.is_object(), "{method} {path}: {status} is not in the document: {body}");
    let schema = &response["content"]["application/json"]["schema"];
    let codes = &schema["allOf"][1]["properties"]["error"]["properties"]["code"]["enum"];
    if let (Some(codes), code) = (codes.as_array(), &body["error"]["code"]) {
        assert!(codes.contains(code), "{method} {path}: {code} is not in the document");
    }
}

/// A WebSocket to a live game.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The state of the game as the messages so far say.
    pub(crate) state: Value,
    waiting: VecDeque<Value>,
}

impl Socket {
    /// The next message of the server, except pings. A change is given as the state after it, and
    /// what it announces as a message `heard` after that.
    pub(crate) async fn next(&mut self) -> Value {
        if let Some(message) = self.waiting.pop_front() {
            return message;
        }
        let message = self.next_message().await;
        match message["type"].as_str() {
            Some("state") => self.state = message["state"].clone(),
            Some("change") => {
                change::apply(&mut self.state, &message);
                if let Some(notices) = message.get("heard") {
                    self.waiting.push_back(json!({"type": "heard", "notices": notices}));
                }
                return json!({"type": "state", "state": self.state});
            }
            _ => {}
        }
        message
    }

    /// The next message as it is sent.
    pub(crate) async fn next_message(&mut self) -> Value {
        match self.next_frame().await {
            Message::Text(text) => serde_json::from_str(&text).expect("JSON"),
            other => panic!("unexpected frame {other:?}"),
        }
    }

    pub(crate) async fn next_frame(&mut self) -> Message {
        loop {
            let frame = tokio::time::timeout(TIMEOUT, self.stream.next()).await.expect("a frame");
            match frame.expect("the socket is open").expect("a frame") {
                Message::Ping(_) | Message::Pong(_) => {}
                frame => return frame,
            }
        }
    }

    /// The next message of this type; skips other types.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The first state that satisfies `wished`.
    pub(crate) async fn wait(&mut self, wished: impl Fn(&Value) -> bool) -> Value {
        loop {
            let state = self.next_of("state").await["state"].take();
            if wished(&state) {
                return state;
            }
        }
    }

    pub(crate) async fn send(&mut self, frame: impl Into<Message>) {
        self.stream.send(frame.into()).await.expect("the frame is sent");
    }

    pub(crate) async fn act(&mut self, id: u64, act: &Value) {
        self.send(json!({"type": "act", "id": id, "act": act}).to_string()).await;
    }
}

/// The seat that is to act.
pub(crate) fn to_act(state: &Value) -> Option<usize> {
    state["scene"]["to_act"][0].as_u64().map(|seat| seat as usize)
}

pub(crate) fn phase(state: &Value) -> &str {
    state["scene"]["phase"].as_str().expect("a phase")
}

/// The texts that the viewer may submit.
pub(crate) fn choices(state: &Value) -> Vec<String> {
    let choices = state["scene"]["choices"].as_array().expect("choices");
    choices.iter().map(|choice| choice["text"].as_str().expect("a text").to_owned()).collect()
}

/// A game of two guests with a ready-made start; the first guest sits on seat 0 and is to move.
pub(crate) async fn quick_game(server: &TestServer) -> (String, [Caller; 2]) {
    let (anna, bert) = (server.guest().await, server.guest().await);
    let game = anna.open(&quick(&json!("open"))).await;
    assert_eq!(bert.join(&game).await, 1);
    (game, [anna, bert])
}

/// The settings of a game with a ready-made start.
pub(crate) fn quick(opponent: &Value) -> Value {
    json!({"game": "klinzha", "start": {"quick": "north-west"}, "opponent": opponent, "seat": 0})
}

/// The settings of a `KaleidoChess` game with this number of seats and these players.
pub(crate) fn kaleido(seats: usize, who: &Value) -> Value {
    json!({"game": "kaleidochess", "options": {"seats": seats.to_string()}, "seats": who})
}

/// The settings of a `KaleidoChess` game whose armies are pawns: they reach no opponent within a
/// few moves, whatever the computers play.
pub(crate) fn pawns(seats: usize, who: &Value) -> Value {
    let mut wanted = kaleido(seats, who);
    let armies = ["army-white", "army-red", "army-black", "army-green"];
    let played: &[usize] = if seats == 2 { &[0, 2] } else { &[0, 1, 2, 3] };
    for &side in &played[..seats] {
        wanted["options"][armies[side]] = json!("pawns");
    }
    wanted
}
