//! E-mail addresses: setting and confirming them, and a new password by mail.
//!
//! What is to be mailed waits in the store's outbox, so that it is not lost. A code is made only
//! when its mail is sent: it is stored as a hash alone.

use super::account::MAILED_RESET;
use super::sessions::{Client, token_hash};
use super::telling::{HOOK, MAIL, PUSH};
use super::{Identity, People, PeopleError, or, user_id};
use crate::games::{NEWS, ServiceError};
use crate::i18n::Lang;
use crate::limit::LimitError;
use crate::mail::{Mail, MailError, Mailer};
use futures_util::future::{join, join_all};
use heterodox_host::UserId;
use heterodox_store::{Email, OnceCode, OutboxItem, PeopleChange, StoreError, TakenItem, UserKind};
use heterodox_wire::{EmailInfo, NewEmail};
use lettre::Address;
use std::iter;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Notify;

/// The purpose of a code that confirms an address, which follows it.
const CONFIRM: &str = "confirm-email";
/// How long a code that confirms an address is valid: a day.
const CONFIRM_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a mailed code for a new password is valid: an hour.
const RESET_MS: i64 = 60 * 60 * 1000;
/// In this time, one person gets one mail that strangers can ask for.
const SLOT_MS: i64 = 10 * 60 * 1000;
/// How long an item of the outbox is taken for.
pub(super) const TAKEN_MS: i64 = 5 * 60 * 1000;
/// The number of ways in which items are delivered side by side.
pub(super) const WAYS: usize = 5;
/// The number of servers that are called at a time for webhooks, and for push messages.
const SERVERS: usize = 4;
/// How often a mail is tried. The last try comes about four hours after the first.
const TRIES: u32 = 8;
/// The most bytes of an address.
const LONGEST: usize = 254;

/// The purpose of a code that confirms this address.
fn confirms(address: &str) -> String {
    format!("{CONFIRM} {address}")
}

/// Reads an address as people have them: in ASCII, at a host with a name, without quotes.
fn read_address(text: &str) -> Result<Address, PeopleError> {
    // Hosts ignore case, and no mail server in use tells names apart by it.
    let address = text.trim().to_lowercase();
    let is_plain = address.is_ascii() && !address.contains(['"', '[', ' ', '(']);
    let read = address.parse().ok().filter(|_| is_plain && address.len() <= LONGEST);
    let read = read.filter(|address: &Address| address.domain().contains('.'));
    read.ok_or(PeopleError::BadEmail)
}

impl People {
    /// Whether the server sends mail.
    pub(crate) fn sends_mail(&self) -> bool {
        self.mailer.is_some()
    }

    fn expect_mail(&self) -> Result<(), PeopleError> {
        self.mailer.as_ref().map(drop).ok_or(PeopleError::NoMail)
    }

    /// The caller's e-mail address.
    pub(super) async fn email(&self, user: UserId) -> Result<Option<EmailInfo>, PeopleError> {
        let email = self.store.email_of(user.as_str()).await?;
        Ok(email.map(|email| EmailInfo {
            address: email.address,
            confirmed: email.confirmed_ms.is_some(),
        }))
    }

    /// Replaces the caller's e-mail address, and mails it a code that confirms it.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoMail`], [`PeopleError::BadEmail`], [`PeopleError::WrongPassword`],
    /// [`PeopleError::LoginsSlowed`].
    pub(crate) async fn set_email(
        &self,
        caller: &Identity,
        wanted: NewEmail,
        lang: Lang,
        client: &Client,
    ) -> Result<(), PeopleError> {
        self.expect_mail()?;
        let address = read_address(&wanted.address)?.to_string();
        self.expect_password(caller, wanted.password, client).await?;
        // Counted, so that no user lets the server write to many strangers, or to one often.
        self.slow(client.address, &format!("mail:{}", caller.user))?;
        let too_many = |seconds| ServiceError::from(LimitError::TooMany { seconds });
        self.throttle.write_to(&address, Instant::now()).map_err(too_many)?;
        let user = caller.user.to_string();
        let mut changes = vec![
            PeopleChange::PutEmail(Email { user: user.clone(), address, confirmed_ms: None }),
            self.audit_entry(Some(caller.user), "set-email", caller.user),
        ];
        changes.extend(Self::void_resets(&user));
        self.change_own(caller, changes).await?;
        self.put_mail(CONFIRM, caller.user, None, lang).await
    }

    /// Forgets the caller's e-mail address.
    pub(crate) async fn remove_email(&self, caller: &Identity) -> Result<(), PeopleError> {
        let user = caller.user.to_string();
        let mut changes = Self::void_resets(&user).to_vec();
        changes.push(PeopleChange::RemoveEmail(user));
        self.change_own(caller, changes).await
    }

