//! The analysis board: an open two-player game on which one person plays both sides while the
//! engine shows its evaluation.
//!
//! The query names the game (`game`), the first position (`position`) and, as other parameters,
//! table options. The moves are in the fragment, which only the script reads.

use super::games::{default_game, guide_path, pages};
use super::layout::Page;
use super::{PageCtx, game, problem};
use crate::study::open_for_analysis;
use axum::extract::Query;
use axum::http::Uri;
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, piece_defs_with};
use heterodox_rules::{GameInfo, OptionSpec, Options, Refusal, Table, Viewer, board, games, info};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

/// The most lines that can be chosen.
const MAX_LINES: usize = 5;

/// `GET /analysis`
pub(super) async fn show(uri: Uri, ctx: PageCtx) -> Response {
    let query = AnalysisQuery::read(&uri);
    let Ok(info) = info(&query.game) else { return problem::not_found(ctx).await };
    let page = match open_for_analysis(info.id, &query.options, query.position.as_deref()) {
        Ok(table) => page(&ctx, info, &query, &sides(&table)),
        Err(refusal) => Ok(refused(&ctx, info, &query, &refusal)),
    };
    match page {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// The query.
struct AnalysisQuery {
    game: String,
    position: Option<String>,
    options: Options,
}

impl AnalysisQuery {
    fn read(uri: &Uri) -> Self {
        let pairs: Vec<(String, String)> =
            Query::try_from_uri(uri).map(|Query(pairs)| pairs).unwrap_or_default();
        let mut query = Self {
            game: default_game().id.to_owned(),
            position: None,
            options: Options::default(),
        };
        for (key, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match key.as_str() {
                "game" => query.game = value,
                "position" => query.position = Some(value),
                // The language, which every page accepts.
                "lang" => {}
                _ => {
                    query.options.0.insert(key, value);
                }
            }
        }
        query
    }
}

/// The game and options with which a game can be analysed; `None` if it cannot. A hidden game is
/// analysed as the open game with the same pieces, once it is over.
pub(super) fn place(info: &GameInfo, options: &Options, position: Option<&str>) -> Option<Value> {
    if info.hidden {
        return info.kin.map(|kin| json!({"game": kin, "options": {}}));
    }
    open_for_analysis(info.id, options, position).ok()?;
    let setup = pages(info.id).setup_options();
    let applies = |spec: &&OptionSpec| !setup.contains(&spec.key);
    let known: Vec<&str> = info.options.iter().filter(applies).map(|spec| spec.key).collect();
    let kept = options.0.iter().filter(|(key, _)| known.contains(&key.as_str()));
    let kept: serde_json::Map<String, Value> =
        kept.map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    Some(json!({"game": info.id, "options": kept}))
}

/// The sides in the order of their seats.
fn sides(table: &Table) -> Vec<&'static str> {
    let sides = table.scene(Viewer::Public).sides;
    sides.iter().filter(|side| side.seat.is_some()).map(|side| side.key).collect()
}

fn page(
    ctx: &PageCtx,
    info: &GameInfo,
    query: &AnalysisQuery,
    sides: &[&str],
) -> Result<Page, Refusal> {
    let title = ctx.t_with("analysis-title", &[("game", info.name)]);
    let own = query.options.0.get(game::OWN).map_or("", String::as_str);
    let codes: Vec<&str> = game::own_codes(own).collect();
    let content = html! {
        h1 .sr-only { (title) }
        (PreEscaped(piece_defs_with(info.id, &codes)?))
        (board_area(info, sides)?)
        div .side {
            (engine(ctx))
            (moves(ctx))
            (tools(ctx, info))
            (text_exports(ctx))
            (game::keys_of(ctx, "analysis-keys"))
            (others(ctx, info))
        }
        noscript { p .notice { (ctx.t("analysis-noscript")) } }
    };
    let (name, mut data) = game::page_data(ctx, info, "");
    data["own"] = own.into();
    data["sides"] = json!(sides);
    data["options"] = json!(query.options);
    data["position"] = json!(query.position);
    Ok(Page::new(title, "game-page table-page analysis-page", content)
        .with_script("analysis/analysis-page", vec![(name, data)]))
}

/// The board with the evaluation bar.
fn board_area(info: &GameInfo, sides: &[&str]) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    Ok(html! {
        div #board-area .board-area data-game=(info.id) {
            p #status .status {}
            div .board-box {
                div .evaluated {
                    (bar(sides))
                    div .board-frame {
                        game-board game=(info.id) turns=(geometry.turns) guide=[guide_path(info)] { (PreEscaped(drawing)) }
                    }
                }
            }
        }
    })
}

/// The evaluation bar. It is hidden from screen readers, as the same score is in the panel of
/// lines.
fn bar(sides: &[&str]) -> Markup {
    html! {
        div #bar .bar aria-hidden="true" {
            @for (i, side) in sides.iter().enumerate() {
                div .bar-side .{ "bar-" (i) } .{ "side-" (side) } {}
            }
            span .bar-score {}
        }
    }
}

/// The engine's panel: its switch, the score, and the best lines.
fn engine(ctx: &PageCtx) -> Markup {
    html! {
        section #engine .panel .engine aria-label=(ctx.t("engine-label")) {
            div .engine-head {
                button #engine-switch .engine-switch type="button" role="switch" aria-checked="true" {
                    span .switch-knob aria-hidden="true" {}
                    span { (ctx.t("engine-switch")) }
                }
                output #score .score aria-label=(ctx.t("engine-score")) {}
                label .line-count {
                    span { (ctx.t("engine-lines")) }
                    select #line-count {
                        @for count in 1..=MAX_LINES { option value=(count) selected[count == 3] { (count) } }
                    }
                }
            }
            p #engine-work .engine-work {}
            ol #lines .lines aria-label=(ctx.t("lines-label")) {}
        }
    }
}

