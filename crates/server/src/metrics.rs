//! What the operator's monitoring reads: counts and times of the server as a whole. Nothing here
//! names a game or a person: a label would be a leak.

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The content type of the answer.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A request by its route, which is a pattern and no path.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

/// A worker pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
}

/// What a worker has done with a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobResult {
    /// Done it.
    Done,
    /// Not answered in time, or wrongly.
    Failed,
    /// Given it back, because the worker stops.
    Returned,
}

/// A job of a worker by its result.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct JobLabels {
    result: &'static str,
}

/// What is counted as it happens. Clones share their counts.
#[derive(Clone)]
pub(crate) struct Metrics {
    requests: Family<RequestLabels, Counter>,
    request_time: Histogram,
    append_time: Histogram,
    append_failures: Counter,
    worker_jobs: Family<JobLabels, Counter>,
    started: SystemTime,
}

/// What is read when the monitoring asks.
pub(crate) struct Sample {
    /// The games in memory.
    pub(crate) live_games: usize,
    /// The open sockets of games.
    pub(crate) sockets: usize,
    /// The threads of workers on other machines that wait for a job.
    pub(crate) waiting_workers: usize,
    /// The waiting jobs of each pool.
    pub(crate) queued_jobs: Vec<(&'static str, usize)>,
    /// Whether the store can be written.
    pub(crate) is_ready: bool,
    /// Of one of several servers; `None` of one that is alone.
    pub(crate) node: Option<NodeSample>,
}

/// What is read of a server that is one of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeSample {
    /// Whether the database was reached of late.
    pub(crate) is_reached: bool,
    /// Whether the bus is connected.
    pub(crate) has_bus: bool,
}

impl Default for Metrics {
    fn default() -> Self {
        // From half a millisecond to eight seconds, and from a tenth to three.
        let (request, append) =
            (exponential_buckets(0.0005, 2.0, 15), exponential_buckets(0.0001, 2.0, 16));
        Self {
            requests: Family::default(),
            request_time: Histogram::new(request),
            append_time: Histogram::new(append),
            append_failures: Counter::default(),
            worker_jobs: Family::default(),
            started: SystemTime::now(),
        }
    }
}

impl Metrics {
    /// Counts an append to the log of a game.
    pub(crate) fn count_append(&self, took: Duration, is_stored: bool) {
        self.append_time.observe(took.as_secs_f64());
        if !is_stored {
            self.append_failures.inc();
        }
    }

    /// Counts a job that a worker has had.
    pub(crate) fn count_worker_job(&self, result: JobResult) {
        let result = match result {
            JobResult::Done => "done",
            JobResult::Failed => "failed",
            JobResult::Returned => "returned",
        };
        self.worker_jobs.get_or_create(&JobLabels { result }).inc();
    }

    fn count_request(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let labels = RequestLabels { method, route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        self.request_time.observe(took.as_secs_f64());
    }

    /// Everything in the text format of `OpenMetrics`.
    pub(crate) fn text(&self, sample: &Sample) -> String {
        let mut registry = Registry::with_prefix("heterodox");
        registry.register(
            "build",
            "The program",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        registry.register("http_requests", "Answered requests by route", self.requests.clone());
        registry.register_with_unit(
            "http_request",
            "Time until the head of an answer",
            Unit::Seconds,
            self.request_time.clone(),
        );
        registry.register_with_unit(
            "store_append",
            "Time until events are durable",
            Unit::Seconds,
            self.append_time.clone(),
        );
        registry.register(
            "store_append_failures",
            "Appends that were not stored",
            self.append_failures.clone(),
        );
        registry.register(
            "worker_jobs",
            "Jobs that workers on other machines have had",
            self.worker_jobs.clone(),
        );
        let gauges = [
            ("store_ready", "Whether the store can be written", i64::from(sample.is_ready)),
            ("live_games", "Games in memory", number(sample.live_games)),
            ("sockets", "Open sockets of games", number(sample.sockets)),
            (
                "waiting_workers",
                "Threads of workers on other machines that wait for a job",
                number(sample.waiting_workers),
            ),
            ("resident_memory_bytes", "Memory in use", resident_bytes()),
            ("start_time_seconds", "When the server started", unix_seconds(self.started)),
        ];
        let node = sample.node.map(|NodeSample { is_reached, has_bus }| {
            [
                ("database_reached", "Whether the database answered of late", is_reached.into()),
                ("bus_connected", "Whether the bus is connected", has_bus.into()),
            ]
        });
        for (name, help, value) in gauges.into_iter().chain(node.into_iter().flatten()) {
            let gauge = Gauge::<i64>::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        }
        let queued = Family::<PoolLabels, Gauge>::default();
        for (pool, jobs) in &sample.queued_jobs {
            queued.get_or_create(&PoolLabels { pool }).set(number(*jobs));
        }
        registry.register("queued_jobs", "Jobs that wait for a thread", queued);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &registry);
        text
    }
}

/// The layer that counts requests.
pub(crate) async fn layer(
    State(metrics): State<Arc<Metrics>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    // A method may be any word of the caller's.
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let method = known.into_iter().find(|name| *name == method.as_str()).unwrap_or("other");
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    metrics.count_request(method, route, response.status().as_u16(), begun.elapsed());
    response
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn unix_seconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or_default()
}

/// The memory of the process, as Linux tells it; elsewhere 0.
fn resident_bytes() -> i64 {
    const PAGE_BYTES: i64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<i64>().ok());
    pages.unwrap_or_default() * PAGE_BYTES
}
