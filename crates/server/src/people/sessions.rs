//! Sessions: guests, signing in and out, and the list of a person's sessions.

use super::moderation::expect_not_suspended;
use super::passwords::Checked;
use super::{GuestPolicy, Identity, People, PeopleError, Role, names, user_id};
use heterodox_host::UserId;
use heterodox_store::{Credential, PeopleChange, Session, Store, StoreError, User, UserKind};
use heterodox_wire::{LoginRequest, SessionInfo};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::Instant;
use tokio::sync::broadcast;

/// How long a session lasts: 400 days, the most that browsers keep a cookie.
const SESSION_MS: i64 = 400 * 24 * 60 * 60 * 1000;
/// How often it is written down that a user was seen.
const SEEN_MS: i64 = 60 * 60 * 1000;
/// The most users of whom the last look is kept in memory.
const MAX_LOOKS: usize = 100_000;
/// After this time the network of a session is forgotten.
const HOUSEHOLD_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// The most characters of a program's name that are kept.
const AGENT: usize = 200;

/// Sessions that have ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Signed {
    /// The one with this hash.
    Out(Vec<u8>),
    /// All of a user but the one with this hash.
    OutEverywhere(UserId, Option<Vec<u8>>),
    /// Perhaps one of this user, or of any: the store knows.
    Perhaps(Option<UserId>),
}

impl Signed {
    fn ends(&self, identity: &Identity) -> bool {
        match self {
            Self::Out(hash) => *hash == identity.token_hash,
            Self::OutEverywhere(user, but) => {
                *user == identity.user && but.as_ref() != Some(&identity.token_hash)
            }
            Self::Perhaps(_) => false,
        }
    }

    fn may_end(&self, identity: &Identity) -> bool {
        matches!(self, Self::Perhaps(user) if user.is_none_or(|user| user == identity.user))
    }
}

/// Waits for the end of a caller's session.
pub(crate) struct EndedSessions {
    ended: broadcast::Receiver<Arc<Signed>>,
    identity: Option<Identity>,
    store: Arc<dyn Store>,
    /// Whether the store is to be asked, because the own session may have ended.
    must_ask: bool,
}

impl EndedSessions {
    /// Returns when the session has ended; never for a caller without one. Cancel safe.
    pub(crate) async fn own(&mut self) {
        let Some(identity) = &self.identity else { return std::future::pending().await };
        loop {
            if self.must_ask {
                let own = self.store.session(&identity.token_hash).await;
                let is_there =
                    |user: User| user.kind != UserKind::Gone && user.suspended_ms.is_none();
                // If the store fails, the client is cut off and comes back.
                if !own.is_ok_and(|own| own.is_some_and(|(_, user)| is_there(user))) {
                    return;
                }
                self.must_ask = false;
            }
            match self.ended.recv().await {
                Ok(signed) if signed.ends(identity) => return,
                Ok(signed) => self.must_ask = signed.may_end(identity),
                // What was missed may have been the own one.
                Err(broadcast::error::RecvError::Lagged(_)) => self.must_ask = true,
                Err(broadcast::error::RecvError::Closed) => return std::future::pending().await,
            }
        }
    }
}

/// Where a session begins.
#[derive(Clone, Default, Debug)]
pub(crate) struct Client {
    /// The address of the caller.
    pub(crate) address: Option<IpAddr>,
    /// What its program calls itself.
    pub(crate) agent: Option<String>,
}

/// A person who has shown a credential.
pub(super) struct SigningIn {
    pub(super) user: User,
    pub(super) credential: Credential,
    /// Its secret as it was verified.
    pub(super) before: String,
    /// Whether the games of the guest who calls become the person's.
    pub(super) take_over: bool,
}

/// Tokens are 128 random bits, so a fast hash is safe.
pub(crate) fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// The public id of a session.
fn session_id(token_hash: &[u8]) -> String {
    token_hash.iter().take(8).fold(String::new(), |mut id, byte| {
        write!(id, "{byte:02x}").expect("a string takes every text");
        id
    })
}

impl People {
    /// A new session, with its token.
    pub(super) fn new_session(&self, user: UserId, client: &Client) -> (String, Session) {
        let token = self.service.environment.token();
        let now_ms = self.now_ms();
        let network = client.address.map(crate::limit::client_prefix);
        let session = Session {
            token_hash: token_hash(&token),
            user: user.to_string(),
            created_ms: now_ms,
            seen_ms: now_ms,
            agent: client.agent.as_ref().map(|agent| agent.chars().take(AGENT).collect()),
            household: network.map(|network| network.to_string()),
            until_ms: now_ms + SESSION_MS,
        };
        (token, session)
    }

