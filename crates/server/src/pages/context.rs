//! The context of a page: language, theme and path.

use crate::http::identity::known;
use crate::http::language::{chosen, cookie, language};
use crate::i18n::Lang;
use crate::state::AppState;
use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use heterodox_host::UserId;
use heterodox_rules::Refusal;
use heterodox_wire::Waiting;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::convert::Infallible;

/// The colour theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// The system's theme.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All themes.
    pub(super) const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The key, as in the cookie.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.key() == key)
    }
}

/// The context of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PageCtx {
    /// The language.
    pub(super) lang: Lang,
    /// Whether the query names the language, so that a cookie must store it.
    pub(super) lang_chosen: bool,
    /// The theme.
    pub(super) theme: Theme,
    /// How the reader wants boards to look: `GAME:slate.letters.inside+…`, as in the cookie.
    pub(super) looks: String,
    /// The path of the URL.
    pub(super) path: String,
    /// The origin of the server for addresses that must be whole; empty if it is not known.
    pub(super) origin: String,
    /// The name of the person who is signed in.
    pub(super) name: Option<String>,
    /// Whether the reader has a session, as a person or a guest.
    pub(super) is_known: bool,
    /// The reader, as a person or a guest.
    pub(super) reader: Option<UserId>,
    /// How many games and offers wait for the reader.
    pub(super) to_act: u32,
    /// The person who is signed in, with its preferences as JSON.
    pub(super) prefs: Option<(UserId, String)>,
    /// The time zone in which days are shown.
    pub(super) zone: TimeZone,
}

impl PageCtx {
    /// The text with this key.
    pub(super) fn t(&self, key: &str) -> String {
        self.lang.text(key)
    }

    /// The text of a refusal.
    pub(super) fn refusal(&self, game: &str, refusal: &Refusal) -> String {
        self.lang.refusal(game, refusal)
    }

    /// The text with this key and these values.
    pub(super) fn t_with(&self, key: &str, args: &[(&str, &str)]) -> String {
        self.lang.text_with(key, args)
    }

    /// The colours of a game's board, its pictures of pieces and the place of its coordinates, as
    /// far as the reader has chosen them. The scripts read them from the preferences; here they
    /// keep the board from changing its colours while the page is loaded.
    pub(super) fn looks_of(&self, game: &str) -> [Option<&str>; 3] {
        let mut found = self.looks.split('+').filter_map(|one| one.split_once(':'));
        let chosen = found.find(|(name, _)| *name == game).map_or("", |(_, looks)| looks);
        let is_key = |key: &&str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase());
        let mut keys = chosen.split('.').map(|key| Some(key).filter(is_key));
        std::array::from_fn(|_| keys.next().flatten())
    }

    /// What a guest is called.
    pub(super) fn guest(&self, id: UserId) -> String {
        self.t_with("player-guest", &[("name", id.as_str())])
    }

    /// A day in the reader's time zone, without the time: the hour of a visit is private.
    pub(super) fn day(&self, at_ms: i64) -> String {
        let at = Timestamp::from_millisecond(at_ms).unwrap_or_default();
        at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d").to_string()
    }

    /// The same without anything of the reader but language and theme.
    pub(super) fn without_reader(self) -> Self {
        Self {
            name: None,
            is_known: false,
            reader: None,
            to_act: 0,
            prefs: None,
            zone: TimeZone::UTC,
            ..self
        }
    }

    /// A moment in the reader's time zone, to the minute.
    pub(super) fn moment(&self, at_ms: i64) -> String {
        let at = Timestamp::from_millisecond(at_ms).unwrap_or_default();
        at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M %Z").to_string()
    }

    fn new(parts: &Parts) -> Self {
        let caller = known(&parts.extensions);
        let person = caller.filter(|caller| caller.name.is_some());
        // The account's is newer than what a browser remembers of another day.
        let kept_theme = person.and_then(|person| {
            let prefs: serde_json::Value = serde_json::from_str(&person.prefs).ok()?;
            prefs["heterodox-theme"].as_str().map(str::to_owned)
        });
        Self {
            lang: language(parts),
            lang_chosen: chosen(parts).is_some(),
            theme: kept_theme
                .as_deref()
                .or(cookie(parts, "theme"))
                .and_then(Theme::from_key)
                .unwrap_or_default(),
            looks: cookie(parts, "looks").unwrap_or_default().to_owned(),
            path: parts.uri.path().to_owned(),
            origin: host(parts).map(|host| format!("http://{host}")).unwrap_or_default(),
            name: caller.and_then(|caller| caller.name.clone()),
            is_known: caller.is_some(),
            reader: caller.map(|caller| caller.user),
            to_act: 0,
            prefs: person.map(|person| (person.user, person.prefs.clone())),
            zone: person
                .and_then(|person| TimeZone::get(person.tz.as_deref()?).ok())
                .unwrap_or(TimeZone::UTC),
        }
    }
}

impl FromRequestParts<AppState> for PageCtx {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        let mut ctx = Self::new(parts);
        if let Some(origin) = &state.public_origin {
            ctx.origin = origin.to_string();
        }
        if let Some(caller) = known(&parts.extensions) {
            state.people.note_look(caller.user);
            // A page without the number is better than no page.
            if let Ok(Waiting { games, offers }) = state.people.waiting(caller.user).await {
                ctx.to_act = games + offers;
            }
        }
        Ok(ctx)
    }
}

/// The `Host` of a request.
fn host(parts: &Parts) -> Option<&str> {
    parts.headers.get(HOST)?.to_str().ok()
}

/// The context of a page in English.
#[cfg(test)]
pub(super) fn test_context() -> PageCtx {
    PageCtx::new(&axum::http::Request::new(()).into_parts().0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn context(uri: &str, headers: &[(&str, &str)]) -> PageCtx {
        let mut request = Request::builder().uri(uri);
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        PageCtx::new(&request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn the_query_precedes_the_cookie_and_the_browser() {
        let browser = ("accept-language", "sv-SE,en;q=0.8");
        let cookie = ("cookie", "theme=dark; lang=de");
        assert_eq!(context("/", &[]).lang, Lang::En);
        assert_eq!(context("/", &[browser]).lang, Lang::Sv);
        assert_eq!(context("/", &[browser, cookie]).lang, Lang::De);
        let chosen = context("/r/x?a=b&lang=en", &[browser, cookie]);
        assert_eq!((chosen.lang, chosen.lang_chosen, chosen.theme), (Lang::En, true, Theme::Dark));
    }

    #[test]
    fn looks_are_those_of_the_game() {
        let cookie = "looks=klinzha:wood.bold.off+grand-chess:slate.letters.inside+x:\"><b.A1";
        let ctx = context("/", &[("cookie", cookie)]);
        assert_eq!(ctx.looks_of("grand-chess"), [Some("slate"), Some("letters"), Some("inside")]);
        assert_eq!(ctx.looks_of("x"), [None; 3]);
        assert_eq!(ctx.looks_of("kaleidochess"), [None; 3]);
    }

    #[test]
    fn unknown_values_are_ignored() {
        let odd =
            [("cookie", "lang=tlh; theme=pink"), ("accept-language", "tlh;q=x, de;q=0.5, fr")];
        let ctx = context("/?lang=xx", &odd);
        assert_eq!((ctx.lang, ctx.lang_chosen, ctx.theme), (Lang::De, false, Theme::Auto));
    }
}
