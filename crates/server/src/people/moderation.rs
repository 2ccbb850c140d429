//! What moderators and administrators do to games and people. Each deed is a line of the audit.

use super::{Identity, People, PeopleError, Role, Signed, or, user_id};
use heterodox_host::UserId;
use heterodox_store::{AuditEntry, GameState, PeopleChange, User, UserKind};
use heterodox_wire::RoleName;
use std::net::IpAddr;

/// The most characters of a reason.
const REASON: usize = 500;

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Player => Self::Player,
            RoleName::Organiser => Self::Organiser,
            RoleName::Moderator => Self::Moderator,
            RoleName::Administrator => Self::Administrator,
        }
    }
}

/// Refuses a person who is suspended. To be asked after the proof that the caller is that person,
/// so that strangers do not learn of it.
///
/// # Errors
///
/// [`PeopleError::Suspended`].
pub(super) fn expect_not_suspended(user: &User) -> Result<(), PeopleError> {
    if user.suspended_ms.is_some() { Err(PeopleError::Suspended) } else { Ok(()) }
}

/// Reads the reason of a deed: one paragraph or several.
pub(super) fn read_reason(reason: &str) -> Result<String, PeopleError> {
    let reason = reason.trim();
    let is_plain = |sign: char| !sign.is_control() || sign == '\n';
    let is_reason = (1..=REASON).contains(&reason.chars().count())
        && reason.chars().all(is_plain)
        && reason.chars().any(char::is_alphanumeric);
    if is_reason { Ok(reason.to_owned()) } else { Err(PeopleError::BadReason) }
}

impl People {
    /// A line of the audit.
    pub(super) fn audit_line(
        &self,
        actor: &Identity,
        what: &str,
        whom: &str,
        detail: &str,
    ) -> PeopleChange {
        PeopleChange::Audit(AuditEntry {
            at_ms: self.now_ms(),
            actor: Some(actor.user.to_string()),
            what: what.to_owned(),
            whom: Some(whom.to_owned()),
            detail: Some(detail.to_owned()).filter(|detail| !detail.is_empty()),
        })
    }

    /// Ends an open or running game without a result.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NotAllowed`] if the moderator sits in the game, [`PeopleError::BadReason`],
    /// and the refusal `game-over`.
    pub(crate) async fn close_game(
        &self,
        moderator: &Identity,
        id: &str,
        reason: &str,
        address: Option<IpAddr>,
    ) -> Result<(), PeopleError> {
        let reason = read_reason(reason)?;
        // A moderator may close a game that it cannot see, which a player has reported.
        let game = self.service.own_snapshot(id).await?.game.clone();
        if !game.seats_of(moderator.user).is_empty() {
            return Err(PeopleError::NotAllowed);
        }
        // Before the game ends, so that none is closed without a line. A game that is over is
        // refused below.
        if game.outcome().is_none() {
            let line = self.audit_line(moderator, "closed-game", game.id(), &reason);
            self.store.change_people(vec![line]).await?;
        }
        Ok(self.service.cancel(id, address).await?)
    }

    /// Suspends a user, whose sessions and open games end, or ends a suspension. The reason is that
    /// of the former.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], [`PeopleError::BadReason`], and [`PeopleError::NotAllowed`] for
    /// the caller itself and for a moderator or administrator, whom only administrators suspend.
    pub(crate) async fn set_suspended(
        &self,
        moderator: &Identity,
        id: &str,
        reason: Option<&str>,
    ) -> Result<(), PeopleError> {
        let (user, changes) = self.suspending(moderator, id, reason).await?;
        let gone = |error| or(error, PeopleError::NoSuchUser);
        self.store.change_people(changes).await.map_err(gone)?;
        if reason.is_some() { self.follow_suspension(user).await } else { Ok(()) }
    }

    /// The user that is suspended with a reason, or no more without one, and the changes for it.
    ///
    /// # Errors
    ///
    /// Those of [`People::set_suspended`].
    pub(super) async fn suspending(
        &self,
        moderator: &Identity,
        id: &str,
        reason: Option<&str>,
    ) -> Result<(UserId, Vec<PeopleChange>), PeopleError> {
        let user = self.find(id).await?;
        let is_protected = Role::from_key(&user.role) >= Role::Moderator;
        if user.id == moderator.user.as_str()
            || is_protected && moderator.role < Role::Administrator
        {
            return Err(PeopleError::NotAllowed);
        }
        let id = user_id(&user.id)?;
        let since_ms = reason.map(|_| user.suspended_ms.unwrap_or(self.now_ms()));
        let set = PeopleChange::SetSuspended { user: user.id.clone(), since_ms };
        let changes = match reason {
            Some(reason) => vec![
                set,
                PeopleChange::EndSessions { user: user.id.clone(), but: None },
                self.audit_line(moderator, "suspended", &user.id, &read_reason(reason)?),
            ],
            None => vec![set, self.audit_line(moderator, "ended-suspension", &user.id, "")],
        };
        Ok((id, changes))
    }

    /// Signs a user out who was suspended, and cancels its open tables.
    pub(super) async fn follow_suspension(&self, user: UserId) -> Result<(), PeopleError> {
        self.tell(user, Signed::OutEverywhere(user, None));
        // No other player is to take a seat against a player who cannot come.
        for listed in self.all_games(user, GameState::Open).await? {
            self.service.cancel(&listed.game, None).await?;
        }
        Ok(())
    }

    /// Gives a person another role.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], also for a guest, and [`PeopleError::NotAllowed`] for the
    /// caller itself.
    pub(crate) async fn set_role(
        &self,
        administrator: &Identity,
        id: &str,
        role: Role,
    ) -> Result<(), PeopleError> {
        let user = self.find(id).await?;
        if user.id == administrator.user.as_str() {
            return Err(PeopleError::NotAllowed);
        }
        if user.kind != UserKind::Person {
            return Err(PeopleError::NoSuchUser);
        }
        let changes = vec![
            PeopleChange::SetRole { user: user.id.clone(), role: role.key().to_owned() },
            self.audit_line(administrator, "set-role", &user.id, role.key()),
        ];
        let gone = |error| or(error, PeopleError::NoSuchUser);
        self.store.change_people(changes).await.map_err(gone)
    }
}
