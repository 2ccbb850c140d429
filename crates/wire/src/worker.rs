//! What a server and its workers say to each other: engines that run on other machines.
//!
//! A job holds what the computer's seat may know, or positions that a caller has sent, and no id of
//! a game or person. These bodies are for workers of the same program, and in no document for other
//! clients.

use crate::{LiveSearchRequest, ReportRequest};
use heterodox_engine::{Info, Level, Score, SearchLimit};
use heterodox_rules::{Frame, Scene};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The number of the protocol. It changes with every change of a type here or of a scene.
pub const WORKER_PROTOCOL: &str = "1";
/// The header with the number of the protocol, in every request of a worker.
pub const WORKER_PROTOCOL_HEADER: &str = "heterodox-worker-protocol";

/// A worker asks for a job, for one of its threads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// A word of its own that the worker has chosen when it started.
    pub worker: String,
    /// The ids of the games that it plays.
    pub games: Vec<String>,
}

/// A job for a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerJob {
    /// Its id, for the answer.
    pub id: String,
    /// What is to be done.
    pub task: WorkerTask,
}

/// What a worker is to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerTask {
    /// Choose what a computer submits; the answer is [`WorkerAnswer::Chosen`].
    Choose {
        /// The level of the computer.
        level: Level,
        /// The limit of its search. The worker measures the time.
        limit: JobLimit,
        /// What the seat may know now.
        scene: Box<Scene>,
        /// The boards so far as the seat saw them.
        frames: Vec<Frame>,
    },
    /// Answer an offered draw; the answer is [`WorkerAnswer::Draw`].
    AnswerDraw {
        /// The level of the computer.
        level: Level,
        /// What the seat may know now.
        scene: Box<Scene>,
        /// The boards so far as the seat saw them.
        frames: Vec<Frame>,
    },
    /// Search the positions of a game; the answers are [`WorkerAnswer::Evaluated`].
    Report {
        /// The first position to search; those before it are known.
        first: usize,
        /// The game.
        request: ReportRequest,
    },
    /// Search a position until the server stops it; the answers are [`WorkerAnswer::Found`].
    Search(LiveSearchRequest),
}

impl WorkerTask {
    /// The game whose engine does it.
    pub fn game(&self) -> &str {
        match self {
            Self::Choose { scene, .. } | Self::AnswerDraw { scene, .. } => scene.game,
            Self::Report { request, .. } => &request.game,
            Self::Search(request) => &request.game,
        }
    }
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobLimit {
    /// The longest time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The most nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The greatest depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl From<SearchLimit> for JobLimit {
    fn from(limit: SearchLimit) -> Self {
        let SearchLimit { time, nodes, depth, aim: _ } = limit;
        Self { time_ms: time.map(|time| time.as_millis() as u64), nodes, depth }
    }
}

impl From<JobLimit> for SearchLimit {
    fn from(limit: JobLimit) -> Self {
        let JobLimit { time_ms, nodes, depth } = limit;
        Self { time: time_ms.map(Duration::from_millis), aim: None, nodes, depth }
    }
}

/// What a worker answers to a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerAnswer {
    /// The end: what the computer submits.
    Chosen(Chosen),
    /// The end: whether the computer accepts the draw.
    Draw(bool),
    /// The next positions of a game, in their order. After the last one the job is done.
    Evaluated(Vec<Evaluation>),
    /// The last completed iteration of a search.
    Found(FoundLines),
    /// The worker is at work and has no result yet.
    Working,
    /// The worker stops, and another one may do the job.
    Returned,
    /// The worker cannot do the job. The reason is for the log.
    Failed(String),
}

/// What a computer submits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The text to submit.
    pub text: String,
    /// The result of the search behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<Info>,
}

/// The evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// From seat 0's side.
    pub score: Score,
    /// The principal variation in strict notation; empty if the game is over.
    pub pv: Vec<String>,
}

/// An iteration of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoundLines {
    /// The depth in plies.
    pub depth: u32,
    /// The greatest depth of a line.
    pub selective_depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time so far in microseconds.
    pub time_us: u64,
    /// The lines in strict notation with the scores from the side to move, the best first.
    pub lines: Vec<(Score, Vec<String>)>,
    /// Whether the search has ended by itself.
    pub is_last: bool,
}

/// The server's answer to a [`WorkerAnswer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobReply {
    /// Whether the worker is to go on with the job.
    pub go_on: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::{Setting, Start, Table, Turn, Viewer, open};
    use serde_json::{Value, json};
    use std::collections::{BTreeMap, BTreeSet};

    /// The objects of jobs and their fields in protocol 1. Who changes them, or what a field means,
    /// counts [`WORKER_PROTOCOL`] up.
    const FIELDS: &str = "
