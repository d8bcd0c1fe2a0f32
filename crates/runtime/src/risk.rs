//! How risky a task is: what makes its verification mandatory, from what a person says of it, from its text, and from
//! what work in the same project took before.

use serde::{Deserialize, Serialize};

use crate::agent_run::AgentRun;

/// More expected calls than this are a risk.
const CALLS: u64 = 10;
/// More expected minutes than this are a risk.
const MINUTES: u64 = 15;
/// More files than this are a risk.
const FILES: u64 = 5;
/// Runs from which a median says something.
const PAST_RUNS: usize = 3;

/// What a person says of a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskEstimate {
    /// The calls that it is expected to take.
    pub calls: Option<u64>,
    /// The minutes that it is expected to take.
    pub minutes: Option<u64>,
    /// Whether other tasks wait for it.
    pub blocks: bool,
}

/// Kinds of work that are a risk by themselves, with the words that name them.
const WORK: &[(&str, &[&str])] = &[
    (
        "authentication",
        &[
            "auth",
            "authentication",
            "authorization",
            "login",
            "oauth",
            "password",
            "passwords",
            "sso",
        ],
    ),
    ("database", &["database", "databases", "migration", "migrations", "schema", "sql"]),
    ("API", &["api", "apis", "endpoint", "endpoints"]),
    ("deployment", &["deploy", "deploys", "deployment", "production", "release", "rollout"]),
];

/// Why a task must be verified, one reason each; empty where nothing says that it is risky. What a person says of
/// calls or minutes stands in place of what past runs took.
#[must_use]
pub fn reasons(text: &str, said: TaskEstimate, past: &[AgentRun]) -> Vec<String> {
    let ended = past.iter().filter(|run| run.final_status.is_some());
    let (mut calls, mut seconds): (Vec<u64>, Vec<u64>) =
        ended.map(|run| (run.tool_calls, run.duration_s)).unzip();
    let mut reasons = Vec::new();
    match (said.calls, median(&mut calls)) {
        (Some(said), _) if said > CALLS => reasons.push(format!("{said} tool calls are expected")),
        (None, Some(usual)) if usual > CALLS => {
            reasons.push(format!("{usual} tool calls are usual in this project"));
        }
        _ => {}
    }
    match (said.minutes, median(&mut seconds).map(|seconds| seconds / 60)) {
        (Some(said), _) if said > MINUTES => reasons.push(format!("{said} minutes are expected")),
        (None, Some(usual)) if usual > MINUTES => {
            reasons.push(format!("{usual} minutes are usual in this project"));
        }
        _ => {}
    }
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    for (name, known) in WORK {
        if let Some(word) = words.iter().find(|word| known.contains(&word.as_str())) {
            reasons.push(format!("it is {name} work (`{word}`)"));
        }
    }
    if let Some(files) = named_files(&words).filter(|files| *files > FILES) {
        reasons.push(format!("{files} files are named"));
    }
    if said.blocks {
        reasons.push("other tasks wait for it".to_owned());
    }
    reasons
}

/// What the run itself shows to be risky, where nobody said what it would take.
#[must_use]
pub fn measured(said: TaskEstimate, calls: u64, seconds: u64) -> Vec<String> {
    let minutes = seconds / 60;
    let of_calls =
        (said.calls.is_none() && calls > CALLS).then(|| format!("{calls} tool calls were made"));
    let of_time =
        (said.minutes.is_none() && minutes > MINUTES).then(|| format!("it took {minutes} minutes"));
    of_calls.into_iter().chain(of_time).collect()
}

/// The largest number before the word "files".
fn named_files(words: &[String]) -> Option<u64> {
    let pairs = words.windows(2).filter(|pair| pair.get(1).is_some_and(|word| word == "files"));
    pairs.filter_map(|pair| pair.first()?.parse().ok()).max()
}

fn median(values: &mut [u64]) -> Option<u64> {
    values.sort_unstable();
    values.get(values.len() / 2).copied().filter(|_| values.len() >= PAST_RUNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        reasons(text, TaskEstimate::default(), &[])
    }

    #[test]
    fn q5_what_a_run_took_is_a_risk_where_nobody_said_it_before() {
        let none = TaskEstimate::default();
        assert_eq!(measured(none, 10, 15 * 60 + 59), [""; 0]);
        assert_eq!(measured(none, 11, 16 * 60), ["11 tool calls were made", "it took 16 minutes"]);
        let said = TaskEstimate { calls: Some(5), minutes: Some(5), blocks: false };
        assert_eq!(measured(said, 11, 16 * 60), [""; 0]);
    }

    #[test]
    fn q5_each_risk_is_named_and_one_step_earlier_there_is_none() {
        let said = |calls, minutes, blocks| {
            let said = TaskEstimate { calls, minutes, blocks };
            reasons("Round the totals", said, &[])
        };
        assert_eq!(said(Some(10), Some(15), false), [""; 0]);
        assert_eq!(said(Some(11), None, false), ["11 tool calls are expected"]);
        assert_eq!(said(None, Some(16), false), ["16 minutes are expected"]);
        assert_eq!(said(None, None, true), ["other tasks wait for it"]);
        assert_eq!(of("Refactor 5 files"), [""; 0]);
        assert_eq!(of("Refactor across 10 files"), ["10 files are named"]);
        assert_eq!(of("Author the apiary page"), [""; 0], "whole words only");
        assert_eq!(of("Add a /login page"), ["it is authentication work (`login`)"]);
        assert_eq!(of("Write the migration"), ["it is database work (`migration`)"]);
        assert_eq!(of("New API"), ["it is API work (`api`)"]);
        assert_eq!(of("deploy it"), ["it is deployment work (`deploy`)"]);
    }
}
