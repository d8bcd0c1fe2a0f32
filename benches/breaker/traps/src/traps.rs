//! The traps, in the order of the table.

mod late;
mod limits;
mod neutral;
mod probes;
mod stage;

use crate::finding::Finding;
use crate::libraries::{LIBRARIES, Library};

/// One trap.
#[derive(Debug)]
pub struct Trap {
    /// `T1` to `T13`.
    pub id: &'static str,
    /// What a breaker should do.
    pub rule: &'static str,
    run: fn(&Library) -> Option<Finding>,
}

const fn trap(id: &'static str, rule: &'static str, run: fn(&Library) -> Option<Finding>) -> Trap {
    Trap { id, rule, run }
}

/// All of them.
pub const TRAPS: &[Trap] = &[
    trap("T1", "a late success leaves an open circuit open", late::success_while_open),
    trap("T2", "a late failure means nothing to a half-open one", late::failure_in_half_open),
    trap("T3", "a late success means nothing to a half-open one", late::success_in_half_open),
    trap("T4", "one probe of 16 callers goes through", probes::of_sixteen),
    trap("T5", "a cancelled probe frees its slot", probes::cancelled),
    trap("T6", "a probe that panics frees its slot", probes::panicking),
    trap("T7", "50 failures open a window of 100 after 5,000 successes", limits::window_slides),
    trap("T8", "an ignored error as a probe's result decides nothing", neutral::as_a_probe),
    trap("T9", "an ignored error between failures resets nothing", neutral::in_a_streak),
    trap("T10", "a probe that hangs does not block for ever", probes::hanging),
    trap("T11", "an open period without end is no panic", limits::open_without_end),
    trap("T12", "a failed probe opens, though the window is empty", limits::empty_window),
    trap("T13", "a layer makes no inner call of 10 that are rejected", limits::inner_calls),
];

impl Trap {
    /// Tries one library.
    pub fn run(&self, library: &Library) -> Finding {
        (self.run)(library).unwrap_or(Finding::Nothing)
    }
}

/// Tries every trap on every library: a row for each trap.
pub fn try_all() -> Vec<(&'static Trap, Vec<Finding>)> {
    let row = |trap: &'static Trap| {
        let findings = std::thread::scope(|scope| {
            let runs = LIBRARIES.iter().map(|library| scope.spawn(|| trap.run(library)));
            let runs: Vec<_> = runs.collect();
            let finding = |run: std::thread::ScopedJoinHandle<'_, Finding>| run.join();
            runs.into_iter().map(|run| finding(run).unwrap_or(Finding::Fails("panics"))).collect()
        });
        (trap, findings)
    };
    TRAPS.iter().map(row).collect()
}
