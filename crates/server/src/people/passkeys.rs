//! Passkeys: signing in with a key that a device keeps, after the standard `WebAuthn`.
//!
//! A ceremony has two calls: the server gives a challenge, the browser's key signs it. Challenges
//! are kept in memory for five minutes.

use super::sessions::{Client, SigningIn};
use super::{Identity, People, PeopleError, user_id};
use crate::games::ServiceError;
use crate::public_origin::PublicOrigin;
use heterodox_host::UserId;
use heterodox_store::{Credential, PeopleChange, StoreError};
use heterodox_wire::PasskeyInfo;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle,
    Username,
};
use webauthn_rp::request::{
    AsciiDomain, FixedCapHashSet, InsertResult, PublicKeyCredentialDescriptor, RpId, TimedCeremony,
};
use webauthn_rp::response::auth::DiscoverableAuthentication;
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId, Origin};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

/// The most challenges that wait at the same time.
const MAX_CEREMONIES: usize = 10_000;
/// The most passkeys of a person.
const MAX_PASSKEYS: usize = 20;
/// The most characters of the word for a passkey.
const LABEL: usize = 60;
/// The bytes of a user's handle: its id.
const HANDLE: usize = UserId::LENGTH;

/// The passkeys' side of the server.
pub(super) struct Passkeys {
    rp: RpId,
    origin: Option<PublicOrigin>,
    registering: Mutex<HashMap<UserId, RegistrationServerState<HANDLE>>>,
    signing: Mutex<FixedCapHashSet<DiscoverableAuthenticationServerState>>,
}

/// The origins whose pages may use a passkey: the public one, or any port of this machine.
struct Allowed<'a>(Option<&'a PublicOrigin>);

impl PartialEq<Origin<'_>> for Allowed<'_> {
    fn eq(&self, origin: &Origin<'_>) -> bool {
        match self.0 {
            Some(own) => own.is(&origin.0),
            None => origin.0.strip_prefix("http://localhost").is_some_and(|rest| {
                let port = rest.strip_prefix(':').unwrap_or(rest);
                rest.is_empty()
                    || rest.starts_with(':') && port.bytes().all(|byte| byte.is_ascii_digit())
            }),
        }
    }
}

fn lock<T>(waiting: &Mutex<T>) -> MutexGuard<'_, T> {
    // The lock guards single calls, so a panic cannot leave a collection half changed.
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes every text");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(pair).collect()
}

/// The id of the credential that is a passkey.
fn credential_id(raw: &[u8]) -> String {
    format!("passkey:{}", hex(raw))
}

/// What a browser has sent, as the library reads it.
fn read<T: serde::de::DeserializeOwned>(sent: &Value) -> Result<T, PeopleError> {
    serde_json::from_str(&sent.to_string()).map_err(|error| {
        tracing::debug!(%error, "a passkey's answer could not be read");
        PeopleError::BadPasskey
    })
}

impl Passkeys {
    /// The passkeys of a server with this public origin; without one they work at `localhost`.
    pub(super) fn new(origin: Option<PublicOrigin>) -> Self {
        let host = origin.as_ref().map_or("localhost", PublicOrigin::host).to_owned();
        let localhost = || AsciiDomain::try_from("localhost".to_owned()).expect("a domain");
        let domain = AsciiDomain::try_from(host).unwrap_or_else(|_| localhost());
        Self {
            rp: RpId::Domain(domain),
            origin,
            registering: Mutex::default(),
            signing: Mutex::new(FixedCapHashSet::new(MAX_CEREMONIES)),
        }
    }

    fn allowed(&self) -> [Allowed<'_>; 1] {
        [Allowed(self.origin.as_ref())]
    }
}

fn handle(user: UserId) -> UserHandle<HANDLE> {
    let mut bytes = [0; HANDLE];
    bytes.copy_from_slice(user.as_str().as_bytes());
    match UserHandle::decode(bytes) {
        Ok(handle) => handle,
    }
}

