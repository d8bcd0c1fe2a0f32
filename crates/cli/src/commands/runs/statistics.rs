//! Statistics of many runs.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::{PicoUsd, SessionId};
use fusebox_runtime::agent_run::{AgentRun, FinalStatus};
use serde::Serialize;

use crate::{display, spend_records};

/// Statistics of the runs that have ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct RunStatistics {
    runs: usize,
    success: usize,
    passed_after_trip: usize,
    failure: usize,
    /// Runs in which a breaker opened.
    tripped: usize,
    /// Runs after a trip of the same task.
    retries: usize,
    tool_calls: u64,
    /// None where no run has ended.
    median_duration_s: Option<u64>,
    total_duration_s: u64,
    /// What the sessions of the runs cost; none where no client kept a record of one.
    cost_usd: Option<PicoUsd>,
    /// The part of the runs that failed.
    cost_of_failures_usd: Option<PicoUsd>,
    /// Why runs failed, and how often.
    failure_reasons: BTreeMap<String, usize>,
}

impl RunStatistics {
    /// Counts the runs that have ended.
    pub(super) fn of(runs: &[AgentRun]) -> Self {
        let mut stats = Self::default();
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
                // The numbers in parentheses differ from run to run.
                let kind = reason.split(" (").next().unwrap_or(reason).to_owned();
                *stats.failure_reasons.entry(kind).or_default() += 1;
            }
        }
        durations.sort_unstable();
        stats.total_duration_s = durations.iter().sum();
        stats.median_duration_s = durations.get(durations.len() / 2).copied();
        stats
    }

    /// Adds what the sessions of the runs cost, by the client's id of a session. One that several runs went on with
    /// counts once, as the first of these runs ended.
    pub(super) fn add_costs(&mut self, runs: &[AgentRun], costs: &BTreeMap<&str, PicoUsd>) {
        let mut counted = BTreeSet::new();
        for run in runs {
            let Some(session) = run.session.as_ref().map(SessionId::as_str) else { continue };
            let Some((cost, status)) = costs.get(session).zip(run.final_status) else { continue };
            if !counted.insert(session) {
                continue;
            }
            let add = |sum: &mut Option<PicoUsd>| {
                *sum = Some(sum.unwrap_or_default().saturating_add(*cost));
            };
            add(&mut self.cost_usd);
            if status == FinalStatus::Failure {
                add(&mut self.cost_of_failures_usd);
            }
        }
    }

    /// One line for each figure.
    pub(super) fn text(&self) -> String {
        let share = |part: usize| {
            format!("{part} ({} %)", (part * 100).checked_div(self.runs).unwrap_or(0))
        };
        // Whole seconds are counted.
        let duration = |s: u64| match s {
            0 => "under 1 s".to_owned(),
            s => display::duration(s.saturating_mul(1_000)),
        };
        let mut lines: Vec<String> = [
            ("runs", self.runs.to_string()),
            ("success", share(self.success)),
            ("passed after trip", share(self.passed_after_trip)),
            ("failure", share(self.failure)),
            ("tripped", share(self.tripped)),
            ("after a trip", share(self.retries)),
            ("tool calls", self.tool_calls.to_string()),
            ("median duration", self.median_duration_s.map_or("-".to_owned(), duration)),
            (
                "total duration",
                self.median_duration_s.map_or("-".to_owned(), |_| duration(self.total_duration_s)),
            ),
        ]
        .map(|(name, value)| format!("{name:<20} {value}"))
        .to_vec();
        for (name, cost) in [("cost", self.cost_usd), ("of failures", self.cost_of_failures_usd)] {
            lines.extend(cost.map(|cost| format!("{name:<20} {}", spend_records::shown(cost))));
        }
        for (reason, count) in &self.failure_reasons {
            lines.push(format!("{count:>20} × {}", display::one_line(reason, 200)));
        }
        lines.join("\n")
    }
}
