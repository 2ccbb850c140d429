//! Notices against push services and webhooks of the test.

use super::*;
use crate::limit::{Limiter, Limits};
use crate::people::{People, PeoplePolicy};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use heterodox_store::{Failures, People as _, Profile, Ways as _};
use heterodox_store_story::{MemoryStore, session};
use p256::SecretKey;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use serde_json::Value;
use std::sync::Mutex;
use std::time::Duration;
use tokio::net::TcpListener;
use web_push_native::{Auth, decrypt};

const AUTH: [u8; 16] = *b"sixteen bytes of";

/// The head and the body of a call.
type Call = (HeaderMap, Vec<u8>);

/// Another server, which answers all calls alike and remembers them.
#[derive(Clone)]
struct Other {
    /// The status of its answers; 0 if none comes.
    status: Arc<Mutex<u16>>,
    calls: Arc<Mutex<Vec<Call>>>,
    origin: String,
}

impl Other {
    async fn start(status: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let other = Self { status: Arc::new(Mutex::new(status)), calls: Arc::default(), origin };
        let router = Router::new().fallback(answer).with_state(other.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        other
    }

    fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.calls.lock().unwrap())
    }
}

async fn answer(State(other): State<Other>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    other.calls.lock().unwrap().push((parts.headers, body));
    let status = *other.status.lock().unwrap();
    let Ok(status) = StatusCode::from_u16(status) else { return std::future::pending().await };
    // More than anybody should read.
    let location = [(header::LOCATION, format!("{}/moved", other.origin))];
    (status, location, "x".repeat(1 << 20)).into_response()
}

/// People with one who has a browser with a key.
struct World {
    people: Arc<People>,
    store: Arc<MemoryStore>,
    user: UserId,
    key: SecretKey,
}

impl World {
    async fn new(policy: OutboundPolicy) -> Self {
        let store = Arc::new(MemoryStore::default());
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let service = Service::new(store.clone(), limiter);
        let origin = Some("https://play.example".parse().unwrap());
        let people = People::with_outbound(service, PeoplePolicy::default(), origin, None, policy);
        let user: UserId = "annaanna".parse().unwrap();
        let guest = PeopleChange::AddGuest(session(b"anna", user.as_str()));
        store.change_people(vec![guest]).await.unwrap();
        Self { people, store, user, key: SecretKey::from_slice(&[7; 32]).unwrap() }
    }

    /// People who may be told at addresses of this machine, and who do not wait for long.
    async fn here() -> Self {
        let timeout = Duration::from_millis(300);
        Self::new(OutboundPolicy { allow_private: true, timeout }).await
    }

    fn ways(&self) -> &Ways {
        self.people.ways()
    }

    async fn change(&self, change: PeopleChange) {
        self.store.change_people(vec![change]).await.unwrap();
    }

    /// Subscribes at this address.
    async fn subscribe(&self, endpoint: String) -> PushSubscription {
        let push = PushSubscription {
            endpoint,
            user: self.user.to_string(),
            p256dh: self.key.public_key().to_sec1_bytes().to_vec(),
            auth: AUTH.to_vec(),
            agent: None,
            lang: "sv".into(),
            created_ms: 1,
            failures: Failures::default(),
        };
        let put = WayChange::PutPush { push: push.clone(), most: MAX_PUSHES };
        self.change(PeopleChange::Way(put)).await;
        push
    }

    async fn hook(&self, url: String, format: &str) -> Webhook {
        let webhook = Webhook {
            user: self.user.to_string(),
            url,
            format: format.into(),
            lang: "en".into(),
            created_ms: 1,
            failures: Failures::default(),
            off: None,
        };
        self.change(PeopleChange::Way(WayChange::PutWebhook(webhook.clone()))).await;
        webhook
    }
}

fn turn() -> Notice {
    Notice::News { what: What::Turn, game: "k3v9qz2mabcd".into(), kind: "clouded-klinzha".into() }
}

fn json_part(part: &str) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

