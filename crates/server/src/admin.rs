//! What the operator of a server does with its people, on its data. A server may run meanwhile.

use crate::games::environment::{Environment, System};
use crate::people::{Name, PeopleError, REGISTER, RESET, Role, token_hash};
use crate::server::create_folder;
use heterodox_store::{
    AuditEntry, OnceCode, PeopleChange, Profile, Store, StoreError, StoreUrl, User, UserKind,
    Vacation,
};
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
    /// Another person has the name.
    #[error("another person has the name '{0}', or one that looks like it")]
    NameTaken(String),
    /// Nobody has the name.
    #[error("nobody has the name '{0}'")]
    NoSuchUser(String),
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

fn read_name(name: &str) -> Result<Name, AdminError> {
    Name::read(name).map_err(|_: PeopleError| AdminError::BadName)
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
