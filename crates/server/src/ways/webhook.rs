//! What is sent to a webhook.

use super::client::Client;
use super::{Message, WayError};
use axum::http::{HeaderMap, HeaderValue, header};
use heterodox_store::Webhook;
use serde_json::{Value, json};

/// Calls a webhook.
pub(super) async fn send(
    client: &Client,
    webhook: &Webhook,
    message: &Message,
) -> Result<(), WayError> {
    let url = client.read(&webhook.url).ok_or(WayError::Forbidden)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let body = body(&webhook.format, message).to_string();
    client.post(&url, headers, body.into_bytes()).await
}

fn body(format: &str, message: &Message) -> Value {
    let Message { title, text, url, .. } = message;
    let line = match url {
        Some(url) => format!("{title}: {text} {url}"),
        None => format!("{title}: {text}"),
    };
    match format {
        // A name is no mention of anybody.
        "discord" => json!({"content": line, "allowed_mentions": {"parse": []}}),
        "slack" => json!({"text": line}),
        _ => json!({
            "event": message.event,
            "text": format!("{title}: {text}"),
            "game": message.game,
            "kind": message.kind,
            "url": url,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_is_what_its_receiver_takes() {
        let message = Message {
            event: "turn",
            title: "Klin Zha".into(),
            text: "it is your turn".into(),
            game: Some("k3v9qz2m".into()),
            kind: Some("klinzha".into()),
            path: "/g/k3v9qz2m".into(),
            url: Some("https://play.example/g/k3v9qz2m".into()),
        };
        let line = "Klin Zha: it is your turn https://play.example/g/k3v9qz2m";
        assert_eq!(body("slack", &message), json!({"text": line}));
        assert_eq!(body("discord", &message)["content"], line);
        assert_eq!(
            body("json", &message),
            json!({"event": "turn", "text": "Klin Zha: it is your turn", "game": "k3v9qz2m",
                "kind": "klinzha", "url": "https://play.example/g/k3v9qz2m"})
        );
        let bare = Message { url: None, ..message };
        assert_eq!(body("slack", &bare), json!({"text": "Klin Zha: it is your turn"}));
    }
}
