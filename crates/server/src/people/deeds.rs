//! Permissions: one table of deeds and callers, which all routes ask.
//!
//! The table knows the caller's kind and role, and no game. What depends on a seat is decided by
//! the host: `Game::perspective` says whose view a caller gets, `Game::acting_seat` on which seat
//! it acts. No role changes that: a moderator has no view of a running game but the public's.

use super::{Identity, PeopleError, Role};
use heterodox_store::UserKind;

/// What guests may do on a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GuestPolicy {
    /// They play.
    #[default]
    Play,
    /// They watch and read.
    Watch,
    /// They may only sign in.
    None,
}

/// What a route lets its caller do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// See what every visitor must: how to sign in, styles, whether the server runs.
    Enter,
    /// Read, watch, and try positions out.
    Look,
    /// Open games and take part in them. Whether the caller holds the seat is asked of the game.
    Play,
    /// Use what belongs to the caller alone: games, sessions, profile.
    Own,
    /// Use what only a person with an account has.
    OwnAccount,
    /// What moderators do: read the audit and reports, close games, silence and suspend users.
    Moderate,
    /// What administrators do: give roles.
    Administer,
}

/// The deed of every route: the method, the path, and what it lets its caller do.
pub(crate) const DEEDS: &[(&str, &str, Deed)] = &[
    ("*", "/api/", Deed::Enter),
    ("GET", "/healthz", Deed::Enter),
    ("GET", "/readyz", Deed::Enter),
    ("GET", "/api", Deed::Enter),
    ("GET", "/api/openapi.json", Deed::Enter),
    ("GET", "/assets/{hash}/{*path}", Deed::Enter),
    ("GET", "/licences", Deed::Enter),
    ("GET", "/sign-in", Deed::Enter),
    ("GET", "/reset", Deed::Enter),
    ("GET", "/forgotten", Deed::Enter),
    ("GET", "/confirm", Deed::Enter),
    ("POST", "/api/guests", Deed::Enter),
    ("POST", "/api/account", Deed::Enter),
    ("POST", "/api/login", Deed::Enter),
    ("POST", "/api/login/reset", Deed::Enter),
    ("POST", "/api/login/forgotten", Deed::Enter),
    ("POST", "/api/email/confirm", Deed::Enter),
    ("POST", "/api/login/passkey", Deed::Enter),
    ("POST", "/api/login/passkey/options", Deed::Enter),
    ("POST", "/api/logout", Deed::Enter),
    ("GET", "/unsubscribe/{key}", Deed::Enter),
    ("POST", "/unsubscribe/{key}", Deed::Enter),
    ("GET", "/feeds/{secret}/turns.atom", Deed::Enter),
    ("GET", "/feeds/{secret}/deadlines.ics", Deed::Enter),
    ("GET", "/manifest.webmanifest", Deed::Enter),
    ("GET", "/favicon.ico", Deed::Enter),
    ("GET", "/sw.js", Deed::Enter),
    ("GET", "/offline", Deed::Enter),
    // The handlers ask for the token of the workers.
    ("POST", "/api/worker/take", Deed::Enter),
    ("POST", "/api/worker/jobs/{id}", Deed::Enter),
    ("GET", "/", Deed::Look),
    ("GET", "/g/{id}", Deed::Look),
    ("GET", "/r/{id}", Deed::Look),
    ("GET", "/u/{name}", Deed::Look),
    ("GET", "/new/{game}", Deed::Look),
    ("GET", "/editor/{game}", Deed::Look),
    ("GET", "/clouds", Deed::Look),
    ("GET", "/fair-play", Deed::Look),
    ("GET", "/analysis", Deed::Look),
    ("GET", "/import", Deed::Look),
    ("GET", "/rules/{game}", Deed::Look),
    ("GET", "/legend/{game}", Deed::Look),
    ("GET", "/learn", Deed::Look),
    ("GET", "/learn/{game}", Deed::Look),
    ("GET", "/guide/{game}", Deed::Look),
    ("GET", "/guide/{game}/{code}", Deed::Look),
    ("GET", "/guide/{game}/{code}/board", Deed::Look),
    ("GET", "/guide/{game}/{code}/card", Deed::Look),
    ("GET", "/puzzles", Deed::Look),
    ("GET", "/puzzles/daily", Deed::Look),
    ("GET", "/puzzles/{game}", Deed::Look),
    ("GET", "/puzzles/{game}/{id}", Deed::Look),
    ("GET", "/api/info", Deed::Look),
    ("GET", "/api/puzzles", Deed::Look),
    ("GET", "/api/puzzles/{id}", Deed::Look),
    ("POST", "/api/puzzles/{id}/try", Deed::Look),
    ("POST", "/api/puzzles/{id}/hint", Deed::Look),
    ("POST", "/api/puzzles/{id}/solution", Deed::Look),
    ("POST", "/api/check", Deed::Look),
    ("POST", "/api/line", Deed::Look),
    ("POST", "/api/lesson", Deed::Look),
    ("POST", "/api/clouds", Deed::Look),
    ("POST", "/api/editor", Deed::Look),
    ("GET", "/api/guide/{game}/diagram", Deed::Look),
    ("GET", "/api/analysis", Deed::Look),
    ("GET", "/api/positions/{game}/picture.svg", Deed::Look),
    ("GET", "/api/positions/{game}/picture.png", Deed::Look),
    ("GET", "/api/games/{id}", Deed::Look),
    ("GET", "/api/games/{id}/frames", Deed::Look),
    ("GET", "/api/games/{id}/paths", Deed::Look),
    ("GET", "/api/games/{id}/record", Deed::Look),
    ("GET", "/api/games/{id}/picture.svg", Deed::Look),
    ("GET", "/api/games/{id}/picture.png", Deed::Look),
    ("GET", "/api/games/{id}/animation.gif", Deed::Look),
    ("GET", "/api/games/{id}/socket", Deed::Look),
    ("GET", "/api/games/{id}/stream", Deed::Look),
    ("GET", "/api/records/{id}", Deed::Look),
    ("GET", "/api/records/{id}/frames", Deed::Look),
    ("GET", "/api/records/{id}/text", Deed::Look),
    ("GET", "/api/records/{id}/picture.svg", Deed::Look),
    ("GET", "/api/records/{id}/picture.png", Deed::Look),
    ("GET", "/api/records/{id}/animation.gif", Deed::Look),
    ("GET", "/api/qr.svg", Deed::Look),
    ("GET", "/g/{id}/preview.png", Deed::Look),
    ("GET", "/r/{id}/preview.png", Deed::Look),
    ("GET", "/rules/{game}/preview.png", Deed::Look),
    ("GET", "/embed/g/{id}", Deed::Look),
    ("GET", "/embed/record/{id}", Deed::Look),
    ("GET", "/api/users/{id}", Deed::Look),
    ("GET", "/offers", Deed::Look),
    ("GET", "/offers/{id}", Deed::Look),
    ("GET", "/archive", Deed::Look),
    ("GET", "/watch", Deed::Look),
    ("GET", "/api/offers", Deed::Look),
    ("GET", "/api/offers/{id}", Deed::Look),
    ("GET", "/api/running", Deed::Look),
    ("GET", "/api/archive", Deed::Look),
    ("GET", "/api/archive/export", Deed::Look),
    ("POST", "/api/offers", Deed::Play),
    ("POST", "/api/offers/{id}/accept", Deed::Play),
    ("POST", "/api/offers/{id}/decline", Deed::Play),
    ("POST", "/api/offers/{id}/withdraw", Deed::Play),
    ("POST", "/api/offers/{id}/leave", Deed::Play),
    ("POST", "/api/offers/{id}/counter", Deed::Play),
    ("POST", "/api/games", Deed::Play),
    ("POST", "/api/records", Deed::Play),
    ("POST", "/api/games/{id}/join", Deed::Play),
    ("POST", "/api/games/{id}/computer", Deed::Play),
    ("POST", "/api/games/{id}/dice", Deed::Play),
    ("POST", "/api/games/{id}/acts", Deed::Play),
    ("GET", "/api/games/{id}/chat", Deed::Look),
    ("POST", "/api/games/{id}/chat", Deed::Play),
    ("POST", "/api/games/{id}/chat/report", Deed::Play),
    ("POST", "/api/games/{id}/hint", Deed::Play),
    ("POST", "/api/games/{id}/rematch", Deed::Play),
    ("GET", "/api/games/{id}/next", Deed::Own),
    ("POST", "/api/games/{id}/next", Deed::Play),
    ("GET", "/account", Deed::Enter),
    ("GET", "/games", Deed::Enter),
    ("GET", "/api/me", Deed::Own),
    ("PATCH", "/api/me", Deed::Own),
    ("GET", "/api/me/games", Deed::Own),
    ("GET", "/api/me/tally", Deed::Own),
    ("GET", "/api/me/news", Deed::Own),
    ("GET", "/api/me/ways", Deed::Own),
    ("PUT", "/api/me/feeds", Deed::Own),
    ("DELETE", "/api/me/feeds", Deed::Own),
    ("POST", "/api/me/push", Deed::Own),
    ("DELETE", "/api/me/push/{id}", Deed::Own),
    ("POST", "/api/me/push/test", Deed::Own),
    ("PUT", "/api/me/mail", Deed::OwnAccount),
    ("GET", "/api/me/socket", Deed::Own),
    // A guest could let the server call any address without being known.
    ("PUT", "/api/me/webhook", Deed::OwnAccount),
    ("DELETE", "/api/me/webhook", Deed::OwnAccount),
    ("POST", "/api/me/webhook/test", Deed::OwnAccount),
    ("GET", "/api/me/sessions", Deed::Own),
    ("DELETE", "/api/me/sessions/{id}", Deed::Own),
    ("GET", "/api/me/export", Deed::Own),
    ("GET", "/api/me/blocks", Deed::Own),
    ("POST", "/api/users/{id}/block", Deed::Own),
    ("DELETE", "/api/users/{id}/block", Deed::Own),
    ("POST", "/api/users/{id}/report", Deed::Own),
    ("DELETE", "/api/account", Deed::Own),
    ("POST", "/api/me/password", Deed::OwnAccount),
    ("PUT", "/api/me/email", Deed::OwnAccount),
    ("DELETE", "/api/me/email", Deed::OwnAccount),
    ("PUT", "/api/me/vacation", Deed::OwnAccount),
    ("GET", "/api/me/passkeys", Deed::OwnAccount),
    ("POST", "/api/me/passkeys", Deed::OwnAccount),
    ("POST", "/api/me/passkeys/options", Deed::OwnAccount),
    ("DELETE", "/api/me/passkeys/{id}", Deed::OwnAccount),
    ("POST", "/api/me/takeover", Deed::OwnAccount),
    ("GET", "/api/games/{id}/notes", Deed::OwnAccount),
    ("PUT", "/api/games/{id}/notes", Deed::OwnAccount),
    ("DELETE", "/api/games/{id}/notes", Deed::OwnAccount),
    ("GET", "/api/games/{id}/conditionals", Deed::Own),
    ("PUT", "/api/games/{id}/conditionals", Deed::Own),
    ("DELETE", "/api/games/{id}/conditionals", Deed::Own),
    ("GET", "/api/audit", Deed::Moderate),
    ("GET", "/moderation", Deed::Moderate),
    ("GET", "/api/moderation/reports", Deed::Moderate),
    ("POST", "/api/moderation/reports/{id}", Deed::Moderate),
    ("POST", "/api/users/{id}/silence", Deed::Moderate),
    ("DELETE", "/api/users/{id}/silence", Deed::Moderate),
    ("POST", "/api/games/{id}/close", Deed::Moderate),
    ("POST", "/api/users/{id}/suspend", Deed::Moderate),
    ("DELETE", "/api/users/{id}/suspend", Deed::Moderate),
    ("PATCH", "/api/users/{id}/role", Deed::Administer),
];

