//! Worker pools for the engine: a bounded number of threads with a bounded queue. No search runs on
//! the threads of the async runtime.
//!
//! There is one pool for the computers of games, one for hints, one for analysis and one for what
//! is computed for a response, so that none waits for another. In the queue the first job of each
//! caller comes before the second job of any caller, so that a caller with many jobs does not delay
//! those with few. Workers on other machines take jobs too (`remote`).

mod remote;

pub(crate) use remote::{Lease, Remote, Reply, Verdict, Waiter};

use heterodox_host::UserId;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// All cores but one, which is left to the async runtime; at least one.
pub(crate) fn spare_cores() -> NonZeroUsize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores - 1).unwrap_or(NonZeroUsize::MIN)
}

/// The caller to whose share of a pool a job counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Caller {
    /// All clients behind this address.
    Address(IpAddr),
    /// A person whose address is unknown, as after a restart.
    User(UserId),
}

/// The settings of a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolConfig {
    /// The name of the threads: Linux cuts it off after 15 bytes.
    pub(crate) name: &'static str,
    /// The most threads.
    pub(crate) workers: NonZeroUsize,
    /// The most jobs in the queue.
    pub(crate) max_queued: usize,
    /// The most jobs of one caller, queued or running.
    pub(crate) max_per_caller: usize,
    /// The niceness of the threads relative to the rest of the program: 0 for the same, at most 19.
    pub(crate) niceness: i32,
}

/// A worker pool. Dropping it stops all jobs.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    config: PoolConfig,
    state: Mutex<State>,
    /// Signalled when there is a job, or the pool closes.
    job_available: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<QueuedJob>,
    running: Vec<RunningJob>,
    /// Workers on other machines that wait for a job.
    waiters: VecDeque<Waiter>,
    threads: usize,
    idle: usize,
    /// The number of jobs that were submitted: the last id.
    last_id: u64,
    closed: bool,
}

struct QueuedJob {
    id: u64,
    caller: Option<Caller>,
    /// How many jobs its caller had when this one was submitted.
    rank: usize,
    work: Job,
    stop: Arc<AtomicBool>,
    /// Its position in the queue, from 1; 0 while it runs.
    position: Arc<AtomicUsize>,
    /// Set if the job was dropped from the queue for one of a caller with fewer jobs.
    displaced: Arc<AtomicBool>,
    /// How often a worker has got it and not done it.
    handovers: u8,
}

struct RunningJob {
    id: u64,
    caller: Option<Caller>,
    stop: Arc<AtomicBool>,
}

/// A job in steps: each returns the next one, or `None` at the end.
pub(crate) struct Job {
    step: Box<JobFn>,
    /// How a worker on another machine does it, if one can.
    remote: Option<Arc<dyn Remote>>,
}

type JobFn = dyn FnOnce(&JobContext<'_>) -> Option<Job> + Send;

impl Job {
    /// A job whose first step is `run`. If it returns a job, that one is queued again behind the
    /// others.
    pub(crate) fn new(work: impl FnOnce(&JobContext<'_>) -> Option<Self> + Send + 'static) -> Self {
        Self { step: Box::new(work), remote: None }
    }

    /// The same job, which a worker on another machine can do too.
    pub(crate) fn or_elsewhere(self, remote: Arc<dyn Remote>) -> Self {
        Self { remote: Some(remote), ..self }
    }
}

/// What a job knows of the pool while it runs.
pub(crate) struct JobContext<'a> {
    /// Set when the result is not wanted any more.
    pub(crate) stop: &'a AtomicBool,
    caller: Option<&'a Caller>,
    shared: &'a Shared,
}

impl JobContext<'_> {
    /// Returns whether any job is queued.
    pub(crate) fn has_queued_jobs(&self) -> bool {
        !self.shared.state().queue.is_empty()
    }

    /// The number of queued jobs of the same caller.
    pub(crate) fn queued_by_caller(&self) -> usize {
        let state = self.shared.state();
        state.queue.iter().filter(|job| job.caller.as_ref() == self.caller).count()
    }
}

