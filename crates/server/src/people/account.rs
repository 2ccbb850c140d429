//! Accounts: making one, what it says, its password, leaving, and blocks.

use super::moderation::expect_not_suspended;
use super::passwords::{Checked, expect_good};
use super::sessions::{Client, token_hash};
use super::{Identity, People, PeopleError, Registration, Role, Signed, names, or, user_id};
use crate::games::{ServiceError, Snapshot, record};
use crate::i18n::Lang;
use heterodox_host::clock::Zone;
use heterodox_host::{ActRequest, Action, Game, Requirements, UserId};
use heterodox_rules::Seat;
use heterodox_store::{
    AuditEntry, Credential, GameState, ListedGame, OnceCode, PeopleChange, Profile, Reliability,
    StoreError, User, UserKind,
};
use heterodox_wire::{AuditLine, Me, MeChange, NewAccount, PasswordChange, ResetRequest, UserInfo};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The most characters of what a person says about itself.
const ABOUT: usize = 1000;
/// The most offers that one person has open to another one.
const MAX_OFFERS: usize = 5;
/// The most offers to one person, if the next one is a guest's, and in all.
const MAX_GUESTS_OFFERS: usize = 20;
const MAX_ALL_OFFERS: usize = 60;
/// The number of games from which on a person's reliability counts.
const FEW_GAMES: u32 = 5;
/// The most bytes of a person's preferences.
const PREFS: usize = 8000;

/// The purpose of a code with which one visitor can register.
pub(crate) const REGISTER: &str = "register";
/// The purpose of the operator's code with which a person can choose a password.
pub(crate) const RESET: &str = "reset";
/// The purpose of a mailed one. Strangers can ask for it, which must not make the other void.
pub(super) const MAILED_RESET: &str = "mailed-reset";

/// The id of the credential that is a user's password.
fn password_id(user: &str) -> String {
    format!("password:{user}")
}

impl People {
    fn password_credential(&self, user: UserId, secret: String) -> PeopleChange {
        PeopleChange::PutCredential(Credential {
            id: password_id(user.as_str()),
            user: user.to_string(),
            passkey: false,
            secret,
            label: String::new(),
            created_ms: self.now_ms(),
            used_ms: None,
        })
    }

    /// Makes changes on behalf of the caller, unless its session has ended since the call began: a
    /// new password must not be overtaken by what another program did with an old session.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoGuest`] if the session has ended, or the caller has left.
    pub(super) async fn change_own(
        &self,
        caller: &Identity,
        mut changes: Vec<PeopleChange>,
    ) -> Result<(), PeopleError> {
        changes.insert(0, PeopleChange::ExpectSession(caller.token_hash.clone()));
        let done = self.store.change_people(changes).await;
        done.map_err(|error| or(error, PeopleError::NoGuest))
    }

    pub(super) fn audit_entry(
        &self,
        actor: Option<UserId>,
        what: &str,
        whom: UserId,
    ) -> PeopleChange {
        PeopleChange::Audit(AuditEntry {
            at_ms: self.now_ms(),
            actor: actor.map(|actor| actor.to_string()),
            what: what.to_owned(),
            whom: Some(whom.to_string()),
            detail: None,
        })
    }

