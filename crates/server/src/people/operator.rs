//! What the operator of the machine does to people and games, beside the server. Each deed is a
//! line of the audit without an actor.

use super::moderation::read_reason;
use super::reports::read_days;
use super::{People, PeopleError, Role, Signed, names, or, user_id};
use heterodox_host::UserId;
use heterodox_store::{AuditEntry, PeopleChange, Silence, StoreError, User, UserKind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::sleep;

/// The reason that a person is told if the operator gives none.
const DECISION: &str = "a decision of the operator";
/// The interval at which a running server looks whether another program has written.
const LOOK: Duration = Duration::from_secs(1);
/// The number of users that are read at once.
const PAGE: usize = 1000;

impl People {
    /// Follows what other programs write to the store, such as the commands of the operator, for
    /// ever.
    pub(crate) async fn follow_outside(&self) {
        let mut known = self.service.outside_writes().await.ok();
        loop {
            sleep(LOOK).await;
            let Ok(now) = self.service.outside_writes().await else { continue };
            if known.replace(now) != Some(now) {
                self.block_changes.fetch_add(1, Ordering::Relaxed);
                // An error means that no caller waits.
                let _ = self.ended.send(Arc::new(Signed::Perhaps(None)));
                self.service.read_again().await;
            }
        }
    }

    /// A line of the audit for a deed of the operator.
    pub(crate) fn operator_line(
        &self,
        what: &str,
        whom: Option<&str>,
        detail: &str,
    ) -> PeopleChange {
        PeopleChange::Audit(AuditEntry {
            at_ms: self.now_ms(),
            actor: None,
            what: what.to_owned(),
            whom: whom.map(str::to_owned),
            detail: Some(detail.to_owned()).filter(|detail| !detail.is_empty()),
        })
    }

    /// The user with this id or name, also one who has left.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`].
    pub(crate) async fn find_gone(&self, id_or_name: &str) -> Result<User, PeopleError> {
        if let Ok(id) = id_or_name.parse::<UserId>()
            && let Some(user) = self.store.user(id.as_str()).await?
        {
            return Ok(user);
        }
        let key = names::key(&id_or_name.chars().take(100).collect::<String>());
        self.store.name_holder(&key).await?.ok_or(PeopleError::NoSuchUser)
    }

    /// All users of a kind, sorted by their ids.
    pub(crate) async fn all_of(&self, kind: UserKind) -> Result<Vec<User>, PeopleError> {
        let mut all: Vec<User> = Vec::new();
        loop {
            let after = all.last().map(|user| user.id.clone());
            let page = self.store.users(kind, after.as_deref(), PAGE).await?;
            if page.is_empty() {
                return Ok(all);
            }
            all.extend(page);
        }
    }

    async fn operate(&self, changes: Vec<PeopleChange>) -> Result<(), PeopleError> {
        let done = self.store.change_people(changes).await;
        done.map_err(|error| or(error, PeopleError::NoSuchUser))
    }

    /// Gives a person another role.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], also for a guest.
    pub(crate) async fn operator_sets_role(
        &self,
        who: &str,
        role: Role,
    ) -> Result<(), PeopleError> {
        let user = self.find(who).await?;
        if user.kind != UserKind::Person {
            return Err(PeopleError::NoSuchUser);
        }
        let line = self.operator_line("set-role", Some(&user.id), role.key());
        self.operate(vec![
            PeopleChange::SetRole { user: user.id, role: role.key().to_owned() },
            line,
        ])
        .await
    }

    /// Silences a user for some days, or ends that.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], [`PeopleError::BadReason`], [`PeopleError::BadDays`].
    pub(crate) async fn operator_silences(
        &self,
        who: &str,
        silence: Option<(u32, Option<&str>)>,
    ) -> Result<(), PeopleError> {
        let user = self.find(who).await?.id;
        let (silence, line) = match silence {
            Some((days, reason)) => {
                let reason = read_reason(reason.unwrap_or(DECISION))?;
                let until_ms = self.now_ms() + read_days(days)?;
                let detail = format!("{days} d: {reason}");
                let line = self.operator_line("silenced", Some(&user), &detail);
                (Some(Silence { until_ms, reason }), line)
            }
            None => (None, self.operator_line("ended-silence", Some(&user), "")),
        };
        self.operate(vec![PeopleChange::SetSilence { user, silence }, line]).await
    }

    /// Suspends a user, whose sessions and open games end.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], [`PeopleError::BadReason`].
    pub(crate) async fn operator_suspends(
        &self,
        who: &str,
        reason: Option<&str>,
    ) -> Result<(), PeopleError> {
        let User { id: user, suspended_ms, .. } = self.find(who).await?;
        let id = user_id(&user)?;
        let reason = read_reason(reason.unwrap_or(DECISION))?;
        let line = self.operator_line("suspended", Some(&user), &reason);
        let since_ms = Some(suspended_ms.unwrap_or(self.now_ms()));
        let changes = vec![
            PeopleChange::SetSuspended { user: user.clone(), since_ms },
            PeopleChange::EndSessions { user, but: None },
            line,
        ];
        self.operate(changes).await?;
        self.follow_suspension(id).await
    }

    /// Ends a suspension.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`].
    pub(crate) async fn operator_ends_suspension(&self, who: &str) -> Result<(), PeopleError> {
        let user = self.find(who).await?.id;
        let line = self.operator_line("ended-suspension", Some(&user), "");
        self.operate(vec![PeopleChange::SetSuspended { user, since_ms: None }, line]).await
    }

    /// Ends an open or running game without a result.
    ///
    /// # Errors
    ///
    /// The refusals `no-such-game` and `game-over`, and [`PeopleError::BadReason`].
    pub(crate) async fn operator_closes(
        &self,
        game: &str,
        reason: Option<&str>,
    ) -> Result<(), PeopleError> {
        let reason = read_reason(reason.unwrap_or(DECISION))?;
        let found = self.service.own_snapshot(game).await?.game.clone();
        // Before the game ends, so that none is closed without a line. A game that is over is
        // refused below.
        if found.outcome().is_none() {
            let line = self.operator_line("closed-game", Some(found.id()), &reason);
            self.store.change_people(vec![line]).await?;
        }
        Ok(self.service.cancel(game, None).await?)
    }

    /// Deletes an account, as its owner could: its games are resigned, and what is its own goes.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`].
    pub(crate) async fn operator_deletes(self: &Arc<Self>, who: &str) -> Result<(), PeopleError> {
        let user = self.find(who).await?.id;
        let id = user_id(&user)?;
        self.end_games(id).await?;
        let line = self.operator_line("deleted", Some(&user), "");
        self.operate(vec![PeopleChange::Leave { user, at_ms: self.now_ms() }, line]).await?;
        self.tell(Signed::OutEverywhere(id, None));
        self.service.rename(id).await;
        Ok(())
    }

    /// Deletes an account and all that is kept of one that was deleted before.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`].
    pub(crate) async fn operator_forgets(self: &Arc<Self>, who: &str) -> Result<(), PeopleError> {
        let user = self.find_gone(who).await?;
        if user.kind != UserKind::Gone {
            self.operator_deletes(&user.id).await?;
        }
        let line = self.operator_line("forgotten", Some(&user.id), "");
        self.operate(vec![PeopleChange::Forget(user.id), line]).await
    }

    /// All that is kept of a user: see [`People::export`].
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`].
    pub(crate) async fn operator_exports(&self, who: &str) -> Result<String, PeopleError> {
        let user = self.find_gone(who).await?;
        self.export(user_id(&user.id)?).await
    }

    /// Notes a deed of the operator that is about no single user.
    pub(crate) async fn note_deed(&self, what: &str, detail: &str) -> Result<(), StoreError> {
        self.store.change_people(vec![self.operator_line(what, None, detail)]).await
    }
}
