//! Offers: the lobby, and an offer in full, which is read before it is accepted.

use super::PageCtx;
use super::game_lists::{lines, section};
use super::games::pages;
use super::layout::{Page, drawing};
use super::new::seats::{SEATS, is_multiplayer};
use super::people::{After, form, guest_form, page, profile_path};
use super::time_words::whole_control;
use super::{preview, problem};
use crate::games::{ServiceError, Snapshot};
use crate::http::Address;
use crate::http::input::{Id, parameter};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use form_urlencoded::Serializer;
use heterodox_draw::{BoardOptions, ColourMode, frame_svg, piece_defs_with};
use heterodox_host::clock::Calendar;
use heterodox_host::{
    DeclineReason, Game, IfFree, Invited, OfferEnd, OfferOf, Opening, Player, Requirements,
    StartWith, UserId,
};
use heterodox_rules::geometry::{Geometry, Point};
use heterodox_rules::{Frame, GameInfo, Refusal, Seat, Viewer, board, games, info};
use heterodox_wire::{GameLine, OfferDetails, Offers};
use maud::{Markup, PreEscaped, html};
use std::f64::consts::TAU;

/// `GET /offers`: the offers that concern the reader, and the lobby.
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Option<UserId>,
    ctx: PageCtx,
    uri: Uri,
) -> Response {
    let text = |name| parameter(&uri, name).ok().flatten();
    let kind = text("game").filter(|kind| games().any(|info| info.id == kind));
    let before = text("before").and_then(|text| crate::people::read_key(&text));
    let found = state.people.offers(caller, kind.as_deref(), before.as_ref()).await;
    let Offers { to_me, mine, lobby, next } = match found {
        Ok(offers) => offers,
        Err(error) => return AnyProblem::from(error).into_response(),
    };
    let now_ms = state.people.now_ms();
    let list = |id: &str, key: &str, games: &[GameLine]| {
        let games: Vec<_> = games.iter().collect();
        section(&ctx, (id, key), &lines(&ctx, &games, caller, now_ms, "offers-none"))
    };
    let title = ctx.t("offers-title");
    let content = html! {
        h1 { (title) }
        p .lead { (ctx.t("offers-lead")) }
        @if !to_me.is_empty() { (list("to-me-title", "offers-to-me", &to_me)) }
        @if !mine.is_empty() { (list("mine-title", "offers-mine", &mine)) }
        section aria-labelledby="lobby-title" {
            h2 #lobby-title { (ctx.t("offers-lobby")) }
            (kinds(&ctx, "/offers", kind.as_deref()))
            @let all: Vec<_> = lobby.iter().collect();
            (lines(&ctx, &all, caller, now_ms, "offers-lobby-none"))
            @if let Some(next) = &next {
                @let game = kind.as_ref().map(|kind| format!("game={kind}&")).unwrap_or_default();
                p { a .button href={ "/offers?" (game) "before=" (next) } { (ctx.t("games-older")) } }
            }
        }
        section aria-labelledby="make-title" {
            h2 #make-title { (ctx.t("offers-make")) }
            p { (ctx.t("offers-make-text")) }
            p .row {
                @for info in games() {
                    a .button href={ "/new/" (info.id) "?opponent=anybody" } { (info.name) }
                }
            }
        }
        p .links {
            a href="/watch" { (ctx.t("watch-title")) } " "
            a href="/archive" { (ctx.t("archive-title")) }
        }
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

/// Links that choose a game of a list.
pub(super) fn kinds(ctx: &PageCtx, path: &str, kind: Option<&str>) -> Markup {
    html! {
        nav .kinds aria-label=(ctx.t("lists-kinds")) {
            a href=(path) aria-current=[kind.is_none().then_some("true")] { (ctx.t("lists-all-games")) }
            @for info in games() {
                a href={ (path) "?game=" (info.id) }
                    aria-current=[(kind == Some(info.id)).then_some("true")] { (info.name) }
            }
        }
    }
}

/// `GET /offers/{id}`: an offer in full.
pub(super) async fn show(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    id: Result<Id, AnyProblem>,
    ctx: PageCtx,
    uri: Uri,
) -> Response {
    let Ok(Id(id)) = id else { return problem::not_found(ctx).await };
    let key = parameter(&uri, "key").ok().flatten();
    let key = key.as_deref();
    let found = async {
        let snapshot = state.service.snapshot_with_key(&id, user, key, address).await?;
        let details = state.service.offer(&id, user, key, address).await?;
        Ok::<_, ServiceError>((snapshot, details))
    };
    let (snapshot, details) = match found.await {
        Ok(found) => found,
        Err(error) => return problem::of(&ctx, &error),
    };
    let reader = OfferReader { ctx: &ctx, user, key, snapshot: &snapshot, details: &details };
    match reader.page() {
        Ok(page) => {
            let preview = preview::of_game(&snapshot.game);
            let description = preview.is_some().then(|| preview::description(&ctx, &snapshot));
            Page { description, ..page }.with_preview(preview).respond(&ctx)
        }
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// An offer and the one who reads it.
struct OfferReader<'a> {
    ctx: &'a PageCtx,
    user: Option<UserId>,
    key: Option<&'a str>,
    snapshot: &'a Snapshot,
    details: &'a OfferDetails,
}

impl OfferReader<'_> {
    fn game(&self) -> &Game {
        &self.snapshot.game
    }

    fn opening(&self) -> &Opening {
        self.game().opening()
    }

    fn is_own(&self) -> bool {
        self.user.is_some() && self.game().opener() == self.user
    }

    fn page(&self) -> Result<Page, Refusal> {
        let (ctx, opening) = (self.ctx, self.opening());
        let info = info(&opening.game)?;
        let frame = self.game().table().scene(Viewer::Public).frame;
        let geometry = board(info.id)?;
        let rotation = self.rotation(geometry, &frame);
        let options = BoardOptions { rotation, ..BoardOptions::new(ColourMode::Page) };
        let picture = frame_svg(info.id, geometry, &frame, &options);
        let name = ctx.t_with("home-picture", &[("game", info.name)]);
        let own = opening.options.0.get(super::game::OWN).map_or("", String::as_str);
        let codes: Vec<&str> = super::game::own_codes(own).collect();
        let title = ctx.t_with("offer-title", &[("game", info.name)]);
        let content = html! {
            h1 { (title) }
            (PreEscaped(piece_defs_with(info.id, &codes)?))
            (self.state())
            div .offer-page {
                div .offer-board { (drawing(&picture, &name)) }
                div .offer-terms {
                    (self.seats(info))
                    (self.terms(info))
                    (self.deeds(info))
                }
            }
        };
        Ok(page(title, content))
    }

    /// What has become of the offer.
    fn state(&self) -> Markup {
        let ctx = self.ctx;
        let (game, id) = (self.game(), self.game().id());
        let text = match game.offer_end() {
            Some(OfferEnd::Declined { reason, .. }) => html! {
                (ctx.t("offer-declined"))
                @if let Some(reason) = reason {
                    " " (ctx.t_with("offer-reason-said", &[("reason", &ctx.t(&reason_key(*reason)))]))
                }
            },
            Some(OfferEnd::Countered { id, .. }) => html! {
                (ctx.t("offer-countered"))
                @if self.is_own() { " " a href={ "/offers/" (id) } { (ctx.t("offer-countered-link")) } }
            },
            Some(OfferEnd::Withdrawn) => html! { (ctx.t("offer-withdrawn")) },
            Some(OfferEnd::Expired) => html! { (ctx.t("offer-expired")) },
            None if game.outcome().is_some_and(|outcome| !outcome.is_result()) => {
                html! { (ctx.t("offer-cancelled")) }
            }
            None if !game.is_open() => html! {
                (ctx.t("offer-accepted")) " " a href={ "/g/" (id) } { (ctx.t("offer-to-game")) }
            },
            None => {
                let by = match game.opener() {
                    Some(_) if self.is_own() => return html! { p .lead { (ctx.t("offer-yours")) } },
                    Some(user) => self.person(Some(user), self.name_of_opener()),
                    None => html! { (ctx.t("offer-somebody")) },
                };
                return html! {
                    p .lead { (by) " " (ctx.t(match &self.opening().offer.of {
                        Some(OfferOf::Rematch(_)) => "offer-by-rematch",
                        Some(OfferOf::Counter(_)) => "offer-by-counter",
                        _ if self.is_for_anybody() => "offer-by-to-all",
                        _ => "offer-by",
                    })) }
                };
            }
        };
        html! { p .notice { (text) } }
    }

    /// The rotation of the board that brings the reader's side to the bottom: its own, or that of
    /// the first free seat. 0 if that side has no pieces yet.
    fn rotation(&self, geometry: &Geometry, frame: &Frame) -> u8 {
        let game = self.game();
        let seat = if self.is_own() {
            self.opening().opener()
        } else {
            game.seats().find(|&seat| game.player(seat).is_none())
        };
        let sides = game.table().scene(Viewer::Public).sides;
        let Some(side) = sides.iter().find(|side| side.seat.is_some() && side.seat == seat) else {
            return 0;
        };
        let own = frame.pieces.iter().filter(|piece| piece.side == side.key);
        let own =
            own.filter_map(|piece| geometry.cells.iter().find(|cell| cell.name == piece.cell));
        let own: Vec<_> = own.map(|cell| cell.centre).collect();
        let middle = |of: fn(Point) -> f64| {
            let all = geometry.cells.iter().map(|cell| of(cell.centre)).sum::<f64>();
            all / geometry.cells.len().max(1) as f64
        };
        let (x, y) = (middle(|point| point.x), middle(|point| point.y));
        // How far down the side's pieces are after a clockwise rotation, summed.
        let depth = |rotation: &u8| {
            let turn = TAU * f64::from(*rotation) / f64::from(geometry.turns.max(1));
            let (sin, cos) = turn.sin_cos();
            own.iter().map(|at| (at.x - x) * sin + (at.y - y) * cos).sum::<f64>()
        };
        // Of equal rotations the first one.
        (0..geometry.turns).rev().max_by(|a, b| depth(a).total_cmp(&depth(b))).unwrap_or(0)
    }

    /// Returns whether anybody may take each free seat.
    fn is_for_anybody(&self) -> bool {
        let game = self.game();
        game.seats().all(|seat| game.player(seat).is_some() || game.invited(seat).is_none())
    }

    fn name_of_opener(&self) -> Option<&str> {
        let seat = self.opening().opener()?;
        self.snapshot.names()[seat.index()].as_deref()
    }

    /// A person with a link to its page; `None` for the holder of a link.
    fn person(&self, user: Option<UserId>, name: Option<&str>) -> Markup {
        let ctx = self.ctx;
        match user {
            Some(user) if self.user == Some(user) => html! { (ctx.t("offer-you")) },
            Some(user) => html! {
                a href=(profile_path(user)) { (name.map_or_else(|| ctx.guest(user), str::to_owned)) }
            },
            None => html! { (ctx.t("offer-link-holder")) },
        }
    }

    /// The side of a seat; the number of the seat before it has one.
    fn side_name(&self, seat: Seat) -> String {
        let sides = self.game().table().scene(Viewer::Public).sides;
        match sides.iter().find(|side| side.seat == Some(seat)) {
            Some(side) => self.ctx.t(&format!("side-{}", side.key)),
            None => self.seat_number(seat),
        }
    }

    fn seat_number(&self, seat: Seat) -> String {
        let number = (seat.index() + 1).to_string();
        self.ctx.t_with("terms-time-seat", &[("number", &number)])
    }

    /// The same with the sign of the side.
    fn side(&self, seat: Seat) -> Markup {
        let sides = self.game().table().scene(Viewer::Public).sides;
        let side = sides.iter().find(|side| side.seat == Some(seat));
        let name = self.side_name(seat);
        html! {
            @if let Some(side) = side {
                span .{ "side-" (side.key) } { span .chip {} (name) }
            } @else { (name) }
        }
    }

    /// Who plays which side.
    fn seats(&self, info: &GameInfo) -> Markup {
        let ctx = self.ctx;
        let game = self.game();
        let sides = game.table().scene(Viewer::Public).sides;
        let name = |seat: Seat| self.snapshot.names()[seat.index()].as_deref();
        let holder = |seat: Seat| match (game.player(seat), game.invited(seat)) {
            (Some(player), _) => match player.level() {
                Some(level) => html! { (ctx.t_with("player-computer", &[("level", level.key())])) },
                None => self.person(player.user(), name(seat)),
            },
            (None, Some(Invited::User(user))) => {
                let waits = game.is_open() && self.user != Some(*user);
                html! {
                    (self.person(Some(*user), name(seat)))
                    @if waits { " " span .hint { (ctx.t("offer-waits")) } }
                }
            }
            (None, Some(Invited::Key(_))) => self.person(None, None),
            (None, None) => html! { (ctx.t("offer-anybody")) },
        };
        html! {
            section aria-labelledby="seats-title" {
                h2 #seats-title {
                    (ctx.t("offer-seats"))
                    @if self.details.changed.iter().any(|changed| changed == "seats") {
                        " " mark { (ctx.t("offer-changed")) }
                    }
                }
                dl .offer-seats {
                    @for seat in game.seats() {
                        dt { (self.side(seat)) }
                        dd { (holder(seat)) }
                    }
                }
                @if sides.iter().all(|side| side.seat.is_none()) && info.seats.1 == 2 {
                    p .hint { (ctx.t("offer-sides-later")) }
                }
            }
        }
    }

    /// The terms, those that are not usual or have changed marked.
    fn terms(&self, info: &GameInfo) -> Markup {
        let (ctx, details) = (self.ctx, self.details);
        let is_changed = |key: &str| details.changed.iter().any(|changed| changed == key);
        let term = |key: &str, name: &str, value: &Markup, usual: bool| {
            html! {
                dt { (name) }
                dd .unusual[!usual] .changed[is_changed(key)] {
                    (value)
                    @if is_changed(key) { " " mark { (ctx.t("offer-changed")) } }
                    @else if !usual { " " mark { (ctx.t("offer-unusual")) } }
                }
            }
        };
        let start = match &self.opening().start {
            StartWith::Setup(_) => ctx.t(&format!("new-start-setup-{}", info.id)),
            StartWith::Quick(name) => pages(info.id).quick_start(ctx, name),
            StartWith::Position(_) => ctx.t("table-position"),
        };
        let is_setup = matches!(self.opening().start, StartWith::Setup(_));
        let value = |key: &str, value: &str| {
            let spec = info.options.iter().find(|spec| spec.key == key);
            let is_text = spec.is_none_or(|spec| spec.values.is_empty());
            html! { @if is_text { code { (value) } } @else { (super::new::value_name(ctx, key, value)) } }
        };
        // A number that was drawn is no term: the array is shown.
        let is_drawn = |key: &str| self.opening().drawn && info.seeded_by == Some(key);
        let shown = |key: &str| {
            !is_drawn(key) && (is_setup || !pages(info.id).setup_options().contains(&key))
        };
        html! {
            section aria-labelledby="terms-title" {
                h2 #terms-title { (ctx.t("offer-terms")) }
                dl .offer-list {
                    (term("time", &ctx.t("time-title"), &self.time(), true))
                    @for note in self.time_notes() { dd .hint { (note) } }
                    (term("start", &ctx.t("new-start"), &html! { (start) }, is_setup || !info.quick_starts.is_empty()))
                    (term("visibility", &ctx.t("offer-watch"), &html! { (ctx.t(&format!("new-visibility-{}", visibility(self.game())))) }, true))
                    @for option in details.options.iter().filter(|option| shown(&option.key)) {
                        @let name = ctx.t(&format!("option-{}", option.key));
                        // Any number of an array, and of players, is as usual as another.
                        @let usual = option.usual || option.key == SEATS || info.seeded_by == Some(&option.key);
                        (term(&option.key, &name, &value(&option.key, &option.value), usual))
                    }
                    (pages(info.id).more_terms(ctx, info, self.opening()))
                    @if let Some(until) = self.game().offered_until() {
                        (term("until", &ctx.t("offer-until"), &html! { (ctx.moment(until.as_millis())) }, true))
                    }
                    @if let Some(text) = self.if_free() {
                        (term("if_free", &ctx.t("offer-if-free"), &html! { (text) }, true))
                    }
                    @if let Some(text) = self.requirements() {
                        (term("requires", &ctx.t("offer-requires"), &html! { (text) }, true))
                    }
                    @if details.offer.further > 0 {
                        (term("further", &ctx.t("offer-further"), &html! { (details.offer.further) }, true))
                    }
                }
            }
        }
    }

    /// What becomes of a seat that stays free, if that is not the end of the game.
    fn if_free(&self) -> Option<String> {
        let ctx = self.ctx;
        match self.details.offer.if_free {
            IfFree::Cancel => None,
            IfFree::Open => Some(ctx.t("new-if-free-open")),
            IfFree::Computer(level) => {
                Some(ctx.t_with("player-computer", &[("level", level.key())]))
            }
        }
    }

    /// What a person must fulfil who takes a seat that is for anybody.
    fn requirements(&self) -> Option<String> {
        let ctx = self.ctx;
        let Requirements { account, reliability } = self.details.offer.requires;
        let percent = reliability.to_string();
        let texts = [
            account.then(|| ctx.t("new-requires-account")),
            (reliability > 0)
                .then(|| ctx.t_with("offer-requires-reliability", &[("percent", &percent)])),
        ];
        let texts: Vec<_> = texts.into_iter().flatten().collect();
        (!texts.is_empty()).then(|| texts.join(" · "))
    }

    /// How time is played.
    fn time(&self) -> Markup {
        let ctx = self.ctx;
        let Some(time) = &self.opening().time else { return html! { (ctx.t("time-none")) } };
        match &time.controls[..] {
            [control] => whole_control(ctx, control),
            controls => html! {
                @for (seat, control) in controls.iter().enumerate() {
                    div { (self.side_name(Seat::new(seat))) ": " (whole_control(ctx, control)) }
                }
            },
        }
    }

    /// When time stands still, where that is not as usual.
    fn time_notes(&self) -> Vec<Markup> {
        let ctx = self.ctx;
        let Some(time) = &self.opening().time else { return Vec::new() };
        let mut notes = Vec::new();
        if let Calendar::NoWeekends(zone) = &time.calendar {
            notes
                .push(html! { (ctx.t_with("terms-weekends-off", &[("zone", &zone.to_string())])) });
        }
        if time.is_daily() && !time.vacation {
            notes.push(html! { (ctx.t("people-vacation-title")) " " (ctx.t("terms-no-vacation")) });
        }
        notes
    }

    /// What the reader can do.
    fn deeds(&self, info: &GameInfo) -> Markup {
        let ctx = self.ctx;
        let game = self.game();
        let id = game.id();
        if !game.is_open() {
            return html! {
                @if game.offer_end().is_some() {
                    div .offer-deeds { a .button href="/offers" { (ctx.t("offers-title")) } }
                }
            };
        }
        let table = format!("/g/{id}");
        if self.is_own() {
            let origin_link = |seat: Seat| match game.invited(seat) {
                Some(Invited::Key(key)) => Some(format!("/offers/{id}?key={}", key.reveal())),
                _ => None,
            };
            return html! {
                div .offer-deeds {
                    @for seat in game.seats() {
                        @if let Some(link) = origin_link(seat) { a href=(link) { (ctx.t("offer-seat-link")) } }
                    }
                    a .button .main href=(table) { (ctx.t("offer-table")) }
                    (form(&format!("POST /api/offers/{id}/withdraw"), After::Page(""), &html! {
                        div .row { button type="submit" { (ctx.t("offer-withdraw")) } }
                    }))
                }
            };
        }
        if self.user.is_some_and(|user| !game.seats_of(user).is_empty()) {
            return html! {
                div .offer-deeds {
                    a .button .main href=(table) { (ctx.t("offer-table")) }
                    (form(&format!("POST /api/offers/{id}/leave"), After::Page(""), &html! {
                        div .row { button type="submit" { (ctx.t("offer-leave")) } }
                    }))
                }
            };
        }
        let key = html! {
            @if let Some(key) = self.key { input type="hidden" data-text name="key" value=(key); }
        };
        let is_mine = game.seats().any(|seat| game.is_invited(seat, self.user, self.key));
        html! {
            div .offer-deeds {
                @if !self.details.seats.is_empty() {
                    (guest_form(&format!("POST /api/offers/{id}/accept"), &table, &html! {
                        (key)
                        @if let [_, _, ..] = &self.details.seats[..] {
                            label for="seat" { (ctx.t("offer-which-seat")) }
                            select #seat name="seat" data-number {
                                @for seat in &self.details.seats {
                                    option value=(seat.index()) { (self.side_name(*seat)) }
                                }
                            }
                        }
                        div .row { button .main .big type="submit" { (ctx.t("offer-accept")) } }
                    }))
                }
                @if let Some(counter) = self.counter_path(info) {
                    a .button href=(counter) { (ctx.t("offer-counter")) }
                }
                @if is_mine && self.user.is_some() {
                    (form(&format!("POST /api/offers/{id}/decline"), After::Page(""), &html! {
                        (key)
                        label for="reason" { (ctx.t("offer-reason")) }
                        div .offer-decline {
                            select #reason name="reason" data-optional {
                                option value="" { (ctx.t("offer-reason-none")) }
                                @for reason in REASONS {
                                    option value=(reason_word(reason)) { (ctx.t(&reason_key(reason))) }
                                }
                            }
                            button type="submit" { (ctx.t("offer-decline")) }
                        }
                    }))
                }
            }
        }
    }

    /// The address of the form for a counter-offer, filled in with this offer; `None` for an offer
    /// without a maker.
    fn counter_path(&self, info: &GameInfo) -> Option<String> {
        let game = self.game();
        let opener = game.opener()?;
        let own = *self.details.seats.first()?;
        let mut query = Serializer::new(String::new());
        query.append_pair("counter", game.id());
        if let Some(key) = self.key {
            query.append_pair("key", key);
        }
        if is_multiplayer(info) {
            query.append_pair("seats", &self.counter_seats(own));
        } else {
            query.append_pair("opponent", "person");
            query.append_pair("person", self.name_of_opener().unwrap_or(opener.as_str()));
        }
        query.append_pair("visibility", visibility(game));
        let offer = &self.details.offer;
        match offer.if_free {
            IfFree::Cancel => {}
            IfFree::Open => drop(query.append_pair("if-free", "open")),
            IfFree::Computer(level) => drop(query.append_pair("if-free", level.key())),
        }
        if offer.requires.account {
            query.append_pair("account", "on");
        }
        if offer.requires.reliability > 0 {
            query.append_pair("reliability", &offer.requires.reliability.to_string());
        }
        for option in &self.details.options {
            let is_drawn = self.opening().drawn && info.seeded_by == Some(&option.key);
            if !is_drawn {
                query.append_pair(&option.key, &option.value);
            }
        }
        match &self.opening().start {
            StartWith::Setup(_) => {}
            StartWith::Quick(name) => {
                query.append_pair("start", "quick").append_pair("array", name);
            }
            StartWith::Position(_) if info.hidden => {}
            StartWith::Position(position) => {
                query.append_pair("position", position);
            }
        }
        match self.details.time.as_ref().and_then(|time| time.controls.first()) {
            None => query.append_pair("time", "none"),
            Some(control) => query.append_pair("time-control", &control.text),
        };
        let calendar = self.opening().time.as_ref().map(|time| &time.calendar);
        if let Some(Calendar::NoWeekends(_)) = calendar {
            query.append_pair("weekends", "on");
        }
        if let Some(seat) = self.opening().opener().filter(|_| is_seat_asked(game)) {
            // The maker keeps the side that it wanted.
            query.append_pair("seat", &(1 - seat.index()).to_string());
        }
        Some(format!("/new/{}?{}", info.id, query.finish()))
    }

    /// The players of a counter-offer, as the form reads them: the reader on the seat `own`, the
    /// others as they are.
    fn counter_seats(&self, own: Seat) -> String {
        let game = self.game();
        let person = |seat: Seat, user: UserId| {
            let name = self.snapshot.names()[seat.index()].as_deref();
            format!("person:{}", name.unwrap_or(user.as_str()))
        };
        let player = |seat: Seat| match (game.player(seat), game.invited(seat)) {
            _ if seat == own => "me".to_owned(),
            (Some(Player::Computer(level)), _) => level.key().to_owned(),
            (Some(Player::User(user)), _) => person(seat, user),
            (None, Some(Invited::User(user))) => person(seat, *user),
            (None, Some(Invited::Key(_))) => "link".to_owned(),
            (None, None) => "open".to_owned(),
        };
        game.seats().map(player).collect::<Vec<_>>().join(",")
    }
}

/// Returns whether the seats have sides from the start.
fn is_seat_asked(game: &Game) -> bool {
    game.table().scene(Viewer::Public).sides.iter().all(|side| side.seat.is_some())
}

const REASONS: [DeclineReason; 6] = [
    DeclineReason::NotNow,
    DeclineReason::Busy,
    DeclineReason::OtherGame,
    DeclineReason::OtherTime,
    DeclineReason::OtherOptions,
    DeclineReason::NotYou,
];

fn reason_word(reason: DeclineReason) -> &'static str {
    match reason {
        DeclineReason::NotNow => "not-now",
        DeclineReason::Busy => "busy",
        DeclineReason::OtherGame => "other-game",
        DeclineReason::OtherTime => "other-time",
        DeclineReason::OtherOptions => "other-options",
        DeclineReason::NotYou => "not-you",
    }
}

fn reason_key(reason: DeclineReason) -> String {
    format!("offer-reason-{}", reason_word(reason))
}

fn visibility(game: &Game) -> &'static str {
    match game.visibility() {
        heterodox_host::Visibility::Public => "public",
        heterodox_host::Visibility::Link => "link",
        heterodox_host::Visibility::Private => "private",
    }
}