    /// Makes an account: the caller's id gets a name and a password. A caller without a session
    /// becomes a new user. Returns the token of a new session; all sessions before it end.
    ///
    /// # Errors
    ///
    /// [`PeopleError::HasAccount`], and those of the name, the password and the code.
    pub(crate) async fn create_account(
        &self,
        caller: Option<&Identity>,
        wanted: NewAccount,
        client: &Client,
    ) -> Result<(String, UserId), PeopleError> {
        if caller.is_some_and(|caller| caller.kind == UserKind::Person) {
            return Err(PeopleError::HasAccount);
        }
        let code = match self.policy.registration {
            Registration::Open => None,
            Registration::Code => Some(wanted.code.as_deref().ok_or(PeopleError::BadCode)?),
            Registration::Closed => return Err(PeopleError::RegistrationClosed),
        };
        let name = names::Name::read(&wanted.name)?;
        expect_good(&wanted.password, &name.text)?;
        let now_ms = self.now_ms();
        if let Some(code) = code {
            // Counted, so that codes cannot be guessed, and first: strangers learn no names.
            self.slow(client.address, "a code")?;
            self.valid_code(code, &[REGISTER]).await?;
            self.throttle.succeed(client.address, "a code");
        }
        self.expect_free(&name).await?;
        self.service.count_stored(client.address)?;
        let secret = self.passwords.hash(wanted.password, client.address).await?;
        loop {
            let user = caller.map_or_else(|| self.service.environment.user(), |one| one.user);
            let (token, session) = self.new_session(user, client);
            let mut changes = Vec::new();
            if let Some(code) = code {
                changes.push(PeopleChange::UseCode { hash: token_hash(code), at_ms: now_ms });
            }
            match caller {
                Some(caller) => {
                    // The guest's games may have been taken over since the call began.
                    changes.push(PeopleChange::ExpectSession(caller.token_hash.clone()));
                    let user = user.to_string();
                    changes.push(PeopleChange::EndSessions { user, but: None });
                    changes.push(PeopleChange::AddSession(session));
                }
                None => changes.push(PeopleChange::AddGuest(session)),
            }
            changes.push(PeopleChange::SetName {
                user: user.to_string(),
                kind: UserKind::Guest,
                name: name.text.clone(),
                name_key: name.key.clone(),
                at_ms: now_ms,
            });
            changes.push(self.password_credential(user, secret.clone()));
            match self.store.change_people(changes).await {
                Ok(()) => {
                    if caller.is_some() {
                        self.tell(user, Signed::OutEverywhere(user, Some(token_hash(&token))));
                    }
                    self.service.rename(user).await;
                    return Ok((token, user));
                }
                Err(StoreError::Taken(taken)) if taken == name.text => {
                    return Err(PeopleError::NameTaken);
                }
                Err(StoreError::Taken(_)) if caller.is_none() => {}
                // Another call of the guest was faster.
                Err(StoreError::Missing(missing)) if missing == user.as_str() => {
                    return Err(PeopleError::HasAccount);
                }
                Err(error) if code.is_some() => return Err(or(error, PeopleError::BadCode)),
                Err(error) => return Err(or(error, PeopleError::NoGuest)),
            }
        }
    }

    /// Refuses a name that another person has, or that is the id of another user: a search for the
    /// id would find the wrong one.
    async fn expect_free(&self, name: &names::Name) -> Result<(), PeopleError> {
        let is_id = match name.text.parse::<UserId>() {
            Ok(id) => self.store.user(id.as_str()).await?.is_some(),
            Err(_) => false,
        };
        if is_id || self.store.user_named(&name.key).await?.is_some() {
            return Err(PeopleError::NameTaken);
        }
        Ok(())
    }

    /// The code, if it has not expired.
    pub(super) async fn live_code(&self, code: &str) -> Result<OnceCode, PeopleError> {
        let now_ms = self.now_ms();
        let found = self.store.code(&token_hash(code)).await?;
        found.filter(|code| code.until_ms > now_ms).ok_or(PeopleError::BadCode)
    }

    /// For whom a code is, if it is valid for one of these purposes.
    async fn valid_code(
        &self,
        code: &str,
        purposes: &[&str],
    ) -> Result<Option<UserId>, PeopleError> {
        let found = self.live_code(code).await?;
        if !purposes.contains(&found.purpose.as_str()) {
            return Err(PeopleError::BadCode);
        }
        found.user.as_deref().map(user_id).transpose()
    }

    /// Makes all codes void with which a person could choose a password.
    pub(super) fn void_resets(user: &str) -> [PeopleChange; 2] {
        [RESET, MAILED_RESET].map(|purpose| PeopleChange::VoidCodes {
            user: user.to_owned(),
            purpose: purpose.to_owned(),
        })
    }

