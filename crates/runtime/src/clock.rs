//! The one place that reads the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use fusebox_engine::Timestamp;

/// Milliseconds since the Unix epoch; a clock before it counts as the epoch.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
pub fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
