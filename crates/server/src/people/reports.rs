//! Reports to the moderators, and what comes of them.

use super::chat::may_read;
use super::moderation::read_reason;
use super::{Identity, People, PeopleError, Role, or, user_id};
use heterodox_host::UserId;
use heterodox_store::{PeopleChange, Report, Said, Silence, StoreError, User};
use heterodox_wire::{
    ChatPhrase, ChatRoom, LineReport, ReportAction, ReportDecision, ReportInfo, ReportReason,
    Reports,
};
use std::net::IpAddr;

/// The most reports that one answer lists.
const LISTED: usize = 200;
/// The most days of a silence.
const DAYS: u32 = 365;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How long a silence of some days lasts, in milliseconds.
///
/// # Errors
///
/// [`PeopleError::BadDays`].
pub(super) fn read_days(days: u32) -> Result<i64, PeopleError> {
    if (1..=DAYS).contains(&days) {
        Ok(i64::from(days) * DAY_MS)
    } else {
        Err(PeopleError::BadDays)
    }
}

impl People {
    /// Adds a report. One of the same by the same user is the same report.
    async fn add_report(&self, report: Report) -> Result<(), PeopleError> {
        match self.store.change_people(vec![PeopleChange::AddReport(report)]).await {
            Ok(()) | Err(StoreError::Taken(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// A report without a line.
    fn report_of(&self, caller: &Identity, about: String, reason: ReportReason) -> Report {
        Report {
            id: self.service.environment.id(),
            at_ms: self.now_ms(),
            reporter: caller.user.to_string(),
            about,
            game: None,
            room: None,
            seq: None,
            said: None,
            reason: reason.key().to_owned(),
        }
    }

    /// Reports a line that the caller may read.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchLine`], also for a line of the caller.
    pub(crate) async fn report_line(
        &self,
        caller: &Identity,
        id: &str,
        LineReport { room, seq, reason }: LineReport,
        address: Option<IpAddr>,
    ) -> Result<(), PeopleError> {
        let game = self.service.snapshot(id, Some(caller.user), address).await?.game.clone();
        if !may_read(&game, Some(caller.user), room) {
            return Err(PeopleError::NoSuchLine);
        }
        let lines = self.store.chat(game.id(), room.key()).await?;
        let line = lines.into_iter().find(|line| line.seq == seq);
        let line = line.filter(|line| line.user != caller.user.as_str());
        let line = line.ok_or(PeopleError::NoSuchLine)?;
        let report = Report {
            game: Some(game.id().to_owned()),
            room: Some(room.key().to_owned()),
            seq: Some(seq),
            said: Some(line.said),
            ..self.report_of(caller, line.user, reason)
        };
        self.add_report(report).await
    }

    /// Reports a user.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], also for the caller itself.
    pub(crate) async fn report_user(
        &self,
        caller: &Identity,
        other: &str,
        reason: ReportReason,
    ) -> Result<(), PeopleError> {
        let other = self.find(other).await?.id;
        if other == caller.user.as_str() {
            return Err(PeopleError::NoSuchUser);
        }
        self.add_report(self.report_of(caller, other, reason)).await
    }

    /// Whether a moderator plays in the game of a report, and may not read the room there yet.
    async fn is_own_game(&self, moderator: UserId, report: &Report) -> Result<bool, PeopleError> {
        let room = report.room.as_deref().and_then(ChatRoom::from_key);
        let (Some(game), Some(room)) = (&report.game, room) else { return Ok(false) };
        let Some(snapshot) = self.readable(game).await? else { return Ok(false) };
        let plays = !snapshot.game.seats_of(moderator).is_empty();
        Ok(plays && !may_read(&snapshot.game, Some(moderator), room))
    }

    /// The open reports. A moderator is not shown what is said of its own running game.
    pub(crate) async fn reports(&self, moderator: &Identity) -> Result<Reports, PeopleError> {
        let mut reports = Vec::new();
        for report in self.store.open_reports(LISTED).await? {
            if self.is_own_game(moderator.user, &report).await? {
                continue;
            }
            let (reporter, about) = (user_id(&report.reporter)?, user_id(&report.about)?);
            let (phrase, text) = match report.said {
                Some(Said::Phrase(key)) => (ChatPhrase::from_key(&key), None),
                Some(Said::Text(text)) => (None, Some(text)),
                None => (None, None),
            };
            reports.push(ReportInfo {
                id: report.id,
                at_ms: report.at_ms,
                reporter,
                reporter_name: self.service.name_of(reporter).await?,
                about,
                about_name: self.service.name_of(about).await?,
                game: report.game,
                room: report.room.as_deref().and_then(ChatRoom::from_key),
                phrase,
                text,
                reason: ReportReason::from_key(&report.reason).unwrap_or(ReportReason::Other),
            });
        }
        Ok(Reports { reports })
    }

    /// Closes a report with what a moderator does about it.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchReport`], and those of silencing and suspending.
    pub(crate) async fn decide(
        &self,
        moderator: &Identity,
        id: &str,
        ReportDecision { action, days, reason }: ReportDecision,
    ) -> Result<(), PeopleError> {
        let report = self.store.open_report(id).await?.ok_or(PeopleError::NoSuchReport)?;
        if self.is_own_game(moderator.user, &report).await? {
            return Err(PeopleError::NoSuchReport);
        }
        // A moderator does not judge reports about itself.
        if report.about == moderator.user.as_str() {
            return Err(PeopleError::NotAllowed);
        }
        let close = |outcome: &str| PeopleChange::CloseReport {
            id: report.id.clone(),
            outcome: outcome.to_owned(),
            at_ms: self.now_ms(),
        };
        let reason = reason.unwrap_or_default();
        let mut suspended = None;
        let changes = match action {
            ReportAction::Dismiss => {
                let detail = if reason.trim().is_empty() { reason } else { read_reason(&reason)? };
                vec![
                    close("dismissed"),
                    self.audit_line(moderator, "dismissed-report", &report.about, &detail),
                ]
            }
            ReportAction::Silence => {
                let user = self.find(&report.about).await?;
                let days = days.ok_or(PeopleError::BadDays)?;
                let mut changes = self.silencing(moderator, &user, Some((days, &reason)))?;
                changes.push(close("silenced"));
                changes
            }
            ReportAction::Suspend => {
                let (user, mut changes) =
                    self.suspending(moderator, &report.about, Some(&reason)).await?;
                suspended = Some(user);
                changes.push(close("suspended"));
                changes
            }
        };
        let gone = |error| or(error, PeopleError::NoSuchReport);
        self.store.change_people(changes).await.map_err(gone)?;
        match suspended {
            Some(user) => self.follow_suspension(user).await,
            None => Ok(()),
        }
    }

    /// The changes that silence a user for some days, or end that, with a line of the audit.
    fn silencing(
        &self,
        moderator: &Identity,
        user: &User,
        silence: Option<(u32, &str)>,
    ) -> Result<Vec<PeopleChange>, PeopleError> {
        let is_protected = Role::from_key(&user.role) >= Role::Moderator;
        if user.id == moderator.user.as_str()
            || is_protected && moderator.role < Role::Administrator
        {
            return Err(PeopleError::NotAllowed);
        }
        let (silence, line) = match silence {
            Some((days, reason)) => {
                let reason = read_reason(reason)?;
                let until_ms = self.now_ms() + read_days(days)?;
                let detail = format!("{days} d: {reason}");
                let line = self.audit_line(moderator, "silenced", &user.id, &detail);
                (Some(Silence { until_ms, reason }), line)
            }
            None => (None, self.audit_line(moderator, "ended-silence", &user.id, "")),
        };
        Ok(vec![PeopleChange::SetSilence { user: user.id.clone(), silence }, line])
    }

    /// Silences a user for some days, with a reason that it is told, or ends that.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoSuchUser`], [`PeopleError::BadReason`], [`PeopleError::BadDays`], and
    /// [`PeopleError::NotAllowed`] as in [`People::set_suspended`].
    pub(crate) async fn set_silence(
        &self,
        moderator: &Identity,
        id: &str,
        silence: Option<(u32, &str)>,
    ) -> Result<(), PeopleError> {
        let user = self.find(id).await?;
        let changes = self.silencing(moderator, &user, silence)?;
        let gone = |error| or(error, PeopleError::NoSuchUser);
        self.store.change_people(changes).await.map_err(gone)
    }
}