#[tokio::test]
async fn a_push_message_is_signed_by_the_server_and_read_by_the_browser_alone() {
    let world = World::here().await;
    let service = Other::start(201).await;
    let push = world.subscribe(format!("{}/push/secret", service.origin)).await;
    let targets = world.ways().push_targets(world.user).await.unwrap();
    assert_eq!(targets, std::slice::from_ref(&push));
    world.ways().send_push(&push, &turn()).await.unwrap();
    let calls = service.calls();
    let [(headers, body)] = &calls[..] else { panic!("{} calls", calls.len()) };
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();

    // RFC 8291: only the browser's key opens it.
    assert_eq!(header("content-encoding"), "aes128gcm");
    let read = decrypt(body.clone(), &world.key, &Auth::from(AUTH)).unwrap();
    let message: Value = serde_json::from_slice(&read).unwrap();
    let path = "/g/k3v9qz2mabcd";
    let expected = json!({"title": "Clouded Klin Zha", "body": "det är ditt drag", "path": path,
        "tag": path});
    assert_eq!(message, expected);
    let other = SecretKey::from_slice(&[8; 32]).unwrap();
    assert!(decrypt(body.clone(), &other, &Auth::from(AUTH)).is_err());
    // In the language of the account, if it has one.
    let profile = Profile { lang: Some("de".into()), ..Profile::default() };
    world.change(PeopleChange::SetProfile { user: push.user.clone(), profile }).await;
    world.ways().send_push(&push, &turn()).await.unwrap();
    let (_, body) = service.calls().swap_remove(0);
    let read = decrypt(body, &world.key, &Auth::from(AUTH)).unwrap();
    assert!(String::from_utf8(read).unwrap().contains("du bist am Zug"));

    // RFC 8030: how long and how urgently; the topic tells nothing of the game.
    assert_eq!((header("ttl"), header("urgency")), ("86400".into(), "normal".into()));
    assert_eq!(header("topic").len(), 22);
    assert!(!format!("{headers:?}").contains("k3v9qz2m"), "{headers:?}");

    // RFC 8292: the signature is right for the public key that browsers were given.
    let authorization = header("authorization");
    let parts = authorization.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k="));
    let (token, key) = parts.expect("a token and a key");
    assert_eq!(key, world.ways().push_key().await.unwrap());
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key).unwrap()).unwrap();
    let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
    key.verify(signed.as_bytes(), &signature).unwrap();
    assert!(key.verify(b"another text", &signature).is_err());
    let (head, claims) = signed.split_once('.').unwrap();
    assert_eq!(json_part(head), json!({"typ": "JWT", "alg": "ES256"}));
    let claims = json_part(claims);
    assert_eq!(claims["aud"], service.origin.as_str());
    assert_eq!(claims["sub"], "https://play.example");
    let left = claims["exp"].as_i64().unwrap() - world.people.now_ms() / 1000;
    assert!((1..24 * 60 * 60).contains(&left), "{left}");
}

#[tokio::test]
async fn the_key_of_the_server_outlives_a_restart() {
    let world = World::here().await;
    let key = world.ways().push_key().await.unwrap();
    assert_eq!(URL_SAFE_NO_PAD.decode(&key).unwrap().len(), 65);
    let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
    let service = Service::new(world.store.clone(), limiter);
    let again = People::new(service, PeoplePolicy::default(), None, None);
    assert_eq!(again.ways().push_key().await.unwrap(), key);
}

#[tokio::test]
async fn each_answer_says_whether_a_notice_may_be_sent_again() {
    let world = World::here().await;
    let other = Other::start(200).await;
    let webhook = world.hook(format!("{}/hook?token=1", other.origin), "json").await;
    for (status, expected) in [
        (200, Ok(())),
        (204, Ok(())),
        (429, Err(WayError::Later)),
        (503, Err(WayError::Later)),
        (404, Err(WayError::Gone)),
        (410, Err(WayError::Gone)),
        (400, Err(WayError::Refused(400))),
        (500, Err(WayError::Refused(500))),
        // A redirection is not followed, wherever it leads.
        (302, Err(WayError::Refused(302))),
        (307, Err(WayError::Refused(307))),
    ] {
        *other.status.lock().unwrap() = status;
        assert_eq!(world.ways().send_webhook(&webhook, &turn()).await, expected, "{status}");
        assert_eq!(other.calls().len(), 1, "{status}");
    }
    // No answer comes: it may have been delivered.
    *other.status.lock().unwrap() = 0;
    assert_eq!(world.ways().send_webhook(&webhook, &turn()).await, Err(WayError::Unsure));
    // No server listens: the item was certainly not delivered.
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let webhook = world.hook(format!("http://{closed}/"), "json").await;
    assert_eq!(world.ways().send_webhook(&webhook, &turn()).await, Err(WayError::Later));
    // The other side says no word of TLS, so nothing was sent.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let webhook = world.hook(format!("https://{address}/"), "json").await;
    assert_eq!(world.ways().send_webhook(&webhook, &turn()).await, Err(WayError::Later));
}

