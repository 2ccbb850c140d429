//! Grand Chess over UCI: positions and moves as Fairy-Stockfish writes them for `grand`.

use super::quoted;
use super::variant::{Rules, UciGame};
use heterodox_engine::grand_chess::{GrandChessEvaluation, Values, searcher};
use heterodox_engine::search::Searcher;
use heterodox_rules::Options;
use heterodox_rules::grand_chess::{CLASSIC_START, Move, Position, TableRules};

pub(super) struct Grand;

impl UciGame for Grand {
    type Position = Position;
    type Evaluation = GrandChessEvaluation;

    fn read(rules: &Rules, fen: Option<&str>) -> Result<Option<Position>, String> {
        let mut options = Options::default();
        for (key, value) in [("promotion", &rules.promotion), ("own", &rules.own)] {
            if !value.is_empty() {
                options.0.insert(key.to_owned(), value.clone());
            }
        }
        let rules = TableRules::new(&options).map_err(|refusal| refusal.to_string())?;
        // They are derived once, and no search should wait for that.
        Values::of(&rules.forms);
        let fen = fen.unwrap_or(CLASSIC_START);
        Position::read(fen, rules.promotion, &rules.forms)
            .map(Some)
            .map_err(|error| format!("FEN {}: {error}", quoted(fen)))
    }

    fn text(position: &Position) -> String {
        position.to_string()
    }

    fn write(position: &Position, m: Move) -> String {
        position.uci(m)
    }

    fn why_not(position: &Position, text: &str) -> String {
        match position.read_move(text) {
            Ok(read) => {
                format!("move {}: expected the form {}", quoted(text), position.uci(read.played))
            }
            Err(refusal) => format!("move {}", refusal.message),
        }
    }

    fn searcher(position: &Position, table_mib: usize) -> Searcher<Position, GrandChessEvaluation> {
        searcher(table_mib, position.forms())
    }
}