    /// Confirms an address with the code that was mailed to it.
    ///
    /// # Errors
    ///
    /// [`PeopleError::BadCode`], [`PeopleError::LoginsSlowed`].
    pub(crate) async fn confirm_email(
        &self,
        code: &str,
        client: &Client,
    ) -> Result<(), PeopleError> {
        self.slow(client.address, "a code")?;
        let found = self.live_code(code).await?;
        let user = found.user.ok_or(PeopleError::BadCode)?;
        let email = self.store.email_of(&user).await?;
        let email = email.filter(|email| found.purpose == confirms(&email.address));
        let email = email.ok_or(PeopleError::BadCode)?;
        self.throttle.succeed(client.address, "a code");
        let at_ms = self.now_ms();
        let changes = vec![
            PeopleChange::UseCode { hash: token_hash(code), at_ms },
            PeopleChange::PutEmail(Email { confirmed_ms: Some(at_ms), ..email }),
        ];
        let used = |error| or(error, PeopleError::BadCode);
        self.store.change_people(changes).await.map_err(used)
    }

    /// Mails a code for a new password to a person with this name, or to all with this confirmed
    /// address. It returns before it looks for them, so that its time does not tell whether there
    /// are any.
    ///
    /// # Errors
    ///
    /// [`PeopleError::NoMail`], [`PeopleError::LoginsSlowed`].
    pub(crate) fn mail_reset(
        self: &Arc<Self>,
        account: String,
        lang: Lang,
        client: &Client,
    ) -> Result<(), PeopleError> {
        self.expect_mail()?;
        self.slow(client.address, "a reset")?;
        let people = self.clone();
        tokio::spawn(async move {
            if let Err(error) = people.put_resets(&account, lang).await {
                tracing::warn!(%error, "a new password cannot be mailed");
            }
        });
        Ok(())
    }

    async fn put_resets(&self, account: &str, lang: Lang) -> Result<(), PeopleError> {
        let mut users = Vec::new();
        if let Ok(address) = read_address(account) {
            let emails = self.store.emails_with(address.as_ref()).await?;
            users.extend(emails.into_iter().map(|email| email.user));
        } else if let Ok(user) = self.find(account).await
            && self
                .store
                .email_of(&user.id)
                .await?
                .is_some_and(|email| email.confirmed_ms.is_some())
        {
            users.push(user.id);
        }
        for user in users {
            let slot = self.now_ms() / SLOT_MS;
            self.put_mail(MAILED_RESET, user_id(&user)?, Some(slot), lang).await?;
        }
        Ok(())
    }

