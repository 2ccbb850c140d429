//! What a worker does for a job: the same calls of the engine as on the server.

use crate::study::{evaluate, game_positions, search, search_position};
use heterodox_engine::{Level, Player};
use heterodox_wire::{Chosen, WorkerAnswer, WorkerTask};
use std::sync::atomic::{AtomicBool, Ordering};

/// Does a task, and tells of what is found. Ends early when `stop` is set.
pub(super) fn think(task: WorkerTask, stop: &AtomicBool, tell: &mut dyn FnMut(WorkerAnswer)) {
    if let Err(reason) = try_to_think(task, stop, tell) {
        tell(WorkerAnswer::Failed(reason));
    }
}

fn try_to_think(
    task: WorkerTask,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(WorkerAnswer),
) -> Result<(), String> {
    match task {
        WorkerTask::Choose { level, limit, scene, frames } => {
            let mut player = player(scene.game, level)?;
            let choice = player.choose(&scene, &frames, &limit.into(), stop);
            let choice = choice.map_err(|error| error.to_string())?;
            tell(WorkerAnswer::Chosen(Chosen { text: choice.text, info: choice.info }));
        }
        WorkerTask::AnswerDraw { level, scene, frames } => {
            let accepts = player(scene.game, level)?.accepts_draw(&scene, &frames);
            tell(WorkerAnswer::Draw(accepts));
        }
        WorkerTask::Report { first, request } => {
            let game = game_positions(&request).map_err(|refusal| refusal.message)?;
            for position in game.positions().iter().skip(first) {
                let evaluation = evaluate(position.as_ref(), stop);
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                tell(WorkerAnswer::Evaluated(vec![evaluation]));
            }
        }
        WorkerTask::Search(request) => {
            let found = search_position(&request).map_err(|refusal| refusal.message)?;
            let last = search(found.position(), request.lines, stop, &mut |lines| {
                tell(WorkerAnswer::Found(lines.clone()));
            });
            let last = last.ok_or("there is no legal move")?;
            tell(WorkerAnswer::Found(last));
        }
    }
    Ok(())
}

fn player(game: &str, level: Level) -> Result<Box<dyn Player>, String> {
    let player = heterodox_engine::player(game, level, rand::random());
    player.ok_or_else(|| format!("no computer player for {game}"))
}
