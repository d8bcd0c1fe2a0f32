//! What a policy asks of a shared breaker, as the breaker's own settings.

use std::time::Duration as Span;

use fusebox_breaker::{HalfOpen, OpenPeriod, Rate, Settings, Trip};
use fusebox_engine::{Duration, Limit, ServicePolicy};

/// The longest open period with `backoff`, as a multiple of the first.
const LONGEST: u64 = 32;
/// A time window slides in tenths: a row stays small, and a call goes out of it a tenth late at most.
const BUCKETS: u32 = 10;

/// Slow calls are no business of the breaker's: the caller tells them as failures.
pub(super) fn settings(policy: &ServicePolicy, in_a_row: Limit, rate: Limit) -> Settings {
    let first = length(policy.reset_timeout);
    Settings {
        trip: trip(policy, in_a_row, rate),
        open: if policy.backoff {
            let longest = Duration(policy.reset_timeout.0.saturating_mul(LONGEST));
            OpenPeriod::doubling(first, length(longest))
        } else {
            OpenPeriod::Fixed(first)
        },
        half_open: HalfOpen { lease: length(policy.probe_lease), ..HalfOpen::default() },
        on_drop: policy.on_drop,
        ..Settings::default()
    }
}

fn trip(policy: &ServicePolicy, in_a_row: Limit, rate: Limit) -> Trip {
    let failures_in_a_row = in_a_row.get().map(number);
    let Some(percent) = rate.get() else {
        return Trip::Consecutive { failures: failures_in_a_row.unwrap_or(u32::MAX) };
    };
    let size = policy.rate_calls.get().map_or(u32::MAX, number);
    let min_calls = policy.minimum_calls.get().map_or(u32::MAX, number);
    let rate = |min_calls| Rate {
        threshold: percent as f64 / 100.0,
        min_calls,
        failures_in_a_row,
        ..Rate::default()
    };
    match policy.rate_time.get() {
        Some(ms) => Trip::TimeWindow {
            length: length(Duration(ms)),
            buckets: BUCKETS,
            rate: rate(min_calls),
        },
        None => Trip::CountWindow { size, rate: rate(min_calls.min(size)) },
    }
}

fn number(limit: u64) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX).max(1)
}

fn length(duration: Duration) -> Span {
    Span::from_millis(duration.0.max(1))
}
