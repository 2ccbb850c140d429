//! A worker: engines that do jobs of a server on another machine, as `heterodox worker` runs them.
//!
//! Each thread asks the server for a job, does it and sends the answer. A job holds what the seat
//! of a computer may know, or positions that a user analyses. The worker stores nothing, and the
//! server goes on without it.

mod client;
mod think;

use client::{Answer, Client, Connection};
use heterodox_wire::{
    FoundLines, JobReply, JobRequest, WORKER_PROTOCOL, WORKER_PROTOCOL_HEADER, WorkerAnswer,
    WorkerJob, WorkerTask,
};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

/// How long a request for a job may take: longer than the server lets it wait.
const TAKE_PATIENCE: Duration = Duration::from_mins(1);
/// How long an answer may take to be received.
const ANSWER_PATIENCE: Duration = Duration::from_secs(10);
/// The first delay before a retry, and the longest one.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(10)];
/// How long a worker that stops gives jobs back.
const RETURN_TIMEOUT: Duration = Duration::from_secs(3);
/// How often parts of an analysis are sent.
const TELL_INTERVAL: Duration = Duration::from_millis(200);
/// After this long without a result the worker says that it is at work.
const SIGN_INTERVAL: Duration = Duration::from_secs(1);
/// The most positions in one answer.
const MAX_POSITIONS: usize = 32;

/// The settings of a worker.
#[derive(Clone, PartialEq, Eq)]
pub struct WorkerConfig {
    /// The address of the server, such as `https://play.example.org`.
    pub server: String,
    /// The token that the server has too.
    pub token: String,
    /// The number of jobs that it does at a time.
    pub threads: NonZeroUsize,
    /// Certificates of authorities, in PEM, that it trusts beside the usual ones.
    pub authority: Option<PathBuf>,
}

impl std::fmt::Debug for WorkerConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { server, threads, authority, .. } = self;
        write!(f, "WorkerConfig {{ {server:?}, {threads}, {authority:?} }}")
    }
}

/// Why a worker cannot work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WorkerError {
    /// The address is none.
    #[error("'{0}' is no address of a server: expected one such as https://play.example.org")]
    Address(String),
    /// The certificates cannot be used.
    #[error("the certificates in '{}' cannot be used: {_1}", .0.display())]
    Authority(PathBuf, String),
    /// TLS cannot be used.
    #[error("TLS cannot be used: {0}")]
    Tls(String),
    /// The token is wrong.
    #[error("the server has another token for workers")]
    UnknownToken,
    /// The server takes no workers.
    #[error(
        "there are no jobs for workers at this address: it is no Heterodox, or one without \
         --worker-token"
    )]
    NoWorkers,
    /// The server is of another version.
    #[error(
        "the server is of another version: it expects {expected} of the workers' protocol, and \
        this program has {WORKER_PROTOCOL}"
    )]
    OtherProtocol {
        /// What the server expects.
        expected: String,
    },
}

/// A worker.
pub struct Worker {
    client: Arc<Client>,
    threads: NonZeroUsize,
    /// A request for a job.
    request: Vec<u8>,
}

/// Why a worker got no job.
enum TakeError {
    /// It will get none.
    Final(WorkerError),
    /// It may get one later.
    Passing(String),
}

impl Worker {
    /// A worker.
    ///
    /// # Errors
    ///
    /// Fails if the settings cannot be used. The server is not called yet.
    pub fn new(config: &WorkerConfig) -> Result<Self, WorkerError> {
        let client = Client::new(&config.server, &config.token, config.authority.as_deref())?;
        let games = heterodox_rules::games().map(|info| info.id.to_owned()).collect();
        let request = JobRequest { worker: format!("{:016x}", rand::random::<u64>()), games };
        // Plain data can be written.
        let request = serde_json::to_vec(&request).unwrap_or_default();
        Ok(Self { client: Arc::new(client), threads: config.threads, request })
    }

    /// Works until `stop` is ready; then gives its jobs back.
    ///
    /// # Errors
    ///
    /// Fails if the server does not want it. A server that cannot be reached is waited for.
    pub async fn run_until(self, stop: impl Future<Output = ()>) -> Result<(), WorkerError> {
        if self.client.is_readable_by_others() {
            tracing::warn!("without https others on the way can read the token and the jobs");
        }
        let (server, threads) = (self.client.url().as_str(), self.threads);
        tracing::info!(server, threads, "asking for jobs");
        let (close, closing) = watch::channel(false);
        let reach = Arc::new(Reach { is_lost: AtomicBool::new(false) });
        let mut slots = JoinSet::new();
        for _ in 0..self.threads.get() {
            let slot = Slot {
                connection: Connection::new(self.client.clone()),
                request: self.request.clone(),
                closing: closing.clone(),
                reach: reach.clone(),
            };
            slots.spawn(slot.run());
        }
        let ended = tokio::select! {
            () = stop => Ok(()),
            ended = first_error(&mut slots) => ended,
        };
        close.send_replace(true);
        tracing::info!("stopping");
        // They give their jobs back.
        let returned = async { while slots.join_next().await.is_some() {} };
        let _ = timeout(RETURN_TIMEOUT, returned).await;
        ended
    }
}

