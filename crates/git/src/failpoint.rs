//! Points at which a test aborts the process, as a kill would. In other builds they do nothing.

/// Aborts the process when [`VARIABLE`] names this point.
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "only in this crate's own tests")]
pub(crate) fn reach(point: &str) {
    if std::env::var(VARIABLE).is_ok_and(|named| named == point) {
        std::process::abort();
    }
}

/// The environment variable that names the point.
#[cfg(test)]
pub(crate) const VARIABLE: &str = "FUSEBOX_GIT_FAILPOINT";

/// Does nothing.
#[cfg(not(test))]
#[inline]
pub(crate) const fn reach(_point: &str) {}
