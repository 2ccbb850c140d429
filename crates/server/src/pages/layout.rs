//! The frame of all pages: head, header, footer, and the response headers.

use super::assets;
use super::bundle::Bundle;
use super::context::{PageCtx, Theme};
use super::games::{default_game, guide_path};
use super::offline::{KEPT, READER, THEME_COLOUR};
use crate::i18n::Lang;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, SET_COOKIE, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use heterodox_rules::{GameInfo, games};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use std::sync::Arc;

/// Everything is loaded from this server. `style-src` needs no `unsafe-inline`: the scripts set
/// single properties, which is allowed, and no page has a `style` attribute.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// The same for pages that other sites may show in a frame.
const EMBEDDED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// How the keys of the texts begin that the board needs.
const EMBEDDED_TEXTS: [&str; 9] =
    ["board-", "cell-", "long-", "mark-", "piece-", "ply-", "region-", "say-", "side-"];

/// The script of the page of a game.
pub(super) const GAME_SCRIPT: &str = "game/game-page";

/// How the keys of the texts begin that the page of a game does not need.
const NOT_IN_GAMES: [&str; 5] = ["clouds-", "editor-", "lesson-", "preview-", "puzzle-"];

/// The style sheets of a page in a frame.
pub(super) const EMBEDDED_SHEETS: [&str; 6] =
    ["drawing", "base", "board", "themes", "game", "embed"];

/// The style sheets, in the order in which they override each other.
pub(super) const SHEETS: [&str; 15] = [
    "drawing", "base", "layout", "board", "themes", "game", "pages", "guide", "editor", "clouds",
    "analysis", "table", "knowing", "lesson", "puzzle",
];

/// The files of the typeface.
const FONTS: [&str; 2] = ["fira-sans-400", "fira-sans-600"];

const YEAR_S: u32 = 31_536_000;

/// A page.
pub(super) struct Page {
    /// The status.
    pub(super) status: StatusCode,
    /// The title, without the name of the site.
    pub(super) title: String,
    /// A line for search engines and link previews.
    pub(super) description: Option<String>,
    /// The path of the picture for previews of links.
    pub(super) preview: Option<String>,
    /// Where the page is shown.
    pub(super) kind: Kind,
    /// The class of `body`.
    pub(super) class: &'static str,
    /// The page's script, if it has one.
    pub(super) script: Option<&'static str>,
    /// Whether the browser keeps the page, to show it offline.
    pub(super) kept: bool,
    /// Data blocks for the script: id and content.
    pub(super) data: Vec<(&'static str, Value)>,
    /// The content of `main`.
    pub(super) content: Markup,
}

impl Page {
    /// A page with the status 200.
    pub(super) fn new(title: String, class: &'static str, content: Markup) -> Self {
        Self {
            status: StatusCode::OK,
            title,
            description: None,
            preview: None,
            kind: Kind::Whole,
            class,
            script: None,
            kept: false,
            data: Vec::new(),
            content,
        }
    }

    /// Adds the picture for previews of links.
    pub(super) fn with_preview(mut self, path: Option<String>) -> Self {
        self.preview = path;
        self
    }

    /// Lets the browser keep the page, if so, to show it offline as it was seen last.
    pub(super) fn kept_if(mut self, kept: bool) -> Self {
        self.kept = kept;
        self
    }

    /// The game that the page's data names, if it is a page of one game.
    fn game(&self) -> Option<&str> {
        let (_, data) = self.data.iter().find(|(id, _)| *id == "page-data")?;
        data["game"].as_str().filter(|game| !game.is_empty())
    }

    /// Adds a script with its data.
    pub(super) fn with_script(
        mut self,
        script: &'static str,
        data: Vec<(&'static str, Value)>,
    ) -> Self {
        self.script = Some(script);
        self.data = data;
        self
    }

    /// The page as a response.
    pub(super) fn respond(self, ctx: &PageCtx) -> Response {
        let body = document(ctx, &self);
        let headers = [
            (CONTENT_SECURITY_POLICY, self.kind.policy()),
            (REFERRER_POLICY, "same-origin"),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (CACHE_CONTROL, "private, no-cache"),
            (VARY, "accept-language, cookie"),
        ];
        let mut response = (self.status, headers, body).into_response();
        let reader = ctx.reader.map(|reader| reader.to_string()).unwrap_or_default();
        if let Ok(reader) = HeaderValue::from_str(&reader) {
            response.headers_mut().insert(READER, reader);
        }
        if self.kept {
            response.headers_mut().insert(KEPT, HeaderValue::from_static("1"));
        }
        if ctx.lang_chosen {
            let lang = ctx.lang.code();
            let cookie = format!("lang={lang}; Path=/; Max-Age={YEAR_S}; SameSite=Lax");
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(SET_COOKIE, cookie);
            }
        }
        response
    }
}

/// Where a page is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// By itself, with the header and the footer.
    Whole,
    /// In a frame of a page of any site, without them.
    Embedded,
}