/// Why a job was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SubmitError {
    /// The queue is full.
    QueueFull,
    /// The caller has this number of jobs already, which is the most.
    CallerLimit(usize),
}

/// A submitted job. Dropping the handle stops the job, or removes it from the queue.
pub(crate) struct JobHandle {
    id: u64,
    stop: Arc<AtomicBool>,
    position: Arc<AtomicUsize>,
    displaced: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool without threads: they are started when they are needed.
    pub(crate) fn new(config: PoolConfig) -> Self {
        Self(Arc::new(Shared { config, state: Mutex::default(), job_available: Condvar::new() }))
    }

    /// The number of jobs that wait for a thread.
    pub(crate) fn queued(&self) -> usize {
        self.0.state().queue.len()
    }

    /// Submits a job. A job without a caller counts to no share.
    pub(crate) fn submit(
        &self,
        caller: Option<Caller>,
        work: Job,
    ) -> Result<JobHandle, SubmitError> {
        let shared = &self.0;
        let mut state = shared.state();
        let rank = caller.as_ref().map_or(0, |caller| state.jobs_of(caller));
        if rank >= shared.config.max_per_caller {
            return Err(SubmitError::CallerLimit(shared.config.max_per_caller));
        }
        state.last_id += 1;
        let (id, stop, position) = (state.last_id, Arc::<AtomicBool>::default(), Arc::default());
        let displaced = Arc::<AtomicBool>::default();
        let job = QueuedJob {
            id,
            caller,
            rank,
            work,
            stop: stop.clone(),
            position: Arc::clone(&position),
            displaced: displaced.clone(),
            handovers: 0,
        };
        if let Some(job) = shared.offer(&mut state, job) {
            shared.enqueue(&mut state, job)?;
        }
        // Not made before, as dropping it takes the lock.
        Ok(JobHandle { id, stop, position, displaced, shared: shared.clone() })
    }

    /// Runs a closure on the pool and returns its result; `None` if it panicked or the pool closes.
    /// If this future is dropped, the closure is told to stop.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        caller: Option<Caller>,
        work: impl FnOnce(&JobContext<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>, SubmitError> {
        self.run_anywhere(caller, work, |_| None).await
    }

    /// The same for what a worker on another machine can do too: `remote` gets what sends the
    /// worker's result.
    pub(crate) async fn run_anywhere<T: Send + 'static>(
        &self,
        caller: Option<Caller>,
        work: impl FnOnce(&JobContext<'_>) -> T + Send + 'static,
        remote: impl FnOnce(Reply<T>) -> Option<Arc<dyn Remote>>,
    ) -> Result<Option<T>, SubmitError> {
        let (reply, result) = Reply::channel();
        let remote = remote(reply.clone());
        let step = Box::new(move |context: &JobContext<'_>| {
            reply.send(work(context));
            None
        });
        let handle = self.submit(caller, Job { step, remote })?;
        let done = result.await.ok();
        if done.is_none() && handle.is_displaced() { Err(SubmitError::QueueFull) } else { Ok(done) }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.closed = true;
        state.queue.clear();
        state.waiters.clear();
        for job in &state.running {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.0.job_available.notify_all();
    }
}

impl JobHandle {
    /// The position in the queue, from 1; 0 once the job runs.
    pub(crate) fn position(&self) -> usize {
        self.position.load(Ordering::Relaxed)
    }

    /// Stops the job. It still reports what it has found.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the job was dropped from the queue for one of a caller with fewer jobs.
    pub(crate) fn is_displaced(&self) -> bool {
        self.displaced.load(Ordering::Relaxed)
    }

