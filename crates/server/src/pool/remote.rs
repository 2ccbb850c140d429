//! Jobs that workers on other machines do. A worker that waits is one more thread of the pool: it
//! takes the jobs in their order, before the threads do, and what it does not do goes back.

use super::{JobContext, Pool, QueuedJob, RunningJob, Shared, State};
use heterodox_wire::{WorkerAnswer, WorkerTask};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// How often a job is handed over at most. After that a thread of the pool does it, so that workers
/// that stop one after the other do not hold it up.
const MAX_HANDOVERS: u8 = 3;

/// A job that a worker can do in place of a thread.
pub(crate) trait Remote: Send + Sync {
    /// The id of the game.
    fn game(&self) -> &str;

    /// Whether anybody still waits for the result.
    fn is_wanted(&self) -> bool {
        true
    }

    /// What the worker gets. It may be asked for again, for another worker.
    fn task(&self, context: &JobContext<'_>) -> WorkerTask;

    /// Takes an answer. A wrong one has no effect.
    fn accept(&self, answer: WorkerAnswer) -> Verdict;
}

/// What an answer was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The result: the job is done.
    Done,
    /// A part of the result.
    GoOn,
    /// No answer to the task.
    Wrong,
}

/// The result of a job, for the thread or the worker that has it first.
pub(crate) struct Reply<T>(Arc<Mutex<Option<oneshot::Sender<T>>>>);

impl<T> Clone for Reply<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Reply<T> {
    /// A reply, and where it arrives.
    pub(super) fn channel() -> (Self, oneshot::Receiver<T>) {
        let (sender, receiver) = oneshot::channel();
        (Self(Arc::new(Mutex::new(Some(sender)))), receiver)
    }

    /// Sends the result.
    pub(crate) fn send(&self, result: T) {
        let sender = lock(&self.0).take();
        // The receiver may be gone; then the result is not wanted.
        let _ = sender.map(|sender| sender.send(result));
    }
}

/// A thread of a worker that waits for a job of one of several pools. It is over once it has got
/// one, or [`Waiter::channel`]'s receiver is dropped.
#[derive(Clone)]
pub(crate) struct Waiter {
    games: Arc<[String]>,
    sender: Arc<Mutex<Option<oneshot::Sender<Lease>>>>,
}

impl Waiter {
    /// A waiter for jobs of these games, and where its job arrives.
    pub(crate) fn channel(games: Arc<[String]>) -> (Self, oneshot::Receiver<Lease>) {
        let (sender, receiver) = oneshot::channel();
        (Self { games, sender: Arc::new(Mutex::new(Some(sender))) }, receiver)
    }

    fn is_open(&self) -> bool {
        lock(&self.sender).as_ref().is_some_and(|sender| !sender.is_closed())
    }

    fn takes(&self, job: &QueuedJob) -> bool {
        let remote = job.work.remote.as_ref();
        remote.is_some_and(|remote| self.games.iter().any(|game| game == remote.game()))
    }
}

/// A job that a worker does. One that is dropped goes back to the pool.
pub(crate) struct Lease {
    job: Option<QueuedJob>,
    shared: Arc<Shared>,
}

impl Lease {
    /// What the worker gets.
    pub(crate) fn task(&self) -> Option<WorkerTask> {
        let job = self.job.as_ref()?;
        let context =
            JobContext { stop: &job.stop, caller: job.caller.as_ref(), shared: &self.shared };
        Some(job.work.remote.as_ref()?.task(&context))
    }

    /// Whether anybody still waits for the result.
    pub(crate) fn is_wanted(&self) -> bool {
        self.job.as_ref().is_some_and(|job| {
            let remote = job.work.remote.as_ref();
            !job.stop.load(Ordering::Relaxed) && remote.is_some_and(|remote| remote.is_wanted())
        })
    }

    /// Takes an answer of the worker.
    pub(crate) fn accept(&self, answer: WorkerAnswer) -> Verdict {
        let remote = self.job.as_ref().and_then(|job| job.work.remote.as_ref());
        remote.map_or(Verdict::Wrong, |remote| remote.accept(answer))
    }

    /// Ends the job.
    pub(crate) fn end(mut self) {
        if let Some(job) = self.job.take() {
            self.shared.state().running.retain(|running| running.id != job.id);
        }
    }

