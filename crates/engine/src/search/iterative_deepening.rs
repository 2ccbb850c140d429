//! The root of a search: iterative deepening with aspiration windows over the root moves.

use super::counters::{Counter, count};
use super::node::{SearchThread, Window};
use super::smp::Shared;
use super::technique::Technique;
use super::time_use::TimeUse;
use super::{PvLine, SearchRequest, SearchResult};
use crate::score::{INFINITE, WIN, WIN_BOUND};
use crate::{Evaluate, Score};
use heterodox_rules::{SearchMove, SearchPosition};

/// With a single legal move, a search with a limit of time ends after this iteration.
const FORCED_MOVE_DEPTH: u32 = 4;
/// The first iteration with an aspiration window.
const ASPIRATION_DEPTH: u32 = 5;
/// Half the width of the first aspiration window, in hundredths of
/// [`Settings::eval_scale`](super::Settings::eval_scale). Set by hand.
const ASPIRATION_WIDTH: i32 = 30;

/// A root move with its results.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub(super) m: M,
    /// The value in the current iteration; `-INFINITE` if it is only known to be below the best.
    pub(super) value: i32,
    pub(super) pv: Vec<M>,
}

impl<M: Copy> SearchResult<M> {
    /// Takes over the results of an iteration from the sorted root moves.
    fn update(&mut self, root: &[RootMove<M>], margin: i32, multi_pv: usize) {
        self.best = root[0].m;
        self.score = Score::from_value(root[0].value);
        self.pv.clone_from(&root[0].pv);
        self.candidates = root
            .iter()
            .filter(|entry| entry.value > -INFINITE && entry.value + margin >= root[0].value)
            .map(|entry| (entry.m, Score::from_value(entry.value)))
            .collect();
        self.pv_lines = root
            .iter()
            .take(multi_pv.max(1))
            .filter(|entry| entry.value > -INFINITE)
            .map(|entry| PvLine { score: Score::from_value(entry.value), pv: entry.pv.clone() })
            .collect();
    }
}

/// Searches deeper and deeper until the deadline, or until the game is decided.
pub(super) fn deepen<P: SearchPosition, E: Evaluate<P>>(
    shared: &Shared<'_, '_, P, E>,
    thread: &mut SearchThread<'_, P, E>,
    root: &mut [RootMove<P::Move>],
    result: &mut SearchResult<P::Move>,
    mut on_iteration: impl FnMut(&SearchResult<P::Move>),
) {
    let request = shared.request;
    let mut time_use = request.limit.aim.map(TimeUse::new);
    for depth in shared.depths(1) {
        let completed = iterate(thread, root, depth, request, shared.lowest_useful_value());
        debug_assert_eq!(thread.height, 0, "all moves were taken back");
        result.nodes = thread.nodes().max(shared.deadline.nodes());
        if root[0].value > -INFINITE {
            result.update(root, request.margin, request.multi_pv);
        }
        result.seldepth = thread.seldepth as u32;
        result.hashfull = shared.memory.table.hashfull();
        if !completed {
            break;
        }
        result.depth = depth;
        on_iteration(result);
        let has_time_limit = request.limit.time.is_some();
        let forced = root.len() == 1 && depth >= FORCED_MOVE_DEPTH && has_time_limit;
        if forced || root[0].value > -INFINITE && is_decided(root[0].value, depth) {
            break;
        }
        if let Some(time_use) = &mut time_use {
            let value = 100 * root[0].value / shared.settings.eval_scale;
            let wanted = time_use.after_iteration(root[0].m.pack(), value);
            if shared.deadline.elapsed() >= wanted {
                break;
            }
        }
    }
}

/// Returns whether a deeper iteration could not change the result: a win or a loss within the
/// depth. A loss is searched twice as deep, since reductions may have hidden a defence.
const fn is_decided(value: i32, depth: u32) -> bool {
    let depth = depth as i32;
    if value >= WIN_BOUND {
        WIN - value <= depth
    } else if value <= -WIN_BOUND {
        2 * (WIN + value) + 4 <= depth
    } else {
        false
    }
}