    /// Sets a password with a code of the server's operator. Returns the token of a new session;
    /// all others of the person end.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadCode`], [`PeopleError::BadPassword`], [`PeopleError::LoginsSlowed`], and
    /// [`PeopleError::Suspended`] for a valid code only.
    pub(crate) async fn reset(
        &self,
        request: ResetRequest,
        client: &Client,
    ) -> Result<(String, UserId), PeopleError> {
        self.slow(client.address, "a code")?;
        let user = self.valid_code(&request.code, &[RESET, MAILED_RESET]).await?;
        let user = user.ok_or(PeopleError::BadCode)?;
        self.throttle.succeed(client.address, "a code");
        let known = self.store.user(user.as_str()).await?.ok_or(PeopleError::BadCode)?;
        expect_not_suspended(&known)?;
        expect_good(&request.password, known.name.as_deref().unwrap_or_default())?;
        let secret = self.passwords.hash(request.password, client.address).await?;
        let (token, session) = self.new_session(user, client);
        let used = PeopleChange::UseCode { hash: token_hash(&request.code), at_ms: self.now_ms() };
        let mut changes = vec![
            used,
            self.password_credential(user, secret),
            PeopleChange::EndSessions { user: user.to_string(), but: None },
            PeopleChange::AddSession(session),
            self.audit_entry(Some(user), "reset-password", user),
        ];
        changes.extend(Self::void_resets(user.as_str()));
        let used = |error| or(error, PeopleError::BadCode);
        self.store.change_people(changes).await.map_err(used)?;
        self.tell(user, Signed::OutEverywhere(user, Some(token_hash(&token))));
        Ok((token, user))
    }

    /// Changes the caller's password. All its other sessions end.
    ///
    /// # Errors
    ///
    /// [`PeopleError::WrongPassword`], [`PeopleError::BadPassword`],
    /// [`PeopleError::LoginsSlowed`].
    pub(crate) async fn change_password(
        &self,
        caller: &Identity,
        change: PasswordChange,
        client: &Client,
    ) -> Result<(), PeopleError> {
        let name = caller.name.clone().unwrap_or_default();
        expect_good(&change.new, &name)?;
        self.expect_password(caller, Some(change.old), client).await?;
        let secret = self.passwords.hash(change.new, client.address).await?;
        let (user, but) = (caller.user.to_string(), Some(caller.token_hash.clone()));
        let mut changes = vec![
            self.password_credential(caller.user, secret),
            PeopleChange::EndSessions { user, but: but.clone() },
        ];
        changes.extend(Self::void_resets(caller.user.as_str()));
        self.change_own(caller, changes).await?;
        self.tell(caller.user, Signed::OutEverywhere(caller.user, but));
        Ok(())
    }

    /// Asks for the caller's present password, if it has one.
    ///
    /// # Errors
    ///
    /// [`PeopleError::WrongPassword`], [`PeopleError::LoginsSlowed`].
    pub(super) async fn expect_password(
        &self,
        caller: &Identity,
        password: Option<String>,
        client: &Client,
    ) -> Result<(), PeopleError> {
        let Some(credential) = self.password_of(caller.user.as_str()).await? else { return Ok(()) };
        let password = password.ok_or(PeopleError::WrongPassword)?;
        let account = names::key(caller.name.as_deref().unwrap_or_default());
        self.slow(client.address, &account)?;
        let secret = Some(credential.secret);
        match self.check_password(&account, password, secret, client).await? {
            Checked::Wrong => Err(PeopleError::WrongPassword),
            _ => Ok(()),
        }
    }

    pub(super) async fn present(&self, user: UserId) -> Result<User, PeopleError> {
        let user = self.store.user(user.as_str()).await?;
        user.filter(|user| user.kind != UserKind::Gone).ok_or(PeopleError::NoSuchUser)
    }

    /// What the caller may know of itself.
    pub(crate) async fn me(&self, caller: UserId) -> Result<Me, PeopleError> {
        let user = self.present(caller).await?;
        let has_password = self.password_of(&user.id).await?.is_some();
        let prefs = serde_json::from_str(&user.profile.prefs).unwrap_or_default();
        let (email, vacation) = (self.email(caller).await?, self.vacation(&user));
        Ok(Me {
            id: caller,
            kind: user.kind.key(),
            name: user.name,
            role: Role::from_key(&user.role).key(),
            created_ms: user.created_ms,
            about: user.profile.about,
            lang: user.profile.lang,
            tz: user.profile.tz,
            prefs,
            has_password,
            email,
            vacation,
        })
    }

