//! Many runs in a few numbers.

use std::collections::BTreeMap;

use fusebox_runtime::agent_run::{AgentRun, FinalStatus};
use serde::Serialize;

use crate::display;

/// What many runs were like.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Stats {
    /// Runs that have ended.
    runs: usize,
    success: usize,
    passed_after_trip: usize,
    failure: usize,
    /// Runs in which a breaker opened.
    tripped: usize,
    /// Runs after a trip of the same task.
    retries: usize,
    tool_calls: u64,
    /// Of the runs that have ended, in seconds.
    median_duration_s: u64,
    total_duration_s: u64,
    /// Why runs failed, and how often.
    failure_reasons: BTreeMap<String, usize>,
}

/// Counts runs that have ended.
pub(super) fn of(runs: &[AgentRun]) -> Stats {
    let mut stats = Stats::default();
    let mut durations = Vec::new();
    for run in runs {
        let Some(status) = run.final_status else { continue };
        stats.runs += 1;
        match status {
            FinalStatus::Success => stats.success += 1,
            FinalStatus::PassedAfterTrip => stats.passed_after_trip += 1,
            FinalStatus::Failure => stats.failure += 1,
        }
        stats.tripped += usize::from(run.circuit_breaker_triggered);
        stats.retries += usize::from(run.retry_count > 0);
        stats.tool_calls += run.tool_calls;
        durations.push(run.duration_s);
        if let Some(reason) = &run.failure_reason {
            *stats.failure_reasons.entry(kind(reason)).or_default() += 1;
        }
    }
    durations.sort_unstable();
    stats.total_duration_s = durations.iter().sum();
    stats.median_duration_s = durations.get(durations.len() / 2).copied().unwrap_or_default();
    stats
}

/// A reason without the numbers that differ from run to run.
fn kind(reason: &str) -> String {
    reason.split(" (").next().unwrap_or(reason).to_owned()
}

impl Stats {
    pub(super) fn text(&self) -> String {
        let share = |part: usize| (part * 100).checked_div(self.runs).unwrap_or(0);
        let mut lines = vec![format!("{:<20} {}", "runs", self.runs)];
        let parts = [
            ("success", self.success),
            ("passed after trip", self.passed_after_trip),
            ("failure", self.failure),
            ("tripped", self.tripped),
            ("after a trip", self.retries),
        ];
        for (name, count) in parts {
            lines.push(format!("{name:<20} {count} ({} %)", share(count)));
        }
        lines.push(format!("{:<20} {}", "tool calls", self.tool_calls));
        let length = |s: u64| display::duration(s.saturating_mul(1_000));
        lines.push(format!("{:<20} {}", "median length", length(self.median_duration_s)));
        lines.push(format!("{:<20} {}", "length in all", length(self.total_duration_s)));
        for (reason, count) in &self.failure_reasons {
            lines.push(format!("{:>20} × {}", count, display::one_line(reason, 200)));
        }
        lines.join("\n")
    }
}
