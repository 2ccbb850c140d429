//! Telling absent people: news from the outbox go on to each way of their reader, as items of
//! their own, and each of these is delivered once.
//!
//! An item of a way is tried again only if it was certainly not delivered. If the server was
//! stopped while it sent one, or the other server did not answer, that is unknown: then it is not
//! sent again, and its reader is told that a notice may be missing.

use super::email::TAKEN_MS;
use super::{People, PeopleError, user_id};
use crate::games::{NEWS, News, What};
use crate::i18n::Lang;
use crate::mail::{Mail, MailError, Mailer};
use crate::ways::{Notice, WayError, push_id};
use heterodox_host::UserId;
use heterodox_rules::info;
use heterodox_store::{
    Derived, Email, MailNews, OutboxItem, PeopleChange, StoreError, TakenItem, User, UserKind,
    WayChange,
};
use heterodox_wire::{GameLine, HappenedLine, ListedSeat};
use std::time::Duration;
use tokio::sync::Notify;

/// The kind of an item for a browser.
pub(super) const PUSH: &str = "push";
/// The kind of an item for a webhook.
pub(super) const HOOK: &str = "hook";
/// The kind of an item for the next mail with news.
pub(super) const MAIL: &str = "mail";
/// How long before the end of its time a person is reminded.
const REMINDER_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a reminder waits while no time runs.
const NO_TIME_MS: i64 = 60 * 60 * 1000;
/// How long an address must be refused until it gets no more mail.
const REFUSED_MS: i64 = 3 * 24 * 60 * 60 * 1000;
/// How often a way is tried. The last try comes about four hours after the first.
const TRIES: u32 = 8;
/// The most lines of what has happened.
const MOST_HAPPENED: usize = 10;
/// The most items that are read for them.
const MOST_READ: usize = 1000;
/// The most games that a mail lists.
const MOST_GAMES: usize = 20;

/// What has become of an item of a way.
enum Delivery {
    Done,
    Later,
}

impl Delivery {
    /// What has become of an item, by how it was sent. A failure is logged.
    fn of(item: &OutboxItem, sent: Result<(), WayError>) -> Self {
        if let Err(error) = sent {
            tracing::warn!(user = item.user, way = item.kind, %error, "a notice failed");
        }
        if sent == Err(WayError::Later) { Self::Later } else { Self::Done }
    }
}

impl People {
    /// Returns whether a reader was shown a page after it was told something.
    fn has_seen(&self, item: &OutboxItem, news: &News) -> Result<bool, PeopleError> {
        if news.what.is_reminder() {
            return Ok(false);
        }
        Ok(self.last_look_ms(user_id(&item.user)?) > item.at_ms)
    }

    /// Passes news on to the ways of their reader. Repeating it changes nothing.
    pub(super) async fn spread(&self, item: &OutboxItem) -> Result<(), PeopleError> {
        let Ok(news) = serde_json::from_str::<News>(&item.body) else { return Ok(()) };
        let user = user_id(&item.user)?;
        for push in self.ways().push_targets(user).await? {
            let target = push_id(&push.endpoint);
            self.put(PUSH, item, Some(&target), item.at_ms, &news).await?;
        }
        if self.ways().webhook_of(user).await?.is_some() {
            self.put(HOOK, item, None, item.at_ms, &news).await?;
        }
        if self.reader_of_mail(&item.user).await?.is_some() {
            let due_ms = item.at_ms + self.mail_after_ms();
            self.put(MAIL, item, None, due_ms, &news).await?;
            let what = match news.what {
                What::Turn => What::Deadline,
                What::Offer => What::Waiting,
                _ => return Ok(()),
            };
            let reminder = News { what, ..news };
            if let Some(remind_ms) = self.first_reminder_of(&reminder, due_ms).await? {
                self.put(MAIL, item, Some(what.key()), remind_ms, &reminder).await?;
            }
        }
        Ok(())
    }