impl Kind {
    fn policy(self) -> &'static str {
        match self {
            Self::Whole => POLICY,
            Self::Embedded => EMBEDDED_POLICY,
        }
    }

    /// The texts of the page's scripts. In a frame the board alone speaks.
    fn messages(self, ctx: &PageCtx, page: &Page) -> Arc<str> {
        let (lang, game) = (ctx.lang, page.game());
        let begins = |key: &str, starts: &[&str]| starts.iter().any(|start| key.starts_with(start));
        match self {
            Self::Embedded => {
                lang.script_messages_of("frame", game, |key| begins(key, &EMBEDDED_TEXTS))
            }
            Self::Whole if page.script == Some(GAME_SCRIPT) => {
                lang.script_messages_of("game", game, |key| !begins(key, &NOT_IN_GAMES))
            }
            Self::Whole if game.is_some() => lang.script_messages_of("page", game, |_| true),
            Self::Whole => lang.script_messages().into(),
        }
    }

    fn sheet(self) -> &'static str {
        match self {
            Self::Whole => assets::ALL_CSS,
            Self::Embedded => assets::FRAME_CSS,
        }
    }

    /// The bundle of the page's script.
    fn bundle(self, script: &str) -> Bundle<'_> {
        match self {
            Self::Whole => Bundle::Page(script),
            Self::Embedded => Bundle::Frame(script),
        }
    }
}

/// What other sites show of a link to the page.
fn link_preview(ctx: &PageCtx, page: &Page, site: &str, description: &str) -> Markup {
    html! {
        @if let Some(picture) = &page.preview {
            meta property="og:type" content="website";
            meta property="og:site_name" content=(site);
            meta property="og:title" content=(page.title);
            meta property="og:description" content=(description);
            @if !ctx.origin.is_empty() {
                meta property="og:url" content={ (ctx.origin) (ctx.path) };
                meta property="og:image" content={ (ctx.origin) (picture) };
                meta property="og:image:type" content="image/png";
                meta property="og:image:width" content="1200";
                meta property="og:image:height" content="630";
                meta name="twitter:card" content="summary_large_image";
            }
        }
    }
}

fn document(ctx: &PageCtx, page: &Page) -> Markup {
    let is_whole = page.kind == Kind::Whole;
    let site = ctx.t("site-name");
    let description = page.description.clone().unwrap_or_else(|| ctx.t("site-description"));
    let [board, pieces, coords] = page.game().map_or([None; 3], |game| ctx.looks_of(game));
    html! {
        (DOCTYPE)
        html lang=(ctx.lang.code()) data-theme=(ctx.theme.key())
            data-board=[board] data-pieces=[pieces] data-coords=[coords]
            data-account=[ctx.prefs.as_ref().map(|(user, _)| user)]
            data-prefs=[ctx.prefs.as_ref().map(|(_, prefs)| prefs)]
        {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · " (site) }
                meta name="description" content=(description);
                (link_preview(ctx, page, &site, &description))
                meta name="theme-color" content=(THEME_COLOUR);
                link rel="icon" type="image/svg+xml" href=(assets::url("icon.svg"));
                @if is_whole {
                    link rel="apple-touch-icon" href=(assets::url("icon-192.png"));
                    link rel="manifest" href="/manifest.webmanifest";
                }
                // The headings of all pages need both, so that no text is drawn twice.
                @for font in FONTS {
                    link rel="preload" as="font" type="font/woff2" crossorigin
                        href=(assets::url(&format!("fonts/{font}.woff2")));
                }
                link rel="stylesheet" href=(assets::url(page.kind.sheet()));
                @if is_whole {
                    script type="module" src=(assets::bundle_url(Bundle::Shell)) {}
                }
                @if ctx.is_known {
                    script type="module" src=(assets::bundle_url(page.kind.bundle("common/bell.js"))) {}
                }
                @if let Some(script) = page.script {
                    script type="module" src=(assets::bundle_url(page.kind.bundle(&format!("{script}.js")))) {}
                }
            }
            body class=(page.class) {
                @if is_whole {
                    a .skip href="#main" { (ctx.t("skip-to-content")) }
                    (header(ctx, &site))
                    p #as-of .as-of role="status" hidden
                        data-text=(ctx.t_with("offline-as-of", &[("time", "{time}")])) {}
                }
                main #main tabindex="-1" { (page.content) }
                @if is_whole { (footer(ctx)) }
                @if page.script.is_some() {
                    @if is_whole {
                        div #toasts role="status" {}
                        div #live .sr-only aria-live="polite" {}
                    }
                    (data_block("messages", &page.kind.messages(ctx, page)))
                    @for (id, value) in &page.data {
                        (data_block(id, &value.to_string()))
                    }
                }
            }
        }
    }
}

