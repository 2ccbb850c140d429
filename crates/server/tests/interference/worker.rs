//! A worker on another machine is given what the computer's seat may know: in an indistinguishable
//! pair of games the job is the same, byte for byte.

use super::computer;
use super::leaks::{IN_JOBS, Leak};
use super::pairs::{Game, Opponent, Pair, next, submit};
use super::wire::Ask;
use super::world::{WORKER_TOKEN, json_of};
use heterodox_rules::{Seat, Viewer};
use heterodox_testkit::Rng;
use heterodox_wire::{WORKER_PROTOCOL, WORKER_PROTOCOL_HEADER};
use serde_json::{Value, json};
use std::time::Duration;

/// The result of a run.
#[derive(Default, Debug)]
struct Findings {
    pairs: usize,
    jobs: usize,
    difference: Option<String>,
}

/// A call of a worker.
fn call(path: &str, body: &Value) -> Ask {
    Ask::post(path, body.to_string())
        .with("authorization", format!("Bearer {WORKER_TOKEN}"))
        .with(WORKER_PROTOCOL_HEADER, WORKER_PROTOCOL)
}

/// Lets a person move while a worker waits; returns the job that the worker gets, as it is sent.
async fn job_after(game: &Game, mover: usize, text: &str) -> Vec<u8> {
    let take = call("/api/worker/take", &json!({"worker": "w", "games": ["clouded-klinzha"]}));
    let act = async {
        while game.world.waiting_workers() == 0 {
            tokio::task::yield_now().await;
        }
        game.must(mover, &submit(text)).await
    };
    tokio::join!(game.world.in_memory.ask(&take), act).0
}

/// Waits until this number of plies is made.
async fn until_ply(game: &Game, plies: usize) {
    let path = format!("/api/games/{}", game.id);
    loop {
        let state = json_of(&game.world.ask(&game.onlookers[1], Ask::get(&path)).await);
        if state["moves"].as_array().map(Vec::len) == Some(plies) {
            return;
        }
        assert_eq!(state["scene"]["outcome"], Value::Null, "it has not given up");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Sends an answer to a job.
async fn answer(game: &Game, job: &Value, text: &str) -> Vec<u8> {
    let path = format!("/api/worker/jobs/{}", job["id"].as_str().expect("an id"));
    game.world.in_memory.ask(&call(&path, &json!({"chosen": {"text": text}}))).await
}

/// Lets a worker play for the computer in indistinguishable pairs of battles.
async fn compare(pairs: usize, seed: u64, leak: Option<&'static Leak>) -> Findings {
    let mut rng = Rng::new(seed);
    let mut findings = Findings::default();
    while findings.pairs < pairs && findings.difference.is_none() {
        let seat = Seat::new(findings.pairs % 2);
        let viewer = Viewer::Seat(seat);
        let pair = Pair::random_battles(viewer, Opponent::Computer, leak, &mut rng).await;
        let Some(mut pair) = pair else { continue };
        findings.pairs += 1;
        let mut jobs: Option<[Value; 2]> = None;
        for ply in 1..=10 {
            let mover = pair.games[0].turn() as usize;
            let is_computer = mover == seat.index();
            let fixed = match (&jobs, is_computer) {
                (_, false) => None,
                (Some(jobs), true) => {
                    let choices = jobs[0]["task"]["choose"]["scene"]["choices"].as_array();
                    let choices = choices.expect("choices");
                    let text = choices[rng.below(choices.len())]["text"].as_str();
                    Some(text.expect("a text").to_owned())
                }
                // It had to move before a worker could wait.
                (None, true) => {
                    until_ply(&pair.games[0], ply).await;
                    until_ply(&pair.games[1], ply).await;
                    let thought = pair.games[0].world.script.thought.lock().expect("whole");
                    Some(thought.last().expect("a thought").1.clone())
                }
            };
            let told = next(&mut rng, &pair.games, viewer, fixed.as_deref());
            let Some((texts, truths, heard)) = told else { break };
            let is_over = truths.iter().any(|truth| truth.outcome().is_some());
            let news = truths.into_iter().zip(heard);
            for (game, (truth, heard)) in pair.games.iter_mut().zip(news) {
                game.truth = Some(truth);
                game.confess(heard);
            }
            let mut answers = [Vec::new(), Vec::new()];
            if let Some(jobs) = jobs.take() {
                for (index, game) in pair.games.iter().enumerate() {
                    let answer = answer(game, &jobs[index], &texts[index]).await;
                    assert!(answer.ends_with(b"{\"go_on\":false}"), "{ply}");
                    answers[index].push(("the answer to a result".to_owned(), answer));
                    until_ply(game, ply).await;
                }
            } else if !is_computer {
                if is_over {
                    break;
                }
                let mut given = Vec::new();
                for (index, game) in pair.games.iter().enumerate() {
                    let job = job_after(game, mover, &texts[index]).await;
                    given.push(json_of(&job));
                    answers[index].push(("a job".to_owned(), job));
                }
                findings.jobs += 1;
                if leak.is_none() {
                    for (game, job) in pair.games.iter().zip(&given) {
                        let task = &job["task"]["choose"];
                        let given = json!([task["scene"], task["frames"]]).to_string();
                        computer::is_its_view(game, seat, &given);
                    }
                }
                jobs = given.try_into().ok();
            }
            if !pair.judge(&answers) || is_over {
                break;
            }
        }
        findings.difference = pair.difference;
    }
    findings
}

#[tokio::test]
async fn a_job_is_a_function_of_what_its_seat_may_know() {
    let findings = compare(30, 41, None).await;
    assert_eq!(findings.difference, None, "{findings:?}");
    assert!(findings.jobs > 30, "too few jobs: {findings:?}");
}

#[tokio::test]
async fn every_leak_through_jobs_is_caught() {
    let mut missed = Vec::new();
    for leak in IN_JOBS {
        let findings = compare(40, 42, Some(leak)).await;
        if findings.difference.is_none() {
            missed.push((leak.name, findings));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