    /// Puts an item for a way into the outbox, once for each news.
    async fn put(
        &self,
        way: &str,
        item: &OutboxItem,
        target: Option<&str>,
        due_ms: i64,
        news: &News,
    ) -> Result<(), PeopleError> {
        let target = target.unwrap_or_default();
        loop {
            let new = OutboxItem {
                id: self.service.environment.id(),
                at_ms: item.at_ms,
                due_ms,
                kind: way.to_owned(),
                user: item.user.clone(),
                dedupe_key: format!("{way} {target} {}", item.dedupe_key),
                body: format!("{target} {}", serde_json::to_string(news).expect("plain data")),
            };
            match self.store.put_outbox(new).await {
                Err(StoreError::Taken(_)) => {}
                result => return Ok(result?),
            }
        }
    }

    /// The rows of the game of some news, if they still hold for their reader.
    async fn holds(&self, news: &News, user: &str) -> Result<Option<Derived>, PeopleError> {
        let Some(derived) = self.store.derived(&news.game).await? else { return Ok(None) };
        let summary = &derived.summary;
        let own = |seat: &&heterodox_store::SeatSummary| seat.user.as_deref() == Some(user);
        let holds = match news.what {
            What::Turn | What::Deadline => {
                let acts = derived.seats.iter().filter(own).any(|seat| seat.to_act);
                acts && summary.last_ms == news.since_ms && summary.over_ms.is_none()
            }
            What::Offer | What::Waiting => {
                derived.seats.iter().any(|seat| seat.invited.as_deref() == Some(user))
                    && summary.until_ms.is_some()
            }
            What::Asked => summary.over_ms.is_none() && derived.seats.iter().any(|seat| own(&seat)),
            What::Accepted
            | What::Declined
            | What::Left
            | What::Expired
            | What::Over
            | What::Cancelled => true,
        };
        Ok(Some(derived).filter(|_| holds))
    }

    /// What has happened to a user's games and offers of late, the newest first. What waits for the
    /// user is in other lists.
    pub(crate) async fn happened(&self, user: UserId) -> Result<Vec<HappenedLine>, PeopleError> {
        let items = self.store.outbox_of(user.as_str(), NEWS, MOST_READ).await?;
        let line = |item: OutboxItem| {
            let news: News = serde_json::from_str(&item.body).ok()?;
            let event = news.what.key();
            let path = news.what.path(&news.game);
            let News { what, game, kind, .. } = news;
            let is_over = !matches!(
                what,
                What::Turn | What::Offer | What::Waiting | What::Asked | What::Deadline
            );
            is_over.then_some(HappenedLine { event, game, kind, at_ms: item.at_ms, path })
        };
        Ok(items.into_iter().filter_map(line).take(MOST_HAPPENED).collect())
    }

    /// The moment of a reminder: a day before the end of the reader's time, or when half of the
    /// time of an offer is over. `None` while no time runs.
    async fn reminder_of(&self, news: &News) -> Result<Option<i64>, PeopleError> {
        let Some(derived) = self.store.derived(&news.game).await? else { return Ok(None) };
        let summary = derived.summary;
        Ok(match news.what {
            What::Waiting => summary.until_ms.map(|until| summary.created_ms.midpoint(until)),
            // A day before, and of a short time when half of it is over.
            _ => summary.deadline_ms.map(|until| {
                let until = self.service.after_outages(summary.excused_ms, until);
                (until - REMINDER_MS).max(news.since_ms.midpoint(until))
            }),
        })
    }

    /// When the reader of news that are told at `due_ms` is reminded of them; `None` if never. The
    /// time of a person on vacation begins later.
    async fn first_reminder_of(
        &self,
        reminder: &News,
        due_ms: i64,
    ) -> Result<Option<i64>, PeopleError> {
        let derived = self.store.derived(&reminder.game).await?;
        let has_end = derived.is_some_and(|derived| match reminder.what {
            What::Waiting => derived.summary.until_ms.is_some(),
            _ => derived.summary.time.is_some(),
        });
        if !has_end {
            return Ok(None);
        }
        let remind_ms = self.due_of(reminder).await?;
        Ok(Some(remind_ms).filter(|remind_ms| *remind_ms > due_ms))
    }