/// A drawing with an accessible name.
pub(super) fn drawing(svg: &str, name: &str) -> Markup {
    let name = html! { (name) }.into_string();
    let label = format!("role=\"img\" aria-label=\"{name}\"");
    PreEscaped(svg.replacen("role=\"img\"", &label, 1))
}

/// JSON inside the page. A browser does not run it, so only the end of the element must be escaped.
fn data_block(id: &str, json: &str) -> Markup {
    html! {
        script type="application/json" id=(id) { (PreEscaped(json.replace('<', "\\u003c"))) }
    }
}

fn header(ctx: &PageCtx, site: &str) -> Markup {
    let link = |href: &str, key: &str| {
        let here = ctx.path == href;
        html! { a href=(href) aria-current=[here.then_some("page")] { (ctx.t(key)) } }
    };
    html! {
        header .site-header {
            a .brand href="/" aria-label=(site) { (mark()) span { (site) } }
            nav aria-label=(ctx.t("nav-label")) {
                (link("/", "nav-play"))
                (link("/learn", "nav-learn"))
                (link("/puzzles", "nav-puzzles"))
                (link(&rules(ctx), "nav-rules"))
                (link("/analysis", "nav-analysis"))
            }
            @if ctx.is_known { (my_games(ctx)) }
            (person(ctx))
            (settings(ctx))
        }
    }
}

/// The link to the reader's games, with the number of those in which it is to act.
fn my_games(ctx: &PageCtx) -> Markup {
    let here = ctx.path == "/games";
    html! {
        a .my-games href="/games" aria-current=[here.then_some("page")] {
            svg .sign viewBox="0 0 20 20" aria-hidden="true" {
                path d="M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3z" fill="currentColor" {}
                circle cx="14" cy="14" r="3.200" fill="currentColor" {}
            }
            span { (ctx.t("games-mine")) }
            b .badge hidden[ctx.to_act == 0] {
                span data-count { (ctx.to_act) }
                span .sr-only { " " (ctx.t("games-to-act")) }
            }
        }
    }
}

/// The link to the own account, or to signing in.
fn person(ctx: &PageCtx) -> Markup {
    let href = if ctx.name.is_some() { "/account" } else { "/sign-in" };
    let here = ctx.path == href;
    let text = ctx.name.clone().unwrap_or_else(|| ctx.t("people-sign-in"));
    html! { a .person href=(href) aria-current=[here.then_some("page")] { (person_sign()) span { (text) } } }
}

fn person_sign() -> Markup {
    html! {
        svg .sign viewBox="0 0 20 20" aria-hidden="true" {
            circle cx="10" cy="6.500" r="3.800" fill="currentColor" {}
            path d="M2.500 18a7.500 6.500 0 0 1 15 0Z" fill="currentColor" {}
        }
    }
}

/// The game in the path of the page, if there is one.
fn game_of(ctx: &PageCtx) -> Option<&'static GameInfo> {
    games().find(|game| ctx.path.split('/').any(|part| part == game.id))
}

/// The path of that game's rules.
fn rules(ctx: &PageCtx) -> String {
    format!("/rules/{}", game_of(ctx).unwrap_or_else(default_game).id)
}