    /// Gives the job to the threads of the pool.
    pub(crate) fn fail(mut self) {
        if let Some(mut job) = self.job.take() {
            job.work.remote = None;
            self.shared.take_back(job);
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(mut job) = self.job.take() {
            job.handovers += 1;
            if job.handovers >= MAX_HANDOVERS {
                job.work.remote = None;
            }
            self.shared.take_back(job);
        }
    }
}

impl Pool {
    /// Gives a waiter the first queued job that it can do, or lets it wait for one.
    pub(crate) fn wait_for_job(&self, waiter: &Waiter) {
        let mut state = self.0.state();
        if let Some(index) = state.queue.iter().position(|job| waiter.takes(job))
            && let Some(job) = state.queue.remove(index)
        {
            match self.0.hand_over(&mut state, job, waiter) {
                Ok(()) => state.update_positions(),
                // The waiter is gone.
                Err(job) => state.queue.insert(index, job),
            }
        } else {
            state.waiters.push_back(waiter.clone());
        }
    }
}

impl Shared {
    /// Gives a job to the first worker that waits for one like it. Returns the job if there is
    /// none.
    pub(super) fn offer(
        self: &Arc<Self>,
        state: &mut State,
        mut job: QueuedJob,
    ) -> Option<QueuedJob> {
        state.waiters.retain(Waiter::is_open);
        while let Some(index) = state.waiters.iter().position(|waiter| waiter.takes(&job)) {
            let waiter = state.waiters.remove(index)?;
            match self.hand_over(state, job, &waiter) {
                Ok(()) => return None,
                Err(kept) => job = kept,
            }
        }
        Some(job)
    }

    /// Gives a job to a waiter. Returns the job if the waiter is gone.
    fn hand_over(
        self: &Arc<Self>,
        state: &mut State,
        job: QueuedJob,
        waiter: &Waiter,
    ) -> Result<(), QueuedJob> {
        let Some(sender) = lock(&waiter.sender).take() else { return Err(job) };
        let (id, stop, caller) = (job.id, job.stop.clone(), job.caller.clone());
        job.position.store(0, Ordering::Relaxed);
        state.running.push(RunningJob { id, caller, stop });
        let lease = Lease { job: Some(job), shared: self.clone() };
        let Err(mut lease) = sender.send(lease) else { return Ok(()) };
        state.running.retain(|running| running.id != id);
        // Without its job the lease has no effect when it is dropped.
        match lease.job.take() {
            Some(job) => Err(job),
            None => Ok(()),
        }
    }

