//! Statistics of many runs, and how they stand against the success criteria of guided retry.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::SessionId;
use fusebox_runtime::agent_run::{AgentRun, FinalStatus, VerificationOutcome};
use fusebox_spend::CostSum;
use serde::Serialize;

use crate::spend_records::SessionUsage;
use crate::{display, spend_records};

/// A context of more tokens counts as an explosion.
const CONTEXT_CRITERION: u64 = 150_000;

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
    /// Those of them that passed.
    retries_passed: usize,
    /// Runs whose prompt began with the analysis of a trip.
    with_analysis: PassRate,
    /// All others.
    without_analysis: PassRate,
    /// Runs that were verified, and those that passed.
    verified: PassRate,
    tool_calls: u64,
    /// Rounded to a tenth; none where no run has ended.
    mean_tool_calls: Option<f64>,
    most_tool_calls: u64,
    largest_context_tokens: u64,
    /// Runs with a context of more than 150,000 tokens.
    context_explosions: usize,
    /// Runs that neared no limit and did not trip.
    within_thresholds: usize,
    /// None where no run has ended.
    median_duration_s: Option<u64>,
    total_duration_s: u64,
    /// What the sessions of the runs cost; none where no client kept a record of one.
    cost_usd: Option<CostSum>,
    /// The part of the runs that failed.
    cost_of_failures_usd: Option<CostSum>,
    /// Why runs failed, and how often.
    failure_reasons: BTreeMap<String, usize>,
}

/// Runs of a kind, and those of them that passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
struct PassRate {
    runs: usize,
    passed: usize,
}

impl PassRate {
    fn add(&mut self, has_passed: bool) {
        self.runs += 1;
        self.passed += usize::from(has_passed);
    }

    fn text(self) -> String {
        match self.runs {
            0 => share_of(0, 0),
            runs => format!("{} passed", share_of(self.passed, runs)),
        }
    }
}

/// `3 of 4 (75 %)`, or `-` where there are none.
fn share_of(part: usize, all: usize) -> String {
    match (part * 100).checked_div(all) {
        Some(percent) => format!("{part} of {all} ({percent} %)"),
        None => "-".to_owned(),
    }
}

impl RunStatistics {
    /// Whether no run has ended.
    pub(super) fn is_empty(&self) -> bool {
        self.runs == 0
    }

    /// Counts the runs that have ended.
    pub(super) fn of(runs: &[AgentRun]) -> Self {
        let mut stats = Self::default();
        let mut durations = Vec::new();
        for run in runs {
            let Some(status) = run.final_status else { continue };
            stats.count(run, status);
            durations.push(run.duration_s);
        }
        durations.sort_unstable();
        stats.total_duration_s = durations.iter().sum();
        stats.median_duration_s = durations.get(durations.len() / 2).copied();
        let tenths = stats.tool_calls.saturating_mul(10).checked_div(stats.runs as u64);
        stats.mean_tool_calls = tenths.map(|tenths| tenths as f64 / 10.0);
        stats
    }

    fn count(&mut self, run: &AgentRun, status: FinalStatus) {
        let has_passed = match status {
            FinalStatus::Success | FinalStatus::PassedAfterTrip => true,
            FinalStatus::Failure => false,
        };
        self.runs += 1;
        match status {
            FinalStatus::Success => self.success += 1,
            FinalStatus::PassedAfterTrip => self.passed_after_trip += 1,
            FinalStatus::Failure => self.failure += 1,
        }
        self.tripped += usize::from(run.circuit_breaker_triggered);
        if run.retry_count > 0 {
            self.retries += 1;
            self.retries_passed += usize::from(has_passed);
        }
        let of_analysis = match run.retry_of {
            Some(_) => &mut self.with_analysis,
            None => &mut self.without_analysis,
        };
        of_analysis.add(has_passed);
        if let Some(verification) = &run.verification
            && verification.outcome != VerificationOutcome::Missing
        {
            self.verified.add(verification.outcome == VerificationOutcome::Passed);
        }
        self.tool_calls += run.tool_calls;
        self.most_tool_calls = self.most_tool_calls.max(run.tool_calls);
        let context = run.estimated_context_tokens;
        self.largest_context_tokens = self.largest_context_tokens.max(context);
        self.context_explosions += usize::from(context > CONTEXT_CRITERION);
        let is_within = !run.qc_recommended && !run.circuit_breaker_triggered;
        self.within_thresholds += usize::from(is_within);
        if let Some(reason) = &run.failure_reason {
            // The numbers in parentheses differ from run to run.
            let kind = reason.split(" (").next().unwrap_or(reason).to_owned();
            *self.failure_reasons.entry(kind).or_default() += 1;
        }
    }

