//! Mail that the server sends, where its operator has named an SMTP server.

use crate::public_origin::PublicOrigin;
use axum::http::Uri;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

/// How long news wait until they are mailed: who opens a page meanwhile gets no mail.
const NEWS_AFTER: Duration = Duration::from_mins(30);
/// How long the SMTP server may take for each step.
const TIMEOUT: Duration = Duration::from_secs(30);

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// How a server sends mail.
#[derive(Clone, PartialEq, Eq)]
pub struct MailConfig {
    smtp: String,
    from: Mailbox,
    news_after: Duration,
}

/// Why mail cannot be sent with some settings. No message contains the password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MailConfigError {
    /// The URL of the SMTP server cannot be read.
    #[error(
        "the URL of the SMTP server cannot be read: expected smtps://USER:PASSWORD@HOST, \
         smtp://USER:PASSWORD@HOST?tls=required, or smtp://HOST for one without TLS"
    )]
    BadUrl,
    /// A password would be sent without TLS.
    #[error(
        "the password of the SMTP server would be sent without TLS: begin the URL with smtps://, or \
         end it with ?tls=required"
    )]
    NoTls,
    /// The sender is not an address.
    #[error("'{0}' is not an e-mail address: expected NAME@HOST or 'Some Name <NAME@HOST>'")]
    BadSender(String),
}

impl MailConfig {
    /// Reads the URL of an SMTP server, and the sender of all mail.
    ///
    /// # Errors
    ///
    /// [`MailConfigError`].
    pub fn new(smtp: &str, from: &str) -> Result<Self, MailConfigError> {
        let from = from.parse().map_err(|_| MailConfigError::BadSender(from.to_owned()))?;
        let uri: Uri = smtp.parse().map_err(|_| MailConfigError::BadUrl)?;
        Transport::from_url(smtp).map_err(|_| MailConfigError::BadUrl)?;
        let authority = uri.authority().ok_or(MailConfigError::BadUrl)?;
        let host = authority.host().trim_matches(['[', ']']);
        let is_here = host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
        let has_tls = uri.scheme_str() == Some("smtps")
            || uri.query().is_some_and(|query| query.split('&').any(|part| part == "tls=required"));
        if authority.as_str().contains('@') && !has_tls && !is_here {
            return Err(MailConfigError::NoTls);
        }
        Ok(Self { smtp: smtp.to_owned(), from, news_after: NEWS_AFTER })
    }

    /// The same, with another time that news wait until they are mailed: 30 minutes by default.
    #[must_use]
    pub fn with_news_after(self, news_after: Duration) -> Self {
        Self { news_after, ..self }
    }
}

/// Shows the sender alone: the URL contains a password.
impl fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

/// A mail to one person. It is plain text.
pub(crate) struct Mail {
    /// The address.
    pub(crate) to: Address,
    /// The subject.
    pub(crate) subject: String,
    /// The text.
    pub(crate) text: String,
    /// The address that switches such mail off.
    pub(crate) unsubscribe: Option<String>,
}

/// Why a mail was not sent. What the SMTP server says may contain the address, so it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum MailError {
    /// The SMTP server refused the mail for good.
    #[error("the SMTP server refused it with the code {0}")]
    Refused(u16),
    /// It may be sent later.
    #[error("the SMTP server was not reached, or asked to try again later")]
    Later,
    /// It was sent, and the answer of the SMTP server did not arrive.
    #[error("it was sent, and no answer came")]
    Unsure,
    /// It cannot be written as a mail.
    #[error("it cannot be written as a mail")]
    Unwritable,
}

/// Sends mail.
pub(crate) struct Mailer {
    transport: Transport,
    from: Mailbox,
    origin: PublicOrigin,
    news_after: Duration,
}

impl Mailer {
    /// A mailer with these settings, for a server with this public origin. Connects with the first
    /// mail.
    pub(crate) fn new(config: MailConfig, origin: PublicOrigin) -> Result<Self, MailConfigError> {
        let builder = Transport::from_url(&config.smtp).map_err(|_| MailConfigError::BadUrl)?;
        let hello = ClientId::Domain(origin.host().to_owned());
        let transport = builder.hello_name(hello).timeout(Some(TIMEOUT)).build();
        Ok(Self { transport, from: config.from, origin, news_after: config.news_after })
    }

    /// How long news wait until they are mailed.
    pub(crate) fn news_after(&self) -> Duration {
        self.news_after
    }

    /// The address of a page of the server, for a link.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Sends a mail. `id` is unique among the server's mails.
    ///
    /// # Errors
    ///
    /// [`MailError`].
    pub(crate) async fn send(&self, mail: Mail, id: &str) -> Result<(), MailError> {
        match self.transport.send(self.message(mail, id)?).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => {
                Err(MailError::Refused(error.status().map_or(0, u16::from)))
            }
            Err(_) => Err(MailError::Later),
        }
    }

    /// Sends a mail that must not be sent twice: what is not known to have failed is not to be
    /// tried again.
    ///
    /// # Errors
    ///
    /// [`MailError`].
    pub(crate) async fn send_once(&self, mail: Mail, id: &str) -> Result<(), MailError> {
        let message = self.message(mail, id)?;
        // A server that cannot be reached has certainly not taken the mail.
        if !matches!(self.transport.test_connection().await, Ok(true)) {
            return Err(MailError::Later);
        }
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => {
                Err(MailError::Refused(error.status().map_or(0, u16::from)))
            }
            Err(error) if error.is_transient() => Err(MailError::Later),
            Err(_) => Err(MailError::Unsure),
        }
    }

    fn message(&self, mail: Mail, id: &str) -> Result<Message, MailError> {
        let header = |name: &'static str, value: String| {
            HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
        };
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, mail.to))
            .subject(mail.subject)
            .date_now()
            .message_id(Some(format!("<{id}@{}>", self.origin.host())))
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(address) = mail.unsubscribe {
            let one_click = "List-Unsubscribe=One-Click".to_owned();
            message = message
                .raw_header(header("List-Unsubscribe", format!("<{address}>")))
                .raw_header(header("List-Unsubscribe-Post", one_click));
        }
        message.header(ContentType::TEXT_PLAIN).body(mail.text).map_err(|_| MailError::Unwritable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_sent_over_tls_or_not_at_all() {
        let read = |smtp: &str| MailConfig::new(smtp, "Heterodox <play@example.org>").map(drop);
        for good in [
            "smtps://anna:secret@mail.example.org",
            "smtp://anna:secret@mail.example.org:587?tls=required",
            "smtp://mail.example.org",
            "smtp://anna:secret@localhost:2525",
            "smtp://anna:secret@[::1]:2525",
        ] {
            assert_eq!(read(good), Ok(()), "{good}");
        }
        let open = read("smtp://anna:secret@mail.example.org?tls=opportunistic");
        assert_eq!(open, Err(MailConfigError::NoTls));
        for bad in ["mail.example.org", "http://mail.example.org", "smtps://", ""] {
            assert_eq!(read(bad), Err(MailConfigError::BadUrl), "{bad}");
        }
        let bad = MailConfig::new("smtp://localhost", "nobody");
        assert_eq!(bad.map(drop), Err(MailConfigError::BadSender("nobody".to_owned())));
    }

    #[test]
    fn the_settings_do_not_show_the_password() {
        let config = MailConfig::new("smtps://anna:secret@mail.example.org", "play@example.org");
        assert!(!format!("{:?}", config.unwrap()).contains("secret"));
    }
}