    /// Takes back what a worker has not done. It is the next that anybody does.
    fn take_back(self: &Arc<Self>, mut job: QueuedJob) {
        let mut state = self.state();
        state.running.retain(|running| running.id != job.id);
        if state.closed || job.stop.load(Ordering::Relaxed) {
            return;
        }
        job.rank = 0;
        let Some(job) = self.offer(&mut state, job) else { return };
        self.wake_thread(&mut state);
        if state.threads > 0 {
            state.queue.push_front(job);
            state.update_positions();
            self.job_available.notify_one();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it is locked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::{Caller, Job, JobHandle, PoolConfig};
    use super::*;
    use std::net::Ipv4Addr;
    use std::num::NonZeroUsize;
    use std::sync::mpsc;

    struct Named(&'static str);

    impl Remote for Named {
        fn game(&self) -> &str {
            self.0
        }

        fn task(&self, _: &JobContext<'_>) -> WorkerTask {
            unreachable!("no worker does it")
        }

        fn accept(&self, answer: WorkerAnswer) -> Verdict {
            if answer == WorkerAnswer::Working { Verdict::Done } else { Verdict::Wrong }
        }
    }

    fn pool() -> Pool {
        let workers = NonZeroUsize::MIN;
        Pool::new(PoolConfig {
            name: "test",
            workers,
            max_queued: 9,
            max_per_caller: 9,
            niceness: 5,
        })
    }

    /// Submits a job of a game. A thread that does it sends its name.
    fn submit(
        pool: &Pool,
        caller: u8,
        game: &'static str,
        done: &mpsc::Sender<&'static str>,
    ) -> JobHandle {
        let done = done.clone();
        let here = Job::new(move |_| {
            let _ = done.send(game);
            None
        });
        let caller = Caller::Address(Ipv4Addr::new(192, 0, 2, caller).into());
        pool.submit(Some(caller), here.or_elsewhere(Arc::new(Named(game)))).expect("a place")
    }

    fn waiter(pool: &Pool, games: &[&str]) -> oneshot::Receiver<Lease> {
        let games: Vec<String> = games.iter().map(|&game| game.to_owned()).collect();
        let (waiter, given) = Waiter::channel(games.into());
        pool.wait_for_job(&waiter);
        given
    }

    fn game(lease: &Lease) -> &str {
        lease.job.as_ref().and_then(|job| job.work.remote.as_ref()).expect("a job").game()
    }

    #[test]
    fn a_waiting_worker_comes_before_the_threads() {
        let pool = pool();
        let (done, names) = mpsc::channel();
        let mut chess = waiter(&pool, &["chess"]);
        let mut all = waiter(&pool, &["draughts", "chess"]);
        let handles = [
            submit(&pool, 1, "draughts", &done),
            submit(&pool, 1, "chess", &done),
            submit(&pool, 1, "chess", &done),
        ];
        // No other job waits: the last one is done here.
        assert_eq!(names.recv(), Ok("chess"));
        let lease = all.try_recv().expect("the first job");
        assert_eq!((game(&lease), lease.is_wanted()), ("draughts", true));
        assert_eq!(lease.accept(WorkerAnswer::Returned), Verdict::Wrong);
        assert_eq!(lease.accept(WorkerAnswer::Working), Verdict::Done);
        lease.end();
        let lease = chess.try_recv().expect("the second job");
        assert_eq!(game(&lease), "chess");
        drop(handles);
        assert!(!lease.is_wanted());
        // What is not wanted any more does not come back.
        drop(lease);
        assert_eq!(pool.queued(), 0);
        assert!(names.try_recv().is_err());
    }

    #[test]
    fn what_a_worker_leaves_is_done_by_another_or_by_a_thread() {
        let pool = pool();
        let (done, names) = mpsc::channel();
        let mut leases = Vec::new();
        let mut next = waiter(&pool, &["chess"]);
        let _handle = submit(&pool, 1, "chess", &done);
        for _ in 1..MAX_HANDOVERS {
            let other = waiter(&pool, &["chess"]);
            drop(next.try_recv().expect("the job"));
            next = other;
        }
        // The last worker to get it.
        leases.push(next.try_recv().expect("the job"));
        let mut idle = waiter(&pool, &["chess"]);
        leases.clear();
        assert_eq!(names.recv(), Ok("chess"));
        assert!(idle.try_recv().is_err(), "not again to a worker");

        // One that has failed goes to a thread at once.
        let _handle = submit(&pool, 1, "chess", &done);
        let mut other = waiter(&pool, &["chess"]);
        idle.try_recv().expect("the job").fail();
        assert_eq!(names.recv(), Ok("chess"));
        assert!(other.try_recv().is_err());
        drop(other);
        // A worker that is gone is left out, also one that has gone with its job.
        let gone = waiter(&pool, &["chess"]);
        let _handle = submit(&pool, 1, "chess", &done);
        drop(gone);
        assert_eq!(names.recv(), Ok("chess"));
    }

    #[test]
    fn a_worker_takes_the_queue_in_its_order() {
        let pool = pool();
        let (done, names) = mpsc::channel();
        // The only thread is busy.
        let (go, wait) = mpsc::channel::<()>();
        let (begun, is_begun) = mpsc::channel();
        let busy = Job::new(move |_| {
            let _ = begun.send(());
            let _ = wait.recv();
            None
        });
        let _busy = pool.submit(None, busy).expect("a place");
        is_begun.recv().expect("it has begun");
        let handles = [
            submit(&pool, 1, "first", &done),
            submit(&pool, 1, "third", &done),
            submit(&pool, 2, "second", &done),
        ];
        assert_eq!(handles.each_ref().map(JobHandle::position), [1, 3, 2]);
        let games = ["first", "second", "third"];
        let leases: Vec<Lease> =
            games.iter().map(|_| waiter(&pool, &games).try_recv().expect("a job")).collect();
        assert_eq!(leases.iter().map(game).collect::<Vec<_>>(), games);
        assert_eq!((pool.queued(), handles[1].position()), (0, 0));
        let mut leases = leases.into_iter();
        leases.next().expect("the first").end();
        // What comes back is the next that is done.
        leases.next().expect("the second").fail();
        let _last = submit(&pool, 3, "fourth", &done);
        drop(go);
        assert_eq!((names.recv(), names.recv()), (Ok("second"), Ok("fourth")));
    }
}
