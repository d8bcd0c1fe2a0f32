//! `[service]`: breakers around tools and services that fail.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{Setting, set_word, word};

/// The words of `on_drop`, the stricter first.
const ON_DROP: &[&str] = &["failure", "neutral"];

pub(super) const DOC: &str = "Breakers around tools and services that fail, shared by every session on this machine. Each tool of \
     an MCP server and each host of the web has one; the server, and the web, have one for all of theirs.";

/// The store keeps two bits for each call.
const MAX_CALLS: u64 = 1_000;

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("service.tools", SettingKind::List)
        .doc("Tools that have a breaker, or prefixes ending in `*`.")
        .list(|policy| &mut policy.service.tools),
    Setting::new("service.failure_threshold", SettingKind::Limit)
        .doc("Failures in a row of one tool that open its breaker.")
        .aliases(&["failure_threshold", "failureThreshold"])
        .limit(|policy| &mut policy.service.failure_threshold),
    Setting::new("service.failure_rate", SettingKind::Percent)
        .doc(
            "Percent of failures among the calls of one tool that open its breaker too, where some \
             succeed in between.",
        )
        .aliases(&["failure_rate_threshold", "failureRateThreshold"])
        .limit(|policy| &mut policy.service.failure_rate),
    Setting::new("service.minimum_calls", SettingKind::Count)
        .doc("Calls before `failure_rate` applies; never more than `rate_calls`.")
        .aliases(&["minimum_number_of_calls", "minimumNumberOfCalls"])
        .limit(|policy| &mut policy.service.minimum_calls),
    Setting::new("service.rate_calls", SettingKind::UpTo(MAX_CALLS))
        .doc("The number of latest calls over which `failure_rate` is computed.")
        .aliases(&["sliding_window_size", "slidingWindowSize"])
        .looser(LooserDirection::AnyChange)
        .limit(|policy| &mut policy.service.rate_calls),
    Setting::new("service.rate_time", SettingKind::Time)
        .doc("The time over which `failure_rate` is computed, instead of the last `rate_calls`.")
        .looser(LooserDirection::AnyChange)
        .limit(|policy| &mut policy.service.rate_time),
    Setting::new("service.service_threshold", SettingKind::Limit)
        .doc("Failures in a row of all tools of one service that open the service's breaker.")
        .limit(|policy| &mut policy.service.service_threshold),
    Setting::new("service.reset_timeout", SettingKind::Duration)
        .doc("Time until an open breaker lets a probe run.")
        .aliases(&["reset_timeout_seconds", "resetTimeout"])
        .looser(LooserDirection::Lower)
        .duration(|policy| &mut policy.service.reset_timeout),
    Setting::new("service.probe_lease", SettingKind::Duration)
        .doc("Time after which a probe that has not answered has failed.")
        .duration(|policy| &mut policy.service.probe_lease),
    Setting::new("service.count_errors", SettingKind::List)
        .doc(
            "Classes of errors that count as failures, as does every class that is in neither list.",
        )
        .aliases(&["count_errors"])
        .list(|policy| &mut policy.service.count_errors),
    Setting::new("service.ignore_errors", SettingKind::List)
        .doc(
            "Classes of errors that neither count nor reset the count; `\"*\"`: all that are not in \
             `count_errors`.",
        )
        .aliases(&["ignore_errors"])
        .looser(LooserDirection::Longer)
        .list(|policy| &mut policy.service.ignore_errors),
    Setting::new("service.on_drop", SettingKind::Choice(ON_DROP))
        .doc("How a call counts that was cancelled before it had a result.")
        .word(|p| word(p.service.on_drop), |p, word| set_word(&mut p.service.on_drop, word)),
    Setting::new("service.slow_call", SettingKind::Time)
        .doc("Time after which a call counts as slow, and so as a failure.")
        .limit(|policy| &mut policy.service.slow_call),
    Setting::new("service.backoff", SettingKind::Bool)
        .doc(
            "Whether the time until the next probe doubles with each failed probe, to 32 times at \
             most.",
        )
        .flag(|policy| &mut policy.service.backoff),
];