/// The first error of a slot; without one it waits for ever.
async fn first_error(slots: &mut JoinSet<Result<(), WorkerError>>) -> Result<(), WorkerError> {
    while let Some(ended) = slots.join_next().await {
        if let Ok(Err(error)) = ended {
            return Err(error);
        }
    }
    std::future::pending().await
}

/// Whether the server can be reached, for the log.
struct Reach {
    is_lost: AtomicBool,
}

impl Reach {
    fn note_lost(&self, reason: &str) {
        if !self.is_lost.swap(true, Ordering::Relaxed) {
            let ca = if reason.contains("UnknownIssuer") {
                " (name its authority with --tls-ca or HETERODOX_TLS_CA)"
            } else {
                ""
            };
            tracing::warn!(reason, "the server cannot be reached{ca}: trying again");
        }
    }

    fn note_reached(&self) {
        if self.is_lost.swap(false, Ordering::Relaxed) {
            tracing::info!("the server is reached again");
        }
    }
}

/// What comes next while a job is done.
enum Event {
    /// The worker stops.
    Closing,
    /// A result, or a part of it.
    Result(WorkerAnswer),
    /// All positions of a game are searched, or the engine has panicked.
    End,
    /// It is time to send what there is.
    Tick,
}

/// Waits until the worker stops.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Returns whether an answer ends its job.
fn is_last(answer: &WorkerAnswer) -> bool {
    match answer {
        WorkerAnswer::Found(FoundLines { is_last, .. }) => *is_last,
        WorkerAnswer::Evaluated(_) | WorkerAnswer::Working => false,
        WorkerAnswer::Chosen(_)
        | WorkerAnswer::Draw(_)
        | WorkerAnswer::Returned
        | WorkerAnswer::Failed(_) => true,
    }
}

/// Adds a part of a result to those that wait. Returns whether they are to be sent at once.
fn add(waiting: &mut Option<WorkerAnswer>, part: WorkerAnswer) -> bool {
    match (waiting, part) {
        (Some(WorkerAnswer::Evaluated(positions)), WorkerAnswer::Evaluated(more)) => {
            positions.extend(more);
            positions.len() >= MAX_POSITIONS
        }
        // A later iteration replaces an earlier one.
        (waiting, part) => {
            *waiting = Some(part);
            false
        }
    }
}

/// One thread of a worker.
struct Slot {
    connection: Connection,
    request: Vec<u8>,
    closing: watch::Receiver<bool>,
    reach: Arc<Reach>,
}

impl Slot {
    async fn run(mut self) -> Result<(), WorkerError> {
        let [first, longest] = RETRY_DELAYS;
        let mut delay = first;
        let mut closing = self.closing.clone();
        loop {
            let taken = tokio::select! {
                biased;
                () = closed(&mut closing) => return Ok(()),
                taken = self.take() => taken,
            };
            match taken {
                Ok(job) => {
                    self.reach.note_reached();
                    delay = first;
                    if let Some(job) = job {
                        self.work(job).await;
                    }
                }
                Err(TakeError::Final(error)) => return Err(error),
                Err(TakeError::Passing(reason)) => {
                    self.reach.note_lost(&reason);
                    // The slots do not come back all at once.
                    let spread = delay.mul_f64(rand::random_range(0.5..1.5));
                    tokio::select! {
                        biased;
                        () = closed(&mut closing) => return Ok(()),
                        () = sleep(spread) => {}
                    }
                    delay = (delay * 2).min(longest);
                }
            }
        }
    }

