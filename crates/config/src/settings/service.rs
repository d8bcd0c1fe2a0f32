//! `[service]`: breakers around tools and services that fail.

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::Setting;

pub(super) const DOC: &str = "Breakers around tools and services that fail.";

const ON_DROP: &[&str] = &["failure", "neutral"];

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "service.tools",
        Kind::List,
        "Tools that have a breaker, or prefixes ending in `*`.",
    )
    .looser(Loosening::Shorter),
    Setting::new(
        "service.failure_threshold",
        Kind::Limit,
        "Failures in a row of one tool that open its breaker.",
    )
    .aliases(&["failure_threshold", "failureThreshold"]),
    Setting::new(
        "service.service_threshold",
        Kind::Limit,
        "Failures in a row of all tools of one service that open the service's breaker.",
    ),
    Setting::new(
        "service.reset_timeout",
        Kind::Duration,
        "Time until an open breaker lets a probe run.",
    )
    .aliases(&["reset_timeout_seconds", "resetTimeout"])
    .looser(Loosening::Lower),
    Setting::new(
        "service.probe_lease",
        Kind::Duration,
        "Time after which a probe that has not answered has failed.",
    ),
    Setting::new("service.count_errors", Kind::List, "Classes of errors that count as failures.")
        .aliases(&["count_errors"])
        .looser(Loosening::Shorter),
    Setting::new(
        "service.ignore_errors",
        Kind::List,
        "Classes of errors that neither count nor reset the count.",
    )
    .aliases(&["ignore_errors"])
    .looser(Loosening::Longer),
    Setting::new("service.on_drop", Kind::Choice(ON_DROP), "What a dropped or cancelled probe is.")
        .looser(Loosening::Towards(ON_DROP)),
    Setting::new(
        "service.slow_call",
        Kind::Time,
        "Time from which a slow call counts as a failure.",
    ),
    Setting::new(
        "service.backoff",
        Kind::Bool,
        "Whether the time until the next probe doubles with each failed probe.",
    )
    .looser(Loosening::Becoming(false)),
];
