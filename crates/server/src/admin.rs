//! What the operator of a server does with its people, on its data. A server may run meanwhile.

mod purge;

use crate::games::environment::{Environment, System};
use crate::games::{Service, ServiceError};
use crate::limit::{Limiter, Limits};
use crate::people::{
    Name, People, PeopleError, PeoplePolicy, REGISTER, RESET, Role, silence_at, token_hash,
};
use crate::server::create_folder;
use crate::ways::OutboundPolicy;
use heterodox_store::{
    AuditEntry, OnceCode, PeopleChange, Profile, Silence, Store, StoreError, StoreUrl, User,
    UserKind, Vacation,
};
use heterodox_wire::RoleName;
pub use purge::{Purge, PurgeReport, PurgedGame};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How long a link is valid.
const LINK_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a code to register is valid.
const CODE_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Why an operator's command failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The folder has no database.
    #[error("'{}' holds no data of a server: start one with it first", .0.display())]
    NoData(PathBuf),
    /// The folder cannot be created.
    #[error("the data folder '{}' cannot be used: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The name is not allowed.
    #[error("a name has 2 to 20 letters, digits, '-', '_' or ''', and at least one letter")]
    BadName,
    /// The name could pass for one of the server's own.
    #[error("the name '{0}' is reserved, or could pass for one that is: choose another")]
    NameReserved(String),
    /// Another person has the name.
    #[error("another person has the name '{0}', or one that looks like it")]
    NameTaken(String),
    /// No user has the name.
    #[error("nobody has the name '{0}'")]
    NoSuchUser(String),
    /// What is asked for is not possible. Holds the reason.
    #[error("{0}")]
    Refused(String),
    /// The database cannot be read or written.
    #[error("the database '{database}' cannot be used: {source}")]
    Database {
        /// The database.
        database: StoreUrl,
        /// Why.
        source: StoreError,
    },
}

/// Makes an administrator, and the data folder if there is none. Returns the secret code with which
/// the administrator chooses a password, once, within a day.
///
/// # Errors
///
/// Fails if the name is not allowed or taken, or the data cannot be used.
pub async fn create_administrator(
    data: impl Into<StoreUrl>,
    name: &str,
) -> Result<String, AdminError> {
    let wanted = read_name(name)?;
    let data = data.into();
    if let Some(folder) = data.file().and_then(|file| file.parent()) {
        create_folder(folder)
            .map_err(|source| AdminError::Folder { path: folder.to_owned(), source })?;
    }
    open_or_create(&data).await?.close().await;
    let id = System.user().to_string();
    let now_ms = System.now().as_millis();
    let user = User {
        id: id.clone(),
        kind: UserKind::Person,
        name: Some(wanted.text),
        name_key: Some(wanted.key),
        created_ms: now_ms,
        seen_ms: now_ms,
        gone_ms: None,
        profile: Profile::default(),
        role: Role::Administrator.key().to_owned(),
        vacation: Vacation { counted_ms: now_ms, ..Vacation::default() },
        suspended_ms: None,
        silence: None,
    };
    let (code, add) = new_code(Some(id.clone()), RESET, LINK_MS);
    let changes = vec![PeopleChange::AddPerson(user), add, audit("administrator-made", Some(id))];
    change(&data, changes, name).await?;
    Ok(code)
}

/// Returns a secret code with which a person chooses a new password, once, within a day.
///
/// # Errors
///
/// Fails if no person has the name, or the data cannot be used.
pub async fn reset_code(data: impl Into<StoreUrl>, name: &str) -> Result<String, AdminError> {
    let wanted = read_name(name)?;
    let data = data.into();
    let store = open(&data).await?;
    let failed = |source| AdminError::Database { database: data.clone(), source };
    let found = store.user_named(&wanted.key).await;
    store.close().await;
    let user = found.map_err(failed)?.ok_or_else(|| AdminError::NoSuchUser(name.to_owned()))?;
    let (code, add) = new_code(Some(user.id.clone()), RESET, LINK_MS);
    let void = PeopleChange::VoidCodes { user: user.id.clone(), purpose: RESET.to_owned() };
    change(&data, vec![void, add, audit("reset-link-made", Some(user.id))], name).await?;
    Ok(code)
}