/// The menu of language and theme.
fn settings(ctx: &PageCtx) -> Markup {
    html! {
        details .settings {
            summary {
                span .sr-only { (ctx.t("settings-label")) ": " }
                span { (ctx.lang.code().to_uppercase()) }
                (theme_sign())
            }
            div .settings-panel {
                p .settings-title #settings-lang { (ctx.t("settings-lang")) }
                div .segments .languages role="group" aria-labelledby="settings-lang" {
                    @for lang in Lang::ALL {
                        a href={ "?lang=" (lang.code()) } lang=(lang.code()) hreflang=(lang.code())
                            aria-current=[(lang == ctx.lang).then_some("true")] { (lang.name()) }
                    }
                }
                p .settings-title #settings-theme { (ctx.t("settings-theme")) }
                div .segments role="group" aria-labelledby="settings-theme" {
                    @for theme in Theme::ALL {
                        button type="button" data-theme-choice=(theme.key())
                            aria-pressed=(theme == ctx.theme) { (ctx.t(&format!("theme-{}", theme.key()))) }
                    }
                }
            }
        }
    }
}

/// The footer: on a page of a game the links to its guide and editor, elsewhere those to all
/// guides.
fn footer(ctx: &PageCtx) -> Markup {
    let here = game_of(ctx);
    let guides = games()
        .filter(|game| here.is_none_or(|here| here.id == game.id))
        .filter_map(|game| Some((game, guide_path(game)?)));
    html! {
        footer .site-footer {
            p { (ctx.t("footer-about")) }
            p .links {
                @for game in games() {
                    a href={ "/rules/" (game.id) } { (ctx.t_with("footer-rules", &[("game", game.name)])) }
                }
                @for (game, guide) in guides {
                    a href=(guide) { (ctx.t_with("footer-guide", &[("game", game.name)])) }
                }
                a href={ "/editor/" (here.unwrap_or_else(default_game).id) } { (ctx.t("footer-editor")) }
                a href="/learn" { (ctx.t("lessons-title")) }
                a href="/r/sample-battle" { (ctx.t("footer-sample")) }
                a href="/offers" { (ctx.t("offers-title")) }
                a href="/watch" { (ctx.t("watch-title")) }
                a href="/archive" { (ctx.t("archive-title")) }
                a href="/api" { (ctx.t("footer-api")) }
                a href="/fair-play" { (ctx.t("conduct-title")) }
                a href="/licences" { (ctx.t("footer-licences")) }
            }
        }
    }
}

/// The logo: a board of three rows.
fn mark() -> Markup {
    html! {
        svg .brand-mark viewBox="0 0 48 42" aria-hidden="true" {
            path .brand-frame d="M24 1 47 41H1Z" {}
            path .brand-a d="M24 7 31.5 20H16.5Z" {}
            path .brand-b d="M16 22 23 34.500H9Z" {}
            path .brand-c d="M32 22 39 34.500H25Z" {}
        }
    }
}

fn theme_sign() -> Markup {
    html! {
        svg .sign viewBox="0 0 20 20" aria-hidden="true" {
            circle cx="10" cy="10" r="7.500" fill="none" stroke="currentColor" stroke-width="1.800" {}
            path d="M10 2.500a7.500 7.500 0 0 1 0 15Z" fill="currentColor" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The scripts that the page of a game loads, now or later.
    fn scripts_of_games() -> BTreeSet<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/js");
        let mut found = BTreeSet::new();
        let mut open = vec![folder.join(GAME_SCRIPT).with_extension("js")];
        while let Some(path) = open.pop() {
            let path = path.canonicalize().expect("a script");
            let text = std::fs::read_to_string(&path).expect("readable");
            if !found.insert(text.clone()) {
                continue;
            }
            let quoted = text.split('\'').filter(|part| part.starts_with('.'));
            let imported = quoted.filter(|part| Path::new(part).extension() == Some("js".as_ref()));
            open.extend(imported.map(|name| path.parent().expect("a folder").join(name)));
        }
        found
    }

    #[test]
    fn the_page_of_a_game_has_the_texts_of_its_scripts() {
        let scripts = scripts_of_games();
        assert!(scripts.len() > 80, "{}", scripts.len());
        let mut missing = Vec::new();
        for script in &scripts {
            for key in NOT_IN_GAMES {
                missing.extend(script.match_indices(&format!("t('{key}")).map(|(at, _)| {
                    script[at..].split(['\n', ',', ')']).next().unwrap_or_default()
                }));
            }
        }
        assert_eq!(missing, [""; 0], "texts that the page does not have");
    }
}
