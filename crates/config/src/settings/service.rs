//! `[service]`: breakers around tools and services that fail.

use fusebox_engine::Rule;

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::{ON_DROP, Setting, Slot};

pub(super) const DOC: &str = "Breakers around tools and services that fail, shared by every session on this machine. Each tool of \
     an MCP server and each host of the web has one; the server, and the web, have one for all of theirs.";

/// A row of the store holds two bits for each.
const MOST_CALLS: u64 = 1_000;

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "service.tools",
        Kind::List,
        "Tools that have a breaker, or prefixes ending in `*`.",
    )
    .looser(Loosening::Shorter)
    .slot(Slot::List(|policy| &mut policy.service.tools)),
    Setting::new(
        "service.failure_threshold",
        Kind::Limit,
        "Failures in a row of one tool that open its breaker.",
    )
    .aliases(&["failure_threshold", "failureThreshold"])
    .rule(Rule::FailureThreshold)
    .slot(Slot::Limit(|policy| &mut policy.service.failure_threshold)),
    Setting::new(
        "service.failure_rate",
        Kind::Percent,
        "Percent of failures among the calls of one tool that open its breaker too, where some succeed in between.",
    )
    .aliases(&["failure_rate_threshold", "failureRateThreshold"])
    .rule(Rule::FailureRate)
    .slot(Slot::Limit(|policy| &mut policy.service.failure_rate)),
    Setting::new(
        "service.minimum_calls",
        Kind::Count,
        "Calls before `failure_rate` is looked at; `rate_calls` are enough.",
    )
    .aliases(&["minimum_number_of_calls", "minimumNumberOfCalls"])
    .slot(Slot::Limit(|policy| &mut policy.service.minimum_calls)),
    Setting::new(
        "service.rate_calls",
        Kind::UpTo(MOST_CALLS),
        "Calls, the last ones, that `failure_rate` is of.",
    )
    .aliases(&["sliding_window_size", "slidingWindowSize"])
    .looser(Loosening::AnyChange)
    .slot(Slot::Limit(|policy| &mut policy.service.rate_calls)),
    Setting::new(
        "service.rate_time",
        Kind::Time,
        "Time whose calls `failure_rate` is of, instead of the last `rate_calls`.",
    )
    .looser(Loosening::AnyChange)
    .slot(Slot::Limit(|policy| &mut policy.service.rate_time)),
    Setting::new(
        "service.service_threshold",
        Kind::Limit,
        "Failures in a row of all tools of one service that open the service's breaker.",
    )
    .rule(Rule::ServiceThreshold)
    .slot(Slot::Limit(|policy| &mut policy.service.service_threshold)),
    Setting::new(
        "service.reset_timeout",
        Kind::Duration,
        "Time until an open breaker lets a probe run.",
    )
    .aliases(&["reset_timeout_seconds", "resetTimeout"])
    .looser(Loosening::Lower)
    .slot(Slot::Duration(|policy| &mut policy.service.reset_timeout)),
    Setting::new(
        "service.probe_lease",
        Kind::Duration,
        "Time after which a probe that has not answered has failed.",
    )
    .slot(Slot::Duration(|policy| &mut policy.service.probe_lease)),
    Setting::new(
        "service.count_errors",
        Kind::List,
        "Classes of errors that count as failures, as does every class that is in neither list.",
    )
    .aliases(&["count_errors"])
    .looser(Loosening::Shorter)
    .slot(Slot::List(|policy| &mut policy.service.count_errors)),
    Setting::new(
        "service.ignore_errors",
        Kind::List,
        "Classes of errors that neither count nor reset the count; `\"*\"`: all that are not in \
         `count_errors`.",
    )
    .aliases(&["ignore_errors"])
    .looser(Loosening::Longer)
    .slot(Slot::List(|policy| &mut policy.service.ignore_errors)),
    Setting::new(
        "service.on_drop",
        Kind::Choice(ON_DROP),
        "What a call is that was cancelled before it had a result.",
    )
    .looser(Loosening::Towards(ON_DROP))
    .slot(Slot::OnDrop),
    Setting::new(
        "service.slow_call",
        Kind::Time,
        "Time from which a slow call counts as a failure.",
    )
    .slot(Slot::Limit(|policy| &mut policy.service.slow_call)),
    Setting::new(
        "service.backoff",
        Kind::Bool,
        "Whether the time until the next probe doubles with each failed probe, to 32 times at most.",
    )
    .looser(Loosening::Becoming(false))
    .slot(Slot::Flag(|policy| &mut policy.service.backoff)),
];
