//! The paths of the piece guides. They are apart from the guides so that the layout, which is part
//! of every page, does not depend on the pages.

use heterodox_rules::GameInfo;

/// The guide of Grand Chess.
pub(super) const GRAND_CHESS: &str = "/guide/grand-chess";

/// The guide of `KaleidoChess`.
pub(super) const KALEIDO: &str = "/guide/kaleidochess";

/// The path of a game's guide; `None` without one.
pub(super) fn of(info: &GameInfo) -> Option<&'static str> {
    [GRAND_CHESS, KALEIDO].into_iter().find(|path| path.strip_prefix("/guide/") == Some(info.id))
}