    /// Puts a mail into the outbox; of those of a user and kind in one slot only the first.
    async fn put_mail(
        &self,
        kind: &str,
        user: UserId,
        slot: Option<i64>,
        lang: Lang,
    ) -> Result<(), PeopleError> {
        let now_ms = self.now_ms();
        let mut item = OutboxItem {
            id: String::new(),
            at_ms: now_ms,
            due_ms: now_ms,
            kind: kind.to_owned(),
            user: user.to_string(),
            dedupe_key: String::new(),
            body: lang.code().to_owned(),
        };
        loop {
            item.id = self.service.environment.id();
            item.dedupe_key = match slot {
                Some(slot) => format!("{kind} {user} {slot}"),
                None => format!("{kind} {}", item.id),
            };
            match self.store.put_outbox(item.clone()).await {
                Ok(()) => break,
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.wake_delivery();
        Ok(())
    }

    /// Delivers what waits in the outbox: mail, push messages, webhooks, and news that go on to
    /// each of these. A server that does not answer holds up its own way alone, and of webhooks and
    /// push messages, which go to many servers, one of [`SERVERS`]. Runs for ever.
    pub(crate) async fn deliver_outbox(&self) {
        let ways: [(&[&str], usize); WAYS] = [
            (&[NEWS], 1),
            // One at a time: all that waits for a reader is one mail.
            (&[MAIL], 1),
            (&[CONFIRM, MAILED_RESET], 1),
            (&[PUSH], SERVERS),
            (&[HOOK], SERVERS),
        ];
        let ways = ways.iter().zip(&self.outbox_waits);
        let loops = ways.flat_map(|(&(kinds, count), waits)| {
            iter::repeat_with(move || self.deliver_kinds(kinds, waits)).take(count)
        });
        let loops = join_all(loops);
        let waking = async {
            loop {
                self.service.news.notified().await;
                self.outbox_waits[0].notify_one();
            }
        };
        let (): () = join(loops, waking).await.1;
    }

    /// Delivers what is due at this moment, and returns. For tests, whose moments stand still.
    pub(crate) async fn deliver_due(&self) -> Result<(), PeopleError> {
        let kinds = [NEWS, CONFIRM, MAILED_RESET, MAIL, PUSH, HOOK];
        loop {
            let now_ms = self.now_ms();
            let taken = self.store.take_outbox(&kinds, now_ms, now_ms + TAKEN_MS, 1).await?;
            let Some(item) = taken.first() else { return Ok(()) };
            self.deliver(item).await?;
        }
    }

    async fn deliver_kinds(&self, kinds: &[&str], waits: &Notify) {
        loop {
            let now_ms = self.now_ms();
            // One at a time: what becomes of a mail while the server stops is unknown.
            let taken = self.store.take_outbox(kinds, now_ms, now_ms + TAKEN_MS, 1).await;
            let taken = taken.unwrap_or_else(|error| {
                tracing::warn!(%error, "the outbox cannot be read");
                Vec::new()
            });
            if taken.is_empty() {
                // Woken by a new item, or by the time.
                let _ = tokio::time::timeout(self.poll(), waits.notified()).await;
            } else {
                // There may be more, for another loop.
                waits.notify_one();
            }
            for item in taken {
                if let Err(error) = self.deliver(&item).await {
                    tracing::warn!(%error, "the outbox cannot be written");
                }
            }
        }
    }

    async fn deliver(&self, taken: &TakenItem) -> Result<(), PeopleError> {
        match taken.item.kind.as_str() {
            NEWS => {
                self.spread(&taken.item).await?;
                self.store.outbox_done(&taken.item.id, self.now_ms()).await?;
                self.wake_delivery();
                Ok(())
            }
            PUSH | HOOK | MAIL => self.deliver_to_way(taken).await,
            _ => match &self.mailer {
                Some(mailer) => self.mail_code(mailer, taken).await,
                None => Ok(self.store.outbox_done(&taken.item.id, self.now_ms()).await?),
            },
        }
    }

    async fn mail_code(&self, mailer: &Mailer, taken: &TakenItem) -> Result<(), PeopleError> {
        let id = &taken.item.id;
        let sent = match self.write_mail(mailer, &taken.item).await? {
            // Its reason is gone: another address, another person.
            None => Ok(()),
            Some(mail) => mailer.send(mail, id).await,
        };
        let now_ms = self.now_ms();
        match sent {
            Err(MailError::Later) if taken.tries < TRIES => {
                // One minute, then twice as long each time.
                let wait_ms = 60_000 << (taken.tries - 1);
                if taken.tries == 1 {
                    let (kind, minutes) = (&taken.item.kind, wait_ms / 60_000);
                    tracing::warn!(%kind, minutes, "a mail could not be sent: it waits");
                }
                self.store.outbox_failed(id, now_ms + wait_ms).await?;
            }
            sent => {
                if let Err(error) = sent {
                    tracing::warn!(kind = %taken.item.kind, %error, "a mail was given up");
                }
                self.store.outbox_done(id, now_ms).await?;
            }
        }
        Ok(())
    }

    /// The mail of an item, with a new code. `None` if it has lost its reader.
    async fn write_mail(
        &self,
        mailer: &Mailer,
        item: &OutboxItem,
    ) -> Result<Option<Mail>, PeopleError> {
        let user = self.store.user(&item.user).await?;
        let user = user.filter(|user| user.kind == UserKind::Person);
        let email = self.store.email_of(&item.user).await?;
        let (Some(user), Some(email)) = (user, email) else { return Ok(None) };
        let (purpose, valid_ms, page, about) = match item.kind.as_str() {
            CONFIRM if email.confirmed_ms.is_none() => {
                (confirms(&email.address), CONFIRM_MS, "/confirm", "confirm")
            }
            MAILED_RESET if email.confirmed_ms.is_some() => {
                (MAILED_RESET.to_owned(), RESET_MS, "/reset", "reset")
            }
            _ => return Ok(None),
        };
        let Ok(to) = email.address.parse() else { return Ok(None) };
        let code = self.service.environment.token();
        let changes = vec![
            PeopleChange::VoidCodes { user: item.user.clone(), purpose: purpose.clone() },
            PeopleChange::AddCode(OnceCode {
                hash: token_hash(&code),
                user: Some(item.user.clone()),
                purpose,
                until_ms: self.now_ms() + valid_ms,
            }),
        ];
        self.store.change_people(changes).await?;
        let chosen = user.profile.lang.as_deref().and_then(Lang::from_code);
        let lang = chosen.or_else(|| Lang::from_code(&item.body)).unwrap_or(Lang::En);
        let name = user.name.unwrap_or_default();
        let link = mailer.link(&format!("{page}#{code}"));
        let (subject, text) = match about {
            "confirm" => ("mail-confirm-subject", "mail-confirm-text"),
            _ => ("mail-reset-subject", "mail-reset-text"),
        };
        let paragraphs = [
            lang.text_with("mail-greeting", &[("name", &name)]),
            lang.text_with(text, &[("site", &mailer.link("/"))]),
            link,
            lang.text("mail-unasked"),
        ];
        let text = paragraphs.join("\n\n") + "\n";
        Ok(Some(Mail { to, subject: lang.text(subject), text, unsubscribe: None }))
    }
}