#[tokio::test]
async fn a_webhook_gets_a_text_and_the_link() {
    let world = World::here().await;
    let other = Other::start(200).await;
    let webhook = world.hook(format!("{}/hook", other.origin), "discord").await;
    world.ways().send_webhook(&webhook, &turn()).await.unwrap();
    let (headers, body) = other.calls().swap_remove(0);
    assert_eq!(headers["content-type"], "application/json");
    assert_eq!(headers["host"], other.origin.strip_prefix("http://").unwrap());
    let body: Value = serde_json::from_slice(&body).unwrap();
    let text = "Clouded Klin Zha: it is your turn https://play.example/g/k3v9qz2mabcd";
    assert_eq!(body["content"], text);
}

#[tokio::test]
async fn a_private_address_is_not_called_whatever_the_store_says() {
    let world = World::new(OutboundPolicy::default()).await;
    let other = Other::start(200).await;
    let port = other.origin.rsplit(':').next().unwrap();
    for url in [
        other.origin.clone(),
        format!("https://127.0.0.1:{port}/"),
        format!("https://localhost:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
    ] {
        let webhook = world.hook(url.clone(), "json").await;
        let called = world.ways().send_webhook(&webhook, &turn()).await;
        assert_eq!(called, Err(WayError::Forbidden), "{url}");
        let push = world.subscribe(url.clone()).await;
        let called = world.ways().send_push(&push, &turn()).await;
        assert_eq!(called, Err(WayError::Forbidden), "{url}");
    }
    assert_eq!(other.calls().len(), 0);
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_others_are_counted() {
    let world = World::here().await;
    let service = Other::start(410).await;
    let [gone, other] = ["gone", "other"].map(|name| format!("{}/{name}", service.origin));
    let (gone, other) = (world.subscribe(gone).await, world.subscribe(other).await);
    let result = world.ways().send_push(&gone, &turn()).await;
    assert_eq!(result, Err(WayError::Gone));
    world.ways().note_push(&gone, result).await.unwrap();
    world.ways().note_push(&other, Err(WayError::Later)).await.unwrap();
    let left = world.ways().push_targets(world.user).await.unwrap();
    let [left] = &left[..] else { panic!("{left:?}") };
    assert_eq!((&left.endpoint, left.failures.count), (&other.endpoint, 1));
    world.ways().note_push(left, Ok(())).await.unwrap();
    let left = world.ways().push_targets(world.user).await.unwrap();
    assert_eq!(left[0].failures, Failures::default());
}

#[tokio::test]
async fn a_webhook_is_switched_off_after_ten_failures_in_a_row() {
    let world = World::here().await;
    world.hook("https://hook.example/".into(), "slack").await;
    let hook = async || world.ways().webhook_of(world.user).await.unwrap();
    let note = async |result| {
        let webhook = hook().await.expect("a webhook that is on");
        world.ways().note_webhook(&webhook, result).await.unwrap();
    };
    for _ in 1..MAX_FAILURES {
        note(Err(WayError::Later)).await;
    }
    note(Ok(())).await;
    for _ in 1..MAX_FAILURES {
        note(Err(WayError::Unsure)).await;
    }
    assert!(hook().await.is_some());
    note(Err(WayError::Refused(403))).await;
    assert_eq!(hook().await, None);
    let off = world.store.webhook_of("annaanna").await.unwrap().unwrap().off;
    assert_eq!(off.as_deref(), Some("refused"));
}

#[tokio::test]
async fn who_is_suspended_is_not_told() {
    let world = World::here().await;
    world.hook("https://hook.example/".into(), "slack").await;
    world.subscribe("https://push.example/".into()).await;
    let suspended = PeopleChange::SetSuspended { user: "annaanna".into(), since_ms: Some(1) };
    world.change(suspended).await;
    assert_eq!(world.ways().webhook_of(world.user).await.unwrap(), None);
    assert_eq!(world.ways().push_targets(world.user).await.unwrap(), []);
}
