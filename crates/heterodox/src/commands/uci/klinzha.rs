//! Klin Zha over UCI: its own notation, with underlines for the spaces in a move (`S@E26_x_Fl@F14`).

use super::quoted;
use super::variant::{Rules, UciGame};
use heterodox_engine::klinzha::{KlinZhaEvaluation, searcher};
use heterodox_engine::search::Searcher;
use heterodox_rules::klinzha::{Move, Position};

pub(super) struct KlinZha;

impl UciGame for KlinZha {
    type Position = Position;
    type Evaluation = KlinZhaEvaluation;

    fn read(_: &Rules, fen: Option<&str>) -> Result<Option<Position>, String> {
        let Some(fen) = fen else { return Ok(None) };
        fen.parse().map(Some).map_err(|error| format!("position {}: {error}", quoted(fen)))
    }

    fn text(position: &Position) -> String {
        position.to_string()
    }

    fn write(position: &Position, m: Move) -> String {
        position.write(m).replace(' ', "_")
    }

    fn why_not(position: &Position, text: &str) -> String {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        match position.read(&text.replace('_', " "), &legal) {
            Ok(read) => {
                let strict = Self::write(position, read.played);
                format!("move {}: expected the form {strict}", quoted(text))
            }
            Err(refusal) => format!("move {}", refusal.message),
        }
    }

    fn searcher(_: &Position, table_mib: usize) -> Searcher<Position, KlinZhaEvaluation> {
        searcher(table_mib)
    }
}