    /// Changes what the caller says about itself.
    ///
    /// # Errors
    ///
    /// Those of the name, [`PeopleError::BadProfile`], and [`PeopleError::NotAPerson`] for a guest
    /// who wants a name.
    pub(crate) async fn change_me(
        &self,
        caller: &Identity,
        change: MeChange,
    ) -> Result<Me, PeopleError> {
        let user = self.present(caller.user).await?;
        let mut changes = Vec::new();
        let mut name = None;
        if let Some(wanted) = change.name {
            if caller.kind != UserKind::Person {
                return Err(PeopleError::NotAPerson);
            }
            let wanted = names::Name::read(&wanted)?;
            if user.name_key.as_ref() != Some(&wanted.key) {
                self.expect_free(&wanted).await?;
            }
            changes.push(PeopleChange::SetName {
                user: user.id.clone(),
                kind: UserKind::Person,
                name: wanted.text.clone(),
                name_key: wanted.key,
                at_ms: self.now_ms(),
            });
            changes.push(self.audit_entry(Some(caller.user), "renamed", caller.user));
            name = Some(wanted.text);
        }
        let mut profile = user.profile;
        set_profile(&mut profile, change.about, change.lang, change.tz, change.prefs)?;
        changes.push(PeopleChange::SetProfile { user: user.id, profile });
        match self.change_own(caller, changes).await {
            Err(PeopleError::Service(ServiceError::Store(StoreError::Taken(_)))) => {
                return Err(PeopleError::NameTaken);
            }
            done => done?,
        }
        if name.is_some() {
            self.service.rename(caller.user).await;
        }
        self.me(caller.user).await
    }

    /// The user with this id or name.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], also for a user who has left.
    pub(crate) async fn find(&self, id_or_name: &str) -> Result<User, PeopleError> {
        if let Ok(id) = id_or_name.parse::<UserId>()
            && let Ok(user) = self.present(id).await
        {
            return Ok(user);
        }
        let key = names::key(&id_or_name.chars().take(100).collect::<String>());
        self.store.user_named(&key).await?.ok_or(PeopleError::NoSuchUser)
    }

    /// The public profile of a user. When it was seen last is not said: it would tell of
    /// private steps in hidden games.
    pub(crate) async fn profile(
        &self,
        id_or_name: &str,
        reader: Option<UserId>,
    ) -> Result<UserInfo, PeopleError> {
        let user = self.find(id_or_name).await?;
        let id = user_id(&user.id)?;
        let Reliability { games, timed_out } = self.store.reliability(&user.id).await?;
        let scores = match reader.filter(|reader| *reader != id) {
            Some(reader) => self.scores(reader, id).await?,
            None => Vec::new(),
        };
        Ok(UserInfo {
            recent_games: games,
            timed_out,
            scores,
            id,
            kind: user.kind.key(),
            name: user.name,
            about: user.profile.about,
            created_ms: user.created_ms,
            on_vacation: user.vacation.on,
        })
    }

    /// The ids of those whom the caller has blocked.
    pub(crate) async fn blocks(&self, caller: UserId) -> Result<Vec<UserId>, PeopleError> {
        let blocks = self.store.blocks_of(caller.as_str()).await?;
        blocks.iter().map(|id| user_id(id)).collect()
    }

    /// Blocks a user or ends that. A blocked user cannot take a seat where the caller sits.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], also for the caller itself.
    pub(crate) async fn block(
        &self,
        caller: UserId,
        other: &str,
        block: bool,
    ) -> Result<(), PeopleError> {
        let (user, blocked) = (caller.to_string(), self.find(other).await?.id);
        if user == blocked {
            return Err(PeopleError::NoSuchUser);
        }
        let change = if block {
            PeopleChange::Block { user, blocked, at_ms: self.now_ms() }
        } else {
            PeopleChange::Unblock { user, blocked }
        };
        self.store.change_people(vec![change]).await?;
        self.block_changes.fetch_add(1, Ordering::Relaxed);
        self.service.tell_person(caller);
        Ok(())
    }

    /// Refuses a caller whom a player of a game has blocked.
    ///
    /// # Errors
    ///
    /// [`PeopleError::Blocked`].
    pub(crate) async fn expect_welcome(
        &self,
        caller: UserId,
        players: impl IntoIterator<Item = UserId>,
    ) -> Result<(), PeopleError> {
        for player in players {
            let blocks = self.store.blocks_of(player.as_str()).await?;
            if player != caller && blocks.iter().any(|blocked| blocked == caller.as_str()) {
                return Err(PeopleError::Blocked);
            }
        }
        Ok(())
    }

