//! Puzzles: `/api/puzzles…`, and the tally of the caller's games with the computer.

use crate::http::Address;
use crate::http::input::{Id, JsonBody};
use crate::people::PuzzleResults;
use crate::problem::AnyProblem;
use crate::state::AppState;
use crate::study::OfferedPuzzle;
use axum::Json;
use axum::extract::State;
use heterodox_engine::puzzle::Verdict;
use heterodox_host::UserId;
use heterodox_store::PuzzleDeed;
use heterodox_wire::{
    PuzzleAnswer, PuzzleEnd, PuzzleHint, PuzzleInfo, PuzzleList, PuzzleTry, Tally, TryVerdict,
};

type ApiResult<T> = Result<T, AnyProblem>;

/// All puzzles, with what the caller has made of them.
#[utoipa::path(get, path = "/api/puzzles", tag = "puzzles",
    responses((status = 200, description = "The puzzles", body = PuzzleList)),
    extensions(("x-problems" = json!("caller rate"))))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: Option<UserId>,
) -> ApiResult<Json<PuzzleList>> {
    let results = state.people.puzzle_results(user).await?;
    let today = state.people.today();
    Ok(Json(PuzzleList {
        puzzles: state.puzzles.all().iter().map(|one| results.line(one)).collect(),
        daily: state.puzzles.daily(today).id.clone(),
        streak: results.streak(today),
    }))
}

/// A puzzle, without its solution.
#[utoipa::path(get, path = "/api/puzzles/{id}", tag = "puzzles",
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "The puzzle", body = PuzzleInfo)),
    extensions(("x-problems" = json!("caller rate compute no-such-puzzle"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<PuzzleInfo>> {
    let offered = state.puzzles.get(&id)?;
    let results = state.people.puzzle_results(user).await?;
    let line = state.service.puzzle_position(offered, address).await?;
    Ok(Json(PuzzleInfo { puzzle: results.line(offered), seat: offered.seat, line }))
}

/// Tries to solve a puzzle.
///
/// The moves are the solver's, in strict notation, from the first on: the server plays the replies,
/// and the opponent resists as long as it can. A move is right if it keeps the win with the last
/// ply of the objective, whatever the opponent does. If the caller has a token, the try is counted
/// until the puzzle is solved or its solution shown.
#[utoipa::path(post, path = "/api/puzzles/{id}/try", tag = "puzzles", request_body = PuzzleTry,
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "What the last move is", body = PuzzleAnswer)),
    extensions(("x-problems" =
        json!("caller rate compute rules no-such-puzzle try-ended try-too-long"))))]
pub(super) async fn attempt(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    JsonBody(PuzzleTry { moves }): JsonBody<PuzzleTry>,
) -> ApiResult<Json<PuzzleAnswer>> {
    let offered = state.puzzles.get(&id)?;
    let is_move = !moves.is_empty();
    let judged = state.service.judge_try(offered, moves, address).await??;
    let verdict = judged.judgement.verdict;
    let deed = match verdict {
        Verdict::Solved => Some(PuzzleDeed::Solved),
        Verdict::Wrong | Verdict::Later if is_move => Some(PuzzleDeed::Missed),
        Verdict::Right | Verdict::Wrong | Verdict::Later => None,
    };
    if let (Some(user), Some(deed)) = (user, deed) {
        state.people.note_puzzle(&state.puzzles, user, &id, deed).await?;
    }
    let results = state.people.puzzle_results(user).await?;
    let is_solved = verdict == Verdict::Solved;
    Ok(Json(PuzzleAnswer {
        verdict: verdict.into(),
        moves: judged.judgement.moves,
        line: judged.line,
        pv: judged.pv,
        score: judged.judgement.score,
        tries: results.of(&id).tries,
        end: is_solved.then(|| end(&state, offered, &results)),
    }))
}

/// Shows the solution. If the caller has a token, the puzzle counts as given up.
#[utoipa::path(post, path = "/api/puzzles/{id}/solution", tag = "puzzles",
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "The solution", body = PuzzleAnswer)),
    extensions(("x-problems" = json!("caller rate compute no-such-puzzle"))))]
pub(super) async fn solution(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<PuzzleAnswer>> {
    let offered = state.puzzles.get(&id)?;
    let (moves, line) = state.service.solve_puzzle(offered, address).await?;
    if let Some(user) = user {
        state.people.note_puzzle(&state.puzzles, user, &id, PuzzleDeed::GaveUp).await?;
    }
    let results = state.people.puzzle_results(user).await?;
    Ok(Json(PuzzleAnswer {
        verdict: TryVerdict::Solved,
        moves,
        line,
        pv: Vec::new(),
        score: None,
        tries: results.of(&id).tries,
        end: Some(end(&state, offered, &results)),
    }))
}

/// Names the piece that makes a right move after the solver's moves.
#[utoipa::path(post, path = "/api/puzzles/{id}/hint", tag = "puzzles", request_body = PuzzleTry,
    params(("id" = String, Path, description = "The puzzle")),
    responses((status = 200, description = "The hint", body = PuzzleHint)),
    extensions(("x-problems" =
        json!("caller rate compute rules no-such-puzzle try-ended try-too-long"))))]
pub(super) async fn hint(
    State(state): State<AppState>,
    Address(address): Address,
    Id(id): Id,
    JsonBody(PuzzleTry { moves }): JsonBody<PuzzleTry>,
) -> ApiResult<Json<PuzzleHint>> {
    let offered = state.puzzles.get(&id)?;
    let from = state.service.puzzle_hint(offered, moves, address).await??;
    Ok(Json(PuzzleHint { from }))
}

fn end(state: &AppState, offered: &OfferedPuzzle, results: &PuzzleResults) -> PuzzleEnd {
    let today = state.people.today();
    let is_daily = state.puzzles.daily(today).id == offered.id;
    let next = results.next(&state.puzzles, offered.game, offered.number);
    PuzzleEnd {
        themes: offered.themes(),
        next: next.map(|next| next.id.clone()),
        streak: is_daily.then(|| results.streak(today)),
    }
}

/// How the caller has played against each level of the computer.
#[utoipa::path(get, path = "/api/me/tally", tag = "people",
    responses((status = 200, description = "The tally", body = Tally)),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn tally(State(state): State<AppState>, user: UserId) -> ApiResult<Json<Tally>> {
    Ok(Json(state.people.tally(Some(user)).await?))
}
