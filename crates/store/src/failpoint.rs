//! Points where a test ends the process, as a kill would: only with the feature `failpoints`.

/// Names the point, in a build with the feature. Without our prefix: it is no setting.
#[cfg(feature = "failpoints")]
const VARIABLE: &str = "FAILPOINT";

/// Ends the process here, without any clearing up, when this point is the one that is named.
#[cfg(feature = "failpoints")]
#[expect(clippy::disallowed_methods, reason = "only in builds for tests")]
pub fn reach(point: &str) {
    if std::env::var(VARIABLE).is_ok_and(|named| named == point) {
        std::process::abort();
    }
}

/// Does nothing.
#[cfg(not(feature = "failpoints"))]
#[inline]
pub const fn reach(_point: &str) {}