    /// Fails if a person to whom the caller would offer a seat is not here, or has blocked the
    /// caller.
    pub(crate) async fn expect_invitable(
        &self,
        caller: UserId,
        invited: Vec<UserId>,
    ) -> Result<(), PeopleError> {
        for user in &invited {
            let found = self.present(*user).await?;
            if found.suspended_ms.is_some() {
                return Err(PeopleError::NoSuchUser);
            }
        }
        // One user cannot fill another one's list.
        let is_guest = !invited.is_empty() && self.present(caller).await?.kind == UserKind::Guest;
        for user in &invited {
            let offers = self.store.offered_to(user.as_str()).await?;
            let is_own = |offer: &ListedGame| {
                let seats = &offer.derived.seats;
                seats.iter().any(|seat| seat.user.as_deref() == Some(caller.as_str()))
            };
            // Guests, of whom anybody can be many, leave room for people.
            if offers.len() >= if is_guest { MAX_GUESTS_OFFERS } else { MAX_ALL_OFFERS } {
                return Err(PeopleError::TooManyOffers);
            }
            if offers.iter().filter(|offer| is_own(offer)).count() >= MAX_OFFERS {
                return Err(PeopleError::TooManyOffers);
            }
        }
        self.expect_welcome(caller, invited).await
    }

    /// Fails if a caller who takes a seat of a game that is for anybody does not fulfil what its
    /// offer requires. `key` is the secret of a seat.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NeedsAccount`], [`PeopleError::NotReliable`].
    pub(crate) async fn expect_eligible(
        &self,
        caller: UserId,
        game: &Game,
        key: Option<&str>,
    ) -> Result<(), PeopleError> {
        let Requirements { account, reliability } = game.opening().offer.requires;
        let is_expected = |seat: Seat| {
            game.player(seat).is_some_and(|player| player.is(caller))
                || game.is_invited(seat, Some(caller), key)
        };
        if game.seats().any(is_expected) {
            return Ok(());
        }
        if account && self.present(caller).await?.kind != UserKind::Person {
            return Err(PeopleError::NeedsAccount);
        }
        if reliability > 0 {
            let Reliability { games, timed_out } = self.store.reliability(caller.as_str()).await?;
            let kept = games - timed_out;
            if games >= FEW_GAMES && 100 * kept < u32::from(reliability) * games {
                return Err(PeopleError::NotReliable { least: reliability });
            }
        }
        Ok(())
    }

    /// The caller leaves: running games are resigned, and all that is its own is deleted. Its moves
    /// and results stay, as they are its opponents' too.
    pub(crate) async fn leave(self: &Arc<Self>, caller: &Identity) -> Result<(), PeopleError> {
        self.end_games(caller.user).await?;
        let changes = vec![
            PeopleChange::Leave { user: caller.user.to_string(), at_ms: self.now_ms() },
            self.audit_entry(Some(caller.user), "left", caller.user),
        ];
        self.change_own(caller, changes).await?;
        self.tell(caller.user, Signed::OutEverywhere(caller.user, None));
        self.service.rename(caller.user).await;
        Ok(())
    }

    /// Resigns the running games of a user who leaves, and takes back its offers.
    pub(super) async fn end_games(&self, user: UserId) -> Result<(), PeopleError> {
        for state in [GameState::Running, GameState::Open] {
            for listed in self.all_games(user, state).await? {
                self.resign_all(&listed.game, user).await?;
            }
        }
        Ok(())
    }

