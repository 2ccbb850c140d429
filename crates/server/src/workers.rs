//! Engines on other machines (`heterodox worker`): who may take jobs, and the jobs that they have.
//!
//! A worker holds one request open for each of its threads. A job that it has taken and does not
//! answer in time goes back to its pool, whose threads do it; so its death costs a few seconds. It
//! gets no jobs for a while after several that it did not do.

use crate::metrics::{JobResult, Metrics};
use crate::pool::{Lease, Pool, Verdict, Waiter};
use brotli::enc::BrotliEncoderParams;
use heterodox_wire::{JobRequest, WorkerAnswer, WorkerJob, WorkerTask};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout_at};

/// How long a request for a job waits. Proxies close what is silent for a minute.
const WAIT: Duration = Duration::from_secs(25);
/// How much longer than its limit a job may take, with both ways over the net.
const GRACE: Duration = Duration::from_secs(3);
/// How long a search without a limit of time may be silent: the worker tells of itself every
/// second.
const SILENCE: Duration = Duration::from_secs(5);
/// The most bytes of a job. A frame has about 1500, and a game at most 3000 of them.
const MAX_JOB_BYTES: usize = 8 << 20;
/// The number of jobs in a row that a worker may leave undone.
const MAX_FAILURES: u32 = 3;
/// How long a worker that has left more of them undone gets none.
const BENCH: Duration = Duration::from_mins(1);
/// The most workers whose failures are remembered.
const MAX_REMEMBERED: usize = 1000;
/// The least bytes of a token.
const LEAST_TOKEN: usize = 16;

/// The token with which workers identify themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WorkerToken([u8; 32]);

impl std::fmt::Debug for WorkerToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WorkerToken(…)")
    }
}

/// A token is too short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a worker's token has at least {LEAST_TOKEN} characters, such as `openssl rand -hex 16` makes"
)]
pub struct ShortToken;

impl WorkerToken {
    /// A token.
    ///
    /// # Errors
    ///
    /// Refuses one that could be guessed.
    pub fn new(text: &str) -> Result<Self, ShortToken> {
        let text = text.trim();
        if text.len() < LEAST_TOKEN { Err(ShortToken) } else { Ok(Self::hash(text)) }
    }

    fn hash(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// Compares in a time that does not depend on the texts: of equal length, as hashes are.
    fn is(&self, text: &str) -> bool {
        let other = Self::hash(text);
        let differences = self.0.iter().zip(&other.0).map(|(one, other)| one ^ other);
        black_box(differences.fold(0, |all, one| all | one)) == 0
    }
}

/// The workers of a server.
pub(crate) struct Workers {
    token: Option<WorkerToken>,
    metrics: Arc<Metrics>,
    waiting: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The jobs that workers have, by their ids.
    jobs: HashMap<String, TakenJob>,
    /// The failures of workers, by the words that they have chosen.
    records: HashMap<String, WorkerRecord>,
}

/// A job that a worker has.
struct TakenJob {
    lease: Lease,
    worker: String,
    /// How long it may be silent.
    silence: Duration,
    until: Instant,
}

/// What a worker has left undone.
#[derive(Clone, Copy, Default)]
struct WorkerRecord {
    /// In a row.
    failures: u32,
    /// When it gets jobs again.
    benched_until: Option<Instant>,
}

/// What becomes of a job after an answer.
enum Outcome {
    Done,
    GoesOn,
    Returned,
    /// No task waits for the result.
    Unwanted,
    Failed(String),
}

/// Counts a request that waits, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workers {
    /// The workers with a token; without one there are none.
    pub(crate) fn new(token: Option<WorkerToken>, metrics: Arc<Metrics>) -> Arc<Self> {
        let waiting = AtomicUsize::new(0);
        Arc::new(Self { token, metrics, waiting, state: Mutex::default() })
    }

    /// Returns whether the server takes any.
    pub(crate) fn are_wanted(&self) -> bool {
        self.token.is_some()
    }

    /// Returns whether a token is theirs.
    pub(crate) fn know(&self, token: &str) -> bool {
        self.token.as_ref().is_some_and(|known| known.is(token))
    }

    /// The number of threads of workers that wait for a job.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a job of one of the pools, the first ones first. Returns it in JSON, compressed
    /// with Brotli if `pack`; `None` if there is none for a while. `id` makes ids.
    pub(crate) async fn take(
        self: &Arc<Self>,
        pools: &[&Pool],
        request: JobRequest,
        pack: bool,
        id: impl Fn() -> String,
    ) -> Option<Vec<u8>> {
        let until = Instant::now() + WAIT;
        if let Some(benched) = self.benched_until(&request.worker) {
            sleep_until(benched.min(until)).await;
        }
        let waiting = Waiting::new(&self.waiting);
        let games: Arc<[String]> = request.games.into();
        loop {
            let (waiter, given) = Waiter::channel(games.clone());
            for pool in pools {
                pool.wait_for_job(&waiter);
            }
            let lease = timeout_at(until, given).await.ok()?.ok()?;
            if !lease.is_wanted() {
                lease.end();
                continue;
            }
            // Scenes and frames of a long game take some milliseconds.
            let id = id();
            let written = tokio::task::spawn_blocking(move || write(lease, id, pack)).await.ok()?;
            if let Some(written) = written {
                drop(waiting);
                return Some(self.begin(request.worker, written));
            }
        }
    }