    /// Returns whether any other job is queued.
    pub(crate) fn others_queued(&self) -> bool {
        self.shared.state().queue.iter().any(|job| job.id != self.id)
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.stop();
        let mut state = self.shared.state();
        let before = state.queue.len();
        state.queue.retain(|job| job.id != self.id);
        if state.queue.len() != before {
            state.update_positions();
        }
    }
}

impl State {
    fn jobs_of(&self, caller: &Caller) -> usize {
        let queue = self.queue.iter().map(|job| &job.caller);
        let all = queue.chain(self.running.iter().map(|job| &job.caller));
        all.filter(|other| other.as_ref() == Some(caller)).count()
    }

    fn enqueue(&mut self, job: QueuedJob) {
        let position = self.queue.iter().position(|other| other.rank > job.rank);
        self.queue.insert(position.unwrap_or(self.queue.len()), job);
    }

    /// Stores its position in each queued job.
    fn update_positions(&self) {
        for (index, job) in self.queue.iter().enumerate() {
            job.position.store(index + 1, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Jobs run without the lock, so no panic leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job, or refuses it.
    fn enqueue(self: &Arc<Self>, state: &mut State, job: QueuedJob) -> Result<(), SubmitError> {
        let may_grow = state.threads < self.config.workers.get();
        let starts_at_once = state.idle > state.queue.len() || may_grow;
        if !starts_at_once && state.queue.len() >= self.config.max_queued {
            // The last job of a caller with more jobs is dropped for this one.
            if state.queue.back().is_none_or(|last| last.rank <= job.rank) {
                return Err(SubmitError::QueueFull);
            }
            if let Some(last) = state.queue.pop_back() {
                last.displaced.store(true, Ordering::Relaxed);
            }
        }
        self.wake_thread(state);
        if state.threads == 0 {
            return Err(SubmitError::QueueFull);
        }
        state.enqueue(job);
        if !starts_at_once {
            state.update_positions();
        }
        self.job_available.notify_one();
        Ok(())
    }

    /// Starts a thread for one more job, if none is idle and there may be one.
    fn wake_thread(self: &Arc<Self>, state: &mut State) {
        let has_idle = state.idle > state.queue.len();
        let may_grow = state.threads < self.config.workers.get();
        if !has_idle && may_grow && start_thread(self) {
            state.threads += 1;
        }
    }

    /// Waits for the next job; `None` when the pool closes.
    fn next_job(&self) -> Option<QueuedJob> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.queue.pop_front() {
                let stop = job.stop.clone();
                let caller = job.caller.clone();
                state.running.push(RunningJob { id: job.id, caller, stop });
                job.position.store(0, Ordering::Relaxed);
                state.update_positions();
                return Some(job);
            }
            state.idle += 1;
            state = self.job_available.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Runs one step of a job.
    fn run_step(&self, job: QueuedJob) {
        let QueuedJob { id, caller, work, stop, position, displaced, handovers, .. } = job;
        let context = JobContext { stop: &stop, caller: caller.as_ref(), shared: self };
        // A panic costs its caller the result, and has no other effect.
        let left = catch_unwind(AssertUnwindSafe(|| (work.step)(&context))).unwrap_or_else(|_| {
            tracing::error!(pool = self.config.name, "a job died");
            None
        });
        let mut state = self.state();
        state.running.retain(|job| job.id != id);
        if let Some(work) = left.filter(|_| !stop.load(Ordering::Relaxed) && !state.closed) {
            let rank = caller.as_ref().map_or(0, |caller| state.jobs_of(caller));
            state.enqueue(QueuedJob {
                id,
                caller,
                rank,
                work,
                stop,
                position,
                displaced,
                handovers,
            });
            state.update_positions();
        }
    }
}

/// Starts a thread of a pool; returns whether it could be started.
fn start_thread(shared: &Arc<Shared>) -> bool {
    let shared = shared.clone();
    let name = shared.config.name;
    let work = move || {
        raise_niceness(shared.config.niceness);
        while let Some(job) = shared.next_job() {
            shared.run_step(job);
        }
    };
    let started = thread::Builder::new().name(name.to_owned()).spawn(work);
    started
        .inspect_err(|error| tracing::error!(pool = name, %error, "no thread can be started"))
        .is_ok()
}

/// Raises the niceness of the calling thread. On Linux niceness belongs to a thread. On other
/// systems it belongs to the process, and is left as it is.
#[cfg(target_os = "linux")]
fn raise_niceness(niceness: i32) {
    use rustix::process::{getpriority_process, setpriority_process};
    let set = getpriority_process(None)
        .and_then(|current| setpriority_process(None, (current + niceness).min(MAX_NICENESS)));
    if let Err(error) = set {
        tracing::warn!(%error, "a thread keeps its usual priority");
    }
}

/// The highest niceness.
#[cfg(target_os = "linux")]
const MAX_NICENESS: i32 = 19;

#[cfg(not(target_os = "linux"))]
fn raise_niceness(_: i32) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    fn pool(workers: usize, max_queued: usize, max_per_caller: usize) -> Pool {
        let workers = NonZeroUsize::new(workers).expect("not none");
        Pool::new(PoolConfig { name: "test", workers, max_queued, max_per_caller, niceness: 5 })
    }

    fn caller(number: u8) -> Caller {
        Caller::Address(Ipv4Addr::new(192, 0, 2, number).into())
    }

    /// A job that sends its name when it begins and ends when the sender is dropped or used.
    fn held(name: char, begun: &mpsc::Sender<char>) -> (Job, mpsc::Sender<()>) {
        let (go, wait) = mpsc::channel();
        let begun = begun.clone();
        let work = Job::new(move |_| {
            let _ = begun.send(name);
            let _ = wait.recv();
            None
        });
        (work, go)
    }

    #[test]
    fn callers_with_few_jobs_go_first() {
        let pool = pool(1, 10, 10);
        let (begun, names) = mpsc::channel();
        let mut jobs = Vec::new();
        for (name, number) in [('a', 1), ('b', 1), ('c', 1), ('d', 2), ('e', 2), ('f', 3)] {
            let (work, go) = held(name, &begun);
            jobs.push((pool.submit(Some(caller(number)), work).expect("a place in the queue"), go));
            if name == 'a' {
                assert_eq!(names.recv(), Ok('a'));
            }
        }
        let places: Vec<usize> = jobs.iter().map(|(handle, _)| handle.position()).collect();
        assert_eq!(places, [0, 3, 5, 1, 4, 2]);
        // A job that is cancelled leaves the queue.
        drop(jobs.remove(3));
        let mut order = vec!['a'];
        let mut releases: Vec<(char, mpsc::Sender<()>)> =
            "abcef".chars().zip(jobs.iter().map(|(_, go)| go.clone())).collect();
        while let Some(position) = releases.iter().position(|(name, _)| order.last() == Some(name))
        {
            releases.remove(position).1.send(()).expect("it runs");
            if releases.is_empty() {
                break;
            }
            order.push(names.recv().expect("the next begins"));
        }
        assert_eq!(order, ['a', 'f', 'b', 'e', 'c']);
    }

    #[test]
    fn queue_and_jobs_per_caller_are_bounded() {
        let pool = pool(1, 2, 2);
        let (begun, names) = mpsc::channel();
        let job = |name| held(name, &begun);
        let (work, first) = job('a');
        let _a = pool.submit(Some(caller(1)), work).expect("a thread");
        assert_eq!(names.recv(), Ok('a'));
        let b = pool.submit(Some(caller(1)), job('b').0).expect("a place in the queue");
        assert_eq!(
            pool.submit(Some(caller(1)), job('c').0).err(),
            Some(SubmitError::CallerLimit(2))
        );
        let _d = pool.submit(Some(caller(2)), job('d').0).expect("a place in the queue");
        // The second job of one caller gives way to the first of another, but not to a second.
        let _e = pool.submit(Some(caller(3)), job('e').0).expect("a place in the queue");
        assert!(b.is_displaced());
        assert_eq!(pool.submit(Some(caller(2)), job('f').0).err(), Some(SubmitError::QueueFull));
        assert_eq!(pool.submit(Some(caller(4)), job('g').0).err(), Some(SubmitError::QueueFull));
        first.send(()).expect("it runs");
        assert_eq!(names.recv(), Ok('d'));
        let _h = pool.submit(Some(caller(5)), job('h').0).expect("a place in the queue");
    }

    #[tokio::test]
    async fn a_full_queue_displaces_jobs_of_busy_callers() {
        let pool = pool(1, 2, 10);
        let (begun, names) = mpsc::channel();
        let (work, release) = held('a', &begun);
        let _a = pool.submit(Some(caller(1)), work).expect("a thread");
        assert_eq!(names.recv(), Ok('a'));
        let (first, last) = (pool.run(Some(caller(1)), |_| 1), pool.run(Some(caller(1)), |_| 2));
        let (mut first, mut last) = (Box::pin(first), Box::pin(last));
        // Both are queued now.
        assert!(futures_util::poll!(&mut first).is_pending());
        assert!(futures_util::poll!(&mut last).is_pending());
        let other = pool.run(Some(caller(2)), |_| 3);
        let mut other = Box::pin(other);
        assert!(futures_util::poll!(&mut other).is_pending());
        assert_eq!(last.await, Err(SubmitError::QueueFull));
        release.send(()).expect("it runs");
        assert_eq!((other.await, first.await), (Ok(Some(3)), Ok(Some(1))));
    }

    #[tokio::test]
    async fn a_panic_in_a_job_leaves_the_pool_usable() {
        let pool = pool(1, 10, 10);
        assert_eq!(pool.run(None, |_| panic!("on purpose")).await, Ok(None::<u8>));
        assert_eq!(pool.run(None, |_| 7).await, Ok(Some(7)));
    }

    #[test]
    fn a_yielding_job_is_queued_behind_the_others() {
        fn count(left: u8, name: char, log: mpsc::Sender<char>) -> Job {
            Job::new(move |context| {
                let _ = log.send(name);
                (left > 0 && context.has_queued_jobs() || left > 1)
                    .then(|| count(left - 1, name, log))
            })
        }
        let pool = pool(1, 10, 10);
        let (log, names) = mpsc::channel();
        let (release, go) = held('-', &log);
        let _release = pool.submit(None, release).expect("a thread");
        assert_eq!(names.recv(), Ok('-'));
        let _a =
            pool.submit(Some(caller(1)), count(3, 'a', log.clone())).expect("a place in the queue");
        let _b =
            pool.submit(Some(caller(2)), count(3, 'b', log.clone())).expect("a place in the queue");
        go.send(()).expect("it runs");
        let order: String = names.iter().take(6).collect();
        assert_eq!(order, "ababab");
    }

    #[test]
    fn dropping_a_pool_stops_its_jobs() {
        let pool = pool(1, 10, 10);
        let (log, ended) = mpsc::channel();
        let (begun, names) = mpsc::channel();
        let work = Job::new(move |context| {
            let _ = begun.send('a');
            while !context.stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            let _ = log.send(());
            None
        });
        let _ticket = pool.submit(None, work).expect("a thread");
        assert_eq!(names.recv(), Ok('a'));
        drop(pool);
        assert_eq!(ended.recv(), Ok(()));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_pool_threads_are_niced() {
        let mine = rustix::process::getpriority_process(None).expect("a priority");
        let pool = pool(1, 1, 1);
        let found = pool.run(None, |_| rustix::process::getpriority_process(None)).await;
        let found = found.expect("a thread").expect("done");
        assert_eq!(found.expect("a priority"), (mine + 5).min(MAX_NICENESS));
        assert_eq!(rustix::process::getpriority_process(None).expect("a priority"), mine);
    }
}