    /// Adds what the sessions of the runs cost, by the client's id of a session. One that several runs went on with
    /// counts once, as the first of these runs ended.
    pub(super) fn add_costs(&mut self, runs: &[AgentRun], usages: &BTreeMap<&str, SessionUsage>) {
        let mut counted = BTreeSet::new();
        for run in runs {
            let Some(session) = run.session.as_ref().map(SessionId::as_str) else { continue };
            let cost =
                usages.get(session).map(|usage| usage.cost).or(run.cost_usd.map(CostSum::from));
            let Some((cost, status)) = cost.zip(run.final_status) else { continue };
            if !counted.insert(session) {
                continue;
            }
            let add = |sum: &mut Option<CostSum>| {
                *sum = Some(sum.unwrap_or_default().with(cost));
            };
            add(&mut self.cost_usd);
            if status == FinalStatus::Failure {
                add(&mut self.cost_of_failures_usd);
            }
        }
    }

    /// One line for each figure, where a run has ended.
    pub(super) fn text(&self, width: usize) -> String {
        let share = |part: usize| {
            format!("{part} ({} %)", (part * 100).checked_div(self.runs).unwrap_or(0))
        };
        // Whole seconds are counted.
        let duration = |s: u64| match s {
            0 => "under 1 s".to_owned(),
            s => display::duration(s.saturating_mul(1_000)),
        };
        let mean = self.mean_tool_calls.unwrap_or_default();
        let mut lines: Vec<String> = [
            ("runs", self.runs.to_string()),
            ("success", share(self.success)),
            ("passed after trip", share(self.passed_after_trip)),
            ("failure", share(self.failure)),
            ("tripped", share(self.tripped)),
            ("after a trip", share(self.retries)),
            ("with analysis", self.with_analysis.text()),
            ("without analysis", self.without_analysis.text()),
            ("verified", self.verified.text()),
            ("tool calls", self.tool_calls.to_string()),
            ("mean tool calls", format!("{mean:.1}")),
            ("median duration", duration(self.median_duration_s.unwrap_or_default())),
            ("total duration", duration(self.total_duration_s)),
        ]
        .map(|(name, value)| line(name, &value))
        .to_vec();
        for (name, cost) in [("cost", self.cost_usd), ("of failures", self.cost_of_failures_usd)] {
            lines.extend(cost.map(|cost| line(name, &spend_records::shown(cost))));
        }
        lines.extend(self.criteria());
        let names = std::iter::once("why they failed").chain(std::iter::repeat(""));
        for (name, (reason, count)) in names.zip(&self.failure_reasons) {
            lines.push(line(name, &format!("{count} × {}", display::one_line(reason, 200))));
        }
        lines.iter().flat_map(|line| wrapped(line, width)).collect::<Vec<_>>().join("\n")
    }

    /// The success criteria, each with what was measured.
    fn criteria(&self) -> [String; 4] {
        let met = |is_met: bool| if is_met { "met" } else { "not met" };
        let context = format!(
            "{}: {} above 150,000 tokens, the largest {}",
            met(self.context_explosions == 0),
            display::count(self.context_explosions, "run"),
            self.largest_context_tokens,
        );
        let within = format!(
            "{}: {} (95 % wanted)",
            met(self.within_thresholds * 100 >= self.runs * 95),
            share_of(self.within_thresholds, self.runs),
        );
        let retries = share_of(self.retries_passed, self.retries);
        [
            line("context", &context),
            line("within thresholds", &within),
            line("retries that pass", &retries),
            line("most tool calls", &self.most_tool_calls.to_string()),
        ]
    }
}

/// The columns in front of a value.
const NAME_COLUMNS: usize = 21;

fn line(name: &str, value: &str) -> String {
    format!("{name:<20} {value}")
}

/// The line, with what does not fit below its value.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let Some((name, value)) = line.split_at_checked(NAME_COLUMNS) else {
        return vec![line.to_owned()];
    };
    let lines = display::wrap_after("", value, width.saturating_sub(NAME_COLUMNS));
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    names.zip(lines).map(|(name, line)| format!("{name:<NAME_COLUMNS$}{line}")).collect()
}
