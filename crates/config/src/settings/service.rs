//! `[service]`: breakers around tools and services that fail.

use fusebox_engine::Rule;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{ON_DROP, PolicyField, Setting};

pub(super) const DOC: &str = "Breakers around tools and services that fail, shared by every session on this machine. Each tool of \
     an MCP server and each host of the web has one; the server, and the web, have one for all of theirs.";

/// A row of the store holds two bits for each.
const MOST_CALLS: u64 = 1_000;

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "service.tools",
        SettingKind::List,
        "Tools that have a breaker, or prefixes ending in `*`.",
    )
    .looser(LooserDirection::Shorter)
    .slot(PolicyField::List(|policy| &mut policy.service.tools)),
    Setting::new(
        "service.failure_threshold",
        SettingKind::Limit,
        "Failures in a row of one tool that open its breaker.",
    )
    .aliases(&["failure_threshold", "failureThreshold"])
    .rule(Rule::FailureThreshold)
    .slot(PolicyField::Limit(|policy| &mut policy.service.failure_threshold)),
    Setting::new(
        "service.failure_rate",
        SettingKind::Percent,
        "Percent of failures among the calls of one tool that open its breaker too, where some succeed in between.",
    )
    .aliases(&["failure_rate_threshold", "failureRateThreshold"])
    .rule(Rule::FailureRate)
    .slot(PolicyField::Limit(|policy| &mut policy.service.failure_rate)),
    Setting::new(
        "service.minimum_calls",
        SettingKind::Count,
        "Calls before `failure_rate` is looked at; `rate_calls` are enough.",
    )
    .aliases(&["minimum_number_of_calls", "minimumNumberOfCalls"])
    .slot(PolicyField::Limit(|policy| &mut policy.service.minimum_calls)),
    Setting::new(
        "service.rate_calls",
        SettingKind::UpTo(MOST_CALLS),
        "Calls, the last ones, that `failure_rate` is of.",
    )
    .aliases(&["sliding_window_size", "slidingWindowSize"])
    .looser(LooserDirection::AnyChange)
    .slot(PolicyField::Limit(|policy| &mut policy.service.rate_calls)),
    Setting::new(
        "service.rate_time",
        SettingKind::Time,
        "Time whose calls `failure_rate` is of, instead of the last `rate_calls`.",
    )
    .looser(LooserDirection::AnyChange)
    .slot(PolicyField::Limit(|policy| &mut policy.service.rate_time)),
    Setting::new(
        "service.service_threshold",
        SettingKind::Limit,
        "Failures in a row of all tools of one service that open the service's breaker.",
    )
    .rule(Rule::ServiceThreshold)
    .slot(PolicyField::Limit(|policy| &mut policy.service.service_threshold)),
    Setting::new(
        "service.reset_timeout",
        SettingKind::Duration,
        "Time until an open breaker lets a probe run.",
    )
    .aliases(&["reset_timeout_seconds", "resetTimeout"])
    .looser(LooserDirection::Lower)
    .slot(PolicyField::Duration(|policy| &mut policy.service.reset_timeout)),
    Setting::new(
        "service.probe_lease",
        SettingKind::Duration,
        "Time after which a probe that has not answered has failed.",
    )
    .slot(PolicyField::Duration(|policy| &mut policy.service.probe_lease)),
    Setting::new(
        "service.count_errors",
        SettingKind::List,
        "Classes of errors that count as failures, as does every class that is in neither list.",
    )
    .aliases(&["count_errors"])
    .looser(LooserDirection::Shorter)
    .slot(PolicyField::List(|policy| &mut policy.service.count_errors)),
    Setting::new(
        "service.ignore_errors",
        SettingKind::List,
        "Classes of errors that neither count nor reset the count; `\"*\"`: all that are not in \
         `count_errors`.",
    )
    .aliases(&["ignore_errors"])
    .looser(LooserDirection::Longer)
    .slot(PolicyField::List(|policy| &mut policy.service.ignore_errors)),
    Setting::new(
        "service.on_drop",
        SettingKind::Choice(ON_DROP),
        "What a call is that was cancelled before it had a result.",
    )
    .looser(LooserDirection::Towards(ON_DROP))
    .slot(PolicyField::OnDrop),
    Setting::new(
        "service.slow_call",
        SettingKind::Time,
        "Time from which a slow call counts as a failure.",
    )
    .slot(PolicyField::Limit(|policy| &mut policy.service.slow_call)),
    Setting::new(
        "service.backoff",
        SettingKind::Bool,
        "Whether the time until the next probe doubles with each failed probe, to 32 times at most.",
    )
    .looser(LooserDirection::Becoming(false))
    .slot(PolicyField::Flag(|policy| &mut policy.service.backoff)),
];