/// Returns a secret code with which one person can register on a closed server, within a week.
///
/// # Errors
///
/// Fails if the data cannot be used.
pub async fn registration_code(data: impl Into<StoreUrl>) -> Result<String, AdminError> {
    let (code, add) = new_code(None, REGISTER, CODE_MS);
    change(&data.into(), vec![add, audit("code-made", None)], "").await?;
    Ok(code)
}

/// A user as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct UserLine {
    /// The id.
    pub id: String,
    /// The name; `None` for a guest.
    pub name: Option<String>,
    /// `guest`, `person` or `gone`.
    pub kind: &'static str,
    /// The role.
    pub role: String,
    /// When the user came first, in milliseconds since 1970-01-01 UTC, as all moments here.
    pub created_ms: i64,
    /// When the user was seen last, to the hour.
    pub seen_ms: i64,
    /// Since when the user is suspended; `None` if it is not.
    pub suspended_ms: Option<i64>,
    /// Until when the user is silenced; `None` if it is not.
    pub silenced_ms: Option<i64>,
    /// Whether the user is on vacation.
    pub on_vacation: bool,
}

/// The data of a server, for what its operator does. A server may use them meanwhile: what is
/// written to a log goes before or after what the server writes, never between.
pub struct Admin {
    database: StoreUrl,
    service: Arc<Service>,
    people: Arc<People>,
}

impl Admin {
    /// Opens the data.
    ///
    /// # Errors
    ///
    /// Fails if there are none, or they cannot be used.
    pub async fn open(data: impl Into<StoreUrl>) -> Result<Self, AdminError> {
        let database = data.into();
        let store = open(&database).await?;
        let limiter = Arc::new(Limiter::new(Limits::unlimited(), None));
        let service = Service::with_bus(store, limiter, Arc::new(System), None);
        service.stand_by();
        let policy = (PeoplePolicy::default(), OutboundPolicy::default());
        let people = People::with_outbound(service.clone(), policy.0, None, None, policy.1);
        let admin = Self { database, service, people };
        let read = admin.service.read_outages().await;
        read.map_err(|source| admin.failed(source))?;
        Ok(admin)
    }

    /// Closes the data.
    pub async fn close(self) {
        self.service.close().await;
    }

    fn failed(&self, source: StoreError) -> AdminError {
        AdminError::Database { database: self.database.clone(), source }
    }

    /// The error of a deed about a user or game.
    fn refused(&self, who: &str, error: PeopleError) -> AdminError {
        match error {
            PeopleError::NoSuchUser => AdminError::NoSuchUser(who.to_owned()),
            PeopleError::Service(ServiceError::Store(source)) => self.failed(source),
            error => AdminError::Refused(error.to_string()),
        }
    }

    /// Prepares a change of games: the time in which no server was there costs no player anything.
    async fn begin_change(&self) -> Result<(), AdminError> {
        self.service.note_absence().await.map_err(|source| self.failed(source))
    }

