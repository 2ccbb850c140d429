//! The other servers that the server calls, on this machine: an SMTP server, a push service and a
//! webhook. They keep every byte that they are sent.
//!
//! Two worlds have the same receivers, one after the other, so that their addresses are the same
//! too.

use axum::http::StatusCode;
use heterodox_server::testing::Telling;
use heterodox_server::{MailConfig, OutboundPolicy};
use heterodox_store::{Email, Failures, PeopleChange, PushSubscription, WayChange, Webhook};
use p256::SecretKey;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use web_push_native::{Auth, decrypt};

/// How long the other servers may take; reached only when a test fails.
const TIMEOUT: Duration = Duration::from_mins(1);
/// The secret that the browser shares with the server.
const AUTH: [u8; 16] = *b"sixteen bytes of";
/// The moment at which a user asked to be told.
const ASKED_MS: i64 = 1;

/// The way by which something was sent, and what it was.
pub(crate) type Sent = (&'static str, String);

/// The other servers.
pub(crate) struct Receivers {
    smtp: SocketAddr,
    http: SocketAddr,
    /// The browser's key.
    key: SecretKey,
    sent: Arc<Mutex<Vec<Sent>>>,
}

impl Receivers {
    pub(crate) async fn start() -> Self {
        let listen = async || TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let (smtp, http) = (listen().await, listen().await);
        let address = |listener: &TcpListener| listener.local_addr().expect("an address");
        let receivers = Self {
            smtp: address(&smtp),
            http: address(&http),
            key: SecretKey::from_slice(&[7; 32]).expect("a key"),
            sent: Arc::default(),
        };
        let (sent, key) = (receivers.sent.clone(), receivers.key.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = smtp.accept().await {
                tokio::spawn(take_mail(stream, sent.clone()));
            }
        });
        let sent = receivers.sent.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = http.accept().await {
                tokio::spawn(take_call(stream, key.clone(), sent.clone()));
            }
        });
        receivers
    }

    /// How a server tells people through these receivers.
    pub(crate) fn telling(&self) -> Telling {
        let smtp = format!("smtp://{}", self.smtp);
        Telling {
            origin: "https://play.example.org".parse().expect("an origin"),
            mail: MailConfig::new(&smtp, "Heterodox <play@example.org>").expect("settings"),
            outbound: OutboundPolicy { allow_private: true, timeout: TIMEOUT },
        }
    }

    /// The changes of the store with which a person is told by mail, in a browser and by a webhook.
    pub(crate) fn ways_to(&self, user: &str) -> Vec<PeopleChange> {
        let user = user.to_owned();
        let push = PushSubscription {
            endpoint: format!("http://{}/push/browser", self.http),
            user: user.clone(),
            p256dh: self.key.public_key().to_sec1_bytes().to_vec(),
            auth: AUTH.to_vec(),
            agent: None,
            lang: "sv".to_owned(),
            created_ms: ASKED_MS,
            failures: Failures::default(),
        };
        let webhook = Webhook {
            user: user.clone(),
            url: format!("http://{}/hook", self.http),
            format: "json".to_owned(),
            lang: "de".to_owned(),
            created_ms: ASKED_MS,
            failures: Failures::default(),
            off: None,
        };
        let address = "ben@example.org".to_owned();
        vec![
            PeopleChange::PutEmail(Email { user, address, confirmed_ms: Some(ASKED_MS) }),
            PeopleChange::Way(WayChange::PutPush { push, most: 1 }),
            PeopleChange::Way(WayChange::PutWebhook(webhook)),
        ]
    }

    /// All that was sent since this was asked last.
    pub(crate) fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut *self.sent.lock().expect("whole"))
    }
}

/// Takes mail as an SMTP server. What is kept of a mail are the commands before it and its lines;
/// the moment in its `Date` line is that of the machine.
async fn take_mail(stream: TcpStream, sent: Arc<Mutex<Vec<Sent>>>) {
    let (input, mut output) = stream.into_split();
    let mut lines = BufReader::new(input).lines();
    let mut mail = String::new();
    let mut is_in_data = false;
    let mut reply = Some("220 here");
    loop {
        if let Some(reply) = reply
            && output.write_all(format!("{reply}\r\n").as_bytes()).await.is_err()
        {
            return;
        }
        let Ok(Some(line)) = lines.next_line().await else { return };
        let is_date = is_in_data && line.starts_with("Date: ");
        mail.push_str(if is_date { "Date: (now)" } else { &line });
        mail.push('\n');
        reply = match (is_in_data, line.as_str()) {
            (true, ".") => {
                is_in_data = false;
                sent.lock().expect("whole").push(("mail", std::mem::take(&mut mail)));
                Some("250 ok")
            }
            (true, _) => None,
            (false, "DATA") => {
                is_in_data = true;
                Some("354 go on")
            }
            (false, "QUIT") => {
                // The test need not wait for it.
                let _ = output.write_all(b"221 bye\r\n").await;
                return;
            }
            (false, _) => Some("250 ok"),
        };
    }
}

/// Takes one call. The body of a push message is kept as the browser reads it, with its length as
/// it was sent; what encrypts it is drawn anew for each.
async fn take_call(stream: TcpStream, key: SecretKey, sent: Arc<Mutex<Vec<Sent>>>) {
    let mut stream = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let from = head.len();
        if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
        let line = head[from..].trim_end();
        if line.is_empty() {
            break;
        }
        length = line
            .strip_prefix("content-length: ")
            .map_or(length, |length| length.parse().expect("a number"));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.expect("the whole body");
    let call = if head.starts_with("POST /push/") {
        let read = decrypt(body, &key, &Auth::from(AUTH)).expect("a message for the browser");
        ("push", format!("{head}{length} bytes: {}", String::from_utf8_lossy(&read)))
    } else {
        ("webhook", format!("{head}{}", String::from_utf8_lossy(&body)))
    };
    sent.lock().expect("whole").push(call);
    let answer = format!("HTTP/1.1 {}\r\ncontent-length: 0\r\n\r\n", StatusCode::CREATED);
    stream.write_all(answer.as_bytes()).await.expect("the server reads");
}
