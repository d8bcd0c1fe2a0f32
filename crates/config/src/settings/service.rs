//! `[service]`: breakers around tools and services that fail.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, set_word, word};

/// The words of `on_drop`, the stricter first.
const ON_DROP: &[&str] = &["failure", "neutral"];

pub(super) const DOC: &str = "Breakers around tools and services that fail, shared by every session on this machine. Each tool of \
     an MCP server and each host of the web has one; the server, and the web, have one for all of theirs.";

/// The store keeps two bits for each call.
const RATE_CALLS: SettingKind = SettingKind::UpTo(1_000);

pub(super) const SETTINGS: &[Setting] = &[
    Setting::list("service.tools", |p| &mut p.service.tools)
        .doc("Tools that have a breaker, or prefixes ending in `*`."),
    Setting::limit("service.failure_threshold", |p| &mut p.service.failure_threshold)
        .doc("Failures in a row of one tool that open its breaker.")
        .aliases(&["failure_threshold", "failureThreshold"]),
    Setting::percent("service.failure_rate", |p| &mut p.service.failure_rate)
        .doc(
            "Percent of failures among the calls of one tool that open its breaker too, where some \
             succeed in between.",
        )
        .aliases(&["failure_rate_threshold", "failureRateThreshold"]),
    Setting::number("service.minimum_calls", SettingKind::Count, |p| &mut p.service.minimum_calls)
        .doc("Calls before `failure_rate` applies; never more than `rate_calls`.")
        .aliases(&["minimum_number_of_calls", "minimumNumberOfCalls"]),
    Setting::number("service.rate_calls", RATE_CALLS, |p| &mut p.service.rate_calls)
        .doc("The number of latest calls over which `failure_rate` is computed.")
        .aliases(&["sliding_window_size", "slidingWindowSize"])
        .looser(LooserDirection::AnyChange),
    Setting::time("service.rate_time", |p| &mut p.service.rate_time)
        .doc("The time over which `failure_rate` is computed, instead of the last `rate_calls`.")
        .looser(LooserDirection::AnyChange),
    Setting::limit("service.service_threshold", |p| &mut p.service.service_threshold)
        .doc("Failures in a row of all tools of one service that open the service's breaker."),
    Setting::duration("service.reset_timeout", |p| &mut p.service.reset_timeout)
        .doc("Time until an open breaker lets a probe run.")
        .aliases(&["reset_timeout_seconds", "resetTimeout"])
        .looser(LooserDirection::Lower),
    Setting::duration("service.probe_lease", |p| &mut p.service.probe_lease)
        .doc("Time after which a probe that has not answered has failed."),
    Setting::list("service.count_errors", |p| &mut p.service.count_errors)
        .doc(
            "Classes of errors that count as failures, as does every class that is in neither list.",
        )
        .aliases(&["count_errors"]),
    Setting::list("service.ignore_errors", |p| &mut p.service.ignore_errors)
        .doc(
            "Classes of errors that neither count nor reset the count; `\"*\"`: all that are not in \
             `count_errors`.",
        )
        .aliases(&["ignore_errors"])
        .looser(LooserDirection::Longer),
    Setting::new("service.on_drop", SettingKind::Choice(ON_DROP))
        .doc("How a call counts that was cancelled before it had a result.")
        .field(PolicyField::Word(
            |p| word(p.service.on_drop),
            |p, w| set_word(&mut p.service.on_drop, w),
        )),
    Setting::time("service.slow_call", |p| &mut p.service.slow_call)
        .doc("Time after which a call counts as slow, and so as a failure."),
    Setting::flag("service.backoff", |p| &mut p.service.backoff)
        .doc(
            "Whether the time until the next probe doubles with each failed probe, to 32 times at \
             most.",
        ),
];