. id task
.task choose
.task.choose frames level limit scene
.task.choose.frames areas captured last number path pieces ply position side text told
.task.choose.frames.areas cells kind of
.task.choose.frames.captured count kind side
.task.choose.frames.pieces cell kind marks side
.task.choose.frames.told args cells key
.task.choose.limit time_ms
.task.choose.scene choices draw_offers frame game notices options outcome phase reserve sides
    takeback_asked takebacks_allowed to_act viewer
.task.choose.scene.choices captures danger from kind path piece text to variant
.task.choose.scene.frame areas captured last number path pieces ply position side text told
.task.choose.scene.frame.areas cells kind of
.task.choose.scene.frame.captured count kind side
.task.choose.scene.frame.pieces cell kind marks side
.task.choose.scene.frame.told args cells key
.task.choose.scene.notices args cells key
.task.choose.scene.reserve count kind side
.task.choose.scene.sides key seat
.task.choose.scene.viewer seat
";

    /// The job for the seat to act.
    fn job(table: &Table) -> WorkerJob {
        let Turn::Seats(seats) = table.turn() else { panic!("a seat is to act") };
        let viewer = Viewer::Seat(seats[0]);
        let task = WorkerTask::Choose {
            level: Level::FULL,
            limit: Level::FULL.default_limit().into(),
            scene: Box::new(table.scene(viewer)),
            frames: table.frames(viewer),
        };
        WorkerJob { id: "x".to_owned(), task }
    }

    fn collect(path: &str, value: &Value, fields: &mut BTreeMap<String, BTreeSet<String>>) {
        match value {
            Value::Object(map) if !path.ends_with(".options") => {
                let known = fields.entry(path.to_owned()).or_default();
                known.extend(map.keys().cloned());
                for (key, value) in map {
                    collect(&format!("{}.{key}", path.trim_end_matches('.')), value, fields);
                }
            }
            Value::Array(values) => values.iter().for_each(|value| collect(path, value, fields)),
            _ => {}
        }
    }

    #[test]
    fn a_job_is_read_as_it_was_written_and_has_the_fields_of_its_protocol() {
        let mut fields = BTreeMap::new();
        for game in ["klinzha", "clouded-klinzha", "grand-chess", "kaleidochess"] {
            let quick = heterodox_rules::info(game).unwrap().quick_starts.first();
            let start = quick.map_or(Start::Setup, |name| Start::Quick((*name).to_owned()));
            let mut table = open(game, &Setting { start, ..Setting::default() }).unwrap();
            for ply in 0..12 {
                while let Some(request) = table.awaits_throw() {
                    table.throw(&vec![1; request.dice]).unwrap();
                }
                let Turn::Seats(seats) = table.turn() else { break };
                let job = job(&table);
                let text = serde_json::to_string(&job).unwrap();
                assert_eq!(serde_json::from_str::<WorkerJob>(&text).unwrap(), job, "{text}");
                collect(".", &serde_json::from_str(&text).unwrap(), &mut fields);
                let choices = table.scene(Viewer::Seat(seats[0])).choices;
                // Captures first: they have more to tell.
                let choice = choices.iter().find(|choice| choice.captures);
                let choice = choice.unwrap_or(&choices[ply * 5 % choices.len()]);
                table.submit(seats[0], &choice.text.clone()).unwrap();
            }
        }
        let lines: Vec<String> = fields
            .into_iter()
            .map(|(path, keys)| format!("{path} {}", Vec::from_iter(keys).join(" ")))
            .collect();
        let lines = lines.join("\n");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&lines), words(FIELDS), "raise WORKER_PROTOCOL:\n{lines}");
    }

    #[test]
    fn answers_are_read_as_they_were_written() {
        let score = Score::LossIn(3);
        let pv = vec!["c3c5".to_owned()];
        let info = Info { score, depth: 4, nodes: 5, pv: pv.clone() };
        let found = FoundLines {
            depth: 4,
            selective_depth: 6,
            nodes: 7,
            time_us: 8,
            lines: vec![(score, pv.clone())],
            is_last: true,
        };
        for answer in [
            WorkerAnswer::Chosen(Chosen { text: "c3c5".to_owned(), info: Some(info) }),
            WorkerAnswer::Chosen(Chosen { text: "c3c5".to_owned(), info: None }),
            WorkerAnswer::Draw(false),
            WorkerAnswer::Evaluated(vec![Evaluation { score: Score::Centi(-7), pv }]),
            WorkerAnswer::Found(found),
            WorkerAnswer::Working,
            WorkerAnswer::Returned,
            WorkerAnswer::Failed("why".to_owned()),
        ] {
            let text = json!(answer).to_string();
            assert_eq!(crate::read::<WorkerAnswer>(text.as_bytes()).unwrap(), answer, "{text}");
        }
    }
}