    /// Registers a guest. Returns the secret token and the id.
    ///
    /// # Errors
    ///
    /// [`PeopleError::GuestsClosed`] if guests may not even watch.
    pub(crate) async fn new_guest(&self, client: &Client) -> Result<(String, UserId), PeopleError> {
        if self.policy.guests == GuestPolicy::None {
            return Err(PeopleError::GuestsClosed);
        }
        self.service.count_stored(client.address)?;
        loop {
            let user = self.service.environment.user();
            let (token, session) = self.new_session(user, client);
            match self.store.change_people(vec![PeopleChange::AddGuest(session)]).await {
                Ok(()) => return Ok((token, user)),
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Notes that a user is shown a page. Requests of programs, and of pages in the background, are
    /// no look.
    pub(crate) fn note_look(&self, user: UserId) {
        let mut looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        if looks.len() >= MAX_LOOKS {
            looks.clear();
        }
        looks.insert(user, self.now_ms());
    }

    /// When a user was shown a page last, since the server runs.
    pub(super) fn last_look_ms(&self, user: UserId) -> i64 {
        let looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        looks.get(&user).copied().unwrap_or_default()
    }

    /// The caller with this token; `None` if its session has ended or there never was one.
    pub(crate) async fn identify(
        self: &Arc<Self>,
        token: &str,
    ) -> Result<Option<Identity>, PeopleError> {
        let now_ms = self.now_ms();
        let Some((session, user)) = self.store.session(&token_hash(token)).await? else {
            return Ok(None);
        };
        let is_absent = user.kind == UserKind::Gone || user.suspended_ms.is_some();
        if session.until_ms <= now_ms || is_absent {
            return Ok(None);
        }
        if now_ms - session.seen_ms >= SEEN_MS {
            let seen = PeopleChange::Seen { token_hash: session.token_hash.clone(), at_ms: now_ms };
            let people = self.clone();
            // The caller does not wait for it.
            tokio::spawn(async move {
                if let Err(error) = people.store.change_people(vec![seen]).await {
                    tracing::debug!(%error, "a session was not marked as seen");
                }
            });
        }
        Ok(Some(Identity {
            user: user_id(&user.id)?,
            kind: user.kind,
            role: Role::from_key(&user.role),
            name: user.name,
            lang: user.profile.lang,
            tz: user.profile.tz,
            prefs: user.profile.prefs,
            on_vacation: user.vacation.on,
            token_hash: session.token_hash,
        }))
    }

    /// Signs a person in by its password. Returns the token of a new session. The caller's own
    /// session, such as that of a guest, ends.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadLogin`] for an unknown name too, [`PeopleError::LoginsSlowed`], and
    /// [`PeopleError::Suspended`] for the right password only.
    pub(crate) async fn login(
        &self,
        caller: Option<&Identity>,
        request: LoginRequest,
        client: &Client,
    ) -> Result<(String, UserId), PeopleError> {
        let LoginRequest { name, password, take_over } = request;
        let account = names::key(&name.chars().take(100).collect::<String>());
        self.slow(client.address, &account)?;
        let user = self.store.user_named(&account).await?;
        let credential = match &user {
            Some(user) => self.password_of(&user.id).await?,
            None => None,
        };
        let secret = credential.as_ref().map(|credential| credential.secret.clone());
        let before = secret.clone().unwrap_or_default();
        let checked = self.check_password(&account, password, secret, client).await?;
        let (Some(user), Some(mut credential)) = (user, credential) else {
            return Err(PeopleError::BadLogin);
        };
        match checked {
            Checked::Wrong => return Err(PeopleError::BadLogin),
            Checked::Right => {}
            Checked::Rehashed(secret) => credential.secret = secret,
        }
        let signing_in = SigningIn { user, credential, before, take_over: take_over == Some(true) };
        let signed = self.sign_in(caller, signing_in, client).await?;
        signed.ok_or(PeopleError::BadLogin)
    }

    /// Begins a session of a person who has shown a credential. The caller's own session ends.
    /// Returns `None` if the person has left meanwhile.
    ///
    /// # Errors
    ///
    /// [`PeopleError::Suspended`], and those of taking over a guest's games.
    pub(super) async fn sign_in(
        &self,
        caller: Option<&Identity>,
        SigningIn { user, mut credential, before, take_over }: SigningIn,
        client: &Client,
    ) -> Result<Option<(String, UserId)>, PeopleError> {
        expect_not_suspended(&user)?;
        credential.used_ms = Some(self.now_ms());
        let user = user_id(&user.id)?;
        // Another password may have been set while this one was checked: then nothing is taken
        // over.
        let used = PeopleChange::UseCredential { credential, before };
        if !self.is_changed(vec![used]).await? {
            return Ok(None);
        }
        let guest = caller.filter(|caller| caller.kind == UserKind::Guest);
        if let Some(guest) = guest.filter(|_| take_over) {
            self.take_over_guest(user, guest.user).await?;
        }
        let (token, session) = self.new_session(user, client);
        let mut changes = vec![PeopleChange::AddSession(session)];
        changes.extend(caller.map(|caller| PeopleChange::EndSession(caller.token_hash.clone())));
        if !self.is_changed(changes).await? {
            return Ok(None);
        }
        if let Some(caller) = caller {
            self.tell(Signed::Out(caller.token_hash.clone()));
        }
        Ok(Some((token, user)))
    }

    /// Makes changes. Returns whether what they are about was still there.
    async fn is_changed(&self, changes: Vec<PeopleChange>) -> Result<bool, PeopleError> {
        match self.store.change_people(changes).await {
            Ok(()) => Ok(true),
            Err(StoreError::Missing(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Counts a try of a password.
    pub(super) fn slow(&self, address: Option<IpAddr>, account: &str) -> Result<(), PeopleError> {
        let slowed = |seconds| PeopleError::LoginsSlowed { seconds };
        self.throttle.begin(address, account, Instant::now()).map_err(slowed)
    }

    /// Checks a password after [`People::slow`] has counted the try, which is taken back if the
    /// password is right, or if there was no time to look at it.
    pub(super) async fn check_password(
        &self,
        account: &str,
        password: String,
        secret: Option<String>,
        client: &Client,
    ) -> Result<Checked, PeopleError> {
        let checked = self.passwords.check(password, secret, client.address).await;
        match checked {
            Ok(Checked::Wrong) => {}
            Ok(_) => self.throttle.succeed(client.address, account),
            Err(_) => self.throttle.take_back(client.address, account),
        }
        checked
    }

    pub(super) async fn password_of(&self, user: &str) -> Result<Option<Credential>, PeopleError> {
        let credentials = self.store.credentials_of(user).await?;
        Ok(credentials.into_iter().find(|credential| !credential.passkey))
    }

    /// Ends the caller's session.
    pub(crate) async fn logout(&self, caller: &Identity) -> Result<(), PeopleError> {
        let hash = caller.token_hash.clone();
        self.store.change_people(vec![PeopleChange::EndSession(hash.clone())]).await?;
        self.tell(Signed::Out(hash));
        Ok(())
    }

    /// The caller's sessions, the one that was used last first.
    pub(crate) async fn sessions(
        &self,
        caller: &Identity,
    ) -> Result<Vec<SessionInfo>, PeopleError> {
        let sessions = self.store.sessions_of(caller.user.as_str()).await?;
        let info = |session: Session| SessionInfo {
            id: session_id(&session.token_hash),
            here: session.token_hash == caller.token_hash,
            created_ms: session.created_ms,
            seen_ms: session.seen_ms,
            agent: session.agent,
            network: session.household,
        };
        Ok(sessions.into_iter().map(info).collect())
    }

    /// Ends a session of the caller.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchSession`], also for those of others.
    pub(crate) async fn end_session(&self, caller: &Identity, id: &str) -> Result<(), PeopleError> {
        let sessions = self.store.sessions_of(caller.user.as_str()).await?;
        let found = sessions.into_iter().find(|session| session_id(&session.token_hash) == id);
        let hash = found.ok_or(PeopleError::NoSuchSession)?.token_hash;
        self.store.change_people(vec![PeopleChange::EndSession(hash.clone())]).await?;
        self.tell(Signed::Out(hash));
        Ok(())
    }

    /// Waits for the end of a caller's session.
    pub(crate) fn ended_sessions(&self, identity: Option<Identity>) -> EndedSessions {
        let (ended, store) = (self.ended.subscribe(), self.store.clone());
        EndedSessions { ended, identity, store, must_ask: false }
    }

    pub(super) fn tell(&self, signed: Signed) {
        // An error means that no caller waits.
        let _ = self.ended.send(Arc::new(signed));
    }

    /// Forgets what is kept for a limited time only.
    pub(crate) async fn expire(&self) -> Result<(), PeopleError> {
        let now_ms = self.now_ms();
        let expire = PeopleChange::Expire { household_before_ms: now_ms - HOUSEHOLD_MS, now_ms };
        Ok(self.store.change_people(vec![expire]).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Service;
    use crate::limit::{Limiter, Limits};
    use crate::people::PeoplePolicy;
    use heterodox_store_story::MemoryStore;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn a_session_ends_by_its_own_end_alone_however_many_others_end() {
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let service = Service::new(Arc::new(MemoryStore::default()), limiter);
        let people = People::new(service, PeoplePolicy::default(), None, None);
        let (token, _) = people.new_guest(&Client::default()).await.unwrap();
        let identity = people.identify(&token).await.unwrap();
        let others_end = || {
            for number in 0..1000_u32 {
                people.tell(Signed::Out(number.to_be_bytes().to_vec()));
            }
        };
        let mut ended = people.ended_sessions(identity.clone());
        others_end();
        let own = timeout(Duration::from_millis(50), ended.own()).await;
        assert!(own.is_err(), "the session has not ended");
        people.logout(identity.as_ref().unwrap()).await.unwrap();
        // Its end is among those that were missed.
        others_end();
        timeout(Duration::from_secs(10), ended.own()).await.expect("the session has ended");
    }
}