    /// Waits for a job; `None` if there is none for a while.
    async fn take(&mut self) -> Result<Option<WorkerJob>, TakeError> {
        let body = self.request.clone();
        let answer = self.connection.post("/api/worker/take", body, TAKE_PATIENCE).await;
        let Answer { status, body } = answer.map_err(TakeError::Passing)?;
        match status.as_u16() {
            204 => Ok(None),
            200 => match serde_json::from_slice(&body) {
                Ok(job) => Ok(Some(job)),
                Err(error) => {
                    self.refuse(&body, &error.to_string()).await;
                    Err(TakeError::Passing(format!("a job cannot be read: {error}")))
                }
            },
            401 => Err(TakeError::Final(WorkerError::UnknownToken)),
            404 => Err(TakeError::Final(WorkerError::NoWorkers)),
            status => {
                let problem: Value = serde_json::from_slice(&body).unwrap_or_default();
                let args = &problem["error"]["args"];
                if args["name"] == WORKER_PROTOCOL_HEADER {
                    let expected = args["expected"].as_str().unwrap_or_default().to_owned();
                    return Err(TakeError::Final(WorkerError::OtherProtocol { expected }));
                }
                Err(TakeError::Passing(format!("it answers with the status {status}")))
            }
        }
    }

    /// Says that a job cannot be read, so that the server does it at once.
    async fn refuse(&mut self, body: &[u8], reason: &str) {
        let job: Value = serde_json::from_slice(body).unwrap_or_default();
        if let Some(id) = job["id"].as_str() {
            self.tell(id, &WorkerAnswer::Failed(reason.to_owned())).await;
        }
    }

    /// Does a job.
    async fn work(&mut self, job: WorkerJob) {
        let WorkerJob { id, task } = job;
        let begun = Instant::now();
        let is_analysis = matches!(task, WorkerTask::Report { .. } | WorkerTask::Search(_));
        let game = task.game().to_owned();
        let stop: Arc<AtomicBool> = Arc::default();
        let (sender, results) = mpsc::unbounded_channel();
        let flag = stop.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            think::think(task, &flag, &mut |answer| {
                // The receiver is gone when the job is not wanted any more.
                let _ = sender.send(answer);
            });
        });
        let is_done = self.report(&id, is_analysis, results).await;
        stop.store(true, Ordering::Relaxed);
        tracing::debug!(game, is_done, took = ?begun.elapsed(), "a job");
        // A slot does one job at a time. When the worker stops, no task awaits the search.
        if !*self.closing.borrow() {
            let _ = thinking.await;
        }
    }

    /// Sends what is found. Returns whether the job was done to its end.
    async fn report(
        &mut self,
        id: &str,
        is_analysis: bool,
        mut results: mpsc::UnboundedReceiver<WorkerAnswer>,
    ) -> bool {
        let mut closing = self.closing.clone();
        let mut ticks = interval(TELL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting: Option<WorkerAnswer> = None;
        let mut told = Instant::now();
        loop {
            let event = tokio::select! {
                biased;
                () = closed(&mut closing) => Event::Closing,
                result = results.recv() => result.map_or(Event::End, Event::Result),
                _ = ticks.tick(), if is_analysis => Event::Tick,
            };
            let is_due = match event {
                Event::Closing => {
                    self.tell(id, &WorkerAnswer::Returned).await;
                    return false;
                }
                Event::Result(result) if is_last(&result) => {
                    return self.tell(id, &result).await.is_some();
                }
                Event::Result(result) => add(&mut waiting, result),
                Event::End => {
                    let last = waiting.take().unwrap_or(WorkerAnswer::Working);
                    let is_done = self.tell(id, &last).await.is_some_and(|reply| !reply.go_on);
                    if !is_done {
                        let reason = "the engine has ended without a result".to_owned();
                        self.tell(id, &WorkerAnswer::Failed(reason)).await;
                    }
                    return is_done;
                }
                Event::Tick => true,
            };
            if !is_due || waiting.is_none() && told.elapsed() < SIGN_INTERVAL {
                continue;
            }
            let answer = waiting.take().unwrap_or(WorkerAnswer::Working);
            match self.tell(id, &answer).await {
                Some(JobReply { go_on: true }) => told = Instant::now(),
                // Not wanted any more, or the server is away.
                Some(_) | None => return false,
            }
        }
    }

    /// Sends an answer; `None` if the server cannot be reached.
    async fn tell(&mut self, id: &str, answer: &WorkerAnswer) -> Option<JobReply> {
        // Plain data can be written.
        let body = serde_json::to_vec(answer).unwrap_or_default();
        let path = format!("/api/worker/jobs/{id}");
        match self.connection.post(&path, body, ANSWER_PATIENCE).await {
            Ok(Answer { status, body }) => {
                if !status.is_success() {
                    let reason = String::from_utf8_lossy(&body);
                    tracing::warn!(%status, %reason, "an answer is refused");
                }
                Some(serde_json::from_slice(&body).unwrap_or(JobReply { go_on: false }))
            }
            Err(reason) => {
                self.reach.note_lost(&reason);
                None
            }
        }
    }
}