    /// Delivers an item of a way.
    pub(super) async fn deliver_to_way(&self, taken: &TakenItem) -> Result<(), PeopleError> {
        let item = &taken.item;
        let Some((target, body)) = item.body.split_once(' ') else { return self.end(item).await };
        let Ok(news) = serde_json::from_str::<News>(body) else { return self.end(item).await };
        // Another try began, and its end is not known.
        let was_cut_off = taken.tries > taken.failures + 1;
        let delivery = match item.kind.as_str() {
            PUSH => self.push(item, target, &news, was_cut_off).await?,
            HOOK => self.call_webhook(item, &news, was_cut_off).await?,
            _ => return self.mail_item(taken, &news, was_cut_off).await,
        };
        match delivery {
            Delivery::Later if taken.failures + 1 < TRIES => self.try_later(taken).await,
            _ => self.end(item).await,
        }
    }

    async fn end(&self, item: &OutboxItem) -> Result<(), PeopleError> {
        Ok(self.store.outbox_done(&item.id, self.now_ms()).await?)
    }

    async fn try_later(&self, taken: &TakenItem) -> Result<(), PeopleError> {
        // One minute, then twice as long each time.
        let wait_ms = 60_000 << taken.failures.min(10);
        Ok(self.store.outbox_failed(&taken.item.id, self.now_ms() + wait_ms).await?)
    }

    async fn push(
        &self,
        item: &OutboxItem,
        target: &str,
        news: &News,
        was_cut_off: bool,
    ) -> Result<Delivery, PeopleError> {
        let pushes = self.ways().push_targets(user_id(&item.user)?).await?;
        let push = pushes.into_iter().find(|push| push_id(&push.endpoint) == target);
        let Some(push) = push else { return Ok(Delivery::Done) };
        if self.holds(news, &item.user).await?.is_none() {
            return Ok(Delivery::Done);
        }
        let sent = if was_cut_off {
            Err(WayError::Unsure)
        } else {
            self.ways().send_push(&push, &notice(news)).await
        };
        let delivery = Delivery::of(item, sent);
        self.ways().note_push(&push, sent).await?;
        Ok(delivery)
    }

    async fn call_webhook(
        &self,
        item: &OutboxItem,
        news: &News,
        was_cut_off: bool,
    ) -> Result<Delivery, PeopleError> {
        let Some(webhook) = self.ways().webhook_of(user_id(&item.user)?).await? else {
            return Ok(Delivery::Done);
        };
        if self.holds(news, &item.user).await?.is_none() {
            return Ok(Delivery::Done);
        }
        let sent = if was_cut_off {
            Err(WayError::Unsure)
        } else {
            self.ways().send_webhook(&webhook, &notice(news)).await
        };
        let delivery = Delivery::of(item, sent);
        self.ways().note_webhook(&webhook, sent).await?;
        Ok(delivery)
    }

    /// A person who gets mail with news.
    async fn reader_of_mail(
        &self,
        user: &str,
    ) -> Result<Option<(User, Email, MailNews)>, PeopleError> {
        if self.mailer.is_none() {
            return Ok(None);
        }
        let found = self.store.user(user).await?;
        let found =
            found.filter(|user| user.kind == UserKind::Person && user.suspended_ms.is_none());
        let email = self.store.email_of(user).await?.filter(|email| email.confirmed_ms.is_some());
        let (Some(found), Some(email)) = (found, email) else { return Ok(None) };
        let settings = self.mail_settings(user).await?;
        Ok((!settings.off).then_some((found, email, settings)))
    }

