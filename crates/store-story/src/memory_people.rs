//! Users and what belongs to them, in memory.

use crate::memory_talk::MemoryTalk;
use crate::memory_ways::MemoryWays;
use heterodox_store::{
    AuditEntry, Credential, Email, NAME_RESERVED_MS, OnceCode, PeopleChange, Profile, Report,
    Session, StoreError, Takeover, TextKind, User, UserKind, UserRow, Vacation,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Users and what belongs to them.
#[derive(Clone, Default)]
pub(crate) struct MemoryPeople {
    users: BTreeMap<String, User>,
    sessions: BTreeMap<Vec<u8>, Session>,
    credentials: BTreeMap<String, Credential>,
    emails: BTreeMap<String, Email>,
    codes: BTreeMap<Vec<u8>, OnceCode>,
    blocks: BTreeSet<(String, String)>,
    takeovers: BTreeMap<String, (Takeover, bool)>,
    audit: Vec<AuditEntry>,
    pub(crate) ways: MemoryWays,
    open_reports: BTreeMap<String, Report>,
    pub(crate) table_talk: MemoryTalk,
}

fn taken(key: &str) -> StoreError {
    StoreError::Taken(key.to_owned())
}

fn missing(key: &str) -> StoreError {
    StoreError::Missing(key.to_owned())
}

impl MemoryPeople {
    pub(crate) fn session(&self, token_hash: &[u8]) -> Option<(Session, User)> {
        let session = self.sessions.get(token_hash)?.clone();
        let user = self.users.get(&session.user)?.clone();
        Some((session, user))
    }

    pub(crate) fn sessions_of(&self, user: &str) -> Vec<Session> {
        let of_user = self.sessions.values().filter(|session| session.user == user);
        let mut found: Vec<_> = of_user.cloned().collect();
        found.sort_by_key(|session| (Reverse(session.seen_ms), Reverse(session.created_ms)));
        found
    }

    pub(crate) fn user(&self, id: &str) -> Option<User> {
        self.users.get(id).cloned()
    }

    pub(crate) fn user_named(&self, name_key: &str) -> Option<User> {
        let mut users = self.users.values().filter(|user| user.kind != UserKind::Gone);
        users.find(|user| user.name_key.as_deref() == Some(name_key)).cloned()
    }

    pub(crate) fn name_holder(&self, name_key: &str) -> Option<User> {
        self.users.values().find(|user| user.name_key.as_deref() == Some(name_key)).cloned()
    }

    pub(crate) fn users(&self, kind: UserKind, after: Option<&str>) -> impl Iterator<Item = &User> {
        let after = after.map(str::to_owned);
        let is_behind = move |id: &str| after.as_ref().is_none_or(|after| id > after.as_str());
        self.users.values().filter(move |user| user.kind == kind && is_behind(&user.id))
    }

    /// Whether a user is in a report or a takeover.
    pub(crate) fn is_involved(&self, id: &str) -> bool {
        let mut takeovers = self.takeovers.values();
        self.open_reports.values().any(|report| report.reporter == id || report.about == id)
            || takeovers.any(|(takeover, _)| takeover.guest == id || takeover.user == id)
    }

    /// Whether a report is about a game.
    pub(crate) fn is_reported(&self, game: &str) -> bool {
        self.open_reports.values().any(|report| report.game.as_deref() == Some(game))
    }

    /// Deletes a user with all that is its own.
    pub(crate) fn delete(&mut self, id: &str) {
        self.leave(id, 0);
        self.users.remove(id);
    }

    pub(crate) fn on_vacation(&self) -> Vec<User> {
        let mut found: Vec<_> = self.users.values().filter(|user| user.vacation.on).collect();
        found.sort_by(|a, b| a.id.cmp(&b.id));
        found.into_iter().cloned().collect()
    }

    pub(crate) fn credentials_of(&self, user: &str) -> Vec<Credential> {
        let of_user = self.credentials.values().filter(|credential| credential.user == user);
        let mut found: Vec<_> = of_user.cloned().collect();
        found.sort_by_key(|credential| credential.created_ms);
        found
    }

    pub(crate) fn credential(&self, id: &str) -> Option<Credential> {
        self.credentials.get(id).cloned()
    }

    pub(crate) fn email_of(&self, user: &str) -> Option<Email> {
        self.emails.get(user).cloned()
    }

    pub(crate) fn emails_with(&self, address: &str) -> Vec<Email> {
        let confirmed = self.emails.values().filter(|email| email.confirmed_ms.is_some());
        confirmed.filter(|email| email.address == address).cloned().collect()
    }

    pub(crate) fn code(&self, hash: &[u8]) -> Option<OnceCode> {
        self.codes.get(hash).cloned()
    }

    pub(crate) fn blocks_of(&self, user: &str) -> Vec<String> {
        let of_user = self.blocks.iter().filter(|(by, _)| by == user);
        of_user.map(|(_, blocked)| blocked.clone()).collect()
    }

    pub(crate) fn open_takeovers(&self) -> Vec<Takeover> {
        let open = self.takeovers.values().filter(|(_, done)| !done);
        let mut found: Vec<_> = open.map(|(takeover, _)| takeover.clone()).collect();
        found.sort_by_key(|takeover| takeover.at_ms);
        found
    }

    pub(crate) fn audit(&self, limit: usize) -> Vec<AuditEntry> {
        self.audit.iter().rev().take(limit).cloned().collect()
    }

    pub(crate) fn open_reports(&self, limit: usize) -> Vec<Report> {
        let mut found: Vec<_> = self.open_reports.values().cloned().collect();
        found.sort_by_key(|report| report.at_ms);
        found.truncate(limit);
        found
    }

    pub(crate) fn open_report(&self, id: &str) -> Option<Report> {
        self.open_reports.get(id).cloned()
    }

    fn add_report(&mut self, report: Report) -> Result<(), StoreError> {
        let of = |report: &Report| {
            let Report { reporter, about, game, room, seq, .. } = report.clone();
            (reporter, about, game, room, seq)
        };
        if self.open_reports.values().any(|old| old.id == report.id || of(old) == of(&report)) {
            return Err(taken(&report.id));
        }
        self.open_reports.insert(report.id.clone(), report);
        Ok(())
    }

    /// Gives what a guest has said, noted and reported to the user who takes its games over.
    fn pass_on(&mut self, guest: &str, user: &str) {
        self.table_talk.pass_on(guest, user);
        for report in self.open_reports.values_mut() {
            for id in [&mut report.reporter, &mut report.about] {
                if id == guest {
                    user.clone_into(id);
                }
            }
        }
    }

    pub(crate) fn rows_of(&self, user: &str) -> Vec<UserRow> {
        let row = |table: &str, values: &[(&str, &str)]| {
            let values = values.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            (table.to_owned(), values.collect())
        };
        let mut rows: Vec<UserRow> = Vec::new();
        if let Some(user) = self.users.get(user) {
            rows.push(row("users", &[("id", &user.id), ("kind", user.kind.key())]));
        }
        let credentials = self.credentials_of(user).into_iter();
        rows.extend(credentials.map(|one| row("credentials", &[("label", &one.label)])));
        rows.extend(self.sessions_of(user).iter().map(|_| row("sessions", &[])));
        let emails = self.emails.get(user).into_iter();
        rows.extend(emails.map(|email| row("emails", &[("address", &email.address)])));
        let blocks = self.blocks.iter().filter(|(by, _)| by == user);
        rows.extend(blocks.map(|(by, to)| row("blocks", &[("user", by), ("blocked", to)])));
        let said = self.table_talk.lines_of(user);
        rows.extend(said.map(|(game, text)| row("chat", &[("game", game), ("body", text)])));
        let row_of = |(kind, game, body): (TextKind, _, _)| {
            row("private_texts", &[("game", game), ("kind", kind.key()), ("body", body)])
        };
        rows.extend(self.table_talk.texts_of(user).map(row_of));
        let puzzles = self.table_talk.puzzles_of(user).into_iter();
        rows.extend(puzzles.map(|one| row("puzzle_results", &[("puzzle", &one.puzzle)])));
        let reports = self.open_reports.values().filter(|report| report.reporter == user);
        rows.extend(reports.map(|report| row("reports", &[("about", &report.about)])));
        rows
    }

    /// The user with this id who has not left.
    fn present(&mut self, id: &str) -> Result<&mut User, StoreError> {
        let user = self.users.get_mut(id).filter(|user| user.kind != UserKind::Gone);
        user.ok_or_else(|| missing(id))
    }

    fn claim_name(&mut self, user: &str, name_key: &str, at_ms: i64) -> bool {
        for other in self.users.values_mut() {
            if other.name_key.as_deref() != Some(name_key) || other.id == user {
                continue;
            }
            if other.gone_ms.is_none_or(|gone_ms| gone_ms > at_ms - NAME_RESERVED_MS) {
                return false;
            }
            other.name_key = None;
            other.name = None;
        }
        true
    }

    fn add_session(&mut self, session: Session, key: &str) -> Result<(), StoreError> {
        if self.sessions.contains_key(&session.token_hash) {
            return Err(taken(key));
        }
        self.sessions.insert(session.token_hash.clone(), session);
        Ok(())
    }

    fn void_codes(&mut self, user: &str, purpose: &str) {
        self.codes.retain(|_, code| code.user.as_deref() != Some(user) || code.purpose != purpose);
    }

    fn leave(&mut self, id: &str, at_ms: i64) {
        self.credentials.retain(|_, credential| credential.user != id);
        self.sessions.retain(|_, session| session.user != id);
        self.emails.remove(id);
        self.codes.retain(|_, code| code.user.as_deref() != Some(id));
        self.blocks.retain(|(by, blocked)| by != id && blocked != id);
        self.ways.leave(id);
        self.table_talk.forget(id);
        if let Ok(user) = self.present(id) {
            user.kind = UserKind::Gone;
            user.gone_ms = Some(at_ms);
            user.profile = Profile::default();
            "player".clone_into(&mut user.role);
            user.vacation =
                Vacation { counted_ms: user.vacation.counted_ms, ..Vacation::default() };
        }
    }

    pub(crate) fn change(&mut self, change: PeopleChange) -> Result<(), StoreError> {
        match change {
            PeopleChange::AddGuest(session) => {
                let id = session.user.clone();
                if self.users.contains_key(&id) {
                    return Err(taken(&id));
                }
                let (created_ms, seen_ms) = (session.created_ms, session.seen_ms);
                self.add_session(session, &id)?;
                let role = "player".to_owned();
                let vacation = Vacation { counted_ms: created_ms, ..Vacation::default() };
                let user =
                    User { id: id.clone(), created_ms, seen_ms, role, vacation, ..User::default() };
                self.users.insert(id, user);
            }
            PeopleChange::AddPerson(user) => {
                let key = user.name.as_deref().unwrap_or(&user.id).to_owned();
                let free = user
                    .name_key
                    .as_deref()
                    .is_none_or(|name_key| self.claim_name(&user.id, name_key, user.created_ms));
                if !free || self.users.contains_key(&user.id) {
                    return Err(taken(&key));
                }
                self.users.insert(user.id.clone(), user);
            }
            PeopleChange::SetName { user, kind, name, name_key, at_ms } => {
                if self.present(&user)?.kind != kind {
                    return Err(StoreError::Missing(user));
                }
                if !self.claim_name(&user, &name_key, at_ms) {
                    return Err(taken(&name));
                }
                let user = self.present(&user)?;
                user.kind = UserKind::Person;
                user.name = Some(name);
                user.name_key = Some(name_key);
            }
            PeopleChange::SetProfile { user, profile } => self.present(&user)?.profile = profile,
            PeopleChange::SetRole { user, role } => self.present(&user)?.role = role,
            PeopleChange::SetVacation { user, vacation } => {
                self.present(&user)?.vacation = vacation;
            }
            PeopleChange::SetSuspended { user, since_ms } => {
                self.present(&user)?.suspended_ms = since_ms;
            }
            PeopleChange::SetSilence { user, silence } => {
                self.present(&user)?.silence = silence;
            }
            PeopleChange::AddReport(report) => self.add_report(report)?,
            PeopleChange::CloseReport { id, .. } => {
                self.open_reports.remove(&id).ok_or_else(|| missing(&id))?;
            }
            PeopleChange::AddSession(session) => {
                let user = self.present(&session.user)?;
                let id = user.id.clone();
                if user.suspended_ms.is_some() {
                    return Err(missing(&id));
                }
                self.add_session(session, &id)?;
            }
            PeopleChange::ExpectSession(hash) => {
                self.sessions.get(&hash).ok_or_else(|| missing("session"))?;
            }
            PeopleChange::Seen { token_hash, at_ms } => {
                if let Some(session) = self.sessions.get_mut(&token_hash) {
                    session.seen_ms = session.seen_ms.max(at_ms);
                    let user = session.user.clone();
                    if let Some(user) = self.users.get_mut(&user) {
                        user.seen_ms = user.seen_ms.max(at_ms);
                    }
                }
            }
            PeopleChange::EndSession(hash) => drop(self.sessions.remove(&hash)),
            PeopleChange::EndSessions { user, but } => {
                self.sessions
                    .retain(|hash, session| session.user != user || Some(hash) == but.as_ref());
            }
            PeopleChange::PutCredential(credential) => {
                let old = self.credentials.get(&credential.id);
                let same = |old: &Credential| {
                    (&old.user, old.passkey) == (&credential.user, credential.passkey)
                };
                if !old.is_none_or(same) {
                    return Err(taken(&credential.id));
                }
                self.credentials.insert(credential.id.clone(), credential);
            }
            PeopleChange::UseCredential { credential, before } => {
                let Credential { id, user, secret, used_ms, .. } = credential;
                let old = self.credentials.get_mut(&id);
                let old = old.filter(|old| old.user == user && old.secret == before);
                let old = old.ok_or_else(|| missing(&id))?;
                (old.secret, old.used_ms) = (secret, used_ms);
            }
            PeopleChange::RemoveCredential { user, id } => {
                self.credentials
                    .retain(|_, credential| credential.user != user || credential.id != id);
            }
            PeopleChange::PutEmail(email) => drop(self.emails.insert(email.user.clone(), email)),
            PeopleChange::RemoveEmail(user) => drop(self.emails.remove(&user)),
            PeopleChange::AddCode(code) => {
                if self.codes.contains_key(&code.hash) {
                    return Err(taken(&code.purpose));
                }
                self.codes.insert(code.hash.clone(), code);
            }
            PeopleChange::UseCode { hash, at_ms } => {
                let code = self.codes.get(&hash).filter(|code| code.until_ms > at_ms).cloned();
                let code = code.ok_or_else(|| missing("code"))?;
                match code.user {
                    Some(user) => self.void_codes(&user, &code.purpose),
                    None => drop(self.codes.remove(&hash)),
                }
            }
            PeopleChange::VoidCodes { user, purpose } => self.void_codes(&user, &purpose),
            PeopleChange::Block { user, blocked, .. } => {
                self.blocks.insert((user, blocked));
            }
            PeopleChange::Unblock { user, blocked } => {
                self.blocks.remove(&(user, blocked));
            }
            PeopleChange::BeginTakeover(takeover) => {
                if self.takeovers.contains_key(&takeover.guest) {
                    return Err(taken(&takeover.guest));
                }
                self.takeovers.insert(takeover.guest.clone(), (takeover, false));
            }
            PeopleChange::EndTakeover { guest, at_ms } => {
                if let Some((takeover, done)) = self.takeovers.get_mut(&guest) {
                    *done = true;
                    let user = takeover.user.clone();
                    self.pass_on(&guest, &user);
                }
                self.leave(&guest, at_ms);
            }
            PeopleChange::Leave { user, at_ms } => self.leave(&user, at_ms),
            PeopleChange::Forget(id) => {
                let user = self.users.get_mut(&id).filter(|user| user.kind == UserKind::Gone);
                let user = user.ok_or_else(|| missing(&id))?;
                (user.name, user.name_key) = (None, None);
                (user.suspended_ms, user.silence) = (None, None);
                self.takeovers.retain(|_, (takeover, done)| {
                    !*done || takeover.guest != id && takeover.user != id
                });
                self.open_reports.retain(|_, report| report.reporter != id && report.about != id);
                let about = |line: &&mut AuditEntry| line.whom.as_ref() == Some(&id);
                self.audit.iter_mut().filter(about).for_each(|line| line.detail = None);
            }
            PeopleChange::Expire { household_before_ms, now_ms } => {
                self.sessions.retain(|_, session| session.until_ms > now_ms);
                let old = |session: &&mut Session| session.created_ms < household_before_ms;
                self.sessions.values_mut().filter(old).for_each(|old| old.household = None);
                self.codes.retain(|_, code| code.until_ms > now_ms);
                let gone = |user: &&mut User| {
                    user.gone_ms.is_some_and(|gone_ms| gone_ms <= now_ms - NAME_RESERVED_MS)
                };
                for user in self.users.values_mut().filter(gone) {
                    (user.name, user.name_key) = (None, None);
                }
            }
            PeopleChange::Audit(entry) => self.audit.push(entry),
            PeopleChange::Way(change) => self.ways.change(change)?,
        }
        Ok(())
    }
}