/// Runs one iteration and returns whether it was completed. If only the best move matters, the
/// iteration begins with a narrow window around the last value, which is widened until it holds the
/// value (aspiration).
pub(super) fn iterate<P: SearchPosition, E: Evaluate<P>>(
    thread: &mut SearchThread<'_, P, E>,
    root: &mut [RootMove<P::Move>],
    depth: u32,
    request: &SearchRequest<'_, P>,
    lowest: i32,
) -> bool {
    let full = Window { alpha: lowest, beta: INFINITE };
    let guess = root[0].value;
    let only_best = request.margin == 0 && request.multi_pv <= 1 && lowest == -INFINITE;
    if !only_best
        || depth < ASPIRATION_DEPTH
        || guess.abs() >= WIN_BOUND
        || !thread.uses(Technique::Aspiration)
    {
        return search_root(thread, root, depth, request, full).is_some();
    }
    let mut width = thread.margin(ASPIRATION_WIDTH);
    let mut window = Window { alpha: guess - width, beta: guess + width };
    loop {
        let Some(value) = search_root(thread, root, depth, request, window) else { return false };
        width *= 3;
        let widest = 10 * thread.settings.eval_scale;
        if value <= window.alpha && window.alpha > -INFINITE {
            window.alpha = if width > widest { -INFINITE } else { guess - width };
        } else if value >= window.beta && window.beta < INFINITE {
            window.beta = if width > widest { INFINITE } else { guess + width };
        } else {
            return true;
        }
        count(Counter::AspirationAgain);
    }
}

/// Searches the root moves until one of them reaches `beta`, and sorts them: those above `alpha` by
/// their values, the others behind them in the order of the last iteration.
///
/// Returns the best value, or the bound that all values are below. Returns `None` if the search was
/// stopped; the moves searched before that are sorted and count, since the best move of the last
/// iteration is among them.
fn search_root<P: SearchPosition, E: Evaluate<P>>(
    thread: &mut SearchThread<'_, P, E>,
    root: &mut [RootMove<P::Move>],
    depth: u32,
    request: &SearchRequest<'_, P>,
    window: Window,
) -> Option<i32> {
    let (margin, multi_pv) = (request.margin, request.multi_pv.max(1));
    let mut values = vec![-INFINITE; root.len()];
    // The best values of this iteration, the highest first.
    let mut best: Vec<i32> = Vec::with_capacity(multi_pv + 1);
    for (index, entry) in root.iter_mut().enumerate() {
        let by_margin = best.first().map(|best| best - margin - i32::from(margin > 0));
        let by_lines = best.get(multi_pv - 1).copied();
        let floor = by_lines.into_iter().chain(by_margin).min().unwrap_or(-INFINITE);
        let alpha = if by_lines.is_none() { window.alpha } else { floor.max(window.alpha) };
        let late = thread.uses(Technique::RootReduction)
            && multi_pv == 1
            && index >= 6
            && depth >= 4
            && alpha < WIN_BOUND;
        let quiet = !thread.position().is_capture(entry.m);
        let reduction = i32::from(late && quiet) + i32::from(late && quiet && index >= 24);
        let scout = (index > 0 && alpha > -INFINITE).then_some(reduction);
        let move_window = Window { alpha, beta: window.beta };
        let value = thread.search_root_move(entry.m, depth as i32, move_window, scout);
        if thread.stopped() {
            break;
        }
        if value > alpha {
            values[index] = value;
            let rank = best.partition_point(|&better| better >= value);
            best.insert(rank, value);
            best.truncate(multi_pv);
            thread.copy_pv(entry.m, &mut entry.pv);
            if value >= window.beta {
                break;
            }
        }
    }
    if !best.is_empty() {
        for (entry, value) in root.iter_mut().zip(values) {
            entry.value = value;
        }
        root.sort_by_key(|entry| std::cmp::Reverse(entry.value));
    }
    (!thread.stopped()).then(|| best.first().copied().unwrap_or(window.alpha))
}