    /// Gives a person another role.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`], also for a guest; [`AdminError::Database`].
    pub async fn set_role(&self, who: &str, role: RoleName) -> Result<(), AdminError> {
        let done = self.people.operator_sets_role(who, role.into()).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// Silences a user for some days with a reason that it is told, or ends that.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`]; [`AdminError::Refused`] for bad days or a bad reason;
    /// [`AdminError::Database`].
    pub async fn set_silence(
        &self,
        who: &str,
        silence: Option<(u32, Option<&str>)>,
    ) -> Result<(), AdminError> {
        let done = self.people.operator_silences(who, silence).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// Suspends a user, perhaps with a reason: it cannot sign in, and its sessions and open games
    /// end.
    ///
    /// # Errors
    ///
    /// As [`Admin::set_silence`].
    pub async fn suspend(&self, who: &str, reason: Option<&str>) -> Result<(), AdminError> {
        self.begin_change().await?;
        let done = self.people.operator_suspends(who, reason).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// Ends a suspension.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`]; [`AdminError::Database`].
    pub async fn end_suspension(&self, who: &str) -> Result<(), AdminError> {
        let done = self.people.operator_ends_suspension(who).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// Ends a running game without a result, or withdraws an offer.
    ///
    /// # Errors
    ///
    /// [`AdminError::Refused`] if there is no such game, it is over, or the reason is bad;
    /// [`AdminError::Database`].
    pub async fn close_game(&self, game: &str, reason: Option<&str>) -> Result<(), AdminError> {
        self.begin_change().await?;
        let done = self.people.operator_closes(game, reason).await;
        done.map_err(|error| self.refused(game, error))
    }

    /// A user by its name or id, also one who has left.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`]; [`AdminError::Database`].
    pub async fn user(&self, who: &str) -> Result<UserLine, AdminError> {
        let found = self.people.find_gone(who).await;
        Ok(self.line(found.map_err(|error| self.refused(who, error))?))
    }

    /// Deletes an account, as its owner could.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`]; [`AdminError::Database`].
    pub async fn delete(&self, who: &str) -> Result<(), AdminError> {
        self.begin_change().await?;
        let done = self.people.operator_deletes(who).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// Deletes an account and what is still kept of one that was deleted: its name, the reports by
    /// it and of it, and the reasons in the audit.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`]; [`AdminError::Database`].
    pub async fn forget(&self, who: &str) -> Result<(), AdminError> {
        self.begin_change().await?;
        let done = self.people.operator_forgets(who).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// All that is kept of a user, as its own export gives it: a line of JSON for each row that
    /// names it, and for each of its games what it may know of the record.
    ///
    /// # Errors
    ///
    /// [`AdminError::NoSuchUser`]; [`AdminError::Database`].
    pub async fn export(&self, who: &str) -> Result<String, AdminError> {
        let done = self.people.operator_exports(who).await;
        done.map_err(|error| self.refused(who, error))
    }

    /// All people with an account, sorted by name, and behind them the guests if they are wanted.
    ///
    /// # Errors
    ///
    /// [`AdminError::Database`].
    pub async fn users(&self, with_guests: bool) -> Result<Vec<UserLine>, AdminError> {
        let all = async |kind| {
            let found = self.people.all_of(kind).await;
            found.map_err(|error| self.refused("", error))
        };
        let mut users = all(UserKind::Person).await?;
        users.sort_by(|one, other| (&one.name_key, &one.id).cmp(&(&other.name_key, &other.id)));
        if with_guests {
            users.extend(all(UserKind::Guest).await?);
        }
        Ok(users.into_iter().map(|user| self.line(user)).collect())
    }

    fn line(&self, user: User) -> UserLine {
        let silence = silence_at(user.silence, self.people.now_ms());
        UserLine {
            silenced_ms: silence.map(|Silence { until_ms, .. }| until_ms),
            id: user.id,
            name: user.name,
            kind: user.kind.key(),
            role: user.role,
            created_ms: user.created_ms,
            seen_ms: user.seen_ms,
            suspended_ms: user.suspended_ms,
            on_vacation: user.vacation.on,
        }
    }
}

fn read_name(name: &str) -> Result<Name, AdminError> {
    Name::read(name).map_err(|error| match error {
        PeopleError::NameTaken => AdminError::NameReserved(name.to_owned()),
        _ => AdminError::BadName,
    })
}

fn new_code(user: Option<String>, purpose: &str, valid_ms: i64) -> (String, PeopleChange) {
    let code = System.token();
    let add = PeopleChange::AddCode(OnceCode {
        hash: token_hash(&code),
        user,
        purpose: purpose.to_owned(),
        until_ms: System.now().as_millis() + valid_ms,
    });
    (code, add)
}

fn audit(what: &str, whom: Option<String>) -> PeopleChange {
    let at_ms = System.now().as_millis();
    PeopleChange::Audit(AuditEntry { at_ms, what: what.to_owned(), whom, ..AuditEntry::default() })
}

async fn open(data: &StoreUrl) -> Result<Arc<dyn Store>, AdminError> {
    if let Some(file) = data.file()
        && !file.exists()
    {
        return Err(AdminError::NoData(file.parent().unwrap_or(Path::new(".")).to_owned()));
    }
    open_or_create(data).await
}

async fn open_or_create(data: &StoreUrl) -> Result<Arc<dyn Store>, AdminError> {
    let failed = |source| AdminError::Database { database: data.clone(), source };
    data.open().await.map_err(failed)
}

async fn change(data: &StoreUrl, changes: Vec<PeopleChange>, name: &str) -> Result<(), AdminError> {
    let store = open(data).await?;
    let done = store.change_people(changes).await;
    store.close().await;
    done.map_err(|error| match error {
        StoreError::Taken(_) => AdminError::NameTaken(name.to_owned()),
        source => AdminError::Database { database: data.clone(), source },
    })
}
