//! When the shared breaker of a tool or a service opens.

pub use fusebox_breaker::OnDrop;
use serde::{Deserialize, Serialize};

use super::{Limit, matches_name};
use crate::Duration;

/// When the shared breaker of a tool or a service opens, and what counts as a failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServicePolicy {
    /// Tools that have a breaker: a name, or a prefix ending in `*`. Default `mcp:*` and `web`.
    pub tools: Vec<String>,
    /// Failures in a row of one tool that open its breaker. Default 5.
    pub failure_threshold: Limit,
    /// Failures in a row of all tools of one service that open the service's breaker. Default 10.
    pub service_threshold: Limit,
    /// Percent of failures among the calls of one tool that open its breaker too. Default: no limit.
    pub failure_rate: Limit,
    /// Calls before the failure rate is judged. Default 10.
    pub minimum_calls: Limit,
    /// Size of the window of the failure rate, in calls, unless `rate_time` is set. Default 20.
    pub rate_calls: Limit,
    /// Size of the window of the failure rate, in milliseconds. Default: none, so that calls count.
    pub rate_time: Limit,
    /// Time until an open breaker lets a probe run. Default 30 s.
    pub reset_timeout: Duration,
    /// Time after which a probe without an answer has failed. Default 60 s.
    pub probe_lease: Duration,
    /// Classes of errors that count as failures. A class in neither list counts too.
    pub count_errors: Vec<String>,
    /// Classes of errors that neither count nor reset the count; `*` matches every class that is
    /// not in `count_errors`.
    pub ignore_errors: Vec<String>,
    /// How a call counts that was cancelled before it had a result.
    pub on_drop: OnDrop,
    /// Time from which a slow call counts as a failure, in milliseconds. Default: no limit.
    pub slow_call: Limit,
    /// Whether the time until the next probe doubles with each failed probe. Default: no.
    pub backoff: bool,
}

impl Default for ServicePolicy {
    fn default() -> Self {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Self {
            tools: owned(&["mcp:*", "web"]),
            failure_threshold: Limit::at(5),
            service_threshold: Limit::at(10),
            failure_rate: Limit::UNLIMITED,
            minimum_calls: Limit::at(10),
            rate_calls: Limit::at(20),
            rate_time: Limit::UNLIMITED,
            reset_timeout: Duration::from_secs(30),
            probe_lease: Duration::from_secs(60),
            count_errors: owned(&["ToolError", "NetworkError", "RateLimitExceeded"]),
            ignore_errors: owned(&["InvalidArguments", "FileNotFound"]),
            on_drop: OnDrop::Neutral,
            slow_call: Limit::UNLIMITED,
            backoff: false,
        }
    }
}

impl ServicePolicy {
    /// Whether calls of `tool` have a breaker.
    #[must_use]
    pub fn guards(&self, tool: &str) -> bool {
        self.tools.iter().any(|entry| matches_name(entry, tool))
    }

    /// Whether an error of this class is a failure of the service (S1).
    #[must_use]
    pub fn counts(&self, class: &str) -> bool {
        self.count_errors.iter().any(|counted| counted == class)
            || !self.ignore_errors.iter().any(|ignored| matches_name(ignored, class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s01_a_class_counts_is_ignored_or_counts_because_nobody_knows_it() {
        let check = |policy: &ServicePolicy, class, expected| {
            assert_eq!(policy.counts(class), expected, "{class}");
        };
        let policy = ServicePolicy::default();
        check(&policy, "ToolError", true);
        check(&policy, "NetworkError", true);
        check(&policy, "RateLimitExceeded", true);
        check(&policy, "InvalidArguments", false);
        check(&policy, "FileNotFound", false);
        check(&policy, "SomethingNew", true);
        let only = ServicePolicy { ignore_errors: vec!["*".to_owned()], ..policy };
        check(&only, "SomethingNew", false);
        check(&only, "ToolError", true);
    }

    #[test]
    fn a_tool_is_guarded_by_its_name_or_a_prefix() {
        let policy = ServicePolicy::default();
        let guarded: Vec<bool> = ["mcp:jira/search", "web", "webby", "bash", "mcp"]
            .map(|tool| policy.guards(tool))
            .to_vec();
        assert_eq!(guarded, [true, true, false, false, false]);
    }
}
