//! What a piece can do: `/api/guide/{game}/diagram`.

use crate::http::Address;
use crate::http::input::{Id, InputError};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::Uri;
use heterodox_rules::{Options, PieceDiagram, quote};
use std::collections::BTreeMap;

/// The most bytes of a query parameter.
const LONGEST: usize = 2000;

/// What the piece on a cell could do, by the rules that generate moves.
///
/// All other parameters are table options. Each parameter may stand once and has at most 2000
/// bytes.
#[utoipa::path(get, path = "/api/guide/{game}/diagram", tag = "positions",
    params(("game" = String, Path, description = "The id of the game"),
        ("position" = String, Query,
            description = "A position string or its board part, with or without kings"),
        ("from" = String, Query, description = "The name of the piece's cell"),
        ("last" = Option<String>, Query, description = "The opponent's last move, or the code of a \
            piece, where the piece's moves depend on it")),
    responses((status = 200, description = "The diagram", body = PieceDiagram)),
    extensions(("x-problems" = json!("caller rate compute rules too-long bad-parameter"))))]
pub(super) async fn diagram(
    State(state): State<AppState>,
    Address(address): Address,
    Id(game): Id,
    uri: Uri,
) -> Result<Json<PieceDiagram>, AnyProblem> {
    let mut given = parameters(&uri)?;
    let mut take = |name: &'static str, expected: &str| {
        given.remove(name).ok_or_else(|| bad(name, expected, ""))
    };
    let position = take("position", "a position string, or the part of one that tells the board")?;
    let from = take("from", "the name of the piece's cell")?;
    let last = given.remove("last");
    // All other parameters are table options, which the rules check.
    let options = Options(given);
    Ok(Json(state.service.diagram(game, options, [position, from], last, address).await?))
}

fn bad(name: &'static str, expected: &str, found: &str) -> InputError {
    InputError::BadParameter { name, expected: expected.to_owned(), found: quote(found) }
}

/// The query parameters, each at most once and within its length.
fn parameters(uri: &Uri) -> Result<BTreeMap<String, String>, InputError> {
    const EXPECTED: &str = "parameters in UTF-8, each of them once";
    let query = uri.query().unwrap_or_default();
    let wrong = || bad("position", EXPECTED, query);
    let Query(pairs): Query<Vec<(String, String)>> =
        Query::try_from_uri(uri).map_err(|_| wrong())?;
    let mut given = BTreeMap::new();
    for (name, value) in pairs {
        if value.len() > LONGEST {
            let expected = format!("at most {LONGEST} bytes");
            let named = ["position", "from", "last"].into_iter().find(|known| *known == name);
            return Err(bad(named.unwrap_or("option"), &expected, &value));
        }
        if given.insert(name, value).is_some() {
            return Err(wrong());
        }
    }
    Ok(given)
}