/// The moves with their variations.
fn moves(ctx: &PageCtx) -> Markup {
    html! {
        section #moves .panel .moves aria-label=(ctx.t("moves-label")) {
            (game::stepper(ctx, false))
            ol #tree .tree tabindex="0" aria-label=(ctx.t("moves-label")) {}
            p #tree-empty .hint { (ctx.t("analysis-empty")) }
            div #variation .row .variation-tools hidden {
                button #promote type="button" { (ctx.t("variation-promote")) }
                button #delete .quiet-danger type="button" { (ctx.t("variation-delete")) }
            }
        }
    }
}

fn tools(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        div .tools .row {
            button type="button" data-tool="turn" { (ctx.t("tool-turn")) }
            button #copy-link type="button" data-copy="" { (ctx.t("analysis-copy-link")) }
            a .button data-tool="edit" href={ "/editor/" (info.id) } { (ctx.t("editor-edit")) }
            a .button href={ "/rules/" (info.id) } target="_blank" rel="noopener" { (ctx.t("tool-rules")) }
        }
    }
}

/// The position and the record as texts.
fn text_exports(ctx: &PageCtx) -> Markup {
    let text = |id: &str, rows: &str| {
        html! {
            div .field {
                label for=(id) { (ctx.t(&format!("analysis-{id}"))) }
                textarea #(id) rows=(rows) readonly spellcheck="false" {}
                button #{ "copy-" (id) } type="button" data-copy="" { (ctx.t("analysis-copy")) }
            }
        }
    };
    html! {
        details #texts .prefs .texts {
            summary { (ctx.t("analysis-texts")) }
            (text("position", "2"))
            (text("record", "6"))
        }
    }
}

/// Links to the analysis boards of the other games.
fn others(ctx: &PageCtx, here: &GameInfo) -> Markup {
    let boards = games().filter(|game| game.id != here.id && !game.hidden);
    html! {
        p .trail .analysis-others {
            @for (i, other) in boards.enumerate() {
                @if i > 0 { " · " }
                a href={ "/analysis?game=" (other.id) } { (ctx.t_with("analysis-title", &[("game", other.name)])) }
            }
        }
    }
}

/// The evaluation of a whole game, which the script fills in.
pub(super) fn review(ctx: &PageCtx) -> Markup {
    html! {
        section #review .panel .review hidden aria-labelledby="review-title" {
            h2 #review-title { (ctx.t("review-title")) }
        }
    }
}

/// The page for a position that cannot be analysed, with links to what can.
fn refused(ctx: &PageCtx, info: &GameInfo, query: &AnalysisQuery, refusal: &Refusal) -> Page {
    let title = ctx.t_with("analysis-title", &[("game", info.name)]);
    let is_other = refusal.code == "no-analysis";
    let open = info.kin.and_then(|kin| heterodox_rules::info(kin).ok());
    let content = html! {
        h1 { (title) }
        div .panel .no-analysis {
            @if is_other && info.hidden { p { (ctx.t("analysis-not-hidden")) } }
            @else if is_other { p { (ctx.t("analysis-not-several")) } }
            @else {
                p { (ctx.t("analysis-bad-position")) }
                p .problem-line { (ctx.refusal(info.id, refusal)) }
            }
            div .row {
                @if !info.hidden {
                    a .button .main href={ "/analysis?game=" (info.id) } { (ctx.t("analysis-from-start")) }
                    @if let (false, Some(position)) = (is_other, &query.position) {
                        a .button href={ "/editor/" (info.id) "?position=" (position) } { (ctx.t("editor-edit")) }
                    }
                } @else if let Some(open) = open {
                    a .button .main href={ "/analysis?game=" (open.id) } { (ctx.t_with("analysis-open-game", &[("game", open.name)])) }
                }
            }
        }
        (others(ctx, info))
    };
    Page::new(title, "analysis-page", content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(query: &str) -> AnalysisQuery {
        AnalysisQuery::read(&format!("/analysis{query}").parse().expect("an address"))
    }

    #[test]
    fn the_query_names_game_position_and_options() {
        let found = query("?game=grand-chess&position=k9/10&promotion=all&lang=de&own=");
        assert_eq!(
            (found.game.as_str(), found.position.as_deref()),
            ("grand-chess", Some("k9/10"))
        );
        assert_eq!(
            found.options.0.into_iter().collect::<Vec<_>>(),
            [("promotion".into(), "all".into())]
        );
        assert_eq!(query("").game, default_game().id);
    }

    #[test]
    fn only_open_two_player_games_without_dice_are_analysed() {
        let place_of = |game: &str, options: &[(&str, &str)]| {
            let options = options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
            place(info(game).expect("a game"), &Options(options.collect()), None)
        };
        assert_eq!(
            place_of("grand-chess", &[("promotion", "all"), ("setup", "random"), ("extra", "3")]),
            Some(json!({"game": "grand-chess", "options": {"promotion": "all"}}))
        );
        assert!(place_of("kaleidochess", &[("seats", "2")]).is_some());
        assert_eq!(place_of("kaleidochess", &[("seats", "3")]), None);
        assert_eq!(place_of("kaleidochess", &[("seats", "2"), ("dice", "on")]), None);
        let clouded = place_of("clouded-klinzha", &[]).expect("the open game");
        assert_eq!(clouded["game"], "klinzha");
    }
}