impl People {
    /// The caller's passkeys.
    pub(crate) async fn passkeys(&self, user: UserId) -> Result<Vec<PasskeyInfo>, PeopleError> {
        let credentials = self.store.credentials_of(user.as_str()).await?;
        let passkeys = credentials.into_iter().filter(|credential| credential.passkey);
        let info = |one: Credential| PasskeyInfo {
            id: one.id.trim_start_matches("passkey:").to_owned(),
            label: one.label,
            created_ms: one.created_ms,
            used_ms: one.used_ms,
        };
        Ok(passkeys.map(info).collect())
    }

    /// Begins to add a passkey: the options for the browser.
    pub(crate) async fn begin_passkey(&self, caller: &Identity) -> Result<Value, PeopleError> {
        let known = self.passkeys(caller.user).await?;
        if known.len() >= MAX_PASSKEYS {
            return Err(PeopleError::BadPasskey);
        }
        let handle = handle(caller.user);
        let name = caller.name.clone().unwrap_or_default();
        let user = PublicKeyCredentialUserEntity {
            name: Username::try_from(name.as_str())
                .or_else(|_| Username::try_from(caller.user.as_str()))
                .map_err(|_| PeopleError::BadPasskey)?,
            id: &handle,
            display_name: None,
        };
        let exclude = known.iter().filter_map(|one| {
            let id = CredentialId::decode(unhex(&one.id)?).ok()?;
            Some(PublicKeyCredentialDescriptor { id, transports: AuthTransports::NONE })
        });
        let mut options =
            PublicKeyCredentialCreationOptions::passkey(&self.passkeys.rp, user, exclude.collect());
        // Platform authenticators that know no such policy would make no passkey.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(|_| PeopleError::BadPasskey)?;
        let options = serde_json::to_value(&client).map_err(|_| PeopleError::BadPasskey)?;
        let mut waiting = lock(&self.passkeys.registering);
        if waiting.len() >= MAX_CEREMONIES {
            let now = Instant::now();
            waiting.retain(|_, one| one.expiration() > now);
        }
        if waiting.len() >= MAX_CEREMONIES {
            return Err(PeopleError::LoginsBusy);
        }
        waiting.insert(caller.user, server);
        Ok(options)
    }