/// The deed of a route. A path that is not in the table is open to administrators only; a method
/// that a path does not take is left to the router, which says so.
pub(crate) fn deed_of(method: &str, path: &str) -> Deed {
    // A HEAD is answered as the GET of the same path.
    let method = if method == "HEAD" { "GET" } else { method };
    let of_path = || DEEDS.iter().filter(|(_, template, _)| *template == path);
    let found = of_path().find(|(known, ..)| *known == method || *known == "*");
    match found {
        Some((_, _, deed)) => *deed,
        None if of_path().next().is_some() => Deed::Enter,
        None => Deed::Administer,
    }
}

/// Decides whether a caller may do something.
///
/// # Errors
///
/// [`PeopleError::NoGuest`] if only a known caller may, [`PeopleError::NotAPerson`] if only one
/// with an account may, and [`PeopleError::NotAllowed`].
pub(crate) fn may(
    caller: Option<&Identity>,
    deed: Deed,
    guests: GuestPolicy,
) -> Result<(), PeopleError> {
    let person = caller.filter(|caller| caller.kind == UserKind::Person);
    let need_person =
        || if caller.is_some() { PeopleError::NotAPerson } else { PeopleError::NoGuest };
    match deed {
        Deed::Enter => Ok(()),
        // A stranger who may play is asked for a token by the handler.
        Deed::Look if guests != GuestPolicy::None || person.is_some() => Ok(()),
        Deed::Play if guests == GuestPolicy::Play || person.is_some() => Ok(()),
        Deed::Look | Deed::Play => Err(PeopleError::GuestsClosed),
        Deed::Own => caller.map(drop).ok_or(PeopleError::NoGuest),
        Deed::OwnAccount => person.map(drop).ok_or_else(need_person),
        Deed::Moderate | Deed::Administer => {
            let least = if deed == Deed::Moderate { Role::Moderator } else { Role::Administrator };
            match person {
                Some(person) if person.role >= least => Ok(()),
                Some(_) => Err(PeopleError::NotAllowed),
                None => Err(need_person()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(kind: UserKind, role: Role) -> Identity {
        Identity { kind, role, ..Identity::new("annaanna".parse().unwrap()) }
    }

    #[test]
    fn each_kind_of_caller_may_do_what_the_table_says() {
        let guest = caller(UserKind::Guest, Role::Player);
        let person = caller(UserKind::Person, Role::Player);
        let organiser = caller(UserKind::Person, Role::Organiser);
        let moderator = caller(UserKind::Person, Role::Moderator);
        let admin = caller(UserKind::Person, Role::Administrator);
        let callers =
            [None, Some(&guest), Some(&person), Some(&organiser), Some(&moderator), Some(&admin)];
        let (play, watch, none) = (GuestPolicy::Play, GuestPolicy::Watch, GuestPolicy::None);
        for (deed, guests, allowed) in [
            (Deed::Enter, none, [true; 6]),
            (Deed::Look, play, [true; 6]),
            (Deed::Look, watch, [true; 6]),
            (Deed::Look, none, [false, false, true, true, true, true]),
            (Deed::Play, play, [true; 6]),
            (Deed::Play, watch, [false, false, true, true, true, true]),
            (Deed::Play, none, [false, false, true, true, true, true]),
            (Deed::Own, none, [false, true, true, true, true, true]),
            (Deed::OwnAccount, play, [false, false, true, true, true, true]),
            (Deed::Moderate, play, [false, false, false, false, true, true]),
            (Deed::Administer, play, [false, false, false, false, false, true]),
        ] {
            let found = callers.map(|caller| may(caller, deed, guests).is_ok());
            assert_eq!(found, allowed, "{deed:?} {guests:?}");
        }
    }
}