    /// Notes that a worker has a job.
    fn begin(self: &Arc<Self>, worker: String, written: WrittenJob) -> Vec<u8> {
        let WrittenJob { lease, id, silence, body } = written;
        let until = Instant::now() + silence;
        self.state().jobs.insert(id.clone(), TakenJob { lease, worker, silence, until });
        let workers = self.clone();
        tokio::spawn(async move { workers.watch(&id, until).await });
        body
    }

    /// Takes a job back that is not answered in time.
    async fn watch(&self, id: &str, mut until: Instant) {
        loop {
            sleep_until(until).await;
            let mut state = self.state();
            let Some(job) = state.jobs.get(id) else { return };
            if job.until <= Instant::now() {
                let late = state.jobs.remove(id);
                drop(state);
                if let Some(job) = late {
                    self.fail(job, "no answer in time");
                }
                return;
            }
            until = job.until;
        }
    }

    /// Takes an answer. Returns whether the worker is to go on with the job.
    pub(crate) fn answer(&self, id: &str, answer: WorkerAnswer) -> bool {
        let mut state = self.state();
        let Some(job) = state.jobs.get_mut(id) else { return false };
        let verdict = match answer {
            WorkerAnswer::Returned => Outcome::Returned,
            WorkerAnswer::Failed(reason) => Outcome::Failed(reason),
            _ if !job.lease.is_wanted() => Outcome::Unwanted,
            WorkerAnswer::Working => Outcome::GoesOn,
            answer => match job.lease.accept(answer) {
                Verdict::Done => Outcome::Done,
                Verdict::GoOn => Outcome::GoesOn,
                Verdict::Wrong => Outcome::Failed("a wrong answer".to_owned()),
            },
        };
        if let Outcome::GoesOn = verdict {
            job.until = Instant::now() + job.silence;
            return true;
        }
        let Some(job) = state.jobs.remove(id) else { return false };
        if let Outcome::Done = verdict {
            state.records.remove(&job.worker);
        }
        drop(state);
        match verdict {
            Outcome::Done => {
                self.metrics.count_worker_job(JobResult::Done);
                job.lease.end();
            }
            // Another worker may do it.
            Outcome::Returned => {
                self.metrics.count_worker_job(JobResult::Returned);
                drop(job.lease);
            }
            Outcome::Failed(reason) => self.fail(job, &reason),
            Outcome::Unwanted | Outcome::GoesOn => job.lease.end(),
        }
        false
    }

    /// Notes that a worker has not answered, or wrongly. The threads of the pool do the job.
    pub(crate) fn fail_job(&self, id: &str, reason: &str) {
        let job = self.state().jobs.remove(id);
        if let Some(job) = job {
            self.fail(job, reason);
        }
    }

    fn fail(&self, job: TakenJob, reason: &str) {
        let TakenJob { lease, worker, .. } = job;
        lease.fail();
        self.metrics.count_worker_job(JobResult::Failed);
        let mut state = self.state();
        if state.records.len() >= MAX_REMEMBERED {
            state.records.clear();
        }
        let record = state.records.entry(worker).or_default();
        record.failures += 1;
        if record.failures >= MAX_FAILURES {
            record.benched_until = Some(Instant::now() + BENCH);
        }
        tracing::warn!(reason, in_a_row = record.failures, "a worker has not done its job");
    }

    /// When a worker gets jobs again, if it gets none now. After that one more failure is enough.
    fn benched_until(&self, worker: &str) -> Option<Instant> {
        let until = self.state().records.get(worker)?.benched_until?;
        (until > Instant::now()).then_some(until)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job as it goes to a worker.
struct WrittenJob {
    lease: Lease,
    id: String,
    silence: Duration,
    body: Vec<u8>,
}

/// Writes a job. One that is too large is left to the threads.
fn write(lease: Lease, id: String, pack: bool) -> Option<WrittenJob> {
    let job = WorkerJob { id, task: lease.task()? };
    let silence = match &job.task {
        WorkerTask::Choose { limit, .. } => {
            limit.time_ms.map_or(SILENCE, |time| Duration::from_millis(time) + GRACE)
        }
        WorkerTask::AnswerDraw { .. } | WorkerTask::Report { .. } | WorkerTask::Search(_) => {
            SILENCE
        }
    };
    match serde_json::to_vec(&job) {
        Ok(json) if json.len() <= MAX_JOB_BYTES => {
            let body = if pack { packed(&json) } else { json };
            Some(WrittenJob { lease, id: job.id, silence, body })
        }
        _ => {
            lease.fail();
            None
        }
    }
}

/// A job with Brotli: at this level 1 MB takes about 5 ms, and becomes 20 kB.
fn packed(json: &[u8]) -> Vec<u8> {
    let params = BrotliEncoderParams { quality: 3, size_hint: json.len(), ..Default::default() };
    let mut packed = Vec::new();
    // Writing to memory does not fail.
    let _ = brotli::BrotliCompress(&mut &*json, &mut packed, &params);
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_whole_text_and_never_shown() {
        assert_eq!(WorkerToken::new("short").err(), Some(ShortToken));
        let token = WorkerToken::new(" 0123456789abcdef\n").unwrap();
        assert!(token.is("0123456789abcdef"));
        for wrong in ["", "0123456789abcdeg", "0123456789abcde", "0123456789abcdef0"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "WorkerToken(…)");
    }
}
