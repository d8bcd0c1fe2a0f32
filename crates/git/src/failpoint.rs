//! Points where a test ends the process, as a kill would. Outside this crate's tests: nothing.

/// Ends the process here, without any clearing up, when this point is the one that is named.
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "only in this crate's own tests")]
pub(crate) fn reach(point: &str) {
    if std::env::var(VARIABLE).is_ok_and(|named| named == point) {
        std::process::abort();
    }
}

/// Names the point at which a test's process ends.
#[cfg(test)]
pub(crate) const VARIABLE: &str = "WORKSPACE_FAILPOINT";

/// Does nothing.
#[cfg(not(test))]
#[inline]
pub(crate) const fn reach(_point: &str) {}
