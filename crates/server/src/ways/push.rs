//! Push messages: signed for the push service (VAPID, RFC 8292), encrypted for the browser alone
//! (RFC 8291).

use super::WayError;
use super::client::Client;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use heterodox_store::PushSubscription;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;
use web_push_native::{Auth, encrypt};

/// How long a push service keeps a message for a browser that is not there: a day.
const TTL_SECONDS: u64 = 24 * 60 * 60;
/// How long a signature is valid: half a day, of the day that is allowed.
const SIGNED_SECONDS: i64 = 12 * 60 * 60;
/// The most bytes of a message that a push service must take, less what encryption adds.
const LONGEST: usize = 3000;

/// The key with which the server signs, so that push services know it.
pub(super) struct Vapid {
    key: SigningKey,
    /// Whom a push service may ask about this server.
    contact: String,
}

impl Vapid {
    /// A new key, as it is stored, from secrets of 128 bits.
    pub(super) fn new_key(secret: impl Fn() -> String) -> Vec<u8> {
        loop {
            let key = Sha256::digest(format!("{} {}", secret(), secret()));
            // All but one of 2^32 numbers are keys.
            if SigningKey::from_slice(&key).is_ok() {
                return key.to_vec();
            }
        }
    }

    /// The signer with a stored key; `None` if it is not one.
    pub(super) fn read(key: &[u8], contact: String) -> Option<Self> {
        Some(Self { key: SigningKey::from_slice(key).ok()?, contact })
    }

    /// The public key, as browsers take it.
    pub(super) fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().to_encoded_point(false))
    }

    /// The value of `Authorization` for a push service.
    fn authorization(&self, endpoint: &Url, now_ms: i64) -> String {
        let claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now_ms / 1000 + SIGNED_SECONDS,
            "sub": self.contact,
        });
        let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_key())
    }
}

/// Reads the keys of a browser, in base64url.
pub(super) fn read_keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    // Some browsers pad.
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
    let (p256dh, auth) = (decode(p256dh)?, decode(auth)?);
    p256::PublicKey::from_sec1_bytes(&p256dh).ok().filter(|_| auth.len() == 16)?;
    Some((p256dh, auth))
}

/// Sends a message to a browser. A message that waits for it replaces an earlier one about the same
/// `topic`.
pub(super) async fn send(
    client: &Client,
    vapid: &Vapid,
    push: &PushSubscription,
    (message, topic): (String, &str),
    now_ms: i64,
) -> Result<(), WayError> {
    let endpoint = client.read(&push.endpoint).ok_or(WayError::Forbidden)?;
    let key = p256::PublicKey::from_sec1_bytes(&push.p256dh).map_err(|_| WayError::Gone)?;
    if push.auth.len() != 16 || message.len() > LONGEST {
        return Err(WayError::Forbidden);
    }
    let auth = Auth::clone_from_slice(&push.auth);
    let body = encrypt(message.into_bytes(), &key, &auth).map_err(|_| WayError::Forbidden)?;
    let mut headers = HeaderMap::new();
    let mut add = |name: HeaderName, value: &str| {
        HeaderValue::from_str(value).map(|value| headers.insert(name, value))
    };
    // The push service learns no id of a game: to one that waits for players it is an invitation.
    let topic = URL_SAFE_NO_PAD.encode(&Sha256::digest(format!("{topic} {}", push.endpoint))[..16]);
    for (name, value) in [
        (header::AUTHORIZATION, vapid.authorization(&endpoint, now_ms).as_str()),
        (header::CONTENT_ENCODING, "aes128gcm"),
        (header::CONTENT_TYPE, "application/octet-stream"),
        (HeaderName::from_static("ttl"), &TTL_SECONDS.to_string()),
        (HeaderName::from_static("urgency"), "normal"),
        (HeaderName::from_static("topic"), &topic),
    ] {
        add(name, value).map_err(|_| WayError::Forbidden)?;
    }
    client.post(&endpoint, headers, body).await
}