    /// What a user has chosen of mail with news; the key of its address to unsubscribe is made
    /// with the first use.
    async fn mail_settings(&self, user: &str) -> Result<MailNews, PeopleError> {
        if let Some(settings) = self.store.mail_news_of(user).await? {
            return Ok(settings);
        }
        let key = self.service.environment.token();
        let new = MailNews { user: user.to_owned(), key, off: false, failed: None };
        self.change_mail(WayChange::MakeMailNews(new.clone())).await?;
        // Another use may have been the first.
        Ok(self.store.mail_news_of(user).await?.unwrap_or(new))
    }

    async fn change_mail(&self, change: WayChange) -> Result<(), PeopleError> {
        let change = PeopleChange::Way(change);
        Ok(self.store.change_people(vec![change]).await?)
    }

    /// Whether a person gets mail with news, and what went wrong last; `None` if the server sends
    /// none, or the person has no confirmed address.
    pub(crate) async fn mail_news(&self, user: UserId) -> Result<Option<MailNews>, PeopleError> {
        let email = self.store.email_of(user.as_str()).await?;
        if self.mailer.is_none() || email.is_none_or(|email| email.confirmed_ms.is_none()) {
            return Ok(None);
        }
        Ok(Some(self.mail_settings(user.as_str()).await?))
    }

    /// Switches mail with news on or off.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoMail`].
    pub(crate) async fn set_mail_news(&self, user: UserId, on: bool) -> Result<(), PeopleError> {
        if self.mailer.is_none() {
            return Err(PeopleError::NoMail);
        }
        self.mail_settings(user.as_str()).await?;
        let user = user.to_string();
        let failed = WayChange::MailFailed { user: user.clone(), failed: None, off: false };
        self.change_mail(failed).await?;
        self.change_mail(WayChange::SwitchMail { user, off: !on }).await
    }

    /// Switches mail with news off for the person with this key; `false` if no person has it.
    pub(crate) async fn unsubscribe_mail(&self, key: &str) -> Result<bool, PeopleError> {
        let Some(settings) = self.store.mail_news_with(key).await? else { return Ok(false) };
        self.change_mail(WayChange::SwitchMail { user: settings.user, off: true }).await?;
        Ok(true)
    }

    /// Whether a key to unsubscribe is a person's.
    pub(crate) async fn knows_mail_key(&self, key: &str) -> Result<bool, PeopleError> {
        Ok(self.store.mail_news_with(key).await?.is_some())
    }

