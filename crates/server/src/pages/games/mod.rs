//! What the pages show of each game beyond its description. A new game is one row in [`GAMES`],
//! with a folder beside this file for what it does not leave to the defaults of [`GamePages`].
//!
//! No file of this crate outside a game's folder names a game; a test holds that.

mod clouded;
mod grand_chess;
mod kaleido;
mod klinzha;

use super::PageCtx;
use super::board_legend::LegendMark;
use super::guide::Guide;
use super::layout::Page;
use super::{new, rules, terms};
use crate::http::routes::Routes;
use heterodox_host::Opening;
use heterodox_rules::{Frame, GameInfo, Options, Refusal, Setting, Start, Viewer, games, open};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The pages of a game. A game that needs nothing of its own has no row.
pub(super) trait GamePages: Sync {
    /// The id of the game.
    fn id(&self) -> &'static str;

    /// The page of the rules. By default the texts `rules-ID-1`, `rules-ID-2` …
    fn rules(&self, ctx: &PageCtx, info: &GameInfo) -> Result<Page, Refusal> {
        Ok(rules::plain_page(ctx, info))
    }

    /// The piece guide.
    fn guide(&self) -> Option<&'static LazyLock<Guide>> {
        None
    }

    /// The marks of the game's board that not every board has, for the legend.
    fn legend(&self) -> &'static [LegendMark] {
        &[]
    }

    /// The board on the front page, typical of the game. By default the game's first board.
    fn showcase(&self, info: &GameInfo) -> Result<Frame, Refusal> {
        first_frame(info, &[], Viewer::Public)
    }

    /// The games with the computer that begin with one click on the front page.
    fn quick_games(&self) -> &'static [QuickGame] {
        &[QuickGame { key: "home-play", options: &[] }]
    }

    /// A link to a page of the game alone, beside those to its rules and editor.
    fn link(&self, _: &PageCtx) -> Option<Markup> {
        None
    }

    /// The questions of the form for a new game that come before the one for the players.
    fn first_questions(&self, _: &PageCtx, _: &GameInfo) -> Markup {
        html! {}
    }

    /// The questions that come after the one for the players.
    fn questions(&self, _: &PageCtx, _: &GameInfo) -> Markup {
        html! {}
    }

    /// The table options that come last. By default all of them.
    fn options(&self, ctx: &PageCtx, info: &GameInfo) -> Markup {
        new::folded(ctx, &new::all_options(ctx, info))
    }

    /// The script of the form for a new game.
    fn form_script(&self) -> &'static str {
        "new/new-game-page"
    }

    /// The name of a quick start.
    fn quick_start(&self, _: &PageCtx, name: &str) -> String {
        name.to_owned()
    }

    /// The terms of a game for a player who is invited. By default the options that differ from
    /// their defaults.
    fn terms(&self, ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
        terms::given(ctx, info, opening, &[], &html! {})
    }

    /// The terms of an offer that its options do not tell, as pairs of a list. By default the first
    /// position.
    fn more_terms(&self, ctx: &PageCtx, _: &GameInfo, opening: &Opening) -> Markup {
        html! {
            @if let Some(position) = terms::first_position(opening) { (terms::position_term(ctx, position)) }
        }
    }

    /// The options that do nothing in a game from a position, or that another option includes.
    fn setup_options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Hints in the position editor: on the fields, and on the options.
    fn editor_hints(&self, _: &PageCtx) -> [Markup; 2] {
        [html! {}, html! {}]
    }

    /// Example records for the page that imports them, which says `import-form-ID` before them.
    fn record_examples(&self) -> &'static [&'static str] {
        &[]
    }

    /// The file extension of records.
    fn record_extension(&self) -> &'static str {
        "txt"
    }

    /// Whether the winner has an announcement to make, according to the game's source.
    fn has_victory_announcement(&self) -> bool {
        false
    }

    /// What each face of the die permits by default, in the form of the option `dice-table`.
    fn dice_table(&self) -> Option<String> {
        None
    }

    /// The routes of pages of the game alone.
    fn routes(&self) -> Routes {
        Routes::new()
    }
}

/// A game with the computer that begins with one click.
pub(super) struct QuickGame {
    /// The key of the button's text.
    pub(super) key: &'static str,
    /// The table options.
    pub(super) options: &'static [(&'static str, &'static str)],
}

/// The pages of a game without a row.
struct Plain;

impl GamePages for Plain {
    fn id(&self) -> &'static str {
        ""
    }
}

/// The games with pages of their own.
static GAMES: [&dyn GamePages; 4] =
    [&klinzha::Pages, &clouded::Pages, &grand_chess::Pages, &kaleido::Pages];

/// The pages of the game with this id.
pub(super) fn pages(game: &str) -> &'static dyn GamePages {
    GAMES.into_iter().find(|pages| pages.id() == game).unwrap_or(&Plain)
}

/// The routes of the pages of single games.
pub(super) fn routes() -> Routes {
    GAMES.into_iter().fold(Routes::new(), |routes, pages| routes.merge(pages.routes()))
}

/// The default game of pages that do not name one.
pub(super) fn default_game() -> &'static GameInfo {
    games().next().expect("the registry is not empty")
}

/// The path of a game's piece guide, if it has one.
pub(super) fn guide_path(info: &GameInfo) -> Option<String> {
    pages(info.id).guide().map(|_| format!("/guide/{}", info.id))
}

/// The first frame of a game with these options, from the first quick start if there is one.
fn first_frame(
    info: &GameInfo,
    options: &[(&str, &str)],
    viewer: Viewer,
) -> Result<Frame, Refusal> {
    let options = options.iter().map(|&(key, value)| (key.to_owned(), value.to_owned()));
    let quick = info.quick_starts.first();
    let setting = Setting {
        options: Options(options.collect()),
        start: quick.map_or(Start::Setup, |name| Start::Quick((*name).to_owned())),
    };
    Ok(open(info.id, &setting)?.scene(viewer).frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                files(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js") {
                found.push(path);
            }
        }
    }

    #[test]
    fn a_game_is_named_only_in_its_folder_and_its_row() {
        // Ids, names and modules of games.
        let mut words = vec!["kaleido".to_owned(), "clouded".to_owned(), "blind".to_owned()];
        for info in games() {
            words.extend([info.id, info.name].map(str::to_lowercase));
            words.extend(info.id.contains('-').then(|| info.id.replace('-', "_")));
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        files(&root.join("src"), &mut found);
        files(&root.join("assets/js"), &mut found);
        assert!(found.len() > 150, "only {} files", found.len());
        let mut named = Vec::new();
        for path in found {
            let name = path.strip_prefix(root).expect("below the root").to_string_lossy();
            let is_exempt = name.starts_with("src/pages/games/")
                || name.starts_with("assets/js/games/")
                || name.starts_with("src/testing")
                || name.contains("tests");
            if is_exempt {
                continue;
            }
            let source = fs::read_to_string(&path).expect("a text");
            let code =
                source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_lowercase();
            let here = |word: &&String| code.contains(word.as_str());
            named.extend(words.iter().filter(here).map(|word| format!("{name}: {word}")));
        }
        assert!(named.is_empty(), "{}", named.join("\n"));
    }

    #[test]
    fn every_row_is_a_game_of_the_registry() {
        for pages in GAMES {
            assert!(games().any(|info| info.id == pages.id()), "{}", pages.id());
        }
    }
}