    /// Adds the passkey that a browser has made.
    pub(crate) async fn add_passkey(
        &self,
        caller: &Identity,
        label: &str,
        sent: &Value,
    ) -> Result<(), PeopleError> {
        let waiting = lock(&self.passkeys.registering).remove(&caller.user);
        let waiting = waiting.ok_or(PeopleError::BadPasskey)?;
        let response: Registration = read(sent)?;
        let allowed = self.passkeys.allowed();
        let options = RegistrationVerificationOptions::<Allowed<'_>, Allowed<'_>> {
            allowed_origins: &allowed,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let credential = {
            let verified = waiting.verify(&self.passkeys.rp, &response, &options);
            let verified = verified.map_err(|error| {
                tracing::debug!(%error, "a new passkey was refused");
                PeopleError::BadPasskey
            })?;
            let fixed = verified.static_state();
            let Ok(stays) = fixed.encode();
            let Ok(changes) = verified.dynamic_state().encode();
            Credential {
                id: credential_id(verified.id().as_ref()),
                user: caller.user.to_string(),
                passkey: true,
                secret: format!("{}:{}", hex(&stays), hex(&changes)),
                label: label.chars().filter(|sign| !sign.is_control()).take(LABEL).collect(),
                created_ms: self.now_ms(),
                used_ms: None,
            }
        };
        match self.change_own(caller, vec![PeopleChange::PutCredential(credential)]).await {
            Err(PeopleError::Service(ServiceError::Store(StoreError::Taken(_)))) => {
                Err(PeopleError::BadPasskey)
            }
            done => done,
        }
    }

    /// Removes a passkey of the caller. The last way to sign in cannot be removed.
    pub(crate) async fn remove_passkey(
        &self,
        caller: &Identity,
        id: &str,
    ) -> Result<(), PeopleError> {
        let id = format!("passkey:{id}");
        let credentials = self.store.credentials_of(caller.user.as_str()).await?;
        if !credentials.iter().any(|one| one.id == id && one.passkey) {
            return Err(PeopleError::NoSuchPasskey);
        }
        if credentials.len() < 2 {
            return Err(PeopleError::LastCredential);
        }
        let remove = PeopleChange::RemoveCredential { user: caller.user.to_string(), id };
        self.change_own(caller, vec![remove]).await
    }

    /// Begins to sign in with a passkey: the options for the browser.
    pub(crate) fn begin_passkey_login(&self) -> Result<Value, PeopleError> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.passkeys.rp);
        let (server, client) = options.start_ceremony().map_err(|_| PeopleError::BadPasskey)?;
        let options = serde_json::to_value(&client).map_err(|_| PeopleError::BadPasskey)?;
        match lock(&self.passkeys.signing).insert_or_replace_all_expired(server) {
            InsertResult::Success => Ok(options),
            _ => Err(PeopleError::LoginsBusy),
        }
    }

    /// Signs a person in with a passkey. Returns the token of a new session; the session of the
    /// caller ends.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadPasskey`] for an unknown one too, [`PeopleError::LoginsSlowed`], and
    /// [`PeopleError::Suspended`] for a right signature only.
    pub(crate) async fn passkey_login(
        &self,
        caller: Option<&Identity>,
        sent: &Value,
        take_over: bool,
        client: &Client,
    ) -> Result<(String, UserId), PeopleError> {
        let id = sent["id"].as_str().unwrap_or_default();
        let account = format!("passkey:{}", id.chars().take(100).collect::<String>());
        self.slow(client.address, &account)?;
        let response: DiscoverableAuthentication<HANDLE> = read(sent)?;
        let raw: &[u8] = response.raw_id().into_inner();
        let stored = self.store.credential(&credential_id(raw)).await?;
        let mut stored = stored.filter(|one| one.passkey).ok_or(PeopleError::BadPasskey)?;
        let user = user_id(&stored.user)?;
        let challenge = response.challenge().map_err(|_| PeopleError::BadPasskey)?;
        let waiting = lock(&self.passkeys.signing).take(&challenge);
        let waiting = waiting.ok_or(PeopleError::BadPasskey)?;
        let before = stored.secret.clone();
        stored.secret = self.verify(user, &before, &response, waiting)?;
        self.throttle.succeed(client.address, &account);
        let known = self.store.user(user.as_str()).await?.ok_or(PeopleError::BadPasskey)?;
        // The passkey may have been removed while its signature was verified.
        let signing_in = SigningIn { user: known, credential: stored, before, take_over };
        self.sign_in(caller, signing_in, client).await?.ok_or(PeopleError::BadPasskey)
    }

    /// Verifies a signature. Returns what is to be kept of the passkey then.
    fn verify(
        &self,
        user: UserId,
        secret: &str,
        response: &DiscoverableAuthentication<HANDLE>,
        waiting: DiscoverableAuthenticationServerState,
    ) -> Result<String, PeopleError> {
        let bad = || PeopleError::BadPasskey;
        let (stays, changes) = secret.split_once(':').ok_or_else(bad)?;
        let fixed = StaticState::decode(&unhex(stays).ok_or_else(bad)?[..]).map_err(|_| bad())?;
        let dynamic: [u8; 7] = unhex(changes).ok_or_else(bad)?.try_into().map_err(|_| bad())?;
        let dynamic = DynamicState::decode(dynamic).map_err(|_| bad())?;
        let handle = handle(user);
        let mut known = AuthenticatedCredential::new(response.raw_id(), &handle, fixed, dynamic)
            .map_err(|_| bad())?;
        let allowed = self.passkeys.allowed();
        let options = AuthenticationVerificationOptions::<Allowed<'_>, Allowed<'_>> {
            allowed_origins: &allowed,
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        waiting.verify(&self.passkeys.rp, response, &mut known, &options).map_err(|error| {
            tracing::debug!(%error, "a passkey was refused");
            bad()
        })?;
        let Ok(changed) = known.dynamic_state().encode();
        Ok(format!("{stays}:{}", hex(&changed)))
    }
}