    /// Resigns all seats of a user in a game. A game that cannot be resigned stays as it is.
    async fn resign_all(&self, game: &str, user: UserId) -> Result<(), PeopleError> {
        let Some(snapshot) = self.readable(game).await? else { return Ok(()) };
        // A table that is not full is no game that could be lost.
        if snapshot.game.is_open() {
            let ended = if snapshot.game.opener() == Some(user) {
                self.service.withdraw(game, user, None).await
            } else {
                self.service.leave(game, user, None).await
            };
            match ended {
                Ok(()) => return Ok(()),
                // The game may have begun meanwhile.
                Err(ServiceError::Host(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        for seat in snapshot.game.seats_of(user) {
            let action = Action::Resign;
            let request = ActRequest { action, seat: Some(seat.index()), expect: None };
            let received = self.service.received_now();
            match self.service.act(game, user, request, None, None, received).await {
                Ok(_) | Err(ServiceError::Host(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// A game; `None` if its log cannot be read, which must not keep its players from what is
    /// theirs.
    pub(super) async fn readable(&self, game: &str) -> Result<Option<Arc<Snapshot>>, PeopleError> {
        match self.service.own_snapshot(game).await {
            Ok(snapshot) => Ok(Some(snapshot)),
            Err(ServiceError::Broken(error)) => {
                tracing::error!(game, error, "a game cannot be read, and is passed over");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// All that is kept of the caller: a line of JSON for each row that names it, and for each of
    /// its games what the caller may know of its record.
    pub(crate) async fn export(&self, caller: UserId) -> Result<String, PeopleError> {
        let mut lines = String::new();
        let mut add = |table: &str, mut row: Map<String, Value>| {
            row.insert("table".to_owned(), table.into());
            lines.push_str(&Value::Object(row).to_string());
            lines.push('\n');
        };
        for (table, values) in self.store.rows_of(caller.as_str()).await? {
            let values = values.into_iter().map(|(key, value)| (key, Value::String(value)));
            add(&table, values.collect());
        }
        for state in [GameState::Open, GameState::Running, GameState::Over] {
            for listed in self.all_games(caller, state).await? {
                let Some(snapshot) = self.readable(&listed.game).await? else { continue };
                let game = snapshot.game.clone();
                let Ok(perspective) = game.perspective(Some(caller), None) else { continue };
                let record = record(&game, perspective.viewer, false);
                let mut row = Map::new();
                row.insert("id".to_owned(), listed.game.into());
                row.insert("record".to_owned(), record.into());
                add("games", row);
            }
        }
        Ok(lines)
    }

    /// The newest lines of the audit.
    pub(crate) async fn audit(&self) -> Result<Vec<AuditLine>, PeopleError> {
        let line = |entry: AuditEntry| AuditLine {
            at_ms: entry.at_ms,
            actor: entry.actor,
            what: entry.what,
            whom: entry.whom,
            detail: entry.detail,
        };
        Ok(self.store.audit(200).await?.into_iter().map(line).collect())
    }
}

/// Changes the given fields of a profile.
fn set_profile(
    profile: &mut Profile,
    about: Option<String>,
    lang: Option<String>,
    tz: Option<String>,
    prefs: Option<Map<String, Value>>,
) -> Result<(), PeopleError> {
    let bad = |name, expected| PeopleError::BadProfile { name, expected };
    let word = |text: String| Some(text).filter(|text| !text.is_empty());
    if let Some(about) = about {
        let is_plain = |sign: char| !sign.is_control() || sign == '\n';
        if about.chars().count() > ABOUT || !about.chars().all(is_plain) {
            return Err(bad("about", "a text of at most 1000 characters"));
        }
        profile.about = about;
    }
    if let Some(lang) = lang {
        if !lang.is_empty() && Lang::from_code(&lang).is_none() {
            return Err(bad("lang", "'en', 'de', 'sv', 'it', or an empty text"));
        }
        profile.lang = word(lang);
    }
    if let Some(tz) = tz {
        if !tz.is_empty() && Zone::try_from(tz.clone()).is_err() {
            return Err(bad("tz", "a time zone such as Europe/Berlin, or an empty text"));
        }
        profile.tz = word(tz);
    }
    if let Some(changed) = prefs {
        let mut prefs: Map<String, Value> =
            serde_json::from_str(&profile.prefs).unwrap_or_default();
        for (key, value) in changed {
            if value.is_null() {
                prefs.remove(&key);
            } else {
                prefs.insert(key, value);
            }
        }
        let text = Value::Object(prefs).to_string();
        if text.len() > PREFS {
            return Err(bad("prefs", "an object of at most 8000 bytes"));
        }
        profile.prefs = text;
    }
    Ok(())
}