    /// Sends one mail with all news that wait for the reader of an item.
    async fn mail_news_of(
        &self,
        mailer: &Mailer,
        first: &TakenItem,
        was_cut_off: bool,
    ) -> Result<(), PeopleError> {
        let item = &first.item;
        let Some((user, email, settings)) = self.reader_of_mail(&item.user).await? else {
            return self.end(item).await;
        };
        if was_cut_off {
            return self.note_mail(&settings, first, Err(WayError::Unsure)).await;
        }
        // What else waits goes along, also if it was to wait longer.
        let now_ms = self.now_ms();
        let mut items = vec![first.clone()];
        let others = self.store.take_outbox_of(&item.user, MAIL, now_ms, now_ms + TAKEN_MS);
        for other in others.await? {
            let news = read_body(&other.item);
            if other.tries > other.failures + 1 {
                self.note_mail(&settings, &other, Err(WayError::Unsure)).await?;
            } else if let Some(news) = news
                && !self.is_due(&news).await?
            {
                // It comes at its own time.
                let due_ms = self.due_of(&news).await?;
                self.store.outbox_postponed(&other.item.id, due_ms).await?;
            } else {
                items.push(other);
            }
        }
        let (mut lines, mut told) = (Vec::new(), Vec::new());
        for taken in items {
            match read_body(&taken.item) {
                Some(news)
                    if self.holds(&news, &taken.item.user).await?.is_some()
                        && !self.has_seen(&taken.item, &news)? =>
                {
                    lines.push(news);
                    told.push(taken);
                }
                _ => self.end(&taken.item).await?,
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        let mut sent = Ok(());
        if let Some(mail) = self.write_news(mailer, &user, &email, &settings, lines).await? {
            sent = mailer.send_once(mail, &first.item.id).await;
        }
        let sent = sent.map_err(|error| match error {
            MailError::Later => WayError::Later,
            MailError::Unsure => WayError::Unsure,
            MailError::Refused(code) => WayError::Refused(code),
            MailError::Unwritable => WayError::Forbidden,
        });
        for taken in &told {
            self.note_mail(&settings, taken, sent).await?;
        }
        Ok(())
    }

    /// Notes what came of a mail with news, and ends its item unless it is tried again.
    async fn note_mail(
        &self,
        settings: &MailNews,
        taken: &TakenItem,
        sent: Result<(), WayError>,
    ) -> Result<(), PeopleError> {
        if let Err(error) = sent {
            tracing::warn!(user = taken.item.user, %error, "a mail with news failed");
            let now_ms = self.now_ms();
            // An address that is refused for days gets no more mail. One refusal may be about the
            // sender.
            let off = matches!(error, WayError::Refused(_))
                && settings.failed.as_ref().is_some_and(|(since_ms, why)| {
                    why == error.key() && now_ms - since_ms >= REFUSED_MS
                });
            let failed = Some((now_ms, error.key().to_owned()));
            let user = settings.user.clone();
            self.change_mail(WayChange::MailFailed { user, failed, off }).await?;
        } else if settings.failed.is_some() {
            let user = settings.user.clone();
            self.change_mail(WayChange::MailFailed { user, failed: None, off: false }).await?;
        }
        if sent == Err(WayError::Later) && taken.failures + 1 < TRIES {
            return self.try_later(taken).await;
        }
        self.end(&taken.item).await
    }

    /// The moment at which a reminder is due, which may have moved. While no time runs, it is
    /// looked at again later.
    async fn due_of(&self, news: &News) -> Result<i64, PeopleError> {
        let due_ms = self.reminder_of(news).await?;
        Ok(due_ms.unwrap_or_else(|| self.now_ms() + NO_TIME_MS))
    }

    /// Whether news are to be told now. What is no reminder always is.
    async fn is_due(&self, news: &News) -> Result<bool, PeopleError> {
        Ok(!news.what.is_reminder() || self.due_of(news).await? <= self.now_ms())
    }

    async fn mail_item(
        &self,
        taken: &TakenItem,
        news: &News,
        was_cut_off: bool,
    ) -> Result<(), PeopleError> {
        let Some(mailer) = &self.mailer else { return self.end(&taken.item).await };
        let holds = self.holds(news, &taken.item.user).await?.is_some();
        if holds && !self.is_due(news).await? {
            let due_ms = self.due_of(news).await?;
            return Ok(self.store.outbox_postponed(&taken.item.id, due_ms).await?);
        }
        // What has become stale, or was seen, brings no other news along.
        if !was_cut_off && (!holds || self.has_seen(&taken.item, news)?) {
            return self.end(&taken.item).await;
        }
        self.mail_news_of(mailer, taken, was_cut_off).await
    }

    async fn write_news(
        &self,
        mailer: &Mailer,
        user: &User,
        email: &Email,
        settings: &MailNews,
        mut news: Vec<News>,
    ) -> Result<Option<Mail>, PeopleError> {
        let Ok(to) = email.address.parse() else { return Ok(None) };
        let lang = user.profile.lang.as_deref().and_then(Lang::from_code).unwrap_or(Lang::En);
        let id = user_id(&user.id)?;
        let running = self.running_games_of(id, super::Reader::Itself).await?;
        let turns: Vec<_> = running.iter().filter(|game| game.my_turn).collect();
        let name_of = |kind: &str| info(kind).map_or(kind.to_owned(), |info| info.name.to_owned());
        let mut text = vec![
            lang.text_with("mail-greeting", &[("name", user.name.as_deref().unwrap_or_default())]),
        ];
        news.sort_by_key(|news| (news.what, news.since_ms));
        let is_turn = |news: &News| matches!(news.what, What::Turn | What::Deadline);
        for one in news.iter().filter(|news| !is_turn(news)).take(MOST_GAMES) {
            let what = lang.text(&format!("mail-news-{}", one.what.key()));
            let link = mailer.link(&one.what.path(&one.game));
            text.push(format!("{}: {what}\n{link}", name_of(&one.kind)));
        }
        if !turns.is_empty() {
            text.push(match turns.len() {
                1 => lang.text("mail-news-turns-one"),
                count => lang.text_with("mail-news-turns", &[("count", &count.to_string())]),
            });
            let now_ms = self.now_ms();
            for game in turns.iter().take(MOST_GAMES) {
                let others = opponents(lang, game, id);
                let mut line = format!("{} – {others}", name_of(&game.game));
                if let Some(until) = game.until_ms {
                    line += " – ";
                    line += &super::time_left(lang, until - now_ms);
                }
                text.push(format!("{line}\n{}", mailer.link(&format!("/g/{}", game.id))));
            }
        }
        let unsubscribe = mailer.link(&format!("/unsubscribe/{}", settings.key));
        text.push(lang.text_with("mail-news-end", &[("account", &mailer.link("/account"))]));
        text.push(lang.text_with("mail-news-stop", &[("unsubscribe", &unsubscribe)]));
        let subject = match (turns.len(), news.iter().find(|news| !is_turn(news))) {
            (0, Some(first)) => {
                let what = lang.text(&format!("mail-news-{}", first.what.key()));
                format!("{}: {what}", name_of(&first.kind))
            }
            (1, _) => {
                lang.text_with("mail-news-subject-one", &[("game", &name_of(&turns[0].game))])
            }
            (count, _) => lang.text_with("mail-news-subject", &[("count", &count.to_string())]),
        };
        let text = text.join("\n\n") + "\n";
        Ok(Some(Mail { to, subject, text, unsubscribe: Some(unsubscribe) }))
    }

    /// How long news wait until they are mailed.
    fn mail_after_ms(&self) -> i64 {
        self.mailer.as_ref().map_or(0, |mailer| mailer.news_after().as_millis() as i64)
    }

    /// How long the delivery waits before it looks for what has become due.
    pub(super) fn poll(&self) -> Duration {
        let after = self.mailer.as_ref().map_or(Duration::MAX, Mailer::news_after);
        Duration::from_mins(1).min(after / 2).max(Duration::from_millis(20))
    }

    /// Wakes the delivery.
    pub(crate) fn wake_delivery(&self) {
        self.outbox_waits.iter().for_each(Notify::notify_one);
    }
}

/// The news in the body of an item of a way.
fn read_body(item: &OutboxItem) -> Option<News> {
    let (_, body) = item.body.split_once(' ')?;
    serde_json::from_str(body).ok()
}

/// The notice of some news.
fn notice(news: &News) -> Notice {
    Notice::News { what: news.what, game: news.game.clone(), kind: news.kind.clone() }
}

/// The names of the other players of a game.
fn opponents(lang: Lang, game: &GameLine, user: UserId) -> String {
    let name = |seat: &ListedSeat| match (seat.user, &seat.name, seat.computer) {
        (_, Some(name), _) => name.clone(),
        (Some(id), ..) => lang.text_with("player-guest", &[("name", id.as_str())]),
        (.., Some(level)) => lang.text_with("player-computer", &[("level", &level.to_string())]),
        _ => lang.text("player-free"),
    };
    let others = game.seats.iter().filter(|seat| seat.user != Some(user));
    others.map(name).collect::<Vec<_>>().join(", ")
}
